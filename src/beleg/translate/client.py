"""One request to a chat endpoint: within the limits, again where it may help, and with the key for nobody else."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import aiohttp
from yarl import URL

from beleg.errors import FetchError, LimitError, TranslateError
from beleg.ingest.fetch.trouble import refused, told
from beleg.ingest.veil import shorter, shown
from beleg.translate.budget import Budget
from beleg.translate.chat_settings import Settings
from beleg.translate.plugins import Order
from beleg.translate.secret import Secret

# Seconds of the first wait, doubled with every further one, and the longest; what a server asks for goes before.
FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
# A server that wants more than this is left alone until the editor comes back.
_PATIENCE = 600
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_REDIRECTS = range(300, 400)
# Codes of errors with status 429 that no waiting helps.
_NO_MONEY = ("insufficient_quota", "billing_hard_limit_reached")
_HINTS = {
    402: "Top up your account with the server.",
    400: "See whether `model` and `options` below [translate.chat] are as the server wants them.",
    401: "Check the key in the environment variable that [translate.chat] names.",
    403: "Check the key in the environment variable that [translate.chat] names, and what it may be used for.",
    404: "Check `address` and `model` below [translate.chat] in sources/beleg.toml.",
    413: "Lower `batch` below [translate.chat] in sources/beleg.toml.",
}
_SEE = "Check `address` and `model` below [translate.chat] in sources/beleg.toml."
_AGAIN = "What was done is saved; run the command again later."


class _Trouble(NamedTuple):
    """A request that failed."""

    message: str
    hint: str = _AGAIN
    # Whether it may do better in a moment.
    passing: bool = True
    # Seconds that the server asks to wait.
    wait: float | None = None


def ask(settings: Settings, secret: Secret, body: str, order: Order) -> Any:
    """What the endpoint answers to a request, as JSON.

    Args:
        settings: Where to, and the limits.
        secret: The key; sent nowhere else, and shown in no message.
        body: The request, in JSON.
        order: The budget, asked before every try, and who is told of waiting.

    Raises:
        LimitError: The time is up, or would be before the server wants to be asked again.
        TranslateError: It does not answer in a way that can be used.
    """
    return asyncio.run(_ask(settings, secret, body.encode(), order))


async def _ask(settings: Settings, secret: Secret, body: bytes, order: Order) -> Any:
    for attempt in range(settings.tries):
        order.budget.check()
        found = await _once(settings, secret, body, order.budget)
        if not isinstance(found, _Trouble):
            return found
        # A try that was cut short by the run's own time is no fault of the server.
        order.budget.check()
        host = settings.host
        last = attempt == settings.tries - 1
        if not found.passing or last or (found.wait or 0) > _PATIENCE:
            times = f", {settings.tries} times" if found.passing and last and settings.tries > 1 else ""
            raise TranslateError(f"{host}: {found.message}{times}", hint=found.hint)
        wait = max(found.wait or 0, _backoff(attempt, body))
        left = order.budget.left()
        if left is not None and wait >= left:
            raise LimitError(f"the time would be up before {host} is to be asked again ({found.message})")
        order.tell(f"{host}: {found.message}; asked again in {wait:.0f} s")
        await asyncio.sleep(wait)
    raise AssertionError("the last try gives or raises")


def _backoff(attempt: int, body: bytes) -> float:
    """Seconds to wait, longer each time, and other ones for every request: what failed together comes back apart."""
    chance = hashlib.sha256(b"%d %s" % (attempt, body)).digest()[0] / 255
    return float(min(FIRST_WAIT * 2**attempt, _LONGEST_WAIT) * (0.5 + chance / 2))


async def _once(settings: Settings, secret: Secret, body: bytes, budget: Budget) -> Any | _Trouble:
    """One try: the answer, or what went wrong, without what the library caught, which may hold the key."""
    left = budget.left()
    seconds = settings.seconds if left is None else min(settings.seconds, max(left, 0.1))
    try:
        async with (
            asyncio.timeout(seconds),
            aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
                auto_decompress=False,
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            ) as session,
            session.post(
                URL(settings.address, encoded=True), data=body, headers=_headers(secret), allow_redirects=False
            ) as answer,
        ):
            return await _read(answer, settings, secret)
    except TimeoutError:
        return _Trouble(
            f"no answer within {seconds:.3g} s",
            "What was done is saved. Raise `seconds` or lower `batch` below [translate.chat] in sources/beleg.toml.",
        )
    except (aiohttp.ClientError, OSError, ValueError) as error:
        problem = told(error, settings.host)
    lasting = problem.message.startswith(("no such host", "the certificate", "no secure connection"))
    return _Trouble(problem.message, _SEE if lasting else _AGAIN, passing=not lasting)


def _headers(secret: Secret) -> dict[str, str]:
    fixed = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
    return fixed | secret.header()


async def _read(answer: aiohttp.ClientResponse, settings: Settings, secret: Secret) -> Any | _Trouble:
    if answer.status in _REDIRECTS:
        where = secret.veiled(shown(_site(answer.headers.get("Location", ""), settings)))
        return _Trouble(
            f"redirects to {where or 'no address'}, which is not followed: the key is meant for {settings.host} alone",
            "If that is the right place, write it as `address` below [translate.chat] in sources/beleg.toml.",
            passing=False,
        )
    data = await _body(answer, int(settings.megabytes * 1_000_000))
    if data is None:
        return _Trouble(
            f"the answer is larger than {settings.megabytes:g} MB, and was not read",
            "Raise `megabytes` below [translate.chat] in sources/beleg.toml if that is meant.", passing=False,
        )  # fmt: skip
    value = _json(data)
    error = value.get("error") if isinstance(value, Mapping) else None
    if answer.status == 200 and not (error and "choices" not in value):
        if value is None:
            return _Trouble("the answer is no JSON", _SEE)
        return value
    status = answer.status if answer.status != 200 else _status(error)
    return _refused(status, answer.headers.get("Retry-After"), error, secret)


def _site(location: str, settings: Settings) -> str:
    """Scheme and host of where a redirect leads: the rest may repeat the key, in letters that nobody recognises."""
    try:
        url = URL(settings.address, encoded=True).join(URL(location))
    except ValueError:
        return ""
    fit = location and url.raw_host and url.scheme in ("http", "https")
    return f"{url.scheme}://{url.raw_host}" if fit else ""


async def _body(answer: aiohttp.ClientResponse, most: int) -> bytes | None:
    """The body; None if it is larger than allowed, of which no more is read."""
    data = bytearray()
    if (answer.content_length or 0) > most:
        return None
    async for chunk in answer.content.iter_any():
        data += chunk
        if len(data) > most:
            return None
    return bytes(data)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _status(error: Any) -> int:
    """The status that a gateway wraps into a good answer; 500 if it names none."""
    code = error.get("code") if isinstance(error, Mapping) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 500


def _refused(status: int, retry_after: str | None, error: Any, secret: Secret) -> _Trouble:
    problem: FetchError = refused(status, retry_after)
    message = problem.message.partition(";")[0]
    words, code = "", ""
    if isinstance(error, Mapping):
        words, code = str(error.get("message") or ""), str(error.get("code") or error.get("type") or "")
    elif isinstance(error, str):
        words = error
    # What is said of a key repeats it in part, often with stars.
    if words and status not in (401, 403):
        message += f": {secret.veiled(words)}"
    passing = status in _PASSING and code not in _NO_MONEY
    wait = problem.wait if passing else None
    if wait and wait > _PATIENCE:
        message += f" (it asks to wait {wait} s)"
    return _Trouble(shorter(message), _HINTS.get(status, _AGAIN), passing=passing, wait=wait)
