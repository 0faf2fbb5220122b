"""What programs take out of a built site: feeds, lists and data blocks, read by others' parsers."""

from __future__ import annotations

import json
import re
from html import unescape
from xml.etree import ElementTree as ET

import feedparser

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
# The parts of JSON Feed 1.1 that Beleg writes, by our own reading of it: the format has no schema of its own.
JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "items", "home_page_url", "feed_url", "language", "authors"],
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        "title": {"type": "string", "minLength": 1},
        "home_page_url": {"type": "string", "minLength": 1},
        "feed_url": {"type": "string", "pattern": r"feed\.json$"},
        "icon": {"type": "string"},
        "language": {"enum": ["de", "sr-Cyrl", "sr-Latn", "ru", "en"]},
        "authors": {"type": "array", "items": {"type": "object", "required": ["name"]}},
        "items": {"type": "array", "maxItems": 50, "items": {"$ref": "#/$defs/item"}},
    },
    "additionalProperties": False,
    "$defs": {
        "item": {
            "type": "object",
            "required": ["id", "url", "title", "summary", "content_html", "language", "tags", "_beleg"],
            "properties": {
                "id": {"type": "string", "pattern": "^urn:uuid:[0-9a-f-]{36}$"},
                "url": {"type": "string", "minLength": 1},
                "title": {"type": "string", "minLength": 1},
                "summary": {"type": "string"},
                "content_html": {"type": "string", "minLength": 1},
                "language": {"type": "string"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "date_published": {"$ref": "#/$defs/time"},
                "date_modified": {"$ref": "#/$defs/time"},
                "_beleg": {"type": "object", "required": ["edition", "story", "evidence", "facts", "sources"]},
            },
            "additionalProperties": False,
        },
        "time": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"},
    },
}
# Of the context of schema.org what the pages use of it: the tests ask no network.
_CONTEXT = {
    "@vocab": "http://schema.org/",
    "datePublished": {"@type": "http://schema.org/Date"},
    "hasPart": {"@type": "@id"}, "citation": {"@type": "@id"}, "appearance": {"@type": "@id"}, "firstAppearance": {"@type": "@id"},
}  # fmt: skip


def atom(data: bytes) -> feedparser.FeedParserDict:
    """A feed as a reader of feeds has it, with nothing to be mended."""
    found = feedparser.parse(data, response_headers={"content-type": "application/atom+xml; charset=utf-8"})
    assert not found.bozo, found.bozo_exception
    assert found.version == "atom10"
    return found


def entries(data: bytes) -> list[ET.Element]:
    """The entries of a feed, by an XML parser alone."""
    return ET.fromstring(data).findall(f"{ATOM}entry")


def block(page: str) -> str | None:
    """The data block of a page, as HTML has it; None for a page without one."""
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert len(found) < 2
    return found[0] if found else None


def load(address: str, _: object = None) -> dict[str, object]:
    """Gives pyld the context."""
    assert address.rstrip("/") == "https://schema.org"
    return {"contextUrl": None, "documentUrl": address, "document": {"@context": _CONTEXT}}


def leaves(value: object) -> list[str]:
    """All texts in a JSON value, types and identifiers included, but for its context."""
    if isinstance(value, dict):
        return [one for key, own in value.items() if key not in ("@context", "@language") for one in leaves(own)]
    if isinstance(value, list):
        return [one for own in value for one in leaves(own)]
    return [str(value)]


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def feed(data: bytes) -> dict[str, object]:
    return json.loads(data)
