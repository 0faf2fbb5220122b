"""Where sentences end, with offsets of the whole text.

The engine knows marks and shapes; the words that it asks about (abbreviations, what stands before an ordinal, what opens
a sentence in a language that capitalises nouns) come from the lexicon's `[abbreviations]`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from beleg.lexicons import Lexicon
from beleg.records import Span

# No prose has a longer sentence: what goes on without an end (a table, a dump) is cut here and not read further, so
# that later steps and pages stay bounded. In code points.
MAX_SENTENCE = 4000
# How far back a decision looks; the longest abbreviation with the word before it is shorter.
_BACK = 48
# „ “ ” ‚ ‘ ’ « » ‹ › and the straight ones; which of them opens depends on the language, so none of them says so.
_QUOTES = "\"'„“”\u201a\u2018\u2019«»\u2039\u203a"
# En dash, em dash, horizontal bar; the hyphen last, for these stand in a character class.
_DASHES = "\u2013—―-"
_INVISIBLE = "\u00ad\u200b\u2060\ufeff"

# A run of closing marks with what closes after it: quotation marks, brackets, a footnote sign. Possessive, and never
# entered in the middle of a run, so that a run of any length is read once.
_END = re.compile(rf"(?<![.!?…])[.!?…]++[{_QUOTES}{_INVISIBLE}`)\]]*+(?:\[\d{{1,3}}\])?+")
_GAP = re.compile(rf"[\s{_INVISIBLE}]++")
_OPENING = re.compile(rf"(?:[{_QUOTES}(\[*{_DASHES}][ \t\u00a0\u202f]?+){{0,6}}+")
_WORD = re.compile(r"[^\W_][\w\u00ad]*+(?:[-\u2010\u2011.'\u2019_/][\w\u00ad]++)*+|`|.", re.DOTALL)
# A blank line, or a line that opens with a bullet, ends a sentence without a mark.
_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*[•·▪◦‣●])")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{3})+|\d+")
_LETTERS = re.compile(r"[.\s]*[^\W\d_]\.")
_ROMAN = re.compile(r"[IVXLC]{1,6}")
_EDGE = re.compile(rf"[\s{_INVISIBLE}]")


class _Words(NamedTuple):
    """The words of `[abbreviations]`, ready to be asked."""

    # Never end a sentence.
    never: frozenset[str]
    # End one before a word that opens a sentence.
    maybe: frozenset[str]
    # Like `maybe` behind a number, else like `never`.
    after_number: frozenset[str]
    # A number with a dot behind one of these is an ordinal; empty where the language writes ordinals without a dot.
    ordinal_after: frozenset[str]
    # A number with a dot before one of these is an ordinal: months, "Jahrhundert".
    ordinal_before: frozenset[str]
    # Words that carry a capital only where they open a sentence; empty where a capital is enough.
    openers: frozenset[str]


@cache
def _words(lexicon: Lexicon) -> _Words:
    table = lexicon.values["abbreviations"]
    return _Words(*(frozenset(table.get(name, ())) for name in _Words._fields))


def sentences(text: str, lexicon: Lexicon, start: int = 0, end: int | None = None) -> list[Span]:
    """The sentences of one block, `text[start:end]`, without the white space around them.

    A line end is white space; a blank line or a line with a bullet ends a sentence. What goes on for more than
    `MAX_SENTENCE` code points is cut there and read no further. Time is linear in the length of the block.
    """
    end = len(text) if end is None else end
    words = _words(lexicon)
    breaks = _BREAK.finditer(text, start, end)
    wall = next(breaks, None)
    found: list[Span] = []
    at = start
    for mark in _END.finditer(text, start, end):
        while wall is not None and wall.start() < mark.start():
            _append(found, text, at, wall.start())
            at = wall.end()
            wall = next(breaks, None)
        gap = _GAP.match(text, mark.end(), end)
        if mark.end() < end and (gap is None or not _ends(text, at, mark, gap.end(), end, words)):
            continue
        _append(found, text, at, mark.end())
        at = mark.end()
    while wall is not None:
        if wall.start() >= at:
            _append(found, text, at, wall.start())
            at = wall.end()
        wall = next(breaks, None)
    _append(found, text, at, end)
    return found


def _append(found: list[Span], text: str, start: int, end: int) -> None:
    while start < end and _EDGE.match(text, start):
        start += 1
    while end > start and _EDGE.match(text, end - 1):
        end -= 1
    if end - start > MAX_SENTENCE:
        end = start + MAX_SENTENCE
        space = text.rfind(" ", start, end)
        end = space if space > start else end
    if start < end:
        found.append((start, end))


def _ends(text: str, start: int, mark: re.Match[str], after: int, end: int, words: _Words) -> bool:
    """Whether a run of marks ends the sentence that began at `start`; `after` is where the next word's marks begin."""
    if after >= end:
        return True
    marks = mark.group()
    opening = _OPENING.match(text, after, end)
    assert opening is not None
    follows = _WORD.match(text, opening.end(), end)
    if follows is None:
        return True
    word = follows.group()
    quoted = any(sign in _QUOTES for sign in marks)
    dashed = opening.group().startswith(tuple(_DASHES))
    # „Sicher?“ – „Ganz sicher!“: the dash goes on with what was quoted.
    if quoted and dashed:
        return False
    capital = word[0].isupper() or word[0].isdigit() or _is_name(word)
    if "!" in marks or "?" in marks:
        return capital or not word[0].isalpha()
    if marks[0] == "…" or marks.startswith(".."):
        # […] leaves something out of a quotation; it ends nothing.
        left_out = "]" in marks or ")" in marks
        return not left_out and (word.lower() in words.openers if words.openers else capital)
    head = text[max(start, mark.start() - _BACK) : mark.start()].split()
    last = head[-1].lstrip(_QUOTES + "([`*") if head else ""
    for sign in _INVISIBLE:
        last = last.replace(sign, "")
    before = head[-2] if len(head) > 1 else ""
    opens = capital and (word.lower() in words.openers or not words.openers)
    # How many words the sentence has so far; only whether these are few matters.
    size = len(head) if mark.start() - start < _BACK else _BACK
    if last[-1:].isdigit():
        return _number_ends(last, before, head[0], size, opening.group(), word, words)
    verdict = _abbreviation(last, head, before, size, word, words)
    if verdict is not None:
        return verdict and opens and not (word.isupper() and len(word) > 1 and word.isascii())
    if words.ordinal_after and _ROMAN.fullmatch(last):
        return opens
    if word[0].isalpha():
        # Before a small letter it is an abbreviation that no list has, unless that letter opens a quotation.
        return capital or any(sign in _QUOTES for sign in opening.group())
    return word[0].isdigit() or word[0] not in ",;:)/%&+="


def _is_name(word: str) -> bool:
    """Whether a word that begins with a small letter is a name or code: iPhone, torch.compile, x86_64."""
    return (
        word == "`"
        or (word[0].islower() and not word.isalpha() and any(c in "._0123456789" for c in word))
        or (word[0].islower() and any(c.isupper() for c in word[1:3]))
    )


def _number_ends(last: str, before: str, first: str, size: int, opening: str, word: str, words: _Words) -> bool:
    """Whether a full stop behind a number ends the sentence, for it may make an ordinal or belong to a date.

    Am 19. Oktober · am 7.10. (Mittwoch) · der 1. FC · 15. septembra 2026. godine; but: bis zum 31.12. Danach …
    """
    low = word.lower()
    if size <= 1 or not (word[0].isupper() or word[0].isdigit() or _is_name(word)):
        # "1. Installieren": a label opens an item.
        return size > 1 and not word[0].isalnum() and "(" not in opening
    if not words.ordinal_after:
        return True
    if low in words.ordinal_before or "(" in opening:
        return False
    if low in words.openers:
        return True
    plain = _NUMBER.fullmatch(last) is not None
    if word[0].isdigit():
        # 14. 10. 2026, but: im Jahr 2026. 12 Firmen
        return len(last) > 2 if plain else len(last) > 5
    if not words.openers and (size <= 2 or (size <= 4 and first.lower() in words.ordinal_after)):
        # "Do sredine 2027. Telekom …": too early for an end.
        return False
    ordinal = before.lower() in words.ordinal_after or before[-1:] in (",", "(", "\u2013")
    # Das 10.000. Auto …, but: oko 470.000. Kome …
    return not (plain and ordinal and (len(last) < 4 or ("." in last and bool(words.openers))))


def _abbreviation(last: str, head: list[str], before: str, size: int, word: str, words: _Words) -> bool | None:
    """Whether the word before a full stop is an abbreviation that may end a sentence (True) or not (False); else None."""
    joined = last
    for piece in reversed(head[:-1]):
        # "т. е.", "z. B.", "u. s. w.": single letters belong together.
        if _LETTERS.fullmatch(piece.lstrip(_QUOTES + "([")) is None:
            break
        joined = piece.lstrip(_QUOTES + "([") + joined
    low = joined.lower().replace("\u0451", "\u0435")
    if len(last) == 1 and last.isupper() and not last.isascii() and before[-1:] in (".", "»", "“"):
        # "проф. В. И. Петров": an initial, no "в." of a century.
        return False
    for form in (low, last.lower(), last.lower().rpartition("-")[2]):
        if form in words.never:
            return False
        if form in words.maybe:
            return True
        if form in words.after_number:
            # "В 2026 г. Москва …" is too early for an end, "г. Москва" never has one, nor "п. 3 ч. 2 ст. 5".
            chained = word[0].isdigit() and head[-3:-2] != [] and head[-3].endswith(".")
            return (
                not chained
                and size > 4
                and (before[-1:].isdigit() or _ROMAN.fullmatch(before) is not None or before[-1:] == ".")
            )
    if len(last) == 1 and last.isalpha():
        # Initials, and single letters of unknown abbreviations; "Plan B. Danach …" ends.
        return bool(words.openers)
    return None
