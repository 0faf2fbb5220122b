"""Words and names in a shape in which scripts and languages can be compared.

Nothing here knows a word of any language: letters of both alphabets are mapped to sounds that German, Serbian and
Russian spell differently ("Elmvik" and "Elmwik", "Soosaar" and "Сосар", "Rosenau" and "Розенау").
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

from beleg.alphabets import to_latin

# The letters of both Cyrillic alphabets by sound; the Serbian ones are in `alphabets`.
_RUSSIAN = {"й": "j", "щ": "š", "ъ": "", "ы": "i", "ь": "", "э": "e", "ю": "ju", "я": "ja", "ё": "jo", "ц": "ts"}
_TABLE = str.maketrans({letter: to_latin(letter) for letter in map(chr, range(0x430, 0x460))} | _RUSSIAN)
_PLAIN_LETTERS = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "\u0131": "i", "ß": "ss"})
# Spellings of one sound, longest first: German clusters, Russian transliteration (zh, kh, shch), English letters.
_SOUNDS = (
    ("shch", "s"), ("tsch", "s"), ("sch", "s"), ("tch", "s"), ("zh", "s"), ("kh", "h"), ("sh", "s"), ("ch", "h"),
    ("ts", "s"), ("tz", "s"), ("ck", "k"), ("ph", "f"), ("th", "t"), ("rh", "r"), ("qu", "kv"), ("x", "ks"),
    ("w", "v"), ("f", "v"), ("z", "s"), ("q", "k"),
)  # fmt: skip
# These would lose what tells them from a "c" that sounds like "k".
_HISSING = str.maketrans({"č": "s", "ć": "s", "ч": "s", "ћ": "s", "ц": "s", "џ": "s"})
_SILENT = re.compile(r"[aeiouyjhäöü]+")
_DOUBLE = re.compile(r"(.)\1+")
_WORD = re.compile(r"[^\W\d_]+")
# A name is compared by sound only if both spellings have at least this many letters: short ones meet by chance.
MIN_LETTERS = 4


def latin(text: str) -> str:
    """A text in lower case and Latin letters without accents; Cyrillic is transliterated by sound."""
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_TABLE).translate(_PLAIN_LETTERS))
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


@lru_cache(maxsize=65536)
def plain(name: str) -> str:
    """A name without case, punctuation, spaces, accents and script: equal for spellings that differ in these alone."""
    return "".join(letter for letter in latin(name) if letter.isalnum())


@lru_cache(maxsize=65536)
def skeleton(word: str, *, hard: bool = False) -> str:
    """The consonants of a word, as sounds: "Soosaar" and "Sosar" are both "ssr".

    Args:
        word: A word or a name, in any alphabet.
        hard: Whether "c" is read as in "Corvid" throughout, or as in "Kranjc".
    """
    sound = latin(word.casefold().translate(_HISSING))
    for letters, as_heard in _SOUNDS:
        sound = sound.replace(letters, as_heard)
    sound = sound.replace("c", "k" if hard else "s")
    return _DOUBLE.sub(r"\1", _SILENT.sub("", "".join(letter for letter in sound if letter.isalnum())))


@lru_cache(maxsize=65536)
def stems(text: str) -> frozenset[str]:
    """Sound stems of the longer words of a text: what international and related words have in common.

    "Transporter" and "транспорт" share "trns", "производство" and "proizvodnja" share "prsv".
    """
    found = set()
    for word in _WORD.findall(text):
        if len(word) > 4:
            bones = skeleton(word)
            if len(bones) > 2:
                found.add(bones[:4])
    return frozenset(found)


# Two spellings are one name if they sound this much alike and look at least that much alike. All pairs of spellings
# in different scripts that the annotated development stories hold pass, and none of two different names there does.
_HEARD, _SEEN = 0.85, 0.45
# Neither is an abbreviation of the other; technical identifiers ("torch.nn", `cuda`) are only ever spelled one way.
_LENGTH = 0.6
_NAME = re.compile(r"[A-ZÀ-ÞĀ-ŽА-ЯЁЂ-Џ][\w'’&-]*(?: [\w'’&-]+)*")
_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=65536)
def heard_alike(one: str, other: str) -> bool:
    """Whether two names of one story are one, spelled by ear ("Kadri Sosar", "Kadri Soosaar")."""
    a, b = plain(one), plain(other)
    if a == b:
        return True
    if min(len(a), len(b)) < max(MIN_LETTERS, _LENGTH * max(len(a), len(b))) or len(one.split()) != len(other.split()):
        return False
    if not (_NAME.fullmatch(one) and _NAME.fullmatch(other)):
        return False
    if _DIGITS.findall(a) != _DIGITS.findall(b):
        return False
    if _ratio(a, b) < _SEEN or not any(_same_sound(one, other, hard=hard) for hard in (False, True)):
        return False
    # Each word must have its like: "Bank Nord" is not "Bank Süd".
    return all(_ratio(plain(v), plain(w)) >= _SEEN for v, w in zip(one.split(), other.split(), strict=True))


def _same_sound(one: str, other: str, *, hard: bool) -> bool:
    x, y = skeleton(one, hard=hard), skeleton(other, hard=hard)
    # Two consonants are too few to tell "Meta" from "Mate".
    return min(len(x), len(y)) > 2 and _ratio(x, y) >= _HEARD


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
