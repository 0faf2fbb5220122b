"""Search in a browser: any form, either script, from a file system too; results carry their marks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.search import folded, stem
from render.large import edition as large
from render.sample import edition as sample
from render.stub import Words
from render.test_search import FORMS
from site_browsing import WINDOWS, served, sound, watch, window, write
from test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser
LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = sample()
    story = replace(made.stories[0], subject='<img src=x onerror="alert(1)">&quot; Aero 3')
    return write(tmp_path_factory.mktemp("site"), pages(replace(made, stories=(story,)), Environments(), Words))


@pytest.fixture(scope="module")
def site(folder):
    with served(folder) as base:
        yield base


def found(page, address):
    page.goto(address)
    page.wait_for_selector("[role=status]:not(:empty)")
    return page.locator(".search li").all_inner_texts()


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("width", "scheme"), WINDOWS)
def test_results_are_sound(chromium, site, locale, width, scheme):  # noqa: F811
    """Nothing moves, nothing is too wide, axe finds nothing; a customer's claim has its frame, its mark and its note."""
    with window(chromium, site, width, scheme) as page:
        page.goto(f"{site}{locale}/search.html")
        watch(page)
        page.locator("#q").fill("Stadtwerke")
        page.wait_for_selector(".search li")
        customer = page.locator(".search li.customer .line")
        assert customer.count() == 1
        assert customer.evaluate("(one) => getComputedStyle(one).borderTopWidth") == "2px"
        assert customer.locator(".voice strong svg").count() == 1
        assert customer.locator(".note").inner_text()
        page.locator("#q").fill("Nordvik")
        page.wait_for_timeout(500)
        sound(page)


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("akumulatora", "40"), ("Акумулатору", "40"), ("аккумулятором", "40"), ("Akkus", "31"), ("mostovima", "Most"), ("мост Лима", "Most"),
        ("pogonima", "pogona"), ("VERBRAUCHS", "35"), ("nachpruefung", ""), ("Nachprufungen", "Nachprüfung"),
    ],
)  # fmt: skip
def test_any_form_in_either_script(chromium, site, query, part):  # noqa: F811
    with window(chromium, site) as page:
        texts = found(page, f"{site}de/search.html?q={query}")
        assert bool(texts) is bool(part)
        if part:
            assert any(part in text for text in texts)
            assert page.locator("mark").count() >= len(texts)


def test_every_word_has_to_fit(chromium, site):  # noqa: F811
    with window(chromium, site) as page:
        assert len(found(page, f"{site}en/search.html?q=Akku%20Labor")) == 1
        assert found(page, f"{site}en/search.html?q=Akku%20Stadtwerke") == []
        assert page.locator("[role=status]").inner_text() == "Nothing found. Try fewer words, or other ones."


def test_by_keyboard_to_the_fact(chromium, site):  # noqa: F811
    """Typed, entered, tabbed to and opened: the story's page with the fact in view; the address tells the query."""
    with window(chromium, site) as page:
        page.goto(f"{site}en/search.html")
        page.locator("#q").focus()
        page.keyboard.type("Sellmann")
        page.keyboard.press("Enter")
        page.wait_for_selector(".search li")
        assert page.url.endswith("?q=Sellmann")
        assert page.locator("[role=status]").inner_text().startswith("Facts found: ")
        for _ in range(4):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('.search li') !== null"):
                break
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/en/y-\w+\.html#f-\w+$"))
        assert page.evaluate("document.getElementById(location.hash.slice(1)).checkVisibility()")
        assert page.reports == []


def test_hostile_words_are_words(chromium, site):  # noqa: F811
    with window(chromium, site) as page:
        found(page, f"{site}de/search.html?q=Aero")
        assert page.locator("main img").count() == 0
        assert '<img src=x onerror="alert(1)">' in page.locator(".search li .src").first.inner_text()
        assert found(page, f"{site}de/search.html?q=%3Cimg%20src%3Dx%3E%22%5B") == []
        assert page.reports == []


def test_from_a_file_system(chromium, folder):  # noqa: F811
    with window(chromium, "file://") as page:
        page.goto(f"{(folder / 'ru' / 'search.html').as_uri()}?q=Nordvika")
        page.wait_for_selector(".search li")
        assert page.reports == []


def test_without_scripts_the_page_says_so(chromium, site):  # noqa: F811
    with window(chromium, site, java_script_enabled=False) as page:
        page.goto(f"{site}en/search.html")
        assert not page.locator("form").is_visible()
        assert "Search needs scripts." in page.locator("main").inner_text()


def test_what_fails_is_said(chromium, folder, tmp_path):  # noqa: F811
    files = [
        (p.relative_to(folder).as_posix(), p.read_bytes())
        for p in folder.rglob("*")
        if p.is_file() and "/terms." not in p.as_posix()
    ]
    with served(write(tmp_path, files)) as base, window(chromium, base) as page:
        assert found(page, f"{base}en/search.html?q=Nordvik") == []
        assert page.locator("[role=status]").inner_text() == "The index could not be loaded. Try again later."


def test_the_script_stems_as_the_index_does(chromium, site):  # noqa: F811
    """Word by word, in each language: both have the same rules, and follow them alike."""
    words = [(language, word) for language, lines in FORMS.items() for line in lines for word in line.split()]
    with window(chromium, site) as page:
        page.route("**/search.*.js", lambda route: route.fulfill(
            body=route.fetch().text().replace("let turn = 0;", "window.stemmed = (word, language) => stem(words(word)[0], language); let turn = 0;"),
            content_type="text/javascript",
        ))  # fmt: skip
        found(page, f"{site}de/search.html?q=Nordvik")
        for language, word in words:
            assert page.evaluate("([word, language]) => window.stemmed(word, language)", [word, language]) == stem(
                folded(word), language
            )


def test_more_is_shown_on_demand(chromium, tmp_path):  # noqa: F811
    """Twenty at first; the keyboard goes on with the next. A query loads but a part of a large index."""
    made = large(600, stories=6, locales=("de",))
    with served(write(tmp_path, pages(made, Environments(), Words))) as base, window(chromium, base) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        found(page, f"{base}de/search.html?q=Anbieter")
        assert page.locator(".search li").count() == 20
        page.locator(".further").click()
        page.wait_for_selector(".search li:nth-child(40)")
        assert (
            page.evaluate("[...document.querySelectorAll('.search li')].indexOf(document.activeElement.closest('li'))")
            == 20
        )
        parts = list(tmp_path.glob("de/search/terms.*"))
        assert len([one for one in asked if "/terms." in one]) < len(parts)
