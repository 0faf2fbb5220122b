"""A folder of this machine: the new site takes the place of the old one in one step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from beleg.errors import ProjectError, PublishError
from beleg.publish.plan import Plan, Site, manifest, plan, refuse_unknown
from beleg.publish.targets import FolderTarget
from beleg.render.folder import MANIFEST, Same, replace_site

# What stands in the project's folder and is no place for a site; `public/` is where it comes from.
_OWN = ("sources", "archive", "public", "templates", ".beleg", ".git")


def send(target: FolderTarget, site: Site, project: Path, *, dry_run: bool = False) -> Plan:
    """Put a site into a folder, whole or not at all; files of others in it stay.

    Args:
        target: The folder.
        site: What it shall hold.
        project: The project's folder, from which a relative path leads.
        dry_run: Whether nothing is written.

    Returns:
        What was done, or would be.

    Raises:
        PublishError: The folder is somebody else's, a part of the project, or can't be written.
    """
    out = _folder(target, project)
    try:
        present = dict(_files(out))
        planned = _planned(target, site, out, present)
        if not dry_run and not planned.idle:
            for path in planned.sent:
                site.read(path)
            replace_site(out, _written(site, set(planned.sent)), _as_built, adopt=target.shared)
    except ProjectError as error:
        raise PublishError(error.message, path=error.path, hint=error.hint) from error
    except OSError as error:
        raise PublishError(
            f"can't be published to: {(error.strerror or str(error)).lower()}", path=str(error.filename or out),
            hint="The old site is as it was; give access, then publish again",
        ) from error  # fmt: skip
    return planned


def _folder(target: FolderTarget, project: Path) -> Path:
    """Where the site shall stand.

    Raises:
        PublishError: There it would be in the way.
    """
    try:
        out = (project / Path(target.path).expanduser()).resolve()
    except RuntimeError as error:
        raise PublishError(f"nobody knows where this is: {error}", path=target.path) from error
    whole = project.resolve()
    if whole.is_relative_to(out) or any(out.is_relative_to((whole / name).resolve()) for name in _OWN):
        raise PublishError(
            "is a part of the project, or the project a part of it", path=target.path,
            hint="Choose a folder of its own for what readers see",
        )  # fmt: skip
    return out


def _planned(target: FolderTarget, site: Site, out: Path, present: dict[str, Path]) -> Plan:
    there: dict[str, str | None] = {}
    if MANIFEST in present:
        there.update(manifest(present[MANIFEST].read_bytes(), str(out / MANIFEST)))
    elif out.is_dir():
        refuse_unknown(present, target.path, shared=target.shared)
    elif os.path.lexists(out):
        raise PublishError("is a file", path=target.path, hint="Move it away, or choose another folder")
    elif not out.parent.is_dir():
        raise PublishError(
            "the folder in which it should be made is not there", path=target.path,
            hint=f"Make {out.parent}, or correct the path",
        )  # fmt: skip
    for path, digest in there.items():
        # Somebody may have changed a page by hand; a link in its place is none of ours.
        if path in present and digest == site.digests.get(path) and not _holds(present[path], digest):
            there[path] = None
    return plan(site, there, present, target.path)


def _holds(file: Path, digest: str | None) -> bool:
    return not file.is_symlink() and sha256(file.read_bytes()).hexdigest() == digest


def _files(out: Path) -> Iterator[tuple[str, Path]]:
    """All files below a folder, and links, by path."""

    def fail(error: OSError) -> None:
        raise error

    if out.is_dir():
        for folder, names, files in os.walk(out, onerror=fail):
            place = Path(folder)
            for name in (*files, *(name for name in names if (place / name).is_symlink())):
                yield (place / name).relative_to(out).as_posix(), place / name


def _as_built(new: Path) -> None:
    """Nothing is left to check: each file was held against its digest when it was read."""


def _written(site: Site, sent: set[str]) -> Iterator[tuple[str, bytes | Same]]:
    for path, digest in site.digests.items():
        yield path, site.read(path) if path in sent else Same(digest)
