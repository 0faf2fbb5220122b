"""The pages on which all conflicts of an edition stand together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from beleg.render.views import ConflictView, StoryView

# So many stand on a page, whose sides take some 3 KB each: it stays below 300 KB.
_MOST: Final = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryConflicts:
    """The conflicts of a story, or a part of them: first what contradicts, then what is only newer."""

    story: StoryView
    conflicts: tuple[ConflictView, ...]


def conflict_pages(stories: Sequence[StoryView], most: int = _MOST) -> list[tuple[str, tuple[StoryConflicts, ...]]]:
    """The pages by their files, in the order of print: one at least, though there be no conflict."""
    every = [
        (story, box) for story in stories for box in sorted(story.boxes, key=lambda one: one.update)
    ]  # fmt: skip
    found = []
    for number, at in enumerate(range(0, max(1, len(every)), most), 1):
        told: dict[str, StoryConflicts] = {}
        for story, box in every[at : at + most]:
            before = told[story.id].conflicts if story.id in told else ()
            told[story.id] = StoryConflicts(story=story, conflicts=(*before, box))
        found.append((f"conflicts-{number}.html" if number > 1 else "conflicts.html", tuple(told.values())))
    return found
