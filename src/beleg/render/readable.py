"""How the readers of a locale get each fact: in a sentence of their own, in a quote, in a translation, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, get_args

from beleg.alphabets import to_latin
from beleg.records import Edition, Fact, Statement, Translation

if TYPE_CHECKING:
    from markupsafe import Markup

# A sentence that names and values carry; one that says a fixed phrase; a quote in the reader's own language; a quote as
# a person translated it; as a machine did; a quote in a foreign language and nothing else.
Reading: TypeAlias = Literal["typed", "sub_typed", "own_quote", "person", "machine", "foreign"]
READINGS: Final[tuple[Reading, ...]] = get_args(Reading)
# By locale how many facts are read in which way; every way is listed.
Readings: TypeAlias = dict[str, dict[Reading, int]]


class Sentences(Protocol):
    """What words facts in one locale (`wording.Wordings`)."""

    def typed(self, fact: Fact) -> bool: ...


class Translations:
    """What the readers of one locale get to see in place of a quote.

    Args:
        edition: Holds the translations of every locale.
        locale: As in addresses, "sr-Latn".
    """

    def __init__(self, edition: Edition, locale: str) -> None:
        self.language, _, self._script = locale.partition("-")
        mine = "sr-Cyrl" if self.language == "sr" else locale
        self._found = {(one.language, one.quote): one for one in edition.translations if one.locale == mine}

    def of(self, one: Statement) -> Translation | None:
        """The translation of a statement's quote; None for a quote in the readers' own language, and for want of one."""
        found = self._found.get((one.language, one.quote)) if one.language != self.language else None
        if found is None or self._script != "Latn":
            return found
        return replace(found, text=to_latin(found.text), by=found.by and to_latin(found.by))


class Readable:
    """The facts of an edition as the readers of one locale get them.

    Args:
        edition: Where facts find their statements, and statements their translations.
        locale: As in addresses, "sr-Latn".
        words: Words facts in that locale.
    """

    def __init__(self, edition: Edition, locale: str, words: Sentences) -> None:
        self._statements = {one.id: one for one in edition.statements}
        self._words = words
        self.translations = Translations(edition, locale)

    def quoted(self, fact: Fact) -> Statement:
        """The statement whose words stand where a fact has no sentence: one in the reader's language, else a translated one.

        It speaks with the voice that the fact's mark names: of another party, or of another class, no words are taken.
        """
        mentions = same_voice(fact, self._statements)
        own = next((one for one in mentions if one.language == self.translations.language), None)
        if own is not None:
            return own
        made = [(found.machine is not None, one) for one in mentions if (found := self.translations.of(one))]
        # What a person has looked at comes before what nobody has.
        return min(made, key=lambda pair: pair[0], default=(False, mentions[0]))[1]

    def reading(self, fact: Fact, sentence: Markup | None) -> Reading:
        """How a fact is read that has this sentence, or none."""
        if sentence is not None:
            return "typed" if self._words.typed(fact) else "sub_typed"
        one = self.quoted(fact)
        if one.language == self.translations.language:
            return "own_quote"
        found = self.translations.of(one)
        if found is None:
            return "foreign"
        return "person" if found.machine is None else "machine"


def same_voice(fact: Fact, statements: Mapping[str, Statement]) -> list[Statement]:
    """The leading mention of a fact, and those that go back to the same origin and have the fact's class.

    Args:
        fact: Any fact.
        statements: By identifier; further mentions may be missing, as where a record holds the leading one alone.
    """
    first = fact.mentions[0]
    origin = next((one.mentions for one in fact.origins if first in one.mentions), ())
    others = (statements[one] for one in fact.mentions[1:] if one in origin and one in statements)
    return [statements[first], *(one for one in others if one.evidence == fact.evidence)]


def count(readings: Iterable[Reading]) -> dict[Reading, int]:
    """How many facts are read in which way, with those that none is read in."""
    found = Counter(readings)
    return {reading: found[reading] for reading in READINGS}


def readings_of(edition: Edition, templates: Path | None) -> dict[str, dict[str, Reading]]:
    """For each locale of the site how each fact is read, by its identifier, in the order of the edition.

    Args:
        edition: The edition.
        templates: The project's own templates; None for none.

    Raises:
        RenderError: A template or catalog is wrong.
    """
    from beleg.render.environment import Environments  # noqa: PLC0415
    from beleg.render.wording import Wordings  # noqa: PLC0415

    environments = Environments(templates)
    found = {}
    for locale in edition.site.locales:
        words = Wordings(environments.environment(locale), locale, edition)
        readable = Readable(edition, locale, words)
        found[locale] = {fact.id: readable.reading(fact, words.sentence(fact)) for fact in edition.facts}
    return found
