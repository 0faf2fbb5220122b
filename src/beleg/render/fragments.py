"""Addresses that lead to the very words of an article: text fragments, as browsers know them (`#:~:text=`)."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from beleg.records import Article, Statement

# A quote of more characters is named by its first and its last words: browsers look for the words between them, and an
# address stays short enough for any server's log.
_WHOLE: Final = 80
_ENDS: Final = 4
# So many words before and after tell a quote from the same words elsewhere in the article.
_AROUND: Final = 3
_WORD: Final = re.compile(r"\S+")
# Marks that a text file has and a page does not show.
_MARKED: Final = re.compile(r"\*\*|__|`|\]\(|^[#>|]", re.MULTILINE)


def fragment(url: str, one: Statement, article: Article) -> str:
    """The address of an article, leading to a quote in it; to its beginning where the quote does not stand there as it is."""
    if article.text_from in ("blurb", "title") or _MARKED.search(one.quote):
        return url
    words = _WORD.findall(one.quote)
    if not words:
        return url
    page, _, anchor = url.partition("#")
    parts = [_encoded(one.quote)]
    if len(one.quote) > _WHOLE or "\n" in one.quote:
        ends = min(_ENDS, len(words) // 2)
        if not ends:
            return url
        parts = [_encoded(" ".join(words[:ends])), _encoded(" ".join(words[-ends:]))]
    if before := _before(one.prefix):
        parts.insert(0, f"{_encoded(before)}-")
    if after := _after(one.suffix):
        parts.append(f"-{_encoded(after)}")
    return f"{page}#{anchor.partition(':~:')[0]}:~:text={','.join(parts)}"


def _encoded(text: str) -> str:
    """A part of a text fragment: the comma, the hyphen and the ampersand part its pieces, so that they are encoded, too.

    Letters beyond ASCII stand as they are, as HTML has it: encoded, Cyrillic ones would take three times their room.
    """
    letters = (one if one.isalpha() else quote(one, safe="").replace("-", "%2D") for one in " ".join(text.split()))
    return "".join(letters)


def _before(prefix: str) -> str:
    """The last whole words before a quote, in its own block; empty where it begins one."""
    if prefix[-1:].strip():
        # It begins in the middle of a word, or a mark clings to it: browsers look for whole words.
        return ""
    line = prefix.rpartition("\n")[2]
    words = _WORD.findall(line)
    # The first may be the end of a longer one.
    return " ".join((words if "\n" in prefix else words[1:])[-_AROUND:])


def _after(suffix: str) -> str:
    if suffix[:1].strip():
        return ""
    line = suffix.partition("\n")[0]
    words = _WORD.findall(line)
    return " ".join((words if "\n" in suffix else words[:-1])[:_AROUND])


__all__ = ["fragment"]
