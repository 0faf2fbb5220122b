"""`beleg check`."""

from __future__ import annotations

import sys

import click

from beleg.cli.console import exit_code, here, plural, tell
from beleg.records import Article


@click.command()
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
def check(strict: bool) -> None:
    """Judge every source file: what was recognised, what is missing, what is wrong.

    Example: beleg check
    """
    project = here()
    for article in project.articles:
        click.echo(f"{article.id}: {described(article)}")
    tell(project.problems)
    errors = sum(problem.severity == "error" for problem in project.problems)
    warnings = len(project.problems) - errors
    click.echo(
        f"{plural(len(project.articles), 'article')} can be read; {plural(errors, 'error')}, {plural(warnings, 'warning')}.",
        err=True,
    )
    sys.exit(exit_code(project.problems, strict=strict))


def described(article: Article) -> str:
    """What is known of an article, and what is not, in one line."""
    known = [f"{article.language}-{article.script}" if article.language == "sr" else article.language]
    for name, value in (
        ("title", article.title), ("publisher", article.publisher), ("published", article.published), ("url", article.url),
    ):  # fmt: skip
        known.append(f"{name}: {value}" if value else f"{name} missing")
    return " · ".join(known)
