"""The built pages in a real browser: on a phone and a desktop, light and dark, from files."""

import os
import shutil
from pathlib import Path

import pytest

from beleg.cli import main
from conftest import CHECKOUT

pytestmark = pytest.mark.browser

WIDTHS = (360, 1280)
SCHEMES = ("light", "dark")
ABORTED = "net::ERR_ABORTED"
# Nothing but the pages: no sandbox for containers, none of the browser's own errands.
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def chromium():
    """A running Chromium; without one these tests are skipped, or fail where BELEG_REQUIRE_BROWSER is 1."""
    reason = None
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        reason = "no Chromium is installed"
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        reason = "playwright is not installed (pip install -e '.[test]')"
    if reason and os.environ.get("BELEG_REQUIRE_BROWSER") == "1":
        pytest.fail(f"BELEG_REQUIRE_BROWSER is 1, and {reason}")
    if reason:
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """The site of this repository's own sources: published, and a second edition in which an article is withdrawn."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(CHECKOUT / "sources", folder / "sources")
    here = Path.cwd()
    os.chdir(folder)
    try:
        for command in (
            ["build"],
            ["publish", "--date", "2026-10-28"],
            ["withdraw", "torchneuron/sr.md", "--why", "Опозвано.", "--date", "2026-10-30", "--yes"],
            ["build"],
        ):
            assert main(command) == 0
    finally:
        os.chdir(here)
    return folder / "public"


@pytest.fixture
def opened(chromium, request):
    """Opens pages in a window, and keeps what they report and ask for."""
    width, scheme = getattr(request, "param", (1280, "light"))
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.reports = []
    page.on("console", lambda message: page.reports.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: page.reports.append(f"error: {error}"))
    # The icon is loaded last; a page that is left before has it aborted, which is nobody's fault.
    page.on("requestfailed", lambda r: page.reports.append(f"{r.failure}: {r.url}") if r.failure != ABORTED else None)
    page.on("request", lambda asked: page.reports.append(asked.url) if not asked.url.startswith("file://") else None)
    yield page
    context.close()


@pytest.mark.parametrize(
    "opened", [(width, scheme) for width in WIDTHS for scheme in SCHEMES], indirect=True,
    ids=[f"{width}-{scheme}" for width in WIDTHS for scheme in SCHEMES],
)  # fmt: skip
def test_every_page(opened, public):
    """No page scrolls sideways, reports anything, or asks for anything but its own files."""
    pages = sorted(public.rglob("*.html"))
    assert len(pages) > 50
    for path in pages:
        opened.goto(path.as_uri())
        wide = opened.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path.relative_to(public)} is {wide} px too wide"
        # Quotes may be wider than what stands in view at first.
        opened.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        wide = opened.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path.relative_to(public)} is {wide} px too wide with all quotes open"
        assert opened.reports == [], path.relative_to(public)


@pytest.mark.parametrize("opened", [(360, "light")], indirect=True)
def test_quotes_open_by_keyboard(opened, public):
    """Tab reaches the quotes of a fact, Enter opens and closes them."""
    for locale in ("de", "sr-Latn"):
        opened.goto(min((public / locale).glob("y-*.html")).as_uri())
        for _ in range(200):
            opened.keyboard.press("Tab")
            if opened.evaluate("document.activeElement.matches('.fact details > summary')"):
                break
        else:
            pytest.fail("Tab never came to a fact's quotes")
        quote = "document.activeElement.parentElement.querySelector('[data-statement]')"
        assert not opened.evaluate(f"{quote}.checkVisibility()")
        opened.keyboard.press("Enter")
        assert opened.evaluate(f"{quote}.checkVisibility()")
        assert opened.evaluate(f"{quote}.textContent.trim().length") > 0
        opened.keyboard.press("Enter")
        assert not opened.evaluate(f"{quote}.checkVisibility()")


def test_dark_is_dark(chromium, public):
    """The two schemes differ where it counts: the ground and the letters."""
    seen = {}
    for scheme in SCHEMES:
        context = chromium.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto((public / "en" / "index.html").as_uri())
        style = "getComputedStyle(document.documentElement)"
        seen[scheme] = page.evaluate(f"[{style}.backgroundColor, {style}.color]")
        context.close()
    assert seen["light"][0] != seen["dark"][0]
    assert seen["light"][1] != seen["dark"][1]


def test_without_scripts(chromium, public):
    """Every quote can be read where scripts are off."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(min((public / "ru").glob("y-*.html")).as_uri())
    summary = page.locator(".fact details > summary").first
    summary.click()
    assert page.locator(".fact details[open] [data-statement]").first.is_visible()
    context.close()
