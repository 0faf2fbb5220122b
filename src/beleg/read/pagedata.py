"""What an HTML page says of its article: title, publisher, author, dates, address, language.

Structured data (JSON-LD) comes first, then meta elements, then what a reader sees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from beleg.read import dates
from beleg.read.decoding import clean

# White space that HTML folds; a no-break space stays.
SPACE = re.compile(r"[ \t\n\r\f]+")
_ARTICLE_TYPES = re.compile(r"(?:Article|BlogPosting|Report|Posting)$")
# Between an article's title and the site's name in <title>.
_SITE = re.compile(r"\s+[|–—·•»-]+\s+|\s*\|\s*")


def stated_by(tree: Any) -> dict[str, str]:
    """What structured data and meta elements say; structured data of an article first."""
    stated: dict[str, str] = {}

    def say(key: str, value: Any) -> None:
        if isinstance(value, str) and value.strip() and key not in stated:
            stated[key] = SPACE.sub(" ", clean(value)).strip()

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


def titles(tree: Any, stated: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The article's title, and the site's name where <title> adds it to the title."""
    heads = [text_of(element) for element in tree.iter("h1")]
    heads = [head for head in heads if head]
    # A tag inside <title> is text to a browser; a title ends before it.
    whole = next((SPACE.sub(" ", (element.text or "").split("<")[0]).strip() for element in tree.iter("title")), "")
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


def times(root: Any) -> Iterator[str]:
    for element in root.iter("time"):
        if element.get("datetime"):
            yield element.get("datetime")
            return


def first_date(*values: str | None) -> str | None:
    return next((day for value in values if value and (day := dates.iso(value))), None)


def text_of(element: Any) -> str:
    """An element's words on one line."""
    return SPACE.sub(" ", "".join(element.itertext(with_tail=False))).strip()
