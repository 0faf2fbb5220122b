"""Dates of feeds in all the forms in which they come, as ISO 8601: a day, or a moment in UTC.

RFC 822 and its misreadings, W3C's profile of ISO 8601, names of months in four languages and both scripts, zones by
name. What is not said is assumed, and marked so; what can't be understood is no date.
"""

from __future__ import annotations

import re
import time
import tomllib
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from beleg import lexicons
from beleg.alphabets import to_latin

# Dates are shorter; patterns are never run on more.
_LONGEST = 100
# Far more than feeds need, and far enough from the ends of the calendar.
_CALENDAR = range(1000, 3000)
# RFC 5322, 4.3: 00 to 49 are 20xx, 50 to 99 and three digits are 19xx.
_TURN = 50
# Words that stand where months do.
_REMEMBERED = 1_000
_DAY_MINUTES = 24 * 60

_CLOCK = r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d{1,9})?)?"
# 2026-10-14T08:15:00+02:00, 2026-10-14 08:15, 2026-10-14, 2026/10/14 08:15, 20261014T081500Z
_ISO = re.compile(
    r"(?:[^\W\d_]{1,12}\.?,?\s)?(?P<year>\d{4})(?P<sign>[-/]?)(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})"
    rf"(?:[T\s]\s?(?:{_CLOCK}|(?P<packed>\d{{4}}(?:\d{{2}})?)))?(?P<rest>.*)",
    re.IGNORECASE,
)
# Wed, 14 Oct 2026 08:15:00 +0200; 14. oktobra 2026. u 10.00; 14 октября 2026 г. в 10:00; 22. 8. 2026. 14:30
_DAY_FIRST = re.compile(
    r"(?:[^\W\d_]{1,20}\.?,?\s)?(?P<day>\d{1,2})(?:\.\s?|\s|-|/|th\s|st\s|nd\s|rd\s)"
    r"(?P<month>[^\W\d_]{3,15}|\d{1,2})(?:\.,?\s?|,?\s|-|/)(?P<year>\d{2,4})(?!\d)[.,]{0,2}(?:\s[^\W\d_]\.)?"
    rf"(?:(?:\s|,\s|T)(?:[^\W\d_]{{1,3}}\s)?{_CLOCK})?(?P<rest>.*)",
    re.IGNORECASE,
)
# October 14, 2026 08:15 PST
_MONTH_FIRST = re.compile(
    r"(?:[^\W\d_]{1,12}\.?,?\s)?(?P<month>[^\W\d_]{3,15})\.?\s(?P<day>\d{1,2})(?:th|st|nd|rd)?,?\s(?P<year>\d{4}),?"
    rf"(?:\s(?:[^\W\d_]{{1,3}}\s)?{_CLOCK})?(?P<rest>.*)",
    re.IGNORECASE,
)
# Fri Jan 2 10:11:12 2004, with a zone before or behind the year
_ASCTIME = re.compile(
    rf"[^\W\d_]{{2,12}},?\s(?P<month>[^\W\d_]{{3,15}})\s(?P<day>\d{{1,2}})\s{_CLOCK}"
    r"(?:\s(?P<rest>[A-Z]{1,5}|[+-]\d{4}))?\s(?P<year>\d{4})(?P<after>.*)"
)
_OFFSET = re.compile(r"(?:(?:GMT|UTC?|Z)\s?)?([+\-\u2212])(\d{1,2}):?(\d{2})?(?:\s?(?:GMT|UTC))?", re.IGNORECASE)
_COMMENT = re.compile(r"\s?\([^()]*\)\s?\Z")


class Moment(NamedTuple):
    """A date of a feed."""

    # "2026-10-14" or "2026-10-14T06:15:00Z"; None if it can't be understood.
    value: str | None
    # Whether it gives a time of day without a zone that is known, so that the feed's is assumed.
    assumed: bool = False
    # What was odd, in one English sentence.
    warning: str | None = None


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))


def moment(raw: str, *, zone: str, fallback: time.struct_time | None = None) -> Moment:
    """A date as a feed writes it.

    Args:
        raw: The date.
        zone: IANA name of the zone in which a time without one is meant.
        fallback: What feedparser makes of it, in UTC; taken for moments in forms that are not known here.
    """
    text = _normal(raw)
    if not text:
        return Moment(None)
    shown = text[:40]
    if len(text) > _LONGEST:
        return Moment(None, warning=f"no date: {shown}…")
    for pattern in (_ISO, _DAY_FIRST, _MONTH_FIRST, _ASCTIME):
        match = pattern.fullmatch(text)
        found = _moment(match, shown, zone) if match else None
        if found:
            return found
    if fallback and ":" in text and fallback.tm_year in _CALENDAR:
        known = datetime(*fallback[:5], tzinfo=UTC) + timedelta(seconds=min(fallback.tm_sec, 59))
        return Moment(_printed(known), assumed=not _OFFSET.search(text))
    return Moment(None, warning=f"no full date: {shown}")


def _normal(raw: str) -> str:
    """Composed letters, ASCII digits and signs, single spaces."""
    text = unicodedata.normalize("NFKC", raw[: 4 * _LONGEST])
    return " ".join(text.split())


def _moment(match: re.Match[str], shown: str, zone: str) -> Moment | None:
    """The date of a form that fits; None if a word in it is no month, so that another form may fit."""
    parts = match.groupdict()
    month = int(parts["month"]) if parts["month"].isdigit() else _month(parts["month"])
    if month is None:
        return None
    wrong = Moment(None, warning=f"no date: {shown}")
    try:
        day = date(_year(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return wrong
    if day.year not in _CALENDAR:
        return wrong
    packed = parts.get("packed") or ""
    hour = parts["hour"] or packed[:2]
    rest = " ".join(piece.strip() for piece in (parts.get("rest"), parts.get("after")) if piece)
    if not hour:
        # Some write a date in a zone, which has no use.
        return Moment(day.isoformat()) if not rest or _offset(rest) is not None else None
    minute, second = parts["minute"] or packed[2:4], parts["second"] or packed[4:6] or "0"
    hours, rest = _half(int(hour), rest)
    if hours > 24 or int(minute) > 59 or int(second) > 60 or (hours == 24 and int(minute)):
        return wrong
    # 24:00 ends a day, and a leap second has no place in a clock.
    local = datetime(day.year, day.month, day.day) + timedelta(  # noqa: DTZ001 - its zone follows
        hours=hours, minutes=int(minute), seconds=min(int(second), 59)
    )
    rest = _COMMENT.sub("", rest).strip(" ,")
    if not rest:
        return Moment(_printed(local.replace(tzinfo=ZoneInfo(zone))), assumed=True)
    offset = _offset(rest)
    if offset is None:
        return Moment(
            _printed(local.replace(tzinfo=ZoneInfo(zone))), assumed=True,
            warning=f"a date in an unknown zone, taken for {zone}: {shown}",
        )  # fmt: skip
    return Moment(_printed(local.replace(tzinfo=timezone(timedelta(minutes=offset)))))


def _printed(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _year(digits: str) -> int:
    number = int(digits)
    if len(digits) == 2:
        return number + (2000 if number < _TURN else 1900)
    return number + 1900 if len(digits) == 3 else number


def _half(hour: int, rest: str) -> tuple[int, str]:
    """The hour on a clock of 24 hours, and what follows the words behind it."""
    word, _, after = rest.partition(" ")
    clock = _tables()["clock"]
    low = word.lower().rstrip(",")
    if low in clock["afternoon"] and 1 <= hour <= 12:
        return hour % 12 + 12, after
    if low in clock["morning"] and 1 <= hour <= 12:
        return hour % 12, after
    return hour, after if low.rstrip(".") in clock["words"] else rest


def _offset(zone: str) -> int | None:
    """Minutes from UTC of a zone by number or name; None if it is unknown."""
    match = _OFFSET.fullmatch(zone)
    if match:
        sign, hours, minutes = match.groups()
        total = int(hours) * 60 + int(minutes or 0)
        return (total if sign == "+" else -total) if total < _DAY_MINUTES else None
    known: int | None = _tables()["zones"].get(zone.upper())
    return known


@lru_cache(maxsize=_REMEMBERED)
def _month(word: str) -> int | None:
    """The number of a month in English, German, Russian or Serbian; in full, declined or shortened."""
    low = word.lower()
    english = _tables()["months"]["en"]
    for number, name in enumerate(english, 1):
        if name.lower().startswith(low):
            return number
    months = _months()
    if low in months:
        return months[low]
    meant = {number for name, number in months.items() if name.startswith(low) or low.startswith(name)}
    return meant.pop() if len(meant) == 1 else None


@cache
def _months() -> Mapping[str, int]:
    """Names of the months in the lexicons' languages, Serbian in both scripts."""
    found: dict[str, int] = {}
    tables = [lexicons.read_tables(language)["months"] for language in lexicons.LANGUAGES]
    tables.append({"forms": _tables()["months"]["forms"]})
    for table in tables:
        for names in table.values():
            # A list from January to December, or further forms by the month's number.
            pairs = enumerate(([name] for name in names), 1) if isinstance(names, list) else names.items()
            for number, forms in pairs:
                for form in forms:
                    bare = form.lower().rstrip(".*")
                    found.setdefault(bare, int(number))
                    found.setdefault(to_latin(bare), int(number))
    return found
