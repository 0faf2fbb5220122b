"""All statements to facts and stories: a pure function of statements, articles and the names register.

First what extraction left open is settled (`resolve`), then statements meet in facts (`facts`), facts that exclude
each other are found (`conflicts`), and each gets its origins and status (`origins`) and its place (`order`). Nothing
here depends on the order in which statements and articles come.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from beleg.errors import MergeError
from beleg.merge import conflicts, facts, resolve, sequels, stories
from beleg.merge.copies import Copies
from beleg.merge.decisions import rulings_of, settled
from beleg.merge.ids import conflict_id, fact_id, story_id
from beleg.merge.order import ordered, ordered_stories
from beleg.merge.origins import Ties, at_most, evidence_of, leading, origins_of, outlets_of, status_of
from beleg.merge.parties import parties
from beleg.merge.register import Names
from beleg.merge.rulings import NO_RULINGS, Rulings, pair
from beleg.merge.values import exact
from beleg.records import Article, Conflict, Fact, Kind, Statement, Story

# A fact off the story's subject is told by nobody but the article itself.
_OWN_VOICE = frozenset({"unattributed", "publisher_analysis"})
_NEWS = frozenset({"release", "funding", "partnership", "people", "plan", "adoption", "legal", "other"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """What merging gives."""

    # Each with its story, fact and conflicts; sorted by article and place.
    statements: tuple[Statement, ...]
    # In the order of stories, and of print within each.
    facts: tuple[Fact, ...]
    # In the order of print.
    stories: tuple[Story, ...]
    # Articles of stories that nobody asked for, sorted.
    untouched: tuple[str, ...] = ()
    # What was settled before.
    rulings: Rulings = NO_RULINGS

    def caveats_of(self, fact: Fact) -> tuple[Statement, ...]:
        """The caveats that limit any mention of a fact, in the order of articles and text."""
        return tuple(statement for statement in self.statements if statement.qualifies in fact.mentions)


def merge(
    statements: Sequence[Statement],
    articles: Sequence[Article],
    register: Names,
    rulings: Rulings = NO_RULINGS,
    *,
    concerning: AbstractSet[str] | None = None,
) -> Merged:
    """Bring together what says the same, and what belongs to one matter.

    Args:
        statements: The statements of all articles.
        articles: All articles, in any order.
        register: Who is who.
        rulings: What is settled already.
        concerning: Only stories with one of these articles are of interest; None for all.

    Raises:
        MergeError: Two statements share an identifier, or a statement's article is missing.
    """
    by_id = {article.id: article for article in articles}
    by_article = _by_article(statements, by_id)
    copies = Copies(articles)
    groups = stories.group(articles, by_article, copies, rulings)
    asked = [members for members in groups if concerning is None or any(a.id in concerning for a in members)]
    done: list[tuple[Story, list[Fact], list[Statement]]] = [
        _story(members, [s for article in members for s in by_article.get(article.id, ())], copies, register, rulings)
        for members in asked
        # Articles in which nothing was found to say are no story: it would have neither a subject nor a fact.
        if any(article.id in by_article for article in members)
    ]
    facts_of = {story.id: found for story, found, _ in done}
    printed = ordered_stories((story for story, _, _ in done), (fact for found in facts_of.values() for fact in found))
    return Merged(
        statements=tuple(sorted((s for _, _, found in done for s in found), key=lambda s: (s.article, s.start, s.id))),
        facts=tuple(fact for story in printed for fact in facts_of[story.id]),
        stories=tuple(printed),
        untouched=tuple(sorted(by_id.keys() - {article.id for members in asked for article in members})),
        rulings=rulings,
    )


def _by_article(statements: Sequence[Statement], articles: Mapping[str, Article]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = defaultdict(list)
    seen: set[str] = set()
    for statement in statements:
        if statement.article not in articles:
            raise MergeError(
                f"statement {statement.id} is of {statement.article}, which is not among the articles",
                hint="Merge statements together with all articles that they come from",
            )
        if statement.id in seen:
            raise MergeError(
                f"two statements have the identifier {statement.id}",
                path=statement.article,
                hint="Extract the article anew; identifiers follow from article, quote and ordinal",
            )
        seen.add(statement.id)
        found[statement.article].append(statement)
    return {name: sorted(own, key=lambda s: (s.start, s.id)) for name, own in found.items()}


def _resolved(
    found: Sequence[Statement], articles: Mapping[str, Article], names: Names
) -> tuple[tuple[Statement, ...], stories.Matter, Names]:
    """A story's statements with what was open settled, what the story is about, and who is who in it."""
    found = resolve.names(found, articles, names)
    register = parties(found, articles, names)
    matter = stories.matter(list(articles.values()), found, register)
    found = resolve.subjects(found, articles, matter, register)
    found = resolve.years(found, articles)
    found = resolve.claimants(found, articles, matter, register)
    found = resolve.roles(found, matter.vendor, register)
    found = resolve.origins(found, matter.vendor, register)
    return resolve.caveats(found, articles), matter, register


def _story(
    members: Sequence[Article], statements: Sequence[Statement], copies: Copies, names: Names, rulings: Rulings
) -> tuple[Story, list[Fact], list[Statement]]:
    """One story from its articles."""
    articles = {article.id: article for article in members}
    name = story_id(articles)
    found, matter, register = _resolved(statements, articles, names)
    groups = resolve.relayed(facts.group(found, copies, rulings))
    found = tuple(statement for group in groups for statement in group)
    ids = [fact_id(s.id for s in group) for group in groups]
    rivals = [
        rival
        for rival in conflicts.conflicts(groups, sequels.days_of(articles))
        # What an editor told apart speaks of two things.
        if not _told_apart(groups[rival.one], groups[rival.other], rulings)
    ]
    against: dict[int, list[int]] = defaultdict(list)
    # What holds by now disputes nothing that held before.
    disputed: dict[int, list[conflicts.Group]] = defaultdict(list)
    for rival in rivals:
        for one, other in ((rival.one, rival.other), (rival.other, rival.one)):
            against[one].append(other)
            if rival.sequel is None:
                disputed[one].append(groups[other])
    spread = Counter(name for s in found for name in {*s.names, s.claimant, matter.subject, matter.vendor} if name)
    ties = Ties(articles, groups, copies, register)
    made = [
        _fact(
            group, ids[place], name, matter, articles, ties, register, rulings,
            rivals=[ids[other] for other in against[place]], disputed=disputed[place], spread=spread,
        )
        for place, group in enumerate(groups)
    ]  # fmt: skip
    made = _linked(made, facts.additions(groups))
    places = {s.id: (s.article, s.start) for s in found}
    printed = ordered(made, places)
    story = Story(
        id=name,
        subject=matter.subject,
        vendor=matter.vendor,
        articles=tuple(sorted(articles)),
        facts=tuple(fact.id for fact in printed),
        conflicts=tuple(sorted((_conflict(rival, groups, ids, name) for rival in rivals), key=lambda c: c.id)),
    )
    fact_of = {mention: fact for fact in printed for mention in fact.mentions}
    told = [replace(s, fact=fact_of[s.id].id, conflicts=fact_of[s.id].conflicts, story=name) for s in found]
    return story, printed, told


def _linked(made: Sequence[Fact], additions: Sequence[tuple[int, int]]) -> list[Fact]:
    """Facts that say the same of more and of fewer things know each other."""
    more: dict[int, set[str]] = defaultdict(set)
    for one, other in additions:
        more[one].add(made[other].id)
        more[other].add(made[one].id)
    return [
        replace(fact, adds=tuple(sorted(more[place]))) if place in more else fact for place, fact in enumerate(made)
    ]


def _told_apart(one: conflicts.Group, other: conflicts.Group, rulings: Rulings) -> bool:
    return bool(rulings.two_facts) and any(pair(a.id, b.id) in rulings.two_facts for a in one for b in other)


def _conflict(rival: conflicts.Rival, groups: Sequence[conflicts.Group], ids: Sequence[str], story: str) -> Conflict:
    sides = sorted((rival.one, rival.other), key=lambda place: (conflicts.side(groups[place], rival.about), ids[place]))
    return Conflict(
        id=conflict_id(ids[place] for place in sides),
        story=story,
        kind=groups[rival.one][0].kind,
        about=rival.about,
        sides=tuple(ids[place] for place in sides),
        relation="update" if rival.sequel else "contradiction",
        newer=ids[(rival.one, rival.other)[rival.sequel.newer]] if rival.sequel else None,
    )


def _fact(
    group: Sequence[Statement],
    name: str,
    story: str,
    matter: stories.Matter,
    articles: Mapping[str, Article],
    ties: Ties,
    register: Names,
    rulings: Rulings,
    *,
    rivals: Sequence[str],
    disputed: Sequence[Sequence[Statement]],
    spread: Mapping[str, int],
) -> Fact:
    mentions = leading(group)
    first = mentions[0]
    about = Counter(s.subject for s in mentions if s.subject)
    subject = min(about, key=lambda one: (-about[one], one)) if about else matter.subject
    # The mention that is dated most precisely; a rounded number gives way to an exact one.
    dated = max(mentions, key=lambda s: (sum(map(len, s.dates)), -mentions.index(s)))
    counted = next((s for s in mentions if s.quantities and exact(s.quantities)), first)
    origins = origins_of(mentions, ties)
    return Fact(
        id=name,
        story=story,
        subject=subject,
        kind=_kind(mentions),
        polarity=first.polarity,
        dates=_told_dates(dated),
        quantities=counted.quantities or first.quantities,
        versions=first.versions,
        objects=_objects(mentions, subject),
        status=status_of(mentions, origins, disputed),
        evidence=evidence_of(mentions),
        origins=origins,
        origins_at_most=at_most(origins, mentions, ties),
        outlets=outlets_of(mentions, ties.copies),
        languages=tuple(sorted({s.language for s in mentions})),
        conflicts=tuple(sorted(rivals)),
        mentions=tuple(s.id for s in mentions),
        aside=not rivals and _off_subject(mentions, spread, articles, register),
        rulings=rulings_of(mentions, rulings),
        notes=tuple(dict.fromkeys(note for s in mentions for note in rulings.notes.get(s.id, ()))),
    )


def _told_dates(statement: Statement) -> tuple[str, ...]:
    """The dates of what a statement tells; a document's own only where there is no other."""
    roles = zip(statement.dates, statement.date_roles, strict=True)
    return tuple(date for date, role in roles if role != "document") or statement.dates


def _kind(mentions: Sequence[Statement]) -> Kind:
    """The kind that an editor gave a mention, else that most have, of equals the leading one's."""
    counts = Counter(s.kind for s in mentions)
    return max(mentions, key=lambda s: (settled(s, "kind"), counts[s.kind], -mentions.index(s))).kind


def _objects(mentions: Sequence[Statement], subject: str | None) -> tuple[str, ...]:
    """The names and concepts that all mentions share, else the leading one's, in its order; without the subject."""
    first = mentions[0]
    own = [one for one in dict.fromkeys((*first.names, *first.concepts)) if one != subject]
    shared = [one for one in own if all(one in s.names or one in s.concepts for s in mentions)]
    return tuple(shared or own)


def _off_subject(
    mentions: Sequence[Statement], spread: Mapping[str, int], articles: Mapping[str, Article], register: Names
) -> bool:
    """Whether a fact is other news, told late in one article, in its own voice, of parties that the story names nowhere else.

    Technical names and numbers of models are no parties, and what is said of no party is said of the subject.
    """
    if len({s.article for s in mentions}) > 1 or any(s.evidence not in _OWN_VOICE for s in mentions):
        return False
    if mentions[0].kind not in _NEWS or mentions[0].start < len(articles[mentions[0].article].text) / 2:
        return False
    named = {name for s in mentions for name in s.names}
    return bool(named) and all(
        spread[name] <= sum(name in s.names for s in mentions)
        and name.replace(" ", "").isalpha()
        and not name.islower()
        and register.type(name) not in ("technical", "product")
        for name in named
    )


__all__ = ["Merged", "Names", "merge"]
