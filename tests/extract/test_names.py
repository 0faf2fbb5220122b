"""Names: what is one in each language, where it ends, and how it is spelled."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

from beleg.extract.names import find_names
from beleg.extract.sentences import sentences
from beleg.lexicons import load, tokenize
from beleg.lexicons.register import load_register
from fakes import CORPUS, HELD_OUT


def found(text, language, script="Latn", also=(), register=None):
    lexicon = load(language, script)
    cut = [
        tokenize(text, *span)
        for start, line in _lines(text)
        for span in sentences(text, lexicon, start, start + len(line))
    ]
    return find_names(text, [tokens for tokens in cut if tokens], lexicon, register or load_register(), also)


def _lines(text):
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def names(text, language, script="Latn", **more):
    return [one.name for one in found(text, language, script, **more)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A slot makes a name of a noun.
        ("Der Hersteller Vexlor hat die Zelle gezeigt.", ["Vexlor"]),
        ("Die Lieferung verzögert sich Norwatt zufolge.", ["Norwatt"]),
        ("Die Firma Quentis liefert das Gehäuse. Quentis nennt keinen Preis.", ["Quentis", "Quentis"]),
        # Nouns are none.
        ("Die Behörde prüft den Antrag, und das Gericht wartet auf die Unterlagen.", []),
        ("Nach Angaben des Ministeriums sinkt der Verbrauch im Winter.", []),
        ("In Leipzig und Wien fahren Busse aus Schweden.", []),
        # Persons: in full where the surname stands alone.
        ("Sprecherin Karin Oswald widersprach. Oswald zufolge fehlt der Beleg.", ["Karin Oswald", "Karin Oswald"]),
        ("Das sagte Dr. Milan Petrović der Zeitung.", ["Milan Petrović"]),
        # Compounds: the common part is cut off.
        ("Vexlor-Chefin Ute Reimann nannte keine Zahl, der Vexlor-Sprecher auch nicht.", ["Vexlor", "Ute Reimann", "Vexlor"]),
        ("Ein PyTorch-Blog erklärt das CUDA-Modul.", ["PyTorch", "CUDA"]),
        # The genitive's s.
        ("Der Hersteller Vexlor wächst. Vexlors Werk steht still.", ["Vexlor", "Vexlor"]),
        # Companies' second words, and short for long.
        ("Die Firma Ostra Systems wächst. Ostra zufolge reicht das Geld.", ["Ostra Systems", "Ostra Systems"]),
        # Institutions.
        ("Forscher der Technischen Universität Altfeld haben gemessen.", ["Technical University of Altfeld"]),
        ("Das Landgericht Altfeld wies die Klage ab.", ["Altfeld Regional Court"]),
        ("Die Bundesnetzagentur warnt.", ["Federal Network Agency"]),
        # Shapes.
        ("Der Chip T40 rechnet in BF16 und FP32, CVE-2026-12345 ist behoben.", ["T40", "BF16", "FP32", "CVE-2026-12345"]),
        ('Ein Aufruf von torch.compile genügt, danach .to("neuron").', ["torch.compile", '.to("neuron")']),
        ("Das Netz funkt mit 5G, der Preis steht in EUR.", ["5G"]),
        ("Der Code steht unter Apache 2.0 und läuft auf Ubuntu 24.04.", ["Apache 2.0", "Ubuntu"]),
        ("Wir haben die Vela 3 gehört; die Vela 3 rauscht nicht.", ["Vela 3", "Vela 3"]),
    ],
)  # fmt: skip
def test_german(text, expected):
    assert names(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kompanija Veksel objavila je rezultate.", ["Veksel"]),
        ("Iz Haldena tvrde da su podaci tačni. Halden nije objavio tabelu.", ["Halden", "Halden"]),
        ("To je izjavio Nebojša Grbić. Sa Nebojšom Grbićem smo razgovarali juče.", ["Nebojša Grbić", "Nebojša Grbić"]),
        ("Prema oceni Zorana Bjelice, cena će rasti.", ["Zoran Bjelica"]),
        ("Ocenu je dala Vesna Ilić, a Ilić nije prva.", ["Vesna Ilić", "Vesna Ilić"]),
        ("TorchNeuron-a nema u paketu, javlja AWS.", ["TorchNeuron", "AWS"]),
        ("Lanac „Zlatna zora“ povukao je seriju.", ["Zlatna zora"]),
        ("„Ovo je naš najveći uspeh“, rekao je direktor.", []),
        ("Istraživači sa Univerziteta u Lipniku merili su potrošnju.", ["University of Lipnik"]),
        ("Kako navodi Narodna banka Srbije, rok ističe u petak.", ["National Bank of Serbia"]),
        ("U Beogradu i Novom Sadu cene rastu.", []),
        ("Država je odobrila novac. Stanovnici čekaju.", []),
    ],
)
def test_serbian_in_latin(text, expected):
    assert names(text, "sr") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Компанија Вексел објавила је резултате.", ["Veksel"]),
        ("По оцени Зорана Бјелице, цена ће расти.", ["Zoran Bjelica"]),
        ("Издање за Линукс и macOS најављено је јуче.", ["Linux", "macOS"]),
        ("Национални ЦЕРТ упозорава на CVE-2026-12345.", ["National CERT", "CVE-2026-12345"]),
    ],
)
def test_serbian_in_cyrillic(text, expected):
    assert names(text, "sr", "Cyrl") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Компания «Северный ветер» показала батарею.", ["Severny veter"]),
        ("По словам Веры Колосовой, рынок растёт.", ["Vera Kolosova"]),
        ("Об этом сообщил Сергей Лукин. Лукину возразили в Elmvik.", ["Sergei Lukin", "Sergei Lukin", "Elmvik"]),
        ('Чипы Trainium3 заняты в AWS, модель отправляют вызовом .to("neuron").', ["Trainium3", "AWS", '.to("neuron")']),
        ("Исследователи из Университета Лесногорска получили 22 %.", ["University of Lesnogorsk"]),
        ("Фонд Kronvald Capital вложил деньги в Лейпциге.", ["Kronvald Capital"]),
        ("Роспотребнадзор и Роскачество проверили партию.", ["Rospotrebnadzor", "Roskachestvo"]),
        ("Мощность составила 410 Вт·ч на килограмм, говорят в ЕС и США.", []),
        ("«Мы довольны», — говорит директор.", []),
        ("Завод в Москве закрыт. Покупатели ждут.", []),
    ],
)  # fmt: skip
def test_russian(text, expected):
    assert names(text, "ru", "Cyrl") == expected


def test_spans_are_those_of_the_text_sorted_and_apart():
    text = "Vexlor-Chefin Ute Reimann sprach mit der Firma Ostra Systems über torch.compile()."
    all_found = found(text, "de")
    assert [text[one.start : one.end] for one in all_found][1] == "Ute Reimann"
    assert all(one.end <= other.start for one, other in itertools.pairwise(all_found))


def test_types():
    text = "Hersteller Vexlor, die Bundesnetzagentur und Ute Reimann prüfen den T40 unter Windows."
    assert {one.name: one.type for one in found(text, "de")} == {
        "Vexlor": "organisation", "Federal Network Agency": "organisation", "Ute Reimann": "person",
        "T40": "technical", "Windows": "product",
    }  # fmt: skip


def test_an_abbreviation_beside_its_name_counts_once():
    assert names("Das Neuron Kernel Interface (NKI) ist offen.", "de") == ["Neuron Kernel Interface"]


def test_a_publisher_is_a_name_where_it_is_an_ordinary_word():
    text = "Das Papier liegt Kontrollpunkt vor, wie Kontrollpunkt schreibt."
    assert names(text, "de", also=("Kontrollpunkt",)) == ["Kontrollpunkt", "Kontrollpunkt"]


def test_an_empty_article_has_no_names():
    assert found("", "de") == ()


@pytest.mark.parametrize(("language", "floor"), [("de", 0.85), ("sr", 0.82), ("ru", 0.87)])
def test_names_of_the_corpus(language, floor):
    """Precision and recall together over the annotated statements; without the table of spellings, a little lower."""
    assert _f1(language, load_register()) >= floor


def test_the_register_is_a_help_and_no_crutch():
    for language in ("de", "sr", "ru"):
        with_names, without = _f1(language, load_register()), _f1(language, load_register(shipped=False))
        assert without >= with_names - 0.15


def _f1(language, register):
    right = predicted = gold = 0
    for path in sorted(CORPUS.glob(f"*/{language}.gold.jsonl")):
        if path.parent.name in HELD_OUT:
            continue
        header, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        text = path.with_name(f"{language}.txt").read_text("utf-8")
        all_found = found(text, language, header["script"], register=register)
        for row in rows:
            expected = Counter(_plain(name) for name in set(row["names"]))
            own = Counter({_plain(n.name) for n in all_found if row["start"] <= n.start < row["end"]})
            right += (expected & own).total()
            predicted += own.total()
            gold += expected.total()
    return 2 * right / (predicted + gold)


def _plain(name):
    return "".join(c for c in name.casefold() if c.isalnum())


@pytest.mark.parametrize("text", ["a." * 20_000, "Ab " * 20_000, "(" * 20_000, "A-" * 20_000, "„A" * 10_000])
def test_a_long_run_costs_linear_time(text):
    """Twice the text takes about twice as long; what grows with the square would take minutes here."""
    tokens = tokenize(text)
    find_names(text, [tokens], load("sr", "Latn"), load_register())
