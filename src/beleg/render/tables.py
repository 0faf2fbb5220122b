"""Facts as tables: JSON Lines with a row a fact, CSV with a row a mention; the same for every reader."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from beleg.jsonl import line
from beleg.merge.values import told_quantity
from beleg.records import Article, Edition, Fact, Statement

# What a spreadsheet takes for the beginning of a formula, in the narrow and the wide form.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
_COLUMNS: Final = (
    "fact", "story", "status", "subject", "kind", "polarity", "origin", "evidence", "claimant", "speaker_role", "via",
    "modality", "dates", "date_roles", "quantities", "versions", "names", "publisher", "published", "title", "url",
    "language", "script", "article", "start", "end", "quote", "statement", "confidence", "conflicts",
)  # fmt: skip


def facts_jsonl(edition: Edition) -> bytes:
    """The facts of an edition in the order of print, as `beleg facts` prints them."""
    return "".join(f"{line(fact)}\n" for fact in edition.facts).encode()


def facts_csv(edition: Edition) -> bytes:
    """A header and a row for each mention of an edition's facts, in UTF-8 with a mark by which spreadsheets know it."""
    articles = {article.id: article for article in edition.articles}
    rows = csv_rows(edition.facts, edition.statements, articles)
    return ("\N{ZERO WIDTH NO-BREAK SPACE}" + "".join(f"{row}\n" for row in rows)).encode()


def csv_rows(facts: Iterable[Fact], statements: Sequence[Statement], articles: Mapping[str, Article]) -> Iterator[str]:
    """A header and a row for each mention, facts in the order of print; several values are joined by "; "."""
    mentions = {statement.id: statement for statement in statements}
    yield csv_row(_COLUMNS)
    for fact in facts:
        for name in fact.mentions:
            cells = _cells(fact, mentions[name], articles[mentions[name].article])
            yield csv_row(cells[column] for column in _COLUMNS)


def csv_row(cells: Iterable[object]) -> str:
    """A row without its end, in which no spreadsheet finds a formula."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([_safe(cell) for cell in cells])
    return out.getvalue()


def _cells(fact: Fact, mention: Statement, article: Article) -> dict[str, object]:
    return {
        "fact": fact.id, "story": fact.story, "status": fact.status, "subject": fact.subject, "kind": fact.kind,
        "polarity": fact.polarity, "conflicts": fact.conflicts,
        "publisher": article.publisher, "published": article.published, "title": article.title, "url": article.url,
        "statement": mention.id, "quantities": tuple(map(told_quantity, mention.quantities)),
    } | {
        name: getattr(mention, name)
        for name in (
            "origin", "evidence", "claimant", "speaker_role", "via", "modality", "dates", "date_roles", "versions",
            "names", "language", "script", "article", "start", "end", "quote", "confidence",
        )
    }  # fmt: skip


def _safe(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: texts come from strangers' articles."""
    if isinstance(cell, tuple):
        cell = "; ".join(cell)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
