"""The year of a date that the text gives without one."""

from __future__ import annotations

import calendar
import datetime as dt

from beleg.extract.values.words import Words

# A month that could lie ahead does if it is this much nearer than the one that lies behind: news tell what was.
_PAST_BIAS = 1.5
# How far a word may stand from a month to tell its tense.
_REACH = 12
# A day is in the nearer year, unless the other is not much farther and a word right beside it tells the tense.
_DAY_REACH = 5
_NEARER = 4.0
# A month is as far away as its middle.
_MIDDLE = 15
# Months from the middle of a season until it is over.
_SEASON = 2


def complete(words: Words, reference: dt.date | None, month: int, day: int | None, first: int, last: int) -> str:
    """A date with the year that fits the article's date and what its sentence says of past and future.

    Args:
        words: The text.
        reference: The article's date; None gives a date without a year, `--10-20`.
        month: 1 to 12.
        day: 1 to 31; None for a whole month.
        first: The first of the date's words.
        last: The one after its last.
    """
    tail = f"-{month:02}" if day is None else f"-{month:02}-{day:02}"
    if reference is None:
        return f"-{tail}"
    this, now = (month, day or 0), (reference.month, reference.day if day else 0)
    if this == now:
        return f"{reference.year}{tail}"
    before, after = (reference.year, reference.year + 1) if this < now else (reference.year - 1, reference.year)
    middle = min(day or _MIDDLE, 28)
    behind = (reference - dt.date(before, month, middle)).days
    ahead = (dt.date(after, month, middle) - reference).days
    tense = tense_of_place(words, first)
    if tense in (None, "since") and (day is None or max(behind, ahead) < _NEARER * min(behind, ahead)):
        of_sentence = _tense_of_sentence(words, first, last, _REACH if day is None else _DAY_REACH)
        # "С января работает": it began in the past, unless the sentence speaks of the future.
        tense = of_sentence if tense is None or of_sentence == "future" else "past"
    if tense not in ("past", "future"):
        tense = "future" if ahead * _PAST_BIAS < behind else "past"
    year = after if tense == "future" else before
    if (month, day) == (2, 29) and not calendar.isleap(year):
        return f"-{tail}"
    return f"{year}{tail}"


def tense_before(words: Words, i: int) -> str | None:
    """The tense that a phrase ending at a word gives to the date after it: past, future or since."""
    found = words.back(i, "dates.tenses_before")
    return found[0] if found else None


def tense_of_place(words: Words, first: int) -> str | None:
    """What the preposition of a date says: "seit März", "ab Februar"."""
    at = first - 1
    while not (tense := tense_before(words, at)):
        if not any(words.has(at, table) for table in ("dates.edges", "dates.day_before", "quantities.skip")):
            return None
        at -= 1
    return tense


def _tense_of_sentence(words: Words, first: int, last: int, reach: int) -> str | None:
    """What the nearest word of a date's sentence says that tells a tense."""
    for i in words.around(first, last, reach):
        if found := words.ahead(i, "dates.tenses"):
            return str(found[0])
    return None


def season(reference: dt.date, middle: int, shift: int) -> int:
    """The year of the last (-1), this (0) or next (1) season around a month.

    A season that hardly ended is not yet the last one: in November "last autumn" is that of the year before.
    """
    if shift < 0:
        return reference.year + shift + (reference.month - middle >= _SEASON)
    return reference.year + shift - (shift > 0 and middle > reference.month)
