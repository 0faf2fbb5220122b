"""Published editions without files, and a second edition on top of the sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from beleg.ingest.editions import Header, Told, as_recorded
from beleg.records import Correction, Edition, Site
from fakes import digest, statement
from render.sample import edition as sample


@dataclass
class Record:
    """A record that counts how often it was read."""

    header: Header
    whole: Edition
    digest: str
    read: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.header.id

    def edition(self, site: Site) -> Edition:
        self.read.append(self.id)
        return replace(self.whole, site=site)


def published(edition: Edition, number: int = 1) -> Record:
    """The record of an edition, as its file would give it."""
    whole = replace(as_recorded(edition), number=number, published="2026-11-01")
    news: dict[str, int] = {}
    for fact in edition.facts:
        if fact.news:
            news[fact.news] = news.get(fact.news, 0) + 1
    header = Header(
        id=edition.id, number=number, date=edition.date, period=edition.period, preceding=edition.preceding,
        published="2026-11-01", articles={one.id: "" for one in edition.articles},
        stories={one.id: Told(articles=one.articles, facts=one.facts, aliases=one.aliases) for one in edition.stories},
        aliases={one.id: one.aliases for one in edition.facts if one.aliases},
        corrected=tuple((one.before.id, one.edition) for one in edition.corrections), news=news,
    )  # fmt: skip
    return Record(header=header, whole=whole, digest=digest("r", edition.id, repr(whole)))


def first() -> Edition:
    """The sample, before anything was published; it has no news."""
    return sample()


def second(change: Callable[[Edition], Edition] = lambda one: one) -> Edition:
    """A day later: one fact is new, two are one now, one was withdrawn, and one has other values."""
    one = first()
    story = one.stories[0]
    gone = next(fact for fact in one.facts if fact.evidence == "third_party_opinion")
    joined = next(fact for fact in one.facts if fact.evidence == "partner_claim")
    heir = next(fact for fact in one.facts if fact.evidence == "competitor_claim")
    changed = next(fact for fact in one.facts if fact.evidence == "customer_claim")
    said = statement(
        "Die Netzagentur prüft nun.", article="hain/de2.md", evidence="official_statement", claimant="Netzagentur",
        origin="Netzagentur", subject="Aero 3", kind="legal", story=story.id, confidence=0.9, role="authority",
    )  # fmt: skip
    article = replace(
        one.articles[0], id="hain/de2.md", title="Nachtrag", text=said.quote, published="2026-10-20", url=None
    )
    fresh = replace(
        next(fact for fact in one.facts if fact.evidence == "official_statement"),
        id=digest("f", said.id), mentions=(said.id,), origins=(), news="new", since="2026-10-20",
    )  # fmt: skip
    facts = tuple(
        replace(
            fact,
            aliases=(joined.id,) if fact is heir else (),
            mentions=(*heir.mentions, *joined.mentions) if fact is heir else fact.mentions,
            news="corrected" if fact is changed else None,
        )
        for fact in one.facts
        if fact not in (gone, joined)
    )
    facts = (fresh, *facts)
    statements = {mention.id: mention for mention in (said, *one.statements)}
    return change(
        replace(
            one, id="2026-10-20", date="2026-10-20", period=("2026-10-12", "2026-10-20"), preceding=one.id,
            stories=(replace(story, facts=tuple(fact.id for fact in facts), articles=(*story.articles, article.id), aliases=("y-000000000001",)),),
            articles=(*one.articles, article), facts=facts, statements=tuple(statements.values()), withdrawn=(),
            corrections=(
                Correction(about="withdrawn", date="2026-10-19", why="Der Fachmann ist <keiner>.", edition=one.id, before=gone, quote=statements[gone.mentions[0]]),
                Correction(about="corrected", date="2026-10-20", edition=one.id, before=changed, quote=statements[changed.mentions[0]], after=changed.id),
            ),
        )
    )  # fmt: skip


def parts() -> dict[str, str]:
    """Identifiers of facts in the two editions, by what became of them."""
    one, two = first(), second()
    heir = next(fact for fact in two.facts if fact.aliases)
    gone, changed = (correction.before.id for correction in two.corrections)
    return {
        "story": one.stories[0].id, "heir": heir.id, "joined": heir.aliases[0], "gone": gone, "changed": changed,
        "new": two.facts[0].id,
    }  # fmt: skip
