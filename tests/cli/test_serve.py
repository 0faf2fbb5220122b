"""`beleg serve` as a process: what it builds, sees, tells and leaves behind."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection

import pytest

ARTICLE = """\
Hersteller Novira bringt Wärmepumpe Flora auf den Markt

Novira hat am 3. März 2026 die Wärmepumpe Flora vorgestellt. Nach Angaben von Novira kostet sie 4.900 Euro.
"""


class Serve:
    """A running `beleg serve`, and what it said so far."""

    def __init__(self, project, *options):
        self.said = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "beleg", "serve", "--no-open", *options], cwd=project, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def wait_for(self, words, seconds=60):
        """Until it says these words anew."""
        until = time.monotonic() + seconds
        while words not in self.said:
            assert time.monotonic() < until, f"never said {words!r}: {self.said}"
            assert self.process.poll() is None, self.said
            if select.select([self.process.stderr], [], [], 0.2)[0]:
                self.said += os.read(self.process.stderr.fileno(), 65536).decode("utf-8", "replace")
        self.said = self.said.partition(words)[2]

    def page(self, path):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path)
        found = connection.getresponse().read().decode()
        connection.close()
        return found

    def hears(self, words):
        """Whether an open page comes to hear this."""
        until = time.monotonic() + 30
        while words not in self._heard():
            if time.monotonic() > until:
                return False
            time.sleep(0.1)
        return True

    def _heard(self):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/-/events")
        found = connection.getresponse().readline().decode()
        connection.close()
        return found


@pytest.fixture
def serve(project):
    """Starts `beleg serve` in a project with one locale."""
    started = []
    settings = project / "sources" / "beleg.toml"
    settings.write_text('[site]\nlocales = ["de"]\n', "utf-8")

    def start(*options):
        started.append(Serve(project, *options))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        one.process.stdout.close()
        one.process.stderr.close()


def runs(group):
    """Whether a process of a group still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def files(project):
    return {path: path.read_bytes() for path in sorted((project / "public").rglob("*")) if path.is_file()}


def test_what_changes_is_built_anew(beleg, project, serve):
    """A new source, a template folder that did not exist, a template with a fault, and its correction."""
    running = serve("--port", "0")
    running.wait_for("The digest is at http://127.0.0.1:")
    assert "<title>" in running.page("/de/")

    (project / "sources" / "flora.txt").write_text(ARTICLE, "utf-8")
    running.wait_for("Built ")
    running.wait_for("Open public/index.html")
    assert "4.900" in running.page("/de/")

    good = files(project)
    (project / "templates").mkdir()
    (project / "templates" / "method.html").write_text("a\n{{ nothing }}", "utf-8")
    running.wait_for("template fails: 'nothing' is undefined")
    # The last good site stays, and the open page says what is wrong, and where.
    assert running.hears("templates/method.html:2: template fails")
    assert files(project) == good

    (project / "templates" / "method.html").write_text("<html><head></head><body><p>Ganz anders", "utf-8")
    running.wait_for("Built ")
    running.wait_for("Open public/index.html")
    assert "Ganz anders" in running.page("/de/method.html")
    assert running.hears('"told": ""')

    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(20) == 0
    # What it served is what a build writes: no script that reloads.
    left = files(project)
    assert not any(b"/-/reload.js" in data for data in left.values())
    assert beleg(project, "build").code == 0
    assert files(project) == left


def test_a_source_that_fails_is_told_on_the_page_and_the_rest_is_built(project, serve):
    (project / "sources" / "flora.txt").write_text(ARTICLE, "utf-8")
    (project / "sources" / "nichts.txt").write_bytes(b"%PDF-1.4 \x00\x01")
    running = serve("--port", "0")
    running.wait_for("The digest is at ")
    assert running.hears("sources/nichts.txt")
    assert "4.900" in running.page("/de/")


def test_ctrl_c_in_the_middle_of_a_build_leaves_nothing_running(project, serve):
    """A terminal sends it to the whole group."""
    running = serve("--port", "0")
    os.killpg(running.process.pid, signal.SIGINT)
    assert running.process.wait(20) == 0
    until = time.monotonic() + 10
    while runs(running.process.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not runs(running.process.pid)
    assert not list(project.glob(".public.*"))


def test_a_signal_to_end_ends_it(serve):
    running = serve("--port", "0")
    running.wait_for("The digest is at ")
    running.process.terminate()
    assert running.process.wait(20) == 143


def test_a_taken_port(beleg, project, serve):
    running = serve("--port", "0")
    run = beleg(project, "serve", "--no-open", "--port", str(running.port))
    assert run.code == 1
    assert re.search(rf"beleg: port {running.port} can't be had: .*\. Name another one, or leave --port out", run.err)


def test_no_project(beleg, tmp_path):
    assert "Run `beleg init`" in beleg(tmp_path, "serve", "--no-open").err
