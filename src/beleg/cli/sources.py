"""`beleg sources`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from beleg.cli.console import exit_code, here, json_option, one_line, plural, print_json, tell
from beleg.edit import day
from beleg.errors import ArchiveError, FeedError
from beleg.ingest.addresses import shown
from beleg.ingest.archive import Archive
from beleg.ingest.feeds import Feed, parse_feed
from beleg.ingest.health import health, judged
from beleg.ingest.sources import ENDING
from beleg.jsonl import plain
from beleg.project import Project
from beleg.records import Attempt, Health

_HEADER = ("source", "state", "last success", "last new", "entries", "articles", "languages", "text")
_NUMBERS = ("entries", "articles")


@click.command()
@click.option("--opml", is_flag=True, help="Print the feeds as OPML, for other programs.")
@json_option
def sources(opml: bool, as_json: bool) -> int:
    """Show how the sources are doing: what came when, what fails or fell silent, and what to do about it.

    Example: beleg sources

    Example: beleg sources --opml > feeds.opml
    """
    if opml and as_json:
        raise click.UsageError("--opml and --json exclude each other.")
    project = here()
    if opml:
        _print_opml(project)
        return 0
    found = health(project.sources, project.attempts, project.articles)
    problems = [problem for problem in project.problems if problem.path.endswith(ENDING)]
    problems += [problem for one in found if (problem := judged(one))]
    if as_json:
        print_json({"sources": plain(found), "problems": plain(problems)})
    else:
        for line in table(found, project.site.zone):
            click.echo(one_line(line))
    tell(problems)
    counted = [sum(one.state == state for one in found) for state in ("failing", "stale", "never fetched")]
    click.echo(
        f"{plural(len(found), 'source')}: {counted[0]:,} failing, {counted[1]:,} fallen silent, "
        f"{counted[2]:,} never fetched.",
        err=True,
    )
    if not found:
        click.echo("Next: `beleg add ADDRESS` adds the feed of a site.", err=True)
    elif counted[2]:
        click.echo("Next: run `beleg fetch`.", err=True)
    return exit_code(problems)


def table(found: Sequence[Health], zone: str) -> Iterator[str]:
    """A line for each source below a header, in columns; days as the site's zone counts them."""
    if not found:
        return
    rows = [_HEADER, *(_row(one, zone) for one in found)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADER))]
    for row in rows:
        cells = (
            cell.rjust(width) if name in _NUMBERS else cell.ljust(width)
            for name, cell, width in zip(_HEADER, row, widths, strict=True)
        )  # fmt: skip
        yield "  ".join(cells).rstrip()


# What was read of an article, by `Article.text_from`.
_TEXTS = {"file": "files", "full": "pages", "feed": "whole in feed", "blurb": "blurbs", "title": "titles"}


def _row(one: Health, zone: str) -> tuple[str, ...]:
    return (
        one.source.name,
        f"failing ({one.streak:,})" if one.state == "failing" else one.state,
        day(one.last_success, zone) if one.last_success else "-",
        day(one.last_new, zone) if one.last_new else "-",
        "-" if one.entries is None else f"{one.entries:,}",
        f"{one.articles:,}",
        _mix(one.languages),
        _mix([(_TEXTS[name], count) for name, count in one.texts]),
    )


def _mix(counts: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts) or "-"


def _print_opml(project: Project) -> None:
    # Only this needs the writer of lists.
    from beleg.ingest.opml import Outline, for_others, write_opml  # noqa: PLC0415

    archive = Archive(project.folder / "archive")
    good = {one.source: one for one in project.attempts if one.role == "feed" and one.outcome in ("stored", "same")}
    outlines = []
    for source in project.sources:
        if source.feed:
            last = good.get(source.name)
            feed = _feed_of(last, archive) if last else None
            title, page, language = (feed.title, feed.link, feed.language) if feed else (None, None, None)
            outlines.append(
                Outline(
                    title=source.title or title or source.publisher or source.name, feed=for_others(source.feed),
                    page=shown(page) if page else None, language=source.language or language,
                )
            )  # fmt: skip
    click.echo(write_opml(outlines, project.site.name).decode(), nl=False)


def _feed_of(attempt: Attempt, archive: Archive) -> Feed | None:
    """A feed as it came then; None if it can't be read again."""
    try:
        body, media_type = archive.payload(attempt)
        return parse_feed(body, media_type=media_type, address=attempt.final or attempt.address)
    except (ArchiveError, FeedError):
        return None
