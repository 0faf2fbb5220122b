"""Dates, numbers, quantities and lists read as a newspaper of the locale writes them."""

from __future__ import annotations

import json

import pytest

from beleg.errors import RenderError
from beleg.records import Quantity
from beleg.render.formats import LOCALES, formats
from fakes import shared


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def test_expectations_of_the_cases() -> None:
    cases = json.loads((shared() / "cases/config/format-expectations.json").read_text("utf-8"))
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


COUNTS = [(1, "one"), (2, "few"), (5, "many"), (21, "one"), (22, "few"), (11, "many"), (0, "many")]


@pytest.mark.parametrize(("number", "category"), COUNTS)
def test_russian_and_serbian_counts(number: int, category: str) -> None:
    russian = {"one": "статья", "few": "статьи", "many": "статей", "other": "статьи"}
    serbian = {"one": "чланак", "few": "чланка", "other": "чланака"}
    assert plain(formats("ru").count(number, russian)) == f"{number} {russian[category]}"
    assert plain(formats("sr-Cyrl").count(number, serbian)) == f"{number} {serbian.get(category, serbian['other'])}"


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
