"""Every identifier of the vocabulary is worded in all locales, once, and in the script of the locale."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from beleg.render.compose import Vocabulary, topics
from beleg.render.gist import read
from fakes import statement

CONCEPTS = tomllib.loads((Path(__file__).parents[2] / "templates" / "facts" / "concepts.toml").read_text("utf-8"))
LOCALES = ("de", "en", "ru", "sr-Cyrl")
CLASSES = ("acts", "terms", "qualities")
FLAGS = {"valued", "lasting", "costly", "changing"}
GIST = tomllib.loads(resources.files("beleg.lexicons").joinpath("gist/de.toml").read_text("utf-8"))
GLOSSARY = tomllib.loads(resources.files("beleg.lexicons").joinpath("de.toml").read_text("utf-8"))["concept"]


def test_every_identifier_with_forms_is_worded() -> None:
    for table in CLASSES:
        assert set(GIST.get(table, ())) <= set(CONCEPTS.get(table, ())), table


def test_every_worded_act_is_recognised() -> None:
    known = set(GLOSSARY).union(*(GIST.get(table, ()) for table in ("words", *CLASSES)))
    assert set(CONCEPTS["acts"]) <= known, sorted(set(CONCEPTS["acts"]) - known)


def test_no_identifier_is_of_two_classes() -> None:
    seen: dict[str, str] = {}
    for table in CLASSES:
        for name in CONCEPTS.get(table, ()):
            assert seen.setdefault(name, table) == table, name


@pytest.mark.parametrize("locale", LOCALES)
def test_acts_have_a_predicate_and_a_noun_in_the_script_of_the_locale(locale: str) -> None:
    wrong = "[Ѐ-ӿ]" if locale in {"de", "en"} else "[A-Za-zÀ-ž]"
    for name, act in CONCEPTS["acts"].items():
        assert set(act) - FLAGS == set(LOCALES), name
        assert set(act[locale]) == {"done", "noun"}, name
        for wording in act[locale].values():
            assert wording == wording.strip() != "", name
            assert not re.search(wrong, wording), (name, wording)
            assert not wording.startswith(("nicht ", "not ", "не ", "није ")), (name, wording)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("table", ["terms", "qualities"])
def test_terms_and_qualities_are_worded_in_the_script_of_the_locale(table: str, locale: str) -> None:
    wrong = "[Ѐ-ӿ]" if locale in {"de", "en"} else "[A-Za-zÀ-ž]"
    for name, wordings in CONCEPTS[table].items():
        assert set(wordings) >= set(LOCALES), name
        assert wordings[locale] == wordings[locale].strip() != "", name
        if not re.search("[A-Z]{2}|5G", wordings["en"]):
            assert not re.search(wrong, wordings[locale]), (name, wordings[locale])


def test_every_worded_quality_is_recognised() -> None:
    known = set(GLOSSARY).union(*(GIST.get(table, ()) for table in ("words", *CLASSES)))
    assert set(CONCEPTS["qualities"]) <= known, sorted(set(CONCEPTS["qualities"]) - known)


def test_a_narrow_entry_decides_what_a_wide_one_leaves_open() -> None:
    one = statement("Geschlossen wurde die Filiale in der Innenstadt.")
    gist = read(one)
    assert any({"fix", "shut"} <= word.ids for word in gist.words)
    assert topics(gist, one, _vocabulary(acts={"shut", "fix"}, terms={"branch-office"}))[0] == "shut"


def test_a_thing_is_taken_before_an_act_that_begins_alike() -> None:
    one = statement("Настройки сохраняются.", language="ru", script="Cyrl")
    gist = read(one)
    assert any({"settings", "set-up"} <= word.ids for word in gist.words)
    assert topics(gist, one, _vocabulary(acts={"set-up"}, terms={"settings"}))[0] == "settings"


def _vocabulary(*, acts: set[str], terms: set[str]) -> Vocabulary:
    none = frozenset[str]()
    return Vocabulary(
        acts=frozenset(acts),
        terms=frozenset(terms),
        measures=none,
        things=none,
        valued=none,
        lasting=none,
        costly=none,
        changing=none,
    )
