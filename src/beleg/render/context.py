"""What templates are given: names, types and what they mean, from which `templates/README.md` is written.

    python -m beleg.render.context    templates/README.md anew

A test holds what pages and e-mails are really given against this.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

from markupsafe import Markup

from beleg.records import Site
from beleg.render.archive import ArchivePage
from beleg.render.conflicts import StoryConflicts
from beleg.render.editions import GoneFact, LaterCorrection
from beleg.render.environment import default_templates
from beleg.render.filters import Choices
from beleg.render.outlets import Outlet, Told
from beleg.render.provenance import SourceState, Stake
from beleg.render.sheets import Sheet
from beleg.render.standing import Door
from beleg.render.told import EditionLink
from beleg.render.views import EditionView, FactView, StoryView


@dataclass(frozen=True, kw_only=True, slots=True)
class Everywhere:
    """What every template has, those that are imported too."""

    # The locale as addresses have it: "sr-Latn".
    locale: str
    # The site's settings.
    site: Site
    # The site's address without a closing slash; empty where none is set.
    address: str
    # Where the site's contact leads; empty where none is set.
    contact: str
    # Where a reader reports an error in a fact, given the subject of the letter; empty where there is no contact.
    report: Callable[[FactView, str], str]
    # Words of the locale: "20–27 October 2026" for two days.
    period: Callable[[str, str], str]
    # What each kind of fact is called, by its name in the data.
    kinds: Mapping[str, str]
    # The name under which a file lies in the site: its content is part of it ("style.css" is style.0f3a9c1b.css).
    asset: Callable[[str], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page of a locale."""

    # What each locale calls itself.
    locale_names: Mapping[str, str]
    # Its path below the locale's folder, and that under which it wants to be known.
    page: str
    canonical: str
    # What leads up to the locale's folder, and to that of the site: "" and "../" for a page of the former.
    up: str
    root: str
    # The edition that it belongs to, or the newest one; None for the lists of editions, pages of sources and the imprint.
    edition: EditionView | None
    # None on a page of no story.
    story: StoryView | None
    # Whether the site has `sources.opml`.
    opml: bool
    # What the page says to machines (JSON-LD), ready to be set; None where it tells no facts.
    data: Markup | None


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionPage(Page):
    """An edition."""

    # What later editions say of its facts.
    later: tuple[LaterCorrection, ...]
    # After which edition of a later period it was published; None for one that came in its turn.
    late: EditionLink | None
    # Its own folder; None for an edition that has none.
    folder: str | None
    # What of it stands on this part of the page.
    sheet: Sheet
    # What its facts can be chosen by; None where there is little to choose from.
    choices: Choices | None


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionsPage(Page):
    """The list of all editions, or a month of it."""

    archive: ArchivePage


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictsPage(Page):
    """All conflicts of the newest edition, or a part of them."""

    told: tuple[StoryConflicts, ...]
    # Files of all parts.
    parts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SourcesPage(Page):
    """The sources of an edition."""

    # Every source over all editions by the file of its page, on the first pages of a locale; else empty.
    outlets: Mapping[str, Outlet]
    # Those of them that have no article in the edition.
    others: tuple[Outlet, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SourcePage(Page):
    """A source over all editions, or a part of its articles."""

    outlet: Outlet
    # The articles of this part, the newest first.
    told: tuple[Told, ...]
    # Whether this is the first part, which says what is known of the source.
    head: bool
    # How what it was fetched from is doing, and whether it speaks in its own cause.
    states: tuple[SourceState, ...]
    stake: Stake
    # Files of all parts, that with the newest articles first.
    parts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ImprintPage(Page):
    """The imprint and the contact."""

    # Its language, empty where that is not known, and its paragraphs.
    imprint: tuple[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryPage(Page):
    """A story in its latest state."""

    # The edition that has this state, and all that told it, the last first.
    latest: EditionLink
    told: tuple[EditionLink, ...]
    # The facts that it does not tell any more.
    gone: tuple[GoneFact, ...]
    # Where the sources of that edition stand.
    sources: str
    # What of it stands on this part of the page.
    sheet: Sheet
    # What its facts can be chosen by; None where there is little to choose from.
    choices: Choices | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchPage(Page):
    """Search over all stories."""

    # The file of the index that leads to its others.
    index: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RootPage:
    """The first page of the site, which leads to the locales."""

    doors: tuple[Door, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class LostPage:
    """What is shown in place of a page that is not there."""

    doors: tuple[Door, ...]
    # From the top of the host to the site: "/" or "/digest/".
    above: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Email:
    """An edition as an e-mail; links in its views are whole, or empty where the site has no address."""

    edition: EditionView
    # Those for which there is room, and how many there are besides.
    stories: tuple[StoryView, ...]
    more_stories: int
    # As of an edition's page.
    later: tuple[LaterCorrection, ...]
    late: EditionLink | None
    # So many corrections, facts of one and sources of a fact are told.
    told: int


# What each template is given; those that are not here are included or imported by others.
CONTEXTS: Final[Mapping[str, type]] = {
    "404.html": LostPage,
    "base.html": Page,
    "conflicts.html": ConflictsPage,
    "edition.html": EditionPage,
    "editions.html": EditionsPage,
    "email.html": Email,
    "email.txt": Email,
    "imprint.html": ImprintPage,
    "index.html": RootPage,
    "method.html": Page,
    "search.html": SearchPage,
    "source.html": SourcePage,
    "sources.html": SourcesPage,
    "story.html": StoryPage,
}
# What is imported or included, by whom it is told there.
PARTS: Final[Mapping[str, str]] = {
    "email-parts.html": "phrases of both parts of an e-mail",
    "entry.html": "what an entry of a feed says",
    "facts/": "how a fact reads, [described there](facts/README.md)",
    "macros.html": "pieces of all pages; every macro says in its head what it is for",
    "marks.html": "the drawings of marks and patterns, once a page",
    "sourcing.html": "words about sources",
}
FILTERS: Final[Mapping[str, str]] = {
    "balanced": "a quote with its quotation marks in pairs",
    "called": "a name in the reader's language, with its language where it is in other letters",
    "date": 'a day as the locale writes it; `date("on")` with a preposition (on, since, until, from, by, before, after, of)',
    "full_date": "a day with its weekday",
    "inside": "a quote that stands inside quotation marks",
    "listed": "names as a list with and",
    "month": "month and year of a day, as a heading",
    "named": "a name as it is, with its language where it is in other letters",
    "number": "a number as the locale writes it",
}  # fmt: skip
_HEAD: Final = """\
# Templates

Everything that shapes a page lies in this folder. A project's own folder `templates/` may hold files of the same names, which
stand in their place, one by one: `beleg templates` says which there are and what yours lack, `beleg templates copy NAME` puts
one of Beleg's into it to begin with. Of `facts/` and of the catalogs in `locales/` a file of your own needs only what differs.
A file that only says some blocks otherwise extends Beleg's of its name, with `!` before it: `{% extends "!story.html" %}`.
An error in a file of yours is told with file and line, and the old site stays.

Templates are written in [Jinja](https://jinja.palletsprojects.com/en/stable/templates/): `{{ … }}` prints a value, `{% … %}`
chooses and repeats. All values are escaped, and a name that is not there is an error. Visible words stand in `{% trans %}`,
`_("…")`, `ngettext` or `pgettext`; those that `locales/LOCALE/LC_MESSAGES/messages.po` does not have are shown as they
are. What templates are given follows, written from the code by `python -m beleg.render.context`.
"""
_COMMENT: Final = re.compile(r"^ +# ?(.*)$")
_FIELD: Final = re.compile(r"^ +(\w+): ([^=\n]+?)(?: = .*)?$")


def described(kind: type) -> Iterator[tuple[str, str, str]]:
    """Name, type and comment of each field of a record, in order; one comment may stand above several fields."""
    comment: list[str] = []
    fresh = True
    names = {field.name for field in fields(kind)}
    for line in inspect.getsource(kind).split("\n"):
        if told := _COMMENT.match(line):
            comment = [*comment, told[1]] if not fresh else [told[1]]
            fresh = False
        elif (found := _FIELD.match(line)) and found[1] in names:
            yield found[1], found[2], " ".join(comment) if not fresh else ""
            fresh = True
        else:
            comment, fresh = [], True


def records(kinds: Iterator[type]) -> list[type]:
    """The records that fields of these are made of, at any depth, by name; without those given."""
    given = list(kinds)
    found: dict[str, type] = {}
    waiting = list(given)
    while waiting:
        kind = waiting.pop()
        for name in sorted(set(re.findall(r"\w+", " ".join(each for _, each, _ in described(kind))))):
            other = _named(name, kind)
            if other is not None and other not in given and name not in found:
                found[name] = other
                waiting.append(other)
    return [found[name] for name in sorted(found)]


def _named(name: str, by: type) -> type | None:
    """The record that a field of another calls so."""
    found = vars(import_module(by.__module__)).get(name)
    return found if isinstance(found, type) and is_dataclass(found) else None


def names_given(template: str) -> frozenset[str]:
    """The names that a template is given besides those of everywhere; none if it is a part of others."""
    kind = CONTEXTS.get(template)
    return frozenset(field.name for field in fields(kind)) if kind else frozenset()


def documentation() -> str:
    """`templates/README.md`."""
    lines = [_HEAD, "## Everywhere", "", *_table(Everywhere, "name"), "", "| filter | gives |", "| --- | --- |"]
    lines += [f"| `{name}` | {_cell(told)} |" for name, told in sorted(FILTERS.items())]
    lines += ["", "## Templates", "", "| file | what it makes | given |", "| --- | --- | --- |"]
    for name, kind in CONTEXTS.items():
        lines.append(f"| `{name}` | {_first(kind)} | [{kind.__name__}](#{kind.__name__.lower()}) |")
    lines += [f"| `{name}` | {told} | |" for name, told in PARTS.items()]
    lines.append(
        "| `style.css`, `beleg.js`, `search.js`, `door.js`, `icon.svg`, `card.png` | what pages load, as it is | |"
    )
    lines += ["", "What a template is given:", ""]
    kinds = list(dict.fromkeys(CONTEXTS.values()))
    for kind in kinds:
        above = next((one for one in kind.__mro__[1:] if one in kinds), None)
        more = f" It has all that [{above.__name__}](#{above.__name__.lower()}) has, and:" if above else ""
        lines += [f"### {kind.__name__}", "", f"{_sentence(kind)}{more}", "", *_table(kind, "name"), ""]
    lines += ["## Records", "", "What these names are made of. `None` is nothing; `tuple[X, ...]` is a list of X.", ""]
    for kind in records(iter([Everywhere, *kinds])):
        lines += [f"### {kind.__name__}", "", _sentence(kind), "", *_table(kind, "field"), ""]
    return "\n".join(lines).rstrip() + "\n"


def _table(kind: type, head: str) -> Iterator[str]:
    rows = list(described(kind))
    if not rows:
        return
    yield f"| {head} | type | |"
    yield "| --- | --- | --- |"
    for name, given, comment in rows:
        yield f"| `{name}` | `{_cell(given)}` | {_cell(comment)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def _first(kind: type) -> str:
    told = _sentence(kind).rstrip(".")
    return told[0].lower() + told[1:]


def conforms(value: Any, given: str, kind: type) -> bool:
    """Whether a value is of the type that a field of a record has, as far as its outermost part tells."""
    parts = [part.strip() for part in re.split(r"\|(?![^\[]*\])", given)]
    return any(_is(value, part, kind) for part in parts)


def _is(value: Any, part: str, kind: type) -> bool:
    name = part.partition("[")[0]
    if name == "None":
        return value is None
    if name == "Callable":
        return callable(value)
    if name == "Mapping":
        return isinstance(value, Mapping)
    plain = {"str": str, "int": int, "bool": bool, "tuple": tuple}
    expected = plain.get(name) or vars(sys.modules[kind.__module__])[name]
    # A closed list of words.
    return value in get_args(expected) if get_args(expected) else isinstance(value, expected)


if __name__ == "__main__":
    Path(default_templates() / "README.md").write_text(documentation(), "utf-8")
