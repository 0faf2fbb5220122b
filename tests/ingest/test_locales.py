"""Locales are spelled in many ways, and mean one of five."""

import json
import re
from pathlib import Path

import pytest

from beleg.errors import ReadError
from beleg.ingest.locales import Tag, normal_locale, parse_tag
from beleg.ingest.settings import read_site
from beleg.ingest.sources import read_sources
from beleg.read import read
from beleg.records import Document, Site

CASES = Path(__file__).parents[1] / "cases"
ROWS = [line.split("\t") for line in (CASES / "config/locales.tsv").read_text("utf-8").splitlines()[1:]]


KNOWN = {"de": "de", "ru": "ru", "sr_Cyrl": "sr-Cyrl", "sr_Latn": "sr-Latn"}


@pytest.mark.parametrize(("spelling", "result"), ROWS)
def test_spellings(spelling, result):
    assert normal_locale(spelling.replace("\\0", "\0")) == KNOWN.get(result)


@pytest.mark.parametrize(("spelling", "result"), ROWS)
def test_spellings_in_the_settings(tmp_path, spelling, result):
    """A locale has its one spelling from here on; one that is refused is named, and the others hold."""
    given = spelling.replace("\\0", "\0")
    (tmp_path / "beleg.toml").write_text(f"[site]\nlocales = [{json.dumps(given)}, 'en']\n", "utf-8")
    site, problems = read_site(tmp_path)
    if result in KNOWN:
        assert (site.locales, problems) == ((KNOWN[result], "en"), [])
    else:
        assert site.locales == ("en",)
        (problem,) = problems
        assert problem.message == f"unknown locale {given!r} in `locales`"
        assert problem.line == 2
        assert problem.hint == "Known are de, sr-Cyrl, sr-Latn, ru, en."


def test_a_site_whose_locales_are_all_refused_keeps_the_default(tmp_path):
    (tmp_path / "beleg.toml").write_text('[site]\nlocales = ["no", "../../geheim", "sr_Latn/../ru"]\n', "utf-8")
    site, problems = read_site(tmp_path)
    assert site.locales == Site().locales
    assert len(problems) == 3


@pytest.mark.parametrize(("spelling", "result"), [row for row in ROWS if row[0] and "\\0" not in row[0]])
def test_spellings_in_front_matter_and_sources(tmp_path, spelling, result):
    """What an article or a source says of its language is understood alike; "no" is Norwegian and never False."""
    cyrillic = "Завод је саопштио да ће цене у јуну порасти за пет одсто, што је више него прошле године."
    text = {
        "de": "Das Werk teilt mit, dass die Preise im Juni um fünf Prozent steigen.",
        "ru": "Завод сообщил, что цены выросли.",
    }
    body = text.get(
        result, cyrillic if result != "sr_Latn" else "Zavod je saopštio da će cene u junu porasti za pet odsto."
    )
    document = Document(
        id="a.md",
        data=f"---\nlanguage: {spelling}\n---\n\n{body}\n".encode(),
        media_type="text/markdown",
    )
    (tmp_path / "a.source.toml").write_text(
        f'feed = "https://a.example/feed"\nlanguage = {json.dumps(spelling)}\n', "utf-8"
    )
    _, problems = read_sources(tmp_path)
    if result in KNOWN:
        article = read(document)
        assert f"{article.language}-{article.script}".startswith(KNOWN[result])
        assert not problems
    else:
        with pytest.raises(ReadError, match=re.escape(spelling) if spelling != "no" else "Norwegian") as raised:
            read(document)
        assert "False" not in str(raised.value)
        assert any(spelling in problem.message for problem in problems)


def test_pages_have_one_spelling(beleg, project):
    """Folders, `lang` and `hreflang` are BCP 47, however the settings spell a locale."""
    settings = project / "sources" / "beleg.toml"
    settings.write_text(
        '[site]\naddress = "https://beleg.example"\nlocales = ["sr_RS.UTF-8@latin", "sr", "DE_at", "sh", "en_GB"]\n',
        "utf-8",
    )
    assert beleg(project, "build").code == 0
    folders = sorted(path.name for path in (project / "public").iterdir() if path.is_dir())
    assert folders == ["de", "en", "sr-Cyrl", "sr-Latn"]
    for locale in folders:
        page = (project / "public" / locale / "index.html").read_text("utf-8")
        assert f'<html lang="{locale}">' in page
        assert f'href="https://beleg.example/{locale}/index.html"' in page
        assert set(re.findall(r'hreflang="([^"]*)"', page)) == set(folders)
        assert set(re.findall(r'lang="([^"]*)"', page)) <= set(folders)


def test_sr_alone_leaves_the_script_open():
    assert parse_tag("sr") == Tag("sr", None)
    assert parse_tag("sr-RS") == Tag("sr", "Cyrl")


def test_other_languages_are_parsed_and_no_locale():
    assert parse_tag("hr-HR") == Tag("hr", None)
    assert normal_locale("hr") is None
    assert normal_locale("en-GB") == "en"
