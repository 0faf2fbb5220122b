"""Pages taken apart quickly: what `html.parser` tells of a page, where that is written as plainly as Beleg's."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Final

_NAME: Final = "[A-Za-z][A-Za-z0-9]*"
_ATTRIBUTE: Final = r'[A-Za-z][-:A-Za-z0-9]*(?:="[^"<>]*")?'
_BEGINNING: Final = re.compile("(?:<!doctype html>)?([^<]*)", re.IGNORECASE)
# An element that opens or closes, and the text behind it.
_PIECE: Final = re.compile(rf"<(/?)({_NAME})((?:[ \n]+{_ATTRIBUTE})*)[ \n]*(/?)>([^<]*)")
_ATTRIBUTES: Final = re.compile(r'([A-Za-z][-:A-Za-z0-9]*)(="[^"]*")?')
# References in attributes that every parser takes alike.
_OTHER_REFERENCE: Final = re.compile("&(?!(?:amp|lt|gt|quot|nbsp|#34|#39);)")
# In these, parsers look for no markup; some of them for no references either.
_TEXT_ALONE: Final = frozenset(("title", "textarea"))
_RAW: Final = frozenset(("script", "style", "iframe", "noembed", "noframes", "noscript", "plaintext", "xmp"))


def feed(parser: HTMLParser, text: str) -> None:
    """Tell a parser, which converts references, of the elements and the texts of a whole page.

    A page with anything beyond elements, attributes in double quotes and text is left to the parser itself: it reads all
    that projects may write into templates of their own, and takes three times as long.
    """
    beginning = _BEGINNING.match(text)
    assert beginning is not None, "it matches anything"
    pieces = _pieces(text, beginning.end())
    if pieces is None:
        parser.feed(text)
        parser.close()
        return
    if beginning[1]:
        parser.handle_data(unescape(beginning[1]))
    for closes, name, attributes, empty, behind in pieces:
        if closes:
            parser.handle_endtag(name)
        else:
            found = [(key.lower(), value) for key, value in _attributes(attributes)] if attributes else []
            (parser.handle_startendtag if empty else parser.handle_starttag)(name, found)
        if behind:
            parser.handle_data(unescape(behind) if "&" in behind else behind)


def _pieces(text: str, at: int) -> list[tuple[str, str, str, str, str]] | None:
    """Slash, name, attributes, closing slash and following text of each element; None for a page that is not plain."""
    found: list[tuple[str, str, str, str, str]] = []
    inside = ""
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            return None
        closes, name, attributes, empty, behind = match.group(1, 2, 3, 4, 5)
        if (closes and (attributes or empty)) or ("&" in attributes and _OTHER_REFERENCE.search(attributes)):
            return None
        name = name.lower()
        if inside and not (closes and name == inside):
            return None
        inside = ""
        if not closes and (name in _RAW or name in _TEXT_ALONE):
            # A script without references says the same to every parser.
            if empty or (behind and name in _RAW and (name != "script" or "&" in behind)):
                return None
            inside = name
        found.append((closes, name, attributes, empty, behind))
        at = match.end()
    return None if inside else found


def _attributes(text: str) -> list[tuple[str, str | None]]:
    found = _ATTRIBUTES.findall(text)
    return [(name.lower(), unescape(value[2:-1]) if value else None) for name, value in found]
