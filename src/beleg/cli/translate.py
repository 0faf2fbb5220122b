"""`beleg translate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import Progress, here, json_option, plural, print_json, tell
from beleg.errors import IngestError, ProjectError
from beleg.ingest.carrying import Changes, Key, bring_up_to_date
from beleg.ingest.locales import normal_locale
from beleg.ingest.translations import FILE_OF, FOLDER, Entry, Memory, path_of, place_of, read_memory, write_memory
from beleg.pipeline import edition_of, find_project, own_templates
from beleg.records import Edition, Problem, Story


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
    memories, problems = _memories(sorted((sources / FOLDER).glob("*.po")))
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
    chosen = _chosen(locales, edition)
    limit = _story(story, edition) if story else None
    sources = project.folder / "sources"
    memories, problems = _memories([path_of(sources, locale) for locale in chosen])
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
                problems.append(_problem(error))
                continue
        click.echo(f"{place_of(path)}: {statistics(memory)}")
        if told_changes := _told(added, changes):
            click.echo(f"{place_of(path)}: {told_changes}.", err=True)
    tell(problems)
    return int(bool(problems))


def _memories(paths: Iterable[Path]) -> tuple[dict[Path, Memory], list[Problem]]:
    """The memories of files, new ones where there is none; and a problem for each file that is broken."""
    memories: dict[Path, Memory] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            memories[path] = read_memory(path) if path.exists() else Memory(locale=path.stem)
        except ProjectError as error:
            problems.append(_problem(error))
    return memories, problems


def _problem(error: IngestError | ProjectError) -> Problem:
    return Problem(path=error.path or "", line=error.line, message=error.message, hint=error.hint)


def _chosen(locales: Sequence[str], edition: Edition) -> list[str]:
    """The locales whose files are meant, each file once."""
    site = edition.site.locales
    for given in locales:
        if normal_locale(given) not in site:
            raise click.BadParameter(
                f"{given!r} is no locale of this site; sources/beleg.toml has {', '.join(site)}", param_hint="--locale"
            )
    return list(dict.fromkeys(FILE_OF[normal_locale(one) or one] for one in locales or site))


def _story(given: str, edition: Edition) -> Story:
    name = given.rsplit("/", 1)[-1].removesuffix(".html")
    for story in edition.stories:
        if story.id == name:
            return story
    listed = "; ".join(
        f"{story.id} ({story.subject or story.vendor or 'without a subject'})" for story in edition.stories
    )
    raise click.BadParameter(f"there is no story {given!r}; there are: {listed or 'none'}", param_hint="--story")


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
