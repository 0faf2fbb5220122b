import tomllib

import pytest

from beleg.ingest.decisions import (
    Anchor,
    Decision,
    Decisions,
    StoryDecision,
    as_one,
    as_one_story,
    as_read,
    read_decisions,
    two_facts,
)
from fakes import statement


def decisions_of(tmp_path, text):
    (tmp_path / "decisions.toml").write_text(text, "utf-8")
    return read_decisions(tmp_path)


def test_a_project_without_the_file_has_no_decisions(tmp_path):
    assert read_decisions(tmp_path) == (Decisions(), [])


def test_a_decision_is_read(tmp_path):
    found, problems = decisions_of(tmp_path, '[[decision]]\narticle = "a.md"\nquote = "Q."\nclass = "vendor_claim"\n')
    assert problems == []
    assert found.statements == (Decision(article="a.md", quote="Q.", evidence="vendor_claim", line=1),)


def test_the_lines_of_a_merge_and_a_split_are_known(tmp_path):
    other = '{ article = "b.md", quote = "R." }'
    text = (
        f'[[decision]]\narticle = "a.md"\nquote = "Q."\nsplit = {other}\nmerge = {other}\n'
        f'[[decision]]\narticle = "a.md"\nquote = """Q.\nmerge = it"""\nmerge = {other}\n'
    )
    found, problems = decisions_of(tmp_path, text)
    assert problems == []
    # Words that look like a key leave the line of the table.
    lines = [(found.line(one, "merge"), found.line(one, "split")) for one in found.statements]
    assert lines == [(5, 4), (6, 6)]


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    text = (
        '[[decision]]\narticle = "a"\nquote = "q"\nclass = "true"\n'
        '[[decision]]\narticle = "a"\nkind = "price"\n'
        '[[decision]]\narticle = "a"\nquote = "q"\n'
    )
    found, problems = decisions_of(tmp_path, text)
    assert found == Decisions()
    assert [p.message[:11] for p in problems] == ["decision 1:", "decision 2:", "decision 3:"]
    assert [p.line for p in problems] == [1, 5, 8]
    assert "'true', expected one of vendor_claim" in problems[0].message
    assert "quote is missing" in problems[1].message
    assert "settles nothing" in problems[2].message


def test_no_toml_is_told_and_costs_only_the_decisions(tmp_path):
    found, problems = decisions_of(tmp_path, "[[decision]\n")
    assert found == Decisions()
    assert "no TOML" in problems[0].message


def test_merges_splits_and_notes_are_read(tmp_path):
    text = """
[[decision]]
article = "a.md"
quote = "Q."
merge = { article = "b.md", quote = "R." }
split = [{ article = "c.md", quote = "S." }, { article = "d.md", quote = "T." }]
note = \"\"\"Read
  twice.\"\"\"

[[story]]
together = ["a.md", "b.md"]
apart = ["a.md", "c.md"]
"""
    found, problems = decisions_of(tmp_path, text)
    assert problems == []
    assert found == Decisions(
        statements=(
            Decision(
                article="a.md", quote="Q.", merge=(Anchor("b.md", "R."),),
                split=(Anchor("c.md", "S."), Anchor("d.md", "T.")), note="Read twice.", line=2,
            ),
        ),
        stories=(StoryDecision(together=("a.md", "b.md"), apart=("a.md", "c.md"), line=10),),
    )  # fmt: skip


def test_a_note_alone_settles_something(tmp_path):
    found, problems = decisions_of(tmp_path, '[[decision]]\narticle = "a.md"\nquote = "Q."\nnote = "Seen."\n')
    assert (problems, found.statements[0].note) == ([], "Seen.")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('[[decision]]\narticle="a"\nquote="q"\nmerge = "b.md"', "merge is 'b.md', expected { article = …, quote = … }"),
        ('[[decision]]\narticle="a"\nquote="q"\nmerge = []', "merge is []"),
        ('[[decision]]\narticle="a"\nquote="q"\nsplit = {article = "b"}', "an article and its exact words"),
        ('[[decision]]\narticle="a"\nquote="q"\nmerge = {article = "a", quote = "q"}', "names the statement itself"),
        ('[[decision]]\narticle="a"\nquote="q"\nnote = ""', "note is '', expected a text"),
        ('[[decision]]\narticle="a"\nquote="q"\nreason = "x"', "unknown field 'reason'; there are article, quote, class"),
        ('[[story]]\ntogether = ["a.md"]', "together needs two articles"),
        ('[[story]]\napart = ["a.md", "a.md"]', "none of them twice"),
        ('[[story]]\ntogether = "a.md"', "together is 'a.md', expected articles"),
        ('[[story]]\nnote = "x"', "unknown field 'note'; there are together, apart"),
        ("[[story]]", "settles nothing: it has none of together, apart"),
        ("[story]\nx = 1", "has [story]"),
        ("[[stories]]", "unknown table or key 'stories'"),
    ],
)  # fmt: skip
def test_each_fault_is_told_with_its_line(tmp_path, row, told):
    found, [problem] = decisions_of(tmp_path, f"# A comment.\n{row}\n")
    assert found == Decisions()
    assert told in problem.message
    assert problem.line == (2 if problem.message[:5] in ("decis", "story") else None)


def test_the_lines_to_paste_are_read_as_they_are_meant(tmp_path):
    one = statement('Er sagte: "Ja\\Nein"\x7f.', article="ä/b.md")
    other = statement("Она говорит: «Да».", article="c.md")
    pasted = "\n".join(
        [
            *as_read(one),
            *as_one(one, other),
            "[[decision]]",
            'article = "ä/b.md"',
            'quote = "Q."',
            two_facts(other),
            *as_one_story(["ä/b.md", "c.md"]),
        ]
    )
    found, problems = decisions_of(tmp_path, pasted)
    assert problems == []
    read, merged, split = found.statements
    assert (read.anchor, read.evidence, read.claimant) == (Anchor(one.article, one.quote), one.evidence, one.claimant)
    assert merged.merge == split.split == (Anchor(other.article, other.quote),)
    assert found.stories[0].together == ("ä/b.md", "c.md")
    assert tomllib.loads(pasted)
