"""The value tables: of one shape in all lexicons, each entry in one script, names as CLDR has them."""

from __future__ import annotations

import re

import pytest

from beleg.lexicons import LANGUAGES, VALUE_TABLES, cldr, load, read_tables

TABLES = [table for table in VALUE_TABLES if table != "abbreviations"]


def shape(value: object) -> object:
    """Keys down to the lists of forms."""
    return (
        {key: shape(inner) for key, inner in sorted(value.items())} if isinstance(value, dict) else type(value).__name__
    )


def forms(value: object) -> list[str]:
    if isinstance(value, dict):
        return [form for inner in value.values() for form in forms(inner)]
    return [form for form in value if isinstance(form, str)] if isinstance(value, list) else []


def open_keys(tables: dict) -> dict:
    """Numbers that are keys may differ: German builds "zweihundert", Russian has "двести"."""
    free = {name: {} for name in ("words", "stems", "ordinals", "about")}
    return {**tables, "numbers": {**tables["numbers"], **free}}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_same_shape(language):
    wanted = open_keys({table: read_tables("de")[table] for table in TABLES})
    got = open_keys({table: read_tables(language)[table] for table in TABLES})
    assert shape(got) == shape(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_is_in_one_script(language):
    tables = read_tables(language)
    for table in TABLES:
        for form in forms(tables[table]):
            assert not (re.search("[a-z]", form, re.IGNORECASE) and re.search("[а-я]", form, re.IGNORECASE)), form


def test_cldr_lines_are_as_cldr_has_them():
    for language in LANGUAGES:
        text = (cldr.FOLDER / f"{language}.toml").read_text("utf-8")
        assert cldr.written(text, language) == text, f"run `python -m beleg.lexicons.cldr` ({language})"


def test_serbian_is_derived_in_latin():
    months = load("sr", "Latn").values["months"]
    assert months["forms"]["10"][0] == "oktobra"
    assert load("sr", "Cyrl").values["months"]["forms"]["10"][0] == "октобра"
