"""`beleg fetch`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import Ticker, exit_code, json_option, plural, print_json, tell
from beleg.ingest.addresses import shown
from beleg.ingest.settings import read_limits, read_site
from beleg.ingest.sources import ENDING, read_sources
from beleg.jsonl import plain
from beleg.project import find_project
from beleg.records import Attempt, Problem, Source

# Seconds between two lines of progress.
_EVERY = 2.0


@click.command()
@click.argument("names", nargs=-1, metavar="[SOURCE...]")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@json_option
def fetch(names: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Fetch feeds and pages into the archive: all sources, or those named.

    What failed is named; what was fetched before stays. Builds read the archive, never the network.

    Example: beleg fetch && beleg build
    """
    folder = find_project(Path.cwd())
    site, problems = read_site(folder / "sources")
    limits, more = read_limits(folder / "sources")
    problems += more
    sources, more = read_sources(folder / "sources")
    problems += more
    asked = _chosen(sources, names)
    if not asked:
        tell(problems)
        click.echo(_NOTHING if not sources else "Every source is paused, or a file; nothing was fetched.", err=True)
        if as_json:
            print_json({"attempts": [], "problems": plain(problems)})
        return exit_code(problems, strict=strict)
    # The client is slow to import.
    from beleg.ingest.fetch.run import fetch as run  # noqa: PLC0415

    report = run(folder / "archive", asked, limits, site.contact or site.address, Ticker("source", "fetched", _EVERY))
    problems += report.problems
    tell(problems)
    for source, until in report.waiting:
        click.echo(f"{source.path}: its server asks for no request before {until}; it was left alone.", err=True)
    counted = counts(asked, report.attempts, problems)
    click.echo(summary(counted), err=True)
    if as_json:
        print_json(counted | {"attempts": plain(report.attempts), "problems": plain(problems)})
    return exit_code(problems, strict=strict)


_NOTHING = "No source to fetch. Next: `beleg add https://…`, the address of a feed or a page."


def _chosen(sources: Sequence[Source], names: Sequence[str]) -> list[Source]:
    """The sources that are to be fetched: those named, or all that are not paused.

    Raises:
        UsageError: There is none of a name.
    """
    if not names:
        return [source for source in sources if source.address and not source.paused]
    by_name = {source.name: source for source in sources if source.address}
    for name in names:
        if name.removesuffix(ENDING) not in by_name:
            there = ", ".join(by_name) if by_name else "none that can be used"
            raise click.UsageError(f"There is no source {shown(name)!r}; there {'are' if by_name else 'is'} {there}.")
    return [by_name[name] for name in dict.fromkeys(name.removesuffix(ENDING) for name in names)]


def counts(asked: Sequence[Source], attempts: Sequence[Attempt], problems: Sequence[Problem]) -> dict[str, Any]:
    """The figures of the closing lines."""
    whole = [attempt for attempt in attempts if attempt.role != "article"]
    pages = [attempt for attempt in attempts if attempt.role == "article"]
    return {
        "sources": len(asked),
        "answered": sum(attempt.outcome != "failed" for attempt in whole),
        "failed": sum(attempt.outcome == "failed" for attempt in whole),
        "entries": sum(attempt.entries or 0 for attempt in whole),
        "fresh": sum(attempt.fresh or 0 for attempt in whole),
        "pages": sum(attempt.outcome != "failed" for attempt in pages),
        "pages_failed": sum(attempt.outcome == "failed" for attempt in pages),
        "errors": sum(problem.severity == "error" for problem in problems),
        "warnings": sum(problem.severity == "warning" for problem in problems),
    }


def summary(counted: dict[str, Any]) -> str:
    """The closing lines: what came, what failed, what to do next."""
    fresh, pages = plural(counted["fresh"], "new entry", "new entries"), plural(counted["pages"], "article page")
    lines = [f"Fetched {counted['answered']:,} of {plural(counted['sources'], 'source')}: {fresh}, {pages}."]
    if counted["failed"] or counted["pages_failed"]:
        failed = [
            plural(counted[key], one) for key, one in (("failed", "source"), ("pages_failed", "page")) if counted[key]
        ]
        lines.append(f"{' and '.join(failed)} failed (see above); what was fetched before stays.")
    lines.append("Next: `beleg build`.")
    return "\n".join(lines)
