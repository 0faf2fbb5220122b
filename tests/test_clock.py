"""The one clock: what it is set to, and what it refuses."""

import pytest

from beleg.clock import now, stamp
from beleg.errors import BelegError


@pytest.mark.parametrize(
    ("given", "stamped"),
    [
        ("2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z"),
        ("2026-11-30T13:00:00.5+01:00", "2026-11-30T12:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ],
)
def test_it_stands_where_it_is_set(monkeypatch, given, stamped):
    monkeypatch.setenv("BELEG_NOW", given)
    assert stamp(now()) == stamped


@pytest.mark.parametrize(
    "given", ["now", "2026-11-30", "2026-11-30T12:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_what_is_no_time_is_refused(monkeypatch, given):
    monkeypatch.setenv("BELEG_NOW", given)
    with pytest.raises(BelegError, match="BELEG_NOW"):
        now()
