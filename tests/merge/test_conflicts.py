"""Facts that cannot both be true."""

from dataclasses import replace

from beleg.merge.conflicts import conflicts
from beleg.records import Quantity
from fakes import statement


def told(quote, place, **fields):
    fields = {"kind": "metric", "names": (), "subject": "S1", "concepts": ()} | fields
    return statement(quote, article="de.md", start=100 * place, end=100 * place + len(quote), **fields)


def amount(value, unit="Wh/kg", qualifier="exact"):
    return (Quantity(value=value, unit=unit, qualifier=qualifier),)


CLAIM = told("Die Energiedichte beziffert Elmvik auf 410 Wattstunden.", 0, claimant="Elmvik", quantities=amount(410),
             concepts=("energy-density",))  # fmt: skip
MEASURED = told("Die Energiedichte war im Labor 372 Wattstunden.", 1, claimant="Emtara", quantities=amount(372),
                evidence="independent_evidence", concepts=("energy-density",))  # fmt: skip
OTHERS = [
    told("Das Werk entsteht in Sundsvall.", 5, kind="plan", concepts=("factory",), evidence="unattributed"),
    told("Der Preis sinkt auf 95 Euro.", 9, kind="price", quantities=amount(95, "EUR"), concepts=("price",)),
]


def found(*statements):
    groups = [(s,) for s in (*statements, *OTHERS)]
    return [(groups[r.one][0].id, groups[r.other][0].id, r.about) for r in conflicts(groups)]


def test_a_claim_and_what_a_laboratory_measured():
    assert found(CLAIM, MEASURED) == [(CLAIM.id, MEASURED.id, "quantity")]


def test_another_unit_or_another_matter_is_no_conflict():
    assert found(CLAIM, replace(MEASURED, quantities=amount(372, "km"))) == []
    far = replace(MEASURED, start=5000, end=5040, quote="Der Lärm.", concepts=("noise",), quantities=amount(3))
    assert found(CLAIM, *[told(f"Füllsatz {n}.", 10 + n, kind="other") for n in range(5)], far) == []


def test_two_percentages_of_two_things_are_no_conflict():
    memory = told("35 Prozent weniger Speicher.", 0, claimant="Tamarin", quantities=amount(35, "percent"),
                  concepts=("decrease", "storing"))  # fmt: skip
    calls = told("30 Prozent weniger Anrufe.", 1, claimant="Assegura", quantities=amount(30, "percent"),
                 evidence="customer_claim", concepts=("decrease", "phone-call"))  # fmt: skip
    assert found(memory, calls) == []
    measured = replace(calls, claimant="TU", evidence="independent_evidence", concepts=("decrease", "storing"))
    assert found(memory, measured) == [(memory.id, measured.id, "quantity")]


def test_a_makers_count_against_an_authoritys_wherever_they_are_told():
    fields = {"kind": "security", "concepts": ("vulnerability", "closure")}
    maker = told("17 Lücken sind geschlossen.", 0, claimant="Tamarin", quantities=amount(17, "count"), **fields)
    checked = told("Es waren 19 Schwachstellen.", 0, claimant="CERT", quantities=amount(19, "count"),
                   evidence="official_statement", **fields)  # fmt: skip
    checked = replace(checked, article="sr.md", language="sr")
    assert found(maker, checked) == [(maker.id, checked.id, "quantity")]
    assert found(maker, replace(checked, quantities=amount(190, "count"))) == []
    assert found(maker, replace(checked, concepts=("installation",))) == []


def test_one_version_has_one_date_of_a_kind():
    fields = {"kind": "support", "date_roles": ("deadline",)}
    june = told("6.8 wird bis 30. Juni gepflegt.", 0, versions=("6.8",), dates=("2027-06-30",), **fields)
    march = told("Podrška traje do 31. marta.", 9, versions=("6.8",), dates=("2027-03-31",), **fields)
    assert found(june, march) == [(june.id, march.id, "date")]
    assert found(june, replace(march, versions=("7.0",))) == []
    assert found(june, replace(march, date_roles=("document",))) == []


def test_a_promise_that_holds_is_no_conflict():
    assert found(CLAIM, replace(MEASURED, quantities=amount(400, qualifier="at_least"))) == []


def test_a_promise_open_on_one_side_is_broken_by_however_much():
    promise = replace(CLAIM, quantities=amount(600000, "count", "at_least"), concepts=("password",))
    found_out = replace(MEASURED, quantities=amount(5000, "count"), concepts=("password",))
    assert found(promise, found_out) == [(promise.id, found_out.id, "quantity")]
    assert found(replace(promise, quantities=amount(600000, "count")), found_out) == []


def test_a_party_misread_in_one_article_hides_no_conflict_that_another_shows():
    misread = [replace(one, origin="Elmvik", article="ru.md", id=f"{one.id}-ru") for one in (CLAIM, MEASURED)]
    apart = [replace(CLAIM, origin="Elmvik"), replace(MEASURED, origin="Emtara")]
    groups = [(apart[0], misread[0]), (apart[1], misread[1])]
    assert [rival.about for rival in conflicts(groups)] == ["quantity"]
    # Told by one party wherever they are told together, they are two things.
    assert conflicts([(misread[0],), (misread[1],)]) == []


def test_nothing_but_a_number_keeps_two_articles_from_saying_one_thing():
    fields = {"kind": "adoption", "names": ("Nordkante",), "concepts": ("server-rack",), "claimant": "Nordkante",
              "evidence": "customer_claim"}  # fmt: skip
    one = told("Nordkante in Kiel hat 320 Karten eingebaut.", 0, **fields, quantities=amount(320, "count"))
    other = told("Nordkante aus Kiel hat 300 Karten eingebaut.", 0, **fields, quantities=amount(300, "count"))
    other = replace(other, article="sr.md")
    assert found(one, other) == [(one.id, other.id, "quantity")]
    assert found(one, replace(other, quantities=amount(1400, "count"))) == []


def test_words_that_say_which_number_holds_show_a_conflict_within_one_voice():
    fields = {"kind": "quantity", "evidence": "official_statement", "claimant": "Polizei", "origin": "Polizei"}
    first = told("Zunächst war von zwölf Verletzten die Rede.", 1, **fields, quantities=amount(12, "count"),
                 rules=("frame.say", "sequel.superseded: zunächst war _ die rede"))  # fmt: skip
    now = told("Verletzt sind 19 Menschen.", 0, **fields, quantities=amount(19, "count"))
    (rival,) = conflicts([(first,), (now,)])
    assert (rival.about, rival.sequel.newer) == ("quantity", 1)
    # One voice telling two numbers tells of two things.
    assert conflicts([(replace(first, rules=("frame.say",)),), (now,)]) == []


def test_a_correction_that_names_the_old_number_stands_against_it():
    fields = {"kind": "quantity", "evidence": "official_statement", "claimant": "Polizei", "concepts": ("accident",)}
    old = told("Bei dem Unfall in Werlau sind zwölf Menschen verletzt.", 0, **fields, quantities=amount(12, "count"))
    put_right = told("Bei dem Unfall in Werlau sind 19 statt zwölf Menschen verletzt.", 0, **fields,
                     quantities=(*amount(12, "count"), *amount(19, "count")))  # fmt: skip
    corrected = replace(put_right, article="ru.md", rules=("frame.say", "sequel.correction: korrigiert*"))
    (rival,) = conflicts([(old,), (corrected,)])
    assert (rival.about, rival.sequel.newer) == ("quantity", 1)
    assert conflicts([(old,), (replace(corrected, rules=("frame.say",)),)]) == []


def test_who_checks_tells_both_numbers_in_one_sentence():
    claim = replace(
        CLAIM, article="sr.md", language="sr", quote="Troši 240 vati.", quantities=amount(240, "W"), concepts=()
    )
    both = replace(MEASURED, article="ru.md", quote="Laut Datenblatt 240, gemessen 290 Watt.", concepts=(),
                   quantities=(*amount(240, "W"), *amount(290, "W")))  # fmt: skip
    assert found(claim, both) == [(claim.id, both.id, "quantity")]
    # Who has a stake, too, tells of two things.
    assert found(claim, replace(both, evidence="vendor_claim")) == []


def test_what_a_number_was_measured_under_is_no_rival_of_what_came_out():
    claim = replace(CLAIM, quantities=amount(1500, "count"), concepts=("charge-cycles",))
    lasted = replace(MEASURED, quantities=(*amount(800, "count"), *amount(91, "percent")), concepts=("charge-cycles",))
    assert found(claim, lasted) == []
    share = replace(claim, quantities=(*amount(40, "count"), *amount(97, "percent")))
    assert found(share, lasted) == [(share.id, lasted.id, "quantity")]


def test_what_a_rival_measured_and_what_a_rival_only_says():
    claim = replace(CLAIM, concepts=("saving",), quantities=amount(40, "percent"))
    rival = replace(MEASURED, evidence="competitor_claim", article="ru.md", quantities=amount(11, "percent"), language="ru",
                    quote="Corvid намерила на стенде 11 %.", concepts=("test-bench",))  # fmt: skip
    assert found(claim, rival) == [(claim.id, rival.id, "quantity")]
    assert found(claim, replace(rival, concepts=("praise",))) == []


def test_a_harm_denied_by_who_has_a_stake_and_found_by_who_has_none():
    fields = {"kind": "security", "concepts": ("salmonella",), "quantities": ()}
    denied = replace(CLAIM, polarity="negated", quote="Salmonellen waren es nie.", **fields)
    seen = replace(MEASURED, quote="В пяти банках нашли сальмонеллу.", article="ru.md", language="ru", **fields)
    assert found(denied, seen) == [(denied.id, seen.id, "polarity")]
    assert found(denied, replace(seen, evidence="customer_claim")) == []
    assert found(denied, replace(seen, concepts=("hygiene",))) == []


def test_release_dates_exclude_each_other_and_document_dates_do_not():
    fields = {
        "kind": "release",
        "names": ("TorchNeuron", "Neuron"),
        "concepts": ("public-beta", "beta"),
        "claimant": "AWS",
    }
    one = told(
        "TorchNeuron ist seit 20. Oktober eine offene Beta.",
        0,
        **fields,
        dates=("2026-10-20",),
        date_roles=("release",),
    )
    other = told(
        "Die offene Beta von TorchNeuron trägt den 19. Oktober.",
        1,
        **fields,
        dates=("2026-10-19",),
        date_roles=("release",),
    )
    assert found(one, other) == [(one.id, other.id, "date")]
    assert found(one, replace(other, date_roles=("document",))) == []


def test_an_open_order_of_magnitude_disagrees_with_a_count_of_another_thing():
    fields = {"kind": "quantity", "concepts": ("machine-learning-model",), "names": ("TorchNeuron",)}
    exact = told("100.000 Modellläufe prüfen TorchNeuron.", 0, **fields, quantities=amount(100000, "count"))
    several = told("TorchNeuron wird an Hunderttausenden Modellen geprüft.", 7, **fields,
                   quantities=amount(100000, "count", "at_least"))  # fmt: skip
    assert found(exact, several) == [(exact.id, several.id, "order of magnitude")]
    # Dozens are a manner of speech, and 40 users are no dozens of passwords.
    few = replace(several, quantities=amount(10, "count", "at_least"))
    assert found(replace(exact, quantities=amount(40, "count")), few) == []


def test_opposite_views_on_evidence_stand_side_by_side():
    fields = {"kind": "caveat", "evidence": "publisher_analysis", "concepts": ("independent-test",)}
    assert (
        found(
            told("Geprüft hat das niemand.", 0, **fields, polarity="negated"),
            told("Geprüft hat es einer.", 1, **fields),
        )
        == []
    )
