"""Answers of servers and archives of them, for tests."""

import gzip

from beleg.ingest.archive import Archive, verify, writing
from beleg.ingest.response import Response

ADDRESS = "https://feeds.example/news.xml"
NOON = "2026-11-30T12:00:00Z"


def answer(body=b"", *, address=ADDRESS, final=None, status=200, headers=(), packed=False, **more):
    """An answer; with `packed` its body came as gzip."""
    raw = gzip.compress(body, mtime=0) if packed else body
    if packed:
        headers = (*headers, ("Content-Encoding", "gzip"))
    headers = (("Content-Type", "application/rss+xml"), *headers)
    return Response(
        address=address, final=final or address, status=status, reason="OK" if status == 200 else "Not Modified",
        headers=headers, raw=raw, body=body, **more,
    )  # fmt: skip


def kept(folder, *answers, time=NOON, **more):
    """Keep answers in one run; gives the attempts."""
    with writing(folder) as writer:
        return [writer.keep(one, **{"source": "news", "role": "feed", "time": time, **more}) for one in answers]


def bytes_of(folder):
    """Every file of a folder with its bytes; the lock, which is always empty, left out."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != ".lock"}


def put(folder, files):
    """Make a folder hold just these files."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def errors(folder):
    """What is damaged in an archive."""
    return [problem for problem in verify(folder)[1] if problem.severity == "error"]


def stored_bodies(folder):
    """The unpacked body of each attempt that gave one."""
    archive = Archive(folder)
    return [archive.payload(one)[0] for one in archive.attempts if one.digest]
