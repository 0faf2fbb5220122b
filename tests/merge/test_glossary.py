"""The concept glossary: the same concepts in every language, each form once, in one script."""

import re

import pytest

from beleg.lexicons import LANGUAGES, load, read_tables, tokenize

TABLES = {language: read_tables(language)["concept"] for language in LANGUAGES}


def test_every_language_has_the_same_concepts_in_the_same_order():
    first, *others = (list(TABLES[language]) for language in LANGUAGES)
    assert len(first) >= 250
    assert all(keys == first for keys in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_stands_once_in_a_concept_and_says_something(language):
    for key, forms in TABLES[language].items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key), key
        assert forms, key
        assert len(set(forms)) == len(forms), key
        assert all(form == form.lower() and "ё" not in form for form in forms), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_one_script(language):
    mixed = [
        word
        for forms in TABLES[language].values()
        for form in forms
        for word in form.split()
        if re.search("[а-яђјљњћџ]", word) and re.search("[a-zäöüß]", word)
    ]
    assert mixed == []


@pytest.mark.parametrize(
    ("language", "script", "text", "concept"),
    [
        ("de", "Latn", "Die öffentliche Beta beginnt.", "public-beta"),
        ("ru", "Cyrl", "Это публичная бета.", "public-beta"),
        ("sr", "Cyrl", "Почиње јавна бета верзија.", "public-beta"),
        ("sr", "Latn", "Počinje javna beta verzija.", "public-beta"),
        ("de", "Latn", "Die Batterielaufzeit enttäuscht.", "battery-life"),
        ("ru", "Cyrl", "Суд назначил штраф.", "fine"),
        ("sr", "Latn", "Sud je izrekao novčanu kaznu.", "fine"),
        ("de", "Latn", "Das wurde nicht selbst getestet.", "not-tested"),
        ("ru", "Cyrl", "Редакция это не проверяла.", "not-tested"),
        ("sr", "Latn", "Redakcija to nije testirala.", "not-tested"),
        ("ru", "Cyrl", "Предложен расширённый охват сети.", "network-coverage"),
    ],
)
def test_a_concept_is_found_in_running_text(language, script, text, concept):
    hits = load(language, script).match(tokenize(text))
    assert concept in {hit.label for hit in hits if hit.table == "concept"}
