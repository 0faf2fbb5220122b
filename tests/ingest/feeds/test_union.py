"""What was once seen in a feed stays and counts once, whatever its publisher does to addresses and identifiers."""

import pytest

from beleg.ingest.feeds import Entry, Feed
from beleg.ingest.feeds.union import repeated, unite

EMPTY = {
    "guid": None, "link": None, "title": None, "published": None, "updated": None, "assumed": False, "author": None,
    "language": None, "source_title": None, "source_link": None, "content": "", "content_type": "text/html", "whole": False,
    "links": (), "warnings": (),
}  # fmt: skip


def entry(title, link=None, guid=None, **more):
    return Entry(**EMPTY | {"title": title, "link": link, "guid": guid} | more)


def feed(*entries, link="https://a.example/"):
    return Feed(title="A", link=link, language=None, updated=None, kind="rss20", entries=entries, warnings=())


def titles(*answers):
    return [
        one.entry.title for one in unite((f"2026-11-{day:02}T00:00:00Z", one) for day, one in enumerate(answers, 1))
    ]


FIRST = entry("Eins", "http://a.example/2026/eins?utm_source=rss", "1")


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(entry("Eins", "http://a.example/2026/eins", "1"), id="nothing but tracking changed"),
        pytest.param(entry("Eins", "https://www.a.example/2026/eins/", "uuid-1"), id="another identifier, https"),
        pytest.param(entry("Eins", "https://neu.example/2026/eins", "uuid-1"), id="another host and identifier"),
        pytest.param(entry("Eins, berichtigt", "https://neu.example/x", "1"), id="the same identifier"),
        pytest.param(entry("Eins, berichtigt", "http://a.example/2026/eins"), id="the same address, no identifier"),
    ],
)
def test_an_entry_that_changed_is_the_same(later):
    [one] = unite([("2026-11-01T00:00:00Z", feed(FIRST)), ("2026-11-02T00:00:00Z", feed(later))])
    assert (one.entry, one.first_seen, one.current) == (later, "2026-11-01T00:00:00Z", True)
    [alone] = unite([("2026-11-01T00:00:00Z", feed(FIRST))])
    assert one.name == alone.name


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param(
            [entry("Eins", "https://a.example/1", "https://a.example/"), entry("Zwei", "https://a.example/2", "https://a.example/")],
            id="one identifier for all",
        ),
        pytest.param([entry("Eins", "https://a.example/", "1"), entry("Zwei", "https://a.example/", "2")], id="one address for all"),
        pytest.param([entry("Eins", "https://a.example/x", "x"), entry("Zwei", "https://a.example/y", "x")], id="one identifier twice"),
        pytest.param([entry("Eins", "https://a.example/live#1"), entry("Zwei", "https://a.example/live#2")], id="one page"),
        pytest.param([entry("Eins"), entry("Zwei")], id="nothing but titles"),
        pytest.param([entry("Eins", content="a"), entry("Eins", content="b")], id="nothing but texts"),
    ],
)  # fmt: skip
def test_entries_that_share_a_mark_stay_apart(entries):
    for answers in ([feed(*entries)], [feed(*entries), feed(*reversed(entries))], [feed(entries[0]), feed(*entries)]):
        found = unite([(None, answer) for answer in answers])
        assert len(found) == 2
        assert len({one.name for one in found}) == 2


def test_an_entry_that_stands_twice_in_one_answer_counts_once():
    assert titles(feed(FIRST, FIRST)) == ["Eins"]


def test_a_corrected_entry_beside_its_old_form_is_one():
    new, old = (entry(title, "https://a.example/1", "1") for title in ("Neue Pumpe, berichtigt", "Neue Pumpe"))
    assert titles(feed(new, old)) == ["Neue Pumpe, berichtigt"]


def test_nothing_is_lost_when_a_feed_is_empty_or_short_today():
    """C39: what the newest answer holds comes first, then what it no longer holds."""
    two, three = entry("Zwei", "https://a.example/2"), entry("Drei", "https://a.example/3")
    assert titles(feed(two, FIRST), feed()) == ["Zwei", "Eins"]
    assert titles(feed(two, FIRST), feed(), feed(three, two)) == ["Drei", "Zwei", "Eins"]
    known = unite([(None, feed(two, FIRST)), (None, feed(three))])
    assert [(one.entry.title, one.current) for one in known] == [("Drei", True), ("Zwei", False), ("Eins", False)]


def test_all_addresses_of_an_entry_are_remembered():
    moved = entry("Eins", "https://b.example/2026/eins", "1")
    [one] = unite([(None, feed(FIRST)), (None, feed(moved))])
    assert one.links == (FIRST.link, moved.link)


def test_an_identifier_of_many_is_told():
    """C32."""
    assert repeated(feed(entry("Eins", "https://a.example/1", "x"), entry("Zwei", "https://a.example/2", "x"))) == "x"
    assert repeated(feed(FIRST, FIRST)) is None


def test_an_identifier_that_is_free_again_is_another_entry():
    """Some feeds number what they hold from one; others give one identifier a day."""
    first = feed(
        entry("Alpha kommt", "https://a.example/alpha", "1"), entry("Beta geht", "https://a.example/beta", "2")
    )
    second = feed(
        entry("Gamma ist da", "https://a.example/gamma", "1"), entry("Alpha kommt", "https://a.example/alpha", "2")
    )
    assert titles(first, second) == ["Gamma ist da", "Alpha kommt", "Beta geht"]
    one, two = (
        feed(entry("Alpha kommt", "https://a.example/alpha", "x")),
        feed(entry("Zinsen", "https://a.example/z", "x")),
    )
    assert titles(one, two) == ["Zinsen", "Alpha kommt"]


def test_entries_that_share_all_but_their_titles_stay_apart():
    rows = [entry(title, "https://a.example/ticker", "1") for title in ("Alpha kommt", "Zinsen steigen", "Bahn steht")]
    assert sorted(titles(feed(*rows))) == ["Alpha kommt", "Bahn steht", "Zinsen steigen"]
