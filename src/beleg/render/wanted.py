"""What the readers of a locale still miss: quotes that stand in a foreign language and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from beleg.records import Edition, Language
from beleg.render.environment import Environments
from beleg.render.names import LocalNames
from beleg.render.readable import Readable
from beleg.render.views import Index, Viewer
from beleg.render.wording import Wordings

Key: TypeAlias = tuple[Language, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """A fact that only a foreign quote tells."""

    fact: str
    # Language and exact words of the quote that is shown.
    quote: Key
    # The same of every quote of the fact.
    quotes: tuple[Key, ...]


def wanted(
    edition: Edition, environments: Environments, locale: str, story: str | None = None
) -> tuple[tuple[Wanted, ...], Mapping[Key, tuple[str, ...]]]:
    """What a translator into a locale should begin with, and what there is to be told of each quote.

    Args:
        edition: The edition.
        environments: Templates and messages.
        locale: As in addresses, "sr-Cyrl".
        story: Only that story's facts are wanted; None for all.

    Returns:
        The facts that are left as a foreign quote: those that lead the stories first, then story by story in the order of
        print. And for every quote of the edition its publisher, and the short label of its fact in that locale.
    """
    environment, index = environments.environment(locale), Index(edition)
    words = Wordings(environment, locale, edition)
    view = Viewer(edition, locale, words, index, LocalNames(edition, locale)).view()
    leading = [fact.id for one in view.stories for fact in one.leading]
    readable = Readable(edition, locale, words)
    found: list[Wanted] = []
    for name in dict.fromkeys([*leading, *(fact for one in edition.stories for fact in one.facts)]):
        fact = index.facts[name]
        if story in (None, fact.story) and readable.reading(fact, words.sentence(fact)) == "foreign":
            mentions = [index.statements[one] for one in fact.mentions]
            shown = readable.quoted(fact)
            found.append(
                Wanted(
                    fact=name, quote=(shown.language, shown.quote),
                    quotes=tuple(dict.fromkeys((one.language, one.quote) for one in mentions)),
                )
            )  # fmt: skip
    told: dict[Key, tuple[str, ...]] = {}
    for fact in edition.facts:
        label = " ".join(words.label(fact).split())
        for one in (index.statements[name] for name in fact.mentions):
            article = index.articles[one.article]
            publisher = " ".join((article.publisher or article.place or article.id).split())
            told.setdefault((one.language, one.quote), (publisher, label))
    return tuple(found), told
