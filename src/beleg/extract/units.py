"""Cut a sentence into what may be statements of its own.

A sentence is split where its parts differ in voice, kind or value and each part could stand in a bullet: at semicolons,
between the clauses of a contrast, where a second speaker begins, and between clauses that each bring a value. A unit
leaves out bullets, joining conjunctions and closing marks, as the annotation guide says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from beleg.extract.frames import Frame
from beleg.extract.reading import Sentence
from beleg.extract.values import Values
from beleg.lexicons import Hit
from beleg.records import Span

# A part with fewer words than this is no statement of its own; each side of a contrast needs more, and clauses without a
# mark of their own, or with a second speaker, more again: "tests and measures" is one act.
MIN_WORDS, MIN_CONTRAST_WORDS, MIN_CLAUSE_WORDS, MIN_SPOKEN_WORDS = 2, 3, 4, 6
_MARKS = frozenset(",;:")
_CLOSING_TRIM = ",;:–—-| \u00a0\u2009\u202f"
_OPENING_TRIM = ",;:.•·*–—-| \u00a0\u2009\u202f"


def trim(text: str, start: int, end: int) -> Span:
    """A span without white space, bullets and separators at its ends."""
    while start < end and (text[start] in _OPENING_TRIM or text[start].isspace()):
        # A sign before a number belongs to it.
        if text[start] in "-–" and start + 1 < end and text[start + 1].isdigit():
            break
        start += 1
    while end > start and (text[end - 1] in _CLOSING_TRIM or text[end - 1].isspace()):
        end -= 1
    return start, end


def units(text: str, sentence: Sentence, frames: Sequence[Frame], values: Values) -> list[Span]:
    """The spans of a sentence's units, in order.

    Args:
        text: The article's text.
        sentence: The sentence, with its hits.
        frames: Its frames.
        values: The dates, quantities and versions of the sentence.
    """
    if sentence.block.kind == "row":
        return _cells(text, sentence)
    result: list[Span] = []
    start = sentence.start
    cuts = _Cutter(sentence, frames, values).cuts() if _may_be_cut(sentence) else ()
    for at, resume in [*cuts, (sentence.end, sentence.end)]:
        span = trim(text, start, at)
        if span[1] > span[0]:
            result.append(span)
        start = resume
    return result


def _cells(text: str, sentence: Sentence) -> list[Span]:
    """A table row: the label with the first value is one unit, each further cell another."""
    bounds = [t.start for t in sentence.tokens if t.text == "|"]
    edges = [sentence.start, *bounds, sentence.end]
    cells = [trim(text, a, b) for a, b in pairwise(edges)]
    cells = [cell for cell in cells if cell[1] > cell[0]]
    return [(cells[0][0], cells[1][1]), *cells[2:]] if len(cells) > 1 else cells


def _may_be_cut(sentence: Sentence) -> bool:
    """Whether a mark or a conjunction stands in a sentence at which a unit could end; many have none."""
    return bool(sentence.of("clause", "coordinating")) or not _MARKS.isdisjoint([t.text for t in sentence.tokens])


class _Cutter:
    """Finds where the units of one sentence end. Clauses are given by the indexes of their tokens, the end excluded."""

    def __init__(self, sentence: Sentence, frames: Sequence[Frame], values: Values) -> None:
        self.sentence = sentence
        self.tokens = sentence.tokens
        self.frames = frames
        self.versions = [sentence.index(version.start) for version in values.versions]
        others = [date.start for date in values.dates] + [quantity.start for quantity in values.quantities]
        self.values = self.versions + [sentence.index(start) for start in others]
        self.links = {h.first: h for h in sentence.of("clause", "coordinating")}
        self.joins = self.links | {h.first: h for h in sentence.of("clause", "contrast")}
        self.relative = {h.first for h in sentence.of("clause", "relative")}
        # A that-clause, and a clause of reason, stays with what it belongs to.
        self.bound = {h.first for h in sentence.of("clause", "that", "cause")}
        self.before_preposition = {h.first for h in sentence.of("clause", "preposition")}
        self.negations = {h.first for h in sentence.of("negation")}
        # How many words stand before each token.
        self.words_before = list(accumulate((token.kind != "p" for token in self.tokens), initial=0))

    def cuts(self) -> list[tuple[int, int]]:
        """Where units end and the next ones begin, as pairs of offsets."""
        result: list[tuple[int, int]] = []
        begin = depth = 0
        for index, token in enumerate(self.tokens):
            if token.kind != "p" and index not in self.links:
                continue
            depth = max(0, depth + (token.text in "([") - (token.text in ")]"))
            if depth or index == 0:
                continue
            resume = self._resume(begin, index)
            if resume is None or min(self._words(begin, index), self._words(index + 1)) < MIN_WORDS:
                continue
            result.append((token.start, resume))
            begin = self.sentence.index(resume)
        return result

    def _resume(self, begin: int, index: int) -> int | None:
        """The offset at which the next unit begins if one ends at a token; None if none does."""
        token = self.tokens[index]
        if token.text == ",":
            return self._comma(begin, index)
        if any(start < token.start < end - 1 for start, end in self.sentence.quotes):
            return None
        if token.text == ";" or (token.text == ":" and not self._clock(index) and self._says_two_things(index)):
            return token.end
        link = self.links.get(index)
        if link and self.tokens[index - 1].text != "," and self._separate(begin, index, link.last, link):
            return self._behind(link, token.end)
        return None

    def _comma(self, begin: int, index: int) -> int | None:
        follows = index + 1
        if follows in self.bound:
            return None
        join = self.joins.get(follows)
        if join and join.last in self.negations:
            return None  # "but not": the second part only says what the first is not
        after = join.last if join else follows
        contrast = (
            join is not None
            and join.label == "contrast"
            and min(self._words(begin, index), self._words(after)) >= MIN_CONTRAST_WORDS
            and self._tells(begin, index)
            and self._tells(index, len(self.tokens))
        )
        # "Python 3.12 and 3.13, with Vektor 4.2 for them": versions of two programs.
        versions = follows in self.before_preposition and all(
            any(a <= at < b for at in self.versions) for a, b in ((begin, index), (follows, self._until(follows)))
        )
        if contrast or versions or self._separate(begin, index, follows, join):
            return self._behind(join, self.tokens[index].end)
        return None

    def _behind(self, join: Hit | None, otherwise: int) -> int:
        """The offset behind a conjunction, which belongs to no unit."""
        return self.tokens[join.last].start if join and join.last < len(self.tokens) else otherwise

    def _words(self, first: int, last: int | None = None) -> int:
        before = self.words_before
        return max(0, before[-1 if last is None else last] - before[first])

    def _until(self, start: int) -> int:
        """The end of the clause that begins at a token: the next comma, colon or semicolon."""
        return next((i for i in range(start, len(self.tokens)) if self.tokens[i].text in ",;:"), len(self.tokens))

    def _counts(self, first: int, last: int) -> bool:
        return any(first <= at < last for at in self.values)

    def _speaking(self, first: int, last: int) -> list[Frame]:
        return [frame for frame in self.frames if first <= frame.first < last]

    def _kinds(self, first: int, last: int) -> set[str]:
        return {h.label for h in self.sentence.of("kind") if first <= h.first < last}

    def _tells(self, first: int, last: int) -> bool:
        """Whether a clause says something: it has a verb of saying, a trigger of a kind, a negation or a value."""
        hits = (h for h in self.sentence.hits if h.table in ("say", "kind", "voice", "negation"))
        return any(first <= h.first < last for h in hits) or self._counts(first, last)

    def _separate(self, begin: int, index: int, follows: int, join: Hit | None) -> bool:
        """Whether the clause after a comma or a conjunction is a statement of its own."""
        end = self._until(follows)
        if min(self._words(begin, index), self._words(follows, end)) < MIN_CLAUSE_WORDS:
            return False
        left, right = self._speaking(begin, index), self._speaking(follows, end)
        speakers = {frame.voice.claimant for frame in left}
        if left and right and speakers != {frame.voice.claimant for frame in right}:
            # "A says, B reports" with hardly a word between is one relayed statement.
            return self._words(begin, index) >= MIN_SPOKEN_WORDS and self._words(follows, end) >= MIN_SPOKEN_WORDS - 1
        if self._aside(begin, index, follows) and right and right[0].first == follows and self._counts(follows, end):
            return True
        if follows in self.relative:
            return bool(right) and right[0].voice.rule.startswith("say") and right[0].voice.claimant not in speakers
        kinds_left, kinds_right = self._kinds(begin, index), self._kinds(follows, end)
        if not kinds_left or not kinds_right:
            return False
        # Without a comma only figures of the clause itself are in a row with what follows.
        marks = (i + 1 for i in range(index - 1, begin, -1) if self.tokens[i].text in ",;:–—")
        near = begin if follows == index + 1 and self.tokens[index].text == "," else next(marks, begin)
        both_count = self._counts(near, index) and self._counts(follows, end)
        if join is None:
            # "its staff is 900, its turnover 0.4 billion": two figures of two kinds in a row.
            return both_count and not kinds_left & kinds_right
        return both_count or (
            not kinds_left & kinds_right and self._negates(begin, index) != self._negates(follows, end)
        )

    def _aside(self, begin: int, index: int, follows: int) -> bool:
        """Whether what ends at a comma is a subject with an aside that brings a value: "the note, dated May 3, says"."""
        if follows != index + 1 or self.tokens[index].text != ",":
            return False
        opening = next((i for i in range(index - 1, begin, -1) if self.tokens[i].text == ","), None)
        return opening is not None and self._counts(opening, index) and not self._tells(begin, opening)

    def _negates(self, first: int, last: int) -> bool:
        return any(first <= h.first < last for h in self.sentence.of("negation", "predicate"))

    def _clock(self, index: int) -> bool:
        """Whether a colon stands within a time or a ratio: "15:00"."""
        return (
            index + 1 < len(self.tokens)
            and self.tokens[index + 1].kind == "n"
            and (self.tokens[index + 1].start == self.tokens[index].end)
        )

    def _says_two_things(self, index: int) -> bool:
        """Whether something is said before a colon already, so that what follows is a statement of its own."""
        if self._speaking(0, index + 1) or index < MIN_CLAUSE_WORDS:
            return False
        said = any(h.first < index for h in self.sentence.of("kind") + self.sentence.of("voice"))
        return said and any(h.first > index for h in self.sentence.of("kind") + self.sentence.of("say"))
