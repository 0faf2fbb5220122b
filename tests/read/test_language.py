"""Languages are told apart by single sentences, and reported by name where they are not supported."""

from collections import defaultdict
from pathlib import Path

import pytest

from beleg.read.language import SUPPORTED, identify, language_name, plausibility, script_of

TABLE = [line.split("\t") for line in Path(__file__).with_name("language.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("language", "script", "sentence"), [row for row in TABLE if row[0] in SUPPORTED])
def test_a_sentence_of_a_supported_language_is_identified(language, script, sentence):
    found = identify(sentence)
    assert found is not None
    assert (found.language, found.script, found.supported) == (language, script, True)


def test_a_sentence_of_a_neighbour_is_seldom_mistaken():
    """At most one sentence of a language may be: some say nothing that a neighbour would not say alike."""
    missed = defaultdict(list)
    for language, script, sentence in TABLE:
        found = identify(sentence)
        if found is None or (found.language, found.script) != (language, script):
            missed[language].append(sentence)
    assert all(len(sentences) <= 1 for sentences in missed.values()), dict(missed)


@pytest.mark.parametrize("language", sorted({row[0] for row in TABLE}))
def test_a_text_of_several_sentences_is_identified(language):
    texts = defaultdict(list)
    for code, script, sentence in TABLE:
        if code == language:
            texts[script].append(sentence)
    for script, sentences in texts.items():
        found = identify(" ".join(sentences))
        assert found is not None
        assert (found.language, found.script) == (language, script)


def test_a_single_croatian_word_does_not_make_a_text_croatian():
    text = "Ono što je važno: kompanija je pre dve nedelje objavila novu verziju, a cena je ostala ista, kao i uslovi."
    assert identify(text).language == "sr"


def test_names_in_latin_do_not_make_a_russian_sentence_latin():
    found = identify("Hugging Face, PyTorch и TorchNeuron на AWS Trainium теперь работают вместе.")
    assert (found.language, found.script) == ("ru", "Cyrl")


def test_decomposed_letters_are_letters():
    assert identify("Čaša i žaba su već kod kuće, a šta će biti posle, nije jasno.").language == "sr"


@pytest.mark.parametrize("text", ["", "12,5 % — 3.14", "漢字かな", "\u00a0\u200b"])
def test_what_has_no_words_has_no_language(text):
    assert identify(text) is None


def test_the_script_is_that_of_words_in_lower_case():
    assert script_of("AWS Trainium поддерживает") == "Cyrl"
    assert script_of("123") is None


def test_names_of_languages_are_english():
    assert [language_name(code) for code in ("hr", "bs", "sr", "mk", "xx")] == [
        "Croatian", "Bosnian", "Serbian", "Macedonian", "xx",
    ]  # fmt: skip


def test_a_text_reads_better_in_its_own_encoding():
    data = "Цене ће порасти за пет одсто, саопштио је завод.".encode("windows-1251")
    assert plausibility(data.decode("windows-1251")) > plausibility(data.decode("koi8-r"))
