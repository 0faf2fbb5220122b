"""A conflict laid out: what each side says, who stands behind it, where and when it was told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from beleg.merge import Merged
from beleg.merge.compare import is_licence
from beleg.merge.conflicts import Rival, conflicts
from beleg.merge.sequels import days_of
from beleg.merge.values import told_quantity
from beleg.records import Article, Conflict, Edition, Fact, Kind, Language, Polarity, Role, Statement, Status


@dataclass(frozen=True, kw_only=True, slots=True)
class Backer:
    """A party behind a side; None where no origin is stated."""

    party: str | None
    stake: Role | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a side was told."""

    statement: str
    # The article's identifier, and the name of its source; None for a file.
    article: str
    source: str | None
    publisher: str | None
    url: str | None
    language: Language
    # ISO 8601, as precise as the article says; None where it does not.
    published: str | None
    updated: str | None
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One of the facts of a conflict."""

    fact: str
    # What differs, to be read: "2026-10-20", "at_least 60 percent", "Apache 2.0", "negated".
    value: tuple[str, ...]
    polarity: Polarity
    status: Status
    origins: tuple[Backer, ...]
    # Sorted, each once.
    languages: tuple[Language, ...]
    mentions: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """A conflict with all that its sides say: a row of `beleg facts --conflicts`."""

    id: str
    story: str
    subject: str | None
    kind: Kind
    about: Literal["date", "quantity", "version", "polarity", "licence", "order of magnitude"]
    # As in `Conflict`: `newer` names the fact that is the later state of an update.
    relation: Literal["contradiction", "update"]
    newer: str | None
    # In the order of their values.
    sides: tuple[Side, ...]


def disagreements(found: Merged | Edition, articles: Mapping[str, Article]) -> Iterator[Disagreement]:
    """The conflicts of all stories, in the order of print."""
    facts = {fact.id: fact for fact in found.facts}
    statements = {statement.id: statement for statement in found.statements}
    for story in found.stories:
        for conflict in story.conflicts:
            yield Disagreement(
                id=conflict.id,
                story=story.id,
                subject=story.subject,
                kind=conflict.kind,
                about=conflict.about,
                relation=conflict.relation,
                newer=conflict.newer,
                sides=tuple(_side(facts[name], conflict, statements, articles) for name in conflict.sides),
            )


def _side(fact: Fact, conflict: Conflict, statements: Mapping[str, Statement], articles: Mapping[str, Article]) -> Side:
    mentions = [statements[name] for name in fact.mentions]
    return Side(
        fact=fact.id,
        value=_value(fact, mentions, conflict),
        polarity=fact.polarity,
        status=fact.status,
        origins=tuple(Backer(party=origin.party, stake=origin.stake) for origin in fact.origins),
        languages=fact.languages,
        mentions=tuple(_place(mention, articles[mention.article]) for mention in mentions),
    )


def _value(fact: Fact, mentions: Sequence[Statement], conflict: Conflict) -> tuple[str, ...]:
    if conflict.about == "polarity":
        return (fact.polarity,)
    if conflict.about == "date":
        return fact.dates
    if conflict.about == "version":
        return fact.versions
    if conflict.about == "licence":
        return tuple(dict.fromkeys(name for mention in mentions for name in mention.names if is_licence(name)))
    return tuple(map(told_quantity, fact.quantities))


def _place(mention: Statement, article: Article) -> Place:
    return Place(
        statement=mention.id,
        article=article.id,
        source=article.source,
        publisher=article.publisher,
        url=article.url,
        language=mention.language,
        published=article.published,
        updated=article.updated,
        quote=mention.quote,
    )


def reason(found: Merged, conflict: Conflict, articles: Mapping[str, Article]) -> Rival | None:
    """Why the sides of a conflict were found to exclude each other; None where they no longer are."""
    groups: dict[str, list[Statement]] = defaultdict(list)
    for statement in found.statements:
        if statement.story == conflict.story and statement.fact:
            groups[statement.fact].append(statement)
    names = sorted(groups)
    told = [tuple(sorted(groups[name], key=lambda s: s.id)) for name in names]
    within = {name: articles[name] for group in told for name in (s.article for s in group)}
    rivals = conflicts(told, days_of(within))
    return next((r for r in rivals if {names[r.one], names[r.other]} == {*conflict.sides}), None)
