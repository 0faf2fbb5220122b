"""The stages in order: a project's files to articles, statements, facts, an edition and its pages."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from beleg.errors import LexiconError, ProjectError, ReadError
from beleg.extract import extract
from beleg.ingest.archive import Archive
from beleg.ingest.carrying import unmatched
from beleg.ingest.collect import adopted, archived
from beleg.ingest.decisions import Decision, read_decisions
from beleg.ingest.feeds.cache import FeedCache
from beleg.ingest.folders import documents
from beleg.ingest.settings import Publisher, folded, read_limits, read_publishers, read_site
from beleg.ingest.sources import read_sources
from beleg.ingest.translations import read_translations
from beleg.ingest.withdrawals import read_withdrawals, without_withdrawn
from beleg.lexicons.register import Register, load_register
from beleg.merge import Merged, merge
from beleg.merge.decisions import decide
from beleg.read import read, read_all
from beleg.records import (
    Article,
    Attempt,
    Edition,
    Limits,
    Problem,
    Site,
    Source,
    Statement,
    Translation,
    Withdrawal,
)
from beleg.render import Printed, render

# From so many articles on, starting processes costs less than it saves: each loads the lexicons anew.
MANY_ARTICLES = 48
# Articles that a process is handed at a time.
_CHUNK = 8
# Is told how many of all articles are done.
Progress: TypeAlias = Callable[[int, int], None]


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
    # Articles that were taken back, each with the withdrawal that took it.
    withdrawn: tuple[tuple[Withdrawal, Article], ...]
    decisions: tuple[Decision, ...]
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
    with FeedCache(folder if described else None) as feeds:
        fetched, more = archived(described, archive, feeds)
    problems += more
    articles, more = read_all([*files, *fetched], publishers)
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
        articles=tuple(articles), withdrawn=tuple(withdrawn), decisions=decisions,
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


def statements_of(
    articles: Sequence[Article], register: Register, progress: Progress | None = None
) -> tuple[Statement, ...]:
    """The statements of each article, in the order of articles and text; nothing is merged yet.

    Many articles are spread over a pool of processes, with the same result.
    """
    workers = _cores()
    found: list[Statement] = []
    spread = len(articles) >= MANY_ARTICLES and workers > 1
    for done, statements in enumerate(
        _pooled(articles, register, workers) if spread else _one_by_one(articles, register), 1
    ):
        found += statements
        if progress:
            progress(done, len(articles))
    return tuple(found)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _one_by_one(articles: Sequence[Article], register: Register) -> Iterator[Sequence[Statement]]:
    for article in articles:
        yield _extracted(article, register)


def _pooled(articles: Sequence[Article], register: Register, workers: int) -> Iterator[Sequence[Statement]]:
    # Only a large project pays for the import.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import active_children  # noqa: PLC0415

    others = set(active_children())
    with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(register,)) as pool:
        try:
            yield from pool.map(_extracted_in_worker, articles, chunksize=_CHUNK)
        except BrokenProcessPool as error:
            raise ProjectError(
                "a process that read articles was ended from outside, most likely for want of memory",
                hint="Free some memory, then run the command again; nothing was changed",
            ) from error
        except BaseException:
            # Nobody waits for what they still read.
            for worker in set(active_children()) - others:
                worker.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


# The names register of a worker process, sent to it once.
_register: Register


def _start_worker(register: Register) -> None:
    global _register  # noqa: PLW0603 - a worker has no other place that lasts from one article to the next
    _register = register
    # Ctrl-C reaches all processes of a terminal; the first one alone ends the run.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A forked process has inherited what the first one does when it is told to end.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as the one that started it is gone, however that came about."""
    from multiprocessing import connection, parent_process  # noqa: PLC0415 - only workers need it

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _extracted_in_worker(article: Article) -> Sequence[Statement]:
    return _extracted(article, _register)


def _extracted(article: Article, register: Register) -> Sequence[Statement]:
    try:
        return extract(article, register)
    except Exception as error:
        error.add_note(f"while reading {article.place}; taken out, it stops nothing")
        raise


def merged(project: Project, progress: Progress | None = None) -> tuple[Merged, tuple[Problem, ...]]:
    """Statements, facts and stories of a project, and the problems of its sources and decisions."""
    read_as = statements_of(project.articles, project.register, progress)
    found, stale = decide(read_as, project.decisions)
    told, left = {statement.article for statement in read_as}, {statement.article for statement in found}
    silent = [
        Problem(
            path=article.place, severity="warning", message="says nothing that Beleg could read",
            hint="See whether the file holds the whole article; its text should have full sentences",
        )
        for article in project.articles
        if article.id not in told and article.text_from != "title"
    ]  # fmt: skip
    # An article without a statement belongs to no story, and is none by itself.
    speaking = [article for article in project.articles if article.id in left]
    return merge(found, speaking, project.register), (*project.problems, *stale, *silent)


def edition_of(project: Project, progress: Progress | None = None) -> Edition:
    """A project's edition."""
    # Not needed by the commands that stop before it.
    from beleg.edit import edition  # noqa: PLC0415
    from beleg.ingest.health import health  # noqa: PLC0415
    from beleg.render.catalogs import gaps  # noqa: PLC0415

    result, problems = merged(project, progress)
    return edition(
        project.site, project.articles, result,
        (*problems, *unmatched(project.translations, result.statements), *gaps(project.folder / "templates")),
        health=health(project.sources, project.attempts, project.articles), withdrawn=project.withdrawn, translations=project.translations,
        called=project.register.called(),
    )  # fmt: skip


def reread(project: Project) -> Callable[[str], str]:
    """What gives an article's text as its file holds it now, by the article's identifier.

    An article whose file was taken away or emptied since the project was loaded is as it was then, as is one out of the
    archive, which only grows.
    """
    found, _ = documents(project.folder / "sources", project.sources)
    files = {document.id: document for document in found}
    loaded = {article.id: article.text for article in project.articles}

    @cache
    def text(article: str) -> str:
        if article not in files:
            return loaded[article]
        try:
            return read(files[article]).text
        except ReadError:
            return loaded[article]

    return text


def publish_pages(project: Project, edition: Edition) -> Printed:
    """Write an edition's pages into `public/`, checked against the articles as their files hold them now.

    Returns:
        The paths written, below `public/`, and what the pages show in a fallback.

    Raises:
        RenderError: A page says something that its articles don't.
    """
    return render(edition, project.folder / "public", own_templates(project), reread(project))


def own_templates(project: Project) -> Path | None:
    """The folder of templates that stand in for Beleg's; None where a project has none."""
    templates = project.folder / "templates"
    return templates if templates.exists() else None
