"""Find the names of an article and bring them to international spelling.

What makes a word a name differs: in Serbian and Russian a capital inside a sentence does, in German, where every noun
has one, only a slot does (after "Firma", before "zufolge", beside a given name, …). The lists behind this are data:
`lexicons/name_words.toml`. Names of the register are found by their forms, whatever the language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from beleg.alphabets import romanize_ru, to_latin
from beleg.lexicons.register import name_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from beleg.lexicons import Lexicon, Token
    from beleg.lexicons.register import Register
    from beleg.records import Language, Script

NameType: TypeAlias = Literal["organisation", "person", "product", "technical", "unknown"]
Shape: TypeAlias = Literal["", "low", "cap", "sign"]
_TYPES: dict[str, NameType] = {
    "organisation": "organisation", "authority": "organisation", "laboratory": "organisation", "medium": "organisation",
    "product": "product", "technical": "technical", "person": "person",
}  # fmt: skip
# Roles of the lexicon whose nouns stand before an organisation ("Hersteller Elmvik").
_ORGANISATIONS = frozenset({"vendor", "customer", "partner", "competitor", "authority", "laboratory", "medium"})

# A call, a keyword argument, a piece of code: `.to("neuron")`, `xla_device()`, `dynamic=False`.
_CODE = re.compile(
    r"""(?<!\w)\.[a-z_]\w*\((?:"[^"\s]{1,30}"|'[^'\s]{1,30}'|\w{0,30})\)|\b[A-Za-z_][\w.]*[\w]\(\)"""
    r"""|\b[a-z_]\w*=(?:"[^"\s]{1,30}"|'[^'\s]{1,30}'|\w+)"""
)
_BACKTICKS = re.compile(r"`([^`\s]{2,60})`")
_DOTTED = re.compile(r"[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+\Z")
# A capital within a word: DeviceMesh, DTensor, macOS.
_CAMEL = re.compile(r"[a-zа-яäöüčćšžđ][A-Z]|[A-Z]{2}[a-z]{3}")
_NO_SIGN = re.compile(r"[QqHv]\d|[vV]\d+|[A-Z]\d?\Z|\w+Innen\Z|[IVXLC]+\Z|-?\w\Z")
_HYPHEN = re.compile("[-\u2010\u2011]")
_OPENING = '„“«"»”'
_CLOSING = '“”»"«'
# Marks after which a sentence begins anew.
_RESTART = frozenset(":–—•-")
# The longest name of the register that is looked for, in tokens.
_LONGEST = 14
# How many token types a process remembers before it starts afresh.
_REMEMBERED = 200_000
# Points from which a German noun is a name (see `_Finder._german`).
_ENOUGH = 2.0


class NameFound(NamedTuple):
    """A name in a text."""

    start: int
    end: int
    # In international spelling.
    name: str
    type: NameType


class _Look(NamedTuple):
    """What a token tells by itself."""

    shape: Shape
    # Without a case suffix, and without the common second part of a German compound.
    core: str
    # An ordinary word of the language.
    common: bool = False
    place: bool = False
    # Given names that it can be: nominative, "m" or "f".
    given: tuple[tuple[str, str], ...] = ()
    # Its class in the lexicon's table of roles, or "".
    role: str = ""
    # Whether case endings may hang on it.
    inflects: bool = False
    # Whether it is a verb of saying.
    speaks: bool = False
    # Of how many words the longest name of the register is that may begin with it; 0 for none.
    longest: int = 0
    # Descriptive names of institutions that may begin with it: stems of their words, and the English pattern.
    institutions: tuple[tuple[tuple[str, ...], str], ...] = ()


class _Words(NamedTuple):
    """The word lists of a language in a script."""

    lists: dict[str, frozenset[str]]
    given: dict[str, tuple[tuple[str, str], ...]]
    places: frozenset[str]
    place_stems: frozenset[str]
    endings: tuple[str, ...]
    suffixes: frozenset[str]
    undo: dict[str, tuple[tuple[str, str], ...]]
    # The stems of the words of descriptive names, and their English patterns.
    institutions: tuple[tuple[tuple[str, ...], str], ...]
    # Names of places of several words, as stems.
    place_pairs: frozenset[tuple[str, ...]]
    # Endings of a noun, and of an adjective before it.
    adjectives: tuple[tuple[str, str], ...]
    # Stems of nouns of institutions, and their nominative.
    heads: dict[str, str]
    common_endings: tuple[str, ...]


@dataclass(slots=True)
class _Run:
    """Tokens that stand for one name."""

    start: int
    end: int
    looks: list[_Look]
    # The word before, in lower case; "" where a sentence begins.
    before: str = ""
    # The role of the word before.
    role: str = ""
    # A number that belongs to the name ("Halo 2").
    number: str = ""
    quoted: bool = False
    person: bool = False
    # The name from the register, where it is one.
    known: str = ""
    # The English pattern of the institution whose proper part this is.
    institution: str = ""
    # The case that it stands in, where that is sure.
    case: str = ""


def find_names(
    text: str, sentences: Sequence[Sequence[Token]], lexicon: Lexicon, register: Register, also: Iterable[str] = ()
) -> tuple[NameFound, ...]:
    """The names of a whole article, in the order of the text, none inside another.

    Args:
        text: The article's text, which all offsets count in.
        sentences: The tokens of each sentence, headings and items among them.
        lexicon: The lexicon for the article's language and script.
        register: Known names.
        also: Names known for this article alone, as its publisher, in international spelling.
    """
    return _finder(lexicon, register).find(text, sentences, tuple(also))


@lru_cache(maxsize=12)
def _finder(lexicon: Lexicon, register: Register) -> _Finder:
    return _Finder(lexicon, register)


@cache
def _words_of(language: Language, script: Script) -> _Words:
    tables = name_words()
    own = dict(tables[language])
    if language == "sr" and script == "Latn":
        own = _latin(own)
    both = tables["any"]
    lists = {key: frozenset(value.split()) for key, value in (both | own).items() if isinstance(value, str)}
    lists["common"] = frozenset(word.casefold() for word in lists.get("common", ()))
    lists["heads"] = frozenset(word.lower() for word in lists["heads"])
    given: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for gender in ("masculine", "feminine"):
        names = own[gender].split()
        if language == "de" or script == "Latn":
            names += both[gender].split()
        for name in names:
            given[name].add((name, gender[0]))
            for ending, forms in own.get(f"{gender}_forms", ()):
                if name.endswith(ending):
                    stem = name.removesuffix(ending)
                    for form in forms.split():
                        given[stem + form].add((name, gender[0]))
                    break
    places = frozenset(place.strip().lower().replace("ё", "е") for place in own["places"].split(","))
    endings = tuple(sorted(own.get("endings", "").split(), key=len, reverse=True))
    institutions = tuple(
        (tuple(_stem(word) for word in words.lower().split()), english) for words, english in own["institutions"]
    )
    pairs = frozenset(tuple(_without(word, endings) for word in place.split()) for place in places if " " in place)
    return _Words(
        lists,
        {form: tuple(sorted(found)) for form, found in given.items()},
        places,
        frozenset(_without(place, endings) for place in places),
        endings,
        lists.get("suffixes", frozenset()),
        {key.removeprefix("undo_"): tuple(map(tuple, value)) for key, value in own.items() if key.startswith("undo_")},
        institutions,
        pairs,
        tuple(map(tuple, own.get("adjectives", ()))),
        {_without(head, endings): head for head in sorted(lists["heads"])},
        tuple(own.get("common_endings", "").split()),
    )


def _latin(value: Any) -> Any:
    if isinstance(value, str):
        return to_latin(value)
    if isinstance(value, list):
        return [_latin(inner) for inner in value]
    return {key: _latin(inner) for key, inner in value.items()}


def _without(word: str, endings: tuple[str, ...]) -> str:
    """A word in lower case without its case ending; at least three letters stay."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _stem(word: str) -> str:
    """The part of a word in lower case that its cases share, for words known to be nouns or adjectives."""
    return word[:-2] if len(word) > 5 else word[:-1] if len(word) > 3 else word


def _undone(word: str, rules: Iterable[tuple[str, str]]) -> str:
    """A word with the first ending that fits replaced."""
    for ending, nominative in rules:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word.removesuffix(ending) + nominative
    return word


class _Finder:
    """Finds names in articles of one language and script."""

    def __init__(self, lexicon: Lexicon, register: Register) -> None:
        self.lexicon = lexicon
        self.register = register
        self.language = lexicon.language
        self.script = lexicon.script
        self.words = _words_of(lexicon.language, lexicon.script)
        self.german = lexicon.language == "de"
        self._looks: dict[str, _Look] = {}
        lists = self.words.lists
        self.cases = {
            word: case
            for case in ("genitive", "dative", "locative", "instrumental", "accusative")
            for word in lists.get(case, ())
        }

    # --- one token ----------------------------------------------------------------------------------------------------

    def look(self, token: Token) -> _Look:
        found = self._looks.get(token.text)
        if found is None:
            if len(self._looks) > _REMEMBERED:
                self._looks.clear()
            found = self._looks[token.text] = self._judge(token) if token.kind == "w" else _Look("", token.text)
        return found

    def _judge(self, token: Token) -> _Look:
        text = token.text
        lists = self.words.lists
        if text in lists["plain"] or text in lists["functions"]:
            return _Look("", text, common=True)
        core, cut = self._core(text)
        if core != text and core in lists["plain"]:
            return _Look("", core, common=True)
        shape = self._shape(core, cut=cut)
        low = core.lower().replace("ё", "е")
        hits = self.lexicon.match([token])
        role = next((hit.label for hit in hits if hit.table == "role"), "")
        speaks = any(hit.table == "say" for hit in hits)
        longest = self._longest(text, low)
        institutions = tuple(
            one for one in self.words.institutions if low.startswith(one[0][0]) and len(low) - len(one[0][0]) < 6
        )
        if shape != "cap":
            common = bool(hits) and shape != "sign"
            return _Look(
                shape, core, common, role=role, speaks=speaks, longest=longest, institutions=institutions,
                place=shape == "sign" and low in self.words.places,
            )  # fmt: skip
        inflects = not self.german and (self.script == "Latn" or not core.isascii())
        common = not cut and (bool(hits) or self._is_common(low))
        place = low in self.words.places or (inflects and _without(low, self.words.endings) in self.words.place_stems)
        given = self.words.given.get(core, ())
        return _Look("cap", core, common, place, given, role, inflects, speaks, longest, institutions)

    def _longest(self, text: str, low: str) -> int:
        """Of how many words the longest known name is that may begin with this one."""
        starts = self.register.starts if text[0].isupper() else self.register.small_starts
        return max(starts.get(low, 0), starts.get(_without(low, self.words.endings), 0))

    def _core(self, text: str) -> tuple[str, bool]:
        """A token without suffix or common second part, and whether anything was cut off."""
        if not _HYPHEN.search(text):
            return text, False
        head, _, tail = text.replace("\u2010", "-").replace("\u2011", "-").rpartition("-")
        if not self.german:
            cut = tail in self.words.suffixes or (head.isascii() and not tail.isascii() and tail.islower())
            return (head, True) if cut else (text, False)
        if (
            self.register.canonical(text, self.language, self.script)
            or not tail
            or tail in self.words.lists["compound_heads"]
        ):
            return text, False
        low = tail.lower()
        if tail[0].isupper() and tail[1:].islower() and len(tail) > 2 and (len(head) < 3 or self._is_common(low)):
            return head, True
        if tail.islower() and len(tail) > 2 and head[:1].isupper():
            return head, True
        return text, False

    def _shape(self, text: str, *, cut: bool) -> Shape:
        if len(text) < 2 or _NO_SIGN.match(text) and len(text) < 4:
            return "sign" if len(text) == 2 and text[0].isupper() and text[1].isdigit() and text[0] not in "QHV" else ""
        if text.islower():
            if text.isascii() and ("_" in text or (_DOTTED.match(text) and min(map(len, text.split("."))) > 1)):
                return "sign"
            if text.isascii() and self.script == "Cyrl" and len(text) > 2:
                return "sign"
            if text.isascii() and any(c.isdigit() for c in text) and len(text) > 4 and text[0].isalpha():
                return "sign"
            return "low"
        if _NO_SIGN.match(text) and _NO_SIGN.fullmatch(text):
            return ""
        if any(c.isdigit() for c in text) or "_" in text or _CAMEL.search(text) or _DOTTED.match(text):
            return "sign"
        if text.isupper() or (cut and text.isascii() and text.isupper()):
            return "sign"
        if text[0].isupper():
            return "cap"
        return "low"

    def _is_common(self, low: str) -> bool:
        """Whether a German noun is an ordinary one, or a compound of one."""
        if not self.german:
            return False
        common = self.words.lists["common"]
        bases = {low, *(low.removesuffix(e) for e in ("e", "n", "en", "er", "ern", "s", "es", "se", "nen", "innen"))}
        if bases & common:
            return True
        for base in sorted(bases):
            # The first part of a compound has at least three letters, its head at least four.
            if any(base[at:] in common for at in range(3, len(base) - 3)):
                return True
        return len(low) > 6 and low.endswith(self.words.common_endings)

    # --- one article --------------------------------------------------------------------------------------------------

    def find(self, text: str, sentences: Sequence[Sequence[Token]], also: tuple[str, ...]) -> tuple[NameFound, ...]:
        code = self._code(text)
        taken = [(one.start, one.end) for one in code]
        article = _InArticle(self, text, also)
        looked = [(tokens, [self.look(token) for token in tokens]) for tokens in sentences]
        article.survey(looked)
        runs = [run for tokens, looks in looked for run in article.runs(tokens, looks)]
        found = [
            one for one in article.named(runs) if not any(start < one.end and one.start < end for start, end in taken)
        ]
        return tuple(sorted((*code, *found)))

    def _code(self, text: str) -> list[NameFound]:
        found: list[NameFound] = []
        if "(" in text or "=" in text:
            found += [NameFound(m.start(), m.end(), m[0], "technical") for m in _CODE.finditer(text)]
        if "`" in text:
            for m in _BACKTICKS.finditer(text):
                if not any(one.start < m.end() and m.start() < one.end for one in found):
                    found.append(NameFound(m.start(1), m.end(1), m[1], "technical"))
        return found


class _InArticle:
    """What is known of one article while its names are looked for."""

    def __init__(self, finder: _Finder, text: str, also: tuple[str, ...]) -> None:
        self.finder = finder
        self.text = text
        self.also = {name.casefold(): name for name in also}
        self.words = finder.words
        self.german = finder.german
        # Words that occur with a small letter.
        self.lower: set[str] = set()
        # Stems (in German: words) that are names by what stands around them somewhere in the article.
        self.names: set[str] = set()
        # Words with a capital, and how often.
        self.caps: Counter[str] = Counter()

    def stem(self, low: str) -> str:
        return low if self.german else _without(low, self.words.endings)

    # --- what the whole article tells ---------------------------------------------------------------------------------

    def survey(self, looked: Sequence[tuple[Sequence[Token], Sequence[_Look]]]) -> None:
        for tokens, looks in looked:
            for token, look in zip(tokens, looks, strict=True):
                if token.kind != "w":
                    continue
                if look.shape == "cap":
                    self.caps[look.core] += 1
                elif token.text[0].islower():
                    self.lower.add(self.stem(token.low))
        if self.german:
            self._survey_german(looked)
            return
        for tokens, looks in looked:
            fresh = True
            for index, (token, look) in enumerate(zip(tokens, looks, strict=True)):
                if token.kind == "p":
                    fresh = fresh or token.text in _RESTART or token.text in _OPENING
                    continue
                if (
                    look.shape == "cap"
                    and not look.common
                    and not look.place
                    and (not fresh or self._pair(tokens, looks, index))
                ):
                    self.names.add(self.stem(look.core.lower()))
                fresh = False

    def _pair(self, tokens: Sequence[Token], looks: Sequence[_Look], index: int) -> bool:
        """Whether a given name begins here with a surname after it."""
        return bool(looks[index].given) and self._next_cap(tokens, looks, index)

    def _next_cap(self, tokens: Sequence[Token], looks: Sequence[_Look], index: int) -> bool:
        after = index + 1
        return after < len(tokens) and looks[after].shape == "cap" and tokens[after].start - tokens[index].end == 1

    def _survey_german(self, looked: Sequence[tuple[Sequence[Token], Sequence[_Look]]]) -> None:
        lists = self.words.lists
        points: defaultdict[str, float] = defaultdict(float)
        places: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        for tokens, looks in looked:
            for index, look in enumerate(looks):
                if look.shape != "cap" or look.common or look.place:
                    continue
                word = self._bare(look.core)
                counts[word] += 1
                before = tokens[index - 1] if index else None
                beside = before is not None and before.kind == "w" and tokens[index].start - before.end == 1
                previous = looks[index - 1] if index else _Look("", "")
                after = tokens[index + 1] if index + 1 < len(tokens) else None
                next_cap = self._next_cap(tokens, looks, index)
                determined = beside and before is not None and self._determined(tokens, looks, index)
                if determined:
                    points[word] -= 1.5
                elif before is not None and before.kind == "n":
                    points[word] -= 1
                if word != look.core and next_cap and not determined:
                    points[word] += 2
                if look.core != tokens[index].text:
                    points[word] += 1
                if after is not None and after.low in lists["after"]:
                    points[word] += 2
                if next_cap and looks[index + 1].core in lists["tails"]:
                    points[word] += 3
                if beside and before is not None:
                    if previous.given or before.text in lists["functions"]:
                        points[word] += 3
                    elif before.text in lists["models"] or before.low in lists["heads"]:
                        points[word] += 3
                    elif previous.shape == "cap" and previous.common and before.text not in lists["measures"]:
                        points[word] += 3 if previous.role else 2
                    elif (
                        previous.shape == "cap"
                        and index > 1
                        and before.text not in lists["measures"]
                        and self._determined(tokens, looks, index - 1)
                    ):
                        # Behind a noun with its article stands a name: "der Paketdienst Botenwerk".
                        points[word] += 2
                    elif before.low in lists["before"] and not next_cap:
                        points[word] += 1.5
                    elif before.low in lists["place_prepositions"]:
                        places[word] += 1
                    elif before.low in lists["prepositions"] and not self._plural(word):
                        points[word] += 0.75
                elif (
                    before is None
                    and after is not None
                    and after.kind == "w"
                    and after.text[0].islower()
                    and not self._plural(word)
                ):
                    points[word] += 0.75
        for word, count in counts.items():
            score = points[word]
            if word.endswith(tuple(lists["foreign_endings"])) or not all(c.isascii() or c in "äöüßÄÖÜ" for c in word):
                score += 1
            if count > 2 and score > 0:
                score += 0.5
            if word.lower() in self.lower:
                score -= 4
            if score >= _ENOUGH and places[word] < count:
                self.names.add(word.lower())

    def _bare(self, word: str) -> str:
        """A German name without the genitive's s, if the bare form occurs as well or is known."""
        if word.endswith("s") and len(word) > 3:
            bare = word[:-1]
            if bare in self.caps or self.finder.register.canonical(bare, "de", "Latn"):
                return bare
        return word.removesuffix("'").removesuffix("’")

    def _plural(self, word: str) -> bool:
        return word.endswith(("en", "er", "e", "s", "n"))

    def _determined(self, tokens: Sequence[Token], looks: Sequence[_Look], index: int) -> bool:
        """Whether a determiner stands before, or an adjective after one."""
        determiners = self.words.lists["determiners"]
        before = tokens[index - 1]
        if before.low in determiners:
            return True
        if looks[index - 1].shape != "low" or not before.low.endswith(("e", "en", "er", "es", "em")):
            return False
        return index > 1 and (
            tokens[index - 2].low in determiners or tokens[index - 2].low in self.words.lists["prepositions"]
        )

    # --- runs of tokens -----------------------------------------------------------------------------------------------

    def runs(self, tokens: Sequence[Token], looks: Sequence[_Look]) -> list[_Run]:
        found: list[_Run] = []
        index, fresh, size = 0, True, len(tokens)
        while index < size:
            token, look = tokens[index], looks[index]
            if token.kind != "w":
                if token.kind == "n" and token.text in "2345" and self._generation(tokens, index, found):
                    index += 2
                    fresh = False
                    continue
                if token.text in _OPENING and (quoted := self._quoted(tokens, looks, index)) is not None:
                    run, index = quoted
                    found.append(run)
                    fresh = False
                    continue
                fresh = fresh or token.text in _RESTART or (token.text in _OPENING and not token.text == "»")
                index += 1
                continue
            last = self._known(tokens, looks, index, found) or self._institution(tokens, looks, index, found)
            if last is None:
                last = self._other(tokens, looks, index, found, fresh=fresh)
            index = index + 1 if last is None else last
            fresh = False
        return found

    def _generation(self, tokens: Sequence[Token], index: int, found: list[_Run]) -> bool:
        """Whether a generation of mobile networks stands here ("5G"), which is two tokens."""
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if (
            after is None
            or after.start != tokens[index].end
            or not after.text.startswith("G")
            or after.text[1:2].isalpha()
        ):
            return False
        found.append(_Run(tokens[index].start, after.start + 1, [], known=f"{tokens[index].text}G"))
        return True

    def _run(self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, last: int) -> _Run:
        before = first - 1
        while before >= 0 and tokens[before].text in _OPENING:
            before -= 1
        word = tokens[before] if before >= 0 and tokens[before].kind == "w" else None
        return _Run(
            tokens[first].start, tokens[last - 1].end, list(looks[first:last]),
            before=word.low if word else "", role=looks[before].role if word else "",
        )  # fmt: skip

    def _known(self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, found: list[_Run]) -> int | None:
        """A name of the register that begins here: the longest of its forms."""
        longest = looks[first].longest
        if not longest:
            return None
        finder = self.finder
        # Quotation marks inside a form are tokens, too.
        for size in range(min(longest + 2 if longest > 1 else 1, len(tokens) - first), 0, -1):
            last = first + size
            if tokens[last - 1].kind == "p" and not (size > 2 and tokens[last - 1].text in _CLOSING):
                continue
            form = looks[first].core if size == 1 else self.text[tokens[first].start : tokens[last - 1].end]
            name = finder.register.canonical(form, finder.language, finder.script)
            # A German noun that also occurs with a small letter is a word.
            if name is None or (size == 1 and self.german and form.lower() in self.lower and not form.isupper()):
                continue
            run = self._run(tokens, looks, first, last)
            run.known = name
            found.append(run)
            return last
        return None

    def _institution(
        self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, found: list[_Run]
    ) -> int | None:
        """A descriptive name that begins here ("Technische Universität X"), with the proper name behind it."""
        for stems, english in looks[first].institutions:
            at = first + len(stems)
            if at >= len(tokens) or looks[at].shape != "cap" or looks[at].common:
                continue
            if not all(
                tokens[first + index].low.startswith(stem) and len(tokens[first + index].low) - len(stem) < 6
                for index, stem in enumerate(stems)
            ):
                continue
            last = at + 1
            while (
                not self.german
                and last < len(tokens)
                and self._next_cap(tokens, looks, last - 1)
                and not looks[last].common
            ):
                last += 1
            run = self._run(tokens, looks, at, last)
            run.start, run.institution = tokens[first].start, english
            # Russian puts what follows in the genitive, Serbian in the nominative or behind its preposition.
            run.before = run.before if self.finder.language == "sr" and len(stems[-1]) == 1 else ""
            run.case = "genitive" if self.finder.language == "ru" else ""
            found.append(run)
            return last
        return None

    def _other(
        self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, found: list[_Run], *, fresh: bool
    ) -> int | None:
        if looks[first].shape not in ("cap", "sign") or looks[first].place and looks[first].shape == "sign":
            return None
        if self._next_cap(tokens, looks, first):
            pair = tuple(_without(tokens[at].low, self.words.endings) for at in (first, first + 1))
            if pair in self.words.place_pairs:
                return first + 2
        if not self._opens(tokens, looks, first, fresh=fresh):
            return None
        last = first + 1
        while last < len(tokens) and (step := self._continues(tokens, looks, first, last)):
            last += step
        if last - first == 1 and looks[first].shape == "cap":
            # A noun of institutions, or a capital adjective with one after it, is no name alone.
            if self._is_head(tokens[first].low):
                return None
            if last < len(tokens) and not self.german and self._is_head(tokens[last].low):
                run = self._run(tokens, looks, first, self._past_purpose(tokens, looks, last + 1))
                found.append(run)
                return last + 1
        run = self._run(tokens, looks, first, last)
        run.person = self._is_person(looks, first, last)
        number = tokens[last] if last < len(tokens) else None
        if number is not None and number.kind == "n" and number.start - run.end == 1 and self._numbered(run, number):
            run.number, run.end, last = number.text, number.end, last + 1
        found.append(run)
        return last

    def _past_purpose(self, tokens: Sequence[Token], looks: Sequence[_Look], last: int) -> int:
        """Past what an institution is for ("za statistiku", "по надзору"): up to three words."""
        if last + 1 >= len(tokens) or tokens[last].text not in self.words.lists["purpose"]:
            return last
        end = last + 1
        while (
            end < len(tokens) and end - last < 4 and looks[end].shape == "low" and not looks[end].speaks
            and tokens[end].low not in self.words.lists["no_name"] and tokens[end].low not in self.finder.cases
        ):  # fmt: skip
            end += 1
        return end if end > last + 1 else last

    def _is_head(self, low: str) -> bool:
        if self.german:
            return low in self.words.lists["heads"]
        return _without(low, self.words.endings) in self.words.heads

    def _opens(self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, *, fresh: bool) -> bool:
        """Whether a name begins here, as far as its first word tells."""
        look, token = looks[first], tokens[first]
        if look.shape == "sign":
            return True
        following = looks[first + 1] if self._next_cap(tokens, looks, first) else None
        if look.given and following is not None:
            return True
        if look.place:
            return False
        if following is not None and following.core in self.words.lists["tails"] and not look.common:
            return True
        if self.german:
            if token.low in self.words.lists["heads"]:
                return following is not None and not following.common
            return not look.common and self._bare(look.core).lower() in self.names
        if look.core.isascii() and self.finder.script == "Cyrl":
            return True
        if self._is_head(token.low):
            return following is not None and not following.place
        if not fresh:
            return not look.common
        if self.stem(token.low) in self.lower or look.common:
            return False
        if first + 1 < len(tokens) and self._is_head(tokens[first + 1].low):
            return True
        return self.stem(look.core.lower()) in self.names

    def _continues(self, tokens: Sequence[Token], looks: Sequence[_Look], first: int, at: int) -> int:
        """How many tokens from `at` on belong to the run as well."""
        if tokens[at].start - tokens[at - 1].end != 1:
            return 0
        look, previous = looks[at], looks[at - 1]
        lists = self.words.lists
        if look.shape in ("cap", "sign"):
            if self.german:
                if look.core in lists["tails"]:
                    return 1
                if tokens[at - 1].low in lists["heads"]:
                    return int(not look.common)
                if previous.given:
                    return 1
                if look.shape == "sign":
                    return int(previous.shape == "sign")
                return int(
                    previous.shape == "cap" and not look.common and not look.place and look.core == tokens[at].text
                    and self._bare(look.core).lower() in self.names and self._bare(previous.core) == previous.core
                )  # fmt: skip
            if self.finder.script == "Cyrl" and look.core.isascii() != previous.core.isascii():
                return 0
            if look.place and not previous.given:
                return 0
            # Two names side by side are no one name: "сообщил Лещуку Роспотребнадзор".
            known = self.finder.register.canonical(look.core, self.finder.language, self.finder.script)
            return int(known is None)
        after = at + 1
        if tokens[at].text not in lists["inner"] or not self._next_cap(tokens, looks, at) and tokens[at].text != "&":
            return 0
        if tokens[at].text == "&":
            return 2 if after < len(tokens) and looks[after].shape in ("cap", "sign") else 0
        if self.finder.script == "Cyrl":
            return 2 if look.core.isascii() and tokens[after].text.isascii() else 0
        # "Louis van Gaal", not "Priit Lepik der Zeitschrift".
        return 2 if at == first + 1 and previous.given and not looks[after].common else 0

    def _is_person(self, looks: Sequence[_Look], first: int, last: int) -> bool:
        return bool(looks[first].given) and last - first > 1 and looks[last - 1].core not in self.words.lists["tails"]

    def _numbered(self, run: _Run, number: Token) -> bool:
        """Whether a number belongs to the name before it: a licence's, or a model's that recurs."""
        lists = self.words.lists
        word = run.looks[-1].core
        if word in lists["licences"]:
            return True
        if not number.text.isdigit() or len(number.text) > 3 or word in lists["versioned"] or run.person:
            return False
        return self.text.count(f"{word} {number.text}") > 1

    def _quoted(self, tokens: Sequence[Token], looks: Sequence[_Look], opening: int) -> tuple[_Run, int] | None:
        """A short name between quotation marks, with a word before it or the article's beginning."""
        last = opening + 1
        while last < len(tokens) and last - opening < 6 and (tokens[last].kind == "w" or tokens[last].kind == "n"):
            last += 1
        if last == opening + 1 or last >= len(tokens) or tokens[last].text not in _CLOSING:
            return None
        inside = looks[opening + 1 : last]
        if inside[0].shape not in ("cap", "sign"):
            return None
        before = tokens[opening - 1] if opening else None
        after = tokens[last + 1] if last + 1 < len(tokens) else None
        if before is not None and (
            before.kind != "w" or before.text[0].isupper() and self.german and not looks[opening - 1].common
        ):
            return None
        if before is None and (after is None or after.kind == "p" and after.text not in ",."):
            return None
        if self.german and (
            last - opening > 4 or any(one.shape not in ("cap", "sign") or one.common for one in inside)
        ):
            return None
        run = self._run(tokens, looks, opening + 1, last)
        run.quoted = True
        return run, last + 1

    # --- from runs to names -------------------------------------------------------------------------------------------

    def named(self, runs: list[_Run]) -> list[NameFound]:
        """The names that runs stand for, without abbreviations beside what they abbreviate."""
        runs = [run for index, run in enumerate(runs) if not (index and self._abbreviates(runs[index - 1], run))]
        groups: defaultdict[tuple[str, ...], list[_Run]] = defaultdict(list)
        for run in runs:
            if not run.known:
                groups[self._key(run)].append(run)
        # Forms as they stand in the text: a stem that is one of them is a nominative ("Lyncorea", "Lyncore").
        self.forms = {look.core.lower(): look.core for run in runs for look in run.looks}
        spelled: dict[int, str] = {}
        for key, group in groups.items():
            words = self._nominative(key, group)
            for run in group:
                spelled[id(run)] = self._international(words, run)
        full = self._full_names(runs, spelled)
        found: list[NameFound] = []
        for run in runs:
            name = run.known or spelled[id(run)]
            if not run.known and len(run.looks) == 1:
                name = full.get(name) or full.get(self._key(run)[0], name)
            found.append(NameFound(run.start, run.end, name, self._type(name, run)))
        return found

    def _abbreviates(self, before: _Run, run: _Run) -> bool:
        """Whether a run is the abbreviation of the one before, beside it in brackets, or the other way round."""
        if (
            run.start - before.end != 2
            or self.text[before.end : run.start] != " ("
            or self.text[run.end : run.end + 1] != ")"
        ):
            return False
        long, short = self.text[before.start : before.end], self.text[run.start : run.end]
        if len(short) > 6 or not short.isupper() or not short.isalpha():
            return False
        capitals = "".join(c for c in long if c.isupper()) if " " not in long else "".join(w[0] for w in long.split())
        return capitals.upper() == short

    def _key(self, run: _Run) -> tuple[str, ...]:
        words = (
            _without(look.core.lower(), self.words.endings)
            if look.inflects or (run.quoted and not self.german)
            else self._bare(look.core).lower()
            for look in run.looks
        )
        return (*words, *((run.number,) if run.number else ()), *((run.institution,) if run.institution else ()))

    def _nominative(self, key: tuple[str, ...], group: list[_Run]) -> list[str]:
        """The words of a name without case endings, from all its occurrences."""
        if self.german:
            return [self._bare(look.core) for look in group[0].looks]
        best = min(group, key=lambda run: (self._oblique(run), run.start))
        words = [look.core for look in best.looks]
        if best.person:
            return self._person(best, words)
        if len(words) > 1 and self._is_head(words[1].lower()):
            return self._described(words)
        rules = self.words.undo.get(self._case(best), ())
        result = []
        for index, (look, word, stem) in enumerate(zip(best.looks, words, key, strict=False)):
            if not (look.inflects or best.quoted) or word.lower() == stem:
                result.append(word)
            elif stem in self.forms or any(run.looks[index].core.lower() == stem for run in group):
                result.append(self.forms.get(stem, word[: len(stem)]))
            else:
                result.append(_undone(word, rules))
        return result

    def _described(self, words: list[str]) -> list[str]:
        """An adjective and a noun of institutions in the nominative: "Машинског факултета" → "Машински факултет"."""
        noun = self.words.heads[_without(words[1].lower(), self.words.endings)]
        stem = _without(words[0].lower(), self.words.endings)
        ending = next(ending for last, ending in self.words.adjectives if noun.endswith(last))
        return [words[0][: len(stem)] + ending, noun, *words[2:]]

    def _case(self, run: _Run) -> str:
        return run.case or self.finder.cases.get(run.before) or ("genitive" if run.role == "staff" else "")

    def _oblique(self, run: _Run) -> int:
        """How sure it is that a name stands in another case than the nominative: 0 to 2."""
        if self._case(run):
            return 2
        return 1 if run.before and not run.role else 0

    def _person(self, run: _Run, words: list[str]) -> list[str]:
        given = run.looks[0].given
        exact = [one for one in given if one[0] == words[0]]
        oblique = [one for one in given if one[0] != words[0]]
        masculine, feminine = self.words.undo.get("masculine", ()), self.words.undo.get("feminine", ())
        # A feminine nominative can look like a masculine genitive ("Ивана"): the surname's ending decides.
        if not oblique or (exact and not words[-1].endswith(tuple(ending for ending, _ in masculine[:3]))):
            return words
        lemma, gender = min(oblique, key=lambda one: (one[1] != "m", one[0]))
        return [lemma, *(_undone(word, masculine if gender == "m" else feminine) for word in words[1:])]

    def _international(self, words: list[str], run: _Run) -> str:
        finder = self.finder
        joined = " ".join(words)
        if run.number:
            joined = f"{joined} {run.number}"
        known = finder.register.canonical(joined, finder.language, finder.script)
        if known and not run.institution:
            return known
        if finder.language == "sr":
            joined = to_latin(joined)
        elif finder.language == "ru":
            joined = romanize_ru(joined)
        if run.institution:
            return run.institution.format(joined)
        return self.also.get(joined.casefold(), joined)

    def _full_names(self, runs: list[_Run], spelled: dict[int, str]) -> dict[str, str]:
        """What a surname or a company's first word stands for in this article: by name and, for cases, by stem."""
        full: dict[str, str] = {}
        tails = self.words.lists["tails"]
        # A word that is followed by a number somewhere is the product, not its maker ("Tamarin 7.0", "Tamarin Labs").
        for run in runs:
            name = run.known or spelled[id(run)]
            if run.person and not run.known:
                full.setdefault(name.split()[-1], name)
                full.setdefault(self._key(run)[-1], name)
            elif run.number or (len(run.looks) > 1 and run.looks[-1].core in tails and not run.known):
                first = run.looks[0].core
                if run.number or not re.search(rf"\b{re.escape(first)} \d", self.text):
                    full.setdefault(first, name)
        return full

    def _type(self, name: str, run: _Run) -> NameType:
        kind = self.finder.register.type(name)
        if kind in _TYPES:
            return _TYPES[kind]
        if run.person:
            return "person"
        if run.looks and run.looks[-1].core in self.words.lists["tails"] or run.role in _ORGANISATIONS:
            return "organisation"
        if run.number:
            return "product"
        if all(look.shape == "sign" for look in run.looks) and any(c in name for c in "._0123456789"):
            return "technical"
        return "unknown"
