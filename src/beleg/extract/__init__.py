"""One article to its statements: a pure function of text, metadata, lexicon and names register."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from beleg.extract.attribution import Attributor, tagged
from beleg.extract.frames import OPENING
from beleg.extract.kinds import kind, modality, polarity
from beleg.extract.model.features import value_features
from beleg.extract.model.judge import Judge
from beleg.extract.model.weights import load_weights
from beleg.extract.parties import Book, Party, book, parties
from beleg.extract.reading import Reading, Sentence, read
from beleg.extract.speech import Speech
from beleg.extract.tables import row_voices
from beleg.extract.units import units
from beleg.extract.voices import Voice
from beleg.lexicons import load
from beleg.lexicons.register import Register
from beleg.records import Article, Kind, Span, Statement

# How much text around a quote goes into its selector, in code points.
AROUND = 32
# A unit of fewer words that holds no value says nothing that could stand in a bullet.
MIN_STATEMENT_WORDS = 3
# Tables of the lexicon whose words tell who speaks, not what; and how short a word is that tells nothing by itself.
_REPORTING = ("claim", "impersonal")
_FRAMING = frozenset({"source", "document", "anaphor", "clause", "role"})
LITTLE = 3


def extract(article: Article, register: Register, *, by_rules: bool = False) -> tuple[Statement, ...]:
    """The statements of an article, in the order of its text.

    What the article alone can't tell stays open: a role with `role_from="open"`, a date without its year.

    Args:
        article: The article as it was read.
        register: The names that are known beforehand.
        by_rules: Leave the model aside, and have the rules decide alone.
    """
    reading = read(article, load(article.language, article.script), register)
    found = [parties(sentence) for sentence in reading.sentences]
    known = book(reading, found)
    attributor = Attributor(reading, known, found, None if by_rules else load_weights(article.language))
    statements: list[Statement] = []
    seen: dict[str, int] = {}
    listed: Kind | None = None
    for sentence, spans, voices in tagged(voiced(reading, known, found, attributor)):
        if sentence.block.kind != "item":
            listed = lead_in(article.text, sentence)
        said = attributor.said[id(sentence)]
        for span, voice in zip(spans, voices, strict=True):
            if not _says_something(reading, sentence, span):
                continue
            statements.append(_statement(reading, known, attributor.judge, sentence, span, voice, said, seen, listed))
    return tuple(statements)


def voiced(
    reading: Reading, known: Book, found: Sequence[Sequence[Party]], attributor: Attributor
) -> list[tuple[Sentence, list[Span], list[Voice]]]:
    """The sentences of an article, each cut into units with the voice of each; quotes that are tagged later stay open."""
    parts: list[tuple[Sentence, list[Span], list[Voice]]] = []
    for sentence, own in zip(reading.sentences, found, strict=True):
        frames = attributor.frames(sentence, own)
        spans = units(reading.article.text, sentence, frames, reading.within((sentence.start, sentence.end)))
        voices = attributor.voices(sentence, spans, frames)
        if sentence.block.kind == "row":
            voices = row_voices(reading, known, sentence, spans, voices)
        parts.append((sentence, spans, voices))
    return parts


def lead_in(text: str, sentence: Sentence) -> Kind | None:
    """The kind that a list's lead-in announces; None if the sentence is none, or says nothing of it."""
    if text[sentence.end - 1] != ":":
        return None
    hits = sentence.of("kind")
    return max(hits, key=lambda hit: hit.entry.weight).label if hits else None  # type: ignore[return-value]


def _says_something(reading: Reading, sentence: Sentence, span: Span) -> bool:
    """Whether a unit is a statement: no bare question, no mere introduction of a speaker or a list."""
    text = reading.article.text
    found = reading.within(span)
    has_value = any(found)
    if text[span[1] - 1] == "?" and not sentence.quotes:
        return False
    closing = text[sentence.end - 1] == ":" or text[span[1] : span[1] + 1] == ":"
    if closing and sentence.end - span[1] <= 1 and not has_value:
        return False
    counted = found.quantities or found.versions or sentence.block.kind == "row"
    if not counted and not _has_content(reading, sentence, span):
        return False
    if has_value or sentence.block.kind == "row":
        return True
    first, last = sentence.index(span[0]), sentence.index(span[1])
    words = sum([token.kind != "p" for token in sentence.tokens[first:last]])
    return words >= MIN_STATEMENT_WORDS or (words > 1 and bool(sentence.within(span, "kind")))


def _has_content(reading: Reading, sentence: Sentence, span: Span) -> bool:
    """Whether a unit has words of its own beside who says it and when: "so the release notes say" has none."""
    first, last = sentence.index(span[0]), sentence.index(span[1])
    framing = {
        index
        for hit in sentence.hits
        if hit.entry.table in _FRAMING or (hit.entry.table == "say" and hit.entry.label in _REPORTING)
        for index in ((hit.first, hit.last - 1) if "_" in hit.entry.rest else range(hit.first, hit.last))
    }
    aside = [(d.start, d.end) for d in reading.within(span).dates]
    aside += [(n.start, n.end) for n in sentence.names if n.type == "place"]
    for index in range(first, last):
        text, _, start, _, mark = sentence.tokens[index]
        own = len(text) > LITTLE and mark != "p" and index not in framing
        if own and not any(begin <= start < end for begin, end in aside):
            return True
    return False


def _statement(
    reading: Reading,
    known: Book,
    judge: Judge | None,
    sentence: Sentence,
    span: Span,
    voice: Voice,
    said: Sequence[Speech],
    seen: dict[str, int],
    listed: Kind | None,
) -> Statement:
    article = reading.article
    start, end = span
    quote = article.text[start:end]
    dates, quantities, versions = reading.within(span)
    told = _told(span, said, voice)
    what, lead, triggers = kind(span, sentence, voice, quantities, versions, dates, listed)
    negated, mood = polarity(span, sentence, voice), modality(span, sentence, voice, dates, article.dated)
    fired = tuple(f"kind.{what}: {form}" for form in triggers)
    if voice.instead:
        fired += (f"model: rather than {voice.instead}",)
    # The model's confidence is set right already; the rules' grows with the lead of the kind.
    sure = voice.confidence if judge else min(1.0, voice.confidence * (0.8 + 0.2 * min(1.0, lead * 2)))
    if judge:
        about = value_features(what, lead, voice, quantities, versions, dates, negated, mood, listed, sentence)
        ruled, (what, lead) = what, judge.kind(sentence, span, about)
        if what != ruled:
            fired += (f"model: {what} rather than {ruled}",)
    fired += tuple(dict.fromkeys(f"sequel.{hit.label}: {hit.entry.form}" for hit in sentence.within(span, "sequel")))
    names = tuple(dict.fromkeys(n.name for n in sentence.names if start <= n.start < end and n.type != "place"))
    concepts = tuple(dict.fromkeys(h.label for h in sentence.within(span, "concept")))
    seen[quote] = seen.get(quote, 0) + 1
    by_date = dict.fromkeys((d.date, d.role) for d in dates)
    unique = dict(reversed(by_date))
    return Statement(
        id=identifier(article.id, quote, seen[quote]),
        article=article.id,
        start=start,
        end=end,
        quote=quote,
        prefix=article.text[max(0, start - AROUND) : start],
        suffix=article.text[end : end + AROUND],
        language=article.language,
        script=article.script,
        evidence=voice.evidence,
        kind=what,
        subject=_subject(known, sentence, names),
        claimant=voice.claimant,
        speaker_role=voice.speaker_role,
        via=voice.via if voice.evidence not in ("unattributed", "publisher_analysis") else None,
        origin=reading.register.party(voice.claimant) if voice.claimant else None,
        polarity=negated,
        modality=mood,
        dates=tuple(dict.fromkeys(d.date for d in dates)),
        date_roles=tuple(unique[date] for date in dict.fromkeys(d.date for d in dates)),
        quantities=tuple(q.quantity for q in quantities),
        versions=tuple(dict.fromkeys(v.version for v in versions)),
        names=names,
        concepts=concepts,
        cue=told.cue if told else voice.cue if voice.cue and start <= voice.cue[0] < end else None,
        claimant_span=_claimant_span(span, voice, told),
        content=told.content if told else span if voice.speech == "none" else _content(article.text, span, voice),
        speech=told.manner if told else voice.speech,
        role=voice.role,
        role_from=voice.role_from,
        rules=(voice.rule, *fired),
        confidence=round(sure, 2),
    )


def identifier(article: str, quote: str, occurrence: int) -> str:
    """A statement's identifier: it follows from article and quote alone, not from offsets."""
    key = f"{article}\0{quote}\0{occurrence}".encode()
    return f"s-{hashlib.blake2b(key, digest_size=6).hexdigest()}"


def _subject(known: Book, sentence: Sentence, names: Sequence[str]) -> str | None:
    """What a unit is about: the article's subject, unless it opens with another product and does not name that one."""
    if known.subject in names:
        return known.subject
    opening = next((n for n in sentence.names if n.name in names), None)
    if opening and opening.type == "product" and sentence.index(opening.start) < OPENING:
        behind = sentence.index(opening.end)
        # "The PyTorch post" is about what it posts.
        if not any(hit.first <= behind < hit.last for hit in sentence.of("document")):
            return opening.name
    return known.subject


def _told(span: Span, said: Sequence[Speech], voice: Voice) -> Speech | None:
    """The speech that a unit tells, cut to it: of several the one of which it says most.

    Where nobody is known to stand behind the unit, a cue without a speaker beside it reports nothing.
    """
    start, end = span
    inside = [
        one._replace(content=(max(start, one.content[0]), min(end, one.content[1])))
        for one in said
        if one.content[0] < end
        and start < one.content[1]
        and start <= one.cue[0]
        and one.cue[1] <= end
        and (one.speaker or voice.claimant)
    ]
    return max(inside, key=lambda one: one.content[1] - one.content[0], default=None)


def _claimant_span(span: Span, voice: Voice, told: Speech | None) -> Span | None:
    """The words that name who speaks: those of the cue, with what the sentence's shape adds to them."""
    named, shaped = voice.claimant_span, told.speaker if told else None
    if shaped and (named is None or (shaped[0] <= named[0] and named[1] <= shaped[1])):
        named = shaped
    return named if named and span[0] <= named[0] and named[1] <= span[1] else None


def _content(text: str, span: Span, voice: Voice) -> Span:
    """What is said without its attribution, where the frame stands at one end of the unit, and without marks."""
    start, end = span
    marks = [m for m in (voice.cue, voice.claimant_span) if m and start <= m[0] < end]
    if marks:
        first, last = min(m[0] for m in marks), max(m[1] for m in marks)
        start, end = (last, end) if first - start <= end - last else (start, first)
    while start < end and (text[start].isspace() or text[start] in ',;:–—„“”«»"'):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ',;:–—„“”«»"'):
        end -= 1
    return (start, end) if end > start else span


__all__ = ["extract"]
