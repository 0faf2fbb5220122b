"""`beleg archive`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from beleg.cli.console import exit_code, json_option, plural, print_json, tell
from beleg.ingest.archive import verify as verified
from beleg.jsonl import plain
from beleg.project import find_project


@click.group()
def archive() -> None:
    """Look after the archive of what was fetched.

    Example: beleg archive verify
    """


@archive.command()
@json_option
def verify(as_json: bool) -> int:
    """Check every record, digest and line of the ledger.

    Example: beleg archive verify
    """
    counts, problems = verified(find_project(Path.cwd()) / "archive")
    if as_json:
        print_json({**asdict(counts), "problems": plain(problems)})
    else:
        for name, count in asdict(counts).items():
            click.echo(f"{name:8} {count:>16,}")
    tell(problems)
    errors = sum(problem.severity == "error" for problem in problems)
    if not problems:
        click.echo(
            "The archive is whole."
            if counts.records or counts.attempts or counts.editions
            else "Nothing was fetched yet.",
            err=True,
        )
    else:
        click.echo(f"{plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}.", err=True)
    return exit_code(problems)
