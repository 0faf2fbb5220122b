import json
import time
from pathlib import Path

import pytest

from beleg.extract.sentences import MAX_SENTENCE, sentences
from beleg.lexicons import LANGUAGES, load, read_tables

CASES = Path(__file__).parents[1] / "cases" / "text"
DE, SR, SR_LATIN, RU = load("de", "Latn"), load("sr", "Cyrl"), load("sr", "Latn"), load("ru", "Cyrl")

# Sentences of one's own, with " | " where one ends.
GERMAN = """
Der Akku hält laut Hersteller 3,5 Std. Laufzeit durch. | Danach muss er z. B. am Netz laden.
Der Umsatz stieg um 12 Mio. Euro. | 2027 soll er weiter wachsen.
Der Umsatz lag bei 12 Mio. | Das Ergebnis blieb negativ.
Die Firma Nordwerk Inc. Berlin prüft das. | Sie liefert Kabel, Stecker usw. | Auch Gehäuse baut sie.
Prof. Dr. H. K. Lauer leitet das Labor. | Er misst seit 2019.
Das Paket läuft mit Python 3.14. | Microsoft prüft das noch.
Es läuft mit torch 2.14.* und 2.15.*. | Ältere Fassungen fehlen.
Sie verkauft die Anlage seit 2026. | Nvidia nannte keinen Preis.
Mit Windows 11. | Linux folgt.
„Das geht schnell. | Sehr schnell“, sagte sie.
»Wer zahlt?« fragte er. | Niemand antwortete.
Was kostet das? | Der Hersteller schweigt.
Der Dienst Yahoo! gehört dazu. | Wow! | Das ist neu.
Die Firma (gegr. 1999, Umsatz ca. 5 Mrd. Euro) wächst. | (Foto: Werk)
Das war … schwierig. | Er zögerte … | Dann ging er.
Der Satz lautet: „Wir […] Kunden danken.“ | So endet er.
Dort steht Apple. | iPhone und iPad fehlen.
Der Aufruf endet. | torch.compile erfasst den Graphen.
Das sagte der 3. Bürgermeister. | Das 10.000. Auto lief vom Band.
Gültig ist Art. 15 Abs. 3 der Verordnung. | Es gilt die beste Regel ihrer Art. | Das hilft.
Das kostet 4,99 Euro/Std. | Der Preis gilt ab dem 1.1.2027. | Danach steigt er.
Der Test lief am 3. und 4. Mai sowie am 5. Juni. | Im 2. Quartal folgt der Rest.
Sie nannte Plan B. | Danach schwieg sie.
Die U.S. Army kauft. | Der Verein e.V. in Bonn auch.
Heute gilt das. | — Morgen nicht.
""".strip().splitlines()
SERBIAN = """
Уговор је потписан 15. септембра 2026. године у Београду. | Важи до 31. 12. 2027. | Компанија ћути.
Развој кошта 12 млрд. динара. | Први уређај стиже 2027. | Цена није позната.
Од 2026. Телеком користи ту мрежу. | До средине 2027. Телеком ће је проширити.
Др Ј. Петровић ради у бр. 3 на ул. Војводе Степе. | Ту је тзв. ниво 2.
То су каблови, утикачи итд. | Кућишта нема.
„Ко плаћа?“ упитао је он. | Нико није одговорио.
– Поносни смо – рекла је она. | – Идемо даље.
На 12. Сајму технике приказан је нови модел. | Било је око 470.000. | Превише.
Фирма „Север“ д.о.о. Београд ради то. | У питању је нпр. Python 3.14. | Microsoft ћути.
""".strip().splitlines()
RUSSIAN = """
В 2026 г. Москва купила 15 автобусов. | Завод открыли в 2019 г. | Компания растёт.
Это стоит 5 млн руб. | Цена вырастет, т. е. Станет выше.
Кабели, разъёмы и т. д. | Корпусов нет.
Об этом сказал А. С. Иванов, проф. Института связи. | Он из г. Казань.
«Кто платит?» — спросил он. | Никто не ответил.
— Да, — сказал он. | — Мы придём.
«Да!» — ответил он. | «Мы придём». | Так и вышло.
Пакет работает с Python 3.14. | Microsoft молчит.
Выручка составила 12 млн. | Прибыли нет.
Всего 10 тыс. GPU стоят в зале. | Ещё 5 тыс. купят позже.
Рост начался в 2026. | 15 компаний вышли из дела.
Правда?.. | Возможно!
""".strip().splitlines()


def cut(text, lexicon):
    return [text[start:end] for start, end in sentences(text, lexicon)]


@pytest.mark.parametrize(
    ("lexicon", "line"),
    [(DE, line) for line in GERMAN] + [(SR, line) for line in SERBIAN] + [(RU, line) for line in RUSSIAN],
)
def test_sentences_of_each_language(lexicon, line):
    """Ordinals, abbreviations, initials, quotations and dashes."""
    expected = line.split(" | ")
    assert cut(" ".join(expected), lexicon) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abbreviation_stands_in_one_class(language):
    """Written in lower case, without the last dot and without spaces."""
    table = read_tables(language)["abbreviations"]
    words = [word for name in ("never", "maybe", "after_number") for word in table[name]]
    assert len(words) == len(set(words))
    assert not [word for word in words if word != word.lower() or word.endswith(".") or " " in word]


def test_serbian_in_latin_script():
    """The Latin abbreviations are derived from the Cyrillic ones."""
    text = "Ugovor je potpisan 15. septembra 2026. godine, tj. Juče. To su kablovi itd. Kućišta nema."
    assert cut(text, SR_LATIN) == [
        "Ugovor je potpisan 15. septembra 2026. godine, tj. Juče.",
        "To su kablovi itd.",
        "Kućišta nema.",
    ]


@pytest.mark.parametrize("name", ["sentences-de-ordinals", "sentences-de-quotes"])
def test_cases(name):
    """The odd inputs C110 and C112."""
    expected = json.loads((CASES / f"{name}.expected.json").read_text("utf-8"))["sentences"]
    assert cut((CASES / f"{name}.txt").read_text("utf-8").strip(), DE) == expected


def test_invisible_characters():
    """They count as parts of words, and are trimmed like white space."""
    text = (CASES / "invisible-chars.txt").read_text("utf-8")
    found = cut(text, DE)
    assert len(found) == 3
    assert found[0].startswith("Das Ge\u00ad")
    assert found[2].endswith("%.")


def test_offsets_are_those_of_the_whole_text():
    """A block in the middle of a text keeps the text's offsets, without the white space around a sentence."""
    text = "Titel\n\n  Ein Satz. \n Noch\neiner.  \n\nEnde"
    assert sentences(text, DE, 5, text.index("Ende")) == [(9, 18), (21, 32)]
    assert text[21:32] == "Noch\neiner."
    assert sentences(text, DE, 5, 8) == []


def test_bullets_and_blank_lines_end_a_sentence():
    """So a list that was not cut into items falls into its lines."""
    assert cut("Neu ist:\n• ein Modus\n• ein Treiber\n\nMehr nicht", DE) == [
        "Neu ist:",
        "• ein Modus",
        "• ein Treiber",
        "Mehr nicht",
    ]


def test_many_sentences_in_one_line():
    """4,500 sentences in half a megabyte, where "Nr." ends none (C97)."""
    text = " ".join(
        f"Der Dienst antwortet in 12 Millisekunden, sagte die Firma Nordlicht Nr. {n:05}, und das bleibt 2027 so."
        for n in range(4500)
    )
    assert len(sentences(text, DE)) == 4500


@pytest.mark.parametrize(
    "piece",
    [
        "?",
        "<",
        "1.1,1",
        " ",
        "z. B. d. h. т. е. ",
        "„“",
        "a.",
        "–",
        "1\u00a0",
        "und noch ein Wort, dann ",
        ".“",
        "\n",
        ". «",
        "1. ",
    ],
)
def test_repeated_patterns_take_linear_time(piece):
    """One pattern over and over (C97, C98): quick, and no span is longer than the limit."""
    text = "a" + piece * (200_000 // len(piece))
    began = time.process_time()
    found = sentences(text, DE)
    assert time.process_time() - began < 3
    assert all(end - start <= MAX_SENTENCE for start, end in found)
