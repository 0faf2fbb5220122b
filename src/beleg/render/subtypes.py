"""Which facts can be worded, and by which macro: kinds, what the quote's words say, and which slots are filled.

A subtype names the macro of `templates/facts/LOCALE.jinja` that words it. It fits a fact only if every word of the
quote is accounted for: by a name, a value, the attribution, an identifier that the subtype asks for or allows, or a
light word. The first that fits is taken, so the narrow ones stand first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from beleg.records import Evidence, Kind, Modality, Statement
from beleg.render.gist import LIGHT, VALUE, Gist, Part, Word, narrow, shifts, sound

# Light words, words of a value, the first person (who speaks stands in the margin), "there is".
_ALWAYS: Final = frozenset({LIGHT, VALUE, "we", "exists", "and", "or", "nor", "for", "part"})
# Words for a party that a statement of its class may hold as the name of its speaker.
_SPEAKERS: Final[dict[str, frozenset[str]]] = {
    "independent_evidence": frozenset(
        {"university", "laboratory", "research-institute", "test", "benchmark", "study", "measurement"}
    ),
    "vendor_claim": frozenset({"maker", "manufacturer", "promise", "start-up"}),
    "official_statement": frozenset({"regulator", "ministry", "spokesperson", "court", "government"}),
    "third_party_opinion": frozenset({"analyst", "expert"}),
    "competitor_claim": frozenset({"competition", "maker", "manufacturer"}),
    "customer_claim": frozenset({"self", "customer"}),
}
# Money, in the currencies of our readers.
_MONEY_UNITS: Final = frozenset({"EUR", "USD", "GBP", "CHF", "RSD", "RUB", "SEK", "JPY", "CNY"})
# Lengths of time.
_TIMES: Final = frozenset({"seconds", "minutes", "hours", "days", "weeks", "months", "years"})
_LENGTHS: Final = frozenset({"mm", "cm", "m", "km"})
# Units in which a measure comes; any other pair shows that a word was meant in another sense.
_UNITS_OF: Final[dict[str, frozenset[str]]] = {
    "range": frozenset({"km", "m"}),
    "energy_density": frozenset({"Wh/kg"}),
    "latency": frozenset({"milliseconds", "seconds"}),
    "battery_life": frozenset({"hours", "minutes", "days"}),
    "charge_time": frozenset({"minutes", "hours"}),
    "weight": frozenset({"g", "kg", "t"}),
    "power_draw": frozenset({"W", "kW", "MW", "GW"}),
    "memory_use": frozenset({"B", "kB", "MB", "GB", "TB", "percent"}),
    "delay": frozenset({"minutes", "hours"}),
    "revenue": _MONEY_UNITS,
    "profit": _MONEY_UNITS,
    "size": frozenset({"kB", "MB", "GB", "TB"}),
    "compile_time": frozenset({"minutes", "seconds", "hours", "percent"}),
    "outage_time": frozenset({"hours", "minutes"}),
    "annual_performance_factor": frozenset({"count"}),
    "efficacy": frozenset({"percent"}),
    "market_share": frozenset({"percent"}),
    "accuracy": frozenset({"percent"}),
    "coverage": frozenset({"percent"}),
    "error_rate": frozenset({"percent"}),
    "punctuality": frozenset({"percent"}),
    "noise_cancelling": frozenset({"percent"}),
    "capacity": frozenset({"percent", "kWh", "Wh", "mAh", "MWh", "GWh"}),
    "start_time": frozenset({"seconds", "minutes", "milliseconds"}),
    "electricity_costs": _MONEY_UNITS,
    "heating_costs": _MONEY_UNITS,
    "speed": frozenset({"km/h", "Mbit/s", "Gbit/s", "bit/s"}),
    "throughput": frozenset({"Mbit/s", "Gbit/s", "bit/s"}),
    "download": frozenset({"Mbit/s", "Gbit/s", "bit/s", "MB/s"}),
    "performance": frozenset({"percent", "percentage_points", "times", "points"}),
    "temperature": frozenset({"celsius"}),
    "share": frozenset({"percent"}),
    "waiting_time": _TIMES,
    "lifetime": frozenset({"years", "hours", "months", "days"}),
    "duration": _TIMES,
    "contract_term": frozenset({"months", "years", "days", "weeks"}),
    "travel_time": frozenset({"minutes", "hours"}),
    "flight_time": frozenset({"minutes", "hours"}),
    "construction_time": frozenset({"days", "weeks", "months", "years"}),
    "delivery_time": frozenset({"days", "weeks", "months", "hours", "minutes"}),
    "processing_time": frozenset({"seconds", "minutes", "hours", "days", "weeks", "months"}),
    "notice_period": frozenset({"days", "weeks", "months"}),
    "time_limit": frozenset({"days", "weeks", "months", "years", "hours"}),
    "storage_time": frozenset({"hours", "days", "weeks", "months", "years"}),
    "warranty_period": frozenset({"months", "years"}),
    "support_period": frozenset({"months", "years", "weeks"}),
    "age": frozenset({"years", "months"}),
    "height": _LENGTHS,
    "length": _LENGTHS,
    "width": _LENGTHS,
    "depth": _LENGTHS,
    "thickness": frozenset({"m", "cm", "mm", "nm"}),
    "diameter": frozenset({"m", "cm", "mm", "km", "nm"}),
    "area": frozenset({"m²", "ha", "km²"}),
    "volume": frozenset({"l", "m³"}),
    "distance": _LENGTHS,
    "altitude": frozenset({"m", "km"}),
    "payload": frozenset({"kg", "t", "g"}),
    "power_output": frozenset({"W", "kW", "MW", "GW"}),
    "electricity_use": frozenset({"kWh", "MWh", "GWh", "TWh", "Wh"}),
    "fuel_consumption": frozenset({"l"}),
    "water_consumption": frozenset({"l", "m³"}),
    "electricity_output": frozenset({"kWh", "MWh", "GWh", "TWh"}),
    "voltage": frozenset({"V", "kV"}),
    "current": frozenset({"A"}),
    "frequency": frozenset({"Hz", "kHz", "MHz", "GHz"}),
    "refresh_rate": frozenset({"Hz"}),
    "brightness": frozenset({"nits"}),
    "noise_level": frozenset({"dB"}),
    "humidity": frozenset({"percent"}),
    "fat_content": frozenset({"percent"}),
    "sugar_content": frozenset({"percent", "g"}),
    "alcohol_content": frozenset({"percent", "permille"}),
    "water_level": frozenset({"m", "cm"}),
    "wind_speed": frozenset({"km/h", "m/s"}),
    "rainfall": frozenset({"mm", "l", "cm"}),
    "snow_depth": frozenset({"cm", "m"}),
    "concentration": frozenset({"mg", "µg", "g", "percent", "permille"}),
    "efficiency": frozenset({"percent"}),
    "utilisation": frozenset({"percent"}),
    "vacancy_rate": frozenset({"percent"}),
    "success_rate": frozenset({"percent"}),
    "failure_rate": frozenset({"percent"}),
    "reject_rate": frozenset({"percent"}),
    "mortality": frozenset({"percent", "permille"}),
    "survival_rate": frozenset({"percent"}),
    "vaccination_rate": frozenset({"percent"}),
    "growth": frozenset({"percent", "percentage_points", "times"}),
    "inflation": frozenset({"percent"}),
    "unemployment_rate": frozenset({"percent"}),
    "turnout": frozenset({"percent"}),
    "approval_rating": frozenset({"percent"}),
    "vote_share": frozenset({"percent"}),
    "click_rate": frozenset({"percent"}),
    "response_rate": frozenset({"percent"}),
    "audience_share": frozenset({"percent"}),
    "deviation": frozenset({"percent", "mm", "cm", "m", "minutes", "seconds", "celsius", "dB", "g", "kg"}),
    "interest_rate": frozenset({"percent"}),
    "tax_rate": frozenset({"percent"}),
    "margin": frozenset({"percent"}),
    "return_on_investment": frozenset({"percent"}),
    "discount": frozenset({"percent", "EUR", "USD", "GBP", "CHF", "RSD", "RUB"}),
    "share_price": _MONEY_UNITS,
    "market_value": _MONEY_UNITS,
    "debt": _MONEY_UNITS,
    "deficit": _MONEY_UNITS,
    "budget_sum": _MONEY_UNITS,
    "investment_sum": _MONEY_UNITS,
    "damage_sum": _MONEY_UNITS,
    "construction_costs": _MONEY_UNITS,
    "operating_costs": _MONEY_UNITS,
    "shipping_costs": _MONEY_UNITS,
    "repair_costs": _MONEY_UNITS,
    "rent_sum": _MONEY_UNITS,
    "wage_sum": _MONEY_UNITS,
    "pension_sum": _MONEY_UNITS,
    "subsidy_sum": _MONEY_UNITS,
    "fee_sum": _MONEY_UNITS,
    "deposit_sum": _MONEY_UNITS,
    "price_per_kilo": _MONEY_UNITS,
    "ticket_price": _MONEY_UNITS,
    "electricity_price": _MONEY_UNITS,
    "prize_money": _MONEY_UNITS,
    "savings": _MONEY_UNITS | frozenset({"percent", "kWh", "MWh", "GWh", "t", "l"}),
    "costs_sum": _MONEY_UNITS,
    "top_speed": frozenset({"km/h", "m/s"}),
    "mileage_run": frozenset({"km"}),
    "data_transfer_rate": frozenset({"Mbit/s", "Gbit/s", "bit/s", "MB/s", "GB/s"}),
    "data_amount": frozenset({"MB", "GB", "TB", "PB", "kB"}),
    "storage_space": frozenset({"MB", "GB", "TB", "PB", "kB"}),
    "harvest": frozenset({"t", "kg", "percent"}),
    "crop_yield": frozenset({"t", "kg", "percent", "l"}),
    "output_production": frozenset({"t", "kg", "l", "m³"}),
    "emission": frozenset({"t", "kg", "g"}),
    "waste_amount": frozenset({"t", "kg", "m³"}),
    "cargo_amount": frozenset({"t", "kg"}),
}
# By the first word of a licence's name a licence is told from other names; the list is open source and source-available
# licences as SPDX spells them.
LICENSE: Final = re.compile(
    r"(Apache|MIT|BSD|MPL|[AL]?GPL|EUPL|BSL|BUSL|SSPL|ISC|EPL|CC|Elastic|Unlicense)(v?\d[\d.]*)?\b"
)
HOSTS: Final = frozenset({"GitHub", "GitLab", "Codeberg", "SourceForge", "Hugging Face"})
_MONEY = re.compile(r"[A-Z]{3}(/\w+)?$")
_ANY: Final = (0, 99)
# What the sentence of a comparison can name as its other side.
_BASES: Final = frozenset({"gpu", "predecessor", "previous"})
REQUIRE: Final = frozenset({"require", "must"})
# Kinds of plain facts: where the quote's own words hold the predicate, the kind is not needed to know what is said.
_PLAIN: Final = frozenset[Kind]({
    "release", "availability", "license", "support", "limitation", "requirement", "behaviour", "change", "other",
})  # fmt: skip
# What can be in a state; "employ" beside "vans" shows that the word was meant in another sense.
_IN_STATE: Final[dict[str, frozenset[str]]] = {
    "employ": frozenset({"people", "employees"}),
    "fell_ill": frozenset({"people", "patients", "cases", "participants"}),
    "fix": frozenset({"vulnerabilities", "bugs", "cases"}),
    "support": frozenset({"devices", "languages", "models", "phones", "cards", "systems", "vehicles", "cars"}),
    "uses": frozenset({"people", "users", "customers", "companies", "households", "patients", "employees", "devices"}),
    "installed": frozenset({"cards", "heat_pumps", "installations", "extensions"}),
}


def _ids(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, kw_only=True, slots=True)
class Subtype:
    """A way of saying something, and when a fact is said that way."""

    # The macro that words it.
    name: str
    kinds: frozenset[Kind]
    # Of each set one identifier must occur in the quote.
    needs: tuple[frozenset[str], ...] = ()
    # Identifiers that may occur besides.
    may: frozenset[str] = frozenset()
    # Whether the statement is negated; None for either, when the macro says which.
    negated: bool | None = False
    modalities: frozenset[Modality] = frozenset({"asserted"})
    # Evidence classes; empty for all.
    evidence: frozenset[Evidence] = frozenset()
    # Least and most of each: names besides subject and speaker, quantities, dates, versions, measures, things counted.
    names: tuple[int, int] = (0, 0)
    quantities: tuple[int, int] = (0, 0)
    dates: tuple[int, int] = (0, 0)
    versions: tuple[int, int] = (0, 0)
    measures: tuple[int, int] = (0, 0)
    things: tuple[int, int] = (0, 0)
    # Things named by a noun of the glossary, which the macro lists.
    nouns: tuple[int, int] = (0, 0)
    # Terms of the vocabulary, which the macro lists beside the names as what it is about. Of what no entry accounts for,
    # one noun may be among them; it stays as quoted.
    terms: tuple[int, int] = (0, 0)
    # Identifiers by which another thing is said, although each of them may occur elsewhere.
    unless: frozenset[str] = frozenset()
    # Whether one of the names must be a party that gains ("interested").
    payer: bool = False
    # Identifiers of the predicate that all names must stand on one side of: else who does what would be lost.
    one_side: frozenset[str] = frozenset()
    # Whether no other name but the speaker's may stand in the quote: else it would be open which of them is meant.
    alone: bool = False
    # Whether the date is that of a document, and of nothing else.
    of_document: bool = False
    # Whether a licence must be among the names.
    licence: bool = False
    # Whether one of the licences takes the other's place; elsewhere several must be one list of the quote.
    replaces: bool = False
    # Whether parties that gain may be among the names; elsewhere they would stand in a list of things.
    parties: bool = False
    # Whether the names must be one list of the quote, for the sentence says the same of all of them.
    listed: bool = True
    # Whether a version may stand without a name before it.
    loose: bool = False
    # Whether the subject must be a thing that the quote names, and not a party that gains.
    thing: bool = False
    # "money", "count", "rate" (percent or times), "size" (any unit but money and count); empty for all.
    units: str = ""
    # Whether the names must stand before the predicate.
    before: bool = False
    # Words of the quote that may be left over: descriptions that do not change what is said.
    slack: int = 0
    # Whether it says what is compared with; elsewhere a comparison ("60 % more than Halden") would lose its other side.
    compares: bool = False
    # Whether the sentence names the subject: "must", "may" if the quote names it first, "named" if the quote names it
    # at all, or "no", when it is one name of all.
    subject: Literal["must", "may", "named", "no"] = "no"

    @property
    def typed(self) -> bool:
        """Whether names and values carry the sentence; else it is a fixed phrase in which some may stand."""
        slots = (self.names, self.quantities, self.dates, self.versions, self.measures, self.things, self.nouns)
        return self.subject in {"must", "named"} or any(least for least, _ in slots)

    def fits(self, case: Case) -> tuple[str, ...] | None:
        """The names that the sentence lists, if a statement is worded so; None if it is not."""
        names = case.names
        apart = self.subject_of(case) if self.subject != "no" else case.alone(self.one_side)
        if apart is not None:
            names = tuple(name for name in names if name != apart)
        return names if self._fits(case, names) else None

    def subject_of(self, case: Case) -> str | None:
        """What the sentence calls its subject."""
        return case.main if self.subject == "named" and case.main in case.names else case.subject

    def accounted(self, statement: Statement) -> frozenset[str]:
        """Identifiers that may occur in the quote of a statement, because the sentence says them or need not."""
        return self.may.union(_ALWAYS, *self.needs, _SPEAKERS.get(statement.evidence, frozenset()))

    def _fits(self, case: Case, names: tuple[str, ...]) -> bool:
        statement, gist = case.statement, case.gist
        if statement.kind not in self.kinds or statement.modality not in self.modalities:
            return False
        if self.negated is not None and (statement.polarity == "negated") != self.negated:
            return False
        if (self.evidence and statement.evidence not in self.evidence) or (self.subject == "must" and not case.subject):
            return False
        counts = (
            (self.names, len(names)), (self.quantities, len(statement.quantities)), (self.dates, len(statement.dates)),
            (self.versions, len(statement.versions)),
        )  # fmt: skip
        if not all(least <= count <= most for (least, most), count in counts):
            return False
        if statement.kind == "release" and statement.dates and self.of_document != ("document" in statement.date_roles):
            return False
        if self.thing and (
            case.subject in {*case.interested, statement.claimant} or case.subject not in statement.names
        ):
            return False
        if self.listed and not gist.one_list(names):
            return False
        if self.one_side and all(gist.sides(self.one_side, names)):
            return False
        if self.alone and {item.name for item in gist.items} - {*names, *case.speakers, *case.interested}:
            return False
        licences = [name for name in names if LICENSE.match(name)]
        if self.licence and not (licences if self.replaces else licences and _joined(gist, licences)):
            return False
        if not (self.parties or self.payer) and set(names) & case.interested:
            return False
        if not self.loose and len(statement.versions) != sum(len(item.versions) for item in gist.items):
            return False
        # "pala na 61 odsto" is no difference.
        if self.compares and any(shift in {"to", "from"} for shift in shifts(statement, gist)):
            return False
        # What stands after "faster" is what it is compared with, and after "raised" who paid.
        if (self.compares or self.before) and gist.sides(self.needs[0], names)[1]:
            return False
        if self.payer and not set(names) & case.interested:
            return False
        if self.units and not all(_unit(quantity.unit) in self.units.split() for quantity in statement.quantities):
            return False
        if gist.repeats and names:
            return False
        left = (
            [low for low in gist.left if low not in {part.text.lower() for part in case.originals}]
            if self.terms[1]
            else gist.left
        )
        if len(left) > self.slack or (
            case.tells_itself and any(part.kind == "left" and part.framed for part in gist.parts)
        ):
            return False
        allowed = self.accounted(statement)
        found = gist.ids() | ({"we"} if case.ours else set())
        if not all(need & found for need in self.needs) or self.unless & found:
            return False
        if any("than" in word.ids and VALUE not in word.ids for word in gist.words):
            if not (self.compares and found & _BASES):
                return False
            allowed |= {"than"}
        for part in gist.parts if self.quantities[0] else ():
            named = {name.partition(":")[2] for name in part.ids if name.startswith("things:")}
            if part.start in gist.counted and any(
                state in found and not named & may_be for state, may_be in _IN_STATE.items()
            ):
                return False
        measures = things = nouns = 0
        terms = len(case.originals) if self.terms[1] else 0
        counting = any(quantity.unit == "count" for quantity in statement.quantities)
        for word, start in zip(case.words, gist.starts, strict=True):
            if word.ids & allowed:
                continue
            measure = [name.partition(":")[2] for name in word.ids if name.startswith("measures:")]
            if self.measures[1] and measure:
                measures += 1
                if self.measures[0] and sum(comes_in(name, statement) for name in measure) != 1:
                    return False
            elif (
                self.things[1]
                and any(name.startswith("things:") for name in word.ids)
                and (not counting or start in gist.counted)
            ):
                things += 1
                named = {name.partition(":")[2] for name in word.ids if name.startswith("things:")}
                if any(state in found and not named & allowed_things for state, allowed_things in _IN_STATE.items()):
                    return False
            elif self.nouns[1] and word.ids & case.nouns:
                if "support" in self.one_side and start < min((item.start for item in gist.items), default=0):
                    # What stands before the names supports them ("Die App gibt es für Android und iOS").
                    return False
                nouns += 1
            elif self.terms[1] and case.term(word):
                terms += 1
            else:
                return False
        ranges = ((self.measures, measures), (self.things, things), (self.nouns, nouns), (self.terms, terms))
        return all(least <= count <= most for (least, most), count in ranges)


def _joined(gist: Gist, names: list[str]) -> bool:
    """Whether the quote lists the names, and leads from none to another ("с MPL 2.0 на Apache 2.0")."""
    ties = [item.tie for item in gist.items if item.name in names]
    return gist.one_list(names) and not any(ties[1:])


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """What decides how a statement is worded."""

    statement: Statement
    # What its quote says.
    gist: Gist
    # Its names besides subject, speaker and document.
    names: tuple[str, ...]
    # The story's subject, if the quote speaks of it: names it before all other things, or names nothing.
    subject: str | None
    # The story's subject, wherever it stands.
    main: str | None
    # The article's own publisher as the quote names it, which stands for "we".
    ours: frozenset[str]
    # Parties of the story with a stake, for what "paid" says of whom.
    interested: frozenset[str]
    # Concepts that the locale has a noun for.
    nouns: frozenset[str]
    # Who speaks, and the party behind it.
    speakers: frozenset[str] = frozenset()
    # Identifiers that are called by a bare noun in every locale.
    terms: frozenset[str] = frozenset()

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the quote; those of a frame are no lighter than others if nobody is there to be framed."""
        framed = {part.start for part in self.gist.parts if part.framed} if self.tells_itself else set()
        return tuple(
            word._replace(ids=word.ids - {LIGHT} or word.ids) if start in framed else word
            for word, start in zip(self.gist.words, self.gist.starts, strict=True)
        )

    @property
    def tells_itself(self) -> bool:
        """Whether nobody but the publisher speaks, so that no words are those of a frame."""
        return self.statement.evidence in _ASKED and self.statement.kind in _REMARKS

    @property
    def originals(self) -> tuple[Part, ...]:
        """The one noun of the quote that no entry accounts for; more of them would be a puzzle."""
        left = [part for part in self.gist.parts if part.kind == "left" and not part.framed]
        known = {sound(word)[:4] for name in self.statement.names for word in name.split()}
        alone = [
            part for part in left if part.stands_alone(first=part.start == 0) and sound(part.text)[:4] not in known
        ]
        return tuple(alone) if len(alone) == len(left) == 1 else ()

    def term(self, word: Word) -> str | None:
        """The one term that a run of words stands for; None for none or several."""
        exact = word.ids & narrow(self.statement.language, self.statement.script) or word.ids
        plain = frozenset(name for name in exact if ":" not in name)
        counted = [name for name in exact if name.startswith("things:")]
        if not plain or len(counted) == 1:
            # What is measured or counted elsewhere, here named alone; it is narrower than the words beside it ("customer").
            return min(counted or word.ids)
        # "solid-state-battery" says what "battery" says, and more.
        found = {name for name in plain & self.terms if not any(name != other and name in other for other in plain)}
        return next(iter(found)) if len(found) == 1 else None

    def alone(self, predicate: frozenset[str]) -> str | None:
        """The story's subject if it stands alone on one side of a predicate ("TorchNeuron unterstützt …"); else None."""
        if self.main is None or not predicate:
            return None
        before, after = self.gist.sides(predicate, self.names)
        return self.main if (self.main,) in (before, after) and before and after else None


def comes_in(measure: str, statement: Statement) -> bool:
    """Whether the units of a statement are such as a measure comes in."""
    return all(quantity.unit in _UNITS_OF.get(measure, {quantity.unit}) for quantity in statement.quantities)


def measured_in(measure: str, unit: str) -> bool:
    """Whether a measure may come in a unit."""
    return unit in _UNITS_OF.get(measure, {unit})


def is_share(measure: str) -> bool:
    """Whether a measure comes in percent alone, so that a percentage is its value and no difference."""
    return _UNITS_OF.get(measure) == frozenset({"percent"})


def in_units(unit: str, classes: str) -> bool:
    """Whether a unit is of one of the classes: "money", "count", "rate" (percent or times), "size" (any other)."""
    return _unit(unit) in classes.split()


def in_percent(measure: str) -> bool:
    """Whether a measure is itself a share ("Marktanteil")."""
    return "percent" in _UNITS_OF.get(measure, ())


def is_money(unit: str) -> bool:
    return _MONEY.match(unit) is not None


def _unit(unit: str) -> str:
    if unit == "count":
        return "count"
    if unit in {"percent", "times", "percentage_points"}:
        return "rate"
    return "money" if is_money(unit) else "size"


def _of(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


# Kinds of remarks on evidence: the words of one tell what it says, whatever kind it was taken for.
_REMARKS: Final = _of("caveat", "other", "behaviour", "limitation")
_ADVICE: Final = _of("recommendation")
_ADVISED: Final = frozenset[Modality]({"asserted", "planned", "goal"})
# Indirect questions may have been taken for conditions.
_OPEN: Final = frozenset[Modality]({"asserted", "conditional"})
# Who is asked, and how.
_SPOKEN: Final = _ids("request question-asked maker manufacturer reply journalist want previous")
# Who may have paid for a test, beside the maker.
_PAYERS: Final = _ids("association plant-factory insurer bank government ministry city")
# Who tells that somebody did not answer.
_ASKED: Final = frozenset[Evidence]({"unattributed", "publisher_analysis"})
_RELEASE: Final = _of("release")
_DESCRIBED: Final = _ids(
    "open_source source_code backend chip browser version_word platform maker document release announce available beta own"
    " instances first interface"
)

SUBTYPES: Final = (
    # --- release
    Subtype(name="document_dated", listed=False, of_document=True, parties=True, kinds=_PLAIN, needs=(_ids("dated"), _ids("document")), names=(0, 3), dates=(1, 1),
            may=_ids("release announce still maker engineer more")),
    Subtype(name="public_beta", listed=False, loose=True, parties=True, kinds=_RELEASE, needs=(_ids("public_beta"),), may=_DESCRIBED | _ids("dated value process"),
            names=_ANY, dates=(0, 1), versions=(0, 1), slack=2, nouns=_ANY, subject="named"),
    Subtype(name="general_availability", listed=False, parties=True, kinds=_RELEASE, needs=(_ids("general_availability"),), may=_DESCRIBED,
            names=_ANY, dates=(0, 1), versions=(0, 1), slack=1, nouns=_ANY, subject="must"),
    Subtype(name="is_beta", kinds=_RELEASE, needs=(_ids("beta"),), may=_ids("still"), modalities=frozenset({"asserted", "experimental"})),
    Subtype(name="presented", listed=False, kinds=_RELEASE, needs=(_ids("announce"),), may=_DESCRIBED | _ids("developer"), names=(2, 2),
            dates=(0, 1), nouns=_ANY, slack=0, payer=True),
    Subtype(name="released", loose=True, kinds=_RELEASE, needs=(_ids("release"),), may=_ids("version_word maker browser"), names=(0, 1),
            dates=(0, 1), versions=(0, 1), nouns=(0, 1), subject="must", thing=True),
    Subtype(name="released_thing", loose=True, parties=True, kinds=_RELEASE, needs=(_ids("release"),), may=_ids("version_word maker"), names=(0, 1),
            dates=(0, 1), versions=(1, 1), nouns=(0, 1), payer=False),
    Subtype(name="release_planned", kinds=_of("release", "availability"),
            needs=(_ids("release announce version_word want shall available sold delivered delivery"),),
            may=_DESCRIBED, modalities=frozenset({"planned"}), names=(1, 2), dates=(1, 1), versions=(0, 1), nouns=(0, 1)),
    # --- licence
    Subtype(name="license_changed", listed=False, licence=True, replaces=True, parties=True, kinds=_PLAIN, needs=(_ids("license source_code open_source program-code"), _ids("instead")),
            may=_DESCRIBED | _ids("program-code kernel things:cores"), names=(2, 2)),
    Subtype(name="license", listed=False, licence=True, parties=True, kinds=_PLAIN, needs=(_ids("license source_code open_source release repository program-code"),),
            may=_DESCRIBED | _ids("still repository license available program-code mobile-app opening process kernel"), names=(1, 5), slack=1),
    # --- availability, support, limitation
    Subtype(name="private_beta", kinds=_PLAIN,
            needs=(_ids("private_beta"),), may=_ids("still available exists"), names=(1, 9)),
    Subtype(name="available_on", one_side=frozenset({"support"}), subject="may", kinds=_PLAIN, needs=(_ids("instances instance"), _ids("support available open_source want release")),
            may=_ids("source_code program-code version_word announce document"), names=(1, 9)),
    Subtype(name="available_for", kinds=_of("availability"), needs=(_ids("available"),),
            may=_ids("platform version_word browser website things:projects"), names=(1, 9), versions=(0, 9)),
    Subtype(name="support_ended", kinds=_PLAIN, needs=(_ids("support support_noun"), _ids("ended no_longer")),
            may=_ids("version_word release"), negated=None, names=(1, 3), versions=(0, 5)),
    Subtype(name="support_until", loose=True, kinds=_of("support"), needs=(_ids("support support_noun"),), dates=(1, 1), versions=(1, 1),
            may=_ids("version_word words_of maker still predecessor document release old lasts"), names=(0, 0), slack=1,
            modalities=frozenset({"planned", "asserted"})),
    Subtype(name="experimental", kinds=_of("support", "availability", "limitation"), needs=(_ids("experimental"), _ids("support supported support_noun version_word")),
            may=_ids("announce announced beta"), names=(1, 4), versions=(0, 4), modalities=frozenset({"asserted", "experimental"})),
    Subtype(name="unsupported", kinds=_PLAIN, needs=(_ids("support available"), _ids("not")),
            may=_ids("beta version_word release module still"), negated=True, names=(1, 9), versions=(0, 9),
            one_side=_ids("support available")),
    Subtype(name="unsupported_bare", kinds=_of("limitation"), needs=(_ids("not"),), may=_ids("still"), negated=True,
            names=(1, 3)),
    Subtype(name="supported", kinds=_PLAIN, needs=(_ids("support"),), may=_ids("interface data_type version_word beta"),
            names=(1, 12), versions=(0, 9), one_side=_ids("support"), nouns=(0, 2)),
    Subtype(name="supported", kinds=_of("support"),
            may=_ids("support support_noun interface data_type version_word beta uses framework things:headphones standard"),
            names=(1, 12), versions=(0, 9), one_side=_ids("support uses"), nouns=(0, 2)),
    Subtype(name="supported_for", kinds=_of("support"), needs=(_ids("distributed"),),
            may=_ids("training model-training support support_noun interface standard uses"), names=(1, 12), nouns=(0, 2),
            one_side=_ids("support uses distributed")),
    Subtype(name="not_listed", kinds=_PLAIN | _of("caveat"), needs=(_ids("list"), _ids("not")), may=_ids("support_noun document still"),
            negated=True, names=(1, 3)),
    Subtype(name="thing_missing", kinds=_PLAIN, needs=(_ids("not"), _ids("exists")), may=_ids("still"), negated=True,
            nouns=(1, 1), names=(0, 1)),
    # --- requirement
    Subtype(name="requires_size", kinds=_of("requirement"), needs=(_ids("memory disk"),),
            may=_ids("require platform must version_word measures:memory_use from_price"), quantities=(1, 1), units="size"),
    Subtype(name="requires_newer", alone=True, kinds=_of("requirement"), needs=(_ids("newer"),),
            may=_ids("require platform version_word shall"), names=(1, 1), versions=(1, 1)),
    Subtype(name="requires", kinds=_PLAIN, needs=(REQUIRE,),
            may=_ids("platform version_word release mobile-app smartphone"), names=(1, 6), versions=(0, 4), alone=True),
    Subtype(name="requires_thing", kinds=_of("requirement"), may=_ids("require must maker"), nouns=(1, 2)),
    # --- metric, quantity, price
    Subtype(name="compared", compares=True, kinds=_of("metric"), needs=(_ids("more less"),),
            may=_ids("process per_dollar per_euro per_watt per_request predecessor previous gpu benchmark own customer promise"
                     " average maker figure version_word chip incoming used_previously document still"),
            quantities=(1, 1), units="rate", measures=(1, 1), names=(0, 1), slack=0),
    Subtype(name="faster", compares=True, kinds=_of("metric"), needs=(_ids("faster slower"),),
            may=_ids("process predecessor previous benchmark own maker figure version_word model chip promise average"),
            quantities=(1, 1), units="rate", names=(0, 1)),
    Subtype(name="measured", kinds=_of("metric", "quantity"),
            may=_ids("process average promise maker figure shall test own document things:cards things:cells"),
            quantities=(1, 1), units="size rate count", measures=(1, 1), names=(0, 1)),
    Subtype(name="price", kinds=_of("price"), needs=(_ids("cost price"),),
            may=_ids("from_price version_word maker package things:cards things:devices monthly-fee per_month tariff"),
            quantities=(1, 1), units="money", names=(0, 1)),
    Subtype(name="free", kinds=_of("price"), needs=(_ids("free free-of-charge"),), may=_ids("still"), nouns=(0, 1),
            names=(0, 1)),
    Subtype(name="counted", kinds=_PLAIN | _of("quantity", "adoption", "security", "metric"),
            needs=(_ids("affected at_risk tested_on employ sold delivered installed recalled fell_ill switched fix uses exists"),),
            may=_ids("test release document maker insurance version_word browser every_build"), quantities=(1, 1), units="count",
            things=(1, 1)),
    # --- adoption, endorsement
    Subtype(name="first_users", listed=False, parties=True, kinds=_PLAIN | _of("adoption"),
            needs=(_ids("customer things:users things:customers first-customers"), _ids("first first-customers")),
            may=_ids("uses maker artificial-intelligence model medicine research-institute"), names=(1, 6), nouns=_ANY, slack=5),
    Subtype(name="only_at", listed=False, kinds=_PLAIN, needs=(_ids("only"), _ids("data-centre")), may=_ids("chip cost available"),
            names=(2, 3), payer=True),
    Subtype(name="welcomes", kinds=_of("endorsement"), needs=(_ids("welcome"), _ids("support support_noun")), may=_ids("maker"), slack=3),
    # --- funding
    Subtype(name="raised", before=True, parties=True, kinds=_of("funding"), needs=(_ids("raise"),),
            may=_ids("round maker chip developer start-up series_a series_b series_c series_d"),
            names=(0, 1), quantities=(1, 1), units="money", dates=(0, 1), slack=0),
    Subtype(name="lead_investor", kinds=_of("funding"), needs=(_ids("lead-investor"), _ids("round raise")), names=(0, 1)),
    Subtype(name="valuation", parties=True, kinds=_of("funding"), needs=(_ids("valuation"),), may=_ids("round maker process"), names=(0, 1),
            quantities=(1, 1), units="money"),
    # --- security, legal
    Subtype(name="exploited", kinds=_of("security"), needs=(_ids("exploited"),), may=_ids("first attacker uses"), names=(1, 2)),
    Subtype(name="fixes", kinds=_of("security"), needs=(_ids("fix bug-fix"), _ids("things:vulnerabilities vulnerability")),
            may=_ids("update version_word maker document"), quantities=(1, 1), units="count", names=(0, 1)),
    Subtype(name="fine", kinds=_of("legal", "funding", "other"), needs=(_ids("fine"),), may=_ids("impose"), quantities=(1, 1), units="money",
            names=(0, 0), slack=0),
    # --- caveat
    Subtype(name="could_not_check", listed=False, parties=True, names=(0, 2), terms=(0, 2), unless=_ids("exists"), kinds=_of("caveat"), needs=(_ids("test"), _ids("not could nobody"), _ids("could can")),
            may=_ids("figure still we self previous words_of"), negated=None, evidence=frozenset({"publisher_analysis"})),
    Subtype(name="nobody_checked", listed=False, parties=True, names=(0, 2), terms=(0, 2), kinds=_of("caveat"), needs=(_ids("test"), _ids("nobody")), may=_ids("still not previous figure independent public"), negated=None),
    Subtype(name="not_tested", listed=False, parties=True, kinds=_of("caveat"), needs=(_ids("test"), _ids("not"), _ids("self we")),
            may=_ids("figure maker independent performance measures:performance still promise"), negated=True, names=(0, 3), terms=(0, 2),
            evidence=frozenset({"publisher_analysis"})),
    Subtype(name="customer_figure_only", listed=False, kinds=_of("caveat", "other"),
            needs=(_ids("independent independent-test"), _ids("test evidence figure independent-test"), _ids("not"), _ids("customer_statement general_promise")),
            may=_ids("figure missing"), negated=True, names=(0, 2), parties=True),
    Subtype(name="no_independent_test", listed=False, parties=True, kinds=_of("caveat"),
            needs=(_ids("independent independent-test"), _ids("test evidence figure independent-test"), _ids("not missing"), _ids("exists missing")),
            may=_ids("still available release previous"), negated=None, names=(0, 2), terms=(0, 2)),
    Subtype(name="not_independent", kinds=_of("caveat"), needs=(_ids("independent independent-test"), _ids("test figure"), _ids("not")),
            may=frozenset(), negated=True),
    Subtype(name="independent_tests_matter", kinds=_of("caveat", "other"),
            needs=(_ids("independent independent-test"), _ids("test evidence"), _ids("important")), names=(0, 1), modalities=frozenset({"asserted", "planned"})),
    Subtype(name="paid_by", kinds=_of("caveat"), needs=(_ids("paid"),), may=_ids("study test self order figure measurement audit impose"),
            names=(1, 1), terms=(0, 2), payer=True),
    Subtype(name="measured_itself", parties=True, kinds=_of("caveat"), needs=(_ids("test"), _ids("self")), may=_ids("figure"), unless=_ids("and"), names=(1, 1)),
    Subtype(name="own_figure", parties=True, kinds=_of("caveat", "other"), needs=(_ids("figure"), _ids("self")),
            may=_ids("measures:speed measures:performance promise"), names=(0, 1)),
    Subtype(name="no_proof", parties=True, kinds=_of("caveat", "release", "other"), needs=(_ids("evidence proof"), _ids("not"), _ids("give")),
            may=_ids("maker process papers still previous"), negated=True, names=(0, 1), terms=(0, 2)),
    Subtype(name="method_undisclosed", parties=True, kinds=_of("caveat"), needs=(_ids("methodology"), _ids("not"), _ids("disclose")),
            may=_ids("maker"), negated=True, names=(0, 1), terms=(0, 1)),
    Subtype(name="nobody_confirmed", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("confirmed_by"), _ids("nobody")),
            may=_ids("still not previous figure independent"), negated=None, names=(0, 2), terms=(0, 2)),
    Subtype(name="not_confirmed", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("confirmed_by"), _ids("not")),
            may=_ids("still previous figure"), negated=None, names=(0, 1), terms=(0, 2), evidence=frozenset({"publisher_analysis", "unattributed"})),
    Subtype(name="paid_by_party", kinds=_of("caveat"), needs=(_ids("paid order financed"), _PAYERS),
            may=_ids("study test self figure measurement audit work bill"), unless=_ids("we who")),
    Subtype(name="not_seen", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("saw viewing"), _ids("not"), _ids("we")),
            may=_ids("self still previous give maker received process raise"), negated=None, names=(0, 2), terms=(0, 2),
            evidence=frozenset({"publisher_analysis"})),
    Subtype(name="bought_ourselves", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("bought_it purchase"), _ids("we")),
            may=_ids("test self things:devices device retailer"), names=(0, 1), terms=(0, 2),
            evidence=frozenset({"publisher_analysis", "independent_evidence"})),
    Subtype(name="lent_by", listed=False, parties=True, kinds=_of("caveat"), needs=(_ids("lent_it"),),
            may=_ids("we test things:devices device maker self"), names=(1, 1)),
    Subtype(name="lent_by_maker", kinds=_of("caveat"), needs=(_ids("lent_it"), _ids("maker manufacturer")),
            may=_ids("we test things:devices device")),
    Subtype(name="paid_by_maker", kinds=_of("caveat"), needs=(_ids("paid order"), _ids("maker manufacturer"), _ids("study test order figure measurement audit document")),
            may=_ids("study test self order figure measurement audit document"), terms=(0, 1)),
    Subtype(name="ordered_by", listed=False, parties=True, kinds=_of("caveat"), needs=(_ids("order commissioned"),),
            may=_ids("study test measurement audit document maker self"), names=(1, 1), payer=True),
    Subtype(name="maker_measured", kinds=_of("caveat"), needs=(_ids("test own-measurement"), _ids("self"), _ids("maker manufacturer")),
            may=_ids("figure")),
    Subtype(name="small_sample", kinds=_REMARKS, needs=(_ids("small_sample"),), may=_ids("study test too few sample-size")),
    Subtype(name="lab_only", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("only"), _ids("laboratory laboratory-conditions"), _ids("test measurement")),
            may=_ids("previous still figure"), names=(0, 1), terms=(0, 2)),
    Subtype(name="not_peer_reviewed", listed=False, kinds=_REMARKS, needs=(_ids("peer_reviewed peer-review"), _ids("not")),
            may=_ids("still study previous document"), negated=None, names=(0, 1), terms=(0, 2), parties=True),
    Subtype(name="too_early", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("for_a_verdict"), _ids("too_early early")),
            may=_ids("still"), names=(0, 1), terms=(0, 2)),
    Subtype(name="not_enough", kinds=_REMARKS, needs=(_ids("for_a_verdict"), _ids("insufficient missing too few")), may=_ids("still test sample-size"), negated=None,
            unless=_ids("not too_early early"), terms=(0, 2)),
    Subtype(name="not_enough", kinds=_REMARKS, needs=(_ids("for_a_verdict"), _ids("suffices"), _ids("not")),
            may=_ids("still"), negated=None, terms=(0, 1)),
    Subtype(name="difference_unexplained", listed=False, parties=True, kinds=_REMARKS,
            needs=(_ids("difference_of difference at_odds"), _ids("explained explanation disclose"), _ids("not nobody")),
            may=_ids("still previous question-why figure maker document"), negated=None, names=(0, 1), terms=(0, 1)),
    Subtype(name="accounts_differ", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("at_odds"),),
            may=_ids("figure document papers words_of not"), negated=None, names=(0, 2), terms=(0, 2)),
    Subtype(name="not_comparable", listed=False, kinds=_REMARKS, needs=(_ids("comparable_to comparison"), _ids("not")),
            may=_ids("figure could can test measurement"), negated=None, names=(0, 2), terms=(0, 2), parties=True),
    Subtype(name="no_long_term", listed=False, kinds=_REMARKS, needs=(_ids("long_term"), _ids("not missing"), _ids("exists missing")),
            may=_ids("still previous"), negated=None, names=(0, 1), terms=(0, 2), parties=True),
    Subtype(name="no_figures", listed=False, kinds=_REMARKS, needs=(_ids("data_on statistics"), _ids("not"), _ids("exists")),
            may=_ids("still previous"), negated=None, names=(0, 1), terms=(0, 2), parties=True),
    Subtype(name="not_significant", kinds=_REMARKS, needs=(_ids("statistically_sure statistical-significance"), _ids("not")),
            may=_ids("difference figure difference_of statistics"), negated=None, terms=(0, 1)),
    Subtype(name="guide_values", kinds=_REMARKS, needs=(_ids("guide_value"),), may=_ids("figure"), terms=(0, 2)),
    Subtype(name="no_promise", kinds=_REMARKS, needs=(_ids("a_promise general_promise"), _ids("not")), may=_ids("figure"), negated=None, terms=(0, 1)),
    Subtype(name="depends", listed=False, kinds=_REMARKS, needs=(_ids("depends_on"),), may=_ids("figure"), names=(0, 1), terms=(1, 3)),
    Subtype(name="vendor_only", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("only"), _ids("words_of"), _ids("maker manufacturer")),
            may=_ids("still previous self known figure"), names=(0, 0)),
    Subtype(name="vendor_only", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("only"), _ids("words_of")),
            may=_ids("still previous self known figure maker"), names=(1, 1), payer=True),
    Subtype(name="who_is_right", kinds=_REMARKS, needs=(_ids("who_is_right"), _ids("not_known open-question not")), may=_ids("still can could"),
            negated=None, modalities=_OPEN),
    Subtype(name="cause_unknown", listed=False, parties=True, kinds=_REMARKS | _of("security"), needs=(_ids("root-cause reason"), _ids("not_known open-question unknown")),
            may=_ids("still previous"), negated=None, names=(0, 1), terms=(0, 2), modalities=_OPEN),
    Subtype(name="cause_unknown", listed=False, parties=True, kinds=_REMARKS | _of("security"), needs=(_ids("root-cause reason"), _ids("known clear"), _ids("not")),
            may=_ids("still previous"), negated=None, names=(0, 1), terms=(0, 2), modalities=_OPEN),
    Subtype(name="number_unknown", listed=False, parties=True, kinds=_REMARKS | _of("security", "quantity"),
            needs=(_ids("question-how-much"), _ids("not_known")), may=_ids("affected"), negated=None, names=(0, 1), terms=(1, 2), modalities=_OPEN),
    Subtype(name="undisclosed_number", listed=False, parties=True, kinds=_REMARKS | _of("security", "quantity"),
            needs=(_ids("question-how-much"), _ids("disclose"), _ids("not declined")), may=_ids("maker want still previous"), negated=None, evidence=_ASKED, names=(0, 2), terms=(1, 2)),
    Subtype(name="undisclosed_reason", kinds=_REMARKS, needs=(_ids("question-why"), _ids("disclose explained explanation"), _ids("not nobody")),
            may=_ids("maker want"), negated=None),
    Subtype(name="no_papers", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("papers document"), _ids("give saw"), _ids("not")),
            may=_ids("maker still previous we"), negated=None, names=(0, 1), terms=(0, 1)),
    Subtype(name="unpublished", listed=False, parties=True, kinds=_of("caveat"), needs=(_ids("was_published"), _ids("not")), may=_ids("still previous maker"),
            negated=None, names=(0, 1), terms=(1, 2)),
    Subtype(name="undisclosed", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("disclose"), _ids("not")), may=_ids("maker want still previous"),
            negated=None, evidence=_ASKED, names=(0, 1), terms=(1, 2)),
    Subtype(name="unexplained", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("explained explanation"), _ids("owed")),
            may=_ids("maker"), unless=_ids("not"), names=(0, 1)),
    Subtype(name="unproven", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("to_prove proof"), _ids("not"), _ids("can could")),
            may=_ids("still previous"), negated=None, names=(0, 1), terms=(0, 2), evidence=frozenset({"publisher_analysis"})),
    Subtype(name="unexplained", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("explained explanation"), _ids("not")), may=_ids("maker give want"),
            negated=None, names=(0, 1)),
    # --- recommendation
    Subtype(name="update_at_once", kinds=_of("recommendation"), needs=(_ids("update do_update"), _ids("at_once")),
            may=_ids("advice browser maker"), names=(0, 1), slack=0),
    Subtype(name="wait", kinds=_of("recommendation"), needs=(_ids("wait"),), may=_ids("advice")),
    Subtype(name="test_own", kinds=_of("recommendation"), needs=(_ids("test"), _ids("own"), _ids("model")), may=_ids("advice"),
            names=(0, 2)),
    Subtype(name="advice_password", kinds=_ADVICE, needs=(_ids("do_change_password"),), may=_ids("advice shall at_once password".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_backup", kinds=_ADVICE, needs=(_ids("do_backup"),), may=_ids("advice shall backup previous".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_not_buy", kinds=_ADVICE, needs=(_ids("do_not_buy"),), may=_ids("advice shall still".strip()), negated=None, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_try", kinds=_ADVICE, needs=(_ids("do_try trying"), _ids("before-buying")), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_doctor", kinds=_ADVICE, needs=(_ids("do_ask_doctor"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_terms", kinds=_ADVICE, needs=(_ids("do_read_terms"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_compare", kinds=_ADVICE, needs=(_ids("do_compare"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_receipt", kinds=_ADVICE, needs=(_ids("do_keep_receipt"),), may=_ids("advice shall ".strip()), negated=None, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_care", kinds=_ADVICE, needs=(_ids("do_read_with_care"),), may=_ids("advice shall figure reading".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_stop", kinds=_ADVICE, needs=(_ids("do_stop_using"),), may=_ids("advice shall ".strip()), negated=None, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_not_eat", kinds=_ADVICE, needs=(_ids("do_not_eat"),), may=_ids("advice shall ".strip()), negated=None, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_return", kinds=_ADVICE, needs=(_ids("do_return"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_contact", kinds=_ADVICE, needs=(_ids("do_contact_maker"),), may=_ids("advice shall maker".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_off", kinds=_ADVICE, unless=_ids("update"), needs=(_ids("do_switch_off"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_links", kinds=_ADVICE, needs=(_ids("do_not_open_links"),), may=_ids("advice shall ".strip()), negated=None, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_wait", kinds=_ADVICE, needs=(_ids("do_wait wait"),), may=_ids("advice shall ".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="advice_update", kinds=_ADVICE, needs=(_ids("do_update"),), may=_ids("advice shall update".strip()), negated=False, modalities=_ADVISED,
            listed=False, parties=True, names=(0, 2), terms=(0, 2)),
    # --- other
    Subtype(name="no_reply", listed=False, parties=True, kinds=_of("other", "caveat"), needs=(_ids("reply no-answer"), _ids("not no-answer")), may=_SPOKEN | _ids("still release"),
            negated=True, names=(0, 2), terms=(0, 2)),
    Subtype(name="no_answer", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("unanswered no-answer"),),
            may=_SPOKEN | _ids("still we not can"), negated=None, names=(0, 2), terms=(0, 2), evidence=_ASKED),
    Subtype(name="no_comment", listed=False, parties=True, kinds=_REMARKS, unless=_ids("side-of things:pages"), needs=(_ids("declined"),),
            may=_SPOKEN | _ids("not"), negated=None, names=(0, 2), terms=(0, 2)),
    Subtype(name="no_comment", listed=False, parties=True, kinds=_REMARKS, unless=_ids("side-of things:pages"), needs=(_ids("commented"), _ids("not")),
            may=_SPOKEN, negated=True, names=(0, 2), terms=(0, 2), evidence=_ASKED),
    Subtype(name="no_comment", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("refusal-to refusal"), _ids("answering speaking commented information-given reply")),
            may=_SPOKEN, negated=None, names=(0, 2), terms=(0, 2), evidence=_ASKED, unless=_ids("not")),
    Subtype(name="not_reachable", listed=False, parties=True, kinds=_REMARKS, needs=(_ids("out_of_reach"),),
            may=_SPOKEN | _ids("we not"), negated=None, names=(0, 2), terms=(0, 1)),
    Subtype(name="package_name", kinds=_PLAIN, needs=(_ids("package"),), names=(1, 1), slack=0),
)  # fmt: skip


@lru_cache(maxsize=1 << 13)
def subtype_of(case: Case) -> tuple[Subtype, tuple[str, ...]] | None:
    """The first subtype that fits, with the names that its sentence lists; None if the fact can only be quoted."""
    for subtype in _OF_KIND[case.statement.kind]:
        names = subtype.fits(case)
        if names is not None:
            return subtype, names
    return None


_OF_KIND: Final[dict[Kind, tuple[Subtype, ...]]] = {
    kind: tuple(subtype for subtype in SUBTYPES if kind in subtype.kinds) for kind in get_args(Kind)
}
