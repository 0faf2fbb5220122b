"""Dates: how they are written, and the year that a sentence leaves out."""

from __future__ import annotations

import pytest

from beleg.extract.values import find_values
from beleg.lexicons import load

# A Wednesday in autumn: spring lies behind and ahead.
REFERENCE = "2026-11-18"


def dates(tag: str, text: str, reference: str | None = REFERENCE) -> list[str]:
    language, _, script = tag.partition("-")
    lexicon = load(language, script or ("Cyrl" if language == "ru" else "Latn"))
    return [found.date for found in find_values(text, lexicon, reference).dates]


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        # in full
        ("de", "Am 31. März 2027 endet die Frist.", ["2027-03-31"]),
        ("de", "Stand: 17.11.2026, 12:30 Uhr", ["2026-11-17"]),
        ("de", "Das Werk wird Ende 2028 fertig.", ["2028"]),
        ("de", "Im Mai 2025 gab es 2000 Euro.", ["2025-05"]),
        ("ru", "На 1 января 2026 г. в городе жили 1200 человек.", ["2026-01-01"]),
        ("ru", "Завод построен в 1937-м, закроется в 2029-м.", ["1937", "2029"]),
        ("sr-Cyrl", "Закон важи од 1. 4. 2026, а рок истиче 30.9.2026.", ["2026-04-01", "2026-09-30"]),
        ("sr-Latn", "Do sredine 2027. gradi se nova hala.", ["2027"]),
        # in words
        ("de", "Ab dem ersten Dezember gilt der neue Preis.", ["2026-12-01"]),
        ("ru", "Девятого ноября вышло предупреждение.", ["2026-11-09"]),
        ("sr-Latn", "Desetog novembra stigla je potvrda.", ["2026-11-10"]),
        ("ru", "Двадцать первого декабря откроют станцию.", ["2026-12-21"]),
        ("sr-Cyrl", "Почиње тридесет првог децембра.", ["2026-12-31"]),
        ("de", "Am einundzwanzigsten Oktober war Schluss.", ["2026-10-21"]),
        # several days of one month
        ("de", "Zwischen dem 5. und dem 7. Juni wurde gemessen.", ["2026-06-05", "2026-06-07"]),
        ("ru", "С 3 по 5 июня шли испытания.", ["2026-06-03", "2026-06-05"]),
        ("sr-Latn", "Od 3. do 5. juna trajala su ispitivanja.", ["2026-06-03", "2026-06-05"]),
        ("ru", "В 2019–2023 годах аварий стало больше.", ["2019", "2023"]),
        # adjectives
        ("sr-Latn", "Oktobarsko ispitivanje to potvrđuje.", ["2026-10"]),
        ("ru", "Так сказано в октябрьском отчёте.", ["2026-10"]),
    ],
)
def test_written(tag, text, wanted):
    assert dates(tag, text) == wanted


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        ("de", "Seit Februar läuft der Versuch.", "2026-02"),
        ("de", "Ausgeliefert wird ab Februar.", "2027-02"),
        ("de", "Im März notierte er einen Fehler.", "2026-03"),
        ("de", "Für März ist eine neue Fassung angekündigt.", "2027-03"),
        ("de", "Am 3. März waren es noch fünf.", "2026-03-03"),
        ("de", "Bis zum 15. Januar ist Zeit.", "2027-01-15"),
        ("ru", "С января завод работает в две смены.", "2026-01"),
        ("ru", "С января завод возглавит новый директор.", "2027-01"),
        ("ru", "К марту цена упадёт.", "2027-03"),
        ("ru", "В апреле фонд вложил деньги.", "2026-04"),
        ("sr-Latn", "Od februara pratimo rezultate.", "2026-02"),
        ("sr-Latn", "Prelazak je odložen za januar.", "2027-01"),
        ("sr-Latn", "U januaru je bilo hladno.", "2026-01"),
        ("de", "Noch im Frühjahr hatte sie zugestimmt.", "2026"),
        ("ru", "Программа выйдет не раньше весны.", "2027"),
    ],
)
def test_a_missing_year_comes_from_the_reference_and_the_tense(tag, text, wanted):
    assert dates(tag, text) == [wanted]


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        ("de", "Am Montag teilte die Firma das mit.", "2026-11-16"),
        ("de", "Das geschah am Mittwoch.", "2026-11-18"),
        ("de", "Nächsten Dienstag tagt der Rat.", "2026-11-24"),
        ("ru", "Совет соберётся в следующий вторник.", "2026-11-24"),
        ("ru", "Решение вышло в пятницу.", "2026-11-13"),
        ("sr-Cyrl", "Објављено је прошлог петка.", "2026-11-13"),
        ("de", "Gestern wurde die Studie veröffentlicht.", "2026-11-17"),
        ("ru", "Компания представила его накануне.", "2026-11-17"),
        ("de", "Im Vorjahr war es weniger.", "2025"),
        ("sr-Latn", "Lane ih je bilo sedam.", "2025"),
        ("ru", "В прошлом месяце случаев стало больше.", "2026-10"),
        ("de", "Sie will bis Ende nächsten Jahres entscheiden.", "2027"),
        ("de", "Er geht zum Jahresende.", "2026"),
        ("sr-Latn", "Imala ju je do prošle jeseni.", "2025"),
    ],
)
def test_relative_dates(tag, text, wanted):
    assert dates(tag, text) == [wanted]
    assert dates(tag, text, None) == []


def test_a_weekday_beside_its_date_is_one_date():
    assert dates("de", "Am Freitag, dem 13. November, war Ruhe.") == ["2026-11-13"]
    assert dates("sr-Latn", "Prodaja počinje u petak, 20. novembra.") == ["2026-11-20"]
    assert dates("ru", "Она вышла во вторник, 17 ноября.") == ["2026-11-17"]


def test_without_a_reference_the_year_stays_open():
    assert dates("de", "Am 20. Oktober und im November.", None) == ["--10-20", "--11"]
    assert dates("de", "Am 29. Februar.") == ["--02-29"]


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("de", "Wer heute ein Auto braucht, soll nicht warten."),
        ("de", "Mitte der 2030er Jahre kommt der Ausbau."),
        ("de", "Jeden Montag und montags wird geliefert."),
        ("de", "Die 2000 Euro reichen; der Winter kommt."),
        ("sr-Latn", "Prodaju vodi Maja Krstić, a finansije Marta Ilić."),
        ("sr-Latn", "Stiže za nedelju dana."),
        ("ru", "Её заряжают уже сегодня."),
    ],
)
def test_no_date(tag, text):
    assert dates(tag, text) == []


@pytest.mark.parametrize(
    ("tag", "text", "role"),
    [
        ("de", "Am 6. Oktober wurde Version 7.0 veröffentlicht.", "release"),
        ("de", "Der Bericht trägt das Datum 19. Oktober.", "document"),
        ("de", "Das gilt spätestens am 31. Dezember.", "deadline"),
        ("ru", "В отчёте от 10 ноября этого нет.", "document"),
        ("sr-Latn", "U izveštaju od 14. septembra to piše.", "document"),
        ("de", "Der Beitrag wurde am 20. Oktober aktualisiert.", "document"),
        ("de", "Die Firma gab am 20. Oktober bekannt, dass der Dienst offen ist.", "release"),
        ("sr-Latn", "Beleške navode 19. oktobar kao datum beta izdanja.", "release"),
        ("ru", "20 октября компания открыла код.", "release"),
        ("de", "Am 3. November fiel der Strom aus.", "event"),
    ],
)
def test_roles(tag, text, role):
    language, _, script = tag.partition("-")
    lexicon = load(language, script or ("Cyrl" if language == "ru" else "Latn"))
    assert [found.role for found in find_values(text, lexicon, REFERENCE).dates] == [role]
