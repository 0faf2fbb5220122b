"""Source files are judged all at once: each mistake with its file, line, field, what was expected and what was found."""

import pytest

from beleg.ingest.settings import read_limits
from beleg.ingest.sources import KEYS, read_sources
from beleg.records import Limits, Source


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path

    return write


def test_a_feed_needs_nothing_but_its_address(write):
    folder = write("paper.source.toml", 'feed = "https://paper.example/feed.xml"\n')
    assert read_sources(folder) == ((Source(name="paper", feed="https://paper.example/feed.xml"),), [])


def test_every_key(write):
    folder = write(
        "paper.source.toml",
        'page = " https://paper.example/a "\ntitle = "Paper"\npublisher = "Paper GmbH"\npublisher_kind = "newsroom"\npublished = "2026-11-30"\n'
        'stake = "none"\nlanguage = "sr_RS@latin"\ntext = "blurb"\nzone = "Europe/Belgrade"\npaused = true\n',
    )
    [source], problems = read_sources(folder)
    assert problems == []
    assert source == Source(
        name="paper", page="https://paper.example/a", title="Paper", publisher="Paper GmbH", publisher_kind="newsroom", published="2026-11-30",
        stake="none", language="sr-Latn", text="blurb", zone="Europe/Belgrade", paused=True,
    )  # fmt: skip
    assert set(KEYS) | {"name"} == set(Source.__dataclass_fields__)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('title = "A"\n', None, "has neither feed nor page nor file"),
        ('feed = "https://a.example/"\npage = "https://a.example/"\n', 2, "has both feed and page"),
        ('\nfeed = "ftp://a.example/"\n', 2, "`feed` 'ftp://a.example/': "),
        ('feed = ["https://leser:geheim-42@a.example/"]\n', 1, "`feed` is no text, expected an http or https address"),
        ('feed = "https://a.example/"\n\nlanguage = "es"\n', 3, "`language` is 'es', expected one of de, ru, sr, sr-Cyrl"),
        ('feed = "https://a.example/"\ntext = "all"\n', 2, "`text` is 'all', expected one of auto, full, blurb"),
        ('feed = "https://a.example/"\nzone = "Berlin"\n', 2, "`zone` is 'Berlin', expected an IANA name"),
        ('feed = "https://a.example/"\npublisher_kind = "paper"\n', 2, "`publisher_kind` is 'paper', expected one of newsroom"),
        ('feed = "https://a.example/"\npaused = "yes"\n', 2, "`paused` is 'yes', expected true or false"),
        ('feed = "https://a.example/"\nlanguge = "de"\n', 2, "unknown key `languge`; did you mean `language`?"),
        ('feed = "https://a.example/"\n[title]\na = 1\n', 2, "`title` is a table, expected a text"),
        ("feed = \n", 1, "no TOML"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_line(write, text, line, message):
    _, [problem] = read_sources(write("a.source.toml", text))
    assert (problem.path, problem.line, problem.severity) == ("sources/a.source.toml", line, "error")
    assert message in problem.message
    assert problem.hint
    assert "geheim" not in problem.message


def test_all_mistakes_of_all_files_are_told_at_once_and_right_ones_hold(write):
    write("a.source.toml", 'feed = "https://a.example/"\ntext = "all"\nzone = "x"\n')
    folder = write("b.source.toml", 'feed = "https://b.example/"\npaused = 1\n')
    sources, problems = read_sources(folder)
    assert [(source.name, source.text, source.zone) for source in sources] == [("a", "auto", None), ("b", "auto", None)]
    assert [(problem.path[8:9], problem.line) for problem in problems] == [("a", 2), ("a", 3), ("b", 2)]


def test_a_name_that_is_none_is_refused(write):
    [problem] = read_sources(write("Mein Blatt.source.toml", 'feed = "https://a.example/"\n'))[1]
    assert "'Mein Blatt' is no name of a source" in problem.message


def test_one_address_in_two_files_is_fetched_once(write):
    write("a.source.toml", 'feed = "http://a.example/feed"\n')
    folder = write("b.source.toml", 'feed = "https://www.a.example/feed/#x"\n')
    sources, [problem] = read_sources(folder)
    assert [source.name for source in sources] == ["a"]
    assert problem.message == "describes the same as sources/a.source.toml, so it is passed over"


def test_credentials_are_in_no_message(write):
    text = 'feed = "htp://leser:geheim-42@a.example/?apikey=SCHLUESSEL-77"\n'
    [problem] = read_sources(write("a.source.toml", text))[1]
    assert "geheim-42" not in str(problem)
    assert "SCHLUESSEL-77" not in str(problem)


def test_limits(write):
    folder = write(
        "beleg.toml", '[fetch]\nseconds = 2\nmegabytes = 0.5\npages = 3\nallow = ["127.0.0.1:8765", "[::1]:80"]\n'
    )
    assert read_limits(folder) == (
        Limits(seconds=2, megabytes=0.5, pages=3, allow=("127.0.0.1:8765", "[::1]:80")), [],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("seconds = 0", "`seconds` is 0, expected a number from 0.1 to 600"),
        ("seconds = true", "`seconds` is True"),
        ("pages = 1.5", "`pages` is 1.5, expected a whole number from 0 to 10,000"),
        ('allow = "127.0.0.1:1"', "`allow` is no list of hosts with their ports"),
        ('allow = ["127.0.0.1"]', "`allow` is no list of hosts with their ports"),
        ("minutes = 1", "unknown key `minutes` in [fetch]"),
    ],
)
def test_a_wrong_limit_keeps_its_default(write, line, message):
    limits, [problem] = read_limits(write("beleg.toml", f"[site]\n\n[fetch]\n{line}\n"))
    assert (limits, problem.line) == (Limits(), 4)
    assert message in problem.message
