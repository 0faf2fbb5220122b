"""The trained weights: which feature speaks for what, and how much.

A file a language (`de.tsv`, …) and one for all (`shared.tsv`). `# group` opens a group of features; a line is a feature's
name, then its weights, each behind its column's letter, in hundredths. A column is a decision that the feature speaks for: a class of evidence, a
kind, a sort of voice. `tests/gold/train.py` writes the files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import get_args

from beleg.records import Evidence, Kind, Language

# What a unit is, before anybody is asked who speaks: a plain fact, the publisher's judgement, what the publisher saw.
NONE, OWN, TEST = "none", "own", "test"
# Whether it is this party that speaks, and whether this one is the article's vendor.
SPEAKS, VENDOR = "speaks", "vendor"
PARTY_CLASSES: tuple[Evidence, ...] = (
    "vendor_claim", "customer_claim", "partner_claim", "competitor_claim", "official_statement",
    "third_party_opinion", "independent_evidence",
)  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
COLUMNS: tuple[str, ...] = (NONE, OWN, TEST, SPEAKS, VENDOR, *PARTY_CLASSES, *KINDS)
SCALE = 100

# What the features tell of: a unit's words; what surrounds it; how a party is placed to a unit; a party's words in all the
# article, and those of a person who speaks for it; what else tells its stake; which party is the vendor; a unit's values.
GROUPS = ("unit", "context", "relation", "party", "person", "stake", "vendor", "values")

# A file names a column by one letter.
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The weights of a feature stand side by side in one integer, so that adding two features is one addition whatever the
# number of columns: so many bits a column, of which the sum of a unit's features never needs more.
BITS = 24
_HALF = 1 << (BITS - 1)
_MASK = (1 << BITS) - 1
_LIFT = sum(_HALF << (BITS * place) for place in range(len(COLUMNS)))
_PAIR = re.compile("([a-zA-Z])(-?[0-9]+)")


class Rows(dict[str, int]):
    """The weights of a group's features, packed. A row is read when its feature is first met: most never are."""

    __slots__ = ("written",)

    def __init__(self, rows: Mapping[str, int], written: Mapping[str, str]) -> None:
        super().__init__(rows)
        self.written = written

    def __missing__(self, feature: str) -> int:
        row = self.written.get(feature)
        if row is None:
            return 0
        total = self[feature] = sum([int(weight) << _SHIFTS[letter] for letter, weight in _PAIR.findall(row)])
        return total


class Weights:
    """Weights of one language's features and of those that all languages share."""

    __slots__ = ("groups",)

    def __init__(self, groups: Mapping[str, Mapping[str, int]]) -> None:
        self.groups = {group: rows if isinstance(rows, Rows) else Rows(rows, {}) for group, rows in groups.items()}

    def total(self, group: str, features: Iterable[str]) -> int:
        """What some features weigh together, packed; totals of several groups may be added."""
        rows = self.groups[group]
        return sum([rows[feature] for feature in features])


def pack(row: Mapping[str, int]) -> int:
    """Weights by column as one integer."""
    return sum(weight << (BITS * _PLACES[column]) for column, weight in row.items())


def unpack(total: int, columns: range) -> list[int]:
    """Some columns of a total."""
    lifted = total + _LIFT
    return [((lifted >> (BITS * place)) & _MASK) - _HALF for place in columns]


def places(columns: Sequence[str]) -> range:
    """Where columns that follow one another stand."""
    return range(_PLACES[columns[0]], _PLACES[columns[-1]] + 1)


_PLACES = {column: place for place, column in enumerate(COLUMNS)}
_SHIFTS = {letter: BITS * place for place, letter in enumerate(LETTERS[: len(COLUMNS)])}


def chances(totals: Sequence[int]) -> list[float]:
    """The chance of each of some decisions of which one is right, from what speaks for each."""
    most = max(totals)
    powers = [math.exp((total - most) / SCALE) for total in totals]
    whole = sum(powers)
    return [power / whole for power in powers]


@cache
def load_weights(language: Language) -> Weights | None:
    """The weights for a language's articles; None where there are none, and the rules decide alone."""
    folder = resources.files("beleg.extract.model")
    own = folder / f"{language}.tsv"
    if not own.is_file():
        return None
    written: dict[str, dict[str, str]] = {group: {} for group in GROUPS}
    for file in (folder / "shared.tsv", own):
        rows = written[GROUPS[0]]
        for line in file.read_text("utf-8").splitlines():
            feature, _, row = line.partition("\t")
            if row:
                rows[feature] = row
            else:
                rows = written[line[2:]]
    return Weights({group: Rows({}, rows) for group, rows in written.items()})
