"""`beleg diff OLD NEW`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from beleg.cli.console import Progress, exit_code, here, json_option, one_line, plural, print_json, tell
from beleg.edit import Change, changes
from beleg.ingest.editions import read_editions
from beleg.jsonl import plain
from beleg.merge.values import told_quantity
from beleg.pipeline import DRAFT, editions, no_edition, period_built
from beleg.project import Project
from beleg.records import Edition, Fact, Problem

HEADINGS = {
    "new": "New",
    "confirmed": "Claimed before, now confirmed by independent evidence",
    "corrected": "Corrected: other values than were published",
    "disputed": "Now in conflict with another fact",
    "widened": "With a further origin",
    "joined": "Found to be one fact with another, whose permalink now serves both",
    "withdrawn": "Withdrawn with their articles",
    "gone": "No longer said by their articles",
}


@click.command()
@click.argument("old", required=False)
@click.argument("new", default=DRAFT)
@json_option
def diff(old: str | None, new: str, as_json: bool) -> int:
    """Compare two editions: what the later one tells that the earlier one, and all before it, did not.

    OLD and NEW are names of published editions (2026-W44), or `draft` for the one that a build would make now. Without
    NEW the draft is meant, without OLD the last published edition.

    Example: beleg diff 2026-W43 2026-W44

    Example: beleg diff
    """
    project = here()
    all_editions, problems = _editions(project, with_draft=new == DRAFT)
    tell(problems)
    names = [edition.id for edition in all_editions if edition.number is not None]
    if old is None:
        if not names:
            raise click.UsageError(
                "nothing was published yet, so there is nothing to compare with; see `beleg publish`"
            )
        old = names[-1]
    one, other = (_meant(name, all_editions, names) for name in (old, new))
    order = [edition.id for edition in all_editions]
    if order.index(one) > order.index(other):
        raise click.UsageError(f"edition {one} was published after {other}; write them the other way round")
    found = changes(all_editions, one, other)
    if as_json:
        print_json([_row(change) for change in found])
    else:
        for line in _lines(found):
            click.echo(one_line(line))
    click.echo(f"{plural(len(found), 'difference')} from {one} to {other}.", err=True)
    return exit_code(problems)


def _editions(project: Project, *, with_draft: bool) -> tuple[list[Edition], Sequence[Problem]]:
    """The published editions, and after them the draft if there is one and it is asked for."""
    if with_draft:
        built = editions(project, Progress(), period_built(project))
        published, problems, drafts = built.published, built.problems, [built.draft] if built.draft else []
    else:
        published, damaged = read_editions(project.folder / "archive")
        problems, drafts = tuple(damaged), []
    return [*(record.edition(project.site) for record in published), *drafts], problems


def _meant(name: str, all_editions: Sequence[Edition], names: Sequence[str]) -> str:
    """The edition that a name means; without a draft nothing is new since the last one."""
    if name == DRAFT and all_editions:
        return all_editions[-1].id
    if name in names:
        return name
    raise no_edition(name, names)


def _row(change: Change) -> dict[str, object]:
    return {
        "about": change.about, "fact": plain(change.fact.fact), "before": plain(change.before.fact) if change.before else None,
        "quote": change.fact.mentions[0].quote, "article": change.fact.mentions[0].article,
        "why": change.correction.why if change.correction else None,
        "date": change.correction.date if change.correction else None,
        "edition": change.told_by.id if change.told_by else None,
        "published": change.told_by.published if change.told_by else None,
    }  # fmt: skip


def _lines(found: Sequence[Change]) -> Iterator[str]:
    for about, group in groupby(found, key=lambda change: change.about):
        ones = list(group)
        yield f"{HEADINGS[about]}: {len(ones):,}"
        for change in ones:
            first = change.fact.mentions[0]
            yield f"  {change.fact.fact.id}  {first.article}: {first.quote}"
            if told := "; ".join(filter(None, (_told(change), _when(change)))):
                yield f"    {told}"


def _told(change: Change) -> str:
    """What a line adds to a change."""
    before, now = change.before, change.fact.fact
    if change.about == "corrected" and before:
        return f"was {_values(before.fact) or 'without a value'}, is {_values(now) or 'without a value'}"
    if change.about == "confirmed" and before:
        return f"was {before.fact.status}; origins: {_origins(now)}"
    if change.about == "widened" and before:
        return f"origins: {_origins(before.fact)}; now {_origins(now)}"
    if change.about == "disputed":
        return f"against {', '.join(now.conflicts)}"
    if change.about == "joined" and before:
        return f"was {before.fact.id}"
    if change.correction and change.correction.why:
        return f"{change.correction.date}: {change.correction.why}"
    return ""


def _when(change: Change) -> str:
    """Which edition tells a correction, and when it was published."""
    if change.told_by is None:
        return ""
    if change.told_by.published is None:
        return "told in the draft"
    return f"told in edition {change.told_by.id}, published on {change.told_by.published}"


def _origins(fact: Fact) -> str:
    return ", ".join(origin.party or "not stated" for origin in fact.origins)


def _values(fact: Fact) -> str:
    negated = ("negated",) if fact.polarity == "negated" else ()
    return ", ".join((*negated, *map(told_quantity, fact.quantities), *fact.versions, *fact.dates))
