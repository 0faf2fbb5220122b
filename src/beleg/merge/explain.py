"""Why a fact holds together, and why its nearest neighbour is another fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beleg.merge.facts import THRESHOLD
from beleg.merge.matching import Judge
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
        side = "at least" if self.score >= THRESHOLD else "under"
        return f"score {self.score:.2f}, {side} the threshold of {THRESHOLD:.2f}"


class Comparer:
    """Compares statements of one story as merging does."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        self._judge = Judge(statements, statements)
        _, self._scores = self._judge.scores()

    def compare(self, one: Statement, other: Statement) -> Comparison:
        pair = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        # What shares nothing rare is only looked at.
        score = self._scores[pair] if pair in self._scores else self._judge.look(*pair)
        return Comparison(one=one, other=other, score=score, veto=self._judge.veto(*pair))

    def nearest(self, mention: Statement) -> Comparison | None:
        """The statement of another fact, in another article, that comes nearest to a mention; None if there is none."""
        others = [s for s in self._statements if s.fact != mention.fact and s.article != mention.article]
        compared = (self.compare(mention, other) for other in others)
        return max(compared, key=lambda c: (c.score, c.other.id), default=None)
