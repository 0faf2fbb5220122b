"""Secrets in addresses: hidden wherever an address is shown or kept, and wherever a server repeats them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, unquote

_HIDDEN = "***"
# RFC 3986, appendix B; every part matches without going back, so that the time is linear.
_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_PARAMETER = re.compile(r"(?<=[?&;#])([^=&;#?]*)=([^&#]*)")
_PATH_PARAMETER = re.compile(r"(?<=;)([^=;/]*)=([^;/]*)")
_PLACE = re.compile(r"(?:\[[^\]]*\]|[^:\[\]]*)(?::[0-9]+)?")
# Of an address as the editor wrote it: `addresses.expand` puts in what the environment holds.
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
# What would move a terminal's cursor or end a line.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LONGEST_SHOWN = 300

# Names of parameters that hold secrets, without their hyphens and underscores (`X-Amz-Signature`, `access_token`).
_SECRET_NAMES = frozenset({
    "auth", "authorization", "hmac", "jwt", "key", "pass", "pin", "pwd", "session", "sid", "sig",
})  # fmt: skip
_SECRET_ENDINGS = (
    "apikey", "accesskey", "authkey", "credential", "credentials", "password", "passwd", "passphrase", "secret",
    "secretkey", "sessid", "sessionid", "signature", "token",
)  # fmt: skip
# Shorter values are hidden where they stand, but not looked for elsewhere: they would hide half an address.
_SHORTEST = 4


class Split(NamedTuple):
    """A text taken for an address, by the letter of RFC 3986."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


def split(address: str) -> Split:
    """The parts of an address; any text has them."""
    match = _PARTS.fullmatch(address)
    # Each part may be missing, so every text matches.
    assert match is not None
    return Split(match[1], match[2], match[3], match[4], match[5])


def shown(address: str) -> str:
    """The address without credentials, for messages, pages and files; of any text, and the same when done twice."""
    parts = split(_UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", address))
    scheme, authority, path, query, fragment = parts
    found = ""
    if authority is None and "@" in path:
        # `me:word@host/x`, with the scheme forgotten: `me` looks like one, so nothing of it is kept.
        found, path = f"{_HIDDEN}@", path.rpartition("@")[2]
    elif authority is not None:
        found = f"{scheme}://" if scheme else "//"
        rest = _rest(parts)
        if "@" in authority:
            found += f"{_HIDDEN}@{authority.rpartition('@')[2]}"
        elif "@" in rest and _is_half_password(authority):
            return shown(f"{found}{_HIDDEN}@{rest.rpartition('@')[2]}")
        else:
            found += authority
    elif scheme is not None:
        found = f"{scheme}:"
    found += _PATH_PARAMETER.sub(_veil, path)
    if query is not None:
        found += _PARAMETER.sub(_veil, f"?{query}")
    if fragment is not None:
        found += _PARAMETER.sub(_veil, f"#{fragment}")
    return found


def shorter(text: str) -> str:
    """A text from outside, cut for a message."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def secrets_of(address: str) -> tuple[str, ...]:
    """The secrets that an address holds, as written and decoded: what is hidden wherever it turns up again."""
    parts = split(address)
    userinfo = (parts.authority or "").rpartition("@")[0]
    user, _, password = userinfo.partition(":")
    # A user without a password is a token.
    found = [password or user]
    texts = ((_PATH_PARAMETER, parts.path), (_PARAMETER, f"?{parts.query or ''}#{parts.fragment or ''}"))
    for pattern, text in texts:
        found.extend(value for name, value in pattern.findall(text) if is_secret(name))
    found.extend(os.environ.get(name, "") for name in VARIABLE.findall(address))
    return tuple(dict.fromkeys(secret for one in found for secret in (one, unquote(one)) if secret))


def veiled(text: str, secrets: Iterable[str]) -> str:
    """The text without these secrets, neither as they are nor percent-encoded."""
    written = {
        form for one in secrets if len(one) >= _SHORTEST for form in (one, quote(one, safe="", errors="replace"))
    }
    # The longest first: one may be part of another.
    for secret in sorted(written, key=lambda one: (-len(one), one)):
        text = text.replace(secret, _HIDDEN)
    return text


def veiled_bytes(data: bytes, secrets: Iterable[str]) -> bytes:
    """A body without these secrets where it writes them into addresses; in its words they may be ordinary ones."""
    for form in sorted({form for one in secrets if len(one) >= _SHORTEST for form in (one, quote(one, safe=""))}):
        written = form.encode("utf-8", "surrogatepass")
        if written in data:
            data = re.sub(rb"(?<=[=/:])" + re.escape(written) + rb"(?![A-Za-z0-9])", _HIDDEN.encode(), data)
    return data


def told_apart(address: str) -> str:
    """The address as `shown` writes it, with a digest of what that hides: for pages that differ in nothing else."""
    found = shown(address)
    if found == address:
        return found
    return f"{found}#{hashlib.sha256(address.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _rest(parts: Split) -> str:
    query = "" if parts.query is None else f"?{parts.query}"
    fragment = "" if parts.fragment is None else f"#{parts.fragment}"
    return f"{parts.path}{query}{fragment}"


def _is_half_password(authority: str) -> bool:
    """Whether a slash, `?` or `#` in a password ended what looks like a host: `http://me:a/b@host/` names a port `a`."""
    return not _PLACE.fullmatch(authority)


def is_secret(name: str) -> bool:
    """Whether a parameter or setting of this name holds what nobody else may know."""
    bare = re.sub(r"[-_.\[\]\s]", "", unquote(name).lower())
    return bare in _SECRET_NAMES or bare.endswith(_SECRET_ENDINGS)


def _veil(match: re.Match[str]) -> str:
    return f"{match[1]}={_HIDDEN}" if match[2] and is_secret(match[1]) else match[0]
