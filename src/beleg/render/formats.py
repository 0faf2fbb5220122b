"""Dates, numbers, quantities and lists as a locale writes them.

CLDR, through Babel, gives most of it; `formats.toml` holds what a sentence needs beyond that. Everything is a string
ready to be set: spaces inside a value do not break.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_currency, format_decimal, get_currency_name, get_currency_symbol
from babel.units import format_unit

from beleg.alphabets import to_latin
from beleg.errors import RenderError
from beleg.records import Quantity
from beleg.render.quotation import marked

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
DateForm = Literal["plain", "on", "since", "until", "from", "by", "before", "after", "of"]
# CLDR calls the plain "en" American; day before month is the British order.
_BABEL = {"en": "en_GB"}
# From here on an amount of money is worded ("1,5 Milliarden Euro") if that loses no digit.
_WORDED_FROM = 1_000_000
_DURATIONS = {
    "seconds": "duration-second", "minutes": "duration-minute", "hours": "duration-hour", "days": "duration-day",
    "weeks": "duration-week", "months": "duration-month", "years": "duration-year",
}  # fmt: skip
_SYMBOLS = {"celsius": "°C", "milliseconds": "ms"}
_NBSP = "\u00a0"


def babel_locale(locale: str) -> Locale:
    """The Babel locale of one of Beleg's ("sr-Cyrl" is sr_Cyrl, "en" is en_GB)."""
    return Locale.parse(_BABEL.get(locale, locale), sep="_" if locale in _BABEL else "-")


def in_latin(value: Any) -> Any:
    """Texts in Serbian Cyrillic, at any depth, in Latin; keys stay."""
    if isinstance(value, str):
        return to_latin(value)
    if isinstance(value, Mapping):
        return {key: in_latin(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [in_latin(inner) for inner in value]
    return value


@cache
def _tables() -> dict[str, Any]:
    tables = tomllib.loads(resources.files(__package__).joinpath("formats.toml").read_text("utf-8"))
    return tables | {"sr-Latn": in_latin(tables["sr-Cyrl"])}


@cache
def formats(locale: str) -> Formats:
    """The formats of a locale; made once a process.

    Raises:
        RenderError: There is no such locale.
    """
    return Formats(locale)


class Formats:
    """How one locale writes values.

    Args:
        locale: "de", "sr-Cyrl", "sr-Latn", "ru" or "en".

    Raises:
        RenderError: There is no such locale.
    """

    def __init__(self, locale: str) -> None:
        if locale not in LOCALES:
            raise RenderError(f"unknown locale {locale!r}", hint=f"Use one of: {', '.join(LOCALES)}.")
        self.locale = locale
        self.babel = babel_locale(locale)
        self._data = _tables()[locale]
        months = self.babel.months
        beside_day = self._data["genitive_month"] or [months["format"]["wide"][month] for month in range(1, 13)]
        alone = [months["stand-alone"]["wide"][month] for month in range(1, 13)]
        self._months = {"M": beside_day, "N": alone, "L": self._data["locative"] or alone}
        self._percent: str = self.babel.percent_formats[None].pattern.replace("#,##0", "")
        money = self.babel.currency_formats["standard"].pattern
        # Amounts without cents, with them, and with more digits than a cent has.
        self._money, self._cents = money.replace("0.00", "0"), money.replace("0.00", "0.00####")
        # Whether a noun's form does not tell its case; how nouns end that are no person's function.
        self.nouns_keep_their_form: bool = self._data["fixed"]
        self.bodies: tuple[str, ...] = tuple(self._data["bodies"])
        self._inner: tuple[str, str] = tuple(self._data["inner"])
        # Numbers that were written before: the same ones stand in many lines, and Babel takes a pattern apart for each.
        self._numbers: dict[float, str] = {}
        self._durations: dict[str, dict[str, str]] = {}
        self._scales = self.babel.compact_decimal_formats["long"]

    # --- dates --------------------------------------------------------------------------------------------------------

    def date(self, iso: str, form: DateForm = "plain") -> str:
        """A date as precise as it is given.

        Args:
            iso: "2026-10-20", "2026-10", "2026", "--10-20" or "--10".
            form: "plain" stands alone ("20. октобар 2026."); the others stand in a sentence, with their preposition:
                "on" ("am 20. Oktober 2026", "в октябре 2026 года"), "since", "until", "from" (of what is to come), "by",
                "before", "after", and "of" for a document's date.

        Raises:
            RenderError: The date has another form.
        """
        year, month, day = _parts(iso)
        if form == "plain" and year and month and day:
            return format_date(dt.date(year, month, day), "long", locale=self.babel)
        if day:
            precision = "day" if year else "no_year"
        elif month:
            precision = "month" if year else "month_no_year"
        else:
            precision = "year"
        months = {key: names[month - 1] for key, names in self._months.items()} if month else {}
        return str(self._data["dates"][form][precision]).format(d=day, y=year, **months)

    def full_date(self, iso: str) -> str:
        """A day with its weekday; a date of another precision as `date` gives it."""
        year, month, day = _parts(iso)
        if not (year and month and day):
            return self.date(iso)
        return format_date(dt.date(year, month, day), "full", locale=self.babel)

    def month_heading(self, iso: str) -> str:
        """Month and year as a heading has them, in the nominative ("октябрь 2026 г.")."""
        return self.date(iso[:7])

    def period(self, first: str, last: str) -> str:
        """From day to day ("20.–27. Oktober 2026"); both are ISO days."""
        if first == last:
            return self.date(first)
        dash = "–"
        (year, month, day), (year_to, month_to, _) = _parts(first), _parts(last)
        if year != year_to or not day:
            return f"{self.date(first)} {dash} {self.date(last)}"
        if month != month_to:
            return f"{self.date(f'--{month:02}-{day:02}')} {dash} {self.date(last)}"
        # The stop after a German or Serbian day is part of the number.
        stop = "." if self.date(f"--{month:02}-{day:02}").startswith(f"{day}.") else ""
        return f"{day}{stop}{dash}{self.date(last)}"

    # --- numbers ------------------------------------------------------------------------------------------------------

    def number(self, value: float) -> str:
        """A number with its decimals; a negative one has a minus sign, no hyphen."""
        # Minus zero is equal to zero, but is written otherwise.
        found = self._numbers.get(value) if value else None
        if found is None:
            found = self._numbers[value] = self._number(value)
        return found

    def _number(self, value: float) -> str:
        return str(format_decimal(value, format="#,##0.######", locale=self.babel)).replace("-", "−")

    def plural(self, value: float, forms: Mapping[str, str]) -> str:
        """The form that goes with a number, by CLDR category ("one", "few", "many", "other")."""
        return forms.get(self.babel.plural_form(abs(value)), forms["other"])

    def whole_alike(self, value: float) -> int:
        """A whole number that takes the same plural form, for catalogs, whose rules know no fractions (1,5: 2 in Russian)."""
        if value == int(value):
            return abs(int(value))
        category = self.babel.plural_form(abs(value))
        # The last digit, and the teens, decide in every language of ours.
        return next((n for n in range(1, 30) if self.babel.plural_form(n) == category), int(self._data["fraction"]))

    def count(self, value: float, forms: Mapping[str, str]) -> str:
        """A number with its noun ("21 чланак")."""
        return f"{self.number(value)}{_NBSP}{self.plural(value, forms)}"

    def percent(self, value: float) -> str:
        """A value in percent, with its fraction ("12,5 %")."""
        return self.number(value) + self._percent

    def money(self, value: float, currency: str) -> str:
        """An amount ("1.234,50 €"); millions are worded if no digit is lost ("1,5 Milliarden Euro")."""
        for power in (9, 6):
            scaled = round(value / 10**power, 9)
            if value >= max(_WORDED_FROM, 10**power) and scaled == round(scaled, 2):
                category = self.babel.plural_form(scaled)
                pattern = self._scales[category if category in self._scales else "other"][str(10**power)].pattern
                words = pattern.replace("0", "").strip(" \u00a0'")
                name = self._data["currencies"].get(currency) or get_currency_name(currency, int(value), self.babel)
                return f"{self.number(scaled)}{_NBSP}{words}{_NBSP}{name}"
        pattern = self._money if value == int(value) else self._cents
        # CLDR wants a space between a currency of letters and the number after it, which Babel leaves out.
        if pattern.startswith("¤") and get_currency_symbol(currency, self.babel)[-1].isalpha():
            pattern = pattern.replace("¤", f"¤{_NBSP}")
        return format_currency(value, currency, format=pattern, locale=self.babel, currency_digits=False)

    def quantity(
        self, quantity: Quantity, *, preposition: str = "", things: Mapping[str, str] | None = None, open_: bool = False,
        genitive: bool = False,
    ) -> str:  # fmt: skip
        """A quantity with qualifier and unit ("примерно на 60 %", "mehr als 21 Fälle", "Hunderttausende").

        Args:
            quantity: The value with its unit and qualifier.
            preposition: Set where the locale wants it, beside the qualifier.
            things: Plural forms of what is counted, for the unit "count".
            open_: Whether the text gave an order of magnitude ("hundreds of thousands"), no number.
            genitive: Whether the unit stands in the genitive ("из 3 устройств"), in a language that has one beside numbers.
        """
        if open_ and (magnitude := self._data["magnitudes"].get(str(int(quantity.value)))):
            if not things:
                return str(magnitude)
            many = things.get("many", things["other"])
            return str(self._data["magnitude_of"]).format(x=magnitude, thing=many)
        genitive = (genitive and bool(self._data["genitive"])) or (
            quantity.qualifier in self._data["genitive"] and not preposition
        )
        text = self._value(quantity, things, genitive=genitive)
        if preposition:
            return str(self._data["qualifiers_with_preposition"][quantity.qualifier]).format(p=preposition, x=text)
        if quantity.qualifier == "exact":
            return text
        return str(self._data["qualifiers"][quantity.qualifier]).format(x=text)

    def _value(self, quantity: Quantity, things: Mapping[str, str] | None, *, genitive: bool) -> str:
        value, last, unit = quantity.value, quantity.value_to, quantity.unit
        number = self.number(value) if last is None else f"{self.number(value)}–{self.number(last)}"
        end = value if last is None else last
        if unit == "percent":
            return number + self._percent
        if unit == "times":
            times = self._data["times"]
            thing = self.plural(end, times["thing"]) if "thing" in times else ""
            return str(times["pattern"]).format(x=number, thing=thing)
        if unit == "count":
            return f"{number}{_NBSP}{self._form(end, things, genitive=genitive)}" if things else number
        money, _, per = unit.partition("/")
        if len(money) == 3 and money.isupper() and (not per or per in self._data["per"]):
            amount = self.money(end, money)
            if last is not None:
                first, _, unit = self.money(value, money).partition(_NBSP)
                # "5–7 €"; a worded million is said twice, for its form goes with the number.
                shared = unit and end < _WORDED_FROM and amount.endswith(f"{_NBSP}{unit}")
                amount = f"{first if shared else self.money(value, money)}–{amount}"
            return f"{amount} {self._data['per'][per]}" if per else amount
        symbol = self._data["units"].get(unit)
        if isinstance(symbol, Mapping):
            return f"{number}{_NBSP}{self._form(end, symbol, genitive=genitive)}"
        if symbol is None and unit in _DURATIONS:
            return f"{number}{_NBSP}{self._form(end, self._duration(unit), genitive=genitive)}"
        return f"{number}{_NBSP}{symbol or _SYMBOLS.get(unit, unit)}"

    def _duration(self, unit: str) -> Mapping[str, str]:
        """The plural forms of a unit of time, read off one sample a category."""
        forms = self._durations.get(unit)
        if forms is None:
            forms = self._durations[unit] = {
                self.babel.plural_form(sample): format_unit(sample, _DURATIONS[unit], locale=self.babel).split(" ", 1)[
                    1
                ]
                for sample in (1.5, 1, 2, 5)
            }
            forms.setdefault("other", forms.get("many", ""))
        return forms

    def _form(self, value: float, forms: Mapping[str, str], *, genitive: bool) -> str:
        category = self.babel.plural_form(abs(value))
        if genitive:
            category = self._data["thing"].get(category, category)
        return forms.get(category, forms["other"])

    # --- quotations --------------------------------------------------------------------------------------------------

    def inside(self, quote: str) -> str:
        """A quote as it stands inside the locale's quotation marks: its own marks are the inner ones."""
        return marked(quote, self._inner)

    # --- lists --------------------------------------------------------------------------------------------------------

    def list(self, items: Sequence[str], style: Literal["and", "or", "nor"] = "and") -> str:
        """Items as a list ("a, b und c", "a, b oder c", "weder a noch b noch c"); empty for no items."""
        if not items:
            return ""
        if style == "nor" and len(items) > 1:
            pattern, between = self._data["nor"]
            return str(pattern).format(between.join(items[:-1]), items[-1])
        patterns: Mapping[str, str] = self.babel.list_patterns["or" if style == "or" else "standard"]
        if len(items) == 1:
            return items[0]
        if len(items) == 2:
            return patterns["2"].format(*items)
        text = patterns["start"].format(items[0], "{1}")
        for item in items[1:-2]:
            text = text.replace("{1}", patterns["middle"].format(item, "{1}"))
        return text.replace("{1}", patterns["end"].format(items[-2], items[-1]))


def _parts(iso: str) -> tuple[int, int, int]:
    """Year, month and day of an ISO date; 0 for what it leaves open."""
    year, *rest = iso[2:].split("-") if iso.startswith("--") else iso.split("-")
    if iso.startswith("--"):
        year, rest = "0", [year, *rest]
    try:
        month, day = (int(part) for part in [*rest, "0", "0"][:2])
        if len(rest) <= 2 and month <= 12 and (month or not day):
            dt.date(int(year) or 2000, month or 1, day or 1)
            return int(year), month, day
    except ValueError:
        pass
    raise RenderError(f"no date: {iso!r}", hint="Dates are 2026-10-20, 2026-10, 2026, --10-20 or --10.")
