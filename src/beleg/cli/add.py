"""`beleg add FILE…`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from beleg.cli.check import described
from beleg.cli.console import sentences, tell, told_missing
from beleg.errors import BelegError
from beleg.ingest.settings import Publisher, read_publishers
from beleg.pipeline import find_project


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def add(files: tuple[Path, ...]) -> int:
    """Add article files (.txt, .md, .html) to the sources.

    Each FILE is read first: if it is no article, it is not added; the others are.

    Example: beleg add ~/Downloads/article.html
    """
    sources = find_project(Path.cwd()) / "sources"
    publishers, problems = read_publishers(sources)
    tell(problems)
    failed, incomplete = 0, False
    for file in files:
        try:
            incomplete |= _add(sources, file, publishers)
        except BelegError as error:
            failed += 1
            click.echo(f"beleg: {error}", err=True)
    if failed < len(files):
        correct = "correct what is said above in the files below sources/, then " if incomplete else ""
        click.echo(f"Next: {correct}run `beleg build`.", err=True)
    return int(failed > 0)


def _add(sources: Path, file: Path, publishers: Mapping[str, Publisher]) -> bool:
    """Add one file, and tell what was recognised; whether there is something to correct.

    Raises:
        BelegError: It is no article, or can't be written.
    """
    from beleg.ingest.adding import add_file  # noqa: PLC0415  # reads HTML, which is slow to import
    from beleg.read.frontmatter import PLACE  # noqa: PLC0415

    added = add_file(sources, file, publishers)
    path = f"sources/{added.article.id}"
    if added.existed:
        click.echo(f"{path} holds this article already; nothing was added.", err=True)
    else:
        click.echo(f"Added {path}", err=True)
    click.echo(described(added.article))
    for warning in added.article.warnings:
        click.echo(f"warning: {path}: {sentences(warning, f'See {PLACE}')}", err=True)
    if added.missing:
        keys = ", ".join(f"{key}:" for key in added.missing)
        click.echo(
            f"The article does not say {told_missing(added.missing)}. What you know of it goes into {path}, {PLACE}: "
            f"{keys} (sources/README.md shows how).",
            err=True,
        )
    return bool(added.article.warnings)
