"""Every lexicon: one shape for all, entries of one script, and sentences in which each class fires, or must not.

`examples/LANGUAGE.txt` has a line a case: the sentence, the classes that must fire, those that must not.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from beleg.alphabets import to_cyrillic, to_latin
from beleg.lexicons import LANGUAGES, PATTERN_TABLES, VALUE_TABLES, Entry, fits, load, read_tables, tokenize
from beleg.read.language import script_of, scripts_of
from beleg.records import Kind

EXAMPLES = Path(__file__).with_name("examples")
# The glossary has tests of its own.
PATTERNS = [name for name in PATTERN_TABLES if name != "concept"]
# Letters of each script that words are written in; no word mixes two, but for an ending behind a hyphen (API-ја).
LATIN, CYRILLIC = re.compile("[a-zäöüßéčćšžđ]"), re.compile("[а-яёђјљњћџ]")
# A word of a phrase with its wildcards at the ends, a mark, or the gap.
WORD = re.compile(r"_|\*?-?\w[\w.:/-]*\*?|[.,:;“«–—%№&(]")
# Kind is a matter of vocabulary: each of the 22 has its word field.
LEAST_OF_A_KIND, LEAST_OF_ALL_KINDS = 40, 1800


class Form(NamedTuple):
    """An entry as the file has it."""

    table: str
    label: str
    form: str
    weight: float
    unless: tuple[str, ...]


TABLES = {language: read_tables(language) for language in LANGUAGES}


def forms(language: str) -> list[Form]:
    tables = TABLES[language]
    return [
        Form(table, label, entry, 1.0, ())
        if isinstance(entry, str)
        else Form(table, label, entry["form"], entry.get("weight", 1.0), tuple(entry.get("unless", ())))
        for table in PATTERNS
        for label, entries in tables[table].items()
        for entry in entries
    ]


FORMS = {language: forms(language) for language in LANGUAGES}


def examples(language: str) -> list[tuple[str, list[str], list[str]]]:
    lines = EXAMPLES.joinpath(f"{language}.txt").read_text("utf-8").splitlines()
    cut = [[cell.strip() for cell in f"{line} ".split(" |")] for line in lines if not line.startswith("#")]
    return [(sentence, fires.split(), silent.split()) for sentence, fires, silent in cut]


def fired(language: str, sentence: str) -> set[str]:
    """The classes of entries that fire on a sentence; in every script that the language is written in, the same."""
    texts = {"Latn": to_latin(sentence), "Cyrl": to_cyrillic(sentence)} if len(scripts_of(language)) > 1 else {}
    texts[script_of(sentence)] = sentence
    found = [
        {_class(hit.entry) for hit in load(language, script).match(tokenize(text)) if hit.table in PATTERNS}
        for script, text in texts.items()
    ]
    assert all(one == other for one, other in pairwise(found)), found
    return found[0]


def _class(entry: Entry | Form) -> str:
    return f"{entry.table}.{entry.label}".replace(" ", "_")


# --- shape ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_tables_and_classes(language):
    """A class that one lexicon has, all have: steps ask for it by name."""
    first, mine = TABLES[LANGUAGES[0]], TABLES[language]
    assert set(mine) == {*PATTERN_TABLES, *VALUE_TABLES, "language", "script"}
    assert {table: set(mine[table]) for table in PATTERNS} == {table: set(first[table]) for table in PATTERNS}
    assert set(mine["kind"]) == set(get_args(Kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_fields_are_deep(language):
    empty = [(table, label) for table in PATTERNS for label, own in TABLES[language][table].items() if not own]
    assert not empty
    sizes = {label: len(entries) for label, entries in TABLES[language]["kind"].items()}
    assert min(sizes.values()) >= LEAST_OF_A_KIND
    assert sum(sizes.values()) >= LEAST_OF_ALL_KINDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_stands_twice_in_a_class(language):
    seen = [one[:3] for one in FORMS[language]]
    assert len(seen) == len(set(seen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_well_formed(language):
    """Lower case, ё as е, wildcards at the ends of a word only, no gap at the ends of a phrase."""
    wrong = [
        (one.table, one.label, phrase)
        for one in FORMS[language]
        for phrase in (one.form, *one.unless)
        if not all(WORD.fullmatch(word) for word in phrase.split())
        or "_" in (phrase.split()[0], phrase.split()[-1])
        or phrase != phrase.lower()
        or "ё" in phrase
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_in_one_script(language):
    """That of the file, or Latin where it is a name; a hyphen may join the two."""
    mixed = [
        (one.table, one.label, phrase)
        for one in FORMS[language]
        for phrase in (one.form, *one.unless)
        for part in re.split("[ -]", phrase)
        if LATIN.search(part) and CYRILLIC.search(part)
    ]
    assert not mixed
    if TABLES[language]["script"] == "Latn":
        assert not [one for one in FORMS[language] if CYRILLIC.search(one.form)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_beginning_has_three_letters_or_more(language):
    """A phrase that opens with anything shorter is tried on half the dictionary."""
    short = [
        one[:3]
        for one in FORMS[language]
        for first in one.form.split()[:1]
        if "*" in first and len(first.strip("*-")) < 3
    ]
    assert not short


@pytest.mark.parametrize("language", LANGUAGES)
def test_weights_are_sensible(language):
    assert not [one[:4] for one in FORMS[language] if not 0 < one.weight <= 2]


def test_swiss_spelling_has_the_same_entries():
    """What German writes with ß is there with ss, too, for single words and phrases alike."""
    known = {one[:3] for one in FORMS["de"]}
    assert not [one for one in known if "ß" in one[2] and (*one[:2], one[2].replace("ß", "ss")) not in known]


def test_serbian_has_the_same_entries_in_both_scripts():
    cyrillic, latin = load("sr", "Cyrl").entries, load("sr", "Latn").entries
    assert [to_latin(entry.form) for entry in cyrillic] == [entry.form for entry in latin]


# --- what fires -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sentence", "fires", "silent"),
    [(language, *example) for language in LANGUAGES for example in examples(language)],
)
def test_what_fires(language, sentence, fires, silent):
    found = fired(language, sentence)
    assert set(fires) - found == set()
    assert set(silent) & found == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_has_an_example(language):
    """No class of entries is without a sentence in which it fires."""
    shown = {name for _, fires, _ in examples(language) for name in fires}
    known = {_class(one) for one in FORMS[language]}
    assert shown == known


def _as_text(phrase: str) -> str:
    """A sentence's words that a phrase fits: its wildcards and gaps filled with something."""
    return " ".join("xxx" if word == "_" else word.replace("*", "xx") for word in phrase.split())


def _fires(entry: Form, language: str, words: str) -> bool:
    hits = load(language, scripts_of(language)[0]).match(tokenize(words))
    return any((hit.table, hit.label, hit.entry.form) == entry[:3] for hit in hits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_veto_keeps_its_entry_silent(language):
    """Each entry with a veto fires alone, and not in a sentence with one of its vetoes."""
    vetoed = [one for one in FORMS[language] if one.unless]
    assert [one[:3] for one in vetoed if not _fires(one, language, _as_text(one.form))] == []
    loud = [
        (*one[:3], veto)
        for one in vetoed
        for veto in one.unless
        if _fires(one, language, f"{_as_text(one.form)} xxx {_as_text(veto)}")
    ]
    assert loud == []


@pytest.mark.parametrize("text", ["Према северу расте шума.", "Prema tome, ništa novo."])
def test_plain_prepositions_weigh_little(text):
    """`Према` is towards as often as according to: alone it is a weak sign, or none."""
    hits = [hit for hit in load("sr", script_of(text)).match(tokenize(text)) if hit.table == "source"]
    assert all(hit.entry.weight < 0.5 for hit in hits)


def test_a_wildcard_fits_beginnings_endings_and_parts():
    cases: dict[tuple[str, str], Any] = {
        ("umsatzes", "umsatz*"): True, ("jahresumsatz", "*umsatz"): True, ("jahresumsatzes", "*umsatz*"): True,
        ("umsatzes", "umsatz"): False, ("jahresumsatz", "umsatz*"): False,
    }  # fmt: skip
    assert {case: fits(*case) for case in cases} == cases
