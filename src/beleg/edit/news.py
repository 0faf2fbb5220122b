"""What an edition has that those before it did not, and what of theirs no longer holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal

from beleg.edit.ledger import Known, Ledger
from beleg.merge import Merged
from beleg.merge.spelling import plain
from beleg.merge.values import same_date, same_quantities, same_version
from beleg.records import Article, Correction, Fact, News, Statement, Withdrawal


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
    # What an article said before is no news in another story either, where an editor parted one.
    said |= {(mention.article, plain(mention.quote)) for one in known.facts.values() for mention in one.mentions}
    # A repetition in the same words brings nothing, however its other surroundings make it read.
    brought = {
        statement.id
        for statement in merged.statements
        if statement.article in fresh
        and said.isdisjoint((home, plain(statement.quote)) for home in (statement.story, statement.article))
    }
    statements = {statement.id: statement for statement in merged.statements}

    def with_news(fact: Fact) -> Fact:
        before = known.facts.get(fact.id)
        about = _difference(fact, [statements[name] for name in fact.mentions], before.fact if before else None)
        mentions = fact.mentions
        if about == "widened" and before:
            # A party that an older mention goes back to now was only found late.
            known_parties = _parties(before.fact)
            further = [origin for origin in fact.origins if origin.party and origin.party not in known_parties]
            mentions = max((one.mentions for one in further if brought.issuperset(one.mentions)), default=())
        recent = about == "corrected" or not brought.isdisjoint(mentions)
        return replace(fact, news=about if recent else None)

    return replace(merged, facts=tuple(map(with_news, merged.facts)))


def _difference(fact: Fact, mentions: Sequence[Statement], old: Fact | None) -> News | None:
    """What a fact has that it had not before, of several things the one that matters most; None for nothing."""
    if old is None:
        return "new"
    if is_corrected(fact, mentions, old):
        return "corrected"
    if fact.status == "confirmed" != old.status:
        return "confirmed"
    if fact.status == "disputed" != old.status:
        return "disputed"
    return "widened" if _parties(fact) - _parties(old) else None


def is_corrected(fact: Fact, mentions: Iterable[Statement], old: Fact) -> bool:
    """Whether what was published of a fact no longer holds: nobody says it any more, or an editor found who else does."""
    return settled_anew(fact, old) or not (same_values(fact, old) or any(same_values(one, old) for one in mentions))


def _parties(fact: Fact) -> frozenset[str]:
    return frozenset(origin.party for origin in fact.origins if origin.party)


def same_values(fact: Fact | Statement, old: Fact) -> bool:
    """Whether a fact, or one of its mentions, says what it said: in other words, more precisely, or with a value more or less where none was said."""
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


def corrections(merged: Merged, known: Ledger, looked: Looked, date: str | None) -> tuple[Correction, ...]:
    """What was published and is otherwise now, in the order of publication.

    Args:
        merged: What is known now, under the identifiers of publication.
        known: What was published of the articles that were merged, or that are gone.
        looked: At what, and what became of it.
        date: The day of the edition that tells so.
    """
    now = {name: fact for fact in merged.facts for name in (fact.id, *fact.aliases)}
    statements = {statement.id: statement for statement in merged.statements}
    found: list[Correction] = []
    for name, before in known.facts.items():
        after = now.get(name)
        if after is None:
            if looked.at(before):
                found.append(looked.correction(before, None, date))
        elif is_corrected(after, [statements[one] for one in after.mentions], before.fact):
            found.append(looked.correction(before, after, date))
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class Looked:
    """At which articles an edition looked, and what became of those that were published."""

    # All that the project holds, and those that were merged: what these no longer say is gone.
    there: AbstractSet[str]
    merging: AbstractSet[str]
    # Of these, an earlier edition had them otherwise.
    changed: AbstractSet[str]
    # What was taken back.
    withdrawn: Sequence[tuple[Withdrawal, Article]]
    # What an editor took out: article, and words as `plain` has them.
    dropped: AbstractSet[tuple[str, str]] = frozenset()

    def at(self, before: Known) -> bool:
        """Whether all articles of a fact that are there were read again."""
        return all(one.article in self.merging or one.article not in self.there for one in before.mentions)

    def correction(self, before: Known, after: Fact | None, date: str | None) -> Correction:
        """What is told of a fact that is otherwise, or gone."""
        homes = [mention.article for mention in before.mentions]
        taken = next((one for one, article in self.withdrawn if article.id in homes), None)
        ruled = after is not None and bool({*after.rulings} - {*before.fact.rulings})
        about: Literal["withdrawn", "corrected", "gone"] = "corrected" if after else "withdrawn" if taken else "gone"
        reason: Literal["withdrawal", "editor", "article", "reading"] = "reading"
        if taken is not None and not ruled:
            reason = "withdrawal"
        elif ruled or any((one.article, plain(one.quote)) in self.dropped for one in before.mentions):
            reason = "editor"
        elif any(home in self.changed or home not in self.there for home in homes):
            reason = "article"
        by_withdrawal = taken if reason == "withdrawal" else None
        return Correction(
            about=about, reason=reason, date=by_withdrawal.date if by_withdrawal else date,
            why=by_withdrawal.why if by_withdrawal else None, edition=before.edition, before=before.fact,
            quote=before.mentions[0], after=after.id if after else None,
        )  # fmt: skip
