"""An answer from the network, between the client that got it and the archive that keeps it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Response:
    """What a server answered, whole; an answer that broke off never becomes one."""

    # What was asked for, and where redirects led (the same without any); both without credentials.
    address: str
    final: str
    # 200 or 304; everything else is a `FetchError`.
    status: int
    reason: str
    # As sent, in their order.
    headers: tuple[tuple[str, str], ...]
    # The body as sent, perhaps packed, and unpacked.
    raw: bytes
    body: bytes
    # The address that was checked and connected to.
    ip: str | None = None
    # Whether there were redirects, all of them permanent.
    moved: bool = False

    def header(self, name: str) -> str | None:
        """The first header of a name, in any case; None if there is none."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)
