"""Quantities: value, end of range, unit, qualifier, what is counted."""

from __future__ import annotations

import pytest

from beleg.extract.values import find_values
from beleg.lexicons import load
from beleg.records import Quantity


def quantities(tag: str, text: str) -> list[Quantity]:
    language, _, script = tag.partition("-")
    lexicon = load(language, script or ("Cyrl" if language == "ru" else "Latn"))
    return [found.quantity for found in find_values(text, lexicon, "2026-11-18").quantities]


def told(quantity: Quantity) -> str:
    """A quantity in short: "97..110 km", "60 percent approx"."""
    to = "" if quantity.value_to is None else f"..{quantity.value_to:.12g}"
    qualifier = "" if quantity.qualifier == "exact" else f" {quantity.qualifier}"
    return f"{quantity.value:.12g}{to} {quantity.unit}{qualifier}"


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        # numbers in words
        ("de", "Einundzwanzig Filialen mit achtzehnhundert Leuten.", ["21 count", "1800 count"]),
        ("de", "Anderthalb Millionen Menschen, eine halbe Stunde.", ["1500000 count", "0.5 hours"]),
        ("ru", "Двадцать один магазин и сто двадцать пять тысяч жителей.", ["21 count", "125000 count"]),
        ("ru", "Пять с половиной тысяч домов, полмиллиарда рублей.", ["5500 count", "500000000 RUB"]),
        ("ru", "Через полчаса и полтора года спустя.", ["0.5 hours", "1.5 years"]),
        ("sr-Latn", "Dvadeset jedan autobus i više od sto hiljada ljudi.", ["21 count", "100000 count more_than"]),
        ("sr-Latn", "Pedesetak kuća, sat i po vožnje.", ["50 count approx", "1.5 hours"]),
        # open orders of magnitude
        ("de", "Dutzende Flüge und Hunderttausende Reisende.", ["10 count at_least", "100000 count at_least"]),
        ("ru", "Сотни тысяч моделей и десятки паролей.", ["100000 count at_least", "10 count at_least"]),
        ("sr-Latn", "Preuzet je desetinama hiljada puta.", ["10000 count at_least"]),
        # raised digits: a power of ten, or the number of a note
        ("de", "10³ Tonnen Getreide und 10⁻³ Gramm Gold.", ["1000 t", "0.001 g"]),
        ("de", "Die Reichweite liegt bei 950¹ Kilometern, die Fläche bei 12 km².", ["950 km", "12 km²"]),
        ("ru", "Вырастили 10⁶ клеток, пробег 950² километров.", ["1000000 count", "950 km"]),
        ("sr-Latn", "Prešli su 950¹ kilometara sa 10³ tona.", ["950 km", "1000 t"]),
        # shares
        ("de", "Zwei Drittel zahlen, jeder zwanzigste zu spät.", ["66.7 percent", "5 percent"]),
        ("ru", "Три четверти домов, каждый пятый из них и десятая часть.", ["75 percent", "20 percent", "10 percent"]),
        ("sr-Latn", "Dve petine cene, svaki treći uzorak.", ["40 percent", "33.3 percent"]),
        ("ru", "Подзарядка занимает четверть часа.", ["0.25 hours"]),
        # factors, and how often
        ("de", "Der Umsatz hat sich verdoppelt.", ["2 times"]),
        ("de", "Der Chip ist dreimal so schnell, fiel aber zweimal aus.", ["3 times", "2 count"]),
        ("ru", "Батарея держит в три раза дольше, сбоев вдвое меньше.", ["3 times", "2 times"]),
        ("sr-Latn", "Kartica je dvaput brža, zahtevi su menjani tri puta.", ["2 times", "3 count"]),
        # money
        ("de", "Das kostet 12.000,50 Euro oder EUR 12,5 Mio. im Paket.", ["12000.5 EUR", "12500000 EUR"]),
        ("de", "Der Tarif kostet € 19,90 im Monat, die Stunde 50 Cent.", ["19.9 EUR/month", "0.5 EUR"]),
        ("de", "Strom für 32,5 Cent pro Kilowattstunde.", ["0.325 EUR/kWh"]),
        ("ru", "Выручка составила $3,2 млрд, штраф — 500 тыс. руб.", ["3200000000 USD", "500000 RUB"]),
        ("sr-Latn", "Paket staje 2.490 dinara mesečno.", ["2490 RSD/month"]),
        # ranges
        ("de", "Die Miete stieg von 850 auf 920 Euro im Monat.", ["850..920 EUR/month"]),
        ("de", "Kosten: 3 bis 4 Mrd. Euro in ein bis zwei Jahren.", ["3000000000..4000000000 EUR", "1..2 years"]),
        ("ru", "Доля выросла с 12 до 15 процентов, на 20—25 %.", ["12..15 percent", "20..25 percent"]),
        ("sr-Latn", "Od minus 40 do plus 55 stepeni, za tri do pet godina.", ["-40..55 celsius", "3..5 years"]),
        # lengths of time add up
        ("de", "Zwei Jahre und sechs Monate; sechs Stunden und 40 Minuten.", ["30 months", "400 minutes"]),
        ("ru", "Окупится за год и два месяца.", ["14 months"]),
        # units of several words, with hyphens, converted
        ("de", "410 Wattstunden pro Kilogramm im 5-Nanometer-Verfahren.", ["410 Wh/kg", "5 nm"]),
        ("ru", "Ток напряжением 25 кВ, скорость до 1,2 Гбит/с.", ["25000 V", "1.2 Gbit/s at_most"]),
        ("sr-Latn", "Ide do 1,2 gigabita u sekundi.", ["1.2 Gbit/s at_most"]),
        ("de", "Für über 80-Jährige; die vierjährige Karte.", ["80 years more_than", "4 years"]),
        ("ru", "Карта четырёхлетней давности, 45-летний мужчина.", ["4 years", "45 years"]),
        ("sr-Cyrl", "Двогодишњи пројекат и 0,4 процентна поена.", ["2 years", "0.4 percentage_points"]),
        ("sr-Latn", "Na dvadeset stepeni ispod nule.", ["-20 celsius"]),
        # qualifiers, before and after
        ("de", "Gut neun Prozent, knapp acht Meter.", ["9 percent more_than", "8 m less_than"]),
        ("de", "Ein Vertrag über fünf Jahre, über zehn Tonnen.", ["5 years", "10 t more_than"]),
        ("ru", "Не менее чем в шести атаках, 60 лет и старше.", ["6 count at_least", "60 years at_least"]),
        ("ru", "Тяжба займёт года два.", ["2 years approx"]),
        ("sr-Latn", "Karticama starijim od pet godina, od 60 godina naviše.", ["5 years more_than", "60 years at_least"]),
        ("ru", "Эффективность 95 % (ДИ 90–98 %), ветер 25 м/с.", ["95 percent", "90..98 percent", "25 m/s"]),
        # a bare number goes on with the unit before it
        ("de", "120 Kilometer verspricht sie, gemessen sind 92.", ["120 km", "92 km"]),
        ("ru", "Раньше сборка шла 52 минуты, теперь 39.", ["52 minutes", "39 minutes"]),
        ("de", "In fünf Jahren sind zwei von zehn Firmen übrig.", ["5 years", "2 count", "10 count"]),
        # one is measured, not counted
        ("de", "Nach einer Stunde half ein Neustart.", ["1 hours"]),
    ],
)  # fmt: skip
def test_quantities(tag, text, wanted):
    assert [told(q) for q in quantities(tag, text)] == wanted


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("de", "Auf Seite 41, in § 5 Absatz 2, Gate 12, PLZ 10115 Berlin."),
        ("de", "Im dritten Quartal, im 18. Jahrhundert, der 3. Platz, im ersten Halbjahr."),
        ("de", "Von 9 bis 17 Uhr, um 14.35 Uhr, das Spiel endete 3:1."),
        ("de", "Der Halo 2 und die Fjell 12, BF16 auf Lynx2 mit 32-Bit-ARM."),
        ("de", "Apache 2.0, CVE-2026-48113, 5G und die beiden Seiten."),
        ("ru", "Обе стороны, дом № 15, в 10 часов, с 9 до 17 часов, статья 5, сеть 5G."),
        ("ru", "Телефон 8 (800) 555-35-35, рейс SU 1234, Топ-10, счёт 3:1."),
        ("sr-Latn", "Oba modela, u 10 časova, član 5, Halo 2, u 3. kvartalu."),
    ],
)
def test_no_quantity(tag, text):
    assert quantities(tag, text) == []


def test_what_is_counted_is_in_the_articles_word():
    assert [q.of for q in quantities("de", "24 neue Transporter fahren, 12 stehen.")] == ["Transporter", "Transporter"]
    assert quantities("ru", "Разработчики закрыли 17 опасных уязвимостей.")[0].of == "уязвимостей"
    assert quantities("sr-Latn", "Obolelo je 47 ljudi.")[0].of == "ljudi"


def test_spans_hold_the_qualifier_and_the_unit():
    text = "Etwa 60 % mehr Sekunden."
    (found,) = find_values(text, load("de", "Latn")).quantities
    assert text[found.start : found.end] == "Etwa 60 %"
    text = "So sagt es: rund 3 bis 4 Meter."
    (found,) = find_values(text, load("de", "Latn"), start=8).quantities
    assert text[found.start : found.end] == "rund 3 bis 4 Meter"


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        # Each sentence gives a figure of its own.
        (
            "de",
            "Sie ist 28 Dezibel laut. Die Jahresarbeitszahl gibt X mit 5,1 an. Der Index beträgt 4,5. Die Note lautet 1,3.",
            ["28 dB", "5.1 count", "4.5 count", "1.3 count"],
        ),
        (
            "de",
            "Die Kosten sanken um 23 Prozent. Mehr als 4,5 sind kaum zu erreichen.",
            ["23 percent", "4.5 count more_than"],
        ),
        ("de", "Sie ist 28 Dezibel laut, die Note lautet 14.", ["28 dB", "14 count"]),
        ("ru", "Уровень шума — 28 децибел. Индекс — 14. Оценка равна 12.", ["28 dB", "14 count", "12 count"]),
        ("sr-Cyrl", "Бука је 28 децибела. Коефицијент износи 14.", ["28 dB", "14 count"]),
        # Another count of the same still needs no unit.
        ("de", "Der Hersteller nennt 28 Dezibel. Wir haben 31 gemessen.", ["28 dB", "31 dB"]),
        ("ru", "Производитель называет 28 децибел. Мы намерили 31.", ["28 dB", "31 dB"]),
        # All of a list share its unit.
        ("de", "Gemessen wurden 28, 31 und 33 Dezibel.", ["28 dB", "31 dB", "33 dB"]),
        ("sr-Latn", "Izmereno je 28, 31 i 33 decibela.", ["28 dB", "31 dB", "33 dB"]),
    ],
)
def test_a_unit_is_shared_by_numbers_of_one_measure_alone(tag, text, wanted):
    assert [told(quantity) for quantity in quantities(tag, text)] == wanted
