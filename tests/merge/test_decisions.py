"""What an editor settled, applied to what was read."""

from dataclasses import replace

import pytest

from beleg.ingest.decisions import Anchor, Decision, Decisions, StoryDecision
from beleg.merge import merge
from beleg.merge.decisions import decide
from beleg.records import Article
from fakes import statement
from merge.names import AWS

TEXT = "Vor allem Banken warten. Der Preis liegt bei 95 Euro, sagt Elmvik. Geprüft ist das nicht."


def cut(*pieces, article="a.md", text=TEXT):
    """Statements with these words, where they stand in an article."""
    return [
        statement(piece, article=article, start=text.index(piece), end=text.index(piece) + len(piece))
        for piece in pieces
    ]


def articles(*names):
    return [Article(id=name, text=TEXT, language="de", script="Latn", blocks=()) for name in names or ("a.md",)]


def told(*decisions, stories=()):
    return Decisions(statements=decisions, stories=stories)


def on(quote, article="a.md", **fields):
    return Decision(article=article, quote=quote, **fields)


WHOLE = "Der Preis liegt bei 95 Euro, sagt Elmvik."


def test_decisions_change_statements_and_say_so():
    one, two, three = cut("Vor allem Banken warten.", WHOLE, "Geprüft ist das nicht.")
    decided = decide(
        [one, two, three], articles(),
        told(on(one.quote, evidence="customer_claim", claimant="Deepgram"), on(two.quote, drop=True)),
    )  # fmt: skip
    assert decided.problems == ()
    assert [s.quote for s in decided.statements] == [one.quote, three.quote]
    first, last = decided.statements
    assert (first.evidence, first.claimant, first.role) == ("customer_claim", "Deepgram", "customer")
    assert (first.confidence, first.rules[-2:]) == (1.0, ("editor: class", "editor: claimant"))
    assert last is three


def test_unattributed_takes_the_claimant_away():
    [one] = cut(WHOLE)
    [decided] = decide([one], articles(), told(on(WHOLE, evidence="unattributed"))).statements
    assert (decided.claimant, decided.origin, decided.role) == (None, None, None)


@pytest.mark.parametrize(
    ("now", "meant"),
    [
        ([WHOLE], [0]),
        # The sentence is cut in two, and joined with its neighbour; a neighbour that merely touches it is not meant.
        (["Der Preis liegt bei 95 Euro,", "sagt Elmvik."], [0]),
        (["Vor allem Banken warten. Der Preis liegt bei 95 Euro, sagt Elmvik."], [0]),
        (["Vor allem Banken warten. Der Preis", "liegt bei 95 Euro, sagt Elmvik."], [1]),
    ],
)
def test_a_decision_holds_when_the_sentence_is_cut_otherwise(now, meant):
    decided = decide(cut(*now, "Geprüft ist das nicht."), articles(), told(on(WHOLE, kind="price")))
    assert decided.problems == ()
    assert [n for n, s in enumerate(decided.statements) if s.kind == "price"] == meant


def test_what_is_dropped_goes_with_all_that_lies_in_it():
    now = cut("Vor allem Banken warten.", "Der Preis liegt bei 95 Euro,", "sagt Elmvik.", "Geprüft ist das nicht.")
    decided = decide(now, articles(), told(on(WHOLE, drop=True)))
    assert [s.quote for s in decided.statements] == [now[0].quote, now[3].quote]


def test_line_breaks_in_the_words_do_not_count():
    decided = decide(cut(WHOLE), articles(), told(on(WHOLE.replace(" liegt", "\nliegt"), kind="price")))
    assert (decided.problems, decided.statements[0].kind) == ((), "price")


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (on("Das steht da nicht.", kind="price", line=7), "a.md does not have the words “Das steht da nicht.”"),
        (on("Vor allem Banken warten.", kind="price", line=7), "nothing is read from the words “Vor allem Banken warten.” of a.md"),
        (on(WHOLE, "b.md", kind="price", line=7), "there is no article b.md; did you mean a.md?"),
        (on(WHOLE, merge=(Anchor("a.md", "Gone."),), line=7), "a.md does not have the words “Gone.”"),
    ],
)  # fmt: skip
def test_a_decision_that_fits_nothing_any_more_is_named_with_its_line(decision, message):
    found = cut(WHOLE)
    decided = decide(found, articles(), told(decision))
    assert decided.statements == tuple(found)
    [problem] = decided.problems
    assert (problem.message, problem.line, problem.severity) == (message, 7, "warning")


def test_what_is_decided_of_an_article_that_is_not_merged_now_is_as_good_as_ever():
    decisions = told(
        on("Gone.", "old.md", kind="price"), on(WHOLE, merge=(Anchor("old.md", "Gone."),)),
        stories=[StoryDecision(together=("a.md", "old.md"))],
    )  # fmt: skip
    assert decide(cut(WHOLE), articles(), decisions, {"old.md"}).problems == ()


def test_two_decisions_that_contradict_each_other_are_told_and_the_first_counts():
    decided = decide(
        cut(WHOLE), articles(), told(on(WHOLE, kind="price", line=1), on("Der Preis liegt bei 95 Euro", kind="plan", line=9))
    )  # fmt: skip
    assert [s.kind for s in decided.statements] == ["price"]
    [problem] = decided.problems
    assert problem.line == 9
    assert problem.message.startswith("kind is 'plan', but 'price' (line 1)")
    assert problem.severity == "error"


def test_two_decisions_that_agree_are_one():
    decided = decide(cut(WHOLE), articles(), told(on(WHOLE, kind="price"), on(WHOLE, kind="price", note="Seen.")))
    assert decided.problems == ()
    assert set(decided.rulings.notes.values()) == {("Seen.",)}


def three():
    """One statement in each of three articles."""
    names = ("a.md", "b.md", "c.md")
    return [cut(WHOLE, article=name)[0] for name in names], articles(*names)


def test_merges_and_splits_become_rulings():
    (a, b, c), found = three()
    decided = decide([a, b, c], found, told(on(WHOLE, merge=(Anchor("b.md", WHOLE),), split=(Anchor("c.md", WHOLE),))))
    assert decided.problems == ()
    assert decided.rulings.one_fact == {tuple(sorted((a.id, b.id)))}
    assert decided.rulings.two_facts == {tuple(sorted((a.id, c.id)))}
    # What says the same is of one story.
    assert decided.rulings.pinned == (frozenset(("a.md", "b.md")),)


def test_a_split_of_what_is_merged_be_it_by_way_of_another_is_told():
    (a, b, c), found = three()
    decisions = [
        on(WHOLE, merge=(Anchor("b.md", WHOLE),), line=1),
        on(WHOLE, "b.md", merge=(Anchor("c.md", WHOLE),), line=5),
        on(WHOLE, "c.md", split=(Anchor("a.md", WHOLE),), line=9),
    ]
    decided = decide([a, b, c], found, told(*decisions))
    assert decided.rulings.two_facts == frozenset()
    assert [(p.line, p.message.partition(":")[0]) for p in decided.problems] == [
        (9, "is to be split from what it is merged with")
    ]  # fmt: skip


def test_a_merge_and_a_split_of_one_pair_are_both_named_with_their_lines():
    (a, b, _), found = three()
    both = on(WHOLE, merge=(Anchor("b.md", WHOLE),), split=(Anchor("b.md", WHOLE),), line=1)
    decisions = Decisions(statements=(both,), key_lines={(1, "merge"): 4, (1, "split"): 5})
    [problem] = decide([a, b], found, decisions).problems
    assert problem.line == 5
    assert problem.message.startswith("is to be split from what it is merged with (line 4):")


@pytest.mark.parametrize("ruled", ["publisher_analysis", "independent_evidence"])
def test_a_claimant_with_a_stake_behind_what_is_nobodys_claim_is_warned_of(ruled):
    [one] = cut(WHOLE)
    one = replace(one, evidence="vendor_claim", claimant="Elmvik", role="vendor")
    [paper] = articles()
    paper = replace(paper, publisher="Hainer Blatt")
    [problem] = decide([one], [paper], told(on(WHOLE, evidence=ruled, line=3))).problems
    assert (problem.severity, problem.line) == ("warning", 3)
    assert "Elmvik, who has a stake, stays the claimant" in problem.message
    assert ('`claimant = "Hainer Blatt"`' in problem.hint) is (ruled == "publisher_analysis")
    # Said who speaks, taken out, or read as somebody's without a stake: nothing to tell.
    for other in (
        told(on(WHOLE, evidence=ruled, claimant="Sellmann")),
        told(on(WHOLE, evidence=ruled, drop=True)),
        told(on(WHOLE, evidence="vendor_claim")),
    ):
        assert decide([one], [paper], other).problems == ()
    lab = replace(one, evidence="independent_evidence", claimant="Sellmann", role="laboratory")
    assert decide([lab], [paper], told(on(WHOLE, evidence=ruled))).problems == ()


def test_what_is_dropped_is_merged_with_nothing():
    (a, b, _), found = three()
    decided = decide(
        [a, b], found, told(on(WHOLE, merge=(Anchor("b.md", WHOLE),), line=1), on(WHOLE, "b.md", drop=True, line=5))
    )
    assert decided.rulings.one_fact == frozenset()
    assert [p.line for p in decided.problems] == [1]
    assert "what is dropped" in decided.problems[0].message


def test_articles_together_and_apart_become_rulings():
    _, found = three()
    decided = decide([], found, told(stories=[StoryDecision(together=("a.md", "b.md"), apart=("a.md", "c.md"))]))
    assert decided.rulings.pinned == (frozenset(("a.md", "b.md")),)
    assert decided.rulings.two_stories == {("a.md", "c.md")}


@pytest.mark.parametrize(
    "decisions",
    [
        told(stories=[StoryDecision(together=("a.md", "b.md"), line=1), StoryDecision(apart=("b.md", "a.md"), line=4)]),
        told(
            on(WHOLE, merge=(Anchor("b.md", WHOLE),), line=1), stories=[StoryDecision(apart=("b.md", "a.md"), line=4)]
        ),
    ],
)
def test_keeping_apart_what_is_one_story_is_told(decisions):
    statements, found = three()
    decided = decide(statements, found, decisions)
    assert decided.rulings.two_stories == frozenset()
    [problem] = decided.problems
    assert (problem.line, problem.severity) == (4, "error")
    assert "a.md and b.md" in problem.message


def test_an_article_that_is_gone_from_a_story_is_named():
    _, found = three()
    decided = decide([], found, told(stories=[StoryDecision(together=("a.md", "b.md", "gone.md"), line=3)]))
    assert decided.rulings.pinned == (frozenset(("a.md", "b.md")),)
    assert [(p.line, p.message, p.severity) for p in decided.problems] == [
        (3, "there is no article gone.md", "warning")
    ]  # fmt: skip


def test_a_fact_shows_what_was_decided():
    """The editor's word outlasts what the story would make of it."""
    one = statement(WHOLE, claimant="TorchNeuron", kind="other", start=25, end=25 + len(WHOLE))
    decided = decide([one], articles(), told(on(WHOLE, kind="price", claimant="TorchNeuron", note="Asked Elmvik.")))
    merged = merge(decided.statements, articles(), AWS, decided.rulings)
    [fact] = merged.facts
    assert (fact.rulings, fact.notes, fact.kind) == (("class", "kind", "claimant")[1:], ("Asked Elmvik.",), "price")
    assert merged.statements[0].claimant == "TorchNeuron"
    plain = merge([replace(one, kind="price")], articles(), AWS)
    assert plain.statements[0].claimant == "AWS"
