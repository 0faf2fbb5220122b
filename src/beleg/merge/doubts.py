"""What is nearly one: statements that are nearly one fact, and stories that are nearly one, for an editor to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from beleg.merge.compare import sketch
from beleg.merge.explain import Comparer, Comparison
from beleg.merge.facts import THRESHOLD
from beleg.merge.stories import LATER, NEARLY, Heap
from beleg.records import Article, Statement

# How far below the threshold of facts a pair may stay, in logits. In the annotated development stories 23 pairs lie that
# near, of which 15 say the same; of those that lie farther off hardly one in seven does.
REACH = 1.5
# A name, number or concept that more statements of a story share brings no two of them here.
COMMON = 8


def nearly_one_fact(statements: Sequence[Statement]) -> list[Comparison]:
    """Pairs of statements that hardly anything keeps from being one fact, the nearest first; each of two facts once."""
    by_story: dict[str | None, list[Statement]] = defaultdict(list)
    for statement in statements:
        by_story[statement.story].append(statement)
    best: dict[tuple[str, str], Comparison] = {}
    for found in by_story.values():
        comparer = Comparer(found)
        for one, other in _candidates(found):
            if one.fact == other.fact or one.article == other.article or one.fact is None or other.fact is None:
                continue
            compared = comparer.compare(one, other)
            if compared.veto is None and compared.score >= THRESHOLD - REACH:
                facts = (min(one.fact, other.fact), max(one.fact, other.fact))
                best[facts] = min(compared, best.get(facts, compared), key=_rank)
    return sorted(best.values(), key=_rank)


def _rank(one: Comparison) -> tuple[float, str, str]:
    return -one.score, one.one.id, one.other.id


def _candidates(statements: Iterable[Statement]) -> list[tuple[Statement, Statement]]:
    """Pairs of a story's statements that share something which few of them have."""
    by_id = {statement.id: statement for statement in statements}
    holders: dict[str, list[str]] = defaultdict(list)
    for name in sorted(by_id):
        found = sketch(by_id[name])
        for key in (*found.name, *found.concept, *found.value, *found.date):
            holders[key].append(name)
    pairs = {both for names in holders.values() if len(names) <= COMMON for both in combinations(names, 2)}
    return [(by_id[one], by_id[other]) for one, other in sorted(pairs)]


def nearly_one_story(
    stories: Mapping[str, Sequence[str]], articles: Sequence[Article], statements: Sequence[Statement]
) -> list[tuple[float, str, str]]:
    """Pairs of stories that are nearly alike enough to be one, with how much they are; the most alike first.

    What followed later than articles of one story may is proposed as well.

    Args:
        stories: The articles of each, by its identifier.
        articles: What these and others are.
        statements: What they say.
    """
    told: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        told[statement.article].append(statement)
    heap = Heap([article for article in sorted(articles, key=lambda a: a.id) if article.id in told], told)
    near = heap.pairs(NEARLY, LATER)
    spoken = {name: [one for one in members if one in heap] for name, members in stories.items()}
    home = {article: name for name, members in spoken.items() for article in members}
    for members in spoken.values():
        heap.pin(members)
    pairs = {
        (min(both), max(both))
        for _, one, other in near
        if one in home and other in home and len(both := {home[one], home[other]}) > 1
    }
    parts = {name: heap.part(spoken[name][0]) for both in pairs for name in both}
    found = [(parts[one].likeness(parts[other]), one, other) for one, other in pairs]
    return sorted((row for row in found if row[0] >= NEARLY), key=lambda row: (-row[0], *row[1:]))
