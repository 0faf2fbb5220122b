"""What was made of each edition, kept below `.beleg/`, so that a site of many editions needs only the new one to be read.

One file an edition, with a key that tells what it was made from. The folder may be deleted at any time: then all is made
anew, and is the same.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

_ENDING: Final = ".z"
# Editions of which it is held in memory, where files hold all: more than a feed asks for.
_HELD: Final = 64
# Speed counts more than the last byte.
_LEVEL: Final = 1

T = TypeVar("T")


class Store(Generic[T]):
    """What was made of editions.

    Args:
        folder: Where it is kept; None to keep it for this build alone.
        kind: Its type, of records and plain values.
    """

    def __init__(self, folder: Path | None, kind: Any) -> None:
        self._folder = folder
        # Its key, and what was made.
        self._row: Any = tuple[str, kind]
        # By edition: what was asked for last, and all where there are no files.
        self._known: dict[str, tuple[str, T]] = {}
        self._told = False

    def get(self, edition: str, key: str) -> T | None:
        """What was made of an edition; None if it is not there, or was made from something else."""
        if edition not in self._known and self._folder:
            self._read(self._folder / f"{edition}{_ENDING}", edition)
        known = self._known.get(edition)
        return known[1] if known and known[0] == key else None

    def _read(self, path: Path, edition: str) -> None:
        import msgspec  # noqa: PLC0415 - late, as elsewhere

        try:
            row = msgspec.json.decode(zlib.decompress(path.read_bytes()), type=self._row)
        except FileNotFoundError:
            return
        except (OSError, ValueError, zlib.error, RecursionError):
            self._tell(path)
        else:
            self._hold(edition, *row)

    def _tell(self, path: Path) -> None:
        """Say once that files are damaged, or of another version: many may be."""
        if not self._told:
            import logging  # noqa: PLC0415 - few runs have anything to tell

            name = f".beleg/{path.parent.name}/{path.name}"
            logging.getLogger(__name__).warning("notice: %s can't be read; what it held is made anew.", name)
            self._told = True

    def put(self, edition: str, key: str, made: T) -> None:
        """Keep what was made of an edition."""
        import msgspec  # noqa: PLC0415 - as above

        self._hold(edition, key, made)
        if self._folder:
            # Text that is marked as safe is text.
            data = zlib.compress(msgspec.json.encode((key, made), enc_hook=str), _LEVEL)
            put_over(self._folder / f"{edition}{_ENDING}", data)

    def _hold(self, edition: str, key: str, made: T) -> None:
        self._known[edition] = (key, made)
        if self._folder and len(self._known) > _HELD:
            del self._known[next(iter(self._known))]

    def keep_only(self, editions: Collection[str]) -> None:
        """Delete what is kept of any other edition."""
        if self._folder:
            with contextlib.suppress(OSError):
                for path in self._folder.iterdir():
                    if path.name.removesuffix(_ENDING) not in editions:
                        path.unlink()


def put_over(path: Path, data: bytes) -> None:
    """Put a file that can be made anew in its place at once; where that can't be done, the next build makes it again."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}-{os.getpid()}")
        new.write_bytes(data)
        new.replace(path)
