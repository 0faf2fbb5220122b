"""What pages say to machines: JSON-LD in the words of schema.org, as a data block that no script runs.

Facts are `Claim`s with the voice behind them and the articles that have them. Nothing is rated: Beleg does not judge
whether a claim is true, so there is no `ClaimReview`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, TypeAlias

from markupsafe import Markup

from beleg.render.provenance import web
from beleg.render.views import EditionView, FactView, SourceLink, StoryView, facts_of

CONTEXT: Final = "https://schema.org"
# So many claims a page describes, the first of it: more would weigh as much as the page. `facts.jsonl` has all.
_MOST: Final = 40
# Characters at which HTML could see the end of the script, a comment or a reference.
_ESCAPED: Final = {ord(one): f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"}

Node: TypeAlias = dict[str, Any]
# Words of the reader's language: the name of a class by its HTML class, and what a party is called.
Called: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a page stands, and whose it is."""

    # The site's name; its address with the locale's folder and a slash, or what leads up to that folder.
    site: str
    base: str
    locale: str
    # From the locale's folder.
    page: str
    # Classes by HTML class, in the reader's words.
    names: Mapping[str, str]
    called: Called


def edition_data(view: EditionView, place: Place, title: str) -> Markup:
    """An edition's page: its stories, and the facts that stand for them."""
    # Pages in an edition's own folder lead up; identifiers are the same from everywhere.
    articles = _Articles(place)
    leading = [fact for story in view.stories for fact in story.leading][:_MOST]
    claims = [_claim(fact, place, articles) for fact in leading]
    stories = [
        {"@type": "CollectionPage", "@id": place.base + _from_folder(story.page), "name": _text(story.headline)}
        for story in view.stories
    ]
    page = _page(place, title, view.date) | {"hasPart": [*stories, *claims]}
    return data_block(page | articles.cited())


def story_data(view: EditionView, story: StoryView, place: Place) -> Markup:
    """A story's page: its articles, and its facts."""
    articles = _Articles(place)
    for one in story.articles[:_MOST]:
        articles.add(one.source, one.lang, one.title)
    claims = [_claim(fact, place, articles) for fact in islice(facts_of(story.groups), _MOST)]
    page = _page(place, _text(story.headline), view.date) | {"abstract": _text(story.standfirst), "hasPart": claims}
    return data_block(page | articles.cited())


def data_block(node: Node) -> Markup:
    """The element that holds a node; texts of strangers can't end it."""
    text = json.dumps({"@context": CONTEXT} | node, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return Markup(f'<script type="application/ld+json">{text}</script>')  # noqa: S704 - escaped above


def _page(place: Place, title: str, date: str | None) -> Node:
    found: Node = {
        "@type": "CollectionPage", "@id": place.base + place.page, "name": title, "inLanguage": place.locale,
        "publisher": {"@type": "Organization", "name": place.site},
    }  # fmt: skip
    if date:
        found["datePublished"] = date
    return found


def _claim(fact: FactView, place: Place, articles: _Articles) -> Node:
    """A fact, with who says it, where it stands and where it stood first."""
    words = fact.sentence if fact.sentence is not None else fact.translation.text if fact.translation else None
    found: Node = {
        "@type": "Claim",
        "@id": f"{place.base}{_from_folder(fact.page)}#{fact.id}",
        "genre": place.names[fact.voice.css],
    }
    if words is not None:
        found |= {"text": _text(words), "inLanguage": place.locale}
    elif fact.original:
        found |= {"text": fact.original.text, "inLanguage": fact.original.lang}
    if fact.voice.claimant:
        # Nobody says whether it is a person or an organisation, so it has no type.
        found["author"] = {"name": place.called(fact.voice.claimant)}
    quotes = [*((fact.original,) if fact.original else ()), *fact.quotes]
    places = dict.fromkeys(articles.add(one.source, one.lang) for one in quotes)
    found["appearance"] = [{"@id": name} for name in places]
    dated = [one for one in quotes if one.source.date]
    # The first is known only where every article has its day.
    if dated and len(dated) == len(quotes):
        first = min(dated, key=lambda one: one.source.date or "")
        found["firstAppearance"] = {"@id": articles.add(first.source, first.lang)}
    return found


@dataclass(slots=True)
class _Articles:
    """The articles that a page's claims stand in, each described once."""

    place: Place
    found: dict[str, Node] = field(default_factory=dict)

    def add(self, source: SourceLink, lang: str, title: str | None = None) -> str:
        """The identifier of an article; its title is told where it is known."""
        # Without an address of its own an article stands at its publisher's place, with others of that publisher.
        name = web(source.href) or f"{self.place.base}{_from_folder(source.href)}"
        node = self.found.setdefault(name, {"@type": "NewsArticle", "@id": name, "inLanguage": lang})
        if title:
            node["headline"] = title
        if source.name:
            node["publisher"] = {"@type": "Organization", "name": source.name}
        if source.date:
            node["datePublished"] = source.date
        return name

    def cited(self) -> Node:
        return {"citation": list(self.found.values())} if self.found else {}


def _from_folder(href: str) -> str:
    """A link from the locale's folder, also of a page that stands one folder further down."""
    return href.removeprefix("../")


def _text(words: Markup | str) -> str:
    return words.striptags() if isinstance(words, Markup) else words
