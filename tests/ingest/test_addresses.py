"""Addresses: what is asked for, what is shown, what is one page."""

from __future__ import annotations

import contextlib
import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beleg.errors import FetchError
from beleg.ingest.addresses import conceal, expand, origin, place_of, plain, same_page, shown, valid

CASES = Path(__file__).parents[1] / "cases"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("https://zeitung.example", "https://zeitung.example/"),
        ("  HTTPS://Zeitung.Example:443/Feed?A=b#oben \n", "https://zeitung.example/Feed?A=b"),
        ("http://zeitung.example.:8080/x", "http://zeitung.example:8080/x"),
        ("http://zeitung.example:/x", "http://zeitung.example/x"),
        # C56: IDNA 2008, in which ß stays ß.
        ("https://straße.example/größe?q=ä b", "https://xn--strae-oqa.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b"),
        ("http://Вести.срб/", "http://xn--b1agj9af.xn--90a3ac/"),
        ("http://a_b.zeitung.example/", "http://a_b.zeitung.example/"),
        ("http://zeitung.example/50%-teurer?p=%C3%A4", "http://zeitung.example/50%25-teurer?p=%C3%A4"),
        ("http://zeitung.example/a\\b{c}", "http://zeitung.example/a%5Cb%7Bc%7D"),
        ("http://leser:p%40ss@zeitung.example/", "http://leser:p%40ss@zeitung.example/"),
        ("http://zeitung.example?x=1", "http://zeitung.example/?x=1"),
        ("http://127.0.0.1.:80/", "http://127.0.0.1/"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/"),
        ("http://127。0。0。1/", "http://127.0.0.1/"),
        ("http://[::FFFF:127.0.0.1]:81/", "http://[::ffff:127.0.0.1]:81/"),
        ("http://[2001:DB8:0::1]/", "http://[2001:db8::1]/"),
    ],
)
def test_valid_brings_an_address_to_the_form_in_which_it_is_asked_for(written, asked):
    assert valid(written) == asked
    assert valid(asked) == asked


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "no http or https address"),
        ("zeitung.example/feed", "no http or https address"),
        ("ftp://zeitung.example/", "no http or https address"),
        ("file:///etc/passwd", "no http or https address"),
        ("javascript:alert(1)", "no http or https address"),
        ("http:/zeitung.example", "no http or https address"),
        ("http://", "no host"),
        ("http:///feed", "no host"),
        ("http://me:word@/feed", "no host"),
        ("http://a..b.example/", "no host, or one with a piece missing"),
        ("http://.example/", "no host, or one with a piece missing"),
        ("http://a.example../", "no host, or one with a piece missing"),
        ("http://0x7f.1/", "no IP address as it is written"),
        ("http://2130706433/", "no IP address as it is written"),
        ("http://127.1/", "no IP address as it is written"),
        ("http://0177.0.0.1/", "no IP address as it is written"),
        ("http://127.0.0.0x1/", "no IP address as it is written"),
        ("http://1.2.3.4.5/", "no IP address as it is written"),
        ("http://[::1", "no IPv6 address"),
        ("http://[fe80::1%25eth0]/", "no IPv6 address"),
        ("http://[127.0.0.1]/", "no IPv6 address"),
        ("http://a b.example/", "characters that no host has"),
        ("http://a<b.example/", "characters that no host has"),
        ("http://-a.example/", "characters that no host has"),
        ("http://gut.example\\@evil.example/", "backslash"),
        ("http://zeitung.example:0/", "port"),
        ("http://zeitung.example:65536/", "port"),
        ("http://zeitung.example:8a/", "port"),
        ("http://zeitung.example/a\nb", "control character"),
        ("http://zeitung.example\x00.evil.example/", "control character"),
        ("http://xn--a.example/", "no name that exists"),
        (f"http://{'a' * 64}.example/", "characters that no host has"),
        (f"http://zeitung.example/{'a' * 9000}", "longer than 8000 characters"),
    ],
)
def test_what_is_not_clear_in_what_it_means_is_refused_with_advice(written, says):
    with pytest.raises(FetchError) as caught:
        valid(written)
    assert says in caught.value.message
    assert caught.value.hint


def test_the_host_is_what_stands_behind_the_last_at_sign():
    assert origin("http://gut.example@evil.example/") == ("http", "evil.example", 80)
    assert origin("https://a@b@[::1]:8443/x@y") == ("https", "::1", 8443)
    assert shown("http://gut.example@evil.example/") == "http://***@evil.example/"


def test_plain_takes_credentials_out_and_decodes_them():
    assert plain("http://token%3Aabc:p%40ss-91@127.0.0.1:9/x") == ("http://127.0.0.1:9/x", ("token:abc", "p@ss-91"))
    assert plain("http://zeitung.example/") == ("http://zeitung.example/", None)
    assert plain("http://nur-name@zeitung.example/")[1] == ("nur-name", "")


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("https://zeitung.example/a?b=c#d", "https://zeitung.example/a?b=c#d"),
        ("http://leser:geheim@zeitung.example/", "http://***@zeitung.example/"),
        ("http://zeitung.example/?ApiKey=geheim&lang=de", "http://zeitung.example/?ApiKey=***&lang=de"),
        ("http://z.example/?a=1&access_token=geheim;x", "http://z.example/?a=1&access_token=***"),
        ("http://z.example/?X-Amz-Signature=geheim&%6Bey=geheim", "http://z.example/?X-Amz-Signature=***&%6Bey=***"),
        ("http://z.example/?keyword=neu&monkey=1&key=", "http://z.example/?keyword=neu&monkey=1&key="),
        ("http://z.example/a;jsessionid=geheim?b=1", "http://z.example/a;jsessionid=***?b=1"),
        ("http://z.example/#access_token=geheim&b=1", "http://z.example/#access_token=***&b=1"),
        ("https://z.example/@name/post", "https://z.example/@name/post"),
        # Passwords that were not encoded, so that by the letter the host ends in their midst.
        ("http://leser:ge/heim@z.example/x", "http://***@z.example/x"),
        ("http://leser:ge#heim@z.example/x", "http://***@z.example/x"),
        ("http://leser:ge?heim@z.example/x?key=geheim", "http://***@z.example/x?key=***"),
        ("leser:geheim@z.example/x", "***@z.example/x"),
        ("//leser:geheim@z.example/x", "//***@z.example/x"),
        ("http:\\\\leser:geheim@z.example/", "***@z.example/"),
        ("http://z.example/a\x1b[2J\nb\udcff", "http://z.example/a\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"),
        ("", ""),
    ],
)  # fmt: skip
def test_shown_leaves_no_secret(address, seen):
    assert shown(address) == seen
    assert shown(seen) == seen


@given(st.text(st.sampled_from("ab:/?#@&;=%[]\\.1 key\udc80\n"), max_size=60))
def test_any_text_can_be_shown_and_compared_and_showing_twice_changes_nothing(text):
    once = shown(text)
    assert shown(once) == once
    once.encode()
    assert same_page(text) == same_page(text.strip())
    with contextlib.suppress(FetchError):
        assert valid(valid(text)) == valid(text)


@given(st.from_regex(r"[a-z]{1,5}:[A-Za-z/?#:&=;%]{0,9}ge-heim[A-Za-z]{0,3}", fullmatch=True))
def test_no_password_is_shown_even_where_it_was_not_encoded(userinfo):
    assert "ge-heim" not in shown(f"http://{userinfo}@z.example/x")


def test_secrets_of_the_case_file_are_never_shown():
    feeds = tomllib.loads((CASES / "config" / "feeds-with-credentials.toml").read_text("utf-8"))["feed"]
    assert [shown(feed["url"]) for feed in feeds] == [
        "http://***@127.0.0.1:9/privat.xml",
        "http://127.0.0.1:9/rss?apikey=***&lang=de",
        "http://***@127.0.0.1:9/x",
    ]


def test_a_feeds_key_is_concealed_in_the_addresses_that_it_gives(monkeypatch):
    """A login page is often told where it was come from: ?next=%2Frss%3Fapikey%3D…"""
    source = "https://z.example/rss?apikey=SCHL/77"
    assert conceal("https://z.example/login?next=%2Frss%3Fapikey%3DSCHL%2F77", source) == (
        "https://z.example/login?next=%2Frss%3Fapikey%3D***"
    )
    assert conceal("https://z.example/SCHL/77/eins?token=eigenes", source) == "https://z.example/***/eins?token=eigenes"
    assert conceal("https://leser.example/p@ss-91", "http://leser:p%40ss-91@z.example/") == "https://leser.example/***"
    monkeypatch.setenv("SCHLUESSEL", "aus-der-umgebung")
    assert (
        conceal("https://z.example/aus-der-umgebung/1", "https://z.example/${SCHLUESSEL}/rss")
        == "https://z.example/***/1"
    )


def test_variables_are_replaced_from_the_environment_and_encoded(monkeypatch):
    monkeypatch.setenv("SCHLUESSEL", "a&b@c")
    assert expand("https://${SCHLUESSEL}@z.example/?key=${SCHLUESSEL}&x=$1{}") == (
        "https://a%26b%40c@z.example/?key=a%26b%40c&x=$1{}"
    )
    monkeypatch.delenv("FEHLT", raising=False)
    with pytest.raises(FetchError, match="no variable FEHLT") as caught:
        expand("https://z.example/?key=${FEHLT}")
    assert "Set FEHLT" in caught.value.hint


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://www.z.example/a", "https://z.example/a"),
        ("http://z.example:80/a", "https://Z.example:443/a#unten"),
        ("https://z.example/a/", "https://z.example/a/index.html"),
        ("https://z.example", "https://z.example/index.php"),
        ("https://z.example/a?b=1&c=2", "https://z.example/a?c=2&utm_source=rss&b=1&fbclid=x"),
        ("https://z.example/a?utm_medium=feed", "https://z.example/a"),
        ("https://straße.example/ä", "https://xn--strae-oqa.example/%c3%a4"),
        ("https://z.example/%7Euser", "https://z.example/~user"),
        ("https://leser:wort@z.example/a", "https://z.example/a"),
    ],
)
def test_one_page_has_many_addresses(one, other):
    assert same_page(one) == same_page(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://z.example/a", "https://z.example/b"),
        ("https://z.example/a", "https://z.example/A"),
        ("https://z.example/a?id=1", "https://z.example/a?id=2"),
        ("https://z.example:8080/a", "https://z.example/a"),
        ("https://straße.example/", "https://strasse.example/"),
        ("https://m.z.example/a", "https://z.example/a"),
        ("https://z.example/a%2Fb", "https://z.example/a/b"),
        ("https://www.example/", "https://example/"),
    ],
)
def test_other_pages_stay_others(one, other):
    assert same_page(one) != same_page(other)


def test_a_place_is_a_host_with_its_port_and_nothing_else():
    assert place_of("127.0.0.1:8765") == ("127.0.0.1", 8765)
    assert place_of("[::1]:80") == ("::1", 80)
    assert place_of("Localhost:9") == ("localhost", 9)
    for text in ("127.0.0.1", "z.example/x:80", "a@z.example:80", "z.example:80/x", "", ":80", "z.example:80#:81"):
        assert place_of(text) is None


@pytest.mark.parametrize("piece", ["@", ":", "key=", ";sid=", "%", "?", "a.", "[", "\\", "${", "&key", "/index.html"])
def test_a_long_address_is_quickly_dealt_with(piece):
    text = "http://" + piece * (200_000 // len(piece))
    begun = time.perf_counter()
    shown(text)
    same_page(text)
    conceal(text, text[:5000])
    assert time.perf_counter() - begun < 2
