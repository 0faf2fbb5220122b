"""JSON Feed, versions 1.0 and 1.1."""

from __future__ import annotations

import json

import pytest

from beleg.errors import FeedError
from beleg.ingest.feeds import parse_feed

FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "title": "Beispielblatt",
    "home_page_url": "https://blatt.example/",
    "language": "de",
    "authors": [{"name": "Redaktion"}],
    "items": [
        {
            "id": 7,
            "url": "/a?x=ä",
            "title": "Müller & Söhne <neu>",
            "content_html": "<p>Der <a href='b'>Text</a></p>",
            "summary": "Kurz",
            "date_published": "2026-10-14T08:15:00+02:00",
            "date_modified": "2026-10-15T08:15:00",
            "authors": [{"name": "Anna"}, {"name": "Bert"}],
            "language": "sr-Cyrl",
        },
        {"id": "b", "external_url": "https://b.example/", "content_text": "Zwei\nZeilen"},
    ],
}


def read(feed, **given):
    return parse_feed(json.dumps(feed, ensure_ascii=False).encode(), **given)


def test_an_item_becomes_an_entry():
    feed = read(FEED, address="https://blatt.example/feed.json", zone="Europe/Berlin")
    first, second = feed.entries
    assert (feed.kind, feed.title, feed.link, feed.language) == (
        "json11",
        "Beispielblatt",
        "https://blatt.example/",
        "de",
    )
    assert (first.guid, first.link, first.title) == ("7", "https://blatt.example/a?x=%C3%A4", "Müller & Söhne <neu>")
    assert (first.published, first.updated, first.assumed) == ("2026-10-14T06:15:00Z", "2026-10-15T06:15:00Z", True)
    assert (first.author, first.language, first.links) == ("Anna, Bert", "sr-Cyrl", ("https://blatt.example/b",))
    assert (first.content, first.content_type) == ("<p>Der <a href='b'>Text</a></p>", "text/html")
    assert (second.link, second.author, second.language) == ("https://b.example/", "Redaktion", "de")
    assert (second.content, second.content_type, second.title) == ("Zwei\nZeilen", "text/plain", None)


def test_version_1_has_one_author():
    feed = {"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "author": {"name": "Anna"}}]}
    assert (read(feed).kind, read(feed).entries[0].author) == ("json10", "Anna")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1"}', "incomplete: it breaks off"),
        (b'{"version": "https://jsonfeed.org/version/1", "title": "Bei', "incomplete: it breaks off"),
        (b'{"items": []}', "not a feed (JSON without the version of JSON Feed)"),
        (b"[1, 2]", "not a feed (JSON without the version of JSON Feed)"),
        (b'{"a": 1,, }', "no JSON: Expecting property name enclosed in double quotes"),
        (b'{"a":' + b"[" * 100_000, "its objects are nested deeper than in any feed"),
    ],
)
def test_what_is_no_json_feed_is_refused(data, message):
    with pytest.raises(FeedError) as caught:
        parse_feed(data)
    assert caught.value.message == message


@pytest.mark.parametrize(
    "field", ["id", "url", "title", "content_html", "summary", "date_published", "authors", "author"]
)
@pytest.mark.parametrize("value", [None, 1e400, -0, True, [], {}, [[]], [{"name": []}], "\ud800\u0000", "x" * 100_000])
def test_values_of_another_type_are_as_good_as_missing(field, value):
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "a", field: value}, 3]}
    parsed = parse_feed(json.dumps(feed).encode())
    assert len(parsed.entries) == 1
    assert "entries that are no objects were left out" in parsed.warnings
