"""The article files of a project: every text and page below `sources/`."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from beleg.ingest.binary import binary_kind
from beleg.records import Document, Problem

MEDIA_TYPES = {".txt": "text/plain", ".md": "text/markdown", ".html": "text/html", ".htm": "text/html"}
_FEEDS = frozenset({".xml", ".rss", ".atom", ".json"})
# Articles come as these, too, but are not read from them; images and styles beside a saved page are passed over.
_DOCUMENTS = frozenset({".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub", ".mht", ".mhtml"})
# The translation memory and its like; no articles.
_NO_ARTICLES = frozenset({"translations"})
# Folders that browsers put beside a saved page, with frames and advertisements in them.
_PAGE_FILES = ("_files", "-Dateien", "_Dateien", "_файлы")
# Far above any article; a larger file was dropped by mistake and would take the memory of the build.
LARGEST = 20_000_000


def documents(sources: Path) -> tuple[list[Document], list[Problem]]:
    """Every article file below `sources/`, sorted by its path, and a problem for each file that can't be one.

    Hidden files, README files, settings and `translations/` are no articles and are passed over.
    """
    found: dict[str, Document] = {}
    problems: list[Problem] = []
    root = sources.resolve()
    for path in sorted(_files(sources), key=lambda file: file.relative_to(sources).as_posix()):
        relative = path.relative_to(sources).as_posix()
        # Names are compared composed: one system writes `ü` as one letter, another as two.
        name = unicodedata.normalize("NFC", relative)
        shown = f"sources/{name}"
        suffix = path.suffix.lower()
        if path.stem.lower() == "readme":
            continue
        outside = _outside(path, root)
        if outside:
            problems.append(Problem(path=shown, message=outside, hint="Put what it leads to into sources/ itself."))
            continue
        if path.is_dir():
            continue
        if suffix in _FEEDS:
            problems.append(
                Problem(
                    path=shown,
                    message="feeds are not read yet",
                    severity="warning",
                    hint="Save each article as .txt, .md or .html.",
                )  # fmt: skip
            )
            continue
        if suffix in _DOCUMENTS:
            problems.append(
                Problem(
                    path=shown,
                    message=f"files that end in {suffix} are not read",
                    severity="warning",
                    hint="Save the article as .txt, .md or .html.",
                )  # fmt: skip
            )
            continue
        if suffix not in MEDIA_TYPES:
            continue
        if name in found:
            problems.append(
                Problem(
                    path=shown,
                    message="two files have this name, one with letters and accents apart; only the first is read",
                    hint="Rename one of them.",
                )
            )
            continue
        try:
            if path.stat().st_size > LARGEST:
                problems.append(
                    Problem(
                        path=shown,
                        message=f"larger than {LARGEST} bytes, so no article",
                        hint="Take it out of sources/ or cut it into articles.",
                    )  # fmt: skip
                )
                continue
            data = path.read_bytes()
        except OSError as error:
            problems.append(
                Problem(path=shown, message=f"can't be read: {error.strerror}", hint="See to its permissions.")
            )
            continue
        kind = binary_kind(data)
        if kind:
            problems.append(
                Problem(
                    path=shown, message=f"binary file: it holds {kind}", hint="Save the article as plain text or HTML."
                )
            )
            continue
        found[name] = Document(id=name, data=data, media_type=MEDIA_TYPES[suffix])
    return [found[name] for name in sorted(found)], problems


def _files(sources: Path) -> Iterator[Path]:
    """Files below a folder, and links to folders, which are not followed; without hidden ones and translations."""
    for folder, folders, files in os.walk(sources):
        pages = {name.rpartition(".")[0] for name in files if Path(name).suffix.lower() in (".html", ".htm")}
        folders[:] = [
            name for name in folders
            if not name.startswith(".") and name not in _NO_ARTICLES and not _beside_page(name, pages)
        ]  # fmt: skip
        for name in files:
            if not name.startswith("."):
                yield Path(folder, name)
        for name in list(folders):
            if Path(folder, name).is_symlink():
                yield Path(folder, name)


def _beside_page(folder: str, pages: set[str]) -> bool:
    return any(folder.endswith(ending) and folder.removesuffix(ending) in pages for ending in _PAGE_FILES)


def _outside(path: Path, root: Path) -> str | None:
    """Why a link is refused; None for a file, or a link that stays inside."""
    if not path.is_symlink():
        return None
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return "a link that leads nowhere"
    return None if target.is_relative_to(root) else "a link that leads out of sources/"
