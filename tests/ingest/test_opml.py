"""Lists of feeds: what other programs export is read, what Beleg exports they can read."""

import time

import pytest

from beleg.errors import FeedError
from beleg.ingest.opml import Outline, read_opml, write_opml


def opml(body, head='<?xml version="1.0"?>'):
    return f'{head}<opml version="1.0"><head><title>Мои ленты</title></head><body>{body}</body></opml>'


def addresses(data):
    return [one.feed for one in read_opml(data.encode() if isinstance(data, str) else data)]


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        (
            '<outline text="Blatt" type="rss" xmlUrl="https://a.example/f" htmlUrl="https://a.example/" language="de-AT"/>',
            Outline(title="Blatt", feed="https://a.example/f", page="https://a.example/", language="de-AT"),
        ),
        # The longer name goes first; attributes come in any case, and on several lines.
        (
            '<outline TITLE="Политика\n онлајн" text="p" XMLURL="https://a.example/f"/>',
            Outline(title="Политика онлајн", feed="https://a.example/f"),
        ),
        ('<outline url="https://a.example/f"/>', Outline(title=None, feed="https://a.example/f")),
        ('<outline type="rss" url=" https://a.example/f "/>', Outline(title=None, feed="https://a.example/f")),
        ('<outline xmlUrl="feed://a.example/f"/>', Outline(title=None, feed="http://a.example/f")),
        ('<outline xmlUrl="feed:https://a.example/f"/>', Outline(title=None, feed="https://a.example/f")),
        # A bare ampersand, which no XML may have and many exports do.
        ('<outline xmlUrl="https://a.example/f?a=1&b=2"/>', Outline(title=None, feed="https://a.example/f?a=1&b=2")),
        (
            '<outline text="A &amp; B" xmlUrl="https://a.example/f" htmlUrl="javascript:alert(1)"/>',
            Outline(title="A & B", feed="https://a.example/f"),
        ),
    ],
)
def test_a_feed_is_read_as_programs_write_it(outline, expected):
    assert read_opml(opml(outline).encode()) == [expected]


def test_folders_of_any_depth_are_walked_and_doubles_left_out():
    deep = '<outline text="f">' * 50 + '<outline xmlUrl="https://b.example/f"/>' + "</outline>" * 50
    double = '<outline xmlUrl="http://www.a.example/f/"/>'
    assert addresses(opml(f'<outline xmlUrl="https://a.example/f"/>{deep}{double}')) == [
        "https://a.example/f", "https://b.example/f",
    ]  # fmt: skip


def test_what_is_no_feed_on_the_web_is_passed_over():
    body = "".join(
        f"<outline {one}/>"
        for one in (
            'type="link" url="https://a.example/page"', 'type="include" url="https://a.example/more.opml"',
            'xmlUrl="file:///etc/passwd"', 'xmlUrl="ftp://a.example/f"', 'xmlUrl="javascript:alert(1)"', 'text="Ordner"',
            'xmlUrl="https://b.example/f"',
        )
    )  # fmt: skip
    assert addresses(opml(body)) == ["https://b.example/f"]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xef\xbb\xbf\n  " + text.encode(),
        lambda text: text.replace("?>", ' encoding="windows-1251"?>', 1).encode("cp1251"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("?>", ' encoding="utf-8"?>', 1).encode("cp1251"),
    ],
    ids=["mark-and-blanks", "windows-1251", "utf-16", "declared-wrongly"],
)
def test_encodings(encode):
    text = opml('<outline text="Новости и мнения о жизни" xmlUrl="https://a.example/f"/>')
    assert read_opml(encode(text))[0].title == "Новости и мнения о жизни"


BOMB = '<!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
OPEN = '<!DOCTYPE opml [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "broken XML: no element found"),
        ("<html><body/></html>", "no OPML: its root is <html>"),
        ("<rss/>", "no OPML: its root is <rss>"),
        (opml("<outline text='x'/>"), "it lists no feed"),
        (opml("<outline xmlUrl='https://a.example/f'>")[:-20], "broken XML"),
        (opml("&b;", BOMB), "it declares the entity 'a'"),
        (opml("&a;", OPEN), "it declares the entity 'a'"),
        (opml("<outline>" * 500 + "</outline>" * 500), "nested more than 200 deep"),
        (opml("".join(f"<outline url='http://a.example/{n}'/>" for n in range(5001))), "it lists more than 5,000 feeds"),
        (" " * 10_000_001, "larger than 10,000,000 bytes"),
    ],
)  # fmt: skip
def test_what_is_no_list_or_harms_is_refused(data, message):
    with pytest.raises(FeedError, match="^" + message) as caught:
        read_opml(data.encode())
    assert caught.value.hint


def test_entities_are_refused_in_utf_16_too():
    with pytest.raises(FeedError, match="declares the entity"):
        read_opml(opml("&b;", BOMB).encode("utf-16"))


def test_what_is_written_is_read_again():
    """Letters that XML forbids are replaced, those that it needs are escaped, and the bytes are the same each time."""
    feeds = [
        Outline(title="A & „B“ <c>", feed="https://a.example/f?x=1&y=2", page="https://a.example/", language="de"),
        Outline(title="Вести", feed="https://b.example/f"),
    ]
    data = write_opml(feeds, "Наша листа")
    assert read_opml(data) == feeds
    assert data == write_opml(feeds, "Наша листа")
    assert b"<title>\xd0\x9d\xd0\xb0\xd1\x88\xd0\xb0" in data
    assert read_opml(write_opml([Outline(title="a\x00b\ud800", feed="https://a.example/")], "x"))[0].title == "a�b�"
    assert read_opml(write_opml([Outline(title=None, feed="https://a.example/")], "x"))[0].title == "https://a.example/"


def test_ten_megabytes_are_read_in_seconds():
    filler = '<outline text="' + "x" * 1000 + '"/>'
    began = time.perf_counter()
    assert addresses(opml(filler * 9_000 + '<outline xmlUrl="https://a.example/f"/>')) == ["https://a.example/f"]
    assert time.perf_counter() - began < 5
