"""The numbers, months and weekdays of a text, in a shape in which two languages can be compared.

Read with the same engine as the quantities of articles (`extract.values`), but more widely: every number counts here,
also one that measures nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from beleg.extract.values.amounts import signed, unit_of
from beleg.extract.values.dates import find_dates
from beleg.extract.values.days import month_at
from beleg.extract.values.numerals import Numeral, numeral
from beleg.extract.values.units import rate_after
from beleg.extract.values.vocabulary import Word, vocabulary
from beleg.extract.values.words import Words, visible
from beleg.merge.spelling import latin
from beleg.records import Qualifier
from beleg.translate.tongues import Tongue, continental, lexicon_of

_ROMAN = re.compile(r"(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_DAY = re.compile(r"(\d{1,2})\.[ \u00a0]?(\d{1,2})\.(?:[ \u00a0]?(\d{2,4}))?")
_TENS, _CENTURY = 20, 100
_DECADES = 1900
_YEAR_DIGITS = 4
# A letter and a digit: "Q3" may be told as the third quarter, "S1" is written "С1" in Cyrillic.
_LETTER_AND_DIGIT = re.compile(r"[^\W\d_]\d")


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """A number of a text."""

    # What it may stand for; mostly one.
    values: frozenset[float]
    # Whether it must have its like on the other side: not "one", "second" or "half", which need not be told by a number.
    sure: bool = True
    # Whether it is an open order of magnitude: "millions".
    is_open: bool = False
    # As in `records.Quantity`; None where it has none that is known.
    unit: str | None = None
    qualifier: Qualifier | None = None

    @property
    def shown(self) -> str:
        """For messages."""
        return f"{min(self.values):.15g}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """What a text counts and dates by."""

    numbers: tuple[Figure, ...]
    # Identifiers with digits ("h100", "2.14.1"), in lower case and Latin letters.
    codes: tuple[str, ...]
    # 1 to 12, and 1 to 7.
    months: frozenset[int]
    weekdays: frozenset[int]
    # Days in ISO 8601, without a year where the text has none.
    days: tuple[str, ...]


def figures(text: str, tongue: Tongue) -> Figures:
    """The numbers, codes, months, weekdays and days of a text."""
    known = vocabulary(lexicon_of(text, tongue))
    written = visible(continental(text, tongue)).text
    words = Words(written, known)
    numbers: list[Figure] = []
    codes: list[str] = []
    months: set[int] = set()
    weekdays: set[int] = set()
    at = 0
    for i, word in enumerate(words.words):
        if i < at or not word.text:
            continue
        if word.kind == "day" and (parts := _DAY.fullmatch(word.text)):
            numbers += _numeric_day(*parts.groups())
            months.update({int(parts[2])} if parts[3] else ())
        elif found := _code(word):
            at = i + 1
            for piece in found:
                if isinstance(piece, Figure):
                    numbers.append(piece)
                else:
                    codes.append(piece)
        elif found_number := _figure(words, i):
            figure, at = found_number
            numbers.append(figure)
        else:
            if month := month_at(words, i):
                months.add(month)
            if weekday := words.meaning(i, "weekdays"):
                weekdays.add(int(weekday))
            numbers += _loosely(words, i)
    dates = [found.date for found in find_dates(Words(written, known), None)]
    return Figures(
        numbers=tuple(numbers), codes=tuple(codes), months=frozenset(months), weekdays=frozenset(weekdays),
        days=tuple(date for date in dates if len(date) >= len("--10-20") and date.count("-") != 1),
    )  # fmt: skip


def _numeric_day(day: str, month: str, year: str | None) -> Iterator[Figure]:
    """The numbers of "6.10.2026"; without a year it may be a version before a full stop: "bleibt bei 6.8."."""
    yield Figure(values=frozenset({float(day)} if year else {float(day), float(f"{day}.{month}")}))
    if year:
        yield Figure(values=frozenset({float(year)}))
    else:
        yield Figure(values=frozenset({float(month)}), sure=False)


def _figure(words: Words, i: int) -> tuple[Figure, int] | None:
    """The number that begins at a word, and the word after it."""
    word = words.words[i]
    if word.kind == "iso":
        year, _, day = word.text.split("-")
        return Figure(values=frozenset({float(year), float(day)})), i + 1
    if word.kind == "clock":
        hour, _, minute = word.text.partition(":")
        return Figure(values=frozenset({int(hour) + int(minute) / 100})), i + 1
    if not word.numeral or words.meaning(i, "numbers.pair"):
        return None
    number = numeral(words, i)
    if number is None:
        return None
    values = {number.value}
    if word.kind in ("number", "dotted"):
        _, negative = signed(words, i)
        if negative:
            values = {-number.value}
        elif _is_decade(words, number):
            values.add(_DECADES + number.value)
    unit = unit_of(words, number)
    currency = words.known.symbols.get(words.words[i - 1].text) or words.known.codes.get(words.words[i - 1].low)
    if unit is None and currency:
        unit = rate_after(words, currency, number.last)
    is_open = "numbers.many" in word.tags or (word.kind == "word" and number.scale == number.value)
    if number.unit == "percent" and number.spelled:
        values.add(number.value / 100)
    ordinal = words.meaning(number.last, "numbers.ordinals")
    if number.spelled and ordinal and ordinal < _TENS <= number.value < _CENTURY:
        # "двадцать первый"
        return Figure(values=frozenset({number.value + ordinal}), sure=False), number.last + 1
    return Figure(
        values=frozenset(values), is_open=is_open,
        sure=not number.spelled or (_is_plain(words, number) and number.value >= 2 and not is_open),
        unit=number.unit or (unit.name if unit else currency), qualifier=_qualifier(words, number),
    ), number.last  # fmt: skip


def _is_plain(words: Words, number: Numeral) -> bool:
    """Whether a number in words is one that other languages say by a number, too: neither "a dozen" nor "doubled"."""
    tags = words.words[number.first].tags
    plain = "numbers.words" in tags or "compound" in tags
    return plain and number.unit is None and number.qualifier is None and number.value == int(number.value)


def _is_decade(words: Words, number: Numeral) -> bool:
    """Whether two digits stand for a decade: "die 90er", "90-е"."""
    at = number.last + (words.words[number.last].text == "-")
    return number.value < _CENTURY and words.has(at, "dates.decade_endings") and words.glued(number.last)


def _qualifier(words: Words, number: Numeral) -> Qualifier | None:
    before = words.back(number.first - 1, "qualifiers.before")
    after = words.ahead(number.last, "qualifiers.after")
    found: Qualifier | None = before[0] if before else after[0] if after else number.qualifier
    return found


def _code(word: Word) -> list[Figure | str]:
    """The pieces of an identifier: what must be found as it is, and numbers ("GPT-4"); nothing if it is none."""
    if word.kind in ("version", "code"):
        return [word.low.lstrip("v")]
    if word.kind in ("number", "dotted") and word.value is None:
        return [word.text]
    if word.kind != "word" or not any(character.isdigit() for character in word.text):
        return []
    found: list[Figure | str] = []
    for piece in re.split(r"[-\u2010\u2011]", word.text):
        if piece.isdigit() or _LETTER_AND_DIGIT.fullmatch(piece):
            found.append(Figure(values=frozenset({float(re.sub(r"\D", "", piece))})))
        elif any(character.isdigit() for character in piece):
            found.append(latin(piece))
    return found


def _loosely(words: Words, i: int) -> Iterator[Figure]:
    """Numbers that a word may stand for and need not: ordinals, Roman numerals, both of a pair."""
    word = words.words[i]
    values: set[float] = set()
    if pair := words.meaning(i, "numbers.pair"):
        yield from (Figure(values=frozenset({float(one)}), sure=False) for one in pair)
    if "numbers.ordinals" in word.tags and (ordinal := words.meaning(i, "numbers.ordinals")):
        values.add(ordinal)
    if _ROMAN.fullmatch(word.text):
        values.add(_roman(word.text))
    if values:
        yield Figure(values=frozenset(values), sure=False)


def _roman(text: str) -> float:
    values = [_ROMAN_VALUES[letter] for letter in text]
    return float(sum(-v if any(w > v for w in values[n + 1 : n + 2]) else v for n, v in enumerate(values)))
