"""Whom each fact goes back to, and what it therefore rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from beleg.merge.copies import Copies
from beleg.merge.parties import is_person
from beleg.merge.register import Names
from beleg.records import Evidence, Origin, Role, Statement, Status

# From best known to least: in whose group a fact stands that several classes of evidence carry. A customer's word comes
# before the vendor's, for it is the customer that the number is about; a plain repetition comes last, so that what the
# vendor says stays the vendor's however often it is repeated without a source.
STANDING: tuple[Evidence, ...] = (
    "independent_evidence",
    "official_statement",
    "customer_claim",
    "vendor_claim",
    "partner_claim",
    "competitor_claim",
    "third_party_opinion",
    "publisher_analysis",
    "unattributed",
)
# The codes with which reasons begin; `records.Origin.why` tells what each means.
CODES = (
    "named", "alias", "subsidiary", "product", "employee", "spokesperson", "document", "story", "publisher", "agency",
    "taken from", "copy", "translation", "repeats", "editor",
)  # fmt: skip
_JUDGED: frozenset[Evidence] = frozenset({"third_party_opinion", "publisher_analysis"})


def evidence_of(mentions: Iterable[Statement]) -> Evidence:
    """The class of the best-known origin."""
    return min((mention.evidence for mention in mentions), key=STANDING.index)


def leading(mentions: Iterable[Statement]) -> list[Statement]:
    """The mentions of a fact, the leading one first: best origin, then most complete, then by place."""
    return sorted(
        mentions,
        key=lambda s: (
            STANDING.index(s.evidence),
            -(len(s.quantities) + len(s.versions) + len(s.dates)),
            -len(s.names),
            s.article,
            s.start,
            s.id,
        ),
    )


def origins_of(mentions: Sequence[Statement], copies: Copies, register: Names) -> tuple[Origin, ...]:
    """The parties of a fact's mentions, in the order of `mentions`; those without a stated origin make one entry, last.

    A party, what it owns and its documents are one origin; a publisher is one of what it observed or judged itself, but
    not of a number that another mention tells whose it is. A text that several papers print has one publisher.
    """
    parties = [party_of(mention, copies, register) for mention in mentions]
    source = next(
        (
            party
            for mention, party in zip(mentions, parties, strict=True)
            if party and mention.evidence != "publisher_analysis"
        ),
        None,
    )
    by_party: dict[str | None, list[Statement]] = defaultdict(list)
    for mention, party in zip(mentions, parties, strict=True):
        repeats = source and mention.evidence == "publisher_analysis" and mention.quantities
        by_party[source if repeats else party].append(mention)
    named = [
        Origin(
            party=party,
            stake=_stake(group),
            mentions=tuple(mention.id for mention in group),
            why=_why(party, group, register),
        )
        for party, group in by_party.items()
        if party is not None
    ]
    unstated = by_party.get(None)
    if unstated:
        named.append(Origin(party=None, stake=None, mentions=tuple(mention.id for mention in unstated)))
    return tuple(named)


def party_of(mention: Statement, copies: Copies, register: Names) -> str | None:
    """The party that a mention goes back to; None if its article names none."""
    if mention.evidence == "unattributed":
        return None
    if mention.evidence == "publisher_analysis":
        own = mention.claimant if not copies.copied(mention.article) else None
        publisher = own or copies.publisher(mention.article)
        return register.party(publisher) if publisher else None
    if mention.origin:
        return mention.origin
    return register.party(mention.claimant) if mention.claimant else None


def _stake(group: Sequence[Statement]) -> Role | None:
    """The role of the mention that is best known."""
    return next((mention.role for mention in group if mention.role), None)


def _why(party: str, group: Sequence[Statement], register: Names) -> tuple[str, ...]:
    """Why these mentions are one party's, each reason once, sorted."""
    return tuple(sorted({reason for mention in group for reason in _reasons(party, mention, register)}))


def _reasons(party: str, mention: Statement, register: Names) -> Iterator[str]:
    """Why a mention is a party's."""
    name = mention.claimant
    if mention.role_from == "editor":
        yield "editor"
    if mention.evidence == "publisher_analysis":
        yield "publisher" if name is None or register.party(name) == party else f"repeats: {name}"
        return
    if mention.via:
        yield f"document: {mention.via}"
    if name is None:
        if not mention.via:
            yield "spokesperson" if mention.speaker_role else "story"
    elif name != party:
        yield f"{_tie(name, register)}: {name}"
    elif mention.speaker_role:
        yield "spokesperson"
    elif not mention.via:
        yield "named"


def _tie(name: str, register: Names) -> str:
    """What a name that is not the party's own is to it."""
    if is_person(name, register):
        return "employee"
    if register.type(name) == "product":
        return "product"
    return "subsidiary" if register.owner(name) else "alias"


def outlets_of(mentions: Iterable[Statement], copies: Copies) -> int:
    """How many publishers carry a fact.

    Copies of one text count once, and so do all articles without a publisher: nobody knows whether they are one paper's.
    """
    return len({copies.publisher(mention.article) for mention in mentions})


def status_of(mentions: Sequence[Statement], rivals: Iterable[Sequence[Statement]]) -> Status:
    """What a fact rests on, over all its mentions.

    Args:
        mentions: Its statements.
        rivals: The statements of each fact that it is in conflict with. What an independent party observed stays
            confirmed as long as none of its rivals was so observed too.
    """
    classes = {mention.evidence for mention in mentions}
    seen = "independent_evidence" in classes
    for rival in rivals:
        if not seen or any(mention.evidence == "independent_evidence" for mention in rival):
            return "disputed"
    if seen:
        return "confirmed"
    if classes == {"unattributed"}:
        return "origin_not_stated"
    return "judged" if classes - {"unattributed"} <= _JUDGED else "claimed"
