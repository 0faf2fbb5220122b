"""`beleg archive verify`: every record read through, every line compared with its records."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from beleg.errors import ArchiveError, IngestError
from beleg.ingest.archive import ledger
from beleg.ingest.archive.disk import OWN, reading
from beleg.ingest.archive.members import DamagedError, next_record
from beleg.ingest.archive.reader import Archive
from beleg.ingest.archive.warc import Record, read_through, uri_of
from beleg.ingest.editions import FOLDER, read_editions
from beleg.records import Attempt, Problem, Site

# What else lies in `archive/`: facts as they were published.
_OTHERS = frozenset({FOLDER})
_ENDED = "A run that was ended left it; the next fetch removes it"
_RESTORE = "Put the file back from a copy; what a feed still holds is stored again when it changes"


@dataclass(kw_only=True, slots=True)
class Counts:
    """What an archive holds."""

    # Whole records of the WARCs, and those among them that hold what was fetched.
    records: int = 0
    payloads: int = 0
    # Lines of the ledger that can be read.
    attempts: int = 0
    # Editions that were published, and are whole.
    editions: int = 0
    # Size of all these files.
    bytes: int = 0


class _Named(NamedTuple):
    """A record as a line names it."""

    offset: int
    line: int
    attempt: Attempt
    # Whether it is the record that says "the same as before", not the one with the payload.
    revisit: bool


@dataclass(kw_only=True, slots=True)
class _Findings:
    counts: Counts = field(default_factory=Counts)
    problems: list[Problem] = field(default_factory=list)

    def error(self, path: str, message: str, *, line: int | None = None, hint: str = _RESTORE) -> None:
        self.problems.append(Problem(path=path, message=message, hint=hint, line=line))

    def warning(self, path: str, message: str, hint: str) -> None:
        self.problems.append(Problem(path=path, message=message, hint=hint, severity="warning"))


def verify(folder: Path) -> tuple[Counts, list[Problem]]:
    """Read an archive through, from the first byte to the last.

    Args:
        folder: The project's folder `archive`; without one there is nothing to check.

    Returns:
        What it holds, and what is wrong: damage as errors, what an ended run left as warnings.
    """
    found = _Findings()
    archive = Archive(folder)
    found.counts.attempts = len(archive.attempts)
    found.problems += archive.problems
    named: dict[str, list[_Named]] = {}
    for line, attempt in zip(archive.ledger.lines, archive.attempts, strict=True):
        for number, (file, offset) in enumerate(ledger.named(attempt)):
            named.setdefault(file, []).append(_Named(offset, line, attempt, number > 0))
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        paths = []
    except OSError as error:
        found.error(
            "archive", f"can't be read: {error.strerror}", hint="See to it that it is a folder that can be read"
        )
        paths = []
    for path in paths:
        shown = f"archive/{path.name}"
        try:
            if path.name == ledger.NAME:
                size = path.stat().st_size
                found.counts.bytes += size
                if size > archive.ledger.end and not any(one.line is None for one in archive.problems):
                    found.warning(shown, "its last line is not finished", _ENDED)
            elif ledger.WARC_NAME.fullmatch(path.name):
                _check(path, shown, sorted(named.pop(path.name, [])), found)
            elif path.name not in OWN and path.name not in _OTHERS:
                found.warning(shown, "is no file of the archive", "Nothing reads it; move it to where it belongs")
        except OSError as error:
            found.error(shown, f"can't be read: {error.strerror}")
        except ArchiveError as error:
            found.error(shown, error.message, hint=error.hint)
    _check_editions(folder, found)
    for name, lines in sorted(named.items()):
        some = "one line names it" if len(lines) == 1 else f"{len(lines)} lines name it"
        found.error(f"archive/{name}", f"the file is missing, but {some}", hint="Put it back from a copy")
    return found.counts, found.problems


def _check_editions(folder: Path, found: _Findings) -> None:
    """Read every record of a published edition, row by row."""
    records, problems = read_editions(folder)
    found.problems += problems
    for record in records:
        try:
            record.edition(Site())
            found.counts.bytes += record.path.stat().st_size
        except (IngestError, OSError) as error:
            path, line = f"archive/{FOLDER}/{record.path.name}", getattr(error, "line", None)
            found.error(path, getattr(error, "message", str(error)), line=line)
        else:
            found.counts.editions += 1


def _check(path: Path, shown: str, named: list[_Named], found: _Findings) -> None:
    """Check a WARC, and the lines that name records in it."""
    file = reading(path)
    if file is None:
        return
    records: dict[int, Record] = {}
    with file:
        size = file.seek(0, os.SEEK_END)
        found.counts.bytes += size
        last = max((one.offset for one in named), default=-1)
        at: int | None = 0
        while at is not None and at < size:
            try:
                records[at] = record = read_through(file, at)
                at = record.end
            except DamagedError as error:
                behind = next_record(file, at + 1)
                if behind is None and at > last:
                    found.warning(shown, f"the record at byte {at} is not whole", _ENDED)
                else:
                    found.error(shown, f"the record at byte {at} is damaged: {error}")
                at = behind
    found.counts.records += len(records)
    payloads = {at for at, record in records.items() if record.kind == "response"}
    found.counts.payloads += len(payloads)
    for one in named:
        wrong = _differs(one, records.get(one.offset))
        if wrong:
            found.error(ledger.SHOWN, f"the record at byte {one.offset} of {path.name} {wrong}", line=one.line)
    for at in sorted(payloads - {one.offset for one in named}):
        found.warning(
            shown, f"no line of {ledger.NAME} names the record at byte {at}",
            "It stays: what is fetched and is the same will be taken from it",
        )  # fmt: skip


def _differs(named: _Named, record: Record | None) -> str | None:
    """In what a record is not what its line says; None if it is."""
    attempt = named.attempt
    if record is None:
        return "is not there, or damaged"
    if record.kind != ("revisit" if named.revisit else "response"):
        return f"is another: a {record.kind}"
    # The payload of "same" and "unchanged" may have come from another address, at another time.
    own = named.revisit or attempt.outcome == "stored"
    if own and record.uri != uri_of(attempt.final or attempt.address):
        return "is that of another address"
    if named.revisit and record.time != attempt.time:
        return "is of another time"
    if not named.revisit and record.digest != attempt.digest:
        return "has another digest"
    return None
