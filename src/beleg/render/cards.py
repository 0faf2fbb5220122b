"""What the macros of cards may use: the pieces of a composed fact, worded in one locale."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from beleg.records import Fact
from beleg.render.compose import Card, Piece
from beleg.render.slots import Slots
from beleg.render.subtypes import Case, Subtype

if TYPE_CHECKING:
    from beleg.render.wording import Wordings

# What a card is to all that asks a fact for its way of saying it.
_AS_SUBTYPE: Final = {
    kind: Subtype(name=f"{kind}_card", kinds=frozenset(), quantities=(1, 1)) for kind in ("act", "measure")
}


class CardSlots(Slots):
    """The gaps of a card's macro ("act_card", "measure_card")."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, card: Card) -> None:
        super().__init__(words, fact, case, _AS_SUBTYPE[card.kind], case.names)
        self._card = card

    @property
    def quotes(self) -> bool:
        return any(piece.kind == "original" for piece in self._card.pieces)

    def _said(self, piece: Piece) -> Markup:
        """A piece in the reader's language; a word of the quote that has none is set as a quoted term."""
        if piece.kind == "name":
            name = self._set(piece.what)
            versions = piece.item.versions if piece.item else ()
            return Markup("{} {}").format(name, self._formats.list(versions)) if versions else name
        if piece.kind == "original":
            return self._original(piece.what)
        return escape(self._words.term(piece.what))

    @cached_property
    def rest(self) -> Markup:
        """The names and things beside the value, in the order of the quote."""
        return Markup(", ").join(self._said(piece) for piece in self._card.pieces)

    @property
    def value(self) -> str:
        quantity = self._lead.quantities[0]
        things = self._words.concepts["things"].get(self._card.thing) if self._card.thing else None
        return self._formats.quantity(quantity, things=things)

    @property
    def head(self) -> str:
        """What is measured ("Reichweite"), or what was done ("bestellt")."""
        if self._card.kind == "measure":
            return str(self._words.concepts["measures"][self._card.head])
        return str(self._words.concepts["acts"][self._card.head]["done"])

    @property
    def noun(self) -> str:
        """What was done, as a noun ("Bestellung")."""
        return str(self._words.concepts["acts"][self._card.head]["noun"])

    @property
    def change(self) -> str:
        """By what the measure changed, as a noun ("Rückgang"); empty if it did not."""
        return str(self._words.concepts["acts"][self._card.change]["noun"]) if self._card.change else ""

    @property
    def when(self) -> str:
        if not self._lead.dates:
            return ""
        relation = self._card.relation
        return self._formats.date(self._lead.dates[0], "on" if relation in {"before", "after"} else relation)  # type: ignore[arg-type]

    def marked(self, mark: str) -> bool:
        """Whether the quote says "still", "only" or "average" beside the value."""
        return mark in self._card.marks

    @property
    def planned(self) -> bool:
        return self._lead.modality == "planned"
