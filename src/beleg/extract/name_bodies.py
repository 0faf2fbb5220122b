"""German names of bodies: a noun for the kind of body, and what follows it or stands before it.

"Klinikum Lennetal", "Institut für Energiemärkte Jena", "Verband der Kabelnetzbetreiber", "Thüringer Umweltamt",
"Deutsche Seenotwache". In German every noun has a capital; which nouns make such names is told by the lists of bodies in
`lexicons/name_words.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from beleg.extract.name_looks import Look, Words
    from beleg.lexicons import Token

# How many words may stand behind the noun for a kind of body.
_LONGEST = 4


class Body(NamedTuple):
    """The name of a body in a sentence."""

    # Index of the first token behind it.
    last: int
    # Its words in the nominative.
    looks: list[Look]
    # Index in `looks` of its own word, by which it is called for short; -1 if it has none but a place's or an ordinary one.
    proper: int = -1
    # Whether the noun for its kind may be left out.
    loose: bool = False


def body_at(
    tokens: Sequence[Token], looks: Sequence[Look], first: int, words: Words, *, fresh: bool, no_names: Container[str]
) -> Body | None:
    """The name of a body that begins at a token.

    Args:
        tokens: The tokens of a sentence.
        looks: Their looks.
        first: Index of the token.
        words: The word lists of German.
        fresh: Whether a sentence begins here, or with the determiner before.
        no_names: Words in lower case that occur with a small letter.
    """
    look = looks[first]
    following = tokens[first + 1].text if _beside(tokens, first + 1) else ""
    if following == "&" and _beside(tokens, first + 2) and looks[first + 2].shape == "cap":
        if not (look.common or look.compound > 1) or tokens[first + 2].text in words.lists["behind"]:
            last = _place(tokens, looks, first + 3, words)
            return Body(last, list(looks[first:last]))
        if look.body[0]:
            last = _place(tokens, looks, first + 3, words)
            return Body(last, list(looks[first:last])) if last > first + 3 else None
    if look.body[0] and (body := _with_kind(tokens, looks, first, words, fresh=fresh, no_names=no_names)):
        return body
    if not _beside(tokens, first + 1) or look.given or look.adjective or look.core != tokens[first].text:
        return None
    if look.body[0]:
        return None
    if (body := _of_two_words(tokens, looks, first, words)) is not None:
        return body
    if first + 1 < len(tokens) and _beside(tokens, first + 1) and looks[first + 1].shape == "cap":
        return _with_adjective(tokens, looks, first, words, no_names)
    return None


def _of_two_words(tokens: Sequence[Token], looks: Sequence[Look], first: int, words: Words) -> Body | None:
    """A noun and a place ("Messgeräte Kassel"), a name and a trade ("Nordlicht Wasserstoff"), any two behind a role."""
    lists, look, then = words.lists, looks[first], looks[first + 1]
    low = tokens[first].low
    if low in lists["openers"] or low in lists["determiners"] or low in lists["prepositions"]:
        return None
    role = first > 0 and _beside(tokens, first) and looks[first - 1].trade and not looks[first - 1].plural
    if tokens[first + 1].low in words.places or then.core in lists["compass"]:
        ordinary = look.place or look.human or look.trade or (look.common and look.plural and not role)
        if ordinary or low in lists["locations"] or look.core in lists["measures"]:
            return None
        last = _place(tokens, looks, first + 1, words)
        return Body(
            last, [look, *_as_written(tokens, looks, first + 1, last)], -1 if look.common or look.compound else 0
        )
    if then.core not in lists["behind"]:
        # Where a sentence begins, all before its verb is one phrase ("Der Anbieter Ferrotec Signal liefert").
        phrase = role and then.shape == "cap" and _all_before_verb(tokens, looks, first)
        if not phrase and (not role or then.common or then.compound > 1 or then.shape != "cap"):
            return None
    article = first > 0 and not role and tokens[first - 1].low in lists["determiners"]
    if article or look.human or look.trade or (not role and (look.common or look.compound > 1)):
        return None
    # "In Köln Haushaltsgeräte prüfen" names nobody.
    if look.place and not role and first and tokens[first - 1].low not in lists["agents"]:
        return None
    last = _place(tokens, looks, first + 2, words)
    return Body(
        last,
        [look, then, *_as_written(tokens, looks, first + 2, last)],
        -1 if look.place or look.common or look.compound > 1 else 0,
    )


def _all_before_verb(tokens: Sequence[Token], looks: Sequence[Look], first: int) -> bool:
    """Whether two words and what leads to them open a sentence, with a verb or a comma behind."""
    if first > _LONGEST or any(tokens[at].kind != "w" for at in range(first)):
        return False
    leads = all(looks[at].shape == "low" or looks[at].adjective or at == 0 for at in range(first - 1))
    then = tokens[first + 2] if first + 2 < len(tokens) else None
    return leads and then is not None and (then.text == "," or (then.kind == "w" and looks[first + 2].shape == "low"))


def _beside(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].start - tokens[index - 1].end == 1


def _kind(look: Look) -> Look:
    """The noun for a kind of body, in the nominative."""
    return look._replace(core=look.body[0], inflects=False)


def _head(noun: str, nouns: Iterable[str]) -> bool:
    """Whether a noun is in a list, or a compound that ends in one."""
    low = noun.lower()
    return any(low.endswith(one) for one in nouns)


def _with_kind(
    tokens: Sequence[Token], looks: Sequence[Look], first: int, words: Words, *, fresh: bool, no_names: Container[str]
) -> Body | None:
    lists = words.lists
    kind = looks[first].body[0]
    at = first + 1
    named = [_kind(looks[first])]
    before = tokens[first - 1].low if first else ""
    following = tokens[at].low if _beside(tokens, at) else ""
    if following in lists["purpose"] and _head(kind, lists["bodies_for"]) and before not in lists["indefinite"]:
        last = _purpose(tokens, looks, at + 1, words)
        if last and first and looks[first - 1].adjective and _beside(tokens, first):
            named.insert(0, looks[first - 1]._replace(core=tokens[first - 1].text))
        return Body(last, named + _as_written(tokens, looks, at, last)) if last else None
    if following in lists["members"] and _head(kind, lists["bodies_of"]) and before not in lists["indefinite"]:
        if _beside(tokens, at + 1) and looks[at + 1].shape == "cap" and not looks[at + 1].human:
            last = _place(tokens, looks, at + 2, words)
            return Body(last, named + _as_written(tokens, looks, at, last))
        return None
    loose = _head(kind, lists["bodies_loose"])
    if loose and _beside(tokens, at + 1) and _stem(tokens[at], words) and looks[at + 1].common:
        return None  # "der Verein Freie Ufer"
    last = _name(tokens, looks, at, words, fresh=fresh, no_names=no_names)
    if last == at:
        place = looks[first - 1] if first and _beside(tokens, first) else None
        if place is not None and place.adjective and _head(kind, lists["bodies_official"]):
            return Body(at, [place._replace(core=tokens[first - 1].text), *named])
        return None
    outer = looks[at].place or looks[at].core in lists["compass"] or tokens[at].text in lists["openings"]
    rest = _as_written(tokens, looks, at, last) if outer else list(looks[at:last])
    return Body(last, named + rest, -1 if outer else 1, loose)


def _as_written(tokens: Sequence[Token], looks: Sequence[Look], first: int, last: int) -> list[Look]:
    """The words between two tokens as they stand in the text; marks go with the word before them."""
    words: list[Look] = []
    for index in range(first, last):
        if words and tokens[index].start == tokens[index - 1].end:
            words[-1] = words[-1]._replace(core=words[-1].core + tokens[index].text)
        else:
            words.append(looks[index]._replace(core=tokens[index].text))
    return words


def _name(
    tokens: Sequence[Token], looks: Sequence[Look], at: int, words: Words, *, fresh: bool, no_names: Container[str]
) -> int:
    """Past the proper name behind the noun for a kind of body; `at` if there is none."""
    lists = words.lists
    opened = _opened(tokens, looks, at, words)
    if opened > at or not _beside(tokens, at) or looks[at].shape != "cap" or looks[at].adjective:
        return opened
    look, low = looks[at], tokens[at].low
    following = looks[at + 1] if _beside(tokens, at + 1) else None
    if following is not None and following.shape == "cap" and following.common and _stem(tokens[at], words):
        return at + 2  # "Stiftung Freie Netze"
    if (
        look.core != tokens[at].text
        or low in lists["openers"]
        or look.core in lists["measures"]
        or look.human
        or look.trade
    ):
        return at
    if following is not None and following.shape == "cap" and look.given and not look.place:
        return at  # "dem Verein Karin Oswald": somebody else
    if look.place:
        return _place(tokens, looks, at + 1, words) if low in words.places else at
    if look.common or look.compound > 1 or low in no_names:
        # An ordinary noun beside another: only where nothing else can stand ("Die Kita Sonnenkäfer hat …").
        if following is not None and (tokens[at + 1].low in words.places or following.core in lists["compass"]):
            return _place(tokens, looks, at + 1, words)
        ends = at + 1 >= len(tokens) or tokens[at + 1].text in ",)" or (looks[at + 1].shape == "low" and fresh)
        if not ends or look.body[0] or (low.endswith(words.plural_endings) and not fresh) or low in no_names:
            return at
        return at + 1
    return _place(tokens, looks, at + 1, words)


def _opened(tokens: Sequence[Token], looks: Sequence[Look], at: int, words: Words) -> int:
    """Past the name of a place in two words: "Bad Aibling", "St. Johann"; `at` if there is none."""
    if not _beside(tokens, at) or tokens[at].text not in words.lists["openings"]:
        return at
    then = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text == "." else at + 1
    return then + 1 if _beside(tokens, then) and looks[then].shape == "cap" else at


def _place(tokens: Sequence[Token], looks: Sequence[Look], at: int, words: Words) -> int:
    """Past the names that go on with a name: a place, a part of the country, "& Söhne", a legal form."""
    lists = words.lists
    end = at + _LONGEST
    while at < min(len(tokens), end) and _beside(tokens, at):
        look = looks[at]
        if look.place or look.core in lists["compass"] or look.core in lists["tails"]:
            at += 1
        elif tokens[at].text == "&" and _beside(tokens, at + 1) and looks[at + 1].shape == "cap":
            at += 2
        elif (opened := _opened(tokens, looks, at, words)) > at:
            at = opened
        else:
            break
    return at


def _purpose(tokens: Sequence[Token], looks: Sequence[Look], at: int, words: Words) -> int:
    """Past what a body is for: "Energiemärkte Jena", "angewandte Optik und Photonik"; 0 if that is no noun."""
    lists = words.lists
    for _ in range(2):
        if at >= len(tokens) or not _beside(tokens, at):
            return 0
        if looks[at].shape == "cap" or looks[at].core in lists["plain"]:
            break
        if not tokens[at].low.endswith(words.adjective_endings) or tokens[at].low in lists["determiners"]:
            return 0
        at += 1
    else:
        return 0
    if looks[at].shape != "cap" and looks[at].core not in lists["plain"]:
        return 0
    at += 1
    if at + 2 < len(tokens) and tokens[at].text == "-" and tokens[at + 1].low in lists["joining"]:
        return at + 3 if looks[at + 2].shape == "cap" else at
    if at + 1 < len(tokens) and tokens[at].low in lists["joining"] and _beside(tokens, at + 1):
        past = at + 1
        if (
            looks[past].shape == "low"
            and tokens[past].low.endswith(words.adjective_endings)
            and _beside(tokens, past + 1)
        ):
            past += 1
        if looks[past].shape == "cap" and not looks[past].place:
            at = past + 1
    if (
        _beside(tokens, at)
        and looks[at].shape == "cap"
        and not looks[at].common
        and looks[at].compound < 2
        and not looks[at].given
    ):
        at += 1
    return _place(tokens, looks, at, words)


def _stem(token: Token, words: Words) -> str:
    """The stem of an adjective with a capital of which names are made ("Deutsche"); "" for other words."""
    if not token.text[0].isupper():
        return ""
    for ending in words.adjective_endings:
        stem = token.low.removesuffix(ending)
        if stem == token.low or stem in words.lists["common"]:
            continue
        if stem in words.lists["naming"] or stem.endswith(words.adjective_stems):
            return token.text[: -len(ending)]
    return ""


def _with_adjective(
    tokens: Sequence[Token], looks: Sequence[Look], first: int, words: Words, no_names: Container[str]
) -> Body | None:
    """A name with a capital adjective, which inside a sentence is part of a name: "Deutsche Seenotwache"."""
    lists = words.lists
    token, noun = tokens[first], looks[first + 1]
    stem = _stem(token, words)
    begins = first == 0 or tokens[first - 1].kind != "w"
    if not stem or looks[first].adjective or looks[first].human:
        return None
    if (begins and not noun.body[0]) or (begins and (noun.human or noun.trade)) or noun.shape != "cap" or noun.place:
        return None
    gender = noun.body[1] or next((g for ending, g in words.genders if tokens[first + 1].low.endswith(ending)), "")
    core = noun.body[0] or noun.core
    before = tokens[first - 1].low if first else ""
    if before in lists["dative_plural"] and tokens[first + 1].low.endswith(words.plural_endings):
        gender = "p"
    ending = dict(words.strong_endings).get(gender, token.text[len(stem) :])
    named = [looks[first]._replace(core=stem + ending, shape="cap"), noun._replace(core=core)]
    kind = _with_kind(tokens, looks, first + 1, words, fresh=False, no_names=no_names) if noun.body[0] else None
    if kind is not None:
        return Body(kind.last, [named[0], *kind.looks])
    last = _place(tokens, looks, first + 2, words)
    return Body(last, named + list(looks[first + 2 : last]))
