"""Values told as cards: "Network coverage (inhabitants): 58 %", "sold: 1,400 headphones".

Where no sentence of `subtypes` fits a statement with one quantity, the value is set under what is measured, or under what
was done, with the names and things that the quote has besides. Nothing is inflected, and nothing is left out that would
turn the meaning: a condition, a comparison, a doubt, a second act make no card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from beleg.records import Kind, Statement
from beleg.render.gist import LIGHT, VALUE, Gist, Item, Part, Relation, ValueRelation, date_relation, narrow, shifts
from beleg.render.subtypes import Case, comes_in, in_percent, is_money

# Identifiers that a card need not repeat: what carries nothing, what stands in values, who speaks.
SILENT: Final = frozenset({LIGHT, VALUE, "we", "exists", "and", "for", "part", "version_word"})
# What a card says beside its head.
MARKS: Final = frozenset({"only", "still", "average"})
# Words that nothing accounts for, and pieces of one card: more of them are no card but a puzzle.
_ORIGINALS = 1
_PIECES = 4
RATES: Final = frozenset({"percent", "percentage_points", "times"})
# Words that only carry a value to what it measures ("beträgt", "достигла").
_CARRIERS: Final = frozenset({"process", "reached"})
# Changing acts of which a size is what was saved, and not by how much it rose or fell.
_KEPT: Final = frozenset({"saving"})
# Spans of time whose number ("second") is no piece of its own.
_PERIODS: Final = frozenset({"quarter", "half-year", "week", "month", "season", "evening", "night", "weekend"})
# Of such facts a value under an act says too little: whose it is, and what comes of it.
_WITHOUT_ACTS: Final = frozenset[Kind]({
    "release", "availability", "license", "support", "limitation", "requirement", "change", "behaviour", "plan",
})  # fmt: skip
# "8 GB of memory" is needed here, and not used.
_WITHOUT_MEASURES: Final = frozenset[Kind]({"requirement", "plan"})
_MASSES: Final = frozenset({"g", "kg", "t"})
_TIMES: Final = frozenset({"milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """Which identifiers can be worded, by class; the same in every locale."""

    acts: frozenset[str]
    terms: frozenset[str]
    measures: frozenset[str]
    things: frozenset[str]
    # Acts that a value can stand under ("verkauft: 2.000 Karten").
    valued: frozenset[str]
    # Those that a span of time can stand under ("ausgefallen: 9 Stunden"); of the others it would be open what it measures.
    lasting: frozenset[str]
    # Those that an amount of money can stand under, and nothing else ("gekostet: 349 €").
    costly: frozenset[str]
    # Acts by which a measure changes, so that a rate belongs to them.
    changing: frozenset[str]


class Piece(NamedTuple):
    """What stands on a card beside its value."""

    kind: Literal["name", "term", "act", "version", "original"]
    # The name, the identifier, or the words of the quote.
    what: str
    # Of a name: as it stands in the quote, with its versions.
    item: Item | None = None
    # Of a term: the version that follows it.
    version: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """A value under a head, and what belongs to it in the order of the quote."""

    kind: Literal["measure", "act"]
    # An identifier of the vocabulary.
    head: str
    # What the quantity counts; None where it counts nothing.
    thing: str | None
    # The act by which a measure changes ("increase").
    change: str | None
    # Which of "only", "still", "average" the quote says.
    marks: frozenset[str]
    pieces: tuple[Piece, ...]
    relation: Relation


def compose(case: Case, vocabulary: Vocabulary) -> Card | None:
    """The card of a statement; None if its words do not make one."""
    statement, gist = case.statement, case.gist
    if statement.modality not in {"asserted", "planned"} or statement.polarity == "negated":
        return None
    if len(statement.quantities) != 1 or len(statement.dates) > 1 or gist.repeats:
        return None
    if len(statement.versions) != sum(len(item.versions) for item in gist.items):
        return None
    read = _read(statement, gist, vocabulary)
    card = None if read is None else _card(statement, read, vocabulary)
    without = _WITHOUT_ACTS if card and card.kind == "act" else _WITHOUT_MEASURES
    return None if statement.kind in without else card


def topics(gist: Gist, statement: Statement, vocabulary: Vocabulary) -> tuple[str, ...]:
    """What a quote is about: identifiers of terms and acts, in the order of the text."""
    found = [
        known[1]
        for part in gist.parts
        if part.kind == "word" and not part.framed and not part.ids & (SILENT | MARKS)
        if (known := meant(part, statement, vocabulary, gist.counted)) and known[0] in {"act", "term"}
    ]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """What a quote's words come to, before a head is chosen."""

    pieces: tuple[Piece, ...]
    acts: tuple[str, ...]
    measures: tuple[str, ...]
    things: tuple[str, ...]
    marks: frozenset[str]
    relation: Relation
    # Whether the value is a difference, or what something rose or fell to or from.
    shift: ValueRelation | None


def _read(statement: Statement, gist: Gist, vocabulary: Vocabulary) -> _Reading | None:
    pieces: list[Piece] = []
    found: dict[str, list[str]] = {"act": [], "measure": [], "thing": []}
    marks: set[str] = set()
    relation = date_relation(statement, gist)
    if relation is None:
        return None
    items = {item.start: item for item in gist.items}
    parts = [part for part in gist.parts if not part.framed]
    sure = narrow(statement.language, statement.script) & vocabulary.valued
    if any(part.framed and part.ids & sure for part in gist.parts):
        # A verb that reports may tell an act of its own: "wurde beauftragt und untersuchte fünf Zellen".
        return None
    placed = sum(part.kind == "value" for part in parts) == len(statement.quantities)
    if placed and not (statement.dates or statement.versions) and any(part.kind == "number" for part in parts):
        # "Трајала је 19 сати, Аурелионова 22": a value that the statement does not hold.
        return None
    measured = any(name.startswith("measures:") for part in parts for name in part.ids)
    for at, part in enumerate(parts):
        if part.kind in {"number", "value"}:
            continue
        if part.kind == "name":
            item = items.get(part.start)
            # Who speaks stands in the margin.
            if item is not None and item.name != statement.claimant:
                pieces.append(Piece("name", item.name, item))
        elif part.kind == "left":
            if not part.stands_alone(first=at == 0):
                return None
            pieces.append(Piece("original", part.text))
        elif part.kind == "word" and VALUE in part.ids and LIGHT not in part.ids and not statement.dates:
            # A word of a value that stands outside of it ("im Jahr", "mehr als") turns what the value says.
            return None
        elif part.ids & SILENT or (measured and part.ids & _CARRIERS):
            continue
        elif part.ids & MARKS:
            marks |= part.ids & MARKS
        else:
            known = meant(part, statement, vocabulary, gist.counted)
            if known is None:
                return None
            kind, name = known
            if kind == "term":
                pieces.append(Piece("term", name))
            else:
                found[kind].append(name)
    originals = sum(piece.kind == "original" for piece in pieces)
    if originals > _ORIGINALS or len(pieces) > _PIECES or relation in {"before", "after"}:
        return None
    acts, measures, things = (tuple(dict.fromkeys(names)) for names in found.values())
    return _Reading(
        pieces=tuple(dict.fromkeys(pieces)), acts=acts, measures=measures, things=things, marks=frozenset(marks), relation=relation,
        shift=next(iter(shifts(statement, gist)), None),
    )  # fmt: skip


def meant(
    part: Part, statement: Statement, vocabulary: Vocabulary, counted: frozenset[int]
) -> tuple[Literal["measure", "thing", "act", "term"], str] | None:
    """The one thing that a run of words says; a word of several meanings says none."""
    counts = any(one.unit == "count" for one in statement.quantities)
    for name in sorted(part.ids):
        section, _, what = name.partition(":")
        if section == "measures" and what in vocabulary.measures and _measured(what, statement):
            return "measure", what
        if section == "things" and what in vocabulary.things and counts and part.start in counted:
            return "thing", what
    # The lists that sentences are chosen by are wide ("schließt" stands under what is fixed): a narrow entry decides.
    ids = part.ids & narrow(statement.language, statement.script)
    # Acts are given by beginnings of words, things word by word: "настройки" are a thing, though "настройк*" is an act.
    ids = (len(ids) > 1 and (ids & vocabulary.terms or ids & vocabulary.acts)) or ids or part.ids
    ids = frozenset(name for name in ids if ":" not in name)
    # "solid-state-battery" says what "battery" says, and more.
    ids = frozenset(name for name in ids if not any(name != other and name in other for other in ids))
    if not ids:
        # What is measured or counted elsewhere, here named alone.
        return "term", min(part.ids)
    if len(ids) != 1:
        return None
    (name,) = ids
    if name in vocabulary.acts:
        return "act", name
    return ("term", name) if name in vocabulary.terms else None


def _measured(measure: str, statement: Statement) -> bool:
    """Whether a statement's quantities may be a measure's values, or by how much it changed."""
    units = {quantity.unit for quantity in statement.quantities}
    return bool(units) and (comes_in(measure, statement) or units <= RATES)


def _card(statement: Statement, read: _Reading, vocabulary: Vocabulary) -> Card | None:
    quantity = statement.quantities[0]
    rate = quantity.unit in RATES
    if len(read.measures) > 1 or len(read.things) > 1 or len(read.acts) > 1:
        return None
    act = read.acts[0] if read.acts else None
    if act in vocabulary.changing and read.marks & {"only", "still"}:
        # "Only fell by" is no "fall of only".
        return None
    # "Es fielen 380 Kilogramm an": without a word for it, a size is no difference.
    if act in vocabulary.changing - _KEPT and (read.shift in {"to", "from"} or (not rate and read.shift != "by")):
        return None
    beside = sum(piece.kind != "name" for piece in read.pieces)
    if (
        beside > 1
        or (read.things and any(piece.kind == "term" for piece in read.pieces))
        or any(piece.what in _PERIODS for piece in read.pieces)
    ):
        # Of two things it would be open which of them is measured, or what was done to which.
        return None
    if read.measures:
        measure = read.measures[0]
        changes = act in vocabulary.changing
        if (
            (act and not changes)
            or read.things
            or (rate and not changes and not (quantity.unit == "percent" and in_percent(measure)))
        ):
            return None
        return _made("measure", measure, read, change=act)
    if rate and act not in vocabulary.changing:
        return None
    if not rate and act not in _heads(quantity.unit, vocabulary):
        return None
    if quantity.unit == "count" and not read.things:
        return None
    return _made("act", act, read, change=act if act in vocabulary.changing else None)


def _heads(unit: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The acts that a quantity can stand under: of others it would be open what it is the number of."""
    if unit in _TIMES:
        return vocabulary.lasting
    if is_money(unit):
        return vocabulary.costly
    return vocabulary.valued - vocabulary.costly if unit in {"count", *_MASSES} else frozenset()


def _made(kind: Literal["act", "measure"], head: str | None, read: _Reading, change: str | None = None) -> Card:
    return Card(
        kind=kind, head=head or "", thing=read.things[0] if read.things else None, change=change, marks=read.marks,
        pieces=read.pieces, relation=read.relation,
    )  # fmt: skip
