"""`beleg translate fill`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import Progress as Reading
from beleg.cli.console import Ticker, exit_code, here, json_option, one_line, plural, print_json, tell
from beleg.cli.memories import chosen, memories_of, passages_of, shortened
from beleg.errors import TranslateError
from beleg.ingest.settings import read_translator
from beleg.ingest.translations import Entry, Memory, is_there, path_of, place_of, refuse_no_folder
from beleg.lexicons.register import Register
from beleg.pipeline import whole
from beleg.records import Problem
from beleg.translate import Passage, Translator
from beleg.translate.allowed import take_allowed
from beleg.translate.budget import Allowed, Budget, expected
from beleg.translate.plugins import Order, make
from beleg.translate.run import Key, Runner, Task

# Seconds between two lines of progress.
_EVERY = 10.0


@click.command()
@click.option("--with", "translator", metavar="NAME", required=True, help="The translator, such as `chat`.")
@click.option("--locale", "locales", multiple=True, metavar="LOCALE", help="Only this memory; may be repeated.")
@click.option("--story", metavar="ID", help="Only quotes of this story.")
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), metavar="MINUTES", help="Stop when they are over."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="TOKENS", help="Stop before so many tokens, in and out.")
@click.option("--cost", type=click.FloatRange(min=0), metavar="MONEY", help="Stop before that, by the prices set.")
@click.option("--fuzzy", is_flag=True, help="Also what a machine translated before its quote changed.")
@click.option("--dry-run", is_flag=True, help="Say what would go where; ask nobody.")
@click.option(
    "--strict", is_flag=True, help="Exit with 1 also if anything was refused, or left for want of time or money."
)
@json_option
def fill(
    translator: str,
    locales: tuple[str, ...],
    story: str | None,
    minutes: float | None,
    limit: int | None,
    cost: float | None,
    fuzzy: bool,
    dry_run: bool,
    strict: bool,
    as_json: bool,
) -> int:
    """Have empty entries of the translation memory filled by a machine.

    Quotes go to the translator that `sources/beleg.toml` describes below [translate.NAME]; what comes back is checked,
    and refused if it says something else. Pages mark it as a machine translation until a person confirms it. Exit with 1
    if a quote got no answer that can be used.

    Example: beleg translate fill --with chat --locale ru --dry-run
    """
    project = here()
    refuse_no_folder(project.folder / "sources")
    wanted = chosen(locales, project.site)
    file, table = read_translator(project.folder / "sources", translator)
    allowed, batch = take_allowed(file, table)
    allowed = replace(
        allowed, minutes=minutes or allowed.minutes, tokens=limit or allowed.tokens,
        cost=allowed.cost if cost is None else cost,
    )  # fmt: skip
    if cost is not None and allowed.price_in is None:
        raise click.UsageError(f"--cost needs price_in and price_out below [translate.{translator}] in {file.path}.")
    budget = Budget(allowed=allowed)
    order = Order(
        settings=table, problem=file.problem, budget=budget, tell=lambda line: click.echo(one_line(line), err=True),
        dry_run=dry_run,
    )  # fmt: skip
    made = make(translator, order)
    if file.problems or made is None:
        tell(file.problems)
        raise TranslateError(
            f"[translate.{translator}] can't be used, and nothing was asked", path=file.path,
            hint="README, section `Machine translation`, has an example",
        )  # fmt: skip
    edition = whole(project, Reading())
    tasks, problems = _tasks(project.folder / "sources", wanted, passages_of(edition, story), fuzzy=fuzzy)
    tell(problems)
    if dry_run:
        _would(tasks, made, allowed, batch, as_json=as_json)
        return exit_code(problems)
    stopped = _filled(tasks, made, budget, project.register, batch, as_json=as_json)
    failed = any(task.unanswered for task in tasks)
    less = stopped is not None or any(task.refused for task in tasks)
    return int(bool(problems) or failed or (strict and less))


def _tasks(
    sources: Path, locales: Sequence[str], passages: Mapping[Key, Passage], *, fuzzy: bool
) -> tuple[list[Task], list[Problem]]:
    """What is to be filled in each memory that there is, and a problem for each that is broken."""
    paths = [path_of(sources, locale) for locale in locales]
    for path in paths:
        if not is_there(path):
            click.echo(f"{place_of(path)} is not there yet; `beleg translate export` makes it.", err=True)
    memories, problems = memories_of(path for path in paths if is_there(path))
    tasks = [
        Task(memory=memory, path=path, passages=_open(memory, passages, fuzzy=fuzzy))
        for path, memory in memories.items()
    ]
    return tasks, problems


def _open(memory: Memory, passages: Mapping[Key, Passage], *, fuzzy: bool) -> dict[Key, Passage]:
    """The entries that may be filled, in the order of the file."""
    return {
        key: replace(passages[key], context=entry.comments)
        for key, entry in memory.entries.items()
        if key in passages and _may_be_filled(entry, fuzzy=fuzzy)
    }


def _may_be_filled(entry: Entry, *, fuzzy: bool) -> bool:
    """Whether no person has written anything there."""
    return entry.empty or (fuzzy and entry.fuzzy and entry.machine is not None)


def _would(tasks: Sequence[Task], made: Translator, allowed: Allowed, batch: int, *, as_json: bool) -> None:
    """Tell what would be asked."""
    rows: list[dict[str, Any]] = []
    for task in tasks:
        passages = list(task.passages.values())
        parts = [expected(passages[at : at + batch], task.memory.locale) for at in range(0, len(passages), batch)]
        rows.append({
            "locale": task.memory.locale, "passages": len(passages), "requests": len(parts),
            "characters": sum(len(one.quote) for one in passages),
            "tokens_in": sum(one for one, _ in parts), "tokens_out": sum(one for _, one in parts),
        })  # fmt: skip
    tokens_in, tokens_out = sum(row["tokens_in"] for row in rows), sum(row["tokens_out"] for row in rows)
    cost = Budget(allowed=allowed).price(tokens_in, tokens_out)
    if as_json:
        print_json({"translator": made.name, "where": made.where, "locales": rows, "cost": cost})
        return
    click.echo(f"{one_line(made.name)} at {one_line(made.where)} would be asked for:")
    for row in rows:
        click.echo(
            f"{row['locale']}: {plural(row['passages'], 'passage')} ({row['characters']:,} characters) in "
            f"{plural(row['requests'], 'request')}, about {row['tokens_in']:,} tokens there and {row['tokens_out']:,} back"
        )
    money = "" if cost is None else f", about {cost:.2f} by your prices"
    click.echo(f"About {tokens_in + tokens_out:,} tokens in all{money}. Nothing was asked.")


def _filled(
    tasks: Sequence[Task], made: Translator, budget: Budget, register: Register, batch: int, *, as_json: bool
) -> str | None:  # fmt: skip
    """Fill, and tell what became of it, also where it was broken off; which limit ended it, None if none did."""
    runner = Runner(
        translator=made, budget=budget, register=register, batch=batch, progress=Ticker("passage", "done", _EVERY)
    )
    stopped: str | None = "stopped before the end"
    try:
        stopped = runner.fill(tasks)
    finally:
        for task in tasks:
            _tell_refused(task)
        click.echo(_summary(tasks, made, budget, stopped), err=True)
        if as_json:
            print_json(_row(tasks, made, budget, stopped))
    return stopped


def _tell_refused(task: Task) -> None:
    for passage, found in task.refused:
        line = f"{task.memory.locale}: refused ({found.reason}: {found.detail}): {shortened(passage.quote)}"
        click.echo(one_line(line), err=True)
    for passage, why in task.unanswered:
        click.echo(one_line(f"{task.memory.locale}: {why}: {shortened(passage.quote)}"), err=True)


def _summary(tasks: Sequence[Task], made: Translator, budget: Budget, stopped: str | None) -> str:
    """The closing lines: what was filled, what was refused and why, what it took."""
    lines = []
    for task in tasks:
        line = f"{task.memory.locale}: {task.filled:,} of {plural(len(task.passages), 'passage')} filled"
        if task.refused:
            line += f", {len(task.refused):,} refused ({_reasons(task)})"
        if task.unanswered:
            line += f", {len(task.unanswered):,} not answered"
        if task.overtaken:
            line += f", {task.overtaken:,} left as somebody else has changed them meanwhile"
        lines.append(f"{line}.")
    money = "" if budget.cost is None else f", about {budget.cost:.2f} by your prices"
    about = "about " if budget.estimated else ""
    lines.append(
        f"{one_line(made.name)}: {plural(budget.requests, 'request')}, {about}{budget.tokens_in:,} tokens there and "
        f"{budget.tokens_out:,} back{money}, {budget.seconds / 60:.1f} min."
    )
    if stopped:
        lines.append(f"It ended early: {stopped}. What was filled is saved; the same command goes on from there.")
    if any(task.filled for task in tasks):
        lines.append("Next: `beleg build`; pages mark these as machine translations until a person confirms them.")
    elif not any(task.passages for task in tasks):
        lines.append("There was nothing to fill. Next: `beleg translate export` adds quotes that are missing.")
    return "\n".join(lines)


def _reasons(task: Task) -> str:
    counts = Counter(found.reason for _, found in task.refused)
    return ", ".join(
        f"{reason} {count}" for reason, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _row(tasks: Sequence[Task], made: Translator, budget: Budget, stopped: str | None) -> dict[str, Any]:
    return {
        "translator": made.name, "stopped": stopped, "requests": budget.requests, "tokens_in": budget.tokens_in,
        "tokens_out": budget.tokens_out, "estimated": budget.estimated, "cost": budget.cost,
        "locales": [
            {
                "locale": task.memory.locale, "passages": len(task.passages), "filled": task.filled,
                "overtaken": task.overtaken,
                "refused": [
                    {"quote": passage.quote, "reason": found.reason, "detail": found.detail}
                    for passage, found in task.refused
                ],
                "unanswered": [{"quote": passage.quote, "why": why} for passage, why in task.unanswered],
            }
            for task in tasks
        ],
    }  # fmt: skip
