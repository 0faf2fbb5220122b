"""`beleg translate`."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import Progress, exit_code, here, json_option, plural, print_json, tell
from beleg.cli.memories import chosen, memories_of, passages_of, problem_of, shortened, story_of
from beleg.cli.translate_fill import fill
from beleg.errors import IngestError, ProjectError
from beleg.ingest.carrying import Changes, Key, bring_up_to_date
from beleg.ingest.translations import FOLDER, Entry, Memory, change_memory, path_of, place_of, refuse_no_folder
from beleg.lexicons.register import Register
from beleg.pipeline import whole
from beleg.project import find_project, own_templates
from beleg.records import Problem
from beleg.translate import Passage
from beleg.translate.check import Refusal, refusal


@click.group(invoke_without_command=True)
@click.pass_context
@click.option("--strict", is_flag=True, help="Exit with 1 if a translation seems to say something else than its quote.")
@json_option
def translate(ctx: click.Context, strict: bool, as_json: bool) -> int:
    """Look after the translation memory, sources/translations/; without a command show how far each locale is.

    Each translation is compared with its quote, whoever made it: where a number, a date or a name differs, or a negation
    is lost, a warning names the line.

    Example: beleg translate

    Example: beleg translate export --locale ru
    """
    if ctx.invoked_subcommand:
        return 0
    sources = find_project(Path.cwd()) / "sources"
    refuse_no_folder(sources)
    memories, problems = memories_of(sorted((sources / FOLDER).glob("*.po")))
    project = here() if memories else None
    passages = passages_of(whole(project, Progress())) if project else {}
    doubts = {path: _doubts(memory, passages, project.register) for path, memory in memories.items() if project}
    if as_json:
        print_json({
            memory.locale: figures(memory, passages) | {"doubted": [_row(*doubt) for doubt in doubts[path]]}
            for path, memory in memories.items()
        })  # fmt: skip
    else:
        for path, memory in memories.items():
            click.echo(f"{place_of(path)}: {statistics(memory, passages)}")
    warnings = [_warning(path, *doubt) for path, found in doubts.items() for doubt in found]
    tell([*problems, *warnings])
    if not memories and not problems:
        click.echo(f"There are no translations in sources/{FOLDER}/ yet: `beleg translate export`.", err=True)
    return exit_code([*problems, *warnings], strict=strict)


def _doubts(memory: Memory, passages: Mapping[Key, Passage], register: Register) -> list[tuple[Entry, Refusal]]:
    """The translations that a machine's answer would be refused for, each with the reason."""
    found = []
    for key, entry in memory.entries.items():
        if entry.translated and key in passages:
            text = " ".join(unicodedata.normalize("NFC", entry.text).split())
            if why := refusal(passages[key], text, memory.locale, register):
                found.append((entry, why))
    return found


def _warning(path: Path, entry: Entry, why: Refusal) -> Problem:
    return Problem(
        path=place_of(path), line=entry.line, severity="warning",
        message=f"the translation seems to say something else than its quote, {shortened(entry.quote)} ({why.reason}: {why.detail})",
        hint="Compare the two, and correct the translation; if it is right, leave it: the pages show it all the same",
    )  # fmt: skip


def _row(entry: Entry, why: Refusal) -> dict[str, Any]:
    return {
        "line": entry.line, "language": entry.language, "quote": entry.quote, "text": entry.text,
        "reason": why.reason, "detail": why.detail,
    }  # fmt: skip


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
    sources = project.folder / "sources"
    refuse_no_folder(sources)
    edition = whole(project, Progress())
    if name not in (None, edition.id):
        raise click.BadParameter(
            f"there is no edition {name!r}; the current one is {edition.id}, earlier ones are not kept",
            param_hint="--edition",
        )
    wanted_files = chosen(locales, edition.site)
    limit = story_of(story, edition) if story else None
    problems: list[Problem] = []
    from beleg.render.environment import Environments  # noqa: PLC0415  # slow to load, and not needed for statistics
    from beleg.render.wanted import wanted  # noqa: PLC0415

    environments = Environments(own_templates(project))
    for locale in wanted_files:
        path = path_of(sources, locale)
        needs, told = wanted(edition, environments, locale, limit.id if limit else None)
        update = _Update([(one.quote, one.quotes) for one in needs], told)
        try:
            memory = change_memory(path, update)
        except (IngestError, ProjectError) as error:
            problems.append(problem_of(error))
            continue
        click.echo(f"{place_of(path)}: {statistics(memory, told)}")
        if update.summary:
            click.echo(f"{place_of(path)}: {update.summary}.", err=True)
    tell(problems)
    return int(bool(problems))


class _Update:
    """Fits a memory to the articles, and says what was done the last time."""

    def __init__(self, needs: Sequence[tuple[Key, Sequence[Key]]], told: Mapping[Key, tuple[str, ...]]) -> None:
        self._needs = needs
        self._told = told
        self.summary = ""

    def __call__(self, memory: Memory) -> None:
        changes = bring_up_to_date(memory, self._told)
        self.summary = _told(_add(memory, self._needs, self._told), changes)


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


def figures(memory: Memory, quotes: Container[Key]) -> dict[str, Any]:
    """How many entries are translated (of these, by a machine and unconfirmed), fuzzy and untranslated.

    Only those whose quotes the articles have are counted; the others with a text are `gone`.
    """
    entries = [entry for key, entry in memory.entries.items() if key in quotes]
    translated = [entry for entry in entries if entry.translated]
    fuzzy = sum(entry.fuzzy and not entry.empty for entry in entries)
    return {
        "translated": len(translated),
        "machine": sum(entry.machine is not None for entry in translated),
        "fuzzy": fuzzy,
        "untranslated": len(entries) - len(translated) - fuzzy,
        "gone": sum(key not in quotes and not entry.empty for key, entry in memory.entries.items()),
    }


def statistics(memory: Memory, quotes: Container[Key]) -> str:
    """The same in a sentence, as `msgfmt --statistics` words it."""
    found = figures(memory, quotes)
    parts = [plural(found["translated"], "translated message")]
    if found["fuzzy"]:
        parts.append(plural(found["fuzzy"], "fuzzy translation"))
    if found["untranslated"]:
        parts.append(plural(found["untranslated"], "untranslated message"))
    told = ", ".join(parts) + "."
    if found["gone"]:
        of = "is of a quote" if found["gone"] == 1 else "are of quotes"
        told += f" {found['gone']:,} more {of} that no article has any more: `beleg translate export`."
    return told


translate.add_command(fill)
