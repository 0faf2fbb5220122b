"""A branch has the old site or the new one, in one commit, and nothing of the project's own repository is touched."""

import os
import shutil
import subprocess
import tarfile
import textwrap
from dataclasses import replace
from io import BytesIO
from itertools import count

import pytest

from beleg.errors import PublishError
from beleg.ingest.archive.disk import locked
from beleg.publish.branch import _Git, send
from beleg.publish.plan import manifest
from beleg.publish.targets import GitTarget
from beleg.render.folder import MANIFEST
from publish.sites import NEW, OLD, breaking, built, failing, killed

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
TARGET = GitTarget(name="pages", repository="../remote.git")
ME = {
    f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "Me"), ("EMAIL", "me@x"))
}
EXTRA = {".nojekyll": b""}


def git(folder, *arguments):
    given = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(given, capture_output=True, check=False, env=os.environ | ME)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def remote(tmp_path):
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "remote.git")
    return tmp_path / "remote.git"


@pytest.fixture
def project(tmp_path, remote):
    folder = tmp_path / "digest"
    folder.mkdir()
    built(folder / "public", NEW)
    return folder


def publish(project, files=NEW, target=TARGET, **options):
    site = built(project / "public", files)
    return send(target, site, project, edition="2026-W44", day="2026-11-02", **options)


def tree(remote, branch="gh-pages"):
    """What a branch holds, without the manifest; None where there is no such branch."""
    if not git(remote, "branch", "--list", branch):
        return None
    packed = subprocess.run(["git", "-C", remote, "archive", branch], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as files:
        shown = {one.name: files.extractfile(one).read() for one in files if one.isfile()}
    listed = manifest(shown.pop(MANIFEST), "") if MANIFEST in shown else {}
    assert set(listed) <= set(shown)
    return shown


def commit(remote, work, branch="gh-pages", **files):
    """Somebody else's commit on a branch."""
    if git(remote, "branch", "--list", branch):
        git(remote.parent, "clone", "-q", "-b", branch, str(remote), str(work))
    else:
        git(remote.parent, "init", "-q", "-b", branch, str(work))
    for name, data in files.items():
        (work / name).write_text(data)
    git(work, "add", "-A")
    git(work, "commit", "-q", "-m", "mine")
    git(work, "push", "-q", str(remote), branch)
    return git(work, "rev-parse", "HEAD")


def state(folder):
    """All that a repository and its files hold."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file() and ".beleg" not in path.parts and "public" not in path.parts}  # fmt: skip


def test_one_commit_each_time_something_changed(project, remote):
    publish(project, OLD)
    assert tree(remote) == {**OLD, **EXTRA}
    planned = publish(project, dry_run=True)
    assert tree(remote) == {**OLD, **EXTRA}
    assert publish(project) == planned
    assert (len(planned.added), len(planned.changed), planned.deleted) == (6, 6, ("de/y-2.html", "style.aaaaaaa1.css"))
    assert tree(remote) == {**NEW, **EXTRA}
    assert publish(project).idle
    assert git(remote, "log", "--format=%an|%ae|%aI|%cn|%ce|%cI|%s|%b", "gh-pages").split("\n") == [
        "Beleg|beleg@localhost|2026-11-02T00:00:00+00:00|Beleg|beleg@localhost|2026-11-02T00:00:00+00:00|Edition 2026-W44|"
    ] * 2  # fmt: skip
    git(remote, "fsck", "--strict", "--no-dangling")


def test_the_same_site_is_the_same_commit_anywhere(project, remote, monkeypatch):
    publish(project)
    first = git(remote, "rev-parse", "gh-pages")
    git(remote, "branch", "-D", "gh-pages")
    shutil.rmtree(project / ".beleg")
    for name, value in {**ME, "TZ": "Asia/Tokyo", "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z"}.items():
        monkeypatch.setenv(name, value)
    publish(project)
    assert git(remote, "rev-parse", "gh-pages") == first


def test_without_its_memory_the_branch_goes_on(project, remote):
    publish(project, OLD)
    shutil.rmtree(project / ".beleg")
    publish(project)
    assert tree(remote) == {**NEW, **EXTRA}
    assert git(remote, "rev-list", "--count", "gh-pages") == "2"


def test_a_damaged_memory_is_made_anew(project, remote):
    publish(project, OLD)
    for damage in ("HEAD", "objects"):
        path = project / ".beleg" / "publish" / "pages.git" / damage
        shutil.rmtree(path) if path.is_dir() else path.write_bytes(b"\0")
        (project / ".beleg/publish/pages.git/refs/beleg").mkdir(parents=True, exist_ok=True)
        (project / ".beleg/publish/pages.git/refs/beleg/site.lock").touch()
        publish(project, {**NEW, "round.txt": damage.encode()})
        assert tree(remote) == {**NEW, **EXTRA, "round.txt": damage.encode()}


def test_the_domain_of_a_host_of_pages(project, remote):
    publish(project, target=replace(TARGET, cname="digest.example"))
    assert tree(remote) == {**NEW, **EXTRA, "CNAME": b"digest.example\n"}
    publish(project)
    assert tree(remote) == {**NEW, **EXTRA}


def test_what_others_have_on_the_branch_stays(project, remote, tmp_path):
    publish(project, OLD)
    commit(remote, tmp_path / "work", CNAME="digest.example", README="mine")
    publish(project, target=replace(TARGET, cname="digest.example"))
    assert tree(remote) == {**NEW, **EXTRA, "CNAME": b"digest.example", "README": b"mine"}
    with pytest.raises(PublishError, match=r"1 file there, which Beleg did not send, .*: CNAME; nothing was sent"):
        publish(project, target=replace(TARGET, cname="other.example"))


def test_a_page_that_somebody_changed_is_sent_again(project, remote, tmp_path):
    publish(project)
    commit(remote, tmp_path / "work", **{"index.html": "mine", "same.txt": "mine"})
    assert publish(project).changed == ("index.html", "same.txt")
    assert tree(remote) == {**NEW, **EXTRA}


def test_a_branch_of_somebody_else_is_refused(project, remote, tmp_path):
    mine = commit(remote, tmp_path / "work", README="mine")
    for dry in (True, False):
        with pytest.raises(PublishError, match=r"\.\./remote\.git, branch gh-pages: holds 1 file .README., and none of them"):  # fmt: skip
            publish(project, dry_run=dry)
    assert git(remote, "rev-parse", "gh-pages") == mine
    publish(project, target=replace(TARGET, shared=True))
    assert tree(remote) == {**NEW, **EXTRA, "README": b"mine"}


def test_a_branch_that_moved_meanwhile_is_not_overwritten(project, remote, tmp_path, monkeypatch):
    """Somebody commits between the moment when the branch is looked at and the push."""
    publish(project, OLD)
    push = _Git.push

    def late(self, tip, new):
        monkeypatch.setattr(_Git, "push", push)
        late.moved = commit(remote, tmp_path / "work", README="mine")
        push(self, tip, new)

    monkeypatch.setattr(_Git, "push", late)
    with pytest.raises(PublishError, match="somebody else has moved the branch meanwhile; it was not touched"):
        publish(project)
    assert git(remote, "rev-parse", "gh-pages") == late.moved
    publish(project)
    assert tree(remote) == {**NEW, **EXTRA, "README": b"mine"}


def test_a_branch_that_came_meanwhile_is_not_overwritten(project, remote, tmp_path, monkeypatch):
    push = _Git.push

    def late(self, tip, new):
        late.moved = commit(remote, tmp_path / "work", README="mine")
        push(self, tip, new)

    monkeypatch.setattr(_Git, "push", late)
    with pytest.raises(PublishError, match="moved the branch meanwhile"):
        publish(project)
    assert git(remote, "rev-parse", "gh-pages") == late.moved


def test_a_branch_that_was_set_back_is_built_upon(project, remote):
    publish(project, OLD)
    first = git(remote, "rev-parse", "gh-pages")
    publish(project)
    git(remote, "update-ref", "refs/heads/gh-pages", first)
    publish(project, {**NEW, "more.txt": b"x"})
    assert tree(remote) == {**NEW, **EXTRA, "more.txt": b"x"}
    assert git(remote, "rev-list", "--count", "gh-pages") == "2"


@pytest.mark.parametrize("head", ["branch", "detached", "unborn", "worktree"])
def test_the_projects_own_repository_is_not_touched(project, remote, tmp_path, head, monkeypatch):
    """Neither its files, index, branches and objects, nor what is only half done in it."""
    if head == "worktree":
        commit(remote, tmp_path / "first", "main", README="mine")
        shutil.move(project, tmp_path / "kept")
        git(tmp_path / "first", "worktree", "add", "-q", "-b", "side", str(project))
        shutil.copytree(tmp_path / "kept", project, dirs_exist_ok=True)
        git(project, "remote", "add", "origin", str(remote))
    else:
        git(project, "init", "-q", "-b", "main")
        git(project, "remote", "add", "origin", "../remote.git")
    (project / ".gitignore").write_text("public/\n.beleg/\n")
    (project / "a.txt").write_text("a")
    git(project, "add", "-A")
    if head != "unborn":
        git(project, "commit", "-q", "-m", "mine")
    if head == "detached":
        git(project, "checkout", "-q", "--detach")
    (project / "a.txt").write_text("staged")
    git(project, "add", "a.txt")
    (project / "a.txt").write_text("changed")
    hook = tmp_path / "first" / ".git" / "hooks" if head == "worktree" else project / ".git" / "hooks"
    (hook / "pre-push").write_text("#!/bin/sh\nexit 1\n")
    (hook / "pre-push").chmod(0o755)
    before = state(project)
    # As in a hook of that very repository.
    monkeypatch.setenv("GIT_DIR", str(project / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(project / ".git" / "index"))
    send(GitTarget(name="pages"), built(project / "public", NEW), project, edition="a", day="2026-11-02")
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert state(project) == before
    assert tree(remote) == {**NEW, **EXTRA}
    assert git(project, "for-each-ref", "--format=%(refname)", "refs/heads/gh-pages") == ""


def test_settings_of_the_projects_repository_hold(project, remote):
    """As a checkout by a continuous integration keeps its credentials: here, where an address really leads."""
    git(project, "init", "-q")
    git(project, "config", f"url.{remote}.insteadOf", "https://pages.example/digest")
    publish(project, target=replace(TARGET, repository="https://pages.example/digest"))
    assert tree(remote) == {**NEW, **EXTRA}


def test_a_branch_of_the_projects_own_repository(project):
    git(project, "init", "-q", "-b", "main")
    publish(project, target=replace(TARGET, repository="."))
    assert tree(project) == {**NEW, **EXTRA}
    assert git(project, "symbolic-ref", "HEAD") == "refs/heads/main"


def test_no_such_remote(project):
    with pytest.raises(PublishError, match=r"no git repository that has a remote called origin.*Write repository ="):
        publish(project, target=GitTarget(name="pages"))


def test_no_git(project, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PublishError, match=r"git is not installed, or not found. Install git"):
        publish(project)


@pytest.mark.parametrize("address", ["git://127.0.0.1:1/x.git", "http://127.0.0.1:1/x.git", "../nowhere.git"])
def test_no_connection(project, address):
    with pytest.raises(PublishError, match=r"git ls-remote fails: .*(Connection refused|onnect to|does not appear).*The branch is as it was"):  # fmt: skip
        publish(project, target=replace(TARGET, repository=address))


def test_credentials_are_veiled(project, monkeypatch):
    monkeypatch.setenv("TOKEN", "s3cr3tword")
    with pytest.raises(PublishError) as raised:
        publish(project, target=replace(TARGET, repository="http://me:${TOKEN}@127.0.0.1:1/x.git"))
    assert "git ls-remote fails" in str(raised.value)
    assert "s3cr3tword" not in str(raised.value)
    monkeypatch.delenv("TOKEN")
    with pytest.raises(PublishError, match="the environment has no variable TOKEN"):
        publish(project, target=replace(TARGET, repository="http://me:${TOKEN}@127.0.0.1:1/x.git"))


def test_a_repository_that_never_answers(project, tmp_path, monkeypatch):
    wrapped(tmp_path, monkeypatch, 'case " $* " in *" ls-remote "*) exec sleep 60;; esac')
    with pytest.raises(PublishError, match="git ls-remote has not ended after 1 seconds"):
        publish(project, target=replace(TARGET, seconds=1))


def test_two_runs_at_once(project):
    publish(project)
    with (
        locked(project / ".beleg" / "publish"),
        pytest.raises(PublishError, match="another run of Beleg is publishing"),
    ):
        publish(project)


def wrapped(tmp_path, monkeypatch, script):
    """Put a program before git that may end instead, or after it."""
    place = tmp_path / "bin"
    place.mkdir(exist_ok=True)
    (place / "git").write_text(
        f'#!/bin/bash\nreal={shutil.which("git")}\n{textwrap.dedent(script)}\nexec "$real" "$@"\n'
    )
    (place / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")


@pytest.mark.parametrize("when", ["before", "after"])
def test_each_command_of_git_failing(project, remote, tmp_path, monkeypatch, when):
    """Whichever of them fails, before it did its work or when that was done: the old edition or the new one."""
    states, real = set(), os.environ["PATH"]
    with monkeypatch.context() as patched:
        counter = tmp_path / "counter"
        wrapped(tmp_path, patched, f"""
            n=$(cat {counter} 2>/dev/null || echo 0); echo $((n + 1)) > {counter}
            if [ "$n" = "$(cat {counter}.at)" ]; then
              if [ {when} = after ]; then "$real" "$@" >/dev/null 2>&1; fi
              echo "fatal: unable to write: No space left on device" >&2; exit 128
            fi""")  # fmt: skip
        for at in count():
            (tmp_path / "counter.at").write_text("-1")
            publish(project, OLD)
            counter.unlink()
            (tmp_path / "counter.at").write_text(str(at))
            told = failing(lambda: publish(project))
            states.update({"told"} if told else ())
            assert "No space left" in told or not told
            found = tree_with(real, remote)
            states.add("old" if found == {**OLD, **EXTRA} else "new")
            assert found in ({**OLD, **EXTRA}, {**NEW, **EXTRA}), f"a mixture after command {at}"
            ended = int(counter.read_text()) <= at
            (tmp_path / "counter.at").write_text("-1")
            publish(project)
            assert tree_with(real, remote) == {**NEW, **EXTRA}
            if ended:
                break
    assert at >= 8
    assert states == {"old", "new", "told"}


def tree_with(path, remote):
    """As `tree`, with programs found there."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", path)
        return tree(remote)


def test_the_other_side_refuses(project, remote):
    publish(project, OLD)
    (remote / "hooks").mkdir(exist_ok=True)
    (remote / "hooks" / "pre-receive").write_text("#!/bin/sh\necho quota exceeded >&2\nexit 1\n")
    (remote / "hooks" / "pre-receive").chmod(0o755)
    with pytest.raises(PublishError, match=r"git push fails: .*quota exceeded"):
        publish(project)
    assert tree(remote) == {**OLD, **EXTRA}


@pytest.fixture
def again(project, remote, tmp_path):
    """Puts the branch, and what the project remembers of it, back to where they were after the old site was sent."""
    send(TARGET, built(project / "old", OLD), project, edition="1", day="2026-11-01")
    shutil.copytree(remote, tmp_path / "remote.kept")
    shutil.copytree(project / ".beleg", tmp_path / "beleg.kept")

    def back():
        for there, kept in ((remote, "remote.kept"), (project / ".beleg", "beleg.kept")):
            shutil.rmtree(there)
            shutil.copytree(tmp_path / kept, there)

    return back


@pytest.mark.slow
def test_a_full_disk_at_any_step(project, remote, again):
    states = set()
    new = built(project / "public", NEW)
    for at in count():
        again()
        with breaking(at) as taken:
            told = failing(lambda: send(TARGET, new, project, edition="2", day="2026-11-02"))
            assert "no space left on device" in told or not told
            states.update({"told"} if told else ())
        found = tree(remote)
        states.add("old" if found == {**OLD, **EXTRA} else "new")
        assert found in ({**OLD, **EXTRA}, {**NEW, **EXTRA}), f"a mixture after step {at}, {taken[at]}"
        if len(taken) <= at:
            break
    assert at > 20
    assert states == {"old", "new", "told"}


@pytest.mark.slow
def test_killed_at_any_step(project, remote, again):
    states = set()
    new = built(project / "public", NEW)
    for at in count():
        again()
        was_killed = killed(at, lambda: send(TARGET, new, project, edition="2", day="2026-11-02"))
        found = tree(remote)
        states.add("old" if found == {**OLD, **EXTRA} else "new")
        assert found in ({**OLD, **EXTRA}, {**NEW, **EXTRA}), f"a mixture after step {at}"
        send(TARGET, new, project, edition="2", day="2026-11-02")
        assert tree(remote) == {**NEW, **EXTRA}
        if not was_killed:
            break
    assert at > 20
    assert states == {"old", "new"}
