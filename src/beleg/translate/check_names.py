"""Whether a translation has the names of its quote, and none that the quote has not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache

from beleg import parts
from beleg.alphabets import is_latin_unit
from beleg.lexicons.register import Register, name_words
from beleg.lexicons.tokens import tokenize
from beleg.merge.spelling import latin, plain, skeleton
from beleg.translate import Passage
from beleg.translate.tongues import Tongue

# Types whose names other languages translate; those of companies, products and people stay, or are spelled by ear.
_TRANSLATED = frozenset({"authority", "laboratory", "place"})
# Shorter words of a name are prepositions and initials.
_SHORTEST = 3
# A form with its case ending has so many letters more, or fewer, than the name.
_ENDING = 3
# Fewer consonants than these, or less like one another, make no two spellings one.
_BONES, _LIKE = 2, 0.85
# A number stands so near before its unit.
_BEFORE = 8
_WORD = re.compile(r"[^\W_]+")


def missing_name(passage: Passage, text: str, tongue: Tongue, register: Register) -> str | None:
    """The first name of a passage that a translation has in no spelling; None if all are there."""
    known = _canonical_names(text, tongue, register)
    words = _WORD.findall(text)
    for name in passage.names:
        if name in known or plain(name) in plain(text):
            continue
        if not any(_is_heard(form, words) for form in _forms(passage, name, register)) and not _is_translated(
            name, register
        ):
            return name
    return None


def added_name(passage: Passage, text: str, tongue: Tongue, register: Register) -> str | None:
    """The first name that a translation has and its passage has not; None if there is none."""
    words = _WORD.findall(passage.quote)
    # Serbian and Russian write some names small: "ајфон".
    small = {register.canonical(word.capitalize(), passage.language, passage.script) for word in words}
    asked = {*passage.names, *_canonical_names(passage.quote, passage.language, register), *filter(None, small)}
    for name in sorted(_canonical_names(text, tongue, register) - asked):
        if register.type(name) not in (None, "place") and not _is_heard(name, [*words, *_split(asked)]):
            return name
    if tongue in ("ru", "sr") and (odd := _foreign_word(passage.quote, asked, text)):
        return odd
    return None


def _canonical_names(text: str, tongue: Tongue, register: Register) -> set[str]:
    """The names in a text that the register knows, in international spelling; of other languages all that are found."""
    if tongue != "en":
        names = {name for _, _, name in parts.names(text, tongue, register)}
        # "Kiyo Microsoft" is one name to the reader of German, and holds one that is known.
        inner = {register.canonical(word, tongue, "Latn") for name in names for word in name.split()}
        return names | {name for name in inner if name}
    tokens = [token for token in tokenize(text) if token.kind == "w"]
    found: set[str] = set()
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + 5, len(tokens)) + 1):
            form = text[tokens[first].start : tokens[last - 1].end]
            # English forms a genitive as German does.
            name = register.canonical(form, "de", "Latn") if form[0].isupper() else None
            if name:
                found.add(name)
    return found


def _forms(passage: Passage, name: str, register: Register) -> list[str]:
    """A name in international spelling and as the quote spells it; of a person's the words that the quote has."""
    quoted = _WORD.findall(passage.quote)
    there = [word for word in _words(name) if any(_alike(word, other) for other in quoted)]
    spelled = [
        passage.quote[start:end]
        for start, end, found in parts.names(passage.quote, passage.language, register)
        if found == name
    ]
    return [" ".join(there) or name, *spelled]


def _is_heard(name: str, words: list[str]) -> bool:
    """Whether words sound like all those of a name: "Дипграма" like "Deepgram"."""
    return all(any(_alike(word, other) for other in words) for word in _words(name))


def _words(name: str) -> list[str]:
    """The words of a name that tell it from others."""
    words = _WORD.findall(name)
    return [word for word in words if len(word) >= _SHORTEST] or words


def _alike(name: str, word: str) -> bool:
    """Whether a word is a form of a name's word, in whatever alphabet."""
    one, other = latin(name), latin(word)
    if one[:1].isdigit() or len(one) < _SHORTEST:
        return one == other
    # An ending of a case, or a vowel instead of one.
    if other.startswith(one[:-1]) and len(other) - len(one) <= _ENDING:
        return True
    return any(_same_bones(skeleton(name, hard=hard), skeleton(word, hard=hard)) for hard in (False, True))


def _same_bones(one: str, other: str) -> bool:
    if len(one) < _BONES:
        return False
    # What follows may be a case ending; one sound may be another one: "Hruška" is "Грушка" in Russian.
    return max(SequenceMatcher(None, one, other[: len(one) + n], autojunk=False).ratio() for n in (0, 1)) >= _LIKE


def _is_translated(name: str, register: Register) -> bool:
    """Whether a name is one that has another in every language: a body called by what it is, a country."""
    if register.type(name) in _TRANSLATED:
        return True
    return any(before in name and after in name for before, after in _institutions())


@cache
def _institutions() -> tuple[tuple[str, str], ...]:
    """What stands before and after the place in English names of institutions."""
    found: dict[tuple[str, str], None] = {}
    for language in ("de", "ru", "sr"):
        for _, english in name_words().get(language, {}).get("institutions", ()):
            before, _, after = english.partition("{}")
            found[before.strip(), after.strip()] = None
    return tuple(found)


def _foreign_word(quote: str, names: set[str], text: str) -> str | None:
    """A Latin word in a Cyrillic text that neither the quote nor its names have; abbreviations in capitals may be.

    So may units, which Serbian leaves in Latin letters.
    """
    there = plain(" ".join((quote, *sorted(names))))
    for found in re.finditer(r"[A-Za-z\u00c0-\u024f]{2,}", text):
        word, before = found.group(), text[max(0, found.start() - _BEFORE) : found.start()]
        if not word.isupper() and plain(word) not in there and not is_latin_unit(word, before):
            return word
    return None


def _split(names: set[str]) -> list[str]:
    return [word for name in sorted(names) for word in _WORD.findall(name)]
