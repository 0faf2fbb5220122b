"""Statements as they were extracted before: see `beleg.cache`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from beleg.cache import Cache, Kept
from beleg.lexicons.register import Register
from beleg.records import Article, Statement

Statements: TypeAlias = tuple[Statement, ...]


@dataclass(frozen=True)
class Known:
    """The statements of articles that the cache has, and the articles that are still to be extracted."""

    articles: Sequence[Article]
    # None for an article that is missing.
    statements: Sequence[Statements | None]
    missing: Sequence[Article]
    _kept: Kept[Statements]
    _keys: Sequence[bytes]

    def with_missing(self, extracted: Iterable[Sequence[Statement]]) -> Iterator[Sequence[Statement]]:
        """The statements of each article, in their order; those that are extracted now, as `missing` tells, are kept."""
        fresh = iter(extracted)
        for key, known in zip(self._keys, self.statements, strict=True):
            if known is not None:
                yield known
                continue
            found = tuple(next(fresh))
            self._kept.put(key, found)
            yield found


def known(cache: Cache, articles: Sequence[Article], register: Register) -> Known:
    """What the cache has of the statements of articles."""
    kept: Kept[Statements] = cache.kept("statements", Statements)
    keys = [kept.key(register.digest, article) for article in articles]
    found = [kept.get(key) for key in keys]
    missing = [article for article, one in zip(articles, found, strict=True) if one is None]
    return Known(articles, found, missing, kept, keys)
