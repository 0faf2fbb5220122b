"""A settings file while it is checked: its tables, and everything wrong with them, each with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beleg.errors import IngestError
from beleg.records import Problem
from beleg.tomlfile import tables_of, text_of

# Files among those of the zones that stand for whatever a machine is set to.
_OF_THE_MACHINE = ("localtime", "posixrules", "Factory")


@dataclass(frozen=True, slots=True)
class Checked:
    """A settings file being checked."""

    # Below the project's folder.
    path: str
    text: str
    problems: list[Problem] = field(default_factory=list)

    def problem(self, message: str, hint: str, key: str | None = None) -> None:
        """Note what is wrong, at the line of a key."""
        self.problems.append(Problem(path=self.path, message=message, hint=hint, line=self._line(key)))

    def _line(self, key: str | None) -> int | None:
        """The first line that assigns a key or opens a table of that name."""
        if key is None:
            return None
        name = rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
        match = re.search(rf"^[ \t]*\[?[ \t]*{name}[ \t]*(?:=|\])", self.text, re.MULTILINE)
        return self.text.count("\n", 0, match.start()) + 1 if match else None


def _target(link: Path) -> Path:
    """Where a link leads, though nothing be there; a circle is an error in every Python only if it is asked strictly."""
    try:
        return link.resolve(strict=True)
    except FileNotFoundError:
        return link.resolve()


def refuse_outside(path: Path, sources: Path, shown: str) -> None:
    """Let pass what is no link, and links that stay inside.

    Raises:
        IngestError: A link leads out of `sources/`, or in a circle.
    """
    try:
        outside = path.is_symlink() and not _target(path).is_relative_to(sources.resolve())
    except (OSError, RuntimeError) as error:
        # The latter is what Python 3.11 and 3.12 make of a circle.
        raise IngestError(
            "a link that leads nowhere", path=shown, hint="Put the file itself in its place."
        ) from error  # fmt: skip
    if outside:
        raise IngestError("a link that leads out of sources/", path=shown, hint="Put the file itself in its place.")


def load_tables(sources: Path, name: str) -> tuple[Checked | None, dict[str, Any]]:
    """A settings file below `sources/` and its tables; None if there is none, no tables and a problem if it is no TOML."""
    shown = f"sources/{name}"
    file = Checked(shown, "")
    try:
        refuse_outside(sources / name, sources, shown)
        text = text_of(sources / name, shown)
        if text is None:
            return None, {}
        file = Checked(shown, text)
        return file, tables_of(text, shown, 'Lines look like name = "…", with text between straight quotation marks.')
    except IngestError as error:
        file.problems.append(Problem(path=shown, message=error.message, line=error.line, hint=error.hint))
        return file, {}


def is_zone(name: str) -> bool:
    """Whether a name is that of a time zone."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - only where a zone is set

    if name == "UTC":
        return True
    if name in _OF_THE_MACHINE:
        return False
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
