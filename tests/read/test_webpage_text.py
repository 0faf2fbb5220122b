"""Where a page's article is, word for word; what a feed holds; pages that a browser saved; where they link to."""

import time
from contextlib import suppress

import pytest

from beleg.errors import ReadError
from beleg.read import read
from beleg.read.webpage import fragment, parse
from beleg.records import Document

SENTENCES = [
    f"Absatz {n}: der Hersteller sagt, dass der Akku nach {n} Monaten noch hält, und wir haben es geprüft."
    for n in range(8)
]
MENU = "<ul>" + "<li><a href='/x'>Hier steht ein Verweis auf einen anderen Artikel</a></li>" * 9 + "</ul>"
BANNER = f"<div id='cookie-consent'><p>{'Wir und unsere 842 Partner speichern Informationen auf Ihrem Gerät. ' * 9}</p></div>"


def page(body, head="", **given):
    return parse(f"<html><head>{head}</head><body>{body}</body></html>".encode(), **given)


def kinds(found):
    return [(block.kind, found.text[block.start : block.end]) for block in found.blocks]


@pytest.mark.parametrize(
    "wrapping",
    [
        "{}",
        "<form action='/s'><div class='related-wrapper'>{}</div></form>",
        "<div class='page with-navigation'><div class='entry'>{}</div></div>",
        "<table><tr><td></td><td>{}</td></tr></table>",
    ],
)
def test_an_article_is_found_whatever_its_page_calls_what_holds_it(wrapping):
    body = wrapping.format("".join(f"<p>{one}</p>" for one in SENTENCES))
    found = page(f"{BANNER}<nav>{MENU}</nav>{body}<footer><p>Alle Rechte vorbehalten, Das Blatt 2026.</p></footer>")
    assert found.text == "\n\n".join(SENTENCES)


def test_a_short_article_is_not_drowned_by_what_surrounds_it():
    imprint = "".join(
        f"<p>Herausgegeben von der Beispielblatt Verlagsgesellschaft, alle Rechte vorbehalten ({n}).</p>"
        for n in range(9)
    )
    teasers = "".join(
        f"<article><h3>Meldung {n}</h3><p>Ein Anriss, der zu einer anderen Meldung führt.</p></article>"
        for n in range(3)
    )
    brief = f"<h1>Akku hält</h1><p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p>"
    found = page(f"<article>{brief}</article><div class=legal>{imprint}</div><div class=list>{teasers}</div>")
    assert (found.title, found.text) == ("Akku hält", f"{SENTENCES[0]}\n\n{SENTENCES[1]}")


def test_an_article_in_several_parts_is_whole():
    parts = "".join(
        f"<article><p>{one}</p><p>{two}</p></article>" for one, two in zip(SENTENCES[::2], SENTENCES[1::2], strict=True)
    )
    assert page(f"<main>{parts}</main>").text == "\n\n".join(SENTENCES)


def test_words_stay_as_the_page_has_them():
    odd = "Gro\u0308ße\u00a0 60\u00a0h, \u2068Пример\u2069 co\u00adop ½ \ufb01n \u2800\u28ff Ende"
    found = page("".join(f"<p>{one}</p>" for one in SENTENCES) + f"<p>{odd}</p><p>Das war <i>der</i>  <b>Satz</b>.</p>")
    # HTML folds blanks; nothing else changes, not even the signs that are used for marks.
    assert found.text.split("\n\n")[-2:] == [odd.replace("\u00a0 60", "\u00a0 60"), "Das war der Satz."]


def test_reading_twice_gives_the_same_and_writes_nothing(capfd):
    body = "".join(f"<p>{one}</p>" for one in SENTENCES * 2)
    assert page(body) == page(body)
    page("<p>.</p>")
    assert capfd.readouterr() == ("", "")


def test_comments_of_readers_are_no_part_of_the_article():
    body = "".join(f"<p>{one}</p>" for one in SENTENCES)
    comments = "".join(
        f"<li class='comment'><p>Kommentar {n}: ich sehe das ganz anders als Sie.</p></li>" for n in range(5)
    )
    assert "Kommentar" not in page(f"<article>{body}</article><div id=comments><ol>{comments}</ol></div>").text


def test_nothing_of_a_row_or_heading_is_lost():
    rows = "<tr><th>Größe</th><th>Wert</th></tr><tr><td><p>Laufzeit</p><p>voll</p></td><td>44 <b>h</b> höchstens<br>gemessen</td></tr>"
    assert kinds(fragment(f"<h2>Neue <em>Werte</em> hier</h2><table>{rows}</table>")) == [
        ("heading", "Neue Werte hier"), ("row", "Größe | Wert"), ("row", "Laufzeit voll | 44 h höchstens gemessen"),
    ]  # fmt: skip


def test_a_page_of_more_blocks_than_any_article_is_read_by_rule():
    found = page("<article>" + "<p>Ein Satz, der da steht.</p>" * 12_000 + f"</article><aside>{SENTENCES[0]}</aside>")
    assert (len(found.blocks), SENTENCES[0] in found.text) == (12_000, False)


def test_comments_between_a_paragraph_s_bold_words_are_no_trouble():
    assert (
        "Satz"
        in page("<article><p><!-- x --></p><p><b>Ein Satz</b></p><table><tr><td><!-- y --><td>a<tr><td>b</table>").text
    )


@pytest.mark.parametrize(
    ("html", "blocks"),
    [
        ("Nur Text, <b>ohne</b> Absatz.", [("paragraph", "Nur Text, ohne Absatz.")]),
        ("<p>Eins.</p><ul><li>Zwei</li><li>Drei</li></ul>", [("paragraph", "Eins."), ("item", "Zwei"), ("item", "Drei")]),
        # What whole pages hold besides their articles is part of an entry.
        ("<div class='teaser'><p>Eins.</p></div><aside>Zwei.</aside>", [("paragraph", "Eins."), ("paragraph", "Zwei.")]),
        ("<h1>Der  Titel</h1><p>Eins.</p>", [("paragraph", "Eins.")]),
        ("<p>der titel</p><p>Der Titel</p>", [("paragraph", "Der Titel")]),
        ("Eins.<img src='https://t.example/1.gif' width=1 height=1 alt=Zähler><br><br>Zwei.", [("paragraph", "Eins."), ("paragraph", "Zwei.")]),
        ("<p>Eins.</p><p>Der Beitrag <a href=/a>Der Titel</a> erschien zuerst auf <a href=/>Das Blatt</a>.</p>", [("paragraph", "Eins.")]),
        ("<p>Eins.</p>The post <a>Der Titel</a> appeared first on <a>Das Blatt</a>.", [("paragraph", "Eins.")]),
        ("<p>Один.</p><a href=/a>Читать далее →</a>", [("paragraph", "Один.")]),
        ("<p>Jedan.</p><p><a href=/a>Opširnije…</a></p>", [("paragraph", "Jedan.")]),
        ("<p>Један.</p><p>[Опширније]</p>", [("paragraph", "Један.")]),
        ("</div></body>Eins.<p>Zwei.", [("paragraph", "Eins."), ("paragraph", "Zwei.")]),
        ("<script>alert(1)</script><style>p{}</style><p onclick='x()'>Eins.</p>", [("paragraph", "Eins.")]),
        ("", []), ("<p> </p>", []), ("<!-- x", []),
    ],
)  # fmt: skip
def test_the_text_of_an_entry(html, blocks):
    assert kinds(fragment(html, title="Der Titel")) == blocks


def test_a_text_without_tags_is_cut_into_paragraphs():
    found = fragment("Der Akku & <mehr>\nhält.\n\n \nZweitens: 5 > 3.", title="Der Akku", media_type="text/plain")
    assert found.text == "Der Akku & <mehr> hält.\n\nZweitens: 5 > 3."


def test_an_entry_nested_too_deep_is_empty():
    assert fragment("<div>" * 5_000 + "x").text == ""


def test_links_of_the_text_absolute_each_once_in_order():
    html = """<p><a href="../2026/akku.html#teil">Akku</a>, <a href="?seite=2">zwei</a>, <a href="#f">Fuß</a>, <a href="mailto:red@b.example?subject=x">Post</a>
    <a href="//cdn.example/x">cdn</a> <a href="http://straße.example/größe?q=ä b">Straße</a> <a href="javascript:x()">js</a> <a href="/2026/akku.html">noch einmal</a>
    <a href="ftp://a.example">ftp</a> <a href="https://me:pw@a.example/geheim">Geheim</a> <a href="/leer"></a> <a href="http://[">kaputt</a></p>"""
    assert fragment(html, address="https://www.blatt.example/technik/a.html").links == (
        "https://www.blatt.example/2026/akku.html", "https://www.blatt.example/technik/a.html?seite=2", "mailto:red@b.example",
        "https://cdn.example/x", "http://xn--strae-oqa.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b", "https://a.example/geheim",
    )  # fmt: skip


def test_links_of_a_page_are_those_of_its_article():
    body = (
        "".join(f"<p>{one}</p>" for one in SENTENCES)
        + "<p>Mehr sagt das <a href='werk'>Werk</a> in seinem Bericht dazu.</p>"
    )
    found = page(f"<nav>{MENU}</nav><article>{body}</article>", "<base href='/b/'>", address="https://x.example/a/c")
    assert found.links == ("https://x.example/b/werk",)


def test_links_are_bounded():
    assert len(fragment("".join(f"<a href='https://x.example/{n}'>a</a>" for n in range(3_000))).links) == 200


BODY = "".join(f"<p>{one}</p>" for one in SENTENCES)


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- saved from url=(0027)https://x.example/a/akku.html -->",
        "<!--\n Page saved with SingleFile \n url: https://x.example/a/akku.html \n saved date: Wed Oct 14 2026\n-->",
    ],
)
def test_a_saved_page_tells_where_it_is_from(comment):
    found = parse(
        f"<!DOCTYPE html>\n{comment}\n<html><body>{BODY}<p>Siehe <a href='b'>dort</a>, steht da.</p>".encode()
    )
    assert (found.url, found.links) == ("https://x.example/a/akku.html", ("https://x.example/a/b",))


MHTML = f"""From: <Saved by Blink>
Snapshot-Content-Location: https://x.example/akku
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----b"

------b
Content-Type: text/html; charset=windows-1252
Content-Transfer-Encoding: quoted-printable
Content-Location: https://x.example/akku

<html><head><title>Gr=F6=DFer</title></head><body>{BODY.replace("ä", "=E4").replace("ü", "=FC")}</body></html>
------b
Content-Type: image/gif
Content-Transfer-Encoding: base64

R0lGODlh
------b--
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_page_saved_in_one_file_is_read(ends):
    found = parse(MHTML.replace("\n", ends).encode())
    assert (found.title, found.url, found.text) == ("Größer", "https://x.example/akku", "\n\n".join(SENTENCES))


def test_a_saved_file_without_a_page_is_told():
    with pytest.raises(ReadError, match="holds no page"):
        parse(MHTML.replace("text/html; charset", "text/plain; charset").encode(), path="a.mhtml")


@pytest.mark.parametrize(
    ("text", "header", "meta", "encoding"),
    [
        ("Bürgermeister prüft Glasfaser für Ötzdorf", "iso-8859-1", None, "utf-8"),
        ("Цены вырастут на пять процентов, сообщило ведомство", "windows-1251", "utf-8", "windows-1251"),
        ("Цены вырастут на пять процентов, сообщило ведомство", "utf-8", None, "koi8-r"),
        ("Čeka se žuta štampa: đaci grade ćelije", None, "iso-8859-1", "iso-8859-2"),
        ("Čeka se žuta štampa: đaci grade ćelije", "windows-1250", "nonsense", "windows-1250"),
        ("Die Behörde prüft es für 5 €", "x-unknown\0", None, "iso-8859-15"),
    ],
)
def test_the_bytes_decide_between_server_and_page(text, header, meta, encoding):
    html = f"<meta charset='{meta or encoding}'><article><p>{text}.</p></article>"
    assert parse(html.encode(encoding), charset=header).text == f"{text}."


SATZ = "<p>Ein Satz, der da steht.</p>"
# Each took tens of seconds, or minutes, at a size of two megabytes or less.
PATTERNS = {
    # Blanks, before which a declaration was looked for; trafilatura's own patterns dislike them, too.
    "blanks": ("<p>Ein Satz.</p>", " "),
    "blanks inside": (f"<p>{SENTENCES[0]}", " "),
    # Of what stands side by side trafilatura takes the square.
    "headings": ("", "<h1>a</h1>"),
    "links": ("<p>", "<a href='/x'>l</a> "),
    "spans": ("<p>", "<span>a </span>"),
    "runs": ("<p>", "<b>x</b> y "),
    "line breaks": ("<p>", "a<br>"),
    "cells": ("<table><tr>", "<td>a"),
    # Of what lies deep, the depth for each.
    "wrappers": ("<div class='meta'>" * 450, SATZ),
    "articles": ("<article>" * 450, SATZ),
    "consent": ("<div class='cookie'>" * 450, SATZ),
    "deep links": ("<div>" * 400, "<p><a href='/x'>lorem ipsum</a></p>"),
    "titles": ("<h1>" * 400, "x"),
    "times": ("<div class='ad'>" * 400, "<time datetime='2026-10-14T10:00'>x</time>"),
    "preformatted": ("<pre>" * 400, "Ein Satz, der da steht.\n\n"),
    "raised": ("<a>" * 400, "<sup>1</sup>"),
}


def paced(start, pattern, size):
    """Seconds that a page takes, be it read or refused."""
    before = time.process_time()
    with suppress(ReadError):
        page(f"<p>{SENTENCES[0]}</p>{start}" + pattern * ((size - len(start)) // len(pattern)))
    return time.process_time() - before


@pytest.mark.parametrize("name", ["blanks inside", "links", "spans", "wrappers", "consent", "deep links", "raised"])
def test_no_page_takes_long(name):
    """What takes the square of the size, or the depth for each element; the others, and larger ones, are slow tests."""
    assert paced(*PATTERNS[name], 400_000) < 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [100_000, 500_000, 2_000_000])
@pytest.mark.parametrize("name", PATTERNS)
def test_no_page_of_megabytes_takes_long(name, size):
    assert paced(*PATTERNS[name], size) < 4


@pytest.mark.parametrize(("deep", "number"), [(0, 60_001), (400, 6_000)])
def test_a_page_of_more_elements_than_any_article_is_refused(deep, number):
    with pytest.raises(ReadError, match="elements are more than 60,000"):
        page("<div>" * deep + "<p>a</p>" * number)


def test_places_where_a_word_may_be_broken_are_nothing():
    assert (
        fragment("<p>" + "Donau<wbr>dampf<WBR/>schiff " * 600 + "</p>").text
        == "Donaudampfschiff " * 599 + "Donaudampfschiff"
    )


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # Marks of notes, which made 9501 of 950.
        ("950<sup><a href='#f1'>1</a></sup> Kilometer", "950 Kilometer"),
        ("950<a href='#f1'><sup>1</sup></a> Kilometer", "950 Kilometer"),
        ("950<sup>[1]</sup><sup>[2]</sup> Kilometer<sup>3)</sup>", "950 Kilometer"),
        ("950<sup>*</sup> Kilometer<sup>1,&nbsp;†</sup>", "950 Kilometer"),
        ("950<sup class='footnote-ref'>1</sup> Kilometer<sup role=doc-noteref>2</sup>", "950 Kilometer"),
        ("950<sup id=fnref1>1</sup> Kilometer", "950 Kilometer"),
        # Nothing says what it is, so it stays, apart from the number.
        ("950<sup>1</sup> Kilometer", "950¹ Kilometer"),
        ("10<sup>3</sup> Tonnen, 10<sup>−6</sup> Gramm, 10<sup>n</sup>", "10³ Tonnen, 10⁻⁶ Gramm, 10ⁿ"),
        ("500 m<sup><i>2</i></sup>, 2<sup>n+1</sup>, <sup>14</sup>C", "500 m², 2ⁿ⁺¹, ¹⁴C"),
        ("<a href='/x'>500 m<sup>2</sup></a> Fläche", "500 m² Fläche"),
        # Letters are letters.
        ("1<sup>st</sup>, M<sup>me</sup>, S<sup>n</sup>t", "1st, Mme, Sⁿt"),
        ("Preis<sup>Alle Preise in Euro, Stand vom 3. Mai 2026, ohne Fracht</sup>", "PreisAlle Preise in Euro, Stand vom 3. Mai 2026, ohne Fracht"),
        ("CO<sub>2</sub> und H<sub>2</sub>O, log<sub>10</sub>", "CO2 und H2O, log10"),
        ("101<sub>2</sub>, H<sub>2</sub>0, 3<sup>1</sup>/<sub>2</sub>", "101₂, H₂0, 3¹/₂"),
        # Struck out is no longer said.
        ("<del>100</del> <ins>95</ins> Euro, <s>alt</s> neu, <strike>nie</strike>", "95 Euro, neu,"),
    ],
)  # fmt: skip
def test_raised_and_struck_out_words_change_no_number(html, text):
    """In entries of feeds and on pages, in its paragraphs and in its title."""
    html = f"Es sind {html}"
    assert fragment(f"<p>{html}</p>").text == f"Es sind {text}"
    found = page(f"<article><h1>{html}</h1>" + "".join(f"<p>{one}</p>" for one in SENTENCES) + f"<p>{html} da</p>")
    assert (found.title, found.text.split("\n\n")[-1]) == (f"Es sind {text}", f"Es sind {text} da")


AGENCY = f"""HANNOVER (ag) -- {SENTENCES[0]}
{SENTENCES[1]}

{SENTENCES[2]}
{" " * 3}
<b>{SENTENCES[3]}

{SENTENCES[4]}</b>


{SENTENCES[5]}"""


def test_preformatted_prose_is_text_in_paragraphs():
    expected = [f"HANNOVER (ag) -- {SENTENCES[0]} {SENTENCES[1]}", *SENTENCES[2:6]]
    assert page(f"<h1>Akku</h1><pre>{AGENCY}</pre><p>Ende der Meldung.</p>").text.split("\n\n")[:5] == expected
    assert fragment(f"<pre>{AGENCY}</pre>").text.split("\n\n") == expected


@pytest.mark.parametrize(
    "code",
    [
        "<pre><code>Der Akku hält</code></pre>",
        "<pre class='language-text'>Der Akku hält</pre>",
        "<div class='highlight'><div><pre>Der Akku hält</pre></div></div>",
        "<pre>if (akku[0] == 5) { return akku; }</pre>",
        "<pre>Modell    Reichweite\nS1        950</pre>",
    ],
)
def test_code_and_columns_are_no_text(code):
    assert fragment(f"<p>Eins.</p>{code}<p>Zwei.</p>").text == "Eins.\n\nZwei."


def test_a_live_blog_keeps_the_headings_of_all_its_entries():
    entries = "".join(
        f"<article><time>1{n}:00</time><h3>Meldung {n}</h3><p>{SENTENCES[n]}</p></article>" for n in range(5)
    )
    assert kinds(page(f"<main><h1>Ticker</h1>{entries}</main>")) == [
        block for n in range(5) for block in (("heading", f"Meldung {n}"), ("paragraph", SENTENCES[n]))
    ]


@pytest.mark.parametrize("between", ["", "</div><div>"])
def test_the_part_with_the_title_belongs_to_an_article_in_several_parts(between):
    parts = f"<article><h1>Akku</h1><p>{SENTENCES[0]}</p></article>{between}<article>{{}}</article>"
    found = page(f"<div>{parts}</div>".format("".join(f"<p>{one}</p>" for one in SENTENCES[1:])))
    assert found.text == "\n\n".join(SENTENCES)


@pytest.mark.parametrize("blank", [" ", "\u2028"])
def test_a_declaration_without_an_end_takes_no_long_time(blank):
    start = time.process_time()
    found = parse(f'<?xml version="1.0"?><?xml encoding="{blank * 60_000}><p>Ein Satz.'.encode())
    assert (found.text, time.process_time() - start < 2) == ("Ein Satz.", True)


@pytest.mark.parametrize(
    "line",
    [
        "Lesen Sie auch: Gaspreise steigen weiter",
        "Lesen Sie mehr mit unserem Newsletter.",
        "Alle Rechte vorbehalten.",
        "© 2026 Blatt",
        "Nachrichten | Sport | Wetter",
        "Читайте также: цены растут",
        "Подписывайтесь на наш канал в мессенджере",
        "При перепечатке ссылка обязательна.",
        "Pratite nas i na našoj stranici.",
        "Пратите нас и на нашој страници.",
        "Bonus video:",
    ],
)
def test_what_speaks_to_the_pages_readers_is_no_text(line):
    """Wherever it stands between the paragraphs, in a page and in an entry."""
    one = "Der Hersteller Novira hat in Hannover eine Wärmepumpe vorgestellt, die für ältere Häuser gedacht ist."
    two = "Ein Labor hat gemessen, wie viel Strom sie an einem kalten Tag braucht, und das Ergebnis veröffentlicht."
    body = f"<p>{one}</p><p>{line}</p><p>{two}</p>"
    assert fragment(body).text == f"{one}\n\n{two}"
    assert parse(f"<html><body><article><h1>Neu</h1>{body}</article></body></html>".encode()).text == f"{one}\n\n{two}"


def test_rows_of_a_table_are_no_menu():
    html = "<table><tr><th>Größe</th><th>Blatt</th><th>Labor</th></tr><tr><td>Last</td><td>3 kW</td><td>4 kW</td></tr></table>"
    assert "Größe | Blatt | Labor" in fragment(html).text


@pytest.mark.parametrize(
    ("line", "language", "day"),
    [
        ("27. November 2026", "de", "2026-11-27"),
        ("Stand: 27.11.2026, 14:05 Uhr", "de", "2026-11-27"),
        ("27.11.2026. 10:20", "sr", "2026-11-27"),
        ("28 ноября 2026 г., 14:30", "ru", "2026-11-28"),
        ("27.11.2026 14:30", "ru", "2026-11-27"),
    ],
)
def test_a_date_below_the_heading_is_the_articles(line, language, day):
    """Where the page's data say nothing, and nothing marks it."""
    paragraphs = {
        "de": ("Der Hersteller Novira hat eine Wärmepumpe vorgestellt, die für ältere Häuser gedacht ist.",
               "Ein Labor hat gemessen, wie viel Strom sie an einem kalten Tag braucht. Das Ergebnis liegt vor."),
        "sr": ("Proizvođač Novira predstavio je toplotnu pumpu koja je namenjena starijim kućama u zemlji.",
               "Laboratorija je izmerila koliko struje ona troši tokom hladnog dana. Rezultat je objavljen."),
        "ru": ("Производитель «Новира» представил тепловой насос, который рассчитан на старые дома.",
               "Лаборатория измерила, сколько электричества он расходует в холодный день. Результат опубликован."),
    }[language]  # fmt: skip
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = f"<html><body><div><h1>Flora 2</h1><p>{line}</p>{body}</div></body></html>".encode()
    article = read(Document(id="a.html", data=html, media_type="text/html"))
    assert article.published == day
    # Where it stands in the text, it says nothing of its own.
    assert [block.kind for block in article.blocks if article.text[block.start : block.end] == line] in ([], ["byline"])
