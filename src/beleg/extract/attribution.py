"""Who speaks: cues, the parties they belong to, and how a voice carries over to what follows.

A *cue* is a reporting verb, a source preposition or a tag; the *frame* around it gives the speaker. Frames come first,
the article's own voice second, carry-over third (`prototype.md` measured that order). What no rule explains is
`unattributed`: a plain fact in the article's own voice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from beleg.extract.interviews import interview, interviewee
from beleg.extract.parties import Book, Party, role_of
from beleg.extract.reading import HARD_MARKS, Reading, Sentence
from beleg.lexicons import Hit
from beleg.records import Evidence, Role, Span, Speech

# How dear a way from the cue to a speaker may be, in tokens; beyond it another clause's noun would be taken.
MAX_COST = 14
# A second party is asked only if the way to it is hardly longer.
MAX_DETOUR = 3
# What crossing a mark between cue and speaker costs, in tokens.
CROSS_COMMA, CROSS_HARD, CROSS_QUOTE = 2, 8, 1
# An object of a preposition is rarely the subject that speaks.
AFTER_PREPOSITION = 5
# A voice carries over to this many sentences that do not name it again.
MAX_AGE = 3
# How far from "it says" the document may stand, how far into a sentence a speaker's colon, and how far before it the
# speaker, in tokens.
DOCUMENT_REACH, COLON_REACH, COLON_GAP = 6, 16, 6
# A reporting verb of less weight ("adds", "shows") reports only if content follows or a quote stands before it.
FIRM = 0.8
# A verb without subject that goes on with the speaker before opens its sentence: within so many code points.
ZERO_REACH = 25
# Kinds that nobody measures: an offer among test results is the article's own plain fact.
OFFERS = ("price", "availability", "adoption", "funding", "release", "license")
# A party that opens a clause stands among its first tokens.
OPENING = 3
# Documents whose content is an authority's or a laboratory's own, unless the text says whose it is.
OFFICIAL_DOCUMENTS = frozenset({"decision", "ruling", "order", "advisory", "court file"})
SCIENTIFIC_DOCUMENTS = frozenset({"study", "test report", "survey"})
# What tells of a vendor's thing in the vendor's words, on whosever pages.
HOUSE_DOCUMENTS = frozenset({"announcement", "blog", "documentation", "release notes", "press release", "overview"})
# A house that speaks of its own things says "we" at least so often.
OWN_POST_SENTENCES = 2
# A report in which the newsroom says so often that it measured is a test.
OWN_TESTS = 2
EVIDENCE: dict[Role, Evidence] = {
    "vendor": "vendor_claim",
    "customer": "customer_claim",
    "partner": "partner_claim",
    "competitor": "competitor_claim",
    "authority": "official_statement",
    "analyst": "third_party_opinion",
    "laboratory": "independent_evidence",
    "medium": "third_party_opinion",
    "publisher": "publisher_analysis",
}
# Reporting verbs that give a view and show nothing: with them a laboratory is an observer.
VIEWS = frozenset({"judge", "advise", "demand", "plan", "praise", "criticise", "deny"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """Who stands behind a part of the text, and why we think so."""

    evidence: Evidence
    claimant: str | None
    role: Role | None
    # "text: <word>", "names", "open", …
    role_from: str | None
    # Name of the rule, as `explain` prints it.
    rule: str
    confidence: float
    # The class of the cue ("claim", "find", "before", …); None where no cue was needed.
    manner: str | None = None
    via: str | None = None
    speaker_role: str | None = None
    cue: Span | None = None
    claimant_span: Span | None = None
    speech: Speech = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A cue with its voice."""

    voice: Voice
    # Index of the cue's first and past its last token.
    first: int
    last: int
    # Whether the content follows ("says that …", "according to X, …") and so reaches the clauses after it.
    reaches_on: bool
    # The speaker's tokens, which are no content.
    speaker: tuple[int, int] | None = None


NOBODY = Voice(
    evidence="unattributed", claimant=None, role=None, role_from=None, rule="plain", confidence=0.62, speech="none"
)


class Attributor:
    """Gives each part of an article its voice, from top to bottom."""

    def __init__(self, reading: Reading, book: Book, found: Sequence[Sequence[Party]]) -> None:
        self.reading = reading
        self.book = book
        self.article = reading.article
        # The voice that may carry over, its age in sentences, and the paragraph it spoke in.
        self.last: Voice | None = None
        self.age = 0
        # The last voice of a document's own author: "the post" goes back to it, not to whom it quotes.
        self.documented: Voice | None = None
        self.paragraph = -1
        # The organisation named last in the paragraph: bare staff nouns and persons belong to it.
        self.near: str | None = None
        # The parties of the sentence at hand, and whether it praises.
        self.found: Sequence[Party] = ()
        self.sentence = reading.sentences[0] if reading.sentences else None
        self.praised = False
        # The party that the sentence before was about: "he" and "she" are it, unless somebody spoke since.
        self.topic: Party | None = None
        # A document or speaker announced a list: plain sentences of the paragraph go on with it.
        self.section = False
        # The voice of a lead-in that ended in a colon, for the list items under it.
        self.lead_in: Voice | None = None
        self.vendor_speaks = self._vendor_publishes()
        if self.vendor_speaks:
            book.vendor = self.article.publisher
        self.interview = interview(reading)
        self.interviewee = self._interviewee(found)
        # A test report: the newsroom measured, so what it measures is its evidence.
        self.tests = sum(bool(s.of("voice", "own_test")) for s in reading.sentences) >= OWN_TESTS

    # --- the article's own voice -------------------------------------------------------------------------------------

    def _vendor_publishes(self) -> bool:
        """Whether the publisher is the vendor: its kind says so, or it says "we" of the product as its maker."""
        publisher = self.article.publisher
        if self.article.publisher_kind != "unknown" or not publisher:
            return self.article.publisher_kind == "vendor"
        if interview(self.reading):
            return False
        told = self.reading.sentences

        def says(sentence: Sentence, *labels: str) -> bool:
            return any(not sentence.quoted(sentence.tokens[h.first].start) for h in sentence.of("voice", *labels))

        if any(says(sentence, "not_tested") for sentence in told):
            return False
        # The byline of a house's own post says so: "press centre", "blog of …".
        house = any(h.table == "voice" and h.label == "house" for h in self.reading.frame_hits)
        ours = sum(says(sentence, "first_person", "we_make") for sentence in told)
        made = sum(says(sentence, "we_make") for sentence in told)
        return (house and ours >= OWN_POST_SENTENCES) or made >= OWN_POST_SENTENCES

    def _interviewee(self, found: Sequence[Sequence[Party]]) -> Voice | None:
        """The voice of an interview's answers: that of the person whom its introduction names."""
        if self.interview is None:
            return None
        guests = interviewee(self.reading, found, self.interview)
        if not guests:
            return None
        before = [party for own in found for party in own if party.organisation]
        self.near = before[0].organisation if before else None
        return self.speak(guests[0], "claim", rule="interview.answer", cue=None)

    def _answers(self, sentence: Sentence) -> Voice | None:
        """The voice of an interview's answer; None for a question and outside interviews."""
        if self.interview is None or sentence.paragraph not in self.interview.answers:
            return None
        measured = sentence.of("voice", "own_test") and self.interviewee
        if measured and self.interviewee and self.interviewee.role == "analyst":
            employer = self.book.employer.get(self.interviewee.claimant or "")
            if employer:
                return replace(self.interviewee, evidence="independent_evidence", role="laboratory", claimant=employer)
        return self.interviewee

    def own(self, rule: str, confidence: float, **more: object) -> Voice:
        """The publisher's own judgement; in the vendor's own post its claim."""
        if self.vendor_speaks:
            return Voice(
                evidence="vendor_claim", claimant=self.article.publisher, role="vendor", role_from="text: publisher",
                rule="vendor.publisher", confidence=confidence, **more,  # type: ignore[arg-type]
            )  # fmt: skip
        return Voice(
            evidence="publisher_analysis", claimant=self.article.publisher, role="publisher",
            role_from="text: own voice", rule=rule, confidence=confidence, **more,  # type: ignore[arg-type]
        )  # fmt: skip

    def own_test(self, cue: Span | None) -> Voice:
        return replace(
            self.own("own.test", 0.8, cue=cue, manner="find"),
            evidence="vendor_claim" if self.vendor_speaks else "independent_evidence",
        )

    def plain(self) -> Voice:
        if self.vendor_speaks:
            return self.own("vendor.publisher", 0.8)
        return NOBODY

    # --- frames --------------------------------------------------------------------------------------------------------

    def frames(self, sentence: Sentence, found: Sequence[Party]) -> list[Frame]:
        """The frames of a sentence, in the order of their cues."""
        self._enter(sentence)
        self.found, self.sentence = found, sentence
        self.praised = bool(sentence.of("say", "praise"))
        result = []
        for hit in sentence.of("say") + sentence.of("source"):
            frame = self._frame(sentence, hit, found)
            if frame:
                result.append(frame)
        colon = None if result else self._colon(sentence, found)
        if colon:
            result.append(colon)
        result.sort(key=lambda frame: (frame.first, -frame.last, frame.voice.rule != "say.impersonal"))
        # One cue, one frame: of several readings of the same words the longest counts.
        kept: list[Frame] = []
        for frame in result:
            if kept and frame.first < kept[-1].last:
                continue
            kept.append(frame)
        return kept

    def _frame(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        table, manner = hit.table, hit.label
        cue = sentence.span(hit)
        if sentence.quoted(cue[0]):
            return None
        if table == "source":
            return self._source(sentence, hit, found)
        if manner == "impersonal":
            return self._impersonal(sentence, hit, found)
        content_after = self._content_follows(sentence, hit)
        tagging = self._tags(sentence, hit)
        if hit.entry.weight < FIRM and not (content_after or tagging):
            return None
        party, voice = None, None
        for party in self._subjects(sentence, hit, found):
            voice = self.speak(party, manner, rule=f"say.{manner}", cue=cue)
            if voice:
                break
        if manner == "announce" and not (content_after and voice):
            return None
        if voice is None or party is None:
            return self._zero(sentence, hit, cue, content_after=content_after, tagging=tagging)
        if manner == "order" and voice.role != "authority":
            return None
        return Frame(
            voice=voice, first=hit.first, last=hit.last,
            reaches_on=content_after or hit.first < party.first or manner in ("name", "find", "order", "plan"),
            speaker=(party.first, party.last),
        )  # fmt: skip

    def _zero(
        self, sentence: Sentence, hit: Hit, cue: Span, *, content_after: bool, tagging: bool
    ) -> Frame | None:  # fmt: skip
        """A verb without subject beside it: the sentence's own topic, else the speaker before."""
        if hit.label not in ("claim", "deny", "plan") or not (content_after or (sentence.quotes and tagging)):
            return None
        opening = tagging or sentence.tokens[hit.first].start - sentence.start < ZERO_REACH
        topic = self._topic(hit.first)
        voice: Voice | None = None
        if topic and content_after:
            voice = self.speak(topic, hit.label, rule="say.topic", cue=cue)
        elif opening and self.last:
            voice = replace(self.last, rule="say.zero", cue=cue, manner=hit.label)
        if voice is None:
            return None
        return Frame(voice=replace(voice, confidence=0.6), first=hit.first, last=hit.last, reaches_on=content_after)

    def _impersonal(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        """ "It says in the report", "it is added": the document beside the verb, else the voice before."""
        cue = sentence.span(hit)
        near = [
            p
            for p in found
            if (p.document or p.anaphor == "document")
            and min(abs(p.first - hit.last), abs(hit.first - p.last)) <= DOCUMENT_REACH
        ]
        party = min(near, key=lambda p: min(abs(p.first - hit.last), abs(hit.first - p.last)), default=None)
        if party:
            voice = self.speak(party, "claim", rule="say.impersonal", cue=cue)
        elif self.last:
            voice = replace(self.last, rule="say.impersonal", confidence=0.7, cue=cue, manner="claim")
        else:
            voice = None
        if voice is None:
            return None
        return Frame(
            voice=voice, first=hit.first, last=hit.last, reaches_on=True,
            speaker=(party.first, party.last) if party else None,
        )  # fmt: skip

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
        voice = self.speak(speaking[0], "claim", rule="say.colon", cue=(cue.start, cue.end))
        if voice is None:
            return None
        return Frame(
            voice=replace(voice, confidence=0.75), first=at, last=at + 1, reaches_on=True,
            speaker=(speaking[0].first, speaking[0].last),
        )  # fmt: skip

    def _source(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> Frame | None:
        cue, manner = sentence.span(hit), hit.label
        party: Party | None = None
        if manner == "tag" and not self._tags(sentence, hit):
            return None
        if manner in ("before", "tag"):
            reach = 7 if manner == "before" else 4
            party = next((p for p in found if hit.last - 1 <= p.first <= hit.last + reach and p.last > hit.last), None)
            if party and self._crosses(sentence, hit.last, party.first):
                party = None
        elif manner == "after":
            party = next((p for p in reversed(found) if hit.first - 4 <= p.last <= hit.first), None)
        elif manner == "own":
            named = [p for p in found if (p.organisation or p.person or p.roles) and not p.anaphor]
            before = [p for p in named if p.last <= hit.first]
            party = (before or named or [self._unknown(sentence, hit)])[-1 if before else 0]
        elif manner == "back":
            inside = next(
                (p for p in found if hit.first <= p.first < hit.last + 3 and (p.organisation or p.person)), None
            )
            own = self._topic(hit.first) or (self.topic if self.last is None else None)
            if inside or own:
                party = inside or own
            elif self.last:
                voice = replace(self.last, rule="source.back", confidence=0.8, cue=cue, manner="claim")
                return Frame(voice=voice, first=hit.first, last=hit.last, reaches_on=True)
            else:
                return None
        else:
            return None
        if party is None:
            return None
        voice = self.speak(party, "claim", rule=f"source.{manner}", cue=cue)
        if voice is None:
            return None
        return Frame(
            voice=voice, first=min(hit.first, party.first), last=max(hit.last, party.last), reaches_on=True,
            speaker=(party.first, party.last),
        )  # fmt: skip

    @staticmethod
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

    @staticmethod
    def _crosses(sentence: Sentence, first: int, last: int) -> bool:
        return any(t.kind == "p" and t.text in ",;:–—" for t in sentence.tokens[first:last])

    @staticmethod
    def _tags(sentence: Sentence, hit: Hit) -> bool:
        """Whether a cue stands behind a quote, a comma or a dash, as in ", adds the company"."""
        return hit.first > 0 and sentence.tokens[hit.first - 1].text in ',–—„“”«»"'

    @staticmethod
    def _that(sentence: Sentence) -> set[int]:
        """Where a that-clause opens: "so that" opens none."""
        other = sentence.of("clause", "cause", "contrast")
        return {h.first for h in sentence.of("clause", "that") if not any(o.first < h.first < o.last for o in other)}

    @classmethod
    def _content_follows(cls, sentence: Sentence, hit: Hit) -> bool:
        """Whether a that-clause, a colon or a quote opens behind the cue."""
        tokens = sentence.tokens
        opens = cls._that(sentence)
        for index in range(hit.last, min(len(tokens), hit.last + 14)):
            token = tokens[index]
            if index in opens or token.text in '„«»"“:':
                return True
            if token.text == ";":
                return False
        return False

    def _subjects(self, sentence: Sentence, hit: Hit, found: Sequence[Party]) -> list[Party]:
        """The parties that a reporting verb may belong to, the cheapest way from the verb first."""
        tokens = sentence.tokens
        prepositions = {h.last for h in sentence.of("clause", "preposition")}
        that = sorted(self._that(sentence))
        follows = self._content_follows(sentence, hit)
        if hit.label in ("name", "find", "plan") and self._thing_acts(sentence, hit, found):
            return []
        ways: list[tuple[float, int, Party]] = []
        for party in found:
            if sentence.quoted(party.start):
                continue
            if party.label == "staff" and not (party.organisation or party.person) and party.first in prepositions:
                continue
            if party.first >= hit.last:
                gap, side = tokens[hit.last : party.first], 0.5
                # The content of "says that …" names no speaker.
                if any(hit.last <= at <= party.first for at in that) or any(t.text == ":" for t in gap):
                    continue
            elif party.last <= hit.first:
                gap, side = tokens[self._behind_relative(sentence, party, hit) : hit.first], 0.0
                if self._in_relative(sentence, party):
                    side += AFTER_PREPOSITION
                if any(party.first < at <= hit.first and at >= party.last for at in that):
                    side += 4
            else:
                gap, side = (), 0.0
            cost = side + sum(1 for t in gap if t.kind != "p")
            for token in gap:
                if token.kind == "p":
                    cost += (
                        CROSS_HARD
                        if token.text in HARD_MARKS
                        else CROSS_QUOTE
                        if token.text in '„“”«»"'
                        else CROSS_COMMA
                    )
            bare_document = party.document and not (party.organisation or party.person)
            object_first = hit.label == "name" or (hit.label == "claim" and not follows)
            if object_first and party.first >= hit.last and not (party.person or party.roles or party.anaphor):
                cost += AFTER_PREPOSITION  # what is named stands behind the verb oftener than who names it
            if party.first in prepositions and not bare_document:
                cost += AFTER_PREPOSITION
            if bare_document and party.first >= hit.last and party.first not in prepositions:
                cost += AFTER_PREPOSITION  # a document behind the verb is what is written, not who writes
            told = party.label == "medium" or (
                party.organisation is not None and party.organisation == self.article.publisher
            )
            if told and hit.label != "find":
                cost += AFTER_PREPOSITION  # "told the magazine": it carries, it does not speak
            if party.anaphor and not (party.organisation or party.person):
                cost += 1
            if not (party.organisation or party.person or party.anaphor or party.document) and party.label != "staff":
                cost += 1
            dear = (
                MAX_COST if hit.label not in ("name", "find", "announce", "order", "plan", "praise") else MAX_COST // 2
            )
            if cost <= dear:
                ways.append((cost, party.first, party))
        ways.sort(key=lambda way: way[:2])
        return [party for cost, _, party in ways if cost <= ways[0][0] + MAX_DETOUR]

    @staticmethod
    def _thing_acts(sentence: Sentence, hit: Hit, found: Sequence[Party]) -> bool:
        """Whether a product stands before the verb in its clause and no party does: the thing acts, nobody speaks."""
        begins = next((i + 1 for i in range(hit.first - 1, -1, -1) if sentence.tokens[i].text in ",;:–—"), 0)
        if any(begins <= party.first < hit.first for party in found):
            return False
        start = sentence.tokens[begins].start
        end = sentence.tokens[hit.first].start
        return any(start <= n.start < end and n.type in ("product", "technical") for n in sentence.names)

    @staticmethod
    def _in_relative(sentence: Sentence, party: Party) -> bool:
        """Whether a party stands in a relative clause: "…, who resells AWS, says" is not said by AWS."""
        opened = [h.first for h in sentence.of("clause", "relative") if 0 < h.first < party.first]
        return bool(opened) and not any(t.text == "," for t in sentence.tokens[opened[-1] : party.first])

    @staticmethod
    def _behind_relative(sentence: Sentence, party: Party, hit: Hit) -> int:
        """Where the way from a party to a verb begins: behind a relative clause that hangs on the party."""
        tokens = sentence.tokens
        relative = {h.first for h in sentence.of("clause", "relative")}
        if (
            party.last + 1 < hit.first
            and tokens[party.last].text == ","
            and relative & {party.last + 1, party.last + 2}
        ):
            closing = [i for i in range(party.last + 2, hit.first) if tokens[i].text in ",–—"]
            if closing:
                return closing[-1] + 1
        return party.last

    # --- from a party to a voice ---------------------------------------------------------------------------------------

    def speak(self, party: Party, manner: str, *, rule: str, cue: Span | None) -> Voice | None:
        """The voice of a party that speaks in some manner; None if it can't be told whose it is."""
        named_already = bool(party.organisation or party.person)
        if party.anaphor == "organisation" and not named_already and party.label in (None, "vendor", "staff"):
            named = self._nearest(party) or (None if self.last else self.book.vendor)
            if named:
                party = replace(party, organisation=named, anaphor=None)
        if (
            party.anaphor in ("person", "organisation")
            and not named_already
            and not party.label
            and not party.organisation
        ):
            own = self._topic(party.first) or (self.topic if self.last is None else None)
            party = replace(own, anaphor=None) if own else party
        back = party.anaphor and not (party.organisation or party.person or party.label)
        if back or (
            party.document and not (party.organisation or party.person or party.roles) and self._goes_on(party)
        ):
            last = self.last
            if party.document or party.anaphor == "document":
                quoting = last is not None and last.role in ("customer", "partner", "competitor", "analyst")
                last = self.documented or (None if quoting else last)
            if last is None:
                return None if back and not party.document else self._documented(party, manner, rule, cue)
            return replace(
                self._recast(last, manner), rule=f"{rule}.back", confidence=0.75, cue=cue, manner=manner,
                via=party.document or last.via, claimant_span=party.span,
            )  # fmt: skip
        organisation, person = party.organisation, party.person
        # A professor of a university gives a view of their own; what the university measured is its evidence.
        label = "analyst" if person and party.word("analyst") and manner != "find" else party.label
        if person and not organisation:
            organisation = self.book.employer.get(person)
        speaker_role = party.word("staff") or party.word("analyst")
        role, reason = self._role(party, label, organisation, person)
        claimant = organisation or self._behind(party, label, role, person)
        if role == "vendor" and reason == "open" and party.document:
            claimant = self.book.vendor or claimant
        if claimant is None:
            return None
        if role == "analyst" and person:
            claimant = person
        elif person and person != claimant:
            self.book.employer.setdefault(person, claimant)
        voice = Voice(
            evidence=EVIDENCE[role], claimant=claimant, role=role, role_from=reason, rule=rule,
            confidence=0.85 if reason != "open" else 0.65, manner=manner, via=party.document,
            speaker_role=speaker_role, cue=cue, claimant_span=party.span,
        )  # fmt: skip
        return self._recast(voice, manner, person)

    def _topic(self, before: int) -> Party | None:
        """The party that the sentence at hand is about, if it names one before a token: its first that is no object."""
        if self.sentence is None:
            return None
        prepositions = {hit.last for hit in self.sentence.of("clause", "preposition")}
        named = [p for p in self.found if (p.organisation or p.person) and p.last <= before]
        return next((p for p in named if p.first not in prepositions), None)

    def _nearest(self, party: Party) -> str | None:
        """The organisation named last before a party, in its sentence or its paragraph."""
        before = [p.organisation for p in self.found if p.organisation and p.first < party.first]
        return before[-1] if before else self.near

    def _counts(self) -> bool:
        """Whether the sentence at hand brings a number."""
        at = self.sentence
        return at is not None and any(at.start <= q.start < at.end for q in self.reading.values.quantities)

    def _behind(self, party: Party, label: str | None, role: Role, person: str | None) -> str | None:
        """Whom a party without an organisation of its own speaks for."""
        if role == "analyst":
            return person or party.word("analyst")
        near = self._nearest(party)
        if (label == "staff" or person) and near:
            return near
        if role == "vendor":
            return self.book.vendor or person
        if self.last and self.last.role == role:
            return self.last.claimant
        known = [name for name in sorted(self.book.roles) if self.book.role(name) == role]
        if known:
            return known[0]
        return person or (party.word(label) if label else None)

    def _goes_on(self, party: Party) -> bool:
        """Whether a bare document ("the report says") is the one whose voice we are in."""
        return self.last is not None and (
            self.last.via == party.document or (self.age <= MAX_AGE and self.last.via is not None)
        )

    def _documented(self, party: Party, manner: str, rule: str, cue: Span | None) -> Voice | None:
        if self.book.vendor is None:
            return None
        return Voice(
            evidence="vendor_claim", claimant=self.book.vendor, role="vendor", role_from="open", rule=rule,
            confidence=0.65, manner=manner, via=party.document, cue=cue, claimant_span=party.span,
        )  # fmt: skip

    def _role(self, party: Party, label: str | None, organisation: str | None, person: str | None) -> tuple[Role, str]:
        """What a party is to the thing spoken of, and where that is known from."""
        vendor, register = self.book.vendor, self.reading.register
        publisher = self.article.publisher
        if (
            organisation
            and publisher
            and not self.vendor_speaks
            and register.party(organisation) == register.party(publisher)
        ):
            return "publisher", "text: publisher"
        if organisation and vendor and register.party(organisation) == register.party(vendor):
            return "vendor", "text: vendor" if label == "vendor" else "open"
        # Many firms are somebody's maker or operator; among the named only the article's vendor is this thing's.
        if label and label not in ("staff", "insider") and not (label == "vendor" and organisation and vendor):
            return role_of(label), f"text: {party.word(label)}"
        known = self.book.role(organisation) or self.book.role(person)
        if known and not (known == "vendor" and vendor):
            word = self.book.words.get((organisation or "", known)) or self.book.words.get((person or "", known))
            return known, "names" if word == "names" else f"text: {word}"
        if organisation and vendor:
            if register.rivals(organisation, vendor):
                return "competitor", "names"
            # A post about the thing on somebody's pages is the vendor's announcement until the text says otherwise.
            return ("vendor" if party.document in HOUSE_DOCUMENTS else "customer"), "open"
        if party.document in OFFICIAL_DOCUMENTS:
            return "authority", f"text: {party.document}"
        if party.document in SCIENTIFIC_DOCUMENTS and not label:
            return "laboratory", f"text: {party.document}"
        if person or label == "staff":
            near = self._nearest(party)
            if near:
                role = self.book.role(near)
                ours = vendor is not None and register.party(near) == register.party(vendor)
                if role and not ours and role != "vendor":
                    return role, "text: employer"
                return "vendor" if ours else "customer", "open"
            return ("vendor" if label == "staff" else "analyst"), "open"
        if label == "insider":
            return "vendor", f"text: {party.word(label)}"
        return "vendor", "open"

    def _recast(self, voice: Voice, manner: str, person: str | None = None) -> Voice:
        """A voice in another manner: a laboratory that only judges shows nothing; a medium that measured does."""
        if voice.role == "laboratory" and (manner in VIEWS or (person and manner != "find")):
            return replace(voice, evidence="third_party_opinion", claimant=person or voice.claimant)
        if voice.role == "competitor" and voice.role_from == "names" and self.praised:
            return replace(voice, evidence="partner_claim", role="partner")
        if voice.role == "publisher" and manner == "find" and self._counts():
            return replace(voice, evidence="independent_evidence")
        if voice.role == "medium" and manner == "find":
            return replace(voice, evidence="independent_evidence")
        return voice

    # --- from top to bottom ----------------------------------------------------------------------------------------------

    def voices(
        self, sentence: Sentence, units: Sequence[Span], frames: Sequence[Frame], found: Sequence[Party]
    ) -> list[Voice]:
        """The voice of each unit of a sentence; remembers what carries over to the next one."""
        result: list[Voice] = []
        for unit in units:
            inside = [f for f in frames if unit[0] <= sentence.tokens[f.first].start < unit[1]]
            before = [f for f in frames if sentence.tokens[f.first].start < unit[0]]
            after = [f for f in frames if sentence.tokens[f.first].start >= unit[1]]
            voice = self._dated(sentence, unit) or self._unanswered(sentence, unit)
            voice = voice or self._own_voice(sentence, unit, framed=any(f.voice.rule != "say.zero" for f in inside))
            voice = voice or self._framed(sentence, inside) or self._acting(sentence, unit, found)
            if voice is None:
                voice = self._neighbour(sentence, unit, before, after, result)
            if voice is None:
                voice = self._carried(sentence, unit, found)
            result.append(voice)
        self._leave(sentence, result, found)
        return result

    def _enter(self, sentence: Sentence) -> None:
        if sentence.paragraph != self.paragraph:
            self.section = False
            if sentence.block.kind not in ("item", "row"):
                self.lead_in = None
            if self.paragraph >= 0 and sentence.paragraph > self.paragraph + 1:
                self.age = MAX_AGE + 1  # a heading stood between: only what points back goes on
            self.paragraph = sentence.paragraph
            self.near = None
            self.age += 1

    def _leave(self, sentence: Sentence, voices: Sequence[Voice], found: Sequence[Party]) -> None:
        self.topic = self._topic(len(sentence.tokens)) or self.topic
        prepositions = {hit.last for hit in sentence.of("clause", "preposition")}
        for party in found:
            if party.organisation and party.first not in prepositions:
                self.near = party.organisation
        spoken = [
            v
            for v in voices
            if v.evidence not in ("unattributed", "publisher_analysis") and not v.rule.startswith("carry")
        ]
        authors = [v for v in spoken if v.via and v.role in ("vendor", "authority", "laboratory")]
        if authors:
            self.documented = authors[-1]
        if spoken:
            self.last, self.age = spoken[-1], 0
        else:
            self.age += 1
        if sentence.of("voice", "opens_list") and (spoken or self.last):
            self.section = True
        if self.reading.article.text[sentence.end - 1 : sentence.end] == ":":
            self.lead_in = voices[-1] if voices else None

    def _own_voice(self, sentence: Sentence, unit: Span, *, framed: bool) -> Voice | None:
        """The newsroom speaks of itself, outside quotes; "they told us" is the speaker's all the same."""
        if self.interview and sentence.paragraph in self.interview.questions | self.interview.answers:
            return None
        for label in ("not_tested", "own_test", "first_person"):
            for hit in sentence.of("voice", label):
                cue = sentence.span(hit)
                if not unit[0] <= cue[0] < unit[1] or sentence.quoted(cue[0]):
                    continue
                if label == "own_test":
                    return self.own_test(cue)
                if label == "first_person" and framed:
                    continue
                return self.own(f"own.{label}", 0.85, cue=cue)
        return None

    def _dated(self, sentence: Sentence, unit: Span) -> Voice | None:
        """A document's own date is nobody's claim."""
        dates = [d for d in self.reading.values.dates if unit[0] <= d.start < unit[1]]
        opens = any(unit[0] <= sentence.tokens[h.first].start < unit[1] for h in sentence.of("clause", "that"))
        first = sentence.index(unit[0])
        prepositions = {hit.last for hit in sentence.of("clause", "preposition")}
        about = [
            p
            for p in self.found
            if p.document in HOUSE_DOCUMENTS and first <= p.first <= first + OPENING and p.first not in prepositions
        ]
        if (
            dates
            and about
            and not (opens or sentence.quotes or self._counts())
            and all(d.role == "document" for d in dates)
        ):
            return replace(NOBODY, rule="document.date", confidence=0.7)
        return None

    def _unanswered(self, sentence: Sentence, unit: Span) -> Voice | None:
        """ "Did not reply": nobody's statement."""
        if self._counts():
            return None
        for hit in sentence.of("voice", "no_answer"):
            cue = sentence.span(hit)
            if unit[0] <= cue[0] < unit[1] and not sentence.quoted(cue[0]):
                return replace(NOBODY, rule="no-answer", confidence=0.8, cue=cue)
        return None

    def _acting(self, sentence: Sentence, unit: Span, found: Sequence[Party]) -> Voice | None:
        """A document or a laboratory that opens a clause without a reporting verb: what follows is its content, or its act."""
        if self._analysis(sentence, unit):
            return None
        first = sentence.index(unit[0])
        prepositions = {hit.last for hit in sentence.of("clause", "preposition")}
        opening = [p for p in found if first <= p.first <= first + OPENING and p.first not in prepositions]
        if not opening:
            return None
        party = opening[0]
        counted = any(unit[0] <= q.start < unit[1] for q in self.reading.values.quantities)
        if party.organisation and party.organisation == self.article.publisher and not party.document:
            negated = any(
                unit[0] <= sentence.tokens[h.first].start < unit[1] for h in sentence.of("negation", "predicate")
            )
            return (
                self.own_test(None)
                if counted and not negated
                else self.own("own.not_tested" if negated else "own.first_person", 0.7)
            )
        if (party.document or party.anaphor == "document") and not party.person:
            return self.speak(party, "name", rule="act.document", cue=None)
        if party.label == "laboratory" and counted and (party.organisation or not party.person):
            return self.speak(party, "find", rule="act.laboratory", cue=None)
        return None

    def _framed(self, sentence: Sentence, frames: Sequence[Frame]) -> Voice | None:
        """The voice of the frame that counts: the innermost speaker, the outer one as `via`."""
        if not frames:
            return None
        # Who carries the words ("told the magazine", "according to the radio") does not speak where somebody else does.
        speaking = [f for f in frames if f.voice.role not in ("medium", "publisher")] or frames
        chosen = speaking[0]
        for frame in speaking[1:]:
            inner = chosen.reaches_on and frame.voice.rule.startswith(("source.", "say.claim", "say.find", "say.deny"))
            firmer = frame.voice.confidence > chosen.voice.confidence + 0.1
            if inner or firmer:
                chosen = frame
        return replace(chosen.voice, speech=self._speech(sentence))

    @staticmethod
    def _speech(sentence: Sentence) -> Speech:
        return "direct" if sentence.quotes else "indirect"

    def _neighbour(
        self, sentence: Sentence, unit: Span, before: Sequence[Frame], after: Sequence[Frame],
        earlier: Sequence[Voice],
    ) -> Voice | None:  # fmt: skip
        """The voice of a frame in another part of the sentence, where its content reaches this one."""
        text = self.article.text
        if any(start < unit[0] < end for start, end in sentence.quotes) and earlier:
            return replace(earlier[-1], rule="quote.goes-on")
        gap = text[max(0, unit[0] - 3) : unit[0]]
        reported = self._reported(sentence, unit)
        if before and earlier and earlier[-1].evidence != "unattributed":
            soft = ";" not in gap or before[-1].voice.via is not None
            if reported or (soft and before[-1].reaches_on):
                return replace(earlier[-1], rule="frame.reaches-on", confidence=min(earlier[-1].confidence, 0.75))
        joins = [sentence.tokens[h.first].start for h in sentence.of("clause", "coordinating", "contrast")]
        joined = any(unit[1] <= at <= unit[1] + 3 for at in joins)
        apart = joined or any(mark in text[unit[1] : unit[1] + 2] for mark in ";:")
        if after and not apart and after[0].voice.rule not in ("source.own", "say.name", "say.plan"):
            return replace(after[0].voice, rule="frame.reaches-back", confidence=0.7)
        return None

    @staticmethod
    def _reported(sentence: Sentence, unit: Span) -> bool:
        return any(unit[0] <= sentence.tokens[h.first].start < unit[1] for h in sentence.of("voice", "reported"))

    def _carried(self, sentence: Sentence, unit: Span, found: Sequence[Party]) -> Voice:
        """A voice from before, the article's judgement, or nobody's."""
        answer = self._answers(sentence)
        if answer:
            return answer
        if sentence.block.kind == "item" and self.lead_in:
            return replace(self.lead_in, rule="list.lead-in", confidence=0.85)
        quoted = any(start <= unit[0] and unit[1] <= end + 1 for start, end in sentence.quotes)
        last = self.last if self.age <= MAX_AGE else None
        if last and quoted:
            return replace(last, rule="carry.quote", confidence=0.7, speech="direct")
        if self.last and self._reported(sentence, unit):
            return replace(self.last, rule="carry.reported", confidence=0.8, speech="indirect")
        analysis = self._analysis(sentence, unit)
        if analysis:
            return analysis
        if self.tests and not self.vendor_speaks and self._measures(sentence, unit, found):
            return replace(self.own_test(None), rule="own.test.goes-on", confidence=0.6)
        if self.section and self.last and sentence.position > 0 and not self.vendor_speaks:
            return replace(self.documented or self.last, rule="carry.section", confidence=0.75)
        if last and self.last and sentence.position > 0 and not self.vendor_speaks:
            if self._goes_on_plainly(sentence, unit, found, last):
                return replace(last, rule="carry.plain", confidence=0.55)
        return self.plain()

    def _measures(self, sentence: Sentence, unit: Span, found: Sequence[Party]) -> bool:
        """Whether a plain unit of a test report gives a measurement: a number, no offer, and nobody else's name."""
        hits = [h for h in sentence.of("kind") if unit[0] <= sentence.tokens[h.first].start < unit[1]]
        numbers = [q for q in self.reading.values.quantities if unit[0] <= q.start < unit[1]]
        named = any(
            p.organisation and p.organisation != self.book.vendor for p in found if unit[0] <= p.start < unit[1]
        )
        offers = any(h.label in OFFERS or h.label == "requirement" for h in hits)
        return bool(numbers) and not offers and not named

    def _goes_on_plainly(self, sentence: Sentence, unit: Span, found: Sequence[Party], last: Voice) -> bool:
        """Whether a plain sentence goes on with what a document lists or a laboratory measured just before."""
        actors = [p for p in found if (p.organisation or p.person) and unit[0] <= p.start < unit[1]]
        if self.age > 1 or any(p.organisation != last.claimant for p in actors):
            return False
        if last.evidence == "vendor_claim":
            return last.via is not None or last.manner in ("name", "advise")
        counted = any(unit[0] <= q.start < unit[1] for q in self.reading.values.quantities)
        priced = any(unit[0] <= sentence.tokens[h.first].start < unit[1] for h in sentence.of("kind", *OFFERS))
        return last.evidence == "independent_evidence" and counted and not priced

    def _analysis(self, sentence: Sentence, unit: Span) -> Voice | None:
        """Advice, remarks on evidence, inference and judgement in the article's own voice."""
        best: tuple[float, Hit] | None = None
        for hit in sentence.of("voice", "evidence_talk", "advice", "analysis"):
            cue = sentence.span(hit)
            if unit[0] <= cue[0] < unit[1] and not sentence.quoted(cue[0]):
                weight = hit.entry.weight + (0.5 if hit.label != "analysis" else 0.0)
                if best is None or weight > best[0]:
                    best = (weight, hit)
        if best is None or best[0] < 0.5:
            return None
        return self.own(f"own.{best[1].label}", min(0.9, 0.6 + 0.15 * best[0]), cue=sentence.span(best[1]))
