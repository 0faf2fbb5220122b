"""The finished pages, read again as a reader's browser would: does every line still lead to what an article says?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from beleg.errors import RenderError
from beleg.records import Edition, Fact, Statement, Translation
from beleg.render.markup import feed
from beleg.render.provenance import content_of
from beleg.render.quotation import bare, shortened
from beleg.render.readable import Translations

_VOID: Final = frozenset(("meta", "link", "br", "hr", "img", "input", "rect", "path", "use", "circle"))
# Where a fact's sentence stands: in a list, and on a side of a conflict.
_SENTENCES: Final = frozenset(("say", "what"))
_PERMALINK: Final = " #"


class _Page(HTMLParser):
    """Quotes, facts and conflict sides of a page, with the fact that each stands in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        # Statement, text, and the fact around it, in the order of the page.
        self.quotes: list[tuple[str, str, str | None]] = []
        # The same of what was made of a quote in the reader's language.
        self.translations: list[tuple[str, str, str | None]] = []
        # Sentences and values, with the fact that each stands in; None for one that stands in no fact.
        self.said: list[tuple[str | None, str | None]] = []
        # Every element with an identifier, and what it is.
        self.ids: Counter[str] = Counter()
        # Those of them that only lead to another sheet.
        self.moved: set[str] = set()
        self.links: list[str] = []
        # Tag, the fact it opens, and what it is for us; of the elements that are open.
        self._open: list[tuple[str, str | None, str | None]] = []
        # What has been read of the quote, and of the sentence, that are open; None for none.
        self._quote: list[str] | None = None
        self._translation: list[str] | None = None
        self._sentence: list[str] | None = None
        self._statement = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        values = dict(attrs)
        classes = (values.get("class") or "").split()
        if (name := values.get("id")) is not None:
            self.ids[name] += 1
            if "moved" in classes:
                self.moved.add(name)
        if tag == "a" and (href := values.get("href")):
            self.links.append(href)
        fact = None
        if "side" in classes or ("fact" in classes and tag == "li"):
            fact = values.get("id") or values.get("data-fact")
        role = None
        if (statement := values.get("data-statement")) is not None:
            self._statement, self._quote, role = statement, [], "quote"
        elif (statement := values.get("data-translation")) is not None:
            self._statement, self._translation, role = statement, [], "translation"
        elif not _SENTENCES.isdisjoint(classes):
            self._sentence, role = [], "sentence"
        elif "value" in classes:
            self.said.append((self._fact(), None))
        self._open.append((tag, fact, role))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a drawing, closed where it opens."""

    def handle_endtag(self, tag: str) -> None:
        if not (self._open and self._open[-1][0] == tag) and all(name != tag for name, _, _ in self._open):
            return
        while self._open:
            name, _, role = self._open.pop()
            if role == "quote" and self._quote is not None:
                self.quotes.append((self._statement, "".join(self._quote), self._fact()))
                self._quote = None
            elif role == "translation" and self._translation is not None:
                self.translations.append((self._statement, "".join(self._translation), self._fact()))
                self._translation = None
            elif role == "sentence" and self._sentence is not None:
                self.said.append((self._fact(), " ".join("".join(self._sentence).split()).removesuffix(_PERMALINK)))
                self._sentence = None
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        if self._quote is not None:
            self._quote.append(data)
        if self._translation is not None:
            self._translation.append(data)
        if self._sentence is not None:
            self._sentence.append(data)

    def _fact(self) -> str | None:
        return next((fact for _, fact, _ in reversed(self._open) if fact), None)


@dataclass(kw_only=True, slots=True)
class Grounds:
    """What pages rest on that were made from one edition."""

    edition: Edition
    # Whether it is not published yet, so that its articles can be read again.
    draft: bool = True
    # The words that a fact should have, by locale and fact; one without an entry lets its original speak.
    sentences: dict[tuple[str, str], str] = field(default_factory=dict)
    # Facts of other editions that are gone, each with the mention that is quoted.
    gone: dict[str, tuple[Fact, Statement]] = field(default_factory=dict)
    # Paths of the pages below the site's folder, and the identifiers that pages of stories must have, all their sheets
    # together, by the path of the first one.
    paths: list[str] = field(default_factory=list)
    identifiers: dict[str, frozenset[str]] = field(default_factory=dict)
    # The first sheet of a story's page, by the path of each sheet.
    first: dict[str, str] = field(default_factory=dict)


def verify(grounds: Grounds, out: Path, reread: Callable[[str], str]) -> None:
    """Check written pages against the edition that they were made from, and against the articles' own files.

    A published edition is checked against its record, whose articles have no text.

    Args:
        grounds: What the pages were made from, and which they are.
        out: The folder of the site.
        reread: An article's text, read again from its file.

    Raises:
        RenderError: The first line that does not lead back to an article: page, identifier, difference.
    """
    edition = grounds.edition
    check_grounds(edition)
    statements = {one.id: one for one in edition.statements}
    facts = {fact.id: fact for fact in edition.facts}
    for gone, mention in grounds.gone.values():
        facts.setdefault(gone.id, gone)
        statements.setdefault(mention.id, mention)
    source = cache(reread)
    # What was published was checked then, and is quoted from its record.
    sound = set() if grounds.draft else set(statements)
    sound |= {mention.id for _, mention in grounds.gone.values()}
    translations = {locale: Translations(edition, locale) for locale in edition.site.locales}
    found: dict[str, set[str]] = {name: set() for name in grounds.identifiers}
    for place in grounds.paths:
        locale = place.partition("/")[0]
        page = _parsed(out / place, place)
        for identifier, text, within in page.quotes:
            _check_quote(place, identifier, text, statements, facts, within, edition.site.quote)
            if identifier not in sound:
                _check_source(place, statements[identifier], source)
                sound.add(identifier)
        beside = {(identifier, within) for identifier, _, within in page.quotes}
        for identifier, text, within in page.translations:
            one = statements.get(identifier)
            if within not in grounds.gone:
                _check_translation(place, identifier, text, translations[locale].of(one) if one else None)
            if (identifier, within) not in beside:
                raise RenderError(f"{identifier} is translated without its original", path=place, hint=_HINT)
        for fact, said in page.said:
            if fact is None:
                raise RenderError("a sentence stands in no fact", path=place, hint=_HINT)
            if fact not in facts:
                raise RenderError(f"{fact} is no fact of this edition", path=place, hint=_HINT)
            words = grounds.sentences.get((locale, fact)) if fact not in grounds.gone else None
            if words is not None and said is not None and said != words:
                raise RenderError(f"{fact} is not worded so: {_difference(words, said)}", path=place, hint=_HINT)
        if place in grounds.first:
            found[grounds.first[place]] |= page.ids.keys() - page.moved
    for name, there in found.items():
        missing = sorted(grounds.identifiers[name] - there)
        if missing:
            raise RenderError(f"the fact {missing[0]} is missing", path=name, hint=_HINT)


_HINT: Final = "Nothing was published; correct the template that prints it, or build again if a source has just changed"


def _parsed(path: Path, place: str) -> _Page:
    page = _Page()
    feed(page, path.read_text("utf-8"))
    twice = [name for name, count in page.ids.items() if count > 1]
    if twice:
        raise RenderError(f"the identifier {twice[0]} stands twice", path=place, hint=_HINT)
    return page


def check_grounds(edition: Edition) -> None:
    """Check, before anything is worded, that each fact rests on statements of the edition.

    Raises:
        RenderError: A fact without a mention, or with one that does not exist.
    """
    statements = {one.id for one in edition.statements}
    for fact in edition.facts:
        unknown = [one for one in fact.mentions if one not in statements]
        if unknown or not fact.mentions:
            reason = f"its mention {unknown[0]} does not exist" if unknown else "no article mentions it"
            raise RenderError(f"fact {fact.id} has no ground: {reason}", hint=_HINT)


def _check_quote(
    place: str,
    identifier: str,
    text: str,
    statements: Mapping[str, Statement],
    facts: Mapping[str, Fact],
    within: str | None,
    limit: int,
) -> None:
    statement = statements.get(identifier)
    if statement is None:
        raise RenderError(f"{identifier} is no statement of this edition", path=place, hint=_HINT)
    words = shortened(statement.quote, limit, content_of(statement)).text
    if bare(text) != bare(words):
        raise RenderError(f"{identifier} is not quoted exactly: {_difference(words, text)}", path=place, hint=_HINT)
    if within is None or within not in facts or identifier not in facts[within].mentions:
        raise RenderError(f"{identifier} is quoted under {within}, which it does not mention", path=place, hint=_HINT)


def _check_translation(place: str, identifier: str, text: str, made: Translation | None) -> None:
    if made is None:
        raise RenderError(f"{identifier} has no translation", path=place, hint=_HINT)
    if bare(text) != bare(made.text):
        reason = f"the translation of {identifier} is not the one in sources/translations/{made.locale}.po"
        raise RenderError(f"{reason}: {_difference(made.text, text)}", path=place, hint=_HINT)


def _check_source(place: str, one: Statement, source: Callable[[str], str]) -> None:
    try:
        found = source(one.article)[one.start : one.end]
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RenderError(f"{one.article} can't be read again: {reason}", path=place, hint=_HINT) from error
    if found != one.quote:
        raise RenderError(
            f"{one.id} is not what {one.article} says at {one.start}–{one.end}: {_difference(found, one.quote)}",
            path=place,
            hint=_HINT,
        )


def _difference(expected: str, found: str) -> str:
    """Where two texts part, with a little before and after."""
    at = next(
        (i for i, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b), min(len(expected), len(found))
    )
    start = max(0, at - 12)
    return f"expected …{expected[start : at + 12]!r}, found …{found[start : at + 12]!r}"
