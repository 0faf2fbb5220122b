"""An edition: its name and day, the stories that have something new, and what no longer holds of earlier ones.

It is dated by its period or its articles, never by a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from beleg.edit.arrangement import arranged
from beleg.edit.identity import identified
from beleg.edit.ledger import Ledger
from beleg.edit.news import Looked, corrections, told
from beleg.edit.period import UNDATED, Period, free, published_on
from beleg.edit.scope import Scope
from beleg.ingest.editions import Record
from beleg.merge import Merged
from beleg.records import Article, Correction, Edition, Health, Problem, Site, Story, Translation, Withdrawal


@dataclass(frozen=True, kw_only=True, slots=True)
class Past:
    """What was published before an edition, and what that makes of its articles."""

    published: Sequence[Record]
    known: Ledger
    scope: Scope
    # All articles that the project holds, by identifier.
    there: Mapping[str, Article]
    # What an editor took out of them: article, and words as `plain` has them.
    dropped: frozenset[tuple[str, str]] = frozenset()


def edition(
    site: Site,
    articles: Sequence[Article],
    merged: Merged,
    problems: Sequence[Problem] = (),
    *,
    past: Past | None = None,
    period: Period | None = None,
    health: Sequence[Health] = (),
    withdrawn: Sequence[tuple[Withdrawal, Article]] = (),
    translations: Sequence[Translation] = (),
    called: Mapping[str, Mapping[str, str]] | None = None,
) -> Edition:
    """The edition that these articles make.

    Its date is the last day of its period, else that of its latest dated article; with none it is called "undated". A
    date that lacks the day ("2026-10") can't tell the day of an edition and is left out.

    Args:
        site: The settings of the site.
        articles: Those that were merged.
        merged: Their facts and stories.
        problems: What went wrong on the way.
        past: What was published before; None for nothing.
        period: The days that it covers; None for whatever is new.
        health: How the sources are doing.
        withdrawn: What was taken back, all of it.
        translations: What may stand in place of quotes.
        called: What readers call names.
    """
    fixes: tuple[Correction, ...] = ()
    stories = list(merged.stories)
    first = past is None or not past.published
    if past is not None and past.published:
        merged = arranged(told(identified(merged, past.known), past.known, past.scope.fresh))
        withdrawn = [(one, article) for one, article in withdrawn if article.id in past.scope.lost]
        dated = _date(site, past.there.values(), period, withdrawn, past.published)
        looked = Looked(
            there=past.there.keys(), merging=past.scope.articles - frozenset(merged.untouched), changed=past.scope.changed,
            withdrawn=withdrawn, dropped=past.dropped,
        )  # fmt: skip
        fixes = corrections(merged, past.known, looked, dated)
        stories = _with_news(merged, fixes, past)
    else:
        dated = _date(site, articles, period, (), ())
    kept = {story.id for story in stories}
    held = {name for story in stories for name in story.articles}
    # Without a story, an article is still one that was read.
    listed = [a for a in articles if a.id in held or (first and a.id not in merged.untouched)]
    # What was told before is of other days, however its article reads now.
    new = listed if first or past is None else [a for a in listed if a.id in past.scope.fresh - past.scope.changed]
    days = _days(new, site.zone)
    name = period.id if period else dated or UNDATED
    return Edition(
        id=free(name, {record.id for record in past.published} if past else ()),
        date=dated,
        period=(period.first.isoformat(), period.last.isoformat()) if period else (days[0], days[-1]) if days else None,
        site=site,
        stories=tuple(stories),
        articles=tuple(listed),
        facts=tuple(fact for fact in merged.facts if fact.story in kept),
        statements=tuple(statement for statement in merged.statements if statement.story in kept),
        problems=tuple(problems),
        health=tuple(health),
        withdrawn=tuple(withdrawn),
        translations=tuple(translations),
        called=called or {},
        preceding=past.published[-1].id if past and past.published else None,
        corrections=fixes,
    )


def _date(
    site: Site,
    articles: Iterable[Article],
    period: Period | None,
    withdrawn: Iterable[tuple[Withdrawal, Article]],
    published: Sequence[Record],
) -> str | None:
    """The day of an edition: of its period, else the latest of all articles, of what was taken back, and of the editions before.

    What comes late, of a day before that of the newest edition, is told on a later day all the same.
    """
    if period is not None:
        return period.last.isoformat()
    days = _days(articles, site.zone)
    days += [one.date for one, _ in withdrawn]
    days += [record.header.date for record in published if record.header.date]
    return max(days, default=None)


def _days(articles: Iterable[Article], zone: str) -> list[str]:
    """The days of those articles that have one, in their order."""
    return sorted(found.isoformat() for article in articles if (found := published_on(article, zone)))


def _with_news(merged: Merged, fixes: Iterable[Correction], past: Past) -> list[Story]:
    """The stories with something new, with something that no longer holds, without an article that is gone, or cut otherwise by an editor."""
    homes = {alias: story.id for story in merged.stories for alias in (story.id, *story.aliases)}
    again = {fact.story for fact in merged.facts if fact.news is not None}
    again |= {homes[one.before.story] for one in fixes if one.before.story in homes}
    again |= {
        homes[name] for name, told in past.known.stories.items() if name in homes and past.scope.lost & {*told.articles}
    }
    again |= set().union(*(one for one in _parted(merged, past) if len(one) > 1))
    again |= _joined(merged, past)
    return [story for story in merged.stories if story.id in again]


def _parted(merged: Merged, past: Past) -> Iterator[set[str]]:
    """For each published story those that have its articles now: several where an editor parted it."""
    homes = {article: story.id for story in merged.stories for article in story.articles}
    return ({homes[article] for article in told.articles if article in homes} for told in past.known.stories.values())


def _joined(merged: Merged, past: Past) -> set[str]:
    """The stories of which an editor made one of several published ones."""
    published = past.known.stories
    several = (story for story in merged.stories if len(published.keys() & {story.id, *story.aliases}) > 1)
    return {story.id for story in several if past.scope.changed.intersection(story.articles)}
