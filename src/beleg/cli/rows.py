"""`beleg statements` and `beleg facts`: what the stages give, as rows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from beleg.cli.console import Progress, exit_code, here, tell
from beleg.errors import ProjectError
from beleg.ingest.adding import document
from beleg.jsonl import line
from beleg.merge import Merged, merge
from beleg.merge.sides import Disagreement, Place, Side, disagreements
from beleg.pipeline import DRAFT, editions, merged, period_built, published_edition, statements_of
from beleg.project import Project, find_project, load_names
from beleg.read import read
from beleg.records import Article, Edition, Fact, Problem
from beleg.render.tables import csv_row, csv_rows

_CONFLICT_COLUMNS = (
    "conflict", "story", "subject", "kind", "about", "relation", "newer", "fact", "value", "polarity", "status", "origins",
    "publisher", "published", "updated", "source", "url", "language", "article", "quote", "statement",
)  # fmt: skip


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def statements(file: Path | None) -> int:
    """Print the statements as JSON Lines: of all articles, or of the one in FILE.

    FILE may lie anywhere, and needs no project around it.

    Example: beleg statements > statements.jsonl

    Example: beleg statements ~/Downloads/article.txt
    """
    found, problems = _of_project() if file is None else _of_file(file)
    tell(problems)
    for statement in found.statements:
        click.echo(line(statement))
    return exit_code(problems)


@click.command()
@click.option(
    "--format", "shape", type=click.Choice(["jsonl", "csv", "table"]), default="jsonl", show_default=True,
    help="JSON Lines, CSV with one row a mention, or a table to look at.",
)  # fmt: skip
@click.option("--conflicts", "rivals", is_flag=True, help="What contradicts each other instead, with both sides.")
@click.option("--edition", "wanted", metavar="NAME", help="Only those of this edition: its name, or `draft`.")
def facts(shape: str, rivals: bool, wanted: str | None) -> int:
    """Print the facts, one a row; as CSV one row a mention.

    Example: beleg facts > facts.jsonl

    Example: beleg facts --format csv > facts.csv

    Example: beleg facts --edition 2026-W44

    Example: beleg facts --conflicts
    """
    project = here()
    found, articles, problems = _facts_of(project, wanted)
    tell(problems)
    by_id = {article.id: article for article in articles}
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    rows: Iterable[str]
    if rivals:
        laid_out = list(disagreements(found, by_id))
        shapes: dict[str, Callable[[Iterable[Disagreement]], Iterable[str]]] = {
            "csv": conflict_csv,
            "table": partial(conflict_table, width=width),
            "jsonl": partial(map, line),
        }
        rows = shapes[shape](laid_out)
    elif shape == "csv":
        rows = csv_rows(found.facts, found.statements, by_id)
    elif shape == "table":
        rows = table(found, width)
    else:
        rows = map(line, found.facts)
    for row in rows:
        click.echo(row)
    return exit_code(problems)


def _facts_of(project: Project, wanted: str | None) -> tuple[Merged, Sequence[Article], Sequence[Problem]]:
    """Facts, with their statements and articles: all that a project's articles give, or those of an edition."""
    if wanted is None:
        everything, told = merged(project, Progress())
        return everything, project.articles, told
    edition: Edition | None
    problems: Sequence[Problem]
    if wanted == DRAFT:
        built = editions(project, Progress(), period_built(project))
        edition, problems = built.draft, built.problems
    else:
        edition, problems = published_edition(project, wanted)
    if edition is None:
        return Merged(statements=(), facts=(), stories=()), (), problems
    found = Merged(statements=edition.statements, facts=edition.facts, stories=edition.stories)
    return found, edition.articles, problems


def _of_project() -> tuple[Merged, Sequence[Problem]]:
    return merged(here(), Progress())


def _of_file(file: Path) -> tuple[Merged, Sequence[Problem]]:
    """A single article's statements; the names of the project around the working directory are known, if there is one."""
    try:
        folder = find_project(Path.cwd())
    except ProjectError:
        folder = None
    register, problems = load_names(folder)
    article = read(document(file))
    return merge(statements_of([article], register), [article], register), problems


def reach(fact: Fact) -> str:
    """How many origins a fact has, or has at most, and in how many outlets: "1/3", "≤2/3"."""
    origins = len(fact.origins) if fact.origins_at_most is None else f"≤{fact.origins_at_most}"
    return f"{origins}/{fact.outlets}"


def table(found: Merged, width: int | None) -> Iterator[str]:
    """A line for each fact: identifier, class, kind, `reach`, languages, its leading quote; cut to `width` if any."""
    mentions = {statement.id: statement for statement in found.statements}
    for fact in found.facts:
        first = mentions[fact.mentions[0]]
        who = f"{first.claimant}: " if first.claimant else ""
        row = (
            f"{fact.id}  {fact.evidence:<20}  {fact.kind:<14}  {reach(fact):>5}  {','.join(fact.languages):<8}  "
            f"{who}{' '.join(first.quote.split())}"
        )
        yield _cut(row, width)


def _cut(row: str, width: int | None) -> str:
    return row if width is None or len(row) <= width else row[: width - 1] + "…"


def conflict_csv(found: Iterable[Disagreement]) -> Iterator[str]:
    """A header and a row for each mention of each side."""
    yield csv_row(_CONFLICT_COLUMNS)
    for conflict in found:
        for side in conflict.sides:
            for place in side.mentions:
                cells = _conflict_cells(conflict, side, place)
                yield csv_row(cells[column] for column in _CONFLICT_COLUMNS)


def _conflict_cells(conflict: Disagreement, side: Side, place: Place) -> dict[str, object]:
    return (
        {name: getattr(conflict, name) for name in ("story", "subject", "kind", "about", "relation", "newer")}
        | {name: getattr(side, name) for name in ("fact", "value", "polarity", "status")}
        | {
            name: getattr(place, name)
            for name in (
                "publisher", "published", "updated", "source", "url", "language", "article", "quote", "statement",
            )
        }
        | {"conflict": conflict.id, "origins": tuple(origin.party or "not stated" for origin in side.origins)}
    )  # fmt: skip


def conflict_table(found: Iterable[Disagreement], width: int | None) -> Iterator[str]:
    """A line for each side: conflict, relation, what differs, its value, whether it is the newer one, origins, quote."""
    for conflict in found:
        for side in conflict.sides:
            state = conflict.relation if conflict.newer is None else "newer" if side.fact == conflict.newer else "older"
            who = ", ".join(origin.party or "not stated" for origin in side.origins)
            row = (
                f"{conflict.id}  {state:<13}  {conflict.about:<18}  {side.fact}  {'; '.join(side.value):<20}  {who}: "
                f"{' '.join(side.mentions[0].quote.split())}"
            )
            yield _cut(row, width)
