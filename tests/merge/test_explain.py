"""Why two mentions are one fact: by themselves, or by way of the others."""

from __future__ import annotations

import pytest

from beleg.merge.explain import Comparer
from beleg.merge.rulings import pair
from merge.test_facts import DE, OTHERS, RU, SR, told


def compared(monkeypatch: pytest.MonkeyPatch, **scores: float) -> Comparer:
    """As if merging had found these scores between the three statements."""
    found = Comparer([DE, RU, SR, *OTHERS])
    by_name = {"de": DE.id, "ru": RU.id, "sr": SR.id}
    rows = {pair(*(by_name[one] for one in names.split("_"))): score for names, score in scores.items()}
    monkeypatch.setattr(found, "_scores", rows)
    return found


def test_two_that_are_close_enough_need_no_other(monkeypatch):
    found = compared(monkeypatch, de_ru=2.0, de_sr=3.0, ru_sr=4.0)
    assert found.joined(DE, RU, [DE, RU, SR]) == "score 2.00, at least the threshold of 1.30"


def test_two_that_are_too_far_apart_are_one_through_a_third_and_the_mean(monkeypatch):
    found = compared(monkeypatch, de_ru=0.02, de_sr=3.0, ru_sr=4.0)
    first, second = pair(DE.id, SR.id)
    why = found.joined(RU, DE, [DE, RU, SR])
    assert why.startswith(f"by way of {first} and {second} (score 3.00)")
    assert "on average the 2 pairs have 1.51, at least the threshold of 1.30" in why
    assert why.endswith("the two alone: score 0.02, under the threshold of 1.30")


def test_the_same_words_are_said_to_be_the_same(monkeypatch):
    again = told("fr.md", "de", DE.quote)
    assert compared(monkeypatch).joined(again, DE, [DE, again]) == "the same words"
