"""What `beleg statements` and `beleg facts` print is what `beleg schema` says."""

import json
import shutil

import pytest
from jsonschema import Draft202012Validator

from fakes import CORPUS, HELD_OUT


@pytest.fixture
def validator(beleg, tmp_path):
    schema = json.loads(beleg(tmp_path, "schema").out)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def rows(beleg, project, validator, *command):
    found = [json.loads(line) for line in beleg(project, *command).out.splitlines()]
    for row in found:
        problem = next(validator.iter_errors(row), None)
        assert problem is None, f"{row['id']}: {problem}"
    return found


def test_rows_of_the_own_sources(beleg, stories, validator):
    """They are valid, point at one another, and quote exactly what stands in the article's text."""
    statements = {row["id"]: row for row in rows(beleg, stories, validator, "statements")}
    facts = {row["id"]: row for row in rows(beleg, stories, validator, "facts")}
    conflicts = rows(beleg, stories, validator, "facts", "--conflicts")
    assert {side["fact"] for row in conflicts for side in row["sides"]} == {
        n for n, row in facts.items() if row["conflicts"]
    }
    assert {row["language"] for row in statements.values()} == {"de", "ru", "sr"}
    for row in statements.values():
        text = (stories / "sources" / row["article"]).read_text("utf-8").split("\n---\n", 1)[-1]
        assert text[row["start"] : row["end"]] == row["quote"]
        assert row["id"] in facts[row["fact"]]["mentions"]
    for row in facts.values():
        assert set(row["mentions"]) <= statements.keys()
        assert sorted(m for origin in row["origins"] for m in origin["mentions"]) == sorted(row["mentions"])
        assert all(row["id"] in facts[other]["conflicts"] for other in row["conflicts"])


@pytest.mark.slow
def test_rows_of_the_corpus(beleg, project, validator):
    for path in sorted(CORPUS.glob("*/*.txt")):
        if path.parent.name not in HELD_OUT:
            target = project / "sources" / path.parent.name / path.name
            target.parent.mkdir(exist_ok=True)
            shutil.copy(path, target)
    articles = {path.relative_to(project / "sources").as_posix() for path in project.rglob("*.txt")}
    assert {row["article"] for row in rows(beleg, project, validator, "statements")} == articles
    assert len(rows(beleg, project, validator, "facts")) > 500


@pytest.mark.parametrize(
    ("field", "value"),
    [("evidence", "claim"), ("id", "s-1"), ("start", "0"), ("dates", ["20.10.2026"]), ("schema", 2), ("more", 1)],
)
def test_a_wrong_row_is_refused(beleg, stories, validator, field, value):
    shutil.rmtree(stories / "sources" / "browser")
    shutil.rmtree(stories / "sources" / "solidstate")
    row = json.loads(beleg(stories, "statements").out.splitlines()[0])
    assert validator.is_valid(row)
    assert not validator.is_valid(row | {field: value})
