"""Where a page's links lead: absolute addresses, without credentials."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin

from beleg.errors import FetchError
from beleg.ingest.addresses import plain

_BLANKS = re.compile(r"[\t\n\r]")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_MAIL = re.compile(r"mailto:([^\s@<>\"?&,;]{1,64}@[\w.-]{1,253})", re.IGNORECASE)
# Longer than any that leads somewhere, and what is written into a page as data.
_LONGEST = 4_000
# More than any article has; a page of links is none.
_MOST = 200


def absolute(link: str, base: str | None) -> str | None:
    """The http, https or mailto address that a link means on a page at `base`; None if it means none.

    Args:
        link: As an attribute holds it.
        base: The page's address; None leaves what is relative to it unknown.
    """
    if len(link) > _LONGEST:
        return None
    # As browsers do.
    link = _BLANKS.sub("", link).strip()
    mail = _MAIL.match(link)
    if mail:
        return f"mailto:{mail[1]}"
    scheme = _SCHEME.match(link)
    if (scheme and scheme[1].lower() not in ("http", "https")) or not (scheme or base):
        return None
    try:
        return plain(urljoin(base or "", link))[0]
    except (FetchError, ValueError):
        return None


def all_absolute(links: Iterable[str], base: str | None) -> tuple[str, ...]:
    """The addresses that links mean, each once, in their order; not those within the page itself."""
    own = absolute(base, None) if base else None
    found: dict[str, None] = {}
    for link in links:
        if link.lstrip().startswith("#"):
            continue
        address = absolute(link, base)
        if address and address != own:
            found[address] = None
            if len(found) == _MOST:
                break
    return tuple(found)
