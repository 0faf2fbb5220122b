"""Serbian and Russian names of bodies that hold the noun for their kind: "Tehnička škola Zaječar", "Союз продавцов".

How far such a name goes shows by what follows the noun: words with a capital, names of places, what the body is for, or
whom it gathers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beleg.extract.name_looks import Look, Looks
    from beleg.lexicons import Token

# How many adjectives with a small letter may stand before the noun, and how many words may say what a body is for.
_ADJECTIVES = 2
_PURPOSE = 4


class Headed(NamedTuple):
    """Where the noun of a body's name stands, and where the name ends, as token indexes."""

    head: int
    last: int


class Heads:
    """The names of bodies in articles of one language and script."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.lists = looks.words.lists
        self.heads = looks.words.heads
        self.openers = frozenset(looks.stem(word) for word in self.lists["openers"])
        self.prepositions = frozenset().union(
            *(self.lists[case] for case in ("genitive", "dative", "locative", "instrumental", "accusative"))
        )
        # Endings in the genitive plural: of adjectives, of nouns, of nouns for those who belong to a body.
        self.plurals, self.nouns, self.members = (
            tuple(sorted(self.lists[key])) for key in ("plural_adjectives", "plural_nouns", "members")
        )

    def find(
        self,
        tokens: Sequence[Token],
        looks: Sequence[Look],
        first: int,
        *,
        fresh: bool,
        known: frozenset[str] | set[str],
    ) -> Headed | None:
        """The name of a body that begins with a word with a capital; None if there is none.

        Args:
            tokens: The tokens of a sentence.
            looks: What each of them tells by itself.
            first: Where the name begins.
            fresh: Whether a sentence begins there.
            known: The stems of words that are names elsewhere in the article.
        """
        head = self._head(tokens, looks, first)
        if head is None:
            return None
        last = self._end(tokens, looks, head + 1)
        noun = self.heads[tokens[head].low]
        # "The Zagreb fund Adria Growth", "the bakery Zlatoklas": where a sentence begins, the noun only says what the body is
        # whose name stands behind.
        called = any(
            looks[at].shape in ("cap", "sign") and not looks[at].place and not self.looks.is_place_pair(tokens, at)
            and not self.looks.is_place_pair(tokens, at - 1)
            for at in range(head + 1, last)
        )  # fmt: skip
        if head == first and last > head + 1 and self._person(tokens, looks, head + 1):
            return None  # "Архив Льва Троцкого"
        described = head > first and (
            self.looks.stem(tokens[first].low) in self.openers
            or tokens[first].low.endswith(self.looks.words.place_adjectives)
        )
        if fresh and called and (described or head == first):
            return None
        if head == first:
            return Headed(head, last) if last > head + 1 else None
        if fresh and self.looks.stem(looks[first].core.lower()) not in known:
            opener = self.looks.stem(tokens[first].low) in self.openers
            if last == head + 1 and (opener or noun not in self.lists["offices"]):
                return None
        return Headed(head, last)

    def _head(self, tokens: Sequence[Token], looks: Sequence[Look], first: int) -> int | None:
        """Where the noun stands: at once, or behind adjectives, of which the first has the capital."""
        if tokens[first].low in self.heads:
            return first
        for at in range(first + 1, min(first + 2 + _ADJECTIVES, len(tokens))):
            if (
                looks[at].institutions
                or tokens[at].kind != "w"
                or tokens[at].start - tokens[at - 1].end != 1
                or looks[at].shape != "low"
            ):
                return None
            if tokens[at].low in self.heads:
                agree = all(
                    tokens[i].low not in self.prepositions and self.looks.agrees(tokens[i].low, tokens[at].low)
                    for i in range(first, at)
                )
                return at if agree else None
        return None

    def _end(self, tokens: Sequence[Token], looks: Sequence[Look], at: int) -> int:
        """Past what belongs to the noun before `at`."""
        last = self._past_members(tokens, looks, self._past_purpose(tokens, looks, at))
        while (
            last < len(tokens)
            and looks[last].shape in ("cap", "sign")
            and tokens[last].start - tokens[last - 1].end == 1
            and not (last > at and self._person(tokens, looks, last))
        ):
            last += 1
        return last

    def _person(self, tokens: Sequence[Token], looks: Sequence[Look], at: int) -> bool:
        """Whether a given name and a surname stand here: "direktorka Železare Podunavlje Vesna Ilić"."""
        return bool(looks[at].given) and at + 1 < len(tokens) and looks[at + 1].shape == "cap"

    def _past_purpose(self, tokens: Sequence[Token], looks: Sequence[Look], last: int) -> int:
        """Past what a body is for ("za statistiku", "по надзору"): up to three words."""
        if last + 1 >= len(tokens) or tokens[last].text not in self.lists["purpose"]:
            return last
        end = last + 1
        while (
            end < len(tokens) and end - last < _PURPOSE and looks[end].shape == "low" and not looks[end].speaks
            and tokens[end].low not in self.lists["no_name"] and tokens[end].low not in self.looks.cases
        ):  # fmt: skip
            end += 1
        return end if end > last + 1 else last

    def _past_members(self, tokens: Sequence[Token], looks: Sequence[Look], last: int) -> int:
        """Past those whom a body gathers, in the genitive plural: "Савез слепих", "Союз продавцов мебели"."""
        end = last
        while end < len(tokens) and end - last < 2 and looks[end].shape == "low" and not looks[end].speaks:
            low = tokens[end].low
            adjective = low.endswith(self.plurals)
            if not adjective and (
                not low.endswith(self.members if end == last else self.nouns) or low in self.looks.cases
            ):
                break
            end += 1
            if not adjective:
                return end
        return end
