"""Editions one after the other: what is new in each, what keeps its identifier, and what is told to be otherwise."""

import hashlib
import json
import re
from html import unescape

import pytest

from beleg import pipeline
from beleg.merge import merge

FIRST = """\
---
title: "Novira bringt die Wärmepumpe Flora"
publisher: Wärmeblatt
published: 2026-11-02
---
Novira hat am 2. November 2026 die Wärmepumpe Flora vorgestellt. Nach Angaben von Novira kostet die Flora 4.900 Euro.
Die Wärmepumpe Flora läuft nach Angaben von Novira mit 35 Dezibel. Die Flora braucht laut Novira 21 Kilowattstunden am Tag.
"""
OTHER = """\
---
title: "Roboter Kranich räumt Lager"
publisher: Lagerblatt
published: 2026-11-03
---
Der Hersteller Ostrava Robotik hat am 3. November 2026 den Lagerroboter Kranich vorgestellt. Nach Angaben von Ostrava
Robotik hebt der Kranich 80 Kilogramm. Der Kranich kostet laut Ostrava Robotik 31.000 Euro.
"""
SECOND = """\
---
title: "Novira Flora: toplotna pumpa na probi"
publisher: Grejna tehnika
published: 2026-11-09
---
Kompanija Novira predstavila je 2. novembra 2026. toplotnu pumpu Flora. Prema navodima kompanije Novira, Flora košta
4.900 evra. Laboratorija Termis izmerila je da Flora troši 26 kilovat-sati na dan.
"""
REPEATED = """\
---
title: "Noviras Wärmepumpe Flora"
publisher: Heizungsbote
published: 2026-11-10
---
Nach Angaben von Novira kostet die Flora 4.900 Euro.
"""


def put(project, name, text):
    path = project / "sources" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.fixture
def digest(project):
    (project / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\n', "utf-8")
    put(project, "flora-de.md", FIRST)
    put(project, "kranich.md", OTHER)
    return project


@pytest.fixture
def publish(beleg):
    def run(project, *arguments):
        done = beleg(project, "publish", "--yes", "--json", "--date", "2026-11-30", *arguments)
        assert done.code == 0, done.err
        return json.loads(done.out)

    return run


@pytest.fixture
def record():
    def read(project, name):
        lines = (project / "archive" / "editions" / f"{name}.jsonl").read_text("utf-8").splitlines()
        rows = {}
        for line in lines:
            row = json.loads(line)
            rows.setdefault(row["record"], []).append(row)
        return rows

    return read


def facts(rows):
    """The facts of a record by the quote that leads each."""
    quotes = {row["id"]: row["quote"] for row in rows["statement"]}
    return {quotes[row["mentions"][0]]: row for row in rows["fact"]}


def of(rows, part):
    """The one fact of which some mention has these words."""
    quotes = {row["id"]: row["quote"] for row in rows["statement"]}
    (found,) = [row for row in rows["fact"] if any(part in quotes[one] for one in row["mentions"])]
    return found


def test_the_first_edition_has_everything_and_calls_nothing_new(digest, publish, record):
    told = publish(digest)
    assert (told["edition"], told["number"], told["preceding"], told["stories"]) == ("2026-11-03", 1, None, 2)
    assert {row.get("news") for row in record(digest, "2026-11-03")["fact"]} == {None}


def test_an_edition_spans_the_articles_that_are_new_in_it(digest, publish, record):
    assert record(digest, publish(digest)["edition"])["edition"][0]["period"] == ["2026-11-02", "2026-11-03"]
    put(digest, "flora-sr.md", SECOND)
    put(digest, "flora-again.md", REPEATED)
    # What is said otherwise now is told, but of the day of its article.
    put(digest, "flora-de.md", FIRST.replace("35 Dezibel", "38 Dezibel"))
    rows = record(digest, publish(digest)["edition"])
    assert "2026-11-02" in {row["published"] for row in rows["article"]}
    assert rows["edition"][0]["period"] == ["2026-11-09", "2026-11-10"]


def test_nothing_new_is_no_edition(digest, publish, beleg):
    publish(digest)
    again = beleg(digest, "publish", "--json")
    assert (again.code, json.loads(again.out)) == (0, {"edition": None})
    assert "Nothing is new since edition 2026-11-03" in again.err
    assert [path.name for path in (digest / "archive" / "editions").iterdir()] == ["2026-11-03.jsonl"]


def test_an_article_in_another_language_adds_to_its_story_alone(digest, publish, record):
    """Facts that were published keep their identifiers; the other story, without news, is not told again."""
    publish(digest)
    put(digest, "flora-sr.md", SECOND)
    told = publish(digest)
    before, after = record(digest, "2026-11-03"), record(digest, "2026-11-09")
    assert (told["edition"], told["preceding"], told["stories"]) == ("2026-11-09", "2026-11-03", 1)
    (story,) = after["story"]
    assert story["id"] == of(before, "4.900 Euro")["story"]
    assert (story["since"], story["articles"]) == ("2026-11-03", ["flora-de.md", "flora-sr.md"])
    old, now = of(before, "4.900 Euro"), of(after, "4.900 Euro")
    assert (now["id"], now["since"], now.get("news")) == (old["id"], "2026-11-03", None)
    assert now["languages"] == ["de", "sr"]
    assert of(after, "26 kilovat-sati")["news"] == "new"
    # What was known and has no mention in the new article is no news either.
    assert of(after, "35 Dezibel").get("news") is None


def test_what_is_only_repeated_makes_no_edition(digest, publish, beleg):
    publish(digest)
    put(digest, "flora-bote.md", REPEATED)
    again = beleg(digest, "publish", "--dry-run", "--json")
    assert json.loads(again.out) == {"edition": None}, again.err


def test_a_changed_number_is_a_correction(digest, publish, record, beleg):
    publish(digest)
    put(digest, "flora-de.md", FIRST.replace("4.900 Euro", "5.200 Euro"))
    told = publish(digest)
    before, after = record(digest, "2026-11-03"), record(digest, told["edition"])
    # No article is later than those that were published; the day is taken, so that the edition has a number behind it.
    assert told["edition"] == "2026-11-03.2"
    changed = of(after, "5.200 Euro")
    assert (changed["id"], changed["news"]) == (of(before, "4.900 Euro")["id"], "corrected")
    (fix,) = after["correction"]
    assert (fix["about"], fix["edition"], fix["after"]) == ("corrected", "2026-11-03", changed["id"])
    assert "4.900 Euro" in fix["quote"]["quote"]
    shown = beleg(digest, "diff", "2026-11-03", told["edition"])
    assert "was 4900 EUR, is 5200 EUR" in shown.out


def test_a_withdrawn_article_takes_its_facts_with_a_dated_correction(digest, publish, record, beleg):
    put(digest, "flora-sr.md", SECOND)
    publish(digest)
    done = beleg(
        digest, "withdraw", "flora-sr.md", "--why", "Der Messwert war falsch.", "--date", "2026-11-12", "--yes"
    )
    assert done.code == 0, done.err
    told = publish(digest)
    before, after = record(digest, "2026-11-09"), record(digest, told["edition"])
    gone = {row["before"]["id"]: row for row in after["correction"]}
    fix = gone[of(before, "26 kilovat-sati")["id"]]
    assert (fix["about"], fix["date"], fix["why"]) == ("withdrawn", "2026-11-12", "Der Messwert war falsch.")
    assert of(before, "4.900 Euro")["id"] not in gone
    assert of(after, "4.900 Euro")["languages"] == ["de"]
    # Told once, it is not told again.
    assert json.loads(beleg(digest, "publish", "--json").out) == {"edition": None}


def test_a_withdrawn_article_whose_facts_others_tell_too_goes_from_its_story(digest, publish, record, beleg):
    put(digest, "flora-bote.md", REPEATED)
    publish(digest)
    beleg(digest, "withdraw", "flora-bote.md", "--why", "Versehen.", "--date", "2026-11-12", "--yes")
    told = publish(digest)
    after = record(digest, told["edition"])
    assert (told["stories"], told["corrections"]) == (1, 0)
    assert [row["id"] for row in after["article"]] == ["flora-de.md"]
    assert [row["withdrawal"]["article"] for row in after["withdrawn"]] == ["flora-bote.md"]


def test_a_withdrawn_story_leaves_a_correction_alone(digest, publish, record, beleg):
    publish(digest)
    beleg(digest, "withdraw", "kranich.md", "--why", "Erfunden.", "--date", "2026-11-12", "--yes")
    told = publish(digest)
    assert (told["edition"], told["stories"], told["facts"]) == ("2026-11-12", 0, 0)
    assert {row["about"] for row in record(digest, "2026-11-12")["correction"]} == {"withdrawn"}


def test_an_article_that_comes_back_is_news(digest, publish, beleg):
    publish(digest)
    beleg(digest, "withdraw", "kranich.md", "--why", "Erfunden.", "--date", "2026-11-12", "--yes")
    publish(digest)
    (digest / "sources" / "decisions.toml").unlink()
    told = publish(digest)
    assert (told["stories"], told["news"]) == (1, {"new": told["facts"]})


def test_a_file_that_is_gone_takes_nothing_back(digest, publish, record, beleg):
    """Nobody said that it was wrong: what was published stays, and the next edition warns where it is missed."""
    put(digest, "flora-sr.md", SECOND)
    publish(digest)
    for name in ("kranich.md", "flora-de.md"):
        (digest / "sources" / name).unlink()
    built = beleg(digest, "build")
    assert (built.code, "Nothing is new since edition 2026-11-09" in built.err) == (0, True)
    put(digest, "flora-sr.md", SECOND.replace("26 kilovat-sati", "31 kilovat-sat"))
    run = beleg(digest, "build")
    assert "warning: sources/flora-de.md: was published and is no longer there" in run.err
    assert "kranich.md" not in run.err
    told = publish(digest)
    fixes = record(digest, told["edition"])["correction"]
    assert {(row["about"], row["reason"]) for row in fixes} == {("gone", "article"), ("corrected", "article")}


def test_an_article_may_be_withdrawn_and_deleted(digest, publish, record, beleg):
    publish(digest)
    beleg(digest, "withdraw", "kranich.md", "--why", "Erfunden.", "--date", "2026-11-12", "--yes")
    (digest / "sources" / "kranich.md").unlink()
    told = publish(digest)
    rows = record(digest, told["edition"])
    assert {(row["about"], row["reason"], row["why"]) for row in rows["correction"]} == {
        ("withdrawn", "withdrawal", "Erfunden.")
    }
    assert [row["article"]["publisher"] for row in rows["withdrawn"]] == ["Lagerblatt"]


BRIDGE = """\
---
title: "Novira kauft Ostrava Robotik: Flora und Kranich aus einer Hand"
publisher: Wärmeblatt
published: 2026-11-11
---
Novira übernimmt Ostrava Robotik. Nach Angaben von Novira kostet die Flora 4.900 Euro. Nach Angaben von Ostrava
Robotik hebt der Kranich 80 Kilogramm. Die Wärmepumpe Flora läuft nach Angaben von Novira mit 35 Dezibel. Der Kranich
kostet laut Ostrava Robotik 31.000 Euro.
"""


def test_a_bridging_article_makes_one_story_an_alias_of_the_other(digest, publish, record):
    publish(digest)
    before = record(digest, "2026-11-03")
    one, other = of(before, "4.900 Euro"), of(before, "80 Kilogramm")
    assert one["story"] != other["story"]
    put(digest, "bruecke.md", BRIDGE)
    (digest / "sources" / "decisions.toml").write_text(
        '[[story]]\ntogether = ["flora-de.md", "kranich.md", "bruecke.md"]\n', "utf-8"
    )
    told = publish(digest)
    (story,) = record(digest, told["edition"])["story"]
    assert {story["id"], *story["aliases"]} == {one["story"], other["story"]}
    now = record(digest, told["edition"])
    assert (of(now, "80 Kilogramm")["id"], of(now, "80 Kilogramm")["story"]) == (other["id"], story["id"])


def test_a_week_holds_the_articles_of_its_days(digest, publish, record):
    put(digest, "flora-sr.md", SECOND)
    told = publish(digest, "--edition", "2026-W45")
    rows = record(digest, "2026-W45")
    assert (told["edition"], rows["edition"][0]["date"], rows["edition"][0]["period"]) == (
        "2026-W45", "2026-11-08", ["2026-11-02", "2026-11-08"],
    )  # fmt: skip
    assert sorted(row["id"] for row in rows["article"]) == ["flora-de.md", "kranich.md"]
    assert publish(digest, "--edition", "2026-W46")["stories"] == 1


def test_the_settings_choose_the_period(digest, publish):
    (digest / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\nperiod = "week"\n', "utf-8")
    assert publish(digest)["edition"] == "2026-W45"
    put(digest, "flora-sr.md", SECOND)
    assert publish(digest)["edition"] == "2026-W46"


def test_what_comes_late_stands_in_the_next_edition(digest, publish, record):
    """An article of a week that is published already is not lost."""
    kranich = (digest / "sources" / "kranich.md").read_text("utf-8")
    (digest / "sources" / "kranich.md").unlink()
    publish(digest, "--edition", "2026-W45")
    put(digest, "flora-sr.md", SECOND)
    put(digest, "kranich.md", kranich)
    publish(digest, "--edition", "2026-W46")
    articles = {row["id"] for row in record(digest, "2026-W46")["article"]}
    assert articles == {"flora-de.md", "flora-sr.md", "kranich.md"}


def test_a_published_edition_is_built_from_its_record(digest, publish, beleg):
    """Whatever becomes of the sources."""
    publish(digest)
    assert beleg(digest, "build").code == 0
    pages = {path.name: path.read_bytes() for path in (digest / "public" / "en").glob("y-*.html")}
    assert len(pages) == 2
    for name in ("flora-de.md", "kranich.md"):
        text = (digest / "sources" / name).read_text("utf-8")
        put(digest, name, text.replace("4.900", "9.999"))
    assert beleg(digest, "build", "--edition", "2026-11-03").code == 0
    assert {path.name: path.read_bytes() for path in (digest / "public" / "en").glob("y-*.html")} == pages


def test_the_order_of_files_counts_for_nothing(digest, publish, record, beleg, tmp_path):
    """The same articles give the same record, in whatever order they were written."""
    publish(digest)
    other = tmp_path / "other"
    assert beleg(tmp_path, "init", "other").code == 0
    (other / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\n', "utf-8")
    put(other, "kranich.md", OTHER)
    put(other, "flora-de.md", FIRST)
    publish(other)
    name = "archive/editions/2026-11-03.jsonl"
    assert (digest / name).read_bytes() == (other / name).read_bytes()


def test_a_damaged_record_is_named(digest, publish, beleg):
    publish(digest)
    put(digest, "flora-sr.md", SECOND)
    path = digest / "archive" / "editions" / "2026-11-03.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    run = beleg(digest, "build")
    assert run.code == 1
    assert "archive/editions/2026-11-03.jsonl" in run.err
    refused = beleg(digest, "publish", "--yes", "--date", "2026-11-30")
    assert refused.code == 1
    assert "damaged" in refused.err or "not whole" in refused.err


@pytest.mark.parametrize("wanted", ["2026", "../../etc", "draft"])
def test_what_is_no_edition_is_refused(digest, beleg, wanted):
    run = beleg(digest, "build", "--edition", wanted)
    assert run.code == 1
    assert "is no period of an edition" in run.err
    assert not (digest / "public").exists()


def test_diff_of_unknown_editions_names_those_there_are(digest, publish, beleg):
    nothing = beleg(digest, "diff")
    assert (nothing.code, "nothing was published yet" in nothing.err) == (2, True)
    publish(digest)
    run = beleg(digest, "diff", "2026-11-04")
    assert (run.code, "did you mean 2026-11-03?" in run.err) == (1, True)
    assert "0 differences" in beleg(digest, "diff").err
    put(digest, "flora-sr.md", SECOND)
    rows = json.loads(beleg(digest, "diff", "--json").out)
    assert {row["about"] for row in rows} >= {"new"}
    publish(digest)
    backwards = beleg(digest, "diff", "2026-11-09", "2026-11-03")
    assert (backwards.code, "the other way round" in backwards.err) == (2, True)


def test_facts_and_explanations_bear_the_published_identifiers(digest, publish, record, beleg):
    publish(digest)
    put(digest, "flora-sr.md", SECOND)
    published = of(record(digest, "2026-11-03"), "4.900 Euro")["id"]
    now = [json.loads(line)["id"] for line in beleg(digest, "facts").out.splitlines()]
    assert published in now
    assert "4.900 Euro" in beleg(digest, "explain", published).out
    draft = {
        json.loads(line)["id"]: json.loads(line)
        for line in beleg(digest, "facts", "--edition", "draft").out.splitlines()
    }
    assert draft[published]["since"] == "2026-11-03"
    old = beleg(digest, "facts", "--edition", "2026-11-03", "--format", "csv")
    assert published in old.out
    assert beleg(digest, "facts", "--edition", "2026-11-04").code == 1


def test_the_archive_is_verified_with_its_editions(digest, publish, beleg):
    publish(digest)
    run = beleg(digest, "archive", "verify", "--json")
    assert (run.code, json.loads(run.out)["editions"]) == (0, 1)
    path = digest / "archive" / "editions" / "2026-11-03.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Novira", b"Novara", 1))
    run = beleg(digest, "archive", "verify")
    assert run.code == 1
    assert "archive/editions/2026-11-03.jsonl: is damaged: it is not what was published" in run.err


def test_what_an_editor_settles_after_publishing_is_a_correction(digest, publish, record, beleg):
    publish(digest)
    before = record(digest, "2026-11-03")
    quote = "Der Kranich kostet laut Ostrava Robotik 31.000 Euro."
    drop = "Novira hat am 2. November 2026 die Wärmepumpe Flora vorgestellt."
    assert quote in facts(before)
    assert drop in facts(before)
    (digest / "sources" / "decisions.toml").write_text(
        f'[[decision]]\narticle = "kranich.md"\nquote = "{quote}"\nclass = "customer_claim"\nclaimant = "Botenwerk"\n'
        f'[[decision]]\narticle = "flora-de.md"\nquote = "{drop}"\ndrop = true\n',
        "utf-8",
    )
    told = publish(digest)
    after = record(digest, told["edition"])
    fixes = {row["before"]["id"]: row["about"] for row in after["correction"]}
    assert fixes == {facts(before)[quote]["id"]: "corrected", facts(before)[drop]["id"]: "gone"}
    now = of(after, "31.000 Euro")
    assert (now["evidence"], now["news"], now["rulings"]) == ("customer_claim", "corrected", ["class", "claimant"])
    assert json.loads(beleg(digest, "publish", "--json").out) == {"edition": None}


def test_what_says_the_same_joins_a_story_however_old(digest, publish, record):
    """An editor's merge brings the published story along, months after its window."""
    publish(digest)
    put(digest, "flora-late.md", SECOND.replace("2026-11-09", "2027-03-01"))
    quote, late = (
        "Nach Angaben von Novira kostet die Flora 4.900 Euro.",
        "Prema navodima kompanije Novira, Flora košta\\n4.900 evra.",
    )
    put(
        digest, "decisions.toml",
        f'[[decision]]\narticle = "flora-late.md"\nquote = "{late}"\nmerge = {{ article = "flora-de.md", quote = "{quote}" }}\n',
    )  # fmt: skip
    made = publish(digest)
    (story,) = record(digest, made["edition"])["story"]
    assert story["articles"] == ["flora-de.md", "flora-late.md"]


def test_only_what_was_built_is_published(digest, beleg):
    """Nobody publishes what he has not seen, unless he says so."""
    refused = beleg(digest, "publish")
    assert refused.code == 1
    assert "public/ does not show what would be published" in refused.err
    built = beleg(digest, "build")
    assert "This is edition 2026-11-03, the first. `beleg publish` records it." in built.err
    put(digest, "flora-sr.md", SECOND)
    assert beleg(digest, "publish").code == 1
    assert not (digest / "archive" / "editions").exists()
    beleg(digest, "build")
    pages = {path: path.read_bytes() for path in (digest / "public").rglob("*") if path.is_file()}
    assert beleg(digest, "publish").code == 0
    again = beleg(digest, "build")
    assert "Nothing is new since edition 2026-11-09; the pages are as they were published." in again.err
    assert {path: path.read_bytes() for path in (digest / "public").rglob("*") if path.is_file()} == pages


def test_what_brought_nothing_is_not_looked_at_again(digest, publish, record, beleg, monkeypatch):
    """It would be, by every later edition; once it says something else, it is news like any other."""
    publish(digest)
    put(digest, "flora-bote.md", REPEATED)
    put(digest, "neu.md", OTHER.replace("Kranich", "Reiher").replace("2026-11-03", "2026-11-12"))
    rows = record(digest, publish(digest)["edition"])
    assert list(rows["edition"][0]["quiet"]) == ["flora-bote.md"]
    assert "flora-bote.md" not in rows["edition"][0]["articles"]
    merged = []
    monkeypatch.setattr(pipeline, "merge", lambda *given, **more: merged.append(given) or merge(*given, **more))
    assert beleg(digest, "build").code == 0
    assert merged == []
    put(digest, "flora-bote.md", REPEATED.replace("4.900", "5.100"))
    rows = record(digest, publish(digest)["edition"])
    assert "flora-bote.md" in rows["edition"][0]["articles"]


def test_what_was_built_for_a_period_is_published_and_compared_for_it(digest, beleg, record):
    put(digest, "flora-sr.md", SECOND)
    built = beleg(digest, "build", "--edition", "2026-W45")
    assert "This is edition 2026-W45, the first." in built.err
    assert "1 article of other days is in no edition yet (flora-sr.md, for one)" in built.err
    assert beleg(digest, "publish", "--date", "2026-11-30").code == 0
    assert record(digest, "2026-W45")
    beleg(digest, "build", "--edition", "2026-W46")
    assert "2026-W45 to 2026-W46" in beleg(digest, "diff").err
    nothing = beleg(digest, "publish", "--edition", "2026-W40")
    assert (nothing.code, "Nothing new belongs to 2026-W40" in nothing.err) == (0, True)


def test_explain_knows_what_was_published(digest, publish, record, beleg):
    publish(digest)
    gone = of(record(digest, "2026-11-03"), "80 Kilogramm")["id"]
    beleg(digest, "withdraw", "kranich.md", "--why", "Erfunden.", "--date", "2026-11-12", "--yes")
    run = beleg(digest, "explain", gone)
    assert (run.code, f"{gone} was published, in edition 2026-11-03 last" in run.err) == (1, True)


def test_a_file_may_get_another_name(digest, publish, record, beleg):
    """The same words to the letter are the same article, wherever they lie."""
    publish(digest)
    before = of(record(digest, "2026-11-03"), "4.900 Euro")
    (digest / "sources" / "flora-de.md").rename(digest / "sources" / "a-flora.md")
    assert json.loads(beleg(digest, "publish", "--yes", "--json").out) == {"edition": None}
    assert before["id"] in beleg(digest, "facts").out
    put(digest, "flora-sr.md", SECOND)
    told = publish(digest)
    now = record(digest, told["edition"])
    assert (of(now, "4.900 Euro")["id"], told["corrections"]) == (before["id"], 0)


def test_an_old_article_that_is_corrected_is_told_whatever_the_period(digest, publish, record):
    (digest / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\nperiod = "week"\n', "utf-8")
    publish(digest)
    put(digest, "flora-de.md", FIRST.replace("4.900 Euro", "5.200 Euro"))
    put(digest, "kranich2.md", OTHER.replace("2026-11-03", "2026-12-15").replace("Kranich", "Storch"))
    told = publish(digest)
    assert told["edition"] == "2026-W51"
    assert {row["about"] for row in record(digest, "2026-W51")["correction"]} == {"corrected"}


@pytest.mark.parametrize(
    ("old", "new"), [("y-", "y-/../../x"), ("f-", "f-../"), ("2026-11-03", "2026-99-99")]
)  # fmt: skip
def test_a_record_with_foreign_names_is_no_edition(digest, publish, beleg, old, new):
    """Whoever edits a record may seal it rightly; its names still never leave the site's folder."""
    publish(digest)
    path = digest / "archive" / "editions" / "2026-11-03.jsonl"
    first, *rows, _ = path.read_bytes().splitlines(keepends=True)
    header = json.loads(first)
    if old == "2026-11-03":
        header["date"] = new
    else:
        name = next(iter(header["stories"]))
        told = header["stories"].pop(name)
        if old == "y-":
            header["stories"][name.replace(old, new)] = told
        else:
            header["stories"][name] = told | {"facts": [one.replace(old, new) for one in told["facts"]]}
    rows = [json.dumps(header).encode() + b"\n", *rows]
    end = {"schema": 1, "record": "end", "rows": len(rows) + 1, "sha256": hashlib.sha256(b"".join(rows)).hexdigest()}
    path.write_bytes(b"".join(rows) + json.dumps(end).encode() + b"\n")
    run = beleg(digest, "build")
    assert run.code == 1
    assert "archive/editions/2026-11-03.jsonl:1: " in run.err
    assert "which is no " in run.err


def test_a_draft_that_cannot_be_noted_is_told(digest, beleg):
    (digest / ".beleg").write_text("in the way", "utf-8")
    built = beleg(digest, "build")
    assert (built.code, "`beleg publish` needs --yes" in built.err) == (0, True)
    assert beleg(digest, "publish", "--date", "2026-11-30").code == 1
    assert beleg(digest, "publish", "--yes", "--date", "2026-11-30").code == 0


STALE = """\
[[decision]]
article = "kranich.md"
quote = "Nie gesagt."
kind = "price"

[[decision]]
article = "kranich.md"
quote = "Der Kranich kostet laut Ostrava Robotik 31.000 Euro."
kind = "price"

[[decision]]
article = "kranich.md"
quote = "Der Kranich kostet laut Ostrava Robotik 31.000 Euro."
kind = "metric"

[[story]]
together = ["kranich.md", "storch.md"]
"""
NAMED = (
    "sources/decisions.toml:1: kranich.md does not have the words",
    "sources/decisions.toml:11: kind is 'metric', but 'price' (line 6)",
    "sources/decisions.toml:16: there is no article storch.md",
)


@pytest.mark.parametrize("command", [("build",), ("review",), ("build", "--edition", "2026-11-03"), ("publish",)])
@pytest.mark.parametrize("draft", ["none", "elsewhere", "the first"])
def test_a_decision_that_fits_nothing_is_always_named(digest, publish, beleg, command, draft):
    """With a draft or without, and whether it concerns the draft's articles or others; and never twice."""
    put(digest, "decisions.toml", STALE)
    if draft != "the first":
        first = beleg(digest, "publish", "--yes", "--date", "2026-11-30")
        assert first.code == 0
    if draft == "elsewhere":
        put(digest, "storch.txt", OTHER.replace("Kranich", "Storch").replace("Ostrava", "Tatra"))
        put(digest, "flora-sr.md", SECOND)
    run = beleg(digest, *command)
    said = (run.out + run.err).replace("warning: ", "").replace("error: ", "")
    assert [said.count(one) for one in NAMED] == [1, 1, 1], said
    if command[0] == "build":
        assert run.code == 1
        assert "1 error, 2 warnings" in run.err


LATER = SECOND.replace("2026-11-09", "2026-11-25")


def near(run):
    """The pairs of stories that `beleg review --json` proposes to join, by what they call the first articles."""
    entries = [entry for entry in json.loads(run.out) if entry["why"] == "nearly one story"]
    return [sorted(line.split(": ")[0].strip() for line in entry["told"][1:]) for entry in entries]


@pytest.mark.parametrize("again", [False, True])
def test_review_proposes_to_join_what_follows_late_with_the_published_story(digest, publish, record, beleg, again):
    """Whether it is a draft or published itself; until the editor says what holds."""
    publish(digest)
    put(digest, "flora-sr.md", LATER)
    if again:
        assert publish(digest)["stories"] == 1
    else:
        drafted = json.loads(beleg(digest, "build", "--json").out)
        assert drafted["stories"] == 1
    assert near(beleg(digest, "review", "--json")) == [["flora-de.md", "flora-sr.md"]]
    put(digest, "decisions.toml", '[[story]]\napart = ["flora-de.md", "flora-sr.md"]\n')
    assert near(beleg(digest, "review", "--json")) == []
    put(digest, "decisions.toml", '[[story]]\ntogether = ["flora-de.md", "flora-sr.md"]\n')
    assert near(beleg(digest, "review", "--json")) == []


def test_review_proposes_nothing_of_what_follows_later_than_a_month(digest, publish, beleg):
    publish(digest)
    put(digest, "flora-sr.md", SECOND.replace("2026-11-09", "2026-12-04"))
    assert near(beleg(digest, "review", "--json")) == []


def test_review_merges_once(digest, beleg, monkeypatch):
    put(digest, "flora-sr.md", LATER)
    merged = []
    monkeypatch.setattr(pipeline, "merge", lambda *given, **more: merged.append(given) or merge(*given, **more))
    assert beleg(digest, "review").code == 0
    assert len(merged) == 1


def test_published_stories_that_an_editor_joins_are_told_as_one(digest, publish, record, beleg):
    """Without any news else; the page of each leads to it from then on."""
    publish(digest)
    put(digest, "flora-sr.md", LATER)
    publish(digest)
    old = {
        of(record(digest, name), part)["story"]
        for name, part in (("2026-11-03", "35 Dezibel"), ("2026-11-25", "26 kilovat"))
    }
    assert len(old) == 2
    put(digest, "decisions.toml", '[[story]]\ntogether = ["flora-de.md", "flora-sr.md"]\n')
    told = publish(digest)
    (story,) = record(digest, told["edition"])["story"]
    assert story["articles"] == ["flora-de.md", "flora-sr.md"]
    assert {story["id"], *story["aliases"]} == old
    assert beleg(digest, "build").code == 0
    fact = of(record(digest, "2026-11-25"), "26 kilovat")["id"]
    for name in old:
        assert fact in (digest / "public" / "en" / f"{name}.html").read_text("utf-8")
    assert json.loads(beleg(digest, "publish", "--json").out) == {"edition": None}


def page(digest, name, locale="en"):
    return (digest / "public" / locale / name).read_text("utf-8")


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def dead(digest):
    """Links on the pages that lead to no file, or to no place in it."""
    public = digest / "public"
    files = {path: path.read_text("utf-8") for path in sorted(public.rglob("*.html"))}
    found = []
    for path, html in files.items():
        for href in re.findall(r'<a\b[^>]*?\bhref="([^"]*)"', html):
            target, _, anchor = unescape(href).partition("#")
            if ":" in target:
                continue
            # Where a page is missing, links begin at the host.
            led = (
                public / target.lstrip("/")
                if target.startswith("/")
                else (path.parent / target).resolve()
                if target
                else path
            )
            there = led in files and (not anchor or re.search(rf'\bid="?{anchor}["\s>]', files[led]))
            # Data and feeds have no places in them.
            if not (there or (led.is_file() and led not in files and not anchor)):
                found.append((path.relative_to(public).as_posix(), href))
    return found


def all_bytes(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_an_edition_of_earlier_days_is_listed_by_its_days_and_says_when_it_came(digest, publish, record, beleg):
    """The first page stays with the latest days; what is new is measured by what was published before."""
    put(digest, "flora-sr.md", SECOND)
    publish(digest, "--edition", "2026-W46")
    built = beleg(digest, "build", "--edition", "2026-W45")
    assert built.code == 0
    told = "Its days end before those of edition 2026-W46, which stays on the first page; this one is public/LOCALE/2026-W45/index.html."
    assert told in built.err
    assert "Edition for week 46 of 2026" in words(page(digest, "index.html"))
    assert "published late: after the edition for week 46 of 2026" in words(page(digest, "2026-W45/index.html"))
    listed = words(page(digest, "editions.html"))
    assert listed.index("Edition for week 46") < listed.index("Edition for week 45")
    assert listed.count("published late: after the edition for week 46 of 2026") == 1
    before = all_bytes(digest / "public")
    late = publish(digest, "--edition", "2026-W45")
    assert (late["preceding"], late["number"]) == ("2026-W46", 2)
    assert of(record(digest, "2026-W45"), "80 Kilogramm")["news"] == "new"
    assert beleg(digest, "build").code == 0
    assert all_bytes(digest / "public") == before
    assert dead(digest) == []
    put(digest, "reiher.md", OTHER.replace("Kranich", "Reiher").replace("2026-11-03", "2026-11-18"))
    beleg(digest, "build", "--edition", "2026-W47")
    assert "Edition for week 47 of 2026" in words(page(digest, "index.html"))
    assert "published late: after the edition for week 46" in words(page(digest, "2026-W45/index.html"))


def test_what_comes_late_makes_no_edition_of_earlier_days_unless_asked_for(digest, publish, record, beleg):
    (digest / "sources" / "beleg.toml").write_text('[site]\nlocales = ["en"]\nperiod = "week"\n', "utf-8")
    put(digest, "flora-sr.md", SECOND)
    kranich = (digest / "sources" / "kranich.md").read_text("utf-8")
    (digest / "sources" / "kranich.md").unlink()
    assert publish(digest)["edition"] == "2026-W46"
    put(digest, "kranich.md", kranich)
    told = publish(digest)
    assert (told["edition"], told["stories"]) == ("2026-W46.2", 1)
    beleg(digest, "build")
    assert "Edition for week 46 of 2026 (2)" in words(page(digest, "index.html"))


def test_a_correction_is_dated_by_its_edition_and_a_withdrawal_by_its_day(digest, publish, record, beleg):
    """The day of publication, which no page can know before, is told by `beleg diff` and the record."""
    publish(digest)
    put(digest, "flora-de.md", FIRST.replace("4.900 Euro", "5.200 Euro"))
    beleg(digest, "withdraw", "kranich.md", "--why", "Erfunden.", "--date", "2026-11-12", "--yes")
    beleg(digest, "build")
    before = all_bytes(digest / "public")
    draft = json.loads(beleg(digest, "diff", "--json").out)
    assert {(row["edition"], row["published"]) for row in draft if row["about"] != "new"} == {("2026-11-12", None)}
    told = publish(digest)
    beleg(digest, "build")
    assert all_bytes(digest / "public") == before
    corrections = words(page(digest, "2026-11-12/index.html").partition('id="corrections"')[2])
    assert "12 November 2026 Withdrawn:" in corrections
    assert "Edition of 12 November 2026 Corrected: 1 fact" in corrections
    later = words(page(digest, "2026-11-03/index.html").partition('id="later"')[2])
    assert "Edition of 12 November 2026 Corrected:" in later
    rows = json.loads(beleg(digest, "diff", "2026-11-03", told["edition"], "--json").out)
    fixes = {row["about"]: (row["date"], row["edition"], row["published"]) for row in rows if row["edition"]}
    assert fixes["corrected"] == ("2026-11-12", "2026-11-12", "2026-11-30")
    assert fixes["withdrawn"][2] == "2026-11-30"
    shown = beleg(digest, "diff", "2026-11-03", told["edition"]).out
    assert "was 4900 EUR, is 5200 EUR; told in edition 2026-11-12, published on 2026-11-30" in shown
    assert "2026-11-12: Erfunden.; told in edition 2026-11-12" in shown


@pytest.fixture
def three(digest, publish):
    """Three editions; the second and third refer to the ones before."""
    publish(digest)
    put(digest, "flora-sr.md", SECOND)
    publish(digest)
    put(digest, "flora-sr.md", SECOND.replace("26 kilovat-sati", "31 kilovat-sat"))
    put(digest, "kranich.md", OTHER.replace("80 Kilogramm", "95 Kilogramm"))
    publish(digest)
    return digest


@pytest.mark.parametrize(
    ("lost", "named", "after"),
    [
        (("2026-11-03",), "archive/editions/2026-11-03.jsonl", "is missing: edition 2026-11-09 was published after it."),
        (("2026-11-09",), "archive/editions/2026-11-09.jsonl", "is missing: edition 2026-11-09.2 was published after it."),
        (("2026-11-03", "2026-11-09"), "archive/editions/2026-11-09.jsonl", "is missing, and so is 1 before it: edition 2026-11-09.2 was"),
    ],
)  # fmt: skip
def test_a_record_that_is_missing_is_named_and_nothing_leads_to_its_pages(three, beleg, lost, named, after):
    """Once it is put back, the site is as it was."""
    assert beleg(three, "build").code == 0
    assert dead(three) == []
    whole = all_bytes(three / "public")
    folder = three / "archive" / "editions"
    kept = {name: (folder / f"{name}.jsonl").read_bytes() for name in lost}
    for name in lost:
        (folder / f"{name}.jsonl").unlink()
    for command in ("build", "review", "publish"):
        run = beleg(three, command)
        said = run.out + run.err
        assert said.count(named) == 1, said
        assert after in said
        assert "Put the file back from a copy" in said
        assert run.code == 0
    assert dead(three) == []
    for name, data in kept.items():
        (folder / f"{name}.jsonl").write_bytes(data)
    assert beleg(three, "build").code == 0
    assert all_bytes(three / "public") == whole


def test_a_damaged_record_is_not_called_missing_too(three, beleg):
    path = three / "archive" / "editions" / "2026-11-09.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    run = beleg(three, "build")
    assert (run.code, "is missing: edition" in run.err) == (1, False)


def test_editions_that_were_published_beside_each_other_are_named(three, beleg, tmp_path):
    """As by two editors with a copy of the project each."""
    folder = three / "archive" / "editions"
    mine = folder / "2026-11-09.2.jsonl"
    theirs = mine.read_bytes()
    mine.unlink()
    put(three, "kranich.md", OTHER.replace("2026-11-03", "2026-11-11").replace("80 Kilogramm", "70 Kilogramm"))
    assert beleg(three, "publish", "--yes", "--date", "2026-11-30").code == 0
    mine.write_bytes(theirs)
    run = beleg(three, "build")
    assert "is number 3, as is edition 2026-11-09.2" in run.err
    assert dead(three) == []


def test_a_running_story_is_not_cut_while_articles_come(digest, publish, record, beleg):
    """The window is counted from its last article, however long ago the first came; what comes after a pause is proposed."""
    publish(digest)
    story = of(record(digest, "2026-11-03"), "35 Dezibel")["story"]
    days = ["2026-11-12", "2026-11-22", "2026-12-02", "2026-12-12", "2026-12-22"]
    for number, day in enumerate(days):
        put(
            digest,
            f"flora-{day}.md",
            SECOND.replace("2026-11-09", day).replace("26 kilovat-sati", f"{27 + number} kilovat-sati"),
        )
        publish(digest)
        (told,) = record(digest, day)["story"]
        assert (told["id"], len(told["articles"])) == (story, number + 2)
    put(
        digest, "flora-spät.md", SECOND.replace("2026-11-09", "2027-01-06").replace("26 kilovat-sati", "41 kilovat-sat")
    )
    publish(digest)
    assert record(digest, "2027-01-06")["story"][0]["id"] != story
    assert near(beleg(digest, "review", "--json")) == [["flora-2026-11-12.md", "flora-spät.md"]]
