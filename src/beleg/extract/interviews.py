"""Interviews: which blocks are questions, which are answers, and whose.

Three shapes are told by form alone: turns with speaker labels, turns where a dash opens the answer (or every turn), and
questions in bold or as headings with plain answers between. The last is also how questions and answers to the reader
look, so there the introduction has to announce an interview.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from beleg.extract.parties import Party
from beleg.extract.reading import Reading
from beleg.records import Block

# So many questions make an interview.
MIN_QUESTIONS = 2
DASHES = ("-", "–", "—")
OPENING_QUOTES = tuple('„“«»"')
BODY = ("paragraph", "item", "turn", "heading")


@dataclass(frozen=True, kw_only=True, slots=True)
class Interview:
    """Where an interview's turns stand, as indexes of the article's blocks."""

    questions: frozenset[int]
    answers: frozenset[int]

    @property
    def begins(self) -> int:
        return min(self.questions | self.answers)


def interview(reading: Reading) -> Interview | None:
    """The interview that an article is; None if it is none."""
    text, blocks = reading.article.text, reading.article.blocks
    turns = [number for number, block in enumerate(blocks) if block.kind == "turn"]
    if turns and any(blocks[number].label for number in turns):
        return _labelled(text, blocks, turns, reading.article.publisher)
    if turns:
        answers = {number for number in turns if _mark(text, blocks[number]) in DASHES}
        return _found(set(turns) - answers, answers)
    dashed = [n for n, block in enumerate(blocks) if block.kind == "item" and _mark(text, block) in DASHES]
    if len(dashed) >= 2 * MIN_QUESTIONS and dashed == list(range(dashed[0], dashed[0] + len(dashed))):
        odd, even = dashed[::2], dashed[1::2]
        asked = sum(_asks(text, blocks[n]) for n in odd)
        if asked >= MIN_QUESTIONS and 2 * asked >= len(odd) and not any(_asks(text, blocks[n]) for n in even):
            return _found(set(odd), set(even))
    return _unmarked(reading)


def interviewee(reading: Reading, found: Sequence[Sequence[Party]], told: Interview) -> list[Party]:
    """The persons whom the introduction names, the likeliest to answer first, with all the parties before them."""
    people: list[tuple[bool, int, Party]] = []
    for place, (sentence, own) in enumerate(zip(reading.sentences, found, strict=True)):
        if sentence.paragraph >= told.begins:
            break
        announced = bool(sentence.of("voice", "interview"))
        people += [(announced, place * 1000 + party.first, party) for party in own if party.person]
    # The sentence that announces the interview names its guest; of several persons the last one.
    return [party for _, _, party in sorted(people, key=lambda row: (not row[0], -row[1]))]


def _found(questions: set[int], answers: set[int]) -> Interview | None:
    if len(questions) < MIN_QUESTIONS or not answers:
        return None
    return Interview(questions=frozenset(questions), answers=frozenset(answers))


def _labelled(text: str, blocks: Sequence[Block], turns: Sequence[int], publisher: str | None) -> Interview | None:
    """Who asks is the publisher's label, else the one whose turns end in a question mark oftenest."""
    asked = Counter(label for n in turns if (label := blocks[n].label) and _asks(text, blocks[n]))
    house = {
        b.label
        for b in (blocks[n] for n in turns)
        if b.label and publisher and b.label.casefold() in publisher.casefold()
    }
    asking = house or {label for label, _ in asked.most_common(1)}
    questions = {n for n in turns if blocks[n].label in asking}
    return _found(questions, set(turns) - questions)


def _unmarked(reading: Reading) -> Interview | None:
    """Questions in bold or as headings; only where the introduction says that somebody is being asked."""
    text, blocks = reading.article.text, reading.article.blocks
    body = [n for n, block in enumerate(blocks) if block.kind in BODY]
    asking = [n for n in body if _marked(text, blocks[n]) or blocks[n].kind == "heading" or _asks(text, blocks[n])]
    if sum(_asks(text, blocks[n]) for n in asking) < MIN_QUESTIONS:
        return None
    intro = [s for s in reading.sentences if s.paragraph < asking[0]]
    quoted = (reading.article.title or "")[:1] in OPENING_QUOTES
    if not quoted and not any(s.of("voice", "interview") for s in intro):
        return None
    told = body[body.index(asking[0]) :]
    asked = {n for n in told if _asks(text, blocks[n])}
    if asked <= set(told[::2]) and 2 * len(asked) >= len(told[::2]):
        asking = told[::2]  # strictly in turn: what does not end in a question mark asks by its place
    # A remark of the newsroom at the end is no answer.
    remarks = {s.paragraph for s in reading.sentences if s.of("voice", "not_tested") and s.paragraph > asking[-1] + 1}
    return _found(set(asking), set(told) - set(asking) - remarks)


def _asks(text: str, block: Block) -> bool:
    return text[block.start : block.end].rstrip("*_ ").endswith("?")


def _marked(text: str, block: Block) -> bool:
    """Whether a block is set in bold or italics as a whole."""
    return text[max(0, block.start - 1) : block.start] in ("*", "_") or text[block.start : block.start + 1] in (
        "*",
        "_",
    )


def _mark(text: str, block: Block) -> str:
    """The mark before a block, without its space."""
    return text[max(0, block.start - 3) : block.start].strip()[-1:]
