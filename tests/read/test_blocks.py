"""Blocks are cut by shape, and their spans leave out what marks them."""

from itertools import pairwise

import pytest

from beleg.read.blocks import blocks


def cut(text):
    return [(block.kind, text[block.start : block.end]) for block in blocks(text)]


def test_headings_and_paragraphs():
    assert cut("Der Test\n\nEr lief gut.\nUnd noch ein Satz.\n\nWoran hakt es?\n\nAn allem, sagt sie.") == [
        ("heading", "Der Test"), ("paragraph", "Er lief gut."), ("paragraph", "Und noch ein Satz."),
        ("heading", "Woran hakt es?"), ("paragraph", "An allem, sagt sie."),
    ]  # fmt: skip


@pytest.mark.parametrize("bullet", ["•", "-", "*", "–", "—", "1.", "+"])
def test_bullets_stay_out_of_items(bullet):
    second = "2." if bullet == "1." else bullet
    assert cut(f"Neu ist:\n{bullet} ein Modus;\n{second} −20 °C") == [
        ("paragraph", "Neu ist:"), ("item", "ein Modus;"), ("item", "−20 °C"),
    ]  # fmt: skip


def test_a_date_at_the_start_of_a_line_is_no_number_of_a_list():
    text = "19. oktobra je objavljena verzija.\n\n7. novembra stigla je ispravka."
    assert [kind for kind, _ in cut(text)] == ["paragraph", "paragraph"]


def test_short_lines_one_below_the_other_are_a_list():
    assert [kind for kind, _ in cut("Es läuft auf:\nLinux 6\nmacOS 14\n")] == ["paragraph", "item", "item"]


def test_a_heading_right_above_its_list():
    assert cut("Das ist neu\n• Bauzeit: kürzer\n• Lizenz: frei")[0] == ("heading", "Das ist neu")


def test_table_rows():
    text = "Messwerte (Größe | Blatt | Labor)\n\nLaufzeit | 60 h | 44 h\nGewicht | 254 g | 268 g\n\nEin Satz."
    assert cut(text) == [
        ("heading", "Messwerte"), ("row", "Größe | Blatt | Labor"), ("row", "Laufzeit | 60 h | 44 h"),
        ("row", "Gewicht | 254 g | 268 g"), ("paragraph", "Ein Satz."),
    ]  # fmt: skip


def test_a_markdown_table():
    assert cut("| Größe | Labor |\n|---|:---:|\n| Gewicht | 268 g |") == [
        ("row", "Größe | Labor"), ("row", "Gewicht | 268 g"),
    ]  # fmt: skip


def test_a_table_with_tabs():
    assert [kind for kind, _ in cut("Größe\tLabor\nGewicht\t268 g")] == ["row", "row"]


@pytest.mark.parametrize(
    ("form", "times"),
    [
        ("{} Uhr – ", ("18.05", "17.20", "9.30")),
        ("{}. ", ("08:40", "09:15", "10:05")),
        ("{} ", ("14:40", "14:05", "13:30")),
    ],
)
def test_times_stay_out_of_the_entries_of_a_ticker(form, times):
    text = "\n\n".join(f"{form.format(time)}Es gibt Neues, Teil {n}." for n, time in enumerate(times))
    assert cut(text) == [("paragraph", f"Es gibt Neues, Teil {n}.") for n in range(3)]


def test_one_time_is_no_ticker():
    assert cut("18.05 Uhr – da begann es.") == [("paragraph", "18.05 Uhr – da begann es.")]


def test_speakers_labels():
    text = "Redaktion: Was kostet es?\n\nNovak: Zehn Euro.\n\n**Redaktion:** Und dann?\n\nNovak: Nichts."
    found = blocks(text)
    assert [(b.kind, b.label, text[b.start : b.end]) for b in found] == [
        ("turn", "Redaktion", "Was kostet es?"), ("turn", "Novak", "Zehn Euro."),
        ("turn", "Redaktion", "Und dann?"), ("turn", "Novak", "Nichts."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Preis: 20 Euro\nMasse: 3 kg\nPreis: 30 Euro\nMasse: 4 kg",
        "Tag 1: Los.\nTag 2: Weiter.\nTag 1: Los.\nTag 2: Aus.",
    ],
)
def test_a_data_sheet_has_no_speakers(text):
    assert "turn" not in {kind for kind, _ in cut(text)}


def test_a_rubric_is_no_speaker():
    assert cut("Fazit: Es lohnt sich.\n\nTipp: Warten Sie.")[0] == ("paragraph", "Fazit: Es lohnt sich.")


def test_answers_that_begin_with_a_dash():
    text = "Kako radi?\n\n– Dobro.\n\nA zimi?\n\n– Lošije, ali radi.\n\nDa li je skupo?\n\n– Jeste.\n\nNismo proverili."
    assert [kind for kind, _ in cut(text)] == ["turn"] * 6 + ["paragraph"]
    assert cut(text)[1] == ("turn", "Dobro.")


def test_one_line_of_dialogue_makes_no_interview():
    assert cut("Директор доволен.\n\n— Мы успели, — сказал он.")[1] == ("item", "Мы успели, — сказал он.")


def test_lines_wrapped_by_an_editor_are_whole_again():
    text = (
        "Der Hersteller hat am Mittwoch in Göteborg seinen ersten Akku\n"
        "vorgestellt, der ohne flüssigen Elektrolyten auskommt. Gemessen\n"
        "wurde bislang nur auf Prüfständen.\n"
        "\n"
        "- Die Reichweite beträgt nach Angaben des Herstellers 1.050\n"
        "  Kilometer.\n"
        "- Er lädt schnell.\n"
    )
    assert [(kind, " ".join(piece.split())[-12:]) for kind, piece in cut(text)] == [
        ("paragraph", "Prüfständen."), ("item", "0 Kilometer."), ("item", "ädt schnell."),
    ]  # fmt: skip


def test_markdown_headings_rules_code_and_quotes():
    text = "## Neu ##\n\n***\n\n```\ncode = 1\n```\n\n> Ein Zitat.\n\n**Fett**\n\nTitel\n=====\n\nText."
    assert cut(text) == [
        ("heading", "Neu"), ("paragraph", "Ein Zitat."), ("heading", "Fett"), ("heading", "Titel"), ("paragraph", "Text."),
    ]  # fmt: skip


def test_link_lists():
    text = "Ein Absatz, der endet.\n\nhttps://a.example/x\n\nQuellen\n\n- Bericht des Amts\n- [Blog](https://b.example)"
    assert [kind for kind, _ in cut(text)] == ["paragraph", "links", "heading", "links", "links"]


def test_spans_stay_apart_and_hold_no_white_space_at_their_ends():
    text = "  Eins.  \n\n\t• Zwei \n\u00a0\n— Drei\n\n|a|b|\n|c|d|\n"
    found = blocks(text)
    assert all(text[b.start : b.end] == text[b.start : b.end].strip() and b.start < b.end for b in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
