"""Odd servers: what `beleg fetch`, then `beleg build`, make of them."""

import gzip
import json
import re
import time
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
PAUSE = "pause = 0"


@pytest.fixture
def ask(beleg, project, server):
    """Writes sources and limits, runs `beleg fetch`, and gives the run, with the problems as JSON."""

    def ask(routes, *options, seconds=5, more="", **keys):
        settings = f'[fetch]\nseconds = {seconds}\n{PAUSE}\nallow = ["{server.place}"]\n{more}'
        (project / "sources" / "beleg.toml").write_text(settings, "utf-8")
        for name, route in routes.items():
            address = route if "://" in route else server.url + route
            lines = [f'feed = "{address}"', *(f'{key} = "{value}"' for key, value in keys.items())]
            (project / "sources" / f"{name}.source.toml").write_text("\n".join(lines), "utf-8")
        run = beleg(project, "fetch", "--json", *options)
        return run, json.loads(run.out)

    return ask


@pytest.fixture
def check(beleg, project):
    def check():
        run = beleg(project, "check", "--json")
        found = json.loads(run.out)
        return found["articles"], found["problems"]

    return check


def everything(project):
    """All bytes that a run left: archive unpacked, cache, pages."""
    whole = b""
    for path in sorted(project.rglob("*")):
        if path.is_file() and "sources" not in path.relative_to(project).parts[:1]:
            data = path.read_bytes()
            whole += path.name.encode() + (gzip.decompress(data) if path.suffix == ".gz" else data)
    return whole


def messages(found):
    return " | ".join(problem["message"] for problem in found["problems"])


@pytest.mark.parametrize(
    ("route", "title", "text"),
    [
        ("/charset/text-xml", "Prüfung bestanden: „Łódź“-Modul läuft – für 1.490 €", None),
        ("/charset/latin1-lie", "Bürgermeister prüft Glasfaser für Ötzdorf", "Someone’s‘ Anschluss – kostet nichts."),
        ("/charset/no-content-type", "Bürgermeister prüft Glasfaser für Ötzdorf", "Someone’s‘ Anschluss – kostet nichts."),
    ],
)  # fmt: skip
def test_the_bytes_decide_on_the_encoding(ask, check, beleg, project, route, title, text):
    """C09, C10: whatever the header says, and the feed is healthy."""
    run, found = ask({"a": route})
    assert (run.code, found["answered"]) == (0, 1)
    articles, _ = check()
    assert [article["title"] for article in articles] == [title]
    if text:
        assert beleg(project, "build").code == 0
        assert text in "".join(path.read_text("utf-8") for path in (project / "public" / "de").rglob("*.html"))


def test_an_empty_feed_takes_nothing_back(ask, check):
    """C39."""
    ask({"a": "/seq/zero-items"})
    assert len(check()[0]) == 3
    _, second = ask({"a": "/seq/zero-items"})
    assert "0 items (before: 3)" in messages(second)
    articles, problems = check()
    assert len(articles) == 3
    assert "0 items (before: 3)" in " ".join(problem["message"] for problem in problems)
    ask({"a": "/seq/zero-items"})
    articles, _ = check()
    assert len({article["url"] for article in articles}) == len(articles) == 4


def test_a_login_page_is_no_feed_and_costs_nothing(ask, check, beleg, project, server):
    """C40: what was fetched before is kept, and nothing of the page is said."""
    ask({"a": "/good"})
    run, found = ask({"a": "/login/html-200"})
    assert run.code == 1
    assert f"{server.url}/login/html-200: not a feed (HTML page)" in messages(found)
    assert len(check()[0]) == 3
    assert beleg(project, "build").code == 0
    assert b"25.000 Leser" not in everything(project)


def test_redirects(ask, server):
    """C64."""
    began = time.monotonic()
    routes = {
        "self": "/loop/self",
        "a": "/loop/a",
        "grow": "/loop/grow",
        "five": "/loop/chain/5",
        "forty": "/loop/chain/40",
    }
    run, found = ask(routes)
    assert time.monotonic() - began < 5
    assert (run.code, found["answered"], found["entries"]) == (1, 1, 1)
    failed = {one["path"]: one["message"] for one in found["problems"] if one["severity"] == "error"}
    assert len(failed) == 4
    for name in ("self", "a", "grow", "forty"):
        message = failed[f"sources/{name}.source.toml"]
        assert server.url + routes[name] in message
        assert re.search("too many redirects|redirect loop", message)
    hits = server.get_json("/_hits")
    assert all(count <= 20 for count in hits.values())


def test_validators_are_those_of_the_last_answer(ask, server):
    """C66."""
    for _ in range(3):
        ask({"a": "/cond/etag-moves"})
    asked = [
        row["headers"].get("if-none-match") for row in server.get_json("/_log") if row["path"] == "/cond/etag-moves"
    ]
    assert asked == [None, '"v1"', '"v2"']


@pytest.mark.slow
def test_a_large_feed_is_read_and_an_endless_one_is_not(ask, check):
    """C71."""
    began = time.monotonic()
    run, found = ask({"big": "/big/6mb", "endless": "/big/endless"}, seconds=60)
    assert time.monotonic() - began < 20
    assert (run.code, found["entries"]) == (1, 3000)
    assert "larger than 20000000 bytes" in messages(found)


def test_slow_servers_fail_together_and_no_other(ask, server):
    """C72: in the time of one limit, not of three."""
    began = time.monotonic()
    routes = {"drip": "/slow/drip", "headers": "/slow/headers", "stall": "/slow/stall", "good": "/good"}
    run, found = ask(routes, seconds=2)
    assert time.monotonic() - began < 4
    assert (run.code, found["answered"], found["failed"], found["entries"]) == (1, 1, 3, 3)
    told = messages(found)
    for name in ("drip", "headers", "stall"):
        assert f"{server.url}/slow/{name}: timeout after 2 s" in told


@pytest.mark.parametrize("route", ["too-long", "chunked-cut", "gzip-cut", "too-short"])
def test_of_an_answer_that_breaks_off_nothing_is_used(ask, check, route):
    """C73."""
    ask({"a": "/good?n=2"})
    run, found = ask({"a": f"/length/{route}"})
    assert run.code == 1
    # Of more than was announced, the announced part may come alone.
    assert ("incomplete" in messages(found)) or (route == "too-short" and "longer than it says" in messages(found))
    assert len(check()[0]) == 2


def test_credentials_are_nowhere(beleg, project, server):
    """C78: not in what is printed, nor in what is kept."""
    given = (CASES / "config" / "feeds-with-credentials.toml").read_text("utf-8")
    addresses = [*re.findall(r'url = "(.+)"', given), server.url.replace("//", "//leser:geheim-42@") + "/auth/feed"]
    for number, address in enumerate(addresses):
        (project / "sources" / f"s{number}.source.toml").write_text(f'feed = "{address}"\n', "utf-8")
    (project / "sources" / "beleg.toml").write_text(
        f'[fetch]\n{PAUSE}\nallow = ["127.0.0.1:9", "{server.place}"]\n', "utf-8"
    )
    said = ""
    for command in (
        ["--debug", "fetch", "--json"], ["fetch"], ["check"], ["build"], ["review"], ["sources"], ["sources", "--json"],
        ["sources", "--opml"], ["archive", "verify"], ["facts", "--format", "csv"],
    ):  # fmt: skip
        run = beleg(project, *command)
        said += run.out + run.err
    assert "http://***@127.0.0.1:9/privat.xml" in said
    assert "apikey=***" in said
    left = everything(project).decode("utf-8", "replace")
    for secret in ("geheim-42", "SCHLUESSEL-77", "p%40ss-91", "p@ss-91"):
        assert secret not in said
        assert secret not in left


def test_credentials_go_to_their_origin_alone(ask, server):
    """C79."""
    whole = server.url.replace("//", "//leser:geheim-42@")
    run, found = ask({"feed": whole + "/auth/feed", "in": whole + "/auth/redirect-in"})
    assert (run.code, found["entries"]) == (0, 4)
    ask({"out": whole + "/auth/redirect-out"}, "out", more="")
    # Where it leads is not allowed, so that nothing is sent there at all.
    assert server.get_json("/_trap") == []
    server.get_json("/_reset")
    ask({"bare": "/auth/feed"}, "bare")
    assert all("authorization" not in row["headers"] for row in server.get_json("/_log"))


def test_an_address_is_asked_once_and_introduced(ask, server, beleg, project):
    """C81."""
    ask({"a": "/count/feed", "b": "/count/feed#x"})
    assert server.get_json("/_hits")["/count/feed"] == 1
    [row] = [row for row in server.get_json("/_log") if row["path"].startswith("/count/feed")]
    assert row["headers"]["user-agent"].startswith("Beleg/")
    assert row["headers"].get("accept-encoding", "identity") in ("gzip", "identity")
    assert not {"referer", "cookie"} & set(row["headers"])


@pytest.mark.parametrize("locale", ["C", "es_ES.UTF-8"])
def test_a_source_is_asked_for_in_its_language(ask, server, project, monkeypatch, locale):
    """C82: and what is known of the answer in another language is not used."""
    monkeypatch.setenv("LANG", locale)
    for language, title in (
        ("ru", "Новости недели"), ("de", "Nachrichten der Woche"), ("sr-Latn", "Vesti nedelje"), ("sr-Cyrl", "Vesti nedelje"),
    ):  # fmt: skip
        ask({"a": "/lang/varies"}, language=language)
        assert title.encode() in everything(project)
    asked = [row["headers"] for row in server.get_json("/_log") if row["path"] == "/lang/varies"]
    assert [row.get("if-none-match") for row in asked] == [None] * 4


def test_private_addresses_are_refused_at_every_hop(ask, server, project, beleg):
    """C124: and what a page would refresh to is not followed."""
    run, found = ask({"hop": "/ssrf/to-loopback", "meta": "/ssrf/meta-refresh"})
    assert run.code == 1
    assert "address not allowed" in messages(found)
    assert f"127.0.0.1:{server.trap_port}" in messages(found)
    assert "not a feed (HTML page)" in messages(found)
    assert server.get_json("/_trap") == []
    beleg(project, "build")
    assert b"TRAP-CANARY" not in everything(project)


def test_a_pdf_behind_the_address_of_an_article_is_no_page(beleg, project, server):
    """C94."""
    (project / "sources" / "beleg.toml").write_text(f'[fetch]\nallow = ["{server.place}"]\n', "utf-8")
    address = f"{server.url}/files/pages/pdf-as-html.html"
    (project / "sources" / "a.source.toml").write_text(f'page = "{address}"\n', "utf-8")
    run = beleg(project, "fetch")
    assert run.code == 1
    assert "not HTML: it holds a PDF" in run.err
    beleg(project, "build")
    assert b"%PDF" not in everything(project)


def test_a_clock_that_is_wrong_blocks_nothing(ask, check, beleg, project, monkeypatch):
    """C123: no crash, nothing dropped, nothing skipped until 2031."""
    for clock, said in (
        ("2026-11-30T12:00:00Z", None),
        ("1970-01-01T00:00:10Z", "the clock is before the newest known item"),
        ("2031-01-01T00:00:00Z", None),
        ("2026-11-30T13:00:00Z", "the clock is before the newest known item"),
    ):  # fmt: skip
        monkeypatch.setenv("BELEG_NOW", clock)
        run, found = ask({"a": "/seq/zero-items"} if clock > "2026-11-30T12" else {"a": "/good"})
        assert run.code == 0
        if said:
            assert said in messages(found)
        assert json.loads(beleg(project, "build", "--json").out)["edition"] == "2026-10-14"
    assert len(check()[0]) == 4


def test_a_first_run_with_a_dead_clock_drops_nothing(ask, check, beleg, project, monkeypatch):
    """C123: entries dated after such a run are no announcements."""
    monkeypatch.setenv("BELEG_NOW", "1970-01-01T00:00:10Z")
    _, found = ask({"a": "/good"})
    assert "the clock is before the newest known item" in messages(found)
    assert json.loads(beleg(project, "build", "--json").out)["edition"] == "2026-10-14"
