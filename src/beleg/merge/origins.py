"""Whom each fact goes back to, and what it therefore rests on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from beleg.merge.copies import Copies, Wordings
from beleg.merge.decisions import settled
from beleg.merge.parties import is_person
from beleg.merge.register import Names
from beleg.merge.tags import NO_TAG, tags_of
from beleg.merge.translated import translated
from beleg.records import Article, Evidence, Origin, Role, Statement, Status

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
# Classes of evidence by parties with a stake.
_INTERESTED: frozenset[Evidence] = frozenset({"vendor_claim", "customer_claim", "partner_claim", "competitor_claim"})
_SENT = "document: "
# The codes with which reasons begin; `records.Origin.why` tells what each means.
CODES = (
    "named", "alias", "subsidiary", "product", "employee", "spokesperson", "document", "story", "publisher", "agency",
    "taken from", "copy", "translation", "repeats", "editor",
)  # fmt: skip
_JUDGED: frozenset[Evidence] = frozenset({"third_party_opinion", "publisher_analysis"})


def evidence_of(mentions: Iterable[Statement]) -> Evidence:
    """The class of the best-known origin; what an editor settled outranks what was read."""
    return min(mentions, key=_standing).evidence


def _standing(mention: Statement) -> tuple[bool, int]:
    return not settled(mention, "class"), STANDING.index(mention.evidence)


def leading(mentions: Iterable[Statement]) -> list[Statement]:
    """The mentions of a fact, the leading one first: settled by an editor, best origin, most complete, then by place."""
    return sorted(
        mentions,
        key=lambda s: (
            *_standing(s),
            -(len(s.quantities) + len(s.versions) + len(s.dates)),
            -len(s.names),
            s.article,
            s.start,
            s.id,
        ),
    )


class Ties:
    """What the articles of one story have from each other, from agencies and from senders of press releases."""

    def __init__(
        self, articles: Mapping[str, Article], groups: Sequence[Sequence[Statement]], copies: Copies, register: Names
    ) -> None:
        """Find them.

        Args:
            articles: The story's articles by identifier.
            groups: Its statements by fact.
            copies: Which articles print one text.
            register: Who is who in the story.
        """
        self.register = register
        self.copies = copies
        self.tags = tags_of(articles.values(), register)
        self.translated = translated(groups, articles)
        self._wordings = Wordings((statement for group in groups for statement in group), articles)

    def first(self, mention: Statement) -> Iterator[tuple[str, str]]:
        """What makes a mention one with others, each as a key that these have too: its words, its article's text."""
        copied = self._wordings.first(mention.id)
        yield "words", copied.id if copied else mention.id
        yield "text", self.copies.first(mention.article)
        yield "translation", self.translated.get(mention.article, mention.article)


class _Voice(NamedTuple):
    """Whom one mention goes back to."""

    mention: Statement
    # None where no origin is stated.
    party: str | None
    reasons: tuple[str, ...] = ()
    # Whether the article speaks for itself: then an earlier text that it was taken from tells more.
    own: bool = False


def origins_of(mentions: Sequence[Statement], ties: Ties) -> tuple[Origin, ...]:
    """The parties of a fact's mentions, in the order of `mentions`; those without a stated origin make one entry, last.

    A party, what it owns and its documents are one origin. A publisher is one of what it observed or judged itself, but
    not of an agency's text, of what it copied from another, or of a number that another mention tells whose it is.
    """
    voices = _shared(_voices(mentions, ties), ties)
    source = next((v.party for v in voices if v.party and v.mention.evidence != "publisher_analysis"), None)
    by_party: dict[str | None, list[_Voice]] = defaultdict(list)
    for voice in voices:
        kept = _repeating(voice, source, ties) if source else voice
        by_party[kept.party].append(kept)
    return tuple(
        Origin(
            party=party,
            stake=_stake(group),
            mentions=tuple(voice.mention.id for voice in group),
            why=tuple(sorted({reason for voice in group for reason in voice.reasons})),
        )
        for party, group in sorted(by_party.items(), key=lambda item: item[0] is None)
    )


def at_most(origins: Sequence[Origin], mentions: Sequence[Statement], ties: Ties) -> int | None:
    """How many origins a fact has if each outlet that states none has one of its own; None where all are stated.

    Copies and translations of one text count once, and so do the articles of one publisher, or of one feed's source.
    """
    unknown = {name for origin in origins if origin.party is None for name in origin.mentions}
    if not unknown:
        return None
    unstated = [mention for mention in mentions if mention.id in unknown]

    def keys(mention: Statement) -> Iterator[tuple[str, str]]:
        yield from ties.first(mention)
        tag = ties.tags.get(mention.article, NO_TAG)
        outlet = tag.taken_from or ties.copies.outlet(mention.article)
        if outlet:
            yield "outlet", outlet

    return sum(origin.party is not None for origin in origins) + len(_joined(unstated, keys))


def _voices(mentions: Sequence[Statement], ties: Ties) -> list[_Voice]:
    """Each mention by itself."""
    # Of several agencies in one tag, the one that more of the fact's articles name.
    spread = Counter(name for s in mentions for name in ties.tags.get(s.article, NO_TAG).agencies)
    return [_voice(mention, ties, spread) for mention in mentions]


def _voice(mention: Statement, ties: Ties, spread: Mapping[str, int]) -> _Voice:
    register, tag = ties.register, ties.tags.get(mention.article, NO_TAG)
    if mention.role_from == "editor" and mention.claimant:
        return _Voice(mention, register.party(mention.claimant), ("editor",))
    publisher = ties.copies.outlet(mention.article)
    observed = mention.evidence == "independent_evidence" and publisher is not None and mention.claimant == publisher
    plain = mention.evidence == "unattributed"
    if not (plain or observed or mention.evidence == "publisher_analysis"):
        party = mention.origin or (register.party(mention.claimant) if mention.claimant else None)
        return _Voice(mention, party, tuple(_reasons(party, mention, register)) if party else ())
    if tag.sender:
        return _Voice(mention, register.party(tag.sender), ("document: press release",))
    if tag.agencies and (plain or not tag.worked_in):
        agency = max(tag.agencies, key=lambda name: (spread[name], -tag.agencies.index(name)))
        return _Voice(mention, register.party(agency), (f"agency: {', '.join(tag.agencies)}",))
    if plain:
        return _Voice(mention, None, (f"taken from: {tag.taken_from}",) if tag.taken_from else (), own=True)
    if tag.taken_from:
        return _Voice(mention, register.party(tag.taken_from), (f"taken from: {tag.taken_from}",), own=True)
    whose = ties.copies.publisher(mention.article) if ties.copies.copied(mention.article) else None
    whose = whose or mention.claimant or ties.copies.publisher(mention.article)
    return _Voice(mention, register.party(whose) if whose else None, ("publisher",) if whose else (), own=True)


def _shared(voices: Sequence[_Voice], ties: Ties) -> list[_Voice]:
    """Mentions in which an article speaks for itself, with the party of those whose words, or whose text, they have.

    It is the party that one of these names; else the publisher of the first.
    """
    by_id = {voice.mention.id: voice for voice in voices}
    for group in _joined([voice.mention for voice in voices], ties.first):
        members = sorted((by_id[mention.id] for mention in group), key=lambda voice: _place(voice.mention, ties))
        stated = {voice.party: voice for voice in reversed(members) if voice.party and not voice.own}
        if len(members) == 1 or len(stated) > 1:
            continue
        told = next(iter(stated.values()), members[0])
        for voice in members:
            if voice.own and voice is not told and voice.mention.article != told.mention.article:
                sort = "copy" if voice.mention.language == told.mention.language else "translation"
                reasons = (*(r for r in voice.reasons if r != "publisher"), f"{sort}: {told.mention.article}")
                by_id[voice.mention.id] = voice._replace(party=told.party, reasons=reasons)
    return [by_id[voice.mention.id] for voice in voices]


def _place(mention: Statement, ties: Ties) -> tuple[object, ...]:
    """By which mentions are sorted, the first printed first."""
    return *ties.copies.age(mention.article), mention.start, mention.id


def _repeating(voice: _Voice, source: str, ties: Ties) -> _Voice:
    """A voice, as that of whom it repeats if it tells as its own a number that is a source's."""
    told = voice.mention
    if voice.party == source or told.evidence != "publisher_analysis" or not told.quantities:
        return voice
    named = told.claimant or ties.copies.outlet(told.article)
    return voice._replace(party=source, reasons=(f"repeats: {named}",) if named else voice.reasons)


def _joined(
    mentions: Iterable[Statement], keys: Callable[[Statement], Iterable[tuple[str, str]]]
) -> list[list[Statement]]:
    """Mentions that share a key, directly or through others, each in one group; each has at least one key."""
    above: dict[tuple[str, str], tuple[str, str]] = {}

    def top(key: tuple[str, str]) -> tuple[str, str]:
        while above[key] != key:
            above[key] = above[above[key]]
            key = above[key]
        return key

    keyed = [(mention, list(keys(mention))) for mention in mentions]
    for _, (first, *more) in keyed:
        above.setdefault(first, first)
        for key in more:
            above[top(above.setdefault(key, key))] = top(first)
    groups: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    for mention, own in keyed:
        groups[top(own[0])].append(mention)
    return list(groups.values())


def _stake(group: Sequence[_Voice]) -> Role | None:
    """The role of the mention that is best known; an agency's is a medium's."""
    stated = next((voice.mention.role for voice in group if voice.mention.role and not voice.own), None)
    if any(reason.startswith("agency: ") for voice in group for reason in voice.reasons):
        return "medium" if stated in (None, "publisher") else stated
    return stated or next((voice.mention.role for voice in group if voice.mention.role), None)


def _reasons(party: str, mention: Statement, register: Names) -> Iterator[str]:
    """Why a mention with a stated origin is a party's."""
    name = mention.claimant
    if mention.via:
        yield f"document: {mention.via}"
    if name is None:
        if not mention.via:
            yield "spokesperson" if mention.speaker_role else "story"
    elif register.agency_kind(name) == "news":
        yield f"agency: {name}"
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

    All articles without a publisher count once: nobody knows whether they are one paper's.
    """
    return len({copies.outlet(mention.article) for mention in mentions})


def status_of(
    mentions: Sequence[Statement], origins: Sequence[Origin], rivals: Iterable[Sequence[Statement]]
) -> Status:
    """What a fact rests on, over all its mentions.

    Args:
        mentions: Its statements.
        origins: What `origins_of` gives for them.
        rivals: The statements of each fact that it is in conflict with. What an independent party observed stays
            confirmed as long as none of its rivals was so observed too.
    """
    by_id = {mention.id: mention for mention in mentions}
    seen = any(_observed(origin, [by_id[name] for name in origin.mentions]) for origin in origins)
    for rival in rivals:
        if not seen or any(mention.evidence == "independent_evidence" for mention in rival):
            return "disputed"
    if seen:
        return "confirmed"
    told = {mention.evidence for mention in mentions}
    if told == {"unattributed"}:
        # A press release is its sender's claim, also where the paper does not say so in the sentence.
        sent = any(origin.party and any(why.startswith(_SENT) for why in origin.why) for origin in origins)
        return "claimed" if sent else "origin_not_stated"
    return "judged" if told - {"unattributed"} <= _JUDGED else "claimed"


def _observed(origin: Origin, mentions: Sequence[Statement]) -> bool:
    """Whether a party observed what it says, and has no stake in it as another of its mentions tells.

    Nobody knows of a study without an author whose it is; of an unnamed paper's own test that it is the paper's.
    """
    observed = [mention for mention in mentions if mention.evidence == "independent_evidence"]
    if origin.party is None:
        return any(mention.role == "publisher" for mention in observed)
    return bool(observed) and not any(mention.evidence in _INTERESTED for mention in mentions)
