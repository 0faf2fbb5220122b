"""The headline and the lead of a story in one locale: what is news in it, and what that rests on.

A headline never takes a claim for the truth: a number stands with the name of who gives it. It is built from values,
names and topics alone, so it never holds a word of another language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from beleg.edit import day
from beleg.records import Conflict, Edition, Fact, Quantity, Statement, Story
from beleg.render.gist import read
from beleg.render.headings import Rung
from beleg.render.subtypes import in_units, is_share, measured_in

if TYPE_CHECKING:
    from beleg.render.wording import Wordings

# Letters of a headline: what fits into two lines of a phone.
LONGEST: Final = 95
# Topics of a headline without news.
_TOPICS: Final = 3
_INTERESTED: Final = frozenset({"vendor_claim", "customer_claim", "partner_claim", "competitor_claim"})
_CHECKING: Final = frozenset({"independent_evidence", "official_statement"})
# Values that far apart are mostly two things that were taken for one ("3 developers", "400 builds").
_APART: Final = 10
# Words that make a rate a difference.
_COMPARING: Final = frozenset({"more", "less", "faster", "slower", "increase", "decrease"})
# From here on two names for what is counted ("accounts", "records") may stand side by side.
_LARGE: Final = 1000
# What makes news if its value is known: a topic, and the units in which its value comes.
_NEWS: Final[dict[str, str]] = {
    "fine": "money", "funding-round": "money", "investment": "money", "subsidy": "money", "bankruptcy": "money",
    "recall": "count size", "data-breach": "count", "vulnerability": "count", "outage": "count", "layoffs": "count",
    "death": "count", "infection": "count", "illness": "count", "strike": "count", "compensation": "money",
    "valuation": "money", "price": "money", "battery-life": "size", "range": "size", "energy-density": "size",
}  # fmt: skip
# Of one quantity several topics may hold ("an investment of 20 million after a fine"): only in these kinds is it sure.
_NEWS_KINDS: Final[dict[str, frozenset[str]]] = {
    "money": frozenset({"legal", "funding", "price"}), "count": frozenset({"security", "quantity", "availability", "people"}),
    "size": frozenset({"metric", "availability", "quantity"}),
}  # fmt: skip
# Kinds in which there is news, the best first; a tie in languages is decided by it.
_KINDS: Final = (
    "release", "funding", "legal", "security", "price", "metric", "quantity", "availability", "support", "license",
    "partnership", "adoption", "people", "change",
)  # fmt: skip
# Topics of every story: who speaks, and how something was found out.
_EVERYWHERE: Final = frozenset({
    "customer", "user", "developer", "engineer", "employees", "founder", "analyst", "doctor", "passenger", "ministry",
    "regulator", "university", "laboratory", "research-institute", "test", "measurement", "comparison", "proof",
    "own-measurement", "company-own-data", "independent-test", "website", "statistics", "survey", "criticism", "secrecy",
    "documentation", "release-notes", "error", "tool", "supplier", "operator-coverage", "interface", "community",
    "methodology", "prediction", "inhabitants", "competition", "sales", "accusation", "denial", "warning", "cost",
})  # fmt: skip
# Wordings that say little without the quote or the story around them.
_BARE: Final = frozenset({
    "is_beta", "document_dated", "package_name", "free", "unsupported_bare", "no_reply", "wait", "welcomes",
    "available_on", "act_card",
})  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Headline:
    """A headline, and how it came about."""

    text: Markup
    rung: Rung
    # What it tells already, so that the lead need not: identifiers of facts and conflicts.
    tells: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Contrast:
    """What somebody claims, and what somebody without a stake in it found."""

    # What the values are of; empty where they speak for themselves.
    what: str
    values: tuple[str, str]
    who: Markup
    # Who found it; empty where it was measured.
    by: Markup
    # Whether it is an authority that found it; whether the values need not be named.
    official: bool
    speaks_for_itself: bool
    languages: frozenset[str]
    tells: frozenset[str]

    def joined(self, other: _Contrast | None) -> _Contrast:
        """With what another conflict of the same values adds."""
        if other is None:
            return self
        return replace(
            other, what=other.what or self.what, languages=other.languages | self.languages, tells=other.tells | self.tells
        )  # fmt: skip


class Headlines:
    """Heads the stories of an edition in one locale.

    Args:
        words: Words its facts.
        edition: The edition.
    """

    def __init__(self, words: Wordings, edition: Edition) -> None:
        self._words = words
        self._facts = {fact.id: fact for fact in edition.facts}
        self._articles = {article.id: article for article in edition.articles}
        self._statements = {one.id: one for one in edition.statements}
        self._site = edition.site
        self._made: dict[str, Headline] = {}

    def headline(self, story: Story) -> Headline:
        """The story in a line, from its subject and its leading facts; never a headline of an article."""
        made = self._made.get(story.id)
        if made is None:
            found = (one for one in self._ladder(story) if one.text and len(one.text.striptags()) <= LONGEST)
            made = self._made[story.id] = next(
                found, Headline(text=escape(self._words.table("untitled")), rung="nothing")
            )  # fmt: skip
        return made

    def _ladder(self, story: Story) -> Iterator[Headline]:
        facts = [self._facts[name] for name in story.facts if not self._facts[name].aside]
        facts = facts or [self._facts[name] for name in story.facts]
        yield from self._contrasts(story)
        yield from self._disputes(story)
        yield from self._events(story, facts)
        subject, vendor = self._name(story.subject), self._name(story.vendor)
        for topics in self._topics(facts):
            listed = escape(self._words.formats.list(topics))
            if subject:
                yield Headline(text=self._headed(subject, listed), rung="topics")
            elif vendor:
                yield Headline(text=self._headed(vendor, listed), rung="vendor topics")
            else:
                yield Headline(text=_capital(listed), rung="topics alone")
        yield from (Headline(text=text, rung="articles") for text in self._of_articles(story))

    def _name(self, name: str | None) -> Markup:
        return self._words.set_name(name) if name else Markup()

    def _headed(self, subject: Markup, what: Markup) -> Markup:
        if not subject or what.startswith(subject):
            return _capital(what)
        return self._words.said("headline", subject, what)

    # --- what is news -------------------------------------------------------------------------------------------------

    def _contrasts(self, story: Story) -> Iterator[Headline]:
        """A claim, and what somebody without a stake found, most telling first."""
        found: dict[tuple[str, str], _Contrast] = {}
        for conflict in _contradictions(story):
            one = self._contrast(story, conflict)
            if one is not None:
                # The same two values in several boxes are one matter, and one of them may name it.
                found[one.values] = one.joined(found.get(one.values))
        ranked = sorted(found.values(), key=lambda one: (-len(one.languages), not one.what))
        subject = self._name(story.subject or story.vendor)
        for one in ranked:
            claimed, shown = one.values
            unit = claimed.partition("\u00a0")[2]
            if unit and unit == shown.partition("\u00a0")[2]:
                # "40 Stunden laut Lumaud, gemessen 31"
                shown = shown.partition("\u00a0")[0]
            # The shorter, the less is named: what an authority is called, then what the value is of.
            named = [(one.what, one.by, False), *([(one.what, Markup(), True)] if one.official else ())]
            named += [("", by, official) for _, by, official in named if one.speaks_for_itself and one.what]
            for what, by, official in named:
                if subject or what:
                    text = self._words.said(
                        "contrast", what, claimed, one.who, one.who == subject, shown, by, official
                    )  # fmt: skip
                    yield Headline(text=self._headed(subject, text), rung="contrast", tells=one.tells)

    def _contrast(self, story: Story, conflict: Conflict) -> _Contrast | None:
        """A conflict of a claim and a finding, if their values can stand side by side in a line."""
        sides = [self._facts[name] for name in conflict.sides]
        claims = [fact for fact in sides if fact.evidence in _INTERESTED]
        checks = [fact for fact in sides if fact.evidence in _CHECKING]
        if conflict.about != "quantity" or len(claims) != 1 or len(checks) != 1 or len(sides) != 2:
            return None
        claim, check = claims[0], checks[0]
        places = [self._words.differing(fact, sides) for fact in (claim, check)]
        quantities = claim.quantities[places[0]], check.quantities[places[1]]
        who, by = self._speaker(claim), self._speaker(check)
        what = self._common(claim, check, quantities)
        if what is None or not who or not by or not self._is_plain(claim) or not self._is_plain(check):
            return None
        if claim.evidence == "vendor_claim" and story.vendor not in {
            self._lead(claim).claimant,
            self._lead(claim).origin,
        }:
            # Who speaks as a vendor without being the story's may have been misread.
            return None
        return _Contrast(
            what=what, values=(self._words.told(claim, places[0]), self._words.told(check, places[1])), who=who,
            by=Markup() if _is_measured(check, quantities[1]) else by, official=check.evidence == "official_statement",
            speaks_for_itself=not in_units(quantities[0].unit, "rate"),
            languages=frozenset({*claim.languages, *check.languages}),
            tells=frozenset({conflict.id, claim.id, check.id}),
        )  # fmt: skip

    def _common(self, claim: Fact, check: Fact, quantities: tuple[Quantity, Quantity]) -> str | None:
        """What two quantities are of, in words, empty where they speak for themselves; None if they can't be compared."""
        one, other = quantities
        if one.unit != other.unit or one.value * other.value <= 0 or one.value == other.value:
            return None
        if not 1 / _APART < one.value / other.value < _APART:
            return None
        if in_units(one.unit, "count"):
            return "" if self._count_alike(claim, check) else None
        sides = [self._measures(fact, one.unit) for fact in (claim, check)]
        both = [name for name in sides[0] if name in sides[1]] or [*sides[0], *sides[1]]
        if in_units(one.unit, "rate"):
            # A share says itself; any other rate is mostly a difference ("35 % less memory").
            compared = any(read(one).ids() & _COMPARING for fact in (claim, check) for one in self._mentions(fact))
            both = [] if compared else [name for name in both if is_share(name)]
        if len(set(both)) == 1:
            return str(self._words.concepts["measures"][both[0]])
        return "" if in_units(one.unit, "size") else None

    def _count_alike(self, *facts: Fact) -> bool:
        """Whether facts count the same thing, or so many that two names of it do not matter."""
        things = [self._words.things(self._lead(fact)) for fact in facts]
        counts = [quantity.value for fact in facts for quantity in fact.quantities if quantity.unit == "count"]
        alike = all(thing == things[0] for thing in things) or min(counts, default=0) >= _LARGE
        return all(things) and len(counts) == len(facts) and alike

    def _measures(self, fact: Fact, unit: str) -> list[str]:
        """The measures that a fact's quotes name and that come in a unit."""
        found: list[str] = []
        for one in self._mentions(fact):
            names = [name.partition(":")[2] for name in sorted(read(one).ids()) if name.startswith("measures:")]
            found += [name for name in names if name in self._words.concepts["measures"] and measured_in(name, unit)]
        return list(dict.fromkeys(found))

    def _is_plain(self, fact: Fact) -> bool:
        """Whether a fact is affirmed and asserted."""
        return fact.polarity == "affirmed" and self._lead(fact).modality == "asserted"

    def _disputes(self, story: Story) -> Iterator[Headline]:
        """When something came out, if accounts differ on the day."""
        for conflict in _contradictions(story):
            if conflict.about != "date" or conflict.kind != "release":
                continue
            sides = [self._facts[name] for name in conflict.sides]
            topic = next((one for fact in sides if (one := self._words.headed(fact, story.subject, False))), None)
            if topic:
                text = self._words.said("dispute", topic, self._words.question(conflict))
                subject = self._name(story.subject)
                yield Headline(
                    text=self._headed(subject, text), rung="dispute", tells=frozenset({conflict.id, *conflict.sides})
                )

    def _events(self, story: Story, facts: Sequence[Fact]) -> Iterator[Headline]:
        """What happened, from the facts that most languages report."""
        found: list[tuple[tuple[int, int, int], Headline]] = []
        for place, fact in enumerate(facts):
            text = self._event(story, fact)
            if text:
                rank = _KINDS.index(fact.kind) if fact.kind in _KINDS else len(_KINDS)
                headline = Headline(text=text, rung="event", tells=frozenset({fact.id}))
                found.append(((-len(fact.languages), rank, place), headline))
        yield from (headline for _, headline in sorted(found, key=lambda row: row[0]))

    def _event(self, story: Story, fact: Fact) -> Markup:
        """What a fact reports, if there is a headline for it; with who says so, if there is a number."""
        if self._lead(fact).modality != "asserted":
            return Markup()
        subject = self._name(story.subject or story.vendor)
        told = self._words.titled(fact)
        if not told:
            told = self._words.headed(fact, story.subject) or self._valued(fact)
            told = self._headed(subject, told) if told else Markup()
        if not told or not fact.quantities:
            return told
        who = self._speaker(fact)
        return self._words.said("attributed", told, who, told.startswith(f"{who}:")) if who else Markup()

    def _valued(self, fact: Fact) -> Markup:
        """A topic that makes news with its value ("Bußgeld – 2,4 Millionen Euro")."""
        lead, topics = self._lead(fact), self._words.sure_topics(fact)
        if not self._is_plain(fact) or not topics:
            return Markup()
        for name, units in _NEWS.items():
            topic = self._words.concepts["topics"].get(name)
            if topic not in topics or name not in lead.concepts:
                continue
            fitting = [index for index, quantity in enumerate(fact.quantities) if in_units(quantity.unit, units)]
            kinds = frozenset().union(*(_NEWS_KINDS[unit] for unit in units.split()))
            if len(fitting) == 1 and fact.kind in kinds:
                counted = fact.quantities[fitting[0]].unit == "count"
                if counted and not self._words.things(lead):
                    continue
                value = self._words.told(fact, fitting[0])
                return self._words.said("news", self._lower([topic])[0], value)
        return Markup()

    def _speaker(self, fact: Fact) -> Markup:
        """Who stands behind a fact; empty if nobody is named."""
        lead = self._lead(fact)
        name = lead.claimant
        if name is None and fact.evidence in {"publisher_analysis", "independent_evidence"}:
            name = self._articles[lead.article].publisher
        return self._name(name)

    # --- where there is no news ---------------------------------------------------------------------------------------

    def _topics(self, facts: Sequence[Fact]) -> Iterator[list[str]]:
        """What a story is about, in words: first what articles in two languages speak of, then the kinds of its facts."""
        wordings = self._words.concepts["topics"]
        only = self._words.concepts["only"]
        places: Counter[str] = Counter()
        spread: dict[str, set[str]] = {}
        for fact in facts:
            names: dict[str, None] = {}
            for one in self._mentions(fact):
                for name in one.concepts:
                    if name in wordings and name not in _EVERYWHERE and only.get(name, fact.kind) == fact.kind:
                        spread.setdefault(name, set()).add(one.language)
                        names[name] = None
            places.update(list(names))
        # A word of one language can be meant in another sense.
        sure = [name for name in places if len(spread[name]) > 1]
        best = sorted(sure, key=lambda name: (-len(spread[name]), -places[name], name))[:_TOPICS]
        topics = list(dict.fromkeys(str(wordings[name]) for name in best))
        kinds = dict.fromkeys(fact.kind for fact in facts if fact.kind not in {"other", "caveat", "recommendation"})
        kinds = kinds or dict.fromkeys(fact.kind for fact in facts)
        headings = [str(self._words.table("headings")[kind]) for kind in list(kinds)[:_TOPICS]]
        for found in (topics if len(topics) > 1 else [], self._lower(headings)):
            # The fewer, the shorter.
            yield from (found[:many] for many in range(len(found), 0, -1))

    def _lower(self, headings: list[str]) -> list[str]:
        """Kinds' names inside a line; German keeps its capital, as the macros say."""
        if self._words.table("nouns_have_capitals"):
            return headings
        return [heading[:1].lower() + heading[1:] for heading in headings]

    def _of_articles(self, story: Story) -> Iterator[Markup]:
        """Whose articles they are, and of which day; first with the publishers, then without."""
        articles = [self._articles[name] for name in story.articles]
        if not articles:
            return
        days = sorted(day(one.published, self._site.zone) for one in articles if one.published)
        form = self._words.formats
        when = form.date(days[0], "of") if len(set(days)) == 1 else form.period(days[0], days[-1]) if days else ""
        count = self._articles_counted(len(articles))
        names = [str(self._name(name)) for name in dict.fromkeys(one.publisher for one in articles) if name]
        publishers = Markup(form.list(names))  # noqa: S704  # the names are escaped
        yield self._words.said("of_articles", count, when, publishers, len(set(days)) == 1)
        yield self._words.said("of_articles", count, when, "", len(set(days)) == 1)

    def _articles_counted(self, number: int) -> str:
        """A number of articles, up to ten in words ("Drei Artikel")."""
        forms, numerals = self._words.table("articles"), self._words.table("numerals")
        if not 0 < number <= len(numerals):
            return self._words.formats.count(number, forms)
        return f"{numerals[number - 1]} {self._words.formats.plural(number, forms)}"

    # --- the lead -----------------------------------------------------------------------------------------------------

    def standfirst(self, story: Story) -> Markup:
        """Who claims what, how much is shown independently, from how many origins, and what is disputed."""
        every = [self._facts[name] for name in story.facts]
        # As the page counts: facts off the subject stand apart, and a publisher is no origin of what it reports.
        facts = [fact for fact in every if not fact.aside]
        parties = {
            origin.party for fact in facts for origin in fact.origins if origin.party and origin.stake != "publisher"
        }
        languages = {self._articles[name].language for name in story.articles}
        shown = sum(fact.evidence == "independent_evidence" for fact in facts)
        told = self.headline(story).tells
        open_ = [self._asked(one) for one in self._telling(story) if one.id not in told]
        interested = sum(fact.evidence in _INTERESTED for fact in facts)
        against = len(_contradictions(story))
        numbers = {
            "site": self._site.name, "claim": self._claim(facts, told),
            "articles": self._articles_counted(len(story.articles)), "one_article": len(story.articles) == 1,
            "languages": self._count(len(languages), "languages"),
            "origins": self._count(len(parties), "origins"), "any_origin": bool(parties),
            "shown": self._words.formats.number(shown) if shown else "", "all": self._count(len(facts), "facts_of"),
            "interested": self._words.formats.number(interested),
            "shown_aside": any(fact.aside and fact.evidence == "independent_evidence" for fact in every),
            "conflicts": self._count(against, "conflicts"), "any_conflict": bool(against),
            "question": open_[0] if open_ else "", "several": against > 1,
        }  # fmt: skip
        return self._words.said("standfirst", numbers)

    def _asked(self, conflict: Conflict) -> str:
        """A conflict's question inside a line; German nouns and English months keep their capital."""
        question = self._words.question(conflict)
        keeps = self._words.table("nouns_have_capitals") or conflict.about == "date"
        return question if keeps else question[:1].lower() + question[1:]

    def _telling(self, story: Story) -> list[Conflict]:
        """The conflicts whose question can stand without the facts: what is asked of is in it."""
        return [
            one
            for one in _contradictions(story)
            if one.about in {"date", "order of magnitude"}
            or (one.about == "quantity" and self._count_alike(*(self._facts[side] for side in one.sides)))
        ]

    def _claim(self, facts: Sequence[Fact], told: frozenset[str]) -> Markup:
        """The leading claim of a party with a stake, in a sentence with its name; empty if none has a sentence."""
        found: list[tuple[tuple[int, int, int], Markup]] = []
        for place, fact in enumerate(facts):
            who = self._speaker(fact)
            name = self._words.subtype(fact)
            if fact.evidence not in _INTERESTED or fact.id in told or not who or name is None or name in _BARE:
                continue
            if self._lead(fact).modality != "asserted" or fact.kind not in _KINDS:
                continue
            sentence = self._words.bare(fact)
            if sentence:
                own = sentence.startswith(who)
                sentence = self._words.said("claimed", sentence, who, own) + "."
                found.append(((-len(fact.languages), _KINDS.index(fact.kind), place), sentence))
        return min(found)[1] if found else Markup()

    def _count(self, number: int, noun: str) -> str:
        return self._words.formats.count(number, self._words.table(noun))

    def _lead(self, fact: Fact) -> Statement:
        return self._statements[fact.mentions[0]]

    def _mentions(self, fact: Fact) -> list[Statement]:
        return [self._statements[name] for name in fact.mentions]


def _capital(text: Markup) -> Markup:
    return text[:1].upper() + text[1:]


def _is_measured(fact: Fact, quantity: Quantity) -> bool:
    """Whether what was found independently is a measurement, and not a finding in a register or a count of cases."""
    measured = fact.kind == "metric" and in_units(quantity.unit, "size rate")
    return fact.evidence == "independent_evidence" and measured


def _contradictions(story: Story) -> list[Conflict]:
    """What cannot both be true; a newer state beside an older one is no news of a dispute."""
    return [conflict for conflict in story.conflicts if conflict.relation == "contradiction"]
