"""The whole stage: statements of some articles to facts and stories."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beleg.errors import MergeError
from beleg.lexicons import load, tokenize
from beleg.merge import merge
from beleg.records import Article
from fakes import CORPUS, gold_articles, statement
from merge.names import AWS, FakeNames

STORIES = ("solidstate", "headphones")


def known(*stories):
    """Articles and annotated statements as extraction would hand them over: with concepts, without facts."""
    articles, found = gold_articles(CORPUS, *stories)
    bare = []
    for one in found:
        hits = load(one.language, one.script).match(tokenize(one.quote))
        concepts = tuple(dict.fromkeys(hit.label for hit in hits if hit.table == "concept"))
        bare.append(replace(one, concepts=concepts, fact=None, conflicts=(), story=None))
    return articles, bare, {one.id: one for one in found}


def test_nothing_gives_nothing():
    assert merge([], [], FakeNames()).stories == ()


def test_every_statement_gets_a_fact_and_a_story_that_know_it():
    articles, found, _ = known(*STORIES)
    result = merge(found, articles, FakeNames())
    facts = {fact.id: fact for fact in result.facts}
    stories = {story.id: story for story in result.stories}
    assert {s.id for s in result.statements} == {s.id for s in found}
    for one in result.statements:
        assert one.id in facts[one.fact].mentions
        assert one.fact in stories[one.story].facts
        assert facts[one.fact].story == one.story
        assert one.article in stories[one.story].articles
    for fact in result.facts:
        assert sorted(m for origin in fact.origins for m in origin.mentions) == sorted(fact.mentions)
        assert all(fact.id in facts[other].conflicts for other in fact.conflicts)
    for story in result.stories:
        assert all(side in story.facts for conflict in story.conflicts for side in conflict.sides)
    assert sorted(fact for story in result.stories for fact in story.facts) == sorted(facts)


@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_the_order_of_statements_and_articles_does_not_matter(data):
    articles, found, _ = known(*STORIES)
    shuffled = merge(data.draw(st.permutations(found)), data.draw(st.permutations(articles)), FakeNames())
    assert shuffled == merge(found, articles, FakeNames())


def test_what_a_maker_promises_and_a_laboratory_measures():
    articles, found, gold = known("solidstate")
    result = merge(found, articles, FakeNames())
    facts = {}
    for fact in result.facts:
        for mention in fact.mentions:
            facts.setdefault(gold[mention].fact, fact)
    claimed, measured = facts["ss-density-410"], facts["ss-density-372"]
    assert (claimed.status, claimed.evidence, claimed.languages) == ("disputed", "vendor_claim", ("de", "ru", "sr"))
    assert (measured.status, measured.evidence) == ("confirmed", "independent_evidence")
    assert [origin.party for origin in measured.origins] == ["Emtara"]
    assert claimed.conflicts == (measured.id,)
    assert facts["ss-fleet-24-vans"].status == "claimed"
    (story,) = result.stories
    assert (story.subject, story.vendor) == ("S1", "Elmvik")
    conflict = next(c for c in story.conflicts if set(c.sides) == {claimed.id, measured.id})
    assert (conflict.about, conflict.sides) == ("quantity", (measured.id, claimed.id))


def test_the_caveats_of_a_claim_are_found():
    claim = statement("Deepgram maß 60 %.", claimant="Deepgram", evidence="customer_claim")
    caveat = statement("Das ist kein unabhängiger Test.", start=30, kind="caveat", evidence="publisher_analysis",
                       claimant=None, polarity="negated")  # fmt: skip
    articles, *_ = gold_articles(CORPUS, "solidstate")
    result = merge([caveat, claim], [replace(articles[0], id="a.md")], AWS)
    fact = next(f for f in result.facts if claim.id in f.mentions)
    assert [s.id for s in result.caveats_of(fact)] == [caveat.id]


def test_a_statement_without_its_article_is_an_error():
    with pytest.raises(MergeError, match="not among the articles"):
        merge([statement()], [], FakeNames())


def test_an_identifier_twice_is_an_error():
    articles, found, _ = known("solidstate")
    with pytest.raises(MergeError, match="two statements"):
        merge([found[0], found[0]], articles, FakeNames())


def test_articles_in_which_nothing_is_said_are_no_story():
    silent = Article(id="x.md", text="Kurz.", language="de", script="Latn", blocks=())
    assert merge([], [silent], FakeNames()).stories == ()
