"""Which names of a story stand for one party: a house with and without what it is called, a person and the employer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import Literal

from beleg.lexicons import load, tokenize
from beleg.lexicons.register import name_words
from beleg.merge.register import Names
from beleg.merge.spelling import plain
from beleg.records import Article, Language, Role, Script, Statement

# Tables of a lexicon whose nouns say what somebody is or issues: "institute", "press office", "release notes".
_DESCRIBING = ("role", "document")
# Bodies whose descriptive names differ from paper to paper.
_BODIES: frozenset[Role] = frozenset({"laboratory", "authority"})
_NONE: frozenset[Role] = frozenset()
# Whose word a person's is: the employer that the text names beside the person counts as much as two guesses.
_NAMED, _GUESSED = 2, 1


class Parties:
    """A names register that also knows what one story tells of who belongs to whom."""

    def __init__(self, register: Names, above: Mapping[str, str]) -> None:
        """Take what is known, and what the story adds.

        Args:
        register: What is generally known.
        above: A name of the story, and the one that stands for its party. No name stands for another and is itself
            stood for.
        """
        self._register = register
        self.above = above

    def party(self, name: str) -> str:
        return self._register.party(self.above.get(name, name))

    def owner(self, name: str) -> str | None:
        return self._register.owner(name)

    def type(self, name: str) -> str | None:
        return self._register.type(name)

    def rivals(self, one: str, other: str) -> bool:
        return self._register.rivals(self.above.get(one, one), self.above.get(other, other))

    def customer(self, name: str, vendor: str) -> bool:
        return self._register.customer(self.above.get(name, name), self.above.get(vendor, vendor))

    def agency(self, form: str, language: Language, script: Script) -> str | None:
        return self._register.agency(form, language, script)

    def agency_kind(self, name: str) -> Literal["news", "releases"] | None:
        return self._register.agency_kind(name)

    def canonical(self, form: str, language: Language, script: Script) -> str | None:
        return self._register.canonical(form, language, script)


def parties(statements: Sequence[Statement], articles: Mapping[str, Article], register: Names) -> Parties:
    """What a story's statements and publishers tell of who is one party."""
    speakers = {s.claimant for s in statements if s.claimant}
    speakers |= {article.publisher for article in articles.values() if article.publisher}
    tongues = sorted({(article.language, article.script) for article in articles.values()})
    roles: dict[str, set[Role]] = defaultdict(set)
    for statement in statements:
        if statement.claimant and statement.role:
            roles[statement.claimant].add(statement.role)
    houses = _houses(sorted(speakers), roles, tongues, register)
    staff = employers(statements, Parties(register, houses))
    return Parties(register, houses | {person: houses.get(house, house) for person, house in staff.items()})


# --- names that are one house's ---------------------------------------------------------------------------------------


def _houses(
    names: Sequence[str],
    roles: Mapping[str, AbstractSet[Role]],
    tongues: Sequence[tuple[Language, Script]],
    register: Names,
) -> dict[str, str]:
    """For each name that differs from another one only in what says what the house is, the one that stands for both.

    A house is called by its full name ("Tamarin Labs", not "Tamarin"), but for words that only describe it ("institute").
    """
    longer: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for full in names:
        for short in names:
            added = _added(short, full)
            if not added or _apart(short, full, register) or not all(_describes(word, tongues) for word in added):
                continue
            # A university and the town of its name are two; two names of one laboratory are not.
            if not any(map(_heads, added)) or roles.get(short, _NONE) & roles.get(full, _NONE) & _BODIES:
                longer[short].append((full, all(map(_tail, added))))
    above: dict[str, str] = {}
    # The shortest first, so that what stands for a name is never stood for itself.
    for short in sorted(longer, key=lambda name: (len(name), name)):
        if short in above:
            continue
        # Two houses of one family ("Nordlicht Systems", "Nordlicht Capital"): which of them the bare name means is open.
        family = [full for full, tail in longer[short] if tail and full not in above]
        alone = len(family) == 1
        house = family[0] if alone and register.type(short) is None else short
        same = [full for full, tail in longer[short] if not tail or alone]
        above.update((name, house) for name in (short, *same) if name != house and name not in above)
    return above


def _added(short: str, full: str) -> list[str]:
    """The words that a name adds before or behind another; none if it does not hold the other as a whole."""
    less, more = (name.replace("-", " ").split() for name in (short, full))
    if not less or len(less) >= len(more):
        return []
    bare, whole = [plain(word) for word in less], [plain(word) for word in more]
    if whole[: len(bare)] == bare:
        return more[len(bare) :]
    return more[: -len(bare)] if whole[-len(bare) :] == bare else []


def _apart(short: str, full: str, register: Names) -> bool:
    """Whether the register knows the two as different bodies, or the shorter one as a place or a mere description."""
    if register.type(short) in ("place", "person") or all(map(_tail, short.split())):
        return True
    known = register.type(short) is not None and register.type(full) is not None
    return known and register.party(short) != register.party(full)


def _describes(word: str, tongues: Sequence[tuple[Language, Script]]) -> bool:
    return _tail(word) or any(describes(word, *tongue) for tongue in tongues)


@lru_cache(maxsize=4096)
def describes(word: str, language: Language, script: Script) -> bool:
    """Whether a language has a word for what somebody is or issues, rather than as a name."""
    return any(hit.table in _DESCRIBING for hit in load(language, script).match(tokenize(word)))


def _tail(word: str) -> bool:
    return plain(word) in _words("tails")


def _heads(word: str) -> bool:
    """Whether a word makes a body of whatever follows: a university and the town of its name are two."""
    return plain(word) in _words("heads") or plain(word) in _institutions()


@cache
def _words(table: str) -> frozenset[str]:
    """The words of one table of `name_words.toml`, of all languages, in plain spelling."""
    return frozenset(plain(word) for words in name_words().values() for word in str(words.get(table, "")).split())


@cache
def _institutions() -> frozenset[str]:
    """The words of which descriptive names of institutions are made, in international spelling."""
    named = (name for words in name_words().values() for _, name in words.get("institutions", ()))
    return frozenset(plain(word) for name in named for word in name.split() if word != "{}")


# --- persons ----------------------------------------------------------------------------------------------------------


def employers(statements: Iterable[Statement], register: Names) -> dict[str, str]:
    """The house for which each person speaks, where some article of the story names it.

    A person has one if an article names both together, or names the person as somebody's employee, and no other house
    has as much to be said for it.
    """
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for statement in statements:
        house = statement.claimant
        if house is None or is_person(house, register):
            continue
        told = house in statement.names or statement.role_from == "text: employer"
        if not told and statement.claimant_span is None:
            continue
        for name in statement.names:
            if is_person(name, register):
                votes[name][register.party(house)] += _NAMED if told else _GUESSED
    found = {}
    for person, houses in votes.items():
        (house, most), *rest = houses.most_common(2)
        if most >= _NAMED and (not rest or rest[0][1] < most):
            found[person] = house
    return found


def is_person(name: str, register: Names) -> bool:
    """Whether a name is a person's: the register says so, or it begins with a given name and goes on."""
    kind = register.type(name)
    if kind is not None:
        return kind == "person"
    first, *rest = name.split()
    return bool(rest) and plain(first) in _words("masculine") | _words("feminine") and not _tail(rest[-1])
