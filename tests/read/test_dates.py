"""Dates of metadata come out in ISO 8601, or not at all."""

import pytest

from beleg.read.dates import find, has_time_without_offset, iso


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2026-10-14", "2026-10-14"),
        ("2026-10-14T23:30:00-07:00", "2026-10-14T23:30:00-07:00"),
        ("2026-10-14T23:30Z", "2026-10-14T23:30Z"),
        ("2026-10-14 08:15:00.250 +0200", "2026-10-14T08:15:00+02:00"),
        ("2026-10-14 8:15 +02", "2026-10-14T08:15+02:00"),
        ("2026-10-14T08:15:00", "2026-10-14"),
        ("14.10.2026", "2026-10-14"),
        ("14. 10. 2026.", "2026-10-14"),
        ("2026-02-30", None),
        ("30.02.2026", None),
        ("2026-10-14T25:00:00Z", None),
        ("2026-10-14T08:15+14:00", "2026-10-14T08:15+14:00"),
        ("2026-10-14T08:15+25:00", None),
        ("2026-10-14T08:15+99:99", None),
        ("2026-10-14T08:15-05:60", None),
        ("9999-12-31T23:59:59-12:00", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("9999-12-30", None),
        ("2026-10", None),
        ("2026", None),
        ("gestern", None),
    ],
)
def test_iso(given, expected):
    assert iso(given) == expected


def test_a_time_without_its_zone_is_noticed():
    assert has_time_without_offset("2026-10-14T08:15")
    assert not has_time_without_offset("2026-10-14T08:15Z")


@pytest.mark.parametrize(
    ("text", "language", "script", "day"),
    [
        ("am 27. Oktober 2026 in", "de", "Latn", "2026-10-27"),
        ("Stand 7.10.2026, 8 Uhr", "de", "Latn", "2026-10-07"),
        ("18 сентября 2026 года", "ru", "Cyrl", "2026-09-18"),
        ("22. oktobar 2026.", "sr", "Latn", "2026-10-22"),
        ("22. oktobra 2026.", "sr", "Latn", "2026-10-22"),
        ("20. новембар 2026.", "sr", "Cyrl", "2026-11-20"),
        ("21. 11. 2026.", "sr", "Latn", "2026-11-21"),
    ],
)
def test_full_dates_in_text(text, language, script, day):
    assert [found.day for found in find(text, language, script)] == [day]


@pytest.mark.parametrize("text", ["27. Oktober", "Version 2.14.2026", "Oktober 2026", "32. Oktober 2026", "1.10.20261"])
def test_less_than_a_full_date_is_none(text):
    assert find(text, "de", "Latn") == []
