"""Servers that answer as they are told, byte by byte, and a client to ask them with."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from beleg.errors import FetchError
from beleg.ingest.fetch.client import Client
from beleg.ingest.response import Response
from beleg.records import Limits

Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(answering: Answering, host: str = "127.0.0.1") -> AsyncIterator[int]:
    """The port of a server that goes on until the block ends."""

    async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answering(reader, writer)
            await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(guarded, host, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


def saying(*pieces: bytes) -> Answering:
    """Reads a request, then sends these pieces and hangs up."""

    async def answering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for piece in pieces:
            writer.write(piece)
            await writer.drain()

    return answering


def asked(answering: Answering, *, limits: dict[str, Any] | None = None, path: str = "/", **arguments: Any) -> Response:
    """What the client makes of one answer."""

    async def ask() -> Response:
        async with serving(answering) as port:
            wanted = Limits(**{"seconds": 5, "allow": (f"127.0.0.1:{port}",)} | (limits or {}))
            async with Client(wanted, "Beleg/test") as client:
                return await client.get(f"http://127.0.0.1:{port}{path}", **({"accept": "feed"} | arguments))

    return asyncio.run(ask())


def failed(answering: Answering, **arguments: Any) -> FetchError:
    """How the client words what is wrong with one answer."""
    try:
        found = asked(answering, **arguments)
    except FetchError as error:
        return error
    raise AssertionError(found)


def ok(body: bytes, *headers: bytes) -> bytes:
    """An ordinary answer."""
    return b"\r\n".join((b"HTTP/1.1 200 OK", b"Content-Length: %d" % len(body), *headers, b"", body))


def bomb(megabytes: int) -> bytes:
    """A gzip stream of so many megabytes of zeros, made without packing them all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03" + block * megabytes
