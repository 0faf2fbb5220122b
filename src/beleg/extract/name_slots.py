"""What the places where a German noun stands in an article tell of whether it is a name.

Every German noun has a capital. A noun is a name by what stands around it: behind "Firma", before "zufolge", without an
article where a thing would need one, in the genitive before its noun. Each sign counts points, each word's form counts
against it as far as it looks like an ordinary noun's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from beleg.extract.name_bodies import Body, body_at
from beleg.extract.name_forms import ORGANISATIONS

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from beleg.extract.name_forms import Forms
    from beleg.extract.name_looks import Look, Words
    from beleg.lexicons import Token

# Points from which a noun is a name.
_ENOUGH = 2.0
# What an ordinary noun must have more: a compound with a known end, one of known parts, a noun of the list.
_AGAINST = (0.0, 1.25, 2.75, 4.5)
# How sure, or how often without an article, an ordinary noun must be found to be a name.
_ORDINARY = 2


class Slots:
    """The German nouns of an article, and what speaks for and against each."""

    def __init__(
        self, words: Words, forms: Forms, also: Container[str], lower: Container[str],
        numbered: Mapping[tuple[str, str], int],
    ) -> None:  # fmt: skip
        self.words = words
        self.forms = forms
        self.also = also
        self.lower = lower
        self.numbered = numbered
        self.points: defaultdict[str, float] = defaultdict(float)
        # How often a word stands where hardly anything but a name can.
        self.sure: Counter[str] = Counter()
        # How often it stands where places do, with an article, and at all.
        self.places: Counter[str] = Counter()
        self.determined: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        # How often it stands without an article where a thing that can be counted would have one.
        self.bare: Counter[str] = Counter()
        self.plurals: set[str] = set()
        # Words that may be names, and whether they look like ordinary nouns: 0 to 3.
        self.ordinary: dict[str, int] = {}
        # Names of bodies, by where they begin in the text, and the words by which they are called for short.
        self.bodies: dict[int, Body] = {}
        self.proper: set[str] = set()

    def take(self, tokens: Sequence[Token], looks: Sequence[Look], where: Sequence[int]) -> None:
        """Take in a sentence, whose words with a capital stand at the given indexes."""
        behind = 0
        for index in where:
            if index < behind:
                continue
            look = looks[index]
            body = None
            if (
                look.body[0]
                or (index + 1 < len(tokens) and looks[index + 1].shape == "cap")
                or self._joined(tokens, index)
            ):
                fresh = bool(look.body[0]) and self._fresh(tokens, looks, index)
                body = body_at(tokens, looks, index, self.words, fresh=fresh, no_names=self.lower)
            if body is not None:
                self.bodies[tokens[index].start] = body
                if body.proper >= 0:
                    self.proper.add(self.forms.bare(body.looks[body.proper].core))
                behind = body.last
            elif not look.place and tokens[index].low not in self.words.unnamed:
                self._weigh(tokens, looks, index)

    def _joined(self, tokens: Sequence[Token], index: int) -> bool:
        """Whether a mark that joins two names stands behind a word."""
        return index + 1 < len(tokens) and tokens[index + 1].text == "&"

    def _fresh(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        """Whether a sentence begins at a noun, or with the article before it."""
        return index < 3 and (not index or self.has_article(tokens, looks, index)) and all(
            token.low in self.words.lists["determiners"] or own.adjective or own.shape == "low"
            for token, own in zip(tokens[:index], looks, strict=False)
        )  # fmt: skip

    def _weigh(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> None:
        lists, look = self.words.lists, looks[index]
        word = self.forms.bare(look.core)
        points, sure = 0.0, 0
        self.counts[word] += 1
        ordinary = 0 if look.core in self.also else 3 if look.common else look.compound
        if ordinary > 2 and (look.plural or self.determined[word]):
            return  # what no sign can outweigh (see `known`)
        if index and tokens[index - 1].text in lists["openings"]:
            self.places[word] += 1  # "Bad Arolsen"
            return
        self.ordinary[word] = max(ordinary, self.ordinary.get(word, 0))
        if look.plural:
            self.plurals.add(word)
        before = tokens[index - 1] if index else None
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        beside = before is not None and before.kind == "w" and tokens[index].start - before.end == 1
        close = after is not None and after.start - tokens[index].end == 1
        next_cap = close and looks[index + 1].shape == "cap"
        determined = beside and self.has_article(tokens, looks, index)
        if look.core == tokens[index].text and (look.human or look.trade) and (determined or next_cap):
            self.determined[word] += determined
            return
        if determined and ordinary > 2:
            self.ordinary[word] = ordinary
            self.determined[word] += 1
            return
        if determined and look.body[0] and ordinary == 1:
            # "Die Aurikelklinik": a body whose noun begins like no word.
            points += 1.75
        elif determined:
            foreign = not ordinary and self._is_foreign(tokens, looks, index - 1)
            points += 2 if foreign else -1.5
            self.determined[word] += not foreign
        elif before is not None and before.kind == "n":
            points -= 1
        if word != look.core and next_cap and not determined:
            # "Vexlors Werk", and surely "Vexlors Chefin".
            points += 4 if looks[index + 1].human else 2
            sure += looks[index + 1].human
        if look.core != tokens[index].text:
            staff = look.role == "staff" or look.human
            points += 5.5 if staff else 1
            sure += staff and ordinary < 3
        if close and after is not None and after.kind == "n":
            versioned = "." in after.text or self.numbered[look.core, after.text] > 1
            points += 2 * versioned
            sure += versioned and not determined and ordinary < 3
        if look.core in self.also:
            points += 3
            sure += 1
        if "-" in look.core and look.core.rpartition("-")[2] in lists["compound_heads"]:
            points += 3.5
        if after is not None and after.low in lists["after"] and not determined:
            points += 2 if self._plural(word) else 5
            sure += 1
        if close and after is not None and after.text in lists["legal"]:
            points += 6.5
            sure += 2
        elif next_cap and looks[index + 1].core in lists["tails"]:
            points += 3
            sure += 1
        bare = not determined
        if beside and before is not None:
            more, surely = self._behind(word, tokens, looks, index, next_cap=next_cap)
            points += more
            sure += surely
            acted = before.low in lists["finite"] and not next_cap and not self._plural(word)
            bare = bare and not surely and (before.low in lists["prepositions"] or acted)
            points += 1.25 * (bare and acted)
        elif before is None and after is not None and after.kind == "w" and after.text[0].islower():
            # A bare noun that says something in the singular is somebody: "Trion wirbt".
            says = looks[index + 1].speaks and not after.low.endswith("n")
            says = says and not word.endswith(self.words.adjective_endings)
            acts = after.low in lists["finite"] and not self._plural(word)
            points += 2 if says else 1.5 if acts else 0 if self._plural(word) else 0.75
        people = look.plural or look.human or look.trade
        if bare and not people and not word.lower().endswith(self.words.mass_endings):
            goes_on = self._goes_on(tokens, looks, index)
            points += goes_on * (1.5 if before is None else 1)
            sure += goes_on > 0 and ordinary < 3
            self.bare[word] += not word.endswith(self.words.dative_endings)
        self.points[word] += points
        self.sure[word] += sure

    def _goes_on(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> float:
        """Points for what follows a noun without an article: where somebody is from, or who they are."""
        lists = self.words.lists
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        then = tokens[index + 2] if index + 2 < len(tokens) else None
        if after is None or then is None:
            return 0
        if looks[index + 2].place or looks[index + 2].adjective:
            agent = index > 0 and tokens[index - 1].low in lists["agents"]
            if agent and after.low in (lists["origin"] | lists["place_prepositions"]):
                return 5
            if after.low in lists["origin"]:
                return 3 if index == 0 else 4.5
        if after.low in lists["emphasis"]:
            return 2
        if after.text != ",":
            return 0
        last = looks[index + 3] if index + 3 < len(tokens) else None
        told = looks[index + 2].trade or (then.low in lists["indefinite"] and last is not None and last.trade)
        if told or then.low in lists["owning"]:
            return 5
        if then.low in lists["relatives"]:
            return 2
        return 0 if index or looks[index].compound or looks[index].common else 1.5

    def _is_foreign(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        """Whether an adjective of a country or a place stands at a token: "die dänische Vestrup"."""
        low = tokens[index].low
        return looks[index].adjective or any(
            low.removesuffix(ending) in self.words.lists["nationalities"] for ending in self.words.adjective_endings
        )

    def _behind(
        self, word: str, tokens: Sequence[Token], looks: Sequence[Look], index: int, *, next_cap: bool
    ) -> tuple[float, int]:
        """Points for the word before, and how sure they are."""
        lists, before, previous = self.words.lists, tokens[index - 1], looks[index - 1]
        # Behind a noun with its article stands a name: "der Paketdienst Botenwerk".
        noun = previous.shape == "cap" or previous.trade
        named = index > 1 and noun and self.has_article(tokens, looks, index - 1)
        if noun and before.text not in lists["measures"] and not looks[index].plural:
            firm = previous.role in ORGANISATIONS or previous.trade
            opens = index < 4 and named and not next_cap
            verb = opens and not previous.plural and index + 1 < len(tokens) and (
                tokens[index + 1].low in lists["finite"] or looks[index + 1].speaks
            )  # fmt: skip
            if firm or verb or (previous.sort and named):
                return 5 + 0.5 * named + 1.5 * opens, 1 + opens
        if (
            previous.given
            or before.text in lists["functions"]
            or before.text in lists["models"]
            or before.low in lists["heads"]
        ):
            return 3, 0
        if previous.shape == "cap" and before.text not in lists["measures"]:
            if previous.common or previous.compound or named:
                return (3 if previous.role else 2) + (2 if named else 0), 0
            return 0, 0
        if (previous.speaks and not self._plural(word)) or (before.low in lists["before"] and not next_cap):
            return 2, int(before.low in lists["called"])
        if before.low in lists["place_prepositions"]:
            self.places[word] += 1
        elif before.low in lists["agents"] and self._has_staff(looks, index) and not looks[index].plural:
            return 4.5, 1
        elif before.low in lists["prepositions"] and not self._plural(word):
            if before.low in lists["agents"] and not self.ordinary[word]:
                return 2, 0
            return 0.75, 0
        return 0, 0

    def _has_staff(self, looks: Sequence[Look], index: int) -> bool:
        """Whether a noun for who speaks for a firm stands before a preposition ("Geschäftsführerin von Isen")."""
        return index > 1 and looks[index - 2].role == "staff"

    def known(self) -> set[str]:
        """The words that are names, in lower case."""
        letters = "".join(self.words.lists["letters"])
        found: set[str] = set()
        for word, count in self.counts.items():
            ordinary = self.ordinary.get(word, 3)
            score = self.points[word] - _AGAINST[ordinary]
            if word.endswith(self.words.foreign_endings) or not all(c.isascii() or c in letters for c in word):
                score += 1
            if count > 2 and score > 0:
                score += 0.5
            often = self.bare[word] >= _ORDINARY and not self.determined[word]
            if often and score > 0:
                score += 1.25
            if word.lower() in self.lower:
                score -= 4
            if score < _ENOUGH or self._is_place(word):
                continue
            if ordinary > 1 and not self.sure[word] and not (ordinary < 3 and often):
                continue
            if word in self.plurals or (ordinary > 2 and (self.determined[word] or self.sure[word] < _ORDINARY)):
                continue
            found.add(word.lower())
        found.update(word.lower() for word in self.proper if self.ordinary.get(word, 0) < 2)
        return found

    def _is_place(self, word: str) -> bool:
        """Whether a word that nobody knows is a place's name by where it stands, or by that and its ending."""
        inside = self.places[word]
        if not inside or self.sure[word]:
            return False
        return inside == self.counts[word] or word.endswith(self.words.toponym_endings)

    def _plural(self, word: str) -> bool:
        """Whether a word may be a plural by its ending."""
        return word.endswith(self.words.plural_endings)

    def has_article(self, tokens: Sequence[Token], looks: Sequence[Look], index: int) -> bool:
        """Whether a determiner stands before, or an adjective after one."""
        determiners = self.words.lists["determiners"]
        before = tokens[index - 1]
        if before.low in determiners:
            return True
        if (looks[index - 1].shape not in ("low", "") and not looks[index - 1].adjective) or not before.low.endswith(
            self.words.adjective_endings
        ):
            return False
        return index > 1 and (
            tokens[index - 2].low in determiners or tokens[index - 2].low in self.words.lists["prepositions"]
        )
