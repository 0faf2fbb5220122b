"""A folder has the old site or the new one, never a mixture, and what others put there stays."""

import os
from itertools import count

import pytest

from beleg.errors import PublishError
from beleg.publish.folder import send
from beleg.publish.targets import FolderTarget
from beleg.render.folder import MANIFEST
from publish.sites import NEW, OLD, breaking, built, content, failing, killed

TARGET = FolderTarget(name="website", path="../www")


@pytest.fixture
def project(tmp_path):
    """A project whose old site was sent, and whose new one is built."""
    folder = tmp_path / "digest"
    folder.mkdir()
    send(TARGET, built(folder / "public", OLD), folder)
    assert content(tmp_path / "www") == OLD
    built(folder / "public", NEW)
    return folder


def site(project):
    return built(project / "public", NEW)


def www(project):
    return project.parent / "www"


def leftovers(project):
    return [path.name for path in project.parent.iterdir() if path.name.startswith(".www.")]


def test_the_plan_and_what_is_done(project):
    planned = send(TARGET, site(project), project, dry_run=True)
    assert planned.added == ("de/W44/facts.jsonl", "de/W44/index.html", "de/y-1.atom.xml", "de/y-3.html", "ru/index.html", "style.bbbbbbb2.css")  # fmt: skip
    assert planned.changed == ("de/W43/index.html", "de/atom.xml", "de/editions.html", "de/index.html", "de/y-1.html", "index.html")  # fmt: skip
    assert planned.deleted == ("de/y-2.html", "style.aaaaaaa1.css")
    assert planned.unchanged == ("same.txt",)
    assert planned.size == sum(len(NEW[path]) for path in planned.sent)
    assert content(www(project)) == OLD
    assert send(TARGET, site(project), project) == planned
    assert content(www(project)) == NEW
    assert send(TARGET, site(project), project).idle


def test_a_file_that_is_the_same_is_not_written_again(project):
    before = (www(project) / "same.txt").stat()
    send(TARGET, site(project), project)
    assert (www(project) / "same.txt").stat().st_ino == before.st_ino


def test_what_others_put_there_stays(project):
    (www(project) / ".well-known").mkdir()
    (www(project) / ".well-known/security.txt").write_bytes(b"mine")
    send(TARGET, site(project), project)
    assert content(www(project)) == {**NEW, ".well-known/security.txt": b"mine"}


@pytest.mark.parametrize("path", ["ru/index.html", "ru", "de/y-3.html/mine.txt"])
def test_a_foreign_file_in_the_way_is_named_and_nothing_done(project, path):
    (www(project) / path).parent.mkdir(parents=True, exist_ok=True)
    (www(project) / path).write_bytes(b"mine")
    for dry in (True, False):
        with pytest.raises(
            PublishError, match=rf"1 file there, which Beleg did not send, .*: {path}; nothing was sent"
        ):
            send(TARGET, site(project), project, dry_run=dry)
    assert content(www(project)) == {**OLD, path: b"mine"}


def test_a_folder_of_somebody_else(project):
    other = FolderTarget(name="website", path="../home")
    (project.parent / "home").mkdir()
    (project.parent / "home" / "diary.txt").write_bytes(b"mine")
    with pytest.raises(PublishError, match=r"\.\./home: holds 1 file .diary.txt., and none of them was sent by Beleg.*shared = true"):  # fmt: skip
        send(other, site(project), project)
    assert content(project.parent / "home") == {"diary.txt": b"mine"}
    send(FolderTarget(name="website", path="../home", shared=True), site(project), project)
    assert content(project.parent / "home") == {**NEW, "diary.txt": b"mine"}


def test_a_page_changed_by_hand_is_sent_again(project):
    send(TARGET, site(project), project)
    (www(project) / "same.txt").write_bytes(b"mine")
    assert send(TARGET, site(project), project).changed == ("same.txt",)
    assert content(www(project)) == NEW


@pytest.mark.parametrize("path", [".", "..", "public", "public/x", "sources", ".beleg/x", "archive"])
def test_a_part_of_the_project_is_no_target(project, path):
    with pytest.raises(PublishError, match="a part of the project, or the project a part of it"):
        send(FolderTarget(name="website", path=path), site(project), project)


def test_places_that_are_no_folder(project):
    (project.parent / "file").write_bytes(b"x")
    with pytest.raises(PublishError, match=r"\.\./file: is a file"):
        send(FolderTarget(name="website", path="../file"), site(project), project)
    with pytest.raises(PublishError, match=r"\.\./no/where: the folder in which it should be made is not there"):
        send(FolderTarget(name="website", path="../no/where"), site(project), project)
    with pytest.raises(PublishError, match=r"is a file|not a directory|not there"):
        send(FolderTarget(name="website", path="../file/x"), site(project), project)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_a_folder_without_permission(project):
    project.parent.chmod(0o555)
    with pytest.raises(PublishError, match="permission denied"):
        send(TARGET, site(project), project)
    project.parent.chmod(0o755)
    assert content(www(project)) == OLD


@pytest.mark.parametrize("data", [b"", b"[]", b'{"../../x": null}', b'{"/etc/x": "a"}', b'{"a/../x": "a"}', b'{"a": 1}', b'{"C:/x": "a"}'])  # fmt: skip
def test_a_manifest_that_is_damaged_or_leads_out_is_refused(project, data):
    (www(project) / MANIFEST).write_bytes(data)
    with pytest.raises(PublishError, match="is damaged"):
        send(TARGET, site(project), project)
    assert content(www(project)) == OLD


@pytest.mark.parametrize("path", ["de/y-3.html", "style.bbbbbbb2.css"])
def test_a_site_that_is_not_as_it_was_built_is_not_sent(project, path):
    new = site(project)
    (project / "public" / path).write_bytes(b"by hand")
    with pytest.raises(PublishError, match=rf"public/{path}: is not as it was built"):
        send(TARGET, new, project)
    (project / "public" / path).unlink()
    with pytest.raises(PublishError, match=rf"public/{path}: can't be read"):
        send(TARGET, new, project)
    assert content(www(project)) == OLD


@pytest.mark.parametrize("once", [True, False])
def test_a_full_disk_at_any_step(project, once):
    """Whatever step fails for want of room: the folder has the old site or the new one, and the next run finishes."""
    new, states = site(project), set()
    for at in count():
        send(TARGET, built(project / "old", OLD), project)
        assert leftovers(project) == []
        with breaking(at, once=once) as taken:
            told = failing(lambda: send(TARGET, new, project))
            assert "no space left on device" in told or not told
            states.update({"told"} if told else ())
        found = content(www(project))
        states.add("old" if found == OLD else "new")
        assert found in (OLD, NEW), f"a mixture after step {at}, {taken[at]}"
        assert (www(project) / MANIFEST).is_file()
        send(TARGET, new, project)
        assert content(www(project)) == NEW
        if len(taken) <= at:
            break
    assert at > 50
    assert states == {"old", "new", "told"}


@pytest.mark.slow
def test_killed_at_any_step(project):
    new, states = site(project), set()
    for at in count():
        send(TARGET, built(project / "old", OLD), project)
        assert leftovers(project) == []
        was_killed = killed(at, lambda: send(TARGET, new, project))
        if not www(project).exists():
            pytest.fail(f"nothing is there after step {at}")
        found = content(www(project))
        states.add("old" if found == OLD else "new")
        assert found in (OLD, NEW), f"a mixture after step {at}"
        send(TARGET, new, project)
        assert content(www(project)) == NEW
        if not was_killed:
            break
    assert at > 50
    assert states == {"old", "new"}
