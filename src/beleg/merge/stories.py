"""Articles on one matter, brought together across languages; what a story is about, and whose it is."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import combinations
from typing import NamedTuple

from beleg.merge.compare import is_licence
from beleg.merge.copies import Copies
from beleg.merge.register import Names
from beleg.merge.spelling import skeleton, stems
from beleg.merge.values import base
from beleg.records import Article, Statement

# How far apart articles of one story may have been published, in days. An article without a date joins any.
WINDOW = 14
# Cosine from which two groups of articles are one story. With the annotated development stories alone, in pairs and all
# in one heap, articles of one story reach at least 0.15 and those of two at most 0.08.
THRESHOLD = 0.11
# What a key of each family weighs beside its rarity. Names tell matters apart; concepts and sounds only support them.
_FAMILY = {"name": 1.0, "value": 0.6, "concept": 0.35, "stem": 0.25}
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
    articles: Sequence[Article], statements: Mapping[str, Sequence[Statement]], copies: Copies
) -> list[tuple[Article, ...]]:
    """The articles by story, each sorted by identifier, stories by their first article.

    Copies of one text are of one story, whenever they were printed: the first stands for all.

    Args:
        articles: All articles, in any order.
        statements: The statements of each article, by its identifier.
        copies: Which articles print one text.
    """
    every = {article.id: article for article in articles}
    by_id = {name: every[name] for name in sorted(every) if copies.first(name) == name}
    vectors = _vectors({name: _keys(article, statements.get(name, ())) for name, article in by_id.items()})
    likeness = _likeness(by_id, vectors)
    groups = {name: [name] for name in by_id}
    for one, other in sorted(likeness, key=lambda pair: (-likeness[pair], pair)):
        mine, theirs = groups[one], groups[other]
        if mine is theirs or likeness[one, other] < THRESHOLD:
            continue
        if _close(by_id, likeness, mine, theirs):
            both = sorted(mine + theirs)
            groups.update(dict.fromkeys(both, both))
    unique = {members[0]: members for members in groups.values()}
    stories = [sorted(copy.id for name in members for copy in copies.of(name)) for members in unique.values()]
    return [tuple(every[name] for name in members) for members in sorted(stories)]


def _close(
    by_id: Mapping[str, Article], likeness: Mapping[tuple[str, str], float], mine: Sequence[str], theirs: Sequence[str]
) -> bool:
    """Whether two groups are alike on average and lie within the window as a whole."""
    days = [day for name in (*mine, *theirs) if (day := _day(by_id[name])) is not None]
    if days and (max(days) - min(days)).days > WINDOW:
        return False
    pairs = [(a, b) if a < b else (b, a) for a in mine for b in theirs]
    return sum(likeness.get(pair, 0.0) for pair in pairs) / len(pairs) >= THRESHOLD


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
            in_title = all(any(told.startswith(word) for told in title) for word in words if word)
            counts[f"name:{skeleton(name)}"] += _TITLE if in_title else weight
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


def _vectors(keys: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Unit vectors: the logarithm of each count, times the rarity of the key over all articles."""
    spread = Counter(key for counts in keys.values() for key in counts)
    number = len(keys)
    vectors = {}
    for name, counts in keys.items():
        raw = {
            key: (1 + math.log(count)) * math.log(1 + number / spread[key]) * _FAMILY[key.partition(":")[0]]
            for key, count in sorted(counts.items())
        }
        length = math.sqrt(sum(value * value for value in raw.values())) or 1.0
        vectors[name] = {key: value / length for key, value in raw.items()}
    return vectors


def _likeness(by_id: Mapping[str, Article], vectors: Mapping[str, Vector]) -> dict[tuple[str, str], float]:
    """The cosine of each pair of articles within the window that shares a key which is not common."""
    holders: dict[str, list[str]] = defaultdict(list)
    for name in sorted(vectors):
        for key in vectors[name]:
            holders[key].append(name)
    pairs = {pair for members in holders.values() if len(members) <= COMMON for pair in combinations(members, 2)}
    return {
        (one, other): _dot(vectors[one], vectors[other]) for one, other in pairs if _within(by_id[one], by_id[other])
    }


def _within(one: Article, other: Article) -> bool:
    mine, theirs = _day(one), _day(other)
    return mine is None or theirs is None or abs((mine - theirs).days) <= WINDOW


def _dot(one: Vector, other: Vector) -> float:
    return math.fsum(value * other[key] for key, value in one.items() if key in other)


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
