"""A message out of its two texts: headers, encodings and parts, the same bytes from the same texts."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final
from zoneinfo import ZoneInfo

# Seven bits and short lines go through every server on the way; CRLF as it is sent.
_POLICY: Final = SMTP.clone(cte_type="7bit", max_line_length=76)
_NOON: Final = dt.time(12)


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
    made["Subject"] = letter.subject
    made["From"] = sender
    made["To"] = to
    if letter.day:
        # Noon: the same day nearly everywhere.
        noon = dt.datetime.combine(dt.date.fromisoformat(letter.day), _NOON, ZoneInfo(letter.zone))
        made["Date"] = format_datetime(noon)
    made["Message-ID"] = f"<{letter.name}@{domain}>"
    made.set_content(letter.text, charset="utf-8")
    made.add_alternative(letter.html, subtype="html", charset="utf-8")
    # After the parts: what is set before goes into the first of them.
    made["Content-Language"] = letter.locale
    # Python would draw it by lot. Neither encoding that a part can have writes "=_".
    made.set_boundary(f"=_{hashlib.sha256((letter.name + letter.html).encode()).hexdigest()[:32]}")
    return made.as_bytes()
