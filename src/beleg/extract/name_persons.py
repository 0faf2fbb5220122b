"""Serbian and Russian names of persons in the nominative: the given name tells sex and case, the surname declines by both."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from beleg.extract.name_cases import CASES, NOMINATIVE
from beleg.lexicons.tokens import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from beleg.extract.name_cases import Paradigm
    from beleg.extract.name_looks import Words

_FEMININE = "f"
_ANY = frozenset([NOMINATIVE, *CASES])
# Of how many letters an ending is that says more than a nominative without one would.
_SURE = 2


class _Reading(NamedTuple):
    """What a form of a given name can be."""

    lemma: str
    gender: str
    cases: frozenset[str]


class Persons:
    """How persons are called in articles of one language and script."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.vowels = words.lists["vowels"]
        self.fixed = words.lists["fixed"]
        self.fixed_endings = tuple(sorted(words.lists["fixed_endings"]))
        # Given names with other forms than the nominative.
        self.declining = frozenset(
            lemma
            for form, found in words.given.items()
            for lemma, _ in found
            if form != lemma.replace("\u0451", "\u0435")
        )
        self._known: dict[tuple[str, ...], list[str]] = {}

    def upright(self, words: Sequence[str], given: Sequence[tuple[str, str]], cases: tuple[str, ...]) -> list[str]:
        """The words of a person's name in the nominative.

        Args:
            words: A given name and what follows it, as they stand.
            given: The given names that the first word can be a form of, in the nominative, and their gender.
            cases: The cases that a preposition asks for; none where nothing tells.
        """
        if not given:
            return self._nameless(words, cases)
        key = (*words, "", *cases)
        if key not in self._known:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            self._known[key] = self._upright(words, given, cases)
        return self._known[key]

    def _upright(self, words: Sequence[str], given: Sequence[tuple[str, str]], cases: tuple[str, ...]) -> list[str]:
        readings = [self._reading(words[0], lemma, gender) for lemma, gender in given]
        wanted = frozenset(cases) - {NOMINATIVE}
        best = min(readings, key=lambda one: self._doubt(one, words[-1], wanted))
        if wanted:
            # A given name in the nominative all the same does not decline here: "по словам Асель Жумабаевой".
            own = best.cases & wanted or (wanted if NOMINATIVE in best.cases else best.cases)
            best = best._replace(cases=own)
        return [best.lemma, *(self._surname(word, best) for word in words[1:])]

    def _nameless(self, words: Sequence[str], cases: tuple[str, ...]) -> list[str]:
        """The nominative of a name whose given name is not known: by the surname, where that can't be in it."""
        wanted = frozenset(cases) - {NOMINATIVE}
        low = words[-1].lower()
        if low.endswith(self.fixed_endings) or not (wanted or low.endswith(self.words.oblique_endings)):
            return list(words)
        readings = [_Reading(words[0], gender, wanted or frozenset(CASES)) for gender in ("m", _FEMININE)]
        # Of a man and a woman, whose ending is the longer one.
        best = max(readings, key=lambda one: (self._form(low, one) or (0, ""))[0])
        return [self._surname(word, best) for word in words]

    def _reading(self, form: str, lemma: str, gender: str) -> _Reading:
        """What a form tells of the case, as a form of a given name."""
        low, base = (word.lower().replace("\u0451", "\u0435") for word in (form, lemma))
        if low == base:
            # Names that do not decline tell nothing: "Нино", "Чулпан".
            return _Reading(lemma, gender, _ANY if lemma not in self.declining else frozenset([NOMINATIVE]))
        shared = next(
            (at for at, (a, b) in enumerate(zip(low, base, strict=False)) if a != b), min(len(low), len(base))
        )
        found = frozenset(
            case
            for at in range(shared, max(shared - 3, 0), -1)
            for way in self.words.paradigms
            if way.nominative == base[at:]
            for case, endings in way.endings.items()
            if low[at:] in endings and case != NOMINATIVE
        )
        if not found:
            # Vowels that come and go: "Льва", "Павлом", "Petra".
            found = frozenset(
                case
                for way in self.words.paradigms
                if not way.nominative
                for case, endings in way.endings.items()
                if any(ending and low.endswith(ending) for ending in endings)
            )
        return _Reading(lemma, gender, found)

    def _doubt(self, one: _Reading, surname: str, wanted: frozenset[str]) -> tuple[int, bool, str]:
        """How little speaks for a reading; the least counts."""
        low = surname.lower()
        misfit = 2 * bool(wanted and not one.cases & wanted)
        if NOMINATIVE in one.cases:
            # A feminine nominative can look like a masculine genitive ("Зорана Бјелице"): the surname decides.
            return (misfit + 2 * low.endswith(self.words.oblique_endings), one.gender != "m", one.lemma)
        fits = low.endswith(self.fixed_endings) or self._form(low, one) is not None
        return (misfit + (1 if fits or one.gender == _FEMININE else 3), one.gender != "m", one.lemma)

    def _surname(self, word: str, one: _Reading) -> str:
        first, hyphen, second = word.partition("-")
        if hyphen:
            return f"{self._surname(first, one)}-{self._surname(second, one)}"
        low = word.lower()
        if low in self.fixed or (NOMINATIVE in one.cases and len(one.cases) == 1):
            return word
        ending = self._form(low, one)
        if ending is None:
            return word
        cut, nominative = ending
        found = low[: len(low) - cut] + nominative
        return word[0] + self.words.irregular.get(found, found)[1:]

    def _form(self, low: str, one: _Reading) -> tuple[int, str] | None:
        """How many letters a surname in lower case loses, and what stands in their place; None where it stays."""
        for plural, masculine, feminine in self.words.plural_surnames:
            if low.endswith(plural):
                return len(plural), feminine if one.gender == _FEMININE else masculine
        if low.endswith(self.fixed_endings):
            return None
        return min(self._fits(low, one), default=(False, 0, 0, None))[3]

    def _fits(self, low: str, one: _Reading) -> Iterator[tuple[bool, int, int, tuple[int, str]]]:
        """The ways of declension that a form fits; the best is the least: sayable, with the longest ending."""
        ways: tuple[Paradigm, ...] = self.words.surnames[one.gender]
        for place, way in enumerate(ways):
            for case in sorted(one.cases):
                for ending in sorted(way.endings.get(case, ())):
                    stem = low[: len(low) - len(ending)]
                    short = len(ending) < _SURE and NOMINATIVE in one.cases
                    if (
                        ending
                        and not short
                        and low.endswith(ending)
                        and len(stem) > 1
                        and not (way.unless and stem.endswith(way.unless))
                    ):
                        unsayable = not way.nominative and stem.endswith(self.words.unsayable)
                        yield unsayable, -len(ending), place, (len(ending), way.nominative)
