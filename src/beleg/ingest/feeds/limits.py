"""What is taken out of a feed's elements before they are read: too many entries, long lines, texts encoded twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from beleg.errors import FeedError
from beleg.ingest.feeds.entry import LONGEST_AUTHOR
from beleg.ingest.feeds.text import once

MOST_ENTRIES = 5_000
# Twenty microseconds each. A feed of 3,000 entries has 45,000; inside CDATA sections there are none.
MOST_ELEMENTS = 200_000
# Of an entry or a feed, entries apart. An entry has up to thirty.
_MOST_PARTS = 300
_HOLDERS = frozenset({"item", "entry", "channel", "feed", "rdf", "rss", "source"})
# feedparser compares each attribute of an element with all others.
_MOST_ATTRIBUTES = 100
_ENTRIES = frozenset({"item", "entry"})
# Looked at with patterns that take a time quadratic in their length.
_PERSONS = frozenset({"author", "managingeditor", "webmaster", "creator", "name", "email", "publisher", "contributor"})
# Nothing here asks for them. feedparser compares each category with all before it, and stumbles over images and text
# inputs in odd places.
_UNASKED = frozenset({"category", "keywords", "subject", "tags", "image", "textinput"})
_MAIL_NAME = re.compile(r"[^\s()<>@]+@[^\s()<>@]+\s*\(([^@]*[^\s@)])\s*\)")
_NAME_MAIL = re.compile(r"([^<>@]*[^\s<>@])\s*<[^\s<>@]+@[^\s<>@]+>")
_XHTML = "{http://www.w3.org/1999/xhtml}"


def bound(root: Any) -> tuple[str, ...]:
    """Bring a feed's elements into bounds, in place; says what was odd.

    Raises:
        FeedError: It has too many of them.
    """
    warnings = []
    if sum(1 for _ in root.iter(etree.Element)) > MOST_ELEMENTS:
        raise FeedError(f"more than {MOST_ELEMENTS:,} elements", hint="Ask its publisher for a shorter feed.")
    elements = list(_outside_of_content(root))
    entries = [element for element, name in elements if name in _ENTRIES]
    if len(entries) > MOST_ENTRIES:
        warnings.append(f"{len(entries)} entries, of which {MOST_ENTRIES} are read")
    for entry in entries[MOST_ENTRIES:]:
        _remove(entry)
    for element, name in elements:
        parts = [part for part in element if not _is_entry(part)] if name in _HOLDERS else []
        for part in parts[_MOST_PARTS:]:
            _remove(part)
    twice = 0
    for element, name in elements:
        if name in _UNASKED:
            _empty(element)
        elif name in _PERSONS and element.text:
            element.text = _person(element.text[:LONGEST_AUTHOR])
        elif element.text and (before := once(element.text)):
            element.text = before
            twice += 1
    if twice:
        warnings.append(f"mojibake mended in {twice} of its texts, which were encoded twice")
    return tuple(warnings)


def _outside_of_content(root: Any) -> Iterator[tuple[Any, str]]:
    for element in root.iter(etree.Element):
        if len(element.attrib) > _MOST_ATTRIBUTES:
            element.attrib.clear()
        if not element.tag.startswith(_XHTML):
            yield element, _name(element)


def _is_entry(element: Any) -> bool:
    return _name(element) in _ENTRIES


def _name(element: Any) -> str:
    """Its name without namespace, in lower case."""
    return str(element.tag).rpartition("}")[2].lower()


def _person(text: str) -> str:
    """The name in `mail@host (Name)` and `Name <mail@host>`; feedparser finds none behind long top-level domains."""
    match = _MAIL_NAME.fullmatch(text.strip()) or _NAME_MAIL.fullmatch(text.strip())
    return match[1].strip() if match else text


def _remove(element: Any) -> None:
    """Take a part out of an entry or a feed, which have no text of their own."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _empty(element: Any) -> None:
    """Leave an element that means nothing; text around it may be an entry's."""
    element.clear(keep_tail=True)
    element.tag = "unasked"
