"""In which order a story tells its facts."""

from __future__ import annotations

from collections.abc import Iterable

from beleg.records import Evidence, Fact, Kind

# What a reader looks for first: what happened, then what it is said to do, then the rest.
_KINDS: tuple[tuple[Kind, ...], ...] = (
    ("release", "security", "legal", "funding"),
    ("metric", "adoption", "availability", "price", "license"),
    ("support", "limitation", "requirement", "quantity", "plan", "change", "partnership", "people"),
    ("behaviour", "endorsement"),
    ("caveat", "recommendation", "other"),
)
_RANK = {kind: rank for rank, kinds in enumerate(_KINDS) for kind in kinds}
_STRONG: frozenset[Evidence] = frozenset({"independent_evidence", "official_statement", "customer_claim"})


def ordered(facts: Iterable[Fact], place: dict[str, tuple[str, int]]) -> list[Fact]:
    """Facts in the order of print: those off the subject last; before them, by points and then by kind.

    A point each for being in conflict, for a leading kind, for evidence, an authority or a customer behind it, for each
    further language and for each further known origin. Among equals the order of kinds above, then the place of the
    leading mention (`place`: article and start, by identifier).
    """

    def key(fact: Fact) -> tuple[object, ...]:
        known = sum(origin.party is not None for origin in fact.origins)
        points = (
            bool(fact.conflicts)
            + (_RANK[fact.kind] == 0)
            + (fact.evidence in _STRONG)
            + len(fact.languages) - 1
            + max(0, known - 1)
        )  # fmt: skip
        return fact.aside, -points, _RANK[fact.kind], place[fact.mentions[0]], fact.id

    return sorted(facts, key=key)
