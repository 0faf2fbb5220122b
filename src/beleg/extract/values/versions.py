"""Versions: numbers that follow the name of a program or system."""

from __future__ import annotations

from typing import NamedTuple

from beleg.extract.values.amounts import noun_after
from beleg.extract.values.units import unit_after
from beleg.extract.values.words import Words

# How many words may lie between a version and a build that goes with it: "Windows 11 (ab 23H2)".
_CODE_REACH = 6
# So many lines that begin with a time are a ticker.
_TICKER = 3
# Minutes at which things open and close: "od 9.00 do 17.30".
_ROUND = frozenset({"00", "15", "30", "45"})


class VersionFound(NamedTuple):
    start: int
    end: int
    # As written, without a leading v: "2.14.*", "3.12".
    version: str


def find_versions(words: Words) -> list[VersionFound]:
    """The versions of a text; their words are taken."""
    found: list[VersionFound] = []
    # Names that a dotted version follows somewhere: a whole number after them is a version too.
    versioned = {
        words.words[i - 1].low
        for i in words.numerals
        if words.words[i].kind in ("dotted", "version") and words.words[i - 1].kind == "word"
    }
    seen: set[str] = set()
    times = _line_times(words)
    last = -1
    for i in words.numerals:
        dotted = words.words[i].kind in ("dotted", "day")
        if dotted and (i in times or _licence(words, i - 1) or _clock(words, i, seen)):
            words.take(i, i + 1)  # the number of a licence, or a time of day: no value at all
            continue
        text = _version(words, i, last, versioned, seen)
        if text is None:
            continue
        start = words.starts[i] + (words.words[i].low[0] == "v")
        found.append(VersionFound(start, start + len(text), text))
        words.take(i, i + 1)
        seen.add(text)
        last = i
    return found


def _version(words: Words, i: int, last: int, versioned: set[str], seen: set[str]) -> str | None:
    """The version at a word; `last` is the word of the version before it."""
    word = words.words[i]
    text = word.text
    match word.kind:
        case "version":
            return text.lstrip("vV")
        case "code":
            return text if last >= 0 and i - last <= _CODE_REACH else None
        case "iso":
            return text if words.has(i - 1, _TABLE + "words") or _compound(words, i - 1) else None
        case "dotted":
            return text if _is_dotted_version(words, i) else None
        case "day":
            return _before_full_stop(words, i, seen)
        case "number" if word.value is not None and not (words.glued(i) and words.words[i - 1].text in "-/:"):
            return text if _is_whole_version(words, i, last, versioned) else None
    return None


_TABLE = "quantities.versions."


def _is_dotted_version(words: Words, i: int) -> bool:
    text = words.words[i].text
    parts = text.split(".")
    if len(parts) == 4 and int(parts[0]) > 99:
        return False  # an address in a network
    before = words.words[i - 1]
    if words.back(i - 1, "quantities.labels"):
        return False  # "статья 12.9"
    if before.text in words.known.currency_before or (before.text in "-/" and words.glued(i) and before.kind == "mark"):
        return False
    return words.words[i].value is None or not _measured(words, i)


def _before_full_stop(words: Words, i: int, seen: set[str]) -> str | None:
    """A version that ends a sentence ("blieb bei 3.8.") looks like a day: it is one after "am" or inside a sentence."""
    text = words.words[i].text[:-1]
    if text.count(".") != 1 or " " in text or "\u00a0" in text:
        return None
    if not words.known.ordinal_dot and len(text) == len("09.11") and words.has(i - 1, "dates.day_before"):
        return None  # "на 09.11."
    if (
        not words.known.ordinal_dot
        or text in seen
        or words.has(i - 1, _TABLE + "words")
        or words.has(i - 1, _TABLE + "systems")
    ):
        return text
    after = words.words[i + 1]
    inside = after.kind != "break" and (after.text[0].islower() or after.text in "(,–-;")
    return None if words.has(i - 1, "dates.day_before") or inside else text


def _is_whole_version(words: Words, i: int, last: int, versioned: set[str]) -> bool:
    """Whether a number without a dot, or one grouped like thousands, is a version."""
    word = words.words[i]
    if _measured(words, i) or (
        word.value is not None and not (word.value < 1000 or (len(word.text) == 4 and word.text[0] == "2"))
    ):
        return False
    at = i - 1
    while at > i - 4 and words.has(at, _TABLE + "links") and not _named(words, at):
        at -= 1
    linked = at < i - 1
    if _named(words, at):
        return True
    if linked:
        return False
    if last == i - 2 and words.has(i - 1, _TABLE + "joins"):
        # "Android 12, 13 oder 14": goes on with a version, unless something is counted.
        counts = words.words[i + 1].kind not in ("break", "mark")
        if counts and words.known.noun_capitals:
            counts = noun_after(words, i + 1) is not None
        return words.words[last].kind == word.kind and not counts
    name = words.words[i - 1]
    if name.kind != "word" or not (name.text[0].isupper() or name.text.isascii()):
        return False
    return (name.low in versioned and name.text[0].isupper()) or words.ahead(i + 1, _TABLE + "newer") is not None


def _named(words: Words, i: int) -> bool:
    """Whether a word says that a version follows: "Version", "Windows", "iOS-om"."""
    if words.has(i, _TABLE + "words") or words.back(i, _TABLE + "systems"):
        return True
    head = words.head(i)
    return _TABLE + "systems" in head or _compound(words, i)


def _compound(words: Words, i: int) -> bool:
    """Whether a word with a hyphen ends in "-Version"."""
    _, hyphen, tail = words.words[i].low.rpartition("-")
    return bool(hyphen and tail) and _TABLE + "words" in words.known.tags_of(tail)


def _line_times(words: Words) -> frozenset[int]:
    """The times of day that begin the lines of a ticker: "9.35 Платка…"; one alone may head a chapter."""
    found = [
        i
        for i in words.numerals
        if words.words[i].kind == "dotted" and words.words[i - 1].kind in ("break", "mark") and _hour(words.words[i].text)
        and (words.words[i - 1].kind == "break" or words.words[i - 2].kind == "break")
    ]  # fmt: skip
    return frozenset(found) if len(found) >= _TICKER else frozenset()


def _hour(text: str) -> bool:
    """Whether digits with a dot may be a time of day."""
    hour, _, minute = text.rstrip(".").partition(".")
    return len(minute) == 2 and minute.isdigit() and int(hour) <= 24 and int(minute) <= 59


def _licence(words: Words, i: int) -> bool:
    return words.back(i, _TABLE + "licences") is not None or _TABLE + "licences" in words.head(i)


def _measured(words: Words, i: int) -> bool:
    """Whether a unit, a currency or a scale follows a number."""
    after = words.words[i + 1]
    return bool(
        "units.words" in after.tags
        or "currencies.words" in after.tags
        or "numbers.scales" in after.tags
        or unit_after(words, i + 1)
    )


def _clock(words: Words, i: int, seen: set[str]) -> bool:
    """Whether a dotted number is a time of day: "um 6.15", "zwischen 6.15 und 12.53 Uhr", "u 12.51"."""
    if not _hour(words.words[i].text):
        return False
    hour, _, minute = words.words[i].text.rstrip(".").partition(".")
    for at in (i + 1, i + 2, i + 3):
        if words.has(at, "dates.clock"):
            return True
        if words.words[at].kind == "break":
            break
    in_range = any(words.has(i - 1, f"quantities.{table}") for table in ("range_open", "range_join"))
    return (words.has(i - 1, "dates.clock_before") or (in_range and minute in _ROUND)) and not any(
        one.startswith(hour + ".") for one in seen
    )
