"""The site's folder: a new site replaces the old one at once, and what others put there stays."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from beleg.errors import ProjectError

# Names the files that Beleg wrote, with their digests; every other file in the folder belongs to somebody else.
MANIFEST: Final = ".beleg-site.json"
_AT_FDCWD, _EXCHANGE = -100, 2


def replace_site(
    out: Path, files: Iterable[tuple[str, bytes]], check: Callable[[Path], None], *, adopt: bool = False
) -> tuple[str, ...]:
    """Write a site beside `out`, check it, and only then put it in place of the old one.

    Until the last step `out` is untouched, so that a build which fails or is killed leaves the old site whole. Files that
    Beleg did not write are taken over (linked, not copied, where the file system can).

    Args:
        out: The folder; its parent must exist.
        files: Path below `out`, with forward slashes, and bytes.
        check: Is given the folder of the new site and raises if it is not in order.
        adopt: Whether a folder with files may be used that Beleg never wrote to.

    Returns:
        The paths written, in the order given.

    Raises:
        ProjectError: The folder can't be written, is somebody else's, or holds a file of somebody else where the new
            site has one.
    """
    out = out.resolve()
    new, old = out.with_name(f".{out.name}.new"), out.with_name(f".{out.name}.old")
    try:
        if old.exists() and not out.exists():
            # A build died between the two steps of a swap.
            old.rename(out)
        ours = _manifest(out, adopt=adopt)
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        try:
            written = {path: _write(new / path, data) for path, data in files}
            check(new)
            listing = json.dumps(dict(sorted(written.items())), indent=0).encode() + b"\n"
            _write(new / MANIFEST, listing)
            for path in _foreign(out, ours):
                _take_over(out, new, path)
            _swap(new, out, old)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProjectError(
            f"can't write the site: {reason}",
            path=str(error.filename or out),
            hint="The old site is as it was; make room or give access, then build again",
        ) from error
    return tuple(written)


def _manifest(out: Path, *, adopt: bool) -> set[str]:
    """The files of the site that is there; none for a new folder."""
    if out.is_dir():
        path = out / MANIFEST
        if path.is_file():
            with suppress(ValueError):
                return {MANIFEST, *json.loads(path.read_bytes())}
        if any(out.iterdir()) and not adopt:
            raise ProjectError(
                "the folder holds files, and none of them was written by Beleg",
                path=str(out),
                hint="Choose an empty folder, or move the files away; nothing was changed",
            )
    elif out.exists():
        raise FileExistsError(errno.EEXIST, "is a file", str(out))
    return set()


def _write(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return sha256(data).hexdigest()


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
            hint="Move it away or delete it, then build again; nothing was changed",
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
        shutil.rmtree(old, ignore_errors=True)
        out.rename(old)
        new.rename(out)
        shutil.rmtree(old, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names in one step, where Linux and the file system can."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    return rename is not None and rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _EXCHANGE) == 0
