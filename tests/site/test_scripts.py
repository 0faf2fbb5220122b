"""Every letter of a page is in its reader's script, but for names, code, units, addresses and quotes.

The pages of the repository's own digest and of the annotated stories are read as a browser reads them. What says of
itself that it is in another language, or no text, is left out, as are quotes; in what remains, every run of letters of
the other script must be a name that the articles have, or a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from beleg.lexicons.register import load_register
from beleg.pipeline import edition_of
from beleg.project import load
from beleg.records import Edition
from beleg.render.environment import Environments
from beleg.render.formats import LOCALES
from beleg.render.pages import pages
from beleg.render.printable import printable
from beleg.render.standing import LOCALE_NAMES
from beleg.render.wording import Wordings
from conftest import CHECKOUT
from fakes import CORPUS, HELD_OUT, gold_edition
from render.test_formats import SYMBOLS

LATIN, CYRILLIC = re.compile("[A-Za-zÀ-ɏ]+"), re.compile("[Ѐ-ԯ]+")
OTHER = {"de": CYRILLIC, "en": CYRILLIC, "sr-Latn": CYRILLIC, "ru": LATIN, "sr-Cyrl": LATIN}
# Elements whose content is no text; codes of languages stand in `abbr`.
SILENT = {"code", "script", "style", "abbr"}
VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}
# Attributes that are shown or read out.
SPOKEN = ("aria-label", "title", "alt", "data-open", "data-close")
# After a number: units, and signs of currencies; "°C" is one, too.
UNITS = SYMBOLS | {"C", "EUR", "USD", "US", "RSD", "RUB", "GBP", "CHF", "SEK", "CNY", "CN", "JP", "JPY"}
AFTER_NUMBER = re.compile(r"(?:\d|[\d ][ \u00a0](?:\w{1,4}/)?|°|/|по[ \u00a0]|за[ \u00a0])\Z")
# Words that Russian has in Latin letters.
RUSSIAN = {"GPU", "CERT"}
# Rounds of funding bear letters in every language: "серија C".
ROUND = re.compile(r"\b(?:серија|серије|раунд|серии|серия)[ \u00a0]\Z")


class Texts(HTMLParser):
    """The texts of a page that are in its own language."""

    def __init__(self, locale: str) -> None:
        super().__init__(convert_charrefs=True)
        self.locale = locale
        # Each with the statement that it translates; None for the page's own.
        self.texts: list[tuple[str, str | None]] = []
        # For each open element: whether what stands in it is none of the page's own words, and what it translates.
        self._foreign: list[bool] = []
        self._translated: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        foreign = (
            # Quotes say their language even where it is the reader's.
            ("lang" in values and tag != "html") or values.get("translate") == "no" or tag in SILENT
        )
        if not foreign and not any(self._foreign):
            self.texts += [(value, None) for name in SPOKEN if (value := values.get(name))]
            if values.get("name") == "description":
                self.texts.append((values["content"] or "", None))
        if tag not in VOID:
            self._foreign.append(foreign)
            self._translated.append(values.get("data-translation"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a drawing, closed where it opens."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._foreign.pop()
            self._translated.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._foreign) and data.strip():
            self.texts.append((data, next((one for one in reversed(self._translated) if one), None)))


class Names:
    """The names of an edition, as its articles and sources have them."""

    def __init__(self, edition: Edition, script: re.Pattern[str]) -> None:
        self.script = script
        # By their first run of letters in the script, with its place in the name; the longest first.
        self.by_run: dict[str, list[tuple[int, str]]] = {}
        for name in sorted({one for one in _names(edition) if one}, key=lambda one: (-len(one), one)):
            if run := script.search(name):
                self.by_run.setdefault(run[0], []).append((run.start(), name))

    def strays(self, text: str) -> Iterator[str]:
        """The runs of letters that are no part of a name and no unit, each with the words around it."""
        at = 0
        for run in self.script.finditer(text):
            if run.start() < at:
                continue
            end = self._end(text, run)
            if end is None:
                yield f"{run[0]} in {text[max(0, run.start() - 40) : run.end() + 40].strip()!r}"
            at = max(at, end or 0)

    def _end(self, text: str, run: re.Match[str]) -> int | None:
        """Where the name ends that begins with a run of letters; None if none does."""
        cut = text.find("…", run.start())
        shortened = text[run.start() : cut].rstrip() if cut > 0 else ""
        every = (pair for names in self.by_run.values() for pair in names)
        if shortened and any(name.startswith(shortened, offset) for offset, name in every):
            # A label has no room for the whole name.
            return cut
        for offset, name in self.by_run.get(run[0], ()):
            start = run.start() - offset
            if start >= 0 and text.startswith(name, start):
                return start + len(name)
        before = text[: run.start()]
        known = (run[0] in UNITS and AFTER_NUMBER.search(before)) or (len(run[0]) == 1 and ROUND.search(before))
        return run.end() if known else None


def _names(edition: Edition) -> Iterator[str | None]:
    yield edition.site.name
    yield from LOCALE_NAMES.values()
    for story in edition.stories:
        yield from (story.subject, story.vendor)
    for article in edition.articles:
        yield from (article.publisher, article.taken_from)
    for fact in edition.facts:
        yield from (fact.subject, *fact.objects, *fact.versions, *(origin.party for origin in fact.origins))
    for one in edition.statements:
        yield from (one.subject, one.claimant, one.origin, one.via, *one.names, *one.versions)
    yield from (one.by for one in edition.translations)
    for one in edition.statements:
        # A document without a word of its own stands as the article calls it; here the gold's annotators named it.
        yield from (one.via or "").rsplit(" ", 1)[:1]


def own_digest() -> Edition:
    return edition_of(load(CHECKOUT))


def annotated() -> Edition:
    return gold_edition(
        CORPUS, *sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name not in HELD_OUT)
    )


@pytest.fixture(scope="module", params=[own_digest, pytest.param(annotated, marks=pytest.mark.slow)])
def site(request: pytest.FixtureRequest) -> tuple[Edition, list[tuple[str, str]]]:
    edition = printable(request.param())
    edition = replace(edition, site=replace(edition.site, locales=LOCALES))
    files = pages(edition, Environments(), Wordings, {})
    return edition, [(path, data.decode()) for path, data in files if path.endswith(".html")]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_letter_is_in_the_readers_script(site: tuple[Edition, list[tuple[str, str]]], locale: str) -> None:
    edition, files = site
    names = Names(edition, OTHER[locale])
    strays: dict[str, str] = {}
    quotes = {one.id: one.quote for one in edition.statements}
    register = load_register()
    read = 0
    for path, page in files:
        if path.startswith(f"{locale}/"):
            texts = Texts(locale)
            texts.feed(page)
            read += len(texts.texts)
            for text, translated in texts.texts:
                # A translation keeps the names of its quote, and spells those that are generally known as usual.
                words = OTHER[locale].findall(text) if translated else ()
                kept = [
                    word for word in words if word in OTHER[locale].findall(quotes[translated]) or register.known(word)
                ]
                strays |= {stray: path for stray in names.strays(text) if stray.partition(" ")[0] not in kept}
    if locale == "ru":
        strays = {stray: path for stray, path in strays.items() if stray.partition(" ")[0] not in RUSSIAN}
    assert read > 1000
    assert not strays


def test_the_first_page_names_each_locale_in_its_own_language(site: tuple[Edition, list[tuple[str, str]]]) -> None:
    page = dict(site[1])["index.html"]
    for locale in LOCALES:
        assert f'lang="{locale}"' in page


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("Подршка за Windows и Linux", ["Linux"]),
        ("Windows 10, 5 GB, 20 kWh, 3,5 MB/s", []),
        ("У GB и по kWh", ["GB"]),
        ("Objava Windows-а", ["Objava"]),
        ("Лиценца: Technical Univer…", []),
        ("Лиценца: Technical Univers of …", ["Technical", "Univers", "of"]),
        ("о Technical University of Altmark", []),
        ("of Altmark", ["of", "Altmark"]),
        ("рунда (серија C), серија CD", ["CD"]),
    ],
)
def test_what_counts_as_a_stray(text: str, stray: list[str]) -> None:
    """The test above can fail: words of a name do not excuse the same words elsewhere."""
    made = gold_edition(CORPUS, "browser")
    one = replace(made.statements[0], names=("Windows", "Technical University of Altmark"))
    edition = replace(made, statements=(one,), stories=(), facts=(), articles=())
    assert [found.partition(" ")[0] for found in Names(edition, LATIN).strays(text)] == stray
