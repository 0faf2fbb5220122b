"""Which addresses of the network may be contacted: public ones, and what the editor allowed by host and port.

Names are looked up here, every address of the answer is judged, and the connection goes to these very addresses; a name
that answers otherwise a moment later gains nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from beleg.errors import FetchError
from beleg.ingest.addresses import place_of

# What a name stands for, as a resolver tells it: IP addresses, the preferred one first.
LookUp = Callable[[str, int], Awaitable[list[str]]]

# From IANA's registries of special addresses; the first that fits names the reason. Not left to `ipaddress.is_global`,
# which judges otherwise from one release of Python to the next.
_REFUSED = tuple(
    (ip_network(network), reason)
    for network, reason in (
        ("169.254.169.254/32", "a cloud's metadata service"),
        ("168.63.129.16/32", "a cloud's metadata service"),  # Azure's, in the midst of public addresses
        ("100.100.100.200/32", "a cloud's metadata service"),  # Alibaba's
        ("192.0.0.192/32", "a cloud's metadata service"),  # Oracle's
        ("0.0.0.0/8", "no address of a host"),
        ("10.0.0.0/8", "a private address"),
        ("100.64.0.0/10", "an address inside a provider's network"),
        ("127.0.0.0/8", "a loopback address"),
        ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private address"),
        ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address for documentation"),
        ("192.88.99.0/24", "a reserved address"),
        ("192.168.0.0/16", "a private address"),
        ("198.18.0.0/15", "an address for benchmarks"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
        ("fd00:ec2::254/128", "a cloud's metadata service"),
        ("fd20:ce::254/128", "a cloud's metadata service"),
        ("::/128", "no address of a host"),
        ("::1/128", "a loopback address"),
        ("fc00::/7", "a private address"),
        ("fec0::/10", "a private address"),
        ("fe80::/10", "a link-local address"),
        ("ff00::/8", "a multicast address"),
        ("2001:db8::/32", "an address for documentation"),
        ("3fff::/20", "an address for documentation"),
        ("2001:2::/48", "an address for benchmarks"),
        # Teredo and 6to4 lead to an IPv4 address that is written into them; nobody publishes under them any more.
        ("2001::/23", "a reserved address"),
        ("2002::/16", "a reserved address"),
    )
)
# Everything that is assigned to hosts of the public IPv6 network lies in here.
_PUBLIC_IPV6 = ip_network("2000::/3")
# The IPv4 network as hosts see it that have IPv6 alone.
_NAT64 = ip_network("64:ff9b::/96")


def refusal(ip: str) -> str | None:
    """Why an IP address may not be contacted ("a loopback address"); None if it may."""
    try:
        address = ip_address(ip)
    except ValueError:
        return "no IP address"
    inner = _inner(address)
    for network, reason in _REFUSED:
        if inner in network:
            return reason
    return "a reserved address" if isinstance(inner, IPv6Address) and inner not in _PUBLIC_IPV6 else None


class Guard:
    """Looks names up, and lets pass what may be contacted.

    Args:
        allow: Hosts with their ports that may be contacted whatever their addresses are ("127.0.0.1:8765").
        look_up: What a name stands for.
    """

    def __init__(self, allow: Iterable[str], look_up: LookUp | None = None) -> None:
        self._allow = frozenset(place for one in allow if (place := place_of(one)))
        self._look_up = look_up or _system

    async def addresses(self, host: str, port: int) -> list[str]:
        """The IP addresses of a name, all of which may be contacted.

        Raises:
            FetchError: There are none, or one of them may not be contacted.
        """
        found = await self._look_up(host, port)
        if not found:
            raise FetchError(f"no such host: {host}", hint="Check the address's spelling, and the network.")
        self._judge(host, port, found)
        return found

    def literal(self, host: str, port: int) -> None:
        """Let a host pass that is a name, or an IP address that may be contacted.

        Raises:
            FetchError: It is an IP address that may not be contacted.
        """
        if _is_ip(host):
            self._judge(host, port, [host])

    def _judge(self, host: str, port: int, found: list[str]) -> None:
        if (host.rstrip("."), port) in self._allow:
            return
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        for ip in found:
            reason = refusal(ip)
            if reason:
                what = reason if ip == host else f"it leads to {ip}, {reason}"
                raise FetchError(
                    f"address not allowed: {place} ({what})",
                    hint="Only public addresses are fetched; a server of your own is named below [fetch] in sources/beleg.toml: "
                    f'allow = ["{place}"].',
                )


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that some IPv6 addresses stand for."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    # A zone (`%eth0`) is no part of what networks are compared by.
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else IPv6Address(int(address))


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


async def _system(host: str, port: int) -> list[str]:
    """What the system's resolver says.

    In a thread of its own for each name: a resolver can't be interrupted, and in a common pool a few names that are
    never answered would keep all others waiting, and the program from ending.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str] | OSError | UnicodeError) -> None:
        if answer.done():
            return
        if isinstance(found, list):
            answer.set_result(found)
        else:
            answer.set_exception(found)

    def ask() -> None:
        found: list[str] | OSError | UnicodeError
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(row[4][0]) for row in rows))
        except (OSError, UnicodeError) as error:
            found = error
        with contextlib.suppress(RuntimeError):
            # The loop has ended since: nobody waits any more.
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=ask, name="look-up", daemon=True).start()
    return await answer
