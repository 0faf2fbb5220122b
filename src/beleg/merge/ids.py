"""Identifiers that follow from content alone: the same sources give the same ones, in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal


def identifier(letter: Literal["f", "y", "c"], parts: Iterable[str]) -> str:
    """`letter`, a hyphen and twelve hexadecimal digits of a hash over `parts`, whose order does not count."""
    key = "\0".join(sorted(parts)).encode()
    return f"{letter}-{hashlib.blake2b(key, digest_size=6).hexdigest()}"


def fact_id(mentions: Iterable[str]) -> str:
    return identifier("f", mentions)


def story_id(articles: Iterable[str]) -> str:
    return identifier("y", articles)


def conflict_id(facts: Iterable[str]) -> str:
    return identifier("c", facts)


def another(name: str) -> str:
    """A name for what would bear one that is taken."""
    letter, digits = name.split("-")
    return f"{letter}-{hashlib.blake2b(f'another {digits}'.encode(), digest_size=6).hexdigest()}"
