"""Where a site is sent: the tables [publish.NAME] of `sources/beleg.toml`, all problems at once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeAlias

from beleg.errors import PublishError
from beleg.ingest.checked import Checked, load_tables
from beleg.ingest.settings import SETTINGS
from beleg.ingest.veil import VARIABLE, is_secret, shown, split, veiled
from beleg.records import Problem

TABLE: Final = "publish"
_NAME = re.compile(r"[A-Za-z0-9_-]+\Z")
# What git allows in the name of a branch, without what no branch of pages is called.
_BRANCH = re.compile(r"(?!-)(?!.*(?:\.\.|//|\.lock$|[./]$|^[./]))[A-Za-z0-9._/+-]+\Z")
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\Z")
# A remote's name, as of `git remote`; all else is an address or a path.
REMOTE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class FolderTarget:
    """A folder of this machine."""

    name: str
    # As written: absolute, from the home folder (`~/…`) or from the project's folder.
    path: str
    # Whether it holds other files, too, which stay.
    shared: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GitTarget:
    """A branch of a git repository, as hosts of pages serve it."""

    name: str
    # An address, a path, or the name of a remote of the repository in which the project lies.
    repository: str = "origin"
    branch: str = "gh-pages"
    # The domain that a host of pages reads from the file CNAME; None for none.
    cname: str | None = None
    shared: bool = False
    # For one command of git.
    seconds: float = 600.0


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageTarget:
    """Any storage that fsspec reaches."""

    name: str
    # As fsspec takes it: "s3://bucket/folder", "sftp://me@host/srv/digest".
    address: str
    # What fsspec's own class for that storage takes.
    options: Mapping[str, Any] = field(default_factory=dict)
    shared: bool = False
    # Files under way at a time; None for what the storage bears.
    at_once: int | None = None
    # For one file, each time it is tried.
    seconds: float = 120.0


Target: TypeAlias = FolderTarget | GitTarget | StorageTarget

_TEXT = ("a text", lambda value: isinstance(value, str) and bool(value.strip()) and "\n" not in value)
_TRUTH = ("true or false", lambda value: isinstance(value, bool))


def _number(least: float, most: float, *, whole: bool = False) -> tuple[str, Callable[[Any], bool]]:
    kinds = int if whole else (int, float)
    return (
        f"a {'whole ' if whole else ''}number from {least:g} to {most:,}",
        lambda value: isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most,
    )


# By what a target is: its class, the keys it can't do without, and all keys with what each takes.
_KINDS: Final[Mapping[str, tuple[type[Target], tuple[str, ...], Mapping[str, tuple[str, Callable[[Any], bool]]]]]] = {
    "folder": (FolderTarget, ("path",), {"path": _TEXT, "shared": _TRUTH}),
    "git": (
        GitTarget, (),
        {
            "repository": ("an address, a path or the name of a remote", lambda value: _TEXT[1](value) and not value.strip().startswith("-")),
            "branch": ("the name of a branch", lambda value: isinstance(value, str) and bool(_BRANCH.match(value))),
            "cname": ("a domain such as digest.example", lambda value: isinstance(value, str) and bool(_HOST.match(value))),
            "shared": _TRUTH, "seconds": _number(1, 86_400),
        },
    ),
    "storage": (
        StorageTarget, ("address",),
        {
            "address": ("an address such as s3://bucket/folder", lambda value: _TEXT[1](value) and bool(split(value).scheme)),
            "options": ("a table of what fsspec takes", lambda value: isinstance(value, Mapping)),
            "shared": _TRUTH, "at_once": _number(1, 64, whole=True), "seconds": _number(1, 86_400),
        },
    ),
}  # fmt: skip


def read_targets(sources: Path) -> tuple[dict[str, Target], list[Problem]]:
    """The targets that can be used, by name in the order of the file, and everything wrong with any of them.

    What is wrong with the file as a whole, `read_site` tells.
    """
    file, tables = load_tables(sources, SETTINGS)
    if file is None or TABLE not in tables:
        return {}, []
    found: dict[str, Target] = {}
    given = tables[TABLE]
    if not isinstance(given, Mapping):
        file.problem(f"`{TABLE}` is no table", "Write a line `[publish.NAME]` and the settings below it.", TABLE)
        return found, file.problems
    for name, table in given.items():
        before = len(file.problems)
        target = _target(file, name, table)
        if target is not None and len(file.problems) == before:
            found[name] = target
    return found, file.problems


def expanded(text: str) -> str:
    """`${NAME}` replaced from the environment, so that a key need not lie in a file.

    Raises:
        PublishError: The environment has no such variable.
    """
    for name in VARIABLE.findall(text):
        if not os.environ.get(name):
            raise PublishError(
                f"the environment has no variable {name}", hint=f"Set {name}, then publish again"
            )  # fmt: skip
    return VARIABLE.sub(lambda match: os.environ[match[1]], text)


def with_values(options: Any) -> Any:
    """Options with `expanded` texts, however deep they stand."""
    if isinstance(options, Mapping):
        return {name: with_values(value) for name, value in options.items()}
    if isinstance(options, list):
        return [with_values(value) for value in options]
    return expanded(options) if isinstance(options, str) else options


def secrets(target: Target) -> tuple[str, ...]:
    """What no message may show: the values of the variables that a target names."""
    named = VARIABLE.findall(" ".join(_texts(target)))
    return tuple(os.environ[name] for name in named if os.environ.get(name))


def place(target: Target) -> str:
    """Where a target is, without credentials."""
    match target:
        case FolderTarget():
            return target.path
        case GitTarget():
            return f"{shown(target.repository)}, branch {target.branch}"
        case StorageTarget():
            return shown(target.address)


def veil(text: str, target: Target) -> str:
    """A text on one line, without the secrets of a target."""
    return " ".join(veiled(text, secrets(target)).split())


def _target(file: Checked, name: str, table: Any) -> Target | None:
    """A target as a table describes it; None, and problems of the file, if it describes none."""
    at = f"{TABLE}.{name}"
    if not _NAME.match(name):
        file.problem(
            f"{name!r} is no name of a target", "Write a name in letters, digits, hyphens: [publish.site].", at
        )
        return None
    if not isinstance(table, Mapping):
        file.problem(f"`{name}` in [publish] is no table", f"Write a line `[publish.{name}]` and its settings below it.", name)  # fmt: skip
        return None
    to = table.get("to")
    if not isinstance(to, str) or to not in _KINDS:
        what = "does not say what it is" if to is None else f"is to = {to!r}"
        file.problem(f"[{at}] {what}", 'Write to = "folder", to = "git" or to = "storage".', at)  # fmt: skip
        return None
    kind, needed, keys = _KINDS[to]
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key == "to":
            continue
        if key not in keys:
            near = get_close_matches(key.lower(), keys, n=1)
            guess = f"; did you mean `{near[0]}`?" if near else ""
            file.problem(f"unknown key `{key}` in [{at}]{guess}", f"Known are to, {', '.join(keys)}.", at)
        elif not keys[key][1](value):
            # What is wrong may be a secret in the wrong place, so it is not repeated.
            file.problem(f"`{key}` in [{at}] is not what was expected: {keys[key][0]}", "Correct the line, or take it out.", at)  # fmt: skip
        else:
            values[key] = value.strip() if isinstance(value, str) else value
    for key in needed:
        if key not in table:
            file.problem(f"[{at}] has no `{key}`", f"Write {key} = {keys[key][0]}.", at)
    for key in _written_out(values):
        file.problem(
            f"`{key}` in [{at}] holds a password or key, which does not belong into a file",
            f'Put it into the environment and write its name: {key.rpartition(".")[2]} = "${{NAME}}"; or leave it to the '
            "storage's own configuration.", at,
        )  # fmt: skip
    return kind(name=name, **values) if all(key in values for key in needed) else None


def _written_out(values: Mapping[str, Any]) -> Iterator[str]:
    """The keys whose values hold secrets that stand there in so many letters."""
    for key in ("address", "repository"):
        if key in values and _has_secret(VARIABLE.sub("", values[key])):
            yield key
    yield from _secret_options("options", values.get("options", {}))


def _has_secret(address: str) -> bool:
    parts = split(address)
    user, colon, password = (parts.authority or "").rpartition("@")[0].partition(":")
    # A name alone is a token on the web, and an ordinary user elsewhere.
    token = user if parts.scheme in ("http", "https") and not colon else ""
    rest = address.partition("@")[2] if parts.authority and "@" in parts.authority else address
    return bool(password or token) or shown(rest) != rest


def _secret_options(path: str, value: Any, *, secret: bool = False) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from _secret_options(f"{path}.{name}", one, secret=secret or is_secret(name))
    elif isinstance(value, list):
        for one in value:
            yield from _secret_options(path, one, secret=secret)
    elif isinstance(value, str):
        written = VARIABLE.sub("", value)
        if written and (secret or _has_secret(written)):
            yield path
    elif secret and not isinstance(value, bool):
        yield path


def _texts(target: Target) -> Iterator[str]:
    match target:
        case FolderTarget():
            return
        case GitTarget():
            yield target.repository
        case StorageTarget():
            yield target.address
            yield from _leaves(target.options)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    elif isinstance(value, str):
        yield value
