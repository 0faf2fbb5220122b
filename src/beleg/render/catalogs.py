"""Message catalogs: interface strings of a locale out of `.po` files, or `.mo` where only those are shipped.

Locales are spelled `sr-Cyrl` in addresses and on the command line, `sr_Cyrl` under `LC_MESSAGES` and for Babel. Serbian is
written in Cyrillic; the Latin catalog is derived when it is loaded, and a `sr_Latn` file only needs what differs.

    python -m beleg.render.catalogs extract   templates/messages.pot out of the templates
    python -m beleg.render.catalogs update    every catalog brought to the messages of the .pot
    python -m beleg.render.catalogs compile   a .mo beside every .po
"""

from __future__ import annotations

import gettext
import re
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from beleg.alphabets import to_latin
from beleg.errors import RenderError
from beleg.ingest.locales import normal_locale
from beleg.pofile import parse
from beleg.records import Problem
from beleg.render.formats import LOCALES

# Catalogs that are written by hand.
WRITTEN: Final = ("de", "en", "ru", "sr_Cyrl")
# Catalogs that are derived, and from which.
ORIGINS: Final = {"sr_Latn": "sr_Cyrl"}

Key = str | tuple[str, str]


class Messages:
    """The messages of a locale; a missing one is shown in English, as the templates have it, and remembered."""

    def __init__(self) -> None:
        self._strings: dict[Key, tuple[str, ...]] = {}
        # How the catalog that a message stands in counts.
        self._plurals: dict[Key, Callable[[int], int]] = {}
        # Messages that were asked for in vain, in that order.
        self.missing: dict[Key, None] = {}

    def add(self, catalog: Catalog, convert: Callable[[str], str] = str) -> None:
        """Take a catalog's messages, before those that are there; empty and fuzzy ones count as missing."""
        plural = gettext.c2py(catalog.plural_expr)
        for message in catalog:
            found = message.string or ""
            strings = (found,) if isinstance(found, str) else tuple(found)
            if message.id and not message.fuzzy and _is_whole(message):
                self._strings[_key(message)] = tuple(convert(string) for string in strings)
                self._plurals[_key(message)] = plural

    def __contains__(self, key: Key) -> bool:
        return key in self._strings

    def gettext(self, message: str) -> str:
        return self._found(message, message)[0]

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self._form(singular, singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._found((context, message), message)[0]

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        return self._form((context, singular), singular, plural, n)

    def _form(self, key: Key, singular: str, plural: str, n: int) -> str:
        forms = self._found(key, singular, plural)
        return forms[self._plurals[key](n) if key in self._plurals else n != 1]

    def _found(self, key: Key, *english: str) -> tuple[str, ...]:
        forms = self._strings.get(key)
        if forms is None:
            self.missing[key] = None
        return forms or english


def _key(message: Message) -> Key:
    singular = message.id if isinstance(message.id, str) else message.id[0]
    return (message.context, singular) if message.context else singular


def load(locale: str, folders: Sequence[Path]) -> Messages:
    """The messages of a locale.

    Args:
        locale: As in addresses, "sr-Latn".
        folders: Template folders, the one that overrides first.

    Raises:
        RenderError: There is no such locale, none of the folders has its catalog, or one is malformed.
    """
    name = locale.replace("-", "_")
    if locale not in LOCALES:
        raise RenderError(
            f"unknown locale {locale!r}", path="sources/beleg.toml", hint=f"Use some of: {', '.join(LOCALES)}"
        )
    messages, found = Messages(), False
    origin = ORIGINS.get(name)
    for folder in reversed(folders):
        if origin and (catalog := _read(folder, origin)):
            messages.add(catalog, to_latin)
            found = True
        if catalog := _read(folder, name):
            # Latin pages hold no Cyrillic, whatever somebody has pasted into the Latin catalog.
            messages.add(catalog, to_latin if origin else str)
            found = True
    if not found:
        raise RenderError(
            f"no message catalog for {locale}",
            path=f"{folders[-1].name}/locales/{origin or name}/LC_MESSAGES/messages.po",
            hint="Reinstall Beleg, or restore the file",
        )
    return messages


def gaps(folder: Path) -> Iterator[Problem]:
    """A warning for each catalog of a project's template folder that lists messages without translating them, or is read by none.

    Messages that it does not list are no gaps: it says only what differs from Beleg's own. A malformed catalog is passed
    over here; `load` refuses it.
    """
    known = {*WRITTEN, *ORIGINS}
    for path in sorted((folder / "locales").glob("*/LC_MESSAGES/messages.[mp]o")):
        name = path.parts[-3]
        if name not in known:
            meant = (normal_locale(name) or "").replace("-", "_")
            yield Problem(
                path=f"{folder.name}/locales/{name}/LC_MESSAGES/{path.name}",
                severity="warning",
                message=f"no locale is called {name!r} here, so this catalog is not read",
                hint=f"Call its folder {meant}" if meant else f"Folders are called {', '.join(sorted(known))}",
            )
    for name in (*WRITTEN, *ORIGINS):
        with suppress(RenderError):
            messages = [message for message in _read(folder, name) or () if message.id]
            fuzzy = sum(message.fuzzy for message in messages)
            empty = sum(not message.fuzzy and not _is_whole(message) for message in messages)
            if fuzzy or empty:
                yield Problem(
                    path=f"{folder.name}/locales/{name}/LC_MESSAGES/messages.po",
                    severity="warning",
                    message=f"{fuzzy + empty} of {len(messages)} messages are not translated ({empty} empty, {fuzzy} fuzzy)",
                    hint="Translate them, or take them out; until then the pages have Beleg's own",
                )


def _is_whole(message: Message) -> bool:
    strings = message.string or ""
    return all((strings,) if isinstance(strings, str) else strings)


def _read(folder: Path, name: str) -> Catalog | None:
    """A catalog, from the `.po` if there is one, else from the `.mo`.

    Raises:
        RenderError: It can't be read, or a page would fail on it.
    """
    path = folder / "locales" / name / "LC_MESSAGES" / "messages.po"
    for file in (path, path.with_suffix(".mo")):
        if file.exists():
            place = f"{folder.name}/{file.relative_to(folder).as_posix()}"
            try:
                data = file.read_bytes()
                catalog = _parsed(data, name, place) if file.suffix == ".po" else read_mo(BytesIO(data))
                _check_plural(catalog)
            except (OSError, ValueError, LookupError, struct.error) as error:
                reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
                raise RenderError(f"can't be read as a catalog: {reason}", path=place, hint=_HINT) from error
            _check_slots(catalog, place)
            return catalog
    return None


_HINT: Final = "Correct it; without the file Beleg's own messages are used"
_SLOT: Final = re.compile(r"%\((\w+)\)")
# Numbers up to this one have every plural form of every language.
_NUMBERS: Final = 200


def _parsed(data: bytes, name: str, place: str) -> Catalog:
    catalog = Catalog(locale=name)
    parse(data, catalog, place=place, hint=_HINT, error=RenderError)
    return catalog


def _check_plural(catalog: Catalog) -> None:
    try:
        plural = gettext.c2py(catalog.plural_expr)
        fits = all(plural(n) < catalog.num_plurals for n in range(_NUMBERS))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"Plural-Forms is wrong: {error}") from error
    if not fits:
        raise ValueError(f"Plural-Forms names forms beyond its {catalog.num_plurals}")


def _check_slots(catalog: Catalog, place: str) -> None:
    """Each translation can be filled with what its message is filled with."""
    for message in catalog:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        found = message.string or ""
        strings = (found,) if isinstance(found, str) else tuple(found)
        values = {slot: 1 for one in ids for slot in _SLOT.findall(one)}
        for string in strings if message.id and not message.fuzzy else ():
            try:
                string % values
            except KeyError as error:
                reason = f"the placeholder %({error.args[0]})s of {string!r} does not stand in the message {ids[0]!r}"
            except (ValueError, TypeError):
                reason = f"a % in {string!r} begins no placeholder; a plain one is written %%"
            else:
                continue
            raise RenderError(reason, path=place, line=message.lineno, hint=_HINT)


# Functions that ask for a message, with the places of their arguments.
_KEYWORDS: Final = {
    "_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip
_OPTIONS: Final = {"trimmed": "true", "newstyle_gettext": "true"}


def messages_of(template: str) -> Iterator[str]:
    """The messages of a template's text, in order, those with several forms by their first."""
    from babel.messages.extract import extract  # noqa: PLC0415 - builds do without it

    stream = BytesIO(template.encode())
    for _, message, _, _ in extract("jinja2", stream, keywords=_KEYWORDS, options=_OPTIONS):
        yield message if isinstance(message, str) else message[0]


def extract(folder: Path) -> bytes:
    """The `.pot` of a template folder: every message once, in the order of the files."""
    # Only maintainers extract: a build does without these modules.
    from babel.messages.extract import extract_from_dir  # noqa: PLC0415

    catalog = Catalog(
        project="Beleg", header_comment="# Messages of Beleg's pages.", fuzzy=False, charset="utf-8", version="1"
    )
    methods = [("**.html", "jinja2"), ("**.txt", "jinja2")]
    options = {pattern: dict(_OPTIONS) for pattern, _ in methods}
    found = extract_from_dir(
        str(folder), methods, options, keywords=_KEYWORDS,
        comment_tags=("Translators:",), strip_comment_tags=True,
    )  # fmt: skip
    for filename, _, message, comments, context in sorted(found, key=lambda row: (row[0], row[1])):
        catalog.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return written(catalog)


def written(catalog: Catalog) -> bytes:
    """A catalog as kept in the repository: without dates and addresses, so that it changes with its messages alone."""
    out = BytesIO()
    write_po(out, catalog, width=110, omit_header=True, include_lineno=False)
    plural = f'"Plural-Forms: {catalog.plural_forms}\\n"\n' if catalog.locale else ""
    language = f'"Language: {catalog.locale_identifier}\\n"\n' if catalog.locale else ""
    head = f'msgid ""\nmsgstr ""\n{language}{plural}"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    return head.encode() + out.getvalue().strip() + b"\n"


def update(folder: Path) -> Iterator[Path]:
    """Bring every written catalog to the messages of the `.pot`; new ones are empty, unused ones go."""
    with (folder / "messages.pot").open("rb") as stream:
        template = read_po(stream)
    for name in WRITTEN:
        path = folder / "locales" / name / "LC_MESSAGES" / "messages.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = Catalog(locale=name)
        if path.is_file():
            with path.open("rb") as stream:
                catalog = read_po(stream, locale=name)
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
        catalog.obsolete.clear()
        path.write_bytes(written(catalog))
        yield path


def compiled(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The `.mo` of every written catalog, with its place."""
    for name in WRITTEN:
        catalog = _read(folder, name)
        if catalog is not None:
            out = BytesIO()
            write_mo(out, catalog)
            yield folder / "locales" / name / "LC_MESSAGES" / "messages.mo", out.getvalue()


def main(command: str) -> None:
    """Run a maintainer's command on the checkout's own templates."""
    from beleg.render.environment import default_templates  # noqa: PLC0415

    folder = default_templates()
    if command == "extract":
        (folder / "messages.pot").write_bytes(extract(folder))
    elif command == "update":
        list(update(folder))
    elif command == "compile":
        for path, data in compiled(folder):
            path.write_bytes(data)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
