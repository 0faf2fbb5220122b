"""A message out of its two texts: headers, encodings and parts, the same bytes from the same texts."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from dataclasses import dataclass
from email.header import Header
from email.headerregistry import Address, AddressHeader
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, quote
from typing import Final
from zoneinfo import ZoneInfo

# Seven bits and short lines go through every server on the way; CRLF as it is sent.
_POLICY: Final = SMTP.clone(cte_type="7bit", max_line_length=76)
_NOON: Final = dt.time(12)
_LINE: Final = 76
# A longer word is encoded: only then a line can end within it.
_WORD: Final = 60
# What needs no quotation marks (RFC 5322, 3.2.3).
_ATOMS: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class Letter:
    """An edition in one locale, ready to become a message."""

    locale: str
    subject: str
    text: str
    html: str
    # ISO 8601 day; None for an undated edition, whose message gets its date when it is sent.
    day: str | None
    # IANA name of the zone in which that day is.
    zone: str
    # What stands before the @ of the message's identifier: the same for the same edition.
    name: str
    # How many stories there was no room for.
    left_out: int


def message(letter: Letter, sender: str | Address, to: str, domain: str) -> bytes:
    """The bytes of an `.eml` file.

    Args:
        letter: What it says.
        sender: For `From`.
        to: For `To`.
        domain: What stands behind the @ of its identifier.
    """
    made = EmailMessage(policy=_POLICY)
    made.set_content(letter.text, charset="utf-8")
    made.add_alternative(letter.html, subtype="html", charset="utf-8")
    # Python would draw it by lot. Neither encoding that a part can have writes "=_".
    made.set_boundary(f"=_{hashlib.sha256((letter.name + letter.html).encode()).hexdigest()[:32]}")
    headers = {
        "Subject": _words(letter.subject, "Subject"),
        "From": _addresses(sender, "From"),
        "To": _addresses(to, "To"),
    }
    if letter.day:
        # Noon: the same day nearly everywhere.
        noon = dt.datetime.combine(dt.date.fromisoformat(letter.day), _NOON, ZoneInfo(letter.zone))
        headers["Date"] = format_datetime(noon)
    headers |= {"Message-ID": f"<{letter.name}@{domain}>", "Content-Language": letter.locale}
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("ascii") + made.as_bytes()


def _words(text: str, header: str) -> str:
    """A text as a header has it, on lines of bearable length.

    What EmailMessage makes of a long one in other letters loses spaces where it breaks the line (Python 3.11 to 3.13).
    """
    plain = text.isascii() and "=?" not in text and all(len(word) <= _WORD for word in text.split(" "))
    return Header(text, "us-ascii" if plain else "utf-8", maxlinelen=_LINE, header_name=header).encode(linesep="\r\n")


def _addresses(given: str | Address, header: str) -> str:
    """Addresses, and groups of them, as a header has them."""
    if isinstance(given, Address):
        return _address(given, header)
    parsed = SMTP.header_factory(header, given)
    assert isinstance(parsed, AddressHeader), f"`{header}` holds addresses"
    found = []
    for group in parsed.groups:
        members = ",\r\n ".join(_address(one, header) for one in group.addresses)
        found.append(members if group.display_name is None else f"{_phrase(group.display_name, header)}: {members};")
    return ",\r\n ".join(found)


def _address(one: Address, header: str) -> str:
    return f"{_phrase(one.display_name, header)}\r\n <{one.addr_spec}>" if one.display_name else one.addr_spec


def _phrase(name: str, header: str) -> str:
    """A name before an address: as it is, in quotation marks, or encoded."""
    written = _words(name, header)
    return written if _ATOMS.fullmatch(name) or "=?" in written else f'"{quote(name)}"'
