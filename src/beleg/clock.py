"""The one clock. Builds never look at it; `fetch`, `add` and `withdraw` stamp what they write with it."""

from __future__ import annotations

import contextlib
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
    moment = None
    with contextlib.suppress(ValueError, OverflowError):
        written = datetime.fromisoformat(given)
        moment = written.astimezone(UTC).replace(microsecond=0) if written.tzinfo else None
    if moment is None:
        raise BelegError(
            f"the variable {VARIABLE} holds {given!r}, which is no time with its zone",
            hint="Write it as in 2026-11-30T12:00:00Z, or leave it out",
        )
    return moment


def stamp(moment: datetime) -> str:
    """A time as it is kept: "2026-11-30T12:00:00Z"."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
