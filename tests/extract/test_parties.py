"""Who is named, how the parts of a party hang together, and what an article tells of each."""

from __future__ import annotations

import pytest

from beleg.extract.parties import Book, Party, book, parties
from beleg.extract.reading import Reading, read
from beleg.lexicons import load
from beleg.lexicons.register import load_register
from extract.samples import article


def laid(text: str, language: str, **matter: str) -> Reading:
    own = article(text, language, **matter)
    return read(own, load(own.language, own.script), load_register())


def found(text: str, language: str) -> list[Party]:
    reading = laid(text, language)
    return [party for sentence in reading.sentences for party in parties(sentence)]


def told(text: str, language: str, **matter: str) -> Book:
    reading = laid(text, language, **matter)
    return book(reading, [parties(sentence) for sentence in reading.sentences])


# Language, sentence, its parties as person, organisation, class of role noun, document, word that points back.
PARTIES = [
    ("de", "Vorstandschefin Ingrid Malmsten lobt die Pumpe.", [("Ingrid Malmsten", None, "staff", None, None)]),
    ("de", "Die Pressemitteilung des Herstellers Oldermann nennt 40 Liter.", [(None, "Oldermann", "vendor", "press release", None)]),
    ("de", "Das Prüflabor Stossmess widerspricht dem Hersteller Oldermann.", [(None, "Stossmess", "laboratory", None, None), (None, "Oldermann", "vendor", None, None)]),
    ("de", "Oldermann-Sprecherin Petra Klein schweigt.", [("Petra Klein", "Oldermann", "staff", None, None)]),
    ("de", "Petra Klein vom Prüflabor Stossmess und Uta Sommer vom Hersteller Oldermann stritten.", [("Petra Klein", "Stossmess", "laboratory", None, None), ("Uta Sommer", "Oldermann", "vendor", None, None)]),
    ("de", "Das Unternehmen teilte mit, es gehe gut.", [(None, None, None, None, "organisation")]),
    ("de", "Der Rivale Telvia spottet.", [(None, "Telvia", "competitor", None, None)]),
    ("ru", "Директор завода «Титанур» Иван Громов молчит.", [("Ivan Gromov", "Titanur", "staff", None, None)]),
    ("ru", "В пресс-релизе компании «Агромост» говорится о роботе.", [(None, "Agromost", None, "press release", None)]),
    ("ru", "Конкурент «Посылкин» молчит.", [(None, "Posylkin", "competitor", None, None)]),
    ("sr-Cyrl", "Директор фабрике Планор Марко Рајић одговорио је лабораторији Тест.", [("Marko Rajić", "Planor", "vendor", None, None), (None, "Test", "laboratory", None, None)]),
    ("sr-Latn", "Direktor fabrike Planor Marko Rajić odgovorio je laboratoriji Test.", [("Marko Rajić", "Planor", "vendor", None, None), (None, "Test", "laboratory", None, None)]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "wanted"), PARTIES, ids=[row[1][:40] for row in PARTIES])
def test_parties(language: str, text: str, wanted: list[tuple[str | None, ...]]):
    """Name, role noun and document side by side are one party; two organisations are two."""
    own = [(p.person, p.organisation, p.label, p.document, p.anaphor) for p in found(text, language)]
    assert own == wanted


@pytest.mark.parametrize(
    ("language", "text", "role"),
    [
        ("de", "Die Reederei Nordsund, die das Radar seit Mai einsetzt, ist froh.", ("Reederei Nordsund", "customer")),
        ("de", "Der Konkurrent Telvia schweigt. Später schloss Telvia ein Werk.", ("Telvia", "competitor")),
        ("de", "Das Institut Thermeval schweigt.", ("Thermeval", "laboratory")),
        ("ru", "Сеть «Корзинка», которая использует лари, довольна.", ("Korzinka", "customer")),
        ("ru", "Лаборатория «Испытатель» молчит.", ("Ispytatel", "laboratory")),
        ("sr-Latn", "Konkurent Rezač ćuti.", ("Rezač", "competitor")),
    ],
)
def test_roles_that_the_text_gives(language: str, text: str, role: tuple[str, str]):
    """A role noun beside a name, or a clue behind it, says what the party is throughout the article."""
    assert told(text, language).role(role[0]) == role[1]


def test_without_a_word_there_is_no_role():
    known = told("Oldermann baut Pumpen. Oldermann wächst.", "de")
    assert known.role("Oldermann") is None
    assert known.role(None) is None


@pytest.mark.parametrize(
    ("language", "text", "pair"),
    [
        ("de", "Petra Klein vom Klinikum Werretal schweigt.", ("Petra Klein", "Klinikum Werretal")),
        ("de", "Die Reederei Brandt baut um. Brandt-Chefin Petra Klein schweigt.", ("Petra Klein", "Reederei Brandt")),
        ("de", "Oldermann-Sprecherin Petra Klein schweigt.", ("Petra Klein", "Oldermann")),
        ("de", "Marko Velten, Chef des Herstellers Oldermann, schweigt.", ("Marko Velten", "Oldermann")),
        ("ru", "Директор завода «Титанур» Иван Громов молчит.", ("Ivan Gromov", "Titanur")),
        ("sr-Cyrl", "Директор фабрике Планор Марко Рајић ћути.", ("Marko Rajić", "Planor")),
    ],
)
def test_employers(language: str, text: str, pair: tuple[str, str]):
    assert told(text, language).employer.get(pair[0]) == pair[1]


def test_the_vendor_is_the_maker_of_the_subject():
    """Not the rival that is named, not the paper that writes."""
    text = (
        "Der Hersteller Oldermann baut Pumpen. Die Pumpe Aquatron 4 läuft leise. Aquatron 4 kostet 900 Euro. "
        "Der Rivale Telvia spottet. Telvia baut keine Pumpen. Telvia liefert Rohre."
    )
    known = told(text, "de", publisher="Talbote")
    assert known.vendor == "Oldermann"
    assert known.subject == "Aquatron 4"


def test_a_vendor_that_publishes_is_the_vendor():
    known = told("Telvia spottet. Telvia wirbt.", "de", publisher="Oldermann", publisher_kind="vendor")
    assert known.vendor == "Oldermann"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "Завод «Доилка» делает роботов. Робот MilkBot 2 тихий. MilkBot 2 стоит дорого."),
        ("sr-Latn", "Fabrika Travko pravi kosilice. Kosilica MowBot 3 je tiha. MowBot 3 je skup."),
    ],
)
@pytest.mark.xfail(reason="names: a product with its number behind it is taken for a party", strict=True)
def test_products_are_no_parties(language: str, text: str):
    assert not [party for party in found(text, language) if (party.organisation or "").lower().endswith("bot")]


def test_a_quoted_name_behind_its_noun_keeps_its_ending():
    (party,) = found("В пресс-релизе компании «Доилка» говорится о роботе.", "ru")
    assert party.organisation == "Doilka"
