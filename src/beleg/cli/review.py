"""`beleg review`."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from beleg.cli.console import here, plural
from beleg.pipeline import edition_of
from beleg.records import Article, Edition, Statement

# Below this confidence a statement is unsure.
UNSURE = 0.6


@click.command()
@click.option(
    "--limit", default=20, show_default=True, help="So many unsure statements, the least sure first; 0 for all."
)
def review(limit: int) -> None:
    """List what waits for the editor, each with the lines that settle it and the file they belong in.

    Example: beleg review
    """
    edition = edition_of(here())
    waiting = 0
    for heading, entries in (
        ("Sources with a problem", list(_problems(edition))),
        ("Articles that don't say who put them out, or when", list(_incomplete(edition))),
        ("Conflicts: both sides are shown; nothing needs to be done unless one is misread", list(_conflicts(edition))),
        ("Unsure statements", list(_unsure(edition, limit))),
    ):
        if not entries:
            continue
        waiting += len(entries)
        click.echo(f"{heading}\n")
        for entry in entries:
            click.echo(entry + "\n")
    unsure = sum(s.confidence < UNSURE for s in edition.statements)
    if limit and unsure > limit:
        click.echo(f"{plural(unsure - limit, 'unsure statement')} more: `beleg review --limit 0` lists all.\n")
    click.echo("Nothing waits." if not waiting else f"{plural(waiting, 'entry', 'entries')} listed.", err=True)


def _problems(edition: Edition) -> Iterator[str]:
    for problem in edition.problems:
        place = f"{problem.path}:{problem.line}" if problem.line else problem.path
        yield f"  {problem.severity}: {place}: {problem.message}. {problem.hint}"


def _incomplete(edition: Edition) -> Iterator[str]:
    for article in edition.articles:
        missing = _missing(article)
        if missing:
            yield f"  sources/{article.id}, in its front matter:\n" + "\n".join(f"    {line}" for line in missing)


def _missing(article: Article) -> list[str]:
    lines = []
    if not article.publisher:
        lines.append("publisher: …")
    if not article.published:
        lines.append("published: YYYY-MM-DD")
    if not article.title:
        lines.append("title: …")
    return lines


def _conflicts(edition: Edition) -> Iterator[str]:
    statements = {statement.id: statement for statement in edition.statements}
    facts = {fact.id: fact for fact in edition.facts}
    for story in edition.stories:
        for conflict in story.conflicts:
            lines = [f"  {conflict.id}, {conflict.kind}, about the {conflict.about}:"]
            for side in conflict.sides:
                first = statements[facts[side].mentions[0]]
                lines.append(f"    {side}  {first.article}  {first.quote}")
            yield "\n".join(lines)


def _unsure(edition: Edition, limit: int) -> Iterator[str]:
    unsure = sorted(
        (s for s in edition.statements if s.confidence < UNSURE), key=lambda s: (s.confidence, s.article, s.start)
    )
    for statement in unsure[: limit or None]:
        yield _decision(statement)


def _decision(statement: Statement) -> str:
    """The lines for `sources/decisions.toml` that settle a statement."""
    lines = [
        f"  {statement.id}, confidence {statement.confidence}; in sources/decisions.toml, corrected where it is wrong:",
        "    [[decision]]",
        f"    article = {json.dumps(statement.article, ensure_ascii=False)}",
        f"    quote = {json.dumps(statement.quote, ensure_ascii=False)}",
        f'    class = "{statement.evidence}"',
        f'    kind = "{statement.kind}"',
    ]
    if statement.claimant:
        lines.append(f"    claimant = {json.dumps(statement.claimant, ensure_ascii=False)}")
    return "\n".join(lines)
