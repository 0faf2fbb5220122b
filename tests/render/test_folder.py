"""The new site replaces the old one whole, or not at all."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beleg.errors import ProjectError, RenderError
from beleg.render.folder import MANIFEST, beside, replace_site

OLD = [("index.html", b"old"), ("de/index.html", b"old"), ("de/gone.html", b"old")]
NEW = [("index.html", b"new"), ("de/index.html", b"new")]


def build(out, files=NEW, check=lambda new: None, **options):
    return replace_site(out, files, check, **options)


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def leftovers(out):
    return [path.name for path in out.parent.iterdir() if path.name.startswith(f".{out.name}.")]


def test_what_others_put_there_stays(tmp_path):
    """A page that is no longer made goes, a page changed by hand is written again; everything else stays."""
    out = tmp_path / "public"
    build(out, OLD)
    foreign = {
        "CNAME": b"a",
        ".git/HEAD": b"b",
        ".well-known/security.txt": b"c",
        "notizen.html": b"d",
        "de/eigen/x.css": b"e",
    }
    for name, data in foreign.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(data)
    (out / "leer").mkdir()
    (out / "verweis").symlink_to("de")
    (out / "de/index.html").write_bytes(b"by hand")
    build(out)
    found = content(out)
    found.pop(MANIFEST)
    assert found == dict(NEW) | foreign
    assert (out / "leer").is_dir()
    assert (out / "verweis").readlink() == Path("de")
    assert leftovers(out) == []


def test_a_folder_that_is_not_ours_is_refused(tmp_path):
    (tmp_path / "tagebuch.txt").write_bytes(b"x")
    with pytest.raises(ProjectError, match="none of them was written by Beleg"):
        build(tmp_path)
    assert content(tmp_path) == {"tagebuch.txt": b"x"}
    build(tmp_path, adopt=True)
    assert content(tmp_path).keys() == {"tagebuch.txt", "index.html", "de/index.html", MANIFEST}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("ru/index.html", "ru/index.html"),
        ("ru", "ru"),
        ("ru/index.html/mein.txt", "ru/index.html"),
        ("de/neu.html/mein/x.txt", "de/neu.html"),
    ],
)
def test_a_foreign_file_in_the_way_is_named_and_stays(tmp_path, path, place):
    out = tmp_path / "public"
    build(out, OLD)
    (out / path).parent.mkdir(parents=True, exist_ok=True)
    (out / path).write_bytes(b"mine")
    before = content(out)
    with pytest.raises(ProjectError, match="was not written by Beleg") as raised:
        build(out, [*NEW, ("ru/index.html", b"new"), ("de/neu.html", b"new")])
    assert raised.value.path == str(out / place)
    assert "Move it away or delete it" in raised.value.hint
    assert content(out) == before
    assert leftovers(out) == []


def test_a_link_or_an_empty_folder_in_the_way_is_named(tmp_path):
    out = tmp_path / "public"
    build(out, OLD)
    (out / "ru").symlink_to("de")
    with pytest.raises(ProjectError, match="public/ru: was not written"):
        build(out, [*NEW, ("ru/index.html", b"new")])
    (out / "ru").unlink()
    (out / "neu.html").mkdir()
    with pytest.raises(ProjectError, match=r"public/neu\.html: was not written"):
        build(out, [*NEW, ("neu.html", b"new")])


def test_a_failed_check_leaves_the_old_site(tmp_path):
    out = tmp_path / "public"
    build(out, OLD)
    before = content(out)

    def check(new):
        assert content(new) == dict(NEW)
        raise RenderError("wrong")

    with pytest.raises(RenderError):
        build(out, check=check)
    assert content(out) == before
    assert leftovers(out) == []


@pytest.mark.parametrize("at", range(4))
def test_a_full_disk_leaves_the_old_site(tmp_path, monkeypatch, at):
    out = tmp_path / "public"
    build(out, OLD)
    before, write, calls = content(out), Path.write_bytes, iter(range(9))

    def full(path, data):
        if next(calls) == at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    if at < 3:
        with pytest.raises(ProjectError, match="no space left on device"):
            build(out)
        assert content(out) == before
    else:
        build(out)
    assert leftovers(out) == []


def test_an_output_that_is_a_file(tmp_path):
    out = tmp_path / "public"
    out.write_bytes(b"x")
    with pytest.raises(ProjectError, match="is a file"):
        build(out)
    assert out.read_bytes() == b"x"


def test_a_missing_parent(tmp_path):
    with pytest.raises(ProjectError, match="no such file or directory"):
        build(tmp_path / "nowhere" / "public")


def test_without_exchange_of_names(tmp_path, monkeypatch):
    monkeypatch.setattr("beleg.render.folder._exchanged", lambda new, out: False)
    out = tmp_path / "public"
    build(out, OLD)
    (out / "CNAME").write_bytes(b"a")
    build(out)
    assert content(out).keys() == {"CNAME", "index.html", "de/index.html", MANIFEST}
    assert leftovers(out) == []


def test_a_swap_that_was_cut_off_is_taken_back(tmp_path):
    out = tmp_path / "public"
    build(out, OLD)
    (out / "CNAME").write_bytes(b"a")
    out.rename(tmp_path / ".public.old")
    build(out)
    assert content(out).keys() == {"CNAME", "index.html", "de/index.html", MANIFEST}
    assert leftovers(out) == []


@pytest.mark.parametrize("data", ["", "null", "5", "[[1]]", "[]", '"x"', '{"a"', "\xff", "[" * 100_000])
def test_a_damaged_manifest_is_named(tmp_path, data):
    out = tmp_path / "public"
    build(out, OLD)
    (out / MANIFEST).write_bytes(data.encode("latin-1"))
    before = content(out)
    with pytest.raises(ProjectError, match="is damaged") as raised:
        build(out)
    assert raised.value.path == str(out / MANIFEST)
    assert content(out) == before


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EXDEV])
def test_a_mount_is_told(tmp_path, monkeypatch, code):
    out = tmp_path / "public"
    build(out, OLD)
    before = content(out)

    def refused(path, target):
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr("beleg.render.folder._exchanged", lambda new, out: False)
    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(ProjectError, match="a mount of its own"):
        build(out)
    assert content(out) == before
    assert leftovers(out) == []


def test_two_builds_at_once(tmp_path):
    """The second is told of the first, which goes on undisturbed."""
    out, lock = tmp_path / "public", tmp_path / ".public.lock"
    running = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    def check(new):
        lock.write_text(str(running.pid))
        with pytest.raises(ProjectError, match=f"another run of Beleg is writing this site .process {running.pid}"):
            build(out, OLD)

    build(out, check=check)
    assert content(out).keys() == {"index.html", "de/index.html", MANIFEST}
    running.communicate(b"\n")
    assert leftovers(out) == []


@pytest.mark.parametrize("holder", ["", "gone", str(os.getpid())], ids=["empty", "gone", "own"])
def test_the_lock_of_a_dead_build_is_taken(tmp_path, holder):
    out, lock = tmp_path / "public", tmp_path / ".public.lock"
    if holder == "gone":
        process = subprocess.Popen([sys.executable, "-c", ""])
        process.wait()
        holder = str(process.pid)
    lock.write_text(holder)
    build(out)
    assert leftovers(out) == []


def protect(folder):
    """Make a folder and all in it read-only."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)


def test_a_read_only_site_is_replaced_and_leaves_nothing(tmp_path):
    out = tmp_path / "public"
    build(out, OLD)
    (out / "CNAME").write_bytes(b"a")
    (tmp_path / ".public.new").mkdir()
    (tmp_path / ".public.new" / "x").write_bytes(b"x")
    protect(tmp_path / ".public.new")
    protect(out)
    build(out)
    assert content(out).keys() == {"CNAME", "index.html", "de/index.html", MANIFEST}
    assert leftovers(out) == []
    build(out, OLD)
    assert leftovers(out) == []


def test_a_left_over_that_cant_be_deleted_is_named(tmp_path, monkeypatch):
    out = tmp_path / "public"
    build(out, OLD)
    before = content(out)
    (tmp_path / ".public.new").mkdir()

    def refused(folder):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    monkeypatch.setattr("beleg.render.folder.shutil.rmtree", refused)
    with pytest.raises(
        ProjectError, match=r"\.public\.new: this hidden folder is left over.*permission denied.*Delete it"
    ):
        build(out)
    assert content(out) == before


KILLED = """
import sys
from pathlib import Path
from beleg.render.folder import replace_site
for round in range(100000):
    replace_site(Path(sys.argv[1]), [(f"{n}.html", b"%d" % round) for n in range(20)], lambda new: None)
"""


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0.21, 0.34, 0.47])
def test_a_killed_build_leaves_a_whole_site(tmp_path, wait):
    """Every page is of one and the same build, whenever the process dies; the next build clears up."""
    out = tmp_path / "public"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(out)])
    while not out.exists():
        time.sleep(0.01)
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.wait()
    pages = {path.read_bytes() for path in out.glob("*.html")}
    assert len(pages) == 1
    assert len(list(out.glob("*.html"))) == 20
    build(out)
    assert content(out).keys() == {"index.html", "de/index.html", MANIFEST}
    assert leftovers(out) == []


def test_a_file_is_written_before_the_next_is_made(tmp_path):
    """So that what makes the files can check them, and nothing of a site that fails is left."""
    out = tmp_path / "public"
    build(out, OLD)

    def files():
        yield "index.html", b"new"
        assert (beside(out) / "index.html").read_bytes() == b"new"
        raise RenderError("it says what nobody said")

    with pytest.raises(RenderError):
        build(out, files())
    assert content(out).items() >= dict(OLD).items()
    assert leftovers(out) == []
