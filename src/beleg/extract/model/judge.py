"""The model beside the rules: which of the candidates stands behind a unit, with what stake, and what kind it is.

It is linear: features that are there add what they weigh. The rules' own verdict is among the features, and so is
whatever they looked at. Three decisions follow one another: who (a party, the publisher, nobody), with what stake (the
class of evidence), and what (the kind).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from beleg.extract.frames import Frame
from beleg.extract.memory import Memory
from beleg.extract.model.candidates import Candidate, Candidates, Told
from beleg.extract.model.features import Faces
from beleg.extract.model.weights import (
    KINDS,
    NONE,
    OWN,
    PARTY_CLASSES,
    SCALE,
    SPEAKS,
    TEST,
    Weights,
    chances,
    places,
    unpack,
)
from beleg.extract.newsroom import Newsroom
from beleg.extract.parties import Book, Party
from beleg.extract.reading import Reading, Sentence
from beleg.extract.speakers import Speakers
from beleg.extract.voices import EVIDENCE, NOBODY, Voice
from beleg.records import Evidence, Kind, Role, Span

# A role for each class of evidence that a party's word can be.
ROLES: dict[Evidence, Role] = {
    "vendor_claim": "vendor", "customer_claim": "customer", "partner_claim": "partner",
    "competitor_claim": "competitor", "official_statement": "authority", "third_party_opinion": "analyst",
    "independent_evidence": "laboratory",
}  # fmt: skip
# How far from a party, in tokens, a cue or a role noun still tells of it.
NEAR = 10
EVIDENCE_OF: dict[str, Evidence] = {
    NONE: "unattributed", OWN: "publisher_analysis", TEST: "independent_evidence",
}  # fmt: skip
# What the rules' own verdict weighs beyond what its features were trained to: so much for each step of their confidence
# above doubt, in hundredths, and so much for a stake that they did not have to guess.
TRUST, DOUBT, TRUST_STAKE = 1000, 0.6, 100
# How sure the model is, set right: it is too sure of what it has not learned from. The chances are raised to so much of
# their odds, less so much; `tests/gold/train.py --cv` prints how sure it then is, and how often right.
SHARE, LESS = 0.55, 0.25
# A customer's word must not pass for evidence: that is evidence only if it is so many times likelier than a customer's. So
# is a test of the newsroom's behind a claim, in an article that nowhere says that the newsroom tested anything.
CAUTION = 4
# Rules by which the text itself names who speaks; those that only point back to somebody.
NAMING, POINTING = ("say.", "source."), (".zero", ".topic", ".back")
# Those of them whose cue does nothing but name who speaks, so that nobody's it can't be either.
TELLING_WHO = frozenset({"source.before", "source.after", "source.tag", "say.shape", "say.dash"})
INTERESTED = frozenset({"vendor_claim", "customer_claim", "partner_claim", "competitor_claim"})
# Roles of those who may have seen something without a stake in it, and of those who never have.
FREE: frozenset[Role | None] = frozenset({"laboratory", "authority", "medium", "publisher", "analyst"})
USING: frozenset[Role | None] = frozenset({"vendor", "customer"})
_CUSTOMER, _EVIDENCE = PARTY_CLASSES.index("customer_claim"), PARTY_CLASSES.index("independent_evidence")
# Relations that also tell a party's stake.
TELLING = ("isvendor=", "titled=", "ispub=", "doc=", "lab=", "who=", "type=", "share=", "pub")
_PLAIN = frozenset({"rule", "frame", "carry", "topic", "vendor", "house", "known"})
_SORTS, _SPEAKS = places((NONE, OWN, TEST)), places((SPEAKS,))
_CLASSES, _KINDS = places(PARTY_CLASSES), places(KINDS)


@dataclass(frozen=True, slots=True)
class Case:
    """A unit to be judged: its features and its candidates."""

    sentence: Sentence
    span: Span
    ruled: Voice
    unit: Collection[str]
    context: Sequence[str]
    candidates: Sequence[Candidate]
    # Sorts of voice that may stand behind it beside the candidates.
    sorts: Sequence[str]


# Picks among a case's sorts, then its candidates; gives the place, the class of evidence, and how sure both are.
Pick = Callable[[Case], tuple[int, Evidence, float]]


class Judge:
    """Judges the units of one article, from top to bottom."""

    def __init__(
        self, reading: Reading, book: Book, speakers: Speakers, memory: Memory, newsroom: Newsroom,
        found: Sequence[Sequence[Party]], weights: Weights, *, interview: bool,
    ) -> None:  # fmt: skip
        self.reading = reading
        self.book = book
        self.newsroom = newsroom
        self.memory = memory
        self.weights = weights
        self.interview = interview
        self.told = Told()
        self.candidates = Candidates(reading, book, speakers, memory, found, house=newsroom.is_vendor)
        self.faces = [Faces(sentence, reading.article.language) for sentence in reading.sentences]
        self.at = {id(sentence): place for place, sentence in enumerate(reading.sentences)}
        self.parties = self._parties(found)
        self.stakes: dict[tuple[str, str], int] = {}
        # The features of each unit's words, and what they weigh together, packed.
        self.read: dict[Span, set[str]] = {}
        self.weighed: dict[Span, int] = {}
        self.pick: Pick = self._pick
        # Only who says so somewhere in an article has tested something.
        self.measuring = any(sentence.of("voice", "own_test", "first_person") for sentence in reading.sentences)

    # --- what a party is ------------------------------------------------------------------------------------------------

    def _parties(self, found: Sequence[Sequence[Party]]) -> dict[str, set[str]]:
        """The words around and in each party, over the whole article."""
        result: defaultdict[str, set[str]] = defaultdict(set)
        for faces, own in zip(self.faces, found, strict=True):
            for party in own:
                around = set(faces.around(party.first, party.last))
                if party.label:
                    around.add(f"label={party.label}")
                if party.document:
                    around.add(f"doc={party.document}")
                if party.person:
                    around.add("person")
                around |= {
                    f"near={hit.table}.{hit.label}"
                    for hit in faces.sentence.of("role") + faces.sentence.of("say") + faces.sentence.of("source")
                    if abs(hit.first - party.first) < NEAR
                }
                key = party.organisation or self.book.employer.get(party.person or "") or party.person
                for name in {key or (party.word(party.label) if party.label else None), party.person} - {None}:
                    result[str(name)] |= around
        return result

    def stake(self, case: Case, candidate: Candidate) -> list[str]:
        """The features of a candidate's stake that its words in the article don't give."""
        voice, ruled = candidate.voice, case.ruled
        reason = (voice.role_from or "")[:5]
        found = [
            f"role={voice.role}", f"role={voice.role}:{reason}", f"class={voice.evidence}",
            f"person={bool(candidate.person)}", f"house={self.newsroom.is_vendor}",
            f"house={self.newsroom.is_vendor}{candidate.key == self.reading.article.publisher}",
            f"press={self.reading.article.publisher_kind}", f"vendor={candidate.key == self.book.vendor}",
        ]  # fmt: skip
        if ruled.claimant in (candidate.key, candidate.person):
            found += [
                f"ruled={ruled.evidence}", f"rule={ruled.rule}", f"manner={ruled.manner}",
                f"ruled={ruled.evidence}:{(ruled.role_from or '')[:5]}",
            ]  # fmt: skip
        found += [f"r.{one}" for one in candidate.relation if one in _PLAIN or one.startswith(TELLING)]
        return found

    # --- a unit -----------------------------------------------------------------------------------------------------------

    def voice(
        self, sentence: Sentence, span: Span, frames: Sequence[Frame], ruled: Voice, *, first: bool, told: bool = False
    ) -> Voice:
        """The voice behind a unit, given the rules' verdict.

        `first` tells that the unit opens its sentence, `told` that it is told as somebody's words, whoever that is.
        """
        case = self.case(sentence, span, frames, ruled, first=first)
        if told:
            case = replace(case, sorts=tuple(sort for sort in case.sorts if sort != TEST))
        place, evidence, sure = self.pick(case)
        sure = _settled(sure)
        if place < len(case.sorts):
            voice = self._own(case.sorts[place], ruled, sure, sentence)
        else:
            candidate = case.candidates[place - len(case.sorts)]
            self.told.note(candidate, "party", sentence.paragraph)
            voice = self._spoken(candidate, evidence, ruled, sure)
        if (voice.evidence, voice.claimant) == (ruled.evidence, ruled.claimant):
            return voice
        return voice._replace(instead=f"{ruled.evidence} of {ruled.claimant or 'nobody'}, by the rule {ruled.rule}")

    def case(self, sentence: Sentence, span: Span, frames: Sequence[Frame], ruled: Voice, *, first: bool) -> Case:
        """A unit with its features and candidates."""
        faces = self.faces[self.at[id(sentence)]]
        within = any(start <= span[0] and span[1] <= end + 1 for start, end in sentence.quotes)
        found = self.candidates.of(
            sentence, span, faces, frames, ruled, self.told, quoted=within, first=first
        )  # fmt: skip
        memory, told, newsroom = self.memory, self.told, self.newsroom
        touched = any(start < span[1] and span[0] < end for start, end in sentence.quotes)
        values = self.reading.within(span)
        context = [
            f"rule={ruled.rule}", f"ruled={ruled.evidence}", f"manner={ruled.manner}",
            f"prev={told.sort}{told.paragraph == sentence.paragraph}", f"pos={min(sentence.position, 3)}",
            f"block={sentence.block.kind}", f"press={self.reading.article.publisher_kind}", f"house={newsroom.is_vendor}",
            f"q={within}{touched}", f"np={min(3, len(memory.found))}", f"says={min(2, len(sentence.of('say')))}",
            f"sources={min(2, len(sentence.of('source')))}", f"tests={newsroom.tests}",
            f"age={min(memory.age, 4)}{memory.last is not None}",
            f"last={memory.last.evidence if memory.last else None}", f"first={first}", f"interview={self.interview}",
            f"counts={bool(values.quantities)}", f"dated={bool(values.dates)}", "any",
        ]  # fmt: skip
        sorts = (NONE, OWN) if newsroom.is_vendor else (NONE, OWN, TEST)
        return Case(sentence, span, ruled, self.words(sentence, span), context, found, sorts)

    def words(self, sentence: Sentence, span: Span) -> set[str]:
        """The features of a unit's words; read once."""
        if span not in self.read:
            self.read[span] = self.faces[self.at[id(sentence)]].unit(span)
        return self.read[span]

    def _words(self, sentence: Sentence, span: Span) -> int:
        """What a unit's words weigh together, packed; weighed once."""
        if span not in self.weighed:
            self.weighed[span] = self.weights.total("unit", self.words(sentence, span))
        return self.weighed[span]

    def _pick(self, case: Case) -> tuple[int, Evidence, float]:
        weights = self.weights
        words = self._words(case.sentence, case.span)
        scores = unpack(words + weights.total("context", case.context), _SORTS)[: len(case.sorts)]
        for candidate in case.candidates:
            scores += unpack(weights.total("relation", candidate.relation), _SPEAKS)
        ruled = case.ruled
        agreed = self._agreed(case)
        if agreed is not None:
            scores[agreed] += round(TRUST * (ruled.confidence - DOUBT))
        claimed = self.memory.last is not None and self.memory.last.evidence in INTERESTED
        if claimed and not self.measuring and TEST in case.sorts:
            scores[case.sorts.index(TEST)] -= round(SCALE * math.log(CAUTION))
        sure = chances(scores)
        barred = self._barred(case)
        open_to = [one for one in range(len(scores)) if one >= len(case.sorts) or case.sorts[one] not in barred]
        place = max(open_to, key=lambda one: (sure[one], -one))
        if place < len(case.sorts):
            return place, EVIDENCE_OF[case.sorts[place]], sure[place]
        candidate = case.candidates[place - len(case.sorts)]
        stake = weights.total("stake", self.stake(case, candidate)) + self._stakes(candidate)
        speaks = unpack(words + stake, _CLASSES)
        if place == agreed and ruled.evidence in PARTY_CLASSES and ruled.role_from != "open":
            speaks[PARTY_CLASSES.index(ruled.evidence)] += TRUST_STAKE
        if not self._may_have_seen(candidate, ruled):
            speaks[_EVIDENCE] = min(speaks)
        shares = chances(speaks)
        best = max(range(len(shares)), key=lambda one: (shares[one], -one))
        if best == _EVIDENCE and shares[_CUSTOMER] * CAUTION > shares[best]:
            best = _CUSTOMER
        if barred and best == _EVIDENCE and agreed is not None:
            # Whom the unit itself names has a stake: another's evidence it can't be.
            return agreed, ruled.evidence, sure[place] * (1 - shares[best])
        return place, PARTY_CLASSES[best], sure[place] * shares[best]

    def _agreed(self, case: Case) -> int | None:
        """The place of the rules' own verdict."""
        ruled = case.ruled
        if ruled.claimant is None:
            return 0
        for place, candidate in enumerate(case.candidates):
            if ruled.claimant in (candidate.key, candidate.person) and ruled.evidence in PARTY_CLASSES:
                return len(case.sorts) + place
        sort = {"publisher_analysis": OWN, "independent_evidence": TEST}.get(ruled.evidence)
        return case.sorts.index(sort) if sort in case.sorts else None

    def _barred(self, case: Case) -> Collection[str]:
        """The sorts of voice that can't stand behind a unit whose own words name a speaker with a stake, or of unknown stake."""
        ruled = case.ruled
        inside = ruled.cue is not None and case.span[0] <= ruled.cue[0] < case.span[1]
        back = ruled.rule.endswith(POINTING)
        if not inside or back or not ruled.rule.startswith(NAMING) or ruled.evidence not in INTERESTED:
            return ()
        # A remark on a claim ("how, the firm did not say") is the publisher's own; a claim alone is not.
        remarks = ruled.manner != "claim" or self.newsroom.judgement(case.sentence, case.span)
        if remarks:
            return (TEST,)
        return (TEST, OWN, NONE) if ruled.rule in TELLING_WHO else (TEST, OWN)

    def _may_have_seen(self, candidate: Candidate, ruled: Voice) -> bool:
        """Whether the text or the register gives a party no stake: only then its word can be independent evidence."""
        voices = [candidate.voice, *([ruled] if ruled.claimant in (candidate.key, candidate.person) else ())]
        told = {voice.role for voice in voices if voice.role_from != "open"}
        told |= {self.book.role(candidate.key), self.book.role(candidate.person)}
        # "A study of the university, paid by the state": whether who pays has a stake, the words around tell.
        measures = not told & USING and "label=laboratory" in self.parties.get(candidate.key, ())
        return measures or bool(told & FREE)

    def _stakes(self, candidate: Candidate) -> int:
        """What a party's words in the article weigh, packed; counted once a party."""
        weights = self.weights
        known = candidate.key, candidate.person or ""
        if known not in self.stakes:
            total = weights.total("party", self.parties.get(candidate.key, ()))
            if candidate.person:
                total += weights.total("person", self.parties.get(candidate.person, ()))
            self.stakes[known] = total
        return self.stakes[known]

    # --- the voice that follows -------------------------------------------------------------------------------------------

    def _own(self, sort: str, ruled: Voice, sure: float, sentence: Sentence) -> Voice:
        self.told.note(None, sort, sentence.paragraph)
        if sort == NONE:
            same = ruled.evidence == "unattributed"
            return (ruled if same else NOBODY)._replace(confidence=sure)
        if sort == OWN:
            voice = self.newsroom.own("model.own", sure)
        else:
            voice = self.newsroom.own_test(None, rule="model.test", confidence=sure)
        same = ruled.evidence == voice.evidence and ruled.claimant == voice.claimant
        return (ruled if same else voice)._replace(confidence=sure)

    def _spoken(self, candidate: Candidate, evidence: Evidence, ruled: Voice, sure: float) -> Voice:
        """A candidate's voice in a class of evidence; the rules' own voice where it is of the same party."""
        person = candidate.person
        claimant = person if evidence == "third_party_opinion" and person else candidate.key
        same = ruled.claimant is not None and ruled.claimant in (candidate.key, person)
        voice = ruled if same else candidate.voice
        kept = EVIDENCE.get(voice.role) == evidence if voice.role else False
        return voice._replace(
            claimant=claimant,
            evidence=evidence,
            role=voice.role if kept else ROLES[evidence],
            role_from=voice.role_from if kept else "model",
            confidence=sure,
        )

    def kind(self, sentence: Sentence, span: Span, values: Sequence[str]) -> tuple[Kind, float]:
        """The kind of a unit with how sure it is, from its words and its values."""
        total = self._words(sentence, span) + self.weights.total("values", values)
        shares = chances(unpack(total, _KINDS))
        best = max(range(len(KINDS)), key=lambda one: (shares[one], -one))
        return KINDS[best], shares[best]


def _settled(chance: float) -> float:
    """A chance of the model's as the share of such decisions that are right."""
    odds = math.log(max(chance, 1e-9) / max(1 - chance, 1e-9))
    return 1 / (1 + math.exp(LESS - SHARE * odds))


__all__ = ["Case", "Judge", "Pick"]
