"""Files that are no text, whatever their names end in."""

from __future__ import annotations

import codecs
import re

_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"{\\rtf", "an RTF document"),
)
# Byte order marks, the longer ones first: that of UTF-32 begins like one of UTF-16.
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Those of encodings in which text has NUL bytes.
_MARKS = tuple(mark for mark, encoding in BOMS if encoding != "utf-8")
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
# What texts of our languages are made of: read with the wrong width or byte order, a text is made of other characters.
_USUAL = re.compile("[\t\n\r -~\u00a0-\u017f\u0400-\u045f\u2010-\u2044\u20ac\u2116]")
_SAMPLE = 4_000
# Share of usual characters, and characters at least, to tell by.
_SHARE, _LEAST = 0.97, 4


def binary_kind(data: bytes) -> str | None:
    """What a binary file is ("a PDF"), None for text. NUL bytes make a file binary unless its encoding explains them."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if b"\0" in data and not data.startswith(_MARKS) and wide_encoding(data) is None:
        return "bytes that no text has"
    return None


def wide_encoding(data: bytes) -> str | None:
    """The encoding of a text of two or four bytes a character that comes without a byte order mark; None for all else."""
    if b"\0" not in data:
        return None
    for encoding in _WIDE:
        try:
            text = codecs.getincrementaldecoder(encoding)().decode(data[:_SAMPLE])
        except UnicodeDecodeError:
            continue
        if len(text) >= _LEAST and len(_USUAL.findall(text)) >= _SHARE * len(text):
            return encoding
    return None
