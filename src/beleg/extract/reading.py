"""An article laid out for the steps: sentences with their tokens, lexicon hits, names, values and quotes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from beleg.extract.names import NameFound, find_names
from beleg.extract.sentences import sentences
from beleg.extract.values import Values, find_values
from beleg.lexicons import Hit, Lexicon
from beleg.lexicons.register import Register
from beleg.lexicons.tokens import Token, tokenize
from beleg.records import Article, Block, Span

# Blocks that hold statements; titles, bylines, headings and link lists hold none.
SPEAKING = ("paragraph", "item", "turn", "row")
# Marks that close what stands before them: a clause never reaches over one.
HARD_MARKS = frozenset(";:|")
QUOTE_MARKS = frozenset('„“”«»"')
# Opening and closing quotation marks of the three languages; „…“ closes with what opens in English, so pairs decide.
_QUOTED = re.compile(r"„[^„“”\n]*[“”]|“[^“”\n]*”|»[^«»\n]*«|«[^«»\n]*»|\"[^\"\n]*\"")

# «…, — says X. — …»: what stands between the dashes is not quoted.
_TAG = re.compile(r"[,?!…]\s[—–]\s(?=[^\W\d_])[^—–«»„“”\n]{3,160}[.,]\s[—–]\s")


_NONE: list[Hit] = []


@dataclass(slots=True)
class Sentence:
    """A sentence, or a cell of a table row, with all that was found in it."""

    block: Block
    # Index of the block among the article's, and of the sentence within the block.
    paragraph: int
    position: int
    start: int
    end: int
    tokens: Sequence[Token]
    hits: Sequence[Hit]
    names: Sequence[NameFound]
    # Quoted stretches, with their marks; one may begin before the sentence, or end behind it.
    quotes: Sequence[Span]
    # Where the tokens start in the text.
    starts: list[int] = field(init=False)
    # The hits by table, and by table and classes: the steps ask for them many times a sentence.
    tables: dict[str, list[Hit]] = field(init=False)
    classes: dict[tuple[str, tuple[str, ...]], list[Hit]] = field(init=False)
    # Indexes of the tokens that stand behind a preposition, and of those that open a that-clause.
    prepositions: frozenset[int] = field(init=False)
    that: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = [token.start for token in self.tokens]
        self.tables = {}
        self.classes = {}
        for hit in self.hits:
            self.tables.setdefault(hit.table, []).append(hit)
        clauses = self.tables.get("clause", [])
        self.prepositions = frozenset([hit.last for hit in clauses if hit.label == "preposition"])
        self.tables["clause"] = [h for h in clauses if h.label != "relative" or self._opens_clause(h.first)]
        # "So that" opens no content.
        other = self.of("clause", "cause", "contrast")
        opening = self.of("clause", "that")
        self.that = frozenset([h.first for h in opening if not any(o.first < h.first < o.last for o in other)])

    def _opens_clause(self, index: int) -> bool:
        """Whether a comma, or one and a preposition, stands before a token: German articles are relative pronouns, too."""
        before = index - 2 if index in self.prepositions else index - 1
        return before >= 0 and self.tokens[before].kind == "p"

    def of(self, table: str, *labels: str) -> list[Hit]:
        """The hits of a table, of some of its classes if any are named; not to be changed."""
        hits = self.tables.get(table, _NONE)
        if not labels or not hits:
            return hits
        found = self.classes.get((table, labels))
        if found is None:
            found = self.classes[table, labels] = [hit for hit in hits if hit.label in labels]
        return found

    def within(self, unit: Span, table: str, *labels: str) -> list[Hit]:
        """The hits of a table that begin in a part of the sentence."""
        hits = self.of(table, *labels)
        if not hits:
            return hits
        first, last = bisect_left(self.starts, unit[0]), bisect_left(self.starts, unit[1])
        return [hit for hit in hits if first <= hit.first < last]

    def span(self, hit: Hit) -> Span:
        """A hit's span in the article's text."""
        return self.tokens[hit.first].start, self.tokens[hit.last - 1].end

    def quoted(self, at: int) -> bool:
        """Whether a position in the text lies within quotation marks."""
        return bool(self.quotes) and any(start < at < end for start, end in self.quotes)

    def index(self, at: int) -> int:
        """The index of the first token that starts at or after a position in the text."""
        return bisect_left(self.starts, at)


@dataclass(slots=True)
class Reading:
    """An article as the steps see it."""

    article: Article
    lexicon: Lexicon
    register: Register
    sentences: list[Sentence]
    # Hits in the title, bylines and headings: they tell what the article is about, and whose it is.
    frame_hits: list[Hit] = field(default_factory=list)
    title_names: list[NameFound] = field(default_factory=list)
    values: Values = field(default_factory=lambda: Values((), (), ()))
    # Where the values of each sort start, and what was asked of them so far: the steps ask the same of a unit again.
    starts: tuple[list[int], ...] = field(init=False)
    parts: dict[Span, Values] = field(init=False, default_factory=dict)
    # What stands above the table of each of the article's blocks: the nearest that is no row, or a row without a number.
    above: list[Block | None] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.starts = tuple([one.start for one in found] for found in self.values)
        above: Block | None = None
        for block in self.article.blocks:
            self.above.append(above)
            if block.kind != "row" or not self.counts((block.start, block.end)):
                above = block

    def within(self, unit: Span) -> Values:
        """The values that begin in a part of the text."""
        part = self.parts.get(unit)
        if part is None:
            begin, end = unit
            cuts = [(bisect_left(starts, begin), bisect_left(starts, end)) for starts in self.starts]
            dates, quantities, versions = self.values
            part = self.parts[unit] = Values(
                dates[slice(*cuts[0])], quantities[slice(*cuts[1])], versions[slice(*cuts[2])]
            )
        return part

    def counts(self, unit: Span) -> bool:
        """Whether a part of the text brings a number."""
        return bool(self.within(unit).quantities)


def long_quotes(text: str, start: int, end: int, *, least: int = 4) -> list[Span]:
    """Quoted stretches of more than `least` words: shorter ones are names and single words, not speech.

    A quote may run over sentences, so `start` and `end` are a block's. A tag between dashes interrupts it.
    """
    result: list[Span] = []
    for match in _QUOTED.finditer(text, start, end):
        if match.group().count(" ") + 1 <= least:
            continue
        begin = match.start()
        for tag in _TAG.finditer(text, *match.span()):
            result.append((begin, tag.start() + 1))
            begin = tag.end()
        result.append((begin, match.end()))
    return result


def _typed(names: tuple[NameFound, ...], values: Values, register: Register) -> tuple[NameFound, ...]:
    """Names with what another mention of them tells.

    Who bears a version ("Vektor DB 4.2") is a program, not a party; a surname alone is the person's whose full name it
    stands for.
    """
    starts = {version.start for version in values.versions}
    versioned = {n.name for n in names if starts & {n.end, n.end + 1} and register.type(n.name) is None}
    people = {n.name for n in names if n.type == "person"}
    return tuple(
        n._replace(type="product") if n.name in versioned else n._replace(type="person") if n.name in people else n
        for n in names
    )


def read(article: Article, lexicon: Lexicon, register: Register) -> Reading:
    """Lay an article out: one pass for sentences and tokens, one for names, one for values."""
    text = article.text
    cut: list[tuple[int, int, Block, Span]] = []
    for number, block in enumerate(article.blocks):
        if block.kind == "row":
            spans: Iterable[Span] = [(block.start, block.end)]
        elif block.kind in SPEAKING:
            spans = sentences(text, lexicon, block.start, block.end)
        else:
            continue
        cut += [(number, position, block, span) for position, span in enumerate(spans)]
    tokens = [tokenize(text, *span) for _, _, _, span in cut]
    around = [block for block in article.blocks if block.kind in ("title", "byline", "heading")]
    around_tokens = [tokenize(text, block.start, block.end) for block in around]
    publisher = (article.publisher,) if article.publisher else ()
    values = find_values(text, lexicon, article.dated[:10] if article.dated else None)
    names = find_names(text, [*around_tokens, *tokens], lexicon, register, publisher)
    names = _typed(names, values, register)
    starts = [name.start for name in names]
    quoted = [
        quote
        for block in article.blocks
        if block.kind in SPEAKING
        for quote in long_quotes(text, block.start, block.end)
    ]
    closing = [end for _, end in quoted]

    def within(span: Span) -> Sequence[NameFound]:
        return names[bisect_left(starts, span[0]) : bisect_left(starts, span[1])]

    def speech(span: Span) -> Sequence[Span]:
        """The quotes that share something with a span; they stand in the order of the text, none inside another."""
        first = last = bisect_right(closing, span[0])
        while last < len(quoted) and quoted[last][0] < span[1]:
            last += 1
        return quoted[first:last]

    laid = [
        Sentence(
            block=block,
            paragraph=number,
            position=position,
            start=span[0],
            end=span[1],
            tokens=own,
            hits=lexicon.match(own),
            names=within(span),
            quotes=speech(span),
        )
        for (number, position, block, span), own in zip(cut, tokens, strict=True)
        if own
    ]
    reading = Reading(article=article, lexicon=lexicon, register=register, sentences=laid, values=values)
    for own in around_tokens:
        reading.frame_hits += lexicon.match(own)
    for block in around:
        if block.kind == "title":
            reading.title_names += within((block.start, block.end))
    if article.title and not any(block.kind == "title" for block in around):
        # A title that only the front matter gives; its names have no place in the text.
        known = {name.name: name.type for name in names}
        # What the text shows to be a name is one in the title as well.
        told = [name for name, kind in known.items() if kind != "person" and name not in publisher]
        titled = find_names(article.title, [tokenize(article.title)], lexicon, register, (*publisher, *told))
        reading.title_names += [name._replace(type=known.get(name.name, name.type)) for name in titled]
    return reading
