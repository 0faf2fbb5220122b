"""What pages tell of where articles come from: the text that was read, the sources' health, corrections."""

import re
from dataclasses import replace
from html import unescape

import pytest

from beleg.records import Health, Source, Withdrawal
from beleg.render.environment import Environments
from beleg.render.pages import pages
from render.sample import HEALTH, WITHDRAWN, edition
from render.stub import Words

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")


def printed(found, *locales):
    """The pages, of these locales alone if any are given."""
    if locales:
        found = replace(found, site=replace(found.site, locales=locales))
    return {path: data.decode() for path, data in pages(found, Environments(), Words, {}) if path.endswith(".html")}


@pytest.fixture(scope="module")
def site():
    return printed(edition())


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def section(page, identifier):
    return text(re.search(rf'<section class="[^"]*" id="{identifier}".*?</section>', page, re.DOTALL)[0])


def failing(count):
    return Health(
        source=Source(name="x", feed="https://x.example/"), state="failing", streak=count,
        failing_since="2026-10-13T06:00:00Z", error="HTTP 404 Not Found", status=404,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("de", "nur Kurztext aus dem Feed"), ("sr-Cyrl", "само сажетак из фида"), ("sr-Latn", "samo sažetak iz fida"),
        ("ru", "только анонс из ленты"), ("en", "from the feed’s blurb"),
    ],
)  # fmt: skip
def test_a_quote_from_a_blurb_says_so_wherever_it_stands(site, locale, words):
    """Only the article of Limski glas was read from a blurb."""
    story = next(page for path, page in site.items() if path.startswith(f"{locale}/y-"))
    lines = [text(line) for line in re.findall(r'<(?:p class="src.*?</p>|dd>.*?</dd>)', story, re.DOTALL)]
    of_blurb = [line for line in lines if "Limski glas" in line]
    assert len(of_blurb) > 3
    assert all(words in line for line in of_blurb)
    assert not [line for line in lines if words in line and "Limski glas" not in line]


@pytest.mark.parametrize(
    ("locale", "counts"),
    [
        ("de", {1: "1 fehlgeschlagener Abruf am", 2: "2 fehlgeschlagene Abrufe seit", 1234: "1.234 fehlgeschlagene"}),
        ("sr-Cyrl", {1: "1 неуспео покушај 13.", 3: "3 неуспела покушаја", 5: "5 неуспелих", 21: "21 неуспео"}),
        ("sr-Latn", {1: "1 neuspeo pokušaj 13.", 3: "3 neuspela pokušaja", 11: "11 neuspelih pokušaja"}),
        ("ru", {1: "1 неудачная попытка 13", 4: "4 неудачные попытки", 5: "5 неудачных попыток", 21: "21 неудачная"}),
        ("en", {1: "1 failed attempt on", 2: "2 failed attempts since"}),
    ],
)
def test_failed_attempts_are_counted_as_the_language_counts(locale, counts):
    for count, words in counts.items():
        page = printed(replace(edition(), health=(failing(count),)), locale)[f"{locale}/sources.html"]
        assert words in section(page, "silent")


def test_the_sources_of_a_publisher_stand_with_it_and_the_others_by_themselves(site):
    page = site["en/sources.html"]
    publisher = text(page[page.index("Hainer Blatt</a></h2>") : page.index("Limski glas</a></h2>")])
    assert "Hainer Blatt: Wirtschaft last fetched: 12 October 2026 last new entry: 12 October 2026" in publisher
    assert "! 3 failed attempts since 13 October 2026: no answer in time" in publisher
    silent = section(page, "silent")
    assert "ganz-neu not fetched yet still last fetched" in silent
    assert "! nothing new for an unusually long time ruht no longer fetched" in silent
    assert "Wirtschaft" not in silent


def test_a_stake_that_the_editor_gives_goes_before_that_of_the_kind(site):
    """Limski glas is of a kind not known, Hainer Blatt a newsroom."""
    assert "yes: speaks in its own interest" in text(site["en/sources.html"].partition("Limski glas</a></h2>")[2])
    given = (replace(HEALTH[1], source=replace(HEALTH[1].source, stake="unknown")),)
    page = printed(replace(edition(), health=given), "en")["en/sources.html"]
    assert "Stake not known" in text(page[page.index("Hainer Blatt</a></h2>") : page.index("Limski glas</a></h2>")])


@pytest.mark.parametrize("name", ["index.html", "sources.html"])
def test_a_correction_tells_day_article_and_reason(site, name):
    found = section(site[f"en/{name}"], "corrections")
    assert "14 October 2026 Withdrawn: “ Насос & Ко ” · Ток · 1 October 2026 Reason: Die Messung war <falsch>." in found
    assert "Withdrawn: all articles of the source “zu” Reason: Издание закрыто. 2 withdrawn articles" in found
    # The latest first; what would run is no link.
    assert found.index("15 October") < found.index("14 October")
    assert "javascript:" not in site[f"en/{name}"]


def test_an_edition_of_which_nothing_is_left_still_tells_its_corrections():
    empty = replace(edition(dated=False), stories=(), articles=(), facts=(), statements=())
    page = printed(empty, "de")["de/index.html"]
    assert "2 Korrekturen" in text(page)
    assert "Zurückgezogen: „ Насос & Ко “" in section(page, "corrections")


def test_without_fetched_sources_and_withdrawals_no_page_speaks_of_them():
    for path, page in printed(replace(edition(), health=(), withdrawn=()), "en").items():
        assert 'id="corrections"' not in page, path
        assert 'id="silent"' not in page, path


def test_corrections_of_one_day_stand_in_the_order_of_the_decisions():
    first, second = (Withdrawal(article=name, why=name, date="2026-10-14") for name in ("b", "a"))
    page = printed(replace(edition(), withdrawn=((first, WITHDRAWN[0][1]), (second, WITHDRAWN[1][1]))), "en")[
        "en/index.html"
    ]
    assert re.findall(r"Reason: (\w)", section(page, "corrections")) == ["b", "a"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_kind_of_failure_has_words(locale):
    messages = {
        "timeout after 30 s": None, "connection refused": None, "the certificate of x is not accepted": None,
        "address not allowed: x": None, "redirect loop at x": None, "larger than 9 bytes": None, "incomplete": None,
        "HTTP 404": 404, "HTTP 403": 403, "HTTP 503": 503, "HTTP 500": 500, "not a feed (empty)": None, "what?": None,
    }  # fmt: skip
    found = tuple(replace(failing(1), error=error, status=status) for error, status in messages.items())
    page = section(printed(replace(edition(), health=found), locale)[f"{locale}/sources.html"], "silent")
    assert len(set(re.findall(r": ([^:!]+?)(?= x !|$)", page))) == len(messages)
