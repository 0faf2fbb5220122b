"""Which nominative the forms of a word in an article speak for, where the word is a name that no list knows.

Every form counts for the ways of declension that it fits: most where the case that it stands in is known, some where
the form can be the nominative, little where it can be any other case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

CASES = ("genitive", "dative", "accusative", "instrumental", "locative")
NOMINATIVE = "nominative"
_FITS, _UNLIKE = 2.0, -2.0
# Where the case is not known: a form that can be the nominative, or another case.
_UPRIGHT, _OBLIQUE, _AGREES = 1.5, 0.5, 0.25
# Of how many letters an ending is that tells a case.
_TELLING = 2
# More of the same tells nothing new.
_MANY = 3
# A stem that nobody could say without a vowel behind it.
_UNSAYABLE = -2.5


class Paradigm(NamedTuple):
    """A way of declension."""

    nominative: str
    # The endings of each case.
    endings: dict[str, frozenset[str]]
    # What the stem does not end in.
    unless: tuple[str, ...]
    # How much rarer it is among names than others.
    rarity: float


def paradigms_of(rows: Iterable[Sequence[str]]) -> tuple[Paradigm, ...]:
    """The ways of declension of a table: nominative and five cases, "-" for no ending; then letters, then rarity."""
    found = []
    for nominative, *cases, unless, rarity in rows:
        bare = "" if nominative == "-" else nominative
        endings = {
            case: frozenset("" if form == "-" else form for form in forms.split())
            for case, forms in zip(CASES, cases, strict=True)
        }
        found.append(Paradigm(bare, {NOMINATIVE: frozenset([bare]), **endings}, tuple(unless.split()), float(rarity)))
    return tuple(found)


class Declensions:
    """The forms of words in one article."""

    def __init__(
        self,
        paradigms: tuple[Paradigm, ...],
        vowels: frozenset[str],
        steady: tuple[str, ...],
        nominatives: Mapping[str, bool],
        unsayable: tuple[str, ...],
        fleeting: Sequence[tuple[str, str]],
    ) -> None:
        self.paradigms = paradigms
        self.vowels = vowels
        # Endings of names that are no case's.
        self.steady = steady
        # Words whose nominative is known: places, and whether each form is it.
        self.nominatives = nominatives
        # Ends of stems that need a vowel behind them.
        self.unsayable = unsayable
        # Ends of stems, and with the vowel that the nominative has in them.
        self.fleeting = fleeting
        self._seen: defaultdict[str, Counter[tuple[str, tuple[str, ...]]]] = defaultdict(Counter)
        self._forms: set[str] = set()
        self._ways: dict[str, tuple[Paradigm | None, bool]] = {}

    def note(self, stem: str, word: str, cases: tuple[str, ...]) -> None:
        """Take in a form, and the cases that it can stand in; no cases where nothing tells."""
        self._forms.add(word.lower())
        self._seen[stem][word[len(stem) :].lower(), cases] += 1

    def shown(self, ending: str) -> tuple[str, ...]:
        """The cases that an ending of several letters can stand for; none for others."""
        if len(ending) < _TELLING:
            return ()
        found = {case for way in self.paradigms for case, endings in way.endings.items() if ending in endings}
        return () if NOMINATIVE in found else tuple(sorted(found))

    def nominative(self, stem: str, word: str) -> str:
        """The nominative of a form; the form itself where nothing fits."""
        low = word.lower()
        # "Lyncorea" and "Lyncore": the vowel belongs to the name.
        if low in self._seen or low.endswith(self.steady):
            return word
        if stem in self._forms and stem[-1] in self.vowels:
            return word[: len(stem)]
        if stem not in self._ways:
            self._ways[stem] = self._way(stem)
        way, sure = self._ways[stem]
        # What ends in a consonant and may be a nominative is one, unless something tells otherwise.
        if way is None or (not sure and low[-1] not in self.vowels):
            return word
        bare = word[: len(stem)]
        if not way.nominative:
            for end, full in self.fleeting:
                if stem.endswith(end):
                    return bare.removesuffix(end) + full
        return bare + way.nominative

    def _way(self, stem: str) -> tuple[Paradigm | None, bool]:
        """How the words with a stem decline, and whether anything but their endings speaks for it."""
        seen = self._seen[stem]
        if len(seen) > 1 and len({ending for ending, _ in seen}) == 1 and any(NOMINATIVE in cases for _, cases in seen):
            # The same in all cases: "Колибри".
            return None, True
        best, most = None, 0.0
        for way in self.paradigms:
            if way.unless and stem.endswith(way.unless):
                continue
            points = sum(self._points(way, *one) * min(count, _MANY) for one, count in seen.items()) - way.rarity
            # "Ресо-Волге"
            points += self.nominatives.get((stem + way.nominative).rpartition("-")[2], False)
            if not way.nominative and stem.endswith(self.unsayable):
                points += _UNSAYABLE
            if points > most:
                best, most = way, points
        return best, most > _OBLIQUE

    def _points(self, way: Paradigm, ending: str, cases: tuple[str, ...]) -> float:
        if NOMINATIVE in cases and ending != way.nominative:
            # Names behind what they are ("Firma Toplina") mostly stay as they are.
            return _AGREES if any(ending in forms for forms in way.endings.values()) else _UNLIKE
        if cases:
            return _FITS if any(ending in way.endings[case] for case in cases) else _UNLIKE
        if ending == way.nominative:
            return _UPRIGHT
        return _OBLIQUE if any(ending in forms for forms in way.endings.values()) else _UNLIKE
