"""Letters: the edition's own words, who stands behind each, whole links or none, within what programs show."""

import email
import email.policy
import re
from dataclasses import replace
from email.header import decode_header, make_header
from email.headerregistry import Address
from email.utils import getaddresses

import pytest
from lxml import html

from beleg.ingest.editions import as_recorded
from beleg.mail.letters import LIMIT, Letters, plain
from beleg.mail.message import message
from beleg.records import Site
from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.pages import Pages
from beleg.render.told import CLASSES
from beleg.render.wording import Wordings
from render.records import published, second
from render.sample import edition, later

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
SITE = Site(name="Beleg", address="https://digest.example/news/", zone="Europe/Berlin", contact="Redaktion")
MARKS = dict(zip(CLASSES.values(), "□○◎△§◇◆¶?", strict=True))
# What stands for a class in the letters, and what an element may be: nothing that loads or runs.
NAMES = {
    "de": ("Herstellerangabe", "Kundenaussage", "Unabhängiger Beleg"), "en": ("Vendor claim", "Customer claim", "Independent evidence"),
    "ru": ("Утверждение производителя", "Утверждение клиента", "Независимые данные"),
}  # fmt: skip
ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "p", "h1", "h2", "a", "b", "strong", "em", "br", "span",
    "sup", "ul", "li", "time", "abbr",
}  # fmt: skip


def letters(one=None, site=SITE, limit=LIMIT, records=()):
    one = one or later()
    return Letters(one.id, replace(as_recorded(one), site=site), records, site, Environments(), limit)


def tree(letter):
    return html.fromstring(letter.html.encode(), parser=html.HTMLParser(encoding="utf-8"))


@pytest.fixture(scope="module")
def made():
    maker = letters()
    return {locale: maker.letter(locale) for locale in LOCALES}


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_loaded_and_nothing_runs(made, locale):
    """No picture, sheet, script or frame; styles stand in their place; the links are the site's and the articles'."""
    found = tree(made[locale])
    assert {one.tag for one in found.iter() if isinstance(one.tag, str)} <= ELEMENTS
    for one in found.iter():
        assert not {"src", "srcset", "background", "poster", "data", "action"} & set(one.attrib)
        assert not any(name.startswith("on") for name in one.attrib)
        assert "url(" not in one.get("style", "")
    assert "url(" not in made[locale].html
    assert "@import" not in made[locale].html
    links = {one.get("href") for one in found.iter("a")}
    assert links
    for link in links:
        assert re.match(r"https://(?:digest\.example/news|hainer-blatt\.example|tok\.example)/", link), link
        assert "news//" not in link
    assert not [
        one for one in found.iter("p", "td", "h1", "h2") if not one.get("style") and one.getparent().tag != "tr"
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_links_lead_where_pages_are(made, locale):
    """Every link to the site names a page that the build writes, and every place in it."""
    one = later()
    today = Today(site=SITE)
    pages = Pages(replace(as_recorded(one), site=SITE), [published(edition())], today, Environments(), Wordings)
    site = dict(pages)
    maker = letters(records=[published(edition())])
    for link in {each.get("href") for each in tree(maker.letter(locale)).iter("a")}:
        if not link.startswith("https://digest.example/"):
            continue
        page, _, place = link.removeprefix("https://digest.example/news/").partition("#")
        if (
            page.split("/")[1].startswith(("2026-10-12", one.id))
            or page.endswith(("method.html", "sources.html"))
            or "y-" in page
        ):
            assert page in site, link
            assert not place or f'id="{place}"'.encode() in site[page], link


@pytest.mark.parametrize("locale", NAMES)
def test_every_fact_says_who_stands_behind_it(made, locale):
    """In the plain text, too: mark, name of the class and claimant stand in the line before the words."""
    text = made[locale].text
    facts = {fact.id: fact for fact in later().facts}
    told = re.findall(r"\n\n(\S) ([^\n]+(?:\n[^ \n][^\n]*)*)\n((?:  [^\n]*\n)+?)  \S+#(f-\w+)(?=\n)", text)
    assert len(told) == 5
    for mark, line, words, fact in told:
        assert mark == MARKS[CLASSES[facts[fact].evidence]]
        assert words.strip()
        if (party := facts[fact].origins[0].party) and facts[fact].evidence != "unattributed":
            assert party in line
    assert len({mark for mark, *_ in told}) > 2


@pytest.mark.parametrize("locale", NAMES)
def test_a_customers_claim_never_looks_like_evidence(made, locale):
    """Its frame, its mark and its words are its own; only independent evidence is ever filled."""
    vendor, customer, shown = NAMES[locale]
    rows = [one for one in tree(made[locale]).iter("td") if "rail" in one.get("class", "")]
    framed = [one for one in rows if "border:2px solid" in one.get("style")]
    assert framed
    for one in rows:
        said = one.text_content()
        assert ("customer" in one.get("class")) == (one in framed) == (customer in said)
        assert ("solid" in one.get("style").partition("border-left")[2]) == ("shown" in one.get("class"))
        assert not ("◆" in said and "shown" not in one.get("class"))
        if one in framed:
            assert shown not in said
            assert vendor not in said
            assert one.cssselect("p.customer")
    text = made[locale].text
    for block in text.split("\n\n"):
        if block.startswith("○ "):
            assert block.startswith(f"○ {customer}")
            assert "◆" not in block


@pytest.mark.parametrize("locale", LOCALES)
def test_both_parts_say_the_same_facts(made, locale):
    places = re.findall(r"#(f-[0-9a-f]+)\n", made[locale].text)
    assert places
    assert set(places) <= {href.partition("#")[2] for href in re.findall(r'href="([^"]+)"', made[locale].html)}


@pytest.mark.parametrize("locale", LOCALES)
def test_plain_text_can_be_read(made, locale):
    text = made[locale].text
    assert not re.search(r"</?(?:a|b|br|p|span|li|ul|strong|em|td|time|svg|abbr)\b", text)
    assert not re.search(r"&(?:amp|lt|gt|#\d+|quot|nbsp);", text)
    assert "\n\n\n" not in text
    for line in text.split("\n"):
        assert len(line) <= 76 or "https://" in line, line
    # A date of Serbian or Russian ends in a stop, which no other mark may follow.
    assert not re.search(r"(?:\d{4}|г)\.[,;.:]", text)
    # What belongs to a fact is set in below it.
    assert not re.search(r"^[a-z]{2}(?:-\w+)?: ", text, re.MULTILINE)


@pytest.mark.parametrize("locale", ["sr-Latn", "de", "en"])
def test_latin_letters_stay_latin(made, locale):
    """But for quotes and names from articles in Cyrillic, which carry their language."""
    found = tree(made[locale])
    for one in found.xpath("//*[@lang and not(self::html)]"):
        if one.get("lang") in ("ru", "sr-Cyrl", ""):
            one.text = ""
            for inner in list(one):
                one.remove(inner)
    assert not re.search("[Ѐ-ӿ]", re.sub("Вторая.|Агентство", "", found.xpath("string(//body)")))


def test_without_an_address_no_link_leads_nowhere():
    """The sources are named then, and nothing says that a line leads somewhere."""
    letter = letters(site=replace(SITE, address=None)).letter("de")
    links = {one.get("href") for one in tree(letter).iter("a")}
    assert links == {"https://hainer-blatt.example/aero?a=1&b=2", "https://tok.example/1"}
    assert "Jede Zeile führt" not in letter.text + letter.html
    assert "Im Browser lesen" not in letter.text + letter.html
    assert "Hainer Blatt" in letter.text
    assert "https://hainer-blatt.example/aero?a=1&b=2" in letter.text
    assert "weitere Fakten" in letter.text


@pytest.mark.parametrize("address", [SITE.address, None])
def test_what_is_too_long_is_left_out(address):
    """First facts, so that each story has its place; then the last stories, and how many these are is said."""
    one = edition()
    many = tuple(replace(one.stories[0], id=f"y-{number:012}", conflicts=()) for number in range(120))
    site = replace(SITE, address=address)
    letter = letters(replace(one, stories=many[:20], corrections=(), withdrawn=()), site).letter("ru")
    assert len(letter.html.encode()) <= LIMIT
    assert (letter.left_out, len(tree(letter).cssselect("h2"))) == (0, 20)
    assert 20 < len(tree(letter).cssselect("td.rail")) < 100
    maker = letters(replace(one, stories=many, corrections=(), withdrawn=()), site)
    letter = maker.letter("ru")
    size = len(letter.html.encode())
    # Full, and not too full.
    assert LIMIT * 0.9 < size <= LIMIT
    assert 100 > letter.left_out > 50
    words = "сюжет[а-я]* на сайте" if address else "сюжет[а-я]*, для котор[а-я]+ здесь не хватило места"
    for text in (tree(letter).text_content(), " ".join(letter.text.split())):
        assert re.search(f"Ещё {letter.left_out} {words}", text)
    assert len(tree(letter).cssselect("h2")) == 120 - letter.left_out
    assert letters(replace(one, stories=many), site, limit=10).letter("de").left_out == 120


def test_an_edition_that_tells_nothing(made):
    one = replace(
        edition(), stories=(), facts=(), statements=(), articles=(), withdrawn=(), date=None, id="undated", period=None
    )
    letter = letters(one).letter("en")
    assert letter.subject == "Beleg: Undated edition"
    assert letter.day is None
    assert "Date" not in parsed(letter)


def test_corrections_stand_in_both_parts(made):
    """Those of the edition; and of an older one, what later ones say."""
    for text in (made["de"].text, tree(made["de"]).text_content()):
        assert "Korrekturen" in text
        assert "Die Pumpe hielt <50> Stunden" in text
        assert "Die Messung war <falsch>." in text
    one, two = published(edition()), second()
    letter = Letters(one.id, two, [one], SITE, Environments()).letter("de")
    for text in (letter.text, tree(letter).text_content()):
        assert "Später korrigiert" in text
    assert letter.day == "2026-11-01"
    # Told of otherwise, it is another message.
    assert letter.name != Letters(one.id, None, [one], SITE, Environments()).letter("de").name


def parsed(letter, sender="Redaktion <r@news.example>", to="undisclosed-recipients:;"):
    return email.message_from_bytes(message(letter, sender, to, "news.example"), policy=email.policy.default)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_message_reads_back(made, locale):
    letter = made[locale]
    data = message(letter, "Лист <list@news.example>", "a@b.example, c@d.example", "news.example")
    # Seven bits, lines as RFC 5322 has them, the same each time.
    assert data.isascii()
    assert b"\r\n" in data
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", data)
    assert max(len(line) for line in data.split(b"\r\n")) <= 78
    assert data == message(
        letters().letter(locale), "Лист <list@news.example>", "a@b.example, c@d.example", "news.example"
    )
    found = email.message_from_bytes(data, policy=email.policy.default)
    assert not found.defects
    assert found.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in found.iter_parts()] == ["text/plain", "text/html"]
    assert not any(part.defects for part in found.walk())
    text, page = (found.get_body((kind,)).get_content().replace("\r\n", "\n") for kind in ("plain", "html"))
    assert text == letter.text
    assert page == letter.html
    assert (found["Subject"], found["From"].addresses[0].display_name) == (letter.subject, "Лист")
    assert (str(found["Date"]), found["Content-Language"]) == ("Thu, 15 Oct 2026 12:00:00 +0200", locale)
    assert re.fullmatch(rf"<2026-10-15\.{locale}\.[0-9a-f]{{16}}@news\.example>", found["Message-ID"])
    assert set(found.keys()) == {
        "Subject", "From", "To", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Language",
    }  # fmt: skip


NAMES_OF_SITES = (
    "Дайджест новостей о технологиях и экономике и прочих очень длинных темах сегодня и завтра",
    "Преглед вести, о технологији; и (осталом): „за све“ — дуже него што стане у један ред",
    'Ünïcode: digest, of <all> "things" that are very long indeed, longer than a line can be, ä',
    "Plain and short", "Plain: with, signs (of) its own", "=?utf-8?q?x?=", "x" * 1200, "a " * 300 + "b", "R. M. & Söhne",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES_OF_SITES)
def test_headers_keep_every_letter_and_space(made, name):
    """However long a name is; other programs read what the words of RFC 2047 say."""
    letter = replace(made["ru"], subject=name)
    data = message(
        letter,
        Address(display_name=name, addr_spec="a@b.example"),
        '"Gruppe, die": c@d.example, e@f.example;',
        "b.example",
    )
    head = data.partition(b"\r\n\r\n")[0].decode("ascii")
    assert max(map(len, head.split("\r\n"))) <= (998 if name.startswith("a ") else 79)
    assert all(len(word) <= 75 for word in re.findall(r"=\?utf-8\?\S+", head))
    found = email.message_from_bytes(data)
    assert str(make_header(decode_header(re.sub("\r?\n", "", found["Subject"])))) == name
    ((shown, address),) = getaddresses([found["From"]])
    assert str(make_header(decode_header(shown))) == name
    assert address == "a@b.example"
    assert [one for _, one in getaddresses([found["To"]])] == ["c@d.example", "e@f.example"]


def test_hostile_words_stay_words():
    """In headers, in the plain text and in the page: of the site's name, of titles and of what articles say."""
    nasty = "A\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script> & „x“ <b>\u2028\x00"
    one = edition()
    one = replace(
        one,
        articles=tuple(replace(article, title=nasty, publisher=nasty) for article in one.articles),
        statements=tuple(replace(each, claimant=nasty) if each.claimant else each for each in one.statements),
    )
    letter = letters(one, replace(SITE, name=nasty, contact=nasty)).letter("de")
    found = parsed(letter)
    assert found["Bcc"] is None
    assert set(found.keys()) <= {
        "Subject",
        "From",
        "To",
        "Date",
        "Message-ID",
        "MIME-Version",
        "Content-Type",
        "Content-Language",
    }
    assert found["Subject"].startswith("A Bcc: evil@evil.example <script>alert(1)</script> & „x“ <b>")
    assert {each.tag for each in tree(letter).iter() if isinstance(each.tag, str)} <= ELEMENTS
    assert "<script>alert(1)</script> & „x“" in " ".join(tree(letter).text_content().split())
    assert "<script>alert(1)</script> & „x“" in " ".join(letter.text.split())
    assert "&amp;amp;" not in letter.html
    assert not re.search("[\x00-\x09\x0b-\x1f\u2028]", letter.text + letter.html)
    # No line of it looks like a header or a heading of its own.
    assert not re.search("^Bcc:", letter.text, re.MULTILINE)


def test_plain_takes_out_templates_elements_alone():
    assert plain('<b>a &lt;b&gt;</b> &amp;lt; <a title="x &gt; y" href="z">c</a>\n\n\n\n  d') == "a <b> &lt; c\n\n  d\n"
