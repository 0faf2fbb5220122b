"""What an editor took back: read, applied and appended to the decisions, which stay as they are."""

import pytest

from beleg.errors import IngestError
from beleg.ingest.decisions import read_decisions
from beleg.ingest.withdrawals import append, read_withdrawals, without_withdrawn
from beleg.records import Article, Block, Withdrawal

ONE = Withdrawal(article="a/b.md", why="Der Verlag hat ihn „zurückgezogen“.", date="2026-11-30")
SOURCE = Withdrawal(source="paper", why="Gone.", date="2026-11-29")
DECISION = '[[decision]]\narticle = "a.md"\nquote = "Q."\nclass = "vendor_claim"\n'


def read_from(folder, text):
    (folder / "decisions.toml").write_text(text, "utf-8")
    return read_withdrawals(folder)


def article(name, source=None):
    block = Block(kind="paragraph", start=0, end=1)
    return Article(id=name, text="x", language="de", script="Latn", blocks=(block,), source=source)


def test_withdrawals_stand_beside_decisions(tmp_path):
    """A day may be written with quotation marks or without."""
    text = (
        '[[withdrawn]]\narticle = "a.md"\nwhy = " So  ist es"\ndate = "2026-11-30"\n\n'
        '[[withdrawn]]\nsource = "paper"\nwhy = "x"\ndate = 2026-11-29\n'
    )
    found, problems = read_from(tmp_path, DECISION + text)
    assert problems == []
    assert found == (
        Withdrawal(article="a.md", why="So ist es", date="2026-11-30", line=5),
        Withdrawal(source="paper", why="x", date="2026-11-29", line=10),
    )
    decisions, problems = read_decisions(tmp_path)
    assert (len(decisions.statements), problems) == (1, [])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('article = "a"\nsource = "b"\nwhy = "x"\ndate = "2026-11-30"', "has both article and source"),
        ('why = "x"\ndate = "2026-11-30"', "has neither article nor source"),
        ('article = 3\nwhy = "x"\ndate = "2026-11-30"', "article is 3, expected a text"),
        ('article = "a"\ndate = "2026-11-30"', "why is missing; readers are told it"),
        ('article = "a"\nwhy = " "\ndate = "2026-11-30"', "why is ' ', expected a text"),
        ('article = "a"\nwhy = "x"', "date is missing"),
        ('article = "a"\nwhy = "x"\ndate = "30.11.2026"', "date is '30.11.2026', expected a day such as 2026-11-30"),
        ('article = "a"\nwhy = "x"\ndate = "20261130"', "date is '20261130', expected a day"),
        ('article = "a"\nwhy = "x"\ndate = "2026-11-30"\nnote = "y"', "unknown field 'note'"),
        (
            'article = "a"\nwhy = "x"\ndate = "2026-11-30"\n[[withdrawn]]\narticle = "a"\nwhy = "y"\ndate = "2026-11-30"',
            "a is taken back a second time",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, rows, message):
    _, [problem] = read_from(tmp_path, f"# Notes\n\n[[withdrawn]]\n{rows}\n")
    assert message in problem.message
    assert (problem.path, problem.line) == ("sources/decisions.toml", 7 if "second" in message else 3)


def test_another_kind_of_table_is_told_and_a_broken_file_is_told_once(tmp_path):
    found, [problem] = read_from(tmp_path, '[withdrawn]\narticle = "a"\n')
    assert (found, problem.hint) == ((), "Write [[withdrawn]], with two brackets")
    assert read_from(tmp_path, "[[withdrawn]\n") == ((), [])
    assert len(read_decisions(tmp_path)[1]) == 1
    assert read_withdrawals(tmp_path / "nowhere") == ((), [])


def test_articles_are_taken_by_name_and_by_source_and_what_fits_none_is_a_warning():
    articles = [article("a/b.md"), article("c.md"), article("paper/1", "paper"), article("paper/2", "paper")]
    own = Withdrawal(article="paper/2", why="x", date="2026-11-28")
    gone = Withdrawal(article="gone.md", why="x", date="2026-11-28", line=7)
    kept, taken, [problem] = without_withdrawn(articles, [SOURCE, ONE, own, gone])
    assert [one.id for one in kept] == ["c.md"]
    assert [(withdrawal, one.id) for withdrawal, one in taken] == [
        (SOURCE, "paper/1"),
        (ONE, "a/b.md"),
        (own, "paper/2"),
    ]
    assert (problem.severity, problem.line) == ("warning", 7)
    assert "fits no article: article gone.md" in problem.message


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (None, 1),
        (b"", 1),
        (DECISION.encode(), 6),
        (DECISION.encode().removesuffix(b"\n"), 6),
        (b"\xef\xbb\xbf" + DECISION.replace("\n", "\r\n").encode(), 6),
        (b"# a comment, and nothing else", 3),
    ],
)
def test_what_is_appended_is_read_and_what_was_there_stays(tmp_path, before, line):
    file = tmp_path / "decisions.toml"
    if before is not None:
        file.write_bytes(before)
        file.chmod(0o640)
    assert append(tmp_path, ONE) == line
    assert append(tmp_path, SOURCE) == line + 5
    data = file.read_bytes()
    assert data.startswith(before or b"")
    assert read_decisions(tmp_path)[1] == []
    found, problems = read_withdrawals(tmp_path)
    assert problems == []
    assert [(one.article, one.source, one.why, one.date, one.line) for one in found] == [
        (ONE.article, None, ONE.why, ONE.date, line), (None, "paper", SOURCE.why, SOURCE.date, line + 5),
    ]  # fmt: skip
    if before and b"\r\n" in before:
        assert data.count(b"\n") == data.count(b"\r\n")
    if before is not None:
        assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["decisions.toml"]


@pytest.mark.parametrize("why", ['He said "no" \\ \x7f', "\u2028 x", "Добро јутро 🎈"])
def test_any_reason_can_be_written(tmp_path, why):
    append(tmp_path, Withdrawal(article="a", why=why, date="2026-11-30"))
    [found], problems = read_withdrawals(tmp_path)
    assert problems == []
    assert found.why == " ".join(why.split())


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (b"[[decision]\n", "no TOML"),
        (b'withdrawn = "x"\n', "no TOML"),
        (b"[withdrawn]\n", "no TOML"),
        (b"withdrawn = []\n", "no TOML"),
        (b"\xff\xfe", "is not in UTF-8"),
    ],
)
def test_a_file_that_it_would_break_stays_as_it_is(tmp_path, before, message):
    file = tmp_path / "decisions.toml"
    file.write_bytes(before)
    with pytest.raises(IngestError, match=message) as caught:
        append(tmp_path, ONE)
    assert caught.value.path == "sources/decisions.toml"
    assert file.read_bytes() == before


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    (tmp_path / "decisions.toml").write_text(DECISION, "utf-8")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(IngestError, match="can't be written: No space left"):
        append(tmp_path, ONE)
    assert (tmp_path / "decisions.toml").read_text("utf-8") == DECISION
    assert [path.name for path in tmp_path.iterdir()] == ["decisions.toml"]


def test_a_folder_in_its_place_is_told(tmp_path):
    (tmp_path / "decisions.toml").mkdir()
    with pytest.raises(IngestError, match="is a folder"):
        append(tmp_path, ONE)
