"""Load a lexicon: what one language has for the steps to look for, as data.

A lexicon is one TOML file a language (`de.toml`, `ru.toml`, `sr.toml`), with the same tables in all of them. Serbian is
written in Cyrillic; the Latin forms are derived when it is loaded for an article in Latin script.

Two sorts of tables:

- *Pattern tables* (`PATTERN_TABLES`): `class = [entries]`. An entry is a phrase, or `{ form = "…", weight = 0.6,
  unless = ["…"] }`; `unless` is a veto: the entry does not fire in a sentence where one of those phrases occurs. A phrase
  is words in lower case; `word*` matches a beginning, `*word` an ending, `*word*` a part of a word, `_` a gap of up to
  `MAX_GAP` tokens within the sentence.
- *Value tables* (`VALUE_TABLES`): words that stand for a number, a unit, a month; read by `extract.values`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from beleg.alphabets import to_latin
from beleg.errors import LexiconError
from beleg.lexicons.phrases import Entry, Hit, Line, Phrases, fits, occurs_any
from beleg.lexicons.tokens import REMEMBERED, Token, tokenize
from beleg.records import Language, Script
from beleg.tomlfile import own_tables

LANGUAGES: tuple[Language, ...] = ("de", "ru", "sr")
PATTERN_TABLES = (
    "say", "source", "role", "document", "anaphor", "voice", "negation", "modality", "kind", "concept", "sequel", "clause",
)  # fmt: skip
VALUE_TABLES = (
    "abbreviations", "months", "weekdays", "numbers", "units", "currencies", "qualifiers", "dates", "quantities",
)  # fmt: skip
# Letters of Serbian Cyrillic that Latin writes as two.
DIGRAPHS = frozenset({"lj", "nj", "dž"})


# What may begin with a word: entries of this word alone, or phrases.
_Starts: TypeAlias = tuple[tuple[Entry, ...], Phrases | None]


def _is_identifier(text: str) -> bool:
    """Whether a token is written as no word is: with a digit, or a capital behind a small letter."""
    if "-" in text or (text.isalpha() and (text.islower() or text[1:].islower() or text.isupper())):
        return False
    return any(c.isdigit() for c in text) or any(a.islower() and b.isupper() for a, b in pairwise(text))


class Lexicon:
    """A language's lexicon, ready to be matched against tokens of one script."""

    def __init__(
        self, language: Language, script: Script, tables: Mapping[str, Any], patterns: Sequence[str] = PATTERN_TABLES
    ) -> None:
        self.language = language
        self.script = script
        # Derived Latin writes one Cyrillic letter as two: a beginning in "n" is none of a word in "nj".
        self._derived = tables.get("script", script) != script
        self.values: dict[str, Any] = {name: tables.get(name, {}) for name in VALUE_TABLES}
        self.entries: list[Entry] = []
        # Entries by their first word: in full, by its beginning, its ending, a part of it.
        self._exact: dict[str, list[Entry]] = {}
        self._prefix: dict[str, list[Entry]] = {}
        self._suffix: dict[str, list[Entry]] = {}
        self._infix: dict[str, list[Entry]] = {}
        # The longest beginning or ending that an entry asks for: no more of a word is tried.
        self._longest = 0
        # Those of them that go on and were met, by their first words as these are written.
        self._met: dict[tuple[str, ...], Phrases] = {}
        # What may begin with a word, by the word: a token type is looked up once.
        self._seen: dict[str, _Starts] = {}
        for name in patterns:
            for label, forms in tables.get(name, {}).items():
                self._add(name, label, forms)

    def _add(self, table: str, label: str, forms: Iterable[str | Mapping[str, Any]]) -> None:
        # Tens of thousands of entries are added whenever a command starts, so that little is done for each.
        add, exact, prefix = self.entries.append, self._exact, self._prefix
        for form in forms:
            weight = 1.0
            unless: tuple[tuple[str, ...], ...] = ()
            if not isinstance(form, str):
                weight = float(form.get("weight", 1.0))
                unless = tuple(tuple(phrase.split()) for phrase in form.get("unless", ()))
                form = str(form["form"])  # noqa: PLW2901 - the entry's own
            words = form.split()
            first = words[0]
            # The same few words go on thousands of phrases.
            rest = tuple(map(sys.intern, words[1:])) if len(words) > 1 else ()
            entry = Entry._make((table, label, form, weight, rest, unless))
            add(entry)
            bare = first.strip("*")
            self._longest = max(self._longest, len(bare))
            if not bare or first == "_":
                raise LexiconError(
                    f"[{table}] {label}: {form!r} begins with a wildcard alone", path=f"{self.language}.toml"
                )
            where = exact
            if first[0] == "*":
                where = self._infix if first[-1] == "*" else self._suffix
            elif first[-1] == "*":
                where = prefix
            same = where.get(bare)
            if same is None:
                where[bare] = [entry]
            else:
                same.append(entry)

    def _starting(self, token: Token) -> _Starts:
        found = self._seen.get(token.text)
        if found is None:
            if len(self._seen) > REMEMBERED:
                self._seen.clear()
            word = token.low
            given = [(word, self._exact[word])] if word in self._exact else []
            # An identifier ("PrivateUse1", "OpenShift") is no form of the word that it begins with.
            if not _is_identifier(token.text):
                for length in range(1, min(len(word), self._longest) + 1):
                    head, tail = word[:length], word[-length:]
                    if head in self._prefix and not (self._derived and word[length - 1 : length + 1] in DIGRAPHS):
                        given.append((f"{head}*", self._prefix[head]))
                    if tail in self._suffix:
                        given.append((f"*{tail}", self._suffix[tail]))
                given += [(f"*{part}*", entries) for part, entries in self._infix.items() if part in word]
            entries = [entry for _, some in given for entry in some]
            goes_on = any(entry.rest for entry in entries)
            # Words that begin with the same stem share what comes next.
            phrases = self._phrases(tuple([first for first, _ in given]), entries) if goes_on else None
            found = self._seen[token.text] = (() if goes_on else tuple(entries), phrases)
        return found

    def _phrases(self, firsts: tuple[str, ...], entries: list[Entry]) -> Phrases:
        """Entries laid out by how they go on behind their first word."""
        found = self._met.get(firsts)
        if found is None:
            found = self._met[firsts] = Phrases(entries)
        return found

    def alone(self, token: Token) -> list[Entry]:
        """Every entry that fires on a token by itself."""
        entries, phrases = self._seen.get(token.text) or self._starting(token)
        return [
            entry
            for entry in (phrases.entries if phrases else entries)
            if not (entry.rest or (entry.unless and occurs_any(Line([token.low]), entry.unless)))
        ]

    def match(self, tokens: Sequence[Token]) -> list[Hit]:
        """Every entry that fires on a sentence's tokens, in the order of the text.

        Args:
            tokens: The tokens of one sentence; gaps do not reach beyond it.
        """
        hits: list[Hit] = []
        line = Line([token.low for token in tokens])
        seen = self._seen
        for first, token in enumerate(tokens):
            entries, phrases = seen.get(token.text) or self._starting(token)
            if entries:
                hits += [Hit(entry, first, first + 1, entry.table, entry.label) for entry in entries]
            elif phrases:
                phrases.fire(line, first, hits)
        vetoes = {hit.entry.unless for hit in hits if hit.entry.unless}
        if not vetoes:
            return hits
        vetoed = {unless for unless in vetoes if occurs_any(line, unless)}
        return [hit for hit in hits if hit.entry.unless not in vetoed]


def read_tables(language: str) -> dict[str, Any]:
    """The tables of a lexicon file as written.

    Raises:
        LexiconError: The file is no TOML or has a table that no step reads.
    """
    path = f"{language}.toml"
    tables = own_tables(__package__, path)
    unknown = set(tables) - {*PATTERN_TABLES, *VALUE_TABLES, "language", "script"}
    if unknown:
        raise LexiconError(f"unknown tables: {', '.join(sorted(unknown))}", path=path)
    return tables


def in_latin(value: Any) -> Any:
    """A table in Latin script: keys and words are converted, class names (ASCII) stay as they are."""
    if isinstance(value, str):
        return to_latin(value)
    if isinstance(value, Mapping):
        return {to_latin(key): in_latin(inner) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [in_latin(inner) for inner in value]
    return value


# Of a language in two scripts, the second is mostly loaded right after the first.
_tables = lru_cache(maxsize=1)(read_tables)


@cache
def load(language: Language, script: Script) -> Lexicon:
    """The lexicon for articles of a language in a script; loaded once a process.

    Raises:
        LexiconError: The file is missing or malformed.
    """
    tables = _tables(language)
    if tables.get("script") == "Cyrl" and script == "Latn":
        tables = in_latin(tables)
    return Lexicon(language, script, tables)


def phrases(lexicon: Lexicon, table: str) -> Iterator[Entry]:
    """The entries of one pattern table."""
    return (entry for entry in lexicon.entries if entry.table == table)


__all__ = ["LANGUAGES", "Entry", "Hit", "Lexicon", "Token", "fits", "load", "phrases", "read_tables", "tokenize"]
