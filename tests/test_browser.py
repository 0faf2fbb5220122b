"""The built pages in a real browser: on a phone and a desktop, light and dark, from files."""

import http.server
import os
import shutil
import threading
from functools import partial
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
    with (folder / "sources" / "beleg.toml").open("a", encoding="utf-8") as settings:
        settings.write('contact = "redaktion@digest.example"\nimprint = "Erika Beispiel\\n\\nBeispielweg 1"\n')
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
    # The page for dead addresses works on a server alone.
    pages = sorted(path for path in public.rglob("*.html") if path.name != "404.html")
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


# --- the door, dead addresses, citations ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(public):
    """The site below a path of a server that shows its page for dead addresses; gives the address."""
    folder = public

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            return super().translate_path(path.removeprefix("/digest") if path.startswith("/digest/") else "/none")

        def send_error(self, code, message=None, explain=None):
            body = (folder / "404.html").read_bytes().replace(b'"/', b'"/digest/')
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/digest/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("asked", "to"),
    [("de-AT", "de"), ("sr", "sr-Cyrl"), ("sr-RS", "sr-Cyrl"), ("sr-Latn-ME", "sr-Latn"), ("ru", "ru"), ("en-GB", "en"), ("fr", None)],
)  # fmt: skip
def test_the_door_leads_to_the_language_of_the_browser_once(chromium, served, asked, to):
    context = chromium.new_context(locale=asked)
    page = context.new_page()
    page.goto(served)
    if to is None:
        assert page.url == served
        assert page.locator(".choose b:visible").count() == 0
    else:
        page.wait_for_url(f"{served}{to}/index.html")
        # Whoever comes back wants to choose.
        page.goto(served)
        page.wait_for_timeout(300)
        assert page.url == served
        assert page.locator(".choose b:visible").count() == 1
        assert page.locator(f'.choose li[lang="{to}"] b').is_visible()
    context.close()


def test_the_door_leads_nobody_away_who_comes_from_a_page_of_the_site(chromium, served):
    context = chromium.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"{served}ru/index.html")
    page.evaluate("location.href = '../index.html'")
    page.wait_for_url(f"{served}index.html")
    page.wait_for_timeout(300)
    assert page.url == f"{served}index.html"
    context.close()


def test_the_door_is_complete_without_scripts(chromium, served):
    context = chromium.new_context(java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    page.goto(served)
    assert page.locator(".choose a").count() == 5
    assert page.locator(".choose b:visible").count() == 0
    context.close()


@pytest.mark.parametrize("dead", ["gone.html", "ru/y-0.html", "de/2020-01-01/a/b/c.html"])
def test_a_dead_address_leads_to_every_language(chromium, served, dead):
    """At any depth its style is there, and its links lead to pages."""
    context = chromium.new_context()
    page = context.new_page()
    reports = []
    page.on("requestfailed", lambda asked: reports.append(asked.url))
    assert page.goto(served + dead).status == 404
    assert reports == []
    assert page.evaluate("getComputedStyle(document.querySelector('.mast')).borderTopWidth") == "4px"
    links = page.locator(".choose a").evaluate_all("all => all.map(one => one.href)")
    assert len(links) == 5
    assert all(context.request.get(link).status == 200 for link in links)
    context.close()


def test_a_citation_is_copied_with_its_whole_address(chromium, served, public):
    """By keyboard; what was there to select is what is copied, and a claim is cited as one."""
    context = chromium.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    name = min((public / "en").glob("y-*.html")).name
    page.goto(f"{served}en/{name}")
    cite = page.locator(".fact.vendor .cite").first
    summary = cite.locator("summary")
    summary.scroll_into_view_if_needed()
    page.evaluate("document.querySelectorAll('details.rest').forEach(one => { one.open = true })")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Copy"
    page.keyboard.press("Enter")
    assert cite.locator("[role=status]").text_content().strip() == "copied"
    copied = page.evaluate("navigator.clipboard.readText()")
    fact = cite.locator("xpath=ancestor::li[1]").get_attribute("id")
    assert copied.startswith("□ Vendor claim, ")
    assert copied.endswith(f"{served}en/{name}#{fact}")
    assert ", Edition of " in copied
    assert cite.locator("a[href^='mailto:redaktion@digest.example?subject=']").count() == 1
    context.close()
