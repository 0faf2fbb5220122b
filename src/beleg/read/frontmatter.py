"""Front matter: the YAML block between two lines `---` at the head of a file, every value a plain string.

Only what an article needs is kept. YAML's guesses (8.0 a float, no a boolean, 12:30:45 a number) never happen, for the
events of the parser are read, not its objects; tags, anchors and aliases are refused, so nothing is executed or expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from beleg.errors import ReadError
from beleg.read.decoding import clean

KEYS = ("title", "publisher", "publisher_kind", "url", "published", "updated", "language", "author")
_ALIASES = {"date": "published", "lang": "language", "link": "url", "source_url": "url"}
_OPENING = re.compile(r"---[ \t]*(?:\n|\Z)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"[\w-]+[ \t]*:(?:\s|\Z)")
# Plain words by which YAML says that there is nothing.
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


class FrontMatter(NamedTuple):
    """What a file says of itself."""

    # By key of KEYS; keys without a value are absent.
    values: Mapping[str, str]
    # 1-based line of each key in the file.
    lines: Mapping[str, int]
    # Where the text begins: the index after the closing line. 0 without front matter.
    end: int


def parse(text: str, *, path: str | None = None) -> FrontMatter:
    """The front matter of a decoded file; empty if it has none.

    Raises:
        ReadError: It is not closed, no mapping, or YAML that is refused.
    """
    opening = _OPENING.match(text)
    if not opening:
        return FrontMatter({}, {}, 0)
    closing = _CLOSING.search(text, opening.end())
    if not closing:
        if _KEY.match(text, opening.end()):
            raise ReadError("the front matter is not closed", path=path, line=1, hint="End it with a line `---`.")
        return FrontMatter({}, {}, 0)
    values, lines = _mapping(text[opening.end() : closing.start()], path)
    return FrontMatter(values, lines, closing.end())


def _refuse(message: str, path: str | None, line: int, hint: str) -> ReadError:
    return ReadError(f"front matter: {message}", path=path, line=line, hint=hint)


def _mapping(source: str, path: str | None) -> tuple[dict[str, str], dict[str, int]]:
    import yaml  # noqa: PLC0415 - files without front matter never need it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    try:
        events = (event for event in yaml.parse(source, Loader=loader))
        for event in events:
            if isinstance(event, yaml.MappingStartEvent):
                _check(event, path)
                break
            if isinstance(event, yaml.NodeEvent):
                _check(event, path)
                raise _refuse(
                    "it is no list of `key: value` lines", path, _line(event), "Write lines such as `title: …`."
                )
        else:
            return values, lines
        for key_event in events:
            if isinstance(key_event, yaml.MappingEndEvent):
                break
            _check(key_event, path)
            key, line = getattr(key_event, "value", None), _line(key_event)
            if not isinstance(key, str):
                raise _refuse("a key is no word", path, line, "Write lines such as `title: …`.")
            value = _value(events, path, key)
            name = _ALIASES.get(key.strip().lower(), key.strip().lower())
            if name not in KEYS:
                continue
            if name in lines:
                raise _refuse(f"`{key}` says again what line {lines[name]} says", path, line, "Keep one of them.")
            lines[name] = line
            if value is None:
                raise _refuse(f"`{key}` is no single value", path, line, "Write one value on the key's line.")
            if value:
                values[name] = value
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 2 if mark else 1
        raise _refuse(
            error.problem or "no YAML", path, line, "Put a value with a colon, #, *, & or quotes in it between quotes."
        ) from error
    except yaml.YAMLError as error:
        raise _refuse("no YAML", path, 1, "Write lines such as `title: …`.") from error
    return values, lines


def _line(event: Any) -> int:
    # One for the opening line, one because marks count from zero.
    return int(event.start_mark.line) + 2


def _check(event: Any, path: str | None) -> None:
    import yaml  # noqa: PLC0415

    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _refuse(
            "anchors and aliases (& and *) are refused",
            path,
            _line(event),
            "Put a value that begins so between quotes.",
        )
    if getattr(event, "tag", None):
        raise _refuse(f"the tag {event.tag} is refused", path, _line(event), "Write the value as plain text.")


def _value(events: Iterator[Any], path: str | None, key: str) -> str | None:
    """The next value: a scalar's text ("" if it says nothing), a list of scalars joined; None for anything else."""
    import yaml  # noqa: PLC0415

    event = next(events)
    _check(event, path)
    if isinstance(event, yaml.ScalarEvent):
        plain = not event.style
        return "" if plain and event.value in _NOTHING else tidy(event.value)
    depth, parts, flat = 1, [], isinstance(event, yaml.SequenceStartEvent)
    while depth:
        event = next(events)
        _check(event, path)
        if isinstance(event, yaml.CollectionStartEvent):
            depth, flat = depth + 1, False
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and flat:
            parts.append(tidy(event.value))
    # Several authors are a list; of anything else there is one.
    return ", ".join(part for part in parts if part) if flat and key.strip().lower() == "author" else None


def tidy(value: str) -> str:
    """A value on one line, without the characters that XML forbids."""
    return " ".join(line.strip() for line in clean(value).split("\n") if line.strip())
