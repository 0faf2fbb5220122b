"""The page of each source: its articles over all editions, with their facts and what was taken back."""

from dataclasses import replace

import pytest

from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.outlets import Fact as Line
from beleg.render.outlets import Outlet, Piece, Said, Told, parts
from beleg.render.pages import Pages
from beleg.render.views import source_page
from render.records import first, published, second
from render.records import parts as kinds
from render.stub import Words


@pytest.fixture(scope="module")
def site():
    """A published edition, and a draft on top of it."""
    one = first()
    made = Pages(second(), [published(one)], Today(site=one.site, health=one.health), Environments(), Words)
    return {path: data.decode(errors="replace") for path, data in made}


def page_of(edition, publisher):
    articles = (*edition.articles, *(article for _, article in edition.withdrawn))
    return source_page(next(one for one in articles if one.publisher == publisher))


def test_kind_stake_health_and_languages(site):
    page = site[f"en/{page_of(first(), 'Limski glas')}"]
    assert "<h1>Limski glas</h1>" in page
    assert "yes: speaks in its own interest" in page
    assert "<abbr>sr-Latn</abbr> Serbian, Latin script: 1" in page
    assert "last fetched:" in page


def test_articles_of_all_editions_with_their_facts(site):
    one = first()
    page = site[f"de/{page_of(one, 'Hainer Blatt')}"]
    # Both editions tell the first article; the second has one more.
    assert page.count('<article class="told">') == 2
    assert "Nachtrag" in page
    assert '<a href="2026-10-20/index.html">' in page
    assert '<a href="2026-10-15/index.html">' in page
    assert "Die Netzagentur prüft nun." in page


def test_facts_that_are_gone_are_told_to_be(site):
    page = site[f"de/{page_of(first(), 'Hainer Blatt')}"]
    gone = kinds()["gone"]
    line = next(line for line in page.split("\n") if f"#{gone}" in line)
    assert "wird nicht mehr berichtet" in line
    # It stands on its story's page still.
    assert f'id="{gone}"' in site[f"de/{kinds()['story']}.html"]


def test_withdrawn_articles_stay_with_day_and_reason(site):
    page = site[f"de/{page_of(first(), 'Ток')}"]
    assert "Zurückgezogen" in page
    assert '<time datetime="2026-10-14">' in page
    assert "Die Messung war &lt;falsch&gt;." in page
    # An address that runs something is no link.
    assert not [path for path, page in site.items() if path.endswith(".html") and "javascript:" in page]


def test_the_list_and_every_quote_lead_to_the_page(site):
    one = first()
    name = page_of(one, "Hainer Blatt")
    assert f'<a href="{name}">Hainer Blatt</a>' in site["de/sources.html"]
    assert f'<a href="{name}">zur Quelle</a>' in site[f"de/{one.stories[0].id}.html"]
    assert f'<a href="../{name}">Hainer Blatt</a>' in site["de/2026-10-15/sources.html"]
    # One that has no article in this edition.
    assert f'<a href="{page_of(one, "Ток")}">' in site["de/sources.html"]


def told(number, facts):
    piece = Piece(
        id=f"{number:04}", publisher="A", publisher_kind="newsroom", from_text=False, page="source-1.html", language="de",
        lang="de", title=None, url=None, date=None, text_from="full", taken_from=None, source=None,
    )  # fmt: skip
    said = Said(id="f-1", story="y-1", css="vendor", claimant=None, text="x")
    lines = tuple(Line(said=said, href="y-1.html#f-1", gone=False) for _ in range(facts))
    return Told(piece=piece, editions=(), day=None, facts=lines, more=0)


def outlet(count, facts=1):
    articles = tuple(told(number, facts) for number in range(count, 0, -1))
    return Outlet(page="source-1.html", name="A", language="de", kind="newsroom", from_text=False, articles=articles)


def test_many_articles_stand_on_several_pages_which_stay():
    """Full parts are counted from the oldest article: one that comes changes the first page alone."""
    before, after = parts(outlet(11), 4), parts(outlet(12), 4)
    assert [path for path, _ in before] == [
        "source-1.html", "source-1-4.html", "source-1-3.html", "source-1-2.html", "source-1-1.html",
    ]  # fmt: skip
    assert [len(articles) for _, articles in before] == [3, 2, 2, 2, 2]
    assert before[1:] == after[1:]
    assert [one.piece.id for _, articles in after for one in articles] == [f"{n:04}" for n in range(12, 0, -1)]


def test_a_source_with_thousands_of_facts_stays_light():
    """The heaviest part there can be, in Cyrillic."""
    one = first()
    article = replace(one.articles[0], title="Ж" * 150)
    statements = tuple(replace(s, article=article.id, quote="Слово " * 30) for s in one.statements)
    fact = replace(one.facts[0], conflicts=())
    facts = tuple(replace(fact, id=f"f-{n:012x}", mentions=(statements[0].id,)) for n in range(400))
    story = replace(one.stories[0], facts=tuple(f.id for f in facts), conflicts=(), articles=(article.id,))
    heavy = replace(
        one, articles=(article,), statements=statements, facts=facts, stories=(story,), translations=(), withdrawn=()
    )
    heavy = replace(heavy, site=replace(one.site, locales=("ru",)))
    made = Pages(heavy, (), Today(site=heavy.site), Environments(), Words)
    found = {path: data for path, data in made if "/source-" in path}
    assert found
    assert all(len(data) < 300_000 for data in found.values())
    (page,) = found.values()
    assert "и ещё 340" in page.decode()
