"""`beleg check`."""

from __future__ import annotations

from typing import Any

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
from beleg.jsonl import plain
from beleg.pipeline import merged
from beleg.records import Article

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
    errors = sum(problem.severity == "error" for problem in problems)
    click.echo(
        f"{plural(len(project.articles), 'article')} can be read; "
        f"{plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}, "
        f"{plural(len(incomplete), 'hint')}.",
        err=True,
    )
    if incomplete:
        click.echo("`beleg review` prints the lines to fill in where something is missing.", err=True)
    return exit_code(problems, strict=strict)


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
