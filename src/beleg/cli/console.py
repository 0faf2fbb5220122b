"""What the commands share: the project at hand, and how problems and counts are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from beleg.pipeline import Project, find_project, load
from beleg.records import Problem


def here() -> Project:
    """The project of the working directory, read."""
    return load(find_project(Path.cwd()))


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def tell(problems: Iterable[Problem]) -> None:
    """Problems on standard error, one a line, each with what to do next."""
    for problem in problems:
        place = f"{problem.path}:{problem.line}" if problem.line else problem.path
        click.echo(f"{problem.severity}: {place}: {problem.message}. {problem.hint}".rstrip(), err=True)


def exit_code(problems: Sequence[Problem], *, strict: bool) -> int:
    """1 if a source failed, with `strict` also for a warning; else 0."""
    return int(any(strict or problem.severity == "error" for problem in problems))
