"""What is kept of an answer, and that it comes back as it was."""

import gzip
import io
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

import archives
from archives import ADDRESS, NOON, answer, kept
from beleg.errors import ArchiveError
from beleg.ingest.archive import Archive, verify, writing

BODY = "<rss>Prüfung bestanden: „Łódź“</rss>".encode() * 40


def records(folder, name="2026-11.warc.gz"):
    """What warcio's own reader makes of a WARC: kind, headers, HTTP headers and unpacked body of each record."""
    with (folder / name).open("rb") as file:
        return [
            (
                record.rec_type,
                dict(record.rec_headers.headers),
                dict(record.http_headers.headers) if record.http_headers else {},
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file, check_digests="raise")
        ]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("body", [b"", BODY, bytes(range(256)) * 5000])
def test_a_body_comes_back_as_the_client_read_it(tmp_path, body, packed):
    (attempt,) = kept(tmp_path, answer(body, packed=packed))
    assert Archive(tmp_path).attempts == (attempt,)
    assert Archive(tmp_path).payload(attempt) == (body, "application/rss+xml")
    assert verify(tmp_path)[1] == []


def test_another_reader_of_warc_reads_it(tmp_path):
    kept(tmp_path, answer(BODY, packed=True, ip="192.0.2.7", final="https://feeds.example/new.xml"))
    info, (kind, headers, http, body) = records(tmp_path)
    assert info[0] == "warcinfo"
    assert (kind, body) == ("response", BODY)
    assert headers["WARC-Target-URI"] == "https://feeds.example/new.xml"
    assert headers["WARC-Date"] == NOON
    assert headers["WARC-IP-Address"] == "192.0.2.7"
    assert http == {"Content-Type": "application/rss+xml", "Content-Encoding": "gzip"}


def test_the_tool_warcio_checks_it(tmp_path):
    kept(tmp_path, answer(BODY), answer(BODY, packed=True), answer(b"x", packed=True), answer(status=304))
    tool = Path(sys.executable).with_name("warcio")
    run = subprocess.run(
        [tool, "check", "-v", tmp_path / "2026-11.warc.gz"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("digest pass") == 3


def test_each_record_is_a_gzip_member_of_its_own(tmp_path):
    (attempt,) = kept(tmp_path, answer(BODY))
    member = zlib.decompressobj(zlib.MAX_WBITS + 16)
    record = member.decompress((tmp_path / attempt.file).read_bytes()[attempt.offset :])
    assert record.startswith(b"WARC/1.1\r\nWARC-Type: response\r\n")
    assert member.unused_data == b""


def test_the_line_of_an_attempt_leaves_out_what_is_not_known(tmp_path):
    kept(tmp_path, answer(b"x", headers=[("ETag", '"a"')]), entries=3, fresh=0)
    line = (tmp_path / "fetches.jsonl").read_text("utf-8")
    assert re.sub(r'sha256:\w+|"offset": \d+', "…", line) == (
        '{"schema": 1, "time": "2026-11-30T12:00:00Z", "source": "news", "role": "feed", '
        '"address": "https://feeds.example/news.xml", "outcome": "stored", "status": 200, "etag": "\\"a\\"", '
        '"media_type": "application/rss+xml", "digest": "…", "file": "2026-11.warc.gz", …, "entries": 3, "fresh": 0}\n'
    )


def test_the_same_answers_make_the_same_bytes(tmp_path):
    for name in "ab":
        kept(tmp_path / name, answer(BODY, packed=True), answer(b"x"), answer(BODY))
    assert archives.bytes_of(tmp_path / "a") == archives.bytes_of(tmp_path / "b")


def test_the_same_body_is_stored_once(tmp_path):
    """From whatever address, packed or not, in this run or the next, this month or the next."""
    first, again = kept(tmp_path, answer(BODY), answer(BODY, packed=True, address="https://other.example/"))
    (later,) = kept(tmp_path, answer(BODY), time="2026-12-01T00:00:00Z")
    assert [first.outcome, again.outcome, later.outcome] == ["stored", "same", "same"]
    assert {(one.file, one.offset) for one in (first, again, later)} == {("2026-11.warc.gz", first.offset)}
    assert archives.stored_bodies(tmp_path) == [BODY] * 3
    assert verify(tmp_path)[0].payloads == 1
    _, stored, revisit = records(tmp_path)
    assert revisit[1]["WARC-Profile"].endswith("/identical-payload-digest")
    assert revisit[1]["WARC-Refers-To"] == stored[1]["WARC-Record-ID"]
    assert revisit[1]["WARC-Refers-To-Target-URI"] == ADDRESS
    assert revisit[1]["WARC-Refers-To-Date"] == NOON
    assert revisit[1]["WARC-Payload-Digest"] == stored[1]["WARC-Payload-Digest"]
    assert [kind for kind, *_ in records(tmp_path, "2026-12.warc.gz")] == ["warcinfo", "revisit"]


def test_what_did_not_change_names_the_payload_of_before(tmp_path):
    """Its validators stay known, though the server does not repeat them."""
    validators = [("ETag", 'W/"7"'), ("Last-Modified", "Mon, 30 Nov 2026 11:00:00 GMT")]
    (first,) = kept(tmp_path, answer(BODY, headers=validators))
    (second,) = kept(tmp_path, answer(status=304), time="2026-12-01T12:00:00Z")
    assert (second.outcome, second.file, second.offset) == ("unchanged", first.file, first.offset)
    assert (second.etag, second.modified) == ('W/"7"', "Mon, 30 Nov 2026 11:00:00 GMT")
    assert Archive(tmp_path).latest(ADDRESS) == second
    assert Archive(tmp_path).payload(second)[0] == BODY
    _, revisit = records(tmp_path, "2026-12.warc.gz")
    assert revisit[1]["WARC-Profile"].endswith("/server-not-modified")


def test_validators_belong_to_an_address_and_a_language(tmp_path):
    (german,) = kept(tmp_path, answer(b"de", headers=[("ETag", '"de"')]), language="de")
    kept(tmp_path, answer(b"ru", headers=[("ETag", '"ru"')]), language="ru")
    archive = Archive(tmp_path)
    assert archive.latest(ADDRESS, "de") == german
    assert archive.latest(ADDRESS) is None


def test_nothing_changed_since_nothing_is_a_failure(tmp_path):
    (attempt,) = kept(tmp_path, answer(status=304))
    assert (attempt.outcome, attempt.status) == ("failed", 304)
    assert attempt.error == "the server says that nothing has changed, but nothing was fetched from it before"


def test_a_damaged_payload_is_fetched_and_stored_again(tmp_path):
    """A server that says 304 is next asked without validators; what it gives then is not the same as the damage."""
    (first,) = kept(tmp_path, answer(BODY, headers=[("ETag", '"a"')]))
    warc = tmp_path / first.file
    data = bytearray(warc.read_bytes())
    data[first.offset + 40] ^= 1
    warc.write_bytes(data)
    (unchanged,) = kept(tmp_path, answer(status=304))
    assert unchanged.error.endswith("can't be read in the archive any more")
    assert Archive(tmp_path).latest(ADDRESS) is None
    (again,) = kept(tmp_path, answer(BODY))
    assert again.outcome == "stored"
    assert Archive(tmp_path).payload(again)[0] == BODY


def test_a_failure_is_a_line(tmp_path):
    with writing(tmp_path) as writer:
        attempt = writer.fail(
            ADDRESS, source="news", role="feed", time=NOON, error="HTTP 503 Service Unavailable", status=503,
            wait="2031-01-01T00:00:00Z",
        )  # fmt: skip
    assert attempt.wait == "2026-12-01T12:00:00Z"
    assert Archive(tmp_path).attempts == (attempt,)
    with pytest.raises(ArchiveError, match="gave nothing"):
        Archive(tmp_path).payload(attempt)


def test_a_later_failure_hides_nothing(tmp_path):
    (stored,) = kept(tmp_path, answer(BODY))
    with writing(tmp_path) as writer:
        writer.fail(ADDRESS, source="news", role="feed", time=NOON, error="timeout")
    assert Archive(tmp_path).latest(ADDRESS) == stored


SECRET = "GEHEIM-4711"


@pytest.mark.parametrize(
    "name",
    [
        "Set-Cookie", "set-cookie2", "Cookie", "Authorization", "Proxy-Authorization", "Proxy-Authenticate",
        "WWW-Authenticate", "Authentication-Info", "X-Auth-Token", "X-CSRF-Token", "X-Session-Id", "X-Api-Key", "ApiKey",
        "X-Amz-Signature",
    ],
)  # fmt: skip
def test_no_credentials_are_kept(tmp_path, name):
    headers = [(name, f"a={SECRET}"), ("X-Author", "Ana")]
    kept(tmp_path, answer(BODY, headers=headers), answer(BODY, headers=headers), answer(status=304, headers=headers))
    data = gzip.decompress((tmp_path / "2026-11.warc.gz").read_bytes()) + (tmp_path / "fetches.jsonl").read_bytes()
    assert SECRET.encode() not in data
    assert data.count(b"X-Author: Ana") == 3


def test_headers_tell_how_the_body_lies_there(tmp_path):
    """It came in chunks, and its length was that of another packing."""
    headers = [("Transfer-Encoding", "chunked"), ("Content-Length", "3"), ("Content-Encoding", "br")]
    kept(tmp_path, answer(BODY, headers=headers))
    _, (_, _, http, body) = records(tmp_path)
    assert (http, body) == ({"Content-Type": "application/rss+xml"}, BODY)


def test_a_body_that_only_says_to_be_packed_is_kept_as_it_was_read(tmp_path):
    (attempt,) = kept(tmp_path, answer(BODY, headers=[("Content-Encoding", "gzip")]))
    assert Archive(tmp_path).payload(attempt)[0] == BODY
    assert "Content-Encoding" not in records(tmp_path)[1][2]


def test_a_body_packed_in_several_members_comes_back(tmp_path):
    raw = gzip.compress(b"a" * 50_000, mtime=0) + gzip.compress(b"b" * 50_000, mtime=0)
    packed = answer(b"", packed=True)
    whole = type(packed)(
        address=ADDRESS, final=ADDRESS, status=200, reason="OK", headers=packed.headers, raw=raw,
        body=b"a" * 50_000 + b"b" * 50_000,
    )  # fmt: skip
    (attempt,) = kept(tmp_path, whole)
    assert Archive(tmp_path).payload(attempt)[0] == whole.body
    assert raw in gzip.decompress((tmp_path / attempt.file).read_bytes())


@pytest.mark.parametrize("value", ["a\r\nSet-Cookie: b", "a\n\nb", "Заголовок", "\udcfc\ud800", "\x00", "x" * 70_000])
def test_odd_headers_break_nothing(tmp_path, value):
    odd = answer(BODY, headers=[("X-Odd", value), ("bad name", "x"), ("ETag", value), ("Last-Modified", value)])
    (attempt,) = kept(tmp_path, odd)
    assert (attempt.etag, attempt.modified) == (None, None)
    assert Archive(tmp_path).payload(attempt)[0] == BODY
    assert verify(tmp_path)[1] == []
    assert set(records(tmp_path)[1][2]) == {"Content-Type", "X-Odd", "ETag", "Last-Modified"}


@pytest.mark.parametrize(
    "address",
    ["HTTPS://feeds.example/ä b?q=„x“", "http://пример.рф/новости", "http://h/\udcff", "http://h/" + "x" * 5000],
)
def test_odd_addresses_break_nothing(tmp_path, address):
    (attempt,) = kept(tmp_path, answer(BODY, address=address))
    assert Archive(tmp_path).attempts == (attempt,)
    assert verify(tmp_path)[1] == []
    assert records(tmp_path)[1][3] == BODY


def test_a_time_that_is_none_is_refused(tmp_path):
    with pytest.raises(ArchiveError, match="no time that can be kept"):
        kept(tmp_path, answer(b"x"), time="1-01-01T00:00:00Z")


def test_a_payload_is_read_without_what_lies_before_it(tmp_path, monkeypatch):
    noise = b"".join(zlib.crc32(bytes([n % 256, n // 256])).to_bytes(4) for n in range(60_000))
    kept(tmp_path, answer(noise))
    (attempt,) = kept(tmp_path, answer(b"small"))
    read = []

    class Counting(io.FileIO):
        def read(self, size=-1):
            data = super().read(size)
            read.append(len(data))
            return data

    monkeypatch.setattr("beleg.ingest.archive.reader.reading", Counting)
    assert Archive(tmp_path).payload(attempt)[0] == b"small"
    assert attempt.offset > 200_000
    assert sum(read) < 20_000


def test_a_payload_larger_than_any_is_refused(tmp_path, monkeypatch):
    (attempt,) = kept(tmp_path, answer(bytes(1_000_000), packed=True))
    monkeypatch.setattr("beleg.ingest.archive.warc._LARGEST", 999_999)
    with pytest.raises(ArchiveError) as caught:
        Archive(tmp_path).payload(attempt)
    assert str(caught.value).startswith(
        f"archive/2026-11.warc.gz: the record at byte {attempt.offset} can't be read: its body is larger than any"
    )


def test_a_payload_that_is_gone_is_told_with_file_and_offset(tmp_path):
    (attempt,) = kept(tmp_path, answer(BODY))
    (tmp_path / attempt.file).write_bytes((tmp_path / attempt.file).read_bytes()[:-9])
    with pytest.raises(ArchiveError) as caught:
        Archive(tmp_path).payload(attempt)
    assert str(caught.value) == (
        f"archive/2026-11.warc.gz: the record at byte {attempt.offset} can't be read: the file ends within it. "
        "Run `beleg archive verify`, and put the archive back from a copy"
    )
    (tmp_path / attempt.file).unlink()
    with pytest.raises(ArchiveError, match="the file is missing"):
        Archive(tmp_path).payload(attempt)


def test_no_archive_is_an_empty_one(tmp_path):
    archive = Archive(tmp_path / "archive")
    assert (archive.attempts, archive.problems, archive.newest) == ((), [], None)
    assert not (tmp_path / "archive").exists()


def test_lines_can_be_read_as_json(tmp_path):
    kept(tmp_path, answer(BODY), answer(b"x"))
    rows = [json.loads(line) for line in (tmp_path / "fetches.jsonl").read_text("utf-8").splitlines()]
    assert [row["outcome"] for row in rows] == ["stored", "stored"]
