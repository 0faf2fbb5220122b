"""An edition is dated by its articles, never by a clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from beleg.records import Article, Edition, Fact, Health, Problem, Site, Statement, Story, Translation, Withdrawal

UNDATED = "undated"


class Merged(Protocol):
    """What merging gives."""

    @property
    def stories(self) -> Sequence[Story]: ...

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def statements(self) -> Sequence[Statement]: ...


def day(published: str, zone: str) -> str:
    """The day on which something was published, as the site's zone counts days.

    Args:
        published: ISO 8601, a date or a time; a time without an offset is taken as it stands.
        zone: IANA name of the site's zone.
    """
    if "T" not in published:
        return published
    moment = datetime.fromisoformat(published)
    if moment.tzinfo is not None:
        moment = moment.astimezone(ZoneInfo(zone))
    return moment.date().isoformat()


def edition(
    site: Site,
    articles: Sequence[Article],
    merged: Merged,
    problems: Sequence[Problem] = (),
    *,
    health: Sequence[Health] = (),
    withdrawn: Sequence[tuple[Withdrawal, Article]] = (),
    translations: Sequence[Translation] = (),
    called: Mapping[str, Mapping[str, str]] | None = None,
) -> Edition:
    """The edition that these articles make.

    Its date is that of its latest dated article; with none it is called "undated". A date that lacks the day
    ("2026-10") can't tell the day of an edition and is left out.
    """
    days = sorted(found for a in articles if a.dated and len(found := day(a.dated, site.zone)) == len("2026-10-27"))
    return Edition(
        id=days[-1] if days else UNDATED,
        date=days[-1] if days else None,
        period=(days[0], days[-1]) if days else None,
        site=site,
        stories=tuple(merged.stories),
        articles=tuple(articles),
        facts=tuple(merged.facts),
        statements=tuple(merged.statements),
        problems=tuple(problems),
        health=tuple(health),
        withdrawn=tuple(withdrawn),
        translations=tuple(translations),
        called=called or {},
    )
