"""The diary of a synthetic year finds a story that is repeated without news, and calls nothing else so."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from diary import Diary, start
from years import Day, Instance, Item, Year

FIRST = date(2027, 1, 4)


def item(role, days):
    instance = Instance(number=3, template="browser", seed=1, start=FIRST)
    return Item(role=role, instance=instance, language="ru", day=FIRST + timedelta(days=days))


THIN, WHOLE, REPEAT = item("thin", 0), item("evidence", 2), item("repeat", 5)
FACT = {
    "record": "fact",
    "id": "f-1",
    "story": "y-1",
    "aliases": [],
    "mentions": ["s-1"],
    "kind": "price",
    "news": None,
}


def told(*articles):
    return {"record": "story", "id": "y-1", "aliases": [], "articles": [one.path for one in articles]}


@pytest.fixture
def diary(tmp_path):
    """A story of two articles was published."""
    made = Diary(start(tmp_path / "year", "en"), Year(), print)
    made.items = {one.path: one for one in (THIN, WHOLE, REPEAT)}
    look(made, WHOLE.day, told(THIN, WHOLE), FACT)
    return made


def look(diary, day, *rows):
    path = diary.folder / "archive" / "editions" / f"{day}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    diary.look(Day(day=day, items=(), withdrawn=()))


def test_a_repeat_alone_is_no_reason_to_tell_a_story_again(diary):
    look(diary, REPEAT.day, told(THIN, WHOLE, REPEAT), FACT)
    assert [fault for fault in diary.faults if "has nothing new" in fault]


def test_nothing_at_all_is_no_reason_to_tell_a_story_again(diary):
    look(diary, REPEAT.day, told(THIN, WHOLE), FACT)
    assert [fault for fault in diary.faults if "has nothing new" in fault]


def test_a_story_that_lost_an_article_is_told_without_it(diary):
    """What was taken back is news, even if others tell all that it told."""
    withdrawn = {"record": "withdrawn", "article": {"id": THIN.path}, "withdrawal": {"date": str(REPEAT.day)}}
    look(diary, REPEAT.day, told(WHOLE), FACT, withdrawn)
    assert diary.faults == []


def test_what_another_story_lost_is_no_reason(diary):
    withdrawn = {"record": "withdrawn", "article": {"id": REPEAT.path}, "withdrawal": {"date": str(REPEAT.day)}}
    look(diary, REPEAT.day, told(THIN, WHOLE), FACT, withdrawn)
    assert [fault for fault in diary.faults if "has nothing new" in fault]
