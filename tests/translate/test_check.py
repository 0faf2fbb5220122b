"""Right translations pass the check, and what is wrong with others is told."""

import tomllib
from pathlib import Path

import pytest

from beleg.alphabets import script_of
from beleg.lexicons.register import load_register
from beleg.translate import Passage
from beleg.translate.check import _data, refusal

PAIRS = tomllib.loads((Path(__file__).parent / "pairs.toml").read_text("utf-8"))["pair"]
TARGETS = ("de", "en", "ru", "sr-Cyrl")
ALL = [(pair, target) for pair in PAIRS for target in TARGETS if target in pair]


def check(quote, text, target, language="de", names=()):
    passage = Passage(language=language, script=script_of(quote), quote=quote, names=tuple(names))
    return refusal(passage, text, target, load_register())


def of(pair, text, target):
    return check(pair["quote"], text, target, pair["language"], pair["names"])


@pytest.mark.parametrize(("pair", "target"), ALL, ids=lambda one: one if isinstance(one, str) else one["quote"][:20])
def test_right_translations_pass(pair, target):
    assert of(pair, pair[target], target) is None


@pytest.mark.parametrize(("pair", "target"), ALL, ids=lambda one: one if isinstance(one, str) else one["quote"][:20])
def test_translations_into_another_language_do_not(pair, target):
    for other in TARGETS:
        # Of names and numbers alone the language can't be told.
        told = sum(word.islower() and word.isalpha() for word in pair.get(other, "").split()) > 4
        if told and other != target:
            assert of(pair, pair[other], target), other


NUMBERS = "Der Akku fasst 12,5 kWh, kostet 1.050 Euro und hält zwei Jahre."


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("en", "The battery holds 12.5 kWh, costs 1,050 euros and lasts two years."),
        ("en", "The battery holds 12.5 kWh, costs €1,050 and lasts 2 years."),
        ("ru", "Аккумулятор вмещает 12,5 кВт·ч, стоит 1050 евро и служит два года."),
        ("ru", "Аккумулятор вмещает 12,5 кВт·ч, стоит 1 050 евро и служит 2 года."),
        ("sr-Cyrl", "Батерија има 12,5 kWh, кошта 1.050 евра и траје две године."),
    ],
)
def test_numbers_as_the_languages_write_them(target, text):
    assert check(NUMBERS, text, target) is None


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Гаранција важи за 400.000 km при брзини до 90 km/h.", False),
        ("Гаранција важи за 400.000\u00a0km при брзини до 90\u00a0km/h.", False),
        ("Гаранција важи за 400.000 километара, km по km, до 90 km/h.", True),
        ("Гаранција važi за 400.000 km при брзини до 90 km/h.", True),
    ],
)
def test_serbian_cyrillic_keeps_symbols_of_units_in_latin_letters(text, refused):
    found = check("Гарантия действует на 400 000 км при скорости до 90 км/ч.", text, "sr-Cyrl", "ru")
    assert (found and found.reason) == ("script" if refused else None)


def test_russian_has_symbols_of_units_of_its_own():
    found = check("Kombi prelazi oko 400 kilometara.", "Фургон проезжает около 400 km.", "ru", "sr")
    assert found
    assert found.reason == "script"


@pytest.mark.parametrize(
    ("quote", "target", "text", "reason", "detail"),
    [
        (NUMBERS, "en", "The battery holds 12,5 kWh, costs 1,050 euros and lasts two years.", "numbers", "12.5"),
        (NUMBERS, "en", "The battery holds 12.5 kWh, costs 1.050 euros and lasts two years.", "numbers", "1050"),
        (NUMBERS, "en", "The battery holds 12.5 kWh, costs 1,050 euros and lasts three years.", "numbers", "2 is missing"),
        (NUMBERS, "en", "The battery holds 12.5 kWh, costs 1,050 euros and lasts for years.", "numbers", "2 is missing"),
        (NUMBERS, "ru", "Аккумулятор вмещает 12,5 кВт·ч, стоит 1150 евро и служит два года.", "numbers", "1050"),
        (NUMBERS, "sr-Cyrl", "Батерија има 12,5 kWh, кошта 1.050 динара и траје две године.", "units", "1050"),
        ("Das kostet 2 Milliarden Euro.", "en", "That costs 2 million euros.", "numbers", "2000000000"),
        ("Das kostet 2 Billionen Euro.", "en", "That costs 2 billion euros.", "numbers", "2000000000000"),
        ("Millionen Nutzer warten darauf.", "en", "Billions of users are waiting for it.", "numbers", "1000000"),
        ("Mindestens 60 Firmen nutzen es.", "en", "At most 60 firms use it.", "numbers", "60"),
        ("Es fror bei −20 °C ein.", "en", "It froze at 20 °C.", "numbers", "-20"),
        ("Der Anteil liegt bei 60 Prozent.", "en", "The share is 60 euros.", "units", "60"),
        ("Es kam am 19. Oktober heraus.", "en", "It came out on 20 October.", "numbers", "19"),
        ("Es kam am 19. Oktober heraus.", "en", "It came out on 19 November.", "dates", "month 10"),
        ("Es gilt vom 3. Mai bis 5. Juni.", "ru", "Это действует с 5 мая до 3 июня.", "dates", "05-03"),
        ("Es kam am Dienstag heraus.", "en", "It came out on Wednesday.", "dates", "weekday 2"),
        ("Das kostet 95 Euro pro Kilowattstunde.", "en", "That costs €95 per month.", "units", "95"),
        ("Der Vertrag läuft fünf Jahre.", "en", "It is a six-year contract.", "numbers", "5 is missing"),
        ("Hunderttausende nutzen es.", "en", "Hundreds of millions use it.", "numbers", "100000"),
        ("Neuron 2.33 ist da.", "en", "Neuron 2.34 is here.", "versions", "2.33"),
        ("Der H100 ist schneller als gedacht.", "ru", "H200 быстрее, чем думали.", "versions", "h100"),
    ],
)  # fmt: skip
def test_values_that_changed(quote, target, text, reason, detail):
    found = check(quote, text, target)
    assert found
    assert found.reason == reason
    assert detail in found.detail


@pytest.mark.parametrize(
    ("quote", "target", "text"),
    [
        ("Das kam 2026 im dritten Quartal.", "en", "That came in Q3 2026."),
        ("Das kam im 21. Jahrhundert.", "ru", "Это пришло в XXI веке."),
        ("Es begann in den 90er Jahren.", "en", "It began in the 1990s."),
        ("Es kostet 1,4 Mrd. Euro.", "ru", "Это стоит 1,4 млрд евро."),
        ("Die Hälfte der Nutzer ging.", "en", "Half of the users left."),
        ("Es dauerte anderthalb Jahre.", "sr-Cyrl", "Трајало је годину и по."),
        ("Das Treffen beginnt um 15 Uhr.", "en", "The meeting begins at 3 p.m."),
        ("Es kam am 20.10.2026 heraus.", "en", "It came out on October 20, 2026."),
        ("Fünfundzwanzig Firmen machen mit.", "en", "Twenty-five firms are taking part."),
        ("Der Umsatz hat sich verdoppelt.", "ru", "Выручка выросла вдвое."),
        ("Das kostet 95 Euro pro Kilowattstunde.", "en", "That costs €95 per kilowatt-hour."),
        ("Der Preis steigt auf 4,99 Euro monatlich.", "en", "The price goes up to €4.99 a month."),
        ("Der Vertrag läuft fünf Jahre.", "en", "It is a five-year contract."),
        ("Der Vertrag läuft 25 Jahre.", "en", "It is a twenty-five-year contract."),
        ("Hunderttausende nutzen es.", "en", "Hundreds of thousands use it."),
    ],
)
def test_values_that_are_said_otherwise(quote, target, text):
    assert check(quote, text, target) is None


QUOTE = "Deepgram hat den Preis nicht genannt."


@pytest.mark.parametrize(
    ("target", "text", "reason"),
    [
        ("en", "", "no text"),
        ("en", "—", "no text"),
        ("en", QUOTE, "untranslated"),
        ("en", "Deepgram did not name\u202e the price.", "characters"),
        ("en", "Deepgram did not\nname the price.", "characters"),
        ("en", "Deepgram did not name the price.\ud800", "characters"),
        ("en", "<b>Deepgram</b> did not name the price.", "markup"),
        ("en", "**Deepgram** did not name the price.", "markup"),
        ("en", "Deepgram did not name the price, see https://deepgram.example.", "markup"),
        ("en", "Deepgram did not name the &euro; price.", "markup"),
        ("en", "Translation: Deepgram did not name the price.", "a label"),
        ("en", "Here is the translation: Deepgram did not name the price.", "a label"),
        ("ru", "Перевод: Deepgram цену не назвала.", "a label"),
        ("en", "“Deepgram did not name the price.”", "quotation marks"),
        ("en", "Deepgram did not name the…", "cut off"),
        ("en", "Did Deepgram not name the price?", "sentences"),
        ("en", "Deepgram did not name the price. It never does that.", "sentences"),
        ("en", "Deepgram did not name the price, which it keeps back from its customers as well as from the press, as always.", "length"),
        ("en", "No.", "length"),
        ("en", "Deepgram цену не назвала.", "script"),
        ("ru", "Deepgram did not name the price.", "script"),
        ("ru", "Deepgram цену ne назвала.", "script"),
        ("ru", "Deepgram цeну не назвала.", "script"),
        ("sr-Cyrl", "Deepgram цену није назвал, ы.", "script"),
        ("en", "Deepgram heeft de prijs niet genoemd en zegt er verder ook niets over.", "language"),
        ("en", "The company did not name the price.", "names"),
        ("en", "Nordzelle did not name the price.", "names"),
        ("en", "Deepgram did not name the price to Google.", "names"),
        ("ru", "Deepgram не назвала цену для Nordzelle.", "names"),
        ("en", "Deepgram has named the price.", "negation"),
        ("ru", "Deepgram назвала цену.", "negation"),
        ("sr-Cyrl", "Deepgram је навео цену.", "negation"),
    ],
)  # fmt: skip
def test_what_is_no_translation(target, text, reason):
    found = check(QUOTE, text, target, names=["Deepgram"])
    assert found
    assert found.reason == reason
    assert found.detail


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("en", "Deepgram did not name the price."),
        ("en", "Deepgram declined to name the price."),
        ("ru", "Deepgram цену не назвала."),
        ("ru", "«Дипграм» цену не назвал."),
        ("sr-Cyrl", "Дипграм није навео цену."),
        ("sr-Cyrl", "Цену Deepgram-а није нико навео."),
    ],
)
def test_names_and_negation_as_the_languages_have_them(target, text):
    assert check(QUOTE, text, target, names=["Deepgram"]) is None


def test_a_negation_that_the_quote_has_not():
    found = check("Deepgram hat den Preis genannt.", "Deepgram did not name the price.", "en", names=["Deepgram"])
    assert found
    assert found.reason == "negation"


def test_the_lines_of_an_article_end_where_they_may():
    assert check("Deepgram hat den\nPreis nicht\ngenannt.", "Deepgram did not name the price.", "en") is None
    found = check("Sie hat von zehn\nauf 80 Prozent geladen.", "It charged from ten to 90 percent.", "en")
    assert found
    assert found.reason == "numbers"


def test_names_alone_stay_as_they_are():
    assert check("Windows, macOS, Linux", "Windows, macOS, Linux", "en", names=["Windows", "macOS", "Linux"]) is None


def test_marks_that_the_quote_has_may_stay():
    quote = "Die Funktion `torch.compile` läuft mit C#."
    assert check(quote, "The function `torch.compile` runs with C#.", "en", names=["torch.compile"]) is None


def test_names_that_the_quote_spells_by_ear():
    quote = "Пакет „Тамарин про“ поскупљује, пише на сајту компаније."
    text = "Пакет Tamarin pro дорожает, говорится на сайте компании."
    assert check(quote, text, "ru", "sr", ["Tamarin pro"]) is None
    found = check(quote, text, "ru", "sr", ["Tamarin"])
    assert found
    assert found.reason == "script"


def test_a_unit_that_serbian_leaves_in_latin_letters_is_no_name():
    quote = "Швейцарский институт измерил 372 Вт·ч/кг."
    assert check(quote, "Швајцарски институт измерио је 372 Wh/kg.", "sr-Cyrl", "ru") is None
    found = check(quote, "Швајцарски институт Whoop измерио је 372 Wh/kg.", "sr-Cyrl", "ru")
    assert found
    assert found.reason == "names"


@pytest.mark.parametrize("quote", ["Издање за ајфон очекује се сутра.", "Издање ајфона очекује се сутра."])
def test_names_that_the_quote_writes_small(quote):
    assert check(quote, "Версия для iPhone ожидается завтра.", "ru", "sr") is None
    found = check(quote, "Версия для Android ожидается завтра.", "ru", "sr")
    assert found
    assert found.reason == "names"


def test_a_list_of_code_does_not_hide_the_language():
    names = ["torch.sparse", "torch.func", "torch.nested", "torch.distributions", "torch.fft"]
    quote = f"Moduli {', '.join(names[:-1])} nisu podržani, od {names[-1]} radi samo deo transformacija"
    text = f"Модули {', '.join(names[:-1])} не поддерживаются, из {names[-1]} работает лишь часть преобразований"
    assert check(quote, text, "ru", "sr", names) is None
    found = check(quote, text, "sr-Cyrl", "sr", names)
    assert found
    assert found.reason in ("language", "script")


def test_every_pattern_of_the_data_can_match():
    """A star stands at one end, or at both; words are in lower case."""
    for patterns in _data()["denials"].values():
        for pattern in patterns:
            assert "*" not in pattern.strip("*")
            assert pattern == pattern.lower()
        assert len(set(patterns)) == len(patterns)
    assert set(_data()["denials"]) == {"de", "en", "ru", "sr"}
