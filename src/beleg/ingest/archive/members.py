"""Gzip members, one a record: packed, read from any offset, and found again behind damage."""

from __future__ import annotations

import zlib
from typing import BinaryIO

# Every member begins so: no time, no name, no system, so that the same record gives the same bytes everywhere. A
# checksum does not cover these bytes, so reading insists on them.
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LEVEL = 6
_GZIP = zlib.MAX_WBITS + 16
# Checksum and length.
_TRAILER = 8
# Bytes read at a time. Deflate makes at most a thousand of one, so a bomb unfolds to 16 MB before it is noticed.
CHUNK = 16 * 1024
# Of one record's headers, its HTTP headers with them.
_MOST_HEADERS = 1 << 20
_RECORD = b"WARC/1."
# The tables of a deflate block are smaller, so that so many bytes give the first that are packed.
_TABLES = 1024


class DamagedError(Exception):
    """No whole record begins here; the text says why."""


class TornError(DamagedError):
    """The file ends within the record."""

    def __init__(self) -> None:
        super().__init__("the file ends within it")


def packed(data: bytes) -> bytes:
    """One gzip member."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    return HEAD + (packer.compress(data) + packer.flush())[len(HEAD) :]


class Member:
    """The unpacked bytes of the member at an offset, as warcio wants to read them.

    Every call may raise `DamagedError`; who has read it to its end knows that it is whole, to the bit.
    """

    def __init__(self, file: BinaryIO, offset: int) -> None:
        self.begin = offset
        file.seek(offset)
        head = file.read(len(HEAD))
        if head != HEAD:
            raise TornError if HEAD.startswith(head) else DamagedError("no record begins there")
        self._file = file
        self._unpacker = zlib.decompressobj(_GZIP)
        self._unpacker.decompress(head)
        # What was unpacked last, and how much of it is read.
        self._buffer = b""
        self._at = 0
        self._read = self._headers = 0
        # The unpacker as it was before the last chunk, the chunk and what it gave.
        self._last = (self._unpacker.copy(), b"", b"")
        # Behind its last byte, once that has been read.
        self.end: int | None = None

    def read(self, size: int) -> bytes:
        """At most so many bytes; none only at the end."""
        self._ready()
        return self._take(min(size, len(self._buffer) - self._at))

    def readline(self, size: int = _MOST_HEADERS) -> bytes:
        """The next line with its end; only headers are read by line."""
        parts: list[bytes] = []
        while size > 0 and self._ready():
            stop = min(self._at + size, len(self._buffer))
            found = self._buffer.find(b"\n", self._at, stop)
            part = self._take((found + 1 if found >= 0 else stop) - self._at)
            parts.append(part)
            size -= len(part)
            self._headers += len(part)
            if self._headers > _MOST_HEADERS:
                raise DamagedError("its headers don't end")
            if found >= 0:
                break
        return b"".join(parts)

    def tell(self) -> int:
        return self._read

    def _take(self, size: int) -> bytes:
        taken = self._buffer[self._at : self._at + size]
        self._at += size
        self._read += size
        return taken

    def _ready(self) -> bool:
        """Whether there is more to read."""
        while self._at == len(self._buffer) and self.end is None:
            self._fill()
        return self._at < len(self._buffer)

    def _fill(self) -> None:
        chunk = self._file.read(CHUNK)
        if not chunk:
            raise TornError
        earlier, self._last = self._last, (self._unpacker.copy(), chunk, b"")
        try:
            unpacked = self._unpacker.decompress(chunk)
        except zlib.error as error:
            raise DamagedError("its bytes were changed") from error
        self._buffer, self._at = unpacked, 0
        self._last = (*self._last[:2], unpacked)
        if self._unpacker.eof:
            used = len(chunk) - len(self._unpacker.unused_data)
            self.end = self._file.tell() - len(chunk) + used
            before, packed_end, given = (self._last[0], chunk[:used], unpacked)
            if used <= _TRAILER:
                before, packed_end, given = earlier[0], earlier[1] + packed_end, earlier[2] + given
            if not _padded_with_zeros(before, packed_end, given):
                raise DamagedError("its bytes were changed")


def _padded_with_zeros(before: zlib._Decompress, chunk: bytes, unpacked: bytes) -> bool:
    """Whether the bits that fill up the last byte are as zlib writes them: no checksum covers them.

    Args:
        before: The unpacker before the last chunk.
        chunk: The member's last bytes.
        unpacked: What they give.
    """
    last = len(chunk) - _TRAILER - 1
    for bit in (0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02):
        changed = chunk[:last] + bytes([chunk[last] ^ bit]) + chunk[last + 1 :]
        unpacker = before.copy()
        try:
            same = unpacker.decompress(changed) == unpacked and unpacker.eof and not unpacker.unused_data
        except zlib.error:
            same = False
        if not same:
            return True
        if chunk[last] & bit:
            return False
    return True


def next_record(file: BinaryIO, offset: int) -> int | None:
    """Where the next record from an offset on begins; None if none does."""
    window = b""
    # Each window begins with the end of the one before, where a head may have begun.
    while True:
        file.seek(offset + len(window))
        more = file.read(CHUNK)
        if not more:
            return None
        window += more
        found = window.find(HEAD)
        while found >= 0:
            file.seek(offset + found)
            if _begins(file.read(_TABLES)):
                return offset + found
            found = window.find(HEAD, found + 1)
        keep = min(len(HEAD) - 1, len(window))
        offset += len(window) - keep
        window = window[len(window) - keep :]


def _begins(data: bytes) -> bool:
    """Whether these first bytes of a member unpack to those of a record."""
    try:
        return zlib.decompressobj(_GZIP).decompress(data, len(_RECORD)) == _RECORD
    except zlib.error:
        return False
