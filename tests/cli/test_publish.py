"""`beleg publish` records the edition, then sends the site to its targets: each for itself, and again until it is whole."""

import json
import shutil
import subprocess

import pytest

from beleg.publish import storage
from beleg.render.folder import MANIFEST

ARTICLE = """\
---
title: "Novira bringt die Wärmepumpe Flora"
publisher: Wärmeblatt
published: 2026-11-0{day}
---
Novira hat am {day}. November 2026 die Wärmepumpe Flora vorgestellt. Nach Angaben von Novira kostet die Flora {price} Euro.
"""
SETTINGS = '[site]\nlocales = ["en"]\n'
WEBSITE = '[publish.website]\nto = "folder"\npath = "../www"\n'
PAGES = '[publish.pages]\nto = "git"\nrepository = "../remote.git"\n'
NOWHERE = '[publish.nowhere]\nto = "folder"\npath = "../no/www"\n'


@pytest.fixture
def digest(project):
    """A project with one article, built, and its settings to be added to."""

    def made(*targets, build=True):
        (project / "sources" / "beleg.toml").write_text(SETTINGS + "".join(targets), "utf-8")
        (project / "sources" / "flora.md").write_text(ARTICLE.format(day=2, price="4.900"), "utf-8")
        if build:
            digest.beleg(project, "build")
        return project

    return made


@pytest.fixture(autouse=True)
def _runs(beleg):
    digest.beleg = beleg


def site(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def recorded(project):
    return sorted(path.stem for path in (project / "archive" / "editions").glob("*.jsonl"))


def test_without_a_target_it_records_alone(digest, beleg):
    project = digest()
    done = beleg(project, "publish", "--date", "2026-11-30")
    assert (done.code, done.out) == (0, "")
    assert "Sent" not in done.err
    assert recorded(project) == ["2026-11-02"]
    assert beleg(project, "publish").err == "Nothing is new since edition 2026-11-02; nothing was published.\n"
    assert json.loads(beleg(project, "publish", "--json").out) == {"edition": None}


def test_the_plan(digest, beleg):
    project = digest(WEBSITE, PAGES)
    subprocess.run(["git", "init", "-q", "--bare", project.parent / "remote.git"], check=True)
    dry = beleg(project, "publish", "--dry-run", "website")
    assert dry.code == 0
    names = [path for path in site(project / "public") if path != MANIFEST]
    assert {f"website: + {path}" for path in names} >= set(dry.out.splitlines()[:20])
    assert f"Would send to website (../www): {len(names)} added, 0 changed, 0 deleted, 0 unchanged; " in dry.err
    assert "pages" not in dry.err
    assert recorded(project) == []
    assert not (project.parent / "www").exists()
    rows = json.loads(beleg(project, "publish", "--dry-run", "--json").out)["targets"]
    assert [(row["target"], row["place"], row["sent"]) for row in rows] == [
        ("website", "../www", False), ("pages", "../remote.git, branch gh-pages", False),
    ]  # fmt: skip
    assert rows[0]["added"] == sorted(names)
    assert rows[0]["bytes"] == sum(len(data) for path, data in site(project / "public").items() if path != MANIFEST)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_recorded_first_then_sent_to_all(digest, beleg):
    project = digest(WEBSITE, PAGES)
    subprocess.run(["git", "init", "-q", "--bare", project.parent / "remote.git"], check=True)
    done = beleg(project, "publish", "--date", "2026-11-30")
    assert (done.code, done.out) == (0, "")
    told = done.err.splitlines()
    assert [line.split(" (")[0] for line in told] == [
        "Published edition 2026-11-02, number 1: 2 facts in 1 story.",
        "It is recorded in archive/editions/2026-11-02.jsonl; keep that file, it is what its pages are made from.",
        "Sent to website", "Sent to pages",
    ]  # fmt: skip
    assert site(project.parent / "www") == site(project / "public")
    log = subprocess.run(["git", "-C", project.parent / "remote.git", "log", "--format=%s %aI", "gh-pages"], capture_output=True, check=True)  # fmt: skip
    assert log.stdout.decode() == "Edition 2026-11-02 2026-11-30T00:00:00+00:00\n"
    again = beleg(project, "publish")
    assert again.code == 0
    assert again.err.splitlines() == [
        "Nothing is new since edition 2026-11-02; nothing was published.",
        "Nothing to send to website (../www): it has all of it.",
        "Nothing to send to pages (../remote.git, branch gh-pages): it has all of it.",
    ]
    # A build after it changes no byte, so that nothing is to be sent.
    assert beleg(project, "build").code == 0
    assert "has all of it" in beleg(project, "publish", "website").err


def test_one_that_fails_stops_no_other_and_is_finished_later(digest, beleg):
    project = digest(NOWHERE, WEBSITE)
    done = beleg(project, "publish", "--json")
    assert done.code == 1
    assert "error: target nowhere: ../no/www: the folder in which it should be made is not there. Make " in done.err
    rows = json.loads(done.out)["targets"]
    assert [(row["target"], row["sent"], "error" in row) for row in rows] == [("nowhere", False, True), ("website", True, False)]  # fmt: skip
    assert recorded(project) == ["2026-11-02"]
    assert site(project.parent / "www") == site(project / "public")
    (project.parent / "no").mkdir()
    assert beleg(project, "publish").code == 0
    assert site(project.parent / "no" / "www") == site(project / "public")


def test_what_is_not_built_is_neither_recorded_nor_sent(digest, beleg):
    project = digest(WEBSITE)
    (project / "sources" / "flora.md").write_text(ARTICLE.format(day=2, price="5.200"), "utf-8")
    for _ in range(2):
        refused = beleg(project, "publish")
        assert refused.code == 1
        assert "public/ does not show what would be published" in refused.err
    assert "notice: public/ does not show this edition yet; the plan is of what it shows now." in beleg(project, "publish", "--dry-run").err  # fmt: skip
    assert recorded(project) == []
    assert not (project.parent / "www").exists()
    assert beleg(project, "publish", "--yes").code == 0
    sent = site(project.parent / "www")
    assert sent == site(project / "public")
    assert any("5.200" in data.decode() or "5,200" in data.decode() for path, data in sent.items() if path.endswith(".html"))  # fmt: skip


def test_a_draft_in_public_is_not_sent_as_if_it_were_published(digest, beleg):
    """Built for other days, it is no edition yet; the published one has to be built first."""
    project = digest(WEBSITE)
    assert beleg(project, "publish").code == 0
    before = site(project.parent / "www")
    (project / "sources" / "later.md").write_text(ARTICLE.format(day=9, price="5.900"), "utf-8")
    assert beleg(project, "build").code == 0
    refused = beleg(project, "publish", "--edition", "2026-11-02")
    assert refused.code == 1
    assert "public/ does not show what would be published" in refused.err
    assert site(project.parent / "www") == before
    assert beleg(project, "publish").code == 0
    assert site(project.parent / "www") == site(project / "public") != before


def test_names_of_targets(digest, beleg):
    project = digest(WEBSITE, NOWHERE)
    wrong = beleg(project, "publish", "webside")
    assert wrong.code == 2
    assert "no target is called 'webside'; did you mean website?" in wrong.err
    assert "known are website, nowhere." in beleg(project, "publish", "x").err
    twice = beleg(project, "publish", "website", "website")
    assert twice.code == 0
    assert twice.err.count("Sent to website") == 1
    digest(build=False)
    assert "sources/beleg.toml has no table [publish.NAME]." in beleg(project, "publish", "website").err


def test_targets_that_are_wrong_are_told_by_check_and_stop_publishing(digest, beleg):
    project = digest('[publish.a]\nto = "folder"\n[publish.b]\nto = "git"\nbranch = " "\n', WEBSITE)
    assert "sources/beleg.toml:3: [publish.a] has no `path`" in beleg(project, "check").err
    done = beleg(project, "publish")
    assert done.code == 1
    assert "sources/beleg.toml:3: [publish.a] has no `path`" in done.err
    assert "sources/beleg.toml:5: `branch` in [publish.b] is not what was expected" in done.err
    assert "Correct what is named above; nothing was recorded or sent" in done.err
    assert recorded(project) == []


def test_an_empty_project_sends_nothing(project, beleg):
    (project / "sources" / "beleg.toml").write_text(SETTINGS + WEBSITE, "utf-8")
    beleg(project, "build")
    done = beleg(project, "publish")
    assert (done.code, done.err) == (
        0,
        "There is nothing to publish yet: sources/ holds no article that can be read.\n",
    )
    assert not (project.parent / "www").exists()


def test_a_secret_is_nowhere_in_what_is_said(digest, beleg, monkeypatch):
    pytest.importorskip("fsspec")
    monkeypatch.setenv("WORD", "s3cr3tword")
    monkeypatch.setattr(storage, "_WAITS", ())

    def fail(address, **options):
        raise OSError(f"{address} refuses {options['password']}")

    monkeypatch.setattr("fsspec.core.url_to_fs", fail)
    project = digest('[publish.server]\nto = "storage"\naddress = "sftp://me:${WORD}@host/srv"\noptions = { password = "${WORD}" }\n')  # fmt: skip
    done = beleg(project, "publish", "--json")
    assert done.code == 1
    assert "error: target server: sftp://***@host/srv: can't be reached: sftp://me:***@host/srv refuses ***" in done.err
    assert "s3cr3tword" not in done.err + done.out
