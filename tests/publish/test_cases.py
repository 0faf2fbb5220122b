"""The shared cases on publishing, for each kind of target."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from beleg.errors import PublishError
from beleg.publish.sending import send
from beleg.publish.targets import FolderTarget, GitTarget, StorageTarget
from beleg.render.folder import MANIFEST
from publish.sites import NEW, OLD, built, content, failing

SHARED = os.environ.get("BELEG_SHARED")
pytestmark = pytest.mark.skipif(not SHARED, reason="needs the shared cases")
KINDS = ("folder", "git", "storage")


def case(name):
    return json.loads((Path(SHARED or "") / "cases" / "publish" / f"{name}.json").read_text("utf-8"))


class Place:
    """A target, what is there, and somebody who puts files there by hand."""

    def __init__(self, kind, root):
        self.kind, self.root, self.project = kind, root, root / "digest"
        self.project.mkdir()
        self.folder = root / ("work" if kind == "git" else "www")
        if kind == "git":
            subprocess.run(["git", "init", "-q", "--bare", "-b", "main", root / "remote.git"], check=True)
            self.target = GitTarget(name="x", repository="../remote.git")
        elif kind == "folder":
            self.target = FolderTarget(name="x", path="../www")
        else:
            pytest.importorskip("fsspec")
            self.target = StorageTarget(name="x", address=f"file://{root}/www")

    def send(self, files, day="2026-11-02"):
        return send(self.target, built(self.project / "public", files), self.project, edition="1", day=day)

    def git(self, *arguments):
        who = ["-c", "user.name=me", "-c", "user.email=me@x"]
        return subprocess.run(["git", "-C", self.folder, *who, *arguments], check=True, capture_output=True).stdout.decode()  # fmt: skip

    def checked_out(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(["git", "clone", "-q", "-b", "gh-pages", self.root / "remote.git", self.folder], check=True)

    def put(self, files):
        if self.kind == "git" and (self.root / "remote.git/refs/heads/gh-pages").exists():
            self.checked_out()
        elif self.kind == "git":
            subprocess.run(["git", "init", "-q", "-b", "gh-pages", self.folder], check=True)
        for path, data in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(data)
        if self.kind == "git":
            self.git("add", "-A")
            self.git("commit", "-q", "-m", "by hand")
            self.git("push", "-q", str(self.root / "remote.git"), "gh-pages")

    def content(self):
        if self.kind == "git":
            self.checked_out()
        return {path: data for path, data in content(self.folder).items() if not ((self.kind == "git" and path.startswith(".git/")) or path == ".nojekyll")}  # fmt: skip


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    return Place(request.param, tmp_path)


def test_foreign_files(place):
    """C122: a page that is gone goes, one changed by hand is sent again, and what others put there stays."""
    given = case("foreign-files")
    assert "CNAME, .git/HEAD, .well-known/security.txt, notizen.html" in given["prepare"][1]
    names = ["CNAME", ".well-known/security.txt", "notizen.html"]
    if place.kind != "git":
        # No commit can hold it.
        names.append(".git/HEAD")
    mine = dict.fromkeys(names, b"mine")
    place.send(OLD)
    place.put({**mine, "de/y-1.html": b"by hand"})
    place.send(NEW)
    assert place.content() == {**NEW, **mine}
    assert "de/y-2.html" not in place.content()


def test_a_place_that_was_never_written(place):
    """C122: refused unless it is said to be shared, and nothing is deleted there."""
    mine = {"letters/a.txt": b"mine", "b.txt": b"mine"}
    place.put(mine)
    with pytest.raises(PublishError, match="none of them was sent by Beleg"):
        place.send(NEW)
    assert place.content() == mine


@pytest.mark.parametrize("kind", KINDS)
def test_clocks_that_go_wrong(kind, tmp_path):
    """C123: whatever day the clock shows, the site arrives, and a later run is not kept off by it."""
    assert len(case("clock-skew")["steps"]) == 4
    place = Place(kind, tmp_path)
    for number, day in enumerate(("2026-11-30", "1970-01-01", "2031-01-01", "2026-11-30", "0001-01-01")):
        files = {**NEW, "same.txt": str(number).encode()}
        place.send(files, day)
        assert place.content() == files


def one_line(told):
    assert "\n" not in told
    return told


def mounted(folder, size):
    """Have a small file system of its own at a folder."""
    given = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(given, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")


@pytest.mark.parametrize("kind", ["folder", "storage"])
def test_a_full_file_system(kind, tmp_path):
    """C119: on a file system of 64 KiB the old site stays what it was, or links hold, and room helps."""
    assert any("tmpfs of 64 KiB" in way for way in case("no-space")["ways"])
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted(disk, "64k")
    try:
        place = Place(kind, tmp_path)
        target = FolderTarget(name="x", path=str(disk / "www")) if kind == "folder" else StorageTarget(name="x", address=f"file://{disk}/www")  # fmt: skip
        place.target = target
        small = {path: data.ljust(1000) for path, data in OLD.items()}
        place.send(small)
        before = content(disk / "www")
        large = {path: data.ljust(9000) for path, data in NEW.items()}
        new = built(place.project / "public", large)
        told = one_line(failing(lambda: send(target, new, place.project, edition="1", day="2026-11-02")))
        assert "no space left" in told.lower()
        found = content(disk / "www")
        assert all(data in (small.get(path), large.get(path)) for path, data in found.items() if not path.endswith(".beleg-part"))  # fmt: skip
        if kind == "folder":
            assert found == before
            assert [one.name for one in disk.iterdir()] == ["www"]
        subprocess.run(["mount", "-o", "remount,size=1m", disk], check=True)
        send(target, new, place.project, edition="1", day="2026-11-02")
        assert content(disk / "www") == large
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_folder_that_is_a_file_system_of_its_own(tmp_path):
    """C119, EXDEV: it can't be replaced as a whole; that is said, and the old site stays."""
    place = Place("folder", tmp_path)
    (tmp_path / "www").mkdir()
    mounted(tmp_path / "www", "1m")
    try:
        told = one_line(failing(lambda: place.send(OLD)))
        assert "it is a mount of its own" in told
        assert list((tmp_path / "www").iterdir()) == []
    finally:
        subprocess.run(["umount", tmp_path / "www"], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can become somebody else")
@pytest.mark.parametrize("kind", ["folder", "storage", "git"])
def test_without_permission(kind, tmp_path):
    """C119: as somebody who may not write there."""
    place = Place(kind, tmp_path)
    place.send(OLD)
    before = place.content()
    new = built(place.project / "public", NEW)
    for one in (tmp_path, *tmp_path.parents[:-1]):
        one.chmod(one.stat().st_mode | 0o055)
    told = tmp_path / "told"
    told.touch()
    told.chmod(0o666)
    process = os.fork()
    if process == 0:
        # Whatever happens, it must never come back to the tests.
        try:
            os.setgid(65534)
            os.setuid(65534)
            told.write_text(failing(lambda: send(place.target, new, place.project, edition="1", day="2026-11-02")))
        finally:
            os._exit(0)
    os.waitpid(process, 0)
    assert "permission denied" in one_line(told.read_text()).lower()
    assert place.content() == before


def test_an_output_that_is_a_file_or_has_no_parent(tmp_path):
    """C119."""
    place = Place("folder", tmp_path)
    (tmp_path / "www").write_bytes(b"x")
    assert "is a file" in one_line(failing(lambda: place.send(OLD)))
    place.target = FolderTarget(name="x", path="../no/www")
    assert "the folder in which it should be made is not there" in one_line(failing(lambda: place.send(OLD)))


def test_a_memory_that_cant_be_written(tmp_path):
    """C119: the folder needs none; a branch does, and says so."""
    (place,) = [Place("folder", tmp_path)]
    (place.project / ".beleg").write_bytes(b"x")
    place.send(OLD)
    assert place.content() == OLD
    assert (tmp_path / "www" / MANIFEST).is_file()
    (tmp_path / "more").mkdir()
    place = Place("git", tmp_path / "more")
    (place.project / ".beleg").write_bytes(b"x")
    assert "the commit can't be made: " in one_line(failing(lambda: place.send(OLD)))
