"""`beleg withdraw ARTICLE|SOURCE`."""

from __future__ import annotations

from difflib import get_close_matches

import click

from beleg.cli.console import here, one_line, plural
from beleg.clock import now, stamp
from beleg.edit import day
from beleg.errors import IngestError
from beleg.ingest.addresses import same_page, shown
from beleg.ingest.sources import ENDING
from beleg.ingest.veil import CONTROL
from beleg.ingest.withdrawals import append, is_day, read_withdrawals
from beleg.project import Project
from beleg.records import Article, Withdrawal

_PLACE = "sources/decisions.toml"


@click.command()
@click.argument("what", metavar="ARTICLE|SOURCE")
@click.option("--why", required=True, metavar="TEXT", help="The reason; readers are told it.")
@click.option("--date", metavar="DAY", help="The day of the correction, as in 2026-11-30; today unless given.")
@click.option("--yes", is_flag=True, help="Don't ask.")
def withdraw(what: str, why: str, date: str | None, yes: bool) -> int:
    """Take back an article, or all that a source gave: facts that rested on it alone go with the next build.

    The pages then carry a correction with date and reason. Only sources/decisions.toml is written; what was fetched or
    dropped into sources/ stays, so a withdrawal is undone by taking its lines out.

    ARTICLE is an article as `beleg check` prints it, or its address; SOURCE is a name as `beleg sources` prints it.

    Example: beleg withdraw paper/elmvik-s1 --why "The paper has retracted the article."
    """
    why = " ".join(why.split())
    if not why or CONTROL.search(why):
        raise click.BadParameter("write a reason that can be printed", param_hint="--why")
    if date is not None and not is_day(date):
        raise click.BadParameter(f"{date!r} is no day; write it as in 2026-11-30", param_hint="--date")
    project = here()
    article, source = _meant(project, what)
    articles = [article] if article else [one for one in project.articles if one.source == source]
    one = Withdrawal(
        article=article.id if article else None, source=source, why=why,
        date=date or day(stamp(now()), project.site.zone),
    )  # fmt: skip
    name = _named(article) if article else f"the source {source} with {plural(len(articles), 'article')}"
    if not yes and not click.confirm(one_line(f"Withdraw {name}?"), err=True):
        click.echo("Nothing was changed.", err=True)
        return 1
    line = append(project.folder / "sources", one)
    click.echo(one_line(f"Withdrew {name}; {_PLACE}:{line} says so. To undo it, take its lines out."), err=True)
    if any(kept.name == source and kept.address and not kept.paused for kept in project.sources):
        click.echo(f"It is still fetched: write paused = true into sources/{source}{ENDING} to end that.", err=True)
    click.echo("Next: run `beleg build`; the pages then carry a correction with date and reason.", err=True)
    return 0


def _meant(project: Project, what: str) -> tuple[Article | None, str | None]:
    """The article or the source that an argument means, neither of them withdrawn yet.

    Raises:
        IngestError: It means none, several, or one that is withdrawn already or has nothing to take back.
    """
    # As it is copied from a line of `beleg check`.
    bare = what.strip().removesuffix(":").removeprefix("sources/")
    name, page = bare.removesuffix(ENDING), same_page(what)
    source = next((one.name for one in project.sources if one.name == name), None) or next(
        (one.name for one in project.sources if one.address and same_page(one.address) == page), None
    )
    for one in read_withdrawals(project.folder / "sources")[0]:
        if bare == one.article or (source and source == one.source):
            raise IngestError(
                f"{one.article or one.source} was withdrawn on {one.date}", path=_PLACE, line=one.line,
                hint="Change its reason there, or take the lines out to undo it",
            )  # fmt: skip
    found = [article for article in project.articles if article.id == bare] or [
        article for article in project.articles if article.url and same_page(article.url) == page
    ]
    if source == name or (source and not found):
        if not any(article.source == source for article in project.articles):
            raise IngestError(
                f"{source} gave no article, so there is nothing to take back", path=f"sources/{source}{ENDING}",
                hint="Write paused = true into its file if it shall not be fetched any more",
            )  # fmt: skip
        return None, source
    if len(found) == 1:
        return found[0], None
    if found:
        listed = ", ".join(article.id for article in found)
        raise IngestError(f"{len(found)} articles have this address: {listed}", hint="Name one of them")
    names = [article.id for article in project.articles] + [one.name for one in project.sources]
    near = get_close_matches(bare, names, n=1)
    guess = f"Did you mean {near[0]}? " if near else ""
    raise IngestError(
        f"no article or source is called {shown(what)!r}, or has that address",
        hint=f"{guess}`beleg check` prints the articles, `beleg sources` the sources; what is withdrawn is in {_PLACE}",
    )


def _named(article: Article) -> str:
    told = [f"“{article.title}”" if article.title else article.id, article.publisher, article.published]
    return f"the article {', '.join(part for part in told if part)}"
