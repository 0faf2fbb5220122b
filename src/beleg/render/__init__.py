"""An edition to the pages of its site, in every locale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from beleg.records import Edition, Problem
from beleg.render.headings import Headings
from beleg.render.readable import Readings


@dataclass(frozen=True, kw_only=True, slots=True)
class Printed:
    """What was written of a site."""

    # Below the site's folder, with forward slashes.
    paths: tuple[str, ...]
    # What pages show in a fallback, by locale.
    problems: tuple[Problem, ...]
    # How many facts are read in which way, by locale.
    readings: Readings
    # How many headlines came about in which way, by locale.
    headings: Headings


def render(
    edition: Edition,
    out: Path,
    templates: Path | None = None,
    reread: Callable[[str], str] | None = None,
    *,
    adopt: bool = False,
) -> Printed:
    """Write the site of an edition, checked line by line before it takes the place of the old one.

    Args:
        edition: What is printed.
        out: The site's folder, `public/`.
        templates: The project's own templates, which stand in for Beleg's file by file; None for none.
        reread: An article's text, read again from its file by the article's identifier; None to check against the
            edition's own articles.
        adopt: Whether `out` may hold files already although Beleg never wrote to it.

    Returns:
        The files written, warnings of what a project's own templates lack, and how many facts are read in which way.

    Raises:
        RenderError: A template or catalog is wrong, or a page says what no article says.
        ProjectError: `out` can't be written, or belongs to somebody else.
    """
    # Jinja and the pages are loaded when they are made, not with any module of this package.
    from beleg.render.environment import Environments  # noqa: PLC0415
    from beleg.render.folder import replace_site  # noqa: PLC0415
    from beleg.render.gaps import dropped  # noqa: PLC0415
    from beleg.render.pages import pages  # noqa: PLC0415
    from beleg.render.printable import printable  # noqa: PLC0415
    from beleg.render.verify import verify  # noqa: PLC0415
    from beleg.render.wording import Wordings  # noqa: PLC0415

    edition = printable(edition)
    texts = {article.id: article.text for article in edition.articles}
    given = reread or texts.__getitem__

    def source(article: str) -> str:
        return printable(given(article))

    sentences: dict[tuple[str, str], str] = {}
    readings: Readings = {}
    headings: Headings = {}
    environments = Environments(templates)
    files = pages(edition, environments, Wordings, sentences, readings, headings)
    try:
        paths = replace_site(out, files, lambda new: verify(edition, new, source, sentences), adopt=adopt)
    except Exception as error:
        fault = environments.fault(error)
        if fault is None:
            raise
        raise fault from error
    problems = (*environments.fallbacks(), *dropped(environments, edition.site.locales))
    return Printed(paths=paths, problems=problems, readings=readings, headings=headings)


__all__ = ["Printed", "render"]
