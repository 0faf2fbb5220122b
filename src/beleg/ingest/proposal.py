"""What `beleg add` proposes for an address: its feed, or the page itself, and what can be known of it before it is added."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from beleg.errors import FeedError, FetchError, IngestError, ReadError
from beleg.ingest.addresses import same_page, shown
from beleg.ingest.collect import charset_of, feed_file
from beleg.ingest.discovery import Found, feeds_of, guesses, kind_of_publisher
from beleg.ingest.feeds import Feed, is_feed, parse_feed
from beleg.ingest.fetch.client import Client, user_agent
from beleg.ingest.response import Response
from beleg.ingest.slugs import slug
from beleg.ingest.sources import ENDING, LONGEST, read_sources
from beleg.ingest.veil import CONTROL
from beleg.read import read
from beleg.records import Article, Document, Limits, PublisherKind, Source, Stated

# So many entries tell in which languages a feed is written.
_ENOUGH = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """A source as it would be added."""

    what: Literal["feed", "page", "file"]
    # As it goes into the file; the editor's own may hold credentials. Of a file its path below `sources/`.
    address: str
    title: str | None
    # Language tags of its articles, with their numbers, the most frequent first; of articles that can be read.
    languages: tuple[tuple[str, int], ...]
    kind: PublisherKind
    # Why that kind was guessed, a short phrase.
    why: str
    # Of a feed: its entries, how many of them hold the whole text, how many give a time without its zone.
    entries: int = 0
    whole: int = 0
    zoneless: int = 0
    # The page of the site that a feed names; None if it names none.
    site: str | None = None
    # Other feeds that the page names.
    others: tuple[Found, ...] = ()
    # Of a page: the article in it.
    article: Article | None = None
    warnings: tuple[str, ...] = ()


def propose(address: str, limits: Limits, contact: str | None, *, page: bool = False) -> Proposal:
    """What an address offers: the feed that it is, or that its page names, else the page as an article.

    Args:
        address: As the editor gave it.
        limits: What fetching may take.
        contact: Whom servers may turn to.
        page: Whether the page itself is wanted, not its feed.

    Raises:
        FetchError: It can't be fetched.
        FeedError: It is a feed that can't be read.
        IngestError: It is neither a feed nor a page with an article or a feed.
    """
    return asyncio.run(_propose(address, limits, contact, page))


async def _propose(address: str, limits: Limits, contact: str | None, page: bool) -> Proposal:
    async with Client(limits, user_agent(contact)) as client:
        response = await client.get(address, accept="feed", variables=True)
        if is_feed(response.body):
            feed = _of_feed(address, response)
            return _described(feed, await _site_of(client, feed)) if feed.site else feed
        named = [] if page else feeds_of(response.body, response.final)
        # Where no page names a feed, many programs put it where they always do.
        for one in named or ([] if page else [Found(guess, None, "unknown") for guess in guesses(response.final)]):
            found = await _feed_at(client, one.address)
            if found:
                others = tuple(other for other in named if other is not one)
                return replace(_described(found, response), others=others)
        return _of_page(address, response)


async def _site_of(client: Client, feed: Proposal) -> Response | None:
    """The page of the site that a feed names; None if it can't be fetched, which is no harm."""
    try:
        return await client.get(feed.site or "", accept="page")
    except FetchError:
        return None


def _described(feed: Proposal, page: Response | None) -> Proposal:
    """A feed with what the page of its site says of the publisher: the name without a rubric ("Paper – all news"), the kind."""
    if page is None:
        return feed
    from beleg.read import webpage  # noqa: PLC0415 - the parser of pages is slow to load

    said = webpage.about(page.body, address=page.final)
    names = (name for name in (said.publisher, said.title) if name and feed.title and feed.title.startswith(name))
    title = max(names, key=len, default=feed.title)
    if feed.kind != "unknown":
        return replace(feed, title=title)
    kind, why = kind_of_publisher(title or "", page.final, page.body)
    return replace(feed, title=title, kind=kind, why=why)


async def _feed_at(client: Client, address: str) -> Proposal | None:
    """What a feed that was found offers; None if there is none after all."""
    try:
        response = await client.get(address, accept="feed")
        return _of_feed(address, response) if is_feed(response.body) else None
    except (FetchError, FeedError):
        return None


def propose_file(name: str, data: bytes) -> Proposal:
    """What a feed file offers that lies below `sources/`, by its name there.

    Raises:
        FeedError: It is no feed.
    """
    feed = parse_feed(data)
    return replace(_of(feed, data, feed.link or ""), what="file", address=name)


def _of_feed(address: str, response: Response) -> Proposal:
    feed = parse_feed(response.body, media_type=response.header("content-type"), address=response.final)
    return replace(_of(feed, response.body, feed.link or response.final), address=address)


def _of(feed: Feed, data: bytes, site: str) -> Proposal:
    documents, _ = feed_file("feed", data)
    languages: Counter[str] = Counter()
    for document in documents[:_ENOUGH]:
        try:
            article = read(document)
        except ReadError:
            continue
        languages[article.tag] += 1
    kind, why = kind_of_publisher(feed.title or "", site)
    return Proposal(
        what="feed",
        address=site,
        site=feed.link,
        title=feed.title,
        languages=tuple(languages.most_common()),
        kind=kind,
        why=why,
        entries=len(feed.entries),
        whole=sum(entry.whole for entry in feed.entries),
        zoneless=sum(entry.assumed for entry in feed.entries),
        warnings=feed.warnings,
    )


def _of_page(address: str, response: Response) -> Proposal:
    """A page as a source of one article.

    Raises:
        IngestError: It holds no article.
    """
    document = Document(
        id="page", data=response.body, media_type="text/html", address=response.final,
        charset=charset_of(response.header("content-type")), text_from="full", stated=Stated(),
    )  # fmt: skip
    try:
        article = read(document)
    except ReadError as error:
        raise IngestError(
            f"{shown(address)}: neither a feed nor a page with an article: {error.message}",
            hint="Give the address of a feed, or of the article itself",
        ) from error
    kind, why = kind_of_publisher(article.publisher or "", response.final, response.body)
    return Proposal(
        what="page", address=address, title=article.publisher or article.title, languages=((article.tag, 1),), kind=kind,
        why=why, article=article, warnings=article.warnings,
    )  # fmt: skip


def described_already(sources: Path, address: str) -> Source | None:
    """The source of a project that has an address already; None if there is none."""
    there, _ = read_sources(sources)
    return next((one for one in there if one.address and same_page(one.address) == same_page(address)), None)


def add_source(sources: Path, proposal: Proposal, *, name: str | None, zone: str, day: str) -> Path:
    """Write a source's file; nothing is overwritten.

    Args:
        sources: The folder.
        proposal: What it is.
        name: Its name; None takes one from its title or host.
        zone: The site's zone, for times that the feed gives without theirs.
        day: The date, for the first line.

    Raises:
        IngestError: The name is taken, or the file can't be written.
    """
    stem = slug(name or proposal.title or (urlsplit(proposal.address).hostname or "").removeprefix("www."))
    file, number = sources / f"{stem}{ENDING}", 1
    while name is None and file.exists():
        number += 1
        file = sources / f"{stem}-{number}{ENDING}"
    try:
        with file.open("x", encoding="utf-8", newline="\n") as target:
            target.write(_lines(proposal, zone, day))
    except FileExistsError as error:
        raise IngestError("is there already", path=f"sources/{file.name}", hint="Choose another --name.") from error
    except OSError as error:
        file.unlink(missing_ok=True)
        raise IngestError(
            f"can't be written: {error.strerror}", path=f"sources/{file.name}", hint="Check the folder's permissions."
        ) from error
    return file


def _lines(proposal: Proposal, zone: str, day: str) -> str:
    # JSON's strings are TOML's.
    def line(key: str, value: str) -> str:
        plain = CONTROL.sub(" ", value)
        return f"{key} = {json.dumps(plain[:LONGEST], ensure_ascii=False)}"

    address = json.dumps(proposal.address, ensure_ascii=False)
    lines = [f"# Added on {day}. Every line but the address may be left out.", f"{proposal.what} = {address}"]
    if proposal.title:
        lines.append(line("publisher", proposal.title))
    lines += [f"# Guessed: {proposal.why}. A vendor's words are shown as a vendor's claims, so see that it is right."]
    lines.append(line("publisher_kind", proposal.kind))
    if len(proposal.languages) == 1:
        lines.append(line("language", proposal.languages[0][0]))
    if proposal.what == "feed":
        lines.append(
            '# "auto": the page of an entry is fetched where the feed has only a blurb; "full": always; "blurb": never.'
        )
        lines.append(line("text", "auto"))
    if proposal.zoneless:
        lines.append("# Its times come without their zone; this is the site's.")
        lines.append(line("zone", zone))
    return "\n".join(lines) + "\n"
