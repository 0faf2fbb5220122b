"""Quotation marks as shown: in pairs, and never doubled."""

import pytest

from beleg.render.formats import formats
from beleg.render.quotation import balanced, bare


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
