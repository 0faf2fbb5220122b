"""What the commands of the translation memory share: its files, and which locales and stories are meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from beleg.errors import IngestError, ProjectError
from beleg.ingest.locales import normal_locale
from beleg.ingest.translations import FILE_OF, Memory, is_there, read_memory
from beleg.records import Edition, Language, Problem, Site, Story
from beleg.translate import Passage

# So much of a quote is shown in a message.
_SHOWN = 60


def memories_of(paths: Iterable[Path]) -> tuple[dict[Path, Memory], list[Problem]]:
    """The memories of files, new ones where there is none; and a problem for each file that is broken."""
    memories: dict[Path, Memory] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            memories[path] = read_memory(path) if is_there(path) else Memory(locale=path.stem)
        except (IngestError, ProjectError) as error:
            problems.append(problem_of(error))
    return memories, problems


def problem_of(error: IngestError | ProjectError) -> Problem:
    """An error as a problem: with others, it costs only its file."""
    return Problem(path=error.path or "", line=error.line, message=error.message, hint=error.hint)


def chosen(locales: Sequence[str], site: Site) -> list[str]:
    """The locales whose files are meant, each file once.

    Raises:
        BadParameter: One is none of the site's.
    """
    for given in locales:
        if normal_locale(given) not in site.locales:
            raise click.BadParameter(
                f"{given!r} is no locale of this site; sources/beleg.toml has {', '.join(site.locales)}",
                param_hint="--locale",
            )
    return list(dict.fromkeys(FILE_OF[normal_locale(one) or one] for one in locales or site.locales))


def story_of(given: str, edition: Edition) -> Story:
    """The story of an identifier, or of its page's name.

    Raises:
        BadParameter: There is none.
    """
    name = given.rsplit("/", 1)[-1].removesuffix(".html")
    for story in edition.stories:
        if story.id == name:
            return story
    listed = "; ".join(
        f"{story.id} ({story.subject or story.vendor or 'without a subject'})" for story in edition.stories
    )
    raise click.BadParameter(f"there is no story {given!r}; there are: {listed or 'none'}", param_hint="--story")


def passages_of(edition: Edition, story: str | None = None) -> dict[tuple[Language, str], Passage]:
    """The quotes of an edition, or of one of its stories, by language and exact words.

    Raises:
        BadParameter: There is no such story.
    """
    wanted = story_of(story, edition).id if story else None
    found: dict[tuple[Language, str], Passage] = {}
    for one in edition.statements:
        if wanted is None or one.story == wanted:
            found.setdefault(
                (one.language, one.quote),
                Passage(language=one.language, script=one.script, quote=one.quote, names=one.names),
            )
    return found


def shortened(quote: str) -> str:
    """The beginning of a quote, in quotation marks and on one line."""
    quote = " ".join(quote.split())
    return f"“{quote}”" if len(quote) <= _SHOWN else f"“{quote[: _SHOWN - 1]}…”"
