"""Amounts: a numeral with its sign, its unit and the other end of its range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beleg.extract.values.numerals import Numeral, numeral
from beleg.extract.values.units import Unit, rate_after, unit_after
from beleg.extract.values.words import Words

# How many adjectives may stand between a number and its unit or noun.
ADJECTIVES = 2
_DASHES = frozenset("-–—")
_SIGNS = frozenset("−-–+")


class Amount(NamedTuple):
    """A number or range with its unit; words from, to."""

    first: int
    last: int
    number: Numeral
    value: float
    # The end of a range; None for a single value.
    value_to: float | None
    unit: Unit | None


def amount(words: Words, i: int) -> Amount | None:
    """The amount whose numeral or currency sign stands at a word; None if there is none."""
    word = words.words[i]
    if pair := words.meaning(i, "numbers.pair"):
        return _pair(words, i, *pair)
    sign = word.text in words.known.currency_before
    number = numeral(words, i + 1 if sign else i)
    if number is None or (_is_one(number) and numeral(words, number.last)):
        return None  # "eine halbe Stunde", "ein Drittel": the article of the numeral after it
    currency = words.known.symbols[word.text] if sign else words.known.codes.get(words.words[number.first - 1].text)
    first, negative = signed(words, i if sign else number.first)
    value = -number.value if negative else number.value
    unit = unit_of(words, number)
    if currency and unit is None:
        unit = rate_after(words, currency, number.last) or Unit(currency, 1, number.last)
        first = min(first, number.first - 1)
    single = Amount(first, unit.last if unit else number.last, number, value, None, unit)
    found = _range(words, single) or single
    if found.unit is None and negative and number.scale == 1:
        found = found._replace(unit=Unit("celsius", 1, found.last))  # "minus 14": what else is counted from below
    below = words.ahead(found.last, "numbers.below_zero")
    if below and found.unit and found.unit.name == "celsius":
        found = found._replace(value=-abs(found.value), last=below[1])
    return found


def _pair(words: Words, i: int, low: float, high: float) -> Amount | None:
    """Two numbers in one word, a range: "два-три процента"."""
    if high <= low:
        return None
    scale = words.ahead(i + 1, "numbers.scales")
    times, last = scale or (1.0, i + 1)
    number = Numeral(low * times, i, last, scale=times, spelled=True)
    unit = unit_of(words, number)
    return Amount(i, unit.last if unit else last, number, low * times, high * times, unit)


def _is_one(number: Numeral) -> bool:
    return number.spelled and number.value == 1 and number.last == number.first + 1


def signed(words: Words, i: int) -> tuple[int, bool]:
    """Where a number begins with its sign, and whether it is negative."""
    before = words.words[i - 1].text
    if words.has(i - 1, "numbers.minus"):
        return i - 1, True
    if words.has(i - 1, "numbers.plus") or (before == "+" and words.glued(i)):
        return i - 1, False
    # A dash before a space opens an item of a list; glued to a word it is a hyphen.
    if words.glued(i) and (before == "−" or (before in ("-", "–") and not words.glued(i - 1))):
        return i - 1, True
    return i, False


def unit_of(words: Words, number: Numeral) -> Unit | None:
    """The unit of a numeral: its own, or what follows, maybe after an adjective."""
    if number.unit is not None:
        return Unit(number.unit, 1, number.last)
    if found := unit_after(words, number.last):
        return found
    for at in adjectives(words, number.last):
        if found := unit_after(words, at):
            return found
    return None


def adjectives(words: Words, i: int) -> Iterator[int]:
    """The words up to which only adjectives stand from a word on, the nearest first."""
    for at in range(i, i + ADJECTIVES):
        if not is_adjective(words, at):
            return
        yield at + 1


def is_adjective(words: Words, i: int) -> bool:
    word = words.words[i]
    return word.text.islower() and not words.has(i, "quantities.stop") and words.has(i, "quantities.adjectives")


def noun_after(words: Words, i: int) -> str | None:
    """What is counted by a number before a word, in the article's own word; adjectives may stand between."""
    at = i
    if words.has(i, "quantities.partitive"):
        i = at = i + 1  # "22 der Räder"
    for after in adjectives(words, i):
        if words.words[after].kind == "word" and not words.has(after, "quantities.stop"):
            at = after
    word = words.words[at]
    if word.kind != "word" or words.has(at, "quantities.stop") or words.taken[at]:
        return None
    capital = word.text[0].isupper()
    return word.text if capital == words.known.noun_capitals or (capital and at == i) else None


def _range(words: Words, low: Amount) -> Amount | None:
    """The range that an amount opens: "5–7 Tage", "zwischen 97 und 110", "von zehn auf 80 Prozent"."""
    at = low.last
    if words.words[at].text == "-" and words.glued(at) and not words.glued(at + 1):
        at += 1  # "2- bis 3-mal"
    opened = _opened(words, low.first - 1)
    join = words.ahead(at, "quantities.range_join")
    if join is None and opened:
        join = words.ahead(at, "quantities.range_join_open")
    if join is None or low.number.qualifier:
        return None
    dash = words.words[at].text in _DASHES
    if dash and words.glued(at) != words.glued(join[1]):
        return None  # "fünf -", the dash of a clause
    second_at, negative = join[1], False
    if (
        words.words[second_at].text in _SIGNS
        or words.has(second_at, "numbers.minus")
        or words.has(second_at, "numbers.plus")
    ):
        second_at += 1
        negative = signed(words, second_at)[1]
    number = numeral(words, second_at)
    if number is None or (number.unit and not low.unit):
        return None
    unit = unit_of(words, number)
    value, value_to = low.value, -number.value if negative else number.value
    if low.number.scale == 1 and number.scale > 1 and abs(value) < abs(value_to) / number.scale:
        value *= number.scale  # "3 bis 4 Mrd."
    if low.unit and unit and low.unit.name != unit.name:
        return None
    if value_to <= value and not opened:
        return None
    if low.unit is None and unit is None and dash and number.scale == 1 and noun_after(words, number.last) is None:
        return None  # "das Ergebnis war 3-2"
    if unit is None and low.unit is not None:
        unit = low.unit._replace(last=number.last)
    # The opening word is the range's own: "от 15 до 20" is no "at least".
    first = low.first - 1 if words.has(low.first - 1, "quantities.range_open") else low.first
    return Amount(first, unit.last if unit else number.last, low.number, value, value_to, unit)


def _opened(words: Words, i: int) -> bool:
    """Whether an opening word ends at a word, maybe with an article or a qualifier behind it."""
    if words.has(i, "quantities.range_open"):
        return True
    between = words.has(i, "quantities.skip") or words.has(i, "qualifiers.before")
    return between and words.has(i - 1, "quantities.range_open")
