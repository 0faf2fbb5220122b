"""Units: what stands after a number, brought to the closed list of the annotation guide."""

from __future__ import annotations

from typing import NamedTuple

from beleg.extract.values.vocabulary import folded
from beleg.extract.values.words import Words
from beleg.records import Quantity

CURRENCIES = frozenset({"EUR", "USD", "SEK", "GBP", "CHF", "RSD", "RUB", "JPY", "CNY"})
# Lengths of time, in seconds or months: "6 hours 40 minutes" is given in the smaller unit.
DURATIONS = {
    "milliseconds": ("s", 0.001), "seconds": ("s", 1), "minutes": ("s", 60), "hours": ("s", 3600), "days": ("s", 86400),
    "weeks": ("s", 604800), "months": ("m", 1), "years": ("m", 12),
}  # fmt: skip
# Units that people write and the guide does not list.
_CONVERTED = {
    "cm": ("mm", 10), "mg": ("g", 0.001), "µg": ("g", 0.000001), "kV": ("V", 1000), "decades": ("years", 10), "TWh": ("GWh", 1000), "permille": ("percent", 0.1),
    "Mbit": ("Mbit/s", 1), "Gbit": ("Gbit/s", 1),
}  # fmt: skip
# What may be counted by what.
_RATES = {"kWh": "kWh", "months": "month", "years": "year", "hours": "hour", "GB": "GB"}
_OTHER_RATES = {
    ("Wh", "kg"): "Wh/kg", ("bit", "seconds"): "bit/s", ("Mbit/s", "seconds"): "Mbit/s", ("Gbit/s", "seconds"): "Gbit/s",
    ("km", "hours"): "km/h", ("m", "seconds"): "m/s", ("MB", "seconds"): "MB/s", ("GB", "seconds"): "GB/s",
}  # fmt: skip


class Unit(NamedTuple):
    name: str
    # What the number is multiplied by.
    factor: float
    # The word after it.
    last: int


def unit_after(words: Words, i: int) -> Unit | None:
    """The unit that begins at a word, right after a number, with what it is counted by ("Euro pro Stunde")."""
    found = _symbol(words, i) or _hyphenated(words, i) or _word(words, i)
    if found is None:
        return None
    name, last = found
    name, factor = _CONVERTED.get(name, (name, 1))
    if words.has(i, "currencies.hundredths"):
        factor = 0.01
    rate = _rate(words, name, last)
    if rate is not None:
        name, last = rate
    return Unit(name, factor, last)


def _symbol(words: Words, i: int) -> tuple[str, int] | None:
    found = words.known.symbol_after.match(words.text, words.end(i - 1))
    if not found:
        return None
    last = i
    while words.starts[last] < found.end():
        last += 1
    if words.has(i, "quantities.stop") and not words.glued(i) and words.words[last].kind not in ("mark", "break"):
        return None  # "7.2 с декабря": the preposition, no seconds
    if words.words[last].text == "." and words.glued(last) and words.words[last + 1].kind != "break":
        # "руб." inside a sentence
        last += not words.words[last + 1].text[0].isupper()
    return words.known.symbols[found.group().strip(" \u00a0\u202f\u2009")], last


def _hyphenated(words: Words, i: int) -> tuple[str, int] | None:
    """A unit joined to its number: "5-Nanometer-Verfahren", "80-Jährige", "20-процентный", "6-mal"."""
    if (
        words.words[i].text not in "-\u2010\u2011"
        or not words.words[i].text
        or not words.glued(i)
        or not words.glued(i + 1)
        or words.has(i + 1, "numbers.endings")
    ):
        return None  # "на 3-м месте" is third, not three metres
    word = words.words[i + 1]
    head = word.text.replace("\u2010", "-").replace("\u2011", "-").partition("-")[0]
    if head in words.known.symbols:
        return words.known.symbols[head], i + 2
    tags = words.known.tags_of(folded(head))
    for table in ("units.adjectives", "units.words", "currencies.words"):
        for rest, name in tags.get(table, ()):
            if not rest:
                return name, i + 2
    return None


def _word(words: Words, i: int) -> tuple[str, int] | None:
    best: tuple[str, int] | None = None
    for table in ("units.words", "currencies.words", "currencies.hundredths"):
        found = words.ahead(i, table)
        if found and (best is None or found[1] > best[1]):
            best = found
    if best is None and "-" in words.words[i].text and words.words[i].kind != "mark":
        # "киловатт-часов" has an entry of its own; "Gigabyte-Modul" has not.
        for table in ("units.words", "currencies.words"):
            for rest, name in words.head(i).get(table, ()):
                if not rest:
                    return name, i + 1
    return best


def rate_after(words: Words, currency: str, i: int) -> Unit | None:
    """What money is counted by, after an amount whose sign stands before it: "$15 im Monat"."""
    rate = _rate(words, currency, i)
    return Unit(rate[0], 1, rate[1]) if rate else None


def _rate(words: Words, name: str, i: int) -> tuple[str, int] | None:
    if name in CURRENCIES and (found := words.ahead(i, "units.rates")):
        return f"{name}/{found[0]}", found[1]
    per = words.ahead(i, "units.per")
    if per is None:
        return None
    by = _symbol(words, per[1]) or words.ahead(per[1], "units.words")
    if by is None:
        return None
    if name in CURRENCIES and by[0] in _RATES:
        return f"{name}/{_RATES[by[0]]}", by[1]
    other = _OTHER_RATES.get((name, by[0]))
    return (other, by[1]) if other else None


def compound(first: Quantity, second: Quantity) -> Quantity | None:
    """Two lengths of time as one, in the smaller unit: "6 часов 40 минут"; None if they don't add up."""
    a, b = DURATIONS.get(first.unit), DURATIONS.get(second.unit)
    if a is None or b is None or a[0] != b[0] or a[1] <= b[1] or first.value_to is not None:
        return None
    value = first.value * a[1] / b[1] + second.value
    return Quantity(value=value, value_to=second.value_to, unit=second.unit, qualifier=first.qualifier)
