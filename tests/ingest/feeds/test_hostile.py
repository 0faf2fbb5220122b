"""Feeds that mean harm: each is read or refused in a moment, whatever it repeats."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from beleg.errors import FeedError
from beleg.ingest.feeds import parse_feed

FEEDS = Path(__file__).parents[2] / "cases" / "feeds"
# On an idle machine none takes a second.
SECONDS = 4
MANY = 50_000
CONTENT = "xmlns:content='http://purl.org/rss/1.0/modules/content/'"
ITUNES = "xmlns:itunes='http://www.itunes.com/DTDs/PodCast-1.0.dtd'"


def rss(inner):
    return f"<rss version='2.0'><channel><title>t</title>{inner}</channel></rss>".encode()


def item(inner):
    return f"<item><title>a</title>{inner}</item>"


def described(text):
    return rss(item(f"<description>{text}</description>"))


def in_cdata(text):
    return described(f"<![CDATA[{text}]]>")


INPUTS = {
    "comments that never end, in a text": lambda: in_cdata("<!--" * MANY),
    "quotes that never end, in a text": lambda: in_cdata("<a '\"" * MANY),
    "formatting that never ends, in a text": lambda: in_cdata("<b><p>" * MANY),
    "ampersands in a text": lambda: in_cdata("&a" * MANY),
    "bare less-than signs": lambda: described("<" * MANY),
    "bare ampersands": lambda: described("&" * MANY * 5),
    "a tag whose name never ends": lambda: described("<" + "a" * MANY * 10),
    "a tag of spaces": lambda: described("<a" + " " * MANY * 10),
    "ends of nothing": lambda: described("</p>" * MANY),
    "one attribute repeated": lambda: described("<a " + " a=1" * MANY + ">"),
    "many attributes": lambda: described("<a " + " ".join(f"a{n}='1'" for n in range(MANY)) + "/>"),
    "many elements": lambda: rss("<a/>" * MANY),
    "many categories": lambda: rss(item("".join(f"<category>{n}</category>" for n in range(MANY)))),
    "categories with texts between": lambda: rss(item("<category/>xxxx" * MANY)),
    "scripts with texts between": lambda: in_cdata("<script></script>xxxx" * MANY),
    "many keywords": lambda: rss(
        item(f"<itunes:keywords {ITUNES}>{','.join(map(str, range(MANY)))}</itunes:keywords>")
    ),
    "many long authors": lambda: rss(item(("<author>" + "a" * 190 + "</author>") * 20_000)),
    "many links": lambda: rss(item("<link>http://a/</link>" * MANY)),
    "many sources": lambda: rss(item("<source url='http://a/'>x</source>" * MANY)),
    "many texts": lambda: rss(item(f"<content:encoded {CONTENT}>x</content:encoded>" * MANY)),
    "many namespaces": lambda: rss("".join(f"<x{n}:a xmlns:x{n}='u{n}'/>" for n in range(MANY))),
    "comments that never end": lambda: rss("<!--" * MANY),
    "CDATA that never ends": lambda: rss("<![CDATA[" * MANY),
    "declarations alone": lambda: b"<?" * MANY,
    "doctypes alone": lambda: b"<!DOCTYPE [" * MANY,
    "brackets of a doctype": lambda: b"<!DOCTYPE a [" + b"]  " * MANY,
    "less-than signs alone": lambda: b"<" * MANY,
    "JSON of one number": lambda: b'{"version":"https://jsonfeed.org/version/1","id":' + b"9" * MANY * 20 + b"}",
    "a date of digits": lambda: rss(item(f"<pubDate>{'1 ' * MANY}</pubDate>")),
    "elements in elements": lambda: rss("<a>" * MANY + "</a>" * MANY),
    "entries in entries": lambda: rss("<item xml:base='a/'>" * 200 + "</item>" * 200),
}


@pytest.mark.parametrize("name", INPUTS)
def test_repetition_costs_no_time(name):
    data = INPUTS[name]()
    # feedparser is loaded by the first feed.
    parse_feed(rss(""))
    began = time.perf_counter()
    with suppress(FeedError):
        parse_feed(data)
    assert time.perf_counter() - began < SECONDS


def test_an_author_that_is_almost_a_mail_address_is_cut_and_its_entry_kept():
    began = time.perf_counter()
    entry = parse_feed((FEEDS / "redos-author.xml").read_bytes()).entries[0]
    assert time.perf_counter() - began < 2
    assert entry.title == "Autor"
    assert len(entry.author) <= 200


def test_of_too_many_entries_the_first_are_read_with_a_warning():
    feed = parse_feed(rss("".join(f"<item><title>{n}</title></item>" for n in range(5_001))))
    assert [feed.entries[0].title, feed.entries[-1].title] == ["0", "4999"]
    assert feed.warnings == ("5001 entries, of which 5000 are read",)


def test_a_huge_text_is_cut_with_a_warning():
    entry = parse_feed(described("Wort " * 300_000)).entries[0]
    assert len(entry.content) == 1_000_000
    assert entry.warnings == ("its text is longer than 1,000,000 characters and was cut",)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (rss("<a/>" * 200_001), "more than 200,000 elements"),
        (rss("<a/>" * 600_001), "more than 600,000 tags"),
        (rss("<a>" * 300 + "</a>" * 300), "its elements are nested more than 250 deep"),
    ],
    ids=["elements", "tags", "depth"],
)
def test_more_than_any_feed_has_is_refused(data, message):
    with pytest.raises(FeedError) as caught:
        parse_feed(data)
    assert caught.value.message == message


def test_an_external_entity_opens_no_file(monkeypatch):
    """Refused before any parser sees it: the address of a file in a relative reference is never even resolved."""
    monkeypatch.chdir(FEEDS)
    for start in ("", "\ufeff", "<!-- x -->", "\n"):
        text = start + (FEEDS / "xxe-file.xml").read_text("utf-8")
        with pytest.raises(FeedError, match="declares entities") as caught:
            parse_feed(text.encode())
        assert "CANARY" not in str(caught.value)
    # Without the declaration the reference is text.
    entry = parse_feed(described("&geheim;")).entries[0]
    assert entry.content == "&geheim;"
