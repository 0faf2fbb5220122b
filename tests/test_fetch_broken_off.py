"""A fetch that is killed, or whose disk is full, harms nothing: the archive verifies, the next run goes on."""

import os
import random
import resource
import shutil
import subprocess
import sys
import time

import pytest

ROUNDS = int(os.environ.get("BELEG_ROUNDS", "30"))
FEEDS = 12
WHOLE = "The archive is whole.\n"


@pytest.fixture
def digest(beleg, project, server):
    """A project with a page built from one feed, and more feeds to be fetched."""
    (project / "sources" / "beleg.toml").write_text(
        f'[fetch]\nseconds = 5\npause = 0\nper_host = 3\nallow = ["{server.place}"]\n', "utf-8"
    )
    (project / "sources" / "first.source.toml").write_text(f'feed = "{server.url}/good?n=2"\n', "utf-8")
    assert beleg(project, "fetch").code == 0
    assert beleg(project, "build").code == 0
    for number in range(FEEDS):
        # Entries enough that a record takes more than one write.
        (project / "sources" / f"more-{number}.source.toml").write_text(
            f'feed = "{server.url}/good?n={200 + number}"\n', "utf-8"
        )
    return project


def published(project):
    return {path: path.read_bytes() for path in (project / "public").rglob("*") if path.is_file()}


def fetching(project, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "beleg", "fetch"], cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        **more,
    )  # fmt: skip


@pytest.mark.slow
def test_a_killed_fetch_harms_nothing(beleg, digest):
    """At a random moment of each round, from the start of the program to its end."""
    before = published(digest)
    began = time.monotonic()
    with fetching(digest) as whole:
        whole.communicate()
    lasts = time.monotonic() - began
    chance = random.Random(5)
    for _ in range(ROUNDS):
        # Half of the rounds begin with an empty archive, the others go on from what the last one left.
        if chance.random() < 0.5:
            shutil.rmtree(digest / "archive")
        with fetching(digest) as run:
            time.sleep(chance.random() * lasts)
            run.kill()
        verified = beleg(digest, "archive", "verify")
        assert verified.code == 0, verified.err
        assert published(digest) == before
        went_on = beleg(digest, "fetch")
        assert went_on.code == 0, went_on.err
        assert beleg(digest, "archive", "verify").err == WHOLE


@pytest.mark.parametrize("room", [pytest.param(room, marks=pytest.mark.slow) for room in (0, 3_000, 20_000)] + [100])
def test_a_full_disk_is_told_in_one_line_and_harms_nothing(beleg, digest, room):
    """No file may grow beyond what there is and so many bytes more."""
    before = published(digest)
    largest = max(path.stat().st_size for path in (digest / "archive").iterdir()) + room

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    with fetching(digest, preexec_fn=limit) as run:
        _, told = run.communicate()
    assert run.returncode == 1
    assert "Traceback" not in told
    [line] = [line for line in told.splitlines() if line.startswith("beleg: ")]
    assert "archive/" in line
    assert published(digest) == before
    verified = beleg(digest, "archive", "verify")
    assert verified.code == 0, verified.err
    assert beleg(digest, "fetch").code == 0
    assert beleg(digest, "archive", "verify").err == WHOLE
