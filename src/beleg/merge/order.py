"""In which order an edition tells its stories, and a story its facts; each says which points it got.

Both are called again where a later stage learns more: with `Fact.news` set, what is new comes further up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from beleg.records import Evidence, Fact, Kind, News, Story

# What a reader looks for first: what happened, then what it is said to do, then the rest.
_KINDS: tuple[tuple[Kind, ...], ...] = (
    ("release", "security", "legal", "funding"),
    ("metric", "adoption", "availability", "price", "license"),
    ("support", "limitation", "requirement", "quantity", "plan", "change", "partnership", "people"),
    ("behaviour", "endorsement"),
    ("caveat", "recommendation", "other"),
)
_RANK = {kind: rank for rank, kinds in enumerate(_KINDS) for kind in kinds}
# What has news leads, in this order; all else follows, and where nothing was published before that is everything.
_NEWS: dict[News | None, int] = {news: rank for rank, news in enumerate((*get_args(News), None))}
_STRONG: frozenset[Evidence] = frozenset({"independent_evidence", "official_statement", "customer_claim"})
# A story gets at most so many points for its news, its evidence and its conflicts each: a long one has more of all.
MOST = 3

# The name of a point, and how much it counts.
Points = list[tuple[str, int]]


def ordered(facts: Iterable[Fact], place: Mapping[str, tuple[str, int]]) -> list[Fact]:
    """Facts in the order of print, with their reasons: those off the subject last, and what is news first.

    What is news comes by the kinds of news, and as all else by points and then by kind. A point each for being news, for
    being in conflict, for a leading kind, for evidence, an authority or a customer behind it, for each further language
    and for each further known origin. Among equals the order of kinds above, then the place of the leading mention
    (`place`: article and start, by identifier).
    """
    pointed = [(_fact_points(fact), fact) for fact in facts]
    pointed.sort(
        key=lambda row: (
            row[1].aside,
            news_rank(row[1]),
            -_sum(row[0]),
            _RANK[row[1].kind],
            place[row[1].mentions[0]],
            row[1].id,
        )
    )
    return [replace(fact, reasons=("aside",) if fact.aside else _names(points)) for points, fact in pointed]


def ordered_stories(stories: Iterable[Story], facts: Iterable[Fact]) -> list[Story]:
    """Stories in the order of print, with their reasons: by points, then by the number of facts.

    A point for each further known origin and each further language, and for each fact that is news or has independent
    evidence and each contradiction, up to `MOST` of these. Among equals the one with the first article.

    Args:
        stories: In any order.
        facts: At least all of theirs.
    """
    # What is off its subject says nothing for a story.
    by_id = {fact.id: fact for fact in facts if not fact.aside}
    pointed = []
    for story in stories:
        own = [by_id[name] for name in story.facts if name in by_id]
        pointed.append((_story_points(story, own), len(own), story))
    pointed.sort(key=lambda row: (-_sum(row[0]), -row[1], row[2].articles, row[2].id))
    # What decides among equals is told as well; it is no point.
    return [replace(story, reasons=(*_names(points), *_counted(count))) for points, count, story in pointed]


def news_rank(fact: Fact) -> int:
    """Where what is new in a fact stands among the kinds of news; the last place for what is not new."""
    return _NEWS[fact.news]


def _fact_points(fact: Fact) -> Points:
    known = sum(origin.party is not None for origin in fact.origins)
    return [
        ("news", int(fact.news is not None)),
        ("conflict", int(bool(fact.conflicts))),
        ("leading kind", int(_RANK[fact.kind] == 0)),
        ("evidence", int(fact.evidence in _STRONG)),
        (f"languages {len(fact.languages)}", len(fact.languages) - 1),
        (f"origins {known}", max(0, known - 1)),
    ]


def _story_points(story: Story, found: Sequence[Fact]) -> Points:
    news = sum(fact.news is not None for fact in found)
    # A publisher is no origin of a story: each has a word of its own in it.
    origins = len({
        origin.party for fact in found for origin in fact.origins if origin.party and origin.stake != "publisher"
    })  # fmt: skip
    evidence = sum(fact.evidence == "independent_evidence" for fact in found)
    languages = len({language for fact in found for language in fact.languages})
    against = sum(conflict.relation == "contradiction" for conflict in story.conflicts)
    return [
        (f"news {news}", min(MOST, news)),
        (f"origins {origins}", max(0, origins - 1)),
        (f"evidence {evidence}", min(MOST, evidence)),
        (f"languages {languages}", max(0, languages - 1)),
        (f"conflicts {against}", min(MOST, against)),
    ]


def _counted(facts: int) -> tuple[str, ...]:
    return (f"facts {facts}",) if facts else ()


def _sum(points: Points) -> int:
    return sum(count for _, count in points)


def _names(points: Points) -> tuple[str, ...]:
    return tuple(name for name, count in points if count)
