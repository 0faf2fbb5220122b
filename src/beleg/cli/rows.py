"""`beleg statements` and `beleg facts`: what the stages give, as rows."""

from __future__ import annotations

from pathlib import Path

import click

from beleg.jsonl import line
from beleg.pipeline import find_project, load, merged


@click.command()
def statements() -> None:
    """Print the statements of all articles as JSON Lines."""
    project = load(find_project(Path.cwd()))
    for statement in merged(project)[0].statements:
        click.echo(line(statement))


@click.command()
def facts() -> None:
    """Print the facts as JSON Lines."""
    project = load(find_project(Path.cwd()))
    for fact in merged(project)[0].facts:
        click.echo(line(fact))
