"""Whom a fact goes back to, and what it rests on."""

from dataclasses import replace

import pytest

from beleg.merge.copies import Copies
from beleg.merge.origins import evidence_of, leading, origins_of, outlets_of, status_of
from beleg.records import Article, Quantity
from fakes import statement
from merge.names import AWS

ARTICLES = {
    name: Article(id=name, text="", language="de", script="Latn", blocks=(), publisher=publisher)
    for name, publisher in (("a.md", "Blatt"), ("b.md", "Blatt"), ("c.md", "Vesnik"), ("d.md", None), ("e.md", None))
}
COPIES = Copies(ARTICLES.values())
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
    (origin,) = origins_of([VENDOR, AMAZON, NOTES], COPIES, AWS)
    assert (origin.party, origin.stake) == ("Amazon", "vendor")
    assert origin.mentions == (VENDOR.id, AMAZON.id, NOTES.id)
    assert origin.why == ("document: release notes", "named", "subsidiary: AWS")


def test_a_publisher_is_the_origin_of_its_judgement_alone():
    found = origins_of([JUDGED, PLAIN], COPIES, AWS)
    assert [(o.party, o.stake) for o in found] == [("Blatt", "publisher"), (None, None)]


def test_a_number_that_a_paper_repeats_is_its_sources():
    number = (Quantity(value=372, unit="Wh/kg"),)
    told = replace(TESTED, article="c.md", quantities=number)
    repeated = replace(JUDGED, id="s-1", claimant="Blatt", quantities=number)
    (origin,) = origins_of([told, repeated], COPIES, AWS)
    assert (origin.party, origin.why) == ("Emtara", ("named", "repeats: Blatt"))
    judged = replace(repeated, quantities=())
    assert [o.party for o in origins_of([told, judged], COPIES, AWS)] == ["Emtara", "Blatt"]


def test_a_text_that_several_papers_print_is_one_medium_and_one_origin():
    text = "Eine Agentur schrieb diesen Absatz, und zwei Zeitungen druckten ihn ohne jede Änderung."
    printed = Copies(replace(article, text=text) for article in ARTICLES.values())
    judged = [replace(JUDGED, id=f"s-{name}", article=name, claimant=None) for name in ("a.md", "c.md", "d.md")]
    assert [o.party for o in origins_of(judged, printed, AWS)] == ["Blatt"]
    assert outlets_of(judged, printed) == 1


def test_a_repetition_without_source_leaves_a_claim_the_vendors():
    assert evidence_of([PLAIN, VENDOR]) == "vendor_claim"
    assert status_of([PLAIN, VENDOR], []) == "claimed"


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
    assert status_of(mentions, rivals) == expected


def test_a_customers_word_alone_never_stands_as_evidence():
    assert evidence_of([CUSTOMER, VENDOR, PLAIN]) == "customer_claim"


def test_the_leading_mention_is_the_best_known_and_most_complete():
    full = statement("AWS: 60 %.", article="c.md", claimant="AWS", quantities=(Quantity(value=60, unit="percent"),))
    assert leading([PLAIN, VENDOR, full, CUSTOMER]) == [CUSTOMER, full, VENDOR, PLAIN]
