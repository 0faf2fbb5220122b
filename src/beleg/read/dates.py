"""Dates that metadata and datelines hold, as ISO 8601: a full day, or a moment with its offset. Nothing less is taken."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from typing import NamedTuple

from beleg import lexicons
from beleg.records import Language, Script

_ISO = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?[ ]?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?\Z",
    re.ASCII,
)
# A moment as machines write it, right or wrong.
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}(?:T|[ ]+\d{1,2}:)", re.ASCII)
# Far more than articles need, and far enough from the ends of the calendar to count days and years from.
_CALENDAR = range(1000, 3000)
# 27.10.2026, 27. 10. 2026., 27/10/2026: day, month, year in all three languages.
_NUMERIC = re.compile(r"(?<![\d.,:])(\d{1,2})([./])[ \u00a0]?(\d{1,2})\2[ \u00a0]?(\d{4})(?!\d)", re.ASCII)
_ISO_DAY = re.compile(r"(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])", re.ASCII)
# A day that is none, or one written with fewer digits.
_WRITTEN = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII)
# For messages, which are in English.
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
# 27. Oktober 2026, 22. oktobar 2026., 18 сентября 2026: the word is looked up.
_NAMED = re.compile(r"(?<![\d.,:])(\d{1,2})\.?[ \u00a0]([^\W\d_]{3,12})\.?[ \u00a0](\d{4})(?!\d)")


class Found(NamedTuple):
    """A date in a text."""

    # "2026-10-27"
    day: str
    start: int
    # After the year; a dot that Serbian sets after it stays outside.
    end: int


def iso(value: str) -> str | None:
    """A date or moment of metadata as ISO 8601; None if it is none.

    A day keeps its form, also from `27.10.2026`; a moment keeps its offset. A time without one is cut to its day, for
    no one says in which zone it was.
    """
    value = value.strip()
    match = _ISO.match(value)
    if not match:
        numeric = _NUMERIC.fullmatch(value.rstrip("."))
        return _day(int(numeric[4]), int(numeric[3]), int(numeric[1])) if numeric else None
    day, time, offset = match.groups()
    full_day = _day(*map(int, day.split("-")))
    if not full_day or not time or not offset:
        return full_day
    if offset != "Z" and ":" not in offset:
        offset = f"{offset[:3]}:{offset[3:] or '00'}"
    moment = f"{day}T{time.zfill(len('08:15') if time.count(':') == 1 else len('08:15:00'))}"
    try:
        datetime.fromisoformat(moment + ("+00:00" if offset == "Z" else offset))
    except ValueError:
        return None
    return moment + offset


def why_none(value: str) -> str:
    """What is wrong with a value that `iso` refuses, and what to write, as the end of a sentence."""
    value = value.strip()
    written = _WRITTEN.match(value)
    numeric = _NUMERIC.fullmatch(value.rstrip("."))
    if written:
        year, month, day = map(int, written.groups())
    elif numeric:
        day, month, year = int(numeric[1]), int(numeric[3]), int(numeric[4])
    else:
        return "is no date such as 2026-10-27"
    if year not in _CALENDAR:
        return f"is no date of an article: it lies in the year {year}"
    if month in range(1, 13):
        last = monthrange(year, month)[1]
        if day == 0 or day > last:
            return f"is no date: {_MONTHS[month - 1]} {year} has {last} days"
        if written and written[0] != f"{year:04}-{month:02}-{day:02}":
            return f"is no date as it is written here: write {year:04}-{month:02}-{day:02}"
        if is_moment(value):
            return "has a time or a zone that does not exist: write it as in 2026-10-27T08:15:00+01:00"
    elif day in range(1, 13) and month in range(13, 32):
        return (
            f"is no date: there is no month {month}; write the year, the month, the day: {year:04}-{day:02}-{month:02}"
        )
    else:
        return f"is no date: there is no month {month}; write the year, the month, the day, such as 2026-10-27"
    return "is no date such as 2026-10-27"


def is_moment(value: str) -> bool:
    """Whether a value is written as a day and a time, as machines do, whether or not there is such a moment."""
    return bool(_MOMENT.match(value.strip()))


def has_time_without_offset(value: str) -> bool:
    """Whether a value gives a time of day and not its zone."""
    match = _ISO.match(value.strip())
    return bool(match and match[2] and not match[3])


def find(text: str, language: Language, script: Script) -> list[Found]:
    """Every full date in a text of a language, in order."""
    found = [
        Found(day, m.start(), m.end())
        for m in _NUMERIC.finditer(text)
        if (day := _day(int(m[4]), int(m[3]), int(m[1])))
    ]
    found += [
        Found(day, m.start(), m.end())
        for m in _ISO_DAY.finditer(text)
        if (day := _day(int(m[1]), int(m[2]), int(m[3])))
    ]
    named = list(_NAMED.finditer(text))
    if named:
        months = _months(language, script)
        for m in named:
            month = months.get(m[2].lower())
            day = _day(int(m[3]), month, int(m[1])) if month else None
            if day:
                found.append(Found(day, m.start(), m.end()))
    return sorted(found, key=lambda one: one.start)


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat() if year in _CALENDAR else None
    except ValueError:
        return None


@cache
def _months(language: Language, script: Script) -> Mapping[str, int]:
    months: dict[str, int] = {}
    for table in lexicons.load(language, script).values["months"].values():
        # Names as a list from January to December, or further forms by the month's number.
        pairs = (
            enumerate(table, 1)
            if isinstance(table, list)
            else ((int(n), form) for n, forms in table.items() for form in forms)
        )
        months.update((form.lower().rstrip("."), number) for number, form in pairs)
    return months
