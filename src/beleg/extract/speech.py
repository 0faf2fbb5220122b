"""Speech by its shape: in a sentence, the words that report, who speaks, and what is said, each as a span.

This asks nothing of who the speaker *is*: "according to the maker" is speech though no maker is known. What is said is
given without its frame, the conjunction that opens it and quotation marks. The knowledge is the lexicon's: reporting
verbs ([say]), source phrases ([source]), what opens a clause ([clause]).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from beleg.extract.parties import Party
from beleg.extract.reading import QUOTE_MARKS, Sentence, long_quotes
from beleg.lexicons import Hit, Token
from beleg.records import Span

# Marks that part a frame from what is said.
_PARTING = frozenset(",:;–—-")
_STOPS = frozenset(".!?…")
_EDGE = frozenset(',;:–—-…„“”«»"‚‘’‹›')
# A verb reports where what is said is quoted, opens as a clause or stands before it; these classes need such a sign.
_ACTS = frozenset({"announce", "order", "plan", "find", "name", "advise"})
# How far behind its verb what is said may open, and how many words a speaker has that no list knows, in tokens.
_REACH = 14
_LONGEST_SPEAKER = 6
# How far into its clause a verb stands that tags what is said before.
_TAG = 3
# No noun is as short as this.
_SHORT = 2
# A verb and its other part ("geht davon aus") are one cue if they are no more tokens than this.
_SPLIT = 3
# So many spaces are in a quotation that is speech, whatever stands around it.
_LONG = 4
# A reporting verb of less weight reports only with such a sign, too.
_FIRM = 0.8


class Speech(NamedTuple):
    """One thing that is said in a sentence; spans count the article's code points."""

    # The verb or phrase that reports.
    cue: Span
    # Who speaks, in the text's words; None where nobody is named beside the cue.
    speaker: Span | None
    content: Span
    manner: Literal["direct", "indirect"]


class _Piece(NamedTuple):
    """A run of tokens."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first


def speeches(
    text: str, sentence: Sentence, parties: Sequence[Party], determiners: frozenset[str] = frozenset()
) -> list[Speech]:
    """What a sentence tells as said, in the order of the cues; a cue inside a quotation reports nothing here.

    Args:
        text: The article's text.
        sentence: One of its sentences.
        parties: The possible speakers that it names.
        determiners: Articles and the like, in small letters, with which a speaker's words may begin.
    """
    if not (sentence.of("say") or sentence.of("source")):
        return []
    short = (
        quote
        for quote in long_quotes(text, sentence.start, sentence.end, least=0)
        if not any(start < quote[1] and quote[0] < end for start, end in sentence.quotes)
    )
    here = sorted([*sentence.quotes, *short])
    spoken = [quote for quote in here if _is_spoken(text, quote)]
    found: list[Speech] = []
    for cue, hit in _cues(sentence, here, determiners):
        speech = _Frame(text, sentence, parties, spoken, determiners, cue, hit).speech()
        if speech and not any(speech.cue[0] < other.cue[1] and other.cue[0] < speech.cue[1] for other in found):
            found.append(speech)
    return found


def _is_spoken(text: str, quote: Span) -> bool:
    """Whether a quotation is speech, and no name or single word: it is long, or parted from what stands around it."""
    start, end = quote
    before, behind, inside = text[max(0, start - 2) : start], text[end : end + 2], text[end - 2 : end - 1]
    parted = ":" in before or inside in _STOPS or inside == "," or behind[:1] in _PARTING or behind[1:2] in "–—-"
    return parted or text.count(" ", start, end) >= _LONG


def _cues(sentence: Sentence, quotes: Sequence[Span], determiners: frozenset[str]) -> Iterator[tuple[_Piece, Hit]]:
    """The words that report outside quotations, phrases before verbs, longer ones first."""
    hits = [hit for hit in sentence.of("source") if hit.label != "hearsay"] + sentence.of("say")
    pieces = [(_unbroken(sentence, hit, determiners), hit) for hit in hits]
    # A verb that also serves as a tag is a verb first.
    pieces.sort(key=lambda one: (one[0].first, one[1].label == "tag", -one[0].last))
    taken = -1
    for piece, hit in pieces:
        at = sentence.tokens[piece.first].start
        if piece.first >= taken and not any(start < at < end for start, end in quotes):
            taken = piece.last
            yield piece, hit


def _unbroken(sentence: Sentence, hit: Hit, determiners: frozenset[str]) -> _Piece:
    """The beginning of a phrase up to a wide gap: of "teilte am Montag mit" the verb itself. No article closes it."""
    words, last = hit.entry.form.split(), hit.last
    within = sentence.tokens[hit.first + 1 : last - 1]
    if "_" in words and (last - hit.first > _SPLIT or not all(token.text.islower() for token in within)):
        last = hit.first + words.index("_")
    if hit.label == "before":
        # "По оценке экспертов" holds its speaker already, "nach Angaben von" says no more than "nach Angaben".
        shorter = {one.last for one in sentence.of("source", "before") if one.first == hit.first}
        nouns = [one.first for one in sentence.of("role") + sentence.of("document") if hit.first < one.first < last]
        last = min([last, *(first for first in nouns if first in shorter)])
        while last in sentence.prepositions and last - 1 in shorter:
            last -= 1
    while last > hit.first + 1 and (
        sentence.tokens[last - 1].low in determiners
        or last - 1 in sentence.that
        or (hit.table == "say" and "_" not in words and last in sentence.prepositions)
    ):
        last -= 1
    first = hit.first
    while first < last - 1 and sentence.tokens[first].kind == "p":
        first += 1
    return _Piece(first, last)


class _Frame:
    """A cue with the sentence around it."""

    def __init__(
        self,
        text: str,
        sentence: Sentence,
        parties: Sequence[Party],
        quotes: Sequence[Span],
        determiners: frozenset[str],
        cue: _Piece,
        hit: Hit,
    ) -> None:
        self.text = text
        self.sentence = sentence
        self.tokens: Sequence[Token] = sentence.tokens
        self.parties = parties
        self.quotes = quotes
        self.determiners = determiners
        self.cue = cue
        self.hit = hit
        # Where quotation marks of speech stand; those of names part nothing.
        self.marks = {at for start, end in quotes for at in (start, end - 1)}
        # The clause of the cue: from the mark before it to the mark behind it, marks left out.
        self.opens = self._mark_before(cue.first) + 1
        self.closes = self._mark_behind(max(cue.last, hit.last if "_" in hit.entry.form else 0))
        # A tag ("…, so X") stands like a verb.
        self.source = hit.table == "source" and hit.label != "tag"

    def speech(self) -> Speech | None:
        content, manner = self._quoted(), "direct"
        if content is None:
            content, manner = (self._of_source() if self.source else self._of_verb()), "indirect"
        if content is None:
            return None
        span = self._trimmed(content)
        if span is None:
            return None
        cue = (self.tokens[self.cue.first].start, self.tokens[self.cue.last - 1].end)
        speaker = self._speaker(span)
        return Speech(cue, speaker, span, "direct" if manner == "direct" else "indirect")

    # --- what is said -------------------------------------------------------------------------------------------------

    def _quoted(self) -> Span | None:
        """What stands in quotation marks; of a quotation that the cue interrupts, its longer part."""
        at = self.tokens[self.cue.first].start
        before = [quote for quote in self.quotes if quote[1] <= at + 1]
        behind = [quote for quote in self.quotes if quote[0] >= at]
        if not before and not behind:
            return None
        if self.source and self.hit.label != "before":
            return None
        beside = bool(before) and self._only_marks(before[-1][1], self.opens)
        opened = bool(behind) and self._reaches(behind[0][0], interrupts=beside)
        left = (before[0][0], before[-1][1]) if beside else None
        right = (behind[0][0], behind[-1][1]) if opened else None
        if left and right:
            return max(left, right, key=lambda span: span[1] - span[0])
        return left or right

    def _only_marks(self, end: int, first: int) -> bool:
        """Whether nothing but marks stands between the end of a quotation and the cue's clause."""
        start = self.tokens[first].start if first < len(self.tokens) else self.sentence.end
        return not any(character.isalnum() for character in self.text[end:start])

    def _reaches(self, quote: int, *, interrupts: bool) -> bool:
        """Whether a quotation behind the cue is opened by it: by a colon, with no other clause between, or goes on."""
        between = self.tokens[self.cue.last : self.sentence.index(quote)]
        marks = [token.text for token in between if token.kind == "p" and token.text not in QUOTE_MARKS]
        return (
            marks in ([], [":"])
            or (interrupts and marks == [","])
            or (bool(marks) and marks[-1] == ":" and len(between) <= _REACH)
        )

    def _of_verb(self) -> Span | None:
        """What a verb reports: a that-clause, a clause behind a comma or a colon, the clause that it closes, an object."""
        end = self.sentence.end
        opening = [at for at in sorted(self.sentence.that) if self.cue.last <= at <= self.cue.last + _REACH]
        firm = self.hit.entry.weight >= _FIRM
        if opening and self._may_open(opening[0]):
            return self.tokens[self._behind_that(opening[0])].start, end
        if self.opens > 0 and self.tokens[self.opens - 1].text in ",–—-" and self._tags():
            # "…, warnt der Verband": what stands before; where the sentence goes on behind it, the longer side.
            said = [(self.sentence.start, self.tokens[self.opens - 1].start)]
            if self.closes + 1 < len(self.tokens) and self.tokens[self.closes].text == ",":
                said.append((self.tokens[self.closes].end, end))
            return max(said, key=lambda span: span[1] - span[0])
        mark = self.tokens[self.closes].text if self.closes < len(self.tokens) else ""
        if mark in (",", ":") and self.opens == 0 and self.closes + 1 < len(self.tokens):
            if (
                (firm and self.hit.label not in _ACTS)
                or mark == ":"
                or self.hit.label in ("plan", "announce", "advise")
            ):
                return (self.tokens[self.closes + 1].start, end) if self._is_said(self.closes + 1) else None
            return None
        if self.hit.label in ("judge", "name", "deny", "praise", "criticise", "demand"):
            party = self._beside()
            behind = party is not None and party.first >= self.cue.last
            first = max(self.cue.last, party.last if party and behind else 0)
            right = (self.tokens[first].start, end) if first < len(self.tokens) else None
            left = (self.tokens[self.opens].start, self.tokens[self.cue.first].start)
            if right and behind and left[1] - left[0] > right[1] - right[0]:
                return left
            return right
        return None

    def _is_said(self, at: int) -> bool:
        """Whether a clause behind a comma is what the verb reports, and no relative clause or reason."""
        if any(hit.first == at for hit in self.sentence.of("clause", "cause", "contrast", "coordinating")):
            return False
        relative = any(hit.first in (at, at + 1) for hit in self.sentence.of("clause", "relative"))
        # "Er sagte, die Pumpe sei leise" has the verb before the comma; of "sagte Wolter, der …" the clause ends again.
        beside = at - 1 <= max(self.cue.last, self.hit.last)
        return not relative or beside or not any(token.text == "," for token in self.tokens[at:])

    def _may_open(self, at: int) -> bool:
        """Whether a conjunction opens what the cue reports: nothing ends the cue's own clause before, but one comma."""
        marks = [token.text for token in self.tokens[self.cue.last : at] if token.kind == "p"]
        return not any(mark in ";:" for mark in marks) and marks.count(",") <= 1

    def _behind_that(self, at: int) -> int:
        hits = [hit.last for hit in self.sentence.of("clause", "that") if hit.first == at]
        return min(max(hits, default=at + 1), len(self.tokens) - 1)

    def _tags(self) -> bool:
        """Whether the cue's clause closes the sentence or an aside and says nothing itself: cue, speaker, when and where."""
        inside = self.tokens[self.opens : self.closes]
        conjunction = self.sentence.of("clause", "relative", "cause", "contrast", "condition", "that", "coordinating")
        opened = any(self.opens <= hit.first <= self.opens + 1 for hit in conjunction if hit.first < self.cue.first)
        # "…, wie ein Sprecher auf Anfrage bestätigte": the verb may close the clause.
        near = self.cue.first - self.opens <= _TAG or self.closes - self.cue.last <= 1
        return len(inside) <= _REACH and not opened and near

    def _of_source(self) -> Span | None:
        """What a source phrase brings: the rest of the sentence, or its longer side where the phrase cuts it in two."""
        first, last = self._phrase()
        start, end = self.sentence.start, self.sentence.end
        # What stands before a colon is said by itself.
        left = (start, self.tokens[first].start) if first and self.tokens[first - 1].text not in ":;" else None
        right = (self.tokens[last].start, end) if last < len(self.tokens) else None
        sides = [side for side in (left, right) if side and self._trimmed(side)]
        return max(sides, key=lambda side: side[1] - side[0], default=None)

    def _phrase(self) -> tuple[int, int]:
        """A source phrase with its speaker."""
        if self.hit.label in ("own", "back"):
            return self.cue.first, self.cue.last
        party = self._beside()
        if self.hit.label == "after":
            if party and party.last <= self.cue.first:
                return self._determined(party.first), self.cue.last
            return self.opens, self.cue.last
        if party and party.first >= self.cue.last - 1:
            return self.cue.first, max(self.cue.last, self._to_the_comma(party.last))
        unknown = self._unknown(self.cue.last, self.closes)
        return self.cue.first, unknown.last if unknown else self.cue.last

    def _to_the_comma(self, last: int) -> int:
        """Where a source phrase ends: a language without articles parts it by a comma from what is said."""
        comma = self.closes < len(self.tokens) and self.tokens[self.closes].text == ","
        whole = self._unknown(self.cue.last, self.closes) if comma and not self.determiners else None
        return max(last, whole.last) if whole else last

    def _trimmed(self, span: Span) -> Span | None:
        """A span without white space and marks at its ends; None if no word is left."""
        start, end = span
        while start < end and (self.text[start].isspace() or self.text[start] in _EDGE):
            start += 1
        while end > start and (self.text[end - 1].isspace() or self.text[end - 1] in _EDGE):
            end -= 1
        return (start, end) if any(character.isalnum() for character in self.text[start:end]) else None

    # --- who speaks ---------------------------------------------------------------------------------------------------

    def _speaker(self, content: Span) -> Span | None:
        if self.hit.label in ("own", "back"):
            return None
        party = self._beside(content)
        if party is not None:
            first, last = self._determined(party.first), self._named(party)
            if self.hit.label == "before":
                last = self._to_the_comma(last)
        else:
            unknown = self._unknown_beside(content)
            if unknown is None:
                return None
            first, last = unknown
        return self.tokens[first].start, self.tokens[last - 1].end

    def _named(self, party: Party) -> int:
        """Where a party ends with the name behind its noun that no list knows, and what stands in brackets: "(40)"."""
        last, size = party.last, len(self.tokens)
        while (
            party.roles
            and not (party.person or party.organisation)
            and last < min(party.last + 2, size)
            and self.tokens[last].kind == "w"
            and self.tokens[last].text[0].isupper()
        ):
            last += 1
        if last + 2 < size and self.tokens[last].text == "(":
            closing = [at for at in range(last + 1, min(last + _LONGEST_SPEAKER, size)) if self.tokens[at].text == ")"]
            last = closing[0] + 1 if closing else last
        return last

    def _beside(self, content: Span | None = None) -> Party | None:
        """The party nearest to the cue, outside of what is said: in its own clause, behind it first if it tags."""
        first, last = self.cue
        able = [
            party
            for party in self.parties
            if (content is None or party.end <= content[0] or content[1] <= party.start)
            and not any(start < party.start < end for start, end in self.quotes)
        ]
        if self.source:
            if self.hit.label == "after":
                return next((p for p in reversed(able) if first - 5 <= p.last <= first), None)
            near = (p for p in able if last - 1 <= p.first <= last + 4 and p.last > last)
            party = next(near, None)
            crossed = party and any(t.text in _PARTING for t in self.tokens[last : party.first])
            return None if crossed else party
        own = [p for p in able if self.opens <= p.first < self.closes or p.first < first <= p.last]
        behind = [p for p in own if p.first >= last]
        before = [p for p in own if p.last <= first]
        if self.opens and behind:
            return behind[0]
        if before:
            return before[-1] if before[-1].first not in self.sentence.prepositions else before[0]
        if behind and behind[0].first - last <= 4:
            return behind[0]
        return next((p for p in reversed(able) if p.last <= first), None)

    def _determined(self, first: int) -> int:
        """Where a noun phrase begins: with its article, and the adjectives behind that."""
        for at in range(first - 1, max(first - 4, self.cue.last - 1 if first >= self.cue.last else -1), -1):
            if self.tokens[at].low in self.determiners:
                return at
            if self.tokens[at].kind != "w" or not self.tokens[at].text.islower():
                break
        # Without articles, adjectives alone may stand between a verb and its speaker: "сказал местный житель".
        between = self.tokens[self.cue.last : first]
        described = 0 < len(between) <= 2 and all(
            token.kind == "w" and token.text.islower() and len(token.text) > _SHORT for token in between
        )
        plain = not self.determiners and not self.sentence.prepositions & set(range(self.cue.last, first + 1))
        return self.cue.last if described and plain and self.opens else first

    def _unknown_beside(self, content: Span) -> _Piece | None:
        """A speaker that no list knows: what else stands in the cue's clause, if it is short."""
        if self.source:
            if self.hit.label == "before":
                return self._unknown(self.cue.last, self.closes)
            return self._unknown(self.opens, self.cue.first) if self.hit.label == "after" else None
        said = self.sentence.index(content[0])
        end = min(self.closes, said) if said >= self.cue.last else self.closes
        # Of "räumt Maier ein" the verb's other part is no name.
        end = min(end, self.hit.last - 1) if self.hit.last > self.cue.last else end
        behind = self._unknown(self.cue.last, end)
        before = self._unknown(self.opens, self.cue.first)
        return (behind or before) if self.opens else (before or behind)

    def _unknown(self, first: int, last: int) -> _Piece | None:
        """The words from `first` up to a preposition, a number or a mark, if they are few."""
        at = first
        while at < last and self.tokens[at].kind == "w" and (at + 1 not in self.sentence.prepositions or at == first):
            at += 1
        # An auxiliary may stand before the verb: "Ilić je dodala".
        while at > first and self.tokens[at - 1].text.islower() and len(self.tokens[at - 1].text) <= _SHORT:
            at -= 1
        return _Piece(first, at) if 0 < at - first <= _LONGEST_SPEAKER else None

    # --- the clause ---------------------------------------------------------------------------------------------------

    def _mark_before(self, at: int) -> int:
        """The index of the mark that parts the cue's clause from what stands before; -1 if none does."""
        return next((i for i in range(at - 1, -1, -1) if self._parts(i)), -1)

    def _mark_behind(self, at: int) -> int:
        size = len(self.tokens)
        return next((i for i in range(at, size) if self._parts(i) or self.tokens[i].text in _STOPS), size)

    def _parts(self, at: int) -> bool:
        token = self.tokens[at]
        return token.kind == "p" and (token.text in _PARTING or token.start in self.marks)


__all__ = ["Speech", "speeches"]
