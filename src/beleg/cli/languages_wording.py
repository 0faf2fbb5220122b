"""`beleg languages --wording`: what the wordings of each locale make of sample facts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from beleg.cli.console import here
from beleg.errors import ProjectError
from beleg.project import own_templates
from beleg.render.environment import Environments
from beleg.render.proofreading import Proof, proofs, shown


def wordings(locales: Collection[str], kinds: Collection[str]) -> dict[str, list[Proof]]:
    """What each locale makes of the samples of some kinds, or of all; in a project, with the project's own templates.

    Raises:
        RenderError: The templates can't be read.
    """
    environments = Environments(_templates())
    return {locale: list(proofs(environments, locale, kinds)) for locale in locales}


def _templates() -> Path | None:
    """The templates of the project around the working directory; None where there is none, or none of its own."""
    try:
        return own_templates(here())
    except ProjectError:
        return None


def show(found: dict[str, list[Proof]]) -> None:
    """Print them, a locale after the other."""
    for locale, all_ in found.items():
        click.echo(f"=== {locale}: {len(all_)} samples\n")
        for proof in all_:
            click.echo(f"{shown(proof)}\n")


def as_data(found: dict[str, list[Proof]]) -> dict[str, Any]:
    """The same for machines."""
    return {
        locale: [
            {"wording": one.sample.name, "kind": one.sample.kind, "quotes": list(one.sample.quotes)}
            | {key: value for key, value in asdict(one).items() if key not in {"sample", "worded_by"}}
            for one in all_
        ]
        for locale, all_ in found.items()
    }
