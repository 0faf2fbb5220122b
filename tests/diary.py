"""A project that is published day by day, and what must hold of its editions."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from years import Day, Item, Year

SETTINGS = '[site]\nname = "A year"\nlocales = [{}]\n'


def start(folder: Path, *locales: str) -> Path:
    """A project without an article."""
    (folder / "sources").mkdir(parents=True)
    names = ", ".join(f'"{locale}"' for locale in locales)
    (folder / "sources" / "beleg.toml").write_text(SETTINGS.format(names), "utf-8")
    return folder


@dataclass
class Diary:
    """What was published, edition by edition, held against what the generator knows of its articles."""

    folder: Path
    year: Year
    # Runs `beleg ARGUMENTS` in the folder; fails if its exit code is not 0.
    beleg: Callable[..., object]
    # Each article so far, by its path below `sources/`.
    items: dict[str, Item] = field(default_factory=dict)
    # Where each published story and fact is told, as far as addresses go: identifiers of stories by identifier of fact.
    told: dict[str, set[str]] = field(default_factory=dict)
    stories: set[str] = field(default_factory=set)
    # What each article's story and each statement's fact were called last.
    story_of: dict[str, str] = field(default_factory=dict)
    fact_of: dict[str, str] = field(default_factory=dict)
    # What goes against a promise, as sentences.
    faults: list[str] = field(default_factory=list)
    # Withdrawn articles of which no edition has told yet, with their day.
    withdrawn: dict[str, str] = field(default_factory=dict)

    def day(self, number: int) -> Day:
        """Write, build and publish a day, and look at its edition."""
        day = self.write(number)
        self.beleg("build", "--edition", str(day.day))
        self.beleg("publish", "--edition", str(day.day), "--date", str(day.day))
        self.look(day)
        return day

    def recall(self, number: int) -> None:
        """Look at the edition of a day that was published before."""
        self.look(self._known(self.year.day(number)))

    def write(self, number: int) -> Day:
        return self._known(self.year.write(self.folder / "sources", number))

    def _known(self, day: Day) -> Day:
        self.items |= {item.path: item for item in day.items}
        self.withdrawn |= {item.path: str(day.day) for item in day.withdrawn}
        return day

    def look(self, day: Day) -> None:
        """Hold the edition of a day against those before it."""
        record = self.folder / "archive" / "editions" / f"{day.day}.jsonl"
        if not record.is_file():
            self.faults += [f"{day.day} has no edition"] if day.items else []
            return
        rows: dict[str, list[dict[str, Any]]] = {}
        for line in record.read_text("utf-8").splitlines():
            row = json.loads(line)
            rows.setdefault(row["record"], []).append(row)
        stories, facts = rows.get("story", []), rows.get("fact", [])
        for story in stories:
            self._repeated(day, story, [fact for fact in facts if fact["story"] == story["id"]], rows)
        self._stable("story", stories, "articles", self.story_of, day)
        self._stable("fact", facts, "mentions", self.fact_of, day)
        self.stories |= {name for story in stories for name in (story["id"], *story.get("aliases", ()))}
        for fact in facts:
            self.told.setdefault(fact["id"], set()).add(fact["story"])
        self._taken_back(rows)

    def _repeated(
        self, day: Day, story: Mapping[str, Any], facts: list[dict[str, Any]], rows: Mapping[str, list[dict[str, Any]]]
    ) -> None:
        """Whether a story is told again although nothing came that is new."""
        if story["id"] not in self.stories and not self.stories & {*story.get("aliases", ())}:
            return
        today = [self.items[name] for name in story["articles"] if self.items[name].day == day.day]
        homes = {story["id"], *story.get("aliases", ())}
        lost = any(row["before"]["story"] in homes for row in rows.get("correction", []))
        # A story that loses an article whose facts others tell, too, is told again without it; nothing of it is corrected.
        lost |= any(self.story_of.get(row["article"]["id"]) in homes for row in rows.get("withdrawn", []))
        if not lost and all(item.role == "repeat" for item in today):
            new = [(fact["kind"], fact["news"]) for fact in facts if fact.get("news")]
            self.faults.append(
                f"{day.day}: {story['id']} has nothing new, but {[i.path for i in today]} made {new} of it"
            )

    def _stable(self, what: str, rows: list[dict[str, Any]], members: str, before: dict[str, str], day: Day) -> None:
        """Whether what was published goes on under its name, as an alias at least, wherever any of it is told again.

        What is divided keeps its name in one of its parts.
        """
        present = {name for row in rows for name in (row["id"], *row.get("aliases", ()))}
        for row in rows:
            for member in row[members]:
                if (old := before.get(member)) is not None and old not in present:
                    self.faults.append(f"{day.day}: {what} {old} goes on as {row['id']} without its name")
                before[member] = row["id"]

    def _taken_back(self, rows: Mapping[str, list[dict[str, Any]]]) -> None:
        """Whether what was withdrawn is told with its day."""
        for row in rows.get("withdrawn", []):
            article, day = row["article"]["id"], row["withdrawal"]["date"]
            if (told := self.withdrawn.pop(article, None)) and day != told:
                self.faults.append(f"{article}: withdrawn on {told}, told as of {day}")
        for row in rows.get("correction", []):
            if row["about"] == "withdrawn" and not row["date"]:
                self.faults.append(f"{row['before']['id']} is told to be withdrawn, but not when")

    def broken(self, locale: str) -> list[str]:
        """Addresses of published facts and stories that no longer lead to them."""
        pages: dict[str, frozenset[str]] = {}

        def anchors(story: str) -> frozenset[str]:
            if story not in pages:
                path = self.folder / "public" / locale / f"{story}.html"
                found = re.findall(r'\sid="?([^\s">]+)', path.read_text("utf-8")) if path.is_file() else ()
                pages[story] = frozenset(found)
            return pages[story]

        missing = [
            f"{story}.html"
            for story in sorted(self.stories)
            if not (self.folder / "public" / locale / f"{story}.html").is_file()
        ]
        for fact, stories in sorted(self.told.items()):
            missing += [f"{story}.html#{fact}" for story in sorted(stories) if fact not in anchors(story)]
        return missing


def digests(folder: Path) -> dict[str, str]:
    """What tells whether a byte in a folder has changed."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(folder)
    }


def size(folder: Path) -> int:
    """Bytes of a folder's files."""
    return sum(path.stat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
