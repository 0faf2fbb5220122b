"""Search over all stories of a site, each in its latest state: found are facts, with their marks.

No server and no other program takes part. For each story there is a file of its facts as a result shows them; over those
of a locale an index is laid that leads from a word's stem to facts, in files of some ten kilobytes, so that a query
loads only what it needs, however many editions there are. The files are scripts that call a function: such are read from
a file system, too, and under a policy that allows nothing but scripts of the site's own.

Words are stemmed in the language of the text that they stand in; `search.toml` has the endings. The script does the same
to what is asked (templates/search.js), in every language, so that a query finds words of any.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Final

from jinja2 import Environment

from beleg.alphabets import to_latin
from beleg.render.views import FactView, StoryView, facts_of
from beleg.tomlfile import own_tables

# The folder of the index, in that of its locale, and what is behind a story's identifier there.
FOLDER: Final = "search"
FACTS: Final = ".facts.js"
# So many characters of postings are in a file.
_CHUNK: Final = 40_000
_WORD: Final = re.compile(r"[^\W_]+")
# Letters that do not fall apart into a letter and a mark.
_LETTERS: Final = {"ß": "ss", "đ": "dj", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe"}
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]")
# What Serbian Cyrillic has in Latin; й and the like are no Serbian.
_SERBIAN: Final = "абвгдђежзијклљмнњопрстћуфхцчџш"


class _Folded(dict[int, str]):
    """What becomes of each character, worked out when it is first met: of very many texts few letters are new."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code)).lower()
        plain = (one for one in apart if unicodedata.category(one) not in ("Mn", "Cf"))
        self[code] = "".join(_LETTERS.get(one, one) for one in plain)
        return self[code]


_FOLDED: Final = _Folded()


def folded(text: str) -> str:
    """Text in small letters without marks and without what can't be seen, which is how words are compared."""
    return text.translate(_FOLDED)


@cache
def endings() -> Mapping[str, Any]:
    """By language: how many letters stay at least, what is cut, the longest first, and what is written otherwise at the end."""
    table = own_tables("beleg.render", "search.toml")
    return {
        language: {
            "least": told["least"],
            "endings": sorted(told["endings"], key=lambda one: (-len(one), one)),
            "last": told.get("last", {}),
        }
        for language, told in table.items()
    }


@cache
def serbian() -> Mapping[str, str]:
    """The folded Latin of each letter of Serbian Cyrillic."""
    return {folded(one): folded(to_latin(one)) for one in _SERBIAN}


@cache
def stem(word: str, language: str) -> str:
    """What the forms of a folded word have in common, in a language; a word in letters of another one stays as it is."""
    cyrillic = bool(_CYRILLIC.search(word))
    if language == "sr" and cyrillic:
        word, cyrillic = "".join(serbian().get(one, one) for one in word), False
    if cyrillic is not (language == "ru") or language not in endings():
        return word
    told = endings()[language]
    while True:
        fits = (one for one in told["endings"] if word.endswith(one) and len(word) - len(one) >= told["least"])
        ending = next(fits, None)
        if ending is None:
            break
        word = word[: -len(ending)]
    for last, other in told["last"].items():
        if word.endswith(last) and len(word) > told["least"]:
            return f"{word.removesuffix(last)}{other}"
    return word


def stems(text: str, language: str) -> list[str]:
    """The stems of a text's words."""
    written = language[:2]
    return [stem(word, written) for word in _WORD.findall(folded(text))]


def story_file(story: StoryView, locale: str, environment: Environment) -> str:
    """What results show of a story's facts: a script that hands them over."""
    macros: Any = environment.get_template("macros.html").module
    told = {
        "title": _plain(story.headline),
        "facts": [_told(fact, locale, macros) for fact in facts_of(story.groups)],
    }
    return f"beleg.story({_json(story.id)}, {_json(told)});\n"


def _told(fact: FactView, locale: str, macros: Any) -> dict[str, Any]:
    """A fact as a result shows it; what is empty is left out."""
    voice = fact.voice
    lead, text, language = fact.lead_in, "", locale
    if fact.sentence is not None:
        text = _plain(fact.sentence)
    elif fact.translation:
        text = fact.translation.text
    elif fact.original:
        text, language = fact.original.text, fact.original.lang
    quotes = [*((fact.original,) if fact.original and (fact.sentence or fact.translation) else ()), *fact.quotes]
    how = [macros.modalities[voice.modality]] if voice.modality != "asserted" else []
    told = {
        "id": fact.id, "css": voice.css, "how": how,
        "who": _plain(macros.claimant(voice)) if voice.claimant or voice.article else "",
        "via": _plain(macros.via(voice)) if voice.owner or voice.document else "",
        "lead": lead, "text": _visible(text), "lang": "" if language == locale else language, "unsure": voice.unsure,
        # A sentence of Beleg's own needs no quotation marks, somebody's words do.
        "quoted": fact.sentence is None, "made": _plain(macros.made(fact.translation)) if fact.translation and fact.sentence is None else "",
        # A customer's claim looks like one here, too.
        "note": fact.measured, "clash": bool(fact.clashes),
        "quotes": [[one.lang, _visible(one.text)] for one in dict.fromkeys(quotes)],
    }  # fmt: skip
    return {name: value for name, value in told.items() if value or (name == "note" and value is not None)}


def index_files(locale: str, files: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The index of a locale: path below the locale's folder and text of each file; the last one leads to the others.

    Args:
        locale: As in addresses, "sr-Latn".
        files: Story and `story_file` of each, in the order in which hits that fit alike are shown.
    """
    places: dict[str, list[str]] = {}
    for number, (story, text) in enumerate(files):
        told = _read(story, text)
        of_story: dict[str, list[str]] = {}
        for at, fact in enumerate(told["facts"]):
            for one in _stems_of(fact, locale):
                of_story.setdefault(one, []).append(str(at))
        for one, facts in of_story.items():
            places.setdefault(one, []).append(f"{number}:{','.join(facts)}")
    chunks: list[tuple[str, str]] = []
    for terms in _chunks({one: ";".join(places[one]) for one in sorted(places)}):
        text = f"beleg.terms({_json(terms)});\n"
        chunks.append((next(iter(terms)), _named("terms", text)))
        yield chunks[-1][1], text
    meta = {
        "stories": [story for story, _ in files], "chunks": [list(one) for one in chunks], "endings": endings(), "serbian": serbian(),
        "letters": _LETTERS,
    }  # fmt: skip
    text = f"beleg.index({_json(meta)});\n"
    yield _named("index", text), text


def _stems_of(fact: Mapping[str, Any], locale: str) -> set[str]:
    found = {*stems(f"{fact.get('lead', '')} {fact.get('who', '')} {fact.get('via', '')}", locale)}
    found.update(stems(fact["text"], fact.get("lang", locale)))
    for language, quote in fact.get("quotes", ()):
        found.update(stems(quote, language))
    return found


def _chunks(terms: Mapping[str, str]) -> Iterator[dict[str, str]]:
    chunk: dict[str, str] = {}
    taken = 0
    for one, told in terms.items():
        if chunk and taken + len(one) + len(told) > _CHUNK:
            yield chunk
            chunk, taken = {}, 0
        chunk[one] = told
        taken += len(one) + len(told)
    if chunk:
        yield chunk


def _read(story: str, text: str) -> Any:
    return json.loads(text.removeprefix(f"beleg.story({_json(story)}, ").removesuffix(");\n"))


def _named(name: str, text: str) -> str:
    """A path that changes with what the file holds."""
    return f"{FOLDER}/{name}.{sha256(text.encode()).hexdigest()[:10]}.js"


def _json(value: object) -> str:
    # As scripts read it: the two separators of lines end a line there.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _visible(text: str) -> str:
    """A text without characters that can't be seen."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf")


def _plain(words: Any) -> str:
    """Words without marking, with plain spaces."""
    text = words.striptags() if hasattr(words, "striptags") else str(words)
    return " ".join(text.split())
