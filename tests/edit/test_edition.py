"""An edition's date comes from its articles, in the site's zone."""

import pytest

from beleg.edit import UNDATED, day, edition
from beleg.merge import Merged
from beleg.records import Article, Problem, Site

NOTHING = Merged(stories=(), facts=(), statements=())


def article(published):
    return Article(id=f"{published}.md", text="", language="de", script="Latn", blocks=(), published=published)


@pytest.mark.parametrize(
    ("published", "zone", "expected"),
    [
        ("2026-10-14", "Asia/Tokyo", "2026-10-14"),
        ("2026-10-14T23:30:00-07:00", "Europe/Belgrade", "2026-10-15"),
        ("2026-10-15T00:30:00+02:00", "UTC", "2026-10-14"),
        ("2026-10-15T00:30:00", "America/New_York", "2026-10-15"),
    ],
)
def test_a_time_falls_on_the_day_of_the_zone(published, zone, expected):
    assert day(published, zone) == expected


def test_the_latest_dated_article_dates_the_edition():
    """In Belgrade the evening of the 14th in California is the 15th."""
    articles = [article("2026-10-12"), article(None), article("2026-10-14T23:30:00-07:00"), article("2026-11")]
    made = edition(Site(zone="Europe/Belgrade"), articles, NOTHING)
    assert (made.id, made.date, made.period) == ("2026-10-15", "2026-10-15", ("2026-10-12", "2026-10-15"))


@pytest.mark.parametrize("articles", [[], [article(None)], [article("2026-11")]])
def test_without_a_dated_article_it_is_undated(articles):
    problem = Problem(path="sources/a.md", message="no text", hint="Remove it")
    made = edition(Site(), articles, NOTHING, [problem])
    assert (made.id, made.date, made.period, made.problems) == (UNDATED, None, None, (problem,))
