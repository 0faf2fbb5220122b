"""`beleg languages`."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import click

from beleg.cli.console import json_option, print_json
from beleg.lexicons import LANGUAGES, PATTERN_TABLES, load
from beleg.read.language import scripts_of
from beleg.records import Kind


@click.command()
@json_option
def languages(as_json: bool) -> None:
    """Show the languages that are read, and how many entries each table of their lexicons holds.

    Example: beleg languages
    """
    found = {language: _counts(language) for language in LANGUAGES}
    if as_json:
        print_json(found)
        return
    rows = [(table, [column["entries"][table] for column in found.values()]) for table in PATTERN_TABLES]
    at = PATTERN_TABLES.index("kind") + 1
    rows[at:at] = [(f"  {kind}", [column["kinds"][kind] for column in found.values()]) for kind in get_args(Kind)]
    width = max(len(name) for name, _ in rows)
    click.echo(f"{'':{width}}" + "".join(f"{language:>11}" for language in found))
    click.echo(f"{'scripts':{width}}" + "".join(f"{' '.join(column['scripts']):>11}" for column in found.values()))
    for name, counts in rows:
        click.echo(f"{name:{width}}" + "".join(f"{count:>11,}" for count in counts))


def _counts(language: Any) -> dict[str, Any]:
    """A language's scripts, the entries of each table of its lexicon, and those of each kind."""
    scripts = scripts_of(language)
    entries = load(language, scripts[0]).entries
    tables = Counter(entry.table for entry in entries)
    kinds = Counter(entry.label for entry in entries if entry.table == "kind")
    return {
        "scripts": list(scripts),
        "entries": {table: tables[table] for table in PATTERN_TABLES},
        "kinds": {kind: kinds[kind] for kind in get_args(Kind)},
    }
