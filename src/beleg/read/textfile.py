"""The article out of a text or Markdown file: its title, its byline and its blocks."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from beleg.read.blocks import blocks, ends_sentence
from beleg.read.bylines import Byline, byline, run_in, words
from beleg.records import Block, Language, Script

# The longest title of the corpus has 88 characters.
LONGEST_TITLE = 160
# Byline, dateline, rubric and a line below the title: what may stand before the text.
_HEAD_LINES = 5
_LINE = re.compile(r"[^\n]+")
_HASHES = re.compile(r"#{1,6}[ \t]+(?=\S)")
_SPACE = re.compile(r"\s+")


class TextFile(NamedTuple):
    """What a text says of itself, and its blocks."""

    blocks: tuple[Block, ...]
    title: str | None
    byline: Byline


def parse(text: str, language: Language, script: Script, *, title: str | None = None) -> TextFile:
    """Title, byline and blocks of a text.

    Args:
        text: The whole text; spans count from its beginning.
        language: How months are called.
        script: Of the text.
        title: Known already, from front matter or a page; only marks the line that repeats it.
    """
    head: list[Block] = []
    found, at = _title(text, language, script, title)
    if found:
        head.append(found)
    known = title or (text[found.start : found.end] if found else None)
    said, deck = Byline(), False
    for _ in range(_HEAD_LINES):
        line = _next_line(text, at)
        if line is None:
            break
        piece = text[line[0] : line[1]]
        if known and _same(piece, known):
            head.append(Block(kind="title", start=_after_hashes(text, line), end=line[1]))
        elif (more := byline(_bare(piece), language, script)) is not None:
            head.append(Block(kind="byline", start=line[0], end=line[1]))
            said = merged(said, more)
        else:
            opening = run_in(piece, language, script)
            if opening:
                dateline = piece[: opening.end].rstrip(" \u00a0–—-.:")
                head.append(Block(kind="byline", start=line[0], end=line[0] + len(dateline)))
                said = merged(said, opening.byline)
                at = line[0] + opening.end
                break
            # A line below the title that says more of it, then the dateline.
            after = _next_line(text, line[1])
            below = byline(_bare(text[after[0] : after[1]]), language, script) if after and not deck else None
            if below is None or not (below.published or below.updated):
                break
            deck = True
            head += blocks(text[: line[1]], line[0])
        at = line[1]
    if said.publisher and _is_place(said.publisher, text[at:]):
        said = said._replace(publisher=None)
    return TextFile((*head, *blocks(text, at)), known, said)


def find_bylines(
    text: str, given: tuple[Block, ...], language: Language, script: Script
) -> tuple[tuple[Block, ...], Byline]:
    """The first blocks of a page that are bylines marked so, and what they say."""
    result, said = list(given), Byline()
    for index, block in enumerate(given[:_HEAD_LINES]):
        more = byline(text[block.start : block.end], language, script)
        if more is None:
            break
        result[index] = Block(kind="byline", start=block.start, end=block.end)
        said = merged(said, more)
    return tuple(result), said


def _title(text: str, language: Language, script: Script, title: str | None) -> tuple[Block | None, int]:
    """The block of the first line if it is the title, and where to go on."""
    line = _next_line(text, 0)
    if line is None:
        return None, 0
    start, end = _after_hashes(text, line), line[1]
    piece = text[start:end]
    if title is not None:
        return (Block(kind="title", start=start, end=end), end) if _same(piece, title) else (None, 0)
    if start > line[0] and text[line[0] : line[0] + 2] in ("# ", "#\t"):
        return Block(kind="title", start=start, end=end), end
    after = _next_line(text, end)
    if len(piece) > LONGEST_TITLE or ends_sentence(piece) or piece[-1] == ":" or after is None:
        return None, 0
    if byline(_bare(piece), language, script):
        return None, 0
    apart = text[end : after[0]].count("\n") > 1
    if apart or byline(_bare(text[after[0] : after[1]]), language, script) is not None:
        return Block(kind="title", start=start, end=end), end
    return None, 0


def _is_place(name: str, text: str) -> bool:
    """Whether the text speaks of a dateline's first name as of a place ("in Karlsruhe")."""
    before = (text[: match.start()].rsplit(None, 1)[-1:] for match in re.finditer(rf"\b{re.escape(name)}\b", text))
    return any(word and word[0].lower() in words("at") for word in before)


def _next_line(text: str, at: int) -> tuple[int, int] | None:
    """The next line with a letter or digit in it, without white space around it."""
    for match in _LINE.finditer(text, at):
        piece = match[0]
        if any(character.isalnum() for character in piece):
            return match.start() + len(piece) - len(piece.lstrip()), match.start() + len(piece.rstrip())
    return None


def _after_hashes(text: str, line: tuple[int, int]) -> int:
    hashes = _HASHES.match(text, line[0], line[1])
    return hashes.end() if hashes else line[0]


def _bare(piece: str) -> str:
    """A line without the marks that set it in italics or bold."""
    return piece.strip("*_ \t")


def _same(piece: str, title: str) -> bool:
    return _folded(_HASHES.sub("", piece)) == _folded(title)


def _folded(title: str) -> str:
    """A title as it is compared: composed letters, single spaces, no marks of emphasis, no case."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", title)).strip(" *_").casefold()


def merged(first: Byline, more: Byline) -> Byline:
    """Two bylines as one; what the first says stands."""
    return Byline(*(a or b for a, b in zip(first, more, strict=True)))
