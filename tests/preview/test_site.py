"""What the preview answers: files below public/ alone, of the right type, pages with what reloads them."""

import os
import re

import pytest

from beleg.preview.site import answer, loosened, reloading, state_of
from beleg.publish.plan import media_type
from beleg.render.folder import MANIFEST

PAGE = b"""<!doctype html>
<html lang="de"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'">
<title>T</title></head><body><p>x</p></body></html>
"""


@pytest.fixture
def public(tmp_path):
    """A site with a page, a folder, and things beside and below it that nobody may see."""
    site = tmp_path / "public"
    (site / "de" / "2026-W44").mkdir(parents=True)
    (site / "de" / "index.html").write_bytes(PAGE)
    (site / "de" / "2026-W44" / "index.html").write_bytes(PAGE)
    (site / "de" / "näher & ja.txt").write_text("nah", "utf-8")
    (site / "style.css").write_bytes(b"p {}")
    (site / MANIFEST).write_text("{}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (tmp_path / "publicity").mkdir()
    (tmp_path / "publicity" / "secret.txt").write_text("secret", "utf-8")
    return site


def test_a_file_is_given_as_it_is(public):
    found = answer(public, "/style.css?v=1")
    assert (found.status, found.media_type, found.data) == (200, "text/css; charset=utf-8", b"p {}")
    assert answer(public, "/de/n%C3%A4her%20%26%20ja.txt").data == b"nah"


def test_a_folder_is_its_index_page(public):
    assert answer(public, "/de").location == "/de/"
    assert answer(public, "//de//2026-W44").location == "/de/2026-W44/"
    assert b"<p>x</p>" in answer(public, "/de/2026-W44/").data
    assert answer(public, "/style.css/").status == 404


@pytest.mark.parametrize(
    "target",
    [
        "/../secret.txt", "/de/../../secret.txt", "/%2e%2e/secret.txt", "/de/%2e%2e/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "/..%5csecret.txt", "/..\\secret.txt", "/../publicity/secret.txt", "//secret.txt", "/%00", "/de/index.html%00.txt",
        "/C:/secret.txt", "/%ff", "secret.txt", "http://127.0.0.1/secret.txt", "*", "", f"/{MANIFEST}", "/.%2fsecret.txt",
        "/de/\u0085x", "/" + "a" * 5000,
    ],
)  # fmt: skip
def test_nothing_else_is_given(public, target):
    found = answer(public, target)
    assert found.status in (400, 404)
    assert b"secret" not in found.data
    assert found.location is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_leads_out(public):
    (public / "out.txt").symlink_to(public.parent / "secret.txt")
    (public / "away").symlink_to(public.parent / "publicity", target_is_directory=True)
    (public / "linked").mkdir()
    (public / "linked" / "index.html").symlink_to(public.parent / "secret.txt")
    (public / "404.html").symlink_to(public.parent / "secret.txt")
    (public / "inside.txt").symlink_to(public / "style.css")
    for target in ("/out.txt", "/away/secret.txt", "/away/", "/away", "/linked/", "/none"):
        assert answer(public, target).status == 404
        assert b"secret" not in answer(public, target).data
    assert answer(public, "/inside.txt").data == b"p {}"


def test_what_is_not_there_gets_the_sites_own_page(public):
    plain = answer(public, "/none.html")
    assert (plain.status, plain.media_type) == (404, "text/html; charset=utf-8")
    assert b"There is no such page" in plain.data
    (public / "404.html").write_bytes(PAGE.replace(b"x", b"Nicht da"))
    assert b"Nicht da" in answer(public, "/none.html").data
    assert b"/-/reload.js" in answer(public, "/none.html").data


def test_without_a_site_there_is_a_page_that_waits_for_one(tmp_path):
    assert state_of(tmp_path / "public") == ""
    assert b'src="/-/reload.js?site="' in answer(tmp_path / "public", "/").data


def test_the_files_on_disk_stay_as_they_are(public):
    shown = answer(public, "/de/index.html").data
    assert shown.count(b"reload.js") == 1
    assert (public / "de" / "index.html").read_bytes() == PAGE
    # Nothing but the script and the policy is otherwise.
    without = re.sub(rb"<script[^>]*reload.js[^>]*></script>\n", b"", shown)
    assert re.sub(rb'content="default-src[^"]*"', b"", without) == re.sub(rb'content="default-src[^"]*"', b"", PAGE)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (
            "default-src 'none'; style-src 'self'; script-src 'self'",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'",
        ),
        ("default-src 'none'", "default-src 'none'; script-src 'self'; connect-src 'self'"),
        ("default-src 'self'", "default-src 'self'"),
        ("script-src 'none'; connect-src 'self'", "script-src 'self'; connect-src 'self'"),
        ("default-src https: ; script-src-elem 'none'", "default-src https:; script-src-elem 'self'; script-src https: 'self'; connect-src https: 'self'"),
        ("img-src 'self'", "img-src 'self'"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_policy_allows_the_script_and_no_more(policy, expected):
    assert loosened(policy) == expected


@pytest.mark.parametrize(
    "page",
    [
        b"<title>x</title><body><p>x",
        b"<p>bare",
        b"",
        b"<HEAD></HEAD >",
        b"<meta http-equiv='Content-Security-Policy'><p>",
    ],
)
def test_any_page_gets_the_script_once(page):
    assert reloading(page, "abc").count(b'src="/-/reload.js?site=abc"') == 1


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("de/index.html", "text/html; charset=utf-8"), ("de/atom.xml", "application/atom+xml; charset=utf-8"),
        ("de/y-1.atom.xml", "application/atom+xml; charset=utf-8"), ("de/y-1.feed.json", "application/feed+json; charset=utf-8"),
        ("sitemap.xml", "application/xml; charset=utf-8"), ("de/x/facts.jsonl", "application/x-ndjson; charset=utf-8"),
        ("facts.csv", "text/csv; charset=utf-8"), ("card.png", "image/png"), ("pagefind/a.pf_meta", "application/octet-stream"),
        ("pagefind/wasm.unknown.pagefind", "application/octet-stream"), ("CNAME", "application/octet-stream"),
    ],
)  # fmt: skip
def test_media_types(path, expected):
    assert media_type(path) == expected
