"""Whose text an article says it is: the tag of an agency in a dateline, a byline or below the text, a press release's sender.

Tags are read where papers put them and by their shape: in brackets or slashes between place and text ("BERLIN (dpa) –",
"МОСКВА, 30 ноября. /ТАСС/"), in a short line of its own ("Izvor: Tanjug/Beta", "Mit Material von dpa"), in brackets
behind the last sentence. An agency that a sentence names ("wie Reuters meldet") is no tag: it speaks for that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from beleg.alphabets import to_latin
from beleg.merge.register import Names
from beleg.records import Article
from beleg.tomlfile import own_tables

# Lines at either end of an article in which a tag may stand, and how long one of these is. The longest line of an
# agency's terms of use that still names it as the sender has some 150 characters.
_LINES = 5
_LONGEST = 160
# Ahead of an agency's tag a dateline has a place or two and a date.
_PLACE = 60
# The words of a house's name: "Elmvik Energie und Wärme GmbH".
_NAME = 5
# Beside an agency's name a tag has the initials of who edited it, or of a regional service: "dpa/lhe".
_INITIALS = re.compile(r"[^\W\d_]{1,4}\.?\Z")
# "(dpa/lhe)", "/ТАСС/", "[Reuters]"; what follows them closes a dateline, or nothing stands before them.
_ENCLOSED = re.compile(
    r"(?:\((?P<round>[^()\n]{2,40})\)|\[(?P<square>[^\]\n]{2,40})\]|/(?P<slash>[^/()\n]{2,40})/)\s*(?P<dash>[-–—:.]*)"
)
# "МОСКВА, 30 ноя — РИА Новости.", "Beograd - Tanjug -", "Москва. 30 ноября. INTERFAX.RU -".
_RUN_IN = re.compile(r"\s*(?P<names>[^–—:\n]{2,40}?)\s*(?:\s[-–—]\s*|[–—:]\s*|--|\.\s+|\.?\Z)")
_BREAK = re.compile(r"\s+[-–—]\s*|[–—]\s*|[.,]\s+|\A")
_LAST = re.compile(r"[.!?…»“”\"']\s*[(\[](?P<names>[^()\[\]\n]{2,60})[)\]]\s*\.?\Z")
_PARTS = re.compile(r"\s*[/,;+]\s*")
_PIECES = re.compile(r"\s*[|•·]\s*|\s+[–—-]\s+")
_WORD = re.compile(r"[^\W_][\w.&’'-]*")
_END = re.compile(r"\s*[,(;–—]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Tag:
    """Where an article says that its text comes from."""

    # News agencies, in international spelling and the order of the tag.
    agencies: tuple[str, ...] = ()
    # Whether the paper worked their text into one of its own, so that what is judged there is the paper's.
    worked_in: bool = False
    # Whose press release it is.
    sender: str | None = None
    # The medium that it was taken from, where that is no agency.
    taken_from: str | None = None


NO_TAG = Tag()


def tag_of(article: Article, register: Names) -> Tag:
    """Whose text an article says it is; nobody's in particular where it says nothing."""
    lines = [line.strip() for line in article.text.split("\n") if line.strip()]
    reader = _Reader(article, register)
    head, foot = lines[:_LINES], lines[-_LINES:]
    sender = next((name for line in (*head, *foot) if (name := reader.sender(line))), None)
    if sender:
        return Tag(sender=sender)
    stated = (name for name in (article.taken_from, article.publisher) if name)
    found = next(
        (
            one
            for one in (
                *map(reader.plain, stated),
                *(reader.dateline(line) for line in head if line != article.title),
                reader.line(article.author or "", bare=True),
                *(reader.line(line) for line in (*head, *foot) if line != article.title),
                reader.behind(lines[-1] if lines else ""),
            )
            if one
        ),
        NO_TAG,
    )  # fmt: skip
    if not found.agencies and article.taken_from:
        known = register.canonical(article.taken_from, article.language, article.script)
        return Tag(taken_from=known or article.taken_from)
    return found


class _Reader:
    """Reads the tags of one article."""

    def __init__(self, article: Article, register: Names) -> None:
        self._article = article
        self._register = register

    def agency(self, form: str) -> str | None:
        """The news agency that a form names."""
        name = self._register.agency(form.strip(' \u00a0.:"„“”«»'), self._article.language, self._article.script)
        return name if name and self._register.agency_kind(name) == "news" else None

    def plain(self, form: str) -> Tag | None:
        name = self.agency(form)
        return Tag(agencies=(name,)) if name else None

    def listed(self, text: str) -> Tag | None:
        """Agencies side by side, with initials at most beside them: "dpa/lhe", "Reuters, AFP und dpa"; else None.

        Initials ahead of them are those of a paper's own writer.
        """
        worked_in, text = _without(text, "worked_in")
        parts = [part for part in _PARTS.split(_joined(text)) if part]
        named = [self.agency(part) for part in parts]
        if not any(named):
            return None
        others = [part for part, name in zip(parts, named, strict=True) if not name]
        if any(not _INITIALS.match(part) for part in others):
            return None
        first = named[0] is not None
        return Tag(agencies=tuple(dict.fromkeys(name for name in named if name)), worked_in=worked_in or not first)

    def dateline(self, line: str) -> Tag | None:
        """The tag between place and text."""
        head = line[: _PLACE + 60]
        for match in _ENCLOSED.finditer(head):
            place = head[: match.start()]
            if match.start() > _PLACE or not _is_place(place):
                break
            closed = match["slash"] or match["dash"] or not place.strip() or place.isupper()
            found = self.listed(match["round"] or match["square"] or match["slash"] or "")
            if found and closed:
                return found
        for match in _BREAK.finditer(head, 0, _PLACE):
            if not _is_place(head[: match.start()]):
                break
            run_in = _RUN_IN.match(head, match.end())
            found = self.listed(run_in["names"]) if run_in else None
            if found and (match.end() or (run_in and run_in.end() < len(line))):
                return found
        return None

    def line(self, line: str, *, bare: bool = False) -> Tag | None:
        """The tag in a short line of its own: behind a label, or with a word that says what was done with the text."""
        if len(line) > _LONGEST:
            return None
        line = line.strip("()[] ")
        for piece in _PIECES.split(line):
            if _starts(piece, "picture"):
                return None
            labelled, rest = _without(piece, "label")
            found = self.listed(rest if labelled else piece)
            if found and (labelled or bare or found.worked_in or piece == line):
                return found
        return self._beside(line) if bare else self._somewhere(line)

    def _beside(self, line: str) -> Tag | None:
        """An agency beside a person's name: "Max Müller, dpa"."""
        named = [name for part in _PARTS.split(_joined(line)) if (name := self.agency(part))]
        return Tag(agencies=tuple(dict.fromkeys(named)), worked_in=True) if named else None

    def _somewhere(self, line: str) -> Tag | None:
        """Agencies that a line on the text's making names: "Dieser Beitrag wurde mit Material der dpa erstellt"."""
        words = _WORD.findall(line)
        spoken = _spoken(line)
        # "Mit" alone opens any sentence.
        mixing = [phrase for phrase in _phrases("worked_in") if " " in phrase]
        if not any(_opens(spoken, phrase) for phrase in (*_phrases("taken"), *mixing)):
            return None
        named = [
            name
            for place in range(len(words))
            for many in (3, 2, 1)
            if place + many <= len(words) and (name := self.agency(" ".join(words[place : place + many])))
        ]
        worked_in = any(phrase in spoken for phrase in mixing)
        return Tag(agencies=tuple(dict.fromkeys(named)), worked_in=worked_in) if named else None

    def behind(self, line: str) -> Tag | None:
        """The tag in brackets behind the last sentence."""
        match = _LAST.search(line)
        return self.listed(match["names"]) if match else None

    def sender(self, line: str) -> str | None:
        """Whose press release a line says that the text is."""
        if len(line) > _LONGEST:
            return None
        found, rest = _without(line.strip("()[] "), "release")
        rest = _END.split(rest.lstrip(": "), maxsplit=1)[0].strip(' ."„“”«»') if found else ""
        # A name and nothing else: "Pressemitteilung der Elmvik enttäuscht alle" is a heading.
        words = [word for word in rest.split() if word.casefold() not in _phrases("and")]
        if not words or len(words) > _NAME or any(word[0].islower() for word in words):
            return None
        return self._register.canonical(rest, self._article.language, self._article.script) or rest


def _is_place(text: str) -> bool:
    """Whether what stands ahead of a tag may be a place and a date: names and numbers, two small words at most."""
    words = _WORD.findall(text)
    small = sum(word[0].islower() for word in words)
    return len(words) <= 8 and small <= 2 and (not words or not words[0][0].islower())


def _joined(text: str) -> str:
    """A list with commas alone between its parts."""
    words = [", " if word.casefold() in _phrases("and") else word for word in text.split()]
    return " ".join(words)


def _without(text: str, table: str) -> tuple[bool, str]:
    """Whether a text begins with a phrase of a table, and what is left of it behind that."""
    spoken = _spoken(text)
    for phrase in _phrases(table):
        if _opens(spoken, phrase):
            rest = text.strip()[len(phrase) :].lstrip(": \u00a0")
            first, _, more = rest.partition(" ")
            return True, more if first.casefold() in _phrases("of") else rest
    return False, text


def _starts(text: str, table: str) -> bool:
    return any(_opens(_spoken(text), phrase) for phrase in _phrases(table))


def _opens(spoken: str, phrase: str) -> bool:
    """Whether a text begins with a phrase as a whole."""
    return spoken.startswith(phrase) and not spoken[len(phrase) : len(phrase) + 1].isalnum()


def _spoken(text: str) -> str:
    return text.strip().casefold()


@cache
def _phrases(table: str) -> tuple[str, ...]:
    """The phrases of one table, in both scripts, the longest first."""
    written = own_tables("beleg.lexicons", "tags.toml")[table]
    found = {phrase.strip() for phrase in written.split(";")}
    return tuple(sorted(found | set(map(to_latin, found)), key=lambda phrase: (-len(phrase), phrase)))


def tags_of(articles: Iterable[Article], register: Names) -> dict[str, Tag]:
    """The tags of articles that have one, by identifier."""
    return {article.id: tag for article in articles if (tag := tag_of(article, register)) != NO_TAG}
