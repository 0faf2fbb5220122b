"""Files that are no text, whatever their names end in."""

from __future__ import annotations

import codecs

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
# Byte order marks of encodings in which text has NUL bytes.
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def binary_kind(data: bytes) -> str | None:
    """What a binary file is ("a PDF"), None for text. NUL bytes make a file binary unless a byte order mark explains them."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if b"\0" in data and not data.startswith(_WIDE):
        return "bytes that no text has"
    return None
