"""What is nearly one is named, and nothing else."""

from dataclasses import replace

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.merge import merge
from beleg.merge.doubts import REACH, nearly_one_fact, nearly_one_story
from beleg.merge.facts import THRESHOLD
from beleg.merge.stories import NEARLY
from beleg.merge.stories import THRESHOLD as ONE_STORY
from beleg.read import read
from beleg.records import Document
from fakes import CORPUS, HELD_OUT
from merge.names import AWS, FakeNames
from merge.test_merge import known

STORIES = ("solidstate", "headphones")


def test_statements_that_are_nearly_one_fact_mostly_are():
    names = sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name not in HELD_OUT)
    articles, found, gold = known(*names)
    result = merge([replace(s, subject=None) for s in found], articles, AWS)
    near = nearly_one_fact(result.statements)
    assert near
    assert [one.score for one in near] == sorted((one.score for one in near), reverse=True)
    for one in near:
        assert one.veto is None
        assert one.score >= THRESHOLD - REACH
        assert one.one.fact != one.other.fact
        assert one.one.story == one.other.story
    facts = [frozenset((one.one.fact, one.other.fact)) for one in near]
    assert len(facts) == len(set(facts))
    right = [gold[one.one.id].fact == gold[one.other.id].fact for one in near]
    assert sum(right) > len(right) / 2


def told(result):
    return {story.id: story.articles for story in result.stories}


def test_stories_that_are_nearly_one():
    """Halves of one matter that too long a time keeps apart, and none of the other matter."""
    articles, found, _ = known(*STORIES)
    late = [replace(a, published="2027-12-01") if a.id == "solidstate/ru.md" else a for a in articles]
    result = merge(found, late, FakeNames())
    assert len(result.stories) == 3
    undated = [replace(a, published=None) for a in articles]
    stories = told(result)
    [(likeness, one, other)] = nearly_one_story(stories, undated, result.statements)
    assert likeness >= ONE_STORY > NEARLY
    assert {a.partition("/")[0] for a in (*stories[one], *stories[other])} == {"solidstate"}
    merged = merge(found, articles, FakeNames())
    assert nearly_one_story(told(merged), articles, merged.statements) == []


# Two matters of one kind, in three languages, and a test of the first crane that is published more than a window after the last of it.
CRANES = {
    "kran-de.md": ("2026-10-02", "Hebemann stellt den Hafenkran K8 vor",
        ("Der Hersteller Hebemann hat den Hafenkran K8 vorgestellt. Der K8 hebt nach Angaben von Hebemann 62 Tonnen. "
         "Er kostet 4,7 Millionen Euro.")),
    "kran-ru.md": ("2026-10-03", "Hebemann представила портовый кран K8",
        ("Компания Hebemann представила портовый кран K8. По данным Hebemann, K8 поднимает 62 тонны. "
         "Кран стоит 4,7 млн евро.")),
    "kran-sr.md": ("2026-10-05", "Hebemann predstavio lučku dizalicu K8",
        ("Proizvođač Hebemann predstavio je lučku dizalicu K8. Prema navodima kompanije Hebemann, K8 diže 62 tone. "
         "Dizalica košta 4,7 miliona evra.")),
    "test-sr.md": ("2026-10-20", "Institut izmerio nosivost dizalice K8",
        ("Institut Dravik izmerio je koliko diže dizalica K8. Dizalica K8 proizvođača Hebemann diže 58 tona. "
         "Merenje je trajalo devet nedelja.")),
    "winde-de.md": ("2026-10-02", "Torsvik stellt den Hafenkran P3 vor",
        ("Der Hersteller Torsvik hat den Hafenkran P3 vorgestellt. Der P3 hebt nach Angaben von Torsvik 48 Tonnen. "
         "Er kostet 3,9 Millionen Euro.")),
    "winde-ru.md": ("2026-10-04", "Torsvik представила портовый кран P3",
        ("Компания Torsvik представила портовый кран P3. По данным Torsvik, P3 поднимает 48 тонн. "
         "Кран стоит 3,9 млн евро.")),
}  # fmt: skip


def test_what_follows_after_the_window_is_proposed_for_its_own_story_alone():
    """In a heap of six, where half of all are on one thing, and another of its kind is told in the same words."""
    register = load_register()
    articles = [
        read(Document(id=name, data=f"---\ntitle: {title}\npublished: {day}\n---\n{text}".encode(), media_type="text/markdown"))
        for name, (day, title, text) in CRANES.items()
    ]  # fmt: skip
    result = merge([s for a in articles for s in extract(a, register)], articles, register)
    assert sorted(story.articles for story in result.stories) == [
        ("kran-de.md", "kran-ru.md", "kran-sr.md"), ("test-sr.md",), ("winde-de.md", "winde-ru.md")
    ]  # fmt: skip
    stories = told(result)
    [(_, one, other)] = nearly_one_story(stories, articles, result.statements)
    assert sorted((*stories[one], *stories[other])) == ["kran-de.md", "kran-ru.md", "kran-sr.md", "test-sr.md"]
    early = [replace(a, published="2026-10-19") if a.id == "test-sr.md" else a for a in articles]
    result = merge([s for a in early for s in extract(a, register)], early, register)
    assert sorted(map(len, (story.articles for story in result.stories))) == [2, 4]
