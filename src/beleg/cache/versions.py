"""What tells one version of the code behind a kind of rows from another."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, TypeAlias

# What all of them import, and what writes them.
_ALL: Final = (
    "alphabets.py",
    "alphabets.toml",
    "cache",
    "compiled.py",
    "errors.py",
    "lexicons",
    "records.py",
    "tomlfile.py",
)
Kind: TypeAlias = Literal["feed", "article", "statements"]
# By kind: the files and folders of Beleg, with data, that have a say in what its rows hold, and the packages of others.
# A test compares this with what they import.
CODE: Final[dict[Kind, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "feed": (("ingest", "read", *_ALL), ("feedparser", "lxml")),
    "article": (("ingest", "read", *_ALL), ("lxml", "lxml-html-clean", "pyyaml", "trafilatura")),
    "statements": (("extract", *_ALL), ()),
}
_COMPILED: Final = ("__pycache__",)


@cache
def code(kind: Kind) -> bytes:
    """A digest of everything in Beleg, in Python and in other packages that rows of a kind follow from."""
    files, packages = CODE[kind]
    digest = blake2b(f"{sys.version_info[:3]} {unicodedata.unidata_version}".encode(), digest_size=32)
    for package in ("msgspec", *packages):
        digest.update(f"\n{package} {metadata.version(package)}".encode())
    top = resources.files("beleg")
    for name in files:
        for path, file in _files(name, top.joinpath(name)):
            data = file.read_bytes()
            digest.update(f"\n{path} {len(data)}\n".encode())
            digest.update(data)
    return digest.digest()


def _files(path: str, file: Traversable) -> Iterator[tuple[str, Traversable]]:
    if file.is_file():
        yield path, file
    elif file.name not in _COMPILED:
        for one in sorted(file.iterdir(), key=lambda one: one.name):
            yield from _files(f"{path}/{one.name}", one)
