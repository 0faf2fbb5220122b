"""Words for facts, conflicts and stories in one locale.

What a fact says is chosen here, by its slots alone (`subtypes`); how it reads stands in `templates/facts/LOCALE.jinja`
and `templates/facts/concepts.toml`, which a native speaker corrects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from jinja2 import Environment
from jinja2.runtime import Macro
from markupsafe import Markup, escape

from beleg.errors import RenderError
from beleg.records import Conflict, Edition, Fact, Quantity, Statement, Story
from beleg.render import compose
from beleg.render.cards import CardSlots, EventSlots, FigureSlots, ListSlots
from beleg.render.compose import Vocabulary
from beleg.render.concepts import TERMS, concepts, vocabulary
from beleg.render.events import event
from beleg.render.figures import figure, row
from beleg.render.formats import formats
from beleg.render.gist import Gist, read, sound
from beleg.render.headings import Rung
from beleg.render.headlines import Headlines
from beleg.render.listings import listing
from beleg.render.macros import macros
from beleg.render.names import LocalNames
from beleg.render.slots import Slots, code
from beleg.render.subtypes import LICENSE, Case, subtype_of

_LABEL = 40
# So many topics stand in a lead-in: enough to tell one quote from the next.
_TOPICS = 3


# Makes the slots of a fact in a locale; by fact and mention.
_Make: TypeAlias = "Callable[[Wordings], Slots]"
_Decided: TypeAlias = "dict[tuple[str, str], _Make | None]"


class Wordings:
    """Words facts, conflicts and stories of an edition in one locale.

    Args:
        environment: The locale's Jinja environment; its loader finds `facts/LOCALE.jinja`.
        locale: "de", "sr-Cyrl", "sr-Latn", "ru" or "en".
        edition: Where facts find their statements and articles.

    Raises:
        RenderError: The locale's macros or concepts lack something that another locale has.
    """

    def __init__(self, environment: Environment, locale: str, edition: Edition) -> None:
        self.locale = locale
        self.formats = formats(locale)
        self._statements = {statement.id: statement for statement in edition.statements}
        self._articles = {article.id: article for article in edition.articles}
        self._facts = {fact.id: fact for fact in edition.facts}
        self._stories = {story.id: story for story in edition.stories}
        self._macros = macros(environment, locale)
        self._found: dict[str, Slots | None] = {}
        self._labels: dict[str, str] = {}
        self._vendors: dict[str, frozenset[str]] = {}
        self.concepts = concepts(environment, locale)
        self._vocabulary = vocabulary(environment)
        # Made once: each statement's case holds them.
        self._nouns = frozenset(self.concepts["nouns"])
        self._terms = self._vocabulary.terms - frozenset(self.concepts["qualities"])
        self._names = LocalNames(edition, locale)
        self._decided = _decided_of(edition, self._vocabulary, self._nouns)
        self.headlines = Headlines(self, edition)

    def term(self, name: str) -> str:
        """What a thing of the glossary is called, or, by "things:NAME", a thing that is counted elsewhere."""
        section, marked, concept = name.partition(":")
        if marked:
            wording = self.concepts[section][concept]
            return str(wording["one"] if section == "things" else wording)
        return str(next(self.concepts[table][name] for table in TERMS if name in self.concepts[table]))

    def called(self, name: str | None) -> str | None:
        """A name in the reader's language."""
        return name and self._names.called(name)

    def set_name(self, name: str) -> Markup:
        """A name in the reader's language, as a page has it: code in code type, foreign letters with their language."""
        called = self._names.called(name)
        return code(called) or self._names.marked(called)

    # --- facts --------------------------------------------------------------------------------------------------------

    def sentence(self, fact: Fact) -> Markup | None:
        """The fact in the reader's language; None if its slots do not say what its quote says."""
        slots = self._slots(fact)
        if slots is None:
            return None
        text = str(self._worded(slots))
        if not text:
            return None
        who = self._lead(fact).claimant
        if (
            fact.evidence == "customer_claim"
            and fact.quantities
            and who
            and not text.startswith(str(self.set_name(who)))
        ):
            # A customer's number never stands as bare truth.
            text = str(self._macro("customer_says")(self.set_name(who), Markup(text)))  # noqa: S704  # the macros escape
        # A Serbian year ends in a stop of its own.
        return Markup(text if text.endswith((".", "?", "!")) else f"{text}.")  # noqa: S704  # the macros escape

    def _worded(self, slots: Slots) -> Markup:
        """What the macro of a subtype makes of a fact, with a capital; empty if it makes nothing."""
        text = str(self._macro(slots.subtype.name)(slots)).strip()
        if text and text[0].islower() and not slots.begins_with_name(text):
            text = text[0].upper() + text[1:]
        return Markup(text)  # noqa: S704  # the macros escape

    def lead_in(self, fact: Fact, *, topics: bool = True) -> Markup:
        """What stands before a quote ("AWS zur Funktionsweise (Debugger):"), with what it is about or without."""
        lead = self._lead(fact)
        who = self.set_name(lead.claimant) if lead.claimant else None
        if who is None and fact.evidence == "publisher_analysis":
            who = self.table("articles_of")[self._articles[lead.article].language]
        told = ", ".join(self._topics(fact)[:_TOPICS]) if topics else ""
        return Markup(str(self._macro("lead_in")(who, self.table("about")[fact.kind], told)).strip())  # noqa: S704  # the macro escapes

    def label(self, fact: Fact) -> str:
        """The fact in up to 40 characters, for a table ("Lizenz: Apache 2.0"); its kind alone if no values tell it."""
        found = self._labels.get(fact.id)
        if found is None:
            found = self._labels[fact.id] = self._label(fact)
        return found

    def _label(self, fact: Fact) -> str:
        kind = self.table("kinds")[fact.kind]
        slots = self._slots(fact)
        own = slots is not None and f"label_{slots.subtype.name}" in self._macros
        if own:
            kind = _plain(self._macro(f"label_{slots.subtype.name}")(slots))  # type: ignore[union-attr]
        topics = [] if slots is not None and kind != self.table("kinds")[fact.kind] else self.sure_topics(fact)
        values = list(dict.fromkeys(self._values(fact, slots, topics))) or ([] if own else self._topics(fact))
        # A value beside the kind would say the contrary of what is denied, unless the label's own words deny it.
        what = _shortened(values, _LABEL - len(kind) - 2) if own or fact.polarity != "negated" else ""
        return _plain(self._macro("label")(kind, what))

    def typed(self, fact: Fact) -> bool:
        """Whether names and values carry the sentence of a fact that has one."""
        slots = self._slots(fact)
        return slots is not None and slots.subtype.typed

    def tells(self, fact: Fact) -> bool:
        """Whether the label says more than the kind, which many facts share."""
        return self._slots(fact) is not None or self.label(fact) != self.table("kinds")[fact.kind]

    def sure_topics(self, fact: Fact) -> list[str]:
        """What a fact is about, as two languages say of it: a word of one can be meant in another sense."""
        topics, only = self.concepts["topics"], self.concepts["only"]
        names = [name for name in self._lead(fact).concepts if only.get(name, fact.kind) == fact.kind]
        told = {
            (name, one.language) for one in map(self._statements.__getitem__, fact.mentions) for name in one.concepts
        }
        spread = Counter(name for name, _ in told)
        return self._beside_kind(fact, (topics[name] for name in names if name in topics and spread[name] > 1))

    def _topics(self, fact: Fact) -> list[str]:
        """What the leading quote is about, in the reader's language: what is sure, then what its words say at first sight."""
        lead, acts, only = self._lead(fact), self.concepts["acts"], self.concepts["only"]
        own = compose.topics(read(lead), lead, self._vocabulary)
        said = [
            acts[name]["noun"] if name in acts else self.term(name)
            for name in own
            if only.get(name, fact.kind) == fact.kind
        ]
        return list(dict.fromkeys([*self.sure_topics(fact), *self._beside_kind(fact, said)]))

    def _beside_kind(self, fact: Fact, topics: Iterable[str]) -> list[str]:
        """Topics that say more than the fact's kind, each once."""
        kind = {self.table(table)[fact.kind].casefold() for table in ("kinds", "headings")}
        return [topic for topic in dict.fromkeys(topics) if topic.casefold() not in kind]

    def _values(self, fact: Fact, slots: Slots | None, topics: list[str]) -> list[str]:
        """A fact's values, names and topics, each as short as it gets, the telling ones first."""
        lead = self._lead(fact)
        values = self._told_quantities(fact, lead)
        dates = [self.formats.date(date) for date in fact.dates]
        story = self._stories.get(fact.story)
        publisher = self._articles[lead.article].publisher
        known = {lead.claimant, *((story.subject, story.vendor) if story and slots is None else ())}
        named: list[str] = []
        for name, versions, tie, *_ in read(lead).items:
            called = self._names.called(name)
            if tie == "joined" and named and not versions:
                named[-1] += f" {called}"
            elif versions:
                named.append(f"{called} {', '.join(versions)}")
            elif name not in known and not (publisher and sound(name) == sound(publisher)):
                named.append(called)
        if fact.kind == "release":
            return [*dates, *values, *named, *topics]
        if values:
            # What is counted says more than a topic would.
            return [*values, *(() if self._forms(read(lead)) else topics), *named, *dates]
        return [*named, *topics, *dates]

    def _told_quantities(self, fact: Fact, lead: Statement) -> list[str]:
        """A fact's quantities; a count whose noun is not known is left out beside one with its noun, which it would seem to be of."""
        indices = range(len(fact.quantities))
        counts = [index for index in indices if fact.quantities[index].unit == "count"]
        known = {index for index in counts if self._counted(fact, lead, index)}
        left = {*counts} - known if known else frozenset()
        return [self._quantity(fact, lead, index) for index in indices if index not in left]

    # --- conflicts ----------------------------------------------------------------------------------------------------

    def question(self, conflict: Conflict) -> str:
        """What heads a conflict ("19. oder 20. Oktober?")."""
        if conflict.about == "polarity":
            return str(self.table("yes_or_no"))
        facts = [self._facts[side] for side in conflict.sides]
        values = list(dict.fromkeys(_plain(self.value(fact, conflict)) for fact in facts))
        units = {value.partition("\u00a0")[2] for value in values}
        if len(units) == 1 and "" not in units:
            # "8 oder 9 Minuten?"
            values = [*(value.partition("\u00a0")[0] for value in values[:-1]), values[-1]]
        if conflict.about == "date":
            values = self._joined_dates([_date_of(fact) for fact in facts]) or values
        text = _plain(self._macro("question")(conflict.about, self.formats.list(values, "or")))
        return text[0].upper() + text[1:]

    def value(self, fact: Fact, conflict: Conflict) -> Markup:
        """What one side of a conflict says: a date, a quantity, a version, a licence, yes or no."""
        lead = self._lead(fact)
        if conflict.about == "polarity":
            return escape(self.table("no" if fact.polarity == "negated" else "yes"))
        if conflict.about == "date" and fact.dates:
            return escape(self.formats.date(_date_of(fact)))
        if conflict.about in {"quantity", "order of magnitude"} and fact.quantities:
            index = self.differing(fact, [self._facts[side] for side in conflict.sides])
            return escape(self._quantity(fact, lead, index))
        if conflict.about == "version" and fact.versions:
            # What all sides have is not what they differ in.
            shared = set.intersection(*(set(self._facts[side].versions) for side in conflict.sides))
            return escape(self.formats.list([one for one in fact.versions if one not in shared] or fact.versions))
        if conflict.about == "licence":
            names = [name for name in lead.names if LICENSE.match(name)] or list(fact.objects)
            return escape(self.formats.list(names))
        return escape(self.label(fact))

    def _joined_dates(self, dates: Sequence[str]) -> list[str]:
        """Days without the year that they share, and without the month if they share it ("19.", "20. Oktober")."""
        days = sorted(set(dates))
        if (
            len(days) < 2
            or len({day[:-5] for day in days}) != 1
            or any(day[-3:-2] != "-" or len(day) < 7 for day in days)
        ):
            return []
        if any(len(day) == 7 and not day.startswith("--") for day in days):
            return []
        whole = [self.formats.date(f"--{day[-5:]}") for day in days]
        if len({day[-5:-3] for day in days}) > 1:
            return whole
        return [*(re.split(r"\s", text)[0] for text in whole[:-1]), whole[-1]]

    def _quantity(self, fact: Fact, lead: Statement, index: int) -> str:
        quantity = fact.quantities[index]
        forms = self._counted(fact, lead, index) if quantity.unit == "count" else None
        return self.formats.quantity(quantity, things=forms, open_=_is_open(lead, index))

    def _counted(self, fact: Fact, lead: Statement, index: int) -> Mapping[str, str] | None:
        """Plural forms of what one of a fact's quantities counts; None if they are not known.

        Of several counts each has its own noun: "64 passengers and five crew" are no five passengers.
        """
        of = fact.quantities[index].of
        if not _counts_several(fact.quantities):
            return self._forms(read(lead))
        if of is None:
            return None
        gists = (read(self._statements[name]) for name in fact.mentions)
        forms = (self._forms(gist, of) for gist in gists)
        return next((one for one in forms if one), None)

    def _forms(self, gist: Gist, of: str | None = None) -> Mapping[str, str] | None:
        """Plural forms of the one thing that a quote counts, or counts by this word; None if it names none or several."""
        things = [
            name
            for part in gist.parts
            for name in sorted(part.ids)
            if name.startswith("things:")
            and part.start in gist.counted
            and (of is None or of.lower() in part.text.lower())
        ]
        found = [name.partition(":")[2] for name in dict.fromkeys(things)]
        return self.concepts["things"].get(found[0]) if len(found) == 1 else None

    # --- stories ------------------------------------------------------------------------------------------------------

    def headline(self, story: Story) -> Markup:
        """The story in a line, from its subject and its leading facts; never a headline of an article."""
        return self.headlines.headline(story).text

    def rung(self, story: Story) -> Rung:
        """How its headline came about."""
        return self.headlines.headline(story).rung

    def standfirst(self, story: Story) -> Markup:
        """Who claims what, how much is shown independently, from how many origins, and what is disputed."""
        return self.headlines.standfirst(story)

    def subtype(self, fact: Fact) -> str | None:
        """The name of the wording that a fact has; None if it has none."""
        slots = self._slots(fact)
        return None if slots is None else slots.subtype.name

    def headed(self, fact: Fact, subject: str | None, *more: object) -> Markup:
        """What a worded fact says of a story's subject, as it stands in a headline; empty if it has no headline."""
        slots = self._slots(fact)
        name = f"headline_{slots.subtype.name}" if slots else ""
        if slots is None or name not in self._macros:
            return Markup()
        if not slots.about_subject(subject) and slots.subtype.subject != "no":
            return Markup()
        return self.said(name, slots, *more)

    def titled(self, fact: Fact) -> Markup:
        """What a worded fact says as a headline that names what it is about; empty if it has none."""
        slots = self._slots(fact)
        name = f"title_{slots.subtype.name}" if slots else ""
        return self.said(name, slots) if name in self._macros else Markup()

    def bare(self, fact: Fact) -> Markup:
        """A fact's sentence without its stop and without who says so; empty if it has none, or one with words of its quote."""
        slots = self._slots(fact)
        return Markup() if slots is None or slots.quotes else self._worded(slots)

    def differing(self, fact: Fact, sides: Sequence[Fact]) -> int:
        """Which quantity of a fact its conflict is about: the first in a unit of all sides that not all of them share."""
        units = set.intersection(*({quantity.unit for quantity in side.quantities} for side in sides))
        apart = [
            index for index, quantity in enumerate(fact.quantities)
            if not all(quantity in side.quantities for side in sides)
        ]  # fmt: skip
        return next((index for index in apart if fact.quantities[index].unit in units), apart[0] if apart else 0)

    def told(self, fact: Fact, index: int) -> str:
        """One of a fact's quantities, with what it counts."""
        return self._quantity(fact, self._lead(fact), index)

    def things(self, statement: Statement) -> Mapping[str, str] | None:
        """Plural forms of the one thing that a quote counts; None if it names none or several."""
        return None if _counts_several(statement.quantities) else self._forms(read(statement))

    def published(self, statement: Statement) -> str | None:
        """When the article of a statement was published, as "2026-10-20"; None if that is unknown."""
        return self._articles[statement.article].published

    # --- what all of them use -----------------------------------------------------------------------------------------

    def _lead(self, fact: Fact) -> Statement:
        return self._statements[fact.mentions[0]]

    def _slots(self, fact: Fact) -> Slots | None:
        """What a sentence is made of: from the first mention whose quote can be worded, for all say the same."""
        if fact.id not in self._found:
            mentions = [self._statements[name] for name in fact.mentions]
            found = (self._made_of(fact, mention) for mention in mentions if self._alike(fact, mention))
            make = next((one for one in found if one is not None), None)
            self._found[fact.id] = make(self) if make else None
        return self._found[fact.id]

    def _alike(self, fact: Fact, mention: Statement) -> bool:
        """Whether a mention says as much as the fact: it lacks none of its names, dates, quantities and versions."""
        names = set(fact.objects) & set(self._lead(fact).names)
        return names <= set(mention.names) and all(
            set(whole) <= set(part)
            for whole, part in (
                (fact.dates, mention.dates),
                (fact.quantities, mention.quantities),
                (fact.versions, mention.versions),
            )  # fmt: skip
        )

    def _made_of(self, fact: Fact, mention: Statement) -> _Make | None:
        """What makes the slots of a fact; None if its sentence can't be made of this mention. No locale has a say in it."""
        key = fact.id, mention.id
        if key not in self._decided:
            self._decided[key] = self._decide(fact, mention)
        return self._decided[key]

    def _decide(self, fact: Fact, mention: Statement) -> _Make | None:
        story = self._stories.get(fact.story)
        main = story.subject if story else None
        gist = read(mention)
        if gist.doubtful():
            return None
        publisher = self._articles[mention.article].publisher
        # What stands in the frame alone, or names the document, is in the margin: "PyTorch blog" for the name PyTorch.
        via = (mention.via or "").lower()
        framed = {item.name for item in gist.items if item.framed} - {
            item.name for item in gist.items if not item.framed
        }
        ours = frozenset(name for name in mention.names if publisher and sound(name) == sound(publisher))
        # A speaker is left out, unless its name is one of a list.
        listed = {item.name for item in gist.items if item.listed} - framed
        apart = {*({mention.claimant, mention.origin} - listed), *framed, *ours}
        interested = self._interested(story)
        said = [item.name for item in gist.items if item.name not in interested | ours | framed]
        # The story's subject is that of a sentence which names it first, or names nothing.
        first = said[0] if said else fact.subject or mention.subject
        case = Case(
            statement=mention,
            gist=gist,
            main=main,
            subject=main if main is not None and main == first else None,
            nouns=self._nouns,
            interested=interested,
            names=tuple(name for name in mention.names if name not in apart and name.lower() not in via),
            ours=ours,
            speakers=frozenset(name for name in (mention.claimant, mention.origin, *ours) if name),
            terms=self._terms,
        )
        if found := subtype_of(case):
            return lambda words: Slots(words, fact, case, *found)
        if told := figure(case, self._vocabulary):
            return lambda words: FigureSlots(words, fact, case, told)
        if card := compose.compose(case, self._vocabulary):
            return lambda words: CardSlots(words, fact, case, card)
        if line := row(case):
            return lambda words: FigureSlots(words, fact, case, line)
        if needed := listing(case, self._vocabulary):
            return lambda words: ListSlots(words, fact, case, needed)
        happens = event(case, self._vocabulary)
        return None if happens is None else lambda words: EventSlots(words, fact, case, happens)

    def _interested(self, story: Story | None) -> frozenset[str]:
        """Who speaks in a story as its vendor."""
        if story is None:
            return frozenset()
        if story.id not in self._vendors:
            parties = {story.vendor} if story.vendor else set()
            for name in story.facts:
                mentions = (self._statements[mention] for mention in self._facts[name].mentions)
                parties |= {one.claimant for one in mentions if one.evidence == "vendor_claim" and one.claimant}
            self._vendors[story.id] = frozenset(parties)
        return self._vendors[story.id]

    def said(self, name: str, *values: object) -> Markup:
        """What a macro makes of values."""
        return Markup(str(self._macro(name)(*values)).strip())  # noqa: S704  # the macros escape

    def _macro(self, name: str) -> Macro:
        macro = self._macros.get(name)
        if not isinstance(macro, Macro):
            raise RenderError(
                f"no macro {name!r}", path=f"facts/{self.locale}.jinja", hint="Copy it from de.jinja and word it"
            )
        return macro

    def table(self, name: str) -> Any:
        """A table of the macro file."""
        if name not in self._macros:
            raise RenderError(
                f"no table {name!r}", path=f"facts/{self.locale}.jinja", hint="Copy it from de.jinja and word it"
            )
        return self._macros[name]


# What was decided about the facts of the edition that was worded last, in any locale.
_last: list[tuple[Edition, Vocabulary, frozenset[str], _Decided]] = []


def _decided_of(edition: Edition, glossary: Vocabulary, nouns: frozenset[str]) -> _Decided:
    """What is decided about the facts of an edition already: the same glossary decides alike in every locale."""
    for known, words, names, decided in _last:
        if known is edition and words == glossary and names == nouns:
            return decided
    _last[:] = [(edition, glossary, nouns, {})]
    return _last[0][3]


def _plain(text: object) -> str:
    """A macro's text without markup."""
    return Markup(str(text)).striptags().strip() if "<" in str(text) else str(Markup(str(text)).unescape()).strip()  # noqa: S704


def _date_of(fact: Fact) -> str:
    return fact.dates[0] if fact.dates else ""


def _counts_several(quantities: Iterable[Quantity]) -> bool:
    """Whether quantities count different things, as their text calls them."""
    words = [one.of and one.of.lower() for one in quantities if one.unit == "count"]
    # A number that names nothing stands for what the other one counts ("38,000 of 60,000 tickets").
    return len({word for word in words if word}) > 1


def _is_open(statement: Statement, index: int) -> bool:
    """Whether a count is an open order of magnitude ("сотни тысяч"): at least a power of ten, and no digit in the quote."""
    quantity = statement.quantities[index] if index < len(statement.quantities) else None
    return (
        quantity is not None and quantity.qualifier == "at_least" and quantity.value in {10.0**n for n in range(1, 10)}
        and not any(letter.isdigit() for letter in statement.quote)
    )  # fmt: skip


def _shortened(values: Sequence[str], room: int) -> str:
    """As many values as fit, with an ellipsis for the rest; a single long one is cut."""
    text = ""
    for value in values:
        longer = f"{text}, {value}" if text else value
        if len(longer) + (2 if value is not values[-1] else 0) > room:
            if not text:
                return f"{value[: room - 1]}…" if room > 4 else ""
            return f"{text} …"
        text = longer
    return text
