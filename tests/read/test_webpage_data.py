"""What a page says of itself: structured data first, then meta elements, then what a reader sees; never another's address."""

import json

import pytest

from beleg.read.webpage import about, parse

TEXT = "<p>Der Hersteller sagt, dass der Akku nach seinen Messungen länger hält als der alte.</p>"
PAGE = "https://www.blatt.example/technik/akku.html"


def said(head="", body=TEXT, address=PAGE):
    return about(f"<html><head>{head}</head><body>{body}</body></html>".encode(), address=address)


def ld(data):
    return f'<script type="application/ld+json">{data if isinstance(data, str) else json.dumps(data)}</script>'


def test_references_within_a_graph_are_followed():
    graph = [
        {"@type": "WebPage", "@id": PAGE, "name": "Akku - Blatt"},
        {"@type": "Article", "headline": "Der Akku", "author": {"@id": "#eva"}, "publisher": {"@id": "#blatt"}},
        {"@type": ["NewsMediaOrganization", "Brand"], "@id": "#blatt", "name": "Das Blatt"},
        {"@type": "Person", "@id": "#eva", "name": "Eva Lind"},
    ]
    page = said(ld({"@graph": graph}))
    assert (page.title, page.author, page.publisher) == ("Der Akku", "Eva Lind", "Das Blatt")
    assert page.publisher_types == ("NewsMediaOrganization", "Brand")


def test_an_article_is_part_of_a_paper_but_not_put_out_by_its_page():
    paper = {"@type": "NewsArticle", "headline": "Der Akku", "isPartOf": {"@type": "Newspaper", "name": "Das Blatt"}}
    assert said(ld(paper)).publisher == "Das Blatt"
    assert said(ld({**paper, "isPartOf": {"@type": "WebPage", "name": "Der Akku - Blatt"}})).publisher is None


def test_of_several_articles_the_page_s_own_is_read():
    teasers = [
        {"@type": "NewsArticle", "headline": "Anderes", "url": "https://www.blatt.example/anderes"},
        {"@type": "NewsArticle", "headline": "Der Akku", "mainEntityOfPage": {"@id": "/technik/akku.html#x"}},
        {"@type": "JobPosting", "headline": "Redakteur gesucht"},
        {"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "headline": "In einer Liste"}]},
    ]
    assert said(ld(teasers)).title == "Der Akku"


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "[" * 5_000,
        "null",
        "1",
        '{"@type": "Article", "headline": {"a": 1}, "author": [[[]]], "publisher": 7, "url": []}',
        '{"@graph": 5}',
    ],
)
def test_broken_structured_data_says_nothing(data):
    assert said(f"{ld(data)}<title>Der Akku</title>").title == "Der Akku"


def test_data_wrapped_for_old_browsers_and_escaped_twice_are_read():
    page = said(
        ld('//<![CDATA[\n{"@type":"NewsArticle","headline":"Haus &amp; Herd\tneu","datePublished":"2026-10-14"}\n//]]>')
    )
    assert (page.title, page.published) == ("Haus & Herd neu", "2026-10-14")


def test_microdata_serve_where_there_is_no_json():
    body = f"""<div itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">Der Akku</h1>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Eva Lind</b>, Berlin</span>
    <time itemprop="datePublished" datetime="2026-10-14T08:15:00+02:00">14. Oktober</time>
    <div itemprop="publisher" itemscope itemtype="https://schema.org/Organization"><meta itemprop="name" content="Das Blatt"></div>
    {TEXT}</div>"""
    page = said(body=body)
    assert (page.title, page.author, page.publisher) == ("Der Akku", "Eva Lind", "Das Blatt")
    assert (page.published, page.publisher_types) == ("2026-10-14T08:15:00+02:00", ("Organization",))


@pytest.mark.parametrize(
    ("head", "field", "value"),
    [
        ('<meta property="og:site_name" content="Das Blatt">', "publisher", "Das Blatt"),
        ('<meta name="DC.Publisher" content="Das Blatt">', "publisher", "Das Blatt"),
        ('<meta property="article:publisher" content="https://www.facebook.com/blatt">', "publisher", None),
        ('<meta name="parsely-author" content="Eva Lind">', "author", "Eva Lind"),
        ('<meta name="author" content="von Eva Lind">', "author", "Eva Lind"),
        ('<meta name="author" content="Von der Au">', "author", "Von der Au"),
        ('<meta name="sailthru.date" content="2026-10-14 08:15:00 +0200">', "published", "2026-10-14T08:15:00+02:00"),
        ('<meta name="date" content="Wed, 14 Oct 2026 08:15:00 +0200">', "published", "2026-10-14T08:15:00+02:00"),
        ('<meta name="date" content="14.10.2026, 08:15 Uhr">', "published", "2026-10-14"),
        ('<meta name="date" content="20261014">', "published", "2026-10-14"),
        # Without its zone a time is worth its day.
        ('<meta name="date" content="2026-10-14T23:30:00">', "published", "2026-10-14"),
        ('<meta name="date" content="gestern"><meta name="pubdate" content="2026-10-13">', "published", "2026-10-13"),
        ('<meta name="last-modified" content="2026-10-15">', "updated", "2026-10-15"),
        ('<meta http-equiv="Content-Language" content="sr-Latn">', "language", "sr-Latn"),
        ('<meta name="description" content="Kurz gesagt">', "description", "Kurz gesagt"),
    ],
)  # fmt: skip
def test_meta_elements(head, field, value):
    assert getattr(said(head), field) == value


def test_the_time_below_the_title_is_the_article_s():
    body = f"""<header><time datetime="2026-11-30">Heute</time></header><aside><time datetime="2026-11-29">Teaser</time></aside>
    <h1>Akku</h1><time class="changed" datetime="2026-10-20">20.10.</time><time class="entry-published" datetime="2026-10-14">14.10.</time>{TEXT}"""
    assert said(body=body).published == "2026-10-14"


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("/technik/akku", "https://www.blatt.example/technik/akku"),
        ("https://m.blatt.example/akku#x", "https://m.blatt.example/akku"),
        ("https://www.gericht.example/urteil", None),
        ("https://www.blatt.example/", None),
        ("javascript:alert(1)", None),
        ("http://[1/", None),
        ("https://me:secret@www.blatt.example/a", "https://www.blatt.example/a"),
    ],
)
def test_a_page_names_its_own_address_and_no_other_s(link, address):
    assert said(f"<link rel=canonical href='{link}'>").url == address


def test_a_file_of_unknown_origin_may_name_any_address():
    assert said("<link rel=canonical href=https://x.example/a>", address=None).url == "https://x.example/a"


@pytest.mark.parametrize(
    ("head", "body", "title", "site"),
    [
        ("<title>Akku hält länger – Das Blatt</title>", "<h1>Akku hält länger</h1>", "Akku hält länger", "Das Blatt"),
        ("<title>Internet-Blatt » Akku hält</title>", "<h1>Internet-Blatt</h1>", "Akku hält", "Internet-Blatt"),
        ("<meta property=og:site_name content=Blatt><title>Blatt | Akku hält</title>", "", "Akku hält", "Blatt"),
        ("<meta property=og:title content=akku-test-2><title>Akku hält | Blatt</title>", "<h1>Akku hält</h1>", "Akku hält", "Blatt"),
        ("<meta property=og:title content=Kurz>", "<h1>Anders und lang</h1>", "Kurz", None),
        ("", "<h1>Neue <em>Akkus</em> halten <!-- x -->länger</h1>", "Neue Akkus halten länger", None),
        ("<title>Erstes - Zweites</title>", "", None, None),
    ],
)  # fmt: skip
def test_the_title_and_the_name_of_the_site(head, body, title, site):
    page = said(head, body + TEXT, address="https://www.internet-blatt.example/a/b")
    assert (page.title, page.publisher) == (title, site)


def test_lines_of_author_and_date_are_given_beside_the_text():
    page = parse(f"<article><h1>Akku</h1><p class=date>14.10.2026, 08:15 Uhr</p>{TEXT * 4}</article>".encode())
    assert page.bylines == ("14.10.2026, 08:15 Uhr",)
    assert "14.10." not in page.text
