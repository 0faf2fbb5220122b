"""Read `sources/decisions.toml`: what an editor settled by hand.

A decision is anchored to an article and its exact words, never to an identifier, so that it survives a rebuild:

    [[decision]]
    article = "torchneuron/de.md"
    quote = "The exact words of the statement."
    class = "customer_claim"   # any of the fields below; or drop = true
    merge = { article = "torchneuron/ru.md", quote = "The same in other words." }

    [[story]]
    together = ["torchneuron/de.md", "chips/ru.md"]

Tables [[withdrawn]] stand in the same file; `withdrawals.py` reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from beleg.errors import IngestError
from beleg.records import Evidence, Kind, Problem, Statement
from beleg.tomlfile import tables_of, text_of

NAME = "decisions.toml"
PLACE = f"sources/{NAME}"
ALLOWED = {"class": get_args(Evidence), "kind": get_args(Kind)}
FIELDS = ("article", "quote", "class", "claimant", "kind", "merge", "split", "drop", "note")
STORY_FIELDS = ("together", "apart")
# The tables of the file.
_TABLES = ("decision", "story", "withdrawn")
_OPENING = re.compile(r"[ \t]*\[\[")


class Anchor(NamedTuple):
    """Which statement is meant: its article, and its exact words."""

    article: str
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What an editor settled about one statement; None leaves a field as it was read."""

    article: str
    quote: str
    evidence: Evidence | None = None
    kind: Kind | None = None
    claimant: str | None = None
    # Statements that say the same, and that do not.
    merge: tuple[Anchor, ...] = ()
    split: tuple[Anchor, ...] = ()
    drop: bool = False
    # What readers are told.
    note: str | None = None
    # Where it stands in the file; None where that can't be told.
    line: int | None = None

    @property
    def anchor(self) -> Anchor:
        return Anchor(self.article, self.quote)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryDecision:
    """Which articles an editor put into one story, and which into different ones."""

    together: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Decisions:
    """All that an editor settled, in the order of the file."""

    statements: tuple[Decision, ...] = ()
    stories: tuple[StoryDecision, ...] = ()
    # Where the `merge` and the `split` of a decision stand, by the line of that decision. No part of it: what an editor
    # settled is the same wherever it stands.
    key_lines: Mapping[tuple[int, str], int] = field(default_factory=dict, compare=False)

    def line(self, decision: Decision, key: Literal["merge", "split"]) -> int | None:
        """The line of a key of a decision, else that of the decision; None where neither can be told."""
        return None if decision.line is None else self.key_lines.get((decision.line, key), decision.line)

    @property
    def pins(self) -> tuple[frozenset[str], ...]:
        """Articles that belong to one story: those put together, and those that say the same."""
        merged = (frozenset((one.article, *(other.article for other in one.merge))) for one in self.statements)
        return (*(frozenset(one.together) for one in self.stories), *(pin for pin in merged if len(pin) > 1))


def read_decisions(sources: Path) -> tuple[Decisions, list[Problem]]:
    """The decisions of a project, and all that is wrong with the file at once."""
    try:
        text, found = tables(sources)
    except IngestError as error:
        return Decisions(), [Problem(path=PLACE, message=error.message, line=error.line, hint=error.hint)]
    problems = [
        Problem(
            path=PLACE, message=f"has the unknown table or key {key!r}",
            hint="Write each decision as [[decision]], and what is about whole articles as [[story]]",
        )
        for key in found
        if key not in _TABLES
    ]  # fmt: skip
    rows, wrong = _rows(text, found, "decision", _wrong)
    problems += wrong
    stories, wrong = _rows(text, found, "story", _wrong_story)
    return Decisions(
        statements=tuple(_decision(row, line) for row, line in rows),
        stories=tuple(
            StoryDecision(together=tuple(row.get("together", ())), apart=tuple(row.get("apart", ())), line=line)
            for row, line in stories
        ),
        key_lines={
            (line, key): at
            for _, line in rows
            for key in ("merge", "split")
            if line is not None and (at := _key_line(text, line, key))
        },
    ), [*problems, *wrong]


def _rows(
    text: str, found: dict[str, Any], table: str, wrong_with: Callable[[Any], str | None]
) -> tuple[list[tuple[dict[str, Any], int | None]], list[Problem]]:
    """The rows of a table that are right, each with its line, and what is wrong with the others."""
    rows = found.get(table, [])
    if not isinstance(rows, list):
        return [], [Problem(path=PLACE, message=f"has [{table}]", hint=f"Write [[{table}]], with two brackets")]
    lines = opening_lines(text, table)
    right: list[tuple[dict[str, Any], int | None]] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        # Rows may be written otherwise; then their lines are not known.
        line = lines[number - 1] if len(lines) == len(rows) else None
        wrong = wrong_with(row)
        if wrong:
            problems.append(
                Problem(path=PLACE, message=f"{table} {number}: {wrong}", line=line, hint="Correct it, or take it out")
            )
        else:
            right.append((row, line))
    return right, problems


def _decision(row: dict[str, Any], line: int | None) -> Decision:
    note = row.get("note")
    return Decision(
        article=row["article"],
        quote=row["quote"],
        evidence=row.get("class"),
        kind=row.get("kind"),
        claimant=row.get("claimant"),
        merge=_anchors(row.get("merge", ())),
        split=_anchors(row.get("split", ())),
        drop=row.get("drop", False),
        note=" ".join(note.split()) if note else None,
        line=line,
    )


def _key_line(text: str, line: int, key: str) -> int | None:
    """The line of a key of the table that opens on a line; None where it has none, or where words of a text look like it."""
    rows = text.split("\n")[line:]
    end = next((at for at, row in enumerate(rows) if _OPENING.match(row)), len(rows))
    written = re.compile(rf"[ \t]*[\"']?{key}[\"']?[ \t]*=")
    found = [line + at for at, row in enumerate(rows[:end], 1) if written.match(row)]
    return found[0] if len(found) == 1 else None


def _anchors(value: Any) -> tuple[Anchor, ...]:
    rows = [value] if isinstance(value, dict) else value
    return tuple(Anchor(row["article"], row["quote"]) for row in rows)


def tables(sources: Path) -> tuple[str, dict[str, Any]]:
    """The file's text and tables; none where there is no file.

    Raises:
        IngestError: It can't be read, or is no TOML.
    """
    text = text_of(sources / NAME, PLACE) or ""
    return text, tables_of(text, PLACE, "Correct the file; until then none of its decisions counts")


def opening_lines(text: str, table: str) -> list[int]:
    """The lines on which a table of that name opens."""
    opening = re.compile(rf"[ \t]*\[\[[ \t]*[\"']?{table}[\"']?[ \t]*\]\]")
    return [number for number, line in enumerate(text.split("\n"), 1) if opening.match(line)]


def as_read(statement: Statement) -> tuple[str, ...]:
    """The lines that settle a statement as it was read: to be pasted, and corrected where it is wrong."""
    return _lines(statement, {"class": statement.evidence, "kind": statement.kind, "claimant": statement.claimant})


def as_one(statement: Statement, other: Statement) -> tuple[str, ...]:
    """The lines that make one fact of two statements."""
    return (*_lines(statement, {}), one_fact(other))


def one_fact(other: Statement) -> str:
    """The line of a decision that makes one fact of its statement and another."""
    return f"merge = {_anchor(other)}"


def two_facts(other: Statement) -> str:
    """The line of a decision that makes two facts of its statement and another."""
    return f"split = {_anchor(other)}"


def _anchor(statement: Statement) -> str:
    return f"{{ article = {_text(statement.article)}, quote = {_text(statement.quote)} }}"


def as_one_story(articles: Sequence[str]) -> tuple[str, ...]:
    """The lines that make one story of articles."""
    return ("[[story]]", f"together = [{', '.join(map(_text, articles))}]")


def _lines(statement: Statement, fields: dict[str, str | None]) -> tuple[str, ...]:
    anchor = {"article": statement.article, "quote": statement.quote}
    return ("[[decision]]", *(f"{key} = {_text(text)}" for key, text in {**anchor, **fields}.items() if text))


def _text(text: str) -> str:
    """A text as TOML writes it: as JSON does, but for the one control that JSON leaves alone."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _wrong(row: Any) -> str | None:
    """What is wrong with one decision; None if nothing is."""
    if not isinstance(row, dict):
        return "is no table"
    unknown = sorted(set(row) - set(FIELDS))
    if unknown:
        return f"unknown field {unknown[0]!r}; there are {', '.join(FIELDS)}"
    for name in ("article", "quote"):
        if not _is_text(row.get(name)):
            return f"{name} is missing; a decision is anchored to an article and its exact words"
    for name in ("class", "claimant", "kind", "note"):
        if name in row and not _is_text(row[name]):
            return f"{name} is {row[name]!r}, expected a text"
    for name, allowed in ALLOWED.items():
        if name in row and row[name] not in allowed:
            return f"{name} is {row[name]!r}, expected one of {', '.join(allowed)}"
    for name in ("merge", "split"):
        wrong = _wrong_anchors(row, name)
        if wrong:
            return wrong
    if not isinstance(row.get("drop", False), bool):
        return f"drop is {row['drop']!r}, expected true or false"
    if not set(row) - {"article", "quote"}:
        return f"settles nothing: it has none of {', '.join(FIELDS[2:])}"
    return None


def _wrong_anchors(row: dict[str, Any], name: str) -> str | None:
    """What is wrong with the statements that one is merged with, or split from."""
    found = row.get(name, [])
    rows = [found] if isinstance(found, dict) else found
    if not isinstance(rows, list) or (name in row and not rows):
        return f"{name} is {found!r}, expected {{ article = …, quote = … }}"
    for one in rows:
        if not isinstance(one, dict) or set(one) != {"article", "quote"} or not all(map(_is_text, one.values())):
            return f"{name} has {one!r}, expected {{ article = …, quote = … }}, an article and its exact words"
        if one == {"article": row["article"], "quote": row["quote"]}:
            return f"{name} names the statement itself"
    return None


def _wrong_story(row: Any) -> str | None:
    """What is wrong with one table on articles; None if nothing is."""
    if not isinstance(row, dict):
        return "is no table"
    unknown = sorted(set(row) - set(STORY_FIELDS))
    if unknown:
        return f"unknown field {unknown[0]!r}; there are {', '.join(STORY_FIELDS)}"
    if not row:
        return f"settles nothing: it has none of {', '.join(STORY_FIELDS)}"
    for name, articles in row.items():
        if not isinstance(articles, list) or not all(map(_is_text, articles)):
            return f'{name} is {articles!r}, expected articles, such as ["a.md", "b.md"]'
        if len(set(articles)) < max(2, len(articles)):
            return f"{name} needs two articles, and none of them twice"
    return None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
