"""A quote is read for what a wording must account for, with the same identifiers in all languages."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from beleg.records import Quantity
from beleg.render import subtypes
from beleg.render.gist import read
from fakes import statement

LANGUAGES = ("de", "ru", "sr")
TABLES = {
    language: tomllib.loads(resources.files("beleg.lexicons").joinpath(f"gist/{language}.toml").read_text("utf-8"))
    for language in LANGUAGES
}


def test_all_languages_have_the_same_identifiers() -> None:
    keys = {
        language: {(table, key) for table in tables if table != "except" for key in tables[table]}
        for language, tables in TABLES.items()
    }
    assert keys["de"] == keys["ru"] == keys["sr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_are_lower_case_in_one_script_and_given_once(language: str) -> None:
    for tables in TABLES[language].values():
        for key, forms in tables.items():
            assert len(forms) == len(set(forms)), (key, [form for form in forms if forms.count(form) > 1])
            for form in forms:
                assert form == form.lower(), form
                assert "ё" not in form, form
                for word in form.split():
                    assert not (re.search("[a-zäöüß]", word) and re.search("[Ѐ-ӿ]", word)), (key, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exception_is_one_to_an_identifier_that_there_is(language: str) -> None:
    tables = TABLES[language]
    known = {name for table in ("words", "acts", "terms", "qualities") for name in tables[table]}
    known |= {f"{table}:{name}" for table in ("measures", "things") for name in tables[table]}
    glossary = tomllib.loads(resources.files("beleg.lexicons").joinpath(f"{language}.toml").read_text("utf-8"))[
        "concept"
    ]
    assert set(tables["except"]) <= known | set(glossary)


@pytest.mark.parametrize(
    ("language", "quote", "word", "said"),
    [
        ("de", "Im Zweifel entscheidet der Ausschuss.", "Zweifel", None),
        ("de", "Der Zweifel bleibt.", "Zweifel", "doubt"),
        ("de", "Das Verkehrsministerium schweigt.", "Verkehrsministerium", "ministry"),
        ("de", "Der Verkehrsminister schweigt.", "Verkehrsminister", "minister"),
        ("de", "Der Router bleibt kalt.", "Router", "router"),
        ("de", "Ein Helfer verschiebt den Schrank.", "verschiebt", None),
        ("de", "Am Ende entscheidet der Ausschuss.", "Ende", None),
        ("ru", "Серверы стоят в подвале.", "стоят", None),
        ("ru", "Меня это не касается.", "Меня", None),
        ("ru", "Тарифы меняют дважды.", "меняют", "change"),
        ("ru", "Защита по умолчанию выключена.", "умолчанию", None),
        ("ru", "Из строя не вышел ни один прибор.", "вышел", None),
        ("ru", "Отзывы покупателей сдержанны.", "Отзывы", "user-rating"),
        ("ru", "Завод объявил отзыв печей.", "отзыв", "recalled"),
        ("ru", "Решение вступит в силу.", "Решение", "decision"),
        # A ferry makes no flight.
        ("ru", "Паром не выйдет в рейс.", "рейс", "run-scheduled"),
        ("ru", "Все рейсы парома отменены.", "рейсы", "run-scheduled"),
        ("ru", "Авиарейсы отменены.", "Авиарейсы", "flight-trip"),
        ("sr", "Одељење води Јанис.", "води", None),
        ("sr", "Вода је стигла до моста.", "Вода", "water"),
        ("sr", "Рачунари стоје у читаоници.", "читаоници", None),
        ("sr", "Прошле недеље није радило.", "недеље", "week"),
    ],
)
def test_a_word_is_not_taken_in_a_wrong_sense(language: str, quote: str, word: str, said: str | None) -> None:
    gist = read(statement(quote, language=language, script="Latn" if language == "de" else "Cyrl"))
    told = {name for part in gist.parts if word in part.text for name in part.ids} - {"light", "part", "not"}
    assert said in told if said else not told


def test_every_identifier_that_a_subtype_uses_is_known() -> None:
    concepts = set()
    for language in LANGUAGES:
        path = resources.files("beleg.lexicons").joinpath(f"{language}.toml")
        concepts |= set(tomllib.loads(path.read_text("utf-8"))["concept"])
    known = concepts | {
        f"{table}:{key}" if table in {"measures", "things"} else key
        for table, keys in TABLES["de"].items()
        for key in keys
    }
    for subtype in subtypes.SUBTYPES:
        used = subtype.may.union(*subtype.needs, subtype.one_side)
        assert used <= known, (subtype.name, sorted(used - known))


def test_measures_come_in_units_that_quantities_have() -> None:
    tables = tomllib.loads(resources.files("beleg.lexicons").joinpath("de.toml").read_text("utf-8"))
    units = {"count", *tables["units"]["words"], *tables["units"]["symbols"], *tables["currencies"]["words"]}
    assert set(subtypes._UNITS_OF) <= set(TABLES["de"]["measures"])
    for measure, its in subtypes._UNITS_OF.items():
        assert its <= units, (measure, sorted(its - units))


@pytest.mark.parametrize(
    ("quote", "counted"),
    [
        ("In der Stadt stehen 1.400 Bäume.", ["Bäume"]),
        ("In der Stadt wurden 1.400 verkauft.", []),
        ("22 der neuen Busse fuhren am 3. Mai in die Stadt.", ["Busse"]),
    ],
)
def test_a_number_counts_the_next_thing_after_it(quote: str, counted: list[str]) -> None:
    gist = read(statement(quote, kind="quantity", quantities=(Quantity(value=22),), dates=("--05-03",)))
    assert [part.text for part in gist.parts if part.start in gist.counted] == counted


def test_what_nothing_accounts_for_is_left() -> None:
    gist = read(statement("Unterstützt wird Python im Labor von Krähwinkel.", kind="support", names=("Python",)))
    assert "krähwinkel" in gist.left
    assert [item.name for item in gist.items] == ["Python"]


def test_names_are_found_in_another_alphabet_and_case() -> None:
    russian = statement("Это рассказал Дипграм.", language="ru", script="Cyrl", names=("Deepgram",))
    assert [(item.name, item.start >= 0) for item in read(russian).items] == [("Deepgram", True)]
    serbian = statement("Тако кажу у Амазону.", language="sr", script="Cyrl", names=("Amazon",))
    assert read(serbian).left == ()


def test_versions_belong_to_the_name_before_them() -> None:
    one = statement(
        "Linux x86_64 und Ubuntu 24.04 oder 26.04, dazu Zubrix 2.1 für Python 3.12",
        names=("Linux", "x86_64", "Ubuntu", "Zubrix", "Python"), versions=("24.04", "26.04", "2.1", "3.12"),
    )  # fmt: skip
    assert [(item.name, item.versions, item.tie) for item in read(one).items] == [
        ("Linux", (), ""), ("x86_64", (), "joined"), ("Ubuntu", ("24.04", "26.04"), ""), ("Zubrix", ("2.1",), ""),
        ("Python", ("3.12",), "for"),
    ]  # fmt: skip


def test_a_compound_says_more_than_the_name_in_it() -> None:
    assert any(
        "driver-software" in word.ids
        for word in read(statement("Den Windows-Treiber gibt es.", names=("Windows",))).words
    )
    assert read(statement("Radi na PyTorch-u.", language="sr", names=("PyTorch",))).left == ()


def test_a_frame_is_left_out_only_where_punctuation_sets_it_off() -> None:
    def framed(quote: str, content: str) -> tuple[str, ...]:
        at = quote.index(content)
        one = statement(quote, content=(at, at + len(content)), quantities=(Quantity(value=3),))
        return read(one).left

    assert framed("Die Sprecherin von Ulm sagte am Rande: Es sind 3.", "Es sind 3.") == ()
    assert "gartenlaube" in framed("Die Gartenlaube in Ulm sagt man 3.", "3.")
