"""What every translator's table [translate.NAME] may say of the limits of a run, whatever else it says."""

from __future__ import annotations

from typing import Any

from beleg.ingest.checked import Checked
from beleg.translate.budget import Allowed

# The least and the most of each.
_RANGES: dict[str, tuple[float, float]] = {
    "minutes": (0.01, 10_000), "limit": (1, 1e12), "cost": (0, 1e6), "price_in": (0, 1e6), "price_out": (0, 1e6),
    "batch": (1, 100),
}  # fmt: skip
_WHOLE = ("limit", "batch")
_BATCH = 10


def take_allowed(file: Checked, table: dict[str, Any]) -> tuple[Allowed, int]:
    """The limits of a run, and how many passages go with one request; taken out of the table, which keeps the rest.

    Args:
        file: Told what is wrong.
        table: That of the translator, as written.
    """
    values: dict[str, Any] = {}
    for key in [key for key in table if key in _RANGES]:
        value = table.pop(key)
        if message := wrong_number(value, *_RANGES[key], whole=key in _WHOLE):
            file.problem(f"`{key}` is {value!r}, expected {message}", "Correct it, or leave it out.", key)
        else:
            values[key] = value
    if ("price_in" in values) != ("price_out" in values):
        missing = "price_in" if "price_out" in values else "price_out"
        file.problem(
            f"`{missing}` is missing", "Write both prices, of a million tokens in and out, or neither.", None,
        )  # fmt: skip
    if "cost" in values and "price_in" not in values:
        file.problem(
            "`cost` can't be kept without prices", "Write price_in and price_out, what a million tokens cost.", "cost"
        )
    batch = values.pop("batch", _BATCH)
    return Allowed(tokens=values.pop("limit", None), **values), batch


def wrong_number(value: Any, least: float, most: float, *, whole: bool) -> str | None:
    """What was expected instead of a value ("a number from 1 to 10"); None if it is right."""
    right = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if right and least <= value <= most:
        return None
    return f"a {'whole number' if whole else 'number'} from {least:g} to {most:,g}"
