"""What pages tell of editions: in which one something was first printed, what is new since, what is told to be otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from beleg.edit import UNDATED, day
from beleg.errors import RenderError
from beleg.records import Article, Correction, Edition, Evidence, Fact, Withdrawal
from beleg.render.provenance import lang, name_of, web

# HTML class of each evidence class, in the order of bar and legend.
CLASSES: Final[Mapping[Evidence, str]] = {
    "vendor_claim": "vendor",
    "customer_claim": "customer",
    "partner_claim": "partner",
    "competitor_claim": "rival",
    "official_statement": "official",
    "third_party_opinion": "opinion",
    "independent_evidence": "shown",
    "publisher_analysis": "press",
    "unattributed": "none",
}
Reason: TypeAlias = Literal["withdrawal", "editor", "article", "reading"]
# Of a quote that was published so many characters stand in a correction.
_EXCERPT: Final = 160
_NAME: Final = re.compile(
    rf"(?:{UNDATED}|(?P<year>\d{{4}})-W(?P<week>\d\d)|(?P<first>\d{{4}}-\d\d-\d\d)(?:--(?P<last>\d{{4}}-\d\d-\d\d))?|(?P<month>\d{{4}}-\d\d))"
    r"(?:\.(?P<number>\d+))?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """A place on a page, with what it is called."""

    href: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EditionLink:
    """An edition as other pages name it: by its day, its week or its period; by none of them if it is undated."""

    # Of its page, below the locale's folder; None where its record is missing.
    href: str | None
    # ISO 8601 day.
    day: str | None
    # Year and number of the week.
    week: tuple[int, int] | None
    # First and last day, or twice the same month.
    period: tuple[str, str] | None
    # 2 for the second of its name.
    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Point:
    """Something counted: news of a kind, or a reason for an order."""

    name: str
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenBack:
    """An article that was taken back, by itself or with its source."""

    title: str | None
    lang: str
    # None where nobody gives it, or where nothing may be linked to.
    url: str | None
    publisher: str | None
    language: str
    date: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Former:
    """A fact as it was published."""

    id: str
    css: str
    claimant: str | None
    # The beginning of its leading mention, exact but for an ellipsis, and the HTML language of it.
    text: str
    lang: str
    # The edition that published it last.
    edition: EditionLink
    # What holds now; None where nothing does, or where it stands in no page of this edition.
    after: Link | None
    # HTML class of the mark that it has now, and who says it now; None where both are the same.
    after_css: str | None
    after_claimant: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionView:
    """What readers are told of a withdrawal with all that went with it, or of facts that are otherwise, or gone."""

    about: Literal["withdrawn", "corrected", "gone"]
    # ISO 8601 day of a withdrawal; None for what is dated by the edition that tells it.
    date: str | None
    # What the editor says of a withdrawal.
    why: str | None
    # What brought it about; None where the record does not tell.
    reason: Reason | None
    # What the source is called whose articles were all taken back; None for a single article.
    source: str | None
    # Empty where no article was taken back, or nobody knows any more which.
    articles: tuple[TakenBack, ...]
    facts: tuple[Former, ...]


def edition_link(identifier: str) -> EditionLink:
    """An edition by its identifier (`edit.period`): "2026-10-27", "2026-W44", "2026-10", "2026-10-20--2026-10-27", "undated".

    Where there was one of that name it ends in ".2".

    Raises:
        RenderError: No edition is called so.
    """
    found = _NAME.fullmatch(identifier)
    if found is None:
        raise RenderError(f"{identifier!r} is no name of an edition", hint="Restore the records in archive/editions/")
    first, last, week, month = found["first"], found["last"], found["week"], found["month"]
    return EditionLink(
        href=f"{identifier}/index.html",
        day=None if last else first,
        week=(int(found["year"]), int(week)) if week else None,
        period=(first, last) if last else (month, month) if month else None,
        number=int(found["number"] or 1),
    )


# In the order in which they are told.
_NEWS: Final = ("new", "confirmed", "corrected", "disputed", "widened")


def news(facts: Iterable[Fact]) -> tuple[Point, ...]:
    """How many facts have which news, of those that any has."""
    counts = Counter(fact.news for fact in facts)
    return tuple(Point(name=name, count=counts[name]) for name in _NEWS if counts[name])


def gone(edition: Edition) -> tuple[Point, ...]:
    """How many published facts hold no more."""
    count = sum(one.about != "corrected" for one in edition.corrections)
    return (Point(name="gone", count=count),) if count else ()


def points(reasons: Iterable[str]) -> tuple[Point, ...]:
    """The reasons of a story's place: "origins 3" is a name with its number."""
    parted = (reason.rpartition(" ") for reason in reasons)
    return tuple(Point(name=name, count=int(number)) for name, _, number in parted)


def excerpt(quote: str, length: int) -> str:
    """As many of a quote's first words as `length` characters hold, with an ellipsis for the rest."""
    if len(quote) <= length:
        return quote
    return quote[:length].rpartition(" ")[0].rstrip(" ,;:–—-") + "\u00a0…"


def corrections(
    edition: Edition, facts: Mapping[str, Fact], holds: Callable[[str], Link | None]
) -> tuple[CorrectionView, ...]:
    """What was taken back or is otherwise now, the latest first; of one day, withdrawals in the order of the decisions.

    A withdrawal is told once, with the facts that went with it.

    Args:
        edition: Tells of them.
        facts: Its facts by identifier.
        holds: Where a fact stands that holds now, and what it is called; None for one that stands nowhere.
    """
    taken: dict[Withdrawal, list[Article]] = {}
    for withdrawal, article in edition.withdrawn:
        taken.setdefault(withdrawal, []).append(article)
    names = {one.source.name: name_of(one) for one in edition.health}
    lost: dict[Withdrawal, list[Former]] = {}
    others: dict[tuple[str, str | None, str | None, Reason | None], list[Former]] = {}
    statements = {one.id: one for one in edition.statements}
    for one in edition.corrections:
        after = facts.get(one.after or "")
        former = _former(one, after, statements[after.mentions[0]].claimant if after else None, holds)
        with_ = _withdrawal(one, taken)
        if with_ is None:
            others.setdefault((one.about, day_of(one), one.why, one.reason), []).append(former)
        else:
            lost.setdefault(with_, []).append(former)
    found = [
        CorrectionView(
            about="withdrawn",
            date=one.date,
            why=one.why,
            reason="withdrawal",
            source=names.get(one.source, one.source) if one.source else None,
            articles=tuple(_taken_back(article, edition.site.zone) for article in articles),
            facts=tuple(lost.get(one, ())),
        )
        for one, articles in taken.items()
    ]
    found += [
        CorrectionView(about=about, date=date, why=why, reason=reason, source=None, articles=(), facts=tuple(mine))  # type: ignore[arg-type]  # as of the correction
        for (about, date, why, reason), mine in others.items()
    ]
    return tuple(sorted(found, key=lambda one: one.date or edition.date or "", reverse=True))


def day_of(one: Correction) -> str | None:
    """The day of the withdrawal that a correction tells of; None for any other.

    When an edition was published is in its record, and stands on no page, for pages are the same before and after: what
    it corrects is dated by the edition's name.
    """
    return one.date if one.about == "withdrawn" or one.reason == "withdrawal" else None


def of_facts(all_: Iterable[CorrectionView], facts: Collection[str]) -> tuple[CorrectionView, ...]:
    """The corrections that tell of these facts, by identifier, with them alone."""
    mine = (replace(one, facts=tuple(former for former in one.facts if former.id in facts)) for one in all_)
    return tuple(one for one in mine if one.facts)


def _withdrawal(one: Correction, taken: Mapping[Withdrawal, Sequence[Article]]) -> Withdrawal | None:
    """The withdrawal with which a fact went."""
    if one.about != "withdrawn":
        return None
    same = [withdrawal for withdrawal in taken if (withdrawal.date, withdrawal.why) == (one.date, one.why)]
    exact = (each for each in same if any(article.id == one.quote.article for article in taken[each]))
    return next(exact, same[0] if same else None)


def _former(one: Correction, after: Fact | None, claimant: str | None, holds: Callable[[str], Link | None]) -> Former:
    """A fact as it was published; with who says it now, and its mark, where either is another."""
    voice = (CLASSES[after.evidence], claimant) if after else None
    other = voice if voice != (CLASSES[one.before.evidence], one.quote.claimant) else None
    return Former(
        id=one.before.id,
        css=CLASSES[one.before.evidence],
        claimant=one.quote.claimant,
        text=excerpt(one.quote.quote, _EXCERPT),
        lang=lang(one.quote),
        edition=edition_link(one.edition),
        after=holds(one.after) if one.after else None,
        after_css=other[0] if other else None,
        after_claimant=other[1] if other else None,
    )


def _taken_back(article: Article, zone: str) -> TakenBack:
    return TakenBack(
        title=article.title,
        lang=lang(article),
        url=web(article.url),
        publisher=article.publisher,
        language=article.language,
        date=day(article.published, zone) if article.published else None,
    )
