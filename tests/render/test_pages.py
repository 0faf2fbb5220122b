"""What stands on the pages of a small edition, in every locale."""

import re
from dataclasses import replace
from html import unescape
from posixpath import dirname, normpath

import pytest

from beleg.errors import RenderError
from beleg.render.environment import Environments
from beleg.render.pages import ASSETS, pages
from beleg.render.views import bar, source_page
from render.sample import edition as sample
from render.stub import Words

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
INLINE = re.compile(
    r"\son\w+=|\sstyle=|<style|<script(?! src| type=.application/ld\+json.>)|javascript:", re.IGNORECASE
)


def printed(edition, templates=None):
    return {path: data.decode(errors="replace") for path, data in pages(edition, Environments(templates), Words, {})}


@pytest.fixture(scope="module")
def edition():
    return sample()


@pytest.fixture(scope="module")
def site(edition):
    return printed(edition)


def story(site, edition, locale="de"):
    return site[f"{locale}/{edition.stories[0].id}.html"]


def group(page, key):
    return re.search(rf'<section class="group {key}" id="{key}".*?</section>', page, re.DOTALL)[0]


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def standing(edition):
    """The pages of no edition: articles without a publisher have one each, in the order of their sources' names."""
    articles = [*edition.articles, *(article for _, article in edition.withdrawn)]
    pages = sorted({(one.publisher is None, one.publisher or "", source_page(one)) for one in articles})
    return ["editions.html", *(page for *_, page in pages), "imprint.html"]


def test_every_page_in_every_locale(site, edition):
    first = ["index.html", "sources.html", "conflicts.html", "method.html"]
    own = [f"{edition.id}/index.html", f"{edition.id}/sources.html", f"{edition.stories[0].id}.html"]
    assets = [Environments().address(name) for name in ASSETS]
    feeds = ["atom.xml", "feed.json"]
    told = [f"{edition.stories[0].id}.{one}" for one in feeds]
    index = [path for path in site if "/search/" in path and "/y-" not in path]
    assert [re.sub(r"\.\w+\.js", "", path) for path in index] == [
        f"{locale}/search/{name}" for locale in LOCALES for name in ("terms", "index")
    ]
    searches = [
        path
        for locale in LOCALES
        for path in (*(one for one in index if one.startswith(f"{locale}/")), f"{locale}/search.html")
    ]
    own.insert(2, f"search/{edition.stories[0].id}.facts.js")
    assert [*site] == [
        *(f"{edition.id}/{name}" for name in ("facts.jsonl", "facts.csv")),
        *(f"{locale}/{name}" for locale in LOCALES for name in (*first, *own)),
        *searches,
        *(f"{locale}/{name}" for name in standing(edition) for locale in LOCALES),
        *(f"{locale}/{name}" for locale in LOCALES for name in feeds),
        *(f"{locale}/{name}" for locale in LOCALES for name in told),
        "sources.opml", "sitemap.xml", "robots.txt", "index.html", "404.html", *assets,
    ]  # fmt: skip
    assert [f'href="{locale}/index.html"' in site["index.html"] for locale in LOCALES] == [True] * 5


def test_nothing_inline_nothing_foreign(site):
    for path, page in site.items():
        if path.endswith(".html"):
            assert "default-src 'none'" in page
            assert not INLINE.search(page), path
            assert len(page.encode()) < 300_000
            outside = re.findall(r'(?:src|href)="(\w+:[^"]*)"', page)
            to_contact = "mailto:redaktion@beleg.example"
            assert {
                one.partition("#:~:text=")[0]
                for one in outside
                if not one.startswith(("https://beleg.example/", to_contact))
            } <= {
                "https://hainer-blatt.example/aero?a=1&amp;b=2",
                "https://tok.example/1",
            }


@pytest.mark.parametrize("locale", LOCALES)
def test_links_lead_somewhere(site, locale):
    ids = {path: set(re.findall(r'\sid="([^"]+)"', page)) for path, page in site.items()}
    for path, page in site.items():
        if path.startswith(f"{locale}/"):
            for href in re.findall(r'<a [^>]*href="([^":]+)"', page):
                name, _, anchor = href.partition("#")
                target = normpath(f"{dirname(path)}/{name}") if name else path
                assert target in ids, (path, href)
                assert not anchor or anchor in ids[target], (path, href)


def test_the_language_of_page_and_quotes(site, edition):
    page = story(site, edition, "sr-Cyrl")
    assert '<html lang="sr-Cyrl">' in page
    assert '<blockquote lang="sr-Latn"' in page
    assert '<html lang="en">' in story(site, edition, "en")


def test_a_customer_claim_is_framed_and_limited(site, edition):
    """Its own section, a line on who measured, and the publisher's caveat one click away."""
    page = story(site, edition)
    customer = re.search(r'<li class="fact customer".*?</li>', page, re.DOTALL)[0]
    caveat = next(fact for fact in edition.facts if fact.kind == "caveat")
    assert "Kundenaussage" in customer
    assert "Eigene Messung des Kunden, kein unabhängiger Beleg." in customer
    assert f'<a href="#{caveat.id}">Vorbehalt der Redaktion</a>' in customer
    assert "Nordvik: Blog" in customer
    assert ", Technikchefin</b>" in customer
    assert "Technikchefin" not in re.sub("<(span|blockquote) .*?</(span|blockquote)>", "", story(site, edition, "en"))
    assert "customer" not in group(page, "shown")


def test_groups_stand_in_order(site, edition):
    found = re.findall(r'<section class="group \w+" id="(\w+)"', story(site, edition))
    assert found == ["claims", "official", "shown", "opinion", "press", "none", "aside", "coverage"]


def test_a_conflict_shows_both_sides_and_is_mentioned_in_the_other_group(site, edition):
    page = story(site, edition)
    conflict = edition.stories[0].conflicts[1]
    boxes, shown = page[page.index('id="conflicts"') : page.index('id="claims"')], group(page, "shown")
    assert f'id="{conflict.id}"' in boxes
    assert re.findall(r'<div class="side (\w+)" id="([^"]+)"[^>]*>', boxes)[-2:] == [
        ("vendor", conflict.sides[0]),
        ("shown", conflict.sides[1]),
    ]
    assert f'data-fact="{conflict.sides[1]}"' in shown
    assert f'href="#{conflict.id}"' in shown
    assert "Beide Angaben bleiben stehen" in boxes
    assert f'data-fact="{conflict.sides[0]}"' in group(page, "claims")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("de", "In diesen 3 Artikeln fand sich kein unabhängiger Beleg."),
        ("sr-Cyrl", "У ова 3 чланка није нађен независан доказ."),
        ("sr-Latn", "U ova 3 članka nije nađen nezavisan dokaz."),
        ("ru", "В этих 3 статьях независимых данных не найдено."),
        ("en", "No independent evidence was found in these 3 articles."),
    ],
)
def test_missing_evidence_is_said_in_so_many_words(locale, words):
    edition = sample(shown=False)
    page = story(printed(edition), edition, locale)
    assert words in text(group(page, "shown"))
    assert '<rect class="slot"' in page


@pytest.mark.parametrize(
    ("locale", "undated", "article"),
    [
        ("de", "Undatierte Ausgabe", "ohne Datum"),
        ("sr-Cyrl", "Издање без датума", "без датума"),
        ("sr-Latn", "Izdanje bez datuma", "bez datuma"),
        ("ru", "Выпуск без даты", "без даты"),
        ("en", "Undated edition", "undated"),
    ],
)
def test_an_undated_edition_says_so(locale, undated, article):
    edition = sample(dated=False)
    site = printed(edition)
    assert undated in site[f"{locale}/index.html"]
    assert f"· {article}" in story(site, edition, locale)
    assert "<time" not in story(site, edition, locale)


def test_days_are_those_of_the_sites_zone(edition):
    """Half past eleven in the evening in California is the next day in UTC."""
    page = story(printed(edition), edition)
    assert '<time datetime="2026-10-15">15. Oktober 2026</time>' in page


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("de", "1 Ursprung, berichtet von 3 Medien in 3 Sprachen"),
        ("sr-Cyrl", "1 примарни извор, преносе 3 медија на 3 језика"),
        ("ru", "1 первоисточник, сообщают 3 издания на 3 языках"),
        ("en", "1 origin, reported by 3 outlets in 3 languages"),
    ],
)
def test_origins_are_counted_not_outlets(site, edition, locale, line):
    assert line in text(story(site, edition, locale))


def test_one_language_and_no_version_are_said(site, edition):
    page = text(story(site, edition, "en"))
    assert "only in Serbian" in page
    assert page.count("Facts without an English sentence are shown in the words of their sources.") == 1
    assert "unsure" in page


def test_quotes_are_escaped_and_exact(site, edition):
    page = story(site, edition, "ru")
    assert "&lt;binnen Jahresfrist&gt; &amp; mehr." in page
    for one in edition.statements:
        found = re.findall(rf'data-statement="{one.id}">(.*?)</(?:blockquote|span)>', page)
        assert {unescape(quote) for quote in found} == {one.quote}


def test_sources_say_what_is_missing_and_what_failed(site):
    page = text(site["de/sources.html"])
    assert "Russischer Artikel" in page
    assert "! Herausgeber nicht genannt ! Datum fehlt ! Adresse fehlt" in page
    assert "! sources/kaputt.md" in page
    assert "Amtliche Angabe" in page


def test_serbian_cyrillic_has_no_latin_word_of_its_own(site):
    """The method page holds no name but the site's, so every other letter is Cyrillic."""
    page = re.sub(
        r'<p class="flow">.*?</p>|<dd class="ex">.*?</dd>|<abbr>.*?</abbr>|<(\w+)[^>]* translate="no"[^>]*>.*?</\1>',
        "",
        site["sr-Cyrl/method.html"],
    )
    main = text(re.search(r"<main.*</main>", page, re.DOTALL)[0]).replace("Beleg", "")
    assert re.findall(r"[A-Za-z]+", main) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_an_empty_edition_says_what_to_add(edition, locale):
    empty = replace(
        edition, id="undated", date=None, period=None, stories=(), articles=(), facts=(), statements=(), problems=()
    )
    page = printed(empty)[f"{locale}/index.html"]
    assert '<code translate="no">sources/</code>' in page
    assert "beleg build" in page


def test_a_project_overrides_file_by_file(edition, tmp_path):
    (tmp_path / "style.css").write_text("p {}")
    (tmp_path / "sources.html").write_text("{{ edition.articles }} {{ nowhere }}")
    with pytest.raises(RenderError, match=r"templates/sources.html: template fails: 'nowhere' is undefined"):
        printed(edition, tmp_path)
    (tmp_path / "sources.html").write_text("{{ edition.articles }}")
    site = printed(edition, tmp_path)
    assert (site["ru/sources.html"], site[Environments(tmp_path).address("style.css")]) == ("3", "p {}")


def test_a_changed_style_has_another_name(edition, tmp_path):
    """So that it may be kept for ever; pages ask for it under that name, from wherever they are."""
    (tmp_path / "style.css").write_text("p {}")
    site = printed(edition, tmp_path)
    (name,) = (path for path in site if path.endswith(".css"))
    assert re.fullmatch(r"style\.[0-9a-f]{10}\.css", name)
    assert name != Environments().address("style.css")
    asked = {path: re.findall(r'<link rel="stylesheet" href="([^"]*)">', page) for path, page in site.items() if path.endswith(".html")}  # fmt: skip
    assert asked.pop("404.html") == [f"/{name}"]
    assert asked == {path: ["../" * path.count("/") + name] for path in asked}


@pytest.mark.parametrize(
    "counts", [{}, {"vendor": 1}, {"vendor": 900, "customer": 1, "none": 1}, {"shown": 3}, {"press": 5, "none": 2}]
)
def test_the_bar_always_has_a_place_for_evidence(counts):
    parts = bar(counts)
    assert [part.css for part in parts if part.css == "shown"] == ["shown"]
    ends = [float(part.x[:-1]) + float(part.width[:-1]) for part in parts]
    assert all(float(part.width[:-1]) >= 2 for part in parts)
    assert ends == sorted(ends)
    assert ends[-1] <= 100
