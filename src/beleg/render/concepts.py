"""What things are called in a locale: `templates/facts/concepts.toml`, a project's own entries before Beleg's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment

from beleg.errors import RenderError
from beleg.render.compose import Vocabulary
from beleg.render.environment import BELEGS
from beleg.render.formats import in_latin
from beleg.render.macros import source

# Tables that name things.
TERMS: Final = ("terms", "nouns", "topics")
_PATH: Final = "facts/concepts.toml"
# Plural forms in the order in which the table of things lists them, by CLDR category.
_CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "de": ("one", "other"), "en": ("one", "other"), "ru": ("one", "few", "many"), "sr-Cyrl": ("one", "few", "other"),
}  # fmt: skip


def vocabulary(environment: Environment) -> Vocabulary:
    """What can be worded at all: every locale has a wording for every concept."""
    return _vocabulary(*_sources(environment))


def concepts(environment: Environment, locale: str) -> dict[str, dict[str, Any]]:
    """The wordings of a locale, by table and concept; the table "only" has the kind of fact that an entry is for.

    Raises:
        RenderError: The file is no TOML, has something else in the place of a table, or an entry of it lacks a wording in
            the locale.
    """
    return _worded(*_sources(environment), locale)


@lru_cache(maxsize=16)
def _worded(belegs: str, own: str, locale: str) -> dict[str, dict[str, Any]]:
    key = "sr-Cyrl" if locale == "sr-Latn" else locale
    worded: dict[str, dict[str, Any]] = {section: {} for section in ("only", "acts", "terms", "qualities")}
    for section, entries in _tables(belegs, own).items():
        for name, wordings in entries.items():
            if key not in wordings:
                raise RenderError(
                    f"{section}.{name} has no wording for {key}", path=f"templates/{_PATH}", hint="Add it"
                )
            if "only" in wordings:
                worded["only"][name] = wordings["only"]
            wording = wordings[key]
            if section == "things":
                wording = _forms(f"{section}.{name}", wording, key)
            worded.setdefault(section, {})[name] = in_latin(wording) if locale == "sr-Latn" else wording
    return worded


def _forms(place: str, wording: Any, locale: str) -> dict[str, str]:
    """The plural forms of a thing by category."""
    names = _CATEGORIES[locale]
    if not isinstance(wording, list) or len(wording) != len(names):
        raise RenderError(
            f"{place} needs {len(names)} forms in {locale}",
            path=f"templates/{_PATH}",
            hint=f"Write those for {', '.join(names)}",
        )
    forms = dict(zip(names, wording, strict=True))
    forms.setdefault("other", forms.get("few", ""))  # Russian: 1,5 случая
    return forms


def _sources(environment: Environment) -> tuple[str, str]:
    return source(environment, BELEGS + _PATH), source(environment, _PATH)


@lru_cache(maxsize=8)
def _vocabulary(belegs: str, own: str) -> Vocabulary:
    tables = _tables(belegs, own)
    acts = tables["acts"]
    return Vocabulary(
        acts=frozenset(acts),
        terms=frozenset(name for table in TERMS for name in tables.get(table, {})) - set(acts),
        measures=frozenset(tables["measures"]),
        things=frozenset(tables["things"]),
        valued=frozenset(name for name, act in acts.items() if act.get("valued")),
        costly=frozenset(name for name, act in acts.items() if act.get("costly")),
        lasting=frozenset(name for name, act in acts.items() if act.get("lasting")),
        changing=frozenset(name for name, act in acts.items() if act.get("changing")),
    )


@lru_cache(maxsize=8)
def _tables(belegs: str, own: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The tables of Beleg's own file, with what a project's says otherwise."""
    tables = _parsed(belegs)
    if own == belegs:
        return tables
    for section, entries in _parsed(own).items():
        known = tables.setdefault(section, {})
        for name, wordings in entries.items():
            known[name] = {**known.get(name, {}), **wordings}
    return tables


def _parsed(text: str) -> dict[str, dict[str, dict[str, Any]]]:
    try:
        tables = tomllib.loads(text)
    except ValueError as error:
        raise RenderError(f"no TOML: {error}", path=f"templates/{_PATH}") from error
    for section, entries in tables.items():
        inner = entries.items() if isinstance(entries, Mapping) else [("", entries)]
        for name, wordings in inner:
            if not isinstance(wordings, Mapping):
                place = f"{section}.{name}".rstrip(".")
                raise RenderError(
                    f"`{place}` is no table",
                    path=f"templates/{_PATH}",
                    hint='Write name = { de = "…", … } below [table]',
                )
    return tables
