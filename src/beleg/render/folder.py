"""The site's folder: a new site replaces the old one at once, and what others put there stays."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from beleg.errors import ProjectError
from beleg.processes import lives

# Names the files that Beleg wrote, with their digests; every other file in the folder belongs to somebody else.
MANIFEST: Final = ".beleg-site.json"
_AT_FDCWD, _EXCHANGE = -100, 2


@dataclass(frozen=True, slots=True)
class Same:
    """In place of a file's bytes: it stays as it is in the site that is there."""

    # As the manifest has it.
    digest: str


def replace_site(
    out: Path,
    files: Iterable[tuple[str, bytes | Same]],
    check: Callable[[Path], None] | None = None,
    *,
    adopt: bool = False,
) -> tuple[str, ...]:
    """Write a site beside `out`, check it, and only then put it in place of the old one.

    Until the last step `out` is untouched, so that a build which fails or is killed leaves the old site whole. Files that
    Beleg did not write are taken over (linked, not copied, where the file system can).

    Args:
        out: The folder; its parent must exist.
        files: Path below `out`, with forward slashes, and bytes; or that the file stays as it is there. Each is written
            `beside(out)` before the next is asked for, so that what makes them can check them, and raise.
        check: Is given the folder of the new site and raises if it is not in order; None where `files` see to it.
        adopt: Whether a folder with files may be used that Beleg never wrote to.

    Returns:
        The paths written, in the order given.

    Raises:
        ProjectError: The folder can't be written, is somebody else's, is being built already, or holds a file of somebody else where the new
            site has one.
    """
    out = out.resolve()
    new, old = beside(out), out.with_name(f".{out.name}.old")
    try:
        with _alone(out):
            if old.exists() and not out.exists():
                # A build died between the two steps of a swap.
                old.rename(out)
            ours = _manifest(out, adopt=adopt)
            # Left over from a build that died.
            _remove(new)
            _remove(old)
            new.mkdir()
            try:
                written = {
                    path: _link(str(out), str(new), path, data) if isinstance(data, Same) else _write(new / path, data)
                    for path, data in files
                }
                if check is not None:
                    check(new)
                listing = json.dumps(dict(sorted(written.items())), indent=0).encode() + b"\n"
                _write(new / MANIFEST, listing)
                for path in _foreign(out, ours):
                    _take_over(out, new, path)
                _swap(new, out, old)
            finally:
                # What can't be deleted now is named by the next build, which needs its place.
                with suppress(ProjectError):
                    _remove(new)
                    _remove(old)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProjectError(
            f"can't write the site: {reason}",
            path=str(error.filename or out),
            hint="The old site is as it was; make room or give access, then run the same command again",
        ) from error
    return tuple(written)


def beside(out: Path) -> Path:
    """Where a new site is written before it takes the place of the one in `out`."""
    out = out.resolve()
    return out.with_name(f".{out.name}.new")


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Keep other builds of the same site out, by a file that holds the number of this process.

    Raises:
        ProjectError: Another build is running.
    """
    lock = out.with_name(f".{out.name}.lock")
    try:
        _take(lock)
    except FileExistsError as error:
        holder = _holder(lock)
        if not lives(holder):
            # A build that died left it. Renaming tells, of two builds that see it, the one that may go on.
            grave = lock.with_name(f"{lock.name}-{os.getpid()}")
            with suppress(FileNotFoundError):
                lock.rename(grave)
                if _holder(grave) == holder:
                    grave.unlink()
                else:
                    grave.rename(lock)
            with suppress(FileExistsError):
                _take(lock)
                holder = 0
        if holder:
            raise ProjectError(
                f"another run of Beleg is writing this site (process {holder})",
                path=str(out),
                hint=f"Wait for it, then run the same command again; if there is no such process, delete {lock.name} beside {out.name}",
            ) from error
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _take(lock: Path) -> None:
    with lock.open("x", encoding="ascii") as file:
        file.write(str(os.getpid()))


def _holder(lock: Path) -> int:
    """The process that a lock names; 0 if it died before it wrote its number."""
    for wait in (0.0, 0.2):
        # Between making the file and writing into it another process is at its beginning.
        time.sleep(wait)
        with suppress(ValueError, FileNotFoundError):
            return int(lock.read_text("ascii"))
    return 0


def _remove(folder: Path) -> None:
    """Delete a folder of Beleg's own, with what is write-protected in it.

    Raises:
        ProjectError: That is impossible.
    """
    if not folder.exists():
        return
    with suppress(OSError):
        shutil.rmtree(folder)
        return
    try:
        folder.chmod(stat.S_IRWXU)
        for place, names, _ in os.walk(folder):
            for name in names:
                # Folders alone: a file may be the very one that stands in the site, linked.
                if not (one := Path(place, name)).is_symlink():
                    one.chmod(stat.S_IRWXU)
        shutil.rmtree(folder)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProjectError(
            f"this hidden folder is left over from an earlier run and can't be deleted: {reason}",
            path=str(folder),
            hint="Delete it, or have somebody do it who may, then run the same command again; the site is as it was",
        ) from error


def _manifest(out: Path, *, adopt: bool) -> set[str]:
    """The files of the site that is there; none for a new folder."""
    if out.is_dir():
        path = out / MANIFEST
        if path.is_file():
            return {MANIFEST, *_listed(path)}
        if any(out.iterdir()) and not adopt:
            raise ProjectError(
                "the folder holds files, and none of them was written by Beleg",
                path=str(out),
                hint="Choose an empty folder, or move the files away; nothing was changed",
            )
    elif out.exists():
        raise FileExistsError(errno.EEXIST, "is a file", str(out))
    return set()


def _listed(path: Path) -> Iterable[str]:
    """The files that a manifest names.

    Raises:
        ProjectError: It is damaged: nobody knows which files are Beleg's.
    """
    with suppress(ValueError, RecursionError):
        listing = json.loads(path.read_bytes())
        if isinstance(listing, dict):
            return listing
    raise ProjectError(
        "is damaged: it no longer tells which files here were written by Beleg",
        path=str(path),
        hint=f"Move your own files out of {path.parent.name}, if there are any, delete that folder, then run the same command again; "
        "nothing was changed",
    )


def listed(out: Path) -> dict[str, str]:
    """The files of the site that is there, with their digests; empty where there is none, or its manifest is damaged."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads((out / MANIFEST).read_bytes())
        if isinstance(found, dict):
            return found
    return {}


def _write(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return sha256(data).hexdigest()


def _link(out: str, new: str, path: str, same: Same) -> str:
    """Give the new site a file of the old one, without a copy where the file system can."""
    # Of many thousands at a build, so nothing is done that the next line may not need.
    old, target = f"{out}/{path}", f"{new}/{path}"
    try:
        os.link(old, target)
    except OSError:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(old, target)
        except OSError:
            shutil.copy2(old, target)
    return same.digest


def _foreign(out: Path, ours: set[str]) -> Iterator[str]:
    for folder, names, files in os.walk(out):
        place = Path(folder)
        # A link to a folder is taken over as the link that it is.
        links = [name for name in names if (place / name).is_symlink()]
        for name in (*files, *links, *(one for one in names if not any((place / one).iterdir()))):
            path = (place / name).relative_to(out).as_posix()
            if path not in ours:
                yield path


def _take_over(out: Path, new: Path, path: str) -> None:
    """Give the new site what somebody else has at `path`.

    Raises:
        ProjectError: The new site has something of its own there.
    """
    old, target = out / path, new / path
    folder = old.is_dir() and not old.is_symlink()
    taken = [place for place in target.parents if place.is_relative_to(new) and place.exists() and not place.is_dir()]
    if taken or (os.path.lexists(target) and not (folder and target.is_dir())):
        raise ProjectError(
            "was not written by Beleg, and the new site has a page or a folder of that name",
            path=str(out / (taken[-1] if taken else target).relative_to(new)),
            hint="Move it away or delete it, then run the same command again; nothing was changed",
        )
    if folder:
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(old, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(old, target, follow_symlinks=False)


def _swap(new: Path, out: Path, old: Path) -> None:
    """Put `new` in the place of `out` in one step; what was there is then under `new`."""
    if not out.exists():
        new.rename(out)
    elif not _exchanged(new, out):
        # Two steps where the system has no exchange of names: for a moment nothing is there.
        try:
            out.rename(old)
        except OSError as error:
            if error.errno not in {errno.EBUSY, errno.EXDEV}:
                raise
            raise ProjectError(
                "this folder can't be replaced as a whole: it is a mount of its own or belongs to a container's image",
                path=str(out),
                hint=f"Mount the folder that holds {out.name} instead, then run the same command again; the old site is as it was",
            ) from error
        new.rename(out)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names in one step, where Linux and the file system can."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    return rename is not None and rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _EXCHANGE) == 0
