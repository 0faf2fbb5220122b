"""A page's text in pieces: each what will be a block, with the text nodes that it is made of.

Every piece of the page is here, also what surrounds the article; `maintext.py` says which are the article's.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Literal, NamedTuple

from beleg.read import preformatted, raised
from beleg.read.blocks import LONGEST_HEADING, ends_sentence
from beleg.records import BlockKind

# White space that HTML folds; a no-break space stays.
SPACE = re.compile(r"[ \t\n\r\f]+")
_CLASS_WORD = re.compile(r"[a-z]+")
_WORDED = re.compile(r"[^\W_]")
_NONE: frozenset[str] = frozenset()
# What an element is called stands at the beginning of its attributes, however long they are.
_ATTRIBUTE = 500
# Nobody who asks for an element's words wants more: headings are short, cells with more are no data.
_WORDS = 2_000
# Cells with more text on average are the layout of a page and no data.
_CELL = 80
# Articles within articles that are told apart.
_NESTED = 8
# Blank lines of preformatted texts that end a paragraph: more than any article has.
_BLANK_LINES = 10_000
# Highlighters name code so far above it.
_ABOVE = 2


class Node(NamedTuple):
    """A text node: an element's text, or what follows its end."""

    element: Any
    place: Literal["text", "tail"]


class Piece(NamedTuple):
    """What will be a block."""

    kind: BlockKind | None
    text: str
    # Its text nodes, those without a letter or digit left out.
    nodes: tuple[Node, ...]
    # Where its words link to, as written.
    links: tuple[str, ...]
    # Whether it stands in what surrounds articles, by its element, its role or the words of its class.
    aside: bool
    # The elements around it that are marked as an article or a page's main part, the outermost first.
    articles: tuple[Any, ...]


class _Run(NamedTuple):
    """Words of a piece: those of one text node; without a node a line break, or the mark between two cells."""

    text: str
    node: Node | None = None
    link: str | None = None


class _Place(NamedTuple):
    """What the elements around a text node make of it."""

    kind: BlockKind | None = None
    link: str | None = None
    aside: bool = False
    articles: tuple[Any, ...] = ()
    # What digits become where they are raised or lowered.
    signs: Mapping[int, int | str] | None = None


_BREAK = _Run("\n")
_SPACE = _Run(" ")
_BETWEEN_CELLS = _Run(" | ")


@cache
def names(table: str) -> frozenset[str]:
    """A list of pages.toml as a set."""
    tables = tomllib.loads(resources.files(__package__).joinpath("pages.toml").read_text("utf-8"))
    return frozenset(tables[table].split())


@cache
def lines_of(table: str) -> tuple[str, ...]:
    """The lines of a text of pages.toml."""
    tables = tomllib.loads(resources.files(__package__).joinpath("pages.toml").read_text("utf-8"))
    return tuple(line.strip() for line in tables[table].splitlines() if line.strip())


def text_of(element: Any) -> str:
    """An element's words on one line, the first ones of many; "" for a comment."""
    if not isinstance(element.tag, str):
        return ""
    if next(element.iter("sup", "sub", "del", "s", "strike"), None) is not None:
        return " ".join(piece.text for piece in pieces(element))[:_WORDS]
    words = ""
    for text in element.itertext():
        words += text[:_WORDS]
        if len(words) > _WORDS:
            break
    return SPACE.sub(" ", words).strip()


def named(element: Any, *attributes: str) -> frozenset[str]:
    """The words of an element's class, and of other attributes."""
    given = " ".join([value[:_ATTRIBUTE] for name in attributes if (value := element.get(name))])
    return frozenset(_CLASS_WORD.findall(given.lower())) if given else _NONE


def pieces(body: Any) -> list[Piece]:
    """The pieces of an element in the order of the page."""
    walker = _Walker()
    walker.walk(body, _Place())
    walker.flush(_Place())
    return walker.pieces


class _Walker:
    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._runs: list[_Run] = []
        self._in_row = False
        self._blank_lines = _BLANK_LINES

    def walk(self, element: Any, place: _Place) -> None:
        """Take in an element and all below it; calls itself once a level, so what calls it limits the depth."""
        if _is_unread(element):
            return
        if element.tag == "pre":
            self._blank_lines -= preformatted.unfold(element, self._blank_lines)
        if element.tag == "table" and _is_data(element):
            self.flush(place)
            self._table(element, place)
            return
        block = element.tag in names("blocks")
        if block:
            self.flush(place)
        own = _Place(
            kind=_kind(element) or place.kind,
            link=(element.get("href") or None) if element.tag == "a" else place.link,
            aside=place.aside or is_aside(element),
            articles=(*place.articles, element)[:_NESTED] if _is_marked(element) else place.articles,
            signs=raised.signs(element, self._runs[-1].text if self._runs else "")
            if element.tag in ("sup", "sub")
            else place.signs,
        )
        if element.tag == "br":
            self._runs.append(_BREAK)
        self._take(Node(element, "text"), own)
        for child in element:
            if isinstance(child.tag, str):
                self.walk(child, own)
            self._take(Node(child, "tail"), own)
        if block:
            self.flush(own)

    def flush(self, place: _Place) -> None:
        """Make pieces of what was taken in: two line breaks end one, a single break is a space."""
        if self._in_row:
            self._runs.append(_SPACE)
            return
        if not self._runs:
            return
        runs, self._runs = self._runs, []
        part: list[_Run] = []
        breaks = 0
        for run in (*runs, _BREAK, _BREAK):
            if run is _BREAK:
                breaks += 1
            elif run.text.strip(" \t\n\r\f"):
                breaks = 0
            if breaks < 2:
                part.append(run)
            elif part:
                self._finish(part, place)
                part = []

    def _take(self, node: Node, place: _Place) -> None:
        text = getattr(node.element, node.place)
        if text:
            self._runs.append(_Run(text.translate(place.signs) if place.signs else text, node, place.link))

    def _finish(self, runs: list[_Run], place: _Place) -> None:
        text = SPACE.sub(" ", "".join(run.text for run in runs)).strip()
        if not _WORDED.search(text):
            return
        worded = [run for run in runs if run.node and _WORDED.search(run.text)]
        links = dict.fromkeys(run.link for run in worded if run.link)
        self.pieces.append(
            Piece(
                place.kind,
                text,
                tuple(run.node for run in worded if run.node),
                tuple(links),
                place.aside,
                place.articles,
            )
        )

    def _table(self, table: Any, place: _Place) -> None:
        """Make a piece of each row; what stands in a cell stays on its line."""
        place = place._replace(aside=place.aside or is_aside(table))
        for row in table.iter("tr", "caption"):
            self._in_row = True
            for index, cell in enumerate(list(row.iterchildren("td", "th")) or [row]):
                if index:
                    self._runs.append(_BETWEEN_CELLS)
                self.walk(cell, place)
            self._in_row = False
            self.flush(place._replace(kind="heading" if row.tag == "caption" else "row"))


def _is_unread(element: Any) -> bool:
    """Whether nothing of an element is the page's text: scripts, code, marks of notes, what is hidden, asks for consent."""
    if element.tag in names("unread"):
        return True
    if element.tag == "pre" and (_is_code(element) or not preformatted.is_prose(element)):
        return True
    if element.tag == "sup" and raised.is_note(
        element, marked=bool(named(element, "class", "role", "id") & names("notes"))
    ):
        return True
    if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
        return True
    if "display:none" in (element.get("style") or "")[:_ATTRIBUTE].replace(" ", "").lower():
        return True
    return bool(named(element, "class", "id") & names("consent")) and _is_box(element)


def _is_code(element: Any) -> bool:
    """Whether a preformatted element, or what is around it, is named as highlighters name it."""
    around = islice(element.iterancestors(), _ABOVE)
    return any(named(one, "class") & names("code") for one in (element, *around) if one.tag != "body")


def is_aside(element: Any) -> bool:
    """Whether an element holds what surrounds articles."""
    if not isinstance(element.tag, str) or element.tag in ("html", "body", "main", "article"):
        return False
    if element.tag in names("aside_elements") or (element.get("role") or "").lower() in names("aside_roles"):
        return True
    return bool(named(element, "class", "id") & names("aside")) and _is_box(element)


def _is_marked(element: Any) -> bool:
    return element.tag in ("article", "main") or element.get("itemprop") == "articleBody"


def _is_box(element: Any) -> bool:
    """Whether an element stands beside the article: what holds the title or most of the page is a wrapper ("with-sidebar")."""
    return (
        element.tag not in ("html", "body", "main", "article")
        and next(element.iter("article", "main", "h1"), None) is None
    )


def _kind(element: Any) -> BlockKind | None:
    if element.tag == "h1":
        return "title"
    if element.tag in names("headings") or _is_bold(element):
        return "heading"
    if element.tag == "li":
        return "item"
    return "byline" if _is_byline(element) else None


def _is_data(table: Any) -> bool:
    """Whether a table holds data and not the page's layout: short cells, two columns or more, no table inside."""
    if next(table.iterdescendants("table"), None) is not None:
        return False
    rows = [[text_of(cell) for cell in row.iterchildren("td", "th")] for row in table.iter("tr")]
    cells = [cell for row in rows for cell in row]
    return len(rows) > 1 and max(map(len, rows)) > 1 and sum(map(len, cells)) <= _CELL * len(cells)


def _is_bold(element: Any) -> bool:
    """Whether a paragraph is a heading in disguise: short, all in bold, without a full stop."""
    if element.tag != "p" or (element.text or "").strip() or len(element) != 1:
        return False
    child = element[0]
    if child.tag not in ("strong", "b") or (child.tail or "").strip():
        return False
    text = text_of(child)
    return 0 < len(text) <= LONGEST_HEADING and not ends_sentence(text) and text[-1] != ":"


def _is_byline(element: Any) -> bool:
    if element.tag == "time":
        return True
    if element.get("itemprop") in ("author", "datePublished", "dateModified"):
        return True
    return bool(named(element, "class") & names("byline")) and _is_short(element)


def _is_short(element: Any) -> bool:
    """Whether an element holds no more than a line, found out without reading all of it: wrappers are called "meta", too."""
    length = 0
    for text in element.itertext():
        length += len(text.strip())
        if length > LONGEST_HEADING * 2:
            return False
    return True
