"""Feeds as they were read before: see `beleg.cache`."""

from __future__ import annotations

from collections.abc import Callable

from beleg.cache import Cache, Kept
from beleg.ingest.feeds.entry import Feed


def kept_feed(cache: Cache, digest: str, told: tuple[str | None, ...], read: Callable[[], Feed]) -> Feed:
    """The feed of an answer: as it was read before, else as `read` reads it now.

    Args:
        cache: Of the project.
        digest: Of the answer's bytes.
        told: What else its reading depends on: Content-Type, address, zone.
        read: Reads it.

    Raises:
        FeedError: As `read` does.
    """
    kept: Kept[Feed] = cache.kept("feed", Feed)
    key = kept.key(digest, *told)
    feed = kept.get(key)
    if feed is None:
        feed = read()
        kept.put(key, feed)
    return feed
