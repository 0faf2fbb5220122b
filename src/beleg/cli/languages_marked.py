"""Articles in which people have marked every statement, in either of two formats.

- `NAME.txt` with `NAME.gold.jsonl` beside it: first a line on the article, then a line a statement, with `start`, `end`,
  `quote` and labels.
- `NAME.md`: one or more articles, each `===`, a front matter, `---` and the text, in which a statement stands as
  `{kind|evidence|claimant|text|flags}`. The language is that of the front matter, or the beginning of the name
  ("de-101.md"). The flags are "negated" or a modality.

Folders that a file `held-out.txt` beside them names, one a line, are kept for measuring: they are read only on demand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from beleg.errors import BelegError
from beleg.lexicons import LANGUAGES
from beleg.read.language import script_of, scripts_of
from beleg.records import Evidence, Kind, Language, Modality, Polarity, Script

GOLD = ".gold.jsonl"
HELD_OUT = "held-out.txt"
_MARKED = re.compile(r"\{([^{}]*)\}")
# What stands between the language and the rest in a file's name.
_NAMED = re.compile("[-.]")
_CLOSED = {"kind": get_args(Kind), "evidence": get_args(Evidence), "polarity": get_args(Polarity), "modality": get_args(Modality)}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Marked:
    """A statement as somebody marked it; the span counts the article's code points."""

    start: int
    end: int
    kind: str
    evidence: str
    polarity: str
    modality: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkedArticle:
    """An article with its statements, in the order of the text."""

    # The file that it was read from.
    path: Path
    language: Language
    script: Script
    text: str
    statements: tuple[Marked, ...]


def marked_articles(folder: Path, *, held_out: bool = False) -> Iterator[MarkedArticle]:
    """The annotated articles of a folder and the folders in it, sorted by path.

    Args:
        folder: Where to look.
        held_out: Whether to read those alone that are held out, or all others.

    Raises:
        BelegError: There is none, or one is malformed.
    """
    kept = {
        file.parent / name.strip()
        for file in folder.rglob(HELD_OUT)
        for name in _text(file).splitlines()
        if name.strip() and not name.startswith("#")
    }
    files = sorted(
        path
        for path in folder.rglob("*")
        if (path.name.endswith(GOLD) or _is_marked(path)) and any(above in kept for above in path.parents) == held_out
    )
    if not files:
        raise BelegError(
            f"no {'held-out' if held_out else 'annotated'} article", path=str(folder),
            hint=f"A file {HELD_OUT} names the folders that are held out."
            if held_out
            else f"It should hold NAME.txt with NAME{GOLD} beside it, or NAME.md with statements marked in it.",
        )  # fmt: skip
    for path in files:
        yield from [_gold(path)] if path.name.endswith(GOLD) else _inline(path)


def _is_marked(path: Path) -> bool:
    """Whether a file is one of marked articles, and no README beside them."""
    return path.suffix == ".md" and path.is_file() and _text(path).startswith("===\n")


def _gold(path: Path) -> MarkedArticle:
    beside = path.with_name(path.name.removesuffix(GOLD) + ".txt")
    if not beside.is_file():
        raise BelegError("its article is missing", path=str(path), hint=f"Put {beside.name} beside it.")
    text = _text(beside)
    rows = list(_rows(path))
    if not rows or not rows[0][1].get("article"):
        raise BelegError("its first line does not describe the article", path=str(path), line=1,
                         hint='It should be {"article": true, "language": …}.')  # fmt: skip
    language = _language(rows[0][1].get("language"), path, 1)
    statements = []
    for number, row in rows[1:]:
        start, end = row.get("start"), row.get("end")
        if not isinstance(start, int) or not isinstance(end, int) or text[start:end] != row.get("quote"):
            raise BelegError(
                f"{start} to {end} is not the quote", path=str(path), line=number,
                hint=f"Spans count the code points of {beside.name}; annotate it anew if it changed.",
            )  # fmt: skip
        labels = {name: _label(name, row.get(name), path, number) for name in _CLOSED}
        statements.append(Marked(start=start, end=end, **labels))
    return _article(path, language, text, statements)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise BelegError(f"no JSON: {error}", path=str(path), line=number) from error
        if not isinstance(row, dict):
            raise BelegError("no JSON object", path=str(path), line=number)
        yield number, row


def _inline(path: Path) -> Iterator[MarkedArticle]:
    line = 1
    for chunk in re.split(r"^===\n", _text(path), flags=re.MULTILINE)[1:]:
        line += 1
        head, rule, body = chunk.partition("---\n")
        if not rule:
            raise BelegError("an article without the line --- between its front matter and its text", path=str(path),
                             line=line)  # fmt: skip
        matter = dict(pair.split(": ", 1) for pair in head.splitlines() if ": " in pair)
        language = _language(matter.get("language", _NAMED.split(path.name)[0]), path, line)
        text, statements, at = "", [], 0
        for found in _MARKED.finditer(body):
            number = line + head.count("\n") + 1 + body.count("\n", 0, found.start())
            text += body[at : found.start()]
            at = found.end()
            cells = found[1].split("|")
            if len(cells) < 4:
                raise BelegError(f"only {len(cells)} parts in {{{found[1][:40]}…}}", path=str(path), line=number,
                                 hint="Write {kind|evidence|claimant|text|flags}.")  # fmt: skip
            flags = " ".join(cells[4:]).split()
            unknown = [flag for flag in flags if flag not in (*_CLOSED["polarity"], *_CLOSED["modality"])]
            if unknown:
                raise BelegError(f"the flag {unknown[0]!r} is none", path=str(path), line=number,
                                 hint=f"There are negated, {', '.join(_CLOSED['modality'])}.")  # fmt: skip
            statements.append(
                Marked(
                    start=len(text),
                    end=len(text) + len(cells[3]),
                    kind=_label("kind", cells[0], path, number),
                    evidence=_label("evidence", cells[1], path, number),
                    polarity="negated" if "negated" in flags else "affirmed",
                    modality=next((flag for flag in flags if flag in _CLOSED["modality"]), "asserted"),
                )
            )
            text += cells[3]
        line += chunk.count("\n")
        yield _article(path, language, text + body[at:], statements)


def _article(path: Path, language: Language, text: str, statements: list[Marked]) -> MarkedArticle:
    script, scripts = script_of(text), scripts_of(language)
    return MarkedArticle(
        path=path,
        language=language,
        script=script if script in scripts else scripts[0],
        text=text,
        statements=tuple(statements),
    )


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BelegError(f"can't be read: {error.strerror}", path=str(path), hint="See to its permissions.") from error
    except UnicodeDecodeError as error:
        raise BelegError("no UTF-8", path=str(path), hint="Save it as UTF-8.") from error


def _language(given: object, path: Path, line: int) -> Language:
    for language in LANGUAGES:
        if given == language:
            return language
    raise BelegError(
        f"no lexicon of the language {given!r}", path=str(path), line=line,
        hint=f"There are {', '.join(LANGUAGES)}; a line `language:` says it, or the beginning of the name (de-1.md).",
    )  # fmt: skip


def _label(name: str, given: object, path: Path, line: int) -> str:
    if isinstance(given, str) and given in _CLOSED[name]:
        return given
    raise BelegError(
        f"{given!r} is no {name}", path=str(path), line=line, hint=f"There are {', '.join(_CLOSED[name])}."
    )
