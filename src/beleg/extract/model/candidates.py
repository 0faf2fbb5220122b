"""Who may stand behind a unit, and how each is placed to it.

The candidates are the parties that its sentence names, whoever spoke before, the party that the rules chose, the vendor,
the parties that the article keeps naming. One party is one candidate, however often it is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from beleg.extract.frames import Frame
from beleg.extract.memory import Memory
from beleg.extract.model.features import Faces, step
from beleg.extract.parties import Book, Party
from beleg.extract.reading import Reading, Sentence
from beleg.extract.speakers import Speakers
from beleg.extract.voices import Voice
from beleg.lexicons import Hit
from beleg.records import Span

# How many of those who spoke before, and of those whom the article names oftenest, are asked.
SPOKEN, KNOWN = 3, 3
# Voices of the article's own are no party's.
OWN_CLASSES = ("unattributed", "publisher_analysis")


@dataclass(slots=True)
class Candidate:
    """A party that may stand behind a unit."""

    voice: Voice
    # The organisation or person that it is, as the article's features know it.
    key: str
    person: str | None = None
    relation: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Told:
    """What an article has told so far of who speaks."""

    # Those who spoke, the last one last, with their voice.
    spoken: dict[str, Candidate] = field(default_factory=dict)
    often: Counter[str] = field(default_factory=Counter)
    # The last unit's sort of voice, and its paragraph.
    sort: str = "^"
    paragraph: int = -1

    def note(self, candidate: Candidate | None, sort: str, paragraph: int) -> None:
        """Remember who spoke in a unit; None where nobody did."""
        self.sort, self.paragraph = sort, paragraph
        if candidate:
            self.spoken.pop(candidate.key, None)
            self.spoken[candidate.key] = candidate
            self.often[candidate.key] += 1


class Candidates:
    """Finds the candidates of one article's units."""

    def __init__(
        self, reading: Reading, book: Book, speakers: Speakers, memory: Memory, found: Sequence[Sequence[Party]],
        *, house: bool,
    ) -> None:  # fmt: skip
        self.reading = reading
        self.book = book
        self.speakers = speakers
        self.memory = memory
        # The publisher is the vendor.
        self.house = house
        names = [name.name for sentence in reading.sentences for name in sentence.names]
        self.mentions = Counter(names)
        self.total = len(names) or 1
        self.titled = {name.name for name in reading.title_names}
        named = Counter(p.organisation for own in found for p in own if p.organisation and not p.document)
        self.known = sorted(named, key=lambda name: (-named[name], name))[:KNOWN]

    def key(self, voice: Voice, party: Party | None = None) -> tuple[str, str | None]:
        """The organisation, else the person, that a voice is of; and the person where both are told."""
        claimant = voice.claimant or ""
        person = party.person if party else None
        if party and person == claimant and party.organisation:
            return party.organisation, person
        employer = self.book.employer.get(claimant)
        if employer:
            return employer, claimant
        return claimant, person

    def of(
        self, sentence: Sentence, unit: Span, faces: Faces, frames: Sequence[Frame], ruled: Voice, told: Told,
        *, quoted: bool, first: bool,
    ) -> list[Candidate]:  # fmt: skip
        """The candidates of a unit. `quoted` tells that it is in quotes, `first` that it opens its sentence."""
        article, memory = self.reading.article, self.memory
        result: dict[str, Candidate] = {}

        def add(voice: Voice | None, relation: Sequence[str], party: Party | None = None) -> None:
            if voice is None or voice.claimant is None or voice.evidence in OWN_CLASSES:
                return
            if voice.role == "publisher" and voice.rule.startswith("own"):
                return
            key, person = self.key(voice, party)
            candidate = result.setdefault(key, Candidate(voice, key))
            candidate.person = candidate.person or person
            candidate.relation.update(relation)

        cues = sentence.of("say") + sentence.of("source")
        for place, party in enumerate(memory.found):
            voice = self.speakers.speak(party, "claim", rule="model.party", cue=None)
            if voice:
                add(voice, self._placed(sentence, unit, faces, frames, cues, place, party), party)
        reported = f"{bool(sentence.within(unit, 'voice', 'reported'))}"
        few = min(2, len(memory.found))
        if memory.last:
            age, same = min(memory.age, 4), told.paragraph == sentence.paragraph
            opening = sentence.index(unit[0])
            relation = [
                "carry", f"carry.age={age}", f"carry.same={same}", f"carry.reported={reported}", f"carry.q={quoted}",
                f"carry.prev={told.sort}", f"carry.pos={min(sentence.position, 2)}", f"carry.via={bool(memory.last.via)}",
                f"carry.ev={memory.last.evidence}", f"carry.np={few}", f"carry.first={first}",
                f"carry.w={faces.beside(opening)}", f"carry.age={age}{same}{few}",
            ]  # fmt: skip
            begin, end = sentence.index(unit[0]), sentence.index(unit[1])
            relation += [
                f"carry&{hit.table}.{hit.label}"
                for hit in sentence.hits
                if begin <= hit.first < end and hit.table in ("say", "anaphor", "voice", "clause", "modality")
            ]
            relation += [f"carry&{faces.language}:{low[-3:]}" for low in faces.low[begin:end] if low]
            add(memory.last._replace(rule="carry.model", cue=None, claimant_span=None), relation)
        if memory.topic and (memory.topic.organisation or memory.topic.person):
            voice = self.speakers.speak(memory.topic, "claim", rule="model.topic", cue=None)
            add(voice, ["topic", f"topic.age={min(3, memory.age)}", f"topic.np={few}{reported}"], memory.topic)
        if memory.lead_in:
            add(memory.lead_in, ["lead", f"lead={sentence.block.kind}"])
        if not ruled.rule.startswith("own."):
            stake = (ruled.role_from or "")[:5]
            add(ruled, ["rule", f"rule={ruled.rule}", f"rule.from={stake}", f"rule.sure={ruled.confidence:.1f}"])
        if article.publisher and self.house:
            add(_known(article.publisher, "model.publisher"), ["house"])
        elif self.book.vendor:
            add(_known(self.book.vendor, "model.vendor"), ["vendor"])
        if article.publisher and not self.house and article.publisher_kind in ("authority", "research", "blog"):
            add(_known(article.publisher, "model.publisher"), ["pub", f"pub={article.publisher_kind}"])
        for rank, key in enumerate(list(reversed(told.spoken))[:SPOKEN]):
            add(told.spoken[key].voice, ["spoke", f"spoke.rank={rank}"])
        for rank, key in enumerate(self.known):
            if key not in result:
                add(
                    told.spoken[key].voice if key in told.spoken else _known(key, "model.known"),
                    ["known", f"known={rank}"],
                )
        for key, candidate in result.items():
            share = min(9, 10 * self.mentions[key] // self.total)
            candidate.relation.update(
                (f"share={share}", f"isvendor={key == self.book.vendor}", f"spoke={min(2, told.often[key])}",
                 f"titled={key in self.titled}", f"ispub={key == article.publisher}")
            )  # fmt: skip
        return list(result.values())

    def _placed(
        self, sentence: Sentence, unit: Span, faces: Faces, frames: Sequence[Frame], cues: Sequence[Hit], place: int,
        party: Party,
    ) -> list[str]:  # fmt: skip
        """How a party that the sentence names is placed to a unit, and to the cues that somebody speaks."""
        found = self.memory.found
        begin, end = sentence.index(unit[0]), sentence.index(unit[1])
        if party.start < unit[0]:
            where, distance = "before", max(0, begin - party.last)
        elif party.start < unit[1]:
            where, distance = "in", party.first - begin
        else:
            where, distance = "after", party.first - end
        left, right = faces.beside(party.first - 1), faces.beside(party.last)
        relation = [
            f"m={where}", f"lab={party.label}", f"back={party.anaphor}", f"doc={party.document}",
            f"who={bool(party.person)}{bool(party.organisation)}", f"{where}.n={min(place, 3)}of{min(len(found), 4)}",
            f"l={left}", f"r={right}", f"ll={faces.beside(party.first - 2)}", f"rr={faces.beside(party.last + 1)}",
            f"at={step(party.first)}", f"far={where}{step(distance)}",
        ]  # fmt: skip
        if sentence.quoted(party.start):
            relation.append("quoted")
        if party.first in sentence.prepositions:
            relation.append("prep")
        if party.organisation:
            sort = next((name.type for name in sentence.names if name.name == party.organisation), None)
            relation.append(f"type={sort}")
        nearest = min(cues, key=lambda hit: _gap(party, hit), default=None)
        if nearest is None:
            relation.append("say=none")
        else:
            side = "+" if party.first >= nearest.last else "-"
            low, high = min(party.last, nearest.last), max(party.first, nearest.first)
            marks = "".join(token.text for token in sentence.tokens[low:high] if token.kind == "p")[:3]
            relation += [
                f"say={nearest.table}{side}{step(_gap(party, nearest))}", f"say={nearest.table}.{nearest.label}{side}",
                f"marks={marks}", f"parted={any(p.first >= low and p.last <= high for p in found)}",
            ]  # fmt: skip
        for frame in frames:
            if frame.voice.claimant_span and frame.voice.claimant_span[0] == party.start:
                inside = unit[0] <= sentence.tokens[frame.first].start < unit[1]
                relation += ["frame", f"frame={frame.voice.rule}", f"frame.in={inside}"]
        return relation


def _gap(party: Party, hit: Hit) -> int:
    """How many tokens stand between a party and a cue."""
    return party.first - hit.last if party.first >= hit.last else max(0, hit.first - party.last)


def _known(name: str, rule: str) -> Voice:
    """A party that the article knows, before anything is known of its stake here."""
    return Voice(
        evidence="vendor_claim", claimant=name, role="vendor", role_from="open", rule=rule, confidence=0.5
    )  # fmt: skip
