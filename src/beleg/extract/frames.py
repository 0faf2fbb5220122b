"""Frames: a cue that somebody speaks (a reporting verb, a source phrase, a tag, a colon), with its speaker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from beleg.extract.memory import Memory
from beleg.extract.parties import Party
from beleg.extract.reading import HARD_MARKS, QUOTE_MARKS, Sentence
from beleg.extract.speakers import Speakers
from beleg.extract.speech import Speech
from beleg.extract.voices import Voice
from beleg.lexicons import Hit, Token
from beleg.records import Span

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
# How sure it is who speaks where only the shape of the sentence shows a name.
SHAPED = 0.6
# How far behind a closing dash its speaker may begin, and how many tokens stand before one at least.
DASH_REACH, MIN_SAID = 3, 4
# Names of these types never speak.
NO_SPEAKERS = frozenset({"product", "technical", "place"})
# Marks behind which a tag stands.
TAGGING = frozenset({",", "–", "—", "-", "(", *QUOTE_MARKS})
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

    def __init__(
        self, speakers: Speakers, memory: Memory, publisher: str | None, words: Mapping[str, frozenset[str]]
    ) -> None:
        self.speakers = speakers
        self.memory = memory
        self.publisher = publisher
        # Articles and the like, in small letters.
        self.determiners = words.get("determiners", frozenset())
        # Words that stand in a whole clause, and endings of finite verbs; none where nothing tells them from others.
        self.clause_words = words.get("clause_words", frozenset())
        self.clause_endings = tuple(sorted(words.get("clause_endings", ())))

    def frames(self, sentence: Sentence, found: Sequence[Party], said: Sequence[Speech] = ()) -> list[Frame]:
        """The frames of a sentence, in the order of their cues.

        Args:
            sentence: The sentence.
            found: The parties that it names.
            said: What it tells as said, by its shape: this finds speakers whose names nobody knows.
        """
        made = [self._frame(sentence, hit, found) for hit in sentence.of("say") + sentence.of("source")]
        result = [frame for frame in made if frame]
        result += self._shaped(sentence, result, found, said)
        bare = None if result else self._colon(sentence, found) or self._dash(sentence, found)
        if bare:
            result.append(bare)
        # A name by its shape goes before what only points back.
        result.sort(key=lambda f: (f.first, f.voice.rule != "say.shape", -f.last, f.voice.rule != "say.impersonal"))
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
        elif last and last.role != "publisher" and (tags or cue[0] - sentence.start < ZERO_REACH):
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

    # --- a speaker that only the sentence's shape shows -----------------------------------------------------------------

    def _shaped(
        self, sentence: Sentence, known: Sequence[Frame], found: Sequence[Party], said: Sequence[Speech]
    ) -> Iterator[Frame]:
        """Frames whose speaker is no name that any list or place in the article knows: "…, wie Tosca mitteilt"."""
        for speech in said:
            cue = sentence.index(speech.cue[0]), sentence.index(speech.cue[1])
            pointing = (".zero", ".impersonal", ".back")
            taken = (f for f in known if not f.voice.rule.endswith(pointing))
            behind = speech.content[1] <= speech.cue[0]
            if speech.speaker is None or not behind or any(f.first < cue[1] and cue[0] < f.last for f in taken):
                continue
            party = _by_shape(sentence, speech.speaker)
            if party is None or any(party.first < other.last and other.first < party.last for other in found):
                continue
            voice = self.speakers.speak(party, "claim", rule="say.shape", cue=speech.cue)
            if voice:
                reaches_on = speech.content[0] >= speech.cue[1]
                yield Frame(voice=voice._replace(confidence=SHAPED), first=cue[0], last=cue[1], reaches_on=reaches_on)

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
        elif self.memory.last and self.memory.last.role != "publisher":
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

    def _dash(self, sentence: Sentence, found: Sequence[Party]) -> Frame | None:
        """A speaker behind a dash that closes the sentence: "The oven saves a third, — the maker Elmvik."."""
        tokens = sentence.tokens
        at = max((i for i, t in enumerate(tokens) if t.text in "–—"), default=0)
        party = next((p for p in found if 0 < at < p.first <= at + DASH_REACH and not p.anaphor), None)
        if at < MIN_SAID or sentence.quoted(tokens[at].start):
            return None
        parted = tokens[at - 1].text in {",", *QUOTE_MARKS}
        if party is None and parted:
            party = _by_shape(sentence, (tokens[at].end, sentence.end))
        if party is None:
            return None
        rest = [i for i in range(at + 1, len(tokens)) if not party.first <= i < party.last]
        if any(tokens[i].kind != "p" and (i > party.first or tokens[i].low not in self.determiners) for i in rest):
            return None
        # "One firm alone delivered — Elmvik": a name for what was spoken of, not who speaks.
        if any(p.last <= at and not (p.organisation or p.person) for p in found):
            return None
        if not (parted or any(self._finite(token) for token in tokens[:at])):
            return None
        cue = (tokens[at].start, tokens[at].end)
        voice = self.speakers.speak(party, "claim", rule="say.dash", cue=cue)
        if voice is None:
            return None
        return Frame(voice=voice._replace(confidence=SHAPED), first=at, last=at + 1, reaches_on=False)

    def _finite(self, token: Token) -> bool:
        """Whether a word shows that it stands in a whole clause."""
        return token.low in self.clause_words or (token.text.islower() and token.low.endswith(self.clause_endings))

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
            between = sentence.tokens[hit.last : party.first] if party else ()
            crossed = any(t.text in ",;:–—()" for t in between)
            # "…, so heizt Elmvik" goes on with a verb, "…, so die kleine Firma" with a noun phrase.
            opens = manner == "tag" and sentence.tokens[hit.first].kind == "p"
            clause = opens and any(t.text.islower() and t.low not in self.determiners for t in between[:1])
            return None if crossed or clause else party
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


def _by_shape(sentence: Sentence, span: Span) -> Party | None:
    """The party whose name a speaker's words hold, by its letters: the words with a capital behind an article.

    The first word of a sentence has its capital anyway, and a known product does not speak.
    """
    first, last = sentence.index(span[0]), sentence.index(span[1])
    named = [i for i in range(first, last) if sentence.tokens[i].kind == "w" and sentence.tokens[i].text[0].isupper()]
    if not named or not named[0]:
        return None
    at, end = named[0], named[0] + 1
    while end < last and (end in named or sentence.tokens[end].text in "&-"):
        end += 1
    start, stop = sentence.tokens[at].start, sentence.tokens[end - 1].end
    if any(n.start < stop and start < n.end and n.type in NO_SPEAKERS for n in sentence.names):
        return None
    name = " ".join(token.text for token in sentence.tokens[at:end])
    return Party(first=at, last=end, start=start, end=stop, organisation=name)


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
    """Whether a cue stands behind a quote, a comma, a dash or in brackets, as in ", adds the company"."""
    opening = sentence.tokens[hit.first]
    before = opening if opening.kind == "p" else sentence.tokens[hit.first - 1]
    return hit.first > 0 and before.text in TAGGING


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
