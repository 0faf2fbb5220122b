"""Published editions: their records in `archive/editions/`, one file an edition, one line a row.

The first line is the edition's own, with all that finding one's way among many editions needs; then come its articles
(without their texts), stories, facts, statements, translations, corrections and withdrawals, and a last line that tells
how many rows there are, with their digest, so that a file which was cut off or changed is no edition. A record is never written to again.

Rows carry the version of the schema that they were written in. A reader of a later version reads all earlier ones. Since
schema 2 a row leaves out what is the default of its field, which is most of it; defaults of records are therefore for ever.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from beleg.errors import IngestError
from beleg.ingest.chain import holes
from beleg.jsonl import plain
from beleg.records import (
    Article,
    Correction,
    Edition,
    Fact,
    Problem,
    Quantity,
    Site,
    Statement,
    Story,
    Translation,
    Withdrawal,
)

FOLDER: Final = "editions"
ENDING: Final = ".jsonl"
# Of the rows below; what commands print has a schema of its own.
SCHEMA: Final = 2
_RESTORE = "Put the file back from a copy; until then its pages are missing"
_Row = TypeVar("_Row")
_IDENTIFIER = re.compile(r"[fy]-[0-9a-f]{12}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A story as an edition told it: identifiers alone."""

    articles: tuple[str, ...]
    facts: tuple[str, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Header:
    """The first line of a record."""

    # "2026-W44": the name of its file and of its folder on the site.
    id: str
    # Its place among the published editions, from 1.
    number: int
    # As of an `Edition`.
    date: str | None
    period: tuple[str, str] | None
    preceding: str | None
    # ISO 8601 day on which it was published.
    published: str
    # The states of its articles, by identifier: whether one, or what was decided of it, was changed since.
    articles: dict[str, str]
    # By identifier, in the order of print.
    stories: dict[str, Told]
    # The states of articles that came and brought nothing new; else each later edition would look at them again.
    quiet: dict[str, str] = field(default_factory=dict)
    # What its facts were published under before, by identifier.
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # Articles of earlier editions that were gone by then.
    lost: tuple[str, ...] = ()
    # Facts that it tells to be otherwise, or gone: identifier, and that of the edition which published it last.
    corrected: tuple[tuple[str, str], ...] = ()
    # How many of its facts have which news.
    news: dict[str, int] = field(default_factory=dict)
    # What readers of a language call the names of the edition.
    called: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """A published edition, as far as its first line tells; the rest is read when it is asked for."""

    header: Header
    # SHA-256 of all lines but the last, which holds it.
    digest: str
    path: Path

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def number(self) -> int:
        return self.header.number

    def edition(self, site: Site) -> Edition:
        """The whole edition as it was published; its articles have no text.

        Args:
            site: The site of today: under its name, and in its locales, all editions are shown.

        Raises:
            IngestError: The file can't be read any more, or a row in it is damaged.
        """
        return _edition(self.path, self.header, site)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Pair:
    """A row of what was taken back."""

    withdrawal: Withdrawal
    article: Article


# What stands in the lines between the first and the last.
_KINDS: Final[Mapping[str, type]] = {
    "article": Article,
    "story": Story,
    "fact": Fact,
    "statement": Statement,
    "translation": Translation,
    "correction": Correction,
    "withdrawn": _Pair,
}


def read_editions(archive: Path) -> tuple[tuple[Record, ...], list[Problem]]:
    """The published editions in the order in which they were published, and what is wrong with their files.

    Args:
        archive: The project's folder `archive`.
    """
    records: list[Record] = []
    problems: list[Problem] = []
    try:
        paths = sorted(path for path in (archive / FOLDER).iterdir() if path.name.endswith(ENDING))
    except FileNotFoundError:
        return (), []
    except OSError as error:
        hint = "See to it that it is a folder that can be read"
        return (), [Problem(path=f"archive/{FOLDER}", message=f"can't be read: {error.strerror}", hint=hint)]
    for path in paths:
        if path.name.startswith("."):
            # Left by a run that was ended while it wrote.
            continue
        try:
            records.append(_record(path))
        except IngestError as error:
            problems.append(Problem(path=shown(path), message=error.message, hint=error.hint, line=error.line))
    records.sort(key=lambda record: (record.number, record.id))
    headers = [record.header for record in records]
    problems += holes(headers, [problem.path for problem in problems], f"archive/{FOLDER}", ENDING)
    return tuple(records), problems


def shown(path: Path) -> str:
    """What messages call a record's file."""
    return f"archive/{FOLDER}/{path.name}"


def _record(path: Path) -> Record:
    data = _bytes(path)
    first, rows, begin = data.split(b"\n", 1)[0], data.count(b"\n"), data.rfind(b"\n", 0, -1) + 1
    end = _plain_row(data[begin:], path, rows)
    if not data.endswith(b"\n") or end.get("record") != "end" or end.get("rows") != rows:
        raise IngestError("is not whole: its last line is missing", hint=_RESTORE)
    digest = hashlib.sha256(data[:begin])
    if end.get("sha256") != digest.hexdigest():
        raise IngestError("is damaged: it is not what was published", hint=_RESTORE)
    row = _plain_row(first, path, 1)
    _check_schema(row.get("schema"), path, 1)
    header = _typed(first, Header, path, 1)
    _check(header)
    if header.id != path.name.removesuffix(ENDING):
        raise IngestError(f"is the record of edition {header.id}", line=1, hint=f"Name it {header.id}{ENDING}")
    return Record(header=header, digest=digest.hexdigest(), path=path)


def _check(header: Header) -> None:
    """Let pass identifiers and days that are such: they become names of files.

    Raises:
        IngestError: One is none.
    """
    names = [*header.stories, *header.aliases]
    for told in header.stories.values():
        names += [*told.facts, *told.aliases]
    for aliases in header.aliases.values():
        names += aliases
    wrong = next((name for name in names if not _IDENTIFIER.fullmatch(name)), None)
    if wrong is not None:
        raise IngestError(f"names {wrong!r}, which is no fact or story", line=1, hint=_RESTORE)
    for day in (header.date, header.published, *(header.period or ())):
        try:
            good = day is None or date.fromisoformat(day).isoformat() == day
        except ValueError:
            good = False
        if not good:
            raise IngestError(f"holds {day!r}, which is no day", line=1, hint=_RESTORE)


def _bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        # A pipe would be read for ever.
        raise IngestError("is no regular file", path=shown(path), hint="Move it away; records are ordinary files")
    try:
        return path.read_bytes()
    except OSError as error:
        raise IngestError(
            f"can't be read: {error.strerror}", path=shown(path), hint="See to its permissions"
        ) from error


def _plain_row(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise IngestError("is damaged: this line is no row", path=shown(path), line=number, hint=_RESTORE)
    return row


def _check_schema(version: object, path: Path, number: int) -> None:
    """Let pass a row of a schema that is known.

    Raises:
        IngestError: It was written by a later version of Beleg.
    """
    if not isinstance(version, int) or not 1 <= version <= SCHEMA:
        raise IngestError(
            f"has rows of schema {version!r}; this Beleg knows those up to {SCHEMA}",
            path=shown(path), line=number, hint="Update Beleg; the file is left as it is",
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Named:
    """What every row says of itself."""

    schema: Any = None
    record: Any = None


@cache
def _decoder(kind: Any) -> Callable[[bytes], Any]:
    # Only a project that has published an edition pays for the import.
    from msgspec.json import Decoder  # noqa: PLC0415

    return Decoder(kind).decode


def _typed(line: bytes, kind: type[_Row], path: Path, number: int) -> _Row:
    """A row as a record, its types checked.

    Raises:
        IngestError: It is none.
    """
    from msgspec import DecodeError, ValidationError  # noqa: PLC0415

    try:
        decode: Callable[[bytes], _Row] = _decoder(cast("Any", kind))
        found = decode(line)
    except ValidationError as error:
        if kind is not _Named:
            message = f"is damaged: in this line {str(error)[0].lower()}{str(error)[1:]}"
            raise IngestError(message, path=shown(path), line=number, hint=_RESTORE) from error
    except (DecodeError, ValueError, RecursionError):
        pass
    else:
        return found
    raise IngestError("is damaged: this line is no row", path=shown(path), line=number, hint=_RESTORE)


def _edition(path: Path, header: Header, site: Site) -> Edition:
    rows: dict[str, list[Any]] = {kind: [] for kind in _KINDS}
    for number, line in enumerate(_bytes(path).splitlines()[1:-1], 2):
        named = _typed(line, _Named, path, number)
        _check_schema(named.schema, path, number)
        kind = str(named.record)
        if kind not in _KINDS:
            raise IngestError(f"has a row of the unknown kind {kind!r}", path=shown(path), line=number, hint=_RESTORE)
        rows[kind].append(_typed(line, _KINDS[kind], path, number))
    _check_whole(rows, path)
    return Edition(
        id=header.id, date=header.date, period=header.period, site=site, stories=tuple(rows["story"]),
        articles=tuple(rows["article"]), facts=tuple(rows["fact"]), statements=tuple(rows["statement"]),
        translations=tuple(rows["translation"]), corrections=tuple(rows["correction"]),
        withdrawn=tuple((pair.withdrawal, pair.article) for pair in rows["withdrawn"]),
        called=header.called, number=header.number, published=header.published, preceding=header.preceding,
    )  # fmt: skip


def _check_whole(rows: Mapping[str, Sequence[Any]], path: Path) -> None:
    """Let pass rows that hold together: each identifier that one names is that of another.

    Raises:
        IngestError: A row is missing.
    """
    there = {kind: {row.id for row in rows[kind]} for kind in ("article", "story", "fact", "statement")}
    named = [("fact", name) for story in rows["story"] for name in story.facts]
    named += [("article", name) for story in rows["story"] for name in story.articles]
    named += [("statement", name) for fact in rows["fact"] for name in fact.mentions]
    named += [("story", fact.story) for fact in rows["fact"]]
    named += [("article", statement.article) for statement in rows["statement"]]
    missing = next((one for one in named if one[1] not in there[one[0]]), None)
    if missing is not None:
        raise IngestError(f"lacks the row of {missing[0]} {missing[1]}", path=shown(path), hint=_RESTORE)


def as_recorded(edition: Edition) -> Edition:
    """An edition as its record will give it back: what its pages may show once it is published.

    The texts of articles, the state of sources and what went wrong at one build are no part of it; of the translations
    and the names that readers know, those stay which it has a use for.
    """
    quotes = {(statement.language, statement.quote) for statement in edition.statements}
    quotes |= {(one.quote.language, one.quote.quote) for one in edition.corrections}
    bare = replace(
        edition,
        articles=tuple(replace(article, text="", blocks=(), warnings=(), links=()) for article in edition.articles),
        problems=(),
        health=(),
        withdrawn=tuple(
            (replace(one, line=None), replace(article, text="", blocks=(), warnings=(), links=()))
            for one, article in edition.withdrawn
        ),
        translations=tuple(one for one in edition.translations if (one.language, one.quote) in quotes),
    )
    words = "\n".join(sorted(_named(bare)))
    named = {name: dict(spoken) for name, spoken in edition.called.items() if name in words}
    return replace(bare, called=named)


def _named(edition: Edition) -> set[str]:
    """All that an edition's pages can call by a name: parties, products, publishers, documents, and what editors wrote."""
    found: set[str | None] = set()
    for statement in edition.statements:
        found |= {*statement.names, statement.claimant, statement.origin, statement.via, statement.subject}
    for fact in (*edition.facts, *(one.before for one in edition.corrections)):
        found |= {*fact.objects, fact.subject}
        for origin in fact.origins:
            found |= {origin.party, *origin.why}
    for one in edition.corrections:
        found |= {*one.quote.names, one.quote.claimant, one.quote.origin, one.quote.via}
    for story in edition.stories:
        found |= {story.subject, story.vendor}
    for article in (*edition.articles, *(article for _, article in edition.withdrawn)):
        found |= {article.publisher, article.taken_from, article.source}
    return {name for name in found if name}


def lines(
    edition: Edition, states: Mapping[str, str], *, lost: Sequence[str] = (), quiet: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of an edition's record, each without its end.

    Args:
        edition: What is published, with its number and day.
        states: What its articles were when it was made, by identifier (`edit.states`).
        lost: Articles of earlier editions that are gone.
        quiet: Articles that came and brought nothing new.

    Raises:
        ValueError: The edition has no number or no day of publication.
    """
    if edition.number is None or edition.published is None:
        raise ValueError(f"edition {edition.id} is published without a number or a day")
    recorded = as_recorded(edition)
    news: dict[str, int] = {}
    for fact in edition.facts:
        if fact.news:
            news[fact.news] = news.get(fact.news, 0) + 1
    header = Header(
        id=edition.id, number=edition.number, date=edition.date, period=edition.period, preceding=edition.preceding,
        published=edition.published,
        articles={article.id: states[article.id] for article in edition.articles},
        stories={
            story.id: Told(articles=story.articles, facts=story.facts, aliases=story.aliases)
            for story in edition.stories
        },
        aliases={fact.id: fact.aliases for fact in edition.facts if fact.aliases},
        quiet={name: states[name] for name in sorted(quiet)}, lost=tuple(sorted(lost)), corrected=tuple((one.before.id, one.edition) for one in edition.corrections),
        news=dict(sorted(news.items())), called={name: dict(spoken) for name, spoken in recorded.called.items()},
    )  # fmt: skip
    digest, count = hashlib.sha256(), 1
    for row in (_row("edition", header), *_rows(recorded)):
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        digest.update(f"{line}\n".encode())
        count += 1
        yield line
    end = {"schema": SCHEMA, "record": "end", "rows": count, "sha256": digest.hexdigest()}
    yield json.dumps(end, separators=(",", ":"))


def content_digest(edition: Edition, states: Mapping[str, str]) -> str:
    """What tells a draft from any other, whenever it is published."""
    digest = hashlib.sha256()
    for line in lines(replace(edition, number=0, published=""), states):
        digest.update(line.encode())
    return digest.hexdigest()


def _rows(edition: Edition) -> Iterator[dict[str, Any]]:
    for kind, records in (
        ("article", edition.articles),
        ("story", edition.stories),
        ("fact", edition.facts),
        ("statement", edition.statements),
        ("translation", edition.translations),
        ("correction", edition.corrections),
        ("withdrawn", [_Pair(withdrawal=one, article=article) for one, article in edition.withdrawn]),
    ):
        for record in records:
            yield _row(kind, record)


def _row(kind: str, record: object) -> dict[str, Any]:
    return {"schema": SCHEMA, "record": kind, **_told(record)}


def _told(value: Any) -> Any:
    """A record, or a part of one, in values that JSON knows, without the fields that have their defaults."""
    if isinstance(value, Quantity) or value is None or isinstance(value, (str, int)):
        return plain(value)
    if is_dataclass(value) and not isinstance(value, type):
        own = ((name, getattr(value, name), default) for name, default in _defaults(type(value)))
        return {name: _told(one) for name, one, default in own if default is MISSING or one != default}
    if isinstance(value, Mapping):
        return {key: _told(item) for key, item in value.items()}
    return [_told(item) for item in value] if isinstance(value, (tuple, list)) else plain(value)


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a record's type with what they are by default; `MISSING` for those that must be given."""
    return tuple(
        (one.name, one.default if one.default_factory is MISSING else one.default_factory()) for one in fields(kind)
    )


def text_digest(*texts: str) -> str:
    """What tells texts from what they were before."""
    return hashlib.blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
