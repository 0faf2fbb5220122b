"""Whatever bytes come as a feed: it is read, or refused with a reason; nothing else, and soon.

`BELEG_FUZZ_SECONDS` says how long to go on; without it a few hundred inputs are tried.
"""

from __future__ import annotations

import os
import random
import re
import time
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beleg.errors import FeedError
from beleg.ingest.feeds import is_feed, parse_feed
from beleg.ingest.feeds.dates import moment

FUZZ_SECONDS = float(os.environ.get("BELEG_FUZZ_SECONDS", "0"))
FEEDS = Path(__file__).parents[2] / "cases" / "feeds"
JSON = (
    b'{"version":"https://jsonfeed.org/version/1.1","title":"Blatt","items":[{"id":"1","url":"https://a.example/1",'
    b'"content_html":"<p>Eins <a href=\\"/x\\">x</a></p>","date_published":"2026-10-14T08:15:00Z","authors":'
    b'[{"name":"Anna"}]},{"id":2,"content_text":"Zwei"}]}'
)
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title type="html">a &lt;b&gt;</title><entry><title
 type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x</div></title><id>1</id><author><name>n</name><email>a@b.de</email>
</author><source><title>q</title></source><published>2026-10-14</published><content type="application/octet-stream">YQ==
</content><summary type="html">&lt;p&gt;</summary><link rel="alternate" href="a"/></entry></feed>"""
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:georss="http://www.georss.org/georss"
 xmlns:psc="http://podlove.org/simple-chapters" xmlns:itunes="http://www.itunes.com/DTDs/PodCast-1.0.dtd"><channel
 rdf:about="a"><title>t</title><image><url>u</url><title>i</title><width>1</width></image><textInput><name>n</name></textInput>
</channel><item rdf:about="b"><title>x</title><dc:date>2026-10-14</dc:date><dc:creator>c</dc:creator><media:content url="m"
 width="1"/><georss:point>1 2</georss:point><psc:chapters><psc:chapter start="00:01" title="z"/></psc:chapters>
<itunes:duration>1</itunes:duration><itunes:explicit>yes</itunes:explicit></item></rdf:RDF>"""
SEEDS = [
    *(path.read_bytes() for path in sorted(FEEDS.glob("*.xml")) if path.stat().st_size < 20_000), JSON, ATOM, RDF,
]  # fmt: skip
TOKENS = [
    b"<", b">", b"</", b"/>", b"&", b"&#", b"&#x0;", b"&#99999999;", b"&nbsp;", b"<![CDATA[", b"]]>", b"<!--", b"-->", b"<?",
    b"?>", b"<!DOCTYPE rss [", b"<!ENTITY a 'b'>", b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\x1b", b'"', b"'", b"=", b" xmlns=''",
    b" xml:base='http://['", b" xml:base=':'", b" xml:lang=''", b"<br>", b"<div>", b"<item>", b"</item>", b"<title>", b"</rss>",
    b"</feed>", b"<svg>", b"<math>", b"<image>", b"<source>", b"<content type='xhtml'>", b"<link rel='self'/>", b"<a:b>", b"{", b"}",
    b"[", b"]", b"\\ud800", b"1e999", b"NaN", b"http://[::1", b"http://\xc3\x9f.example", b"https://a:99999/", b"//", b"javascript:",
    b"2026-10-14", b"-0000", b"24:00", b"Feb 31", "Ãœ".encode(), "рџ".encode(), "\u2028".encode(), b"<guid/>", b"&lt;", b"&amp;lt;",
    b" type='text/html'", b" mode='base64'", b" encoding='utf-16'", b" width='a'", b"<enclosure/>", b"<category/>",
]  # fmt: skip
PIECE = re.compile(rb"<[^<>]{0,200}>|[^<>]{1,200}|[<>]")


@st.composite
def feeds(draw):
    """A real feed with pieces left out, doubled, moved, cut, or with something put between."""
    rng = random.Random(draw(st.integers(0, 2**64)))
    pieces = PIECE.findall(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 8)):
        at, to = sorted((rng.randint(0, len(pieces)), rng.randint(0, len(pieces))))
        what = rng.randint(0, 7)
        if what == 0:
            del pieces[at : at + rng.randint(1, 3)]
        elif what == 1:
            pieces[at:at] = pieces[at:to][:20] * rng.randint(1, 3)
        elif what == 2 and pieces:
            token = bytearray(pieces[at % len(pieces)])
            token[rng.randrange(len(token) or 1) :] = rng.choice(TOKENS)
            pieces[at % len(pieces)] = bytes(token)
        elif what == 3:
            pieces = pieces[:at] if rng.random() < 0.2 else pieces
        elif what == 4:
            pieces[at:at] = [rng.choice(TOKENS)] * rng.choice([1, 1, 2, 300])
        elif what == 5:
            other = PIECE.findall(rng.choice(SEEDS))
            start = rng.randint(0, len(other))
            pieces[at:at] = other[start : start + 10]
        else:
            pieces.insert(at, rng.choice(TOKENS))
    data = b"".join(pieces)
    if rng.random() < 0.1:
        data = data.decode("utf-8", "replace").encode(
            rng.choice(["utf-16", "utf-16-le", "utf-32", "koi8-r"]), "replace"
        )
    return data


def check(data):
    began = time.perf_counter()
    address = "https://a.example/feed" if len(data) % 2 else None
    is_feed(data)
    try:
        feed = parse_feed(data, address=address, media_type="text/xml; charset=koi8-r" if len(data) % 3 else None)
    except FeedError:
        return
    assert time.perf_counter() - began < 3
    for dated in (feed, *feed.entries):
        for date in (dated.updated, getattr(dated, "published", None)):
            assert date is None or datetime.fromisoformat(date).year >= 1000
    for entry in feed.entries:
        assert all(link.startswith(("http://", "https://", "mailto:")) for link in entry.links)
        assert entry.link is None or entry.link.startswith(("http://", "https://"))
        assert not any(entry.link and c in entry.link for c in ' \t\n<>"')
        for text in (entry.title, entry.guid, entry.author, entry.content, *entry.links):
            assert not text or "\n" not in text or text is entry.content
            # What XML forbids is in no text.
            assert not text or not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", text)


def tried(check_one, strategy):
    """Run a check a few hundred times, and again until the time that is set is over."""

    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def run(data):
        check_one(data)

    end = time.monotonic() + FUZZ_SECONDS
    run()
    while time.monotonic() < end:
        run()


@pytest.mark.slow
def test_any_change_to_a_feed_is_read_or_refused():
    tried(check, feeds())


@pytest.mark.slow
def test_any_bytes_are_read_or_refused():
    tried(check, st.binary(max_size=300) | st.lists(st.sampled_from(TOKENS), max_size=60).map(b"".join))


@pytest.mark.slow
def test_any_date_is_read_or_left_out():
    def dated(raw):
        value = moment(raw, zone="Europe/Belgrade").value
        assert value is None or datetime.fromisoformat(value).year >= 1000

    words = [
        "14",
        "2026",
        "26",
        ".",
        ",",
        ":",
        "/",
        "-",
        "T",
        "Z",
        "+",
        "10:00",
        "Oct",
        "oktobra",
        "мая",
        "PM",
        "GMT",
        " ",
        "(",
        "٣",
    ]
    tried(dated, st.lists(st.sampled_from(words), max_size=14).map("".join) | st.text(max_size=60))


# What the runs above found, kept small.
FOUND = [
    # References to controls without a semicolon, which HTML knows.
    b"<rss><channel><item><description>&amp;#16&lt;p></description></item></channel></rss>",
    # A noncharacter that was encoded twice.
    "<rss><channel><item><title>ï¿¾ Ã¼</title></item></channel></rss>".encode(),
    # What feedparser stumbles over: a size that is none, a link inside an image, a name in a text input.
    b"<rss><channel><image><width>a</width></image><title>t</title></channel></rss>",
    b"<rss><channel><item><image><link>a<guid>b</guid></link></image></item></channel></rss>",
    b"<rss><channel><textInput><x/></textInput><name>n</name></channel></rss>",
    b"<rss><channel><item><title>a<width/></title></item></channel></rss>",
]


@pytest.mark.parametrize("data", FOUND)
def test_what_was_found_stays_mended(data):
    check(data)
