"""What the macros of cards and figures may use: the pieces of a composed fact, worded in one locale."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, get_args

from markupsafe import Markup, escape

from beleg.records import Fact
from beleg.render.compose import Card, Piece
from beleg.render.events import Event
from beleg.render.figures import Figure, Way
from beleg.render.formats import DateForm
from beleg.render.listings import Entry, Listing
from beleg.render.slots import Slots
from beleg.render.subtypes import Case, Subtype

if TYPE_CHECKING:
    from beleg.render.wording import Wordings

# What a card is to all that asks a fact for its way of saying it.
_AS_SUBTYPE: Final = {
    kind: Subtype(name=f"{kind}_card", kinds=frozenset(), quantities=(1, 1)) for kind in ("act", "measure")
} | {kind: Subtype(name=f"{kind}_card", kinds=frozenset()) for kind in ("event", "list")}
_WAYS: Final = {way: Subtype(name=f"figure_{way}", kinds=frozenset(), quantities=(1, 2)) for way in get_args(Way)}


class _Pieces(Slots):
    """How pieces of a quote are set."""

    def _said(self, piece: Piece) -> Markup:
        """A piece in the reader's language; a word of the quote that has none is set as a quoted term."""
        if piece.kind == "name":
            name = self._set(piece.what)
            versions = piece.item.versions if piece.item else ()
            return Markup("{} {}").format(name, self._formats.list(versions)) if versions else name
        if piece.kind == "original":
            return self._original(piece.what)
        if piece.kind == "act":
            return escape(self._words.concepts["acts"][piece.what]["noun"])
        if piece.kind == "version":
            return escape(f"{self._words.term('version_word')} {piece.what}")
        return escape(f"{self._words.term(piece.what)} {piece.version}".strip())


class CardSlots(_Pieces):
    """The gaps of a card's macro ("act_card", "measure_card")."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, card: Card) -> None:
        super().__init__(words, fact, case, _AS_SUBTYPE[card.kind], case.names)
        self._card = card

    @property
    def quotes(self) -> bool:
        return any(piece.kind == "original" for piece in self._card.pieces)

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
        form: DateForm = self._card.relation
        return self._formats.date(self._lead.dates[0], form)

    def marked(self, mark: str) -> bool:
        """Whether the quote says "still", "only" or "average" beside the value."""
        return mark in self._card.marks

    @property
    def planned(self) -> bool:
        return self._lead.modality == "planned"


class EventSlots(_Pieces):
    """The gaps of the macro "event_card"."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, event: Event) -> None:
        super().__init__(words, fact, case, _AS_SUBTYPE["event"], case.names)
        self._event = event

    @property
    def head(self) -> Markup:
        """What it happens to."""
        return self._list([self._said(piece) for piece in self._event.things], self._event.joined)

    @cached_property
    def rest(self) -> Markup:
        """Where, for what, which: the names, things and counted places beside the head."""
        beside = [self._said(piece) for piece in self._event.beside]
        if self._event.counted:
            things = self._words.concepts["things"][self._event.counted]
            beside.append(escape(self._formats.quantity(self._lead.quantities[0], things=things)))
        return Markup(", ").join(beside)

    @property
    def noun(self) -> str:
        """What happens, as a noun; empty if it has none that fits."""
        act = self._words.concepts["acts"].get(self._event.act)
        return str(act["noun"]) if act and not self._event.lasts else ""

    @property
    def done(self) -> str:
        """What happened or is so, as a predicate, with what denies it or says that it still is."""
        own = self._words.table("predicates").get(self._event.act)
        if own:
            return str(own[self._event.how])
        done = self._words.concepts["acts"][self._event.act]["done"]
        return str(self._words.said("predicate", done, self._event.how))

    @property
    def when(self) -> str:
        if not self._lead.dates:
            return ""
        form: DateForm = self._event.relation
        return self._formats.date(self._lead.dates[0], "from" if form == "since" and self.future else form)

    @property
    def future(self) -> bool:
        """Whether it is yet to come when the article is written."""
        published = self._words.published(self._lead)
        date = self._lead.dates[0] if self._lead.dates else ""
        return self.planned or bool(published and date > published[: len(date)])

    @property
    def planned(self) -> bool:
        return self._lead.modality == "planned"

    @property
    def denied(self) -> bool:
        return self._lead.polarity == "negated"

    @property
    def only(self) -> bool:
        return self._event.only

    @property
    def held(self) -> bool:
        """Whether its date says since when or until when something is so, which a predicate tells ("closed since 1 May")."""
        return self._event.relation in {"since", "until"} and not self._event.phase

    @property
    def phase(self) -> bool:
        """Whether it begins or ends, for which only the noun fits every number and gender."""
        return self._event.phase


class ListSlots(_Pieces):
    """The gaps of the macro "list_card"."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, listing: Listing) -> None:
        super().__init__(words, fact, case, _AS_SUBTYPE["list"], case.names)
        self._listing = listing

    def _entry(self, entry: Entry) -> Markup:
        text = self._said(entry.piece) if entry.piece else Markup()
        if entry.having:
            style = self._listing.joined
            text = Markup("{} ({})").format(text, self._list([self._entry(one) for one in entry.having], style))
        if entry.quantity:
            text = Markup("{}: {}").format(text, self._formats.quantity(entry.quantity))
        return Markup(str(self._words.said("or_newer", text))) if entry.newer else text  # noqa: S704  # the macro escapes

    @property
    def head(self) -> str:
        """What the list is of, with what denies it ("Nicht erforderlich")."""
        return str(
            self._words.table("listed")[self._listing.head][self._listing.how if not self._listing.denied else "yes"]
        )

    @property
    def scope(self) -> Markup:
        """What it is for; empty if the quote does not say."""
        return self._said(self._listing.scope) if self._listing.scope else Markup()

    @property
    def listed(self) -> Markup:
        nested = any(entry.quantity for entry in self._listing.entries)
        entries = [self._entry(entry) for entry in self._listing.entries]
        return Markup("; ").join(entries) if nested else self._list(entries, self._listing.joined)

    @property
    def denied_head(self) -> str:
        return str(self._words.table("listed")[self._listing.head][self._listing.how]) if self._listing.denied else ""

    @property
    def denied(self) -> Markup:
        """What is not supported beside what is."""
        return self._list([self._entry(entry) for entry in self._listing.denied], "and")

    @property
    def only(self) -> bool:
        return self._listing.only

    @property
    def when(self) -> str:
        if not self._lead.dates:
            return ""
        published, date = self._words.published(self._lead), self._lead.dates[0]
        future = bool(published and date > published[: len(date)])
        relation: DateForm = self._listing.relation
        return self._formats.date(date, "from" if relation == "since" and future else relation)


class FigureSlots(_Pieces):
    """The gaps of a figure's macro ("figure_sum", "figure_went")."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, figure: Figure) -> None:
        super().__init__(words, fact, case, _WAYS[figure.way], case.names)
        self._figure = figure

    @property
    def quotes(self) -> bool:
        return self._figure.head is not None and self._figure.head.kind == "original"

    @property
    def head(self) -> Markup:
        """What is measured, bought or compared; empty if the quote names nothing."""
        return self._said(self._figure.head) if self._figure.head else Markup()

    @property
    def of_whom(self) -> Markup:
        """The names, in brackets; empty if there are none."""
        return Markup(" ({})").format(self.whom) if self.whom else Markup()

    @property
    def whom(self) -> Markup:
        return Markup(", ").join(self._said(piece) for piece in self._figure.names)

    @property
    def of_what(self) -> Markup:
        """What has a price, in brackets: thing and names; empty if the quote names neither."""
        said = [piece for piece in (self._figure.head, *self._figure.names) if piece]
        return Markup(" ({})").format(Markup(", ").join(map(self._said, said))) if said else Markup()

    @property
    def _things(self) -> dict[str, str] | None:
        return self._words.concepts["things"].get(self._figure.thing) if self._figure.thing else None

    def _number(self, place: int, *, genitive: bool = False) -> str:
        return self._formats.quantity(self._figure.quantities[place], things=self._things, genitive=genitive)

    @property
    def value(self) -> str:
        """The only quantity, or the last of two."""
        return self._number(-1)

    @property
    def part(self) -> str:
        """The first of two counts, without what is counted."""
        return self._formats.quantity(self._figure.quantities[0])

    @property
    def whole(self) -> str:
        """The second of two counts, in the genitive where the language has one."""
        return self._number(-1, genitive=True)

    @property
    def old(self) -> str:
        """The first of two quantities, in the genitive where the language has one."""
        return self._number(0, genitive=True)

    @property
    def done(self) -> str:
        """What was done ("verkauft"); empty if the quote does not say."""
        return str(self._words.concepts["acts"][self._figure.act]["done"]) if self._figure.act else ""

    @property
    def change(self) -> str:
        """By what the measure changed, as a noun ("Rückgang")."""
        return str(self._words.concepts["acts"][self._figure.act]["noun"]) if self._figure.act else ""

    @property
    def gap(self) -> str:
        """How the value differs ("weniger"), from the table `gaps`."""
        return str(self._words.table("gaps")[self._figure.gap])

    @property
    def relation(self) -> str:
        """Whether the value is a difference ("by"), a new value ("to"), or the new one of two ("from")."""
        return self._figure.relation or ""

    @property
    def when(self) -> str:
        """The date with its preposition, after a space; empty if there is none."""
        if not self._lead.dates:
            return ""
        return f" {self._formats.date(self._lead.dates[0], 'since' if self._figure.since else 'on')}"

    @property
    def price(self) -> bool:
        """Whether the fact is about a price, and not about what something has cost."""
        return self._fact.kind == "price"

    def marked(self, mark: str) -> bool:
        """Whether the quote says "still", "only" or "average" beside the value."""
        return mark in self._figure.marks
