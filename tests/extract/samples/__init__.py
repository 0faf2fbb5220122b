"""Short articles of our own beside what must come out of them: one TOML file a language.

A case is an article with marked statements, `{like this}`, and one row of expected fields a mark, in the same order.
Front matter stands in short form, as keys of the case. A case under `wrong_today` is as fair as the others, but comes
out wrong; its `cause` says why, and it is expected to fail until the engine is better.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beleg.alphabets import to_latin
from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.read import read
from beleg.records import Article, Document, Statement

FILES = sorted(Path(__file__).parent.glob("*.toml"))
FRONT_MATTER = ("title", "publisher", "publisher_kind", "published", "author")
_MARK = re.compile(r"[{}]")


@dataclass(frozen=True, kw_only=True)
class Case:
    """An article and what its marked statements must be."""

    language: str
    shows: str
    # Without the marks.
    text: str
    # Spans in the text, and the expected fields of each.
    marked: Sequence[tuple[int, int]]
    expect: Sequence[Mapping[str, Any]]
    matter: Mapping[str, str] = field(default_factory=dict)
    # Why it comes out wrong; None where it must come out right.
    cause: str | None = None

    @property
    def id(self) -> str:
        return f"{self.language}: {self.shows}"

    @property
    def document(self) -> Document:
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in self.matter.items()]
        head = "\n".join(["---", f"language: {self.language}", *lines, "---", ""])
        return Document(id=f"{self.language}.md", data=(head + self.text).encode(), media_type="text/markdown")


def article(text: str, language: str, **matter: str) -> Article:
    """An article as it is read from a file with front matter."""
    return read(Case(language=language, shows="", text=text, marked=(), expect=(), matter=matter).document)


def statements(text: str, language: str, **matter: str) -> tuple[Statement, ...]:
    """The statements of a text."""
    return extract(article(text, language, **matter), load_register())


def at(found: Sequence[Statement], span: tuple[int, int]) -> Statement | None:
    """The statement at a span: the one that shares most with it, if that is at least half of both together."""

    def shared(one: Statement) -> float:
        both = min(one.end, span[1]) - max(one.start, span[0])
        return both / (max(one.end, span[1]) - min(one.start, span[0]))

    best = max(found, key=shared, default=None)
    return best if best is not None and shared(best) >= 0.5 else None


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without its marks, and the spans that they stood round."""
    edges = [mark.start() - number for number, mark in enumerate(_MARK.finditer(text))]
    return _MARK.sub("", text), list(zip(edges[::2], edges[1::2], strict=True))


def cases() -> Iterator[Case]:
    """Every case of every file; Serbian, written in Cyrillic, comes in Latin script as well."""
    for path in FILES:
        tables = tomllib.loads(path.read_text("utf-8"))
        for sort in ("case", "wrong_today"):
            for row in tables.get(sort, ()):
                language = path.stem
                yield _case(language, row)
                if language == "sr-Cyrl":
                    yield _case("sr-Latn", _latin(row))


def _latin(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A Serbian case in Latin script: only what is quoted from the text changes, names are in Latin letters already."""
    expect = [
        {key: to_latin(value) if key == "speaker_role" else value for key, value in want.items()}
        for want in row["expect"]
    ]
    return row | {"expect": expect} | {key: to_latin(row[key]) for key in ("text", *FRONT_MATTER) if key in row}


def _case(language: str, row: Mapping[str, Any]) -> Case:
    text, marked = unmarked(row["text"].strip())
    known = {"text", "shows", "expect", "cause", *FRONT_MATTER}
    assert set(row) <= known, f"{row['shows']}: unknown keys {sorted(set(row) - known)}"
    assert len(marked) == len(row["expect"]) > 0, f"{row['shows']}: a row of expected fields for each mark"
    return Case(
        language=language,
        shows=row["shows"],
        text=text,
        marked=marked,
        expect=row["expect"],
        matter={key: row[key] for key in FRONT_MATTER if key in row},
        cause=row.get("cause"),
    )
