"""Cut a sentence into what may be statements of its own.

A sentence is split where its parts differ in voice, kind or value and each part could stand in a bullet: at semicolons,
between the clauses of a contrast, where a second speaker begins, and between clauses that each bring a value. A unit
leaves out bullets, joining conjunctions and closing marks, as the annotation guide says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from beleg.extract.frames import Frame
from beleg.extract.reading import Sentence
from beleg.lexicons import Hit
from beleg.records import Span

# A part with fewer words than this is no statement of its own.
MIN_WORDS = 2
# Between clauses without a mark of their own both must be longer: "tests and measures" is one act.
MIN_CLAUSE_WORDS = 4
_OPENING = "„“«»\"‘'([`"
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


def units(text: str, sentence: Sentence, frames: Sequence[Frame], values: Sequence[Span]) -> list[Span]:
    """The spans of a sentence's units, in order.

    Args:
        text: The article's text.
        sentence: The sentence, with its hits.
        frames: Its frames.
        values: Spans of the dates, quantities and versions found in it.
    """
    if sentence.block.kind == "row":
        return [span for span in _cells(text, sentence) if span[1] > span[0]]
    cuts = _cuts(sentence, frames, values)
    result: list[Span] = []
    start = sentence.start
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
    if len(cells) < 2:
        return [trim(text, sentence.start, sentence.end)]
    return [(cells[0][0], cells[1][1]), *cells[2:]]


def _cuts(sentence: Sentence, frames: Sequence[Frame], values: Sequence[Span]) -> list[tuple[int, int]]:
    """Where units end and the next ones begin, as pairs of offsets."""
    tokens = sentence.tokens
    contrasts = {h.first: h for h in sentence.of("clause", "contrast")}
    joins = {h.first: h for h in sentence.of("clause", "coordinating")} | contrasts
    links = {h.first: h for h in sentence.of("clause", "coordinating")}
    relative = {h.first for h in sentence.of("clause", "relative")}
    that = {h.first for h in sentence.of("clause", "that")}
    cause = {h.first for h in sentence.of("clause", "cause")}
    cuts: list[tuple[int, int]] = []
    begin = 0
    depth = 0
    for index, token in enumerate(tokens):
        if token.text in "([":
            depth += 1
        elif token.text in ")]":
            depth = max(0, depth - 1)
        if depth or index == 0:
            continue
        quoted = any(start < token.start < end - 1 for start, end in sentence.quotes)
        if (token.text == ";" and not quoted) or (
            token.text == ":" and not quoted and _says_two_things(sentence, frames, index)
        ):
            cut = (token.start, token.end)
        elif token.text == "," and index + 1 < len(tokens):
            join = joins.get(index + 1)
            follows = index + 1
            if follows in that or follows in cause:
                continue
            resume = tokens[join.last].start if join and join.last < len(tokens) else token.end
            if join and any(h.first == join.last for h in sentence.of("negation")):
                continue  # "but not": the second part only says what the first is not
            before, after = _around(sentence, begin, index, join.last if join else follows)
            if (
                join
                and join.label == "contrast"
                and min(before, after) >= 3
                and _balanced(sentence, values, begin, index, len(tokens))
            ) or _separate(sentence, frames, values, begin, index, follows, relative, join):
                cut = (token.start, resume)
            else:
                continue
        elif index in links and tokens[index - 1].text != "," and not quoted:
            join = links[index]
            if not _separate(sentence, frames, values, begin, index, join.last, relative, join):
                continue
            cut = (token.start, tokens[join.last].start if join.last < len(tokens) else token.end)
        else:
            continue
        words_before = sum(t.kind != "p" for t in tokens[begin:index])
        words_after = sum(t.kind != "p" for t in tokens[index + 1 :])
        if words_before < MIN_WORDS or words_after < MIN_WORDS:
            continue
        cuts.append(cut)
        begin = sentence.index(cut[1])
    return cuts


def _around(sentence: Sentence, begin: int, index: int, follows: int) -> tuple[int, int]:
    before = sum(t.kind != "p" for t in sentence.tokens[begin:index])
    after = sum(t.kind != "p" for t in sentence.tokens[follows:])
    return before, after


def _until(sentence: Sentence, start: int) -> int:
    """The end of the clause that begins at a token: the next comma, colon or semicolon."""
    for index in range(start, len(sentence.tokens)):
        if sentence.tokens[index].text in ",;:":
            return index
    return len(sentence.tokens)


def _has(sentence: Sentence, spans: Sequence[Span], first: int, last: int) -> bool:
    if first >= last or first >= len(sentence.tokens):
        return False
    lo, hi = sentence.tokens[first].start, sentence.tokens[min(last, len(sentence.tokens)) - 1].end
    return any(lo <= start < hi for start, _ in spans)


def _frames_in(frames: Sequence[Frame], first: int, last: int) -> list[Frame]:
    return [frame for frame in frames if first <= frame.first < last]


def _predicates(sentence: Sentence, first: int, last: int) -> list[Hit]:
    """Hits that show that a stretch says something: verbs of saying and triggers of a kind."""
    return [h for h in sentence.hits if first <= h.first < last and h.table in ("say", "kind", "voice", "negation")]


def _balanced(sentence: Sentence, values: Sequence[Span], begin: int, index: int, end: int) -> bool:
    """Whether both sides of a contrast say something."""
    left = _predicates(sentence, begin, index) or _has(sentence, values, begin, index)
    right = _predicates(sentence, index, end) or _has(sentence, values, index, end)
    return bool(left) and bool(right)


def _separate(
    sentence: Sentence, frames: Sequence[Frame], values: Sequence[Span], begin: int, index: int, follows: int,
    relative: set[int], join: Hit | None,
) -> bool:  # fmt: skip
    """Whether the clause after a comma or a conjunction is a statement of its own."""
    end = _until(sentence, follows)
    left, right = _frames_in(frames, begin, index), _frames_in(frames, follows, end)
    own_left = [h for h in sentence.of("kind") if begin <= h.first < index]
    own_right = [h for h in sentence.of("kind") if follows <= h.first < end]
    words_left = sum(t.kind != "p" for t in sentence.tokens[begin:index])
    words_right = sum(t.kind != "p" for t in sentence.tokens[follows:end])
    if min(words_left, words_right) < MIN_CLAUSE_WORDS:
        return False
    # Two speakers, one on either side.
    if left and right and {f.voice.claimant for f in left} != {f.voice.claimant for f in right}:
        # "A says, B reports" with nothing between is one relayed statement.
        return words_left > 5 and words_right > 4
    if follows in relative:
        speakers = {frame.voice.claimant for frame in left}
        return bool(right) and right[0].voice.rule.startswith("say") and right[0].voice.claimant not in speakers
    kinds_left, kinds_right = {h.label for h in own_left}, {h.label for h in own_right}
    if join is None:
        # "its staff is 900, its turnover 0.4 billion": two figures of two kinds in a row.
        both = _has(sentence, values, begin, index) and _has(sentence, values, follows, end)
        return both and bool(kinds_left and kinds_right) and not kinds_left & kinds_right
    # Each side brings a value and says something.
    both_values = _has(sentence, values, begin, index) and _has(sentence, values, follows, end)
    if both_values and own_left and own_right:
        return True
    negated = [
        bool([h for h in sentence.of("negation", "predicate") if a <= h.first < b])
        for a, b in ((begin, index), (follows, end))
    ]
    return bool(kinds_left and kinds_right) and not kinds_left & kinds_right and negated[0] != negated[1]


def _says_two_things(sentence: Sentence, frames: Sequence[Frame], index: int) -> bool:
    """Whether something is said before a colon already, so that what follows is a statement of its own."""
    if _frames_in(frames, 0, index + 1) or index < MIN_CLAUSE_WORDS:
        return False
    said = [h for h in sentence.of("kind") + sentence.of("voice") if h.first < index]
    told = [h for h in sentence.of("kind") + sentence.of("say") if h.first > index]
    return bool(said) and bool(told)
