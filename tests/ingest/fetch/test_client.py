"""The client against the server of odd answers: the rows of the cases that are about HTTP."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import time

import pytest

from beleg import __version__
from beleg.errors import FetchError
from beleg.ingest.fetch.client import Client, user_agent
from beleg.records import Limits

AGENT = user_agent("redaktion@digest.example")


def limits(server, **changed):
    return Limits(**{"seconds": 10, "allow": (server.place,)} | changed)


def outcomes(server, *paths, changed=None, **arguments):
    """What comes of these addresses, asked for at once: answers and errors."""

    async def ask():
        async with Client(limits(server, **(changed or {})), AGENT) as client:
            addresses = [path if "://" in path else server.url + path for path in paths]
            gets = [client.get(address, **{"accept": "feed"} | arguments) for address in addresses]
            return await asyncio.gather(*gets, return_exceptions=True)

    return asyncio.run(ask())


def get(server, path, **arguments):
    outcome = outcomes(server, path, **arguments)[0]
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def fails(server, path, **arguments):
    with pytest.raises(FetchError) as caught:
        get(server, path, **arguments)
    return caught.value


def test_an_answer_comes_whole_with_its_headers_and_who_gave_it(server):
    answer = get(server, "/good?n=3")
    assert answer.address == answer.final == f"{server.url}/good?n=3"
    assert (answer.status, answer.reason, answer.ip, answer.moved) == (200, "OK", "127.0.0.1", False)
    assert answer.header("content-type") == "application/rss+xml; charset=utf-8"
    assert answer.body.count(b"<item>") == 3
    assert answer.raw is answer.body


def test_c64_a_chain_of_redirects_is_followed_and_where_it_led_is_told(server):
    answer = get(server, "/loop/chain/5")
    assert answer.body.count(b"<item>") == 1
    assert (answer.address, answer.final) == (f"{server.url}/loop/chain/5", f"{server.url}/loop/chain/0")
    assert not answer.moved


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/loop/self", "redirect loop"),
        ("/loop/a", "redirect loop"),
        ("/loop/grow", "too many redirects"),
        ("/loop/chain/40", "too many redirects"),
    ],
)
def test_c64_redirects_without_end_are_given_up(server, path, says):
    begun = time.monotonic()
    error = fails(server, path)
    assert error.message.startswith(f"{server.url}{path}: {says}")
    assert sum(server.get_json("/_hits").values()) <= 20
    assert time.monotonic() - begun < 5


def test_c66_validators_are_sent_and_a_304_is_an_answer(server):
    tagged, modified = '"v1"', "Wed, 14 Oct 2026 06:15:00 GMT"
    assert get(server, "/cond/etag-moves").header("ETag") == tagged
    assert get(server, "/cond/etag-moves", validators=(tagged, modified)).header("ETag") == '"v2"'
    third = get(server, "/cond/etag-moves", validators=('"v2"', modified))
    assert (third.status, third.raw, third.body) == (304, b"", b"")
    sent = [one["headers"] for one in server.get_json("/_log")]
    assert [one.get("if-none-match") for one in sent] == [None, '"v1"', '"v2"']
    assert [one.get("if-modified-since") for one in sent] == [None, modified, modified]


def test_a_stored_validator_that_is_no_header_is_not_sent(server):
    get(server, "/good", validators=('"v1"\r\nX-Evil: 1', "ä"))
    assert not {"if-none-match", "if-modified-since", "x-evil"} & set(server.get_json("/_log")[0]["headers"])


def test_c71_a_large_feed_comes_whole_and_one_without_end_is_cut_off(server):
    large, endless = outcomes(server, "/big/6mb", "/big/endless")
    assert large.body.count(b"<item>") == 3000
    assert f"{server.url}/big/endless: larger than 20000000 bytes" in endless.message
    assert "larger than 100000 bytes" in fails(server, "/big/6mb", changed={"megabytes": 0.1}).message


def test_c72_slow_answers_cost_one_time_limit_together_and_good_ones_nothing(server):
    begun = time.monotonic()
    *slow, good = outcomes(server, "/slow/drip", "/slow/headers", "/slow/stall", "/good", changed={"seconds": 1})
    assert [error.message for error in slow] == [
        f"{server.url}{path}: timeout after 1 s" for path in ("/slow/drip", "/slow/headers", "/slow/stall")
    ]
    assert good.status == 200
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("path", ["/length/too-long", "/length/chunked-cut", "/length/gzip-cut"])
def test_c73_what_breaks_off_is_no_answer(server, path):
    assert fails(server, path).message == f"{server.url}{path}: incomplete response"


def test_c73_what_is_longer_than_it_says_is_not_taken_for_the_whole(server):
    """If the network brings the rest later, the answer is what was declared, and no reader takes half an element."""
    outcome = outcomes(server, "/length/too-short")[0]
    if isinstance(outcome, FetchError):
        assert outcome.message == f"{server.url}/length/too-short: no proper HTTP answer: it is longer than it says"
    else:
        assert b"</rss>" not in outcome.body


def test_c79_credentials_go_to_the_origin_they_were_given_for(server):
    mine = server.url.replace("//", "//leser:geheim-42@")
    assert get(server, f"{mine}/auth/feed").body.count(b"<item>") == 2
    answer = get(server, f"{mine}/auth/redirect-in")
    assert answer.body.count(b"<item>") == 2
    assert (answer.address, answer.final) == (
        f"http://***@{server.place}/auth/redirect-in", f"{server.url}/auth/feed",
    )  # fmt: skip
    both = (server.place, f"127.0.0.1:{server.trap_port}")
    get(server, f"{mine}/auth/redirect-out", changed={"allow": both})
    assert [one["path"] for one in server.get_json("/_trap")] == ["/fremd"]
    assert not {"authorization", "cookie", "referer"} & set(server.get_json("/_trap")[0]["headers"])


def test_c79_without_credentials_no_header_is_sent(server):
    error = fails(server, "/auth/feed")
    assert (error.message, error.status) == (f"{server.url}/auth/feed: HTTP 401 Unauthorized", 401)
    assert "authorization" not in server.get_json("/_log")[0]["headers"]


def test_credentials_are_not_sent_to_another_port_that_leads_back(server):
    """Host names alone would be too little: another port is another server."""
    both = (server.place, f"127.0.0.1:{server.trap_port}")
    get(server, f"http://leser:geheim-42@127.0.0.1:{server.trap_port}/x", changed={"allow": both})
    assert "authorization" in server.get_json("/_trap")[0]["headers"]
    get(server, f"http://leser:geheim-42@{server.place}/ssrf/to-loopback", changed={"allow": both})
    assert "authorization" not in server.get_json("/_trap")[1]["headers"]


def test_c81_the_request_names_the_program_and_tells_nothing_else(server, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    outcomes(server, "/count/feed#x")
    outcomes(server, "/count/feed")
    (first, second) = (one["headers"] for one in server.get_json("/_log"))
    assert set(second) == {"host", "user-agent", "accept", "accept-encoding", "connection"}
    assert first == second
    assert second["user-agent"] == f"Beleg/{__version__} (+redaktion@digest.example)"
    assert second["accept-encoding"] == "gzip"
    assert server.get_json("/_hits") == {"/count/feed": 2}


def test_a_contact_that_is_no_header_is_left_out():
    assert user_agent(None) == user_agent("a\r\nb") == user_agent("ä") == f"Beleg/{__version__}"


@pytest.mark.parametrize(
    ("language", "title", "sent"),
    [
        ("ru", "Новости недели", "ru"),
        ("de", "Nachrichten der Woche", "de"),
        ("sr-Latn", "Vesti nedelje", "sr-Latn, sr;q=0.9"),
        ("sr-Cyrl", "Vesti nedelje", "sr-Cyrl, sr;q=0.9"),
        (None, "Noticias de la semana", None),
        ("de\r\nX: 1", "Noticias de la semana", None),
    ],
)
def test_c82_the_sources_language_is_asked_for_whatever_the_environment_says(
    server, monkeypatch, language, title, sent
):
    for variable in ("C", "es_ES.UTF-8"):
        monkeypatch.setenv("LANG", variable)
        assert title in get(server, "/lang/varies", language=language).body.decode()
    assert [one["headers"].get("accept-language") for one in server.get_json("/_log")] == [sent, sent]


def test_c124_a_redirect_to_a_forbidden_address_ends_there(server):
    error = fails(server, "/ssrf/to-loopback")
    hop = f"{server.trap_url}/latest/meta-data/"
    assert error.message == (
        f"{server.url}/ssrf/to-loopback: address not allowed: 127.0.0.1:{server.trap_port} (a loopback address); "
        f"redirected to {hop}"
    )
    page = get(server, "/ssrf/meta-refresh", accept="page")
    assert b"Weiter geht es dort." in page.body
    assert server.get_json("/_trap") == []


def test_what_is_missing_is_told_in_plain_words(server):
    error = fails(server, "/gibtsnicht")
    assert (error.message, error.status) == (f"{server.url}/gibtsnicht: HTTP 404 Not Found", 404)
    assert error.hint


def test_variables_are_replaced_only_in_what_the_editor_wrote(server, monkeypatch):
    """A feed's link would else carry the environment to its server."""
    monkeypatch.setenv("SCHLUESSEL", "aus-der-umgebung")
    address = server.url + "/gibtsnicht/${SCHLUESSEL}"
    error = fails(server, address, variables=True)
    assert error.message == f"{server.url}/gibtsnicht/${{SCHLUESSEL}}: HTTP 404 Not Found"
    fails(server, address)
    assert list(server.get_json("/_hits")) == [
        "/gibtsnicht/aus-der-umgebung", "/gibtsnicht/$%7BSCHLUESSEL%7D",
    ]  # fmt: skip
    monkeypatch.delenv("SCHLUESSEL")
    assert "no variable SCHLUESSEL" in fails(server, address, variables=True).message


def test_no_more_requests_are_on_their_way_than_the_limits_say(server):
    """Four that never answer, two at a time: two time limits; waiting for a place is not counted as the server's time."""
    begun = time.monotonic()
    found = outcomes(server, *["/slow/headers"] * 4, changed={"seconds": 0.3, "per_host": 2})
    assert all("timeout after 0.3 s" in error.message for error in found)
    assert 0.6 <= time.monotonic() - begun < 1.5


def test_it_can_be_used_again_in_another_loop_and_thread(server):
    for _ in range(2):
        assert get(server, "/good").status == 200

    def elsewhere():
        return asyncio.run(asyncio.to_thread(get, server, "/good"))

    assert elsewhere().status == 200


LEAK = """
import asyncio, logging, sys, traceback, warnings
from beleg.errors import FetchError
from beleg.ingest.fetch.client import Client
from beleg.records import Limits
logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
warnings.simplefilter("always")
async def main(addresses):
    limits = Limits(seconds=0.5, megabytes=0.01, allow=(ALLOW, "127.0.0.1:9"))
    async with Client(limits, "Beleg/test") as client:
        for address in addresses:
            try:
                print(await client.get(address, accept="feed"))
            except FetchError as error:
                one = error
                while one is not None:
                    print(repr(one), one.args, one.hint)
                    one = one.__cause__ or one.__context__
                traceback.print_exc()
asyncio.run(main(ADDRESSES), debug=True)
"""


def test_c78_no_secret_is_in_a_message_a_trace_or_a_log(server):
    secrets = ("geheim-42", "SCHLUESSEL-77", "p%40ss-91", "p@ss-91")
    addresses = [
        "http://leser:geheim-42@127.0.0.1:9/privat.xml", "http://127.0.0.1:9/rss?apikey=SCHLUESSEL-77&lang=de",
        "http://token%3Aabc:p%40ss-91@127.0.0.1:9/x", "http://leser:geheim-42@2130706433/", "http://leser:geheim-42@no such/",
        "https://leser:geheim-42@no.such.invalid/?apikey=SCHLUESSEL-77",
        f"https://leser:geheim-42@{server.place}/good?apikey=SCHLUESSEL-77",
    ]  # fmt: skip
    odd = (
        "good", "auth/feed", "loop/self", "loop/grow", "big/6mb", "slow/stall", "slow/headers", "length/gzip-cut",
        "length/too-long", "ssrf/to-loopback", "nirgends",
    )  # fmt: skip
    addresses.extend(f"http://leser:geheim-42@{server.place}/{path}?apikey=SCHLUESSEL-77" for path in odd)
    program = LEAK.replace("ALLOW", repr(server.place)).replace("ADDRESSES", repr(addresses))
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    printed = done.stdout + done.stderr
    assert "http://***@127.0.0.1:9/privat.xml: connection refused" in printed
    assert "http://127.0.0.1:9/rss?apikey=***&lang=de: connection refused" in printed
    assert printed.count("FetchError") >= len(addresses) - 1
    assert not [secret for secret in secrets if secret in printed]
    # Nothing was left open that would tell of itself.
    assert "ResourceWarning" not in printed
    assert "Unclosed" not in printed
