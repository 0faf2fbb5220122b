"""An edition's letters: what its page shows, worded by the same views, set for e-mail and for plain text."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import Final

from beleg.mail.message import Letter
from beleg.records import Edition, Site
from beleg.render.editions import Editions, changed
from beleg.render.environment import Environments
from beleg.render.history import History, Record, outlines
from beleg.render.kept import content_of
from beleg.render.names import LocalNames
from beleg.render.printable import printable
from beleg.render.verify import check_grounds
from beleg.render.views import EditionView, Index, StoryView, Viewer
from beleg.render.wording import Wordings

# Bytes of the HTML. Gmail cuts what is longer than 102 KB, and whatever sends the message adds some: links, a footer.
LIMIT: Final = 95_000
# So many corrections, facts of one, and sources of a fact are told; the site has the others.
_TOLD: Final = 5
# Characters of a line of plain text, which programs quote and indent.
_WIDTH: Final = 76
_SPACE: Final = re.compile("[ \t\n\r\f\u2028\u2029]+")
_ELEMENT: Final = re.compile("<[^<>]*>")
_GAP: Final = re.compile("\n{3,}")


@dataclass(frozen=True, slots=True)
class _Told:
    """An edition as its letter shows it."""

    edition: EditionView
    stories: tuple[StoryView, ...]
    more_stories: int


class Letters:
    """Makes the letters of one edition.

    Args:
        name: Its identifier.
        draft: The edition that is not published yet, as its record would give it back; None for none.
        published: The published editions.
        site: The site of today.
        environments: Templates and messages.
        limit: Bytes of HTML that a letter may have.
    """

    def __init__(
        self, name: str, draft: Edition | None, published: Sequence[Record], site: Site, environments: Environments, limit: int = LIMIT
    ) -> None:  # fmt: skip
        self._site = printable(site)
        self._draft = printable(draft)
        self._records = {record.id: record for record in published}
        self._editions = Editions(History(outlines(published, self._draft)), self._load, site.quote)
        self._environments = environments
        self._limit = limit
        self._edition = self._editions.edition(name)
        check_grounds(self._edition)
        self._index = Index(self._edition)

    def _load(self, name: str) -> Edition:
        if name in self._records:
            return printable(self._records[name].edition(self._site))
        assert self._draft is not None, "an edition is published, or it is the draft"
        return replace(self._draft, site=self._site)

    def letter(self, locale: str) -> Letter:
        """The edition in one locale.

        Raises:
            RenderError: A template fails, or a fact has no ground.
            IngestError: A record can't be read.
        """
        try:
            return self._letter(locale)
        except Exception as error:
            fault = self._environments.fault(error)
            if fault is None:
                raise
            raise fault from error

    def _letter(self, locale: str) -> Letter:
        edition, site = self._edition, self._site
        environment = self._environments.environment(locale)
        names = LocalNames(edition, locale)
        environment.filters |= {"called": names.shown, "named": names.marked}
        environment.globals |= {"site": changed(site, _on_one_line), "address": site.base.removesuffix("/")}
        change = _addressed(site.home(locale))
        seen = Viewer(edition, locale, Wordings(environment, locale, edition), self._index, names).view()
        view = changed(self._editions.unlinked(seen), change)
        later = changed(self._editions.later(edition.id, locale), change)
        late = changed(self._editions.late(edition.id), change)

        def rendered(name: str, told: _Told) -> str:
            return environment.get_template(name).render(
                edition=told.edition, stories=told.stories, more_stories=told.more_stories, later=later, late=late, told=_TOLD
            ).lstrip()  # fmt: skip

        def html_of(told: _Told) -> str:
            # Pages have names that no translator may touch in an element that programs set in a typewriter's letters.
            return rendered("email.html", told).replace("<code ", "<span ").replace("</code>", "</span>")

        told = self._within(view, html_of)
        subject: Callable[[EditionView], str] = vars(environment.get_template("email-parts.html").module)["subject"]
        digest = hashlib.sha256(f"{content_of(edition)} {later!r}".encode("utf-8", "surrogatepass")).hexdigest()
        return Letter(
            locale=locale, subject=_inline(subject(view)), text=plain(rendered("email.txt", told)), html=html_of(told),
            day=edition.published or edition.date, zone=site.zone, name=f"{edition.id}.{locale}.{digest[:16]}", left_out=told.more_stories,
        )  # fmt: skip

    def _within(self, view: EditionView, html: Callable[[_Told], str]) -> _Told:
        """All stories, each with as many leading facts as there is room for; where one is too many, the first stories."""

        def fits(told: _Told) -> bool:
            return len(html(told).encode()) <= self._limit

        most = max((len(story.leading) for story in view.stories), default=0)
        for facts in range(max(most, 1), 0, -1):
            told = _told(view, len(view.stories), facts)
            if fits(told):
                return told
        least, beyond = 0, len(view.stories) or 1
        while least < beyond - 1:
            middle = (least + beyond) // 2
            least, beyond = (middle, beyond) if fits(_told(view, middle, 1)) else (least, middle)
        return _told(view, least, 1)


def _told(view: EditionView, stories: int, facts: int) -> _Told:
    """The first stories of an edition, each with so many of its leading facts."""
    shown = tuple(replace(story, leading=story.leading[:facts]) for story in view.stories[:stories])
    return _Told(view, shown, len(view.stories) - len(shown))


def _on_one_line(_: object, __: str, old: str) -> str:
    new = _SPACE.sub(" ", old)
    return old if new == old else type(old)(new)


def _addressed(base: str) -> Callable[[object, str, str], str | None]:
    """What makes a view's texts those of a letter: on one line, and links whole; without a base there are none to the site."""

    def change(owner: object, name: str, old: str) -> str | None:
        if name not in ("href", "page") or old.startswith("#") or ":" in old:
            return _on_one_line(owner, name, old)
        return f"{base}{old}" if base and old else ""

    return change


def _inline(text: str) -> str:
    """A text of a template on one line, without elements and references."""
    return " ".join(unescape(_ELEMENT.sub("", text)).split())


def plain(rendered: str) -> str:
    """What a text template gave as plain text: no elements, no references, lines of bearable length.

    All that comes from articles was escaped, so that whatever looks like an element is one of a template's own.
    """
    lines = (line for given in rendered.split("\n") for line in _wrapped(unescape(_ELEMENT.sub("", given))))
    return _GAP.sub("\n\n", "\n".join(lines)).strip() + "\n"


def _wrapped(line: str) -> Iterator[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    yield from textwrap.wrap(
        line, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, tabsize=1
    ) or [""]
