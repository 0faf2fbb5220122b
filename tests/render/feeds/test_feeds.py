"""Feeds as their readers have them: Atom by feedparser, JSON Feed by a schema of our own, both by what they tell."""

import re
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from beleg.errors import RenderError
from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.feeds.entry import LONGEST, stamp
from beleg.render.pages import Pages
from render.machines import ATOM, JSON_FEED, XHTML, atom, entries, feed, plain
from render.records import first, parts, published, second
from render.stub import Words

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
PARTS = parts()
# A text that would end whatever it is put into, were it not escaped.
HOSTILE = "\"><script>alert(1)</script>&copy=3 ]]> <!-- ' é 😀 =1+1"


def printed(draft, records=(), **site):
    today = Today(site=replace(first().site, **site))
    return dict(Pages(draft, records, today, Environments(), Words))


def edition_of(number, stories=1):
    """An edition of a day of its own, with so many stories, each with the sample's facts."""
    one = first()
    made = tuple(replace(one.stories[0], id=f"y-{number:06d}{story:06d}") for story in range(stories))
    facts = tuple(replace(fact, story=made[0].id) for fact in one.facts)
    day = f"2026-{1 + number // 28:02d}-{1 + number % 28:02d}"
    return replace(one, id=day, date=day, stories=made, facts=facts, corrections=(), withdrawn=())


@pytest.fixture(scope="module")
def site():
    """A published edition, and a draft on top of it."""
    return printed(second(), [published(first())])


@pytest.mark.parametrize("locale", LOCALES)
def test_feedparser_reads_every_feed_as_it_is(site, locale):
    for path, data in site.items():
        if path.startswith(f"{locale}/") and path.endswith("atom.xml"):
            found = atom(data)
            assert found.feed.title
            assert found.feed.language == locale
            ids = [one.id for one in found.entries]
            assert ids
            assert len(set(ids)) == len(ids)
            for entry in found.entries:
                assert entry.title
                assert entry.updated_parsed >= entry.published_parsed
                assert entry.content[0].type == "application/xhtml+xml"


def test_json_feeds_are_as_the_format_says(site):
    feeds = [feed(data) for path, data in site.items() if path.endswith("feed.json")]
    assert len(feeds) == len(LOCALES) * 3
    for one in feeds:
        Draft202012Validator(JSON_FEED).validate(one)


def test_both_formats_tell_the_same(site):
    for path in [path for path in site if path.endswith("atom.xml")]:
        found, other = atom(site[path]), feed(site[path.removesuffix("atom.xml") + "feed.json"])
        assert [(one.id, one.title, one.link) for one in found.entries] == [
            (one["id"], one["title"], one["url"]) for one in other["items"]
        ]


def test_every_locale_has_the_same_entries(site):
    """C109: their number; and which edition and story each tells."""
    told = [[(one["_beleg"]["edition"], one["_beleg"]["story"]) for one in feed(site[f"{locale}/feed.json"])["items"]] for locale in LOCALES]  # fmt: skip
    assert told[0]
    assert all(one == told[0] for one in told)


def test_an_edition_tells_a_story_only_with_what_is_new(site):
    newest, *_, oldest, _ = feed(site["en/feed.json"])["items"]
    assert newest["_beleg"]["edition"] == "2026-10-20"
    news = {fact.id for fact in second().facts if fact.news}
    assert set(newest["_beleg"]["facts"]) == news
    assert "corrected" in newest["content_html"]
    # Nothing was published before the first one, so that all of it was new.
    assert oldest["_beleg"]["edition"] == "2026-10-15"
    assert len(oldest["_beleg"]["facts"]) > len(news)


def test_a_story_has_a_feed_with_every_edition_that_told_it(site):
    items = feed(site[f"en/{PARTS['story']}.feed.json"])["items"]
    assert [one["_beleg"]["edition"] for one in items] == ["2026-10-20", "2026-10-15"]
    main = [one["id"] for one in feed(site["en/feed.json"])["items"]]
    assert {one["id"] for one in items} <= set(main)


def test_a_storys_former_address_has_its_feed(site):
    """Whoever subscribed to a story that has become part of another goes on reading."""
    for ending in ("atom.xml", "feed.json"):
        assert site[f"de/y-000000000001.{ending}"] == site[f"de/{PARTS['story']}.{ending}"]


def test_identifiers_stay_when_editions_follow_and_when_the_site_moves(site):
    before = feed(printed(first())["de/feed.json"])["items"]
    alone = feed(printed(first(), address=None)["de/feed.json"])["items"]
    now = {one["id"] for one in feed(site["de/feed.json"])["items"]}
    assert {one["id"] for one in before} <= now
    assert [one["id"] for one in before] == [one["id"] for one in alone]


def test_identifiers_of_locales_and_sites_differ(site):
    ids = [{one["id"] for one in feed(site[f"{locale}/feed.json"])["items"]} for locale in LOCALES]
    ids.append({one["id"] for one in feed(printed(first(), name="Other")["de/feed.json"])["items"]})
    assert len(set().union(*ids)) == sum(map(len, ids))


def test_what_was_taken_back_leaves_the_entry_that_told_it(site):
    items = feed(site["de/feed.json"])["items"]
    old = next(one for one in items if one["_beleg"]["edition"] == "2026-10-15" and one["_beleg"]["story"])
    assert old["date_published"].startswith("2026-10-15")
    assert old["date_modified"].startswith("2026-10-20")
    assert "Später korrigiert: Ausgabe vom 20. Oktober 2026" in plain(old["content_html"])
    before = feed(printed(first())["de/feed.json"])["items"][0]
    gone = set(before["_beleg"]["facts"]) - set(old["_beleg"]["facts"])
    assert gone
    assert not any(one in old["content_html"] for one in gone)


def test_corrections_have_an_entry_of_their_own(site):
    one = next(one for one in feed(site["de/feed.json"])["items"] if one["_beleg"]["story"] is None)
    assert one["url"] == "https://beleg.example/de/2026-10-20/index.html#corrections"
    assert "Zurückgezogen" in one["content_html"]
    assert "Der Fachmann ist &lt;keiner&gt;." in one["content_html"]
    assert "◇ Einschätzung Dritter Ole Brandt" in plain(one["content_html"])


def test_each_class_bears_its_sign_and_its_name():
    """A customer's claim never looks like independent evidence, whatever a reader of feeds shows of it."""
    content = plain(feed(printed(first())["de/feed.json"])["items"][0]["content_html"])
    assert "○ Kundenaussage Stadtwerke Hain" in content
    assert "Eigene Messung des Kunden, kein unabhängiger Beleg." in content
    assert "◆ Unabhängiger Beleg Sellmann" in content
    assert "◆ Kundenaussage" not in content
    assert content.count("◆") == 1


def test_articles_are_named_with_their_address():
    entry = entries(printed(first())["de/atom.xml"])[0]
    via = [link for link in entry.findall(f"{ATOM}link") if link.get("rel") == "via"]
    # The others have no address that may be linked to.
    assert [(one.get("title"), one.get("href"), one.get("hreflang")) for one in via] == [
        ("Was die Aero 3 kann", "https://hainer-blatt.example/aero?a=1&b=2", "de")
    ]


def test_links_are_absolute_where_the_site_has_an_address(site):
    found = atom(site["de/atom.xml"])
    links = [link.href for one in (found.feed, *found.entries) for link in one.links]
    assert all(one.startswith("https://") for one in links)
    assert any(link.rel == "self" and link.href == "https://beleg.example/de/atom.xml" for link in found.feed.links)
    assert not re.findall(r'href="(?!https://)', site["de/feed.json"].decode())


def test_without_an_address_links_lead_to_files_that_are_there():
    made = printed(first(), address=None)
    for path in ("de/atom.xml", f"de/{PARTS['story']}.atom.xml"):
        found = re.findall(r'href="([^":]+)"', made[path].decode())
        assert found
        for href in found:
            name, _, anchor = href.partition("#")
            assert f"de/{name}" in made, href
            assert not anchor or f'id="{anchor}"' in made[f"de/{name}"].decode()
        assert "http://" not in made[path].decode().replace("http://www.w3.org", "")


def test_a_feed_holds_the_newest_entries_and_no_more():
    records = [published(edition_of(number), number + 1) for number in range(LONGEST + 5)]
    made = printed(None, records, locales=("en",))
    items = feed(made["en/feed.json"])["items"]
    assert len(items) == len(atom(made["en/atom.xml"]).entries) == LONGEST
    assert items[0]["_beleg"]["edition"] == records[-1].id
    assert items[-1]["_beleg"]["edition"] == records[5].id


def test_a_story_told_for_ages_has_a_feed_that_does_not_grow():
    """Only the newest editions are read for it."""
    story = "y-00000000000f"
    records = []
    for number in range(LONGEST + 3):
        one = edition_of(number)
        facts = tuple(replace(fact, story=story) for fact in one.facts)
        records.append(published(replace(one, stories=(replace(one.stories[0], id=story),), facts=facts), number + 1))
    assert len(feed(printed(None, records, locales=("en",))[f"en/{story}.feed.json"])["items"]) == LONGEST


def test_an_empty_site_has_feeds_without_entries():
    made = printed(None)
    assert atom(made["ru/atom.xml"]).entries == []
    assert feed(made["ru/feed.json"])["items"] == []


def test_an_undated_edition_gives_no_date_but_where_atom_asks_for_one():
    undated = replace(first(), id="undated", date=None, period=None)
    made = printed(undated)
    item = feed(made["en/feed.json"])["items"][0]
    assert "date_published" not in item
    assert "date_modified" not in item
    assert atom(made["en/atom.xml"]).entries[0].updated.startswith("1970-01-01")


@pytest.mark.parametrize(("zone", "expected"), [("UTC", "+00:00"), ("Europe/Berlin", "+01:00"), ("Asia/Tokyo", "+09:00")])  # fmt: skip
def test_a_day_is_noon_in_the_sites_zone(zone, expected):
    assert stamp("2026-11-30", zone) == f"2026-11-30T12:00:00{expected}"


def test_the_same_edition_gives_the_same_bytes(site):
    assert printed(second(), [published(first())]) == site


@pytest.mark.parametrize("locale", ["de", "sr-Latn"])
def test_hostile_titles_names_and_texts_are_texts_everywhere(locale):
    """C50, C57: in Atom, in JSON Feed, and as the texts that they are."""
    one = first()
    title = f"Müller & Söhne: F&E <neu> – „5 > 3“ {HOSTILE}"
    url = "https://www.beispielblatt.example/s?a=1&b=2&copy=3"
    articles = tuple(replace(article, title=title, publisher=HOSTILE, url=url) for article in one.articles)
    statements = tuple(replace(said, claimant=said.claimant and HOSTILE) for said in one.statements)
    stories = tuple(replace(story, subject=title) for story in one.stories)
    made = printed(
        replace(one, articles=articles, statements=statements, stories=stories), name=HOSTILE, locales=(locale,)
    )
    found = atom(made[f"{locale}/atom.xml"])
    entry = entries(made[f"{locale}/atom.xml"])[0]
    assert entry.find(f"{ATOM}title").text == feed(made[f"{locale}/feed.json"])["items"][0]["title"] == title
    assert found.feed.author == HOSTILE
    via = next(link for link in entry.findall(f"{ATOM}link") if link.get("rel") == "via")
    assert (via.get("title"), via.get("href")) == (title, url)
    elements = {element.tag.removeprefix(XHTML) for element in entry.find(f"{ATOM}content").iter()}
    assert elements <= {f"{ATOM}content", "div", "ul", "li", "b", "a", "span", "p"}
    attributes = {name for element in entry.find(f"{ATOM}content").iter() for name in element.attrib}
    assert attributes <= {"type", "href", "lang"}
    item = feed(made[f"{locale}/feed.json"])["items"][0]
    assert "<script" not in item["content_html"]
    assert item["_beleg"]["sources"][0] == {"title": title, "url": url, "language": "de", "publisher": HOSTILE}
    for path in (f"{locale}/atom.xml", f"{locale}/feed.json"):
        assert b"&amp;amp;" not in made[path]
        assert "©=3".encode() not in made[path]


def test_characters_that_xml_forbids_cost_no_feed():
    one = first()
    stories = tuple(replace(story, subject="a\ufffeb\x0bc") for story in one.stories)
    made = printed(replace(one, stories=stories), locales=("de",))
    assert atom(made["de/atom.xml"]).entries[0].title == "a\ufffdb\ufffdc"


def test_an_own_template_that_is_no_xhtml_is_named(tmp_path):
    (tmp_path / "entry.html").write_text(
        "{% macro fact(f, base) %}<li>{{ f.id }}<br></li>{% endmacro %}{% macro all(s, base) %}{% endmacro %}", "utf-8"
    )
    with pytest.raises(RenderError) as caught:
        dict(Pages(replace(first(), withdrawn=()), (), Today(site=first().site), Environments(tmp_path), Words))
    assert caught.value.path == "templates/entry.html"
    assert "no XHTML" in str(caught.value)


def test_pages_name_the_feeds(site):
    for path, depth in (("de/index.html", ""), ("de/2026-10-15/index.html", "../"), ("de/method.html", "")):
        page = site[path].decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{depth}atom.xml"' in page
        assert f'<link rel="alternate" type="application/feed+json" href="{depth}feed.json"' in page
    story = site[f"de/{PARTS['story']}.html"].decode()
    assert f'<link rel="alternate" type="application/atom+xml" href="{PARTS["story"]}.atom.xml"' in story
