"""`beleg withdraw`: what is taken back goes from the pages, which say so, and comes back when its lines are taken out."""

import io
import json

import pytest

from archives import answer
from beleg.ingest.archive import writing

FEED = """\
<rss version="2.0"><channel><title>Paper</title><link>https://paper.example/</link><language>de</language>
<item><guid>1</guid><title>Kragenpumpe</title><link>https://paper.example/1</link>
<description>Nach Angaben von Elmvik kostet die Kragenpumpe K4 rund 900 Euro. Das Labor Thermis maß 52 Dezibel.
Elmvik will sie im Mai 2027 liefern.</description></item></channel></rss>
"""
ONE = """\
---
title: "Novira bringt Flora"
publisher: Wärmeblatt
published: 2026-11-20
url: https://waermeblatt.example/flora/
---
Nach Angaben von Novira kostet die Wärmepumpe Flora 4.900 Euro. Das Labor Thermis maß 21 Kilowattstunden am Tag.
"""
TWO = """\
---
title: "Flora im Test"
publisher: Testblatt
published: 2026-11-21
---
Die Wärmepumpe Flora läuft nach Angaben von Novira mit 35 Dezibel. Das Labor Ventor maß 38 Dezibel im Betrieb.
"""
WHY = "Der Verlag hat den Artikel zurückgezogen."


@pytest.fixture
def digest(project, monkeypatch):
    (project / "sources" / "flora.md").write_text(ONE, "utf-8")
    (project / "sources" / "test.md").write_text(TWO, "utf-8")
    (project / "sources" / "paper.source.toml").write_text('feed = "https://paper.example/feed"\n', "utf-8")
    (project / "sources" / "neu.source.toml").write_text('feed = "https://neu.example/feed"\n', "utf-8")
    with writing(project / "archive") as writer:
        writer.keep(
            answer(FEED.encode(), address="https://paper.example/feed"), source="paper", role="feed",
            time="2026-11-29T06:00:00Z", language=None, entries=1, fresh=1,
        )  # fmt: skip
    monkeypatch.setenv("BELEG_NOW", "2026-11-30T23:30:00Z")
    (project / "sources" / "beleg.toml").write_text('[site]\nzone = "Europe/Berlin"\nlocales = ["de", "en"]\n', "utf-8")
    return project


def decisions(project):
    file = project / "sources" / "decisions.toml"
    return file.read_text("utf-8") if file.exists() else None


@pytest.mark.parametrize(
    "name", ["flora.md", "sources/flora.md", "https://waermeblatt.example/flora/", "http://www.waermeblatt.example/flora?utm_source=x"]
)  # fmt: skip
def test_an_article_is_taken_back_by_its_name_or_address(beleg, digest, name):
    """Dated by the one clock, in the site's zone: half past midnight in Berlin is the next day."""
    run = beleg(digest, "withdraw", name, "--why", f"  {WHY}\n", "--yes")
    assert run.code == 0
    assert decisions(digest) == f'[[withdrawn]]\narticle = "flora.md"\nwhy = "{WHY}"\ndate = "2026-12-01"\n'
    assert "Withdrew the article “Novira bringt Flora”, Wärmeblatt, 2026-11-20; sources/decisions.toml:1" in run.err
    assert "To undo it, take its lines out." in run.err
    assert run.err.endswith("Next: run `beleg build`; the pages then carry a correction with date and reason.\n")


def test_a_source_is_taken_back_as_a_whole(beleg, digest):
    run = beleg(digest, "withdraw", "paper", "--why", "x", "--date", "2026-11-28", "--yes")
    assert run.code == 0
    assert decisions(digest) == '[[withdrawn]]\nsource = "paper"\nwhy = "x"\ndate = "2026-11-28"\n'
    assert "write paused = true into sources/paper.source.toml" in run.err
    for name in ("https://paper.example/feed", "paper.source.toml"):
        assert "paper was withdrawn on 2026-11-28" in beleg(digest, "withdraw", name, "--why", "x", "--yes").err
    assert beleg(digest, "build").code == 0
    page = (digest / "public" / "en" / "index.html").read_text("utf-8")
    assert "Withdrawn: all articles of the source “paper”" in page
    assert "<summary><span>1 withdrawn article</span></summary>" in page
    assert "K4" not in page


def test_a_source_that_gave_nothing_has_nothing_to_take_back(beleg, digest):
    run = beleg(digest, "withdraw", "neu", "--why", "x", "--yes")
    assert (run.code, decisions(digest)) == (1, None)
    assert "sources/neu.source.toml: neu gave no article" in run.err


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 1), ("\n", 1)])
def test_it_asks_first(beleg, digest, monkeypatch, answer, code):
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    run = beleg(digest, "withdraw", "flora.md", "--why", WHY)
    assert run.code == code
    assert "Withdraw the article “Novira bringt Flora”" in run.err
    assert (decisions(digest) is None) is (code == 1)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("flora.txt", "--why", "x"), 1, "no article or source is called 'flora.txt', or has that address. Did you mean flora.md?"),
        (("https://elsewhere.example/", "--why", "x"), 1, "no article or source is called"),
        (("flora.md", "--why", " "), 2, "write a reason that can be printed"),
        (("flora.md", "--why", "a\x1bb"), 2, "write a reason that can be printed"),
        (("flora.md", "--why", "x", "--date", "30.11.2026"), 2, "'30.11.2026' is no day; write it as in 2026-11-30"),
        (("flora.md",), 2, "Missing option '--why'"),
    ],
)  # fmt: skip
def test_what_it_does_not_understand_changes_nothing(beleg, digest, arguments, code, message):
    run = beleg(digest, "withdraw", *arguments, "--yes")
    assert run.code == code
    assert message in run.err
    assert decisions(digest) is None


def test_an_address_that_two_articles_have_is_not_guessed(beleg, digest):
    head = ONE[: ONE.index("---", 4)].replace("title: ", "title: Noch einmal, ")
    (digest / "sources" / "zwei.md").write_text(f"{head}---\nDie Pumpe Terra kostet laut Novira 5.000 Euro.\n", "utf-8")
    run = beleg(digest, "withdraw", "https://waermeblatt.example/flora", "--why", "x", "--yes")
    assert (run.code, decisions(digest)) == (1, None)
    assert "2 articles have this address: flora.md, zwei.md. Name one of them" in run.err


def test_decisions_that_are_broken_stay_as_they_are(beleg, digest):
    (digest / "sources" / "decisions.toml").write_text("[[decision]\n", "utf-8")
    run = beleg(digest, "withdraw", "flora.md", "--why", WHY, "--yes")
    assert run.code == 1
    assert "sources/decisions.toml:1: no TOML" in run.err
    assert decisions(digest) == "[[decision]\n"


def test_from_withdrawal_to_correction_and_back(beleg, digest):
    """The facts are gone, the pages say so, a second withdrawal is refused, and undoing undoes all."""
    assert beleg(digest, "build").code == 0
    pages = {path.relative_to(digest): path.read_bytes() for path in (digest / "public").rglob("*.html")}
    assert beleg(digest, "withdraw", "flora.md", "--why", WHY, "--yes").code == 0
    built = beleg(digest, "build", "--json")
    assert built.code == 0
    counted = json.loads(built.out)
    assert (counted["articles"], counted["withdrawn"]) == (2, 1)
    everything = "".join(path.read_text("utf-8") for path in (digest / "public").rglob("*.html"))
    assert "4.900 Euro" not in everything
    for page in ("index.html", "sources.html"):
        text = (digest / "public" / "de" / page).read_text("utf-8")
        assert '<section class="group" id="corrections"' in text
        assert '<time datetime="2026-12-01">1. Dezember 2026</time>' in text
        assert f'Grund: <span lang="">{WHY}</span>' in text
        assert '<a href="https://waermeblatt.example/flora/">' in text
    assert 'href="#corrections">1 correction</a>' in (digest / "public" / "en" / "index.html").read_text("utf-8")
    again = beleg(digest, "withdraw", "flora.md", "--why", "x", "--yes")
    assert again.code == 1
    assert "sources/decisions.toml:1: flora.md was withdrawn on 2026-12-01" in again.err
    for command in ("review", "check", "facts"):
        assert beleg(digest, command).code == 0
    (digest / "sources" / "decisions.toml").write_text("", "utf-8")
    assert beleg(digest, "build").code == 0
    assert {path.relative_to(digest): path.read_bytes() for path in (digest / "public").rglob("*.html")} == pages


def test_a_withdrawal_that_fits_nothing_is_a_warning(beleg, digest):
    (digest / "sources" / "decisions.toml").write_text(
        '[[withdrawn]]\narticle = "gone.md"\nwhy = "x"\ndate = "2026-11-30"\n', "utf-8"
    )
    run = beleg(digest, "build")
    assert run.code == 0
    assert "warning: sources/decisions.toml:1: a withdrawal fits no article: article gone.md." in run.err
