"""Whether a machine's translation says what the quote says, as far as that can be told without understanding it.

Each rule gives the reason for which a text is refused, or nothing. They are plain on purpose: a refused translation costs
an editor some work, one that says something else than its quote costs a reader's trust.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, TypeAlias

from beleg.alphabets import is_latin_unit, script_of, to_latin
from beleg.extract.sentences import sentences
from beleg.lexicons import Hit, fits
from beleg.lexicons.register import Register
from beleg.lexicons.tokens import Token, tokenize
from beleg.read.language import identify, letters_of
from beleg.translate import Passage
from beleg.translate.check_names import added_name, missing_name
from beleg.translate.check_values import wrong_value
from beleg.translate.tongues import Tongue, lexicon_of, tongue_of

Reason: TypeAlias = Literal[
    "no text", "characters", "markup", "a label", "quotation marks", "cut off", "untranslated", "script", "language",
    "length", "sentences", "numbers", "dates", "versions", "units", "names", "negation",
]  # fmt: skip

# Marks that no sentence of a newspaper needs: there may be no more of them than in the quote.
_MARKS = frozenset("<>*`{}[]|\\~^_#=@&")
_LINK = re.compile(r"\w://|www\.|&#?\w+;")
# Characters that are no text: controls, invisible ones, private and broken ones, line ends.
_NO_TEXT = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_OPENING = "„“”\"«»‘'‚‹›"
_END = re.compile(r"(?:…|\.\.\.)[\"“”»’']?\Z")
_STOPPED = re.compile(r"[.!?…:][\"“”»«’')\]]*\Z")
# How many times as long as its quote a translation may be, and how many characters more or fewer than that. Of 230 pairs
# in tests/translate and from other stories of ours the lengths lie between 0.64 and 1.6 times that of the quote.
_SHORTEST, _FEWER = 0.6, 8
_LONGEST, _MORE = 1.7, 15
# With fewer words that are no names a language can't be told, and with few more only where it is plain.
_WORDS, _ENOUGH = 3, 5
_CONFIDENT, _PLAIN = 0.2, 0.5
# So much of a translation is repeated in a reason.
_SHOWN = 40


class Refusal(NamedTuple):
    """Why a translation is not taken."""

    reason: Reason
    # What exactly, for the editor: "the quote has 12.5, the translation 12".
    detail: str


def refusal(passage: Passage, text: str, target: str, register: Register) -> Refusal | None:
    """Why a text is no translation of a passage; None if nothing speaks against it.

    Args:
        passage: What was to be translated.
        text: What came back, without white space around it, in the Unicode form NFC.
        target: "de", "en", "ru" or "sr-Cyrl".
        register: Known names.
    """
    # An article's lines end where they may.
    passage = replace(passage, quote=" ".join(passage.quote.split()))
    tongue = tongue_of(target)
    for rule in _RULES:
        if found := rule(passage, text, target):
            return found
    if found_value := wrong_value(passage.quote, passage.language, text, tongue):
        return Refusal(*found_value)
    name = missing_name(passage, text, tongue, register)
    if name:
        return Refusal("names", f"{name} is missing")
    name = added_name(passage, text, tongue, register)
    if name:
        return Refusal("names", f"{name} is not in the quote")
    return _negation(passage, text, tongue)


def _characters(passage: Passage, text: str, target: str) -> Refusal | None:
    del passage, target
    if not text or not any(character.isalpha() for character in text):
        return Refusal("no text", "the translation has no words")
    for character in text:
        if unicodedata.category(character) in _NO_TEXT:
            return Refusal("characters", f"U+{ord(character):04X} is no character of a sentence")
    return None


def _markup(passage: Passage, text: str, target: str) -> Refusal | None:
    del target
    asked, given = Counter(passage.quote), Counter(text)
    for mark in sorted(_MARKS & given.keys()):
        if given[mark] > asked[mark]:
            return Refusal("markup", f"{mark!r} is not in the quote")
    if len(_LINK.findall(text)) > len(_LINK.findall(passage.quote)):
        return Refusal("markup", "there is an address or a coded character that the quote has not")
    return None


def _label(passage: Passage, text: str, target: str) -> Refusal | None:
    del target
    head = text.partition(":")[0]
    told = head.casefold().lstrip(_OPENING + "(").strip()
    more = text.count(":") > passage.quote.count(":")
    if more and any(re.match(rf"{re.escape(label)}\b", told) for label in _data()["labels"]):
        return Refusal("a label", f"it begins with {head[:_SHOWN] + ':'!r}")
    wrapped = text[0] in _OPENING and text[-1] in _OPENING
    if wrapped and not (passage.quote[0] in _OPENING and passage.quote[-1] in _OPENING):
        return Refusal("quotation marks", "they enclose the whole translation and not the quote")
    if _END.search(text) and not _END.search(passage.quote):
        return Refusal("cut off", "it ends in an ellipsis, and the quote does not")
    if _STOPPED.search(passage.quote) and not _STOPPED.search(text):
        return Refusal("cut off", "the quote ends with its sentence, the translation does not")
    if ("?" in text) != ("?" in passage.quote):
        return Refusal("sentences", "one of the two asks, and the other tells")
    return None


def _untranslated(passage: Passage, text: str, target: str) -> Refusal | None:
    del target
    same = _bare(text) == _bare(passage.quote)
    # Names and code alone are the same in every language.
    if same and any(token.kind == "w" and token.text.islower() for token in tokenize(passage.quote)):
        return Refusal("untranslated", "it is the quote itself")
    return None


def _script(passage: Passage, text: str, target: str) -> Refusal | None:
    cyrillic = target in ("ru", "sr-Cyrl")
    # Pages may call in Latin letters what the quote spells by ear: "Тамарин про" is "Tamarin pro".
    quoted = " ".join((passage.quote, *passage.names)).casefold()
    for token in tokenize(text):
        for found in re.finditer(r"[^\W_]+", token.text):
            piece, at = found[0], token.start + found.start()
            scripts = {_alphabet(letter) for letter in piece if letter.isalpha() and letter not in passage.quote} or {
                _alphabet(letter) for letter in piece if letter.isalpha()
            }
            if "other" in scripts:
                return Refusal("script", f"{piece!r} is in neither alphabet")
            if len(scripts) > 1:
                return Refusal("script", f"{piece!r} mixes two alphabets")
            if scripts == {"Cyrl"} and not cyrillic:
                return Refusal("script", f"{piece!r} is in Cyrillic letters")
            foreign = scripts == {"Latn"} and cyrillic and len(piece) > 1 and piece.islower() and piece not in quoted
            if foreign and not (target == "sr-Cyrl" and is_latin_unit(piece, text[max(0, at - 8) : at])):
                return Refusal("script", f"{piece!r} is in Latin letters")
            if (
                scripts == {"Cyrl"}
                and piece.islower()
                and (odd := set(piece) - letters_of(target.partition("-")[0], "Cyrl"))
            ):
                return Refusal("script", f"{piece!r} has {min(odd)!r}, no letter of that language")
    own = "".join(token.text for token in tokenize(text) if token.text.casefold() not in quoted)
    if own and script_of(own) != ("Cyrl" if cyrillic else "Latn"):
        return Refusal("script", "most of it is in the other alphabet")
    return None


def _language(passage: Passage, text: str, target: str) -> Refusal | None:
    # Code is in no language, and a list of it would outweigh the words.
    bare = text
    for name in sorted(passage.names, key=len, reverse=True):
        bare = bare.replace(name, " ")
    words = [token for token in tokenize(bare) if token.kind == "w" and token.text.islower() and len(token.text) > 1]
    if len(words) < _WORDS:
        return None
    found, few, own = identify(bare), len(words) < _ENOUGH, target.partition("-")[0]
    if found is None:
        return None if few else Refusal("language", "it is in no language that is known")
    if found.language == own or found.confidence < (_PLAIN if few else _CONFIDENT):
        return None
    # Torn from their names, a few words may look like a language that they are near to.
    whole = identify(text)
    return None if whole and whole.language == own else Refusal("language", f"it looks like {found.name}")


def _length(passage: Passage, text: str, target: str) -> Refusal | None:
    asked, given = len(passage.quote), len(text)
    if given > asked * _LONGEST + _MORE:
        return Refusal("length", f"the quote has {asked} characters, the translation {given}")
    if given < asked * _SHORTEST - _FEWER:
        return Refusal("length", f"the quote has {asked} characters, the translation only {given}")
    asked = len(sentences(passage.quote, lexicon_of(passage.quote, passage.language)))
    given = len(sentences(text, lexicon_of(text, tongue_of(target))))
    if given != asked:
        return Refusal("sentences", f"the quote has {asked}, the translation {given}")
    return None


_RULES: tuple[Callable[[Passage, str, str], Refusal | None], ...] = (
    _characters, _markup, _label, _untranslated, _script, _language, _length,
)  # fmt: skip


def _negation(passage: Passage, text: str, tongue: Tongue) -> Refusal | None:
    asked, given = _denies(passage.quote, passage.language), _denies(text, tongue)
    if asked == "plainly" and given == "not at all":
        return Refusal("negation", "the quote denies something, the translation nothing")
    if given == "plainly" and asked == "not at all":
        return Refusal("negation", "the translation denies something, the quote nothing")
    return None


def _denies(text: str, tongue: Tongue) -> Literal["plainly", "somehow", "not at all"]:
    """Whether a text denies something: by a negation, by another word that takes away, or not at all."""
    lexicon = lexicon_of(text, tongue)
    tokens = tokenize(text)
    hits = [hit for hit in lexicon.match(tokens) if hit.table == "negation"]
    excused = [hit for hit in hits if hit.label == "never"]
    if any(hit.label == "predicate" and not _inside(hit, excused) for hit in hits):
        return "plainly"
    if hits or any(_takes_away(token, tongue) for token in tokens):
        return "somehow"
    return "not at all"


def _inside(hit: Hit, others: list[Hit]) -> bool:
    return any(other.first <= hit.first and hit.last <= other.last for other in others)


def _takes_away(token: Token, tongue: Tongue) -> bool:
    # Serbian is listed in Cyrillic, and compared in Latin.
    low = to_latin(token.low) if tongue == "sr" else token.low
    return any(fits(low, pattern) for pattern in _denials(tongue))


@cache
def _denials(tongue: Tongue) -> tuple[str, ...]:
    patterns: list[str] = _data()["denials"][tongue]
    return tuple(to_latin(pattern) if tongue == "sr" else pattern for pattern in patterns)


def _alphabet(letter: str) -> str:
    name = unicodedata.name(letter, "")
    return "Latn" if name.startswith("LATIN") or letter in "ªº" else "Cyrl" if name.startswith("CYRILLIC") else "other"


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("check.toml").read_text("utf-8"))
