"""Which language and script a text is in, by function words, letters and word shapes; the knowledge is in languages.toml.

German, Russian and Serbian are what Beleg reads. Their neighbours are told apart from them so that they are reported
by name instead of being mistaken. Serbian, Croatian and Bosnian share nearly all function words: the reflex of the old
yat (`mleko`, `mlijeko`) and words that one of them avoids decide, by their share and never by a single word.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from beleg.records import Script

SUPPORTED = ("de", "ru", "sr")
# Names of what the varieties table or a front matter may give besides the languages that have a table.
_NAMES = {"hr": "Croatian", "bs": "Bosnian", "sr": "Serbian"}
# Words looked at: what language a text is in shows early, and long texts must not cost more than short ones.
_ENOUGH = 1500
# Distinct words whose shape is looked at; shapes matter where function words are few.
_SHAPED = 80
# Word types whose verdict a process remembers.
_REMEMBERED = 20_000
# Below this share of known words and shapes a text is in none of the languages listed. Dense technical prose of the
# corpus has 0.3 and more, single sentences without a function word get 0.1 from shapes alone.
_LEAST = 0.05
_VARIETIES = ("ekavian", "ijekavian", "croatian", "bosnian", "serbian", "eastern")
_SHAPE_WEIGHT = 0.3
# Settles what nothing else does, in fragments of a few words.
_EXPECTED = 0.02
_FOREIGN_WEIGHT = 1.0

_WORD = re.compile(r"[^\W\d_]+")
_COMMON_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")
_COMMON_CYRILLIC = frozenset("абвгдежзиклмнопрстуфхцчш")


class Identified(NamedTuple):
    """The language of a text."""

    # ISO 639-1; one of SUPPORTED or not.
    language: str
    script: Script
    # 0 to 1: how far the language leads over the next one.
    confidence: float

    @property
    def name(self) -> str:
        """In English."""
        return language_name(self.language)

    @property
    def supported(self) -> bool:
        return self.language in SUPPORTED


class _Language(NamedTuple):
    code: str
    letters: frozenset[str]
    shapes: re.Pattern[str] | None


class _Script(NamedTuple):
    languages: tuple[_Language, ...]
    # word -> (language, weight), …
    words: Mapping[str, tuple[tuple[str, float], ...]]


class _Markers(NamedTuple):
    """Words and beginnings of words that a variety has, with the names of the lists that they stand in."""

    exact: Mapping[str, tuple[str, ...]]
    beginnings: Mapping[str, tuple[str, ...]]
    # Lengths of the beginnings.
    lengths: tuple[int, ...]


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("languages.toml").read_text("utf-8"))


@cache
def _script_table(script: Script) -> _Script:
    common = _COMMON_LATIN if script == "Latn" else _COMMON_CYRILLIC
    languages, owners = [], dict[str, list[str]]()
    for code, table in _tables()[script].items():
        shapes = re.compile(table["shapes"]) if "shapes" in table else None
        languages.append(_Language(code, common | frozenset(table["letters"]), shapes))
        for word in dict.fromkeys(table["words"].split()):
            owners.setdefault(word, []).append(code)
    # A word that n languages have says less for each of them: 1 alone, 0.71 for two, 0.5 for four. Single letters say
    # half of that: they are units, initials and variables, too.
    words = {
        word: tuple((code, len(codes) ** -0.5 * (1.0 if len(word) > 1 else 0.5)) for code in codes)
        for word, codes in owners.items()
    }
    return _Script(tuple(languages), words)


@cache
def _markers() -> _Markers:
    found: dict[bool, dict[str, tuple[str, ...]]] = {True: {}, False: {}}
    for name, forms in _tables()["varieties"].items():
        for form in dict.fromkeys(forms.split()):
            table = found[form.endswith("*")]
            stem = form.rstrip("*")
            table[stem] = (*table.get(stem, ()), name)
    return _Markers(found[False], found[True], tuple(sorted({len(stem) for stem in found[True]})))


def language_name(code: str) -> str:
    """The English name of a language code; the code itself where none is known."""
    for script in ("Latn", "Cyrl"):
        table = _tables()[script].get(code)
        if table:
            return str(table["name"])
    return _NAMES.get(code, code)


def scripts_of(code: str) -> tuple[Script, ...]:
    """The scripts that a language is written in; none for a language that has no table."""
    scripts: tuple[Script, ...] = ("Cyrl", "Latn")
    return tuple(script for script in scripts if code in _tables()[script])


def letters_of(code: str, script: Script) -> frozenset[str]:
    """The lower-case letters that a language is written with in a script; none for a language that has no table."""
    return next((one.letters for one in _script_table(script).languages if one.code == code), frozenset())


def script_of(text: str) -> Script | None:
    """The script that most words are in; None where there is no Latin or Cyrillic letter.

    Words in lower case decide if there are any: names of products stay Latin in Russian and Serbian texts.
    """
    words = _words(text)
    return _script(_in_lower_case(words)) or _script(words)


def _words(text: str) -> list[str]:
    # Decomposed letters are compared with composed ones; only the count matters here, so spans may shift.
    text = text[: _ENOUGH * 12]
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        text = text.replace("\u00ad", "").replace("\u0301", "")
    return _WORD.findall(text)[:_ENOUGH]


def _script_of_word(word: str) -> Script | None:
    first = word[0]
    return "Cyrl" if "\u0400" <= first <= "\u052f" else "Latn" if first < "\u0250" else None


def _script(words: Iterable[str]) -> Script | None:
    latin = cyrillic = 0
    for word in words:
        first = word[0]
        if first < "\u0250":
            latin += len(word)
        elif "\u0400" <= first <= "\u052f":
            cyrillic += len(word)
    if not latin and not cyrillic:
        return None
    return "Cyrl" if cyrillic > latin else "Latn"


def _in_lower_case(words: Iterable[str]) -> list[str]:
    return [word for word in words if word.islower()]


def identify(text: str) -> Identified | None:
    """Language and script of a text; None where it is in no language that is known here."""
    words = _words(text)
    plain = _in_lower_case(words)
    script = _script(plain) or _script(words)
    if script is None:
        return None
    # Names stay out: a word in title case counts only if it is a function word that opens a sentence, or the very first.
    lower = Counter(word for word in plain if _script_of_word(word) == script)
    if words[0].istitle() and _script_of_word(words[0]) == script:
        lower[words[0].lower()] += 1
    opening = Counter(word.lower() for word in words[1:] if word.istitle() and _script_of_word(word) == script)
    scores = _scores(script, lower, opening)
    (best, first), (_, second) = scores[0], scores[1]
    if first < _LEAST:
        return None
    if best == "sr" and script == "Latn":
        best = _variety(lower + opening)
    return Identified(best, script, round(min(1.0, max(0.0, (first - second) / first)), 3))


def plausibility(text: str) -> float:
    """How much a text reads like one in a language known here, -2 to 1: for choosing between encodings.

    Only words with a letter beyond ASCII count; all others are the same in every encoding in question.
    """
    words = [word for word in _words(text) if not word.isascii()]
    if not words:
        return 0.0
    found = -1.0
    plain = _in_lower_case(words) or [word.lower() for word in words if word.istitle()]
    # A wrong encoding has capitals inside words.
    odd = sum(1 for word in words if not (word.islower() or word.istitle() or word.isupper())) / len(words)
    for script in ("Latn", "Cyrl"):
        lower = Counter(word for word in plain if _script_of_word(word) == script)
        share = sum(lower.values()) / len(words)
        if share:
            found = max(found, _scores(script, lower, Counter())[0][1] * share)
    return found - odd


@lru_cache(maxsize=_REMEMBERED)
def _fits(word: str, script: Script) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The languages of a script whose shapes a word has, and those that lack one of its letters."""
    languages = _script_table(script).languages
    return (
        tuple(one.code for one in languages if one.shapes and one.shapes.search(word)),
        tuple(one.code for one in languages if not one.letters.issuperset(word)),
    )


def _scores(script: Script, lower: Counter[str], opening: Counter[str]) -> list[tuple[str, float]]:
    """The languages of a script with their scores, best first; ties in the order of the file."""
    table = _script_table(script)
    total = sum(lower.values()) or sum(opening.values())
    known = dict.fromkeys((language.code for language in table.languages), 0.0)
    for words in (lower, opening):
        for word, count in words.items():
            for code, weight in table.words.get(word, ()):
                known[code] += count * weight
    shaped = [word for word in (lower or opening) if len(word) > 1][:_SHAPED]
    fitting, lacking = dict.fromkeys(known, 0), dict.fromkeys(known, 0)
    for word in shaped:
        fits, lacks = _fits(word, script)
        for code in fits:
            fitting[code] += 1
        for code in lacks:
            lacking[code] += 1
    scores = []
    for language in table.languages:
        score = known[language.code] / max(total, 1) + (_EXPECTED if language.code in SUPPORTED else 0.0)
        if shaped:
            if language.shapes:
                score += _SHAPE_WEIGHT * fitting[language.code] / len(shaped)
            score -= _FOREIGN_WEIGHT * lacking[language.code] / len(shaped)
        scores.append((language.code, score))
    return sorted(scores, key=lambda pair: -pair[1])


@lru_cache(maxsize=_REMEMBERED)
def _marks(word: str) -> frozenset[str]:
    """The lists of varieties that a word stands in."""
    markers = _markers()
    found = set(markers.exact.get(word, ()))
    for length in markers.lengths:
        found.update(markers.beginnings.get(word[:length], ()))
    return frozenset(found)


def _variety(words: Mapping[str, int]) -> str:
    """Serbian, Croatian or Bosnian: "sr", "hr" or "bs"."""
    counts = dict.fromkeys(_VARIETIES, 0)
    for word, count in words.items():
        for name in _marks(word):
            counts[name] += count
    ekavian, ijekavian, croatian, bosnian, serbian, eastern = counts.values()
    if ijekavian > ekavian:
        # Montenegrin and the Serbian of Bosnia are ijekavian, too: `takođe`, `saopšteno` beside `vrijeme`.
        if serbian > croatian + bosnian:
            return "sr"
        # With nothing else to go by, ijekavian is Croatian: it has most speakers.
        return "hr" if croatian >= bosnian + eastern else "bs"
    if croatian > ekavian + serbian + eastern:
        return "hr"
    if bosnian > ekavian + serbian + croatian:
        return "bs"
    return "sr"
