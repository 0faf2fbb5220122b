"""The names register: generally known names and a project's own, with their spellings, owners and rivals.

`names.toml` tells how an entry is written. A project's `sources/names.toml` has the same form and goes first.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from beleg.alphabets import has_cyrillic, to_latin
from beleg.errors import IngestError, LexiconError
from beleg.tomlfile import own_tables, tables_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from beleg.records import Language, Script

TYPES = ("organisation", "authority", "laboratory", "medium", "product", "technical", "person", "place")
_KEYS: dict[str, type] = {
    "aliases": list,
    "owner": str,
    "maker": str,
    "rivals": list,
    "customers": list,
    "ordinary": bool,
    "called": dict,
    "agency": list,
    "releases": list,
}
_AGENCIES: Mapping[str, Literal["news", "releases"]] = {"agency": "news", "releases": "releases"}
_EXPECTED: dict[type, str] = {
    list: "a list of texts",
    str: "a text",
    bool: "true or false",
    dict: "a table of languages",
}
# What examples in messages write: a value of each type, and a name.
_SHOWN: dict[type, str] = {list: '["…", "…"]', str: '"…"', bool: "true", dict: '{ de = "…", sr = "…" }'}
# The languages of readers, and whether they write names in Cyrillic letters; the Latin of Serbian is derived.
_CALLED_IN = {"de": False, "en": False, "ru": True, "sr": True}
_EXAMPLE = "Elmvik"
# Final vowels and the soft sign change with the case: Latin, then Cyrillic а е ё и о у ы ь э ю я.
_VOWELS = "aeiou\u0430\u0435\u0451\u0438\u043e\u0443\u044b\u044c\u044d\u044e\u044f"
# A stem shorter than this belongs to too many words.
_SHORTEST_STEM = 3
_INFLECTED: tuple[tuple[Language, Script], ...] = (("sr", "Latn"), ("sr", "Cyrl"), ("ru", "Cyrl"))
_CYRILLIC = re.compile("[\u0400-\u04ff]")
# The ending that Serbian and Russian hang on a name in Latin letters ("TorchNeuron-a", "AWS-ovim").
_SUFFIX = re.compile(r"[-\u2010\u2011][a-zčćđšž\u0430-\u045f]{1,5}\Z")
_BETWEEN = re.compile(r"[\s\u00ad„“”\"«»'’‘]+")


class Known(NamedTuple):
    """An entry of the register."""

    name: str
    # One of `TYPES`.
    type: str
    owner: str | None
    maker: str | None
    customers: tuple[str, ...]
    # What readers of a language call it, in the nominative; Serbian in Cyrillic letters.
    called: Mapping[str, str]
    # Of a news agency, "news"; of a service that sends out the press releases of others, "releases"; None for the rest.
    agency: Literal["news", "releases"] | None = None


def key_of(form: str) -> str:
    """A form for comparison: lower case, one kind of blank and no quotation marks, ё as е."""
    return _BETWEEN.sub(" ", form).strip().casefold().replace("\u0451", "\u0435")


@cache
def name_words() -> Mapping[str, Mapping[str, Any]]:
    """The word lists of `name_words.toml`, as written."""
    return own_tables("beleg.lexicons", "name_words.toml")


@cache
def gazetteer() -> Mapping[str, Mapping[str, str]]:
    """Given names and places beside those of `name_words.toml`, as written in `gazetteer.toml`."""
    return own_tables("beleg.lexicons", "gazetteer.toml")


@cache
def endings_of(language: Language, script: Script, *, small: bool = False) -> tuple[str, ...]:
    """Case endings of names in a language, longest first; none in German, whose genitive is treated apart.

    Without those of adjectives for names that begin with a small letter: in every case, "сербская таможня" is a description
    as often as a name.
    """
    words = name_words()[language]
    found = words.get("endings", "") if small else f"{words.get('endings', '')} {words.get('known_endings', '')}"
    if language == "sr" and script == "Latn":
        found = to_latin(found)
    return tuple(sorted(found.split(), key=len, reverse=True))


class Register:
    """Known names, found by any of their spellings, also with case endings."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._exact: dict[str, str] = {}
        # Forms in capitals, which small letters never stand for ("MIT", "mit").
        self._capitals: set[str] = set()
        # Words of a form without their final vowels, for forms with endings.
        self._stems: dict[tuple[str, ...], str] = {}
        # Spellings that only the tag of an agency has ("Beta", "ots"), each with whether it is written in Cyrillic.
        self._tags: dict[str, tuple[str, bool]] = {}
        self._rivals: set[frozenset[str]] = set()
        # Of everything that was taken in: registers of one digest know the same.
        self.digest = b""
        # Of how many words the longest form is that begins with a word, by that word and by its stems; the forms that
        # begin with a small letter apart.
        self.starts: dict[str, int] = {}
        self.small_starts: dict[str, int] = {}

    def add(self, text: str, path: str, tables: Mapping[str, Any] | None = None) -> None:
        """Take in a file; what is there already stays.

        Args:
            text: The file's text, TOML as `names.toml` tells.
            path: What messages call the file.
            tables: What the text says, where that is known.

        Raises:
            LexiconError: The file or an entry is malformed; the message names the file, the line and the entry.
        """
        tables = _parse(text, path) if tables is None else tables
        self.digest = blake2b(text.encode(), key=self.digest, digest_size=16).digest()
        unknown = set(tables) - {*TYPES, "rivals"}
        if unknown:
            raise LexiconError(
                f"[{min(unknown)}] is no type of names",
                path=path,
                line=_line_of_table(text, min(unknown)),
                hint=f"The headings are {', '.join(TYPES)} and rivals",
            )
        for heading, table in tables.items():
            if not isinstance(table, dict):
                line = f'batteries = ["{_EXAMPLE}", "Kiyo"]' if heading == "rivals" else f'"{_EXAMPLE}" = {{}}'
                raise LexiconError(
                    f"`{heading}` is no table, but {'a list' if isinstance(table, list) else 'a value'}",
                    path=path, line=_line_of_table(text, heading),
                    hint=f"Write the heading [{heading}] on a line of its own, and below it lines such as {line}",
                )  # fmt: skip
        pairs: list[tuple[str, str]] = []
        for kind in TYPES:
            for name, entry in tables.get(kind, {}).items():
                _check(name, entry, path, text)
                if (known := self._known.get(name)) is not None:
                    self._known[name] = known._replace(called={**entry.get("called", {}), **known.called})
                else:
                    self._known[name] = Known(
                        name, kind, entry.get("owner"), entry.get("maker"), tuple(entry.get("customers", ())),
                        entry.get("called", {}),
                        next((kind for key, kind in _AGENCIES.items() if key in entry), None),
                    )  # fmt: skip
                own = () if entry.get("ordinary") else (name,)
                for form in (*own, *entry.get("aliases", ()), *entry.get("called", {}).values()):
                    self._index(form, name)
                if _AGENCIES.keys() & entry:
                    for tag in (name, *(tag for key in _AGENCIES for tag in entry.get(key, ()))):
                        for form in (tag, to_latin(tag)):
                            self._tags.setdefault(key_of(form), (name, has_cyrillic(tag)))
                pairs += [(name, rival) for rival in entry.get("rivals", ())]
        for label, group in tables.get("rivals", {}).items():
            if not _is_strings(group):
                raise LexiconError(
                    f"[rivals] {label}: expected a list of names", path=path, line=_line_of(text, label),
                    hint=f'Write {label} = ["{_EXAMPLE}", "Kiyo"]',
                )  # fmt: skip
            pairs += [(one, other) for index, one in enumerate(group) for other in group[index + 1 :]]
        self._rivals.update(frozenset(pair) for pair in pairs)

    def _index(self, form: str, name: str) -> None:
        forms = {form, to_latin(form)} if _CYRILLIC.search(form) else {form}
        for one in sorted(forms):
            key = key_of(one)
            if not one.isupper():
                self._capitals.discard(key)
            elif one.isalpha() and key not in self._exact:
                self._capitals.add(key)
            self._exact.setdefault(key, name)
            words = tuple(key.split())
            # An abbreviation takes endings after a hyphen only ("AWS-a"); without its vowel it would fit other words.
            if not (one.isupper() and len(one) < 5):
                self._stems.setdefault(tuple(_stem(word) for word in words), name)
                for language, script in _INFLECTED:
                    endings = endings_of(language, script, small=one[:1].islower())
                    self._stems.setdefault(tuple(_without(word, endings) for word in words), name)
            stems = {words[0], _stem(words[0])}
            small = one[:1].islower()
            stems.update(_without(words[0], endings_of(*tongue, small=small)) for tongue in _INFLECTED)
            starts = self.small_starts if small else self.starts
            for stem in stems:
                starts[stem] = max(starts.get(stem, 0), len(words))

    def canonical(self, form: str, language: Language, script: Script) -> str | None:
        """The international spelling of a known name, whatever its case ending; None if it is not known."""
        key = key_of(form)
        found = self._exact.get(key)
        if found is not None:
            # "mit" is a preposition, "MIT" a university.
            return found if key not in self._capitals or form.isupper() else None
        bare = _SUFFIX.sub("", key)
        if bare != key and bare in self._exact:
            return self._exact[bare]
        if language == "de":
            return self._genitive(key) or (self._exact.get(key.replace("-", " ")) if "-" in key else None)
        if len(form) < 5 and form.isupper():
            return None
        alphabet: Script = script if _CYRILLIC.search(form) or language == "sr" else "Latn"
        endings = endings_of(language, alphabet, small=form[:1].islower())
        return self._stems.get(tuple(_without(word, endings) for word in key.split()))

    def agency(self, form: str, language: Language, script: Script) -> str | None:
        """The agency that a form stands for in an agency's tag ("Beta"); None if it is none's."""
        name, cyrillic = self._tags.get(key_of(form), (None, False))
        # A German "(Beta)" is no agency.
        if name is None or (cyrillic and language == "de"):
            name = self.canonical(form, language, script)
        return name if name is not None and self.agency_kind(name) is not None else None

    def agency_kind(self, name: str) -> Literal["news", "releases"] | None:
        """What a name in its international spelling sends out if it is an agency; None for any other."""
        known = self._known.get(name)
        return known.agency if known else None

    def _genitive(self, key: str) -> str | None:
        for ending in ("s", "'", "’", "'s"):
            bare = key.removesuffix(ending)
            # "MAN" has no genitive that a small "mans" could be.
            if bare != key and len(bare) > 3 and bare not in self._capitals and bare in self._exact:
                return self._exact[bare]
        return None

    def known(self, name: str) -> Known | None:
        """The entry of a name in its international spelling."""
        return self._known.get(name)

    def type(self, name: str) -> str | None:
        """The type of a name in its international spelling, one of `TYPES`; None if it is not known."""
        known = self._known.get(name)
        return known.type if known else None

    def owner(self, name: str) -> str | None:
        """Whom a name belongs to, or who makes it, one step up."""
        known = self._known.get(name)
        return (known.owner or known.maker) if known else None

    def party(self, name: str) -> str:
        """The party behind a name: its owners followed to the top (Trainium → AWS → Amazon)."""
        seen = {name}
        while (above := self.owner(name)) and above not in seen:
            seen.add(above)
            name = above
        return name

    def rivals(self, one: str, other: str) -> bool:
        """Whether two names, or names above them, compete; parts of one party never do."""
        if self.party(one) == self.party(other):
            return False
        return any(frozenset((a, b)) in self._rivals for a in self._upwards(one) for b in self._upwards(other))

    def customer(self, name: str, vendor: str) -> bool:
        """Whether a name is known to buy from a vendor, or from what the vendor owns."""
        return any(name in known.customers for above in self._upwards(vendor) if (known := self._known.get(above)))

    def called(self) -> Mapping[str, Mapping[str, str]]:
        """What readers of a language call names that have another name there, by name and language."""
        return {known.name: known.called for known in self._known.values() if known.called}

    def _upwards(self, name: str | None) -> Iterator[str]:
        seen: set[str] = set()
        while name and name not in seen:
            seen.add(name)
            yield name
            name = self.owner(name)

    def __len__(self) -> int:
        return len(self._known)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > _SHORTEST_STEM and word[-1] in _VOWELS else word


def _without(word: str, endings: tuple[str, ...]) -> str:
    if not word.endswith(endings):
        return word
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and key_of(one) for one in value)


def _line_of(text: str, start: str) -> int | None:
    """The 1-based line that begins with something; None if there is none."""
    return next((number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start)), None)


def _line_of_table(text: str, name: str) -> int | None:
    """The 1-based line that opens a table, or a list of tables, or assigns its name."""
    match = re.search(rf"^[ \t]*(?:\[\[?[ \t]*)?[\"']?{re.escape(name)}[\"']?[ \t]*[\].=]", text, re.MULTILINE)
    return text.count("\n", 0, match.start()) + 1 if match else None


def _check(name: str, entry: object, path: str, text: str) -> None:
    def wrong(message: str, hint: str = "") -> LexiconError:
        return LexiconError(f"{name!r}: {message}", path=path, line=_line_of(text, f'"{name}"'), hint=hint)

    if not key_of(name):
        raise wrong("a name without a letter", f'Write "{_EXAMPLE}" = {{}}')
    if not isinstance(entry, dict):
        raise wrong("expected { … } after the equals sign", f'Write "{name}" = {{}}')
    for key, value in entry.items():
        if key not in _KEYS:
            raise wrong(f"unknown key {key!r}", f"The keys are {', '.join(_KEYS)}")
        kind = _KEYS[key]
        right = _is_strings(value) if kind is list else isinstance(value, kind) and value != ""
        if not right:
            raise wrong(f"{key} must be {_EXPECTED[kind]}", f"Write {key} = {_SHOWN[kind]}")
    for language, form in entry.get("called", {}).items():
        if language not in _CALLED_IN:
            raise wrong(f"called: unknown language {language!r}", f"The languages are {', '.join(_CALLED_IN)}")
        if not isinstance(form, str) or not key_of(form):
            raise wrong(f"called.{language} must be a text", f'Write called = {{ {language} = "…" }}')
        if has_cyrillic(form) != _CALLED_IN[language]:
            letters = "Cyrillic" if _CALLED_IN[language] else "Latin"
            more = "; the Latin of Serbian is derived from it" if language == "sr" else ""
            raise wrong(f"called.{language} must be in {letters} letters: {form}", f"Write the name in {letters}{more}")


def _parse(text: str, path: str) -> dict[str, Any]:
    try:
        return tables_of(text, path, 'An entry is written "Name" = { aliases = ["other spelling"] }')
    except IngestError as error:
        raise LexiconError(error.message, path=path, line=error.line, hint=error.hint) from error


def load_register(extra: Path | None = None, *, shipped: bool = True) -> Register:
    """The shipped names, and before them those of a project's file; the same for the same names.

    Args:
        extra: The project's `sources/names.toml`; None, or a file that is not there, adds nothing.
        shipped: Whether to take in the shipped names; False leaves the register to the project's own.

    Raises:
        LexiconError: A file can't be read or is malformed; the message names the file, the line or the entry.
    """
    if extra is None:
        return _made(None, "", shipped)
    path = f"sources/{extra.name}"
    try:
        text = text_of(extra, path)
    except IngestError as error:
        raise LexiconError(error.message, path=path, line=error.line, hint=error.hint) from error
    return _made(text, "" if text is None else path, shipped)


# A project has one file, which may change while the process lasts.
@lru_cache(maxsize=8)
def _made(text: str | None, path: str, shipped: bool) -> Register:
    register = Register()
    if text is not None:
        register.add(text, path)
    if shipped:
        names = "names.toml"
        text = resources.files(__package__).joinpath(names).read_text("utf-8")
        register.add(text, names, own_tables(__package__, names))
    return register
