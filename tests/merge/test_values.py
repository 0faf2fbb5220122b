import pytest
from hypothesis import given
from hypothesis import strategies as st

from beleg.merge.values import rival_quantities, same_date, same_quantities, same_quantity
from beleg.records import Quantity


def q(value, unit="percent", qualifier="exact", value_to=None):
    return Quantity(value=value, unit=unit, qualifier=qualifier, value_to=value_to)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (q(1.5, "hours"), q(90, "minutes")),
        (q(0.5, "kW"), q(500, "W")),
        (q(60), q(60, qualifier="approx")),
        (q(61), q(60, qualifier="approx")),
        (q(310000, "count", "at_most"), q(310000, "count")),
        (q(5, value_to=7), q(5, value_to=7)),
    ],
)
def test_the_same_number(one, other):
    assert same_quantity(one, other)
    assert same_quantity(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (q(12), q(15)),
        (q(60, "percent"), q(60, "km")),
        (q(3, "months"), q(90, "days")),
        (q(100, "EUR"), q(100, "USD")),
        (q(65), q(60, qualifier="approx")),
        (q(60, qualifier="approx"), q(61, qualifier="approx")),
        (q(100000, "count", "at_least"), q(100000, "count")),
        (q(5, qualifier="at_most"), q(5, qualifier="at_least")),
        (q(5, value_to=7), q(5)),
    ],
)
def test_another_number(one, other):
    assert not same_quantity(one, other)
    assert not same_quantity(other, one)


def test_one_number_more_is_another_statement():
    assert not same_quantities((q(12),), (q(12), q(3, "hours")))
    assert same_quantities((q(3, "hours"), q(12)), (q(12), q(180, "minutes")))


def test_what_both_give_is_the_setting():
    """ "From 10 to 80 percent in nine minutes", "… in eight minutes": the minutes are in dispute."""
    pair = rival_quantities((q(10, value_to=80), q(9, "minutes")), (q(10, value_to=80), q(8, "minutes")))
    assert pair == (q(9, "minutes"), q(8, "minutes"))


def test_a_promise_is_exceeded():
    assert rival_quantities((q(61, "celsius"),), (q(55, "celsius", "at_most"),))
    assert not rival_quantities((q(50, "celsius"),), (q(55, "celsius", "at_most"),))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2026-10-20", "2026-10", True),
        ("2026-10-20", "--10-20", True),
        ("--10", "--10-20", True),
        ("2026-10-20", "2026-10-19", False),
        ("--10-20", "--10-19", False),
        ("2026", "2025-10-20", False),
        ("2026", "--10-20", False),
    ],
)
def test_dates(one, other, same):
    assert same_date(one, other) is same
    assert same_date(other, one) is same


@given(
    value=st.floats(min_value=0.01, max_value=1e9),
    change=st.floats(min_value=1.06, max_value=100),
    qualifiers=st.tuples(*[st.sampled_from(("exact", "approx", "at_least", "at_most", "more_than", "less_than"))] * 2),
)
def test_no_change_beyond_rounding_is_tolerated(value, change, qualifiers):
    one, other = q(value, "km", qualifiers[0]), q(value * change, "km", qualifiers[1])
    assert not same_quantity(one, other)
    assert same_quantity(one, other) == same_quantity(other, one)


def test_a_fall_rivals_neither_of_its_ends():
    """ "Sinkt von 8.900 auf 8.400 Euro" is told as from 8,900 to 8,400."""
    fall = q(8900, "EUR", value_to=8400)
    assert rival_quantities([fall], [q(8900, "EUR")]) is None
    assert rival_quantities([fall], [q(8400, "EUR")]) is None
    assert rival_quantities([fall], [q(9100, "EUR")]) is not None
