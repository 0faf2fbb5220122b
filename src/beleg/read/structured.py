"""The article that a page's structured data describe: JSON-LD, else microdata, in the form of JSON-LD."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]

# Of schema.org: NewsArticle, BlogPosting, LiveBlogPosting, Report, …; a job is posted, too, but is none.
_ARTICLE = re.compile(r"(?:Article|(?<!Job)Posting|(?:^|/)Report|(?:^|/)Review)\Z")
# What scripts are wrapped in to hide them from old browsers and XML.
_WRAPPING = re.compile(r"\A\s*(?://)?\s*(?:<!--|<!\[CDATA\[)|(?://)?\s*(?:-->|\]\]>)\s*\Z")
# So many descriptions are read of a page, and their lists so deep.
_MOST, _DEEPEST = 2_000, 12
_PROPERTIES = ("headline", "datePublished", "dateModified", "author", "publisher", "inLanguage", "url", "description")


def articles(tree: Any) -> list[Node]:
    """The articles that a page describes, references among its descriptions resolved; without those in lists."""
    described = list(_described(tree))
    by_id: dict[str, Node] = {}
    for node in described:
        name = node.get("@id")
        # A reference is a node that holds nothing else.
        if isinstance(name, str) and len(node) > 1:
            by_id.setdefault(name, node)
    found = [node for node in described if is_article(node)]
    return [{key: _resolved(value, by_id) for key, value in node.items()} for node in found] or list(_microdata(tree))


def types_of(value: Any) -> tuple[str, ...]:
    """The types of a node of schema.org: ("NewsMediaOrganization",)."""
    given = value.get("@type") if isinstance(value, Mapping) else None
    listed = given if isinstance(given, list) else [given]
    return tuple(one.rpartition("/")[2] for one in listed if isinstance(one, str))


def is_article(node: Any) -> bool:
    return any(_ARTICLE.search(one) for one in types_of(node))


def _described(tree: Any) -> Iterator[Node]:
    """The nodes of all JSON-LD of a page, not those inside another's properties save its main one."""
    left = _MOST
    for script in tree.iter("script"):
        if (script.get("type") or "").partition(";")[0].strip().lower() != "application/ld+json":
            continue
        try:
            data = json.loads(_WRAPPING.sub("", script.text or ""), strict=False)
        except (ValueError, RecursionError):
            continue
        for node in _nodes(data, _DEEPEST):
            yield node
            left -= 1
            if not left:
                return


def _nodes(data: Any, depth: int) -> Iterator[Node]:
    if not depth:
        return
    if isinstance(data, list):
        for one in data:
            yield from _nodes(one, depth - 1)
    elif isinstance(data, Mapping):
        yield data
        for key in ("@graph", "mainEntity"):
            yield from _nodes(data.get(key), depth - 1)


def _resolved(value: Any, by_id: Mapping[str, Node]) -> Any:
    """A value with its references replaced by what they refer to, one step deep."""
    if isinstance(value, list):
        return [_resolved(one, by_id) for one in value[:_MOST] if not isinstance(one, list)]
    if isinstance(value, Mapping) and isinstance(value.get("@id"), str) and "name" not in value:
        return by_id.get(value["@id"], value)
    return value


def _microdata(tree: Any) -> Iterator[Node]:
    """The first article that is marked in the page's own elements."""
    for scope in tree.xpath("//*[@itemscope][@itemtype]"):
        if not _ARTICLE.search(scope.get("itemtype").strip()):
            continue
        node: dict[str, Any] = {"@type": scope.get("itemtype").strip()}
        for element in scope.iterdescendants():
            if isinstance(element.tag, str) and element.get("itemprop") and _scope_of(element) is scope:
                for name in element.get("itemprop").split()[:3]:
                    if name in _PROPERTIES:
                        node.setdefault(name, _value(element))
        yield node
        return


def _scope_of(element: Any) -> Any:
    above = element.getparent()
    while above is not None and above.get("itemscope") is None:
        above = above.getparent()
    return above


def _value(element: Any) -> Any:
    """The value of a property: a node of its own, an attribute, or the element's words."""
    if element.get("itemscope") is not None:
        name = next(
            (one for one in element.iterdescendants() if isinstance(one.tag, str) and one.get("itemprop") == "name"),
            element,
        )
        return {"@type": (element.get("itemtype") or "").strip(), "name": _plain(name)}
    return _plain(element)


def _plain(element: Any) -> str:
    for attribute in ("content", "datetime", "href", "src"):
        if element.get(attribute):
            return str(element.get(attribute))
    return " ".join("".join(element.itertext()).split())
