"""How far two statements of a story say the same: what forbids it, and what speaks for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from beleg.merge.spelling import plain, skeleton, stems
from beleg.merge.values import base, same_date, same_quantities, same_version
from beleg.records import Statement

# Beginnings of licence names, as their authors write them; the rest of the name tells which one it is.
_LICENCES = (
    "apache", "mit", "gpl", "lgpl", "agpl", "gnu", "bsd", "mpl", "mozillapublic", "sspl", "busl", "bsl", "businesssource",
    "elasticlicense", "ccby", "cc0", "creativecommons", "eupl", "isc", "unlicense", "serversidepublic",
)  # fmt: skip


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
        concept=frozenset(statement.concepts),
        stem=stems(statement.quote),
        value=frozenset(values | {f"version {version}" for version in statement.versions}),
        date=frozenset(statement.dates),
    )


class Features(NamedTuple):
    """What speaks for and against two statements being one. Sums are of rarities, 0 to 1 a key."""

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
    # Rarity of the numbers and versions that both give; whether they give any.
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


# What each is worth, in logits. Fitted by logistic regression on the annotated development stories: the pairs of
# statements of one story that nothing forbids to merge (744 that say the same, 2,345 that do not). `kind` is set by
# hand: no annotated fact has two kinds, but what was extracted may. Families that change need a new fit.
WEIGHTS = Features(
    base=-1.9, names=2.9, other_names=-1.1, concepts=1.4, other_concepts=-0.5, concept_cosine=1.5, stem_cosine=2.2,
    values=1.9, valued=2.4, dates=2.5, one_dated=-0.4, claimant=1.1, evidence=0.4, modality=0.3, length=-0.5, kind=-1.5,
)  # fmt: skip


class Rarity:
    """How rare each key is among the statements of a story: 1 for one that stands once, 0 for one in all."""

    def __init__(self, sketches: Iterable[Sketch]) -> None:
        self._counts: Counter[str] = Counter()
        known = list(sketches)
        for one in known:
            for keys in one:
                self._counts.update(keys)
        self._number = len(known) + 1

    def __getitem__(self, key: str) -> float:
        return math.log(self._number / max(1, self._counts[key])) / math.log(self._number)

    def total(self, keys: Iterable[str]) -> float:
        """The sum over keys, in an order of their own so that it is the same to the last bit."""
        return sum(self[key] for key in sorted(keys))

    def cosine(self, one: frozenset[str], other: frozenset[str]) -> float:
        common = self._length(one & other)
        return common / math.sqrt(self._length(one) * self._length(other)) if common else 0.0

    def _length(self, keys: frozenset[str]) -> float:
        return sum(self[key] ** 2 for key in sorted(keys))


def veto(one: Statement, other: Statement) -> str | None:
    """What forbids two statements to be one fact, whatever else they share; None if nothing does.

    Different values never merge. Another class of evidence does: the same thing may be said by several parties.
    """
    if one.polarity != other.polarity:
        return "polarity"
    if not same_quantities(one.quantities, other.quantities):
        return "quantity"
    if not _same_versions(one.versions, other.versions):
        return "version"
    if rival_dates(one, other):
        return "date"
    if rival_licences(one, other):
        return "licence"
    if one.kind != other.kind and not (one.quantities or one.versions):
        # What was taken for two kinds may still be one thing, but then a number has to show it.
        return "kind"
    return None


def _same_versions(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) == len(other) and all(any(same_version(a, b) for b in other) for a in one)


def rival_dates(one: Statement, other: Statement) -> tuple[str, str] | None:
    """Two dates of one role of which only one can be right; dates of different roles are no rivals."""
    for role in sorted({*one.date_roles} & {*other.date_roles}):
        mine = [d for d, r in zip(one.dates, one.date_roles, strict=True) if r == role]
        theirs = [d for d, r in zip(other.dates, other.date_roles, strict=True) if r == role]
        few, many = sorted((mine, theirs), key=len)
        alone = [d for d in few if not any(same_date(d, e) for e in many)]
        if alone:
            free = [d for d in many if not any(same_date(d, e) for e in few)]
            return (alone[0], (free or many)[0]) if few is mine else ((free or many)[0], alone[0])
    return None


def licences(statement: Statement) -> frozenset[str]:
    """The licence names of a statement, in plain spelling."""
    return frozenset(key for key in map(plain, statement.names) if key.startswith(_LICENCES))


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
        valued=float(bool(one.quantities or one.versions)),
        dates=rarity.total(a.date & b.date),
        one_dated=float(bool(one.dates) != bool(other.dates)),
        claimant=float(one.claimant is not None and other.claimant is not None and _one_voice(one, other)),
        evidence=float(one.evidence == other.evidence),
        modality=float(one.modality == other.modality),
        length=abs(math.log(len(one.quote) / len(other.quote))),
        kind=float(one.kind != other.kind),
    )


def _one_voice(one: Statement, other: Statement) -> bool:
    return plain(one.claimant or "") == plain(other.claimant or "") or (
        one.origin is not None and one.origin == other.origin
    )


def score(found: Features) -> float:
    """The weight of the evidence that two statements are one, in logits: 0 is even."""
    return sum(value * weight for value, weight in zip(found, WEIGHTS, strict=True))
