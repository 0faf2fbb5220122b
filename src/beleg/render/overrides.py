"""A project's own templates, held against Beleg's: which stand in for which, and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, TypeAlias

from babel.messages.mofile import read_mo
from jinja2 import Environment, TemplateError, nodes

from beleg.errors import BelegError, RenderError
from beleg.render import catalogs
from beleg.render.environment import BELEGS, Environments

State: TypeAlias = Literal["shipped", "overridden", "own"]
# Only these are templates; other files are used as they are.
_TEMPLATES: Final = (".html", ".txt")
_MACROS: Final = ".jinja"
# Kept beside Beleg's own for whoever works on them.
_NO_TEMPLATES: Final = ("README.md", "facts/README.md", "messages.pot")
# Of these a file of one's own has only what differs; Beleg's completes it.
_COMPLETED: Final = ("facts/", "locales/")


@dataclass(frozen=True, kw_only=True, slots=True)
class Override:
    """A file of the folder of templates."""

    # Below the folder, with forward slashes.
    name: str
    # "own" for a file that Beleg has none of.
    state: State
    # What Beleg's file of that name has and it does not: messages, gaps, macros, blocks.
    messages: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    # Why it can't be used, or is not; empty if it is in order. With the line, where that is known.
    wrong: str = ""
    line: int | None = None
    # Whether Beleg's own completes what it leaves out.
    completed: bool = False


def overrides(environments: Environments) -> list[Override]:
    """Every file, Beleg's and a project's own, by name."""
    *own, shipped = environments.folders
    environment = environments.environment("en")
    # Those of an edition, which names are looked up in.
    environment.filters |= {"called": str, "named": str}
    theirs = set(_files(shipped))
    mine = set(_files(own[0])) if own else set()
    used = _used(environment, mine)
    found = []
    for name in sorted(theirs | {_source_of(one) for one in mine}):
        if name in mine:
            found.append(_compared(environments, environment, name, theirs, used))
        else:
            found.append(Override(name=name, state="shipped"))
    return found


def _files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in _NO_TEMPLATES and not any(part.startswith(".") for part in path.parts[-2:]):
            # A wheel carries catalogs compiled.
            yield _source_of(name)


def _source_of(name: str) -> str:
    return f"{name.removesuffix('.mo')}.po" if name.startswith("locales/") and name.endswith(".mo") else name


def _compared(
    environments: Environments, environment: Environment, name: str, theirs: set[str], used: set[str]
) -> Override:  # fmt: skip
    state: State = "overridden" if name in theirs else "own"
    completed = state == "overridden" and name.startswith(_COMPLETED)
    if not name.endswith((*_TEMPLATES, _MACROS)):
        wrong = (
            _unused(name, theirs) if state == "own" and name.startswith(_COMPLETED) and not _is_catalog(name) else ""
        )
        return Override(name=name, state=state, completed=completed or _is_catalog(name), wrong=wrong)
    try:
        mine = _Parts(environment, name)
        if completed:
            return Override(name=name, state=state, completed=True)
        if state == "own":
            return Override(name=name, state=state, wrong="" if name in used else _unused(name, theirs))
        belegs = _Parts(environment, BELEGS + name)
    except (TemplateError, BelegError) as error:
        told = environments.fault(error) or error
        wrong = told.message if isinstance(told, BelegError) else str(told)
        return Override(name=name, state=state, wrong=wrong, line=getattr(told, "line", None))
    extends_belegs = BELEGS + name in mine.parents
    return Override(
        name=name, state=state,
        # What extends Beleg's own of that name has all that it does not say otherwise.
        messages=() if extends_belegs else _without(belegs.messages, mine.messages),
        variables=() if extends_belegs else _lacking(belegs.variables, mine.variables),
        macros=() if extends_belegs else _without(belegs.macros, mine.macros),
        blocks=() if extends_belegs else _without(belegs.blocks, mine.blocks),
    )  # fmt: skip


def _is_catalog(name: str) -> bool:
    """Whether messages of a locale stand in it; those of Latin Serbian have no file of Beleg's."""
    known = {*catalogs.WRITTEN, *catalogs.ORIGINS}
    return name in {f"locales/{locale}/LC_MESSAGES/messages.po" for locale in known}


def _unused(name: str, theirs: Iterable[str]) -> str:
    near = get_close_matches(name, list(theirs), 1)
    return "nothing uses it" + (f"; did you mean {near[0]}?" if near else "")


def _used(environment: Environment, mine: Iterable[str]) -> set[str]:
    """The names that a project's own templates extend, include or import."""
    found: set[str] = set()
    for name in mine:
        if name.endswith((*_TEMPLATES, _MACROS)):
            try:
                found |= _Parts(environment, name).parents
            except (TemplateError, BelegError):
                # It is told for itself.
                continue
    return found


def _without(belegs: Sequence[str], mine: Sequence[str]) -> tuple[str, ...]:
    return tuple(one for one in belegs if one not in mine)


def _lacking(belegs: Sequence[str], mine: Sequence[str]) -> tuple[str, ...]:
    """What Beleg's shows and the other does not, however it calls the thing that has it: `s.headline`."""
    there = {one.rpartition(".")[2] for one in mine}
    return tuple(one for one in belegs if one.rpartition(".")[2] not in there)


class _Parts:
    """What a template is made of."""

    def __init__(self, environment: Environment, name: str) -> None:
        assert environment.loader is not None, "environments are made with one"
        source, file, _ = environment.loader.get_source(environment, name)
        # An unknown filter is found only here.
        environment.compile(source, name, file)
        tree = environment.parse(source, name, file)
        self.blocks = tuple(dict.fromkeys(one.name for one in tree.find_all(nodes.Block)))
        self.macros = tuple(dict.fromkeys(one.name for one in tree.find_all(nodes.Macro)))
        named = [
            *(one.template for one in tree.find_all(nodes.Extends)),
            *(one.template for one in tree.find_all(nodes.Include)),
            *(one.template for one in tree.find_all(nodes.Import)),
            *(one.template for one in tree.find_all(nodes.FromImport)),
        ]
        self.parents = {one.value for one in named if isinstance(one, nodes.Const)}
        modules = {one.target for one in tree.find_all(nodes.Import)}
        gaps = (
            f"{one.node.name}.{one.attr}"
            for one in tree.find_all(nodes.Getattr)
            if isinstance(one.node, nodes.Name) and one.node.name not in modules | {"loop"}
        )
        self.variables = tuple(dict.fromkeys(gaps))
        self.messages = tuple(dict.fromkeys(catalogs.messages_of(source)))


def copy(environments: Environments, name: str, project: Path) -> Path:
    """Put one of Beleg's own files into a project's folder of templates.

    Args:
        environments: Where Beleg's own files are.
        name: As `overrides` calls it.
        project: The project's folder.

    Returns:
        The new file.

    Raises:
        RenderError: There is no such file, the project has it already, or it can't be written.
    """
    shipped = environments.folders[-1]
    known = set(_files(shipped))
    if name not in known:
        near = get_close_matches(name, sorted(known), 1)
        raise RenderError(
            f"Beleg has no template {name!r}",
            hint=f"Did you mean {near[0]}? `beleg templates` lists them" if near else "`beleg templates` lists them",
        )
    path = project / "templates" / name
    if path.resolve().is_relative_to(shipped.resolve()):
        raise RenderError(
            "these are Beleg's own templates", path="templates", hint="Copy them in a project of your own"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:
            stream.write(_data(shipped, name))
    except FileExistsError as error:
        raise RenderError(
            "is there already", path=f"templates/{name}", hint="It was left as it is; move it away to begin anew"
        ) from error
    except OSError as error:
        raise RenderError(
            f"can't be written: {(error.strerror or str(error)).lower()}", path=f"templates/{name}", hint="Give access, then try again"
        ) from error  # fmt: skip
    return path


def _data(folder: Path, name: str) -> bytes:
    """A file of Beleg's own; of a catalog that only lies there compiled, what it was compiled from."""
    path = folder / name
    if path.is_file():
        return path.read_bytes()
    with path.with_suffix(".mo").open("rb") as stream:
        return catalogs.written(read_mo(stream))
