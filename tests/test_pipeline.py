"""The stages in order, over one process and over many."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from beleg import pipeline
from beleg.errors import ProjectError
from beleg.project import load

SENTENCES = {
    "de": "Novira hat die Anlage {n} am 3. März vorgestellt. Nach Angaben von Novira kostet sie {n} Euro. Das ist neu.",
    "ru": "Компания Novira представила установку {n} 3 марта. По словам Novira, она стоит {n} евро. Это новинка.",
    "sr": "Novira je 3. marta predstavila uređaj {n}. Prema navodima kompanije, uređaj košta {n} evra. To je novo.",
}


@pytest.fixture
def many(project):
    """A project with more articles than one process reads alone."""
    for n in range(pipeline.MANY_ARTICLES + 2):
        language = ("de", "ru", "sr")[n % 3]
        (project / "sources" / f"{n:03}.txt").write_text(SENTENCES[language].format(n=n + 1), "utf-8")
    return load(project)


def test_a_pool_of_processes_gives_the_same(many, monkeypatch):
    told = []
    monkeypatch.setattr(pipeline, "_cores", lambda: 2)
    spread = pipeline.statements_of(many.articles, many.register, lambda *counts: told.append(counts))
    monkeypatch.setattr(pipeline, "_cores", lambda: 1)
    assert spread == pipeline.statements_of(many.articles, many.register)
    assert len({statement.article for statement in spread}) == len(many.articles)
    assert told == [(n + 1, len(many.articles)) for n in range(len(many.articles))]


def test_a_worker_that_dies_is_named(many, monkeypatch):
    """Only forked processes inherit the function that ends them."""
    monkeypatch.setattr(pipeline, "_cores", lambda: 2)
    monkeypatch.setattr(pipeline, "extract", lambda *_: os._exit(1))
    if multiprocessing.get_start_method() != "fork":
        pytest.skip("processes are not forked here")
    with pytest.raises(ProjectError, match="was ended from outside"):
        pipeline.statements_of(many.articles, many.register)


@pytest.mark.parametrize("change", [lambda file: file.unlink(), lambda file: file.write_text("")])
def test_an_article_that_goes_while_a_build_runs_is_kept(project, change):
    file = project / "sources" / "a.txt"
    file.write_text(SENTENCES["de"].format(n=5), "utf-8")
    found = load(project)
    edition = pipeline.edition_of(found)
    change(file)
    assert "de/index.html" in pipeline.publish_pages(found, edition).paths


def test_an_article_without_a_statement_is_a_warning(project):
    (project / "sources" / "a.txt").write_text("Im Jahr 2026 100 % Ökostrom", "utf-8")
    found = load(project)
    result, problems = pipeline.merged(found)
    told = [problem.path for problem in problems if "says nothing" in problem.message]
    assert told == ([] if result.statements else ["sources/a.txt"])


def test_ten_orders_of_articles_give_the_same(stories):
    """Statements with their facts and stories, facts and stories: in whatever order the articles come."""
    found = load(stories)
    expected = pipeline.merged(found)[0]
    assert len(expected.statements) > 100
    for seed in range(10):
        order = Random(seed).sample(found.articles, len(found.articles))
        assert pipeline.merged(replace(found, articles=tuple(order)))[0] == expected


LONG = """
import sys, time
from beleg import pipeline
pipeline._cores = lambda: 2
def wait(*_):
    print(os.getpid(), flush=True)
    time.sleep(60)
import os
pipeline.extract = wait
from beleg.cli import main
sys.exit(main(["statements"]))
"""


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="processes are not forked here")
@pytest.mark.parametrize(("sent", "code"), [("SIGTERM", 143), ("SIGKILL", -9)])
def test_processes_end_with_the_one_that_started_them(many, sent, code):
    with subprocess.Popen([sys.executable, "-c", LONG], cwd=many.folder, stdout=subprocess.PIPE) as run:
        worker = int(run.stdout.readline())
        run.send_signal(signal.Signals[sent])
        assert run.wait(timeout=10) == code
    for _ in range(100):
        if not _runs(worker):
            return
        time.sleep(0.05)
    pytest.fail("a process outlived the one that started it")


def _runs(process):
    """Whether a process is there; one that has ended and was not yet asked for its code has no command."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except FileNotFoundError:
        return False
