"""Names and functions in the reader's language."""

from dataclasses import replace

import pytest

from beleg.lexicons.register import load_register
from beleg.render.names import LocalNames
from render.sample import edition


def made(text, span, **fields):
    """An edition with one article and one statement, whose claimant stands at a place of the text."""
    whole = edition()
    language = {"language": fields.pop("language", "de"), "script": fields.pop("script", "Latn")}
    article = replace(whole.articles[0], text=text, **language)
    one = replace(
        whole.statements[0], article=article.id, start=0, end=len(text), quote=text, claimant_span=span, **language, **fields,
    )  # fmt: skip
    return replace(whole, articles=(article,), statements=(one,), facts=(), stories=()), one


@pytest.mark.parametrize(
    ("locale", "name", "shown"),
    [
        ("de", "Mannheim Regional Court", "Landgericht Mannheim"),
        ("de", "Cologne Higher Regional Court", "Oberlandesgericht Köln"),
        ("de", "University of Belgrade", "Universität Belgrad"),
        ("de", "University of Kragujevac", "Universität Kragujevac"),
        ("sr-Cyrl", "Cologne Higher Regional Court", "Виши покрајински суд (Келн)"),
        ("sr-Latn", "University of Kragujevac", "Univerzitet (Kragujevac)"),
        ("ru", "Mannheim Regional Court", "Земельный суд (Мангейм)"),
        # In other letters the place would stay as it is.
        ("ru", "University of Oderland", "University of Oderland"),
        ("sr-Latn", "University of Oderland", "University of Oderland"),
        ("en", "Mannheim Regional Court", "Mannheim Regional Court"),
    ],
)
def test_a_pattern_gives_the_name_of_an_institution(locale, name, shown):
    assert LocalNames(edition(), locale).called(name) == shown


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("de", "Bundeskartellamt"),
        ("sr-Cyrl", "Савезна картелна канцеларија"),
        ("sr-Latn", "Savezna kartelna kancelarija"),
        ("ru", "Федеральное картельное ведомство"),
        ("en", "Federal Cartel Office"),
    ],
)
def test_the_register_knows_what_readers_call_a_name(locale, shown):
    whole = replace(edition(), called=load_register().called())
    assert LocalNames(whole, locale).called("Federal Cartel Office") == shown


def test_the_register_goes_before_the_articles():
    form = "Национални ЦЕРТ"
    whole, _ = made(form, (0, len(form)), claimant="National CERT", language="sr", script="Cyrl")
    whole = replace(whole, called={"National CERT": {"sr": "Тим за безбедност"}})
    assert LocalNames(whole, "sr-Latn").called("National CERT") == "Tim za bezbednost"


@pytest.mark.parametrize(
    ("form", "language", "claimant", "shown"),
    [
        ("Универзитет у Подрињу", "sr", "University of Podrinje", "Универзитет у Подрињу"),
        ("Универзитета у Подрињу", "sr", "University of Podrinje", "University of Podrinje"),
        ("Университет Кельсбаха", "ru", "University of Kelsbakh", "Университет Кельсбаха"),
        ("Университету Кельсбаха", "ru", "University of Kelsbakh", "University of Kelsbakh"),
    ],
)
def test_the_article_says_what_an_institution_is_called_there(form, language, claimant, shown):
    whole, _ = made(form, (0, len(form)), claimant=claimant, language=language, script="Cyrl")
    assert LocalNames(whole, "ru" if language == "ru" else "sr-Cyrl").called(claimant) == shown


@pytest.mark.parametrize(("at", "shown"), [(12, "Универзитет у Подрињу"), (60, "University of Podrinje")])
def test_what_an_institution_is_called_stands_near_the_quote(at, shown):
    """The text of an article that was published is no longer there; what stands around the quote is."""
    form = "Универзитет у Подрињу"
    whole, one = made("Чини се да је тако.", (0, 1), claimant="University of Podrinje", language="sr", script="Cyrl")
    one = replace(
        one, start=100, end=119, prefix=f"{form} јавља: "[-32:], claimant_span=(100 - len(f"{form} јавља: "), 100 - 8)
    )
    one = one if at == 12 else replace(one, claimant_span=(100 - at, 100 - at + len(form)))
    assert LocalNames(replace(whole, statements=(one,)), "sr-Cyrl").called("University of Podrinje") == shown


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
