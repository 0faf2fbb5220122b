"""`beleg facts --conflicts`, and what `review` and `explain` tell of a conflict."""

import csv
import io
import json

import pytest

FIRST = "Bei dem Zugunglück von Werlau sind nach Angaben der Polizei {} Menschen verletzt worden."
NO_LONGER = "Zunächst war von zwölf Verletzten die Rede."


@pytest.fixture
def accident(project):
    """Two papers of two days on one accident; the second says that the first number holds no longer."""
    for name, publisher, day, text in (
        ("de1.md", "Bote", 20, FIRST.format("zwölf")),
        ("de2.md", "Tagblatt", 21, f"{FIRST.format(19)} {NO_LONGER}"),
    ):
        front = f"---\ntitle: Unfall bei Werlau\npublisher: {publisher}\npublished: 2026-10-{day}\nlanguage: de\n---\n"
        (project / "sources" / name).write_text(f"{front}{text}\n", "utf-8")
    return project


def rows(beleg, project, *arguments):
    return [json.loads(line) for line in beleg(project, "facts", "--conflicts", *arguments).out.splitlines()]


def test_every_conflict_with_both_sides(beleg, stories):
    """A side has its value, its origins and each of its mentions with paper, language and date; facts name one another."""
    found = rows(beleg, stories)
    facts = {row["id"]: row for row in map(json.loads, beleg(stories, "facts").out.splitlines())}
    assert {frozenset((name, other)) for name, row in facts.items() for other in row["conflicts"]} == {
        frozenset(side["fact"] for side in row["sides"]) for row in found
    }
    for row in found:
        assert row["relation"] == "update" if row["newer"] else row["relation"] == "contradiction"
        for side in row["sides"]:
            fact = facts[side["fact"]]
            assert side["value"]
            assert [one["statement"] for one in side["mentions"]] == fact["mentions"]
            assert [one["party"] for one in side["origins"]] == [one["party"] for one in fact["origins"]]
            assert sorted({one["language"] for one in side["mentions"]}) == side["languages"]
            assert all(one["quote"] and one["article"] for one in side["mentions"])


def test_an_update_names_its_newer_side(beleg, accident):
    (row,) = rows(beleg, accident)
    assert (row["about"], row["relation"]) == ("quantity", "update")
    values = {side["fact"]: side["value"][0].split()[0] for side in row["sides"]}
    assert sorted(values.values()) == ["12", "19"]
    assert values[row["newer"]] == "19"


def test_as_a_table_and_as_csv(beleg, stories):
    found = rows(beleg, stories)
    lines = beleg(stories, "facts", "--conflicts", "--format", "table").out.splitlines()
    assert len(lines) == sum(len(row["sides"]) for row in found)
    read = list(csv.DictReader(io.StringIO(beleg(stories, "facts", "--conflicts", "--format", "csv").out)))
    told = [(row["id"], one["statement"]) for row in found for side in row["sides"] for one in side["mentions"]]
    assert [(row["conflict"], row["statement"]) for row in read] == told


def test_review_lists_both_sides_with_lines_that_settle_them(beleg, accident):
    """Pasted, they change nothing; with `split`, or with one side's only mention dropped, the conflict is gone."""
    (conflict,) = rows(beleg, accident)
    waiting = json.loads(beleg(accident, "review", "--json").out)
    (entry,) = [one for one in waiting if one["why"] == "conflict"]
    told = "\n".join(entry["told"])
    for words in (
        conflict["id"],
        "an update in quantity",
        "older: 12",
        "newer: 19",
        "Tagblatt, de, 2026-10-21, de2.md",
    ):
        assert words in told
    assert entry["paste"].count("[[decision]]") == len(conflict["sides"])
    # As it stands it changes nothing.
    decisions = accident / "sources" / "decisions.toml"
    decisions.write_text("\n".join(entry["paste"]) + "\n", "utf-8")
    assert len(rows(beleg, accident)) == 1
    split = [line.removeprefix("# ") if line.startswith("# split") else line for line in entry["paste"]]
    decisions.write_text("\n".join(split) + "\n", "utf-8")
    assert rows(beleg, accident) == []
    # The newer side was told once.
    second = entry["paste"].index("[[decision]]", entry["paste"].index("[[decision]]") + 1)
    decisions.write_text("\n".join([*entry["paste"][second : second + 3], "drop = true"]) + "\n", "utf-8")
    assert rows(beleg, accident) == []


def test_explain_says_why_a_conflict_was_found(beleg, accident):
    (conflict,) = rows(beleg, accident)
    out = beleg(accident, "explain", conflict["id"][:6]).out
    assert out.startswith(f"{conflict['id']}: an update in quantity")
    assert "they differ in quantity, and words say which of the two holds" in out
    assert "an update: the other's words: zunächst war _ die rede" in out
    # Both facts follow, as they are explained by themselves.
    assert all(f"\n{side['fact']}  " in out for side in conflict["sides"])


def test_explain_a_contradiction(beleg, stories):
    conflict = next(row for row in rows(beleg, stories) if row["relation"] == "contradiction")
    out = beleg(stories, "explain", conflict["id"]).out
    assert "a contradiction: neither words nor dates show" in out


def test_explain_a_conflict_that_is_not_there(beleg, stories):
    run = beleg(stories, "explain", "c-nothing")
    assert run.code == 1
    assert "`beleg facts --conflicts` prints the identifiers" in run.err
