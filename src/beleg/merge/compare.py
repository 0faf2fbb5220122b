"""How far two statements of a story say the same: what forbids it, and what speaks for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from beleg.merge.spelling import heard_alike, plain, skeleton, stems
from beleg.merge.values import base, same_date, same_quantities, same_version
from beleg.records import DateRole, Kind, Quantity, Statement

# Beginnings of licence names, as their authors write them; the rest of the name tells which one it is.
_LICENCES = (
    "apache", "mit", "gpl", "lgpl", "agpl", "gnu", "bsd", "mpl", "mozillapublic", "sspl", "busl", "bsl", "businesssource",
    "elasticlicense", "ccby", "cc0", "creativecommons", "eupl", "isc", "unlicense", "serversidepublic",
)  # fmt: skip
# Kinds that are never taken for one another, whatever the words: what something can do and what it can't, what is said
# and what is said against or advised about it.
_WORD: frozenset[Kind] = frozenset({"caveat", "recommendation", "other"})
_ABLE: frozenset[Kind] = frozenset({"support", "availability", "release"})
# Roles of the day on which something happens.
_HAPPENING: frozenset[DateRole] = frozenset({"event", "release"})
# How many times as much a difference in kind counts where no telling number shows that the two are one.
UNPROVEN = 3.0
# Counts up to a dozen stand in any text.
_SMALL = 12


class Sketch(NamedTuple):
    """What of a statement is compared, by family: keys whose spelling scripts and languages share."""

    name: frozenset[str]
    concept: frozenset[str]
    stem: frozenset[str]
    value: frozenset[str]
    date: frozenset[str]


def sketch(statement: Statement) -> Sketch:
    """The keys of a statement."""
    values = {f"{base(q)[0]:.9g} {base(q)[2]}" for q in statement.quantities}
    return Sketch(
        name=frozenset(filter(None, (skeleton(name) for name in statement.names))),
        concept=_outermost(statement.concepts),
        stem=stems(statement.quote),
        value=frozenset(values | {f"version {version}" for version in statement.versions}),
        date=frozenset(_told_dates(statement)),
    )


def _told_dates(statement: Statement) -> Iterator[str]:
    """The dates of a statement; a document's own is never one with the day of its matter."""
    for date, role in zip(statement.dates, statement.date_roles, strict=True):
        yield f"document {date}" if role == "document" else date


def _outermost(concepts: Iterable[str]) -> frozenset[str]:
    """Concepts without those that another one is made of: "public-beta" covers "public" and "beta"."""
    found = frozenset(concepts)
    parts = {part for concept in found if "-" in concept for part in concept.split("-")}
    return found - parts


class Features(NamedTuple):
    """What speaks for and against two statements being one. Sums are of squared rarities, 0 to 1 a key."""

    # Constant term.
    base: float
    # Names that both give, and those that one side alone gives (the larger such sum).
    names: float
    other_names: float
    # Concepts likewise, and the cosine of all.
    concepts: float
    other_concepts: float
    concept_cosine: float
    # Cosine of the sound stems of their words.
    stem_cosine: float
    # Rarity of the numbers and versions that both give; whether they give a number that is not met by chance.
    values: float
    valued: float
    # Rarity of the dates that both give; whether one side alone is dated.
    dates: float
    one_dated: float
    # Same claimant; same class of evidence; same modality.
    claimant: float
    evidence: float
    modality: float
    # How much longer one is than the other, as the logarithm of the ratio.
    length: float
    # Different kinds.
    kind: float
    # Both tell the release of one thing, on one day: it has hardly two.
    released: float


# What each is worth, in logits. Fitted by logistic regression (with a ridge penalty of 1/0.3) on the annotated
# development stories: the pairs of statements of one story that nothing forbids to merge (744 that say the same, 2,345
# that do not), without those of one article. `kind` and `released` are set by hand: no annotated fact has two kinds, but
# what was extracted may; the annotated statements bear no subject. Other families of keys, or another glossary, need a new fit.
WEIGHTS = Features(
    base=-2.2, names=3.4, other_names=-1.4, concepts=2.2, other_concepts=-0.3, concept_cosine=1.9, stem_cosine=2.3,
    values=3.0, valued=2.0, dates=2.5, one_dated=-0.3, claimant=1.1, evidence=0.3, modality=0.4, length=-0.5, kind=-1.5,
    released=1.0,
)  # fmt: skip


# A story of fewer statements is reckoned as if it had so many: where four agree, the words that they share would else be
# the most common of all, and tell nothing.
_FEWEST = 24


class Rarity:
    """How rare each key is among the statements of a story: 1 for one that stands in none, 0 for one in all."""

    def __init__(self, sketches: Iterable[Iterable[frozenset[str]]]) -> None:
        counts: Counter[str] = Counter()
        number = 1
        for one in sketches:
            number += 1
            for keys in one:
                counts.update(keys)
        number = max(number, _FEWEST)
        whole = math.log(number)
        self._rarity = {key: math.log(number / count) / whole for key, count in counts.items()}
        self._totals: dict[frozenset[str], float] = {}

    def total(self, keys: frozenset[str]) -> float:
        """The sum of the squares over keys: two names that stand everywhere count for less than a rare one.

        Rounded once, so that the order of keys does not count.
        """
        found = self._totals.get(keys)
        if found is None:
            found = self._totals[keys] = math.fsum(self._rarity.get(key, 1.0) ** 2 for key in keys)
        return found

    def cosine(self, one: frozenset[str], other: frozenset[str]) -> float:
        """The cosine of two sets of keys, each weighted by rarity."""
        shared = one & other
        # Keys that all statements have weigh nothing.
        whole = self.total(one) * self.total(other)
        return self.total(shared) / math.sqrt(whole) if shared and whole else 0.0


def veto(one: Statement, other: Statement) -> str | None:
    """What forbids two statements to be one fact, whatever else they share; None if nothing does.

    Different values never merge. Another class of evidence does: the same thing may be said by several parties.
    """
    if one.polarity != other.polarity:
        return "polarity"
    if other_subject(one, other):
        return "subject"
    if not same_quantities(one.quantities, other.quantities):
        return "quantity"
    if not _same_versions(one.versions, other.versions):
        return "version"
    if rival_dates(one, other):
        return "date"
    if rival_licences(one, other):
        return "licence"
    if not akin(one.kind, other.kind):
        return "kind"
    if rival_names(one, other):
        return "name"
    return None


def rival_names(one: Statement, other: Statement) -> bool:
    """Whether the two are about siblings of one family of names ("Nordlicht DB", "Nordlicht Cloud")."""
    mine = {*one.names, *filter(None, (one.subject,))}
    theirs = {*other.names, *filter(None, (other.subject,))}
    return any(siblings(a, b) for a in sorted(mine - theirs) for b in sorted(theirs - mine))


@lru_cache(maxsize=65536)
def siblings(one: str, other: str) -> bool:
    """Whether two names begin alike and go on with other words; numbers do not count, they are versions."""
    mine, theirs = ([plain(word) for word in name.split() if word[0].isalpha()] for name in (one, other))
    if len(mine) < 2 or len(theirs) < 2 or mine[0] != theirs[0] or heard_alike(one, other):
        return False
    return not {*mine[1:]} & {*theirs[1:]}


def akin(one: Kind, other: Kind) -> bool:
    """Whether statements of the two kinds can be one at all."""
    if one == other:
        return True
    if one in _WORD or other in _WORD:
        return "other" in (one, other) or (one in _WORD and other in _WORD)
    return not ("limitation" in (one, other) and (one in _ABLE or other in _ABLE))


def other_subject(one: Statement, other: Statement) -> bool:
    """Whether each names its own subject, and one is not named by the other at all."""
    a, b = one.subject, other.subject
    if a is None or b is None or a not in one.names or b not in other.names:
        return False
    mine, theirs = skeleton(a), skeleton(b)
    related = mine.startswith(theirs) or theirs.startswith(mine)
    return not related and (a not in other.names or b not in one.names)


def _same_versions(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) == len(other) and all(any(same_version(a, b) for b in other) for a in one)


def rival_dates(one: Statement, other: Statement) -> tuple[str, str] | None:
    """Two dates of one role of which only one can be right; dates of different roles are no rivals.

    But when something happens and when it is out are told alike ("im März geplant", "откроется в апреле"): the only dates
    of two statements are rivals whichever of the two roles each was read in.
    """
    first, second = _happens(one), _happens(other)
    if first and second and not same_date(first, second):
        return first, second
    for role in sorted({*one.date_roles} & {*other.date_roles}):
        mine = [d for d, r in zip(one.dates, one.date_roles, strict=True) if r == role]
        theirs = [d for d, r in zip(other.dates, other.date_roles, strict=True) if r == role]
        few, many = sorted((mine, theirs), key=len)
        alone = [d for d in few if not any(same_date(d, e) for e in many)]
        if alone:
            free = [d for d in many if not any(same_date(d, e) for e in few)]
            return (alone[0], (free or many)[0]) if few is mine else ((free or many)[0], alone[0])
    return None


def _happens(statement: Statement) -> str | None:
    """The day of what a statement tells, where that is its only date; a document's own does not count."""
    found = [(d, r) for d, r in zip(statement.dates, statement.date_roles, strict=True) if r != "document"]
    return found[0][0] if len(found) == 1 and found[0][1] in _HAPPENING else None


def licences(statement: Statement) -> frozenset[str]:
    """The licence names of a statement, in plain spelling."""
    return frozenset(plain(name) for name in statement.names if is_licence(name))


def is_licence(name: str) -> bool:
    """Whether a name is that of a licence."""
    return plain(name).startswith(_LICENCES)


def rival_licences(one: Statement, other: Statement) -> bool:
    """Whether two statements about a licence name different ones."""
    if "license" not in (one.kind, other.kind):
        return False
    mine, theirs = licences(one), licences(other)
    return bool(mine) and bool(theirs) and not mine & theirs


def features(one: Statement, other: Statement, sketches: Mapping[str, Sketch], rarity: Rarity) -> Features:
    """What two statements share and what not."""
    a, b = sketches[one.id], sketches[other.id]
    return Features(
        base=1.0,
        names=rarity.total(a.name & b.name),
        other_names=max(rarity.total(a.name - b.name), rarity.total(b.name - a.name)),
        concepts=rarity.total(a.concept & b.concept),
        other_concepts=max(rarity.total(a.concept - b.concept), rarity.total(b.concept - a.concept)),
        concept_cosine=rarity.cosine(a.concept, b.concept),
        stem_cosine=rarity.cosine(a.stem, b.stem),
        values=rarity.total(a.value & b.value),
        valued=float(any(map(_telling, one.quantities))),
        dates=rarity.total(a.date & b.date),
        one_dated=float(bool(one.dates) != bool(other.dates)),
        claimant=float(one.claimant is not None and other.claimant is not None and _one_voice(one, other)),
        evidence=float(one.evidence == other.evidence),
        modality=float(one.modality == other.modality),
        length=abs(math.log(len(one.quote) / len(other.quote))),
        kind=0.0 if one.kind == other.kind else 1.0 if any(map(_telling, one.quantities)) else UNPROVEN,
        released=float(_one_release(one, other)),
    )


def _one_release(one: Statement, other: Statement) -> bool:
    """Whether two statements give one day for the release of one subject."""
    if one.subject is None or one.subject != other.subject or {one.kind, other.kind} != {"release"}:
        return False
    mine, theirs = (
        {date for date, role in zip(s.dates, s.date_roles, strict=True) if role == "release"} for s in (one, other)
    )
    return bool(mine & theirs)


def _telling(quantity: Quantity) -> bool:
    """Whether a number tells two matters apart: "three cases" and "three numbers" do not."""
    return quantity.unit != "count" or quantity.value > _SMALL


def _one_voice(one: Statement, other: Statement) -> bool:
    return plain(one.claimant or "") == plain(other.claimant or "") or (
        one.origin is not None and one.origin == other.origin
    )


def score(found: Features) -> float:
    """The weight of the evidence that two statements are one, in logits: 0 is even."""
    return sum(value * weight for value, weight in zip(found, WEIGHTS, strict=True))
