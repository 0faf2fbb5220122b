"""How the readers of each locale get the facts, in figures: what `build` and `languages` print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from beleg.cli.console import plural
from beleg.render.headings import RUNGS, Headings, Rung
from beleg.render.readable import READINGS, Reading, Readings

# What each way of reading a fact is called.
NAMES: Final[Mapping[Reading, str]] = {
    "typed": "worded by their values",
    "sub_typed": "worded in set phrases",
    "own_quote": "quoted in own language",
    "person": "translated",
    "machine": "machine translation, unconfirmed",
    "foreign": "foreign quote only",
}

# Headlines that tell no news.
_WITHOUT_NEWS: Final[tuple[Rung, ...]] = RUNGS[RUNGS.index("topics") :]


def lines(readings: Readings) -> Iterator[str]:
    """A line for each locale, with every way of reading, also those that no fact is read in."""
    for locale, found in readings.items():
        yield (
            f"{locale}: {plural(found['typed'] + found['sub_typed'], 'fact')} worded ({found['typed']:,} by their values, "
            f"{found['sub_typed']:,} in set phrases), {found['own_quote']:,} quoted in the reader's own language, "
            f"{found['person']:,} translated, {found['machine']:,} by an unconfirmed machine translation, "
            f"{found['foreign']:,} left as a foreign quote only."
        )


def table(readings: Readings) -> Iterator[str]:
    """The same as a table, a column for each locale, with the share that is worded below."""
    width = max(map(len, (*NAMES.values(), "facts")))
    yield f"{'facts':{width}}" + "".join(f"{locale:>11}" for locale in readings)
    for reading in READINGS:
        yield f"{NAMES[reading]:{width}}" + "".join(f"{counts[reading]:>11,}" for counts in readings.values())
    yield f"{'worded':{width}}" + "".join(f"{_worded(counts):>11.0%}" for counts in readings.values())


def _worded(counts: Mapping[Reading, int]) -> float:
    """The share of facts that are worded; none of none."""
    return (counts["typed"] + counts["sub_typed"]) / max(1, sum(counts.values()))


def untold(headings: Headings) -> Iterator[str]:
    """One line for all locales if headlines tell no news in any of them."""
    without = sorted(sum(found[rung] for rung in _WITHOUT_NEWS) for found in headings.values())
    if not without or not without[-1]:
        return
    least, most = without[0], without[-1]
    number = f"{most:,}" if least == most else f"{least:,} to {most:,}, by language,"
    total = max(sum(found.values()) for found in headings.values())
    yield f"{number} of {plural(total, 'headline')} only name what the story is about: no fact of theirs could be made a headline."
