"""Entries of feeds: the odd feeds of tests/cases/feeds, and what else real ones do."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from beleg.errors import FeedError
from beleg.ingest.feeds import is_feed, parse_feed

CASES = Path(__file__).parents[2] / "cases"
FEEDS = CASES / "feeds"
ADDRESS = "https://www.beispielblatt.example/feeds/alle.xml"


def read(name, **given):
    return parse_feed((FEEDS / name).read_bytes(), **{"address": ADDRESS, **given})


def rss(items, start="<title>Blatt</title>"):
    return f'<rss version="2.0"><channel>{start}{items}</channel></rss>'.encode()


def item(inner):
    return f"<item><title>Neu</title>{inner}</item>"


def refusal(data, **given):
    with pytest.raises(FeedError) as caught:
        parse_feed(data, **given)
    return caught.value.message


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("win1251-declared.xml", "Новый релиз СУБД «Вектор 4.2» вышел — что изменилось"),
        ("iso8859-2.xml", "Čeka se žuta štampa: đaci grade ćelije za 5 odsto manje"),
        ("utf8-says-utf16.xml", "Überblick: Größere Änderungen für Österreich"),
        ("bom-then-newline.xml", "Straße gesperrt: Server zieht um"),
        ("leading-newline.xml", "Straße gesperrt: Server zieht um"),
        ("text-xml.xml", "Prüfung bestanden: „Łódź“-Modul läuft – für 1.490 €"),
        ("header-says-latin1.xml", "Bürgermeister prüft Glasfaser für Ötzdorf"),
        ("control-chars.xml", "Neue Fassung veröffentlicht"),
    ],
)
@pytest.mark.parametrize(
    "media_type", [None, "text/xml", "application/rss+xml; charset=iso-8859-1", "text/html; charset=zlib"]
)
def test_a_title_is_read_in_the_encoding_of_its_bytes_whatever_the_header_says(name, title, media_type):
    assert read(name, media_type=media_type).entries[0].title == title


def test_texts_keep_no_break_spaces_and_typographic_marks():
    entry = read("win1251-declared.xml").entries[0]
    assert entry.content == "Разработчик сообщил: база стала быстрее на 12,5\u00a0%. Цена — 1\u00a0490\u00a0руб.."
    assert entry.author == "Пресс-служба"
    assert read("header-says-latin1.xml").entries[0].content == "„Someone’s“ Anschluss – kostet nichts."


@pytest.mark.parametrize(
    ("encoding", "declared", "text"),
    [
        ("utf-16", "utf-16", "Größere Änderung"),
        ("utf-16-le", "utf-8", "Größere Änderung"),
        ("utf-32-be", "", "Größere Änderung"),
        ("koi8-r", "windows-1251", "Новый релиз вышел в октябре, сообщила компания"),
        ("windows-1251", "iso-8859-1", "Новый релиз вышел в октябре, сообщила компания"),
        ("windows-1251", "punycode", "Новый релиз вышел в октябре, сообщила компания"),
        ("mac-cyrillic", "x-mac-cyrillic", "Новый релиз вышел в октябре, сообщила компания"),
        ("windows-1250", "", "Čeka se žuta štampa, kaže đak"),
        ("windows-1252", "us-ascii", "Die Größe der Änderung überrascht"),
        ("cp850", "", "Die Behörde prüft die Zulassung für Österreich, größere Mängel fand sie nicht"),
        ("mac-roman", "utf-8", "Die Behörde prüft die Zulassung für Österreich, größere Mängel fand sie nicht"),
        (
            "cp852",
            "",
            "Ministarstvo je saopštilo da će đaci dobiti nove knjige, cena neće biti viša, rekao je u četvrtak",
        ),
        ("cp855", "", "Разработчик сообщил, что база стала быстрее, а цена осталась прежней"),
        # Nothing but capitals and marks speaks for no other.
        ("windows-1252", "", "ÖVP und FPÖ"),
    ],
)
def test_a_wrong_or_missing_declaration_does_not_garble_a_feed(encoding, declared, text):
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    data = (head + rss(f"<item><title>{text}</title></item>").decode()).encode(encoding)
    assert parse_feed(data).entries[0].title == text


def test_a_declaration_that_the_bytes_belie_is_warned_of():
    data = (
        b"<?xml version='1.0' encoding='utf-8'?>"
        + "<rss><channel><title>Цены растут</title></channel></rss>".encode("cp1251")
    )
    assert "it says utf-8, but its bytes are cp1251" in parse_feed(data).warnings


@pytest.mark.parametrize("name", ["utf-7", "UNICODE-1-1-UTF-7", "hz", "ISO-2022-JP"])
def test_an_encoding_that_hides_what_it_says_is_not_read_and_warned_of(name):
    hidden = "+ADw-script+AD4-"
    data = rss(f"<item><title>{hidden}</title></item>")
    for feed in (
        parse_feed(f'<?xml version="1.0" encoding="{name}"?>'.encode() + data),
        parse_feed(data, media_type=f"text/xml; charset={name}"),
    ):
        assert feed.entries[0].title == hidden
        assert feed.warnings == (f"it says {name}, which is not read as such, for it can hide what is said",)


def test_one_broken_byte_costs_one_character():
    feed = parse_feed(rss(item("<description>Größe und Wärme, ZX</description>")).replace(b"ZX", b"\xffX"))
    assert feed.entries[0].content == "Größe und Wärme, \ufffdX"
    assert feed.warnings == ("broken utf-8: some bytes fit no character",)


def test_characters_that_xml_forbids_are_dropped_also_as_references():
    assert read("control-chars.xml").entries[0].content == "Vorher war es langsamer."
    assert parse_feed(rss("<item><title>a&#8;b&#x1F;c&#xD800;d&#9731;</title></item>")).entries[0].title == "abcd☃"


def test_a_title_encoded_twice_is_mended_only_if_exactly_right():
    feed = read("double-encoded.xml")
    assert [entry.title for entry in feed.entries] == [
        "Überblick: größere Änderungen",
        "AVIAÇÃO: São Paulo prüft „– Dråber“",
        "Â-Dur und Ã: zwei Buchstaben erklärt",
    ]
    assert feed.warnings == ("mojibake mended in 1 of its texts, which were encoded twice",)


@pytest.mark.parametrize(
    ("name", "dates"),
    [
        (
            "dates-serbian.xml",
            """2026-10-14T08:00:00Z 2026-10-14T08:00:00Z 2026-10-14T08:00:00Z 2026-06-05T07:00:00Z 2026-09-15T07:00:00Z
            2026-07-31 2026-08-22T12:30:00Z 2026-05-04T04:00:00Z""",
        ),
        (
            "dates-two-digit-year.xml",
            """2026-10-14T06:15:00Z 2017-09-22T19:05:03Z 1994-11-06T08:49:37Z 2000-01-01T00:00:00Z 1999-12-31T23:30:00Z
            1969-10-14T10:00:00Z""",
        ),
        ("dates-no-zone.xml", " ".join(["2026-10-14T06:15:00Z"] * 5)),
        (
            "dates-zone-names.xml",
            """2026-12-03T21:03:47Z 2026-10-14T06:15:00Z 2026-12-03T07:15:00Z 2026-12-03T07:15:00Z 2026-10-14T06:15:00Z
            2026-10-14T05:15:00Z 2026-12-04T14:00:00Z 2026-10-14T06:15:00Z 2026-10-14T06:15:00Z""",
        ),
        (
            "dates-future.xml",
            "2041-11-16T19:11:00Z 2026-11-30T12:20:00Z 2026-11-30T11:00:00Z 2026-11-29T18:00:00Z",
        ),
    ],
)
def test_dates_are_read_in_every_form_with_the_feeds_zone_where_none_is_said(name, dates):
    assert [entry.published for entry in read(name, zone="Europe/Belgrade").entries] == dates.split()


def test_an_assumed_zone_is_marked_and_an_unknown_one_warned_of():
    assert [entry.assumed for entry in read("dates-no-zone.xml").entries] == [True, True, True, False, False]
    *known, unknown = read("dates-zone-names.xml", zone="Europe/Berlin").entries
    assert not any(entry.assumed or entry.warnings for entry in known)
    assert unknown.assumed
    assert unknown.warnings == (
        "a date in an unknown zone, taken for Europe/Berlin: Wed, 14 Oct 2026 08:15:00 XYZ",
    )  # fmt: skip


def test_one_guid_for_all_is_warned_of_and_kept():
    feed = read("guid-all-same.xml")
    assert [entry.guid for entry in feed.entries] == ["https://www.beispielblatt.example/"] * 3
    assert [entry.link for entry in feed.entries] == [f"https://www.beispielblatt.example/a/{n}" for n in (1, 2, 3)]
    assert feed.warnings == ("all 3 entries have the same guid, which tells none of them apart",)


def test_a_blank_guid_is_none_and_no_link():
    entries = read("guid-empty.xml").entries
    assert [entry.guid for entry in entries] == [None, None, None]
    assert [entry.link for entry in entries] == [f"https://www.beispielblatt.example/{letter}" for letter in "abc"]


def test_an_entrys_language_is_what_the_feed_says_of_it():
    assert [entry.language for entry in read("mixed-language.xml").entries] == ["en"] * 4
    own = item("<dc:language xmlns:dc='http://purl.org/dc/elements/1.1/'>sr-Cyrl</dc:language>")
    assert parse_feed(rss(own + item(""), "<language>de</language>")).entries[0].language == "sr-Cyrl"


@pytest.mark.parametrize("name", ["entity-bomb.xml", "xxe-file.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("spelling", ["<!ENTITY", "<!entity", "<! ENTITY"])
def test_declared_entities_are_refused_in_any_encoding_and_case(name, encoding, spelling, monkeypatch):
    text = (FEEDS / name).read_text("utf-8").replace("<!ENTITY", spelling).replace('encoding="utf-8"', "")
    monkeypatch.chdir(FEEDS)
    began = time.perf_counter()
    assert refusal(text.encode(encoding)) == "it declares entities, which may hide anything and are refused"
    assert time.perf_counter() - began < 1


def test_an_entity_hidden_behind_the_seeming_end_of_a_doctype_is_refused():
    hidden = b"<!DOCTYPE rss [<!-- ]> --> <!ENTITY a 'b'> ]>" + rss(item("<description>&a;</description>"))
    assert "entities" in refusal(hidden)


def test_a_doctype_without_entities_is_dropped():
    data = b"<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://127.0.0.1:9/rss.dtd'>" + rss(item(""))
    assert parse_feed(data).entries[0].title == "Neu"
    assert parse_feed(b"<!DOCTYPE rss [<!ELEMENT a (b)> ]>" + rss(item(""))).entries[0].title == "Neu"


def test_bare_ampersands_and_undeclared_entities_are_mended_with_a_warning():
    feed = read("undefined-entity.xml")
    first, second, third = feed.entries
    assert (first.title, first.content) == ("F&E-Abteilung wächst", "Budget: 5\u00a0Mio.\u00a0Euro")
    assert (second.title, second.link) == ("„Alles neu“ – Umbau", "https://www.beispielblatt.example/neu?x=1&y=2")
    assert third.title == "Dritte Meldung"
    assert feed.warnings == ("undeclared entities or bare & in it were mended",)


def test_cdata_is_not_mended():
    data = rss(item("<description><![CDATA[A&nbsp;B &amp; C]]></description>") + "<item><title>A & B</title></item>")
    assert [entry.content for entry in parse_feed(data).entries] == ["A&nbsp;B &amp; C", ""]


@pytest.mark.parametrize(
    ("soup", "content"),
    [
        ("<description>Eins <br> zwei</description>", "Eins <br></br> zwei"),
        ("<description><p>Eins<p>zwei</description>", "<p>Eins<p>zwei</p></p>"),
        ("<description>5 < 6 und 7 > 6</description>", "5 < 6 und 7 > 6"),
        ("<description>Eins</b></description>", "Eins"),
        ("<description>Eins</Description>", "Eins"),
        ("<content:encoded>Eins</content:encoded>", "Eins"),
        ("<description class=a class=b>Eins</description>", "Eins"),
    ],
)
def test_complete_tag_soup_is_mended_with_a_warning(soup, content):
    feed = parse_feed(rss(item(soup) + item("<description>Danach</description>")))
    assert [entry.content for entry in feed.entries] == [content, "Danach"]
    assert "no well-formed XML; it was mended" in feed.warnings


def test_an_entry_that_is_not_closed_ends_where_the_next_begins():
    feed = parse_feed(rss("<item><title>Eins</title><item><title>Zwei<item><title>Drei</title></item>"))
    assert [entry.title for entry in feed.entries] == ["Eins", "Zwei", "Drei"]


def test_what_stands_around_a_feed_is_left_out_with_a_warning():
    before = b"<br />\n<b>Notice</b>: x in <b>a.php</b>\n<?xml version='1.0'?>" + rss(item(""))
    after = rss(item("")) + b"<script>track()</script>"
    assert parse_feed(before).warnings == ("something precedes its beginning, which is left out",)
    assert parse_feed(after).warnings == ("something follows its end, which is left out",)
    assert parse_feed(after).entries[0].title == parse_feed(before).entries[0].title == "Neu"


def test_a_feed_cut_anywhere_is_refused_whole():
    data = (FEEDS / "undefined-entity.xml").read_bytes()
    for end in range(len(data) // 3, len(data.rstrip()), 7):
        assert refusal(data[:end]) == "incomplete: it breaks off"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ((CASES / "pages" / "login.html").read_bytes(), "not a feed (HTML page)"),
        ((CASES / "pages" / "pdf-as-html.html").read_bytes(), "not a feed (it holds a PDF)"),
        ((FEEDS / "empty.xml").read_bytes(), "not a feed (empty)"),
        ((FEEDS / "only-declaration.xml").read_bytes(), "not a feed (empty)"),
        (b"\xef\xbb\xbf \n", "not a feed (empty)"),
        (b"Service unavailable", "not a feed (no XML and no JSON)"),
        (b"<!doctype HTML><p>Weiter", "not a feed (HTML page)"),
        (b"<opml><body/></opml>", "not a feed (its outermost element is <opml>)"),
        (b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', "not a feed (it has neither title nor entries)"),
    ],
)  # fmt: skip
def test_what_is_no_feed_is_named_as_what_it_is(data, message):
    assert refusal(data) == message


def test_a_feed_without_entries_is_read():
    feed = read("no-items.xml")
    assert (feed.title, feed.entries, feed.warnings) == ("Beispielblatt – Technik", (), ())


def test_addresses_are_resolved_against_the_nearest_base():
    first, second = read("xml-base.xml", address="https://anders.example/feed").entries
    assert first.link == "https://notizen.example/blog/2026/10/14/eins"
    assert first.links == (
        "https://bilder.example/x/zwei.html", "https://bilder.example/b.png", "https://bilder.example/wurzel",
        "https://bilder.example/x/#f",
    )  # fmt: skip
    assert second.link == "https://notizen.example/zwei"


def test_relative_addresses_in_a_text_start_from_the_articles_own():
    assert read("relative-urls.xml").entries[0].links == (
        "https://www.beispielblatt.example/2026/10/teil2.html",
        "https://www.beispielblatt.example/2026/09/alt.html",
        "https://www.beispielblatt.example/impressum",
        "https://cdn.beispielblatt.example/x",
        "https://www.beispielblatt.example/2026/10/artikel.html?seite=2",
        "https://xn--strae-oqa.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b",
    )


def test_a_relative_link_of_an_entry_starts_from_the_feed():
    feed = parse_feed(rss(item("<link>/neu</link>")), address="https://a.example/feed.xml")
    assert feed.entries[0].link == "https://a.example/neu"


def test_addresses_with_other_schemes_and_tracking_pixels_are_no_links():
    entry = read("xss-content.xml").entries[0]
    assert "https://gut.example/" in entry.links
    assert all(link.startswith(("https://", "http://", "mailto:")) for link in entry.links)
    assert not any("pixel" in link or "track" in link for link in entry.links)


def test_the_feeds_own_address_holds_no_credentials_of_its_links():
    feed = parse_feed(rss(item("<link>https://leser:geheim-42@a.example:8080/x</link>")))
    assert feed.entries[0].link == "https://a.example:8080/x"


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("AT&amp;amp;T", "AT&T"),
        ("&lt;b&gt;Fett&lt;/b&gt; &amp;amp; mehr", "Fett & mehr"),
        ("&lt;neu&gt; – „5 &gt; 3“", "<neu> – „5 > 3“"),
        ("<![CDATA[R&uuml;ckblick]]>", "Rückblick"),
        ("Eins&lt;br&gt;Zwei", "Eins Zwei"),
        ("<![CDATA[Eins<br/>Zwei <b>fett</b>]]>", "Eins Zwei fett"),
        ("&lt;span class='k'&gt;Köln:&lt;/span&gt; 5 m&lt;sup&gt;2&lt;/sup&gt; &lt;neu&gt;", "Köln: 5 m2 <neu>"),
        ("&lt;A HREF=&quot;/x&quot; title=y&gt;Ссылка&lt;/A&gt; &lt;neu&gt;", "Ссылка <neu>"),
        # What only looks like a tag, or is what the title speaks of.
        ("F&amp;E &lt;neu&gt; – „5 &gt; 3“", "F&E <neu> – „5 > 3“"),
        ("a &lt; b", "a < b"),
        ("a&lt;b und c&gt;d", "a<b und c>d"),
        ("HTML: &lt;b&gt; oder &lt;strong&gt;?", "HTML: <b> oder <strong>?"),
        ("AT&amp;amp;T &amp;lt;b&amp;gt;fett&amp;lt;/b&amp;gt;", "AT&T <b>fett</b>"),
        # Marks that turn what stands behind them around.
        ("Eins \u202eZwei\u202c \u2066Drei\u2069", "Eins Zwei Drei"),
        ("  zwei\n Zeilen ", "zwei Zeilen"),
        ("", None),
    ],
)
def test_a_title_is_plain_text_in_one_line(title, shown):
    assert (
        parse_feed(rss(f"<item><title>{title}</title><link>http://a.example</link></item>")).entries[0].title == shown
    )


def test_a_title_of_atom_that_says_it_is_text_is_text():
    title = "<title type='text'>Eins&lt;br&gt; &lt;b&gt;zwei&lt;/b&gt;</title>"
    data = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><entry>{title}<id>1</id></entry></feed>"
    assert parse_feed(data.encode()).entries[0].title == "Eins<br> <b>zwei</b>"


def test_an_atom_entry_gives_both_dates_its_source_and_its_feeds_author():
    feed = parse_feed(
        b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sr-Latn"><title>Vesti</title>
        <author><name>Redakcija</name></author><updated>2026-10-14T10:00:00+02:00</updated>
        <entry><title>Nov</title><id>urn:1</id><link href="https://v.example/1"/>
        <published>2026-10-13T10:00:00Z</published><updated>2026-10-14T08:00:00Z</updated>
        <source><title>Agencija</title><link href="https://agencija.example/"/></source>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Tekst</p></div></content></entry></feed>"""
    )
    entry = feed.entries[0]
    assert (feed.kind, feed.updated, feed.language) == ("atom10", "2026-10-14T08:00:00Z", "sr-Latn")
    assert (entry.published, entry.updated) == ("2026-10-13T10:00:00Z", "2026-10-14T08:00:00Z")
    assert (entry.source_title, entry.source_link) == ("Agencija", "https://agencija.example/")
    assert (entry.author, entry.language, entry.content) == ("Redakcija", "sr-Latn", "<p>Tekst</p>")


def test_an_rss_entry_says_where_it_came_from():
    entry = parse_feed(rss(item('<source url="https://q.example/rss">Quelle &amp; Co</source>'))).entries[0]
    assert (entry.source_title, entry.source_link) == ("Quelle & Co", "https://q.example/rss")


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("a@b.technology (Anna Muster)", "Anna Muster"),
        ("Anna Muster &lt;a@b.technology&gt;", "Anna Muster"),
        ("Anna Muster", "Anna Muster"),
        ("Anna \u202eretsuM\u2069", "Anna retsuM"),
    ],
)
def test_an_author_is_the_name_without_the_mail_address(author, name):
    assert parse_feed(rss(item(f"<author>{author}</author>"))).entries[0].author == name


def test_the_longest_text_is_the_content():
    both = "<description>Kurz</description><content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'>"
    entry = parse_feed(rss(item(f"{both}&lt;p&gt;Viel länger&lt;/p&gt;</content:encoded>"))).entries[0]
    assert (entry.content, entry.content_type) == ("<p>Viel länger</p>", "text/html")


SENTENCES = "Die Notenbank senkt die Gebühr auf 0,05 Prozent. " * 8


@pytest.mark.parametrize(
    ("summary", "text", "whole"),
    [
        (None, SENTENCES, True),
        ("Kurz", SENTENCES, True),
        (SENTENCES, SENTENCES, False),
        (None, "Die Notenbank senkt die Gebühr.", False),
        (None, f"{SENTENCES} […]", False),
        (None, f"{SENTENCES} Und …", False),
        (None, f"{SENTENCES} <a href='/x'>Weiterlesen »</a>", False),
        (None, f"{SENTENCES} <a href='/x'>Читать далее →</a>", False),
        (None, f"{SENTENCES} <a href='/x'>Опширније</a>", False),
        (None, f"{SENTENCES} <a href='/x'>Opširnije...</a>", False),
        (None, f"{SENTENCES} Das wird die Weiterlesen", False),
        (None, f"{SENTENCES} Mehr geht nicht.", True),
        (None, f"{SENTENCES} Цены, сроки и так далее.", True),
        (SENTENCES * 5, None, True),
        (SENTENCES, None, False),
    ],
)
def test_a_blurb_is_told_from_a_whole_text(summary, text, whole):
    inner = f"<description><![CDATA[{summary}]]></description>" if summary else ""
    if text:
        name = "content:encoded"
        inner += f"<{name} xmlns:content='http://purl.org/rss/1.0/modules/content/'><![CDATA[{text}]]></{name}>"
    assert parse_feed(rss(item(inner))).entries[0].whole is whole


@pytest.mark.parametrize(
    ("data", "feed"),
    [
        (rss(""), True),
        (b"\xef\xbb\xbf\n <!-- x --><!DOCTYPE rss><feed xmlns='http://www.w3.org/2005/Atom'>", True),
        ("<?xml version='1.0' encoding='utf-16'?><rdf:RDF>".encode("utf-16"), True),
        (b"\xef\xbb\xbf\xef\xbb\xbf" + rss(""), True),
        (rss("\u0416" * 3_000), True),
        (b'{"version": "https://jsonfeed.org/version/1.1", "items": [', True),
        (b'{"name": "package"}', False),
        (b"<html><head><title>rss</title>", False),
        (b"# Notes\n\n<rss> is a format", False),
        (b"", False),
        (b"\x89PNG\r\n\x1a\n", False),
    ],
)
def test_a_feed_is_known_by_its_beginning(data, feed):
    assert is_feed(data) is feed
