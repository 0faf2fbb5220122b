"""The sources of a project: one file `sources/NAME.source.toml` each, all problems of all of them at once.

feed = "https://paper.example/feed.xml"   # or page = "…", of a page that is an article itself
publisher = "Paper"
publisher_kind = "newsroom"
language = "de"
text = "auto"                             # or "full", "blurb"
zone = "Europe/Berlin"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from beleg.errors import FetchError
from beleg.ingest.addresses import same_page, shown, valid
from beleg.ingest.checked import Checked, is_zone, load_tables
from beleg.ingest.locales import parse_tag
from beleg.records import Problem, PublisherKind, Source

ENDING = ".source.toml"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_LANGUAGES = ("de", "ru", "sr", "sr-Cyrl", "sr-Latn")
LONGEST = 300
# What a source can be; it is one of them.
_WHAT = ("feed", "page", "file")
# Each key: what it takes, in words, and what tells whether a value is that.
_TEXT = ("a text", lambda value: isinstance(value, str) and 0 < len(value.strip()) <= LONGEST)


def _one_of(*allowed: str) -> tuple[str, Callable[[Any], bool]]:
    return f"one of {', '.join(allowed)}", lambda value: value in allowed


KEYS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "feed": ("an http or https address", lambda value: isinstance(value, str)),
    "page": ("an http or https address", lambda value: isinstance(value, str)),
    "file": _TEXT,
    "published": ("a day such as 2026-11-30, of a page", lambda value: isinstance(value, str) and _is_day(value)),
    "title": _TEXT,
    "publisher": _TEXT,
    "publisher_kind": _one_of(*get_args(PublisherKind)),
    "stake": _one_of("yes", "none", "unknown"),
    "language": (
        f"one of {', '.join(_LANGUAGES)}",
        lambda value: isinstance(value, str) and _language(value) is not None,
    ),
    "text": _one_of("auto", "full", "blurb"),
    "zone": ("an IANA name such as Europe/Berlin", lambda value: isinstance(value, str) and is_zone(value)),
    "paused": ("true or false", lambda value: isinstance(value, bool)),
}


def read_sources(sources: Path) -> tuple[tuple[Source, ...], list[Problem]]:
    """Every source of a project that can be used, by name, and everything wrong with any of the files."""
    found: list[Source] = []
    problems: list[Problem] = []
    for path in sorted(sources.glob(f"*{ENDING}")):
        source, more = read_source(sources, path.name)
        problems += more
        if source:
            found.append(source)
    addresses: dict[str, Source] = {}
    for source in list(found):
        first = addresses.setdefault(same_page(source.address) if source.address else f"file {source.file}", source)
        if first is not source:
            found.remove(source)
            problems.append(
                Problem(
                    path=source.path, severity="warning",
                    message=f"describes the same as {first.path}, so it is passed over",
                    hint="Take one of the two files out.",
                )
            )  # fmt: skip
    return tuple(found), problems


def read_source(sources: Path, name: str) -> tuple[Source | None, list[Problem]]:
    """The source that a file of that name describes, None if it can't be used, and everything wrong with the file."""
    file, tables = load_tables(sources, name)
    if file is None:
        return None, []
    stem = name.removesuffix(ENDING)
    if not _NAME.match(stem):
        file.problem(f"{stem!r} is no name of a source", "Name the file in a-z, 0-9 and hyphens: my-paper.source.toml.")
        return None, file.problems
    if file.problems:
        return None, file.problems
    values: dict[str, Any] = {
        key: value.strip() if isinstance(value, str) else value
        for key, value in tables.items()
        if _right(file, key, value)
    }
    if "paused" in tables and "paused" not in values:
        # Whoever wrote it did not want the source to be fetched.
        values["paused"] = True
    if "language" in values:
        values["language"] = _language(values["language"])
    given = [key for key in _WHAT if key in tables]
    if len(given) != 1:
        file.problem(
            f"has both {given[0]} and {given[1]}" if given else "has neither feed nor page nor file",
            'Write one line: feed = "https://…", or page = "https://…", or file = "…".', given[1] if given else None,
        )  # fmt: skip
        return None, file.problems
    if given[0] not in values:
        return None, file.problems
    return Source(name=stem, **values), file.problems


def _right(file: Checked, key: str, value: Any) -> bool:
    """Whether a key and its value are right; if not, the file says so."""
    if key not in KEYS:
        near = get_close_matches(key.lower(), KEYS, n=1)
        guess = f"; did you mean `{near[0]}`?" if near else ""
        file.problem(f"unknown key `{key}`{guess}", f"Known are {', '.join(KEYS)}.", key)
        return False
    expected, is_right = KEYS[key]
    if not is_right(value):
        # What is no text is not printed where it may hold credentials.
        found = (
            "no text"
            if key in _WHAT
            else "a table"
            if isinstance(value, Mapping)
            else repr(shown(value) if isinstance(value, str) else value)
        )
        file.problem(f"`{key}` is {found}, expected {expected}", f"Correct the line, or take it out{'' if key in ('feed', 'page') else '; until then it is passed over'}.", key)  # fmt: skip
        return False
    if key in ("feed", "page"):
        try:
            valid(value)
        except FetchError as error:
            file.problem(f"`{key}` {shown(value)!r}: {error.message}", error.hint, key)
            return False
    return True


def _is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _language(value: str) -> str | None:
    tag = parse_tag(value)
    return str(tag) if tag and str(tag) in _LANGUAGES else None
