"""Apply what an editor settled by hand, before anything is merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from beleg.ingest.decisions import NAME, Decision
from beleg.records import Evidence, Problem, Role, Statement

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


def decide(
    statements: Sequence[Statement], decisions: Sequence[Decision]
) -> tuple[tuple[Statement, ...], list[Problem]]:
    """Statements as an editor decided; a decision that fits nothing any more is a warning."""
    if not decisions:
        return tuple(statements), []
    by_anchor = {(decision.article, decision.quote): decision for decision in decisions}
    used: set[tuple[str, str]] = set()
    result: list[Statement] = []
    for statement in statements:
        anchor = (statement.article, statement.quote)
        decision = by_anchor.get(anchor)
        if decision is None:
            result.append(statement)
            continue
        used.add(anchor)
        if not decision.drop:
            result.append(_decided(statement, decision))
    problems = [
        Problem(
            path=f"sources/{NAME}",
            message=f"a decision fits no statement: {decision.article}, “{decision.quote[:60]}”",
            hint="Compare article and quote with what `beleg statements` prints, or take the decision out",
            severity="warning",
        )
        for anchor, decision in by_anchor.items()
        if anchor not in used
    ]
    return tuple(result), problems


def _decided(statement: Statement, decision: Decision) -> Statement:
    decided = replace(statement, rules=(*statement.rules, "editor"), confidence=1.0)
    if decision.kind:
        decided = replace(decided, kind=decision.kind)
    if decision.claimant:
        decided = replace(decided, claimant=decision.claimant, origin=decision.claimant)
    if decision.evidence:
        decided = replace(decided, evidence=decision.evidence, role=ROLES[decision.evidence], role_from="editor")
        if decision.evidence == "unattributed":
            decided = replace(decided, claimant=None, origin=None, via=None)
    return decided
