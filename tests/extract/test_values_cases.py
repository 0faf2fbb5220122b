"""Values in the text cases: one line a case, with what must be found in it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from beleg.extract.values import Values, find_values
from beleg.lexicons import load

CASES = Path(__file__).parents[1] / "cases" / "text"
# The unit of a case is binding where it is one of these; the cases write some in the singular.
UNITS = {"percentage_points": "percentage_point", "basis_points": "basis_point"}
BINDING = {"EUR", "USD", "RUB", "GB", "percent", "percentage_point", "basis_point", "celsius"}
FILES = ("versions-vs-dates", "numbers-ru", "dashes", "space-separators")


def rows() -> list[dict[str, object]]:
    return [json.loads(line) for name in FILES for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def found(text: str, tag: str, reference: str | None = None) -> Values:
    language, _, script = tag.partition("-")
    return find_values(text, load(language, script or ("Cyrl" if language == "ru" else "Latn")), reference)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["text"])
def test_line(row):
    values = found(row["text"], row["lang"], row.get("article_date"))
    if "versions" in row:
        assert [v.version for v in values.versions] == row["versions"]
    if "dates" in row:
        assert [d.date for d in values.dates] == row["dates"]
    if "quantities" in row:
        got = [q.quantity for q in values.quantities]
        wanted = row["quantities"]
        assert [(q.value, q.value_to, q.qualifier) for q in got] == [
            (q["value"], q.get("value_to"), q["qualifier"]) for q in wanted
        ]
        for q, one in zip(got, wanted, strict=True):
            if one["unit"] in BINDING:
                assert UNITS.get(q.unit, q.unit) == one["unit"]
    assert not {q.quantity.value for q in values.quantities} & set(row.get("must_not", ()))


def test_invisible_characters_are_no_part_of_a_value_but_of_its_span():
    text = (CASES / "invisible-chars.txt").read_text("utf-8")
    values = found(text, "de")
    assert [(q.quantity.value, q.quantity.unit) for q in values.quantities] == [(1200, "EUR"), (5, "percent")]
    assert [v.version for v in values.versions] == ["4.2"]
    assert [text[v.start : v.end] for v in values.versions] == ["4\u2060.2"]
    first = values.quantities[0]
    assert text[first.start : first.end].startswith("1\u2060")
    assert text[first.start : first.end].endswith("Euro")


def test_decomposed_letters_give_the_same_values():
    composed = found("Am 3. März waren es fünf Geräte.", "de", "2026-10-14")
    decomposed = found("Am 3. Ma\u0308rz waren es fu\u0308nf Gera\u0308te.", "de", "2026-10-14")
    assert [d.date for d in decomposed.dates] == [d.date for d in composed.dates] == ["2026-03-03"]
    assert decomposed.quantities[0].quantity.value == 5


@pytest.mark.parametrize(
    "pattern", ["1.1,1", "1 ", "1\u00a0", "1\u202f", "–", "5–", "z. B. ", "a@a.a", "? ", "„“", "<", "zwei ", "und ", "12 und ", "1.1.", "2.*", "(1"]
)  # fmt: skip
@pytest.mark.parametrize("tag", ["de", "ru", "sr-Latn"])
def test_repeated_patterns_take_linear_time(pattern, tag):
    text = pattern * (30_000 // len(pattern))
    start = time.process_time()
    values = found(text, tag, "2026-10-14")
    assert time.process_time() - start < 1
    assert not values.dates


def test_repeated_digits_are_no_number():
    for text in ("1.1,1" * 20_000, "1 " * 20_000, "1\u00a0" * 20_000):
        assert found(text, "de") == Values((), (), ())
