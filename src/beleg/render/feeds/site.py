"""The feeds of a site: one a locale with what is newest, and one for each story with all that editions told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from beleg.records import Site
from beleg.render.editions import StoryState
from beleg.render.environment import Environments
from beleg.render.feeds.atom import atom
from beleg.render.feeds.entry import LONGEST, Entry, Feed, Teller
from beleg.render.feeds.jsonfeed import json_feed
from beleg.render.history import History
from beleg.render.store import Store

# Their folder below `.beleg/`.
FOLDER: Final = "feeds"
# The entries of an edition, by locale.
Entries: TypeAlias = Mapping[str, tuple[Entry, ...]]
ATOM: Final = "atom.xml"
JSON: Final = "feed.json"


class Feeds:
    """Makes feeds out of the entries of editions.

    Args:
        site: Its settings.
        history: All editions.
        environments: Templates and messages.
        store: Entries that were made before.
        key: Tells what the entries of an edition are made from.
        anew: Makes the entries of an edition.
    """

    def __init__(
        self,
        site: Site,
        history: History,
        environments: Environments,
        store: Store[Entries],
        key: Callable[[str], str],
        anew: Callable[[str], Entries],
    ) -> None:
        self._site = site
        self._history = history
        self._environments = environments
        self._store = store
        self._key = key
        self._anew = anew
        self._tellers: dict[str, Teller] = {}
        self._taken: dict[str, Mapping[str, str]] = {}
        self._days = {one.id: one.date for one in history.outlines}

    def lacks(self, edition: str) -> bool:
        """Whether nobody has made the entries of an edition yet."""
        return self._store.get(edition, self._key(edition)) is None

    def take(self, edition: str, entries: Entries) -> None:
        self._store.put(edition, self._key(edition), entries)

    def done(self) -> None:
        """Forget the entries of editions that are no more."""
        self._store.keep_only(self._history.by_id)

    def of_locale(self, locale: str, tagline: str) -> Iterator[tuple[str, bytes]]:
        """The files of a locale's feed: path and bytes."""
        entries: list[Entry] = []
        for one in reversed(self._history.outlines):
            if len(entries) >= LONGEST:
                break
            entries += self._entries(one.id, locale)
        feed = self._feed(locale, "", "index.html", f"{self._site.name}: {tagline}", entries[:LONGEST])
        yield f"{locale}/{ATOM}", atom(feed)
        yield f"{locale}/{JSON}", json_feed(feed)

    def of_story(self, state: StoryState, locale: str) -> Iterator[tuple[str, bytes]]:
        """The files of a story's feed, under each of its identifiers: path and bytes."""
        names = {state.id, *state.aliases}
        entries: list[Entry] = []
        for edition in reversed(self._history.told_in(state.id)[-LONGEST:]):
            entries += [one for one in self._entries(edition, locale) if one.story in names]
        title = f"{entries[0].title} – {self._site.name}" if entries else self._site.name
        feed = self._feed(locale, state.id, f"{state.id}.html", title, entries[:LONGEST])
        as_atom, as_json = atom(feed), json_feed(feed)
        for name in (state.id, *state.aliases):
            yield f"{locale}/{name}.{ATOM}", as_atom
            yield f"{locale}/{name}.{JSON}", as_json

    def grounds_of(self, state: StoryState) -> Iterable[tuple[str, tuple[tuple[str, str], ...]]]:
        """What a story's feed rests on besides its editions: what later ones took back of each."""
        names = (state.id, *state.aliases)
        for edition in self._history.told_in(state.id):
            taken = self._taken_back(edition)
            if taken:
                stories = self._history.by_id[edition].stories
                facts = {fact for name in names for fact in stories.get(name, ())}
                yield edition, tuple(sorted(pair for pair in taken.items() if pair[0] in facts))

    def _feed(self, locale: str, path: str, page: str, title: str, entries: list[Entry]) -> Feed:
        return Feed(
            name=self._site.name, address=self._site.base, locale=locale, path=path, page=page, title=title,
            entries=tuple(entries), zone=self._site.zone, day=self._newest, icon=self._asset("icon.svg"),
            picture=self._asset("card.png"),
        )  # fmt: skip

    def _asset(self, name: str) -> str:
        return self._site.base + self._environments.address(name) if self._site.address else ""

    @cached_property
    def _newest(self) -> str | None:
        return max(filter(None, self._days.values()), default=None)

    def _entries(self, edition: str, locale: str) -> Iterator[Entry]:
        found = self._store.get(edition, self._key(edition))
        if found is None:
            found = self._anew(edition)
            self.take(edition, found)
        taken = self._taken_back(edition)
        if not taken:
            yield from found[locale]
            return
        if locale not in self._tellers:
            self._tellers[locale] = Teller(self._environments.environment(locale), self._site.home(locale))
        for entry in found[locale]:
            yield self._tellers[locale].without(entry, taken, self._days)

    def _taken_back(self, edition: str) -> Mapping[str, str]:
        """The facts of an edition that later ones corrected, each with the last that did."""
        if edition not in self._taken:
            self._taken[edition] = dict(self._history.corrected_later(edition))
        return self._taken[edition]
