"""What a feed says: itself and its entries, whatever format it came in."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from beleg.ingest.feeds.dates import moment
from beleg.ingest.feeds.html import Looked, absolute, folded, is_whole, look, plain
from beleg.ingest.feeds.text import allowed

# Characters of what is shown in one line; longer ones are mistakes or attacks.
LONGEST_LINE = 1_000
LONGEST_AUTHOR = 200
# Characters of an entry's text. The longest articles have 200,000.
LONGEST_CONTENT = 1_000_000

# Marks of direction that reach beyond the text that holds them, over what a page shows behind it.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")

ContentType = Literal["text/html", "text/plain"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One item of a feed, as it says."""

    # As it is, without surrounding white space; None if blank.
    guid: str | None
    # Absolute, http or https.
    link: str | None
    # Plain text.
    title: str | None
    # ISO 8601: a day, or a moment in UTC. Where a feed has one date only, it may be either.
    published: str | None
    updated: str | None
    # Whether the zone of one of them is not said, so that the source's was taken.
    assumed: bool
    author: str | None
    # A tag as the feed gives it: the entry's own, else the feed's.
    language: str | None
    # Where a syndicated entry came from.
    source_title: str | None
    source_link: str | None
    # The longest text that the entry holds, as it stands there: its addresses are perhaps relative.
    content: str
    content_type: ContentType
    # Whether that is likely the whole article.
    whole: bool
    # Absolute addresses in it, http, https or mailto, in order.
    links: tuple[str, ...]
    # What was odd, in English sentences.
    warnings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Feed:
    """A feed as one answer holds it."""

    title: str | None
    link: str | None
    language: str | None
    # ISO 8601, as an entry's.
    updated: str | None
    # "rss20", "atom10", "json11", …
    kind: str
    # In the feed's order.
    entries: tuple[Entry, ...]
    warnings: tuple[str, ...]


class Dated(NamedTuple):
    """A date as a feed writes it."""

    raw: str | None
    # What a reader of feeds made of it.
    parsed: time.struct_time | None = None


class Held(NamedTuple):
    """A text that an entry holds."""

    value: str
    type: ContentType
    # Whether it stands where whole texts belong.
    meant: bool
    # What addresses in it are relative to.
    base: str


def entry_of(
    *,
    guid: str | None,
    link: str | None,
    title: tuple[str | None, ContentType],
    published: Dated,
    updated: Dated,
    author: str | None,
    language: str | None,
    source: tuple[str | None, str | None],
    texts: Sequence[Held],
    zone: str,
) -> Entry:
    """An entry, cleaned: dates read, addresses absolute, lines bounded.

    Args:
        guid: As it stands in the feed, like everything here.
        link: Resolved against the feed's address where it is relative.
        title: With its type.
        published: When it says that it was published.
        updated: When it says that it was changed.
        author: Of several, their names.
        language: The entry's own, else the feed's.
        source: Title and address of where it came from.
        texts: The texts it holds, a summary first.
        zone: In which dates without a zone are meant.
    """
    warnings: list[str] = []
    first, last = (moment(date.raw or "", zone=zone, fallback=date.parsed) for date in (published, updated))
    warnings += dict.fromkeys(one.warning for one in (first, last) if one.warning)
    shown = [(held, _shown(held)) for held in texts if held.value]
    nothing = (Held("", "text/plain", meant=False, base=""), Looked("", ()))
    held, (text, links) = max(shown, key=lambda one: (len(one[1].text), one[0].meant), default=nothing)
    content = allowed(held.value)
    if len(content) > LONGEST_CONTENT:
        content = content[:LONGEST_CONTENT]
        warnings.append(f"its text is longer than {LONGEST_CONTENT:,} characters and was cut")
    blurb = next((other.text for one, other in shown if one is not held and not one.meant), None)
    named = line(author, LONGEST_AUTHOR)
    return Entry(
        guid=line(guid),
        link=absolute(link, "") if link else None,
        title=line(plain_of(*title)) if title[0] else None,
        published=first.value,
        updated=last.value,
        assumed=first.assumed or last.assumed,
        author=named,
        language=line(language),
        source_title=line(plain(source[0])) if source[0] else None,
        source_link=absolute(source[1], "") if source[1] else None,
        content=content,
        content_type=held.type,
        whole=bool(text) and is_whole(text, blurb, meant=held.meant),
        links=links,
        warnings=tuple(warnings),
    )


def _shown(held: Held) -> Looked:
    value = held.value[:LONGEST_CONTENT]
    return look(value, held.base) if held.type == "text/html" else Looked(folded(value), ())


def plain_of(value: str | None, kind: ContentType) -> str:
    """A text as plain text, white space folded."""
    cut = (value or "")[:LONGEST_CONTENT]
    return plain(cut) if kind == "text/html" else folded(cut)


def line(text: str | None, longest: int = LONGEST_LINE) -> str | None:
    """A text in one line of bounded length, without marks that turn its direction; None if it is blank."""
    short = folded(_TURNING.sub("", text[: 4 * longest])) if text else ""
    return short[:longest].rstrip() or None
