"""A site to one of its targets, whichever kind it is."""

from __future__ import annotations

from pathlib import Path

from beleg.publish import branch, folder, storage
from beleg.publish.plan import Plan, Site
from beleg.publish.targets import FolderTarget, GitTarget, Target


def send(target: Target, site: Site, project: Path, *, edition: str, day: str, dry_run: bool = False) -> Plan:
    """Send a site to a target, or only plan it.

    Args:
        target: Where to.
        site: What was built.
        project: The project's folder.
        edition: The newest published edition.
        day: ISO 8601 day of its publication.
        dry_run: Whether nothing is sent.

    Returns:
        What was done, or would be.

    Raises:
        PublishError: It can't be done; readers see the old edition, the new one, or, in a storage, links that all lead
            somewhere.
    """
    match target:
        case FolderTarget():
            return folder.send(target, site, project, dry_run=dry_run)
        case GitTarget():
            return branch.send(target, site, project, edition=edition, day=day, dry_run=dry_run)
        case _:
            return storage.send(target, site, dry_run=dry_run)
