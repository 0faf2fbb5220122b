"""The article files of a project: every text and page below `sources/`."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from beleg.errors import FeedError, IngestError
from beleg.ingest.binary import binary_kind
from beleg.ingest.collect import feed_file
from beleg.ingest.files import content, is_utf8, spelled
from beleg.records import Document, Problem, Source

MEDIA_TYPES = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".html": "text/html",
    ".htm": "text/html",
    ".mht": "text/html",
    ".mhtml": "text/html",
}
FEEDS = frozenset({".xml", ".rss", ".atom", ".json"})
# Articles come as these, too, but are not read from them; images and styles beside a saved page are passed over.
_DOCUMENTS = frozenset({".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub"})
# The translation memory and its like; no articles.
_NO_ARTICLES = frozenset({"translations"})
# Folders that browsers put beside a saved page, with frames and advertisements in them.
_PAGE_FILES = ("_files", "-Dateien", "_Dateien", "_файлы")
# What to do about a link that is refused.
_LINKED = "Put what it leads to into sources/ itself."


def documents(sources: Path, described: Sequence[Source] = ()) -> tuple[list[Document], list[Problem]]:
    """Every article file below `sources/` and every entry of a feed file there, sorted, and a problem for each other file.

    Args:
        sources: The folder.
        described: The project's sources: what is known of feed files.

    Hidden files, README files, settings and `translations/` are no articles and are passed over.
    """
    found: dict[str, Document] = {}
    problems: list[Problem] = []
    feeds = {source.file: source for source in described if source.file}
    root = sources.resolve()
    unlisted: list[OSError] = []
    files = sorted(_files(sources, unlisted), key=lambda file: file.relative_to(sources).as_posix())
    for error in unlisted:
        folder = Path("sources", Path(error.filename).relative_to(sources))
        problems.append(
            Problem(
                path=spelled(folder), message=f"this folder can't be read: {error.strerror}",
                hint="See to its permissions; until then nothing in it is read.",
            )
        )  # fmt: skip
    for path in files:
        # Names are compared composed: one system writes `ü` as one letter, another as two.
        name = unicodedata.normalize("NFC", spelled(path.relative_to(sources)))
        shown = f"sources/{name}"
        suffix = path.suffix.lower()
        if path.stem.lower() == "readme":
            continue
        try:
            _refuse_link(path, root, shown)
            if path.is_dir():
                problems.append(
                    Problem(
                        path=shown, message="a link to a folder, which is not followed", severity="warning",
                        hint="Its articles are read where they lie; take the link out.",
                    )
                )  # fmt: skip
                continue
            if suffix in _DOCUMENTS:
                problems.append(
                    Problem(
                        path=shown, message=f"files that end in {suffix} are not read", severity="warning",
                        hint="Save each article as .txt, .md or .html.",
                    )
                )  # fmt: skip
                continue
            if suffix in FEEDS:
                entries, more = _entries(path, name, shown, feeds.pop(name, None))
                found.update((entry.id, entry) for entry in entries)
                problems += more
                continue
            if suffix not in MEDIA_TYPES:
                continue
            if not is_utf8(path.relative_to(sources)):
                problems.append(Problem(path=shown, message="its name is not in UTF-8", hint="Rename it."))
                continue
            found[name] = _document(path, name, found)
        except IngestError as error:
            problems.append(Problem(path=shown, message=error.message, hint=error.hint))
        except OSError as error:
            problems.append(
                Problem(path=shown, message=f"can't be read: {error.strerror}", hint="See to its permissions.")
            )
    problems += [
        Problem(
            path=source.path, message=f"there is no feed file sources/{name}", hint="Correct `file`, or put it there."
        )
        for name, source in feeds.items()
    ]
    return [found[name] for name in sorted(found)], problems


def _entries(path: Path, name: str, shown: str, source: Source | None) -> tuple[list[Document], list[Problem]]:
    """The entries of a feed file.

    Raises:
        IngestError: It can't be read, or is no feed.
    """
    from beleg.ingest.feeds import is_feed  # noqa: PLC0415 - the parser of feeds is slow to load

    data = content(path, shown)
    if path.suffix.lower() == ".json" and not is_feed(data):
        # JSON is written for many purposes.
        return [], [
            Problem(
                path=shown, message="no JSON Feed, so it was passed over", severity="warning", hint="Take it out of sources/."
            )
        ]  # fmt: skip
    try:
        return feed_file(name, data, source)
    except FeedError as error:
        # What its reader advises is meant for feeds that are fetched.
        raise FeedError(error.message, hint="Save the feed anew, or take the file out of sources/.") from error


def _document(path: Path, name: str, found: Container[str]) -> Document:
    """A file as a document of that name.

    Raises:
        IngestError: It can't be one, or one of `found` has its name.
    """
    shown = f"sources/{name}"
    if name in found:
        raise IngestError(
            "two files have this name, one with letters and accents apart; only the first is read",
            path=shown,
            hint="Rename one of them.",
        )
    data = content(path, shown)
    kind = binary_kind(data)
    if kind:
        raise IngestError(f"binary file: it holds {kind}", path=shown, hint="Save the article as plain text or HTML.")
    return Document(id=name, data=data, media_type=MEDIA_TYPES[path.suffix.lower()])


def _files(sources: Path, unlisted: list[OSError]) -> Iterator[Path]:
    """Files below a folder, and links to folders, which are not followed; without hidden ones and translations.

    Folders that can't be listed are added to `unlisted`.
    """
    for folder, folders, files in os.walk(sources, onerror=unlisted.append):
        pages = {name.rpartition(".")[0] for name in files if Path(name).suffix.lower() in (".html", ".htm")}
        folders[:] = [
            name for name in folders
            if not name.startswith(".") and name not in _NO_ARTICLES and not _beside_page(name, pages)
        ]  # fmt: skip
        for name in files:
            if not name.startswith("."):
                yield Path(folder, name)
        for name in list(folders):
            if os.path.islink(os.path.join(folder, name)):  # noqa: PTH114, PTH118 - never fails, as Path's does
                yield Path(folder, name)


def _beside_page(folder: str, pages: set[str]) -> bool:
    return any(folder.endswith(ending) and folder.removesuffix(ending) in pages for ending in _PAGE_FILES)


def _refuse_link(path: Path, root: Path, shown: str) -> None:
    """Let files pass, and links that stay inside.

    Raises:
        IngestError: A link leads elsewhere.
    """
    if not path.is_symlink():
        return
    try:
        inside = path.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError) as error:
        raise IngestError("a link that leads nowhere", path=shown, hint=_LINKED) from error
    if not inside:
        raise IngestError("a link that leads out of sources/", path=shown, hint=_LINKED)
