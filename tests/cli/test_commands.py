"""Every command: help, results on standard output, the rest on standard error, exit codes."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys

import pytest

import printed
from beleg.cli import COMMANDS, main
from beleg.errors import MergeError
from beleg.render.tables import _safe

ARTICLE = """\
Hersteller Novira bringt Wärmepumpe Flora auf den Markt

Novira hat am 3. März 2026 die Wärmepumpe Flora vorgestellt. Nach Angaben von Novira kostet sie 4.900 Euro.
Das Labor Thermis maß einen Verbrauch von 21 Kilowattstunden am Tag.
"""


@pytest.fixture
def article(tmp_path):
    path = tmp_path / "Wärmepumpe.txt"
    path.write_text(ARTICLE, "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_an_example(beleg, tmp_path, command):
    run = beleg(tmp_path, command, "--help")
    assert run.code == 0
    assert "\n  Example: beleg " in run.out
    assert "\\b" not in run.out
    assert COMMANDS[command][1] in beleg(tmp_path, "--help").out


def test_help_imports_nothing_heavy():
    """`beleg --help` answers at once because it loads neither lexicons, nor pages, nor parsers."""
    code = "import sys; from beleg.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stderr.split())
    assert not loaded & {"jinja2", "babel", "lxml", "yaml", "feedparser", "beleg.pipeline", "beleg.lexicons", "asyncio"}


def test_init_add_check_build(beleg, project, article):
    """From nothing to pages, each step naming the next."""
    empty = beleg(project, "build")
    assert empty.code == 0
    assert "sources/ holds no article" in empty.err
    assert "run `beleg add` with a file or an address" in empty.err

    added = beleg(project, "add", str(article))
    assert (added.code, added.out) == (
        0, "de · title: Hersteller Novira bringt Wärmepumpe Flora auf den Markt · publisher missing · published missing · url missing\n"
    )  # fmt: skip
    assert "Added sources/waermepumpe.txt" in added.err
    assert "does not say who published it, when it was published or its address." in added.err
    assert "nothing was added" in beleg(project, "add", str(article)).err

    checked = beleg(project, "check")
    assert checked.code == 0
    assert checked.out.startswith("waermepumpe.txt: de · title: Hersteller Novira")
    assert "hint: sources/waermepumpe.txt: it does not say who published it or when it was published." in checked.err
    assert "1 article can be read; 0 errors, 0 warnings, 1 hint." in checked.err

    built = beleg(project, "build")
    assert built.code == 0
    assert re.search(r"Built \d+ files in public/ from 1 article: \d+ facts in 1 story", built.err)
    assert (project / "public" / "sr-Latn" / "index.html").is_file()


def test_a_feed_file_is_added(beleg, project, tmp_path):
    """And described as a source, so that who publishes it can be said."""
    feed = tmp_path / "Meldungen.rss"
    feed.write_text(
        '<rss version="2.0"><channel><title>Blatt</title><item><title>Eins</title></item></channel></rss>', "utf-8"
    )
    added = beleg(project, "add", str(feed))
    assert added.out.startswith("file: meldungen.rss\ntitle: Blatt\n")
    assert "Added sources/meldungen.rss; what sources/blatt.source.toml says of it can be corrected there." in added.err
    described = (project / "sources" / "blatt.source.toml").read_text("utf-8")
    assert '\nfile = "meldungen.rss"\npublisher = "Blatt"\n' in described
    assert beleg(project, "check").code == 0
    assert "holds this feed already" in beleg(project, "add", str(feed)).err
    (tmp_path / "x.json").write_text("{}", "utf-8")
    refused = beleg(project, "add", str(tmp_path / "x.json"))
    assert refused.code == 1
    assert "x.json: not a feed" in refused.err


def test_several_files_are_added_and_one_that_fails_stops_no_other(beleg, project, article, tmp_path):
    office = tmp_path / "a.docx"
    office.write_bytes(b"PK")
    run = beleg(project, "add", str(office), str(article))
    assert run.code == 1
    assert "files that end in .docx are not read. Save the article as .txt, .md or .html." in run.err
    assert "Added sources/waermepumpe.txt" in run.err
    assert run.err.endswith("Next: run `beleg build`.\n")


def test_after_a_warning_comes_how_to_correct(beleg, project, tmp_path):
    file = tmp_path / "a.md"
    file.write_text(f"---\ndatum: 2026-01-02\n---\n{ARTICLE}", "utf-8")
    run = beleg(project, "add", str(file))
    assert "did you mean `published`?. See" not in run.err
    assert "did you mean `published`? See the lines between --- at the top of the file." in run.err
    assert run.err.endswith("Next: correct what is said above in the files below sources/, then run `beleg build`.\n")


def test_init_names_the_folder_and_what_it_left_alone(beleg, tmp_path):
    folder = tmp_path / "digest"
    folder.mkdir()
    (folder / "notes.txt").write_text("x")
    (folder / ".gitignore").write_text("x")
    run = beleg(folder, "init")
    assert f"Made a project in {folder}." in run.err
    assert "2 files or folders that were there were left alone: .gitignore, notes.txt." in run.err
    assert (folder / ".gitignore").read_text() == "x"


@pytest.mark.parametrize("written", ['[[laboratory]]\nname = "X"', 'laboratory = ["X"]', 'laboratory = "x"'])
def test_names_that_are_no_table_are_a_problem_of_the_file(beleg, project, written):
    (project / "sources" / "names.toml").write_text(written, "utf-8")
    run = beleg(project, "check")
    assert run.code == 1
    assert "error: sources/names.toml:1: `laboratory` is no table" in run.err
    assert "Write the heading [laboratory] on a line of its own" in run.err


def test_an_article_without_a_statement_is_a_warning_and_no_story(beleg, project, article):
    beleg(project, "add", str(article))
    (project / "sources" / "kurz.md").write_text("---\nlanguage: de\n---\nNur Titel\n", "utf-8")
    run = beleg(project, "build")
    assert run.code == 0
    for told in (run.err, beleg(project, "check").err):
        assert "warning: sources/kurz.md: says nothing that Beleg could read." in told
    assert "from 2 articles: " in run.err
    assert " in 1 story" in run.err


@pytest.mark.slow
def test_build_counts_facts_as_the_page_does(beleg, stories):
    run = beleg(stories, "build")
    shown, aside = re.search(r": (\d+) facts in 3 stories(?: and (\d+) on other matters)?,", run.err).groups()
    words = printed.read(stories / "public" / "en" / "index.html").words
    assert f"{shown} facts" in words
    assert aside is None or f"On other matters {aside} fact" in words


def test_a_project_is_not_made_twice(beleg, project):
    run = beleg(project, "init")
    assert run.code == 1
    assert "is there already" in run.err


@pytest.mark.parametrize("command", ["build", "check", "facts", "statements", "review"])
def test_outside_a_project(beleg, tmp_path, command):
    run = beleg(tmp_path, command)
    assert (run.code, run.out) == (1, "")
    assert "no project here" in run.err
    assert "`beleg init`" in run.err


@pytest.mark.parametrize(
    "arguments", [["bild"], ["build", "--nope"], ["facts", "--format", "xls"], ["explain"], ["add", "nowhere.txt"]]
)
def test_a_wrong_call_is_exit_code_2(beleg, project, arguments):
    run = beleg(project, *arguments)
    assert (run.code, run.out) == (2, "")
    assert "Error: " in run.err


@pytest.mark.slow
def test_machine_readable(beleg, stories):
    checked = json.loads(beleg(stories, "check", "--json").out)
    assert [row["id"] for row in checked["articles"]][:2] == ["browser/de.md", "browser/ru.md"]
    built = json.loads(beleg(stories, "build", "--json").out)
    assert (built["articles"], built["stories"], built["edition"]) == (9, 3, "2026-10-27")
    waiting = json.loads(beleg(stories, "review", "--json", "--limit", "2").out)
    assert [row["why"] for row in waiting].count("unsure") <= 2
    assert json.loads(beleg(stories, "languages", "--json").out)["sr"]["scripts"] == ["Cyrl", "Latn"]


@pytest.mark.parametrize("command", ["check", "build", "statements", "facts"])
def test_a_source_that_failed_is_exit_code_1(beleg, project, article, command):
    """The others are there all the same."""
    beleg(project, "add", str(article))
    (project / "sources" / "bild.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    run = beleg(project, command)
    assert run.code == 1
    assert "error: sources/bild.txt: binary file: it holds a PNG image. Save" in run.err
    assert "waermepumpe.txt" in run.out or command in ("build", "facts")


def test_a_single_file_needs_no_project(beleg, article, tmp_path):
    run = beleg(tmp_path, "statements", str(article))
    rows = [json.loads(line) for line in run.out.splitlines()]
    assert (run.code, run.err) == (0, "")
    text = article.read_text("utf-8")
    assert all(text[row["start"] : row["end"]] == row["quote"] for row in rows)
    assert any(row["claimant"] == "Novira" and row["evidence"] == "vendor_claim" for row in rows)


def test_facts_as_csv(beleg, stories):
    """One row a mention, with the values of both."""
    rows = list(csv.DictReader(io.StringIO(beleg(stories, "facts", "--format", "csv").out)))
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    assert [row["statement"] for row in rows] == [name for fact in facts for name in fact["mentions"]]
    assert {row["publisher"] for row in rows} >= {"Bitlese", "Digitalni pregled"}
    assert all(None not in row and None not in row.values() for row in rows)


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("@SUM(1)", "'@SUM(1)"),
        ("--10-20", "'--10-20"),
        (("+7", "1"), "'+7; 1"),
        ("\t=1", "'\t=1"),
        ("=1", "'=1"),
        ("AWS", "AWS"),
        (-5, -5),
    ],
)
def test_no_cell_is_a_formula(cell, safe):
    assert _safe(cell) == safe


def test_facts_as_a_table(beleg, stories):
    lines = beleg(stories, "facts", "--format", "table").out.splitlines()
    assert len(lines) == len(beleg(stories, "facts").out.splitlines())
    assert all(re.match(r"f-[0-9a-f]{12}  [a-z_]+ +[a-z]+ +≤?\d+/\d+  [a-z,]+ +\S", line) for line in lines)


def test_check_asks_for_the_kinds_of_publishers_and_gives_the_lines(beleg, project):
    for name, publisher in (("a.md", "Wärmeblatt"), ("b.md", "Wärmeblatt"), ("c.md", 'Das "Blatt"')):
        text = f"---\npublisher: '{publisher}'\n---\nNovira hat die Wärmepumpe Flora {name} vorgestellt.\n"
        (project / "sources" / name).write_text(text, "utf-8")
    checked = beleg(project, "check")
    assert checked.code == 0
    assert checked.err.count("hint: kind of ") == 2
    assert (
        'hint: kind of Wärmeblatt unknown: say it in sources/publishers.toml:\n    ["Wärmeblatt"]\n    kind = "newsroom"'
        in checked.err
    )
    lines = [line for line in checked.err.splitlines() if line.startswith("    ")]
    publishers = project / "sources" / "publishers.toml"
    publishers.write_text("\n".join(lines), "utf-8")
    settled = beleg(project, "check")
    assert "kind of" not in settled.err
    publishers.write_text('["Wärmeblatt"]\naliases = ["wb"]\n', "utf-8")
    told = beleg(project, "check").err
    assert 'sources/publishers.toml below the line of Wärmeblatt:\n    kind = "newsroom"' in told


def test_explain(beleg, stories):
    """Each mention with its sentence, what fired, whose role it is, and the nearest neighbour."""
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    fact = next(fact for fact in facts if len(fact["mentions"]) > 1 and fact["evidence"] == "vendor_claim")
    out = beleg(stories, "explain", fact["id"]).out
    for name in fact["mentions"]:
        assert f"\n  {name}  sources/" in out
    for words in (
        "class vendor_claim, by the rule",
        "claimant ",
        "role vendor, known from",
        "merged with",
        "not merged:",
    ):
        assert words in out
    one = beleg(stories, "explain", fact["mentions"][0][:9]).out
    assert out.startswith(one[: one.index("[[decision]]")])
    assert one.count("[[decision]]") == 1


def test_explain_counts_origins_and_outlets(beleg, stories):
    """How many origins in how many outlets, "at most" where one is not stated, and why each is one."""
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    open_fact = next(fact for fact in facts if fact["origins_at_most"])
    known = next(fact for fact in facts if fact["origins_at_most"] is None and fact["outlets"] > 1)
    out = beleg(stories, "explain", open_fact["id"]).out
    assert f"\n  at most {open_fact['origins_at_most']} origin" in out
    out = beleg(stories, "explain", known["id"]).out
    many = len(known["origins"])
    assert f"\n  {many} origin{'s' * (many != 1)} in {known['outlets']} outlets\n" in out
    for origin in known["origins"]:
        assert f"  origin: {origin['party']} ({origin['stake']}): {'; '.join(origin['why'])}\n" in out
        assert f"\n    {', '.join(origin['mentions'])}\n" in out


def test_explain_gives_lines_that_set_a_reading_right(beleg, stories):
    """Pasted and corrected, they settle what was read wrongly, however sure the reading was."""
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    fact = next(fact for fact in facts if len(fact["mentions"]) > 1 and fact["evidence"] == "vendor_claim")
    run = beleg(stories, "explain", fact["id"])
    head, _, lines = run.out.partition("paste into sources/decisions.toml and correct:\n")
    assert head
    assert lines.count("[[decision]]") == len(fact["mentions"])
    assert "customer_claim" in run.err
    (stories / "sources" / "decisions.toml").write_text(lines.replace("vendor_claim", "customer_claim"), "utf-8")
    rows = [json.loads(line) for line in beleg(stories, "statements").out.splitlines()]
    settled = [row for row in rows if row["id"] in fact["mentions"]]
    assert {(row["evidence"], row["confidence"]) for row in settled} == {("customer_claim", 1.0)}


def test_explain_what_is_not_there(beleg, stories):
    run = beleg(stories, "explain", "f-nothing")
    assert run.code == 1
    assert "`beleg facts` prints the identifiers" in run.err


def test_review_names_what_an_article_does_not_say(beleg, project, article):
    beleg(project, "add", str(article))
    first = json.loads(beleg(project, "review", "--json").out)[0]
    assert (first["why"], first["about"]) == ("incomplete", "sources/waermepumpe.txt")
    assert first["paste"] == ["publisher: …", "published: YYYY-MM-DD"]


def test_review_gives_lines_that_can_be_pasted(beleg, stories):
    """What `review` prints for an unsure statement settles it."""
    entries = json.loads(beleg(stories, "review", "--json", "--limit", "0").out)
    unsure = next(entry for entry in entries if entry["why"] == "unsure")
    (stories / unsure["file"]).write_text("\n".join(unsure["paste"]), "utf-8")
    left = json.loads(beleg(stories, "review", "--json", "--limit", "0").out)
    assert unsure["about"] not in {entry["about"] for entry in left}
    assert "problem" not in {entry["why"] for entry in left}


@pytest.mark.parametrize("word", ["merge", "split"])
def test_review_names_statements_that_may_say_the_same(beleg, stories, word):
    """Pasted, the lines settle it, and so do they with `split` in place of `merge`."""
    entries = json.loads(beleg(stories, "review", "--json", "--limit", "3").out)
    near = [entry for entry in entries if entry["why"] == "nearly one fact"]
    assert len(near) == 3
    (stories / near[0]["file"]).write_text("\n".join(near[0]["paste"]).replace("merge = ", f"{word} = "), "utf-8")
    left = json.loads(beleg(stories, "review", "--json", "--limit", "0").out)
    assert near[0]["told"] not in [entry["told"] for entry in left]
    assert "problem" not in {entry["why"] for entry in left}


def test_stories_that_an_editor_puts_together_and_apart(beleg, stories):
    """Each article of the two comes along; one that is kept apart leaves."""

    def found():
        rows = [json.loads(line) for line in beleg(stories, "statements").out.splitlines()]
        return {
            row["article"].partition("/")[0] if row["article"] != "browser/sr.md" else "left": row["story"]
            for row in rows
        }

    file = stories / "sources" / "decisions.toml"
    assert len(set(found().values())) == 3
    file.write_text('[[story]]\ntogether = ["browser/de.md", "solidstate/ru.md"]\n', "utf-8")
    assert found()["browser"] == found()["solidstate"] == found()["left"] != found()["torchneuron"]
    with file.open("a", encoding="utf-8") as more:
        more.write('apart = ["browser/sr.md", "browser/de.md"]\n')
    assert found()["browser"] == found()["solidstate"] != found()["left"]


def test_a_decision_that_fits_nothing_is_named_with_its_line(beleg, stories):
    text = '# Mine.\n\n[[decision]]\narticle = "browser/de.md"\nquote = "Nie gesagt."\ndrop = true\n'
    (stories / "sources" / "decisions.toml").write_text(text, "utf-8")
    for command in ("build", "review"):
        run = beleg(stories, command)
        assert run.code == 0
        assert "sources/decisions.toml:3: browser/de.md does not have the words “Nie gesagt.”" in run.out + run.err


def test_an_editor_makes_one_fact_of_two_and_two_of_one(beleg, stories):
    """Merged and split, whatever their words are; the facts and `explain` say who did it."""
    entries = json.loads(beleg(stories, "review", "--json", "--limit", "1").out)
    (near,) = [entry for entry in entries if entry["why"] == "nearly one fact"]
    file = stories / near["file"]
    file.write_text("\n".join(near["paste"]), "utf-8")
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    (merged,) = [fact for fact in facts if "merge" in fact["rulings"]]
    assert near["about"] in merged["mentions"]
    assert len(merged["mentions"]) > 1
    explained = beleg(stories, "explain", merged["id"]).out
    assert "  decided in sources/decisions.toml: merge\n" in explained
    assert re.search("merged with s-[0-9a-f]+: sources/decisions.toml says so", explained)
    file.write_text("\n".join(near["paste"]).replace("merge = ", "split = "), "utf-8")
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    assert len([fact for fact in facts if fact["rulings"] == ["split"]]) == 2


def test_explain_tells_what_was_decided(beleg, stories):
    facts = [json.loads(line) for line in beleg(stories, "facts").out.splitlines()]
    fact = next(fact for fact in facts if len(fact["mentions"]) > 1 and fact["evidence"] == "vendor_claim")
    lines = beleg(stories, "explain", fact["mentions"][0]).out.partition("correct:\n")[2].strip().splitlines()
    assert sum(line.startswith("# split = {") for line in lines) == 1
    file = stories / "sources" / "decisions.toml"
    file.write_text("\n".join(line for line in lines if line[0] != "#") + '\nnote = "Asked twice."\n', "utf-8")
    out = beleg(stories, "explain", fact["id"]).out
    assert "  decided in sources/decisions.toml: class, kind, claimant\n  note to readers: Asked twice.\n" in out
    (told,) = [row for row in map(json.loads, beleg(stories, "facts").out.splitlines()) if row["id"] == fact["id"]]
    assert (told["rulings"], told["notes"]) == (["class", "kind", "claimant"], ["Asked twice."])


@pytest.mark.slow
def test_a_long_run_tells_how_far_it_is(beleg, stories, monkeypatch):
    """On standard error; a short one tells nothing but its end."""
    assert beleg(stories, "facts").err == ""
    monkeypatch.setattr("beleg.cli.console._EVERY", 0)
    run = beleg(stories, "facts")
    assert run.err.splitlines()[-1] == "9 of 9 articles read; merging"
    assert "articles read" not in run.out
    assert "Writing the pages of" in beleg(stories, "build").err


@pytest.mark.slow
def test_strict_counts_what_is_unsure(beleg, stories):
    assert beleg(stories, "check", "--strict").code == 0
    assert beleg(stories, "build").code == 0
    assert beleg(stories, "build", "--strict").code == 1


def test_an_unexpected_error_is_named_as_a_bug(beleg, unread, monkeypatch):
    monkeypatch.setattr("beleg.pipeline.extract", lambda article, register: {}["k\n1"])
    run = beleg(unread, "statements")
    assert (run.code, run.out) == (1, "")
    first, second = run.err.splitlines()
    assert first.startswith("beleg: this is a bug in Beleg: KeyError: ")
    assert "while reading sources/browser/de.md" in first
    assert second == "For the traceback: beleg --debug statements"
    with pytest.raises(KeyError):
        main(["--debug", "statements"])


def test_an_error_that_beleg_words(beleg, stories, monkeypatch):
    def fail(*_, **__):
        raise MergeError("two articles are one", path="sources/a.md", line=3, hint="Take one out")

    monkeypatch.setattr("beleg.pipeline.merge", fail)
    run = beleg(stories, "build")
    assert (run.code, run.err) == (1, "beleg: sources/a.md:3: two articles are one. Take one out\n")


def test_ctrl_c_ends_quietly(beleg, unread, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("beleg.pipeline.extract", interrupt)
    run = beleg(unread, "build")
    assert (run.code, run.err.strip()) == (130, "Stopped.")


def piped(folder, command, **settings):
    environment = os.environ | {"BELEG": f"{sys.executable} -m beleg"} | settings
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=False, timeout=60
    )


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(stories):
    run = piped(stories, "$BELEG facts | head -1")
    assert run.stdout.startswith(b'{"schema": 1')
    assert run.stderr == b""


@pytest.mark.slow
@pytest.mark.parametrize("settings", [{"LANG": "C", "LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}])  # fmt: skip
def test_output_is_utf_8_under_any_locale(stories, settings):
    run = piped(stories, "$BELEG facts --format csv", **settings)
    assert run.returncode == 0
    assert "исправки" in run.stdout.decode("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
def test_a_full_disk_is_told(stories):
    run = piped(stories, "$BELEG facts > /dev/full")
    assert run.returncode == 1
    # On a slow machine progress is told before.
    *_, last = run.stderr.decode().splitlines()
    assert last == "beleg: the output can't be written: No space left on device. Make room for it"


def test_a_closed_output_is_told(stories):
    run = piped(stories, "$BELEG facts --format table >&-")
    assert run.returncode == 1
    assert run.stderr.decode() == "beleg: standard output is closed. Send it to a file, or to /dev/null\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals to end are not sent here")
def test_a_signal_to_end_ends_quietly(beleg, unread, monkeypatch):
    def end(*_):
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("beleg.pipeline.extract", end)
    run = beleg(unread, "build")
    assert (run.code, run.err.strip()) == (143, "Stopped.")
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.skipif(sys.platform == "win32", reason="names may not hold line ends here")
@pytest.mark.parametrize("command", ["check", "review"])
def test_a_name_with_a_line_end_stays_on_one_line(beleg, project, command):
    (project / "sources" / "a\nerror: \x1b[1mb.txt").write_text(ARTICLE.split("\n\n")[1], "utf-8")
    (project / "sources" / "c\nd.pdf").touch()
    run = beleg(project, command)
    said = run.out + run.err
    assert r"sources/c\nd.pdf: files that end in .pdf are not read" in said
    assert r"a\nerror: \x1b[1mb.txt" in said
    assert "\x1b" not in said
    assert "\nerror: " not in said


def test_review_fails_where_a_source_failed(beleg, project):
    (project / "sources" / "a.txt").write_bytes(b"%PDF-1.4")
    assert beleg(project, "review").code == 1
