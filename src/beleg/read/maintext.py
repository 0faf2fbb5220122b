"""Which pieces of a page are its article: trafilatura finds them, our pieces keep them word for word.

Trafilatura gives back a text of its own, with other white space, without marks that it holds for noise. So each text node
gets a mark of two signs before trafilatura sees it, and the marks in what it gives back tell which nodes it found.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from lxml import etree

from beleg.read.layout import SPACE, Piece, names

if TYPE_CHECKING:
    from trafilatura.metadata import Document

# Braille patterns: no letters, so that rules about words take them for punctuation, and kept by every step.
_FIRST, _SIGNS = 0x2800, 256
_SIGN = re.compile("[\u2800-\u28ff]")
_MARK = re.compile("[\u2800-\u28ff]{2}")
_BLANKS = re.compile(r"\s{40,}")
# Of a piece, this share of its characters must be found: a link or a footnote in it may be missing.
_SHARE = 0.5
# Below this trafilatura has found no article and gives what it can get (its own setting, MIN_EXTRACTED_SIZE).
_LEAST = 250
# Of what was found, the least share within the article that a page marks: with less it marks but the head of the article,
# or a box; articles beside it, measured by that one.
_HEADED, _PART, _TEASERS = 0.1, 0.25, 0.5
# So little is found around a short article, of which the share tells nothing.
_BRIEF = 2_000
# Pages that trafilatura is asked about: several times what long articles have. Its time grows with the square of the pieces,
# with that of links, spans and the like side by side in one element, and with how deep all elements lie, one with another:
# 5,000 links in a paragraph took a second, in 400 wrappers 36. And no more text nodes than there are marks.
_PIECES, _ELEMENTS, _NODES = 5_000, 20_000, _SIGNS * _SIGNS
_CROWD, _SQUARES = 50, 2_000_000
_DEEP = 400_000


def article(tree: Any, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of the article, in the order of the page.

    Args:
        tree: The page; its text nodes are marked, so it is of no use afterwards.
        pieces: All pieces of its body.
    """
    marked = _marked(pieces)
    found = _within(_found(tree, pieces), pieces, marked) if _is_manageable(tree, pieces) else []
    if _length(found) < _LEAST:
        found = [piece for piece in pieces if not piece.aside]
        found = found if marked is None else _parts(found, pieces, marked)
    return _completed(found, pieces, marked)


def _is_manageable(tree: Any, pieces: Sequence[Piece]) -> bool:
    """Whether trafilatura reads a page in the time of an article."""
    if len(pieces) > _PIECES or sum(len(piece.nodes) for piece in pieces) > _NODES:
        return False
    elements = depth = depths = squares = 0
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        depths += depth
        elements += 1
        if len(element) > _CROWD:
            squares += sum(child.tag not in names("blocks") for child in element) ** 2
        if elements > _ELEMENTS or depths > _DEEP or squares > _SQUARES:
            return False
    return True


def _marked(pieces: Sequence[Piece]) -> Any:
    """Of the elements marked as articles the one with most text, else the page's main part; None if none is marked."""
    held: Counter[Any] = Counter()
    for piece in pieces:
        for element in () if piece.aside else piece.articles:
            held[element] += len(piece.text)
    articles = [element for element in held if element.tag != "main"] or list(held)
    return max(articles, key=held.__getitem__, default=None)


def _within(found: list[Piece], pieces: Sequence[Piece], marked: Any) -> list[Piece]:
    """What was found within the marked article, if it has the page's title or a good part of what was found.

    Around a short article trafilatura finds the imprint and teasers, too. These may be marked as articles themselves; where
    the title stands in none of them and they are long, the article is one in several parts.
    """
    inside = [piece for piece in found if marked in piece.articles]
    if marked is None or marked.tag == "main":
        return found
    headed = any(piece.kind == "title" and marked in piece.articles for piece in pieces)
    brief = headed and inside and _length(found) < _BRIEF
    if not brief and _length(inside) <= (_HEADED if headed else _PART) * _length(found):
        return found
    return _parts(found, pieces, marked)


def _parts(found: list[Piece], pieces: Sequence[Piece], marked: Any) -> list[Piece]:
    """What was found in the marked article, or in all of them if the title stands in none and they are long."""
    inside = [piece for piece in found if marked in piece.articles]
    if any(piece.kind == "title" and marked in piece.articles for piece in pieces):
        return inside
    every = [piece for piece in found if any(element.tag != "main" for element in piece.articles)]
    return inside if _length(every) < (1 + _TEASERS) * _length(inside) else every


def _completed(found: list[Piece], pieces: Sequence[Piece], marked: Any) -> list[Piece]:
    """What was found, with the part of the article in which its title stands, and with the headings of its parts."""
    head = _head(pieces, marked)
    # The entries of a live blog, of which trafilatura keeps the first one's heading. In a page of one part, what it left out
    # is seldom a heading of the article.
    parts = {piece.articles[-1] for piece in found if piece.articles and piece.articles[-1].tag != "main"}
    kept = {id(piece) for piece in found}
    below: Piece | None = None
    result = []
    for piece in reversed(pieces):
        is_heading = (
            piece.kind == "heading" and below is not None and len(parts) > 1 and piece.articles == below.articles != ()
        )
        if id(piece) in kept or (not piece.aside and (is_heading or (head is not None and head in piece.articles))):
            result.append(piece)
            below = piece
        elif piece.kind != "byline":
            below = None
    return result[::-1]


def _head(pieces: Sequence[Piece], marked: Any) -> Any:
    """The article before the marked one, if it holds the page's only title: the first part of an article in several."""
    titled = {piece.articles[-1] if piece.articles else None for piece in pieces if piece.kind == "title"}
    head: Any = titled.pop() if len(titled) == 1 else None
    articles = list(dict.fromkeys(element for piece in pieces if not piece.aside for element in piece.articles))
    if head not in articles or marked not in articles or head is marked or "main" in (head.tag, marked.tag):
        return None
    # The part that follows it, or, among parts side by side, the longest.
    follows = articles.index(marked) == articles.index(head) + 1 and head not in marked.iterancestors()
    return head if follows or head.getparent() is marked.getparent() else None


def _length(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.text) for piece in pieces)


def _fold_blanks(tree: Any) -> None:
    """Make a long run of blanks one: patterns of trafilatura take the square of its length."""
    for element in tree.iter():
        for place in ("text", "tail"):
            text = getattr(element, place)
            if text and _BLANKS.search(text):
                setattr(element, place, _BLANKS.sub(" ", text))


def _found(tree: Any, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces in which trafilatura sees the article."""
    from trafilatura import bare_extraction  # noqa: PLC0415 - slow to load

    # It warns of every page without an article, and a log without a handler ends on the screen.
    logging.getLogger("trafilatura").addHandler(logging.NullHandler())
    owners: dict[str, tuple[int, int]] = {}
    for index, piece in enumerate(pieces):
        for element, place in piece.nodes:
            high, low = divmod(len(owners), _SIGNS)
            mark = chr(_FIRST + high) + chr(_FIRST + low)
            text = SPACE.sub(" ", getattr(element, place))
            owners[mark] = index, len(text)
            words = text.lstrip(" ")
            setattr(element, place, text[: len(text) - len(words)] + mark + _SIGN.sub("*", words))
    _fold_blanks(tree)
    try:
        document = cast("Document | None", bare_extraction(tree, include_comments=False))
    except Exception:  # noqa: BLE001 - whatever a page does to it, our own rules can still read the page
        document = None
    if document is None:
        return []
    marks = set(_MARK.findall("".join(document.body.itertext())))
    whole: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    for mark, (index, length) in owners.items():
        whole[index] += length
        seen[index] += length * (mark in marks)
    return [piece for index, piece in enumerate(pieces) if seen[index] > _SHARE * whole[index]]
