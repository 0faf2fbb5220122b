"""The words that reading feeds takes from words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def tables() -> dict[str, Any]:
    """All tables of the file."""
    return tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))
