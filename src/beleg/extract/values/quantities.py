"""Quantities: amounts with their qualifier and what they count."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from beleg.extract.values.amounts import Amount, amount, is_adjective, noun_after
from beleg.extract.values.numerals import Numeral, numeral
from beleg.extract.values.refusals import is_none, named_numbers
from beleg.extract.values.units import CURRENCIES, compound
from beleg.extract.values.words import Words
from beleg.records import Qualifier, Quantity

# A bare number ("das Datenblatt nennt 240") takes the unit of one of so many quantities before it, the one nearest in
# size: each step back costs as much as a factor of two; more than a factor of eight apart is another matter.
_LOOK_BACK = 5
_STEP = math.log(2)
_APART = math.log(8)
# Millions and more go on with a currency.
_MILLION = 1_000_000
# The factor of cents.
_HUNDREDTH = 0.01
_MONEY_APART = math.log(30)
# Lengths of time and temperatures are seldom what a bare number measures, unless it is nearly the same.
_CLOSE = math.log(1.5)
_CLOSE_UNITS = frozenset({"hours", "days", "weeks", "months", "years", "celsius"})
# A rate (EUR/month) passes on only to values of its own size.
_RATE_APART = math.log(5)
# So few, said in words, are no measure of the sentence before: "Uns fehlen vier Prozent. Zwei fangen im Oktober an."
_FEW = 12
# Sentences over which a number in digits goes on with the unit before it; one in words does over one.
_DIGITS = 4
# So many words later nothing goes on.
_FAR_WORDS = 150
# What may stand between a bare number and one with a unit that holds for both.
_JOINTS = ("quantities.compound_join", "quantities.list_join", "quantities.range_join_open")
# "на 3 п. п., до 15 %": after these "до" says where it got to.
_RESULT_AFTER = frozenset({",", "–", "—", "-"})
_QUOTES = frozenset("„“”«»\"'(")
# Points are percentage points after percentages, but an index of 18,450 points is not.
_MOST_POINTS = 100


# The row of a table is no longer than so many characters.
_ROW = 500


class QuantityFound(NamedTuple):
    start: int
    end: int
    quantity: Quantity


class _Found(NamedTuple):
    # Words from, to.
    first: int
    last: int
    quantity: Quantity
    # What the number as written was multiplied by: for its unit (cents), and for its scale (millions).
    factor: float = 1.0
    scale: float = 1.0


def find_quantities(words: Words) -> list[QuantityFound]:
    """The quantities of a text that no date and no version has taken."""
    return _Finder(words).run()


class _Finder:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.found: list[_Found] = []
        self.named = named_numbers(words)

    def run(self) -> list[QuantityFound]:
        words, at = self.words, 0
        for i in words.numerals:
            if i < at or words.taken[i] or not (found := self._at(i)):
                continue
            at = found.last
            found = self._with_one(found)
            self._give_back(found)
            if joined := self._joined(found):
                self.found[-1] = joined
            else:
                self.found.append(found)
        return [QuantityFound(words.starts[f.first], words.end(f.last - 1), f.quantity) for f in self.found]

    def _at(self, i: int) -> _Found | None:
        """The quantity whose numeral stands at a word."""
        words = self.words
        given = amount(words, i)
        if given is None or is_none(words, given.number, self.named):
            return None
        first, before = self._before(given.first)
        last, after = self._after(given.last)
        qualifier: Qualifier = before or after or given.number.qualifier or "exact"
        quantity = Quantity(value=given.value, value_to=given.value_to, qualifier=qualifier)
        if given.unit is not None:
            measured = self._measured(given, quantity, last)
            return _Found(first, last, measured, given.unit.factor, given.number.scale) if measured else None
        if words.has(given.first - 1, "quantities.factor_words"):
            return _Found(first, last, replace(quantity, unit="times"))
        noun = noun_after(words, last)
        if noun is None and words.known.inverted and (turned := self._inverted(first, given.number)):
            first, unit = turned
            if unit is not None:
                return _Found(first, last, replace(quantity, unit=unit, qualifier="approx"))
            noun = words.words[first].text
        factor = 1.0
        if noun is None and not self._is_share(last):
            quantity, factor = self._inherited(quantity, given.number, first)
        if noun is not None:
            quantity = replace(quantity, of=noun)
        return _Found(first, last, quantity, factor, given.number.scale) if _is_many(given) else None

    def _measured(self, given: Amount, quantity: Quantity, last: int) -> Quantity | None:
        """A quantity of an amount with a unit; None where it is not measured after all."""
        unit, number = given.unit, given.number
        assert unit is not None
        name = self._points(unit.name, given.value, given.first)
        if name == "bit":
            return None  # "32-Bit-ARM"
        if name == "fold":
            return replace(quantity, unit="times") if _is_many(given) else None
        if name == "times" and not self._compares(number, last):
            return quantity if _is_many(given) else None
        alone = number.spelled and number.last == number.first + 1 and given.value_to is None
        if alone and number.value == 1 and name not in self.words.known.one_measured:
            return None  # "one is no quantity, unless it is measured"
        top = None if given.value_to is None else round(given.value_to * unit.factor, 6)
        return replace(quantity, value=round(given.value * unit.factor, 6), value_to=top, unit=name)

    # ------------------------------------------------------------------ around an amount

    def _before(self, first: int) -> tuple[int, Qualifier | None]:
        """Where a quantity begins with its qualifier, and that."""
        words, at = self.words, first - 1
        while not (found := words.back(at, "qualifiers.before")):
            if not words.has(at, "quantities.skip") and words.words[at].text not in _QUOTES:
                return first, None
            at -= 1
        qualifier, begin = found
        before = words.words[begin - 1]
        if before.text in _RESULT_AFTER and words.has(at, "quantities.range_join"):
            return first, None
        noun = before.text[:1].isupper() and not words.has(begin - 1, "quantities.stop")
        if noun and words.has(at, "qualifiers.prepositions"):
            return first, None
        return begin, qualifier

    def _after(self, last: int) -> tuple[int, Qualifier | None]:
        found = self.words.ahead(last, "qualifiers.after")
        return (found[1], found[0]) if found else (last, None)

    def _far(self, found: _Found, first: int) -> int:
        """How many sentences lie between a quantity and a word after it, counted up to one more than is ever asked."""
        if first - found.last > _FAR_WORDS:
            return _DIGITS + 1
        ends = (1 for i in range(first - 1, found.last - 1, -1) if self.words.ends_sentence(i))
        return sum(islice(ends, _DIGITS + 1))

    def _points(self, name: str, value: float, first: int) -> str:
        """A point is a percentage point after percentages, else something counted."""
        if name != "points":
            return name
        percent = any(
            f.quantity.unit in ("percent", "percentage_points") and self._far(f, first) <= 1
            for f in self.found[-_LOOK_BACK:]
        )
        return "percentage_points" if percent and abs(value) < _MOST_POINTS else "count"

    def _compares(self, number: Numeral, last: int) -> bool:
        """Whether "times" compares sizes: "3,1-mal so viele", "в 3 раза"; else it is how often."""
        words = self.words
        often = "compound" in words.words[number.first].tags or words.has(number.first, "numbers.repeats")
        if number.unit == "times" and not often:
            return True
        return bool(words.ahead(last, "quantities.comparisons")) or words.has(
            number.first - 1, "quantities.factor_before"
        )

    def _inverted(self, first: int, number: Numeral) -> tuple[int, str | None] | None:
        """A unit or noun before its number, which makes it a rough one: "года два", "базовых станций 2300"."""
        words, at = self.words, first - 1
        at -= words.has(at, "quantities.skip")  # "процентов на семь"
        unit = words.ahead(at, "units.words")
        if unit and unit[1] >= first - 1 and number.spelled and words.words[at - 1].value is None:
            return at, unit[0]
        if at < first - 1:
            return None
        noun = words.words[at].kind == "word" and not words.has(at, "quantities.stop")
        return (at, None) if noun and is_adjective(words, at - 1) else None

    def _is_share(self, last: int) -> bool:
        """Whether something is counted, whatever was measured before: "fünf von zwölf", "28 am Tag"."""
        words = self.words
        per = words.ahead(last, "units.per")
        if per and words.ahead(per[1], "units.words"):
            return True
        return words.has(last, "quantities.of_join") and numeral(words, last + 1) is not None

    # ------------------------------------------------------------------ quantities before

    def _inherited(self, bare: Quantity, number: Numeral, first: int) -> tuple[Quantity, float]:
        """A bare number with the unit of the quantity before it that is nearest in size, and the factor of that unit."""
        value = bare.value if bare.value_to is None else bare.value_to
        best, factor, cost = bare, 1.0, math.inf
        if self._is_of_its_own(first):
            return best, factor
        row = self._row(first)
        for back, found in enumerate(reversed(self.found[-_LOOK_BACK:])):
            given = found.quantity
            reach = _DIGITS if not number.spelled else 0 if value <= _FEW else 1
            far = self._far(found, first)
            if self.words.starts[found.first] < row or far > reach:
                break
            if given.unit in ("times", "percentage_points") or value * given.value <= 0:
                continue
            # Millions are rounded as it suits ("4,8 Millionen … 96 Millionen").
            if far and number.scale == 1 and not _as_fine(value, given.value / found.factor):
                continue
            apart = abs(math.log(value * found.factor / given.value))
            money = given.unit[:3] in CURRENCIES
            limit = _CLOSE if given.unit in _CLOSE_UNITS else _MONEY_APART if money and value >= _MILLION else _APART
            if apart <= limit and apart + back * _STEP < cost:
                cost, factor = apart + back * _STEP, found.factor
                unit = given.unit[:3] if money and apart > _RATE_APART else given.unit
                best = replace(_times(bare, factor), unit=unit, of=given.of)
        return best, factor

    def _is_of_its_own(self, first: int) -> bool:
        """Whether a noun or verb between the quantity before and a bare number says that it is another measure."""
        words = self.words
        begin = self.found[-1].last if self.found else first
        if first - begin > _FAR_WORDS:
            return False
        for i in range(first - 1, begin - 1, -1):
            if words.ends_sentence(i):
                return False
            if words.ahead(i, "quantities.own_measures"):
                return True
        return False

    def _give_back(self, found: _Found) -> None:
        """Let bare numbers right before take the unit: "mindestens 60, höchstens 80 km/h", "28, 31 und 33 Dezibel"."""
        if found.quantity.unit in ("count", "times") or found.quantity.value <= 0:
            return
        for back in range(len(self.found) - 1, -1, -1):
            before = self.found[back]
            taken = self._taking(before, found)
            if taken is None:
                return
            self.found[back] = taken
            found = found._replace(first=before.first)

    def _taking(self, before: _Found, found: _Found) -> _Found | None:
        """A bare number with the unit of the quantity that it is joined to; None where it has its own or none."""
        words, joint = self.words, found.first - 1
        while joint > before.last and (words.has(joint, "quantities.skip") or is_adjective(words, joint)):
            joint -= 1
        bare = before.quantity.unit == "count" and before.quantity.of is None and before.quantity.value > 0
        if not bare or before.last != joint:
            return None
        if words.meaning(before.last - 1, "units.words") == "points":
            # "um 0,9 Punkte auf 3,6 Prozent"
            points = replace(before.quantity, unit="percentage_points")
            return before._replace(quantity=points) if found.quantity.unit == "percent" else None
        instead = words.has(joint, "quantities.instead")
        if not (instead or words.words[joint].text == "," or any(words.has(joint, table) for table in _JOINTS)):
            return None
        apart = _MONEY_APART if found.quantity.unit[:3] in CURRENCIES else _APART
        taken = None
        # "19 statt elf Millionen Euro"
        for factor in dict.fromkeys((found.factor, found.factor * found.scale if instead else found.factor)):
            if abs(math.log(before.quantity.value * factor / found.quantity.value)) <= apart:
                taken = before._replace(quantity=replace(_times(before.quantity, factor), unit=found.quantity.unit))
        return taken

    def _row(self, i: int) -> int:
        """Where the row of a table begins that a word stands in; 0 outside of tables. Rows are of their own units."""
        text, end = self.words.text, self.words.starts[i]
        start = max(text.rfind("\n", max(0, end - _ROW), end) + 1, end - _ROW)
        return start if "|" in text[start:end] else 0

    def _with_one(self, found: _Found) -> _Found:
        """A length of time with a single larger one before it: "год и два месяца"."""
        words, at = self.words, found.first - 2
        if not words.has(found.first - 1, "quantities.compound_join"):
            return found
        unit = words.meaning(at, "units.words")
        if unit is None or words.words[at - 1].value is not None or (self.found and self.found[-1].last > at):
            return found
        whole = compound(Quantity(value=1, unit=unit), found.quantity)
        return _Found(at, found.last, whole) if whole else found

    def _joined(self, found: _Found) -> _Found | None:
        """A length of time that goes on the one before it: "6 часов 40 минут"."""
        if not self.found:
            return None
        before = self.found[-1]
        between = found.first - before.last
        if between > 1 or (between and not self.words.has(before.last, "quantities.compound_join")):
            return None
        if not between and found.factor == _HUNDREDTH and before.quantity.unit == found.quantity.unit:
            total = before.quantity.value + found.quantity.value  # "1500 рублей 50 копеек"
            return _Found(before.first, found.last, replace(before.quantity, value=round(total, 2)))
        whole = compound(before.quantity, found.quantity)
        return _Found(before.first, found.last, whole) if whole else None


def _as_fine(one: float, other: float) -> bool:
    """Whether two numbers as written are both whole or both not: a key figure of 5.1 goes on from no 28 decibels."""
    return round(one, 6).is_integer() == round(other, 6).is_integer()


def _times(quantity: Quantity, factor: float) -> Quantity:
    top = None if quantity.value_to is None else round(quantity.value_to * factor, 6)
    return replace(quantity, value=round(quantity.value * factor, 6), value_to=top)


def _is_many(given: Amount) -> bool:
    """Whether something counted is more than one, or nothing in digits."""
    if given.value_to is not None:
        return True
    return given.value not in ((0, 0.5, 1) if given.number.spelled else (1,))
