"""Whether a translation has the numbers, dates and versions of its quote, and no others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from beleg.extract.values import find_values
from beleg.extract.values.units import CURRENCIES
from beleg.merge.spelling import latin
from beleg.records import Language
from beleg.translate.figures import Figure, Figures, figures
from beleg.translate.tongues import Tongue, lexicon_of

Wrong: TypeAlias = tuple[Literal["numbers", "dates", "versions", "units"], str]

_UP, _DOWN = frozenset({"at_least", "more_than"}), frozenset({"at_most", "less_than"})
# What languages count by in words of their own, so that one side may lack it: "60-mal so viele" is "60 times as many".
_LOOSE = frozenset({"times", "fold", "points", "bit", "count"})


def wrong_value(quote: str, language: Language, text: str, tongue: Tongue) -> Wrong | None:
    """The first value that quote and translation do not share; None if they share all.

    Args:
        quote: What was to be translated.
        language: Its language.
        text: The translation.
        tongue: Its language.
    """
    versions = find_values(quote, lexicon_of(quote, language)).versions
    for found in versions:
        if not _occurs(found.version, text):
            return "versions", f"version {found.version} is missing"
    asked, given = figures(quote, language), figures(text, tongue)
    return (
        _missing(asked, given, "is missing")
        or _missing(given, asked, "is not in the quote")
        or _codes(asked, text, "is missing")
        or _codes(given, quote, "is not in the quote")
        or _days(asked, given)
        or _measures(asked.numbers, given.numbers)
    )


def _occurs(version: str, text: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(version)}(?!\.?\d)", text) is not None


def _missing(those: Figures, these: Figures, how: str) -> Wrong | None:
    """What one side has and the other has not."""
    numbers = {value for figure in these.numbers for value in figure.values} | these.months
    for figure in those.numbers:
        if figure.sure and not _meets(figure, numbers):
            return "numbers", f"{figure.shown} {how}"
    open_here = [figure for figure in those.numbers if figure.is_open and not _meets(figure, numbers)]
    if open_here and any(figure.is_open for figure in these.numbers):
        return "numbers", f"an order of magnitude ({open_here[0].shown}) {how}"
    for month in sorted(those.months):
        if month not in these.months and not any(month in figure.values for figure in these.numbers):
            return "dates", f"month {month} {how}"
    # "среда" is Wednesday and an environment: only a day for another one is wrong.
    if (others := these.weekdays - those.weekdays) and (mine := those.weekdays - these.weekdays):
        return "dates", f"weekday {min(mine)} {how}, weekday {min(others)} stands for it"
    return None


def _meets(figure: Figure, numbers: set[float] | frozenset[float]) -> bool:
    return not numbers.isdisjoint(figure.values)


def _codes(those: Figures, text: str, how: str) -> Wrong | None:
    bare = latin(text)
    for code in those.codes:
        if code not in bare:
            return "versions", f"{code} {how}"
    return None


def _days(asked: Figures, given: Figures) -> Wrong | None:
    """Days as wholes, where both sides tell as many: 3 May to 5 June is not 5 May to 3 June."""
    one, other = sorted(_undated(asked.days)), sorted(_undated(given.days))
    if len(one) == len(other) and one != other:
        wrong = next(day for day in one if day not in other) if set(one) != set(other) else one[0]
        return "dates", f"{wrong.removeprefix('--')} is missing"
    return None


def _undated(days: Sequence[str]) -> list[str]:
    """Months and days alone: whether the year is there, the numbers tell."""
    return [day[-5:] for day in days]


def _measures(asked: Sequence[Figure], given: Sequence[Figure]) -> Wrong | None:
    """Units and bounds of numbers that both sides have."""
    for figure in asked:
        same = [other for other in given if figure.values & other.values]
        if not figure.sure or not same:
            continue
        units = {other.unit for other in same}
        if figure.unit and figure.unit not in units and _differ(figure.unit, units):
            return "units", f"{figure.shown} is measured in {figure.unit}"
        if not any(_agree(figure, other) for other in same):
            return "numbers", f"{figure.shown} is a bound of the other side"
    return None


def _differ(unit: str, others: set[str | None]) -> bool:
    """Whether units are surely not the same: known on both sides, or percent and money that have gone missing."""
    if unit in _LOOSE or not others.isdisjoint(_LOOSE):
        return False
    return None not in others or unit == "percent" or unit[:3] in CURRENCIES


def _agree(figure: Figure, other: Figure) -> bool:
    one, two = figure.qualifier, other.qualifier
    return not ((one in _UP and two in _DOWN) or (one in _DOWN and two in _UP))
