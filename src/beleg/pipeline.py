"""The stages in order: a project's files to articles, statements, facts, an edition and its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from beleg.errors import ProjectError
from beleg.extract import extract
from beleg.ingest.folders import documents
from beleg.ingest.sources import read_publishers, read_site
from beleg.lexicons.register import Register, load_register
from beleg.merge import Merged, merge
from beleg.read import read_all
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
    names = sources / "names.toml"
    register = load_register(names if names.is_file() else None)
    found, more = documents(sources)
    problems += more
    articles, more = read_all(found, publishers)
    problems += more
    return Project(
        folder=folder, site=site, register=register, articles=tuple(articles),
        problems=tuple(sorted(problems, key=lambda problem: (problem.path, problem.line or 0))),
    )  # fmt: skip


def statements_of(articles: Sequence[Article], register: Register) -> tuple[Statement, ...]:
    """The statements of each article, in the order of articles and text; nothing is merged yet."""
    return tuple(statement for article in articles for statement in extract(article, register))


def merged(project: Project) -> Merged:
    """Statements, facts and stories of a project."""
    return merge(statements_of(project.articles, project.register), project.articles, project.register)


def edition_of(project: Project) -> Edition:
    """A project's edition."""
    from beleg.edit import edition  # noqa: PLC0415  # not needed by the commands that stop before it

    return edition(project.site, project.articles, merged(project), project.problems)
