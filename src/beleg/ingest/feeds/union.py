"""The entries of a source over all answers of its feed: what was once seen stays, and each counts once.

Feeds change: a publisher moves to https or to another host, adds tracking parameters, gives new identifiers to old
entries, gives one identifier to all. Two entries are one if their identifiers agree, or else their addresses as
`same_page` writes them, or else title and the address without its host; whatever stands for several entries of one
answer tells none of them apart and is not asked.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from urllib.parse import urlsplit

from beleg.ingest.addresses import same_page
from beleg.ingest.feeds.entry import Entry, Feed
from beleg.ingest.slugs import slug

# Characters of a title in an entry's name, and hexadecimal digits behind it.
_TITLE = 48
_DIGITS = 8
# Characters of titles that are compared, and how alike those of one entry are.
_COMPARED = 120
_AKIN = 0.5
# What tells entries apart, the surest first: a word for the mark, and the mark itself.
_Mark = tuple[str, str]


@dataclass(kw_only=True, slots=True)
class Known:
    """An entry as it was last seen."""

    # Its name: of its title and of what told it apart when it was first seen; never changes.
    name: str
    entry: Entry
    # ISO 8601, UTC; None where the feed is a file.
    first_seen: str | None
    # Every address that it had, the newest last, as the feed wrote it.
    links: tuple[str, ...]
    # Whether the newest answer still holds it.
    current: bool


def unite(answers: Iterable[tuple[str | None, Feed]]) -> list[Known]:
    """The entries of a source's answers, which come in order of time, each with the time it came.

    In the order of the newest answer; what that one no longer holds follows, the last seen first.
    """
    known: dict[_Mark, Known] = {}
    order: dict[int, tuple[int, int]] = {}
    number = 0
    for number, (time, feed) in enumerate(answers, 1):
        taken: set[int] = set()
        for place, (entry, marks) in enumerate(_marked(feed)):
            one = next(
                (
                    known[mark] for mark in marks
                    if mark in known and id(known[mark]) not in taken and _may_be(mark, entry, known[mark])
                ),
                None,
            )  # fmt: skip
            if one is None:
                first = known.get(marks[0])
                if first and id(first) in taken and _may_be(marks[0], entry, first):
                    # The same entry twice in one answer: the first stands.
                    continue
                one = Known(name=_name(entry, marks), entry=entry, first_seen=time, links=(), current=True)
            taken.add(id(one))
            one.entry = entry
            if entry.link and entry.link not in one.links:
                one.links = (*one.links, entry.link)
            for mark in marks:
                known[mark] = one
            order[id(one)] = (-number, place)
    entries = {id(one): one for one in known.values()}
    for key, one in entries.items():
        one.current = order[key][0] == -number
    return [entries[key] for key in sorted(entries, key=order.__getitem__)]


def _marked(feed: Feed) -> Iterator[tuple[Entry, list[_Mark]]]:
    """Each entry with its marks, the surest first; there is always one."""
    rows = [list(_marks(feed, entry)) for entry in feed.entries]
    # An identifier of several addresses, or an address of several titles, stands for no entry.
    bearers: dict[_Mark, set[str | None]] = {}
    titles: dict[_Mark, str | None] = {}
    shared: set[_Mark] = set()
    for entry, marks in zip(feed.entries, rows, strict=True):
        for mark in marks:
            by_title = mark[0] == "link" or not entry.link
            bearers.setdefault(mark, set()).add(entry.title if by_title else same_page(entry.link or ""))
            if mark[0] == "guid" and not _akin(entry.title, titles.setdefault(mark, entry.title)):
                shared.add(mark)
    for entry, marks in zip(feed.entries, rows, strict=True):
        told = [mark for mark in marks if mark[0] == "text" or (len(bearers[mark]) == 1 and mark not in shared)]
        yield entry, told or [("text", _digest(entry.title, entry.published, entry.content))]


def _may_be(mark: _Mark, entry: Entry, known: Known) -> bool:
    """Whether an entry with a mark of a known one can be it: some feeds give an identifier that is free again to another."""
    if mark[0] != "guid" or entry.link is None:
        return True
    links = {same_page(link) for link in known.links}
    return not links or same_page(entry.link) in links or _akin(entry.title, known.entry.title)


def _akin(one: str | None, other: str | None) -> bool:
    """Whether two titles may be of one entry, before and after it was corrected: they share half of their letters' order."""
    if one is None or other is None:
        return True
    one, other = one.casefold()[:_COMPARED], other.casefold()[:_COMPARED]
    return one in other or other in one or SequenceMatcher(None, one, other, autojunk=False).ratio() >= _AKIN


def _marks(feed: Feed, entry: Entry) -> Iterator[_Mark]:
    link = same_page(entry.link) if entry.link else None
    home = same_page(feed.link) if feed.link else None
    if entry.guid and same_page(entry.guid) != home:
        yield "guid", entry.guid
    if link and link != home:
        yield "link", link
        path = urlsplit(entry.link or "").path.rstrip("/")
        if path and entry.title:
            # A publisher that moves keeps both.
            yield "path", f"{path} {entry.title}"
    if not (entry.guid or link):
        yield "text", _digest(entry.title, entry.published, entry.content)


def _name(entry: Entry, marks: list[_Mark]) -> str:
    title = slug(entry.title or "")[:_TITLE].strip("-")
    return f"{title or 'entry'}-{_digest(*marks[0])[:_DIGITS]}"


def _digest(*parts: str | None) -> str:
    return hashlib.sha256("\0".join(part or "" for part in parts).encode("utf-8", "surrogatepass")).hexdigest()


def repeated(feed: Feed) -> str | None:
    """An identifier that several entries of one answer share although they are not the same; None if there is none."""
    counts = Counter(guid for guid, _ in {(entry.guid, entry.link) for entry in feed.entries if entry.guid})
    return next((guid for guid, count in sorted(counts.items()) if count > 1), None)
