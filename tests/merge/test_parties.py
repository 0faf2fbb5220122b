"""Which names of a story are one party."""

import pytest

from beleg.merge.parties import parties
from beleg.records import Article
from fakes import statement
from merge.names import FakeNames

ARTICLES = {
    name: Article(id=name, text="", language=name[:2], script=script, blocks=(), publisher=publisher)
    for name, script, publisher in (("de.md", "Latn", "Ferrotherm Pressestelle"), ("sr.md", "Latn", None))
}


def told(*names, role="vendor", **fields):
    return [statement(f"Satz {name}", claimant=name, role=role, names=(), article="de.md", **fields) for name in names]


@pytest.mark.parametrize(
    ("names", "role", "expected"),
    [
        (("Emtara", "Institut Emtara"), "laboratory", {"Institut Emtara": "Emtara"}),
        (("Tamarin", "Tamarin Labs"), "vendor", {"Tamarin": "Tamarin Labs"}),
        (("Ferrotherm",), "vendor", {"Ferrotherm Pressestelle": "Ferrotherm"}),
        (("Deutsche Bank", "Bank"), "customer", {}),
        (("Nordlicht", "Nordlicht Systems", "Nordlicht Capital"), "vendor", {}),
        (("University of Altmark", "University of Podunavlje", "Altmark"), "laboratory", {}),
        (("Elmvik", "Elmvik Nord"), "vendor", {}),
    ],
)
def test_a_name_and_what_the_house_is(names, role, expected):
    assert parties(told(*names, role=role), ARTICLES, FakeNames()).above == expected


def test_who_is_known_as_two_stays_two():
    register = FakeNames(types={"Meta": "organisation", "Meta Research": "organisation"})
    assert parties(told("Meta", "Meta Research"), ARTICLES, register).above == {}
    known = FakeNames(types={"Meta": "organisation"})
    assert parties(told("Meta", "Meta Systems"), ARTICLES, known).party("Meta Systems") == "Meta"


def test_a_person_has_the_origin_of_the_employer_that_another_article_tells():
    fields = {"names": ("Thomas Redl",), "role": "customer", "article": "sr.md"}
    employed = statement("Redl, Botenwerk.", claimant="Botenwerk", role_from="text: employer", **fields)
    alone = statement("Redl sagt es.", claimant="Thomas Redl", **fields)
    found = parties([employed, alone], ARTICLES, FakeNames())
    assert found.party("Thomas Redl") == "Botenwerk"
    guessed = statement("Redl.", claimant="Elmvik", claimant_span=(0, 4), role_from="open", **fields)
    assert parties([guessed, alone], ARTICLES, FakeNames()).party("Thomas Redl") == "Thomas Redl"
