"""On paper: A4, every quote open, addresses of the articles, nothing to press."""

from __future__ import annotations

import re

import pytest

from beleg.render.environment import Environments
from beleg.render.pages import pages
from render.large import edition
from render.stub import Words
from site_browsing import served, window, write
from test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = edition(80, locales=("de", "ru"))
    with served(write(tmp_path_factory.mktemp("site"), pages(made, Environments(), Words))) as base:
        yield base, f"de/{made.stories[0].id}.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_story_on_paper(chromium, site, scheme):  # noqa: F811
    base, path = site
    with window(chromium, base, scheme=scheme) as page:
        page.goto(base + path)
        page.emulate_media(media="print")
        seen = "(all) => all.filter((one) => one.getClientRects().length > 0).length"
        # How to cite a fact is left out on paper.
        quotes = page.locator("main [data-statement]:not(.cite *)")
        assert quotes.evaluate_all(seen) == quotes.count() > 80
        for name in (".sections", ".filter", ".perma", "button", ".skip", ".feed"):
            assert page.locator(name).evaluate_all(seen) == 0, name
        assert page.locator("#shown").is_visible()
        assert page.locator(".printed").inner_text() == f"https://beleg.example/{path}"
        after = "(one) => getComputedStyle(one, '::after').content"
        assert "https://blatt.example/" in page.locator(".about a[href^=http]").first.evaluate(after)
        assert page.locator(".src a[href^=http]").first.evaluate(after) == "none"
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.querySelector('.say')).color") == "rgb(0, 0, 0)"
        file = page.pdf(prefer_css_page_size=True)
        sizes = {
            tuple(round(float(one)) for one in found)
            for found in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
        }
        # A4 in points.
        assert sizes == {(595, 842)}
        assert page.reports == []


def test_a_choice_is_printed_as_one(chromium, site):  # noqa: F811
    """What is left out is not passed over in silence."""
    base, path = site
    with window(chromium, base) as page:
        page.goto(f"{base}{path}?class=customer")
        page.emulate_media(media="print")
        assert page.locator(".filter [role=status]").inner_text().startswith("Gezeigte Fakten: ")
        assert not page.locator(".filter details").is_visible()
