"""`beleg publish`."""

from __future__ import annotations

from collections import Counter

import click

from beleg.cli import targets
from beleg.cli.console import NEWS, Progress, here, json_option, plural, print_json, tell, told_news
from beleg.clock import now, stamp
from beleg.edit import day
from beleg.ingest.withdrawals import is_day
from beleg.pipeline import Built, editions, note_published, period_built
from beleg.publish import record
from beleg.records import Edition


@click.command()
@click.argument("names", metavar="[TARGET]...", nargs=-1)
@click.option("--edition", "wanted", metavar="PERIOD", help="As of `beleg build`; as it was built last unless given.")
@click.option("--date", metavar="DAY", help="The day of publication, as in 2026-11-30; today unless given.")
@click.option("--yes", is_flag=True, help="Publish what sources/ hold now, though public/ does not show it.")
@click.option("--dry-run", is_flag=True, help="Only say what would be published, and what would be sent.")
@json_option
def publish(
    names: tuple[str, ...], wanted: str | None, date: str | None, yes: bool, dry_run: bool, as_json: bool
) -> int:
    """Record the edition that was built as published, in archive/editions/, and send the site to where readers are.

    From then on its facts and stories keep their identifiers, and its pages are made from the record alone. The next
    edition tells what is new since. Then the site is sent to the targets in sources/beleg.toml, to all unless some are
    named; a target that fails stops no other, and the same command finishes what broke off.

    Example: beleg build, look at public/index.html, then beleg publish

    Example: beleg publish --dry-run website
    """
    if date is not None and not is_day(date):
        raise click.BadParameter(f"{date!r} is no day; write it as in 2026-11-30", param_hint="--date")
    project = here()
    chosen = targets.chosen(project, names)
    wanted = wanted or period_built(project)
    built = editions(project, Progress(), wanted)
    tell(built.problems)
    edition = built.draft
    if edition is None or not (edition.facts or edition.corrections or edition.withdrawn):
        click.echo(_nothing(built, wanted), err=True)
        sent = []
        if built.published and chosen:
            last = built.published[-1]
            targets.make_ready(project, built, wanted, yes=yes, dry_run=dry_run, sends=True)
            sent = targets.send_all(project, chosen, last.id, last.header.published, dry_run=dry_run, as_json=as_json)
        if as_json:
            print_json({"edition": None} | targets.as_json(sent))
        return int(any(one.failed for one in sent))
    counted = counts(edition)
    targets.make_ready(project, built, wanted, yes=yes, dry_run=dry_run, sends=bool(chosen))
    if not dry_run:
        edition = record(
            edition,
            built.states,
            project.folder / "archive",
            date or day(stamp(now()), project.site.zone),
            lost=sorted(built.lost),
            quiet=sorted(built.quiet),
        )
        note_published(project, built, wanted)
    click.echo(_done(edition, dry_run=dry_run), err=True)
    day_of = edition.published or date or day(stamp(now()), project.site.zone)
    sent = targets.send_all(project, chosen, edition.id, day_of, dry_run=dry_run, as_json=as_json)
    if as_json:
        print_json(counted | {"number": edition.number, "published": edition.published} | targets.as_json(sent))
    return int(any(one.failed for one in sent))


def counts(edition: Edition) -> dict[str, object]:
    """The figures of an edition, as they are printed for machines."""
    news = Counter(fact.news for fact in edition.facts if fact.news)
    return {
        "edition": edition.id, "preceding": edition.preceding, "stories": len(edition.stories), "facts": len(edition.facts),
        "news": {name: news[name] for name in NEWS if news[name]}, "corrections": len(edition.corrections),
    }  # fmt: skip


def _nothing(built: Built, wanted: str | None) -> str:
    if wanted is not None and any(one.id == wanted for one in built.published):
        return f"Edition {wanted} is published already; a published edition is never changed."
    if wanted is not None:
        return f"Nothing new belongs to {wanted}; nothing was published."
    if built.published:
        return f"Nothing is new since edition {built.published[-1].id}; nothing was published."
    return "There is nothing to publish yet: sources/ holds no article that can be read."


def _done(edition: Edition, *, dry_run: bool) -> str:
    what = f"{plural(len(edition.facts), 'fact')} in {plural(len(edition.stories), 'story', 'stories')}"
    since = (
        f" Since edition {edition.preceding}: {told_news(edition) or 'no fact is new'}." if edition.preceding else ""
    )
    if dry_run:
        return f"Would publish edition {edition.id}: {what}.{since} Nothing was written."
    return (
        f"Published edition {edition.id}, number {edition.number}: {what}.{since}\n"
        f"It is recorded in archive/editions/{edition.id}.jsonl; keep that file, it is what its pages are made from."
    )
