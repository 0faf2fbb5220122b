"""Built pages, read as a reader would: facts with their class, voice, sentence, quotes and notes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from lxml import html
from lxml.html import HtmlElement

CLASSES = ("vendor", "customer", "partner", "rival", "official", "opinion", "shown", "press", "none")


def text(element: HtmlElement) -> str:
    """What an element says, white space as a reader sees it; a drawing says its label."""
    return " ".join(" ".join(element.itertext()).split())


@dataclass(frozen=True)
class Fact:
    """A fact as printed: in a list, or as a side of a conflict."""

    id: str
    # The class in which it is shown, by the name that the style sheet uses.
    shown_as: str
    # Who says so: class in words, claimant, document; one line a voice.
    voices: tuple[str, ...]
    say: str
    # The value in the heading of a conflict's side.
    value: str | None
    # Language and words of each quote.
    quotes: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    # Where its notes lead to.
    caveats: tuple[str, ...]
    languages: frozenset[str]
    # Titles of the articles that carry it, as linked.
    sources: tuple[str, ...]

    @property
    def words(self) -> str:
        """All that is printed of it."""
        return " ".join((*self.voices, self.say, self.value or "", *(quote for _, quote in self.quotes), *self.notes))


@dataclass(frozen=True)
class Page:
    """One built page."""

    tree: HtmlElement
    facts: dict[str, Fact]
    # The sides of each conflict, by its identifier.
    conflicts: dict[str, tuple[Fact, ...]]

    @property
    def words(self) -> str:
        """All that the page shows."""
        return text(self.tree.find("body"))

    def having(self, *patterns: str) -> list[Fact]:
        """The facts whose words match all patterns."""
        return [fact for fact in self.facts.values() if all(re.search(p, fact.words) for p in patterns)]


def read(path: Path, *more: Path) -> Page:
    """A story's page, with the parts that a long one goes on in."""
    tree = html.fromstring(path.read_bytes())
    for part in more:
        tree.find("body").append(html.fromstring(part.read_bytes()).find(".//main"))
    found = {fact.id: fact for fact in map(_fact, tree.cssselect("li.fact[id], .side[id]"))}
    conflicts = {node.get("id"): tuple(map(_fact, node.cssselect(".side"))) for node in tree.cssselect("li.conflict")}
    return Page(tree, found, conflicts)


def _fact(node: HtmlElement) -> Fact:
    def all_texts(selector: str) -> tuple[str, ...]:
        return tuple(text(one) for one in node.cssselect(selector))

    values = all_texts(".value")
    return Fact(
        # A fact in several conflicts is a side of each, and has its identifier only in the first.
        id=node.get("id") or node.get("data-fact"),
        shown_as=next(name for name in node.get("class").split() if name in CLASSES),
        voices=all_texts(".voice"),
        say=" ".join(all_texts(".say, .what")),
        value=values[0] if values else None,
        quotes=tuple((one.get("lang"), text(one)) for one in node.cssselect("[data-statement]")),
        notes=all_texts(".note"),
        caveats=tuple(one.get("href").removeprefix("#") for one in node.cssselect(".note a")),
        languages=frozenset(word.split("-")[0] for one in node.cssselect(".src abbr") if (word := text(one))),
        sources=all_texts(".src a"),
    )
