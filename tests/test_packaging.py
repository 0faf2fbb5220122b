"""The same digest from a checkout, an editable install and a wheel."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from conftest import CHECKOUT
from test_build import site

# An environment without a trace of this checkout.
CLEAN = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}


def run(*command, cwd, env=CLEAN):
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def installed(folder, *requirement):
    """The `beleg` of a fresh environment."""
    venv.create(folder, with_pip=True)
    places = "Scripts" if os.name == "nt" else "bin"
    run(folder / places / "python", "-m", "pip", "install", "-q", *requirement, cwd=folder)
    return folder / places / "beleg"


def digest(beleg, folder, env=CLEAN):
    """An empty folder to a digest of this repository's own sources."""
    folder.mkdir()
    run(*beleg, "init", "demo", cwd=folder, env=env)
    demo = folder / "demo"
    assert "sources/ holds no article" in run(*beleg, "build", cwd=demo, env=env)
    shutil.copytree(CHECKOUT / "sources", demo / "sources", dirs_exist_ok=True)
    run(*beleg, "build", cwd=demo, env=env)
    return site(demo)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel, built from an sdist, as an index would."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "-o", folder, CHECKOUT, cwd=folder)
    assert len(list(folder.glob("*.tar.gz"))) == 1
    (path,) = folder.glob("*.whl")
    return path


@pytest.mark.slow
def test_what_the_wheel_carries(wheel):
    names = set(ZipFile(wheel).namelist())
    package = {
        path.relative_to(CHECKOUT / "src").as_posix()
        for kind in ("*.toml", "*.js")
        for path in (CHECKOUT / "src" / "beleg").rglob(kind)
    }
    assert package <= names
    templates = CHECKOUT / "templates"
    shown = {path.relative_to(templates) for path in templates.rglob("*") if path.is_file()}
    for path in shown:
        if path.suffix == ".po":
            path = path.with_suffix(".mo")  # noqa: PLW2901
        assert (f"beleg/templates/{path.as_posix()}" in names) == (path.suffix != ".pot"), path
    assert not [name for name in names if name.endswith((".po", ".pot", ".pyc")) or name.startswith("tests")]


@pytest.mark.slow
def test_checkout_editable_and_wheel_give_the_same_bytes(wheel, tmp_path):
    checkout = digest([sys.executable, "-m", "beleg"], tmp_path / "a", CLEAN | {"PYTHONPATH": str(CHECKOUT / "src")})
    assert len(checkout) > 30
    editable = installed(tmp_path / "editable", "-e", CHECKOUT)
    assert digest([editable], tmp_path / "b") == checkout
    fresh = installed(tmp_path / "fresh", wheel)
    assert digest([fresh], tmp_path / "c") == checkout


def test_every_dependency_is_used():
    """Each is imported somewhere, but for those that have a reason of their own beside them."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    named = {requirement.split(">=")[0] for requirement in settings["project"]["dependencies"]}
    # `zoneinfo` reads the zones of tzdata without an import, and trafilatura imports lxml-html-clean.
    modules = {"yaml" if name == "pyyaml" else name for name in named - {"tzdata", "lxml-html-clean"}}
    code = "\n".join(path.read_text("utf-8") for path in Path(CHECKOUT, "src").rglob("*.py"))
    for module in sorted(modules):
        assert re.search(rf"^\s*(?:import|from) {module}\b", code, re.MULTILINE), module
