"""The stages in order, over one process and over many."""

import multiprocessing
import os

import pytest

from beleg import pipeline
from beleg.errors import ProjectError

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
    return pipeline.load(project)


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
