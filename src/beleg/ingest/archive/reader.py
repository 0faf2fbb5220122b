"""The archive as builds read it."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from beleg.errors import ArchiveError
from beleg.ingest.archive import ledger
from beleg.ingest.archive.disk import reading, telling
from beleg.ingest.archive.members import DamagedError
from beleg.ingest.archive.warc import Record, read_through
from beleg.records import Attempt, Problem

_DAY = timedelta(days=1)
_VERIFY = "Run `beleg archive verify`, and put the archive back from a copy"


class Archive:
    """What was fetched for a project. It is read once; what is added later is not seen.

    Args:
        folder: The project's folder `archive`; if there is none, nothing was fetched.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """Every attempt, in the order in which they were made: not that of their times, as a clock may be wrong."""
        return self.ledger.attempts

    @property
    def problems(self) -> list[Problem]:
        """Lines of the ledger that can't be read, or why none of them can."""
        return list(self.ledger.problems)

    @cached_property
    def newest(self) -> str | None:
        """The latest time of any attempt; a clock before it is wrong, or was."""
        return max((attempt.time for attempt in self.attempts), default=None)

    @cached_property
    def ledger(self) -> ledger.Ledger:
        """The ledger as it is on the disk."""
        try:
            file = reading(self.folder / ledger.NAME)
            if file is None:
                return ledger.Ledger((), (), (), 0)
            with file, telling(ledger.SHOWN, "read"):
                return ledger.read(file)
        except ArchiveError as error:
            problem = Problem(path=ledger.SHOWN, message=error.message, hint=error.hint)
            return ledger.Ledger((), (), (problem,), 0)

    def latest(self, address: str, language: str | None = None) -> Attempt | None:
        """The last attempt for an address, asked for in a language, that gave something: it has the validators."""
        return self._latest.get((address, language))

    def payload(self, attempt: Attempt) -> tuple[bytes, str | None]:
        """The body that an attempt gave, unpacked, and its Content-Type as sent.

        Raises:
            ArchiveError: It is not there any more as it was stored.
        """
        if attempt.file is None or attempt.offset is None or attempt.digest is None:
            raise ArchiveError(f"the attempt of {attempt.time} gave nothing", path=ledger.SHOWN, hint=_VERIFY)
        record, body = self.examined(attempt.digest, attempt.file, attempt.offset)
        return body, attempt.media_type or record.media_type

    def examined(self, digest: str, name: str, offset: int) -> tuple[Record, bytes]:
        """The record at an offset of a WARC, and its body, unpacked.

        Raises:
            ArchiveError: It is damaged, or holds another body than the digest's.
        """
        shown = f"archive/{name}"
        file = reading(self.folder / name) if ledger.WARC_NAME.fullmatch(name) else None
        if file is None:
            raise ArchiveError("the file is missing", path=shown, hint=_VERIFY)
        pieces: list[bytes] = []
        with file:
            try:
                record = read_through(file, offset, pieces.append)
            except (DamagedError, OSError) as error:
                raise ArchiveError(
                    f"the record at byte {offset} can't be read: {error}", path=shown, hint=_VERIFY
                ) from error
        if record.digest != digest:
            raise ArchiveError(f"the record at byte {offset} is not the one that was stored", path=shown, hint=_VERIFY)
        return record, b"".join(pieces)

    @cached_property
    def _latest(self) -> dict[tuple[str, str | None], Attempt]:
        found: dict[tuple[str, str | None], Attempt] = {}
        for attempt in self.attempts:
            key = (attempt.address, attempt.language)
            if attempt.outcome != "failed":
                found[key] = attempt
            elif attempt.status == 304:
                # What it would not send again can't be read here: it must be asked for without validators.
                found.pop(key, None)
        return found


def held_off(attempt: Attempt, now: datetime) -> bool:
    """Whether a server's wish to be left alone for a while still holds.

    It holds for a day at most, and not before it was uttered: a clock that was wrong for an hour, perhaps by years,
    must keep nothing from being fetched once it is right.
    """
    if attempt.wait is None:
        return False
    asked, until = datetime.fromisoformat(attempt.time), datetime.fromisoformat(attempt.wait)
    return asked <= now < until and now - asked < _DAY
