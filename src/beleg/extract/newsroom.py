"""The article's own voice: what the newsroom tested, advises, infers or remarks, and what a house says of its things."""

from __future__ import annotations

from beleg.extract.parties import Party
from beleg.extract.reading import Reading, Sentence
from beleg.extract.voices import HOUSE_DOCUMENTS, NOBODY, Voice
from beleg.lexicons import Hit
from beleg.records import Span

# A house that speaks of its own things says "we" at least so often.
OWN_POST_SENTENCES = 2
# A report in which the newsroom says so often that it measured is a test.
OWN_TESTS = 2
# A remark on evidence, or advice, weighs more than a word of judgement; less than this weighs nothing.
REMARK, LEAST = 0.5, 0.5
# Kinds that nobody measures: an offer among test results is the article's own plain fact.
OFFERS = ("price", "availability", "adoption", "funding", "release", "license")


class Newsroom:
    """Speaks for the publisher of one article."""

    def __init__(self, reading: Reading, *, interviews: bool) -> None:
        self.reading = reading
        self.article = reading.article
        # The publisher is the vendor: its own voice is a vendor's claim.
        self.is_vendor = self._is_vendor(interviews=interviews)
        # A test report: the newsroom measured, so what it measures is its evidence.
        self.tests = sum(_says(s, "own_test") for s in reading.sentences) >= OWN_TESTS and not self.is_vendor

    def _is_vendor(self, *, interviews: bool) -> bool:
        """Whether the publisher's kind says so, or it says "we" of the product as its maker."""
        if self.article.publisher_kind != "unknown" or not self.article.publisher:
            return self.article.publisher_kind == "vendor"
        told = self.reading.sentences
        if interviews or any(_says(sentence, "not_tested") for sentence in told):
            return False
        # The byline of a house's own post says so: "press centre", "blog of …".
        house = any(h.table == "voice" and h.label == "house" for h in self.reading.frame_hits)
        ours = sum(_says(sentence, "first_person", "we_make") for sentence in told)
        made = sum(_says(sentence, "we_make") for sentence in told)
        return (house and ours >= OWN_POST_SENTENCES) or made >= OWN_POST_SENTENCES

    def own(self, rule: str, confidence: float, cue: Span | None = None) -> Voice:
        """The publisher's own judgement; in the vendor's own post its claim."""
        judged = Voice(
            evidence="publisher_analysis", claimant=self.article.publisher, role="publisher",
            role_from="text: own voice", rule=rule, confidence=confidence, cue=cue,
        )  # fmt: skip
        if self.is_vendor:
            return judged._replace(
                evidence="vendor_claim", role="vendor", role_from="text: publisher", rule="vendor.publisher"
            )
        return judged

    def own_test(self, cue: Span | None, *, rule: str = "own.test", confidence: float = 0.8) -> Voice:
        """What the newsroom observed itself."""
        voice = self.own(rule, confidence, cue)._replace(manner="find")
        return voice if self.is_vendor else voice._replace(evidence="independent_evidence")

    def plain(self) -> Voice:
        """A plain fact: nobody's, or the house's own."""
        return self.own("vendor.publisher", 0.8) if self.is_vendor else NOBODY

    def of_itself(self, sentence: Sentence, unit: Span, *, framed: bool) -> Voice | None:
        """The newsroom speaks of itself, outside quotes; "they told us" is the speaker's all the same."""
        if not sentence.of("voice"):
            return None
        for label in ("not_tested", "own_test", "first_person"):
            for hit in sentence.within(unit, "voice", label):
                cue = sentence.span(hit)
                if sentence.quoted(cue[0]) or (label == "first_person" and framed):
                    continue
                return self.own_test(cue) if label == "own_test" else self.own(f"own.{label}", 0.85, cue)
        return None

    def by_name(self, sentence: Sentence, unit: Span) -> Voice:
        """What a newsroom that names itself did: its test where a number comes of it, else a remark."""
        negated = bool(sentence.within(unit, "negation", "predicate"))
        if self.reading.counts(unit) and not negated:
            return self.own_test(None)
        return self.own("own.not_tested" if negated else "own.first_person", 0.7)

    def judgement(self, sentence: Sentence, unit: Span) -> Voice | None:
        """Advice, remarks on evidence, inference and judgement in the article's own voice."""
        best: tuple[float, Hit] | None = None
        for hit in sentence.within(unit, "voice", "evidence_talk", "advice", "analysis"):
            weight = hit.entry.weight + (0.0 if hit.label == "analysis" else REMARK)
            if not sentence.quoted(sentence.tokens[hit.first].start) and (best is None or weight > best[0]):
                best = (weight, hit)
        if best is None or best[0] < LEAST:
            return None
        return self.own(f"own.{best[1].label}", min(0.9, 0.6 + 0.15 * best[0]), sentence.span(best[1]))

    def silence(self, sentence: Sentence, unit: Span) -> Voice | None:
        """Nobody's statement: somebody "did not reply"."""
        if self.reading.counts((sentence.start, sentence.end)):
            return None
        for hit in sentence.within(unit, "voice", "no_answer"):
            cue = sentence.span(hit)
            if not sentence.quoted(cue[0]):
                return NOBODY._replace(rule="no-answer", confidence=0.8, cue=cue)
        return None

    def dated(self, sentence: Sentence, unit: Span, opening: list[Party]) -> Voice | None:
        """Nobody's claim: a document's own date."""
        dates = self.reading.within(unit).dates
        if not dates or any(d.role != "document" for d in dates):
            return None
        if not any(party.document in HOUSE_DOCUMENTS for party in opening):
            return None
        says_more = sentence.quotes or sentence.within(unit, "clause", "that")
        if says_more or self.reading.counts((sentence.start, sentence.end)):
            return None
        return NOBODY._replace(rule="document.date", confidence=0.7)

    def measures(self, sentence: Sentence, unit: Span, found: list[Party], vendor: str | None) -> bool:
        """Whether a plain unit of a test report gives a measurement: a number, no offer, and nobody else's name."""
        named = any(p.organisation and p.organisation != vendor for p in found)
        offers = sentence.within(unit, "kind", *OFFERS, "requirement")
        return self.tests and self.reading.counts(unit) and not offers and not named


def _says(sentence: Sentence, *labels: str) -> bool:
    hits = sentence.of("voice", *labels)
    return bool(hits) and any(not sentence.quoted(sentence.tokens[hit.first].start) for hit in hits)
