"""Latin and Cyrillic: which one a text is in, Serbian from one to the other, Russian names in international spelling."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beleg.records import Script

_DATA: dict[str, Any] = tomllib.loads(resources.files("beleg").joinpath("alphabets.toml").read_text("utf-8"))
_SERBIAN, _RUSSIAN = _DATA["serbian"], _DATA["russian"]

_LATIN: dict[str, str] = _SERBIAN["letters"]
_TABLE = str.maketrans(_LATIN | {upper.upper(): latin.capitalize() for upper, latin in _LATIN.items()})
# Capitals that two Latin letters stand for; whether the second one is a capital too depends on what is around.
_CAPITAL = re.compile("[ЉЊЏ]")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\W*\Z")
_WORD_AFTER = re.compile(r"\W*([^\W\d_]+)")
# How far a neighbouring word is looked for; longer words are judged by the part that is seen.
_NEIGHBOUR = 40

_CYRILLIC = {latin: letter for letter, latin in _LATIN.items()}
# Digraphs that Unicode has as one character.
_CYRILLIC |= {joint: _CYRILLIC[latin] for joint, latin in (("\u01c6", "dž"), ("\u01c9", "lj"), ("\u01cc", "nj"))}
_CYRILLIC |= {
    form: letter.upper() for latin, letter in _CYRILLIC.items() for form in (latin.capitalize(), latin.upper())
}
_DIGRAPH = re.compile("[Ll][Jj]|[Nn][Jj]|[Dd][Žž]|.", re.DOTALL)

# Code spans, tags with their attributes, and runs without white space. Each alternative ends at a character that it
# can't contain, so that a long run costs linear time.
_PIECE = re.compile(r"`[^`\n]*`|<[A-Za-z/!][^<>]*>|[^\s`<]+")
# What is no running text, or holds an address.
_NO_TEXT = re.compile(r"[`@]|<[A-Za-z/!]|://|www\.")
_WORD = re.compile(r"[^\W\d_]+")
# Centuries and monarchs, up to 39; a single I is a conjunction more often than a numeral.
_ROMAN = re.compile(r"(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})")
_SERBIAN_LETTERS = frozenset("".join(_CYRILLIC))
_AFTER_NUMBER = re.compile(r"\d\s?(?:\w{1,4}/)?\Z")
_INNER_CAPITAL = re.compile(r"[a-zčćđšž][A-ZČĆĐŠŽ]")

_CYRILLIC_LETTER = re.compile("[\u0400-\u052f]")
_LATIN_LETTER = re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]")


def script_of(text: str) -> Script:
    """The script of most letters; Latin where there are as many of both, or none."""
    return "Cyrl" if len(_CYRILLIC_LETTER.findall(text)) > len(_LATIN_LETTER.findall(text)) else "Latn"


def has_cyrillic(text: str) -> bool:
    """Whether a text has a Cyrillic letter."""
    return _CYRILLIC_LETTER.search(text) is not None


def to_latin(text: str) -> str:
    """Serbian Cyrillic in Serbian Latin; everything else stays, as do addresses, code spans and tags."""
    if text.isascii():
        return text
    if _NO_TEXT.search(text):
        return _PIECE.sub(lambda piece: piece[0] if _NO_TEXT.search(piece[0]) else _to_latin(piece[0]), text)
    return _to_latin(text)


def _to_latin(text: str) -> str:
    if _CAPITAL.search(text):
        text = _CAPITAL.sub(_capital, text)
    return text.translate(_TABLE)


def _capital(found: re.Match[str]) -> str:
    """Љ as LJ among capitals (КРАЉ, ЉУБАВ), else as Lj (Љубав, the initial Љ.)."""
    text, at = found.string, found.start()
    latin = _LATIN[found.group().lower()]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if after.isalpha():
        capitals = after.isupper()
    elif before.isalpha():
        capitals = before.isupper()
    else:
        near = (
            _WORD_BEFORE.search(text[max(0, at - _NEIGHBOUR) : at]),
            _WORD_AFTER.match(text, at + 1, at + 1 + _NEIGHBOUR),
        )
        words = [word.group(1) for word in near if word]
        capitals = any(len(word) > 1 for word in words) and all(word.isupper() for word in words)
    return latin.upper() if capitals else latin.capitalize()


def to_cyrillic(text: str) -> str:
    """Serbian Latin in Serbian Cyrillic.

    What Cyrillic text keeps in Latin stays: addresses, code spans, tags, Roman numerals, units after a number, words
    with a digit, with a letter that Serbian lacks or with a capital inside, and those that `alphabets.toml` lists.
    """
    return _PIECE.sub(_cyrillic_piece, text)


def _cyrillic_piece(piece: re.Match[str]) -> str:
    if _NO_TEXT.search(piece[0]):
        return piece[0]
    # The whole text is searched, so that a unit sees the number before it.
    parts, at = [], piece.start()
    for word in _WORD.finditer(piece.string, piece.start(), piece.end()):
        parts += [piece.string[at : word.start()], word[0] if _stays(word) else _cyrillic_word(word[0])]
        at = word.end()
    return "".join([*parts, piece.string[at : piece.end()]])


def _stays(word: re.Match[str]) -> bool:
    low = word[0].lower()
    before = word.string[max(0, word.start() - 8) : word.start()]
    return (
        not _SERBIAN_LETTERS.issuperset(low)
        or _INNER_CAPITAL.search(word[0]) is not None
        or _ROMAN.fullmatch(word[0]) is not None
        or not {low, word[0]}.isdisjoint(_SERBIAN["keep"])
        or is_latin_unit(word[0], before)
        or before[-1:].isdigit()
        or word.string[word.end() : word.end() + 1].isdigit()
    )


def is_latin_unit(word: str, before: str) -> bool:
    """Whether a word, with what stands before it, is a unit that Serbian Cyrillic writes in Latin letters: "400 km"."""
    return not {word.lower(), word}.isdisjoint(_SERBIAN["units"]) and _AFTER_NUMBER.search(before) is not None


def _cyrillic_word(word: str) -> str:
    low = word.lower()
    apart = max((len(stem) for stem in _TWO_LETTERS if low.startswith(stem)), default=0)
    return "".join(_CYRILLIC[letter] for letter in (*word[:apart], *_DIGRAPH.findall(word[apart:])))


# Stems whose Latin digraphs are two Cyrillic letters.
_TWO_LETTERS = tuple(to_latin(stem) for stem in _SERBIAN["two_letters"])


def romanize_ru(text: str) -> str:
    """Russian names in the spelling of English-language news: Вера Колосова is Vera Kolosova."""
    return _WORD.sub(lambda word: _romanize_word(word[0]), text)


def _romanize_word(word: str) -> str:
    low = word.lower()
    # The names are listed with ё as е.
    latin: str | None = _RUSSIAN["given_names"].get(low.replace("\u0451", "\u0435"))
    if latin is None:
        for ending, value in _RUSSIAN["endings"].items():
            # Not on words of one syllable, where the ending is the word.
            if low.endswith(ending) and len(low) > len(ending) + 1:
                low = low.removesuffix(ending) + value
                break
        for sequence, value in _RUSSIAN["sequences"].items():
            low = low.replace(sequence, value)
        latin = "".join(_RUSSIAN["letters"].get(letter, letter) for letter in low)
    if word.isupper() and len(word) > 1:
        return latin.upper()
    return latin[:1].upper() + latin[1:] if word[:1].isupper() else latin
