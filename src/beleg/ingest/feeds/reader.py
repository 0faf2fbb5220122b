"""Feeds as they are fetched or dropped: RSS, RDF and Atom through feedparser, JSON Feed through our own reader.

feedparser sees only what the strict parser took, so that its loose one, which expands entities and takes quadratic
time, never runs. It neither sanitizes nor resolves inside texts: `read` takes text out of them, nothing else.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from lxml import etree

from beleg.errors import FeedError
from beleg.ingest.binary import binary_kind
from beleg.ingest.feeds.dates import moment
from beleg.ingest.feeds.entry import LONGEST_CONTENT, ContentType, Dated, Entry, Feed, Held, entry_of, line, plain_of
from beleg.ingest.feeds.html import absolute, untagged
from beleg.ingest.feeds.jsonfeed import read_json_feed
from beleg.ingest.feeds.limits import MOST_ENTRIES, bound
from beleg.ingest.feeds.text import decoded
from beleg.ingest.feeds.tree import looks_like_feed, tree_of

__all__ = ["Entry", "Feed", "is_feed", "parse_feed"]

# Enough for a declaration, comments and the outermost element.
_HEAD = 4_096
# Authors of one entry that are named.
_AUTHORS = 20
_TYPES: Mapping[str, ContentType] = {
    "text/html": "text/html", "application/xhtml+xml": "text/html", "text/plain": "text/plain",
}  # fmt: skip


def is_feed(data: bytes) -> bool:
    """Whether bytes begin as a feed does: RSS, RDF, Atom or JSON Feed."""
    text = decoded(data[:_HEAD]).text.lstrip()
    if text.startswith("{"):
        return "jsonfeed.org/version/" in text
    return looks_like_feed(text)


def parse_feed(data: bytes, *, media_type: str | None = None, address: str | None = None, zone: str = "UTC") -> Feed:
    """A feed's entries.

    Args:
        data: Its bytes, as sent.
        media_type: The Content-Type that came with it; its charset is a hint.
        address: Where it came from: what addresses in it are relative to.
        zone: IANA name of the zone in which dates without one are meant.

    Raises:
        FeedError: It is no feed, incomplete, or may not be read.
    """
    text, odd = decoded(data, media_type=media_type)
    text = text.strip()
    if not text:
        raise FeedError("not a feed (empty)", hint="Try again later; ask its publisher if it stays so.")
    if text.startswith(("{", "[")):
        feed = read_json_feed(text, address=address, zone=zone, most=MOST_ENTRIES)
    else:
        feed = _xml_feed(text, data, address=address, zone=zone)
    return replace(feed, warnings=tuple(dict.fromkeys((*odd, *feed.warnings, *_judged(feed)))))


def _xml_feed(text: str, data: bytes, *, address: str | None, zone: str) -> Feed:
    import feedparser  # noqa: PLC0415 - a tenth of a second, which only a feed costs

    try:
        root, odd = tree_of(text)
    except FeedError as error:
        kind = None if looks_like_feed(text) else binary_kind(data)
        raise (FeedError(f"not a feed (it holds {kind})", hint=error.hint) if kind else error) from error
    odd += bound(root)
    headers = {"content-type": "application/xml; charset=utf-8", "content-location": address or ""}
    try:
        read = feedparser.parse(
            io.BytesIO(etree.tostring(root, encoding="utf-8")),
            response_headers=headers, resolve_relative_uris=False, sanitize_html=False,
        )  # fmt: skip
    except Exception as error:  # it fails in many ways on elements in odd places
        raise FeedError(
            f"its elements make no sense where they stand ({type(error).__name__})",
            hint="Try again later; ask its publisher if it stays so.",
        ) from error
    feed = read.feed
    if not (read.version or read.entries or any(_text(feed, key) for key in ("title", "subtitle", "link", "updated"))):
        raise FeedError("not a feed (it has neither title nor entries)", hint="Open its address in a browser.")
    link = absolute(_text(feed, "link"), address or "")
    updated = moment(_text(feed, "updated") or _text(feed, "published"), zone=zone)
    if updated.warning:
        odd += (updated.warning,)
    atom = read.version.startswith("atom")
    whole = _Whole(
        language=_text(feed, "language"),
        atom=atom,
        # Of Atom alone the feed's author is that of its entries.
        author=_author(feed) if atom else "",
        address=address or "",
        near=link or address or "",
        zone=zone,
    )
    return Feed(
        title=line(plain_of(*_title(feed, atom=whole.atom))),
        link=link,
        language=line(whole.language),
        updated=updated.value,
        kind=read.version,
        entries=tuple(_entry(entry, whole) for entry in read.entries),
        warnings=odd,
    )


class _Whole(NamedTuple):
    """What an entry takes from its feed."""

    language: str
    atom: bool
    author: str
    address: str
    # What addresses are relative to where nothing nearer is said.
    near: str
    zone: str


def _entry(entry: Any, feed: _Whole) -> Entry:
    link = absolute(_text(entry, "link"), feed.near)
    near = link or feed.near
    texts = []
    # feedparser makes a summary of a text that stands alone; only one with details is the feed's.
    details = [entry["summary_detail"]] if "summary_detail" in entry else []
    spoken = _text(entry, "language")
    for place, detail in enumerate((*details, *entry.get("content", ()))):
        kind = _TYPES.get(detail.get("type") or "text/html")
        spoken = spoken or detail.get("language") or ""
        value = detail.get("value")
        if kind and value:
            base = detail.get("base") or ""
            # An xml:base is nearer than the article's own address.
            base = near if base in ("", feed.address) else base
            texts.append(Held(value, kind, meant=place >= len(details), base=base))
    source = dict.get(entry, "source") or {}
    origin = _text(source, "href") or _text(source, "link")
    published = "published" if dict.get(entry, "published") else "created"
    return entry_of(
        guid=_text(entry, "id"),
        link=link,
        title=_title(entry, atom=feed.atom),
        published=Dated(_text(entry, published), dict.get(entry, f"{published}_parsed")),
        updated=Dated(_text(entry, "updated"), dict.get(entry, "updated_parsed")),
        author=_author(entry) or feed.author,
        language=spoken or (dict.get(entry, "title_detail") or {}).get("language") or feed.language,
        source=(_text(source, "title"), absolute(origin, feed.near)),
        texts=texts,
        zone=feed.zone,
    )


def _author(holder: Any) -> str:
    """The names of the authors, else what stands in their place."""
    names = [_text(author, "name") for author in dict.get(holder, "authors") or ()]
    return ", ".join(dict.fromkeys(name for name in names[:_AUTHORS] if name)) or _text(holder, "author")


def _text(holder: Any, key: str) -> str:
    # feedparser's own `get` gives one date for another.
    value = dict.get(holder, key)
    return value.strip() if isinstance(value, str) else ""


def _title(holder: Any, *, atom: bool) -> tuple[str, ContentType]:
    """A title with its type; that of RSS, which has none, without tags where feedparser takes it for text."""
    detail = dict.get(holder, "title_detail") or {}
    kind = _TYPES.get(detail.get("type") or "text/plain", "text/html")
    title = _text(holder, "title")
    return (untagged(title[:LONGEST_CONTENT]) if kind == "text/plain" and not atom else title), kind


def _judged(feed: Feed) -> Iterator[str]:
    """What is odd about a feed that can be read."""
    guids = {entry.guid for entry in feed.entries}
    if len(feed.entries) > 1 and len(guids) == 1 and None not in guids:
        yield f"all {len(feed.entries)} entries have the same guid, which tells none of them apart"
