"""Days, months and years as they are written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from beleg.extract.values.words import Words

# No month that is also a person's name has more letters.
_LONGEST_PERSON = 6
# How many words the end of a range may have before its month: "bis zum 3. Juni 2025".
_RANGE = 6
_YEARS = range(1900, 2100)


def month_at(words: Words, i: int) -> int | None:
    """The month that a word names."""
    word = words.words[i]
    month: int | None = words.meaning(i, "months")
    if month is None and "-" in word.text:
        head = words.head(i).get("months", ())
        month = head[0][1] if head else None
    if month is not None:
        near_number = words.words[i - 1].kind == "number" or words.words[i - 1].text == "." or _ordinal(words, i - 1)
        as_written = word.text[0].isupper() == words.known.capitals
        # "Oktobarsko ispitivanje" begins a sentence; so may a person: Maja, Marta, Julija.
        begins = words.ends_sentence(i - 1) and len(word.text) > _LONGEST_PERSON
        return month if near_number or as_written or begins else None
    short: int | None = words.meaning(i, "months.short")
    before = i - 2 if words.words[i - 1].text == "." else i - 1
    if short is None or words.words[before].kind == "number":
        return short
    # "Sept. 2024"
    after = i + 2 if words.words[i + 1].text == "." and words.glued(i + 1) else i + 1
    as_written = word.text[0].isupper() == words.known.capitals
    return short if as_written and after > i + 1 and is_year(words.words[after].text) else None


def days_before(words: Words, i: int) -> Iterator[tuple[int, int]]:
    """The days that stand before a month, the nearest first: where, and which."""
    at = i - 1
    while True:
        if words.words[at].text == ".":
            at -= 1
        found = day_at(words, at)
        if found is None:
            return
        yield found
        at = found[0]
        # "zwischen dem 17. und dem 22. November", "od 4. do 6. novembra"
        at -= 1
        while words.words[at].kind == "word" and words.has(at, "dates.day_before") and not _joins(words, at):
            at -= 1
        if not _joins(words, at):
            return
        at -= 1


def year_after(words: Words, i: int) -> tuple[str | None, int]:
    """The year at a word, and the word after it with all that belongs to it: "2026. godine", "2027 г."."""
    word = words.words[i]
    if word.kind != "number" or not is_year(word.text) or words.taken[i] or counted(words, i):
        return None, i
    return word.text, end_of_year(words, i)


def end_of_year(words: Words, i: int) -> int:
    """The word after a year in digits and what belongs to it."""
    last = i + 1
    if words.words[last].text == "-" and words.glued(last) and words.has(last + 1, "numbers.endings"):
        last += 2
    after = last + 1 if words.words[last].text == "." and words.known.ordinal_dot else last
    if words.has(after, "dates.year"):
        return after + 1
    return last


def is_year(text: str) -> bool:
    """Whether digits may stand for a year."""
    return len(text) == 4 and text.isdigit() and int(text) in _YEARS


def is_old_year(words: Words, i: int) -> bool:
    """Whether digits stand for a year of earlier centuries: only where the text says so ("im Jahr 1848")."""
    text = words.words[i].text
    named = words.has(i - 1, "dates.year") or words.has(end_of_year(words, i) - 1, "dates.year")
    return named and len(text) == 4 and text.isdigit() and text[0] == "1"


def year_of_range(words: Words, i: int) -> str | None:
    """The year that the end of a range gives its beginning, which ends before a word: "Mai bis Juli 2025"."""
    if not (_joins(words, i) or words.words[i].text == "/"):
        return None
    for at in range(i + 1, i + _RANGE):
        word = words.words[at]
        if word.kind == "break":
            return None
        if word.kind == "day":
            year = word.text.rstrip(".").rpartition(".")[2]
            return year if len(year) == 4 else None
        if month_at(words, at):
            return year_after(words, at + 1)[0]
    return None


def valid(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True


def day_at(words: Words, i: int) -> tuple[int, int] | None:
    """The day of a month whose last word stands at a word, in digits or as an ordinal: its first word, and which."""
    word = words.words[i]
    if word.kind == "number" and word.text.isdigit() and 1 <= int(word.text) <= 31:
        return None if words.taken[i] else (i, int(word.text))
    day = words.meaning(i, "numbers.ordinals")
    if day is None:
        return None
    tens = words.meaning(i - 1, "numbers.words")
    if tens in (20, 30) and day < 10:
        return i - 1, int(tens + day)  # "двадцать первого", "dvadeset prvog"
    return (i, int(day)) if 1 <= day <= 31 else None


def _ordinal(words: Words, i: int) -> bool:
    return "numbers.ordinals" in words.words[i].tags


def _joins(words: Words, i: int) -> bool:
    return any(words.has(i, f"quantities.{table}") for table in ("range_join", "list_join", "range_join_open"))


def counted(words: Words, i: int) -> bool:
    """Whether a unit, currency, scale or what is often counted follows a number: then it is none of a year."""
    after = words.words[i + 1]
    if words.has(i + 1, "dates.year"):
        return False
    return bool(
        words.has(i + 1, "dates.counted")
        or "units.words" in after.tags
        or "currencies.words" in after.tags
        or "numbers.scales" in after.tags
        or words.known.symbol_after.match(words.text, words.end(i))
    )
