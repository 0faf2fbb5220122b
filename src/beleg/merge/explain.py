"""Why a fact holds together, and why its nearest neighbour is another fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beleg.merge.facts import SAME_ARTICLE, THRESHOLD, Join, joins
from beleg.merge.matching import Judge, key
from beleg.merge.spelling import plain
from beleg.records import Statement


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """Two statements, laid side by side."""

    one: Statement
    other: Statement
    # In logits; statements merge from `THRESHOLD` on, if nothing forbids it.
    score: float
    # What forbids it ("date", "quantity", "polarity", …); None if nothing does.
    veto: str | None

    @property
    def reason(self) -> str:
        """Why the two are one, or not, in a few words."""
        if self.veto:
            return f"they differ in {self.veto}, which forbids it whatever else they share"
        side = "at least" if self.score >= self.threshold else "under"
        return f"score {self.score:.2f}, {side} the threshold of {self.threshold:.2f}"

    @property
    def threshold(self) -> float:
        """What the two alone have to reach to be one."""
        return SAME_ARTICLE if self.one.article == self.other.article else THRESHOLD


class Comparer:
    """Compares statements of one story as merging does."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        self._judge = Judge(statements, statements)
        self._first, self._scores = self._judge.scores()

    def compare(self, one: Statement, other: Statement) -> Comparison:
        pair = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        # What shares nothing rare is only looked at.
        score = self._scores[pair] if pair in self._scores else self._judge.look(*pair)
        return Comparison(one=one, other=other, score=score, veto=self._judge.veto(*pair))

    def joined(self, one: Statement, other: Statement, mentions: Sequence[Statement]) -> str:
        """Why two mentions of a fact are one, in a few words: by themselves, or by way of the others.

        Args:
            one: The mention.
            other: What it was merged with.
            mentions: All mentions of the fact.
        """
        if plain(one.quote) == plain(other.quote):
            return "the same words"
        alone = self.compare(one, other)
        if alone.veto is None and alone.score >= alone.threshold:
            return alone.reason
        step = self._step(one, other, mentions)
        if step is None:
            return f"by way of other mentions; the two alone: {alone.reason}"
        return (
            f"by way of {step.pair[0]} and {step.pair[1]} (score {step.score:.2f}), which brought together what each was one with: "
            f"on average the {len(step.mine) * len(step.theirs)} pairs have {step.mean:.2f}, at least the threshold of "
            f"{THRESHOLD:.2f}; the two alone: {alone.reason}"
        )

    def _step(self, one: Statement, other: Statement, mentions: Sequence[Statement]) -> Join | None:
        """The step that brought two mentions of a fact into one group; None where an editor, or their wording, did."""
        alike: dict[str, str] = {}
        # Of those in the same words one stands for all, as in merging.
        stand = {
            mention.id: alike.setdefault(plain(mention.quote), mention.id) for mention in sorted(mentions, key=key)
        }
        names = {*stand.values()}
        first, second = (
            {pair: score for pair, score in scores.items() if names.issuperset(pair)}
            for scores in (self._first, self._scores)
        )
        wanted = {stand[one.id], stand[other.id]}
        groups = {name: [name] for name in names}
        steps = joins(self._judge, first, second, groups)
        return next((step for step in steps if wanted <= {*step.mine, *step.theirs}), None)

    def nearest(self, mention: Statement) -> Comparison | None:
        """The statement of another fact, in another article, that comes nearest to a mention; None if there is none."""
        others = [s for s in self._statements if s.fact != mention.fact and s.article != mention.article]
        compared = (self.compare(mention, other) for other in others)
        return max(compared, key=lambda c: (c.score, c.other.id), default=None)
