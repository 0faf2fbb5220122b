"""Kind, polarity and modality of single sentences of our own, in three languages and both Serbian scripts."""

from __future__ import annotations

import pytest

from beleg.alphabets import to_latin
from beleg.extract.kinds import MODALITIES, ORDER, asides, kind, modality, polarity
from beleg.extract.reading import Reading, read
from beleg.extract.voices import NOBODY, Voice
from beleg.lexicons import load
from beleg.lexicons.register import load_register
from beleg.read import read as read_document
from beleg.records import Document, Evidence


def _read(language: str, text: str) -> Reading:
    """A sentence read as an article of 15 May 2026."""
    head = f"---\nlanguage: {language}\npublished: 2026-05-15\n---\n"
    article = read_document(Document(id="a.md", data=(head + text + "\n").encode(), media_type="text/markdown"))
    return read(article, load(article.language, article.script), load_register())


def _voice(evidence: Evidence = "unattributed") -> Voice:
    return NOBODY._replace(evidence=evidence)


def _kind(language: str, text: str, evidence: Evidence = "unattributed") -> str:
    reading = _read(language, text)
    sentence = reading.sentences[0]
    span = sentence.start, sentence.end
    dates, quantities, versions = reading.within(span)
    return kind(span, sentence, _voice(evidence), quantities, versions, dates)[0]


def _polarity(language: str, text: str) -> str:
    sentence = _read(language, text).sentences[0]
    return polarity((sentence.start, sentence.end), sentence, NOBODY)


def _modality(language: str, text: str, evidence: Evidence = "unattributed") -> str:
    reading = _read(language, text)
    sentence = reading.sentences[0]
    span = sentence.start, sentence.end
    return modality(span, sentence, _voice(evidence), reading.within(span)[0], reading.article.published)


KINDS = [
    # where and for whom against what it works with
    ("availability", "de", "Das Programm gibt es für Windows und Linux."),
    ("availability", "ru", "Программа доступна для Windows и Linux."),
    ("availability", "sr", "Програм је доступан за Windows и Linux."),
    ("support", "de", "Der Rechner unterstützt das Format AV1."),
    ("support", "ru", "Компьютер поддерживает формат AV1."),
    ("support", "sr", "Рачунар подржава формат AV1."),
    # an open licence against the day on which code is published
    ("license", "de", "Die Bibliothek steht unter der Apache-Lizenz."),
    ("license", "ru", "Библиотека распространяется по лицензии Apache."),
    ("license", "sr", "Библиотека је под лиценцом Apache."),
    ("release", "de", "Der Anbieter hat den Quelltext veröffentlicht."),
    ("release", "ru", "Разработчик открыл код 3 мая."),
    ("release", "sr", "Произвођач је објавио изворни код."),
    # who fell ill is a count, what made them ill a harm
    ("quantity", "de", "Es gibt 41 Erkrankte."),
    ("quantity", "ru", "Число заболевших достигло 41."),
    ("quantity", "sr", "До сада је 41 оболелих."),
    ("security", "de", "Im Käse fanden sich Salmonellen."),
    # a fine is no investment, whatever its size
    ("legal", "de", "Das Bußgeld beträgt 9 Millionen Euro."),
    ("legal", "ru", "Штраф составил 9 млн евро."),
    ("legal", "sr", "Казна износи 9 милиона евра."),
    ("funding", "de", "Der Umsatz stieg auf 9 Millionen Euro."),
    ("price", "ru", "Насос стоит 90 евро."),
    ("requirement", "sr", "За рад је потребно 16 гигабајта меморије."),
    # nothing fires
    ("other", "de", "Am Abend regnete es."),
]


@pytest.mark.parametrize(("expected", "language", "text"), KINDS)
def test_kind(expected, language, text):
    assert _kind(language, text) == expected


@pytest.mark.parametrize(("expected", "text"), [(e, t) for e, language, t in KINDS if language == "sr"])
def test_kind_in_latin_script(expected, text):
    assert _kind("sr", to_latin(text)) == expected


def test_the_publishers_own_caveat_weighs_more():
    text = "Der Preis bleibt ohne Belege."
    assert _kind("de", text, "publisher_analysis") == "caveat"


NEGATED = [
    ("negated", "de", "Das Gerät hat keine Kamera."),
    ("negated", "ru", "Прибор не поддерживает карты памяти."),
    ("negated", "sr", "Уређај нема камеру."),
    # what is said, not what it is said with
    ("negated", "de", "Die Firma sagt, dass sie das Gerät nicht liefert."),
    ("negated", "ru", "Фирма говорит, что прибор не работает."),
    ("negated", "sr", "Фирма каже да уређај не ради."),
    # an aside only qualifies
    ("affirmed", "de", "Das Gerät, das keine Kamera hat, kostet 90 Euro."),
    ("affirmed", "ru", "Прибор, который не имеет камеры, стоит 90 евро."),
    ("affirmed", "sr", "Уређај, који нема камеру, кошта 90 евра."),
    ("affirmed", "de", "Wer nicht zahlt, verliert den Zugang."),
    ("affirmed", "ru", "Если кабель не подключён, лампа мигает."),
    ("affirmed", "sr", "Ако кабл није прикључен, лампица трепери."),
    # looks like a negation and is none
    ("affirmed", "de", "Das Gerät kommt nicht vor Mai."),
    ("affirmed", "ru", "Прибор выйдет не раньше мая."),
    ("affirmed", "sr", "Цена не прелази 90 евра."),
    ("affirmed", "ru", "Лаборатория, не связанная с заводом, измерила 40 ватт."),
]


@pytest.mark.parametrize(("expected", "language", "text"), NEGATED)
def test_polarity(expected, language, text):
    assert _polarity(language, text) == expected


MODAL = [
    ("asserted", "de", "Der Bus fährt seit März."),
    ("planned", "de", "Der Bus soll im Herbst kommen."),
    ("planned", "ru", "Автобус выйдет на линию осенью."),
    ("planned", "sr", "Аутобус ће кренути на јесен."),
    ("goal", "de", "Ziel ist ein Verbrauch von 20 Litern."),
    ("conditional", "ru", "Автобус может опоздать, если пойдёт снег."),
    ("experimental", "de", "Der Modus ist experimentell."),
    # a present tense, and a date ahead
    ("planned", "de", "Der Bus fährt ab dem 3. Juni 2026."),
    ("planned", "ru", "Автобус едет с 3 июня 2026 года."),
    ("planned", "sr", "Аутобус креће 3. јуна 2026."),
    ("asserted", "de", "Der Bus fährt seit dem 3. April 2026."),
]


@pytest.mark.parametrize(("expected", "language", "text"), MODAL)
def test_modality(expected, language, text):
    assert _modality(language, text) == expected


@pytest.mark.parametrize("evidence", ["third_party_opinion", "publisher_analysis"])
def test_forecasts_of_observers_are_asserted(evidence):
    assert _modality("sr", "Цена ће порасти.", evidence) == "asserted"
    assert _modality("sr", "Цена ће порасти.", "vendor_claim") == "planned"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Das Gerät, das leuchtet, kostet 90 Euro.", ["das leuchtet"]),
        ("Die Firma sagt, dass es leuchtet.", []),
        ("Wenn es leuchtet, läuft es.", ["Wenn es leuchtet"]),
        ("Wenn es leuchtet.", []),
        ("Es läuft, weil es leuchtet.", ["weil es leuchtet"]),
    ],
)
def test_asides(text, expected):
    reading = _read("de", text)
    sentence = reading.sentences[0]
    found = asides((sentence.start, sentence.end), sentence)
    cut = [(sentence.tokens[a].start, sentence.tokens[b - 1].end) for a, b in found]
    assert [reading.article.text[start:end].rstrip(".") for start, end in cut] == expected


def test_every_kind_has_a_rank_and_every_modality():
    assert len(set(ORDER)) == 22
    assert "asserted" not in MODALITIES
