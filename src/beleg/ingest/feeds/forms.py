"""Forms of dates that are rare, written as the common ones: moments by number, days of weeks, hours without minutes."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache

from beleg.ingest.feeds.words import tables
from beleg.ingest.feeds.zones import names

CLOCK = r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?(?![.:]?\d)"
# Seconds from 2001 to 2033, thousandths behind or not; larger ones may be a day in ten digits. So ASP.NET writes them:
# /Date(1791972900000+0200)/
_EPOCH = re.compile(r"(?:/Date\()?(1\d{9})(?:\d{3}|\.\d{1,9})?(?:(?:[+-]\d{4})?\)/)?")
# 2026-W42-3, 2026W423
_WEEK_DAY = re.compile(r"(\d{4})(-?)W(\d{2})\2([1-7])(?!\d)")
# 2026-287
_YEAR_DAY = re.compile(r"(\d{4})-(\d{3})(?!\d)")


def common(text: str) -> str:
    """A date in a form that is read; as it is if it has one already, or if it makes no sense."""
    if epoch := _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(epoch[1]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        if week := _WEEK_DAY.match(text):
            return date.fromisocalendar(int(week[1]), int(week[3]), int(week[4])).isoformat() + text[week.end() :]
        if (number := _YEAR_DAY.match(text)) and 1 <= int(number[2]) <= 366:
            day = date(int(number[1]), 1, 1) + timedelta(days=int(number[2]) - 1)
            return (day.isoformat() if day.year == int(number[1]) else number[0]) + text[number.end() :]
    except (ValueError, OverflowError):
        return text
    return _bare_hour().sub(_with_minutes, text)


def turned(text: str) -> str | None:
    """A date behind its time of day, as one before it; None if no time comes first."""
    match = _time_first().fullmatch(text)
    return f"{match['day']} {match['time']}" if match else None


def _with_minutes(match: re.Match[str]) -> str:
    return f"{match['hour']}:{match['minute'] or '00'} {match['word']}"


@cache
def _bare_hour() -> re.Pattern[str]:
    """`10 Uhr`, `10 часов 15 минут`, `10 p.m.` and the like."""
    clock = tables()["clock"]
    words = _any((*clock["words"], *clock["afternoon"], *clock["morning"]))
    minutes = _any(clock["minutes"])
    return re.compile(
        rf"(?<![\d:.,/+-])(?P<hour>\d{{1,2}})\s?(?P<word>{words})(?![^\W\d_])"
        # Two digits that nothing tells from a day count only before a comma or the end: "в 10 часов 14 октября".
        rf"(?:\.?\s(?:[^\W\d_]{{1,3}}\s)?(?P<minute>\d{{2}})(?:\s?(?:{minutes})(?![^\W\d_])\.?|(?=,|\Z)))?",
        re.IGNORECASE,
    )


@cache
def _time_first() -> re.Pattern[str]:
    """`10:00, 14 октября 2026`; German "am" before a day is no half of it."""
    clock = tables()["clock"]
    halves = _any((*clock["afternoon"], *clock["morning"]))
    zone = rf"[+-]\d{{2}}:?\d{{2}}|{_any(names())}"
    return re.compile(
        rf"(?:[^\W\d_]{{1,12}}\s)?(?P<time>{CLOCK}"
        rf"(?:\s?(?:(?:{_any(clock['words'])})\.?|(?:{halves})(?!\s\d{{1,2}}\.))(?![^\W\d_]))?"
        rf"(?:\s\(?(?:{zone})\)?(?![^\W\d_]))?)\s?[,;|·•–—-]?\s(?P<day>[^:]+)",
        re.IGNORECASE,
    )


def _any(words: tuple[str, ...] | list[str]) -> str:
    """A pattern for one of several words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
