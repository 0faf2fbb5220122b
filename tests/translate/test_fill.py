"""`beleg translate fill` as an editor runs it, before a real server."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beleg.ingest.translations import Entry, Memory, path_of, read_memory, write_memory
from beleg.translate import client
from chatserver import KEY, Reply, completion, translated

ARTICLE = """\
Elmvik zeigt eine Feststoffzelle

Der Hersteller Elmvik hat am 6. Oktober 2026 eine Feststoffzelle vorgestellt.
Die Zelle lädt laut Elmvik in neun Minuten von 10 auf 80 Prozent.
Unabhängige Messungen gibt es bisher nicht.
"""
TEXTS = {
    "Der Hersteller Elmvik hat am 6. Oktober 2026 eine Feststoffzelle vorgestellt.":
        "Производитель Elmvik представил 6 октября 2026 года твердотельную ячейку.",
    "Die Zelle lädt laut Elmvik in neun Minuten von 10 auf 80 Prozent.":
        "По данным Elmvik, ячейка заряжается с 10 до 80 % за девять минут.",
    "Unabhängige Messungen gibt es bisher nicht.": "Независимых измерений пока нет.",
}  # fmt: skip
FIRST, SECOND, THIRD = TEXTS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One for all: names are read once a folder."""
    return tmp_path_factory.mktemp("digest")


@pytest.fixture
def digest(folder, server, monkeypatch):
    """A project with an article, the settings for the server, and a memory in which each quote waits."""
    monkeypatch.setenv("BELEG_TRANSLATE_KEY", KEY)
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    for path in folder.iterdir():
        shutil.rmtree(path)
    (folder / "sources").mkdir()
    (folder / "sources" / "elmvik.md").write_text(ARTICLE, "utf-8")
    configure(folder, server)
    waiting(folder)
    server.answer = lambda asked, _: translated(asked, TEXTS)
    return folder


def configure(project, server, *lines):
    settings = "\n".join(["[translate.chat]", f'address = "{server.url}"', 'model = "mira-7b"', *lines])
    (project / "sources" / "beleg.toml").write_text(settings, "utf-8")


def waiting(project, *entries, locale="ru"):
    """A memory of empty entries, but for those given."""
    memory = Memory(locale=locale)
    for quote in TEXTS:
        entry = Entry(language="de", quote=quote, comments=("Antriebswende", "Elmvik: Feststoffzelle"))
        memory.entries[entry.key] = entry
    for entry in entries:
        memory.entries[entry.key] = entry
    write_memory(memory, path_of(project / "sources", locale))


def texts(project, locale="ru"):
    memory = read_memory(path_of(project / "sources", locale))
    return {entry.quote: entry.text for entry in memory.entries.values()}


def fill(beleg, digest, *options):
    return beleg(digest, "translate", "fill", "--with", "chat", "--locale", "ru", *options)


def everything(project):
    return b"".join(path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file())


def test_empty_entries_are_filled_and_marked(beleg, digest, server):
    run = fill(beleg, digest)
    assert run.code == 0
    assert texts(digest) == TEXTS
    written = path_of(digest / "sources", "ru").read_text("utf-8")
    assert written.count("# Machine translation: mira-7b\n") == 3
    assert run.err.splitlines()[-3:] == [
        "ru: 3 of 3 passages filled.",
        f"mira-7b: 1 request, 100 tokens there and 50 back, {run.err.splitlines()[-2].rpartition(', ')[2]}",
        "Next: `beleg build`; pages mark these as machine translations until a person confirms them.",
    ]
    assert [one["context"] for one in server.asked[0].passages] == [["Antriebswende", "Elmvik: Feststoffzelle"]] * 3
    assert "Elmvik" in server.asked[0].passages[0]["names"]
    assert fill(beleg, digest).err.count("nothing to fill") == 1
    assert len(server.asked) == 1


def test_what_a_person_wrote_is_never_touched(beleg, digest, server):
    person = Entry(language="de", quote=FIRST, text="Свой текст.", by="Вера Иванова")
    nobody = Entry(language="de", quote=SECOND, text="Чужой текст.", fuzzy=True)
    machine = Entry(language="de", quote=THIRD, text="Старый текст.", fuzzy=True, machine="mira-3b", previous="Alt.")
    waiting(digest, person, nobody, machine)
    before = path_of(digest / "sources", "ru").read_bytes()
    assert fill(beleg, digest).code == 0
    assert path_of(digest / "sources", "ru").read_bytes() == before
    assert server.asked == []
    assert fill(beleg, digest, "--fuzzy").code == 0
    assert texts(digest) == {FIRST: "Свой текст.", SECOND: "Чужой текст.", THIRD: TEXTS[THIRD]}
    [_, _, filled] = read_memory(path_of(digest / "sources", "ru")).entries.values()
    assert (filled.fuzzy, filled.machine, filled.previous) == (False, "mira-7b", None)


def test_what_a_person_saves_while_the_machine_is_asked_wins(beleg, digest, server):
    configure(digest, server, "batch = 1")
    path = path_of(digest / "sources", "ru")

    def answer(asked, number):
        memory = read_memory(path)
        if number == 0:
            memory.header += "Last-Translator: Вера Иванова\n"
            memory.entries["de", FIRST] = Entry(language="de", quote=FIRST, text="Свой текст.", by="Вера Иванова")
            memory.entries["de", SECOND] = Entry(language="de", quote=SECOND, notes=("Спросить редакцию.",))
        elif number == 1:
            del memory.entries["de", THIRD]
            memory.entries["de", "Neu."] = Entry(language="de", quote="Neu.", text="Ново.")
        write_memory(memory, path)
        return translated(asked, TEXTS)

    server.answer = answer
    run = fill(beleg, digest)
    assert run.code == 0
    assert texts(digest) == {FIRST: "Свой текст.", SECOND: TEXTS[SECOND], "Neu.": "Ново."}
    memory = read_memory(path)
    assert memory.translator == "Вера Иванова"
    assert memory.entries["de", FIRST].by == "Вера Иванова"
    assert memory.entries["de", SECOND].notes == ("Спросить редакцию.",)
    assert "1 of 3 passages filled, 2 left as somebody else has changed them meanwhile." in run.err


def change_of(path, change):
    """An answer in time of which somebody changes the file."""

    def answer(asked, _):
        change(path)
        return translated(asked, TEXTS)

    return answer


def sign(path):
    path.write_text(
        path.read_text("utf-8").replace("#. Antriebswende", "# Translated by Ida\n#. Antriebswende"), "utf-8"
    )


@pytest.mark.parametrize("change", [sign, Path.unlink])
def test_entries_that_a_person_signs_and_files_that_are_taken_away_are_not_filled(beleg, digest, server, change):
    path = path_of(digest / "sources", "ru")
    server.answer = change_of(path, change)
    run = fill(beleg, digest)
    assert "0 of 3 passages filled, 3 left as somebody else has changed them meanwhile." in run.err
    assert path.exists() == (change is sign)
    assert change is not sign or set(texts(digest).values()) == {""}


def test_a_file_that_breaks_while_the_machine_is_asked_is_named_and_left(beleg, digest, server):
    path = path_of(digest / "sources", "ru")
    server.answer = change_of(path, lambda path: path.write_text('msgid "half', "utf-8"))
    run = fill(beleg, digest)
    assert run.code == 1
    assert "0 of 3 passages filled" in run.err
    assert "sources/translations/ru.po:1: neither a keyword with a quoted string" in run.err
    assert path.read_text("utf-8") == 'msgid "half'


@pytest.mark.parametrize(
    ("quote", "text", "reason"),
    [
        (SECOND, "По данным Elmvik, ячейка заряжается с 10 до 90 % за девять минут.", "numbers: 80 is missing"),
        (FIRST, "Производитель Elmvik представил 7 октября 2026 года твердотельную ячейку.", "numbers: 6 is missing"),
        (SECOND, "По данным Google, ячейка заряжается с 10 до 80 % за девять минут.", "names: Elmvik is missing"),
        (THIRD, "Независимых измерений пока нет. Это странно.", "sentences: the quote has 1, the translation 2"),
        (THIRD, "There are no independent measurements so far.", "script: "),
        (THIRD, "Независимые измерения уже есть.", "negation: "),
        (THIRD, "Перевод: Независимых измерений пока нет.", "a label: "),
        (THIRD, THIRD, "untranslated: "),
    ],
)
def test_wrong_answers_are_refused_and_counted(beleg, digest, server, quote, text, reason):
    server.answer = lambda asked, _: translated(asked, TEXTS | {quote: text})
    run = fill(beleg, digest)
    assert run.code == 0
    assert texts(digest) == TEXTS | {quote: ""}
    assert f"ru: refused ({reason}" in run.err
    assert f"2 of 3 passages filled, 1 refused ({reason.partition(':')[0]} 1)." in run.err
    assert fill(beleg, digest, "--strict").code == 1


def test_what_is_left_out_is_asked_for_again(beleg, digest, server):
    def answer(asked, number):
        some = asked.passages[:1] if number == 0 else asked.passages
        rows = [{"id": one["id"], "text": TEXTS[one["text"]]} for one in some]
        return Reply(completion(json.dumps({"translations": rows}), usage=(10, 10)))

    server.answer = answer
    assert fill(beleg, digest).code == 0
    assert [len(asked.passages) for asked in server.asked] == [3, 2]
    assert texts(digest) == TEXTS


def test_nonsense_is_asked_for_in_smaller_batches(beleg, digest, server):
    def answer(asked, _):
        if any(one["text"] == SECOND for one in asked.passages):
            return Reply(completion("Ich kann kein JSON."))
        return translated(asked, TEXTS)

    server.answer = answer
    run = fill(beleg, digest)
    assert texts(digest) == TEXTS | {SECOND: ""}
    # A request that failed for good, however small.
    assert run.code == 1
    assert "ru: the answer is not the JSON that was asked for: “Die Zelle lädt" in run.err
    assert "2 of 3 passages filled, 1 not answered." in run.err
    assert len(server.asked) == 5


@pytest.mark.parametrize("left_out", [Reply(completion("Nein.")), Reply(completion('{"translations": []}'))])
def test_a_run_without_an_answer_has_failed(beleg, digest, server, left_out):
    server.answer = lambda asked, number: left_out
    run = fill(beleg, digest)
    assert run.code == 1
    assert "ru: 0 of 3 passages filled, 3 not answered." in run.err
    assert set(texts(digest).values()) == {""}


def test_a_server_that_is_not_there_fails_the_run(beleg, digest, server):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    settings = f'[translate.chat]\naddress = "http://127.0.0.1:{port}/v1"\nmodel = "m"\ntries = 2\n'
    (digest / "sources" / "beleg.toml").write_text(settings, "utf-8")
    run = fill(beleg, digest)
    assert run.code == 1
    assert "ru: 0 of 3 passages filled." in run.err


def test_what_the_check_refuses_is_no_failure_but_a_strict_one(beleg, digest, server):
    server.answer = lambda asked, _: translated(asked, TEXTS | {THIRD: THIRD})
    assert fill(beleg, digest).code == 0
    assert fill(beleg, digest, "--strict").code == 1
    server.answer = lambda asked, _: translated(asked, TEXTS)
    assert fill(beleg, digest, "--strict").code == 0


@pytest.mark.parametrize("text", [None, "[site]\n", "[translate.chat]\n"])
def test_a_table_that_is_missing_is_told_with_what_it_needs(beleg, digest, server, text):
    path = digest / "sources" / "beleg.toml"
    if text is None:
        path.unlink()
    else:
        path.write_text(text, "utf-8")
    run = fill(beleg, digest)
    assert run.code == 1
    assert run.err.startswith(
        "error: sources/beleg.toml: the table [translate.chat] is missing, or says nothing of the server. Write three "
        'lines: [translate.chat], below it address = "https://host/v1", what comes before /chat/completions, and model ='
    )
    assert run.err.count("error: ") == 1
    assert server.asked == []


def test_a_translation_with_the_key_reaches_nothing(beleg, digest, server):
    server.answer = lambda asked, _: translated(asked, TEXTS | {THIRD: f"Независимых измерений нет {KEY}."})
    run = fill(beleg, digest)
    assert texts(digest) == TEXTS | {THIRD: ""}
    assert KEY not in run.out + run.err
    asked = len(server.asked)
    assert beleg(digest, "build").code == 0
    assert KEY.encode() not in everything(digest)
    assert len(server.asked) == asked, "builds ask nobody"


def test_an_error_keeps_what_was_done_and_hides_the_key(beleg, digest, server):
    configure(digest, server, "batch = 1")
    error = {"error": {"message": f"no more for {KEY}"}}
    server.answer = lambda asked, number: translated(asked, TEXTS) if number < 2 else Reply(error, 403)
    run = fill(beleg, digest)
    assert run.code == 1
    assert list(texts(digest).values()) == [TEXTS[FIRST], TEXTS[SECOND], ""]
    assert "2 of 3 passages filled" in run.err
    assert "beleg: 127.0.0.1: HTTP 403 Forbidden" in run.err
    assert KEY not in run.out + run.err


@pytest.mark.parametrize(
    ("options", "lines", "asked", "why"),
    [
        (["--limit", "1500"], [], 2, "beyond the limit of 1,500 tokens"),
        ([], ["limit = 1500"], 2, "beyond the limit of 1,500 tokens"),
        (["--cost", "0.001"], ["price_in = 1", "price_out = 2"], 1, "beyond the limit of 0.001"),
        ([], ["cost = 0.001", "price_in = 1", "price_out = 2"], 1, "beyond the limit of 0.001"),
        (["--minutes", "0.004"], [], 1, "the time is up (0.004 min)"),
    ],
)  # fmt: skip
def test_limits_end_a_run_and_keep_what_was_done(beleg, digest, server, options, lines, asked, why):
    configure(digest, server, "batch = 1", *lines)

    def answer(request, _):
        reply = translated(request, TEXTS)
        reply.body["usage"] = {"prompt_tokens": 500, "completion_tokens": 50}
        reply.seconds = 0.25 if "--minutes" in options else 0
        return reply

    server.answer = answer
    run = fill(beleg, digest, *options)
    assert run.code == 0
    assert len(server.asked) == asked
    done = asked if "--minutes" not in options else 0
    assert sum(bool(text) for text in texts(digest).values()) == done
    assert why in run.err
    assert "the same command goes on from there" in run.err


def test_costs_are_told(beleg, digest, server):
    configure(digest, server, "price_in = 1000", "price_out = 2000")
    assert "100 tokens there and 50 back, about 0.20 by your prices" in fill(beleg, digest).err


def test_a_dry_run_asks_nobody(beleg, digest, server, monkeypatch):
    monkeypatch.delenv("BELEG_TRANSLATE_KEY")
    run = fill(beleg, digest, "--dry-run")
    assert run.code == 0
    assert server.asked == []
    assert f"mira-7b at {server.url}/chat/completions would be asked for:" in run.out
    assert re.search(r"ru: 3 passages \(185 characters\) in 1 request, about \d+ tokens there and \d+ back", run.out)
    assert "Nothing was asked." in run.out
    found = json.loads(fill(beleg, digest, "--dry-run", "--json").out)
    assert (found["locales"][0]["passages"], found["locales"][0]["requests"]) == (3, 1)
    assert set(texts(digest).values()) == {""}


def test_json_tells_all(beleg, digest, server):
    server.answer = lambda asked, _: translated(asked, TEXTS | {THIRD: THIRD})
    found = json.loads(fill(beleg, digest, "--json").out)
    assert (found["translator"], found["requests"], found["stopped"]) == ("mira-7b", 1, None)
    [locale] = found["locales"]
    assert (locale["filled"], locale["refused"][0]["reason"]) == (2, "untranslated")


def test_one_memory_serves_both_serbian_scripts(beleg, digest, server):
    waiting(digest, locale="sr-Cyrl")
    server.answer = lambda asked, _: translated(
        asked, {THIRD: "Независних мерења засад нема."} | dict.fromkeys((FIRST, SECOND), "")
    )
    run = beleg(digest, "translate", "fill", "--with", "chat", "--locale", "sr-Latn")
    assert texts(digest, "sr-Cyrl")[THIRD] == "Независних мерења засад нема."
    assert "Cyrillic" in server.asked[0].target
    assert "2 not answered" in run.err


def test_quotes_that_no_article_has_stay_empty(beleg, digest, server):
    gone = Entry(language="de", quote="Das sagt niemand mehr.")
    waiting(digest, gone)
    assert fill(beleg, digest).code == 0
    assert texts(digest) == TEXTS | {"Das sagt niemand mehr.": ""}


def test_only_a_story(beleg, digest, server):
    run = fill(beleg, digest, "--story", "y-0")
    assert run.code == 2
    assert "there is no story 'y-0'; there are: y-" in run.err
    story = re.search(r"y-[0-9a-f]{12}", run.err)[0]
    assert fill(beleg, digest, "--story", story).code == 0
    assert texts(digest) == TEXTS


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--with", "deep"], 1, "there is no translator 'deep'; there is chat"),
        (["--with", "chat", "--locale", "fr"], 2, "'fr' is no locale of this site"),
        (["--with", "chat", "--cost", "1"], 2, "--cost needs price_in and price_out below [translate.chat]"),
        ([], 2, "--with"),
    ],
)
def test_wrong_calls(beleg, digest, server, options, code, words):
    run = beleg(digest, "translate", "fill", *options)
    assert run.code == code
    assert words in run.err
    assert server.asked == []


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['key = "sk-secret-in-a-file"'], "sources/beleg.toml:4: `key` is no name of an environment variable"),
        (["batch = 0"], "sources/beleg.toml:4: `batch` is 0, expected a whole number from 1 to 100"),
        (["price_in = 1"], "`price_out` is missing"),
        (["cost = 1"], "`cost` can't be kept without prices"),
        (["colour = 1"], "sources/beleg.toml:4: unknown key `colour` in [translate.chat]"),
    ],
)
def test_wrong_settings_ask_nobody(beleg, digest, server, lines, words):
    configure(digest, server, *lines)
    run = fill(beleg, digest)
    assert run.code == 1
    assert words in run.err
    assert "secret-in-a-file" not in run.err
    assert server.asked == []


def test_a_memory_that_is_not_there(beleg, digest, server):
    path_of(digest / "sources", "ru").unlink()
    run = fill(beleg, digest)
    assert run.code == 0
    assert "sources/translations/ru.po is not there yet; `beleg translate export` makes it." in run.err


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_run_that_is_stopped_keeps_what_was_done(digest, server):
    configure(digest, server, "batch = 1")

    def answer(asked, number):
        reply = translated(asked, TEXTS)
        reply.seconds = 0 if number < 2 else 5
        return reply

    server.answer = answer
    command = [sys.executable, "-m", "beleg", "translate", "fill", "--with", "chat", "--locale", "ru"]
    # Who runs the tests in the background may have Ctrl-C ignored, and what is started would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, cwd=digest, stderr=subprocess.PIPE, text=True) as process:
        signal.signal(signal.SIGINT, before)
        end = time.monotonic() + 30
        while len(server.asked) < 3 and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=10)
    assert process.returncode == 130
    assert list(texts(digest).values()) == [TEXTS[FIRST], TEXTS[SECOND], ""]
    assert "2 of 3 passages filled" in told
    assert told.endswith("Stopped.\n")
    assert not [path for path in Path(digest, "sources", "translations").iterdir() if path.suffix != ".po"]


def test_a_broken_memory_costs_only_itself(beleg, digest, server):
    path_of(digest / "sources", "de").write_text('msgid "\n', "utf-8")
    run = beleg(digest, "translate", "fill", "--with", "chat", "--locale", "de", "--locale", "ru")
    assert run.code == 1
    assert "error: sources/translations/de.po:1: " in run.err
    assert texts(digest) == TEXTS
