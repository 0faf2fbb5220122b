"""What the words of a quote say, and which of them a wording could not repeat.

A statement's typed slots never hold all that its quote says. Before a fact is worded, the quote is read once more, with
a small list of words a language (`lexicons/gist/`): what belongs to the attribution, to a name, to a value, or stands on
that list is accounted for; the rest is left over. A wording is chosen only if nothing that matters is left over.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from beleg.alphabets import to_latin
from beleg.errors import LexiconError
from beleg.lexicons import Hit, Lexicon, load
from beleg.lexicons.tokens import Token, tokenize
from beleg.records import Language, Script, Statement
from beleg.render.formats import in_latin

# Tables of the lexicon that hold words of the attribution, which stands in the margin and not in the sentence.
_ATTRIBUTION = frozenset({"say", "source", "document", "anaphor"})
_SECTIONS = ("words", "measures", "things")
LIGHT = "light"
VALUE = "value"
# Russian letters that Serbian does not have; with the Serbian ones they lead to a rough Latin, for comparing names.
_ROUGH = str.maketrans({"й": "i", "ы": "i", "э": "e", "ю": "iu", "я": "ia", "щ": "s", "ё": "e", "ъ": "", "ь": ""})
_SOUNDS = str.maketrans({"c": "k", "q": "k", "w": "v", "z": "s", "x": "k", "y": "i", "č": "k", "ć": "k", "š": "s", "ž": "s", "đ": "d"})
_VOWELS = re.compile("[aeiouäöüh]")


class Word(NamedTuple):
    """A run of words that an entry covers."""

    # Every identifier that the run may stand for.
    ids: frozenset[str]
    first: int
    last: int


class Gist(NamedTuple):
    """What a quote says beside its attribution, names and values."""

    words: tuple[Word, ...]
    # Words, in lower case, that nothing accounts for.
    left: tuple[str, ...]
    # The names of the statement with the versions that follow them, in the order of the text ("Ubuntu", ("24.04", "26.04")).
    items: tuple[tuple[str, tuple[str, ...]], ...]
    # Whether a name stands in the quote more than once, so that a list of names would lose how they are tied.
    repeats: bool
    # Whether the quote holds a digit.
    digits: bool

    def ids(self) -> frozenset[str]:
        return frozenset().union(*(word.ids for word in self.words)) if self.words else frozenset()


@cache
def _words(language: Language, script: Script) -> Lexicon:
    """The gist entries of a language, labelled "measures:range" and the like.

    Raises:
        LexiconError: The file is no TOML or has another table.
    """
    path = f"gist/{language}.toml"
    try:
        tables = tomllib.loads(resources.files("beleg.lexicons").joinpath(path).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LexiconError(f"no TOML: {error}", path=path) from error
    if unknown := set(tables) - set(_SECTIONS):
        raise LexiconError(f"unknown tables: {', '.join(sorted(unknown))}", path=path)
    if language == "sr" and script == "Latn":
        tables = in_latin(tables)
    labelled = {
        label if section == "words" else f"{section}:{label}": forms
        for section in _SECTIONS
        for label, forms in tables[section].items()
    }
    return Lexicon(language, script, {"concept": labelled})


def _sound(word: str) -> str:
    """The consonants of a word in rough Latin, so that "Депграм" and "Deepgram" are alike."""
    latin = to_latin(word.lower().translate(_ROUGH)).translate(_SOUNDS)
    return _VOWELS.sub("", latin) or latin


def read(statement: Statement) -> Gist:
    """What a statement's quote says, word by word."""
    return _read(statement)


@cache
def _read(statement: Statement) -> Gist:
    quote = statement.quote
    tokens = tokenize(quote)
    free = [token.kind != "p" for token in tokens]
    _cover_attribution(statement, tokens, free)
    items, repeats = _cover_names(statement, tokens, free)
    _cover_numbers(statement, tokens, free)
    words = _cover_words(statement, tokens, free)
    left = tuple(token.low for token, still in zip(tokens, free, strict=True) if still)
    return Gist(words, left, items, repeats, any(letter.isdigit() for letter in quote))


def _cover_attribution(statement: Statement, tokens: list[Token], free: list[bool]) -> None:
    spans = [span for span in (statement.cue, statement.claimant_span) if span]
    for index, token in enumerate(tokens):
        start, end = token.start + statement.start, token.end + statement.start
        inside = any(first <= start and end <= last for first, last in spans)
        beyond = statement.content is not None and not (statement.content[0] <= start and end <= statement.content[1])
        if inside or beyond:
            free[index] = False
    if statement.content is not None:
        return
    for hit in load(statement.language, statement.script).match(tokens):
        if hit.table in _ATTRIBUTION:
            # A split verb covers its parts, not what stands between them.
            for index in (hit.first, hit.last - 1) if "_" in hit.entry.form else range(hit.first, hit.last):
                free[index] = False


def _cover_names(
    statement: Statement, tokens: list[Token], free: list[bool]
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], bool]:
    """Mark the words of names; give the names with the versions that follow each, and whether one is repeated."""
    places: list[tuple[int, str]] = []
    repeats = False
    sounds = [_sound(token.low) for token in tokens]
    known = [*statement.names, *(name for name in (statement.subject, statement.claimant) if name)]
    for name in dict.fromkeys(known):
        parts = [token for token in tokenize(name) if token.kind != "p"]
        wanted = [(part.low, _sound(part.low)) for part in parts]
        found = [index for index in range(len(tokens)) if _names(tokens, sounds, index, wanted)]
        for index in found:
            for at in range(index, min(index + len(wanted), len(tokens))):
                free[at] = False
        if name in statement.names:
            places.append((tokens[found[0]].start if found else -1, name))
            repeats = repeats or len(found) > 1
    if statement.language != "de":
        # A name in another alphabet or case that could not be tied to its international spelling: Russian and Serbian
        # write only names with a capital inside a sentence.
        for index, token in enumerate(tokens):
            if index and free[index] and token.kind == "w" and token.text[0].isupper() and statement.names:
                free[index] = False
    placed = sorted(places)
    versions: dict[str, list[str]] = {name: [] for _, name in placed}
    for version in statement.versions:
        at = statement.quote.find(version)
        before = [name for start, name in placed if 0 <= start < at] or [name for _, name in placed[:1]]
        if before:
            versions[before[-1]].append(version)
    return tuple((name, tuple(versions[name])) for _, name in placed), repeats


def _names(tokens: list[Token], sounds: list[str], index: int, wanted: list[tuple[str, str]]) -> bool:
    """Whether a name, or a shape of it with other endings, begins at a token."""
    at = index
    for low, sound in wanted:
        while at < len(tokens) and tokens[at].kind == "p" and at > index:
            at += 1
        if at >= len(tokens):
            return False
        word = tokens[at].low
        alike = word.startswith(low) or (len(low) > 3 and word.startswith(low[:-1]))
        if not alike and not (len(sound) > 2 and sounds[at].startswith(sound[:4]) and tokens[at].text[0].isupper()):
            return False
        at += 1
    return bool(wanted)


def _cover_numbers(statement: Statement, tokens: list[Token], free: list[bool]) -> None:
    """Mark the numbers that some slot of the statement holds."""
    texts = {part for date in statement.dates for part in date.split("-")} | set(statement.versions)
    texts |= {str(int(text)) for text in texts if text.isdigit()}
    for index, token in enumerate(tokens):
        if token.kind == "n" and (statement.quantities or token.text in texts or token.text.rstrip(".") in texts):
            free[index] = False


def _cover_words(statement: Statement, tokens: list[Token], free: list[bool]) -> tuple[Word, ...]:
    """Mark the words of the list, the longest phrases first, then the concepts; all that one run may stand for is kept."""
    own = _words(statement.language, statement.script).match(tokens)
    if not (statement.dates or statement.quantities):
        own = [hit for hit in own if hit.label != VALUE]
    glossary = [hit for hit in load(statement.language, statement.script).match(tokens) if hit.table == "concept"]
    words = [*_cover_runs(own, tokens, free), *_cover_runs(glossary, tokens, free)]
    return tuple(sorted(words, key=lambda word: word.first))


def _cover_runs(hits: list[Hit], tokens: list[Token], free: list[bool]) -> Iterator[Word]:
    runs: dict[tuple[int, ...], set[str]] = {}
    for hit in hits:
        # A split phrase covers its ends, not what stands between them.
        split = "_" in hit.entry.form
        run = (hit.first, hit.last - 1) if split else tuple(range(hit.first, hit.last))
        runs.setdefault(run, set()).add(hit.label)
    for run, ids in sorted(runs.items(), key=lambda found: (-len(found[0]), found[0])):
        if all(free[index] or tokens[index].kind == "p" for index in run):
            for index in run:
                free[index] = False
            yield Word(frozenset(ids), run[0], run[-1] + 1)
