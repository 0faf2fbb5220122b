"""The pages of a site, in every locale, as bytes by path.

The edition of the latest period stands on the first page of a locale; every edition has a folder of its own, and every story that was
ever told a page with its latest state. Pages of past editions that would be made from the same things again stay as they
are in the site that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final, cast

from jinja2 import Environment, TemplateError
from markupsafe import Markup

from beleg.records import Edition, Site
from beleg.render import Today
from beleg.render.conflicts import conflict_pages
from beleg.render.contact import report_link
from beleg.render.editions import Editions, LaterCorrection, StoryState, in_folder, up
from beleg.render.environment import Environments
from beleg.render.feeds.entry import Entry, Teller, plain
from beleg.render.feeds.opml import opml
from beleg.render.feeds.site import FOLDER as FEEDS
from beleg.render.feeds.site import Entries, Feeds
from beleg.render.filters import choices
from beleg.render.folder import Same
from beleg.render.frame import failed, placed, rendered
from beleg.render.headings import Headings
from beleg.render.history import History, Record, outlines
from beleg.render.jsonld import Place, edition_data, story_data
from beleg.render.kept import Kept, content_of
from beleg.render.macros import macros
from beleg.render.names import LocalNames
from beleg.render.outlets import Outlet, Outlets
from beleg.render.printable import printable
from beleg.render.readable import Readings
from beleg.render.search import FACTS, index_files, story_file
from beleg.render.search import FOLDER as SEARCH
from beleg.render.sheets import Sheet, edition_sheets, printed, story_sheets
from beleg.render.sitemap import Page, robots, sitemaps
from beleg.render.standing import Standing, frame_of
from beleg.render.store import Store
from beleg.render.tables import facts_csv, facts_jsonl
from beleg.render.told import edition_link
from beleg.render.verify import Grounds, check_grounds
from beleg.render.views import EditionView, FactView, Index, StoryView, Viewer, Words

ASSETS: Final = ("style.css", "beleg.js", "search.js", "door.js", "icon.svg", "card.png")

Wording = Callable[[Environment, str, Edition], Words]


@dataclass(kw_only=True, slots=True)
class Report:
    """What came of making the pages; filled while they are made."""

    # How the draft is read, or else the newest edition, by locale.
    readings: Readings = field(default_factory=dict)
    headings: Headings = field(default_factory=dict)
    # What the pages rest on that were made anew, where nobody checked them as they were made.
    grounds: list[Grounds] = field(default_factory=list)
    # How many pages were made anew, and how many stayed.
    made: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class _Group:
    """Pages that are made, or stay, together: those of an edition's folder, or those of a story."""

    name: str
    # What they are made from; empty where nobody remembers it.
    key: str
    # None for an edition's own pages.
    story: StoryState | None = None


class Pages:
    """Makes the pages of a site.

    Args:
        draft: The edition that is not published yet, as its record will give it back; None where nothing is new.
        published: The published editions, in their order.
        today: What belongs to no edition.
        environments: Templates and messages.
        wording: Makes what words the facts of an edition in a locale.
        kept: Which pages can stay; None to make every page anew.
        check: Is given what the pages of an edition rest on when all of them were taken; None to leave it to the report,
            which then holds all editions at once.
    """

    def __init__(
        self,
        draft: Edition | None,
        published: Sequence[Record],
        today: Today,
        environments: Environments,
        wording: Wording,
        kept: Kept | None = None,
        check: Callable[[Grounds], None] | None = None,
    ) -> None:
        # An edition that tells nothing is none; its page says so only where there is no other.
        self._draft = draft if draft is not None and (draft.stories or draft.corrections or draft.withdrawn) else None
        self._records = {record.id: record for record in published}
        self._today = today
        self._environments = environments
        self._wording = wording
        self._kept = kept
        self._history = History(outlines(published, self._draft))
        self._editions = Editions(self._history, self._load, today.site.quote)
        # Of which edition the report tells.
        self._told = self._draft.id if self._draft else next(iter(self._history.by_period), "")
        self._contents: dict[str, str] = {}
        self._taglines: dict[str, str] = {}
        # What search shows of each story, by path; None for what stands in the site that is there.
        self._findable: dict[str, str | None] = {}
        # Makes the page of search, once the index is there.
        self._search_page: dict[str, Callable[[str], tuple[str, bytes]]] = {}
        # The pages of the newest edition's conflicts, from the locale's folder.
        self._conflicts: list[str] = []
        # The stories whose pages are made anew: their feeds are, too, once the entries of all editions are there.
        self._told_anew: list[_Group] = []
        self._feeds = Feeds(
            today.site, self._history, environments, Store(kept.folder / FEEDS if kept and kept.folder else None, Entries), self._key_of_entries, self._entries
        )  # fmt: skip
        self.report = Report()
        self._check = check or self.report.grounds.append

    def __iter__(self) -> Iterator[tuple[str, bytes | Same]]:
        """Every file of the site: its path, with forward slashes, and its bytes; or that it stays as it is.

        Raises:
            RenderError: A template fails, a locale is unknown, or a fact has no ground.
            IngestError: A record can't be read.
        """
        names = self._history.by_period
        outlets = self._outlets()
        standing = Standing(
            self._today, self._environments, outlets, self._editions.months, self._called(), self._kept
        )  # fmt: skip
        yield from self._newest(names[0] if names else None, outlets)
        for name in names[1:]:
            yield from self._older(name)
        for locale in self._today.site.locales:
            yield from self._search(locale)
        for path, data in standing.pages():
            self.report.made += isinstance(data, bytes)
            yield path, data
        self.report.kept += standing.stayed
        yield from self._for_machines(standing.paths)
        yield from standing.doors()
        for name in ASSETS:
            yield self._environments.address(name), self._environments.asset(name)

    def _search(self, locale: str) -> Iterator[tuple[str, bytes]]:
        """The index over all stories in their latest state, the newest first, and the page that asks it."""
        stories = [story for name in self._history.by_period for story in self._history.stories_of(name)]
        files = []
        for story in stories:
            path = f"{locale}/{SEARCH}/{story}{FACTS}"
            text = self._findable[path]
            if text is None:
                assert self._kept is not None, "only what is remembered stays"
                text = self._kept.text(path)
            files.append((story, text))
        index = ""
        for index, text in index_files(locale, files):
            yield f"{locale}/{index}", text.encode()
        yield self._search_page[locale](index)

    def _outlets(self) -> tuple[Outlet, ...]:
        """Every source over all editions."""
        folder = self._kept.folder if self._kept else None
        return Outlets(self._history, self._editions.edition, self._key_of_entries, folder).all()

    def _called(self) -> dict[str, Mapping[str, str]]:
        """What readers call the names of all editions, as the last of these has it."""
        found: dict[str, Mapping[str, str]] = {}
        for record in self._records.values():
            found |= record.header.called
        return found | dict(self._draft.called) if self._draft else found

    def _for_machines(self, standing: Mapping[str, str | None]) -> Iterator[tuple[str, bytes]]:
        """The feeds that are made anew, and what programs look for at the top of a site."""
        site, address = self._today.site, self._today.site.base
        for locale in site.locales:
            yield from self._feeds.of_locale(locale, self._taglines[locale])
        for group in self._told_anew:
            assert group.story is not None, "an edition has no feed of its own"
            for locale in site.locales:
                for path, data in self._feeds.of_story(group.story, locale):
                    if self._kept is not None:
                        self._kept.made(group.name, group.key, path)
                    yield path, data
        self._feeds.done()
        if (listed := opml(self._today.health, site.name)) is not None:
            yield "sources.opml", listed
        if address:
            yield from sitemaps(address, site.locales, self._listed(standing))
        yield "robots.txt", robots(address)

    def _listed(self, standing: Mapping[str, str | None]) -> Iterator[Page]:
        """The pages that stand for themselves: those of editions and stories, the oldest first, then those of today."""
        outlines = self._history.outlines
        for one in outlines:
            yield from (Page(path=f"{one.id}/{name}.html", changed=one.date) for name in ("index", "sources"))
            yield from (Page(path=f"{story}.html", changed=one.date) for story in self._history.stories_of(one.id))
        newest = max((one.date for one in outlines if one.date), default=None)
        yield from (Page(path=path, changed=day) for path, day in standing.items() if path != "editions.html")
        first = ("index.html", "editions.html", "sources.html", *self._conflicts, "method.html", "search.html")
        yield from (Page(path=path, changed=newest) for path in first)

    def _load(self, name: str) -> Edition:
        if name in self._records:
            return printable(self._records[name].edition(self._today.site))
        assert self._draft is not None, "an edition is published, or it is the draft"
        return replace(self._draft, site=self._today.site)

    # --- what pages are made from -------------------------------------------------------------------------------------

    def _groups(self, name: str) -> list[_Group]:
        """The pages of an edition, and of the stories whose latest state it has."""
        states = [self._editions.state(story) for story in self._history.stories_of(name)]
        return [
            _Group(f"edition {name}", self._key_of_edition(name)),
            *(_Group(f"story {state.id}", self._key_of_story(state), state) for state in states),
        ]

    def _key_of_edition(self, name: str) -> str:
        if self._kept is None:
            return ""
        later = [
            (fact, one, self._content(one), self._history.again(fact, one))
            for fact, one in self._history.corrected_later(name)
        ]
        known = () if self._history.is_whole else self._history.by_period
        return self._kept.key(self._today.site, self._content(name), later, self._history.late.get(name), known)

    def _key_of_story(self, state: StoryState) -> str:
        if self._kept is None:
            return ""
        others = {name for one in state.leaving for name in (one.edition, one.corrected) if name}
        others.update(self._history.told_in(state.id))
        known = () if self._history.is_whole else self._history.by_period
        return self._kept.key(
            self._today.site, self._content(state.edition), state, [self._content(name) for name in sorted(others)], known,
            [*self._feeds.grounds_of(state)],
        )  # fmt: skip

    def _key_of_entries(self, name: str) -> str:
        return self._kept.key(self._kept.code, self._today.site, self._content(name)) if self._kept else ""

    def _content(self, name: str) -> str:
        if name not in self._contents:
            record = self._records.get(name)
            if record is None or self._kept is None:
                self._contents[name] = content_of(self._editions.edition(name))
            else:
                self._contents[name] = self._kept.content(record.digest, lambda: self._editions.edition(name))
        return self._contents[name]

    def _entries(self, name: str) -> Entries:
        """What feeds tell of an edition, worded anew."""
        edition = self._editions.edition(name)
        index = Index(edition)
        return {
            locale: _Printer(self._environments, self._wording, self._editions, edition, index, locale, {}).entries()
            for locale in self._today.site.locales
        }

    # --- editions -----------------------------------------------------------------------------------------------------

    def _newest(self, name: str | None, outlets: Sequence[Outlet]) -> Iterator[tuple[str, bytes]]:
        """The first pages of each locale, and those of the newest edition's folder and stories."""
        today = self._today
        edition = self._editions.edition(name) if name else _nothing(today.site)
        full = replace(edition, health=today.health, problems=today.problems)
        yield from self._made(edition, self._groups(name) if name else [], full, outlets)

    def _older(self, name: str) -> Iterator[tuple[str, bytes | Same]]:
        groups = []
        for group in self._groups(name):
            # The pages of a draft are held against its articles each time.
            there = self._kept.group(group.name, group.key) if self._kept and name in self._records else None
            if there is None:
                groups.append(group)
            else:
                self.report.kept += sum(path.endswith(".html") for path, _ in there)
                self._findable |= {path: None for path, _ in there if f"/{SEARCH}/" in path}
                yield from there
        if groups:
            yield from self._made(self._editions.edition(name), groups)

    def _made(
        self,
        edition: Edition,
        groups: Sequence[_Group],
        full: Edition | None = None,
        outlets: Sequence[Outlet] = (),
    ) -> Iterator[tuple[str, bytes]]:
        """Pages of an edition, made anew.

        Args:
            edition: As its record gives it back.
            groups: Those of its pages that are wanted.
            full: With all that belongs to no edition, for the first pages of each locale; None for an older edition.
            outlets: Every source, for these first pages.
        """
        check_grounds(edition)
        leaving = [one for group in groups if group.story for one in group.story.leaving]
        grounds = Grounds(
            edition=edition,
            gone={one.id: self._editions.ground(one) for one in leaving},
            draft=edition.id not in self._records,
        )
        index, indexed = Index(edition), Index(full) if full else None
        anchors = {fact: names for one in groups if one.story for fact, names in one.story.anchors.items()}
        entries: dict[str, tuple[Entry, ...]] = {}
        wanted = edition.id in self._history.by_id and self._feeds.lacks(edition.id)
        self._told_anew += [one for one in groups if one.story]
        for group in groups:
            if group.story is None:
                yield from self._tables(edition, group)
        for locale in self._today.site.locales:
            printer = _Printer(self._environments, self._wording, self._editions, edition, index, locale, anchors)
            printer.outlets = outlets
            printer.lists_feeds = opml(self._today.health, "") is not None
            view = printer.view(indexed) if indexed else printer.plain
            if edition.id == self._told:
                self.report.readings[locale], self.report.headings[locale] = view.readings, view.headings
            if indexed is not None:
                self._taglines[locale] = printer.tagline()
                for path, text in printer.first_pages(view):
                    if path.startswith("conflicts") and path not in self._conflicts:
                        self._conflicts.append(path)
                    yield self._page(grounds, f"{locale}/{path}", text)
                self._search_page[locale] = partial(self._asking, grounds, printer, view)
            for group in groups:
                for path, text in printer.pages(group.story):
                    if self._kept is not None:
                        self._kept.made(group.name, group.key, f"{locale}/{path}")
                    if group.story and path.endswith(".html"):
                        first = f"{locale}/{group.story.first(path)}"
                        grounds.first[f"{locale}/{path}"] = first
                        grounds.identifiers[first] = group.story.identifiers
                    if path.startswith(f"{SEARCH}/"):
                        self._findable[f"{locale}/{path}"] = text
                    yield self._page(grounds, f"{locale}/{path}", text)
            grounds.sentences.update(printer.sentences)
            if wanted:
                entries[locale] = printer.entries()
        if wanted:
            self._feeds.take(edition.id, entries)
        self._check(grounds)

    def _asking(self, grounds: Grounds, printer: _Printer, view: EditionView, index: str) -> tuple[str, bytes]:
        path, text = printer.search_page(view, index)
        return self._page(grounds, path, text)

    def _tables(self, edition: Edition, group: _Group) -> Iterator[tuple[str, bytes]]:
        """The facts of an edition for programs, the same in every locale."""
        for name, data in (("facts.jsonl", facts_jsonl(edition)), ("facts.csv", facts_csv(edition))):
            if self._kept is not None:
                self._kept.made(group.name, group.key, f"{edition.id}/{name}")
            yield f"{edition.id}/{name}", data

    def _page(self, grounds: Grounds, path: str, text: str) -> tuple[str, bytes]:
        if path.endswith(".html"):
            grounds.paths.append(path)
            self.report.made += 1
        return path, text.encode()


class _Printer:
    """Prints pages of one edition in one locale."""

    def __init__(
        self,
        environments: Environments,
        wording: Wording,
        editions: Editions,
        edition: Edition,
        index: Index,
        locale: str,
        anchors: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._editions = editions
        self._edition = edition
        self._index = index
        self._locale = locale
        self._anchors = anchors
        site = edition.site
        self._environment = environments.environment(locale)
        self._names = LocalNames(edition, locale)
        self._environment.filters |= {"called": self._names.shown, "named": self._names.marked}
        frame_of(self._environment, Today(site=site))
        self._environment.globals["report"] = self._report
        self._environment.globals["kinds"] = macros(self._environment, locale)["kinds"]
        self._wording = wording
        self._words = wording(self._environment, locale, edition)
        # Every source, for the list of them.
        self.outlets: Sequence[Outlet] = ()
        # Whether the site has a list of the feeds that it reads.
        self.lists_feeds = False
        # Health and problems have no part in a fact.
        self._facts: dict[str, FactView] = {}
        # The words of each fact that was asked for and has a sentence, by locale and fact.
        self.sentences: dict[tuple[str, str], str] = {}

    def entries(self) -> tuple[Entry, ...]:
        """What feeds tell of the edition."""
        teller = Teller(self._environment, self._edition.site.home(self._locale))
        return tuple(teller.entries(self.plain, self._edition.id))

    def _report(self, fact: FactView, subject: str) -> str:
        """Where a reader reports an error in a fact; empty where the site has no contact."""
        contact = self._edition.site.contact
        place = f"{self._edition.site.home(self._locale) or f'{self._locale}/'}{fact.page}#{fact.id}"
        return report_link(contact, subject, fact.id, place, self._locale) if contact else ""

    def tagline(self) -> str:
        module = self._environment.get_template("macros.html").module
        return str(module.tagline)  # type: ignore[attr-defined]  # what the template sets

    def view(self, index: Index) -> EditionView:
        """What the pages show of the edition, looked up in `index`."""
        return self._viewed(index, self._words, self._facts)

    def _viewed(self, index: Index, words: Words, facts: dict[str, FactView] | None = None) -> EditionView:
        viewer = Viewer(index.edition, self._locale, words, index, self._names, self._anchors, facts)
        try:
            view = viewer.view()
        except TemplateError as error:
            raise failed(error, f"facts/{self._locale}.jinja") from error
        self.sentences |= {(self._locale, fact): said for fact, said in viewer.sentences()}
        return self._editions.unlinked(view)

    @cached_property
    def plain(self) -> EditionView:
        """What the pages of the edition itself show, with nothing of today."""
        return self.view(self._index)

    def first_pages(self, view: EditionView) -> Iterator[tuple[str, str]]:
        """The pages that stand in the locale's folder and belong to no story; path and text."""
        name = self._edition.id
        folder = name if name in self._editions.history.by_id else None
        yield from self._telling("index.html", view, later=(), late=None, folder=folder)
        here = {one.page for one in view.publishers}
        others = tuple(one for one in self.outlets if one.page not in here)
        yield self._page(
            "sources.html", "sources.html", view, outlets={one.page: one for one in self.outlets}, others=others
        )
        pages = conflict_pages(view.stories)
        for path, told in pages:
            yield self._page(path, "conflicts.html", view, told=told, parts=tuple(one for one, _ in pages))
        yield self._page("method.html", "method.html", view)

    def search_page(self, view: EditionView, index: str) -> tuple[str, str]:
        """The page that asks the index; path below the site's folder, and text."""
        path, text = self._page("search.html", "search.html", view, index=index)
        return f"{self._locale}/{path}", text

    def pages(self, story: StoryState | None) -> Iterator[tuple[str, str]]:
        """The pages of a story, or those of the edition's own folder; path and text."""
        yield from self._of_story(story) if story else self._of_edition()

    def _of_edition(self) -> Iterator[tuple[str, str]]:
        name = self._edition.id
        view, later = in_folder(self.plain), up(self._editions.later(name, self._locale))
        late = up(self._editions.late(name))
        yield from self._telling(f"{name}/index.html", view, later=later, late=late, folder=name)
        yield self._page(f"{name}/sources.html", "sources.html", view, outlets={}, others=())

    def _of_story(self, state: StoryState) -> Iterator[tuple[str, str]]:
        story, gone = self._story(state), self._editions.gone(state, self._locale)
        yield f"{SEARCH}/{state.id}{FACTS}", story_file(story, self._locale, self._environment)
        for name in (state.id, *state.aliases):
            whole = replace(story, page=f"{name}.html")
            values = {
                "story": whole,
                "latest": edition_link(state.edition),
                "told": state.told_in,
                "gone": gone,
                "sources": f"{state.edition}/sources.html",
            }
            yield from printed(
                partial(story_sheets, whole, gone), partial(self._sheet, f"{name}.html", "story.html", self.plain, story.page, values)
            )  # fmt: skip

    def _story(self, state: StoryState) -> StoryView:
        whole = next(one for one in self._edition.stories if one.id == state.id)
        if whole.facts == state.facts:
            return next(one for one in self.plain.stories if one.id == state.id)
        # What was taken back since has no part in the story's bar, headline and conflicts.
        reduced = self._editions.reduced(state)
        words = self._wording(self._environment, self._locale, reduced)
        (story,) = self._viewed(Index(reduced), words).stories
        return story

    def _telling(
        self, path: str, view: EditionView, *, later: tuple[LaterCorrection, ...], **values: object
    ) -> Iterator[tuple[str, str]]:
        """The pages of an edition; path and text."""
        folder, _, name = path.rpartition("/")
        values["later"] = later
        yield from printed(
            partial(edition_sheets, name, view.stories, later, view.corrections),
            partial(self._sheet, path, "edition.html", view, path, values), f"{folder}/" if folder else "",
        )  # fmt: skip

    def _sheet(
        self, page: str, template: str, view: EditionView, canonical: str, values: Mapping[str, object], sheet: Sheet
    ) -> str:
        """The HTML of a sheet of a page; other locales may have fewer, so that links between locales lead to the first."""
        if sheet.number > 1:
            # An alias of a story has the same sheets, under its own name.
            canonical = f"{canonical.removesuffix('.html')}-{sheet.number}.html"
        return self._page(page, template, view, **values, canonical=canonical, sheet=sheet, choices=choices(sheet))[1]

    def _page(self, path: str, template: str, view: EditionView, **values: object) -> tuple[str, str]:
        given = placed(path) | {"edition": view, "opml": self.lists_feeds}
        told = given | values
        return path, rendered(self._environment, template, told | {"data": self._data(told, template)})

    def _data(self, told: Mapping[str, Any], template: str) -> Markup | None:
        """What a page says to machines; None for one that tells no facts."""
        if template not in ("edition.html", "story.html"):
            return None
        macros = cast("Any", self._environment.get_template("macros.html").module)
        place = Place(
            site=self._edition.site.name, base=self._edition.site.home(self._locale) or told["up"],
            locale=self._locale, page=told["canonical"], names=macros.names, called=self._names.called,
        )  # fmt: skip
        view: EditionView = told["edition"]
        sheet: Sheet = told["sheet"]
        if told["story"] is not None:
            return story_data(view, replace(told["story"], groups=sheet.groups), place)
        view = replace(view, stories=sheet.stories)
        return edition_data(view, place, f"{self._edition.site.name}: {plain(macros.edition(view.name))}")


def _nothing(site: Site) -> Edition:
    """What the first page shows where there is no edition."""
    return Edition(id="", date=None, period=None, site=site, stories=(), articles=(), facts=(), statements=())


def pages(
    edition: Edition,
    environments: Environments,
    wording: Wording,
    sentences: dict[tuple[str, str], str] | None = None,
    readings: Readings | None = None,
) -> Iterator[tuple[str, bytes]]:
    """The files of a site that has one edition, not published yet: their paths and bytes.

    Args:
        edition: What is printed.
        environments: Templates and messages.
        wording: Makes what words the facts of an edition in a locale.
        sentences: Is filled with the words of each fact that has a sentence, by locale and fact; None for none.
        readings: Is filled with how many facts are read in which way, by locale; None for no counting.
    """
    today = Today(site=edition.site, health=edition.health, problems=edition.problems)
    made = Pages(edition, (), today, environments, wording)
    for path, data in made:
        assert isinstance(data, bytes), "nothing stays of a site that was never made"
        yield path, data
    if sentences is not None:
        for grounds in made.report.grounds:
            sentences.update(grounds.sentences)
    if readings is not None:
        readings.update(made.report.readings)
