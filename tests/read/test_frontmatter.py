"""Front matter gives plain strings, and refuses what YAML could do beyond them."""

import time

import pytest

from beleg.errors import ReadError
from beleg.read.frontmatter import nearest_key, parse


def test_values_are_strings_as_written():
    matter = parse("---\ntitle: 8.0\nauthor: no\nupdated: 2026-10-14\npublisher: 1e3\n---\nText")
    assert matter.values == {"title": "8.0", "author": "no", "updated": "2026-10-14", "publisher": "1e3"}


def test_the_text_begins_after_the_closing_line():
    text = "---\ntitle: x\n---\n\n Text"
    assert text[parse(text).end :] == "\n Text"


@pytest.mark.parametrize(
    ("alias", "key"), [("date", "published"), ("lang", "language"), ("link", "url"), ("source_url", "url")]
)
def test_aliases(alias, key):
    assert parse(f"---\n{alias}: v\n---\n").values == {key: "v"}


def test_unknown_keys_are_passed_over_whatever_they_hold():
    matter = parse("---\ntags: [ja, no, {a: [b]}]\nx:\n  y: 1\ntitle: t\n---\n")
    assert (dict(matter.values), matter.lines["title"]) == ({"title": "t"}, 5)
    assert matter.unknown == ("tags", "x")


@pytest.mark.parametrize(
    ("key", "near"),
    [("titel", "title"), ("Datum", "published"), ("publishd", "published"), ("lnk", "url"), ("verlag", None)],
)
def test_a_misspelt_key_has_a_near_one(key, near):
    assert nearest_key(key) == near


def test_nothing_is_no_value():
    assert parse("---\ntitle:\nauthor: null\npublisher: ~\nurl: ''\n---\n").values == {}


def test_several_authors():
    assert parse("---\nauthor: [A B, C]\n---\n").values == {"author": "A B, C"}


def test_folded_and_odd_values_come_on_one_line():
    assert parse('---\ntitle: >\n  a\n  b\nauthor: "c \\x10 d\\v"\n---\n').values == {"title": "a b", "author": "c  d"}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("---\n- a\n- b\n---\nText", 2, "list"),
        ("---\nein Wort\n---\nText", 2, "list"),
        ("---\ntitle: A: B\n---\n", 2, "front matter"),
        ("---\na: 1\ntitle: !!python/object/apply:os.getcwd []\n---\n", 3, "tag"),
        ("---\na: &a [x]\n---\n", 2, "anchors"),
        ("---\ntitle: *a\n---\n", 2, "anchors"),
        ("---\ntitle: [a, b]\n---\n", 2, "single value"),
        ("---\ntitle: a\ntitle: b\n---\n", 3, "line 2"),
        ("---\ndate: 2026-10-14\nlang: de\n", 1, "not closed"),
        ("---\ntitle: 'a\n---\n", None, "front matter"),
    ],
)
def test_errors_name_the_line(text, line, words):
    with pytest.raises(ReadError, match=words) as error:
        parse(text, path="a.md")
    assert error.value.path == "a.md"
    assert error.value.hint
    if line:
        assert error.value.line == line


@pytest.mark.parametrize("text", ["", "Text", "----\nText", "---\nEin Satz, dann nichts.\n", " ---\ntitle: x\n---\n"])
def test_what_is_no_front_matter(text):
    assert parse(text) == ({}, {}, (), 0)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("title: Akku: der neue", 'title: "Akku: der neue"'),
        ('title: Der "neue": ein \\', 'title: "Der \\"neue\\": ein \\\\"'),
        ("title: @neu", 'title: "@neu"'),
    ],
)
def test_a_value_without_its_quotation_marks_is_written_out(line, written):
    with pytest.raises(ReadError, match="the value of `title` needs quotation marks") as error:
        parse(f"---\n{line}\n---\n")
    assert error.value.hint == f"Write {written}"
    assert set(parse(f"---\n{written}\n---\n").values) == {"title"}


def test_an_alias_bomb_costs_nothing():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    start = time.perf_counter()
    with pytest.raises(ReadError):
        parse("---\n" + "\n".join(lines) + "\n---\n")
    assert time.perf_counter() - start < 1
