"""Latin and Cyrillic, in both directions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from time import process_time

import pytest

from beleg.alphabets import romanize_ru, script_of, to_cyrillic, to_latin

CASES = Path(__file__).parent / "cases" / "text"


def rows(name: str) -> list[tuple[str, ...]]:
    _, *lines = (CASES / name).read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]


@pytest.mark.parametrize(("cyrillic", "latin"), rows("sr-cyrl-to-latn.tsv"))
def test_serbian_to_latin_and_back(cyrillic, latin):
    """Capitals, initials and single letters come out as a printer would set them, and the way back gives the input."""
    assert to_latin(cyrillic) == latin
    assert to_cyrillic(latin) == cyrillic


@pytest.mark.parametrize(("latin", "cyrillic"), rows("sr-keep-latin.tsv"))
def test_what_cyrillic_text_keeps_in_latin(latin, cyrillic):
    """Roman numerals, foreign names, addresses, code and units stay."""
    assert to_cyrillic(latin) == cyrillic


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("КРАЉ ПЕТАР И ЊЕГОВ КОЊ", "KRALJ PETAR I NJEGOV KONJ"),
        ("ТУЖБА Љ. ПЕТРОВИЋА", "TUŽBA LJ. PETROVIĆA"),
        ("Аутор: Џ. Б.", "Autor: Dž. B."),
        ("TorchNeuron-а на GPU-у", "TorchNeuron-a na GPU-u"),
        ("види https://пример.срб/његош и `његош`", "vidi https://пример.срб/његош i `његош`"),
        ("пиши на његош@пример.срб", "piši na његош@пример.срб"),
        ('<a href="/његош">Његош</a>', '<a href="/његош">Njegoš</a>'),
        ("5 < 7 и 8 > Љ", "5 < 7 i 8 > Lj"),
        ("ОДЖАЛОВАТИ коњунктуру", "ODŽALOVATI konjunkturu"),
    ],
)
def test_serbian_to_latin(cyrillic, latin):
    assert to_latin(cyrillic) == latin


@pytest.mark.parametrize("text", ["already Latin: čćžšđ", "", "`", "<", "Ǉ"])
def test_latin_stays(text):
    assert to_latin(text) == text


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    [
        ("injekcija, konjunktura, Tanjug, anjon", "инјекција, конјунктура, Танјуг, анјон"),
        ("NADŽIVETI, odžalovati, podžanr", "НАДЖИВЕТИ, оджаловати, поджанр"),
        ("ljubav, konj, džep, Džep, DŽEP", "љубав, коњ, џеп, Џеп, ЏЕП"),
        ("PyTorch i iOS na API-ju", "PyTorch и iOS на API-ју"),
        ("120 km/h za 3 m", "120 km/h за 3 m"),
        ("I vek, II vek, VI i mi", "И век, II век, VI и ми"),
        ("Led i LED, ram i RAM, 10 pa 11, 10 Pa, 5 mA, ma 5", "Лед и LED, рам и RAM, 10 па 11, 10 Pa, 5 mA, ма 5"),
        ("injekcije, nadživeo, konjunkturi, Tanjugu", "инјекције, надживео, конјунктури, Танјугу"),
        ("džep, odžak, Odžaci, budžet, konj, Njegoš", "џеп, оџак, Оџаци, буџет, коњ, Његош"),
    ],
)
def test_serbian_to_cyrillic(latin, cyrillic):
    assert to_cyrillic(latin) == cyrillic


ROOT = Path(__file__).parents[1]
# Abbreviations that the lexicon has in Cyrillic letters, and that Latin text writes as all the world does.
ABROAD = {"апи", "гпу", "смс", "усб", "сим", "дб"}


def ours(path: str) -> str:
    """What a file has in Serbian: of a table what it holds, and of one for several locales that of Serbian alone."""
    text = (ROOT / path).read_text("utf-8")
    if not path.endswith(".toml"):
        return text
    tables = tomllib.loads(text)
    found = _values(tables, "sr-Cyrl")
    return str(found or tables)


def _values(table: dict, key: str) -> list:
    inner = [value for value in table.values() if isinstance(value, dict)]
    return [value for name, value in table.items() if name == key] + [
        one for each in inner for one in _values(each, key)
    ]


@pytest.mark.parametrize(
    "path",
    [
        "src/beleg/lexicons/sr.toml", "src/beleg/lexicons/gist/sr.toml", "src/beleg/lexicons/words/sr.toml", "src/beleg/render/formats.toml",
        "templates/facts/sr-Cyrl.jinja", "templates/facts/concepts.toml",
        "templates/locales/sr_Cyrl/LC_MESSAGES/messages.po",
    ],
)  # fmt: skip
def test_every_serbian_word_of_ours_comes_back(path):
    """The Latin form of a word tells its Cyrillic one, exceptions included, and has no Cyrillic letter."""
    words = {word for word in re.findall("[Ѐ-ԯ]+", ours(path)) if word.lower() not in ABROAD}
    assert len(words) > 50
    assert {word: to_cyrillic(to_latin(word)) for word in words} == {word: word for word in words}
    assert not any(re.search("[Ѐ-ԯ]", to_latin(word)) for word in words)


@pytest.mark.parametrize(
    ("text", "script"),
    [("Влада је усвојила план за PyTorch", "Cyrl"), ("Vlada je usvojila plan „Авала“", "Latn"), ("12, 5", "Latn")],
)
def test_script_of_most_letters(text, script):
    assert script_of(text) == script


@pytest.mark.parametrize(
    ("russian", "latin"),
    [
        ("Вера Колосова", "Vera Kolosova"),
        ("Щукин", "Shchukin"),
        ("Юлия Цветаева", "Yulia Tsvetaeva"),
        ("Артём Лещук", "Artyom Leshchuk"),
        ("Николай Курносов", "Nikolai Kurnosov"),
        ("Аркадий Белозёров", "Arkady Belozyorov"),
        ("Соня Гуревич", "Sonya Gurevich"),
        ("Никита Хрущёв", "Nikita Khrushchev"),
        ("Илья Григорьев", "Ilya Grigoryev"),
        ("Тёплый контур", "Tyoply kontur"),
        ("Данияр Сейткали", "Daniyar Seitkali"),
        ("ШТРИХКОД", "SHTRIKHKOD"),
        ("Александр Май", "Alexander May"),
    ],
)
def test_russian_names(russian, latin):
    assert romanize_ru(russian) == latin


@pytest.mark.parametrize("text", ["Љ" * 50_000, "`" * 50_001, "<а" * 50_000, "a@" * 50_000, "Љ " * 50_000])
def test_long_runs_cost_linear_time(text):
    started = process_time()
    to_latin(text)
    to_cyrillic(text)
    assert process_time() - started < 3
