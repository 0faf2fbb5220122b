"""Phrases are found in one walk; a plain search that tries each of them everywhere has to find the same."""

from __future__ import annotations

import random

import pytest

from beleg.lexicons import Lexicon, tokenize
from beleg.lexicons.phrases import MAX_GAP, Line, occurs_any

WORDS = ("teilt", "teilte", "mit", "nicht", "nie", "am", "an", "Werk", "Werke", ",")
PATTERNS = ("teil*", "*e", "*er*", "mit", "nicht", "am", "a*", "n*", ",", "werk")


def lexicon(forms: list[object]) -> Lexicon:
    return Lexicon("de", "Latn", {"script": "Latn", "say": {"claim": forms}})


def found(forms: list[object], text: str) -> list[tuple[str, int, int]]:
    return [(hit.entry.form, hit.first, hit.last) for hit in lexicon(forms).match(tokenize(text))]


def fits(word: str, pattern: str) -> bool:
    bare = pattern.strip("*")
    starts, ends = pattern.endswith("*"), pattern.startswith("*")
    if starts and ends:
        return bare in word
    return word.startswith(bare) if starts else word.endswith(bare) if ends else word == pattern


def end(words: list[str], at: int, rest: list[str]) -> int | None:
    if not rest:
        return at
    if rest[0] == "_":
        ends = (end(words, start, rest[1:]) for start in range(at, min(at + MAX_GAP, len(words)) + 1))
        return next((one for one in ends if one is not None), None)
    return end(words, at + 1, rest[1:]) if at < len(words) and fits(words[at], rest[0]) else None


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_finds_what_a_plain_search_finds(seed: int):
    dice = random.Random(seed)
    forms: list[str] = []
    for _ in range(dice.choice((3, 12, 60))):
        form = [dice.choice(PATTERNS)]
        for _ in range(dice.randrange(4)):
            form += ["_"] * (form[-1] != "_" and dice.random() < 0.3) + [dice.choice(PATTERNS)]
        forms.append(" ".join(form))
    forms = list(dict.fromkeys(forms))
    text = " ".join(dice.choices(WORDS, k=40))
    words = [token.low for token in tokenize(text)]
    plain = [
        (form, first, last)
        for first in range(len(words))
        for form in forms
        if fits(words[first], form.split()[0]) and (last := end(words, first + 1, form.split()[1:])) is not None
    ]
    assert sorted(found(forms, text)) == sorted(plain)


def test_the_order_is_that_of_the_text_and_then_of_the_file():
    forms: list[object] = ["teilte mit", "teilte", "teilte _ nicht", "teilte m*", "nicht"]
    assert found(forms, "teilte mit nicht") == [
        ("teilte mit", 0, 2),
        ("teilte", 0, 1),
        ("teilte _ nicht", 0, 3),
        ("teilte m*", 0, 2),
        ("nicht", 2, 3),
    ]


def test_a_veto_counts_wherever_it_stands_in_the_sentence():
    forms: list[object] = [{"form": "teilte", "unless": ["ni* _ werk*"]}, "mit"]
    assert found(forms, "teilte mit") == [("teilte", 0, 1), ("mit", 1, 2)]
    assert found(forms, "nie am Werktor teilte mit") == [("mit", 4, 5)]
    assert occurs_any(Line(["nie", "am", "werktor"]), [("ni*", "_", "werk*")])


def test_a_gap_has_an_end():
    assert found(["teilte _ mit"], f"teilte {'am ' * MAX_GAP}mit") == [("teilte _ mit", 0, MAX_GAP + 2)]
    assert not found(["teilte _ mit"], f"teilte {'am ' * (MAX_GAP + 1)}mit")


def test_a_token_by_itself_asks_for_no_neighbour():
    own = lexicon(["teilte", "teil* mit", "teil*", {"form": "*te", "unless": ["teil*"]}])
    assert [entry.form for entry in own.alone(tokenize("teilte")[0])] == ["teilte", "teil*"]
