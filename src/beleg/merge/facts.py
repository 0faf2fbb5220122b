"""Statements that say the same, in any language, brought together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations

from beleg.merge.copies import Copies
from beleg.merge.matching import COMMON, Judge, Pair, key
from beleg.merge.rulings import NO_RULINGS, Rulings
from beleg.merge.spelling import plain
from beleg.merge.values import distance
from beleg.records import Statement

# All in logits: a group may grow while the mean over its pairs stays above the first and every pair above the second. On
# the annotated development stories, each scored with weights learned from the others (`tests/merge/fit.py` prints the
# figures of each threshold), 97 of 100 pairs across languages are right and 73 of 100 are found; on the same with labels
# blurred as on articles never seen, 98 and 49. With 0.75 for the first it is 96 and 75, with 2 it is 97 and 69.
THRESHOLD = 1.3
FLOOR = 0.0
# Two statements of one article are one fact only if hardly a word tells them apart.
SAME_ARTICLE = 4.0
# What two statements that differ in a list of things must share besides, at the first look.
ADDING = 0.0
# Word-for-word copies of fewer letters than these may speak of two things.
SHORTEST_COPY = 30

NO_COPIES = Copies(())


def group(
    statements: Sequence[Statement], copies: Copies = NO_COPIES, rulings: Rulings = NO_RULINGS
) -> list[tuple[Statement, ...]]:
    """The statements of one story by fact, each group and all groups in an order that follows from identifiers.

    Whole-set: which statements meet depends on all of them, never on the order in which they came, nor on the names of
    their articles.

    Args:
        statements: All statements of the story.
        copies: Which of its articles print one text.
        rulings: Which statements an editor merged or split: a split outweighs all else, a merge whatever forbids it.
    """
    ordered = sorted(statements, key=key)
    settled = {name for pair in (*rulings.one_fact, *rulings.two_facts) for name in pair}
    same: dict[object, list[Statement]] = defaultdict(list)
    for statement in ordered:
        same[statement.id if statement.id in settled else _wording(statement, copies)].append(statement)
    # One of each set of word-for-word copies stands for all of them, however many papers print an agency's text.
    by_first = {max(members, key=_dated).id: members for members in same.values()}
    judge = Judge([s for members in same.values() for s in members if s.id in by_first], ordered)
    found = assemble(judge, *judge.scores(), rulings=_known(rulings, judge))
    groups = [sorted((s for name in names for s in by_first[name]), key=lambda s: s.id) for names in found]
    return [tuple(members) for members in sorted(groups, key=lambda members: members[0].id)]


def _known(rulings: Rulings, judge: Judge) -> Rulings:
    """The rulings on statements of this story."""

    def kept(pairs: Iterable[Pair]) -> frozenset[Pair]:
        return frozenset(pair for pair in pairs if pair[0] in judge.by_id and pair[1] in judge.by_id)

    return Rulings(one_fact=kept(rulings.one_fact), two_facts=kept(rulings.two_facts))


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


def assemble(
    judge: Judge,
    first: Mapping[Pair, float],
    second: Mapping[Pair, float],
    *,
    rulings: Rulings = NO_RULINGS,
    threshold: float = THRESHOLD,
    floor: float = FLOOR,
) -> list[list[str]]:
    """Identifiers by fact, the surest pairs first.

    A rounded number that fits two exact ones joins the nearer, and these never meet through it: no pair of a group may
    be forbidden.

    Args:
        judge: The story's statements.
        first: The first look's scores, for pairs of one article.
        second: The scores of pairs of two articles.
        rulings: What an editor settled.
        threshold: What the mean over a group's pairs has to reach.
        floor: What each of its pairs has to reach.
    """
    joined = _components(rulings)
    split = {
        frozenset((a, b)) for one, other in rulings.two_facts for a in joined.get(one, (one,)) for b in joined.get(other, (other,))
    }  # fmt: skip
    groups = {name: [name] for name in judge.by_id}
    for _ in joins(judge, first, second, groups, split=split, threshold=threshold, floor=floor):
        pass
    for members in joined.values():
        _unite(groups, members, split)
    return list({members[0]: members for members in groups.values()}.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Join:
    """Two groups of statements that became one."""

    # The pair that brought them together, and the score of it.
    pair: Pair
    score: float
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    # The mean over all pairs of one of the one group and one of the other.
    mean: float


def joins(
    judge: Judge,
    first: Mapping[Pair, float],
    second: Mapping[Pair, float],
    groups: dict[str, list[str]],
    *,
    split: AbstractSet[frozenset[str]] = frozenset(),
    threshold: float = THRESHOLD,
    floor: float = FLOOR,
) -> Iterator[Join]:
    """Bring groups together, the surest pairs first, and say of each step what decided.

    Args:
        judge: The story's statements.
        first: As for `assemble`.
        second: As for `assemble`.
        groups: For each statement its group; they grow.
        split: Pairs that must not meet.
        threshold: As for `assemble`.
        floor: As for `assemble`.
    """
    scores = dict(second)
    scores |= {
        pair: found
        for pair, found in first.items()
        if found >= SAME_ARTICLE and judge.order[pair[0]][0] == judge.order[pair[1]][0]
    }
    for one, other in sorted(scores, key=lambda pair: _rank(judge, scores, pair)):
        if scores[one, other] < threshold:
            break
        mine, theirs = groups[one], groups[other]
        if mine is theirs:
            continue
        mean = _mean(scores, split, mine, theirs, floor)
        if mean is not None and mean >= threshold:
            yield Join(pair=(one, other), score=scores[one, other], mine=tuple(mine), theirs=tuple(theirs), mean=mean)
            _join(groups, mine, theirs)


def _rank(judge: Judge, scores: Mapping[Pair, float], pair: Pair) -> tuple[object, ...]:
    """The best first; of equals those whose numbers lie nearest, then by what they say."""
    one, other = sorted((judge.by_id[name] for name in pair), key=key)
    return -scores[pair], distance(one.quantities, other.quantities), key(one), key(other)


def _mean(
    scores: Mapping[Pair, float],
    split: AbstractSet[frozenset[str]],
    mine: Iterable[str],
    theirs: Sequence[str],
    floor: float,
) -> float | None:
    """How close two groups are on average; None where a pair of them is forbidden or far apart."""
    found = []
    for one in mine:
        for other in theirs:
            value = scores.get((one, other) if one < other else (other, one))
            if value is None or value < floor or frozenset((one, other)) in split:
                return None
            found.append(value)
    return sum(found) / len(found)


def _join(groups: dict[str, list[str]], mine: list[str], theirs: list[str]) -> None:
    both = sorted(mine + theirs)
    groups.update(dict.fromkeys(both, both))


def _components(rulings: Rulings) -> dict[str, tuple[str, ...]]:
    """What an editor's merges bring together, by each member; a merge that would undo a split is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in sorted(rulings.one_fact):
        mine, theirs = found.get(one, (one,)), found.get(other, (other,))
        if any((min(a, b), max(a, b)) in rulings.two_facts for a in mine for b in theirs):
            continue
        both = tuple(sorted({*mine, *theirs}))
        found.update(dict.fromkeys(both, both))
    return found


def _unite(groups: dict[str, list[str]], members: Sequence[str], split: set[frozenset[str]]) -> None:
    """Bring together the groups of statements that an editor merged; others that were split among them stay behind."""
    for other in members[1:]:
        mine, theirs = groups[members[0]], groups[other]
        if mine is theirs:
            continue
        if any(frozenset((a, b)) in split for a in mine for b in theirs):
            for name in members:
                rest = [one for one in groups[name] if one != name]
                groups.update(dict.fromkeys(rest, rest))
                groups[name] = [name]
            mine, theirs = groups[members[0]], groups[other]
        _join(groups, mine, theirs)


def additions(groups: Sequence[Sequence[Statement]]) -> list[tuple[int, int]]:
    """Pairs of facts of which one says of more things what the other says of fewer, by their places.

    "Supports Windows, macOS and Linux" adds to "supports Windows and macOS": two facts, which know each other.
    """
    home = {s.id: place for place, members in enumerate(groups) for s in members}
    every = [s for members in groups for s in members]
    judge = Judge(every, every)
    places: dict[str, list[str]] = defaultdict(list)
    for name in judge.by_id:
        for thing in judge.things_of(name):
            places[thing].append(name)
    pairs = {
        (a, b) if a < b else (b, a)
        for members in places.values()
        if len(members) <= COMMON
        for a, b in combinations(members, 2)
        if home[a] != home[b]
    }
    found = {
        (min(home[one], home[other]), max(home[one], home[other]))
        for one, other in pairs
        if judge.veto(one, other) == "list" and judge.look(one, other) >= ADDING
    }
    return sorted(found)
