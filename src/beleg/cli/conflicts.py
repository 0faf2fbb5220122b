"""A conflict in lines, for `beleg review` and `beleg explain`."""

from __future__ import annotations

from collections.abc import Iterator

from beleg.merge.sides import Disagreement, Place, Side


def conflict_lines(conflict: Disagreement) -> Iterator[str]:
    """What differs, then each side: its value, who stands behind it, and where and when it was told."""
    update = "an update" if conflict.newer else "a contradiction"
    yield f"{conflict.id}: {update} in {conflict.about}; {conflict.kind} of {conflict.subject or 'no known subject'}"
    for side in conflict.sides:
        yield f"  {_head(conflict, side)}"
        yield from (f"    {_told(place)}" for place in side.mentions)


def _head(conflict: Disagreement, side: Side) -> str:
    state = "" if conflict.newer is None else ", newer" if side.fact == conflict.newer else ", older"
    origins = (f"{one.party or 'origin not stated'} ({one.stake or 'no stake known'})" for one in side.origins)
    return f"{side.fact}{state}: {'; '.join(side.value) or 'no value'}, by {', '.join(origins)}"


def _told(place: Place) -> str:
    changed = f", changed {place.updated}" if place.updated else ""
    when = f"{place.published or 'no date'}{changed}"
    quote = " ".join(place.quote.split())
    return f"{place.publisher or 'no publisher'}, {place.language}, {when}, {place.article}: {quote}"
