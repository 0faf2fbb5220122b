"""Two editions compared: what the later one tells that was not known, or known otherwise, at the time of the earlier."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from beleg.edit.ledger import Known, Ledger, of_editions
from beleg.records import Correction, Edition, News

About: TypeAlias = News | Literal["withdrawn", "gone", "joined"]
# What is told of a fact, and the edition that tells it.
Fix: TypeAlias = tuple[Correction, Edition]
# The order in which changes are told.
ORDER: tuple[About, ...] = ("new", "confirmed", "corrected", "disputed", "widened", "joined", "withdrawn", "gone")


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A fact that is otherwise in the later of two editions."""

    about: About
    # The fact as it is told last; as it was told last, if it is gone or became part of another.
    fact: Known
    # As the earlier edition, or one before it, told it; None where it is new.
    before: Known | None = None
    # What is told of a fact that is gone or corrected, and the edition that tells it.
    correction: Correction | None = None
    told_by: Edition | None = None


def changes(editions: Sequence[Edition], old: str, new: str) -> tuple[Change, ...]:
    """What changed from one edition to another, by kind of change and in the order of print.

    Args:
        editions: All editions up to the later one, in the order in which they were published.
        old: The name of the earlier.
        new: The name of the later.

    Raises:
        ValueError: One of them is not among the editions, or they stand the other way round.
    """
    names = [edition.id for edition in editions]
    first, last = names.index(old), names.index(new)
    if first > last:
        raise ValueError(f"edition {old} was published after {new}")
    before, after = of_editions(editions[: first + 1]), of_editions(editions[: last + 1])
    between = editions[first + 1 : last + 1]
    fixes = {one.before.id: (one, edition) for edition in between for one in edition.corrections}
    found = [*_present(before, after, between, fixes), *_absent(before, after, fixes)]
    return tuple(sorted(found, key=lambda change: ORDER.index(change.about)))


def _present(before: Ledger, after: Ledger, between: Iterable[Edition], fixes: dict[str, Fix]) -> Iterable[Change]:
    """The facts of which some edition in between told something new: the weightiest of what it told."""
    told: dict[str, set[News]] = defaultdict(set)
    for edition in between:
        for fact in edition.facts:
            if fact.news is not None:
                told[fact.id].add(fact.news)
    for name, known in after.facts.items():
        earlier = before.facts.get(name)
        news = told[name] - {"new"} if earlier else told[name]
        if news:
            about = min(news, key=ORDER.index)
            correction, told_by = fixes.get(name, (None, None))
            yield Change(about=about, fact=known, before=earlier, correction=correction, told_by=told_by)


def _absent(before: Ledger, after: Ledger, fixes: dict[str, Fix]) -> Iterable[Change]:
    joined = {alias: known for known in after.facts.values() for alias in known.fact.aliases}
    for name, known in before.facts.items():
        if name in after.facts:
            continue
        if name in joined:
            yield Change(about="joined", fact=joined[name], before=known)
        elif name in fixes:
            correction, told_by = fixes[name]
            about: About = "withdrawn" if correction.about == "withdrawn" else "gone"
            yield Change(about=about, fact=known, before=known, correction=correction, told_by=told_by)
