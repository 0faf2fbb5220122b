"""`beleg languages`."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import click

from beleg.lexicons import LANGUAGES, PATTERN_TABLES, load
from beleg.records import Kind, Script

SCRIPTS: dict[str, tuple[Script, ...]] = {"de": ("Latn",), "ru": ("Cyrl",), "sr": ("Cyrl", "Latn")}


@click.command()
def languages() -> None:
    """Show the languages that are read, and how many entries each table of their lexicons holds.

    Example: beleg languages
    """
    columns = [load(language, SCRIPTS[language][0]) for language in LANGUAGES]
    width = max(len(name) for name in (*PATTERN_TABLES, *(f"  {kind}" for kind in get_args(Kind))))
    click.echo(f"{'':{width}}" + "".join(f"{lexicon.language:>8}" for lexicon in columns))
    for table in PATTERN_TABLES:
        counts = [Counter(entry.label for entry in lexicon.entries if entry.table == table) for lexicon in columns]
        click.echo(f"{table:{width}}" + "".join(f"{count.total():>8,}" for count in counts))
        if table == "kind":
            for kind in get_args(Kind):
                click.echo(f"{'  ' + kind:{width}}" + "".join(f"{count[kind]:>8,}" for count in counts))
    click.echo(f"{'scripts':{width}}" + "".join(f"{' '.join(SCRIPTS[lexicon.language]):>10}" for lexicon in columns))
