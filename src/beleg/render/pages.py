"""The pages of an edition, in every locale of the site, as bytes by path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from jinja2 import Environment, TemplateError

from beleg.errors import RenderError
from beleg.records import Edition
from beleg.render.environment import Environments
from beleg.render.headings import Headings
from beleg.render.names import LocalNames
from beleg.render.readable import Readings
from beleg.render.verify import check_grounds
from beleg.render.views import EditionView, Index, Viewer, Words

# What a locale calls itself; the same on the pages of all.
LOCALE_NAMES: Final = {"de": "Deutsch", "sr-Cyrl": "Српски", "sr-Latn": "Srpski", "ru": "Русский", "en": "English"}
ASSETS: Final = ("style.css", "beleg.js", "icon.svg")

Wording = Callable[[Environment, str, Edition], Words]


@dataclass(frozen=True, kw_only=True, slots=True)
class Door:
    """A locale on the first page of the site."""

    locale: str
    name: str
    tagline: str


def pages(
    edition: Edition,
    environments: Environments,
    wording: Wording,
    sentences: dict[tuple[str, str], str],
    readings: Readings | None = None,
    headings: Headings | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Every file of the site: its path, with forward slashes, and its bytes.

    Args:
        edition: What is printed.
        environments: Templates and messages.
        wording: Makes what words the facts of an edition in a locale.
        sentences: Is filled with the words of each fact that has a sentence, by locale and fact.
        readings: Is filled with how many facts are read in which way, by locale; None for no counting.
        headings: Is filled with how many headlines came about in which way, by locale; None for no counting.

    Raises:
        RenderError: A template fails, or a locale is unknown.
    """
    check_grounds(edition)
    site, index = edition.site, Index(edition)
    doors = []
    for locale in site.locales:
        environment = environments.environment(locale)
        names = LocalNames(edition, locale)
        environment.filters |= {"called": names.shown, "named": names.marked}
        words = wording(environment, locale, edition)
        viewer = Viewer(edition, locale, words, index, names)
        try:
            view = viewer.view()
        except TemplateError as error:
            raise _failed(error, f"facts/{locale}.jinja") from error
        if readings is not None:
            readings[locale] = view.readings
        if headings is not None:
            headings[locale] = view.headings
        sentences |= {(locale, fact): said for fact, said in viewer.sentences()}
        environment.globals |= {
            "site": site,
            "edition": view,
            "locale_names": LOCALE_NAMES,
            "address": (site.address or "").rstrip("/"),
        }
        for path, text in _of_locale(environment, view):
            yield f"{locale}/{path}", text.encode()
        doors.append(Door(locale=locale, name=LOCALE_NAMES[locale], tagline=_tagline(environment)))
    environment = environments.environment(site.locales[0])
    yield "index.html", _rendered(environment, "index.html", site=site, doors=doors).encode()
    for name in ASSETS:
        yield name, environments.asset(name)


def _of_locale(environment: Environment, view: EditionView) -> Iterator[tuple[str, str]]:
    yield "index.html", _rendered(environment, "edition.html", page="index.html")
    for story in view.stories:
        yield story.page, _rendered(environment, "story.html", page=story.page, story=story)
    for name in ("sources.html", "method.html"):
        yield name, _rendered(environment, name, page=name)


def _tagline(environment: Environment) -> str:
    module = environment.get_template("macros.html").module
    return str(module.tagline)  # type: ignore[attr-defined]  # what the template sets


def _rendered(environment: Environment, name: str, **values: object) -> str:
    try:
        return environment.get_template(name).render(**values)
    except TemplateError as error:
        raise _failed(error, name) from error


def _failed(error: TemplateError, name: str) -> RenderError:
    return RenderError(
        f"template fails: {error.message}",
        path=f"templates/{name}",
        line=getattr(error, "lineno", None),
        hint="Correct the template",
    )
