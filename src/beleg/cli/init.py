"""`beleg init`."""

from __future__ import annotations

from pathlib import Path

import click

from beleg.errors import ProjectError

SETTINGS = """\
# The site's settings. Every line is optional; a line that begins with # is not read.
[site]
name = "Beleg"
# address = "https://digest.example"   # where the site will be, for links that must be whole
# zone = "Europe/Berlin"               # the zone in which days are shown
# locales = ["de", "sr-Cyrl", "sr-Latn", "ru", "en"]
# contact = "editor@digest.example"
"""
GUIDE = """\
# Sources

Put articles here as `.txt`, `.md` or `.html` files, in folders of your own if you like. A bare text is enough. What is
known of an article goes above its text, between two lines of three hyphens; what is missing is shown as missing:

    ---
    title: The headline
    publisher: Who put it out
    published: 2026-10-27
    language: de
    url: https://paper.example/the-article
    ---

Then run `beleg check` to see what was recognised, and `beleg build` to make the digest in `public/`.
"""
# So many of the things that lay in a folder are named.
_NAMED = 5
IGNORED = "/public/\n/archive/\n/.beleg/\n"


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
def init(folder: Path) -> None:
    """Make a new project in FOLDER (default: here), ready to build.

    Example: beleg init digest && cd digest && beleg build
    """
    sources = folder / "sources"
    if sources.exists():
        raise ProjectError(
            "is there already, so this is a project",
            path=str(sources),
            hint="Run `beleg build` in it, or choose another folder",
        )
    there = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    try:
        sources.mkdir(parents=True)
        (sources / "beleg.toml").write_text(SETTINGS, "utf-8")
        (sources / "README.md").write_text(GUIDE, "utf-8")
        ignored = folder / ".gitignore"
        if not ignored.exists():
            ignored.write_text(IGNORED, "utf-8")
    except OSError as error:
        raise ProjectError(
            f"can't be written: {error.strerror}",
            path=str(error.filename or sources),
            hint="Choose a folder that you may write to",
        ) from error
    click.echo(f"Made a project in {folder.resolve()}.", err=True)
    if there:
        named = ", ".join(there[:_NAMED]) + (", …" if len(there) > _NAMED else "")
        were = "file or folder that was there was" if len(there) == 1 else "files or folders that were there were"
        click.echo(f"{len(there):,} {were} left alone: {named}.", err=True)
    click.echo(
        "Next: put article files into its folder sources/, or run `beleg add FILE`; then `beleg build`.", err=True
    )
