"""The pages of all conflicts: contradictions before updates, none left out, each page within its limit."""

from dataclasses import replace

import pytest

from beleg.render.conflicts import conflict_pages
from beleg.render.environment import Environments
from beleg.render.pages import pages
from render.sample import edition, later
from render.stub import Words


def printed(made):
    return {path: data.decode() for path, data in pages(made, Environments(), Words, {}) if path.endswith(".html")}


@pytest.mark.parametrize(
    ("locale", "contradiction", "update", "newer"),
    [
        ("de", "Widerspruch", "Aktualisierung", "neuerer Stand"),
        ("sr-Latn", "Neslaganje", "Ažuriranje", "noviji podatak"),
        ("ru", "Расхождение", "Обновление", "более новые сведения"),
        ("en", "Conflict", "Update", "newer"),
    ],
)
def test_contradictions_and_updates_are_told_apart(locale, contradiction, update, newer):
    made = later()
    page = printed(made)[f"{locale}/conflicts.html"]
    dates, hours = made.stories[0].conflicts
    first, second = page.index(f'id="{hours.id}"'), page.index(f'id="{dates.id}"')
    assert first < second
    assert f"<b>{contradiction}</b>" in page[first:second]
    assert f"<b>{update}</b>" not in page[first:second]
    assert f"<b>{update}</b>" in page[second:]
    assert f'<p class="age">{newer}</p>' in page[second:]
    # Each side leads to its fact, which has its place on the page of its story alone.
    for one in (*dates.sides, *hours.sides):
        assert f'href="{made.stories[0].id}.html#{one}"' in page
        assert f'id="{one}"' not in page


def test_the_figure_of_the_edition_leads_there():
    site = printed(edition())
    assert '<a href="conflicts.html">2</a>' in site["de/index.html"]
    # That page is of the newest edition; an edition's own page stays as it is.
    assert '<a href="../conflicts.html">2</a>' not in site["de/2026-10-15/index.html"]


def test_without_a_conflict_the_page_says_so():
    one = edition()
    facts = tuple(replace(fact, conflicts=()) for fact in one.facts)
    site = printed(replace(one, facts=facts, stories=tuple(replace(story, conflicts=()) for story in one.stories)))
    assert "fanden sich keine Angaben, die sich unterscheiden" in site["de/conflicts.html"]
    assert '<a href="conflicts.html">0</a>' not in site["de/index.html"]


def test_many_conflicts_stand_on_several_pages():
    class Story:
        def __init__(self, name, boxes):
            self.id, self.boxes = name, boxes

    class Box:
        def __init__(self, name, update):
            self.id, self.update = name, update

    stories = [Story("y-1", [Box("a", True), Box("b", False), Box("c", False)]), Story("y-2", [Box("d", False)])]
    found = conflict_pages(stories, 2)
    assert [(path, [(one.story.id, [box.id for box in one.conflicts]) for one in told]) for path, told in found] == [
        ("conflicts.html", [("y-1", ["b", "c"])]),
        ("conflicts-2.html", [("y-1", ["a"]), ("y-2", ["d"])]),
    ]
