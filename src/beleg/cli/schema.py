"""`beleg schema`."""

from __future__ import annotations

import json

import click

from beleg.schema import schema as make_schema


@click.command()
def schema() -> None:
    """Print the JSON Schema (draft 2020-12) of what `statements` and `facts` print.

    Example: beleg schema > beleg.schema.json
    """
    click.echo(json.dumps(make_schema(), ensure_ascii=False, indent=2))
