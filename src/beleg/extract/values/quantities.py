"""Quantities: numbers with their unit, qualifier, range and what they count."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beleg.extract.values.numerals import Numeral, numeral
from beleg.extract.values.units import CURRENCIES, Unit, compound, unit_after
from beleg.extract.values.words import Words
from beleg.records import Qualifier, Quantity

# A bare number ("das Datenblatt nennt 240") takes the unit of one of so many quantities before it, the one nearest in
# size: each step back costs as much as a factor of two; more than a factor of thirty apart is another matter.
_LOOK_BACK = 5
_STEP = math.log(2)
_APART = math.log(8)
# Millions and more go on with the currency.
_MONEY_APART = math.log(30)
# Lengths of time and temperatures are seldom what a bare number measures, unless it is nearly the same.
_CLOSE = math.log(1.5)
_CLOSE_UNITS = frozenset({"hours", "days", "weeks", "months", "years", "celsius"})
# A rate (EUR/month) passes on only to values of its own size.
_RATE_APART = math.log(5)
# How many adjectives may stand between a number and its unit or noun.
_ADJECTIVES = 2


class QuantityFound(NamedTuple):
    start: int
    end: int
    quantity: Quantity


def find_quantities(words: Words) -> list[QuantityFound]:
    """The quantities of a text that no date and no version has taken."""
    return _Finder(words).run()


class _Found(NamedTuple):
    first: int
    last: int
    quantity: Quantity


class _Finder:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.found: list[_Found] = []
        # Names with a number that occur where only a name has a capital: inside a sentence.
        self.named = {
            (words.words[i - 1].text, words.words[i].text)
            for i in words.anchors
            if words.words[i].kind == "number" and not words.taken[i] and words.words[i - 2].kind == "word"
            and words.words[i - 1].kind == "word" and words.words[i - 1].text[0].isupper()
            and not words.known.noun_capitals
        }  # fmt: skip

    def run(self) -> list[QuantityFound]:
        words, at = self.words, 0
        for i in words.anchors:
            if i < at or words.taken[i]:
                continue
            found = self._at(i)
            if found is None:
                continue
            found = self._with_one(found)
            at = found.last
            if self.found and (joined := self._joined(found)):
                self.found[-1] = joined
            else:
                self.found.append(found)
        return [QuantityFound(words.starts[f.first], words.end(f.last - 1), f.quantity) for f in self.found]

    def _at(self, i: int) -> _Found | None:
        words = self.words
        sign = words.known.symbols.get(words.words[i].text) if words.words[i].text in words.known.currency_before else None
        first = numeral(words, i + 1 if sign else i)
        if first and first.value == 1 and first.spelled and numeral(words, first.last):
            return None  # "eine halbe Stunde", "ein Drittel": the article of the numeral after it
        if first is None or self._is_none(first):
            return None
        begin = i
        if sign:
            unit: Unit | None = Unit(sign, 1, first.last)
            rate = unit_after_rate(words, sign, first.last)
            unit = rate or unit
        else:
            unit = self._unit(first)
        begin, negative = self._sign(first.first if not sign else i)
        value = -first.value if negative else first.value
        to, last = self._range(first, unit, begin, value)
        if to is not None:
            upper, unit, upper_value = to
            if words.has(begin - 1, "quantities.range_open"):
                begin -= 1  # "от 15 до 20": here it is no "at least"
        end = unit.last if unit else last
        if unit is None and negative:
            unit = Unit("celsius", 1, end)
        below = words.ahead(end, "numbers.below_zero")
        if below and unit and unit.name == "celsius":
            value, end = -abs(value), below[1]
        begin, qualifier = self._before(begin)
        end, after = self._after(end)
        qualifier = qualifier or after or first.qualifier or "exact"
        top = upper_value if to is not None else None
        if unit is not None:
            name = self._points(unit.name)
            if name == "bit":
                return None  # "32-Bit-ARM"
            if name == "times" and not self._compares(first, end):
                return self._count(begin, end, value, top, qualifier, None, first)
            if first.spelled and first.value == 1 and first.last == first.first + 1 and top is None and not self._one(first, name):
                return None
            if first.value == 0.5 and first.spelled and name == "times":
                return None
            quantity = Quantity(
                value=_round(value * unit.factor), value_to=None if top is None else _round(top * unit.factor),
                unit=name, qualifier=qualifier,
            )  # fmt: skip
            return _Found(begin, end, quantity)
        noun, _ = self._noun(end)
        if noun is None and words.known.inverted and (before := self._inverted(begin, first)):
            begin, name = before
            if name:
                quantity = Quantity(value=value, value_to=top, unit=name, qualifier="approx")
                return _Found(begin, end, quantity)
            noun = words.words[begin].text
        share = words.has(end, "quantities.of_join") and numeral(words, end + 1)
        if noun is None and not share and not words.ahead(end, "units.per"):
            inherited = self._inherited(value if top is None else top, begin)
            if inherited is not None:
                quantity = Quantity(
                    value=value, value_to=top, unit=inherited.unit, qualifier=qualifier, of=inherited.of
                )
                return None if value == 1 else _Found(begin, end, quantity)
        return self._count(begin, end, value, top, qualifier, noun, first)

    def _count(
        self, begin: int, end: int, value: float, top: float | None, qualifier: Qualifier, noun: str | None, first: Numeral
    ) -> _Found | None:
        if first.spelled and value in (0, 0.5, 1) or value == 1 and top is None:
            return None
        return _Found(begin, end, Quantity(value=value, value_to=top, qualifier=qualifier, of=noun))

    # ------------------------------------------------------------------ what is no quantity

    def _is_none(self, first: Numeral) -> bool:
        """Whether a number is a label, a time, a score, a telephone number, a piece of a name, an ordinal."""
        words, i = self.words, first.first
        before, after = words.words[i - 1], words.words[first.last]
        if first.unit is None and words.back(i - 1, "quantities.labels"):
            return True
        if words.has(first.last, "dates.clock"):
            return True
        if words.has(first.last, "dates.clock_hours") and words.has(i - 1, "dates.clock_before"):
            return True
        if first.spelled:
            return False
        if words.glued(i) and before.kind in ("mark", "word", "number"):
            # "3:2", "24/7", "737-800", "x.5"; but "(5", "„97", "-5", "€60"
            glued_to = words.words[i - 2] if words.glued(i - 1) else None
            if before.kind != "mark" or before.text in "/:#.&=+_" and glued_to is not None:
                return True
            if before.text in "-–—" and glued_to is not None and glued_to.kind not in ("break", "mark"):
                return True
        if words.glued(first.last) and after.kind != "break":
            if after.text in ":/" and words.words[first.last + 1].kind == "number" and words.glued(first.last + 1):
                return True
            if after.kind in ("word", "number", "dotted") and first.last == i + 1 and unit_after(words, first.last) is None:
                return True
            if after.text in "-–‑" and words.glued(first.last + 1) and self._hyphenated_name(first):
                return True
        if after.kind in ("number", "dotted") and not words.taken[first.last] or self._follows_number(i):
            return True
        if words.known.ordinal_dot and after.text == "." and words.glued(first.last) and self._ordinal(first):
            return True
        return self._named(first)

    def _follows_number(self, i: int) -> bool:
        before = self.words.words[i - 1]
        return before.kind in ("number", "dotted") and not self.words.taken[i - 1]

    def _hyphenated_name(self, first: Numeral) -> bool:
        """ "32-Bit-ARM", "555-35-35", "3-2"; but "5-Nanometer", "3-4 dana", "5-, 6-mal"."""
        words, last = self.words, first.last
        after = words.words[last + 1]
        if after.kind == "word":
            return unit_after(words, last) is None and not words.has(last + 1, "numbers.endings")
        if after.kind not in ("number", "dotted"):
            return False
        second = numeral(words, last + 1)
        if second is None:
            return True
        more = words.words[second.last]
        return more.text == "-" and words.glued(second.last) and words.glued(second.last + 1) or (
            self._unit(second) is None and self._noun(second.last)[0] is None
        )

    def _ordinal(self, first: Numeral) -> bool:
        """ "im 3. Quartal", "2023. godine", "die 2. und 3. Reihe"."""
        words = self.words
        after = words.words[first.last + 1]
        if first.value != int(first.value) or after.kind == "break" or first.last != first.first + 1:
            return False
        if after.text[0].islower() or after.text in ",)–":
            return True
        return words.has(first.first - 1, "dates.day_before") and after.text[0].isupper() and first.value < 100

    def _named(self, first: Numeral) -> bool:
        """Whether a whole number belongs to the name before it: "Halo 2", "Fjell 12"."""
        words, i = self.words, first.first
        name = words.words[i - 1]
        if name.kind != "word" or first.last != i + 1 or not words.words[i].text.isdigit() or first.value > 999:
            return False
        if not name.text[0].isupper() or "months" in name.tags or "weekdays" in name.tags:
            return False
        if (name.text, words.words[i].text) in self.named:
            return True
        sentence_begins = words.words[i - 2].kind in ("break", "mark")
        latin = name.text.isascii() and not words.known.noun_capitals and not words.text.isascii()
        if self._unit(first) is not None:
            return False
        if words.known.noun_capitals:
            return not sentence_begins and self._noun(first.last)[0] is None
        return not sentence_begins or (latin and words.known.script == "Cyrl")

    # ------------------------------------------------------------------ around a number

    def _sign(self, i: int) -> tuple[int, bool]:
        """Where a number begins with its sign, and whether it is negative."""
        words = self.words
        before = words.words[i - 1]
        if words.has(i - 1, "numbers.minus"):
            return i - 1, True
        if words.has(i - 1, "numbers.plus") or before.text == "+" and words.glued(i):
            return i - 1, False
        # A dash before a space opens an item of a list; glued to a word it is a hyphen.
        if words.glued(i) and (before.text == "−" or before.text in "-–" and before.text and not words.glued(i - 1)):
            return i - 1, True
        return i, False

    def _unit(self, number: Numeral) -> Unit | None:
        """The unit of a numeral: its own, or what follows, maybe after an adjective."""
        words, i = self.words, number.last
        if number.unit is not None:
            return Unit(number.unit, 1, i)
        if found := unit_after(words, i):
            return found
        at = i
        while at < i + _ADJECTIVES and words.words[at].kind == "word" and self._adjective(at):
            at += 1
            if found := unit_after(words, at):
                return found if words.words[at - 1].text.islower() else None
        return None

    def _adjective(self, i: int) -> bool:
        words = self.words
        word = words.words[i]
        return word.text.islower() and not words.has(i, "quantities.stop") and words.has(i, "quantities.adjectives")

    def _range(
        self, first: Numeral, unit: Unit | None, begin: int, low: float
    ) -> tuple[tuple[Numeral, Unit | None, float] | None, int]:
        """The upper end of a range, its unit and value; and the word after the number or range."""
        words = self.words
        at = unit.last if unit else first.last
        opened = words.has(begin - 1, "quantities.range_open") or self._open_before(begin)
        join = words.ahead(at, "quantities.range_join")
        if join is None and opened:
            join = words.ahead(at, "quantities.range_join_open")
        if join is None:
            return None, first.last
        second_at = join[1]
        if words.words[at].kind == "mark" and words.words[at].text in "-–—" and not (
            words.glued(at) == words.glued(second_at)
        ):
            return None, first.last
        negative = False
        word = words.words[second_at]
        if word.text in ("−", "-", "+", "–") or words.has(second_at, "numbers.minus") or words.has(second_at, "numbers.plus"):
            negative = word.text in ("−", "-", "–") or words.has(second_at, "numbers.minus")
            second_at += 1
        second = numeral(words, second_at)
        if second is None or first.qualifier or second.unit and not unit:
            return None, first.last
        upper = self._unit(second)
        value = -second.value if negative else second.value
        if unit is not None and upper is not None and unit.name != upper.name:
            return None, first.last
        if value <= low and not opened:
            return None, first.last
        if unit is None and upper is None and words.words[at].text in "-–—" and self._noun(second.last)[0] is None:
            return None, first.last
        return (second, upper or (Unit(unit.name, unit.factor, second.last) if unit else None), value), second.last

    def _open_before(self, begin: int) -> bool:
        """ "zwischen den 5 und …": an article or a sign between the opening word and the number."""
        words, at = self.words, begin - 1
        if words.has(at, "quantities.skip") or words.has(at, "qualifiers.before"):
            at -= 1
        return words.has(at, "quantities.range_open")

    def _before(self, begin: int) -> tuple[int, Qualifier | None]:
        """A qualifier before a number, and where the quantity begins with it."""
        words, at = self.words, begin - 1
        while True:
            if found := words.back(at, "qualifiers.before"):
                # "на 3 п. п., до 15 %": where it got to, no limit
                if words.words[found[1] - 1].text == "," and words.has(at, "quantities.range_join"):
                    return begin, None
                if words.has(at, "qualifiers.prepositions") and words.words[at - 1].text[:1].isupper():
                    return begin, None
                return found[1], found[0]
            if not (words.has(at, "quantities.skip") or words.words[at].text in ("„", "“", "«", "»", "\"", "(")):
                return begin, None
            if words.words[at].text == "":
                return begin, None
            at -= 1

    def _after(self, end: int) -> tuple[int, Qualifier | None]:
        found = self.words.ahead(end, "qualifiers.after")
        return (found[1], found[0]) if found else (end, None)

    def _points(self, name: str) -> str:
        """A point is a percentage point after percentages, else something counted."""
        if name != "points":
            return name
        percent = any(f.quantity.unit in ("percent", "percentage_points") for f in self.found[-_LOOK_BACK:])
        return "percentage_points" if percent else "count"

    def _compares(self, first: Numeral, end: int) -> bool:
        """Whether "times" compares sizes: "3,1-mal so viele", "в 3 раза"; else it is how often."""
        words = self.words
        if first.unit == "times" and "compound" not in words.words[first.first].tags:
            return True
        return bool(words.ahead(end, "quantities.comparisons")) or words.has(first.first - 1, "quantities.factor_before")

    def _one(self, first: Numeral, name: str) -> bool:
        """Whether "one" is measured: "nach einer Stunde"."""
        return self.words.known.one_measured.__contains__(name)

    def _noun(self, i: int) -> tuple[str | None, int]:
        """What is counted, in the article's own word, and the word after it."""
        words, at = self.words, i
        while at < i + _ADJECTIVES and self._adjective(at) and words.words[at + 1].kind == "word":
            at += 1
        word = words.words[at]
        if word.kind != "word" or words.has(at, "quantities.stop") or words.taken[at]:
            return None, i
        if words.known.noun_capitals and not word.text[0].isupper():
            return None, i
        if not words.known.noun_capitals and word.text[0].isupper() and at > i:
            return None, i
        return word.text, at + 1

    def _inverted(self, begin: int, number: Numeral) -> tuple[int, str | None] | None:
        """A unit or noun before its number, which makes it a rough one: "года два", "базовых станций 2300"."""
        words, at = self.words, begin - 1
        unit = words.ahead(at, "units.words")
        if unit and unit[1] == begin and number.spelled and words.words[at - 1].value is None:
            return at, unit[0]
        if self._adjective(at - 1) and words.words[at].kind == "word" and not words.has(at, "quantities.stop"):
            return at, None
        return None

    def _inherited(self, value: float, at: int) -> Quantity | None:
        """The quantity before a bare number whose unit it takes."""
        best, cost = None, math.inf
        row = self._row(at)
        for back, found in enumerate(reversed(self.found[-_LOOK_BACK:])):
            given = found.quantity
            if self.words.starts[found.first] < row:
                break
            if given.unit in ("times", "percentage_points") or value * given.value <= 0:
                continue
            apart = abs(math.log(value / given.value))
            money = given.unit[:3] in CURRENCIES
            limit = _CLOSE if given.unit in _CLOSE_UNITS else _MONEY_APART if money and value >= 1e6 else _APART
            if apart <= limit and apart + back * _STEP < cost:
                best, cost = given, apart + back * _STEP
                if money and apart > _RATE_APART:
                    best = replace(given, unit=given.unit[:3])
        return best

    def _row(self, at: int) -> int:
        """Where the row of a table begins that a word stands in; 0 outside of tables. Rows are of their own units."""
        text, end = self.words.text, self.words.starts[at]
        start = text.rfind("\n", 0, end) + 1
        return start if "|" in text[start:end] else 0

    def _with_one(self, found: _Found) -> _Found:
        """A length of time with a single larger one before it: "год и два месяца"."""
        words = self.words
        at = found.first - 2
        if found.first < 2 or not words.has(at + 1, "quantities.compound_join") or not (unit := words.ahead(at, "units.words")):
            return found
        if unit[1] != at + 1 or words.words[at - 1].value is not None or (self.found and self.found[-1].last > at):
            return found
        whole = compound(Quantity(value=1, unit=unit[0]), found.quantity)
        return _Found(at, found.last, whole) if whole else found

    def _joined(self, found: _Found) -> _Found | None:
        """A length of time that goes on the one before it: "6 часов 40 минут", "год и два месяца"."""
        before = self.found[-1]
        between = self.words.words[before.last : found.first]
        if len(between) > 1 or between and not self.words.has(before.last, "quantities.compound_join"):
            return None
        whole = compound(before.quantity, found.quantity)
        return None if whole is None else _Found(before.first, found.last, whole)


def unit_after_rate(words: Words, name: str, i: int) -> Unit | None:
    from beleg.extract.values.units import _rate

    rate = _rate(words, name, i)
    return Unit(rate[0], 1, rate[1]) if rate else None


def _round(value: float) -> float:
    return round(value, 6)
