"""Articles of one matter, across languages."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beleg.merge.copies import Copies
from beleg.merge.stories import group, matter
from beleg.records import Article, Block
from fakes import statement
from merge.names import AWS, FakeNames

TELLINGS = {
    "bahn/de.md": ("de", "Die Halny kommt zu spät", ("Halny", "Wagonex"), ("train", "delay")),
    "bahn/ru.md": ("ru", "Halny опаздывает", ("Halny", "Wagonex"), ("train", "delay")),
    "bahn/sr.md": ("sr", "Halny opet kasni", ("Halny", "Wagonex"), ("train", "delay")),
    "impfung/de.md": ("de", "Ein Impfstoff gegen Noroviren", ("Norivax", "Halden Biologics"), ("vaccine",)),
    "impfung/ru.md": ("ru", "Вакцина Norivax", ("Norivax", "Halden Biologics"), ("vaccine",)),
}


def articles():
    return [
        Article(id=name, text=title, language=language, script="Cyrl" if language == "ru" else "Latn", title=title,
                blocks=(Block(kind="title", start=0, end=len(title)),), published="2026-10-14")
        for name, (language, title, _, _) in TELLINGS.items()
    ]  # fmt: skip


STATEMENTS = {
    name: [
        statement(
            f"{one} {language}", article=name, start=10 * place, names=(one,), concepts=concepts, language=language
        )
        for place, one in enumerate(names)
    ]
    for name, (language, _, names, concepts) in TELLINGS.items()
}


def grouped(found):
    return [[article.id for article in members] for members in found]


TWO = [["bahn/de.md", "bahn/ru.md", "bahn/sr.md"], ["impfung/de.md", "impfung/ru.md"]]


@settings(max_examples=40, deadline=None)
@given(order=st.permutations(articles()))
def test_two_stories_in_any_order(order):
    assert grouped(group(order, STATEMENTS, Copies(order))) == TWO


def test_a_month_later_it_is_another_story():
    late = [replace(a, published="2026-11-14") if a.id == "bahn/sr.md" else a for a in articles()]
    assert ["bahn/sr.md"] in grouped(group(late, STATEMENTS, Copies(late)))


def test_an_undated_article_joins():
    undated = [replace(a, published=None) if a.id == "bahn/sr.md" else a for a in articles()]
    assert grouped(group(undated, STATEMENTS, Copies(undated))) == TWO


def test_an_article_without_statements_is_a_story_of_its_own():
    alone = Article(id="x.md", text="Kurz.", language="de", script="Latn", blocks=())
    assert ["x.md"] in grouped(group([*articles(), alone], STATEMENTS, Copies([*articles(), alone])))


def test_copies_are_one_story_whenever_they_were_printed():
    text = "Der Hersteller Halny liefert die ersten Züge erst im Sommer aus, teilte er am Montag mit."
    first, *rest = [replace(a, text=text) if a.id == "bahn/sr.md" else a for a in articles()]
    late = Article(id="x.md", text=text, language="sr", script="Latn", blocks=(), published="2027-03-01")
    undated = replace(late, id="y.md", published=None)
    order = [late, first, *rest, undated]
    assert ["bahn/de.md", "bahn/ru.md", "bahn/sr.md", "x.md", "y.md"] in grouped(
        group(order, STATEMENTS, Copies(order))
    )


@pytest.mark.parametrize(
    ("rows", "register", "expected"),
    [
        ([("AWS", "vendor", "TorchNeuron")] * 2 + [("Amazon", "vendor", "Trainium")], AWS, ("TorchNeuron", "AWS")),
        ([("Elmvik", "vendor", "S1"), ("Botenwerk", "customer", "S1")], FakeNames(), ("S1", "Elmvik")),
        (
            [("BSI", "vendor", "Loris")] * 2 + [("Tamarin Labs", "vendor", "Loris")],
            FakeNames(types={"BSI": "authority"}),
            ("Loris", "Tamarin Labs"),
        ),
        ([(None, None, "Trainium")], AWS, ("Trainium", "AWS")),
        ([(None, None, None)], FakeNames(), (None, None)),
    ],
)
def test_what_a_story_is_about(rows, register, expected):
    found = [
        statement(f"Satz {place}", start=10 * place, claimant=claimant, role=role, subject=subject, names=())
        for place, (claimant, role, subject) in enumerate(rows)
    ]
    assert tuple(matter(articles()[:1], found, register)) == expected
