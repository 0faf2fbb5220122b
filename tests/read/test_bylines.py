"""Bylines and datelines tell author, publisher and date where their shape leaves no doubt."""

import pytest

from beleg.read.bylines import Byline, byline, run_in

DE, SR, SRC, RU = ("de", "Latn"), ("sr", "Latn"), ("sr", "Cyrl"), ("ru", "Cyrl")


@pytest.mark.parametrize(
    ("line", "language", "expected"),
    [
        ("Akkublatt · 27. Oktober 2026", DE, Byline(publisher="Akkublatt", published="2026-10-27")),
        ("Akkublatt, 27.10.2026", DE, Byline(publisher="Akkublatt", published="2026-10-27")),
        ("Haus & Herd · Test · 24. November 2026", DE, Byline(publisher="Haus & Herd", published="2026-11-24")),
        ("Von Eva Lind | Akkublatt, 17. September 2026", DE, Byline("Eva Lind", "Akkublatt", "2026-09-17")),
        ("Funkblatt | Wien, 24. November 2026 | Test: Eva Lind", DE, Byline("Eva Lind", "Funkblatt", "2026-11-24")),
        ("Von Eva Lind und Jan Pohl", DE, Byline("Eva Lind und Jan Pohl")),
        ("17. September 2026", DE, Byline(published="2026-09-17")),
        ("Wien, 17. September 2026", DE, Byline(published="2026-09-17")),
        (
            "Karlsruhe, 17. November 2026 – Presseraum von Loden Software",
            DE,
            Byline(None, "Loden Software", "2026-11-17"),
        ),
        ("Netzblatt, 20. November 2026, aktualisiert um 17.40 Uhr", DE, Byline(None, "Netzblatt", "2026-11-20")),
        ("Aktualisiert am 21.11.2026", DE, Byline(updated="2026-11-21")),
        ("Mittwoch, 7. Oktober 2026", DE, Byline(published="2026-10-07")),
        ("Kilovat sat, 18. septembar 2026.", SR, Byline(None, "Kilovat sat", "2026-09-18")),
        ("Nedeljnik „Vreme sada“, petak, 20. 11. 2026.", SR, Byline(None, "Vreme sada", "2026-11-20")),
        ("Kolumna: Dana Mijić", SR, Byline("Dana Mijić")),
        ("Firma • Pres-centar • Beograd, 17. 11. 2026.", SR, Byline(None, "Firma", "2026-11-17")),
        ("Стручни лист, 20. новембар 2026.", SRC, Byline(None, "Стручни лист", "2026-11-20")),
        ("«Контур», 18 сентября 2026 года", RU, Byline(None, "Контур", "2026-09-18")),
        ("«Контур», вторник, 10 ноября 2026 г.", RU, Byline(None, "Контур", "2026-11-10")),
        ("Колонка Тамары Зиминой", RU, Byline("Тамары Зиминой")),
    ],
)
def test_bylines(line, language, expected):
    assert byline(line, *language) == expected


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Der Hersteller hat am 17. September 2026 einen Akku vorgestellt.", DE),
        ("Am 17. September 2026 hat der Hersteller einen Akku vorgestellt", DE),
        ("Was der Hersteller bis 1.1.2027 verspricht und was daraus wird", DE),
        ("Von Göteborg nach Wien", DE),
        ("Von da an ging es bergab.", DE),
        ("Kompanija je 18. septembra 2026. objavila novu verziju.", SR),
        ("Компания выпустила 6 октября 2026 года новый браузер", RU),
        ("Fazit", DE),
        ("Am Mittwoch, 7. Oktober 2026, hat der Hersteller geliefert.", DE),
        ("U sredu, 7. oktobra 2026, kompanija je objavila cenu.", SR),
        ("Von Wien", DE),
        ("Ab 1. Januar 2027", DE),
        ("In der Nacht zum 18. November 2026", DE),
        ("", DE),
    ],
)
def test_sentences_and_headings_are_no_bylines(line, language):
    assert byline(line, *language) is None


@pytest.mark.parametrize(
    ("paragraph", "language", "rest", "expected"),
    [
        ("Aarhus/Langen, 24.11.2026 (npa) – Der Entwickler", DE, "Der Entwickler", Byline(None, "npa", "2026-11-24")),
        ("Bitblatt, 7.10.2026 – Der Hersteller", DE, "Der Hersteller", Byline(published="2026-10-07")),
        ("ГРЕНОБЛЬ, 19 ноября 2026 г. /Вектор/. Компания", RU, "Компания", Byline(None, "Вектор", "2026-11-19")),
    ],
)
def test_datelines_that_run_into_the_text(paragraph, language, rest, expected):
    found = run_in(paragraph, *language)
    assert (paragraph[found.end :], found.byline) == (rest, expected)


def test_a_sentence_with_a_date_is_no_dateline():
    assert run_in("Am Mittwoch, 7.10.2026 – einem Feiertag – ruhte die Arbeit.", "de", "Latn") is None
    assert run_in("Der Hersteller hat am 7.10.2026 – wie angekündigt – geliefert.", "de", "Latn") is None


def test_a_section_names_nobody():
    assert byline("Analyse Lage Belgrad", *DE) == Byline()
