"""What was made of Beleg's own files is kept beside them, and never outlives them."""

import sys

import pytest

from beleg import compiled, tomlfile


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "words.toml"
    path.write_text('say = ["sagt", "кажет"]\nweight = 0.1\n', "utf-8")
    return path


@pytest.fixture
def tables(file, monkeypatch):
    """What the file says, and how often it was parsed."""
    parsed = []
    loads = tomlfile.tomllib.loads
    monkeypatch.setattr(tomlfile.resources, "files", lambda _: file.parent)
    monkeypatch.setattr(tomlfile.tomllib, "loads", lambda text: parsed.append(text) or loads(text))

    def read():
        return tomlfile.own_tables("beleg", file.name), len(parsed)

    return read


def test_a_file_is_parsed_once(tables):
    says = {"say": ["sagt", "кажет"], "weight": 0.1}
    assert [tables(), tables()] == [(says, 1), (says, 1)]


def test_a_file_that_has_changed_is_parsed_again(file, tables):
    tables()
    file.write_text("say = []\n", "utf-8")
    assert tables() == ({"say": []}, 2)


@pytest.mark.parametrize("damage", [lambda data: data[:-3], lambda data: data.replace(b"sagt", b"fagt"), lambda _: b""])
def test_what_was_damaged_is_made_anew(file, tables, damage):
    said, _ = tables()
    (path,) = (file.parent / "__pycache__").iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert tables() == (said, 2)
    assert tables() == (said, 2)


def test_nothing_is_kept_where_that_is_impossible_or_not_wanted(file, tables, monkeypatch):
    (file.parent / "__pycache__").write_text("no folder")
    assert [tables()[1], tables()[1]] == [1, 2]
    (file.parent / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert tables()[1] == 3
    assert not (file.parent / "__pycache__").exists()


def test_what_is_kept_stands_for_its_source_alone(file):
    compiled.keep(file, "one", b"ab", b"c")
    assert compiled.kept(file, "one", b"ab") == b"c"
    assert compiled.kept(file, "one", b"a") is None
