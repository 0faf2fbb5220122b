"""A page gives its article and nothing around it, and says of itself what its data say."""

import json
from pathlib import Path

import pytest

from beleg.errors import ReadError
from beleg.read import read
from beleg.records import Document

CASES = Path(__file__).parents[1] / "cases"


def page(data, **fields):
    data = data.encode() if isinstance(data, str) else data
    return read(Document(id="a.html", data=data, media_type="text/html"), **fields)


def case(name):
    return page((CASES / "pages" / name).read_bytes())


def pieces(article):
    return [(block.kind, article.text[block.start : block.end]) for block in article.blocks]


LD = {
    "@graph": [
        {"@type": "Organization", "name": "Verlag"},
        {
            "@type": ["NewsArticle"], "headline": "Akku im Test", "datePublished": "2026-11-24T08:00:00+01:00",
            "dateModified": "2026-11-25", "author": [{"name": "Eva Lind"}, {"name": "Jan Pohl"}],
            "publisher": {"name": "Haus & Herd"}, "inLanguage": "de",
        },
    ]
}  # fmt: skip
RICH = f"""<!DOCTYPE html><html lang="de"><head><title>Akku im Test | Haus &amp; Herd</title>
<link rel="canonical" href="https://herd.example/akku"><script type="application/ld+json">{json.dumps(LD)}</script></head>
<body class="with-sidebar"><header><nav><ul><li><a href="/a">Politik und Wirtschaft</a></li></ul></nav></header>
<main><article><h1>Akku im Test</h1><p class="byline">Von Eva Lind</p>
<figure><img src="x.jpg"><figcaption>Foto: Lind</figcaption></figure>
<p>Seit Oktober steht der Akku im Handel, und wir haben ihn <a href="/k">gekauft</a>
 und geprüft.</p>
<h2>Messwerte</h2><table><tr><th>Größe</th><th>Blatt</th><th>Labor</th></tr><tr><td>Laufzeit</td><td>60&nbsp;h</td><td>44 h</td></tr></table>
<p><strong>Was sonst auffiel</strong></p><ul><li>Er lädt <b>schnell</b>.</li><li>Er wird warm:<ul><li>bis 61 Grad</li></ul></li></ul>
<blockquote><p>„Wir sind zufrieden“, sagt die Firma.</p></blockquote><div class="newsletter"><p>Jetzt 25.000 Lesern folgen!</p></div>
<p>Zwei Zeilen<br>in einem Absatz.<br><br>Und ein neuer.</p><script>var x = 1;</script></article></main>
<aside><p>Andere Akkus im Test, hier lesen Sie mehr darüber.</p></aside><footer><p>Alle Rechte vorbehalten, Haus &amp; Herd.</p></footer></body></html>"""


def test_the_main_text_in_blocks():
    article = page(RICH)
    assert pieces(article) == [
        ("paragraph", "Seit Oktober steht der Akku im Handel, und wir haben ihn gekauft und geprüft."),
        ("heading", "Messwerte"),
        ("row", "Größe | Blatt | Labor"), ("row", "Laufzeit | 60\u00a0h | 44 h"),
        ("heading", "Was sonst auffiel"),
        ("item", "Er lädt schnell."), ("item", "Er wird warm:"), ("item", "bis 61 Grad"),
        ("paragraph", "„Wir sind zufrieden“, sagt die Firma."),
        ("paragraph", "Zwei Zeilen in einem Absatz."), ("paragraph", "Und ein neuer."),
    ]  # fmt: skip
    assert article.text == "\n\n".join(text for _, text in pieces(article))


def test_what_the_page_says_of_itself():
    article = page(RICH)
    assert (article.title, article.publisher, article.publisher_from) == ("Akku im Test", "Haus & Herd", "page")
    assert (article.published, article.updated) == ("2026-11-24T08:00:00+01:00", "2026-11-25")
    assert (article.author, article.url) == ("Eva Lind, Jan Pohl", "https://herd.example/akku")


def test_a_heading_that_words_the_title_differently_is_a_title_too():
    article = page(
        "<meta property='og:title' content='Kurz'><article><h1>Lang</h1><p>Der Hersteller sagt, es läuft.</p></article>"
    )
    assert (article.title, pieces(article)[0]) == ("Kurz", ("title", "Lang"))


def test_consent_texts_are_no_article():
    article = case("cookie-banner.html")
    assert article.text == "Die Notenbank senkt die Gebühr auf 0,05 Prozent.\n\nDas gilt ab dem 1. Dezember 2026."
    assert (article.title, article.publisher) == ("Notenbank senkt Gebühr", "Beispielblatt")


def test_a_title_keeps_its_own_separators():
    article = case("title-separators.html")
    assert (article.title, article.publisher) == ("RISC-V: Neue Chips – schneller & sparsamer", "Beispielblatt")


def test_bytes_decide_over_what_a_page_says_of_its_encoding():
    article = case("meta-charset-conflict.html")
    assert article.text == "Цене ће порасти за 5 одсто, саопштио је завод."
    assert (article.title, article.language, article.script) == ("Цене расту", "sr", "Cyrl")


@pytest.mark.parametrize("declared", ["windows-1251", "iso-8859-1"])
def test_a_legacy_page_is_decoded(declared):
    text = "<html><head><meta charset='{}'><title>Т</title></head><body><p>Цены вырастут на пять процентов, сообщило ведомство.</p></body></html>"
    assert (
        page(text.format(declared).encode("windows-1251")).text
        == "Цены вырастут на пять процентов, сообщило ведомство."
    )


@pytest.mark.parametrize(("name", "words"), [("pdf-as-html.html", "not HTML"), ("login.html", "log in")])
def test_what_is_no_article(name, words):
    with pytest.raises(ReadError, match=words):
        case(name)


def test_a_plain_text_with_the_wrong_ending():
    with pytest.raises(ReadError, match="not HTML"):
        page("Der Hersteller sagt, es läuft.")


def test_front_matter_of_a_page_comes_first():
    article = page("---\ntitle: Anders\npublished: 2026-01-02\n---\n<p>Der Hersteller sagt, dass es läuft.</p>")
    assert (article.title, article.published) == ("Anders", "2026-01-02")
    assert pieces(article) == [("paragraph", "Der Hersteller sagt, dass es läuft.")]


def test_a_page_without_landmarks():
    body = "".join(
        f"<p>Absatz {n}: der Hersteller sagt, dass es läuft, und wir haben es geprüft.</p>" for n in range(4)
    )
    article = page(
        f"<body><div><a href='/'>Start</a> <a href='/x'>Weiteres</a></div><div><div>{body}</div></div></body>"
    )
    assert [kind for kind, _ in pieces(article)] == ["paragraph"] * 4
    assert (article.title, article.publisher, article.published) == (None, None, None)


def test_a_page_whose_paragraphs_are_divisions_and_line_breaks():
    lines = "<br><br>".join(
        f"Absatz {n}: der Hersteller sagt, dass es läuft, und wir haben es geprüft." for n in range(3)
    )
    divisions = "".join(
        f"<div>Absatz {n}: die Firma sagt, dass es läuft, und wir haben es geprüft.</div>" for n in range(3)
    )
    menu = (
        "<ul>"
        + "<li><a href='/x'>Hier steht ein langer Verweis auf einen anderen Artikel der Seite</a></li>" * 9
        + "</ul>"
    )
    article = page(f"<body>{menu}<table><tr><td>{menu}</td><td><div>{lines}{divisions}</div></td></tr></table></body>")
    assert [kind for kind, _ in pieces(article)] == ["paragraph"] * 6


def test_the_longest_article_of_several_is_read():
    teaser = "<article><p>Ein Anriss, der nur ein paar Worte hat und sonst nichts.</p></article>"
    text = "".join(
        f"<p>Absatz {n}: der Hersteller sagt, dass es läuft, und wir haben es geprüft.</p>" for n in range(4)
    )
    assert len(pieces(page(f"<main>{teaser}<article>{text}</article>{teaser}</main>"))) == 4


def test_a_dateline_in_the_text_serves_where_the_page_says_nothing():
    article = page(
        "<article><h1>Neuer Akku</h1><p>Akkublatt, 27. Oktober 2026</p><p>Der Hersteller sagt, dass er läuft.</p></article>"
    )
    assert (article.publisher, article.published) == ("Akkublatt", "2026-10-27")
    assert pieces(article)[0] == ("byline", "Akkublatt, 27. Oktober 2026")


def test_turns_of_an_interview_on_a_page():
    turns = "".join(f"<p>Kako je bilo {n}?</p><p>– Dobro je bilo, kao i uvek.</p>" for n in range(3))
    assert {kind for kind, _ in pieces(page(f"<article>{turns}</article>"))} == {"turn"}


def test_hidden_and_scripted_things_are_not_said():
    article = page(
        "<article><p>Der Hersteller sagt, es läuft.</p><p hidden>Geheim eins.</p><p style='display: none'>Geheim zwei.</p>"
        "<template><p>Geheim drei.</p></template><p aria-hidden='true'>Geheim vier.</p><!-- Geheim --></article>"
    )
    assert article.text == "Der Hersteller sagt, es läuft."


def test_an_external_entity_is_not_opened(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("CANARY")
    article = page(
        f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://{secret}">]>'
        "<html><body><p>Der Hersteller sagt: &x; und es läuft.</p></body></html>"
    )
    assert "CANARY" not in article.text


def nested(depth):
    return page(
        f"<html><body>{'<div>' * depth}<p>{'Der Akku hält nach Angaben des Herstellers länger. ' * 3}</p>".encode()
    )


def test_elements_nested_some_hundred_deep_are_read():
    assert nested(400).text.startswith("Der Akku")


@pytest.mark.parametrize("depth", [600, 5_000])
def test_elements_nested_too_deep_are_told(depth):
    with pytest.raises(ReadError, match="nested more than 500 deep"):
        nested(depth)
