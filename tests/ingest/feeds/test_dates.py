"""Dates of feeds beyond those of tests/cases/feeds: one row a form."""

from __future__ import annotations

import time

import pytest

from beleg.ingest.feeds.dates import Moment, moment


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2026-10-14T08:15:00.123+02:00", "2026-10-14T06:15:00Z"),
        ("2026-10-14T08:15+0200", "2026-10-14T06:15:00Z"),
        ("20261014T081500Z", "2026-10-14T08:15:00Z"),
        ("2026-10-14T24:00:00Z", "2026-10-15T00:00:00Z"),
        ("2026-10-14T23:59:60Z", "2026-10-14T23:59:59Z"),
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
        ("October 14th, 2026 2:15 PM EST", "2026-10-14T19:15:00Z"),
        ("14 Oct 2026 12:15 AM GMT", "2026-10-14T00:15:00Z"),
    ],
)
def test_a_date_is_a_day_or_a_moment_in_utc(raw, value):
    assert moment(raw, zone="Asia/Tokyo") == Moment(value)


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
