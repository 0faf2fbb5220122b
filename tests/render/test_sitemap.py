"""The list of pages for programs that walk the site, by our own reading of the format: it has to be whole, and small enough."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.pages import Pages
from beleg.render.sitemap import MOST, Page, robots, sitemaps
from render.machines import SITEMAP, XHTML
from render.records import first, parts, published, second
from render.stub import Words

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
ADDRESS = "https://beleg.example/"


def printed(draft, records=(), **site):
    return dict(Pages(draft, records, Today(site=replace(first().site, **site)), Environments(), Words))


@pytest.fixture(scope="module")
def site():
    return printed(second(), [published(first())])


def urls(data):
    return ET.fromstring(data).findall(f"{SITEMAP}url")


def test_every_page_that_stands_for_itself_is_listed(site):
    """Other identifiers of a story lead to a page that names another as the one to be found; the root is a door."""
    listed = [one.find(f"{SITEMAP}loc").text for one in urls(site["sitemap.xml"])]
    assert len(set(listed)) == len(listed)
    canonical = {
        path for path, data in site.items() if f'<link rel="canonical" href="{ADDRESS}{path}">'.encode() in data
    }
    assert {one.removeprefix(ADDRESS) for one in listed} == canonical
    assert f"{ADDRESS}de/{parts()['story']}.html" in listed
    assert f"{ADDRESS}de/y-000000000001.html" not in listed


def test_each_address_names_the_same_page_in_all_languages(site):
    for one in urls(site["sitemap.xml"]):
        path = one.find(f"{SITEMAP}loc").text.removeprefix(ADDRESS).partition("/")[2]
        others = {(link.get("hreflang"), link.get("href")) for link in one.findall(f"{XHTML}link")}
        assert others == {(locale, f"{ADDRESS}{locale}/{path}") for locale in LOCALES}
        assert all(href.removeprefix(ADDRESS) in site for _, href in others)


def test_days_are_those_of_editions(site):
    # The imprint has none.
    dated = [one for one in urls(site["sitemap.xml"]) if "imprint" not in one.find(f"{SITEMAP}loc").text]
    days = {one.find(f"{SITEMAP}loc").text.removeprefix(ADDRESS): one.find(f"{SITEMAP}lastmod").text for one in dated}
    assert days["de/2026-10-15/index.html"] == "2026-10-15"
    assert days[f"de/{parts()['story']}.html"] == days["de/index.html"] == "2026-10-20"


def test_an_undated_page_has_no_day():
    made = printed(replace(first(), id="undated", date=None, period=None))
    assert b"lastmod" not in made["sitemap.xml"]


def test_without_an_address_there_is_no_list_and_no_canonical():
    made = printed(first(), address=None)
    assert "sitemap.xml" not in made
    assert made["robots.txt"] == b"User-agent: *\nDisallow:\n"
    assert b'rel="canonical"' not in made["de/index.html"]
    assert b"og:image" not in made["de/index.html"]


def test_robots_may_read_all_and_find_the_list(site):
    assert site["robots.txt"].decode().splitlines() == [
        "User-agent: *",
        "Disallow:",
        "",
        f"Sitemap: {ADDRESS}sitemap.xml",
    ]
    assert robots("") == b"User-agent: *\nDisallow:\n"


def test_more_pages_than_one_file_holds_are_listed_by_an_index():
    pages = [Page(path=f"y-{number:012d}.html", changed="2026-10-20") for number in range(MOST // 2)]
    files = dict(sitemaps(ADDRESS, LOCALES, pages))
    index = ET.fromstring(files.pop("sitemap.xml"))
    assert index.tag == f"{SITEMAP}sitemapindex"
    named = [one.text.removeprefix(ADDRESS) for one in index.iter(f"{SITEMAP}loc")]
    assert named == list(files)
    found = [len(urls(data)) for data in files.values()]
    assert max(found) <= 50_000
    assert max(map(len, files.values())) < 50_000_000
    assert sum(found) == len(pages) * len(LOCALES)


def test_a_page_more_changes_only_the_last_file():
    """So that publishing sends little."""
    pages = [Page(path=f"y-{number:012d}.html", changed=None) for number in range(MOST // 4)]
    before, after = dict(sitemaps(ADDRESS, LOCALES, pages[:-1])), dict(sitemaps(ADDRESS, LOCALES, pages))
    assert [name for name in after if before[name] != after[name]] == ["sitemap-2.xml"]


def test_odd_addresses_are_written_as_xml():
    data = dict(sitemaps('https://a.example/x?a=1&b="2"/', ("de",), [Page(path="a&b.html", changed=None)]))[
        "sitemap.xml"
    ]
    assert urls(data)[0].find(f"{SITEMAP}loc").text == 'https://a.example/x?a=1&b="2"/de/a&b.html'
    assert not re.search(rb"&(?!amp;|quot;)", data)


def test_pages_have_what_other_sites_show_of_them(site):
    for path in ("de/index.html", f"ru/{parts()['story']}.html", "en/method.html"):
        page = site[path].decode()
        told = dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page))
        assert told["og:url"] == ADDRESS + path
        assert told["og:image"].removeprefix(ADDRESS) in site
        assert told["og:title"] == re.search("<title>(.*?)</title>", page)[1]
        assert told["og:description"]
        assert site[told["og:image"].removeprefix(ADDRESS)].startswith(b"\x89PNG")
