"""Documents as they were read before: see `beleg.cache`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from beleg.cache import Cache
from beleg.errors import ReadError
from beleg.ingest.settings import Publisher
from beleg.read import EmptyError, LanguageError, Reader, read
from beleg.records import Article, Document

# The errors that say all there is to say of a document, by what a row calls them.
_REFUSALS: Final[dict[Literal["empty", "language", "other"], type[ReadError]]] = {
    "empty": EmptyError, "language": LanguageError, "other": ReadError,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """Why a document is no article."""

    about: Literal["empty", "language", "other"]
    message: str
    path: str | None
    line: int | None
    hint: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of a document: an article, or a refusal."""

    # The names that were looked up among the editor's publishers, and whom they meant. Any other may come or change.
    asked: tuple[tuple[str, Publisher | None], ...]
    article: Article | None = None
    refusal: Refusal | None = None


def reader(cache: Cache) -> Reader:
    """What reads documents as `read` does, those that were read before out of the cache."""
    kept = cache.kept("article", Outcome)

    def read_once(document: Document, publishers: Mapping[str, Publisher]) -> Article:
        key = kept.key(document)
        found: Outcome | None = kept.get(key)
        if found is None or any(publishers.get(name) != known for name, known in found.asked):
            asked = _Asked(publishers)
            try:
                article = read(document, asked)
            except ReadError as error:
                if refusal := _refusal(error):
                    kept.put(key, Outcome(asked=asked.told, refusal=refusal))
                raise
            kept.put(key, Outcome(asked=asked.told, article=article))
            return article
        if found.article is None:
            assert found.refusal is not None, "one of the two"
            raise _error(found.refusal)
        return found.article

    return read_once


def _refusal(error: ReadError) -> Refusal | None:
    about = next((name for name, kind in _REFUSALS.items() if type(error) is kind), None)
    if about is None:
        return None
    return Refusal(about=about, message=error.message, path=error.path, line=error.line, hint=error.hint)


def _error(refusal: Refusal) -> ReadError:
    kind = _REFUSALS[refusal.about]
    return kind(refusal.message, path=refusal.path, line=refusal.line, hint=refusal.hint)


class _Asked(Mapping[str, Publisher]):
    """Publishers that remember who was asked for."""

    def __init__(self, publishers: Mapping[str, Publisher]) -> None:
        self._publishers = publishers
        self._told: dict[str, Publisher | None] = {}

    @property
    def told(self) -> tuple[tuple[str, Publisher | None], ...]:
        return tuple(self._told.items())

    def __getitem__(self, name: str) -> Publisher:
        self._told[name] = self._publishers.get(name)
        return self._publishers[name]

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("whoever goes through all of them depends on all of them")

    def __len__(self) -> int:
        return len(self._publishers)
