"""Cut a text into tokens with offsets."""

from __future__ import annotations

import re
from typing import NamedTuple


class Token(NamedTuple):
    """A word, a number or a mark."""

    text: str
    # In lower case, without invisible characters; Russian ё as е, so that a lexicon needs one spelling.
    low: str
    # Span in the text that was cut.
    start: int
    end: int
    # "w" word, "n" number, "p" any other mark.
    kind: str


# A word may hold hyphens, dots, slashes and underscores inside (PyTorch-Blog, torch.sparse); a number may hold dots and
# commas (1.050, 12,5). Soft hyphens and zero-width characters count as parts of a word.
_TOKEN = re.compile(
    r"(?P<w>[^\W\d_][\w\u00ad\u200b\u2060\ufeff\u0300-\u036f]*(?:[-\u2010\u2011.'’/_+][\w\u00ad]+)*)"
    r"|(?P<n>\d+(?:[.,]\d+)*)"
    r"|(?P<p>[^\w\s]|_)"
)
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text[start:end]`; offsets are those of the whole text."""
    tokens = []
    for found in _TOKEN.finditer(text, start, len(text) if end is None else end):
        word = found.group()
        low = word.lower().replace("\u0451", "\u0435")
        if not word.isascii():
            low = _INVISIBLE.sub("", low)
        tokens.append(Token(word, low, found.start(), found.end(), found.lastgroup or "p"))
    return tokens
