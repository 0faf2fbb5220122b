"""`beleg email`: an edition as messages, from its record or from the draft."""

import email
import email.policy
import re
import shutil
from email.header import decode_header, make_header
from email.utils import getaddresses
from pathlib import Path

import lxml.html
import pytest

CASES = Path(__file__).parents[1] / "cases"
HOSTILE = """\
---
title: "Müller & Söhne: F&E <neu> – „5 > 3“ <script>alert(1)</script>"
publisher: "Blatt <b>fett</b>\\nBcc: x@y.example"
date: 2026-10-14
lang: de
source_url: "https://www.beispielblatt.example/s?a=1&b=2&copy=3"
---
Müller & Söhne hat die Abteilung F&E verdoppelt, sagt das Unternehmen. Das Labor Thermis maß 5 > 3 Grad.
"""


@pytest.fixture
def digest(project):
    """A project with an article whose title and publisher are traps, in two locales."""
    (project / "sources" / "beleg.toml").write_text(
        '[site]\nlocales = ["de", "sr-Cyrl"]\naddress = "https://digest.example/"\ncontact = "r@digest.example"\n',
        "utf-8",
    )
    (project / "sources" / "falle.md").write_text(HOSTILE, "utf-8")
    return project


def read(data):
    return email.message_from_bytes(data, policy=email.policy.default)


def test_a_draft_and_its_published_edition_are_the_same_message(beleg, digest):
    """But for its date: that of publication."""
    run = beleg(digest, "email", "draft", "--out", "mail")
    assert run.code == 0, run.err
    assert re.search(r"^Wrote 2 messages, \d+ KB in all, into mail\.$", run.err, re.MULTILINE)
    draft = {path.name: path.read_bytes() for path in (digest / "mail").iterdir()}
    assert set(draft) == {"2026-10-14.de.eml", "2026-10-14.sr-Cyrl.eml"}
    assert beleg(digest, "build").code == 0
    assert beleg(digest, "publish", "--date", "2026-10-20").code == 0
    assert beleg(digest, "email", "2026-10-14", "--out", "mail/again").code == 0
    for name, data in draft.items():
        again = (digest / "mail" / "again" / name).read_bytes()
        assert again == data.replace(b"Wed, 14 Oct 2026", b"Tue, 20 Oct 2026")
    # A sentence of the record stands in it whatever becomes of its source.
    (digest / "sources" / "falle.md").unlink()
    assert beleg(digest, "email", "2026-10-14", "--out", "mail/later").code == 0
    assert (digest / "mail/later/2026-10-14.de.eml").read_bytes() == (
        digest / "mail/again/2026-10-14.de.eml"
    ).read_bytes()


def test_hostile_titles_change_no_header_and_no_page(beleg, digest):
    assert beleg(digest, "email", "draft", "--out", "mail").code == 0
    found = read((digest / "mail" / "2026-10-14.de.eml").read_bytes())
    assert found["Bcc"] is None
    assert found["From"] == "Beleg <r@digest.example>"
    assert found["To"] == "undisclosed-recipients:;"
    text, page = (found.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert "F&E" in text
    assert "F&amp;E" in page
    assert "&amp;amp;" not in page
    for part in (text, page):
        assert "<script" not in part
    assert "©=3" not in page + text


def test_the_traps_of_a_feed_stay_outside(beleg, digest):
    """Eighteen paragraphs with attacks in a feed's text: no element of theirs, no attribute, no address but of the web."""
    shutil.copy(CASES / "feeds" / "xss-content.xml", digest / "sources" / "falle.xml")
    shutil.copy(CASES / "articles" / "ampersand-title.md", digest / "sources" / "titel.md")
    (digest / "sources" / "falle.source.toml").write_text('file = "falle.xml"\npublisher = "<b>Blatt</b>"\n', "utf-8")
    assert beleg(digest, "email", "draft", "--out", "mail").code == 0
    for path in (digest / "mail").iterdir():
        found = read(path.read_bytes())
        page = lxml.html.fromstring(
            found.get_body(("html",)).get_content().encode(), parser=lxml.html.HTMLParser(encoding="utf-8")
        )
        tags = {one.tag for one in page.iter() if isinstance(one.tag, str)}
        assert not tags & {
            "script",
            "iframe",
            "object",
            "form",
            "input",
            "base",
            "svg",
            "math",
            "img",
            "link",
            "noscript",
        }
        assert not [
            name for one in page.iter() for name in one.attrib if name.startswith("on") or name in ("src", "srcdoc")
        ]
        assert {one.get("href").partition(":")[0] for one in page.iter("a")} <= {"https", "http"}
        assert set(found.keys()) <= {
            "Subject", "From", "To", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Language",
        }  # fmt: skip


def test_one_message_goes_to_standard_output(beleg, digest):
    run = beleg(
        digest, "email", "draft", "--locale", "sr_cyrl", "--to", "Лист: a@b.example;", "--from", "Ја <i@b.example>"
    )
    assert run.code == 0
    found = read(run.out.encode())
    assert found["Content-Language"] == "sr-Cyrl"
    assert (str(found["To"]), str(found["From"])) == ("Лист: a@b.example;", "Ја <i@b.example>")
    assert "notice" not in run.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["draft"], "several messages don't go to standard output: name a folder with --out, or one --locale"),
        (["draft", "--locale", "ru"], "ru is none of this site's: de, sr-Cyrl"),
        (["draft", "--locale", "fr"], "unknown locale 'fr'"),
        (["draft", "--from", "nobody", "--out", "m"], "'nobody' is no e-mail address"),
        (["draft", "--from", "a@b.example\nBcc: c@d.example", "--out", "m"], "control character"),
        (["2026-W44", "--out", "m"], "no edition is called '2026-W44'"),
        (["draft", "--out", "sources/falle.md"], "can't be written"),
    ],
)  # fmt: skip
def test_what_can_not_be_is_said(beleg, digest, arguments, message):
    run = beleg(digest, "email", *arguments)
    assert run.code in (1, 2)
    assert message in run.err
    assert not (digest / "m").exists()


def test_without_settings_it_says_what_is_missing(beleg, digest):
    (digest / "sources" / "beleg.toml").write_text('[site]\nlocales = ["de"]\n[email]\nfrom = "x"\n', "utf-8")
    run = beleg(digest, "email", "draft", "--out", "mail")
    assert run.code == 1
    assert run.err.count("sources/beleg.toml:4: `from` in [email] 'x' is no e-mail address") == 1
    assert "notice: From is Beleg <digest@beleg.invalid>, which is nobody" in run.err
    assert "notice: the messages lead to no page" in run.err


@pytest.mark.parametrize("contact", ["", 'contact = "r@digest.example"\n'])
def test_a_name_of_two_lines_stays_in_its_header(beleg, digest, contact):
    name = r"Дайджест\r\nBcc: x@y.example\u0000, \"z\" <a@b.example>"
    (digest / "sources" / "beleg.toml").write_text(f'[site]\nlocales = ["de"]\nname = "{name}"\n{contact}', "utf-8")
    run = beleg(digest, "email", "draft")
    assert run.code == 0, run.err
    found = read(run.out.encode())
    assert found["Bcc"] is None
    # Python's newer reader puts a space between two words of RFC 2047 in a name.
    ((shown, address),) = getaddresses([email.message_from_bytes(run.out.encode())["From"]])
    assert str(make_header(decode_header(shown))) == 'Дайджест Bcc: x@y.example , "z" <a@b.example>'
    assert address.endswith((".invalid", "r@digest.example"))
    assert found["Subject"].startswith("Дайджест Bcc: x@y.example")


def test_nothing_new_is_no_draft(beleg, project):
    assert "there is no draft: nothing is new" in beleg(project, "email", "draft", "--out", "mail").err


def test_a_template_of_ones_own_and_its_fault(beleg, digest):
    """The fault is named with file and line, in either part."""
    (digest / "templates").mkdir()
    (digest / "templates" / "email.txt").write_text("eins\n{{ edition.nane }}\n", "utf-8")
    run = beleg(digest, "email", "draft", "--out", "mail")
    assert run.code == 1
    assert "templates/email.txt:2: template fails: there is no gap `edition.nane`, but `edition.name`" in run.err
    (digest / "templates" / "email.txt").write_text("Kurz: {{ edition.count }}\n", "utf-8")
    assert beleg(digest, "email", "draft", "--out", "mail").code == 0
    assert (
        read((digest / "mail/2026-10-14.de.eml").read_bytes()).get_body(("plain",)).get_content().startswith("Kurz: ")
    )


def test_a_message_that_can_not_be_shorter_is_told(beleg, digest):
    """What a template of one's own adds is not cut."""
    (digest / "templates").mkdir()
    (digest / "templates" / "email.html").write_text("<p>" + "lang " * 20_000, "utf-8")
    run = beleg(digest, "email", "draft", "--locale", "de")
    assert run.code == 0
    assert "notice: de: 1 story left out" in run.err
    assert "notice: de: even so the message has 100 KB" in run.err
