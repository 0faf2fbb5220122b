"""What a page tells of its publisher: where its feeds are, and what kind of publisher it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast
from urllib.parse import urljoin, urlsplit

from beleg.errors import FetchError, ReadError
from beleg.ingest.addresses import plain
from beleg.records import Language, PublisherKind, Script

if TYPE_CHECKING:
    from beleg.lexicons.register import Register

FeedKind = Literal["rss", "atom", "json", "unknown"]

_TYPES: Mapping[str, FeedKind] = {
    "application/rss+xml": "rss",
    "application/rdf+xml": "rss",
    "application/atom+xml": "atom",
    "application/feed+json": "json",
    "application/json": "json",
    "application/xml": "unknown",
    "text/xml": "unknown",
    "text/rss+xml": "rss",
}
# Addresses that look like a feed's: /feed, /rss/, /rss.xml, /news.atom, /feed.json, …
_LOOKS = re.compile(
    r"/(?:feeds?|rss|atom)/?\Z|/(?:feed|rss|atom|index)\.(?:xml|rdf|json)\Z|\.(?:rss|atom|rdf)\Z|/rss/[\w-]+\Z",
    re.IGNORECASE,
)
_GUESSES = ("feed", "rss.xml", "atom.xml", "feed.xml", "index.xml")
# More than any site names on one page.
_MOST = 50
_LONGEST_TITLE = 200
# Also without an end, before which lxml looks for an encoding in the square of the time.
_DECLARATIONS = re.compile(r"\A(?:\s*<\?xml[^>]*>?)+")
# Text nodes of a link that are looked at: links that are not closed hold one another.
_TEXTS = 20
# Second-level domains that are open to all, so that the name stands before them.
_PUBLIC = frozenset({"ac", "co", "com", "edu", "gov", "in", "net", "org"})
_WORD = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*\.?")
# Of a description this much is looked at.
_SAMPLE = 2_000


class Found(NamedTuple):
    """A feed that a page names."""

    # Absolute, http or https.
    address: str
    title: str | None
    kind: FeedKind


def feeds_of(page: bytes, address: str) -> list[Found]:
    """The feeds that a page names, those of comments last; where its head names none, links that look like feeds.

    Args:
        page: Its HTML.
        address: Where it was fetched from.
    """
    tree = _tree(page)
    if tree is None:
        return []
    base = next((one.get("href") for one in tree.iter("base") if one.get("href")), None)
    base = (_absolute(base, address) if base else None) or address
    found = _unique(_announced(tree, base)) or _unique(_linked(tree, base))
    return sorted(found, key=_is_of_comments)


def guesses(address: str) -> list[str]:
    """Where programs put the feed of a site, for a page that names none: below the page's folder, then at the root."""
    folders = dict.fromkeys(urljoin(address, folder) for folder in (".", "/"))
    tried = (_absolute(name, folder) for folder in folders for name in _GUESSES)
    return [one for one in dict.fromkeys(tried) if one]


def kind_of_publisher(name: str, address: str, about: str | bytes = "") -> tuple[PublisherKind, str]:
    """What kind of publisher a source most likely is, and why, as an English phrase; "unknown" where nothing tells.

    Args:
        name: The publisher's, or the feed's title.
        address: Of the feed or page.
        about: A description, or the page itself.
    """
    described, types = about if isinstance(about, str) else "", cast("tuple[str, ...]", ())
    if isinstance(about, bytes):
        from beleg.read import webpage  # noqa: PLC0415 - reading is a later stage; here it only looks

        said = webpage.about(about, address=address)
        name, described, types = name or said.publisher or "", said.description or "", said.publisher_types
    host = (urlsplit(address).hostname or "").lower()
    guesses_in_turn = (
        _by_ending(host),
        _by_type(types),
        _by_words(name, "plain", "its name says"),
        _by_register(name, host),
        _by_legal_form(name),
        _by_words(name, "vague", "its name says"),
        _by_words(described[:_SAMPLE], "plain", "its description says"),
        _by_words(described[:_SAMPLE], "vague", "its description says"),
        _by_host(host),
    )
    return next(
        (guess for guess in guesses_in_turn if guess), ("unknown", "neither its name nor its address or page tells")
    )


def _tree(page: bytes) -> Any:
    import lxml.html  # noqa: PLC0415 - slow to load
    from lxml import etree  # noqa: PLC0415

    from beleg.read.decoding import declared_in, decode  # noqa: PLC0415

    try:
        text = decode(page, declared=declared_in(page)).text
        return lxml.html.document_fromstring(_DECLARATIONS.sub("", text), parser=lxml.html.HTMLParser(huge_tree=True))
    except (ReadError, etree.ParserError, ValueError):
        return None


def _absolute(link: str, base: str) -> str | None:
    try:
        return plain(urljoin(base, re.sub(r"[\t\n\r]", "", link).strip().removeprefix("feed:")))[0]
    except (FetchError, ValueError):
        return None


def _announced(tree: Any, base: str) -> Iterator[Found]:
    for link in tree.iter("link", "a"):
        if "alternate" not in (link.get("rel") or "").lower().split():
            continue
        kind = _TYPES.get((link.get("type") or "").partition(";")[0].strip().lower())
        address = _absolute(link.get("href"), base) if kind and link.get("href") else None
        # WordPress announces its programming interface in the same way.
        if kind and address and "/wp-json/" not in address and "/oembed" not in address:
            yield Found(address, _title(link.get("title")), kind)


def _linked(tree: Any, base: str) -> Iterator[Found]:
    for link in tree.iter("a"):
        address = _absolute(link.get("href"), base) if link.get("href") else None
        if address and _LOOKS.search(urlsplit(address).path):
            yield Found(address, _title(link.get("title") or "".join(islice(link.itertext(), _TEXTS))), "unknown")


def _unique(feeds: Iterator[Found]) -> list[Found]:
    found: dict[str, Found] = {}
    for one in feeds:
        found.setdefault(one.address, one)
        if len(found) == _MOST:
            break
    return list(found.values())


def _title(text: str | None) -> str | None:
    return " ".join((text or "")[: 4 * _LONGEST_TITLE].split())[:_LONGEST_TITLE] or None


def _is_of_comments(feed: Found) -> bool:
    said = f"{feed.title or ''} {urlsplit(feed.address).path.replace('/', ' ')}".lower()
    return bool(set(_WORD.findall(said)) & set(_phrases("comments", "words")))


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("publishers.toml").read_text("utf-8"))


@cache
def _phrases(table: str, key: str) -> tuple[str, ...]:
    text = cast("Mapping[str, str]", _tables()[table])[key]
    parts = text.split(";") if ";" in text else text.split()
    return tuple(" ".join(part.split()) for part in parts)


def _kinds(table: str) -> Iterator[tuple[PublisherKind, tuple[str, ...]]]:
    for kind in _tables()[table]:
        yield kind, _phrases(table, kind)


def _by_ending(host: str) -> tuple[PublisherKind, str] | None:
    for kind, phrases in _kinds("endings"):
        for ending in phrases:
            if host.endswith(ending) or host == ending[1:]:
                return kind, f"its host ends in {ending}"
    return None


def _by_type(types: tuple[str, ...]) -> tuple[PublisherKind, str] | None:
    for kind, phrases in _kinds("types"):
        for one in types:
            if one.lower() in phrases:
                return kind, f"its page calls it {one}"
    return None


def _by_words(text: str, table: Literal["plain", "vague"], says: str) -> tuple[PublisherKind, str] | None:
    words = _WORD.findall(text)
    # "e.V." keeps its stops, the end of a sentence does not.
    folded = (word.casefold() if "." in word[:-1] else word.casefold().rstrip(".") for word in words)
    line = f" {' '.join(folded)} "
    for kind, patterns in _patterns(table):
        for pattern in patterns:
            match = pattern.search(line)
            if match:
                at = line.count(" ", 0, match.start())
                return kind, f"{says} “{' '.join(words[at : at + match[0].count(' ')])}”"
    return None


@cache
def _patterns(table: str) -> tuple[tuple[PublisherKind, tuple[re.Pattern[str], ...]], ...]:
    def pattern(phrase: str) -> re.Pattern[str]:
        # A star stands for any letters of the same word.
        return re.compile(" " + re.escape(" ".join(phrase.split())).replace(re.escape("*"), "[^ ]*") + "(?= )")

    return tuple(
        (kind, tuple(pattern(phrase) for phrase in phrases.split(";")))
        for kind, phrases in _tables()["words"][table].items()
    )


def _by_legal_form(name: str) -> tuple[PublisherKind, str] | None:
    words = {word.rstrip(".") for word in _WORD.findall(name)}
    for kind, phrases in _kinds("legal"):
        found = next((one for one in phrases if one in words), None)
        if found:
            return kind, f"its name says “{found}”"
    return None


def _by_register(name: str, host: str) -> tuple[PublisherKind, str] | None:
    from beleg.lexicons.register import load_register  # noqa: PLC0415 - the names are slow to load

    register = load_register()
    tongues: tuple[tuple[Language, Script], ...] = (("de", "Latn"), ("sr", "Latn"), ("sr", "Cyrl"), ("ru", "Cyrl"))
    label = _site_label(host)
    forms = [(form, *tongue) for form in (name, name.split(" – ", maxsplit=1)[0].strip()) if form for tongue in tongues]
    forms += [(form, "de", "Latn") for form in (label, label.upper()) if len(label) > 2]
    for form, language, script in forms:
        known = register.canonical(form, language, script)
        kind = _kind_of_name(known, register) if known else None
        if kind:
            return kind, f"the register of names knows {known}"
    return None


def _kind_of_name(known: str, register: Register) -> PublisherKind | None:
    if register.agency_kind(known) == "news":
        return "agency"
    kinds: Mapping[str | None, PublisherKind] = {
        "organisation": "vendor",
        "authority": "authority",
        "laboratory": "laboratory",
        "medium": "newsroom",
    }
    return kinds.get(register.type(known))


def _site_label(host: str) -> str:
    """What a site is called by: "beispiel" of www.beispiel.co.rs."""
    labels = host.split(".")[:-1]
    while len(labels) > 1 and labels[-1] in _PUBLIC:
        labels.pop()
    return labels[-1] if labels else ""


def _by_host(host: str) -> tuple[PublisherKind, str] | None:
    for kind, phrases in _kinds("hosts"):
        for one in phrases:
            if host == one or host.endswith(f".{one}"):
                return kind, f"its host is at {one}"
    labels = host.split(".")[:-1]
    for kind, phrases in _kinds("labels"):
        for one in phrases:
            found = next(
                (label for label in labels if label == one or (one[-1] == "-" and label.startswith(one))), None
            )
            if found:
                return kind, f"its host holds “{found}”"
    return None
