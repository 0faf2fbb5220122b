"""A page tells where its feeds are and what kind of publisher it is; what is guessed says why."""

import time

import pytest

from beleg.ingest.discovery import feeds_of, guesses, kind_of_publisher

PAGE = "https://www.blatt.example/politik/seite.html"


def feeds(html, address=PAGE):
    return [one[:2] for one in feeds_of(html.encode(), address)]


def test_feeds_of_the_head_in_their_order_those_of_comments_last():
    html = """<html><head>
    <link rel="alternate" type="application/rss+xml" title="Blatt » Kommentar-Feed" href="/comments/feed/">
    <link rel="alternate" type="application/rss+xml" title=" Alle
      Meldungen" href="/feed/"><link REL='Alternate' TYPE='application/atom+xml; charset=utf-8' href='atom'>
    <link rel="alternate" type="application/feed+json" href="//json.blatt.example/f.json">
    <link rel="alternate" type="application/rss+xml" title="noch einmal" href="https://www.blatt.example/feed/#x"></head>"""
    assert feeds(html) == [
        ("https://www.blatt.example/feed/", "Alle Meldungen"),
        ("https://www.blatt.example/politik/atom", None),
        ("https://json.blatt.example/f.json", None),
        ("https://www.blatt.example/comments/feed/", "Blatt » Kommentar-Feed"),
    ]
    assert [one.kind for one in feeds_of(html.encode(), PAGE)] == ["rss", "atom", "json", "rss"]


def test_what_is_no_feed_is_left_out():
    html = """<link rel=alternate hreflang=en href=/en><link rel=stylesheet type=text/css href=/a.css>
    <link rel=alternate type=application/json href=/wp-json/wp/v2/posts/1><link rel=alternate type=text/xml href=javascript:a()>
    <link rel=alternate type=application/rss+xml href="ftp://a.example/feed"><link rel=alternate type=application/rss+xml>
    <link rel=alternate type=application/rss+xml href="http://[1/"><a href="/feedback">Feedback</a>"""
    assert feeds(html) == []


def test_links_that_look_like_feeds_serve_where_the_head_names_none():
    html = "<p><a href=rss.xml><b>RSS</b></a> <a href=/feed/>Feed</a> <a href='feed:https://x.example/news.atom'>A</a><a href=/a>a</a>"
    assert feeds(html) == [
        ("https://www.blatt.example/politik/rss.xml", "RSS"),
        ("https://www.blatt.example/feed/", "Feed"),
        ("https://x.example/news.atom", "A"),
    ]


def test_addresses_are_relative_to_the_base_that_a_page_names():
    html = "<base href='https://cdn.example/x/'><link rel=alternate type=application/rss+xml href=feed>"
    assert feeds(html) == [("https://cdn.example/x/feed", None)]


@pytest.mark.parametrize("page", [b"", b"%PDF-1.4", b"\xff\x00\xfe", b"plain", b"<", b"<!-- -->"])
def test_what_is_no_page_names_no_feed(page):
    assert feeds_of(page, PAGE) == []


def test_a_page_of_nothing_but_links_is_read_in_linear_time():
    start = time.process_time()
    assert len(feeds_of(b"<a href='/rss.xml?a=1'>x" * 20_000, PAGE)) == 1
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "page",
    ['<?xml version="1.0" encoding="' + "\u2028" * 60_000, "<div><a href=/rss.xml>x" * 4_000],
    ids=["declaration", "nested"],
)
def test_no_page_takes_long(page):
    start = time.process_time()
    feeds_of(page.encode(), PAGE)
    assert time.process_time() - start < 2


def test_guesses_lie_in_the_folder_of_the_page_and_at_the_root():
    assert guesses(PAGE)[::5] == ["https://www.blatt.example/politik/feed", "https://www.blatt.example/feed"]
    assert guesses("https://a.example") == [
        f"https://a.example/{name}" for name in ("feed", "rss.xml", "atom.xml", "feed.xml", "index.xml")
    ]


@pytest.mark.parametrize(
    ("name", "host", "about", "kind", "why"),
    [
        ("dpa", "dpa.example", "", "agency", "the register of names knows dpa"),
        ("РИА Новости", "ria.example", "", "agency", "the register of names knows RIA Novosti"),
        ("Новинска агенција Вектор", "v.example", "", "agency", "its name says “Новинска агенција”"),
        ("Новости недели", "n.example", "", "newsroom", "its name says “Новости”"),
        (
            "Elbtal am Morgen",
            "e.example",
            "Nachrichten aus dem Elbtal",
            "newsroom",
            "its description says “Nachrichten”",
        ),
        ("Beispielblatt", "b.example", "", "newsroom", "its name says “Beispielblatt”"),
        # Who sells must never pass for a newsroom because it calls its own words news.
        ("AWS News Blog", "aws.amazon.com", "", "vendor", "the register of names knows Amazon"),
        ("Ostsee Energie GmbH", "o.example", "Aktuelle Nachrichten", "vendor", "its name says “GmbH”"),
        ("Elmvik", "newsroom.elmvik.example", "", "vendor", "its host holds “newsroom”"),
        ("Шта се дешава", "s.example", "", "unknown", "neither its name nor its address or page tells"),
        ("Agencija za lekove", "a.example", "", "authority", "its name says “Agencija za”"),
        ("Presse", "www.bmwk.bund.de", "", "authority", "its host ends in .bund.de"),
        ("Vesti", "prosveta.gov.rs", "", "authority", "its host ends in .gov.rs"),
        ("Универзитет у Новом Саду", "u.example", "", "university", "its name says “Универзитет”"),
        ("Aktuelles", "www.uni-koeln.de", "", "university", "its host holds “uni-koeln”"),
        ("Bundesverband Solar e.V.", "b.example", "", "association", "its name says “Bundesverband”"),
        ("Randnotizen", "rand.wordpress.com", "", "blog", "its host is at wordpress.com"),
        ("", "x.example", "", "unknown", "neither its name nor its address or page tells"),
    ],
)
def test_the_kind_of_a_publisher_and_why(name, host, about, kind, why):
    assert kind_of_publisher(name, f"https://{host}/feed", about) == (kind, why)


def test_the_kind_that_a_page_gives_its_publisher():
    page = """<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Ein Akku",
    "publisher": {"@type": "NewsMediaOrganization", "name": "Danas"}}</script><p>Vest o bateriji.</p>"""
    assert kind_of_publisher("", "https://danas.example/a", page.encode()) == (
        "newsroom", "its page calls it NewsMediaOrganization",
    )  # fmt: skip
    assert kind_of_publisher("", "https://danas.example/a", b"%PDF-1.4")[0] == "unknown"
