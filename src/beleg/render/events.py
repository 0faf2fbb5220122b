"""Events told as notices: "Deliveries: start on 1 February 2027", "Debugger (GPU): does not exist yet".

Where neither a sentence of `subtypes` nor a card of `compose` fits, a quote that names one thing and what happens to it
is set as the one before the other. Who does it stands in the margin or is nobody's business; a quote that names two
parties, a reason, a condition or a comparison makes no notice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal

from beleg.lexicons import load
from beleg.lexicons.tokens import tokenize
from beleg.records import Kind
from beleg.render.compose import Piece, Vocabulary, meant
from beleg.render.gist import LIGHT, VALUE, Item, Part, Relation, around, date_relation
from beleg.render.subtypes import Case

_KINDS: Final = frozenset[Kind]({
    "release", "availability", "license", "support", "limitation", "requirement", "behaviour", "change", "plan", "other",
})  # fmt: skip
_DENIALS: Final = frozenset({"not", "no_longer"})
_MARKS: Final = frozenset({"only", "still"})
_JOINS: Final = frozenset({"and", "or"})
# What stands between words and is none of their meaning.
_EMPTY: Final = frozenset({LIGHT, VALUE, "for", "part", "per"})
# Words that say of a thing that it is there; wide lists, and so taken only where nothing narrower is meant.
_THERE: Final = frozenset({"available", "exists", "missing"})
# Things in a list; more of them are no notice but a puzzle.
_LISTED = 5

How = Literal["yes", "still", "no", "no_longer", "not_yet"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """What happens, to what, where and when."""

    # An identifier of the acts, or "available", "exists".
    act: str
    # What it happens to: things, names, or another act ("sales" of "sales begin"), and how they are joined.
    things: tuple[Piece, ...]
    joined: Literal["and", "or"]
    # Where, for what, and which of the things.
    beside: tuple[Piece, ...]
    # Of a quote that counts places: the thing that is counted.
    counted: str | None
    how: How
    only: bool
    # Whether it is so for some time.
    lasts: bool
    # Whether it is the course of something that begins or ends, which only a noun fits in every number and gender.
    phase: bool
    relation: Relation


def event(case: Case, vocabulary: Vocabulary) -> Event | None:
    """What a statement says happens; None if its words say more, or less."""
    statement, gist = case.statement, case.gist
    # Of a rival's or a customer's own thing the story says nothing else, and the margin cannot say whose it is.
    if statement.evidence in {"competitor_claim", "customer_claim"}:
        return None
    if statement.kind not in _KINDS or statement.modality not in {"asserted", "planned"} or gist.left or gist.repeats:
        return None
    if len(statement.quantities) > 1 or len(statement.dates) > 1 or any(date[0] == "-" for date in statement.dates):
        return None
    if speaks_unnamed(case):
        return None
    relation = date_relation(statement, gist)
    reading = _Reading(case, vocabulary)
    return reading.made(relation) if relation and reading.takes_all() else None


@cache
def known(table: str) -> frozenset[str]:
    """A table of `events.toml`."""
    tables = tomllib.loads(resources.files(__package__).joinpath("events.toml").read_text("utf-8"))
    return frozenset(tables[table])


def how(marks: AbstractSet[str]) -> How:
    """Whether it is so, by the words "still", "not" and "no longer" of a quote."""
    if marks & _DENIALS:
        return "no_longer" if "no_longer" in marks else "not_yet" if "still" in marks else "no"
    return "still" if "still" in marks else "yes"


def speaks_unnamed(case: Case) -> bool:
    """Whether words count as attribution though nobody speaks: "auf der Website" says where, if no one says so there."""
    statement = case.statement
    if statement.content is not None:
        return False
    if statement.claimant is None:
        return any(part.framed and not part.ids <= {LIGHT, "we"} for part in case.gist.parts)
    tables = {hit.table for hit in load(statement.language, statement.script).match(tokenize(statement.quote))}
    return "document" in tables and "source" not in tables


class _Reading:
    """The words of a quote, sorted into what happens, to what, where."""

    def __init__(self, case: Case, vocabulary: Vocabulary) -> None:
        self._case = case
        self._vocabulary = vocabulary
        self._items: dict[int, Item] = {item.start: item for item in case.gist.items}
        statement = case.statement
        self._prepositions = around("prepositions", statement.language, statement.script)
        self._placing = around("placing", statement.language, statement.script)
        self._lacks = around("lacks", statement.language, statement.script)
        self._past = around("past", statement.language, statement.script)
        held = [version for item in case.gist.items for version in item.versions]
        # Versions that no name stands before, in the order of the text.
        self._loose = [version for version in statement.versions if version not in held]
        self._acts: list[str] = []
        self._marks: set[str] = set()
        self._denials = 0
        self._things: list[list[Piece]] = []
        self._beside: list[Piece] = []
        self._counted: list[str] = []
        self._joins: set[str] = set()
        # Where a piece that "and" joins to the one before goes; None after any other word.
        self._open: list[Piece] | None = None
        # The preposition since the last piece, and whether "and" or "or" stands since then.
        self._preposition = ""
        self._joining = False

    def takes_all(self) -> bool:
        """Whether every word has a place."""
        parts = [part for part in self._case.gist.parts if not part.framed]
        return all(self._takes(part) for part in parts) and not (self._loose or self._joining)

    def _takes(self, part: Part) -> bool:
        text = part.text.lower()
        if part.kind == "name":
            return self._takes_name(part)
        if (
            self._case.statement.dates
            and (part.kind == "number" or VALUE in part.ids - {LIGHT})
            and text not in self._prepositions
        ):
            # The preposition of a date, or of a number of places.
            self._preposition = ""
        if part.kind in {"number", "value"}:
            if self._loose and part.text.rstrip(".") == self._loose[0]:
                return self._takes_version(self._loose.pop(0))
            return True
        if part.kind == "left" or text in self._past:
            return False
        if part.ids & _JOINS and part.ids <= {*_JOINS, LIGHT}:
            # At the beginning "und" joins nothing; after anything but a thing it means "also", which no notice says.
            joins = self._open is not None
            self._joins |= part.ids & _JOINS if joins else set()
            self._joining = joins
            return joins or not (self._acts or self._things or self._beside)
        if text in self._prepositions:
            self._preposition = text
            return not self._joining or self._open is self._beside
        if part.ids & _DENIALS and part.ids <= {*_DENIALS, "exists", "still", "nor", LIGHT}:
            self._denials += 1
            self._marks |= part.ids & {*_DENIALS, "still"}
            if text in self._lacks and self._things:
                # Who stands before it may be who has not ("Околина нема аутобус").
                return False
            return self._denials == 1 and ("exists" not in part.ids or self._says("exists"))
        if part.ids & _MARKS and part.ids <= {*_MARKS, LIGHT, "nor"}:
            self._marks |= part.ids & _MARKS
            return True
        if part.ids <= _EMPTY or part.ids <= {"version_word", "things:versions"}:
            return True
        return self._takes_word(part)

    def _says(self, act: str) -> bool:
        self._acts.append(act)
        self._open, self._preposition = None, ""
        return not self._joining

    def _takes_name(self, part: Part) -> bool:
        (name,) = part.ids
        if name == self._case.statement.claimant or name in self._case.ours:
            self._open = None
            return not self._joining
        item = self._items.get(part.start)
        return item is not None and name not in self._case.interested and self._sorted(Piece("name", name, item))

    def _takes_version(self, version: str) -> bool:
        """A version belongs to the thing before it ("Firmware 5.9"), or is the thing ("Version 4.2 erscheint")."""
        if self._open and self._open[-1].kind == "term" and not self._preposition:
            self._open.append(self._open.pop()._replace(version=version))
            return True
        return self._sorted(Piece("version", version))

    def _takes_word(self, part: Part) -> bool:
        there = part.ids & _THERE
        if there and not part.ids & self._vocabulary.terms:
            name = min(there)
            if name == "missing":
                self._denials += 1
                self._marks.add("not")
            return self._says("exists" if name == "missing" else name) and self._denials <= 1
        said = meant(part, self._case.statement, self._vocabulary, self._case.gist.counted)
        if said is None:
            return False
        kind, name = said
        if kind == "act":
            return self._says(name)
        if kind == "thing":
            self._counted.append(name)
            self._open, self._preposition = None, ""
            return not self._joining
        return kind == "term" and self._sorted(Piece("term", name))

    def _sorted(self, piece: Piece) -> bool:
        """Put a piece with the things, or beside them if it says where, for what, or which of them."""
        goes_on = self._joining or (piece.item is not None and piece.item.goes_on and not piece.item.tie)
        if goes_on and self._open is not None:
            self._open.append(piece)
        elif self._preposition:
            if self._preposition not in self._placing:
                return False
            self._beside.append(piece)
            self._open = self._beside
        elif piece.kind == "name" and self._open and self._open[-1].kind == "term":
            # A name right after a thing says which.
            self._beside.append(piece)
        else:
            self._things.append([piece])
            self._open = self._things[-1]
        self._preposition, self._joining = "", False
        return True

    def made(self, relation: Relation) -> Event | None:
        """The event that the words make; None if they make none, or several."""
        acts = list(dict.fromkeys(self._acts))
        if len(acts) == 2 and len(self._things) <= 1:  # a course and its phase
            phases = [act for act in acts if act in known("phases")]
            courses = [act for act in acts if act in known("courses")]
            if len(phases) == len(courses) == 1:
                self._beside = [*(piece for group in self._things for piece in group), *self._beside]
                acts, self._things = phases, [[Piece("act", courses[0])]]
        if len(acts) != 1 or len(self._things) != 1 or not self._fits(acts[0]):
            return None
        (act,), (things,) = acts, self._things
        lasts, dated = act in known("lasts"), bool(self._case.statement.dates)
        holds = lasts or act in known("holds")
        # What is so on a day was or will be so on others: only its beginning and end can be said.
        if (relation == "since" and not holds) or (dated and relation == "on" and lasts and not self._is_to_come()):
            return None
        return Event(
            act=act, things=tuple(things), joined="or" if "or" in self._joins else "and", beside=tuple(dict.fromkeys(self._beside)),
            counted=self._counted[0] if self._counted else None, how=how(self._marks), only="only" in self._marks,
            lasts=lasts, phase=act in known("phases"),
            relation="by" if relation == "until" and not holds else relation,
        )  # fmt: skip

    def _is_to_come(self) -> bool:
        return self._case.statement.modality == "planned"

    def _fits(self, act: str) -> bool:
        statement = self._case.statement
        errors = {piece.what for piece in self._things[0]}
        denied = bool(self._marks & _DENIALS)
        return (
            (act in known("lasts") or act in known("happens"))
            and len(self._things[0]) <= _LISTED
            and len(self._beside) <= (1 if statement.dates else _LISTED)
            and (act != "remedied" or errors <= known("errors"))
            and len(self._joins) <= 1
            and denied == (statement.polarity == "negated")
            and not (denied and "only" in self._marks)
            and not ("no_longer" in self._marks and "still" in self._marks)
            and len(statement.quantities) == len(self._counted)
            and set(self._counted) <= known("counted_places")
            and len(self._counted) <= 1
        )
