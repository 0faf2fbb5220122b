"""What the model looks at in a text: the words of a unit, the words around a party, the classes of the lexicon.

A feature is a string that is there or not. Those of one language's words begin with its code and a colon ("de:p=prei");
the others hold for every language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from beleg.alphabets import to_latin
from beleg.extract.kinds import LARGE_AMOUNT
from beleg.extract.reading import Sentence
from beleg.extract.values import DateFound, QuantityFound, VersionFound
from beleg.extract.voices import Voice
from beleg.lexicons.tokens import REMEMBERED
from beleg.records import Kind, Language, Modality, Polarity, Span

# How many letters of a word's beginning stand for it: a short stem, a long one, most of a long word.
SHORT, STEM, LONG, WHOLE = 4, 5, 6, 9
ENDING, TAIL = 3, 5
# Two entries of a class differ in what they weigh: from here on an entry is a firm one.
FIRM = 0.8
# How many tokens on either side of a party tell what it is.
AROUND = 4
# Steps in which distances are told apart, in tokens; what is further counts as FAR.
STEPS = (0, 1, 2, 3, 5, 8, 13, 21, 40)
FAR = 99
# Marks of a sentence's ends in pairs of words.
OPEN = "^"


def step(distance: int) -> int:
    """A distance in tokens, told as coarsely as it matters."""
    return next((limit for limit in STEPS if distance <= limit), FAR)


@lru_cache(maxsize=REMEMBERED)
def _word(language: Language, low: str) -> tuple[str, tuple[str, ...]]:
    """The stem of a word in lower case, and the features of a unit that holds it."""
    found = [f"{language}:p={low[:SHORT]}", f"{language}:q={low[:LONG]}", f"{language}:s={low[-ENDING:]}"]
    if len(low) > LONG:
        found.append(f"{language}:w={low[:WHOLE]}")
    return low[:STEM], tuple(found)


@lru_cache(maxsize=REMEMBERED)
def _beside(language: Language, low: str, side: str, near: bool) -> tuple[str, ...]:
    """The features of a party beside which a word stands."""
    found = [f"{language}:{side}p={low[:STEM]}", f"{language}:{side}s={low[-TAIL:]}"]
    if len(low) > TAIL + 2:
        found.append(f"{language}:{side}w={low[:8]}")
    if near:
        found.append(f"{language}:{side}0={low[:STEM]}")
    return tuple(found)


@lru_cache(maxsize=REMEMBERED)
def _latin(low: str) -> str:
    """A word in one script, so that Serbian has the same features in both; Russian letters without a pair stay."""
    return to_latin(low)


class Faces:
    """The tokens of a sentence as the model sees them: words in one script, names by their type, numbers alike."""

    __slots__ = ("language", "low", "met", "sentence", "stems", "types")

    def __init__(self, sentence: Sentence, language: Language) -> None:
        self.sentence = sentence
        self.language = language
        # Of each token: the word in lower case; "" for a name, a number, a mark.
        self.low: list[str] = []
        # Of each token: its stem, or what stands for a name, a number, a mark.
        self.stems: list[str] = []
        self.types: dict[int, str] = {}
        # What stands around the parties that were asked for.
        self.met: dict[tuple[int, int], frozenset[str]] = {}
        for name in sentence.names:
            first = sentence.index(name.start)
            for index in range(first, max(first + 1, sentence.index(name.end))):
                self.types[index] = name.type
        for index, token in enumerate(sentence.tokens):
            low = ""
            if token.kind == "n":
                stem = "#"
            elif token.kind == "p":
                stem = token.text
            elif index in self.types and token.text[:1].isupper():
                stem = f"@{self.types[index]}"
            else:
                low = _latin(token.low)
                stem = low[:STEM]
            self.low.append(low)
            self.stems.append(stem)

    def unit(self, span: Span) -> set[str]:
        """The features of a unit: its words and pairs of words, its names' types, the classes that it hits."""
        sentence, language = self.sentence, self.language
        first, last = sentence.index(span[0]), sentence.index(span[1])
        found: set[str] = set()
        before = OPEN
        for index in range(first, last):
            stem, low = self.stems[index], self.low[index]
            if low:
                found.update(_word(language, low)[1])
                if index == first:
                    found.add(f"{language}:first={stem}")
            elif stem[0] == "@":
                found.add(stem)
            found.add(f"{language}:b={before}_{stem}")
            before = stem
        for hit in sentence.hits:
            if first <= hit.first < last:
                entry = hit.entry
                found.add(f"x={entry.table}.{entry.label}")
                if entry.weight >= FIRM or len(entry.rest) > 1:
                    found.add(f"X={entry.table}.{entry.label}")
        return found

    def around(self, first: int, last: int) -> frozenset[str]:
        """The features of a party at some tokens: the words in it and beside it."""
        known = self.met.get((first, last))
        if known is None:
            known = self.met[first, last] = frozenset(self._around(first, last))
        return known

    def _around(self, first: int, last: int) -> set[str]:
        found: set[str] = set()
        for distance in range(AROUND):
            for side, index in (("l", first - 1 - distance), ("r", last + distance)):
                if 0 <= index < len(self.low):
                    low = self.low[index]
                    if low:
                        found.update(_beside(self.language, low, side, distance < 2))
                    elif self.stems[index][0] == "@":
                        found.add(f"{side}={self.stems[index]}")
                    else:
                        found.add(f"{side}{distance}={self.stems[index]}")
        tokens = self.sentence.tokens
        for index in range(first, last):
            if tokens[index].kind == "w":
                low = self.low[index] or _latin(tokens[index].low)
                found.update(_beside(self.language, low, "n", near=False))
        return found

    def beside(self, index: int) -> str:
        """A token as the neighbour of a party: its stem with its language, or the mark that it is."""
        if not 0 <= index < len(self.stems):
            return OPEN
        return f"{self.language}:{self.stems[index]}" if self.low[index] else self.stems[index]


def value_features(
    ruled: Kind, lead: float, voice: Voice, quantities: Sequence[QuantityFound], versions: Sequence[VersionFound],
    dates: Sequence[DateFound], polarity: Polarity, modality: Modality, listed: Kind | None, sentence: Sentence,
) -> list[str]:  # fmt: skip
    """What tells a unit's kind beside its words: the rules' verdict and how sure they are, its voice, its values."""
    found = [
        f"ruled={ruled}", f"ruled={ruled}{round(4 * lead)}", f"class={voice.evidence}", f"rule={voice.rule}",
        f"manner={voice.manner}", f"polarity={polarity}", f"modality={modality}", f"listed={listed}",
        f"block={sentence.block.kind}",
    ]  # fmt: skip
    for quantity in quantities:
        found.append(f"unit={quantity.quantity.unit}")
        found.append(f"large={quantity.quantity.value >= LARGE_AMOUNT}")
    found += [f"date={date.role}" for date in dates]
    if versions:
        found.append("version")
    return found
