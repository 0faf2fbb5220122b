"""How the headlines of stories come about, to be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

# How a headline came about, the most telling first; from "topics" on nothing of the story's news is told.
Rung: TypeAlias = Literal[
    "contrast", "dispute", "event", "topics", "vendor topics", "topics alone", "articles", "nothing"
]
RUNGS: Final[tuple[Rung, ...]] = (
    "contrast", "dispute", "event", "topics", "vendor topics", "topics alone", "articles", "nothing",
)  # fmt: skip
# By locale how many headlines came about in which way; every way is listed.
Headings: TypeAlias = dict[str, dict[Rung, int]]


def counted(rungs: Iterable[Rung]) -> dict[Rung, int]:
    """How many headlines came about in which way, with those that none did."""
    found = Counter(rungs)
    return {rung: found[rung] for rung in RUNGS}
