"""Whatever ends a run, what is on the disk is whole, and the next run goes on."""

import errno
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import archives
from archives import NOON, answer, kept
from beleg.errors import ArchiveError
from beleg.ingest.archive import Archive, verify, writing

ROUNDS = int(os.environ.get("BELEG_ROUNDS", "30"))
BODIES = [b"first " * 9, b"second " * 9, b"third " * 9]


def states(tmp_path):
    """An archive's bytes after each of three answers."""
    found = [{"fetches.jsonl": b"", "2026-11.warc.gz": b""}]
    for body in BODIES:
        kept(tmp_path / "whole", answer(body))
        found.append(archives.bytes_of(tmp_path / "whole"))
    return found


def goes_on(folder, whole):
    """The archive is not damaged, and what is fetched again makes it what it would have been."""
    assert archives.errors(folder) == []
    missing = BODIES[len(Archive(folder).attempts) :]
    kept(folder, *map(answer, missing))
    assert archives.bytes_of(folder) == whole
    assert verify(folder)[1] == []


@pytest.mark.parametrize("done", range(len(BODIES)))
def test_a_record_that_was_never_finished_is_taken_away(tmp_path, done):
    """Or used, if it was just its line that was missing."""
    found = states(tmp_path)
    before, after = found[done], found[done + 1]
    begin, end = len(before["2026-11.warc.gz"]), len(after["2026-11.warc.gz"])
    for cut in {*range(begin, end, 23), end - 1, end}:
        archives.put(
            tmp_path / "cut",
            {"fetches.jsonl": before["fetches.jsonl"], "2026-11.warc.gz": after["2026-11.warc.gz"][:cut]},
        )
        goes_on(tmp_path / "cut", found[-1])


@pytest.mark.parametrize("done", range(len(BODIES)))
def test_a_line_that_was_never_finished_is_taken_away(tmp_path, done):
    found = states(tmp_path)
    before, after = found[done], found[done + 1]
    begin, end = len(before["fetches.jsonl"]), len(after["fetches.jsonl"])
    for cut in {*range(begin, end, 29), end - 1}:
        archives.put(tmp_path / "cut", after | {"fetches.jsonl": after["fetches.jsonl"][:cut]})
        assert len(Archive(tmp_path / "cut").attempts) == done
        goes_on(tmp_path / "cut", found[-1])


@pytest.mark.parametrize("rest", [b"\0" * 3000, b"\x1f\x8b", b"x"])
def test_what_a_power_cut_leaves_at_the_end_is_taken_away(tmp_path, rest):
    """Some file systems know a file's new size before they know its bytes."""
    found = states(tmp_path)
    archives.put(tmp_path / "cut", {name: data + rest for name, data in found[2].items()})
    assert [one.severity for one in verify(tmp_path / "cut")[1]] == ["warning", "warning"]
    goes_on(tmp_path / "cut", found[-1])


def test_what_an_ended_run_left_is_told_with_what_becomes_of_it(tmp_path):
    found = states(tmp_path)
    archives.put(tmp_path / "cut", found[1] | {"2026-11.warc.gz": found[3]["2026-11.warc.gz"][:-1]})
    unnamed, torn = sorted(one.message for one in verify(tmp_path / "cut")[1])
    second = len(found[1]["2026-11.warc.gz"])
    assert unnamed == f"no line of fetches.jsonl names the record at byte {second}"
    assert torn == f"the record at byte {len(found[2]['2026-11.warc.gz'])} is not whole"


def test_damage_amid_whole_records_is_left_alone(tmp_path):
    """A ledger that was lost must not make a fetch throw away what lies behind the damage."""
    found = states(tmp_path)
    data = bytearray(found[3]["2026-11.warc.gz"])
    data[len(found[1]["2026-11.warc.gz"]) + 20] ^= 1
    archives.put(tmp_path / "lost", {"2026-11.warc.gz": bytes(data)})
    kept(tmp_path / "lost", answer(b"new"))
    assert (tmp_path / "lost" / "2026-11.warc.gz").read_bytes().startswith(data)
    assert archives.stored_bodies(tmp_path / "lost") == [b"new"]


def test_a_lost_ledger_costs_no_payload(tmp_path):
    found = states(tmp_path)
    archives.put(tmp_path / "lost", {"2026-11.warc.gz": found[3]["2026-11.warc.gz"]})
    kept(tmp_path / "lost", *map(answer, BODIES))
    assert archives.bytes_of(tmp_path / "lost") == found[3]


def test_a_payload_without_its_line_serves_another_address(tmp_path):
    """Its bytes come from there first; that they are stored is enough."""
    found = states(tmp_path)
    archives.put(tmp_path / "cut", found[1] | {"2026-11.warc.gz": found[2]["2026-11.warc.gz"]})
    (attempt,) = kept(tmp_path / "cut", answer(BODIES[1], address="https://other.example/"))
    assert (attempt.outcome, attempt.offset) == ("same", len(found[1]["2026-11.warc.gz"]))
    assert archives.stored_bodies(tmp_path / "cut") == BODIES[:2]
    assert verify(tmp_path / "cut")[1] == []


def test_two_runs_at_once_are_one_too_many(tmp_path):
    with writing(tmp_path), pytest.raises(ArchiveError) as caught, writing(tmp_path):
        pass
    assert (
        str(caught.value)
        == "archive/.lock: another run of Beleg is writing to the archive. Wait until it has ended, then try again"
    )
    kept(tmp_path, answer(b"x"))


def test_a_build_reads_while_a_run_writes(tmp_path):
    with writing(tmp_path) as writer:
        attempt = writer.keep(answer(b"x"), source="news", role="feed", time=NOON)
        assert Archive(tmp_path).payload(attempt)[0] == b"x"


class FullDisk:
    """Lets so many writes through, then half of one, then none."""

    def __init__(self, monkeypatch, writes):
        self.left = writes
        self.write = os.write
        monkeypatch.setattr("beleg.ingest.archive.disk.os.write", self)

    def __call__(self, number, data):
        self.left -= 1
        if self.left < -1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.write(number, data[: max(len(data) // 2, 1)] if self.left < 0 else data)


@pytest.mark.parametrize("writes", range(6))
@pytest.mark.parametrize("stuck", [False, True])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, writes, stuck):
    """Also where what was written can't even be taken back: then the next run does it."""
    folder = tmp_path / "archive"
    kept(folder, answer(BODIES[0]))
    before = archives.bytes_of(folder)
    with monkeypatch.context() as patched:
        FullDisk(patched, writes)
        if stuck:

            def refused(*_):
                raise OSError(errno.EIO, "Input/output error")

            patched.setattr("beleg.ingest.archive.disk.os.ftruncate", refused)
        try:
            kept(folder, *map(answer, BODIES[1:]))
            failed = None
        except ArchiveError as error:
            failed = str(error)
    assert (failed is None) == (writes >= 4)
    if failed:
        assert failed in {
            f"archive/{name}: can't be written: no space left on device. Make room for it" for name in before
        }
    after = archives.bytes_of(folder)
    assert all(after[name].startswith(data) for name, data in before.items())
    assert archives.errors(folder) == []
    if not stuck and writes < 2:
        assert after == before
    kept(folder, *map(answer, BODIES[1:]))
    assert archives.stored_bodies(folder)[:1] == BODIES[:1]
    assert set(archives.stored_bodies(folder)) == set(BODIES)
    assert verify(folder)[0].payloads == 3
    assert verify(folder)[1] == []


def test_after_a_full_disk_the_same_run_can_go_on(tmp_path, monkeypatch):
    with writing(tmp_path) as writer:
        with monkeypatch.context() as patched:
            FullDisk(patched, 0)
            with pytest.raises(ArchiveError, match="no space left"):
                writer.keep(answer(BODIES[0]), source="news", role="feed", time=NOON)
        writer.keep(answer(BODIES[1]), source="news", role="feed", time=NOON)
    assert archives.stored_bodies(tmp_path) == [BODIES[1]]
    assert verify(tmp_path)[1] == []


def test_a_disk_that_can_not_keep_its_promise_fails(tmp_path, monkeypatch):
    """The full quota of a network drive shows only when bytes are to be on the disk."""

    def full(_):
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    with monkeypatch.context() as patched:
        patched.setattr("beleg.ingest.archive.disk.os.fsync", full)
        with pytest.raises(ArchiveError, match="disk quota exceeded"):
            kept(tmp_path / "archive", answer(b"x"))
    kept(tmp_path / "archive", answer(b"x"))
    assert verify(tmp_path / "archive")[1] == []


def test_a_small_file_system_that_fills_up(tmp_path):
    """A real one of 64 KiB."""
    small = tmp_path / "small"
    small.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)]
    if not mount or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        bodies = [random.Random(n).randbytes(9_000) for n in range(12)]
        with pytest.raises(ArchiveError, match="no space left on device"):
            kept(small / "archive", *map(answer, bodies))
        stored = archives.stored_bodies(small / "archive")
        assert stored == bodies[: len(stored)]
        assert 1 <= len(stored) < len(bodies)
        assert verify(small / "archive")[1] == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="links need permission here")
@pytest.mark.parametrize("name", ["2026-11.warc.gz", "fetches.jsonl", ".lock"])
def test_nothing_is_written_through_a_link(tmp_path, name):
    """A project from a stranger may hold one to any file."""
    mine = tmp_path / "mine"
    mine.write_text("precious")
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / name).symlink_to(mine)
    with pytest.raises(ArchiveError, match=f"archive/{name}: is a link"):
        kept(folder, answer(b"x"))
    assert mine.read_text() == "precious"


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "archive").write_text("x")
    with pytest.raises(ArchiveError, match="archive: can't be written: file exists"):
        kept(tmp_path / "archive", answer(b"x"))


def test_a_ledger_that_can_not_be_read_is_not_taken_for_empty(tmp_path, monkeypatch):
    kept(tmp_path, answer(b"x"))
    before = archives.bytes_of(tmp_path)

    def broken(_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("beleg.ingest.archive.ledger.read", broken)
        with pytest.raises(ArchiveError, match="can't be read: input/output error"):
            kept(tmp_path, answer(b"y"))
    assert archives.bytes_of(tmp_path) == before


WRITES = """
import itertools, random, sys
from pathlib import Path
import archives
from beleg.ingest.archive import writing
seed = int(sys.argv[2])
with writing(Path(sys.argv[1])) as writer:
    print("writing", flush=True)
    for number in itertools.count():
        chance = random.Random(seed * 1000 + number)
        time = f"2026-{10 + number % 3}-01T00:00:00Z"
        body = random.Random(chance.randrange(400)).randbytes(chance.choice([10, 1000, 100_000]))
        if chance.random() < 0.2:
            writer.fail(archives.ADDRESS, source="news", role="feed", time=time, error="timeout")
        else:
            writer.keep(archives.answer(body, packed=chance.random() < 0.5), source="news", role="feed", time=time)
"""


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_leaves_a_whole_archive(tmp_path):
    """Each goes on where the one before was killed, and no payload is stored twice."""
    folder = tmp_path / "archive"
    environment = os.environ | {"PYTHONPATH": str(Path(archives.__file__).parent)}
    before = 0
    for number in range(ROUNDS):
        run = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(folder), str(number)], env=environment, stdout=subprocess.PIPE
        )
        try:
            if number % 4:
                run.stdout.readline()
            time.sleep(random.Random(number).random() * 0.3)
        finally:
            run.kill()
            run.communicate()
        assert archives.errors(folder) == []
        attempts = Archive(folder).attempts
        assert len(attempts) >= before
        before = len(attempts)
    assert before > ROUNDS
    assert len(kept(folder, answer(b"after all"))) == 1
    assert {one.message.split(" names ")[0] for one in verify(folder)[1]} <= {"no line of fetches.jsonl"}
    counts, bodies = verify(folder)[0], archives.stored_bodies(folder)
    unnamed = sum(one.severity == "warning" for one in verify(folder)[1])
    assert counts.payloads - unnamed == len(set(bodies))
