"""Numerals: how a number is said, in digits, in words, or as a share."""

from __future__ import annotations

from typing import NamedTuple

from beleg.extract.values.words import Words
from beleg.records import Qualifier


class Numeral(NamedTuple):
    """A number as said, before its unit."""

    value: float
    # Words from, to.
    first: int
    last: int
    # A unit that the word itself holds: "вчетверо", "полчаса", "четырёхлетней", "Hälfte".
    unit: str | None = None
    # A qualifier that the word itself holds: "Dutzende" is at least ten.
    qualifier: Qualifier | None = None
    # What its scale multiplied it by: a thousand, a million.
    scale: float = 1.0
    # Whether it is said in words, not in digits.
    spelled: bool = False


_THOUSAND = 1000


def numeral(words: Words, i: int) -> Numeral | None:
    """The numeral that begins at a word, with the scale after it; None if none does."""
    word = words.words[i]
    if words.taken[i]:
        return None
    if word.kind in ("number", "dotted") and word.value is not None:
        return _scaled(words, i, i + 1, word.value, spelled=False)
    if not word.tags:
        return None
    for read in (_and_half, _fraction, _factor, _every, _many, _spelled):
        if found := read(words, i):
            return found
    return None


def _scaled(words: Words, first: int, last: int, value: float, *, spelled: bool) -> Numeral:
    """A number with the scales after it ("5,3 млн", "сотни тысяч") and a half ("два с половиной миллиона")."""
    qualifier: Qualifier | None = None
    if half := words.ahead(last, "numbers.plus_half"):
        value, last = value + 0.5, half[1]
    whole = 1.0
    while True:
        if over := words.ahead(last, "qualifiers.within"):  # "два с лишним миллиона"
            qualifier, last = "more_than", over[1]
        if not (scale := words.ahead(last, "numbers.scales")):
            break
        value, whole, last = value * scale[0], whole * scale[0], scale[1]
        if half := words.ahead(last, "numbers.plus_half"):
            value, last = value + 0.5 * scale[0], half[1]
    return Numeral(round(value, 6), first, last, qualifier=qualifier, scale=whole, spelled=spelled)


def _spelled(words: Words, i: int) -> Numeral | None:
    """A number in words: parts are added, scales multiply ("сто двадцать пять тысяч", "dvadeset i jedan")."""
    word = words.words[i]
    if compound := words.meaning(i, "compound"):
        value, unit, factor = compound
        if "numbers.ordinals" in words.words[i - 1].tags:
            return None  # "im ersten Halbjahr"
        if unit is not None or factor != 1:
            return Numeral(value * factor, i, i + 1, unit, spelled=True)
        return _scaled(words, i, i + 1, value, spelled=True)
    about = words.meaning(i, "numbers.about")
    if about is not None:
        plain = _scaled(words, i, i + 1, about, spelled=True)
        return plain._replace(qualifier="approx")
    if "numbers.words" not in word.tags:
        return _rest(words, _scaled(words, i, i, 1.0, spelled=True)) if words.ahead(i, "numbers.scales") else None
    value, last = words.meaning(i, "numbers.words"), i + 1
    step = _step(value)
    while True:
        at = last + 1 if words.has(last, "numbers.glue") else last
        part = words.meaning(at, "numbers.words")
        if part is None or not 1 <= part < step or (at > last and step != 10):
            break
        value, last, step = value + part, at + 1, _step(part)
    return _rest(words, _scaled(words, i, last, value, spelled=True))


def _rest(words: Words, whole: Numeral) -> Numeral:
    """Thousands with the hundreds behind them: "двенадцать тысяч пятьсот", "хиљаду и двеста"."""
    glue = words.has(whole.last, "numbers.glue")
    at = whole.last + glue
    if whole.scale < _THOUSAND or "numbers.words" not in words.words[at].tags:
        return whole
    rest = _spelled(words, at)
    least = 100 if glue else 1
    if rest is None or rest.unit or rest.scale > 1 or not least <= rest.value < whole.scale:
        return whole
    return whole._replace(value=whole.value + rest.value, last=rest.last)


def _step(value: float) -> float:
    """What a number in words can still be added to: units to tens, tens to hundreds."""
    return 100 if value >= 100 and value % 100 == 0 else 10 if value >= 20 and value % 10 == 0 else 0


def _many(words: Words, i: int) -> Numeral | None:
    """An open order of magnitude ("сотни тысяч", "Dutzende"): at least its lowest power of ten."""
    many = words.meaning(i, "numbers.many")
    if many is None:
        return None
    found = _scaled(words, i, i + 1, many, spelled=True)
    return found._replace(qualifier="at_least")


def _and_half(words: Words, i: int) -> Numeral | None:
    """One and a half of the unit before it: "sat i po"."""
    half = words.ahead(i, "numbers.plus_half")
    unit = words.meaning(i - 1, "units.words") if half else None
    if half is None or unit is None or words.words[i - 2].value is not None or words.has(i - 2, "numbers.words"):
        return None
    return Numeral(1.5, i - 1, half[1], unit, spelled=True)


def _factor(words: Words, i: int) -> Numeral | None:
    """So many times as much: "doppelt so viele", "вчетверо"."""
    repeats = words.meaning(i, "numbers.repeats")
    factor = words.ahead(i, "numbers.factors") if repeats is None else (repeats, i + 1)
    return None if factor is None else Numeral(factor[0], i, factor[1], "times", spelled=True)


def _fraction(words: Words, i: int) -> Numeral | None:
    """A share in percent: "ein Drittel", "три четверти", "dve petine"; of an hour or a litre it is these."""
    above, at = 1.0, i
    if "numbers.fractions" not in words.words[i].tags:
        if "numbers.fractions" not in words.words[i + 1].tags:
            return None
        above, at = words.meaning(i, "numbers.words") or words.words[i].value or 0.0, i + 1
        if not above:
            return None
    found = words.ahead(at, "numbers.fractions")
    if found is None:
        return None
    share, last = found
    unit = words.ahead(last, "units.words")
    if unit:
        return Numeral(above * share, i, unit[1], unit[0], spelled=True)
    return Numeral(round(above * share * 100, 1), i, last, "percent", spelled=True)


def _every(words: Words, i: int) -> Numeral | None:
    """One in so many: "jeder zwanzigste" is 5 percent, "десятая часть" 10."""
    if words.has(i, "numbers.each"):
        nth, last = words.meaning(i + 1, "numbers.ordinals"), i + 2
        if words.words[i + 1].text.isdigit() and words.words[last].text == ".":
            nth, last = words.words[i + 1].value, i + 3
        # "каждый первый" says nothing; "jeden zweiten Tag" is how often, not how many.
        if nth and nth > 1 and "units.words" not in words.words[last].tags:
            return Numeral(round(100 / nth, 1), i, last, "percent", spelled=True)
    elif words.has(i + 1, "numbers.part"):
        nth = words.meaning(i, "numbers.ordinals")
        if nth and nth > 2:
            return Numeral(round(100 / nth, 1), i, i + 2, "percent", spelled=True)
    return None
