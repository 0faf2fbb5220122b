"""The Jinja environment of a locale: templates, messages and formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from hashlib import sha256
from importlib import resources
from pathlib import Path
from traceback import walk_tb
from types import TracebackType
from typing import Final

import jinja2
from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Environment,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    UndefinedError,
)
from jinja2.bccache import Bucket
from jinja2.environment import TemplateModule
from jinja2.loaders import split_template_path
from jinja2.runtime import Macro

import beleg
from beleg.compiled import keep, kept
from beleg.errors import BelegError, RenderError
from beleg.records import Problem
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


# Before a template's name: Beleg's own, even where a project has another in its place.
BELEGS: Final = "!"
_HINT: Final = "Correct it; without the file Beleg's own is used"
# What a template is made from that has no file: the Latin of Serbian.
DERIVED_FROM: Final = "facts/sr-Cyrl.jinja"


def _found(folders: Sequence[Path], name: str) -> tuple[Path, bytes] | None:
    """The first file of that name.

    Raises:
        RenderError: It is there, but can't be read.
    """
    for folder in folders:
        path = folder / name
        try:
            path.lstat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise _unreadable(error, folder, name) from error
        try:
            return path, path.read_bytes()
        except OSError as error:
            raise _unreadable(error, folder, name) from error
    return None


def _unreadable(error: OSError, folder: Path, name: str) -> RenderError:
    reason = (error.strerror or str(error)).lower()
    return RenderError(f"can't be read: {reason}", path=f"{folder.name}/{name}", hint=_HINT)


class _Files(BaseLoader):
    """Templates out of folders, the one that overrides first."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        del environment
        folders = self._folders[-1:] if template.startswith(BELEGS) else self._folders
        name = "/".join(split_template_path(template.removeprefix(BELEGS)))
        found = _found(folders, name)
        if found is None:
            raise TemplateNotFound(template)
        path, data = found
        try:
            return data.decode("utf-8-sig"), str(path), lambda: True
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            folder = next(one for one in self._folders if path.is_relative_to(one))
            raise RenderError(
                "not in UTF-8", path=f"{folder.name}/{name}", line=line, hint="Save it as UTF-8"
            ) from error


class _OnceCompiled(BytecodeCache):
    """Templates compiled once a process, and Beleg's own once an installation: compiling takes half a second.

    The code depends on their text alone, which Jinja holds against it, and on how environments are made, here.
    """

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        key = super().get_cache_key(name, filename)
        own = filename is not None and Path(filename).is_relative_to(default_templates())
        return f"{_OWN}{key}" if own else key

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self._code.get(bucket.key)
        if code is None and bucket.key.startswith(_OWN):
            code = kept(Path(__file__), bucket.key, _made_of(bucket))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        code = self._code[bucket.key] = bucket.bytecode_to_string()
        if bucket.key.startswith(_OWN):
            keep(Path(__file__), bucket.key, _made_of(bucket), code)


# Begins the keys of Beleg's own templates.
_OWN: Final = "template-"
_COMPILED: Final = _OnceCompiled()


def _made_of(bucket: Bucket) -> bytes:
    return f"{jinja2.__version__} {bucket.checksum}\n".encode() + Path(__file__).read_bytes()


class Environments:
    """Makes the environment of each locale over the same templates.

    Args:
        templates: A project's own folder, whose files stand in for Beleg's; None for Beleg's alone.

    Raises:
        RenderError: `templates` is no folder.
    """

    def __init__(self, templates: Path | None = None) -> None:
        own = default_templates()
        if templates is not None and not templates.is_dir():
            raise RenderError(
                "is no folder", path=templates.name, hint="Only a folder of templates has this name; move the file away"
            )
        self.folders = [own] if templates is None or templates.resolve() == own.resolve() else [templates, own]
        self._project = templates
        self._loader = _Files(self.folders)
        self._messages: dict[str, catalogs.Messages] = {}
        self._addresses: dict[str, str] = {}

    def environment(self, locale: str) -> Environment:
        """Templates that escape what they are given, fail on what they are not, and speak the locale.

        Raises:
            RenderError: There is no such locale.
        """
        environment = Environment(
            loader=self._loader, bytecode_cache=_COMPILED, autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, auto_reload=False,
            extensions=["jinja2.ext.i18n"],
        )  # fmt: skip
        environment.policies["ext.i18n.trimmed"] = True
        if locale not in self._messages:
            self._messages[locale] = catalogs.load(locale, self.folders)
        messages, form = self._messages[locale], formats(locale)

        def counted(singular: str, plural: str, n: float) -> str:
            """The message that goes with a number, and in it the number as the locale writes it ("1.234 Fakten")."""
            return written(messages.ngettext(singular, plural, form.whole_alike(n)), n)

        def counted_in(context: str, singular: str, plural: str, n: float) -> str:
            return written(messages.npgettext(context, singular, plural, form.whole_alike(n)), n)

        def written(message: str, n: float) -> str:
            return message.replace("%(count)s", form.number(n)).replace("%(num)s", form.number(n))

        environment.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
            messages.gettext, counted, newstyle=True, pgettext=messages.pgettext, npgettext=counted_in
        )
        environment.filters |= {
            "date": form.date, "full_date": form.full_date, "month": form.month_heading, "number": form.number, "listed": form.list,
            "inside": form.inside, "balanced": balanced,
        }  # fmt: skip
        environment.globals |= {"period": form.period, "locale": locale, "asset": self.address}
        return environment

    def fallbacks(self) -> Iterator[Problem]:
        """A warning for each locale whose pages show messages in English for want of its own words, with how many.

        To be asked when the pages are made: only then it is known what they show. English is what messages are written
        in, so that English pages lack none.
        """
        folder = self.folders[0].name
        for locale, messages in self._messages.items():
            name = locale.replace("-", "_")
            if messages.missing and locale != "en":
                told = [key if isinstance(key, str) else key[1] for key in messages.missing]
                yield Problem(
                    path=f"{folder}/locales/{catalogs.ORIGINS.get(name, name)}/LC_MESSAGES/messages.po",
                    severity="warning",
                    message=f"the {locale} pages show {_number(told)} in English, for want of a translation: {_some(told)}",
                    hint="Add them to this catalog",
                )

    def asset(self, name: str) -> bytes:
        """A file that pages use as it is ("style.css")."""
        found = _found(self.folders, name)
        if found is None:
            raise RenderError(
                "missing file", path=f"{self.folders[-1].name}/{name}", hint="Reinstall Beleg, or restore the file"
            )
        return found[1]

    def address(self, name: str) -> str:
        """Where pages find such a file: under a name that changes with what it holds ("style.0f3a9c1b22.css").

        So hosts may keep it for ever, and old pages keep their looks while new ones are sent.
        """
        if name not in self._addresses:
            stem, _, ending = name.rpartition(".")
            self._addresses[name] = f"{stem}.{sha256(self.asset(name)).hexdigest()[:10]}.{ending}"
        return self._addresses[name]

    def fault(self, error: Exception) -> RenderError | None:
        """What is wrong with a template, and where, if that is why `error` was raised.

        None for everything else: an error that says enough itself, or a fault of Beleg's own.
        """
        if isinstance(error, BelegError):
            if not isinstance(error.__cause__, TemplateError):
                return None
            error = error.__cause__
        if isinstance(error, TemplateSyntaxError):
            places = [(error.filename, error.lineno)]
        else:
            places = list(_places(error.__traceback__))
        told = [(self._place(file), line) for file, line in places]
        mine = [one for one in told if one[0][0] == self._project]
        if (lacking := _lacking(error)) is not None:
            return self._lacks(*lacking, told)
        if not isinstance(error, TemplateError):
            # What fails under Beleg's own templates alone is no fault of theirs.
            told = mine
        if not told:
            return None
        reason = _reason(error)
        if mine and mine[-1] != told[-1]:
            # Beleg's own file fails on what it was given, or not given, by the project's.
            (_, name), line = told[-1]
            reason, told = f"{reason}, in Beleg's own {name}:{line}", mine
        (folder, name), line = told[-1]
        return RenderError(f"template fails: {reason}", path=f"{folder.name}/{name}", line=line, hint=_HINT)

    def _lacks(self, module: str, name: str, told: Sequence[tuple[tuple[Path, str], int]]) -> RenderError:
        """What is said of a file that others import something from which it does not have."""
        folder = next((one for one in self.folders if (one / module).is_file()), self.folders[-1])
        asks = f"; {told[-1][0][1]}:{told[-1][1]} asks for it" if told else ""
        hint = f"Put it in as Beleg's own {module} has it; without the file that is used"
        return RenderError(f"has no `{name}`{asks}", path=f"{folder.name}/{module}", hint=hint)

    def _place(self, file: str | None) -> tuple[Path, str]:
        """The folder and the name of a template's file."""
        for folder in self.folders:
            if file is not None and Path(file).is_relative_to(folder):
                return folder, Path(file).relative_to(folder).as_posix()
        derived = (folder for folder in self.folders if (folder / DERIVED_FROM).is_file())
        return next(derived, self.folders[-1]), DERIVED_FROM


# What Jinja says of an object of ours.
_NO_ATTRIBUTE: Final = re.compile(r"'(beleg\.[\w.]+) object' has no attribute '(\w+)'")
# What it says of a template that others import.
_NO_NAME: Final = re.compile(r"'jinja2\.environment\.TemplateModule object' has no attribute '(\w+)'")
# So many of the things that are missing are named.
_NAMED: Final = 3


def _number(messages: Sequence[str]) -> str:
    return "1 message" if len(messages) == 1 else f"{len(messages)} messages"


def _some(things: Sequence[str]) -> str:
    named = ", ".join(repr(one) for one in things[:_NAMED])
    return f"{named} and {len(things) - _NAMED} more" if len(things) > _NAMED else named


def _places(trace: TracebackType | None) -> Iterator[tuple[str | None, int]]:
    """File and line of each template on the way to an error, the innermost last."""
    for frame, line in walk_tb(trace):
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.filename, template.get_corresponding_lineno(line)
        elif "__jinja_exception__" in frame.f_globals:
            # Jinja has put the template's own file and line in the place of the compiled code's.
            yield frame.f_code.co_filename, line
        elif isinstance(macro := frame.f_locals.get("self"), Macro):
            # Called with what it does not take, it fails before its own code runs.
            made = macro._func  # noqa: SLF001 - Jinja tells of its place nowhere else
            template = made.__globals__.get("__jinja_template__")
            if template is not None:
                yield template.filename, template.get_corresponding_lineno(made.__code__.co_firstlineno)


def _lacking(error: Exception) -> tuple[str, str] | None:
    """The file that others import from, and what it does not have; None if that is not what is wrong."""
    if isinstance(error, AttributeError) and isinstance(error.obj, TemplateModule):
        return str(error.obj.__name__), str(error.name)
    told = _NO_NAME.fullmatch((error.message or "") if isinstance(error, UndefinedError) else "")
    if told is None:
        return None
    for _, value in _variables(error.__traceback__):
        if isinstance(value, TemplateModule) and not hasattr(value, told[1]):
            return str(value.__name__), told[1]
    return None


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it extends or includes itself without end"
    if isinstance(error, TemplateNotFound):
        return f"there is no template {error.name!r}"
    if isinstance(error, UndefinedError) and (gap := _no_gap(error)):
        return gap
    return (error.message or "").rstrip(".") if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"


def _no_gap(error: UndefinedError) -> str | None:
    """What to say of a misspelt gap, with those that are spelt nearly so; None if it is something else."""
    told = _NO_ATTRIBUTE.fullmatch(error.message or "")
    if told is None:
        return None
    kind, gap = told.groups()
    for variable, value in _variables(error.__traceback__):
        if f"{type(value).__module__}.{type(value).__name__}" == kind and not hasattr(type(value), gap):
            near = get_close_matches(gap, [name for name in dir(value) if not name.startswith("_")])
            there = " and ".join(f"`{variable}.{name}`" for name in near)
            return f"there is no gap `{variable}.{gap}`" + (f", but {there}" if there else "")
    return f"there is no gap `{gap}`"


def _variables(trace: TracebackType | None) -> Iterator[tuple[str, object]]:
    """The variables of the templates on the way to an error, those of the innermost first."""
    for frame, _ in reversed(list(walk_tb(trace))):
        if "__jinja_template__" in frame.f_globals or "__jinja_exception__" in frame.f_globals:
            # Compiled code calls `s` l_1_s.
            yield from ((re.sub(r"\Al_\d+_", "", name), value) for name, value in frame.f_locals.items())
