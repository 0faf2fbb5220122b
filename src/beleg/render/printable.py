"""Control characters of settings and sources, which no page may hold: HTML forbids them, and they hide what is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, TypeVar, cast

# All but tab and newline.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

T = TypeVar("T")


def printable(value: T) -> T:
    """A text, or records, tuples and mappings with all texts in them, with a space for each control character.

    No text changes its length, so that places in it stay what they are. What holds none is given back as it is.
    """
    return cast("T", _printable(value))


def _printable(value: object) -> object:
    # Half a million values at a build of some editions, most of them without a text to look at.
    kind = type(value)
    if kind is str:
        text = cast("str", value)
        return text if text.isprintable() else _CONTROL.sub(" ", text)
    if value is None or kind is bool or kind is int or kind is float:
        return value
    if kind is tuple:
        given = cast("tuple[object, ...]", value)
        parts = [_printable(part) for part in given]
        return value if all(new is old for new, old in zip(parts, given, strict=True)) else tuple(parts)
    if isinstance(value, Mapping):
        pairs = [(_printable(key), _printable(own)) for key, own in value.items()]
        return value if all(new == old for new, old in zip(pairs, value.items(), strict=True)) else dict(pairs)
    if isinstance(value, str):
        return _CONTROL.sub(" ", value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {}
        for name in _names(cast("Any", kind)):
            old = getattr(value, name)
            if (new := _printable(old)) is not old:
                changed[name] = new
        return replace(value, **changed) if changed else value
    return value


@cache
def _names(record: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record))
