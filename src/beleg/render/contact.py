"""Whom readers turn to: the contact as a link, errors that they report, and the imprint."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

from beleg.alphabets import to_latin
from beleg.records import Site


def contact_link(contact: str) -> str:
    """Where the contact leads: a page's address as it is, a mail address as `mailto:`."""
    return contact if "://" in contact else f"mailto:{quote(contact, safe='@+')}"


def report_link(contact: str, subject: str, fact: str, place: str, locale: str) -> str:
    """Where a reader reports an error: a letter that is begun already, or the contact's page, told what it is about.

    Args:
        contact: A mail address, or the address of a page.
        subject: Of the letter, in the reader's language.
        fact: Its identifier.
        place: Its permalink.
        locale: In which the reader saw it.
    """
    if "://" not in contact:
        # The identifier stands in the subject, and in the permalink.
        body = quote(f"{place}\r\n{locale}\r\n\r\n", safe="")
        return f"{contact_link(contact)}?subject={quote(subject, safe='')}&body={body}"
    parts = urlsplit(contact)
    asked = urlencode({"fact": fact, "page": place, "locale": locale}, quote_via=quote, safe="")
    return urlunsplit(parts._replace(query=f"{parts.query}&{asked}" if parts.query else asked))


def imprint_of(site: Site, locale: str) -> tuple[str, tuple[str, ...]]:
    """The imprint for the readers of a locale: its language, empty where that is not known, and its paragraphs.

    One for Serbian in Cyrillic serves in Latin letters, too; where a locale has none, that of the first one stands.
    """
    given = dict(site.imprint)
    if locale not in given and locale == "sr-Latn" and "sr-Cyrl" in given:
        return locale, _paragraphs(to_latin(given["sr-Cyrl"]))
    name = next((one for one in (locale, None, *given) if one in given), None)
    return (name or "", _paragraphs(given[name])) if name in given else ("", ())


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split(r"\n[ \t]*\n", text) if part.strip())
