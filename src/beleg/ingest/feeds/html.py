"""What a feed's entry holds as HTML: its plain text, the addresses in it, and whether it is the whole article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

import idna
from lxml import etree

from beleg.alphabets import to_latin
from beleg.ingest.feeds.text import allowed
from beleg.ingest.feeds.words import tables

# Longer addresses are trackers or attacks.
LONGEST_ADDRESS = 2_000
MOST_LINKS = 500
_LONGEST_HOST = 253
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# What browsers drop from addresses.
_DROPPED = re.compile("[\t\n\r]")
_EDGES = "".join(map(chr, range(0x21)))
# Reserved characters and the sign of what is encoded already (RFC 3986).
_KEPT = "%/:?#[]@!$&'()*+,;=~"
_ADDRESSES = (("a", "href"), ("area", "href"), ("img", "src"), ("audio", "src"), ("video", "src"), ("source", "src"))
# What a reader of the page does not see.
_UNSEEN = ("script", "style", "template", "iframe", "noframes", "noembed")
# Words on both sides of their tags stay two words.
_APART = frozenset(
    {"br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr"}
)
# Tags that format a line. With attributes they are tags only if these have values: "a<b und c>d" holds none.
_FORMATTING = re.compile(
    r"<(?P<end>/?)(?P<name>a|abbr|b|big|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|q|s|small|span"
    r"|strike|strong|sub|sup|tt|u|ul|var|wbr)(?:\s{1,9}[a-z][a-z0-9:-]{0,30}\s?=\s?(?:\"[^\"<>]*+\"|'[^'<>]*+'|[^\s\"'<>]++))*+"
    r"\s{0,9}/?>",
    re.IGNORECASE,
)
_ALONE = frozenset({"br", "hr", "wbr"})
_PIXEL = re.compile(r"\s*[01](?:px)?\s*\Z")
_TINY = re.compile(r"(?:^|[;\s])(?:width|height)\s{0,9}:\s{0,9}[01](?:px)?\s{0,9}(?:;|\Z)", re.IGNORECASE)
# A text in a field that may hold anything is taken for whole from here on; blurbs have 150 to 600 characters.
_LONG = 1_500
# A field for whole texts that repeats the blurb, or holds less than this, holds no whole text: a news item of two
# sentences has 200 characters.
_SHORT = 200
_END = 300
_MARKS = " \t\n\u00a0→»›>.:!·|([{)]}…"


class Looked(NamedTuple):
    """HTML as a reader sees it."""

    # White space folded.
    text: str
    # Absolute, http, https or mailto; in order, each once.
    links: tuple[str, ...]


def folded(text: str) -> str:
    """A text with single spaces, and without characters that XML forbids. A no-break space is text and stays."""
    return re.sub("[ \t\n\r\f\v]+", " ", allowed(text)).strip(" ")


def plain(html: str) -> str:
    """The text of a piece of HTML, white space folded."""
    return folded(html) if "<" not in html and "&" not in html else look(html, "").text


def untagged(text: str) -> str:
    """A text that should have no tags, without those that format it: `Eins<br>Zwei` is `Eins Zwei`.

    A tag that is neither closed nor closes one is what the text speaks of: "HTML kennt <b> und <strong>".
    """
    if "<" not in text:
        return text
    found = [(match["name"].lower(), bool(match["end"])) for match in _FORMATTING.finditer(text)]
    opened, closed = ({name for name, end in found if end is which} for which in (False, True))
    paired = opened & closed
    return _FORMATTING.sub(lambda match: _instead(match, paired), text)


def _instead(match: re.Match[str], paired: set[str]) -> str:
    name = match["name"].lower()
    if name not in paired and name not in _ALONE:
        return match[0]
    return " " if name in _APART else ""


def look(html: str, base: str) -> Looked:
    """The text of a piece of HTML, and the addresses in it; relative ones are resolved against `base`."""
    tree = _parsed(html)
    if tree is None:
        return Looked(folded(html) if "<" not in html else "", ())
    links: dict[str, None] = {}
    wanted = dict(_ADDRESSES)
    for element in tree.iter(*wanted):
        given = element.get(wanted[element.tag])
        if given and len(links) < MOST_LINKS and not _is_pixel(element):
            address = absolute(given, base)
            if address:
                links[address] = None
    return Looked(folded("".join(_seen(tree))), tuple(links))


def _seen(tree: Any) -> Iterator[str]:
    """The texts that a reader sees, in order, blanks where blocks begin and end."""
    hidden = 0
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if element.tag in _UNSEEN:
            hidden += 1 if event == "start" else -1
        elif not hidden and element.tag in _APART:
            yield " "
        text = element.text if event == "start" else element.tail
        if text and not hidden:
            yield text


def absolute(reference: str, base: str) -> str | None:
    """An http, https or mailto address, its host in IDNA 2008, all else percent-encoded; None if it is none.

    Args:
        reference: The address as written, perhaps relative.
        base: What it is relative to; empty if nothing is known.
    """
    bare = _DROPPED.sub("", reference.strip(_EDGES))
    if not bare or len(bare) > LONGEST_ADDRESS:
        return None
    try:
        parts = urlsplit(urljoin(base, bare) if base else bare)
        scheme = parts.scheme.lower()
        if scheme == "mailto":
            return f"mailto:{quote(bare.partition(':')[2], safe=_KEPT)}"
        if scheme not in ("http", "https") or not parts.hostname:
            return None
        host = _host(parts.hostname)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return None
    if host is None:
        return None
    rest = (quote(allowed(part), safe=_KEPT) for part in (parts.path, parts.query, parts.fragment))
    address = urlunsplit((scheme, host + port, *rest))
    return address if len(address) <= LONGEST_ADDRESS else None


def is_whole(text: str, blurb: str | None, *, meant: bool) -> bool:
    """Whether a text is likely the whole article.

    Args:
        text: What the entry's longest field holds, as plain text.
        blurb: The plain text of its summary; None if it has none beside.
        meant: Whether that field is one for whole texts (content:encoded, Atom's content).
    """
    end = text[-_END:].rstrip()
    if end.endswith(("…", "...", "[…]", "[...]", "(…)", "(...)")) or _invites(end.rstrip(_MARKS)):
        return False
    return len(text) >= _LONG or (meant and len(text) >= _SHORT and text != blurb)


def _invites(end: str) -> bool:
    """Whether a text ends in an invitation to read on; "и так далее" goes on a sentence and is none."""
    low = end.casefold()
    phrase = next((one for one in _invitations() if low.endswith(one)), None)
    if phrase is None or len(low) != len(end):
        return phrase is not None
    before = end[: -len(phrase)].rstrip()
    return not before[-1:].isalnum() or end[-len(phrase)].isupper()


@cache
def _invitations() -> tuple[str, ...]:
    """What blurbs end in, folded in case; Serbian in both scripts."""
    invitations = tables()["invitations"]
    found = [phrase for language in invitations.values() for phrase in language]
    found += [to_latin(phrase) for phrase in invitations["sr"]]
    # The longest first: what stands before the whole phrase counts.
    return tuple(sorted((phrase.casefold() for phrase in found), key=lambda phrase: (-len(phrase), phrase)))


def _parsed(html: str) -> Any:
    # Bytes: a declaration of another encoding inside must not count.
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(f"<div>{allowed(html)}</div>".encode(), parser)
    except etree.XMLSyntaxError:
        return None


def _is_pixel(element: Any) -> bool:
    if element.tag != "img":
        return False
    sizes = (element.get("width"), element.get("height"))
    return any(size and _PIXEL.match(size) for size in sizes) or bool(_TINY.search((element.get("style") or "")[:1000]))


def _host(name: str) -> str | None:
    if len(name) > _LONGEST_HOST:
        return None
    if ":" in name:
        return f"[{name}]"
    if name.isascii():
        return name.lower() if re.fullmatch(r"[A-Za-z0-9._-]+", name) else None
    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii")
    except idna.IDNAError:
        return None
