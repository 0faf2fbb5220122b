"""Read `sources/decisions.toml`: what an editor settled by hand.

A decision is anchored to an article and its exact words, never to an identifier, so that it survives a rebuild:

    [[decision]]
    article = "torchneuron/de.md"
    quote = "The exact words of the statement."
    class = "customer_claim"   # any of class, claimant, kind; or drop = true

Tables [[withdrawn]] stand in the same file; `withdrawals.py` reads them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from beleg.errors import IngestError
from beleg.records import Evidence, Kind, Problem, Statement
from beleg.tomlfile import tables_of, text_of

NAME = "decisions.toml"
PLACE = f"sources/{NAME}"
ALLOWED = {"class": get_args(Evidence), "kind": get_args(Kind)}
FIELDS = ("article", "quote", "class", "claimant", "kind", "drop", "note")
# The tables of the file.
_TABLES = ("decision", "withdrawn")


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What an editor settled about one statement; None leaves a field as it was read."""

    article: str
    quote: str
    evidence: Evidence | None = None
    kind: Kind | None = None
    claimant: str | None = None
    drop: bool = False
    note: str | None = None


def read_decisions(sources: Path) -> tuple[tuple[Decision, ...], list[Problem]]:
    """The decisions of a project, and all that is wrong with the file at once."""
    try:
        text, found = tables(sources)
    except IngestError as error:
        return (), [Problem(path=PLACE, message=error.message, line=error.line, hint=error.hint)]
    rows = found.get("decision", [])
    lines = opening_lines(text, "decision")
    problems = [
        Problem(path=PLACE, message=f"has the unknown table or key {key!r}", hint="Write each decision as [[decision]]")
        for key in found
        if key not in _TABLES
    ]
    if not isinstance(rows, list):
        rows = []
        problems.append(Problem(path=PLACE, message="has [decision]", hint="Write [[decision]], with two brackets"))
    decisions: list[Decision] = []
    for number, row in enumerate(rows, 1):
        wrong = _wrong(row)
        if wrong:
            # Decisions may be written otherwise; then their lines are not known.
            line = lines[number - 1] if len(lines) == len(rows) else None
            problems.append(
                Problem(path=PLACE, message=f"decision {number}: {wrong}", line=line, hint="Correct it, or take it out")
            )
        else:
            decisions.append(
                Decision(
                    article=row["article"],
                    quote=row["quote"],
                    evidence=row.get("class"),
                    kind=row.get("kind"),
                    claimant=row.get("claimant"),
                    drop=row.get("drop", False),
                    note=row.get("note"),
                )  # fmt: skip
            )
    return tuple(decisions), problems


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
    fields = {
        "article": statement.article, "quote": statement.quote, "class": statement.evidence, "kind": statement.kind,
        "claimant": statement.claimant,
    }  # fmt: skip
    # JSON's strings are TOML's.
    return (
        "[[decision]]",
        *(f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in fields.items() if text),
    )


def _wrong(row: Any) -> str | None:
    """What is wrong with one decision; None if nothing is."""
    if not isinstance(row, dict):
        return "is no table"
    unknown = sorted(set(row) - set(FIELDS))
    if unknown:
        return f"unknown field {unknown[0]!r}; there are {', '.join(FIELDS)}"
    for name in ("article", "quote"):
        if not isinstance(row.get(name), str) or not row[name]:
            return f"{name} is missing; a decision is anchored to an article and its exact words"
    for name in ("class", "claimant", "kind", "note"):
        if name in row and not isinstance(row[name], str):
            return f"{name} is {row[name]!r}, expected a text"
    for name, allowed in ALLOWED.items():
        if name in row and row[name] not in allowed:
            return f"{name} is {row[name]!r}, expected one of {', '.join(allowed)}"
    if not isinstance(row.get("drop", False), bool):
        return f"drop is {row['drop']!r}, expected true or false"
    if not set(row) & {"class", "claimant", "kind", "drop"}:
        return "settles nothing: it has none of class, claimant, kind, drop"
    return None
