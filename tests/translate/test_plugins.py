"""Translators that other packages bring."""

import tomllib
from pathlib import Path

import pytest

from beleg.errors import TranslateError
from beleg.ingest.translations import Entry, Memory, path_of, read_memory, write_memory
from beleg.translate.budget import Budget
from beleg.translate.plugins import _SHIPPED, GROUP, Order, make, names

CHECKOUT = Path(__file__).parents[2]
MODULE = """
class Echo:
    name = "Echo 1"
    where = "this machine"

    def __init__(self, order):
        self.order = order

    def translate(self, passages, target):
        self.order.budget.spend(1, 1)
        return [self.order.settings["says"] for one in passages]

def broken(order):
    raise RuntimeError("the key is 1234")

class Short(Echo):
    def translate(self, passages, target):
        return []

class Raises(Echo):
    def translate(self, passages, target):
        raise RuntimeError("the key is 1234")
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a distribution with entry points where Python finds it."""

    def install(name, *points, module="echo_of_tests"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / f"{module}.py").write_text(MODULE, "utf-8")
        info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
        lines = [f"[{GROUP}]", *(f"{point} = {module}:{target}" for point, target in points)]
        (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
        monkeypatch.syspath_prepend(str(folder))

    return install


def order(**settings):
    return Order(settings=settings, problem=lambda *_: None, budget=Budget(), tell=lambda _: None)


def test_the_shipped_one_is_what_the_package_says():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][GROUP] == {_SHIPPED.name: _SHIPPED.value}
    assert "chat" in names()
    assert callable(_SHIPPED.load())


def test_a_package_brings_a_translator(install):
    install("beleg-echo", ("echo", "Echo"))
    assert names() == ["chat", "echo"]
    made = make("echo", order(says="Да."))
    assert (made.name, made.where, made.translate([None], "ru")) == ("Echo 1", "this machine", ["Да."])


def test_one_that_fails_to_start_is_named_without_what_it_said(install):
    install("beleg-echo", ("bad", "broken"), ("gone", "Nothing"))
    for name in ("bad", "gone"):
        with pytest.raises(TranslateError) as caught:
            make(name, order())
        assert "beleg-echo 1.0" in str(caught.value)
        assert "1234" not in str(caught.value)


def test_two_of_one_name_are_one_too_many(install):
    install("beleg-one", ("echo", "Echo"))
    install("beleg-two", ("echo", "Echo"), module="echo_of_others")
    with pytest.raises(TranslateError, match=r"two packages bring .*: beleg-one 1\.0 and beleg-two 1\.0"):
        make("echo", order())


@pytest.fixture
def digest(tmp_path):
    sources = tmp_path / "digest" / "sources"
    sources.mkdir(parents=True)
    (sources / "a.md").write_text("Unabhängige Messungen gibt es bisher nicht.\n", "utf-8")
    memory = Memory(locale="ru")
    entry = Entry(language="de", quote="Unabhängige Messungen gibt es bisher nicht.")
    memory.entries[entry.key] = entry
    write_memory(memory, path_of(sources, "ru"))
    return sources.parent


def test_its_answers_are_checked_and_kept_as_those_of_the_shipped_one(install, beleg, digest):
    install("beleg-echo", ("echo", "Echo"))
    settings = digest / "sources" / "beleg.toml"
    settings.write_text('[translate.echo]\nbatch = 1\nsays = "Перевод: нет."\n', "utf-8")
    run = beleg(digest, "translate", "fill", "--with", "echo", "--locale", "ru")
    assert "refused (a label" in run.err
    settings.write_text('[translate.echo]\nsays = "Независимых измерений пока нет."\n', "utf-8")
    run = beleg(digest, "translate", "fill", "--with", "echo", "--locale", "ru")
    assert run.code == 0
    [entry] = read_memory(path_of(digest / "sources", "ru")).entries.values()
    assert (entry.text, entry.machine) == ("Независимых измерений пока нет.", "Echo 1")


@pytest.mark.parametrize(("target", "words"), [("Short", "gave 0 texts for 1"), ("Raises", "failed: RuntimeError")])
def test_one_that_does_not_keep_to_its_word_ends_the_run(install, beleg, digest, target, words):
    install("beleg-echo", ("echo", target))
    run = beleg(digest, "translate", "fill", "--with", "echo", "--locale", "ru")
    assert run.code == 1
    assert words in run.err
    assert "1234" not in run.err
