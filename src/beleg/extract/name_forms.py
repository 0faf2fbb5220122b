"""From the words that name something to the name in international spelling: cases undone, scripts changed, in full."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from beleg.alphabets import romanize_ru, to_latin
from beleg.extract.name_cases import NOMINATIVE, Declensions
from beleg.extract.name_persons import Persons

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Mapping, Sequence

    from beleg.extract.name_looks import Look, Looks

# An abbreviation in brackets behind what it abbreviates is not longer.
_LONGEST_ABBREVIATION = 6
# Roles of the lexicon whose nouns stand before an organisation ("Hersteller Elmvik").
ORGANISATIONS = frozenset({"vendor", "customer", "partner", "competitor", "authority", "laboratory", "medium"})


@dataclass(slots=True)
class Run:
    """Tokens that stand for one name."""

    start: int
    end: int
    looks: list[Look]
    # The word before, in lower case; "" where a sentence begins.
    before: str = ""
    # The role of the word before.
    role: str = ""
    # A number that belongs to the name ("Halo 2").
    number: str = ""
    quoted: bool = False
    person: bool = False
    # The name from the register, where it is one.
    known: str = ""
    # The English pattern of the institution whose proper part this is.
    institution: str = ""
    # German: whether the noun for a kind of body belongs to it, or stands before it; the word that it is called by for short.
    body: bool = False
    short: str = ""
    # The index of the noun of institutions that says what it is (Serbian, Russian).
    head: int | None = None
    # The case that it stands in, where that is sure.
    case: str = ""


@lru_cache(maxsize=12)
def persons_of(looks: Looks) -> Persons:
    """How persons are called in a language and script; made once."""
    return Persons(looks.words)


class Forms:
    """The forms of names in one article, and what they are in the nominative."""

    def __init__(
        self, looks: Looks, text: str, also: Iterable[str], capitals: Counter[str], numbered: Counter[tuple[str, str]]
    ) -> None:
        self.looks = looks
        self.text = text
        self.words = looks.words
        self.german = looks.german
        self.also = {name.casefold(): name for name in also}
        # Words with a capital, and words with the number behind them, and how often.
        self.capitals = capitals
        self.numbered = numbered
        if not self.german:
            self.persons = persons_of(looks)
        self.declensions = Declensions(
            self.words.paradigms,
            self.words.lists.get("vowels", frozenset()),
            tuple(sorted(self.words.lists.get("steady_endings", ()))),
            self.words.places,
            self.words.unsayable,
            self.words.fleeting,
        )

    def spelled(self, runs: Sequence[Run]) -> list[tuple[Run, str]]:
        """Runs with their names, without abbreviations beside what they abbreviate."""
        runs = [run for index, run in enumerate(runs) if not (index and self._abbreviates(runs[index - 1], run))]
        runs = self._apart(runs)
        groups: defaultdict[tuple[str, ...], list[Run]] = defaultdict(list)
        for run in runs:
            if not run.known:
                groups[self.key(run)].append(run)
        if not self.german:
            self._note_forms(runs)
        names: dict[int, str] = {}
        for key, group in groups.items():
            words = self._nominative(key, group)
            for run in group:
                names[id(run)] = self._international(words, run)
        full = self._full_names(runs, names)
        result: list[tuple[Run, str]] = []
        for run in runs:
            name = run.known or names[id(run)]
            if not run.known and len(run.looks) == 1:
                name = full.get(name) or full.get(self.key(run)[0]) or self._of_woman(run, full) or name
            result.append((run, name))
        return result

    def _of_woman(self, run: Run, full: Mapping[str, str]) -> str | None:
        """The full name of a woman who is called by her surname alone, with an ending of its own: "Perišićeva"."""
        low = run.looks[0].core.lower()
        ending = next((one for one in self.words.women if low.endswith(one)), None)
        return full.get(low.removesuffix(ending)) if ending and not self.german else None

    def _note_forms(self, runs: Iterable[Run]) -> None:
        """Take in the forms of names, and the cases in which they stand."""
        for run in runs:
            if run.known or run.person:
                continue
            cases = self._shown(run) or self._cases(run)
            for look in run.looks:
                if look.inflects or run.quoted:
                    low = look.core.lower()
                    self.declensions.note(self.looks.name_stem(low), low, cases)

    def _shown(self, run: Run) -> tuple[str, ...]:
        """The cases that an adjective at the beginning of a name shows ("Воздушного курьера"); none without one."""
        if len(run.looks) < 2 or not (run.looks[0].inflects or run.quoted):
            return ()
        low = run.looks[0].core.lower()
        return self.declensions.shown(low[len(self.looks.name_stem(low)) :])

    def bare(self, word: str) -> str:
        """A German name without the genitive's s, if the bare form occurs as well or is known."""
        if word.endswith("s") and len(word) > 3:
            bare = word[:-1]
            if bare in self.capitals or self.looks.canonical(bare):
                return bare
        return word.removesuffix("'").removesuffix("’")

    def _apart(self, runs: Sequence[Run]) -> list[Run]:
        """Runs with a maker before its numbered model in two, where the maker stands alone elsewhere ("Lumaud Halo 2")."""
        alone = {self.key(run) for run in runs if len(run.looks) == 1 and not run.number}
        result: list[Run] = []
        for run in runs:
            if not run.number or len(run.looks) < 2:
                result.append(run)
                continue
            maker = replace(run, looks=run.looks[:1], number="")
            if self.key(maker) in alone:
                maker.end = run.start + len(self.text[run.start : run.end].split()[0])
                model = replace(run, start=maker.end + 1, looks=run.looks[1:], before="", role="")
                result += [maker, model]
            else:
                result.append(run)
        return result

    def _abbreviates(self, before: Run, run: Run) -> bool:
        """Whether a run is the abbreviation of the one before, beside it in brackets, or the other way round."""
        if (
            run.start - before.end != 2
            or self.text[before.end : run.start] != " ("
            or self.text[run.end : run.end + 1] != ")"
        ):
            return False
        long, short = self.text[before.start : before.end], self.text[run.start : run.end]
        if len(short) > _LONGEST_ABBREVIATION or not short.isupper() or not short.isalpha():
            return False
        capitals = "".join(c for c in long if c.isupper()) if " " not in long else "".join(w[0] for w in long.split())
        return capitals.upper() == short

    def key(self, run: Run) -> tuple[str, ...]:
        words = (
            self.looks.name_stem(look.core.lower())
            if look.inflects or (run.quoted and not self.german)
            else self.bare(look.core).lower()
            for look in run.looks
        )
        return (*words, *((run.number,) if run.number else ()), *((run.institution,) if run.institution else ()))

    def _nominative(self, key: tuple[str, ...], group: list[Run]) -> list[str]:
        """The words of a name without case endings, from all its occurrences."""
        if self.german:
            run = group[0]
            # The kind of a body stands in the nominative already, and what is a plural there ends in an s ("Jusos").
            fixed = len(run.looks) - 1 if run.body else 0
            return [look.core if index < fixed else self.bare(look.core) for index, look in enumerate(run.looks)]
        best = min(group, key=lambda run: (self._oblique(run), run.start))
        words = [look.core for look in best.looks]
        if best.person:
            return self.persons.upright(words, best.looks[0].given, self._cases(best))
        if best.head is not None:
            return self._headed(words, best.head)
        # What stays the same while the words beside it change is an attribute ("Око Града", "Ока Града").
        forms = [{run.looks[index].core for run in group} for index in range(len(words))]
        changing = any(len(own) > 1 for own in forms)
        result = [
            word
            if not (look.inflects or best.quoted)
            or (changing and len(own) == 1)
            or (word != words[0] and word.lower() in self.words.places)
            else self.declensions.nominative(stem, word)
            for look, word, stem, own in zip(best.looks, words, key, forms, strict=False)
        ]
        # Where the first word is in the nominative, the others are as they should be ("Друзья трясины").
        upright = len(words) > 1 and result[0] == words[0] and best.looks[0].inflects
        return words if upright and self._cases(best) in ((), (NOMINATIVE,)) else result

    def _headed(self, words: list[str], head: int) -> list[str]:
        """A body's name with its noun, and the adjectives before that, in the nominative; what follows never changes."""
        low = words[head].lower().replace("\u0451", "\u0435")
        noun = self.words.heads.get(low, low)
        if noun == low:
            return words
        before = [
            self.looks.upright(word, low) if self.looks.agrees(word.lower(), low) else word for word in words[:head]
        ]
        return [*before, noun.capitalize() if words[head][0].isupper() else noun, *words[head + 1 :]]

    def _cases(self, run: Run) -> tuple[str, ...]:
        """The cases that a name can stand in; none where nothing tells."""
        if run.case:
            return (run.case,)
        # "Firma Toplina", "компании «Северный ветер»": behind what it is, a name stays as it is.
        if run.role == "staff":
            return ("genitive",)
        if run.before not in self.looks.prepositions and (run.quoted or run.role in ORGANISATIONS):
            return () if run.before.endswith(self.words.adjective_endings) and not run.role else (NOMINATIVE,)
        if found := self.looks.cases.get(run.before):
            return found
        # What begins a sentence is mostly its subject.
        return () if run.before else (NOMINATIVE,)

    def _oblique(self, run: Run) -> int:
        """How sure it is that a name stands in another case than the nominative: 0 to 3."""
        if self._cases(run):
            return 2 * (NOMINATIVE not in self._cases(run))
        return 3 if run.before and not run.role else 0

    def _international(self, words: list[str], run: Run) -> str:
        looks = self.looks
        joined = " ".join(words)
        if run.number:
            joined = f"{joined} {run.number}"
        known = looks.canonical(joined)
        if known and not run.institution:
            return known
        if looks.language == "sr":
            joined = to_latin(joined)
        elif looks.language == "ru":
            joined = romanize_ru(joined)
        if run.institution:
            return run.institution.format(self.words.exonyms.get(joined, joined))
        return self.also.get(joined.casefold(), joined)

    def _full_names(self, runs: Sequence[Run], names: dict[int, str]) -> dict[str, str]:
        """What a surname or a company's first word stands for in this article: by name and, for cases, by stem."""
        full: dict[str, str] = {}
        tails = self.words.lists["tails"]
        # A word that is followed by a number somewhere is the product, not its maker ("Tamarin 7.0", "Tamarin Labs").
        products = {word for word, _ in self.numbered}
        for run in runs:
            name = run.known or names[id(run)]
            if run.person and not run.known:
                full.setdefault(name.split()[-1], name)
                full.setdefault(self.key(run)[-1], name)
            elif run.short:
                if run.short not in products:
                    full.setdefault(run.short, name)
            elif run.number or (len(run.looks) > 1 and run.looks[-1].core in tails and not run.known):
                first = run.looks[0].core
                if run.number or first not in products:
                    full.setdefault(first, name)
        return full
