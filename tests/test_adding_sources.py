"""The way of a new user: three sources added by their addresses, fetched, built; each as such sources come."""

import gzip
import http.server
import io
import json
import threading

import pytest

BLURB = "Novira hat die Wärmepumpe Flora vorgestellt. Mehr dazu im Artikel …"
ARTICLE = """<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Flora ist da - Heizblatt</title>
<link rel="canonical" href="{url}/flora"><meta property="og:site_name" content="Heizblatt"></head><body>
<nav><a href="/">Start</a> <a href="/abo">Abo</a></nav><article><h1>Flora ist da</h1>
<p>Der Hersteller Novira hat am 3. März 2026 in Hannover die Wärmepumpe Flora vorgestellt, die vor allem für ältere Häuser gedacht ist.</p>
<p>Nach Angaben von Novira kostet sie 4.900 Euro. Das Labor Thermis maß einen Verbrauch von 21 Kilowattstunden am Tag.</p>
<p>Ein Termin für den Verkauf in Österreich steht nach Angaben des Unternehmens noch nicht fest.</p>
</article><footer>Impressum</footer></body></html>"""
HOME = """<!DOCTYPE html><html lang="de"><head><title>Heizblatt</title>
<link rel="alternate" type="application/rss+xml" title="Alle Meldungen" href="/rss">
<link rel="alternate" type="application/rss+xml" title="Kommentare" href="/comments/feed"></head><body><p>Nachrichten.</p></body></html>"""
GERMAN = """<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Heizblatt – Nachrichten</title>
<link>{url}/</link><description>Nachrichten aus dem Heizungskeller</description><language>de</language>
<item><title>Flora ist da</title><link>{url}/flora?utm_source=rss</link><guid>{url}/flora</guid>
<pubDate>Tue, 03 Mar 2026 08:15:00</pubDate><description>{blurb}</description></item></channel></rss>"""
SERBIAN = """<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sr-Cyrl">
<title>Топли дом</title><id>urn:topli</id><updated>2026-03-04T10:00:00+01:00</updated><link href="{url}/sr/"/>
<entry><title>Флора стиже у продају</title><id>urn:topli:1</id><link href="{url}/sr/flora"/><updated>2026-03-04T10:00:00+01:00</updated>
<content type="html">&lt;p&gt;Компанија Новира представила је топлотну пумпу Флора, намењену старијим кућама. Уређај је приказан у Хановеру.&lt;/p&gt;
&lt;p&gt;Према речима портпарола компаније Новира, уређај кошта 4.900 евра. Лабораторија Термис измерила је потрошњу од 21 киловат-сата дневно.&lt;/p&gt;
&lt;p&gt;Новира каже да још није познато када ће пумпа бити у продаји у Аустрији.&lt;/p&gt;</content></entry></feed>"""
RUSSIAN = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>«Флора» вышла на рынок | Тёплый дом</title></head>
<body><div class="menu">Главная Новости Контакты</div><div class="content"><h1>«Флора» вышла на рынок</h1><p class="date">5 марта 2026</p>
<p>Компания «Новира» представила в Ганновере тепловой насос «Флора», рассчитанный прежде всего на старые дома.</p>
<p>По словам представителя «Новиры», устройство стоит 4900 евро. Лаборатория «Термис» измерила расход: 21 киловатт-час в сутки.</p>
<p>Когда насос появится в продаже в Австрии, в компании пока не говорят.</p></div></body></html>"""


class Site(http.server.ThreadingHTTPServer):
    """Pages by their path: type and body; with what was asked for."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.redirects = {}
        self.by_query = None
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.pages = {
            "/": ("text/html", HOME.encode()),
            "/rss": ("application/rss+xml", GERMAN.format(url=self.url, blurb=BLURB).encode()),
            "/flora": ("text/html; charset=utf-8", ARTICLE.format(url=self.url).encode()),
            "/sr/feed": ("application/atom+xml", SERBIAN.format(url=self.url).encode()),
            "/ru/flora.html": ("text/html", RUSSIAN.encode("windows-1251")),
        }


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        if path in self.server.redirects:
            self.send_response(302)
            self.send_header("Location", self.server.redirects[path])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        kind, body = self.server.pages.get(path, (None, b"nothing here"))
        if path == "/artikel" and self.server.by_query:
            kind, body = "text/html; charset=utf-8", self.server.by_query(self.path.partition("?")[2])
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    server = Site()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def digest(project, site, monkeypatch):
    monkeypatch.setenv("BELEG_NOW", "2026-03-06T09:00:00Z")
    settings = f'[site]\nname = "Wärme"\nzone = "Europe/Berlin"\n\n[fetch]\npause = 0\nallow = ["127.0.0.1:{site.server_port}"]\n'
    (project / "sources" / "beleg.toml").write_text(settings, "utf-8")
    return project


def test_three_sources_added_fetched_and_built(beleg, digest, site):
    """Blurbs with a page behind each, full text in Cyrillic, a page of windows-1251."""
    added = beleg(digest, "add", "--yes", f"{site.url}/", f"{site.url}/sr/feed", f"{site.url}/ru/flora.html")
    assert added.code == 0, added.err
    assert "title: Heizblatt\n" in added.out
    assert "entries: 1\ntext: only blurbs; `beleg fetch` fetches the pages" in added.out
    assert f"also there: {site.url}/comments/feed (Kommentare)" in added.out
    assert "language: sr-Cyrl" in added.out
    assert "text: the feed holds the whole text" in added.out
    assert "page: " in added.out
    assert "Next: run `beleg fetch`, then `beleg build`." in added.err
    files = {path.name: path.read_text("utf-8") for path in (digest / "sources").glob("*.source.toml")}
    assert set(files) == {"heizblatt.source.toml", "topli-dom.source.toml", "tyoply-dom.source.toml"}
    german = files["heizblatt.source.toml"]
    assert f'feed = "{site.url}/rss"' in german
    # Its times have no zone.
    assert 'zone = "Europe/Berlin"' in german

    fetched = beleg(digest, "fetch")
    assert (fetched.code, fetched.out) == (0, "")
    assert "Fetched 3 of 3 sources: 2 new entries, 1 article page." in fetched.err

    articles = {row["source"]: row for row in json.loads(beleg(digest, "check", "--json").out)["articles"]}
    assert {name: (row["language"], row["script"], row["text_from"]) for name, row in articles.items()} == {
        "heizblatt": ("de", "Latn", "full"),
        "topli-dom": ("sr", "Cyrl", "feed"),
        "tyoply-dom": ("ru", "Cyrl", "full"),
    }
    german = articles["heizblatt"]
    assert (german["title"], german["published"], german["zone_assumed"]) == (
        "Flora ist da",
        "2026-03-03T07:15:00Z",
        True,
    )
    assert german["url"] == f"{site.url}/flora"
    assert articles["tyoply-dom"]["title"] == "«Флора» вышла на рынок"

    built = beleg(digest, "build")
    assert built.code == 0
    facts = [json.loads(row) for row in beleg(digest, "facts").out.splitlines()]
    prices = [fact for fact in facts if fact["quantities"] == [{"value": 4900, "unit": "EUR", "qualifier": "exact"}]]
    assert [fact["languages"] for fact in prices] == [["de", "ru", "sr"]]
    pages = "".join(path.read_text("utf-8") for path in (digest / "public" / "de").glob("*.html"))
    assert "4.900 Euro" in pages
    # What stands around an article is none of it.
    assert "Impressum" not in "".join(row["title"] for row in articles.values())

    before = list(site.asked)
    again = beleg(digest, "fetch")
    assert "0 new entries, 0 article pages" in again.err
    # The page that is there already is not asked for again.
    assert site.asked[len(before) :].count("/flora") == 0


def test_the_blurb_is_read_while_its_page_is_not_there(beleg, digest, site):
    """And said to be one; the page is asked for three times, then no more."""
    del site.pages["/flora"]
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    for _ in range(4):
        run = beleg(digest, "fetch")
        assert run.code == 0
    assert site.asked.count("/flora") == 3
    [row] = json.loads(beleg(digest, "check", "--json").out)["articles"]
    assert (row["text_from"], row["url"]) == ("blurb", f"{site.url}/flora?utm_source=rss")


def test_nothing_is_added_twice_or_without_a_yes(beleg, digest, site, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    asked = beleg(digest, "add", f"{site.url}/rss")
    assert asked.code == 1
    assert "nobody answered. Add --yes to add what is found without asking" in asked.err
    assert not list((digest / "sources").glob("*.source.toml"))
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    again = beleg(digest, "add", "--yes", f"{site.url}/rss#top")
    assert (again.code, again.out) == (0, "")
    assert "sources/heizblatt.source.toml describes" in again.err
    assert len(list((digest / "sources").glob("*.source.toml"))) == 1


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/missing", "HTTP 404"),
        ("/pdf", "neither a feed nor a page with an article: not HTML: it holds a PDF"),
        ("/broken", "incomplete"),
    ],
)
def test_what_is_no_source_is_not_added(beleg, digest, site, path, message):
    site.pages["/pdf"] = ("text/html", b"%PDF-1.7 x")
    site.pages["/broken"] = ("application/rss+xml", site.pages["/rss"][1][:300])
    run = beleg(digest, "add", "--yes", site.url + path)
    assert run.code == 1
    assert message in run.err
    assert not list((digest / "sources").glob("*.source.toml"))


def test_an_address_that_is_private_is_refused(beleg, digest, site):
    """What is not named in `allow` is not contacted."""
    (digest / "sources" / "beleg.toml").write_text("", "utf-8")
    run = beleg(digest, "add", "--yes", f"{site.url}/rss")
    assert run.code == 1
    assert "address not allowed" in run.err
    assert site.asked == []


def test_a_list_of_feeds_is_added_feed_by_feed(beleg, digest, site, tmp_path):
    list_ = tmp_path / "feeds.opml"
    outlines = "".join(
        f'<outline type="rss" text="x" xmlUrl="{site.url}{path}"/>' for path in ("/rss", "/missing", "/sr/feed")
    )
    list_.write_text(
        f'<opml version="2.0"><head/><body><outline text="Alle">{outlines}</outline></body></opml>', "utf-8"
    )
    run = beleg(digest, "add", "--yes", str(list_))
    assert run.code == 1
    assert "lists 3 feeds" in run.err
    assert "HTTP 404" in run.err
    assert len(list((digest / "sources").glob("*.source.toml"))) == 2


def test_a_key_in_an_address_is_pointed_out(beleg, digest, site):
    run = beleg(digest, "add", "--yes", f"{site.url}/rss?apikey=SCHLUESSEL-77")
    assert run.code == 0
    assert "holds a password or key" in run.err
    assert "SCHLUESSEL-77" not in run.out + run.err


def test_a_source_that_is_renamed_keeps_its_articles(beleg, digest, site):
    """It has the same address, and its server is not told that nothing changed since."""
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    assert beleg(digest, "fetch").code == 0
    [file] = (digest / "sources").glob("*.source.toml")
    del site.pages["/rss"]
    file.rename(file.with_name("neu.source.toml"))
    [row] = json.loads(beleg(digest, "check", "--json").out)["articles"]
    assert (row["source"], row["text_from"]) == ("neu", "full")
    assert beleg(digest, "fetch").code == 1
    assert len(json.loads(beleg(digest, "check", "--json").out)["articles"]) == 1


def test_one_article_at_one_address_counts_once(beleg, digest, site):
    """As a page of its own and as an entry of a feed: that which says more stands."""
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    assert beleg(digest, "add", "--yes", "--page", "--name", "seite", f"{site.url}/flora").code == 0
    assert beleg(digest, "fetch").code == 0
    run = beleg(digest, "check", "--json")
    found = json.loads(run.out)
    assert len(found["articles"]) == 1
    assert any("so it was not counted again" in problem["message"] for problem in found["problems"])


def test_the_day_of_a_page_can_be_said_in_its_source(beleg, digest, site):
    site.pages["/undated"] = (
        "text/html; charset=utf-8",
        ARTICLE.format(url=site.url).replace("/flora", "/undated").encode(),
    )
    assert beleg(digest, "add", "--yes", "--page", "--name", "seite", f"{site.url}/undated").code == 0
    assert beleg(digest, "fetch").code == 0
    assert 'published = "YYYY-MM-DD"' in beleg(digest, "review").out
    with (digest / "sources" / "seite.source.toml").open("a", encoding="utf-8") as file:
        file.write('published = "2026-03-02"\n')
    [row] = json.loads(beleg(digest, "check", "--json").out)["articles"]
    assert row["published"] == "2026-03-02"


def test_a_variable_in_an_address_is_no_key(beleg, digest, site, monkeypatch):
    monkeypatch.setenv("SCHLUESSEL", "geheim-99")
    run = beleg(digest, "add", "--yes", f"{site.url}/rss?apikey=${{SCHLUESSEL}}")
    assert run.code == 0
    assert "holds a password or key" not in run.err
    assert "geheim-99" not in run.out + run.err + "".join(
        path.read_text("utf-8") for path in (digest / "sources").iterdir()
    )


FORM = b"<html><body><h1>Anmelden</h1><p>Bitte melden Sie sich an, um weiterzulesen.</p><input type='password'></body></html>"
NOTICE = (
    "<html lang='de'><body><h1>Wartungsarbeiten</h1><p>Unsere Seite wird gerade gewartet. Wir sind bald zurück.</p></body></html>"
).encode()


@pytest.mark.parametrize("today", [FORM, NOTICE, b"", b"%PDF-1.7"])
def test_what_a_page_held_before_outlives_what_it_holds_today(beleg, digest, site, today):
    """A source that is a page: a form to log in, a notice, nothing at all cost no article."""
    assert beleg(digest, "add", "--yes", "--page", "--name", "seite", f"{site.url}/flora").code == 0
    assert beleg(digest, "fetch").code == 0
    site.pages["/flora"] = ("text/html; charset=utf-8", today)
    beleg(digest, "fetch")
    [row] = json.loads(beleg(digest, "check", "--json").out)["articles"]
    assert row["title"] == "Flora ist da"
    # What is corrected there is read, however.
    site.pages["/flora"] = ("text/html; charset=utf-8", ARTICLE.format(url=site.url).replace("4.900", "5.100").encode())
    beleg(digest, "fetch")
    assert "5.100 Euro" in beleg(digest, "statements").out


def test_an_entry_whose_page_leads_to_the_front_page_keeps_its_blurb(beleg, digest, site):
    site.redirects["/flora"] = "/"
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    run = beleg(digest, "fetch")
    assert "it leads to the site's front page, so the article is gone" in run.err
    [row] = json.loads(beleg(digest, "check", "--json").out)["articles"]
    assert row["text_from"] == "blurb"


def test_pages_that_differ_in_what_is_hidden_stay_apart(beleg, digest, site):
    """`sid` may be a session or an article; it is never shown, but tells pages apart."""
    items = "".join(
        f"<item><title>Meldung {word}</title><link>{site.url}/artikel?sid={number}</link><description>{word} …</description></item>"
        for number, word in enumerate(("Eins", "Zwei", "Drei"))
    )
    site.pages["/drei"] = (
        "application/rss+xml",
        f'<rss version="2.0"><channel><title>Drei</title>{items}</channel></rss>'.encode(),
    )
    site.by_query = lambda query: (
        ARTICLE.format(url=site.url).replace("Flora", f"Pumpe{query[-1]}").replace("/flora", f"/x{query[-1]}").encode()
    )
    assert beleg(digest, "add", "--yes", "--name", "drei", f"{site.url}/drei").code == 0
    assert beleg(digest, "fetch").code == 0
    told = {json.loads(row)["quote"] for row in beleg(digest, "statements").out.splitlines()}
    for number in range(3):
        assert any(f"Pumpe{number}" in quote for quote in told)


def test_a_key_that_a_server_repeats_is_not_kept(beleg, digest, site, monkeypatch):
    """Nor does a build need to know it: the pages are the same with the variable and without."""
    monkeypatch.setenv("SCHLUESSEL", "geheim-4711")
    body = site.pages["/rss"][1].replace(b"/flora?utm_source=rss", b"/flora?k=geheim-4711")
    site.pages["/rss"] = ("application/rss+xml", body)
    (digest / "sources" / "geheim.source.toml").write_text(f'feed = "{site.url}/rss?apikey=${{SCHLUESSEL}}"\n', "utf-8")
    assert beleg(digest, "fetch").code == 0
    monkeypatch.delenv("SCHLUESSEL")
    said = beleg(digest, "check", "--json").out + beleg(digest, "sources", "--opml").out
    assert beleg(digest, "build").code == 0
    pages = "".join(path.read_text("utf-8") for path in (digest / "public").rglob("*.html"))
    assert "geheim-4711" not in said + pages
    # It is not in the archive either.
    kept = b"".join(gzip.decompress(path.read_bytes()) for path in (digest / "archive").glob("*.gz"))
    assert b"flora?k=***" in kept
    assert b"geheim-4711" not in kept


def test_a_wall_in_place_of_an_entrys_page_costs_no_text(beleg, digest, site, monkeypatch):
    """The feed says that the article changed, and its page asks for consent, at more length than the blurb."""
    dated = (
        site.pages["/rss"][1]
        .replace(b"<pubDate>", b"<atom:updated>2026-03-07T08:00:00Z</atom:updated><pubDate>")
        .replace(b'<rss version="2.0">', b'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">')
    )
    assert beleg(digest, "add", "--yes", f"{site.url}/rss").code == 0
    assert beleg(digest, "fetch").code == 0
    site.pages["/rss"] = ("application/rss+xml", dated)
    wall = "<p>Wir und unsere Partner verwenden auf dieser Seite Cookies, um sie zu verbessern und zu bezahlen.</p>"
    site.pages["/flora"] = (
        "text/html; charset=utf-8",
        f"<html lang='de'><body><h1>Bitte</h1>{wall}</body></html>".encode(),
    )
    monkeypatch.setenv("BELEG_NOW", "2026-03-08T09:00:00Z")
    assert beleg(digest, "fetch").code == 0
    assert site.asked.count("/flora") == 2
    told = beleg(digest, "statements").out
    assert "4.900 Euro" in told
    assert "Cookies" not in told
