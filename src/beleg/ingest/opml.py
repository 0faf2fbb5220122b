"""Lists of feeds as feed readers exchange them: OPML, read from any program's export and written as version 2.0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NoReturn
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from xml.parsers import expat

from beleg.errors import FeedError, FetchError
from beleg.ingest.addresses import plain, same_page, shown, valid
from beleg.ingest.feeds.mend import mend_entities
from beleg.ingest.feeds.text import decoded

# An export of thousands of feeds takes one megabyte.
_MOST_BYTES: Final = 10_000_000
_MOST_FEEDS: Final = 5_000
_DEEPEST: Final = 200
# Letters of a title; what is longer is no title.
_LONGEST: Final = 300
# Programs write the names of attributes in any case; these mean the feed, the best first.
_FEED: Final = ("xmlurl", "feedurl", "rssurl")
_PAGE: Final = ("htmlurl", "weburl", "siteurl")
# What an outline with a bare `url` can be besides a feed.
_NO_FEEDS: Final = frozenset({"link", "include", "html"})
_FEED_SCHEME: Final = re.compile(r"feed:(?://)?(?=https?://)|feed(?=://)", re.IGNORECASE)
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_EXPORT: Final = "Export the list of feeds anew as OPML"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """A feed on such a list."""

    # None where the list leaves it to the feed.
    title: str | None
    # As the list has it, so it may hold credentials.
    feed: str
    # The site that the feed belongs to.
    page: str | None = None
    # As the list has it ("de-AT").
    language: str | None = None


def read_opml(data: bytes) -> list[Outline]:
    """The feeds of a list, at any depth of its folders, in order, each address once.

    Addresses that are no http or https addresses are passed over.

    Raises:
        FeedError: It is no OPML, broken, declares entities, or is far too large.
    """
    if len(data) > _MOST_BYTES:
        raise FeedError(f"larger than {_MOST_BYTES:,} bytes", hint="Export the feeds in several lists")
    reader = _Reader()
    try:
        reader.parse(data)
    except expat.ExpatError as error:
        raise FeedError(f"broken XML: {expat.ErrorString(error.code)}", line=error.lineno, hint=_EXPORT) from error
    found = list(reader.found.values())
    if not found:
        raise FeedError("it lists no feed: no outline has an xmlUrl", hint=_EXPORT)
    return found


def write_opml(outlines: Iterable[Outline], title: str) -> bytes:
    """A list of feeds as OPML 2.0, in UTF-8; the same feeds give the same bytes.

    Args:
        outlines: The feeds; their addresses are written as they are.
        title: What the list is called.
    """
    root = Element("opml", version="2.0")
    SubElement(SubElement(root, "head"), "title").text = _written(title)
    body = SubElement(root, "body")
    for one in outlines:
        name = one.title or one.feed
        fields = {
            "text": name, "title": name, "type": "rss", "xmlUrl": one.feed, "htmlUrl": one.page,
            "language": one.language,
        }  # fmt: skip
        SubElement(body, "outline", {key: _written(value) for key, value in fields.items() if value})
    indent(root)
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def for_others(address: str) -> str:
    """A feed's address as other programs can use it: without user and password; keys that the editor kept out stay out."""
    try:
        return shown(plain(address)[0])
    except FetchError:
        return shown(address)


class _Reader:
    """Takes the feeds out of a list while it is parsed; nothing that it names is ever opened."""

    def __init__(self) -> None:
        # By the form in which addresses are compared.
        self.found: dict[str, Outline] = {}
        self._depth = 0
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = _refuse_entity

    def parse(self, data: bytes) -> None:
        # Exports have addresses with a bare `&`, and white space before the declaration.
        self._parser.Parse(mend_entities(decoded(data).text.lstrip()), True)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2].lower()
        self._depth += 1
        if self._depth == 1 and tag != "opml":
            raise FeedError(f"no OPML: its root is <{name[:40]}>", hint=_EXPORT)
        if self._depth > _DEEPEST:
            raise FeedError(f"nested more than {_DEEPEST} deep", line=self._parser.CurrentLineNumber, hint=_EXPORT)
        if tag == "outline":
            self._outline({key.lower(): " ".join(value.split()) for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        del name
        self._depth -= 1

    def _outline(self, given: Mapping[str, str]) -> None:
        feed = next((given[key] for key in _FEED if given.get(key)), None)
        if feed is None and given.get("type", "rss").lower() not in _NO_FEEDS:
            feed = given.get("url")
        address = _address(feed)
        if address is None:
            return
        if len(self.found) == _MOST_FEEDS:
            raise FeedError(f"it lists more than {_MOST_FEEDS:,} feeds", hint="Export the feeds in several lists")
        one = Outline(
            title=(given.get("title") or given.get("text") or "")[:_LONGEST] or None, feed=address,
            page=_address(next((given[key] for key in _PAGE if given.get(key)), None)),
            language=given.get("language") or given.get("lang") or None,
        )  # fmt: skip
        self.found.setdefault(same_page(address), one)


def _refuse_entity(name: str, *_: object) -> NoReturn:
    raise FeedError(f"it declares the entity {name[:40]!r}, which could fill the memory or open files", hint=_EXPORT)


def _address(text: str | None) -> str | None:
    """A feed's or page's address as the list has it, with the scheme that feed readers put before it taken off."""
    if not text:
        return None
    address = _FEED_SCHEME.sub(lambda match: "http" if match[0].lower() == "feed" else "", text, count=1)
    try:
        valid(address)
    except FetchError:
        return None
    return address


def _written(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
