"""Cut a text into tokens with offsets."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class Token(NamedTuple):
    """A word, a number or a mark."""

    # As written, but composed and without invisible characters: a soft hyphen makes no other word.
    text: str
    # In lower case; Russian ё as е, so that a lexicon needs one spelling.
    low: str
    # Span in the text that was cut.
    start: int
    end: int
    # "w" word, "n" number, "p" any other mark.
    kind: str


# A word may hold hyphens, dots, slashes and underscores inside (PyTorch-Blog, torch.sparse); a number may hold dots and
# commas (1.050, 12,5). Soft hyphens and zero-width characters count as parts of a word. White space is matched, too, so
# that the lengths of the parts add up to where each one stands.
_PART = re.compile(
    r"\s+"
    r"|[^\W\d_][\w\u00ad\u200b\u2060\ufeff\u0300-\u036f]*(?:[-\u2010\u2011.'’/_+][\w\u00ad\u200b\u2060\ufeff\u0300-\u036f]+)*"
    r"|\d+(?:[.,]\d+)*"
    r"|[^\w\s]|_"
)
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
# How many word types each step remembers of a language before it starts afresh. What they know of one takes a kilobyte
# in all, so that a process that reads three languages stays within some 110 MB, however much it reads.
REMEMBERED = 10_000


class _Types(dict[str, tuple[str, str, str]]):
    """Parts by their spelling: without invisible characters, also in lower case, and their kind.

    White space, and what can't be seen, have none.
    """

    def __missing__(self, part: str) -> tuple[str, str, str]:
        if len(self) > REMEMBERED:
            self.clear()
        first = part[0]
        seen = part if part.isascii() else unicodedata.normalize("NFC", _INVISIBLE.sub("", part))
        low = seen.lower().replace("\u0451", "\u0435")
        kind = "" if first.isspace() or not seen else "n" if first.isdecimal() else "w" if first.isalnum() else "p"
        found = self[part] = (seen, low, kind)
        return found


_TYPES = _Types()


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text[start:end]`; offsets are those of the whole text."""
    tokens: list[Token] = []
    make, types = tuple.__new__, _TYPES
    for part in _PART.findall(text, start, len(text) if end is None else end):
        after = start + len(part)
        seen, low, kind = types[part]
        if kind:
            # Past the constructor, which takes twice as long.
            tokens.append(make(Token, (seen, low, start, after, kind)))
        start = after
    return tokens
