"""Whatever is dropped in, a reader gives its result or says what is wrong, in time that grows with the size.

Inputs are pieces of odd files and of pages, cut, repeated and put together anew. A few hundred a run; with
BELEG_FUZZ_SECONDS set each reader goes on for that long. What was found stands as examples in the other tests.
"""

import os
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from beleg.errors import BelegError
from beleg.ingest.discovery import feeds_of, kind_of_publisher
from beleg.read import frontmatter, read
from beleg.read.decoding import declared_in, decode
from beleg.read.webpage import fragment, parse
from beleg.records import Document

SECONDS = float(os.environ.get("BELEG_FUZZ_SECONDS", "0"))
EXAMPLES = 200 if SECONDS else 20
# For at most a hundred kilobytes, on a busy machine; on an idle one no page of megabytes takes more than two.
SLOW = 4.0
LONG = 60_000 if SECONDS else 20_000
CASES = Path(__file__).parents[1] / "cases"
FILES = [path.read_bytes()[:6_000] for path in sorted(CASES.rglob("*")) if path.suffix in (".html", ".md", ".txt")]
HTML = """<p>|</p>|<div class="|teaser|comments|cookie|">|</div>|<article>|<main>|<h1>|<h2>|<br>|<li>|<ul>|<ol>|<table>|<tr>|<td>|</table>|
<th>|<caption>|<a href="|https://x.example/a|//[|javascript:|mailto:a@b.example|">|</a>|<b>|</b>|<strong>|<span>|<!--|-->|<!-- x -->|<![CDATA[|]]>|
<?xml version="1.0" encoding="|utf-16|windows-1251|"?>|<meta charset=|<meta property="og:title" content="|<meta name="date" content="|2026-10-14T08:15|
Wed, 14 Oct 2026 08:15:00 +0200|99999999|<link rel="canonical" href="|<link rel=alternate type=application/rss+xml href=|<base href="|<title>|</title>|
<script type="application/ld+json">|{"@type":"NewsArticle","headline":|"@graph":[|{"@id":"#a"}|"author":{"name":|[|]|{|}|,|null|1e999|"|</script>|
<time datetime="|itemscope itemtype="https://schema.org/Article"|itemprop="author"|itemprop="articleBody"|hidden|style="display:none"|<head>|<body>|</body>|</html>|<svg>|<template>|
<form>|<input type=password>|<pre>|<frameset>|<select><option>|&amp;|&#x0;|&#xD800;|&#99999999999;|&copy|<|>|=|'|"""
TEXT = """---\n|title: |lang: de\n|date: |2026-13-45|&a |*a|!!python/object |: |- |[|{|"|'|\\x10|\ufeff|\u2028|\u0085|\r|\r\n|\n\n|\t|# |## |**|__|> |* |— |1. |a) |
| | |14:05 |Von |Автор: |Novak: |„|“|«|»|Blatt, 27.10.2026|27. oktobra 2026.|https://a.example|(|)|https://|\u00a0|\u200b|\u0301|\x00|\x1f|😀|
Der Hersteller sagt, dass es läuft.|Цене ће порасти за пет одсто.|Компания сообщила о росте на 12,5 %.|Kompanija je saopštila da radi.| |  |
"""
PIECES = [piece for piece in (HTML + TEXT).replace("|\n", "|").split("|") if piece]
ENCODINGS = ("utf-8", "utf-8", "utf-8", "windows-1251", "windows-1250", "utf-16", "utf-16-le", "iso-8859-1", "utf-32")

piece = st.sampled_from(PIECES)
chunk = st.one_of(
    piece,
    st.text(max_size=12),
    st.tuples(piece, st.integers(2, 60)).map(lambda pair: pair[0] * pair[1]),
    st.tuples(st.sampled_from(FILES), st.integers(0, 6_000), st.integers(1, 400)).map(
        lambda cut: cut[0][cut[1] : cut[1] + cut[2]].decode("utf-8", "replace")
    ),
)
composed = st.lists(chunk, max_size=30).map("".join)
# One to three pieces again and again: where time grows faster than the size, it shows.
repeated = st.tuples(composed.map(lambda text: text[:200]), st.lists(piece, min_size=1, max_size=3).map("".join)).map(
    lambda pair: pair[0] + pair[1] * (LONG // len(pair[1]))
)
encoded = st.tuples(composed, st.sampled_from(ENCODINGS)).map(lambda pair: pair[0].encode(pair[1], "replace"))
cut_files = st.tuples(
    st.sampled_from(FILES),
    st.integers(0, 6_000),
    st.integers(0, 300),
    st.one_of(st.binary(max_size=6), chunk.map(str.encode)),
).map(lambda cut: cut[0][: cut[1]] + cut[3] + cut[0][cut[1] + cut[2] :])
data = st.one_of(encoded, cut_files, st.binary(max_size=300), repeated.map(str.encode))
texts = st.one_of(composed, repeated)


def article(given_data, media_type):
    found = read(Document(id="a", data=given_data, media_type=media_type))
    end = 0
    for block in found.blocks:
        assert end <= block.start < block.end <= len(found.text)
        end = block.end


def page(given_data):
    found = parse(given_data, path="a", address="https://x.example/a/b", charset="windows-1251")
    assert all(link.startswith(("https://", "http://", "mailto:")) for link in found.links)
    for block in found.blocks:
        assert found.text[block.start : block.end].strip()


def entry(text):
    for media_type in ("text/html", "text/plain"):
        found = fragment(text, title=text[:20], media_type=media_type, address="https://x.example/a")
        assert all(0 <= block.start < block.end <= len(found.text) for block in found.blocks)


READERS = {
    "page": (data, page),
    "page as a file": (data, lambda given_data: article(given_data, "text/html")),
    "entry": (texts, entry),
    "front matter": (texts.map("---\n{}".format), frontmatter.parse),
    "text": (data, lambda given_data: article(given_data, "text/plain")),
    "encoding": (data, lambda given_data: decode(given_data, declared=declared_in(given_data), lenient=True)),
    "feeds": (data, lambda given_data: feeds_of(given_data, "https://x.example/a")),
    "publisher": (data, lambda given_data: kind_of_publisher("", "https://x.example/a", given_data)),
}


def hold(reader, given_input):
    start = time.process_time()
    with suppress(BelegError):
        reader(given_input)
    assert time.process_time() - start < SLOW


@pytest.mark.parametrize("name", READERS)
def test_no_input_breaks_a_reader_or_takes_long(name):
    inputs, reader = READERS[name]
    end = time.monotonic() + SECONDS
    number = 0
    while not number or time.monotonic() < end:

        @seed(number)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            derandomize=False,
        )
        @given(inputs)
        def run(given_input):
            hold(reader, given_input)

        run()
        number += 1
