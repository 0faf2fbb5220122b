"""The bytes of a feed as text: byte order mark, then valid UTF-8, then what header and declaration say, checked.

A feed is not lost for one broken byte: what fits no character becomes U+FFFD, and a warning says so.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from beleg.ingest.binary import BOMS
from beleg.read.language import plausibility

_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
# Codecs that a declaration may name. Python has others under such names, which run code in quadratic time (punycode).
_NAMED = frozenset({
    "ascii", "big5", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp437",
    "cp850", "cp852", "cp855", "cp866", "euc_jp", "euc_kr", "gb18030", "gbk", "iso8859-1", "iso8859-10", "iso8859-13",
    "iso8859-14", "iso8859-15", "iso8859-16", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-7",
    "iso8859-9", "koi8-r", "koi8-u", "mac-cyrillic", "mac-latin2", "mac-roman", "ptcp154", "shift_jis", "utf-8",
})  # fmt: skip
# In them characters of ASCII stand for others, so that a text can hide what it says.
_HIDING = ("utf-7", "hz", "iso2022")
# Their bytes may look like UTF-8, and nothing here can tell what reads well in them.
_FAR = frozenset({"gbk", "gb18030", "big5", "euc_jp", "euc_kr", "shift_jis"})
# What German, Russian and Serbian texts were written in before UTF-8, the likelier first.
_LEGACY = ("cp1252", "cp1251", "cp1250", "iso8859-2", "koi8-r", "iso8859-5", "cp866")
# What old programs write without a word; nothing of the above is ever lost to them at that lead. Half of the texts of
# two lines are told by it, and more of whole feeds. With mac-cyrillic it is one in twenty: only capitals differ.
_RARE = ("cp850", "cp852", "mac-roman", "cp855")
_RARE_LEAD = 0.5
_DECLARATION = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([A-Za-z0-9_:.-]{1,40})")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
# Words with a letter beyond ASCII: they alone differ between encodings.
_FOREIGN = re.compile(rb"[A-Za-z]{0,30}[\x80-\xff][A-Za-z\x80-\xff]{0,60}")
_WORDS = 1_000
# Controls and box drawings, which are letters of another encoding.
_MISREAD = re.compile("[\x80-\x9f\u2500-\u259f]")
# An encoding that nobody names must read this much better than the one that is named. A right one leads over a wrong
# one by 0.5 and more where there are a few words; between cp1250 and iso8859-2 hardly anything lies.
_LEAD = 0.25
# Production [2] of XML 1.0, negated, and references to such characters.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:0*(\d{1,7})|[xX]0*([0-9a-fA-F]{1,6}));")
# UTF-8 read as an encoding of single bytes: a first byte's letter and a later byte's.
_TWICE = re.compile("[\u00c2-\u00f4\u0420\u0421\u0432][^\x00-\x7f]")
_ONCE_CYRILLIC = 3


class Decoded(NamedTuple):
    """A feed as text, and what was odd."""

    text: str
    warnings: tuple[str, ...]


def decoded(data: bytes, *, media_type: str | None = None) -> Decoded:
    """A feed's text without byte order marks and without characters that XML forbids."""
    text, warnings = _decoded(data, media_type)
    hiding = [name for name in _names(data, media_type) if _codec(name).startswith(_HIDING)]
    if hiding:
        warnings = (f"it says {hiding[0]}, which is not read as such, for it can hide what is said", *warnings)
    # Some programs put another mark before a text that has one.
    return Decoded(allowed(text).lstrip("\ufeff"), warnings)


def _decoded(data: bytes, media_type: str | None) -> Decoded:
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return _lenient(data[len(bom) :], encoding)
    for encoding in _WIDE:
        # Without a mark: a tag is the first thing that a feed has.
        if data[:64].decode(encoding, "ignore").lstrip().startswith("<") and b"\0" in data[:4]:
            return _lenient(data, encoding)
    try:
        return Decoded(data.decode("utf-8"), ())
    except UnicodeDecodeError:
        pass
    named = _named(data, media_type)
    if not _FAR.intersection(named[:1]) and _mostly_utf8(data):
        return _lenient(data, "utf-8")
    # In some of them every byte is a character, so that one is always found.
    best, lead = "", 0.0
    sample = b" ".join(match[0] for match, _ in zip(_FOREIGN.finditer(data), range(_WORDS), strict=False))
    for encoding in dict.fromkeys((*named, *_LEGACY, *_RARE)):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        text = sample.decode(encoding, "replace")
        score = plausibility(text) - (1.0 if _MISREAD.search(text) else 0.0)
        if encoding in _FAR or (encoding in named and not best):
            score += _LEAD
        if encoding in _RARE and encoding not in named:
            if score <= 0:
                continue
            score -= _RARE_LEAD
        if not best or score > lead:
            best, lead = encoding, score
    if named and best not in named:
        return Decoded(data.decode(best), (f"it says {named[0]}, but its bytes are {best}",))
    return Decoded(data.decode(best), ())


def allowed(text: str) -> str:
    """A text without the characters that XML forbids, and without references to them."""
    text = _FORBIDDEN.sub("", text)
    return _REFERENCE.sub(_reference, text) if "&#" in text else text


def once(text: str) -> str | None:
    """What a text was before it was encoded in UTF-8 a second time; None if it was not, or not wholly.

    `grÃ¶ÃŸere` is `größere`; a text with any letter beyond ASCII that does not fit is left as it is.
    """
    if text.isascii() or not _TWICE.search(text):
        return None
    for encoding, least in (("cp1252", 1), ("cp1251", _ONCE_CYRILLIC)):
        try:
            # Bytes that the encoding leaves open come as controls.
            raw = b"".join(
                bytes([ord(piece)]) if "\x80" <= piece <= "\x9f" else piece.encode(encoding)
                for piece in re.split("([\x80-\x9f])", text)
            )
            before = raw.decode("utf-8")
        except UnicodeError:
            continue
        if sum(1 for character in before if character > "\x7f") >= least:
            return allowed(before)
    return None


def _lenient(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding), ())
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    return Decoded(text, (f"broken {encoding}: some bytes fit no character",))


def _named(data: bytes, media_type: str | None) -> list[str]:
    """The encodings that are named and read, by their codecs."""
    found = []
    for name in _names(data, media_type):
        known = _codec(name)
        # As browsers take it.
        known = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030"}.get(known, known)
        if known in _NAMED and known not in found:
            found.append(known)
    return found


def _names(data: bytes, media_type: str | None) -> list[str]:
    """What declaration and header say, the declaration's name first: who wrote the feed knows it better."""
    declared = _DECLARATION.search(data[:1_000])
    header = _CHARSET.search(media_type or "")
    return [name for name in (declared[1].decode("ascii") if declared else "", header[1] if header else "") if name]


def _codec(name: str) -> str:
    """The name of an encoding's codec; empty if there is none."""
    try:
        return codecs.lookup(name.lower().removeprefix("x-")).name
    except (LookupError, ValueError):
        return ""


def _mostly_utf8(data: bytes) -> bool:
    """Whether of the characters beyond ASCII at least half are whole; in other encodings such sequences are rare."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    whole = len(text) - broken - sum(map(text.count, map(chr, range(0x80))))
    return whole > 0 and whole >= broken


def _reference(match: re.Match[str]) -> str:
    number = int(match[1]) if match[1] else int(match[2], 16)
    return match[0] if number <= 0x10FFFF and not _FORBIDDEN.match(chr(number)) else ""
