"""Articles that tell one text in two languages: the same facts with the same values, from the first to the last."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations

from beleg.merge.copies import age
from beleg.records import Article, Statement

# Separately written articles on one matter have at most 0.42 of their statements in common, of the 45 pairs that the
# annotated development stories give, and translations of one text more than 0.7. Nor do separate ones keep the order:
# the two with most in common tell 0.7 of it in one order, and of their values 0.52 come in the same sequence. The pair
# whose values are most alike (0.7) has a third of its statements in common.
SHARED = 0.6
IN_ORDER = 0.9
VALUES = 0.8
# Fewer facts, or values, meet by chance.
FEWEST = 6
FEWEST_VALUES = 4
# A fact that more articles tell brings no two of them together.
MOST = 50


def translated(groups: Sequence[Sequence[Statement]], articles: Mapping[str, Article]) -> dict[str, str]:
    """The articles of a story that are translations, each with the earliest article of the same text.

    Args:
        groups: The story's statements by fact.
        articles: Its articles by identifier.
    """
    told: dict[str, list[tuple[int, int, Statement]]] = defaultdict(list)
    shared: Counter[tuple[str, str]] = Counter()
    for place, group in enumerate(groups):
        for statement in group:
            told[statement.article].append((statement.start, place, statement))
        homes = sorted({statement.article for statement in group})
        if len(homes) <= MOST:
            shared.update(combinations(homes, 2))
    of: dict[str, str] = {}
    for (one, other), many in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if many < FEWEST or articles[one].language == articles[other].language:
            continue
        if many >= SHARED * max(len(told[one]), len(told[other])) and _alike(sorted(told[one]), sorted(told[other])):
            first, second = sorted((of.get(one, one), of.get(other, other)), key=lambda name: age(articles[name]))
            of = {name: first if root == second else root for name, root in of.items()} | {second: first}
            of.pop(first, None)
    return of


def _alike(one: Sequence[tuple[int, int, Statement]], other: Sequence[tuple[int, int, Statement]]) -> bool:
    """Whether two articles tell their common facts in one order, with values in the same sequence."""
    places: dict[int, int] = {}
    for number, (_, fact, _) in enumerate(one):
        places.setdefault(fact, number)
    met = [places[fact] for fact in dict.fromkeys(fact for _, fact, _ in other) if fact in places]
    if _rising(met) < IN_ORDER * len(met):
        return False
    mine, theirs = ([(q.value, q.unit) for _, _, s in told for q in s.quantities] for told in (one, other))
    if min(len(mine), len(theirs)) < FEWEST_VALUES:
        return False
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio() >= VALUES


def _rising(numbers: Sequence[int]) -> int:
    """How many of some numbers stand in rising order, at most."""
    ends: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
