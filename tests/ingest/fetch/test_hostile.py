"""Answers that no honest server gives, byte by byte, and names that answer with what they should not."""

from __future__ import annotations

import asyncio
import gzip
import resource
import subprocess
import sys
import time
import zlib

import pytest

from beleg.errors import FetchError
from beleg.ingest.fetch.client import Client
from beleg.records import Limits
from ingest.fetch.raw import asked, bomb, failed, ok, saying, serving

PACKED = b"Content-Encoding: gzip"


def test_a_bomb_does_not_unfold():
    """A gigabyte of zeros in a megabyte; before the limit of 20 megabytes it ends."""
    packed = bomb(1000)
    assert len(packed) < 1_200_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.monotonic()
    error = failed(saying(ok(packed, PACKED)))
    assert "larger than 20000000 bytes" in error.message
    assert time.monotonic() - begun < 3
    # Kilobytes.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_a_packed_body_is_kept_as_sent_and_unpacked():
    body = b"<rss>" + b"Satz. " * 500_000
    for packed in (
        gzip.compress(body, mtime=0),
        gzip.compress(body[:1000], mtime=0) + gzip.compress(body[1000:], mtime=0),
        gzip.compress(body, mtime=0) + bytes(9),
    ):
        answer = asked(saying(ok(packed, PACKED)))
        assert answer.body == body
        assert answer.raw == packed


def test_packed_pieces_may_be_cut_anywhere_by_the_network():
    """The beginning of a second piece is two bytes, which may come one by one."""
    first, second = gzip.compress(b"eins, ", mtime=0), gzip.compress(b"zwei", mtime=0)

    async def slowly(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n")
        for piece in (first, second[:1], second[1:5], second[5:]):
            await asyncio.sleep(0.01)
            writer.write(piece)
            await writer.drain()

    assert asked(slowly).body == b"eins, zwei"


@pytest.mark.parametrize(
    ("body", "headers", "says"),
    [
        (gzip.compress(b"Satz. " * 9, mtime=0)[:-3], [PACKED], "incomplete response"),
        (gzip.compress(b"eins", mtime=0)[:-8] + bytes(8), [PACKED], "damaged gzip"),
        (b"<rss></rss>", [PACKED], "damaged gzip"),
        (gzip.compress(b"eins", mtime=0) + gzip.compress(b"zwei", mtime=0)[:-3], [PACKED], "incomplete response"),
        (gzip.compress(b"", mtime=0) * 2000, [PACKED], "damaged gzip"),
        (zlib.compress(b"eins"), [b"Content-Encoding: deflate"], "packed in a way that was not asked for"),
        (b"eins", [b"Content-Encoding: br"], "packed in a way that was not asked for"),
        (
            gzip.compress(gzip.compress(b"eins"), mtime=0),
            [b"Content-Encoding: gzip, gzip"],
            "packed in a way that was not asked for",
        ),
    ],
)
def test_a_packing_that_does_not_hold_is_no_answer(body, headers, says):
    assert says in failed(saying(ok(body, *headers))).message


def test_an_empty_body_is_empty_whatever_the_packing():
    assert asked(saying(ok(b"", PACKED))).body == b""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b"", "no answer: the server closed the connection"),
        (b"HTTP/1.1 200", "no answer: the server closed the connection"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "no proper HTTP answer"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9, "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000 + b"\r\n\r\n", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 100_000 + b"\r\n", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nabc", "no proper HTTP answer"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "incomplete response"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nabc", "larger than"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "incomplete response"),
        (b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "a redirect that does not say where to"),
        (b"HTTP/1.1 302 Found\r\nLocation: ftp://z.example/\r\nContent-Length: 0\r\n\r\n", "a redirect to ftp://z.example/: no http"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n", "a redirect to http://["),
        (b"HTTP/1.1 302 Found\r\nLocation: http://2130706433/\r\nContent-Length: 0\r\n\r\n", "no IP address as it is written"),
        (b"HTTP/1.1 302 Found\r\nLocation: http://[::1]/\r\nContent-Length: 0\r\n\r\n", "address not allowed: [::1]:80"),
        (b"HTTP/1.1 302 Found\r\nLocation: //169.254.169.254/x\r\nContent-Length: 0\r\n\r\n", "a cloud's metadata service"),
        (b"HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP 304 Not Modified"),
        (b"HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\n\r\nabc", "HTTP 206 Partial Content"),
        (b"HTTP/1.1 799 \x1b[31mFoo\r\nContent-Length: 0\r\n\r\n", "HTTP 799"),
    ],
)  # fmt: skip
def test_nonsense_is_told_in_plain_words(answer, says):
    error = failed(saying(answer))
    assert says in error.message
    assert "\x1b" not in error.message
    assert error.hint


@pytest.mark.parametrize(
    "chunk", [b"zz\r\nabc\r\n", b"-3\r\nabc\r\n", b"ffffffffffffffffff\r\nabc", b"3\r\nabcdef\r\n0\r\n\r\n"]
)
def test_nonsense_in_chunks_is_no_answer(chunk):
    error = failed(saying(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk), limits={"seconds": 1})
    assert any(one in error.message for one in ("incomplete response", "no proper HTTP answer"))


def test_headers_without_end_cost_no_more_than_the_limit():
    async def flood(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"Set-Cookie: " + b"a" * 4000 + b"\r\n")
            await writer.drain()

    begun = time.monotonic()
    assert "no proper HTTP answer" in failed(flood).message
    assert time.monotonic() - begun < 2


def test_informational_answers_without_end_run_into_the_time_limit():
    async def flood(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        while True:
            writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100)
            await writer.drain()
            await asyncio.sleep(0.001)

    begun = time.monotonic()
    assert failed(flood, limits={"seconds": 0.5}).message.endswith("timeout after 0.5 s")
    assert time.monotonic() - begun < 2


def test_redirects_with_growing_cookies_end_and_no_cookie_comes_back():
    requests = []

    async def more(reader, writer):
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        number = len(requests)
        cookies = b"".join(b"Set-Cookie: c%d=%s\r\n" % (one, b"a" * 1000) for one in range(number))
        writer.write(b"HTTP/1.1 302 Found\r\n%sLocation: /%d\r\nContent-Length: 0\r\n\r\n" % (cookies, number))

    assert "too many redirects, more than 10" in failed(more).message
    assert len(requests) == 11
    assert not [one for one in requests if b"cookie" in one.lower()]


def test_permanent_redirects_are_told_as_a_move_and_credentials_in_them_are_not_used():
    requests = []

    async def moving(reader, writer):
        requests.append(await reader.readuntil(b"\r\n\r\n"))
        place = next(line for line in requests[-1].split(b"\r\n") if line.startswith(b"Host: "))[6:]
        if len(requests) < 3:
            status = (301, 308)[len(requests) - 1]
            location = b"http://fremd:wort@%s/%d" % (place, len(requests))
            writer.write(b"HTTP/1.1 %d X\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n" % (status, location))
        else:
            writer.write(ok(b"<rss/>"))

    answer = asked(moving)
    assert answer.moved
    assert answer.final.endswith("/2")
    assert "fremd" not in answer.final
    assert not [one for one in requests if b"authorization" in one.lower()]


def test_a_key_that_a_server_repeats_is_not_in_the_answers_address_and_headers():
    async def echo(reader, writer):
        line = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1]
        if b"login" in line:
            writer.write(ok(b"<html>", b"Content-Location: " + line))
        else:
            writer.write(
                b"HTTP/1.1 302 Found\r\nLocation: /login/GEHEIM-7?next=%2Fx%3Fkey%3DGEHEIM-7\r\nContent-Length: 0\r\n\r\n"
            )

    answer = asked(echo, path="/x?key=GEHEIM-7")
    assert answer.final.endswith("/login/***?next=%2Fx%3Fkey%3D***")
    assert answer.header("content-location") == "/login/***?next=%2Fx%3Fkey%3D***"
    assert answer.address.endswith("/x?key=***")


@pytest.mark.parametrize(
    ("status", "given", "wait"),
    [
        (429, b"120", 120),
        (503, b"Mon, 30 Nov 2026 12:10:00 GMT", 600),
        (503, b"Mon, 30 Nov 2026 11:00:00 GMT", None),
        (429, b"9" * 5000, 86_400),
        (503, b"Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
        (429, b"0", None),
        (429, b"-5", None),
        (429, b"bald", None),
        (429, "١٢٠".encode(), None),
        (404, b"120", None),
    ],
)
def test_how_long_a_server_asks_to_be_left_alone_is_known_and_at_most_a_day(monkeypatch, status, given, wait):
    monkeypatch.setenv("BELEG_NOW", "2026-11-30T12:00:00Z")
    error = failed(saying(b"HTTP/1.1 %d X\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n" % (status, given)))
    assert (error.status, error.wait) == (status, wait)


def test_what_is_gone_says_so():
    error = failed(saying(b"HTTP/1.1 410 X\r\nContent-Length: 0\r\n\r\n"))
    assert error.message.endswith("HTTP 410 Gone; it is gone for good")
    assert "paused = true" in error.hint


def test_a_secure_connection_that_never_comes_about_runs_into_the_time_limit():
    async def silent(reader, writer):
        await asyncio.sleep(30)

    async def ask():
        async with serving(silent) as port:
            limits = Limits(seconds=0.5, allow=(f"127.0.0.1:{port}",))
            async with Client(limits, "Beleg/test") as client:
                await client.get(f"https://127.0.0.1:{port}/", accept="feed")

    begun = time.monotonic()
    with pytest.raises(FetchError, match=r"timeout after 0\.5 s"):
        asyncio.run(ask())
    assert time.monotonic() - begun < 3


def test_large_answers_wait_for_one_another_and_the_wait_is_not_counted():
    """Eight of two megabytes, each held up for most of its time limit, four at a time."""

    async def slowly(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1_500_000))
        await asyncio.sleep(0.4)
        writer.write(bytes(500_000))

    async def ask():
        async with serving(slowly) as port:
            limits = Limits(seconds=0.7, per_host=8, allow=(f"127.0.0.1:{port}",))
            async with Client(limits, "Beleg/test") as client:
                gets = [client.get(f"http://127.0.0.1:{port}/{number}", accept="feed") for number in range(8)]
                return await asyncio.gather(*gets)

    assert [len(answer.body) for answer in asyncio.run(ask())] == [2_000_000] * 8


# Names


def with_names(answers, url, *, answering=None, host="127.0.0.1", allow=()):
    """What comes of an address when names are looked up in `answers`, one list of addresses after the other."""
    answers = {name: iter(lists) for name, lists in answers.items()}
    looked_up = []

    async def look_up(name, port):
        looked_up.append(name)
        return next(answers[name])

    async def ask():
        async with serving(answering or saying(ok(b"<rss/>")), host) as port:
            places = tuple(place.replace("PORT", str(port)) for place in allow)
            async with Client(Limits(seconds=3, allow=places), "Beleg/test", look_up=look_up) as client:
                return await client.get(url.replace("PORT", str(port)), accept="feed")

    return asyncio.run(ask()), looked_up


@pytest.mark.parametrize(
    "ip", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1%1", "0.0.0.0"]
)
def test_a_name_that_leads_inside_is_refused(ip):
    with pytest.raises(FetchError, match=rf"address not allowed: z\.example:\d+ \(it leads to {ip}, "):
        with_names({"z.example": [[ip]]}, "http://z.example:PORT/")


def test_a_name_that_answers_otherwise_a_moment_later_gains_nothing():
    """The name is looked up once, and what was checked is contacted."""
    answer, looked_up = with_names(
        {"z.example": [["127.0.0.1"], ["10.0.0.1"]]}, "http://z.example:PORT/", allow=("z.example:PORT",)
    )
    assert answer.ip == "127.0.0.1"
    assert looked_up == ["z.example"]


def test_a_name_is_checked_anew_at_each_hop():
    """First it leads to where it may, then the redirect to the same name leads inside."""
    moving = saying(b"HTTP/1.1 302 Found\r\nLocation: http://innen.example/x\r\nContent-Length: 0\r\n\r\n")
    with pytest.raises(FetchError, match=r"address not allowed: innen\.example:80 \(it leads to 192\.168\.0\.1, "):
        with_names(
            {"z.example": [["127.0.0.1"]], "innen.example": [["192.168.0.1"]]}, "http://z.example:PORT/",
            answering=moving, allow=("z.example:PORT",),
        )  # fmt: skip


def test_ipv6_is_contacted_where_it_is_allowed():
    try:
        answer, _ = with_names({}, "http://[::1]:PORT/", host="::1", allow=("[::1]:PORT",))
    except OSError:
        pytest.skip("no IPv6 on this machine")
    assert answer.ip == "::1"
    answer, _ = with_names({"z.example": [["::1"]]}, "http://z.example:PORT/", host="::1", allow=("z.example:PORT",))
    assert answer.ip == "::1"
    with pytest.raises(FetchError, match=r"address not allowed: \[::ffff:127\.0\.0\.1\]:"):
        with_names({}, "http://[::ffff:127.0.0.1]:PORT/", allow=("127.0.0.1:PORT",))


def test_the_next_address_of_a_name_is_tried_when_the_first_is_dead():
    answer, _ = with_names(
        {"z.example": [["127.0.0.77", "127.0.0.1"]]}, "http://z.example:PORT/", allow=("z.example:PORT",)
    )
    assert answer.ip == "127.0.0.1"


def test_a_look_up_that_takes_too_long_is_a_timeout():
    async def look_up(name, port):
        await asyncio.sleep(30)
        return []

    async def ask():
        async with Client(Limits(seconds=0.2), "Beleg/test", look_up=look_up) as client:
            await client.get("http://z.example/", accept="feed")

    with pytest.raises(FetchError, match=r"http://z\.example/: timeout after 0\.2 s"):
        asyncio.run(ask())


# Certificates


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    made = folder / "both.pem"
    command = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem",
    ]  # fmt: skip
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openssl to make a certificate with")
    made.write_bytes((folder / "key.pem").read_bytes() + (folder / "cert.pem").read_bytes())
    return made


SECURE = """
import asyncio, ssl, sys
from beleg.errors import FetchError
from beleg.ingest.fetch.client import Client
from beleg.records import Limits
async def answer(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\n\\r\\n<rss/>")
    await writer.drain()
    writer.close()
async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    limits = Limits(seconds=5, allow=(f"localhost:{port}", f"127.0.0.1:{port}"))
    async with Client(limits, "Beleg/test") as client:
        for host in ("localhost", "127.0.0.1"):
            try:
                print((await client.get(f"https://{host}:{port}/", accept="feed")).body)
            except FetchError as error:
                print(error.message)
asyncio.run(main())
"""


def secure(certificate, trusted):
    environment = {"PATH": ""} | ({"SSL_CERT_FILE": str(certificate)} if trusted else {})
    done = subprocess.run(
        [sys.executable, "-c", SECURE, certificate],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=30,
    )
    return done.stdout.splitlines()


def test_a_certificate_is_checked_for_whom_it_is_and_who_vouches_for_it(certificate):
    """The name of the address counts, although the connection goes to an IP address that was looked up before."""
    right, wrong = secure(certificate, trusted=True)
    assert right == "b'<rss/>'"
    assert "the certificate of 127.0.0.1 is not accepted: IP address mismatch" in wrong
    assert (
        "the certificate of localhost is not accepted: self-signed certificate" in secure(certificate, trusted=False)[0]
    )
