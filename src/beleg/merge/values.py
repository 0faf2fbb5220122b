"""When typed values agree, and when they exclude each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from beleg.records import Quantity

# Units that convert exactly: unit → (base unit, factor). Months and days, and currencies, do not.
_BASE = {
    "milliseconds": ("seconds", 0.001), "minutes": ("seconds", 60.0), "hours": ("seconds", 3600.0),
    "days": ("seconds", 86400.0), "weeks": ("seconds", 604800.0), "years": ("months", 12.0),
    "mm": ("m", 0.001), "nm": ("m", 1e-9), "km": ("m", 1000.0), "g": ("kg", 0.001), "t": ("kg", 1000.0),
    "kW": ("W", 1e3), "MW": ("W", 1e6), "GW": ("W", 1e9), "kWh": ("Wh", 1e3), "MWh": ("Wh", 1e6), "GWh": ("Wh", 1e9),
    "kHz": ("Hz", 1e3), "MHz": ("Hz", 1e6), "GHz": ("Hz", 1e9), "kB": ("B", 1e3), "MB": ("B", 1e6), "GB": ("B", 1e9),
    "TB": ("B", 1e12), "PB": ("B", 1e15), "Mbit/s": ("bit/s", 1e6), "Gbit/s": ("bit/s", 1e9),
}  # fmt: skip
# "About 60" stands for 58 and for 62.5, not for 65: what a newsroom rounds, it rounds to within some five percent.
_ROUNDING = 0.05
# Numbers that differ by less are the same number after conversion.
_EXACT = 1e-6
_OPEN_BELOW = {"at_most", "less_than"}
_OPEN_ABOVE = {"at_least", "more_than"}


def base(quantity: Quantity) -> tuple[float, float | None, str]:
    """Value, end of range and unit in the unit's base: 1.5 hours are 5400 seconds."""
    unit, factor = _BASE.get(quantity.unit, (quantity.unit, 1.0))
    end = None if quantity.value_to is None else quantity.value_to * factor
    return quantity.value * factor, end, unit


def _same(one: float, other: float, tolerance: float = _EXACT) -> bool:
    return math.isclose(one, other, rel_tol=tolerance, abs_tol=1e-9)


def order_of_magnitude(quantity: Quantity) -> bool:
    """Whether it is an open order of magnitude: "hundreds of thousands" is 100,000 `at_least`."""
    if quantity.qualifier != "at_least" or quantity.value_to is not None or quantity.value < 10:
        return False
    return _same(quantity.value, 10.0 ** round(math.log10(quantity.value)))


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities can be the same number, told with another unit or another care.

    The same number agrees whatever stands before it ("at most 310,000" and "310,000" is one newsroom's care), except
    that an open order of magnitude is never a count. An approximate value agrees with an exact one near it.
    """
    (a, a_to, a_unit), (b, b_to, b_unit) = base(one), base(other)
    if a_unit != b_unit or order_of_magnitude(one) != order_of_magnitude(other):
        return False
    if {one.qualifier, other.qualifier} & _OPEN_BELOW and {one.qualifier, other.qualifier} & _OPEN_ABOVE:
        return False
    if (a_to is None) != (b_to is None):
        return False
    if a_to is not None and b_to is not None:
        return _same(a, b) and _same(a_to, b_to)
    if _same(a, b):
        return True
    # Only one side may be rounded: two rounded values that differ, differ.
    rounded = (one.qualifier == "approx") != (other.qualifier == "approx")
    return rounded and "exact" in (one.qualifier, other.qualifier) and _same(a, b, _ROUNDING)


def same_quantities(one: Sequence[Quantity], other: Sequence[Quantity]) -> bool:
    """Whether two statements give the same numbers, in any order; one more or less is another statement."""
    if len(one) != len(other):
        return False
    if len(one) > 5:  # no sentence pairs that many by hand
        return sorted(map(_key, one)) == sorted(map(_key, other))
    return any(all(map(same_quantity, one, order)) for order in permutations(other))


def _key(quantity: Quantity) -> tuple[str, float, float]:
    value, end, unit = base(quantity)
    return unit, value, value if end is None else end


def exact(quantities: Sequence[Quantity]) -> bool:
    """Whether none of them is rounded or open."""
    return all(quantity.qualifier == "exact" for quantity in quantities)


def rival_quantities(one: Sequence[Quantity], other: Sequence[Quantity]) -> tuple[Quantity, Quantity] | None:
    """Two quantities of one unit that cannot both be the value of the same thing; None if there are none.

    Numbers that both sides give ("from 10 to 80 percent in nine minutes", "… in eight minutes") are the setting.
    """
    mine = [q for q in one if not any(same_quantity(q, r) for r in other)]
    theirs = [q for q in other if not any(same_quantity(q, r) for r in one)]
    for q in mine:
        for r in theirs:
            if base(q)[2] == base(r)[2] and not compatible(q, r):
                return q, r
    return None


def _bounds(quantity: Quantity) -> tuple[float, float]:
    value, end, _ = base(quantity)
    if quantity.qualifier in _OPEN_BELOW:
        return -math.inf, value
    if quantity.qualifier in _OPEN_ABOVE:
        return value, math.inf
    slack = abs(value) * (_ROUNDING if quantity.qualifier == "approx" else _EXACT)
    # "From 8,900 to 8,400" falls.
    low, high = sorted((value, value if end is None else end))
    return low - slack, high + slack


def compatible(one: Quantity, other: Quantity) -> bool:
    """Whether both can hold of one thing: their ranges meet."""
    (a, a_to), (b, b_to) = _bounds(one), _bounds(other)
    return a <= b_to and b <= a_to


def same_date(one: str, other: str) -> bool:
    """Whether a date may be the other, told less precisely or without its year."""
    if one.startswith("--") or other.startswith("--"):
        a, b = one[1:] if one.startswith("--") else one[4:], other[1:] if other.startswith("--") else other[4:]
        return bool(a and b) and (a.startswith(b) or b.startswith(a))
    return one.startswith(other) or other.startswith(one)


def same_version(one: str, other: str) -> bool:
    """Whether two versions are one; a leading "v" does not count, `2.14.*` is no `2.14.3`."""
    return one.casefold().removeprefix("v") == other.casefold().removeprefix("v")


def told_quantity(quantity: Quantity) -> str:
    """As "at_least 60 percent" or "4–5 count of cities"; an exact number has no qualifier."""
    qualifier = "" if quantity.qualifier == "exact" else f"{quantity.qualifier} "
    value = f"{quantity.value:.12g}" + ("" if quantity.value_to is None else f"–{quantity.value_to:.12g}")
    return f"{qualifier}{value} {quantity.unit}" + (f" of {quantity.of}" if quantity.of else "")


def distance(one: Sequence[Quantity], other: Sequence[Quantity]) -> float:
    """How far apart the numbers of two statements that agree in them lie, as a part of the larger."""
    pairs = zip(sorted(one, key=_key), sorted(other, key=_key), strict=False)
    return max((_apart(base(q)[0], base(r)[0]) for q, r in pairs), default=0.0)


def _apart(one: float, other: float) -> float:
    return 0.0 if _same(one, other) else abs(one - other) / max(abs(one), abs(other))
