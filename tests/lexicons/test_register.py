"""The names register: forms, owners, rivals, and what is wrong with an entry."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from beleg.errors import LexiconError
from beleg.lexicons.register import TYPES, Register, key_of, load_register


@pytest.mark.parametrize(
    ("form", "language", "script", "name"),
    [
        ("AWS", "de", "Latn", "AWS"),
        ("Amazon Web Services", "de", "Latn", "AWS"),
        ("Amazons", "de", "Latn", "Amazon"),
        ("Siemens", "de", "Latn", "Siemens"),
        ("Bundesnetzagentur", "de", "Latn", "Federal Network Agency"),
        ("Robert-Koch-Instituts", "de", "Latn", "Robert Koch Institute"),
        ("Majkrosofta", "sr", "Latn", "Microsoft"),
        ("Мајкрософту", "sr", "Cyrl", "Microsoft"),
        ("Ројтерсом", "sr", "Cyrl", "Reuters"),
        ("Nvidije", "sr", "Latn", "Nvidia"),
        ("TorchNeuron-a", "sr", "Latn", "TorchNeuron"),
        ("AWS-ovim", "sr", "Latn", "AWS"),
        ("Народне банке Србије", "sr", "Cyrl", "National Bank of Serbia"),
        ("Институт „Батут“", "sr", "Cyrl", "Batut Institute"),
        ("Яндексом", "ru", "Cyrl", "Yandex"),
        ("Роспотребнадзоре", "ru", "Cyrl", "Rospotrebnadzor"),
        ("Лаборатории Касперского", "ru", "Cyrl", "Kaspersky"),
        ("Эпл", "ru", "Cyrl", "Apple"),
        # Small letters are no abbreviation.
        ("mit", "de", "Latn", None),
        ("man", "de", "Latn", None),
        ("Elmvik", "de", "Latn", None),
    ],
)
def test_a_form_is_found_in_any_case_and_script(form, language, script, name):
    assert load_register().canonical(form, language, script) == name


def test_owners_are_followed_to_the_top():
    register = load_register()
    assert register.owner("Trainium") == "AWS"
    assert register.party("Trainium") == "Amazon"
    assert register.party("Elmvik") == "Elmvik"


def test_rivals_compete_also_through_what_they_own():
    register = load_register()
    assert register.rivals("Trainium", "Nvidia")
    assert register.rivals("Samsung", "Apple")
    assert not register.rivals("AWS", "Amazon")
    assert not register.rivals("Elmvik", "Apple")


def test_every_owner_and_rival_of_the_shipped_register_is_an_entry():
    register = load_register()
    assert len(register) > 900
    for name in [*register._known]:
        above = register.owner(name)
        assert above is None or register.known(above), (name, above)
        assert register.party(name)
    unknown = {name for pair in register._rivals for name in pair if register.known(name) is None}
    assert not unknown


def test_a_projects_names_go_first(tmp_path):
    path = tmp_path / "names.toml"
    path.write_text(
        '[organisation]\n"Elmvik" = { aliases = ["Елмвик"], rivals = ["Kiyo"], customers = ["Botenwerk"] }\n'
        '"Kiyo" = {}\n[product]\n"S1" = { maker = "Elmvik" }\n"Windows" = { owner = "Elmvik" }\n',
        encoding="utf-8",
    )
    register = load_register(path)
    assert register.canonical("Елмвика", "sr", "Cyrl") == "Elmvik"
    assert register.party("S1") == "Elmvik" == register.party("Windows")
    assert register.rivals("S1", "Kiyo")
    assert register.customer("Botenwerk", "S1")
    assert register.type("S1") == "product"
    assert len(load_register(path, shipped=False)) == 4


@pytest.mark.parametrize(
    ("form", "language", "script"),
    [
        ("Bundeskartellamts", "de", "Latn"),
        ("Савезној картелној канцеларији", "sr", "Cyrl"),
        ("Savezne kartelne kancelarije", "sr", "Latn"),
        ("Федерального картельного ведомства", "ru", "Cyrl"),
    ],
)
def test_what_readers_call_a_name_is_found_in_articles(form, language, script):
    assert load_register().canonical(form, language, script) == "Federal Cartel Office"


def test_a_projects_word_for_a_name_goes_before_the_shipped_one(tmp_path):
    path = tmp_path / "names.toml"
    path.write_text('[authority]\n"Federal Cartel Office" = { called = { ru = "Бундескартельамт" } }\n', "utf-8")
    register = load_register(path)
    assert register.canonical("Бундескартельамта", "ru", "Cyrl") == "Federal Cartel Office"
    called = register.called()["Federal Cartel Office"]
    assert (called["ru"], called["de"]) == ("Бундескартельамт", "Bundeskartellamt")


def test_no_form_of_the_shipped_register_belongs_to_two_names():
    owners: dict[str, set[str]] = {}
    tables = tomllib.loads(resources.files("beleg.lexicons").joinpath("names.toml").read_text("utf-8"))
    for kind in TYPES:
        for name, entry in tables.get(kind, {}).items():
            aliases = {key_of(form) for form in entry.get("aliases", ())}
            called = {key_of(form) for form in entry.get("called", {}).values()}
            # What stands under `called` is an alias already, unless articles begin it with a small letter.
            large = {key_of(form) for form in entry.get("aliases", ()) if not form[0].islower()}
            assert not large & called, name
            for key in (key_of(name), *aliases, *called):
                owners.setdefault(key, set()).add(name)
    assert {key: names for key, names in owners.items() if len(names) > 1} == {}


def test_authorities_are_called_what_their_readers_call_them():
    called = load_register().called()
    assert sum(len(forms) for forms in called.values()) > 900
    assert called["Statistical Office of the Republic of Serbia"] == {
        "de": "Statistikamt der Republik Serbien",
        "ru": "Статистическое управление Сербии",
        "sr": "Републички завод за статистику",
    }


def test_a_missing_file_adds_nothing(tmp_path):
    assert len(load_register(tmp_path / "names.toml")) == len(load_register())


def test_a_file_in_another_encoding_is_named(tmp_path):
    path = tmp_path / "names.toml"
    path.write_bytes('[product]\n"Tür" = {}\n'.encode("windows-1252"))
    with pytest.raises(LexiconError, match="not in UTF-8"):
        load_register(path)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[organisation]\n"A" = { aliases = "B" }', 2, ["'A'", "aliases", "a list of texts"]),
        ('[organisation]\n"A" = {}\n"B" = "C"', 3, ["'B'", "expected {"]),
        ('[organisation]\n"A" = { ownr = "B" }', 2, ["unknown key 'ownr'", "owner"]),
        ('[company]\n"A" = {}', 1, ["[company] is no type"]),
        ('[organisation]\n"A" = {', 2, ["no TOML"]),
        ('[rivals]\ncloud = "A"', 2, ["cloud", "expected a list"]),
        (
            '\n[[laboratory]]\nname = "X"',
            2,
            ["`laboratory` is no table, but a list", "[laboratory] on a line of its own"],
        ),
        ('laboratory = ["X"]', 1, ["`laboratory` is no table, but a list", '"Elmvik" = {}']),
        ('laboratory = "x"', 1, ["`laboratory` is no table, but a value"]),
        ('rivals = ["A", "B"]', 1, ["`rivals` is no table", 'batteries = ["Elmvik", "Kiyo"]']),
        ('[product]\n"„“" = {}', 2, ["a name without a letter"]),
        ('[authority]\n"A" = {}\n"B" = { called = "C" }', 3, ["'B'", "called must be a table of languages"]),
        ('[authority]\n"A" = { called = { fr = "B" } }', 2, ["called: unknown language 'fr'", "de, en, ru, sr"]),
        ('[authority]\n"A" = { called = { de = "" } }', 2, ["called.de must be a text", 'called = { de = "…" }']),
        ('[authority]\n"A" = { called = { de = 1 } }', 2, ["called.de must be a text"]),
        (
            '[authority]\n"A" = { called = { sr = "Zavod" } }',
            2,
            ["called.sr must be in Cyrillic letters: Zavod", "Latin"],
        ),
        ('[authority]\n"A" = { called = { de = "Амт" } }', 2, ["called.de must be in Latin letters: Амт"]),
        ('[product]\n"A" = { aliases = ["“"] }', 2, ["aliases must be a list of texts", 'Write aliases = ["…", "…"]']),
    ],
)
def test_a_wrong_entry_is_named_with_file_and_line(text, line, words):
    with pytest.raises(LexiconError) as caught:
        Register().add(text, "sources/names.toml")
    assert caught.value.path == "sources/names.toml"
    assert caught.value.line == line
    for word in words:
        assert word in str(caught.value)
