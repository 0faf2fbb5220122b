"""`beleg serve`."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path

import click

from beleg.preview.builds import build, watching
from beleg.preview.server import Told, serving
from beleg.project import find_project

PORT = 8400


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"The port; {PORT} unless given, or a free one where that is taken."
)
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option("--edition", "wanted", metavar="PERIOD", help="As of `beleg build`.")
def serve(port: int | None, no_open: bool, wanted: str | None) -> int:
    """Show the digest in the browser, and build it anew whenever sources or templates change.

    Open pages are reloaded. What a failing build says stands in the terminal and on the page, and the site stays as it
    was. Only this machine can see the pages; the files in public/ are those that `beleg build` writes. Ctrl-C ends it.

    Example: beleg serve
    """
    folder = find_project(Path.cwd())
    arguments = ["--edition", wanted] if wanted else []
    told, changed = Told(), threading.Event()
    try:
        with serving(folder / "public", PORT if port is None else port, told, else_free=port is None) as address:
            click.echo(address)
            sys.stdout.flush()
            with watching(folder, changed.set):
                told.tell(build(folder, arguments).told)
                click.echo(f"The digest is at {address}; Ctrl-C ends this.", err=True)
                if not no_open and _has_browser():
                    webbrowser.open(address)
                while True:
                    # Without an end to the waiting, Windows would not hear Ctrl-C.
                    while not changed.wait(1):
                        pass
                    changed.clear()
                    click.echo("Something has changed; building anew.", err=True)
                    told.tell(build(folder, arguments).told)
    except KeyboardInterrupt:
        click.echo("\nStopped.", err=True)
        return 0


def _has_browser() -> bool:
    """Whether there is a window for a browser; one in the terminal would take it away from the builds."""
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
