"""`beleg statements FILE` on one file, with no project around it."""

import json

import pytest

PAGE = """\
<!doctype html><html><head><title>Pumpe</title></head><body><nav><a href="/">Start</a></nav><article>
<h1>Novira bringt Pumpe auf den Markt</h1><p>Novira hat am 3. März 2026 die Pumpe Flora vorgestellt.</p>
<p>Nach Angaben von Novira kostet sie 4.900 Euro.</p></article></body></html>
"""
# File name, what it holds, its language; then of one statement who says it, the cue, what is said, and how.
FILES = {
    "насос.txt": (
        "Новый насос выходит на рынок\n\nКомпания «Новира» объявила, что насос Flora поступит в продажу в марте.\n",
        "ru", "Новира", "объявила", "насос Flora поступит в продажу в марте", "indirect",
    ),
    "pumpa.md": (
        "# Pumpa u prodaji\n\n„Naši kupci su veoma zadovoljni novom pumpom i svim uslugama“, kaže direktor Jovan Perić.\n",
        "sr", "Jovan Perić", "kaže", "Naši kupci su veoma zadovoljni novom pumpom i svim uslugama", "direct",
    ),
    "pumpe.html": (
        PAGE,
        "de", "Novira", "Nach Angaben", "kostet sie 4.900 Euro", "indirect",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_in_an_empty_folder(beleg, tmp_path, name):
    """The language is recognised, and each statement says who speaks, by what words, and what is said."""
    text, language, who, cue, content, speech = FILES[name]
    (tmp_path / name).write_text(text, "utf-8")
    run = beleg(tmp_path, "statements", name)
    assert (run.code, run.err) == (0, "")
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert {row["language"] for row in rows} == {language}
    assert {row["article"] for row in rows} == {name}
    assert all({"claimant_span", "cue", "content", "speech"} <= row.keys() for row in rows)
    (row,) = [row for row in rows if content in row["quote"]]
    # Spans count the article's text as read, which for a page is not the file's.
    shift = row["start"]

    def words(field: str) -> str:
        start, end = row[field]
        return row["quote"][start - shift : end - shift]

    assert who in words("claimant_span")
    assert words("cue") == cue
    assert words("content").strip(" .,„“«»") == content
    assert row["speech"] == speech
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_file_that_is_not_read_says_why(beleg, tmp_path):
    """Another language, nothing in it, or no article at all: exit code 1 and what to do; no such file: a wrong call."""
    (tmp_path / "news.txt").write_text("This is an English text about the things that have happened here.\n", "utf-8")
    (tmp_path / "leer.md").write_text("", "utf-8")
    (tmp_path / "notes.docx").write_bytes(b"PK\x03\x04")
    for name, told in {"news.txt": "written in English", "leer.md": "", "notes.docx": "not read"}.items():
        run = beleg(tmp_path, "statements", name)
        assert (run.code, run.out) == (1, "")
        assert run.err.startswith(f"beleg: {name}: ")
        assert told in run.err
    assert beleg(tmp_path, "statements", "nirgends.txt").code == 2
