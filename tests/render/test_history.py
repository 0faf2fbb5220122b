"""What became of stories and facts, from the first lines of editions alone."""

from hypothesis import given
from hypothesis import strategies as st

from beleg.render.history import History, Outline, Place, of_draft, of_record
from render.records import first, published, second


def outline(name, stories, **fields):
    base = {"date": "2026-10-01", "period": None} | fields
    return Outline(id=name, stories=stories, **base)


def test_a_draft_and_its_record_have_one_outline():
    for edition in (first(), second()):
        assert of_record(published(edition)) == of_draft(edition)


def test_the_latest_state_of_a_story():
    found = History([outline("1", {"y-a": ("f-1",), "y-b": ("f-2",)}), outline("2", {"y-a": ("f-1", "f-3")})])
    assert found.latest == {"y-a": "2", "y-b": "1"}
    assert found.stories_of("1") == ("y-b",)
    assert found.told_in("y-a") == ("1", "2")
    assert found.facts_of("y-a") == {"f-1": "2", "f-3": "2"}
    assert found.place("f-2") == Place(story="y-b", edition="1")


def test_a_story_that_was_joined_to_another():
    """Its editions and facts are the other's; its name leads there."""
    found = History(
        [
            outline("1", {"y-a": ("f-1",), "y-b": ("f-2", "f-9")}),
            outline("2", {"y-a": ("f-1", "f-2")}, story_aliases={"y-a": ("y-b",)}),
        ]
    )
    assert found.story("y-b") == "y-a"
    assert found.aliases_of("y-a") == ("y-b",)
    assert found.stories_of("1") == ()
    assert found.facts_of("y-a") == {"f-1": "2", "f-2": "2", "f-9": "1"}
    assert found.place("f-9") is None


def test_a_story_that_was_parted_again_stands_for_itself():
    found = History(
        [
            outline("1", {"y-a": ("f-1", "f-2")}, story_aliases={"y-a": ("y-b",)}),
            outline("2", {"y-b": ("f-2",)}),
        ]
    )
    assert found.story("y-b") == "y-b"
    assert found.aliases_of("y-a") == ()
    assert found.place("f-2") == Place(story="y-b", edition="2")


def test_aliases_of_aliases():
    found = History(
        [
            outline("1", {"y-a": ("f-1",)}),
            outline("2", {"y-a": ("f-2",)}, aliases={"f-2": ("f-1",)}),
            outline("3", {"y-a": ("f-3",)}, aliases={"f-3": ("f-2",)}),
        ]
    )
    assert found.fact("f-1") == "f-3"
    assert found.names_of("f-3") == ("f-1", "f-2")
    assert found.place("f-1") == Place(story="y-a", edition="3")


def test_what_was_corrected_later():
    """Under any name of a fact; an edition's own corrections do not concern it."""
    found = History(
        [
            outline("1", {"y-a": ("f-1", "f-2")}),
            outline("2", {"y-a": ("f-3", "f-2")}, aliases={"f-3": ("f-1",)}, corrected=("f-2",)),
            outline("3", {}, corrected=("f-3",)),
        ]
    )
    assert found.corrected_later("1") == (("f-2", "2"), ("f-1", "3"))
    assert found.corrected_later("2") == (("f-3", "3"),)
    assert found.corrected_later("3") == ()
    assert found.is_taken_back("f-3", "2")
    assert found.place("f-1") is None


NAMES = st.sampled_from(["a", "b", "c", "d"])


@given(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2), st.lists(NAMES, max_size=3)), max_size=6))
def test_every_identifier_ever_published_has_a_story(editions):
    """Whatever was joined to what, each story's name leads to one with a page, and each fact belongs to one."""
    outlines = [
        outline(str(n), {story: tuple(dict.fromkeys(facts))}, story_aliases={story: tuple(aliases)})
        for n, (story, aliases, facts) in enumerate(editions)
    ]
    found = History(outlines)
    for one in outlines:
        for story, facts in one.stories.items():
            assert found.story(story) in found.latest
            assert set(facts) <= found.facts_of(found.story(story)).keys()
    for story, edition in found.latest.items():
        assert story in found.by_id[edition].stories


def test_editions_stand_by_their_period_and_what_came_late_says_after_which():
    """What is told last is told last all the same, whatever its days."""
    found = History(
        [
            outline("2026-W44", {"y-a": ("f-1",)}, date="2026-11-01"),
            outline("2026-W40", {"y-a": ("f-1", "f-2")}, date="2026-10-04"),
            outline("2026-W41", {}, date="2026-10-11"),
            outline("2026-11-01", {}, date="2026-11-01"),
            outline("2026-W45", {}, date="2026-11-08"),
        ]
    )
    assert found.by_period == ("2026-W45", "2026-11-01", "2026-W44", "2026-W41", "2026-W40")
    assert found.late == {"2026-W40": "2026-W44", "2026-W41": "2026-W44"}
    assert (found.latest["y-a"], found.place("f-1")) == ("2026-W40", Place(story="y-a", edition="2026-W40"))


def test_an_undated_edition_that_comes_first_is_not_late():
    found = History([outline("undated", {}, date=None), outline("2", {}), outline("3", {}, date="2026-10-01")])
    assert (found.by_period, found.late) == (("3", "2", "undated"), {})


def test_a_history_that_lacks_an_edition_knows_so():
    one, two = outline("1", {}), outline("2", {}, preceding="1")
    assert History([one, two]).is_whole
    assert not History([two]).is_whole
    assert History([]).is_whole
