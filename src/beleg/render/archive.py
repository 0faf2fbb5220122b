"""The list of all editions, in pages that stay small: the newest months on the first, each earlier month on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from beleg.render.editions import EditionLine, Month

FIRST: Final = "editions.html"
# A line takes some 500 bytes in Cyrillic, with a note under it twice as many: 200 of them stay below the 300 KB of a page.
_LINES: Final = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class MonthLink:
    """A month's page of its own, or a part of it."""

    # As of a `Month`.
    month: str | None
    page: str
    # Its number, if the month has several.
    part: int | None
    editions: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ArchivePage:
    """A page of the list."""

    path: str
    months: tuple[Month, ...]
    # On the first page: the months that have pages of their own, by year, the latest first; None for those without a date.
    earlier: tuple[tuple[str | None, tuple[MonthLink, ...]], ...] = ()
    # On a month's page: itself.
    link: MonthLink | None = None


def archive(months: Sequence[Month], lines: int = _LINES) -> tuple[ArchivePage, ...]:
    """The pages of the list, the first one first.

    A month stands whole on the first page, or has pages of its own, so that these stay as they are when the next begins.

    Args:
        months: All editions, the latest month first.
        lines: The most editions of a page.
    """
    room, shown = lines, 0
    for month in months:
        if len(month.editions) > room:
            break
        room -= len(month.editions)
        shown += 1
    pages = [
        ArchivePage(path=link.page, months=(replace(month, editions=part),), link=link)
        for month in months[shown:]
        for link, part in _parts(month, lines)
    ]
    years: dict[str | None, list[MonthLink]] = {}
    for page in pages:
        assert page.link is not None, "a month's page has a link"
        years.setdefault(page.link.month[:4] if page.link.month else None, []).append(page.link)
    earlier = tuple((year, tuple(links)) for year, links in years.items())
    return (ArchivePage(path=FIRST, months=tuple(months[:shown]), earlier=earlier), *pages)


def _parts(month: Month, lines: int) -> list[tuple[MonthLink, tuple[EditionLine, ...]]]:
    """A month's pages; counted from its first editions, so that a full one stays as it is."""
    oldest_first = month.editions[::-1]
    parts = [oldest_first[at : at + lines][::-1] for at in range(0, len(oldest_first), lines)]
    name = f"editions-{month.month or 'undated'}"
    links = [
        MonthLink(
            month=month.month, page=f"{name}-{number}.html" if number > 1 else f"{name}.html",
            part=number if len(parts) > 1 else None, editions=len(part),
        )
        for number, part in enumerate(parts, 1)
    ]  # fmt: skip
    return list(zip(links, parts, strict=True))[::-1]
