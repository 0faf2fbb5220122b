from beleg.ingest.decisions import Decision, read_decisions
from beleg.merge.decisions import decide
from fakes import statement


def decisions_of(tmp_path, text):
    (tmp_path / "decisions.toml").write_text(text, "utf-8")
    return read_decisions(tmp_path)


def test_a_project_without_the_file_has_no_decisions(tmp_path):
    assert read_decisions(tmp_path) == ((), [])


def test_a_decision_is_read(tmp_path):
    found, problems = decisions_of(tmp_path, '[[decision]]\narticle = "a.md"\nquote = "Q."\nclass = "vendor_claim"\n')
    assert problems == []
    assert found == (Decision(article="a.md", quote="Q.", evidence="vendor_claim"),)


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    text = (
        '[[decision]]\narticle = "a"\nquote = "q"\nclass = "true"\n'
        '[[decision]]\narticle = "a"\nkind = "price"\n'
        '[[decision]]\narticle = "a"\nquote = "q"\n'
    )
    found, problems = decisions_of(tmp_path, text)
    assert found == ()
    assert [p.message[:11] for p in problems] == ["decision 1:", "decision 2:", "decision 3:"]
    assert [p.line for p in problems] == [1, 5, 8]
    assert "'true', expected one of vendor_claim" in problems[0].message
    assert "quote is missing" in problems[1].message
    assert "settles nothing" in problems[2].message


def test_no_toml_is_told_and_costs_only_the_decisions(tmp_path):
    found, problems = decisions_of(tmp_path, "[[decision]\n")
    assert found == ()
    assert "no TOML" in problems[0].message


def test_decisions_change_statements_and_say_so():
    one, two, three = (statement(quote) for quote in ("One.", "Two.", "Three."))
    decisions = [
        Decision(article="a.md", quote="One.", evidence="customer_claim", claimant="Deepgram"),
        Decision(article="a.md", quote="Two.", drop=True),
        Decision(article="a.md", quote="Gone.", kind="price"),
    ]
    result, problems = decide([one, two, three], decisions)
    assert [s.quote for s in result] == ["One.", "Three."]
    assert (result[0].evidence, result[0].claimant, result[0].role) == ("customer_claim", "Deepgram", "customer")
    assert result[0].confidence == 1.0
    assert "editor" in result[0].rules
    assert result[1] is three
    assert ["“Gone.”" in p.message for p in problems] == [True]
    assert problems[0].severity == "warning"


def test_unattributed_takes_the_claimant_away():
    [decided], _ = decide([statement("One.")], [Decision(article="a.md", quote="One.", evidence="unattributed")])
    assert (decided.claimant, decided.origin, decided.role) == (None, None, None)
