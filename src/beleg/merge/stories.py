"""Articles on one matter, brought together across languages; what a story is about, and whose it is."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from itertools import combinations, islice
from typing import NamedTuple

from beleg.merge.compare import is_licence
from beleg.merge.copies import Copies
from beleg.merge.register import Names
from beleg.merge.rulings import NO_RULINGS, Rulings
from beleg.merge.spelling import skeleton, stems
from beleg.merge.values import base
from beleg.records import Article, Statement

# How long after the article before it one of the same story may have been published, in days. An article without a date
# joins any.
WINDOW = 14
# Likeness from which two groups of articles are one story. Calibrated on the annotated development stories alone:
#                                      of one story at least   of two at most
#   every two articles by themselves                   0.174            0.108
#   all articles in one heap                           0.149            0.075
# and on two weeks of a synthetic year, in which a dozen matters at a time are told in the same words with other names:
# there 96 of 100 pairs are right and 97 found. After a change of the figures below, of `_keys` or of the lexicons,
# `PYTHONPATH=tests python tests/merge/test_stories.py` prints these again; set it between them.
THRESHOLD = 0.115
# The same where the groups together reach over more days than the window: the more days, the more other matters of the
# kind. Over five weeks of that year, of pairs so many of 100 are right, and found:
#                                      as it is     if what takes four days took twelve
#   no story longer than the window       95 96                                   95 83
#   longer ones, from 0.115 on            88 95                                   88 95
#   longer ones, from 0.22 on             94 96                                   94 95
RUNNING = 0.22
# Likeness of two stories from which an editor may want to look at them.
NEARLY = 0.08
# How far apart those may be, in days: what follows after the window may still belong to a story.
LATER = 2 * WINDOW
# What a key of each family weighs beside its rarity. Names and numbers tell matters apart; concepts and sounds only
# support them.
_FAMILY = {"name": 1.0, "value": 0.8, "concept": 0.2, "stem": 0.15}
# The families that tell one matter from another of its kind.
_SPECIFIC = ("name:", "value:")
# How much more a rare key counts than a common one, as a power. What a few articles share tells a story; what many do,
# its kind.
_RARE = 3
# A smaller heap is reckoned as if it had so many articles. Where a third of all are on one thing, its name would else be
# among the most common, and what a follow-up alone tells would outweigh it.
FEWEST = 300
# A word of a longer name counts so much beside the name ("Reederei Nordsund", "Nordsund").
_WORD = 0.5
# A word of fewer sounds is no name by itself.
_FEW_SOUNDS = 3
# A name that the title, or one of the first statements, has says more about the matter than others.
_TITLE, _LEAD, _LEADING = 3.0, 2.0, 2
# A product's name has seldom more digits than this; numbers of files, standards and vulnerabilities have.
_MOST_DIGITS = 4
# A key that more articles share than this brings no two of them together by itself (names of agencies and of countries).
COMMON = 200

Vector = Mapping[str, float]


class Matter(NamedTuple):
    """What a story is about."""

    # The thing named most, and who makes, sells or operates it; None where the articles don't tell.
    subject: str | None
    vendor: str | None


def group(
    articles: Sequence[Article],
    statements: Mapping[str, Sequence[Statement]],
    copies: Copies,
    rulings: Rulings = NO_RULINGS,
) -> list[tuple[Article, ...]]:
    """The articles by story, each sorted by identifier, stories by their first article.

    Copies of one text are of one story, whenever they were printed: the first stands for all. Published stories start as
    they were. Pinned articles come together, however far apart they are, with whatever each was grouped with; what was
    split never meets.

    Args:
        articles: All articles, in any order.
        statements: The statements of each article, by its identifier.
        copies: Which articles print one text.
        rulings: Which articles are one story, and which two.
    """
    every = {article.id: article for article in sorted(articles, key=lambda a: a.id)}
    stands = _standing(every, copies, rulings)
    heap = Heap([every[name] for name in sorted(set(stands.values()))], statements)
    published, pinned = (
        sorted(sorted({stands[name] for name in pin if name in stands}) for pin in pins)
        for pins in (rulings.one_story, rulings.pinned)
    )
    with_all = _components(pinned)
    for one, other in rulings.two_stories:
        if one in stands and other in stands:
            mine, theirs = (with_all.get(stands[name], {stands[name]}) for name in (one, other))
            heap.keep_apart(*((mine, theirs) if mine.isdisjoint(theirs) else ({stands[one]}, {stands[other]})))
    for pin in sorted(published, key=lambda pin: (not heap.agreed(pin), len(pin))):
        heap.pin(pin)
    heap.gather()
    for pin in pinned:
        heap.pin(pin)
    members: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, first in stands.items():
        members[heap.part(first).members].append(name)
    return [tuple(every[name] for name in names) for names in sorted(members.values())]


def _components(pins: Iterable[Sequence[str]]) -> dict[str, set[str]]:
    """For each pinned article all that it is pinned to, be it by way of others."""
    found: dict[str, set[str]] = {}
    for pin in pins:
        both = set(pin).union(*(found.get(name, ()) for name in pin))
        found.update(dict.fromkeys(both, both))
    return found


def _standing(names: Iterable[str], copies: Copies, rulings: Rulings) -> dict[str, str]:
    """Which article stands for each: the first of its copies, unless an editor keeps the two apart."""
    first = {name: copies.first(name) for name in names}
    alone = {
        max(pair, key=lambda name: (first[name] != name, name))
        for pair in rulings.two_stories
        if pair[0] in first and first[pair[0]] == first.get(pair[1])
    }
    return {name: name if name in alone else stand for name, stand in first.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Articles that were found to be of one story, with the sums of their vectors."""

    members: tuple[str, ...]
    # By the keys of `_SPECIFIC` families, and by the others.
    specific: Vector
    general: Vector
    # First and last day; None where no article is dated.
    days: tuple[date, date] | None

    def likeness(self, other: Part) -> float:
        """What speaks for one story, as the mean over all pairs of articles.

        Words and concepts count at most as much as names and values: two matters of one kind (a leak here, a leak there)
        are told in much the same words.
        """
        pairs = len(self.members) * len(other.members)
        specific = _dot(self.specific, other.specific) / pairs
        # Where it is little already, the rest need not be reckoned.
        general = _dot(self.general, other.general) / pairs if 2 * specific >= NEARLY else specific
        return specific + min(specific, general)

    def near(self, other: Part, days: int = WINDOW) -> bool:
        """Whether the last article of the one lies at most so many days before the first of the other."""
        if self.days is None or other.days is None:
            return True
        return (max(self.days[0], other.days[0]) - min(self.days[1], other.days[1])).days <= days

    def needed(self, other: Part) -> float:
        """The likeness from which both are one story."""
        if self.days is None or other.days is None:
            return THRESHOLD
        # One may lie within the days of the other, which a pin may have stretched.
        both = _span(self.days, other.days)
        return THRESHOLD if both in (self.days, other.days) or (both[1] - both[0]).days <= WINDOW else RUNNING

    def joined(self, other: Part) -> Part:
        return Part(
            members=tuple(sorted(self.members + other.members)),
            specific=_sum(self.specific, other.specific),
            general=_sum(self.general, other.general),
            days=_span(self.days, other.days) if self.days and other.days else self.days or other.days,
        )


class Heap:
    """Articles that are brought together step by step."""

    def __init__(self, articles: Sequence[Article], statements: Mapping[str, Sequence[Statement]]) -> None:
        vectors = _vectors({article.id: _keys(article, statements.get(article.id, ())) for article in articles})
        self._parts = {article.id: _part(article, vectors[article.id]) for article in articles}
        self._single = dict(self._parts)
        self._apart: dict[str, set[str]] = defaultdict(set)

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def part(self, name: str) -> Part:
        """What an article has been joined to so far."""
        return self._parts[name]

    def keep_apart(self, some: AbstractSet[str], others: AbstractSet[str]) -> None:
        """See to it that none of the ones ever meets one of the others."""
        for one in some:
            self._apart[one] |= others
        for other in others:
            self._apart[other] |= some

    def agreed(self, names: Sequence[str]) -> bool:
        """Whether none of the articles is to be kept apart from another."""
        return all(self._apart.get(name, set()).isdisjoint(names) for name in names)

    def pin(self, names: Sequence[str]) -> None:
        """Make articles one. Those that are kept apart stay so: each of the others goes with what it is most like."""
        parts = {self._parts[name].members: self._parts[name] for name in names}
        pairs = [(one.likeness(other), a, b) for (a, one), (b, other) in combinations(sorted(parts.items()), 2)]
        for _, one, other in sorted(pairs, key=lambda row: (-row[0], *row[1:])):
            self._join(one[0], other[0])

    def gather(self) -> None:
        """Join what is like enough, the most alike first, as long as all together are."""
        for _, one, other in self.pairs(THRESHOLD):
            mine, theirs = self._parts[one], self._parts[other]
            if mine is not theirs and mine.near(theirs) and mine.likeness(theirs) >= mine.needed(theirs):
                self._join(one, other)

    def _join(self, one: str, other: str) -> None:
        mine, theirs = self._parts[one], self._parts[other]
        few, many = sorted((mine, theirs), key=lambda part: len(part.members))
        if mine is theirs or any(not self._apart.get(name, set()).isdisjoint(many.members) for name in few.members):
            return
        both = mine.joined(theirs)
        self._parts.update(dict.fromkeys(both.members, both))

    def pairs(self, least: float, days: int = WINDOW) -> list[tuple[float, str, str]]:
        """The pairs of single articles, so many days apart at most, that are at least so much alike, the most alike first."""
        found = (
            (self._single[one].likeness(self._single[other]), one, other)
            for one, other in sorted(self._candidates(days))
        )
        return sorted((row for row in found if row[0] >= least), key=lambda row: (-row[0], *row[1:]))

    def _candidates(self, days: int) -> set[tuple[str, str]]:
        """Pairs within so many days that share a name or a value which is not common."""
        holders: dict[str, list[str]] = defaultdict(list)
        for name, part in self._single.items():
            for key in part.specific:
                holders[key].append(name)
        return {
            pair for members in holders.values() if 1 < len(members) <= COMMON for pair in self._within(members, days)
        }

    def _within(self, names: Sequence[str], days: int) -> Iterator[tuple[str, str]]:
        """Every two of some articles that are so many days apart at most; the others are not laid side by side."""
        found = [(self._single[name].days, name) for name in names]
        dated = sorted((when[0].toordinal(), name) for when, name in found if when)
        undated = [name for when, name in found if when is None]
        for place, (day, name) in enumerate(dated):
            for later, other in islice(dated, place + 1, None):
                if later - day > days:
                    break
                yield min(name, other), max(name, other)
        for place, name in enumerate(undated):
            for other in (*undated[:place], *(other for _, other in dated)):
                yield min(name, other), max(name, other)


def _part(article: Article, vector: Vector) -> Part:
    day = _day(article)
    return Part(
        members=(article.id,),
        specific={key: value for key, value in vector.items() if key.startswith(_SPECIFIC)},
        general={key: value for key, value in vector.items() if not key.startswith(_SPECIFIC)},
        days=(day, day) if day else None,
    )


def _span(one: tuple[date, date], other: tuple[date, date]) -> tuple[date, date]:
    return min(one[0], other[0]), max(one[1], other[1])


def _sum(one: Vector, other: Vector) -> Vector:
    return {key: one.get(key, 0.0) + other.get(key, 0.0) for key in dict.fromkeys((*one, *other))}


def _day(article: Article) -> date | None:
    return date.fromisoformat(article.dated[:10]) if article.dated else None


def _keys(article: Article, statements: Sequence[Statement]) -> dict[str, float]:
    """The keys of an article, each with how much it counts before rarity."""
    counts: dict[str, float] = defaultdict(float)
    title = frozenset(filter(None, map(skeleton, (article.title or "").split())))
    for place, statement in enumerate(sorted(statements, key=lambda s: (s.start, s.id))):
        weight = _LEAD if place < _LEADING else 1.0
        for name in statement.names:
            words = [skeleton(word) for word in name.split()]
            in_title = any(told.startswith(word) for told in title for word in words if word)
            counts[f"name:{skeleton(name)}"] += _TITLE if in_title else weight
            for word in _own_words(name):
                counts[f"name:{word}"] += _WORD * (_TITLE if any(told.startswith(word) for told in title) else weight)
        for quantity in statement.quantities:
            value, _, unit = base(quantity)
            counts[f"value:{value:.9g} {unit}"] += weight
        for concept in statement.concepts:
            counts[f"concept:{concept}"] += weight
        for stem in stems(statement.quote):
            counts[f"stem:{stem}"] += weight
    for stem in stems(article.title or ""):
        counts[f"stem:{stem}"] += _TITLE
    return counts


def _own_words(name: str) -> list[str]:
    """The words of a longer name that may stand for it, by sound."""
    words = name.split()
    heard = [skeleton(word) for word in words if word[0].isupper()]
    return [word for word in heard if len(word) >= _FEW_SOUNDS] if len(words) > 1 else []


def _vectors(keys: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Unit vectors: the logarithm of each count, times a power of the rarity of the key over all articles."""
    spread = Counter(key for counts in keys.values() for key in counts)
    number = max(len(keys), FEWEST)
    vectors = {}
    for name, counts in keys.items():
        raw = {
            key: math.log1p((math.e - 1) * count)
            * math.log(1 + number / spread[key]) ** _RARE
            * _FAMILY[key.partition(":")[0]]
            for key, count in sorted(counts.items())
        }
        length = math.sqrt(sum(value * value for value in raw.values())) or 1.0
        vectors[name] = {key: value / length for key, value in raw.items()}
    return vectors


def _dot(one: Vector, other: Vector) -> float:
    few, many = (one, other) if len(one) <= len(other) else (other, one)
    # Rounded once, so that the order of keys does not count.
    return math.fsum(value * many[key] for key, value in few.items() if key in many)


def matter(articles: Sequence[Article], statements: Sequence[Statement], register: Names) -> Matter:
    """What a story is about, and who makes, sells or operates it.

    The subject is what most statements of most articles were found to be about. Where none were, it is the thing named
    most, in titles and leads above all, by at least half of the articles; who speaks in the story is no thing. Where
    there is neither, the story is about its vendor.
    """
    own = {article.id: skeleton(article.publisher) for article in articles if article.publisher}
    vendor = _vendor(statements, own, register)
    told = [(s.subject, s.article, 1.0) for s in statements if s.subject and skeleton(s.subject) != own.get(s.article)]
    found = _weighed(told or _named(articles, statements, {*own.values(), vendor}), vendor, register)
    subject = min(found, key=lambda name: (-found[name], name), default=vendor)
    if vendor is None and subject is not None:
        vendor = register.owner(subject)
    return Matter(subject=subject, vendor=vendor)


def _weighed(told: Iterable[tuple[str, str, float]], vendor: str | None, register: Names) -> dict[str, float]:
    """Names by how likely each is what a story is about, from names, articles and weights; impossible ones are left out."""
    counts: dict[str, float] = defaultdict(float)
    homes: dict[str, set[str]] = defaultdict(set)
    for name, article, weight in told:
        counts[name] += weight
        homes[name].add(article)
    weighed = {name: counts[name] * len(homes[name]) * belonging(name, vendor, register) for name in counts}
    return {name: weight for name, weight in weighed.items() if weight > 0}


def _named(
    articles: Sequence[Article], statements: Sequence[Statement], speakers: AbstractSet[str | None]
) -> list[tuple[str, str, float]]:
    """The names that at least half of the articles have and that nobody bears who speaks, each with its weight."""
    silent = {*speakers, *(skeleton(s.claimant) for s in statements if s.claimant)}
    titles = frozenset(word for article in articles for word in map(skeleton, (article.title or "").split()) if word)
    told: list[tuple[str, str, float]] = []
    places: Counter[str] = Counter()
    homes: dict[str, set[str]] = defaultdict(set)
    for statement in sorted(statements, key=lambda s: (s.article, s.start, s.id)):
        lead = _LEAD if places[statement.article] < _LEADING else 1.0
        places[statement.article] += 1
        for name in dict.fromkeys(statement.names):
            if name not in silent and skeleton(name) not in silent:
                title = _TITLE if all(skeleton(word) in titles for word in name.split()) else 1.0
                told.append((name, statement.article, lead * title))
                homes[name].add(statement.article)
    return [row for row in told if 2 * len(homes[row[0]]) >= len(articles)]


def belonging(name: str, vendor: str | None, register: Names) -> float:
    """How likely a name is a story's thing.

    What belongs to the vendor is, rather than what is generally known and belongs to somebody else (Linux, Windows). No
    organisation, person or place is a thing, and no licence or number of a file.
    """
    if name == vendor:
        return 1.0
    kind = register.type(name)
    if kind is None:
        return float(sum(map(str.isdigit, name)) <= _MOST_DIGITS and not is_licence(name))
    if kind not in ("product", "technical") or is_licence(name):
        return 0.0
    return 2.0 if vendor is not None and register.party(name) == register.party(vendor) else 0.05


def _vendor(statements: Sequence[Statement], own: Mapping[str, str], register: Names) -> str | None:
    """The party that speaks as the vendor oftenest and in most articles but those it published (`own`: who did).

    Its owner's word is its own.
    """
    counts: Counter[str] = Counter()
    homes: dict[str, set[str]] = defaultdict(set)
    for statement in statements:
        name = statement.claimant
        if statement.role == "vendor" and name and skeleton(name) != own.get(statement.article):
            counts[name] += 1
            homes[register.party(name)].add(statement.article)
    if not counts:
        return None
    parties: Counter[str] = Counter()
    for name, count in counts.items():
        parties[register.party(name)] += count
    # An authority or a newspaper that was read as the vendor is one only where nobody else is.
    bodies = {register.party(name) for name in counts if register.type(name) in ("authority", "laboratory", "medium")}
    first = min(parties, key=lambda party: (party in bodies, -len(homes[party]) * parties[party], party))
    # The name under which it speaks oftenest: AWS, not Amazon.
    names = [name for name in counts if register.party(name) == first]
    return min(names, key=lambda name: (-counts[name], name))
