"""Which of two facts in conflict is the later state: where words or dates say so, and nowhere else."""

from dataclasses import replace

import pytest

from beleg.extract import extract
from beleg.lexicons.register import load_register
from beleg.merge.sequels import days_of, sequel
from beleg.read import read
from beleg.records import Article, Document, Quantity
from fakes import statement

DAYS = {"monday.md": "2026-10-19", "tuesday.md": "2026-10-20"}


def told(value, *rules, article="monday.md", origin="Polizei", **fields):
    return (
        statement(
            f"Es waren {value}.", article=article, origin=origin, kind="quantity", evidence="official_statement",
            quantities=(Quantity(value=value, unit="count"),), rules=("frame.say", *rules), **fields,
        ),
    )  # fmt: skip


def newer(one, other, days=DAYS):
    found = sequel(one, other, days)
    # The same, whichever of the two comes first.
    turned = sequel(other, one, days)
    assert (found is None) == (turned is None)
    assert found is None or (found.newer, found.why) == (1 - turned.newer, turned.why)
    return None if found is None else (one, other)[found.newer][0].quantities[0].value


def test_words_of_a_correction_say_which_holds():
    corrected = told(15, "sequel.correction: korrigiert*", origin="Bahn")
    assert newer(told(12), corrected) == 15
    assert newer(told(12, "sequel.superseded: ранее сообщалось"), told(15, origin="Bahn")) == 15
    # Two corrections, and none.
    assert newer(told(12, "sequel.correction: korrigiert*"), corrected) is None
    assert newer(told(12), told(15)) is None


def test_who_speaks_in_their_own_cause_corrects_themselves_alone():
    mine = ("sequel.correction: bisher angegeben*",)
    vendor = [replace(one, evidence="vendor_claim", origin="Talvera") for one in told(24, *mine)]
    measured = [replace(one, evidence="independent_evidence", origin="Institut") for one in told(18)]
    assert newer(measured, vendor) is None
    rival = [replace(one, evidence="competitor_claim", origin="Hestia") for one in told(30)]
    assert newer(rival, vendor) is None
    before = [replace(one, evidence="vendor_claim", origin="Talvera") for one in told(30)]
    assert newer(before, vendor) == 24
    report = [replace(one, evidence="unattributed", origin=None) for one in told(30)]
    assert newer(report, vendor) == 24


def test_at_first_and_by_now_say_so_of_one_voice_alone():
    assert newer(told(12), told(15, "sequel.later: inzwischen")) == 15
    assert newer(told(12, "sequel.earlier: zunächst"), told(15)) == 15
    assert newer(told(12), told(15, "sequel.later: inzwischen", origin="Bahn")) is None


def test_what_one_party_says_on_a_later_day():
    assert newer(told(12), told(15, article="tuesday.md")) == 15
    assert newer(told(12), told(15, article="tuesday.md"), days={"monday.md": "2026-10-19"}) is None
    assert newer(told(12), told(15, article="tuesday.md", origin="Bahn")) is None
    # Some of its articles are of the first day, too.
    both = (*told(15, article="tuesday.md"), *told(15))
    assert newer(told(12), both) is None


def test_a_day_that_is_past_changes_by_words_alone_one_that_is_planned_with_time():
    for modality, later in (("asserted", False), ("planned", True)):
        one, other = ([replace(told(day, article=name)[0], modality=modality)] for day, name in
                      ((19, "monday.md"), (20, "tuesday.md")))  # fmt: skip
        assert (sequel(one, other, DAYS, of_dates=True) is not None) == later
    put_right = [replace(told(20, "sequel.correction: korrigiert*", article="tuesday.md")[0], modality="asserted")]
    assert sequel(told(19), put_right, DAYS, of_dates=True).newer == 1


def test_a_count_that_goes_on_is_higher_on_a_later_day_whoever_counts():
    running = "sequel.running: tote"
    later = told(15, running, article="tuesday.md", origin="Klinik")
    assert newer(told(12, running), later) == 15
    assert newer(told(12, running), told(15, running, origin="Klinik")) is None
    assert newer(told(12), later) is None
    claimed = told(12, running, origin="Bahn")[0]
    # Who counts in its own cause is contradicted, not brought up to date.
    assert newer((replace(claimed, evidence="vendor_claim"),), later) is None


def test_an_article_is_of_the_day_of_its_last_change():
    one = Article(id="a.md", text="", language="de", script="Latn", blocks=(), published="2026-10-19T08:00:00+02:00")
    changed = replace(one, updated="2026-10-21")
    assert days_of({"a.md": one, "b.md": changed}) == {"a.md": "2026-10-19", "b.md": "2026-10-21"}
    # A month is no day.
    assert days_of({"a.md": replace(one, published="2026-10")}) == {}


@pytest.mark.parametrize(
    ("language", "text", "label"),
    [
        ("de", "Die Polizei korrigierte die Zahl der Verletzten auf 19.", "correction"),
        ("de", "Zunächst war von zwölf Verletzten die Rede.", "superseded"),
        ("ru", "По уточнённым данным, пострадали 23 человека.", "correction"),
        ("ru", "Ранее сообщалось о 12 пострадавших.", "superseded"),
        # Who names both numbers puts the old one right.
        ("ru", "Насос шумит на уровне 31 децибела, а не 28, как сообщалось ранее.", "correction"),
        ("de", "Die Pumpe ist 31 Dezibel laut, nicht 28, wie zuvor gemeldet.", "correction"),
        ("sr", "Pumpa stvara buku od 31 decibela, a ne 28, kako je ranije navedeno.", "correction"),
        ("sr", "Раније је наведено да је повређено 12 особа.", "superseded"),
        ("sr", "Ranije je navedeno da je povređeno 12 osoba.", "superseded"),
        ("sr", "U međuvremenu su povređene 23 osobe.", "later"),
    ],
)
def test_extraction_writes_down_the_words(language, text, label):
    article = read(
        Document(id="a.md", data=f"---\nlanguage: {language}\n---\n{text}\n".encode(), media_type="text/markdown")
    )
    (found,) = extract(article, load_register())
    assert any(rule.startswith(f"sequel.{label}: ") for rule in found.rules)
    # What held before denies nothing of what holds now.
    assert found.polarity == "affirmed"
