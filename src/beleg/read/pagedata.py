"""What an HTML page says of its article: title, publisher, author, dates, address, language.

Structured data come first, then meta elements, then what a reader sees.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from beleg.ingest.addresses import same_page
from beleg.read import dates
from beleg.read.bylines import words
from beleg.read.decoding import clean
from beleg.read.layout import SPACE, is_aside, named, text_of
from beleg.read.links import absolute
from beleg.read.structured import Node, articles, types_of

# Between an article's title and the site's name in <title>.
_SITE = re.compile(r"\s+[|–—·•»-]+\s+|\s*\|\s*")
_LETTERS = re.compile(r"[\W_]+")
# An address, or data as a text.
_NO_NAME = re.compile(r"(?:https?:)?//|www\.|[{\[]", re.IGNORECASE)
# Titles and names are shorter.
_LONGEST = 400
_DATE = 60
_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}(?=[ ,T])", re.ASCII)
_TIMES = 20
_PUBLISHED = {"published", "datepublished", "pubdate"}
# Hosts of one site.
_MOBILE = ("www.", "m.", "amp.", "mobile.")


class PageData(NamedTuple):
    """What a page says; None where it says nothing."""

    title: str | None = None
    publisher: str | None = None
    # Of its publisher, by schema.org: "NewsMediaOrganization".
    publisher_types: tuple[str, ...] = ()
    author: str | None = None
    # ISO 8601.
    published: str | None = None
    updated: str | None = None
    # As it says it; often wrong.
    language: str | None = None
    # Its canonical address.
    url: str | None = None
    description: str | None = None


def page_data(tree: Any, address: str | None, base: str | None) -> PageData:
    """What a page says of itself.

    Args:
        tree: The page.
        address: Where it was fetched or saved from; None if nobody knows.
        base: What its links are relative to.
    """
    meta = _meta(tree)
    canonical = _canonical(tree, meta, address, base)
    article = _best(articles(tree), canonical or address, base)
    whole = article.get("isPartOf")
    # A newspaper or a site; a page is called as its article.
    publisher = article.get("publisher") or (None if "WebPage" in types_of(whole) else whole)
    name = _first(_name(publisher), *meta["publisher"], names_only=True)
    title, site = _titles(
        tree, (article.get("headline"), article.get("name"), *meta["title"]), name, canonical or address
    )
    language = article.get("inLanguage")
    return PageData(
        title=title,
        publisher=name or site,
        publisher_types=tuple(dict.fromkeys(chain.from_iterable(types_of(one) for one in _listed(publisher)))),
        author=_person(_first(_name(article.get("author")), *meta["author"], names_only=True)),
        published=_first_date(article.get("datePublished"), *meta["published"], *_times(tree)),
        updated=_first_date(article.get("dateModified"), *meta["updated"]),
        language=_first(
            language.get("alternateName") if isinstance(language, Mapping) else language,
            tree.get("lang"),
            tree.get("xml:lang"),
            *meta["language"],
        ),
        url=canonical or _own(article.get("url"), address, base),
        description=_first(*meta["description"], article.get("description")),
    )


@cache
def _meta_names() -> Mapping[str, tuple[str, ...]]:
    tables = tomllib.loads(resources.files(__package__).joinpath("pages.toml").read_text("utf-8"))
    return {key: tuple(names.split()) for key, names in tables["meta"].items()}


def _meta(tree: Any) -> dict[str, list[str]]:
    """What meta elements say, by what it is about, the better names first."""
    said: dict[str, str] = {}
    for element in tree.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop") or element.get("http-equiv")
        if name and element.get("content"):
            said.setdefault(name.strip().lower(), element.get("content"))
    return {key: [said[name] for name in names if name in said] for key, names in _meta_names().items()}


def _best(found: list[Node], address: str | None, base: str | None) -> Node:
    """The description of the page's own article: the one that gives its address, else the first."""
    if address:
        own = same_page(address)
        for node in found:
            linked = (node.get("url"), _identifier(node.get("mainEntityOfPage")), node.get("@id"))
            given = (absolute(one, base) for one in linked if isinstance(one, str))
            if any(one and same_page(one) == own for one in given):
                return node
    return found[0] if found else {}


def _identifier(value: Any) -> Any:
    return (value.get("@id") or value.get("url")) if isinstance(value, Mapping) else value


def _canonical(tree: Any, meta: Mapping[str, list[str]], address: str | None, base: str | None) -> str | None:
    linked = (link.get("href") for link in tree.iter("link") if "canonical" in (link.get("rel") or "").lower().split())
    return next((own for one in (*linked, *meta["url"]) if (own := _own(one, address, base))), None)


def _own(link: Any, address: str | None, base: str | None) -> str | None:
    """An address that a page gives as its own.

    Taken only if it is of the site that the page came from, for else any page could pass for another's, and if it is no
    home page, to which careless templates point from every article.
    """
    found = absolute(link, base or address) if isinstance(link, str) else None
    if not found or not found.startswith("http"):
        return None
    if address is None:
        return found
    if urlsplit(found).path == "/" and not urlsplit(found).query and urlsplit(address).path not in ("", "/"):
        return None
    return found if _is_same_site(found, address) else None


def _is_same_site(one: str, other: str) -> bool:
    hosts = []
    for address in (one, other):
        host = (urlsplit(absolute(address, None) or "").hostname or "").lower()
        for prefix in _MOBILE:
            host = host.removeprefix(prefix)
        hosts.append(host)
    first, second = sorted(hosts, key=len)
    return first == second or ("." in first and second.endswith(f".{first}"))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _name(value: Any) -> str | None:
    """The name of a person or organisation of JSON-LD, or those of a list, each once."""
    names = (one.get("name") if isinstance(one, Mapping) else one for one in _listed(value))
    told = dict.fromkeys(_tidy(one) for name in names for one in _listed(name) if isinstance(one, str))
    return ", ".join(one for one in told if one and not _NO_NAME.match(one)) or None


def _first(*values: Any, names_only: bool = False) -> str | None:
    """The first value that says something; with `names_only` none that is an address."""
    for value in values:
        text = _tidy(next((one for one in _listed(value) if isinstance(one, str)), ""))
        if text and not (names_only and _NO_NAME.match(text)):
            return text
    return None


def _tidy(value: str) -> str:
    # Content systems escape what they put into attributes and JSON a second time.
    text = html.unescape(value[: 4 * _LONGEST])
    return SPACE.sub(" ", clean(text)).strip()[:_LONGEST]


def _person(author: str | None) -> str | None:
    """An author's name without the word before it: "by Eva Lind"."""
    first, _, rest = (author or "").partition(" ")
    return rest if first.lower() in words("author") and rest[:1].isupper() else author


def _titles(tree: Any, stated: Iterable[Any], site: str | None, address: str | None) -> tuple[str | None, str | None]:
    """The article's title, and the site's name where <title> adds it to the title.

    Args:
        tree: The page.
        stated: The title as the page's data say it, the better first; often with the site's name.
        site: The publisher as they say it.
        address: The page's.
    """
    heads = [head for element in tree.iter("h1") if (head := text_of(element)[:_LONGEST])]
    # A tag inside <title> is text to a browser; a title ends before it.
    wholes = (
        SPACE.sub(" ", (element.text or "")[: 4 * _LONGEST].split("<")[0]).strip() for element in tree.iter("title")
    )
    whole = next((one for one in wholes if one), "")
    given = [text for one in stated if (text := _first(one))]
    if site:
        given, whole_title = [_without_site(one, site) for one in given], _without_site(whole, site)
    else:
        whole_title = whole
    # Data may hold a caption or a name of the file: what a reader sees as the title, too, is the title.
    seen = [one for one in given if one in heads or whole.startswith(one)]
    seen += [head for head in heads if given and whole.startswith(head) and not _names_site(head, address)]
    title = next(iter((*seen, *given)), None)
    if title and not site and title not in heads:
        title = next((head for head in heads if title.startswith(head) and _SITE.match(title, len(head))), title)
    if not title and len(heads) == 1 and not _names_site(heads[0], address):
        title = heads[0]
    if not title and whole:
        parts = _SITE.split(whole)
        title = next((head for head in heads if whole.startswith(head) and not _names_site(head, address)), None)
        if not title and len(parts) == 2 and not site and _names_site(parts[0], address):
            site, title = parts
        if not title:
            title = whole_title if site else whole if len(parts) == 1 else None
    if title and not site and len(whole) > len(title) and whole.startswith(title):
        rest = whole[len(title) :]
        mark = _SITE.match(rest)
        name = rest[mark.end() :].strip(" :") if mark else ""
        if name and not _SITE.search(name):
            site = name
    return title or None, site


def _names_site(text: str, address: str | None) -> bool:
    """Whether a text is what its site is called: "Internet-Law" at www.internet-law.de."""
    host = _LETTERS.sub("", urlsplit(address or "").hostname or "")
    name = _LETTERS.sub("", text.lower())
    return len(name) > 3 and name in host


def _without_site(title: str, site: str) -> str:
    """A title without the site's name, at its end or at its beginning."""
    marks = list(_SITE.finditer(title))
    for mark in marks:
        if title[mark.end() :].strip().casefold() == site.casefold():
            return title[: mark.start()].strip()
    if marks and title[: marks[0].start()].strip().casefold() == site.casefold():
        return title[marks[0].end() :].strip()
    return title


def _times(tree: Any) -> list[str]:
    """When it came out, as a reader sees it: of the times below the title one that is marked so, else the first."""
    seen: list[Any] = []
    headed = False
    for element in tree.iter("h1", "time"):
        if element.tag == "h1":
            # Above the title stand the day of today and the times of others.
            seen, headed = (seen, True) if headed else ([], True)
        elif element.get("datetime") and not any(is_aside(above) for above in (element, *element.iterancestors())):
            seen.append(element)
        if len(seen) > _TIMES:
            break
    marked = [one for one in seen if named(one, "class", "itemprop") & _PUBLISHED or one.get("pubdate") is not None]
    return [one.get("datetime") for one in (*marked, *seen)[:1]]


def _first_date(*values: Any) -> str | None:
    given = (one for value in values for one in _listed(value) if isinstance(one, str))
    return next((day for value in given if (day := _date(value.strip()[:_DATE]))), None)


def _date(value: str) -> str | None:
    """A date of metadata as ISO 8601, also from `Wed, 14 Oct 2026 08:15:00 +0200`, `20261014`, `14.10.2026, 08:15`."""
    day = _DAY.match(value)
    found = dates.iso(day[0] if day else value)
    if found:
        return found
    try:
        moment = datetime.fromisoformat(value) if value[:8].isdigit() else parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return dates.iso(moment.isoformat() if moment.tzinfo else moment.date().isoformat())
