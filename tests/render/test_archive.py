"""The list of all editions in pages: whole months, none of which ever changes its page once another one has begun."""

from beleg.render.archive import archive
from beleg.render.editions import EditionLine, Month
from beleg.render.told import edition_link


def month(name, count):
    lines = tuple(
        EditionLine(
            link=edition_link(f"{name}-{day:02}" if name else f"undated.{day + 1}"), period=None, late=None, stories=1,
            facts=1, new=0, changed=0, corrected=0,
        )
        for day in range(count, 0, -1)
    )  # fmt: skip
    return Month(month=name, editions=lines)


def told(pages):
    return [line.link.href for page in pages for one in page.months for line in one.editions]


def test_what_fits_stands_on_the_first_page():
    months = (month("2026-10", 3), month("2026-09", 2))
    (page,) = archive(months, 5)
    assert (page.path, page.months, page.earlier) == ("editions.html", months, ())


def test_earlier_months_have_pages_of_their_own_by_year():
    months = (month("2026-01", 3), month("2025-12", 2), month("2025-11", 4), month(None, 1))
    pages = archive(months, 5)
    assert [page.path for page in pages] == ["editions.html", "editions-2025-11.html", "editions-undated.html"]
    assert [(year, [link.page for link in links]) for year, links in pages[0].earlier] == [
        ("2025", ["editions-2025-11.html"]),
        (None, ["editions-undated.html"]),
    ]
    assert told(pages) == told(archive(months, 99))


def test_a_month_that_is_too_long_is_in_parts_that_stay():
    """Counted from its first edition: the full part is the same when more come."""
    pages, later = archive((month("2026-10", 5),), 2), archive((month("2026-10", 7),), 2)
    assert [page.path for page in pages] == [
        "editions.html", "editions-2026-10-3.html", "editions-2026-10-2.html", "editions-2026-10.html",
    ]  # fmt: skip
    assert [len(page.months[0].editions) for page in pages[1:]] == [1, 2, 2]
    assert pages[-1].months == later[-1].months
    assert [page.link.part for page in pages[1:]] == [3, 2, 1]


def test_no_edition():
    (page,) = archive(())
    assert (page.months, page.earlier) == ((), ())
