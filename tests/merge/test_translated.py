"""Articles that tell one text in two languages."""

from collections import defaultdict

import pytest

from beleg.merge.translated import FEWEST, translated
from beleg.records import Article, Quantity
from fakes import CORPUS, HELD_OUT, gold_articles, statement

STORIES = sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name not in HELD_OUT)
LANGUAGES = {"de.md": "de", "ru.md": "ru", "sr.md": "sr"}
ARTICLES = {
    name: Article(id=name, text="", language=language, script="Latn", blocks=(), published=f"2026-10-0{day}")
    for day, (name, language) in enumerate(LANGUAGES.items(), 1)
}


def texts(**orders):
    """Groups of statements: each article tells the facts of its order, with their numbers as values."""
    groups = defaultdict(list)
    for language, order in orders.items():
        for place, fact in enumerate(order):
            groups[fact].append(
                statement(f"Satz {fact}.", article=f"{language}.md", language=language, start=100 * place,
                          quantities=(Quantity(value=fact, unit="count"),))
            )  # fmt: skip
    return list(groups.values())


def test_the_same_facts_in_the_same_order_are_one_text():
    groups = texts(de=range(12), ru=range(12), sr=[*range(10), 20, 21])
    assert translated(groups, ARTICLES) == {"ru.md": "de.md", "sr.md": "de.md"}
    assert translated(list(reversed(groups)), ARTICLES) == {"ru.md": "de.md", "sr.md": "de.md"}


@pytest.mark.parametrize(
    "order",
    [
        [*range(6, 12), *range(6)],  # told in another order
        [*range(6), *range(20, 26)],  # half of it is its own
        [*range(12), *range(20, 40)],  # a long report that holds the short one
    ],
)
def test_reports_on_one_matter_are_not(order):
    assert translated(texts(de=range(12), ru=order), ARTICLES) == {}


def test_a_few_facts_are_no_text():
    few = range(FEWEST - 1)
    assert translated(texts(de=few, ru=few), ARTICLES) == {}


def test_other_values_are_another_text():
    groups = texts(de=range(12), ru=range(12))
    german = [s for group in groups for s in group if s.article == "de.md"]
    russian = [s for group in groups for s in group if s.article == "ru.md"]
    # The same facts without their numbers, which others stand for.
    moved = list(zip(german, reversed(russian), strict=True))
    assert translated(moved, ARTICLES) == {}


@pytest.mark.parametrize("story", STORIES)
def test_separately_written_articles_are_no_translations(story):
    articles, said = gold_articles(CORPUS, story)
    groups = defaultdict(list)
    for one in said:
        groups[one.fact or one.id].append(one)
    assert translated(list(groups.values()), {article.id: article for article in articles}) == {}
