"""A feed as Atom (RFC 4287), in UTF-8."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from beleg.render.feeds.entry import Entry, Feed, xml_text

_XHTML = "http://www.w3.org/1999/xhtml"


def atom(feed: Feed) -> bytes:
    """The feed; equal feeds give equal bytes."""
    return "\n".join(_lines(feed)).encode() + b"\n"


def _lines(feed: Feed) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{feed.locale}">'
    yield _element("id", feed.id)
    yield _element("title", feed.title)
    yield _element("updated", feed.updated)
    yield f"<author>{_element('name', feed.name)}</author>"
    yield _element("generator", "Beleg")
    if feed.address:
        yield _element("icon", feed.icon)
        yield _element("logo", feed.picture)
    yield f'<link rel="self" type="application/atom+xml" href={_quoted(f"{feed.base}{feed.path}.atom.xml" if feed.path else f"{feed.base}atom.xml")}/>'
    yield f'<link rel="alternate" type="text/html" hreflang="{feed.locale}" href={_quoted(feed.base + feed.page)}/>'
    for entry in feed.entries:
        yield from _entry(feed, entry)
    yield "</feed>"


def _entry(feed: Feed, entry: Entry) -> Iterator[str]:
    yield "<entry>"
    yield _element("id", feed.id_of(entry))
    yield _element("title", entry.title)
    yield _element("published", feed.at(entry.published))
    yield _element("updated", feed.at(entry.updated))
    yield f'<link rel="alternate" type="text/html" hreflang="{feed.locale}" href={_quoted(feed.base + entry.page)}/>'
    for one in entry.articles:
        title = f" title={_quoted(one.title)}" if one.title else ""
        yield f'<link rel="via" hreflang="{one.lang}" href={_quoted(one.url)}{title}/>'
    for term, label in entry.classes:
        yield f'<category term="{term}" label={_quoted(label)}/>'
    yield _element("summary", entry.summary)
    yield f'<content type="xhtml"><div xmlns="{_XHTML}">{entry.html}</div></content>'
    yield "</entry>"


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(xml_text(text))}</{name}>"


def _quoted(text: str) -> str:
    return quoteattr(xml_text(text))
