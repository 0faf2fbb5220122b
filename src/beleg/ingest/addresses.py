"""Addresses: checked, taken apart, and brought to the form in which two of them are compared.

An address comes from an editor, a feed or a server's redirect, so it is read by the letter of RFC 3986 and refused where
programs are known to differ about the host that it means. Credentials in it never reach a message, a page or a file:
everything that is shown or kept goes through `shown`.
"""

from __future__ import annotations

import ipaddress
import os
import re
from typing import NamedTuple
from urllib.parse import quote, unquote

from beleg.errors import FetchError
from beleg.ingest.veil import CONTROL, VARIABLE, secrets_of, shown, split, veiled

__all__ = ["conceal", "expand", "origin", "place_of", "plain", "same_page", "shown", "valid"]

_PORTS = {"http": 80, "https": 443}
# Longer than any that a news site gives, and far below what servers take.
_LONGEST = 8000
_PLACE = re.compile(r"(.*?)(?::([^:\]]*))?", re.DOTALL)
_HOST_AND_PORT = re.compile(r"[^/?#@\s]+:[0-9]+")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
# A last label that some resolver takes for a number: 127.1, 0x7f.1, 2130706433.
_NUMBER = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# What campaigns, mailings and social networks append, the same page behind it: names, and beginnings of names.
_TRACKING = frozenset({
    "__twitter_impression", "_ga", "_gl", "_openstat", "at_campaign", "at_medium", "cmpid", "dclid", "fbclid",
    "gbraid", "gclid", "gclsrc", "igsh", "igshid", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id",
    "oly_enc_id", "ref_src", "ref_url", "s_cid", "spm", "ttclid", "twclid", "vero_id", "wbraid", "wt.mc",
    "wt_mc", "wt_zmc", "yclid", "ysclid",
})  # fmt: skip
_TRACKING_BEGINNINGS = ("utm_", "pk_", "mtm_", "piwik_", "matomo_", "hsa_", "_hs")
_INDEX = re.compile(r"/index\.(?:html?|php)\Z")


class _Parts(NamedTuple):
    """An address taken apart and brought to the form in which it is asked for."""

    scheme: str
    # Percent-encoded, without the "@"; None if there is none.
    userinfo: str | None
    # A name in its ASCII form, an IPv4 address, or an IPv6 address in brackets.
    host: str
    port: int
    path: str
    query: str | None

    @property
    def place(self) -> str:
        return self.host if self.port == _PORTS[self.scheme] else f"{self.host}:{self.port}"

    @property
    def tail(self) -> str:
        return self.path if self.query is None else f"{self.path}?{self.query}"


def valid(address: str) -> str:
    """The address as it is asked for: host in ASCII, the rest percent-encoded, no fragment; credentials stay.

    Raises:
        FetchError: It is no http or https address, or not clear in what it means; the message does not repeat it.
    """
    parts = _checked(address)
    credentials = "" if parts.userinfo is None else f"{parts.userinfo}@"
    return f"{parts.scheme}://{credentials}{parts.place}{parts.tail}"


def plain(address: str) -> tuple[str, tuple[str, str] | None]:
    """A valid address without its credentials, and these decoded: user and password.

    Raises:
        FetchError: As for `valid`.
    """
    parts = _checked(address)
    bare = f"{parts.scheme}://{parts.place}{parts.tail}"
    if parts.userinfo is None:
        return bare, None
    user, _, password = parts.userinfo.partition(":")
    return bare, (unquote(user), unquote(password))


def origin(address: str) -> tuple[str, str, int]:
    """Scheme, host and port: whom credentials were given for, and who is asked. Of IPv6 without its brackets.

    Raises:
        FetchError: As for `valid`.
    """
    parts = _checked(address)
    return parts.scheme, parts.host.strip("[]"), parts.port


def same_page(address: str) -> str:
    """What all addresses of one article share; of what is no address, the text itself.

    Scheme, credentials, `www.`, the scheme's own port, fragment, what tracks readers, a closing slash and `index.html`
    make no other page; neither does the order of the parameters.
    """
    try:
        parts = _checked(address)
    except FetchError:
        return address.strip()
    host = parts.host.removeprefix("www.")
    if "." not in host:
        host = parts.host
    port = "" if parts.port == _PORTS[parts.scheme] else f":{parts.port}"
    path = _INDEX.sub("/", _shortest(parts.path)).rstrip("/")
    kept = sorted(_shortest(one) for one in (parts.query or "").split("&") if one and not _tracks(one))
    return f"{host}{port}{path}" + (f"?{'&'.join(kept)}" if kept else "")


def conceal(address: str, of: str) -> str:
    """An address without the secrets that another holds: a link that a feed gives may repeat the feed's own key."""
    return veiled(address, secrets_of(of))


def expand(address: str) -> str:
    """`${NAME}` replaced from the environment and percent-encoded, so that a key need not lie in a file.

    Only for what the editor wrote: in an address out of a feed it would hand the environment to strangers.

    Raises:
        FetchError: The environment has no such variable.
    """
    for name in VARIABLE.findall(address):
        if not os.environ.get(name):
            raise FetchError(
                f"the environment has no variable {name}",
                hint=f"Set {name} before you fetch, or write the address without it.",
            )
    return VARIABLE.sub(lambda match: quote(os.environ[match[1]], safe="", errors="surrogateescape"), address)


def place_of(text: str) -> tuple[str, int] | None:
    """Host and port out of `host:port` as settings write it, of IPv6 without its brackets; None if it is none."""
    if not _HOST_AND_PORT.fullmatch(text):
        return None
    try:
        parts = _read(f"http://{text}")
    except ValueError:
        return None
    return parts.host.strip("[]"), parts.port


def _checked(address: str) -> _Parts:
    problem = hint = ""
    try:
        return _read(address)
    except ValueError as error:
        problem, hint = error.args
    # Out of the handler, as what was caught may hold the address as it is.
    raise FetchError(problem, hint=hint)


def _read(address: str) -> _Parts:
    """Raises ValueError with what is wrong and what to do."""
    address = address.strip(" \t\r\n")
    if len(address) > _LONGEST:
        raise ValueError(f"longer than {_LONGEST} characters", "Take the address of the feed or page itself.")
    if CONTROL.search(address):
        raise ValueError("holds a control character", "Copy the address anew; it is one line.")
    scheme, authority, path, query, _ = split(address)
    scheme = (scheme or "").lower()
    if scheme not in _PORTS or authority is None:
        raise ValueError("no http or https address", "Write the whole address: https://…")
    if "\\" in authority:
        # Browsers read it as a slash, other programs as part of the user's name: two hosts in one address.
        raise ValueError("holds a backslash where its host should be", "Write slashes: https://host/…")
    userinfo, at, place = authority.rpartition("@")
    host, port = _host_and_port(place, scheme)
    return _Parts(
        scheme, _encoded(userinfo, ":!$&'()*+,;=") if at else None, host, port,
        _encoded(path, "/:@!$&'()*+,;=") or "/", None if query is None else _encoded(query, "/?:@!$&'()*+,;="),
    )  # fmt: skip


def _host_and_port(place: str, scheme: str) -> tuple[str, int]:
    match = _PLACE.fullmatch(place)
    host, port = (match[1], match[2]) if match else (place, None)
    number = _PORTS[scheme]
    if port:
        number = int(port) if re.fullmatch("[0-9]{1,5}", port) else 0
        if not 0 < number < 2**16:
            raise ValueError("the port is no number from 1 to 65535", "Write host:port, or leave the port out.")
    return _host(host), number


def _host(host: str) -> str:
    if host.startswith("["):
        return _ipv6(host)
    name = _ascii_name(host)
    labels = name.split(".")
    if len(labels) > 1 and not labels[-1]:
        # The closing dot of a full name says nothing that matters here.
        labels.pop()
    if not all(labels) or len(name) > 253:
        raise ValueError("has no host, or one with a piece missing", "Write the whole address: https://host/…")
    if _NUMBER.fullmatch(labels[-1]):
        try:
            return str(ipaddress.IPv4Address(".".join(labels)))
        except ValueError:
            # 127.1 and 0x7f000001 are addresses to some programs and names to others.
            raise ValueError(
                "the host is a number, but no IP address as it is written", "Write four numbers: 192.0.2.1."
            ) from None
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise ValueError("the host has characters that no host has", "Copy the address anew.")
    return ".".join(labels)


def _ipv6(host: str) -> str:
    try:
        # A zone (`%eth0`) is no part of an address that others could reach.
        address = ipaddress.IPv6Address(host.removeprefix("[").removesuffix("]").replace("%", "zone"))
    except ipaddress.AddressValueError:
        raise ValueError("the host in brackets is no IPv6 address", "Write it as in http://[2001:db8::1]/.") from None
    # Releases of Python write the address that stands for one of IPv4 in two ways.
    return f"[::ffff:{address.ipv4_mapped}]" if address.ipv4_mapped else f"[{address}]"


def _ascii_name(host: str) -> str:
    """A name as name servers know it: IDNA 2008, in which `straße` is not `strasse`."""
    host = unquote(host, errors="surrogateescape") if "%" in host else host
    if host.isascii() and "xn--" not in host.lower():
        return host.lower()
    import idna  # noqa: PLC0415 - its tables load slowly, and most names are ASCII

    try:
        return idna.encode(host, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        raise ValueError("the host is no name that exists", "Copy the address anew.") from None


def _encoded(text: str, safe: str) -> str:
    """Percent-encoded where it must be; what is encoded already stays."""
    return quote(_STRAY_PERCENT.sub("%25", text), safe=f"%~{safe}", errors="surrogateescape")


def _shortest(text: str) -> str:
    """Percent-encoded text in the one form that is compared: nothing encoded that need not be."""

    def one(match: re.Match[str]) -> str:
        character = chr(int(match[0][1:], 16))
        return character if character in _UNRESERVED else match[0].upper()

    return _ENCODED.sub(one, text)


def _tracks(parameter: str) -> bool:
    name = unquote(parameter.partition("=")[0]).lower()
    return name in _TRACKING or name.startswith(_TRACKING_BEGINNINGS)
