"""Names and functions in the reader's language."""

from dataclasses import replace

import pytest

from beleg.render.names import LocalNames
from render.sample import edition


def made(text, span, **fields):
    """An edition with one article and one statement, whose claimant stands at a place of the text."""
    whole = edition()
    language = {"language": fields.pop("language", "de"), "script": fields.pop("script", "Latn")}
    article = replace(whole.articles[0], text=text, **language)
    one = replace(whole.statements[0], article=article.id, claimant_span=span, **language, **fields)
    return replace(whole, articles=(article,), statements=(one,), facts=(), stories=()), one


@pytest.mark.parametrize(("locale", "name"), [("de", "Landgericht Mannheim"), ("ru", "Mannheim Regional Court")])
def test_a_pattern_gives_the_german_name(locale, name):
    assert LocalNames(edition(), locale).called("Mannheim Regional Court") == name


def test_a_description_is_no_place():
    assert (
        LocalNames(edition(), "de").called("Statistical Office of the Republic") == "Statistical Office of the Republic"
    )


@pytest.mark.parametrize(
    ("form", "shown"),
    [("Национални ЦЕРТ", "Nacionalni CERT"), ("Националног ЦЕРТ-а", "National CERT")],
)
def test_only_a_nominative_of_the_text_is_taken(form, shown):
    whole, _ = made(form, (0, len(form)), claimant="National CERT", language="sr", script="Cyrl")
    assert LocalNames(whole, "sr-Latn").called("National CERT") == shown
    assert LocalNames(whole, "ru").called("National CERT") == "National CERT"


@pytest.mark.parametrize(
    ("role", "language", "locale", "shown"),
    [
        ("Technikchef", "de", "de", "Technikchef"),
        ("Technikchef", "de", "en", None),
        ("Analysehaus", "de", "de", None),
        ("Gutachten", "de", "de", None),
        ("предавача", "sr", "sr-Cyrl", None),
    ],
)
def test_a_function_is_a_persons_and_in_the_readers_language(role, language, locale, shown):
    script = "Cyrl" if language == "sr" else "Latn"
    whole, one = made(role, (0, 1), speaker_role=role, claimant="X", language=language, script=script)
    assert LocalNames(whole, locale).role(one) == shown


@pytest.mark.parametrize(
    ("locale", "name", "shown"),
    [
        ("de", "Ток", '<span lang="ru">Ток</span>'),
        ("sr-Latn", "Политика & Ко", '<span lang="sr-Cyrl">Политика &amp; Ко</span>'),
        ("en", "Нигде", '<span lang="">Нигде</span>'),
        ("sr-Cyrl", "Ток", "Ток"),
        ("ru", "Hainer Blatt", "Hainer Blatt"),
        ("sr-Latn", "Hainer <Blatt>", "Hainer &lt;Blatt&gt;"),
    ],
)
def test_a_name_in_letters_that_the_page_has_not_says_its_language(locale, name, shown):
    whole, _ = made("x", (0, 1), names=("Политика & Ко",), claimant=None, language="sr", script="Cyrl")
    assert LocalNames(whole, locale).marked(name) == shown
