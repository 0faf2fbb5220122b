"""The article out of an HTML page: its main text as blocks, and what the page says of itself.

The main text is what stands in the page's article element, else where most of its paragraphs are. What surrounds articles
(menus, consent dialogs, teasers, newsletters) goes by its element, its role and the words of its class; so do bylines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import lxml.html
from lxml import etree

from beleg.errors import ReadError
from beleg.ingest.binary import binary_kind
from beleg.read import dates, frontmatter
from beleg.read.blocks import LONGEST_HEADING, ends_sentence, refined
from beleg.read.bylines import Byline
from beleg.read.decoding import clean, decode
from beleg.read.frontmatter import FrontMatter
from beleg.records import Block, BlockKind

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w-]{2,30})", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_TAG = re.compile(r"<[a-zA-Z!][^<>]*>")
# White space that HTML folds; a no-break space stays.
_SPACE = re.compile(r"[ \t\n\r\f]+")
# Stands for a line break until a paragraph is whole; decoding leaves no such character in a text.
_BREAK = "\x1f"
_BREAKS = re.compile(rf"(?:{_BREAK} ?){{2,}}")
_CLASS_WORD = re.compile(r"[a-z]+")

_SKIPPED = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "nav",
        "aside",
        "footer",
        "form",
        "button",
        "select",
        "textarea",
        "input",
        "iframe",
        "object",
        "embed",
        "svg",
        "math",
        "canvas",
        "video",
        "audio",
        "figcaption",
        "pre",
        "address",
        "dialog",
        "menu",
        "head",
    ]
)
_SKIPPED_ROLES = frozenset(
    ["navigation", "banner", "complementary", "contentinfo", "dialog", "alertdialog", "search", "menu"]
)
# Words of class and id by which pages set apart what is no article.
_ASIDE = frozenset(
    [
        "nav",
        "navigation",
        "menu",
        "breadcrumb",
        "breadcrumbs",
        "newsletter",
        "subscribe",
        "subscription",
        "signup",
        "login",
        "related",
        "recommended",
        "recommendations",
        "teaser",
        "teasers",
        "promo",
        "advert",
        "advertisement",
        "ad",
        "ads",
        "sponsor",
        "sponsored",
        "share",
        "sharing",
        "social",
        "comments",
        "disqus",
        "footer",
        "sidebar",
        "widget",
        "popup",
        "modal",
        "paywall",
        "tags",
        "toolbar",
        "pagination",
        "outbrain",
        "taboola",
        "skip",
    ]
)
_CONSENT = frozenset(["cookie", "cookies", "consent", "gdpr"])
_BYLINE = frozenset(
    ["byline", "author", "authors", "dateline", "published", "date", "datum", "timestamp", "meta", "autor"]
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_ARTICLE_TYPES = re.compile(r"(?:Article|BlogPosting|Report|Posting)$")
# Between an article's title and the site's name in <title>.
_SITE = re.compile(r"\s+[|–—·•»-]+\s+|\s*\|\s*")
# A page whose text is shorter than this and asks for a password is a login form.
_LOGIN = 300


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
        tree = lxml.html.document_fromstring(source)
    except (etree.ParserError, ValueError) as error:
        raise ReadError(f"not HTML: {error}", path=path, hint="Save the page again.") from error
    stated = _stated(tree)
    title, site = _titles(tree, stated)
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
        published=_first_date(stated.get("published"), *_times(root)),
        updated=_first_date(stated.get("updated")),
    )
    return Page(body, blocks, title, byline, stated.get("url"), stated.get("language"), matter)


# --- what the page says of itself -------------------------------------------------------------------------------------


def _stated(tree: Any) -> dict[str, str]:
    """What structured data and meta elements say; structured data of an article first."""
    stated: dict[str, str] = {}

    def say(key: str, value: Any) -> None:
        if isinstance(value, str) and value.strip() and key not in stated:
            stated[key] = _SPACE.sub(" ", clean(value)).strip()

    for article in _articles(tree):
        say("title", article.get("headline"))
        say("published", article.get("datePublished"))
        say("updated", article.get("dateModified"))
        say("author", _names(article.get("author")))
        say("publisher", _names(article.get("publisher")))
        say("language", article.get("inLanguage"))
        say("url", article.get("url"))
    meta: dict[str, str] = {}
    for element in tree.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop")
        if name and element.get("content"):
            meta.setdefault(name.lower(), element.get("content"))
    for key, names in (
        ("title", ("og:title", "twitter:title", "dc.title")),
        ("publisher", ("og:site_name", "dc.publisher", "application-name")),
        ("published", ("article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "pubdate")),
        ("updated", ("article:modified_time", "datemodified", "og:updated_time")),
        ("author", ("author", "article:author", "dc.creator")),
    ):
        for name in names:
            say(key, meta.get(name))
    for link in tree.iter("link"):
        if (link.get("rel") or "").lower() == "canonical":
            say("url", link.get("href"))
    say("url", meta.get("og:url"))
    say("language", tree.get("lang"))
    if not re.match(r"https?://\S+\Z", stated.get("url", "")):
        stated.pop("url", None)
    if re.match(r"https?:", stated.get("author", "")):
        del stated["author"]
    return stated


def _articles(tree: Any) -> Iterator[Mapping[str, Any]]:
    """The articles that the page's JSON-LD describes."""
    for script in tree.iter("script"):
        if (script.get("type") or "").strip().lower() != "application/ld+json":
            continue
        try:
            data = json.loads(script.text or "", strict=False)
        except (ValueError, RecursionError):
            continue
        for one in data if isinstance(data, list) else [data]:
            graph = one.get("@graph", [one]) if isinstance(one, Mapping) else []
            for node in graph if isinstance(graph, list) else [graph]:
                types = node.get("@type", "") if isinstance(node, Mapping) else ""
                if any(
                    isinstance(t, str) and _ARTICLE_TYPES.search(t)
                    for t in (types if isinstance(types, list) else [types])
                ):
                    yield node


def _names(value: Any) -> str | None:
    """The name of a person or organisation of JSON-LD, or those of a list."""
    if isinstance(value, list):
        return ", ".join(name for one in value if (name := _names(one))) or None
    if isinstance(value, Mapping):
        value = value.get("name")
    return value if isinstance(value, str) and value.strip() else None


def _titles(tree: Any, stated: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The article's title, and the site's name where <title> adds it to the title."""
    heads = [_text(element) for element in tree.iter("h1")]
    heads = [head for head in heads if head]
    # A tag inside <title> is text to a browser; a title ends before it.
    whole = next((_SPACE.sub(" ", (element.text or "").split("<")[0]).strip() for element in tree.iter("title")), "")
    title = stated.get("title") or (heads[0] if len(heads) == 1 else None)
    site = stated.get("publisher")
    if title and site:
        title = _without_site(title, site)
    if not title and whole:
        parts = _SITE.split(whole)
        title = next((head for head in heads if whole.startswith(head)), None)
        if not title:
            title = _without_site(whole, site) if site else whole if len(parts) == 1 else None
    if title and not site and len(whole) > len(title) and whole.startswith(title):
        rest = whole[len(title) :]
        mark = _SITE.match(rest)
        name = rest[mark.end() :].strip(" :") if mark else ""
        if name and not _SITE.search(name):
            site = name
    return title or None, site


def _without_site(title: str, site: str) -> str:
    for mark in _SITE.finditer(title):
        if title[mark.end() :].strip().casefold() == site.casefold():
            return title[: mark.start()].strip()
    return title


def _times(root: Any) -> Iterator[str]:
    for element in root.iter("time"):
        if element.get("datetime"):
            yield element.get("datetime")
            return


def _first_date(*values: str | None) -> str | None:
    return next((day for value in values if value and (day := dates.iso(value))), None)


# --- the main text ----------------------------------------------------------------------------------------------------


def _root(tree: Any) -> Any:
    """The element that holds the article."""
    body = tree.find("body")
    body = tree if body is None else body
    weights = {element: _weight(element) for element in body.iter("p")}
    inside: dict[Any, float] = {}
    direct: dict[Any, float] = {}
    for paragraph, weight in weights.items():
        if any(_is_aside(element) for element in paragraph.iterancestors()):
            continue
        for depth, element in enumerate(paragraph.iterancestors()):
            inside[element] = inside.get(element, 0.0) + weight
            # What holds paragraphs itself counts most, its holder half of it: articles are often cut by boxes.
            if depth < 3:
                direct[element] = direct.get(element, 0.0) + weight / (depth + 1)
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


def _weight(paragraph: Any) -> float:
    text = _text(paragraph)
    linked = sum(len(_text(link)) for link in paragraph.iter("a"))
    return max(0, len(text) - 2 * linked)


def _is_aside(element: Any) -> bool:
    """Whether an element holds what is no part of an article."""
    if not isinstance(element.tag, str):
        return True
    if element.tag in ("html", "body", "main", "article"):
        return False
    if element.tag in _SKIPPED or (element.get("role") or "").lower() in _SKIPPED_ROLES:
        return True
    if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
        return True
    if "display:none" in (element.get("style") or "").replace(" ", "").lower():
        return True
    named = set(_CLASS_WORD.findall(f"{element.get('class') or ''} {element.get('id') or ''}".lower()))
    if named & _CONSENT:
        return next(element.iter("article", "main", "h1"), None) is None
    # A wrapper may be called "with-sidebar": what holds the title or most of the page is no box beside it.
    return bool(named & _ASIDE) and next(element.iter("article", "main", "h1"), None) is None


def _pieces(root: Any) -> list[_Piece]:
    """The blocks of an element in order, without what is no article."""
    pieces: list[_Piece] = []
    inline: list[str] = []

    def flush(kind: BlockKind | None) -> None:
        text = _SPACE.sub(" ", "".join(inline))
        inline.clear()
        # Two line breaks end a paragraph, one is a space.
        parts = (_SPACE.sub(" ", part.replace(_BREAK, " ")).strip() for part in _BREAKS.split(text))
        pieces.extend(_Piece(kind, part) for part in parts if any(character.isalnum() for character in part))

    def walk(element: Any, kind: BlockKind | None) -> None:
        if element is not root and _is_aside(element):
            return
        if element.tag == "table" and _is_data(element):
            flush(kind)
            for row in element.iter("tr", "caption"):
                inline.append(" | ".join(_text(cell) for cell in row.iterchildren("td", "th")) or _text(row))
                flush("heading" if row.tag == "caption" else "row")
            return
        block = element.tag in _BLOCKS
        if block:
            flush(kind)
        own: BlockKind | None = kind
        if element.tag in _HEADINGS or _is_bold(element):
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
    rows = [[_text(cell) for cell in row.iterchildren("td", "th")] for row in table.iter("tr")]
    cells = [cell for row in rows for cell in row]
    return len(rows) > 1 and max(map(len, rows)) > 1 and sum(map(len, cells)) <= 80 * len(cells)


def _is_bold(element: Any) -> bool:
    """Whether a paragraph is a heading in disguise: short, all in bold, without a full stop."""
    if element.tag != "p" or (element.text or "").strip() or len(element) != 1:
        return False
    child = element[0]
    text = _text(child)
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
    return bool(named & _BYLINE) and len(_text(element)) <= LONGEST_HEADING * 2


def _text(element: Any) -> str:
    """An element's words on one line."""
    return _SPACE.sub(" ", "".join(element.itertext(with_tail=False))).strip()


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
