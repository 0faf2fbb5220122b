"""gettext PO files, of which every line is understood: Babel alone would pass over some in silence."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, PoFileParser

from beleg.errors import BelegError

_CHARSET: Final = re.compile(rb'"Content-Type:[^"\n]*charset=([\w.-]{1,40})')
_PLAIN: Final = rb'msgid "a-b+AGE- \n \ud800"'
# A line that is no comment: a keyword and a space, or nothing, and one string that is closed.
_LINE: Final = re.compile(r'(?:msg(?:ctxt|id|id_plural|str(?:\[\d+\])?) \s*)?"(?:[^"\\]|\\.)*"')

_OBSOLETE_PREVIOUS: Final = re.compile(r"^#~\s*\|")


def parse(data: bytes, catalog: Catalog, *, place: str, hint: str, error: type[BelegError]) -> list[str]:
    """Add the messages of a PO file to a catalog.

    Args:
        data: The file; a byte order mark and line ends of any system are allowed.
        catalog: What the messages are added to; it may refuse one with a `PoFileError`.
        place: What errors call the file.
        hint: What to do about a line that is wrong.
        error: The class of what is raised.

    Returns:
        The comments below the last message, which belong to none.

    Raises:
        BelegError: Of the class `error`: a line is neither a keyword with a quoted string nor a comment, a message is
            not whole, or the file is not in the character set that it names.
    """
    data = data.removeprefix(BOM_UTF8)
    found = _CHARSET.search(data)
    # Templates of catalogs come with a gap for the name.
    charset = found[1].decode() if found and found[1] != b"CHARSET" else "utf-8"
    try:
        if not _keeps_keywords(charset):
            line = data.count(b"\n", 0, found.start() if found else 0) + 1
            reason = f"a PO file can't be in {charset!r}"
            raise error(reason, path=place, line=line, hint="Write charset=utf-8, and save it so")
        # What a message that is no longer needed was made from, Babel does not know.
        lines = [_OBSOLETE_PREVIOUS.sub("#|", line.strip()) for line in data.decode(charset).split("\n")]
    except LookupError:
        line = data.count(b"\n", 0, found.start() if found else 0) + 1
        raise error(f"unknown character set {charset!r}", path=place, line=line, hint="Write charset=utf-8") from None
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise error(f"not in {charset}", path=place, line=line, hint=f"Save it as {charset}") from wrong
    for number, text in enumerate(lines, 1):
        kept = text.removeprefix("#~").lstrip()
        if kept and kept[0] != "#" and not _LINE.fullmatch(kept):
            raise error("neither a keyword with a quoted string nor a comment", path=place, line=number, hint=hint)
    parser = PoFileParser(catalog, abort_invalid=True)
    try:
        parser.parse(lines)
    except PoFileError as wrong:
        # Babel's own text ends in the line, counted from 0.
        reason = str(wrong).removesuffix(f" on {wrong.lineno}")
        raise error(f"malformed: {reason}", path=place, line=wrong.lineno + 1, hint=hint) from wrong
    return parser.user_comments


def _keeps_keywords(charset: str) -> bool:
    """Whether a codec leaves Latin letters, signs and backslashes as they are.

    Those of Python for names of hosts, for program text and for nothing at all do not; some give what is no text.
    """
    try:
        return _PLAIN.decode(charset) == _PLAIN.decode()
    except UnicodeError:
        return False
