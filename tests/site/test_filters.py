"""Choosing among the facts of a page: by keyboard, told to those who can't see it, kept in the address."""

from __future__ import annotations

import re

import pytest

from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.wording import Wordings
from render.large import edition
from render.stub import Words
from site_browsing import WINDOWS, served, sound, watch, window, write
from test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser
LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")


@pytest.fixture(scope="module")
def made():
    return edition(60, locales=LOCALES)


@pytest.fixture(scope="module")
def site(made, tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("site"), pages(made, Environments(), Wordings))
    with served(folder) as base:
        yield base


def story(made, locale="de"):
    return f"{locale}/{made.stories[0].id}.html"


def seen(page):
    """The facts that can be seen, once each."""
    return page.evaluate(
        "[...new Set([...document.querySelectorAll('main [data-kind]')].filter((one) => one.checkVisibility()).map((one) => one.id || one.dataset.fact))]"
    )


def press(page, words):
    """Reach a control by Tab alone, and press it."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith(words):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"Tab never came to {words!r}")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("width", "scheme"), WINDOWS)
def test_pages_are_sound_before_and_after(chromium, site, made, locale, width, scheme):  # noqa: F811
    with window(chromium, site, width, scheme) as page:
        page.goto(site + story(made, locale))
        watch(page)
        page.locator(".filter summary").click()
        page.locator(".filter button[value=customer]").click()
        page.wait_for_timeout(50)
        sound(page)


def test_by_keyboard(chromium, site, made):  # noqa: F811
    """Tab and Enter choose; what is chosen is pressed, counted and said; the way back leads to all facts."""
    customers = {fact.id for fact in made.facts if fact.evidence == "customer_claim"}
    press_states = "[...document.querySelectorAll('.filter [aria-pressed=true]')].map((one) => one.value)"
    with window(chromium, site) as page:
        page.goto(site + story(made))
        page.locator("button[data-open]").click()
        every = seen(page)
        page.locator("body").evaluate("document.activeElement.blur()")
        press(page, "Fakten auswählen")
        press(page, "Kundenaussage")
        assert page.evaluate(press_states) == ["customer"]
        assert customers <= set(every)
        # A customer's claim that takes part in a conflict brings the other side with it.
        boxed = {side for one in made.stories[0].conflicts for side in one.sides}
        assert customers <= set(seen(page)) <= customers | boxed
        assert (
            page.locator(".filter [role=status]").inner_text() == f"Gezeigte Fakten: {len(customers)} von {len(every)}"
        )
        press(page, "Alle Fakten zeigen")
        assert page.evaluate(press_states) == []
        assert page.locator(".filter [role=status]").inner_text() == ""
        assert seen(page) == every
        assert page.evaluate("document.activeElement.localName") == "summary"


def test_within_a_row_either_across_rows_both(chromium, site, made):  # noqa: F811
    with window(chromium, site) as page:
        page.goto(site + story(made) + "?class=vendor&class=customer&lang=ru&news=1")
        wanted = {
            fact.id
            for fact in made.facts
            if fact.evidence in ("vendor_claim", "customer_claim") and "ru" in fact.languages and fact.news
        }
        assert wanted
        boxed = {side for one in made.stories[0].conflicts for side in one.sides}
        assert wanted <= set(seen(page)) <= wanted | boxed
        assert page.locator(".filter [role=status]").inner_text().startswith(f"Gezeigte Fakten: {len(wanted)} von")


def test_the_address_tells_it_and_goes_along(chromium, site, made):  # noqa: F811
    """Also to the same page in another language; what nobody knows changes nothing."""
    with window(chromium, site) as page:
        page.goto(site + story(made) + "?class=press&class=%3Cb%3E&kind=nix")
        chosen = seen(page)
        assert re.search(r"\?class=press$", page.url)
        page.locator(".dateline a[hreflang=ru]").click()
        assert page.url == site + story(made, "ru") + "?class=press"
        assert seen(page) == chosen
        page.locator(".filter .clear").click()
        assert "?" not in page.url


def test_a_link_to_a_hidden_fact_shows_it(chromium, site, made):  # noqa: F811
    hidden = next(fact.id for fact in made.facts if fact.evidence == "publisher_analysis")
    with window(chromium, site) as page:
        page.goto(site + story(made) + "?class=vendor")
        assert hidden not in seen(page)
        page.evaluate(f"location.hash = '{hidden}'")
        page.wait_for_timeout(50)
        assert hidden in seen(page)
        assert "?" not in page.url


def test_missing_evidence_stays_in_view(chromium, made, tmp_path):  # noqa: F811
    none = edition(60, locales=("en",), without="independent_evidence")
    files = pages(none, Environments(), Wordings)
    with served(write(tmp_path, files)) as base, window(chromium, base) as page:
        page.goto(base + story(none, "en") + "?class=customer")
        assert page.locator("#shown .nothing").is_visible()
        assert not page.locator("#press").is_visible()
        page.locator(".filter summary").click()
        assert page.locator(".filter button[value=shown]").inner_text().endswith("0")


def test_editions_too(chromium, site):  # noqa: F811
    with window(chromium, site) as page:
        page.goto(site + "en/index.html")
        every = seen(page)
        page.locator(".filter summary").click()
        page.locator(".filter button[value=shown]").click()
        assert 0 < len(seen(page)) < len(every)


def test_without_scripts_there_is_no_filter_and_every_fact(chromium, site, made):  # noqa: F811
    with window(chromium, site, java_script_enabled=False) as page:
        page.goto(site + story(made) + "?class=vendor")
        assert not page.locator(".filter").is_visible()
        assert page.locator("main [data-kind]:visible").count() > 20


def test_a_long_page_leads_on(chromium, tmp_path):  # noqa: F811
    """To a fact that stands on another sheet: by the script from any of them, without it by a line on the first."""
    long = edition(900, locales=("de",))
    name = long.stories[0].id
    base_page = f"de/{name}.html"
    with served(write(tmp_path, pages(long, Environments(), Words))) as base:
        with window(chromium, base) as page:
            last = page_of(page, base, base_page, long.facts)
            page.goto(f"{base}{base_page}#{last}")
            page.wait_for_url(re.compile(rf"{name}-\d+\.html#{last}$"))
            assert page.locator(f"[id='{last}']").is_visible()
            assert page.reports == []
        with window(chromium, base, java_script_enabled=False) as page:
            page.goto(base + base_page)
            line = page.locator(".moved").first.get_attribute("id")
            page.goto(f"{base}{base_page}#{line}")
            page.locator(f"[id='{line}'] a").click()
            assert re.search(rf"{name}-\d+\.html#{line}$", page.url)


def page_of(page, base, path, facts):
    """A fact that has no place on a page, not even a line."""
    page.goto(base + path)
    there = set(page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)"))
    return next(fact.id for fact in facts if fact.id not in there)
