"""How the readers of each locale get the facts: counted honestly, translated as the memory has it, marked and escaped."""

import re
from dataclasses import replace
from html import unescape

import pytest

from beleg.records import Translation
from beleg.render.cards import _AS_SUBTYPE
from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.readable import READINGS, Readable, Translations, count, readings_of
from beleg.render.subtypes import SUBTYPES
from beleg.render.wording import Wordings
from fakes import CORPUS, gold_edition
from render.sample import edition as sample
from render.stub import Words

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
LAB = "Im Labor von Sellmann hielt der Akku 31 Stunden."


def printed(edition, locale="en"):
    readings = {}
    files = dict(pages(edition, Environments(), Words, {}, readings))
    return files[f"{locale}/{edition.stories[0].id}.html"].decode(), readings


def with_translations(*translations):
    return replace(sample(), translations=translations)


def english(text, quote=LAB, **fields):
    return Translation(**({"locale": "en", "language": "de", "quote": quote, "text": text} | fields))


def fact_of(edition, quote):
    statements = {one.id: one for one in edition.statements}
    return next(fact for fact in edition.facts if any(statements[one].quote == quote for one in fact.mentions))


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


# --- counting


def test_every_way_of_reading_is_counted_in_every_locale():
    _, readings = printed(sample())
    assert list(readings) == list(LOCALES)
    for found in readings.values():
        assert tuple(found) == READINGS
        assert sum(found.values()) == len(sample().facts)
    rest = {"typed": 0, "sub_typed": 5}
    assert readings["en"] == rest | {"own_quote": 0, "person": 1, "machine": 1, "foreign": 4}
    assert readings["de"] == rest | {"own_quote": 4, "person": 0, "machine": 0, "foreign": 2}
    assert (
        readings["sr-Cyrl"] == readings["sr-Latn"] == rest | {"own_quote": 2, "person": 2, "machine": 0, "foreign": 2}
    )


def test_commands_count_as_the_pages_do():
    edition = gold_edition(CORPUS, "solidstate", "browser")
    readings = {}
    list(pages(edition, Environments(), Wordings, {}, readings))
    found = readings_of(edition, None)
    assert {locale: count(mine.values()) for locale, mine in found.items()} == readings
    assert found["sr-Cyrl"] == found["sr-Latn"]
    assert min(readings["en"]["typed"], readings["en"]["sub_typed"], readings["en"]["foreign"]) > 0


@pytest.mark.parametrize(
    ("name", "typed"),
    [("released", True), ("public_beta", True), ("price", True), ("supported", True), ("nobody_checked", False), ("wait", False), ("no_independent_test", False)],
)  # fmt: skip
def test_names_and_values_carry_a_sentence_or_a_fixed_phrase_does(name, typed):
    assert {subtype.typed for subtype in SUBTYPES if subtype.name == name} == {typed}


def test_a_card_is_carried_by_its_value():
    assert all(_AS_SUBTYPE[card].typed for card in ("act", "measure"))


# --- which translation


def test_a_quote_in_the_readers_own_language_comes_before_a_translation():
    quote = "Nordvik zufolge hält der Akku der Aero 3 genau 40 Stunden."
    edition = with_translations(Translation(locale="sr-Cyrl", language="de", quote=quote, text="Траје 40 сати."))
    page, readings = printed(edition, "sr-Cyrl")
    assert "data-translation" not in page
    assert readings["sr-Cyrl"]["person"] == 0


def test_what_a_person_confirmed_comes_before_what_a_machine_made():
    de, ru = (
        "Nordvik zufolge hält der Akku der Aero 3 genau 40 Stunden.",
        "Аккумулятор Aero 3, по словам Nordvik, работает 40 часов.",
    )
    edition = with_translations(
        english("By machine.", de, machine="m"), english("By a person.", ru, language="ru", by="Ida")
    )  # fmt: skip
    readable = Readable(edition, "en", Words(None, "en", edition))
    fact = fact_of(edition, de)
    assert readable.quoted(fact).quote == ru
    assert readable.reading(fact, None) == "person"
    page, _ = printed(edition)
    assert "By a person." in page
    assert "By machine." not in page


def two_voices(edition, **second):
    """The edition, with its measurement told by a German mention besides the Russian one that leads."""
    lab = fact_of(edition, LAB)
    vendor = fact_of(edition, "Nordvik bringt die Aero 3 am 20. Oktober auf den Markt.").mentions[0]
    russian = fact_of(edition, "Конкурент Varma называет такие числа рекламой.").mentions[0]
    voice = {"evidence": "independent_evidence", "claimant": "Sellmann", "origin": "Sellmann"}
    statements = tuple(
        replace(one, **voice) if one.id == russian else replace(one, **second) if one.id == vendor else one
        for one in edition.statements
    )
    return lab, russian, vendor, replace(edition, statements=statements)


@pytest.mark.parametrize("evidence", ["vendor_claim", "independent_evidence"])
def test_no_words_of_another_party_or_class_stand_under_a_mark(evidence):
    """A laboratory's mark over the vendor's words would let the laboratory say what the vendor says."""
    lab, russian, vendor, edition = two_voices(sample(), evidence=evidence)
    apart = tuple(replace(lab.origins[0], mentions=(one,)) for one in (russian, vendor))
    fact = replace(lab, mentions=(russian, vendor), origins=apart)
    assert Readable(edition, "de", Words(None, "de", edition)).quoted(fact).id == russian


def test_what_the_vendor_says_of_the_laboratory_is_not_its_evidence():
    lab, russian, vendor, edition = two_voices(sample(), evidence="vendor_claim")
    fact = replace(
        lab, mentions=(russian, vendor), origins=(replace(lab.origins[0], mentions=(russian, vendor)),)
    )  # fmt: skip
    assert Readable(edition, "de", Words(None, "de", edition)).quoted(fact).id == russian


def test_of_the_words_of_one_voice_those_in_the_readers_language_come_first():
    lab, russian, german, edition = two_voices(sample(), evidence="independent_evidence")
    fact = replace(
        lab, mentions=(russian, german), origins=(replace(lab.origins[0], mentions=(russian, german)),)
    )  # fmt: skip
    assert Readable(edition, "de", Words(None, "de", edition)).quoted(fact).id == german
    assert Readable(edition, "ru", Words(None, "ru", edition)).quoted(fact).id == russian


def test_another_quote_or_language_has_no_translation():
    edition = with_translations(english("No.", LAB[:-1]), english("No.", language="ru"), english("No.", locale="ru"))
    _, readings = printed(edition)
    assert (readings["en"]["person"], readings["en"]["foreign"]) == (0, 6)


def test_both_serbian_scripts_come_from_one_text_and_names_stay():
    made = Translation(
        locale="sr-Cyrl", language="de", quote=LAB, by="Љиља Џудовић",
        text="У лабораторији Sellmann, кажу из TorchNeuron-а, `код` и Танјуг траје 31 сат (www.пример.rs).",
    )  # fmt: skip
    edition = with_translations(made)
    one = next(one for one in edition.statements if one.quote == LAB)
    assert Translations(edition, "sr-Cyrl").of(one) == made
    latin = Translations(edition, "sr-Latn").of(one)
    assert latin.text == "U laboratoriji Sellmann, kažu iz TorchNeuron-a, `код` i Tanjug traje 31 sat (www.пример.rs)."
    assert latin.by == "Ljilja Džudović"
    assert [Translations(edition, locale).of(one) for locale in ("de", "ru", "en")] == [None] * 3


# --- how it is shown


def test_a_translation_stands_with_its_mark_and_its_original():
    page, _ = printed(with_translations(english("It lasted 31 hours.", by="Ida Roth")))
    box = re.search(r'<div class="side shown".*?</div>', page, re.DOTALL)[0]
    assert re.search(r'<span data-translation="(s-\w+)">It lasted 31 hours\.</span>', box)
    assert '<p class="made"><em>translation: Ida Roth</em></p>' in box
    assert re.search(rf'<blockquote lang="de" data-statement="s-\w+">{LAB}</blockquote>', box)
    assert "machine" not in box
    # Where the fact is only mentioned, its mark is there, too.
    mention = re.search(r'<section class="group shown".*?</section>', page, re.DOTALL)[0]
    assert "<em>translation: Ida Roth</em>" in mention
    # The table of who reports what shows the reader's language.
    assert "“It lasted 31 hours.”" in text(re.search(r'<section class="group cov".*?</section>', page, re.DOTALL)[0])


@pytest.mark.parametrize(
    ("fields", "mark"),
    [
        ({}, "translated"),
        ({"machine": "modell-7"}, "machine translation modell-7 · not yet confirmed by a person"),
        ({"machine": ""}, "machine translation · not yet confirmed by a person"),
        ({"machine": "modell-7", "by": "Ida"}, "machine translation modell-7 · not yet confirmed by a person"),
    ],
)
def test_the_mark_says_who_made_it(fields, mark):
    page, _ = printed(with_translations(english("It lasted 31 hours.", **fields)))
    assert {text(found) for found in re.findall(r'<p class="made">.*?</p>', page)} == {mark}


def test_a_worded_fact_needs_no_translation():
    quote = "Das ist die Zahl eines Kunden, kein unabhängiger Test."
    page, _ = printed(with_translations(english("No independent test.", quote)))
    assert "No independent test." not in page


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script> \"x\" & 'y'",
        "</blockquote></li><li class=fact id=f-1>",
        "{{ site.name }} {% raw %} %(words)s %s &amp;lt;",
        'javascript:alert(1)" data-statement="s-1',
    ],
)
def test_a_translation_is_text_and_nothing_else(hostile):
    page, _ = printed(with_translations(english(hostile, by=hostile), english(hostile, "Der Fachmann Ole Brandt hält den Preis für zu hoch.", machine=hostile)))  # fmt: skip
    plain, _ = printed(with_translations(english("x", by="x"), english("x", "Der Fachmann Ole Brandt hält den Preis für zu hoch.", machine="x")))  # fmt: skip
    # Quotation marks are set as the locale sets inner ones; all else is there, as text.
    marks = str.maketrans("", "", "\"“”‘’'")
    assert text(page).translate(marks).count(" ".join(hostile.split()).translate(marks)) >= 4
    assert re.findall(r"<[a-z]+", page) == re.findall(r"<[a-z]+", plain)


def test_an_edition_tells_how_many_quotes_are_translated():
    edition = with_translations(english("It lasted 31 hours.", by="Ida"))
    index = dict(pages(edition, Environments(), Words, {}))["en/index.html"].decode()
    assert "<dt>Translated quotes</dt><dd>1</dd></div>" in index
    without = dict(pages(with_translations(), Environments(), Words, {}))["en/index.html"].decode()
    assert "Translated quotes" not in without
