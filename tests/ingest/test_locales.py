"""Locales are spelled in many ways, and mean one of five."""

from pathlib import Path

import pytest

from beleg.ingest.locales import Tag, normal_locale, parse_tag

CASES = Path(__file__).parents[1] / "cases"
ROWS = [line.split("\t") for line in (CASES / "config/locales.tsv").read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("spelling", "result"), ROWS)
def test_spellings(spelling, result):
    expected = result.replace("_", "-") if result in ("de", "ru", "sr_Cyrl", "sr_Latn") else None
    assert normal_locale(spelling.replace("\\0", "\0")) == expected


def test_sr_alone_leaves_the_script_open():
    assert parse_tag("sr") == Tag("sr", None)
    assert parse_tag("sr-RS") == Tag("sr", "Cyrl")


def test_other_languages_are_parsed_and_no_locale():
    assert parse_tag("hr-HR") == Tag("hr", None)
    assert normal_locale("hr") is None
    assert normal_locale("en-GB") == "en"
