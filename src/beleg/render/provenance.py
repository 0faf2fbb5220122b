"""What pages show of where articles come from: how their sources are doing, and whose cause they speak in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from beleg.edit import day
from beleg.ingest.health import Trouble, trouble
from beleg.records import Article, Edition, Health, HealthState, PublisherKind, Statement

if TYPE_CHECKING:
    from beleg.render import Today

Stake: TypeAlias = Literal["yes", "none", "unknown"]
# Kinds of publisher that gain when they are believed, and those of which that can't be told.
_INTERESTED: Final = frozenset({"vendor", "customer", "partner", "competitor"})
_OPEN: Final = frozenset({"unknown", "association", "blog"})


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceState:
    """A source that is fetched, and how it is doing. Days are ISO 8601 in the site's zone; None for never."""

    name: str
    state: HealthState
    last_success: str | None
    last_new: str | None
    # Failed attempts since the last that did not fail, the day of the first, and what kind of failure the last one was.
    streak: int
    since: str | None
    why: Trouble | None


def lang(record: Article | Statement) -> str:
    """The HTML language of an article's words: Serbian is given with its script."""
    return f"sr-{record.script}" if record.language == "sr" else record.language


def content_of(one: Statement) -> tuple[int, int] | None:
    """Where in its quote a statement has what it says, besides who says it."""
    if one.content is None:
        return None
    start, end = one.content[0] - one.start, one.content[1] - one.start
    return (start, end) if 0 <= start < end <= len(one.quote) else None


def web(url: str | None) -> str | None:
    """An address that a page may link to: http or https, nothing that runs."""
    return url if url and url.lower().startswith(("http://", "https://")) else None


def name_of(one: Health) -> str:
    """What readers call a source."""
    return one.source.title or one.source.publisher or one.source.name


def states_of(articles: Iterable[Article], edition: Edition) -> tuple[SourceState, ...]:
    """The states of the sources that articles were fetched from."""
    mine = {article.source for article in articles}
    return _states((one for one in edition.health if one.source.name in mine), edition)


def without_articles(edition: Edition) -> tuple[SourceState, ...]:
    """The states of the sources that gave no article of the edition, and were not taken back."""
    named = {article.source for article in edition.articles} | {one.source for one, _ in edition.withdrawn}
    return _states((one for one in edition.health if one.source.name not in named), edition)


def states_named(names: Collection[str], today: Today) -> tuple[SourceState, ...]:
    """The states of sources by their names."""
    states = (_state(one, today.site.zone) for one in today.health if one.source.name in names)
    return tuple(state for state in states if state)


def _states(found: Iterable[Health], edition: Edition) -> tuple[SourceState, ...]:
    return tuple(state for one in found if (state := _state(one, edition.site.zone)))


def _state(one: Health, zone: str) -> SourceState | None:
    """A source's state; None for one that is never fetched, as it is a file."""
    if one.state == "file":
        return None
    return SourceState(
        name=name_of(one),
        state=one.state,
        last_success=day(one.last_success, zone) if one.last_success else None,
        last_new=day(one.last_new, zone) if one.last_new else None,
        streak=one.streak,
        since=day(one.failing_since, zone) if one.failing_since else None,
        why=trouble(one.error, one.status) if one.streak else None,
    )


def stake(articles: Sequence[Article], found: Iterable[Health]) -> Stake:
    """Whether a publisher speaks in its own cause: as a source of its articles says, else as its kind lets expect."""
    mine = {article.source for article in articles}
    given = next((one.source.stake for one in found if one.source.stake and one.source.name in mine), None)
    return given or default_stake(articles[0].publisher_kind)


def default_stake(kind: PublisherKind) -> Stake:
    """Whether publishers of a kind speak in their own cause."""
    return "yes" if kind in _INTERESTED else "unknown" if kind in _OPEN else "none"
