"""A feed's text as an element tree: no entity is ever declared, nothing outside is opened, nothing half is used.

The strict parser has the first word. What it refuses is mended if it is complete, with a warning, and has to please it
then.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lxml import etree

from beleg.errors import FeedError
from beleg.ingest.feeds.mend import INCOMPLETE, mend_entities, mend_tags

ROOTS = frozenset({"rss", "feed", "rdf", "channel"})
# A feed of 20 megabytes has 300,000; every element costs memory, however short it is written.
MOST_TAGS = 600_000
# Feeds declare up to a dozen.
MOST_NAMESPACES = 100
_ENTITY = re.compile(r"<!\s*ENTITY", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!\s*DOCTYPE", re.IGNORECASE)
_START = re.compile(r"<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_NAMESPACE = re.compile(r"xmlns(?::[\w.-]{1,100})?\s{0,9}=\s{0,9}[\"']([^\"']{0,200})")
# Comments and the like before the outermost element.
_MOST_BEFORE = 1_000
# How far into a text a feed may begin behind what is none.
_JUNK = 10_000
_AGAIN = "Try again later; ask its publisher if it stays so."
_LOOK = "Open the address in a browser, and give the address of its feed."


class Tree(NamedTuple):
    """A feed's elements, and what was odd."""

    root: Any
    warnings: tuple[str, ...]


class _Opening(NamedTuple):
    """Where the outermost element begins, and how it is called."""

    at: int
    prefix: str
    name: str
    # The doctype before it.
    doctype: str


def tree_of(text: str) -> Tree:
    """The elements of a feed's text, as `text.decoded` gives it.

    Raises:
        FeedError: It is no feed, incomplete, declares entities, or can't be mended.
    """
    opening = _opening(text)
    if opening is None:
        empty = not text.removeprefix(text[: text.find("?>") + 2]).strip()
        raise FeedError("not a feed (empty)" if empty else "not a feed (no XML and no JSON)", hint=_LOOK)
    name = opening.name.lower()
    declaration = text.find("<?xml", opening.at, opening.at + _JUNK)
    if name not in ROOTS and declaration >= 0 and looks_like_feed(text[declaration:]):
        # Notices that a site's program printed first.
        tree = tree_of(text[declaration:])
        return Tree(tree.root, ("something precedes its beginning, which is left out", *tree.warnings))
    if name == "html" or re.match(r"<!\s*doctype\s+html", opening.doctype, re.IGNORECASE):
        raise FeedError("not a feed (HTML page)", hint=_LOOK)
    if name not in ROOTS:
        raise FeedError(f"not a feed (its outermost element is <{opening.name[:40]}>)", hint=_LOOK)
    if _ENTITY.search(text, 0, opening.at):
        raise FeedError("it declares entities, which may hide anything and are refused", hint=_AGAIN)
    source = text[opening.at :]
    if source.count("<") > MOST_TAGS:
        raise FeedError(f"more than {MOST_TAGS:,} tags", hint="Ask its publisher for a shorter feed.")
    if len(set(_NAMESPACE.findall(source))) > MOST_NAMESPACES:
        raise FeedError(f"more than {MOST_NAMESPACES} namespaces", hint=_AGAIN)
    return _tree(source, opening)


def looks_like_feed(text: str) -> bool:
    """Whether a text's beginning is that of a feed in XML."""
    opening = _opening(text) if text.lstrip().startswith("<") else None
    return opening is not None and opening.name.lower() in ROOTS


def _tree(source: str, opening: _Opening) -> Tree:
    warnings: list[str] = []
    try:
        return Tree(_strict(source), ())
    except etree.XMLSyntaxError:
        pass
    ends = list(re.finditer(rf"</{re.escape(opening.prefix + opening.name)}\s*>", source, re.IGNORECASE))
    if not ends:
        raise FeedError(INCOMPLETE, hint=_AGAIN)
    if source[ends[-1].end() :].strip():
        warnings.append("something follows its end, which is left out")
        source = source[: ends[-1].end()]
    try:
        mended = mend_entities(source)
        if mended != source:
            warnings.append("undeclared entities or bare & in it were mended")
        try:
            return Tree(_strict(mended), tuple(warnings))
        except etree.XMLSyntaxError:
            warnings.append("no well-formed XML; it was mended")
        mended = mend_tags(mended)
    except FeedError as error:
        raise FeedError(error.message, hint=_AGAIN) from error
    try:
        return Tree(_strict(mended), tuple(warnings))
    except etree.XMLSyntaxError as error:
        raise FeedError(f"no well-formed XML: {error.msg}"[:300], hint=_AGAIN) from error


def _strict(source: str) -> Any:
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True, huge_tree=False,
    )  # fmt: skip
    return etree.fromstring(source.encode(), parser)


def _opening(text: str) -> _Opening | None:
    """The start of the outermost element, behind declaration, comments and doctype; None if there is none."""
    at, doctype = 0, ""
    for _ in range(_MOST_BEFORE):
        at = text.find("<", at)
        if at < 0:
            return None
        if text.startswith("<!--", at):
            end = text.find("-->", at)
        elif text.startswith("<?", at):
            end = text.find(">", at)
        elif _DOCTYPE.match(text, at):
            end = _doctype_end(text, at)
            doctype = doctype or text[at : end + 1]
        elif start := _START.match(text, at):
            return _Opening(at, start[1] or "", start[2], doctype)
        else:
            end = at
        if end < 0:
            return None
        at = end + 1
    return None


def _doctype_end(text: str, at: int) -> int:
    """Where a doctype ends, its own declarations in brackets included."""
    bracket, end = text.find("[", at), text.find(">", at)
    if 0 <= bracket < end:
        close = re.compile(r"\]\s*>").search(text, bracket)
        return close.end() - 1 if close else -1
    return end
