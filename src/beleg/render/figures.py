"""Values told by how they stand to each other: "sold: 38,000 of 60,000 tickets", "waiting time: from 9 to 4 minutes".

Each way is chosen by the order of the quote's pieces and by the small words between its values (`gist.value_relations`), so
that of several quantities each keeps its part. What a piece does to the rest is known only where there are few of them:
a second thing beside the one that is measured makes no figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from beleg.records import Quantity
from beleg.render.compose import MARKS, RATES, SILENT, Piece, Vocabulary, meant
from beleg.render.gist import LIGHT, VALUE, Part, ValueRelation, around, date_relation, value_relations, wholes
from beleg.render.subtypes import Case, in_percent, in_units

Way: TypeAlias = Literal["row", "part_of", "went", "gap", "sum"]
# Words that only carry a value to what it measures ("beträgt", "составляет", "достиже").
_CARRIERS: Final = frozenset({"process", "reached", "figure", "lasts", "document"})
# Values further apart than this factor are hardly an old and a new one.
_WIDE: Final = 100
# How a value differs from another; the macro words it.
GAPS: Final = ("more", "less", "faster", "slower", "cheaper", "dearer")
# What something costs, as an act or a thing.
_COSTS: Final = frozenset({"costs", "cost", "price"})
# A label of a table that is longer is a sentence.
_LABEL_WORDS: Final = 6
_TWO_SIDES: Final = re.compile(r":|\s[–—-]\s")
# A bare number may be of any row before it.
_HAS_UNIT: Final = re.compile(r"[^\W\d_]|[%°]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """Values and what they are values of."""

    way: Way
    # In the order in which the macro prints them: a part before its whole, the old value before the new one.
    quantities: tuple[Quantity, ...]
    # What is measured, bought or compared; None if the quote names nothing.
    head: Piece | None = None
    # An act of the vocabulary: what was done, or by what a measure changed.
    act: str | None = None
    # What the quantities count.
    thing: str | None = None
    # How the value differs: one of `GAPS`.
    gap: str | None = None
    # How the last value is meant: "by" so much, "to" so much, "from" the first one to the second.
    relation: ValueRelation | None = None
    # Who it is said of.
    names: tuple[Piece, ...] = ()
    marks: frozenset[str] = frozenset()
    # Whether the date is one since which it is so.
    since: bool = False


class _Role(NamedTuple):
    kind: Literal["value", "date", "act", "measure", "thing", "term", "name", "word"]
    what: str
    part: Part
    piece: Piece | None = None


def figure(case: Case, vocabulary: Vocabulary) -> Figure | None:
    """How a statement's values are told; None if no way of saying it accounts for all its pieces."""
    statement, gist = case.statement, case.gist
    if statement.modality != "asserted" or statement.polarity == "negated" or gist.repeats or statement.versions:
        return None
    if not statement.quantities or len(statement.dates) > 1:
        return None
    read = _roles(case, vocabulary)
    if read is None:
        return None
    sure = _Clause(case, read)
    if not sure.whole:
        return None
    return _part_of(sure, vocabulary) or _went(sure, vocabulary) or _gap(sure) or _sum(sure)


class _Clause:
    """The roles of a quote, sorted."""

    def __init__(self, case: Case, roles: list[_Role]) -> None:
        self.case = case
        self.roles = roles
        self.values = [role for role in roles if role.kind == "value"]
        self.quantities = [case.statement.quantities[role.part.quantity or 0] for role in self.values]
        self.names = tuple(role.piece for role in roles if role.kind == "name" and role.piece)
        self.heads = [role for role in roles if role.kind in {"measure", "term"}]
        self.acts = [role.what for role in roles if role.kind == "act"]
        self.things = [role for role in roles if role.kind == "thing"]
        self.marks = frozenset(role.what for role in roles if role.kind == "word" and role.what in MARKS)
        # "braucht" may be a requirement; beside a value it carries it.
        self.words = (
            frozenset[str]().union(
                *(
                    role.part.ids if "process" not in role.part.ids else {"process"}
                    for role in roles
                    if role.kind == "word"
                )
            )
            - MARKS
        )
        statement = case.statement
        dates = [role for role in roles if role.kind == "date"]
        relation = date_relation(statement, case.gist)
        self.since = relation == "since"
        # Every value has its place in the quote, and no date is left that only the article tells.
        self.whole = (
            len(self.values) == len(statement.quantities)
            and bool(dates) == bool(statement.dates)
            and relation in {"on", "since"}
        )

    def relation(self, index: int) -> ValueRelation | None:
        """What the word before a value, or the value's own first word, says of it."""
        statement, part = self.case.statement, self.values[index].part
        relations = value_relations(statement.language, statement.script)
        first = part.text.split(maxsplit=1)[0].lower()
        return relations.get(first) or relations.get(_before(statement.quote, part))

    def made(self, way: Way) -> Figure:
        return Figure(way=way, quantities=tuple(self.quantities), names=self.names, marks=self.marks, since=self.since)


def _before(quote: str, part: Part) -> str:
    """The word right before a piece, in lower case."""
    words = quote[: part.start].split()
    return words[-1].strip('„“”«»"(').lower() if words else ""


def _roles(case: Case, vocabulary: Vocabulary) -> list[_Role] | None:
    statement, gist = case.statement, case.gist
    items = {item.start: item for item in gist.items}
    roles: list[_Role] = []
    for part in gist.parts:
        if part.framed:
            continue
        if part.kind == "left":
            return None
        if part.kind == "value":
            roles.append(_Role("value", "", part))
        elif part.kind == "number" or (VALUE in part.ids and LIGHT not in part.ids):
            # Outside of a value only dates may have words of values: "mehr als" turns what another value says.
            if not statement.dates:
                return None
            roles.append(_Role("date", "", part))
        elif part.kind == "name":
            item = items.get(part.start)
            if item is not None and item.name != statement.claimant and item.name not in case.ours:
                roles.append(_Role("name", item.name, part, Piece("name", item.name, item)))
        elif part.ids & MARKS:
            roles.append(_Role("word", min(part.ids & MARKS), part))
        elif part.ids & SILENT - {"part", "version_word", "for"}:
            continue
        else:
            known = meant(part, statement, vocabulary, gist.counted)
            # "снизилась" stands among words for less as well; it is what happened.
            changes = known is not None and known[0] == "act" and known[1] in vocabulary.changing
            if known is None or (part.ids & {*GAPS, "process", "figure"} and not changes):
                roles.append(_Role("word", "", part))
            else:
                kind, what = known
                roles.append(_Role(kind, what, part, Piece("term", what) if kind == "term" else None))
    return roles


def row(case: Case) -> Figure | None:
    """A row of a table whose label has no wording: "Rufaufbau | 1,5 s"; None for all else."""
    if case.statement.modality != "asserted" or case.statement.polarity == "negated":
        return None
    quote, parts = case.statement.quote, case.gist.parts
    label, bar, _ = quote.partition("|")
    label = label.strip()
    values = [part for part in parts if part.start > len(label)]
    if (
        len(case.statement.quantities) != 1
        or not bar
        or quote.count("|") > 1
        or not label
        or len(label.split()) > _LABEL_WORDS
    ):
        return None
    if len(values) != 1 or values[0].quantity is None or any(part.kind == "name" for part in parts):
        return None
    # "Masse: 5,8 kg | 5,9 kg" sets two values of two sources side by side, and the sources stand in another row.
    if _TWO_SIDES.search(label) or not _HAS_UNIT.search(values[0].text):
        return None
    quantity = case.statement.quantities[values[0].quantity]
    return Figure(way="row", quantities=(quantity,), head=Piece("original", label))


def _part_of(clause: _Clause, vocabulary: Vocabulary) -> Figure | None:
    """A part and its whole: "Verkauft sind 38.000 von 60.000 Karten"."""
    if len(clause.values) != 2 or len(clause.acts) != 1 or clause.heads or clause.words or len(clause.things) > 1:
        return None
    part, whole = clause.quantities
    (act,) = clause.acts
    one, two = clause.values
    statement = clause.case.statement
    between = " ".join(statement.quote[one.part.end : two.part.start].lower().split())
    if between not in wholes(statement.language, statement.script):
        return None
    if part.unit != "count" or whole.unit != "count" or part.value > whole.value:
        return None
    if act not in vocabulary.valued or act in vocabulary.changing or len(clause.names) > 1:
        return None
    return replace(clause.made("part_of"), act=act, thing=clause.things[0].what if clause.things else None)


def _went(clause: _Clause, vocabulary: Vocabulary) -> Figure | None:
    """How far a measure moved: "Die Wartezeit sank von neun auf vier Minuten", "Расходы снизились на 12 %"."""
    if len(clause.heads) != 1 or len(clause.acts) != 1 or clause.things or clause.words - _CARRIERS:
        return None
    (head,), (act,) = clause.heads, clause.acts
    if act not in vocabulary.changing or len(clause.names) > 1:
        return None
    relations = [clause.relation(index) for index in range(len(clause.values))]
    units = {quantity.unit for quantity in clause.quantities}
    piece = _piece(head)
    rate = units <= RATES
    if len(clause.values) == 1:
        (one,) = clause.quantities
        if one.value_to is not None:
            old, new = replace(one, value_to=None), replace(one, value=one.value_to, value_to=None)
            if relations != ["from"] or not 0 < max(old.value, new.value) < _WIDE * min(old.value, new.value):
                return None
            return replace(clause.made("went"), head=piece, act=act, relation="from", quantities=(old, new))
        if relations == ["by"] and act not in {"doubling", "halved", "tripled"}:
            return replace(clause.made("went"), head=piece, act=act, relation="by")
        if relations == ["to"] and (not rate or (head.kind == "measure" and in_percent(head.what))):
            return replace(clause.made("went"), head=piece, act=act, relation="to")
        return None
    if len(clause.values) == 2 and len(units) == 1 and relations in (["from", "to"], ["to", "from"]):
        quantities = clause.quantities if relations[0] == "from" else clause.quantities[::-1]
        return replace(clause.made("went"), head=piece, act=act, relation="from", quantities=tuple(quantities))
    return None


def _gap(clause: _Clause) -> Figure | None:
    """By how much, without what it is compared with: "41 Prozent weniger Strom", "на 20 % быстрее"."""
    gaps = [gap for gap in GAPS if gap in clause.words]
    said = clause.words - {*GAPS, "process"}
    if len(gaps) != 1 or said or len(clause.values) != 1 or len(clause.heads) > 1 or clause.things:
        return None
    if clause.quantities[0].unit != "percent" or set(clause.acts) - {"consumed"} or len(clause.names) > 1:
        return None
    if gaps[0] in {"more", "less"} and not clause.heads:
        return None
    # "мањи од три одсто" is a bound and no difference.
    at = next(role.part.start for role in clause.roles if role.kind == "word" and gaps[0] in role.part.ids)
    if at < clause.values[0].part.start and clause.relation(0) != "by":
        return None
    return replace(clause.made("gap"), head=_piece(clause.heads[0]) if clause.heads else None, gap=gaps[0])


def _sum(clause: _Clause) -> Figure | None:
    """What something costs: "Eine Mahlzeit kostet 5,20 Euro"."""
    costs = {*clause.acts, *(role.what for role in clause.heads), *clause.words} & _COSTS
    heads = [role for role in clause.heads if role.what not in _COSTS]
    said = {
        name for role in clause.roles if role.kind == "word" and not role.part.ids & _COSTS for name in role.part.ids
    }
    if not costs or len(clause.values) != 1 or not in_units(clause.quantities[0].unit, "money") or len(heads) > 1:
        return None
    if set(clause.acts) - _COSTS or said - MARKS - {"process"} or clause.things or len(clause.names) > 1:
        return None
    prepositions = around("prepositions", clause.case.statement.language, clause.case.statement.script)
    if heads and _before(clause.case.statement.quote, heads[0].part) in prepositions:
        # "На экране цена", "контракт на установку": it stands where the price is, or says of what sort it is.
        return None
    if heads and (heads[0].kind == "measure" or clause.names):
        # Of a thing and a name it would be open which has the price and which pays it.
        return None
    if clause.relation(0) in {"by", "from"}:
        return None
    return replace(clause.made("sum"), head=_piece(heads[0]) if heads else None)


def _piece(role: _Role) -> Piece:
    """What a role is called: a thing of the glossary, or, marked so, a measure."""
    return role.piece or Piece("term", f"measures:{role.what}")
