"""What pages show of other editions: the list of all, which ones told a story, what became of facts, what was corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar, cast

from beleg.records import Correction, Edition, Fact, Statement, Story
from beleg.render.history import History, Outline
from beleg.render.provenance import content_of, lang
from beleg.render.quotation import shortened
from beleg.render.readable import Translations, same_voice
from beleg.render.told import EditionLink, Reason, day_of, edition_link
from beleg.render.views import (
    EditionView,
    FactView,
    Index,
    SourceLink,
    StoryView,
    TranslationView,
    css_of,
    translated,
)

# What became of a fact: "moved" to another story; "untold" where nobody says.
Fate: TypeAlias = Literal["withdrawn", "corrected", "gone", "moved", "untold"]
# News of a fact that was published before.
_CHANGES: Final = ("confirmed", "corrected", "disputed", "widened")

# So many editions are held at a time, those that were asked for last: a fact that left its story is looked up in the
# edition that told it last, which is mostly one of the days before. Of 40 articles a day, an edition takes some 10 MB.
_HELD: Final = 8

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionLine:
    """An edition in the list of all."""

    link: EditionLink
    # First and last day of its articles, where its name does not tell them.
    period: tuple[str, str] | None
    # The edition of a later period after which it was published; None for what came in its turn.
    late: EditionLink | None
    stories: int
    facts: int
    # How many facts no edition had before; how many were known and have news; how many published ones it corrects.
    new: int
    changed: int
    corrected: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Month:
    """The editions of a month."""

    # "2026-10"; None for those without a date.
    month: str | None
    editions: tuple[EditionLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class GoneFact:
    """A published fact that its story does not tell any more."""

    id: str
    # Other identifiers that it was published under.
    anchors: tuple[str, ...]
    css: str
    claimant: str | None
    statement: str
    text: str
    lang: str
    translation: TranslationView | None
    source: SourceLink
    # The edition that told it last.
    edition: EditionLink
    fate: Fate
    # The day of a withdrawal, and the edition that tells of it, or of a correction; None where there is none.
    date: str | None
    told_by: EditionLink | None
    # What readers are told of a withdrawal, and what brought it about; None where no edition tells.
    why: str | None
    reason: Reason | None
    # The fact that holds now, or itself where it stands now; None where there is none.
    now: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """A fact in the words of a mention that has its voice."""

    fact: str
    # Its place, from the locale's folder.
    href: str
    text: str
    lang: str
    css: str
    claimant: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A fact as an edition told it, and as the one that corrects it does."""

    before: Words
    # None where nothing holds, and where words and voice are the same.
    after: Words | None
    # Whether somebody else says it now, or it has another mark.
    voice: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LaterCorrection:
    """What a later edition tells of facts that this edition told, for one and the same reason."""

    fate: Fate
    # As of a `GoneFact`.
    date: str | None
    told_by: EditionLink
    why: str | None
    reason: Reason | None
    # The edition after that one which tells them again; None where none does.
    again: EditionLink | None = None
    facts: tuple[Change, ...] = ()
    # Identifiers of these facts.
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Leaving:
    """A fact that is gone from its story, before it is looked up."""

    id: str
    anchors: tuple[str, ...]
    # The edition that told it last, and the one that corrects it.
    edition: str
    corrected: str | None
    # The story where it stands now, if that is another one.
    moved: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryState:
    """A story in its latest state, by identifiers alone."""

    id: str
    # The edition that has it.
    edition: str
    aliases: tuple[str, ...]
    told_in: tuple[EditionLink, ...]
    # The facts that it tells still, and by them the other identifiers that lead to them.
    facts: tuple[str, ...]
    anchors: Mapping[str, tuple[str, ...]]
    leaving: tuple[Leaving, ...]

    def first(self, path: str) -> str:
        """The first sheet of the page that a file belongs to, under the story's own identifier or an alias."""
        names = (self.id, *self.aliases)
        return f"{next(name for name in names if path == f'{name}.html' or path.startswith(f'{name}-'))}.html"

    @property
    def identifiers(self) -> frozenset[str]:
        """Every identifier that has its place on the story's page."""
        anchors = (one for names in self.anchors.values() for one in names)
        gone = (one for leaving in self.leaving for one in (leaving.id, *leaving.anchors))
        return frozenset((*self.facts, *anchors, *gone))


class Editions:
    """The editions of a site, and what is found of one in the others.

    Args:
        history: All of them, by identifiers alone.
        load: Gives a whole edition by its identifier.
        limit: The most characters that a quote may have.
    """

    def __init__(self, history: History, load: Callable[[str], Edition], limit: int) -> None:
        self.history = history
        self._limit = limit
        self._load = load
        self._editions: dict[str, Edition] = {}
        self._indexes: dict[str, Index] = {}
        self._states: dict[str, StoryState] = {}

    def edition(self, name: str) -> Edition:
        """A whole edition."""
        if (found := self._editions.pop(name, None)) is None:
            found = self._load(name)
        return _held(self._editions, name, found)

    def index(self, name: str) -> Index:
        """An edition, looked up by identifier."""
        if (found := self._indexes.pop(name, None)) is None:
            found = Index(self.edition(name))
        return _held(self._indexes, name, found)

    @cached_property
    def months(self) -> tuple[Month, ...]:
        """All editions, the newest first; those without a date last."""
        found: dict[str, list[EditionLine]] = {}
        for one in map(self.history.by_id.__getitem__, self.history.by_period):
            found.setdefault(one.date[:7] if one.date else "", []).append(self._line(one))
        return tuple(Month(month=month or None, editions=tuple(found[month])) for month in sorted(found, reverse=True))

    def _line(self, one: Outline) -> EditionLine:
        return EditionLine(
            link=edition_link(one.id), period=_period(one), late=self.late(one.id), stories=len(one.stories), facts=one.facts, new=one.news.get("new", 0),
            changed=sum(one.news.get(news, 0) for news in _CHANGES), corrected=len(one.corrected),
        )  # fmt: skip

    def late(self, name: str) -> EditionLink | None:
        """The edition of a later period after which another was published; None for one that came in its turn."""
        after = self.history.late.get(name)
        return edition_link(after) if after else None

    def unlinked(self, view: T) -> T:
        """The same without links to editions of which the record is missing."""
        return view if self.history.is_whole else changed(view, self._href)

    def _href(self, owner: object, name: str, old: str) -> str | None:
        missing = name == "href" and isinstance(owner, EditionLink) and old not in self._hrefs
        return None if missing else old

    @cached_property
    def _hrefs(self) -> frozenset[str | None]:
        return frozenset(edition_link(name).href for name in self.history.by_id)

    # --- stories ------------------------------------------------------------------------------------------------------

    def state(self, story: str) -> StoryState:
        """The latest state of a story, by its identifier of now."""
        if story not in self._states:
            self._states[story] = self._state(story)
        return self._states[story]

    def _state(self, story: str) -> StoryState:
        history = self.history
        edition = history.latest[story]
        told = history.by_id[edition].stories[story]
        left = tuple(fact for fact in told if not history.is_taken_back(fact, edition))
        there = frozenset(left)
        anchors = {fact: history.names_of(fact) for fact in left}
        gone: dict[str, list[tuple[str, str]]] = {}
        for fact, last in history.facts_of(story).items():
            if fact not in there and (now := history.fact(fact)) not in there:
                gone.setdefault(now, []).append((fact, last))
        leaving = tuple(self._leaving(story, edition, names, there) for names in gone.values())
        taken = {one for names in leaving for one in (names.id, *names.anchors)} | there
        return StoryState(
            id=story, edition=edition, aliases=history.aliases_of(story),
            told_in=tuple(map(edition_link, history.newest_first(history.told_in(story)))), facts=left,
            anchors={
                fact: found for fact, names in anchors.items() if (found := tuple(n for n in names if n not in taken))
            },
            leaving=tuple(reversed(leaving)),
        )  # fmt: skip

    def _leaving(self, story: str, edition: str, names: list[tuple[str, str]], there: frozenset[str]) -> Leaving:
        history = self.history
        # The edition that told it last called it by its latest name.
        fact, last = names[-1]
        corrected = history.corrections_of(fact, last)
        place = history.place(fact)
        others = {name for name, _ in names} | set(history.names_of(history.fact(fact)))
        return Leaving(
            id=fact, anchors=tuple(sorted(others - {fact} - there)), edition=last,
            corrected=corrected[-1] if corrected else None,
            moved=place.story if place and (place.story, place.edition) != (story, edition) else None,
        )  # fmt: skip

    def reduced(self, state: StoryState) -> Edition:
        """The edition that has the latest state of a story, without what was taken back since; only that story is in it."""
        edition = self.edition(state.edition)
        left = frozenset(state.facts)
        story = next(one for one in edition.stories if one.id == state.id)
        facts = tuple(_without(fact, left) for fact in edition.facts if fact.id in left)
        return replace(edition, stories=(_of(story, left),), facts=facts)

    def correction(self, fact: str, edition: str) -> Correction | None:
        """What an edition tells of an earlier fact; None if it tells nothing of it."""
        names = {fact, self.history.fact(fact), *self.history.names_of(self.history.fact(fact))}
        return next((one for one in self.edition(edition).corrections if one.before.id in names), None)

    def ground(self, leaving: Leaving) -> tuple[Fact, Statement]:
        """A fact that is gone as it was told last, and its leading mention."""
        index = self.index(leaving.edition)
        fact = index.facts[leaving.id]
        return fact, index.leading(fact)

    def gone(self, state: StoryState, locale: str) -> tuple[GoneFact, ...]:
        """What a story's page shows of facts that are gone, the last ones first."""
        return tuple(self._gone(one, locale) for one in state.leaving)

    def _gone(self, one: Leaving, locale: str) -> GoneFact:
        fact, said = self.ground(one)
        correction = self.correction(one.id, one.corrected) if one.corrected else None
        now = correction.after if correction else one.id if one.moved else None
        made = Translations(self.edition(one.edition), locale).of(said)
        return GoneFact(
            id=one.id, anchors=one.anchors, css=css_of(fact.evidence), claimant=said.claimant, statement=said.id, text=self._shown(said), lang=lang(said),
            translation=translated(made) if made else None, source=self.index(one.edition).source(said.article),
            edition=edition_link(one.edition), fate=correction.about if correction else "moved" if one.moved else "untold",
            date=day_of(correction) if correction else None, told_by=edition_link(one.corrected) if correction and one.corrected else None,
            why=correction.why if correction else None, reason=correction.reason if correction else None, now=self._place(now) if now else None,
        )  # fmt: skip

    def _shown(self, said: Statement) -> str:
        return shortened(said.quote, self._limit, content_of(said)).text

    def _place(self, fact: str) -> str | None:
        """The address of a fact, from the locale's folder; None if it has none."""
        place = self.history.place(fact)
        return f"{place.story}.html#{self.history.fact(fact)}" if place else None

    # --- what was corrected later -------------------------------------------------------------------------------------

    def later(self, name: str, locale: str) -> tuple[LaterCorrection, ...]:
        """What later editions tell of the facts of an edition, the last first."""
        found: dict[LaterCorrection, list[Change]] = {}
        for fact, later in self.history.corrected_later(name):
            if correction := self.correction(fact, later):
                again = self.history.again(fact, later) if correction.after is None else None
                key = LaterCorrection(
                    fate=correction.about, date=day_of(correction), told_by=edition_link(later), why=correction.why,
                    reason=correction.reason, again=edition_link(again) if again else None,
                )  # fmt: skip
                found.setdefault(key, []).append(self._change(name, fact, later, correction.after, locale))
        return tuple(
            replace(key, facts=tuple(changes), names=frozenset(one.before.fact for one in changes))
            for key, changes in reversed(found.items())
        )

    def _change(self, name: str, fact: str, later: str, now: str | None, locale: str) -> Change:
        before = self._words(name, fact, locale)
        after = self._words(later, now, locale) if now and now in self.index(later).facts else None
        voice = after is not None and (before.css, before.claimant) != (after.css, after.claimant)
        same = after is not None and before.text == after.text and not voice
        return Change(before=before, after=None if same else after, voice=voice)

    def _words(self, name: str, identifier: str, locale: str) -> Words:
        """A fact as an edition told it, in the reader's language where its voice speaks in that."""
        index = self.index(name)
        fact = index.facts[identifier]
        mentions = same_voice(fact, index.statements)
        said = next((one for one in mentions if one.language == locale.partition("-")[0]), mentions[0])
        return Words(
            fact=fact.id, href=f"{fact.story}.html#{fact.id}", text=self._shown(said), lang=lang(said),
            css=css_of(fact.evidence), claimant=index.voice(mentions[0], fact.evidence).claimant,
        )  # fmt: skip


def _held(held: dict[str, T], name: str, value: T) -> T:
    """Put a value behind all others, and let the first go where there are too many."""
    held[name] = value
    if len(held) > _HELD:
        del held[next(iter(held))]
    return value


def _period(one: Outline) -> tuple[str, str] | None:
    """The period of an edition that is called by its day; None where that is all."""
    named = edition_link(one.id)
    return one.period if named.day and one.period and one.period != (named.day, named.day) else None


def _of(story: Story, left: frozenset[str]) -> Story:
    conflicts = tuple(one for one in story.conflicts if left.issuperset(one.sides))
    return replace(story, facts=tuple(fact for fact in story.facts if fact in left), conflicts=conflicts)


def _without(fact: Fact, left: frozenset[str]) -> Fact:
    """A fact without what it has to do with facts that are gone."""
    conflicts, adds = (tuple(one for one in other if one in left) for other in (fact.conflicts, fact.adds))
    return fact if (conflicts, adds) == (fact.conflicts, fact.adds) else replace(fact, conflicts=conflicts, adds=adds)


# --- pages in an edition's own folder ---------------------------------------------------------------------------------


def in_folder(view: EditionView) -> EditionView:
    """What the pages in an edition's own folder show: links lead up one folder, and nothing is of today.

    A story's page shows its latest state, where a conflict of this edition may not stand any more; the facts always do.
    """
    return up(
        replace(
            view,
            stories=tuple(_leading(story) for story in view.stories),
            publishers=tuple(replace(one, sources=(), stake=None) for one in view.publishers),
            silent=(),
            unread=(),
            examples={},
        )
    )


def _leading(story: StoryView) -> StoryView:
    return replace(
        story, leading=tuple(_settled(fact) for fact in story.leading), groups=(), boxes=(), coverage=None, conflicts=()
    )


def _settled(fact: FactView) -> FactView:
    return replace(fact, clashes=tuple(replace(clash, href=f"#{fact.id}") for clash in fact.clashes))


def up(value: T) -> T:
    """The same for a page one folder further down: what leads to another file of the site leads up first."""
    return changed(value, _up)


def _up(_: object, name: str, old: str) -> str:
    return old if name not in ("href", "page") or old.startswith("#") or ":" in old else f"../{old}"


def changed(value: T, change: Callable[[object, str, str], str | None]) -> T:
    """A view with every text in it that `change` makes another, given its owner, field and text."""
    return cast("T", _changed(value, change))


def _changed(value: object, change: Callable[[object, str, str], str | None]) -> object:
    if isinstance(value, tuple):
        return tuple(_changed(one, change) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for field in fields(value):
        old = getattr(value, field.name)
        new = change(value, field.name, old) if isinstance(old, str) else _changed(old, change)
        if new is not old:
            changed[field.name] = new
    return replace(value, **changed) if changed else value


def identifiers(states: Iterable[StoryState]) -> dict[str, frozenset[str]]:
    """The identifiers that pages of stories must have, by their file."""
    return {f"{name}.html": one.identifiers for one in states for name in (one.id, *one.aliases)}
