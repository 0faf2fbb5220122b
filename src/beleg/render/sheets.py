"""Long pages in parts, called sheets: what a page holds is weighed and laid out, in the order of print, on as many as it takes.

The first sheet has the page's own address and its head; the others are numbered behind it ("y-….html", "y-…-2.html").
Every identifier of the page leads to its fact from the first sheet: links within the page are written with the sheet
that has their place, and for links from elsewhere the first sheet has a line for each place of the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from beleg.errors import RenderError
from beleg.render.editions import GoneFact, LaterCorrection
from beleg.render.told import CorrectionView
from beleg.render.views import (
    OPEN_FACTS,
    ConflictView,
    Coverage,
    Day,
    FactView,
    Group,
    Item,
    Quote,
    Row,
    Section,
    StoryView,
)

# Bytes of HTML that a sheet may have, and those that a layout aims at. Packed, a page of quotes alone takes a quarter, one
# as it usually is a seventh: so that no sheet is sent with more than 60 kB.
LIMIT: Final = 230_000
_AIM: Final = 200_000
# What a sheet has besides its facts, and what the head of a story or an edition takes; measured on the own digest.
_FRAME: Final = 20_000
# So many places of other sheets stand on the first one as lines of their own; the script knows all.
LINES: Final = 600
_LINE: Final = 90
_ROUNDS: Final = 12
# What parts weigh less than they look: pages of the own digest have two thirds to five sixths of it.
_BEGIN: Final = 0.75

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A place that stands on another sheet."""

    id: str
    # The number of that sheet, and its file.
    number: int
    file: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """What stands on one sheet of a page."""

    # 1 for the first.
    number: int
    # The files of all sheets, the first one's first.
    files: tuple[str, ...]
    # Of a story.
    boxes: tuple[ConflictView, ...] = ()
    groups: tuple[Group, ...] = ()
    coverage: Coverage | None = None
    timeline: tuple[Day, ...] = ()
    gone: tuple[GoneFact, ...] = ()
    # Of an edition.
    later: tuple[LaterCorrection, ...] = ()
    stories: tuple[StoryView, ...] = ()
    # Of both.
    corrections: tuple[CorrectionView, ...] = ()
    # Places of other sheets, on the first one; and the file that tells the script of all. Nothing where one sheet is all.
    lines: tuple[Line, ...] = ()
    places: str | None = None


class _Layout:
    """Gives each part of a page the number of its sheet."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._room = float(_AIM - _FRAME)
        self.number = 1

    def place(self, weight: int) -> int:
        """The sheet of the next part."""
        taken = weight * self._factor
        if taken > self._room and self._room < _AIM - _FRAME:
            self.number += 1
            self._room = float(_AIM - _FRAME)
        self._room -= taken
        return self.number

    def all(self, parts: Iterable[T], weigh: Callable[[T], int]) -> list[tuple[int, T]]:
        return [(self.place(weigh(part)), part) for part in parts]


def story_sheets(story: StoryView, gone: Sequence[GoneFact], factor: float = 1.0) -> list[Sheet]:
    """A story's page, laid out.

    Args:
        story: The whole of it.
        gone: Facts that are gone from it.
        factor: By how much its parts are heavier than they look.
    """
    layout = _Layout(factor)
    boxes = layout.all(story.boxes, _box)
    sections: list[tuple[Group, Section, list[tuple[int, Item]]]] = []
    groups: list[tuple[int, Group]] = []
    for group in story.groups:
        groups.append((layout.place(_FRAME // 10), group))
        sections += [(group, section, layout.all((*section.first, *section.rest), _item)) for section in group.sections]
    days = layout.all(story.timeline, _day)
    shared = _rows(layout, story.coverage.shared if story.coverage else ())
    single = _rows(layout, story.coverage.single if story.coverage else ())
    corrections = _fixes(layout, story.corrections, _correction)
    left = layout.all(gone, _gone)
    if layout.number == 1:
        return [
            Sheet(
                number=1, files=(story.page,), boxes=story.boxes, groups=story.groups, coverage=story.coverage,
                timeline=story.timeline,
                corrections=story.corrections, gone=tuple(gone),
            )
        ]  # fmt: skip
    files = _files(story.page, layout.number)
    sheets = []
    for number in range(1, layout.number + 1):
        on = [
            _group(group, [(section, *_on(items, number)) for mine, section, items in sections if mine is group])
            for _, group in groups
        ]
        empty = {id(group) for at, group in groups if at == number and not group.count}
        sheets.append(
            Sheet(
                number=number, files=files, boxes=_of(boxes, number),
                groups=tuple(made for made, (_, group) in zip(on, groups, strict=True) if made.sections or id(group) in empty),
                coverage=_coverage(story.coverage, _of(shared, number), _of(single, number)), timeline=_of(days, number),
                corrections=corrections.get(number, ()), gone=_of(left, number),
            )
        )  # fmt: skip
    return sheets


def edition_sheets(
    page: str,
    stories: Sequence[StoryView],
    later: Sequence[LaterCorrection],
    corrections: Sequence[CorrectionView],
    factor: float = 1.0,
) -> list[Sheet]:
    """An edition's page, laid out: what was corrected later, its stories, what it corrects."""
    layout = _Layout(factor)
    fixes = _fixes(layout, later, _later)
    told = layout.all(stories, _story)
    own = _fixes(layout, corrections, _correction)
    files = _files(page, layout.number)
    return [
        Sheet(
            number=number, files=files, later=fixes.get(number, ()), stories=_of(told, number),
            corrections=own.get(number, ()),
        )
        for number in range(1, layout.number + 1)
    ]  # fmt: skip


def printed(
    lay: Callable[[float], list[Sheet]], render: Callable[[Sheet], str], folder: str = ""
) -> Iterator[tuple[str, str]]:
    """The files of a page: its sheets, and what tells the script where places are; path and text.

    Args:
        lay: Lays the page out, given by how much its parts are heavier than they look.
        render: The HTML of a sheet.
        folder: Of the page, below the locale's; with a slash behind it.

    Raises:
        RenderError: A part alone is too long for a sheet.
    """
    factor = _BEGIN
    for _ in range(_ROUNDS):
        sheets = lay(factor)
        texts = [render(sheet) for sheet in sheets]
        longest = max(len(text.encode()) for text in texts)
        if longest <= LIMIT:
            break
        factor *= max(1.1, longest / LIMIT)
    else:
        raise RenderError(
            f"a part of the page has {longest:,} bytes by itself; a page may have {LIMIT:,}",
            path=f"{folder}{sheets[0].files[0]}",
            hint="Correct the template that prints it",
        )
    if len(sheets) == 1:
        yield f"{folder}{sheets[0].files[0]}", texts[0]
        return
    files = sheets[0].files
    found = [frozenset(_ID.findall(text)) for text in texts]
    # Each place by its sheet; the first one where a heading goes on.
    places: dict[str, int] = {}
    for number, names in enumerate(found, 1):
        for name in names:
            places.setdefault(name, number)
    elsewhere = sorted((name, at) for name, at in places.items() if at > 1 and not name.startswith(_HEADINGS))
    table = f"{files[0].removesuffix('.html')}.places.js"
    lines = tuple(Line(id=name, number=at, file=files[at - 1]) for name, at in elsewhere[:LINES])
    for sheet, names in zip(sheets, found, strict=True):
        first = sheet.number == 1
        text = render(replace(sheet, lines=lines if first else (), places=table))
        yield f"{folder}{files[sheet.number - 1]}", _led(text, names, places, files)
    yield f"{folder}{table}", _table(elsewhere, files)


_ID: Final = re.compile(r' id="([^"]+)"')
_LINK: Final = re.compile(r' href="#([^"]+)"')
# Of a sheet's own frame.
_HEADINGS: Final = ("h-", "m-", "p-")


def _led(text: str, there: frozenset[str], places: Mapping[str, int], files: Sequence[str]) -> str:
    """A sheet whose links lead to other sheets where their places stand there."""

    def led(link: re.Match[str]) -> str:
        at = places.get(link[1])
        return link[0] if link[1] in there or at is None else f' href="{files[at - 1]}#{link[1]}"'

    return _LINK.sub(led, text)


def _table(places: Iterable[tuple[str, int]], files: Sequence[str]) -> str:
    """What tells the script on which sheet a place stands: the identifiers of each file."""
    found: dict[str, list[str]] = {}
    for name, number in places:
        found.setdefault(files[number - 1], []).append(name)
    told = {file: " ".join(names) for file, names in found.items()}
    return f"window.belegPlaces = {json.dumps(told, indent=0)};\n"


def _files(page: str, number: int) -> tuple[str, ...]:
    stem = page.removesuffix(".html")
    return (page, *(f"{stem}-{at}.html" for at in range(2, number + 1)))


def _of(parts: Iterable[tuple[int, T]], number: int) -> tuple[T, ...]:
    return tuple(part for at, part in parts if at == number)


def _on(items: Sequence[tuple[int, Item]], number: int) -> tuple[tuple[Item, ...], bool]:
    """The items of a sheet, and whether the section begins there."""
    return _of(items, number), bool(items) and items[0][0] == number


def _group(group: Group, sections: Iterable[tuple[Section, tuple[Item, ...], bool]]) -> Group:
    made = []
    for section, items, begins in sections:
        if items:
            # What a sheet goes on with stands open.
            first, rest = (items[:OPEN_FACTS], items[OPEN_FACTS:]) if begins else (items, ())
            made.append(replace(section, first=first, rest=rest, more=len(rest)))
    return replace(group, sections=tuple(made))


_Rows = tuple[tuple[str, tuple[Row, ...]], ...]


def _rows(layout: _Layout, groups: _Rows) -> list[tuple[int, tuple[str, Row]]]:
    return [(layout.place(_row(row)), (key, row)) for key, rows in groups for row in rows]


def _coverage(
    whole: Coverage | None, shared: Sequence[tuple[str, Row]], single: Sequence[tuple[str, Row]]
) -> Coverage | None:
    if whole is None or not (shared or single):
        return None
    return replace(whole, shared=_by_group(shared), single=_by_group(single), more=len(single))


def _by_group(rows: Iterable[tuple[str, Row]]) -> _Rows:
    found: dict[str, list[Row]] = {}
    for key, row in rows:
        found.setdefault(key, []).append(row)
    return tuple((key, tuple(mine)) for key, mine in found.items())


# So many facts of one correction stay together.
_TOGETHER: Final = 100


def _fixes(layout: _Layout, corrections: Iterable[T], weigh: Callable[[T], int]) -> dict[int, tuple[T, ...]]:
    """Corrections by their sheet, those of many facts in pieces."""
    found: dict[int, tuple[T, ...]] = {}
    for one in corrections:
        # Views of corrections have little in common but their facts.
        whole: Any = one
        # Where its facts stand: on which sheet up to which.
        ends: dict[int, int] = {}
        for at in range(0, max(1, len(whole.facts)), _TOGETHER):
            end = at + _TOGETHER
            ends[layout.place(weigh(replace(whole, facts=whole.facts[at:end])))] = end
        begin = 0
        for number, end in ends.items():
            found[number] = (*found.get(number, ()), replace(whole, facts=whole.facts[begin:end]))
            begin = end
    return found


# --- weights: bytes of HTML, as they were measured on the own digest; a layout that misses by much is made again ----------


def _bytes(text: str | None) -> int:
    return len(text.encode()) if text else 0


def _quote(quote: Quote) -> int:
    return 330 + _bytes(quote.text) + _bytes(quote.href)


def _fact(fact: FactView) -> int:
    said = _bytes(fact.sentence) + _bytes(fact.lead_in)
    if fact.original:
        said += _quote(fact.original) + (230 + _bytes(fact.translation.text) if fact.translation else 0)
    notes = (
        120 * (len(fact.caveats) + len(fact.clashes) + len(fact.adds))
        + sum(map(_bytes, fact.notes))
        + 150 * len(fact.notes)
    )
    proof = sum(100 + 40 * len(one.outlets) + 60 * len(one.why) for one in fact.proof)
    return 480 + said + notes + proof + sum(map(_quote, fact.quotes)) + 60 * len(fact.anchors)


def _item(item: Item) -> int:
    return 400 + _bytes(item.fact.sentence) if item.elsewhere else _fact(item.fact)


def _box(box: ConflictView) -> int:
    return 400 + sum(250 + _fact(side.fact) + 120 * (len(side.sources) + len(side.fact.voices)) for side in box.sides)


def _row(row: Row) -> int:
    return 120 + _bytes(row.label) + _bytes(row.excerpt) + 70 * len(row.cells)


def _day(day: Day) -> int:
    return 150 + sum(350 + _bytes(one.row.label) + _bytes(one.row.excerpt) for one in day.moments)


def _gone(one: GoneFact) -> int:
    return 600 + _bytes(one.text) + (230 + _bytes(one.translation.text) if one.translation else 0)


def _correction(one: CorrectionView) -> int:
    return 300 + 150 * len(one.articles) + sum(400 + _bytes(fact.text) for fact in one.facts)


def _later(one: LaterCorrection) -> int:
    return 300 + sum(
        400 + _bytes(fact.before.text) + (_bytes(fact.after.text) if fact.after else 0) for fact in one.facts
    )


def _story(story: StoryView) -> int:
    return 1200 + sum(map(_fact, story.leading))
