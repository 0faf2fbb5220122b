"""`beleg build`."""

from __future__ import annotations

import sys
from collections import Counter

import click

from beleg.cli.console import exit_code, here, plural, tell
from beleg.pipeline import edition_of, publish_pages
from beleg.records import Edition


@click.command()
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
def build(strict: bool) -> None:
    """Build the digest, all locales, into public/.

    What can't be read is named and left out; the rest is built.

    Example: beleg build, then open public/index.html
    """
    project = here()
    edition = edition_of(project)
    pages = publish_pages(project, edition)
    tell(edition.problems)
    click.echo(summary(edition, len(pages)), err=True)
    sys.exit(exit_code(edition.problems, strict=strict))


def summary(edition: Edition, pages: int) -> str:
    """The closing lines: what was built, what is unsure, what failed."""
    if not edition.articles:
        return (
            f"Built {plural(pages, 'page')} in public/, without a fact: there is no article in sources/.\n"
            "Next: put .txt, .md or .html files into sources/, or run `beleg add FILE`; then `beleg build`."
        )
    classes = Counter(fact.evidence for fact in edition.facts)
    unsure = sum(statement.confidence < 0.6 for statement in edition.statements)  # noqa: PLR2004
    conflicts = sum(len(story.conflicts) for story in edition.stories)
    failed = sum(problem.severity == "error" for problem in edition.problems)
    lines = [
        f"Built {plural(pages, 'page')} in public/ from {plural(len(edition.articles), 'article')}: "
        f"{plural(len(edition.facts), 'fact')} in {plural(len(edition.stories), 'story', 'stories')}, "
        f"{classes['independent_evidence']} with independent evidence, {plural(conflicts, 'conflict')}.",
    ]
    if unsure:
        lines.append(f"{plural(unsure, 'statement')} unsure: `beleg review` lists them.")
    if failed:
        lines.append(f"{plural(failed, 'source')} could not be read (see above).")
    lines.append("Open public/index.html in a browser.")
    return "\n".join(lines)
