"""Frames: a cue that somebody speaks (a reporting verb, a source phrase, a tag, a colon), with its speaker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beleg.extract.memory import Memory
from beleg.extract.parties import Party
from beleg.extract.reading import HARD_MARKS, QUOTE_MARKS, Sentence
from beleg.extract.speakers import Speakers
from beleg.extract.voices import Voice
from beleg.lexicons import Hit

# How dear a way from the cue to a speaker may be, in tokens; beyond it another clause's noun would be taken. Verbs that
# do not always report need their speaker nearer.
MAX_COST = 14
MAX_COST_ACTS = MAX_COST // 2
ACTS = ("name", "find", "announce", "order", "plan", "praise")
# A second party is asked only if the way to it is hardly longer.
MAX_DETOUR = 3
# What crossing a mark between cue and speaker costs, in tokens.
CROSS_COMMA, CROSS_HARD, CROSS_QUOTE = 2, 8, 1
# What is said of an object of a preposition, a thing named behind the verb, a medium that was told: rarely the speaker.
UNLIKELY = 5
# What it costs to reach back over the opening of a that-clause.
OVER_THAT = 4
# How far behind a cue its content may open, in tokens.
CONTENT_REACH = 14
# How far from "it says" the document may stand, how far into a sentence a speaker's colon, and how far before it the
# speaker, in tokens.
DOCUMENT_REACH, COLON_REACH, COLON_GAP = 6, 16, 6
# How far behind a source preposition, or a tag, its noun may begin; how far before a postposition it may end.
BEFORE_REACH, TAG_REACH, AFTER_REACH = 7, 4, 4
# A document that opens its sentence stands among its first tokens.
OPENING = 3
# A reporting verb of less weight ("adds", "shows") reports only if content follows or a quote stands before it.
FIRM = 0.8
# A verb without subject that goes on with the speaker before opens its sentence: within so many code points.
ZERO_REACH = 25
# How far behind the "than" of a comparison its verb may stand, in tokens.
COMPARED = 5


class Frame(NamedTuple):
    """A cue with its voice."""

    voice: Voice
    # Index of the cue's first and past its last token.
    first: int
    last: int
    # Whether the content follows ("says that …", "according to X, …") and so reaches the clauses after it.
    reaches_on: bool


class Framer:
    """Finds the frames of one article's sentences."""

    def __init__(self, speakers: Speakers, memory: Memory, publisher: str | None) -> None:
        self.speakers = speakers
        self.memory = memory
        self.publisher = publisher

    def frames(self, sentence: Sentence, found: Sequence[Party]) -> list[Frame]:
        """The frames of a sentence, in the order of their cues."""
        made = [self._frame(sentence, hit, found) for hit in sentence.of("say") + sentence.of("source")]
        result = [frame for frame in made if frame]
        colon = None if result else self._colon(sentence, found)
        if colon:
            result.append(colon)
        result.sort(key=lambda frame: (frame.first, -frame.last, frame.voice.rule != "say.impersonal"))
        # One cue, one frame: of several readings of the same words the longest counts.
        kept: list[Frame] = []
        for frame in result:
            if not kept or frame.first >= kept[-1].last:
                kept.append(frame)
        return kept

    def _frame(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        if sentence.quoted(sentence.tokens[hit.first].start) or _compared(sentence, hit):
            return None
        if hit.table == "source":
            return self._source(sentence, hit, found)
        if hit.label == "impersonal":
            return self._impersonal(sentence, hit, found)
        return self._verb(sentence, hit, found)

    # --- reporting verbs ----------------------------------------------------------------------------------------------

    def _verb(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        manner, cue = hit.label, sentence.span(hit)
        content, tags = _content_follows(sentence, hit), _tags(sentence, hit)
        if hit.entry.weight < FIRM and not (content or tags):
            return None
        for party in self._subjects(sentence, hit, found):
            voice = self.speakers.speak(party, manner, rule=f"say.{manner}", cue=cue)
            if voice is None:
                continue
            if (manner == "announce" and not content) or (manner == "order" and voice.role != "authority"):
                return None
            reaches_on = content or hit.first < party.first or manner in ("name", "find", "order", "plan")
            return Frame(voice=voice, first=hit.first, last=hit.last, reaches_on=reaches_on)
        return self._zero(sentence, hit, content=content, tags=tags)

    def _zero(self, sentence: Sentence, hit: Hit, *, content: bool, tags: bool) -> Frame | None:
        """A verb without subject beside it: the sentence's own topic, else the speaker before."""
        if hit.label not in ("claim", "deny", "plan") or not (content or (sentence.quotes and tags)):
            return None
        cue, last = sentence.span(hit), self.memory.last
        topic = self.memory.topic_before(hit.first) if content else None
        voice: Voice | None = None
        if topic:
            voice = self.speakers.speak(topic, hit.label, rule="say.topic", cue=cue)
        elif last and (tags or cue[0] - sentence.start < ZERO_REACH):
            voice = last._replace(rule="say.zero", cue=cue, manner=hit.label)
        if voice is None:
            return None
        return Frame(voice=voice._replace(confidence=0.6), first=hit.first, last=hit.last, reaches_on=content)

    def _subjects(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> list[Party]:
        """The parties that a reporting verb may belong to, the cheapest way from the verb first."""
        if hit.label in ("name", "find", "plan") and _thing_acts(sentence, hit, found):
            return []
        limit = MAX_COST_ACTS if hit.label in ACTS else MAX_COST
        ways = [
            (cost, party.first, party)
            for party in found
            if not sentence.quoted(party.start)
            and (cost := self._cost(sentence, hit, party)) is not None
            and cost <= limit
        ]
        ways.sort(key=lambda way: way[:2])
        return [party for cost, _, party in ways if cost <= ways[0][0] + MAX_DETOUR]

    def _cost(self, sentence: Sentence, hit: Hit, party: Party) -> float | None:
        """How dear the way from a verb to a party is, in tokens; None if it can't be the subject."""
        tokens = sentence.tokens
        named = bool(party.organisation or party.person)
        behind = party.first >= hit.last
        object_of = party.first in sentence.prepositions
        if object_of and party.label == "staff" and not named:
            return None
        cost = 0.0
        if behind:
            gap = tokens[hit.last : party.first]
            # The content of "says that …" names no speaker.
            if any(hit.last <= at <= party.first for at in sentence.that) or any(t.text == ":" for t in gap):
                return None
            cost += 0.5
        elif party.last <= hit.first:
            gap = tokens[_behind_relative(sentence, party, hit) : hit.first]
            if _in_relative(sentence, party):
                cost += UNLIKELY
            if any(party.last <= at <= hit.first for at in sentence.that):
                cost += OVER_THAT
        else:
            gap = ()
        for token in gap:
            cost += 1 if token.kind != "p" else _crossing(token.text)
        bare_document = bool(party.document) and not named
        takes_object = hit.label == "name" or (hit.label == "claim" and not _content_follows(sentence, hit))
        if takes_object and behind and not (party.person or party.roles or party.anaphor):
            cost += UNLIKELY  # what is named stands behind the verb oftener than who names it
        if object_of != bare_document and (object_of or behind):
            cost += UNLIKELY  # an object; or a document behind the verb, which is what is written, not who writes
        told = party.label == "medium" or (
            named and party.organisation == self.publisher and self.publisher is not None
        )
        if told and hit.label != "find":
            cost += UNLIKELY  # "told the magazine": it carries, it does not speak
        if party.anaphor and not named:
            cost += 1
        if not (named or party.anaphor or party.document) and party.label != "staff":
            cost += 1
        return cost

    # --- without a verb, or without a subject -------------------------------------------------------------------------

    def _impersonal(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        """What "it says in the report" and "it is added" go back to: the document beside, else the voice before."""
        cue = sentence.span(hit)

        def distance(party: Party) -> int:
            return min(abs(party.first - hit.last), abs(hit.first - party.last))

        documents = [p for p in found if p.document or p.anaphor == "document"]
        near = [p for p in documents if distance(p) <= DOCUMENT_REACH]
        near = near or [p for p in documents if p.first <= OPENING and p.last <= hit.first]
        party = min(near, key=distance, default=None)
        voice: Voice | None = None
        if party:
            voice = self.speakers.speak(party, "claim", rule="say.impersonal", cue=cue)
        elif self.memory.last:
            voice = self.memory.last._replace(rule="say.impersonal", confidence=0.7, cue=cue, manner="claim")
        return Frame(voice=voice, first=hit.first, last=hit.last, reaches_on=True) if voice else None

    def _colon(self, sentence: Sentence, found: Sequence[Party]) -> Frame | None:
        """A speaker before a colon: "The head of the agency, Anke Bergmann: …"."""
        at = next((i for i, t in enumerate(sentence.tokens[:COLON_REACH]) if t.text == ":"), None)
        if at is None or at + 2 >= len(sentence.tokens) or sentence.quoted(sentence.tokens[at].start):
            return None
        before = [p for p in found if p.last <= at and not p.anaphor]
        speaking = [p for p in before if p.person or (p.organisation and (p.label or p.document))]
        if len(speaking) != 1 or at - speaking[0].last > COLON_GAP:
            return None
        cue = sentence.tokens[at]
        voice = self.speakers.speak(speaking[0], "claim", rule="say.colon", cue=(cue.start, cue.end))
        if voice is None:
            return None
        return Frame(voice=voice._replace(confidence=0.75), first=at, last=at + 1, reaches_on=True)

    def _source(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        """A source phrase: "according to X", "X zufolge", "by its own account", "in her words"."""
        cue, manner, last = sentence.span(hit), hit.label, self.memory.last
        party = self._source_party(sentence, hit, found)
        if party is None:
            if manner == "back" and last:
                voice = last._replace(rule="source.back", confidence=0.8, cue=cue, manner="claim")
                return Frame(voice=voice, first=hit.first, last=hit.last, reaches_on=True)
            return None
        spoken = self.speakers.speak(party, "claim", rule=f"source.{manner}", cue=cue)
        if spoken is None:
            return None
        first, end = min(hit.first, party.first), max(hit.last, party.last)
        return Frame(voice=spoken, first=first, last=end, reaches_on=True)

    def _source_party(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Party | None:
        manner = hit.label
        if manner == "before" or (manner == "tag" and _tags(sentence, hit)):
            reach = BEFORE_REACH if manner == "before" else TAG_REACH
            party = next((p for p in found if hit.last - 1 <= p.first <= hit.last + reach and p.last > hit.last), None)
            crossed = party and any(t.text in ",;:–—" for t in sentence.tokens[hit.last : party.first])
            return None if crossed else party
        if manner == "after":
            return next((p for p in reversed(found) if hit.first - AFTER_REACH <= p.last <= hit.first), None)
        if manner == "own":
            named = [p for p in found if (p.organisation or p.person or p.roles) and not p.anaphor]
            before = [p for p in named if p.last <= hit.first]
            return before[-1] if before else named[0] if named else _unknown(sentence, hit)
        if manner == "back":
            inside = (p for p in found if hit.first <= p.first < hit.last + 3 and (p.organisation or p.person))
            memory = self.memory
            before_it = memory.topic_before(hit.first) or (memory.topic if memory.last is None else None)
            return next(inside, before_it)
        return None


def _crossing(mark: str) -> int:
    if mark in HARD_MARKS:
        return CROSS_HARD
    return CROSS_QUOTE if mark in QUOTE_MARKS else CROSS_COMMA


def _unknown(sentence: Sentence, hit: Hit) -> Party | None:
    """The subject of a sentence that says so itself, where its name was not found: the end of its first noun phrase."""
    last: int | None = None
    for index, token in enumerate(sentence.tokens[: hit.first]):
        if token.kind == "w" and token.text[0].isupper():
            last = index
        elif last:
            break
    if not last:
        return None
    token = sentence.tokens[last]
    return Party(first=last, last=last + 1, start=token.start, end=token.end, organisation=token.text)


def _tags(sentence: Sentence, hit: Hit) -> bool:
    """Whether a cue stands behind a quote, a comma or a dash, as in ", adds the company"."""
    return hit.first > 0 and sentence.tokens[hit.first - 1].text in {",", "–", "—", *QUOTE_MARKS}


def _compared(sentence: Sentence, hit: Hit) -> bool:
    """Whether a cue stands in a comparison: "less, than Elmvik claims" tells what others found."""
    for than in sentence.of("clause", "than"):
        between = sentence.tokens[than.last : hit.first]
        opens = than.first > 0 and sentence.tokens[than.first - 1].text in ",("
        if opens and than.last <= hit.first and len(between) <= COMPARED and not any(t.kind == "p" for t in between):
            return True
    return False


def _content_follows(sentence: Sentence, hit: Hit) -> bool:
    """Whether a that-clause, a colon or a quote opens behind the cue."""
    for index in range(hit.last, min(len(sentence.tokens), hit.last + CONTENT_REACH)):
        mark = sentence.tokens[index].text
        if index in sentence.that or mark in '„«»"“:':
            return True
        if mark == ";":
            return False
    return False


def _thing_acts(sentence: Sentence, hit: Hit, found: Sequence[Party]) -> bool:
    """Whether a product stands before the verb in its clause and no party does: the thing acts, nobody speaks."""
    begins = next((i + 1 for i in range(hit.first - 1, -1, -1) if sentence.tokens[i].text in ",;:–—"), 0)
    if any(begins <= party.first < hit.first for party in found):
        return False
    start, end = sentence.tokens[begins].start, sentence.tokens[hit.first].start
    return any(start <= n.start < end and n.type in ("product", "technical") for n in sentence.names)


def _in_relative(sentence: Sentence, party: Party) -> bool:
    """Whether a party stands in a relative clause: "…, who resells AWS, says" is not said by AWS."""
    opened = [h.first for h in sentence.of("clause", "relative") if 0 < h.first < party.first]
    return bool(opened) and not any(t.text == "," for t in sentence.tokens[opened[-1] : party.first])


def _behind_relative(sentence: Sentence, party: Party, hit: Hit) -> int:
    """Where the way from a party to a verb begins: behind a relative clause that hangs on the party."""
    tokens, after = sentence.tokens, party.last
    while after < hit.first and tokens[after].text in QUOTE_MARKS:
        after += 1
    opens = after + 1 < hit.first and tokens[after].text == ","
    if opens and any(h.first in (after + 1, after + 2) for h in sentence.of("clause", "relative")):
        closing = [i for i in range(after + 2, hit.first) if tokens[i].text in ",–—"]
        if closing:
            return closing[-1] + 1
    return after
