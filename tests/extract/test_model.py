"""The model beside the rules: its weights, its decisions, and what it leaves of the rules' own."""

from __future__ import annotations

import random
import re
from importlib import resources

import pytest

import beleg.extract as extraction
from beleg.extract import extract
from beleg.extract.model.weights import (
    COLUMNS,
    GROUPS,
    KINDS,
    LETTERS,
    NONE,
    OWN,
    PARTY_CLASSES,
    SPEAKS,
    TEST,
    Weights,
    chances,
    load_weights,
    pack,
    places,
    unpack,
)  # fmt: skip
from beleg.lexicons import LANGUAGES
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Document, Statement
from gold.train import learn_choice, learn_class

TEXT = "Die Waage Torvald 3 kostet 40 Euro. Der Hersteller Torvald verspricht, dass sie zehn Jahre hält."


def statements(text: str = TEXT, **options: bool) -> tuple[Statement, ...]:
    front = "---\npublisher: Wochenblatt\nlanguage: de\n---\n"
    return extract(
        read(Document(id="a.md", data=(front + text).encode(), media_type="text/markdown")), load_register(), **options
    )


def only(**groups: dict[str, int]) -> Weights:
    return Weights({group: groups.get(group, {}) for group in GROUPS})


def weighed(monkeypatch: pytest.MonkeyPatch, weights: Weights | None, text: str = TEXT) -> tuple[Statement, ...]:
    monkeypatch.setattr(extraction, "load_weights", lambda _: weights)
    return statements(text)


def test_sums_of_packed_weights_are_the_sums_of_each_column():
    chance = random.Random(3)
    rows = [{column: chance.randint(-900, 900) for column in chance.sample(COLUMNS, 9)} for _ in range(500)]
    total = sum(map(pack, rows))
    assert unpack(total, range(len(COLUMNS))) == [sum(row.get(column, 0) for row in rows) for column in COLUMNS]
    assert unpack(pack({KINDS[-1]: -7, NONE: -1}), places(KINDS))[-1] == -7


def test_chances_are_shares_however_far_apart():
    assert sum(chances([0, 100, 250])) == pytest.approx(1)
    assert chances([-1_000_000, 1_000_000]) == [0.0, 1.0]
    assert chances([5, 5]) == [0.5, 0.5]


@pytest.mark.parametrize("name", [*LANGUAGES, "shared"])
def test_a_file_of_weights_has_groups_features_and_columns(name: str):
    lines = (resources.files("beleg.extract.model") / f"{name}.tsv").read_text("utf-8").splitlines()
    assert {line[2:] for line in lines if line.startswith("# ")} <= set(GROUPS)
    letters = LETTERS[: len(COLUMNS)]
    row = re.compile(rf"[^\t]+\t(?:[{letters}]-?\d+)+")
    assert [line for line in lines if not line.startswith("# ") and not row.fullmatch(line)] == []
    others = [one for one in LANGUAGES if one != name]
    strange = re.compile(rf"(?:^|[=&])(?:{'|'.join(others)}):")
    assert [line for line in lines if strange.search(line)] == []


def test_every_language_has_weights_and_an_unknown_one_has_none():
    assert all(load_weights(language) for language in LANGUAGES)
    assert load_weights("xx") is None  # type: ignore[arg-type]


def test_without_weights_the_rules_decide_alone(monkeypatch: pytest.MonkeyPatch):
    assert weighed(monkeypatch, None) == statements(by_rules=True)


def test_without_a_feature_that_weighs_the_rules_verdict_stays(monkeypatch: pytest.MonkeyPatch):
    ruled = statements(by_rules=True)[1]
    one = weighed(monkeypatch, only())[1]
    assert (one.evidence, one.claimant) == (ruled.evidence, ruled.claimant) == ("vendor_claim", "Torvald")


@pytest.mark.parametrize(
    ("column", "evidence"), [(NONE, "unattributed"), (OWN, "publisher_analysis"), (TEST, "independent_evidence")]
)
def test_words_may_speak_for_the_article_itself(monkeypatch: pytest.MonkeyPatch, column: str, evidence: str):
    """Where its sentence names nobody: that sentence goes on with whoever spoke before."""
    text = TEXT + " Im Versuch sei sie nie stehen geblieben."
    one = weighed(monkeypatch, only(unit={"de:p=steh": pack({column: 3000})}), text)[2]
    assert one.evidence == evidence
    assert one.claimant == (None if column == NONE else "Wochenblatt")
    assert any(rule.startswith("model: rather than vendor_claim of Torvald") for rule in one.rules)


def test_whom_a_sentence_names_its_words_can_not_make_a_test_of_the_newsrooms(monkeypatch: pytest.MonkeyPatch):
    one = weighed(monkeypatch, only(unit={"de:p=vers": pack({TEST: 9000})}))[1]
    assert (one.evidence, one.claimant) == ("vendor_claim", "Torvald")


def test_a_party_with_a_stake_has_no_evidence_however_likely(monkeypatch: pytest.MonkeyPatch):
    weights = only(relation={"frame": pack({SPEAKS: 900})}, unit={"de:p=vers": pack({"independent_evidence": 9000})})
    assert weighed(monkeypatch, weights)[1].evidence == "vendor_claim"


def test_a_party_may_have_another_stake_than_the_rules_think(monkeypatch: pytest.MonkeyPatch):
    weights = only(relation={"frame": pack({SPEAKS: 900})}, unit={"de:p=vers": pack({"partner_claim": 900})})
    one = weighed(monkeypatch, weights)[1]
    assert (one.evidence, one.claimant, one.role, one.role_from) == ("partner_claim", "Torvald", "partner", "model")


def test_a_customers_word_passes_for_evidence_only_where_that_is_far_likelier(monkeypatch: pytest.MonkeyPatch):
    def classed(evidence: int) -> str:
        row = pack({"customer_claim": 600, "independent_evidence": evidence})
        text = "Die Waage Torvald 3 kostet 40 Euro. Das Labor Thermeval versichert, dass sie zehn Jahre hält."
        return weighed(monkeypatch, only(relation={"frame": pack({SPEAKS: 900})}, unit={"de:p=vers": row}), text)[
            1
        ].evidence

    assert classed(600) == "customer_claim"
    assert classed(900) == "independent_evidence"


def test_words_speak_for_a_kind(monkeypatch: pytest.MonkeyPatch):
    one = weighed(monkeypatch, only(unit={"de:p=waag": pack({"license": 900})}))[0]
    assert one.kind == "license"
    assert "model: license rather than price" in one.rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_features(language: str):
    weights = load_weights(language)
    assert weights is not None
    totals = [weights.total(group, [feature]) for group in GROUPS for feature in weights.groups[group].written]
    lifted = [unpack(total, range(len(COLUMNS))) for total in totals]
    weighing = {column for row in lifted for column, weight in zip(COLUMNS, row, strict=True) if weight}
    assert weighing == set(COLUMNS)
    assert set(PARTY_CLASSES) < weighing


def test_learning_finds_what_decides():
    choices = [[["red"], ["blue", "big"]], [["blue"], ["red", "big"]]] * 5
    found = learn_choice(choices, [0, 1] * 5, [1.0] * 10, held=0.1)
    assert found["red"] > 1 > -1 > found["blue"]
    classes = learn_class([["a", "x"], ["b", "x"]] * 5, ["one", "other"] * 5, [1.0] * 10, ("one", "other"), held=0.1)
    assert classes["a"][0] > classes["a"][1]
    assert classes["b"][0] < classes["b"][1]
    assert abs(classes["x"][0] - classes["x"][1]) < 0.1
