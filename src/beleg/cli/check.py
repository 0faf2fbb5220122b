"""`beleg check`."""

from __future__ import annotations

from typing import Any

import click

from beleg.cli.console import exit_code, here, json_option, plural, print_json, tell
from beleg.jsonl import plain
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
    if as_json:
        print_json({"articles": [row(a) for a in project.articles], "problems": plain(project.problems)})
    else:
        for article in project.articles:
            click.echo(f"{article.id}: {described(article)}")
    tell(project.problems)
    errors = sum(problem.severity == "error" for problem in project.problems)
    click.echo(
        f"{plural(len(project.articles), 'article')} can be read; "
        f"{plural(errors, 'error')}, {plural(len(project.problems) - errors, 'warning')}.",
        err=True,
    )
    return exit_code(project.problems, strict=strict)


def row(article: Article) -> dict[str, Any]:
    """What is known of an article, for machines; None where nobody says."""
    names = ("id", "language", "script", *_KNOWN, "updated", "author", "publisher_kind", "publisher_from")
    return {name: getattr(article, name) for name in names}


def described(article: Article) -> str:
    """What is known of an article, and what is not, in one line."""
    parts = [f"{article.language}-{article.script}" if article.language == "sr" else article.language]
    for name in _KNOWN:
        value = getattr(article, name)
        parts.append(f"{name}: {value}" if value else f"{name} missing")
    return " · ".join(parts)
