"""What looks like a quantity and is none: labels, times of day, scores, telephone numbers, names, ordinals."""

from __future__ import annotations

from collections import Counter

from beleg.extract.values.amounts import noun_after, unit_of
from beleg.extract.values.numerals import Numeral, numeral
from beleg.extract.values.units import CURRENCIES, unit_after
from beleg.extract.values.words import Words

_NUMBERS = frozenset({"number", "dotted"})
_HOURS = 24
_CENTURY = 100
_LENGTHS = frozenset({"m", "mm", "km"})
_HYPHENS = frozenset("-–‑")
_INSIDE = frozenset(",;(")
_QUOTES = frozenset('„“”«»"')
# A larger number is no part of a name ("Halo 2", "Airbus 320"), unless after capitals ("SU 1234").
_NAME_MAX = 999
# A number from here on counts rather than belonging to a name, where the rest of the sentence leaves it open.
_COUNTS = 20


def named_numbers(words: Words) -> frozenset[tuple[str, str]]:
    """Words with a number behind that are names: what has a capital inside a sentence, or, in German, comes twice."""
    pairs = [
        (words.words[i - 1].text, words.words[i].text)
        for i in words.numerals
        if words.words[i].kind == "number" and not words.taken[i] and words.words[i - 1].text[:1].isupper()
        and (words.known.noun_capitals or (words.words[i - 2].kind == "word" and not _counts(words, i)))
    ]  # fmt: skip
    if not words.known.noun_capitals:
        return frozenset(pairs)
    return frozenset(pair for pair, times in Counter(pairs).items() if times > 1)


def _counts(words: Words, i: int) -> bool:
    """Whether a number in digits behind a word with a capital counts: it is large, and a noun follows."""
    value, name = words.words[i].value, words.words[i - 1].text
    if name.isupper() and len(name) > 1:
        return False  # "JU 123 polazi"
    return value is not None and value >= _COUNTS and noun_after(words, i + 1) is not None


def is_none(words: Words, number: Numeral, named: frozenset[tuple[str, str]]) -> bool:
    """Whether a numeral stands for no quantity."""
    first, last = number.first, number.last
    if number.unit is None and words.back(first - 1, "quantities.labels"):
        unit = unit_after(words, last)
        return unit is None or unit.name[:3] not in CURRENCIES  # "je Platz 140 Euro"
    if words.has(first - 1, "quantities.range_open") and words.back(first - 2, "quantities.labels"):
        return True  # "серије од 2231 до 2240"
    if words.has(first - 1, "quantities.of_join") and words.back(first - 3, "quantities.labels"):
        return True  # "Platz 22 von 25"
    if _is_clock(words, number):
        return True
    if number.unit is None and number.value < _CENTURY and words.has(first - 1, "dates.edges"):
        return unit_of(words, number) is None and noun_after(words, last) is None  # "Mitte 40", an age
    if number.spelled:
        return False
    return (
        _is_glued(words, number)
        or _is_item(words, number)
        or _has_neighbour(words, first, last)
        or _is_dimension(words, first, last)
        or (words.known.ordinal_dot and _is_ordinal(words, number))
        or _is_name(words, number, named)
    )


def _is_clock(words: Words, number: Numeral) -> bool:
    """Whether it is a time of day: "14 Uhr", "von 9 bis 17 Uhr", "в 10 часов"."""
    first, last = number.first, number.last
    join = words.ahead(last, "quantities.range_join")
    if join is None and words.has(first - 1, "quantities.range_open"):
        join = words.ahead(last, "quantities.range_join_open")
    end = join[1] + 1 if join else last
    if words.has(last, "dates.clock") or words.has(end, "dates.clock"):
        return True
    # "с 9 до 17 часов", from either number.
    begin = first - 2 if words.has(first - 1, "quantities.range_join") else first
    if number.value > _HOURS:
        return False
    for at in (last, end):
        if words.has(at, "dates.clock_hours"):
            return words.has(begin - 1, "dates.clock_before") or words.has(at + 1, "dates.clock_parts")
    return False


def _is_glued(words: Words, number: Numeral) -> bool:
    """Whether it is part of something written together: "3:2", "24/7", "737-800", "5G", "32-Bit-ARM"; but "(5", "„97", "-5", "€60", "16GB", "5-Nanometer"."""
    first, last = number.first, number.last
    before, after = words.words[first - 1], words.words[last]
    if words.glued(first) and before.kind in ("mark", "word", *_NUMBERS):
        further = words.words[first - 2].kind if words.glued(first - 1) else "break"
        if before.kind != "mark" or (before.text in "/:#.&=_" and further != "break"):
            return True
        if before.text in _HYPHENS and further not in ("break", "mark"):
            return True
    if not words.glued(last) or after.kind == "break":
        return False
    if after.text in (":", "/"):
        return words.words[last + 1].kind in _NUMBERS and words.glued(last + 1)
    if after.kind in ("word", *_NUMBERS):
        model = len(after.text) == 1 and _names(words, first - 1)  # "Kestrel 6s"
        return last == first + 1 and (model or unit_after(words, last) is None)
    return after.text in _HYPHENS and words.glued(last + 1) and _is_hyphenated_name(words, last)


def _names(words: Words, i: int) -> bool:
    """Whether a word with a capital inside a sentence stands there, where only names have one."""
    word = words.words[i]
    inside = (
        words.words[i - 1].kind == "word" or words.words[i - 1].text in _INSIDE or words.words[i - 1].text in _QUOTES
    )
    return not words.known.noun_capitals and inside and word.kind == "word" and word.text[0].isupper()


def _is_hyphenated_name(words: Words, i: int) -> bool:
    """Whether the hyphen at a word joins a number to a name, an ordinal, a score or a telephone number."""
    if words.words[i + 1].kind == "word":
        decade = words.has(i + 1, "dates.decade_endings") and len(words.words[i - 1].text) == len("2020")
        if decade or words.has(i + 1, "numbers.ordinal_endings"):
            return True
        return unit_after(words, i) is None and not words.has(i + 1, "numbers.endings")
    second = numeral(words, i + 1)
    if second is None:
        return words.words[i + 1].kind in _NUMBERS
    more = second.last
    if words.words[more].text == "-" and words.glued(more) and words.glued(more + 1):
        return unit_after(words, more) is None
    return second.scale == 1 and unit_of(words, second) is None and noun_after(words, more) is None


def _has_neighbour(words: Words, first: int, last: int) -> bool:
    """Whether a number that is no value stands right beside: a row of digits, a telephone number."""
    at = first - 2 if words.words[first - 1].text == "(" and words.words[last].text == ")" else first - 1
    return any(words.words[i].kind in _NUMBERS and not words.taken[i] for i in (at, last))


def _is_item(words: Words, number: Numeral) -> bool:
    """Whether it numbers an item of a list: "2. Tragen Sie …" where a line begins."""
    first, last = number.first, number.last
    after = words.words[last]
    return words.words[first - 1].kind == "break" and after.text in (".", ")") and words.glued(last)


def _is_dimension(words: Words, first: int, last: int) -> bool:
    """Whether it is one side of "30 x 20 cm" or "30 на 20 см": measures of one thing, or a sum that the text does not give."""
    if any(words.has(at, "quantities.dimension_join") for at in (first - 1, last)) and _is_side(words, first, last):
        return True
    return any(
        words.known.symbols.get(words.words[at].text) == "times" and words.words[at + 1].kind in _NUMBERS
        for at in (first - 1, last)
    )


def _is_side(words: Words, first: int, last: int) -> bool:
    """Whether a number and the one beside it, with nothing that opens a range, are lengths."""
    begin, other = (first, last + 1) if words.has(last, "quantities.dimension_join") else (first - 2, first)
    if words.words[begin].kind not in _NUMBERS or words.words[other].kind not in _NUMBERS:
        return False
    unit = unit_after(words, other + 1)
    return unit is not None and unit.name in _LENGTHS and not words.has(begin - 1, "quantities.range_open")


def _is_ordinal(words: Words, number: Numeral) -> bool:
    """Whether it is an ordinal: "im 3. Quartal", "2023. godine", "die 2. und 3. Reihe"."""
    last = number.last
    dot, after = words.words[last], words.words[last + 1]
    if dot.text != "." or not words.glued(last) or number.last != number.first + 1 or number.value != int(number.value):
        return False
    if after.kind == "break":
        return False
    if after.text[0].islower() or after.text in (",", ")", "–"):
        return True
    # "Am 3. Platz"; where nouns are small, "за 61. Недостаје" ends a sentence.
    most = 100 if words.known.noun_capitals else 32
    return words.has(number.first - 1, "dates.day_before") and after.text[0].isupper() and number.value < most


def _is_name(words: Words, number: Numeral, named: frozenset[tuple[str, str]]) -> bool:
    """Whether a whole number belongs to the name before it: "Halo 2", "Fjell 12"."""
    i = number.first
    name, digits = words.words[i - 1], words.words[i].text
    if (
        name.kind != "word"
        or number.last != i + 1
        or not digits.isdigit()
        or number.value > _NAME_MAX * (10 if name.text.isupper() else 1)
    ):
        return False
    if not name.text[0].isupper() or "months" in name.tags or "weekdays" in name.tags:
        return False
    join = words.ahead(number.last, "quantities.range_join")
    instead = words.has(number.last, "quantities.instead")
    if unit_of(words, number) is not None or instead or (join and numeral(words, join[1])):
        return False
    if (name.text, digits) in named:
        return True
    if words.has(i - 1, "quantities.stop"):
        return False  # "U 40 stanova", where a sentence begins
    # At the start of a sentence every word has a capital: only an odd one ("Wi-Fi 7", "LH 454") is surely a name.
    odd = not (name.text[1:] or "a").islower()
    before = words.words[i - 2]
    quoted = before.text in _QUOTES and words.words[number.last].kind != "word"
    inside = before.kind == "word" or before.text in _INSIDE or quoted or odd
    if words.known.noun_capitals:
        # "Halo 2", "Fjell 12", but "bei unserem Besuch 97"
        return inside and (odd or number.value < _COUNTS) and noun_after(words, number.last) is None
    return (inside and not _counts(words, i)) or (words.known.script == "Cyrl" and name.text.isascii())
