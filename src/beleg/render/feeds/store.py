"""The entries of editions under `.beleg/feeds/`, so that a feed of many editions needs only the new one to be worded.

One file an edition, with a key that tells what it was made from. The folder may be deleted at any time: then the entries
are made anew, and are the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from beleg.render.feeds.entry import Entry, Line, Origin

FOLDER: Final = "feeds"
_ENDING: Final = ".z"
# Editions whose entries are held in memory, where files hold them all: more than a feed asks for.
_HELD: Final = 64
# Speed counts more than the last byte.
_LEVEL: Final = 1


class Store:
    """The entries of editions, by locale.

    Args:
        folder: The project's `.beleg`; None to keep them for this build alone.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder / FOLDER if folder else None
        # By edition: the ones that were asked for last, and all of them where there are no files.
        self._known: dict[str, tuple[str, Mapping[str, tuple[Entry, ...]]]] = {}

    def get(self, edition: str, key: str) -> Mapping[str, tuple[Entry, ...]] | None:
        """The entries of an edition by locale; None if they are not there, or were made from something else."""
        if edition not in self._known and self._folder:
            with contextlib.suppress(OSError, ValueError, TypeError, KeyError, zlib.error, RecursionError):
                row = json.loads(zlib.decompress((self._folder / f"{edition}{_ENDING}").read_bytes()))
                entries = {locale: tuple(map(_entry, found)) for locale, found in row["entries"].items()}
                self._hold(edition, row["key"], entries)
        known = self._known.get(edition)
        return known[1] if known and known[0] == key else None

    def put(self, edition: str, key: str, entries: Mapping[str, tuple[Entry, ...]]) -> None:
        """Keep the entries of an edition."""
        self._hold(edition, key, entries)
        if self._folder:
            row = {"key": key, "entries": {locale: [asdict(one) for one in found] for locale, found in entries.items()}}
            data = zlib.compress(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode(), _LEVEL)
            # What can't be kept is made anew by the next build.
            with contextlib.suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                new = self._folder / f".{edition}-{os.getpid()}"
                new.write_bytes(data)
                new.replace(self._folder / f"{edition}{_ENDING}")

    def _hold(self, edition: str, key: str, entries: Mapping[str, tuple[Entry, ...]]) -> None:
        self._known[edition] = (key, entries)
        if self._folder and len(self._known) > _HELD:
            del self._known[next(iter(self._known))]

    def keep_only(self, editions: Collection[str]) -> None:
        """Delete what is kept of any other edition."""
        if self._folder:
            with contextlib.suppress(OSError):
                for path in self._folder.iterdir():
                    if path.name.removesuffix(_ENDING) not in editions:
                        path.unlink()


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(
        **row
        | {
            "lines": tuple(Line(**one) for one in row["lines"]),
            "articles": tuple(Origin(**one) for one in row["articles"]),
            "classes": tuple((term, label) for term, label in row["classes"]),
        }
    )
