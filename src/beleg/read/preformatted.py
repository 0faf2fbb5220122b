"""A page's preformatted text: that of agencies, which is set in paragraphs by blank lines, is text; code is not."""

from __future__ import annotations

import re
from typing import Any, Literal

from lxml import etree

_BLANK_LINE = re.compile(r"\n(?:[ \t]*\n)+")
# Prose has next to none of these, code and drawings have many.
_SIGNS = re.compile(r"[{}\[\]<>=;_\\|$#@*`~^&+]")
_SHARE = 0.03
# Columns, which mean nothing once blanks are folded.
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
_COLUMN_LINES = 0.3


def is_prose(element: Any) -> bool:
    """Whether a preformatted element holds sentences, as far as its signs and columns tell."""
    if next(element.iter("code", "samp", "kbd"), None) is not None:
        return False
    text = "".join(element.itertext(with_tail=False))
    lines = text.count("\n") + 1
    letters = len(text) - text.count(" ") - lines
    return len(_SIGNS.findall(text)) <= _SHARE * letters and len(_COLUMNS.findall(text)) <= _COLUMN_LINES * lines


def unfold(element: Any, most: int) -> int:
    """Make it an element whose paragraphs are told apart by line breaks, as HTML has them.

    Args:
        element: The preformatted one.
        most: Blank lines that may become line breaks; the rest are blanks.

    Returns:
        How many did.
    """
    left = most
    for part in [part for part in element.iter() if isinstance(part.tag, str)]:
        if part.tag == "pre":
            part.tag = "div"
        left -= _broken(part, part, "text", left)
        if part is not element:
            left -= _broken(part.getparent(), part, "tail", left)
    return most - left


def _broken(parent: Any, part: Any, place: Literal["text", "tail"], most: int) -> int:
    """Put two line breaks for each blank line of a text node, and say how many blank lines there were."""
    # None to be split would mean all of them.
    paragraphs = _BLANK_LINE.split(getattr(part, place) or "", maxsplit=most) if most > 0 else []
    if len(paragraphs) < 2:
        return 0
    setattr(part, place, paragraphs[0])
    at = 0 if place == "text" else parent.index(part) + 1
    for paragraph in paragraphs[1:]:
        first, second = etree.Element("br"), etree.Element("br")
        second.tail = paragraph
        parent.insert(at, first)
        parent.insert(at + 1, second)
        at += 2
    return len(paragraphs) - 1
