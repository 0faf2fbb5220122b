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

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

from beleg.alphabets import to_latin
from beleg.errors import LexiconError
from beleg.lexicons.tokens import Token, tokenize
from beleg.records import Language, Script

LANGUAGES: tuple[Language, ...] = ("de", "ru", "sr")
PATTERN_TABLES = (
    "say", "source", "role", "document", "anaphor", "voice", "negation", "modality", "kind", "concept", "clause",
)  # fmt: skip
VALUE_TABLES = (
    "abbreviations", "months", "weekdays", "numbers", "units", "currencies", "qualifiers", "dates", "quantities",
)  # fmt: skip
# A split verb ("teilte das Unternehmen am Montag mit") or a discontinuous phrase spans rarely more tokens than this.
MAX_GAP = 24

# Letters of Serbian Cyrillic that Latin writes as two.
DIGRAPHS = frozenset({"lj", "nj", "dž"})


class Entry(NamedTuple):
    """One phrase of a pattern table."""

    # "say", "kind", …
    table: str
    # The class within it: "claim", "metric", …
    label: str
    # As written in the file, in the script that it was loaded for; names the entry in `explain`.
    form: str
    weight: float
    # The phrase's words after the first, each with its wildcards.
    rest: tuple[str, ...]
    # Phrases that keep the entry from firing in the same sentence.
    unless: tuple[tuple[str, ...], ...]


class Hit(NamedTuple):
    """An entry that fired on a run of tokens."""

    entry: Entry
    # Index of the first token, and one past the last.
    first: int
    last: int

    @property
    def table(self) -> str:
        return self.entry.table

    @property
    def label(self) -> str:
        return self.entry.label


def fits(word: str, pattern: str) -> bool:
    """Whether a word in lower case fits one word of a phrase."""
    if pattern[-1] == "*":
        if pattern[0] == "*":
            return len(pattern) > 2 and pattern[1:-1] in word
        return word.startswith(pattern[:-1])
    if pattern[0] == "*" and len(pattern) > 1:
        return word.endswith(pattern[1:])
    return word == pattern


def _is_identifier(text: str) -> bool:
    """Whether a token is written as no word is: with a digit, or a capital behind a small letter."""
    if "-" in text or (text.isalpha() and (text.islower() or text[1:].islower() or text.isupper())):
        return False
    return any(c.isdigit() for c in text) or any(a.islower() and b.isupper() for a, b in pairwise(text))


class Lexicon:
    """A language's lexicon, ready to be matched against tokens of one script."""

    def __init__(self, language: Language, script: Script, tables: Mapping[str, Any]) -> None:
        self.language = language
        self.script = script
        # Derived Latin writes one Cyrillic letter as two: a beginning in "n" is none of a word in "nj".
        self._derived = tables.get("script", script) != script
        self.values: dict[str, Any] = {name: tables.get(name, {}) for name in VALUE_TABLES}
        self.entries: list[Entry] = []
        self._exact: dict[str, list[Entry]] = {}
        self._prefix: dict[str, list[Entry]] = {}
        self._suffix: dict[str, list[Entry]] = {}
        self._infix: list[tuple[str, Entry]] = []
        # The longest beginning or ending that an entry asks for: no more of a word is tried.
        self._longest = 0
        # Entries that can begin with a word, by the word: a token type is looked up once. Beside each stand the word
        # that must come next and one that must come at all, "" where a wildcard or a gap leaves it open: most phrases
        # are ruled out by these, before they are followed through the sentence.
        self._seen: dict[str, tuple[tuple[Entry, str, str], ...]] = {}
        for name in PATTERN_TABLES:
            for label, forms in tables.get(name, {}).items():
                for form in forms:
                    self._add(name, label, form)

    def _add(self, table: str, label: str, form: str | Mapping[str, Any]) -> None:
        weight = 1.0
        unless: tuple[tuple[str, ...], ...] = ()
        if not isinstance(form, str):
            weight = float(form.get("weight", 1.0))
            unless = tuple(tuple(phrase.split()) for phrase in form.get("unless", ()))
            form = str(form["form"])
        first, *rest = form.split()
        entry = Entry(table, label, form, weight, tuple(rest), unless)
        self.entries.append(entry)
        bare = first.strip("*")
        self._longest = max(self._longest, len(bare))
        if not bare or first == "_":
            raise LexiconError(
                f"[{table}] {label}: {form!r} begins with a wildcard alone", path=f"{self.language}.toml"
            )
        if first.startswith("*") and first.endswith("*"):
            self._infix.append((bare, entry))
        elif first.endswith("*"):
            self._prefix.setdefault(bare, []).append(entry)
        elif first.startswith("*"):
            self._suffix.setdefault(bare, []).append(entry)
        else:
            self._exact.setdefault(bare, []).append(entry)

    def _starting(self, token: Token) -> tuple[tuple[Entry, str, str], ...]:
        found = self._seen.get(token.text)
        if found is None:
            word = token.low
            entries = list(self._exact.get(word, ()))
            # An identifier ("PrivateUse1", "OpenShift") is no form of the word that it begins with.
            whole = _is_identifier(token.text)
            for length in () if whole else range(1, min(len(word), self._longest) + 1):
                if not (self._derived and word[length - 1 : length + 1] in DIGRAPHS):
                    entries += self._prefix.get(word[:length], ())
                entries += self._suffix.get(word[-length:], ())
            entries += [entry for part, entry in self._infix if part in word and not whole]
            found = self._seen[token.text] = tuple((entry, *_demands(entry.rest)) for entry in entries)
        return found

    def match(self, tokens: Sequence[Token]) -> list[Hit]:
        """Every entry that fires on a sentence's tokens, in the order of the text.

        Args:
            tokens: The tokens of one sentence; gaps do not reach beyond it.
        """
        hits: list[Hit] = []
        words = [token.low for token in tokens]
        present = set(words)
        for first, token in enumerate(tokens):
            follows = words[first + 1] if first + 1 < len(words) else ""
            for entry, after, later in self._starting(token):
                if (after and after != follows) or (later and later not in present):
                    continue
                last = _end(words, first + 1, entry.rest)
                if last is not None and not (entry.unless and _occurs_any(words, entry.unless)):
                    hits.append(Hit(entry, first, last))
        return hits


def _demands(rest: Sequence[str]) -> tuple[str, str]:
    """The word that a phrase's first one must be followed by, and the last that it needs; "" for a wildcard."""
    exact = ["" if "*" in pattern or pattern == "_" else pattern for pattern in rest]
    return (exact[0], exact[-1]) if exact else ("", "")


def _end(words: Sequence[str], at: int, rest: Sequence[str]) -> int | None:
    """Where a phrase ends that goes on with `rest` at `at`; None if it does not."""
    for index, pattern in enumerate(rest):
        if pattern == "_":
            after = rest[index + 1 :]
            for start in range(at, min(at + MAX_GAP, len(words)) + 1):
                end = _end(words, start, after)
                if end is not None:
                    return end
            return None
        if at >= len(words) or not fits(words[at], pattern):
            return None
        at += 1
    return at


def _occurs_any(words: Sequence[str], phrases: Iterable[Sequence[str]]) -> bool:
    return any(
        fits(words[at], phrase[0]) and _end(words, at + 1, phrase[1:]) is not None
        for phrase in phrases
        for at in range(len(words))
    )


def read_tables(language: str) -> dict[str, Any]:
    """The tables of a lexicon file as written.

    Raises:
        LexiconError: The file is no TOML or has a table that no step reads.
    """
    path = f"{language}.toml"
    try:
        tables = tomllib.loads(resources.files(__package__).joinpath(path).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LexiconError(f"no TOML: {error}", path=path) from error
    unknown = set(tables) - {*PATTERN_TABLES, *VALUE_TABLES, "language", "script"}
    if unknown:
        raise LexiconError(f"unknown tables: {', '.join(sorted(unknown))}", path=path)
    return tables


def _in_latin(value: Any) -> Any:
    """A table in Latin script: keys and words are converted, class names (ASCII) stay as they are."""
    if isinstance(value, str):
        return to_latin(value)
    if isinstance(value, Mapping):
        return {to_latin(key): _in_latin(inner) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [_in_latin(inner) for inner in value]
    return value


@cache
def load(language: Language, script: Script) -> Lexicon:
    """The lexicon for articles of a language in a script; loaded once a process.

    Raises:
        LexiconError: The file is missing or malformed.
    """
    tables = read_tables(language)
    if tables.get("script") == "Cyrl" and script == "Latn":
        tables = _in_latin(tables)
    return Lexicon(language, script, tables)


def phrases(lexicon: Lexicon, table: str) -> Iterator[Entry]:
    """The entries of one pattern table."""
    return (entry for entry in lexicon.entries if entry.table == table)


__all__ = ["LANGUAGES", "Entry", "Hit", "Lexicon", "Token", "fits", "load", "phrases", "read_tables", "tokenize"]
