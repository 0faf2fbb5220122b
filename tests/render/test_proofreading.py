"""The samples that a native speaker reads: every wording has one, and what they read is what stands in these files.

BELEG_FREEZE=1 writes the files of `wordings/` anew: read the difference before it is kept.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from beleg.cli import main
from beleg.errors import RenderError
from beleg.records import Kind
from beleg.render import proofreading
from beleg.render.environment import Environments
from beleg.render.formats import LOCALES
from beleg.render.proofreading import UNWORDED, proofs, samples, shown
from beleg.render.subtypes import SUBTYPES

EXPECTED = Path(__file__).parent / "wordings"


@pytest.mark.parametrize("locale", LOCALES)
def test_what_every_wording_makes_of_its_samples(locale: str) -> None:
    found = "\n\n".join(shown(proof, places=False) for proof in proofs(Environments(), locale)) + "\n"
    file = EXPECTED / f"{locale}.txt"
    if os.environ.get("BELEG_FREEZE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")


def test_every_wording_has_a_sample_that_it_words() -> None:
    worded = {proof.sample.name: proof.worded_by for proof in proofs(Environments(), "de")}
    assert {subtype.name for subtype in SUBTYPES} <= set(worded), "add a sample to src/beleg/render/samples.toml"
    assert {name: by for name, by in worded.items() if name != by} == dict.fromkeys(UNWORDED)


def test_every_macro_of_a_headline_or_label_is_read() -> None:
    """A macro that no sample reaches can't be proofread."""
    environments = Environments()
    environment = environments.environment("de")
    reached: Counter[str] = Counter()
    for sample in samples():
        words = proofreading.Wordings(environment, "de", sample.edition)
        real = words._macros
        words._macros = _Counted(real, reached)
        proofreading._proof(words, sample, "")
    wanted = {name for name in real if name.startswith(("headline_", "title_", "label_")) and name[-5:] != "_card"}
    assert wanted <= set(reached)


class _Counted(dict):
    def __init__(self, macros, reached):
        super().__init__(macros)
        self.reached = reached

    def get(self, name, default=None):
        self.reached[name] += name in self
        return super().get(name, default)


def test_the_command_prints_kind_place_and_wording(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["languages", "--wording", "price", "--locale", "ru"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("=== ru: ")
    assert "price: price (ru.jinja:" in output
    assert "Цена: от 599 €." in output
    assert "public_beta" not in output
    place = int(output.partition("price: price (ru.jinja:")[2].partition(")")[0])
    lines = Path("templates/facts/ru.jinja").read_text("utf-8").splitlines()
    assert "macro price(s)" in lines[place - 1]


def test_the_command_refuses_what_does_not_go_together() -> None:
    for given in (["price"], ["--locale", "ru"], ["--wording", "--coverage", "tests"], ["--wording", "prices"]):
        assert main(["languages", *given]) == 2


def test_a_projects_own_wording_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sources").mkdir()
    own = tmp_path / "templates" / "facts"
    own.mkdir(parents=True)
    text = Path("templates/facts/de.jinja").read_text("utf-8")
    (own / "de.jinja").write_text(text.replace("Rat: abwarten", "Rat: noch warten"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["languages", "--wording", "recommendation", "--locale", "de", "--json"]) == 0
    assert "Rat: noch warten." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "price"}, "lacks a quote"),
        ({"de": "Preis: 5 Euro."}, "lacks a quote or its kind"),
        ({"de": "Preis: 5 Euro.", "kind": "price", "quantity": "5 EUR"}, "unknown keys: quantity"),
        ({"de": "Preis: 5 Euro.", "kind": "price", "quantities": ["fünf Euro"]}, "no quantity: 'fünf Euro'"),
    ],
)
def test_a_sample_that_can_not_be_read_is_named(fields: dict[str, object], message: str) -> None:
    with pytest.raises(RenderError, match=message):
        proofreading._sample("price", 0, fields)


def test_samples_are_of_known_kinds() -> None:
    kinds = Kind.__args__
    assert all(sample.kind in kinds for sample in samples())
