"""What an edition has that those before it did not, and what of theirs no longer holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from beleg.edit.ledger import Known, Ledger
from beleg.merge import Merged
from beleg.merge.spelling import plain
from beleg.merge.values import same_date, same_quantities, same_version
from beleg.records import Article, Correction, Fact, News, Withdrawal


def told(merged: Merged, known: Ledger, fresh: AbstractSet[str]) -> Merged:
    """Facts with what is new in them.

    Args:
        merged: What is known now, under the identifiers of publication.
        known: What was published.
        fresh: Articles that no edition had as they are now. What was only read otherwise is no news.
    """
    present = {name: story.id for story in merged.stories for name in (story.id, *story.aliases)}
    said = {
        (present.get(one.fact.story), plain(mention.quote)) for one in known.facts.values() for mention in one.mentions
    }
    # A repetition in the same words brings nothing, however its other surroundings make it read.
    brought = {
        statement.id
        for statement in merged.statements
        if statement.article in fresh and (statement.story, plain(statement.quote)) not in said
    }

    def with_news(fact: Fact) -> Fact:
        before = known.facts.get(fact.id)
        about = difference(fact, before.fact if before else None)
        mentions = fact.mentions
        if about == "widened" and before:
            # A party that an older mention goes back to now was only found late.
            known_parties = _parties(before.fact)
            further = [origin for origin in fact.origins if origin.party and origin.party not in known_parties]
            mentions = max((one.mentions for one in further if brought.issuperset(one.mentions)), default=())
        recent = about == "corrected" or not brought.isdisjoint(mentions)
        return replace(fact, news=about if recent else None)

    return replace(merged, facts=tuple(map(with_news, merged.facts)))


def difference(fact: Fact, old: Fact | None) -> News | None:
    """What a fact has that it had not before, of several things the one that matters most; None for nothing."""
    if old is None:
        return "new"
    if not same_values(fact, old) or settled_anew(fact, old):
        return "corrected"
    if fact.status == "confirmed" != old.status:
        return "confirmed"
    if fact.status == "disputed" != old.status:
        return "disputed"
    return "widened" if _parties(fact) - _parties(old) else None


def _parties(fact: Fact) -> frozenset[str]:
    return frozenset(origin.party for origin in fact.origins if origin.party)


def same_values(fact: Fact, old: Fact) -> bool:
    """Whether a fact says what it said: in other words, more precisely, or with a value more or less where none was said."""
    if fact.polarity != old.polarity:
        return False
    if fact.quantities and old.quantities and not same_quantities(fact.quantities, old.quantities):
        return False
    if fact.versions and old.versions and not _paired(fact.versions, old.versions):
        return False
    few, many = sorted((fact.dates, old.dates), key=len)
    return all(any(same_date(one, other) for other in many) for one in few)


def settled_anew(fact: Fact, old: Fact) -> bool:
    """Whether an editor has found since that somebody else stands behind a fact, or stands there otherwise."""
    ruled = {"class", "claimant"} & ({*fact.rulings} - {*old.rulings})
    return bool(ruled) and (fact.evidence != old.evidence or _parties(fact) != _parties(old))


def _paired(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    return len(mine) == len(theirs) and all(any(same_version(one, other) for other in theirs) for one in mine)


def corrections(
    merged: Merged,
    known: Ledger,
    merging: AbstractSet[str],
    there: AbstractSet[str],
    withdrawn: Sequence[tuple[Withdrawal, Article]],
    date: str | None,
) -> tuple[Correction, ...]:
    """What was published and is otherwise now, in the order of publication.

    Args:
        merged: What is known now, under the identifiers of publication.
        known: What was published of the articles that were merged, or that are gone.
        merging: The articles of which `merged` was made: what these no longer say is gone.
        there: All articles that the project holds.
        withdrawn: What was taken back.
        date: The day of the edition that tells so.
    """
    now = {fact.id: fact for fact in merged.facts} | {alias: fact for fact in merged.facts for alias in fact.aliases}
    taken = _by_article(withdrawn)
    found: list[Correction] = []
    for name, before in known.facts.items():
        after = now.get(name)
        if after is not None:
            if not same_values(after, before.fact) or settled_anew(after, before.fact):
                found.append(_correction(before, "corrected", date, after=after.id))
            continue
        homes = [mention.article for mention in before.mentions]
        if any(home in there and home not in merging for home in homes):
            # Nobody has looked.
            continue
        reason = next((taken[home] for home in homes if home in taken), None)
        if reason is not None:
            found.append(_correction(before, "withdrawn", reason.date, why=reason.why))
        else:
            found.append(_correction(before, "gone", date))
    return tuple(found)


def _correction(
    before: Known, about: str, date: str | None, *, why: str | None = None, after: str | None = None
) -> Correction:
    return Correction(
        about=about, date=date, why=why, edition=before.edition, before=before.fact, quote=before.mentions[0], after=after  # type: ignore[arg-type]  # one of the three
    )  # fmt: skip


def _by_article(withdrawn: Sequence[tuple[Withdrawal, Article]]) -> dict[str, Withdrawal]:
    """The withdrawal that took an article; of several the first."""
    found: dict[str, list[Withdrawal]] = defaultdict(list)
    for one, article in withdrawn:
        found[article.id].append(one)
    return {article: ones[0] for article, ones in found.items()}
