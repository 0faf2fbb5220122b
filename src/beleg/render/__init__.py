"""Editions to the pages of their site, in every locale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from beleg.records import Edition, Health, Problem, Site
from beleg.render.headings import Headings
from beleg.render.readable import Readings

if TYPE_CHECKING:
    from beleg.render.history import Record


@dataclass(frozen=True, kw_only=True, slots=True)
class Today:
    """What pages show that belongs to no edition: how the site is set up, and how its sources are doing."""

    site: Site
    health: tuple[Health, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Printed:
    """What was written of a site."""

    # Below the site's folder, with forward slashes.
    paths: tuple[str, ...]
    # How many of its pages were made anew, and how many stayed as they were.
    made: int
    kept: int
    # What pages show in a fallback, by locale.
    problems: tuple[Problem, ...]
    # How many facts of the newest edition are read in which way, by locale.
    readings: Readings
    # How many of its headlines came about in which way, by locale.
    headings: Headings


def render(
    edition: Edition | None,
    published: Sequence[Record],
    out: Path,
    templates: Path | None = None,
    reread: Callable[[str], str] | None = None,
    *,
    today: Today | None = None,
    memory: Path | None = None,
    adopt: bool = False,
) -> Printed:
    """Write the site of all editions, checked line by line before it takes the place of the old one.

    What is published is printed from its record alone. Pages of past editions that would be made from the same things
    again stay as they are.

    Args:
        edition: What is not published yet; None where nothing is new.
        published: The published editions, the oldest first.
        out: The site's folder, `public/`.
        templates: The project's own templates, which stand in for Beleg's file by file; None for none.
        reread: An article's text, read again from its file by the article's identifier; None to check against the
            edition's own articles.
        today: What belongs to no edition; None to take it from the edition.
        memory: The project's `.beleg`, where it is kept what the pages were made from; None to make all of them anew.
        adopt: Whether `out` may hold files already although Beleg never wrote to it.

    Returns:
        The files written, warnings of what a project's own templates lack, and how many facts are read in which way.

    Raises:
        RenderError: A template or catalog is wrong, or a page says what no article says.
        ProjectError: `out` can't be written, or belongs to somebody else.
        IngestError: A record can't be read.
        ValueError: There is neither an edition nor `today`.
    """
    # Jinja and the pages are loaded when they are made, not with any module of this package.
    from beleg.ingest.editions import as_recorded  # noqa: PLC0415
    from beleg.render.environment import Environments  # noqa: PLC0415
    from beleg.render.folder import beside, replace_site  # noqa: PLC0415
    from beleg.render.gaps import dropped  # noqa: PLC0415
    from beleg.render.kept import Kept  # noqa: PLC0415
    from beleg.render.pages import Pages  # noqa: PLC0415
    from beleg.render.printable import printable  # noqa: PLC0415
    from beleg.render.verify import Grounds, verify  # noqa: PLC0415
    from beleg.render.wording import Wordings  # noqa: PLC0415

    if today is None:
        if edition is None:
            raise ValueError("a site without a new edition needs to be told what holds today")
        today = Today(site=edition.site, health=edition.health, problems=edition.problems)
    today = printable(today)
    texts = {article.id: article.text for article in edition.articles} if edition else {}
    given = reread or texts.__getitem__

    def source(article: str) -> str:
        return printable(given(article))

    def check(grounds: Grounds) -> None:
        # The pages of an edition are read again as soon as they are written: so no more than one has to be held.
        verify(grounds, beside(out), source)

    environments = Environments(templates)
    kept = Kept(memory, out.resolve(), environments.folders) if memory else None
    draft = printable(as_recorded(edition)) if edition else None
    pages = Pages(draft, published, today, environments, Wordings, kept, check)
    try:
        paths = replace_site(out, pages, adopt=adopt)
    except Exception as error:
        fault = environments.fault(error)
        if fault is None:
            raise
        raise fault from error
    if kept:
        kept.write(record.digest for record in published)
    problems = (*environments.fallbacks(), *dropped(environments, today.site.locales))
    report = pages.report
    return Printed(
        paths=paths, made=report.made, kept=report.kept, problems=problems, readings=report.readings, headings=report.headings
    )  # fmt: skip


__all__ = ["Printed", "Today", "render"]
