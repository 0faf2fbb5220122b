"""`beleg translate`: what is written for translators, what of it the pages show, and that no text is ever lost."""

import json
import re
import shutil
import subprocess

import pytest

from beleg.ingest.translations import path_of, read_memory, write_memory

FLORA = """\
---
title: "Novira bringt Flora"
publisher: Wärmeblatt
published: 2026-11-20
---
Nach Angaben von Novira kostet die Wärmepumpe Flora 4.900 Euro. Novira zufolge friert der Verdampfer an nebligen
Morgen seltener ein als früher.
"""
COURT = """\
---
title: "Суд и насосы"
publisher: Ток и такт
published: 2026-11-21
---
Суд отложил слушание по делу о шуме насосов, сообщила пресс-служба. Жители двора жалуются, что ночью гул слышен
в каждой квартире.
"""
FEWER = "According to Novira, the evaporator freezes over less often on foggy mornings than before."
FREEZES = "friert der Verdampfer an nebligen\nMorgen seltener ein als früher."


@pytest.fixture
def digest(project):
    sources = project / "sources"
    shutil.rmtree(sources)
    sources.mkdir()
    (sources / "flora.md").write_text(FLORA, "utf-8")
    (sources / "sud.md").write_text(COURT, "utf-8")
    return project


def memory(digest, locale):
    return read_memory(path_of(digest / "sources", locale))


def files(digest):
    return {path.name: path.read_bytes() for path in (digest / "sources" / "translations").iterdir()}


def translate(digest, locale, part, text, **fields):
    """Fill in the one entry whose quote has that part."""
    mine = memory(digest, locale)
    (key,) = (key for key in mine.entries if part in key[1])
    mine.entries[key] = type(mine.entries[key])(
        **(
            {name: getattr(mine.entries[key], name) for name in ("language", "quote", "comments")}
            | {"text": text}
            | fields
        )
    )
    write_memory(mine, path_of(digest / "sources", locale))


def page(digest, locale, words):
    """The page of a locale that has certain words; empty if none has them."""
    pages = [path.read_text("utf-8") for path in sorted((digest / "public" / locale).glob("y-*.html"))]
    return next((one for one in pages if words in one), "")


def test_what_readers_miss_is_written_once(beleg, digest):
    run = beleg(digest, "translate", "export")
    assert run.code == 0
    assert sorted(files(digest)) == ["de.po", "en.po", "ru.po", "sr-Cyrl.po"]
    for locale in ("de", "en", "ru", "sr-Cyrl"):
        mine = memory(digest, locale)
        assert {language for language, _ in mine.entries} == {"de", "ru", "sr"} - {"sr", locale}
        assert not any(one.text or one.fuzzy for one in mine.entries.values())
        number = len(mine.entries)
        assert f"sources/translations/{locale}.po: 0 translated messages, {number} untranslated message" in run.out
        assert f"sources/translations/{locale}.po: {number} added." in run.err
    entry = next(one for one in memory(digest, "ru").entries.values() if "Verdampfer" in one.quote)
    assert entry.quote in FLORA
    assert entry.comments[0] == "Wärmeblatt"
    assert re.match("[А-Я]", entry.comments[1])
    first = files(digest)
    again = beleg(digest, "translate", "export")
    assert (files(digest), again.err) == (first, "")


def test_a_worded_fact_is_not_written(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    quotes = [quote for _, quote in memory(digest, "en").entries]
    assert not any("4.900 Euro" in quote for quote in quotes)
    assert "€4,900" in page_of_build(beleg, digest, "en", "4,900")


def page_of_build(beleg, digest, locale, words):
    assert beleg(digest, "build").code == 0
    return page(digest, locale, words)


def test_a_translation_goes_onto_the_pages_and_a_machines_is_marked_until_it_is_confirmed(beleg, digest):
    beleg(digest, "translate", "export")
    translate(digest, "en", "Verdampfer", "The evaporator freezes <less> often.", machine="modell-7")
    found = page_of_build(beleg, digest, "en", "The evaporator freezes &lt;less&gt; often.")
    assert '<em>machine translation</em> <span translate="no">modell-7</span>' in found
    path = path_of(digest / "sources", "en")
    path.write_text(
        path.read_text("utf-8").replace("# Machine translation: modell-7", "# Translated by Ida Roth"), "utf-8"
    )
    found = page_of_build(beleg, digest, "en", "The evaporator freezes")
    assert "<em>translation: Ida Roth</em>" in found
    assert "machine translation" not in found
    assert re.search(r'<blockquote lang="de" data-statement="s-\w+">.*?friert der Verdampfer', found)


def test_one_file_serves_both_serbian_scripts(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "sr-Latn")
    assert list(files(digest)) == ["sr-Cyrl.po"]
    translate(digest, "sr-Cyrl", "Verdampfer", "Испаривач се ређе леди, наводи Novira.")
    assert "Испаривач се ређе леди, наводи Novira." in page_of_build(beleg, digest, "sr-Cyrl", "Испаривач")
    assert "Isparivač se ređe ledi, navodi Novira." in page(digest, "sr-Latn", "Isparivač")


def test_a_changed_quote_turns_fuzzy_and_is_not_shown(beleg, digest):
    beleg(digest, "translate", "export")
    translate(digest, "en", "Verdampfer", "The evaporator freezes less often.", by="Ida Roth")
    (digest / "sources" / "flora.md").write_text(FLORA.replace("seltener ein", "etwas seltener ein"), "utf-8")
    assert page_of_build(beleg, digest, "en", "The evaporator") == ""
    assert "en.po: 1 of its translations is of a quote that no article has any more" in beleg(digest, "build").err
    run = beleg(digest, "translate", "export", "--locale", "en")
    assert "1 carried over to changed words" in run.err
    assert "1 fuzzy translation" in run.out
    text = files(digest)["en.po"].decode()
    assert re.search(r'#, fuzzy\n#\| msgid ".*friert der Verdampfer.*Morgen seltener.*"\nmsgctxt "de"', text)
    assert page_of_build(beleg, digest, "en", "The evaporator") == ""
    # Looked at, it is shown again.
    path = path_of(digest / "sources", "en")
    path.write_text(path.read_text("utf-8").replace("#, fuzzy\n", ""), "utf-8")
    assert "Ida Roth" in page_of_build(beleg, digest, "en", "The evaporator freezes less often.")


def test_what_no_article_says_any_more_is_kept_and_comes_back(beleg, digest):
    beleg(digest, "translate", "export")
    translate(digest, "en", "Verdampfer", "The evaporator freezes less often.", by="Ida Roth")
    (digest / "sources" / "flora.md").unlink()
    assert "1 obsolete" in beleg(digest, "translate", "export").err
    assert '#~ msgstr "The evaporator freezes less often."' in files(digest)["en.po"].decode()
    (digest / "sources" / "flora.md").write_text(FLORA, "utf-8")
    assert "1 taken up again" in beleg(digest, "translate", "export").err
    assert "Ida Roth" in page_of_build(beleg, digest, "en", "The evaporator freezes less often.")


def test_a_broken_file_is_named_and_never_overwritten(beleg, digest):
    beleg(digest, "translate", "export")
    path = path_of(digest / "sources", "ru")
    broken = path.read_bytes() + b'\nmsgctxt "de"\nmsgid "unclosed\n'
    path.write_bytes(broken)
    path_of(digest / "sources", "en").unlink()
    line = broken.count(b"\n")
    for arguments in (("translate", "export"), ("translate",), ("build",)):
        run = beleg(digest, *arguments)
        assert run.code == 1
        assert f"error: sources/translations/ru.po:{line}: neither a keyword with a quoted string" in run.err
    assert path.read_bytes() == broken
    # The others are written all the same.
    assert memory(digest, "en").entries


def test_odd_files_are_named_by_every_command_and_left_as_they_are(beleg, digest):
    beleg(digest, "translate", "export")
    folder = digest / "sources" / "translations"
    (folder / "ru.po").write_text('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=undefined\\n"\n', "utf-8")
    (folder / "de.po").unlink()
    (folder / "de.po").symlink_to("de.po")
    (folder / "loop.po").symlink_to("loop.po")
    (folder / "en.po").unlink()
    for arguments in (("translate", "export"), ("translate",), ("build",)):
        run = beleg(digest, *arguments)
        assert run.code == 1
        assert "bug in Beleg" not in run.err
        assert "sources/translations/ru.po:3: a PO file can't be in 'undefined'. Write charset=utf-8" in run.err
        assert "sources/translations/de.po: a link that leads nowhere. Put the file itself" in run.err
        assert ("sources/translations/loop.po: " in run.err) == ("export" not in arguments)
    assert (folder / "de.po").is_symlink()
    # The others are written all the same.
    assert memory(digest, "en").entries


@pytest.mark.parametrize(
    "arguments",
    [("build",), ("translate",), ("translate", "export"), ("translate", "fill", "--with", "chat")],
)
def test_a_file_in_the_place_of_the_folder_is_named(beleg, digest, arguments):
    (digest / "sources" / "translations").write_text("a file in the way", "utf-8")
    run = beleg(digest, *arguments)
    assert run.code == 1
    assert (
        run.err.count("sources/translations: is no folder, so translations are neither read nor written. Move it") == 1
    )
    assert "permissions" not in run.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('translate = "x"', "beleg.toml:1: `translate` is no table. Write a line `[translate.chat]`"),
        ("[translate]\nchat = 3", "beleg.toml:2: `chat` in [translate] is no table. Write a line `[translate.chat]`"),
        ('[translate]\nmodel = "m"', "beleg.toml:2: `model` in [translate] is no table. A translator's settings stand"),
    ],
)
def test_settings_of_translators_that_are_no_tables_are_named_by_the_build(beleg, digest, line, says):
    (digest / "sources" / "beleg.toml").write_text(line + "\n", "utf-8")
    run = beleg(digest, "build")
    assert run.code == 1
    assert run.err.count(says) == 1


def test_a_story_alone(beleg, digest):
    beleg(digest, "build")
    name = next(
        path.name for path in (digest / "public" / "en").glob("y-*.html") if "Verdampfer" in path.read_text("utf-8")
    )
    for given in (name, name.removesuffix(".html"), f"public/en/{name}"):
        shutil.rmtree(digest / "sources" / "translations", ignore_errors=True)
        assert beleg(digest, "translate", "export", "--locale", "en", "--story", given).code == 0
        assert {language for language, _ in memory(digest, "en").entries} == {"de"}
    beleg(digest, "translate", "export", "--locale", "en")
    assert {language for language, _ in memory(digest, "en").entries} == {"de", "ru"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--story", "y-000000000000"), "there is no story 'y-000000000000'; there are: y-"),
        (("--edition", "2020-01-01"), "there is no edition '2020-01-01'; the current one is 2026-11-21"),
        (("--locale", "fr"), "'fr' is no locale of this site"),
    ],
)
def test_a_wrong_call_changes_nothing(beleg, digest, arguments, says):
    run = beleg(digest, "translate", "export", *arguments)
    assert run.code == 2
    assert says in " ".join(run.err.split())
    assert not (digest / "sources" / "translations").exists()
    assert beleg(digest, "translate", "export", "--edition", "2026-11-21").code == 0


def test_only_configured_locales_have_a_file(beleg, digest):
    (digest / "sources" / "beleg.toml").write_text('[site]\nlocales = ["sr-Latn", "en"]\n', "utf-8")
    beleg(digest, "translate", "export")
    assert sorted(files(digest)) == ["en.po", "sr-Cyrl.po"]


def test_how_far_each_file_is(beleg, digest):
    run = beleg(digest, "translate")
    assert (run.code, run.out) == (0, "")
    assert "`beleg translate export`" in run.err
    beleg(digest, "translate", "export", "--locale", "en")
    translate(digest, "en", "Verdampfer", FEWER, machine="m")
    left = len(memory(digest, "en").entries) - 1
    run = beleg(digest, "translate")
    message = "message" if left == 1 else "messages"
    assert run.out == f"sources/translations/en.po: 1 translated message, {left} untranslated {message}.\n"
    assert json.loads(beleg(digest, "translate", "--json").out) == {
        "en": {"translated": 1, "machine": 1, "fuzzy": 0, "untranslated": left, "gone": 0, "doubted": []}
    }


def test_what_no_article_says_any_more_is_not_counted_as_translated(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    translate(digest, "en", "Verdampfer", FEWER)
    left = len(memory(digest, "en").entries) - 1
    (digest / "sources" / "flora.md").write_text(FLORA.replace("seltener ein", "etwas seltener ein"), "utf-8")
    run = beleg(digest, "translate")
    assert run.out.startswith(f"sources/translations/en.po: 0 translated messages, {left} untranslated message")
    assert run.out.endswith("1 more is of a quote that no article has any more: `beleg translate export`.\n")
    assert json.loads(beleg(digest, "translate", "--json").out)["en"]["gone"] == 1


def test_a_translation_that_says_something_else_is_named_whoever_made_it(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    translate(digest, "en", "Verdampfer", FEWER, by="Ida Roth")
    run = beleg(digest, "translate", "--strict")
    assert (run.code, run.err) == (0, "")
    wrong = FEWER.replace("foggy", "3 foggy")
    translate(digest, "en", "Verdampfer", wrong, by="Ida Roth")
    run = beleg(digest, "translate")
    entry = next(one for one in memory(digest, "en").entries.values() if one.text == wrong)
    assert run.code == 0
    assert run.err.startswith(
        f"warning: sources/translations/en.po:{entry.line}: the translation seems to say something"
    )
    assert "(numbers: 3 is not in the quote). Compare the two, and correct the translation;" in run.err
    assert run.err.count("\n") == 1
    assert beleg(digest, "translate", "--strict").code == 1
    told = beleg(digest, "translate", "--strict", "--json")
    assert told.code == 1
    (row,) = json.loads(told.out)["en"]["doubted"]
    assert (row["line"], row["quote"], row["text"], row["reason"]) == (entry.line, entry.quote, wrong, "numbers")
    # The build shows it as the person wrote it; what waits is told by `beleg review`.
    assert "3 foggy mornings" in page_of_build(beleg, digest, "en", "3 foggy")
    assert "`beleg translate` compares them." in beleg(digest, "review").err


def test_a_translation_of_which_nothing_is_seen_counts_as_none(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    before = beleg(digest, "translate").out
    translate(digest, "en", "Verdampfer", " \u200b\u2060\u00ad", machine="m")
    assert beleg(digest, "translate").out == before
    assert page_of_build(beleg, digest, "en", "\u2060") == ""


def test_what_is_not_shown_is_not_compared(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    translate(digest, "en", "Verdampfer", FEWER.replace("foggy", "3 foggy"), fuzzy=True)
    run = beleg(digest, "translate", "--strict")
    assert (run.code, run.err) == (0, "")
    assert "`beleg translate` compares" not in beleg(digest, "review").err


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="msgfmt is not installed")
def test_the_files_are_such_as_gettext_reads(beleg, digest):
    beleg(digest, "translate", "export", "--locale", "en")
    translate(digest, "en", "Verdampfer", "The evaporator freezes less often.")
    (digest / "sources" / "flora.md").write_text(FLORA.replace("seltener ein", "etwas seltener ein"), "utf-8")
    ours = beleg(digest, "translate", "export", "--locale", "en").out.partition(": ")[2].strip()
    path = path_of(digest / "sources", "en")
    run = subprocess.run(
        ["msgfmt", "--statistics", "-o", "/dev/null", path], capture_output=True, text=True, check=True
    )
    assert run.stderr.strip() == ours
    assert "1 fuzzy translation" in ours


def test_the_build_counts_how_readers_get_the_facts(beleg, digest):
    beleg(digest, "translate", "export")
    translate(digest, "en", "Verdampfer", "The evaporator freezes less often.", by="Ida Roth")
    run = beleg(digest, "build", "--json")
    told = json.loads(run.out)
    assert list(told["readings"]) == ["de", "sr-Cyrl", "sr-Latn", "ru", "en"]
    for counts in told["readings"].values():
        assert list(counts) == ["typed", "sub_typed", "own_quote", "person", "machine", "foreign"]
        assert sum(counts.values()) == told["facts"]
    english = told["readings"]["en"]
    assert (english["own_quote"], english["person"], english["machine"]) == (0, 1, 0)
    assert told["readings"]["de"]["own_quote"] > 0
    worded = english["typed"] + english["sub_typed"]
    assert (
        f"en: {worded} fact{'s' if worded != 1 else ''} worded ({english['typed']} by their values, {english['sub_typed']} in set phrases), "
        f"0 quoted in the reader's own language, 1 translated, 0 by an unconfirmed machine translation, {english['foreign']} left as a foreign quote only."
    ) in run.err  # fmt: skip
    table = beleg(digest, "languages").out
    assert re.search(r"^foreign quote only +(\d+ +){4}" + f"{english['foreign']}$", table, re.MULTILINE)
    assert json.loads(beleg(digest, "languages", "--json").out)["readings"] == told["readings"]


def test_languages_needs_no_project(beleg, tmp_path):
    run = beleg(tmp_path, "languages")
    assert run.code == 0
    assert "foreign quote" not in run.out


def test_review_lists_what_readers_miss(beleg, digest):
    rows = json.loads(beleg(digest, "review", "--json", "--limit", "0").out)
    mine = [row for row in rows if row["why"] == "foreign"]
    freezes = next(row for row in mine if "Verdampfer" in row["told"][0])
    assert freezes["told"][1] == "  not readable in: sr-Cyrl, sr-Latn, ru, en"
    run = beleg(digest, "review", "--limit", "1")
    assert "`beleg translate export`" in run.out
    assert f"{len(mine) - 1} foreign quote" in run.err
    beleg(digest, "translate", "export")
    for locale in ("sr-Cyrl", "ru", "en"):
        translate(digest, locale, "Verdampfer", {"en": "It freezes less often."}.get(locale, "Не мерзнет."))
    rows = json.loads(beleg(digest, "review", "--json", "--limit", "0").out)
    assert not any("Verdampfer" in row["told"][0] for row in rows if row["why"] == "foreign")
