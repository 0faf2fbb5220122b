"""README does not drift from what it describes."""

import re

import printed
from beleg.cli import COMMANDS
from conftest import CHECKOUT

README = (CHECKOUT / "README.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(language):
    return [text for name, text in FENCE.findall(README) if name == language]


def test_two_command_lines_on_the_first_screen():
    build, test = blocks("sh")
    assert (build.count("\n"), test.count("\n")) == (1, 1)
    assert README[: README.index(test)].count("\n") < 24


def test_every_command_stands_in_the_table():
    named = re.findall(r"^\| `beleg (\w+)", README, re.MULTILINE)
    assert named == list(COMMANDS)


def test_the_piece_of_an_edition_stands_on_the_page(beleg, stories):
    """Each line of it, but for white space."""
    assert beleg(stories, "build").code == 0
    (piece,) = blocks("text")
    wanted = [" ".join(line.split()) for line in piece.splitlines() if line.strip()]
    found = [
        [line for line in wanted if line not in printed.read(path).words]
        for path in sorted((stories / "public" / "en").glob("y-*.html"))
    ]
    assert min(found, key=len) == []
