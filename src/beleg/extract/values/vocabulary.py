"""What a lexicon says of the words of a text, looked up once a word type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from beleg.lexicons import Lexicon
from beleg.lexicons.tokens import REMEMBERED

_DIGITS = frozenset("0123456789")
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DAY_MONTH = re.compile(r"(\d{1,2})\.[ \u00a0]?(\d{1,2})\.[ \u00a0]?(\d{4}|\d\d)?")
_CODE = re.compile(r"\d+[A-Z]\d+")
# Dots that group thousands: 1.050, 1.844.036; not 0.125 and not 24.04.
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?")
_DOTTED = re.compile(r"\d+(?:\.\d+)+")
# Raised digits and their minus, and what they are on the line.
_RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_LOWERED = str.maketrans(f"{_RAISED}\u207b", "0123456789-")
_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_NO_CENTS = re.compile(",[-–—]$")
_SPACES = re.compile(r"[ \u00a0\u202f\u2009]")
_FORM_WORD = re.compile(r"[\w*]+(?:[-'./][\w*]+)*|[^\w\s]")
# No compound number is longer than "neunhundertneunundneunzigtausendneunhundertneunundneunzig".
_MAX_COMPOUND = 60

# Table of the lexicon → how a phrase of it is found: from its first word on, or from its last word back.
_FORWARD = {
    "numbers.plus_half", "numbers.below_zero", "qualifiers.within", "units.per", "units.rates", "qualifiers.after", "dates.same_day",
    "dates.years", "dates.months", "dates.days", "quantities.versions.newer", "numbers.factors", "numbers.fractions", "dates.tenses",
    "units.words", "currencies.words", "currencies.hundredths", "dates.roles", "numbers.scales", "dates.seasons", "dates.season_adverbs",
}  # fmt: skip
_BACKWARD = {
    "qualifiers.before",
    "quantities.labels",
    "quantities.versions.systems",
    "quantities.versions.licences",
    "dates.tenses_before",
}
# Tags that by themselves may begin a date, and those that may begin a number.
_DATES = {
    "months", "months.short", "weekdays", "dates.days", "dates.shifts", "dates.years", "dates.months", "dates.seasons", "dates.parts",
    "dates.season_adverbs", "dates.same_day", "dates.edges", "dates.ago_before", "dates.ago_after",
}  # fmt: skip
_NUMERALS = {
    "numbers.words", "numbers.scales", "numbers.many", "numbers.about", "numbers.fractions", "numbers.factors", "numbers.repeats",
    "numbers.each",    "numbers.ordinals", "numbers.plus_half", "numbers.pair", "compound",
}  # fmt: skip

Phrase = tuple[tuple[str, ...], Any]
# Name of the table → its phrases.
_Tables = dict[str, list[Phrase]]


class Word(NamedTuple):
    """What is known of a word type."""

    text: str
    # In lower case; Russian ё as е.
    low: str
    # "word", "number", "dotted" (2.14, 24.04), "version" (2.14.*, v2.1), "code" (23H2), "iso", "day" (16.6., 2.10.2023),
    # "clock" (6:15), "url", "mark", "break" (the end of a line).
    kind: str
    # Of a number in digits; None where it is written in a way no number is.
    value: float | None
    # Name of the lexicon table → phrases that begin (or end) with the word: the other words, and what they stand for.
    tags: Mapping[str, tuple[Phrase, ...]]
    # The same for single words: name of the table → what the word stands for.
    single: Mapping[str, Any]
    # Whether a value may begin here, and whether a number may.
    anchor: bool
    numeral: bool


NONE: Mapping[str, tuple[Phrase, ...]] = {}
BREAK = Word("", "", "break", None, NONE, NONE, False, False)
SPACE = Word(" ", " ", "space", None, NONE, NONE, False, False)


def number(text: str) -> float | None:
    """The value of digits with their grouping and decimal sign; None for what no number is written like.

    A dot before one or two last digits is a decimal dot for the caller to accept or not (`kind` is "dotted").
    """
    text = _SPACES.sub("", text)
    if text[-1] in _RAISED:
        return 10.0 ** int(text[2:].translate(_LOWERED))
    if text[-1] in _VULGAR:
        return float(text[:-1]) + _VULGAR[text[-1]]
    # "1.500,- Euro": no cents.
    text = _NO_CENTS.sub("", text)
    if "'" in text or "\u2019" in text:
        # 1'200.50, as the Swiss write it: what follows groups of three is a decimal sign, comma or dot.
        return float(text.replace("'", "").replace("\u2019", "").replace(",", "."))
    if len(text) > 1 and text[0] == "0" and text[1].isdigit():
        return None  # a phone number or an identifier
    if _GROUPED.fullmatch(text):
        return float(text.replace(".", "").replace(",", "."))
    if text.count(",") > 1:
        parts = text.split(".")
        plain = re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text) is not None and len(parts) <= 2
        return float(text.replace(",", "")) if plain else None
    if "," in text:
        return float(text.replace(",", ".")) if "." not in text else None
    return float(text) if text.count(".") <= 1 else None


def folded(text: str) -> str:
    """A word as lexicons write it: in lower case, Russian ё as е."""
    return text.lower().replace("ё", "е")  # noqa: RUF001


class Vocabulary(dict[str, Word]):
    """Word types by their exact spelling; one that is new is looked up in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        values = lexicon.values
        self.capitals: bool = values["dates"]["capitals"]
        self.noun_capitals: bool = values["quantities"]["capitals"]
        self.ordinal_dot: bool = values["numbers"]["ordinal_dot"]
        self.inverted: bool = values["quantities"]["inverted"]
        self.script = lexicon.script
        self.one_measured = frozenset(values["quantities"]["one_measured"])
        self._exact: dict[str, dict[str, list[Phrase]]] = {}
        self._prefix: dict[str, dict[str, list[Phrase]]] = {}
        self._suffix: dict[str, dict[str, list[Phrase]]] = {}
        for table, form, meaning in _entries(values):
            self._add(table, form, meaning)
        # Beginnings and endings by their length, the longest first.
        self._lengths = tuple(
            (length, _of_length(self._prefix, length), _of_length(self._suffix, length))
            for length in sorted({*map(len, self._prefix), *map(len, self._suffix)}, reverse=True)
        )
        numerals = {form: float(key) for key, forms in values["numbers"]["words"].items() for form in forms}
        scales = {form: float(key) for key, forms in values["numbers"]["scales"].items() for form in forms}
        stems = {form: float(key) for key, forms in values["numbers"]["stems"].items() for form in forms}
        self._glue = set(values["numbers"]["glue"])
        glue = dict.fromkeys([*values["numbers"]["glue"], *values["numbers"]["plus_half"]], 0.0)
        # "Tausend" is a part of a German compound; "миллиард" only ends one ("полмиллиарда").
        self._scales = {form for form in scales if scales[form] <= 1000}
        self._parts = {form: scales[form] for form in self._scales} | numerals | stems | glue
        self._halves = set(values["numbers"]["plus_half"])
        self._stems = stems
        parts = sorted((part for part in self._parts if part.isalpha()), key=lambda part: (-len(part), part))
        self._compound = re.compile("|".join(map(re.escape, parts)))
        symbols = {
            s: unit for t in ("units", "currencies") for unit, forms in values[t]["symbols"].items() for s in forms
        }
        self.symbols = symbols
        ordered = "|".join(re.escape(s) for s in sorted(symbols, key=lambda s: (-len(s), s)))
        # A unit after its number; a currency sign may stand before it.
        self.symbol_after = re.compile(rf"[ \u00a0\u202f\u2009]?(?:{ordered})(?![^\W_])")
        signs = {s for forms in values["currencies"]["symbols"].values() for s in forms}
        self.currency_before = signs
        # "EUR 12,5 Mio."
        self.codes = {code: code for code in values["currencies"]["words"]}

    def _add(self, table: str, form: str, meaning: Any) -> None:
        words = _FORM_WORD.findall(form)
        if table in _BACKWARD:
            words.reverse()
        first, rest = words[0], tuple(words[1:])
        if first.startswith("*"):
            where, first = self._suffix, first[1:]
        elif first.endswith("*"):
            where, first = self._prefix, first[:-1]
        else:
            where = self._exact
        where.setdefault(first, {}).setdefault(table, []).append((rest, meaning))

    def __missing__(self, text: str) -> Word:
        if len(self) > REMEMBERED:
            self.clear()
        word = self[text] = self._look_up(text)
        return word

    def _look_up(self, text: str) -> Word:
        first = text[0]
        if first.isspace():
            return BREAK if "\n" in text else SPACE
        if first in _RAISED:
            # "950¹ Kilometer": the number of a note, which says nothing.
            return SPACE
        low = folded(text)
        if first in _DIGITS:
            return self._digits(text, low)
        if first in "vV" and _DOTTED.fullmatch(text[1:]):
            return Word(text, low, "version", None, NONE, NONE, True, True)
        if low.startswith(("http:", "https:", "www.")):
            return Word(text, low, "url", None, NONE, NONE, False, False)
        tags = self.tags_of(low)
        # The phrases of a table are sorted, so that single words stand last, the closest of them first.
        single: dict[str, Any] = {}
        for table, phrases in tags.items():
            if not phrases[-1][0]:
                single[table] = phrases[0][1] if not phrases[0][0] else next(m for rest, m in phrases if not rest)
        kind = "word" if first.isalpha() else "mark"
        numeral = not _NUMERALS.isdisjoint(tags) or text in self.currency_before
        return Word(text, low, kind, None, tags, single, numeral or not _DATES.isdisjoint(tags), numeral)

    def _digits(self, text: str, low: str) -> Word:
        kind, value = "number", None
        if _ISO.fullmatch(text):
            kind = "iso"
        elif _DAY_MONTH.fullmatch(text):
            kind = "day"
        elif text.endswith("*"):
            kind = "version"
        elif ":" in text:
            kind = "clock"
        elif _CODE.fullmatch(text):
            kind = "code"
        elif len(text) < 40:
            value = number(text)
            if _DOTTED.fullmatch(text) and not _GROUPED.fullmatch(text):
                kind = "dotted"
        return Word(text, low, kind, value, NONE, NONE, True, True)

    def tags_of(self, low: str) -> Mapping[str, tuple[Phrase, ...]]:
        """The tables in which a word in lower case begins (or ends) a phrase."""
        found: dict[str, list[Phrase]] = {}
        for tables in self._matching(low):
            for table, phrases in tables.items():
                found.setdefault(table, []).extend(phrases)
        tags = {table: tuple(sorted(phrases, key=_shortness)) for table, phrases in found.items()}
        if "numbers.words" not in tags and "numbers.scales" not in tags and "numbers.about" not in tags:
            compound = self._take_apart(low)
            if compound is not None:
                tags["compound"] = (((), compound),)
        one, hyphen, other = low.partition("-")
        if hyphen and (pair := (self._number(one), self._number(other))) and None not in pair:
            tags["numbers.pair"] = (((), pair),)  # "два-три"
        return tags or NONE

    def _number(self, low: str) -> float | None:
        """What a single number in words stands for."""
        found = self._exact.get(low, {}).get("numbers.words", [])
        return next((float(meaning) for rest, meaning in found if not rest), None)

    def _matching(self, low: str) -> list[_Tables]:
        """What is known of a word, the closest entry first: itself, then by ever shorter beginnings and endings."""
        found = [self._exact[low]] if low in self._exact else []
        size = len(low)
        for length, beginnings, endings in self._lengths:
            if length > size:
                continue
            if beginnings and (tables := beginnings.get(low[:length])):
                found.append(tables)
            if endings and (tables := endings.get(low[-length:])):
                found.append(tables)
        return found

    def _take_apart(self, low: str) -> tuple[float, str | None, float] | None:
        """What a compound stands for: value, unit, and factor ("einundzwanzig", "vierjährig", "полмиллиарда")."""
        if len(low) > _MAX_COMPOUND:
            return None
        at, parts = 0, []
        while found := self._compound.match(low, at):
            parts.append(found.group())
            at = found.end()
        # The last parts may belong to the unit instead: "dreiein…" is tried before "drei".
        while parts:
            rest = low[at:]
            value = self._sum(parts)
            if value is not None:
                if not rest and len(parts) > 1 and parts[0] not in self._stems:
                    return value, None, 1.0
                unit = self._rest(rest, parts) if rest else None
                if unit is not None:
                    return value, *unit
            at -= len(parts.pop())
        return None

    def _rest(self, rest: str, parts: list[str]) -> tuple[str | None, float] | None:
        tables: dict[str, list[Phrase]] = {}
        for found in self._matching(rest):
            for table, phrases in found.items():
                tables.setdefault(table, []).extend(phrases)
        for rest_words, unit in tables.get("units.adjectives", ()):
            if not rest_words:
                return unit, 1.0
        if parts[0] in self._stems and len(parts) == 1:
            for table in ("units.words", "currencies.words"):
                for rest_words, unit in tables.get(table, ()):
                    if not rest_words:
                        return unit, 1.0
            for rest_words, scale in tables.get("numbers.scales", ()):
                if not rest_words:
                    return None, scale
        return None

    def _sum(self, parts: list[str]) -> float | None:
        """The value of a compound's parts; None if there is no number among them or a joint stands at an end."""
        if parts[0] in self._glue or parts[-1] in self._glue:
            return None
        total, current = 0.0, 0.0
        for part in parts:
            value = self._parts[part]
            if part in self._halves:
                current += 0.5
            elif part in self._scales:
                scaled = (current or 1) * value
                if value >= 1000:
                    total, current = total + scaled, 0.0
                else:
                    current = scaled
            else:
                current += value
        return total + current or None


def _shortness(phrase: Phrase) -> int:
    return -len(phrase[0])


def _of_length(where: dict[str, _Tables], length: int) -> dict[str, _Tables]:
    return {form: tables for form, tables in where.items() if len(form) == length}


def _entries(values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Every form of the value tables: name of the table, form, what it stands for."""
    for table, size in (("months", 12), ("weekdays", 7)):
        given = values[table]
        for n in range(size):
            for form in dict.fromkeys(given[key][n].lower() for key in ("wide", "standalone") if key in given):
                yield table, form, n + 1
            for form in given["forms"][str(n + 1)]:
                yield table, form, n + 1
    for n, form in enumerate(values["months"]["short"]):
        yield "months.short", form.lower().rstrip("."), n + 1
    numbers = values["numbers"]
    for name in ("words", "scales", "many", "about", "fractions", "factors", "repeats", "ordinals"):
        for key, forms in numbers[name].items():
            for form in forms:
                yield f"numbers.{name}", form, float(key)
    for name in ("glue", "plus_half", "each", "part", "minus", "plus", "below_zero", "endings", "ordinal_endings"):
        for form in numbers[name]:
            yield f"numbers.{name}", form, None
    for table, names in (
        ("units", ("words", "adjectives", "per", "rates")),
        ("currencies", ("words", "hundredths")),
        ("qualifiers", ("before", "after")),
        (
            "dates",
            (
                "days",
                "shifts",
                "years",
                "months",
                "parts",
                "seasons",
                "season_adverbs",
                "tenses",
                "tenses_before",
                "roles",
            ),
        ),
    ):
        for name in names:
            for key, forms in values[table][name].items():
                for form in forms:
                    yield f"{table}.{name}", form, key
    for table in ("dates", "quantities", "qualifiers"):
        inner = values[table]
        for name, forms in inner.items():
            if isinstance(forms, list):
                for form in forms:
                    yield f"{table}.{name}", form, None
    for name, forms in values["quantities"]["versions"].items():
        for form in forms:
            yield f"quantities.versions.{name}", form, None


@lru_cache(maxsize=8)
def vocabulary(lexicon: Lexicon) -> Vocabulary:
    """The vocabulary of a lexicon; made once."""
    return Vocabulary(lexicon)
