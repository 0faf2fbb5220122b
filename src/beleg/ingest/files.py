"""The bytes of a file that may be an article, of a regular file only and of none that is too large; files replaced whole."""

from __future__ import annotations

import glob
import os
import stat
from contextlib import suppress
from pathlib import Path

from beleg.errors import IngestError
from beleg.processes import lives

# Far above any article; a larger file was dropped by mistake and would take the memory of the build.
LARGEST = 20_000_000


def content(file: Path, shown: str) -> bytes:
    """What a file holds.

    Args:
        file: The file.
        shown: What messages call it.

    Raises:
        IngestError: It is a pipe, a device or the like, which could be read for ever; too large; or not to be read.
    """
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise IngestError("no regular file", path=shown, hint="Take it out; articles are ordinary files.")
        if status.st_size > LARGEST:
            raise IngestError(
                f"larger than {LARGEST} bytes, so no article", path=shown,
                hint="Cut it into articles, or take it out.",
            )  # fmt: skip
        return file.read_bytes()
    except OSError as error:
        raise IngestError(f"can't be read: {error.strerror}", path=shown, hint="See to its permissions.") from error


def replace_file(path: Path, data: bytes, shown: str) -> None:
    """Put a file's new bytes in its place at once, or leave the old ones.

    Args:
        path: The file itself, where a link leads to it.
        data: What it shall hold.
        shown: What messages call it.

    Raises:
        IngestError: They can't be written.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _clear(path)
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            new.chmod(path.stat().st_mode & 0o777)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise IngestError(
            f"can't be written: {error.strerror}", path=shown, hint="See to its permissions and to the room on the disk"
        ) from error


def _clear(path: Path) -> None:
    """Take out what writers that were killed left beside a file; those that are still at work keep theirs."""
    for left in sorted(path.parent.glob(f".{glob.escape(path.name)}.*")):
        writer = left.name.rpartition(".")[2]
        if writer.isascii() and writer.isdecimal() and not lives(int(writer)):
            left.unlink(missing_ok=True)


def spelled(path: Path) -> str:
    """A path as text; bytes that are no UTF-8 are written out in hexadecimal."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def is_utf8(path: Path) -> bool:
    """Whether a path can be written as text, whatever encoding the locale takes names to be in."""
    try:
        os.fsencode(path).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
