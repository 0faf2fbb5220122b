"""An entry of a feed, made from what an edition's pages show."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from html import unescape
from typing import Any, Final
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

from jinja2 import Environment
from markupsafe import Markup

from beleg.errors import RenderError
from beleg.render.told import CLASSES, edition_link
from beleg.render.views import EditionView, StoryView, facts_of

# So many entries a feed holds, the newest ones: readers of feeds come back within days, and editions have pages.
LONGEST: Final = 50
# Of an entry so many facts are told; the story's page has all.
_LINES: Final = 8
# What is no character of XML, so that no reader would take the feed.
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE: Final = re.compile(r"[ \t\n]+")
# What ties words to their statement when the site is checked; readers of feeds have no use for it.
_DATA: Final = re.compile(r' data-(?:statement|translation)="[^"]*"')
# References that HTML knows and XML does not ("&nbsp;").
_NAMED: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w*;")
_CLASS: Final = {css: evidence for evidence, css in CLASSES.items()}
# Atom asks for a date where an undated edition has none.
_NO_DATE: Final = "1970-01-01T00:00:00+00:00"
_SPACE_OF_NAMES: Final = uuid.uuid5(uuid.NAMESPACE_URL, "https://beleg.example/feeds")


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A fact as an entry tells it."""

    # None for one that no later edition can take back: a correction.
    fact: str | None
    # A list item, as XHTML.
    html: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """An article that a story rests on."""

    title: str | None
    url: str
    lang: str
    publisher: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A story as an edition tells it, or the corrections that it tells."""

    # The edition, and the story by its identifier then; None for corrections.
    edition: str
    story: str | None
    title: str
    summary: str
    # From the locale's folder.
    page: str
    lines: tuple[Line, ...]
    # What stands below the list, as XHTML.
    end: str
    # Evidence classes of the facts in it, as the records have them, with their names in the reader's language.
    classes: tuple[tuple[str, str], ...]
    articles: tuple[Origin, ...] = ()
    # Days of the edition, and of the last one that took facts of the entry back; None for an undated one.
    published: str | None = None
    updated: str | None = None

    @property
    def html(self) -> str:
        """What it tells, as the inside of an XHTML element."""
        items = "".join(line.html for line in self.lines)
        return (f"<ul>{items}</ul>" if items else "") + self.end


@dataclass(frozen=True, kw_only=True, slots=True)
class Feed:
    """A feed in one locale."""

    # Both of the site: its name, and its address with a slash behind it; empty where it has none.
    name: str
    address: str
    locale: str
    # Where it lies in the locale's folder, without its ending, and the page that it belongs to.
    path: str
    page: str
    title: str
    # The newest first.
    entries: tuple[Entry, ...]
    # IANA name.
    zone: str
    # Addresses of the icon and of the picture beside links; empty where the site has no address.
    icon: str
    picture: str
    # The day of the newest edition that it knows, for a feed without entries.
    day: str | None

    @property
    def base(self) -> str:
        """What stands before a path in the locale's folder; empty where links are relative."""
        return f"{self.address}{self.locale}/" if self.address else ""

    @property
    def id(self) -> str:
        return self.base + self.page if self.address else self.urn(self.page)

    def urn(self, *parts: str) -> str:
        """An identifier that stays the same wherever the site lies, as long as it has its name."""
        return uuid.uuid5(_SPACE_OF_NAMES, "\0".join((self.name, self.locale, *parts))).urn

    def id_of(self, entry: Entry) -> str:
        return self.urn(entry.edition, entry.story or "corrections")

    def at(self, day: str | None) -> str:
        return stamp(day, self.zone)

    @property
    def updated(self) -> str:
        days = [one for entry in self.entries for one in (entry.published, entry.updated) if one]
        return self.at(max(days, default=self.day))


def stamp(day: str | None, zone: str) -> str:
    """A day as a time of it that is the same day nearly everywhere: noon in the site's zone; RFC 3339."""
    if day is None:
        return _NO_DATE
    return datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=ZoneInfo(zone)).isoformat()


class Teller:
    """Makes the entries of one edition in one locale.

    Args:
        environment: Of the locale, with the names of the edition.
        base: What stands before links into the locale's folder.
    """

    def __init__(self, environment: Environment, base: str) -> None:
        self._macros: Any = environment.get_template("entry.html").module
        self._names: Mapping[str, str] = environment.get_template("macros.html").module.names  # type: ignore[attr-defined]  # what the template sets
        self._base = base

    def entries(self, view: EditionView, edition: str) -> Iterator[Entry]:
        """An entry for each story, in the order of print, then one for the corrections if there are any."""
        for story in view.stories:
            yield self._of_story(story, view, edition)
        if view.corrections:
            yield self._of_corrections(view, edition)

    def _of_story(self, story: StoryView, view: EditionView, edition: str) -> Entry:
        told = [fact for fact in facts_of(story.groups) if fact.news] if view.preceding else []
        shown = told or list(story.leading) or list(facts_of(story.groups))
        classes = dict.fromkeys(fact.voice.css for fact in shown)
        return Entry(
            edition=edition, story=story.id, title=plain(story.headline), summary=plain(story.standfirst), page=story.page,
            lines=tuple(Line(fact=fact.id, html=self._told("fact", fact)) for fact in shown[:_LINES]), end=self._told("all", story),
            classes=self._classes(classes), published=view.date, updated=view.date,
            articles=tuple(
                Origin(title=one.title, url=one.source.href, lang=one.lang, publisher=one.source.name)
                for one in story.articles if one.source.href.startswith(("http://", "https://"))
            )[:_LINES],
        )  # fmt: skip

    def _of_corrections(self, view: EditionView, edition: str) -> Entry:
        link = edition_link(edition)
        told = [self._told("correction", one) for one in view.corrections[:_LINES]]
        title = plain(self._macros.corrections(link))
        classes = dict.fromkeys(former.css for one in view.corrections for former in one.facts)
        return Entry(
            edition=edition, story=None, title=title, summary=title, page=f"{link.href}#corrections",
            lines=tuple(Line(fact=None, html=html) for html in told), end="", classes=self._classes(classes),
            published=view.date, updated=view.date,
        )  # fmt: skip

    def _classes(self, found: Mapping[str, None]) -> tuple[tuple[str, str], ...]:
        return tuple((_CLASS[css], str(self._names[css])) for css in found)

    def _told(self, macro: str, value: object) -> str:
        return _whole(getattr(self._macros, macro)(value, self._base))

    def without(self, entry: Entry, taken: Mapping[str, str], days: Mapping[str, str | None]) -> Entry:
        """An entry as it is after later editions took facts of it back.

        Args:
            entry: As its edition tells it.
            taken: The facts that were, each with the last edition that did.
            days: The days of editions.
        """
        later = [taken[line.fact] for line in entry.lines if line.fact is not None and line.fact in taken]
        if not later:
            return entry
        # Editions come in the order of their days; those without one say nothing of when.
        last = max(later, key=lambda name: days[name] or "")
        note = Line(fact=None, html=_whole(self._macros.taken_back(edition_link(last), self._base)))
        left = tuple(line for line in entry.lines if line.fact not in taken)
        # Its summary may say what was taken back.
        return replace(
            entry,
            lines=(*left, note),
            summary=entry.title,
            updated=max(filter(None, (days[last], entry.updated)), default=None),
        )


def plain(text: Markup | str) -> str:
    """A text without marking, on one line."""
    return xml_text(_SPACE.sub(" ", text.striptags() if isinstance(text, Markup) else text)).strip()


def xml_text(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _whole(html: Markup | str) -> str:
    """A piece of XHTML, on one line.

    Raises:
        RenderError: It is not well-formed, as a project's own template may have it.
    """
    found = _NAMED.sub(lambda match: unescape(match[0]), xml_text(_SPACE.sub(" ", _DATA.sub("", str(html))))).strip()
    try:
        ET.fromstring(f"<div>{found}</div>")  # noqa: S314 - made by our own template
    except ET.ParseError as error:
        raise RenderError(
            f"an entry of a feed is no XHTML: {error}",
            path="templates/entry.html",
            hint="Close every element in it, and in the macros that it uses, and quote every attribute",
        ) from error
    return found
