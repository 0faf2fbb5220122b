"""Names as the reader's language has them, where that is known for sure."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from markupsafe import Markup, escape

from beleg.alphabets import has_cyrillic, to_cyrillic, to_latin
from beleg.lexicons import load
from beleg.lexicons.register import load_register, name_words
from beleg.lexicons.tokens import tokenize
from beleg.records import Edition, Language, Statement
from beleg.render.formats import formats
from beleg.render.provenance import lang

# Types of names that are translated; companies, products and people keep their own.
_TRANSLATED: Final = frozenset({"authority", "laboratory"})
# Tables and labels of the lexicon by which a noun is no person's function.
_BODIES: Final = frozenset({"laboratory", "medium", "statistics"})
_PERSONS: Final = frozenset({"staff", "analyst"})


class LocalNames:
    """What names are called in a locale.

    Args:
        edition: Its statements have names in their own words.
        locale: As in addresses, "sr-Latn".
    """

    def __init__(self, edition: Edition, locale: str) -> None:
        language, _, self.script = locale.partition("-")
        self.language: Language | Literal["en"] = language  # type: ignore[assignment]  # one of the site's locales
        # A noun stands as its text has it only where its ending does not tell the case.
        self._fixed = formats(locale).nouns_keep_their_form
        self._bodies = formats(locale).bodies
        self._patterns = _patterns(self.language)
        self._places = _places(self.language)
        self._edition = edition
        # Of names in Cyrillic letters, once they were asked for.
        self._languages: dict[str, str] = {}
        # By what the language calls itself.
        self._reads_cyrillic = has_cyrillic(formats(locale).babel.display_name or "")
        self._own: dict[str, str] = {}
        # What was asked for before: the same few names stand in every line.
        self._called: dict[str, str] = {}
        for one in edition.statements:
            if one.language == self.language and one.claimant and (written := _claimant_as_written(one)):
                form = _undetermined(" ".join(written.split()))
                if _is_registered(one, form) or _is_described(one, form):
                    self._own.setdefault(one.claimant, self._in_script(form))

    def called(self, name: str) -> str:
        """A name in the reader's language; as it is if the language has none that is sure.

        The names register goes before what the articles write, and this before what the name is made of.
        """
        found = self._called.get(name)
        if found is None:
            found = self._called[name] = self._found(name)
        return found

    def _found(self, name: str) -> str:
        given = self._edition.called.get(name, {}).get(self.language)
        if given is not None:
            return self._in_script(given)
        return self._own.get(name) or self._in_script(self._made(name)) or name

    def _made(self, name: str) -> str:
        """The name of an institution that says what it is and where ("Mannheim Regional Court"); empty for any other."""
        for before, after, pattern in self._patterns:
            place = name[len(before) : len(name) - len(after)]
            # A description instead of a place ("of the Republic of …") would stay English.
            if name == f"{before}{place}{after}" and place and not any(word.islower() for word in place.split()):
                own = self._places.get(place)
                # German writes a place that it has no name for as English does; in other letters it would stand half translated.
                return pattern.format(own or place) if own or self._fixed else ""
        return ""

    def shown(self, name: str) -> Markup:
        """A name in the reader's language, as it is set."""
        return self.marked(self.called(name))

    def marked(self, name: str) -> Markup:
        """A name as it is set: one in Cyrillic letters has its language on a page in Latin ones, for whoever reads it out.

        The other way round none is marked: Russian and Serbian text is full of names in Latin letters.
        """
        if self._reads_cyrillic or not has_cyrillic(name):
            return escape(name)
        return Markup('<span lang="{}">{}</span>').format(self._language_of(name), name)

    def _language_of(self, name: str) -> str:
        """The language of the articles that a name is from; empty, as HTML has it, where it is not known."""
        if name not in self._languages:
            edition = self._edition
            articles = (*edition.articles, *(article for _, article in edition.withdrawn))
            known = [lang(article) for article in articles if name in (article.publisher, article.taken_from)]
            known += [lang(one) for one in edition.statements if name in (one.claimant, one.origin, *one.names)]
            self._languages[name] = next((one for one in known if one in ("ru", "sr-Cyrl")), "")
        return self._languages[name]

    def role(self, one: Statement) -> str | None:
        """The function in which somebody speaks, if it is in the reader's language, nominative, and a person's."""
        role = one.speaker_role
        if role is None or one.language != self.language or not self._fixed:
            return None
        hits = load(one.language, one.script).match(tokenize(role))
        labels = {hit.label for hit in hits if hit.table == "role"}
        body = labels & _BODIES or any(hit.table == "document" for hit in hits) or role.endswith(self._bodies)
        if body or not labels & _PERSONS:
            return None
        return self._in_script(role)

    def _in_script(self, text: str) -> str:
        if self.script == "Latn":
            return to_latin(text)
        return to_cyrillic(text) if self.script == "Cyrl" else text


def _claimant_as_written(one: Statement) -> str:
    """The claimant's words, from the quote and what stands around it; empty where they stand further away.

    The article's text would have them all, but a published edition is printed without it.
    """
    if one.claimant_span is None:
        return ""
    before = one.start - len(one.prefix)
    start, end = one.claimant_span[0] - before, one.claimant_span[1] - before
    around = one.prefix + one.quote + one.suffix
    return around[start:end] if 0 <= start < end <= len(around) else ""


def _undetermined(form: str) -> str:
    """A name without the article before it."""
    first, _, rest = form.partition(" ")
    return rest if rest and first.islower() else form


def _is_registered(one: Statement, form: str) -> bool:
    """Whether a form stands in the register as it is, and so in the nominative, for a name that is translated."""
    register = load_register()
    if register.type(one.claimant or "") not in _TRANSLATED:
        return False
    # German is looked up without case endings but for the genitive's.
    found = register.canonical(form, "de", "Latn"), register.canonical(form[:-1], "de", "Latn")
    return found[0] == one.claimant != found[1]


def _is_described(one: Statement, form: str) -> bool:
    """Whether a form begins with what an institution is, in the nominative: the place behind it keeps its case."""
    words = to_latin(form) if one.language == "sr" else form
    return any(
        words.startswith(f"{to_latin(noun) if one.language == 'sr' else noun} ")
        and (one.claimant or "").startswith(before)
        and (one.claimant or "").endswith(after)
        for before, after, noun in _institutions(one.language)
    )


@cache
def _institutions(language: str) -> tuple[tuple[str, str, str], ...]:
    """What stands before and after the place in the English name of an institution, and its noun in a language."""
    pairs = name_words().get(language, {}).get("institutions", ())
    return tuple((*english.partition("{}")[::2], noun) for noun, english in pairs)


@cache
def _patterns(language: str) -> tuple[tuple[str, str, str], ...]:
    """What stands before and after the place in the English name of an institution, and how a language has it."""
    pairs = name_words().get(language, {}).get("descriptions")
    found: dict[tuple[str, str], str] = {}
    if pairs is not None:
        for noun, english in pairs:
            # In brackets no place changes its ending: "Земельный суд (Мангейм)".
            found[english.partition("{}")[0], english.partition("{}")[2]] = f"{noun} ({{}})"
    else:
        for before, after, noun in _institutions(language):
            found.setdefault((before, after), f"{noun} {{}}")
    # The longest first: "Higher Regional Court" is no "Regional Court" of a place that ends in "Higher".
    return tuple(
        (*around, found[around]) for around in sorted(found, key=lambda one: (-len(one[0]) - len(one[1]), one))
    )


@cache
def _places(language: str) -> dict[str, str]:
    """What a language calls places, by their English name."""
    return {english: own for own, english in reversed(name_words().get(language, {}).get("exonyms", ()))}
