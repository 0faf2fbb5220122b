"""What a page shows, worked out before a template sees it: plain, typed, in the order of print.

A template only loops over these, chooses and words; it never counts, sorts or looks up.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

from markupsafe import Markup

from beleg.edit import UNDATED, day
from beleg.merge.order import news_rank
from beleg.records import (
    Article,
    Conflict,
    DateRole,
    Edition,
    Evidence,
    Fact,
    Kind,
    Modality,
    News,
    PublisherKind,
    Ruling,
    Statement,
    Story,
    TextFrom,
    Translation,
)
from beleg.render.fragments import fragment
from beleg.render.headings import Rung, counted
from beleg.render.names import LocalNames
from beleg.render.provenance import (
    SourceState,
    Stake,
    content_of,
    lang,
    stake,
    states_of,
    web,
    without_articles,
)
from beleg.render.quotation import shortened
from beleg.render.readable import Readable, Reading, count
from beleg.render.told import (
    CLASSES,
    CorrectionView,
    EditionLink,
    Link,
    Point,
    corrections,
    edition_link,
    excerpt,
    gone,
    news,
    of_facts,
    points,
)

Relation: TypeAlias = Literal["contradiction", "update"]
# Those who gain when they are believed.
INTERESTED: Final = ("vendor", "customer", "partner", "rival")
# The groups of a story page, in order, with the classes that stand in them.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "claims": INTERESTED,
    "official": ("official",),
    "shown": ("shown",),
    "opinion": ("opinion",),
    "press": ("press",),
    "none": ("none",),
}
# What a vendor's claims are sorted by; the others of its kind stand in "other".
VENDOR_SECTIONS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "launch": ("release", "license", "availability", "price"),
    "how": ("behaviour", "change", "support"),
    "limits": ("limitation", "requirement"),
    "tests": ("metric", "quantity"),
    "users": ("adoption", "endorsement", "partnership", "funding", "people"),
    "plans": ("plan",),
    "security": ("security", "legal"),
}
CLAIM_SECTIONS: Final = ("customer", "partner", *VENDOR_SECTIONS, "other", "rival")
# Kinds of document that a `via` can name, in the English of the lexicons; the catalogs have each in the reader's words.
DOCUMENTS: Final = (
    "advisory", "announcement", "annual report", "approval documents", "audit report", "blog", "brochure",
    "changelog", "complaint", "court file", "data sheet", "decision", "documentation", "email", "expert opinion",
    "expert report", "FAQ", "forum", "guide", "internal paper", "interview", "keynote", "letter", "list of fixes",
    "log", "manual", "newsletter", "notice", "order", "overview", "packaging", "patent application", "podcast",
    "post", "post-mortem", "presentation", "press conference", "press kit", "press release", "price list",
    "prospectus", "quarterly report", "quickstart guide", "register", "release matrix", "release notes", "reply",
    "report", "ruling", "social media post", "statement", "study", "support matrix", "survey", "terms",
    "test report", "website", "white paper",
)  # fmt: skip
# Codes of `Origin.why` whose argument is an article's identifier.
_ARTICLE_CODES: Final = frozenset({"copy", "translation"})
UNSURE_BELOW: Final = 0.6
# Of a section so many facts stand open, the rest one click away.
OPEN_FACTS: Final = 5
LEADING_FACTS: Final = 5
# Of a quote so many characters stand in the coverage table.
EXCERPT: Final = 44
# Names and documents listed in one line of the page before it says how many more there are.
LISTED: Final = 8
# Widths of the bar in percent: its margin, the gaps within and beside the claims, the least part that can be seen, the
# empty frame of independent evidence, and the least part that holds its number.
_MARGIN, _NARROW, _WIDE, _LEAST, _FRAME, _NUMBERED = 0.2, 0.4, 1.6, 2.0, 4.6, 4.6


class Words(Protocol):
    """What words facts, conflicts and stories in one locale (`wording.Wordings`)."""

    def sentence(self, fact: Fact) -> Markup | None: ...
    def lead_in(self, fact: Fact, *, topics: bool) -> str: ...
    def label(self, fact: Fact) -> str: ...
    def question(self, conflict: Conflict) -> str: ...
    def value(self, fact: Fact, conflict: Conflict) -> Markup: ...
    def tells(self, fact: Fact) -> bool: ...
    def typed(self, fact: Fact) -> bool: ...
    def headline(self, story: Story) -> Markup: ...
    def rung(self, story: Story) -> Rung: ...
    def standfirst(self, story: Story) -> Markup: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceLink:
    """Where an article can be checked."""

    # The publisher; None where it is not known, and the language says whose article it is.
    name: str | None
    # "de", "ru", "sr": for "German article".
    language: str
    # Address of the article, else the page of its source, from the locale's folder.
    href: str
    # The page of its source.
    page: str
    # ISO 8601 day in the site's zone; None where nobody gives it.
    date: str | None
    # What of it was read.
    text_from: TextFrom


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """Who says it, through what and how firmly."""

    css: str
    # None where no origin is stated, or where an article without publisher speaks itself: then `article` says which.
    claimant: str | None
    article: str | None
    # The function in which a person speaks; None where it is not known in the reader's language.
    role: str | None
    # The document that carries it, by its kind ("blog", one of `DOCUMENTS`), and whose it is ("PyTorch").
    owner: str | None
    document: str | None
    modality: Modality
    unsure: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Carrier:
    """A document or occasion that carries statements."""

    owner: str | None
    document: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """An article's exact words, and where they stand."""

    statement: str
    # Exact but for words that are left out, and how many these are.
    text: str
    hidden: int
    lang: str
    source: SourceLink
    # Where the words stand in the article; None where it has no address.
    href: str | None
    # None where it is the fact's own.
    voice: Voice | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TranslationView:
    """A quote in the reader's language, and who made it so."""

    text: str
    # Who translated it; None where nobody is named.
    by: str | None
    # The model that made it, as long as no person has confirmed it; empty where it is not named. None for no machine.
    machine: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Caveat:
    """A caveat that limits a fact."""

    # Identifier of the caveat's fact.
    id: str
    # "press" for the publisher's own.
    css: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Reach:
    """How far a fact has come: origins are counted, not outlets alone."""

    # Those that are named.
    origins: int
    # How many it can be at most, those included that are not named; None where all are.
    at_most: int | None
    outlets: int
    languages: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Joined:
    """Why a mention counts as its origin's: a code of `Origin.why` with its argument, as a name, a document or an article."""

    code: str
    name: str | None = None
    owner: str | None = None
    document: str | None = None
    source: SourceLink | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OriginView:
    """An origin of a fact, with the proof that its mentions go back to it."""

    # None where none is named.
    party: str | None
    css: str
    # The outlets that have it: language, and publisher; None for an article without one.
    outlets: tuple[tuple[str, str | None], ...]
    why: tuple[Joined, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Clash:
    """A conflict as its facts have it: place of the box, its heading, and whether it is an update."""

    href: str
    text: str
    update: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Other:
    """A fact that says the same of more or of fewer objects."""

    # None where neither has all objects of the other.
    more: bool | None
    # Page of its story.
    page: str
    id: str
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FactView:
    """A fact as printed."""

    id: str
    # Page of its story, "y-….html".
    page: str
    kind: Kind
    voice: Voice
    # Each voice once, with the languages that have it, for a side of a conflict.
    voices: tuple[tuple[tuple[str, ...], Voice], ...]
    # In the reader's language; None where the original has to speak.
    sentence: Markup | None
    lead_in: str
    label: str
    # Shown in place of a sentence, or beside what was made of it in the reader's language.
    original: Quote | None
    translation: TranslationView | None
    # How the reader gets the fact.
    reading: Reading
    quotes: tuple[Quote, ...]
    reach: Reach
    # Whether a customer tells its own measurement; None for any other fact.
    measured: bool | None
    caveats: tuple[Caveat, ...]
    # Conflicts that it takes part in.
    clashes: tuple[Clash, ...]
    # What it has that earlier editions did not, and the edition that had it first; None where that is its story's and
    # there is no news of it.
    news: News | None
    since: EditionLink | None
    # Its origins, where there is more to tell than its voice does.
    proof: tuple[OriginView, ...]
    adds: tuple[Other, ...]
    # What an editor settled, and what readers are told about it.
    rulings: tuple[Ruling, ...]
    notes: tuple[str, ...]
    # Other identifiers that it was published under, which lead to it on the page of its story.
    anchors: tuple[str, ...]
    # The edition that tells it so.
    edition: EditionLink


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side of a conflict."""

    value: Markup
    fact: FactView
    # Whether the fact stands here and nowhere else, so that the side carries its anchor.
    home: bool
    # Of an update: whether it is the later side; None for a contradiction.
    newer: bool | None
    # Its articles, each publisher's day once, but for the one that stands beside the original words.
    sources: tuple[tuple[str, SourceLink], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ConflictView:
    """Facts that cannot both be true, or an older and a newer state, side by side."""

    id: str
    # Of an update from one value to another None: it is headed by its values.
    question: str | None
    update: bool
    sides: tuple[Side, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """A place in a section: a fact, or the mention of one that stands in a conflict."""

    fact: FactView
    elsewhere: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """Facts of a group under one heading, or under none."""

    # One of `CLAIM_SECTIONS`, or "all".
    key: str
    count: int
    first: tuple[Item, ...]
    rest: tuple[Item, ...]
    # How many facts `rest` holds.
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """A group of a story page."""

    # One of `GROUPS`, or "aside".
    key: str
    count: int
    sections: tuple[Section, ...]


def facts_of(groups: Iterable[Group]) -> Iterator[FactView]:
    """The facts of groups in the order of print, each once."""
    sections = (section for group in groups for section in group.sections)
    facts = {item.fact.id: item.fact for section in sections for item in (*section.first, *section.rest)}
    yield from facts.values()


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A part of the evidence bar; widths in percent."""

    css: str
    count: int
    x: str
    width: str
    middle: str
    numbered: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of the coverage table."""

    id: str
    label: str
    # The beginning of the original words, or of their translation, where the label alone would not tell the fact from
    # others; and the language that this is in.
    excerpt: str
    lang: str
    # HTML class by language; None where no article of it has the fact.
    cells: tuple[str | None, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """What a fact has at a day."""

    # What the date is of.
    role: DateRole
    voice: Voice
    row: Row


@dataclass(frozen=True, kw_only=True, slots=True)
class Day:
    """A date of the timeline, as precise as it is given, with the facts that have it."""

    date: str
    moments: tuple[Moment, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """Which languages report which fact."""

    languages: tuple[str, ...]
    # Facts in two or more languages, by group; then the others.
    shared: tuple[tuple[str, tuple[Row, ...]], ...]
    single: tuple[tuple[str, tuple[Row, ...]], ...]
    # How many facts stand in how many languages, most languages first.
    counts: tuple[tuple[int, int], ...]
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Origins:
    """The parties that facts go back to, publishers apart."""

    count: int
    named: tuple[str, ...]
    more: int
    # How many of them have a stake.
    interested: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ArticleLine:
    """An article in the list at the head of a story."""

    lang: str
    # Its own headline; None where it has none.
    title: str | None
    source: SourceLink


@dataclass(frozen=True, kw_only=True, slots=True)
class StoryView:
    """A story page."""

    id: str
    page: str
    headline: Markup
    standfirst: Markup
    count: int
    aside: int
    parts: tuple[Part, ...]
    articles: tuple[ArticleLine, ...]
    languages: tuple[str, ...]
    origins: Origins
    # Contradictions, and updates.
    conflicts: tuple[Link, ...]
    updates: tuple[Link, ...]
    boxes: tuple[ConflictView, ...]
    groups: tuple[Group, ...]
    # The publishers' own remarks on the evidence, for the empty panel: fact, and who remarks.
    remarks: tuple[tuple[str, SourceLink], ...]
    # Whether a fact off the story's subject rests on independent evidence.
    shown_aside: bool
    # Whether a fact is shown in words of another language than the reader's.
    foreign: bool
    coverage: Coverage | None
    # The dates of its facts, the earliest first, those without a year last; empty for fewer than two.
    timeline: tuple[Day, ...]
    leading: tuple[FactView, ...]
    # What it has that earlier editions did not, and the edition that had it first.
    news: tuple[Point, ...]
    since: EditionLink | None
    # Why it stands where it does.
    reasons: tuple[Point, ...]
    # Those of facts that it still has.
    corrections: tuple[CorrectionView, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ArticleState:
    """An article on the sources page."""

    title: str | None
    lang: str
    url: str | None
    date: str | None
    facts: int
    page: str | None
    # What is missing: "publisher", "title", "date", "address".
    missing: tuple[str, ...]
    text_from: TextFrom
    # Of a syndicated article: where it came from.
    taken_from: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PublisherView:
    """A publisher on the sources page, with its articles."""

    anchor: str
    # Its own page, with its articles of all editions.
    page: str
    name: str | None
    language: str
    langs: tuple[str, ...]
    kind: PublisherKind
    # Whether it speaks in its own cause; None where that is not told.
    stake: Stake | None
    # Whether the name was taken from what the text says of itself.
    from_text: bool
    articles: tuple[ArticleState, ...]
    # How the sources are doing that the articles were fetched from.
    sources: tuple[SourceState, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OriginRow:
    """A row of the table of origins."""

    party: str | None
    css: str
    # Owner and kind of its documents, as of a `Voice`.
    documents: tuple[Carrier, ...]
    facts: int


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionView:
    """What the pages of a locale share, and the edition page shows."""

    name: EditionLink
    date: str | None
    period: tuple[str, str] | None
    stories: tuple[StoryView, ...]
    count: int
    interested: int
    shown: int
    aside: int
    parts: tuple[Part, ...]
    articles: int
    outlets: int
    languages: tuple[str, ...]
    origins: Origins
    # Contradictions, and updates.
    conflicts: int
    updates: int
    publishers: tuple[PublisherView, ...]
    origin_rows: tuple[OriginRow, ...]
    # Paths of source files that could not be read.
    unread: tuple[str, ...]
    # Sources that gave no article, and what was taken back.
    silent: tuple[SourceState, ...]
    corrections: tuple[CorrectionView, ...]
    # The edition published before it, and what is new since; None and empty where none was.
    preceding: EditionLink | None
    news: tuple[Point, ...]
    # Whether a leading fact of a story is shown in words of another language than the reader's.
    foreign: bool
    # How many facts are read in which way.
    readings: dict[Reading, int]
    # How the headlines of its stories came about.
    headings: dict[Rung, int]
    # A fact with a sentence for each HTML class that the edition has one of.
    examples: Mapping[str, FactView]


def bar(counts: Mapping[str, int]) -> tuple[Part, ...]:
    """The evidence bar: a part for each class that occurs, and always one for independent evidence.

    Args:
        counts: Facts by HTML class.
    """
    total = sum(counts.values())
    shown = [css for css in CLASSES.values() if counts.get(css) or css == "shown"]
    gaps = [_NARROW if {left, right} <= set(INTERESTED) else _WIDE for left, right in pairwise(shown)]
    room = 100 - 2 * _MARGIN - sum(gaps) - sum(_FRAME for css in shown if not counts.get(css))
    least = {css: _LEAST for css in shown if counts.get(css, 0) and room * counts[css] / total < _LEAST}
    rest = total - sum(counts[css] for css in least)
    room -= sum(least.values())
    parts, x = [], _MARGIN
    for css, gap in zip(shown, [*gaps, 0.0], strict=True):
        count = counts.get(css, 0)
        width = least.get(css, room * count / rest if count else _FRAME)
        parts.append(
            Part(
                css=css,
                count=count,
                x=f"{x:.2f}%",
                width=f"{width:.2f}%",
                middle=f"{x + width / 2:.2f}%",
                numbered=width >= _NUMBERED,
            )  # fmt: skip
        )
        x += width + gap
    return tuple(parts)


def css_of(evidence: Evidence) -> str:
    return CLASSES[evidence]


class Viewer:
    """Builds the views of one edition in one locale.

    Args:
        edition: The edition.
        locale: As in addresses, "sr-Latn".
        words: Words facts in that locale.
        index: What is the same in every locale, made once an edition.
        names: What names and functions are called in the locale.
        anchors: Other identifiers that a fact was published under, by its own.
        facts: Is filled with the views of facts, and may hold those that another viewer of the same facts made.
    """

    def __init__(
        self,
        edition: Edition,
        locale: str,
        words: Words,
        index: Index,
        names: LocalNames,
        anchors: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        facts: dict[str, FactView] | None = None,
    ) -> None:
        self.edition = edition
        self.locale = locale
        self.words = words
        self.readable = Readable(edition, locale, words)
        self.index = index
        self.names = names
        self.anchors = anchors
        self.corrections: tuple[CorrectionView, ...] = ()
        self._facts = {} if facts is None else facts

    def view(self) -> EditionView:
        """Everything that the locale's pages show."""
        edition, index = self.edition, self.index
        self.corrections = corrections(edition, index.facts, self._holds)
        stories = tuple(self._story(story) for story in edition.stories)
        counts = Counter(css_of(fact.evidence) for fact in edition.facts if not fact.aside)
        examples: dict[str, FactView] = {}
        for fact in self._typical(edition.facts):
            examples.setdefault(css_of(fact.evidence), self._fact(fact))
        return EditionView(
            name=index.name, date=edition.date, period=edition.period, stories=stories, count=counts.total(),
            interested=sum(counts[css] for css in INTERESTED), shown=counts["shown"],
            aside=sum(fact.aside for fact in edition.facts), parts=bar(counts), articles=len(edition.articles),
            outlets=len({a.publisher or a.id for a in edition.articles}),
            languages=tuple(sorted({a.language for a in edition.articles})),
            origins=index.origins(fact for fact in edition.facts if not fact.aside),
            conflicts=sum(len(story.conflicts) for story in stories),
            updates=sum(len(story.updates) for story in stories), publishers=index.publishers,
            origin_rows=index.origin_rows, examples=examples,
            foreign=any(fact.reading == "foreign" for story in stories for fact in story.leading),
            silent=without_articles(edition), corrections=self.corrections,
            preceding=edition_link(edition.preceding) if edition.preceding else None,
            news=(*news(edition.facts), *gone(edition)) if edition.preceding else (),
            readings=count(self._fact(fact).reading for fact in edition.facts),
            headings=counted(self.words.rung(story) for story in edition.stories),
            unread=tuple(problem.path for problem in edition.problems if problem.severity == "error"),
        )  # fmt: skip

    def sentences(self) -> Iterator[tuple[str, str]]:
        """The words of each fact that has a sentence, without marking and with plain spaces."""
        return ((one.id, " ".join(one.sentence.striptags().split())) for one in self._facts.values() if one.sentence)

    def _typical(self, facts: Iterable[Fact]) -> list[Fact]:
        """Facts that can stand as an example of their class: every mention is sure and of that class, best told first."""
        sure = []
        for fact in facts:
            mentions = [self.index.statements[one] for one in fact.mentions]
            alike = all(one.evidence == fact.evidence and one.confidence >= UNSURE_BELOW for one in mentions)
            if alike and fact.kind != "other" and not (fact.aside or fact.conflicts) and self.words.tells(fact):
                sure.append((self._fact(fact).sentence is None, -len(fact.languages), -mentions[0].confidence, fact))
        return [fact for *_, fact in sorted(sure, key=lambda row: row[:3])]

    def _story(self, story: Story) -> StoryView:
        index = self.index
        facts = [index.facts[one] for one in story.facts]
        main = [fact for fact in facts if not fact.aside]
        boxed = {one for conflict in story.conflicts for one in conflict.sides}
        groups = [self._group(key, main, boxed) for key in GROUPS]
        aside = [fact for fact in facts if fact.aside]
        if aside:
            groups.append(_grouped("aside", [("all", aside)], lambda fact: self._item(fact, boxed)))
        counts = Counter(css_of(fact.evidence) for fact in main)
        articles = [index.articles[one] for one in story.articles]
        remarks = {
            index.leading(fact).article: fact.id
            for fact in reversed(main)
            if fact.evidence == "publisher_analysis" and fact.kind == "caveat"
        }
        return StoryView(
            id=story.id, page=f"{story.id}.html", headline=self.words.headline(story),
            standfirst=self.words.standfirst(story), count=len(main), aside=len(aside), parts=bar(counts),
            articles=tuple(ArticleLine(lang=lang(a), title=a.title, source=index.source(a.id)) for a in articles),
            languages=tuple(sorted({a.language for a in articles})), origins=index.origins(main),
            conflicts=self._links(story, "contradiction"), updates=self._links(story, "update"),
            boxes=self._conflicts(story), groups=tuple(groups),
            remarks=tuple((fact, index.source(article)) for article, fact in sorted(remarks.items())),
            shown_aside=any(fact.evidence == "independent_evidence" for fact in aside),
            foreign=any(self._fact(fact).reading == "foreign" for fact in facts),
            coverage=self._coverage(main), timeline=self._timeline(main), leading=tuple(self._fact(fact) for fact in self._leading(main)),
            news=news(facts), since=edition_link(story.since) if story.since else None, reasons=points(story.reasons),
            corrections=of_facts(self.corrections, {name for fact in facts for name in (fact.id, *fact.aliases)}),
        )  # fmt: skip

    def _links(self, story: Story, relation: Relation) -> tuple[Link, ...]:
        """Where the page of a story has its conflicts of a kind."""
        return tuple(
            Link(href=f"#{one.id}", text=self.words.question(one))
            for one in story.conflicts
            if one.relation == relation
        )

    def _holds(self, identifier: str) -> Link | None:
        """Where a fact stands, and what it is called; None for one of no story of the edition."""
        fact = self.index.facts.get(identifier)
        return Link(href=f"{fact.story}.html#{fact.id}", text=self.words.label(fact)) if fact else None

    def _conflicts(self, story: Story) -> tuple[ConflictView, ...]:
        """The story's conflicts; a fact that takes part in several has its place in the first."""
        home: dict[str, str] = {}
        for conflict in story.conflicts:
            for one in conflict.sides:
                home.setdefault(one, conflict.id)
        return tuple(self._conflict(conflict, home) for conflict in story.conflicts)

    def _conflict(self, conflict: Conflict, home: Mapping[str, str]) -> ConflictView:
        sides = [self.index.facts[one] for one in conflict.sides]
        update = conflict.relation == "update"
        if update:
            # What was, then what is.
            sides.sort(key=lambda fact: fact.id == conflict.newer)
        changed = update and len(sides) == 2 and conflict.about != "polarity"
        return ConflictView(
            id=conflict.id,
            question=None if changed else self.words.question(conflict),
            update=update,
            sides=tuple(
                Side(
                    value=self.words.value(fact, conflict), fact=self._fact(fact), home=home[fact.id] == conflict.id,
                    newer=fact.id == conflict.newer if update else None, sources=self._sources(fact),
                )
                for fact in sides
            ),
        )  # fmt: skip

    def _sources(self, fact: Fact) -> tuple[tuple[str, SourceLink], ...]:
        """The articles that have a fact, but for the one whose words stand in place of a sentence."""
        view, index = self._fact(fact), self.index
        found = dict.fromkeys(
            (lang(one), index.source(one.article)) for one in (index.statements[each] for each in fact.mentions)
        )
        return tuple(each for each in found if not view.original or each[1] != view.original.source)

    def _item(self, fact: Fact, boxed: Container[str]) -> Item:
        """What stands in place of a fact: itself, or a line that leads to its conflict."""
        return Item(fact=self._fact(fact), elsewhere=fact.id in boxed)

    def _group(self, key: str, facts: Sequence[Fact], boxed: Container[str]) -> Group:
        mine = [fact for fact in facts if css_of(fact.evidence) in GROUPS[key]]
        sections = [("all", mine)]
        if key == "claims":
            sections = [(name, [fact for fact in mine if _section(fact) == name]) for name in CLAIM_SECTIONS]
        return _grouped(key, sections, lambda fact: self._item(fact, boxed))

    def _fact(self, fact: Fact) -> FactView:
        view = self._facts.get(fact.id)
        if view is None:
            view = self._facts[fact.id] = self._new_fact(fact)
        return view

    def _new_fact(self, fact: Fact) -> FactView:
        index = self.index
        mentions = [index.statements[one] for one in fact.mentions]
        voice = index.voice(mentions[0], fact.evidence)
        spoken = replace(voice, role=self.names.role(mentions[0]))
        sentence = self.words.sentence(fact)
        original = self.readable.quoted(fact) if sentence is None else None
        translation = self.readable.translations.of(original) if original else None
        quotes = tuple(index.quote(one, voice) for one in mentions if one is not original)
        reading = self.readable.reading(fact, sentence)
        return FactView(
            id=fact.id, page=f"{fact.story}.html", kind=fact.kind, voice=spoken, voices=index.voices(mentions), sentence=sentence,
            # What a quote is about helps those who can't read it.
            lead_in="" if sentence else self.words.lead_in(fact, topics=reading == "foreign"), label=self.words.label(fact),
            original=index.quote(original, voice) if original else None,
            translation=translated(translation) if translation else None, reading=reading,
            quotes=quotes,
            reach=Reach(
                origins=sum(origin.party is not None or origin.stake is not None for origin in fact.origins),
                at_most=fact.origins_at_most, outlets=fact.outlets, languages=fact.languages,
            ),
            measured=fact.kind == "metric" and bool(fact.quantities) if fact.evidence == "customer_claim" else None,
            caveats=index.caveats.get(fact.id, ()),
            clashes=tuple(
                Clash(href=f"#{one.id}", text=self.words.question(one), update=one.relation == "update")
                for one in index.conflicts.get(fact.id, ())
            ),
            news=fact.news, since=self._since(fact),
            proof=index.proof(fact),
            adds=tuple(self._other(fact, index.facts[one]) for one in fact.adds if one in index.facts and self.words.tells(index.facts[one])),
            rulings=fact.rulings, notes=fact.notes,
            anchors=self.anchors.get(fact.id, ()), edition=index.name,
        )  # fmt: skip

    def _since(self, fact: Fact) -> EditionLink | None:
        """The edition that had a fact first; None where its story was first told with it and nothing has changed since."""
        if fact.since is None or (fact.news is None and fact.since == self.index.since.get(fact.story)):
            return None
        return edition_link(fact.since)

    def _other(self, fact: Fact, other: Fact) -> Other:
        mine, others = set(fact.objects), set(other.objects)
        more = True if mine < others else False if others < mine else None
        return Other(more=more, page=f"{other.story}.html", id=other.id, label=self.words.label(other))

    def _leading(self, facts: Sequence[Fact]) -> list[Fact]:
        """What stands for a story on the edition page: of each kind of news the best, then of what was told before."""
        kinds: dict[int, list[Fact]] = {}
        for fact in sorted(facts, key=news_rank):
            kinds.setdefault(news_rank(fact), []).append(fact)
        chosen = [fact for alike in kinds.values() for fact in self._best(alike)][:LEADING_FACTS]
        place = {fact.id: at for at, fact in enumerate(facts)}
        return sorted(chosen, key=lambda fact: (news_rank(fact), not fact.conflicts, place[fact.id]))

    def _best(self, facts: Sequence[Fact]) -> list[Fact]:
        """Facts by how well they stand for all: what is disputed, then the best of each class, then the others.

        The best fact of a class is worded in the reader's language, else at least readable in it, reported in most
        languages, and early in print.
        """
        ranked = sorted(facts, key=lambda fact: (self._distance(fact), -len(fact.languages)))
        chosen = [fact for fact in ranked if fact.conflicts][:1]
        for css in ("shown", "customer", "vendor", "official", "press", "partner", "opinion", "rival", "none"):
            chosen += [fact for fact in ranked if css_of(fact.evidence) == css and fact not in chosen][:1]
        return chosen + [fact for fact in ranked if fact not in chosen]

    def _distance(self, fact: Fact) -> int:
        """How far a fact is from a sentence in the reader's language: 0 for one, 1 for a quote that can be read, else 2."""
        view = self._fact(fact)
        return 0 if view.sentence is not None else 1 + (view.reading == "foreign")

    def _coverage(self, facts: Sequence[Fact]) -> Coverage | None:
        """Which languages report what; None for a story in one language."""
        languages = tuple(sorted({language for fact in facts for language in fact.languages}))
        if len(languages) < 2:
            return None
        shared: list[tuple[str, tuple[Row, ...]]] = []
        single: list[tuple[str, tuple[Row, ...]]] = []
        for key, classes in GROUPS.items():
            mine = [fact for fact in facts if css_of(fact.evidence) in classes]
            for found, many in ((shared, True), (single, False)):
                rows = tuple(self._row(fact, languages) for fact in mine if (len(fact.languages) > 1) is many)
                if rows:
                    found.append((key, rows))
        counts = Counter(len(fact.languages) for fact in facts)
        return Coverage(
            languages=languages, shared=tuple(shared), single=tuple(single),
            counts=tuple(sorted(counts.items(), reverse=True)), more=counts[1],
        )  # fmt: skip

    def _timeline(self, facts: Sequence[Fact]) -> tuple[Day, ...]:
        """The dates of facts with what they are of, as the first mention that has the date says it."""
        found: dict[str, list[Moment]] = {}
        for fact in facts:
            roles: dict[str, DateRole] = {}
            for one in (self.index.statements[name] for name in fact.mentions):
                for date, role in zip(one.dates, one.date_roles, strict=False):
                    roles.setdefault(date, role)
            for date in dict.fromkeys(fact.dates):
                moment = Moment(role=roles.get(date, "event"), voice=self._fact(fact).voice, row=self._row(fact, ()))
                found.setdefault(date, []).append(moment)
        if len(found) < 2:
            return ()
        # "--10-20" has no year that it could be sorted by.
        order = sorted(found, key=lambda date: (date.startswith("--"), date))
        return tuple(Day(date=date, moments=tuple(found[date])) for date in order)

    def _row(self, fact: Fact, languages: Sequence[str]) -> Row:
        best: dict[str, str] = {}
        order = list(CLASSES)
        for one in sorted(
            (self.index.statements[one] for one in fact.mentions), key=lambda statement: order.index(statement.evidence)
        ):
            best.setdefault(one.language, css_of(one.evidence))
        view = self._fact(fact)
        text, in_lang = (view.original.text, view.original.lang) if view.original else ("", "")
        if view.translation:
            text, in_lang = view.translation.text, self.locale
        return Row(
            id=fact.id,
            label=self.words.label(fact),
            excerpt="" if self.words.tells(fact) else excerpt(text, EXCERPT),
            lang=in_lang,
            cells=tuple(best.get(language) for language in languages),
        )


def translated(made: Translation) -> TranslationView:
    return TranslationView(text=made.text, by=made.by, machine=made.machine)


def _section(fact: Fact) -> str:
    """The section of a story page in which a fact stands."""
    if fact.aside:
        return "aside"
    css = css_of(fact.evidence)
    if css != "vendor":
        return css
    return next((name for name, kinds in VENDOR_SECTIONS.items() if fact.kind in kinds), "other")


def _grouped(key: str, sections: Iterable[tuple[str, Sequence[Fact]]], item_of: Callable[[Fact], Item]) -> Group:
    """A group with those of its sections that hold facts."""
    made = []
    for name, facts in sections:
        items = [item_of(fact) for fact in facts]
        if items:
            rest = tuple(items[OPEN_FACTS:])
            made.append(
                Section(key=name, count=len(facts), first=tuple(items[:OPEN_FACTS]), rest=rest, more=len(rest))
            )  # fmt: skip
    return Group(key=key, count=sum(section.count for section in made), sections=tuple(made))


class Index:
    """An edition, looked up by identifier; the same in every locale.

    Args:
        edition: The edition.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.name = edition_link(edition.id or UNDATED)
        self.facts = {fact.id: fact for fact in edition.facts}
        self.articles = {article.id: article for article in edition.articles}
        self.statements = {one.id: one for one in edition.statements}
        self.since = {story.id: story.since for story in edition.stories}
        self._sources: dict[str, SourceLink] = {}
        self._quotes: dict[tuple[str, Voice], Quote] = {}
        self.conflicts: dict[str, list[Conflict]] = {}
        for story in edition.stories:
            for conflict in story.conflicts:
                for side in conflict.sides:
                    self.conflicts.setdefault(side, []).append(conflict)
        self._pages: dict[str, str] = {a: f"{story.id}.html" for story in edition.stories for a in story.articles}
        facts_of = {one: fact.id for fact in edition.facts for one in fact.mentions}
        caveats: dict[str, dict[str, Caveat]] = {}
        for one in edition.statements:
            limited = facts_of.get(one.qualifies or "")
            caveat = facts_of.get(one.id)
            if limited and caveat and limited != caveat:
                caveats.setdefault(limited, {})[caveat] = Caveat(id=caveat, css=css_of(self.facts[caveat].evidence))
        self.caveats = {fact: tuple(found.values()) for fact, found in caveats.items()}

    def leading(self, fact: Fact) -> Statement:
        return self.statements[fact.mentions[0]]

    def source(self, article: str) -> SourceLink:
        link = self._sources.get(article)
        if link is None:
            found = self.articles[article]
            page = source_page(found)
            link = self._sources[article] = SourceLink(
                name=found.publisher, language=found.language, date=self._day(found), text_from=found.text_from,
                href=web(found.url) or page, page=page,
            )  # fmt: skip
        return link

    def _day(self, article: Article) -> str | None:
        return day(article.published, self.edition.site.zone) if article.published else None

    def voice(self, one: Statement, evidence: Evidence) -> Voice:
        """Who speaks; an article's own judgement is its publisher's."""
        claimant = one.claimant
        if one.evidence == "publisher_analysis":
            claimant = claimant or self.articles[one.article].publisher
        return Voice(
            css=css_of(evidence), claimant=claimant,
            article=one.language if claimant is None and one.evidence == "publisher_analysis" else None,
            role=None, owner=_owner(one.via), document=_document(one.via),
            modality=one.modality, unsure=one.confidence < UNSURE_BELOW,
        )  # fmt: skip

    def voices(self, mentions: Sequence[Statement]) -> tuple[tuple[tuple[str, ...], Voice], ...]:
        """The voices of a fact, each once, with its languages."""
        found: dict[Voice, list[str]] = {}
        for one in mentions:
            voice = self.voice(one, one.evidence)
            found.setdefault(voice, []).append(one.language)
        return tuple((tuple(sorted(set(languages))), voice) for voice, languages in found.items())

    def quote(self, one: Statement, fact: Voice) -> Quote:
        """A statement's exact words; its voice only where it differs from that of the fact."""
        found = self._quotes.get((one.id, fact))
        if found is None:
            voice = self.voice(one, one.evidence)
            same = (voice.css, voice.claimant, voice.article, voice.unsure) == (
                fact.css, fact.claimant, fact.article, fact.unsure,
            )  # fmt: skip
            # A quote that only leaves out the document adds nothing.
            same = same and (voice.owner, voice.document) in ((None, None), (fact.owner, fact.document))
            article = self.articles[one.article]
            url = web(article.url)
            shown = shortened(one.quote, self.edition.site.quote, content_of(one))
            found = self._quotes[one.id, fact] = Quote(
                statement=one.id, text=shown.text, hidden=shown.hidden, lang=lang(one), source=self.source(one.article),
                href=fragment(url, one, article) if url else None, voice=None if same else voice,
            )  # fmt: skip
        return found

    def proof(self, fact: Fact) -> tuple[OriginView, ...]:
        """Each origin of a fact with what goes back to it and why; empty where the voice of its one mention says all of it."""
        if len(fact.mentions) < 2 and all(_is_plain(why) for origin in fact.origins for why in origin.why):
            return ()
        views = []
        for origin in fact.origins:
            mentions = [self.statements[one] for one in origin.mentions]
            sources = [(lang(one), self.source(one.article).name) for one in mentions]
            views.append(
                OriginView(
                    party=origin.party,
                    css=css_of(mentions[0].evidence) if origin.party or origin.stake else "none",
                    outlets=tuple(dict.fromkeys(sources)),
                    why=tuple(self._joined(why) for why in origin.why),
                )
            )
        return tuple(views)

    def _joined(self, why: str) -> Joined:
        """A reason of `Origin.why`: "subsidiary: AWS" is a code with its argument."""
        code, _, told = why.partition(": ")
        if code in _ARTICLE_CODES:
            # An article of an earlier edition has no place on these pages.
            return Joined(code=code, source=self.source(told) if told in self.articles else None)
        if code == "document":
            return Joined(code=code, owner=_owner(told), document=_document(told))
        return Joined(code=code, name=told or None)

    def origins(self, facts: Iterable[Fact]) -> Origins:
        """The parties that facts go back to, most facts first; publishers are no origin of what they report."""
        counts: Counter[str] = Counter()
        stakes: dict[str, bool] = {}
        for fact in facts:
            for origin in fact.origins:
                if origin.party and origin.stake != "publisher":
                    counts[origin.party] += 1
                    interested = origin.stake in ("vendor", "customer", "partner", "competitor")
                    stakes[origin.party] = stakes.get(origin.party, True) and interested
        named = sorted(counts, key=lambda party: (-counts[party], party))
        return Origins(
            count=len(named), named=tuple(named[:LISTED]), more=len(named[LISTED:]), interested=sum(stakes.values())
        )

    @cached_property
    def publishers(self) -> tuple[PublisherView, ...]:
        """The publishers and what they gave, by name; articles without a publisher stand by themselves, last."""
        facts: Counter[str] = Counter()
        for fact in self.edition.facts:
            facts.update({self.statements[one].article for one in fact.mentions})
        found: dict[str, list[Article]] = {}
        for article in self.edition.articles:
            found.setdefault(article.publisher or article.id, []).append(article)
        views = []
        for articles in found.values():
            first = articles[0]
            views.append(
                PublisherView(
                    anchor=_anchor(first),
                    page=source_page(first),
                    name=first.publisher,
                    language=first.language,
                    langs=tuple(dict.fromkeys(lang(article) for article in articles)),
                    kind=first.publisher_kind,
                    stake=stake(articles, self.edition.health),
                    from_text=first.publisher_from == "text",
                    articles=tuple(
                        ArticleState(
                            title=article.title,
                            lang=lang(article),
                            url=web(article.url),
                            date=self._day(article),
                            facts=facts[article.id],
                            page=self._pages.get(article.id),
                            missing=_missing(article),
                            text_from=article.text_from,
                            taken_from=article.taken_from,
                        )
                        for article in articles
                    ),
                    sources=states_of(articles, self.edition),
                )  # fmt: skip
            )
        return tuple(sorted(views, key=lambda view: (view.name is None, view.name or "", view.anchor)))

    @cached_property
    def origin_rows(self) -> tuple[OriginRow, ...]:
        """Every origin with its class and documents, in the order of the classes, most facts first."""
        facts: dict[tuple[str | None, str], set[str]] = {}
        documents: dict[tuple[str | None, str], Counter[str]] = {}
        for fact in self.edition.facts:
            for origin in fact.origins:
                for mention in origin.mentions:
                    one = self.statements[mention]
                    css = css_of(one.evidence)
                    party = self.voice(one, one.evidence).claimant if css == "press" else origin.party
                    facts.setdefault((party, css), set()).add(fact.id)
                    documents.setdefault((party, css), Counter()).update([one.via] if one.via else [])
        order = list(CLASSES.values())
        rows = [
            OriginRow(
                party=party, css=css, facts=len(found),
                documents=tuple(
                    Carrier(owner=_owner(via), document=_document(via))
                    for via, _ in sorted(documents[party, css].items(), key=lambda item: (-item[1], item[0]))
                )[:LISTED],
            )
            for (party, css), found in facts.items()
        ]  # fmt: skip
        return tuple(
            sorted(rows, key=lambda row: (order.index(row.css), -row.facts, row.party is None, row.party or ""))
        )


def _is_plain(why: str) -> bool:
    """Whether a reason of `Origin.why` says what a fact's voice shows: its claimant, or the document."""
    return why in ("named", "publisher") or why.startswith("document: ")


def _document(via: str | None) -> str | None:
    """The kind of document that a `via` names: "blog" of "PyTorch blog"; None for any other."""
    if not via:
        return None
    return max((one for one in DOCUMENTS if via == one or via.endswith(f" {one}")), key=len, default=None)


def _owner(via: str | None) -> str | None:
    """What a `via` says besides the kind of document: "PyTorch" of "PyTorch blog"."""
    return via.removesuffix(_document(via) or "").strip() or None if via else None


def source_page(article: Article) -> str:
    """The page of an article's source, from the locale's folder; articles without a publisher have one each."""
    return f"source-{_anchor(article).removeprefix('p-')}.html"


def _anchor(article: Article) -> str:
    """Where the sources page has the article's publisher."""
    return "p-" + hashlib.blake2b((article.publisher or article.id).encode(), digest_size=4).hexdigest()


def _missing(article: Article) -> tuple[str, ...]:
    fields = {
        "publisher": article.publisher, "title": article.title, "date": article.published, "address": article.url,
    }  # fmt: skip
    return tuple(name for name, value in fields.items() if not value)
