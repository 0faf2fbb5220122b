"""`beleg add FILE`: an article file into `sources/`, if it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from beleg.errors import FeedError, IngestError
from beleg.ingest.files import content, spelled
from beleg.ingest.folders import MEDIA_TYPES
from beleg.ingest.settings import Publisher
from beleg.ingest.slugs import slug
from beleg.records import Article, Document


@dataclass(frozen=True, kw_only=True, slots=True)
class Added:
    """What `beleg add` did, and recognised."""

    # As it will be read from `sources/`; its `id` is the new path below it.
    article: Article
    # Whether the same bytes lay there already, so that nothing was written.
    existed: bool
    # What neither the file nor its front matter says: "title", "publisher", "published", "url".
    missing: tuple[str, ...]


def add_file(sources: Path, file: Path, publishers: Mapping[str, Publisher] | None = None) -> Added:
    """Copy an article file into `sources/` under a name that is safe everywhere; nothing there is overwritten.

    The file is read first, as a build would, so that what can't be read leaves nothing behind.

    Raises:
        IngestError: The file or the folder can't be used.
        ReadError: The file is no article.
    """
    # The one place where an earlier stage calls a later one: to add is to ingest what can be read.
    from beleg.read import read  # noqa: PLC0415

    found = document(file)
    data, media_type = found.data, found.media_type
    read(found, publishers)
    name, existed = _copied(sources, file, data)
    article = read(Document(id=name, data=data, media_type=media_type), publishers)
    missing = tuple(key for key in ("title", "publisher", "published", "url") if getattr(article, key) is None)
    return Added(article=article, existed=existed, missing=missing)


def add_feed_file(sources: Path, file: Path) -> tuple[str, bool, bytes]:
    """Copy a feed file into `sources/`, as `add_file` does; its name there, whether it was there, and its bytes.

    Raises:
        IngestError: The file or the folder can't be used.
        FeedError: It is no feed.
    """
    from beleg.ingest.feeds import parse_feed  # noqa: PLC0415 - slow to load

    shown = spelled(file)
    data = content(file, shown)
    try:
        parse_feed(data)
    except FeedError as error:
        raise FeedError(error.message, path=shown, hint=error.hint) from error
    return *_copied(sources, file, data), data


def _copied(sources: Path, file: Path, data: bytes) -> tuple[str, bool]:
    """The name below `sources/` under which these bytes now lie, and whether they lay there before.

    Raises:
        IngestError: They can't be written.
    """
    name, existed = _place(sources, slug(file.stem), file.suffix.lower(), data)
    if not existed:
        try:
            with (sources / name).open("xb") as target:
                target.write(data)
        except OSError as error:
            raise IngestError(
                f"can't be written: {error.strerror}", path=f"sources/{name}", hint="See to the folder's permissions."
            ) from error
    return name, existed


def document(file: Path) -> Document:
    """An article file wherever it lies; its path is its identifier.

    Raises:
        IngestError: It can't be read, or its name is not that of an article.
    """
    media_type = MEDIA_TYPES.get(file.suffix.lower())
    if media_type is None:
        ending = f"files that end in {file.suffix}" if file.suffix else "files without an ending"
        raise IngestError(f"{ending} are not read", path=spelled(file), hint="Save the article as .txt, .md or .html.")
    shown = spelled(file)
    return Document(id=shown, data=content(file, shown), media_type=media_type)


def _place(sources: Path, stem: str, suffix: str, data: bytes) -> tuple[str, bool]:
    """A free name below `sources/`, or that of any file that holds these bytes already."""
    for path in sorted(sources.rglob("*")):
        if path.suffix.lower() not in (suffix, *MEDIA_TYPES) or not path.is_file() or path.stat().st_size != len(data):
            continue
        try:
            same = path.read_bytes() == data
        except OSError:
            # The build tells of a file that may not be read; to this one it is no twin.
            continue
        if same:
            return path.relative_to(sources).as_posix(), True
    name, number = f"{stem}{suffix}", 1
    while (sources / name).exists():
        number += 1
        name = f"{stem}-{number}{suffix}"
    return name, False
