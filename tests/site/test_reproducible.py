"""The same edition gives the same bytes: elsewhere, under other settings, and a second time in place."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BUILD = """
import sys
from pathlib import Path
from render.sample import edition
from beleg.render import render
for _ in range(2):
    render(edition(), (), Path(sys.argv[1]))
"""


def built(out, **settings):
    environment = os.environ | {"PYTHONPATH": str(TESTS)} | settings
    subprocess.run([sys.executable, "-c", BUILD, str(out)], env=environment, check=True, cwd=out.parent)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return built(tmp_path_factory.mktemp("here") / "public")


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"TZ": "Pacific/Kiritimati", "LANG": "sr_RS.UTF-8", "LC_ALL": "sr_RS.UTF-8", "PYTHONHASHSEED": "1"},
        {"TZ": "America/Adak", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "4294967295", "PYTHONUTF8": "0"},
    ],
)
def test_same_bytes_under_other_settings(site, tmp_path, settings):
    assert built(tmp_path / "site", **settings) == site
