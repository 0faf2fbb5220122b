"""`verify` finds what was changed, wherever it was."""

import gzip
import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import archives
from archives import answer, kept
from beleg.ingest.archive import Archive, Counts, verify
from beleg.ingest.archive.members import packed

ANSWERS = (
    answer(b"<rss>one</rss>" * 20, packed=True),
    answer(bytes(range(256)) * 3),
    answer(b"<rss>one</rss>" * 20),
    answer(status=304),
)
WARC = "2026-11.warc.gz"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    kept(folder, *ANSWERS)
    return folder


def test_a_whole_archive_is_counted(whole):
    size = sum(len(data) for data in archives.bytes_of(whole).values())
    assert verify(whole) == (Counts(records=5, payloads=2, attempts=4, bytes=size), [])


@settings(deadline=None)
@given(data=st.data())
def test_a_flipped_byte_is_found(whole, data):
    before = (whole / WARC).read_bytes()
    at = data.draw(st.integers(0, len(before) - 1))
    flipped = before[at] ^ data.draw(st.integers(1, 255))
    try:
        (whole / WARC).write_bytes(before[:at] + bytes([flipped]) + before[at + 1 :])
        found = archives.errors(whole)
    finally:
        (whole / WARC).write_bytes(before)
    assert found[0].path == f"archive/{WARC}"
    assert found[0].message.startswith("the record at byte ")


@pytest.mark.slow
def test_each_flipped_bit_is_found(whole):
    """Those too that no checksum covers: in the heads of members, and behind the last bit of their data."""
    before = (whole / WARC).read_bytes()
    begins = [0, *(one.offset if one.revisit is None else one.revisit for one in Archive(whole).attempts), len(before)]
    bits = [(at, bit) for begin in begins for at in range(begin - 10, begin + 10) for bit in range(8)]
    bits += [(at, at % 8) for at in range(0, len(before), 5)]
    try:
        for at, bit in bits:
            if 0 <= at < len(before):
                (whole / WARC).write_bytes(before[:at] + bytes([before[at] ^ 1 << bit]) + before[at + 1 :])
                assert archives.errors(whole), f"byte {at}, bit {bit}"
    finally:
        (whole / WARC).write_bytes(before)


def test_damage_costs_no_other_record(whole, tmp_path):
    first, second, *_ = Archive(whole).attempts
    files = archives.bytes_of(whole)
    data = bytearray(files[WARC])
    data[first.offset + 60] ^= 1
    archives.put(tmp_path / "damaged", files | {WARC: bytes(data)})
    counts, problems = verify(tmp_path / "damaged")
    assert counts.records == 4
    assert [(one.path, one.line) for one in problems] == [
        ("archive/2026-11.warc.gz", None),
        *(("archive/fetches.jsonl", line) for line in (1, 3, 4)),
    ]
    assert Archive(tmp_path / "damaged").payload(second)[0] == ANSWERS[1].body


def rows(folder):
    return [json.loads(line) for line in (folder / "fetches.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (1, {"address": "https://feeds.example/other.xml"}, "is that of another address"),
        (1, {"digest": "sha256:" + "0" * 64}, "has another digest"),
        (1, {"offset": 1}, "the record at byte 1 of 2026-11.warc.gz is not there, or damaged"),
        (1, {"offset": 0}, "is another: a warcinfo"),
        (3, {"digest": "sha256:" + "0" * 64}, "has another digest"),
        (3, {"revisit": 7}, "the record at byte 7 of 2026-11.warc.gz is not there, or damaged"),
        (3, {"time": "2026-11-30T12:00:09Z"}, "is of another time"),
        (4, {"final": "https://feeds.example/other.xml"}, "is that of another address"),
    ],
)
def test_a_line_that_says_other_than_its_record_is_told(whole, tmp_path, line, change, said):
    changed = rows(whole)
    changed[line - 1] |= change
    text = "".join(json.dumps(row) + "\n" for row in changed)
    archives.put(tmp_path / "changed", archives.bytes_of(whole) | {"fetches.jsonl": text.encode()})
    found = archives.errors(tmp_path / "changed")
    assert [(one.path, one.line) for one in found] == [("archive/fetches.jsonl", line)]
    assert said in found[0].message


def test_a_missing_file_is_told_once(whole, tmp_path):
    archives.put(tmp_path / "missing", {"fetches.jsonl": (whole / "fetches.jsonl").read_bytes()})
    (problem,) = archives.errors(tmp_path / "missing")
    assert (problem.path, problem.message) == ("archive/2026-11.warc.gz", "the file is missing, but 6 lines name it")


def test_a_file_that_is_not_ours_is_named(whole, tmp_path):
    archives.put(tmp_path / "more", archives.bytes_of(whole) | {"notes.txt": b"", "2026-11.warc": b""})
    (tmp_path / "more" / "editions").mkdir()
    assert [(one.path, one.message, one.severity) for one in verify(tmp_path / "more")[1]] == [
        ("archive/2026-11.warc", "is no file of the archive", "warning"),
        ("archive/notes.txt", "is no file of the archive", "warning"),
    ]


@pytest.mark.parametrize("name", [WARC, "fetches.jsonl"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(tmp_path, name):
    os.mkfifo(tmp_path / name)
    assert [(one.path, one.message) for one in archives.errors(tmp_path)] == [(f"archive/{name}", "is no regular file")]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"WARC/1.1\r\n\r\n",
        b"\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: x\r\n\r\n\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Length: 4\r\n\r\nabcd\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Block-Digest: x:y\r\nContent-Length: 1\r\n\r\na\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Payload-Digest: sha1\r\nContent-Length: 1\r\n\r\na\r\n\r\n",
        b"WARC/1.1\r\nContent-Length: 999999999999\r\n\r\n\r\n\r\n",
        b"WARC/1.1\r\n" + b"a: b\r\n" * 300_000 + b"\r\n",
        b"WARC/1.1\r\na: " + b"b" * 3_000_000,
        b"filedesc://x 1.2.3.4 20261130120000 text/plain 0\n",
    ],
)
def test_what_was_never_a_record_of_ours_is_damage(tmp_path, data):
    """Before a record that is."""
    whole = tmp_path / "whole"
    kept(whole, answer(b"x"))
    archives.put(tmp_path / "odd", {WARC: packed(data) + (whole / WARC).read_bytes()})
    counts, problems = verify(tmp_path / "odd")
    assert counts.records == 2
    assert problems[0].message.startswith("the record at byte 0 is damaged: ")


def test_a_file_of_many_false_heads_is_read_once(tmp_path):
    """One look at each: no time that grows with the square."""
    head = packed(b"")[:10]
    (tmp_path / WARC).write_bytes(gzip.compress(b"x", mtime=0) + head * 20_000)
    (problem,) = verify(tmp_path)[1]
    assert problem.message == "the record at byte 0 is not whole"
