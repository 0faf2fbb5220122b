"""Beleg: digests of news in German, Serbian and Russian that say of every fact who stands behind it."""

__version__ = "0.1.0"
