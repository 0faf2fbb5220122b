"""What speaks for two statements being one: first what they hold themselves, then what stands around them.

The first look weighs what two statements share. The second weighs that score together with the scores about it: whether
another statement of either article fits as well, whether their neighbours fit each other, whether a third article's
statement fits both. Each is a logistic regression; `tests/merge/fit.py` learns both and says how well they do.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from beleg.lexicons import tokenize
from beleg.merge import compare
from beleg.merge.compare import Rarity, Sketch, sketch
from beleg.merge.spelling import heard_alike, latin, skeleton
from beleg.merge.words import Words, apart, opposed, words
from beleg.records import Kind, Statement

# Two identifiers, the smaller first.
Pair: TypeAlias = tuple[str, str]

# A key that more statements share does not bring any two of them together.
COMMON = 100
# Kinds of statements that hold of each thing that they name.
_OF_THINGS: frozenset[Kind] = frozenset({"support", "requirement", "limitation"})
# What one fact of two kinds must show beyond what was learned, in logits: kinds agree in all annotated facts, so that any
# pair of two kinds rests on a label that was misread. Set by hand: of the pairs that it parts among the annotated
# development stories none is right.
UNLIKE = 1.0
# How far margins count, in logits.
_CLEAR = 4.0
# A model is told by its number: "Velo 7", "Lumbra H8", "T40".
_MODEL = re.compile(r"^[^\W\d][^\d]*\d+\w?$")
# A type within a sentence, whether or not it was found to be a name: "die Maschine H7", "чип R-2".
_TYPE = re.compile(r"(?<![\w.-])([^\W\d_]{1,4})-?(\d{1,4})(?![\w.,]*\w)")
# Where an article has nothing else that fits at all, the best other score is taken to be this.
_NOTHING = -6.0


class Likeness(NamedTuple):
    """What two statements share by themselves. Sums and cosines are of squared rarities, as in `compare.Features`."""

    base: float
    names: float
    other_names: float
    name_cosine: float
    concepts: float
    other_concepts: float
    concept_cosine: float
    # How much there is to share: concepts of the side that has fewer, in fours.
    told: float
    stem_cosine: float
    # The ideas of everyday words that both have, and the cosine of all.
    ideas: float
    idea_cosine: float
    values: float
    valued: float
    dates: float
    one_dated: float
    claimant: float
    evidence: float
    modality: float
    length: float
    # Different kinds, without and with a telling number that shows that the two are one.
    kind: float
    kind_proven: float
    released: float
    # Things named (names of no party): both name the same; one names further ones.
    things: float
    further_things: float
    # How far apart their places in their articles are, 0 to 1: articles on one matter tell it in a like order.
    place: float


class Surroundings(NamedTuple):
    """What stands around two statements that may be one."""

    base: float
    # The first look's score.
    score: float
    # How much better they fit each other than the best other statement of each one's article: of the two margins the
    # smaller and the larger, and whether both are above nothing.
    margin: float
    lead: float
    best: float
    # How likely the statements next to them, on the same side or on opposite sides, are one; and those around them.
    beside: float
    around: float
    # How likely a statement of a third article is the best fit of both; and that their best fits there are two.
    third: float
    third_apart: float


LOOK = Likeness(
    base=-0.62,
    names=2.40,
    other_names=-0.80,
    name_cosine=0.62,
    concepts=1.62,
    other_concepts=-0.28,
    concept_cosine=0.46,
    told=-1.33,
    stem_cosine=2.36,
    ideas=1.94,
    idea_cosine=0.73,
    values=3.29,
    valued=1.90,
    dates=3.71,
    one_dated=-1.14,
    claimant=0.50,
    evidence=0.57,
    modality=0.48,
    length=-0.81,
    kind=-1.88,
    kind_proven=-0.50,
    released=0.82,
    things=0.72,
    further_things=0.51,
    place=-2.69,
)
AROUND = Surroundings(
    base=-1.47, score=0.70, margin=0.28, lead=0.15, best=0.15, beside=1.28, around=0.65, third=1.33, third_apart=-0.71
)


class Things(NamedTuple):
    """The things that a statement names, and which of them it lists ("A, B and C")."""

    named: frozenset[str]
    listed: frozenset[str]


def things(statement: Statement, parties: frozenset[str]) -> Things:
    """The names of a statement that are no party's of the story, nor its subject's."""
    named = sorted({*statement.names} - parties - {statement.subject})
    return Things(frozenset(named), _listed(statement.quote, named) if len(named) > 1 else frozenset())


def parties_of(statements: Iterable[Statement]) -> frozenset[str]:
    """Who speaks, or stands behind what is said, and what it is all about."""
    return frozenset(name for s in statements for name in (s.claimant, s.origin, s.subject) if name)


# Between two things of a list stand commas and at most a short word ("und", "а также").
_JOINING = 5


def _listed(quote: str, names: Sequence[str]) -> frozenset[str]:
    """Those of some names that stand in one list, the longest that there is."""
    tokens = tokenize(quote)
    heads = [skeleton(token.text) if token.kind == "w" else "" for token in tokens]
    found: list[tuple[int, int, str]] = []
    for name in names:
        first, *more = name.split()
        bones, word = skeleton(first), first.casefold()
        for at, token in enumerate(tokens):
            if token.low.startswith(word) or (len(bones) > 1 and heads[at].startswith(bones)):
                found.append((at, at + len(more), name))
                break
    found.sort()
    runs: list[list[tuple[int, int, str]]] = [[]]
    for one in found:
        if runs[-1] and not _joined([t.text for t in tokens[runs[-1][-1][1] + 1 : one[0]]]):
            runs.append([])
        runs[-1].append(one)
    longest = max(runs, key=len)
    return frozenset(name for _, _, name in longest) if len(longest) > 1 else frozenset()


def _joined(between: Sequence[str]) -> bool:
    spoken = [word for word in between if word[0].isalnum()]
    return bool(between) and len(spoken) < 3 and all(len(word) <= _JOINING for word in spoken)


@lru_cache(maxsize=65536)
def _alike(one: str, other: str) -> bool:
    """Whether two names may be one's: spelled or heard alike, or one begins the other."""
    if one == other or heard_alike(one, other):
        return True
    a, b = skeleton(one), skeleton(other)
    return bool(a and b) and (a.startswith(b) or b.startswith(a))


def _variants(statements: Iterable[Statement]) -> tuple[tuple[str, str], ...]:
    """Things with a variant of each ("Vela", "Vela Pro"), wherever a statement names both; no party is a thing.

    Where none does, the one may be short for the other.
    """
    told = [*statements]
    parties = {name for s in told for name in (s.claimant, s.origin) if name}
    found = {(a, b) for s in told for a in {*s.names} - parties for b in s.names if b.startswith(f"{a} ")}
    return tuple(sorted(found))


@lru_cache(maxsize=65536)
def _types(quote: str) -> Mapping[str, frozenset[str]]:
    """The numbers of types by their letters: "H7" and "H8" are two of one kind."""
    found: dict[str, set[str]] = defaultdict(set)
    for letters, number in _TYPE.findall(quote):
        found[latin(letters).casefold()].add(number)
    return {letters: frozenset(numbers) for letters, numbers in found.items()}


def _other_type(one: str, other: str) -> bool:
    """Whether two quotes name types of one kind, and none in common."""
    mine, theirs = _types(one), _types(other)
    return any(mine[letters].isdisjoint(theirs[letters]) for letters in mine.keys() & theirs.keys())


def _models(statement: Statement) -> frozenset[str]:
    """The names of a statement that end in a number: "Velo 7", "T40".

    Of names without one, what a story is about often stands in one telling alone: a veto on all of them would part four
    of a thousand annotated pairs that say the same.
    """
    return frozenset(name for name in statement.names if _MODEL.search(name))


def _lacking(some: frozenset[str], others: frozenset[str]) -> list[str]:
    return [name for name in sorted(some) if not any(_alike(name, other) for other in others)]


def _covers(more: Things, fewer: Things, *, whole: bool) -> bool:
    """Whether the one names all things that the other does, and further ones in the same list, or, `whole`, anywhere."""
    listed = more.named if whole else more.listed
    shared = frozenset(name for name in listed if any(_alike(name, other) for other in fewer.named))
    return bool(shared) and bool(listed - shared) and not _lacking(fewer.named, more.named)


class Judge:
    """Compares the statements of one story.

    Args:
        statements: The statements to compare; of copies one stands for all.
        everything: All statements of the story, copies included: rarity is counted over them.
    """

    def __init__(self, statements: Iterable[Statement], everything: Iterable[Statement]) -> None:
        self.by_id: dict[str, Statement] = {s.id: s for s in sorted(statements, key=key)}
        self.sketches: dict[str, Sketch] = {name: sketch(s) for name, s in self.by_id.items()}
        self._words: dict[str, Words] = {name: _words_of(s) for name, s in self.by_id.items()}
        every = list(everything)
        self.rarity = Rarity(self.sketches.get(s.id) or sketch(s) for s in every)
        self._ideas = Rarity((_words_of(s).ideas,) for s in every)
        parties = parties_of(every)
        self._variants = _variants(every)
        self._things = {name: things(s, parties) for name, s in self.by_id.items()}
        self.order = _order(self.by_id.values())
        lengths = {article: max(place, 1) for article, place in sorted(self.order.values())}
        self._places = {name: place / lengths[article] for name, (article, place) in self.order.items()}

    def veto(self, one: str, other: str) -> str | None:
        """What forbids two statements to be one fact, whatever else they share; None if nothing does."""
        found = compare.veto(self.by_id[one], self.by_id[other])
        if found is not None:
            return found
        mine, theirs = self._words[one], self._words[other]
        if mine.contrasts != theirs.contrasts or opposed(mine.ideas, theirs.ideas):
            return "sense"
        if group := apart(mine.choices, theirs.choices):
            return group
        if self._variant(one, other) or self._variant(other, one):
            return "name"
        if _other_type(self.by_id[one].quote, self.by_id[other].quote):
            return "things"
        for a, b in (
            (self._things[one].named, self._things[other].named),
            # Of two models that are named, each by itself, one may be what the story is about.
            (_models(self.by_id[one]), _models(self.by_id[other])),
        ):
            if a and b and len(_lacking(a, b)) == len(a) and len(_lacking(b, a)) == len(b):
                return "things"
        return "list" if self.adds(one, other) else None

    def _variant(self, one: str, other: str) -> bool:
        """Whether the one names a thing alone, and the other a variant of it alone."""
        mine, theirs = {*self.by_id[one].names}, {*self.by_id[other].names}
        return any(a in mine and b not in mine and b in theirs and a not in theirs for a, b in self._variants)

    def things_of(self, name: str) -> frozenset[str]:
        """The sounds of the things that a statement names."""
        return frozenset(filter(None, map(skeleton, self._things[name].named)))

    def adds(self, one: str, other: str) -> bool:
        """Whether one says of all things that the other names, and of more, what the other says of these alone.

        What something supports or needs is said of each thing; elsewhere of those that stand in one list.
        """
        whole = {self.by_id[one].kind, self.by_id[other].kind} <= _OF_THINGS
        mine, theirs = self._things[one], self._things[other]
        return _covers(mine, theirs, whole=whole) or _covers(theirs, mine, whole=whole)

    def likeness(self, one: str, other: str) -> Likeness:
        """What two statements share by themselves."""
        mine, theirs = self.by_id[one], self.by_id[other]
        found = compare.features(mine, theirs, self.sketches, self.rarity)
        a, b = self.sketches[one], self.sketches[other]
        v, w = self._words[one].ideas, self._words[other].ideas
        named, others = self._things[one].named, self._things[other].named
        both = bool(named) and bool(others)
        further = both and bool(_lacking(named, others) or _lacking(others, named))
        return Likeness(
            base=1.0,
            names=found.names,
            other_names=found.other_names,
            name_cosine=self.rarity.cosine(a.name, b.name),
            concepts=found.concepts,
            other_concepts=found.other_concepts,
            concept_cosine=found.concept_cosine,
            told=min(len(a.concept), len(b.concept)) / 4,
            stem_cosine=found.stem_cosine,
            ideas=self._ideas.total(v & w),
            idea_cosine=self._ideas.cosine(v, w),
            values=found.values,
            valued=found.valued,
            dates=found.dates,
            one_dated=found.one_dated,
            claimant=found.claimant,
            evidence=found.evidence,
            modality=found.modality,
            length=found.length,
            kind=float(mine.kind != theirs.kind and not found.valued),
            kind_proven=float(mine.kind != theirs.kind and bool(found.valued)),
            released=found.released,
            things=float(both and not further),
            further_things=float(further),
            place=abs(self._places[one] - self._places[other]),
        )

    def look(self, one: str, other: str) -> float:
        """The first look's score of two statements, in logits."""
        return _weighed(self.likeness(one, other), LOOK)

    def candidates(self) -> list[Pair]:
        """Pairs of one polarity that share a key which is not common."""
        places: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, statement in self.by_id.items():
            found = self.sketches[name]
            for one in {*found.name, *found.concept, *found.stem, *found.value, *self._words[name].ideas}:
                places[statement.polarity, one].append(name)
        shared = {
            (a, b) if a < b else (b, a)
            for members in places.values()
            if len(members) <= COMMON
            for a, b in combinations(members, 2)
        }
        return sorted(shared)

    def surroundings(self, scores: Mapping[Pair, float]) -> dict[Pair, Surroundings]:
        """What stands around each pair that has a score, of different articles."""
        return _Field(scores, self.order).all()

    def scores(self) -> tuple[dict[Pair, float], dict[Pair, float]]:
        """What speaks for each pair that may be one, at the first look, and in all.

        Pairs that are forbidden, or share nothing rare, are missing; those of one article are only looked at.
        """
        first = {pair: self.look(*pair) for pair in self.candidates() if self.veto(*pair) is None}
        across = {pair: found for pair, found in first.items() if self.order[pair[0]][0] != self.order[pair[1]][0]}
        return first, {
            pair: self.settled(pair, _weighed(found, AROUND)) for pair, found in self.surroundings(across).items()
        }

    def settled(self, pair: Pair, score: float) -> float:
        """The score of two looks, less what statements of two kinds have to show beyond that."""
        return score - (UNLIKE if self.by_id[pair[0]].kind != self.by_id[pair[1]].kind else 0.0)


def key(statement: Statement) -> tuple[object, ...]:
    """Sorts statements by what they say, then by where, so that the names of files count last."""
    said = (statement.quote, statement.language, statement.dates, statement.versions, str(statement.quantities))
    return *said, statement.start, statement.prefix, statement.suffix, statement.id


def _words_of(statement: Statement) -> Words:
    return words(statement.quote, statement.language, statement.script)


def _order(statements: Iterable[Statement]) -> dict[str, tuple[str, int]]:
    """The article of each statement, and its place there."""
    by_article: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        by_article[statement.article].append(statement)
    return {
        statement.id: (article, place)
        for article, own in by_article.items()
        for place, statement in enumerate(sorted(own, key=lambda s: (s.start, s.id)))
    }


def _weighed(found: Sequence[float], weights: Sequence[float]) -> float:
    return math.fsum(value * weight for value, weight in zip(found, weights, strict=True))


def _likely(score: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


class _Field:
    """The scores of all pairs, laid out for what is asked around each."""

    def __init__(self, scores: Mapping[Pair, float], order: Mapping[str, tuple[str, int]]) -> None:
        self._scores = scores
        self._order = order
        self._at = {place: name for name, place in order.items()}
        found: dict[str, dict[str, list[tuple[float, str]]]] = defaultdict(lambda: defaultdict(list))
        for (one, other), score in scores.items():
            found[one][order[other][0]].append((score, other))
            found[other][order[one][0]].append((score, one))
        # For a statement and another article, the two that fit best there.
        self._best = {
            name: {
                article: sorted(fits, key=lambda f: (-f[0], order[f[1]][1]))[:2] for article, fits in articles.items()
            }
            for name, articles in found.items()
        }
        # Those of them that are likely the same.
        self._sure = {
            name: {article: fits[0] for article, fits in articles.items() if fits[0][0] > 0}
            for name, articles in self._best.items()
        }

    def all(self) -> dict[Pair, Surroundings]:
        return {pair: self._surroundings(pair, score) for pair, score in self._scores.items()}

    def _surroundings(self, pair: Pair, score: float) -> Surroundings:
        one, other = pair
        margins = sorted((self._margin(one, other, score), self._margin(other, one, score)))
        third, apart = self._third(one, other)
        beside, around = self._near(one, other)
        return Surroundings(
            base=1.0,
            score=score,
            margin=min(margins[0], _CLEAR),
            lead=min(margins[1], _CLEAR),
            best=float(margins[0] > 0),
            beside=beside,
            around=around,
            third=third,
            third_apart=apart,
        )

    def _margin(self, one: str, other: str, score: float) -> float:
        rest = [found for found, name in self._best[one][self._order[other][0]] if name != other]
        return score - max(rest[0], _NOTHING) if rest else score - _NOTHING

    def _near(self, one: str, other: str) -> tuple[float, float]:
        """How likely the next statements are one, and those within two places; before with after counts half."""
        (mine, i), (theirs, j) = self._order[one], self._order[other]
        beside = around = 0.0
        for di in (-2, -1, 1, 2):
            for dj in (-2, -1, 1, 2):
                a, b = self._at.get((mine, i + di)), self._at.get((theirs, j + dj))
                if a is None or b is None:
                    continue
                score = self._scores.get((a, b) if a < b else (b, a))
                if score is None:
                    continue
                around += _likely(score)
                if abs(di) == abs(dj) == 1:
                    beside = max(beside, _likely(score) * (1.0 if di == dj else 0.5))
        return beside, min(around, 2.0)

    def _third(self, one: str, other: str) -> tuple[float, float]:
        mine, theirs = self._sure.get(one, {}), self._sure.get(other, {})
        third = apart = 0.0
        for article in mine.keys() & theirs.keys():
            (p, a), (q, b) = mine[article], theirs[article]
            sure = min(_likely(p), _likely(q))
            if a == b:
                third = max(third, sure)
            else:
                apart = max(apart, sure)
        return third, apart
