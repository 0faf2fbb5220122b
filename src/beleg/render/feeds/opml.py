"""The sources as a list of feeds, for other programs (`sources.opml`)."""

from __future__ import annotations

from collections.abc import Iterable

from beleg.ingest.opml import Outline, for_others, write_opml
from beleg.records import Health
from beleg.render.provenance import name_of


def opml(health: Iterable[Health], title: str) -> bytes | None:
    """The feeds of the sources, without credentials; None where no source has one."""
    outlines = [
        Outline(title=name_of(one), feed=for_others(one.source.feed), language=one.source.language)
        for one in health
        if one.source.feed
    ]
    return write_opml(outlines, title) if outlines else None
