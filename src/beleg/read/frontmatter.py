"""Front matter: the YAML block between two lines `---` at the head of a file, every value a plain string.

Only what an article needs is kept. YAML's guesses (8.0 a float, no a boolean, 12:30:45 a number) never happen, for the
events of the parser are read, not its objects; tags, anchors and aliases are refused, so nothing is executed or expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from beleg.errors import ReadError
from beleg.read.decoding import clean

KEYS = ("title", "publisher", "publisher_kind", "url", "published", "updated", "language", "author")
_ALIASES = {"date": "published", "lang": "language", "link": "url", "source_url": "url"}
# What front matter is, for those who never heard the word.
PLACE = "the lines between --- at the top of the file"
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
    # Keys that mean nothing to Beleg, as written, in their order.
    unknown: tuple[str, ...]
    # Where the text begins: the index after the closing line. 0 without front matter.
    end: int


# Of what has none.
NONE = FrontMatter({}, {}, (), 0)


def parse(text: str, *, path: str | None = None) -> FrontMatter:
    """The front matter of a decoded file; empty if it has none.

    Raises:
        ReadError: It is not closed, no mapping, or YAML that is refused.
    """
    opening = _OPENING.match(text)
    if not opening:
        return NONE
    closing = _CLOSING.search(text, opening.end())
    if not closing:
        if _KEY.match(text, opening.end()):
            raise ReadError(
                f"the front matter ({PLACE}) is not closed", path=path, line=1, hint="End it with a line `---`."
            )
        return NONE
    values, lines, unknown = _mapping(text[opening.end() : closing.start()], path)
    return FrontMatter(values, lines, unknown, closing.end())


def nearest_key(key: str) -> str | None:
    """The key that a misspelt one most likely stands for; None if it is like none."""
    near = get_close_matches(key.strip().lower(), (*KEYS, *_ALIASES), n=1, cutoff=0.65)
    return _ALIASES.get(near[0], near[0]) if near else None


def _refuse(message: str, hint: str, path: str | None, line: int) -> ReadError:
    return ReadError(f"{message}, in the front matter ({PLACE})", path=path, line=line, hint=hint)


def _mapping(source: str, path: str | None) -> tuple[dict[str, str], dict[str, int], tuple[str, ...]]:
    import yaml  # noqa: PLC0415 - files without front matter never need it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    unknown: dict[str, None] = {}
    try:
        events = (event for event in yaml.parse(source, Loader=loader))
        for event in events:
            if isinstance(event, yaml.MappingStartEvent):
                _check(event, path)
                break
            if isinstance(event, yaml.NodeEvent):
                _check(event, path)
                raise _refuse(
                    "it is no list of `key: value` lines", "Write lines such as `title: …`.", path, _line(event)
                )
        else:
            return values, lines, tuple(unknown)
        for key_event in events:
            if isinstance(key_event, yaml.MappingEndEvent):
                break
            _check(key_event, path)
            key, line = getattr(key_event, "value", None), _line(key_event)
            if not isinstance(key, str):
                raise _refuse("a key is no word", "Write lines such as `title: …`.", path, line)
            value = _value(events, path, key)
            name = _ALIASES.get(key.strip().lower(), key.strip().lower())
            if name not in KEYS:
                unknown[key.strip()] = None
                continue
            if name in lines:
                raise _refuse(f"`{key}` says again what line {lines[name]} says", "Keep one of them.", path, line)
            lines[name] = line
            if value is None:
                raise _refuse(f"`{key}` is no single value", "Write one value on the key's line.", path, line)
            if value:
                values[name] = value
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 2 if mark else 1
        written = source.split("\n")[line - 2] if mark and mark.line <= source.count("\n") else ""
        raise _refuse(*_unquoted(written, error.problem or "no YAML"), path, line) from error
    except yaml.YAMLError as error:
        raise _refuse("no YAML", "Write lines such as `title: …`.", path, 1) from error
    return values, lines, tuple(unknown)


def _unquoted(line: str, problem: str) -> tuple[str, str]:
    """What is wrong with a line that YAML refuses, and what to write: mostly its value needs quotation marks."""
    key, colon, value = line.partition(":")
    value = value.strip()
    if not colon or not value or value[0] in "\"'":
        return problem, "Put a value with a colon, #, *, & or quotes in it between quotes."
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f"the value of `{key.strip()}` needs quotation marks around it",
        f'Write {key.strip()}: "{quoted}"',
    )


def _line(event: Any) -> int:
    # One for the opening line, one because marks count from zero.
    return int(event.start_mark.line) + 2


def _check(event: Any, path: str | None) -> None:
    import yaml  # noqa: PLC0415

    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _refuse(
            "anchors and aliases (& and *) are refused",
            "Put a value that begins so between quotes.",
            path,
            _line(event),
        )
    if getattr(event, "tag", None):
        raise _refuse(f"the tag {event.tag} is refused", "Write the value as plain text.", path, _line(event))


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
