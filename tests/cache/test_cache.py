"""The cache costs or saves time, and never changes a byte of what is built."""

import errno
import os
import random
import sqlite3
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import msgspec
import pytest

from beleg import cache as caches
from beleg import pipeline
from beleg.cache import FOLDER, LARGEST, NAME, Cache, code
from beleg.project import load
from beleg.read import kept as read_kept

ARTICLES = {
    "a.md": "---\ntitle: Elmvik\npublisher: Elmvik Presse\npublished: 2026-10-20\n---\n\n"
    "Elmvik hat am 20. Oktober die Batterie Kiyo 3 vorgestellt. Nach Angaben von Elmvik hält sie mindestens 1.200 Ladungen.\n",
    "b.txt": "Компания Elmvik представила 20 октября батарею Kiyo 3. По словам Elmvik, она выдерживает более 1200 зарядок.\n",
    "c.txt": "Elmvik je 20. oktobra predstavio bateriju Kiyo 3. Prema navodima kompanije, baterija košta 90 evra.\n",
    "empty.txt": "",
    "english.txt": "The battery was shown in October, and the company says that it is the best of all of them by far.\n",
}


@pytest.fixture
def digest(project):
    for name, text in ARTICLES.items():
        (project / "sources" / name).write_text(text, "utf-8")
    return project


@pytest.fixture(autouse=True)
def _untold(monkeypatch):
    """Each test is a process of its own, as far as notices go."""
    monkeypatch.setattr(caches, "_told", set())


@pytest.fixture
def work(monkeypatch):
    """The articles that are really read, and those that are really extracted."""
    done: dict[str, list[str]] = {"read": [], "extract": []}
    read, extract = read_kept.read, pipeline.extract

    def reads(document, publishers):
        done["read"].append(document.id)
        return read(document, publishers)

    def extracts(article, register):
        done["extract"].append(article.id)
        return extract(article, register)

    monkeypatch.setattr(read_kept, "read", reads)
    monkeypatch.setattr(pipeline, "extract", extracts)
    return done


def given(folder: Path) -> str:
    """All that a project gives before anything is printed, to the last digit."""
    project = load(folder)
    result, problems = pipeline.merged(project)
    return repr((project.articles, project.problems, problems, result))


def file_of(folder: Path) -> Path:
    return folder / FOLDER / NAME


def cold(folder: Path) -> str:
    file_of(folder).unlink(missing_ok=True)
    return given(folder)


def notices(caplog) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == caches.__name__]


def rows(folder: Path, kind: str) -> int:
    with sqlite3.connect(file_of(folder)) as file:
        count: int = file.execute(f"SELECT count(*) FROM {kind}").fetchone()[0]
    file.close()
    return count


def test_pages_are_the_same_with_a_cold_and_a_warm_cache_and_without_one(digest, beleg, work):
    def built() -> dict[str, bytes]:
        beleg(digest, "build")
        return {path.name: path.read_bytes() for path in sorted((digest / "public").rglob("*")) if path.is_file()}

    first = built()
    assert sorted(work["extract"]) == ["a.md", "b.txt", "c.txt"]
    work["extract"].clear()
    assert built() == first
    assert work["extract"] == []
    file_of(digest).parent.rename(digest / "away")
    file_of(digest).parent.write_text("no folder")
    assert built() == first
    assert len(work["extract"]) == 3


def test_only_new_and_changed_articles_are_read_and_extracted(digest, work):
    given(digest)
    for done in work.values():
        done.clear()
    (digest / "sources" / "d.txt").write_text("Die Firma Novira hat am 3. März den Rechner N5 vorgestellt.", "utf-8")
    (digest / "sources" / "b.txt").write_text(ARTICLES["b.txt"].replace("1200", "1300"), "utf-8")
    warm = given(digest)
    assert work == {"read": ["b.txt", "d.txt"], "extract": ["b.txt", "d.txt"]}
    assert warm == cold(digest)


def test_what_is_no_article_is_told_again_without_being_read_again(digest, work):
    problems = load(digest).problems
    work["read"].clear()
    assert load(digest).problems == problems
    assert {problem.path for problem in problems} >= {"sources/empty.txt", "sources/english.txt"}
    assert work["read"] == []


def test_a_publisher_that_is_described_later_concerns_its_articles_alone(digest, work):
    before = given(digest)
    for done in work.values():
        done.clear()
    (digest / "sources" / "publishers.toml").write_text(
        '["Elmvik Presse"]\nkind = "vendor"\n["Other"]\nkind = "blog"\n'
    )
    after = given(digest)
    assert work == {"read": ["a.md"], "extract": ["a.md"]}
    assert before != after == cold(digest)


def test_a_name_that_is_described_later_concerns_all_statements(digest, work):
    before = given(digest)
    for done in work.values():
        done.clear()
    (digest / "sources" / "names.toml").write_text('[product]\n"Kiyo 3" = { maker = "Elmvik" }\n')
    after = given(digest)
    assert work == {"read": [], "extract": ["a.md", "b.txt", "c.txt"]}
    assert before != after == cold(digest)


def test_a_pool_of_processes_fills_and_uses_the_cache(digest, work, monkeypatch):
    alone = cold(digest)
    file_of(digest).unlink()
    monkeypatch.setattr(pipeline, "MANY_ARTICLES", 2)
    monkeypatch.setattr(pipeline, "_cores", lambda: 2)
    assert given(digest) == alone
    assert rows(digest, "statements") == 3
    work["extract"].clear()
    assert given(digest) == alone
    assert work["extract"] == []


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def scribbled(file: Path) -> None:
    """Every page of the file is damaged, but the first, which tells that it is a database."""
    data = file.read_bytes()
    file.write_bytes(data[:4096] + bytes(len(data) - 4096))


def no_database(file: Path) -> None:
    file.write_text("no database " * 1000)


def without_tables(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as rows:
        rows.execute(f"PRAGMA user_version = {caches.FORMAT}")
    rows.close()


def wrong_types(file: Path) -> None:
    with sqlite3.connect(file) as rows:
        rows.execute("UPDATE article SET held = 'a text'")
        rows.execute("UPDATE statements SET held = 7")
    rows.close()


def other_values(file: Path) -> None:
    """Rows that are whole, but hold something else than they should."""
    with sqlite3.connect(file) as rows:
        held = caches._sealed(zlib.compress(msgspec.msgpack.encode({"article": {"id": 5}})))
        rows.execute("UPDATE article SET held = ?", (held,))
        rows.execute("UPDATE statements SET held = ?", (held,))
    rows.close()


def turned_bits(file: Path) -> None:
    with sqlite3.connect(file) as rows:
        held = [(key, bytearray(held)) for key, held in rows.execute("SELECT key, held FROM article").fetchall()]
        for key, data in held:
            data[len(data) // 2] ^= 1
            rows.execute("UPDATE article SET held = ? WHERE key = ?", (bytes(data), key))
    rows.close()


@pytest.mark.parametrize(
    "damage", [truncated, scribbled, no_database, without_tables, wrong_types, other_values, turned_bits]
)
def test_a_damaged_cache_costs_one_line_and_is_made_anew(digest, damage, caplog, work):
    before = given(digest)
    damage(file_of(digest))
    assert notices(caplog) == []
    assert given(digest) == before
    assert notices(caplog) == [f"notice: the cache {FOLDER}/{NAME} is damaged; what it held is read anew."]
    for done in work.values():
        done.clear()
    assert given(digest) == before
    assert work == {"read": [], "extract": []}


def test_one_broken_row_costs_itself_alone(digest, work):
    before = given(digest)
    with sqlite3.connect(file_of(digest)) as file:
        file.execute("UPDATE statements SET held = x'00' WHERE key = (SELECT min(key) FROM statements)")
    file.close()
    work["extract"].clear()
    assert given(digest) == before
    assert len(work["extract"]) == 1


def test_a_cache_that_is_empty_or_half_deleted_is_as_good_as_none(digest, caplog):
    before = given(digest)
    file_of(digest).write_bytes(b"")
    assert given(digest) == before
    file_of(digest).unlink()
    file_of(digest).with_name(f"{NAME}-journal").write_bytes(b"of a run that was broken off")
    assert given(digest) == before
    file_of(digest).parent.rename(digest / "away")
    assert given(digest) == before
    assert notices(caplog) == []


def older_format(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sqlite3.connect(file_of(folder)) as rows:
        rows.execute("PRAGMA user_version = 99")
    rows.close()


def other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "code", lambda kind: b"another " + code(kind)[:20])


@pytest.mark.parametrize("change", [older_format, other_code])
def test_a_cache_of_another_version_costs_one_line_and_is_made_anew(digest, change, caplog, work, monkeypatch):
    before = given(digest)
    change(digest, monkeypatch)
    for done in work.values():
        done.clear()
    assert given(digest) == before
    assert notices(caplog) == [
        f"notice: the cache {FOLDER}/{NAME} was made by another version of Beleg; what it held is read anew."
    ]
    assert len(work["extract"]) == 3
    assert rows(digest, "statements") == 3


def test_a_folder_that_can_not_be_made_costs_the_cache_alone(digest, caplog):
    before = given(digest)
    file_of(digest).parent.rename(digest / "away")
    file_of(digest).parent.write_text("no folder")
    assert given(digest) == before
    (told,) = notices(caplog)
    assert told.startswith(f"notice: the cache {FOLDER}/{NAME} can't be used, so that more is read anew than needed (")


@pytest.mark.parametrize("trouble", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY])
def test_a_cache_that_can_not_be_written_is_still_read(digest, caplog, work, monkeypatch, trouble):
    """A full disk, a folder of another user, a run that writes for long."""
    given(digest)
    (digest / "sources" / "d.txt").write_text("Die Firma Novira hat am 3. März den Rechner N5 vorgestellt.", "utf-8")

    class Unwritable(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement.startswith(("INSERT", "BEGIN")):
                error = sqlite3.OperationalError("it can't be written")
                error.sqlite_errorcode = trouble
                raise error
            return super().execute(statement, *values)

    monkeypatch.setattr(
        caches.sqlite3, "connect", lambda *a, connect=sqlite3.connect, **k: connect(*a, factory=Unwritable, **k)
    )
    for _ in range(2):
        for done in work.values():
            done.clear()
        given(digest)
        assert work == {"read": ["d.txt"], "extract": ["d.txt"]}
    (told,) = notices(caplog)
    assert "(it can't be written)" in told


@pytest.mark.parametrize("change", [older_format, lambda folder, _: no_database(file_of(folder))])
def test_a_file_of_no_use_that_can_not_be_taken_away_costs_the_cache(digest, change, caplog, monkeypatch):
    """It is another user's, or a program has it open on Windows."""

    def denied(self, *, missing_ok=False):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    before = given(digest)
    change(digest, monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", denied)
        assert given(digest) == before
    assert len(notices(caplog)) == 2
    assert "can't be used" in notices(caplog)[-1]


def test_a_notice_is_one_line_on_standard_error(digest):
    given(digest)
    no_database(file_of(digest))
    command = [sys.executable, "-m", "beleg", "facts"]
    run = subprocess.run(command, cwd=digest, capture_output=True, text=True, encoding="utf-8", check=False)
    assert [line for line in run.stderr.splitlines() if "cache" in line] == [
        f"notice: the cache {FOLDER}/{NAME} is damaged; what it held is read anew."
    ]


def test_two_builds_at_once_give_the_same(digest):
    before = cold(digest)
    file_of(digest).unlink()
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(given(digest))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [before] * 3
    assert rows(digest, "statements") == 3


def test_a_run_that_is_killed_leaves_a_cache_of_use(digest, work):
    before = cold(digest)
    file_of(digest).unlink()
    script = (
        "import os, sys; from pathlib import Path; from beleg import cache, pipeline; from beleg.project import load; cache._AT_ONCE = 1;"
        "done = []; extract = pipeline.extract;"
        "pipeline.extract = lambda *a: (done.append(a), os._exit(9)) if len(done) > 1 else (done.append(a), extract(*a))[1];"
        "pipeline.merged(load(Path(sys.argv[1])))"
    )
    assert subprocess.run([sys.executable, "-c", script, str(digest)], env=os.environ, check=False).returncode == 9
    for done in work.values():
        done.clear()
    assert given(digest) == before
    assert work == {"read": [], "extract": ["c.txt"]}


def test_rows_of_no_use_go_once_they_take_up_more_room_than_those_in_use(tmp_path, monkeypatch):
    def session(whole: bool, *values: str) -> None:
        with Cache(tmp_path, whole=whole) as cache:
            kept = cache.kept("feed", str)
            for value in values:
                key = kept.key(value[:10])
                if kept.get(key) is None:
                    kept.put(key, value)

    monkeypatch.setattr(caches, "SPARE", 2_000_000)
    chance = random.Random(4)
    long = [f"{n:010}{chance.randbytes(100_000).hex()}" for n in range(30)]
    for value in long[:15]:
        session(True, value)
    assert rows(tmp_path, "feed") == 15
    size = file_of(tmp_path).stat().st_size
    # Part of a project's rows tells nothing of the others.
    session(False, *long)
    assert rows(tmp_path, "feed") == 30
    session(True, *long[:3], "a new one ")
    assert rows(tmp_path, "feed") == 4
    assert file_of(tmp_path).stat().st_size < size / 3


def test_a_cache_that_only_parts_are_asked_of_is_bounded_too(tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "MOST", 10_000)
    for n in range(30):
        with Cache(tmp_path) as cache:
            kept = cache.kept("feed", str)
            kept.put(kept.key(n), random.Random(n).randbytes(1000).hex())
            assert kept.get(kept.key(n)) is None
        assert rows(tmp_path, "feed") <= 10


def test_a_row_that_unpacks_to_more_than_any_is_not_used(tmp_path, caplog):
    """As one may come with somebody else's folder; nothing longer than what is read of it is ever in memory."""
    with Cache(tmp_path) as cache:
        key = cache.kept("feed", str).key("a")
        cache.put("feed", key, zlib.compress(msgspec.msgpack.encode("x" * (LARGEST + 1)), 9))
    with Cache(tmp_path) as cache:
        assert cache.kept("feed", str).get(key) is None
    assert len(notices(caplog)) == 1


def test_half_a_character_is_no_row(tmp_path):
    with Cache(tmp_path) as cache:
        kept = cache.kept("feed", str)
        kept.put(kept.key("\ud800"), "held")
        kept.put(kept.key("whole"), "\ud800")
        assert kept.get(kept.key("\ud800")) is None
    assert rows(tmp_path, "feed") == 0


def test_no_folder_no_cache(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Cache(None) as cache:
        kept = cache.kept("feed", str)
        kept.put(kept.key("a"), "held")
        assert kept.get(kept.key("a")) is None
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_while_the_folder_is_made(digest, caplog, monkeypatch):
    def full(self, *args, **kwargs):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = cold(digest)
    monkeypatch.setattr(Path, "mkdir", full)
    assert given(digest) == before
    assert len(notices(caplog)) == 1
