"""The stages in order: a project's articles to statements, facts, editions and their pages."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias

from beleg.cache import FOLDER, Cache
from beleg.edit import Past, Period, Scope, edition, identified, latest, ledger, period_of, published_on, scope, states
from beleg.errors import EditError, ProjectError, ReadError
from beleg.extract import extract
from beleg.extract import kept as kept_statements
from beleg.ingest.carrying import unmatched
from beleg.ingest.editions import Record, content_digest, read_editions
from beleg.ingest.folders import documents
from beleg.lexicons.register import Register
from beleg.merge import Merged, merge
from beleg.merge.decisions import anchored, decide
from beleg.merge.spelling import plain
from beleg.merge.stories import WINDOW
from beleg.project import Project, own_templates
from beleg.read import read
from beleg.records import Article, Edition, Problem, Site, Statement, Withdrawal
from beleg.render import Printed, Today, render

# From so many articles on, starting processes costs less than it saves: each loads the lexicons anew.
MANY_ARTICLES = 48
# Below `.beleg/`: the draft that the pages show.
_SHOWN = "draft"
# Articles that a process is handed at a time.
_CHUNK = 8
# What commands call the edition that is being made.
DRAFT = "draft"
# Is told how many of all articles are done.
Progress: TypeAlias = Callable[[int, int], None]


def statements_of(
    articles: Sequence[Article], register: Register, progress: Progress | None = None, cache: Cache | None = None
) -> tuple[Statement, ...]:
    """The statements of each article, in the order of articles and text; nothing is merged yet.

    Only articles that the cache does not know are read. Many are spread over a pool of processes, with the same result.
    """
    workers = _cores()
    found: list[Statement] = []
    known = kept_statements.known(cache or Cache(None), articles, register)
    spread = len(known.missing) >= MANY_ARTICLES and workers > 1
    fresh = (_pooled if spread else _one_by_one)(known.missing, register, workers)
    for done, statements in enumerate(known.with_missing(fresh), 1):
        found += statements
        if progress:
            progress(done, len(articles))
    return tuple(found)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _one_by_one(articles: Sequence[Article], register: Register, _: int) -> Iterator[Sequence[Statement]]:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Built:
    """What a build shows: the editions that were published, and the one that is being made."""

    # None where nothing is new since the last published edition, or where a published one was asked for.
    draft: Edition | None
    # In the order in which they were published.
    published: tuple[Record, ...]
    # Everything wrong with a source, a decision or a record.
    problems: tuple[Problem, ...]
    # Articles of published editions that are gone, of which the draft is the first to tell.
    lost: frozenset[str] = frozenset()
    # Articles that came and bring the draft nothing.
    quiet: frozenset[str] = frozenset()
    # Articles that no edition had, nor has the draft: they are of other days.
    waiting: frozenset[str] = frozenset()
    # What the articles are now, by identifier (`edit.states`).
    states: Mapping[str, str] = field(default_factory=dict)


def merged(project: Project, progress: Progress | None = None) -> tuple[Merged, tuple[Problem, ...]]:
    """Statements, facts and stories of all articles of a project, and the problems of its sources and decisions.

    What was published bears the identifiers that it was published under.
    """
    published, damaged = read_editions(project.folder / "archive")
    moved = _moved(published, states(project.articles, project.decisions))
    known = ledger(published, [*(article.id for article in project.articles), *moved], project.site, moved)
    told = [frozenset(story.articles) for story in known.stories.values()]
    result, problems = _merged(project, project.articles, progress, told)
    return identified(result, known), (*problems, *unfit(project), *damaged)


def read_again(
    project: Project, articles: Sequence[Article], progress: Progress | None = None
) -> tuple[Statement, ...]:
    """The statements of some of a project's articles, as of `statements_of`, out of its cache where they are there."""
    with Cache(project.folder, whole=len(articles) == len(project.articles)) as cache:
        return statements_of(articles, project.register, progress, cache)


def unfit(project: Project) -> tuple[Problem, ...]:
    """What is wrong with an editor's decisions, whichever edition they concern: they fit nothing, or contradict each other."""
    named = anchored(project.decisions)
    articles = [article for article in project.articles if article.id in named]
    taken = {article.id for _, article in project.withdrawn}
    elsewhere = taken.union(article.id for article in project.articles)
    return decide(read_again(project, articles), articles, project.decisions, elsewhere).problems if named else ()


def _merged(
    project: Project,
    articles: Sequence[Article],
    progress: Progress | None,
    told: Iterable[frozenset[str]] = (),
    concerning: frozenset[str] | None = None,
) -> tuple[Merged, tuple[Problem, ...]]:
    """What some articles say, brought together.

    Args:
        project: Whose they are.
        articles: What is merged.
        progress: Is told how far extraction is.
        told: Articles of stories that were published.
        concerning: Only stories with one of these articles are merged; None for all.
    """
    read_as = read_again(project, articles, progress)
    # What was decided of an article that this edition does not need, or that was taken back, is as good as ever.
    elsewhere = {article.id for article in project.articles} - {article.id for article in articles}
    elsewhere |= {article.id for _, article in project.withdrawn}
    decided = decide(read_as, articles, project.decisions, elsewhere)
    found = decided.statements
    told_of, left = {statement.article for statement in read_as}, {statement.article for statement in found}
    silent = [
        Problem(
            path=article.place, severity="warning", message="says nothing that Beleg could read",
            hint="See whether the file holds the whole article; its text should have full sentences",
        )
        for article in articles
        if article.id not in told_of and article.text_from != "title"
    ]  # fmt: skip
    # An article without a statement belongs to no story, and is none by itself.
    speaking = [article for article in articles if article.id in left]
    rulings = replace(decided.rulings, one_story=tuple(told))
    return merge(found, speaking, project.register, rulings, concerning=concerning), (
        *project.problems, *silent,
    )  # fmt: skip


def editions(project: Project, progress: Progress | None = None, wanted: str | None = None) -> Built:
    """A project's editions: those that were published, and the one that its articles make now.

    Args:
        project: Whose they are.
        progress: Is told how far extraction is.
        wanted: The period of the edition, or the name of a published one; None for what the settings say.

    Raises:
        EditError: `wanted` is neither.
        IngestError: The record of an edition that is needed is damaged.
    """
    published, damaged = read_editions(project.folder / "archive")
    wrong = (*unfit(project), *damaged)
    problems = (*project.problems, *wrong)
    if wanted is not None and any(record.id == wanted for record in published):
        return Built(draft=None, published=published, problems=problems)
    period = _period(project, published, wanted)
    now = states(project.articles, project.decisions)
    taken = {one.article for one in project.withdrawals if one.article} | {one.id for _, one in project.withdrawn}
    chosen = scope(
        project.articles, now, published, project.site.zone, WINDOW, period, project.decisions.pins, taken
    )  # fmt: skip
    there = {article.id: article for article in project.articles}
    if published and not chosen.fresh and not chosen.lost:
        return Built(draft=None, published=published, problems=problems)
    moved = _moved(published, now)
    known = ledger(published, chosen.articles | chosen.lost | moved.keys(), project.site, moved)
    dropped = frozenset((one.article, plain(one.quote)) for one in project.decisions.statements if one.drop)
    past = Past(published=published, known=known, scope=chosen, there=there, dropped=dropped)
    articles = [article for article in project.articles if article.id in chosen.articles]
    told = [frozenset(story.articles) for story in known.stories.values()]
    concerned = _concerned(chosen, told) if published or period else None
    result, more = _merged(project, articles, progress, told, concerned)
    draft = _draft(project, articles, result, (*more, *wrong), past, period)
    draft = replace(draft, problems=(*draft.problems, *_missing(draft, past)))
    if published and not draft.stories and not draft.corrections and not draft.withdrawn:
        return Built(draft=None, published=published, problems=draft.problems)
    quiet = chosen.fresh.difference(article.id for article in draft.articles)
    return Built(
        draft=draft, published=published, problems=draft.problems, lost=chosen.lost, quiet=quiet, states=now,
        waiting=chosen.waiting,
    )  # fmt: skip


def _moved(published: Sequence[Record], now: Mapping[str, str]) -> dict[str, str]:
    """Articles that lie under another name now, by their former one: the same words, to the letter."""
    seen = {name: state for record in published for name, state in record.header.articles.items()}
    new = {state: name for name, state in sorted(now.items(), reverse=True) if name not in seen}
    return {name: new[state] for name, state in seen.items() if name not in now and state in new}


def _concerned(chosen: Scope, told: Iterable[frozenset[str]]) -> frozenset[str]:
    """The articles whose stories are merged anew: the fresh ones, and those of stories that lost an article."""
    return chosen.fresh.union(*(articles for articles in told if articles & chosen.lost))


def _period(project: Project, published: Sequence[Record], wanted: str | None) -> Period | None:
    """The days of the next edition; None for whatever is new."""
    if wanted is not None:
        return period_of(wanted)
    kind = project.site.period
    if kind == "new":
        return None
    seen = {name for record in published for name in (*record.header.articles, *record.header.quiet)}
    days = [published_on(article, project.site.zone) for article in project.articles if article.id not in seen]
    # What comes late makes no edition of days before those of the newest one, unless that is asked for.
    days += [date.fromisoformat(record.header.date) for record in published if record.header.date]
    last = max(filter(None, days), default=None)
    return latest(kind, last) if last else None


def _draft(
    project: Project, articles: Sequence[Article], result: Merged, problems: Sequence[Problem], past: Past, period: Period | None
) -> Edition:  # fmt: skip
    # Not needed by the commands that stop before it.
    from beleg.ingest.health import health  # noqa: PLC0415
    from beleg.render.catalogs import gaps  # noqa: PLC0415

    return edition(
        project.site, articles, result,
        # Of what only earlier editions quote, a translation is as good as ever.
        (*problems, *(() if past.published else unmatched(project.translations, result.statements)), *gaps(project.folder / "templates")),
        past=past, period=period,
        health=health(project.sources, project.attempts, project.articles), withdrawn=_withdrawn(project, past), translations=project.translations,
        called=project.register.called(),
    )  # fmt: skip


def _withdrawn(project: Project, past: Past) -> list[tuple[Withdrawal, Article]]:
    """What was taken back; of an article whose file is gone, too, its record still knows."""
    there = {article.id for _, article in project.withdrawn}
    known = past.known.articles
    gone = [
        (one, known[one.article])
        for one in project.withdrawals
        if one.article and one.article in known and one.article not in there and one.article not in past.there
    ]
    return [*project.withdrawn, *gone]


def _missing(draft: Edition, past: Past) -> list[Problem]:
    """Warnings of articles that were published in the draft's stories and are no longer there, though nobody took them back."""
    told = {name for story in draft.stories for name in (story.id, *story.aliases)}
    names = {name for one, story in past.known.stories.items() if one in told for name in story.articles}
    return [
        Problem(
            path=f"sources/{name}", severity="warning", message="was published and is no longer there; its facts are told to be gone",
            hint="Put the file back; or say by `beleg withdraw`, while it is there, why it was taken back",
        )
        for name in sorted(names - past.there.keys() - past.scope.lost)
    ]  # fmt: skip


def published_edition(project: Project, name: str) -> tuple[Edition, list[Problem]]:
    """A published edition by its name, and what is wrong with the records of others.

    Raises:
        EditError: None is called so.
    """
    published, damaged = read_editions(project.folder / "archive")
    for record in published:
        if record.id == name:
            return record.edition(project.site), damaged
    raise no_edition(name, [record.id for record in published])


def no_edition(name: str, names: Sequence[str]) -> EditError:
    """What is said where no published edition has a name."""
    near = get_close_matches(name, names, 1)
    known = f"did you mean {near[0]}?" if near else f"published are {', '.join(names[-5:]) or 'none yet'}"
    return EditError(f"no edition is called {name!r}: {known}", hint="`draft` is the one that a build would make now")


def whole(project: Project, progress: Progress | None = None) -> Edition:
    """Everything that the articles of a project say, whatever was published of it, as one edition."""
    from beleg.render.catalogs import gaps  # noqa: PLC0415

    result, problems = merged(project, progress)
    problems = (*problems, *unmatched(project.translations, result.statements), *gaps(project.folder / "templates"))
    return edition(
        project.site, project.articles, result, problems, withdrawn=project.withdrawn,
        translations=project.translations, called=project.register.called(),
    )  # fmt: skip


def edition_of(project: Project, progress: Progress | None = None, wanted: str | None = None) -> Edition:
    """The edition that a project's readers see first: the one being made, else the last that was published."""
    return shown(editions(project, progress, wanted), project.site, wanted)


def shown(built: Built, site: Site, wanted: str | None = None) -> Edition:
    """The edition that readers see first, as of `edition_of`."""
    if built.draft is not None:
        return built.draft
    record = next((one for one in built.published if one.id == wanted), None) or newest(built.published)
    return replace(record.edition(site), problems=built.problems)


def newest(published: Sequence[Record]) -> Record:
    """The edition of the latest period, which stands on the first page of a site without a draft."""
    return max(published, key=lambda one: (one.header.date or "", one.number))


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


def publish_pages(project: Project, edition: Edition | None, published: Sequence[Record] = ()) -> Printed:
    """Write the pages of all editions into `public/`, the new ones checked against the articles as their files hold them now.

    Args:
        project: Whose they are.
        edition: The draft; None where nothing is new.
        published: The published editions, in their order.

    Returns:
        The paths written, below `public/`, and what the pages show in a fallback.

    Raises:
        RenderError: A page says something that its articles don't.
    """
    from beleg.ingest.health import health  # noqa: PLC0415

    today = Today(
        site=project.site,
        health=health(project.sources, project.attempts, project.articles),
        # Readers are told of sources that could not be read, and of nothing that only a draft shows.
        problems=project.problems,
    )
    return render(
        edition, published, project.folder / "public", own_templates(project), reread(project), today=today,
        memory=project.folder / FOLDER,
    )  # fmt: skip


def note_built(project: Project, built: Built, wanted: str | None = None) -> bool:
    """Keep in mind, under `.beleg/`, which draft the pages show and what was asked for, so that no other is published unseen.

    Returns:
        Whether it could be written.
    """
    try:
        (project.folder / FOLDER).mkdir(exist_ok=True)
        (project.folder / FOLDER / _SHOWN).write_text(f"{_draft_digest(built)}\n{wanted or ''}\n", "utf-8")
    except OSError:
        return False
    return True


def note_published(project: Project, built: Built, wanted: str | None = None) -> bool:
    """Keep in mind that the pages show no draft any more, if they showed this one: it is published, and no byte of them changes.

    Returns:
        Whether they showed it, and it could be written.
    """
    return was_built(project, built) and note_built(project, replace(built, draft=None), wanted)


def was_built(project: Project, built: Built) -> bool:
    """Whether the draft is the one that the pages show."""
    return _noted(project)[0] == _draft_digest(built)


def period_built(project: Project) -> str | None:
    """The period of the draft that the pages show, if one was asked for; None for what the settings say."""
    return _noted(project)[1]


def _noted(project: Project) -> tuple[str, str | None]:
    try:
        digest, wanted, *_ = [*(project.folder / FOLDER / _SHOWN).read_text("utf-8").split("\n"), "", ""]
    except (OSError, ValueError):
        return "", None
    return digest, wanted or None


def _draft_digest(built: Built) -> str:
    return content_digest(built.draft, built.states) if built.draft else ""
