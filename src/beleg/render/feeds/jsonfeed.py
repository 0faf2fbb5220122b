"""A feed as JSON Feed 1.1."""

from __future__ import annotations

import json
from typing import Any

from beleg.render.feeds.entry import Entry, Feed


def json_feed(feed: Feed) -> bytes:
    """The feed; equal feeds give equal bytes."""
    told: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.base + feed.page,
        "feed_url": feed.base + (f"{feed.path}.feed.json" if feed.path else "feed.json"),
        "language": feed.locale,
        "authors": [{"name": feed.name}],
    }
    if feed.address:
        told["icon"] = feed.icon
    told["items"] = [_item(feed, entry) for entry in feed.entries]
    return json.dumps(told, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n"


def _item(feed: Feed, entry: Entry) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": feed.id_of(entry),
        "url": feed.base + entry.page,
        "title": entry.title,
        "summary": entry.summary,
        "content_html": entry.html,
        "language": feed.locale,
        "tags": [label for _, label in entry.classes],
    }
    if entry.published:
        told["date_published"] = feed.at(entry.published)
    if entry.updated:
        told["date_modified"] = feed.at(entry.updated)
    told["_beleg"] = {
        "edition": entry.edition,
        "story": entry.story,
        "evidence": [term for term, _ in entry.classes],
        "facts": [line.fact for line in entry.lines if line.fact],
        "sources": [
            {"title": one.title, "url": one.url, "language": one.lang, "publisher": one.publisher}
            for one in entry.articles
        ],
    }  # fmt: skip
    return told
