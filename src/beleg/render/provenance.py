"""What pages show of where articles come from: how their sources are doing, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from beleg.edit import day
from beleg.ingest.health import Trouble, trouble
from beleg.records import Article, Edition, Health, HealthState, Statement, Withdrawal

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


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenBack:
    """An article that was taken back, by itself or with its source."""

    title: str | None
    lang: str
    # None where nobody gives it, or where nothing may be linked to.
    url: str | None
    publisher: str | None
    language: str
    date: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionView:
    """What readers are told of a withdrawal."""

    # ISO 8601 day.
    date: str
    why: str
    # What the source is called whose articles were all taken back; None for a single article.
    source: str | None
    articles: tuple[TakenBack, ...]


def lang(record: Article | Statement) -> str:
    """The HTML language of an article's words: Serbian is given with its script."""
    return f"sr-{record.script}" if record.language == "sr" else record.language


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
    kind = articles[0].publisher_kind
    return given or ("yes" if kind in _INTERESTED else "unknown" if kind in _OPEN else "none")


def corrections(edition: Edition) -> tuple[CorrectionView, ...]:
    """What was taken back, the latest first, and on one day in the order in which it was."""
    taken: dict[Withdrawal, list[Article]] = {}
    for withdrawal, article in edition.withdrawn:
        taken.setdefault(withdrawal, []).append(article)
    names = {one.source.name: name_of(one) for one in edition.health}
    found = [
        CorrectionView(
            date=one.date,
            why=one.why,
            source=names.get(one.source, one.source) if one.source else None,
            articles=tuple(_taken_back(article, edition.site.zone) for article in articles),
        )
        for one, articles in taken.items()
    ]
    return tuple(sorted(found, key=lambda one: one.date, reverse=True))


def _taken_back(article: Article, zone: str) -> TakenBack:
    return TakenBack(
        title=article.title,
        lang=lang(article),
        url=web(article.url),
        publisher=article.publisher,
        language=article.language,
        date=day(article.published, zone) if article.published else None,
    )
