"""What a token tells by itself of whether it is a name: its shape, and what the word lists of its language say of it.

A verdict is made once a token type and remembered: it is asked for each token of each article.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from beleg.alphabets import romanize_ru, to_latin
from beleg.extract.name_cases import CASES, Paradigm, paradigms_of
from beleg.lexicons import phrases
from beleg.lexicons.register import gazetteer, name_words
from beleg.lexicons.tokens import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from beleg.lexicons import Lexicon, Token
    from beleg.lexicons.register import Register
    from beleg.records import Language, Script

Shape: TypeAlias = Literal["", "low", "cap", "sign"]

CYRILLIC = re.compile("[\u0400-\u04ff]")
_DOTTED = re.compile(r"[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+\Z")
# A capital inside a word: macOS, PyTorch, GPUs are no ordinary words.
_CAMEL = re.compile(r"[a-z\u0430-\u044fäöüčćšžđ][A-Z]|[A-Z]{2}[a-z]{3}")
# Quarters, heights, versions, single letters, gendered plurals, Roman numerals.
_NO_SIGN = re.compile(r"[QqHv]\d|[vV]\d+|[A-Z]\d?\Z|\w+Innen\Z|[IVXLC]+\Z|-?\w\Z")
_HYPHEN = re.compile("[-\u2010\u2011]")
_UMLAUTS = {"ä": "a", "ö": "o", "ü": "u"}
# The shortest name of which an ending is cut, and the shortest stem of which a vowel is.
_SHORTEST = 3
# The stem of a Serbian or Russian noun is less than this shorter than its forms.
_LONGEST_ENDING = 6


class Look(NamedTuple):
    """What a token tells by itself."""

    shape: Shape
    # Without a case suffix, and without the common second part of a German compound.
    core: str
    # An ordinary word of the language.
    common: bool = False
    # A German noun that looks like a compound of ordinary ones; names are made like that, too ("Botenwerk"). 1: its last
    # part is an ordinary noun, or an ending that makes nouns; 2: its first part is known as well; 3: it is no compound,
    # but an ordinary noun before a hyphen.
    compound: int = 0
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
    # Its stem where it is a word that begins with a small letter, else "".
    lower: str = ""
    # Whether it is a word with which no name can begin.
    dull: bool = False
    # A German noun for a kind of body ("Klinikum", "Zementwerk"): its nominative, and its gender as `Words.bodies` has it.
    body: tuple[str, str] = ("", "")
    # A German noun that says what somebody does, and stands before their name: a body's, a person's.
    trade: bool = False
    human: bool = False
    # A German noun for a sort of thing, behind which its name may stand ("App").
    sort: bool = False
    # A German noun in the plural, as far as its singular is known.
    plural: bool = False
    # A German adjective of a place: "Thüringer".
    adjective: bool = False


class Words(NamedTuple):
    """The word lists of a language in a script."""

    lists: dict[str, frozenset[str]]
    given: dict[str, tuple[tuple[str, str], ...]]
    # Names of places in all cases, in lower case, and whether each form is the nominative.
    places: dict[str, bool]
    endings: tuple[str, ...]
    suffixes: frozenset[str]
    # Serbian: endings that a woman's surname has where it stands alone.
    women: tuple[str, ...]
    # Serbian and Russian: endings that hardly anything but surnames has, in all cases.
    surname_endings: tuple[str, ...]
    # Serbian and Russian: how surnames decline, "m" and "f"; their plurals with the singular of both; irregular ones.
    surnames: dict[str, tuple[Paradigm, ...]]
    plural_surnames: tuple[tuple[str, str, str], ...]
    irregular: dict[str, str]
    # The stems of the words of descriptive names, and their English patterns.
    institutions: tuple[tuple[tuple[str, ...], str], ...]
    # Names of places of several words, as stems.
    place_pairs: frozenset[tuple[str, ...]]
    # Serbian: endings of adjectives, with those of nouns that agree with them ("" for a consonant), and endings of verbs.
    attributes: tuple[tuple[tuple[str, ...], str], ...]
    verb_endings: tuple[str, ...]
    # Serbian and Russian: endings of adjectives made from places.
    place_adjectives: tuple[str, ...]
    # Serbian and Russian: how names decline, ends of stems that need a vowel, and those in which the nominative has one.
    paradigms: tuple[Paradigm, ...]
    unsayable: tuple[str, ...]
    fleeting: tuple[tuple[str, str], ...]
    # Adjectives before a noun: how it ends, how they end in the nominative, in all cases, and what their stem does not end in.
    adjectives: tuple[tuple[str, str, str, str], ...]
    # Serbian and Russian: nouns of institutions in all cases, and their nominative.
    heads: dict[str, str]
    # German: endings of ordinary nouns, of names, of plurals, of nouns in other cases, of adjectives.
    common_endings: tuple[str, ...]
    foreign_endings: tuple[str, ...]
    plural_endings: tuple[str, ...]
    noun_endings: tuple[str, ...]
    adjective_endings: tuple[str, ...]
    # German: endings of places, of what can't be counted, of nouns in the genitive and in the dative plural; of adjectives'
    # stems that stand with a capital in names.
    toponym_endings: tuple[str, ...]
    mass_endings: tuple[str, ...]
    singular_endings: tuple[str, ...]
    dative_endings: tuple[str, ...]
    adjective_stems: tuple[str, ...]
    # Serbian and Russian: endings that no surname has in the nominative.
    oblique_endings: tuple[str, ...]
    # German: nouns for kinds of bodies, to their gender: "m", "f", "n", "p" for plurals.
    bodies: dict[str, str]
    # German: endings of nouns, and the gender they show; endings of an adjective without an article, by that.
    genders: tuple[tuple[str, str], ...]
    strong_endings: tuple[tuple[str, str], ...]
    # Names of places, Serbian and Russian in Latin letters, to their English ones.
    exonyms: dict[str, str]
    # German: letters that join the parts of compounds.
    joints: tuple[str, ...]
    # German: words that open a sentence and are no names.
    unnamed: frozenset[str]


def _spelled(place: str, language: Language) -> str:
    """A place as names are spelled: in Latin letters."""
    return romanize_ru(place) if language == "ru" else to_latin(place)


@cache
def words_of(language: Language, script: Script) -> Words:
    tables = name_words()
    own = dict(tables[language])
    for key, more in gazetteer().get(language, {}).items():
        own[key] = f"{own[key].rstrip()}{',' if key == 'places' else ''} {more}"
    if language == "sr" and script == "Latn":
        own = _latin(own)
    both = tables["any"]
    lists = {key: frozenset(value.split()) for key, value in {**both, **own}.items() if isinstance(value, str)}
    lists["common"] = frozenset(word.casefold() for word in lists.get("common", ()))
    lists["heads"] = frozenset(word.lower() for word in lists["heads"])
    given: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for gender in ("masculine", "feminine"):
        names = own[gender].split()
        if language == "de":
            names += to_latin(tables["sr"][gender]).split()
            names += [romanize_ru(name) for name in tables["ru"][gender].split()]
        if language == "de" or script == "Latn":
            names += both[gender].split()
        for name in names:
            given[name.replace("\u0451", "\u0435")].add((name, gender[0]))
            for ending, forms in own.get(f"{gender}_forms", ()):
                if name.endswith(ending):
                    stem = name.removesuffix(ending).replace("\u0451", "\u0435")
                    for form in forms.split():
                        given[stem + form].add((name, gender[0]))
                    break
    names_of_places = [place.strip().lower().replace("\u0451", "\u0435") for place in own["places"].split(",")]
    places = dict.fromkeys(names_of_places, True)
    for place in names_of_places:
        for form in _declined(place, own.get("place_forms", ())):
            places.setdefault(form, False)
    endings = tuple(sorted(own.get("endings", "").split(), key=len, reverse=True))
    institutions = tuple(
        (tuple(word if language == "de" else _stem(word) for word in words.lower().split()), english)
        for words, english in own["institutions"]
    )
    pairs = frozenset(tuple(_without(w, endings) for w in place.split()) for place in names_of_places if " " in place)

    def ends(key: str) -> tuple[str, ...]:
        return tuple(own.get(f"{key}_endings", "").split())

    return Words(
        lists,
        {form: tuple(sorted(found)) for form, found in given.items()},
        places,
        endings,
        lists.get("suffixes", frozenset()),
        tuple(own.get("women", "").split()),
        tuple(own.get("surname_endings", "").split()),
        {gender: paradigms_of(own.get(f"surnames_{gender}", ())) for gender in "mf"},
        tuple(map(tuple, own.get("plural_surnames", ()))),
        dict(own.get("irregular", ())),
        institutions,
        pairs,
        tuple((tuple(adjectives.split()), noun) for adjectives, noun in own.get("attributes", ())),
        tuple(own.get("verb_endings", "").split()),
        tuple(own.get("place_adjectives", "").split()),
        paradigms_of(own.get("paradigms", ())),
        tuple(own.get("unsayable", "").split()),
        tuple(map(tuple, own.get("fleeting", ()))),
        tuple(map(tuple, own.get("adjectives", ()))),
        {
            form: head
            for head in sorted(lists["heads"])
            for form in (head, *_declined(head, own.get("place_forms", ())))
        },
        common_endings=ends("common"),
        foreign_endings=ends("foreign"),
        plural_endings=ends("plural"),
        noun_endings=ends("noun"),
        adjective_endings=ends("adjective"),
        toponym_endings=ends("toponym"),
        mass_endings=ends("mass"),
        singular_endings=ends("singular"),
        dative_endings=ends("dative"),
        adjective_stems=ends("stem"),
        oblique_endings=ends("oblique"),
        bodies={noun: gender for gender in "mfnp" for noun in sorted(lists.get(f"bodies_{gender}", ()))},
        genders=tuple(map(tuple, own.get("genders", ()))),
        strong_endings=tuple(map(tuple, own.get("strong_endings", ()))),
        exonyms={_spelled(place, language): english for place, english in own.get("exonyms", ())},
        joints=tuple(own.get("joints", "").split()),
        unnamed=frozenset().union(*(lists.get(key, ()) for key in ("openers", "determiners", "prepositions"))),
    )


def _declined(word: str, rules: Iterable[Sequence[str]]) -> Iterator[str]:
    """A word in its other cases, by the first rule that fits: its ending, and what stands in its place."""
    # "Ростова-на-Дону", but "Нью-Йорка".
    first, joint, last = word.partition("-на-")
    for ending, forms in rules:
        if first.endswith(ending):
            stem = first.removesuffix(ending)
            yield from (f"{stem}{form}{joint}{last}" for form in forms.split())
            return


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


def _tail(token: Token) -> Token:
    """The last part of a compound, as a token."""
    text = _HYPHEN.split(token.text)[-1]
    return token._replace(text=text, low=text.lower())


class Looks:
    """The looks of tokens in articles of one language and script."""

    def __init__(self, lexicon: Lexicon, register: Register) -> None:
        self.lexicon = lexicon
        self.register = register
        self.language = lexicon.language
        self.script = lexicon.script
        self.words = words_of(lexicon.language, lexicon.script)
        self.german = lexicon.language == "de"
        # The cases that a preposition asks for.
        cases: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
        for case in CASES:
            for word in self.words.lists.get(case, ()):
                cases[word] += (case,)
        self.cases = dict(cases)
        self.prepositions = frozenset(cases)
        # "По словам", "према речима": who says so stands in the genitive.
        for entry in phrases(lexicon, "source"):
            if entry.label == "before" and entry.rest and "*" not in entry.rest[-1] and not self.german:
                self.cases.setdefault(entry.rest[-1], ("genitive",))
        # Descriptive names of institutions by their first two letters.
        self._institutions: defaultdict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for one in self.words.institutions:
            self._institutions[one[0][0][:2]].append(one)
        self._looks: dict[str, Look] = {}
        self._stems: dict[str, str] = {}
        self._names: dict[str, str | None] = {}

    def of(self, tokens: Sequence[Token]) -> list[Look]:
        """The looks of a sentence's tokens."""
        seen = self._looks
        return [seen.get(token.text) or self.look(token) for token in tokens]

    def look(self, token: Token) -> Look:
        found = self._looks.get(token.text)
        if found is None:
            if len(self._looks) > REMEMBERED:
                self._looks.clear()
                self._stems.clear()
            found = Look("", token.text)
            if token.kind == "w":
                found = self._judge(token)
                found = found._replace(
                    lower=self.stem(token.low) if token.text[0].islower() else "",
                    dull=found.shape in ("", "low") and not found.longest and not found.institutions,
                )
            self._looks[token.text] = found
        return found

    def stem(self, low: str) -> str:
        """A word in lower case without its case ending; in German as it is."""
        if self.german:
            return low
        found = self._stems.get(low)
        if found is None:
            found = self._stems[low] = _without(low, self.words.endings)
        return found

    def is_place_pair(self, tokens: Sequence[Token], first: int) -> bool:
        """Whether a place of two words begins at a token ("Novi Sad")."""
        if first + 1 >= len(tokens) or not self.words.place_pairs:
            return False
        return (self.stem(tokens[first].low), self.stem(tokens[first + 1].low)) in self.words.place_pairs

    def name_stem(self, low: str) -> str:
        """A name in lower case without its case ending, shorter than other words: its forms stand close together."""
        stem = self.stem(low)
        if stem == low and len(low) == _SHORTEST and low[-1] in self.words.lists["vowels"]:
            return low[:-1]
        # "Волжский" as "Волжского", "Интеграция" as "Интеграций".
        cut = self.language == "ru" and len(stem) > _SHORTEST and stem[-1] in self.words.lists["vowels"]
        return stem[:-1] if cut else stem

    def canonical(self, form: str) -> str | None:
        """The register's name for a form."""
        if form not in self._names:
            if len(self._names) > REMEMBERED:
                self._names.clear()
            self._names[form] = self.register.canonical(form, self.language, self.script)
        return self._names[form]

    def is_form(self, low: str, stem: str) -> bool:
        """Whether a word in lower case is a form of a stem, in German of a noun in the singular or of an adjective."""
        if not self.german:
            return low.startswith(stem) and len(low) - len(stem) < _LONGEST_ENDING
        base = stem.removesuffix("e")
        rest = low.removeprefix(base)
        if rest == low:
            return False
        return rest in self.words.adjective_endings if base != stem else not rest or rest in self.words.singular_endings

    def place_of(self, adjective: str) -> str:
        """The place of a German adjective ("Kieler", "Bremer"); "" if it is not known."""
        stem = adjective[:-2]
        return next((place for place in (stem, stem + "en") if place.lower() in self.words.places), "")

    def is_head(self, low: str) -> bool:
        """Whether a word in lower case is a noun of institutions."""
        return low in (self.words.lists["heads"] if self.german else self.words.heads)

    def agrees(self, adjective: str, head: str) -> bool:
        """Whether a word in lower case can be an adjective to a noun of institutions in any case."""
        noun = self.words.heads[head]
        endings = next(forms for last, _, forms, _ in self.words.adjectives if noun.endswith(last))
        return adjective.endswith(tuple(endings.split()))

    def upright(self, adjective: str, head: str) -> str:
        """An adjective before a noun of institutions in the nominative: "Машинског факултета" to "Машински"."""
        noun = self.words.heads[head]
        stem = self.stem(adjective.lower())
        ending = next(
            nominative
            for last, nominative, _, unless in self.words.adjectives
            if noun.endswith(last) and not (unless and stem[-1] in unless)
        )
        return adjective[: len(stem)] + ending

    def _judge(self, token: Token) -> Look:
        text = token.text
        lists = self.words.lists
        if text in lists["plain"] or text in lists["functions"] or text in lists.get("legal", ()):
            return Look("", text, common=True)
        core, cut = self._core(text)
        if core != text and (core in lists["plain"] or core.partition("-")[0] in lists["plain"]):
            if not self.german:
                return Look("", core, common=True)
            # "Der US-Anbieter Vexlor", "KI-Forscherin Petra Klein".
            ends = self._ends(token.low)
            trade = not ends.isdisjoint(lists["trades"])
            return Look("", core, common=True, trade=trade, human=not trade and not ends.isdisjoint(lists["humans"]))
        shape = self._shape(core, cut=cut)
        low = core.lower().replace("\u0451", "\u0435")
        hits = self.lexicon.alone(token)
        roles = self.lexicon.alone(_tail(token)) if cut and self.german else hits
        role = next((hit.label for hit in roles if hit.table == "role"), "")
        speaks = any(hit.table == "say" for hit in hits)
        longest = self._longest(text, low)
        institutions = tuple(one for one in self._institutions.get(low[:2], ()) if self.is_form(low, one[0][0]))
        if shape != "cap":
            common = bool(hits) and shape != "sign"
            return Look(
                shape, core, common, role=role, speaks=speaks, longest=longest, institutions=institutions,
                place=shape == "sign" and low in self.words.places,
            )  # fmt: skip
        inflects = not self.german and (self.script == "Latn" or bool(CYRILLIC.search(core)))
        # Of a German noun a pattern must give all but its ending ("hohe*", "Hohenfels").
        matched = any(self._spells(hit.form.split()[0], low) for hit in hits) if self.german else hits
        common = not cut and (bool(matched) or self._is_common(low))
        if self.german and low.endswith(tuple(lists["place_endings"])) and self.place_of(core):
            return Look("", core, common=True, adjective=True)
        place = low in self.words.places or (self.german and low.removesuffix("s") in self.words.places)
        given = self.words.given.get(core.replace("\u0451", "\u0435"), ())
        compound = 0 if common or "-" in core or not self.german else self._compound(low)
        look = Look("cap", core, common, compound, place, given, role, inflects, speaks, longest, institutions)
        if not self.german:
            return look
        ends = self._ends(token.low)
        trade = not ends.isdisjoint(lists["trades"])
        return look._replace(
            given=given or self._double_given(core), body=self._body(text, token.low), trade=trade,
            human=not trade and not ends.isdisjoint(lists["humans"]), sort=not ends.isdisjoint(lists["sorts"]),
            plural=self._is_plural(low),
        )  # fmt: skip

    def _spells(self, pattern: str, low: str) -> bool:
        """Whether a word is what an entry of the lexicon asks for, or that with a noun's ending."""
        beginning = pattern.removesuffix("*")
        return low == pattern or (
            beginning != pattern and low.startswith(beginning)
            and (low == beginning or low.removeprefix(beginning) in self.words.noun_endings)
        )  # fmt: skip

    def _longest(self, text: str, low: str) -> int:
        """Of how many words the longest known name is that may begin with this one."""
        starts = self.register.starts if text[0].isupper() else self.register.small_starts
        bare = low.removesuffix("s") if self.german else self.stem(low)
        return max(starts.get(low, 0), starts.get(bare, 0), starts.get(low.partition("-")[0], 0) if "-" in low else 0)

    def _core(self, text: str) -> tuple[str, bool]:
        """A token without suffix or common second part, and whether anything was cut off."""
        if not _HYPHEN.search(text):
            return text, False
        head, _, tail = text.replace("\u2010", "-").replace("\u2011", "-").rpartition("-")
        if not self.german:
            other = not CYRILLIC.search(head) and CYRILLIC.search(tail)
            cut = tail.islower() and bool(tail in self.words.suffixes or other or head in self.words.lists["plain"])
            return (head, True) if cut else (text, False)
        if self.canonical(text) or not tail or tail in self.words.lists["compound_heads"]:
            return text, False
        word = tail[0].isupper() and tail[1:].islower() and len(tail) > 2
        if word and (len(head) < 3 or self._is_common(tail.lower()) or self._shape(head, cut=True) == "sign"):
            return head, True
        if word and (self.canonical(head) or not self._ends(tail.lower()).isdisjoint(self.words.lists["humans"])):
            return head, True
        if tail.islower() and len(tail) > 2 and head[:1].isupper():
            return head, True
        if tail.isupper() and self._is_common(head.lower()):
            return tail, True
        return text, False

    def _shape(self, text: str, *, cut: bool) -> Shape:
        if len(text) < 2 or (_NO_SIGN.match(text) and len(text) < 4):
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
        """Whether a German noun is an ordinary one, in some case or number."""
        return self.german and not self.words.lists["common"].isdisjoint(self._bases(low))

    def _compound(self, low: str) -> int:
        """Whether a German noun ends like an ordinary one, and whether it also begins so: see `Look.compound`."""
        common = self.words.lists["common"]
        if self._is_common(low):
            return 3
        found = 0
        for base in self._bases(low):
            # The first part of a compound has at least two letters, its head at least four.
            for at in range(2, len(base) - 3):
                if base[at:] in common:
                    if self._opens(base[:at]):
                        return 2
                    found = found or int(at > 2)
        return found or int(len(low) > 6 and low.endswith(self.words.common_endings))

    def _is_plural(self, low: str) -> bool:
        """Whether a German noun is a known one with an ending of the plural."""
        common = self.words.lists["common"]
        if any(low[at:] in common or self.words.bodies.get(low[at:]) == "p" for at in range(len(low) - 2)):
            return False
        return any(
            base in common or any(base[at:] in common and self._opens(base[:at]) for at in range(2, len(base) - 2))
            for base in self._bases(low)[1:]
            if base + "s" != low
        )

    def _opens(self, first: str) -> bool:
        """Whether something is known as the first part of a compound."""
        common = self.words.lists["common"]
        return first in self.words.lists["firsts"] or any(
            part in common or any(part[at:] in common for at in range(3, len(part) - 3)) for part in self._parts(first)
        )

    def _parts(self, first: str) -> Iterator[str]:
        """What the first part of a compound may be as a word: with and without the letters that join it."""
        yield first
        for joint in self.words.joints:
            if first.endswith(joint) and len(first) - len(joint) > 2:
                yield first.removesuffix(joint)
        yield first + "e"

    def _ends(self, low: str) -> set[str]:
        """What a German noun, or the last part of a compound, may be, in all the cases that its ending allows."""
        return {base[at:] for base in self._bases(low) for at in range(len(base) - 2) if at != 1}

    def _body(self, text: str, low: str) -> tuple[str, str]:
        """A German noun for a kind of body, in the nominative, and its gender; "" and "" for other words."""
        lists, bodies = self.words.lists, self.words.bodies
        for ending in ("", *self.words.singular_endings, *self.words.dative_endings):
            base = low.removesuffix(ending)
            if not low.endswith(ending) or base in lists["no_bodies"]:
                continue
            for at in range(len(base) - 1):
                head = base[at:]
                gender = bodies.get(head)
                if gender is None or (at and (at < 3 or (head in lists["bodies_alone"] and base[at - 1] != "-"))):
                    continue
                if not ending or (ending in self.words.dative_endings) == (gender == "p"):
                    return text[: len(base)], gender
        return "", ""

    def _double_given(self, core: str) -> tuple[tuple[str, str], ...]:
        """Given names joined by a hyphen: "Hans-Peter"."""
        first, hyphen, second = core.partition("-")
        if not hyphen or first not in self.words.given or second not in self.words.given:
            return ()
        return tuple((core, gender) for _, gender in self.words.given[first])

    def _bases(self, low: str) -> list[str]:
        """A German noun in lower case as it stands, without case endings, and without the umlaut of a plural."""
        bases = [low, *(low[: -len(ending)] for ending in self.words.noun_endings if low.endswith(ending))]
        return bases + [plain for base in bases if (plain := _without_umlaut(base)) != base]


def _without_umlaut(low: str) -> str:
    """A word with its last umlaut undone: "beträge" to "betrage"."""
    for at in range(len(low) - 1, -1, -1):
        if low[at] in _UMLAUTS:
            return low[:at] + _UMLAUTS[low[at]] + low[at + 1 :]
    return low
