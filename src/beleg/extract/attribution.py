"""Who speaks: frames first, the article's own voice second, what carries over third.

What no rule explains is `unattributed`: a plain fact in the article's own voice.
"""

from __future__ import annotations

from collections.abc import Sequence

from beleg.extract.frames import OPENING, Frame, Framer
from beleg.extract.interviews import interview, interviewee
from beleg.extract.memory import Memory
from beleg.extract.model.judge import Judge
from beleg.extract.model.vendor import vendor
from beleg.extract.model.weights import Weights
from beleg.extract.name_looks import words_of
from beleg.extract.newsroom import OFFERS, Newsroom
from beleg.extract.parties import Book, Party
from beleg.extract.reading import Reading, Sentence
from beleg.extract.speakers import Speakers
from beleg.extract.speech import Speech, speeches
from beleg.extract.voices import Voice
from beleg.records import Span

# How much surer an outer frame must be than an inner one to count instead.
FIRMER = 0.1
# A conjunction opens the next unit if it begins within so many code points behind this one.
JOIN_REACH = 3
# Who names another's house so often in an interview speaks of its things.
KEPT_NAMING = 2
# Rules that name a speaker by a cue of his own.
_NAMED = ("say.", "source.")


class Attributor:
    """Gives each part of an article its voice, from top to bottom."""

    def __init__(
        self, reading: Reading, book: Book, found: Sequence[Sequence[Party]], weights: Weights | None = None
    ) -> None:
        self.reading = reading
        self.book = book
        self.memory = Memory(reading)
        self.interview = interview(reading)
        self.newsroom = Newsroom(reading, interviews=self.interview is not None)
        if self.newsroom.is_vendor:
            book.vendor = reading.article.publisher
        self.speakers = Speakers(reading, book, self.memory, vendor_publishes=self.newsroom.is_vendor)
        article = reading.article
        words = words_of(article.language, article.script).lists
        self.framer = Framer(self.speakers, self.memory, article.publisher, words)
        # What each sentence tells as said, by its shape; by the sentence's identity.
        self.said: dict[int, list[Speech]] = {}
        self.judge: Judge | None = None
        if weights:
            self.judge = Judge(
                reading, book, self.speakers, self.memory, self.newsroom, found, weights,
                interview=self.interview is not None,
            )  # fmt: skip
            if not self.newsroom.is_vendor:
                book.vendor = vendor(reading, self.judge.faces, found, book, weights) or book.vendor
        self.guest = self._guest(found)

    def frames(self, sentence: Sentence, found: Sequence[Party]) -> list[Frame]:
        """The frames of the next sentence, in the order of their cues."""
        self.memory.enter(sentence, found)
        said = speeches(self.reading.article.text, sentence, found, self.framer.determiners)
        self.said[id(sentence)] = said
        return self.framer.frames(sentence, found, said)

    def voices(self, sentence: Sentence, units: Sequence[Span], frames: Sequence[Frame]) -> list[Voice]:
        """The voice of each unit of a sentence; remembers what carries over to the next one."""
        result: list[Voice] = []
        for unit in units:
            voice = self._voice(sentence, unit, frames, result)
            # What a table's cell says is told by its column.
            if self.judge and sentence.block.kind != "row":
                voice = self.judge.voice(
                    sentence, unit, frames, voice, first=not result, told=self._told(sentence, unit)
                )
            result.append(voice)
        self.memory.leave(sentence, result)
        return result

    def _told(self, sentence: Sentence, unit: Span) -> bool:
        """Whether a unit is told as somebody's words, by its shape, and not in the first person."""
        said = (one for one in self.said[id(sentence)] if one.speaker and unit[0] <= one.cue[0] < unit[1])
        return any(said) and not sentence.within(unit, "voice", "own_test", "first_person")

    def _voice(self, sentence: Sentence, unit: Span, frames: Sequence[Frame], earlier: Sequence[Voice]) -> Voice:
        starts = [(sentence.tokens[frame.first].start, frame) for frame in frames]
        inside = [frame for start, frame in starts if unit[0] <= start < unit[1]]
        first = sentence.index(unit[0])
        at_opening = (p for p in self.memory.found if first <= p.first <= first + OPENING)
        opening = [p for p in at_opening if p.first not in sentence.prepositions]
        newsroom = self.newsroom
        return (
            newsroom.dated(sentence, unit, opening)
            or newsroom.silence(sentence, unit)
            or self._of_itself(sentence, unit, inside, opening)
            or self._remark(sentence, unit, inside)
            or self._framed(sentence, inside)
            or self._acting(sentence, unit, opening)
            or self._neighbour(sentence, unit, frames, earlier)
            or self._carried(sentence, unit)
        )

    # --- interviews -----------------------------------------------------------------------------------------------------

    def _guest(self, found: Sequence[Sequence[Party]]) -> Voice | None:
        """The voice of an interview's answers: that of the person whom its introduction names."""
        if self.interview is None:
            return None
        guests = interviewee(self.reading, found, self.interview)
        if not guests:
            return None
        self.memory.near = next((party.organisation for own in found for party in own if party.organisation), None)
        guest = self.speakers.speak(guests[0], "claim", rule="interview.answer", cue=None)
        asked = self.interview.questions | self.interview.answers
        told = [n.name for s in self.reading.sentences if s.paragraph in asked for n in s.names]
        others = told.count(self.book.vendor) if self.book.vendor else 0
        if guest and guest.role == "customer" and guest.role_from == "open" and others < KEPT_NAMING:
            # Who answers a whole interview speaks of their own house's things, unless they keep naming another's.
            self.book.vendor = guest.claimant
            guest = self.speakers.speak(guests[0], "claim", rule="interview.answer", cue=None)
        return guest

    def _answer(self, sentence: Sentence) -> Voice | None:
        """The voice of an interview's answer; None for a question and outside interviews."""
        if self.interview is None or self.guest is None or sentence.paragraph not in self.interview.answers:
            return None
        employer = self.book.employer.get(self.guest.claimant or "")
        if self.guest.role == "analyst" and employer and sentence.of("voice", "own_test"):
            return self.guest._replace(evidence="independent_evidence", role="laboratory", claimant=employer)
        return self.guest

    # --- in the unit itself ---------------------------------------------------------------------------------------------

    def _of_itself(
        self, sentence: Sentence, unit: Span, frames: Sequence[Frame], opening: Sequence[Party]
    ) -> Voice | None:
        told = self.interview
        if told and sentence.paragraph in told.questions | told.answers:
            return None
        framed = any(frame.voice.rule != "say.zero" for frame in frames)
        voice = self.newsroom.of_itself(sentence, unit, framed=framed)
        if voice and voice.rule == "own.test" and not sentence.within(unit, "voice", "first_person"):
            # "The maker found it in its own laboratory" is no test of the newsroom's.
            others = [p.organisation for p in opening if p.organisation not in (None, self.reading.article.publisher)]
            return None if others else voice
        return voice

    def _remark(self, sentence: Sentence, unit: Span, frames: Sequence[Frame]) -> Voice | None:
        """A remark on what a document does not show: "the post names the figure, but no independent test"."""
        acts = frames and all(frame.voice.manner == "name" and frame.voice.via for frame in frames)
        judged = self.newsroom.judgement(sentence, unit) if acts and sentence.within(unit, "negation") else None
        return judged if judged and judged.rule == "own.evidence_talk" else None

    def _framed(self, sentence: Sentence, frames: Sequence[Frame]) -> Voice | None:
        """The voice of the frame that counts: the innermost speaker's."""
        if not frames:
            return None
        # Who carries the words ("told the magazine", "according to the radio") does not speak where somebody else does.
        speaking = [f for f in frames if f.voice.role not in ("medium", "publisher")] or frames
        # Who is named speaks rather than whom a word only points back to.
        speaking = [f for f in speaking if not f.voice.rule.endswith((".back", ".zero"))] or speaking
        chosen = speaking[0]
        for frame in speaking[1:]:
            inner = chosen.reaches_on and frame.voice.rule.startswith(("source.", "say.claim", "say.find", "say.deny"))
            if _set_against(sentence, chosen, frame):
                continue
            if inner or frame.voice.confidence > chosen.voice.confidence + FIRMER:
                chosen = frame
        voice = chosen.voice
        return voice._replace(
            via=voice.via or self._carrier(sentence, chosen), speech="direct" if sentence.quotes else "indirect"
        )

    def _carrier(self, sentence: Sentence, frame: Frame) -> str | None:
        """The document in which a speaker is quoted: one named before the cue, or behind a preposition."""
        # "They call it, as an experiment, …" names no document.
        compared = {hit.last for hit in sentence.of("clause", "than")}
        near = [p for p in self.memory.found if p.first not in compared]
        carrying = [p for p in near if p.last <= frame.first or p.first in sentence.prepositions]
        named = next((p.document for p in carrying if p.document), None)
        if named is None and self.memory.documented and any(p.anaphor == "document" for p in carrying):
            return self.memory.documented.via
        return named

    def _acting(self, sentence: Sentence, unit: Span, opening: Sequence[Party]) -> Voice | None:
        """A document, a laboratory or the newsroom that opens a clause without a cue: its content, or its act."""
        if not opening or self.newsroom.judgement(sentence, unit):
            return None
        party = opening[0]
        if party.organisation and party.organisation == self.reading.article.publisher and not party.document:
            return self.newsroom.by_name(sentence, unit)
        if (party.document or party.anaphor == "document") and not party.person:
            return self.speakers.speak(party, "name", rule="act.document", cue=None)
        if party.label == "laboratory" and self.reading.counts(unit) and (party.organisation or not party.person):
            return self.speakers.speak(party, "find", rule="act.laboratory", cue=None)
        return None

    # --- from elsewhere -------------------------------------------------------------------------------------------------

    def _neighbour(
        self, sentence: Sentence, unit: Span, frames: Sequence[Frame], earlier: Sequence[Voice]
    ) -> Voice | None:
        """The voice of a frame in another part of the sentence, where its content reaches this one."""
        text = self.reading.article.text
        before = [f for f in frames if sentence.tokens[f.first].start < unit[0]]
        after = [f for f in frames if sentence.tokens[f.first].start >= unit[1]]
        if earlier and any(start < unit[0] < end for start, end in sentence.quotes):
            return earlier[-1]._replace(rule="quote.goes-on")
        if before and earlier and earlier[-1].evidence != "unattributed":
            soft = ";" not in text[max(0, unit[0] - 3) : unit[0]] or before[-1].voice.via is not None
            if sentence.within(unit, "voice", "reported") or (soft and before[-1].reaches_on):
                return earlier[-1]._replace(rule="frame.reaches-on", confidence=min(earlier[-1].confidence, 0.75))
        joins = [sentence.tokens[h.first].start for h in sentence.of("clause", "coordinating", "contrast")]
        joined = any(unit[1] <= at <= unit[1] + JOIN_REACH for at in joins)
        apart = joined or any(mark in text[unit[1] : unit[1] + 2] for mark in ";:")
        if after and not apart and after[0].voice.rule not in ("source.own", "say.name", "say.plan"):
            return after[0].voice._replace(rule="frame.reaches-back", confidence=0.7)
        return None

    def _carried(self, sentence: Sentence, unit: Span) -> Voice:
        """A voice from before, the article's judgement, or nobody's."""
        memory, newsroom = self.memory, self.newsroom
        answer = self._answer(sentence)
        if answer:
            return answer
        if sentence.block.kind == "item" and memory.lead_in:
            return memory.lead_in._replace(rule="list.lead-in", confidence=0.85)
        if memory.fresh and any(start <= unit[0] and unit[1] <= end + 1 for start, end in sentence.quotes):
            return memory.fresh._replace(rule="carry.quote", confidence=0.7, speech="direct")
        if memory.last and sentence.within(unit, "voice", "reported"):
            return memory.last._replace(rule="carry.reported", confidence=0.8, speech="indirect")
        judged = newsroom.judgement(sentence, unit)
        if judged:
            return judged
        here = [party for party in memory.found if unit[0] <= party.start < unit[1]]
        if newsroom.measures(sentence, unit, here, self.book.vendor):
            return newsroom.own_test(None, rule="own.test.goes-on", confidence=0.6)
        if memory.last and sentence.position > 0 and not newsroom.is_vendor:
            if memory.section:
                return (memory.documented or memory.last)._replace(rule="carry.section", confidence=0.75)
            if self._goes_on(sentence, unit, here):
                return memory.last._replace(rule="carry.plain", confidence=0.55)
        return newsroom.plain()

    def _goes_on(self, sentence: Sentence, unit: Span, here: Sequence[Party]) -> bool:
        """Whether a plain sentence goes on with what a document lists or a laboratory measured just before."""
        last = self.memory.last
        actors = [party for party in here if party.organisation or party.person]
        if last is None or self.memory.age > 1 or any(party.organisation != last.claimant for party in actors):
            return False
        if last.evidence == "vendor_claim":
            # What is going to happen is known from who plans it.
            ahead = sentence.within(unit, "modality", "planned")
            return last.via is not None or last.manner in ("name", "advise") or bool(ahead)
        offers = sentence.within(unit, "kind", *OFFERS)
        return last.evidence == "independent_evidence" and self.reading.counts(unit) and not offers


def _set_against(sentence: Sentence, chosen: Frame, frame: Frame) -> bool:
    """Whether a frame only tells whose the figure is that the chosen one denies: "24, and not 45, as X claims"."""
    negated = {hit.first for hit in sentence.of("negation")}
    links = sentence.of("clause", "contrast", "coordinating")
    return any(chosen.last <= link.first < frame.first and negated & {link.last - 1, link.last} for link in links)


def tagged(parts: Sequence[tuple[Sentence, list[Span], list[Voice]]]) -> list[tuple[Sentence, list[Span], list[Voice]]]:
    """The parts of an article with the voices of quotes whose speaker is named only where they close."""
    result = list(parts)
    for place in range(len(parts) - 1, 0, -1):
        sentence, _, voices = result[place]
        speaker = next((voice for voice in voices if voice.rule.startswith(_NAMED)), None)
        opened = [start for start, end in sentence.quotes if start < sentence.start and end < sentence.end]
        if speaker is None or not opened:
            continue
        said = speaker._replace(rule="quote.closes", confidence=0.8, speech="direct")
        for before in range(place - 1, -1, -1):
            earlier, spans, own = result[before]
            if earlier.end <= opened[0]:
                break
            inside = [
                start >= opened[0] and not v.rule.startswith(_NAMED) for (start, _), v in zip(spans, own, strict=True)
            ]
            own = [said if quoted else voice for quoted, voice in zip(inside, own, strict=True)]
            result[before] = (earlier, spans, own)
    return result
