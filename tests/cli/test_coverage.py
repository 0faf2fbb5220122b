"""`beleg languages --coverage`: what each entry of a lexicon does on annotated articles."""

import json

import pytest

from beleg.cli.languages_marked import marked_articles

MARKED = """\
===
publisher: Marktblatt
published: 2026-03-02
title: Preise
---
{price|vendor_claim|Novira|Die Pumpe kostet laut Hersteller 4.900 Euro}, {price|publisher_analysis|Marktblatt|was nicht günstig ist.|negated}

Mehr dazu im Heft.
===
title: Noch ein Artikel
---
{release|unattributed|-|Die Pumpe kostet nichts, denn sie ist erschienen.}
"""
TEXT = "Насос стоит 4900 рублей. Так сказал директор."
HEADER = {"article": True, "language": "ru", "script": "Cyrl"}
ROW = {
    "start": 0, "end": 24, "quote": "Насос стоит 4900 рублей.", "kind": "price", "evidence": "unattributed",
    "polarity": "affirmed", "modality": "asserted",
}  # fmt: skip


def lay_out(folder, *rows):
    folder.mkdir(exist_ok=True)
    (folder / "ru.txt").write_text(TEXT, "utf-8")
    lines = [json.dumps(row, ensure_ascii=False) for row in (HEADER, *rows)]
    (folder / "ru.gold.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "de-1.md").write_text(MARKED, "utf-8")
    (tmp_path / "README.md").write_text("# What lies here\n", "utf-8")
    lay_out(tmp_path / "pump", ROW)
    return tmp_path


def test_both_formats_are_read(corpus):
    first, second, third = marked_articles(corpus)
    assert [one.language for one in (first, second, third)] == ["de", "de", "ru"]
    assert [first.text[s.start : s.end] for s in first.statements] == [
        "Die Pumpe kostet laut Hersteller 4.900 Euro", "was nicht günstig ist.",
    ]  # fmt: skip
    assert [(s.kind, s.evidence, s.polarity) for s in first.statements] == [
        ("price", "vendor_claim", "affirmed"), ("price", "publisher_analysis", "negated"),
    ]  # fmt: skip
    assert first.text.endswith("im Heft.\n")
    assert second.statements[0].kind == "release"
    assert third.text == TEXT


def test_hits_and_precision_of_an_entry(beleg, corpus):
    """A word of a kind is right where that kind was marked; a role where its evidence class was."""
    told = json.loads(beleg(corpus, "languages", "--coverage", ".", "--json").out)
    assert list(told) == ["de", "ru"]
    german = told["de"]
    rows = {(row["table"], row["class"], row["form"]): (row["hits"], row["precision"]) for row in german["rows"]}
    assert rows["kind", "price", "kostet"] == (2, 0.5)
    assert rows["role", "vendor", "hersteller"] == (1, 1.0)
    assert rows["negation", "predicate", "nicht"] == (1, 1.0)
    assert all(precision is None for (table, *_), (_, precision) in rows.items() if table in ("clause", "concept"))
    assert (german["articles"], german["statements"], german["harmful"]) == (2, 3, 0)
    assert german["kind_trigger_fires"] == 1
    assert german["entries"] == german["dead"] + len(rows)


def test_people_see_sums_and_entries(beleg, corpus):
    run = beleg(corpus, "languages", "--coverage", ".", "--language", "de")
    assert run.code == 0
    assert "a kind's word fires" in run.out
    assert "    2   0.50  kind.price  kostet\n" in run.out
    assert "\nru" not in run.out
    dead = beleg(corpus, "languages", "--coverage", ".", "--language", "de", "--dead").out
    assert "de: entries that never fire" in dead
    assert "kind.price  kostet\n" not in dead


def test_what_is_mostly_wrong_harms(beleg, tmp_path):
    line = "{legal|unattributed|-|Die Pumpe kostet zu viel.} "
    (tmp_path / "de-1.md").write_text(f"===\ntitle: x\n---\n{line * 3}\n", "utf-8")
    run = beleg(tmp_path, "languages", "--coverage", ".", "--harmful")
    assert "!     3   0.00  kind.price  kostet\n" in run.out


def test_serbian_hits_count_for_the_cyrillic_entry(beleg, tmp_path):
    for script, text in (("Latn", "Karta košta 300 dinara."), ("Cyrl", "Карта кошта 300 динара.")):
        (tmp_path / f"sr-{script}.md").write_text(f"===\ntitle: x\n---\n{{price|unattributed|-|{text}}}\n", "utf-8")
    rows = json.loads(beleg(tmp_path, "languages", "--coverage", ".", "--json").out)["sr"]["rows"]
    (row,) = [row for row in rows if (row["table"], row["form"]) == ("kind", "кошта")]
    assert (row["hits"], row["precision"]) == (2, 1.0)


def test_what_is_held_out_shows_sums_alone(beleg, corpus):
    """Nothing is tuned on held-out articles, so what fires in them stays unseen."""
    (corpus / "held-out.txt").write_text("# For measuring alone.\npump\n", "utf-8")
    assert list(json.loads(beleg(corpus, "languages", "--coverage", ".", "--json").out)) == ["de"]
    told = json.loads(beleg(corpus, "languages", "--coverage", ".", "--held-out", "--json").out)
    assert list(told) == ["ru"]
    assert (told["ru"]["statements"], told["ru"]["rows"]) == (1, [])
    assert beleg(corpus, "languages", "--coverage", ".", "--held-out", "--dead").code == 2


def _broken(folder, what):
    if what == "quote":
        lay_out(folder, ROW | {"end": 20})
    elif what == "kind":
        lay_out(folder, ROW | {"kind": "prize"})
    elif what == "text":
        lay_out(folder, ROW)
        (folder / "ru.txt").unlink()
    elif what == "json":
        lay_out(folder, ROW)
        (folder / "ru.gold.jsonl").write_text(json.dumps(HEADER) + "\n{\n", "utf-8")
    elif what == "language":
        (folder / "xx.md").write_text(MARKED, "utf-8")
    elif what == "parts":
        (folder / "de.md").write_text("===\ntitle: x\n---\nEins.\n{price|Zwei.}\n", "utf-8")
    elif what == "flag":
        (folder / "de.md").write_text("===\ntitle: x\n---\n{price|unattributed|-|Drei.|maybe}\n", "utf-8")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("quote", "ru.gold.jsonl:2: 0 to 20 is not the quote. Spans count the code points of ru.txt"),
        ("kind", "ru.gold.jsonl:2: 'prize' is no kind. There are release, availability"),
        ("text", "ru.gold.jsonl: its article is missing. Put ru.txt beside it."),
        ("json", "ru.gold.jsonl:2: no JSON: "),
        ("language", "xx.md:2: no lexicon of the language 'xx'. There are de, ru, sr"),
        ("parts", "de.md:5: only 2 parts in {price|Zwei.…}. Write {kind|evidence|claimant|text|flags}."),
        ("flag", "de.md:4: the flag 'maybe' is none. There are negated, asserted"),
        ("nothing", ".: no annotated article. It should hold NAME.txt with NAME.gold.jsonl beside it"),
    ],
)
def test_a_broken_annotation_names_file_and_line(beleg, tmp_path, what, told):
    _broken(tmp_path, what)
    run = beleg(tmp_path, "languages", "--coverage", ".")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"beleg: {told}")


@pytest.mark.parametrize("option", [["--dead"], ["--harmful"], ["--language", "de"], ["--held-out"]])
def test_options_of_coverage_alone_are_a_wrong_call(beleg, tmp_path, option):
    run = beleg(tmp_path, "languages", *option)
    assert run.code == 2
    assert f"{option[0]} belongs to --coverage FOLDER" in run.err
