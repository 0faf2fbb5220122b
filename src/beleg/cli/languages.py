"""`beleg languages`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, get_args

import click

from beleg.cli.console import Progress, here, json_option, print_json
from beleg.cli.languages_coverage import as_data, coverage, show
from beleg.cli.languages_marked import marked_articles
from beleg.cli.readings import table
from beleg.errors import ProjectError
from beleg.ingest.locales import LOCALES
from beleg.lexicons import LANGUAGES, PATTERN_TABLES, load
from beleg.pipeline import edition_of
from beleg.project import own_templates
from beleg.read.language import scripts_of
from beleg.records import Kind, Language
from beleg.render.readable import Readings, count, readings_of


@click.command()
@click.option(
    "--coverage",
    "corpora",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Count what each entry does on the annotated articles in FOLDER; may be repeated.",
)
@click.option("--language", "chosen", type=click.Choice(LANGUAGES), help="With --coverage: this language alone.")
@click.option("--dead", is_flag=True, help="With --coverage: list the entries that never fire.")
@click.option("--harmful", is_flag=True, help="With --coverage: list those alone that are mostly wrong.")
@click.option("--held-out", is_flag=True, help="With --coverage: count on what is held out; lists no entries.")
@click.option("--wording", is_flag=True, help="Print what each wording of facts of KIND makes of sample facts.")
@click.option(
    "--locale",
    "locales",
    multiple=True,
    type=click.Choice(LOCALES),
    help="With --wording: this locale; may be repeated.",
)
@click.argument("kinds", metavar="[KIND]...", nargs=-1, type=click.Choice(get_args(Kind)))
@json_option
def languages(
    corpora: tuple[Path, ...],
    chosen: Language | None,
    dead: bool,
    harmful: bool,
    held_out: bool,
    wording: bool,
    locales: tuple[str, ...],
    kinds: tuple[Kind, ...],
    as_json: bool,
) -> None:
    """Show the languages that are read, and how many entries each table of their lexicons holds.

    In a project also how many of its facts the readers of each locale get in which way: worded, quoted, translated, or in
    a foreign quote only.

    With --coverage, what the entries do: in how many statements each fires, and how often it speaks for what is so.
    FOLDER holds NAME.txt with NAME.gold.jsonl beside it, or NAME.md with statements marked as
    {kind|evidence|claimant|text|flags}. Folders named in a file held-out.txt beside them are passed over: on these
    nothing is tuned, so --held-out shows their sums alone.

    With --wording, what the digest would write: for sample facts of each KIND (all kinds if none is named) the sentence,
    the label, and the question, headline and lead if there are any, with the file and line to correct it in.

    Example: beleg languages

    Example: beleg languages --coverage tests/gold --language de --harmful

    Example: beleg languages --wording price metric --locale ru
    """
    if wording:
        if corpora:
            raise click.UsageError("--wording and --coverage exclude one another")
        # Templates are loaded only where they are asked for.
        from beleg.cli import languages_wording  # noqa: PLC0415

        found = languages_wording.wordings(locales or LOCALES, kinds)
        if as_json:
            print_json(languages_wording.as_data(found))
        else:
            languages_wording.show(found)
        return
    if locales or kinds:
        raise click.UsageError(f"{'--locale' if locales else kinds[0]} belongs to --wording")
    if corpora:
        if dead and harmful:
            raise click.UsageError("--dead and --harmful exclude one another: what never fires does no harm")
        if held_out and (dead or harmful):
            raise click.UsageError("--held-out shows sums alone, so neither --dead nor --harmful goes with it")
        articles = [article for folder in corpora for article in marked_articles(folder, held_out=held_out)]
        spoken = [chosen] if chosen else [one for one in LANGUAGES if any(one == a.language for a in articles)]
        covered = [coverage(language, articles) for language in spoken]
        if as_json:
            print_json({one.language: as_data(one, dead=dead, harmful=harmful, rows=not held_out) for one in covered})
        else:
            show(covered, dead=dead, harmful=harmful, rows=not held_out)
        return
    for name, given in {"--language": chosen, "--dead": dead, "--harmful": harmful, "--held-out": held_out}.items():
        if given:
            raise click.UsageError(f"{name} belongs to --coverage FOLDER")
    counted = {language: _counts(language) for language in LANGUAGES}
    readings = _readings()
    if as_json:
        print_json(counted | ({"readings": readings} if readings else {}))
        return
    rows = [(table, [column["entries"][table] for column in counted.values()]) for table in PATTERN_TABLES]
    at = PATTERN_TABLES.index("kind") + 1
    rows[at:at] = [(f"  {kind}", [column["kinds"][kind] for column in counted.values()]) for kind in get_args(Kind)]
    width = max(len(name) for name, _ in rows)
    click.echo(f"{'':{width}}" + "".join(f"{language:>11}" for language in counted))
    click.echo(f"{'scripts':{width}}" + "".join(f"{' '.join(column['scripts']):>11}" for column in counted.values()))
    for name, counts in rows:
        click.echo(f"{name:{width}}" + "".join(f"{count:>11,}" for count in counts))
    if readings:
        click.echo("\nHow the readers of this project get its facts\n")
        for line in table(readings):
            click.echo(line)


def _readings() -> Readings | None:
    """How the facts of the project around the working directory are read in each locale; None where there is none."""
    try:
        project = here()
    except ProjectError:
        return None
    edition = edition_of(project, Progress())
    if not edition.facts:
        return None
    found = readings_of(edition, own_templates(project))
    return {locale: count(readings.values()) for locale, readings in found.items()}


def _counts(language: Any) -> dict[str, Any]:
    """A language's scripts, the entries of each table of its lexicon, and those of each kind."""
    scripts = scripts_of(language)
    entries = load(language, scripts[0]).entries
    tables = Counter(entry.table for entry in entries)
    kinds = Counter(entry.label for entry in entries if entry.table == "kind")
    return {
        "scripts": list(scripts),
        "entries": {table: tables[table] for table in PATTERN_TABLES},
        "kinds": {kind: kinds[kind] for kind in get_args(Kind)},
    }
