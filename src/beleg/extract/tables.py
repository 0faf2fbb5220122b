"""Voices of table cells: the maker's column is its claim, the measured one is evidence."""

from __future__ import annotations

from collections.abc import Sequence

from beleg.extract.parties import Book
from beleg.extract.reading import Reading, Sentence
from beleg.extract.voices import Voice
from beleg.lexicons.tokens import tokenize
from beleg.records import Evidence, Role, Span


def row_voices(
    reading: Reading, known: Book, sentence: Sentence, spans: Sequence[Span], default: Sequence[Voice]
) -> list[Voice]:
    """The voice of each unit of a row, by the header of its column.

    The header is the nearest heading or row above that names the columns with the same separator. A column belongs to
    the publisher if the header names it or its own test, to the vendor if it names the vendor or one of its documents.
    """
    header = _header(reading, sentence)
    if header is None:
        return list(default)
    columns = header.split("|")[1:]
    voices = list(default)
    for number in range(min(len(spans), len(columns))):
        voice = _column(reading, known, columns[number])
        if voice:
            voices[number] = voice
    return voices


def _header(reading: Reading, sentence: Sentence) -> str | None:
    text = reading.article.text
    above = reading.above[sentence.paragraph]
    if above is None:
        return None
    line = text[above.start : above.end]
    return line if line.count("|") == text[sentence.start : sentence.end].count("|") else None


def _column(reading: Reading, known: Book, title: str) -> Voice | None:
    hits = reading.lexicon.match(tokenize(title))
    publisher = reading.article.publisher
    document = next((h.label for h in hits if h.table == "document"), None)
    role: Role | None = None
    claimant: str | None = None
    if (publisher and publisher.casefold() in title.casefold()) or any(
        h.table == "voice" and h.label in ("own_test", "first_person") for h in hits
    ):
        role, claimant = "laboratory", publisher
    elif (
        (document and document not in ("study", "test report", "survey"))
        or any(h.table == "role" and h.label == "vendor" for h in hits)
        or (known.vendor and known.vendor in title)
    ):
        role, claimant = "vendor", known.vendor
    elif any(h.table == "role" and h.label == "laboratory" for h in hits) or any(
        h.table == "say" and h.label == "find" for h in hits
    ):
        role, claimant = "laboratory", publisher
    if role is None:
        return None
    evidence: Evidence = "vendor_claim" if role == "vendor" else "independent_evidence"
    return Voice(
        evidence=evidence, claimant=claimant, role=role, role_from=f"text: {title.strip(' ()')}", rule="table.column",
        confidence=0.85, via=document if role == "vendor" else None,
    )  # fmt: skip
