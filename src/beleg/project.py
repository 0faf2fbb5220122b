"""A project: a folder with `sources/`, and what its files gave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from beleg.cache import Cache
from beleg.errors import LexiconError, ProjectError
from beleg.ingest.archive import Archive
from beleg.ingest.collect import adopted, archived
from beleg.ingest.decisions import Decisions, read_decisions
from beleg.ingest.folders import documents
from beleg.ingest.settings import Publisher, folded, read_limits, read_publishers, read_site
from beleg.ingest.sources import read_sources
from beleg.ingest.translations import read_translations
from beleg.ingest.withdrawals import read_withdrawals, without_withdrawn
from beleg.lexicons.register import Register, load_register
from beleg.mail.settings import read_envelope
from beleg.publish.targets import read_targets
from beleg.read import read_all
from beleg.read.kept import reader
from beleg.records import Article, Attempt, Limits, Problem, Site, Source, Translation, Withdrawal


@dataclass(frozen=True, kw_only=True)
class Project:
    """A folder with `sources/`, and what its files gave."""

    folder: Path
    site: Site
    # What `beleg fetch` may do, whom it asks, and what came of it so far.
    limits: Limits
    sources: tuple[Source, ...]
    attempts: tuple[Attempt, ...]
    register: Register
    articles: tuple[Article, ...]
    # All that was taken back; and the articles that are there still, each with the withdrawal that took it.
    withdrawals: tuple[Withdrawal, ...]
    withdrawn: tuple[tuple[Withdrawal, Article], ...]
    decisions: Decisions
    # What may be shown in place of a quote.
    translations: tuple[Translation, ...]
    # Everything wrong with a source, in the order of the files.
    problems: tuple[Problem, ...]


def find_project(start: Path) -> Path:
    """The nearest folder, from `start` upwards, that holds `sources/`.

    Raises:
        ProjectError: There is none.
    """
    for folder in (start, *start.parents):
        if (folder / "sources").is_dir():
            return folder
    raise ProjectError(
        f"no project here: neither {start} nor a folder above it holds a folder `sources`",
        hint="Run `beleg init` to make one, or change to the folder of yours",
    )


def load(folder: Path) -> Project:
    """Read every source of a project; what can't be read is a problem of its own."""
    sources = folder / "sources"
    site, problems = read_site(sources)
    limits, more = read_limits(sources)
    problems = [*problems, *more]
    _, more = read_targets(sources)
    problems += more
    _, more = read_envelope(sources)
    problems += more
    publishers, more = read_publishers(sources)
    problems += more
    described, more = read_sources(sources)
    problems += more
    for source in described:
        # What a source's file says of its publisher holds for articles that come otherwise, too.
        if source.publisher and source.publisher_kind:
            publisher = Publisher(name=source.publisher, kind=source.publisher_kind)
            publishers.setdefault(folded(source.publisher), publisher)
    decisions, more = read_decisions(sources)
    problems += more
    register, more = load_names(folder)
    problems += more
    files, more = documents(sources, described)
    problems += more
    archive = Archive(folder / "archive")
    with Cache(folder, whole=True) as cache:
        fetched, more = archived(described, archive, cache)
        problems += more
        articles, more = read_all([*files, *fetched], publishers, reader(cache))
    problems += more
    articles.sort(key=lambda article: article.id)
    withdrawals, more = read_withdrawals(sources)
    problems += more
    articles, withdrawn, more = without_withdrawn(articles, withdrawals)
    problems += more
    translations, more = read_translations(sources)
    problems += more
    return Project(
        folder=folder, site=site, limits=limits, sources=described, attempts=adopted(described, archive.attempts), register=register,
        articles=tuple(articles), withdrawals=tuple(withdrawals), withdrawn=tuple(withdrawn), decisions=decisions,
        translations=translations,
        problems=tuple(sorted(problems, key=lambda problem: (problem.path, problem.line or 0))),
    )  # fmt: skip


def load_names(folder: Path | None) -> tuple[Register, list[Problem]]:
    """The names register with a project's own names; None for no project."""
    names = folder / "sources" / "names.toml" if folder else None
    try:
        return load_register(names), []
    except LexiconError as error:
        hint = error.hint or "Correct the file; until then only the shipped names are known"
        problem = Problem(path="sources/names.toml", message=error.message, line=error.line, hint=hint)
        return load_register(), [problem]


def own_templates(project: Project) -> Path | None:
    """The folder of templates that stand in for Beleg's; None where a project has none."""
    return templates_of(project.folder)


def templates_of(folder: Path) -> Path | None:
    """The same of a project that was not read, by its folder."""
    templates = folder / "templates"
    return templates if templates.exists() else None
