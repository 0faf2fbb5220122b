"""The documents of the sources that were fetched, out of the archive: never out of the network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from beleg.cache import Cache
from beleg.errors import ArchiveError, FeedError
from beleg.ingest.addresses import same_page, shown
from beleg.ingest.archive import Archive
from beleg.ingest.feeds import Feed, parse_feed
from beleg.ingest.feeds.kept import kept_feed
from beleg.ingest.feeds.union import Known, repeated, unite
from beleg.ingest.veil import told_apart
from beleg.records import Attempt, Document, Problem, Source, Stated

# The zone of times without one, where nobody says another.
UTC = "UTC"
# Characters of a title in a message.
_SHOWN = 60
# An entry of a feed file dated so much later than every other one was misdated: no file says when it was first seen.
_LATE = timedelta(days=366)
_ENOUGH = 2


class Reference(NamedTuple):
    """A document that is loaded when it is read, so that a project's pages are never all in memory."""

    id: str
    load: Callable[[], Document]


def adopted(sources: Sequence[Source], attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """The attempts, those of a source whose file was renamed under its new name: told by the address that both have."""
    names = {source.name for source in sources}
    by_address = {same_page(shown(source.address)): source.name for source in sources if source.address}
    heirs = {
        attempt.source: by_address[same_page(attempt.address)]
        for attempt in attempts
        if attempt.source not in names and attempt.role != "article" and same_page(attempt.address) in by_address
    }
    if not heirs:
        return tuple(attempts)
    return tuple(
        replace(attempt, source=heirs[attempt.source]) if attempt.source in heirs else attempt for attempt in attempts
    )


def archived(sources: Sequence[Source], archive: Archive, cache: Cache) -> tuple[list[Reference], list[Problem]]:
    """Every entry and page of the sources that the archive holds, and what is wrong with any."""
    attempts: dict[str, list[Attempt]] = {}
    for attempt in adopted(sources, archive.attempts):
        attempts.setdefault(attempt.source, []).append(attempt)
    found: list[Reference] = []
    problems = list(archive.problems)
    for source in sources:
        references, more = _of_source(source, attempts.get(source.name, ()), archive, cache)
        found += references
        problems += more
    return found, problems


def answers(
    source: Source, attempts: Sequence[Attempt], archive: Archive, cache: Cache
) -> tuple[list[tuple[str | None, Feed]], list[Problem]]:
    """What a source's feed answered, each time it was another answer than before, in the order of the ledger.

    The time is left out where the clock was wrong: most of the answer's entries are dated after it.
    """
    parsed: dict[str, Feed | None] = {}
    found: list[tuple[str | None, Feed]] = []
    problems: list[Problem] = []
    last = None
    for attempt in attempts:
        digest = attempt.digest
        if attempt.role != "feed" or attempt.outcome not in ("stored", "same") or not digest or digest == last:
            continue
        last = digest
        if digest not in parsed:
            try:
                parsed[digest] = _parsed(source, attempt, archive, cache)
            except (ArchiveError, FeedError) as error:
                parsed[digest] = None
                problems.append(
                    Problem(
                        path=source.path,
                        message=f"what was fetched on {attempt.time[:10]} can't be read: {error.message}",
                        hint=error.hint or "Run `beleg archive verify`.",
                    )
                )
        feed = parsed[digest]
        if feed is not None:
            found.append((None if clock_is_behind(attempt.time, feed) else attempt.time, feed))
    return found, problems


def _parsed(source: Source, attempt: Attempt, archive: Archive, cache: Cache) -> Feed:
    """The feed that an attempt gave.

    Raises:
        ArchiveError: The archive does not hold it any more.
        FeedError: It can't be read.
    """
    address = attempt.final or attempt.address

    def read() -> Feed:
        body, _ = archive.payload(attempt)
        return parse_feed(body, media_type=attempt.media_type, address=address, zone=source.zone or UTC)

    return kept_feed(cache, attempt.digest or "", (attempt.media_type, address, source.zone), read)


def clock_is_behind(time: str, feed: Feed) -> bool:
    """Whether an answer came at a time that can't be: more than half of its entries are dated a day after it."""
    days = [day for entry in feed.entries if (day := _day(entry.published))]
    limit = date.fromisoformat(time[:10]) + timedelta(days=1)
    return sum(day > limit for day in days) * 2 > len(days)


def feed_file(name: str, data: bytes, source: Source | None = None) -> tuple[list[Document], list[Problem]]:
    """The entries of a feed that was put into `sources/` as a file.

    Raises:
        FeedError: It is no feed.
    """
    path = source.path if source else f"sources/{name}"
    feed = parse_feed(data, zone=(source.zone if source else None) or UTC)
    known = unite([(None, feed)])
    newest = sorted(day for one in known if (day := _day(one.entry.published or one.entry.updated)))
    found, textless = [], 0
    for one in known:
        document = _of_entry(one, feed, name, path, source)
        others = list(newest)
        day = _day(one.entry.published or one.entry.updated)
        if day:
            others.remove(day)
            if len(others) >= _ENOUGH and day - others[-1] > _LATE:
                document = _misdated(document, others[-1].isoformat())
        if document.data or document.stated.title:
            found.append(document)
        textless += document.text_from == "title"
    return found, _told(path, feed, textless, source)


def _same(document: Document) -> Document:
    return document


def _misdated(document: Document, seen: str) -> Document:
    warning = (
        f"its date, {document.stated.published}, lies far ahead of all others of the feed; it was placed with them"
    )
    return replace(document, seen=seen, stated=replace(document.stated, warnings=(*document.stated.warnings, warning)))


def _day(published: str | None) -> date | None:
    try:
        return date.fromisoformat((published or "")[:10])
    except ValueError:
        return None


def _of_source(
    source: Source, attempts: Sequence[Attempt], archive: Archive, cache: Cache
) -> tuple[list[Reference], list[Problem]]:
    pages: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.role != "feed" and attempt.outcome in ("stored", "same"):
            pages.setdefault(attempt.address, []).append(attempt)
    if source.file:
        return [], []
    if source.page:
        mine = [attempt for attempt in attempts if attempt.role == "page" and attempt.outcome in ("stored", "same")]
        if not mine:
            return [], []
        return [Reference(source.name, partial(_page, source, mine[0], _versions(mine), archive))], []
    told, problems = answers(source, attempts, archive, cache)
    if not told:
        return [], problems
    newest = told[-1][1]
    found: list[Reference] = []
    textless = 0
    for one in unite(told):
        document = _of_entry(one, newest, source.name, source.path, source)
        mine = [attempt for link in one.links for attempt in pages.get(told_apart(link), ())]
        wanted = source.text == "full" or (source.text == "auto" and not one.entry.whole)
        if mine and wanted:
            found.append(Reference(document.id, partial(_full, document, _versions(mine), archive)))
        elif document.data or document.stated.title:
            found.append(Reference(document.id, partial(_same, document)))
            textless += document.text_from == "title"
    before = max(len(feed.entries) for _, feed in told)
    problems += _told(source.path, newest, textless, source, before)
    return found, problems


def _told(path: str, feed: Feed, textless: int, source: Source | None, before: int = 0) -> list[Problem]:
    """What is odd about a feed as a whole, which had so many entries `before`."""

    def warning(message: str, hint: str) -> Problem:
        return Problem(path=path, message=message, hint=hint, severity="warning")

    problems = [warning(text, "Nothing needs to be done; tell its publisher.") for text in feed.warnings]
    guid = repeated(feed)
    if guid:
        problems.append(
            warning(
                f"several entries have the identifier {guid[:_SHOWN]!r}", "They were told apart by their addresses."
            )
        )
    if not feed.entries:
        kept = f"0 items (before: {before}); those seen before are kept" if before else "holds no entry"
        problems.append(warning(kept, "See whether the feed's address still holds."))
    assumed = sum(entry.assumed for entry in feed.entries)
    if assumed and not (source and source.zone):
        entries = "1 entry gives" if assumed == 1 else f"{assumed:,} entries give"
        problems.append(
            warning(
                f"{entries} a time without its zone; it was taken to be {UTC}",
                'If that is wrong, write zone = "…" into the file.' if source else "Nothing needs to be done.",
            )
        )
    if textless:
        entries = "1 entry holds" if textless == 1 else f"{textless:,} entries hold"
        hint = "Nothing needs to be done."
        if source and source.feed:
            hint = "Pages are read once `beleg fetch` has fetched them."
            if source.text == "blurb":
                hint = 'Write text = "auto" to fetch pages, too; then run `beleg fetch`.'
        problems.append(warning(f"{entries} no text, only a title", hint))
    return problems


def _of_entry(known: Known, feed: Feed, prefix: str, path: str, source: Source | None = None) -> Document:
    entry = known.entry
    return Document(
        id=f"{prefix}/{known.name}",
        data=entry.content.strip().encode("utf-8", "replace"),
        media_type=entry.content_type,
        address=entry.link,
        charset="utf-8",
        source=source.name if source else None,
        text_from="title" if not entry.content.strip() else "feed" if entry.whole else "blurb",
        seen=known.first_seen,
        stated=Stated(
            title=entry.title,
            publisher=source.publisher or source.title if source else None,
            feed_title=feed.title,
            publisher_kind=source.publisher_kind if source else None,
            # Atom demands only the latter.
            published=entry.published or entry.updated,
            updated=entry.updated if entry.published else None,
            author=entry.author,
            language=(source.language if source else None) or entry.language or feed.language,
            taken_from=entry.source_title,
            zone_assumed=entry.assumed,
            links=entry.links,
            warnings=entry.warnings,
        ),
        place=f"{path} ({(entry.title or entry.link or known.name)[:_SHOWN]})",
    )


def _versions(attempts: Sequence[Attempt]) -> list[Attempt]:
    """The attempts that gave what a page held in the end, and what it held before, if that was something else."""
    last = attempts[-1]
    before = next((one for one in reversed(attempts) if one.digest != last.digest), None)
    return [last, before] if before else [last]


def _full(document: Document, versions: Sequence[Attempt], archive: Archive) -> Document:
    """An entry with the text of its page; to be read instead what that held before, and what the feed holds.

    Raises:
        ArchiveError: The page can't be read out of the archive, and the feed holds nothing but a title.
    """
    found = document
    for attempt in reversed(versions):
        try:
            body, media_type = archive.payload(attempt)
        except ArchiveError as error:
            if document.text_from == "title" and found is document:
                raise
            warning = f"its page can't be read out of the archive: {error}"
            stated = replace(found.stated, warnings=(*found.stated.warnings, warning))
            found = replace(found, stated=stated)
            continue
        found = replace(
            document, data=body, media_type="text/html", address=attempt.final or document.address,
            charset=charset_of(media_type), text_from="full", otherwise=found,
        )  # fmt: skip
    return found


def _page(source: Source, first: Attempt, versions: Sequence[Attempt], archive: Archive) -> Document:
    """A source that is a page; to be read instead what that held before.

    Raises:
        ArchiveError: It can't be read out of the archive.
    """
    found: Document | None = None
    for attempt in reversed(versions):
        body, media_type = archive.payload(attempt)
        found = Document(
            id=source.name, data=body, media_type="text/html", address=attempt.final or attempt.address,
            charset=charset_of(media_type), source=source.name, text_from="full", seen=first.time,
            stated=Stated(
                title=source.title, publisher=source.publisher, publisher_kind=source.publisher_kind,
                published=source.published, language=source.language,
            ),
            place=source.path, otherwise=found,
        )  # fmt: skip
    assert found is not None, "there is one version at least"
    return found


def charset_of(media_type: str | None) -> str | None:
    """The charset that a Content-Type names; None where it names none."""
    for part in (media_type or "").split(";")[1:]:
        key, _, value = part.partition("=")
        if key.strip().lower() == "charset" and value.strip():
            return value.strip().strip("\"'").lower()
    return None
