"""What was published keeps its address, its decisions and its translations, whatever changes afterwards."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import beleg
from beleg.ingest.translations import path_of, read_memory

CHECKOUT = Path(__file__).parents[1]
LOCALES = ("en", "sr-Latn")
DECIDED = "Ob eine Typgenehmigung beantragt ist, wollte Elmvik nicht sagen."
# One of each kind of decision, none of which the articles would give by themselves. Merged statements are of one story,
# so that the split story falls apart between its Russian article and the two others; that one goes with its pin.
DECISIONS = f"""\
[[decision]]
article = "solidstate/de.md"
quote = "{DECIDED}"
class = "publisher_analysis"
kind = "caveat"
claimant = "Antriebswende"

[[decision]]
article = "solidstate/de.md"
quote = "Mit dem Prospektwert lässt sich das nicht vergleichen"
merge = {{ article = "solidstate/sr.md", quote = "Nezavisna provera to, ipak, nije." }}

[[decision]]
article = "solidstate/de.md"
quote = "Als Ziel nennt Malmsten einen Preis von 95 Euro pro Kilowattstunde."
split = {{ article = "solidstate/sr.md", quote = "Ciljna cena je 95 evra po kilovat-satu, kažu u kompaniji" }}

[[decision]]
article = "solidstate/de.md"
quote = "Von zehn auf 80 Prozent lade der Akku in neun Minuten, heißt es in der Pressemitteilung"
drop = true

[[decision]]
article = "solidstate/de.md"
quote = "Die Vorwürfe seien haltlos, entgegnet Elmvik."
note = "Der Prozess hat noch nicht begonnen."

[[story]]
apart = ["solidstate/de.md", "solidstate/ru.md"]

[[story]]
together = ["solidstate/ru.md", "browser/ru.md"]
"""
# What each of them settles.
SETTLED = {"class", "merge", "split", "drop", "note", "apart", "together"}
# What speakers, kinds and the cuts of sentences are found by.
TABLES = {"abbreviations", "anaphor", "clause", "document", "kind", "role", "say", "sequel", "source"}
# Of another publisher, a week later: what it repeats joins facts that were published, what it adds is new.
LATER = """\
---
title: "Elmvik: Feststoffakku geht später in Serie"
publisher: Zellenblatt
published: 2026-09-24
---
Eine Limousine der Mittelklasse komme mit dem Modul S1 nach WLTP 1.050 Kilometer weit, sagte Vorstandschefin Ingrid
Malmsten. Die Energiedichte der Zelle beziffert Elmvik auf 410 Wattstunden pro Kilogramm. Der Wiener Paketdienst Botenwerk
fährt nach eigenen Angaben seit März 24 Transporter mit Vorserienakkus. Das neue Werk in Sundsvall beschäftigt laut Elmvik
640 Menschen.
"""


def run(folder: Path, code: Path, *arguments: str) -> str:
    """What `beleg ARGUMENTS` prints, run by the code that lies in a folder; its exit code has to be 0."""
    environment = os.environ | {"PYTHONPATH": str(code), "PYTHONIOENCODING": "utf-8"}
    told = subprocess.run(
        [sys.executable, "-m", "beleg", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert told.returncode == 0, told.stderr
    return told.stdout + told.stderr


def copied(folder: Path) -> Path:
    """Beleg's own code and templates, to be changed."""
    shutil.copytree(Path(beleg.__file__).parent, folder / "src" / "beleg", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(CHECKOUT / "templates", folder / "templates")
    return folder / "src"


def with_other_lexicons(code: Path) -> None:
    """Take every second plain word out of these tables of the lexicons: sentences are cut and classed otherwise then."""
    for path in sorted((code / "beleg" / "lexicons").glob("[a-z][a-z].toml")):
        heading, kept, seen = "", [], 0
        for line in path.read_text("utf-8").splitlines(keepends=True):
            heading = found[1] if (found := re.match(r"\[([\w.]+)\]", line)) else heading
            if heading.split(".")[0] in TABLES and re.fullmatch(r'\s+("[^"]+",\s*)+', line):
                words = re.findall(r'"[^"]+",', line)
                seen += len(words)
                kept.append(f"    {' '.join(words[seen % 2 :: 2])}\n")
            else:
                kept.append(line)
        path.write_text("".join(kept), "utf-8")


def with_another_version(code: Path) -> None:
    path = code / "beleg" / "__init__.py"
    text, changed = re.subn(r'(?m)^__version__ = ".*"$', '__version__ = "99.0.0"', path.read_text("utf-8"))
    assert changed == 1
    path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A project whose first edition was published, with what the pages showed of it."""
    folder = tmp_path_factory.mktemp("identity") / "digest"
    for name in ("solidstate", "browser", "translations"):
        shutil.copytree(CHECKOUT / "sources" / name, folder / "sources" / name)
    names = ", ".join(f'"{locale}"' for locale in LOCALES)
    (folder / "sources" / "beleg.toml").write_text(f"[site]\nlocales = [{names}]\n", "utf-8")
    (folder / "sources" / "decisions.toml").write_text(DECISIONS, "utf-8")
    run(folder, CHECKOUT / "src", "build")
    run(folder, CHECKOUT / "src", "publish", "--date", "2026-09-21")
    return folder


def record(folder: Path) -> list[dict]:
    (path,) = (folder / "archive" / "editions").glob("*.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def addresses(folder: Path) -> dict[str, set[str]]:
    """The anchors on each page of a story, by LOCALE/STORY.html."""
    return {
        path.relative_to(folder / "public").as_posix(): set(re.findall(r'\sid="?([^\s">]+)', path.read_text("utf-8")))
        for locale in LOCALES
        for path in sorted((folder / "public" / locale).glob("y-*.html"))
    }


def shown(folder: Path, locale: str, pages: str = "y-*.html") -> set[str]:
    """The translations of the memory that the pages of the stories show, or others."""
    found = [path.read_text("utf-8") for path in sorted((folder / "public" / locale).glob(pages))]
    words = "\n".join(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", unescape(page))) for page in found)
    memory = read_memory(path_of(folder / "sources", "sr-Cyrl" if locale == "sr-Latn" else locale))
    return {entry.text for entry in memory.entries.values() if entry.text and entry.text in words}


def holds(before: Path, after: Path) -> None:
    """All that was published in one folder is there in the other."""
    rows = record(before)
    facts = [row for row in rows if row["record"] == "fact"]
    assert len(facts) > 40
    now = addresses(after)
    for locale in LOCALES:
        for fact in facts:
            assert fact["id"] in now[f"{locale}/{fact['story']}.html"], (locale, fact)
    (edition,) = (row["id"] for row in rows if row["record"] == "edition")
    assert len(shown(before, "en")) > 3
    page = f"{edition}/index.html"
    assert shown(before, "en", page) <= shown(after, "en", page)


def readings(rows: str) -> dict[str, tuple[str, str, str | None]]:
    """Class, kind and claimant of the statements that a command printed, by identifier, which tells where they were cut."""
    found = [json.loads(line) for line in rows.splitlines() if line.startswith("{")]
    return {row["id"]: (row["evidence"], row["kind"], row["claimant"]) for row in found}


def rows_of(printed: str) -> list[dict]:
    return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


def settled(statements: str, facts: str) -> set[str]:
    """The decisions that hold, by what `beleg statements` and `beleg facts` print; statements are found by some words of theirs."""
    rows = rows_of(statements)
    notes = {row["id"]: row["notes"] for row in rows_of(facts)}

    def on(article: str, words: str) -> dict:
        return next(row for row in rows if row["article"] == article and words in row["quote"])

    de, ru, sr = (f"solidstate/{language}.md" for language in ("de", "ru", "sr"))
    story = {row["article"]: row["story"] for row in rows}
    one = on(de, "Typgenehmigung")
    found = {
        "class": (one["evidence"], one["kind"], one["claimant"]) == ("publisher_analysis", "caveat", "Antriebswende"),
        "merge": on(de, "Prospektwert")["fact"] == on(sr, "Nezavisna provera to")["fact"],
        "split": on(de, "95 Euro")["fact"] != on(sr, "95 evra")["fact"],
        "drop": not any("lade der Akku" in row["quote"] for row in rows),
        "note": notes[on(de, "seien haltlos")["fact"]] == ["Der Prozess hat noch nicht begonnen."],
        "apart": story[de] != story[ru],
        "together": story[ru] == story["browser/ru.md"],
    }
    return {name for name, holds_still in found.items() if holds_still}


CHANGES = {
    "nothing": (),
    "lexicons": (with_other_lexicons,),
    "version": (with_another_version,),
    "lexicons and version": (with_other_lexicons, with_another_version),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "added"),
    [("nothing", True), ("lexicons", False), ("lexicons", True), ("version", False), ("lexicons and version", True)],
)
def test_what_was_published_holds(published, tmp_path, change, added):
    folder = tmp_path / "digest"
    shutil.copytree(published, folder)
    code = CHECKOUT / "src"
    if CHANGES[change]:
        code = copied(tmp_path)
        for apply in CHANGES[change]:
            apply(code)
    statements = run(folder, code, "statements")
    if "lexicons" in change:
        before, after = readings(run(folder, CHECKOUT / "src", "statements")), readings(statements)
        assert len(before.keys() - after.keys()) > 5
        assert len(before.items() - after.items()) > 15
    assert settled(statements, run(folder, code, "facts")) == SETTLED
    if added:
        (folder / "sources" / "solidstate" / "later.md").write_text(LATER, "utf-8")
        assert settled(run(folder, code, "statements"), run(folder, code, "facts")) == SETTLED
    assert "decisions.toml" not in run(folder, code, "build")
    holds(published, folder)
    lost = shown(published, "en") - shown(folder, "en")
    if "lexicons" not in change:
        assert not lost
    if lost:
        # Of sentences that are cut otherwise now: waiting to be looked at, or kept where two became one.
        run(folder, code, "translate", "export", "--locale", "en")
        memory = read_memory(path_of(folder / "sources", "en"))
        waiting = {one.text for one in memory.entries.values() if one.fuzzy}
        # Or the same words are still translated so, but another quote of their fact comes first now.
        quotes = {row["quote"] for row in rows_of(statements)}
        held = {one.text for (_, quote), one in memory.entries.items() if quote in quotes}
        assert lost <= waiting | held | {one.text for one in (*memory.obsolete.values(), *memory.older)}
    if added:
        run(folder, code, "build")
        run(folder, code, "publish", "--date", "2026-09-25")
        assert "decisions.toml" not in run(folder, code, "build")
        holds(published, folder)
        assert settled(run(folder, code, "statements"), run(folder, code, "facts")) == SETTLED


@pytest.mark.slow
def test_none_of_it_would_hold_without_decisions(published, tmp_path):
    folder = tmp_path / "digest"
    shutil.copytree(published / "sources", folder / "sources")
    (folder / "sources" / "decisions.toml").unlink()
    assert settled(*(run(folder, CHECKOUT / "src", command) for command in ("statements", "facts"))) == set()


@pytest.mark.slow
def test_a_changed_quote_keeps_its_translation_where_it_was_published(published, tmp_path):
    """`beleg translate export` carries it over as fuzzy; the published edition shows it from its record."""
    folder, code = tmp_path / "digest", CHECKOUT / "src"
    shutil.copytree(published, folder)
    memory = read_memory(path_of(folder / "sources", "en"))
    (text,) = (entry.text for entry in memory.entries.values() if entry.quote.startswith("Der Wiener Paketdienst"))
    article = folder / "sources" / "solidstate" / "de.md"
    article.write_text(article.read_text("utf-8").replace("Der Wiener Paketdienst", "Der Linzer Paketdienst"), "utf-8")
    (folder / "sources" / "solidstate" / "later.md").write_text(LATER.replace("Der Wiener", "Der Linzer"), "utf-8")
    run(folder, code, "translate", "export", "--locale", "en")
    entry = next(
        one for one in read_memory(path_of(folder / "sources", "en")).entries.values() if "Linzer" in one.quote
    )
    assert (entry.text, entry.fuzzy) == (text, True)
    run(folder, code, "build")
    (edition,) = (row["id"] for row in record(published) if row["record"] == "edition")
    page = re.sub(r"\s+", " ", unescape((folder / "public" / "en" / edition / "index.html").read_text("utf-8")))
    assert text in page


@pytest.mark.slow
def test_a_published_article_may_change_without_saying_anything_new(published, tmp_path):
    """Its edition stays as it was printed."""
    folder, code = tmp_path / "digest", CHECKOUT / "src"
    shutil.copytree(published, folder)
    article = folder / "sources" / "solidstate" / "de.md"
    article.write_text(article.read_text("utf-8").replace("Der Wiener Paketdienst", "Der Linzer Paketdienst"), "utf-8")
    run(folder, code, "build")
    holds(published, folder)
