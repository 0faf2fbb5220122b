"""Which articles an edition is about, and which it needs to tell what is new in them.

Of thousands of articles an edition concerns a few: those that no edition had yet, and those that were changed or lost
since. Beside them only what may belong to the same stories is merged, so that the thousandth edition costs no more than
the tenth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, timedelta

from beleg.edit.period import Period, published_on
from beleg.ingest.decisions import Decisions
from beleg.ingest.editions import Record, text_digest
from beleg.jsonl import plain
from beleg.records import Article


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """What an edition is made of; identifiers of articles."""

    # No edition had them as they are now.
    fresh: frozenset[str]
    # Of these, an edition had them otherwise.
    changed: frozenset[str]
    # To be merged: the fresh ones, and what may belong to their stories.
    articles: frozenset[str]
    # Published, and taken back; no edition has told so yet. A file that is merely gone takes nothing back.
    lost: frozenset[str]
    # No edition had them, nor has this one: they are of other days.
    waiting: frozenset[str]


def states(articles: Iterable[Article], decisions: Decisions) -> dict[str, str]:
    """What tells each article, and what an editor settled about it, from what it was when it was published."""
    settled: dict[str, list[object]] = defaultdict(list)
    for one in decisions.statements:
        settled[one.article].append(replace(one, line=None))
    for story in decisions.stories:
        for name in {*story.together, *story.apart}:
            settled[name].append(replace(story, line=None))
    return {article.id: text_digest(article.text, *map(str, map(plain, settled[article.id]))) for article in articles}


def scope(
    articles: Sequence[Article],
    now: Mapping[str, str],
    published: Sequence[Record],
    zone: str,
    window: int,
    period: Period | None = None,
    pins: Iterable[frozenset[str]] = (),
    taken: AbstractSet[str] = frozenset(),
) -> Scope:
    """What the next edition is made of.

    Args:
        articles: All that the project holds.
        now: The state of each, as of `states`.
        published: The published editions, in their order.
        zone: The site's, in which days are counted.
        window: How many days after the article before it one of the same story may have been published.
        period: The days of the edition; None for whatever no edition had yet. What comes late, of a day up to `window`
            days before the period, and what has no date, is taken up by the next edition.
        pins: Articles that an editor put into one story.
        taken: Articles that an editor took back.
    """
    days = {article.id: published_on(article, zone) for article in articles}
    seen = _seen(published)
    lost = {name for name in seen if name in taken and name not in days}
    changed = {name for name in days if name in seen and seen[name] != now[name]}
    quiet = _quiet(published)
    unseen = {name for name in days if name not in seen and quiet.get(name) != now[name]}
    fresh = unseen | changed
    if period is not None:
        reach = window if published else 0
        # However old an article is, what it says otherwise now is told with the next edition.
        fresh = changed | {name for name in unseen if _in_reach(days[name], period, reach)}
    concerned = fresh | lost
    near = _near(days, concerned, window, period) if published else set(days)
    if period is not None and not published:
        near = _near(days, fresh, window, period)
    told = [frozenset(story.articles) for record in published for story in record.header.stories.values()]
    told += pins
    return Scope(
        fresh=frozenset(fresh),
        waiting=frozenset(unseen - fresh),
        changed=frozenset(fresh & changed),
        articles=frozenset(name for name in _with_stories(near | fresh, lost, told) if name in days),
        lost=frozenset(lost),
    )


def _seen(published: Iterable[Record]) -> dict[str, str]:
    """The states of the articles that editions had, without those that an edition told to be taken back."""
    seen: dict[str, str] = {}
    for record in published:
        seen |= record.header.articles
        # One that comes back is as good as new.
        for name in record.header.lost:
            seen.pop(name, None)
    return seen


def _quiet(published: Iterable[Record]) -> dict[str, str]:
    """The states of the articles that an edition was about, too, and that brought it nothing."""
    return {name: state for record in published for name, state in record.header.quiet.items()}


def _in_reach(day: date | None, period: Period, window: int) -> bool:
    """Whether an article that no edition had belongs to this one; one of later days waits for its own."""
    return day is None or period.first - timedelta(days=window) <= day <= period.last


def _near(days: dict[str, date | None], concerned: Iterable[str], window: int, period: Period | None) -> set[str]:
    """The articles that lie within the window of one that the edition is about, none of them later than its period."""
    found = sorted({day for name in concerned if (day := days.get(name))})
    reach = timedelta(days=window)
    near = {other for day in found for other in _days(day - reach, day + reach)}
    if period is not None:
        near = {day for day in near if day <= period.last}
    return {name for name, day in days.items() if day in near}


def _days(first: date, last: date) -> Iterable[date]:
    return (first + timedelta(days=count) for count in range((last - first).days + 1))


def _with_stories(near: set[str], lost: set[str], told: Sequence[frozenset[str]]) -> set[str]:
    """The articles, with all others of the stories that they were published in, and in turn of theirs."""
    found = set(near)
    for articles in told:
        # What was lost is no article any more, but its story is of concern.
        if articles & lost:
            found |= articles
    # In the order of editions a story grows, so the last that told it knows of all before.
    for articles in reversed(told):
        if articles & found:
            found |= articles
    return found
