"""The list of feeds that a site gives away: what other programs can use, and no secret."""

from beleg.ingest.opml import read_opml
from beleg.records import Health, Source
from beleg.render.feeds.opml import opml


def health(name, feed, **fields):
    return Health(source=Source(name=name, feed=feed, **fields), state="healthy")


def test_feeds_are_listed_with_what_readers_call_them():
    data = opml([health("a", "https://a.example/feed", title="A & <B>", language="ru"), Health(source=Source(name="p", page="https://p.example/"), state="healthy")], "Beleg")  # fmt: skip
    (one,) = read_opml(data)
    assert (one.title, one.feed, one.language) == ("A & <B>", "https://a.example/feed", "ru")


def test_no_credentials_are_given_away():
    """C78: neither as they are nor encoded."""
    found = [
        health("a", "http://leser:geheim-42@127.0.0.1:9/privat.xml"),
        health("b", "http://127.0.0.1:9/rss?apikey=SCHLUESSEL-77&lang=de"),
        health("c", "http://token%3Aabc:p%40ss-91@127.0.0.1:9/x"),
    ]
    data = opml(found, "Beleg").decode()
    assert not [secret for secret in ("geheim-42", "SCHLUESSEL-77", "p%40ss-91", "p@ss-91", "token") if secret in data]
    assert [one.feed for one in read_opml(data.encode())] == [
        "http://127.0.0.1:9/privat.xml", "http://127.0.0.1:9/rss?apikey=***&lang=de", "http://127.0.0.1:9/x",
    ]  # fmt: skip


def test_without_feeds_there_is_no_list():
    assert opml([Health(source=Source(name="p", page="https://p.example/"), state="healthy")], "Beleg") is None
