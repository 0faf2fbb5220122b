"""What a macro of `templates/facts/LOCALE.jinja` may use of a fact, its gaps filled in one locale."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup, escape

from beleg.records import Fact
from beleg.render.formats import Formats
from beleg.render.subtypes import HOSTS, LICENSE, Case, Subtype, comes_in

if TYPE_CHECKING:
    from beleg.render.wording import Wordings

# Signs by which a name is code and set as such: torch.sparse, dynamic=False, .to("neuron").
_CODE = re.compile(r"[a-z]\.[a-z_]|[a-z]{2}_\w|=|\(|^\.\w")


class Slots:
    """What a macro may use of a fact; README.md beside the macros explains each to whoever words them."""

    def __init__(self, words: Wordings, fact: Fact, case: Case, subtype: Subtype, names: tuple[str, ...]) -> None:
        self._words = words
        self._formats: Formats = words.formats
        self._fact = fact
        self._case = case
        self._lead = case.statement
        self._gist = case.gist
        self._names = names
        self._subject = subtype.subject_of(case)
        self.subtype = subtype

    @property
    def quotes(self) -> bool:
        """Whether its wording holds words of the quote."""
        return False

    def begins_with_name(self, text: str) -> bool:
        """Whether a sentence begins with a name, whose first letter stays small ("iOS")."""
        return any(text.startswith(str(self._set(name))) for name in self._lead.names)

    def about_subject(self, name: str | None) -> bool:
        return name is not None and self._subject == name

    # --- names

    def _set(self, name: str) -> Markup:
        """A name in the reader's language, as it is set."""
        return self._words.set_name(name)

    @property
    def subject(self) -> Markup:
        return self._set(self._subject) if self._subject else Markup()

    @property
    def who(self) -> Markup:
        return self._set(self._lead.claimant) if self._lead.claimant else Markup()

    @cached_property
    def _listed(self) -> list[tuple[tuple[str, ...], Markup]]:
        """What a list of the names holds: each with its versions ("Python 3.12, 3.13 und 3.14"), and what is tied to it."""
        listed: list[tuple[tuple[str, ...], Markup]] = []
        for name, versions, tie, *_ in self._gist.items:
            if name not in self._names:
                continue
            text = self._set(name)
            if versions:
                text = Markup("{} {}").format(text, self._formats.list(versions))
            if tie and listed:
                between = f" {self._words.table('for_name')} " if tie == "for" else " "
                names, before = listed[-1]
                part = Markup(" ({})").format(text) if tie == "part" else Markup("{}{}").format(between, text)
                listed[-1] = (*names, name), before + part
            else:
                listed.append(((name,), text))
        held = [version for item in self._gist.items for version in item.versions]
        loose = [version for version in self._lead.versions if version not in held]
        return [*listed, *(((), escape(version)) for version in loose)]

    @property
    def _items(self) -> list[Markup]:
        return [text for _, text in self._listed]

    def _list(self, items: Sequence[Markup], style: Literal["and", "or", "nor"]) -> Markup:
        if style == "and" and any(len(item.versions) > 1 and not item.tie for item in self._gist.items):
            # Around a list of versions commas alone: "Linux x86_64, Ubuntu 24.04 und 26.04".
            return Markup(", ").join(items)
        return Markup(self._formats.list([str(item) for item in items], style))  # noqa: S704  # items are escaped

    @property
    def names(self) -> Markup:
        return self._list(self._items, "and")

    @property
    def names_and_nouns(self) -> Markup:
        """The names, then the things named by a noun."""
        return self._list([*self._items, *(escape(noun) for noun in self._nouns)], "and")

    @property
    def needed(self) -> Markup:
        """On a requirement: what is required, as alternatives if the quote says "or"."""
        return self._list(self._items, "or" if self.says("or") else "and")

    @property
    def names_or(self) -> Markup:
        return self._list(self._items, "or")

    @property
    def names_nor(self) -> Markup:
        return self._list(self._items, "nor")

    @property
    def several(self) -> bool:
        return len(self._items) + len(self._nouns) > 1 or any(
            len(item.versions) > 1 and item.tie != "part" for item in self._gist.items
        )

    @property
    def also(self) -> Markup:
        """The other names, in brackets; empty if there are none."""
        return Markup(" ({})").format(self.names) if self._items else Markup()

    @property
    def versioned(self) -> Markup:
        """The names that a version follows, with it ("Loden 4.0"); empty if there are none."""
        with_version = {item.name for item in self._gist.items if item.versions}
        return self._list([text for names, text in self._listed if with_version & set(names)], "and")

    @property
    def also_names(self) -> Markup:
        """The other names without their versions, in brackets; empty if there are none."""
        return (
            Markup(" ({})").format(self._list([self._set(name) for name in self._names], "and"))
            if self._names
            else Markup()
        )

    @property
    def about(self) -> Markup:
        """All names of the quote but the publisher's, in brackets; empty if there are none."""
        return Markup(" ({})").format(self.named) if self.named else Markup()

    @property
    def named(self) -> Markup:
        """All names of the quote that do not stand in its attribution."""
        names = dict.fromkeys(item.name for item in self._gist.items if not item.framed)
        apart = {self._lead.claimant, *self._case.ours}
        return self._list([self._set(name) for name in names if name not in apart], "and")

    @property
    def matter(self) -> Markup:
        """What it is about, in brackets: the sentence's names, then the terms of the quote; empty if there are none."""
        items = [*self._items, *self._terms]
        return Markup(" ({})").format(Markup(", ").join(items)) if items else Markup()

    @property
    def terms(self) -> Markup:
        """The terms of the quote alone, as a list."""
        return Markup(", ").join(self._terms)

    @property
    def of_terms(self) -> Markup:
        """The terms of the quote, in brackets; empty if there are none."""
        return Markup(" ({})").format(Markup(", ").join(self._terms)) if self._terms else Markup()

    @property
    def _terms(self) -> list[Markup]:
        """Terms in the reader's language, in the order of the quote, then the noun that only the quote has."""
        allowed = self.subtype.accounted(self._lead)
        found = [self._case.term(word) for word in self._case.words if not word.ids & allowed]
        terms = [escape(self._words.term(name)) for name in found if name]
        return list(dict.fromkeys([*terms, *(self._original(part.text) for part in self._case.originals)]))

    def _original(self, text: str) -> Markup:
        """A word of the quote that has none in the reader's language, as a quoted term."""
        language = f"{self._lead.language}-{self._lead.script}" if self._lead.language == "sr" else self._lead.language
        quoted = Markup('<span lang="{}">{}</span>').format(language, self._formats.inside(text))
        return Markup(str(self._words._macro("quoted")(quoted)))  # noqa: S704, SLF001  # the macro escapes

    @property
    def payer(self) -> Markup:
        """The party with a stake among the names."""
        return self._list([self._set(name) for name in self._names if name in self._case.interested], "and")

    @property
    def product(self) -> Markup:
        """The names besides that party."""
        return self._list([self._set(name) for name in self._names if name not in self._case.interested], "and")

    @property
    def nouns(self) -> str:
        """Things named by a noun ("Firmware", "браузер")."""
        return self._formats.list(self._nouns)

    @property
    def _nouns(self) -> list[str]:
        words = self._words.concepts["nouns"]
        found = [name for word in self._gist.words for name in sorted(word.ids) if name in words]
        return list(dict.fromkeys(words[name] for name in found))

    def one(self, table: Mapping[str, str]) -> str:
        """The wording of the first entry of a table that the quote has a word for; empty if it has none."""
        return next((wording for name, wording in table.items() if self.says(name)), "")

    @property
    def versions(self) -> str:
        return self._formats.list(self._lead.versions)

    @property
    def license(self) -> Markup:
        return self._list([self._set(name) for name in self._names if LICENSE.match(name)], "and")

    @property
    def replaced(self) -> Markup:
        """Of two licences the one that gives way: it stands after "instead of"."""
        after = self._gist.sides(frozenset({"instead"}), self._names)[1]
        return self._list([self._set(name) for name in after[:1]], "and")

    @property
    def replacing(self) -> Markup:
        """Of two licences the one that takes its place."""
        before, after = self._gist.sides(frozenset({"instead"}), self._names)
        return self._list([self._set(name) for name in (*before, *after[1:])], "and")

    @property
    def host(self) -> Markup:
        hosts = [host for name in self._names for host in HOSTS if name == host or name.startswith(f"{host}-")]
        return self._list([self._set(host) for host in hosts], "and")

    @property
    def others(self) -> Markup:
        """Names that are neither a licence nor where code is kept."""
        names = [name for name in self._names if not LICENSE.match(name) and name.partition("-")[0] not in HOSTS]
        return self._list([self._set(name) for name in names], "and")

    # --- values

    @property
    def date(self) -> str:
        return self._formats.date(self._lead.dates[0]) if self._lead.dates else ""

    @property
    def state(self) -> str:
        """What happened to the things counted ("Betroffen", "Проверено"), as the macro file's table `states` has it."""
        states = self._words.table("states")  # one class in two parts
        return str(next(states[name] for name in states if self.says(name)))

    def on(self) -> str:
        return self._formats.date(self._lead.dates[0], "on") if self._lead.dates else ""

    def since(self) -> str:
        return self._formats.date(self._lead.dates[0], "since") if self._lead.dates else ""

    def until(self) -> str:
        return self._formats.date(self._lead.dates[0], "until") if self._lead.dates else ""

    def of(self) -> str:
        return self._formats.date(self._lead.dates[0], "of") if self._lead.dates else ""

    @property
    def value(self) -> str:
        return self._words._quantity(self._fact, self._lead, 0)  # noqa: SLF001  # one class in two parts

    def by(self, preposition: str) -> str:
        return self._formats.quantity(self._lead.quantities[0], preposition=preposition)

    @property
    def measure(self) -> str:
        """What is measured, in the nominative ("Reichweite", "запас хода")."""
        wordings = self._words.concepts["measures"]
        found = []
        for word in self._gist.words:
            names = [name.partition(":")[2] for name in sorted(word.ids) if name.startswith("measures:")]
            found += [name for name in names if name in wordings and comes_in(name, self._lead)][:1]
        return self._formats.list([wordings[name] for name in dict.fromkeys(found)])

    @property
    def Measure(self) -> str:  # noqa: N802  # a capital here is a capital there
        return self.measure[:1].upper() + self.measure[1:]

    def says(self, name: str) -> bool:
        """Whether the quote has a word for something (`says("open_source")`)."""
        return name in self._gist.ids()

    @property
    def negated(self) -> bool:
        return self._lead.polarity == "negated"

    @property
    def modality(self) -> str:
        return self._lead.modality

    @property
    def Nouns(self) -> str:  # noqa: N802  # a capital here is a capital there
        return self.nouns[:1].upper() + self.nouns[1:]

    @property
    def amount(self) -> str:
        """The first quantity, without a preposition ("rund 60 %", "Faktor 2")."""
        return self._formats.quantity(self._lead.quantities[0])

    @property
    def shown(self) -> bool:
        """Whether somebody without a stake measured it."""
        return self._lead.evidence == "independent_evidence"

    @property
    def customer(self) -> bool:
        return self._lead.evidence == "customer_claim"


def code(name: str) -> Markup | None:
    """A name in code type if it is code, else None."""
    return Markup('<code translate="no">{}</code>').format(name) if _CODE.search(name) else None
