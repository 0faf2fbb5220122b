"""README does not drift from what it describes.

`python tests/test_readme.py PUBLIC` writes the piece of an edition anew, from the pages built into the folder PUBLIC.
"""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from lxml import html
from lxml.html import HtmlElement

import printed
from beleg.cli import COMMANDS
from beleg.cli.init import GUIDE
from beleg.ingest.decisions import FIELDS, read_decisions
from beleg.ingest.settings import known_publisher, read_publishers
from beleg.lexicons.register import _KEYS, TYPES, load_register
from beleg.records import Evidence, Kind

FILE = Path(__file__).parents[1] / "README.md"
README = FILE.read_text("utf-8")
SOURCES = FILE.with_name("sources").joinpath("README.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# What makes a line of its own on a page.
LINES = ("p", "h3", "h4", "summary", "blockquote")


def blocks(language: str, text: str = README) -> list[str]:
    return [found for name, found in FENCE.findall(text) if name == language]


def piece(public: Path) -> str:
    """What README shows: a customer's claim told in three languages, and a conflict of two days, all that a reader sees."""
    for path in sorted((public / "en").glob("y-*.html")):
        tree = html.fromstring(path.read_bytes())
        claims = [one for one in tree.cssselect("li.fact.customer") if "Deepgram" in printed.text(one)]
        days = [one for one in tree.cssselect("li.conflict") if "19 or 20 October?" in printed.text(one)]
        if claims and days:
            return "\n\n".join("\n".join(shown(one)) for one in (claims[0], days[0])) + "\n"
    raise LookupError(f"no page in {public} has the claim and the conflict")


def shown(item: HtmlElement) -> Iterator[str]:
    """An item's lines; what belongs to one is set in below it."""
    # How to cite it stands beside what it says.
    lines = [one for one in item.iter(*LINES) if not any("cite" in above.classes for above in one.iterancestors())]
    for number, one in enumerate(lines):
        for link in one.cssselect(".perma"):
            link.text = None
        inside = sum(above.tag == "details" or "side" in above.classes for above in one.iterancestors())
        # A heading of what can be opened stands with its fact, the value with its side.
        depth = inside + (number > 0 and item.tag == "li") - (one.tag == "summary" or "value" in one.classes)
        indent = "    " * max(depth, 0)
        yield from textwrap.wrap(
            " ".join("".join(one.itertext()).split()), 118, initial_indent=indent, subsequent_indent=indent,
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip


def test_two_command_lines_on_the_first_screen():
    build, test = blocks("sh")
    assert (build.count("\n"), test.count("\n")) == (1, 1)
    assert README[: README.index(test)].count("\n") < 24


def test_every_command_stands_in_the_table():
    named = re.findall(r"^\| `beleg (\w+)", README, re.MULTILINE)
    assert named == list(COMMANDS)


def test_the_piece_of_an_edition_is_what_the_page_shows(beleg, stories):
    """Word for word, from its first to its last; `python tests/test_readme.py PUBLIC` writes it anew."""
    assert beleg(stories, "build").code == 0
    assert blocks("text") == [piece(stories / "public")]


@pytest.mark.parametrize("text", [SOURCES, GUIDE])
def test_how_to_set_a_reading_right_is_told_everywhere_alike(text):
    assert blocks("toml", text) == blocks("toml")
    for words in (*get_args(Evidence), *get_args(Kind), *TYPES):
        assert words in text
        assert words in README


@pytest.mark.parametrize("text", [README, SOURCES, GUIDE])
def test_the_example_of_a_publisher_fits(text, tmp_path):
    example = re.search(r'^    \["Antriebswende"\]\n(?:    .+\n)+', text, re.MULTILINE)[0]
    (tmp_path / "publishers.toml").write_text(textwrap.dedent(example), "utf-8")
    found, problems = read_publishers(tmp_path)
    assert problems == []
    assert known_publisher("antriebswende.example", found).kind == "trade_press"


def test_the_examples_have_every_key_and_fit(beleg, stories):
    decisions, names = blocks("toml")
    assert {key for row in tomllib.loads(decisions)["decision"] for key in row} == set(FIELDS)
    entries = [entry for kind, table in tomllib.loads(names).items() if kind != "rivals" for entry in table.values()]
    assert {key for entry in entries for key in entry} == set(_KEYS)
    sources = stories / "sources"
    (sources / "decisions.toml").write_text(decisions, "utf-8")
    (sources / "names.toml").write_text(names, "utf-8")
    found, problems = read_decisions(sources)
    assert (len(found.statements), len(found.stories), problems) == (3, 1, [])
    register = load_register(sources / "names.toml")
    assert register.party("S1") == "Elmvik"
    assert register.rivals("S1", "Kiyo")
    # No decision is stale, no name refused.
    run = beleg(stories, "facts")
    assert (run.code, run.err) == (0, "")


if __name__ == "__main__":
    (old,) = blocks("text")
    FILE.write_text(README.replace(f"```text\n{old}```", f"```text\n{piece(Path(sys.argv[1]))}```"), "utf-8")
