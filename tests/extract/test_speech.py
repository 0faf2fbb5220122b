"""Speech by its shape: the words that report, who speaks, what is said.

`speech/*.txt` has a sentence a line, with the speaker in [], the cue in {} and what is said in <>.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from beleg import parts
from beleg.extract.speech import Speech

FOLDER = Path(__file__).with_name("speech")
FIELDS = {"[": "speaker", "{": "cue", "<": "content"}
CLOSING = dict(zip("]}>", "[{<", strict=True))
# F1 over the letters of each field, on sentences that were written after the rules.
LEAST = 0.92


@cache
def rows(name: str) -> list[tuple[str, str, dict[str, set[int]]]]:
    """Language, sentence, and the positions of each field's letters: marks and spaces are nobody's."""
    found = []
    for line in FOLDER.joinpath(f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        language, marked = line.split(" ", 1)
        text, opened, spans = "", {}, {}
        for character in marked:
            if character in FIELDS:
                opened[character] = len(text)
            elif character in CLOSING:
                begun = opened[CLOSING[character]]
                spans[FIELDS[CLOSING[character]]] = letters(text, (begun, len(text)))
            else:
                text += character
        found.append((language, text, spans))
    return found


def letters(text: str, span: tuple[int, int] | None) -> set[int]:
    return {at for at in range(*span) if text[at].isalnum()} if span else set()


def found(text: str, language: str, cue: set[int]) -> dict[str, set[int]]:
    """The speech whose cue is the wanted one, or the first."""
    own = [one for _, _, one in parts.speech(text, language)]
    best: Speech | None = max(own, key=lambda one: len(cue & letters(text, one.cue)), default=None)
    return {field: letters(text, getattr(best, field, None)) for field in FIELDS.values()}


@pytest.mark.parametrize(("language", "text", "wanted"), rows("quotations"), ids=lambda cell: str(cell)[:40])
def test_who_says_what(language, text, wanted):
    assert found(text, language, wanted["cue"]) == wanted


@pytest.mark.parametrize("language", ["de", "ru", "sr"])
def test_most_of_what_is_harder(language):
    right, given, gold = Counter(), Counter(), Counter()
    for own, text, wanted in rows("more"):
        if own == language:
            for field, told in found(text, language, wanted["cue"]).items():
                right[field] += len(told & wanted.get(field, set()))
                given[field] += len(told)
                gold[field] += len(wanted.get(field, ()))
    scores = {field: 2 * right[field] / (given[field] + gold[field]) for field in gold}
    assert min(scores.values()) >= LEAST, scores


def test_manner_and_span():
    text = "„Das reicht uns ganz und gar nicht“, sagte Wolter.\nDie Firma teilte mit, sie prüfe den Fall."
    direct, indirect = parts.speech(text, "de")
    assert (text[direct[0] : direct[1]], direct[2].manner) == ("Das reicht uns ganz und gar nicht", "direct")
    assert (text[indirect[0] : indirect[1]], indirect[2].manner) == ("sie prüfe den Fall.", "indirect")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Die Pumpe „Flora“ läuft seit Mai."),
        ("de", "Das Werk liegt nach der Brücke links."),
        ("ru", "Насос «Флора» работает с мая."),
        ("sr", "Према северу расте шума."),
    ],
)
def test_nobody_speaks(language, text):
    assert parts.speech(text, language) == []


@pytest.mark.parametrize("pattern", ["sagte, ", "laut X, ", "„a“, sagte ", "so ", "dass "])
def test_a_long_run_costs_linear_time(pattern):
    """Bounded, whatever is repeated; `defaultdict` counts the cues once each."""
    cues = defaultdict(int)
    for _, _, one in parts.speech(pattern * 400, "de"):
        cues[one.cue] += 1
    assert all(count == 1 for count in cues.values())
