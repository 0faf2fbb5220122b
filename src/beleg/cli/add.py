"""`beleg add URL|FILE…`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from beleg.cli.check import described
from beleg.cli.console import one_line, plural, sentences, tell, told_missing
from beleg.errors import BelegError, IngestError
from beleg.ingest.addresses import shown
from beleg.ingest.settings import Publisher, read_limits, read_publishers, read_site
from beleg.project import find_project
from beleg.records import Limits, Site

if TYPE_CHECKING:
    from beleg.ingest.proposal import Proposal

_SCHEMES = ("http://", "https://")
# What stands for a key that lies in the environment.
_VARIABLE = re.compile(r"\$\{\w+\}")


@dataclass(frozen=True, kw_only=True)
class _Project:
    sources: Path
    publishers: Mapping[str, Publisher]
    site: Site
    limits: Limits


@dataclass(frozen=True, kw_only=True)
class _Wish:
    """How addresses are to be added."""

    yes: bool
    page: bool
    name: str | None


@click.command()
@click.argument("what", nargs=-1, required=True, metavar="URL|FILE...")
@click.option("--yes", is_flag=True, help="Add what was found without asking.")
@click.option("--page", is_flag=True, help="Add the page itself as an article, not the feed that it names.")
@click.option("--name", metavar="NAME", help="Name of the source; its file becomes NAME.source.toml.")
def add(what: tuple[str, ...], yes: bool, page: bool, name: str | None) -> int:
    """Add a feed or a page by its address, or article files (.txt, .md, .html), to the sources.

    For a URL, Beleg looks for the feed, shows what it is, and adds it if you agree; `beleg fetch` then fetches it. A FILE
    is read first: if it is neither an article nor a feed (.xml, .rss, .atom, .json), it is not added; the others are. Of
    a list of feeds (.opml), each is added.

    Example: beleg add https://paper.example/

    Example: beleg add ~/Downloads/article.html
    """
    sources = find_project(Path.cwd()) / "sources"
    if name and len(what) > 1:
        raise click.UsageError("--name goes with one address.")
    publishers, problems = read_publishers(sources)
    site, more = read_site(sources)
    limits, others = read_limits(sources)
    tell([*problems, *more, *others])
    project = _Project(sources=sources, publishers=publishers, site=site, limits=limits)
    incomplete, fetched, added = False, False, False
    unfolded, failed = _unfolded(what)
    for one in unfolded:
        try:
            if _is_address(one):
                fetched |= _add_address(project, one, _Wish(yes=yes, page=page, name=name))
            else:
                incomplete |= _add_file(project, Path(one))
                added = True
        except BelegError as error:
            failed += 1
            click.echo(f"beleg: {error}", err=True)
    if fetched or added:
        correct = "correct what is said above in the files below sources/, then " if incomplete else ""
        run = "`beleg fetch`, then `beleg build`" if fetched else "`beleg build`"
        click.echo(f"Next: {correct}run {run}.", err=True)
    return int(failed > 0)


def _is_address(what: str) -> bool:
    return what.lower().startswith(_SCHEMES)


def _unfolded(what: Sequence[str]) -> tuple[list[str], int]:
    """What is to be added, the feeds of a list one by one, and how many lists can't be read."""
    found: list[str] = []
    failed = 0
    for one in what:
        path = Path(one)
        if not _is_address(one) and not path.is_file():
            raise click.BadParameter(
                f"{shown(one)!r} is no file. An address begins with https:// or http://.", param_hint="URL|FILE"
            )
        if _is_address(one) or path.suffix.lower() != ".opml":
            found.append(one)
            continue
        from beleg.ingest.files import content, spelled  # noqa: PLC0415
        from beleg.ingest.opml import read_opml  # noqa: PLC0415

        try:
            outlines = read_opml(content(path, spelled(path)))
        except BelegError as error:
            failed += 1
            click.echo(f"beleg: {error.path or spelled(path)}: {error.message}. {error.hint}", err=True)
            continue
        click.echo(f"{spelled(path)} lists {plural(len(outlines), 'feed')}.", err=True)
        found += [outline.feed for outline in outlines]
    return found, failed


def _add_address(project: _Project, address: str, wish: _Wish) -> bool:
    """Add a source by its address, after it was looked at; whether one was added.

    Raises:
        BelegError: It can't be fetched, is no source, or can't be written.
    """
    from beleg.clock import now  # noqa: PLC0415
    from beleg.edit.period import day  # noqa: PLC0415
    from beleg.ingest.proposal import add_source, described_already, propose  # noqa: PLC0415 - the client is slow to load

    there = described_already(project.sources, address)
    if there is None:
        found = propose(address, project.limits, project.site.contact or project.site.address, page=wish.page)
        there = described_already(project.sources, found.address)
    if there is not None:
        click.echo(f"{there.path} describes {shown(there.address)} already; nothing was added.", err=True)
        return False
    for line in _told(found, asked_for_page=wish.page):
        click.echo(one_line(line))
    if found.what == "feed" and found.address != address:
        click.echo("This is the feed that the page names; --page adds the page itself, as an article.")
    if not wish.yes and not _agreed():
        click.echo("Nothing was added.", err=True)
        return False
    today = day(now().isoformat(), project.site.zone)
    file = add_source(project.sources, found, name=wish.name, zone=project.site.zone, day=today)
    click.echo(f"Added sources/{file.name}; what is wrong in it can be corrected there.", err=True)
    bare = _VARIABLE.sub("", found.address)
    if shown(bare) != bare:
        click.echo(
            f"sources/{file.name} holds a password or key. Write ${{NAME}} in its place, and set NAME before you fetch, "
            "if others may see the file.", err=True,
        )  # fmt: skip
    return True


def _agreed() -> bool:
    try:
        return click.confirm("Add it?", default=True, err=True)
    except click.Abort as error:
        raise IngestError("nobody answered", hint="Add --yes to add what is found without asking") from error


def _told(found: Proposal, *, asked_for_page: bool = False) -> list[str]:
    """What was found at an address, one line each."""
    languages = ", ".join(f"{tag} ({count})" if len(found.languages) > 1 else tag for tag, count in found.languages)
    lines = [
        f"{found.what}: {shown(found.address)}",
        f"title: {found.title or 'none'}",
        f"language: {languages or 'none that Beleg reads'}",
        f"publisher: {found.kind}, {found.why}",
    ]
    if found.article:
        lines.append(f"article: {described(found.article)}")
        if not asked_for_page:
            lines.append("no feed was found; the page would be added as one article")
    else:
        lines.append(f"entries: {found.entries:,}")
        lines.append(f"text: {_text(found)}")
    if found.zoneless:
        lines.append(f"times without their zone: {found.zoneless:,}, taken to be in the site's")
    lines += [
        f"also there: {shown(other.address)}" + (f" ({other.title})" if other.title else "") for other in found.others
    ]
    lines += [f"warning: {sentences(warning)}" for warning in found.warnings]
    return lines


def _text(found: Proposal) -> str:
    if not found.entries:
        return "nothing yet"
    if found.whole == found.entries:
        return "the feed holds the whole text"
    some = (
        "only blurbs"
        if not found.whole
        else f"the whole text of {found.whole:,} of {found.entries:,} entries, else blurbs"
    )
    return some if found.what == "file" else f"{some}; `beleg fetch` fetches the pages"


def _add_feed_file(project: _Project, name: str, existed: bool, data: bytes) -> None:
    """Tell what a feed file holds that was copied, and describe it as a source."""
    from beleg.clock import now  # noqa: PLC0415
    from beleg.edit.period import day  # noqa: PLC0415
    from beleg.ingest.proposal import add_source, propose_file  # noqa: PLC0415 - the client is slow to load

    if existed:
        click.echo(f"sources/{name} holds this feed already; nothing was added.", err=True)
        return
    found = propose_file(name, data)
    for line in _told(found):
        click.echo(one_line(line))
    today = day(now().isoformat(), project.site.zone)
    source = add_source(project.sources, found, name=None, zone=project.site.zone, day=today)
    click.echo(f"Added sources/{name}; what sources/{source.name} says of it can be corrected there.", err=True)


def _add_file(project: _Project, file: Path) -> bool:
    """Add one file, and tell what was recognised; whether there is something to correct.

    Raises:
        BelegError: It is no article, or can't be written.
    """
    from beleg.ingest.adding import add_feed_file, add_file  # noqa: PLC0415  # reads HTML, which is slow to import
    from beleg.ingest.folders import FEEDS  # noqa: PLC0415
    from beleg.read.frontmatter import PLACE  # noqa: PLC0415

    if file.suffix.lower() in FEEDS:
        _add_feed_file(project, *add_feed_file(project.sources, file))
        return False
    added = add_file(project.sources, file, project.publishers)
    path = f"sources/{added.article.id}"
    if added.existed:
        click.echo(f"{path} holds this article already; nothing was added.", err=True)
    else:
        click.echo(f"Added {path}", err=True)
    click.echo(described(added.article))
    for warning in added.article.warnings:
        click.echo(f"warning: {path}: {sentences(warning, f'See {PLACE}')}", err=True)
    if added.missing:
        keys = ", ".join(f"{key}:" for key in added.missing)
        click.echo(
            f"The article does not say {told_missing(added.missing)}. What you know of it goes into {path}, {PLACE}: "
            f"{keys} (sources/README.md shows how).",
            err=True,
        )
    return bool(added.article.warnings)
