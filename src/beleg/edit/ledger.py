"""What was published of the stories that an edition is about: facts and stories as they were told last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from beleg.ingest.editions import Record
from beleg.records import Article, Edition, Fact, Site, Statement, Story


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """A published fact as an edition told it last."""

    fact: Fact
    # The mentions of which it was made, in its order.
    mentions: tuple[Statement, ...]
    # The edition that told it last.
    edition: str


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Published facts and stories by identifier, in the order in which they were published; the latest state of each."""

    facts: Mapping[str, Known] = field(default_factory=dict)
    stories: Mapping[str, Story] = field(default_factory=dict)
    # All articles of these editions, without their texts.
    articles: Mapping[str, Article] = field(default_factory=dict)

    @cached_property
    def by_article(self) -> Mapping[str, tuple[tuple[str, Statement], ...]]:
        """The mentions of an article, each with the identifier of its fact."""
        found: dict[str, list[tuple[str, Statement]]] = defaultdict(list)
        for name, known in self.facts.items():
            for mention in known.mentions:
                found[mention.article].append((name, mention))
        return {article: tuple(rows) for article, rows in found.items()}


def ledger(
    published: Sequence[Record], articles: Iterable[str], site: Site, moved: Mapping[str, str] | None = None
) -> Ledger:
    """What the editions told that had any of these articles, or that told of their loss.

    Args:
        published: The published editions, in their order.
        articles: Those that are of interest.
        site: The site's settings.
        moved: Articles that lie under another name now, by their former one.

    Raises:
        IngestError: The record of one of them is damaged.
    """
    wanted = frozenset(articles)
    # An identifier that became another's alias lives on in that one.
    editions = [
        record.edition(site)
        for record in published
        if not (wanted.isdisjoint(record.header.articles) and wanted.isdisjoint(record.header.lost))
    ]
    return of_editions(_renamed(edition, moved) if moved else edition for edition in editions)


def _renamed(edition: Edition, moved: Mapping[str, str]) -> Edition:
    """An edition whose articles bear the names under which they lie now."""

    def named(article: str) -> str:
        return moved.get(article, article)

    return replace(
        edition,
        articles=tuple(replace(article, id=named(article.id)) for article in edition.articles),
        statements=tuple(replace(one, article=named(one.article)) for one in edition.statements),
        stories=tuple(replace(story, articles=tuple(map(named, story.articles))) for story in edition.stories),
    )


def of_editions(editions: Iterable[Edition]) -> Ledger:
    """The facts and stories of editions, given in the order in which they were published."""
    facts: dict[str, Known] = {}
    stories: dict[str, Story] = {}
    articles: dict[str, Article] = {}
    for edition in editions:
        articles |= {article.id: article for article in edition.articles}
        statements = {statement.id: statement for statement in edition.statements}
        for fact in edition.facts:
            for alias in fact.aliases:
                facts.pop(alias, None)
            mentions = tuple(statements[name] for name in fact.mentions)
            facts[fact.id] = Known(fact=fact, mentions=mentions, edition=edition.id)
        for correction in edition.corrections:
            # What was told to be gone is published no more.
            if correction.after is None:
                facts.pop(correction.before.id, None)
        for story in edition.stories:
            for alias in story.aliases:
                stories.pop(alias, None)
            stories[story.id] = replace(story, since=story.since or edition.id)
    return Ledger(facts=facts, stories=stories, articles=articles)
