"""Whose text an article says it is."""

import pytest

from beleg.lexicons.register import load_register
from beleg.merge.tags import NO_TAG, Tag, tag_of
from beleg.records import Article

REGISTER = load_register()
DE = "Die Firma hat am Montag ein Gerät vorgestellt. Es kostet 100 Euro."
SR = "Firma je u ponedeljak predstavila uređaj. Cena je 100 evra."
RU = "Компания представила в понедельник устройство. Оно стоит 100 евро."
SCRIPTS = {"de": "Latn", "sr": "Latn", "ru": "Cyrl"}


def tag(text, language, **fields):
    article = Article(id="a.md", text=text, language=language, script=SCRIPTS[language], blocks=(), **fields)
    return tag_of(article, REGISTER)


@pytest.mark.parametrize(
    ("text", "language", "agencies"),
    [
        (f"BERLIN (dpa) - {DE}", "de", ["dpa"]),
        (f"Berlin/Wien (dpa/APA) – {DE}", "de", ["dpa", "APA"]),
        (f"Hannover (dpa/lni) - {DE}", "de", ["dpa"]),
        (f"BERLIN, 30. November (Reuters) – {DE}", "de", ["Reuters"]),
        (f"{DE} (dpa/jk)", "de", ["dpa"]),
        (f"{DE}\n\n(Reuters/AFP)", "de", ["Reuters", "AFP"]),
        (f"{DE}\n\nQuelle: APA", "de", ["APA"]),
        (f"Von dpa\n\n{DE}", "de", ["dpa"]),
        (f"(Tanjug) {SR}", "sr", ["Tanjug"]),
        (f"BEOGRAD, 30. novembra (Tanjug) - {SR}", "sr", ["Tanjug"]),
        (f"БЕОГРАД – Танјуг\n\n{SR}", "sr", ["Tanjug"]),
        (f"Beograd, 30. novembar /Tanjug/ {SR}", "sr", ["Tanjug"]),
        (f"Beograd -- (FoNet) - {SR}", "sr", ["FoNet"]),
        (f"Banjaluka, SRNA - {SR}", "sr", ["SRNA"]),
        (f"ZAGREB - Hina - {SR}", "sr", ["HINA"]),
        (f"{SR} (Beta)", "sr", ["Beta News Agency"]),
        (f"{SR}\n\nIzvor: Tanjug/Beta", "sr", ["Tanjug", "Beta News Agency"]),
        (f"{SR}\n\nИзвор: Бета", "sr", ["Beta News Agency"]),
        (f"МОСКВА, 30 ноября. /ТАСС/. {RU}", "ru", ["TASS"]),
        (f"МОСКВА, 30 ноя — РИА Новости. {RU}", "ru", ["RIA Novosti"]),
        (f"Москва. 30 ноября. INTERFAX.RU - {RU}", "ru", ["Interfax"]),
        (f"{RU}\n\nИсточник: Интерфакс", "ru", ["Interfax"]),
        (f"{RU}\n\nПо материалам РИА Новости", "ru", ["RIA Novosti"]),
    ],
)
def test_an_agencys_tag(text, language, agencies):
    assert tag(text, language) == Tag(agencies=tuple(agencies))


@pytest.mark.parametrize(
    "line",
    [
        "Mit Material von dpa", "(mit dpa)", "mho/dpa",
        "Dieser Beitrag wurde mit Material der Deutschen Presse-Agentur erstellt.",
    ],
)  # fmt: skip
def test_an_agencys_material_in_a_papers_text(line):
    assert tag(f"{DE}\n\n{line}", "de") == Tag(agencies=("dpa",), worked_in=True)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie Reuters meldet, ist das so.", "de"),
        (f"Reuters meldet: {DE}", "de"),
        (f"Moskau – Reuters berichtet von Streit. {DE}", "de"),
        (f"Mit Reuters sprach der Chef. {DE}", "de"),
        (f"Der Konzern (Reuters) hat gewonnen. {DE}", "de"),
        (f"Nordal (Beta) - {DE}", "de"),
        (f"{DE} Das Programm gibt es jetzt in Version 3 (beta).", "de"),
        (f"{DE}\n\nFoto: dpa", "de"),
        (f"{DE}\n\nFoto: Reuters | Text: Max Müller", "de"),
        (f"{DE}\n\nQuellen: Reuters, eigene Recherche", "de"),
        (f"Tanjug javlja da je {SR}", "sr"),
        (f"Beta je nova verzija. {SR}", "sr"),
        (f"Как сообщает ТАСС, {RU}", "ru"),
        (f"{RU}\n\nИсточник: собственная информация", "ru"),
        (f"{RU}\n\nФото: ТАСС", "ru"),
        ("", "de"),
    ],
)
def test_what_is_no_tag(text, language):
    assert tag(text, language) == NO_TAG


def test_what_came_with_the_article():
    assert tag(DE, "de", taken_from="dpa") == Tag(agencies=("dpa",))
    assert tag(DE, "de", taken_from="Nachtblatt") == Tag(taken_from="Nachtblatt")
    assert tag(DE, "de", author="Max Müller, dpa") == Tag(agencies=("dpa",), worked_in=True)
    assert tag(SR, "sr", publisher="Танјуг") == Tag(agencies=("Tanjug",))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"Kiel (ots) - {DE}\n\nOriginal-Content von: Elmvik, übermittelt durch news aktuell", "de"),
        (f"{DE}\n\nPressemitteilung von Elmvik", "de"),
        (f"{SR}\n\nSaopštenje kompanije Elmvik", "sr"),
        (f"{RU}\n\nПресс-служба компании Elmvik", "ru"),
    ],
)
def test_a_press_release_names_its_sender(text, language):
    assert tag(text, language) == Tag(sender="Elmvik")


@pytest.mark.parametrize(
    "line",
    [
        "Pressemitteilung von Elmvik verspricht viel zu viel für die Nordal, findet das Blatt.",
        "Pressemitteilung der Elmvik enttäuscht alle",
    ],
)
def test_a_sentence_on_a_press_release_is_no_line_about_the_text(line):
    assert tag(line, "de") == NO_TAG
