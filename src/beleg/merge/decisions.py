"""Apply what an editor settled by hand, before anything is merged.

A decision holds as long as its words stand in their article, however a lexicon or the code comes to cut the sentences
there (`places`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import combinations

from beleg.ingest.decisions import PLACE, Anchor, Decision, Decisions, StoryDecision
from beleg.merge.places import SAME, Place, nearest, overlap, standing
from beleg.merge.rulings import NO_RULINGS, Pair, Rulings, pair
from beleg.records import Article, Evidence, Problem, Role, Ruling, Statement

# What a speaker is to the thing, where an editor gives the class alone.
ROLES: dict[Evidence, Role | None] = {
    "vendor_claim": "vendor",
    "customer_claim": "customer",
    "partner_claim": "partner",
    "competitor_claim": "competitor",
    "official_statement": "authority",
    "third_party_opinion": "analyst",
    "independent_evidence": "laboratory",
    "publisher_analysis": "publisher",
    "unattributed": None,
}
# Classes of evidence whose claimant has no stake in the thing; those whose claimant has one, and the roles of these.
_IMPARTIAL: frozenset[Evidence] = frozenset({"independent_evidence", "publisher_analysis"})
_STAKED: frozenset[Evidence] = frozenset({"vendor_claim", "customer_claim", "partner_claim", "competitor_claim"})
_STAKES: frozenset[Role] = frozenset({"vendor", "customer", "partner", "competitor"})
# What a rule of a statement is called that an editor set.
EDITOR = "editor: "
# Fields of a decision that say one thing of a statement, by what they are called in the file.
_ONCE: Mapping[Ruling, str] = {"class": "evidence", "kind": "kind", "claimant": "claimant"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Decided:
    """Statements as an editor decided."""

    statements: tuple[Statement, ...]
    rulings: Rulings = NO_RULINGS
    # Decisions that contradict each other, and warnings of those that fit nothing any more.
    problems: tuple[Problem, ...] = ()


def settled(statement: Statement, ruling: Ruling) -> bool:
    """Whether an editor settled that of a statement."""
    return EDITOR + ruling in statement.rules


def decide(
    statements: Sequence[Statement],
    articles: Sequence[Article],
    decisions: Decisions,
    elsewhere: Collection[str] = frozenset(),
) -> Decided:
    """Statements as an editor decided.

    Args:
        statements: All of the articles, as they were read.
        articles: Those that are merged.
        decisions: What the editor settled.
        elsewhere: Articles of the project that are not merged now: what is decided of them is as good as ever.
    """
    return _Court(statements, articles, decisions, frozenset(elsewhere)).decided()


def anchored(decisions: Decisions) -> frozenset[str]:
    """The articles of all decisions."""
    anchors = (anchor for one in decisions.statements for anchor in (one.anchor, *one.merge, *one.split))
    stories = (article for one in decisions.stories for article in (*one.together, *one.apart))
    return frozenset((*(anchor.article for anchor in anchors), *stories))


def rulings_of(fact: Iterable[Statement], rulings: Rulings) -> tuple[Ruling, ...]:
    """What an editor settled of the mentions of a fact."""
    mentions = list(fact)
    ids = {statement.id for statement in mentions}
    found: list[Ruling] = [ruling for ruling in _ONCE if any(settled(s, ruling) for s in mentions)]
    if any(one in ids and other in ids for one, other in rulings.one_fact):
        found.append("merge")
    if any((one in ids) != (other in ids) for one, other in rulings.two_facts):
        found.append("split")
    return tuple(found)


class _Court:
    """Finds what each decision is about, and what is wrong with it."""

    def __init__(
        self,
        statements: Sequence[Statement],
        articles: Sequence[Article],
        decisions: Decisions,
        elsewhere: frozenset[str],
    ) -> None:
        self._statements = statements
        self._articles = {article.id: article for article in articles}
        self._decisions = decisions
        self._elsewhere = elsewhere
        self._problems: list[Problem] = []
        self._of: dict[str, list[Statement]] = defaultdict(list)
        for statement in statements:
            self._of[statement.article].append(statement)

    def decided(self) -> Decided:
        said: dict[str, list[Decision]] = defaultdict(list)
        merges: dict[Pair, Decision] = {}
        splits: dict[Pair, Decision] = {}
        for decision in self._decisions.statements:
            found = self._found(decision.anchor, decision)
            for statement in found:
                said[statement.id].append(decision)
            merges |= self._pairs(found, decision.merge, decision)
            splits |= self._pairs(found, decision.split, decision)
        for statement in self._statements:
            self._agree(said.get(statement.id, ()))
        dropped = {name for name, decisions in said.items() if any(one.drop for one in decisions)}
        for statement in self._statements:
            if statement.id not in dropped:
                self._spoken(statement, said.get(statement.id, ()))
        self._without(dropped, {**merges, **splits})
        merges = {ids: decision for ids, decision in merges.items() if dropped.isdisjoint(ids)}
        splits = {ids: decision for ids, decision in splits.items() if dropped.isdisjoint(ids)}
        splits = self._consistent(merges, splits, "merged with")
        homes = {statement.id: statement.article for statement in self._statements}
        pins, apart = self._stories({pair: (homes[pair[0]], homes[pair[1]]) for pair in merges})
        return Decided(
            statements=tuple(_decided(s, said.get(s.id, ())) for s in self._statements if s.id not in dropped),
            rulings=Rulings(
                one_fact=frozenset(merges), two_facts=frozenset(splits), pinned=pins, two_stories=apart,
                notes={
                    name: tuple(dict.fromkeys(one.note for one in decisions if one.note))
                    for name, decisions in said.items()
                    if name not in dropped and any(one.note for one in decisions)
                },
            ),
            problems=tuple(self._problems),
        )  # fmt: skip

    # --- what is meant ------------------------------------------------------------------------------------------------

    def _found(self, anchor: Anchor, decision: Decision) -> list[Statement]:
        """The statements that an anchor means; none, and a warning, where it means none any more."""
        article = self._articles.get(anchor.article)
        if article is None and anchor.article in self._elsewhere:
            return []
        if article is None:
            near = get_close_matches(anchor.article, sorted({*self._articles, *self._elsewhere}), 1)
            self._stale(
                decision.line, f"there is no article {anchor.article}" + (f"; did you mean {near[0]}?" if near else "")
            )
            return []
        words = anchor.quote.split()
        exact = [s for s in self._of[anchor.article] if s.quote.split() == words]
        if exact:
            return exact
        places = standing(anchor.quote, article.text)
        if not places:
            self._stale(decision.line, f"{anchor.article} does not have the words {_shown(anchor.quote)}")
            return []
        meant = [statement for place in places for statement in _meant(self._of[anchor.article], place, decision.drop)]
        if not meant:
            self._stale(decision.line, f"nothing is read from the words {_shown(anchor.quote)} of {anchor.article}")
        return meant

    def _pairs(self, found: Sequence[Statement], anchors: Iterable[Anchor], decision: Decision) -> dict[Pair, Decision]:
        others = [other for anchor in anchors for other in self._found(anchor, decision)]
        return {pair(one.id, other.id): decision for one in found for other in others if one.id != other.id}

    # --- what contradicts ---------------------------------------------------------------------------------------------

    def _agree(self, decisions: Sequence[Decision]) -> None:
        """Tell where decisions say different things of one statement; the first one counts."""
        for ruling, name in _ONCE.items():
            saying = [one for one in decisions if getattr(one, name)]
            for other in saying[1:]:
                mine, theirs = getattr(saying[0], name), getattr(other, name)
                if mine != theirs:
                    self._wrong(
                        other.line, f"{ruling} is {theirs!r}, but {mine!r}{_at(saying[0].line)}, for {_shown(other.quote)}",
                        "Take one of the two out; until then the first one counts",
                    )  # fmt: skip

    def _spoken(self, statement: Statement, decisions: Sequence[Decision]) -> None:
        """Warn where a statement becomes one of nobody with a stake, and still has a claimant with one."""
        ruling = next((one for one in decisions if one.evidence), None)
        if ruling is None or ruling.evidence not in _IMPARTIAL or any(one.claimant for one in decisions):
            return
        if statement.claimant is None or not (statement.role in _STAKES or statement.evidence in _STAKED):
            return
        publisher = self._articles[statement.article].publisher if ruling.evidence == "publisher_analysis" else None
        self._problems.append(
            Problem(
                path=PLACE, line=ruling.line, severity="warning",
                message=f"class is {ruling.evidence!r}, but {statement.claimant}, who has a stake, stays the claimant of {_shown(statement.quote)}",
                hint=f"Add a line `claimant = {json.dumps(publisher or '…', ensure_ascii=False)}`, which says who stands behind it",
            )
        )  # fmt: skip

    def _without(self, dropped: AbstractSet[str], pairs: Mapping[Pair, Decision]) -> None:
        """Tell where what is dropped is merged or split as well."""
        for decision in dict.fromkeys(one for ids, one in pairs.items() if not dropped.isdisjoint(ids)):
            self._wrong(
                decision.line, f"merges or splits what is dropped, beside {_shown(decision.quote)}",
                "Take one of the two out; until then it is dropped",
            )  # fmt: skip

    def _consistent(
        self, one: Mapping[Pair, Decision], two: Mapping[Pair, Decision], joined: str
    ) -> dict[Pair, Decision]:
        """The splits that no merges contradict, be it by way of others."""
        groups = _joined(one)
        kept = {}
        for ids, decision in two.items():
            if groups.get(ids[0], ids[0]) != groups.get(ids[1], ids[1]):
                kept[ids] = decision
                continue
            other = one.get(ids)
            at = self._decisions.line(other, "merge") if other else None
            line = self._decisions.line(decision, "split")
            self._wrong(
                line, f"is to be split from what it is {joined}{_at(at)}: {_shown(decision.quote)}",
                "Take one of the two out; until then they are one",
            )  # fmt: skip
        return kept

    # --- stories ------------------------------------------------------------------------------------------------------

    def _stories(self, merged: Mapping[Pair, tuple[str, str]]) -> tuple[tuple[frozenset[str], ...], frozenset[Pair]]:
        """The articles that are pinned and those that are kept apart; what says the same belongs to one story."""
        pins: dict[frozenset[str], StoryDecision | None] = {frozenset(homes): None for homes in merged.values()}
        pins = {pin: None for pin in pins if len(pin) > 1}
        apart: dict[Pair, StoryDecision] = {}
        for decision in self._decisions.stories:
            together = [name for name in decision.together if self._is_there(name, decision)]
            if len(together) > 1:
                pins[frozenset(together)] = decision
            others = [name for name in decision.apart if self._is_there(name, decision)]
            apart |= {pair(one, other): decision for one, other in combinations(others, 2)}
        groups = _joined(ids for pin in pins for ids in combinations(sorted(pin), 2))
        for ids, split in list(apart.items()):
            if groups.get(ids[0], ids[0]) == groups.get(ids[1], ids[1]):
                del apart[ids]
                by = next((one.line for pin, one in pins.items() if one and pin >= set(ids)), None)
                self._wrong(
                    split.line, f"keeps apart what is one story{_at(by)}: {ids[0]} and {ids[1]}",
                    "Take one of the two out; until then they are one. Articles with merged statements are one story",
                )  # fmt: skip
        return tuple(pins), frozenset(apart)

    def _is_there(self, name: str, decision: StoryDecision) -> bool:
        if name not in self._articles and name not in self._elsewhere:
            near = get_close_matches(name, sorted({*self._articles, *self._elsewhere}), 1)
            self._stale(decision.line, f"there is no article {name}" + (f"; did you mean {near[0]}?" if near else ""))
        return name in self._articles

    # --- messages -----------------------------------------------------------------------------------------------------

    def _stale(self, line: int | None, message: str) -> None:
        hint = "Compare it with what `beleg statements` prints, or take the decision out; until then it settles nothing"
        self._problems.append(Problem(path=PLACE, line=line, message=message, hint=hint, severity="warning"))

    def _wrong(self, line: int | None, message: str, hint: str) -> None:
        problem = Problem(path=PLACE, line=line, message=message, hint=hint)
        if problem not in self._problems:
            self._problems.append(problem)


def _shown(quote: str) -> str:
    words = " ".join(quote.split())
    return f"“{words if len(words) <= 60 else words[:59] + '…'}”"


def _at(line: int | None) -> str:
    return f" (line {line})" if line else ""


def _meant(statements: Sequence[Statement], place: Place, drop: bool) -> list[Statement]:
    """The statement that stands in a place; what is dropped goes with all that lies there."""
    within = [one for one in statements if overlap(place, one) >= SAME * (one.end - one.start)]
    if drop and within:
        return within
    found = nearest(place, statements)
    return [found] if found else []


def _joined(pairs: Iterable[Pair]) -> dict[str, str]:
    """For each of what is joined, directly or by way of others, the one that stands for all."""
    first: dict[str, str] = {}
    for one, other in sorted(pairs):
        mine, theirs = first.setdefault(one, one), first.setdefault(other, other)
        if mine != theirs:
            first = {name: min(mine, theirs) if stand in (mine, theirs) else stand for name, stand in first.items()}
    return first


def _decided(statement: Statement, decisions: Sequence[Decision]) -> Statement:
    evidence, kind, claimant = (
        next((value for one in decisions if (value := getattr(one, name))), None) for name in _ONCE.values()
    )
    rules = [EDITOR + ruling for ruling, value in zip(_ONCE, (evidence, kind, claimant), strict=True) if value]
    if not rules:
        return statement
    decided = replace(statement, rules=(*statement.rules, *rules), confidence=1.0)
    if kind:
        decided = replace(decided, kind=kind)
    if claimant:
        decided = replace(decided, claimant=claimant, origin=claimant, claimant_span=None)
    if evidence:
        decided = replace(decided, evidence=evidence, role=ROLES[evidence], role_from="editor")
        if evidence == "unattributed":
            decided = replace(decided, claimant=None, origin=None, via=None)
    return decided
