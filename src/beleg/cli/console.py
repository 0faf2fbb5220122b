"""What the commands share: the project at hand, options, and how problems, counts and progress are told."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from beleg.project import Project, find_project, load
from beleg.records import Article, Edition, News, Problem

# Below this confidence a statement is unsure.
UNSURE = 0.6
# What an article may leave unsaid, and how that is told.
UNSAID = {
    "publisher": "who published it", "published": "when it was published", "title": "its title", "url": "its address",
}  # fmt: skip
# What a reader misses most; an address is seldom at hand.
_MISSED = ("publisher", "published", "title")
# Seconds of work after which, and between which, progress is told.
_EVERY = 2.0
# Controls of terminals, and separators that end a line for some programs.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")

# In the order in which they are told.
NEWS: dict[News, str] = {
    "new": "new", "confirmed": "now confirmed", "corrected": "corrected", "disputed": "now disputed",
    "widened": "with a further origin",
}  # fmt: skip

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


def not_said(article: Article) -> list[str]:
    """The keys of the front matter that a reader misses and an article leaves unsaid."""
    return [name for name in _MISSED if getattr(article, name) is None]


def told_missing(names: Sequence[str]) -> str:
    """Keys of `UNSAID` in words: "who published it, when it was published or its address"."""
    *most, last = (UNSAID[name] for name in names)
    return f"{', '.join(most)} or {last}" if most else last


def told_news(edition: Edition) -> str:
    """What is new in an edition: "12 new, 1 corrected, 3 gone"; empty for nothing."""
    news = Counter(fact.news for fact in edition.facts if fact.news)
    gone = sum(one.after is None for one in edition.corrections)
    counted = [f"{news[name]:,} {text}" for name, text in NEWS.items() if news[name]]
    return ", ".join([*counted, *([f"{gone:,} gone"] if gone else [])])


def print_json(value: Any) -> None:
    """A value on standard output, readable by people, too."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def problem_line(problem: Problem) -> str:
    """A problem in one line: how bad, where, what, and what to do next."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    return one_line(f"{problem.severity}: {place}: {sentences(problem.message, problem.hint)}")


def one_line(text: str) -> str:
    """A text on one line: line ends and controls, which a file's name may hold, are written out."""
    return _CONTROLS.sub(lambda match: ascii(match[0])[1:-1], text)


def sentences(*texts: str) -> str:
    """Texts one after the other, each as a sentence with its closing mark."""
    return " ".join(text if text.endswith(("?", "!")) else f"{text.rstrip('.')}." for text in texts if text)


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


class Ticker:
    """Tells on standard error how far a long run is, so many seconds apart ("40 of 500 sources fetched")."""

    def __init__(self, noun: str, done: str, every: float) -> None:
        self._noun, self._done, self._every = noun, done, every
        self._told = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        if time.monotonic() - self._told >= self._every and done < of:
            self._told = time.monotonic()
            click.echo(f"{done:,} of {plural(of, self._noun)} {self._done}", err=True)
