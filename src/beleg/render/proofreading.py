"""What every wording makes of sample facts, so that whoever speaks a language can read all of them at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final, get_args

from markupsafe import Markup

from beleg.alphabets import has_cyrillic
from beleg.errors import RenderError
from beleg.records import Article, Conflict, Edition, Fact, Kind, Language, Origin, Quantity, Site, Statement, Story
from beleg.render.environment import BELEGS, DERIVED_FROM, Environments
from beleg.render.macros import source
from beleg.render.wording import Wordings

_PATH: Final = "samples.toml"
_LANGUAGES: Final[tuple[Language, ...]] = ("de", "ru", "sr")
_TUPLES: Final = frozenset({"names", "versions", "dates", "concepts"})
_FIELDS: Final = frozenset({"kind", "modality", "evidence", "claimant"})
_OWN: Final = frozenset({"negated", "quantities", "subject", "vendor", "against", "about", "facts", *_LANGUAGES})
_QUANTITY: Final = re.compile(
    r"(?:(approx|at_least|at_most|more_than|less_than) )?(-?[\d.]+)(?: to (-?[\d.]+))?(?: (\S+))?"
)


# Macros of samples that no sentence fits: what stands before the quote, and whose articles they are.
UNWORDED: Final = frozenset({"lead_in", "of_articles"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A fact of `samples.toml`, in an edition of its own."""

    # The macro that should word it; one of `UNWORDED` where none should.
    name: str
    kind: Kind
    quotes: tuple[str, ...]
    edition: Edition


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """What a locale makes of a sample. All texts are plain; empty where there is none."""

    sample: Sample
    # Where the macro stands ("de.jinja:118").
    place: str
    # The macro that does word it; None if none does.
    worded_by: str | None
    sentence: str
    lead_in: str
    label: str
    question: str
    headline: str
    lead: str


@cache
def samples() -> tuple[Sample, ...]:
    """The sample facts, in the order of the file.

    Raises:
        RenderError: A sample has a key or a quantity that can't be read, or no quote.
    """
    tables = tomllib.loads(resources.files(__package__).joinpath(_PATH).read_text("utf-8"))
    return tuple(
        _sample(name, place, fields) for name, rows in tables.items() for place, fields in enumerate(rows)
    )  # fmt: skip


def proofs(environments: Environments, locale: str, kinds: Collection[str] = ()) -> Iterator[Proof]:
    """What a locale makes of every sample, by kind; of `kinds` alone if there are any.

    Raises:
        RenderError: The locale's macros or the samples can't be read.
    """
    environment = environments.environment(locale)
    order = get_args(Kind)
    path = DERIVED_FROM if locale == "sr-Latn" else f"facts/{locale}.jinja"
    texts = {path: source(environment, path), BELEGS + path: source(environment, BELEGS + path)}
    for sample in sorted(samples(), key=lambda one: order.index(one.kind)):
        if not kinds or sample.kind in kinds:
            words = Wordings(environment, locale, sample.edition)
            yield _proof(words, sample, _place(sample.name, texts))


def shown(proof: Proof, *, places: bool = True) -> str:
    """A proof as it is printed.

    Args:
        proof: What a locale makes of a sample.
        places: Whether to say where the macro stands.
    """
    lines = [f"{proof.sample.kind}: {proof.sample.name}" + (f" ({proof.place})" if places else "")]
    lines += [f"    » {quote}" for quote in proof.sample.quotes]
    told = {
        "sentence": proof.sentence, "quoted": proof.lead_in, "label": proof.label, "question": proof.question,
        "headline": proof.headline, "lead": proof.lead,
    }  # fmt: skip
    lines += [f"    {name:10}{text}" for name, text in told.items() if text]
    return "\n".join(lines)


def _proof(words: Wordings, sample: Sample, place: str) -> Proof:
    edition = sample.edition
    story = edition.stories[0]
    fact = edition.facts[0] if edition.facts else None
    sentence = words.sentence(fact) if fact else None
    heading = words.headlines.headline(story)
    # A headline of topics alone is no wording of the fact.
    tells = heading.rung in {"contrast", "dispute", "event"} or sample.name in UNWORDED
    return Proof(
        sample=sample, place=place, worded_by=words.subtype(fact) if fact else None, sentence=_plain(sentence or ""),
        lead_in=f"{_plain(words.lead_in(fact))} …" if fact and sentence is None else "",
        label=_plain(words.label(fact)) if fact else "",
        question=_plain(words.question(story.conflicts[0])) if story.conflicts else "",
        headline=_plain(heading.text) if tells else "",
        lead=_plain(words.standfirst(story)) if story.conflicts or sample.name in UNWORDED else "",
    )  # fmt: skip


def _plain(text: str) -> str:
    return str(text.striptags()) if isinstance(text, Markup) else text


def _place(name: str, texts: Mapping[str, str]) -> str:
    """Where a macro stands: in the project's own file, else in Beleg's."""
    for path, text in texts.items():
        found = re.search(rf"macro {re.escape(name)}\(", text)
        if found:
            return f"{path.rpartition('/')[2]}:{text.count(chr(10), 0, found.start()) + 1}"
    return "no such macro"


def _sample(name: str, place: int, fields: Mapping[str, Any]) -> Sample:
    one = _statement(name, f"s-{name}-{place}-0", fields)
    against = fields.get("against")
    statements = [one]
    if against:
        rest = {key: value for key, value in fields.items() if key not in {*_LANGUAGES, "against"}}
        statements.append(_statement(name, f"s-{name}-{place}-1", {**rest, **against}))
    subject, vendor = fields.get("subject", "Aero 3") or None, fields.get("vendor", "Nordvik") or None
    told = statements if fields.get("facts", True) else []
    facts = [_fact(f"f-{one.id}", f"y-{name}-{place}", one, subject) for one in told]
    conflicts = (_conflict(facts, against),) if against else ()
    article = Article(
        id="a.md", text=one.quote, language=one.language, script=one.script, blocks=(), publisher="Hainer Blatt",
        published="2026-11-03",
    )  # fmt: skip
    story = Story(
        id=f"y-{name}-{place}", subject=subject, vendor=vendor, articles=(article.id,),
        facts=tuple(fact.id for fact in facts), conflicts=conflicts,
    )  # fmt: skip
    edition = Edition(
        id="undated", date=None, period=None, site=Site(), stories=(story,), articles=(article,), facts=tuple(facts),
        statements=tuple(statements),
    )  # fmt: skip
    return Sample(name=name, kind=one.kind, quotes=tuple(one.quote for one in statements), edition=edition)


def _statement(name: str, identifier: str, fields: Mapping[str, Any]) -> Statement:
    if unknown := set(fields) - _TUPLES - _FIELDS - _OWN:
        raise RenderError(f"[[{name}]] has unknown keys: {', '.join(sorted(unknown))}", path=_PATH, hint="Correct them")
    language = next((one for one in _LANGUAGES if one in fields), None)
    if language is None or "kind" not in fields:
        raise RenderError(f"[[{name}]] lacks a quote or its kind", path=_PATH, hint='Add de = "…" and kind = "…"')
    quote = fields[language]
    quantities = tuple(_quantity(name, text) for text in fields.get("quantities", ()))
    claimant = fields.get("claimant", "Nordvik") or None
    base = Statement(
        id=identifier, article="a.md", start=0, end=len(quote), quote=quote, prefix="", suffix="", language=language,
        script="Cyrl" if has_cyrillic(quote) else "Latn", evidence="vendor_claim", kind="other",
        subject=fields.get("subject", "Aero 3") or None, claimant=claimant, origin=claimant,
        polarity="negated" if fields.get("negated") else "affirmed", quantities=quantities,
        date_roles=("document" if name == "document_dated" else "release",) * len(fields.get("dates", ())), confidence=0.9,
    )  # fmt: skip
    given: dict[str, Any] = {key: tuple(value) for key, value in fields.items() if key in _TUPLES}
    given |= {key: fields[key] for key in _FIELDS - {"claimant"} if key in fields}
    return replace(base, **given)


def _quantity(name: str, text: str) -> Quantity:
    found = _QUANTITY.fullmatch(text)
    if not found:
        raise RenderError(f"[[{name}]]: no quantity: {text!r}", path=_PATH, hint='Write it as "approx 60 percent"')
    parts: tuple[Any, ...] = found.groups()
    qualifier, value, last, unit = parts
    return Quantity(
        value=float(value), value_to=float(last) if last else None, unit=unit or "count", qualifier=qualifier or "exact"
    )


def _fact(identifier: str, story: str, one: Statement, subject: str | None) -> Fact:
    return Fact(
        id=identifier, story=story, subject=subject, kind=one.kind, polarity=one.polarity, dates=one.dates,
        quantities=one.quantities, versions=one.versions, objects=one.names, evidence=one.evidence,
        origins=(Origin(party=one.claimant, stake=None, mentions=(one.id,)),), languages=(one.language,), mentions=(one.id,),
    )  # fmt: skip


def _conflict(facts: list[Fact], against: Mapping[str, Any]) -> Conflict:
    """The conflict of two facts, about what is given beside the second one's quote."""
    about: Any = against.get("about") or (
        "date" if "dates" in against else "quantity" if "quantities" in against else "polarity"
    )
    sides = tuple(fact.id for fact in facts)
    return Conflict(id=f"c-{sides[0]}", story=facts[0].story, kind=facts[0].kind, about=about, sides=sides)
