"""Pages that a browser saved: where they came from, and the page out of a web archive in one file (MHTML)."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from typing import NamedTuple

from beleg.errors import ReadError
from beleg.read.links import absolute

# "<!-- saved from url=(0047)https://… -->" of most browsers, "Page saved with SingleFile url: https://…".
_SAVED = re.compile(r"saved from url=\(\d{1,6}\)(\S{1,4000})|Page saved with SingleFile\s{1,20}url:\s{0,9}(\S{1,4000})")
_HEAD = 8_000
_MHTML = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_HINT = "Open it in a browser and save it as a web page, or save its text as .txt."
# Deeper than browsers nest the parts of a page.
_PARTS = 2_000


class Saved(NamedTuple):
    """A page out of an archive."""

    data: bytes
    address: str | None
    charset: str | None


def saved_from(source: str) -> str | None:
    """The address that a saved page names in a comment at its head."""
    match = _SAVED.search(source[:_HEAD])
    return absolute(match[1] or match[2], None) if match else None


def is_archive(data: bytes) -> bool:
    """Whether bytes are a page with all its files as browsers save it in one (MHTML)."""
    head = data[:_HEAD].lstrip()
    return bool(_MHTML.search(head.replace(b"\r\n", b"\n").partition(b"\n\n")[0]))


def unpacked(data: bytes, path: str | None) -> Saved:
    """The first HTML page of an archive.

    Raises:
        ReadError: There is none.
    """
    try:
        message = message_from_bytes(data.lstrip())
        for number, part in enumerate(message.walk()):
            if part.get_content_type() == "text/html":
                return _page(part, message)
            if number == _PARTS:
                break
    except (MessageError, LookupError, ValueError, TypeError, RecursionError) as error:
        raise ReadError("a saved page in one file (MHTML) that can't be read", path=path, hint=_HINT) from error
    raise ReadError("a saved page in one file (MHTML) that holds no page", path=path, hint=_HINT)


def _page(part: Message, whole: Message) -> Saved:
    data = part.get_payload(decode=True)
    location = str(part.get("Content-Location") or whole.get("Snapshot-Content-Location") or "")
    return Saved(data if isinstance(data, bytes) else b"", absolute(location, None), part.get_content_charset())
