"""The ledger is read line by line, and a line that is wrong costs no other."""

import json
import time
from dataclasses import fields
from datetime import datetime

import pytest

from archives import ADDRESS, answer, kept
from beleg.clock import stamp
from beleg.ingest.archive import Archive, held_off, ledger
from beleg.records import Attempt

GOOD = {
    "schema": 1, "time": "2026-11-30T12:00:00Z", "source": "news", "role": "feed", "address": ADDRESS,
    "outcome": "stored", "digest": "sha256:" + "a" * 64, "file": "2026-11.warc.gz", "offset": 7,
}  # fmt: skip


def line(**change):
    return json.dumps({**GOOD, **change}).encode()


def archive(folder, *lines):
    (folder / "fetches.jsonl").write_bytes(b"".join(one + b"\n" for one in lines))
    return Archive(folder)


def test_every_field_comes_back(tmp_path):
    values = {
        "status": 200, "final": "https://a.example/", "moved": True, "error": "e", "etag": "x", "modified": "m",
        "language": "de", "media_type": "text/xml", "revisit": 3, "entries": 0, "fresh": 1, "wait": "2026-12-01T00:00:00Z",
    }  # fmt: skip
    attempt = Attempt(**{name: value for name, value in GOOD.items() if name != "schema"}, **values)
    assert all(getattr(attempt, one.name) is not None for one in fields(Attempt))
    (tmp_path / "fetches.jsonl").write_bytes(ledger.written(attempt))
    assert Archive(tmp_path).attempts == (attempt,)


@pytest.mark.parametrize(
    ("damaged", "said"),
    [
        (b"", "the line is no JSON"),
        (b"\0\0\0", "the line is no JSON"),
        (b"\xff", "the line is no JSON"),
        (b"[" * 100_000, "the line is no JSON"),
        (b'{"schema": ' + b"1" * 5000 + b"}", "the line is no JSON"),
        (b"x" * 3_000_000, "the line is no JSON"),
        (b"[]", "the line is no attempt"),
        (b"NaN", "the line is no attempt"),
        (line(schema=2), "the line is not of schema 1"),
        (line(schema=True), "the line is not of schema 1"),
        (line(source=None), "`source` is missing or wrong"),
        (line(source=["news"]), "`source` is of another type than it should be"),
        (line(offset=True), "`offset` is of another type than it should be"),
        (line(offset=1.0), "`offset` is of another type than it should be"),
        (line(offset=-1), "`offset` is out of range"),
        (line(offset=1 << 70), "`offset` is out of range"),
        (line(offset=None), "`offset` is missing or wrong"),
        (line(file="../../etc/passwd"), "`file` is missing or wrong"),
        (line(file="/2026-11.warc.gz"), "`file` is missing or wrong"),
        (line(file="2026-11.warc.gz\n"), "`file` is missing or wrong"),
        (line(digest="sha256:abc"), "`digest` is missing or wrong"),
        (line(role="leser"), "`role` is missing or wrong"),
        (line(outcome="lost"), "`outcome` is missing or wrong"),
        (line(time="2026-13-30T12:00:00Z"), "`time` is missing or wrong"),
        (line(time="2026-11-30T12:00:00+01:00"), "`time` is missing or wrong"),
        (line(wait="soon"), "`wait` is missing or wrong"),
        (line(etag="\ud800"), "`etag` is missing or wrong"),
    ],
)
def test_a_damaged_line_is_told_and_the_others_are_read(tmp_path, damaged, said):
    found = archive(tmp_path, line(source="a"), damaged, line(source="b"))
    assert [one.source for one in found.attempts] == ["a", "b"]
    (problem,) = found.problems
    assert (problem.path, problem.line, problem.message) == ("archive/fetches.jsonl", 2, said)


def test_a_last_line_without_its_end_is_none(tmp_path):
    """However whole it looks; the next run takes it away."""
    (tmp_path / "fetches.jsonl").write_bytes(line(source="a") + b"\n" + line(source="b"))
    assert [one.source for one in Archive(tmp_path).attempts] == ["a"]
    assert Archive(tmp_path).problems == []


@pytest.mark.parametrize("change", [{"later": {"a": 1}}, {"etag": "\u00e9\u2028"}, {"error": None}])
def test_what_a_later_version_adds_does_not_matter(tmp_path, change):
    assert len(archive(tmp_path, line(**change)).attempts) == 1


def test_line_ends_of_another_system_do_not_matter(tmp_path):
    assert len(archive(tmp_path, line() + b"\r").attempts) == 1


def test_many_lines_are_read_at_once(tmp_path):
    """A hundred thousand in about a second."""
    found = archive(tmp_path, *[line(address=f"{ADDRESS}?{n % 500}") for n in range(20_000)])
    began = time.process_time()
    assert len(found.attempts) == 20_000
    assert time.process_time() - began < 2


def moment(text):
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("asked", "wait", "now", "held"),
    [
        ("2026-11-30T12:00:00Z", None, "2026-11-30T12:00:01Z", False),
        ("2026-11-30T12:00:00Z", "2026-11-30T13:00:00Z", "2026-11-30T12:59:59Z", True),
        ("2026-11-30T12:00:00Z", "2026-11-30T13:00:00Z", "2026-11-30T13:00:00Z", False),
        # Written while the clock was years ahead, and then read by one that is right.
        ("2031-01-01T00:00:00Z", "2031-01-01T01:00:00Z", "2026-11-30T13:00:00Z", False),
        # A dead battery: no time has come yet.
        ("2026-11-30T12:00:00Z", "2026-11-30T13:00:00Z", "1970-01-01T00:00:10Z", False),
        # No server is left alone for longer than a day, whatever the line says.
        ("2026-11-30T12:00:00Z", "2031-01-01T00:00:00Z", "2026-12-01T11:59:59Z", True),
        ("2026-11-30T12:00:00Z", "2031-01-01T00:00:00Z", "2026-12-01T12:00:00Z", False),
        ("9999-12-31T23:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:30:00Z", True),
    ],
)
def test_a_wish_to_wait_holds_for_a_while(asked, wait, now, held):
    attempt = Attempt(time=asked, source="a", role="feed", address=ADDRESS, outcome="failed", wait=wait)
    assert held_off(attempt, moment(now)) is held


def test_a_line_from_the_future_confuses_nothing(tmp_path):
    """The last attempt is the last that was made; its time may be before that of others."""
    times = ["2026-11-30T12:00:00Z", "1970-01-01T00:00:10Z", "2031-01-01T00:00:00Z", "2026-11-30T13:00:00Z"]
    for number, when in enumerate(times):
        kept(tmp_path, answer(b"%d" % number), time=stamp(moment(when)))
    found = Archive(tmp_path)
    assert [one.time for one in found.attempts] == times
    assert found.latest(ADDRESS) == found.attempts[-1]
    assert [found.payload(one)[0] for one in found.attempts] == [b"0", b"1", b"2", b"3"]
    assert found.newest == "2031-01-01T00:00:00Z"
    assert sorted(path.name for path in tmp_path.glob("*.gz")) == [
        "1970-01.warc.gz",
        "2026-11.warc.gz",
        "2031-01.warc.gz",
    ]
