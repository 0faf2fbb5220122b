"""Versions: numbers that follow the name of a program or system."""

from __future__ import annotations

import pytest

from beleg.extract.values import find_values
from beleg.lexicons import load


@pytest.mark.parametrize(
    ("tag", "text", "wanted"),
    [
        ("de", "Python 3.12, 3.13 und 3.14 laufen.", ["3.12", "3.13", "3.14"]),
        ("de", "Windows 11 ab 23H2, macOS 14 oder neuer, Android 12 oder iOS 17.", ["11", "23H2", "14", "12", "17"]),
        ("de", "Die Reihe 3.8 bleibt, wir sind bei 3.8.", ["3.8", "3.8"]),
        ("de", "Loden 4.0 ist da. Wer Loden 4 hat, wartet.", ["4.0", "4"]),
        ("de", "Firmware 2.1 und v1.4.2 aus dem Archiv.", ["2.1", "1.4.2"]),
        ("sr-Latn", "Paket loden==2.14.* traži spindel-cc==2.*.", ["2.14.*", "2.*"]),
        ("sr-Cyrl", "Потребна је верзија 11 (23H2 или новија).", ["11", "23H2"]),
        ("sr-Latn", "Neophodan je Android 16 ili iOS-om 26.4.", ["16", "26.4"]),
        ("ru", "Для Windows нужна версия 11 не ниже 23H2.", ["11", "23H2"]),
        ("ru", "Сборка короче, чем на 3.8.", ["3.8"]),
        ("ru", "Прошивки 2.1 ждать до января.", ["2.1"]),
    ],
)
def test_versions(tag, text, wanted):
    language, _, script = tag.partition("-")
    lexicon = load(language, script or ("Cyrl" if language == "ru" else "Latn"))
    assert [found.version for found in find_values(text, lexicon).versions] == wanted


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("de", "Unter der Apache-Lizenz 2.0, MPL 2.0 oder CC BY 4.0."),
        ("de", "Zwischen 6.15 und 12.53 Uhr, um 14.35."),
        ("de", "Der Halo 2, der LX-2, die Fjell 12 mit BF16."),
        ("de", "Es kostet 1.050 Euro und braucht 1.5 GB."),
        ("ru", "Лицензия MPL 2.0, новая версия 6200 рабочих мест."),
        ("sr-Latn", "Otvoreno je od 9.00 do 17.30."),
        ("sr-Latn", "Prvi odgovor stigao je tek u 12.51."),
    ],
)
def test_no_version(tag, text):
    language, _, script = tag.partition("-")
    lexicon = load(language, script or ("Cyrl" if language == "ru" else "Latn"))
    assert [found.version for found in find_values(text, lexicon).versions] == []
