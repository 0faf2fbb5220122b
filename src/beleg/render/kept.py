"""Which pages of the site that is there can stay, under `.beleg/`: those that would be made from the same things again.

Pages of past editions change rarely, and there are many. What a group of them was made from is told by its key; a group
stays if its key is the same and its files are the very ones that were written then. The file may be deleted at any time:
then every page is made anew, with the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import Any, Final

import beleg
from beleg.records import Edition
from beleg.render.folder import Same, listed
from beleg.render.store import put_over

NAME: Final = "pages.json"
_VERSION: Final = 1
# A folder of what Python made of others.
_COMPILED: Final = "__pycache__"
# What shapes a page besides our own files.
_PACKAGES: Final = ("babel", "jinja2", "markupsafe")


class Kept:
    """The pages of the site that is there, by group.

    Args:
        folder: The project's `.beleg`; None for no memory.
        out: The site's folder.
        templates: The folders of templates that shape the pages.
    """

    def __init__(self, folder: Path | None, out: Path, templates: Iterable[Path]) -> None:
        self.folder = folder
        self._file = folder / NAME if folder else None
        self._out = out
        self.code = code_of(templates)
        self._manifest: Mapping[str, str] = {}
        self._known: dict[str, Any] = {}
        self._contents: dict[str, str] = {}
        # Of this build: by group its key and its paths.
        self._groups: dict[str, tuple[str, list[str]]] = {}
        if self._file is not None:
            self._read(self._file)

    def _read(self, file: Path) -> None:
        try:
            found = json.loads(file.read_bytes())
            if found["made by"] != [_VERSION, self.code]:
                _tell("is of another version of Beleg, or of its templates")
                return
            known, contents = dict(found["groups"]), dict(found["contents"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            _tell("is damaged")
            return
        self._known, self._contents = known, contents
        self._manifest = listed(self._out)

    def key(self, *parts: object) -> str:
        """A key over all that pages are made from, besides code; `parts` that are equal have the same representation."""
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def content(self, digest: str, load: Callable[[], Edition]) -> str:
        """What tells a record's content from another's, by the digest of its bytes; the record is read once only."""
        if digest not in self._contents:
            self._contents[digest] = content_of(load())
        return self._contents[digest]

    def group(self, name: str, key: str) -> Sequence[tuple[str, Same]] | None:
        """The files of a group that can stay, in the order in which they were made; None if it has to be made anew."""
        found = self._known.get(name)
        try:
            if found is None or found[0] != key:
                return None
            files = [(path, Same(digest)) for path, digest, *stamp in found[1] if self._is_there(path, digest, stamp)]
        except (TypeError, ValueError, IndexError, AttributeError):
            return None
        if len(files) != len(found[1]):
            return None
        self._groups[name] = (key, [path for path, _ in files])
        return files

    def text(self, path: str) -> str:
        """What a file has that stays."""
        return (self._out / path).read_text("utf-8")

    def _is_there(self, path: str, digest: str, stamp: Sequence[int]) -> bool:
        if self._manifest.get(path) != digest:
            return False
        with contextlib.suppress(OSError):
            return [*_stamp(f"{self._out}/{path}")] == stamp
        return False

    def made(self, name: str, key: str, path: str) -> None:
        """Remember that a file of a group was made anew."""
        self._groups.setdefault(name, (key, []))[1].append(path)

    def write(self, records: Iterable[str]) -> None:
        """Remember what stands in the site now; to be called when it is in its place.

        Args:
            records: Digests of the records that there are.
        """
        if self._file is None:
            return
        digests = listed(self._out)
        there = set(records)
        with contextlib.suppress(OSError):
            groups = {
                name: [key, [[path, digests[path], *_stamp(f"{self._out}/{path}")] for path in paths]]
                for name, (key, paths) in self._groups.items()
            }
            contents = {digest: content for digest, content in self._contents.items() if digest in there}
            told = {"made by": [_VERSION, self.code], "contents": contents, "groups": groups}
            put_over(self._file, json.dumps(told, separators=(",", ":")).encode())


def _tell(why: str) -> None:
    """Say what is the matter with the file."""
    import logging  # noqa: PLC0415 - few runs have anything to tell

    logging.getLogger(__name__).warning("notice: .beleg/%s %s; all pages are made anew.", NAME, why)


def _stamp(path: str) -> tuple[int, int]:
    """What changes when somebody writes to a file."""
    state = os.lstat(path)
    return state.st_size, state.st_mtime_ns


def content_of(edition: Edition) -> str:
    """A digest of what an edition says: the same for a draft and for its record, whoever published it when."""
    told = (
        edition.id, edition.date, edition.period, edition.preceding, edition.stories, edition.articles, edition.facts,
        edition.statements, edition.withdrawn, edition.translations, edition.corrections,
        sorted((name, sorted(spoken.items())) for name, spoken in edition.called.items()),
    )  # fmt: skip
    return hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()


def code_of(templates: Iterable[Path]) -> str:
    """A digest of everything but the editions and the site's settings that shapes a page."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {_versions()} {_own_code()}".encode())
    for folder in templates:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    return tuple(metadata.version(name) for name in _PACKAGES)


@cache
def _own_code() -> str:
    """A digest of Beleg's own modules and tables: a sentence depends on nearly all of them."""
    digest = hashlib.sha256()
    with resources.as_file(resources.files(beleg)) as folder:
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.parent.name != _COMPILED):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
