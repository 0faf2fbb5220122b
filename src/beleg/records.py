"""The records that pass between the stages: plain, frozen, and the same in every language.

Field names and closed lists are those of the annotation guide; `jsonl.py` prints them, `schema.py` publishes their
JSON Schema. Spans count Unicode code points of the article's text. Tuples keep an order that is part of the value;
nothing here depends on a clock, a locale or the order of a set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

SCHEMA_VERSION = 1

Language: TypeAlias = Literal["de", "sr", "ru"]
Script: TypeAlias = Literal["Latn", "Cyrl"]
Evidence: TypeAlias = Literal[
    "vendor_claim",
    "customer_claim",
    "partner_claim",
    "competitor_claim",
    "official_statement",
    "third_party_opinion",
    "independent_evidence",
    "publisher_analysis",
    "unattributed",
]
Kind: TypeAlias = Literal[
    "release",
    "availability",
    "license",
    "support",
    "limitation",
    "requirement",
    "behaviour",
    "change",
    "metric",
    "quantity",
    "price",
    "adoption",
    "endorsement",
    "partnership",
    "funding",
    "people",
    "plan",
    "security",
    "legal",
    "caveat",
    "recommendation",
    "other",
]
Polarity: TypeAlias = Literal["affirmed", "negated"]
Modality: TypeAlias = Literal["asserted", "planned", "goal", "experimental", "conditional"]
Qualifier: TypeAlias = Literal["exact", "approx", "at_least", "at_most", "more_than", "less_than"]
DateRole: TypeAlias = Literal["release", "document", "deadline", "test", "event"]
Speech: TypeAlias = Literal["direct", "indirect", "reported", "none"]
Role: TypeAlias = Literal[
    "vendor", "customer", "partner", "competitor", "authority", "analyst", "laboratory", "medium", "publisher"
]
Status: TypeAlias = Literal["confirmed", "claimed", "disputed", "judged", "origin_not_stated"]
PublisherKind: TypeAlias = Literal[
    "newsroom",
    "trade_press",
    "agency",
    "blog",
    "vendor",
    "customer",
    "partner",
    "competitor",
    "laboratory",
    "university",
    "authority",
    "association",
    "unknown",
]
TextFrom: TypeAlias = Literal["file", "full", "feed", "blurb", "title"]
HealthState: TypeAlias = Literal["healthy", "stale", "failing", "never fetched", "paused", "file"]
# What a fact has that the published editions before did not: itself; independent evidence for what was claimed; other
# values than were published; a fact that contradicts it; a further origin.
News: TypeAlias = Literal["new", "confirmed", "corrected", "disputed", "widened"]
# What an editor settled by hand about a fact.
Ruling: TypeAlias = Literal["class", "kind", "claimant", "merge", "split"]
BlockKind: TypeAlias = Literal["title", "byline", "heading", "paragraph", "item", "row", "turn", "links"]
Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """One source as its file `sources/NAME.source.toml` describes it."""

    # NAME: letters, digits and hyphens.
    name: str
    # Address of its feed, or of a page that is an article itself, or the path of a feed file below `sources/`: exactly
    # one of the three. As the editor wrote it, so an address may hold credentials; what is shown or kept goes through
    # `ingest.addresses.shown`.
    feed: str | None = None
    page: str | None = None
    file: str | None = None
    # When a page was published, where it does not say so itself; a day.
    published: str | None = None
    # None where the editor leaves it to the feed or the page.
    title: str | None = None
    publisher: str | None = None
    publisher_kind: PublisherKind | None = None
    # Whether it speaks in its own cause; None leaves it to the kind of publisher.
    stake: Literal["yes", "none", "unknown"] | None = None
    # "de", "ru", "sr-Cyrl" or "sr-Latn", as `ingest.locales.Tag` writes it: what is asked for, and what settles what a
    # text leaves open.
    language: str | None = None
    # Which text of an entry is read: that of its page, that in the feed, or the page's where the feed has only a blurb.
    text: Literal["auto", "full", "blurb"] = "auto"
    # IANA name of the zone in which dates without one are meant; None for UTC, and a warning that it was assumed.
    zone: str | None = None
    # Not fetched any more; what is in the archive is still read.
    paused: bool = False

    @property
    def address(self) -> str:
        """What is fetched; empty for a file."""
        return self.feed or self.page or ""

    @property
    def path(self) -> str:
        """Its file, as messages call it."""
        return f"sources/{self.name}.source.toml"


@dataclass(frozen=True, kw_only=True, slots=True)
class Stated:
    """What came with a document's bytes, from a feed's entry or its source; None where nobody says."""

    title: str | None = None
    publisher: str | None = None
    publisher_kind: PublisherKind | None = None
    # ISO 8601: a date, or a time with its offset.
    published: str | None = None
    updated: str | None = None
    author: str | None = None
    # A language tag; settles only what the text leaves open.
    language: str | None = None
    # Of a syndicated entry: where it came from.
    taken_from: str | None = None
    # What an entry's feed calls itself; names the publisher where nothing better does.
    feed_title: str | None = None
    # Whether the times above were written without their zone, so that the source's was taken.
    zone_assumed: bool = False
    # Addresses that an entry's text links to, absolute.
    links: tuple[str, ...] = ()
    # Warnings about the entry, in English.
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A file, an entry of a feed or a page as ingested: bytes, and where they came from."""

    # Of a file the path below `sources/`, with forward slashes; of an entry its source's name, a slash and a name of
    # its own.
    id: str
    data: bytes
    # "text/plain", "text/markdown" or "text/html": of a file by the ending of its name.
    media_type: str
    # The address it was fetched from; None for a file dropped by hand.
    address: str | None = None
    # The encoding that the server named ("utf-8"); None where none did.
    charset: str | None = None
    # The source's name; None for a file dropped by hand.
    source: str | None = None
    # "file", "full" for the text of a page that was fetched, "blurb" for what a feed's entry holds and is not whole,
    # "feed" for a whole text in the feed, "title" where there is nothing but a title.
    text_from: TextFrom = "file"
    # ISO 8601 in UTC: when it was first fetched; None for a file.
    seen: str | None = None
    stated: Stated = Stated()
    # What messages call it; None for `sources/` and its identifier.
    place: str | None = None
    # Of an entry whose page was fetched: what its feed holds, to be read where the page holds no article.
    otherwise: Document | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A piece of an article's text that stands by itself."""

    kind: BlockKind
    # Span in the article's text, without surrounding white space, bullet, speaker label or time of a ticker entry.
    start: int
    end: int
    # The speaker's label of an interview turn ("Meier"); None elsewhere.
    label: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Article:
    """A document as read."""

    # The path below `sources/`, as the document's.
    id: str
    # The words after decoding, line ends as "\\n"; every span of a statement counts its code points.
    text: str
    language: Language
    script: Script
    blocks: tuple[Block, ...]
    title: str | None = None
    publisher: str | None = None
    publisher_kind: PublisherKind = "unknown"
    # Where the publisher is known from; "text" where the article names itself in the first person.
    publisher_from: Literal["front matter", "source", "feed", "text", "page"] | None = None
    url: str | None = None
    # ISO 8601, a date ("2026-10-27") or a time with offset ("2026-10-14T23:30:00-07:00"); None where nobody says.
    published: str | None = None
    updated: str | None = None
    author: str | None = None
    # The source it was fetched from, its text as in `Document`, when it was first fetched (ISO 8601, UTC).
    source: str | None = None
    text_from: TextFrom = "file"
    seen: str | None = None
    # Whether its dates were written without their zone, so that the source's was taken.
    zone_assumed: bool = False
    # Of a syndicated article: where it came from, as its feed says.
    taken_from: str | None = None
    # Addresses that it links to, absolute, in the order of the text; empty for text files.
    links: tuple[str, ...] = ()
    # What messages call it ("sources/a.md").
    place: str = ""
    # Warnings about the file, in English, for the closing count and `check`.
    warnings: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """Its language as a tag, with the script where the language has two: "de", "sr-Cyrl"."""
        return f"{self.language}-{self.script}" if self.language == "sr" else self.language

    @property
    def dated(self) -> str | None:
        """When it was published, to be reckoned with: when it was first seen, if its own date lies a day after that.

        Feeds announce what is to come, and mistype years; such an article is no newer than the rest.
        """
        if self.published is None or self.seen is None:
            return self.published
        latest = datetime.fromisoformat(self.seen) + timedelta(days=1)
        # A date that lacks the day, or the time, can't be later than it says.
        return self.seen if self.published[:10] > latest.date().isoformat() else self.published


@dataclass(frozen=True, kw_only=True, slots=True)
class Quantity:
    """A number with its unit, as the annotation guide writes it."""

    value: float
    # The end of a range; None for a single value.
    value_to: float | None = None
    # "percent", "EUR/kWh", "km", …; "count" for things counted.
    unit: str = "count"
    qualifier: Qualifier = "exact"
    # What is counted, in the article's own word; only with the unit "count".
    of: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One thing that a sentence says, backed by one voice."""

    # "s-" and twelve hexadecimal digits of a hash over article and quote.
    id: str
    # The article's path below `sources/`.
    article: str
    start: int
    end: int
    # Exactly `text[start:end]`; `prefix` and `suffix` are up to 32 code points around it (W3C text-quote selector).
    quote: str
    prefix: str
    suffix: str
    language: Language
    script: Script
    evidence: Evidence
    kind: Kind
    # What it is about, in international spelling, resolved from context; None if nothing was found.
    subject: str | None
    # Who stands behind it, as the article names them; None for `unattributed`.
    claimant: str | None
    # The function in which a person spoke ("CTO"), in the article's own words; None if not said.
    speaker_role: str | None = None
    # The document or occasion that carries it ("release notes"); None if not said.
    via: str | None = None
    # The party behind the claimant (AWS → Amazon); None for `unattributed`.
    origin: str | None = None
    polarity: Polarity = "affirmed"
    modality: Modality = "asserted"
    # ISO 8601 as precise as the text ("2026-10-20", "2026-10", "2026"); "--10-20" where nobody gives the year.
    dates: tuple[str, ...] = ()
    # One role a date, in the same order.
    date_roles: tuple[DateRole, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    versions: tuple[str, ...] = ()
    # In international spelling, in the order of the text.
    names: tuple[str, ...] = ()
    # Identifiers of the concept glossary that the words of the span name ("public-beta", "range"), in the order of
    # the text: what can be compared, and worded, across languages.
    concepts: tuple[str, ...] = ()
    # Spans in the article's text: the cue word, the claimant's words, and what is said without its attribution.
    cue: Span | None = None
    claimant_span: Span | None = None
    content: Span | None = None
    speech: Speech = "none"
    # On a caveat: the statement it limits.
    qualifies: str | None = None
    # What the speaker is to the thing spoken of; None for `unattributed`. Evidence follows from it.
    role: Role | None = None
    # Where the role was taken from: "text: <word>", "names", "model", "story", "default"; "open" until merging resolves it.
    role_from: str | None = None
    # Names of the rules that fired, in the order in which they did.
    rules: tuple[str, ...] = ()
    # 0 to 1; below 0.6 it is shown as unsure.
    confidence: float = 0.5
    # Set by merging.
    fact: str | None = None
    conflicts: tuple[str, ...] = ()
    story: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """A party that mentions of a fact go back to."""

    # In international spelling; None where no origin is stated (at most one such entry a fact).
    party: str | None
    stake: Role | None
    # Identifiers of the statements that go back to it.
    mentions: tuple[str, ...]
    # Why these mentions are its, each reason once, sorted: a code, or "code: argument" (`beleg.merge.origins.CODES`):
    #   named                the text names it
    #   alias: NAME          the text calls it so
    #   subsidiary: NAME     the text names what it owns
    #   product: NAME        the text names what it makes
    #   employee: NAME       a person speaks who works for it
    #   spokesperson         somebody speaks for it whom the text does not name
    #   document: VIA        it stands in its document, as `via` of the statement calls it ("release notes")
    #   story                nobody is named; these are the words of whom the story is about
    #   publisher            the article judged or observed it itself
    #   agency: NAMES        the article bears the tag of this agency, or of these ("Reuters, AFP")
    #   taken from: NAME     the article says, or its feed, that it was taken from there
    #   copy: ARTICLE        nearly the same words stand in this earlier article (its identifier)
    #   translation: ARTICLE the same text stands in this earlier article of another language
    #   repeats: NAME        this paper tells as its own a number that others give to the party
    #   editor               an editor's decision says so
    # Where no origin is stated, only "taken from", "copy" and "translation" occur: why several are counted once.
    why: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """What statements in any language agree in saying."""

    # "f-" and twelve hexadecimal digits of a hash over its mentions.
    id: str
    story: str
    subject: str | None
    kind: Kind
    polarity: Polarity
    dates: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    versions: tuple[str, ...] = ()
    # Names and concepts that the fact is about, besides its subject: what its mentions share, else the leading one's.
    objects: tuple[str, ...] = ()
    status: Status = "claimed"
    # The class of the group in which it is shown: that of its best-known origin.
    evidence: Evidence = "unattributed"
    origins: tuple[Origin, ...] = ()
    # How many publishers carry it.
    outlets: int = 1
    # "de", "ru", "sr", sorted.
    languages: tuple[Language, ...] = ()
    # Facts that cannot both be true with this one; sorted, mutual.
    conflicts: tuple[str, ...] = ()
    # Statement identifiers, the leading one (best origin, most complete) first.
    mentions: tuple[str, ...] = ()
    # Whether it is off the story's subject and stands in its last section.
    aside: bool = False
    # How many origins it can have at most: the known ones, and one for each outlet that does not say whose word it is;
    # copies and translations of one text count once. None where all are known.
    origins_at_most: int | None = None
    # Facts that say the same of more, or of fewer, objects; sorted, mutual.
    adds: tuple[str, ...] = ()
    # Identifiers that it was published under before facts were found to be one; sorted.
    aliases: tuple[str, ...] = ()
    # The edition in which it was first published; None for one that never was.
    since: str | None = None
    # None for what was published before and has not changed, and where nothing was published before.
    news: News | None = None
    # Why it stands where it does in its story, from a closed set in this order (`merge.order`): "news" (what published
    # editions before did not have; it comes before all else), "conflict", "leading kind", "evidence" (independent, an authority's or a
    # customer's), "languages N" and "origins N" (known ones), both from 2; one point each, of the counts for each
    # further one. "aside" stands alone: it is off the story's subject and comes last. Empty: it got no point.
    reasons: tuple[str, ...] = ()
    # What an editor settled, and what readers are told by the editor about it.
    rulings: tuple[Ruling, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Conflict:
    """Facts of one matter that differ in a value or in polarity."""

    # "c-" and twelve hexadecimal digits of a hash over its facts.
    id: str
    story: str
    kind: Kind
    # What differs: "date", "quantity", "version", "polarity", "licence"; "order of magnitude" is a disagreement.
    about: Literal["date", "quantity", "version", "polarity", "licence", "order of magnitude"]
    # Identifiers of the facts, one a side, in the order of their values.
    sides: tuple[str, ...]
    # "update" where one side is a later state of the matter (a correction, a new count), else they contradict each other.
    relation: Literal["contradiction", "update"] = "contradiction"
    # The later side of an update; None for a contradiction.
    newer: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Story:
    """The facts on one matter, printed together."""

    # "y-" and twelve hexadecimal digits.
    id: str
    subject: str | None
    # Who makes, sells or operates the subject; None if the articles don't tell.
    vendor: str | None
    # Article identifiers, sorted.
    articles: tuple[str, ...]
    # Fact identifiers in the order of print; facts off the subject last.
    facts: tuple[str, ...]
    conflicts: tuple[Conflict, ...] = ()
    # Identifiers under which parts of it were published before an article showed that they are one; sorted.
    aliases: tuple[str, ...] = ()
    # The edition in which it was first published; None for one that never was.
    since: str | None = None
    # Why it stands where it does in its edition, from a closed set in this order (`merge.order`): "news N" (facts that
    # published editions before did not have), "origins N" (different known ones), "evidence N" (facts with independent
    # evidence), "languages N", "conflicts N" (contradictions), "facts N" (no point: it decides among equals). N is at least 1, of origins and languages 2;
    # what a story has none of is left out.
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """A published fact that was found to be otherwise, or is gone."""

    # "withdrawn": its articles were taken back; "corrected": its values are others now; "gone": its articles no longer
    # say it, or are no longer there.
    about: Literal["withdrawn", "corrected", "gone"]
    # What brought it about: an article was taken back; an editor settled it; an article was changed, or is no longer there;
    # the same words are read otherwise. None where a record does not tell.
    reason: Literal["withdrawal", "editor", "article", "reading"] | None = None
    # ISO 8601 day: of the withdrawal, else that of the edition that tells of it (`Edition.date`: the last of its days, not
    # the day of its publication); None where that has no date.
    date: str | None
    # What readers are told of a withdrawal.
    why: str | None = None
    # The edition that published it last.
    edition: str
    # As it was published, with its leading mention.
    before: Fact
    quote: Statement
    # The fact that holds now; None where there is none.
    after: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The site's settings, `sources/beleg.toml`."""

    name: str = "Beleg"
    # The public address, for canonical links; None leaves them out.
    address: str | None = None
    # Zone in which days are shown (IANA name).
    zone: str = "UTC"
    locales: tuple[str, ...] = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
    # Whom readers turn to: a mail address, or the address of a page; shown on each page and told to servers.
    contact: str | None = None
    # Who answers for the site, with paragraphs parted by an empty line; by locale, or by none for a text of all.
    imprint: tuple[tuple[str | None, str], ...] = ()
    # The most characters of an article's words that a page shows in one quote.
    quote: int = 300
    # What an edition covers: the articles of a day or a week, or whatever came since the last published edition.
    period: Literal["day", "week", "new"] = "new"

    @property
    def base(self) -> str:
        """The address with a slash behind it; empty where there is none."""
        return f"{self.address.rstrip('/')}/" if self.address else ""

    def home(self, locale: str) -> str:
        """The same of a locale's folder."""
        return f"{self.base}{locale}/" if self.address else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """What `beleg fetch` may take and do: the table [fetch] of `sources/beleg.toml`."""

    # For one answer with all its redirects, from the first look-up of the name to the last byte.
    seconds: float = 30.0
    # Of one answer, unpacked.
    megabytes: float = 20.0
    redirects: int = 10
    # Requests at a time, altogether and to one host: so many that some dozens that never answer leave the others room.
    at_once: int = 64
    per_host: int = 6
    # Seconds between two articles' pages from one host.
    pause: float = 1.0
    # Articles' pages of one source in one run, the newest first.
    pages: int = 50
    # Hosts with their ports that may be fetched although their addresses are private: "127.0.0.1:8765".
    allow: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """One line of `archive/fetches.jsonl`: something was asked for, and what came of it. No credentials anywhere."""

    # ISO 8601 in UTC, to the second: "2026-11-30T12:00:00Z".
    time: str
    # The source's name.
    source: str
    # What was asked for: the feed of a source, its page, or the page of an entry.
    role: Literal["feed", "page", "article"]
    # As `ingest.addresses.shown` writes it, before any redirect.
    address: str
    # "stored": a payload not seen before; "same": one that is in the archive already; "unchanged": the server said so
    # (304); "failed": nothing that can be used, so that what was there before stays.
    outcome: Literal["stored", "same", "unchanged", "failed"]
    status: int | None = None
    # Where redirects led; None if nowhere. `moved` if all of them were permanent.
    final: str | None = None
    moved: bool = False
    # What failed and why, in one English sentence.
    error: str | None = None
    # Validators for the next request, and the language that was asked for with them.
    etag: str | None = None
    modified: str | None = None
    language: str | None = None
    # Content-Type as sent.
    media_type: str | None = None
    # "sha256:" and 64 hexadecimal digits of the body, unpacked.
    digest: str | None = None
    # The record that holds the payload: its WARC below `archive/`, and its first byte there. Of "same" and "unchanged"
    # those of the earlier record; None for "failed".
    file: str | None = None
    offset: int | None = None
    # Of "same" and "unchanged": the first byte of the record that says so, in the WARC of the month of `time`.
    revisit: int | None = None
    # Of a feed: its entries, and how many of them were never seen before.
    entries: int | None = None
    fresh: int | None = None
    # The server asks not to come again before this time; at most a day ahead.
    wait: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """How a source is doing, as the archive tells (`ingest.health`). Times are ISO 8601 in UTC; None for never."""

    # Its addresses are as `ingest.addresses.shown` writes them: no credentials anywhere in here.
    source: Source
    state: HealthState
    last_attempt: str | None = None
    last_success: str | None = None
    # The last attempt that brought an entry, or a page, not seen before.
    last_new: str | None = None
    # Failures since the last success, the first of them, and what the last one said, in English.
    streak: int = 0
    failing_since: str | None = None
    error: str | None = None
    # The server's status with it, if there was an answer.
    status: int | None = None
    # Entries of the last good answer; None where it was no feed, or none was good.
    entries: int | None = None
    # Articles that were read from it, by language ("sr-Latn") and by what was read of them, most first.
    articles: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    texts: tuple[tuple[TextFrom, int], ...] = ()
    # Where its address has moved to for good.
    moved: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Withdrawal:
    """An article, or all that a source gave, taken back by the editor: exactly one of the two."""

    # The article's identifier.
    article: str | None = None
    # The source's name.
    source: str | None = None
    # What readers are told.
    why: str
    # ISO 8601 day.
    date: str
    # Where it stands in `sources/decisions.toml`; None where that can't be told.
    line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Translation:
    """What a person or a machine made of a quote, fit to be shown: `ingest.translations`."""

    # The file that holds it: "de", "en", "ru" or "sr-Cyrl", which serves both Serbian scripts.
    locale: str
    # Of the quote, which is exact.
    language: Language
    quote: str
    text: str
    # Who translated it; None where nobody is named.
    by: str | None = None
    # The model that made it, as long as no person has confirmed it; empty where it is not named. None for no machine.
    machine: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """Something wrong with one source, as a value: one bad source never stops the others."""

    # The path below the project's folder ("sources/a.md").
    path: str
    # What failed and why, in one English sentence; what to do next after it.
    message: str
    hint: str
    # 1-based; None where no line can be named.
    line: int | None = None
    # An error makes the exit code 1; a warning does so only with --strict.
    severity: Literal["error", "warning"] = "error"


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """A digest before it is worded: everything that pages of any locale need."""

    # The date, or "undated".
    id: str
    # ISO 8601 date of its latest dated article in the site's zone; None if no article is dated.
    date: str | None
    # Its days: those that it was made for, else from the first to the last of the articles that no edition before had;
    # None where none of these is dated.
    period: tuple[str, str] | None
    site: Site
    # In the order of print.
    stories: tuple[Story, ...]
    articles: tuple[Article, ...]
    facts: tuple[Fact, ...]
    statements: tuple[Statement, ...]
    problems: tuple[Problem, ...] = field(default=())
    # By the name of the source.
    health: tuple[Health, ...] = ()
    # Articles that were taken back, each with the withdrawal that took it; they are not among `articles`.
    withdrawn: tuple[tuple[Withdrawal, Article], ...] = ()
    # By the name of their files, in the order that they have there.
    translations: tuple[Translation, ...] = ()
    # What readers of a language ("de", "en", "ru", "sr", this in Cyrillic) call a name; by name and language.
    called: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # Its place among the published editions, from 1, and the day on which it was published; None for a draft.
    number: int | None = None
    published: str | None = None
    # The edition published before it; None for the first.
    preceding: str | None = None
    # What it tells of facts in earlier editions.
    corrections: tuple[Correction, ...] = ()
