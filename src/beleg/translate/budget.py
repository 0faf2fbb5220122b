"""What a run of machine translation may take, and what it has taken: time, tokens, money."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from beleg.errors import LimitError
from beleg.translate import Passage

_MILLION = 1_000_000
# Bytes of UTF-8 that a token has, roughly: four letters of English, two of Russian. Models differ by half of it.
_BYTES = 4
# Tokens of the instructions that go with each request, and of each passage's frame in both directions.
_INSTRUCTIONS, _FRAME = 400, 30
# A translation has as many letters as its quote, give or take a third; in Cyrillic each takes two bytes.
_LONGER = 1.3


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowed:
    """What an editor allows a run; None sets no limit."""

    minutes: float | None = None
    # In and out together.
    tokens: int | None = None
    # In the currency of the prices.
    cost: float | None = None
    # Of a million tokens.
    price_in: float | None = None
    price_out: float | None = None


@dataclass(kw_only=True)
class Budget:
    """What a run may take and has taken. The run and its translator share one, and ask it before every request."""

    allowed: Allowed = Allowed()
    clock: Callable[[], float] = time.monotonic
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    # Whether a part of the tokens was estimated, as the server did not say.
    estimated: bool = False
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return self.clock() - self._began

    @property
    def cost(self) -> float | None:
        """What the tokens cost so far; None without prices."""
        return self.price(self.tokens_in, self.tokens_out)

    def price(self, tokens_in: int, tokens_out: int) -> float | None:
        """What so many tokens cost; None without prices."""
        if self.allowed.price_in is None or self.allowed.price_out is None:
            return None
        return (tokens_in * self.allowed.price_in + tokens_out * self.allowed.price_out) / _MILLION

    def left(self) -> float | None:
        """Seconds until the time is up, 0 or less if it is; None without a limit."""
        return None if self.allowed.minutes is None else self.allowed.minutes * 60 - self.seconds

    def check(self, tokens_in: int = 0, tokens_out: int = 0) -> None:
        """Let pass what the budget has room for.

        Args:
            tokens_in: What the next request is expected to take.
            tokens_out: And its answer.

        Raises:
            LimitError: One of the limits is reached, or would be.
        """
        left = self.left()
        if left is not None and left <= 0:
            raise LimitError(f"the time is up ({self.allowed.minutes:g} min)")
        tokens_in, tokens_out = self.tokens_in + tokens_in, self.tokens_out + tokens_out
        if self.allowed.tokens is not None and tokens_in + tokens_out > self.allowed.tokens:
            raise LimitError(f"the next request would go beyond the limit of {self.allowed.tokens:,} tokens")
        cost = self.price(tokens_in, tokens_out)
        if self.allowed.cost is not None and cost is not None and cost > self.allowed.cost:
            raise LimitError(f"the next request would go beyond the limit of {self.allowed.cost:g}")

    def spend(self, tokens_in: int, tokens_out: int, *, estimated: bool = False) -> None:
        """Count a request and its answer."""
        self.requests += 1
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.estimated = self.estimated or estimated


def tokens_of(text: str) -> int:
    """How many tokens a text has, roughly."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES)


def expected(passages: Sequence[Passage], target: str) -> tuple[int, int]:
    """How many tokens a request for passages and its answer are likely to take."""
    around = sum(tokens_of(" ".join((*one.context, *one.names))) + _FRAME for one in passages)
    tokens_in = _INSTRUCTIONS + around + sum(tokens_of(one.quote) for one in passages)
    width = 2 if target in ("ru", "sr-Cyrl") else 1
    letters = sum(len(one.quote) for one in passages)
    return tokens_in, int(letters * _LONGER * width / _BYTES) + _FRAME * len(passages)
