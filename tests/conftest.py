"""Projects and runs of the command line for the tests of commands and of the whole product."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from beleg.cli import main
from beleg.pipeline import merged
from beleg.project import load
from servers import running, server  # noqa: F401 - fixtures

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands that tests start compile Beleg once, not each anew, also where bytecode is not wanted in the checkout."""
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        yield


class Run(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def beleg(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Runs `beleg ARGUMENTS` in a folder, in this process."""

    def run(folder: Path, *arguments: str) -> Run:
        monkeypatch.chdir(folder)
        capsys.readouterr()
        code = main(arguments)
        return Run(code, *capsys.readouterr())

    return run


@pytest.fixture
def project(tmp_path: Path, beleg: Callable[..., Run]) -> Path:
    """An empty project."""
    assert beleg(tmp_path, "init", "digest").code == 0
    return tmp_path / "digest"


@pytest.fixture
def unread(project: Path) -> Path:
    """A project with the repository's own sources, of which nothing was read yet."""
    shutil.rmtree(project / "sources")
    shutil.copytree(CHECKOUT / "sources", project / "sources")
    return project


@pytest.fixture
def stories(unread: Path, readings: Path) -> Path:
    """A project with the repository's own sources, which were read before."""
    shutil.copytree(readings, unread / ".beleg")
    return unread


@pytest.fixture(scope="session")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of a project that has read the repository's own sources: that it changes nothing, `cache/` tests."""
    folder = tmp_path_factory.mktemp("readings")
    shutil.copytree(CHECKOUT / "sources", folder / "sources")
    merged(load(folder))
    return folder / ".beleg"
