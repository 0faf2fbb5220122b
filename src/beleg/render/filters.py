"""What the facts of a page can be chosen by: evidence class, kind, language, and whether they are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from beleg.records import Kind
from beleg.render.sheets import Sheet
from beleg.render.told import CLASSES
from beleg.render.views import FactView, facts_of

# A page with fewer facts is looked over as it is.
_FEWEST = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """The values that facts of a page have, each with how many have it, in a fixed order."""

    # HTML classes.
    classes: tuple[tuple[str, int], ...]
    kinds: tuple[tuple[Kind, int], ...]
    languages: tuple[tuple[str, int], ...]
    # How many have news, where others have none; 0 where that tells nothing.
    new: int


def choices(sheet: Sheet) -> Choices | None:
    """What the facts of a sheet can be chosen by; None where there is little to choose from."""
    facts = {fact.id: fact for fact in _facts(sheet)}.values()
    if len(facts) < _FEWEST:
        return None
    classes = Counter(fact.voice.css for fact in facts)
    kinds = Counter(fact.kind for fact in facts)
    languages = Counter(language for fact in facts for language in fact.reach.languages)
    new = sum(fact.news is not None for fact in facts)
    return Choices(
        # That nothing rests on independent evidence is to be seen.
        classes=tuple((css, classes[css]) for css in CLASSES.values() if classes[css] or css == "shown"),
        kinds=tuple((kind, kinds[kind]) for kind in get_args(Kind) if kinds[kind]),
        languages=tuple(sorted(languages.items())),
        new=new if new < len(facts) else 0,
    )


def _facts(sheet: Sheet) -> Iterable[FactView]:
    for box in sheet.boxes:
        yield from (side.fact for side in box.sides)
    yield from facts_of(sheet.groups)
    for story in sheet.stories:
        yield from story.leading
