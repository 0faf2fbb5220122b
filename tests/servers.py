"""The server of odd answers, once for all tests."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent / "cases" / "server.py"


@dataclass(frozen=True)
class Server:
    """A running server; `trap_url` is what nobody may contact."""

    port: int
    trap_port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def trap_url(self) -> str:
        return f"http://127.0.0.1:{self.trap_port}"

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def get_json(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)


@pytest.fixture(scope="session")
def running() -> Iterator[Server]:
    with subprocess.Popen([sys.executable, str(PROGRAM), "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address, _, trap = process.stdout.readline().split()
        yield Server(int(address.rstrip("/").rpartition(":")[2]), int(trap))
        process.kill()


@pytest.fixture
def server(running: Server) -> Server:
    running.get_json("/_reset")
    return running
