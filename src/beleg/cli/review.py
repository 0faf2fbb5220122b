"""`beleg review`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import click

from beleg.cli.conflicts import conflict_lines
from beleg.cli.console import (
    UNSURE,
    Progress,
    exit_code,
    here,
    json_option,
    not_said,
    one_line,
    plural,
    print_json,
    problem_line,
    told_missing,
)
from beleg.ingest.decisions import NAME, Decisions, as_one, as_one_story, as_read, one_fact, two_facts
from beleg.ingest.health import judged
from beleg.ingest.sources import ENDING
from beleg.jsonl import plain
from beleg.merge.decisions import anchored, decide
from beleg.merge.doubts import nearly_one_fact, nearly_one_story
from beleg.merge.rulings import pair
from beleg.merge.sides import disagreements
from beleg.pipeline import Built, editions, read_again, shown
from beleg.project import Project, own_templates
from beleg.records import Article, Edition
from beleg.render.readable import readings_of

# The reasons to wait, in the order of the list, and the heading of each.
HEADINGS = {
    "problem": "Sources with a problem",
    "source": "Sources that fail, fell silent or moved",
    "incomplete": "Articles that don't say who put them out, when, or under which title",
    "conflict": "Conflicts: the pages show both sides; nothing needs to be done unless one is misread",
    "unsure": "Unsure statements",
    "nearly one fact": "Statements that may say the same: paste the lines of those that do",
    "nearly one story": "Stories that may be one: paste the lines of those that are",
    "foreign": "Facts that some readers get in a foreign quote only: `beleg translate export`, then translate in sources/translations/",
}
# What to write for each key that a reader misses most.
_WRITTEN = {"publisher": "…", "published": "YYYY-MM-DD", "title": "…"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One thing that waits for the editor."""

    # A key of `HEADINGS`.
    why: str
    # What it concerns: a path, or the identifier of a conflict or statement.
    about: str
    # What is to be known of it, one line each.
    told: tuple[str, ...]
    # The file that the lines below belong in, from the project's folder; None where nothing is to be pasted.
    file: str | None = None
    paste: tuple[str, ...] = ()


@click.command()
@click.option(
    "--limit", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
    help="So many unsure statements, pairs of statements and of stories that are nearly one, and foreign quotes; 0 for all.",
)  # fmt: skip
@json_option
def review(limit: int, as_json: bool) -> int:
    """List what waits for the editor, each with the lines that settle it and the file they belong in.

    Example: beleg review --limit 5
    """
    project = here()
    built = editions(project, Progress())
    edition = shown(built, project.site)
    long = {
        ("unsure statement", "unsure statements"): list(_unsure(edition)),
        ("pair of statements", "pairs of statements"): list(_nearly_one_fact(edition, project.decisions)),
        ("pair of stories", "pairs of stories"): list(_nearly_one_story(project, built)),
        ("foreign quote", "foreign quotes"): list(_foreign(edition, own_templates(project))),
    }
    entries = [*_problems(edition), *_sources(edition), *_incomplete(edition), *_conflicts(edition)]
    entries += [entry for found in long.values() for entry in found[: limit or None]]
    if as_json:
        print_json(plain(entries))
    else:
        for why, group in groupby(entries, key=lambda entry: entry.why):
            click.echo(f"{HEADINGS[why]}\n")
            for entry in group:
                click.echo("\n".join(_lines(entry)) + "\n")
    for nouns, found in long.items():
        if limit and len(found) > limit:
            click.echo(f"{plural(len(found) - limit, *nouns)} more: `beleg review --limit 0`.", err=True)
    if project.translations:
        click.echo("Whether the translations say what their quotes say: `beleg translate` compares them.", err=True)
    click.echo(f"{plural(len(entries), 'entry', 'entries')} listed." if entries else "Nothing waits.", err=True)
    return exit_code(edition.problems)


def _lines(entry: Entry) -> Iterator[str]:
    yield from (f"  {one_line(line)}" for line in entry.told)
    if entry.file:
        yield f"  In {one_line(entry.file)}:"
        yield from (f"    {line}" for line in entry.paste)


def _problems(edition: Edition) -> Iterator[Entry]:
    for problem in edition.problems:
        yield Entry(why="problem", about=problem.path, told=(problem_line(problem),))


def _sources(edition: Edition) -> Iterator[Entry]:
    for one in edition.health:
        problem = judged(one)
        if problem:
            yield Entry(why="source", about=problem.path, told=(problem_line(problem),))


def _incomplete(edition: Edition) -> Iterator[Entry]:
    for article in edition.articles:
        missing = not_said(article)
        if missing:
            file, paste = _to_fill_in(article, missing)
            yield Entry(
                why="incomplete", about=article.place, told=(f"{article.place} does not say {told_missing(missing)}",),
                file=file, paste=paste,
            )  # fmt: skip


def _to_fill_in(article: Article, missing: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Where what an article leaves unsaid can be said, and the lines for it."""
    if article.text_from == "file":
        place = f"{article.place}, between two lines --- at the top of the file"
        return place, tuple(f"{name}: {_WRITTEN[name]}" for name in missing)
    # What a feed gave stays as it came; its publisher alone can be said for all articles of a source. A page is one.
    sayable = [name for name in missing if name == "publisher" or article.id == article.source]
    if article.source and sayable:
        return f"sources/{article.source}{ENDING}", tuple(f'{name} = "{_WRITTEN[name]}"' for name in sayable)
    return None, ()


def _conflicts(edition: Edition) -> Iterator[Entry]:
    """Each with the lines that settle it, where a side was misread or the two speak of one thing, or of two."""
    statements = {statement.id: statement for statement in edition.statements}
    for conflict in disagreements(edition, {article.id: article for article in edition.articles}):
        one, other = (statements[side.mentions[0].statement] for side in conflict.sides)
        yield Entry(
            why="conflict",
            about=conflict.id,
            told=(
                *conflict_lines(conflict),
                f"  `beleg explain {conflict.id}` says why it was found. Paste what settles it, if anything does:",
            ),
            file=f"sources/{NAME}",
            paste=(
                "# As it was read; correct what is wrong.",
                *as_read(one),
                "# If they speak of two things, and contradict each other in nothing, without the #:",
                f"# {two_facts(other)}",
                "# If they say the same:",
                f"# {one_fact(other)}",
                *as_read(other),
            ),
        )


def _unsure(edition: Edition) -> Iterator[Entry]:
    """The least sure first."""
    unsure = (statement for statement in edition.statements if statement.confidence < UNSURE)
    for statement in sorted(unsure, key=lambda s: (s.confidence, s.article, s.start)):
        yield Entry(
            why="unsure",
            about=statement.id,
            told=(f"{statement.id}, confidence {statement.confidence}; paste it, corrected where it is wrong",),
            file=f"sources/{NAME}",
            paste=as_read(statement),
        )


def _nearly_one_fact(edition: Edition, decisions: Decisions) -> Iterator[Entry]:
    """The nearest first, without what was decided already."""
    rulings = decide(edition.statements, edition.articles, decisions, anchored(decisions)).rulings
    homes = {statement.id: statement.fact for statement in edition.statements}
    decided = {frozenset((homes[one], homes[other])) for one, other in rulings.one_fact | rulings.two_facts}
    for found in nearly_one_fact(edition.statements):
        one, other = found.one, found.other
        if frozenset((one.fact, other.fact)) not in decided:
            told = [f"{one.fact} and {other.fact}"]
            told += [f"  {statement.article}: {_one_line(statement.quote)}" for statement in (one, other)]
            yield Entry(
                why="nearly one fact", about=one.id, told=tuple(told), file=f"sources/{NAME}",
                paste=as_one(one, other),
            )  # fmt: skip


def _nearly_one_story(project: Project, built: Built) -> Iterator[Entry]:
    """The most alike first, published ones too, without what was decided already."""
    stories = _stories(built)
    known = {name for members in stories.values() for name in members}
    articles = [article for article in project.articles if article.id in known]
    apart = decide((), articles, project.decisions, anchored(project.decisions)).rulings.two_stories
    titles = {article.id: article.title for article in articles}
    for _, one, other in nearly_one_story(stories, articles, read_again(project, articles)):
        here, there = ([name for name in stories[story] if name in titles] for story in (one, other))
        if not any(pair(a, b) in apart for a in here for b in there):
            firsts = (here[0], there[0])
            told = [f"{one} and {other}", *(f"  {name}: {titles[name] or 'without a title'}" for name in firsts)]
            yield Entry(
                why="nearly one story", about=one, told=tuple(told), file=f"sources/{NAME}", paste=as_one_story(firsts)
            )


def _stories(built: Built) -> Mapping[str, Sequence[str]]:
    """The articles of each story as it was told last, be it in the draft."""
    found: dict[str, Sequence[str]] = {}
    told = [
        (name, one.articles, one.aliases) for record in built.published for name, one in record.header.stories.items()
    ]
    told += [(one.id, one.articles, one.aliases) for one in (built.draft.stories if built.draft else ())]
    for name, articles, aliases in told:
        for alias in aliases:
            found.pop(alias, None)
        found[name] = articles
    return found


def _foreign(edition: Edition, templates: Path | None) -> Iterator[Entry]:
    """Facts that are neither worded nor translated, nor quoted in the language of the readers."""
    statements = {statement.id: statement for statement in edition.statements}
    readings = readings_of(edition, templates)
    for fact in edition.facts:
        locales = [locale for locale, found in readings.items() if found[fact.id] == "foreign"]
        if locales:
            first = statements[fact.mentions[0]]
            told = (f"{fact.id}, {first.article}: {_one_line(first.quote)}", f"  not readable in: {', '.join(locales)}")
            yield Entry(why="foreign", about=fact.id, told=told)


def _one_line(text: str) -> str:
    return " ".join(text.split())
