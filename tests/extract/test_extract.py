"""An article to its statements: what the whole stage promises, whatever the article says."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest

import fakes
from beleg.errors import ReadError
from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Document, Statement
from extract.samples import cases, statements

CASES = Path(__file__).parents[1] / "cases"
TEXT = """Der Hersteller Oldermann sagt, dass die Pumpe Aquatron 4 leise läuft.

Das Prüflabor Stossmess maß am 3. Mai 38 Dezibel. Wir haben die Aquatron 4 nicht getestet.
"""


def plain(found: tuple[Statement, ...]) -> list[tuple[str, str, str, str | None]]:
    return [(one.id, one.quote, one.evidence, one.claimant) for one in found]


def test_every_field_that_provenance_needs():
    first, second, third = statements(TEXT, "de", publisher="Talbote", published="2026-06-01")
    assert (first.article, first.language, first.script) == ("de.md", "de", "Latn")
    assert (first.evidence, first.claimant, first.role, first.subject) == (
        "vendor_claim",
        "Oldermann",
        "vendor",
        "Aquatron 4",
    )
    assert TEXT[slice(*first.cue or (0, 0))].startswith("sagt")
    assert TEXT[slice(*first.claimant_span or (0, 0))] == "Der Hersteller Oldermann"
    assert TEXT[slice(*first.content or (0, 0))].endswith("die Pumpe Aquatron 4 leise läuft.")
    assert (second.evidence, second.dates, second.quantities[0].value) == ("independent_evidence", ("2026-05-03",), 38)
    assert second.role_from == "text: Prüflabor"
    assert (third.evidence, third.claimant, third.polarity) == ("publisher_analysis", "Talbote", "negated")
    assert all(one.rules and 0 <= one.confidence <= 1 for one in (first, second, third))
    assert all(len(one.date_roles) == len(one.dates) for one in (first, second, third))


def test_identifiers_are_stable_under_added_text():
    """They follow from article and quote: text added before, between or behind moves spans alone."""
    before = {one.quote: one.id for one in statements(TEXT, "de")}
    added = f"Ein Vorspann mit 12 Worten steht hier.\n\n{TEXT}\nDanach kam noch etwas, sagte niemand."
    after = {one.quote: one.id for one in statements(added, "de")}
    assert before.items() <= after.items()


def test_the_same_quote_twice_has_two_identifiers():
    first, second = statements("Die Pumpe kostet 900 Euro.\n\nDie Pumpe kostet 900 Euro.", "de")
    assert first.quote == second.quote
    assert first.id != second.id


def test_identifiers_tell_articles_apart():
    documents = [Document(id=name, data=TEXT.encode(), media_type="text/plain") for name in ("a.txt", "b.txt")]
    one, other = (extract(read(document), load_register()) for document in documents)
    assert not {s.id for s in one} & {s.id for s in other}


@pytest.mark.parametrize("case", [c for c in cases() if not c.cause], ids=lambda case: case.id)
def test_line_ends_change_nothing(case):
    """CRLF and LF give the same statements with the same spans."""
    own = case.document
    windows = dataclasses.replace(own, data=own.data.replace(b"\n", b"\r\n"))
    assert extract(read(windows), load_register()) == extract(read(own), load_register())


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.id)
def test_spans(case):
    """Every statement is true to its text, apart from the others, and holds its own parts."""
    article = read(case.document)
    reached = 0
    for one in extract(article, load_register()):
        assert one.quote == article.text[one.start : one.end]
        assert reached <= one.start < one.end
        assert "\n" not in one.quote
        for span in (one.cue, one.claimant_span, one.content):
            assert span is None or one.start <= span[0] < span[1] <= one.end
        reached = one.end


def test_an_article_without_statements():
    assert statements("Mehr zum Thema: https://example.org", "de") == ()


def _texts(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in (".txt", ".md", ".html", ".jsonl", ".tsv"))


@pytest.mark.parametrize("path", _texts(CASES), ids=lambda path: path.relative_to(CASES).as_posix())
def test_odd_files(path: Path):
    """What is no article is refused by reading; nothing that is read makes extraction fail."""
    media = {".html": "text/html", ".md": "text/markdown"}.get(path.suffix, "text/plain")
    data = path.read_bytes()
    if path.suffix == ".jsonl":
        data = "\n\n".join(json.loads(line).get("text", "") for line in data.decode().splitlines()).encode()
    for head in (b"", b"---\nlanguage: de\n---\n", b"---\nlanguage: ru\n---\n", b"---\nlanguage: sr\n---\n"):
        try:
            article = read(Document(id=path.name, data=head + data, media_type=media))
        except ReadError:
            continue
        for one in extract(article, load_register()):
            assert one.quote == article.text[one.start : one.end]


@pytest.mark.slow
def test_hash_seeds_change_nothing():
    """The order of sets reaches no result: two processes with other seeds print the same."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from extract.samples import cases\n"
        "from beleg.extract import extract\nfrom beleg.read import read\nfrom beleg.lexicons.register import load_register\n"
        "print([extract(read(case.document), load_register()) for case in cases()])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parents[1])],
            env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1


def _seconds(text: str, language: str) -> float:
    data = f"---\nlanguage: {language}\n---\n{text}".encode()
    began = time.perf_counter()
    with contextlib.suppress(ReadError):
        extract(read(Document(id="a.md", data=data, media_type="text/markdown")), load_register())
    return time.perf_counter() - began


def _large() -> list[str]:
    return ["long-line.txt", "no-sentence-end.txt", *(f"redos/{name}.txt" for name in (
        "abk", "anfuehrung", "email", "fragezeichen", "leerzeichen", "nbsp", "spitze-klammern", "striche", "ziffern",
    ))]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", _large())
def test_large_and_repetitive_files_take_linear_time(name: str):
    """Half a megabyte in one line, or one pattern over and over: bounded, and twice the text takes about twice as long."""
    text = (fakes.shared() / "cases" / "text" / name).read_text("utf-8")
    _seconds("Ein Satz.", "de")
    half, whole = _seconds(text[: len(text) // 2], "de"), _seconds(text, "de")
    # Ten seconds for 522 kB, three for 200 kB, two for a pattern; runners may be three times as slow.
    assert whole < {"long-line.txt": 30, "no-sentence-end.txt": 9}.get(name, 6)
    assert whole < 4 * half + 0.5


@pytest.mark.parametrize(
    ("language", "text", "claimant"),
    [
        ("de", "Der Hersteller Miro\u00advit teilte mit, dass die Pumpe leise läuft.", "Mirovit"),
        (
            "sr",
            "Kako je saopštila Agen\u00adcija za lekove, program ispunjava propise.",
            "ALIMS",
        ),
        ("ru", "По данным Рос\u200bстата, число пасек выросло на 4 %.", "Rosstat"),
    ],
)
def test_an_invisible_character_makes_no_other_word(language: str, text: str, claimant: str):
    (one,) = statements(text, language)
    assert claimant in (one.claimant or "")
    (plainly,) = statements(text.replace("\u00ad", "").replace("\u200b", ""), language)
    assert (one.claimant, one.evidence, one.kind) == (plainly.claimant, plainly.evidence, plainly.kind)


@pytest.mark.parametrize(
    ("language", "text", "evidence"),
    [
        (
            "de",
            "Die Universität Marburg, die Kontora einsetzt, maß im Test 20 Prozent weniger Wartezeit.",
            "customer_claim",
        ),
        ("de", "Ein Labor, das Mirovit beauftragt hat, maß 20 Prozent weniger Wartezeit.", "partner_claim"),
        (
            "sr",
            "Medicinski fakultet u Novom Sadu, koji koristi Vidru, izmerio je 20 odsto kraće čekanje.",
            "customer_claim",
        ),
        (
            "ru",
            "Казанский университет, который пользуется «Счётоводом», измерил время: оно на 20 % меньше.",
            "customer_claim",
        ),
        ("ru", "Лаборатория «Испытатель» измерила: батарея держит 800 циклов.", "independent_evidence"),
    ],
)
def test_who_has_a_stake_gives_no_independent_evidence(language: str, text: str, evidence: str):
    assert statements(text, language)[-1].evidence == evidence


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Der Betreiber spare vier Stunden, sagte Mirovit-Geschäftsführerin Anna Brandt der Zeitung."),
        ("ru", "Производитель «Кай» сообщил, что насос тише прежнего на 12 %."),
    ],
)
def test_decomposed_letters_read_like_composed_ones(language: str, text: str):
    composed, decomposed = (statements(unicodedata.normalize(form, text), language) for form in ("NFC", "NFD"))
    assert [(s.claimant, s.evidence, s.kind) for s in composed] == [
        (s.claimant, s.evidence, s.kind) for s in decomposed
    ]
