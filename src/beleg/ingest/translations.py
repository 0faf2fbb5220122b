"""The translation memory: `sources/translations/LOCALE.po`, what an editor or a machine makes of quotes.

One gettext entry a quote, keyed by the quote's language and its exact words:

    # Translated by Vesna Perić
    #. Siliziumpost
    #. AWS: availability
    msgctxt "de"
    msgid "TorchNeuron läuft zunächst nur in einer privaten Beta."
    msgstr "TorchNeuron is in private beta for now."

A line `# Machine translation: MODEL` marks what a machine made; a person confirms it by deleting that line or by writing
`# Translated by NAME` in its place. Where neither line stands, the name in the header's `Last-Translator` counts. What is
fuzzy or empty is never shown. One file serves both Serbian scripts; it is written in Cyrillic.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from beleg.alphabets import script_of
from beleg.errors import IngestError, ProjectError
from beleg.ingest.checked import refuse_outside
from beleg.ingest.files import replace_file
from beleg.records import Language, Problem, Script, Translation

if TYPE_CHECKING:
    # Only what meets a PO file pays for loading Babel.
    from babel.messages.catalog import Message

FOLDER: Final = "translations"
# The locales that have a file, and the script that it is written in.
SCRIPTS: Final[dict[str, Script]] = {"de": "Latn", "en": "Latn", "ru": "Cyrl", "sr-Cyrl": "Cyrl"}
LOCALES: Final = tuple(SCRIPTS)
# Which file a locale is served from.
FILE_OF: Final = {**{locale: locale for locale in LOCALES}, "sr-Latn": "sr-Cyrl"}

_HINT: Final = "Correct it, or restore the file; until then none of its translations is shown"
_BY: Final = re.compile(r"translated\s+by\b[:\s]*(.+)", re.IGNORECASE)
_MACHINE: Final = re.compile(r"machine\s+translation\b[:\s]*(.*)", re.IGNORECASE)
_CHARSET: Final = re.compile(r"charset=(?!utf-?8\b)[\w.-]+", re.IGNORECASE)
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_ADDRESS: Final = re.compile(r"<[^>]*>|\S*@\S*")
# Controls that no text needs, and marks that turn the direction of all that follows them on the page.
_UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Kinds of characters of which nothing is seen (controls, formats, spaces), and letters and signs drawn as nothing.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
# A text longer than that, and so many times as long as its quote, is no translation of it.
_LONG, _TIMES = 2_000, 10
_WORD: Final = re.compile(r"[^\W\d_]+")
# Wide enough that no quote is wrapped: a changed word changes one line.
_WIDTH: Final = 1_000_000
# So often a change is begun anew because somebody else saved the file meanwhile.
_TRIES: Final = 5
_HEADER_NOTES: Final = (
    "Translations of quotes, for the facts that can't be worded otherwise. The translation goes into msgstr.",
    "Who translated stands above an entry (# Translated by NAME), else in Last-Translator below.",
    "A machine translation is confirmed by deleting the line that says so.",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """An entry of a translation memory."""

    # Of the quote, which is kept exactly.
    language: Language
    quote: str
    # Empty where nobody has translated it.
    text: str = ""
    # Whether it was carried over from another quote and waits to be looked at.
    fuzzy: bool = False
    # Who translated it, where the entry itself says so.
    by: str | None = None
    # The model that made it, until a person confirms it; empty where the entry does not name it. None for no machine.
    machine: str | None = None
    # What Beleg tells the translator: the publisher and the fact's short label.
    comments: tuple[str, ...] = ()
    # The quote that a fuzzy text was made for.
    previous: str | None = None
    # Of the quote in the file; None for an entry that was not read from one.
    line: int | None = None
    # What else stands above it: comments of translators, flags of their programs.
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    # Where other programs found the quote (`#:`): file, and line if there is one.
    references: tuple[tuple[str, int | None], ...] = ()

    @property
    def key(self) -> tuple[Language, str]:
        return self.language, self.quote

    @property
    def translated(self) -> bool:
        """Whether a page may show it."""
        return not self.empty and not self.fuzzy

    @property
    def empty(self) -> bool:
        """Whether nothing of its text would be seen."""
        return _unseen(self.text)


@dataclass(kw_only=True, slots=True)
class Memory:
    """The translation memory of a locale; its entries may be changed, and the whole written again."""

    locale: str
    # By language and quote, in the order of the file.
    entries: dict[tuple[Language, str], Entry] = field(default_factory=dict)
    # What no article says any more; kept for the day on which one says it again.
    obsolete: dict[tuple[Language, str], Entry] = field(default_factory=dict)
    # Of the same quotes as obsolete ones that stand further down, or several times: only kept.
    older: tuple[Entry, ...] = ()
    # Comments below the last entry, which belong to none.
    last_notes: tuple[str, ...] = ()
    # Comments and fields of the file's header, as they stand there.
    header_notes: tuple[str, ...] = _HEADER_NOTES
    header: str = ""
    # As the file ends its lines.
    line_end: str = "\n"

    def __post_init__(self) -> None:
        if not self.header:
            # PO editors ask for no more; dates would change the file whenever it is written.
            locale = self.locale.replace("-", "_")
            self.header = f"Language: {locale}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
            self.header += "Content-Transfer-Encoding: 8bit\n"

    @property
    def translator(self) -> str | None:
        """Who translated what does not say it itself: the header's `Last-Translator`, without address."""
        for line in self.header.splitlines():
            name, _, value = line.partition(":")
            if name.strip().lower() == "last-translator":
                found = _name(_ADDRESS.sub("", value))
                # What templates of PO files have in its place.
                return None if found == "FULL NAME" else found
        return None


def path_of(sources: Path, locale: str) -> Path:
    """The file of a locale's translation memory; both Serbian scripts have the same."""
    return sources / FOLDER / f"{FILE_OF[locale]}.po"


def refuse_no_folder(sources: Path) -> None:
    """Let pass a project with a folder for the memory, or with none yet.

    Raises:
        IngestError: Something else is in its place.
    """
    folder = sources / FOLDER
    if is_there(folder) and not folder.is_dir():
        raise IngestError(
            "is no folder, so translations are neither read nor written", path=f"sources/{FOLDER}",
            hint="Move it elsewhere; `beleg translate export` makes the folder",
        )  # fmt: skip


def is_there(path: Path) -> bool:
    """Whether something stands there, if only as a link that leads nowhere."""
    return os.path.lexists(path)


def place_of(path: Path) -> str:
    """What messages call a file of the memory."""
    return f"sources/{FOLDER}/{path.name}"


def read_translations(sources: Path) -> tuple[tuple[Translation, ...], list[Problem]]:
    """Everything that may be shown in place of a quote, by locale, and a problem for each file and entry that is wrong."""
    folder = sources / FOLDER
    translations: list[Translation] = []
    problems: list[Problem] = []
    try:
        refuse_no_folder(sources)
    except IngestError as error:
        problems.append(Problem(path=error.path or "", message=error.message, hint=error.hint))
    for path in sorted(folder.glob("*.po")):
        try:
            memory = read_memory(path)
        except (ProjectError, IngestError) as error:
            problems.append(
                Problem(path=place_of(path), message=error.message, line=error.line, hint=error.hint)
            )  # fmt: skip
            continue
        for entry in memory.entries.values():
            if not entry.translated:
                continue
            wrong = _wrong(entry, memory.locale)
            if wrong:
                message, hint = wrong
                problems.append(
                    Problem(path=place_of(path), line=entry.line, severity="warning", message=message, hint=hint)
                )
                continue
            by = entry.by if entry.by or entry.machine is not None else memory.translator
            translations.append(
                Translation(
                    locale=memory.locale, language=entry.language, quote=entry.quote, text=entry.text.strip(),
                    by=by, machine=entry.machine,
                )
            )  # fmt: skip
    return tuple(translations), problems


def _wrong(entry: Entry, locale: str) -> tuple[str, str] | None:
    """Why a translation can't be shown, and what to do about it; None if it can."""
    if found := _UNPRINTABLE.search(entry.text):
        return (
            f"the translation holds the invisible character U+{ord(found[0]):04X}",
            "Take it out; until then the quote is shown without the translation",
        )
    if len(entry.text) > max(_LONG, _TIMES * len(entry.quote)):
        return (
            f"the translation has {len(entry.text):,} letters, its quote {len(entry.quote):,}",
            "Shorten it to what the quote says; until then the quote is shown without the translation",
        )
    # Names keep their letters; what begins small is a word of the language.
    words = (word for word in _WORD.findall(entry.text) if word[0].islower() and word not in entry.quote)
    letters = "".join(words)
    if letters and script_of(letters) != SCRIPTS[locale]:
        alphabet = {"Latn": "Latin", "Cyrl": "Cyrillic"}
        latin = "; the Latin form is made from it" if locale == "sr-Cyrl" else ""
        return (
            f"the translation is in {alphabet[script_of(letters)]} letters",
            f"Write {locale} in {alphabet[SCRIPTS[locale]]} letters{latin}",
        )
    return None


def read_memory(path: Path) -> Memory:
    """A file of the translation memory.

    Raises:
        ProjectError: It can't be read, its name is that of no locale, or it is malformed: file and line.
        IngestError: It is a link that leads out of `sources/`, or nowhere.
    """
    place, locale = place_of(path), path.stem
    if locale not in LOCALES:
        raise ProjectError(f"{locale} is no locale with translations of its own", path=place, hint=_renamed(locale))
    refuse_outside(path, path.parents[1], place)
    return _memory(_bytes(path, place), locale, place)


def _memory(data: bytes, locale: str, place: str) -> Memory:
    from beleg.pofile import parse  # noqa: PLC0415

    catalog = _catalog()
    rest = parse(data, catalog, place=place, hint=_HINT, error=ProjectError)
    memory = Memory(locale=locale, line_end="\r\n" if b"\r\n" in data else "\n")
    if catalog.head is not None:
        # Whatever it was read in, it is written in UTF-8.
        told = _CHARSET.sub("charset=UTF-8", catalog.head.string or "").rstrip("\n")
        memory.header = f"{told}\n" if told else memory.header
        memory.header_notes = tuple(catalog.head.user_comments)
    memory.entries = {entry.key: entry for entry in _entries(catalog.in_order, place)}
    gone = list(_entries(catalog.gone, place))
    memory.obsolete = {entry.key: entry for entry in gone}
    memory.older = tuple(entry for entry in gone if memory.obsolete[entry.key] is not entry)
    memory.last_notes = tuple(rest)
    return memory


def _renamed(stem: str) -> str:
    normal = stem.replace("_", "-").lower()
    if normal in {"sr-latn", "sr@latin"}:
        return "Write Serbian in Cyrillic letters, into sr-Cyrl.po; the Latin form is made from it"
    return f"Name it {', '.join(f'{locale}.po' for locale in LOCALES[:-1])} or {LOCALES[-1]}.po"


def _bytes(path: Path, place: str) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ProjectError("is no regular file", path=place, hint="Put a text file of that name in its place")
        return path.read_bytes()
    except OSError as error:
        raise ProjectError(f"can't be read: {error.strerror}", path=place, hint="See to its permissions") from error


class _Listed(dict[Any, "Message"]):
    """A catalog's obsolete messages, of which Babel keeps the last of each key, and the list of them all."""

    def __init__(self, every: list[Message]) -> None:
        super().__init__()
        self._every = every

    def __setitem__(self, key: Any, message: Message) -> None:
        self._every.append(message)
        super().__setitem__(key, message)


def _catalog() -> Any:
    """An empty catalog that keeps what a file's header says word for word, and refuses a quote that stands twice."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415
    from babel.messages.pofile import PoFileError  # noqa: PLC0415

    class Strict(Catalog):
        def __init__(self) -> None:
            super().__init__()
            self.head: Message | None = None
            self.in_order: list[Message] = []
            self.gone: list[Message] = []
            self.obsolete = _Listed(self.gone)
            self._seen: dict[tuple[str | None, Any], int | None] = {}

        def __setitem__(self, id: Any, message: Message) -> None:  # noqa: A002  # Babel's name
            key = message.context, message.id
            if key in self._seen:
                reason = f"stands twice, first on line {self._seen[key]}"
                raise PoFileError(reason, self, "", (message.lineno or 1) - 1)
            self._seen[key] = message.lineno
            if message.context is None and not message.id:
                self.head = message
            else:
                self.in_order.append(message)

    return Strict()


def _entries(messages: Iterable[Message], place: str) -> Iterator[Entry]:
    """Messages as entries.

    Raises:
        ProjectError: One has no quote, several plural forms, or a context that is none of the languages.
    """
    languages = get_args(Language)
    for message in messages:
        reason = None
        if not isinstance(message.id, str) or not isinstance(message.string, str | None):
            reason = "has plural forms, which no quote has"
        elif not message.id:
            reason = "has no quote"
        elif message.context not in languages:
            named = f"is {message.context!r}" if message.context else "is missing"
            reason = f"msgctxt {named}; the quote's language belongs there: {', '.join(languages)}"
        if reason:
            raise ProjectError(f"an entry {reason}", path=place, line=message.lineno, hint=_HINT)
        yield _entry(message)


def _entry(message: Message) -> Entry:
    by = machine = None
    previous: list[str] = []
    notes: list[str] = []
    for comment in message.user_comments:
        if comment.startswith("|"):
            previous.append(comment)
        elif found := _BY.fullmatch(comment):
            by = _name(found[1])
        elif found := _MACHINE.fullmatch(comment):
            machine = _name(found[1]) or ""
        else:
            notes.append(comment)
    return Entry(
        language=cast("Language", message.context), quote=cast("str", message.id),
        text=cast("str", message.string or ""), fuzzy="fuzzy" in message.flags, by=by, machine=machine,
        comments=tuple(message.auto_comments), previous=_previous(previous), line=message.lineno, notes=tuple(notes),
        # Babel takes a percent sign in a quote for a format of programs.
        flags=tuple(sorted(message.flags - {"fuzzy", "python-format", "python-brace-format"})),
        references=tuple(message.locations),
    )  # fmt: skip


def _unseen(text: str) -> bool:
    return all(char in _BLANKS or unicodedata.category(char) in _UNSEEN for char in text)


def _name(text: str) -> str | None:
    """A name fit to be shown; None for nothing."""
    name = " ".join(_UNPRINTABLE.sub("", text).split())
    return None if _unseen(name) else name


def _previous(comments: Iterable[str]) -> str | None:
    """The quote of lines such as `| msgid "…"`; None without any."""
    from babel.messages.pofile import unescape  # noqa: PLC0415

    text = " ".join(comments)
    at = text.find("msgid")
    return "".join(map(unescape, _STRING.findall(text, at))) if at >= 0 else None


def write_memory(memory: Memory, path: Path) -> None:
    """Put a memory in the place of its file at once, or leave the old one.

    What was read is kept: header, comments, flags, obsolete entries. The same memory gives the same bytes.

    Raises:
        IngestError: The file can't be written.
    """
    place = place_of(path)
    refuse_outside(path, path.parents[1], place)
    refuse_no_folder(path.parents[1])
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise IngestError(f"can't be written: {error.strerror}", path=place, hint="See to its permissions") from error
    text = _text(memory).replace("\n", memory.line_end)
    replace_file(path.resolve(), text.encode(), place)


def change_memory(path: Path, change: Callable[[Memory], None]) -> Memory:
    """Change a memory as its file is now: what others have saved there, up to the moment of writing, stays.

    Args:
        path: The file; where there is none, a new memory is changed.
        change: Changes the memory that it is given. It is called again, with a newer one, if the file is saved meanwhile.

    Returns:
        The memory as it is in the file now. It was written only if it was changed.

    Raises:
        ProjectError: The file can't be read or is malformed.
        IngestError: It can't be written, or is saved by somebody else again and again.
    """
    place = place_of(path)
    for _ in range(_TRIES):
        refuse_outside(path, path.parents[1], place)
        data = _bytes(path, place) if is_there(path) else None
        memory = Memory(locale=path.stem) if data is None else _memory(data, path.stem, place)
        before = deepcopy(memory)
        change(memory)
        if memory == before:
            return memory
        if data == (_bytes(path, place) if is_there(path) else None):
            write_memory(memory, path)
            return memory
    raise IngestError(
        "is being changed by another program all the time, and was not written", path=place,
        hint="Wait until that program is done, and run the command again",
    )  # fmt: skip


def _text(memory: Memory) -> str:
    from babel.messages.pofile import normalize  # noqa: PLC0415

    head = [*(f"# {note}".rstrip() for note in memory.header_notes), 'msgid ""']
    head.append(f"msgstr {normalize(memory.header, width=0)}")
    parts = ["\n".join(head) + "\n", _written(memory.entries.values())]
    # Babel would make one of those with one key.
    gone = [*((entry,) for entry in memory.older), memory.obsolete.values()]
    parts += ["\n".join(map(_as_obsolete, _written(entries).split("\n"))) for entries in gone]
    parts.append(
        "".join(f"#{note}\n" if note.startswith("|") else f"# {note}".rstrip() + "\n" for note in memory.last_notes)
    )
    return "\n".join(part for part in parts if part)


def _written(entries: Iterable[Entry]) -> str:
    from babel.messages.catalog import Catalog, Message  # noqa: PLC0415
    from babel.messages.pofile import write_po  # noqa: PLC0415

    catalog = Catalog(charset="utf-8")
    for entry in entries:
        who = [f"Translated by {entry.by}"] if entry.by else []
        who += [f"Machine translation: {entry.machine}".rstrip(": ")] if entry.machine is not None else []
        message = Message(
            entry.quote, entry.text, context=entry.language, auto_comments=entry.comments,
            user_comments=[*who, *entry.notes], previous_id=entry.previous or (),
            locations=entry.references,  # type: ignore[arg-type]  # Babel reads None where there is no line
        )  # fmt: skip
        # Babel would add those of programs' formats.
        message.flags = {*entry.flags, *(("fuzzy",) if entry.fuzzy else ())}
        catalog[entry.quote] = message
    out = BytesIO()
    write_po(out, catalog, width=_WIDTH, omit_header=True, include_previous=True)
    return out.getvalue().decode().rstrip("\n") + "\n" if catalog else ""


def _as_obsolete(line: str) -> str:
    """A line of an entry as it stands in one that is no longer needed."""
    if line.startswith("#|"):
        return f"#~{line[1:]}"
    return f"#~ {line}" if line and not line.startswith("#") else line
