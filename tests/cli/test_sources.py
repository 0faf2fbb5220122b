"""`beleg sources`: how the sources do, for people and programs, and as a list of feeds."""

import json

import pytest

from archives import answer
from beleg.ingest.archive import writing
from beleg.ingest.opml import Outline, read_opml

FEED = """\
<rss version="2.0"><channel><title>Novira aktuell &amp; mehr</title><link>https://novira.example/</link>
<language>de</language><item><guid>1</guid><title>Novira bringt Flora</title><link>https://novira.example/1</link>
<pubDate>Sat, 28 Nov 2026 08:00:00 GMT</pubDate>
<description>Novira hat am 3. März 2026 die Wärmepumpe Flora vorgestellt. Nach Angaben von Novira kostet sie 4.900 Euro.
Das Labor Thermis maß einen Verbrauch von 21 Kilowattstunden am Tag. Der Preis gilt bis Ende Juni.</description></item>
</channel></rss>
"""
SECRETS = ("geheim-42", "SCHLUESSEL-77")


def keep(project, feed):
    with writing(project / "archive") as writer:
        writer.keep(
            answer(feed.encode(), address="https://novira.example/feed"), source="novira", role="feed",
            time="2026-11-29T06:00:00Z", language=None, entries=1, fresh=1,
        )  # fmt: skip


@pytest.fixture
def fetched(project):
    """A project with three sources: one is well, one fails, and one was never asked."""
    sources = project / "sources"
    sources.joinpath("novira.source.toml").write_text('feed = "https://novira.example/feed"\n', "utf-8")
    sources.joinpath("zu.source.toml").write_text(
        'feed = "https://me:geheim-42@zu.example/feed?apikey=SCHLUESSEL-77"\ntitle = "Zu"\nlanguage = "sr"\n', "utf-8"
    )
    sources.joinpath("amt.source.toml").write_text('page = "https://amt.example/notice"\n', "utf-8")
    keep(project, FEED)
    with writing(project / "archive") as writer:
        for hour in (6, 7, 8):
            writer.fail(
                "https://***@zu.example/feed?apikey=***", source="zu", role="feed", time=f"2026-11-30T0{hour}:00:00Z",
                error="https://***@zu.example/feed?apikey=***: HTTP 404 Not Found", status=404,
            )  # fmt: skip
    return project


def test_a_table_and_what_to_do(beleg, fetched):
    run = beleg(fetched, "sources")
    assert run.code == 1
    lines = [line.split("  ") for line in run.out.splitlines()]
    cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert cells == [
        ["source", "state", "last success", "last new", "entries", "articles", "languages", "text"],
        ["amt", "never fetched", "-", "-", "-", "0", "-", "-"],
        ["novira", "healthy", "2026-11-29", "2026-11-29", "1", "1", "de 1", "blurbs 1"],
        ["zu", "failing (3)", "-", "-", "-", "0", "-", "-"],
    ]
    assert (
        "error: sources/zu.source.toml: failed 3 times since 2026-11-30: https://***@zu.example/feed?apikey=***: "
        "HTTP 404 Not Found. Look at its site, and correct `feed`; or write paused = true to ask for it no more.\n"
    ) in run.err
    assert "3 sources: 1 failing, 0 fallen silent, 1 never fetched.\nNext: run `beleg fetch`.\n" in run.err


def test_as_json(beleg, fetched):
    found = json.loads(beleg(fetched, "sources", "--json").out)
    amt, novira, zu = found["sources"]
    assert (amt["source"]["page"], amt["state"]) == ("https://amt.example/notice", "never fetched")
    assert (novira["languages"], novira["texts"], novira["entries"]) == ([["de", 1]], [["blurb", 1]], 1)
    assert (zu["streak"], zu["source"]["feed"]) == (3, "https://***@zu.example/feed?apikey=***")
    assert [problem["path"] for problem in found["problems"]] == ["sources/zu.source.toml"]


def test_as_opml(beleg, fetched):
    """Feeds alone, each under the name that the editor or else the feed gives, with the feed's own site."""
    run = beleg(fetched, "sources", "--opml")
    assert run.code == 0
    novira, zu = read_opml(run.out.encode())
    assert novira == Outline(
        title="Novira aktuell & mehr", feed="https://novira.example/feed", page="https://novira.example/", language="de"
    )
    # Other programs would take the stars for a user.
    assert (zu.title, zu.feed, zu.page, zu.language) == ("Zu", "https://zu.example/feed?apikey=***", None, "sr")


@pytest.mark.parametrize("options", [(), ("--json",), ("--opml",)])
def test_no_credentials_are_shown(beleg, fetched, options):
    run = beleg(fetched, "sources", *options)
    assert not [secret for secret in SECRETS if secret in run.out + run.err]


def test_a_source_file_that_is_wrong_is_told_with_the_rest(beleg, fetched):
    (fetched / "sources" / "falsch.source.toml").write_text('feed = "ftp://x.example/"\n', "utf-8")
    run = beleg(fetched, "sources")
    assert "error: sources/falsch.source.toml:1:" in run.err
    assert "novira" in run.out


def test_a_project_without_sources_is_told_how_to_add_one(beleg, project):
    run = beleg(project, "sources")
    assert (run.code, run.out) == (0, "")
    assert "0 sources" in run.err
    assert "Next: `beleg add ADDRESS`" in run.err
    assert read_nothing(beleg(project, "sources", "--opml").out)


def read_nothing(text):
    return "<outline" not in text and text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">')


def test_two_forms_at_once_are_a_wrong_call(beleg, project):
    assert beleg(project, "sources", "--opml", "--json").code == 2


def test_build_and_review_name_who_fails(beleg, fetched):
    built = beleg(fetched, "build")
    assert "1 source failing: zu (3 times since 2026-11-30: " in built.err
    assert built.err.endswith("What to do about it: `beleg sources`.\n")
    counted = json.loads(beleg(fetched, "build", "--json").out)
    assert (counted["sources"], counted["failing"], counted["stale"], counted["withdrawn"]) == (3, 1, 0, 0)
    reviewed = beleg(fetched, "review").out
    assert "Sources that fail, fell silent or moved\n\n  error: sources/zu.source.toml: failed 3 times" in reviewed
    page = (fetched / "public" / "en" / "sources.html").read_text("utf-8")
    assert "3 failed attempts since 30 November 2026: address not found" in page
    assert "only the feed’s blurb" in page
    assert not [secret for secret in SECRETS if secret in page]


def test_what_a_feed_leaves_unsaid_is_said_in_the_file_of_its_source(beleg, project):
    (project / "sources" / "novira.source.toml").write_text('feed = "https://novira.example/feed"\n', "utf-8")
    keep(project, FEED.replace("<title>Novira aktuell &amp; mehr</title>", ""))
    run = beleg(project, "review")
    assert 'does not say who published it\n  In sources/novira.source.toml:\n    publisher = "…"\n' in run.out
