"""The Jinja environment of a locale: templates, messages and formats."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from jinja2 import BaseLoader, BytecodeCache, ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

import beleg
from beleg.errors import RenderError
from beleg.render import catalogs
from beleg.render.formats import formats
from beleg.render.quotation import balanced


def default_templates() -> Path:
    """The folder of Beleg's own templates: in the package as installed, beside `src` in a checkout.

    Raises:
        RenderError: Neither is there.
    """
    places = [Path(str(resources.files(beleg))) / "templates", Path(beleg.__file__).parents[2] / "templates"]
    for place in places:
        if (place / "base.html").is_file():
            return place
    raise RenderError("no templates", path=str(places[0]), hint="Reinstall Beleg; its templates belong to the package")


class _OnceCompiled(BytecodeCache):
    """Templates compiled for one locale serve all: the code does not depend on messages."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self._code.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


class Environments:
    """Makes the environment of each locale over the same templates.

    Args:
        templates: A project's own folder, whose files stand in for Beleg's; None for Beleg's alone.
    """

    def __init__(self, templates: Path | None = None) -> None:
        own = default_templates()
        self.folders = [own] if templates is None or templates.resolve() == own.resolve() else [templates, own]
        self._loader: BaseLoader = ChoiceLoader([FileSystemLoader(folder) for folder in self.folders])
        self._cache = _OnceCompiled()

    def environment(self, locale: str) -> Environment:
        """Templates that escape what they are given, fail on what they are not, and speak the locale.

        Raises:
            RenderError: There is no such locale.
        """
        environment = Environment(
            loader=self._loader, bytecode_cache=self._cache, autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, auto_reload=False,
            extensions=["jinja2.ext.i18n"],
        )  # fmt: skip
        environment.policies["ext.i18n.trimmed"] = True
        messages = catalogs.load(locale, self.folders)
        environment.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
            messages.gettext, messages.ngettext, newstyle=True, pgettext=messages.pgettext, npgettext=messages.npgettext
        )
        form = formats(locale)
        environment.filters |= {
            "date": form.date, "full_date": form.full_date, "number": form.number, "listed": form.list,
            "inside": form.inside, "balanced": balanced,
        }  # fmt: skip
        environment.globals |= {"period": form.period, "locale": locale}
        return environment

    def asset(self, name: str) -> bytes:
        """A file that pages use as it is ("style.css")."""
        for folder in self.folders:
            path = folder / name
            if path.is_file():
                return path.read_bytes()
        raise RenderError(
            "missing file", path=f"{self.folders[-1].name}/{name}", hint="Reinstall Beleg, or restore the file"
        )
