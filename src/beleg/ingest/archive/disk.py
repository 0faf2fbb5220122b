"""Files that only grow, and the lock that lets one run at a time make them grow."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from beleg.errors import ArchiveError

_LOCK = ".lock"
# Files beside the WARCs and the ledger that are ours.
OWN = frozenset({_LOCK})
_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    # Through a link something outside of the archive would be written to.
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Growing:
    """A file that is added to; what could not be added whole is taken back.

    Each call may raise an `ArchiveError`: no space left, no permission, a device that fails.

    Args:
        path: The file, made if there is none.
        shown: What messages call it.
    """

    def __init__(self, path: Path, shown: str) -> None:
        self.shown = shown
        with telling(shown):
            regular(path)
            self._number = os.open(path, _FLAGS, 0o666)
            try:
                # Where everything that was added ends.
                self.end = os.fstat(self._number).st_size
                if self.end == 0:
                    _sync_folder(path.parent)
            except BaseException:
                os.close(self._number)
                raise

    def append(self, data: bytes) -> int:
        """Add bytes and see to it that they are on the disk; gives their offset."""
        begin = self.end
        with telling(self.shown):
            try:
                self._to_end()
                left = memoryview(data)
                while left:
                    left = left[os.write(self._number, left) :]
                os.fsync(self._number)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._number, begin)
                raise
        self.end = begin + len(data)
        return begin

    def cut(self, end: int) -> None:
        """Take back what follows an offset."""
        self.end = end
        with telling(self.shown):
            self._to_end()
            os.fsync(self._number)

    def close(self) -> None:
        os.close(self._number)

    def _to_end(self) -> None:
        # More is there if something could not be taken back before.
        if os.fstat(self._number).st_size > self.end:
            os.ftruncate(self._number, self.end)
        os.lseek(self._number, self.end, os.SEEK_SET)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep others from writing to an archive; the lock ends with the process, however it ends.

    Raises:
        ArchiveError: Another run holds it, or it can't be made.
    """
    shown = f"archive/{_LOCK}"
    with telling(shown):
        regular(folder / _LOCK)
        number = os.open(folder / _LOCK, _FLAGS, 0o666)
    try:
        with telling(shown):
            try:
                _lock(number)
            except (BlockingIOError, PermissionError) as error:
                raise ArchiveError(
                    "another run of Beleg is writing to the archive",
                    path=shown,
                    hint="Wait until it has ended, then try again",
                ) from error
        yield
    finally:
        os.close(number)


if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

    def _sync_folder(folder: Path) -> None:
        """Folders can't be synchronised here."""
else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _sync_folder(folder: Path) -> None:
        """See to it that a file's name is on the disk."""
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def regular(path: Path) -> bool:
    """Whether a file is there.

    Raises:
        ArchiveError: What is there is no regular file: a link might lead out of the archive, a pipe never ends.
        OSError: It can't be looked at.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a link" if stat.S_ISLNK(mode) else "no regular file"
        raise ArchiveError(f"is {what}", path=f"archive/{path.name}", hint="Move it out of the way")
    return True


def reading(path: Path) -> BinaryIO | None:
    """A file of an archive, opened to be read; None if there is none.

    Raises:
        ArchiveError: It can't be read.
    """
    with telling(f"archive/{path.name}", "read"):
        return path.open("rb") if regular(path) else None


@contextmanager
def telling(shown: str, what: str = "written") -> Iterator[None]:
    """Say in one line what the system refused."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        hint = "Make room for it" if "space" in why or "quota" in why else "See to the folder's permissions"
        raise ArchiveError(f"can't be {what}: {why}", path=shown, hint=hint) from error
