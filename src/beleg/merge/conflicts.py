"""Facts of a story that cannot both be true."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from beleg.merge.compare import (
    Rarity,
    Sketch,
    akin,
    features,
    licences,
    other_subject,
    rival_dates,
    rival_licences,
    rival_names,
    score,
    sketch,
)
from beleg.merge.sequels import Sequel, corrected, correcting, recounted, sequel
from beleg.merge.values import base, order_of_magnitude, rival_quantities, same_quantity
from beleg.records import Evidence, Qualifier, Quantity, Statement

Group: TypeAlias = tuple[Statement, ...]
About: TypeAlias = Literal["date", "quantity", "version", "polarity", "licence", "order of magnitude"]
# In logits, chosen on the annotated development stories, each scored with weights fitted on the others: seven in ten
# of the conflicts found are annotated ones, which are nearly six in ten of all.
THRESHOLD = -0.6
# The same of two numbers: the lowest score down to which seven in ten of all conflicts that are found are right.
NUMBERS = -0.8
# Two numbers of facts that no article tells within so many statements of each other must name one thing: by a concept, or
# by their words in one language to this much.
CLOSE = 3
SAME_WORDS = 0.2
# Where one party is reported with two numbers: how alike the concepts must be, and how near the numbers (logarithm of
# their ratio; up to half as much again). The annotated development stories have no counterexample.
SAME_CONCEPTS = 0.6
NEAR = 0.4
# How far a number is taken to lie from a promise ("at most", "at least") that it breaks, at most.
BROKEN = 0.5
# The same where a checking party's count stands against an interested one's.
SAME_COUNTED = 0.3
# Two dates, or two numbers of two articles, exclude each other where nothing but they keeps two statements from being one
# fact: without them it is as likely as not.
SAME_BUT_VALUE = 0.0
# An open order of magnitude is about the same thing as an exact count if the count lies within it or beside it, and
# the two share words or names to this much. Lower orders ("dozens") are a manner of speech.
MAGNITUDE = 10.0
LOWEST_ORDER = 100.0
SAME_MATTER = 0.1
# Kinds of which two dates exclude each other: a thing happens once. Of others (a metric of March and one of June)
# both may hold.
_DATED = {"release", "availability", "plan", "support", "people", "security", "legal", "price", "change"}
# Of these, opposites stand side by side: one test is missing, another was made.
_VIEWS = {"caveat", "recommendation", "endorsement", "other"}
# Concepts that say how numbers behave, of whatever thing: sharing them alone shows no common measure.
_CHANGE = frozenset({
    "increase", "decrease", "change", "doubling", "saving", "improvement", "deterioration", "average", "maximum", "minimum",
    "total", "half", "majority", "difference", "share-of", "high", "low", "large", "small", "new", "old", "year", "month",
    "week", "day", "first", "proof", "showing", "speaking", "explanation", "organisation", "comparison-same",
    # Or that somebody says so, and where.
    "addition", "announcement", "answering", "chief-executive", "document", "documentation", "interview", "leader", "letter",
    "praise", "press-release", "promise", "publication", "question", "release-notes", "report", "spokesperson",
})  # fmt: skip
# Units of what a measurement is made under, the likeliest first: "78 degrees after an hour", "35 percent less with 40 tabs".
_SETTINGS = ("count", "months", "seconds", "celsius")
_PROMISED: frozenset[Qualifier] = frozenset({"at_most", "at_least"})
_INTERESTED: frozenset[Evidence] = frozenset({"vendor_claim", "partner_claim"})
_CHECKING: frozenset[Evidence] = frozenset({"independent_evidence", "official_statement", "customer_claim"})
_FINDING: frozenset[Evidence] = frozenset({"independent_evidence", "official_statement"})
# Concepts that tell of a test.
_TESTS = frozenset({
    "measurement", "own-measurement", "test-bench", "test", "investigation", "checking", "counting", "study", "laboratory",
})  # fmt: skip
# A story with more facts than this no longer compares each with each, but those that share what so few have.
MANY = 600
FEW = 100
# Of a fact told very often, so many statements stand for the rest in a comparison.
MOST = 8


class Rival(NamedTuple):
    """Two facts, by place in the given sequence, and what they differ in."""

    one: int
    other: int
    about: About
    # Why they were found to exclude each other, in a few words.
    why: str
    # Which of the two is a later state of the matter, and why; None where they contradict each other.
    sequel: Sequel | None = None


class Signs(NamedTuple):
    """What speaks for two facts that differ in a value being about the same thing."""

    base: float
    # It is their polarity that differs; their kinds differ too.
    polarity: float
    kind: float
    # Some article tells one right after the other, or within three statements.
    next: float
    near: float
    # How far two numbers lie apart, as the logarithm of their ratio.
    distance: float
    # One side has a stake, the other is an authority, an observer or a user.
    checked: float
    # No class of evidence is common to both; a side has no known voice.
    classes: float
    unvoiced: float
    # The best score that two of their statements reach as one fact, but for what differs; within ±4.
    alike: float
    # What the sounds of their words share.
    stem_cosine: float


# Fitted by logistic regression on the annotated development stories, as in `compare`; `kind` is set by hand, as there.
WEIGHTS = Signs(
    base=-3.3, polarity=-2.0, kind=-1.5, next=2.7, near=0.9, distance=-1.0, checked=1.7, classes=0.9, unvoiced=-1.7,
    alike=0.15, stem_cosine=0.7,
)  # fmt: skip


def conflicts(groups: Sequence[Group], days: Mapping[str, str] | None = None) -> list[Rival]:
    """The conflicts among a story's facts, given as groups of statements; the order of groups does not matter.

    Args:
        groups: The statements of each fact.
        days: The day that each article's text is of (`sequels.days_of`), which tells an update from a contradiction.
    """
    context = Context(groups)
    found = []
    for one, other in context.candidates():
        about = differ(groups[one], groups[other])
        if about is None:
            continue
        if about == "quantity" and _told_together(groups[one], groups[other]):
            why = "words say which of the two holds" if context.replaced(one, other) else None
        else:
            why = context.why(one, other, about)
        if why:
            found.append(
                Rival(one, other, about, why, sequel(groups[one], groups[other], days or {}, of_dates=about == "date"))
            )
    return found


def differ(one: Group, other: Group) -> About | None:
    """In what two facts of one kind exclude each other, if they are about the same thing; None if in nothing."""
    first, second = one[0], other[0]
    if not akin(first.kind, second.kind):
        return None
    if any(rival_names(a, b) for a in one for b in other) or all(other_subject(a, b) for a in one for b in other):
        # Of two products both may hold, however alike they are called.
        return None
    mine, theirs = _quantities(one), _quantities(other)
    if first.polarity == second.polarity:
        if magnitudes(mine, theirs):
            return "order of magnitude"
        if rival_numbers(one, other):
            return "quantity"
        if any(rival_licences(a, b) for a in one for b in other):
            return "licence"
    elif not {first.kind, second.kind} & _VIEWS:
        return "polarity"
    if {first.kind, second.kind} <= _DATED and not mine and not theirs and date_rivals(one, other):
        return "date"
    return None


def _quantities(group: Group) -> tuple[Quantity, ...]:
    return max((statement.quantities for statement in group), key=len)


def rival_numbers(one: Group, other: Group) -> tuple[Quantity, Quantity] | None:
    """Two numbers that cannot both be the value of one thing; None if there are none."""
    found = rival_quantities(_results(one), _results(other))
    if found:
        return found
    beside = beside_another(one, other)
    if beside:
        return beside
    turned = beside_another(other, one)
    return (turned[1], turned[0]) if turned else None


def beside_another(one: Group, other: Group) -> tuple[Quantity, Quantity] | None:
    """The number that a fact sets beside the other's only one, and that one; None where it does not.

    "Korrigierte die Zahl von zwölf auf 19"; "gemessen 290 Watt, laut Datenblatt 240", where who checks has both.
    """
    numbers, others = _results(one), _results(other)
    checks = _checked({s.evidence for s in other}, {s.evidence for s in one})
    if len(numbers) != 2 or len(others) != 1 or not (correcting(one) or checks):
        return None
    new = [q for q in numbers if not same_quantity(q, others[0])]
    return (new[0], others[0]) if len(new) == 1 and base(new[0])[2] == base(others[0])[2] else None


def _results(group: Group) -> Sequence[Quantity]:
    """A fact's numbers; of a measurement those that came out, not those under which it was made."""
    numbers = _quantities(group)
    if group[0].kind != "metric":
        return numbers
    ranks = [_SETTINGS.index(base(q)[2]) if base(q)[2] in _SETTINGS else len(_SETTINGS) for q in numbers]
    return [q for q, rank in zip(numbers, ranks, strict=True) if rank == max(ranks)]


def magnitudes(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    """Whether one side counts in an open order of magnitude what the other counts exactly."""
    for a in mine:
        for b in theirs:
            if a.unit == b.unit == "count" and order_of_magnitude(a) != order_of_magnitude(b):
                low, count = (a, b) if order_of_magnitude(a) else (b, a)
                if low.value >= LOWEST_ORDER and low.value / MAGNITUDE < count.value < low.value * MAGNITUDE:
                    return True
    return False


def date_rivals(one: Group, other: Group) -> bool:
    """Whether every dated statement of one fact is rivalled by every one of the other."""
    mine, theirs = [s for s in one if s.dates], [s for s in other if s.dates]
    return bool(mine) and bool(theirs) and all(rival_dates(a, b) for a in mine for b in theirs)


def side(group: Group, about: About) -> tuple[object, ...]:
    """Where a fact stands among the sides of its conflict: in the order of the values that differ."""
    if about == "date":
        return (min(day for s in group for day in s.dates),)
    if about == "version":
        return (min(s.versions for s in group),)
    if about == "licence":
        return (min(name for s in group for name in licences(s)),)
    if about == "polarity":
        return (group[0].polarity,)
    return tuple((base(q)[2], base(q)[0], order_of_magnitude(q)) for q in _quantities(group))


class Context:
    """What is common to all comparisons of a story's facts."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self.statements = {s.id: sketch(s) for group in groups for s in group}
        self.rarity = Rarity(self.statements.values())
        self.sketches = [_joined([self.statements[s.id] for s in group]) for group in groups]
        self.places = _places([s for group in groups for s in group])

    def candidates(self) -> Iterator[tuple[int, int]]:
        """Pairs of facts, in the order of their places; of very many, those that share a name or a concept that few have."""
        if len(self.groups) <= MANY:
            yield from combinations(range(len(self.groups)), 2)
            return
        holders: dict[str, list[int]] = defaultdict(list)
        for place, found in enumerate(self.sketches):
            for key in (*found.name, *found.concept):
                holders[key].append(place)
        pairs = {pair for members in holders.values() if len(members) <= FEW for pair in combinations(members, 2)}
        yield from sorted(pairs)

    def why(self, one: int, other: int, about: About) -> str | None:
        """Why two facts that differ are about the same thing; None if they are not."""
        if about == "date":
            if self.alike(one, other) >= SAME_BUT_VALUE:
                return "nothing but the date keeps them from being one fact"
            return "one version has one date" if _one_version(self.groups[one], self.groups[other]) else None
        if about in ("order of magnitude", "licence", "version"):
            shared = self.same_matter(one, other)
            return f"they share names, words or concepts: {shared:.2f}" if shared >= SAME_MATTER else None
        found = self.score(one, other, about)
        if about == "polarity":
            if found > THRESHOLD:
                return f"score {found:.1f}, above the threshold of {THRESHOLD:.1f}"
            return "who has a stake denies a harm that another found" if self.denied(one, other) else None
        if found > NUMBERS and self.same_measure(one, other):
            return f"score {found:.1f}, above the threshold of {NUMBERS:.2f}, of one measure"
        shapes = (
            (self.misreported, "articles report one party with two numbers"),
            (self.misread, "nothing but the number keeps them from being one fact"),
            (self.miscounted, "who has a stake and who checks come nearly to one count"),
            (self.outmeasured, "a rival measured it"),
            (self.recounted, "what both count goes on"),
            (self.replaced, "words say which of the two holds"),
            (self.quoted, "who checks has both numbers"),
        )
        return next((why for shape, why in shapes if shape(one, other)), None)

    def same_matter(self, one: int, other: int) -> float:
        a, b = self.sketches[one], self.sketches[other]
        return max(
            self.rarity.cosine(a.concept, b.concept),
            self.rarity.cosine(a.stem, b.stem),
            self.rarity.cosine(a.name, b.name),
        )

    def same_measure(self, one: int, other: int) -> bool:
        """Whether two numbers are of one thing: of what the facts name alike there is more than the manner of numbers.

        Two facts that an article tells close to each other need not name the thing twice, unless both tell a change, each of its own thing.
        """
        mine, theirs = self.sketches[one].concept, self.sketches[other].concept
        shared = mine & theirs
        if shared - _CHANGE:
            return True
        pair = rival_numbers(self.groups[one], self.groups[other])
        relative = pair is not None and pair[0].unit == "percent"
        if relative and shared and mine - _CHANGE and theirs - _CHANGE:
            return False
        gap = self._gap(self.groups[one], self.groups[other])
        if gap is not None and gap <= CLOSE:
            return True
        return any(
            self.rarity.cosine(self.statements[a.id].stem, self.statements[b.id].stem) >= SAME_WORDS
            for a in self.groups[one][:MOST]
            for b in self.groups[other][:MOST]
            if a.language == b.language
        )

    def misreported(self, one: int, other: int) -> bool:
        """Whether articles report of one party two numbers near each other for what is named by the same concepts."""
        mine, theirs = self.groups[one], self.groups[other]
        parties = {s.origin or s.claimant for s in (*mine, *theirs)} - {None}
        return (
            len(parties) == 1
            and {s.article for s in mine}.isdisjoint(s.article for s in theirs)
            and len(_quantities(mine)) == len(_quantities(theirs)) == 1
            and self._same_concepts(one, other)
            and _distance(mine, theirs) <= NEAR
        )

    def misread(self, one: int, other: int) -> bool:
        """Whether nothing but one number, and that by little, keeps two articles' statements from being one fact."""
        mine, theirs = self.groups[one], self.groups[other]
        return (
            {s.article for s in mine}.isdisjoint(s.article for s in theirs)
            and len(_quantities(mine)) == len(_quantities(theirs)) == 1
            and self.alike(one, other) >= SAME_BUT_VALUE
            and _distance(mine, theirs) <= NEAR
        )

    def recounted(self, one: int, other: int) -> bool:
        """Whether two articles count the same thing that goes on being counted, such as victims."""
        mine, theirs = self.groups[one], self.groups[other]
        return (
            recounted(mine, theirs)
            and {s.article for s in mine}.isdisjoint(s.article for s in theirs)
            and self.alike(one, other) >= SAME_BUT_VALUE
        )

    def replaced(self, one: int, other: int) -> bool:
        """Whether one says of itself that it puts another number right, or that it held before, and the other is told beside it."""
        mine, theirs = self.groups[one], self.groups[other]
        gap = self._gap(mine, theirs)
        beside = (gap is not None and gap <= CLOSE) or self.alike(one, other) >= SAME_BUT_VALUE
        return beside and corrected(mine, theirs) is not None

    def quoted(self, one: int, other: int) -> bool:
        """Whether who checks tells the number of who has a stake together with another one."""
        mine, theirs = self.groups[one], self.groups[other]
        return mine[0].kind == theirs[0].kind and bool(beside_another(mine, theirs) or beside_another(theirs, mine))

    def outmeasured(self, one: int, other: int) -> bool:
        """Whether a rival measured what the vendor gives another number for."""
        mine, theirs = self.groups[one], self.groups[other]
        return (
            mine[0].kind == theirs[0].kind == "metric"
            and len(_quantities(mine)) == len(_quantities(theirs)) == 1
            and (self._measured(one, other) or self._measured(other, one))
        )

    def _measured(self, rival: int, vendor: int) -> bool:
        return (
            _mostly(self.groups[rival]) == "competitor_claim"
            and _mostly(self.groups[vendor]) == "vendor_claim"
            and not self.sketches[rival].concept.isdisjoint(_TESTS)
        )

    def denied(self, one: int, other: int) -> bool:
        """Whether a party with a stake denies a harm that an observer or an authority found, both naming it."""
        mine, theirs = self.groups[one], self.groups[other]
        denying, finding = (mine, theirs) if mine[0].polarity == "negated" else (theirs, mine)
        shared = self.sketches[one].concept & self.sketches[other].concept
        return (
            mine[0].kind == theirs[0].kind == "security"
            and any(s.evidence in _INTERESTED for s in denying)
            and any(s.evidence in _FINDING for s in finding)
            and bool(shared - _CHANGE)
        )

    def _same_concepts(self, one: int, other: int) -> bool:
        """Whether two facts name the same concepts: nearly all of them, or of one subject more than that it changed."""
        mine, theirs = self.sketches[one].concept, self.sketches[other].concept
        if self.rarity.cosine(mine, theirs) >= SAME_CONCEPTS:
            return True
        subjects = {s.subject for s in (*self.groups[one], *self.groups[other])}
        return (
            len(subjects) == 1
            and self.groups[one][0].kind == self.groups[other][0].kind
            and bool((mine & theirs) - _CHANGE)
        )

    def miscounted(self, one: int, other: int) -> bool:
        """Whether a party with a stake and one that checks count the same things, and come nearly to the same number."""
        mine, theirs = self.groups[one], self.groups[other]
        classes = {s.evidence for s in mine}, {s.evidence for s in theirs}
        numbers = (*_quantities(mine), *_quantities(theirs))
        shared = self.sketches[one].concept & self.sketches[other].concept
        return (
            mine[0].kind == theirs[0].kind
            and (_checked(*classes) or _checked(*reversed(classes)))
            and len(numbers) == 2
            and {number.unit for number in numbers} == {"count"}
            and bool(shared - _CHANGE)
            and self.rarity.cosine(self.sketches[one].concept, self.sketches[other].concept) >= SAME_COUNTED
            and _distance(mine, theirs) <= NEAR
        )

    def score(self, one: int, other: int, about: About) -> float:
        return sum(sign * weight for sign, weight in zip(self.signs(one, other, about), WEIGHTS, strict=True))

    def signs(self, one: int, other: int, about: About) -> Signs:
        a, b = self.sketches[one], self.sketches[other]
        mine, theirs = self.groups[one], self.groups[other]
        gap = self._gap(mine, theirs)
        classes = {s.evidence for s in mine}, {s.evidence for s in theirs}
        return Signs(
            base=1.0,
            polarity=float(about == "polarity"),
            kind=float(mine[0].kind != theirs[0].kind),
            next=float(gap == 1),
            near=float(gap in (2, 3)),
            distance=_distance(mine, theirs) if about == "quantity" else 0.0,
            checked=float(_checked(*classes) or _checked(*reversed(classes))),
            classes=float(classes[0].isdisjoint(classes[1])),
            unvoiced=float({"unattributed"} in classes),
            alike=max(-4.0, min(4.0, self.alike(one, other))),
            stem_cosine=self.rarity.cosine(a.stem, b.stem),
        )

    def alike(self, one: int, other: int) -> float:
        """The best score that two of their statements reach as one fact, but for what differs."""
        return max(
            score(features(a, b, self.statements, self.rarity))
            for a in self.groups[one][:MOST]
            for b in self.groups[other][:MOST]
        )

    def _gap(self, mine: Group, theirs: Group) -> int | None:
        """How many statements further one stands from the other in an article that has both."""
        gaps = [abs(self.places[a.id] - self.places[b.id]) for a in mine for b in theirs if a.article == b.article]
        return min(gaps, default=None)


def _one_version(one: Group, other: Group) -> bool:
    """Whether two facts tell one kind of thing of one version ("6.8 is supported until …"): it has one date."""
    versions = {frozenset(s.versions) for s in (*one, *other) if s.dates}
    return (
        one[0].kind == other[0].kind
        and one[0].subject == other[0].subject
        and len(versions) == 1
        and frozenset() not in versions
    )


def _told_together(one: Group, other: Group) -> bool:
    """Whether one party tells both in one article: it says two things, not one thing in two ways.

    Where another article has them from two parties, the first one was misread, or left its second voice unnamed.
    """
    beside = [(a.origin, b.origin) for a in one for b in other if a.article == b.article]
    return bool(beside) and all(mine is not None and mine == theirs for mine, theirs in beside)


def _mostly(group: Group) -> Evidence:
    """The class of most of a fact's statements: one of many may be misread."""
    counts = Counter(statement.evidence for statement in group)
    return min(counts, key=lambda name: (-counts[name], name))


def _checked(one: set[Evidence], other: set[Evidence]) -> bool:
    return not one.isdisjoint(_INTERESTED) and not other.isdisjoint(_CHECKING)


def _distance(mine: Group, theirs: Group) -> float:
    pair = rival_numbers(mine, theirs)
    if pair is None:
        return 0.0
    one, other = base(pair[0])[0], base(pair[1])[0]
    apart = abs(math.log(one / other)) if one * other > 0 else 0.0
    # A promise that is open on one side is broken by little or by much.
    return min(apart, BROKEN) if any(q.qualifier in _PROMISED for q in pair) else apart


def _joined(sketches: Sequence[Sketch]) -> Sketch:
    return Sketch(*(frozenset().union(*family) for family in zip(*sketches, strict=True)))


def _places(statements: Sequence[Statement]) -> Mapping[str, int]:
    """The place of each statement among those of its article."""
    places: dict[str, int] = {}
    count: dict[str, int] = defaultdict(int)
    for statement in sorted(statements, key=lambda s: (s.article, s.start, s.id)):
        places[statement.id] = count[statement.article]
        count[statement.article] += 1
    return places
