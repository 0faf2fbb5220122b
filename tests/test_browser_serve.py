"""`beleg serve` in a real browser: the open page comes anew, says what fails, and its strict policy lets it."""

import shutil
import time

import pytest

from beleg.cli import main
from beleg.preview.server import Told, serving
from conftest import CHECKOUT
from test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A project of one locale with its pages."""
    (tmp_path / "sources" / "solidstate").mkdir(parents=True)
    for path in (CHECKOUT / "sources" / "solidstate").iterdir():
        shutil.copy(path, tmp_path / "sources" / "solidstate" / path.name)
    (tmp_path / "sources" / "beleg.toml").write_text('[site]\nname = "Vorher"\nlocales = ["de"]\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["build"]) == 0
    return tmp_path


def test_an_open_page_comes_anew(chromium, site):  # noqa: F811
    """It reloads by itself when the site has changed, not before, and stays where it was scrolled to."""
    told = Told()
    with serving(site / "public", 0, told, else_free=False) as address:
        page = chromium.new_page(viewport={"width": 360, "height": 640})
        reports = []
        page.on("console", lambda message: reports.append(message.text))
        page.on("pageerror", lambda error: reports.append(str(error)))
        page.on("request", lambda asked: reports.append(asked.url) if not asked.url.startswith(address) else None)
        page.goto(f"{address}de/")
        assert page.locator(".mast .name").inner_text().startswith("Vorher")
        page.evaluate("window.mark = 1")
        page.evaluate("window.scrollTo(0, 300)")

        # The same site built once more is no reason to reload; what fails is said, and taken back.
        assert main(["build"]) == 0
        told.tell("beleg: templates/base.html:3: <b>template</b> fails")
        page.locator("#beleg-serve").wait_for()
        assert page.locator("#beleg-serve").inner_text() == "beleg: templates/base.html:3: <b>template</b> fails"
        assert page.locator("#beleg-serve").get_attribute("role") == "alert"
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        told.tell("")
        page.locator("#beleg-serve").wait_for(state="detached")
        assert page.evaluate("window.mark") == 1

        settings = site / "sources" / "beleg.toml"
        settings.write_text(settings.read_text("utf-8").replace("Vorher", "Nachher"), "utf-8")
        assert main(["build"]) == 0
        page.locator(".mast .name", has_text="Nachher").wait_for()
        assert page.evaluate("window.mark") is None
        until = time.monotonic() + 10
        while page.evaluate("window.scrollY") != 300:
            assert time.monotonic() < until
        assert reports == []
        page.close()


def test_a_page_that_is_not_there_yet_comes_by_itself(chromium, site):  # noqa: F811
    """A browser that was opened before the first build shows the site once it is built."""
    shutil.rmtree(site / "public")
    with serving(site / "public", 0, Told(), else_free=False) as address:
        page = chromium.new_page()
        page.goto(address)
        assert "There is no such page" in page.inner_text("body")
        assert main(["build"]) == 0
        page.locator("ul.choose").wait_for()
        page.close()


def test_many_open_pages_share_one_connection(chromium, site):  # noqa: F811
    """A browser opens six to a host: a seventh page is served all the same, all hear what fails, whichever is closed."""
    told = Told()
    with serving(site / "public", 0, told, else_free=False) as address:
        context = chromium.new_context()
        pages = [context.new_page() for _ in range(9)]
        for page in pages:
            page.goto(f"{address}de/method.html", timeout=10_000)
        for number, text in enumerate(("eins", "zwei")):
            told.tell(text)
            for page in pages[number:]:
                page.locator("#beleg-serve", has_text=text).wait_for()
            pages[number].close()
        late = context.new_page()
        late.goto(f"{address}de/")
        late.locator("#beleg-serve", has_text="zwei").wait_for()
        context.close()
