"""Published facts and stories keep their identifiers, whatever a new reading or a new article makes of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from beleg.edit.ledger import Known, Ledger
from beleg.merge import Merged
from beleg.merge.ids import another, conflict_id
from beleg.merge.places import nearest
from beleg.records import Conflict, Fact, Statement, Story


def identified(merged: Merged, known: Ledger) -> Merged:
    """What was merged, under the identifiers that it was published under.

    A published fact lives on in the fact that has most of its mentions, a published story in the one with most of its
    articles. Where several live on in one, the identifier published first stays, and the others become its aliases.
    """
    if not known.stories:
        return merged
    stories = _heirs(
        {name: set(story.articles) for name, story in known.stories.items()},
        {story.id: set(story.articles) for story in merged.stories},
    )
    facts = _fact_heirs(merged, known)
    return _renamed(merged, known, facts, stories)


def _fact_heirs(merged: Merged, known: Ledger) -> dict[str, tuple[str, ...]]:
    """For each fact the published identifiers that live on in it, the first published first."""
    homes = {mention: fact.id for fact in merged.facts for mention in fact.mentions}
    there: dict[str, list[Statement]] = defaultdict(list)
    for statement in merged.statements:
        if statement.id in homes:
            there[statement.article].append(statement)
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    leading: dict[str, str] = {}
    for article, rows in known.by_article.items():
        for name, published in rows:
            found = nearest(published, there.get(article, ()))
            if found:
                shared[name][homes[found.id]] += 1
                if published is known.facts[name].mentions[0]:
                    leading[name] = homes[found.id]
    return _chosen(
        known.facts,
        {
            name: min(found, key=lambda one: (-found[one], one != leading.get(name), one))
            for name, found in shared.items()
        },
    )


def _heirs(published: Mapping[str, set[str]], present: Mapping[str, set[str]]) -> dict[str, tuple[str, ...]]:
    """For each group that is there the published ones that live on in it: those it has most in common with."""
    homes: dict[str, list[str]] = defaultdict(list)
    for name, members in present.items():
        for member in members:
            homes[member].append(name)
    chosen = {}
    for name, members in published.items():
        shared = Counter(home for member in members for home in homes.get(member, ()))
        if shared:
            chosen[name] = min(shared, key=lambda one: (-shared[one], one))
    return _chosen(published, chosen)


def _chosen(published: Iterable[str], heir: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The heirs, each with those that it inherits from, in the order of publication."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in published:
        if name in heir:
            found[heir[name]].append(name)
    return {one: tuple(names) for one, names in found.items()}


def _renamed(
    merged: Merged, known: Ledger, facts: Mapping[str, tuple[str, ...]], stories: Mapping[str, tuple[str, ...]]
) -> Merged:
    name_of_fact = _names((fact.id for fact in merged.facts), facts, known.facts)
    name_of_story = _names((story.id for story in merged.stories), stories, known.stories)
    conflicts = {
        conflict.id: _conflict(conflict, name_of_fact, name_of_story[story.id])
        for story in merged.stories
        for conflict in story.conflicts
    }

    def many(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(name_of_fact.get(name, name) for name in names))

    def fact(one: Fact) -> Fact:
        inherited = [known.facts[name] for name in facts.get(one.id, ())]
        return replace(
            one, id=name_of_fact[one.id], story=name_of_story[one.story], conflicts=many(one.conflicts),
            adds=many(one.adds), aliases=_aliases(name_of_fact[one.id], (old.fact for old in inherited)),
            since=_since(inherited),
        )  # fmt: skip

    def story(one: Story) -> Story:
        inherited = [known.stories[name] for name in stories.get(one.id, ())]
        return replace(
            one, id=name_of_story[one.id], facts=tuple(name_of_fact[name] for name in one.facts),
            conflicts=tuple(sorted((conflicts[c.id] for c in one.conflicts), key=lambda c: c.id)),
            aliases=_aliases(name_of_story[one.id], inherited), since=inherited[0].since if inherited else None,
        )  # fmt: skip

    def statement(one: Statement) -> Statement:
        return replace(
            one, fact=name_of_fact[one.fact] if one.fact else None, conflicts=many(one.conflicts),
            story=name_of_story[one.story] if one.story else None,
        )  # fmt: skip

    return replace(
        merged,
        statements=tuple(map(statement, merged.statements)),
        facts=tuple(map(fact, merged.facts)),
        stories=tuple(map(story, merged.stories)),
    )


def _names(
    present: Iterable[str], inherited: Mapping[str, tuple[str, ...]], published: Iterable[str]
) -> dict[str, str]:
    """What everything is called from now on.

    What inherits nothing is called after its content, as merging named it. If that name was published, for something
    that lives on in another heir, a longer look at the content tells the two apart.
    """
    taken = frozenset(published)
    names = {one: found[0] for one, found in inherited.items()}
    return {one: names.get(one) or (another(one) if one in taken else one) for one in present}


def _aliases(name: str, inherited: Iterable[Fact | Story]) -> tuple[str, ...]:
    return tuple(sorted({alias for old in inherited for alias in (old.id, *old.aliases)} - {name}))


def _since(inherited: Iterable[Known]) -> str | None:
    return next((known.fact.since or known.edition for known in inherited), None)


def _conflict(conflict: Conflict, names: Mapping[str, str], story: str) -> Conflict:
    sides = tuple(names[side] for side in conflict.sides)
    newer = names[conflict.newer] if conflict.newer else None
    return replace(conflict, id=conflict_id(sides), story=story, sides=sides, newer=newer)
