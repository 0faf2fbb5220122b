"""The settings of a project: `sources/beleg.toml` and `sources/publishers.toml`, all problems at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from beleg.ingest.checked import Checked, is_zone, load_tables
from beleg.ingest.locales import LOCALES, normal_locale
from beleg.records import Limits, Problem, PublisherKind, Site

SETTINGS = "beleg.toml"
PUBLISHERS = "publishers.toml"
_SITE_KEYS = ("name", "address", "zone", "locales", "contact", "imprint", "quote", "period")
_PERIODS = ("day", "week", "new")
_PUBLISHER_KEYS = ("kind", "aliases")
# The least and the most of each number in [fetch].
_RANGES = {
    "seconds": (0.1, 600), "megabytes": (0.001, 1000), "redirects": (0, 20), "at_once": (1, 200), "per_host": (1, 200),
    "pause": (0, 600), "pages": (0, 10_000),
}  # fmt: skip
_WHOLE = ("redirects", "at_once", "per_host", "pages")
_HOST_AND_PORT = re.compile(r"(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}\Z", re.ASCII)
_ADDRESS = re.compile(r"https?://[^\s/]+\S*\Z")
_MAIL = re.compile(r"[^\s@<>()\",;:?&#%]+@[^\s@<>()\",;:?&#%]+\Z")
# Fewer characters would cut most sentences, more would carry whole paragraphs of others' articles.
_QUOTE = (80, 2000)
_QUOTES = "„“”«»\"'‚‘’"


@dataclass(frozen=True, kw_only=True, slots=True)
class Publisher:
    """A publisher as the editor describes it."""

    name: str
    kind: PublisherKind = "unknown"
    # Other spellings under which its articles come.
    aliases: tuple[str, ...] = ()


def read_site(sources: Path) -> tuple[Site, list[Problem]]:
    """The site's settings, and everything wrong with them; what is wrong or missing keeps its default."""
    file, tables = load_tables(sources, SETTINGS)
    if file is None:
        return Site(), []
    for key in tables:
        if key not in ("site", "fetch", "translate", "publish", "email"):
            file.problem(
                f"unknown table or key `{key}`",
                "Settings stand below a line `[site]`, `[fetch]`, `[translate.NAME]`, `[publish.NAME]` or `[email]`.", key,
            )  # fmt: skip
    _check_translators(file, tables.get("translate", {}))
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
        elif key == "imprint":
            values[key] = _imprint(file, value)
        elif key == "quote":
            if isinstance(value, bool) or not isinstance(value, int) or not _QUOTE[0] <= value <= _QUOTE[1]:
                file.problem(
                    f"`quote` is {value!r}, expected a whole number of characters from {_QUOTE[0]} to {_QUOTE[1]:,}",
                    f"Write quote = {Site().quote}, or leave it out.", key,
                )  # fmt: skip
            else:
                values[key] = value
        elif not isinstance(value, str) or not value.strip():
            file.problem(f"`{key}` is no text", f'Write {key} = "…".', key)
        elif key == "address" and not _ADDRESS.match(value):
            file.problem(
                f"`address` {value!r} is no http or https address", 'Write address = "https://digest.example".', key
            )
        elif key == "contact" and not (_ADDRESS.match(value.strip()) or _MAIL.match(value.strip())):
            file.problem(
                f"`contact` {value!r} is neither a mail address nor the address of a page",
                'Write contact = "editor@digest.example" or contact = "https://digest.example/contact".', key,
            )  # fmt: skip
        elif key == "period" and value not in _PERIODS:
            file.problem(f"`period` {value!r} is none", f"Write one of {', '.join(_PERIODS)}.", key)
        elif key == "zone" and not is_zone(value):
            file.problem(f"`zone` {value!r} is no time zone", 'Write an IANA name: zone = "Europe/Berlin".', key)
        else:
            values[key] = value.strip()
    return Site(**values), file.problems


def _check_translators(file: Checked, translators: Any) -> None:
    """Note what is no table in [translate]; what a translator's own table holds, `beleg translate fill` checks."""
    if not isinstance(translators, Mapping):
        file.problem(
            "`translate` is no table", "Write a line `[translate.chat]` and the settings below it.", "translate"
        )
        return
    for name, table in translators.items():
        if not isinstance(table, Mapping):
            hint = f"Write a line `[translate.{name}]` and its settings below it."
            if name != "chat":
                hint = f"A translator's settings stand below a line such as `[translate.chat]`; so does `{name}`, if it is one."
            file.problem(f"`{name}` in [translate] is no table", hint, name)


def read_limits(sources: Path) -> tuple[Limits, list[Problem]]:
    """What fetching may take and do, and everything wrong with the table [fetch]; what is wrong keeps its default."""
    file, tables = load_tables(sources, SETTINGS)
    if file is None or "fetch" not in tables:
        return Limits(), []
    # What is wrong with the file as a whole, `read_site` has told.
    file.problems.clear()
    table = tables["fetch"]
    if not isinstance(table, Mapping):
        file.problem("`fetch` is no table", "Write a line `[fetch]` and the limits below it.", "fetch")
        return Limits(), file.problems
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key == "allow":
            if isinstance(value, list) and all(isinstance(one, str) and _HOST_AND_PORT.match(one) for one in value):
                values[key] = tuple(value)
            else:
                file.problem("`allow` is no list of hosts with their ports", 'Write allow = ["127.0.0.1:8765"].', key)
        elif key not in _RANGES:
            file.problem(f"unknown key `{key}` in [fetch]", f"Known are {', '.join([*_RANGES, 'allow'])}.", key)
        else:
            least, most = _RANGES[key]
            whole = key in _WHOLE
            if (
                isinstance(value, bool)
                or not isinstance(value, int if whole else (int, float))
                or not least <= value <= most
            ):
                number = "whole number" if whole else "number"
                file.problem(
                    f"`{key}` is {value!r}, expected a {number} from {least} to {most:,}",
                    f"Write {key} = {getattr(Limits(), key):g}, or leave it out.", key,
                )  # fmt: skip
            else:
                values[key] = value
    return Limits(**values), file.problems


def read_translator(sources: Path, name: str) -> tuple[Checked, dict[str, Any]]:
    """The table [translate.NAME] as written, none if there is none, and the file for what is wrong with it."""
    file, tables = load_tables(sources, SETTINGS)
    if file is None:
        return Checked(f"sources/{SETTINGS}", ""), {}
    table = tables.get("translate", {})
    for key in ("translate", name):
        if not isinstance(table, Mapping):
            file.problem(f"`{key}` is no table", f"Write a line `[translate.{name}]` and the settings below it.", key)
            return file, {}
        table = table.get(name, {}) if key == "translate" else table
    return file, dict(table)


def read_publishers(sources: Path) -> tuple[dict[str, Publisher], list[Problem]]:
    """Publishers by each of their names as `folded` writes it, and everything wrong with the file."""
    file, tables = load_tables(sources, PUBLISHERS)
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


def _imprint(file: Checked, value: Any) -> tuple[tuple[str | None, str], ...]:
    """The imprint as a text, or as a table with a text for each locale; what is wrong in it is left out."""
    if isinstance(value, str) and value.strip():
        return ((None, value.strip()),)
    if not isinstance(value, Mapping):
        hint = 'Write imprint = """…""" with paragraphs parted by an empty line, or a table [site.imprint] with de = """…""".'
        file.problem("`imprint` is no text and no table of texts", hint, "imprint")
        return ()
    found: dict[str | None, str] = {}
    for name, text in value.items():
        locale = normal_locale(name)
        if locale is None:
            file.problem(f"unknown locale {name!r} in `imprint`", f"Known are {', '.join(LOCALES)}.", name)
        elif not isinstance(text, str) or not text.strip():
            file.problem(f"the imprint for {name} is no text", f'Write {name} = """…""".', name)
        else:
            found[locale] = text.strip()
    return tuple(found.items())


def _locales(file: Checked, value: Any) -> tuple[str, ...] | None:
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
