"""WARC records: made, and read through with all their checks."""

from __future__ import annotations

import hashlib
import io
import re
import uuid
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from beleg import __version__
from beleg.ingest.archive.members import CHUNK, DamagedError, Member, packed
from beleg.ingest.response import Response

if TYPE_CHECKING:
    from warcio.recordloader import ArcWarcRecord

# Same payload as an earlier record; the server said "not modified".
SAME = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
UNCHANGED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
_VERSION = "WARC/1.1"
_HTTP = "application/http; msgtype=response"
_END = b"\r\n\r\n"
# More than [fetch] may allow for one answer: what unpacks to more was not stored by Beleg.
_LARGEST = 1 << 30
_GZIP = zlib.MAX_WBITS + 16
# Headers that carry, or may carry, what lets someone in.
_SECRET = re.compile(
    r"cookie|auth(?!ors?\Z)|token|session|secret|passw|credential|signature|api-?key|csrf|xsrf|\Aproxy-", re.IGNORECASE
)
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Record:
    """What one record says of itself, after all of it was read and agreed."""

    # "warcinfo", "response" or "revisit".
    kind: str
    id: str
    # None for a warcinfo record.
    uri: str | None
    time: str
    # Of the body as it lies there, as WARC wants it; None for a warcinfo record.
    payload_digest: str | None
    # Of the body unpacked, as the ledger has it; None for what holds no body.
    digest: str | None
    # Content-Type as sent.
    media_type: str | None
    # Its first byte in the file, and the one behind its last.
    begin: int
    end: int


def sha256(data: bytes) -> str:
    """The digest of a body, as the ledger writes it."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def encodable(text: str) -> str:
    """A text without lone surrogates: bytes that are no UTF-8 come out of some clients as such."""
    return text.encode("utf-8", "replace").decode()


def uri_of(address: str) -> str:
    """An address as a record names it: in ASCII, the scheme in small letters."""
    scheme, colon, rest = encodable(address).partition(":")
    return scheme.lower() + colon + "".join(_percent(byte) if byte <= 0x20 else chr(byte) for byte in _ascii(rest))


def about(file: str, time: str) -> bytes:
    """The record that begins a WARC."""
    info = f"software: beleg/{__version__}\r\nformat: WARC File Format 1.1\r\n".encode()
    headers = {"WARC-Type": "warcinfo", "WARC-Record-ID": _id(file, time), "WARC-Date": time, "WARC-Filename": file}
    return _record("warcinfo", headers, "application/warc-fields", info)


def response_record(response: Response, *, time: str, place: str) -> bytes:
    """A record of an answer with its body.

    The body lies there as sent if it can be unpacked again, else unpacked; its WARC-Payload-Digest is that of what lies
    there, in the hexadecimal SHA-256 that the ledger uses, too.

    Args:
        response: The answer.
        time: When it came.
        place: The file and offset of the record, which make its identifier unique.
    """
    body, packing = (response.raw, ()) if _unpacks_again(response) else (response.body, ("content-encoding",))
    headers = _kept(response.headers, without=packing, length=len(body))
    return _http(
        "response", response, headers, {"WARC-Payload-Digest": sha256(body)}, time=time, place=place, body=body
    )


def revisit_record(response: Response, earlier: Record, *, time: str, place: str) -> bytes:
    """A record of an answer whose body lies in an earlier record."""
    more = {
        "WARC-Profile": UNCHANGED if response.status == 304 else SAME,
        "WARC-Refers-To": earlier.id,
        "WARC-Refers-To-Target-URI": earlier.uri or "",
        "WARC-Refers-To-Date": earlier.time,
        "WARC-Payload-Digest": earlier.payload_digest or "",
    }
    return _http("revisit", response, _kept(response.headers), more, time=time, place=place)


def read_through(file: BinaryIO, offset: int, take: Callable[[bytes], object] = len) -> Record:
    """The record at an offset, read to its end with every digest checked.

    Args:
        file: A WARC.
        offset: Where the record begins.
        take: Is given the unpacked body of a response, piece by piece.

    Raises:
        DamagedError: There is no whole record; it is not known what `take` was given.
    """
    from warcio.exceptions import ArchiveLoadFailed  # noqa: PLC0415 - builds without an archive go without it
    from warcio.recordloader import ArcWarcRecordLoader  # noqa: PLC0415
    from warcio.statusandheaders import StatusAndHeadersParserException  # noqa: PLC0415

    member = Member(file, offset)
    hashed = hashlib.sha256()
    size = 0
    try:
        loader = ArcWarcRecordLoader(verify_http=True, arc2warc=False)
        record = loader.parse_record_stream(member, known_format="warc", check_digests=True)
        # Of a revisit there is none.
        holds_body = record.rec_type == "response"
        packing = record.http_headers.get_header("Content-Encoding") if record.http_headers else None
        pieces = _body(record)
        for piece in _unpacked(pieces) if holds_body and _is_gzip(packing) else pieces:
            hashed.update(piece)
            size += len(piece)
            if size > _LARGEST:
                raise DamagedError("its body is larger than any that is stored")
            if holds_body:
                take(piece)
    except (
        ArchiveLoadFailed, StatusAndHeadersParserException, EOFError, ValueError, TypeError, AttributeError, zlib.error
    ) as error:  # fmt: skip
        raise DamagedError("it is no record of a WARC") from error
    if record.digest_checker.passed is False:
        raise DamagedError("its digest is another")
    # Of a revisit warcio checks none; gzip's checksum is there for all.
    if record.rec_type != "revisit" and not record.digest_checker.passed:
        raise DamagedError("it has no digest")
    if record.length is None or member.read(len(_END) + 1) != _END or member.read(1) or member.end is None:
        raise DamagedError("its length is another")
    headers = record.rec_headers
    return Record(
        kind=record.rec_type or "", id=headers.get_header("WARC-Record-ID", ""),
        uri=headers.get_header("WARC-Target-URI"), time=headers.get_header("WARC-Date", ""),
        payload_digest=headers.get_header("WARC-Payload-Digest"),
        digest=f"sha256:{hashed.hexdigest()}" if holds_body else None,
        media_type=record.http_headers.get_header("Content-Type") if record.http_headers else None,
        begin=offset, end=member.end,
    )  # fmt: skip


def _http(
    kind: str, response: Response, headers: Sequence[tuple[str, str]], more: dict[str, str],
    *, time: str, place: str, body: bytes = b"",
) -> bytes:  # fmt: skip
    """A record of an answer.

    Args:
        kind: "response" or "revisit".
        response: The answer.
        headers: Its headers as they are kept.
        more: Headers of the record, besides those that all have.
        time: When it came.
        place: The file and offset of the record.
        body: What the record holds.
    """
    from warcio.statusandheaders import StatusAndHeaders  # noqa: PLC0415

    uri = uri_of(response.final)
    status = f"{response.status} {_plain(response.reason)}"
    kept = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")
    named = {
        "WARC-Type": kind, "WARC-Record-ID": _id(place, time, uri, more["WARC-Payload-Digest"]),
        "WARC-Target-URI": uri, "WARC-Date": time,
    }  # fmt: skip
    if response.ip:
        named["WARC-IP-Address"] = _plain(response.ip)
    named |= more
    named["WARC-Block-Digest"] = sha256(kept.to_ascii_bytes() + body)
    return _record(kind, named, _HTTP, body, kept)


def _record(kind: str, headers: dict[str, str], content_type: str, body: bytes, http: Any = None) -> bytes:
    """A record as a gzip member."""
    from warcio.warcwriter import WARCWriter  # noqa: PLC0415

    written = io.BytesIO()
    writer = WARCWriter(written, gzip=False, warc_version=_VERSION)
    if http is None:
        headers = headers | {"WARC-Block-Digest": sha256(body)}
    record = writer.create_warc_record(
        headers.get("WARC-Target-URI", ""), kind, payload=io.BytesIO(body), length=len(body),
        warc_content_type=content_type, warc_headers_dict=headers, http_headers=http,
    )  # fmt: skip
    writer.write_record(record)
    return packed(written.getvalue())


def _id(*parts: str) -> str:
    """An identifier that the same record gets again."""
    return f"<{uuid.uuid5(uuid.NAMESPACE_URL, ' '.join(parts)).urn}>"


def _kept(
    headers: Sequence[tuple[str, str]], *, without: Sequence[str] = (), length: int | None = None
) -> list[tuple[str, str]]:
    """Headers as they are kept: no credentials, and none that are not true of the body as it lies there."""
    found = []
    for name, value in headers:
        key = name.lower()
        if not _HEADER_NAME.fullmatch(name) or _SECRET.search(name) or key == "transfer-encoding" or key in without:
            continue
        if key == "content-length" and length is not None and value.strip() != str(length):
            continue
        found.append((name, _plain(value)))
    return found


def _unpacks_again(response: Response) -> bool:
    """Whether reading makes of the body as sent what the client made of it."""
    if not _is_gzip(response.header("Content-Encoding")):
        return response.raw == response.body and response.header("Content-Encoding") in (None, "", "identity")
    hashed = hashlib.sha256()
    raw = memoryview(response.raw)
    try:
        for piece in _unpacked(bytes(raw[at : at + CHUNK]) for at in range(0, len(raw), CHUNK)):
            hashed.update(piece)
    except (zlib.error, DamagedError):
        return False
    return hashed.digest() == hashlib.sha256(response.body).digest()


def _is_gzip(packing: str | None) -> bool:
    return packing is not None and packing.strip().lower() in ("gzip", "x-gzip")


def _body(record: ArcWarcRecord) -> Iterator[bytes]:
    while piece := record.raw_stream.read(CHUNK):
        yield piece
    if record.length is None or record.raw_stream.limit:
        raise DamagedError("its length is another")


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A body that was packed with gzip, perhaps in several members."""
    unpacker = zlib.decompressobj(_GZIP)
    for piece in pieces:
        left = piece
        while left:
            if unpacker.eof:
                unpacker = zlib.decompressobj(_GZIP)
            yield unpacker.decompress(left)
            left = unpacker.unused_data
    if not unpacker.eof:
        raise DamagedError("its body can't be unpacked")


def _ascii(text: str) -> bytes:
    """A text in ASCII: other bytes, control characters among them, in percent signs."""
    return "".join(
        chr(byte) if 0x20 <= byte < 0x7F else _percent(byte) for byte in text.encode("utf-8", "backslashreplace")
    ).encode("ascii")


def _percent(byte: int) -> str:
    return f"%{byte:02X}"


def _plain(text: str) -> str:
    return _ascii(text).decode("ascii").strip()
