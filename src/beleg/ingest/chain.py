"""Whether the records of published editions are all there: each names the one that was published before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from beleg.records import Problem


class Link(Protocol):
    """The first line of a record (`ingest.editions.Header`)."""

    @property
    def id(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def preceding(self) -> str | None: ...


def holes(headers: Sequence[Link], damaged: Sequence[str], folder: str, ending: str) -> Iterator[Problem]:
    """Warnings of records that are missing, and of editions that were published beside each other.

    A record that was taken away behind the last one leaves no trace.

    Args:
        headers: Those that can be read, in the order of their numbers.
        damaged: The paths of those that can't; they are told of already.
        folder: Where they lie.
        ending: What the names of their files end in.
    """
    before: Link | None = None
    for header in headers:
        lacking = header.number - (before.number if before else 0) - 1
        place = f"{folder}/{header.preceding}{ending}"
        if lacking > 0 and place not in damaged and header.preceding not in {one.id for one in headers}:
            more = f", and so {'is' if lacking == 2 else 'are'} {lacking - 1} before it" if lacking > 1 else ""
            yield Problem(
                path=place, severity="warning",
                message=f"is missing{more}: edition {header.id} was published after it. Its pages are gone, links to what it alone told lead nowhere, and what its articles say counts as never published",
                hint="Put the file back from a copy of archive/editions/, such as a backup or what was published to a branch; nothing else can restore it",
            )  # fmt: skip
        if before is not None and lacking < 0:
            yield Problem(
                path=f"{folder}/{header.id}{ending}", severity="warning",
                message=f"is number {header.number}, as is edition {before.id}: they were published from two copies of the project, and neither knows of the other",
                hint="What both told as new stands twice. Publish from one copy alone, or bring archive/ up to date before",
            )  # fmt: skip
        before = header
