"""In which order facts and stories are printed, and how that is explained."""

from dataclasses import replace

from beleg.merge.order import MOST, ordered, ordered_stories
from beleg.records import Conflict, Fact, Origin, Story


def fact(name, kind="behaviour", parties=("AWS",), **fields):
    origins = tuple(Origin(party=party, stake="vendor", mentions=(f"s-{name}",)) for party in parties)
    fields = {"languages": ("de",)} | fields
    return Fact(
        id=f"f-{name}", story="y-1", subject="S", kind=kind, polarity="affirmed", origins=origins, mentions=(f"s-{name}",), **fields
    )  # fmt: skip


def printed(*facts):
    places = {one.mentions[0]: ("a.md", place) for place, one in enumerate(facts)}
    return [(one.id, one.reasons) for one in ordered(facts, places)]


def test_each_point_of_a_fact_is_named_in_one_order():
    full = fact(
        "full", "release", ("AWS", None, "Deepgram", "DKIT"), news="new", conflicts=("f-x",), evidence="customer_claim",
        languages=("de", "ru", "sr"),
    )  # fmt: skip
    assert printed(full) == [("f-full", ("news", "conflict", "leading kind", "evidence", "languages 3", "origins 3"))]


def test_a_fact_off_the_subject_is_last_and_says_only_that():
    aside = fact("aside", "release", ("A", "B"), conflicts=("f-x",), languages=("de", "ru"), aside=True)
    assert printed(aside, fact("plain")) == [("f-plain", ()), ("f-aside", ("aside",))]


def test_what_is_news_moves_up():
    first, second = fact("first"), fact("second")
    assert [name for name, _ in printed(first, second)] == ["f-first", "f-second"]
    assert printed(first, replace(second, news="confirmed")) == [("f-second", ("news",)), ("f-first", ())]


def test_what_is_news_leads_by_the_kinds_of_news_whatever_points_others_have():
    old = fact(
        "old", "release", ("A", "B", "C"), conflicts=("f-x",), evidence="customer_claim", languages=("de", "ru", "sr")
    )
    kinds = ("widened", "disputed", "corrected", "confirmed", "new")
    rows = printed(old, fact("off", news="new", aside=True), *(fact(kind, news=kind) for kind in kinds))
    assert [name for name, _ in rows] == [*(f"f-{kind}" for kind in reversed(kinds)), "f-old", "f-off"]


def test_equals_come_by_kind_and_then_by_place():
    rows = printed(fact("note", "caveat"), fact("late", "metric"), fact("later", "metric"))
    assert [name for name, _ in rows] == ["f-late", "f-later", "f-note"]


def story(name, *facts, conflicts=()):
    return Story(
        id=f"y-{name}", subject="S", vendor=None, articles=(f"{name}.md",), facts=tuple(one.id for one in facts), conflicts=conflicts
    )  # fmt: skip


def test_each_point_of_a_story_is_named_in_one_order():
    one = fact("one", parties=("AWS", "DKIT"), evidence="independent_evidence", news="new", conflicts=("f-two",))
    two = fact("two", parties=("Deepgram", None), languages=("ru",), conflicts=("f-one",))
    apart = Conflict(id="c-1", story="y-a", kind="metric", about="quantity", sides=("f-one", "f-two"))
    later = replace(apart, id="c-2", relation="update", newer="f-two")
    (found,) = ordered_stories([story("a", one, two, conflicts=(apart, later))], [one, two])
    assert found.reasons == ("news 1", "origins 3", "evidence 1", "languages 2", "conflicts 1", "facts 2")


def test_stories_come_by_points_then_by_facts_then_by_article():
    wide = fact("wide", parties=("A", "B"))
    plain = [fact(str(number)) for number in range(4)]
    stories = [story("d", plain[3]), story("c", plain[2]), story("b", *plain[:2]), story("z", wide)]
    found = ordered_stories(stories, [wide, *plain])
    assert [(one.id, one.reasons) for one in found] == [
        ("y-z", ("origins 2", "facts 1")), ("y-b", ("facts 2",)), ("y-c", ("facts 1",)), ("y-d", ("facts 1",))
    ]  # fmt: skip
    assert ordered_stories(reversed(stories), [*plain, wide]) == found


def test_a_long_story_does_not_lead_by_its_length_alone():
    many = [fact(str(number), evidence="independent_evidence") for number in range(MOST + 9)]
    wide = fact("wide", parties=tuple("ABCDE"))
    found = ordered_stories([story("a", *many), story("b", wide)], [*many, wide])
    assert [one.id for one in found] == ["y-b", "y-a"]
