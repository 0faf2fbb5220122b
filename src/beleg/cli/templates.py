"""`beleg templates`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from beleg.cli.console import json_option, one_line, plural, print_json, tell
from beleg.ingest.locales import LOCALES
from beleg.jsonl import plain
from beleg.project import find_project, templates_of
from beleg.render.catalogs import gaps
from beleg.render.environment import Environments
from beleg.render.gaps import dropped
from beleg.render.overrides import Override, overrides
from beleg.render.overrides import copy as copy_template

# So many of the things that a file lacks are named.
_NAMED = 5


@click.group(invoke_without_command=True)
@click.pass_context
@click.option("--strict", is_flag=True, help="Exit with 1 if a file of the project lacks something, too.")
@json_option
def templates(ctx: click.Context, strict: bool, as_json: bool) -> int:
    """List what shapes the pages, what the project's own templates/ stand in for, and what they lack.

    A file in templates/ takes the place of Beleg's of that name. What Beleg's has and it does not (messages, gaps, macros,
    blocks) may be meant so, or may have come with a later version of Beleg.

    Example: beleg templates

    Example: beleg templates copy story.html
    """
    if ctx.invoked_subcommand:
        return 0
    folder = templates_of(find_project(Path.cwd()))
    environments = Environments(folder)
    found = overrides(environments)
    if as_json:
        print_json([plain(one) for one in found])
    else:
        for line in _lines(found):
            click.echo(one_line(line))
    mine = [one for one in found if one.state != "shipped"]
    lacking = [one for one in mine if _lacks(one)]
    wrong = [one for one in mine if one.wrong]
    if folder and not wrong:
        # What a build warns of, too.
        tell([*gaps(folder), *dropped(environments, LOCALES)])
    click.echo(_closing(mine, lacking, wrong), err=True)
    return int(bool(wrong) or (strict and bool(lacking)))


@templates.command()
@click.argument("name")
def copy(name: str) -> int:
    """Put one of Beleg's own templates into the project's templates/, to begin with.

    Until you change it, the pages stay as they are. A file that is there already is left alone.

    Example: beleg templates copy story.html
    """
    folder = find_project(Path.cwd())
    copy_template(Environments(), name, folder)
    click.echo(f"templates/{name}")
    click.echo("It takes the place of Beleg's; `beleg serve` shows what you change.", err=True)
    return 0


def _lines(found: Sequence[Override]) -> Iterator[str]:
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        yield f"{one.state:<10}  {one.name:<{width}}  {'; '.join(_told(one))}".rstrip()


def _told(one: Override) -> Iterator[str]:
    if one.wrong:
        yield f"line {one.line}: {one.wrong}" if one.line else one.wrong
    if one.completed:
        yield "what it leaves out is Beleg's"
    for names, noun in (
        (one.blocks, "block"),
        (one.macros, "macro"),
        (one.variables, "gap"),
        (one.messages, "message"),
    ):
        if names:
            yield f"lacks {plural(len(names), noun)}: {_some(names, quoted=noun == 'message')}"


def _some(names: Sequence[str], *, quoted: bool) -> str:
    named = ", ".join(f'"{one}"' if quoted else one for one in names[:_NAMED])
    return f"{named} and {len(names) - _NAMED} more" if len(names) > _NAMED else named


def _lacks(one: Override) -> bool:
    return bool(one.blocks or one.macros or one.variables or one.messages)


def _closing(mine: Sequence[Override], lacking: Sequence[Override], wrong: Sequence[Override]) -> str:
    if not mine:
        return "All are Beleg's own: `beleg templates copy NAME` puts one into templates/ to begin with."
    told = [f"{plural(len(mine), 'file')} of the project's own"]
    if lacking:
        told.append(f"{len(lacking):,} of them {'lacks' if len(lacking) == 1 else 'lack'} something that Beleg's has")
    if wrong:
        told.append(f"{len(wrong):,} can't be used")
    return ", ".join(told) + "."
