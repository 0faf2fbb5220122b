"""What was made of a file of Beleg's own, kept as Python keeps its compiled modules: in the folder `__pycache__` beside it.

It is no part of a project, and comes from nobody but this installation. Where that can't be written, it is made anew.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path

_DIGEST = 16


def kept(file: Path, name: str, source: bytes) -> bytes | None:
    """What was kept beside a file; None where there is nothing, it was damaged, or it was made of something else.

    Args:
        file: In whose folder.
        name: What it is called there.
        source: What it has to be made of.
    """
    path = _path(file, name)
    if path is None:
        return None
    try:
        held = path.read_bytes()
    except OSError:
        return None
    data = held[_DIGEST:]
    return data if held[:_DIGEST] == _sealed(source, data) else None


def keep(file: Path, name: str, source: bytes, data: bytes) -> None:
    """Keep what was made of `source`, as `kept` gives it back; nothing happens where that is impossible, or not wanted."""
    path = _path(file, name)
    if path is None or sys.dont_write_bytecode:
        return
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        try:
            new.write_bytes(_sealed(source, data) + data)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)


def _path(file: Path, name: str) -> Path | None:
    try:
        return Path(cache_from_source(str(file))).with_name(name)
    except NotImplementedError:
        # A Python that keeps nothing.
        return None


def _sealed(source: bytes, data: bytes) -> bytes:
    digest = blake2b(len(source).to_bytes(8, "big"), digest_size=_DIGEST)
    digest.update(source)
    digest.update(data)
    return digest.digest()
