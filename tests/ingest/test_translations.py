"""The translation memory: what is read from its files, what is refused, and that writing loses nothing."""

from __future__ import annotations

import os
import re
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beleg.errors import IngestError, ProjectError
from beleg.ingest.translations import (
    Entry,
    Memory,
    change_memory,
    path_of,
    read_memory,
    read_translations,
    write_memory,
)
from beleg.records import Translation

HEAD = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
QUOTE = "TorchNeuron läuft zunächst nur in einer privaten Beta."


def put(sources, name, text, *, head=True):
    path = sources / "translations" / f"{name}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = (HEAD.format(name) if head else "") + text
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def entry(text, *, quote=QUOTE, language="de", above=""):
    return f'{above}msgctxt "{language}"\nmsgid "{quote}"\nmsgstr "{text}"\n\n'


def test_a_translation_is_read_with_who_made_it(tmp_path):
    put(tmp_path, "en", entry("TorchNeuron is in private beta.", above="# Translated by Vesna Perić\n"))
    put(tmp_path, "ru", entry("Пока закрытая бета.", above="#. Siliziumpost\n# Machine translation: grosse/modell-7\n"))
    found, problems = read_translations(tmp_path)
    assert problems == []
    assert found == (
        Translation(
            locale="en", language="de", quote=QUOTE, text="TorchNeuron is in private beta.", by="Vesna Perić",
        ),
        Translation(locale="ru", language="de", quote=QUOTE, text="Пока закрытая бета.", machine="grosse/modell-7"),
    )  # fmt: skip


def test_nothing_is_read_where_there_is_no_folder(tmp_path):
    assert read_translations(tmp_path) == ((), [])


@pytest.mark.parametrize(
    ("translator", "above", "by", "machine"),
    [
        ("Jelena Ilić <jelena@blatt.example>", "", "Jelena Ilić", None),
        ("jelena@blatt.example", "", None, None),
        ("FULL NAME <EMAIL@ADDRESS>", "", None, None),
        ("Jelena Ilić", "# Translated by Anton\n", "Anton", None),
        # Nobody has confirmed it, so the header's name does not count.
        ("Jelena Ilić", "# Machine translation: modell\n", None, "modell"),
        ("Jelena Ilić", "# machine translation\n", None, ""),
        # As long as the line stands it is a machine's.
        ("Jelena Ilić", "# Translated by Anton\n# Machine translation: modell\n", "Anton", "modell"),
        # Marks that would turn the line in which the name stands.
        ("Jelena \u202eIlić", "", "Jelena Ilić", None),
        ("Jelena Ilić", "# Translated by An\u200ft\u061con\n", "Anton", None),
        ("\u200b", "", None, None),
    ],
)
def test_who_translated(tmp_path, translator, above, by, machine):
    head = HEAD.format("en").rstrip("\n") + f'\n"Last-Translator: {translator}\\n"\n\n'
    put(tmp_path, "en", head + entry("It is.", above=above), head=False)
    (found,), problems = read_translations(tmp_path)
    assert (found.by, found.machine, problems) == (by, machine, [])


@pytest.mark.parametrize(
    "text",
    [
        entry("Doubtful.", above="#, fuzzy\n"),
        entry("Doubtful.", above="#, fuzzy, no-wrap\n"),
        entry(""),
        entry("  "),
        entry("\u200b"),
        entry(" \u2060\u00ad\u200d\ufeff\u3000"),
        entry("\u3164\u2800"),
        "".join(f"#~ {line}\n" for line in entry("Gone.").strip().split("\n")),
    ],
)
def test_what_is_fuzzy_empty_or_obsolete_is_never_shown(tmp_path, text):
    put(tmp_path, "en", text)
    assert read_translations(tmp_path) == ((), [])


def test_line_ends_and_byte_order_marks_of_other_systems(tmp_path):
    text = HEAD.format("en") + entry("It is.")
    put(tmp_path, "en", "", head=False).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    (found,), problems = read_translations(tmp_path)
    assert (found.quote, found.text, problems) == (QUOTE, "It is.", [])


def test_quotes_are_exact(tmp_path):
    quote = 'Er sagt: \\"Läuft\\\\gut\\".\\n\\tUnd 60 % der Nutzer {so}.'
    put(tmp_path, "en", entry("He says so.", quote=quote))
    (found,), _ = read_translations(tmp_path)
    assert found.quote == 'Er sagt: "Läuft\\gut".\n\tUnd 60 % der Nutzer {so}.'


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (entry("It is.").replace('msgstr "It is."', 'msgstr "It is.'), 8, "quoted string"),
        ("Guten Tag\n", 6, "quoted string"),
        ('#~ msgid "a"\n#~ msgstr[0]x "b"\n', 7, "quoted string"),
        (entry("It is.") * 2, 11, "stands twice, first on line 7"),
        ('msgid "Ohne Sprache."\nmsgstr "Without."\n', 6, "msgctxt is missing"),
        (entry("It is.", language="fr"), 7, "msgctxt is 'fr'"),
        ('msgctxt "de"\nmsgid "Ohne Text"\n', 7, "missing msgstr"),
        ('msgctxt "de"\nmsgid ""\nmsgstr "Nothing"\n', 7, "has no quote"),
        ('msgctxt "de"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', 7, "plural forms"),
    ],
)
def test_a_broken_file_is_named_with_its_line_and_costs_only_itself(tmp_path, text, line, says):
    put(tmp_path, "de", entry("Es ist so.", language="ru", quote="Это так."))
    path = put(tmp_path, "en", text)
    found, (problem,) = read_translations(tmp_path)
    assert [one.locale for one in found] == ["de"]
    assert (problem.path, problem.line, problem.severity) == ("sources/translations/en.po", line, "error")
    assert says in problem.message
    assert problem.hint
    with pytest.raises(ProjectError) as raised:
        read_memory(path)
    assert (raised.value.path, raised.value.line) == ("sources/translations/en.po", line)


def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path):
    put(tmp_path, "de", "").write_bytes((HEAD.format("de") + entry("Übel")).encode("latin-1"))
    found, (problem,) = read_translations(tmp_path)
    assert (found, problem.line, problem.message) == ((), 7, "not in UTF-8")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("sr-Latn", "sr-Cyrl.po"), ("sr@latin", "sr-Cyrl.po"), ("sr_Cyrl", "sr-Cyrl.po"), ("fr", "de.po")],
)
def test_a_file_of_another_name_is_a_problem_with_a_hint(tmp_path, name, hint):
    put(tmp_path, name, entry("So je to."))
    found, (problem,) = read_translations(tmp_path)
    assert found == ()
    assert problem.path == f"sources/translations/{name}.po"
    assert hint in problem.hint


def test_other_files_are_no_memory(tmp_path):
    path = put(tmp_path, "en", entry("It is."))
    for name in ("en.mo", "en.po~", "notes.txt"):
        path.with_name(name).write_bytes(b"\x00")
    found, problems = read_translations(tmp_path)
    assert (len(found), problems) == (1, [])


def test_a_link_out_of_the_project_is_refused(tmp_path):
    (tmp_path / "elsewhere.po").write_text(HEAD.format("en") + entry("It is."), "utf-8")
    folder = tmp_path / "sources" / "translations"
    folder.mkdir(parents=True)
    (folder / "en.po").symlink_to(tmp_path / "elsewhere.po")
    found, (problem,) = read_translations(tmp_path / "sources")
    assert found == ()
    assert "leads out of sources/" in problem.message


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("charset=undefined", "a PO file can't be in 'undefined'"),
        ("charset=punycode", "a PO file can't be in 'punycode'"),
        ("charset=unicode_escape", "a PO file can't be in 'unicode_escape'"),
        ("charset=utf-7", "a PO file can't be in 'utf-7'"),
        ("charset=utf-16", "a PO file can't be in 'utf-16'"),
        ("charset=" + 1000 * "x", f"unknown character set {'x' * 40!r}"),
        ("charset=hex", "unknown character set 'hex'"),
    ],
)
def test_a_character_set_that_is_none_costs_only_its_file(tmp_path, data, says):
    put(tmp_path, "de", entry("Es ist so.", language="ru", quote="Это так."))
    text = HEAD.format("en").replace("charset=UTF-8", data) + entry("It's – so.")
    put(tmp_path, "en", text, head=False)
    found, (problem,) = read_translations(tmp_path)
    assert [one.locale for one in found] == ["de"]
    assert (problem.path, problem.line, problem.message) == ("sources/translations/en.po", 4, says)
    assert problem.hint


@pytest.mark.parametrize("name", ["en", "loop"])
def test_a_link_that_leads_to_itself_costs_only_itself(tmp_path, name):
    path = put(tmp_path, name, "")
    put(tmp_path, "de", entry("Es ist so.", language="ru", quote="Это так."))
    path.unlink()
    path.symlink_to(path.name)
    found, (problem,) = read_translations(tmp_path)
    assert [one.locale for one in found] == ["de"]
    assert problem.path == f"sources/translations/{name}.po"
    assert problem.message
    assert problem.hint


@pytest.mark.parametrize("mark", ["\x00", "\u202e", "\u2066", "\x9b", "\u200e", "\u200f", "\u061c"])
def test_invisible_characters_keep_a_translation_off_the_page(tmp_path, mark):
    other = entry("Fine.", quote="Es geht.")
    put(tmp_path, "en", entry(f"It {mark}is.") + other)
    (found,), (problem,) = read_translations(tmp_path)
    assert found.text == "Fine."
    assert (problem.line, problem.severity) == (7, "warning")
    assert f"U+{ord(mark):04X}" in problem.message


@pytest.mark.parametrize(
    ("letters", "quote", "shown"),
    [
        (2_000, "Es geht.", True),
        (2_001, "Es geht.", False),
        (4_000, "Es geht." * 50, True),
        (4_001, "Es geht." * 50, False),
    ],
)
def test_a_translation_of_absurd_length_is_not_shown(tmp_path, letters, quote, shown):
    put(tmp_path, "en", entry("a" * letters, quote=quote) + entry("Fine."))
    found, problems = read_translations(tmp_path)
    assert [len(one.text) for one in found] == ([letters, 5] if shown else [5])
    assert [(one.line, one.severity, one.message) for one in problems] == (
        [] if shown else [(7, "warning", f"the translation has {letters:,} letters, its quote {len(quote)}")]
    )


@pytest.mark.parametrize(
    ("locale", "text", "shown"),
    [
        ("sr-Cyrl", "TorchNeuron је за сада у затвореној бети.", True),
        ("sr-Cyrl", "TorchNeuron je za sada u zatvorenoj beti.", False),
        # Names alone, and a word of the quote.
        ("sr-Cyrl", "TorchNeuron", True),
        ("sr-Cyrl", "nur", True),
        ("ru", "TorchNeuron is in private beta.", False),
        ("en", "TorchNeuron в закрытой бете.", False),
        ("en", "Тольятти is a city.", True),
    ],
)
def test_a_translation_in_the_wrong_alphabet_is_not_shown(tmp_path, locale, text, shown):
    put(tmp_path, locale, entry(text))
    found, problems = read_translations(tmp_path)
    assert ([one.text for one in found], len(problems)) == (([text], 0) if shown else ([], 1))


def test_writing_keeps_everything_that_editors_and_programs_added(tmp_path):
    text = (
        "# Our translations.\n#\n# With care.\n"
        + HEAD.format("en").rstrip("\n")
        + '\n"Last-Translator: Jelena Ilić <jelena@blatt.example>\\n"\n"X-Generator: Poedit 3.4\\n"\n\n'
        + entry("It is.", above="# Translated by Anton\n# See the note of 3 May.\n#. Siliziumpost\n#. Beta\n#, no-wrap\n")
        + entry(
            "60 % of {it}.", quote="60 % der {Sache}.",
            above='# Machine translation: m\n#, fuzzy\n#| msgctxt "de"\n#| msgid "50 % der {Sache}."\n',
        )
        + '# An old remark.\n#, fuzzy\n#~| msgid "Noch früher."\n#~ msgctxt "ru"\n#~ msgid "Раньше."\n#~ msgstr "Earlier."\n'
    )  # fmt: skip
    path = put(tmp_path, "en", text, head=False)
    memory = read_memory(path)
    assert memory.translator == "Jelena Ilić"
    assert list(memory.entries) == [("de", QUOTE), ("de", "60 % der {Sache}.")]
    assert memory.entries["de", QUOTE].notes == ("See the note of 3 May.",)
    assert memory.entries["de", "60 % der {Sache}."].previous == "50 % der {Sache}."
    assert memory.obsolete["ru", "Раньше."].fuzzy
    write_memory(memory, path)
    first = path.read_text("utf-8")
    again = read_memory(path)
    assert _bare(again) == _bare(memory)
    assert again.header == memory.header
    assert again.header_notes == memory.header_notes
    assert "X-Generator: Poedit 3.4" in first
    assert "python" not in first
    assert '#~| msgid "Noch früher."' in first
    assert first.startswith("# Our translations.\n#\n# With care.\n")
    write_memory(again, path)
    assert path.read_text("utf-8") == first


def test_writing_keeps_what_belongs_to_no_entry_and_references_and_doubles(tmp_path):
    gone = entry("{}", quote="Вчера.", language="ru").strip().replace("\n", "\n#~ ")
    text = (
        entry("It is.", above="#: flora.md:3 \u2068zwei Wörter.md\u2069:7\n#: sud.md\n")
        + "".join(f"#~ {gone.format(word)}\n\n" for word in ("First", "Second", "Third"))
        + '# To do: the rest.\n#\n# Ida\n#| msgid "x"\n'
    )  # fmt: skip
    path = put(tmp_path, "en", text)
    memory = read_memory(path)
    assert [one.text for one in (*memory.older, *memory.obsolete.values())] == ["First", "Second", "Third"]
    write_memory(memory, path)
    first = path.read_text("utf-8")
    assert "#: flora.md:3 sud.md \u2068zwei Wörter.md\u2069:7\n" in first
    assert [first.count(f'#~ msgstr "{word}"') for word in ("First", "Second", "Third")] == [1, 1, 1]
    assert first.endswith('\n\n# To do: the rest.\n#\n# Ida\n#| msgid "x"\n')
    write_memory(read_memory(path), path)
    assert path.read_text("utf-8") == first
    assert read_memory(path).last_notes == ("To do: the rest.", "", "Ida", '| msgid "x"')


def test_writing_keeps_the_line_ends_of_a_file(tmp_path):
    path = put(tmp_path, "en", "")
    path.write_bytes((HEAD.format("en") + entry("It is.")).replace("\n", "\r\n").encode())
    write_memory(read_memory(path), path)
    data = path.read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > 5


def test_a_file_in_another_encoding_is_written_in_utf_8(tmp_path):
    path = put(tmp_path, "de", "")
    text = HEAD.format("de").replace("UTF-8", "windows-1251") + entry("Übel", quote="Плохо.", language="ru")
    path.write_bytes(text.replace("Übel", "Schlecht").encode("cp1251"))
    write_memory(read_memory(path), path)
    (found,), problems = read_translations(tmp_path)
    assert (found.quote, found.text, problems) == ("Плохо.", "Schlecht", [])
    assert "charset=UTF-8" in path.read_text("utf-8")


def test_the_entry_that_readme_shows_is_read(tmp_path):
    root = Path(__file__).parents[2]
    (block,) = re.findall(
        r"^```po\n(.*?)^```$", root.joinpath("README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    put(tmp_path, "en", block)
    (found,), problems = read_translations(tmp_path)
    assert (found.by, found.machine, problems) == ("Ida Roth", None, [])
    assert found.quote in root.joinpath("sources", "solidstate", "de.md").read_text("utf-8")


def test_a_change_begins_anew_where_the_file_is_saved_meanwhile(tmp_path):
    path = put(tmp_path, "en", entry("It is."))
    other = entry("Somebody's.", quote="Es geht.")

    def change(memory):
        if "Somebody's" not in path.read_text("utf-8"):
            put(tmp_path, "en", entry("It is.") + other)
        memory.entries["de", QUOTE] = replace(memory.entries["de", QUOTE], text="It was.")

    changed = change_memory(path, change)
    assert [one.text for one in changed.entries.values()] == ["It was.", "Somebody's."]
    assert _bare(read_memory(path)) == _bare(changed)


def test_a_file_that_is_never_at_rest_is_left_alone(tmp_path):
    path = put(tmp_path, "en", entry("It is."))
    calls = []

    def change(memory):
        calls.append(memory)
        put(tmp_path, "en", entry(f"State {len(calls)}."))
        memory.entries.clear()

    with pytest.raises(IngestError, match=r"en\.po: is being changed by another program") as raised:
        change_memory(path, change)
    assert raised.value.hint
    assert 1 < len(calls) < 10
    assert f"State {len(calls)}." in path.read_text("utf-8")


def test_what_is_not_changed_is_not_written(tmp_path):
    path = put(tmp_path, "en", entry("It  is.") + "\n\n")
    before = path.read_bytes()
    change_memory(path, lambda memory: None)
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="processes can't be asked for")
def test_what_a_killed_writer_left_is_taken_out_by_the_next(tmp_path):
    path = put(tmp_path, "en", entry("It is."))
    with subprocess.Popen(["sleep", "30"]) as alive:
        with subprocess.Popen(["true"]) as dead:
            dead.wait()
        mine, others = [f".en.po.{one}" for one in (os.getpid(), dead.pid, 10**30)], [
            f".en.po.{alive.pid}", ".en.po.swp", f".de.po.{dead.pid}", f"en.po.{dead.pid}",
        ]  # fmt: skip
        for name in (*mine, *others):
            path.with_name(name).write_text("half", "utf-8")
        write_memory(Memory(locale="en"), path)
        alive.kill()
    assert sorted(one.name for one in path.parent.iterdir()) == sorted(["en.po", *others])
    assert read_memory(path).entries == {}


def test_a_new_memory_says_how_it_is_filled(tmp_path):
    path = path_of(tmp_path, "sr-Latn")
    assert path.name == "sr-Cyrl.po"
    memory = Memory(locale="sr-Cyrl")
    memory.entries["de", QUOTE] = Entry(language="de", quote=QUOTE, comments=("Siliziumpost", "Верзија"))
    write_memory(memory, path)
    text = path.read_text("utf-8")
    assert text.startswith("# Translations of quotes")
    assert "Language: sr_Cyrl" in text
    assert f'#. Siliziumpost\n#. Верзија\nmsgctxt "de"\nmsgid "{QUOTE}"\nmsgstr ""\n' in text
    assert read_translations(tmp_path) == ((), [])


def test_what_cannot_be_written_is_an_error_and_leaves_the_file(tmp_path):
    (tmp_path / "translations").write_text("a file in the way", "utf-8")
    with pytest.raises(IngestError, match="sources/translations: is no folder"):
        write_memory(Memory(locale="en"), path_of(tmp_path, "en"))
    assert (tmp_path / "translations").read_text("utf-8") == "a file in the way"


_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=40)


# What a fuzzy text was made for is only looked at: of its white space, the kind may change.
_LOOKED_AT = st.text('aÄшю"\\\n |', min_size=1, max_size=40)


@given(quote=_TEXT, text=_TEXT, previous=st.none() | _LOOKED_AT, fuzzy=st.booleans())
def test_any_text_comes_back_as_it_was_written(tmp_path_factory, quote, text, previous, fuzzy):
    path = path_of(tmp_path_factory.getbasetemp(), "de")
    memory = Memory(locale="de")
    one = Entry(language="ru", quote=quote, text=text, previous=previous, fuzzy=fuzzy, machine="m")
    memory.entries[one.key] = one
    memory.obsolete["de", quote] = replace(one, language="de")
    write_memory(memory, path)
    again = read_memory(path)
    assert _bare(again) == _bare(memory)


def test_thousands_of_entries_are_read_at_once(tmp_path):
    many = "".join(
        entry(f"Translation number {n}.", quote=f"{QUOTE} Satz {n}.", above="# Translated by Anton\n")
        for n in range(5000)
    )
    put(tmp_path, "en", many)
    begin = time.perf_counter()
    found, _ = read_translations(tmp_path)
    assert len(found) == 5000
    # A fifth of that on an idle machine.
    assert time.perf_counter() - begin < 5


def _bare(memory):
    """The entries without the lines at which they stand."""
    return [
        [replace(one, line=None) for one in entries.values()] for entries in (memory.entries, memory.obsolete)
    ]  # fmt: skip
