"""The settings of the plug-in `chat`: the table [translate.chat] of `sources/beleg.toml`."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from beleg.errors import FetchError
from beleg.ingest.addresses import origin, plain
from beleg.ingest.veil import secrets_of, split
from beleg.translate.allowed import wrong_number
from beleg.translate.plugins import Order
from beleg.translate.secret import Secret

KEY = "BELEG_TRANSLATE_KEY"
_ENDPOINT = "/chat/completions"
_KEYS = ("address", "model", "key", "seconds", "tries", "megabytes", "plain_http", "options")
_RANGES = {"seconds": (1, 3600), "tries": (1, 20), "megabytes": (0.01, 100)}
# What the plug-in says itself.
_OWN = ("model", "messages", "stream", "n", "tools")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")
_MODEL = re.compile(r"[^\s\x00-\x1f\x7f-\x9f](?:[^\x00-\x1f\x7f-\x9f\u2028\u2029]{0,98}[^\s\x00-\x1f\x7f-\x9f])?")
_HEADER = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Whom to ask, and how."""

    # Of the endpoint, whole.
    address: str
    model: str
    # The environment variable that holds the key; None where the server wants none.
    key: str | None = KEY
    # Whether the settings name the variable, so that it must be set.
    key_is_named: bool = False
    # For one answer.
    seconds: float = 120
    # How often a request is sent before it is given up.
    tries: int = 5
    # Of one answer.
    megabytes: float = 2
    # What else goes with each request, as the server wants it ("temperature").
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return origin(self.address)[1]


def read_settings(order: Order) -> Settings | None:
    """The settings of a table; None if something is wrong with them, which the order is told."""
    table, count = order.settings, _Count(order)
    if not table:
        order.problem(
            "the table [translate.chat] is missing, or says nothing of the server",
            'Write three lines: [translate.chat], below it address = "https://host/v1", what comes before '
            '/chat/completions, and model = "…", as the server calls it.', None,
        )  # fmt: skip
        return None
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name not in _KEYS:
            count.problem(f"unknown key `{name}` in [translate.chat]", f"Known are {', '.join(_KEYS)}.", name)
        elif name in _RANGES:
            if message := wrong_number(value, *_RANGES[name], whole=name == "tries"):
                count.problem(f"`{name}` is {value!r}, expected {message}", "Correct it, or leave it out.", name)
            values[name] = value
        elif name == "options":
            values[name] = _options(count, value)
    model = table.get("model")
    if not isinstance(model, str) or not _MODEL.fullmatch(model):
        count.problem(
            "`model` is missing, or no name in one line", 'Write model = "…", as the server calls it.', "model"
        )
    address = _address(count, table.get("address"), plain_http=table.get("plain_http", False))
    key = _key(count, table)
    if count.problems or address is None:
        return None
    return Settings(address=address, model=str(model), key=key, key_is_named="key" in table, **values)


class _Count:
    """Passes problems on and counts them."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self.problems = 0

    def problem(self, message: str, hint: str, key: str | None) -> None:
        self.problems += 1
        self._order.problem(message, hint, key)


def _options(count: _Count, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or any(key in _OWN for key in value):
        count.problem(
            "`options` is no table of what else goes with a request",
            f"Write options = {{ temperature = 0 }}; {', '.join(_OWN)} are Beleg's own.", "options",
        )  # fmt: skip
        return {}
    return dict(value)


def _key(count: _Count, table: Mapping[str, Any]) -> str | None:
    key = table.get("key", KEY)
    if key == "":
        return None
    if not isinstance(key, str) or not _VARIABLE.fullmatch(key):
        # It may be the key itself, so it is not repeated.
        count.problem(
            "`key` is no name of an environment variable",
            f'Write key = "{KEY}", and set that variable to the key; the key itself must not stand in a file.', "key",
        )  # fmt: skip
    return str(key)


def _address(count: _Count, value: Any, *, plain_http: Any) -> str | None:
    """The endpoint's address; None if it is none."""
    hint = 'Write address = "https://host/v1", where the server has /chat/completions.'
    if not isinstance(plain_http, bool):
        count.problem(
            "`plain_http` is neither true nor false", "Write plain_http = true, or leave it out.", "plain_http"
        )
        return None
    if not isinstance(value, str):
        count.problem("`address` is missing in [translate.chat]", hint, "address")
        return None
    if secrets_of(value):
        count.problem("`address` holds a key or a password", f"Take it out, and set the variable {KEY}.", "address")
        return None
    try:
        address = plain(value)[0]
    except FetchError as error:
        count.problem(f"`address`: {error.message}", error.hint or hint, "address")
        return None
    scheme, host, _ = origin(address)
    if scheme == "http" and not plain_http and not _is_here(host):
        count.problem(
            "`address` is no https address, so that everybody on the way could read the key",
            "Write https, or plain_http = true if it is in a network of your own.", "address",
        )  # fmt: skip
        return None
    parts = split(address)
    path = parts.path.rstrip("/").removesuffix(_ENDPOINT) + _ENDPOINT
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{parts.authority}{path}{query}"


def _is_here(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def secret_of(settings: Settings, order: Order) -> Secret | None:
    """The key; None if it is missing or can't be sent, which the order is told."""
    if settings.key is None:
        return Secret("")
    value = os.environ.get(settings.key, "").strip()
    if not value and (settings.key_is_named or not _is_here(settings.host)):
        order.problem(
            f"the environment has no variable {settings.key}, which should hold the key",
            f'Set it (export {settings.key}=…), or write key = "" if the server wants none.', "key",
        )  # fmt: skip
        return None
    if value and not _HEADER.fullmatch(value):
        order.problem(
            f"the variable {settings.key} holds characters that no key has", "Copy the key anew; it is one word.", "key"
        )
        return None
    return Secret(value)
