"""The JSON Schema of what `beleg statements` and `beleg facts` print, made from the records themselves."""

from __future__ import annotations

import types
from dataclasses import Field, fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from beleg.merge.sides import Backer, Disagreement, Place, Side
from beleg.records import SCHEMA_VERSION, Fact, Origin, Quantity, Statement

DRAFT = "https://json-schema.org/draft/2020-12/schema"
# Fields whose text has a shape that the type does not tell.
PATTERNS: dict[tuple[str, str], str] = {
    ("Statement", "id"): "^s-[0-9a-f]{12}$",
    ("Statement", "fact"): "^f-[0-9a-f]{12}$",
    ("Statement", "story"): "^y-[0-9a-f]{12}$",
    ("Statement", "qualifies"): "^s-[0-9a-f]{12}$",
    ("Statement", "dates"): r"^(--\d{2}(-\d{2})?|\d{4}(-\d{2}(-\d{2})?)?)$",
    ("Statement", "conflicts"): "^f-[0-9a-f]{12}$",
    ("Fact", "id"): "^f-[0-9a-f]{12}$",
    ("Fact", "story"): "^y-[0-9a-f]{12}$",
    ("Fact", "dates"): r"^(--\d{2}(-\d{2})?|\d{4}(-\d{2}(-\d{2})?)?)$",
    ("Fact", "mentions"): "^s-[0-9a-f]{12}$",
    ("Fact", "conflicts"): "^f-[0-9a-f]{12}$",
    ("Fact", "adds"): "^f-[0-9a-f]{12}$",
    ("Fact", "aliases"): "^f-[0-9a-f]{12}$",
    ("Origin", "mentions"): "^s-[0-9a-f]{12}$",
    ("Disagreement", "id"): "^c-[0-9a-f]{12}$",
    ("Disagreement", "story"): "^y-[0-9a-f]{12}$",
    ("Disagreement", "newer"): "^f-[0-9a-f]{12}$",
    ("Side", "fact"): "^f-[0-9a-f]{12}$",
    ("Place", "statement"): "^s-[0-9a-f]{12}$",
}
# What is printed as a row.
ROWS = ("Statement", "Fact", "Disagreement")
# Keys that a quantity leaves out where they say nothing.
OPTIONAL = {("Quantity", "value_to"), ("Quantity", "of")}


def schema() -> dict[str, Any]:
    """The schema of a row: a statement, a fact or a conflict with its sides (draft 2020-12)."""
    shown = (Quantity, Origin, Statement, Fact, Backer, Place, Side, Disagreement)
    definitions = {record.__name__: _record(record) for record in shown}
    for name in ROWS:
        row = definitions[name]
        row["properties"] = {"schema": {"const": SCHEMA_VERSION}, **row["properties"]}
        row["required"] = ["schema", *row["required"]]
    return {
        "$schema": DRAFT,
        "title": "A row of `beleg statements` or `beleg facts`",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ROWS],
        "$defs": definitions,
    }


def _record(record: type) -> dict[str, Any]:
    hints = get_type_hints(record)
    shown = fields(record)
    return {
        "type": "object",
        "properties": {field.name: _property(record, field, hints[field.name]) for field in shown},
        "required": [field.name for field in shown if (record.__name__, field.name) not in OPTIONAL],
        "additionalProperties": False,
    }


def _property(record: type, field: Field[Any], hint: Any) -> dict[str, Any]:
    found = _type(hint)
    pattern = PATTERNS.get((record.__name__, field.name))
    if pattern:
        place = found["items"] if found.get("type") == "array" else found
        for branch in place.get("anyOf", [place]):
            if branch.get("type") == "string":
                branch["pattern"] = pattern
    return found


def _type(hint: Any) -> dict[str, Any]:
    """The schema of a type as the records use them.

    Raises:
        TypeError: The records use a type that this function does not know yet.
    """
    origin, args = get_origin(hint), get_args(hint)
    if hint is type(None):
        return {"type": "null"}
    if hint in (str, int, float, bool):
        return {"type": {str: "string", int: "integer", float: "number", bool: "boolean"}[hint]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(arg) for arg in args]}
    if origin is tuple and args[-1] is Ellipsis:
        return {"type": "array", "items": _type(args[0])}
    if origin is tuple:
        return {
            "type": "array",
            "prefixItems": [_type(arg) for arg in args],
            "minItems": len(args),
            "maxItems": len(args),
        }
    if isinstance(hint, type):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    raise TypeError(f"no schema for {hint!r}")
