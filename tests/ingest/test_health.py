"""The health of sources, as the ledger tells it."""

import pytest

from beleg.ingest.health import closing_lines, health, judged, trouble
from beleg.records import Article, Attempt, Block, Source

PAPER = Source(name="paper", feed="https://paper.example/feed")
SECRET = Source(name="secret", feed="https://me:geheim-42@paper.example/feed?apikey=SCHLUESSEL-77")
NOTICE = Source(name="notice", page="https://notice.example/")


def attempt(day, outcome="same", *, source="paper", role="feed", **more):
    time = day if "T" in day else f"{day}T06:00:00Z"
    return Attempt(time=time, source=source, role=role, address="https://paper.example/feed", outcome=outcome, **more)


def article(name, language="de", script="Latn", text_from="full", source="paper"):
    block = Block(kind="paragraph", start=0, end=1)
    return Article(
        id=name, text="x", language=language, script=script, blocks=(block,), source=source, text_from=text_from
    )


def of(*attempts, source=PAPER, articles=()):
    [found] = health([source], attempts, articles)
    return found


def test_a_source_that_gives_entries_is_healthy():
    found = of(
        attempt("2026-11-01", "stored", entries=20, fresh=20),
        attempt("2026-11-02", "stored", entries=21, fresh=1),
        attempt("2026-11-03", "unchanged"),
        articles=[
            article("paper/a"), article("paper/b", "sr", "Cyrl", "blurb"), article("paper/c"), article("d", source=None),
        ],
    )  # fmt: skip
    assert (found.state, found.entries, found.articles) == ("healthy", 21, 3)
    assert (found.last_attempt, found.last_success) == ("2026-11-03T06:00:00Z",) * 2
    assert found.last_new == "2026-11-02T06:00:00Z"
    assert found.languages == (("de", 2), ("sr-Cyrl", 1))
    assert found.texts == (("full", 2), ("blurb", 1))
    assert judged(found) is None


def test_a_source_never_asked_and_one_no_longer_asked():
    assert of().state == "never fetched"
    assert of(attempt("2026-11-01", source="other")).state == "never fetched"
    # That an entry's page failed says nothing of the feed.
    assert of(attempt("2026-11-01", "failed", role="article", error="timeout")).state == "never fetched"
    paused = Source(name="paper", feed=PAPER.feed, paused=True)
    assert of(attempt("2026-11-01", "failed", error="timeout"), source=paused).state == "paused"


def test_failures_are_counted_since_the_last_success():
    found = of(
        attempt("2026-11-01", "failed", error="HTTP 404 Not Found"),
        attempt("2026-11-02", "stored", entries=3, fresh=3),
        attempt("2026-11-03", "failed", error="timeout after 30 s", status=None),
        attempt("2026-11-03", "failed", role="article", error="connection refused"),
        attempt("2026-11-04", "failed", error="HTTP 503 Service Unavailable", status=503),
    )
    assert (found.state, found.streak, found.failing_since) == ("failing", 2, "2026-11-03T06:00:00Z")
    assert (found.error, found.status) == ("HTTP 503 Service Unavailable", 503)
    assert (found.last_success, found.last_attempt) == ("2026-11-02T06:00:00Z", "2026-11-04T06:00:00Z")
    assert found.entries == 3
    problem = judged(found)
    assert problem.path == "sources/paper.source.toml"
    assert problem.message == "failed 2 times since 2026-11-03: HTTP 503 Service Unavailable"
    assert "`beleg fetch` tries again" in problem.hint
    assert of(attempt("2026-11-01", "failed", error="x"), attempt("2026-11-02")).streak == 0


@pytest.mark.parametrize(
    ("new", "newest", "state"),
    [
        # Thirty days are always granted.
        (["2026-10-01"], "2026-10-31", "healthy"),
        (["2026-10-01"], "2026-11-01", "stale"),
        (["2026-10-01", "2026-10-02", "2026-10-03"], "2026-11-03", "stale"),
        # One that brings something every twelve days may be silent for 48.
        (["2026-09-01", "2026-09-13", "2026-09-25"], "2026-11-11", "healthy"),
        (["2026-09-01", "2026-09-13", "2026-09-25"], "2026-11-13", "stale"),
        # One long pause does not make the usual gap.
        (["2025-01-01", "2026-09-01", "2026-09-02", "2026-09-03", "2026-09-04"], "2026-10-06", "stale"),
    ],
)
def test_nothing_new_for_unusually_long_is_stale(new, newest, state):
    """Judged by the newest attempt at any source, here another one's."""
    lines = [attempt(day, "stored", entries=9, fresh=1) for day in new]
    assert of(*lines, attempt(newest, source="other")).state == state


def test_a_feed_that_never_had_an_entry_becomes_stale_and_a_page_never():
    empty = [attempt("2026-01-01", "stored", entries=0, fresh=0), attempt("2026-03-01", "same", entries=0, fresh=0)]
    assert of(*empty).state == "stale"
    assert judged(of(*empty)).message == "never an entry"
    page = [
        attempt("2026-01-01", "stored", source="notice", role="page"),
        attempt("2026-09-01", source="notice", role="page"),
    ]
    found = of(*page, source=NOTICE)
    assert (found.state, found.last_new, found.entries) == ("healthy", "2026-01-01T06:00:00Z", None)


@pytest.mark.parametrize("wrong", ["2031-01-01", "1970-01-01T00:00:10Z", "0001-01-01T00:00:00+14:00", "gestern", ""])
def test_a_clock_that_was_wrong_misleads_nobody(wrong):
    """Before, between and after right times: no date from the future or from before Beleg is left, nothing is stale."""
    right = [attempt("2026-11-29", "stored", entries=1, fresh=1), attempt("2026-11-30")]
    bad = attempt(wrong, "stored", entries=1, fresh=1)
    for at in range(2):
        found = of(*right[:at], bad, *right[at:])
        assert found.state == "healthy"
        assert found.last_attempt == "2026-11-30T06:00:00Z"
        assert "2026-11-29" <= found.last_new <= "2026-11-30T06:00:00Z"
    assert of(*right, bad).state == "healthy"
    assert of(bad).state in ("healthy", "never fetched")


def test_a_move_is_told_until_the_address_is_corrected():
    found = of(attempt("2026-11-01", "stored", moved=True, final="https://new.example/feed?key=abcd1234"))
    assert found.moved == "https://new.example/feed?key=***"
    assert judged(found).message == "its address moved for good to https://new.example/feed?key=***"
    assert of(attempt("2026-11-01", final="https://new.example/feed")).moved is None


def test_no_credentials_are_in_it():
    found = of(attempt("2026-11-01"), source=SECRET)
    assert "geheim" not in repr(found)
    assert "SCHLUESSEL" not in repr(found)
    assert found.source.feed == "https://***@paper.example/feed?apikey=***"


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        ("timeout after 30 s: https://a.example/f", None, "timeout"),
        ("https://a.example:8/a b: timeout after 30 s", None, "timeout"),
        ("https://a.example/f: the name a.example can't be looked up now", None, "unreachable"),
        ("https://a.example/f: a redirect to http://10.0.0.1/: address not allowed: 10.0.0.1:80", None, "refused"),
        ("https://a.example/f: a redirect that does not say where to", None, "redirects"),
        ("https://a.example/f: the certificate of a.example is not accepted: it has expired", None, "insecure"),
        ("https://a.example/${KEY}: the environment has no variable KEY", None, "denied"),
        ("connection refused: https://a.example/f", None, "unreachable"),
        ("no such host: https://a.example/f", None, "unreachable"),
        ("address not allowed: 127.0.0.1 (hop 2)", None, "refused"),
        ("ftp://a.example/f: no http or https address", None, "refused"),
        ("too many redirects: https://a.example/f", None, "redirects"),
        ("redirect loop: https://a.example/f", None, "redirects"),
        ("larger than 20000000 bytes: https://a.example/f", None, "too large"),
        ("incomplete response: https://a.example/f", None, "incomplete"),
        ("incomplete: it breaks off: https://a.example/f", None, "incomplete"),
        ("not a feed (HTML page): https://a.example/timeout", None, "not a feed"),
        ("HTTP 404 Not Found: https://a.example/f", 404, "not found"),
        ("HTTP 410 Gone", 410, "not found"),
        ("HTTP 403 Forbidden", 403, "denied"),
        ("HTTP 429 Too Many Requests", 429, "busy"),
        ("HTTP 502 Bad Gateway", 502, "server"),
        ("HTTP 418 I'm a teapot", 418, "other"),
        ("https://a.example/f: not HTML: it is application/pdf", 200, "other"),
        ("it declares entities", None, "other"),
        (None, None, "other"),
    ],
)
def test_a_failure_is_of_one_kind(error, status, kind):
    assert trouble(error, status) == kind


def test_the_closing_lines_name_who_fails_and_who_fell_silent():
    sources = [Source(name=f"s{n}", feed=f"https://s{n}.example/") for n in range(7)]
    lines = [attempt("2026-11-01", "failed", source=f"s{n}", error="timeout after 30 s") for n in range(6)]
    quiet = [
        attempt("2026-09-01", "stored", source="s6", entries=2, fresh=2),
        attempt("2026-11-01", source="s6", entries=2, fresh=0),
    ]
    first, second, last = closing_lines(health(sources, [*quiet[:1], *lines, *quiet[1:]]))
    assert first.startswith("6 sources failing: s0 (once on 2026-11-01: timeout after 30 s); s1 (")
    assert first.endswith("; and 1 more.")
    assert second == "1 source fallen silent: s6 (nothing new since 2026-09-01)."
    assert "`beleg sources`" in last
    assert closing_lines(health(sources[:1], [])) == ()
