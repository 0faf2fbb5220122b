"""What README says of the settings is what they are."""

import re
import tomllib
from pathlib import Path

from beleg.ingest.checked import Checked
from beleg.translate import allowed
from beleg.translate.allowed import take_allowed
from beleg.translate.budget import Allowed, Budget
from beleg.translate.chat_settings import _KEYS, Settings, read_settings
from beleg.translate.plugins import Order

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def test_every_setting_stands_there_with_its_default():
    section = README[README.index("All settings, with their defaults") :]
    lines = re.match(r".*\n\n((?: {4}.*\n)+)", section)[1]
    plain = tomllib.loads(lines)["translate"]["chat"]
    everything = tomllib.loads(re.sub(r"^ {4}# ", "    ", lines, flags=re.MULTILINE))["translate"]["chat"]
    assert set(everything) == {*_KEYS, *allowed._RANGES}
    file, problems = Checked("sources/beleg.toml", ""), []
    table = dict(plain)
    assert take_allowed(file, table) == (Allowed(), allowed._BATCH)
    order = Order(
        settings=table, problem=lambda *problem: problems.append(problem), budget=Budget(), tell=problems.append
    )
    found = read_settings(order)
    assert not problems
    assert found == Settings(address=found.address, model="mira-70b", key_is_named=True)
    take_allowed(file, everything)
    assert not file.problems
