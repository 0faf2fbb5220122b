"""Dates, numbers, quantities and lists read as a newspaper of the locale writes them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from beleg.errors import RenderError
from beleg.extract.values import units
from beleg.lexicons import LANGUAGES, read_tables
from beleg.records import Quantity
from beleg.render.formats import LOCALES, formats

CASES = Path(__file__).parents[1] / "cases" / "config"


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_expectations_of_the_cases() -> None:
    cases = json.loads((CASES / "format-expectations.json").read_text("utf-8"))
    for locale in ("de", "ru", "sr_Cyrl", "sr_Latn"):
        form, want = formats(locale.replace("_", "-")), cases[locale]
        got = {
            "long": form.date("2026-10-14"), "full": form.full_date("2026-10-14"),
            "decimal_1234567.89": form.number(1234567.89), "percent_0.125": form.percent(12.5),
            "eur_1234.5": form.money(1234.5, "EUR"),
        }  # fmt: skip
        assert got == {key: want[key] for key in got}, locale
        assert form.month_heading("2026-10-14") in want["month_heading"]


@pytest.mark.parametrize(
    ("locale", "on", "since", "until"),
    [
        ("de", "am 20. Oktober 2026", "seit Oktober 2026", "bis zum 20. Oktober"),
        ("ru", "20 октября 2026 года", "с октября 2026 года", "до 20 октября"),
        ("sr-Cyrl", "20. октобра 2026. године", "од октобра 2026. године", "до 20. октобра"),
        ("sr-Latn", "20. oktobra 2026. godine", "od oktobra 2026. godine", "do 20. oktobra"),
        ("en", "on 20 October 2026", "since October 2026", "until 20 October"),
    ],
)
def test_dates_in_a_sentence(locale: str, on: str, since: str, until: str) -> None:
    form = formats(locale)
    assert form.date("2026-10-20", "on") == on
    assert form.date("2026-10", "since") == since
    assert form.date("--10-20", "until") == until


def test_a_month_after_in_has_its_case() -> None:
    assert formats("ru").date("2026-03", "on") == "в марте 2026 года"
    assert formats("sr-Cyrl").date("--03", "on") == "у марту"
    assert formats("ru").date("2026", "on") == "в 2026 году"


@pytest.mark.parametrize("date", ["20.10.2026", "2026-13", "2026-02-30", "", "--00-10"])
def test_what_is_no_date_is_refused(date: str) -> None:
    with pytest.raises(RenderError):
        formats("de").date(date)


def test_periods_name_the_month_once() -> None:
    assert plain(formats("de").period("2026-10-20", "2026-10-27")) == "20.–27. Oktober 2026"
    assert plain(formats("sr-Latn").period("2026-10-20", "2026-10-27")) == "20.–27. oktobar 2026."
    assert plain(formats("en").period("2026-09-20", "2026-10-27")) == "20 September – 27 October 2026"
    assert plain(formats("ru").period("2026-10-20", "2026-10-20")) == "20 октября 2026 г."


NUMBERS = (0, 1, 2, 5, 11, 21, 22, 1.5, 1_000_000)
# A noun in all its forms, and those that go with `NUMBERS`.
COUNTS = {
    "de": ({"one": "Artikel", "other": "Artikeln"}, "Artikeln Artikel Artikeln Artikeln Artikeln Artikeln Artikeln Artikeln Artikeln"),
    "en": ({"one": "article", "other": "articles"}, "articles article articles articles articles articles articles articles articles"),
    "ru": (
        {"one": "доклад", "few": "доклада", "many": "докладов", "other": "доклада"},
        "докладов доклад доклада докладов докладов доклад доклада доклада докладов",
    ),
    "sr-Cyrl": (
        {"one": "чланак", "few": "чланка", "other": "чланака"},
        "чланака чланак чланка чланака чланака чланак чланка чланака чланака",
    ),
    "sr-Latn": (
        {"one": "članak", "few": "članka", "other": "članaka"},
        "članaka članak članka članaka članaka članak članka članaka članaka",
    ),
}  # fmt: skip
# The numbers as each locale writes them.
WRITTEN = {
    "de": "0 1 2 5 11 21 22 1,5 1.000.000", "en": "0 1 2 5 11 21 22 1.5 1,000,000",
    "ru": "0 1 2 5 11 21 22 1,5 1\u00a0000\u00a0000", "sr-Cyrl": "0 1 2 5 11 21 22 1,5 1.000.000",
    "sr-Latn": "0 1 2 5 11 21 22 1,5 1.000.000",
}  # fmt: skip
# Each unit of time, points and times in the forms that go with `NUMBERS`.
UNITS = {
    "de": {
        "minutes": "Minuten Minute Minuten Minuten Minuten Minuten Minuten Minuten Minuten",
        "percentage_points": "Prozentpunkte Prozentpunkt Prozentpunkte Prozentpunkte Prozentpunkte Prozentpunkte Prozentpunkte Prozentpunkte Prozentpunkte",
    },
    "en": {
        "minutes": "minutes minute minutes minutes minutes minutes minutes minutes minutes",
        "basis_points": "basis_points basis_point basis_points basis_points basis_points basis_points basis_points basis_points basis_points",
    },
    "ru": {
        "years": "лет год года лет лет год года года лет",
        "minutes": "минут минута минуты минут минут минута минуты минуты минут",
        "basis_points": "базисных_пунктов базисный_пункт базисных_пункта базисных_пунктов базисных_пунктов базисный_пункт базисных_пункта базисного_пункта базисных_пунктов",
        "points": "пунктов пункт пункта пунктов пунктов пункт пункта пункта пунктов",
        "nits": "нит нит нита нит нит нит нита нита нит",
    },
    "sr-Cyrl": {
        "years": "година година године година година година године година година",
        "hours": "сати сат сата сати сати сат сата сати сати",
        "basis_points": "базних_поена базни_поен базна_поена базних_поена базних_поена базни_поен базна_поена базних_поена базних_поена",
    },
    "sr-Latn": {
        "years": "godina godina godine godina godina godina godine godina godina",
        "nits": "nita nit nita nita nita nit nita nita nita",
    },
}  # fmt: skip


@pytest.mark.parametrize("locale", LOCALES)
def test_the_form_that_goes_with_a_number(locale: str) -> None:
    """Serbian and Russian have a form for 21, others for 2 and 11, and fractions have their own."""
    form, (forms, expected) = formats(locale), COUNTS[locale]
    numbers = WRITTEN[locale].split(" ")
    want = [f"{number}\u00a0{noun}" for number, noun in zip(numbers, expected.split(), strict=True)]
    assert [form.count(number, forms) for number in NUMBERS] == want
    counted = [form.quantity(Quantity(value=number, unit="count"), things=forms) for number in NUMBERS]
    assert counted == want


@pytest.mark.parametrize(("locale", "unit"), [(locale, unit) for locale in UNITS for unit in UNITS[locale]])
def test_the_form_of_a_unit_that_goes_with_a_number(locale: str, unit: str) -> None:
    words = [word.replace("_", " ") for word in UNITS[locale][unit].split()]
    found = [formats(locale).quantity(Quantity(value=number, unit=unit)) for number in NUMBERS]
    numbers = WRITTEN[locale].split(" ")
    assert found == [f"{number}\u00a0{word}" for number, word in zip(numbers, words, strict=True)]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_whole_number_stands_for_a_fraction(locale: str) -> None:
    form = formats(locale)
    assert [form.whole_alike(number) for number in (0, 1, 2, 5, 11, 21, 22, 1_000_000)] == [
        0,
        1,
        2,
        5,
        11,
        21,
        22,
        1_000_000,
    ]
    assert form.whole_alike(3.0) == 3
    for fraction in (0.1, 0.5, 1.2, 1.5, 2.1, 21.5, 1_000_000.5):
        alike = form.babel.plural_form(form.whole_alike(fraction))
        # Russian has a form for fractions alone, which nouns share with two to four.
        assert alike == ("few" if locale == "ru" else form.babel.plural_form(fraction))


@pytest.mark.parametrize(
    ("locale", "worded"),
    [
        ("de", ["rund 60 %", "mehr als 21 Minuten", "1,5 Jahre", "2–3 kWh", "4,99 € pro Monat", "2,6 Milliarden Euro"]),
        ("en", ["about 60%", "more than 21 minutes", "1.5 years", "2–3 kWh", "€4.99 a month", "2.6 billion euros"]),
        ("ru", ["примерно 60 %", "более 21 минуты", "1,5 года", "2–3 кВт·ч", "4,99 € в месяц", "2,6 миллиарда евро"]),
        ("sr-Latn", ["oko 60%", "više od 21 minuta", "1,5 godina", "2–3 kWh", "4,99 € mesečno", "2,6 milijardi evra"]),
    ],
)
def test_quantities(locale: str, worded: list[str]) -> None:
    quantities = [
        Quantity(value=60, unit="percent", qualifier="approx"), Quantity(value=21, unit="minutes", qualifier="more_than"),
        Quantity(value=1.5, unit="years"), Quantity(value=2, value_to=3, unit="kWh"),
        Quantity(value=4.99, unit="EUR/month"), Quantity(value=2.6e9, unit="EUR"),
    ]  # fmt: skip
    assert [plain(formats(locale).quantity(quantity)) for quantity in quantities] == worded


# Symbols that are the same in all locales but the Russian one.
SYMBOLS = {
    "A", "B", "GB", "TB", "PB", "MB", "kB", "bit", "Mbit", "Gbit", "s", "Hz", "kHz", "MHz", "GHz", "W", "kW", "MW", "GW", "Wh",
    "kWh", "MWh", "GWh", "mAh", "V", "dB", "g", "kg", "t", "l", "m", "mm", "nm", "km", "ha", "h", "ms",
}  # fmt: skip


def reachable_units() -> set[str]:
    """Every unit that a quantity of an article can have."""
    tables = [read_tables(language)["units"] for language in LANGUAGES]
    found = {name for table in tables for key in ("words", "symbols", "adjectives") for name in table[key]}
    # What is converted never arrives, "bit" is passed over, and "fold" is "times".
    found = {units._CONVERTED.get(name, (name, 1))[0] for name in found} - {"bit", "fold"}
    found |= set(units._OTHER_RATES.values()) | units.CURRENCIES
    return found | {f"{money}/{per}" for money in units.CURRENCIES for per in units._RATES.values()}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_unit_is_written_as_the_locale_writes_it(locale: str) -> None:
    """No identifier of ours stands on a page; Latin letters in Cyrillic are those of symbols and currencies."""
    found = reachable_units()
    assert {"basis_points", "points", "nits", "EUR/month", "km/h", "Mbit/s"} <= found
    for unit in sorted(found):
        for value in (1, 2, 5, 1.5, 2_000_000):
            written = formats(locale).quantity(Quantity(value=value, unit=unit)).replace("°C", "")
            letters = set(re.findall("[A-Za-z_]+", written))
            if locale in ("ru", "sr-Cyrl"):
                symbols = units.CURRENCIES | {"US", "CN"}
                assert letters <= (symbols if locale == "ru" else symbols | SYMBOLS), (unit, written)
            else:
                assert not re.search("[_Ѐ-ӿ]", written), (unit, written)
                assert locale == "en" or not letters & {*unit.split("/")} - SYMBOLS - units.CURRENCIES, (unit, written)


@pytest.mark.parametrize(
    ("locale", "worded"),
    [
        ("de", ["0,285 € pro kWh", "2,50 ¥", "2.490 RSD", "3 Millionen Pfund", "1,25 Milliarden Yen"]),
        ("en", ["€0.285 per kWh", "JP¥2.50", "RSD 2,490", "3 million pounds", "1.25 billion yen"]),
        ("ru", ["0,285 € за кВт·ч", "2,50 ¥", "2 490 RSD", "3 миллиона фунтов стерлингов", "1,25 миллиарда иен"]),
        ("sr-Cyrl", ["0,285 € по kWh", "2,50 ¥", "2.490 RSD", "3 милиона фунти", "1,25 милијарди јена"]),
    ],
)
def test_money_keeps_its_digits(locale: str, worded: list[str]) -> None:
    """Fractions of a cent are not rounded, and a currency without a sign of its own stands apart from its number."""
    amounts = [(0.285, "EUR/kWh"), (2.5, "JPY"), (2490, "RSD"), (3e6, "GBP"), (1.25e9, "JPY")]
    assert [plain(formats(locale).quantity(Quantity(value=value, unit=unit))) for value, unit in amounts] == worded


def test_the_russian_qualifier_stands_before_the_preposition() -> None:
    share = Quantity(value=60, unit="percent", qualifier="approx")
    assert plain(formats("ru").quantity(share, preposition="на")) == "примерно на 60 %"


def test_an_open_order_of_magnitude_is_no_number() -> None:
    many = Quantity(value=100_000, qualifier="at_least")
    assert formats("de").quantity(many, open_=True) == "Hunderttausende"
    assert formats("sr-Cyrl").quantity(many, open_=True) == "стотине хиљада"
    assert plain(formats("ru").quantity(many)) == "не менее 100 000"


def test_money_that_would_lose_digits_stays_in_figures() -> None:
    assert plain(formats("de").money(1_234_567, "EUR")) == "1.234.567 €"


def test_lists() -> None:
    names = ["a", "b", "c"]
    assert formats("de").list(names, "nor") == "weder a noch b noch c"
    assert formats("ru").list(names, "nor") == "ни a, ни b, ни c"
    assert formats("sr-Latn").list(names, "nor") == "ni a, ni b ni c"
    assert formats("sr-Cyrl").list(names, "or") == "a, b или c"
    assert formats("en").list(names[:1]) == "a"
    assert formats("en").list([]) == ""


def test_every_locale_has_the_same_tables() -> None:
    shapes = {locale: sorted(formats(locale)._data) for locale in LOCALES}
    assert len({tuple(shape) for shape in shapes.values()}) == 1
