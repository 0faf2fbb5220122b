"""The preview's server: on this machine alone, for this machine's browsers alone."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Final

from beleg.errors import ServeError
from beleg.preview.site import OWN, Answer, answer, state_of

HOST: Final = "127.0.0.1"
# Seconds between two looks at the site: another `beleg build` may have made it anew.
_LOOK: Final = 0.5
# So many looks without news after which an open page is told that the server is still there.
_QUIET: Final = 30


class Told:
    """What open pages are told about the last build."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.ended = False
        self._text = ""

    @property
    def text(self) -> str:
        """What is wrong; empty for nothing."""
        return self._text

    def tell(self, text: str) -> None:
        """Say what is wrong with the last build; nothing if it is empty."""
        with self.changed:
            self._text = text
            self.changed.notify_all()

    def end(self) -> None:
        """Let go of all open pages."""
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    # Elsewhere than on Windows it only means that a port is free at once after its server has ended.
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, public: Path, port: int, told: Told) -> None:
        super().__init__((HOST, port), _Handler)
        self.public = public
        self.told = told

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no error; anything else is told by the base class."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # handed on as it came


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "Beleg"
    sys_version = ""
    # Seconds that a connection may be silent.
    timeout = 60

    def do_GET(self) -> None:
        self._give(body=True)

    def do_HEAD(self) -> None:
        self._give(body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        """Nothing: the terminal has what the builds say."""

    def _give(self, *, body: bool) -> None:
        if not self._is_ours():
            # A page of elsewhere whose host's name leads here, to read what is not published.
            self._send(Answer(status=403, data=b"This host is not served here.\n"), body=body)
        elif self.path == f"{OWN}events" and body:
            self._events()
        elif self.path.partition("?")[0] == f"{OWN}reload.js":
            script = resources.files("beleg.preview").joinpath("reload.js").read_bytes()
            self._send(Answer(status=200, media_type="text/javascript; charset=utf-8", data=script), body=body)
        else:
            self._send(answer(self.server.public, self.path), body=body)

    def _is_ours(self) -> bool:
        """Whether the request is meant for this server, by the one name or the other that it has on this machine."""
        port = self.server.port
        names = {f"{name}:{port}" for name in (HOST, "localhost")} | ({HOST, "localhost"} if port == 80 else set())
        return [host.strip().lower() for host in self.headers.get_all("Host", [])] in [[name] for name in names]

    def _send(self, given: Answer, *, body: bool) -> None:
        self.send_response(given.status)
        if given.location is not None:
            self.send_header("Location", given.location)
        self._headers(given.media_type)
        self.send_header("Content-Length", str(len(given.data)))
        self.end_headers()
        if body:
            self.wfile.write(given.data)

    def _headers(self, media_type: str) -> None:
        self.send_header("Content-Type", media_type)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        # No page of elsewhere may take these files into itself.
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _events(self) -> None:
        """Tell the page of each change, until it or the server goes."""
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self._headers("text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        last, quiet = None, 0
        told = self.server.told
        while not told.ended:
            now = {"site": state_of(self.server.public), "told": told.text}
            if now != last:
                self.wfile.write(f"data: {json.dumps(now)}\n\n".encode())
                last, quiet = now, 0
            elif quiet >= _QUIET:
                self.wfile.write(b": still here\n\n")
                quiet = 0
            quiet += 1
            with told.changed:
                if not told.ended and told.text == now["told"]:
                    told.changed.wait(_LOOK)


@contextmanager
def serving(public: Path, port: int, told: Told, *, else_free: bool) -> Iterator[str]:
    """The address of a running server; it ends with the context.

    Args:
        public: The site's folder; it need not be there yet.
        port: The port; 0 for a free one.
        told: What open pages are told.
        else_free: Whether to take a free port where this one is taken.

    Raises:
        ServeError: The port can't be had.
    """
    try:
        server = _Server(public, port, told)
    except (OSError, OverflowError) as error:
        if not else_free:
            reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
            raise ServeError(
                f"port {port} can't be had: {reason}", hint="Name another one, or leave --port out"
            ) from error
        server = _Server(public, 0, told)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.port}/"
    finally:
        told.end()
        server.shutdown()
        server.server_close()
        thread.join()
