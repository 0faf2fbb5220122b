"""Built pages in a browser: served from a folder, with what they report, and asked by axe what keeps readers out."""

from __future__ import annotations

import functools
import os
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

# Width, scheme.
WINDOWS = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]
_SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())
    if (!one.hadRecentInput) window.shifts += one.value; }).observe({ type: "layout-shift", buffered: true }); }"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        """Nothing."""


@contextmanager
def served(folder: Path):
    """The address of a folder, with a slash behind it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def write(folder: Path, files) -> Path:
    """A site's files, written."""
    for path, data in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


@contextmanager
def window(chromium, base, width=1280, scheme="light", **more):
    """A page that keeps what it reports, and what it asks for elsewhere."""
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, **more)
    page = context.new_page()
    page.reports = []
    page.on("console", lambda message: page.reports.append(message.text))
    page.on("pageerror", lambda error: page.reports.append(str(error)))
    page.on("request", lambda asked: page.reports.append(asked.url) if not asked.url.startswith(base) else None)
    yield page
    context.close()


def watch(page):
    """Count how far things move by themselves from now on."""
    page.evaluate(_SHIFTS)


def sound(page):
    """Nothing moved, nothing is too wide, nothing was reported, and axe finds nothing."""
    assert page.reports == []
    assert page.evaluate("window.shifts || 0") == 0
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    program = os.environ.get("BELEG_AXE")
    if not program:
        if os.environ.get("BELEG_REQUIRE_BROWSER") == "1":
            pytest.fail("BELEG_AXE does not name axe.min.js (npm install axe-core)")
        return
    session = page.context.new_cdp_session(page)
    session.send("Page.setBypassCSP", {"enabled": True})
    page.evaluate(Path(program).read_text("utf-8") + ";0")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]] == []
