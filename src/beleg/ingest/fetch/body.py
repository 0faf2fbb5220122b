"""The body of an answer, as sent and unpacked: never more of it than the limit, and never a part for the whole."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp

from beleg.errors import FetchError
from beleg.records import Limits

# A body above this many bytes is a large one; few of these are held at a time, so that memory stays bounded however
# many answers are on their way.
_LARGE = 500_000
_LARGE_AT_ONCE = 4
# gzip, with its header and checksum.
_GZIP = 16 + zlib.MAX_WBITS
# Bytes that are unpacked at once: a chunk of a few may stand for a thousand times as many.
_STEP = 250_000
_MAGIC = b"\x1f\x8b"
# Pieces that a gzip body may consist of; bgzip makes one of every 64 KiB.
_PIECES = 1000
_CUT = "What was fetched before is kept; it may be better at the next fetch."


class Bodies:
    """Reads bodies within the limits, and few large ones at a time."""

    def __init__(self, limits: Limits) -> None:
        self._most = int(limits.megabytes * 1_000_000)
        self._large = asyncio.Semaphore(_LARGE_AT_ONCE)

    async def read(
        self, answer: aiohttp.ClientResponse, timer: asyncio.Timeout, held: AsyncExitStack
    ) -> tuple[bytes, bytes]:
        """The body as sent, and unpacked; a large one keeps its place until `held` is left.

        Raises:
            FetchError: It is too large, packed in a way that was not asked for, or breaks off.
        """
        packed = self._is_packed(answer.headers.getall("Content-Encoding", []))
        if (answer.content_length or 0) > self._most:
            raise self._too_large()
        unpacker = _Unpacker(self._most) if packed else None
        raw = bytearray()
        chunks = answer.content.iter_any()
        try:
            while len(raw) < _LARGE and not (unpacker and len(unpacker.body) >= _LARGE):
                if not await self._more(chunks, raw, unpacker):
                    return _whole(raw, unpacker)
            await held.enter_async_context(self._place(timer))
            while await self._more(chunks, raw, unpacker):
                pass
            return _whole(raw, unpacker)
        except (aiohttp.ClientPayloadError, aiohttp.ClientConnectionError, zlib.error) as error:
            damaged = isinstance(error, zlib.error)
        # Out of the handler: what the library caught holds the address.
        raise FetchError("damaged gzip in the answer" if damaged else "incomplete response", hint=_CUT)

    async def _more(self, chunks: AsyncIterator[bytes], raw: bytearray, unpacker: _Unpacker | None) -> bool:
        """Take the next piece; False at the end."""
        chunk = await anext(chunks, b"")
        raw += chunk
        if len(raw) > self._most or (unpacker and not unpacker.takes(chunk)):
            raise self._too_large()
        return bool(chunk)

    @asynccontextmanager
    async def _place(self, timer: asyncio.Timeout) -> AsyncIterator[None]:
        """A place among the large ones; waiting for it is not the server's time."""
        loop, end = asyncio.get_running_loop(), timer.when()
        begun = loop.time()
        timer.reschedule(None)
        async with self._large:
            timer.reschedule(None if end is None else end + loop.time() - begun)
            yield

    def _is_packed(self, encodings: list[str]) -> bool:
        named = [
            one for name in ",".join(encodings).lower().split(",") if (one := name.strip()) not in ("", "identity")
        ]
        if not named:
            return False
        if named in (["gzip"], ["x-gzip"]):
            return True
        raise FetchError(
            "the answer is packed in a way that was not asked for", hint="Tell the publisher: gzip was asked for."
        )

    def _too_large(self) -> FetchError:
        return FetchError(
            f"larger than {self._most} bytes",
            hint="If that is meant, raise `megabytes` below [fetch] in sources/beleg.toml.",
        )


class _Unpacker:
    """Unpacks gzip piece by piece, and never beyond the limit: a bomb does not unfold."""

    def __init__(self, most: int) -> None:
        self.body = bytearray()
        self._most = most
        self._stream = zlib.decompressobj(_GZIP)
        self._pieces = 1
        self._begun = False
        # Of a piece's end: the first bytes of what may be another one.
        self._behind = b""

    def takes(self, chunk: bytes) -> bool:
        """Unpack a chunk; False if the body is larger than it may be."""
        self._begun = self._begun or bool(chunk)
        data = self._behind + chunk
        self._behind = b""
        while data:
            if self._stream.eof:
                if len(data) < len(_MAGIC):
                    self._behind = data
                    return True
                if not data.startswith(_MAGIC):
                    # Padding, as browsers have it, too.
                    return True
                if self._pieces == _PIECES:
                    raise zlib.error("more pieces than a packer makes")
                self._stream = zlib.decompressobj(_GZIP)
                self._pieces += 1
            self.body += self._stream.decompress(data, _STEP)
            if len(self.body) > self._most:
                return False
            data = self._stream.unconsumed_tail or self._stream.unused_data
        return True

    @property
    def ended(self) -> bool:
        """Whether what was packed came to its end."""
        return self._stream.eof or not self._begun


def _whole(raw: bytearray, unpacker: _Unpacker | None) -> tuple[bytes, bytes]:
    if unpacker is None:
        body = bytes(raw)
        return body, body
    if not unpacker.ended:
        raise FetchError("incomplete response", hint=_CUT)
    return bytes(raw), bytes(unpacker.body)
