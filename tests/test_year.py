"""Editions built and published day by day: BELEG_DAYS says how many days, which is 3 unless given."""

from __future__ import annotations

import os
import shutil

import pytest

from diary import Diary, digests, start
from years import Year

DAYS = int(os.environ.get("BELEG_DAYS", "3"))
# Thirty days of so few take two minutes; `tests/benchmarks/year.py` has as many as a large digest.
ARTICLES = 6


@pytest.mark.slow
def test_days_of_editions(tmp_path, beleg):
    """Nothing is repeated without news, every address holds, and neither publishing nor a lost cache changes a byte."""
    folder = start(tmp_path / "year", "en")

    def run(*arguments: str) -> None:
        done = beleg(folder, *arguments)
        assert done.code == 0, done.err

    diary = Diary(folder, Year(articles=ARTICLES), run)
    for number in range(DAYS - 1):
        diary.day(number)
    day = diary.write(DAYS - 1)
    period = ("--edition", str(day.day))
    run("build", *period)
    built = digests(folder / "public")
    run("publish", *period, "--date", str(day.day))
    diary.look(day)
    assert diary.faults == []
    # What was taken back by then is told.
    assert [name for name in diary.withdrawn if name in diary.story_of] == []
    run("build")
    assert digests(folder / "public") == built
    assert diary.broken("en") == []
    for name in ("public", ".beleg"):
        shutil.rmtree(folder / name)
    run("build")
    assert digests(folder / "public") == built
