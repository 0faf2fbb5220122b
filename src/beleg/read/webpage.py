"""The article out of an HTML page, or out of the HTML that a feed holds: its text as blocks, its links, what it says of itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any, NamedTuple

import lxml.html
from lxml import etree

from beleg.errors import ReadError
from beleg.ingest.binary import binary_kind
from beleg.read import frontmatter, savedpage
from beleg.read.blocks import refined
from beleg.read.bylines import Byline
from beleg.read.decoding import clean, declared_in, decode
from beleg.read.frontmatter import FrontMatter
from beleg.read.layout import Piece, lines_of, pieces
from beleg.read.links import absolute, all_absolute
from beleg.read.maintext import article
from beleg.read.pagedata import PageData, page_data
from beleg.records import Block

# Also without an end, before which lxml looks for an encoding in the square of the time.
_DECLARATIONS = re.compile(r"\A(?:\s*<\?xml[^>]*>?)+")
# Places where a word may be broken; the parser, which knows them not, nests each in the one before.
_WORD_BREAK = re.compile(r"</?wbr\b[^<>]{0,99}>", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z!][^<>]*>")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
# A page whose text is shorter than this and asks for a password is a login form.
_LOGIN = 300
# Pages of unclosed elements reach a few hundred levels; reading them calls itself once a level.
_DEEPEST = 500
# Elements, and levels of all of them taken together: several times what the longest articles have. Those of a page of megabytes
# would take many seconds.
_MOST, _LEVELS = 60_000, 2_000_000
# Where a reader looks for who wrote it and when: so many pieces above the text's first and below it, so many lines.
_ABOVE, _BELOW, _BYLINES = 8, 4, 5
_DIGIT = re.compile(r"\d")
# What content systems put at the end of an entry, and what is around it.
_TAIL = 400
# What speaks to a page's readers is short; a menu has more than so many items, of so many words each.
_SHORT = 200
_MENU = 2
_FURNITURE = "furniture"
_ORNAMENT = " \t\n\u00a0.…:>»›→[]()–—-"


class Fragment(NamedTuple):
    """A text with its blocks."""

    # Blocks joined by a blank line, without the title.
    text: str
    blocks: tuple[Block, ...]
    # Absolute addresses that it links to, each once, in order.
    links: tuple[str, ...]


class Page(NamedTuple):
    """An article's page."""

    text: str
    blocks: tuple[Block, ...]
    links: tuple[str, ...]
    title: str | None
    # Author, publisher and dates as the page's data say.
    byline: Byline
    # Lines of author and date as a reader sees them, which are not part of the text.
    bylines: tuple[str, ...]
    # Its canonical address, else where it was saved from.
    url: str | None
    # As the page says it; often wrong.
    language: str | None
    matter: FrontMatter


class _Source(NamedTuple):
    """A page's HTML, decoded."""

    html: str
    address: str | None
    matter: FrontMatter


def parse(data: bytes, *, path: str | None = None, address: str | None = None, charset: str | None = None) -> Page:
    """The article of a page.

    Args:
        data: The page; also one that a browser saved in one file with its pictures (MHTML).
        path: Named in errors.
        address: Where it was fetched from; None where that is not known.
        charset: The encoding that its server named.

    Raises:
        ReadError: The bytes are no HTML, or no article.
    """
    source = _source(data, path, address, charset)
    if not source.html.strip():
        return Page("", (), (), None, Byline(), (), None, None, source.matter)
    tree = _tree(source.html, path)
    base = _base(tree, source.address)
    said = page_data(tree, source.address, base)
    asks = bool(tree.xpath("//input[@type='password']"))
    # Of the whole tree: what stands behind </body> is shown by browsers, too.
    everything = pieces(tree)
    found = [piece for piece in article(tree, everything) if not _is_furniture(piece)]
    text, blocks, links = _laid_out(found, said.title, base)
    if len(text) < _LOGIN and asks:
        raise ReadError(
            "no article: a page to log in", path=path, hint="Open the article in a browser and save that page."
        )
    return Page(
        text,
        blocks,
        links,
        said.title,
        Byline(said.author, said.publisher, said.published, said.updated),
        _bylines(everything, found),
        said.url or (source.address if address is None else None),
        said.language,
        source.matter,
    )


def about(data: bytes, *, address: str | None = None, charset: str | None = None) -> PageData:
    """What a page says of itself, be it an article's or not; nothing where it can't be read."""
    try:
        source = _source(data, None, address, charset)
        tree = _tree(source.html, None)
    except ReadError:
        return PageData()
    return page_data(tree, source.address, _base(tree, source.address))


def fragment(
    html: str, *, title: str | None = None, media_type: str = "text/html", address: str | None = None
) -> Fragment:
    """The text of a feed's entry.

    All of it is the entry's: nothing is taken for what surrounds articles, save its own title at the start and the line
    that a content system appends.

    Args:
        html: What the feed holds.
        title: The entry's title.
        media_type: "text/plain" for a text without tags.
        address: What its links are relative to.
    """
    if media_type == "text/plain":
        html = "".join(f"<p>{escape(part)}</p>" for part in _PARAGRAPHS.split(html))
    try:
        # Within an element of its own, so that a text without any, or with a stray end tag, stays one piece.
        tree = _tree(f"<html><body><div>{clean(html)}</div></body></html>", None)
    except ReadError:
        return Fragment("", (), ())
    found = pieces(tree)
    while found and _is_tail(found[-1].text):
        found.pop()
    found = [piece for piece in found if not _is_furniture(piece)]
    if title and found and _same(found[0].text, title):
        found = found[1:]
    return _laid_out(found, None, _base(tree, address))


def _source(data: bytes, path: str | None, address: str | None, charset: str | None) -> _Source:
    kind = binary_kind(data)
    if kind:
        raise ReadError(f"not HTML: it holds {kind}", path=path, hint="Save the article's page, or its text.")
    if savedpage.is_archive(data):
        saved = savedpage.unpacked(data, path)
        data, charset, address = saved.data, saved.charset or charset, address or saved.address
    # Nobody mends what was fetched.
    text = decode(data, path=path, declared=declared_in(data, charset), lenient=address is not None).text
    matter = frontmatter.parse(text, path=path)
    html = _DECLARATIONS.sub("", text[matter.end :])
    if html.strip() and not _TAG.search(html):
        raise ReadError("not HTML: it has no tag", path=path, hint="Give a plain text the ending .txt.")
    return _Source(html, address or savedpage.saved_from(html), matter)


def _tree(html: str, path: str | None) -> Any:
    html = _WORD_BREAK.sub("", html)
    try:
        # Without its own limits, which leave out without a word what is nested deeper.
        tree = lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(huge_tree=True))
    except (etree.ParserError, ValueError) as error:
        raise ReadError(f"not HTML: {error}", path=path, hint="Save the page again.") from error
    too_much = _too_much(tree)
    if too_much:
        raise ReadError(
            f"its elements are {too_much}", path=path,
            hint="Save the article's text as .txt, or open the page in a browser and save it from there.",
        )  # fmt: skip
    return tree


def _too_much(tree: Any) -> str | None:
    """What of its elements no article's page has."""
    depth = elements = levels = 0
    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        elements += 1
        levels += depth
        if depth > _DEEPEST:
            return f"nested more than {_DEEPEST} deep"
        if elements > _MOST or levels > _LEVELS:
            return f"more than {_MOST:,}, or fewer but nested too deep"
    return None


def _base(tree: Any, address: str | None) -> str | None:
    """What the page's links are relative to."""
    given = next((one.get("href") for one in tree.iter("base") if one.get("href")), None)
    return (absolute(given, address) if given else None) or address


def _bylines(everything: Sequence[Piece], found: Sequence[Piece]) -> tuple[str, ...]:
    """The lines near the beginning of the text that are marked as its author or date, or stand between it and its title."""
    first = next((index for index, piece in enumerate(everything) if found and piece is found[0]), 0)
    begin = max(0, first - _ABOVE)
    near = everything[begin : first + _BELOW]
    titled = max((begin + index for index, piece in enumerate(near) if piece.kind == "title"), default=first + _BELOW)
    return tuple(
        piece.text
        for index, piece in enumerate(near, begin)
        if not piece.aside
        and (piece.kind == "byline" or (titled < index and piece not in found and _DIGIT.search(piece.text)))
    )[:_BYLINES]


def _laid_out(found: Sequence[Piece], title: str | None, base: str | None) -> Fragment:
    """The text of pieces, and their blocks in it, without the title; bylines stay out, for the page's data say it better."""
    blocks = []
    parts: list[str] = []
    links: list[str] = []
    at = 0
    for piece in found:
        if piece.kind == "byline" or (title and _same(piece.text, title)):
            continue
        blocks.append((at, at + len(piece.text), piece.kind))
        parts.append(piece.text)
        links.extend(piece.links)
        at += len(piece.text) + 2
    text = "\n\n".join(parts)
    return Fragment(text, refined(text, blocks), all_absolute(links, base))


def _same(text: str, title: str) -> bool:
    return text.split() == title.split() or text.casefold().split() == title.casefold().split()


@cache
def _whole(*tables: str) -> re.Pattern[str]:
    """What fits a line of these tables of pages.toml as a whole, … for any words."""

    def pattern(line: str) -> str:
        parts = (re.escape(part.strip()).replace(r"\ ", r"\s+") for part in line.split("…"))
        return ".+".join(parts) if tables != (_FURNITURE,) else ".*".join(parts)

    return re.compile("|".join(pattern(line) for table in tables for line in lines_of(table)), re.IGNORECASE)


def _is_tail(text: str) -> bool:
    """Whether a piece is what a content system puts below an entry: "The post X appeared first on Y"."""
    return len(text) <= _TAIL and _whole("tails", "more").fullmatch(text.strip(_ORNAMENT)) is not None


def _is_furniture(piece: Piece) -> bool:
    """Whether a piece speaks to the page's readers and is no part of the article: "Read also: …", "A | B | C"."""
    text = piece.text
    if len(text) > _SHORT:
        return False
    parts = text.split(" | ")
    if piece.kind != "row" and len(parts) > _MENU and all(len(part.split()) <= _MENU for part in parts):
        return True
    return _whole(_FURNITURE).fullmatch(text.strip(_ORNAMENT)) is not None
