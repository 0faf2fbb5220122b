"""What an article alone could not tell, settled from its story and the names register."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date

from beleg.merge.decisions import settled
from beleg.merge.parties import employers
from beleg.merge.register import Names
from beleg.merge.spelling import MIN_LETTERS, heard_alike, plain, skeleton
from beleg.merge.stories import Matter, belonging
from beleg.records import Article, Evidence, Kind, Role, Statement

EVIDENCE: Mapping[Role, Evidence] = {
    "vendor": "vendor_claim",
    "customer": "customer_claim",
    "partner": "partner_claim",
    "competitor": "competitor_claim",
    "authority": "official_statement",
    "analyst": "third_party_opinion",
}
_CLAIMS: frozenset[Evidence] = frozenset(
    {"vendor_claim", "customer_claim", "partner_claim", "competitor_claim", "third_party_opinion"}
)
_STAKES: frozenset[Role] = frozenset({"vendor", "customer", "partner", "competitor"})
# Who speaks for no product of its own.
_BODIES: frozenset[Role] = frozenset({"authority", "laboratory", "medium", "publisher"})
_BODY_TYPES = frozenset({"authority", "laboratory", "medium"})
# What somebody does or thinks, not what was seen or measured.
_DOINGS: frozenset[Kind] = frozenset({"adoption", "endorsement", "plan", "people", "partnership"})
# Nobody's role but the article's own stands behind these.
_OWN_WORDS: frozenset[Evidence] = frozenset({"unattributed", "publisher_analysis"})
# Rules of extraction that fire on words of observation ("measured", "found").
_FOUND = "say.find"
# A caveat that repeats nothing limits a claim at most so many statements before it.
CAVEAT_REACH = 2
# A name that more statements of an article have tells nothing about which of them a caveat means.
SELDOM = 3
_DIGITS = re.compile(r"\d+")
# Below 0.6 a statement is shown as unsure.
UNSURE = 0.4
# A product is taken for a speaker now and then, seldom so often.
_OFTEN = 3


# --- names ------------------------------------------------------------------------------------------------------------


def names(statements: Sequence[Statement], articles: Mapping[str, Article], register: Names) -> tuple[Statement, ...]:
    """One spelling for each name within a story: the fullest that an article in Latin script has, German before Serbian.

    Names that the register knows stay as they are; names that one article tells apart stay apart.
    """
    spelled = _spellings(statements, articles, register)
    if not spelled:
        return tuple(statements)
    return tuple(
        replace(
            statement,
            names=tuple(dict.fromkeys(spelled.get(name, name) for name in statement.names)),
            claimant=spelled.get(statement.claimant, statement.claimant) if statement.claimant else None,
            origin=spelled.get(statement.origin, statement.origin) if statement.origin else None,
            subject=spelled.get(statement.subject, statement.subject) if statement.subject else None,
        )
        for statement in statements
    )


def _spellings(statements: Sequence[Statement], articles: Mapping[str, Article], register: Names) -> dict[str, str]:
    """What each name that changes becomes."""
    homes: dict[str, set[str]] = defaultdict(set)
    for statement in statements:
        for name in (*statement.names, statement.claimant, statement.subject):
            if name:
                homes[name].add(statement.article)

    def rank(name: str) -> tuple[int, int, str]:
        """Better spellings first: those of German articles, then of Serbian ones in Latin script; the fuller ones."""
        return min(_preference(articles[home]) for home in homes[name]), -len(name), name

    known = {name for name in homes if register.type(name) is not None}
    ranked = sorted(homes, key=rank)
    spelled: dict[str, str] = {}
    for place, name in enumerate(ranked):
        if name in known:
            continue
        better = [other for other in ranked[:place] if other not in spelled and not homes[name] & homes[other]]
        alike = [other for other in better if heard_alike(name, other)]
        fuller = [] if alike else [other for other in better if _short_for(name, other, homes)]
        if len(alike or fuller) == 1:
            spelled[name] = (alike or fuller)[0]
    return spelled


def _preference(article: Article) -> int:
    if article.script == "Latn":
        return 0 if article.language == "de" else 1
    return 2


def _short_for(short: str, full: str, known: Iterable[str]) -> bool:
    """Whether a name is the last word of a fuller one ("Redl", "Thomas Redl") whose other words are no name of their own."""
    head, _, tail = full.rpartition(" ")
    if not head or " " in short or len(short) < MIN_LETTERS or _DIGITS.search(full):
        return False
    return (plain(tail) == plain(short) or heard_alike(short, tail)) and head not in known


# --- years ------------------------------------------------------------------------------------------------------------


def years(statements: Sequence[Statement], articles: Mapping[str, Article]) -> tuple[Statement, ...]:
    """Dates without a year take that of their story: told elsewhere in it, else the one nearest to its dated articles.

    Where no article is dated and no statement gives the year, the date stays open.
    """
    full = sorted({day for statement in statements for day in statement.dates if len(day) == len("2026-10-20")})
    told: dict[str, set[str]] = defaultdict(set)
    for day in full:
        told[day[4:]].add(day)
    dated = sorted(article.dated[:10] for article in articles.values() if article.dated)

    def complete(day: str) -> str:
        if not day.startswith("--"):
            return day
        whole = told.get(day[1:], set())
        if len(whole) == 1:
            return min(whole)
        return _nearest(day, dated) if dated else day

    return tuple(
        replace(statement, dates=tuple(map(complete, statement.dates)))
        if any(day.startswith("--") for day in statement.dates)
        else statement
        for statement in statements
    )


def _nearest(open_date: str, dated: Sequence[str]) -> str:
    """A date without its year, in the year that brings it closest to the middle one of some dates."""
    middle = date.fromisoformat(dated[len(dated) // 2])
    month, _, day = open_date[2:].partition("-")

    def distance(year: int) -> int:
        # A month alone is as near as its middle; 29 February counts as the 28th, so that every year has it.
        whole = date(year, int(month), min(int(day), 28) if day else 15)
        return abs((whole - middle).days)

    year = min((middle.year, middle.year - 1, middle.year + 1), key=distance)
    return f"{year}{open_date[1:]}"


# --- claimants --------------------------------------------------------------------------------------------------------


def claimants(
    statements: Sequence[Statement], articles: Mapping[str, Article], matter: Matter, register: Names
) -> tuple[Statement, ...]:
    """Who speaks where what one article alone was read to say can't be.

    A product gives way to whom it belongs to, unless it speaks time and again; a house that was guessed for a person's word gives way to the person's
    employer; an authority, a laboratory or a medium that was read as the vendor gives way to the vendor. A technique that
    is nobody's says nothing: nobody is left to stand behind it. What the text names as a party, or an editor, stays.
    """
    staff = employers(statements, register)
    bodies = _bodies(statements, register)
    parts = {s.claimant for s in statements if s.claimant and _is_told(s) and s.role != "vendor"}
    parts |= {name for name in _speakers(statements, articles) if register.type(name) is None}
    moved: dict[tuple[str, str | None, str | None], str] = {}

    def claimant(statement: Statement) -> str | None:
        name = statement.claimant
        if name is None or _by_editor(statement):
            return name
        if name not in parts and _is_thing(name, matter, register):
            nobodys = register.type(name) == "technical" and statement.role != "vendor"
            return register.owner(name) or (None if nobodys else matter.vendor)
        spoken = _spoken(statement, articles)
        for person in statement.names if statement.role_from == "open" else ():
            house = staff.get(person)
            if house and register.party(name) != house and _says(spoken, person) and not _says(spoken, name):
                moved[_voice(statement)] = house
                return house
        if statement.role == "vendor" and _is_told(statement) and register.party(name) in bodies:
            return matter.vendor
        return name

    first = [(statement, claimant(statement)) for statement in statements]
    return tuple(
        _spoken_by(
            statement,
            moved.get(_voice(statement), name) if statement.role_from == "open" and statement.speaker_role else name,
        )
        for statement, name in first
    )


def _voice(statement: Statement) -> tuple[str, str | None, str | None]:
    """Equal for what one person says in one article."""
    return statement.article, statement.claimant, statement.speaker_role


def _spoken_by(statement: Statement, claimant: str | None) -> Statement:
    if claimant == statement.claimant:
        return statement
    if claimant is None and statement.role != "vendor":
        return replace(
            statement, claimant=None, origin=None, claimant_span=None, via=None, role=None, role_from=None,
            evidence="unattributed", confidence=min(statement.confidence, UNSURE),
        )  # fmt: skip
    return replace(statement, claimant=claimant, origin=claimant, claimant_span=None)


def _spoken(statement: Statement, articles: Mapping[str, Article]) -> str:
    """The words that name the claimant; empty where none do."""
    if statement.claimant_span is None:
        return ""
    start, end = statement.claimant_span
    return plain(articles[statement.article].text[start:end])


def _says(spoken: str, name: str) -> bool:
    """Whether words hold a name, or its last word: people are called by it."""
    return bool(spoken) and skeleton(name.rsplit(maxsplit=1)[-1]) in skeleton(spoken)


def _speakers(statements: Sequence[Statement], articles: Mapping[str, Article]) -> frozenset[str]:
    """Names that the text gives the word time and again: parties, even where the story is about them (a takeover)."""
    spoken = Counter(s.claimant for s in statements if s.claimant and _says(_spoken(s, articles), s.claimant))
    return frozenset(name for name, times in spoken.items() if times >= _OFTEN)


def _is_told(statement: Statement) -> bool:
    return statement.role_from is not None and statement.role_from.startswith("text: ")


def _is_thing(name: str, matter: Matter, register: Names) -> bool:
    """Whether a name is a technique's, or a product's of which it is known whose: a thing says nothing."""
    if register.type(name) == "technical":
        return True
    if register.type(name) == "product":
        return register.owner(name) is not None or matter.vendor not in (None, name)
    return name == matter.subject and matter.vendor not in (None, name) and register.type(name) is None


def _bodies(statements: Sequence[Statement], register: Names) -> frozenset[str]:
    """The parties that are authorities, laboratories or media by the register, or by most of what the story tells."""
    named = {s.claimant for s in statements if s.claimant}
    known = {register.party(name) for name in named if register.type(name) in _BODY_TYPES}
    told = _known_roles([s for s in statements if _is_told(s)], register)
    return frozenset(known | {party for party, role in told.items() if role in _BODIES})


# --- roles ------------------------------------------------------------------------------------------------------------


def roles(statements: Sequence[Statement], vendor: str | None, register: Names) -> tuple[Statement, ...]:
    """Roles that stayed open, from the register, else from what the story's other articles tell of the same party.

    Where neither knows the party, the guess stays and is marked "default". Whoever the role came from, the story's vendor
    speaks as the vendor, and a party that has a stake elsewhere in the story gives no independent evidence.
    """
    known = _known_roles(statements, register)
    buyers = {
        register.party(s.claimant) for s in statements if s.claimant and s.evidence == "customer_claim" and _is_told(s)
    }
    found = (_with_role(statement, vendor, known, register) for statement in statements)
    return tuple(_unseen(statement, buyers, register) for statement in found)


def _unseen(statement: Statement, buyers: AbstractSet[str], register: Names) -> Statement:
    """What a laboratory or a university does or thinks itself is no evidence, least of all where it is a customer."""
    if (
        statement.evidence != "independent_evidence"
        or statement.role != "laboratory"
        or statement.role_from == "editor"
    ):
        return statement
    if (statement.quantities and statement.kind != "adoption") or any(
        rule.startswith(_FOUND) for rule in statement.rules
    ):
        return statement
    uses = statement.kind == "adoption" or (statement.claimant and register.party(statement.claimant) in buyers)
    if uses:
        return replace(statement, evidence="customer_claim", role="customer", role_from="story")
    return replace(statement, evidence="third_party_opinion") if statement.kind in _DOINGS else statement


def _known_roles(statements: Sequence[Statement], register: Names) -> dict[str, Role]:
    """The role that a party's own words have oftenest in the story; of equals the one with a stake."""
    counts: dict[str, Counter[Role]] = defaultdict(Counter)
    for statement in statements:
        if statement.claimant and statement.role and statement.role_from not in (None, "open", "default"):
            counts[register.party(statement.claimant)][statement.role] += 1
    return {
        party: min(found, key=lambda role: (-found[role], role not in _STAKES, role)) for party, found in counts.items()
    }


def _with_role(statement: Statement, vendor: str | None, known: Mapping[str, Role], register: Names) -> Statement:
    claimant, is_open = statement.claimant, statement.role_from == "open"
    if claimant is None:
        return replace(statement, role_from="story" if vendor else "default") if is_open else statement
    if statement.role_from == "editor" or statement.evidence in _OWN_WORDS:
        return statement
    party = register.party(claimant)
    if vendor is not None and party == register.party(vendor):
        if statement.role == "vendor" and not is_open:
            return statement
        return _as(statement, "vendor", "names" if register.type(claimant) else "story")
    if is_open and vendor is not None and register.rivals(claimant, vendor):
        return _as(statement, "competitor", "names")
    if is_open and vendor is not None and register.customer(claimant, vendor):
        return _as(statement, "customer", "names")
    if register.agency_kind(claimant) == "news" and statement.evidence in _CLAIMS and not _is_told(statement):
        # It passes on what it does not say whose word it is: a partner or a customer is no agency.
        return replace(statement, role="medium", role_from="names", evidence="third_party_opinion")
    role = known.get(party)
    if role is not None and (is_open or (statement.evidence == "independent_evidence" and role in _STAKES)):
        return _as(statement, role, "story")
    return replace(statement, role_from="default") if is_open else statement


def _as(statement: Statement, role: Role, reason: str) -> Statement:
    """A statement of somebody in another role; a laboratory gives evidence where it found something, else a view."""
    if role in EVIDENCE:
        return replace(statement, role=role, evidence=EVIDENCE[role], role_from=reason)
    if role == "laboratory":
        saw = any(rule.startswith(_FOUND) for rule in statement.rules)
        return replace(
            statement, role=role, role_from=reason, evidence="independent_evidence" if saw else "third_party_opinion"
        )
    return replace(statement, role_from=reason)


def relayed(groups: Iterable[tuple[Statement, ...]]) -> list[tuple[Statement, ...]]:
    """Facts in which a word stays whose it is, however it is relayed.

    Where one mention is a customer's claim, another that names that customer is no independent evidence of the same: it
    is the customer's word, read as somebody else's. Where one is a laboratory's, another that takes the same number from
    a report without saying whose is of that report.
    """
    return [_reported(_customers(group)) for group in groups]


def _reported(group: tuple[Statement, ...]) -> tuple[Statement, ...]:
    found = [s for s in group if s.evidence == "independent_evidence" and s.via and _is_told(s) and s.quantities]
    if len({s.origin for s in found}) != 1:
        return group

    def of_report(statement: Statement) -> bool:
        guessed = statement.evidence == "vendor_claim" and statement.role_from == "story"
        return guessed and bool(statement.quantities) and (statement.via or "").endswith("report")

    return tuple(
        replace(
            s, evidence="independent_evidence", role="laboratory", claimant=found[0].claimant, origin=found[0].origin,
            claimant_span=None,
        ) if of_report(s) else s
        for s in group
    )  # fmt: skip


def _by_editor(statement: Statement) -> bool:
    return statement.role_from == "editor" or settled(statement, "claimant")


def _customers(group: tuple[Statement, ...]) -> tuple[Statement, ...]:
    claims = {s.claimant: s for s in group if s.evidence == "customer_claim" and s.claimant}

    def kept(statement: Statement) -> Statement:
        named = [name for name in statement.names if name in claims]
        if statement.evidence != "independent_evidence" or _by_editor(statement) or not named:
            return statement
        claim = claims[named[0]]
        return replace(
            statement, evidence="customer_claim", role="customer", role_from="story", claimant=claim.claimant,
            origin=claim.origin, claimant_span=None,
        )  # fmt: skip

    return tuple(map(kept, group))


def origins(statements: Sequence[Statement], vendor: str | None, register: Names) -> tuple[Statement, ...]:
    """The party behind each claimant; the vendor's where only its document or its staff is named."""

    def origin(statement: Statement) -> str | None:
        if statement.evidence == "unattributed":
            return None
        if statement.claimant:
            return register.party(statement.claimant)
        return register.party(vendor) if vendor and statement.evidence == "vendor_claim" else None

    return tuple(replace(statement, origin=origin(statement)) for statement in statements)


def subjects(
    statements: Sequence[Statement], articles: Mapping[str, Article], matter: Matter, register: Names
) -> tuple[Statement, ...]:
    """The story's subject for statements that don't name their own, where their article names the story's.

    Elsewhere it stands in for what is no thing of this story: an article's own newspaper, and what is generally known
    and somebody else's.
    """
    naming = {statement.article for statement in statements if matter.subject in statement.names}

    def strange(statement: Statement) -> bool:
        name, publisher = statement.subject, articles[statement.article].publisher
        if name is None:
            return True
        if name in statement.names or name == matter.subject:
            return False
        if statement.article in naming:
            return True
        return belonging(name, matter.vendor, register) < 1 or (
            publisher is not None and name != matter.vendor and skeleton(name) == skeleton(publisher)
        )

    return tuple(
        replace(statement, subject=matter.subject or statement.subject) if strange(statement) else statement
        for statement in statements
    )


# --- caveats ----------------------------------------------------------------------------------------------------------


def caveats(statements: Sequence[Statement], articles: Mapping[str, Article]) -> tuple[Statement, ...]:
    """Which statement each caveat limits, where its article can tell.

    It is the claim just before it in its paragraph, be there other caveats between them; else the last claim before it
    whose number, or a name that the article has seldom, it repeats; else one of its paragraph that lies near.
    """
    limited: dict[str, str] = {}
    told: dict[str, list[Statement]] = defaultdict(list)
    for statement in sorted(statements, key=lambda s: (s.article, s.start, s.id)):
        own = told[statement.article]
        if statement.kind == "caveat" and statement.evidence == "publisher_analysis" and not statement.qualifies:
            found = _limited(statement, own, articles[statement.article])
            if found is not None:
                limited[statement.id] = found.id
        own.append(statement)
    return tuple(
        replace(statement, qualifies=limited[statement.id]) if statement.id in limited else statement
        for statement in statements
    )


def _limited(caveat: Statement, before: Sequence[Statement], article: Article) -> Statement | None:
    # Whoever is asked in an interview answers in a paragraph of his own.
    answers = any(block.kind == "turn" and block.start <= caveat.start < block.end for block in article.blocks)
    others = [s for s in before if not (s.kind == "caveat" and s.evidence == "publisher_analysis")]
    beside = [s for s in others[-CAVEAT_REACH:] if answers or "\n\n" not in article.text[s.end : caveat.start]]
    if beside and beside[-1].evidence in _CLAIMS:
        return beside[-1]
    claims = [s for s in others if s.evidence in _CLAIMS]
    spread = Counter(name for s in others for name in {*s.names, s.claimant, s.subject} if name)
    rare = {name for name in caveat.names if spread[name] <= SELDOM}
    repeated = [s for s in claims if any(q in s.quantities for q in caveat.quantities) or not rare.isdisjoint(s.names)]
    near = [s for s in beside if s.evidence in _CLAIMS]
    return next(iter(reversed(repeated or near)), None)
