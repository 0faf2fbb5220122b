"""What `beleg publish` sends, and how it tells that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import click

from beleg.cli.console import one_line, plural, sentences, tell
from beleg.errors import PublishError
from beleg.pipeline import Built, note_built, publish_pages, was_built
from beleg.project import Project
from beleg.publish.plan import Plan, built_site
from beleg.publish.targets import Target, place, read_targets, veil

# So many files of a kind are named; `--json` names all.
_NAMED = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """What came of sending to one target."""

    target: Target
    # None if it failed.
    plan: Plan | None
    error: PublishError | None = None
    dry_run: bool = False

    @property
    def failed(self) -> bool:
        return self.error is not None


def chosen(project: Project, names: Sequence[str]) -> tuple[Target, ...]:
    """The targets that are named, each once; all of them where none is.

    Raises:
        BadParameter: There is no target of a name.
        PublishError: What is said of targets is wrong.
    """
    targets, problems = read_targets(project.folder / "sources")
    if problems:
        tell(problems)
        raise PublishError(
            "the targets can't be used as they are written", path="sources/beleg.toml",
            hint="Correct what is named above; nothing was recorded or sent",
        )  # fmt: skip
    for name in names:
        if name not in targets:
            near = get_close_matches(name, targets, 1)
            known = f"did you mean {near[0]}?" if near else f"known are {', '.join(targets)}." if targets else ""
            raise click.BadParameter(
                f"no target is called {name!r}; {known or 'sources/beleg.toml has no table [publish.NAME].'}",
                param_hint="TARGET",
            )
    return tuple(targets[name] for name in dict.fromkeys(names or targets))


def make_ready(project: Project, built: Built, wanted: str | None, *, yes: bool, dry_run: bool, sends: bool) -> None:
    """See to it that public/ shows what is published.

    Args:
        project: Whose site it is.
        built: What is published.
        wanted: The period that was asked for.
        yes: Whether it may be published unseen; what is sent is then built.
        dry_run: Whether nothing is published.
        sends: Whether there is a target.

    Raises:
        PublishError: It shows something else.
    """
    if was_built(project, built):
        return
    if dry_run:
        if sends:
            click.echo("notice: public/ does not show this edition yet; the plan is of what it shows now.", err=True)
    elif not yes:
        raise PublishError(
            "public/ does not show what would be published: something has changed since it was built, or it never was",
            hint="Run `beleg build`, look at it, then publish; or publish unseen with --yes",
        )
    elif sends:
        publish_pages(project, built.draft, built.published)
        note_built(project, built, wanted)


def send_all(
    project: Project, targets: Iterable[Target], edition: str, day: str, *, dry_run: bool, as_json: bool
) -> list[Sent]:  # fmt: skip
    """Send the site to some targets, one after the other, and tell what came of each.

    Args:
        project: Whose site it is.
        targets: Where to.
        edition: The newest published edition.
        day: ISO 8601 day on which it was published.
        dry_run: Whether it is only planned.
        as_json: Whether the plans are printed for machines elsewhere.
    """
    return [_send(project, target, edition, day, dry_run=dry_run, as_json=as_json) for target in targets]


def _send(project: Project, target: Target, edition: str, day: str, *, dry_run: bool, as_json: bool) -> Sent:
    from beleg.publish.sending import send  # noqa: PLC0415 - loaded only if there is a target

    try:
        site = built_site(project.folder / "public")
        plan = send(target, site, project.folder, edition=edition, day=day, dry_run=dry_run)
    except PublishError as error:
        click.echo(one_line(f"error: target {target.name}: {sentences(veil(str(error), target))}"), err=True)
        return Sent(target=target, plan=None, error=error, dry_run=dry_run)
    if dry_run and not as_json:
        for line in _lines(plan):
            click.echo(f"{target.name}: {line}")
    click.echo(_summary(target, plan, dry_run=dry_run), err=True)
    return Sent(target=target, plan=plan, dry_run=dry_run)


def as_json(sent: Iterable[Sent]) -> dict[str, Any]:
    """What came of sending, for machines; nothing where nothing was to be sent."""
    rows = [
        {"target": one.target.name, "place": place(one.target), "sent": one.plan is not None and not one.dry_run}
        | ({"error": veil(str(one.error), one.target)} if one.error else {})
        | (_row(one.plan) if one.plan else {})
        for one in sent
    ]
    return {"targets": rows} if rows else {}


def _row(plan: Plan) -> dict[str, Any]:
    return {
        "added": list(plan.added), "changed": list(plan.changed), "deleted": list(plan.deleted),
        "unchanged": len(plan.unchanged), "bytes": plan.size,
    }  # fmt: skip


def _lines(plan: Plan) -> Iterable[str]:
    for mark, paths in (("+", plan.added), ("~", plan.changed), ("-", plan.deleted)):
        for path in paths[:_NAMED]:
            yield f"{mark} {one_line(path)}"
        if len(paths) > _NAMED:
            yield f"{mark} and {len(paths) - _NAMED:,} more (--json names all)"


def _summary(target: Target, plan: Plan, *, dry_run: bool) -> str:
    counted = (
        f"{len(plan.added):,} added, {len(plan.changed):,} changed, {len(plan.deleted):,} deleted, "
        f"{len(plan.unchanged):,} unchanged"
    )
    where = f"{target.name} ({place(target)})"
    if dry_run:
        return f"Would send to {where}: {counted}; {plural(plan.size, 'byte')}. Nothing was sent."
    return f"Nothing to send to {where}: it has all of it." if plan.idle else f"Sent to {where}: {counted}; {plural(plan.size, 'byte')}."  # fmt: skip
