"""The values of a text: dates, quantities, versions."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from beleg.extract.values.dates import DateFound, find_dates
from beleg.extract.values.quantities import QuantityFound, find_quantities
from beleg.extract.values.versions import VersionFound, find_versions
from beleg.extract.values.vocabulary import vocabulary
from beleg.extract.values.words import Visible, Words, visible
from beleg.lexicons import Lexicon

_Found = TypeVar("_Found", DateFound, QuantityFound, VersionFound)


class Values(NamedTuple):
    """What was found in a text, each in the order of the text; spans count the text's code points."""

    dates: tuple[DateFound, ...]
    quantities: tuple[QuantityFound, ...]
    versions: tuple[VersionFound, ...]


def find_values(
    text: str, lexicon: Lexicon, reference: str | None = None, *, start: int = 0, end: int | None = None
) -> Values:
    """The dates, quantities and versions in `text[start:end]`, in time linear to its length.

    Args:
        text: The article's text.
        lexicon: That of the article's language and script.
        reference: The article's date in ISO 8601. It gives dates their missing year, and weekdays and "last year" their
            date; without it the former are written `--10-20` or `--10`, the latter left out.
        start: Where to begin.
        end: Where to end; None for the end of the text.
    """
    seen = visible(text[start:end])
    words = Words(seen.text, vocabulary(lexicon))
    versions = find_versions(words)
    dates = find_dates(words, reference)
    quantities = find_quantities(words)
    return Values(
        tuple(_placed(found, seen, start) for found in dates),
        tuple(_placed(found, seen, start) for found in quantities),
        tuple(_placed(found, seen, start) for found in versions),
    )


def _placed(found: _Found, seen: Visible, start: int) -> _Found:
    first, last = seen.span(found.start, found.end)
    return found._replace(start=start + first, end=start + last)


__all__ = ["DateFound", "QuantityFound", "Values", "VersionFound", "find_values"]
