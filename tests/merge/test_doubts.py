"""What is nearly one is named, and nothing else."""

from dataclasses import replace

from beleg.merge import merge
from beleg.merge.doubts import REACH, nearly_one_fact, nearly_one_story
from beleg.merge.facts import THRESHOLD
from beleg.merge.stories import NEARLY
from beleg.merge.stories import THRESHOLD as ONE_STORY
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


def test_stories_that_are_nearly_one():
    """Halves of one matter that too long a time keeps apart, and none of the other matter."""
    articles, found, _ = known(*STORIES)
    late = [replace(a, published="2027-12-01") if a.id == "solidstate/ru.md" else a for a in articles]
    result = merge(found, late, FakeNames())
    assert len(result.stories) == 3
    undated = [replace(a, published=None) for a in articles]
    [(likeness, one, other)] = nearly_one_story(result.stories, undated, result.statements)
    assert likeness >= ONE_STORY > NEARLY
    assert {a.partition("/")[0] for a in (*one.articles, *other.articles)} == {"solidstate"}
    merged = merge(found, articles, FakeNames())
    assert nearly_one_story(merged.stories, articles, merged.statements) == []
