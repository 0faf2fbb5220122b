"""`beleg archive verify`."""

import json

import pytest

from archives import answer, kept


def test_a_whole_archive(beleg, project):
    kept(project / "archive", answer(b"x"), answer(b"x"))
    run = beleg(project, "archive", "verify")
    assert (run.code, run.err) == (0, "The archive is whole.\n")
    assert [row.split() for row in run.out.splitlines()][:3] == [["records", "3"], ["payloads", "1"], ["attempts", "2"]]


def test_nothing_fetched_yet(beleg, project):
    run = beleg(project, "archive", "verify")
    assert (run.code, run.err) == (0, "Nothing was fetched yet.\n")
    assert not (project / "archive").exists()


def test_damage_is_told_with_file_and_place(beleg, project):
    (attempt,) = kept(project / "archive", answer(b"x"))
    warc = project / "archive" / attempt.file
    data = bytearray(warc.read_bytes())
    data[attempt.offset + 30] ^= 1
    warc.write_bytes(data)
    run = beleg(project, "archive", "verify")
    assert run.code == 1
    first, second, last = run.err.splitlines()
    assert first.startswith(f"error: archive/2026-11.warc.gz: the record at byte {attempt.offset} is damaged: ")
    assert second.startswith(f"error: archive/fetches.jsonl:1: the record at byte {attempt.offset} of 2026-11.warc.gz ")
    assert last == "2 errors, 0 warnings."
    found = json.loads(beleg(project, "archive", "verify", "--json").out)
    assert (found["records"], found["payloads"], found["attempts"]) == (1, 0, 1)
    assert [one["severity"] for one in found["problems"]] == ["error", "error"]


def test_what_an_ended_run_left_is_no_damage(beleg, project):
    kept(project / "archive", answer(b"x"))
    with (project / "archive" / "fetches.jsonl").open("ab") as ledger:
        ledger.write(b'{"schema": 1, "ti')
    run = beleg(project, "archive", "verify")
    assert run.code == 0
    assert run.err.startswith(
        "warning: archive/fetches.jsonl: its last line is not finished. A run that was ended left it"
    )


@pytest.mark.parametrize("arguments", [["archive"], ["archive", "repair"]])
def test_a_wrong_call(beleg, project, arguments):
    assert beleg(project, *arguments).code == 2


def test_its_help_has_an_example(beleg, tmp_path):
    assert "\n  Example: beleg archive verify" in beleg(tmp_path, "archive", "verify", "--help").out
