"""What the lines between a title and the text say: author, publisher, place and date.

Told by shape: short pieces set apart by commas, bars or dots, one of them a full date. Author and publisher are only
taken where the shape leaves no doubt; a dateline that may begin with a place or with a publisher names no publisher.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

from beleg.read import dates
from beleg.records import Language, Script

# A byline is short; the longest of the corpus has 90 characters.
LONGEST = 160
# Words on either side of the date.
_FEW = 10
# Words of a place or a paper ahead of a dateline that runs into the text.
_FEW_NAMES = 6
# Pieces of a byline: bars, dots and dashes with space around them, commas.
_PIECES = re.compile(r"\s*[|•·]\s*|\s+[–—/-]\s+|,\s+")
_QUOTED = re.compile(r'[„“"«»‚‘](?P<name>[^„“”"«»‚‘’\n]{2,60})[“”"«»‘’]')
# A run-in dateline ends in a dash, or in slashes or brackets round the agency: "Aarhus, 24.11.2026 (npa) – ".
_RUN_IN = re.compile(
    r"[ \u00a0.]*(?:\((?P<round>[^()\n]{2,40})\)|/(?P<slash>[^/\n]{2,40})/)?[ \u00a0.:]*(?P<dash>[–—-]+)?\s+"
)
_WORDS = re.compile(r"[^\W_][\w.&’'-]*")
_AUTHOR_LABEL = re.compile(r"\A([^\W\d_]+(?: [^\W\d_]+)?):\s*(?=\S)")
_SHORT_WORD = re.compile(r"[ \u00a0]*([^\W\d_]{1,7})\b\.?")


class Byline(NamedTuple):
    """What a byline says; None or "" where it says nothing."""

    author: str | None = None
    publisher: str | None = None
    published: str | None = None
    updated: str | None = None


class RunIn(NamedTuple):
    """A dateline at the start of the first paragraph."""

    # Where the paragraph itself begins.
    end: int
    byline: Byline


@cache
def words(table: str) -> frozenset[str]:
    """A list of bylines.toml as a set."""
    tables = tomllib.loads(resources.files(__package__).joinpath("bylines.toml").read_text("utf-8"))
    return frozenset(word.replace("_", " ") for word in tables[table].split())


def byline(line: str, language: Language, script: Script) -> Byline | None:
    """What a line says if it is a byline or dateline that stands by itself; None if it is not.

    Args:
        line: One line, without surrounding white space.
        language: Decides how months are called.
        script: Of the text.
    """
    if len(line) > LONGEST or not line:
        return None
    found = dates.find(line, language, script)
    if not found:
        return _author_line(line)
    first = found[0]
    # A sentence with a date in it is no dateline: before the date stand a few short pieces and a mark that sets them
    # off, after it nothing that runs on ("… 2026 hat …", "…, 7. Oktober 2026, hat …").
    before, after = line[: first.start], _without_year_word(line[first.end :])
    if _runs_on(before) or _goes_on(after) or len(_WORDS.findall(before)) > _FEW or len(_WORDS.findall(after)) > _FEW:
        return None
    published = updated = None
    for one in found:
        if _is_update(line[: one.start]):
            updated = updated or one.day
        else:
            published = published or one.day
    head = _pieces(before)
    tail = _pieces(after)
    return Byline(
        author=_author([*head, *tail]),
        publisher=_publisher(head, tail, before),
        published=published,
        updated=updated,
    )


def run_in(paragraph: str, language: Language, script: Script) -> RunIn | None:
    """The dateline that a first paragraph begins with ("Wien, 24. November 2026 – …"); None if there is none."""
    head = paragraph[:LONGEST]
    found = dates.find(head, language, script)
    if not found or found[0].start > 60:
        return None
    before = head[: found[0].start]
    names = _WORDS.findall(before)
    if not before.rstrip().endswith(",") or len(names) > _FEW_NAMES:
        return None
    if any(word.lower() in words("day") or word[0].islower() for word in names):
        return None
    rest = paragraph[found[0].end :]
    skipped = 0
    year_word = _SHORT_WORD.match(rest)
    if year_word and year_word[1] in words("year"):
        skipped = year_word.end()
    match = _RUN_IN.match(rest, skipped)
    if not match or not (match["dash"] or match["round"] or match["slash"]):
        return None
    agency = match["round"] or match["slash"]
    return RunIn(
        found[0].end + match.end(), Byline(publisher=agency.strip() if agency else None, published=found[0].day)
    )


def _without_year_word(after: str) -> str:
    """What follows a date without the dot that Serbian sets after a year and without the word for year (`г.`, `године`)."""
    rest = after.lstrip(" \u00a0").removeprefix(".")
    word = _SHORT_WORD.match(rest)
    if word and word[1] in words("year"):
        rest = rest[word.end() :]
    return rest.lstrip(" \u00a0")


def _runs_on(before: str) -> bool:
    """Whether the words before a date lead to it as in a sentence: no mark sets it off, no label announces it."""
    last = before.rstrip(" \u00a0")
    if not last or not last[-1].isalnum():
        return False
    return not any(
        word.lower() in words("published") or word.lower() in words("updated") for word in _WORDS.findall(last)
    )


def _goes_on(after: str) -> bool:
    """Whether what follows a date goes on in lower case, but for words such as `aktualisiert`."""
    rest = after.lstrip(" \u00a0,;–—-|•·(")
    word = _WORDS.match(rest)
    return rest[:1].islower() and not (word and word[0].lower() in words("updated") | words("published"))


def _is_update(before: str) -> bool:
    return any(word.lower() in words("updated") for word in _WORDS.findall(before)[-4:])


def _pieces(text: str) -> list[str]:
    pieces = (piece.strip(" \u00a0.,;:–—-") for piece in _PIECES.split(text.strip()))
    return [piece for piece in pieces if piece]


def _author_line(line: str) -> Byline | None:
    """A line that gives only an author or a section: a word for it, then nothing but names."""
    if line[-1] in ".!?;,":
        return None
    label = _AUTHOR_LABEL.match(line)
    first, _, rest = (label[1], "", line[label.end() :]) if label else line.partition(" ")
    known = first.split(maxsplit=1)[0].lower()
    if not _are_names(rest):
        return None
    if known in words("author"):
        return Byline(author=rest.strip())
    # "Analyse Eva Lind": in German two nouns would look the same, so nobody is named by it.
    return Byline() if known in words("section") else None


def _are_names(text: str) -> bool:
    """Whether words are names of persons: two capitalised words or more, joined by nothing but `und` and its like."""
    tokens = _WORDS.findall(text)
    names = [token for token in tokens if token[0].isupper()]
    return 2 <= len(names) <= len(tokens) <= 8 and all(t[0].isupper() or t in words("joining") for t in tokens)


def _author(pieces: list[str]) -> str | None:
    for piece in pieces:
        label = _AUTHOR_LABEL.match(piece)
        if label and label[1].split()[0].lower() in words("author"):
            return piece[label.end() :].strip()
        first, _, rest = piece.partition(" ")
        if first.lower() in words("author") and not label and _are_names(rest):
            return rest.strip()
    return None


def _publisher(head: list[str], tail: list[str], before: str) -> str | None:
    """The piece that names the publisher: one in quotation marks, else the only piece it can be."""
    for piece in (*head, *tail):
        quoted = _QUOTED.search(piece)
        if quoted:
            return quoted["name"].strip()
    for piece in tail:
        first, _, rest = piece.partition(" ")
        if first.lower() in words("press") and rest:
            of, _, name = rest.partition(" ")
            return (name if of.lower() in words("of") else rest).strip() or None
    candidates = [piece for piece in head if _may_publish(piece)]
    if (len(candidates) == 1 and "," in before) or (len(candidates) == 1 and len(head) > 1):
        return candidates[0]
    if len(candidates) == 1:
        # "Klangprobe · 6. November 2026": alone before the date, set off by a mark.
        return candidates[0] if re.search(r"[|•·]\s*\Z|\s[–—]\s*\Z", before) else None
    # "Funkmaß | Wien, …": a bar sets the publisher off from the places and persons after it.
    lead = re.split(r"\s*[|•·]\s*", before.strip(), maxsplit=1)
    if len(lead) == 2 and candidates and lead[0].strip() == candidates[0]:
        return candidates[0]
    return None


def _may_publish(piece: str) -> bool:
    first = piece.split(maxsplit=1)[0].lower()
    if any(first in words(table) for table in ("author", "section", "updated")):
        return False
    if any(word.lower() in words("day") for word in piece.split()):
        return False
    if first in words("publication") and len(piece.split()) == 1:
        return False
    if any(part in words("places") for part in re.split(r"\s*/\s*", piece)):
        return False
    if piece.isupper() and len(piece) > 4 and " " not in piece:
        # GRENOBLE, 19 November: places are set in capitals.
        return False
    return piece[0].isupper() and len(piece.split()) <= 5
