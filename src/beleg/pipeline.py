"""The stages in order: a project's files to articles, statements, facts, an edition and its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from beleg.errors import LexiconError, ProjectError
from beleg.extract import extract
from beleg.ingest.decisions import Decision, read_decisions
from beleg.ingest.folders import documents
from beleg.ingest.sources import read_publishers, read_site
from beleg.lexicons.register import Register, load_register
from beleg.merge import Merged, merge
from beleg.merge.decisions import decide
from beleg.read import read, read_all
from beleg.records import Article, Edition, Problem, Site, Statement

# From so many articles on, starting processes costs less than it saves.
MANY_ARTICLES = 48


@dataclass(frozen=True, kw_only=True)
class Project:
    """A folder with `sources/`, and what its files gave."""

    folder: Path
    site: Site
    register: Register
    articles: tuple[Article, ...]
    decisions: tuple[Decision, ...]
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
    publishers, more = read_publishers(sources)
    problems = [*problems, *more]
    decisions, more = read_decisions(sources)
    problems += more
    names = sources / "names.toml"
    try:
        register = load_register(names if names.is_file() else None)
    except LexiconError as error:
        register = load_register()
        hint = error.hint or "Correct the file; until then only the shipped names are known"
        problems.append(Problem(path="sources/names.toml", message=error.message, line=error.line, hint=hint))
    found, more = documents(sources)
    problems += more
    articles, more = read_all(found, publishers)
    problems += more
    return Project(
        folder=folder, site=site, register=register, articles=tuple(articles), decisions=decisions,
        problems=tuple(sorted(problems, key=lambda problem: (problem.path, problem.line or 0))),
    )  # fmt: skip


def statements_of(articles: Sequence[Article], register: Register) -> tuple[Statement, ...]:
    """The statements of each article, in the order of articles and text; nothing is merged yet."""
    return tuple(statement for article in articles for statement in extract(article, register))


def merged(project: Project) -> tuple[Merged, tuple[Problem, ...]]:
    """Statements, facts and stories of a project, and the problems of its sources and decisions."""
    found, stale = decide(statements_of(project.articles, project.register), project.decisions)
    return merge(found, project.articles, project.register), (*project.problems, *stale)


def edition_of(project: Project) -> Edition:
    """A project's edition."""
    from beleg.edit import edition  # noqa: PLC0415  # not needed by the commands that stop before it

    result, problems = merged(project)
    return edition(project.site, project.articles, result, problems)


def reread(folder: Path) -> Callable[[str], str]:
    """What gives an article's text as its file holds it now, by the article's identifier."""
    found, _ = documents(folder / "sources")
    files = {document.id: document for document in found}

    @cache
    def text(article: str) -> str:
        return read(files[article]).text

    return text


def publish_pages(project: Project, edition: Edition) -> Sequence[str]:
    """Write an edition's pages into `public/`, checked against the articles as their files hold them now.

    Returns:
        The paths written, below `public/`.

    Raises:
        RenderError: A page says something that its articles don't.
    """
    from beleg.render import render  # noqa: PLC0415  # Jinja and Babel, not needed by the commands that stop before it

    templates = project.folder / "templates"
    return render(edition, project.folder / "public", templates if templates.is_dir() else None, reread(project.folder))
