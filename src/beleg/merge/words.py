"""The ideas behind a sentence's everyday words, and words that turn what it says into something else.

Data a language, `lexicons/words/`: this module knows no word.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from beleg.errors import LexiconError
from beleg.lexicons import Lexicon, in_latin, tokenize
from beleg.records import Language, Script
from beleg.tomlfile import own_tables

_LEXICONS = "beleg.lexicons"
_SHORTEST = 3


class Words(NamedTuple):
    """What the words of a sentence stand for."""

    # Ideas of [word]: the same names in every language.
    ideas: frozenset[str]
    # Classes of [contrast] ("exception", "undone").
    contrasts: frozenset[str]
    # Parts of a year, of [period].
    periods: frozenset[str]


@lru_cache(maxsize=65536)
def words(quote: str, language: Language, script: Script) -> Words:
    """The ideas, contrasts and parts of a year in a quote."""
    tokens = tokenize(quote)
    known = _known(language, script)
    ideas = {idea for token in tokens if token.kind == "w" for idea in known.ideas_of(token.low)}
    contrasts, periods = (
        frozenset(hit.label for hit in some.match(tokens)) for some in (known.contrasts, known.periods)
    )
    return Words(frozenset(ideas), contrasts, periods)


def opposed(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether of two sets of ideas one has an idea and the other its opposite, and neither has both."""
    mine, theirs = one - other, other - one
    return any((a in mine and b in theirs) or (b in mine and a in theirs) for a, b in opposites())


@cache
def opposites() -> tuple[tuple[str, str], ...]:
    """Pairs of ideas that exclude each other."""
    return tuple((one, other) for one, other in own_tables(_LEXICONS, "words/opposites.toml")["pairs"])


class _Known:
    """The words of one language in one script."""

    def __init__(self, language: Language, script: Script, tables: dict[str, Any]) -> None:
        self.contrasts = Lexicon(language, script, {"concept": tables["contrast"]})
        self.periods = Lexicon(language, script, {"concept": tables["period"]})
        self._whole: dict[str, tuple[str, ...]] = {}
        self._beginnings: dict[str, tuple[str, ...]] = {}
        for idea, forms in tables["word"].items():
            for form in forms:
                where = self._beginnings if form.endswith("*") else self._whole
                bare = form.rstrip("*")
                where[bare] = (*where.get(bare, ()), idea)

    def ideas_of(self, word: str) -> tuple[str, ...]:
        """What a word in lower case stands for: what its whole stands for, else its longest beginning that is known."""
        if word in self._whole:
            return self._whole[word]
        ends = range(len(word), _SHORTEST - 1, -1)
        return next((self._beginnings[word[:end]] for end in ends if word[:end] in self._beginnings), ())


@cache
def _known(language: Language, script: Script) -> _Known:
    tables = own_tables(_LEXICONS, f"words/{language}.toml")
    if unknown := set(tables) ^ {"contrast", "period", "word"}:
        raise LexiconError(f"tables missing or unknown: {', '.join(sorted(unknown))}", path=f"words/{language}.toml")
    return _Known(language, script, in_latin(tables) if language == "sr" and script == "Latn" else tables)
