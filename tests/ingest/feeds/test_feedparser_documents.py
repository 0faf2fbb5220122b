"""feedparser's own documents say the same through `parse_feed` as through feedparser.

Its source distribution holds them; the variable names the folder `tests` in it:

    pip download --no-binary :all: --no-deps feedparser==6.0.14 && tar xzf feedparser-6.0.14.tar.gz
    BELEG_FEEDPARSER_TESTS=feedparser-6.0.14/tests pytest tests/ingest/test_feedparser_documents.py
"""

from __future__ import annotations

import io
import os
import time
import tomllib
from pathlib import Path

import feedparser
import lxml.etree
import lxml.html
import pytest

from beleg.errors import FeedError
from beleg.ingest.feeds import parse_feed

VARIABLE = "BELEG_FEEDPARSER_TESTS"
FOLDER = Path(os.environ.get(VARIABLE, "missing")) / "wellformed"
# Documents in which we mean to differ: what differs, and why.
DIFFERENCES = tomllib.loads(Path(__file__).with_name("feedparser_differences.toml").read_text("utf-8"))
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"{VARIABLE} names no folder of feedparser's tests")


def test_documents_say_the_same_save_where_we_mean_to_differ():
    found = {}
    documents = sorted(FOLDER.rglob("*.xml"))
    for path in documents:
        differing = differences(path.read_bytes())
        if differing:
            found[path.relative_to(FOLDER).as_posix()] = differing
    assert len(documents) > 1_500
    assert {name: list(what) for name, what in found.items()} == {
        name: fields for group in DIFFERENCES.values() for name, fields in group["documents"].items()
    }


def differences(data):
    """What differs, by the name of its field: ours and feedparser's."""
    theirs = feedparser.parse(io.BytesIO(data))
    try:
        ours = parse_feed(data)
    except FeedError as error:
        return {"refused": error.message}
    rows = {
        "feed title": (ours.title, text(theirs.feed, "title")),
        "feed link": (ours.link, web(theirs.feed.get("link"))),
        "feed date": (ours.updated, moment(theirs.feed, "updated", "published")),
        "entries": (len(ours.entries), len(theirs.entries)),
    }
    for one, other in zip(ours.entries, theirs.entries, strict=False):
        seen, html = longest(other)
        rows |= {
            "title": (one.title, text(other, "title")),
            "link": (one.link, web(other.get("link"))),
            "published": (one.published, moment(other, "published", "created")),
            "updated": (one.updated, moment(other, "updated")),
            "content": (shown(one.content, one.content_type), seen),
            "links": (set(one.links), linked(html)),
        }
    return {name: pair for name, pair in rows.items() if not same(*pair)}


def same(one, other):
    # feedparser makes midnight of a day.
    return one == other or (one and other and len(str(one)) == len("2026-10-14") and other == f"{one}T00:00:00Z")


def web(address):
    return address if address and address.startswith(("http://", "https://")) else None


def moment(holder, *keys):
    for key in keys:
        parsed = dict.get(holder, f"{key}_parsed")
        if parsed:
            return time.strftime("%Y-%m-%dT%H:%M:%SZ", parsed)
    return None


def text(holder, key):
    detail = holder.get(f"{key}_detail") or {}
    return shown(holder.get(key), detail.get("type")) or None


def details(entry):
    """The texts that an entry holds."""
    found = [*entry.get("content", ()), *([entry.summary_detail] if "summary_detail" in entry else [])]
    return [one for one in found if one.type in ("text/plain", "text/html", "application/xhtml+xml")]


def longest(entry):
    """The text of which a reader sees most: as it is seen, and as it stands there if that is HTML."""
    texts = [(shown(one.value, one.type), one.value if one.type != "text/plain" else "") for one in details(entry)]
    return max(texts, key=lambda text: len(text[0]), default=("", ""))


def linked(html):
    """Addresses on the web in a text, which feedparser has resolved."""
    found = lxml.html.document_fromstring(f"<div>{html}</div>").xpath("//a/@href | //img/@src")
    return {address for address in found if web(address)}


def shown(value, kind):
    if not value or not value.strip():
        return ""
    if kind != "text/plain":
        tree = lxml.html.document_fromstring(f"<div>{value}</div>")
        # A reader sees neither.
        lxml.etree.strip_elements(tree, "script", "style", with_tail=False)
        value = tree.text_content()
    return " ".join(value.split())
