"""Sentences as news write them: each line of `values/` with its dates, quantities and versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from beleg.alphabets import to_latin
from beleg.extract.values import find_values
from beleg.lexicons import load
from beleg.records import Quantity

FOLDER = Path(__file__).parent / "values"
REFERENCE = "2026-11-18"


def rows() -> list[tuple[str, str, str]]:
    """Tag, sentence, what is in it; Serbian stands in Cyrillic and is read in both scripts."""
    found = []
    for language in ("de", "ru", "sr"):
        for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            text, _, wanted = line.partition("=>")
            if language != "de":
                found.append((f"{language}-Cyrl", text.strip(), wanted.strip()))
            if language != "ru":
                found.append((f"{language}-Latn", to_latin(text.strip()), wanted.strip()))
    return found


def told(quantity: Quantity) -> str:
    """A quantity in short: "97..110 km", "60 percent approx"."""
    to = "" if quantity.value_to is None else f"..{quantity.value_to:.12g}"
    qualifier = "" if quantity.qualifier == "exact" else f" {quantity.qualifier}"
    return f"{quantity.value:.12g}{to} {quantity.unit}{qualifier}"


@pytest.mark.parametrize(("tag", "text", "wanted"), rows())
def test_sentence(tag, text, wanted):
    language, _, script = tag.partition("-")
    values = find_values(text, load(language, script), REFERENCE)
    dates, quantities, versions = ((*wanted.split("|"), "", "")[n].strip() for n in range(3))
    assert [found.date for found in values.dates] == dates.split()
    assert [told(found.quantity) for found in values.quantities] == [q.strip() for q in quantities.split(";") if q]
    assert [found.version for found in values.versions] == versions.split()
