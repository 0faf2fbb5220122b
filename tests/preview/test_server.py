"""The preview's server: for this machine alone, and open pages hear of what happens."""

import json
import socket
import threading
from http.client import HTTPConnection

import pytest

from beleg.errors import ServeError
from beleg.preview.server import HOST, Told, serving
from beleg.render.folder import MANIFEST


@pytest.fixture
def public(tmp_path):
    site = tmp_path / "public"
    site.mkdir()
    (site / "index.html").write_text("<head></head><p>Eins", "utf-8")
    (site / MANIFEST).write_text("{}", "utf-8")
    return site


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def port(public, told):
    with serving(public, 0, told, else_free=False) as address:
        assert address.startswith(f"http://{HOST}:")
        yield int(address.split(":")[2].rstrip("/"))


def ask(port, path="/", method="GET", **headers):
    connection = HTTPConnection(HOST, port, timeout=10)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    found = response.status, dict(response.getheaders()), response.read()
    connection.close()
    return found


def test_a_page(port):
    status, headers, data = ask(port)
    assert status == 200
    assert b"<p>Eins" in data
    assert (headers["Content-Type"], headers["Cache-Control"]) == ("text/html; charset=utf-8", "no-store")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert int(headers["Content-Length"]) == len(data)
    assert ask(port, method="HEAD") == (200, ask(port, method="HEAD")[1], b"")
    assert ask(port, "/-/reload.js?site=1")[1]["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{port}.evil.example", ""]
)
def test_another_host_is_refused(port, host):
    """So that a page whose host's name was turned to this machine reads nothing."""
    for path in ("/", "/-/events", "/-/reload.js"):
        status, _, data = ask(port, path, Host=host.format(port=port))
        assert status == 403
        assert b"Eins" not in data


def test_its_own_names_are_known(port):
    for name in (HOST, "localhost", "LOCALHOST"):
        assert ask(port, Host=f"{name}:{port}")[0] == 200


def test_nothing_is_taken(port):
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert ask(port, method=method)[0] == 501


def test_a_path_as_it_is_sent(port, public):
    """`http.client` tidies nothing, and neither does the server give what lies above."""
    (public.parent / "secret.txt").write_text("secret", "utf-8")
    with socket.create_connection((HOST, port), timeout=10) as connection:
        connection.sendall(f"GET /../secret.txt HTTP/1.1\r\nHost: {HOST}:{port}\r\nConnection: close\r\n\r\n".encode())
        data = b"".join(iter(lambda: connection.recv(4096), b""))
    assert data.startswith(b"HTTP/1.1 400 ")
    assert b"secret" not in data


def test_only_this_machine_is_listened_to(port):
    for address in {one[4][0] for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {HOST}:
        if not address.startswith("127."):
            with pytest.raises(OSError), socket.create_connection((address, port), timeout=2):  # noqa: PT011
                pass


def test_open_pages_hear_of_a_new_site_and_of_what_is_wrong(port, public, told):
    connection = HTTPConnection(HOST, port, timeout=10)
    connection.request("GET", "/-/events")
    response = connection.getresponse()
    assert response.getheader("Content-Type") == "text/event-stream; charset=utf-8"

    def heard():
        line = response.readline()
        assert response.readline() == b"\n"
        return json.loads(line.removeprefix(b"data: "))

    first = heard()
    assert first["told"] == ""
    told.tell("Es geht nicht.")
    assert heard() == {"site": first["site"], "told": "Es geht nicht."}
    told.tell("")
    assert heard() == first
    (public / MANIFEST).write_text('{"index.html": "1"}', "utf-8")
    assert heard()["site"] != first["site"]
    connection.close()


def test_it_ends_although_pages_are_open(public, told):
    with serving(public, 0, told, else_free=False) as address:
        port = int(address.split(":")[2].rstrip("/"))
        connection = HTTPConnection(HOST, port, timeout=10)
        connection.request("GET", "/-/events")
        response = connection.getresponse()
        response.readline()
    assert not any(one.name.startswith("Thread") and "serve_forever" in one.name for one in threading.enumerate())
    # The stream has an end.
    assert response.read() == b"\n"
    with pytest.raises(OSError, match="refused"):
        ask(port)


def test_a_port_that_is_taken(public, told, port):
    with pytest.raises(ServeError, match=f"port {port} can't be had"), serving(public, port, Told(), else_free=False):
        pass
    with serving(public, port, Told(), else_free=True) as address:
        assert not address.endswith(f":{port}/")
        assert ask(int(address.split(":")[2].rstrip("/")))[0] == 200
