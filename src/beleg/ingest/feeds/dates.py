"""Dates of feeds in all the forms in which they come, as ISO 8601: a day, or a moment in UTC.

RFC 822 and its misreadings, W3C's profile of ISO 8601, names of months in four languages and both scripts, zones by
name. What is not said is assumed, and marked so; what can't be understood is no date.
"""

from __future__ import annotations

import re
import time
import unicodedata
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from beleg.ingest.feeds.forms import CLOCK, common, turned
from beleg.ingest.feeds.months import month_of
from beleg.ingest.feeds.words import tables
from beleg.ingest.feeds.zones import stated

# Dates are shorter; patterns are never run on more.
_LONGEST = 100
_SHOWN = 40
# Far more than feeds need, and far enough from the ends of the calendar.
_CALENDAR = range(1000, 3000)
# RFC 5322, 4.3: 00 to 49 are 20xx, 50 to 99 and three digits are 19xx.
_TURN = 50
_MONTHS = 12

# A weekday, and what else stands before a day: "Mittwoch, den 14. Oktober", "Stand: 14.10.2026".
_BEFORE = r"(?:[^\W\d_]{1,20}[.:,]{0,2}\s){0,3}"
# Between a day and a time: "2026. godine u 10:00", "2026 г. (среда), 10:00", "2026 - 10:15", "2026 | 10:15".
_BETWEEN = r"[.,]{0,2}(?:\s?[|·•]\s?|\s[–—/-]\s|\s|T\s?|(?<=[.,]))(?:\(?[^\W\d_]{1,12}\)?[.,]{0,2}\s){0,3}"
# 2026-10-14T08:15:00+02:00, 2026-10-14 08:15, 2026-10-14, 2026/10/14 08:15, 20261014T081500Z, 20261014081500
_ISO = re.compile(
    rf"{_BEFORE}(?P<year>\d{{4}})(?=[-/.]|\d{{4}}(?:\d{{4}}(?:\d\d)?)?(?!\d))"
    r"(?P<sign>[-/.]?)(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})"
    rf"(?:{_BETWEEN}{CLOCK}|(?:T|\s)?(?P<packed>\d{{4}}(?:\d{{2}})?)(?!\d))?(?P<rest>.*)",
    re.IGNORECASE,
)
# Wed, 14 Oct 2026 08:15:00 +0200; 14. oktobra 2026. u 10.00; 14 октября 2026 г. в 10:00; 22. 8. 2026. 14:30
_DAY_FIRST = re.compile(
    rf"{_BEFORE}(?P<day>\d{{1,2}})(?P<by>\.\s?|\s|-|/|th\s|st\s|nd\s|rd\s)"
    r"(?P<month>[^\W\d_]{1,15}|\d{1,2})(?:\.,?\s?|,?\s|-|/)(?P<year>\d{2,4})(?![\d:])"
    rf"(?:{_BETWEEN}{CLOCK})?(?P<rest>.*)",
    re.IGNORECASE,
)
# October 14, 2026 08:15 PST
_MONTH_FIRST = re.compile(
    rf"{_BEFORE}(?P<month>[^\W\d_]{{3,15}})\.?\s(?P<day>\d{{1,2}})(?:th|st|nd|rd)?,?\s(?P<year>\d{{4}})"
    rf"(?:{_BETWEEN}{CLOCK})?(?P<rest>.*)",
    re.IGNORECASE,
)
# Fri Jan 2 10:11:12 2004, with a zone before or behind the year
_ASCTIME = re.compile(
    rf"[^\W\d_]{{2,12}},?\s(?P<month>[^\W\d_]{{3,15}})\s(?P<day>\d{{1,2}})\s{CLOCK}"
    r"(?:\s(?P<rest>[A-Z]{1,5}|[+-]\d{4}))?\s(?P<year>\d{4})(?P<after>.*)"
)
# Numbers in these are no days; letters and numbers, each by itself, may be.
_TIMES = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?|[+-]\d{2}:?\d{2}\b")
_PIECE = re.compile(r"\d+|[^\W\d_]+")
_LAST_ZONE = re.compile(r"(?:[+\-\u2212]\d{2}:?\d{2}|[^\W\d_]{1,5})\Z")


class Moment(NamedTuple):
    """A date of a feed."""

    # "2026-10-14" or "2026-10-14T06:15:00Z"; None if it can't be understood.
    value: str | None
    # Whether it gives a time of day without a zone that is known, so that the feed's is assumed.
    assumed: bool = False
    # What was odd, in one English sentence.
    warning: str | None = None


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
    shown = text[:_SHOWN]
    if len(text) > _LONGEST:
        return Moment(None, warning=f"no date: {shown}…")
    text = common(text)
    for written in (text, turned(text)):
        for pattern in (_ISO, _DAY_FIRST, _MONTH_FIRST, _ASCTIME) if written else ():
            match = pattern.fullmatch(written or "")
            found = _moment(match, shown, zone) if match else None
            if found:
                return found
    if fallback and ":" in text:
        return _others(text, fallback, shown)
    return Moment(None, warning=f"no full date: {shown}")


def _normal(raw: str) -> str:
    """Composed letters, ASCII digits and signs, single spaces."""
    text = unicodedata.normalize("NFKC", raw[: 4 * _LONGEST])
    return " ".join(text.split())


def _moment(match: re.Match[str], shown: str, zone: str) -> Moment | None:
    """The date of a form that fits; None if a word in it is no month, so that another form may fit."""
    parts = match.groupdict()
    month = int(parts["month"]) if parts["month"].isdecimal() else month_of(parts["month"])
    if month is None:
        return None
    number, odd = int(parts["day"]), None
    # American feeds have the month first: 10/14/2026 can be nothing else, 10/05/2026 may be.
    if parts.get("by") == "/" and parts["month"].isdecimal():
        if number <= _MONTHS < month:
            number, month = month, number
        elif number <= _MONTHS and number != month:
            odd = f"day and month may be meant the other way round: {shown}"
    wrong = Moment(None, warning=f"no date: {shown}")
    try:
        day = date(_year(parts["year"]), month, number)
    except ValueError:
        return wrong
    if day.year not in _CALENDAR:
        return wrong
    packed = parts.get("packed") or ""
    hour = parts["hour"] or packed[:2]
    rest = " ".join(piece.strip() for piece in (parts.get("rest"), parts.get("after")) if piece)
    if not hour:
        return _day(day, rest, odd, shown)
    minute, second = parts["minute"] or packed[2:4], parts["second"] or packed[4:6] or "0"
    hours, rest = _half(int(hour), rest)
    if hours > 24 or int(minute) > 59 or int(second) > 60 or (hours == 24 and (int(minute) or int(second))):
        return wrong
    # 24:00 ends a day, a leap second a minute: both are the moment that follows.
    local = datetime(day.year, day.month, day.day) + timedelta(  # noqa: DTZ001 - its zone follows
        hours=hours, minutes=int(minute), seconds=int(second)
    )
    return _placed(local, rest, odd, shown, zone)


def _day(day: date, rest: str, odd: str | None, shown: str) -> Moment | None:
    """A day without a time; None if what follows is a part of it that is not understood."""
    word, _, after = rest.lstrip(" .,").partition(" ")
    if word.lower().rstrip(".,") in tables()["year"]["words"]:
        rest = f", {after}" if after else ""
    # Some write a date in a zone, which has no use.
    if not rest.strip(" .,") or not stated(rest).rest:
        return Moment(day.isoformat(), warning=odd)
    if rest[0] in ",;(":
        return Moment(day.isoformat(), warning=odd or f"what follows a date was left out: {shown}")
    return None


def _placed(local: datetime, rest: str, odd: str | None, shown: str, zone: str) -> Moment:
    """A time of day in the zone that follows it, else in the feed's."""
    known, rest = stated(rest)
    if known is None and rest:
        odd = odd or f"a date in an unknown zone, taken for {zone}: {shown}"
    elif rest:
        odd = odd or f"what follows a date was left out: {shown}"
    meant: tzinfo = known or ZoneInfo(zone)
    return Moment(_printed(local.replace(tzinfo=meant)), assumed=known is None, warning=odd)


def _others(text: str, fallback: time.struct_time, shown: str) -> Moment:
    """What feedparser makes of a form that is not known here.

    What it does not find it takes from the wall clock: only a date of which year, month and day stand in the text counts.
    """
    last = _LAST_ZONE.search(text)
    zone = stated(last[0]).zone if last else None
    known = datetime(*fallback[:5], tzinfo=UTC) + timedelta(seconds=fallback.tm_sec)
    if known.year in _CALENDAR and _stands_in(_TIMES.sub(" ", text), known.astimezone(zone or UTC)):
        return Moment(_printed(known), assumed=zone is None)
    return Moment(None, warning=f"no full date: {shown}")


def _stands_in(text: str, day: date) -> bool:
    """Whether a text holds year, month and day of a date, and no number and no month besides."""
    pieces = _PIECE.findall(text)
    numbers = sorted(int(piece) for piece in pieces if piece.isdecimal())
    named = {_month_in(piece) for piece in pieces if not piece.isdecimal()} - {None}
    if named:
        return named == {day.month} and numbers == sorted((day.year, day.day))
    return numbers == sorted((day.year, day.month, day.day))


def _month_in(word: str) -> int | None:
    """A month by name, also in a neighbour's spelling: Hungarian "júl"."""
    return month_of(
        "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
    )


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
    clock = tables()["clock"]
    low = word.lower().rstrip(",")
    if low in clock["afternoon"] and 1 <= hour <= 12:
        return hour % 12 + 12, after
    if low in clock["morning"] and 1 <= hour <= 12:
        return hour % 12, after
    return hour, after if low.rstrip(".") in clock["words"] else rest
