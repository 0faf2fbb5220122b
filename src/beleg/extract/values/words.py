"""A text cut into the words that `dates`, `quantities` and `versions` look at."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import accumulate, compress
from typing import Any, NamedTuple

from beleg.extract.values.vocabulary import BREAK, NONE, SPACE, Phrase, Vocabulary
from beleg.lexicons import fits

# Each alternative begins with another character or is tried in this order; none can backtrack over more than a few
# characters. Digits are 0 to 9. Numbers keep their grouping: a plain, no-break, thin or narrow space, but only before three digits.
_TOKEN = re.compile(
    r"\s+"
    r"|[^\W\d_hwvV]\w*(?:[-\u2010\u2011]\w+)*"  # most words: no address and no version begins so
    r"|(?!https?://|www\.|[vV][0-9])[^\W\d_]\w*(?:[-\u2010\u2011]\w+)*"
    r"|(?:https?://|www\.)[^\s<>\"»“]+"
    r"|(?<![\w.-])[0-9]{4}-[0-9][0-9]-[0-9][0-9](?!(?!T[0-9])[\w-])"
    r"|(?<![\w.,])[0-9]{1,2}\.[ \u00a0]?[0-9]{1,2}\.(?:[ \u00a0]?[0-9]{4}|[0-9][0-9])?(?![0-9]|\.[0-9]|\*)"
    r"|[0-9]{1,2}:[0-9][0-9](?![0-9:])"
    r"|[0-9]+(?:\.[0-9]+)*\.\*"
    r"|[0-9]{1,3}(?:[ \u00a0\u202f\u2009][0-9]{3})+(?:,[0-9]+)?(?![0-9])"
    r"|[0-9]{1,3}(?:['\u2019][0-9]{3})+(?:[.,][0-9]+)?(?![0-9])"
    r"|[0-9]+[A-Z][0-9]+(?!\w)"
    r"|[0-9]+[½¼¾]"
    r"|(?<![\w.,])10\u207b?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+(?!\w)"  # a power of ten
    r"|(?<=[0-9])[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+(?!\w)"  # the number of a note; what follows is the unit still
    r"|[0-9]+(?:[.,][0-9]+)*(?:,[-–—](?![\w–—-]))?"
    r"|[vV][0-9]+(?:\.[0-9]+)+"
    r"|[^\W\d_]\w*(?:[-\u2010\u2011]\w+)*"
    r"|.",
    re.DOTALL,
)
# Soft hyphen, zero-width space and joiners, word joiner, byte-order mark: seen by nobody, so no part of a value.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_CLUSTER = re.compile(r".[\u0300-\u036f]*", re.DOTALL)


class Words:
    """A text as a list of words, without spaces; the first and the last ones are breaks, so a neighbour always exists."""

    def __init__(self, text: str, known: Vocabulary) -> None:
        self.text = text
        self.known = known
        parts = _TOKEN.findall(text)
        found = [known[part] for part in parts]
        offsets = accumulate(map(len, parts), initial=0)
        shown = [word is not SPACE for word in found]
        self.words = [BREAK, *compress(found, shown), BREAK, BREAK, BREAK]
        self.starts = [0, *compress(offsets, shown), len(text), len(text), len(text)]
        # What a value has taken; nothing else may use it.
        self.taken = bytearray(len(self.words))
        self.anchors = [i for i, word in enumerate(self.words) if word.anchor]
        self.numerals = [i for i in self.anchors if self.words[i].numeral]

    def end(self, i: int) -> int:
        """Where a word ends in the text."""
        return self.starts[i] + len(self.words[i].text)

    def glued(self, i: int) -> bool:
        """Whether no space stands before a word."""
        return self.starts[i] == self.end(i - 1)

    def take(self, first: int, last: int) -> None:
        for i in range(first, last):
            self.taken[i] = 1

    def has(self, i: int, table: str) -> bool:
        """Whether a single-word entry of a table is at a word."""
        return table in self.words[i].single

    def meaning(self, i: int, table: str) -> Any:
        """What the single-word entry at a word stands for; None without one."""
        return self.words[i].single.get(table)

    def ahead(self, i: int, table: str) -> tuple[Any, int] | None:
        """The longest phrase of a table that begins at a word: what it stands for, and the word after it."""
        for rest, meaning in self.words[i].tags.get(table, ()):
            if all(self._fits(i + 1 + n, pattern) for n, pattern in enumerate(rest)):
                return meaning, i + 1 + len(rest)
        return None

    def back(self, i: int, table: str) -> tuple[Any, int] | None:
        """The longest phrase of a table that ends at a word: what it stands for, and its first word."""
        for rest, meaning in self.words[i].tags.get(table, ()):
            if i >= len(rest) and all(self._fits(i - 1 - n, pattern) for n, pattern in enumerate(rest)):
                return meaning, i - len(rest)
        return None

    def _fits(self, i: int, pattern: str) -> bool:
        return i < len(self.words) and fits(self.words[i].low, pattern)

    def head(self, i: int) -> Mapping[str, tuple[Phrase, ...]]:
        """The tags of what stands before the first hyphen of a word: "Oktober-Ausgabe", "iOS-om"."""
        head, hyphen, _ = self.words[i].low.partition("-")
        return self.known.tags_of(head) if hyphen and head else NONE

    def around(self, first: int, last: int, reach: int) -> Iterator[int]:
        """The words before `first` and from `last` on within their sentence, the nearest first."""
        left = right = True
        for distance in range(reach):
            at = first - 1 - distance
            left = left and at > 0 and not self.ends_sentence(at)
            if left:
                yield at
            at = last + distance
            right = right and at < len(self.words) and not self.ends_sentence(at)
            if right:
                yield at

    def ends_sentence(self, i: int) -> bool:
        """Whether a word is the mark or line end after which a sentence begins."""
        word = self.words[i]
        if word.kind == "break":
            return True
        after = self.words[i + 1] if i + 1 < len(self.words) else BREAK
        # A full stop before a small letter or a number stands inside a sentence.
        return word.text in ("!", "?") or (word.text == "." and (after.kind == "break" or after.text[0].isupper()))


class Visible(NamedTuple):
    """A text as a reader sees it: without invisible characters and in form NFC."""

    text: str
    # Start and end of each character in the text that it was made from; None where nothing had to be changed.
    origin: list[tuple[int, int]] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original of a span that is not empty."""
        return (start, end) if self.origin is None else (self.origin[start][0], self.origin[end - 1][1])


def visible(text: str) -> Visible:
    if text.isascii() or (unicodedata.is_normalized("NFC", text) and not _INVISIBLE.search(text)):
        return Visible(text, None)
    shown: list[str] = []
    origin: list[tuple[int, int]] = []
    for cluster in _CLUSTER.finditer(text):
        composed = unicodedata.normalize("NFC", _INVISIBLE.sub("", cluster.group()))
        shown.append(composed)
        origin.extend([cluster.span()] * len(composed))
    return Visible("".join(shown), origin)
