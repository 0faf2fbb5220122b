"""Whom the e-mails are from and to: the table [email] of `sources/beleg.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from beleg.ingest.checked import Checked, load_tables
from beleg.ingest.locales import LOCALES, normal_locale
from beleg.ingest.settings import SETTINGS
from beleg.records import Problem

if TYPE_CHECKING:
    from email.headerregistry import Address

TABLE: Final = "email"
_KEYS: Final = ("from", "to")
# What stands in `To` where nobody is named: the form of RFC 5322 for receivers who don't see one another.
NOBODY: Final = "undisclosed-recipients:;"


@dataclass(frozen=True, kw_only=True, slots=True)
class Envelope:
    """Whom the e-mails are from and to, as headers have it."""

    # None where the settings do not say it.
    sender: str | None = None
    to: str | None = None
    # For single locales, before `to`.
    to_locale: Mapping[str, str] = field(default_factory=dict)


def read_envelope(sources: Path) -> tuple[Envelope, list[Problem]]:
    """What the settings say, and everything wrong with it; what is wrong counts as not said.

    What is wrong with the file as a whole, `read_site` tells.
    """
    file, tables = load_tables(sources, SETTINGS)
    if file is None or TABLE not in tables:
        return Envelope(), []
    file.problems.clear()
    given = tables[TABLE]
    if not isinstance(given, Mapping):
        file.problem(f"`{TABLE}` is no table", f"Write a line `[{TABLE}]` and the settings below it.", TABLE)
        return Envelope(), file.problems
    for key in given:
        if key not in _KEYS:
            file.problem(f"unknown key `{key}` in [{TABLE}]", f"Known are {', '.join(_KEYS)}.", key)
    to, to_locale = given.get("to"), {}
    if isinstance(to, Mapping):
        to_locale = _of_locales(file, to)
        to = None
    return Envelope(
        sender=_header(file, "from", given.get("from"), many=False), to=_header(file, "to", to, many=True), to_locale=to_locale
    ), file.problems  # fmt: skip


def _of_locales(file: Checked, given: Mapping[str, Any]) -> dict[str, str]:
    found = {}
    for name, value in given.items():
        locale = normal_locale(name)
        if locale is None:
            file.problem(f"unknown locale {name!r} in `to`", f"Known are {', '.join(LOCALES)}.", name)
        elif (header := _header(file, name, value, many=True)) is not None:
            found[locale] = header
    return found


def _header(file: Checked, key: str, value: Any, *, many: bool) -> str | None:
    if value is None:
        return None
    wrong = "is no text" if not isinstance(value, str) else refused(value, many=many)
    if wrong is None:
        return str(value)
    file.problem(f"`{key}` in [{TABLE}] {wrong}", f'Write {key} = "Digest <digest@news.example>".', key)
    return None


def refused(value: str, *, many: bool) -> str | None:
    """Why a text can't stand in a header of addresses; None if it can.

    Args:
        value: "Digest <digest@news.example>", or several with commas.
        many: Whether there may be several, or a group.
    """
    # Every command reads the settings, and few projects have these.
    from email.errors import HeaderParseError  # noqa: PLC0415
    from email.headerregistry import AddressHeader, BaseHeader  # noqa: PLC0415
    from email.policy import SMTP  # noqa: PLC0415

    if not value.isprintable() or not value.strip():
        return f"{value!r} holds a control character, or nothing"
    try:
        header = SMTP.header_factory("To", value)
    except (IndexError, HeaderParseError):
        # Python's reader fails on some of what is cut short ("a@").
        return f"{value!r} is no e-mail address"
    assert isinstance(header, AddressHeader), "`To` holds addresses"
    assert isinstance(header, BaseHeader), "it is a header"
    if header.defects:
        return f"{value!r} is no e-mail address"
    if not header.addresses and not any(group.display_name for group in header.groups):
        return f"{value!r} is no e-mail address"
    if not many and (len(header.addresses) != 1 or any(group.display_name for group in header.groups)):
        return f"{value!r} is not one e-mail address"
    for one in header.addresses:
        if not one.username or "." not in one.domain:
            return f"{value!r} is no e-mail address"
        if not one.addr_spec.isascii():
            # Old programs can't send to such an address at all.
            return f"{one.addr_spec!r} is not in ASCII; a domain has such a form too (xn--…)"
    return None


def plain_address(text: str | None) -> Address | None:
    """The address that a text consists of, such as a contact; None if it is something else."""
    from email.headerregistry import AddressHeader  # noqa: PLC0415
    from email.policy import SMTP  # noqa: PLC0415

    if text is None or refused(text, many=False) is not None:
        return None
    header = SMTP.header_factory("From", text)
    assert isinstance(header, AddressHeader), "`From` holds addresses"
    return header.addresses[0]
