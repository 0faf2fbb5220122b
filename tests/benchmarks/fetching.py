"""How 500 feeds are fetched, a tenth of them slow, broken or hostile: `python tests/benchmarks/fetching.py [--client]`.

A server of its own gives each source 20 entries, on 50 addresses 127.0.0.N. `beleg fetch` runs twice in a project made
for it (`--client`: the client alone, in a process of its own); time, memory and failures are printed. The exit code is 1
if a run takes longer than the slowest good source and the limit allow, or more memory than is promised; if a failure is
not named or something good is lost; if the second run asks a source without the validator that it gave, or keeps a
payload twice.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ingest.fetch.raw import bomb, ok

HOSTS, ENTRIES = 50, 20
# Seconds that one answer may take, and that the slowest good one takes.
LIMIT, SLOWEST = 5.0, 2.0
# Seconds for everything else, on two cores: starting, reading 450 feeds, writing the archive.
WORK = 20.0
# Megabytes that a run may take.
MEMORY = 300
MODIFIED = "Wed, 14 Oct 2026 06:15:00 GMT"
# What a bad source does; they take turns.
BAD = (
    "silent", "drip", "stall", "endless", "bomb", "cut", "loop", "inside", "error", "nonsense", "flood", "login", "entities",
    "hangs-up", "missing",
)  # fmt: skip


def is_bad(number: int) -> str | None:
    """What is wrong with a source; None for a good one."""
    return BAD[number // 10 % len(BAD)] if number % 10 == 7 else None


def validators(number: int) -> dict[str, str]:
    """What a good source gives to ask again with: a third gives none."""
    return ({"ETag": f'"v{number}"'}, {"Last-Modified": MODIFIED}, {})[number % 3]


def feed(number: int) -> bytes:
    """An ordinary feed with whole texts."""
    text = f"Die Quelle {number} meldet einen ganzen Absatz ohne Besonderheiten. " * 20
    items = "".join(
        f"<item><title>Meldung {one} der Quelle {number}</title><link>https://quelle-{number}.example/{one}</link>"
        f"<guid>https://quelle-{number}.example/{one}</guid><pubDate>Wed, 14 Oct 2026 08:{one:02}:00 +0000</pubDate>"
        f"<description>{text}</description></item>\n"
        for one in range(ENTRIES)
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>Quelle {number}</title>'
        f"<link>https://quelle-{number}.example/</link><description>-</description><language>de</language>\n"
        f"{items}</channel></rss>\n"
    ).encode()


# The server


class Server:
    """Answers every source as it is meant to, and remembers what it was asked."""

    def __init__(self) -> None:
        self._asked: dict[int, list[bool]] = defaultdict(list)

    async def serve(self) -> None:
        """Listen on all hosts, tell the port, and go on until the process is ended."""
        first = await asyncio.start_server(self._answer, "127.0.0.1", 0, backlog=512)
        port = first.sockets[0].getsockname()[1]
        for host in range(2, HOSTS + 1):
            await asyncio.start_server(self._answer, f"127.0.0.{host}", port, backlog=512)
        print(port, flush=True)
        await first.serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path = head.split()[1]
            if path == "/asked":
                writer.write(ok(json.dumps(self._asked).encode()))
            elif match := re.fullmatch(r"/(\d+)/.*", path):
                await self._source(int(match[1]), head, writer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _source(self, number: int, head: str, writer: asyncio.StreamWriter) -> None:
        kind = is_bad(number)
        if kind:
            await misbehave(kind, number, writer)
            return
        given = validators(number)
        asked = re.search(r"^If-(?:None-Match|Modified-Since): (.*?)\r$", head, re.MULTILINE)
        known = asked is not None and asked[1] in given.values()
        self._asked[number].append(known)
        await asyncio.sleep(SLOWEST if number % 100 == 1 else number % 7 / 20)
        lines = [f"{name}: {value}".encode() for name, value in given.items()]
        if known:
            writer.write(b"\r\n".join([b"HTTP/1.1 304 Not Modified", *lines, b"", b""]))
        else:
            writer.write(
                ok(
                    gzip.compress(feed(number), mtime=0),
                    b"Content-Encoding: gzip",
                    b"Content-Type: application/rss+xml",
                    *lines,
                )
            )


async def misbehave(kind: str, number: int, writer: asyncio.StreamWriter) -> None:
    """One of the answers that a fetcher has to bear."""
    head, body = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n", feed(number)
    if kind == "silent":
        await asyncio.sleep(60)
    elif kind == "drip":
        writer.write(head)
        for place in range(120):
            writer.write(body[place : place + 1])
            await writer.drain()
            await asyncio.sleep(0.5)
    elif kind == "stall":
        # Large ones hold the most memory.
        writer.write(head + body * 100)
        await writer.drain()
        await asyncio.sleep(60)
    elif kind == "endless":
        writer.write(head)
        while True:
            writer.write(body)
            await writer.drain()
    elif kind == "flood":
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"Set-Cookie: " + b"a" * 4000 + b"\r\n")
            await writer.drain()
    else:
        writer.write({
            "bomb": ok(bomb(1000), b"Content-Encoding: gzip"),
            "cut": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (len(body) + 500) + body,
            "loop": b"HTTP/1.1 302 Found\r\nLocation: /%d/feed\r\nContent-Length: 0\r\n\r\n" % number,
            "inside": b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
            "error": b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n",
            "nonsense": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc",
            "login": ok(b"<!DOCTYPE html><title>Anmelden</title><form></form>", b"Content-Type: text/html"),
            "entities": ok(b'<!DOCTYPE rss [<!ENTITY a "boom">]><rss version="2.0"><channel/></rss>'),
            "hangs-up": b"",
            "missing": b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
        }[kind])  # fmt: skip


# The runs


def address(number: int, port: int) -> str:
    """Where a source's feed is."""
    # A bad one to each host, so that not a few hosts have all of them.
    return f"http://127.0.0.{(number + number // 10) % HOSTS + 1}:{port}/{number}/feed"


def project(folder: Path, count: int, port: int) -> None:
    """A project with a source file for each feed."""
    sources = folder / "sources"
    sources.mkdir()
    places = ", ".join(f'"127.0.0.{host}:{port}"' for host in range(1, HOSTS + 1))
    (sources / "beleg.toml").write_text(
        f'[site]\nname = "Probe"\n\n[fetch]\nseconds = {LIMIT}\nallow = [{places}]\n', "utf-8"
    )
    for number in range(count):
        (sources / f"quelle-{number:03}.source.toml").write_text(
            f'feed = "{address(number, port)}"\ntext = "blurb"\n', "utf-8"
        )


def measured(command: list[str], folder: Path) -> tuple[float, float, str]:
    """Seconds, megabytes at the most, and what a command printed."""
    begun = time.monotonic()
    output = folder / "output.txt"
    with (
        output.open("wb") as file,
        subprocess.Popen(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT) as process,
    ):
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return time.monotonic() - begun, used.ru_maxrss / 1000, output.read_text("utf-8")


def judge(name: str, seconds: float, megabytes: float) -> list[str]:
    """What is wrong with the cost of a run."""
    print(f"{name}: {seconds:.1f} s, {megabytes:.0f} MB at the most")
    wrong = []
    if seconds > SLOWEST + LIMIT + WORK:
        wrong.append(f"{name} took {seconds:.1f} s")
    if megabytes > MEMORY:
        wrong.append(f"{name} took {megabytes:.0f} MB")
    return wrong


def outcomes(folder: Path) -> list[dict[str, Any]]:
    """The lines of the archive's ledger."""
    return [json.loads(line) for line in (folder / "archive" / "fetches.jsonl").read_text("utf-8").splitlines()]


def commands(folder: Path, count: int, port: int) -> list[str]:
    """`beleg fetch` twice; what is wrong."""
    project(folder, count, port)
    wrong: list[str] = []
    good = {f"quelle-{number:03}" for number in range(count) if not is_bad(number)}
    before = 0
    for name in ("first run", "second run"):
        seconds, megabytes, printed = measured([sys.executable, "-m", "beleg", "fetch"], folder)
        wrong += judge(name, seconds, megabytes)
        lines = outcomes(folder)
        fresh, before = lines[before:], len(lines)
        print("  ", dict(Counter(line["outcome"] for line in fresh)))
        bad = {line["source"]: line["error"] for line in fresh if line["outcome"] == "failed"}
        if name == "first run":
            for word, times in sorted(Counter(re.sub(r"https?://\S+|\d+", "…", one) for one in bad.values()).items()):
                print(f"   {times:3} {word}")
        wrong += [f"{name}: {source} failed, {bad[source]}" for source in sorted(good & set(bad))]
        wrong += [
            f"{name}: {source} did not fail"
            for number in range(count)
            if is_bad(number) and (source := f"quelle-{number:03}") not in bad
        ]
        wrong += [f"{name}: the failure of {source} is not named" for source in bad if source not in printed]
        lost = good - {line["source"] for line in fresh if line["outcome"] != "failed"}
        wrong += [f"{name}: {source} was lost" for source in sorted(lost)]
    wrong += [
        f"{line['source']} has {line.get('entries')} entries"
        for line in lines
        if line["outcome"] == "stored" and line.get("entries") != ENTRIES
    ]
    stored = Counter(line["digest"] for line in lines if line["outcome"] == "stored")
    wrong += [f"{digest} is stored {times} times" for digest, times in stored.items() if times > 1]
    checked = subprocess.run(
        [sys.executable, "-m", "beleg", "archive", "verify"], cwd=folder, capture_output=True, text=True, check=False
    )
    print("  ", checked.stdout.strip().replace("\n", ", "))
    if checked.returncode:
        wrong.append(f"archive verify: {checked.stderr.strip()}")
    return wrong


def client_alone(count: int, port: int) -> None:
    """The client without anything behind it: all sources once; what failed is printed."""
    from beleg.errors import FetchError  # noqa: PLC0415 - only the process that measures it loads it
    from beleg.ingest.fetch.client import Client  # noqa: PLC0415
    from beleg.records import Limits  # noqa: PLC0415

    async def everything() -> None:
        allow = tuple(f"127.0.0.{host}:{port}" for host in range(1, HOSTS + 1))
        async with Client(Limits(seconds=LIMIT, allow=allow), "Beleg/benchmark") as client:

            async def one(number: int) -> None:
                given = validators(number)
                try:
                    known = (given.get("ETag"), given.get("Last-Modified"))
                    await client.get(address(number, port), validators=known, accept="feed")
                except FetchError as error:
                    print(f"quelle-{number:03}", error.message)

            await asyncio.gather(*map(one, range(count)))

    asyncio.run(everything())


def main() -> int:
    """Serve, run, tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sources", type=int, default=500, help="how many feeds")
    parser.add_argument("--client", action="store_true", help="the client alone")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--get", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(Server().serve())
        return 0
    if given.get:
        client_alone(given.sources, given.get)
        return 0
    own = [sys.executable, __file__, f"--sources={given.sources}"]
    with (
        tempfile.TemporaryDirectory() as name,
        subprocess.Popen([*own, "--serve"], stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        port = int(server.stdout.readline())
        try:
            if given.client:
                seconds, megabytes, printed = measured([*own, f"--get={port}"], Path(name))
                print(printed, end="")
                wrong = judge("client", seconds, megabytes)
            else:
                wrong = commands(Path(name), given.sources, port)
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/asked", timeout=10) as answer:
                    asked = {int(number): known for number, known in json.load(answer).items()}
                wrong += [
                    f"source {number} was asked {known}"
                    for number, known in sorted(asked.items())
                    if known != [False, bool(validators(number))]
                ]
        finally:
            server.kill()
    print("\n".join(wrong) or "all as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
