"""What went wrong with a request, in plain words and without the address, which may hold keys."""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus

import aiohttp

from beleg.clock import now
from beleg.errors import FetchError

HINT = "Look at the address in a browser, and write the one that it ends up at."
_LATER = "It may be better at the next fetch; if it stays so, look at the address in a browser."
_CREDENTIALS = "Check the user and password or the key in the source's file; they are sent only to the scheme, host and port they are written for."
_LONGEST_WAIT = 86_400
_HINTS = {
    401: _CREDENTIALS,
    403: "The site may refuse programs, or want credentials; look at the address in a browser, and ask its publisher.",
    404: "Look for the new address on the publisher's site.",
    407: _CREDENTIALS,
    410: "Look for a new address on the publisher's site, or write paused = true into the source's file.",
}
_NO_HOST = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})
_WORDS = {
    errno.ECONNREFUSED: "connection refused",
    errno.ECONNRESET: "connection reset",
    errno.EPIPE: "connection reset",
    errno.EHOSTUNREACH: "host unreachable",
    errno.ENETUNREACH: "network unreachable",
    errno.EADDRNOTAVAIL: "network unreachable",
    errno.ETIMEDOUT: "timeout: the host does not answer",
}


def refused(status: int, retry_after: str | None) -> FetchError:
    """An answer that is neither the document nor a redirect to it."""
    try:
        phrase = f"HTTP {status} {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = f"HTTP {status}"
    gone = "; it is gone for good" if status == HTTPStatus.GONE else ""
    wait = _seconds(retry_after) if retry_after and status in (429, 503) else None
    asked = f"; it asks to wait {wait} s" if wait else ""
    return FetchError(phrase + gone + asked, hint=_HINTS.get(status, _LATER), status=status, wait=wait)


def told(error: Exception, host: str) -> FetchError:
    """What the library met."""
    for kinds, word in _KINDS:
        if isinstance(error, kinds):
            return word(error, host)
    return FetchError(f"the request failed ({type(error).__name__})", hint=_LATER)


def _seconds(given: str) -> int | None:
    """A Retry-After, in seconds or as a date, in seconds and at most a day."""
    given = given.strip()
    if given.isascii() and given.isdigit():
        # A number of a thousand digits is not read, only capped.
        return min(int(given[:9] if len(given) < 10 else "9" * 9), _LONGEST_WAIT) or None
    try:
        moment = parsedate_to_datetime(given[:100])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    wait = int((moment - now()).total_seconds())
    return min(wait, _LONGEST_WAIT) if wait > 0 else None


def _certificate(error: Exception, host: str) -> FetchError:
    cause = getattr(error, "certificate_error", error)
    why = cause.verify_message if isinstance(cause, ssl.SSLCertVerificationError) else "it is not valid"
    return FetchError(
        f"the certificate of {host} is not accepted: {why.rstrip('.')}",
        hint="Tell the publisher; if the date is at fault, check this machine's clock.",
    )


def _tls(error: Exception, host: str) -> FetchError:
    cause = getattr(error, "os_error", error)
    reason = getattr(cause, "reason", None)
    words = f" ({reason.lower().replace('_', ' ')})" if isinstance(reason, str) else ""
    return FetchError(
        f"no secure connection with {host}{words}",
        hint="See whether the port is right, and whether the site speaks https.",
    )


def _name(error: Exception, host: str) -> FetchError:
    code = getattr(error, "errno", None)
    if code in _NO_HOST or isinstance(error, UnicodeError):
        return FetchError(f"no such host: {host}", hint="Check the address's spelling, and the network.")
    return FetchError(f"the name {host} can't be looked up now", hint="Check the network.")


def _connection(error: Exception, _: str) -> FetchError:
    code = getattr(error, "errno", None)
    return FetchError(_WORDS.get(code or 0, "no connection"), hint=_LATER)


def _hung_up(_error: Exception, _host: str) -> FetchError:
    return FetchError("no answer: the server closed the connection", hint=_LATER)


def _malformed(error: Exception, _host: str) -> FetchError:
    # The parser's own words for a body that goes on behind its Content-Length.
    longer = "Data after" in str(getattr(error, "message", ""))
    why = "it is longer than it says" if longer else "its headers are malformed or too large"
    return FetchError(f"no proper HTTP answer: {why}", hint=_LATER)


# The first kind that fits decides: the special ones come before those that they are kinds of.
_KINDS: tuple[tuple[type[Exception], Callable[[Exception, str], FetchError]], ...] = (
    (aiohttp.ClientConnectorCertificateError, _certificate),
    (ssl.SSLCertVerificationError, _certificate),
    (aiohttp.ClientConnectorSSLError, _tls),
    (ssl.SSLError, _tls),
    (aiohttp.ClientConnectorDNSError, _name),
    (socket.gaierror, _name),
    (UnicodeError, _name),
    (aiohttp.ServerDisconnectedError, _hung_up),
    (aiohttp.ClientResponseError, _malformed),
    (aiohttp.ClientPayloadError, _malformed),
    (OSError, _connection),
)
