"""The publisher's name out of an article that speaks of itself in the first person.

"NOVI ODJEK je probao sat u bazenu; more nismo čekali" (tried the watch in a pool; we did not wait for the sea): the
newsroom names itself and says "we". A name is taken if every sentence that holds it is in the first person plural, there
are two such sentences or more, and it opens one of them; and if it is the only such name. Whoever the article merely
asks or quotes is named elsewhere, too.
"""

from __future__ import annotations

import re

from beleg.read.bylines import words
from beleg.records import Language

_LEAST = 2
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?![\s“”\"»)]|\Z)[^.!?\n]*)*")
_QUOTED = re.compile(r"[„“\"«»][^„“”\"«»\n]*[“”\"»«]")
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_][\w’'-]*")
# Words of a name at most.
_LONGEST = 4


def own_name(text: str, language: Language) -> str | None:
    """The name by which an article speaks of its own newsroom; None where that is not beyond doubt."""
    first_person = words("first_person")
    own: list[str] = []
    other: list[str] = []
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        plain = _QUOTED.sub(" ", sentence)
        speaks = any(word.lower() in first_person for word in _WORD.findall(plain))
        (own if speaks else other).append(sentence)
    opening = {name for sentence in own if (name := _opening_name(sentence, language))}
    elsewhere = "\n".join(other)
    names = {
        name
        for name in opening
        if sum(name in sentence for sentence in own) >= _LEAST and not re.search(rf"\b{re.escape(name)}", elsewhere)
    }
    return names.pop() if len(names) == 1 else None


def _opening_name(sentence: str, language: Language) -> str | None:
    """The name a sentence begins with, where it can't be ordinary words at a sentence's start."""
    end = 0
    tokens: list[str] = []
    for match in _TOKEN.finditer(sentence):
        if (
            not match[0][0].isupper()
            or len(tokens) == _LONGEST
            or sentence[end : match.start()].strip(" ")
            or (tokens and match.start() != end + 1)
        ):
            break
        tokens.append(match[0])
        end = match.end()
    name = sentence[:end]
    if not tokens:
        return None
    # One word is capitalised at the start, whatever it is, and in German two in a row may be "Unsere Messungen".
    plain = len(tokens) == 1 or language == "de"
    return None if plain and (len(name) < 3 or name[1:].islower() or name.istitle()) else name
