"""The facts of an edition as files: every fact, every mention, and no cell that a spreadsheet would run."""

import csv
import io
import json
from dataclasses import replace

from jsonschema import Draft202012Validator

from beleg.render.tables import facts_csv, facts_jsonl
from beleg.schema import schema
from render.records import first


def rows(edition):
    return list(csv.DictReader(io.StringIO(facts_csv(edition).decode("utf-8-sig"), newline="")))


def test_each_fact_is_a_row_as_the_schema_says():
    found = [json.loads(line) for line in facts_jsonl(first()).decode().splitlines()]
    assert [one["id"] for one in found] == [fact.id for fact in first().facts]
    validator = Draft202012Validator(schema())
    for one in found:
        validator.validate(one)


def test_each_mention_is_a_row_with_its_exact_words():
    one = first()
    quotes = {said.id: said.quote for said in one.statements}
    found = rows(one)
    assert [(row["fact"], row["statement"]) for row in found] == [(f.id, m) for f in one.facts for m in f.mentions]
    assert all(row["quote"] == quotes[row["statement"]] for row in found)


def test_spreadsheets_know_the_letters():
    assert facts_csv(first()).startswith(b"\xef\xbb\xbffact,")


def test_no_cell_begins_a_formula_and_none_breaks_a_row():
    one = first()
    odd = ["=1+1", "+1", "-1", "@x", "\t=1", '"; DROP', "a\nb,c"]
    articles = tuple(replace(article, title=odd[at % 7], publisher=odd[(at + 1) % 7]) for at, article in enumerate(one.articles))  # fmt: skip
    statements = tuple(replace(said, claimant=odd[at % 7], via=odd[(at + 3) % 7]) for at, said in enumerate(one.statements))  # fmt: skip
    found = rows(replace(one, articles=articles, statements=statements))
    assert len(found) == sum(len(fact.mentions) for fact in one.facts)
    cells = [cell for row in found for cell in row.values()]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]
    assert {"'=1+1", "'+1", "'-1", "'@x", '"; DROP', "a\nb,c"} <= set(cells)


def test_an_edition_without_facts_has_a_header_alone():
    empty = replace(first(), facts=(), stories=(), statements=())
    assert rows(empty) == []
    assert facts_jsonl(empty) == b""
