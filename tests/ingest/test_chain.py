"""A record that is missing is named by what was published after it."""

from dataclasses import dataclass

import pytest

from beleg.ingest.chain import holes


@dataclass(frozen=True)
class Header:
    id: str
    number: int
    preceding: str | None = None


A, B, C, D = Header("a", 1), Header("b", 2, "a"), Header("c", 3, "b"), Header("d", 4, "c")


def told(*headers, damaged=()):
    return [(one.path, one.message.partition(":")[0]) for one in holes(headers, damaged, "archive", ".jsonl")]


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((), []),
        ((A, B, C, D), []),
        ((B, C, D), [("archive/a.jsonl", "is missing")]),
        ((A, C, D), [("archive/b.jsonl", "is missing")]),
        ((A, D), [("archive/c.jsonl", "is missing, and so is 1 before it")]),
        ((D,), [("archive/c.jsonl", "is missing, and so are 2 before it")]),
        ((B, D), [("archive/a.jsonl", "is missing"), ("archive/c.jsonl", "is missing")]),
        # Nothing was published after the last one.
        ((A, B), []),
    ],
)
def test_what_is_missing_is_named(headers, expected):
    assert told(*headers) == expected


def test_what_is_there_but_damaged_is_not_missing():
    assert told(A, C, D, damaged=["archive/b.jsonl"]) == []


def test_two_editions_of_one_number_are_named():
    other = Header("e", 2, "a")
    assert told(A, B, other, C) == [("archive/e.jsonl", "is number 2, as is edition b")]
