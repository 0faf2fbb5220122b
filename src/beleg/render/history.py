"""What editions told, by identifiers alone: which one has the latest state of a story, and what became of its facts.

Everything in here comes from the first lines of records, so that a thousand editions can be looked through at every
build. The draft, where there is one, is the last of the editions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from beleg.records import Edition, Site


class Told(Protocol):
    """A story as an edition told it: identifiers of its facts, and those that it was published under before."""

    @property
    def facts(self) -> tuple[str, ...]: ...

    @property
    def aliases(self) -> tuple[str, ...]: ...


class Header(Protocol):
    """The first line of a record (`ingest.editions.Header`)."""

    @property
    def date(self) -> str | None: ...

    @property
    def period(self) -> tuple[str, str] | None: ...

    @property
    def preceding(self) -> str | None: ...

    @property
    def stories(self) -> Mapping[str, Told]: ...

    @property
    def aliases(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def corrected(self) -> tuple[tuple[str, str], ...]: ...

    @property
    def news(self) -> Mapping[str, int]: ...

    @property
    def called(self) -> Mapping[str, Mapping[str, str]]: ...


class Record(Protocol):
    """A published edition (`ingest.editions.Record`)."""

    @property
    def id(self) -> str: ...

    @property
    def header(self) -> Header: ...

    @property
    def digest(self) -> str: ...

    def edition(self, site: Site) -> Edition: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """An edition without what it says."""

    id: str
    date: str | None
    period: tuple[str, str] | None
    # Identifiers of facts by that of their story, in the order of print.
    stories: Mapping[str, tuple[str, ...]]
    # What stories, and facts, were published under before.
    story_aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Published facts that it tells to be otherwise, or gone.
    corrected: tuple[str, ...] = ()
    # How many of its facts have which news.
    news: Mapping[str, int] = field(default_factory=dict)
    # The edition that was published before it.
    preceding: str | None = None

    @property
    def facts(self) -> int:
        """How many facts it tells."""
        return sum(len(facts) for facts in self.stories.values())


def of_record(record: Record) -> Outline:
    """The outline of a published edition."""
    header = record.header
    return Outline(
        id=record.id, date=header.date, period=header.period,
        stories={name: told.facts for name, told in header.stories.items()},
        story_aliases={name: told.aliases for name, told in header.stories.items() if told.aliases},
        aliases=header.aliases, corrected=tuple(fact for fact, _ in header.corrected), news=header.news, preceding=header.preceding,
    )  # fmt: skip


def of_draft(edition: Edition) -> Outline:
    """The outline of an edition that is not published yet."""
    news: dict[str, int] = {}
    for fact in edition.facts:
        if fact.news:
            news[fact.news] = news.get(fact.news, 0) + 1
    return Outline(
        id=edition.id, date=edition.date, period=edition.period,
        stories={story.id: story.facts for story in edition.stories},
        story_aliases={story.id: story.aliases for story in edition.stories if story.aliases},
        aliases={fact.id: fact.aliases for fact in edition.facts if fact.aliases},
        corrected=tuple(one.before.id for one in edition.corrections), news=news, preceding=edition.preceding,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a fact stands in its latest state."""

    story: str
    # Identifier of the edition.
    edition: str


class History:
    """Editions looked through.

    Args:
        outlines: In the order of publication; identifiers are unique.
    """

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.outlines = tuple(outlines)
        self.by_id = {one.id: one for one in outlines}
        self._number = {one.id: number for number, one in enumerate(outlines)}
        # By an identifier that is an alias: what it is an alias of.
        self._story: dict[str, str] = {}
        self._fact: dict[str, str] = {}
        # Editions by the identifier under which they told a story; the oldest first.
        self._editions: dict[str, list[str]] = {}
        self._places: dict[str, Place] = {}
        # Editions that corrected a fact, by its identifier then; the oldest first.
        self._corrected: dict[str, list[str]] = {}
        for one in outlines:
            self._take(one)
        self._bound: dict[str, list[str]] = {}
        for name in self._editions:
            self._bound.setdefault(self.story(name), []).append(name)
        self._names = _turned(self._fact)
        self._story_names = _turned(self._story)

    def _take(self, one: Outline) -> None:
        for name, facts in one.stories.items():
            # What was an alias and is told again stands for itself again.
            self._story.pop(name, None)
            self._editions.setdefault(name, []).append(one.id)
            place = Place(story=name, edition=one.id)
            for fact in facts:
                self._fact.pop(fact, None)
                self._places[fact] = place
        for name, aliases in one.story_aliases.items():
            self._story |= {alias: name for alias in aliases if alias != name}
        for name, aliases in one.aliases.items():
            self._fact |= {alias: name for alias in aliases if alias != name}
        for fact in one.corrected:
            self._corrected.setdefault(fact, []).append(one.id)

    @cached_property
    def by_period(self) -> tuple[str, ...]:
        """The editions, the latest period first; of one day, the one that was published last.

        Readers look for what is of the latest days, not for what was published last.
        """
        return self.newest_first(self.by_id)

    def newest_first(self, names: Iterable[str]) -> tuple[str, ...]:
        """Editions in the order of `by_period`."""
        return tuple(sorted(names, key=lambda name: (self.by_id[name].date or "", self._number[name]), reverse=True))

    @cached_property
    def late(self) -> Mapping[str, str]:
        """Editions that were published after one of a later period, each with the latest of these."""
        found: dict[str, str] = {}
        newest: Outline | None = None
        for one in self.outlines:
            if newest is not None and (newest.date or "") > (one.date or ""):
                found[one.id] = newest.id
            else:
                newest = one
        return found

    @cached_property
    def is_whole(self) -> bool:
        """Whether every edition is there that was ever published before another."""
        return all(one.preceding is None or one.preceding in self.by_id for one in self.outlines)

    def story(self, name: str) -> str:
        """The identifier that a story has now."""
        return _followed(self._story, name)

    def fact(self, name: str) -> str:
        """The identifier that a fact has now, or had last."""
        return _followed(self._fact, name)

    @cached_property
    def latest(self) -> Mapping[str, str]:
        """The edition that has the latest state of each story, by the story's identifier of now."""
        return {name: self._editions[name][-1] for name in self._bound if name in self._editions}

    def stories_of(self, edition: str) -> tuple[str, ...]:
        """The stories whose latest state an edition has, in its order."""
        return tuple(name for name in self.by_id[edition].stories if self.latest.get(name) == edition)

    def aliases_of(self, story: str) -> tuple[str, ...]:
        """The other identifiers that a story was published under; sorted."""
        return tuple(sorted(self._story_names.get(story, ())))

    def told_in(self, story: str) -> tuple[str, ...]:
        """The editions that told a story, under any of its identifiers; the oldest first."""
        found = {edition for name in self._bound.get(story, ()) for edition in self._editions[name]}
        return tuple(sorted(found, key=self._number.__getitem__))

    def facts_of(self, story: str) -> Mapping[str, str]:
        """Each fact that was ever published in a story, with the last edition that told it there."""
        found: dict[str, str] = {}
        for edition in self.told_in(story):
            stories = self.by_id[edition].stories
            found |= {fact: edition for name in self._bound[story] for fact in stories.get(name, ())}
        return found

    def place(self, fact: str) -> Place | None:
        """Where the latest state of a fact stands; None if it has no place in its story's latest state."""
        place = self._places.get(self.fact(fact))
        if place is None or self.latest.get(place.story) != place.edition or self.is_taken_back(fact, place.edition):
            return None
        return place

    def names_of(self, fact: str) -> tuple[str, ...]:
        """The other identifiers that a fact was published under; sorted."""
        return tuple(sorted(self._names.get(fact, ())))

    def corrections_of(self, fact: str, after: str) -> tuple[str, ...]:
        """The editions after another that corrected a fact, under any identifier; the oldest first."""
        now = self.fact(fact)
        names = (fact, now, *self._names.get(now, ()))
        found = {edition for name in names for edition in self._corrected.get(name, ())}
        found = {edition for edition in found if self._number[edition] > self._number[after]}
        return tuple(sorted(found, key=self._number.__getitem__))

    def again(self, fact: str, after: str) -> str | None:
        """The first edition after another that tells a fact, under any identifier; None if none does."""
        now = self.fact(fact)
        names = {fact, now, *self._names.get(now, ())}
        later = self.outlines[self._number[after] + 1 :]
        return next((one.id for one in later if not all(map(names.isdisjoint, one.stories.values()))), None)

    def is_taken_back(self, fact: str, edition: str) -> bool:
        """Whether a later edition says of a fact that it is gone or is otherwise; the fact's latest state is in `edition`."""
        return bool(self._any_corrected(fact) and self.corrections_of(fact, edition))

    def _any_corrected(self, fact: str) -> bool:
        # Most facts of most sites never are; this is asked of all of them.
        now = self.fact(fact)
        return fact in self._corrected or any(name in self._corrected for name in (now, *self._names.get(now, ())))

    def corrected_later(self, edition: str) -> tuple[tuple[str, str], ...]:
        """The facts of an edition that later ones corrected, each with the edition that did; the oldest of these first."""
        if not self._corrected:
            return ()
        told = [fact for facts in self.by_id[edition].stories.values() for fact in facts if self._any_corrected(fact)]
        pairs = [(fact, later) for fact in told for later in self.corrections_of(fact, edition)]
        return tuple(sorted(pairs, key=lambda pair: self._number[pair[1]]))


def _turned(aliases: Mapping[str, str]) -> dict[str, list[str]]:
    """All that are aliases of something, in the end."""
    found: dict[str, list[str]] = {}
    for alias in aliases:
        found.setdefault(_followed(aliases, alias), []).append(alias)
    return found


def _followed(aliases: Mapping[str, str], name: str) -> str:
    seen = {name}
    while (of := aliases.get(name)) is not None and of not in seen:
        name = of
        seen.add(of)
    return name


def outlines(published: Iterable[Record], draft: Edition | None) -> tuple[Outline, ...]:
    """The outlines of published editions, and of the draft after them."""
    return (*(of_record(one) for one in published), *((of_draft(draft),) if draft else ()))
