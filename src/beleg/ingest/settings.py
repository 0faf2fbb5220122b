"""The settings of a project: `sources/beleg.toml` and `sources/publishers.toml`, all problems at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from beleg.errors import IngestError
from beleg.ingest.locales import LOCALES, normal_locale
from beleg.records import Problem, PublisherKind, Site
from beleg.tomlfile import tables_of, text_of

SETTINGS = "beleg.toml"
PUBLISHERS = "publishers.toml"
_SITE_KEYS = ("name", "address", "zone", "locales", "contact")
_PUBLISHER_KEYS = ("kind", "aliases")
_ADDRESS = re.compile(r"https?://[^\s/]+\S*\Z")
_QUOTES = "„“”«»\"'‚‘’"


@dataclass(frozen=True, kw_only=True, slots=True)
class Publisher:
    """A publisher as the editor describes it."""

    name: str
    kind: PublisherKind = "unknown"
    # Other spellings under which its articles come.
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    """A settings file being checked."""

    # Below the project's folder.
    path: str
    text: str
    problems: list[Problem] = field(default_factory=list)

    def problem(self, message: str, hint: str, key: str | None = None) -> None:
        self.problems.append(Problem(path=self.path, message=message, hint=hint, line=self._line(key)))

    def _line(self, key: str | None) -> int | None:
        """The first line that assigns a key or opens a table of that name."""
        if key is None:
            return None
        name = rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
        match = re.search(rf"^[ \t]*\[?[ \t]*{name}[ \t]*(?:=|\])", self.text, re.MULTILINE)
        return self.text.count("\n", 0, match.start()) + 1 if match else None


def read_site(sources: Path) -> tuple[Site, list[Problem]]:
    """The site's settings, and everything wrong with them; what is wrong or missing keeps its default."""
    file, tables = _load(sources, SETTINGS)
    if file is None:
        return Site(), []
    for key in tables:
        if key != "site":
            file.problem(f"unknown table or key `{key}`", "Settings stand below a line `[site]`.", key)
    site = tables.get("site", {})
    if not isinstance(site, Mapping):
        file.problem("`site` is no table", "Write a line `[site]` and the settings below it.", "site")
        return Site(), file.problems
    values: dict[str, Any] = {}
    for key, value in site.items():
        if key not in _SITE_KEYS:
            file.problem(f"unknown key `{key}` in [site]", f"Known are {', '.join(_SITE_KEYS)}.", key)
        elif key == "locales":
            locales = _locales(file, value)
            if locales:
                values[key] = locales
        elif not isinstance(value, str) or not value.strip():
            file.problem(f"`{key}` is no text", f'Write {key} = "…".', key)
        elif key == "address" and not _ADDRESS.match(value):
            file.problem(
                f"`address` {value!r} is no http or https address", 'Write address = "https://digest.example".', key
            )
        elif key == "zone" and not _is_zone(value):
            file.problem(f"`zone` {value!r} is no time zone", 'Write an IANA name: zone = "Europe/Berlin".', key)
        else:
            values[key] = value.strip()
    return Site(**values), file.problems


def read_publishers(sources: Path) -> tuple[dict[str, Publisher], list[Problem]]:
    """Publishers by each of their names as `folded` writes it, and everything wrong with the file."""
    file, tables = _load(sources, PUBLISHERS)
    found: dict[str, Publisher] = {}
    if file is None:
        return found, []
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            file.problem(f"`{name}` is no table", f'Write a line ["{name}"] and below it kind = "newsroom".', name)
            continue
        for key in table:
            if key not in _PUBLISHER_KEYS:
                file.problem(f"unknown key `{key}` of {name}", f"Known are {', '.join(_PUBLISHER_KEYS)}.", key)
        kind = table.get("kind", "unknown")
        if kind not in get_args(PublisherKind):
            file.problem(f"`kind` of {name} is {kind!r}", f"Write one of {', '.join(get_args(PublisherKind))}.", "kind")
            kind = "unknown"
        aliases = table.get("aliases", [])
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            file.problem(f"`aliases` of {name} is no list of names", 'Write aliases = ["…", "…"].', "aliases")
            aliases = []
        publisher = Publisher(name=name, kind=kind, aliases=tuple(aliases))
        for spelling in (name, *aliases):
            taken = found.setdefault(folded(spelling), publisher)
            if taken is not publisher:
                file.problem(f"{spelling!r} names both {taken.name} and {name}", "Keep it with one of them.", spelling)
    return found, file.problems


def known_publisher(name: str, publishers: Mapping[str, Publisher]) -> Publisher | None:
    """The publisher that a name, in any of its spellings, means."""
    return publishers.get(folded(name))


def folded(name: str) -> str:
    """A name as it is compared: composed letters, no case, no quotation marks, single spaces."""
    bare = "".join(character for character in unicodedata.normalize("NFC", name) if character not in _QUOTES)
    return " ".join(bare.casefold().split())


def _load(sources: Path, name: str) -> tuple[_File | None, dict[str, Any]]:
    shown = f"sources/{name}"
    file = _File(shown, "")
    try:
        text = text_of(sources / name, shown)
        if text is None:
            return None, {}
        file = _File(shown, text)
        return file, tables_of(text, shown, 'Lines look like name = "…", with text between straight quotation marks.')
    except IngestError as error:
        file.problems.append(Problem(path=shown, message=error.message, line=error.line, hint=error.hint))
        return file, {}


def _locales(file: _File, value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        file.problem("`locales` is no list of locales", 'Write locales = ["de", "sr-Latn"].', "locales")
        return None
    found: dict[str, None] = {}
    for one in value:
        locale = normal_locale(one)
        if locale is None:
            file.problem(f"unknown locale {one!r} in `locales`", f"Known are {', '.join(LOCALES)}.", "locales")
        else:
            found[locale] = None
    return tuple(found) or None


def _is_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - only where a zone is set

    if name == "UTC":
        return True
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
