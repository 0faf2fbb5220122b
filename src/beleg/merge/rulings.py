"""What is settled before merging: by an editor, or by what was published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

# Two identifiers, the smaller first.
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rulings:
    """Which statements are one fact or two, and which articles one story or two, whatever else speaks for or against it."""

    # Of statements, by their identifiers: an editor's merges and splits.
    one_fact: frozenset[Pair] = frozenset()
    two_facts: frozenset[Pair] = frozenset()
    # Of articles: the stories that were published. They start as they were.
    one_story: tuple[frozenset[str], ...] = ()
    # An editor's pins: what belongs to one of them belongs to all.
    pinned: tuple[frozenset[str], ...] = ()
    # An editor's splits; they outweigh `one_story` and `pinned`.
    two_stories: frozenset[Pair] = frozenset()
    # What readers are told by an editor, by statement.
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NO_RULINGS = Rulings()


def pair(one: str, other: str) -> Pair:
    """Two identifiers as rulings hold them."""
    return (one, other) if one < other else (other, one)
