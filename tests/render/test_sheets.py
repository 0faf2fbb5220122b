"""Long pages stand in parts; every place of them is found."""

from __future__ import annotations

import gzip
import json
import re
from posixpath import dirname, join, normpath

import pytest

from beleg.render.environment import Environments
from beleg.render.pages import pages
from beleg.render.sheets import LINES
from render.large import edition
from render.sample import edition as small
from render.stub import Words

IDS, LINKS = re.compile(r' id="([^"]+)"'), re.compile(r' href="([^"]+)"')
MOVED = re.compile(r'<p class="moved" id="([^"]+)"><a href="([^"#]+)#([^"]+)">')
# As sent, and as it is.
SENT, WHOLE = 60_000, 300_000


def printed(made):
    return {path: data.decode(errors="replace") for path, data in pages(made, Environments(), Words)}


@pytest.fixture(scope="module")
def long():
    made = edition(1500)
    return made, printed(made)


def of_story(made, site, locale="de"):
    """The sheets of the first story."""
    name = made.stories[0].id
    sheets = [page for path, page in site.items() if re.fullmatch(rf"{locale}/{name}(-\d+)?\.html", path)]
    assert len(sheets) > 3
    return sheets


def heavy(site):
    """The pages that weigh more than a page may; those of sources and of the method are lists of their own."""
    html = {path: page.encode() for path, page in site.items() if path.endswith(".html")}
    told = {path: data for path, data in html.items() if "sources" not in path}
    return [path for path, data in told.items() if len(data) > WHOLE or len(gzip.compress(data, mtime=0)) > SENT]


def broken(site):
    """Links within the site that lead to no file, or to no place of it."""
    places = {path: set(IDS.findall(page)) for path, page in site.items()}
    found = []
    for path, page in site.items():
        if path.endswith(".html"):
            for link in LINKS.findall(page):
                file, _, place = link.partition("#")
                # Links of the page for dead addresses begin at the host.
                target = normpath(join(dirname(path), file)).lstrip("/") if file else path
                if ":" not in link and (target not in places or (place and place not in places[target])):
                    found.append((path, link))
    return found


def test_a_small_edition_has_no_sheets():
    made = small()
    site = printed(made)
    assert not [path for path in site if "-2.html" in path or "places" in path]
    assert 'class="sheets"' not in site[f"de/{made.stories[0].id}.html"]


def test_other_languages_are_named_where_they_have_the_page(long):
    """They may have fewer sheets."""
    site = {path: page for path, page in long[1].items() if path.endswith(".html")}
    named = re.compile(r'<link rel="alternate" hreflang="[^"]+" href="https://beleg.example/([^"]+)">')
    assert not [(path, other) for path, page in site.items() for other in named.findall(page) if other not in site]
    assert not [path for path, page in site.items() if "-2.html" in path and len(named.findall(page)) != 1]


def test_no_page_is_too_heavy(long):
    assert not heavy(long[1])


def test_every_fact_stands_on_one_sheet(long):
    made, site = long
    found = [
        name
        for page in of_story(made, site)
        for name in re.findall(r'<(?:li|div) class="(?:fact|side) [^>]* id="(f-[^"]+)"', page)
    ]
    assert sorted(found) == sorted(fact.id for fact in made.facts)


def test_links_lead_to_the_sheet_that_has_the_place(long):
    made, site = long
    wanted = {name for page in of_story(made, site) for name in re.findall(r' href="[^"#]*-\d+\.html#(f-[^"]+)"', page)}
    assert len(wanted) > 500
    # From other pages facts are linked to on the first sheet, where not all of a very long story have a line.
    assert not [link for path, link in broken(site) if path.rsplit("/", 1)[1].startswith("y-")]


def test_the_first_sheet_leads_on(long):
    """Without the script by lines for the first of them, with it from any sheet to every place."""
    made, site = long
    first, *others = of_story(made, site)
    lines = MOVED.findall(first)
    assert len(lines) == LINES
    for name, file, place in lines:
        assert name == place
        assert f' id="{name}"' in site[f"de/{file}"]
    table = site[f"de/{made.stories[0].id}.places.js"]
    told = json.loads(table.partition("=")[2].strip().rstrip(";"))
    assert all(f' id="{name}"' in site[f"de/{file}"] for file, names in told.items() for name in names.split())
    here = set(IDS.findall(first)) | {name for names in told.values() for name in names.split()}
    assert {fact.id for fact in made.facts} <= here
    assert all(f'data-places="{made.stories[0].id}.places.js"' in page for page in (first, *others))
    assert not any('class="moved"' in page for page in others)


def test_a_place_of_a_story_that_just_outgrew_its_page_has_its_line():
    made = edition(250)
    site = printed(made)
    name = made.stories[0].id
    first = site[f"ru/{name}.html"]
    assert f"ru/{name}-2.html" in site
    assert {fact.id for fact in made.facts} <= set(IDS.findall(first))
    assert not [link for _, link in broken(site)]


def test_each_sheet_says_which_it_is_and_leads_to_the_others(long):
    made, site = long
    name = made.stories[0].id
    second = site[f"de/{name}-2.html"]
    sheets = of_story(made, site)
    assert f"<h1>Seite 2 von {len(sheets)}</h1>" in second
    assert f'<link rel="canonical" href="https://beleg.example/de/{name}-2.html">' in second
    files = [f"{name}.html", *(f"{name}-{n}.html" for n in range(2, len(sheets) + 1))]
    for page in sheets:
        nav = re.search(r'<nav class="sheets".*?</nav>', page, re.DOTALL)[0]
        assert LINKS.findall(nav) == files
        assert nav.count("aria-current") == 1
    # In another locale the page may have fewer sheets.
    assert f'href="../ru/{name}.html"' in second
    assert f"../ru/{name}-2.html" not in second


def test_missing_evidence_is_said_on_the_sheet_where_it_would_stand():
    made = edition(400, without="independent_evidence")
    site = printed(made)
    assert sum('class="nothing"' in page for path, page in site.items() if path.startswith("de/y-")) == 1


def test_an_edition_of_many_stories_stands_in_parts():
    made = edition(1200, stories=120, locales=("de",))
    site = printed(made)
    sheets = [page for path, page in site.items() if re.fullmatch(r"de/index(-\d+)?\.html", path)]
    assert len(sheets) > 2
    heads = [name for page in sheets for name in re.findall(r'<h2 id="h-(y-[^"]+)"', page)]
    assert heads == [story.id for story in made.stories]
    assert not heavy(site)
    assert not broken(site)


@pytest.mark.slow
def test_ten_thousand_facts_in_one_story_and_in_many():
    for made in (edition(10_000, locales=("ru",)), edition(10_000, stories=400, locales=("ru",))):
        site = printed(made)
        assert not heavy(site)
        for locale in made.site.locales:
            found = [
                name
                for path, page in site.items()
                if re.match(rf"{locale}/y-[^/]+\.html", path)
                for name in re.findall(r'<(?:li|div) class="(?:fact|side) [^>]* id="(f-[^"]+)"', page)
            ]
            assert sorted(found) == sorted(fact.id for fact in made.facts)
