"""Phrases by their words: all those that go on with the words of a sentence are found in one walk along these.

A phrase's word may end in `*` (a beginning), begin with it (an ending) or both (a part of a word); `_` is a gap of up to
`MAX_GAP` tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
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
    # The entry's: they are asked for all the time.
    table: str
    label: str


def fits(word: str, pattern: str) -> bool:
    """Whether a word in lower case fits one word of a phrase."""
    if pattern[-1] == "*":
        if pattern[0] == "*":
            return len(pattern) > 2 and pattern[1:-1] in word
        return word.startswith(pattern[:-1])
    if pattern[0] == "*" and len(pattern) > 1:
        return word.endswith(pattern[1:])
    return word == pattern


# Makes a named tuple past its constructor, which takes twice as long.
_NEW = tuple.__new__
# So few entries are tried one after the other.
_FEW = 4

# An entry with its place in the order; one that was found, and where it ends.
_Placed: TypeAlias = tuple[int, Entry]
_Found: TypeAlias = tuple[int, Entry, int]


class Line:
    """The words of a sentence in lower case, laid out for what is asked of them."""

    __slots__ = ("present", "text", "words")

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.present = frozenset(words)
        # All words with blanks around each.
        self.text = f" {' '.join(words)} "


class Phrases:
    """Entries that may begin with the same word, by the words that come next."""

    __slots__ = ("_tree", "entries")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self._tree = _Tree(list(enumerate(entries)), 0)

    def fire(self, line: Line, first: int, hits: list[Hit]) -> None:
        """Add what fires where the first word fits, at `first`, in the order of the entries."""
        found: list[_Found] = []
        self._tree.follow(line, first + 1, found)
        if found:
            found.sort()  # a place in the order is one entry's alone
            hits += [_NEW(Hit, (entry, first, last, entry.table, entry.label)) for _, entry, last in found]


class _Tree:
    """Entries that share their words so far."""

    __slots__ = ("alone", "depth", "lengths", "needing", "needs", "open", "trees", "words")

    def __init__(self, entries: Sequence[_Placed], depth: int) -> None:
        # How many words behind the first one they share.
        self.depth = depth
        # Those that end here.
        self.alone = [one for one in entries if len(one[1].rest) == depth]
        # Those that go on with a word, or with its beginning, by this as it is written; and as trees, once it was met.
        self.words: dict[str, list[_Placed]] = {}
        self.trees: dict[str, _Tree] = {}
        # How long the beginnings are, by their first letter.
        self.lengths: dict[str, set[int]] = {}
        # The others, by the word that ends them, for it is seldom in the sentence at all.
        self.needing: dict[str, list[_Placed]] = {}
        # Where it has a wildcard, what the line's text must hold of it.
        self.open: list[tuple[str, _Placed]] = []
        for one in entries:
            rest = one[1].rest
            if len(rest) == depth:
                continue
            word, ends = rest[depth], rest[-1]
            if len(entries) > _FEW and word[0] not in "*_":
                self.words.setdefault(word, []).append(one)
                if word[-1] == "*":
                    self.lengths.setdefault(word[0], set()).add(len(word) - 1)
            elif "*" in ends or ends == "_":
                self.open.append((_held(ends), one))
            else:
                self.needing.setdefault(ends, []).append(one)
        self.needs = frozenset(self.needing)

    def follow(self, line: Line, at: int, found: list[_Found]) -> None:
        """Add the entries that go on with the words from `at` on, with where they end."""
        words = line.words
        for order, entry in self.alone:
            found.append((order, entry, at))
        if self.words and at < len(words):
            word = words[at]
            if word in self.words:
                self._go_on(word, line, at + 1, found)
            for length in self.lengths.get(word[:1], ()):
                if length <= len(word) and (beginning := f"{word[:length]}*") in self.words:
                    self._go_on(beginning, line, at + 1, found)
        if not self.needs.isdisjoint(line.present):
            for needed in self.needs & line.present:
                _add(self.needing[needed], self.depth, words, at, found)
        if self.open:
            _add([one for held, one in self.open if held in line.text], self.depth, words, at, found)

    def _go_on(self, word: str, line: Line, at: int, found: list[_Found]) -> None:
        """Follow the entries that go on with a word as it is written, which ends before `at`."""
        entries = self.words[word]
        if len(entries) <= _FEW:
            _add(entries, self.depth + 1, line.words, at, found)
            return
        tree = self.trees.get(word)
        if tree is None:
            tree = self.trees[word] = _Tree(entries, self.depth + 1)
        tree.follow(line, at, found)


@cache
def _held(pattern: str) -> str:
    """What a line's text holds where a word fits a pattern."""
    bare = pattern.strip("*_")
    return f"{'' if pattern[0] in '*_' else ' '}{bare}{'' if pattern[-1] in '*_' else ' '}"


def _add(entries: Sequence[_Placed], depth: int, words: Sequence[str], at: int, found: list[_Found]) -> None:
    """Add those of some entries that go on, behind the words that they share, with the words from `at` on."""
    for order, entry in entries:
        last = _end(words, at, entry.rest[depth:])
        if last is not None:
            found.append((order, entry, last))


def _end(words: Sequence[str], at: int, rest: Sequence[str]) -> int | None:
    """Where a phrase ends that goes on with `rest` at `at`; None if it does not."""
    for index, pattern in enumerate(rest):
        if pattern == "_":
            return _behind_gap(words, at, rest[index + 1 :])
        if at >= len(words) or not fits(words[at], pattern):
            return None
        at += 1
    return at


def _behind_gap(words: Sequence[str], at: int, rest: Sequence[str]) -> int | None:
    """Where a phrase ends that goes on with `rest` behind a gap of any words, the nearest place first."""
    if not rest:
        return at
    next_one, more = rest[0], rest[1:]
    stem = next_one[:-1] if next_one[-1] == "*" and next_one[0] not in "*_" else None
    for start in range(at, min(at + MAX_GAP + 1, len(words))):
        word = words[start]
        if word.startswith(stem) if stem else fits(word, next_one):
            end = _end(words, start + 1, more)
            if end is not None:
                return end
    return None


def occurs_any(line: Line, phrases: Iterable[Sequence[str]]) -> bool:
    """Whether one of some phrases occurs in a line."""
    return any(
        fits(word, phrase[0]) and _end(line.words, at + 1, phrase[1:]) is not None
        for phrase in phrases
        if _held(phrase[0]) in line.text
        for at, word in enumerate(line.words)
    )
