"""The parts of reading, each to be called alone: sentences, dates, quantities, versions, names, speech, the language.

Every function takes a text and the code of its language ("de", "sr", "ru") and gives `(start, end, value)` in the order
of the text; spans count its code points. The script is that of the text. Nothing here is needed to build a digest:
these are the steps that `beleg.extract` is made of, for a notebook, another program or a measurement.

    >>> from beleg import parts
    >>> parts.dates("Seit dem 3. Mai 2026 gilt das.", "de")
    [(9, 20, '2026-05-03')]
"""

from __future__ import annotations

from itertools import accumulate
from typing import TypeAlias, TypeVar

from beleg.extract import sentences as _sentences
from beleg.extract.name_looks import words_of
from beleg.extract.names import find_names
from beleg.extract.parties import parties
from beleg.extract.reading import read
from beleg.extract.speech import Speech, speeches
from beleg.extract.values import Values, find_values
from beleg.lexicons import LANGUAGES, Lexicon, load, tokenize
from beleg.lexicons.register import Register, load_register
from beleg.read.language import Identified, identify, script_of, scripts_of
from beleg.records import Article, Block, Language, Quantity, Span

_Value = TypeVar("_Value")
# Start, end, and what stands between them, understood.
Found: TypeAlias = tuple[int, int, _Value]


def language(text: str) -> Identified | None:
    """The language and script of a text, or None where it is in no language that is known.

    Neighbours of the languages that are read (nl, lb, en; hr, bs, sl, mk, bg; uk, be, …) are told apart from them.
    """
    return identify(text)


def sentences(text: str, language: Language) -> list[Found[str]]:
    """The sentences of a text, without the white space between them.

    A line end is white space; a blank line, or a line that opens with a bullet, ends a sentence.

    Raises:
        ValueError: The language is none that is read.
    """
    return [(start, end, text[start:end]) for start, end in _sentences.sentences(text, _lexicon(text, language))]


def dates(text: str, language: Language, reference: str | None = None) -> list[Found[str]]:
    """The dates of a text, in ISO 8601 and as precise as it is: "2026-10-20", "2026-10", "2026".

    Args:
        text: Running text.
        language: "de", "sr" or "ru".
        reference: When the text was written, as "2026-10-27". It gives the year to dates without one, and a date to
            "yesterday" or a weekday; without it the former are given as "--10-20", the latter are left out.

    Raises:
        ValueError: The language is none that is read.
    """
    return [(one.start, one.end, one.date) for one in _values(text, language, reference).dates]


def quantities(text: str, language: Language) -> list[Found[Quantity]]:
    """The numbers of a text with unit, qualifier and the end of a range: counts, shares, money, measures, times.

    What is written in digits and counts nothing (ordinals, pages, times of day, scores) is none.

    Raises:
        ValueError: The language is none that is read.
    """
    return [(one.start, one.end, one.quantity) for one in _values(text, language).quantities]


def versions(text: str, language: Language) -> list[Found[str]]:
    """The versions of programs that a text names ("3.12", "2.14.*").

    Raises:
        ValueError: The language is none that is read.
    """
    return [(one.start, one.end, one.version) for one in _values(text, language).versions]


def names(text: str, language: Language, register: Register | None = None) -> list[Found[str]]:
    """The names of organisations, people, products and places in a text, in the nominative and in Latin script.

    Args:
        text: An article or a part of one; each line counts as a paragraph.
        language: "de", "sr" or "ru".
        register: Known names; None for the shipped register.

    Raises:
        ValueError: The language is none that is read.
    """
    lexicon = _lexicon(text, language)
    cut = [span for line in _lines(text) for span in _sentences.sentences(text, lexicon, *line)]
    tokens = [found for found in (tokenize(text, *span) for span in cut) if found]
    return [(n.start, n.end, n.name) for n in find_names(text, tokens, lexicon, register or load_register())]


def speech(text: str, language: Language, register: Register | None = None) -> list[Found[Speech]]:
    """What a text tells as said: each with its cue, its speaker and what is said, the last also as the span.

    Args:
        text: An article or a part of one; each line counts as a paragraph.
        language: "de", "sr" or "ru".
        register: Known names; None for the shipped register.

    Raises:
        ValueError: The language is none that is read.
    """
    lexicon = _lexicon(text, language)
    blocks = tuple(Block(kind="paragraph", start=start, end=end) for start, end in _lines(text))
    article = Article(id="", text=text, language=language, script=lexicon.script, blocks=blocks)
    reading = read(article, lexicon, register or load_register())
    determiners = words_of(language, lexicon.script).lists.get("determiners", frozenset())
    found = [one for s in reading.sentences for one in speeches(text, s, parties(s), determiners)]
    return [(*one.content, one) for one in sorted(found, key=lambda one: one.content)]


def _lines(text: str) -> list[Span]:
    """The lines of a text that hold more than white space."""
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    return [(start, start + len(line)) for start, line in zip(starts, lines, strict=False) if line.strip()]


def _lexicon(text: str, language: Language) -> Lexicon:
    if language not in LANGUAGES:
        raise ValueError(f"no lexicon of the language {language!r}; there are {', '.join(LANGUAGES)}")
    script, scripts = script_of(text), scripts_of(language)
    return load(language, script if script in scripts else scripts[0])


def _values(text: str, language: Language, reference: str | None = None) -> Values:
    return find_values(text, _lexicon(text, language), reference)
