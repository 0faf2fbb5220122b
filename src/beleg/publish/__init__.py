"""An edition to its readers: what was published is recorded once and for all."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from beleg.errors import PublishError
from beleg.ingest.archive.disk import locked, telling
from beleg.ingest.editions import ENDING, FOLDER, lines, read_editions, shown
from beleg.records import Edition


def record(
    edition: Edition,
    states: Mapping[str, str],
    archive: Path,
    day: str,
    *,
    lost: Sequence[str] = (),
    quiet: Sequence[str] = (),
) -> Edition:
    """Write an edition's record, whole or not at all; none that is there is touched.

    Args:
        edition: The draft.
        states: What its articles were when it was made, by identifier.
        archive: The project's folder `archive`, made if there is none.
        day: ISO 8601 day of publication.
        lost: Articles of earlier editions that are gone, of which this one is the first to tell.
        quiet: Articles that came since the edition before and brought nothing new.

    Returns:
        The edition with its number and day.

    Raises:
        ArchiveError: The archive can't be written, or another run writes to it.
        PublishError: Something was published meanwhile.
    """
    with telling("archive"):
        archive.mkdir(exist_ok=True)
    with locked(archive):
        published, wrong = read_editions(archive)
        # Of a record that is missing, a warning was printed; it may be lost for good.
        if damaged := [problem for problem in wrong if problem.severity == "error"]:
            raise PublishError(
                f"{damaged[0].message}, so nobody can tell what is new",
                path=damaged[0].path, line=damaged[0].line, hint="Put the file back from a copy; nothing was published",
            )  # fmt: skip
        last = published[-1].id if published else None
        if last != edition.preceding:
            raise PublishError(
                f"edition {last} was published after this one was made",
                hint="Run `beleg build`, look, then publish again",
            )
        number = published[-1].number + 1 if published else 1
        done = replace(edition, number=number, published=day)
        data = "".join(f"{line}\n" for line in lines(done, states, lost=lost, quiet=quiet)).encode()
        _write(archive / FOLDER / f"{edition.id}{ENDING}", data)
    return done


def _write(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, so that it appears whole.

    Raises:
        ArchiveError: It can't be written.
        PublishError: It is there.
    """
    new = path.with_name(f".{path.name}.new")
    with telling(shown(path)):
        path.parent.mkdir(exist_ok=True)
        new.unlink(missing_ok=True)
        try:
            with new.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if os.path.lexists(path):
                raise PublishError(
                    "is there already, and no edition that can be read",
                    path=shown(path), hint="Move it away, or put the right file in its place from a copy",
                )  # fmt: skip
            # The lock keeps other runs out, so nobody can have put it there since.
            new.rename(path)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
