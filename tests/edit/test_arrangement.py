"""What is news comes further up."""

from dataclasses import replace

from beleg.edit.arrangement import arranged
from beleg.merge import merge
from merge.names import FakeNames
from merge.test_merge import known


def test_without_news_nothing_moves():
    articles, found, _ = known("solidstate", "headphones")
    merged = merge(found, articles, FakeNames())
    assert arranged(merged) == merged


def test_news_moves_a_fact_and_its_story_up():
    articles, found, _ = known("solidstate", "headphones")
    merged = merge(found, articles, FakeNames())
    last = merged.stories[-1]
    plain = next(fact for fact in reversed(merged.facts) if fact.story == last.id and not fact.aside)
    fresh = {name for name in last.facts if name != plain.id}
    made = arranged(
        replace(merged, facts=tuple(replace(f, news="new") if f.id == plain.id else f for f in merged.facts))
    )
    story = next(one for one in made.stories if one.id == last.id)
    assert story.facts.index(plain.id) < last.facts.index(plain.id)
    assert story.reasons[0] == "news 1"
    assert next(f for f in made.facts if f.id == plain.id).reasons[0] == "news"
    assert sorted(story.facts) == sorted({*fresh, plain.id})
    assert [f.id for f in made.facts if f.story == last.id] == list(story.facts)
