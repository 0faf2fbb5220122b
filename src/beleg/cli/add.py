"""`beleg add FILE`."""

from __future__ import annotations

from pathlib import Path

import click

from beleg.cli.check import described
from beleg.cli.console import tell
from beleg.ingest.sources import read_publishers
from beleg.pipeline import find_project


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def add(file: Path) -> None:
    """Add an article FILE (.txt, .md, .html) to the sources.

    The file is read first: if it is no article, nothing is added.

    Example: beleg add ~/Downloads/article.html
    """
    from beleg.ingest.adding import add_file  # noqa: PLC0415  # reads HTML, which is slow to import

    sources = find_project(Path.cwd()) / "sources"
    publishers, problems = read_publishers(sources)
    tell(problems)
    added = add_file(sources, file, publishers)
    if added.existed:
        click.echo(f"sources/{added.article.id} holds this article already; nothing was added.", err=True)
    else:
        click.echo(f"Added sources/{added.article.id}", err=True)
    click.echo(described(added.article))
    for warning in added.article.warnings:
        click.echo(f"warning: sources/{added.article.id}: {warning}.", err=True)
    if added.missing:
        click.echo(
            f"It does not say its {', '.join(added.missing)}; write what you know above its text (sources/README.md).",
            err=True,
        )
    click.echo("Next: run `beleg build`.", err=True)
