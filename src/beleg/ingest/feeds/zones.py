"""The zone that a time of day is given in: by number, by name, or by the name of a place as IANA has it."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from beleg.ingest.feeds.words import tables

_DAY_MINUTES = 24 * 60
_OFFSET = r"(?:(?:GMT|UTC?|Z)\s?)?[+\-\u2212]\d{1,2}(?::?\d{2})?(?:\s?(?:GMT|UTC)\b)?"
_PLACE = r"[A-Za-z]{2,14}(?:/[A-Za-z_+-]{2,30}){1,2}"
# In brackets or not: "+02:00[Europe/Berlin]", "(МСК)", "+0200 CEST".
_PIECE = re.compile(rf"[(\[]?(?P<zone>{_OFFSET}|{_PLACE}|[^\W\d_]{{1,5}})(?=[\s,;.)\]\[(]|\Z)[)\]]?", re.IGNORECASE)
_NUMBER = re.compile(r"(?:(?:GMT|UTC?|Z)\s?)?([+\-\u2212])(\d{1,2}):?(\d{2})?(?:\s?(?:GMT|UTC))?", re.IGNORECASE)
_EDGES = " ,;."
_COMMENT = re.compile(r"\([^()]*\)\Z")


class Stated(NamedTuple):
    """What stands behind a time of day."""

    # None if no zone is named, or none that is known.
    zone: tzinfo | None
    # What is no zone; empty if nothing.
    rest: str


def stated(text: str) -> Stated:
    """The zone with which a text begins; further names of it and a comment behind it are left out."""
    found: tzinfo | None = None
    rest = text.strip(_EDGES)
    while rest:
        known = _named(rest.strip("()[]"))
        if known:
            return Stated(found or known, "")
        piece = _PIECE.match(rest)
        zone = _named(piece["zone"]) if piece else None
        if piece is None or zone is None:
            break
        found = found or zone
        rest = rest[piece.end() :].strip(_EDGES)
    if found:
        rest = _COMMENT.sub("", rest)
    return Stated(found, rest)


def names() -> tuple[str, ...]:
    """Zones that go by a name, the longest name first."""
    return tuple(sorted(tables()["zones"], key=lambda name: (-len(name), name)))


def _named(name: str) -> tzinfo | None:
    number = _NUMBER.fullmatch(name)
    if number:
        sign, hours, minutes = number.groups()
        total = int(hours) * 60 + int(minutes or 0)
        return timezone(timedelta(minutes=total if sign == "+" else -total)) if total < _DAY_MINUTES else None
    if "/" in name:
        return ZoneInfo(name) if name in _places() else None
    minutes = tables()["zones"].get(name.upper())
    return None if minutes is None else timezone(timedelta(minutes=minutes)) if minutes else UTC


@cache
def _places() -> frozenset[str]:
    return frozenset(available_timezones())
