"""The order of print, once it is known what is new."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from beleg.merge import Merged
from beleg.merge.order import ordered, ordered_stories
from beleg.records import Fact


def arranged(merged: Merged) -> Merged:
    """Stories and facts ordered anew, with their reasons: what is news comes further up."""
    places = {statement.id: (statement.article, statement.start) for statement in merged.statements}
    told: dict[str, list[Fact]] = defaultdict(list)
    for fact in merged.facts:
        told[fact.story].append(fact)
    facts = {story.id: ordered(told[story.id], places) for story in merged.stories}
    stories = ordered_stories(
        (replace(story, facts=tuple(fact.id for fact in facts[story.id])) for story in merged.stories),
        (fact for found in facts.values() for fact in found),
    )
    return replace(merged, stories=tuple(stories), facts=tuple(fact for story in stories for fact in facts[story.id]))
