"""Quotation marks as shown: in pairs, and never doubled."""

import pytest

from beleg.render.formats import formats
from beleg.render.quotation import CUT, balanced, bare, shortened


@pytest.mark.parametrize(
    ("locale", "quote", "shown"),
    [
        # A whole quotation is not put in marks twice.
        ("ru", "«Так и было.»", "Так и было."),
        ("en", "„Pun uspeh”.", "Pun uspeh."),
        # Those inside are the reader's inner marks.
        ("en", "„Das spart Zeit“, so Redl.", "‘Das spart Zeit’, so Redl."),
        ("de", "бюро «Тест» и «Опыт»", "бюро ‚Тест‘ und ‚Опыт‘".replace("und", "и")),
        ("sr-Latn", "Er nennt es „gut“.", "Er nennt es ’gut’."),
        # A mark at the edge that lost its partner goes; inside, the partner comes back.
        ("en", "«Мы убрали жидкость", "Мы убрали жидкость"),
        ("en", "Sie ist das Beste“.", "Sie ist das Beste."),
        ("de", "und den Preis», sagte sie", "‚und den Preis‘, sagte sie"),
        ("de", "Sie sagt: „Ja", "Sie sagt: ‚Ja‘"),
        # Code is no quotation, nor is an apostrophe.
        ("de", 'Der Aufruf .to("neuron") genügt.', 'Der Aufruf .to("neuron") genügt.'),
        ("de", "Bob’s Haus", "Bob’s Haus"),
    ],
)
def test_inside_quotation_marks(locale, quote, shown):
    assert formats(locale).inside(quote) == shown
    assert bare(shown) == bare(quote)


def test_a_block_keeps_its_own_marks():
    assert balanced("„Das spart Zeit“, so Redl.") == "„Das spart Zeit“, so Redl."
    assert balanced("и цену», — сказала она.") == "«и цену», — сказала она."
    assert balanced("«Мы убрали") == "Мы убрали"


LONG = "Der Hersteller nennt als Ziel einen niedrigen Preis, den er allerdings erst in drei Jahren erreichen will, wie er sagt."


def test_a_short_quote_stays_whole():
    assert shortened("Ein Satz.", 9).text == "Ein Satz."


def test_a_long_quote_is_cut_behind_a_clause_and_says_so():
    found = shortened(LONG, 60)
    assert found.text == f"Der Hersteller nennt als Ziel einen niedrigen Preis, {CUT}"
    assert found.hidden == len(LONG.split()) - 8


def test_without_a_clause_it_is_cut_between_words():
    found = shortened("eins zwei drei vier fünf sechs", 12)
    assert (found.text, found.hidden) == (f"eins zwei {CUT}", 4)


def test_what_it_is_quoted_for_is_not_cut_away():
    at = LONG.index("erst in drei Jahren")
    found = shortened(LONG, 60, (at, at + len("erst in drei Jahren")))
    assert "erst in drei Jahren" in found.text
    assert found.text.startswith(f"{CUT} ")
    assert found.text.endswith(f" {CUT}")
    assert found.hidden == len(LONG.split()) - len(found.text.replace(CUT, "").split())


@pytest.mark.parametrize("limit", range(20, 130, 7))
def test_whole_words_within_the_limit(limit):
    words = LONG.split()
    for content in (None, (0, 20), (40, 60), (100, len(LONG))):
        shown = shortened(LONG, limit, content).text.replace(CUT, "").strip()
        assert 0 < len(shown) <= limit
        assert shown in LONG
        assert set(shown.split()) <= set(words)


def test_a_word_without_end_is_cut_within():
    assert shortened("x" * 50, 20).text == "x" * 20 + f" {CUT}"
