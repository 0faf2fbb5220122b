"""Which days an edition covers, and what it is called."""

from datetime import date

import pytest

from beleg.edit.period import free, latest, period_of
from beleg.errors import EditError


@pytest.mark.parametrize(
    ("written", "name", "first", "last"),
    [
        ("2026-10-27", "2026-10-27", "2026-10-27", "2026-10-27"),
        ("2026-W44", "2026-W44", "2026-10-26", "2026-11-01"),
        ("2026w44", "2026-W44", "2026-10-26", "2026-11-01"),
        # The first week of 2026 begins in 2025.
        ("2026-W01", "2026-W01", "2025-12-29", "2026-01-04"),
        ("2028-02", "2028-02", "2028-02-01", "2028-02-29"),
        ("2026-10-20..2026-10-27", "2026-10-20--2026-10-27", "2026-10-20", "2026-10-27"),
        ("2026-10-20/2026-10-27", "2026-10-20--2026-10-27", "2026-10-20", "2026-10-27"),
        ("2026-10-20--2026-10-27", "2026-10-20--2026-10-27", "2026-10-20", "2026-10-27"),
    ],
)
def test_a_period_is_read_as_people_write_it(written, name, first, last):
    found = period_of(written)
    assert (found.id, str(found.first), str(found.last)) == (name, first, last)


@pytest.mark.parametrize(
    "written",
    ["", "2026", "2026-W54", "2026-W00", "2026-13", "2026-02-30", "20261027", "2026-10-27..2026-10-20", "a..b", "../x",
     "2026-10-20..2026-10-21..2026-10-22"],
)  # fmt: skip
def test_what_is_no_period_is_refused(written):
    with pytest.raises(EditError, match="is no period of an edition"):
        period_of(written)


def test_the_period_of_a_day_is_its_day_or_its_week():
    sunday = date(2026, 11, 1)
    assert (latest("day", sunday).id, latest("week", sunday).id) == ("2026-11-01", "2026-W44")


def test_a_name_that_is_taken_gets_a_number():
    assert free("2026-10-27", ()) == "2026-10-27"
    assert free("2026-10-27", {"2026-10-27", "2026-10-27.2"}) == "2026-10-27.3"
