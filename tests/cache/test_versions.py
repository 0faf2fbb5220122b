"""A change of anything that rows follow from makes them anew."""

import ast
from pathlib import Path

import pytest

import beleg
from beleg.cache import versions as codes
from beleg.cache.versions import CODE

TOP = Path(beleg.__file__).parent
# What makes the rows of a kind.
ENTRY = {"feed": "beleg.ingest.feeds", "article": "beleg.read", "statements": "beleg.extract"}
# They hand over what was made, and make nothing themselves.
ASIDE = {"beleg", "beleg.cache", "beleg.cache.versions"}


def file_of(module: str) -> Path | None:
    path = TOP.parent.joinpath(*module.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file()), None)


def imported(module: str) -> set[str]:
    """The modules of Beleg, and the packages of others, that a module imports, wherever in its code."""
    file = file_of(module)
    assert file is not None, module
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def closure(module: str) -> tuple[set[str], set[str]]:
    """Everything that is imported by a package, and by what it imports."""
    package = file_of(module).parent
    waiting = {".".join(file.relative_to(TOP.parent).with_suffix("").parts) for file in package.rglob("*.py")}
    waiting = {name.removesuffix(".__init__") for name in waiting}
    ours: set[str] = set()
    others: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one in ours or one in ASIDE:
            continue
        ours.add(one)
        for name in imported(one):
            if not name.startswith("beleg"):
                others.add(name.partition(".")[0])
            elif file_of(name):
                waiting.add(name)
    return ours, others


@pytest.mark.parametrize("kind", sorted(CODE))
def test_all_that_rows_follow_from_is_part_of_their_code(kind):
    ours, others = closure(ENTRY[kind])
    files, packages = CODE[kind]
    covered = {name.removesuffix(".py") for name in files}
    outside = {name for name in ours if name.split(".")[1] not in covered}
    assert not outside
    named = {"yaml": "pyyaml", "lxml": "lxml", "feedparser": "feedparser", "trafilatura": "trafilatura"}
    used = {package for module, package in named.items() if module in others}
    assert used <= set(packages)


@pytest.mark.parametrize("kind", sorted(CODE))
def test_every_file_of_it_is_there(kind):
    assert all((TOP / name).exists() for name in CODE[kind][0])


def test_a_changed_file_is_another_version(tmp_path, monkeypatch):
    (tmp_path / "ingest" / "__pycache__").mkdir(parents=True)
    monkeypatch.setattr(codes.resources, "files", lambda _: tmp_path)
    monkeypatch.setitem(CODE, "feed", (("ingest",), ()))

    def now() -> bytes:
        codes.code.cache_clear()
        return codes.code("feed")

    try:
        seen = [now()]
        for name, text in (("a.py", "x = 1"), ("a.py", "x = 2"), ("words.toml", ""), ("words.toml", "a = 1")):
            (tmp_path / "ingest" / name).write_text(text)
            seen.append(now())
        assert len(set(seen)) == len(seen)
        (tmp_path / "ingest" / "__pycache__" / "a.pyc").write_text("compiled")
        assert now() == seen[-1]
    finally:
        codes.code.cache_clear()
