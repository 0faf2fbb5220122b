"""Records as JSON Lines, in the annotation guide's field names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from beleg.records import SCHEMA_VERSION, Quantity


def plain(value: Any) -> Any:
    """A record, or a part of one, in values that JSON knows."""
    if isinstance(value, Quantity):
        # Keys that say nothing are left out, as in the annotation guide.
        row = {"value": _number(value.value), "unit": value.unit, "qualifier": value.qualifier}
        if value.value_to is not None:
            row["value_to"] = _number(value.value_to)
        if value.of is not None:
            row["of"] = value.of
        return row
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def _number(value: float) -> float:
    """A whole number without its ".0"."""
    return int(value) if value == int(value) else value


def line(record: Any) -> str:
    """One record as one line, with its schema's version."""
    row = {"schema": SCHEMA_VERSION, **plain(record)}
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "))
