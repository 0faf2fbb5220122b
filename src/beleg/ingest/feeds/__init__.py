"""Feeds as they are fetched or dropped: bytes to a feed with its entries."""

from beleg.ingest.feeds.entry import Entry, Feed
from beleg.ingest.feeds.reader import is_feed, parse_feed

__all__ = ["Entry", "Feed", "is_feed", "parse_feed"]
