"""How well merging does on the annotated development stories, given perfect statements.

The floors lie a little below what was reached; the test part of the corpus is left alone.
"""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from beleg.merge import merge
from fakes import CORPUS, HELD_OUT
from merge.names import AWS
from merge.test_merge import known


@pytest.fixture(scope="module")
def result():
    names = sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name not in HELD_OUT)
    articles, found, gold = known(*names)
    return merge([replace(s, subject=None) for s in found], articles, AWS), gold


def matter(one):
    return one.story.split("-")[0]


def test_articles_meet_in_their_stories(result):
    merged, gold = result
    told = defaultdict(set)
    for one in gold.values():
        told[matter(one)].add(one.article)
    assert {frozenset(story.articles) for story in merged.stories} == {frozenset(found) for found in told.values()}


def test_facts_across_languages(result):
    merged, gold = result
    same = {
        (a.id, b.id) for group in _facts(gold).values() for a, b in combinations(group, 2) if a.language != b.language
    }
    found = {
        tuple(sorted((a, b), key=list(gold).index))
        for fact in merged.facts
        for a, b in combinations(fact.mentions, 2)
        if gold[a].language != gold[b].language
    }
    right = len(found & same)
    assert right / len(found) >= 0.97
    assert right / len(same) >= 0.74


def _facts(gold):
    groups = defaultdict(list)
    for one in gold.values():
        groups[matter(one), one.fact].append(one)
    return groups


def test_conflicts(result):
    merged, gold = result
    wanted = {
        frozenset(((matter(one), one.fact), (matter(one), other))) for one in gold.values() for other in one.conflicts
    }
    facts = {fact.id: {(matter(gold[m]), gold[m].fact) for m in fact.mentions} for fact in merged.facts}
    sides = [conflict.sides for story in merged.stories for conflict in story.conflicts]
    hits = [{frozenset((a, b)) for a in facts[one] for b in facts[other]} & wanted for one, other in sides]
    assert sum(map(bool, hits)) / len(sides) >= 0.7
    assert len(set().union(*hits)) / len(wanted) >= 0.55
