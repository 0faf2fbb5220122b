"""Feeds as they were read, under `.beleg/`: each answer that the archive holds is read once, not at every build.

The cache may be deleted at any time. What can't be opened, read or written is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Self

from beleg.ingest.feeds.entry import Entry, Feed

FOLDER = ".beleg"
_NAME = "feeds.sqlite3"
# Entries as lists in JSON.
_TUPLES = ("links", "warnings")


class FeedCache:
    """What feeds held, by the digest of their bytes and all else that reading them depends on.

    Args:
        folder: The project's; None for no cache.
    """

    def __init__(self, folder: Path | None) -> None:
        self._rows: sqlite3.Connection | None = None
        if folder is None:
            return
        with contextlib.suppress(OSError, sqlite3.Error):
            (folder / FOLDER).mkdir(exist_ok=True)
            # Feeds are read in threads, one at a time.
            rows = sqlite3.connect(folder / FOLDER / _NAME, timeout=1, isolation_level=None, check_same_thread=False)
            try:
                rows.execute("PRAGMA synchronous = OFF")
                rows.execute("CREATE TABLE IF NOT EXISTS feed (key TEXT PRIMARY KEY, held TEXT NOT NULL) WITHOUT ROWID")
            except sqlite3.Error:
                rows.close()
                raise
            self._rows = rows

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._rows is not None:
            self._rows.close()

    def feed(self, digest: str, told: tuple[str | None, ...], read: Callable[[], Feed]) -> Feed:
        """The feed of an answer: as it was read before, else as `read` reads it now.

        Args:
            digest: Of the answer's bytes.
            told: What else its reading depends on: Content-Type, address, zone.
            read: Reads it.

        Raises:
            FeedError: As `read` does.
        """
        key = hashlib.sha256(repr((_code(), digest, told)).encode()).hexdigest()
        if self._rows is not None:
            with contextlib.suppress(sqlite3.Error, ValueError, TypeError, KeyError, AttributeError):
                row = self._rows.execute("SELECT held FROM feed WHERE key = ?", (key,)).fetchone()
                if row:
                    return _feed(json.loads(row[0]))
        feed = read()
        if self._rows is not None:
            # Where feeds hold half a character, there is no row.
            with contextlib.suppress(sqlite3.Error, ValueError):
                held = json.dumps(asdict(feed), ensure_ascii=False)
                self._rows.execute("INSERT OR REPLACE INTO feed VALUES (?, ?)", (key, held))
        return feed


def _feed(held: dict[str, Any]) -> Feed:
    entries = tuple(Entry(**_tuples(entry)) for entry in held.pop("entries"))
    return Feed(**_tuples(held), entries=entries)


def _tuples(held: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if name in _TUPLES else value for name, value in held.items()}


@cache
def _code() -> str:
    """What tells one version of the reader of feeds from another: all of its files."""
    digest = hashlib.sha256()
    for file in sorted(resources.files(__package__).iterdir(), key=lambda file: file.name):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()
