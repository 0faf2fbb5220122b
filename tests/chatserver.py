"""A server that speaks the protocol of chat completions, as a test wants it: right, slow, wrong or hostile."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-7Qx2Lm9vRt4Zb8Kd-test"


@dataclass
class Reply:
    """What comes back: JSON or bytes, after a while, maybe in pieces without end."""

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0
    endless: bool = False


@dataclass
class Asked:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def passages(self) -> list[dict[str, Any]]:
        return json.loads(self.body["messages"][1]["content"])["passages"]

    @property
    def target(self) -> str:
        return json.loads(self.body["messages"][1]["content"])["target"]


def completion(content: Any, *, usage: Any = None, finish: str = "stop", **message: Any) -> dict[str, Any]:
    """An answer as the protocol has it."""
    said = {"role": "assistant", "content": content, **message}
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "served-name",
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
        **({} if usage is None else {"usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1]}}),
    }  # fmt: skip


def translated(asked: Asked, texts: Mapping[str, str] | Callable[[str], str], **more: Any) -> Reply:
    """A right answer: each passage's text by a table or a function."""
    look_up = texts if callable(texts) else texts.get
    rows = [{"id": one["id"], "text": look_up(one["text"])} for one in asked.passages]
    return Reply(completion(json.dumps({"translations": rows}, ensure_ascii=False), usage=(100, 50), **more))


class ChatServer:
    """A running server; `answer` decides on each request, by what it asks and how many came before."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[Asked] = []
        self.answer: Callable[[Asked, int], Reply] = lambda _asked, _number: Reply(status=500)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


@contextmanager
def serving() -> Iterator[ChatServer]:
    """A server until the block is left."""
    served: list[ChatServer] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Tests look at `asked`."""

        def do_GET(self) -> None:
            """A redirect that is followed would come so."""
            served[0].asked.append(Asked(self.path, dict(self.headers), {}))
            self.send_error(404)

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(data))
            number = len(served[0].asked)
            served[0].asked.append(asked)
            reply = served[0].answer(asked, number)
            time.sleep(reply.seconds)
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body, ensure_ascii=False).encode()
            try:
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.endless:
                    self.close_connection = True
                    self.end_headers()
                    while True:
                        self.wfile.write(b"a" * 65536)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.append(ChatServer(server.server_address[1]))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served[0]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
