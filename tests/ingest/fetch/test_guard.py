"""Which addresses of the network may be contacted."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import pytest

from beleg.errors import FetchError
from beleg.ingest.fetch.guard import Guard, refusal


@pytest.mark.parametrize(
    ("ip", "reason"),
    [
        ("0.0.0.0", "no address of a host"),
        ("0.1.2.3", "no address of a host"),
        ("10.0.0.1", "private"),
        ("100.64.0.1", "inside a provider's network"),
        ("100.127.255.255", "inside a provider's network"),
        ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"),
        ("169.254.169.254", "metadata"),
        ("169.254.1.1", "link-local"),
        ("168.63.129.16", "metadata"),
        ("100.100.100.200", "metadata"),
        ("172.16.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.0.0.8", "reserved"),
        ("192.0.2.1", "documentation"),
        ("192.88.99.1", "reserved"),
        ("192.168.1.1", "private"),
        ("198.18.0.1", "benchmarks"),
        ("198.19.255.255", "benchmarks"),
        ("198.51.100.1", "documentation"),
        ("203.0.113.1", "documentation"),
        ("224.0.0.1", "multicast"),
        ("239.255.255.250", "multicast"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("::", "no address of a host"),
        ("::1", "loopback"),
        ("::7f00:1", "reserved"),
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:0:127.0.0.1", "reserved"),
        ("::ffff:169.254.169.254", "metadata"),
        ("64:ff9b::10.0.0.1", "private"),
        ("64:ff9b::7f00:1", "loopback"),
        ("64:ff9b:1::a00:1", "reserved"),
        ("2002:7f00:1::1", "reserved"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "reserved"),
        ("fd00:ec2::254", "metadata"),
        ("fc00::1", "private"),
        ("fe80::1", "link-local"),
        ("fe80::1%eth0", "link-local"),
        ("fec0::1", "private"),
        ("ff02::1", "multicast"),
        ("2001:db8::1", "documentation"),
        ("3fff::1", "documentation"),
        ("100::1", "reserved"),
        ("4000::1", "reserved"),
        ("keine", "no IP address"),
        ("127.1", "no IP address"),
    ],
)
def test_addresses_that_are_not_public_are_refused_with_the_reason(ip, reason):
    assert reason in (refusal(ip) or "")


@pytest.mark.parametrize(
    "ip",
    [
        "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
        "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.254", "2606:4700::1111", "2a00:1450:4001::1",
        "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
    ],
)  # fmt: skip
def test_public_addresses_may_be_contacted(ip):
    assert refusal(ip) is None


def look_up(*ips):
    async def answer(host, port):
        return list(ips)

    return answer


def addresses(guard, host, port):
    return asyncio.run(guard.addresses(host, port))


def test_every_address_of_a_name_is_judged_not_only_the_first():
    guard = Guard((), look_up("1.1.1.1", "10.0.0.1"))
    with pytest.raises(
        FetchError, match=r"address not allowed: z\.example:80 \(it leads to 10\.0\.0\.1, a private address\)"
    ):
        addresses(guard, "z.example", 80)
    assert addresses(Guard((), look_up("1.1.1.1", "1.0.0.1")), "z.example", 80) == ["1.1.1.1", "1.0.0.1"]


def test_a_name_that_stands_for_nothing_is_no_such_host():
    with pytest.raises(FetchError, match=r"no such host: z\.example"):
        addresses(Guard((), look_up()), "z.example", 80)


def test_what_is_allowed_is_allowed_for_exactly_that_host_and_port():
    guard = Guard(("127.0.0.1:8765", "Intern.Example:80", "[::1]:81"), look_up("10.0.0.1"))
    guard.literal("127.0.0.1", 8765)
    guard.literal("::1", 81)
    assert addresses(guard, "intern.example", 80) == ["10.0.0.1"]
    for host, port in (("127.0.0.1", 8766), ("127.0.0.2", 8765), ("::1", 80), ("::ffff:127.0.0.1", 8765)):
        with pytest.raises(FetchError, match="address not allowed"):
            guard.literal(host, port)
    for host, port in (("intern.example", 81), ("a.intern.example", 80), ("10.0.0.1", 80)):
        with pytest.raises(FetchError, match="address not allowed"):
            addresses(guard, host, port)


def test_the_systems_answer_is_judged_too():
    with pytest.raises(FetchError, match="loopback"):
        addresses(Guard(()), "localhost", 80)


def test_a_resolver_that_never_answers_holds_up_neither_other_names_nor_the_end(monkeypatch):
    """A common pool has a few threads, and `asyncio.run` waits for them."""
    ended = threading.Event()
    real = socket.getaddrinfo

    def slow(host, *arguments, **named):
        if host.startswith("nie"):
            ended.wait(20)
            raise socket.gaierror(socket.EAI_AGAIN, "later")
        return real(host, *arguments, **named)

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    async def ask():
        guard = Guard(("localhost:80",))
        stuck = [asyncio.create_task(guard.addresses(f"nie{number}.example", 80)) for number in range(60)]
        await asyncio.sleep(0)
        found = await asyncio.wait_for(guard.addresses("localhost", 80), 5)
        for task in stuck:
            task.cancel()
        return found

    begun = time.monotonic()
    assert asyncio.run(ask())
    ended.set()
    assert time.monotonic() - begun < 5
