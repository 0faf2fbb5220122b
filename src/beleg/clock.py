"""The one clock. Builds never look at it; `fetch`, `add` and `withdraw` stamp what they write with it."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from beleg.errors import BelegError

# Set by tests, and by whoever repeats what was done at another time: "2026-11-30T12:00:00Z".
VARIABLE = "BELEG_NOW"


def now() -> datetime:
    """The time, in UTC, without fractions of a second.

    Raises:
        BelegError: The variable holds no time.
    """
    given = os.environ.get(VARIABLE)
    if not given:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BelegError(
            f"the variable {VARIABLE} holds {given!r}, which is no time with its zone",
            hint="Write it as in 2026-11-30T12:00:00Z, or leave it out",
        )
    return moment.astimezone(UTC).replace(microsecond=0)


def stamp(moment: datetime) -> str:
    """A time as it is kept: "2026-11-30T12:00:00Z"."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
