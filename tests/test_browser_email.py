"""The e-mails in a real browser: on a phone and a desktop, light and dark, as programs that render HTML show them."""

from dataclasses import replace

import pytest

from beleg.ingest.editions import as_recorded
from beleg.mail.letters import Letters
from beleg.records import Site
from beleg.render.environment import Environments
from render.sample import later
from test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def letters():
    site = Site(address="https://digest.example", contact="r@digest.example")
    return Letters(later().id, replace(as_recorded(later()), site=site), [], site, Environments())


@pytest.mark.parametrize("locale", ["de", "sr-Cyrl", "sr-Latn", "ru", "en"])
def test_it_fits_and_loads_nothing(chromium, letters, locale):  # noqa: F811
    """At 360 and 640 px nothing stands out, in either scheme letters stand off their ground, nothing is asked for."""
    html = letters.letter(locale).html
    for width in (360, 640):
        for scheme in ("light", "dark"):
            page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            asked, reports = [], []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.on("console", lambda message, reports=reports: reports.append(message.text))
            page.set_content(html)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{wide} px too wide at {width} px"
            assert (asked, reports) == ([], [])
            worst = page.evaluate(CONTRAST)
            assert worst["ratio"] >= 4.5, f"{scheme}: {worst}"
            page.close()


# The least contrast of letters against the nearest ground behind them (WCAG 2).
CONTRAST = """() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  let worst = { ratio: 99 };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    if (!words || !walker.currentNode.parentElement.checkVisibility()) continue;
    let ground = walker.currentNode.parentElement;
    while (ground && numbers(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const one = light(numbers(getComputedStyle(walker.currentNode.parentElement).color));
    const other = light(ground ? numbers(getComputedStyle(ground).backgroundColor) : [255, 255, 255]);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < worst.ratio) worst = { ratio, words };
  }
  return worst;
}"""
