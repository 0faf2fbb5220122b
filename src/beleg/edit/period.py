"""Which days an edition covers, and what it is called."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from beleg.errors import EditError
from beleg.records import Article

UNDATED: Final = "undated"
_WEEK = re.compile(r"(\d{4})-?W(\d{2})", re.ASCII | re.IGNORECASE)
_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
# Between the two days of a range, as people write it; identifiers have the one that names a folder everywhere.
_BETWEEN = re.compile(r"\.\.|/|--")
_HINT = "Write a day (2026-10-27), a week (2026-W44), a month (2026-10) or two days (2026-10-20..2026-10-27)"


@dataclass(frozen=True, kw_only=True, slots=True)
class Period:
    """The days of an edition, both included."""

    # As in addresses and names of files: "2026-10-27", "2026-W44", "2026-10", "2026-10-20--2026-10-27".
    id: str
    first: date
    last: date

    def holds(self, day: date) -> bool:
        return self.first <= day <= self.last


def period_of(written: str) -> Period:
    """The period that somebody wrote.

    Raises:
        EditError: It is none.
    """
    text = written.strip()
    with suppress(ValueError, OverflowError):
        if found := _WEEK.fullmatch(text):
            return week_of(date.fromisocalendar(int(found[1]), int(found[2]), 1))
        if found := _MONTH.fullmatch(text):
            year, month = int(found[1]), int(found[2])
            last = calendar.monthrange(year, month)[1]
            return Period(id=text, first=date(year, month, 1), last=date(year, month, last))
        ends = [_exact_day(part.strip()) for part in _BETWEEN.split(text)]
        if len(ends) == 1:
            return day_of(ends[0])
        if len(ends) == 2 and ends[0] <= ends[1]:
            return Period(id=f"{ends[0]}--{ends[1]}", first=ends[0], last=ends[1])
    raise EditError(f"{written!r} is no period of an edition", hint=_HINT)


def _exact_day(text: str) -> date:
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day


def day_of(day: date) -> Period:
    return Period(id=day.isoformat(), first=day, last=day)


def week_of(day: date) -> Period:
    """The week of a day, from Monday to Sunday, as ISO 8601 counts weeks."""
    year, week, weekday = day.isocalendar()
    monday = day - timedelta(days=weekday - 1)
    return Period(id=f"{year:04}-W{week:02}", first=monday, last=monday + timedelta(days=6))


def latest(kind: Literal["day", "week"], day: date) -> Period:
    """The period of that kind that holds a day."""
    of: Callable[[date], Period] = {"day": day_of, "week": week_of}[kind]
    return of(day)


def free(wanted: str, taken: Container[str]) -> str:
    """An edition's name that no published edition has: "2026-10-27", else "2026-10-27.2"."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}.{number}"
    return name


def day(published: str, zone: str) -> str:
    """The day on which something was published, as the site's zone counts days.

    Args:
        published: ISO 8601, a date or a time; a time without an offset is taken as it stands.
        zone: IANA name of the site's zone.
    """
    if "T" not in published:
        return published
    moment = datetime.fromisoformat(published)
    if moment.tzinfo is not None:
        moment = moment.astimezone(ZoneInfo(zone))
    return moment.date().isoformat()


def published_on(article: Article, zone: str) -> date | None:
    """The day of an article; None where it has none, or one that lacks the day ("2026-10")."""
    if not article.dated or len(found := day(article.dated, zone)) != len("2026-10-27"):
        return None
    return date.fromisoformat(found)
