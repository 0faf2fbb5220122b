"""What an article leaves open, settled by its story and the names register."""

from dataclasses import replace

import pytest

from beleg.merge import resolve
from beleg.merge.stories import Matter
from beleg.records import Article, Block, Quantity
from fakes import statement
from merge.names import AWS, FakeNames


def article(name, language="de", script="Latn", published=None):
    return Article(id=name, text="", language=language, script=script, blocks=(), published=published)


ARTICLES = {
    "de.md": article("de.md"),
    "sr.md": article("sr.md", "sr"),
    "ru.md": article("ru.md", "ru", "Cyrl"),
}


def test_names_take_the_spelling_of_the_article_in_latin_script():
    found = resolve.names(
        [
            statement("eins", article="de.md", names=("Kadri Soosaar", "Elmvik"), claimant="Kadri Soosaar"),
            statement("zwei", article="ru.md", names=("Kadri Sosar",), claimant="Kadri Sosar", origin="Elmwik"),
            statement("drei", article="sr.md", names=("Elmwik",), claimant=None),
        ],
        ARTICLES,
        FakeNames(),
    )
    assert [s.names for s in found] == [("Kadri Soosaar", "Elmvik"), ("Kadri Soosaar",), ("Elmvik",)]
    assert [s.claimant for s in found] == ["Kadri Soosaar", "Kadri Soosaar", None]


def test_a_surname_becomes_the_full_name_but_a_product_does_not_take_its_maker():
    found = resolve.names(
        [
            statement("eins", article="de.md", names=("Thomas Redl", "AWS Neuron", "AWS")),
            statement("zwei", article="sr.md", names=("Redl", "Neuron")),
        ],
        ARTICLES,
        FakeNames(),
    )
    assert found[1].names == ("Thomas Redl", "Neuron")


def test_names_that_one_article_tells_apart_stay_apart():
    found = resolve.names(
        [
            statement("eins", article="de.md", names=("Bergmann",)),
            statement("zwei", article="sr.md", names=("Bergman", "Bergmann")),
        ],
        ARTICLES,
        FakeNames(),
    )
    assert found[1].names == ("Bergman", "Bergmann")


@pytest.mark.parametrize(
    ("open_date", "published", "others", "expected"),
    [
        ("--10-20", ["2026-10-27"], [], "2026-10-20"),
        ("--12-30", ["2027-01-04"], [], "2026-12-30"),
        ("--01-04", ["2026-12-30"], [], "2027-01-04"),
        ("--10", ["2026-10-27"], [], "2026-10"),
        ("--02-29", ["2028-02-27"], [], "2028-02-29"),
        ("--10-20", [], ["2025-10-20"], "2025-10-20"),
        ("--10-20", [], [], "--10-20"),
    ],
)
def test_years(open_date, published, others, expected):
    dated = {name: article(name, published=published[0] if published else None) for name in ("de.md",)}
    found = resolve.years([statement("eins", dates=(open_date,)), statement("zwei", dates=tuple(others))], dated)
    assert found[0].dates == (expected,)


def open_role(claimant, **fields):
    return statement("offen", claimant=claimant, role="customer", role_from="open", evidence="customer_claim", **fields)


@pytest.mark.parametrize(
    ("claimant", "register", "role", "reason"),
    [
        ("Amazon", AWS, "vendor", "names"),
        ("Nvidia", FakeNames(competing=[("Nvidia", "AWS")]), "competitor", "names"),
        ("Deepgram", FakeNames(buying=[("Deepgram", "AWS")]), "customer", "names"),
        ("AWS", FakeNames(), "vendor", "story"),
        ("Unbekannt", FakeNames(), "customer", "default"),
    ],
)
def test_open_roles(claimant, register, role, reason):
    (found,) = resolve.roles([open_role(claimant)], "AWS", register)
    assert (found.role, found.role_from) == (role, reason)
    assert found.evidence == resolve.EVIDENCE[role]


def test_a_role_that_another_article_tells():
    known = statement("bekannt", claimant="Meta", role="partner", role_from="text: Partner", evidence="partner_claim")
    found = resolve.roles([known, open_role("Meta")], "AWS", FakeNames())
    assert (found[1].role, found[1].role_from, found[1].evidence) == ("partner", "story", "partner_claim")


def test_a_laboratory_known_elsewhere_gives_evidence_where_it_found_something():
    known = statement(
        "bekannt", claimant="X", role="laboratory", role_from="text: Labor", evidence="independent_evidence"
    )
    found = resolve.roles([known, open_role("X"), open_role("X", rules=("say.find",), start=9)], "AWS", FakeNames())
    assert [s.evidence for s in found[1:]] == ["third_party_opinion", "independent_evidence"]


def test_who_has_a_stake_gives_no_independent_evidence():
    claim = statement("eins", claimant="Deepgram", role="customer", role_from="text: Kunde", evidence="customer_claim")
    misread = replace(claim, id="s-2", role="laboratory", role_from="text: maß", evidence="independent_evidence")
    assert [s.evidence for s in resolve.roles([claim, misread], "AWS", FakeNames())] == ["customer_claim"] * 2
    vendor = replace(misread, claimant="AWS")
    assert resolve.roles([vendor], "AWS", FakeNames())[0].evidence == "vendor_claim"
    settled = replace(misread, role_from="editor")
    assert resolve.roles([claim, settled], "AWS", FakeNames())[1] == settled


def test_a_customers_claim_read_as_somebody_elses_stays_the_customers():
    claim = statement("eins", claimant="Deepgram", origin="Deepgram", evidence="customer_claim", names=("Deepgram",))
    misread = replace(claim, id="s-2", claimant="Lieber Institute", evidence="independent_evidence", role="laboratory")
    other = replace(misread, id="s-3", names=())
    ((_, relayed, kept),) = resolve.relayed([(claim, misread, other)])
    assert (relayed.evidence, relayed.claimant, relayed.origin) == ("customer_claim", "Deepgram", "Deepgram")
    assert kept == other


def test_a_number_taken_from_a_report_is_that_of_whose_report_it_is():
    share = {"quantities": (Quantity(value=91, unit="percent"),)}
    told = statement("91 Prozent laut Messprotokoll.", claimant="Emtara", origin="Emtara", role="laboratory", via="test report",
                     role_from="text: test report", evidence="independent_evidence", **share)  # fmt: skip
    guessed = statement(
        "91 odsto.", claimant="Elmvik", origin="Elmvik", role="vendor", role_from="story", via="report", **share
    )
    own = replace(guessed, id="s-2", via="press release")
    ((_, found, kept),) = resolve.relayed([(told, guessed, own)])
    assert (found.evidence, found.claimant, found.origin) == ("independent_evidence", "Emtara", "Emtara")
    assert kept == own


def settled(*statements, vendor="Tamarin Labs", subject="Tamarin", register=None):
    text = {"de.md": replace(ARTICLES["de.md"], text=" ".join(s.quote for s in statements))}
    return resolve.claimants(statements, text, Matter(subject=subject, vendor=vendor), register or FakeNames())


def test_a_thing_says_nothing_its_maker_does():
    thing = statement("Tamarin sagt.", article="de.md", claimant="Tamarin", role="customer", role_from="open")
    assert settled(thing)[0].claimant == "Tamarin Labs"
    owned = FakeNames(owners={"Orbit": "Helix"}, types={"Orbit": "product"})
    assert settled(replace(thing, claimant="Orbit"), register=owned)[0].claimant == "Helix"
    technique = FakeNames(types={"StableHLO": "technical"})
    (nobodys,) = settled(replace(thing, claimant="StableHLO"), register=technique)
    assert (nobodys.claimant, nobodys.evidence, nobodys.role) == (None, "unattributed", None)
    assert nobodys.confidence <= resolve.UNSURE
    bought = replace(thing, role_from="text: Käufer")
    assert settled(bought)[0].claimant == "Tamarin", "the text names it as a party"
    assert settled(replace(thing, role_from="editor"))[0].claimant == "Tamarin"


def test_what_a_story_is_about_is_a_party_where_it_speaks_time_and_again():
    """As the firm that another one takes over."""
    text = "Tamarin sagt das. Tamarin erklärt es. Tamarin bestreitet es."
    said = [
        statement(text[at : at + 17], article="de.md", start=at, claimant="Tamarin", role="customer", role_from="open",
                  claimant_span=(at, at + 7))
        for at in (0, 18, 38)
    ]  # fmt: skip
    articles = ARTICLES | {"de.md": replace(ARTICLES["de.md"], text=text)}
    matter = Matter(subject="Tamarin", vendor="Tamarin Labs")
    assert [s.claimant for s in resolve.claimants(said, articles, matter, FakeNames())] == ["Tamarin"] * 3
    twice = resolve.claimants(said[:2], articles, matter, FakeNames())
    assert [s.claimant for s in twice] == ["Tamarin Labs"] * 2
    product = FakeNames(types={"Tamarin": "product"})
    assert {s.claimant for s in resolve.claimants(said, articles, matter, product)} == {"Tamarin Labs"}


def test_what_the_text_gives_the_vendor_is_no_authoritys():
    claim = statement("17 nach Herstellerangaben.", article="de.md", claimant="National CERT", role="vendor",
                      role_from="text: Herstellerangaben")  # fmt: skip
    register = FakeNames(types={"National CERT": "authority"})
    (found,) = resolve.roles(settled(claim, register=register), "Tamarin Labs", register)
    assert (found.claimant, found.role, found.evidence) == ("Tamarin Labs", "vendor", "vendor_claim")
    (nobody,) = settled(claim, vendor=None, subject=None, register=register)
    assert (nobody.claimant, nobody.evidence) == (None, "vendor_claim")


def test_a_word_guessed_to_be_the_vendors_is_the_employers():
    employed = statement("Thomas Redl von Botenwerk sagt es.", article="de.md", claimant="Botenwerk", role="customer",
                         role_from="text: employer", names=("Thomas Redl", "Botenwerk"))  # fmt: skip
    guessed = statement("sagte Fuhrparkleiter Thomas Redl", article="de.md", claimant="Elmvik", role_from="open",
                        speaker_role="Fuhrparkleiter", names=("Thomas Redl",), claimant_span=(41, 67))  # fmt: skip
    goes_on = replace(guessed, id="s-2", names=(), claimant_span=None)
    found = settled(employed, guessed, goes_on, vendor="Elmvik", subject="S1")
    assert [s.claimant for s in found] == ["Botenwerk"] * 3


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("adoption", {"quantities": (Quantity(value=300),)}, "customer_claim"),
        ("plan", {}, "third_party_opinion"),
        ("endorsement", {}, "third_party_opinion"),
        ("metric", {}, "independent_evidence"),
        ("plan", {"rules": ("say.find",)}, "independent_evidence"),
    ],
)
def test_what_a_university_does_itself_is_no_evidence(kind, fields, expected):
    found = statement("Die Hochschule.", claimant="University of X", role="laboratory", role_from="text: Hochschule",
                      evidence="independent_evidence", kind=kind, **fields)  # fmt: skip
    assert resolve.roles([found], "Elmvik", FakeNames())[0].evidence == expected


def test_origins():
    found = resolve.origins(
        [
            statement("a", claimant="AWS"),
            statement("b", claimant=None, evidence="vendor_claim", via="release notes"),
            statement("c", claimant=None, evidence="unattributed"),
        ],
        "AWS",
        AWS,
    )
    assert [s.origin for s in found] == ["Amazon", "Amazon", None]


TOLD = """Deepgram misst 60 Prozent. AWS ist zufrieden. Deepgram zahlte selbst. Geprüft ist es nicht.

Das war es. Ganz Europa wartet."""


def told(quote, kind="behaviour", evidence="vendor_claim", **fields):
    start = TOLD.index(quote)
    return statement(quote, start=start, end=start + len(quote), kind=kind, evidence=evidence, **fields)


def caveat(quote, **fields):
    return told(quote, "caveat", "publisher_analysis", claimant=None, subject=None, **fields)


def limited(*found, blocks=()):
    """Whom each caveat limits, by the words of both."""
    article = Article(id="a.md", text=TOLD, language="de", script="Latn", blocks=blocks)
    done = resolve.caveats(found, {"a.md": article})
    quotes = {s.id: s.quote for s in done}
    return {s.quote: quotes[s.qualifies] for s in done if s.qualifies}


SIXTY = (Quantity(value=60, unit="percent"),)
DEEPGRAM = told("Deepgram misst 60 Prozent.", evidence="customer_claim", claimant="Deepgram", quantities=SIXTY)
PLEASED = told("AWS ist zufrieden.", claimant="AWS")


def test_a_caveat_limits_the_claim_just_before_it_and_so_does_the_next():
    """Whomever it names: who paid for a test is not the one who claims."""
    paid, checked = caveat("Deepgram zahlte selbst.", names=("Deepgram",)), caveat("Geprüft ist es nicht.")
    assert limited(checked, paid, PLEASED, DEEPGRAM) == {paid.quote: PLEASED.quote, checked.quote: PLEASED.quote}


@pytest.mark.parametrize(
    ("repeats", "meant"),
    [({}, None), ({"quantities": SIXTY}, DEEPGRAM), ({"names": ("Trn3",)}, DEEPGRAM), ({"names": ("AWS",)}, None)],
)
def test_a_caveat_in_another_paragraph_limits_what_it_repeats_and_else_nothing(repeats, meant):
    """A name that the article has all over does not tell which claim is meant."""
    often = [replace(PLEASED, id=f"s-{n}", names=("AWS",)) for n in range(4)]
    found = limited(replace(DEEPGRAM, names=("Trn3",)), *often, caveat("Das war es.", **repeats))
    assert found == ({"Das war es.": meant.quote} if meant else {})


def test_what_was_found_is_not_what_a_caveat_limits():
    found = replace(PLEASED, evidence="independent_evidence")
    checked = caveat("Geprüft ist es nicht.")
    assert limited(DEEPGRAM, found, checked) == {checked.quote: DEEPGRAM.quote}


def test_an_answer_limits_the_claim_that_was_asked_about():
    cut = TOLD.index("Das war es.")
    turns = (Block(kind="turn", start=0, end=cut - 2), Block(kind="turn", start=cut, end=len(TOLD)))
    assert limited(DEEPGRAM, caveat("Das war es.")) == {}
    assert limited(DEEPGRAM, caveat("Das war es."), blocks=turns) == {"Das war es.": DEEPGRAM.quote}
