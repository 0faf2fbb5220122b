"""Document to article: text, title, publisher, date, language, blocks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, cast, get_args

from beleg.errors import ReadError
from beleg.ingest.locales import Tag, parse_tag
from beleg.ingest.sources import Publisher, known_publisher
from beleg.read import dates, frontmatter, textfile
from beleg.read.bylines import Byline
from beleg.read.decoding import decode
from beleg.read.frontmatter import FrontMatter
from beleg.read.language import SUPPORTED, identify, language_name, script_of
from beleg.read.ownname import own_name
from beleg.records import Article, Document, Language, Problem, PublisherKind, Script

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

    warnings: list[str] = []
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
            Problem(path=path, message=warning, hint="See the file's front matter.", severity="warning")
            for warning in article.warnings
        ]
    return articles, problems


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
    given = _given_language(matter, path)
    found = identify(text)
    script = found.script if found else script_of(text)
    if given and script in _scripts(given.language):
        if given.script and script != given.script:
            warnings.append(f"the front matter says {given}, but the text is in {_script_name(script)} script")
        elif found and found.language != given.language and found.confidence >= 0.3 and len(text) > 200:
            warnings.append(f"the front matter says {given}, but the text looks {found.name}")
        return cast("Language", given.language), script
    if given:
        warnings.append(f"the front matter says {given}, but the text is in {_script_name(script)} script")
    if found is None and hint:
        tag = _tag_or_none(hint)
        if tag and script in _scripts(tag.language):
            return cast("Language", tag.language), script
    if found is None:
        raise ReadError(
            "its language is not recognised", path=path,
            hint="Add front matter with a line such as `language: de` if it is German, Serbian or Russian.",
        )  # fmt: skip
    if not found.supported:
        raise ReadError(
            f"it is written in {found.name}, which is not supported yet", path=path,
            hint=f"Beleg reads {', '.join(map(language_name, SUPPORTED))}; if it is one of these, say so with `language:` in the front matter.",
        )  # fmt: skip
    return cast("Language", found.language), found.script


def _given_language(matter: FrontMatter, path: str) -> Tag | None:
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
            path=path, line=line, hint="Write de, ru, sr, sr-Cyrl or sr-Latn.",
        )  # fmt: skip
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
    day = dates.iso(value)
    if day is None:
        found = dates.find(value, language, script)
        if len(found) == 1 and not value[: found[0].start].strip():
            return found[0].day
        warnings.append(f"{key} {value!r} is no date such as 2026-10-27; left out")
    elif dates.has_time_without_offset(value):
        warnings.append(f"{key} {value!r} gives a time without its zone; only the day is used")
    return day
