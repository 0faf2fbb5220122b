"""Which statement stands in a place of an article, however its sentences are cut now.

What an editor decided, and what was published, holds a place by its words: those of the decision, or those of the mention
as it was read then. A lexicon or a version that cuts otherwise leaves the place where it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from beleg.merge.spelling import plain

# Two cuts of an article are of one place if they share at least so much of the shorter one.
SAME = 0.5


class Cut(Protocol):
    """Words of an article, and where they stand in it, or stood when they were read; a statement is one."""

    @property
    def quote(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A cut that is no statement."""

    quote: str
    start: int
    end: int


_Cut = TypeVar("_Cut", bound=Cut)


def standing(quote: str, text: str) -> list[Place]:
    """Where words stand in a text; line breaks and runs of spaces are one space."""
    found = re.finditer(r"\s+".join(map(re.escape, quote.split())), text)
    return [Place(quote=match.group(), start=match.start(), end=match.end()) for match in found]


def nearest(place: Cut, cuts: Iterable[_Cut]) -> _Cut | None:
    """Of several cuts of the same article the one that stands in a place, as it is now; None where none does.

    Of several that do, it is the one that has most of the place's words; where words stand twice, the one that is nearer.
    """
    found = ((common, one) for one in cuts if (common := shared(place, one)))
    best = min(found, key=lambda row: _rank(place, *row), default=None)
    return best[1] if best else None


def shared(one: Cut, other: Cut) -> int:
    """How many letters two cuts of an article have in common; 0 where they are of two places.

    Offsets alone are not relied on: where an article was changed, another sentence may stand in the old one's place.
    """
    mine, theirs = _letters(one.quote), _letters(other.quote)
    short, long = sorted((mine, theirs), key=len)
    if one.quote == other.quote:
        # Signs alone are words, too, if they are the same.
        return max(1, len(short))
    if not short:
        return 0
    common = overlap(one, other)
    near = common >= SAME * max(1, min(one.end - one.start, other.end - other.start))
    if short in long:
        return len(short) if near or len(short) >= SAME * len(long) else 0
    return common if near and _alike(short, long) else 0


def overlap(one: Cut, other: Cut) -> int:
    """How many characters of the article lie in both."""
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _alike(short: str, long: str) -> bool:
    """Whether a good part of the letters stands in both, in their order."""
    half = int(SAME * len(short))
    return bool(half) and (short[:half] in long or short[-half:] in long)


def _rank(place: Cut, common: int, cut: Cut) -> tuple[int, int, int, int, int, int]:
    longer = abs(len(_letters(cut.quote)) - len(_letters(place.quote)))
    return -common, longer, -overlap(place, cut), abs(cut.start - place.start), cut.start, cut.end


# Each cut of an article is held against each other.
@lru_cache(maxsize=16384)
def _letters(quote: str) -> str:
    return plain(quote)
