"""What the commands share: the project at hand, options, and how problems, counts and progress are told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from beleg.pipeline import Project, find_project, load
from beleg.records import Problem

# Below this confidence a statement is unsure.
UNSURE = 0.6
# Seconds of work after which, and in which steps, progress is told.
_EVERY = 2.0

F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    """`--json`, as the argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for machines.")(command)


def here() -> Project:
    """The project of the working directory, read."""
    return load(find_project(Path.cwd()))


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def print_json(value: Any) -> None:
    """A value on standard output, readable by people, too."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def problem_line(problem: Problem) -> str:
    """A problem in one line: how bad, where, what, and what to do next."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    hint = f" {problem.hint.rstrip('.')}." if problem.hint else ""
    return f"{problem.severity}: {place}: {problem.message.rstrip('.')}.{hint}"


def tell(problems: Iterable[Problem]) -> None:
    """Problems on standard error, one a line."""
    for problem in problems:
        click.echo(problem_line(problem), err=True)


def exit_code(problems: Sequence[Problem], *, strict: bool = False, unsure: int = 0) -> int:
    """1 if a source failed, with `strict` also for a warning or a statement that is unsure; else 0."""
    return int(any(strict or problem.severity == "error" for problem in problems) or (strict and unsure > 0))


def progress() -> Callable[[int, int], None]:
    """What tells, on standard error, how many of all articles are done; a short run is told nothing."""
    last = time.monotonic()

    def tell_progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last < _EVERY:
            return
        last = time.monotonic()
        click.echo(f"{done:,} of {plural(of, 'article')} read", err=True)

    return tell_progress
