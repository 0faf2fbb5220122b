"""The core (reading statements, merging them) needs nothing but Python itself."""

import subprocess
import sys

import pytest

CORE = ("beleg.records", "beleg.alphabets", "beleg.lexicons", "beleg.lexicons.register", "beleg.extract", "beleg.merge")
# Whatever is loaded before the first line runs (a site's own start-up files) says nothing of Beleg.
CODE = """
import sys
before = set(sys.modules)
import {module}
from beleg.lexicons import load
from beleg.lexicons.register import load_register
load("sr", "Latn"), load_register()
roots = {{name.split(".")[0] for name in set(sys.modules) - before}}
print(*sorted(roots - sys.stdlib_module_names - {{"beleg"}}))
"""


@pytest.mark.parametrize("module", CORE)
def test_the_core_imports_the_standard_library_only(module):
    run = subprocess.run([sys.executable, "-c", CODE.format(module=module)], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
