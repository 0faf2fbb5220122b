"""Facts told as cards: a head ("ordered", "network coverage") with what belongs to it, in the order of the quote.

Where no sentence of `subtypes` fits, the quote's own words are set one by one in the reader's language: names, terms of
the vocabulary, values, and at most a few words that nothing accounts for, which stay as quoted terms. Nothing is
inflected and nothing is moved across the head, so that who does what to whom stays as the quote has it. A card is made
only if the quote's predicate is known, and nothing that would turn its meaning (a condition, a comparison, a doubt) is
left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from beleg.records import Statement
from beleg.render.gist import LIGHT, VALUE, Gist, Grammar, Item, Part, Relation, grammar, narrow
from beleg.render.subtypes import Case, comes_in, in_percent

# Identifiers that a card need not repeat: what carries nothing, what stands in values, who speaks.
_SILENT: Final = frozenset({LIGHT, VALUE, "we", "exists", "and", "for", "part", "per", "version_word"})
_DENIALS: Final = frozenset({"not", "no_longer"})
# Quoted terms and pieces of one card: more of them are no card but a puzzle.
_ORIGINALS = 2
_PIECES = 6
# Shorter words that nothing accounts for are particles and pronouns, seldom things.
_LEAST_LETTERS = 4
# What a quantity in each of these heads may be counted in; all others take counts and sizes, but no rate.
_RATES: Final = frozenset({"percent", "percentage_points", "times"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """Which identifiers can be worded, by class; the same in every locale."""

    acts: frozenset[str]
    terms: frozenset[str]
    qualities: frozenset[str]
    measures: frozenset[str]
    things: frozenset[str]
    # Acts between two parties, of whom it matters who comes first.
    directed: frozenset[str]
    # Acts by which a measure changes, so that a rate belongs to them.
    changing: frozenset[str]


class Piece(NamedTuple):
    """What stands on a card beside its head."""

    kind: Literal["name", "term", "quality", "act", "original"]
    # The name, the identifier, or the words of the quote.
    what: str
    # Of a name: as it stands in the quote, with its versions.
    item: Item | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Card:
    """A fact as a head with pieces before and after it."""

    kind: Literal["act", "measure", "quality", "counted"]
    # An identifier of the vocabulary.
    head: str
    # What the quantity counts; None where it counts nothing or there is none.
    thing: str | None
    # The act by which a measure changes ("increase").
    change: str | None
    denied: bool
    # "still", "no_longer", "only": what the quote says beside its predicate.
    marks: frozenset[str]
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    relation: Relation


def compose(case: Case, vocabulary: Vocabulary) -> Card | None:
    """The card of a statement; None if its words do not make one."""
    statement, gist = case.statement, case.gist
    if statement.modality not in {"asserted", "planned"} or len(statement.quantities) > 1 or len(statement.dates) > 1:
        return None
    if gist.repeats or len(statement.versions) != sum(len(item.versions) for item in gist.items):
        return None
    read = _read(statement, gist, vocabulary)
    if read is None or read.denied != (statement.polarity == "negated"):
        return None
    return _quantified(case, read, vocabulary) if statement.quantities else _plain(case, read, vocabulary)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reading:
    """What a quote's words come to, before a head is chosen."""

    # Pieces in the order of the text, each with its place in the quote.
    pieces: tuple[tuple[int, Piece], ...]
    measures: tuple[str, ...]
    things: tuple[str, ...]
    denied: bool
    marks: frozenset[str]
    # Where the number of the quantity stands; -1 for none in digits.
    number: int
    relation: Relation
    passive: bool


def _read(statement: Statement, gist: Gist, vocabulary: Vocabulary) -> _Reading | None:
    words = grammar(statement.language, statement.script)
    pieces: list[tuple[int, Piece]] = []
    measures: list[str] = []
    things: list[str] = []
    marks: set[str] = set()
    denials = originals = 0
    number = -1
    relation: Relation = "on"
    passive = False
    items = {item.start: item for item in gist.items}
    parts = [part for part in gist.parts if not part.framed]
    for at, part in enumerate(parts):
        low = part.text.lower()
        passive = passive or low in words.passive
        if part.kind == "number":
            number = part.start if number < 0 else number
            before = parts[at - 1].text.lower() if at else ""
            relation = words.relations.get(before, relation) if statement.dates else relation
        elif part.kind == "name":
            item = items.get(part.start)
            if item is not None:
                pieces.append((part.start, Piece("name", item.name, item)))
        elif part.kind == "left":
            if not _is_term(part, words, first=at == 0):
                return None
            originals += 1
            pieces.append((part.start, Piece("original", part.text)))
        elif part.ids & _DENIALS:
            denials += 1
            marks |= part.ids & {"no_longer"}
        elif part.ids & _SILENT:
            continue
        elif part.ids <= {"still", "only"}:
            marks |= part.ids
        else:
            found = _meant(part, statement, vocabulary)
            if found is None:
                return None
            kind, name = found
            if kind == "measure":
                measures.append(name)
            elif kind == "thing":
                things.append(name)
            else:
                pieces.append((part.start, Piece(kind, name)))
    if originals > _ORIGINALS or denials > 1 or len(pieces) > _PIECES or relation in {"before", "after"}:
        return None
    if "only" in marks and not statement.quantities:
        # Only what? A card has no place to say it.
        return None
    return _Reading(
        pieces=tuple(pieces), measures=tuple(dict.fromkeys(measures)), things=tuple(dict.fromkeys(things)),
        denied=denials == 1, marks=frozenset(marks), number=number, relation=relation, passive=passive,
    )  # fmt: skip


def _is_term(part: Part, words: Grammar, *, first: bool) -> bool:
    """Whether a word that nothing accounts for can be set as a quoted term: a thing, as far as its looks tell."""
    low = part.text.lower()
    if len(low) < _LEAST_LETTERS or low in words.particles:
        return False
    if words.nouns_have_capitals:
        return part.text[0].isupper() and not first
    return not low.endswith(words.verb_endings)


def _meant(
    part: Part, statement: Statement, vocabulary: Vocabulary
) -> tuple[Literal["measure", "thing", "act", "term", "quality", "original"], str] | None:
    """The one thing that a run of words says; a word of several meanings says none."""
    # The lists that sentences are chosen by are wide ("schließt" stands under what is fixed): a narrow entry decides.
    ids = part.ids & narrow(statement.language, statement.script) or part.ids
    for name in sorted(part.ids):
        section, _, measure = name.partition(":")
        if section == "measures" and measure in vocabulary.measures and comes_in(measure, statement):
            return "measure", measure
        if (
            section == "things"
            and measure in vocabulary.things
            and any(one.unit == "count" for one in statement.quantities)
        ):
            return "thing", measure
    found = [
        (kind, name)
        for kind, known in (("act", vocabulary.acts), ("term", vocabulary.terms), ("quality", vocabulary.qualities))
        for name in sorted(ids & known)
    ]
    # "solid-state-battery" says what "battery" says, and more.
    found = [one for one in found if not any(one[1] != other and one[1] in other for _, other in found)]
    if len(found) != 1 or any(
        name not in vocabulary.acts | vocabulary.terms | vocabulary.qualities and ":" not in name for name in ids
    ):
        return None
    return found[0]  # type: ignore[return-value]


def _plain(case: Case, read: _Reading, vocabulary: Vocabulary) -> Card | None:
    """The card of a statement without a quantity: an act with its pieces, or a quality of something."""
    if read.measures:
        return None
    heads = [index for index, (_, piece) in enumerate(read.pieces) if piece.kind == "act"]
    kind: Literal["act", "quality"] = "act"
    if not heads:
        heads = [index for index, (_, piece) in enumerate(read.pieces) if piece.kind == "quality"]
        kind = "quality"
    if len(heads) != 1:
        return None
    return _card(case, read, heads[0], kind, vocabulary)


def _quantified(case: Case, read: _Reading, vocabulary: Vocabulary) -> Card | None:
    """The card of a statement with one quantity: a measure and its value, or an act and what is counted."""
    quantity = case.statement.quantities[0]
    rate = quantity.unit in _RATES
    acts = [piece.what for _, piece in read.pieces if piece.kind == "act"]
    if read.denied or len(read.measures) > 1 or len(read.things) > 1 or (quantity.unit == "count" and not read.things):
        return None
    pieces = [piece for _, piece in read.pieces]
    if read.measures:
        change = next((act for act in acts if act in vocabulary.changing), None)
        if len(acts) > (change is not None) or (rate and change is None and not in_percent(read.measures[0])):
            return None
        rest = tuple(piece for piece in pieces if piece.kind != "act")
        return _made("measure", read.measures[0], read, (), rest, change=change)
    if len(acts) != 1 or (rate and acts[0] not in vocabulary.changing):
        return None
    at = next(index for index, piece in enumerate(pieces) if piece.kind == "act")
    return _card(case, read, at, "act", vocabulary)


def _card(case: Case, read: _Reading, at: int, kind: Literal["act", "quality"], vocabulary: Vocabulary) -> Card | None:
    pieces = [piece for _, piece in read.pieces]
    head = pieces[at].what
    before, after = tuple(pieces[:at]), tuple(pieces[at + 1 :])
    if not (before or after or case.statement.quantities):
        return None
    parties = [any(piece.kind == "name" for piece in side) for side in (before, after)]
    if head in vocabulary.directed and (read.passive or parties[1]):
        return None
    if read.passive and all(parties):
        return None
    return _made(kind, head, read, before, after)


def _made(
    kind: Literal["act", "measure", "quality"], head: str, read: _Reading,
    before: tuple[Piece, ...], after: tuple[Piece, ...], change: str | None = None,
) -> Card:  # fmt: skip
    return Card(
        kind=kind, head=head, thing=read.things[0] if read.things else None, change=change, denied=read.denied,
        marks=read.marks, before=before, after=after, relation=read.relation,
    )  # fmt: skip
