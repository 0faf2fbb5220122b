"""Gaps that a project's own wordings of facts leave out, so that a part of what a quote says would get lost unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from jinja2 import Environment, nodes

from beleg.records import Problem
from beleg.render.environment import BELEGS, DERIVED_FROM, Environments
from beleg.render.macros import source

_NAMES: Final = "names names_or names_nor names_and_nouns"
# Gaps, and those that hold the same or more in another form: a language may want another one than Beleg's sentence.
_HELD: Final = tuple(
    (frozenset(gaps.split()), frozenset(by.split()))
    for gaps, by in (
        (f"{_NAMES} named", f"{_NAMES} named"),
        ("subject also also_names versions versioned product payer", f"{_NAMES} about"),
        ("also also_names", "also also_names"),
        ("nouns", "names_and_nouns"),
        ("terms of_terms", "terms of_terms"),
        ("value amount by", "value amount by"),
        ("date on since until of", "date on since until of"),
        ("noun done", "noun done"),
    )
)
# They hold nothing: words bend by them.
_HOLD_NOTHING: Final = frozenset({"several", "future"})
# What asks for a word of the quote: each word is a gap of its own.
_ASK: Final = frozenset({"says", "marked"})


def dropped(environments: Environments, locales: Iterable[str]) -> Iterator[Problem]:
    """A warning for each macro of a project's own that does not say what Beleg's own of that name says of a fact."""
    folder, *others = environments.folders
    files = dict.fromkeys(DERIVED_FROM if one == "sr-Latn" else f"facts/{one}.jinja" for one in locales)
    for path in files if others else ():
        if not (folder / path).is_file():
            continue
        environment = environments.environment("en")
        belegs, own = _macros(environment, BELEGS + path), _macros(environment, path)
        for name, macro in own.items():
            if name not in belegs or _is_empty(macro):
                continue
            if gaps := _lost(_of_first(belegs[name], belegs), _of_first(macro, own)):
                told = " and no ".join(f"`{macro.args[0].name}.{gap}`" for gap in gaps)
                yield Problem(
                    path=f"{folder.name}/{path}", line=macro.lineno, severity="warning",
                    message=f"`{name}` says no {told}, as Beleg's own does: what it holds gets lost",
                    hint="Put it in, or leave the macro empty, so that the quote is shown",
                )  # fmt: skip


def _macros(environment: Environment, path: str) -> dict[str, nodes.Macro]:
    """The macros of a file that others call, and those that they call, by name."""
    return {one.name: one for one in environment.parse(source(environment, path)).find_all(nodes.Macro)}


def _is_empty(macro: nodes.Macro) -> bool:
    return all(
        isinstance(part, nodes.TemplateData) and not part.data.strip()
        for node in macro.body
        for part in (node.nodes if isinstance(node, nodes.Output) else [node])
    )


def _lost(belegs: frozenset[str] | None, own: frozenset[str] | None) -> list[str]:
    """What the one reads and the other has in no form."""
    if belegs is None or own is None:
        return []
    held = {gap.lower() for gap in own}
    return sorted(
        gap
        for gap in belegs - _HOLD_NOTHING
        if gap.lower() not in held and not any(gap.lower() in gaps and held & by for gaps, by in _HELD)
    )


def _of_first(macro: nodes.Macro, macros: Mapping[str, nodes.Macro]) -> frozenset[str] | None:
    """What a macro reads of its first argument; None if that can't be told from its file."""
    if macro.name.startswith("_") or not macro.args:
        return None
    found: set[str] = set()
    whole = _Reader(macros, found).read(macro.body, macro.args[0].name, (macro.name,))
    # What texts have as well, such as `split`, is none of a fact.
    return frozenset(gap for gap in found if not hasattr(str, gap)) if whole else None


class _Reader:
    """Goes through macros, and notes what is read of an argument."""

    def __init__(self, macros: Mapping[str, nodes.Macro], found: set[str]) -> None:
        self._macros = macros
        self._found = found

    def read(self, body: Iterable[nodes.Node], name: str, called: tuple[str, ...]) -> bool:
        """Whether all that is read of the argument was found; `called` are the macros on the way."""
        return all(self._read(node, name, called) for node in body)

    def _read(self, node: nodes.Node, name: str, called: tuple[str, ...]) -> bool:
        children = list(node.iter_child_nodes())
        if isinstance(node, nodes.Name):
            # It goes somewhere else as a whole.
            return node.name != name
        if isinstance(node, nodes.Getattr) and _is(node.node, name):
            self._found.add(node.attr)
            return True
        if isinstance(node, nodes.Getitem) and _is(node.node, name) and isinstance(node.arg, nodes.Const):
            self._found.add(str(node.arg.value))
            return True
        if isinstance(node, nodes.Call):
            if asked := _asked(node, name):
                self._found.add(asked)
                return True
            if isinstance(node.node, nodes.Name) and node.node.name in self._macros:
                return self._call(node, self._macros[node.node.name], name, called)
        return self.read(children, name, called)

    def _call(self, node: nodes.Call, macro: nodes.Macro, name: str, called: tuple[str, ...]) -> bool:
        parameters = [one.name for one in macro.args]
        given = [*zip(parameters, node.args, strict=False), *((one.key, one.value) for one in node.kwargs)]
        whole = len(given) == len(node.args) + len(node.kwargs)
        for parameter, value in given:
            if not _is(value, name):
                whole &= self._read(value, name, called)
            elif macro.name not in called:
                whole &= self.read(macro.body, parameter, (*called, macro.name))
        return whole


def _is(node: nodes.Node, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def _asked(node: nodes.Call, name: str) -> str | None:
    """`says("still")` for a call that asks the argument for a word."""
    function = node.node
    if not (isinstance(function, nodes.Getattr) and _is(function.node, name) and function.attr in _ASK):
        return None
    words = [one.value for one in node.args if isinstance(one, nodes.Const)]
    return f'{function.attr}("{words[0]}")' if words else None
