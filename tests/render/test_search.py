"""The index of search: forms of a word come to one stem, facts keep their marks, and the same sources give the same bytes."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from beleg.render import Today
from beleg.render.environment import Environments
from beleg.render.folder import replace_site
from beleg.render.kept import Kept
from beleg.render.pages import Pages, pages
from beleg.render.search import folded, index_files, stem, stems
from conftest import CHECKOUT
from render.large import edition as large
from render.records import published
from render.sample import edition as sample
from render.stub import Words

# Forms of one word, a line each; "/" parts the scripts of Serbian.
FORMS = {
    "de": ["Messung Messungen", "Haus Häuser Häusern", "Anbieter Anbieters Anbietern", "liefert liefern lieferte", "Straße Strasse Straßen", "Preis Preise Preisen"],
    "en": ["measure measures measured measuring", "company companies", "price prices", "test tests tested testing"],
    "sr": [
        "merenje merenja merenjima мерење мерењима", "цена цене ценама cenama", "proizvođač proizvođača произвођачима proizvodjac",
        "Beograd Beogradu Београда", "kupac kupca kupci купцима kupaca", "procenat procenta procenata", "metar метра", "čuvanje чувања cuvanje", "љубав ljubavi", "џип džipovi dzip",
    ],
    "ru": ["измерение измерения измерениями", "цена цены ценами цену", "чип чипом чипами", "поставщик поставщика поставщиками", "новый новая новых новыми", "отчёт отчета отчётом", "рынок рынка рынков", "конец конца концов"],
}  # fmt: skip


def site(made):
    return dict(pages(made, Environments(), Words))


def terms(files, locale):
    """The stems of a locale's index, with their places."""
    found = {}
    for path, data in files.items():
        if re.match(rf"{locale}/search/terms\.", path):
            found |= json.loads(data.decode().removeprefix("beleg.terms(").removesuffix(");\n"))
    return found


def facts(files, made, locale):
    name = made.stories[0].id
    text = files[f"{locale}/search/{name}.facts.js"].decode()
    return json.loads(text.removeprefix(f'beleg.story("{name}", ').removesuffix(");\n"))


@pytest.mark.parametrize(("language", "forms"), [(name, line) for name, lines in FORMS.items() for line in lines])
def test_the_forms_of_a_word_have_one_stem(language, forms):
    found = {word: stem(folded(word), language) for word in forms.split()}
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Messung Messer Miete Modell"), ("en", "measure meat company compact"), ("sr", "merenje mesto cena cev"),
        ("ru", "цена цель чип число измерение"),
    ],
)  # fmt: skip
def test_other_words_have_other_stems(language, words):
    assert len({stem(folded(word), language) for word in words.split()}) == len(words.split())


def test_words_in_foreign_letters_stay():
    assert [*stems("Чип Trainium2 и NeuronCores", "ru")] == ["чип", "trainium2", "и", "neuroncores"]


def test_what_cannot_be_seen_is_not_in_the_index():
    """Nordlicht with a soft hyphen, a zero-width space, a word joiner and a byte order mark is Nordlicht."""
    text = (CHECKOUT / "tests" / "cases" / "text" / "invisible-chars.txt").read_text("utf-8")
    assert any(unicodedata.category(one) == "Cf" for one in text)
    assert "nordlicht" in stems(text, "")
    made = sample()
    first = made.statements[0]
    quote = f"{text.strip()} {first.quote}"
    made = replace(made, statements=(replace(first, quote=quote, end=len(quote)), *made.statements[1:]))
    for path, data in site(made).items():
        if "/search/" in path:
            assert not [one for one in data.decode() if unicodedata.category(one) == "Cf"], path


def test_every_fact_is_found_by_each_word_of_its_quotes():
    made = sample()
    files = site(made)
    for locale in made.site.locales:
        told, index = facts(files, made, locale)["facts"], terms(files, locale)
        assert sorted(one["id"] for one in told) == sorted(made.stories[0].facts)
        at = {one["id"]: str(number) for number, one in enumerate(told)}
        for fact in made.facts:
            for name in fact.mentions:
                said = next(one for one in made.statements if one.id == name)
                for one in stems(said.quote, said.language):
                    assert at[fact.id] in index[one].partition(":")[2].split(",")


def test_a_customers_claim_is_told_as_one():
    made = sample()
    told = {one["id"]: one for one in facts(site(made), made, "de")["facts"]}
    customer = next(fact for fact in made.facts if fact.evidence == "customer_claim")
    assert told[customer.id]["css"] == "customer"
    assert told[customer.id]["note"] is True
    assert told[customer.id]["who"] == "Stadtwerke Hain, Technikchefin"
    assert not any("note" in one for name, one in told.items() if name != customer.id)


def test_the_same_bytes_whatever_stays(tmp_path):
    """A story whose pages stay is found as before, from the site that is there."""
    one, two = sample(), replace(large(30), id="2026-10-22", date="2026-10-22", period=("2026-10-19", "2026-10-22"))
    two = replace(two, site=one.site)
    out, memory = tmp_path / "public", tmp_path / ".beleg"

    def build(kept):
        made = Pages(two, [published(one)], Today(site=one.site), Environments(), Words, kept)
        replace_site(out, made, lambda new: None)
        if kept:
            kept.write(record.digest for record in [published(one)])
        return made.report.kept, {
            path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.glob("*/search/*"))
        }

    folders = Environments().folders
    _, fresh = build(Kept(memory, out, folders))
    kept, again = build(Kept(memory, out, folders))
    assert kept > 0
    assert again == fresh
    index = next(data for path, data in fresh.items() if path.startswith("de/search/index."))
    # The newest edition's stories come first.
    assert json.loads(index.decode().removeprefix("beleg.index(").removesuffix(");\n"))["stories"] == [
        two.stories[0].id,
        one.stories[0].id,
    ]


def test_a_story_that_many_editions_told_is_in_the_index_once():
    first = sample()
    records = [published(replace(first, id=f"2026-10-{day}", date=f"2026-10-{day}"), day) for day in (15, 16, 17)]
    made = Pages(None, records, Today(site=first.site), Environments(), Words)
    files = [path for path, _ in made if path.startswith("de/search/y-")]
    assert len(files) == 1


def test_a_site_without_editions_has_an_empty_index():
    first = sample()
    files = dict(Pages(None, [], Today(site=first.site), Environments(), Words))
    assert not terms(files, "de")
    assert b'data-index="search/index.' in files["de/search.html"]


def test_a_large_index_is_in_parts_of_which_a_query_needs_few():
    made = large(2000, stories=40, locales=("de",))
    files = {path: data for path, data in site(made).items() if "/search/" in path}
    parts = [data for path, data in files.items() if "/terms." in path]
    assert len(parts) > 3
    assert max(map(len, parts)) < 120_000
    assert len(next(data for path, data in files.items() if "/index." in path)) < 20_000


@pytest.mark.slow
def test_the_index_of_a_thousand_editions_is_made_in_seconds():
    """Of 1,000 stories with 30 facts each."""
    import time  # noqa: PLC0415

    made = large(300, stories=10, locales=("de",))
    files = site(made)
    stories = [(one.id, files[f"de/search/{one.id}.facts.js"].decode()) for one in made.stories]
    many = []
    for n in range(100):
        for name, text in stories:
            many.append((f"{name}{n}", text.replace(f'"{name}"', f'"{name}{n}"', 1)))
    begun = time.perf_counter()
    made = [*index_files("de", many)]
    assert time.perf_counter() - begun < 60
    assert len(made[-1][1]) < 100_000


def test_hostile_words_stay_data():
    """A title that would end a script or a line does neither."""
    made = sample()
    first = made.statements[0]
    quote = 'x</script><b>&amp;\u2028");alert(1);//'
    made = replace(made, statements=(replace(first, quote=quote, end=len(quote)), *made.statements[1:]))
    files = site(made)
    assert "\u2028" not in files[f"de/search/{made.stories[0].id}.facts.js"].decode()
    told = facts(files, made, "de")["facts"]
    assert any(quote in (one["text"], *(text for _, text in one.get("quotes", ()))) for one in told)


def test_endings_are_written_as_words_are_folded():
    """An ending with a mark would never fit."""
    told = (CHECKOUT / "src" / "beleg" / "render" / "search.toml").read_text("utf-8")
    for ending in re.findall(r'"([^"]+)"', told):
        assert folded(ending) == ending
    assert Path(CHECKOUT / "templates" / "search.js").is_file()
