"""The ideas behind a sentence's everyday words, and words that turn what it says into something else.

Data a language, `lexicons/words/`: this module knows no word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from beleg.errors import LexiconError
from beleg.lexicons import Lexicon, Token, fits, in_latin, read_tables, tokenize
from beleg.records import Language, Script
from beleg.tomlfile import own_tables

_LEXICONS = "beleg.lexicons"
_SHORTEST = 3
# Tables of phrases.
_PHRASES = ("contrast", "contrast-of-number", "contrast-of-thing", "change", "bound", "choice")
# A number stands right behind a word, or behind at most two others ("um rund 20 Prozent", "nur noch etwa 20").
_NEAR = 3
# So near is a number that a word plays down ("nur eine Kapitalerhöhung um umgerechnet 385 Mio.").
_FAR = 5
# What may stand before a number: "auf $ 20".
_SIGNS = frozenset("$€£¥₽<>≈~±+-−–№§")
# Digits of a year.
_YEAR = 4
# Ideas that tell a change.
_CHANGES = frozenset({"increase", "decrease"})


class Words(NamedTuple):
    """What the words of a sentence stand for."""

    # Ideas of [word]: the same names in every language.
    ideas: frozenset[str]
    # Classes of [contrast] and its like ("exception", "undone").
    contrasts: frozenset[str]
    # What is chosen of each group of [choice], and of [change]: ("period", "quarter-1").
    choices: frozenset[tuple[str, str]]


@lru_cache(maxsize=65536)
def words(quote: str, language: Language, script: Script) -> Words:
    """The ideas, contrasts and choices in a quote."""
    tokens = tokenize(quote)
    known = _known(language, script)
    ideas = frozenset(idea for token in tokens if token.kind == "w" for idea in known.ideas_of(token.low))
    contrasts, choices = set(), set()
    for hit in known.phrases.match(tokens):
        table, label, after = hit.table, hit.label, tokens[hit.last :]
        if (
            table == "contrast"
            or (table == "contrast-of-number" and _counted(after[:_NEAR]))
            or (table == "contrast-of-thing" and not _counted(after[:_FAR]))
        ):
            contrasts.add(label)
        elif table == "bound" and any(known.is_time(token) for token in after[:_NEAR]):
            choices.add((table, label))
        elif table.startswith("choice.") or (table == "change" and ideas & _CHANGES and _counted(after[:_NEAR])):
            choices.add((table.removeprefix("choice."), label))
    return Words(ideas, frozenset(contrasts), frozenset(choices))


def _counted(tokens: Sequence[Token]) -> bool:
    """Whether of some tokens a number comes before a stop."""
    kinds = [token.kind for token in tokens if token.text not in _SIGNS]
    return "n" in kinds and "p" not in kinds[: kinds.index("n")]


def apart(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> str | None:
    """A group of which both sets have a choice, and not one in common; None if there is none."""
    shared = {group for group, _ in one & other}
    groups = ({group for group, _ in one} & {group for group, _ in other}) - shared
    return min(groups, default=None)


def opposed(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether of two sets of ideas one has an idea and the other its opposite, and neither has both.

    Of rivals (turnover, profit, loss), sets that have some must share one.
    """
    mine, theirs = one - other, other - one
    if any((a in mine and b in theirs) or (b in mine and a in theirs) for a, b in opposites()):
        return True
    return any(one & group and other & group and not one & other & group for group in rivals())


@cache
def opposites() -> tuple[tuple[str, str], ...]:
    """Pairs of ideas that exclude each other."""
    return tuple((one, other) for one, other in own_tables(_LEXICONS, "words/opposites.toml")["pairs"])


@cache
def rivals() -> tuple[frozenset[str], ...]:
    """Groups of ideas of which a sentence is about one."""
    return tuple(map(frozenset, own_tables(_LEXICONS, "words/opposites.toml")["rivals"]))


class _Known:
    """The words of one language in one script."""

    def __init__(self, language: Language, script: Script, tables: dict[str, Any]) -> None:
        groups = {name: tables[name] for name in _PHRASES if name != "choice"}
        groups |= {f"choice.{group}": labels for group, labels in tables["choice"].items()}
        self.phrases = Lexicon(language, script, groups, tuple(groups))
        self._months = _month_names(language, script)
        self._whole: dict[str, tuple[str, ...]] = {}
        self._beginnings: dict[str, tuple[str, ...]] = {}
        for idea, forms in tables["word"].items():
            for form in forms:
                where = self._beginnings if form.endswith("*") else self._whole
                bare = form.rstrip("*")
                where[bare] = (*where.get(bare, ()), idea)

    def is_time(self, token: Token) -> bool:
        """Whether a token is a month or a year."""
        if token.kind == "n":
            return len(token.text) == _YEAR and token.text.isdigit()
        return any(fits(token.low, month) for month in self._months)

    def ideas_of(self, word: str) -> tuple[str, ...]:
        """What a word in lower case stands for: what its whole stands for, else its longest beginning that is known."""
        if word in self._whole:
            return self._whole[word]
        ends = range(len(word), _SHORTEST - 1, -1)
        return next((self._beginnings[word[:end]] for end in ends if word[:end] in self._beginnings), ())


def _month_names(language: Language, script: Script) -> frozenset[str]:
    """The months in all their forms, as the lexicon has them."""
    tables = read_tables(language)["months"]
    if language == "sr" and script == "Latn":
        tables = in_latin(tables)
    forms = (*tables["wide"], *tables["standalone"], *(form for some in tables["forms"].values() for form in some))
    return frozenset(form.lower() for form in forms)


@cache
def _known(language: Language, script: Script) -> _Known:
    tables = own_tables(_LEXICONS, f"words/{language}.toml")
    if unknown := set(tables) ^ {*_PHRASES, "word"}:
        raise LexiconError(f"tables missing or unknown: {', '.join(sorted(unknown))}", path=f"words/{language}.toml")
    return _Known(language, script, in_latin(tables) if language == "sr" and script == "Latn" else tables)
