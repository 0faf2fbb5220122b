"""Every text and page below sources/ is an article file; what can't be one is named."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from beleg.ingest.folders import documents
from beleg.records import Source

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    return folder


def write(sources, *names, data=b"Ein Satz."):
    for name in names:
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def test_articles_at_any_depth_in_order(sources):
    write(sources, "b.txt", "a/z.MD", "a/b/c.html", "a.htm", "Ä.txt")
    found, problems = documents(sources)
    assert [(d.id, d.media_type) for d in found] == [
        ("a.htm", "text/html"), ("a/b/c.html", "text/html"), ("a/z.MD", "text/markdown"),
        ("b.txt", "text/plain"), ("Ä.txt", "text/plain"),
    ]  # fmt: skip
    assert (found[0].data, found[0].address, problems) == (b"Ein Satz.", None, [])


def test_what_is_no_article_is_passed_over(sources):
    write(
        sources, "README.md", "x/readme.TXT", ".hidden.txt", ".git/a.txt", "beleg.toml", "translations/de.po",
        "translations/de.txt", "bild.png", "seite.html", "seite_files/frame.html",
    )  # fmt: skip
    found, problems = documents(sources)
    assert ([d.id for d in found], problems) == (["seite.html"], [])


@pytest.mark.parametrize(("name", "message"), [("a.json", "no JSON Feed"), ("a.PDF", "end in .pdf")])
def test_what_is_not_read_is_named(sources, name, message):
    write(sources, name)
    found, [problem] = documents(sources)
    assert (found, problem.path, problem.severity) == ([], f"sources/{name}", "warning")
    assert message in problem.message


def test_the_entries_of_a_feed_file_are_documents(sources):
    """What its source file says of it holds for them; a file that is no feed is named."""
    (sources / "a.xml").write_text(
        '<rss version="2.0"><channel><title>Blatt</title><item><title>Eins</title><link>https://a.example/1</link>'
        "<description>Ein Satz.</description></item></channel></rss>", "utf-8",
    )  # fmt: skip
    write(sources, "b.rss")
    found, [problem] = documents(sources, [Source(name="blatt", file="a.xml", publisher="Das Blatt", language="de")])
    [entry] = found
    assert (entry.id.rpartition("-")[0], entry.data, entry.address) == (
        "a.xml/eins",
        b"Ein Satz.",
        "https://a.example/1",
    )
    assert (entry.source, entry.stated.publisher, entry.stated.language) == ("blatt", "Das Blatt", "de")
    assert (problem.path, problem.message.startswith("not a feed")) == ("sources/b.rss", True)


def test_a_source_without_its_file_is_named(sources):
    found, [problem] = documents(sources, [Source(name="blatt", file="a.xml")])
    assert (found, problem.path, problem.message) == (
        [],
        "sources/blatt.source.toml",
        "there is no feed file sources/a.xml",
    )


def test_binary_files_are_named_and_the_others_read(sources):
    for path in (CASES / "articles/not-text").iterdir():
        write(sources, path.name, data=path.read_bytes())
    write(sources, "gut.txt")
    found, problems = documents(sources)
    assert [d.id for d in found] == ["gut.txt"]
    assert [p.path for p in problems] == [
        "sources/archiv.md", "sources/bericht.txt", "sources/bild.txt", "sources/nullbytes.txt",
    ]  # fmt: skip
    assert all("binary file" in p.message and p.hint for p in problems)


def test_names_are_composed_and_twins_are_named(sources):
    with tarfile.open(CASES / "articles/nfd-names.tar.gz") as archive:
        archive.extractall(sources, filter="data")
    found, problems = documents(sources)
    assert [d.id for d in found] == ["nfd/Übersicht-für-Süd.md", "nfd/čaša.md", "nfd/Новый-рейс.md"]
    [problem] = problems
    assert (problem.path, "two files have this name" in problem.message) == ("sources/nfd/Übersicht-für-Süd.md", True)


def test_links_that_lead_out_are_refused(sources, tmp_path):
    write(tmp_path, "secret.txt", "other/a.txt")
    write(sources, "a.txt")
    (sources / "out.txt").symlink_to(tmp_path / "secret.txt")
    (sources / "folder").symlink_to(tmp_path / "other")
    (sources / "gone.txt").symlink_to(sources / "none.txt")
    (sources / "inside.txt").symlink_to("a.txt")
    found, problems = documents(sources)
    assert [d.id for d in found] == ["a.txt", "inside.txt"]
    assert [(p.path, p.message) for p in problems] == [
        ("sources/folder", "a link that leads out of sources/"),
        ("sources/gone.txt", "a link that leads nowhere"),
        ("sources/out.txt", "a link that leads out of sources/"),
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_what_may_not_be_read_is_named(sources):
    write(sources, "a.txt")
    (sources / "a.txt").chmod(0)
    found, [problem] = documents(sources)
    assert (found, problem.path) == ([], "sources/a.txt")
    assert "can't be read" in problem.message


def test_an_empty_folder_has_nothing(sources):
    assert documents(sources) == ([], [])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_utf8_costs_only_that_file(sources):
    write(sources, "gut.txt", os.fsdecode(b"bad\xff.txt"))
    found, [problem] = documents(sources)
    assert [d.id for d in found] == ["gut.txt"]
    assert (problem.path, problem.severity, problem.hint) == ("sources/bad\\xff.txt", "error", "Rename it.")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_where_the_project_lies_does_not_matter(tmp_path):
    sources = tmp_path / os.fsdecode(b"bad\xff") / "sources"
    write(sources, "жж.txt")
    found, problems = documents(sources)
    assert ([d.id for d in found], problems) == (["жж.txt"], [])
    code = "from beleg.ingest.folders import documents; from pathlib import Path; print(ascii(documents(Path('.'))))"
    settings = os.environ | {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = subprocess.run([sys.executable, "-c", code], cwd=sources, env=settings, capture_output=True, check=True)
    assert rb"id='\u0436\u0436.txt'" in run.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_named_and_not_waited_for(sources):
    write(sources, "gut.txt")
    os.mkfifo(sources / "pipe.txt")
    found, [problem] = documents(sources)
    assert [d.id for d in found] == ["gut.txt"]
    assert (problem.path, problem.message) == ("sources/pipe.txt", "no regular file")


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
@pytest.mark.parametrize("mode", [0o000, 0o400])
def test_a_folder_that_may_not_be_read_is_an_error(sources, mode):
    write(sources, "gut.txt", "zu/a.txt")
    (sources / "zu").chmod(mode)
    found, [problem] = documents(sources)
    (sources / "zu").chmod(0o700)
    assert [d.id for d in found] == ["gut.txt"]
    assert problem.path.startswith("sources/zu")
    assert problem.severity == "error"


def test_a_folder_that_fails_to_list_is_an_error(sources, monkeypatch):
    write(sources, "gut.txt", "zu/a.txt")
    scandir = os.scandir

    def refuse(folder):
        if Path(folder).name == "zu":
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    found, [problem] = documents(sources)
    assert [d.id for d in found] == ["gut.txt"]
    assert (problem.path, problem.severity) == ("sources/zu", "error")


def test_a_link_to_a_folder_is_said_to_be_passed_over(sources):
    write(sources, "a/a.txt")
    (sources / "b").symlink_to("a")
    found, [problem] = documents(sources)
    assert [d.id for d in found] == ["a/a.txt"]
    assert (problem.path, problem.severity) == ("sources/b", "warning")
    assert "not followed" in problem.message
