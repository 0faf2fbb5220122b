"""The article out of an HTML page: its main text as blocks, and what the page says of itself.

The main text is what stands in the page's article element, else where most of its paragraphs are. What surrounds articles
(menus, consent dialogs, teasers, newsletters) goes by its element, its role and the words of its class; so do bylines.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import lxml.html
from lxml import etree

from beleg.errors import ReadError
from beleg.ingest.binary import binary_kind
from beleg.read import frontmatter
from beleg.read.blocks import LONGEST_HEADING, ends_sentence, refined
from beleg.read.bylines import Byline
from beleg.read.decoding import decode
from beleg.read.frontmatter import FrontMatter
from beleg.read.pagedata import SPACE, first_date, stated_by, text_of, times, titles
from beleg.records import Block, BlockKind

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w-]{2,30})", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_TAG = re.compile(r"<[a-zA-Z!][^<>]*>")
# Stands for a line break until a paragraph is whole; decoding leaves no such character in a text.
_BREAK = "\x1f"
_BREAKS = re.compile(rf"(?:{_BREAK} ?){{2,}}")
_CLASS_WORD = re.compile(r"[a-z]+")

# A page whose text is shorter than this and asks for a password is a login form.
_LOGIN = 300
# A block with less text than this is no paragraph that tells where the article is: a label, a button, a caption.
_PARAGRAPH = 40
# How many elements up a paragraph still tells of its holder.
_HOLDERS = 4
# Pages of unclosed elements reach a few hundred levels; reading them calls itself once a level.
_DEEPEST = 500


class Page(NamedTuple):
    """An article's page."""

    # Blocks joined by a blank line, without the title.
    text: str
    blocks: tuple[Block, ...]
    title: str | None
    # Author, publisher and dates as the page's data say.
    byline: Byline
    # Its canonical address.
    url: str | None
    # As the page says it; often wrong.
    language: str | None
    matter: FrontMatter


class _Piece(NamedTuple):
    kind: BlockKind | None
    text: str


@cache
def _names(table: str) -> frozenset[str]:
    tables = tomllib.loads(resources.files(__package__).joinpath("pages.toml").read_text("utf-8"))
    return frozenset(tables[table].split())


def parse(data: bytes, *, path: str | None = None) -> Page:
    """The article of a page.

    Raises:
        ReadError: The bytes are no HTML, or no article.
    """
    kind = binary_kind(data)
    if kind:
        raise ReadError(f"not HTML: it holds {kind}", path=path, hint="Save the article's page, or its text.")
    charset = _CHARSET.search(data)
    text = decode(data, path=path, declared=charset[1].decode("ascii") if charset else None).text
    matter = frontmatter.parse(text, path=path)
    source = _DECLARATION.sub("", text[matter.end :], count=1)
    if not source.strip():
        return Page("", (), None, Byline(), None, None, matter)
    if not _TAG.search(source):
        raise ReadError("not HTML: it has no tag", path=path, hint="Give a plain text the ending .txt.")
    try:
        # Without its own limits, which leave out without a word what is nested deeper.
        tree = lxml.html.document_fromstring(source, parser=lxml.html.HTMLParser(huge_tree=True))
    except (etree.ParserError, ValueError) as error:
        raise ReadError(f"not HTML: {error}", path=path, hint="Save the page again.") from error
    if _too_deep(tree):
        raise ReadError(
            f"its elements are nested more than {_DEEPEST} deep", path=path,
            hint="Save the article's text as .txt, or open the page in a browser and save it from there.",
        )  # fmt: skip
    stated = stated_by(tree)
    title, site = titles(tree, stated)
    root = _root(tree)
    pieces = [piece for piece in _pieces(root) if not (title and _same(piece.text, title))]
    body, blocks = _laid_out(pieces)
    if len(body) < _LOGIN and tree.xpath("//input[@type='password']"):
        raise ReadError(
            "no article: a page to log in", path=path, hint="Open the article in a browser and save that page."
        )
    byline = Byline(
        author=stated.get("author"),
        publisher=stated.get("publisher") or site,
        published=first_date(stated.get("published"), *times(root)),
        updated=first_date(stated.get("updated")),
    )
    return Page(body, blocks, title, byline, stated.get("url"), stated.get("language"), matter)


def _too_deep(tree: Any) -> bool:
    depth = 0
    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > _DEEPEST:
            return True
    return False


def _root(tree: Any) -> Any:
    """The element that holds the article."""
    body = tree.find("body")
    body = tree if body is None else body
    inside: dict[Any, float] = {}
    direct: dict[Any, float] = {}
    for paragraph, weight in _weights(body).items():
        holders = [paragraph, *paragraph.iterancestors()]
        if weight < _PARAGRAPH or any(_is_aside(element) for element in holders):
            continue
        for depth, element in enumerate(holders):
            inside[element] = inside.get(element, 0.0) + weight
            # What holds paragraphs itself counts most, its holder half of it: articles are often cut by boxes.
            if depth < _HOLDERS:
                direct[element] = direct.get(element, 0.0) + weight / max(depth, 1)
    most = max(direct.values(), default=0.0)
    marked = [*tree.xpath("//*[@itemprop='articleBody']"), *tree.iter("article")]
    best = max(marked, key=lambda element: inside.get(element, 0.0), default=None)
    if best is not None and inside.get(best, 0.0) >= most / 2:
        return best
    main = next(tree.iter("main"), None)
    if main is not None and inside.get(main, 0.0) >= most / 2:
        return main
    if not direct:
        return body
    return next(element for element in body.iter() if direct.get(element) == most)


def _weights(body: Any) -> dict[Any, float]:
    """How much running text each block element holds itself; text of links counts against it."""
    blocks = _names("blocks")
    weights: dict[Any, float] = {}

    def weigh(element: Any, text: str | None) -> None:
        length = len(text.strip()) if text else 0
        linked = False
        while length and element is not None:
            linked = linked or element.tag == "a"
            if element.tag in blocks:
                weights[element] = weights.get(element, 0.0) + (-length if linked else length)
                return
            element = element.getparent()

    for element in body.iter():
        if isinstance(element.tag, str) and element.tag not in _names("skipped"):
            weigh(element, element.text)
        if element is not body:
            weigh(element.getparent(), element.tail)
    return weights


def _is_aside(element: Any) -> bool:
    """Whether an element holds what is no part of an article."""
    if not isinstance(element.tag, str):
        return True
    if element.tag in ("html", "body", "main", "article"):
        return False
    if element.tag in _names("skipped") or (element.get("role") or "").lower() in _names("skipped_roles"):
        return True
    if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
        return True
    if "display:none" in (element.get("style") or "").replace(" ", "").lower():
        return True
    named = set(_CLASS_WORD.findall(f"{element.get('class') or ''} {element.get('id') or ''}".lower()))
    if named & _names("consent"):
        return next(element.iter("article", "main", "h1"), None) is None
    # A wrapper may be called "with-sidebar": what holds the title or most of the page is no box beside it.
    return bool(named & _names("aside")) and next(element.iter("article", "main", "h1"), None) is None


def _pieces(root: Any) -> list[_Piece]:
    """The blocks of an element in order, without what is no article."""
    pieces: list[_Piece] = []
    inline: list[str] = []

    def flush(kind: BlockKind | None) -> None:
        text = SPACE.sub(" ", "".join(inline))
        inline.clear()
        # Two line breaks end a paragraph, one is a space.
        parts = (SPACE.sub(" ", part.replace(_BREAK, " ")).strip() for part in _BREAKS.split(text))
        pieces.extend(_Piece(kind, part) for part in parts if any(character.isalnum() for character in part))

    def walk(element: Any, kind: BlockKind | None) -> None:
        if element is not root and _is_aside(element):
            return
        if element.tag == "table" and _is_data(element):
            flush(kind)
            for row in element.iter("tr", "caption"):
                inline.append(" | ".join(text_of(cell) for cell in row.iterchildren("td", "th")) or text_of(row))
                flush("heading" if row.tag == "caption" else "row")
            return
        block = element.tag in _names("blocks")
        if block:
            flush(kind)
        own: BlockKind | None = kind
        if element.tag == "h1":
            own = "title"
        elif element.tag in _names("headings") or _is_bold(element):
            own = "heading"
        elif element.tag == "li":
            own = "item"
        elif _is_byline(element):
            own = "byline"
        if element.tag == "br":
            inline.append(_BREAK)
        inline.append(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                walk(child, own)
            inline.append(child.tail or "")
        if block:
            flush(own)

    walk(root, None)
    flush(None)
    return pieces


def _is_data(table: Any) -> bool:
    """Whether a table holds data and not the page's layout: short cells, two columns or more, no table inside."""
    if next(table.iterdescendants("table"), None) is not None:
        return False
    rows = [[text_of(cell) for cell in row.iterchildren("td", "th")] for row in table.iter("tr")]
    cells = [cell for row in rows for cell in row]
    return len(rows) > 1 and max(map(len, rows)) > 1 and sum(map(len, cells)) <= 80 * len(cells)


def _is_bold(element: Any) -> bool:
    """Whether a paragraph is a heading in disguise: short, all in bold, without a full stop."""
    if element.tag != "p" or (element.text or "").strip() or len(element) != 1:
        return False
    child = element[0]
    text = text_of(child)
    return (
        child.tag in ("strong", "b")
        and not (child.tail or "").strip()
        and 0 < len(text) <= LONGEST_HEADING
        and not ends_sentence(text)
        and text[-1] != ":"
    )


def _is_byline(element: Any) -> bool:
    if element.tag == "time":
        return True
    if element.get("itemprop") in ("author", "datePublished", "dateModified"):
        return True
    named = set(_CLASS_WORD.findall((element.get("class") or "").lower()))
    return bool(named & _names("byline")) and len(text_of(element)) <= LONGEST_HEADING * 2


def _same(text: str, title: str) -> bool:
    return text.casefold() == title.casefold()


def _laid_out(pieces: list[_Piece]) -> tuple[str, tuple[Block, ...]]:
    """The text of pieces, and their blocks in it; bylines stay out, for the page's data say it better."""
    blocks: list[tuple[int, int, BlockKind | None]] = []
    parts: list[str] = []
    at = 0
    for piece in pieces:
        if piece.kind == "byline":
            continue
        blocks.append((at, at + len(piece.text), piece.kind))
        parts.append(piece.text)
        at += len(piece.text) + 2
    text = "\n\n".join(parts)
    return text, refined(text, blocks)
