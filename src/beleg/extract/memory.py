"""What an article's reader remembers from one sentence to the next: who spoke, of whom, and how long ago."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beleg.extract.parties import Party
from beleg.extract.reading import Reading, Sentence
from beleg.extract.voices import Voice

# A voice carries over to this many sentences that do not name it again.
MAX_AGE = 3


@dataclass(slots=True)
class Memory:
    """The state that attribution carries from top to bottom."""

    reading: Reading
    # The voice that may carry over, and its age in sentences.
    last: Voice | None = None
    age: int = 0
    # The last voice of a document's own author: "the post" goes back to it, not to whom it quotes.
    documented: Voice | None = None
    # The organisation named last in the paragraph: bare staff nouns and persons belong to it.
    near: str | None = None
    # The party that the sentence before was about: "he" and "she" are it, unless somebody spoke since.
    topic: Party | None = None
    # A document or speaker announced a list: plain sentences of the paragraph go on with it.
    section: bool = False
    # The voice of a lead-in that ended in a colon, for the list items under it.
    lead_in: Voice | None = None
    paragraph: int = -1
    # The sentence at hand, and its parties.
    sentence: Sentence | None = None
    found: Sequence[Party] = ()

    @property
    def fresh(self) -> Voice | None:
        """The last voice, if it spoke lately enough to carry over to a plain sentence."""
        return self.last if self.age <= MAX_AGE else None

    def enter(self, sentence: Sentence, found: Sequence[Party]) -> None:
        """Turn to a sentence."""
        if sentence.paragraph != self.paragraph:
            self.section = False
            if sentence.block.kind not in ("item", "row"):
                self.lead_in = None
            if self.paragraph >= 0 and sentence.paragraph > self.paragraph + 1:
                self.age = MAX_AGE + 1  # a heading stood between: only what points back goes on
            self.paragraph = sentence.paragraph
            self.near = None
            self.age += 1
        self.sentence, self.found = sentence, found

    def leave(self, sentence: Sentence, voices: Sequence[Voice]) -> None:
        """Keep what the sentence leaves for the next one."""
        self.topic = self.topic_before(len(sentence.tokens)) or self.topic
        for party in self.found:
            if party.organisation and party.label != "medium" and party.first not in sentence.prepositions:
                self.near = party.organisation
        own = ("unattributed", "publisher_analysis")
        spoken = [v for v in voices if v.evidence not in own and not v.rule.startswith("carry")]
        authors = [v for v in spoken if v.via and v.role in ("vendor", "authority", "laboratory")]
        if authors:
            self.documented = authors[-1]
        if spoken:
            self.last, self.age = spoken[-1], 0
        else:
            self.age += 1
        if sentence.of("voice", "opens_list") and self.last:
            self.section = True
        if self.reading.article.text[sentence.end - 1 : sentence.end] == ":":
            self.lead_in = voices[-1] if voices else None

    def topic_before(self, before: int) -> Party | None:
        """The party that the sentence at hand is about, if it names one before a token: its first that is no object."""
        if self.sentence is None:
            return None
        named = (p for p in self.found if (p.organisation or p.person) and p.last <= before)
        return next((p for p in named if p.first not in self.sentence.prepositions), None)

    def nearest(self, party: Party) -> str | None:
        """The organisation named last before a party, in its sentence or its paragraph."""
        before = [p.organisation for p in self.found if p.organisation and p.first < party.first]
        return before[-1] if before else self.near

    def counts(self) -> bool:
        """Whether the sentence at hand brings a number."""
        at = self.sentence
        return at is not None and self.reading.counts((at.start, at.end))
