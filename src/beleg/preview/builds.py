"""Builds for the preview: each in a process of its own, which leaves nothing behind and ends with a signal."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

# What is watched, below the project.
WATCHED: Final = ("sources", "templates")
# Milliseconds of quiet after which a change is taken for whole, and after which one that goes on is built all the same.
_STEP, _LONGEST = 200, 3_000
# Milliseconds after which it is looked whether a folder has come or gone.
_LOOK: Final = 1_000
# So much of what a failing build says stands on the page.
_LINES: Final = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of a build."""

    # Whether the site was written; else the one before stands.
    built: bool
    # What is wrong, for the open pages; empty for nothing.
    told: str


def build(folder: Path, arguments: Sequence[str] = ()) -> Outcome:
    """Build a project as `beleg build` does, its lines in the terminal.

    Args:
        folder: The project.
        arguments: Of `beleg build`.
    """
    # What lies in the project's folder is no module of ours (-P), whatever it is called.
    command = [sys.executable, "-P", "-m", "beleg", "build", "--json", *arguments]
    lines: list[str] = []
    with subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None, "it is a pipe"
        assert process.stderr is not None, "it is a pipe"
        try:
            reader = threading.Thread(target=_echo, args=(process.stderr, lines), daemon=True)
            reader.start()
            result = process.stdout.read()
            process.wait()
            reader.join()
        except BaseException:
            process.terminate()
            raise
    return _outcome(result, lines)


def _echo(stream: Iterator[str], lines: list[str]) -> None:
    for line in stream:
        lines.append(line.rstrip("\n"))
        click.echo(line, nl=False, err=True)


def _outcome(result: str, lines: Sequence[str]) -> Outcome:
    """A build that printed its figures has written the site, whatever was wrong with single sources."""
    if result:
        wrong = [one for one in json.loads(result)["problems"] if one["severity"] == "error"]
        told = [line for line in lines if line.startswith("error: ")][:_LINES] if wrong else []
        return Outcome(built=True, told="\n".join(["Built, but for these sources:", *told]) if told else "")
    said = [line for line in lines if line.startswith("beleg: ")] or list(lines)
    return Outcome(
        built=False, told="\n".join(["The build failed; this is the site as it was before.", *said[-_LINES:]])
    )


@contextmanager
def watching(folder: Path, changed: Callable[[], None]) -> Iterator[None]:
    """Call `changed` after each change in a project's sources and templates, as soon as it is whole."""
    stop = threading.Event()
    thread = threading.Thread(target=_watch, args=(folder, changed, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _watch(folder: Path, changed: Callable[[], None], stop: threading.Event) -> None:
    polling = None
    while not stop.is_set():
        there = _watched(folder)
        if not there:
            stop.wait(_LOOK / 1000)
            continue
        try:
            _watch_folders(folder, there, changed, stop, polling=polling)
        except (OSError, RuntimeError) as error:
            if polling:
                click.echo(f"beleg: changes can't be seen any more: {error}. Start `beleg serve` again", err=True)
                return
            # Too many files are watched on this machine, or its file system tells of no change.
            click.echo(f"notice: changes are looked for, as this system does not tell of them ({error}).", err=True)
            polling = True


def _watch_folders(
    folder: Path, there: Sequence[Path], changed: Callable[[], None], stop: threading.Event, *, polling: bool | None
) -> None:
    """Watch these folders until one comes or goes."""
    from watchfiles import watch  # noqa: PLC0415 - nothing but the preview needs it

    for changes in watch(
        *there, stop_event=stop, step=_STEP, debounce=_LONGEST, rust_timeout=_LOOK, yield_on_timeout=True,
        force_polling=polling,
    ):  # fmt: skip
        if changes:
            changed()
        if _watched(folder) != there:
            changed()
            return


def _watched(folder: Path) -> list[Path]:
    return [folder / name for name in WATCHED if (folder / name).is_dir()]
