"""The archive as `beleg fetch` fills it: at any moment, what is on the disk is whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple

from beleg.clock import stamp
from beleg.errors import ArchiveError
from beleg.ingest.archive import ledger
from beleg.ingest.archive.disk import Growing, locked, reading, telling
from beleg.ingest.archive.members import DamagedError, next_record
from beleg.ingest.archive.reader import Archive
from beleg.ingest.archive.warc import (
    Record,
    about,
    encodable,
    read_through,
    response_record,
    revisit_record,
    sha256,
    uri_of,
)
from beleg.ingest.response import Response
from beleg.records import Attempt

# What is longer, or not in plain ASCII, is no validator that could be sent back, and no media type.
_LONGEST_HEADER = 1000
_LONGEST_ERROR = 2000
_DAY = timedelta(days=1)


class Writer:
    """Adds to an archive; one thread at a time. Made by `writing`."""

    def __init__(self, archive: Archive, opened: ExitStack) -> None:
        # As it was before this run.
        self.archive = archive
        self._opened = opened
        self._files: dict[str, Growing] = {}
        self._ledger = self._growing(ledger.NAME)
        if archive.ledger.end < self._ledger.end:
            self._ledger.cut(archive.ledger.end)
        # By digest, where a payload lies.
        self._known: dict[str, _Place] = {}
        for attempt in archive.attempts:
            self._remember(attempt)
        # By address and language, what was kept in this run.
        self._latest: dict[tuple[str, str | None], Attempt] = {}
        # Payloads that lie there although no line names them: the run that stored them was ended before it could.
        self._unnamed: set[_Place] = set()
        for file, record in _mended(archive, self._growing):
            place = _Place(file, record.begin)
            if record.digest and record.digest not in self._known:
                self._known[record.digest] = place
                self._unnamed.add(place)

    def keep(
        self, response: Response, *, source: str, role: Literal["feed", "page", "article"], time: str,
        language: str | None = None, entries: int | None = None, fresh: int | None = None,
    ) -> Attempt:  # fmt: skip
        """Keep an answer and the line that tells of it; a payload that is there already is not stored again.

        Args:
            response: The answer.
            source: The source's name.
            role: What was asked for.
            time: When, as the clock stamps it; its month decides on the WARC.
            language: The language that was asked for.
            entries: Of a feed, its entries.
            fresh: How many of them were never seen before.

        Returns:
            The attempt. It has failed where a server says that nothing changed, but what it gave before is not there.

        Raises:
            ArchiveError: It can't be written; what was there before is as it was.
        """
        _checked(time)
        values: dict[str, Any] = {
            "source": source, "role": role, "time": time, "address": response.address, "status": response.status,
            "final": response.final if response.final != response.address else None, "moved": response.moved,
            "etag": _header(response, "ETag"), "modified": _header(response, "Last-Modified"), "language": language,
            "media_type": _header(response, "Content-Type"), "entries": entries, "fresh": fresh,
        }  # fmt: skip
        if response.status == 304:
            return self._unchanged(response, values)
        digest = sha256(response.body)
        known = self._known.get(digest)
        earlier = self._record(digest, known) if known else None
        if known is None or earlier is None:
            file, warc = self._warc(time)
            record = response_record(response, time=time, place=f"{file} {warc.end}")
            return self._both(warc, record, "offset", {**values, "outcome": "stored", "digest": digest, "file": file})
        values |= {"digest": digest, "file": known.file, "offset": known.offset}
        if known in self._unnamed and earlier.uri == uri_of(response.final):
            return self._add({**values, "outcome": "stored"})
        return self._revisit(response, earlier, {**values, "outcome": "same"})

    def fail(
        self, address: str, *, source: str, role: Literal["feed", "page", "article"], time: str, error: str,
        status: int | None = None, wait: str | None = None, language: str | None = None,
    ) -> Attempt:  # fmt: skip
        """Keep the line that tells of an attempt that failed.

        Args:
            address: What was asked for, as `ingest.addresses.shown` writes it.
            source: The source's name.
            role: What was asked for.
            time: When, as the clock stamps it.
            error: What failed and why, one sentence.
            status: What the server answered, if it did.
            wait: Before which time it asks not to come again; a day ahead at most is kept.
            language: The language that was asked for.

        Raises:
            ArchiveError: It can't be written.
        """
        _checked(time)
        if wait is not None:
            asked, until = datetime.fromisoformat(time), datetime.fromisoformat(wait)
            wait = stamp(asked + _DAY) if until - asked > _DAY else wait
        return self._add({
            "address": address, "source": source, "role": role, "time": time, "outcome": "failed",
            "error": error[:_LONGEST_ERROR], "status": status, "wait": wait, "language": language,
        })  # fmt: skip

    def _unchanged(self, response: Response, values: dict[str, Any]) -> Attempt:
        key = (response.address, values["language"])
        last = self._latest.get(key) or self.archive.latest(*key)
        place = _place(last) if last else None
        if last is None or last.digest is None or place is None:
            why = "nothing was fetched from it before"
        else:
            earlier = self._record(last.digest, place)
            if earlier is not None:
                # A server need not repeat them.
                again = {name: values[name] or getattr(last, name) for name in ("etag", "modified", "media_type")}
                found = {"outcome": "unchanged", "digest": last.digest, "file": place.file, "offset": place.offset}
                return self._revisit(response, earlier, {**values, **again, **found})
            why = "what it gave before can't be read in the archive any more"
        return self.fail(
            response.address, source=values["source"], role=values["role"], time=values["time"], status=304,
            error=f"the server says that nothing has changed, but {why}", language=values["language"],
        )  # fmt: skip

    def _revisit(self, response: Response, earlier: Record, values: dict[str, Any]) -> Attempt:
        file, warc = self._warc(values["time"])
        record = revisit_record(response, earlier, time=values["time"], place=f"{file} {warc.end}")
        return self._both(warc, record, "revisit", values)

    def _both(self, warc: Growing, record: bytes, name: str, values: dict[str, Any]) -> Attempt:
        """Add a record, then the line that names its offset; if one can't be written, neither is there."""
        offset = warc.append(record)
        try:
            return self._add({**values, name: offset})
        except ArchiveError:
            # Should this fail, too, the record stays as one that no line names.
            with suppress(ArchiveError):
                warc.cut(offset)
            raise

    def _add(self, values: dict[str, Any]) -> Attempt:
        """Add the line of an attempt."""
        clean: dict[str, Any] = {
            name: encodable(value) if isinstance(value, str) else value for name, value in values.items()
        }
        attempt = Attempt(**clean)
        self._ledger.append(ledger.written(attempt))
        place = self._remember(attempt)
        if place:
            self._unnamed.discard(place)
            self._latest[attempt.address, attempt.language] = attempt
        return attempt

    def _remember(self, attempt: Attempt) -> _Place | None:
        """Where an attempt's payload lies; None for one that failed."""
        place = _place(attempt)
        if place and attempt.digest:
            self._known[attempt.digest] = place
        return place

    def _record(self, digest: str, place: _Place) -> Record | None:
        """The record that holds a payload; None if it does not, so that the payload is stored anew."""
        try:
            record, _ = self.archive.examined(digest, place.file, place.offset)
        except ArchiveError:
            return None
        return record

    def _warc(self, time: str) -> tuple[str, Growing]:
        """The WARC of a time's month."""
        name = ledger.warc_name(time)
        warc = self._files.get(name) or self._growing(name)
        if warc.end == 0:
            warc.append(about(name, time))
        return name, warc

    def _growing(self, name: str) -> Growing:
        """A file of the archive, opened until the run ends."""
        file = Growing(self.archive.folder / name, f"archive/{name}")
        self._opened.callback(file.close)
        self._files[name] = file
        return file


class _Place(NamedTuple):
    """Where a record lies."""

    file: str
    offset: int


@contextmanager
def writing(folder: Path) -> Iterator[Writer]:
    """An archive to add to, made if there is none, after what an ended run left unfinished was taken away.

    Whole records and lines are never touched: only bytes at the end of a WARC that are no whole record and that no line
    names, and a last line without its end.

    Args:
        folder: The project's folder `archive`.

    Raises:
        ArchiveError: Another run writes to it, or it can't be written.
    """
    with telling("archive"):
        folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opened:
        opened.enter_context(locked(folder))
        archive = Archive(folder)
        for problem in archive.problems:
            # Not a line but all of it: what can't be read must not be taken for empty.
            if problem.line is None:
                raise ArchiveError(problem.message, path=problem.path, hint=problem.hint)
        yield Writer(archive, opened)


def _mended(archive: Archive, growing: Callable[[str], Growing]) -> Iterator[tuple[str, Record]]:
    """Take away what was never finished at the ends of the WARCs; gives the whole records there that no line names."""
    named: dict[str, int] = {}
    for attempt in archive.attempts:
        for file, offset in ledger.named(attempt):
            named[file] = max(named.get(file, 0), offset)
    with telling("archive", "read"):
        paths = sorted(archive.folder.iterdir())
    for path in paths:
        if not ledger.WARC_NAME.fullmatch(path.name):
            continue
        warc = reading(path)
        if warc is None:
            continue
        with warc, telling(f"archive/{path.name}", "read"):
            size = warc.seek(0, os.SEEK_END)
            last = named.get(path.name)
            at = last or 0
            while at < size:
                try:
                    record = read_through(warc, at)
                except DamagedError:
                    # Damage to what was whole once is left for `verify` to tell.
                    if at != last and next_record(warc, at + 1) is None:
                        growing(path.name).cut(at)
                    break
                if at != last:
                    yield path.name, record
                at = record.end


def _checked(time: str) -> None:
    if not ledger.is_time(time):
        raise ArchiveError(f"{time!r} is no time that can be kept", path=ledger.SHOWN, hint="See to the clock")


def _place(attempt: Attempt) -> _Place | None:
    """Where an attempt's payload lies; None for one that failed."""
    if attempt.file is None or attempt.offset is None:
        return None
    return _Place(attempt.file, attempt.offset)


def _header(response: Response, name: str) -> str | None:
    value = response.header(name)
    return value if value and len(value) <= _LONGEST_HEADER and value.isascii() and value.isprintable() else None
