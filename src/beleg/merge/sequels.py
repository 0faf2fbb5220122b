"""Which of two facts that exclude each other is a later state of the matter: only where the text, or the dates, say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from beleg.merge.values import base
from beleg.records import Article, Evidence, Statement

# How extraction writes down what the lexicon's table [sequel] found in a statement: "sequel.later: inzwischen".
SIGN = "sequel."
Label: TypeAlias = Literal["correction", "superseded", "later", "earlier", "running"]
# Who counts in their own cause, and who checks them: what they count differently is no later count.
_INTERESTED: frozenset[Evidence] = frozenset({"vendor_claim", "partner_claim", "customer_claim", "competitor_claim"})
# What a newsroom tells without saying from whom may be anybody's figure.
_REPORTS: frozenset[Evidence] = frozenset({"publisher_analysis", "unattributed"})

Group: TypeAlias = Sequence[Statement]


class Sequel(NamedTuple):
    """A later state of a matter."""

    # Which of the two facts is the later one: 0 or 1.
    newer: int
    # Why, in a few words, for an editor.
    why: str


def sequel(one: Group, other: Group, days: Mapping[str, str], *, of_dates: bool = False) -> Sequel | None:
    """Which of two facts in conflict is the later one; None where nothing says so, for then they contradict each other.

    Args:
        one: A fact's statements.
        other: The other's.
        days: The day that each article's text is of, by its identifier; articles without one are missing.
        of_dates: Whether it is their dates that exclude each other. What was on the 19th will not have been on the 20th
            the next day; what is planned may be put off.
    """
    said = _said(one, other)
    if said or (of_dates and any(statement.modality != "planned" for statement in (*one, *other))):
        return said
    return _dated(one, other, days)


def days_of(articles: Mapping[str, Article]) -> dict[str, str]:
    """The day that each article's text is of: that of its last change, else of its publication; in full dates only."""
    found = {name: (article.updated or article.dated or "")[:10] for name, article in articles.items()}
    return {name: day for name, day in found.items() if len(day) == len("2026-10-20")}


# A label, and whether the fact that has it is the later one.
_Labels: TypeAlias = tuple[tuple[Label, bool], ...]
_SURE: _Labels = (("correction", True), ("superseded", False))
# "Inzwischen" and "zunächst" are said of anything: one voice must stand behind both facts, or nobody.
_LOOSE: _Labels = (("later", True), ("earlier", False))


def _said(one: Group, other: Group) -> Sequel | None:
    """What the words say: "korrigierte die Zahl auf 15", "ранее сообщалось о двенадцати"."""
    return corrected(one, other) or (_labelled(one, other, _LOOSE) if _one_voice(one, other) else None)


def corrected(one: Group, other: Group) -> Sequel | None:
    """Which of two facts is the later one by words that are said of nothing but an older and a newer report.

    Who speaks in their own cause corrects themselves, not what others found or say.
    """
    found = _labelled(one, other, _SURE)
    if found is None:
        return None
    newer, older = (other, one) if found.newer else (one, other)
    return found if _may_correct(newer, older) else None


def _may_correct(newer: Group, older: Group) -> bool:
    if any(statement.evidence not in _INTERESTED for statement in newer):
        return True
    own = {statement.origin for statement in newer}
    return all(s.origin is None or s.origin in own or s.evidence in _REPORTS for s in older)


def correcting(group: Group) -> bool:
    """Whether a fact says of itself that it puts another right."""
    return "correction" in _signs(group)


def _labelled(one: Group, other: Group, labels: _Labels) -> Sequel | None:
    signs = _signs(one), _signs(other)
    for label, newer in labels:
        mine, theirs = signs[0].get(label), signs[1].get(label)
        word = mine or theirs
        if word and not (mine and theirs):
            return Sequel(
                int(bool(mine) != newer), f"its words say so: {word}" if newer else f"the other's words: {word}"
            )
    return None


def _signs(group: Group) -> dict[str, str]:
    """The signs of a fact's statements, by label: the words that gave each."""
    found: dict[str, str] = {}
    for statement in group:
        for rule in statement.rules:
            if rule.startswith(SIGN):
                label, word = rule.removeprefix(SIGN).split(": ", 1)
                found.setdefault(label, word)
    return found


def _one_voice(one: Group, other: Group) -> bool:
    """Whether one party alone stands behind both, or nobody does."""
    return len({statement.origin for statement in (*one, *other)}) == 1


def _dated(one: Group, other: Group, days: Mapping[str, str]) -> Sequel | None:
    """What the articles' days say, where all of one fact's come after all of the other's."""
    mine, theirs = ([days.get(statement.article) for statement in group] for group in (one, other))
    known, others = [day for day in mine if day], [day for day in theirs if day]
    if len(known) < len(mine) or len(others) < len(theirs):
        return None
    if min(known) > max(others):
        newer, day = 0, min(known)
    elif min(others) > max(known):
        newer, day = 1, min(others)
    else:
        return None
    party = one[0].origin
    if party and _one_voice(one, other):
        return Sequel(newer, f"{party} says so later, in articles from {day} on")
    if recounted(one, other):
        return Sequel(newer, f"a count that goes on, in articles from {day} on")
    return None


def recounted(one: Group, other: Group) -> bool:
    """Whether both count what goes on being counted ("Tote", "случаев"), and neither in its own cause."""
    return (
        "running" in _signs(one)
        and "running" in _signs(other)
        and all(statement.evidence not in _INTERESTED for statement in (*one, *other))
        and all({base(q)[2] for q in group[0].quantities} == {"count"} for group in (one, other))
    )
