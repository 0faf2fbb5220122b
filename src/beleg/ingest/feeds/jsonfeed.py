"""JSON Feed 1.0 and 1.1 (jsonfeed.org), which feedparser does not read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from beleg.errors import FeedError
from beleg.ingest.feeds.entry import Dated, Entry, Feed, Held, entry_of, line
from beleg.ingest.feeds.html import absolute
from beleg.ingest.feeds.mend import INCOMPLETE

_VERSIONS = {"https://jsonfeed.org/version/1": "json10", "https://jsonfeed.org/version/1.1": "json11"}
_AGAIN = "Try again later; ask its publisher if it stays so."


def read_json_feed(text: str, *, address: str | None, zone: str, most: int) -> Feed:
    """A feed in JSON.

    Args:
        text: Without byte order mark.
        address: What addresses in it are relative to.
        zone: In which dates without a zone are meant.
        most: Entries that are read.

    Raises:
        FeedError: It is no JSON Feed, or breaks off.
    """
    try:
        # Numbers as they are written: identifiers may be numbers, and long ones take long to convert.
        feed = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
            raise FeedError(INCOMPLETE, hint=_AGAIN) from error
        raise FeedError(f"no JSON: {error.msg}", line=error.lineno, hint=_AGAIN) from error
    except RecursionError as error:
        raise FeedError("its objects are nested deeper than in any feed", hint=_AGAIN) from error
    kind = _VERSIONS.get(_string(feed, "version").rstrip("/").replace("http:", "https:"))
    if kind is None:
        raise FeedError(
            "not a feed (JSON without the version of JSON Feed)",
            hint="Open the address in a browser, and give the address of its feed.",
        )
    items = feed.get("items")
    items = items if isinstance(items, list) else []
    warnings = []
    read = [item for item in items[:most] if isinstance(item, Mapping)]
    if len(items) > most:
        warnings.append(f"{len(items)} entries, of which {most} are read")
    if len(read) < min(len(items), most):
        warnings.append("entries that are no objects were left out")
    base = address or ""
    return Feed(
        title=line(_string(feed, "title")),
        link=absolute(_string(feed, "home_page_url"), base),
        language=line(_string(feed, "language")),
        updated=None,
        kind=kind,
        entries=tuple(_entry(item, feed, base, zone) for item in read),
        warnings=tuple(warnings),
    )


def _entry(item: Mapping[str, Any], feed: Mapping[str, Any], base: str, zone: str) -> Entry:
    link = absolute(_string(item, "url") or _string(item, "external_url"), base)
    near = link or base
    texts = [
        Held(_string(item, "summary"), "text/plain", meant=False, base=near),
        Held(_string(item, "content_html"), "text/html", meant=True, base=near),
    ]
    if not texts[1].value:
        texts[1] = Held(_string(item, "content_text"), "text/plain", meant=True, base=near)
    return entry_of(
        guid=_string(item, "id"),
        link=link,
        title=(_string(item, "title"), "text/plain"),
        published=Dated(_string(item, "date_published")),
        updated=Dated(_string(item, "date_modified")),
        author=_authors(item) or _authors(feed),
        language=_string(item, "language") or _string(feed, "language"),
        source=(None, None),
        texts=[text for text in texts if text.value],
        zone=zone,
    )


def _authors(holder: Mapping[str, Any]) -> str:
    """The names of the authors, as version 1.1 has them, else of the one of version 1.0."""
    authors = holder.get("authors")
    given = authors[:20] if isinstance(authors, list) else [holder.get("author")]
    return ", ".join(name for name in (_string(author, "name") for author in given) if name)


def _string(holder: Any, key: str) -> str:
    value = holder.get(key) if isinstance(holder, Mapping) else None
    return value.strip() if isinstance(value, str) else ""
