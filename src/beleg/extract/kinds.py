"""What is said: kind, polarity and modality of a unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import get_args

from beleg.extract.reading import Sentence
from beleg.extract.values import DateFound, QuantityFound, VersionFound
from beleg.extract.voices import Voice
from beleg.lexicons import Hit
from beleg.records import Evidence, Kind, Modality, Polarity, Span

# Of equal scores the earlier kind wins: the more specific it is, the earlier it stands.
ORDER: tuple[Kind, ...] = (
    "recommendation", "license", "legal", "security", "price", "funding", "people", "caveat", "limitation",
    "requirement", "release", "support", "availability", "adoption", "partnership", "endorsement", "metric",
    "change", "plan", "quantity", "behaviour", "other",
)  # fmt: skip
assert set(ORDER) == set(get_args(Kind))
# From here on an amount of money is an investment, a turnover, a fine rather than a price.
LARGE_AMOUNT = 1_000_000
CURRENCIES = ("EUR", "USD", "SEK", "GBP", "CHF", "RSD", "RUB", "JPY", "CNY")
# Units of measured quality (speed, consumption, temperature); lengths of time and counts are judged by their words.
MEASURED = (
    "percent", "percentage_points", "times", "celsius", "km", "km/h", "nits", "Wh/kg", "W", "kW", "kWh", "mAh", "Hz",
    "kHz", "MHz", "GHz", "bit/s", "Mbit/s", "Gbit/s", "milliseconds", "seconds", "minutes", "hours",
)  # fmt: skip
# What values weigh: less than a firm word, enough where no word fires.
MONEY, MEASURE, COUNT, VERSION, RELEASE_DATE = 0.7, 0.5, 0.4, 0.3, 0.6
# What a manner of speaking says of the kind, before any trigger: little, for its verb is a trigger where it is firm.
MANNERS: dict[str, tuple[Kind, float]] = {
    "advise": ("recommendation", 0.4),
    "order": ("legal", 1.0),
    "plan": ("plan", 0.3),
}
# What a rule of attribution says of it.
RULES: dict[str, tuple[Kind, float]] = {
    "own.not_tested": ("caveat", 2.0),
    "own.evidence_talk": ("caveat", 1.5),
    "own.advice": ("recommendation", 1.5),
    "own.test": ("metric", 0.4),
}
# The publisher's own voice mostly limits what others said; a word of that is then worth more.
OWN_CAVEAT = 0.5
# What each further word of a phrase adds to its weight.
LONGER = 0.3
# What a further trigger of a kind counts, and one on words that another has counted.
CONFIRMED, REPEATED = 0.6, 0.2
# Between the words of a phrase with a gap stand others, which are not its own.
GAP = "_"
# What a trigger weighs in an aside (a relative clause, a reason) of what it weighs elsewhere.
ASIDE = 0.5
# Marks that end a clause.
MARKS = frozenset(",;:()–—")
# What a verb of praise, and a list's lead-in, weigh against triggers of the unit itself.
PRAISED, LISTED = 1.2, 0.9
# What speaks for `other` in any unit: a faint trigger decides nothing.
UNSAID = 0.25
# What a class of evidence is mostly about, where words say little.
PRIORS: dict[Evidence, tuple[tuple[Kind, float], ...]] = {
    "publisher_analysis": (("other", 0.3),),
    "independent_evidence": (("metric", 0.3),),
    "official_statement": (("legal", 0.3), ("security", 0.3)),
}


def asides(span: Span, sentence: Sentence) -> list[tuple[int, int]]:
    """The clauses that qualify another one of a unit (which, if, because), as token ranges without their marks.

    They open the sentence or stand behind a comma, and end at the next mark. What a verb of saying opens ("that") is
    the content itself and no aside.
    """
    hits = sentence.of("clause", "relative", "cause", "condition")
    if not hits:
        return []
    opening = {h.first for h in hits} - sentence.that
    tokens = sentence.tokens
    found: list[tuple[int, int]] = []
    # A clause that opens the sentence is an aside only if a mark sets it off from the rest.
    first = 0 if any(h.first == 0 for h in sentence.of("clause", "condition")) else None
    for index, token in enumerate(tokens):
        if token.text not in MARKS:
            continue
        if first is not None:
            found.append((first, index))
            first = None
        if token.text == "," and index + 1 in opening:
            first = index + 1
    if first:
        found.append((first, len(tokens)))
    # A unit that is all aside is one by itself.
    begin, end = sentence.index(span[0]), sentence.index(span[1])
    return [(first, last) for first, last in found if begin < first or last < end - 1]


def _inside(hit: Hit, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(first <= hit.first < last for first, last in ranges)


def kind(
    span: Span,
    sentence: Sentence,
    voice: Voice,
    quantities: Sequence[QuantityFound],
    versions: Sequence[VersionFound],
    dates: Sequence[DateFound],
    listed: Kind | None = None,
) -> tuple[Kind, float, list[str]]:
    """The kind of a unit, its lead over the next best (0 to 1), and the triggers that fired for it.

    `listed` is the kind of the lead-in ("supports:") under which the unit stands in a list; None outside lists.
    """
    score: dict[Kind, float] = defaultdict(float)
    aside = asides(span, sentence)
    weighed: dict[Kind, list[tuple[float, Hit]]] = defaultdict(list)
    for hit in sentence.within(span, "kind"):
        weight = hit.entry.weight + LONGER * len(hit.entry.rest)
        label: Kind = hit.label  # type: ignore[assignment]  # the schema test holds the table's classes to the kinds
        weighed[label].append((weight * ASIDE if _inside(hit, aside) else weight, hit))
    for label, found in weighed.items():
        found.sort(key=lambda pair: -pair[0])
        # A second trigger of a kind confirms it, but ten words of one field do not weigh ten times.
        taken: set[int] = set()
        for weight, hit in found:
            words = {hit.first, hit.last - 1} if GAP in hit.entry.rest else set(range(hit.first, hit.last))
            score[label] += weight * (1.0 if not taken else REPEATED if taken & words else CONFIRMED)
            taken |= words
    if voice.manner in MANNERS:
        label, weight = MANNERS[voice.manner]
        score[label] += weight
    if voice.rule in RULES:
        label, weight = RULES[voice.rule]
        score[label] += weight
    if sentence.within(span, "say", "praise"):
        score["endorsement"] += PRAISED
    if listed:
        score[listed] += LISTED
    for label, weight in PRIORS.get(voice.evidence, ()):
        score[label] += weight
    if voice.evidence == "publisher_analysis" and weighed["caveat"]:
        score["caveat"] += OWN_CAVEAT
    score["other"] += UNSAID
    _hint(score, quantities, versions, dates)
    ranked = sorted(score, key=lambda label: (-score[label], ORDER.index(label)))
    best = ranked[0]
    second = score[ranked[1]] if len(ranked) > 1 else 0.0
    return best, (score[best] - second) / (score[best] or 1.0), [hit.entry.form for _, hit in weighed[best]]


def _hint(
    score: dict[Kind, float],
    quantities: Sequence[QuantityFound],
    versions: Sequence[VersionFound],
    dates: Sequence[DateFound],
) -> None:
    """What the values say of the kind."""
    for found in quantities:
        unit = found.quantity.unit
        if unit.partition("/")[0] in CURRENCIES:
            score["funding" if found.quantity.value >= LARGE_AMOUNT and "/" not in unit else "price"] += MONEY
        elif unit in MEASURED:
            score["metric"] += MEASURE
        elif unit == "count":
            score["quantity"] += COUNT
    if versions:
        score["requirement" if score.get("requirement") else "support"] += VERSION
    if any(date.role == "release" for date in dates):
        score["release"] += RELEASE_DATE


def polarity(span: Span, sentence: Sentence, voice: Voice) -> Polarity:
    """`negated` where the predicate is: by a negating word, or a denial.

    A word that is part of a phrase like "not only" negates nothing, and one in an aside only the aside.
    """
    excused = [(h.first, h.last) for h in sentence.of("negation", "never")] + asides(span, sentence)
    negations = [h for h in sentence.within(span, "negation", "predicate") if not _inside(h, excused)]
    denied = voice.manner == "deny" and voice.cue is not None and span[0] <= voice.cue[0] < span[1]
    return "negated" if negations or denied else "affirmed"


# Which modality counts where several are shown: the narrowest.
MODALITIES: tuple[Modality, ...] = ("experimental", "goal", "conditional", "planned")
# From here on a word shows its modality.
SHOWN = 0.5
# Who foresees what others do, states it.
FORESEEING: tuple[Evidence, ...] = ("third_party_opinion", "publisher_analysis")


def modality(
    span: Span, sentence: Sentence, voice: Voice, dates: Sequence[DateFound], published: str | None
) -> Modality:
    """The modality that the unit's words show, and the dates that lie ahead of its article's.

    `published` is the article's date, ISO 8601; None where it has none.
    """
    shown: dict[str, float] = defaultdict(float)
    for hit in sentence.within(span, "modality"):
        shown[hit.label] = max(shown[hit.label], hit.entry.weight)
    if voice.manner == "plan" and voice.cue and span[0] <= voice.cue[0] < span[1]:
        shown["planned"] = max(shown["planned"], 0.9)
    if published and any(_ahead(date.date, published) for date in dates if date.role in ("event", "release")):
        shown["planned"] = max(shown["planned"], SHOWN)
    if voice.evidence in FORESEEING:
        shown.pop("planned", None)
    best = [label for label in MODALITIES if shown.get(label, 0.0) >= SHOWN]
    return max(best, key=lambda label: (shown[label], -MODALITIES.index(label)), default="asserted")


def _ahead(date: str, published: str) -> bool:
    """Whether a date lies after the day of publication; one without year, or less precise than that, may not."""
    return not date.startswith("-") and date > published[: len(date)]
