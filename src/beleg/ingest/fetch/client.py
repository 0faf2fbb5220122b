"""One address asked for: within its limits, from hosts that may be contacted, without giving anything away.

Redirects are followed by hand, so that every hop is checked before it is contacted and credentials go to the one origin
that they were given for. There are no cookies, no proxies from the environment and no connections that are used twice.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Literal, NamedTuple, Self, TypedDict, Unpack
from urllib.parse import urljoin

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from beleg import __version__
from beleg.errors import FetchError
from beleg.ingest.addresses import expand, origin, plain, shown, valid
from beleg.ingest.fetch.body import Bodies
from beleg.ingest.fetch.guard import Guard, LookUp
from beleg.ingest.fetch.trouble import HINT, refused, told
from beleg.ingest.response import Response
from beleg.ingest.veil import secrets_of, shorter, veiled, veiled_bytes
from beleg.records import Limits

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FOR_GOOD = frozenset({301, 308})
_ACCEPT = {
    "feed": "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, "
    "application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5",
    "page": "text/html, application/xhtml+xml, */*;q=0.5",
}
# Bytes of one header and their number; security policies of large sites come to some 10,000 bytes.
_HEADER, _HEADERS = 16_384, 128
_BUFFER = 65_536
# What may stand in a header; validators come from servers, the contact from an editor.
_SAFE = re.compile(r"[ -~]{1,1000}")
_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")

Validators = tuple[str | None, str | None]


def user_agent(contact: str | None) -> str:
    """How the program introduces itself: "Beleg/0.1.0 (+editor@digest.example)"."""
    name = f"Beleg/{__version__}"
    return f"{name} (+{contact})" if contact and _SAFE.fullmatch(contact) else name


class Asked(TypedDict, total=False):
    """What a request says besides its address; see `Client.answer`."""

    validators: Validators | None
    language: str | None
    variables: bool


class _Hop(NamedTuple):
    """What came of one request: an answer, or where it leads."""

    response: Response | None
    location: str = ""
    status: int = 0


class Client:
    """Gets addresses, many at a time; to be entered and left in one event loop.

    Args:
        limits: What one answer may take, and how many may be on their way.
        agent: How the program introduces itself.
        look_up: What a name stands for; None asks the system.
    """

    def __init__(self, limits: Limits, agent: str, *, look_up: LookUp | None = None) -> None:
        self._limits = limits
        self._agent = agent
        self._guard = Guard(limits.allow, look_up)
        self._all = asyncio.Semaphore(limits.at_once)
        self._hosts: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(limits.per_host))
        self._bodies = Bodies(limits)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        # Cached names would outlive the check, and a connection that is used again would do without it.
        connector = aiohttp.TCPConnector(
            resolver=_Resolver(self._guard), use_dns_cache=False, force_close=True, limit=0
        )
        self._session = aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False, auto_decompress=False,
            response_class=_Answer, timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            read_bufsize=_BUFFER, max_line_size=_HEADER, max_field_size=_HEADER, max_headers=_HEADERS,
        )  # fmt: skip
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def get(self, address: str, *, accept: Literal["feed", "page"], **known: Unpack[Asked]) -> Response:
        """The answer of an address, as `answer` gives it, for those who ask one at a time."""
        async with self.answer(address, accept=accept, **known) as response:
            return response

    @asynccontextmanager
    async def answer(
        self,
        address: str,
        *,
        validators: Validators | None = None,
        language: str | None = None,
        accept: Literal["feed", "page"],
        variables: bool = False,
    ) -> AsyncIterator[Response]:
        """The answer of an address, whole.

        It keeps its place among those that may be on their way until it is dealt with: so many are in memory at most.

        Args:
            address: It may hold credentials.
            validators: ETag and Last-Modified of what is known already.
            language: A language tag, for servers that write in several.
            accept: What is expected.
            variables: Whether the editor wrote it, so that `${NAME}` in it is replaced from the environment.

        Raises:
            FetchError: There is none that can be used; the message begins with the address, without credentials.
        """
        secrets = secrets_of(address)
        problem: FetchError | None = None
        async with AsyncExitStack() as held:
            try:
                wanted = expand(address) if variables else address
                secrets += secrets_of(wanted)
                headers = self._headers(validators, language, accept)
                response = await self._follow(address, valid(wanted), secrets, headers, held)
            except FetchError as error:
                problem = error.with_traceback(None)
            else:
                yield _without(response, secrets)
        if problem is None:
            return
        raise FetchError(
            f"{shorter(shown(address))}: {veiled(problem.message, secrets)}", hint=veiled(problem.hint, secrets),
            status=problem.status, wait=problem.wait,
        )  # fmt: skip

    def _headers(self, validators: Validators | None, language: str | None, accept: str) -> dict[str, str]:
        headers = {"User-Agent": self._agent, "Accept": _ACCEPT[accept], "Accept-Encoding": "gzip"}
        if language and _TAG.fullmatch(language):
            headers["Accept-Language"] = _languages(language)
        known = zip(("If-None-Match", "If-Modified-Since"), validators or (), strict=False)
        headers.update((name, value) for name, value in known if value and _SAFE.fullmatch(value))
        return headers

    async def _follow(
        self, address: str, wanted: str, secrets: tuple[str, ...], headers: dict[str, str], held: AsyncExitStack
    ) -> Response:
        """Ask, and go where redirects lead."""
        bare, credentials = plain(wanted)
        home = origin(bare)
        seen = {bare}
        moved: list[bool] = []
        left = self._limits.seconds
        while True:
            scheme, host, port = origin(bare)
            own = credentials if (scheme, host, port) == home else None
            sent = headers | ({"Authorization": _basic(*own)} if own else {})
            # The host's place first: those that wait for a busy host leave the others theirs. Waiting costs no time limit.
            async with self._hosts[host], AsyncExitStack() as place:
                await place.enter_async_context(self._all)
                begun = asyncio.get_running_loop().time()
                hop = await self._ask(bare, (host, port), sent, left, bare if moved else None, held)
                left -= asyncio.get_running_loop().time() - begun
                if hop.response is not None:
                    await held.enter_async_context(place.pop_all())
            if hop.response is not None:
                answer = hop.response
                return Response(
                    address=shown(address),
                    final=veiled(shown(bare), secrets) if moved else shown(address),
                    status=answer.status,
                    reason=answer.reason,
                    headers=tuple((name, veiled(value, secrets)) for name, value in answer.headers),
                    raw=answer.raw,
                    body=answer.body,
                    ip=answer.ip,
                    moved=bool(moved) and all(moved),
                )
            moved.append(hop.status in _FOR_GOOD)
            bare = _next(bare, hop.location)
            if bare in seen:
                raise FetchError(f"redirect loop at {shorter(shown(bare))}", hint=HINT)
            if len(moved) > self._limits.redirects:
                raise FetchError(f"too many redirects, more than {self._limits.redirects}", hint=HINT)
            seen.add(bare)

    async def _ask(
        self, bare: str, place: tuple[str, int], headers: dict[str, str], seconds: float, hop: str | None,
        held: AsyncExitStack,
    ) -> _Hop:  # fmt: skip
        """One request, to the hop that a redirect led to, if it names one.

        Raises:
            FetchError: In plain words, and without what the library caught, which may hold keys.
        """
        try:
            async with asyncio.timeout(max(seconds, 0)) as timer:
                # The library does not look IP addresses up, so that they would pass unseen.
                self._guard.literal(*place)
                return await self._exchange(bare, headers, timer, held)
        except FetchError as error:
            problem = error.with_traceback(None)
        except TimeoutError:
            problem = FetchError(
                f"timeout after {self._limits.seconds:g} s", hint="It may be better at the next fetch; `seconds` below "
                "[fetch] in sources/beleg.toml allows for more.",
            )  # fmt: skip
        except (aiohttp.ClientError, OSError, ValueError) as error:
            problem = told(error, place[0])
        if hop:
            problem.message += f"; redirected to {shorter(shown(hop))}"
            if problem.message.startswith("address not allowed"):
                # Where a stranger's redirect leads is nothing to be let through.
                problem.hint = "Only public addresses are fetched; tell the publisher where its address leads."
        # Without the trace through the library: its frames hold keys, and bodies of many megabytes for as long as it lives.
        raise FetchError(problem.message, hint=problem.hint, status=problem.status, wait=problem.wait)

    async def _exchange(self, bare: str, headers: dict[str, str], timer: asyncio.Timeout, held: AsyncExitStack) -> _Hop:
        assert self._session is not None, "the client was not entered"
        # Checked and encoded already; encoded again, a signed address would be another one.
        answer = await self._session.get(URL(bare, encoded=True), headers=headers, allow_redirects=False)
        assert isinstance(answer, _Answer)
        try:
            if answer.status in _REDIRECTS:
                return _Hop(None, answer.headers.get("Location", ""), answer.status)
            asked = "If-None-Match" in headers or "If-Modified-Since" in headers
            if answer.status != 200 and not (answer.status == 304 and asked):
                raise refused(answer.status, answer.headers.get("Retry-After"))
            raw, body = (b"", b"") if answer.status == 304 else await self._bodies.read(answer, timer, held)
            return _Hop(
                Response(
                    address=bare, final=bare, status=answer.status, reason=answer.reason or "",
                    headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.raw_headers),
                    raw=raw, body=body, ip=answer.peer,
                )
            )  # fmt: skip
        finally:
            answer.close()


class _Answer(aiohttp.ClientResponse):
    """An answer that knows which IP address gave it."""

    peer: str | None = None

    async def start(self, connection: aiohttp.connector.Connection) -> aiohttp.ClientResponse:
        if connection.transport is not None:
            name = connection.transport.get_extra_info("peername")
            self.peer = name[0] if name else None
        return await super().start(connection)


class _Resolver(AbstractResolver):
    """Gives the library only addresses that were checked."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=ip, port=port, family=family, proto=0, flags=0)
            for ip in await self._guard.addresses(host, port)
        ]

    async def close(self) -> None:
        """Nothing is held."""


def _without(response: Response, secrets: tuple[str, ...]) -> Response:
    """An answer without the secrets that its address held: some servers write them into every link."""
    body = veiled_bytes(response.body, secrets)
    if body == response.body:
        return response
    headers = tuple((name, value) for name, value in response.headers if name.lower() != "content-encoding")
    return replace(response, headers=headers, raw=body, body=body)


def _next(bare: str, location: str) -> str:
    """Where a redirect leads, checked; credentials in it are a stranger's, and not sent."""
    if not location:
        raise FetchError("a redirect that does not say where to", hint=HINT)
    try:
        return plain(urljoin(bare, location))[0]
    except FetchError as error:
        problem = error.message
    except ValueError:
        problem = "no address"
    raise FetchError(f"a redirect to {shorter(shown(location))}: {problem}", hint=HINT)


def _basic(user: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode("utf-8", "surrogateescape")).decode("ascii")


def _languages(tag: str) -> str:
    """The tag, and what it is a special case of: "sr-Latn, sr;q=0.9"."""
    pieces = tag.split("-")
    tags = ["-".join(pieces[:length]) for length in range(len(pieces), 0, -1)]
    return ", ".join(one if not place else f"{one};q={1 - place / 10:.1f}" for place, one in enumerate(tags[:5]))
