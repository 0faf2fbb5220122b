"""`beleg fetch`: every source asked once, what it answers kept in the archive, one line an attempt.

A source that fails costs itself alone; what was fetched before stays. Feeds are read here only to tell whether they
are feeds, what is new in them, and which pages are to be fetched.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from beleg.cache import Cache
from beleg.clock import now, stamp
from beleg.errors import FeedError, FetchError
from beleg.ingest.addresses import shown
from beleg.ingest.archive import Archive, Writer, held_off, sha256, writing
from beleg.ingest.binary import binary_kind
from beleg.ingest.collect import UTC, adopted, answers, clock_is_behind
from beleg.ingest.feeds import Feed, parse_feed
from beleg.ingest.feeds.kept import kept_feed
from beleg.ingest.feeds.union import Known, unite
from beleg.ingest.fetch.client import Asked, Client, user_agent
from beleg.ingest.response import Response
from beleg.ingest.veil import told_apart
from beleg.records import Attempt, Limits, Problem, Source

Role: TypeAlias = Literal["feed", "page", "article"]
# So often an entry's page is asked for before it is given up.
_TRIES = 3
# So often in a row a host may leave requests for pages unanswered before it is left alone.
_PATIENCE = 2


@dataclass(kw_only=True)
class Report:
    """What a run did."""

    attempts: list[Attempt] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    # Sources that asked to be left alone, with the time until which.
    waiting: list[tuple[Source, str]] = field(default_factory=list)


def fetch(
    folder: Path, sources: Sequence[Source], limits: Limits, contact: str | None, progress: Callable[[int, int], None]
) -> Report:
    """Ask every source, and the pages of entries that have only a blurb.

    Args:
        folder: The archive's.
        sources: Those to be asked.
        limits: What fetching may take.
        contact: Whom servers may turn to.
        progress: Told how many of all sources are done.

    Raises:
        ArchiveError: The archive can't be written; what was fetched until then is kept.
    """
    archive = Archive(folder)
    with writing(folder) as writer, Cache(folder.parent) as cache:
        run = _Run(archive, writer, limits, sources, cache)
        try:
            asyncio.run(run.all(sources, contact, progress))
        except BaseExceptionGroup as group:
            # What ends one task ends all; the first says why.
            error: BaseException = group
            while isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            raise error from None
    run.report.problems.sort(key=lambda problem: problem.path)
    return run.report


class _Run:
    def __init__(
        self, archive: Archive, writer: Writer, limits: Limits, sources: Sequence[Source], cache: Cache
    ) -> None:
        self._archive, self._writer, self._limits = archive, writer, limits
        self._now = now()
        self._cache = cache
        self._before: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in adopted(sources, archive.attempts):
            self._before[attempt.source].append(attempt)
        # Feeds are read one at a time: each takes memory, and only one can use the processor.
        self._reading = asyncio.Lock()
        # Pages of one host are asked for one after the other.
        self._hosts: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        # How often in a row a host of pages gave no answer.
        self._silent: dict[str, int] = defaultdict(int)
        self.report = Report()
        newest = archive.newest
        if newest and newest > stamp(self._now):
            self._tell(
                "archive/fetches.jsonl", f"the clock is before the newest known item: it says {stamp(self._now)}, the archive {newest}",
                "Set this machine's clock right if it is wrong; nothing was skipped for it",
            )  # fmt: skip

    async def all(self, sources: Sequence[Source], contact: str | None, progress: Callable[[int, int], None]) -> None:
        """Ask all sources at once, as far as the client's limits allow."""
        done = 0

        async def one(client: Client, source: Source) -> None:
            nonlocal done
            await self._source(client, source)
            done += 1
            progress(done, len(sources))

        async with Client(self._limits, user_agent(contact)) as client, asyncio.TaskGroup() as group:
            for source in sources:
                group.create_task(one(client, source))

    async def _source(self, client: Client, source: Source) -> None:
        before = self._before[source.name]
        if before and before[-1].wait and held_off(before[-1], self._now):
            self.report.waiting.append((source, before[-1].wait))
            return
        try:
            if source.page:
                await self._page(client, source, "page", source.page)
                return
            # The answer is in memory until it is kept, so it is dealt with while it has its place.
            async with client.answer(source.address, **self._known(source, source.address), accept="feed") as response:
                entries = await self._feed(source, response)
        except (FetchError, FeedError) as error:
            self._fail(source, "feed" if source.feed else "page", source.address, error)
            return
        if source.text != "blurb":
            await self._pages(client, source, entries)

    async def _feed(self, source: Source, response: Response) -> Sequence[Known]:
        """Keep what a feed answered; all entries that it ever held.

        Raises:
            FeedError: The answer is no feed.
        """
        async with self._reading:
            try:
                entries, number, fresh = await asyncio.to_thread(self._read, source, response)
            except FeedError as error:
                raise FeedError(f"{shown(source.address)}: {error.message}", hint=error.hint) from error
            self._keep(response, source, "feed", entries=number, fresh=fresh)
        return entries

    async def _page(self, client: Client, source: Source, role: Role, address: str) -> None:
        """Fetch a page and keep it.

        Raises:
            FetchError: There is none.
        """
        response = await client.get(address, **self._known(source, address), accept="page")
        kind = _no_page(response) if response.status == 200 else None
        if role == "article" and _is_front(response.final) and not _is_front(address):
            kind = "it leads to the site's front page, so the article is gone"
        if kind:
            raise FetchError(f"{shown(address)}: {kind}", hint="Look at the address in a browser.", status=200)
        if role == "article":
            response = replace(response, address=told_apart(address))
        self._keep(response, source, role)

    def _known(self, source: Source, address: str) -> Asked:
        """What is known of an address, to ask for it only if it changed."""
        asked = told_apart(address) if address != source.address else shown(address)
        last = self._archive.latest(asked, source.language)
        if last and not any(one.address == asked and one.outcome != "failed" for one in self._before[source.name]):
            # What another source was given is not this one's to be told unchanged.
            last = None
        return {
            "validators": (last.etag, last.modified) if last else None,
            "language": source.language,
            # What a stranger's feed writes must not reach the environment.
            "variables": address == source.address,
        }

    def _read(self, source: Source, response: Response) -> tuple[list[Known], int | None, int | None]:
        """All entries that a source's feed ever held; how many the answer holds, and how many of them are new.

        Both are None for an answer that says that nothing changed.

        Raises:
            FeedError: The answer is no feed.
        """
        told, _ = answers(source, self._before[source.name], self._archive, self._cache)
        if response.status == 304:
            return unite(told), None, None
        # As it will be looked up in the archive, so that no build reads it again.
        media_type, zone = response.header("content-type"), source.zone or UTC
        feed = kept_feed(
            self._cache, sha256(response.body), (media_type, response.final, source.zone),
            lambda: parse_feed(response.body, media_type=media_type, address=response.final, zone=zone),
        )  # fmt: skip
        before = len(unite(told))
        known = unite([*told, (stamp(self._now), feed)])
        self._judge(source, feed, told[-1][1] if told else None)
        return known, len(feed.entries), len(known) - before

    def _judge(self, source: Source, feed: Feed, previous: Feed | None) -> None:
        if clock_is_behind(stamp(self._now), feed):
            self._tell(
                source.path, "the clock is before the newest known item: most entries are dated after it",
                "Set this machine's clock right if it is wrong",
            )  # fmt: skip
        if not feed.entries:
            before = len(previous.entries) if previous else 0
            kept = f"0 items (before: {before}); those seen before are kept" if before else "holds no entry"
            self._tell(source.path, kept, "See whether the feed's address still holds")
        for warning in feed.warnings:
            self._tell(source.path, warning, "Nothing needs to be done; tell its publisher")

    async def _pages(self, client: Client, source: Source, entries: Sequence[Known]) -> None:
        """Fetch the pages of entries that have only a blurb, the newest first, one after the other from one host."""
        failed: list[FetchError] = []
        for address in list(self._wanting(source, entries))[: self._limits.pages]:
            host = urlsplit(address).netloc
            async with self._hosts[host]:
                if self._silent[host] >= _PATIENCE:
                    continue
                try:
                    await self._page(client, source, "article", address)
                    self._silent[host] = 0
                except FetchError as error:
                    self._fail(source, "article", address, error)
                    failed.append(error)
                    # A host that does not answer at all is left alone until the next run.
                    self._silent[host] = 0 if error.status else self._silent[host] + 1
                    if error.wait:
                        break
                await asyncio.sleep(self._limits.pause)
        if failed:
            pages = "1 page" if len(failed) == 1 else f"{len(failed)} pages"
            self._tell(
                source.path, f"{pages} can't be fetched{', the first one' if len(failed) > 1 else ''}: {failed[0].message}", "What the feed holds is read instead",
            )  # fmt: skip

    def _wanting(self, source: Source, entries: Sequence[Known]) -> Iterator[str]:
        """Addresses of pages that are still to be fetched, in the order of the feed."""
        asked: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in self._before[source.name]:
            if attempt.role == "article":
                asked[attempt.address].append(attempt)
        for one in entries:
            if not one.current or not one.links or (source.text == "auto" and one.entry.whole):
                continue
            address = one.links[-1]
            tried = asked[told_apart(address)]
            got = [attempt for attempt in tried if attempt.outcome != "failed"]
            if not got:
                if len(tried) < _TRIES:
                    yield address
            elif one.entry.updated and "T" in one.entry.updated and _later(one.entry.updated, got[-1].time, self._now):
                yield address

    def _keep(
        self, response: Response, source: Source, role: Role,
        entries: int | None = None, fresh: int | None = None,
    ) -> None:  # fmt: skip
        attempt = self._writer.keep(
            response, source=source.name, role=role, time=stamp(now()), language=source.language,
            entries=entries, fresh=fresh,
        )  # fmt: skip
        self.report.attempts.append(attempt)
        if attempt.outcome == "failed" and role != "article":
            self._problem(source, attempt.error or "", "`beleg fetch` asks for it anew.")
        if attempt.moved and attempt.final and role != "article":
            key = "feed" if source.feed else "page"
            self._tell(
                source.path, f"its address moved for good to {attempt.final}",
                f'Write {key} = "{attempt.final}" into the file',
            )  # fmt: skip

    def _fail(self, source: Source, role: Role, address: str, error: FetchError | FeedError) -> None:
        status, seconds = (error.status, error.wait) if isinstance(error, FetchError) else (200, None)
        time = now()
        wait = stamp(time + timedelta(seconds=seconds)) if seconds else None
        attempt = self._writer.fail(
            told_apart(address) if role == "article" else shown(address), source=source.name, role=role, time=stamp(time), error=error.message, status=status, wait=wait,
            language=source.language,
        )  # fmt: skip
        self.report.attempts.append(attempt)
        if role != "article":
            self._problem(source, error.message, error.hint or "Look at the address in a browser.")

    def _problem(self, source: Source, message: str, hint: str) -> None:
        self.report.problems.append(Problem(path=source.path, message=message, hint=hint))

    def _tell(self, path: str, message: str, hint: str) -> None:
        self.report.problems.append(Problem(path=path, message=message, hint=hint, severity="warning"))


def _no_page(response: Response) -> str | None:
    """Why an answer is no page; None if it may be one."""
    kind = binary_kind(response.body)
    if kind:
        return f"not HTML: it holds {kind}"
    given = (response.header("content-type") or "text/html").partition(";")[0].strip().lower()
    return None if given in ("text/html", "application/xhtml+xml", "text/plain", "") else f"not HTML: it is {given}"


def _is_front(address: str) -> bool:
    """Whether an address is that of a site as a whole."""
    parts = urlsplit(address)
    return parts.path in ("", "/") and not parts.query


def _later(updated: str, time: str, now: datetime) -> bool:
    """Whether an entry was changed after its page was fetched; a change that is still to come is none."""
    try:
        return datetime.fromisoformat(time) < datetime.fromisoformat(updated) <= now
    except (ValueError, TypeError):
        return False
