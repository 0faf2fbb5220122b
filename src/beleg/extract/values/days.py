"""Days, months and years as they are written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from beleg.extract.values.numerals import numeral
from beleg.extract.values.words import Words

# A longer time ago is no date that anybody counts back to.
_LONG_AGO = 400
# No month that is also a person's name has more letters.
_LONGEST_PERSON = 6
# How many words the end of a range may have before its month: "bis zum 3. Juni 2025".
_RANGE = 6
_YEARS = range(1900, 2100)
_APOSTROPHES = frozenset("'’‘")


def month_at(words: Words, i: int) -> int | None:
    """The month that a word names."""
    word = words.words[i]
    month: int | None = words.meaning(i, "months")
    if month is None and "-" in word.text:
        head = words.head(i).get("months", ())
        month = head[0][1] if head else None
    if month is not None:
        beside = i - 2 if words.words[i - 1].text == "." else i - 1
        near_number = words.words[beside].kind == "number" or _ordinal(words, i - 1)
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
    if words.has(i, "dates.month_adjectives") and "numbers.ordinals" in words.words[at].tags:
        return  # "прве децембарске недеље": the first week
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
        if not _joins(words, at) or words.back(at - 2, "quantities.labels"):
            return  # "Heft 8, 6. August"
        at -= 1


def year_after(words: Words, i: int) -> tuple[str | None, int]:
    """The year at a word, and the word after it with all that belongs to it: "2026. godine", "2027 г."."""
    word = words.words[i]
    if word.kind != "number" or not is_year(word.text) or words.taken[i] or counted(words, i):
        return None, i
    return word.text, end_of_year(words, i)


def year_told(words: Words, i: int, reference: dt.date | None) -> tuple[str | None, int]:
    """The year at a word, in digits or as told from the article's date: "2026", "’26", "vergangenen Jahres", "des Vorjahres"."""
    year, last = year_after(words, i)
    if year is not None:
        return year, last
    word, after = words.words[i], words.words[i + 1]
    if word.text in _APOSTROPHES and after.kind == "number" and len(after.text) == 2 and words.glued(i + 1):
        return "20" + after.text, i + 2
    if reference is None:
        return None, i
    at = i + 1 if words.has(i, "dates.of_year") else i
    shift = words.meaning(at, "dates.shifts")
    if shift is not None and words.has(at + 1, "dates.year") and words.words[at + 2].kind != "number":
        return str(reference.year + int(shift)), at + 2
    if found := words.ahead(at, "dates.years"):
        return str(reference.year + int(found[0])), found[1]
    return None, i


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


def year_of_range(words: Words, i: int, month: int) -> str | None:
    """The year that the end of a range gives the month of its beginning, which ends before a word: "Mai bis Juli 2025".

    It is the year before if the month comes later in the year: "с октября на март 2027 года".
    """
    if not (_joins(words, i) or words.words[i].text == "/"):
        return None
    for at in range(i + 1, i + _RANGE):
        word = words.words[at]
        if word.kind == "break":
            return None
        if word.kind == "day":
            _, end, year = (*word.text.replace(" ", "").split("."), "")[:3]
            return str(int(year) - (int(end) < month)) if len(year) == 4 else None
        if named := month_at(words, at):
            given = year_after(words, at + 1)[0]
            return given and str(int(given) - (named < month))
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
    if after.kind == "word" and _counts(words, i):
        return True
    return bool(
        words.has(i + 1, "dates.counted")
        or "units.words" in after.tags
        or "currencies.words" in after.tags
        or "numbers.scales" in after.tags
        or words.known.symbol_after.match(words.text, words.end(i))
    )


def _counts(words: Words, i: int) -> bool:
    """Whether the word after a number that could be a year is what it counts: "die 2000 Helfer", "2000 циклов"."""
    after = words.words[i + 1]
    if words.known.noun_capitals:
        return after.text[0].isupper() and words.has(i - 1, "dates.counted_after")
    return after.text.islower() and not words.has(i + 1, "quantities.stop") and "dates.tenses" not in after.tags


def parted(words: Words, i: int) -> tuple[int, int, str] | None:
    """The date that a year ends whose parts slashes divide: "12/2025", "18/11/2026"; its words from, to, and value."""
    parts = [words.words[i - 2 * n].text for n in range(3)]
    if words.words[i - 1].text != "/" or not words.glued(i - 1) or not words.glued(i):
        return None
    if not (parts[1].isdigit() and 1 <= int(parts[1]) <= 12):
        return None
    month = f"{parts[0]}-{int(parts[1]):02}"
    if words.words[i - 3].text != "/" or not words.glued(i - 2):
        return i - 2, i + 1, month
    day = parts[2]
    if day.isdigit() and valid(int(parts[0]), int(parts[1]), int(day)):
        return i - 4, i + 1, f"{month}-{int(day):02}"
    return None


def ago(words: Words, i: int, today: dt.date) -> tuple[int, int, str] | None:
    """The date that a length of time before the article's leads to: "vor zwei Wochen", "два года назад".

    It is as precise as its unit: a day for days and weeks, a month, a year.
    """
    if words.has(i, "dates.ago_before"):
        number = numeral(words, i + 1)
        if number and number.value == 1 and (more := numeral(words, number.last)):
            number = more  # "vor einem halben Jahr"
        at = number.last if number else i + 1
        first, value = i, number.value if number else 1.0
        unit = (number.unit, at) if number and number.unit else words.ahead(at, "units.words")
        if unit is None or (number is None and not words.has(at, "dates.one_unit")):
            return None
        last = unit[1]
        if words.has(last, "units.words") and words.meaning(last, "units.words") == "days":
            last += 1  # "пре недељу дана"
    elif words.has(i, "dates.ago_after"):
        at, last = i - 1 - words.has(i - 1, "dates.ago_skip"), i + 1
        number = next((n for s in range(at - 3, at + 1) if (n := numeral(words, s)) and n.last in (at, at + 1)), None)
        unit = (number.unit, at) if number and number.unit else words.ahead(at, "units.words")
        if unit is None or (number is None and not words.has(at, "dates.one_unit")):
            return None
        first, value = (number.first, number.value) if number else (at, 1.0)
        if words.back(first - 1, "qualifiers.before"):
            return None
    else:
        return None
    if number is not None and number.qualifier:
        return None
    date = _back(today, value, str(unit[0]), to_the_day=words.meaning(first - 1, "dates.days") == "0")
    return (first, last, date) if date else None


def _back(today: dt.date, value: float, unit: str, *, to_the_day: bool) -> str | None:
    days = {"days": 1, "weeks": 7}.get(unit)
    months = {"months": 1, "years": 12, "decades": 120}.get(unit)
    if days:
        back = value * days
        return (today - dt.timedelta(back)).isoformat() if back == int(back) and back < _LONG_AGO else None
    if not months or value > _LONG_AGO:
        return None
    year, month = divmod(today.year * 12 + today.month - 1 - int(value * months), 12)
    if year < 1:
        return None
    if to_the_day:
        return f"{year}-{month + 1:02}-{today.day:02}" if valid(year, month + 1, today.day) else None
    return f"{year:04}" if months > 1 and value == int(value) else f"{year:04}-{month + 1:02}"


def before_adjectives(words: Words, i: int) -> int:
    """The word before the adjectives that end at a word: "an einem windigen Dienstag"."""
    at = i
    while at > i - 2 and words.words[at].text.islower() and _is_adjective(words, at):
        at -= 1
    return at


def _is_adjective(words: Words, i: int) -> bool:
    return (
        words.has(i, "quantities.adjectives")
        and not words.has(i, "quantities.stop")
        and not words.has(i, "dates.indefinite")
    )


def ends_range(words: Words, i: int) -> bool:
    """Whether a word joins the two ends of a range."""
    return words.has(i, "quantities.range_join") or words.has(i, "quantities.range_join_open")


def ends_season(words: Words, i: int) -> bool:
    """Whether the slash behind a year joins it to the next one, in full or by its end: "2025/26"."""
    year, after = int(words.words[i].text), words.words[i + 2].text
    return is_year(after) or after == f"{(year + 1) % 100:02}"
