"""Lists told as notices: "Required: Android 12 or iOS 17", "Supported: LDAC; not yet: LE Audio".

A quote that says of a list of names, things and sizes that they are needed or supported, and nothing else, is set as
that list under a head. What it is for stands in brackets behind the head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from beleg.records import Kind, Quantity
from beleg.render.compose import Piece, Vocabulary, meant
from beleg.render.events import How, how, speaks_unnamed
from beleg.render.gist import LIGHT, VALUE, Item, Part, Relation, around, date_relation
from beleg.render.subtypes import Case

_NEEDED: Final = frozenset[Kind]({"requirement", "limitation", "support", "availability", "change", "other", "license"})
_SUPPORTED: Final = frozenset[Kind]({"support", "limitation", "availability"})
# Predicates by head. What is "required" of somebody is a demand and no list: "must" alone stands for too much.
_HEADS: Final[dict[str, frozenset[str]]] = {
    "required": frozenset({"require", "compulsory"}), "supported": frozenset({"support", "understood", "supported"}),
}  # fmt: skip
_DENIALS: Final = frozenset({"not", "no_longer"})
_NEWER: Final = frozenset({"newer", "at-least"})
_JOINS: Final = frozenset({"and", "or"})
_EMPTY: Final = frozenset(
    {
        LIGHT,
        VALUE,
        "for",
        "part",
        "per",
        "dated",
        "from_price",
        "important",
        "process",
        "cost",
        "version_word",
        "things:versions",
    }
)
_SIZES: Final = {
    "video-memory": "video-memory",
    "memory": "working-memory",
    "working-memory": "working-memory",
    "disk": "disk",
}
_UNITS: Final = frozenset({"kB", "MB", "GB", "TB"})
_MOST = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One of the things listed."""

    # None where a size stands alone.
    piece: Piece | None
    # How much of it.
    quantity: Quantity | None = None
    # Whether a newer version will do as well.
    newer: bool = False
    # What it has to have ("a phone with Android 12 or iOS 17").
    having: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """What is needed or supported."""

    head: Literal["required", "supported"]
    how: How
    only: bool
    entries: tuple[Entry, ...]
    joined: Literal["and", "or"]
    # What is not supported beside what is; empty where all is one or the other.
    denied: tuple[Entry, ...]
    # What it is for.
    scope: Piece | None
    relation: Relation


def listing(case: Case, vocabulary: Vocabulary) -> Listing | None:
    """The list that a statement makes; None if its words say more, or less."""
    statement, gist = case.statement, case.gist
    if statement.modality != "asserted" or gist.left or gist.repeats or len(statement.dates) > 1:
        return None
    if statement.evidence in {"competitor_claim", "customer_claim"} or speaks_unnamed(case):
        return None
    relation = date_relation(statement, gist)
    if relation is None or (statement.dates and relation not in {"since", "until"}):
        return None
    reading = _Reading(case, vocabulary)
    return reading.made(relation) if reading.takes_all() else None


class _Reading:
    """The words of a quote as a list under a head."""

    def __init__(self, case: Case, vocabulary: Vocabulary) -> None:
        statement = case.statement
        self._case = case
        self._vocabulary = vocabulary
        self._items: dict[int, Item] = {item.start: item for item in case.gist.items}
        self._prepositions = around("prepositions", statement.language, statement.script)
        self._purposes = around("purposes", statement.language, statement.script)
        self._having = around("having", statement.language, statement.script)
        self._past = around("past", statement.language, statement.script)
        self._sizes = [one for one in statement.quantities if one.unit in _UNITS]
        self._heads: list[str] = []
        # Entries before and after the first predicate; after the denial, if it comes later than both.
        self._sides: list[list[Entry]] = [[]]
        self._scopes: list[Piece] = []
        self._marks: set[str] = set()
        self._denials = 0
        self._joins: set[str] = set()
        self._newer = 0
        self._early = False
        self._preposition = ""
        self._open = False
        self._joining = False
        # Whether a comma alone parts a word from the one before, since the last piece.
        self._comma = False

    def takes_all(self) -> bool:
        """Whether every word has a place."""
        parts = [part for part in self._case.gist.parts if not part.framed or part.ids & _HEADS["required"]]
        quote, end = self._case.statement.quote, 0
        for part in parts:
            self._comma = self._comma or quote[end : part.start].strip() in {",", ";"}
            end = part.end
            if not self._takes(part):
                return False
        return not (self._joining or self._preposition)

    def _takes(self, part: Part) -> bool:
        text = part.text.lower()
        if part.kind == "left" or text in self._past:
            return False
        if part.kind == "name":
            return self._takes_name(part)
        if part.kind in {"number", "value"}:
            self._preposition = "" if self._case.statement.dates else self._preposition
            return True
        head = next((name for name, ids in _HEADS.items() if part.ids & ids), None)
        if part.ids & _NEWER and not head:
            self._newer += 1
            self._early = self._early or not any(self._sides)
            return True
        if part.ids & _JOINS and part.ids <= {*_JOINS, LIGHT}:
            self._joining = self._open
            self._joins |= part.ids & _JOINS if self._open else set()
            return self._open or not any(self._sides)
        if text in self._prepositions:
            self._preposition = text
            return True
        if (
            part.ids & _DENIALS
            and part.ids <= {*_DENIALS, "exists", "still", "nor", LIGHT}
            and ("exists" not in part.ids or self._heads)
        ):
            self._denials += 1
            self._marks |= part.ids & {*_DENIALS, "still"}
            self._open = False
            self._sides.append([])
            return self._denials == 1
        if part.ids & {"only", "still"} and part.ids <= {"only", "still", "nor", LIGHT}:
            self._marks |= part.ids & {"only", "still"}
            return True
        if head:
            self._heads.append(head)
            self._sides.append([])
            self._open, self._preposition = False, ""
            return not self._joining
        size = next((_SIZES[name] for name in _SIZES if name in part.ids), None)
        if size:
            return self._takes_size(size)
        if part.ids <= _EMPTY:
            return True
        said = meant(part, self._case.statement, self._vocabulary, self._case.gist.counted)
        if said is not None and said[0] == "act" and self._preposition in self._purposes:
            return self._sorted(Piece("act", said[1]))
        return said is not None and said[0] == "term" and self._sorted(Piece("term", said[1]))

    def _takes_name(self, part: Part) -> bool:
        (name,) = part.ids
        if name == self._case.statement.claimant or name in self._case.ours:
            self._open = False
            return not self._joining
        item = self._items.get(part.start)
        return item is not None and name not in self._case.interested and self._sorted(Piece("name", name, item))

    def _takes_size(self, what: str) -> bool:
        if not self._sizes:
            return False
        self._preposition = ""
        return self._sorted(Piece("term", what), self._sizes.pop(0))

    def _sorted(self, piece: Piece, quantity: Quantity | None = None) -> bool:
        side, word, comma = self._sides[-1], self._preposition, self._comma
        self._preposition, self._comma = "", False
        goes_on = self._joining or (self._open and piece.item is not None and piece.item.goes_on)
        self._joining = False
        entry = Entry(piece=piece, quantity=quantity)
        if word in self._purposes and not goes_on and piece.kind != "version":
            self._scopes.append(piece)
            self._open = False
            return len(self._scopes) == 1
        if side and side[-1].having and goes_on and piece.kind == "name":
            side[-1] = Entry(piece=side[-1].piece, having=(*side[-1].having, entry))
        elif (
            word in self._having and side and side[-1].piece and side[-1].piece.kind == "term" and piece.kind == "name"
        ):
            side[-1] = Entry(piece=side[-1].piece, having=(entry,))
        elif word:
            return False
        elif (
            side
            and piece.kind == "name"
            and not goes_on
            and side[-1].piece
            and side[-1].piece.kind == "term"
            and self._open
        ):
            # "library glibc 2.35": the name says which.
            side[-1] = Entry(piece=side[-1].piece, having=(entry,))
        elif side and not (goes_on or comma):
            # "LDAC slušalice podržavaju": a thing among names supports them.
            if piece.kind != "term" or self._scopes or self._case.statement.kind not in _SUPPORTED:
                return False
            self._scopes.append(piece)
            return True
        else:
            side.append(entry)
        self._open = True
        return True

    def made(self, relation: Relation) -> Listing | None:
        """The list; None if there is none, or if it is open what belongs to it."""
        statement = self._case.statement
        heads = set(self._heads)
        if not heads and statement.kind == "requirement" and (self._newer or statement.versions):
            heads = {"required"}
        if len(heads) != 1 or self._sizes or len(self._joins) > 1:
            return None
        head: Literal["required", "supported"] = "required" if "required" in heads else "supported"
        if statement.kind not in (_NEEDED if head == "required" else _SUPPORTED):
            return None
        sides = [side for side in self._sides if side]
        denied: list[Entry] = []
        if self._denials and head == "supported" and len(sides) == 2 and self._parted():  # what is and what is not
            entries, denied = sides
        elif len(sides) == 1 or all(entry.quantity for side in sides for entry in side):
            entries = [entry for side in sides for entry in side]
        elif len(sides) == 2 and not self._scopes and len(sides[0]) == 1 and self._is_bearer(sides[0][0], sides[1]):
            self._scopes.append(sides[0][0].piece)  # type: ignore[arg-type]
            entries = sides[1]
        else:
            return None
        renewed = self._renewed(entries)
        if not renewed or len(renewed) + len(denied) > _MOST or len(statement.versions) != self._versions():
            return None
        if not denied and bool(self._denials) != (statement.polarity == "negated"):
            return None
        if len(statement.quantities) != sum(entry.quantity is not None for entry in renewed) or (
            "only" in self._marks and (denied or self._scopes or "still" in self._marks)
        ):
            return None
        return Listing(
            head=head, how=how(self._marks), only="only" in self._marks, entries=tuple(renewed), denied=tuple(denied),
            joined="or" if "or" in self._joins else "and", scope=self._scopes[0] if self._scopes else None, relation=relation,
        )  # fmt: skip

    def _parted(self) -> bool:
        """Whether the names on the two sides are names alone, so that one side is supported and the other is not."""
        return all(
            entry.piece and entry.piece.kind == "name" and not entry.having for side in self._sides for entry in side
        )

    def _is_bearer(self, one: Entry, listed: list[Entry]) -> bool:
        """Whether the one thing before the predicate needs or supports those after it: they have versions or sizes, it has none."""
        if (
            one.piece is None
            or one.having
            or one.quantity
            or (one.piece.item and one.piece.item.versions)
            or self._denials
        ):
            return False
        return all(
            entry.quantity or entry.having or (entry.piece and entry.piece.item and entry.piece.item.versions)
            for entry in listed
        )

    def _versions(self) -> int:
        return sum(len(item.versions) for item in self._case.gist.items)

    def _renewed(self, entries: list[Entry]) -> list[Entry] | None:
        """Entries with what the quote says of newer versions; None if it is open of which."""
        versioned = [
            one
            for entry in entries
            for one in (entry, *entry.having)
            if one.piece and one.piece.item and one.piece.item.versions
        ]
        # What says so of a size is part of it, if the size was found in the quote.
        found = any(part.kind == "value" for part in self._case.gist.parts)
        sizes = sum(entry.quantity is not None and entry.quantity.qualifier == "at_least" for entry in entries)
        marks = self._newer if found else max(0, self._newer - sizes)
        if not versioned:
            return None if marks else entries
        if marks == 0:
            return entries
        if marks != len(versioned) and not (self._early and marks == 1):
            return None
        renewed = []
        for entry in entries:
            having = tuple(Entry(piece=one.piece, newer=_has_version(one)) for one in entry.having)
            renewed.append(Entry(piece=entry.piece, quantity=entry.quantity, newer=_has_version(entry), having=having))
        return renewed


def _has_version(entry: Entry) -> bool:
    return entry.piece is not None and entry.piece.item is not None and bool(entry.piece.item.versions)
