"""Values and how they stand to each other: what is told of them in all locales, and what stays a quote."""

from __future__ import annotations

import pytest

from beleg.records import Quantity
from beleg.render.gist import read, shifts
from fakes import statement
from render.test_wording import worded

DE: dict[str, str] = {}
RU = {"language": "ru", "script": "Cyrl"}
SR = {"language": "sr", "script": "Cyrl"}


def told(quote: str, *quantities: Quantity, kind: str = "metric", locale: str = "de", **more: object) -> str | None:
    return worded(statement(quote, kind=kind, quantities=quantities, **more), locale)


def of(value: float, unit: str, to: float | None = None) -> Quantity:
    return Quantity(value=value, value_to=to, unit=unit)


@pytest.mark.parametrize(
    ("quote", "quantities", "kind", "more", "expected"),
    [
        ("Rufaufbau | 1,5 s", [of(1.5, "seconds")], "metric", DE, "„Rufaufbau“: 1,5 Sekunden."),
        ("Враћено је 60 од 12.000 уређаја.", [of(60, "count"), of(12000, "count")], "quantity", SR, "Zurückgegeben: 60 von 12.000 Geräten."),
        ("Враћено је 40 од 60 комада.", [of(40, "count"), of(60, "count")], "quantity", SR, "Zurückgegeben: 40 von 60 Stück."),
        ("Температура снизилась на 3 градуса.", [of(3, "celsius")], "metric", RU, "Temperatur: Rückgang um 3 °C."),
        ("Подписка подорожала с 900 до 1100 рублей.", [of(900, "RUB", 1100)], "price", RU, "Abonnement: Preiserhöhung von 900 RUB auf 1.100 RUB."),
        ("Температура је опала за 1,4 степена.", [of(1.4, "celsius")], "metric", SR, "Temperatur: Rückgang um 1,4 °C."),
        ("Damit braucht man 41 Prozent weniger Strom.", [of(41, "percent")], "metric", DE, "Strom: 41 % weniger."),
        ("Eine Mahlzeit kostet 5,20 Euro.", [of(5.2, "EUR")], "price", DE, "Preis (Mahlzeit): 5,20 €."),
        ("Трактор стаје 71.000 евра.", [of(71000, "EUR")], "price", SR, "Preis (Traktor): 71.000 €."),
        ("Установка стоила 7 млрд рублей.", [of(7e9, "RUB")], "funding", RU, "Kosten (Installation): 7 Milliarden Rubel."),
        ("Дуг је достигао 14,2 милиона евра.", [of(14.2e6, "EUR")], "funding", SR, "Schulden: 14,2 Millionen Euro."),
    ],
)  # fmt: skip
def test_values_keep_their_parts(
    quote: str, quantities: list[Quantity], kind: str, more: dict[str, str], expected: str
) -> None:
    """Each value stands under what it is a value of, an old one before the new one, a part before its whole."""
    assert told(quote, *quantities, kind=kind, **more) == expected


@pytest.mark.parametrize(
    ("quote", "quantities", "kind", "more"),
    [
        # Two sources side by side, named in another row.
        ("Masse: 5,8 kg | 5,9 kg", [of(5.9, "kg")], "metric", DE),
        # A bound, and no difference.
        ("Отпад је мањи од три одсто.", [of(3, "percent")], "metric", SR),
        # What it is compared with.
        ("Damit braucht man 41 Prozent weniger Strom als mit dem Halo 2.", [of(41, "percent")], "metric", DE),
        # Who pays whom for what is open.
        ("Одно обращение к «Полиснику» стоит страховщику 190 рублей.", [of(190, "RUB")], "price", {**RU, "names": ("Polisnik",)}),
        # How large the batch is of which so many came back is not what was sold.
        ("Von 40 Geräten seien 12 nicht verkauft.", [of(40, "count"), of(12, "count")], "quantity", {"polarity": "negated"}),
        # A fall that is none.
        ("Je Hektar fielen 380 Kilogramm Eiweiß an.", [of(380, "kg")], "metric", DE),
        # Where the price is, and what sort of contract.
        ("На экране цена: 129 990 рублей.", [of(129990, "RUB")], "price", RU),
        ("Контракт на установку стоит 27 млн рублей.", [of(27e6, "RUB")], "price", RU),
        # A second value that the statement does not hold.
        ("Батерија је трајала 19 сати, друга 22.", [of(19, "hours")], "metric", SR),
        # A difference by itself.
        ("на 19 процентов.", [of(19, "percent")], "metric", RU),
    ],
)  # fmt: skip
def test_what_values_are_of_must_be_sure(
    quote: str, quantities: list[Quantity], kind: str, more: dict[str, object]
) -> None:
    assert told(quote, *quantities, kind=kind, **more) is None


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "Subscription: price increase from RUB 900 to RUB 1,100."),
        ("ru", "Подписка: подорожание с 900 ₽ до 1 100 ₽."),
        ("sr-Cyrl", "Претплата: поскупљење са 900 RUB на 1.100 RUB."),
    ],
)
def test_from_and_to_in_all_locales(locale: str, expected: str) -> None:
    quote = "Подписка подорожала с 900 до 1100 рублей."
    assert told(quote, of(900, "RUB", 1100), kind="price", locale=locale, **RU) == expected


def test_a_value_is_one_piece_with_its_unit_and_its_number_in_words() -> None:
    """The words of a number are no words of their own."""
    one = statement("Сбой длился двадцать минут.", kind="security", quantities=(of(20, "minutes"),), **RU)
    gist = read(one)
    assert [part.text for part in gist.parts if part.kind == "value"] == ["двадцать минут"]
    assert not [part for part in gist.parts if part.kind == "left"]
    assert shifts(one, gist) == [None]
