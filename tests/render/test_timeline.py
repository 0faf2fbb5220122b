"""The dates of a story's facts, in their order, with what they are of and who says so."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from beleg.render.environment import Environments
from beleg.render.pages import pages
from render.large import edition as large
from render.sample import edition as sample
from render.stub import Words


def printed(made):
    return {path: data.decode(errors="replace") for path, data in pages(made, Environments(), Words)}


def timeline(page):
    """The days of a page, each with its lines."""
    section = re.search(r'<section class="group" id="timeline".*?</section>', page, re.DOTALL)
    days = re.findall(r"<div><dt>(.*?)</dt>(.*?)</div>", section[0], re.DOTALL) if section else []
    lines = [(day, re.findall(r"<dd.*?</dd>", told, re.DOTALL)) for day, told in days]
    return [(day, [" ".join(unescape(re.sub("<[^>]+>", "", one)).split()) for one in told]) for day, told in lines]


def dated(**dates):
    """The sample with other dates on the first facts, by the place of the fact."""
    made = sample()
    facts, statements = list(made.facts), {one.id: one for one in made.statements}
    for place, given in dates.items():
        at = int(place[1:])
        facts[at] = replace(facts[at], dates=tuple(date for date, _ in given))
        first = statements[facts[at].mentions[0]]
        statements[first.id] = replace(first, dates=facts[at].dates, date_roles=tuple(role for _, role in given))
    return replace(made, facts=tuple(facts), statements=tuple(statements.values()))


def test_a_story_with_two_dates_has_a_timeline():
    made = sample()
    site = printed(made)
    first, second = timeline(site[f"de/{made.stories[0].id}.html"])
    assert (first[0], second[0]) == ("20. Oktober", "21. Oktober")
    (vendor,), (unnamed,) = first[1], second[1]
    assert vendor.startswith("Veröffentlichung release")
    assert vendor.endswith("Herstellerangabe Nordvik")
    # What is only planned says so.
    assert unnamed.endswith("Ursprung nicht genannt geplant")
    assert timeline(site[f"ru/{made.stories[0].id}.html"])[0][0] == "20 октября"


def test_one_date_makes_no_timeline():
    made = sample()
    facts = tuple(replace(fact, dates=()) if "--10-21" in fact.dates else fact for fact in made.facts)
    assert timeline(printed(replace(made, facts=facts))[f"de/{made.stories[0].id}.html"]) == []


def test_dates_stand_in_their_order_those_without_a_year_last():
    made = dated(f0=(("2026-11", "deadline"), ("2025", "test")), f2=(("2026-03-09", "document"),))
    days = timeline(printed(made)[f"de/{made.stories[0].id}.html"])
    assert [day for day, _ in days] == ["2025", "9. März 2026", "November 2026", "20. Oktober", "21. Oktober"]
    assert [told[0].split()[0] for _, told in days] == [
        "Test",
        "Dokument",
        "Frist",
        "Veröffentlichung",
        "Veröffentlichung",
    ]


def test_a_customers_date_is_marked_as_a_customers():
    made = dated(f2=(("2026-03-09", "event"),))
    page = printed(made)[f"en/{made.stories[0].id}.html"]
    assert f'<dd class="customer" data-of="{made.facts[2].id}">' in page
    assert timeline(page)[0][1] == ["event metric Customer claim Stadtwerke Hain"]


def test_many_dates_stand_on_several_sheets():
    """Each once, and every link in them leads to its fact."""
    made = large(900, locales=("de",))
    facts = tuple(replace(fact, dates=(f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}",)) for n, fact in enumerate(made.facts))
    site = printed(replace(made, facts=facts))
    pages_of = [page for path, page in site.items() if path.startswith("de/y-") and path.endswith(".html")]
    days = [day for page in pages_of for day, _ in timeline(page)]
    assert len(days) == len(set(days)) == len({fact.dates for fact in facts})
    lines = [one for page in pages_of for _, told in timeline(page) for one in told]
    assert len(lines) == len(facts)
