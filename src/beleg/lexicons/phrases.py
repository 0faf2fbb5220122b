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


# So few entries are tried one after the other.
_FEW = 4

# An entry with its place in the order, and the words that it goes on with; one that was found, and where it ends.
_Rest: TypeAlias = tuple[int, Entry, tuple[str, ...]]
_Found: TypeAlias = tuple[int, Entry, int]


class Phrases:
    """Entries that may begin with the same word, by the words that come next."""

    __slots__ = ("_tree", "entries")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._tree = _Tree([(order, entry, entry.rest) for order, entry in enumerate(entries)])

    def fire(self, words: Sequence[str], first: int, present: AbstractSet[str], hits: list[Hit]) -> None:
        """Add what fires where the first word fits, in the order of the entries.

        Args:
            words: The words of the sentence in lower case.
            first: Where the first word stands.
            present: All words of the sentence, and "".
            hits: What is added to.
        """
        found: list[_Found] = []
        self._tree.follow(words, first + 1, present, found)
        if found:
            found.sort()  # a place in the order is one entry's alone
            hits += [Hit(entry, first, last) for _, entry, last in found]


class _Tree:
    """Entries that share their words so far."""

    __slots__ = ("alone", "lengths", "needing", "needs", "trees", "words")

    def __init__(self, entries: Sequence[_Rest]) -> None:
        # Those that end here.
        self.alone = [(order, entry) for order, entry, rest in entries if not rest]
        # Those that go on with a word, or with its beginning, by this as it is written; and as trees, once it was met.
        self.words: dict[str, list[_Rest]] = {}
        self.trees: dict[str, _Tree] = {}
        # How long the beginnings are, by their first letter.
        self.lengths: dict[str, set[int]] = {}
        # The others, by the last word that they need in full, for it is seldom in the sentence at all; "" for none.
        self.needing: dict[str, list[_Rest]] = {}
        for order, entry, rest in entries:
            if not rest:
                continue
            if len(entries) <= _FEW or rest[0][0] in "*_":
                needed = next((word for word in reversed(rest) if "*" not in word and word != "_"), "")
                self.needing.setdefault(needed, []).append((order, entry, rest))
                continue
            self.words.setdefault(rest[0], []).append((order, entry, rest[1:]))
            if rest[0][-1] == "*":
                self.lengths.setdefault(rest[0][0], set()).add(len(rest[0]) - 1)
        self.needs = frozenset(self.needing)

    def follow(self, words: Sequence[str], at: int, present: AbstractSet[str], found: list[_Found]) -> None:
        """Add the entries that go on with the words from `at` on, with where they end."""
        for order, entry in self.alone:
            found.append((order, entry, at))
        if self.words and at < len(words):
            word = words[at]
            if word in self.words:
                self._after(word).follow(words, at + 1, present, found)
            for length in self.lengths.get(word[:1], ()):
                if length <= len(word) and (beginning := f"{word[:length]}*") in self.words:
                    self._after(beginning).follow(words, at + 1, present, found)
        if not self.needs.isdisjoint(present):
            for needed in self.needs & present:
                for order, entry, rest in self.needing[needed]:
                    last = _end(words, at, rest)
                    if last is not None:
                        found.append((order, entry, last))

    def _after(self, word: str) -> _Tree:
        """The entries that go on with a word."""
        tree = self.trees.get(word)
        if tree is None:
            tree = self.trees[word] = _Tree(self.words[word])
        return tree


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
