"""The wordings of facts: what `templates/facts/LOCALE.jinja` defines, completed by Beleg's own file of that name."""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType
from typing import Any

from jinja2 import Environment

from beleg.alphabets import to_latin
from beleg.errors import RenderError
from beleg.render.environment import BELEGS, DERIVED_FROM

# The Latin of Serbian, compiled, by the Cyrillic text that it follows from.
_derived: dict[str, CodeType] = {}


def macros(environment: Environment, locale: str) -> dict[str, Any]:
    """Macros and tables by name, entry by entry a project's own before Beleg's.

    The Latin of Serbian is the Cyrillic file in Latin letters, slots untouched.
    """
    path = DERIVED_FROM if locale == "sr-Latn" else f"facts/{locale}.jinja"
    own = _module(environment, path, locale)
    if source(environment, path) == source(environment, BELEGS + path):
        return own
    found = dict(own)
    for name, value in _module(environment, BELEGS + path, locale).items():
        if name.startswith("_"):
            continue
        if name not in own:
            found[name] = value
        elif isinstance(value, Mapping) and isinstance(own[name], Mapping):
            found[name] = {**value, **own[name]}
    return found


def source(environment: Environment, path: str) -> str:
    """The text of a template.

    Raises:
        RenderError: The environment was made without templates.
    """
    if environment.loader is None:
        raise RenderError("the environment has no loader", path=path, hint="Make it with beleg.render.environment")
    return environment.loader.get_source(environment, path)[0]


def _module(environment: Environment, path: str, locale: str) -> dict[str, Any]:
    if locale == "sr-Latn":
        # No file of its own, so Jinja's cache passes it over.
        text = source(environment, path)
        if text not in _derived:
            _derived.clear()
            _derived[text] = environment.compile(to_latin(text))
        made = environment.template_class.from_code(environment, _derived[text], environment.make_globals(None), None)
        return vars(made.module)
    return vars(environment.get_template(path).module)
