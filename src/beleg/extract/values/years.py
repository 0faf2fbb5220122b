"""The year of a date that the text gives without one."""

from __future__ import annotations

import calendar
import datetime as dt
import math

from beleg.extract.values.words import Words

# How many times as far as the date behind the one ahead may lie and still be meant, by what the clause tells of its tense.
# Where it tells nothing, the one behind is preferred: news tell what was.
_AHEAD = {"past": 0.0, None: 1 / 1.5, "future": math.inf}
# The same behind a word like "until", which looks ahead unless the clause tells of the past.
_UNTIL = {"past": 1.0, None: 4.0, "future": math.inf}
# The same where what had happened until then is told right behind, and how far behind: "до фебруара је одрадио".
_UNTIL_DONE = 0.25
_DONE_REACH = 3
# How far a word may stand from a month, or from a day, to tell its tense.
_REACH = 12
_DAY_REACH = 5
# A day is in the nearer year if the other one is so many times as far, whatever the tense.
_NEARER = 4.0
# The same for a day on which something began, with no verb that tells when: "од 1. јуна је обавезна".
_SINCE_NEARER = 3.0
# Between these marks stands a clause: what it says counts before what the rest of the sentence says.
_FENCES = frozenset(',;:–—()«»„“”"')
# So few words beside a date are no clause: "am Freitag, dem 13. November, war Ruhe".
_CLAUSE = 2
# A month is as far away as its middle.
_MIDDLE = 15
# Months from the middle of a season until it is over.
_SEASON = 2


def complete(
    words: Words, reference: dt.date | None, month: int, day: int | None, first: int, last: int, *, part: bool = False
) -> str:
    """A date with the year that fits the article's date and what its sentence says of past and future.

    Args:
        words: The text.
        reference: The article's date; None gives a date without a year, `--10-20`.
        month: 1 to 12.
        day: 1 to 31; None for a whole month.
        first: The first of the date's words.
        last: The one after its last.
        part: Whether it is the middle of a part of a year, which "for" does not put ahead: "die Zahlen für das Halbjahr".
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
    place = None if part else tense_of_place(words, first)
    if place == "month_ahead":
        adjective = any(words.has(i, "dates.month_adjectives") for i in range(first, last))
        place = "future" if day is None and not adjective else None
    if place in ("past", "future"):
        lies_ahead = place == "future"
    elif place in (None, "since") and day is not None and max(behind, ahead) >= _NEARER * min(behind, ahead):
        lies_ahead = ahead < behind
    else:
        reach = _REACH if day is None else _DAY_REACH
        tense = tense_of_clause(words, first, last, reach)
        if place == "since":  # "С января работает": it began in the past, unless the clause speaks of the future
            lies_ahead = tense == "future" or (
                tense is None and ahead * (_NEARER if day is None else _SINCE_NEARER) < behind
            )
        elif place == "until":
            lies_ahead = ahead <= behind * (_UNTIL_DONE if _done(words, last) else _UNTIL[tense])
        else:
            lies_ahead = ahead <= behind * _AHEAD[tense]
    year = after if lies_ahead else before
    if (month, day) == (2, 29) and not calendar.isleap(year):
        return f"-{tail}"
    return f"{year}{tail}"


def tense_before(words: Words, i: int) -> str | None:
    """The tense that a phrase ending at a word gives to the date after it: past, future, since, until, month_ahead."""
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


def tense_of_clause(words: Words, first: int, last: int, reach: int) -> str | None:
    """What the nearest word of a date's clause says that tells a tense.

    The rest of the sentence counts where next to nothing stands between the marks around the date.
    """
    fenced = [False, False]
    beyond: str | None = None
    inside = 0
    for i in words.around(first, last, reach):
        side = i >= last
        if words.words[i].text in _FENCES:
            # A single word between commas is no clause: "je, doduše, nazvala".
            fenced[side] |= words.words[i - 2].text != "," and words.words[i + 2].text != ","
            continue
        inside += not fenced[side]
        found = words.ahead(i, "dates.tenses")
        if found and found[0] != "neutral" and not _no_verb(words, i):
            if not fenced[side]:
                return str(found[0])
            beyond = beyond or str(found[0])
    return beyond if inside < _CLAUSE else None


def _done(words: Words, last: int) -> bool:
    """Whether a past tense follows right behind a date, where verbs do not stand last anyway."""
    if words.known.noun_capitals:
        return False
    for i in range(last, last + _DONE_REACH):
        if words.words[i].kind != "word":
            return False
        if words.meaning(i, "dates.tenses") == "past":
            return True
    return False


def _no_verb(words: Words, i: int) -> bool:
    """Whether what looks like a verb is a noun ("Werte") or describes one ("eine verbesserte Erkennung"), where nouns have a capital."""
    if not words.known.noun_capitals:
        return False
    before, word, after = words.words[i - 1 : i + 2]
    if before.kind != "word":
        return False
    if word.text[0].isupper():
        return True
    described = before.text.islower() and after.kind == "word" and after.text[0].isupper()
    return described and words.has(i, "quantities.adjectives")


def season(reference: dt.date, middle: int, shift: int) -> int:
    """The year of the last (-1), this (0) or next (1) season around a month.

    A season that hardly ended is not yet the last one: in November "last autumn" is that of the year before.
    """
    if shift < 0:
        return reference.year + shift + (reference.month - middle >= _SEASON)
    return reference.year + shift - (shift > 0 and middle > reference.month)
