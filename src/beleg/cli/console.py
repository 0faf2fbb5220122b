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
# Seconds of work after which, and between which, progress is told.
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


class Progress:
    """Tells on standard error how far a long run is; a short one is told nothing."""

    def __init__(self) -> None:
        self._began = self._told = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        """So many of all articles are read."""
        now = time.monotonic()
        if now - self._told >= _EVERY or (done == of and now - self._began >= _EVERY):
            self._told = now
            click.echo(f"{done:,} of {plural(of, 'article')} read{'; merging' if done == of else ''}", err=True)

    def step(self, what: str) -> None:
        """What is done next."""
        if time.monotonic() - self._began >= _EVERY:
            click.echo(what, err=True)
