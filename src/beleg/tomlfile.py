"""Settings files: a project's, with what is wrong with one of them and where; and Beleg's own, which are large."""

from __future__ import annotations

import json
import re
import stat
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from beleg.compiled import keep, kept
from beleg.errors import IngestError, LexiconError

_AT_LINE = re.compile(r"line (\d+)")
_BRACKETS = re.compile(r"[\[{]")
# A line with so many brackets is the one that nests too deeply.
_MANY = 50


def text_of(file: Path, shown: str) -> str | None:
    """A settings file's text with line feeds for line ends; None if there is no such file.

    Args:
        file: The file.
        shown: What messages call it.

    Raises:
        IngestError: It is no file, can't be read or is not in UTF-8.
    """
    try:
        mode = file.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "no regular file"
            raise IngestError(f"is {what}", path=shown, hint="Put a text file of that name in its place.")
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise IngestError(f"can't be read: {error.strerror}", path=shown, hint="See to its permissions.") from error
    try:
        # Editors of some systems put a byte order mark first.
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise IngestError("is not in UTF-8", path=shown, line=line, hint="Save the file as UTF-8.") from error


def tables_of(text: str, shown: str, example: str) -> dict[str, Any]:
    """The tables of a settings file.

    Args:
        text: Its text.
        shown: What messages call it.
        example: What its lines look like, as a hint.

    Raises:
        IngestError: It is no TOML.
    """
    try:
        tables = tomllib.loads(text)
        # What messages may show must be fit to print: Python refuses numbers of thousands of digits.
        repr(tables)
    except RecursionError:
        lines = enumerate(text.split("\n"), 1)
        line = next((number for number, line in lines if len(_BRACKETS.findall(line)) > _MANY), None)
        # The parser's thousand frames say nothing.
        raise IngestError("brackets are nested too deeply", path=shown, line=line, hint=example) from None
    except ValueError as error:
        # A number of thousands of digits is a plain ValueError.
        at = _AT_LINE.search(str(error))
        line = int(at[1]) if at else text.count("\n") + 1 if isinstance(error, tomllib.TOMLDecodeError) else None
        raise IngestError(f"no TOML: {error}", path=shown, line=line, hint=example) from error
    return tables


def own_tables(package: str, path: str) -> dict[str, Any]:
    """The tables of a file that comes with Beleg; parsed once an installation, for parsing takes a command's first second.

    Args:
        package: That holds it.
        path: Below the package, with forward slashes.

    Raises:
        LexiconError: The file is no TOML.
    """
    file = resources.files(package).joinpath(path)
    data = file.read_bytes()
    # In an archive, no file has a folder beside it.
    place = file if isinstance(file, Path) else None
    if place and (known := kept(place, f"{place.name}.json", data)) is not None:
        found: dict[str, Any] = json.loads(known)
        return found
    try:
        tables = tomllib.loads(data.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LexiconError(f"no TOML: {error}", path=path) from error
    if place:
        keep(place, f"{place.name}.json", data, json.dumps(tables, ensure_ascii=False, separators=(",", ":")).encode())
    return tables
