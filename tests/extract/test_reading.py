"""An article laid out for the steps: which blocks speak, and what is found in their sentences."""

from __future__ import annotations

import pytest

from beleg.extract.reading import Reading, long_quotes, read
from beleg.lexicons import load
from beleg.lexicons.register import load_register
from extract.samples import article


def laid(text: str, language: str = "de", **matter: str) -> Reading:
    own = article(text, language, **matter)
    return read(own, load(own.language, own.script), load_register())


def test_titles_headings_and_links_hold_no_sentence():
    text = """Eine neue Pumpe für AWS

Die Pumpe fördert 40 Liter. Sie ist leise.

Was sie kostet

Sie kostet 900 Euro.

- Ein Ventil gehört dazu.

Mehr zum Thema: https://example.org/pumpe
"""
    reading = laid(text)
    quoted = [text[s.start : s.end] for s in reading.sentences]
    assert quoted == [
        "Die Pumpe fördert 40 Liter.", "Sie ist leise.", "Sie kostet 900 Euro.", "Ein Ventil gehört dazu.",
    ]  # fmt: skip
    assert [(s.block.kind, s.position) for s in reading.sentences] == [
        ("paragraph", 0), ("paragraph", 1), ("paragraph", 0), ("item", 0),
    ]  # fmt: skip
    assert "AWS" in {name.name for name in reading.title_names}


def test_hits_names_and_spans_are_those_of_the_text():
    text = "Vorspann ohne Belang.\n\nDer Hersteller Oldermann sagt, dass die Pumpe läuft."
    sentence = laid(text).sentences[1]
    say = sentence.of("say", "claim")[0]
    start, end = sentence.span(say)
    assert text[start:end].startswith("sagt")
    assert [text[n.start : n.end] for n in sentence.names] == ["Oldermann"]
    assert sentence.of("role", "vendor") == [hit for hit in sentence.hits if hit.label == "vendor"]
    assert sentence.index(start) == say.first
    assert sentence.index(sentence.end) == len(sentence.tokens)


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Er sagte „das läuft seit vielen Wochen gut“ und ging.", ["„das läuft seit vielen Wochen gut“"]),
        ("Er sagte »das läuft seit vielen Wochen gut« und ging.", ["»das läuft seit vielen Wochen gut«"]),
        ("Он сказал: «Это работает уже много недель».", ["«Это работает уже много недель»"]),
        ('Rekao je: "To radi već mnogo nedelja."', ['"To radi već mnogo nedelja."']),
        ("Рекао је: „То ради већ много недеља.”", ["„То ради већ много недеља.”"]),
        ("Der Modus „Stiller Hof“ und «cuda» sind Namen.", []),
        ("„Offen bleibt ein Zitat ohne sein Ende", []),
    ],
)
def test_quotes(text: str, quotes: list[str]):
    """Speech in the marks of each language; a few words in marks are a name."""
    assert [text[start:end] for start, end in long_quotes(text, 0, len(text))] == quotes


def test_what_stands_in_quotes():
    text = "Er sagte „das läuft seit vielen Wochen gut“ und ging."
    sentence = laid(text).sentences[0]
    assert sentence.quoted(text.index("Wochen"))
    assert not sentence.quoted(text.index("ging"))


@pytest.mark.parametrize("text", ["Titel ohne Satz\n", "- \n\nEin Satz.", "Ein Satz.\n\n\n\n   \n\nNoch einer."])
def test_odd_layouts(text: str):
    """Nothing is laid out that has no words."""
    assert all(sentence.tokens for sentence in laid(text, publisher="Talbote").sentences)


def test_years_come_from_the_date_of_the_article():
    assert [d.date for d in laid("Die Pumpe kam am 3. Mai.", published="2026-06-01").values.dates] == ["2026-05-03"]
    assert [d.date for d in laid("Die Pumpe kam am 3. Mai.").values.dates] == ["--05-03"]


def test_a_quote_over_two_sentences():
    text = "„Das läuft seit vielen Wochen gut. Wir sind damit sehr zufrieden“, sagte sie."
    assert laid(text).sentences[0].quoted(text.index("vielen"))
