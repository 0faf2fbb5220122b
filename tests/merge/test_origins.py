"""Whom a fact goes back to, and what it rests on."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beleg.lexicons.register import load_register
from beleg.merge import merge
from beleg.merge.copies import Copies
from beleg.merge.origins import CODES, Ties, at_most, evidence_of, leading, origins_of, outlets_of, status_of
from beleg.records import Article, Quantity
from fakes import statement
from merge.names import AWS, FakeNames

ARTICLES = {
    name: Article(id=name, text="", language="de", script="Latn", blocks=(), publisher=publisher)
    for name, publisher in (("a.md", "Blatt"), ("b.md", "Blatt"), ("c.md", "Vesnik"), ("d.md", None), ("e.md", None))
}
COPIES = Copies(ARTICLES.values())
WIRES = FakeNames(owners=AWS.owners, types=AWS.types, agencies={"dpa": "dpa", "Tanjug": "Tanjug", "Танјуг": "Tanjug"})


def ties(mentions, articles=ARTICLES, register=AWS):
    return Ties(articles, [mentions], Copies(articles.values()), register)


def origins(mentions, articles=ARTICLES, register=AWS):
    return origins_of(mentions, ties(mentions, articles, register))


VENDOR = statement("AWS sagt es.", article="a.md", claimant="AWS", origin="Amazon", role="vendor")
AMAZON = statement("Amazon sagt es.", article="b.md", claimant="Amazon", origin="Amazon", role="vendor")
NOTES = statement(
    "In den Notizen.", article="c.md", claimant="AWS", origin="Amazon", role="vendor", via="release notes"
)
PLAIN = statement("Es ist so.", article="d.md", claimant=None, origin=None, role=None, evidence="unattributed")
CUSTOMER = statement("Wir messen 60 %.", article="e.md", claimant="Deepgram", origin="Deepgram", role="customer",
                     evidence="customer_claim")  # fmt: skip
TESTED = statement("Das Labor maß 50 %.", article="e.md", claimant="Emtara", origin="Emtara", role="laboratory",
                   evidence="independent_evidence")  # fmt: skip
JUDGED = statement("Das ist zu wenig.", article="a.md", claimant=None, origin=None, role="publisher",
                   evidence="publisher_analysis")  # fmt: skip


def test_a_subsidiary_its_owner_and_its_documents_are_one_origin():
    (origin,) = origins([VENDOR, AMAZON, NOTES])
    assert (origin.party, origin.stake) == ("Amazon", "vendor")
    assert origin.mentions == (VENDOR.id, AMAZON.id, NOTES.id)
    assert origin.why == ("document: release notes", "named", "subsidiary: AWS")


def test_a_publisher_is_the_origin_of_its_judgement_alone():
    found = origins([JUDGED, PLAIN])
    assert [(o.party, o.stake) for o in found] == [("Blatt", "publisher"), (None, None)]


def test_a_number_that_a_paper_repeats_is_its_sources():
    number = (Quantity(value=372, unit="Wh/kg"),)
    told = replace(TESTED, article="c.md", quantities=number)
    repeated = replace(JUDGED, id="s-1", claimant="Blatt", quantities=number)
    (origin,) = origins([told, repeated])
    assert (origin.party, origin.why) == ("Emtara", ("named", "repeats: Blatt"))
    judged = replace(repeated, quantities=())
    assert [o.party for o in origins([told, judged])] == ["Emtara", "Blatt"]


def test_a_text_that_several_papers_print_is_one_origin_of_several_outlets():
    text = "Eine Agentur schrieb diesen Absatz, und zwei Zeitungen druckten ihn ohne jede Änderung."
    printed = {name: replace(article, text=text) for name, article in ARTICLES.items()}
    judged = [replace(JUDGED, id=f"s-{name}", article=name, claimant=None) for name in ("a.md", "c.md", "d.md")]
    (origin,) = origins(judged, printed)
    assert (origin.party, origin.why) == ("Blatt", ("copy: a.md", "publisher"))
    assert outlets_of(judged, Copies(printed.values())) == 2, "the copy without a publisher is no third"


def test_a_repetition_without_source_leaves_a_claim_the_vendors():
    assert evidence_of([PLAIN, VENDOR]) == "vendor_claim"
    assert status_of([PLAIN, VENDOR], origins([PLAIN, VENDOR]), []) == "claimed"


def test_outlets_are_publishers():
    assert outlets_of([VENDOR, AMAZON, NOTES], COPIES) == 2
    assert outlets_of([PLAIN, CUSTOMER], COPIES) == 1, "two files of unknown publishers may be one paper's"


@pytest.mark.parametrize(
    ("mentions", "rivals", "expected"),
    [
        ([CUSTOMER], [], "claimed"),
        ([CUSTOMER, VENDOR], [], "claimed"),
        ([TESTED, VENDOR], [], "confirmed"),
        ([PLAIN], [], "origin_not_stated"),
        ([JUDGED], [], "judged"),
        ([JUDGED, PLAIN], [], "judged"),
        ([VENDOR], [[CUSTOMER]], "disputed"),
        ([VENDOR], [[TESTED]], "disputed"),
        ([TESTED], [[VENDOR]], "confirmed"),
        ([TESTED], [[TESTED]], "disputed"),
    ],
)
def test_status(mentions, rivals, expected):
    assert status_of(mentions, origins(mentions), rivals) == expected


def test_a_customers_word_alone_never_stands_as_evidence():
    assert evidence_of([CUSTOMER, VENDOR, PLAIN]) == "customer_claim"


def test_the_leading_mention_is_the_best_known_and_most_complete():
    full = statement("AWS: 60 %.", article="c.md", claimant="AWS", quantities=(Quantity(value=60, unit="percent"),))
    assert leading([PLAIN, VENDOR, full, CUSTOMER]) == [CUSTOMER, full, VENDOR, PLAIN]


# --- agencies, press releases, copies ---------------------------------------------------------------------------------


def told(text, name, publisher, language="de", script="Latn", **fields):
    """An article and what it says without a source."""
    article = Article(id=name, text=text, language=language, script=script, blocks=(), publisher=publisher)
    said = statement("Es ist so.", article=name, language=language, script=script, claimant=None, origin=None,
                     role=None, evidence="unattributed")  # fmt: skip
    return replace(article, **fields), said


def test_an_agencys_text_is_one_origin_however_many_print_it():
    pairs = [
        told("BERLIN (dpa) - Es ist so.", "a.md", "Blatt"),
        told("Es ist so. Das Blatt ergänzt einiges.\n\nQuelle: dpa", "b.md", "Bote"),
        told("Es ist so.", "c.md", "Kurier", taken_from="dpa"),
    ]
    articles, mentions = {a.id: a for a, _ in pairs}, [s for _, s in pairs]
    (origin,) = origins(mentions, articles, WIRES)
    assert (origin.party, origin.stake, origin.why) == ("dpa", "medium", ("agency: dpa",))
    assert outlets_of(mentions, Copies(articles.values())) == 3
    assert at_most([origin], mentions, ties(mentions, articles, WIRES)) is None


def test_what_a_paper_judges_in_a_text_with_an_agencys_material_is_the_papers():
    article, said = told("Es ist so.\n\nMit Material von dpa", "a.md", "Blatt")
    judged = replace(JUDGED, claimant="Blatt")
    assert [o.party for o in origins([said, judged], {"a.md": article}, WIRES)] == ["dpa", "Blatt"]


def test_a_claim_in_an_agencys_text_stays_whose_it_is():
    article, _ = told("BERLIN (dpa) - AWS sagt es.", "a.md", "Blatt")
    assert [o.party for o in origins([VENDOR], {"a.md": article}, WIRES)] == ["Amazon"]


def test_a_press_release_is_its_senders_claim():
    article, said = told("Es ist so.\n\nPressemitteilung von AWS", "a.md", "Blatt")
    found = origins([said], {"a.md": article}, WIRES)
    assert [(o.party, o.why) for o in found] == [("Amazon", ("document: press release",))]
    assert status_of([said], found, []) == "claimed"


def test_at_most_counts_each_outlet_that_states_no_origin_once():
    pairs = [told("Es ist so.", f"{n}.md", p) for n, p in enumerate(("Blatt", "Blatt", "Bote", None, None))]
    articles, mentions = {a.id: a for a, _ in pairs}, [s for _, s in pairs]
    known = [*mentions, replace(VENDOR, article="0.md")]
    made = ties(known, articles)
    assert at_most(origins_of(known, made), known, made) == 1 + 4
    assert at_most(origins_of(known[-1:], made), known[-1:], made) is None


def test_the_same_words_without_a_source_are_one_unknown_origin():
    words = "Die neue Fabrik in Kiel soll nach drei Jahren Bauzeit im Mai 2028 mit 400 Beschäftigten in Betrieb gehen."
    pairs = [told(words, "a.md", "Blatt"), told(f"{words} Mehr nicht.", "b.md", "Bote")]
    articles = {a.id: a for a, _ in pairs}
    first = replace(pairs[0][1], quote=words)
    later = replace(pairs[1][1], quote=words.replace("Die neue Fabrik", "Das neue Werk"))
    made = ties([first, later], articles)
    (origin,) = origins_of([first, later], made)
    assert (origin.party, origin.why) == (None, ("copy: a.md",))
    assert at_most([origin], [first, later], made) == 1
    # One of them tells whose words they are.
    named = replace(first, claimant="AWS", origin="Amazon", role="vendor", evidence="vendor_claim")
    (origin,) = origins([named, later], articles)
    assert (origin.party, origin.why) == ("Amazon", ("copy: a.md", "subsidiary: AWS"))


def test_an_unnamed_study_confirms_nothing_nor_does_what_the_maker_measured():
    study = replace(TESTED, claimant=None, origin=None)
    assert status_of([study, VENDOR], origins([study, VENDOR]), []) == "claimed"
    own = replace(TESTED, id="s-own", claimant="AWS", origin="Amazon")
    assert status_of([own, VENDOR], origins([own, VENDOR]), []) == "claimed"
    opinion = replace(TESTED, evidence="third_party_opinion")
    assert status_of([opinion, VENDOR], origins([opinion, VENDOR]), []) == "claimed"


RELEASE = {
    "de": "Laut einer Pressemitteilung von Elmvik verbraucht die Nordal 23 Prozent weniger Strom.",
    "sr": "Kako se navodi u saopštenju kompanije Elmvik, Nordal troši 23 odsto manje struje.",
    "ru": "Как говорится в сообщении компании Elmvik, Nordal потребляет на 23 процента меньше электроэнергии.",
}


def test_ten_outlets_with_one_press_release_are_one_vendors_claim():
    outlets = [(f"{language}{n}.md", language) for language in RELEASE for n in range(4)][:10]
    articles = [
        Article(id=name, text=RELEASE[language], language=language, script="Cyrl" if language == "ru" else "Latn",
                blocks=(), publisher=f"Blatt {name}", published="2026-11-20")
        for name, language in outlets
    ]  # fmt: skip
    said = [
        statement(
            RELEASE[a.language], article=a.id, language=a.language, script=a.script, claimant="Elmvik", origin="Elmvik",
            subject="Nordal", names=("Elmvik", "Nordal"), kind="metric", via="press release", role="vendor",
            quantities=(Quantity(value=23, unit="percent"),),
        )
        for a in articles
    ]  # fmt: skip
    (fact,) = merge(said, articles, load_register()).facts
    assert [(o.party, o.why) for o in fact.origins] == [("Elmvik", ("document: press release",))]
    assert (fact.status, fact.outlets, fact.origins_at_most, fact.languages) == (
        "claimed",
        10,
        None,
        ("de", "ru", "sr"),
    )


def test_reasons_are_of_the_closed_list():
    mentions = [VENDOR, AMAZON, NOTES, PLAIN, CUSTOMER, TESTED, JUDGED]
    found = origins(mentions)
    assert {why.partition(":")[0] for origin in found for why in origin.why} <= set(CODES)
    assert sorted(name for origin in found for name in origin.mentions) == sorted(s.id for s in mentions)
    assert all(origin.mentions for origin in found)


LINES = ("", "Quelle: dpa", "Mit Material von dpa", "Pressemitteilung von AWS", "Izvor: Tanjug")
SAID = (VENDOR, AMAZON, NOTES, PLAIN, CUSTOMER, TESTED, JUDGED)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(SAID), st.integers(0, 4)), min_size=1, max_size=12),
    st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(["Blatt", "Bote", None]), st.booleans()), min_size=5, max_size=5),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_each_mention_stands_in_one_origin_and_each_origin_has_one(said, papers, random):
    """Whatever is copied, tagged or left open; nor does the order of the mentions decide what goes back to whom."""
    body = "Dieser Absatz steht in mehreren Zeitungen, und niemand hat an ihm ein Wort geändert."
    articles = {
        f"{n}.md": Article(id=f"{n}.md", text=f"{body if same else n}\n\n{line}", language="de", script="Latn", blocks=(),
                           publisher=publisher)
        for n, (line, publisher, same) in enumerate(papers)
    }  # fmt: skip
    mentions = [replace(one, id=f"s-{n}", article=f"{paper}.md") for n, (one, paper) in enumerate(said)]
    made = ties(mentions, articles, WIRES)
    found = origins_of(mentions, made)
    assert sorted(name for origin in found for name in origin.mentions) == sorted(mention.id for mention in mentions)
    assert all(origin.mentions for origin in found)
    assert len({origin.party for origin in found}) == len(found)
    most = at_most(found, mentions, made)
    unstated = [origin for origin in found if origin.party is None]
    assert (most is None) == (not unstated)
    assert most is None or len(found) <= most <= len(found) - 1 + len(unstated[0].mentions)
    shuffled = random.sample(mentions, len(mentions))
    again = origins_of(shuffled, made)
    assert {(o.party, frozenset(o.mentions), o.why) for o in again} == {
        (o.party, frozenset(o.mentions), o.why) for o in found
    }
