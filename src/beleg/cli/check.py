"""`beleg check`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import click

from beleg.cli.console import (
    Progress,
    exit_code,
    here,
    json_option,
    not_said,
    one_line,
    plural,
    print_json,
    tell,
    told_missing,
)
from beleg.ingest.settings import PUBLISHERS, Publisher, known_publisher, read_publishers
from beleg.jsonl import plain
from beleg.pipeline import merged
from beleg.records import Article, PublisherKind

PLACE = f"sources/{PUBLISHERS}"
# What an editor can say of an article and a bare file doesn't.
_KNOWN = ("title", "publisher", "published", "url")


@click.command()
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@json_option
def check(strict: bool, as_json: bool) -> int:
    """Judge every source file: what was recognised, what is missing, what is wrong.

    Example: beleg check
    """
    project = here()
    # What a file says, and whether a decision still fits, shows only when the articles are taken apart.
    _, problems = merged(project, Progress())
    if as_json:
        print_json({"articles": [row(a) for a in project.articles], "problems": plain(problems)})
    else:
        for article in project.articles:
            click.echo(one_line(f"{article.id}: {described(article)}"))
    tell(problems)
    incomplete = [article for article in project.articles if not_said(article)]
    for article in incomplete:
        hint = f"hint: {article.place}: it does not say {told_missing(not_said(article))}."
        click.echo(one_line(hint), err=True)
    unknown = unknown_publishers(project.articles)
    for line in _kinds_missing(unknown, read_publishers(project.folder / "sources")[0]):
        click.echo(line, err=True)
    errors = sum(problem.severity == "error" for problem in problems)
    click.echo(
        f"{plural(len(project.articles), 'article')} can be read; "
        f"{plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}, "
        f"{plural(len(incomplete) + len(unknown), 'hint')}.",
        err=True,
    )
    if incomplete:
        click.echo("`beleg review` prints the lines to fill in where something is missing.", err=True)
    return exit_code(problems, strict=strict)


def unknown_publishers(articles: Iterable[Article]) -> list[str]:
    """The publishers of articles of which nobody says what they are, by name."""
    return sorted({one.publisher for one in articles if one.publisher and one.publisher_kind == "unknown"})


def _kinds_missing(names: Iterable[str], declared: Mapping[str, Publisher]) -> Iterator[str]:
    """For each publisher what to say of it, and the lines for it; the first one's name all kinds."""
    kind, *others = (kind for kind in get_args(PublisherKind) if kind != "unknown")
    comment = f"   # or {', '.join(others)}"
    for name in names:
        known = known_publisher(name, declared)
        below = f" below the line of {known.name}" if known else ""
        yield one_line(f"hint: kind of {name} unknown: say it in {PLACE}{below}:")
        if known is None:
            yield f"    [{json.dumps(name, ensure_ascii=False)}]"
        yield f'    kind = "{kind}"{comment}'
        comment = ""


def row(article: Article) -> dict[str, Any]:
    """What is known of an article, for machines; None where nobody says."""
    names = (
        "id", "language", "script", *_KNOWN, "updated", "author", "publisher_kind", "publisher_from", "source", "text_from",
        "seen", "zone_assumed", "taken_from", "links",
    )  # fmt: skip
    return {name: plain(getattr(article, name)) for name in names}


def described(article: Article) -> str:
    """What is known of an article, and what is not, in one line."""
    parts = [article.tag]
    for name in _KNOWN:
        value = getattr(article, name)
        parts.append(f"{name}: {value}" if value else f"{name} missing")
    return " · ".join(parts)
