"""Dates: days, months and years, completed from the date of the article."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from beleg.extract.values.days import (
    ago,
    before_adjectives,
    counted,
    day_at,
    days_before,
    end_of_year,
    ends_range,
    ends_season,
    is_old_year,
    is_year,
    month_at,
    parted,
    valid,
    year_after,
    year_of_range,
    year_told,
)
from beleg.extract.values.words import Words
from beleg.extract.values.years import complete, season, tense_before, tense_of_clause
from beleg.records import DateRole

# How far a word may stand from a date to tell its role.
_REACH = 12
# The same for a word that tells whether a weekday lies behind or ahead.
_WEEKDAY_REACH = 8
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}
_DAY = re.compile(r"(\d{1,2})\.[ \u00a0]?(\d{1,2})\.[ \u00a0]?(\d{4}|\d\d)?")


class DateFound(NamedTuple):
    start: int
    end: int
    # ISO 8601, as precise as the text: "2026-10-20", "2026-10", "2026"; "--10-20" or "--10" where nobody gives the year.
    date: str
    role: DateRole


def find_dates(words: Words, reference: str | None) -> list[DateFound]:
    """The dates of a text that no version has taken; their words are taken."""
    return _Finder(words, dt.date.fromisoformat(reference[:10]) if reference else None).run()


class _Finder:
    def __init__(self, words: Words, reference: dt.date | None) -> None:
        self.words = words
        self.reference = reference
        # The last day that was named, for "on the same day".
        self.day: str | None = None
        # The word after the last day that was given by its number.
        self.ended = 0
        # Whether the year of the date at hand is a guess, and the word after the last date of which it was.
        self.guessing = False
        self.guessed: int | None = None

    def run(self) -> list[DateFound]:
        words, dates = self.words, list[DateFound]()
        for i in words.anchors:
            if words.taken[i]:
                continue
            for first, last, found in self._at(i):
                words.take(first, last)
                if len(found) == 10:
                    self.day = found
                    self.ended = 0 if "weekdays" in words.words[i].tags else last
                date = self._in_order(dates, first, last, found)
                dates.append(DateFound(words.starts[first], words.end(last - 1), date, self._role(first, last)))
        return dates

    def _in_order(self, dates: list[DateFound], first: int, last: int, date: str) -> str:
        """A date that ends a range; where its year and that of the beginning are guesses, the beginning comes first."""
        begun, self.guessed = self.guessed, None
        if self.reference is None or not self.guessing:
            return date
        self.guessing = False
        self.guessed = last
        at = first - 1
        while self.words.has(at, "dates.day_before") and not ends_range(self.words, at):
            at -= 1
        if begun != at or not ends_range(self.words, at):
            return date
        if dates[-1].date <= date:
            # "lief vom 15. Juni bis zum 31. August": the next one after the beginning
            year = dates[-1].date[:4]
            return year + date[4:] if year + date[4:] >= dates[-1].date else date
        if date > self.reference.isoformat():
            return f"{int(date[:4]) + 1}{date[4:]}"
        start = dates[-1]
        dates[-1] = start._replace(date=f"{int(start.date[:4]) - 1}{start.date[4:]}")
        return date

    def _at(self, i: int) -> Iterator[tuple[int, int, str]]:
        """The dates that a word is the heart of: their words from, to, and value."""
        word = self.words.words[i]
        if word.kind == "iso":
            if valid(*map(int, word.text.split("-"))):
                yield i, i + 1, word.text
        elif word.kind == "day":
            yield from self._numeric(i)
        elif word.kind == "number":
            if is_year(word.text) and (found := parted(self.words, i)):
                yield found
            elif is_old_year(self.words, i) or (is_year(word.text) and self._stands_for_year(i)):
                yield from self._year(i)
        elif word.kind in ("word", "mark") and word.tags:
            tags = word.tags
            month = month_at(self.words, i)
            if month:
                yield from self._with_month(i, month)
            elif "weekdays" in tags:
                yield from self._weekday(i)
            elif "dates.shifts" in tags:
                yield from self._shifted(i)
            elif "dates.parts" in tags:
                yield from self._part(i)
            elif "dates.edges" in tags:
                yield from self._edge(i)
            elif "dates.season_adverbs" in tags or "dates.seasons" in tags:
                yield from self._season(i, None)
            elif "dates.same_day" in tags:
                if self.day and (same := self.words.ahead(i, "dates.same_day")):
                    yield i, same[1], self.day
            elif "dates.ago_before" in tags or "dates.ago_after" in tags:
                if self.reference and (found := ago(self.words, i, self.reference)):
                    yield found
            elif self.reference:
                yield from self._relative(i)

    # ------------------------------------------------------------------ days and months

    def _numeric(self, i: int) -> Iterator[tuple[int, int, str]]:
        day, month, year = _DAY.match(self.words.words[i].text).groups()  # type: ignore[union-attr]
        if year is not None and len(year) == 2:
            year = "20" + year
        if not valid(int(year or 2024), int(month), int(day)):
            return
        last = i + 1
        if year is None:
            year, last = year_told(self.words, last, self.reference)
        year = year or year_of_range(self.words, last, int(month))
        date = f"{year}-{int(month):02}-{int(day):02}" if year else self._completed(int(month), int(day), i, last)
        if ends_range(self.words, i - 1) or self.words.has(i - 1, "quantities.list_join"):
            # "am 24. und 25.12."
            for at, earlier in reversed(list(days_before(self.words, i - 1))):
                if valid(int(year or 2024), int(month), earlier):
                    yield at, at + 1, f"{date[:-2]}{earlier:02}"
        yield i, last, date

    def _with_month(self, i: int, month: int) -> Iterator[tuple[int, int, str]]:
        """A month with the days before it and the year after it."""
        words = self.words
        last = i + 1
        if words.words[last].text == "." and "months.short" in words.words[i].tags and words.glued(last):
            last += 1
        year, last = year_told(words, last, self.reference)
        year = year or year_of_range(words, last, month)
        days = list(days_before(words, i))
        first = days[-1][0] if days else i
        if not days:
            date = f"{year}-{month:02}" if year else self._completed(month, None, first, last)
            yield i, last, date
            return
        for number, (at, day) in enumerate(reversed(days)):
            if not valid(int(year or 2024), month, day):
                continue
            date = f"{year}-{month:02}-{day:02}" if year else self._completed(month, day, first, last)
            end = last if number == len(days) - 1 else days[-number - 2][0]
            yield at, end, date

    # ------------------------------------------------------------------ years

    def _stands_for_year(self, i: int) -> bool:
        """Whether a number between 1900 and 2099 is a year and counts nothing."""
        words = self.words
        before = words.words[i - 1]
        if (
            words.glued(i)
            and before.kind == "mark"
            and before.text in "-/.:+#"
            and not is_year(words.words[i - 2].text)
        ):
            return False
        after = words.words[i + 1]
        if after.kind == "word" and words.glued(i + 1):
            return False  # "die 1990er Jahre"
        if after.text == "-" and words.has(i + 2, "dates.decade_endings"):
            return False
        if after.text == "/" and words.glued(i + 1) and not ends_season(words, i):
            return False  # "Richtlinie 2014/53/EU"
        return not (
            before.text in words.known.currency_before or words.back(i - 1, "quantities.labels") or counted(words, i)
        )

    def _year(self, i: int) -> Iterator[tuple[int, int, str]]:
        last = end_of_year(self.words, i)
        first = i
        while self.words.has(first - 1, "dates.year") or self.words.has(first - 1, "dates.edges"):
            first -= 1
        yield first, last, self.words.words[i].text

    def _edge(self, i: int) -> Iterator[tuple[int, int, str]]:
        """The article's year from "do kraja godine", "к концу года"; with a month or a year these find it themselves."""
        words = self.words
        if self.reference is None:
            return
        at = i + 2 if words.has(i + 1, "dates.of_year") else i + 1
        if words.has(at, "dates.month"):
            yield i, at + 1, f"{self.reference.year}-{self.reference.month:02}"
        elif words.has(at, "dates.year") and words.words[at + 1].kind != "number":
            yield i, at + 1, str(self.reference.year)

    def _season(self, i: int, shift: int | None) -> Iterator[tuple[int, int, str]]:
        """The year of a season: "Herbst 2027", "im Frühjahr", "prošle jeseni"."""
        words = self.words
        alone = words.ahead(i, "dates.season_adverbs")
        found = alone or words.ahead(i, "dates.seasons")
        if not found:
            return
        middle, last = int(found[0]), found[1]
        year, after = year_told(words, last, self.reference)
        if year:
            yield i, after, year
        elif self.reference is None:
            return
        elif shift is not None:
            yield i - 1, last, str(season(self.reference, middle, shift))
        elif (alone and not words.has(i - 1, "dates.not_today")) or self._placed(i - 1):
            yield i, last, self._completed(middle, None, i, last)[:4]

    def _part(self, i: int) -> Iterator[tuple[int, int, str]]:
        """The year of a quarter or half: "im dritten Quartal 2026", "в III квартале", "u prvom polugođu"."""
        words = self.words
        length, first = int(words.meaning(i, "dates.parts")), i - 1
        if words.has(first, "numbers.endings") and words.words[first - 1].text == "-":
            first -= 2  # "2-м полугодии"
        elif words.words[first].text == ".":
            first -= 1
        word = words.words[first]
        which = word.value or words.meaning(first, "numbers.ordinals") or _ROMAN.get(word.low)
        if not which or which * length > 12:
            return
        year, last = year_told(words, i + 1, self.reference)
        if self.reference and which == (self.reference.month - 1) // length + 1:
            year = year or str(self.reference.year)
        middle = int((which - 1) * length + (length + 1) // 2)
        if year or self.reference:
            yield first, last, year or complete(words, self.reference, middle, None, first, last, part=True)[:4]

    def _placed(self, i: int) -> bool:
        """Whether a word makes a time of the season after it: "im Frühjahr", but not "der Winter"."""
        return any(self.words.has(i, f"dates.{table}") for table in ("season_before", "edges", "shifts"))

    # ------------------------------------------------------------------ relative to the article's date

    def _weekday(self, i: int) -> Iterator[tuple[int, int, str]]:
        words = self.words
        if (
            not self.reference
            or words.words[i].text[0].isupper() != words.known.capitals
            or words.has(i + 1, "dates.habit")
            or words.has(before := before_adjectives(words, i - 1), "dates.habit")
            or words.has(before, "dates.indefinite")
        ):
            return
        shift = words.meaning(i - 1, "dates.shifts")
        if not words.known.capitals and not words.has(i - 1, "dates.weekday_before") and shift is None:
            return
        if self._beside_date(i) or self._behind_date(i):
            return
        days = (words.meaning(i, "weekdays") - self.reference.isoweekday()) % 7
        if shift == "1" or (shift is None and self._lies_ahead(i, bool(days))):
            days = days or 7
        elif days:
            days -= 7
        yield i, i + 1, (self.reference + dt.timedelta(days)).isoformat()

    def _lies_ahead(self, i: int, other: bool) -> bool:
        """Whether a weekday is the next one, not the last one or, unless it is another than the article's, today's."""
        if self.words.has(i - 1, "dates.weekday_past"):
            return False
        place = tense_before(self.words, i - 1)
        if place in (None, "until", "since"):
            return other and tense_of_clause(self.words, i, i + 1, _WEEKDAY_REACH) == "future"
        return place in ("future", "month_ahead")

    def _behind_date(self, i: int) -> bool:
        """Whether the day's date stands before: "15. März (Sonntag)", "5 мая 2025 г., в понедельник"."""
        at = i
        while self.words.words[at - 1].text in (",", "(", ".") or self.words.has(at - 1, "dates.weekday_before"):
            at -= 1
        return at < i and at <= self.ended <= i

    def _beside_date(self, i: int) -> bool:
        """Whether the day's date follows: "во вторник, 17 ноября", "Prodaja počinje u petak, 20. novembra"."""
        words = self.words
        at = i + 1
        while words.words[at].text in (",", "(") or words.has(at, "dates.day_before"):
            at += 1
        if words.words[at].kind == "day":
            return True
        if words.meaning(at, "numbers.words") in (20, 30):
            at += 1  # "двадцать первого"
        if day_at(words, at) is None:
            return False
        after = at + 2 if words.words[at + 1].text == "." else at + 1
        return month_at(self.words, after) is not None

    def _shifted(self, i: int) -> Iterator[tuple[int, int, str]]:
        """A time moved from the article's: "voriges Jahr", "prošlog meseca", "следующим летом"."""
        words = self.words
        if self.reference is None:
            return
        shift = int(words.meaning(i, "dates.shifts") or 0)
        at = i + 1
        if words.has(at, "dates.year") and words.words[at + 1].kind != "number":
            yield i, at + 1, str(self.reference.year + shift)
        elif words.has(at, "dates.month"):
            month = self.reference.year * 12 + self.reference.month - 1 + shift
            yield i, at + 1, f"{month // 12}-{month % 12 + 1:02}"
        elif "dates.seasons" in words.words[at].tags or "dates.season_adverbs" in words.words[at].tags:
            yield from self._season(at, shift)
        elif length := words.meaning(at, "dates.parts"):
            month = self.reference.year * 12 + self.reference.month - 1 + shift * int(length)
            yield i, at + 1, str(month // 12)
        elif shift and (named := month_at(self.words, at)):
            year = self.reference.year
            if shift < 0 and named >= self.reference.month:
                year -= 1
            elif shift > 0 and named <= self.reference.month:
                year += 1
            yield i, at + 1, f"{year}-{named:02}"

    def _relative(self, i: int) -> Iterator[tuple[int, int, str]]:
        words, today = self.words, self.reference
        assert today is not None
        if found := words.ahead(i, "dates.days"):
            # "Heute" may also mean these days: it is a date where something is announced, said or done.
            vague = found[0] == "0" and self._role(i, found[1]) not in ("release", "document")
            noun = found[0][0] != "-" and words.known.noun_capitals and _noun_like(words, i)
            veto = words.has(i - 1, "dates.not_today") or noun
            if not vague and not veto:
                yield i, found[1], (today + dt.timedelta(int(found[0]))).isoformat()
        elif found := words.ahead(i, "dates.years"):
            year, last = year_after(words, found[1])  # "bis Jahresende 2025"
            yield i, last, year or str(today.year + int(found[0]))
        elif found := words.ahead(i, "dates.months"):
            month = today.year * 12 + today.month - 1 + int(found[0])
            yield i, found[1], f"{month // 12}-{month % 12 + 1:02}"

    # ------------------------------------------------------------------ the missing year, the role

    def _completed(self, month: int, day: int | None, first: int, last: int) -> str:
        self.guessing = self.reference is not None
        return complete(self.words, self.reference, month, day, first, last)

    def _role(self, first: int, last: int) -> DateRole:
        """What the nearest word of a date's sentence says that tells a role."""
        for i in self.words.around(first, last, _REACH):
            if found := self.words.ahead(i, "dates.roles"):
                role: DateRole = found[0]
                return role
        return "event"


def _noun_like(words: Words, i: int) -> bool:
    """Whether a word is a noun ("der Morgen", "am Morgen"), where nouns have a capital and no sentence begins."""
    return words.words[i].text[0].isupper() and words.words[i - 1].kind == "word"
