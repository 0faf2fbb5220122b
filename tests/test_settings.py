"""A settings file that is unusable, whichever of the four, is a problem with its place, and costs only itself."""

import os

import pytest

from beleg import pipeline
from beleg.project import load

FILES = ("beleg.toml", "publishers.toml", "names.toml", "decisions.toml")


@pytest.fixture(params=FILES)
def file(request, project):
    path = project / "sources" / request.param
    path.unlink(missing_ok=True)
    return path


def told(file):
    [problem] = load(file.parents[1]).problems
    assert (problem.path, problem.severity) == (f"sources/{file.name}", "error")
    assert problem.hint
    return problem


def test_bytes_that_are_no_utf8(file):
    file.write_bytes(b"# a\n\xff\xfe")
    problem = told(file)
    assert (problem.message, problem.line) == ("is not in UTF-8", 2)


@pytest.mark.parametrize("text", ["\na = " + "[" * 20_000, "\na = " + "[" * 20_000 + "]" * 20_000 + "\n"])
def test_brackets_without_end(file, text):
    file.write_text(text, "utf-8")
    problem = told(file)
    assert (problem.message, problem.line) == ("brackets are nested too deeply", 2)


@pytest.mark.parametrize("number", ["1" * 5_000, "0x" + "f" * 5_000])
def test_a_number_without_end(file, number):
    file.write_text(f"a = {number}", "utf-8")
    assert told(file).message.startswith("no TOML: ")


def test_a_folder_in_its_place(file):
    file.mkdir()
    assert told(file).message == "is a folder"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_its_place(file):
    os.mkfifo(file)
    assert told(file).message == "is no regular file"


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_a_file_that_may_not_be_read(file):
    file.touch()
    file.chmod(0)
    assert told(file).message.startswith("can't be read: ")


def test_a_byte_order_mark_is_no_problem(file):
    file.write_bytes(b"\xef\xbb\xbf# nothing\r\n")
    assert load(file.parents[1]).problems == ()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[organisation]\n"" = { aliases = ["B"] }\n', 2, "a name without a letter"),
        ('rivals = [["A","B"],["A"]]\n', 1, "`rivals` is no table"),
        ('[rivals]\ncloud = [["A","B"],["A"]]\n', 2, "expected a list of names"),
    ],
)
def test_a_wrong_name_is_told_with_its_line(project, text, line, words):
    path = project / "sources" / "names.toml"
    path.write_text(text, "utf-8")
    problem = told(path)
    assert problem.line == line
    assert words in problem.message


def test_what_a_project_calls_a_name_reaches_its_edition(project):
    """With the language that the project leaves out as it is shipped."""
    path = project / "sources" / "names.toml"
    path.write_text(
        '[authority]\n"Federal Cartel Office" = { called = { sr = "Савезни картел" } }\n'
        '"Elmvik Board" = { called = { de = "Elmvik-Rat" } }\n',
        "utf-8",
    )
    called = pipeline.edition_of(load(project)).called
    assert called["Elmvik Board"] == {"de": "Elmvik-Rat"}
    assert called["Federal Cartel Office"]["sr"] == "Савезни картел"
    assert called["Federal Cartel Office"]["de"] == "Bundeskartellamt"
