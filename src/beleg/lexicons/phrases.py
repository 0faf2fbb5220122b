"""Phrases by their words: all those that go on with the words of a sentence are found in one walk along these.

A phrase's word may end in `*` (a beginning), begin with it (an ending) or both (a part of a word); `_` is a gap of up to
`MAX_GAP` tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeAlias

# A split verb ("teilte das Unternehmen am Montag mit") or a discontinuous phrase spans rarely more tokens than this.
MAX_GAP = 24


class Entry(NamedTuple):
    """One phrase of a pattern table."""

    # "say", "kind", …
    table: str
    # The class within it: "claim", "metric", …
    label: str
    # As written in the file, in the script that it was loaded for; names the entry in `explain`.
    form: str
    weight: float
    # The phrase's words after the first, each with its wildcards.
    rest: tuple[str, ...]
    # Phrases that keep the entry from firing in the same sentence.
    unless: tuple[tuple[str, ...], ...]


class Hit(NamedTuple):
    """An entry that fired on a run of tokens."""

    entry: Entry
    # Index of the first token, and one past the last.
    first: int
    last: int

    @property
    def table(self) -> str:
        return self.entry.table

    @property
    def label(self) -> str:
        return self.entry.label


def fits(word: str, pattern: str) -> bool:
    """Whether a word in lower case fits one word of a phrase."""
    if pattern[-1] == "*":
        if pattern[0] == "*":
            return len(pattern) > 2 and pattern[1:-1] in word
        return word.startswith(pattern[:-1])
    if pattern[0] == "*" and len(pattern) > 1:
        return word.endswith(pattern[1:])
    return word == pattern


# An entry with its place in the order, and the words that it goes on with.
_Rest: TypeAlias = tuple[int, Entry, tuple[str, ...]]


class Phrases:
    """Entries that begin with the same word, by the word that comes next."""

    __slots__ = ("_alone", "_beginnings", "_lengths", "_needing", "_others", "_words", "entries")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        # Those that are this word alone.
        self._alone: list[_Rest] = []
        # Entries that go on with a word in full, and with the beginning of one.
        self._words: dict[str, list[_Rest]] = {}
        self._beginnings: dict[str, list[_Rest]] = {}
        # How long these beginnings are, by their first letter.
        self._lengths: dict[str, set[int]] = {}
        # Those that go on with a gap, an ending or a part of a word: by the word that ends them, where that is known in
        # full, for it is seldom in the sentence at all.
        self._needing: dict[str, list[_Rest]] = {}
        self._others: list[_Rest] = []
        for order, entry in enumerate(entries):
            rest = entry.rest
            one = (order, entry, rest[1:])
            if not rest:
                self._alone.append(one)
            elif rest[0][0] not in "*_":
                if rest[0][-1] != "*":
                    self._words.setdefault(rest[0], []).append(one)
                    continue
                beginning = rest[0][:-1]
                self._beginnings.setdefault(beginning, []).append(one)
                self._lengths.setdefault(beginning[0], set()).add(len(beginning))
            elif "*" in rest[-1] or rest[-1] == "_":
                self._others.append((order, entry, rest))
            else:
                self._needing.setdefault(rest[-1], []).append((order, entry, rest))

    def fire(self, words: Sequence[str], first: int, present: AbstractSet[str], hits: list[Hit]) -> None:
        """Add what fires where the first word fits, in the order of the entries.

        Args:
            words: The words of the sentence in lower case.
            first: Where the first word stands.
            present: All words of the sentence.
            hits: What is added to.
        """
        found = [(order, entry, first + 1) for order, entry, _ in self._alone]
        at = first + 1
        if at < len(words):
            word = words[at]
            after = self._words.get(word, ())
            if word[:1] in self._lengths:
                for length in self._lengths[word[0]]:
                    if length <= len(word) and word[:length] in self._beginnings:
                        after = [*after, *self._beginnings[word[:length]]]
            for order, entry, rest in after:
                last = _end(words, at + 1, rest) if rest else at + 1
                if last is not None:
                    found.append((order, entry, last))
        others = self._others
        if self._needing:
            for word in self._needing.keys() & present:
                others = others + self._needing[word]
        for order, entry, rest in others:
            last = _end(words, at, rest)
            if last is not None:
                found.append((order, entry, last))
        if found:
            found.sort()  # a place in the order is one entry's alone
            hits += [Hit(entry, first, last) for _, entry, last in found]


def _end(words: Sequence[str], at: int, rest: Sequence[str]) -> int | None:
    """Where a phrase ends that goes on with `rest` at `at`; None if it does not."""
    for index, pattern in enumerate(rest):
        if pattern == "_":
            after = rest[index + 1 :]
            ends = min(at + MAX_GAP, len(words)) + 1
            if len(after) == 1 and "*" not in after[0]:
                return words.index(after[0], at, ends) + 1 if after[0] in words[at:ends] else None
            for start in range(at, ends):
                end = _end(words, start, after)
                if end is not None:
                    return end
            return None
        if at >= len(words) or not fits(words[at], pattern):
            return None
        at += 1
    return at


def occurs_any(words: Sequence[str], phrases: Iterable[Sequence[str]]) -> bool:
    """Whether one of some phrases occurs among words in lower case."""
    return any(
        fits(words[at], phrase[0]) and _end(words, at + 1, phrase[1:]) is not None
        for phrase in phrases
        for at in range(len(words))
    )
