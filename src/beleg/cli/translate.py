"""`beleg translate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import Progress, here, json_option, plural, print_json, tell
from beleg.cli.memories import chosen, memories_of, problem_of, story_of
from beleg.cli.translate_fill import fill
from beleg.errors import IngestError
from beleg.ingest.carrying import Changes, Key, bring_up_to_date
from beleg.ingest.translations import FOLDER, Entry, Memory, path_of, place_of, write_memory
from beleg.pipeline import edition_of, find_project, own_templates


@click.group(invoke_without_command=True)
@click.pass_context
@json_option
def translate(ctx: click.Context, as_json: bool) -> int:
    """Look after the translation memory, sources/translations/; without a command show how far each locale is.

    Example: beleg translate

    Example: beleg translate export --locale ru
    """
    if ctx.invoked_subcommand:
        return 0
    sources = find_project(Path.cwd()) / "sources"
    memories, problems = memories_of(sorted((sources / FOLDER).glob("*.po")))
    if as_json:
        print_json({memory.locale: figures(memory) for memory in memories.values()})
    else:
        for path, memory in memories.items():
            click.echo(f"{place_of(path)}: {statistics(memory)}")
    tell(problems)
    if not memories and not problems:
        click.echo(f"There are no translations in sources/{FOLDER}/ yet: `beleg translate export`.", err=True)
    return int(bool(problems))


@translate.command()
@click.option(
    "--locale",
    "locales",
    multiple=True,
    metavar="LOCALE",
    help="Only this locale; may be repeated. Default: all of the site.",
)
@click.option("--story", metavar="ID", help="Add only what this story needs: its identifier, or its page's name.")
@click.option("--edition", "name", metavar="ID", help="The edition; so far only the current one can be named.")
def export(locales: Sequence[str], story: str | None, name: str | None) -> int:
    """Add to sources/translations/ each quote that readers of a locale can't read, facts that lead the stories first.

    These are the quotes of facts that are not worded in the locale and have no quote in its language. Where an article
    has changed, a translation goes over to the new words as fuzzy, and is not shown until somebody has looked at it; what
    no article says any more becomes obsolete. Then translate in any PO editor, and run `beleg build`.

    Example: beleg translate export --locale ru --locale sr-Cyrl
    """
    project = here()
    edition = edition_of(project, Progress())
    if name not in (None, edition.id):
        raise click.BadParameter(
            f"there is no edition {name!r}; the current one is {edition.id}, earlier ones are not kept",
            param_hint="--edition",
        )
    wanted_files = chosen(locales, edition.site)
    limit = story_of(story, edition) if story else None
    sources = project.folder / "sources"
    memories, problems = memories_of([path_of(sources, locale) for locale in wanted_files])
    from beleg.render.environment import Environments  # noqa: PLC0415  # slow to load, and not needed for statistics
    from beleg.render.wanted import wanted  # noqa: PLC0415

    environments = Environments(own_templates(project))
    for path, memory in memories.items():
        before = deepcopy(memory)
        needs, told = wanted(edition, environments, memory.locale, limit.id if limit else None)
        changes = bring_up_to_date(memory, told)
        added = _add(memory, [(one.quote, one.quotes) for one in needs], told)
        if memory != before:
            try:
                write_memory(memory, path)
            except IngestError as error:
                problems.append(problem_of(error))
                continue
        click.echo(f"{place_of(path)}: {statistics(memory)}")
        if told_changes := _told(added, changes):
            click.echo(f"{place_of(path)}: {told_changes}.", err=True)
    tell(problems)
    return int(bool(problems))


def _add(memory: Memory, needs: Iterable[tuple[Key, Sequence[Key]]], told: Mapping[Key, tuple[str, ...]]) -> int:
    """Add an entry for each fact none of whose quotes has one, and say how many."""
    added = 0
    for key, quotes in needs:
        if not any(quote in memory.entries for quote in quotes):
            language, quote = key
            memory.entries[key] = Entry(language=language, quote=quote, comments=told[key])
            added += 1
    return added


def _told(added: int, changes: Changes) -> str:
    parts = [
        (added, "added"), (changes.carried, "carried over to changed words"), (changes.revived, "taken up again"),
        (changes.obsolete, "obsolete"),
    ]  # fmt: skip
    return ", ".join(f"{number:,} {what}" for number, what in parts if number)


def figures(memory: Memory) -> dict[str, Any]:
    """How many entries are translated (of these, by a machine and unconfirmed), fuzzy and untranslated."""
    entries = memory.entries.values()
    translated = [entry for entry in entries if entry.translated]
    fuzzy = sum(entry.fuzzy and bool(entry.text.strip()) for entry in entries)
    return {
        "translated": len(translated),
        "machine": sum(entry.machine is not None for entry in translated),
        "fuzzy": fuzzy,
        "untranslated": len(entries) - len(translated) - fuzzy,
    }


def statistics(memory: Memory) -> str:
    """The same in a sentence, as `msgfmt --statistics` words it."""
    found = figures(memory)
    parts = [plural(found["translated"], "translated message")]
    if found["fuzzy"]:
        parts.append(plural(found["fuzzy"], "fuzzy translation"))
    if found["untranslated"]:
        parts.append(plural(found["untranslated"], "untranslated message"))
    return ", ".join(parts) + "."


translate.add_command(fill)
