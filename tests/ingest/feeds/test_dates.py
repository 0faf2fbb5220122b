"""Dates of feeds beyond those of tests/cases/feeds: one row a form."""

from __future__ import annotations

import time

import pytest

from beleg.ingest.feeds import parse_feed
from beleg.ingest.feeds.dates import Moment, moment


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2026-10-14T08:15:00.123+02:00", "2026-10-14T06:15:00Z"),
        ("2026-10-14T08:15+0200", "2026-10-14T06:15:00Z"),
        ("20261014T081500Z", "2026-10-14T08:15:00Z"),
        ("2026-10-14T24:00:00Z", "2026-10-15T00:00:00Z"),
        ("2026-10-14T23:59:60Z", "2026-10-15T00:00:00Z"),
        ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
        ("20261014081500+0000", "2026-10-14T08:15:00Z"),
        ("2026.10.14. 08:15 UTC", "2026-10-14T08:15:00Z"),
        ("2026-W42-3", "2026-10-14"),
        ("2026W423T081500Z", "2026-10-14T08:15:00Z"),
        ("2026-287", "2026-10-14"),
        ("1791972900", "2026-10-14T10:15:00Z"),
        ("1791972900000", "2026-10-14T10:15:00Z"),
        ("/Date(1791972900000+0200)/", "2026-10-14T10:15:00Z"),
        # Offsets with more behind them: Go, Java, JavaScript.
        ("2026-10-14 10:15:00 +0200 CEST", "2026-10-14T08:15:00Z"),
        ("2026-10-14T10:15:00+02:00[Europe/Berlin]", "2026-10-14T08:15:00Z"),
        ("2026-10-14T10:15:00[Europe/Berlin]", "2026-10-14T08:15:00Z"),
        ("2026-10-14T10:15:00Z[UTC]", "2026-10-14T10:15:00Z"),
        ("14.10.2026 10:00 (МСК)", "2026-10-14T07:00:00Z"),
        ("14.10.2026 10:00 по московскому времени", "2026-10-14T07:00:00Z"),
        ("2026-10-14", "2026-10-14"),
        ("2026/10/14 08:15 UTC", "2026-10-14T08:15:00Z"),
        ("Wed Oct 14 08:15:00 2026 GMT", "2026-10-14T08:15:00Z"),
        ("Wed Oct 14 08:15:00 CEST 2026", "2026-10-14T06:15:00Z"),
        ("Wed Oct 14 2026 08:15:00 GMT+0200 (Central European Summer Time)", "2026-10-14T06:15:00Z"),
        ("Wed, 14 Oct 2026 08:15:00 +0200 (MESZ)", "2026-10-14T06:15:00Z"),
        ("Wed, 14 Oct 2026 08:15:00 UTC+03:00", "2026-10-14T05:15:00Z"),
        ("Wed, 14 Oct 2026 08:15:00 \u22120500", "2026-10-14T13:15:00Z"),
        ("Mi., 14. Okt. 2026, 08:15 Uhr MEZ", "2026-10-14T07:15:00Z"),
        ("Samstag, 14. März 2026 08:00 MEZ", "2026-03-14T07:00:00Z"),
        ("14. Ma\u0308rz 2026", "2026-03-14"),
        ("14. Mrz 2026", "2026-03-14"),
        ("1. Jänner 2026", "2026-01-01"),
        ("14 октября 2026 г. в 10:00 МСК", "2026-10-14T07:00:00Z"),
        ("Ср, 14 ОКТ 2026 10:00:00 +0300", "2026-10-14T07:00:00Z"),
        ("3 сент. 2026", "2026-09-03"),
        ("3 мая 2026, 09:00 +0300", "2026-05-03T06:00:00Z"),
        ("ČETVRTAK, 1. JANUAR 2026. u 5.05 sati CET", "2026-01-01T04:05:00Z"),
        ("недеља, 4. јануара 2026. у 5.05 часова CET", "2026-01-04T04:05:00Z"),
        ("1. avg 2026.", "2026-08-01"),
        ("14.10.26", "2026-10-14"),
        ("14/10/2026", "2026-10-14"),
        ("10/14/2026", "2026-10-14"),
        ("14. X 2026.", "2026-10-14"),
        ("14 октября 2026 года", "2026-10-14"),
        ("14. oktobra 2026. godine", "2026-10-14"),
        ("14. октобра 2026. године", "2026-10-14"),
        ("Mittwoch, den 14. Oktober 2026", "2026-10-14"),
        ("October 14th, 2026 2:15 PM EST", "2026-10-14T19:15:00Z"),
        ("14 Oct 2026 12:15 AM GMT", "2026-10-14T00:15:00Z"),
    ],
)
def test_a_date_is_a_day_or_a_moment_in_utc(raw, value):
    assert moment(raw, zone="Asia/Tokyo") == Moment(value)


@pytest.mark.parametrize(
    "raw",
    [
        "14. Oktober 2026 um 10 Uhr", "Mi, 14.10.2026 - 10:00", "Mi., 14.10.2026, 10.00 Uhr", "14.10.2026 – 10:00",
        "10.00 Uhr, 14.10.2026", "10 Uhr | 14. Oktober 2026", "Stand: 14.10.2026, 10 Uhr", "10:00 am 14.10.2026",
        "14 октября 2026 в 10 часов", "среда, 14 октября 2026 года, 10:00", "14 октября 2026 (среда), 10:00", "10:00, 14 октября 2026",
        "в 10 часов 14 октября 2026", "14 октября 2026 г., 10 ч.", "14 октября 2026 | 10:00",
        "среда, 14. октобар 2026. у 10 часова", "14. октобра 2026. године у 10:00", "14. X 2026. у 10 сати",
        "sreda, 14. oktobar 2026. u 10 časova", "14. oktobra 2026. godine u 10:00", "14. okt 2026 | 10:00", "14.10.2026.g. u 10h",
        "u 10:00, 14. oktobra 2026.", "10 AM, October 14, 2026", "14/10/2026, 10:00",
    ],
)  # fmt: skip
def test_a_time_is_found_before_and_behind_the_day_with_whatever_words_between(raw):
    assert moment(raw, zone="Europe/Berlin") == Moment("2026-10-14T08:00:00Z", assumed=True)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("14. Oktober 2026, 10 Uhr 15", "2026-10-14T10:15:00Z"),
        ("14 октября 2026 в 10 часов 15 минут", "2026-10-14T10:15:00Z"),
        ("14. октобра 2026. у 10 часова и 15 минута", "2026-10-14T10:15:00Z"),
        ("14. oktobra 2026. u 22 h", "2026-10-14T22:00:00Z"),
        ("14.10.2026 24:00", "2026-10-15T00:00:00Z"),
        # German "am" is no half of the day, English "am" is.
        ("12:15 am 14.10.2026", "2026-10-14T12:15:00Z"),
        ("12:15 am 14 Oct 2026", "2026-10-14T00:15:00Z"),
    ],
)
def test_hours_and_minutes_are_read_as_they_are_spoken(raw, value):
    assert moment(raw, zone="UTC") == Moment(value, assumed=True)


def test_a_day_in_slashes_that_could_be_a_month_is_read_first_with_a_warning():
    odd = "day and month may be meant the other way round: 10/05/2026 10:15 Z"
    assert moment("10/05/2026 10:15 Z", zone="UTC") == Moment("2026-05-10T10:15:00Z", warning=odd)
    assert moment("05/05/2026", zone="UTC") == Moment("2026-05-05")
    assert moment("10.05.2026", zone="UTC") == Moment("2026-05-10")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2026-10-14T10:15:00Z, aktualisiert 2026-10-15", "2026-10-14T10:15:00Z"),
        ("Wed, 14 Oct 2026 10:15 +0200 Wed, 15 Oct", "2026-10-14T08:15:00Z"),
        ("14. Oktober 2026, aktualisiert am 15.", "2026-10-14"),
    ],
)
def test_what_follows_a_date_is_left_out_with_a_warning_and_its_zone_counts(raw, value):
    assert moment(raw, zone="Asia/Tokyo") == Moment(value, warning=f"what follows a date was left out: {raw[:40]}")


@pytest.mark.parametrize("named", ["Foo/Bar", "[../../etc/passwd]", "America", "+9900", "XYZ"])
def test_a_zone_that_is_unknown_is_the_feeds_with_a_warning(named):
    found = moment(f"2026-10-14T10:15:00 {named}", zone="Europe/Berlin")
    assert found.value == "2026-10-14T08:15:00Z"
    assert found.assumed
    assert found.warning.startswith("a date in an unknown zone, taken for Europe/Berlin: ")


@pytest.mark.parametrize(
    ("raw", "zone", "value"),
    [
        ("14.10.2026 08:15", "Europe/Berlin", "2026-10-14T06:15:00Z"),
        ("14.12.2026 08:15", "Europe/Berlin", "2026-12-14T07:15:00Z"),
        # Neither a time that the clock skips nor one that it shows twice stops anything.
        ("2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00Z"),
        ("2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00Z"),
    ],
)
def test_a_time_without_a_zone_is_the_sources_and_marked(raw, zone, value):
    assert moment(raw, zone=zone) == Moment(value, assumed=True)


@pytest.mark.parametrize(
    "raw",
    [
        "2026", "2026-10", "0000-00-00 00:00:00", "2026-02-30", "Wed, 31 Feb 2026 10:00:00 GMT", "gestern", "14 Foo 2026",
        "2026-10-14T25:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1" * 5000, "2026-10-14T08:75:00Z",
        "2026-W54-1", "2026-366", "2026101", "2026101410", "14.10.2026 – 16.10.2026", "14. Oktober 10 Uhr", "14.10. 10:15",
    ],
)  # fmt: skip
def test_what_is_no_full_date_is_none_with_a_warning(raw):
    value, assumed, warning = moment(raw, zone="UTC")
    assert (value, assumed) == (None, False)
    assert warning.startswith(("no date: ", "no full date: "))


def test_nothing_is_no_date_and_no_fault():
    assert moment(" \n", zone="UTC") == Moment(None)


def test_a_form_that_only_the_reader_of_feeds_knows_is_taken_from_it():
    parsed = time.struct_time((2026, 7, 13, 14, 15, 0, 0, 0, 0))
    assert moment("2026-júl-13T9:15-05:00", zone="UTC", fallback=parsed) == Moment("2026-07-13T14:15:00Z")


@pytest.mark.parametrize(
    ("raw", "guessed"),
    [
        # The day of the build, the first of its month, and no year at all.
        ("10:00 14 foobar 2026", (2026, 11, 30, 10, 0, 0)),
        ("2026年10月14日 10:15", (2026, 11, 1, 0, 0, 0)),
        ("-0001-11-30T00:00:00+00:00", (2000, 1, 1, 0, 0, 0)),
        # The month and the day stand there only as an hour and a minute.
        ("Wed 14 2026 11:30", (2026, 11, 30, 11, 30, 0)),
        ("foo 2026 30 Oct 11:00", (2026, 11, 30, 11, 0, 0)),
    ],
)
def test_what_a_reader_of_feeds_takes_from_its_clock_is_no_date(raw, guessed):
    parsed = time.struct_time((*guessed, 0, 0, 0))
    assert moment(raw, zone="UTC", fallback=parsed) == Moment(None, warning=f"no full date: {raw}")


@pytest.mark.parametrize("today", [(2026, 11, 30), (2027, 10, 14), (2031, 1, 1)])
@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("10:00, 14 октября 2026", "2026-10-14T10:00:00Z"),
        ("2026年10月14日 10:15", None),
        ("-0001-11-30T00:00:00+00:00", None),
        ("Wed, 14 Oct 10:15:00 GMT", None),
        ("10:15", None),
    ],
)
def test_a_feed_says_the_same_on_every_day(monkeypatch, today, raw, value):
    clock = time.struct_time((*today, 12, 0, 0, 0, 1, 0))
    monkeypatch.setattr(time, "gmtime", lambda *_: clock)
    monkeypatch.setattr(time, "localtime", lambda *_: clock)
    feed = f"<rss version='2.0'><channel><title>F</title><item><pubDate>{raw}</pubDate></item></channel></rss>"
    assert parse_feed(feed.encode()).entries[0].published == value
