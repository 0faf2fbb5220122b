"""What the digest of three real articles must show, on the story's page in each locale.

The articles lie outside this repository; only single words, names and numbers of theirs stand here.
"""

import re
import shutil
from collections import Counter

import pytest

import printed
from beleg.cli import main
from beleg.pipeline import edition_of, publish_pages
from beleg.project import find_project, load
from fakes import shared

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
# The evidence mark in words.
CUSTOMER = {
    "de": "Kundenaussage", "sr-Cyrl": "Тврдња клијента", "sr-Latn": "Tvrdnja klijenta", "ru": "Утверждение клиента",
    "en": "Customer claim",
}  # fmt: skip
NO_EVIDENCE = {
    "de": "In diesen 3 Artikeln fand sich kein unabhängiger Beleg.",
    "sr-Cyrl": "У ова 3 чланка није нађен независан доказ.",
    "sr-Latn": "U ova 3 članka nije nađen nezavisan dokaz.",
    "ru": "В этих 3 статьях независимых данных не найдено.",
    "en": "No independent evidence was found in these 3 articles.",
}
UNDATED = {
    "de": "Undatierte Ausgabe", "sr-Cyrl": "Издање без датума", "sr-Latn": "Izdanje bez datuma",
    "ru": "Выпуск без даты", "en": "Undated edition",
}  # fmt: skip
OCTOBER = {"de": "Oktober", "sr-Cyrl": "октобар", "sr-Latn": "oktobar", "ru": "октября", "en": "October"}
# The PyTorch blog, or a post in it, as the voice of a fact names it.
POST = {"de": "Beitrag|Blog", "sr-Cyrl": "објава|блог", "sr-Latn": "objava|blog", "ru": "блог|публикация", "en": "blog|post"}  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("torchneuron")
    articles = sorted((shared() / "corpus" / "torchneuron").glob("*.txt"))
    assert [path.name for path in articles] == ["de.txt", "ru.txt", "sr.txt"]
    assert main(["init", str(folder)]) == 0
    for path in articles:
        shutil.copy(path, folder / "sources")
    found = load(find_project(folder))
    publish_pages(found, edition_of(found))
    return folder


@pytest.fixture(scope="module", params=LOCALES)
def locale(request):
    return request.param


@pytest.fixture(scope="module")
def page(project, locale):
    """The page of the one story that the three articles make."""
    paths = sorted((project / "public" / locale).glob("y-*.html"), key=lambda path: (len(path.name), path.name))
    assert {path.name[:14] for path in paths} == {paths[0].stem}
    return printed.read(*paths)


def shown_as(page, *patterns):
    """How often the facts that match all patterns are shown in each class."""
    return Counter(fact.shown_as for fact in page.having(*patterns))


def test_one_story_of_all_three_articles(page):
    assert frozenset().union(*(fact.languages for fact in page.facts.values())) == {"de", "ru", "sr"}


def test_deepgram_is_a_customers_claim(page, locale):
    """60 % more audio seconds a dollar: the customer says so, the PyTorch post carries it, nobody tested it."""
    (fact,) = [fact for fact in page.having("Deepgram", r"60") if fact.shown_as != "press"]
    assert fact.shown_as == "customer"
    assert CUSTOMER[locale] in fact.voices[0]
    assert "Deepgram" in fact.voices[0]


def test_deepgram_is_carried_by_the_post(page, locale):
    (fact,) = [fact for fact in page.having("Deepgram", r"60") if fact.shown_as == "customer"]
    assert re.search(POST[locale], fact.voices[0], re.IGNORECASE), fact.voices


def test_the_publishers_caveat_stands_beside_it(page):
    """The note leads to what the German article itself says: that this is no independent test."""
    (fact,) = [fact for fact in page.having("Deepgram", r"60") if fact.shown_as == "customer"]
    caveats = [page.facts[name] for name in fact.caveats]
    assert any(one.shown_as == "press" and re.search("kein unabh", one.words) for one in caveats)


def test_nothing_is_independent_evidence(page, locale):
    assert "shown" not in {fact.shown_as for fact in page.facts.values()}
    assert NO_EVIDENCE[locale] in printed.text(page.tree.get_element_by_id("shown"))


def test_aws_speaks_for_itself(page):
    """What AWS or Amazon say is a vendor's claim, and there is a lot of it."""
    assert shown_as(page, r"\b(AWS|Amazon)\b")["vendor"] >= 20
    spoken = [fact for fact in page.facts.values() if re.search(r"\b(AWS|Amazon)\b", fact.voices[0])]
    assert {fact.shown_as for fact in spoken} == {"vendor"}


def test_nobody_but_parties_stands_among_the_origins(page):
    """An interface, a language or a chip is nobody who could claim something."""
    claimants = {fact.voices[0] for fact in page.facts.values() if fact.shown_as in ("customer", "partner", "rival")}
    parties = "Deepgram|Meta|Hugging Face|Cartesia|Lieber|Nvidia|Tenstorrent|Microsoft"
    assert [one for one in claimants if not re.search(parties, one)] == []


def test_metas_welcome_is_a_partners(page):
    assert shown_as(page, r"\bMeta\b") == {"partner": 1}


def test_the_dates_differ(page, locale):
    """19 October by one article, 20 October by the others; each side with its sources."""
    month = OCTOBER[locale]
    (sides,) = [s for s in page.conflicts.values() if all(month in (side.value or "") for side in s)]
    first, second = sides
    assert (first.value.startswith("19"), second.value.startswith("20")) == (True, True)
    assert first.languages >= {"sr"}
    assert second.languages >= {"de"}
    assert all(side.sources for side in sides)
    for side in sides:
        for _, quote in side.quotes:
            assert re.search(r"\b(19|20)\. ?(Oktober|oktob)|20 октября", quote), f"{side.value}: {quote}"


def test_the_later_date_is_told_in_all_three_languages(page, locale):
    (second,) = [s[1] for s in page.conflicts.values() if OCTOBER[locale] in (s[1].value or "")]
    assert second.languages == {"de", "ru", "sr"}


def test_the_numbers_of_models_disagree(page):
    """100,000 runs against hundreds of thousands of models: two sides, each with its source and claimant."""
    (sides,) = [s for s in page.conflicts.values() if re.search(r"100[.,\s\u202f]000", s[0].value or "")]
    assert [side.languages for side in sides] == [{"de"}, {"ru"}]
    assert sides[1].shown_as == "vendor"


def test_the_runs_are_the_vendors(page):
    """The runs are described in a post of AWS's engineers."""
    (sides,) = [s for s in page.conflicts.values() if re.search(r"100[.,\s\u202f]000", s[0].value or "")]
    assert sides[0].shown_as == "vendor"


@pytest.mark.parametrize(
    "patterns",
    [
        (r"Apache 2\.0",),
        (r"Python 3\.12, 3\.13 \w+ 3\.14",),
        (r"Ubuntu 24\.04 \w+ 26\.04",),
        (r"Ubuntu 22\.04",),
        (r"torch\.sparse", r"torch\.func", r"torch\.nested", r"torch\.distributions"),
        (r"FP8", r"TorchAO"),
    ],
    ids=["licence", "python", "ubuntu", "ubuntu-ended", "modules", "private-beta"],
)
def test_versions_and_limits(page, patterns):
    """Each is worded in the reader's language, not merely quoted."""
    assert any(all(re.search(p, fact.say) for p in patterns) for fact in page.facts.values())
    worded = [
        fact for fact in page.having(*patterns) if "“" not in fact.say and "„" not in fact.say and "«" not in fact.say
    ]
    assert worded


@pytest.mark.parametrize(
    "patterns",
    [
        (r"Python 3\.12",), (r"Ubuntu 24\.04",), (r"Ubuntu 22\.04",), (r"TorchAO", "priva"),
        (r"torch\.sparse", r"torch\.nested"),
    ],
    ids=["python", "ubuntu", "ubuntu-ended", "private-beta", "modules"],
)  # fmt: skip
def test_what_is_on_the_subject_stands_in_the_story(page, patterns):
    """None of it is put off into the last section, with facts on other matters."""
    aside = page.tree.cssselect("#aside [id]")
    assert {fact.id for fact in page.having(*patterns)} - {node.get("id") for node in aside}


def test_the_newsroom_did_not_test(page):
    facts = page.having("BIG CHANGE", "nismo pokretali")
    assert [fact.shown_as for fact in facts] == ["press"]
    assert "sr" in facts[0].languages


def test_no_year_and_no_date(project, page, locale):
    assert not re.search(r"\b(19|20)\d\d\b", page.words)
    assert UNDATED[locale] in page.words
    front = (project / "public" / locale / "index.html").read_text("utf-8")
    assert UNDATED[locale] in front
