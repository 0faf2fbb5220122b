"""Bytes to text: the encoding, line ends, and no character that XML forbids. Nothing else is changed."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from beleg.errors import ReadError
from beleg.ingest.binary import BOMS, binary_kind, wide_encoding
from beleg.read.language import plausibility

# What German, Russian and Serbian texts were saved in before UTF-8, the likelier first: a tie goes to the earlier.
_LEGACY = (
    "windows-1252", "windows-1251", "windows-1250", "iso-8859-2", "koi8-r", "iso-8859-5", "cp866", "iso-8859-1", "iso-8859-15",
    "mac_cyrillic", "mac_croatian", "mac_roman", "cp852", "cp850",
)  # fmt: skip
# Of these so rare that a text must read much better in them.
_RARE = frozenset({"mac_cyrillic", "mac_croatian", "mac_roman", "cp852", "cp850"})
_LEAD = 0.25
# Reading tens of kilobytes in eight encodings gains nothing over the beginning.
_SAMPLE = 8_000
_DECLARED = re.compile(
    rb"<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s{0,9}=\s{0,9}[\"']?([\w-]{2,30})", re.IGNORECASE
)
_HEAD = 200_000
_WITNESSES = 5

# Controls, box drawings and the sign for any currency, which are letters or the euro sign of another encoding.
_MISREAD = re.compile("[\x80-\x9f\xa4\u2500-\u259f]")
# Production [2] of XML 1.0, negated: controls, surrogates, U+FFFE and U+FFFF.
_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Decoded(NamedTuple):
    """A text and the encoding that it was in."""

    text: str
    encoding: str


def declared_in(data: bytes, charset: str | None = None) -> tuple[str, ...]:
    """The encodings that a page is said to be in: by its server, then by itself, in its XML declaration or its head."""
    named = [charset or "", *(name.decode("ascii") for name in _DECLARED.findall(data[:_HEAD]))]
    return tuple(dict.fromkeys(name.strip().lower() for name in named if name.strip()))[:_WITNESSES]


def clean(text: str) -> str:
    """Line feeds for line ends, and no character that XML 1.0 forbids."""
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def decode(data: bytes, *, path: str | None = None, declared: Sequence[str] = (), lenient: bool = False) -> Decoded:
    """The text of a file, cleaned.

    Args:
        data: Its bytes.
        path: Named in errors.
        declared: What its encoding is said to be; believed where the bytes are no UTF-8 and agree with it.
        lenient: Whether broken bytes become U+FFFD, as browsers do it, for what nobody here can mend.

    Raises:
        ReadError: It is binary, or in no encoding known here.
    """
    kind = binary_kind(data)
    if kind:
        raise ReadError(f"binary file: it holds {kind}", path=path, hint="Save the article as plain text or HTML.")
    encoding, start = next(((name, len(bom)) for bom, name in BOMS if data.startswith(bom)), (wide_encoding(data), 0))
    encoding = encoding or "utf-8"
    try:
        return Decoded(clean(data[start:].decode(encoding)), encoding)
    except UnicodeDecodeError as error:
        if start or encoding != "utf-8" or _mostly_utf8(data):
            if lenient:
                return Decoded(clean(data[start:].decode(encoding, "replace")), encoding)
            raise _broken(data[start:], error, encoding.upper(), path) from error
    legacy = _legacy(data, declared)
    if legacy is None:
        raise ReadError("its encoding is not recognised", path=path, hint="Save the file as UTF-8.")
    return Decoded(clean(data.decode(legacy)), legacy)


def _broken(data: bytes, error: UnicodeDecodeError, encoding: str, path: str | None) -> ReadError:
    line = data.count(b"\n", 0, error.start) + 1
    places = data.decode(error.encoding, errors="replace").count("\ufffd")
    more = f", and {places - 1} more after it" if places > 1 else ""
    return ReadError(
        f"broken {encoding}: the byte 0x{data[error.start]:02x} fits no character{more}",
        path=path,
        line=line,
        hint="Open the file in an editor, mend that line and save it as UTF-8.",
    )


def _mostly_utf8(data: bytes) -> bool:
    """Whether of the characters beyond ASCII at least half are whole; in other encodings such sequences are rare."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = sum(1 for character in text if character > "\x7f") - broken
    return whole > 0 and whole >= broken


def _legacy(data: bytes, declared: Sequence[str]) -> str | None:
    """The encoding in which the bytes read most like a language."""
    named = []
    for name in declared:
        with suppress(LookupError, ValueError):
            known = codecs.lookup(name).name
            # Pages that say iso-8859-1 mean windows-1252, as browsers take it.
            named.append({"iso8859-1": "windows-1252"}.get(known, known))
    candidates = dict.fromkeys((*named, *_LEGACY))
    best, best_score = None, 0.0
    for encoding in candidates:
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        score = _score(text[:_SAMPLE]) - (1.0 if _MISREAD.search(text) else 0.0)
        if encoding in _RARE and encoding not in named:
            score -= _LEAD
        if best is None or score > best_score:
            best, best_score = encoding, score
    return best


def _score(text: str) -> float:
    """How much a text reads like a language, also where it is all in capitals, which are other letters elsewhere."""
    return max(plausibility(text), plausibility(text.lower())) if text.isupper() else plausibility(text)
