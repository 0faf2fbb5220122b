"""Articles of one matter, across languages.

Run as a script, it prints what the threshold of `merge/stories.py` is calibrated on.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.merge.copies import Copies
from beleg.merge.rulings import Rulings
from beleg.merge.stories import NEARLY, RUNNING, THRESHOLD, Heap, group, matter
from beleg.read import read
from beleg.records import Article, Block, Document
from fakes import CORPUS, HELD_OUT, statement
from merge.names import AWS, FakeNames
from years import Year
from years import article as article_of

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


def days_of(*days):
    """Articles on one matter, published on these days of a year."""
    found = {}
    for number, day in enumerate(days):
        name = f"{number:02}.md"
        when = date(2026, 1, 1) + timedelta(days=day)
        found[name] = replace(articles()[number % 3], id=name, published=when.isoformat())
    rows = [*STATEMENTS.values()]
    told = {name: [replace(s, article=name) for s in rows[number % 3]] for number, name in enumerate(found)}
    return [*found.values()], told


@pytest.mark.parametrize(
    ("days", "stories"),
    [
        # As long as something comes within the window of the article before, it is one story.
        ((0, 10, 20, 30, 40, 50), [6]),
        ((0, 14, 28, 42), [4]),
        ((0, 3, 18), [2, 1]),
        ((0, 3, 18, 20), [2, 2]),
    ],
)
def test_a_story_runs_as_long_as_articles_come(days, stories):
    found, told = days_of(*days)
    assert [len(members) for members in group(found, told, Copies([]))] == stories


@pytest.mark.parametrize(("last", "stories"), [(14, [3]), (15, [2, 1])])
def test_what_is_hardly_alike_does_not_prolong_a_story(last, stories):
    """Beyond a window from the first article more has to speak for one story than within it."""
    found, told = days_of(0, 8, last)
    told["02.md"] = [replace(s, names=("Halny", *(f"{one}netz" for one in INVENTED[:7]))) for s in told["02.md"]]
    assert all(THRESHOLD < value < RUNNING for value, _, name in Heap(found, told).pairs(0.0) if name == "02.md")
    assert [len(members) for members in group(found, told, Copies([]))] == stories


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


def ruled(found=None, **rulings):
    found = articles() if found is None else found
    rulings = {
        name: tuple(map(frozenset, value)) if name != "two_stories" else frozenset(value)
        for name, value in rulings.items()
    }
    return grouped(group(found, STATEMENTS, Copies(found), Rulings(**rulings)))


@pytest.mark.parametrize("by", ["one_story", "pinned"])
def test_pinned_articles_are_one_story_however_unlike_and_far_apart(by):
    late = [replace(a, published="2026-12-14") if a.id == "impfung/ru.md" else a for a in articles()]
    assert ruled(late, **{by: [["bahn/de.md", "impfung/ru.md"]]}) == [
        ["bahn/de.md", "bahn/ru.md", "bahn/sr.md", "impfung/ru.md"], ["impfung/de.md"]
    ]  # fmt: skip


def test_a_pin_brings_along_what_its_articles_belong_with():
    """What an editor says of two articles is said of their stories; unless a third is kept apart."""
    pin = [["bahn/de.md", "impfung/ru.md"]]
    assert ruled(pinned=pin) == [sorted(TELLINGS)]
    assert ruled(pinned=pin, two_stories=[("bahn/sr.md", "impfung/ru.md")]) == [
        ["bahn/de.md", "bahn/ru.md", "impfung/de.md", "impfung/ru.md"], ["bahn/sr.md"]
    ]  # fmt: skip


@pytest.mark.parametrize("by", ["one_story", "pinned"])
def test_pins_that_share_an_article_are_one_story(by):
    pins = [["bahn/de.md", "impfung/de.md"], ["impfung/de.md", "impfung/ru.md"], ["gone.md", "bahn/ru.md"]]
    assert ruled(**{by: pins}) == [sorted(TELLINGS)]


def test_what_is_split_never_meets_and_the_others_go_with_what_is_more_like():
    found = [replace(a, title="Halny opet kasni, javlja Wagonex") if a.id == "bahn/sr.md" else a for a in articles()]
    assert ruled(found, two_stories=[("bahn/de.md", "bahn/ru.md")])[-1] == TWO[1]
    assert sorted(map(len, ruled(found, two_stories=[("bahn/de.md", "bahn/ru.md")]))) == [1, 2, 2]


@pytest.mark.parametrize("by", ["one_story", "pinned"])
def test_a_split_outweighs_a_published_story_and_a_pin(by):
    """Who was put with both stays with one of them."""
    split = ruled(**{by: [sorted(TELLINGS)]}, two_stories=[("bahn/de.md", "impfung/de.md")])
    assert split == TWO


def test_a_pin_holds_against_a_published_story_that_a_split_breaks():
    split = ruled(
        one_story=[sorted(TELLINGS)], pinned=[["bahn/de.md", "impfung/ru.md"]],
        two_stories=[("bahn/de.md", "impfung/de.md")],
    )  # fmt: skip
    assert split == [["bahn/de.md", "bahn/ru.md", "bahn/sr.md", "impfung/ru.md"], ["impfung/de.md"]]


def test_copies_that_are_kept_apart_are_two_stories():
    text = "Der Hersteller Halny liefert die ersten Züge erst im Sommer aus, teilte er am Montag mit."
    found = [replace(a, text=text) if a.id.startswith("bahn/") else a for a in articles()]
    assert ruled(found) == TWO
    assert ruled(found, two_stories=[("bahn/de.md", "bahn/sr.md")]) == [
        ["bahn/de.md", "bahn/ru.md"], ["bahn/sr.md"], TWO[1]
    ]  # fmt: skip


@settings(max_examples=20, deadline=None)
@given(order=st.permutations(articles()), pins=st.permutations([sorted(TELLINGS), ["bahn/de.md", "impfung/ru.md"]]))
def test_rulings_hold_in_any_order(order, pins):
    split = [("bahn/de.md", "bahn/sr.md"), ("bahn/de.md", "impfung/de.md")]
    for by in ("one_story", "pinned"):
        rulings = {by: pins, "two_stories": split}
        assert ruled(order, **rulings) == ruled(**{name: rows[::-1] for name, rows in rulings.items()})


def test_two_matters_told_in_the_same_words_are_two_stories():
    """Words and concepts alone make no story: names do."""
    told = {
        f"{one}.md": [
            statement(
                f"Der Hersteller {one} meldet, dass Unbekannte die Kundendaten kopiert haben.",
                article=f"{one}.md", names=(one,), concepts=("customer-data", "breach"),
            )
        ]
        for one in ("Tresorin", "Schlossberg")
    }  # fmt: skip
    found = [replace(articles()[0], id=name, title="Kundendaten kopiert") for name in told]
    assert grouped(group(found, told, Copies(()))) == [["Schlossberg.md"], ["Tresorin.md"]]


def test_five_hundred_articles_within_the_window_take_little_longer_than_fifty():
    """Counted in comparisons, not in seconds: what shares no name and no value is never laid side by side."""

    def heap(times):
        rows = {
            f"{n:03}/{name}": [
                replace(s, article=f"{n:03}/{name}", names=tuple(f"{one}{INVENTED[n]}".replace(" ", "") for one in s.names)) for s in found
            ]
            for n in range(times)
            for name, found in STATEMENTS.items()
        }  # fmt: skip
        made = [replace(a, id=f"{n:03}/{a.id}") for n in range(times) for a in articles()]
        return Heap(made, rows)

    assert len(heap(100).pairs(0.0)) <= 10 * len(heap(10).pairs(0.0)) > 0


# Words without two that sound alike.
INVENTED = [f"{a}a{b}a{c}a" for a, b, c in permutations("bdgklmnprt", 3)]


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


def development_articles():
    """The annotated development stories, read as if they had been put into `sources/`; without dates, so that none is far apart."""
    found = []
    for file in sorted(CORPUS.glob("*/*.gold.jsonl")):
        if file.parent.name not in HELD_OUT:
            header = json.loads(file.read_text("utf-8").split("\n", 1)[0])
            told = {"published": header["published"] or header["reference_date"]} | {
                key: header[key] for key in ("title", "publisher", "language") if header[key]
            }
            front = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items())
            text = file.with_name(file.name.replace(".gold.jsonl", ".txt")).read_text("utf-8")
            name = f"{file.parent.name}/{file.name.split('.')[0]}.md"
            one = read(Document(id=name, data=f"---\n{front}---\n{text}".encode(), media_type="text/markdown"))
            found.append(replace(one, published=None, updated=None))
    return found


def extracted(articles):
    """The statements of articles as they are read, by article."""
    register = load_register()
    return {article.id: extract(article, register) for article in articles}


def likeness(heaps, told, story):
    """Of all pairs in heaps of articles: the likenesses of those of one story, the lowest first, and of two, the highest first."""
    same, other = [], []
    for articles in heaps:
        for value, one, two in Heap(articles, told).pairs(0.0):
            (same if story(one) == story(two) else other).append((value, one, two))
    return sorted(same), sorted(other, reverse=True)


@pytest.fixture(scope="module")
def corpus():
    found = development_articles()
    return found, extracted(found)


def matter_of(article):
    return article.split("/")[0]


def test_the_threshold_parts_the_development_stories(corpus):
    """As they are read, all in one heap and each two articles alone; the gap is wide enough for a word more or less."""
    found, told = corpus
    same, other = likeness([found], told, matter_of)
    assert same[0][0] > THRESHOLD > NEARLY > other[0][0]
    same, other = likeness(combinations(found, 2), told, matter_of)
    assert same[0][0] > THRESHOLD > other[0][0]


def main():
    """Print what the threshold is calibrated on."""
    found = development_articles()
    told = extracted(found)
    for title, heaps in (("one heap", [found]), ("every two articles", list(combinations(found, 2)))):
        same, other = likeness(heaps, told, matter_of)
        print(f"{title}\n  of one story, the least alike:")
        print(*(f"    {value:.3f} {one} {two}" for value, one, two in same[:6]), sep="\n")
        print("  of two, the most alike:")
        print(*(f"    {value:.3f} {one} {two}" for value, one, two in other[:6]), sep="\n")
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 14
    items = {item.path: item for number in range(days) for item in Year().day(number).items if item.role != "bridge"}
    found = [
        read(Document(id=name, data=article_of(item).encode(), media_type="text/markdown"))
        for name, item in sorted(items.items())
    ]
    told = extracted(found)
    grouped_as = group(found, told, Copies(found))
    right = 0
    instances = Counter(item.instance.id for item in items.values())
    for members in grouped_as:
        right += sum(count * (count - 1) // 2 for count in Counter(items[a.id].instance.id for a in members).values())
    told_as_one = sum(len(members) * (len(members) - 1) // 2 for members in grouped_as)
    wanted = sum(count * (count - 1) // 2 for count in instances.values())
    print(f"{days} days of a synthetic year, {len(found)} articles")
    print(
        f"  pairs told as one that are: {right / told_as_one:.3f}; pairs of one that are told so: {right / wanted:.3f}"
    )


if __name__ == "__main__":
    main()
