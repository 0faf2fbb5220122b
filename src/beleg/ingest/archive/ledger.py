"""The ledger `fetches.jsonl`: attempts as lines, and lines as attempts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import datetime
from typing import Any, BinaryIO, NamedTuple, get_args, get_type_hints

from beleg.records import SCHEMA_VERSION, Attempt, Problem

NAME = "fetches.jsonl"
SHOWN = f"archive/{NAME}"
# Names of WARC files; a ledger may name no other file.
WARC_NAME = re.compile(r"\d{4}-\d{2}\.warc\.gz", re.ASCII)
# A line is a few hundred bytes; what is longer was not written by Beleg.
_LONGEST = 1 << 20
# What no file is as large as.
_TOO_LARGE = 1 << 63
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_HINTS = get_type_hints(Attempt)
_ROLES = frozenset(get_args(_HINTS["role"]))
_OUTCOMES = frozenset(get_args(_HINTS["outcome"]))
_NAMES = tuple(one.name for one in fields(Attempt))
_NUMBERS = frozenset(name for name, hint in _HINTS.items() if int in get_args(hint))
_TYPES: dict[str, type] = {name: int if name in _NUMBERS else bool if _HINTS[name] is bool else str for name in _NAMES}
_NEEDED = ("time", "source", "role", "address", "outcome")
_HINT = "Put the archive back from a copy, or take the line out; the other lines are read"


class Ledger(NamedTuple):
    """The ledger as it was read."""

    attempts: tuple[Attempt, ...]
    # The number of each attempt's line.
    lines: tuple[int, ...]
    # Lines that can't be read.
    problems: tuple[Problem, ...]
    # The size of all whole lines; what follows is the beginning of one that was never finished.
    end: int


def is_time(text: str) -> bool:
    """Whether a text is a time as the ledger has it."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def warc_name(time: str) -> str:
    """The WARC of a time's month."""
    return f"{time[:7]}.warc.gz"


def named(attempt: Attempt) -> Iterator[tuple[str, int]]:
    """The records that an attempt names: files and offsets."""
    if attempt.file is not None and attempt.offset is not None:
        yield attempt.file, attempt.offset
    if attempt.revisit is not None:
        yield warc_name(attempt.time), attempt.revisit


def written(attempt: Attempt) -> bytes:
    """An attempt as its line: what is None, and a plain "not moved", is left out."""
    row: dict[str, Any] = {"schema": SCHEMA_VERSION}
    for name in _NAMES:
        value = getattr(attempt, name)
        if value is not None and value is not False:
            row[name] = value
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": ")).encode() + b"\n"


def read(file: BinaryIO) -> Ledger:
    """Every attempt of a ledger."""
    attempts, lines, problems = [], [], []
    # The same addresses and validators come again and again.
    known: dict[str, str] = {}
    end = 0
    for number, (line, size) in enumerate(_lines(file), 1):
        end += size
        attempt = _attempt(line, known)
        if isinstance(attempt, Attempt):
            attempts.append(attempt)
            lines.append(number)
        else:
            problems.append(Problem(path=SHOWN, line=number, message=attempt, hint=_HINT))
    return Ledger(tuple(attempts), tuple(lines), tuple(problems), end)


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Each whole line and its size; of one that is too long an empty text."""
    while line := file.readline(_LONGEST):
        size = len(line)
        piece = line
        while piece and not piece.endswith(b"\n"):
            line = b""
            piece = file.readline(_LONGEST)
            size += len(piece)
        if not piece:
            return
        yield line, size


def _attempt(line: bytes, known: dict[str, str]) -> Attempt | str:
    """The attempt of a line, or what is wrong with it."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return "the line is no JSON"
    if not isinstance(row, dict):
        return "the line is no attempt"
    schema = row.pop("schema", None)
    if type(schema) is not int or schema != SCHEMA_VERSION:
        return f"the line is not of schema {SCHEMA_VERSION}"
    values: dict[str, Any] = {}
    for name, value in row.items():
        # Later versions may say more.
        expected = _TYPES.get(name)
        if expected is None or value is None:
            continue
        if type(value) is not expected:
            return f"`{name}` is of another type than it should be"
        if isinstance(value, str):
            values[name] = known.setdefault(value, value)
        elif isinstance(value, int) and 0 <= value < _TOO_LARGE:
            values[name] = value
        else:
            return f"`{name}` is out of range"
    wrong = _wrong(values, line)
    return f"`{wrong}` is missing or wrong" if wrong else Attempt(**values)


def _wrong(values: dict[str, Any], line: bytes) -> str | None:
    """The first value that no attempt can have."""
    for name in _NEEDED:
        if name not in values:
            return name
    if values["role"] not in _ROLES:
        return "role"
    if values["outcome"] not in _OUTCOMES:
        return "outcome"
    for name in ("time", "wait"):
        if name in values and not is_time(values[name]):
            return name
    if values["outcome"] != "failed":
        if not WARC_NAME.fullmatch(values.get("file", "")):
            return "file"
        if not _DIGEST.fullmatch(values.get("digest", "")):
            return "digest"
        if "offset" not in values:
            return "offset"
    # Half of a surrogate pair can be written so, but is no text.
    if b"\\u" in line:
        for name, value in values.items():
            if isinstance(value, str) and not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
                return name
    return None
