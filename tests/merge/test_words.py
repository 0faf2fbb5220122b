"""The words that merging compares: the same ideas in every language, each form in one script."""

import re
import tomllib
from importlib import resources

import pytest

from beleg.lexicons import LANGUAGES
from beleg.merge.words import opposed, opposites, words


def table(name):
    return tomllib.loads(resources.files("beleg.lexicons").joinpath(f"words/{name}.toml").read_text("utf-8"))


TABLES = {language: table(language) for language in LANGUAGES}


@pytest.mark.parametrize("part", ["contrast", "period", "word"])
def test_every_language_has_the_same_keys(part):
    first, *others = (sorted(TABLES[language][part]) for language in LANGUAGES)
    assert all(keys == first for keys in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_of_one_script_and_stands_once_in_its_entry(language):
    script = "[a-zäöüß]" if language == "de" else "[а-яђјљњћџ]"
    for part in TABLES[language].values():
        for key, forms in part.items():
            told = [form if isinstance(form, str) else form["form"] for form in forms]
            assert told, key
            assert len(set(told)) == len(told), key
            assert all(form == form.lower() and "ё" not in form for form in told), key
            others = [
                w for form in told for w in form.split() if not re.fullmatch(rf"q\d|\d|[.*_]|i+|iv|{script}[\w*-]*", w)
            ]
            assert not others, key


def test_opposites_are_ideas_of_the_tables():
    ideas = set(TABLES["de"]["word"])
    assert {idea for pair in opposites() for idea in pair} <= ideas


RISE = [
    ("de", "Latn", "Der Preis steigt.", "Der Preis sinkt."),
    ("ru", "Cyrl", "Цена повысилась.", "Цена снизилась."),
    ("sr", "Cyrl", "Цена је порасла.", "Цена је опала."),
    ("sr", "Latn", "Cena je porasla.", "Cena je opala."),
]


@pytest.mark.parametrize("up", RISE)
@pytest.mark.parametrize("down", RISE)
def test_opposite_ideas_are_told_apart_across_languages(up, down):
    rising, falling = words(up[2], *up[:2]).ideas, words(down[3], *down[:2]).ideas
    assert opposed(rising, falling)
    assert not opposed(rising, words(down[2], *down[:2]).ideas)


@pytest.mark.parametrize(
    ("language", "script", "text", "contrast"),
    [
        ("de", "Latn", "Es läuft überall außer unter Windows.", "exception"),
        ("ru", "Cyrl", "Работает везде, кроме Windows.", "exception"),
        ("sr", "Cyrl", "Ради свуда осим на Windows-у.", "exception"),
        ("sr", "Latn", "Radi svuda osim na Windows-u.", "exception"),
        ("de", "Latn", "Möglicherweise sind Daten abgeflossen.", "doubt"),
        ("ru", "Cyrl", "Возможно, данные утекли.", "doubt"),
        ("sr", "Latn", "Podaci su možda iscureli.", "doubt"),
        ("de", "Latn", "Der Rückruf wurde abgesagt.", "undone"),
        ("ru", "Cyrl", "Отзыв отменён.", "undone"),
        ("sr", "Cyrl", "Опозив је отказан.", "undone"),
        ("de", "Latn", "Weitere 400 Stellen entfallen.", "further"),
        ("ru", "Cyrl", "Сократят ещё десять человек.", "further"),
        ("sr", "Latn", "Ukida se još deset radnih mesta.", "further"),
    ],
)
def test_what_turns_a_sentence_into_another_is_found(language, script, text, contrast):
    assert words(text, language, script).contrasts == {contrast}


@pytest.mark.parametrize(
    ("language", "script", "text"),
    [
        ("ru", "Cyrl", "Кроме того, вырос спрос."),
        ("sr", "Latn", "Osim toga, raste potražnja."),
        ("de", "Latn", "Außerdem wächst die Nachfrage."),
    ],
)
def test_besides_is_no_exception(language, script, text):
    assert not words(text, language, script).contrasts


@pytest.mark.parametrize(
    ("language", "script", "text", "period"),
    [
        ("de", "Latn", "Im zweiten Quartal 2026 wuchs der Umsatz.", "quarter-2"),
        ("ru", "Cyrl", "Во втором квартале 2026 года выручка выросла.", "quarter-2"),
        ("sr", "Cyrl", "У другом кварталу 2026. приход је порастао.", "quarter-2"),
        ("sr", "Latn", "U prvoj polovini godine prihod je porastao.", "half-1"),
    ],
)
def test_parts_of_a_year_are_found(language, script, text, period):
    assert words(text, language, script).periods == {period}
