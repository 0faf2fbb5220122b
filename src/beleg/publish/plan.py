"""What is sent, what stays, what is deleted: the site that is there, held against what a target's manifest names."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Final

from beleg.errors import PublishError
from beleg.render.folder import MANIFEST

# So many files are named in a message.
_NAMED: Final = 5
# What a site's file is by its ending: the type that a storage gives out with it.
TYPES: Final = {
    "atom.xml": "application/atom+xml; charset=utf-8",
    "feed.json": "application/feed+json; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".jsonl": "application/x-ndjson; charset=utf-8",
    ".opml": "text/x-opml; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml; charset=utf-8",
}
# A name that changes with what the file holds: style.0f3a9c1b.css, pagefind/fragment/de_1a2b3c4.pf_fragment.
# A story's page is called by its identifier, which looks alike.
_HASHED = re.compile(r"[._-][0-9a-f]{7,64}\.(?:css|js|svg|png|jpg|webp|woff2|wasm|pf_\w+)\Z")
# What names other files of the site, and is what readers and machines begin with.
_INDEX = re.compile(
    r"(?:atom\.xml|feed\.json|\.opml|\.txt|/pagefind-entry\.json)\Z|\A(?:[^/]+/)?[^/]+\.xml\Z|\A(?:[^/]+/)?(?:index|editions)\.html\Z"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The site as it was built, and what a target wants beside it."""

    # `public/`.
    folder: Path
    # SHA-256 of each file, by its path with forward slashes.
    digests: Mapping[str, str]
    # The bytes of files that are not in the folder.
    extra: Mapping[str, bytes] = field(default_factory=dict)

    def read(self, path: str) -> bytes:
        """A file's bytes, the very ones that were built.

        Raises:
            PublishError: It can't be read, or was changed since.
        """
        if path in self.extra:
            return self.extra[path]
        try:
            data = (self.folder / path).read_bytes()
        except OSError as error:
            raise PublishError(
                f"can't be read: {(error.strerror or str(error)).lower()}", path=f"{self.folder.name}/{path}",
                hint="Run `beleg build`, then publish again",
            ) from error  # fmt: skip
        if sha256(data).hexdigest() != self.digests[path]:
            raise PublishError(
                "is not as it was built", path=f"{self.folder.name}/{path}",
                hint="Run `beleg build`, then publish again; what you want otherwise belongs into templates/",
            )  # fmt: skip
        return data

    def size(self, path: str) -> int:
        """How many bytes a file has; 0 for one that is missing, which `read` will tell."""
        if path in self.extra:
            return len(self.extra[path])
        with suppress(OSError):
            return (self.folder / path).stat().st_size
        return 0

    def with_extra(self, extra: Mapping[str, bytes]) -> Site:
        """The site with further files.

        Raises:
            PublishError: It has a file of such a name.
        """
        for path in extra:
            if path in self.digests:
                raise PublishError("this file belongs to the target, and the site has one of that name", path=path)
        digests = {**self.digests, **{path: sha256(data).hexdigest() for path, data in extra.items()}}
        return Site(folder=self.folder, digests=digests, extra={**self.extra, **extra})


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a sending does; each file once, in the order of their paths."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    unchanged: tuple[str, ...]
    # Of all that is sent.
    size: int

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.added or self.changed or self.deleted)

    @property
    def sent(self) -> tuple[str, ...]:
        return (*self.added, *self.changed)


def built_site(folder: Path) -> Site:
    """The site as `beleg build` left it.

    Raises:
        PublishError: There is none, or its manifest is damaged.
    """
    file = folder / MANIFEST
    try:
        data = file.read_bytes()
    except OSError as error:
        raise PublishError(
            f"there is no site in {folder.name}/", path=f"{folder.name}/{MANIFEST}", hint="Run `beleg build` first"
        ) from error  # fmt: skip
    listed = manifest(data, f"{folder.name}/{MANIFEST}")
    digests = {path: digest for path, digest in listed.items() if digest is not None}
    return Site(folder=folder, digests=digests)


def manifest(data: bytes, shown: str) -> dict[str, str | None]:
    """What a manifest names: each file of ours with its digest; None where a sending that broke off may have left anything.

    Args:
        data: Its bytes.
        shown: What messages call it.

    Raises:
        PublishError: It is damaged, or names what can't be a file of a site.
    """
    with suppress(ValueError, RecursionError):
        found = json.loads(data)
        if isinstance(found, dict) and all(_is_path(path) and isinstance(one, str | None) for path, one in found.items()):  # fmt: skip
            return found
    raise PublishError(
        "is damaged: it no longer tells which files there were sent by Beleg", path=shown,
        hint="Put it back from a copy, or empty the place of what Beleg put there; nothing was sent",
    )  # fmt: skip


def listing(files: Mapping[str, str | None]) -> bytes:
    """A manifest's bytes."""
    return json.dumps(dict(sorted(files.items())), indent=0).encode() + b"\n"


def plan(site: Site, there: Mapping[str, str | None], present: Collection[str], place: str) -> Plan:
    """What has to be done so that a target holds the site.

    Args:
        site: What it shall hold.
        there: What its manifest names, by path; None for the digest of a file that has to be sent whatever it is.
        present: All files that are there, whoever put them there.
        place: What messages call the target.

    Raises:
        PublishError: Files of somebody else stand where files of the site belong.
    """
    _refuse_foreign(site.digests, [path for path in present if path not in there and path != MANIFEST], place)
    added: list[str] = []
    changed: list[str] = []
    unchanged: list[str] = []
    for path, digest in sorted(site.digests.items()):
        if path not in present:
            added.append(path)
        else:
            (unchanged if there.get(path) == digest else changed).append(path)
    deleted = sorted(path for path in there if path not in site.digests and path in present)
    return Plan(
        added=tuple(added), changed=tuple(changed), deleted=tuple(deleted), unchanged=tuple(unchanged),
        size=sum(site.size(path) for path in (*added, *changed)),
    )  # fmt: skip


def refuse_unknown(present: Collection[str], place: str, *, shared: bool) -> None:
    """Let pass a target without a manifest that is empty, or said to hold other files, too.

    Raises:
        PublishError: It holds files, and none of them was sent by Beleg.
    """
    if present and not shared:
        raise PublishError(
            f"holds {_number(present)} ({_some(present)}), and none of them was sent by Beleg; nothing was sent", path=place,
            hint="Choose an empty place; or, if the site shall stand beside them, write shared = true below the target",
        )  # fmt: skip


def groups(planned: Plan) -> list[tuple[str, ...]]:
    """What is sent, in groups: each may be sent in any order, and none before those that stand ahead of it.

    Assets come first. Then what is new, which nothing leads to yet: pages before indexes. Then what is changed, which
    leads to it, pages before indexes again, the first page of all at last. So whatever readers find leads somewhere.
    """
    added = set(planned.added)

    def rank(path: str) -> tuple[int, ...]:
        new = path in added
        if path == "index.html":
            return (3,)
        if _INDEX.search(path):
            return (1 if new else 2, 1)
        return (1 if new else 2, 0) if path.endswith(".html") else (0, int(not new))

    return [tuple(group) for _, group in groupby(sorted(planned.sent, key=lambda path: (rank(path), path)), key=rank)]


def media_type(path: str) -> str:
    """The type of a site's file, with its encoding."""
    return next((kind for ending, kind in TYPES.items() if path.endswith(ending)), "application/octet-stream")


def caching(path: str) -> str:
    """How long readers' programs may keep a file: for ever if its name tells what it holds; else they ask again."""
    return "public, max-age=31536000, immutable" if _HASHED.search(path) else "no-cache"


def _refuse_foreign(paths: Collection[str], foreign: Collection[str], place: str) -> None:
    ours = {str(folder) for path in paths for folder in PurePosixPath(path).parents}.union(paths, {MANIFEST})
    inside = [path for path in foreign if any(str(folder) in paths for folder in PurePosixPath(path).parents)]
    clash = sorted({*(path for path in foreign if path in ours), *inside})
    if clash:
        raise PublishError(
            f"{_number(clash)} there, which Beleg did not send, stand where the site has pages or folders: {_some(clash)}; nothing was sent",
            path=place, hint="Move them away or delete them, then publish again",
        )  # fmt: skip


def _is_path(path: str) -> bool:
    """Whether a path names a file inside of the site, on any system."""
    parts = path.split("/")
    return not any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts) and ":" not in parts[0]


def _number(files: Collection[str]) -> str:
    return "1 file" if len(files) == 1 else f"{len(files):,} files"


def _some(files: Iterable[str]) -> str:
    found = sorted(files)
    more = f" and {len(found) - _NAMED:,} more" if len(found) > _NAMED else ""
    return f"{', '.join(found[:_NAMED])}{more}"
