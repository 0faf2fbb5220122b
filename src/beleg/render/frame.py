"""What every page is made with: where it lies, and how a template that fails is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, TemplateError

from beleg.errors import RenderError


def placed(path: str) -> dict[str, Any]:
    """What the frame of a page needs to know of it; a page of no edition and no story, unless more is given.

    Args:
        path: From the locale's folder.
    """
    depth = path.count("/")
    return {
        "page": path, "canonical": path, "up": "../" * depth, "root": "../" * (depth + 1), "edition": None, "story": None, "opml": False,
        "data": None,
    }  # fmt: skip


def rendered(environment: Environment, name: str, values: Mapping[str, Any]) -> str:
    """A template with its gaps filled.

    Raises:
        RenderError: It fails.
    """
    try:
        return environment.get_template(name).render(**values)
    except TemplateError as error:
        raise failed(error, name) from error


def failed(error: TemplateError, name: str) -> RenderError:
    """That a template fails, and where."""
    return RenderError(
        f"template fails: {error.message}",
        path=f"templates/{name}",
        line=getattr(error, "lineno", None),
        hint="Correct the template",
    )
