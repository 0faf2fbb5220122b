"""The generator of a synthetic year says the truth about its articles."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from fakes import CORPUS, HELD_OUT
from years import NAMES, NAMES_A_DAY, TEMPLATES, Instance, Item, Year, article, numbers_of, stem

DAYS = [Year().day(number) for number in range(12)]
# Behind a stem that is the whole word.
WORD_END = r"(?!\w)"
ITEMS = [item for day in DAYS for item in day.items]


def test_no_template_is_held_out_or_a_real_story():
    assert not HELD_OUT & set(TEMPLATES)
    assert not [name for name in TEMPLATES if "torchneuron" in name]


def test_a_day_depends_on_seed_and_number_alone():
    assert Year().day(7) == Year().day(7) == DAYS[7]
    assert [article(item) for item in Year().day(7).items] == [article(item) for item in DAYS[7].items]
    assert Year(seed=2).day(7) != DAYS[7]


def test_days_have_about_as_many_articles_as_asked_for():
    assert all(32 <= len(Year().day(number).items) <= 48 for number in range(10, 360, 25))
    assert len({item.path for item in ITEMS}) == len(ITEMS)


def test_every_role_occurs_and_something_is_withdrawn():
    assert set(Counter(item.role for item in ITEMS)) == {
        "report", "thin", "evidence", "repeat", "reprint", "correction", "bridge"
    }  # fmt: skip
    assert any(day.withdrawn for day in DAYS)
    for day in DAYS:
        assert all(item.day < day.day for item in day.withdrawn)


@pytest.mark.parametrize("story", TEMPLATES)
def test_every_name_of_the_table_is_in_the_story_and_none_is_left(story):
    instance = Instance(number=3, template=story, seed=1, start=DAYS[0].day)
    texts = [
        article(Item(role="report", instance=instance, language=language, day=DAYS[0].day))
        for language in ("de", "ru", "sr")
    ]
    ends = {
        stem: rf"{stem.rstrip('!')}{WORD_END if '!' in stem else ''}" for row in NAMES[story] for stem in row.split()
    }
    left = [stem for stem, end in ends.items() if any(re.search(rf"(?<!\w){end}", text) for text in texts)]
    assert not left
    corpus = "".join(path.read_text("utf-8") for path in sorted((CORPUS / story).glob("*.txt")))
    assert not [stem for stem, end in ends.items() if not re.search(rf"(?<!\w){end}", corpus)]


def test_no_two_names_of_a_year_are_alike():
    assert len({stem(1, number, "n") for number in range(0, 365 * NAMES_A_DAY, 7)}) == len(
        range(0, 365 * NAMES_A_DAY, 7)
    )


def test_a_number_is_replaced_alike_in_every_language():
    instance = Instance(number=9, template="solidstate", seed=1, start=DAYS[0].day)
    told = {
        language: numbers_of(Item(role="report", instance=instance, language=language, day=DAYS[0].day))
        for language in ("de", "ru", "sr")
    }
    shared = set(told["de"]) & set(told["sr"])
    assert len(shared) > 4
    assert all(told["de"][value] == told["sr"][value] != value for value in shared)


def test_a_correction_changes_one_number_and_nothing_else():
    for correction in (item for item in ITEMS if item.role == "correction"):
        earlier = Item(role="report", instance=correction.instance, language=correction.language, day=correction.day)
        before, after = numbers_of(earlier), numbers_of(correction)
        assert {value for value in before if before[value] != after[value]} == {correction.instance.wrong}


def test_a_repeat_says_nothing_that_its_first_article_did_not():
    repeats = [item for item in ITEMS if item.role in {"repeat", "reprint"}]
    for item in repeats:
        told = Item(role="report", instance=item.instance, language=item.language, day=item.day)
        whole = article(told).split("---\n", 2)[2]
        for paragraph in article(item).split("---\n", 2)[2].strip().split("\n\n"):
            assert paragraph in whole
    assert repeats
