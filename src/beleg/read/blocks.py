"""Cut a text into blocks: paragraphs, headings, list items, table rows, turns of an interview, link lists.

Told by shape alone, so that plain text, Markdown and text pasted from a page are cut alike. A block's span leaves out what
marks it: bullets, dashes, hashes, the time of a ticker's entry, the label of a speaker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from beleg.read.bylines import words
from beleg.records import Block, BlockKind

# A heading is short; the longest of the corpus has 46 characters.
LONGEST_HEADING = 100
# Texts wrapped by an editor or a mail program have lines of 60 to 100; longer ones are whole paragraphs.
_WIDEST_WRAP = 130
# So many entries with a time make a ticker, so many dash-led answers an interview, so many bars a table.
_TICKER, _ANSWERS, _ROWS = 3, 3, 2

_BULLET = re.compile(r"(?:[•◦▪‣·●○■□✓➤→*+-]|[–—―])[ \t\u00a0]+(?=\S)")
_NUMBERED = re.compile(r"(?:\d{1,2}|[^\W\d_])[.)][ \t\u00a0]+(?=\S)")
_HASHES = re.compile(r"#{1,6}[ \t]+(?=\S)")
_QUOTE_MARK = re.compile(r"(?:>[ \t]?)+(?=\S)")
_RULE = re.compile(r"(?:[-*_=~][ \t]*){3,}\Z")
_UNDERLINE = re.compile(r"(?:=+|-{2,})[ \t]*\Z")
_FENCE = re.compile(r"(?:```|~~~)")
_TIME = re.compile(
    r"(?P<hour>[01]?\d|2[0-3])[.:](?P<minute>[0-5]\d)"
    r"(?:[ \u00a0]?[^\W\d_]{1,5}\b\.?)?[ \u00a0]*[–—:|-][ \u00a0]+(?=\S)"
    r"|(?:[01]?\d|2[0-3])[.:][0-5]\d[.,]?[ \u00a0]+(?=[^\W\d_]|[„“«»\"'(])"
)
_LABEL = re.compile(
    r"(?P<mark>\*\*|__)?(?P<name>[^\W\d_][^\n:*_|.!?]{0,40}?)(?::(?P=mark)|(?P=mark):|:)[ \u00a0]+(?=\S)"
)
_PLAIN_LABEL = re.compile(r"(?P<name>[^\W\d_][^\n:*_|.!?]{0,40}):[ \u00a0]+(?=\S)")
_ROW_RULE = re.compile(r"[ \t|:+-]+\Z")
_COLUMNS = re.compile(r"\((?P<columns>[^()|]*(?:\|[^()|]*)+)\)\Z")
_LINK = re.compile(r"(?:\[[^\[\]\n]*\]\([^()\s]*\)|<?https?://[^\s>]+>?|www\.[^\s]+)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_INSIDE = re.compile(r"[.!?…][“”\"«»’]?[ \u00a0][^\W\d_]")
_CLOSING = "“”\"«»’')]*_"


class _Line(NamedTuple):
    """A line, or lines that an editor wrapped, with what was found out about it so far."""

    start: int
    end: int
    # None: not yet decided.
    kind: BlockKind | None = None
    label: str | None = None
    # Number of the run of lines without a blank line between; lines of other runs stand apart.
    run: int = 0
    # "dash", "star", "bullet", "number", "hash", "bold"; "" for none.
    mark: str = ""


def blocks(text: str, start: int = 0) -> tuple[Block, ...]:
    """The blocks of a text from `start` on, in order; they do not overlap.

    Titles and bylines are not looked for here: `textfile.py` does, and hands over what follows them.
    """
    lines = _lines(text, start)
    lines = _tables(text, lines)
    lines = _tickers(text, lines)
    lines = _labelled(text, lines)
    lines = _plain(text, lines)
    lines = _interviews(text, lines)
    lines = _links(text, lines)
    return _made(lines)


def refined(text: str, given: Sequence[tuple[int, int, BlockKind | None]]) -> tuple[Block, ...]:
    """The blocks of a text whose paragraphs are known, as those of a page are.

    Args:
        text: The whole text.
        given: Start, end and kind of each; None for a paragraph, which may turn out an item, an entry or a turn.
    """
    lines = [_Line(start, end, kind, run=run) for run, (start, end, kind) in enumerate(given)]
    lines = _labelled(text, _tickers(text, _marked(text, lines)))
    lines = [line if line.kind else line._replace(kind="paragraph") for line in lines]
    return _made(_links(text, _interviews(text, lines)))


def _made(lines: Sequence[_Line]) -> tuple[Block, ...]:
    return tuple(
        Block(kind=line.kind or "paragraph", start=line.start, end=line.end, label=line.label) for line in lines
    )


def ends_sentence(line: str) -> bool:
    """Whether a line closes with a full stop, or with what stands for one, brackets and quotation marks aside."""
    bare = line.rstrip().rstrip(_CLOSING)
    return bool(bare) and bare[-1] in ".…;,"


def _lines(text: str, start: int) -> list[_Line]:
    """Lines with content, in runs, without code blocks and rules, wrapped ones joined, marks taken off."""
    raw: list[_Line] = []
    run, fenced, at = 0, False, start
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        bare = line.strip()
        if _FENCE.match(bare):
            fenced, run = not fenced, run + 1
        elif fenced or ("|" in bare and _ROW_RULE.match(bare)):
            # Nothing of a code block is said by anyone; the line below a table's header is a rule.
            pass
        elif not bare or not any(character.isalnum() for character in bare):
            if (
                raw
                and raw[-1].run == run
                and raw[-1].end == at - 1
                and _UNDERLINE.match(bare)
                and _short(text, raw[-1])
            ):
                raw[-1] = raw[-1]._replace(kind="heading")
            run += 1
        else:
            first = at + len(line) - len(line.lstrip())
            raw.append(_Line(first, first + len(bare), run=run))
        at = end + 1
    return _marked(text, _joined(text, raw))


def _joined(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Lines that an editor wrapped made whole.

    A line goes on in the next if the next one's first word would not have fitted into the width of the text, or if it
    stops short of a sentence's end and the next begins in lower case.
    """
    width = max((line.end - line.start for line in lines if " " in text[line.start : line.end]), default=0)
    result: list[_Line] = []
    previous: _Line | None = None
    for line in lines:
        if (
            previous is not None
            and previous.run == line.run
            and previous.kind is None
            and width <= _WIDEST_WRAP
            and not _begins(text, line)
            and _goes_on(text, previous, line, width)
        ):
            result[-1] = result[-1]._replace(end=line.end)
        else:
            result.append(line)
        previous = line
    return result


def _begins(text: str, line: _Line) -> bool:
    """Whether a line opens a block by its mark."""
    return any(
        pattern.match(text, line.start, line.end) for pattern in (_BULLET, _NUMBERED, _HASHES, _QUOTE_MARK, _TIME)
    ) or _is_row(text, line)


def _goes_on(text: str, line: _Line, after: _Line, width: int) -> bool:
    if _is_row(text, line) or _HASHES.match(text, line.start, line.end):
        return False
    word = text[after.start : after.end].split(maxsplit=1)[0]
    if width >= 40 and line.end - line.start + 1 + len(word) > width:
        return True
    last = text[line.end - 1]
    return word.islower() and (last.isalnum() or last in ",-–")


def _marked(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Bullets, numbers, hashes and quote marks taken off; what they say of the kind noted."""
    result = []
    numbered = _numbered(text, lines)
    for line in lines:
        if line.kind is not None:
            result.append(line)
            continue
        start, mark = line.start, line.mark
        kind: BlockKind | None = None
        quote = _QUOTE_MARK.match(text, start, line.end)
        start = quote.end() if quote else start
        bullet = _BULLET.match(text, start, line.end)
        number = _NUMBERED.match(text, start, line.end)
        hashes = _HASHES.match(text, start, line.end)
        end = line.end
        if hashes:
            start, kind, mark = hashes.end(), "heading", "hash"
            end = start + len(text[start:end].rstrip("# \t").rstrip())
        elif bullet:
            sign = text[start]
            mark = "dash" if sign in "–—―" else "star" if sign == "*" else "bullet"
            start, kind = bullet.end(), "item"
        elif number and line.start in numbered:
            start, kind, mark = number.end(), "item", "number"
        elif _bold(text[start:end]):
            start, end, mark = start + 2, end - 2, "bold"
            kind = "heading" if not ends_sentence(text[start:end]) else None
        if end > start:
            result.append(line._replace(start=start, end=end, kind=kind, mark=mark))
    return result


def _numbered(text: str, lines: Sequence[_Line]) -> set[int]:
    """Starts of the lines that a number or letter numbers: each follows the one before ("7. oktobra …" is a date)."""
    found = [
        (line.start, match[0].strip()[:-1]) for line in lines if (match := _NUMBERED.match(text, line.start, line.end))
    ]
    follows = sum(int(b) == int(a) + 1 if a.isdigit() and b.isdigit() else b > a for (_, a), (_, b) in pairwise(found))
    return {start for start, _ in found} if len(found) > 1 and follows * 2 >= len(found) - 1 else set()


def _bold(line: str) -> bool:
    return any(
        len(line) > 5 and line.startswith(mark) and line.endswith(mark) and mark not in line[2:-2]
        for mark in ("**", "__")
    )


def _tables(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Rows of a table: two lines or more that follow one another and are cut by the same sign."""
    result: list[_Line] = []
    at = 0
    while at < len(lines):
        last = at
        while last < len(lines) and lines[last].run == lines[at].run and _is_row(text, lines[last]):
            last += 1
        if last - at < _ROWS:
            result.append(lines[at])
            at += 1
            continue
        width = text.count("|", lines[last - 1].start, lines[last - 1].end)
        if result and result[-1].kind in (None, "heading"):
            # "Messwerte (Größe | Datenblatt | Klangprobe)": the heading above names the columns.
            columns = _COLUMNS.search(text, result[-1].start, result[-1].end)
            if columns and columns["columns"].count("|") == width:
                head = result[-1]._replace(
                    end=result[-1].start + len(text[result[-1].start : columns.start()].rstrip())
                )
                result[-1:] = [head._replace(kind="heading")] if head.end > head.start else []
                result.append(
                    lines[at]._replace(start=columns.start("columns"), end=columns.end("columns"), kind="row")
                )
        for line in lines[at:last]:
            piece = text[line.start : line.end]
            left = len(piece) - len(piece.lstrip("| \t"))
            right = len(piece.rstrip("| \t"))
            result.append(line._replace(start=line.start + left, end=line.start + right, kind="row"))
        at = last
    return result


def _is_row(text: str, line: _Line) -> bool:
    if line.kind is not None:
        return False
    piece = text[line.start : line.end]
    return "\t" in piece or " |" in piece or "| " in piece or (piece[0] == "|" and piece[-1] == "|")


def _tickers(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """The times off the entries of a ticker."""
    times = [_TIME.match(text, line.start, line.end) if line.kind in (None, "item") else None for line in lines]
    if sum(time is not None for time in times) < _TICKER:
        return list(lines)
    return [
        line._replace(start=time.end(), kind="paragraph") if time else line
        for line, time in zip(lines, times, strict=True)
    ]


def _labelled(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Turns that begin with the speaker's label: two voices or more, one of which returns, and they speak in sentences.

    "Fazit: …" comes once, and "Preis: 20 Euro" is a line of a data sheet.
    """
    labels = {index: match for index, line in enumerate(lines) if (match := _label(text, line))}
    often = Counter(match["name"].strip() for match in labels.values())
    turns = {index for index, match in labels.items() if often[match["name"].strip()] > 1}
    sentences = sum(1 for index in turns if _says(text[lines[index].start : lines[index].end]))
    if len(often) < 2 or not turns or sentences < len(turns) * 0.75:
        return list(lines)
    return [
        line._replace(start=labels[index].end(), kind="turn", label=labels[index]["name"].strip())
        if index in turns
        else line
        for index, line in enumerate(lines)
    ]


def _says(line: str) -> bool:
    bare = line.rstrip(_CLOSING)
    return bool(bare) and bare[-1] in ".!?…"


def _label(text: str, line: _Line) -> re.Match[str] | None:
    if line.kind not in (None, "heading") or line.mark == "hash":
        return None
    if text.startswith(("**", "__"), line.start):
        return _LABEL.match(text, line.start, line.end)
    match = _PLAIN_LABEL.match(text, line.start, line.end)
    if not match or len(match["name"].split()) > 4 or not match["name"][0].isupper():
        return None
    # "Tag 1: …" counts, it does not speak.
    return None if any(character.isdigit() for character in match["name"]) else match


def _plain(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Headings and paragraphs among what has no mark."""
    result = []
    for index, line in enumerate(lines):
        if line.kind is not None:
            result.append(line)
            continue
        kind: BlockKind = "paragraph"
        if _short(text, line) and not ends_sentence(text[line.start : line.end]):
            beside = [
                other for other in lines[max(0, index - 1) : index + 2] if other is not line and other.run == line.run
            ]
            alike = [other for other in beside if other.kind is None and _short(text, other)]
            piece = text[line.start : line.end]
            if piece[-1] != ":" and any(not ends_sentence(text[other.start : other.end]) for other in alike):
                # Short lines one below the other are a list without bullets.
                kind = "item"
            elif piece[-1] != ":" and not _SENTENCE_INSIDE.search(piece) and not piece[0].islower():
                kind = "heading"
        result.append(line._replace(kind=kind))
    return result


def _short(text: str, line: _Line) -> bool:
    return line.end - line.start <= LONGEST_HEADING and "\n" not in text[line.start : line.end]


def _interviews(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Questions and answers whose answers begin with a dash, as Serbian and Russian papers set them."""
    answers = [
        index
        for index in range(1, len(lines))
        if lines[index].mark == "dash" and lines[index].run != lines[index - 1].run and lines[index - 1].mark != "dash"
    ]
    asked = [index for index in answers if text[lines[index - 1].end - 1] == "?" or lines[index - 1].mark == "star"]
    if len(answers) < _ANSWERS or len(asked) * 2 < len(answers):
        return list(lines)
    turns = {*answers, *(index - 1 for index in answers)}
    return [line._replace(kind="turn") if index in turns else line for index, line in enumerate(lines)]


def _links(text: str, lines: Sequence[_Line]) -> list[_Line]:
    """Lines that only point elsewhere, and what stands below a last heading that announces sources."""
    result = [line._replace(kind="links") if _only_links(text[line.start : line.end]) else line for line in lines]
    last = max((index for index, line in enumerate(result) if line.kind == "heading"), default=None)
    if last is None:
        return result
    opening = _WORD.findall(text[result[last].start : result[last].end].lower())[:1]
    if opening and opening[0] in words("links"):
        for index in range(last + 1, len(result)):
            if result[index].kind in ("item", "links"):
                result[index] = result[index]._replace(kind="links")
    return result


def _only_links(piece: str) -> bool:
    """Whether a line holds links and next to no words beside them."""
    rest, links = _LINK.subn(" ", piece)
    return bool(links) and len(_WORD.findall(rest)) <= 3
