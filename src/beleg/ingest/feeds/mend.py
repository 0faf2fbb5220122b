"""Feeds that are no well-formed XML, mended: entities nobody declared, bare `&`, tags that do not fit together.

One pass each over the text, without looking back; a feed that breaks off inside a tag's text, a comment or a CDATA
section is never mended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.entities import html5
from typing import NamedTuple
from xml.sax.saxutils import escape

from beleg.errors import FeedError

INCOMPLETE = "incomplete: it breaks off"
_PREDEFINED = frozenset({"amp", "lt", "gt", "quot", "apos"})
_ENTITY = re.compile(r"&(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|(\w{1,40});)?")
# Possessive: a name or a tag without an end is looked at once.
_TAG = re.compile(r"<(/?)([A-Za-z_][\w.-]*+(?::[A-Za-z_][\w.-]*+)?+)([^<>]*+)>")
_ATTRIBUTE = re.compile(r"([A-Za-z_][\w.-]*+(?::[A-Za-z_][\w.-]*+)?+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s>\"']+))?")
# Elements of HTML that have no end.
_VOID = frozenset({"br", "hr", "img", "wbr", "input"})
_ENTRIES = frozenset({"item", "entry"})
# What they open with, and what ends them.
_SECTIONS = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"))
# Modules that feeds use and forget to declare.
_PREFIXES = {
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
}
# Deeper than any feed, and than what is read.
_DEEPEST = 250


class _Piece(NamedTuple):
    # The opening of a section, "<" for a tag, "" for text.
    kind: str
    text: str


def mend_entities(source: str) -> str:
    """HTML's entities as their characters, every other `&` as `&amp;`; CDATA sections and comments stay.

    Raises:
        FeedError: It breaks off.
    """
    return "".join(
        piece.text if piece.kind not in ("", "<") else _ENTITY.sub(_character, piece.text) for piece in _pieces(source)
    )


def mend_tags(source: str) -> str:
    """Every element closed in the right order, attributes quoted and single, prefixes declared.

    Raises:
        FeedError: It breaks off, or is nested deeper than any feed.
    """
    done: list[str] = []
    # Names as they were opened.
    stack: list[str] = []
    opened: Counter[str] = Counter()
    prefixes: dict[str, None] = {}
    root = -1
    for piece in _pieces(source):
        tag = _TAG.fullmatch(piece.text) if piece.kind == "<" else None
        if tag is None:
            if piece.kind == "<![CDATA[" or (piece.kind in ("", "<") and stack):
                done.append(piece.text if piece.kind == "<![CDATA[" else _plain(piece.text))
            continue
        closing, name, rest = tag.groups()
        low = name.lower()
        if closing:
            if not opened[low] or low in _VOID:
                continue
            _close(low, stack, opened, done)
            if not stack:
                # What follows the end belongs to no feed.
                break
            continue
        if low in _ENTRIES and opened[low]:
            # None holds another: the one before was not closed.
            _close(low, stack, opened, done)
        attributes = _attributes(rest)
        prefixes.update((used.partition(":")[0], None) for used in (name, *attributes) if ":" in used)
        empty = rest.endswith("/") or low in _VOID
        if root < 0:
            root = len(done)
        done.append(f"<{name}{''.join(f' {key}={value}' for key, value in attributes.items())}{'/' * empty}>")
        if not empty:
            stack.append(name)
            opened[low] += 1
            if len(stack) > _DEEPEST:
                raise FeedError(f"its elements are nested more than {_DEEPEST} deep")
    if stack or root < 0:
        raise FeedError(INCOMPLETE)
    done[root] = _declared(done[root], prefixes)
    return "".join(done)


def _close(name: str, stack: list[str], opened: Counter[str], done: list[str]) -> None:
    """Close the innermost open element of a name, and all that is open inside."""
    inner = ""
    while inner.lower() != name:
        inner = stack.pop()
        opened[inner.lower()] -= 1
        done.append(f"</{inner}>")


def _pieces(source: str) -> Iterator[_Piece]:
    """Text, tags and sections, in order and without gaps."""
    at = 0
    while at < len(source):
        start = source.find("<", at)
        if start != at:
            end = len(source) if start < 0 else start
            yield _Piece("", source[at:end])
            at = end
            continue
        section = next(((opening, end) for opening, end in _SECTIONS if source.startswith(opening, at)), None)
        if section:
            end = source.find(section[1], at + len(section[0]))
            if end < 0:
                raise FeedError(INCOMPLETE)
            end += len(section[1])
            yield _Piece(section[0], source[at:end])
        else:
            tag = _TAG.match(source, at)
            end = tag.end() if tag else at + 1
            yield _Piece("<" if tag else "", source[at:end])
        at = end


def _character(match: re.Match[str]) -> str:
    name = match[1]
    if match[0] == "&":
        return "&amp;"
    if name is None or name in _PREDEFINED:
        return match[0]
    character = html5.get(f"{name};")
    return escape(character, {'"': "&quot;"}) if character else f"&amp;{name};"


def _plain(text: str) -> str:
    return text.replace("<", "&lt;").replace("]]>", "]]&gt;")


def _attributes(rest: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(rest.removesuffix("/")):
        bare = value[1:-1] if value[:1] in ('"', "'") else value
        found.setdefault(name, '"' + bare.replace("<", "&lt;").replace('"', "&quot;") + '"')
    return found


def _declared(start: str, prefixes: dict[str, None]) -> str:
    """The outermost element's start with every prefix declared."""
    name = re.match(r"<[^\s/>]+", start)
    missing = [
        prefix for prefix in prefixes if prefix.lower() not in ("xml", "xmlns") and f" xmlns:{prefix}=" not in start
    ]
    if name is None or not missing:
        return start
    added = "".join(f' xmlns:{prefix}="{_PREFIXES.get(prefix, f"urn:undeclared:{prefix}")}"' for prefix in missing)
    return start[: name.end()] + added + start[name.end() :]
