"""`beleg add` copies what can be read, under a safe name, and overwrites nothing."""

import os

import pytest

from beleg.errors import IngestError, ReadError
from beleg.ingest.adding import add_file
from beleg.ingest.slugs import slug

TEXT = "Ein neuer Akku\n\nAkkublatt, 27.10.2026\n\nDer Hersteller hat am Mittwoch einen Akku vorgestellt, der länger hält.\n"


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    return folder


def dropped(tmp_path, name="Übersicht für Süd.TXT", data=None):
    path = tmp_path / name
    path.write_bytes(TEXT.encode() if data is None else data)
    return path


def test_a_file_is_copied_and_described(sources, tmp_path):
    added = add_file(sources, dropped(tmp_path))
    assert (added.article.id, added.existed, added.missing) == ("uebersicht-fuer-sued.txt", False, ("url",))
    assert (added.article.title, added.article.publisher, added.article.published, added.article.language) == (
        "Ein neuer Akku", "Akkublatt", "2026-10-27", "de",
    )  # fmt: skip
    assert (sources / added.article.id).read_bytes() == TEXT.encode()


def test_the_same_bytes_are_added_once(sources, tmp_path):
    (sources / "deep").mkdir()
    add_file(sources, dropped(tmp_path, "a.txt"))
    (sources / "a.txt").rename(sources / "deep" / "b.txt")
    added = add_file(sources, dropped(tmp_path, "c.txt"))
    assert (added.existed, added.article.id) == (True, "deep/b.txt")
    assert len(list(sources.rglob("*.txt"))) == 1


def test_nothing_is_overwritten(sources, tmp_path):
    add_file(sources, dropped(tmp_path, "a.txt"))
    added = add_file(sources, dropped(tmp_path, "a.txt", TEXT.replace("länger", "kürzer").encode()))
    assert added.article.id == "a-2.txt"
    assert (sources / "a.txt").read_bytes() == TEXT.encode()


def test_what_can_not_be_read_leaves_nothing(sources, tmp_path):
    with pytest.raises(ReadError):
        add_file(sources, dropped(tmp_path, "a.txt", b"%PDF-1.4"))
    with pytest.raises(IngestError):
        add_file(sources, dropped(tmp_path, "a.docx"))
    assert list(sources.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Übersicht für Süd", "uebersicht-fuer-sued"),
        ("Čaša i žaba: đak", "casa-i-zaba-djak"),
        ("Новости дня", "novosti-dnya"),
        ("Њихова љубав", "njihova-ljubav"),
        ("../../etc/passwd", "etc-passwd"),
        ("漢字", "article"),
        ("a" * 200, "a" * 60),
    ],
)
def test_slugs(name, expected):
    assert slug(name) == expected


def test_a_readme_gets_a_name_under_which_it_is_read(sources, tmp_path):
    assert add_file(sources, dropped(tmp_path, "README.md")).article.id == "article.md"


def test_what_a_build_would_not_read_is_not_added(sources, tmp_path):
    large = tmp_path / "gross.txt"
    with large.open("wb") as file:
        file.truncate(20_000_001)
    with pytest.raises(IngestError, match="larger than 20000000 bytes"):
        add_file(sources, large)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")
        with pytest.raises(IngestError, match="no regular file"):
            add_file(sources, tmp_path / "pipe.txt")
    assert list(sources.iterdir()) == []
