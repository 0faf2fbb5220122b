"""What the check of translations reads in each language: the lexicons, and one of English that knows values alone."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias, cast

from beleg.alphabets import script_of
from beleg.lexicons import Lexicon, load, read_tables
from beleg.read.language import scripts_of
from beleg.records import Language

# Of a quote or of a translation.
Tongue: TypeAlias = Literal["de", "en", "ru", "sr"]

_RUN = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![.,]?\d)")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_AFTERNOON = re.compile(r"\b(1[0-2]|[1-9])(?::([0-5]\d))? ?([ap])\.?m\b\.?", re.IGNORECASE)


def tongue_of(locale: str) -> Tongue:
    """The language of a memory: "sr" of "sr-Cyrl"."""
    return cast("Tongue", locale.partition("-")[0])


def lexicon_of(text: str, tongue: Tongue) -> Lexicon:
    """The lexicon of a language in the script that a text is in."""
    if tongue == "en":
        return _english()
    script, scripts = script_of(text), scripts_of(tongue)
    return load(tongue, script if script in scripts else scripts[0])


@cache
def _english() -> Lexicon:
    tables = tomllib.loads(resources.files(__package__).joinpath("en.toml").read_text("utf-8"))
    german = read_tables("de")
    for table in ("units", "currencies"):
        tables[table]["symbols"] = german[table]["symbols"]
    return Lexicon(cast("Language", "en"), "Latn", tables)


def continental(text: str, tongue: Tongue) -> str:
    """A text whose numbers and days are written as the engine reads them.

    Of English "1,050.5" becomes "1050,5", "October 20, 2026" "20 October 2026", "3 p.m." "15:00", "five-year" "five year",
    and "hundreds of thousands" "hundreds thousand".
    """
    if tongue != "en":
        return text
    text = _RUN.sub(_number, text)
    text = _month_first().sub(r"\2 \1", text)
    text = _AFTERNOON.sub(_clock, text)
    text = _compounds().sub(r"\1 \2", text)
    text = _measured().sub(r"\1 ", text)
    return _orders().sub(lambda found: f"{found[1]} {_scales()[found[2].lower()]}", text)


def _number(run: re.Match[str]) -> str:
    if _GROUPED.fullmatch(run[0]):
        return run[0].replace(",", "").replace(".", ",")
    if "," in run[0]:
        # No number of English: "1,2" are two of them.
        return run[0].replace(",", ", ")
    return run[0].replace(".", ",") if run[0].count(".") == 1 else run[0]


def _clock(found: re.Match[str]) -> str:
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
    return f"{hour}:{found[2] or '00'}"


@cache
def _month_first() -> re.Pattern[str]:
    months = _english().values["months"]
    names = "|".join(re.escape(name) for name in (*months["wide"], *months["short"]))
    return re.compile(rf"\b({names})\s(\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,(?=\s\d{{4}}))?")


@cache
def _compounds() -> re.Pattern[str]:
    """Tens and units joined by a hyphen: two words to the reader of numbers, as "two-three" is not."""
    words = _english().values["numbers"]["words"]
    tens = "|".join(form for value, forms in words.items() if float(value) >= 20 for form in forms)
    units = "|".join(form for value, forms in words.items() if 1 <= float(value) < 10 for form in forms)
    return re.compile(rf"\b({tens})-({units})\b", re.IGNORECASE)


@cache
def _measured() -> re.Pattern[str]:
    """A number in words before what it measures, joined by a hyphen: "five-year"."""
    values = _english().values
    numbers = "|".join(form for forms in values["numbers"]["words"].values() for form in forms)
    units = "|".join(form for forms in values["units"]["adjectives"].values() for form in forms)
    return re.compile(rf"\b({numbers})-(?=(?:{units})\b)", re.IGNORECASE)


@cache
def _orders() -> re.Pattern[str]:
    """An open order of magnitude of another one: "tens of millions"."""
    many = "|".join(form for forms in _english().values["numbers"]["many"].values() for form in forms)
    return re.compile(rf"\b({many}) of ({'|'.join(_scales())})\b", re.IGNORECASE)


@cache
def _scales() -> dict[str, str]:
    """Open orders of magnitude as the scales of numbers: "thousands" is "thousand"."""
    numbers = _english().values["numbers"]
    return {
        form: numbers["scales"][key][0]
        for key, forms in numbers["many"].items()
        if key in numbers["scales"]
        for form in forms
    }
