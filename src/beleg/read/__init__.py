"""Document to article: text, title, publisher, date, language, blocks."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, Protocol, TypeAlias, cast, get_args

from beleg.errors import IngestError, ReadError
from beleg.ingest.addresses import same_page
from beleg.ingest.locales import Tag, parse_tag
from beleg.ingest.settings import Publisher, known_publisher
from beleg.read import dates, frontmatter, textfile
from beleg.read.bylines import Byline
from beleg.read.bylines import byline as parse_byline
from beleg.read.decoding import decode
from beleg.read.frontmatter import FrontMatter
from beleg.read.language import SUPPORTED, Identified, identify, language_name, script_of
from beleg.read.ownname import own_name
from beleg.records import Article, Block, Document, Language, Problem, PublisherKind, Script, Stated

_CODES = "de, ru, sr-Cyrl or sr-Latn"
# Years of articles; one before or after was mistyped.
_YEARS = range(1900, 2101)
# So many years from every other article of the project, a date is likely a slip.
_FAR = 20
# Characters of a paragraph that no two articles have by chance.
_PARAGRAPH = 60
# So few letters, or some more identified with less confidence, may be in another language than they look.
_FEW = 20
_SOME = 60
_SURE = 0.5
_ADDRESS = re.compile(r"https?://[^\s<>\"]+\Z", re.IGNORECASE)


class LanguageError(ReadError):
    """A document in no language that is read, as far as its text tells."""


class EmptyError(ReadError):
    """A document without a word in it: worth a warning, not an error."""


def read(document: Document, publishers: Mapping[str, Publisher] | None = None) -> Article:
    """The article in a document.

    Args:
        document: A text or Markdown file, a page, or an entry of a feed.
        publishers: The editor's publishers, as `read_publishers` gives them.

    Raises:
        ReadError: It is no article: binary, broken, empty, in a language that is not supported.
    """
    publishers = {} if publishers is None else publishers
    if document.otherwise is None:
        return _read(document, publishers)
    # A page may hold a form to log in today, a gallery, what scripts fill; then what it held before is read, or its feed.
    try:
        page = _read(document, publishers)
    except ReadError as error:
        why = error.message
        other = read(document.otherwise, publishers)
    else:
        try:
            other = read(document.otherwise, publishers)
        except ReadError:
            return page
        if other.text_from == "full":
            # Not by their titles: that of the entry stands on both.
            if _share_a_paragraph(page, other) or 2 * len(page.text) >= len(other.text):
                return page
            why = "it holds something else than before"
        else:
            if len(page.text) >= len(other.text):
                return page
            why = "it holds less than the feed"
    instead = {"full": "what it held before"}.get(other.text_from, "what the feed holds")
    warning = f"its page was fetched, but not used: {why}; {instead} was read"
    return replace(other, warnings=(*other.warnings, warning))


def _read(document: Document, publishers: Mapping[str, Publisher]) -> Article:
    stated = document.stated
    content = _content(document)
    text, matter, byline, title = content.text, content.matter, content.byline, content.title
    if not any(character.isalnum() for character in text):
        hint = "Put the article's text into it."
        if document.media_type == "text/html":
            hint = "If scripts fill the page, open it in a browser and save it from there."
        raise EmptyError("empty: it holds no text", path=document.id, hint=hint)

    warnings = [*stated.warnings, *(_unknown(key) for key in matter.unknown)]
    language, script = _language(text, matter, stated.language or content.language, document.id, warnings)
    title = matter.values.get("title") or stated.title or title
    if content.blocks is None:
        file = textfile.parse(text, language, script, title=title)
        blocks, title, byline = file.blocks, file.title, file.byline
    else:
        blocks, more = textfile.find_bylines(text, content.blocks, language, script)
        byline = textfile.merged(byline, more)
        for line in content.bylines:
            # What the page's data leave unsaid.
            byline = textfile.merged(byline, parse_byline(line, language, script) or Byline())
    publisher, origin = _publisher(matter, stated, byline, document, text, language)
    known = known_publisher(publisher, publishers) if publisher else None
    kind = known.kind if known else "unknown"
    return Article(
        id=document.id,
        text=text,
        language=language,
        script=script,
        blocks=blocks,
        title=unicodedata.normalize("NFC", title) if title else None,
        publisher=known.name if known else publisher,
        publisher_kind=_publisher_kind(matter, warnings) or stated.publisher_kind or kind,
        publisher_from=origin,
        url=_address(matter, warnings) or content.url or document.address,
        published=_date(matter, "published", language, script, warnings)
        or stated.published
        or byline.published
        # "As of 27 November": a page that gives no other day.
        or (byline.updated if document.media_type == "text/html" else None),
        updated=_date(matter, "updated", language, script, warnings) or stated.updated or byline.updated,
        author=matter.values.get("author") or stated.author or byline.author,
        source=document.source,
        text_from=document.text_from,
        seen=document.seen,
        zone_assumed=stated.zone_assumed,
        taken_from=stated.taken_from,
        links=content.links,
        place=place_of(document),
        warnings=tuple(warnings),
    )


def place_of(document: Document) -> str:
    """What messages call a document."""
    return document.place or f"sources/{document.id}"


class _Content(NamedTuple):
    """What a document's bytes hold."""

    text: str
    # None for a text file, whose blocks depend on its language.
    blocks: tuple[Block, ...] | None
    title: str | None
    byline: Byline
    url: str | None
    # As a page says it; often wrong.
    language: str | None
    links: tuple[str, ...]
    matter: FrontMatter
    # Lines of author and date as a reader sees them.
    bylines: tuple[str, ...] = ()


def _content(document: Document) -> _Content:
    stated = document.stated
    if document.text_from == "title":
        title = stated.title or ""
        block = Block(kind="title", start=0, end=len(title))
        return _Content(title, (block,), None, Byline(), None, None, (), frontmatter.NONE)
    if document.text_from in ("feed", "blurb"):
        from beleg.read import webpage  # noqa: PLC0415 - the parser of pages is slow to load

        html = document.data.decode("utf-8", "replace")
        piece = webpage.fragment(html, title=stated.title, media_type=document.media_type, address=document.address)
        return _Content(piece.text, piece.blocks, None, Byline(), None, None, stated.links, frontmatter.NONE)
    if document.media_type == "text/html":
        from beleg.read import webpage  # noqa: PLC0415

        page = webpage.parse(document.data, path=document.id, address=document.address, charset=document.charset)
        matter = page.matter if document.source is None else frontmatter.NONE
        return _Content(
            page.text, page.blocks, page.title, page.byline, page.url, page.language, page.links, matter, page.bylines
        )
    whole = decode(document.data, path=document.id).text
    matter = frontmatter.parse(whole, path=document.id)
    return _Content(whole[matter.end :], None, None, Byline(), None, None, (), matter)


Reader: TypeAlias = Callable[[Document, Mapping[str, Publisher]], Article]


class Loadable(Protocol):
    """A document that is loaded when its turn comes."""

    @property
    def id(self) -> str: ...

    @property
    def load(self) -> Callable[[], Document]: ...


def read_all(
    documents: Sequence[Document | Loadable], publishers: Mapping[str, Publisher] | None = None, reader: Reader = read
) -> tuple[list[Article], list[Problem]]:
    """Every document that is an article, and a problem for each that is none and for each warning.

    Args:
        documents: What was ingested.
        publishers: The editor's publishers, as `read_publishers` gives them.
        reader: Reads as `read` does.
    """
    publishers = publishers or {}
    articles: list[Article] = []
    problems: list[Problem] = []
    # Entries whose language their own text does not tell; those around them do.
    strange: list[tuple[Document, LanguageError]] = []
    for given in documents:
        try:
            document = given if isinstance(given, Document) else given.load()
        except IngestError as error:
            path = error.path or given.id
            problems.append(Problem(path=path, message=error.message, hint=error.hint, line=error.line))
            continue
        path = place_of(document)
        try:
            article = reader(document, publishers)
        except LanguageError as error:
            if document.text_from != "file":
                strange.append((document, error))
                continue
            problems.append(Problem(path=path, message=error.message, hint=error.hint, line=error.line))
            continue
        except ReadError as error:
            # A feed may hold what nobody can read; that is no fault of the editor's.
            mild = isinstance(error, EmptyError) or document.text_from in ("feed", "blurb", "title")
            problems.append(
                Problem(
                    path=path, message=error.message, hint=error.hint, line=error.line,
                    severity="warning" if mild else "error",
                )
            )  # fmt: skip
            continue
        articles.append(article)
        hint = f"See {frontmatter.PLACE}." if document.text_from == "file" else "Nothing needs to be done."
        problems += [Problem(path=path, message=warning, hint=hint, severity="warning") for warning in article.warnings]
    more, told = _read_as_their_siblings(strange, articles, publishers, reader)
    articles, copies = _without_copies([*articles, *more])
    return articles, [*problems, *told, *copies, *_far_dates(articles)]


def _read_as_their_siblings(
    strange: Sequence[tuple[Document, LanguageError]],
    articles: Sequence[Article],
    publishers: Mapping[str, Publisher],
    reader: Reader,
) -> tuple[list[Article], list[Problem]]:
    """Entries whose language was not told, read in that of most other entries of their feed, if they may be in it.

    Those that are in another language are counted, one problem a feed and language.
    """
    around: dict[str, Counter[str]] = defaultdict(Counter)
    for article in articles:
        around[_feed(article.id)][article.language] += 1
    found: list[Article] = []
    left: Counter[tuple[str, str]] = Counter()
    for document, error in strange:
        common = around[_feed(document.id)].most_common(1)
        try:
            if not common or document.stated.language:
                raise error
            stated = replace(document.stated, language=common[0][0])
            found.append(reader(replace(document, stated=stated), publishers))
        except ReadError as why:
            left[place_of(document).partition(" (")[0], why.message] += 1
    return found, [
        Problem(
            path=path, severity="warning", hint="They were left out." if count > 1 else "It was left out.",
            message=f"{count:,} entries: {message}" if count > 1 else f"1 entry: {message}",
        )
        for (path, message), count in left.items()
    ]  # fmt: skip


def _feed(name: str) -> str:
    """What the identifiers of all entries of a feed begin with."""
    return name.rpartition("/")[0]


def _without_copies(articles: Sequence[Article]) -> tuple[list[Article], list[Problem]]:
    """The articles, each once: of one text of a publisher, or of one address, that which says most of itself.

    The same text under another publisher's name and address stays: that two printed it is worth knowing.
    """
    texts: dict[str, list[Article]] = {}
    pages: dict[str, list[Article]] = {}
    problems = []
    stays: set[str] = set()
    for article in sorted(articles, key=lambda one: -_told(one)):
        page = same_page(article.url) if article.url else ""
        # The home page of a site is the address of many.
        there = pages.setdefault(page, []) if "/" in page else []
        same = texts.setdefault(" ".join(unicodedata.normalize("NFC", article.text).split()), [])
        first = next((one for one in same if article.publisher in (None, one.publisher)), None)
        what = "holds the same text as"
        if first is None:
            first, what = next((one for one in there if _alike(article, one)), None), "is the article at the address of"
        if first is None:
            same.append(article)
            there.append(article)
            stays.add(article.id)
            continue
        problems.append(
            Problem(
                path=article.place,
                severity="warning",
                message=f"{what} {first.place}, so it was not counted again",
                hint="Take one of the two out, or name its publisher if another one printed it.",
            )  # fmt: skip
        )
    return [article for article in articles if article.id in stays], problems


def _alike(one: Article, other: Article) -> bool:
    """Whether two articles of one address are one: by their title, or a paragraph that both have."""
    if one.title and other.title and one.title.casefold() == other.title.casefold():
        return True
    return _share_a_paragraph(one, other)


def _share_a_paragraph(one: Article, other: Article) -> bool:
    mine, theirs = (
        {article.text[block.start : block.end] for block in article.blocks if block.end - block.start >= _PARAGRAPH}
        for article in (one, other)
    )
    return bool(mine & theirs)


def _told(article: Article) -> int:
    """How much is known of an article besides its text, and how much of its text is there."""
    known = (article.publisher, article.published, article.title, article.url)
    whole = article.text_from not in ("blurb", "title")
    # A publisher decides whose copy it is, so it goes first.
    return (
        sum(value is not None for value in known)
        + 4 * (article.publisher is not None)
        + 4 * whole
        + 2 * (article.publisher_kind != "unknown")
    )


def _far_dates(articles: Sequence[Article]) -> list[Problem]:
    """A warning for each date that lies many years from those of all other articles."""
    dated = sorted(
        ((int(article.published[:4]), article) for article in articles if article.published), key=lambda one: one[0]
    )
    # Of two that are far apart nobody can tell which is wrong.
    if len(dated) < 3:
        return []
    years = [-_FAR - 1, *(year for year, _ in dated), dated[-1][0] + _FAR + 1]
    return [
        Problem(
            path=article.place, severity="warning",
            message=f"its date lies in {year}, more than {_FAR} years from that of every other article",
            hint=f"Correct `published` in {frontmatter.PLACE} if that is a slip."
            if article.text_from == "file"
            else "Look at the article; its feed or page may be wrong.",
        )
        for (year, article), before, after in zip(dated, years, years[2:], strict=False)
        if year in _YEARS and year - before > _FAR and after - year > _FAR
    ]  # fmt: skip


def _unknown(key: str) -> str:
    near = frontmatter.nearest_key(key)
    guess = f"did you mean `{near}`?" if near else f"the keys are {', '.join(frontmatter.KEYS)}"
    return f"the key `{key}` is not known and was passed over; {guess}"


def _language(
    text: str, matter: FrontMatter, hint: str | None, path: str, warnings: list[str]
) -> tuple[Language, Script]:
    """Language and script: what the front matter says, unless the text's script contradicts it, else what it looks like.

    Args:
        text: The article's text.
        matter: Its front matter.
        hint: What a page says its language is; settles what the text leaves open, for pages often say it wrongly.
        path: Named in errors.
        warnings: Contradictions are added to it.

    Raises:
        ReadError: The language is unknown or not supported.
    """
    given = _given_language(matter, path, warnings)
    found = identify(text)
    script = found.script if found else script_of(text)
    if given and script in _scripts(given.language):
        if given.script and script != given.script:
            warnings.append(_contradicted(given, f"is in {_script_name(script)} script", given.language, script))
        elif found and found.language != given.language and found.confidence >= 0.3 and len(text) > 200:
            warnings.append(_contradicted(given, f"looks {found.name}", given.language, script))
        return cast("Language", given.language), script
    tag = _tag_or_none(hint) if hint else None
    if tag and (script is None or script in _scripts(tag.language)) and _is_open(found, tag, text):
        if given:
            warnings.append(_contradicted(given, f"is in {_script_name(script)} script", tag.language, script))
        return cast("Language", tag.language), script or tag.script or _scripts(tag.language)[-1]
    if found is None:
        raise LanguageError(
            "its language is not recognised", path=path,
            hint=f"If it is German, Serbian or Russian, say so with a line such as `language: de` in {frontmatter.PLACE}.",
        )  # fmt: skip
    if not found.supported:
        raise LanguageError(
            f"it is written in {found.name}, which is not supported yet", path=path,
            hint=f"Beleg reads {', '.join(map(language_name, SUPPORTED))}; if it is one of these, say so with a line `language:` in {frontmatter.PLACE}.",
        )  # fmt: skip
    if given:
        warnings.append(_contradicted(given, f"is in {_script_name(script)} script", found.language, found.script))
    return cast("Language", found.language), found.script


def _is_open(found: Identified | None, hint: Tag, text: str) -> bool:
    """Whether a text leaves open which language it is in, so that what its feed or page says settles it."""
    if found is None:
        return True
    letters = sum(map(str.isalpha, text))
    return found.language != hint.language and (letters <= _FEW or (letters <= _SOME and found.confidence < _SURE))


def _contradicted(given: Tag, but: str, language: str, script: Script | None) -> str:
    """What the front matter says and the text does not bear out, as what the text is read, and what to do."""
    read_as = (
        f"{language_name(language)}, {_script_name(script)} script" if language == "sr" else language_name(language)
    )
    return (
        f"it says `language: {given}`, but the text {but}; it was read as {read_as}: correct that line, or take it out"
    )


def _given_language(matter: FrontMatter, path: str, warnings: list[str]) -> Tag | None:
    value = matter.values.get("language")
    if value is None:
        return None
    line = matter.lines["language"]
    tag = parse_tag(value)
    if tag is None or tag.language not in SUPPORTED:
        name = language_name(tag.language) if tag else value
        raise ReadError(
            f"the front matter says the language is {name}, which is not supported yet"
            if tag and name != tag.language
            else f"the front matter says the language is {value!r}, which is no language known here",
            path=path, line=line, hint=f"Write {_CODES}.",
        )  # fmt: skip
    if re.split("[-_]", value.lower())[0] != tag.language:
        warnings.append(f"`language: {value}` was taken for {tag}; write {_CODES}")
    return tag


def _tag_or_none(value: str) -> Tag | None:
    tag = parse_tag(value)
    return tag if tag and tag.language in SUPPORTED else None


def _scripts(language: str) -> tuple[Script, ...]:
    return {"de": ("Latn",), "ru": ("Cyrl",), "sr": ("Latn", "Cyrl")}[language]  # type: ignore[return-value]


def _script_name(script: Script | None) -> str:
    return {"Latn": "Latin", "Cyrl": "Cyrillic", None: "another"}[script]


def _publisher(
    matter: FrontMatter, stated: Stated, byline: Byline, document: Document, text: str, language: Language
) -> tuple[str | None, Literal["front matter", "source", "feed", "text", "page"] | None]:
    """The publisher and where it is known from."""
    if matter.values.get("publisher"):
        return matter.values["publisher"], "front matter"
    if stated.publisher:
        return stated.publisher, "source"
    if byline.publisher:
        return byline.publisher, "page" if document.media_type == "text/html" else "text"
    if stated.feed_title:
        return stated.feed_title, "feed"
    own = own_name(text, language)
    return (own, "text") if own else (None, None)


def _publisher_kind(matter: FrontMatter, warnings: list[str]) -> PublisherKind | None:
    value = matter.values.get("publisher_kind")
    if value is None:
        return None
    kinds = get_args(PublisherKind)
    if value not in kinds:
        warnings.append(f"publisher_kind {value!r} is none of {', '.join(kinds)}; taken as unknown")
        return None
    return value  # type: ignore[return-value]


def _address(matter: FrontMatter, warnings: list[str]) -> str | None:
    value = matter.values.get("url")
    if value is not None and not _ADDRESS.match(value):
        warnings.append(f"url {value!r} is no http or https address; left out")
        return None
    return value


def _date(matter: FrontMatter, key: str, language: Language, script: Script, warnings: list[str]) -> str | None:
    value = matter.values.get(key)
    if value is None:
        return None
    day, line = dates.iso(value), matter.lines[key]
    if day is None:
        found = [] if dates.is_moment(value) else dates.find(value, language, script)
        if len(found) == 1 and not value[: found[0].start].strip():
            return found[0].day
        warnings.append(f"{key} {value!r} {dates.why_none(value)}; left out (line {line})")
    elif int(day[:4]) not in _YEARS:
        warnings.append(f"{key} {value!r} lies in the year {day[:4]}; correct it if that is a slip (line {line})")
    elif dates.has_time_without_offset(value):
        warnings.append(f"{key} {value!r} gives a time without its zone; only the day is used (line {line})")
    return day
