"""What an editor took back: tables of `sources/decisions.toml`, read, applied, and appended.

[[withdrawn]]
article = "torchneuron/de.md"   # as `beleg check` prints it; or source = "paper", for all that it gave
why = "…"                       # what readers are told
date = "2026-11-30"             # the day on which it was taken back
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from beleg.errors import IngestError
from beleg.ingest.checked import refuse_outside
from beleg.ingest.decisions import NAME, PLACE, opening_lines, tables
from beleg.ingest.files import replace_file
from beleg.records import Article, Problem, Withdrawal
from beleg.tomlfile import tables_of, text_of

TABLE = "withdrawn"
FIELDS = ("article", "source", "why", "date")


def read_withdrawals(sources: Path) -> tuple[tuple[Withdrawal, ...], list[Problem]]:
    """What was taken back, and all that is wrong with these tables; what is wrong with the file, `read_decisions` tells."""
    try:
        text, found = tables(sources)
    except IngestError:
        return (), []
    rows = found.get(TABLE, [])
    if not isinstance(rows, list):
        return (), [Problem(path=PLACE, message=f"has [{TABLE}]", hint=f"Write [[{TABLE}]], with two brackets")]
    lines = opening_lines(text, TABLE)
    withdrawals: dict[tuple[str | None, str | None], Withdrawal] = {}
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        line = lines[number - 1] if len(lines) == len(rows) else None
        wrong = _wrong(row)
        if wrong is None:
            one = Withdrawal(
                article=row.get("article"), source=row.get("source"), why=" ".join(row["why"].split()),
                date=str(row["date"]), line=line,
            )  # fmt: skip
            if withdrawals.setdefault((one.article, one.source), one) is one:
                continue
            wrong = f"{one.article or one.source} is taken back a second time"
        problems.append(
            Problem(
                path=PLACE, line=line, message=f"withdrawal {number}: {wrong}",
                hint="Correct it, or take it out; until then it does not count",
            )
        )  # fmt: skip
    return tuple(withdrawals.values()), problems


def _wrong(row: Any) -> str | None:
    """What is wrong with one withdrawal; None if nothing is."""
    if not isinstance(row, dict):
        return "is no table"
    unknown = sorted(set(row) - set(FIELDS))
    if unknown:
        return f"unknown field {unknown[0]!r}; there are {', '.join(FIELDS)}"
    if ("article" in row) is ("source" in row):
        return "has both article and source" if "article" in row else "has neither article nor source"
    for name in ("article", "source", "why"):
        if name in row and not (isinstance(row[name], str) and row[name].strip()):
            return f"{name} is {row[name]!r}, expected a text"
    if "why" not in row:
        return "why is missing; readers are told it"
    # TOML has days of its own, without quotation marks.
    if "date" not in row or not is_day(str(row["date"])):
        return f"date is {row['date']!r}, expected a day such as 2026-11-30" if "date" in row else "date is missing"
    return None


def is_day(text: str) -> bool:
    """Whether a text is a day as ISO 8601 writes it: "2026-11-30"."""
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


def without_withdrawn(
    articles: Sequence[Article], withdrawals: Sequence[Withdrawal]
) -> tuple[list[Article], list[tuple[Withdrawal, Article]], list[Problem]]:
    """The articles that stay, those that were taken back, and a warning for each withdrawal that fits none.

    Those taken back come in the order of the withdrawals; the article's own withdrawal goes before that of its source.
    """
    by_article = {one.article: one for one in withdrawals if one.article}
    by_source = {one.source: one for one in withdrawals if one.source}
    kept: list[Article] = []
    taken: dict[Withdrawal, list[Article]] = {one: [] for one in withdrawals}
    for article in articles:
        found = by_article.get(article.id) or by_source.get(article.source or "")
        (taken[found] if found else kept).append(article)
    problems = [
        Problem(
            path=PLACE, line=one.line, severity="warning",
            message=f"a withdrawal fits no article: {'article' if one.article else 'source'} {one.article or one.source}",
            hint="Compare it with what `beleg check` prints, or take it out; until then no page tells of it",
        )
        for one, found in taken.items()
        if not found
    ]  # fmt: skip
    return kept, [(one, article) for one, found in taken.items() for article in found], problems


def append(sources: Path, one: Withdrawal) -> int:
    """Add a withdrawal to the project's decisions; what the file holds stays as it is.

    Returns:
        The line at which it stands.

    Raises:
        IngestError: The file can't be read or written, or would no longer be whole.
    """
    path = sources / NAME
    refuse_outside(path, sources, PLACE)
    path = path.resolve()
    found = text_of(path, PLACE)
    if found:
        tables_of(found, PLACE, "Correct the file first; nothing was changed")
    try:
        before = b"" if found is None else path.read_bytes()
    except OSError as error:
        raise IngestError(f"can't be read: {error.strerror}", path=PLACE, hint="See to its permissions") from error
    text = before.decode("utf-8-sig")
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else end if text.endswith("\n") else end * 2
    after = text + gap + end.join(_lines(one)) + end
    _check(after, one)
    replace_file(path, before + after[len(text) :].encode(), PLACE)
    return (text + gap).count("\n") + 1


def _lines(one: Withdrawal) -> list[str]:
    fields = {"article": one.article, "source": one.source, "why": one.why, "date": one.date}
    # JSON's strings are TOML's, once the one control that JSON leaves alone is written out.
    values = {
        key: json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f") for key, text in fields.items() if text
    }
    return [f"[[{TABLE}]]", *(f"{key} = {value}" for key, value in values.items())]


def _check(text: str, one: Withdrawal) -> None:
    """Let pass what reads as it should.

    Raises:
        IngestError: The table can't be appended: the file uses its name for something else.
    """
    rows = tables_of(text.replace("\r\n", "\n"), PLACE, f"Write each withdrawal as [[{TABLE}]]; nothing was changed")
    last = rows[TABLE][-1] if isinstance(rows.get(TABLE), list) else {}
    if _wrong(last) or (last.get("article"), last.get("source")) != (one.article, one.source):
        raise IngestError(
            f"`{TABLE}` is something else in it", path=PLACE, hint=f"Write [[{TABLE}]], with two brackets"
        )
