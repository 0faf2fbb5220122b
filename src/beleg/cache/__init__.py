"""What stages gave before, under `.beleg/`: a build reads and extracts only what is new to it.

The cache never decides what a build gives, only how long it takes. It may be deleted at any time. What can't be opened,
read or written is as good as none, and told in one line through the logger of this package, which prints it on standard
error. Rows are plain data that is checked against the type of what they hold, for a cache may come with somebody else's
folder; each carries a digest of itself, for a disk that loses power may give back what was never written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Generic, Literal, Self, TypeAlias, TypeVar

from beleg.cache.versions import CODE, Kind, code

FOLDER: Final = ".beleg"
NAME: Final = "cache.sqlite3"
# Of the tables below; another number is another version's file.
FORMAT: Final = 1
# Rows that a whole run did not use stay until they take up as much room as those that it used, and this many bytes:
# an editor who tries something out, and takes it back, finds everything there.
SPARE: Final = 16_000_000
# Bytes of a kind's rows above which those go that a run did not use, even one that does not ask for everything.
MOST: Final = 1_000_000_000
# Bytes of a row, unpacked; a row from elsewhere may be packed to burst. The longest article's statements have a tenth.
LARGEST: Final = 64_000_000
# So many new bytes are written at a time: a run that is broken off keeps what it did, and none waits long for another.
_AT_ONCE: Final = 2_000_000
# Seconds for which a run waits for another one that writes.
_PATIENCE: Final = 5.0
_DIGEST: Final = 16
# What SQLite says of a file that is none of its own, was damaged, or lacks a table.
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})

T = TypeVar("T")
_Why: TypeAlias = Literal["another version", "damaged", "unusable"]
_NOTICES: Final[dict[_Why, str]] = {
    "another version": "was made by another version of Beleg; what it held is read anew",
    "damaged": "is damaged; what it held is read anew",
    "unusable": "can't be used, so that more is read anew than needed",
}
# What was told already in this process, of which file.
_told: set[tuple[Path, str]] = set()


class Cache:
    """Rows of each kind by a digest of everything that they follow from.

    Args:
        folder: The project's; None for no cache.
        whole: Whether the run asks for every row that is still of use, so that others may go.
    """

    def __init__(self, folder: Path | None, *, whole: bool = False) -> None:
        self._file = folder / FOLDER / NAME if folder else None
        self._whole = whole
        self._rows: sqlite3.Connection | None = None
        # What is not written yet; None where nothing can be written.
        self._new: list[tuple[Kind, bytes, bytes]] | None = []
        self._waiting = 0
        # The rows that were asked for, by kind, and how many bytes they hold; the kinds that rows were added to.
        self._used: dict[Kind, dict[bytes, int]] = {}
        self._grown: set[Kind] = set()
        self._kinds: dict[Kind, Kept[Any]] = {}
        if self._file is not None:
            self._try(lambda _: None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        self._write()
        if failed is None:
            for kind in sorted(self._grown):
                self._try(partial(self._prune, kind))
        self._close()

    def kept(self, kind: Kind, of: Any) -> Kept[Any]:
        """The rows of a kind, each of which holds a value of the type `of`."""
        if kind not in self._kinds:
            self._kinds[kind] = Kept(self, kind, of)
        return self._kinds[kind]

    def get(self, kind: Kind, key: bytes) -> bytes | None:
        """What a row holds; None where there is none, or one that was damaged."""

        def select(rows: sqlite3.Connection) -> Any:
            return rows.execute(f"SELECT held FROM {kind} WHERE key = ?", (key,)).fetchone()  # noqa: S608 - one of `CODE`

        row = self._try(select)
        if row is None:
            return None
        held = row[0]
        if not isinstance(held, bytes) or _sealed(held[_DIGEST:]) != held:
            self.tell("damaged")
            return None
        self._used.setdefault(kind, {})[key] = len(held)
        return held[_DIGEST:]

    def put(self, kind: Kind, key: bytes, held: bytes) -> None:
        """Keep what a row holds."""
        if self._file is None or self._new is None:
            return
        sealed = _sealed(held)
        self._new.append((kind, key, sealed))
        self._used.setdefault(kind, {})[key] = len(sealed)
        self._grown.add(kind)
        self._waiting += len(sealed)
        if self._waiting >= _AT_ONCE:
            self._write()

    def tell(self, why: _Why, error: BaseException | None = None) -> None:
        """Say once in a process what is the matter with the file."""
        assert self._file is not None, "no cache, no trouble with it"
        if (self._file, why) in _told:
            return
        _told.add((self._file, why))
        import logging  # noqa: PLC0415 - few runs have anything to tell

        detail = f" ({error})" if error else ""
        logging.getLogger(__name__).warning("notice: the cache %s/%s %s%s.", FOLDER, NAME, _NOTICES[why], detail)

    def _try(self, act: Callable[[sqlite3.Connection], T]) -> T | None:
        """What `act` gives with the rows; None where they can't be used. A damaged file is made anew."""
        if self._file is None:
            return None
        for last in (False, True):
            try:
                if self._rows is None:
                    self._rows = self._opened(self._file)
                return act(self._rows)
            except (OSError, sqlite3.Error) as error:
                damaged = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in _DAMAGED
                if last or not damaged:
                    self._give_up(error)
                    return None
                self.tell("damaged")
                self._close()
                try:
                    self._delete()
                except OSError as fault:
                    self._give_up(fault)
                    return None
        return None

    def _opened(self, file: Path) -> sqlite3.Connection:
        file.parent.mkdir(exist_ok=True)
        # Feeds are read in threads, one at a time.
        rows = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            # A file from elsewhere runs no code of its own; and what the digests of rows find is not waited for.
            rows.execute("PRAGMA trusted_schema = OFF")
            rows.execute("PRAGMA synchronous = OFF")
            version = rows.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, FORMAT):
                self.tell("another version")
                rows.close()
                self._delete()
                return self._opened(file)
            if not version:
                _lay_out(rows)
            self._leave_old_code(rows)
        except BaseException:
            rows.close()
            raise
        return rows

    def _leave_old_code(self, rows: sqlite3.Connection) -> None:
        """Drop the rows of kinds whose code has changed: nothing asks for them any more."""
        known = dict(rows.execute("SELECT kind, digest FROM code"))
        changed = [kind for kind in CODE if known.get(kind) != code(kind)]
        if not changed:
            return
        if any(kind in known for kind in changed):
            self.tell("another version")
        try:
            rows.execute("BEGIN IMMEDIATE")
            for kind in changed:
                rows.execute(f"DELETE FROM {kind}")  # noqa: S608
                rows.execute("INSERT OR REPLACE INTO code VALUES (?, ?)", (kind, code(kind)))
            rows.execute("COMMIT")
        except sqlite3.OperationalError as error:
            # Their keys tell of their code, too, so that they may stay.
            self._keep_no_more(rows, error)

    def _write(self) -> None:
        new, self._waiting = self._new, 0
        if not new:
            return
        self._new = []

        def insert(rows: sqlite3.Connection) -> None:
            try:
                rows.execute("BEGIN IMMEDIATE")
                for kind, key, held in new:
                    rows.execute(f"INSERT OR REPLACE INTO {kind} VALUES (?, ?)", (key, held))  # noqa: S608
                rows.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if (error.sqlite_errorcode & 0xFF) in _DAMAGED:
                    raise
                self._keep_no_more(rows, error)

        self._try(insert)

    def _prune(self, kind: Kind, rows: sqlite3.Connection) -> None:
        used = self._used.get(kind, {})
        held = rows.execute(f"SELECT total(length(held)) FROM {kind}").fetchone()[0]  # noqa: S608
        if held <= (2 * sum(used.values()) + SPARE if self._whole else MOST):
            return
        rows.execute("CREATE TEMP TABLE used (key BLOB PRIMARY KEY) WITHOUT ROWID")
        rows.executemany("INSERT INTO used VALUES (?)", ((key,) for key in used))
        rows.execute(f"DELETE FROM {kind} WHERE key NOT IN used")  # noqa: S608
        rows.execute("DROP TABLE used")

    def _keep_no_more(self, rows: sqlite3.Connection, error: sqlite3.Error) -> None:
        """Go on with what is there, where nothing can be added to it: a full disk, a file that is not ours."""
        if rows.in_transaction:
            with suppress(sqlite3.Error):
                rows.execute("ROLLBACK")
        self._new = None
        self.tell("unusable", error)

    def _give_up(self, error: BaseException) -> None:
        self.tell("unusable", error)
        self._close()
        self._file = None

    def _delete(self) -> None:
        """Take a file that is of no use away, so that it is made anew."""
        assert self._file is not None, "there is a file"
        for file in (self._file, self._file.with_name(f"{NAME}-journal")):
            file.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._rows is not None:
            with suppress(sqlite3.Error):
                self._rows.close()
            self._rows = None


class Kept(Generic[T]):
    """The rows of one kind, as values."""

    def __init__(self, cache: Cache, kind: Kind, of: Any) -> None:
        # Only what uses the cache pays for the import.
        import zlib  # noqa: PLC0415

        from msgspec import MsgspecError, msgpack  # noqa: PLC0415

        self._cache = cache
        self._kind = kind
        self._encode = msgpack.Encoder().encode
        self._decode = msgpack.Decoder(of).decode
        # The names of fields come again with every statement: packed, rows take up a third.
        self._pack, self._unpack = partial(zlib.compress, level=1), zlib.decompressobj
        self._broken = (MsgspecError, zlib.error, ValueError, TypeError, RecursionError)

    def key(self, *told: Any) -> bytes:
        """The key of what follows from this, and from the code; empty where that can't be told."""
        try:
            return blake2b(self._encode(told), key=code(self._kind), digest_size=_DIGEST).digest()
        except self._broken:
            # Half a character, as a broken feed may hold.
            return b""

    def get(self, key: bytes) -> T | None:
        """The value of a row; None where there is none that can be used."""
        held = self._cache.get(self._kind, key) if key else None
        if held is None:
            return None
        try:
            value: T = self._decode(self._unpack().decompress(held, LARGEST))
        except self._broken:
            self._cache.tell("damaged")
            return None
        return value

    def put(self, key: bytes, value: T) -> None:
        """Keep a value."""
        if not key:
            return
        try:
            held = self._encode(value)
        except self._broken:
            return
        if len(held) <= LARGEST:
            self._cache.put(self._kind, key, self._pack(held))


def _sealed(held: bytes) -> bytes:
    """What is written for a row: its digest before it."""
    return blake2b(held, digest_size=_DIGEST).digest() + held


def _lay_out(rows: sqlite3.Connection) -> None:
    # Before the first table: what rows leave free is given back to the disk.
    rows.execute("PRAGMA auto_vacuum = FULL")
    rows.execute("BEGIN IMMEDIATE")
    rows.execute("CREATE TABLE IF NOT EXISTS code (kind TEXT PRIMARY KEY, digest BLOB NOT NULL) WITHOUT ROWID")
    for kind in CODE:
        rows.execute(f"CREATE TABLE IF NOT EXISTS {kind} (key BLOB PRIMARY KEY, held BLOB NOT NULL)")
    rows.execute(f"PRAGMA user_version = {FORMAT}")
    rows.execute("COMMIT")
