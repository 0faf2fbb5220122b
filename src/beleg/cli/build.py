"""`beleg build`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from beleg.cli import console, readings
from beleg.cli.console import UNSURE, json_option, plural, told_news
from beleg.ingest.health import closing_lines
from beleg.jsonl import plain
from beleg.pipeline import Built, editions, newest, note_built, publish_pages, shown
from beleg.records import Edition


@click.command()
@click.option(
    "--edition", "wanted", metavar="PERIOD",
    help="A day (2026-10-27), a week (2026-W44), a month (2026-10) or two days (2026-10-20..2026-10-27); as the settings say unless given.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings and unsure statements, too.")
@json_option
def build(wanted: str | None, strict: bool, as_json: bool) -> int:
    """Build the digest, all locales, into public/.

    What can't be read is named and left out; the rest is built. The old pages stay until the new ones are whole.

    An edition tells what is new since the last one that was published (`beleg publish`). Published editions are printed
    from their records.

    Example: beleg build, then open public/index.html in a browser

    Example: beleg build --edition 2026-W44
    """
    project, progress = console.here(), console.Progress()
    built = editions(project, progress, wanted)
    edition = shown(built, project.site, wanted)
    progress.step(f"Writing the pages of {plural(len(edition.facts), 'fact')}")
    printed = publish_pages(project, built.draft, built.published)
    noted = note_built(project, built, wanted)
    edition = replace(edition, problems=(*edition.problems, *printed.problems))
    console.tell(edition.problems)
    counted = counts(edition, len(printed.paths))
    for line in (*readings.lines(printed.readings), *readings.untold(printed.headings)) if edition.facts else ():
        click.echo(line, err=True)
    click.echo(summary(counted, read=bool(project.articles)), err=True)
    for line in told(built, edition):
        click.echo(line, err=True)
    if built.draft is not None and not noted:
        click.echo(
            "notice: .beleg/ can't be written, so `beleg publish` needs --yes: it can't tell what was built.", err=True
        )
    if printed.kept:
        click.echo(f"{plural(printed.made, 'page')} made anew, {printed.kept:,} kept as they were.", err=True)
    for line in closing_lines(edition.health):
        click.echo(console.one_line(line), err=True)
    if as_json:
        console.print_json(
            counted | {"readings": printed.readings, "headlines": printed.headings, "problems": plain(edition.problems)}
        )
    return console.exit_code(edition.problems, strict=strict, unsure=counted["unsure"])


def told(built: Built, edition: Edition) -> Iterator[str]:
    """What the edition has that was not published before, how it gets published, and what is in no edition."""
    if built.draft is None:
        if built.published:
            yield f"Nothing is new since edition {built.published[-1].id}; the pages are as they were published."
        return
    since = (
        f"; since edition {edition.preceding}: {told_news(edition) or 'no fact is new'}"
        if edition.preceding
        else ", the first"
    )
    yield f"This is edition {edition.id}{since}. `beleg publish` records it."
    if built.published and (first := newest(built.published)).header.date and first.header.date > (edition.date or ""):
        yield f"Its days end before those of edition {first.id}, which stays on the first page; this one is public/LOCALE/{edition.id}/index.html."
    if built.waiting:
        some = f"{plural(len(built.waiting), 'article')} of other days {'is' if len(built.waiting) == 1 else 'are'} in no edition"
        yield f"{some} yet ({min(built.waiting)}, for one): `beleg build --edition PERIOD` makes the edition of their days."


def counts(edition: Edition, files: int) -> dict[str, Any]:
    """The figures of the closing lines; `edition` is its date, or "undated"."""
    severities = Counter(problem.severity for problem in edition.problems)
    return {
        "edition": edition.id,
        "files": files,
        "articles": len(edition.articles),
        "stories": len(edition.stories),
        "statements": len(edition.statements),
        "facts": len(edition.facts),
        # Of these, so many are off their story's subject, and stand in its last section.
        "aside": sum(fact.aside for fact in edition.facts),
        "independent": sum(fact.evidence == "independent_evidence" for fact in edition.facts),
        "conflicts": sum(len(story.conflicts) for story in edition.stories),
        "unsure": sum(statement.confidence < UNSURE for statement in edition.statements),
        "sources": len(edition.health),
        "failing": sum(one.state == "failing" for one in edition.health),
        "stale": sum(one.state == "stale" for one in edition.health),
        "withdrawn": len(edition.withdrawn),
        "errors": severities["error"],
        "warnings": severities["warning"],
    }


def summary(counted: dict[str, Any], *, read: bool) -> str:
    """The closing lines: what was built, what is unsure, what failed, what to do next.

    Args:
        counted: The figures.
        read: Whether the project has an article at all.
    """
    files = plural(counted["files"], "file")
    if counted["articles"]:
        # As the pages count them.
        aside = f" and {counted['aside']:,} on other matters" if counted["aside"] else ""
        done = (
            f"Built {files} in public/ from {plural(counted['articles'], 'article')}: "
            f"{plural(counted['facts'] - counted['aside'], 'fact')} in "
            f"{plural(counted['stories'], 'story', 'stories')}{aside}, "
            f"{counted['independent']:,} with independent evidence, {plural(counted['conflicts'], 'conflict')}."
        )
    elif read:
        done = f"Built {files} in public/, without a fact: no story has something new."
    else:
        done = f"Built {files} in public/, without a fact: sources/ holds no article that can be read."
    lines = [done]
    if counted["unsure"]:
        lines.append(f"{plural(counted['unsure'], 'statement')} unsure: `beleg review` lists them.")
    if counted["errors"] or counted["warnings"]:
        lines.append(f"{plural(counted['errors'], 'error')}, {plural(counted['warnings'], 'warning')} (see above).")
    if counted["articles"] or read:
        lines.append("Open public/index.html in a browser.")
    else:
        lines.append(
            "Next: put .txt, .md or .html files into sources/, or run `beleg add` with a file or an address; then `beleg build`."
        )
    return "\n".join(lines)
