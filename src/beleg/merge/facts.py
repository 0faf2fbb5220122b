"""Statements that say the same, in any language, brought together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from beleg.merge.compare import Rarity, Sketch, features, score, sketch, veto
from beleg.merge.copies import Copies
from beleg.merge.spelling import plain
from beleg.records import Statement

# All in logits: a group may grow while the mean over its pairs stays above the first and every pair above the second.
# On the annotated development stories, each scored with weights fitted on the others, 99 of 100 pairs across languages
# are right and 78 of 100 are found; with 0 for both it is 98 and 82, with 2 and 1 all are right and 66 are found.
THRESHOLD = 0.75
FLOOR = 0.0
# How much better a pair must be than each of the two with any other statement of the other's article: an article
# seldom says a thing twice, so where two fit alike, neither is certain.
MARGIN = 1.0
# Two statements of one article are one fact only if hardly a word tells them apart.
SAME_ARTICLE = 4.0
# Word-for-word copies of fewer letters than these may speak of two things.
SHORTEST_COPY = 30
# A key that more statements share does not bring any two of them together.
COMMON = 100

Pair = tuple[str, str]
NO_COPIES = Copies(())


def group(statements: Sequence[Statement], copies: Copies = NO_COPIES) -> list[tuple[Statement, ...]]:
    """The statements of one story by fact, each group and all groups in an order that follows from identifiers.

    Whole-set: which statements meet depends on all of them, never on the order in which they came.
    """
    ordered = sorted(statements, key=lambda s: s.id)
    same: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
    for statement in ordered:
        same[_wording(statement, copies)].append(statement)
    # One of each set of word-for-word copies stands for all of them, however many papers print an agency's text.
    by_first = {max(members, key=_dated).id: members for members in same.values()}
    found = _group({s.id: s for members in same.values() for s in members if s.id in by_first}, ordered)
    groups = [sorted((s for name in names for s in by_first[name]), key=lambda s: s.id) for names in found]
    return [tuple(members) for members in sorted(groups, key=lambda members: members[0].id)]


def _dated(statement: Statement) -> int:
    """How precisely a statement's dates are known: an article without a date leaves some of them open."""
    return sum(map(len, statement.dates))


def _wording(statement: Statement, copies: Copies) -> tuple[object, ...]:
    """Equal for statements that say the same in the same words; a few letters ("83 °C", "Geprüft ist es nicht.") don't.

    In copies of one text the same words at the same place are one statement, whatever was read out of them.
    """
    words = plain(statement.quote)
    if copies.copied(statement.article):
        return copies.first(statement.article), words, plain(statement.prefix), plain(statement.suffix)
    return (
        words if len(words) >= SHORTEST_COPY else statement.id, statement.language, statement.subject, statement.kind, statement.polarity,
        statement.quantities, statement.versions, statement.dates, statement.date_roles, statement.names,
    )  # fmt: skip


def _group(by_id: Mapping[str, Statement], everything: Sequence[Statement]) -> list[list[str]]:
    """Identifiers by fact. Rarity counts `everything`, copies included."""
    sketches = {name: sketch(statement) for name, statement in by_id.items()}
    scores = _scores(by_id, sketches, Rarity(map(sketch, everything)))
    groups = {name: [name] for name in by_id}
    rivals = _rivals(by_id, scores)
    for (one, other), found in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
        if found < THRESHOLD:
            break
        mine, theirs = groups[one], groups[other]
        if mine is theirs or not _certain(by_id, rivals, one, other, found):
            continue
        if _fit(by_id, scores, mine, theirs):
            both = sorted(mine + theirs)
            groups.update(dict.fromkeys(both, both))
    return list({members[0]: members for members in groups.values()}.values())


def _scores(by_id: Mapping[str, Statement], sketches: Mapping[str, Sketch], rarity: Rarity) -> dict[Pair, float]:
    """What speaks for each pair that may be one; pairs that are forbidden, or share nothing rare, are missing."""
    return {
        pair: score(features(by_id[pair[0]], by_id[pair[1]], sketches, rarity))
        for pair in sorted(_candidates(by_id, sketches))
        if veto(by_id[pair[0]], by_id[pair[1]]) is None
    }


def _candidates(by_id: Mapping[str, Statement], sketches: Mapping[str, Sketch]) -> set[Pair]:
    """Pairs of one polarity that share a key which is not common."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, statement in by_id.items():
        found = sketches[name]
        for key in (*found.name, *found.concept, *found.stem, *found.value):
            places[statement.polarity, key].append(name)
    return {pair for members in places.values() if len(members) <= COMMON for pair in combinations(members, 2)}


def _rivals(by_id: Mapping[str, Statement], scores: Mapping[Pair, float]) -> dict[tuple[str, str], list[float]]:
    """For a statement and an article, the two best scores it reaches there, best first."""
    best: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (one, other), found in scores.items():
        for name, article in ((one, by_id[other].article), (other, by_id[one].article)):
            best[name, article] = sorted((*best[name, article], found), reverse=True)[:2]
    return best


def _certain(
    by_id: Mapping[str, Statement], rivals: Mapping[tuple[str, str], list[float]], one: str, other: str, found: float
) -> bool:
    """Whether no other statement of either article fits nearly as well."""
    for name, article in ((one, by_id[other].article), (other, by_id[one].article)):
        top = rivals[name, article]
        if found < top[0] or (len(top) > 1 and found - top[1] < MARGIN):
            return False
    return True


def _fit(
    by_id: Mapping[str, Statement], scores: Mapping[Pair, float], mine: Iterable[str], theirs: Sequence[str]
) -> bool:
    """Whether two groups can be one: no pair of them is forbidden or far apart, and on average they are close."""
    found = []
    for one in mine:
        for other in theirs:
            pair = (one, other) if one < other else (other, one)
            value = scores.get(pair)
            if value is None or value < FLOOR:
                return False
            if by_id[one].article == by_id[other].article and value < SAME_ARTICLE:
                return False
            found.append(value)
    return sum(found) / len(found) >= THRESHOLD
