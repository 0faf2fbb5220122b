"""The plug-in `chat` before a real server that speaks its protocol, rightly and otherwise."""

import base64
import gzip
import json
import time

import pytest

from beleg.errors import AnswerError, LimitError, TranslateError
from beleg.translate import client
from beleg.translate.budget import Allowed
from beleg.translate.chat import chat
from chatserver import KEY, Reply, completion, serving, translated

TEXTS = {"Eins gilt.": "One holds.", "Zwei gilt.": "Two holds.", "Drei gilt.": "Three holds."}


def hexadecimal(text):
    return text.encode().hex()


def percent(text):
    return "".join(f"%{byte:02X}" for byte in text.encode())


def base64_of(text):
    return base64.urlsafe_b64encode(text.encode()).decode()


def backwards(text):
    return text[::-1]


def said(error):
    return f"{error.message} {error.hint}"


def test_passages_are_sent_and_answered(server, ask):
    server.answer = lambda asked, _: translated(asked, TEXTS)
    texts, order = ask("Eins gilt.", "Zwei gilt.", options={"temperature": 0})
    assert texts == ["One holds.", "Two holds."]
    [asked] = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert (asked.body["model"], asked.body["temperature"]) == ("mira-7b", 0)
    assert asked.target.startswith("English")
    assert [(one["language"], one["text"], one["names"]) for one in asked.passages] == [
        ("German", "Eins gilt.", ["AWS"]), ("German", "Zwei gilt.", ["AWS"]),
    ]  # fmt: skip
    assert (order.budget.requests, order.budget.tokens_in, order.budget.tokens_out) == (1, 100, 50)
    assert not order.budget.estimated


def test_texts_find_their_passages_in_any_order(server, ask):
    def answer(asked, _):
        rows = [{"id": one["id"], "text": TEXTS[one["text"]]} for one in reversed(asked.passages)]
        return Reply(completion(json.dumps({"translations": rows})))

    server.answer = answer
    texts, order = ask(*TEXTS)
    assert texts == list(TEXTS.values())
    assert order.budget.estimated
    assert order.budget.tokens_in > 100


def test_missing_and_foreign_and_double_identifiers(server, ask):
    def answer(asked, _):
        first, second, _ = (one["id"] for one in asked.passages)
        rows = [
            {"id": first, "text": "One holds."}, {"id": second, "text": "Two holds."}, {"id": second, "text": "Too bad."},
            {"id": "0123456789", "text": "Not asked."}, {"id": 7, "text": "Nor this."}, {"text": "Whose?"},
        ]  # fmt: skip
        return Reply(completion(json.dumps({"translations": rows})))

    server.answer = answer
    assert ask(*TEXTS)[0] == ["One holds.", "", ""]


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: f"```json\n{text}\n```",
        lambda text: f"<think>One { {} } or [two]?</think>\n{text}",
        lambda text: f"Here you are: {text} I hope it helps.",
        lambda text: [{"type": "text", "text": text[:20]}, {"type": "text", "text": text[20:]}],
        lambda text: json.dumps(json.loads(text)["translations"]),
    ],
)
def test_json_is_found_among_what_models_write_around_it(server, ask, wrap):
    def answer(asked, _):
        rows = [{"id": one["id"], "text": " One holds.\n"} for one in asked.passages]
        return Reply(completion(wrap(json.dumps({"translations": rows}))))

    server.answer = answer
    assert ask("Eins gilt.")[0] == ["One holds."]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (completion("One holds."), "not the JSON"),
        (completion('{"translations": [{"id": "a", "text": "One'), "not the JSON"),
        (completion("[" * 100_000), "not the JSON"),
        (completion('{"translations": "One holds."}'), "not the JSON"),
        (completion(None), "not the JSON"),
        (completion({"translations": []}), "holds no text"),
        (completion("{", finish="length"), "cut off"),
        (completion("", finish="content_filter"), "filter"),
        (completion(None, refusal="I won’t."), "declined: I won’t."),
        ({"object": "chat.completion", "choices": []}, "no `choices`"),
        ({"choices": [7]}, "no `choices`"),
        ([], "no `choices`"),
        (7, "no `choices`"),
    ],
)
def test_answers_that_are_none(server, ask, body, reason):
    server.answer = lambda *_: Reply(body)
    with pytest.raises(AnswerError, match=reason):
        ask("Eins gilt.")
    assert len(server.asked) == 1


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff\xfe", gzip.compress(b"{}", mtime=0), b"[" * 100_000])
def test_an_answer_that_is_no_json_ends_the_run(server, ask, body):
    server.answer = lambda *_: Reply(body)
    with pytest.raises(TranslateError, match="the answer is no JSON, 2 times"):
        ask("Eins gilt.", tries=2)


def test_a_limit_of_requests_is_waited_for(server, ask):
    server.answer = lambda asked, number: (
        Reply({"error": {"message": "Slow down"}}, 429, {"Retry-After": "1"})
        if number == 0
        else translated(asked, TEXTS)
    )
    began = time.monotonic()
    texts, order = ask("Eins gilt.")
    assert texts == ["One holds."]
    assert 1 <= time.monotonic() - began < 3
    assert order.told == ["127.0.0.1: HTTP 429 Too Many Requests: Slow down; asked again in 1 s"]


def test_a_server_that_wants_to_be_left_alone_is(server, ask):
    server.answer = lambda *_: Reply({}, 429, {"Retry-After": "7200"})
    with pytest.raises(TranslateError, match="asks to wait 7200 s"):
        ask("Eins gilt.")
    assert len(server.asked) == 1


def test_a_wait_beyond_the_time_ends_the_run(server, ask):
    server.answer = lambda *_: Reply({}, 503, {"Retry-After": "60"})
    with pytest.raises(LimitError, match="the time would be up"):
        ask("Eins gilt.", allowed=Allowed(minutes=0.1))


def test_errors_of_the_server_are_met_with_patience(server, ask):
    server.answer = lambda asked, number: Reply(b"oops", 500 + number) if number < 3 else translated(asked, TEXTS)
    # 500, 501, …: the second says that it will never do it.
    with pytest.raises(TranslateError, match="501"):
        ask("Eins gilt.")
    server.answer = lambda asked, number: Reply(b"oops", 502) if number < 4 else translated(asked, TEXTS)
    texts, order = ask("Eins gilt.")
    assert texts == ["One holds."]
    assert len(order.told) == 2


def test_waits_grow_and_are_the_same_each_time():
    waits = [client._backoff(attempt, b"body") for attempt in range(12)]
    assert waits == [client._backoff(attempt, b"body") for attempt in range(12)]
    assert waits != [client._backoff(attempt, b"other") for attempt in range(12)]
    assert all(2**n / 2 <= wait <= 2**n for n, wait in enumerate(waits[:6]))
    assert max(waits) <= 60


def test_a_server_that_stays_ill_is_given_up(server, ask):
    server.answer = lambda *_: Reply(b"oops", 500)
    with pytest.raises(TranslateError, match="HTTP 500 Internal Server Error, 3 times"):
        ask("Eins gilt.", tries=3)
    assert len(server.asked) == 3


def test_an_answer_in_time_or_none(server, ask):
    server.answer = lambda asked, number: translated(asked, TEXTS) if number else Reply(b"", seconds=1.3)
    texts, order = ask("Eins gilt.", seconds=1)
    assert texts == ["One holds."]
    assert "no answer within 1 s" in order.told[0]
    server.answer = lambda *_: Reply(b"", seconds=1)
    with pytest.raises(LimitError, match="the time is up"):
        ask("Eins gilt.", allowed=Allowed(minutes=0.005))


def test_a_huge_answer_is_not_read(server, ask):
    server.answer = lambda *_: Reply(endless=True)
    with pytest.raises(TranslateError, match=r"larger than 0\.1 MB"):
        ask("Eins gilt.", megabytes=0.1)
    server.answer = lambda *_: Reply(b" " * 200_000)
    with pytest.raises(TranslateError, match=r"larger than 0\.1 MB"):
        ask("Eins gilt.", megabytes=0.1)


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, {"message": "Unknown model"}, "HTTP 400 Bad Request: Unknown model"),
        (404, {"message": "No such model"}, "HTTP 404 Not Found: No such model"),
        (402, {"message": "Pay first"}, "HTTP 402 Payment Required: Pay first"),
        (429, {"message": "No money", "code": "insufficient_quota"}, "HTTP 429 Too Many Requests: No money"),
        (401, {"message": "Wrong key sk-7Q***est"}, "HTTP 401 Unauthorized"),
        (400, "in plain words\x1b[2J\nand lines", "HTTP 400 Bad Request: in plain words [2J and lines"),
    ],
)
def test_what_no_waiting_helps(server, ask, status, error, words):
    server.answer = lambda *_: Reply({"error": error}, status)
    with pytest.raises(TranslateError) as caught:
        ask("Eins gilt.")
    assert caught.value.message == f"127.0.0.1: {words}"
    assert caught.value.hint
    assert len(server.asked) == 1


def test_an_error_that_a_gateway_wraps_into_a_good_answer(server, ask):
    error = {"error": {"message": "Upstream is busy", "code": 503}}
    server.answer = lambda asked, number: Reply(error) if number == 0 else translated(asked, TEXTS)
    texts, order = ask("Eins gilt.")
    assert texts == ["One holds."]
    assert "HTTP 503 Service Unavailable: Upstream is busy" in order.told[0]


def test_a_server_that_is_not_there(server, ask):
    with pytest.raises(TranslateError, match="connection refused, 2 times"):
        ask("Eins gilt.", address="http://127.0.0.1:9/v1", tries=2)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(server, ask, status):
    with serving() as other:
        server.answer = lambda *_: Reply(b"", status, {"Location": f"{other.url}/x?key={KEY}"})
        with pytest.raises(TranslateError) as caught:
            ask("Eins gilt.")
        assert other.asked == []
    assert "which is not followed" in said(caught.value)
    assert "redirects to http://127.0.0.1, which is not followed" in said(caught.value)
    assert KEY not in said(caught.value)


@pytest.mark.parametrize(
    ("location", "shown"),
    [
        ("https://elsewhere.example:8443/{}/x?key={}", "https://elsewhere.example"),
        ("https://user:{}@elsewhere.example/", "https://elsewhere.example"),
        ("/v2/{}#{}", "http://127.0.0.1"),
        ("//elsewhere.example/{}", "http://elsewhere.example"),
        ("mailto:{}", "no address"),
        ("ftp://elsewhere.example/{}", "no address"),
        ("https://[{}", "no address"),
        ("", "no address"),
    ],
)
@pytest.mark.parametrize("encode", [hexadecimal, percent, base64_of, backwards])
def test_of_a_redirect_only_scheme_and_host_are_shown(server, ask, location, shown, encode):
    hidden = encode(KEY)
    server.answer = lambda *_: Reply(b"", 307, {"Location": location.replace("{}", hidden)})
    with pytest.raises(TranslateError) as caught:
        ask("Eins gilt.")
    assert f"redirects to {shown}, which is not followed" in said(caught.value)
    assert hidden[:12] not in said(caught.value)


@pytest.mark.parametrize(
    "reply",
    [
        Reply({"error": {"message": f"Your key {KEY} is wrong"}}, 400),
        Reply({"error": {"message": f"Your key {KEY[:9]}… is wrong"}}, 400),
        Reply({"error": {"message": f"…{KEY[-8:]}"}}, 429, {"Retry-After": "7200"}),
        Reply({"error": KEY}, 403),
        Reply(b"", 302, {"Location": f"https://elsewhere.example/{KEY}"}),
        Reply(b"", 302, {"Location": f"https://{KEY}.elsewhere.example/"}),
        Reply(completion(None, refusal=f"Not with {KEY}.")),
    ],
)
def test_a_key_that_the_server_repeats_is_shown_nowhere(server, ask, reply, caplog):
    server.answer = lambda *_: reply
    with caplog.at_level(0), pytest.raises(TranslateError) as caught:
        ask("Eins gilt.")
    shown = said(caught.value) + caplog.text + repr(caught.value.__cause__) + repr(caught.value.__context__)
    for part in (KEY, KEY[:9], KEY[-8:]):
        assert part.lower() not in shown.lower()


def test_a_translation_that_holds_the_key_is_thrown_away(server, ask):
    server.answer = lambda asked, _: translated(asked, {"Eins gilt.": f"One holds {KEY}.", "Zwei gilt.": "Two holds."})
    texts, _ = ask("Eins gilt.", "Zwei gilt.")
    assert texts == ["", "Two holds."]


def test_limits_are_kept_before_a_request(server, ask):
    server.answer = lambda asked, _: translated(asked, TEXTS)
    with pytest.raises(LimitError, match="the time is up"):
        ask("Eins gilt.", allowed=Allowed(minutes=0))
    assert server.asked == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"address": None}, "`address` is missing"),
        ({"address": "ftp://host/v1"}, "no http or https address"),
        ({"address": "http://models.example/v1"}, "no https address"),
        ({"address": f"https://me:{KEY}@models.example/v1"}, "holds a key or a password"),
        ({"address": f"https://models.example/v1?key={KEY}"}, "holds a key or a password"),
        ({"model": ""}, "`model` is missing"),
        ({"model": "a\nb"}, "`model` is missing"),
        ({"key": KEY}, "`key` is no name of an environment variable"),
        ({"key": "NOT_SET_ANYWHERE"}, "no variable NOT_SET_ANYWHERE"),
        ({"seconds": 0}, "`seconds` is 0, expected a number from 1 to 3,600"),
        ({"tries": 2.5}, "`tries` is 2.5, expected a whole number"),
        ({"megabytes": "2"}, "`megabytes` is '2'"),
        ({"options": {"model": "other"}}, "`options`"),
        ({"options": 3}, "`options`"),
        ({"plain_http": 1}, "`plain_http`"),
        ({"modell": "x"}, "unknown key `modell`"),
    ],
)
def test_settings_that_are_wrong(order, settings, message):
    one = order(**settings)
    assert chat(one) is None
    [(told, hint, key)] = one.problems
    assert message in told
    assert hint
    assert key in {"address", "model", "key", "seconds", "tries", "megabytes", "options", "plain_http", "modell"}
    assert KEY not in told + hint


def test_a_key_with_a_line_end_inside_is_not_sent(order, monkeypatch):
    monkeypatch.setenv("BELEG_TRANSLATE_KEY", f"{KEY}\r\nX-Evil: 1")
    one = order()
    assert chat(one) is None
    assert "characters that no key has" in one.problems[0][0]


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        ("https://api.models.example/v1", "https://api.models.example/v1/chat/completions"),
        ("https://api.models.example/v1/", "https://api.models.example/v1/chat/completions"),
        ("https://api.models.example/v1/chat/completions", "https://api.models.example/v1/chat/completions"),
        ("https://models.example/x?api-version=7", "https://models.example/x/chat/completions?api-version=7"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_addresses_as_people_copy_them(order, address, whole):
    assert chat(order(address=address)).where == whole


def test_plain_http_elsewhere_only_where_it_is_allowed(order):
    assert chat(order(address="http://nas.example:8080/v1", plain_http=True)).where.startswith(
        "http://nas.example:8080"
    )


def test_a_server_on_this_machine_needs_no_key(server, ask, monkeypatch):
    server.answer = lambda asked, _: translated(asked, TEXTS)
    one = ask("Eins gilt.", key="")
    assert one[0] == ["One holds."]
    assert "authorization" not in server.asked[0].headers
    monkeypatch.delenv("BELEG_TRANSLATE_KEY")
    assert ask("Eins gilt.")[0] == ["One holds."]


def test_a_server_elsewhere_needs_one(order, monkeypatch):
    monkeypatch.delenv("BELEG_TRANSLATE_KEY")
    one = order(address="https://api.models.example/v1")
    assert chat(one) is None
    assert "no variable BELEG_TRANSLATE_KEY" in one.problems[0][0]
    assert chat(order(address="https://api.models.example/v1", key=""))
    assert chat(order(address="https://api.models.example/v1", dry_run=True))
