"""Document to article: text, title, publisher, date, language, blocks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, cast, get_args

from beleg.errors import ReadError
from beleg.ingest.locales import Tag, parse_tag
from beleg.ingest.settings import Publisher, known_publisher
from beleg.read import dates, frontmatter, textfile
from beleg.read.bylines import Byline
from beleg.read.decoding import decode
from beleg.read.frontmatter import FrontMatter
from beleg.read.language import SUPPORTED, identify, language_name, script_of
from beleg.read.ownname import own_name
from beleg.records import Article, Document, Language, Problem, PublisherKind, Script

_CODES = "de, ru, sr-Cyrl or sr-Latn"
# Years of articles; one before or after was mistyped.
_YEARS = range(1900, 2101)
# So many years from every other article of the project, a date is likely a slip.
_FAR = 20
_ADDRESS = re.compile(r"https?://[^\s<>\"]+\Z", re.IGNORECASE)


class EmptyError(ReadError):
    """A document without a word in it: worth a warning, not an error."""


def read(document: Document, publishers: Mapping[str, Publisher] | None = None) -> Article:
    """The article in a document.

    Args:
        document: A text or Markdown file or a page.
        publishers: The editor's publishers, as `read_publishers` gives them.

    Raises:
        ReadError: It is no article: binary, broken, empty, in a language that is not supported.
    """
    if document.media_type == "text/html":
        from beleg.read import webpage  # noqa: PLC0415 - the parser of pages is slow to load

        page = webpage.parse(document.data, path=document.id)
        text, matter, byline, title = page.text, page.matter, page.byline, page.title
        url, hint = page.url or document.address, page.language
    else:
        whole = decode(document.data, path=document.id).text
        matter = frontmatter.parse(whole, path=document.id)
        text, byline, title = whole[matter.end :], Byline(), None
        url, hint = document.address, None
        page = None
    if not any(character.isalnum() for character in text):
        raise EmptyError("empty: it holds no text", path=document.id, hint="Put the article's text into it.")

    warnings = [_unknown(key) for key in matter.unknown]
    language, script = _language(text, matter, hint, document.id, warnings)
    title = matter.values.get("title") or title
    if page is None:
        file = textfile.parse(text, language, script, title=title)
        blocks, title, byline = file.blocks, file.title, file.byline
    else:
        blocks, more = textfile.find_bylines(text, page.blocks, language, script)
        byline = textfile.merged(byline, more)
    publisher, source = _publisher(matter, byline, page is not None, text, language)
    known = known_publisher(publisher, publishers or {}) if publisher else None
    return Article(
        id=document.id,
        text=text,
        language=language,
        script=script,
        blocks=blocks,
        title=unicodedata.normalize("NFC", title) if title else None,
        publisher=known.name if known else publisher,
        publisher_kind=_publisher_kind(matter, warnings) or (known.kind if known else "unknown"),
        publisher_from=source,
        url=_address(matter, warnings) or url,
        published=_date(matter, "published", language, script, warnings) or byline.published,
        updated=_date(matter, "updated", language, script, warnings) or byline.updated,
        author=matter.values.get("author") or byline.author,
        warnings=tuple(warnings),
    )


def read_all(
    documents: Sequence[Document], publishers: Mapping[str, Publisher] | None = None
) -> tuple[list[Article], list[Problem]]:
    """Every document that is an article, and a problem for each that is none and for each warning."""
    articles: list[Article] = []
    problems: list[Problem] = []
    for document in documents:
        path = f"sources/{document.id}"
        try:
            article = read(document, publishers)
        except ReadError as error:
            severity = "warning" if isinstance(error, EmptyError) else "error"
            problems.append(
                Problem(path=path, message=error.message, hint=error.hint, line=error.line, severity=severity)  # type: ignore[arg-type]
            )
            continue
        articles.append(article)
        problems += [
            Problem(path=path, message=warning, hint=f"See {frontmatter.PLACE}.", severity="warning")
            for warning in article.warnings
        ]
    articles, more = _without_copies(articles)
    return articles, [*problems, *more, *_far_dates(articles)]


def _without_copies(articles: Sequence[Article]) -> tuple[list[Article], list[Problem]]:
    """The articles, each text of a publisher once: the file that says most of itself, or else the first.

    The same text under another publisher's name stays: that two printed it is worth knowing.
    """
    kept: dict[str, list[Article]] = {}
    problems = []
    for article in sorted(articles, key=lambda one: -_told(one)):
        words = " ".join(unicodedata.normalize("NFC", article.text).split())
        same = kept.setdefault(words, [])
        first = next((one for one in same if article.publisher in (None, one.publisher)), None)
        if first is None:
            same.append(article)
            continue
        problems.append(
            Problem(
                path=f"sources/{article.id}",
                severity="warning",
                message=f"holds the same text as sources/{first.id}, so it was not counted again",
                hint="Take one of the two out, or name its publisher if another one printed it.",
            )  # fmt: skip
        )
    stays = {one.id for same in kept.values() for one in same}
    return [article for article in articles if article.id in stays], problems


def _told(article: Article) -> int:
    """How much is known of an article besides its text."""
    known = (article.publisher, article.published, article.title, article.url)
    # A publisher decides whose copy it is, so it goes first.
    return sum(value is not None for value in known) + 4 * (article.publisher is not None)


def _far_dates(articles: Sequence[Article]) -> list[Problem]:
    """A warning for each date that lies many years from those of all other articles."""
    years = {article.id: int(article.published[:4]) for article in articles if article.published}
    return [
        Problem(
            path=f"sources/{name}", severity="warning",
            message=f"its date lies in {year}, more than {_FAR} years from that of every other article",
            hint=f"Correct `published` in {frontmatter.PLACE} if that is a slip.",
        )
        for name, year in years.items()
        if year in _YEARS and len(years) > 1
        and all(abs(year - other) > _FAR for one, other in years.items() if one != name)
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
    if found is None and hint:
        tag = _tag_or_none(hint)
        if tag and script in _scripts(tag.language):
            if given:
                warnings.append(_contradicted(given, f"is in {_script_name(script)} script", tag.language, script))
            return cast("Language", tag.language), script
    if found is None:
        raise ReadError(
            "its language is not recognised", path=path,
            hint=f"If it is German, Serbian or Russian, say so with a line such as `language: de` in {frontmatter.PLACE}.",
        )  # fmt: skip
    if not found.supported:
        raise ReadError(
            f"it is written in {found.name}, which is not supported yet", path=path,
            hint=f"Beleg reads {', '.join(map(language_name, SUPPORTED))}; if it is one of these, say so with a line `language:` in {frontmatter.PLACE}.",
        )  # fmt: skip
    if given:
        warnings.append(_contradicted(given, f"is in {_script_name(script)} script", found.language, found.script))
    return cast("Language", found.language), found.script


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
    matter: FrontMatter, byline: Byline, from_page: bool, text: str, language: Language
) -> tuple[str | None, Literal["front matter", "text", "page"] | None]:
    """The publisher and where it is known from."""
    if matter.values.get("publisher"):
        return matter.values["publisher"], "front matter"
    if byline.publisher:
        return byline.publisher, "page" if from_page else "text"
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
