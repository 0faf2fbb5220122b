"""What pages say to machines: expanded as consumers do, held against what the page says to people."""

import json
import re
from dataclasses import replace

import pytest
from pyld import jsonld

from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.jsonld import data_block
from beleg.render.pages import Pages
from render.machines import block, leaves, load
from render.records import first, parts, published, second
from render.stub import Words

STORY = f"{parts()['story']}.html"
SCHEMA = "http://schema.org/"
HOSTILE = "</script><script>alert(1)</script><!-- ]]> &copy=3 & \u2028 \"'"


def printed(draft, records=(), **site):
    today = Today(site=replace(first().site, locales=("de", "sr-Cyrl"), **site))
    made = Pages(draft, records, today, Environments(), Words)
    return {path: data.decode() for path, data in made if path.endswith(".html")}


@pytest.fixture(scope="module")
def site():
    return printed(second(), [published(first())])


def nodes(value):
    """Every node of an expanded block."""
    if isinstance(value, dict):
        yield value
        for own in value.values():
            yield from nodes(own)
    elif isinstance(value, list):
        for own in value:
            yield from nodes(own)


def typed(expanded, name):
    return [one for one in nodes(expanded) if one.get("@type") == [SCHEMA + name]]


def expanded(page):
    return jsonld.expand(json.loads(block(page)), {"documentLoader": load, "base": "https://beleg.example/"})


def test_pages_with_facts_have_a_block_and_others_none(site):
    with_block = {path for path, page in site.items() if block(page)}
    assert with_block == {path for path in site if path.endswith((STORY, "y-000000000001.html")) or (path.count("/") and path.endswith("/index.html"))}  # fmt: skip


def test_blocks_expand_without_loss(site):
    """Each text, type and identifier of the block is there afterwards, and nothing was passed over."""
    for page in site.values():
        if block(page):
            told = json.loads(block(page))
            before = sorted(leaves({key: own for key, own in told.items() if key != "@context"}))
            after = sorted(one.removeprefix(SCHEMA) for one in leaves(without_coercion(expanded(page))))
            assert after == before


def without_coercion(value):
    """An expanded value without the types that the context gives to plain texts."""
    if isinstance(value, dict):
        return {key: without_coercion(own) for key, own in value.items() if not (key == "@type" and "@value" in value)}
    return [without_coercion(own) for own in value] if isinstance(value, list) else value


def test_an_edition_is_a_collection_of_stories_and_claims(site):
    found = expanded(site["de/2026-10-20/index.html"])
    assert found[0]["@type"] == [SCHEMA + "CollectionPage"]
    assert found[0]["@id"] == "https://beleg.example/de/2026-10-20/index.html"
    assert found[0][SCHEMA + "datePublished"][0]["@value"] == "2026-10-20"
    collections = [one["@id"] for one in typed(found, "CollectionPage")]
    assert f"https://beleg.example/de/{STORY}" in collections


def test_a_claim_has_its_voice_its_place_and_its_articles(site):
    page = site[f"de/{STORY}"]
    found = expanded(page)
    articles = {one["@id"] for one in typed(found, "NewsArticle")}
    claims = typed(found, "Claim")
    assert claims
    for claim in claims:
        anchor = claim["@id"].partition("#")[2]
        assert f'id="{anchor}"' in page
        assert claim[SCHEMA + "appearance"]
        assert {one["@id"] for one in claim[SCHEMA + "appearance"]} <= articles
        for one in claim.get(SCHEMA + "firstAppearance", ()):
            assert one["@id"] in {each["@id"] for each in claim[SCHEMA + "appearance"]}
    customer = next(one for one in claims if one[SCHEMA + "genre"][0]["@value"] == "Kundenaussage")
    assert customer[SCHEMA + "author"][0][SCHEMA + "name"][0]["@value"] == "Stadtwerke Hain"


def test_the_first_appearance_is_left_open_where_an_article_has_no_date():
    """Three articles have the fact; one of them is undated, and may be the first."""
    found = expanded(printed(first())[f"de/{STORY}"])
    shared = [one for one in typed(found, "Claim") if len(one[SCHEMA + "appearance"]) == 3]
    assert shared
    assert not any(SCHEMA + "firstAppearance" in one for one in shared)
    assert any(SCHEMA + "firstAppearance" in one for one in typed(found, "Claim"))


def test_an_article_has_its_title_publisher_and_day(site):
    found = expanded(site[f"de/{STORY}"])
    one = next(one for one in typed(found, "NewsArticle") if "hainer-blatt" in one["@id"])
    assert one["@id"] == "https://hainer-blatt.example/aero?a=1&b=2"
    assert one[SCHEMA + "headline"][0]["@value"] == "Was die Aero 3 kann"
    assert one[SCHEMA + "datePublished"][0]["@value"] == "2026-10-15"


def test_nothing_is_rated(site):
    assert not re.search("ClaimReview|reviewRating|ratingValue", "".join(site.values()))


def test_without_an_address_identifiers_are_relative():
    made = printed(first(), address=None)
    for path, up in ((f"de/{STORY}", ""), ("de/2026-10-15/index.html", "../")):
        told = json.loads(block(made[path]))
        assert told["@id"] == up + path.removeprefix("de/")
        claims = [one for one in told["hasPart"] if one["@type"] == "Claim"]
        assert all(one["@id"].startswith(f"{up}{STORY}#f-") for one in claims)


def test_a_page_describes_so_many_claims_and_no_more():
    one = first()
    many = tuple(replace(one.facts[0], id=f"f-{number:012d}", conflicts=()) for number in range(200))
    story = replace(one.stories[0], facts=tuple(fact.id for fact in many), conflicts=())
    told = json.loads(block(printed(replace(one, facts=many, stories=(story,)))[f"de/{STORY}"]))
    assert len(told["hasPart"]) == 40


def test_hostile_texts_stay_texts():
    """C50: nothing ends the block, and read back the text is what it was."""
    one = first()
    stories = tuple(replace(story, subject=HOSTILE) for story in one.stories)
    articles = tuple(replace(article, title=HOSTILE, publisher=HOSTILE) for article in one.articles)
    page = printed(replace(one, stories=stories, articles=articles), name=HOSTILE)[f"de/{STORY}"]
    told = json.loads(block(page))
    assert told["publisher"]["name"] == HOSTILE
    assert told["name"] == HOSTILE
    assert HOSTILE in [article.get("headline") for article in told["citation"]]
    assert not set("<>&\u2028") & set(block(page))


def test_the_same_node_is_the_same_block():
    assert data_block({"name": "a"}) == '<script type="application/ld+json">{"@context":"https://schema.org","name":"a"}</script>'  # fmt: skip
