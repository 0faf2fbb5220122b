"""Find the names of an article and bring them to international spelling.

What makes a word a name differs: in Serbian and Russian a capital inside a sentence does, in German, where every noun
has one, only a slot does (after "Firma", before "zufolge", beside a given name, …). The lists behind this are data:
`lexicons/name_words.toml`. Names of the register are found by their forms, whatever the language.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from beleg.extract.name_cases import NOMINATIVE
from beleg.extract.name_forms import ORGANISATIONS, Forms, Run
from beleg.extract.name_heads import Heads
from beleg.extract.name_looks import CYRILLIC, Look, Looks
from beleg.extract.name_slots import Slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from beleg.extract.name_bodies import Body
    from beleg.lexicons import Lexicon, Token
    from beleg.lexicons.register import Register
    from beleg.records import Span

NameType: TypeAlias = Literal["organisation", "person", "product", "technical", "place", "unknown"]
_TYPES: dict[str, NameType] = {
    "organisation": "organisation", "authority": "organisation", "laboratory": "organisation", "medium": "organisation",
    "product": "product", "technical": "technical", "person": "person",
    "place": "place",
}  # fmt: skip
# Those of firms, of which no place is one.
_FIRMS = frozenset({"vendor", "customer", "partner", "competitor"})
# Those that stand before a person.
_STAFF = frozenset({"staff", "analyst", "insider"})

# A call, a keyword argument, a piece of code: `.to("neuron")`, `xla_device()`, `dynamic=False`.
_CODE = re.compile(
    r"""(?<!\w)\.[a-z_]\w*\((?:"[^"\s]{1,30}"|'[^'\s]{1,30}'|\w{0,30})\)|\b[A-Za-z_][\w.]{0,80}\w\(\)"""
    r"""|\b[a-z_]\w*=(?:"[^"\s]{1,30}"|'[^'\s]{1,30}'|\w+)"""
)
_BACKTICKS = re.compile(r"`([^`\s]{2,60})`")
_OPENING = '„“«"»”'
_CLOSING = '“”»"«'
# Marks after which a sentence begins anew.
_RESTART = frozenset(":–—•-")
# The longest quoted name between commas, in words and one more.
_LONGEST_BESIDE = 4
# The longest name of a person, in words.
_LONGEST_PERSON = 3
# The longest name of the register that is looked for, in tokens.
_LONGEST = 14


class NameFound(NamedTuple):
    """A name in a text."""

    start: int
    end: int
    # In international spelling.
    name: str
    type: NameType


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
    looks = _looks(lexicon, register)
    looked = [(tokens, looks.of(tokens)) for tokens in sentences]
    code = _code(text)
    article = _Article(looks, text, tuple(also))
    article.survey(looked)
    found = article.names([run for tokens, own in looked for run in article.runs(tokens, own)])
    return tuple(sorted((*code, *_free((((name.start, name.end), name) for name in found), code))))


@lru_cache(maxsize=12)
def _looks(lexicon: Lexicon, register: Register) -> Looks:
    return Looks(lexicon, register)


def _code(text: str) -> list[NameFound]:
    """Calls, keyword arguments and what stands between backticks, in the order of the text."""
    found: list[NameFound] = []
    if "(" in text or "=" in text:
        found += [NameFound(m.start(), m.end(), m[0], "technical") for m in _CODE.finditer(text)]
    if "`" in text:
        ticked = ((m.span(), NameFound(m.start(1), m.end(1), m[1], "technical")) for m in _BACKTICKS.finditer(text))
        found += list(_free(ticked, found))
    return sorted(found)


def _free(spans: Iterable[tuple[Span, NameFound]], taken: Sequence[NameFound]) -> Iterator[NameFound]:
    """The names whose spans share nothing with what is taken, which is in the order of the text."""
    ends = [one.end for one in taken]
    for (start, end), name in spans:
        at = bisect_right(ends, start)
        if at == len(ends) or taken[at].start >= end:
            yield name


def _begins(tokens: Sequence[Token], index: int) -> bool:
    """Whether a sentence begins at a token: its own, one after a colon, or a quoted one."""
    at = index - 1
    while at >= 0 and tokens[at].kind != "w":
        if tokens[at].text in _RESTART or tokens[at].text in _OPENING:
            return True
        at -= 1
    return at < 0


class _Article:
    """What is known of one article while its names are looked for."""

    def __init__(self, looks: Looks, text: str, also: tuple[str, ...]) -> None:
        self.looks = looks
        self.text = text
        self.words = looks.words
        self.german = looks.german
        self.also = frozenset(name for name in also if " " not in name)
        # Words that occur with a small letter, as stems.
        self.lower: set[str] = set()
        # Stems (in German: words) that are names by what stands around them somewhere in the article.
        self.known: set[str] = set()
        # German: words that may be names, to whether they look like ordinary nouns; names of bodies, by where they begin;
        # how often a word occurs outside of them.
        self.ordinary: dict[str, int] = {}
        self.bodies: dict[int, Body] = {}
        self.alone: Counter[str] = Counter()
        # Words with a capital, and words with the number behind them, and how often.
        self.capitals: Counter[str] = Counter()
        self.numbered: Counter[tuple[str, str]] = Counter()
        # Stems of words with a capital, with the one that follows.
        self.behind: Counter[tuple[str, str]] = Counter()
        if not self.german:
            self.heads = Heads(looks)
            self.vowels = self.words.lists["vowels"]
        self.forms = Forms(looks, text, also, self.capitals, self.numbered)

    # --- what the whole article tells ---------------------------------------------------------------------------------

    def survey(self, looked: Sequence[tuple[Sequence[Token], Sequence[Look]]]) -> None:
        capitals: list[tuple[Sequence[Token], Sequence[Look], list[int]]] = []
        for tokens, looks in looked:
            self.lower.update([look.lower for look in looks if look.lower and look.shape != "cap"])
            places = [index for index, look in enumerate(looks) if look.shape == "cap"]
            capitals.append((tokens, looks, places))
            for index in places:
                core = looks[index].core
                self.capitals[core] += 1
                after = tokens[index + 1] if index + 1 < len(tokens) else None
                if after is not None and after.kind == "n" and after.start - tokens[index].end == 1:
                    self.numbered[core, after.text] += 1
        if self.german:
            self._survey_german(capitals)
            return
        for tokens, looks, places in capitals:
            for index in places:
                look = looks[index]
                stem = self.looks.stem(look.core.lower())
                if self._next_cap(tokens, looks, index):
                    self.behind[stem, looks[index + 1].core] += 1
                if look.place or look.role:
                    continue
                if not _begins(tokens, index) or self._pair(tokens, looks, index):
                    self.known.add(stem)

    def _pair(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        """Whether a given name begins here with a surname after it."""
        return bool(looks[index].given) and self._next_cap(tokens, looks, index)

    def _next_cap(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        after = index + 1
        return after < len(tokens) and looks[after].shape == "cap" and tokens[after].start - tokens[index].end == 1

    def _survey_german(self, capitals: Sequence[tuple[Sequence[Token], Sequence[Look], Sequence[int]]]) -> None:
        slots = Slots(self.words, self.forms, self.also, self.lower, self.numbered)
        for tokens, looks, places in capitals:
            slots.take(tokens, looks, places)
        self.known = slots.known()
        self.ordinary, self.bodies, self.alone = slots.ordinary, slots.bodies, slots.counts

    # --- runs of tokens -----------------------------------------------------------------------------------------------

    def runs(self, tokens: Sequence[Token], looks: Sequence[Look]) -> list[Run]:
        found: list[Run] = []
        index, fresh, size = 0, True, len(tokens)
        while index < size:
            token, look = tokens[index], looks[index]
            if look.dull:
                index += 1
                fresh = False
                continue
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
                fresh = fresh or token.text in _RESTART or (token.text in _OPENING and token.text != "»")
                index += 1
                continue
            last = self._known(tokens, looks, index, found) or self._institution(tokens, looks, index, found)
            if last is None and self.german:
                last = self._body(tokens, looks, index, found)
            if last is None and not self.german:
                last = self._headed(tokens, looks, index, found, fresh=fresh)
            if last is None:
                last = self._other(tokens, looks, index, found, fresh=fresh)
            index = index + 1 if last is None else last
            fresh = False
        return found

    def _generation(self, tokens: Sequence[Token], index: int, found: list[Run]) -> bool:
        """Whether a generation of mobile networks stands here ("5G"), which is two tokens."""
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if (
            after is None
            or after.start != tokens[index].end
            or not after.text.startswith("G")
            or after.text[1:2].isalpha()
        ):
            return False
        found.append(Run(tokens[index].start, after.start + 1, [], known=f"{tokens[index].text}G"))
        return True

    def _run(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, last: int) -> Run:
        before = first - 1
        while before >= 0 and tokens[before].text in _OPENING:
            before -= 1
        word, role = "", ""
        if before >= 0 and tokens[before].kind == "w":
            word, role = tokens[before].low, looks[before].role
            # An adjective between a preposition and the name: "iz konkurentskog Alpstacka".
            adjective = not role and word.endswith(self.words.adjective_endings) and word not in self.looks.cases
            if adjective and before and tokens[before - 1].low in self.looks.cases:
                word = tokens[before - 1].low
        return Run(tokens[first].start, tokens[last - 1].end, list(looks[first:last]), before=word, role=role)

    def _known(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, found: list[Run]) -> int | None:
        """A name of the register that begins here: the longest of its forms."""
        longest = looks[first].longest
        if not longest or (longest == 1 and self._pair(tokens, looks, first)):
            return None
        # Quotation marks inside a form are tokens, too.
        for size in range(min(longest + 2 if longest > 1 else 1, len(tokens) - first), 0, -1):
            last = first + size
            if tokens[last - 1].kind == "p" and not (size > 2 and tokens[last - 1].text in _CLOSING):
                continue
            form = looks[first].core if size == 1 else self.text[tokens[first].start : tokens[last - 1].end]
            name = self.looks.canonical(form)
            # A German noun that also occurs with a small letter is a word.
            if name is None:
                continue
            if size == 1 and self.german and form[0].isupper() and not form.isupper() and form.lower() in self.lower:
                continue
            if size == 1 and (self._goes_on(tokens, looks, first) or self._is_one_of_many(tokens, looks, first)):
                continue
            run = self._run(tokens, looks, first, last)
            run.known = name
            found.append(run)
            return last
        return None

    def _is_one_of_many(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
        """Whether a known kind of institution stands beside its place, which says which one it is ("Mainzer Verkehrsministerium")."""
        body = self.bodies.get(tokens[first].start)
        return bool(looks[first].institutions) and body is not None and len(body.looks) > 1

    def _goes_on(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
        """Whether a known name of one word begins a longer one that is not known ("Neuron Base DLAMI", "Apple Music")."""
        if not self._next_cap(tokens, looks, first):
            return False
        look = looks[first + 1]
        if tokens[first].start in self.bodies:
            return True
        if self.german or look.core in self.words.lists["tails"]:
            return look.core in self.words.lists["tails"]
        return (
            not look.given and not look.place and not look.longest and looks[first].inflects == look.inflects
            and look.core == tokens[first + 1].text
            and self.capitals[look.core] == self.behind[self.looks.stem(looks[first].core.lower()), look.core]
        )  # fmt: skip

    def _institution(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, found: list[Run]) -> int | None:
        """A descriptive name that begins here ("Technische Universität X"), with the proper name behind it."""
        for stems, english in looks[first].institutions:
            at = first + len(stems)
            if at >= len(tokens) or looks[at].shape != "cap" or (self.german and looks[at].common):
                continue
            if not all(self.looks.is_form(tokens[first + index].low, stem) for index, stem in enumerate(stems)):
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
            run.before = ""
            if not self.german:
                run.case = (
                    "genitive" if self.looks.language == "ru" else "locative" if len(stems[-1]) == 1 else NOMINATIVE
                )
            found.append(run)
            return last
        return None

    def _body(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, found: list[Run]) -> int | None:
        """The German name of a body that begins here, by the noun for its kind or an adjective before that."""
        body = self.bodies.get(tokens[first].start)
        if body is None:
            return None
        own = body.looks[body.proper] if body.proper >= 0 else None
        bare = self.forms.bare(own.core) if own is not None else ""
        distinct = bare.lower() in self.known and not self.ordinary.get(bare) and not bare.endswith(
            self.words.toponym_endings
        )  # fmt: skip
        if body.loose and bare.lower() in self.known and (distinct or self.alone[bare]):
            # "Das Prüfinstitut Metrum", called "Metrum" elsewhere, or by a word that is nothing but a name.
            first += 1
            run = self._run(tokens, looks, first, body.last)
        else:
            run = self._run(tokens, looks, first, body.last)
            run.looks, run.short = body.looks, bare
            place = ""
            if first and body.looks[0].adjective:
                # "Das Kieler Landgericht" is that of Kiel.
                run.start, place = tokens[first - 1].start, self.looks.place_of(body.looks[0].core)
            elif body.proper < 0:
                place = body.looks[-1].core
            english = next((one for stems, one in looks[first].institutions if len(stems) == 1), "")
            if english and place and len(body.looks) == 2:
                run.institution, run.looks = english, [body.looks[0]._replace(core=place)]
        run.body = True
        found.append(run)
        return body.last

    def _other(
        self, tokens: Sequence[Token], looks: Sequence[Look], first: int, found: list[Run], *, fresh: bool
    ) -> int | None:
        if looks[first].shape not in ("cap", "sign") or (looks[first].place and looks[first].shape == "sign"):
            return None
        if self.looks.is_place_pair(tokens, first):
            return first + 2
        if not self._opens(tokens, looks, first, fresh=fresh):
            return None
        last = first + 1
        while last < len(tokens) and (step := self._continues(tokens, looks, first, last)):
            last += step
        if last - first == 1 and looks[first].shape == "cap":
            # A noun of institutions, or a capital adjective with one after it, is no name alone.
            if self.looks.is_head(tokens[first].low):
                return None
            if last < len(tokens) and not self.german and self._trails(tokens, looks, last):
                run = self._run(tokens, looks, first, last + 1)
                run.head, run.body = 1, True
                found.append(run)
                return last + 1
        attribute = last - first == 1 and not fresh and self._qualifies(tokens, looks, first)
        run = self._run(tokens, looks, first, last + attribute)
        run.quoted = attribute
        last += attribute
        run.person = self._is_person(looks, first, last) or (
            last - first == 2 and self._introduced(tokens, looks, first)
        )
        if not self.german and not run.quoted and looks[first].inflects:
            run.person = run.person or self._seems_person(tokens, looks, first, last, run)
        number = tokens[last] if last < len(tokens) else None
        if number is not None and number.kind == "n" and number.start - run.end == 1 and self._numbered(run, number):
            run.number, run.end, last = number.text, number.end, last + 1
        found.append(run)
        return last

    def _seems_person(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, last: int, run: Run) -> bool:
        """Whether a run is a person without a given name that is known, or a given name alone (Serbian, Russian)."""
        if run.role in ORGANISATIONS or any(look.place or look.role for look in looks[first:last]):
            return False
        if last - first == 1:
            return bool(looks[first].given) and not looks[first].longest and looks[first].core == tokens[first].text
        if looks[last - 1].core in self.words.lists["tails"] or last - first > _LONGEST_PERSON:
            return False
        if run.role in _STAFF and last - first == 2 and all(look.inflects for look in looks[first:last]):
            return True
        return looks[last - 1].inflects and tokens[last - 1].low.endswith(self.words.surname_endings)

    def _introduced(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        """Whether a German noun for a person stands before ("Direktorin Helga Brunnwald", "der Geologe Piet Ohm")."""
        if not self.german or not index or tokens[index].start - tokens[index - 1].end != 1:
            return False
        before = looks[index - 1]
        return before.role in _STAFF or before.human

    def _shouted(self, token: Token) -> bool:
        """Whether a word in capitals is an ordinary one ("ПИТАЊЕ:", "НЕ")."""
        if not token.text.isupper() or not token.text.replace("/", "").isalpha() or self.looks.canonical(token.text):
            return False
        return bool(self.looks.lexicon.match([token])) or self.looks.stem(token.low) in self.lower or any(
            part in self.words.places for part in token.low.split("/")
        )  # fmt: skip

    def _qualifies(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
        """Whether a word with a capital is an adjective that agrees with the noun behind it: "Dunavski brodar"."""
        if first + 1 >= len(tokens) or looks[first].given or looks[first].place or not looks[first].inflects:
            return False
        noun = tokens[first + 1]
        if (
            noun.kind != "w" or noun.start - tokens[first].end != 1 or looks[first + 1].shape != "low"
            or looks[first + 1].speaks or noun.low in self.looks.cases or noun.low in self.words.lists["no_name"]
            or noun.low.endswith(self.words.verb_endings)
        ):  # fmt: skip
            return False
        return any(
            tokens[first].low.endswith(adjective)
            and (noun.low.endswith(ending) if ending else noun.low[-1] not in self.vowels)
            for adjective, ending in self.words.attributes
        )

    def _trails(self, tokens: Sequence[Token], looks: Sequence[Look], at: int) -> bool:
        """Whether a noun of institutions stands behind a name: "Sava osiguranje"."""
        return (
            looks[at].shape == "low"
            and tokens[at].low in self.words.heads
            and tokens[at].start - tokens[at - 1].end == 1
        )

    def _headed(
        self, tokens: Sequence[Token], looks: Sequence[Look], first: int, found: list[Run], *, fresh: bool
    ) -> int | None:
        """The name of a body that begins here and holds the noun for its kind."""
        if looks[first].shape != "cap" or self.looks.is_place_pair(tokens, first):
            return None
        headed = self.heads.find(tokens, looks, first, fresh=fresh, known=self.known)
        if headed is None:
            return None
        run = self._run(tokens, looks, first, headed.last)
        run.head, run.body = headed.head - first, True
        found.append(run)
        return headed.last

    def _opens(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, *, fresh: bool) -> bool:
        """Whether a name begins here, as far as its first word tells."""
        look, token = looks[first], tokens[first]
        if look.shape == "sign":
            return self.german or not self._shouted(token)
        following = looks[first + 1] if self._next_cap(tokens, looks, first) else None
        if look.given and following is not None:
            return True
        if look.place and not self.german:
            return self._named_by_place(tokens, looks, first, following)
        if look.place and not (following is not None and following.core in self.words.lists["tails"]):
            return False
        if following is not None and following.core in self.words.lists["tails"] and not look.common:
            return True
        if self.german:
            if token.low in self.words.lists["heads"]:
                return following is not None and not following.common
            if self._program(tokens, looks, first):
                return True
            if following is not None and not look.common and self._introduced(tokens, looks, first):
                return not following.body[0] and following.core not in self.words.lists["tails"]
            return self.forms.bare(look.core).lower() in self.known
        if self.looks.script == "Cyrl" and not look.inflects:
            return True
        if self.looks.is_head(token.low):
            return False
        if not fresh:
            return not look.role or (first > 0 and looks[first - 1].role in ORGANISATIONS)
        if self.looks.stem(token.low) in self.lower:
            return False
        if not look.common and not look.role and self._goes_with(tokens, looks, first):
            return True
        for ending in self.words.women:
            if token.low.endswith(ending) and token.low.removesuffix(ending) in self.known:
                return True  # "Perišićeva"
        return self.looks.stem(look.core.lower()) in self.known

    def _named_by_place(
        self, tokens: Sequence[Token], looks: Sequence[Look], first: int, following: Look | None
    ) -> bool:
        """Whether a place begins the name of something else: "Šumadija Bus", "фирма Байкал"."""
        if not self.words.places.get(tokens[first].low) or self.looks.is_place_pair(tokens, first):
            return False
        if following is not None and not (following.place or following.given or following.longest or following.role):
            return following.shape == "cap" and following.inflects == looks[first].inflects
        before = looks[first - 1] if first else None
        return before is not None and before.role in _FIRMS and before.shape == "low"

    def _goes_with(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
        """Whether what follows the first word of a sentence makes a name of it: "Govorna Tehnika", "Agrodron, koji"."""
        if tokens[first].low.endswith(self.words.place_adjectives):
            return False  # "Slovenački Strujko"
        if self._next_cap(tokens, looks, first):
            after = looks[first + 1]
            return after.shape == "cap" and not (after.given or after.place or after.longest or after.role)
        relative = first + 2 < len(tokens) and tokens[first + 2].low in self.words.lists["relatives"]
        return relative and tokens[first + 1].text == ","

    def _program(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
        """Whether a word, an abbreviation and a version stand side by side: "Nordlicht DB 4.2"."""
        if first + 2 >= len(tokens) or looks[first].common or looks[first].shape != "cap":
            return False
        sign, version = tokens[first + 1], tokens[first + 2]
        return sign.text.isalpha() and sign.text.isupper() and version.kind == "n" and "." in version.text

    def _continues(self, tokens: Sequence[Token], looks: Sequence[Look], first: int, at: int) -> int:
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
                if at - first == 1 and self._introduced(tokens, looks, first):
                    return 1  # surnames are made like ordinary nouns
                if previous.given:
                    return 1
                if look.given and self._next_cap(tokens, looks, at):
                    return 0
                if look.shape == "sign":
                    return int(previous.shape == "sign" or self._program(tokens, looks, at - 1))
                if (
                    previous.shape == "cap"
                    and self.ordinary.get(look.core) == 0
                    and look.core.lower() not in self.lower
                ):
                    return int(self.forms.bare(previous.core) == previous.core)
                return int(
                    previous.shape == "cap" and not look.common and not look.place and look.core == tokens[at].text
                    and self.forms.bare(look.core).lower() in self.known and self.forms.bare(previous.core) == previous.core
                )  # fmt: skip
            if self.looks.script == "Cyrl" and bool(CYRILLIC.search(look.core)) != bool(CYRILLIC.search(previous.core)):
                return 0
            if look.place and self.words.places.get(tokens[at].low) and not (previous.place or looks[first].given):
                return 2 if self.looks.is_place_pair(tokens, at) else 1  # "Metrika Novi Pazar"
            if not previous.given and (look.place or (look.given and self._next_cap(tokens, looks, at))):
                return 0
            # Two names side by side are no one name: "сообщил Лещуку Роспотребнадзор".
            known = self.looks.canonical(look.core)
            return int(known is None)
        after = at + 1
        if tokens[at].text not in lists["inner"] or (not self._next_cap(tokens, looks, at) and tokens[at].text != "&"):
            return 0
        if tokens[at].text == "&":
            return 2 if after < len(tokens) and looks[after].shape in ("cap", "sign") else 0
        if self.looks.script == "Cyrl":
            return 0 if CYRILLIC.search(previous.core) or CYRILLIC.search(tokens[after].text) else 2
        # "Louis van Gaal", not "Priit Lepik der Zeitschrift".
        return 2 if at == first + 1 and previous.given and not looks[after].common else 0

    def _is_person(self, looks: Sequence[Look], first: int, last: int) -> bool:
        return bool(looks[first].given) and last - first > 1 and looks[last - 1].core not in self.words.lists["tails"]

    def _numbered(self, run: Run, number: Token) -> bool:
        """Whether a number belongs to the name before it: a licence's, or a model's that recurs."""
        lists = self.words.lists
        word = run.looks[-1].core
        if word in lists["licences"]:
            return True
        if not number.text.isdigit() or len(number.text) > 3 or word in lists["versioned"] or run.person:
            return False
        return self.numbered[word, number.text] > 1

    def _quoted(self, tokens: Sequence[Token], looks: Sequence[Look], opening: int) -> tuple[Run, int] | None:
        """A short name between quotation marks, with a word before it or the article's beginning."""
        last = opening + 1
        while last < len(tokens) and last - opening < 6 and (tokens[last].kind == "w" or tokens[last].kind == "n"):
            last += 1
        if last == opening + 1 or last >= len(tokens) or tokens[last].text not in _CLOSING:
            return None
        inside = looks[opening + 1 : last]
        silent = self.words.lists["no_name"]
        if inside[0].shape not in ("cap", "sign") or any(t.low in silent for t in tokens[opening + 1 : last]):
            return None
        before = tokens[opening - 1] if opening else None
        after = tokens[last + 1] if last + 1 < len(tokens) else None
        alone = last - opening == 2 and after is not None and after.kind == "w"
        # "Хозяин опор, «Камэлектросеть», уверяет": who was spoken of is named between commas.
        beside = (
            not self.german and before is not None and after is not None and before.text == after.text == ","
            and opening > 1 and last - opening < _LONGEST_BESIDE
        )  # fmt: skip
        if before is not None and (
            (before.kind != "w" and not (alone and before.text in _RESTART) and not beside)
            or (before.text[0].isupper() and self.german and not looks[opening - 1].common)
        ):
            return None
        if before is None and (after is None or (after.kind == "p" and after.text not in ",.")):
            return None
        if self.german:
            previous = looks[opening - 1] if opening else None
            # Behind a noun that says what it is, a compound of ordinary words may be a name as well.
            said = previous is not None and (previous.role != "" or previous.trade or previous.sort or previous.common)
            odd = any(one.shape not in ("cap", "sign") or one.common or one.compound > 1 - said for one in inside)
            medium = previous is not None and previous.role == "medium"
            fits = said and all((one.compound or (medium and one.common)) and not one.plural for one in inside)
            if last - opening > 4 or (odd and not fits):
                return None
        run = self._run(tokens, looks, opening + 1, last)
        run.quoted = True
        return run, last + 1

    # --- from runs to names -------------------------------------------------------------------------------------------

    def names(self, runs: Sequence[Run]) -> list[NameFound]:
        """The names that runs stand for."""
        return [NameFound(run.start, run.end, name, self._type(name, run)) for run, name in self.forms.spelled(runs)]

    def _type(self, name: str, run: Run) -> NameType:
        kind = self.looks.register.type(name)
        if kind in _TYPES:
            return _TYPES[kind]
        if run.person:
            return "person"
        if run.body or run.institution:
            return "organisation"
        if (run.looks and run.looks[-1].core in self.words.lists["tails"]) or run.role in ORGANISATIONS:
            return "organisation"
        if run.number:
            return "product"
        if all(look.shape == "sign" for look in run.looks) and any(c in name for c in "._0123456789"):
            return "technical"
        return "unknown"
