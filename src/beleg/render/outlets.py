"""What each source gave over all editions: its articles with their facts, and what of them was taken back.

Readers know a source by its publisher; an article without one stands for itself. What an edition has of it is kept under
`.beleg/articles/`, so that a thousand editions need not be read at every build; that folder may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from beleg.edit import day
from beleg.records import Article, Edition, PublisherKind, TextFrom
from beleg.render.history import History
from beleg.render.provenance import lang, web
from beleg.render.store import Store
from beleg.render.told import CLASSES, EditionLink, edition_link, excerpt
from beleg.render.views import source_page

FOLDER: Final = "articles"
# Of a fact's quote so many characters tell it from others.
_EXCERPT: Final = 90
# So many articles and facts stand on a page: each takes some 500 bytes in Cyrillic, of the 300 KB that a page may have.
_WEIGHT: Final = 200
# Of an article so many facts are listed; its story's page has all.
_FACTS: Final = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A fact as an article has it."""

    id: str
    story: str
    css: str
    claimant: str | None
    # The beginning of the article's own words.
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """An article as an edition has it."""

    id: str
    publisher: str | None
    publisher_kind: PublisherKind
    from_text: bool
    # File of the page of its source.
    page: str
    language: str
    lang: str
    title: str | None
    url: str | None
    date: str | None
    text_from: TextFrom
    taken_from: str | None
    # What it was fetched from; None for a file.
    source: str | None
    facts: tuple[Said, ...] = ()
    # What readers are told of its withdrawal, and the day; None for one that stands.
    withdrawn: tuple[str, str | None] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """A fact on the page of a source."""

    said: Said
    # Its place, from the locale's folder.
    href: str
    # Whether no page tells it any more.
    gone: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """An article on the page of its source."""

    piece: Piece
    # The editions that have it, or told of its withdrawal, the newest first.
    editions: tuple[EditionLink, ...]
    # Day of the newest of them; None if they are undated.
    day: str | None
    facts: tuple[Fact, ...]
    # How many facts it has besides these.
    more: int

    @property
    def weight(self) -> int:
        return 1 + len(self.facts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outlet:
    """A source over all editions."""

    page: str
    name: str | None
    language: str
    kind: PublisherKind
    from_text: bool
    # The newest first.
    articles: tuple[Told, ...]

    @property
    def langs(self) -> tuple[tuple[str, int], ...]:
        """In which languages it writes, and how many articles it has in each."""
        found: dict[str, int] = {}
        for one in self.articles:
            found[one.piece.lang] = found.get(one.piece.lang, 0) + 1
        return tuple(sorted(found.items()))

    @property
    def facts(self) -> int:
        return sum(not fact.gone for one in self.articles for fact in one.facts) + sum(
            one.more for one in self.articles
        )

    @property
    def withdrawn(self) -> int:
        return sum(one.piece.withdrawn is not None for one in self.articles)

    @property
    def sources(self) -> frozenset[str]:
        """Names of what it was fetched from."""
        return frozenset(one.piece.source for one in self.articles if one.piece.source)


class Outlets:
    """The sources of a site.

    Args:
        history: All editions.
        edition: Gives a whole edition by its identifier.
        key: Tells what is known of an edition from what was before.
        folder: The project's `.beleg`; None to keep nothing.
    """

    def __init__(
        self, history: History, edition: Callable[[str], Edition], key: Callable[[str], str], folder: Path | None
    ) -> None:
        self._history = history
        self._edition = edition
        self._key = key
        self._store: Store[tuple[Piece, ...]] = Store(folder / FOLDER if folder else None, tuple[Piece, ...])

    def all(self) -> tuple[Outlet, ...]:
        """Every source, by name; articles without a publisher stand by themselves, last."""
        pieces: dict[str, Piece] = {}
        facts: dict[str, dict[str, Said]] = {}
        editions: dict[str, list[str]] = {}
        for one in self._history.outlines:
            for piece in self._pieces(one.id):
                pieces[piece.id] = piece
                editions.setdefault(piece.id, []).append(one.id)
                said = facts.setdefault(piece.id, {})
                for fact in piece.facts:
                    # What was published under another name before is the same fact.
                    said[self._history.fact(fact.id)] = fact
        self._store.keep_only(self._history.by_id)
        found: dict[str, list[Told]] = {}
        for piece in pieces.values():
            found.setdefault(piece.page, []).append(
                self._told(piece, facts[piece.id].values(), editions[piece.id])
            )  # fmt: skip
        outlets = (self._outlet(page, told) for page, told in found.items())
        return tuple(sorted(outlets, key=lambda one: (one.name is None, one.name or "", one.page)))

    def _outlet(self, page: str, told: Iterable[Told]) -> Outlet:
        newest = sorted(told, key=lambda one: (one.piece.date or "", one.piece.id), reverse=True)
        first = newest[0].piece
        return Outlet(
            page=page, name=first.publisher, language=first.language, kind=first.publisher_kind, from_text=first.from_text,
            articles=tuple(newest),
        )  # fmt: skip

    def _told(self, piece: Piece, said: Iterable[Said], editions: Iterable[str]) -> Told:
        history = self._history
        facts = []
        for one in said:
            place = history.place(one.id)
            story = place.story if place else history.story(one.story)
            facts.append(Fact(said=one, href=f"{story}.html#{history.fact(one.id)}", gone=place is None))
        names = history.newest_first(dict.fromkeys(editions))
        links, newest = tuple(map(edition_link, names)), history.by_id[names[0]].date
        return Told(piece=piece, editions=links, day=newest, facts=tuple(facts[:_FACTS]), more=len(facts[_FACTS:]))

    def _pieces(self, edition: str) -> tuple[Piece, ...]:
        """The articles of an edition and those that it takes back, as kept, or else out of its record."""
        key = self._key(edition)
        pieces = self._store.get(edition, key)
        if pieces is None:
            pieces = tuple(_pieces_of(self._edition(edition)))
            self._store.put(edition, key, pieces)
        return pieces


def _pieces_of(edition: Edition) -> Iterator[Piece]:
    statements = {one.id: one for one in edition.statements}
    said: dict[str, list[Said]] = {}
    for fact in edition.facts:
        mentions = [statements[one] for one in fact.mentions]
        for name in dict.fromkeys(one.article for one in mentions):
            one = next(each for each in mentions if each.article == name)
            said.setdefault(name, []).append(
                Said(
                    id=fact.id, story=fact.story, css=CLASSES[one.evidence], claimant=one.claimant,
                    text=excerpt(one.quote, _EXCERPT),
                )
            )  # fmt: skip
    zone = edition.site.zone
    for article in edition.articles:
        yield _piece(article, zone, tuple(said.get(article.id, ())))
    for withdrawal, article in edition.withdrawn:
        yield replace(_piece(article, zone, ()), withdrawn=(withdrawal.why, withdrawal.date))


def _piece(article: Article, zone: str, facts: tuple[Said, ...]) -> Piece:
    return Piece(
        id=article.id, publisher=article.publisher, publisher_kind=article.publisher_kind, from_text=article.publisher_from == "text",
        page=source_page(article), language=article.language, lang=lang(article), title=article.title, url=web(article.url),
        date=day(article.published, zone) if article.published else None, text_from=article.text_from,
        taken_from=article.taken_from, source=article.source, facts=facts,
    )  # fmt: skip


def parts(outlet: Outlet, weight: int = _WEIGHT) -> tuple[tuple[str, tuple[Told, ...]], ...]:
    """The pages of a source with their articles: the newest on the first, the others as they once stood there.

    Parts are counted from the oldest article, so that full ones stay as they are; the first page has what is newer.
    """
    full: list[list[Told]] = [[]]
    for one in reversed(outlet.articles):
        if full[-1] and sum(each.weight for each in full[-1]) + one.weight > weight:
            full.append([])
        full[-1].append(one)
    # The first page is never nearly empty: it has the last full part, too.
    first = full[-2:] if len(full) > 1 else full
    rest = full[: len(full) - len(first)]
    stem = outlet.page.removesuffix(".html")
    newest = tuple(one for part in reversed(first) for one in reversed(part))
    older = [(f"{stem}-{number}.html", tuple(reversed(part))) for number, part in enumerate(rest, 1)]
    return ((outlet.page, newest), *reversed(older))


def names_in(told: Iterable[Told], called: Mapping[str, Mapping[str, str]]) -> dict[str, Mapping[str, str]]:
    """What readers call the names that articles on a page have."""
    names: Collection[str | None] = {fact.said.claimant for one in told for fact in one.facts}
    return {name: called[name] for name in sorted(filter(None, names)) if name in called}
