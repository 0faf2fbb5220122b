"""How many facts readers get as a sentence of their own language, and that the own digest leaves none unreadable.

python tests/test_readings.py            the shares on the corpus
python tests/test_readings.py --readme   writes README's table of them anew
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from beleg.pipeline import edition_of
from beleg.project import load
from beleg.render.readable import Reading, readings_of
from fakes import CORPUS
from test_floors import _demanding, _layout, _parts

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
# Percent that no change may fall below. What is asked for, 60 on the last story and 70 on all others, is far away: most
# statements hold words that no list of words accounts for, so that a sentence made of their slots would drop them.
LEAST = {"stories it was written with": 10, "stories never looked at": 2, "`torchneuron`": 16}


def _readings(folder: Path, story: Path) -> dict[str, dict[str, Reading]]:
    """How each fact of a corpus story is read in each locale, the story alone in a project at `folder`."""
    for gold in sorted(story.glob("*.gold.jsonl")):
        name, data = _layout(gold)
        target = folder / "sources" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return readings_of(edition_of(load(folder)), None)


@cache
def _parts_measured() -> dict[str, tuple[int, int]]:
    """For each part of the corpus: facts with a sentence in every locale, and all facts."""
    development, unseen = _parts()
    parts: dict[str, Sequence[Path]] = {
        "stories it was written with": [CORPUS / name for name in development],
        "stories never looked at": [CORPUS / name for name in unseen],
        "`torchneuron`": [story] if (story := _demanding()) else [],
    }
    measured = {}
    for part, stories in parts.items():
        worded = facts = 0
        for story in stories:
            with TemporaryDirectory() as folder:
                found = _readings(Path(folder), story)
            identifiers = list(next(iter(found.values())))
            facts += len(identifiers)
            worded += sum(all(read[one] in {"typed", "sub_typed"} for read in found.values()) for one in identifiers)
        if facts:
            measured[part] = worded, facts
    return measured


def _table() -> list[str]:
    rows = [
        f"| {part} | {100 * worded / facts:.0f} % | {facts:,} |" for part, (worded, facts) in _parts_measured().items()
    ]
    return ["| facts of | with a sentence in every locale | facts |", "| --- | --- | --- |", *rows]


@pytest.mark.slow
@pytest.mark.parametrize("part", LEAST)
def test_no_fewer_facts_are_worded(part: str) -> None:
    if part not in _parts_measured():
        pytest.skip("BELEG_SHARED names no folder that has the story")
    worded, facts = _parts_measured()[part]
    assert 100 * worded / facts >= LEAST[part]


@pytest.mark.slow
def test_readme_shows_these_shares() -> None:
    lines = README.read_text("utf-8").split("\n")
    missing = [row for row in _table() if row not in lines]
    assert not missing, "python tests/test_readings.py --readme writes the table anew"


def test_the_own_digest_leaves_no_fact_in_a_foreign_language_alone() -> None:
    found = readings_of(edition_of(load(ROOT)), None)
    assert set(found) == {"de", "sr-Cyrl", "sr-Latn", "ru", "en"}
    foreign = [(locale, fact) for locale, read in found.items() for fact, way in read.items() if way == "foreign"]
    assert not foreign, "beleg translate export adds them to sources/translations; translate them"


def main(arguments: Sequence[str]) -> int:
    table = _table()
    if "--readme" not in arguments:
        print("\n".join(table))  # noqa: T201
        return 0
    lines = README.read_text("utf-8").split("\n")
    at = lines.index(table[0])
    end = next(number for number in range(at, len(lines)) if not lines[number].startswith("|"))
    kept = [line for line in lines[at:end] if "torchneuron" in line and not os.environ.get("BELEG_SHARED")]
    README.write_text("\n".join([*lines[:at], *table, *kept, *lines[end:]]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
