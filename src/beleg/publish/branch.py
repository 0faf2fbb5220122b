"""A branch of a git repository: the site becomes one commit, which is pushed whole or not at all.

The commit is made in a repository of Beleg's own below `.beleg/`, so that neither the files nor the index, branches or
objects of the project's repository are touched. That one is only asked for the address of a remote, and for the settings
with which git reaches it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from beleg.errors import ArchiveError, PublishError
from beleg.ingest.archive.disk import locked
from beleg.ingest.veil import shorter, shown
from beleg.publish.plan import Plan, Site, listing, manifest, plan, refuse_unknown
from beleg.publish.targets import REMOTE, GitTarget, expanded, place, veil
from beleg.render.folder import MANIFEST

# Hosts of pages leave out what begins with an underscore, and read templates into pages, unless this file is there.
_AS_IT_IS: Final = ".nojekyll"
_DOMAIN: Final = "CNAME"
# No mail is meant to reach it.
_WHO: Final = "Beleg <beleg@localhost>"
_OURS: Final = "refs/beleg/site"
_FILE_MODE: Final = "100644"
_COMMIT_MODE: Final = "160000"
# What a run inside of a hook or of another git command would inherit.
_INHERITED: Final = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR",
    "GIT_NAMESPACE", "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_CEILING_DIRECTORIES", "GIT_SHALLOW_FILE",
)  # fmt: skip
# How git words that the branch is no longer where it was: of itself, and as the other side tells it.
_MOVED = re.compile(
    r"stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref|reference already exists"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Tip:
    """Where a branch is, and what it holds."""

    # None for a branch that is not there yet.
    commit: str | None
    # By path: mode and name of the object.
    files: Mapping[str, tuple[str, str]]
    # What its manifest names; None for a branch without one.
    listed: Mapping[str, str | None] | None = None


def send(
    target: GitTarget, site: Site, project: Path, *, edition: str, day: str, dry_run: bool = False
) -> Plan:  # fmt: skip
    """Make a site the newest commit of a branch, by one push; files of others in it stay.

    Args:
        target: The branch.
        site: What it shall hold.
        project: The project's folder.
        edition: The newest published edition, which the commit is named after.
        day: ISO 8601 day on which it was published, which the commit bears.
        dry_run: Whether nothing is committed.

    Returns:
        What was done, or would be.

    Raises:
        PublishError: git is not there, can't reach the repository, or refuses; the branch is somebody else's, or has moved.
    """
    home = project / ".beleg" / "publish"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with _alone(home, target):
            git = _Git(home / f"{target.name}.git", project, target)
            tip = git.tip()
            site = site.with_extra(_extra(target, git, tip))
            planned, there = _planned(target, site, tip)
            if dry_run or (planned.idle and there == {**site.digests}):
                return planned
            git.push(tip, git.commit(tip, site, planned, edition, day))
            return planned
    except OSError as error:
        raise PublishError(
            f"the commit can't be made: {(error.strerror or str(error)).lower()}", path=str(error.filename or home),
            hint="The branch is as it was; make room or give access, then publish again",
        ) from error  # fmt: skip


@contextmanager
def _alone(home: Path, target: GitTarget) -> Iterator[None]:
    try:
        with locked(home):
            yield
    except ArchiveError as error:
        busy = error.message.startswith("another run")
        raise PublishError(
            "another run of Beleg is publishing" if busy else error.message, path=place(target),
            hint="Wait until it has ended, then publish again" if busy else error.hint,
        ) from error  # fmt: skip


def _extra(target: GitTarget, git: _Git, tip: Tip) -> dict[str, bytes]:
    """What hosts of pages want beside the pages; what somebody put there with the same bytes may stay his."""
    wanted = {_AS_IT_IS: b""} | ({_DOMAIN: f"{target.cname}\n".encode()} if target.cname else {})
    ours = tip.listed or {}
    return {
        path: data for path, data in wanted.items()
        if path in ours or path not in tip.files or git.blob(*tip.files[path]).strip() != data.strip()
    }  # fmt: skip


def _planned(target: GitTarget, site: Site, tip: Tip) -> tuple[Plan, dict[str, str | None]]:
    there = dict(tip.listed or {})
    if tip.listed is None and tip.commit is not None:
        refuse_unknown(tip.files or {"(a commit without files)": ""}, place(target), shared=target.shared)
    for path, digest in list(there.items()):
        # Somebody may have committed another page in its place.
        if path in tip.files and digest is not None and digest == site.digests.get(path):
            mode, name = tip.files[path]
            if mode != _FILE_MODE or name != _object(site.read(path), name):
                there[path] = None
    return plan(site, there, tip.files, place(target)), there


def _object(data: bytes, like: str) -> str:
    """What git calls a file's bytes, by the digest that another name shows to be in use."""
    kind = hashlib.sha256 if len(like) == hashlib.sha256().digest_size * 2 else hashlib.sha1  # the latter is git's own
    return kind(b"blob %d\0" % len(data) + data).hexdigest()


class _Git:
    """Git, on a repository of Beleg's own.

    Args:
        folder: That repository, made if there is none.
        project: The project's folder.
        target: The branch.
    """

    def __init__(self, folder: Path, project: Path, target: GitTarget) -> None:
        self._folder, self._target = folder, target
        environment = {name: value for name, value in os.environ.items() if name not in _INHERITED}
        self._environment = environment | {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
        settings = self._asked(project, "rev-parse", "--path-format=absolute", "--git-common-dir")
        self._settings = ["-c", f"include.path={settings}/config"] if settings else []
        # Whatever the project's own repository is, this one has no files and runs none of its programs.
        self._settings += ["-c", "core.bare=true", "-c", f"core.hooksPath={os.devnull}", "-c", "gc.autoDetach=false"]
        self._address = self._reached(project)
        self._ready()

    def tip(self) -> Tip:
        """Where the branch is now; its commit is fetched if it is not at hand."""
        branch = f"refs/heads/{self._target.branch}"
        found = self._run("ls-remote", "--", self._address, branch).decode().split()
        commit = next((name for name, ref in zip(found[::2], found[1::2], strict=False) if ref == branch), None)
        if commit is None:
            return Tip(commit=None, files={})
        if not self._known(commit):
            self._run("fetch", "--quiet", "--depth=1", "--no-tags", "--force", "--no-write-fetch-head", "--", self._address, f"{branch}:refs/beleg/tip")  # fmt: skip
            commit = self._run("rev-parse", "--verify", "refs/beleg/tip^{commit}").decode().strip()
        rows = self._run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0")[:-1]
        files: dict[str, tuple[str, str]] = {}
        for row in rows:
            about, _, path = row.partition(b"\t")
            mode, _, name = about.decode().split()
            files[os.fsdecode(path)] = (mode, name)
        if MANIFEST not in files:
            return Tip(commit=commit, files=files)
        listed = manifest(self.blob(*files[MANIFEST]), f"{place(self._target)}: {MANIFEST}")
        return Tip(commit=commit, files=files, listed=listed)

    def blob(self, mode: str, name: str) -> bytes:
        """The bytes of a file; none of what is another repository's commit."""
        return b"" if mode == _COMMIT_MODE else self._run("cat-file", "blob", name)

    def commit(self, tip: Tip, site: Site, planned: Plan, edition: str, day: str) -> str:
        """A commit of the site on top of the branch, in Beleg's own repository."""
        # git knows no day before its own first one, which a clock without a battery may well show.
        moment = max(0, int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()))
        self._run(
            "fast-import", "--quiet", "--force", stream=_stream(tip, site, planned, f"Edition {edition}\n", moment)
        )
        return self._run("rev-parse", "--verify", f"{_OURS}^{{commit}}").decode().strip()

    def push(self, tip: Tip, commit: str) -> None:
        """Let the branch be a commit, if it is still where it was.

        Raises:
            PublishError: It is not, or the other side refuses.
        """
        branch = f"refs/heads/{self._target.branch}"
        lease = f"--force-with-lease={branch}:{tip.commit or ''}"
        code, _, said = self._call(["push", "--quiet", "--no-verify", lease, "--", self._address, f"{commit}:{branch}"])
        if code and _MOVED.search(said):
            raise PublishError(
                "somebody else has moved the branch meanwhile; it was not touched", path=place(self._target),
                hint="Look what it holds now, then publish again",
            )  # fmt: skip
        if code:
            raise self._refused("push", said)
        self._call(["gc", "--auto", "--quiet"])

    # --- how git is run ---------------------------------------------------------------------------------------------------

    def _reached(self, project: Path) -> str:
        """The address of the repository, or the path to it."""
        given = expanded(self._target.repository)
        if given.startswith("~"):
            return str(Path(given).expanduser())
        if not REMOTE.match(given) or (project / given).is_dir():
            is_path = "://" not in given and not re.match(r"[^/]+:", given)
            return str((project / given).resolve()) if is_path else given
        address = self._asked(project, "remote", "get-url", "--push", given)
        if not address:
            raise PublishError(
                f"the project lies in no git repository that has a remote called {given}", path=place(self._target),
                hint="Write repository = the address of the repository, below the target in sources/beleg.toml",
            )  # fmt: skip
        is_path = "://" not in address and not re.match(r"[^/]+:", address)
        return str((Path(self._asked(project, "rev-parse", "--show-toplevel") or project) / address).resolve()) if is_path else address  # fmt: skip

    def _ready(self) -> None:
        """Make the repository, or take out what a run that died has left locked."""
        code, _, _ = (
            self._call(["rev-parse", "--verify", "--quiet", "HEAD"]) if self._folder.is_dir() else (128, b"", "")
        )
        if code == 128 or not (self._folder / "HEAD").is_file():
            shutil.rmtree(self._folder, ignore_errors=True)
            self._run("init", "--quiet", "--bare", "--template=")
        for lock in sorted(self._folder.rglob("*.lock")):
            lock.unlink(missing_ok=True)

    def _known(self, commit: str) -> bool:
        return self._call(["cat-file", "-e", f"{commit}^{{commit}}"])[0] == 0

    def _asked(self, project: Path, *arguments: str) -> str:
        """What the project's own repository says; empty if there is none, or it has no answer."""
        code, out, _ = self._call(["-C", str(project), *arguments], own=False)
        return out.decode("utf-8", "surrogateescape").rstrip("\n") if code == 0 else ""

    def _run(self, command: str, *arguments: str, stream: Iterator[bytes] | None = None) -> bytes:
        code, out, said = self._call([command, *arguments], stream=stream)
        if code:
            raise self._refused(command, said)
        return out

    def _refused(self, command: str, said: str) -> PublishError:
        lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith("hint:")]
        # The cause comes first, advice and what follows from it after.
        why = shorter(veil(" ".join(lines[:3]), self._target)) or "it says no more"
        return PublishError(
            f"git {command} fails: {why.replace(self._address, shown(self._address)).rstrip('.')}", path=place(self._target),
            hint="The branch is as it was; see to it that `git push` reaches this repository, then publish again",
        )  # fmt: skip

    def _call(
        self, arguments: list[str], *, own: bool = True, stream: Iterator[bytes] | None = None
    ) -> tuple[int, bytes, str]:
        """Run git; its exit code, what it gives, and what it says."""
        given = ["git", *(["--git-dir", str(self._folder), *self._settings] if own else []), *arguments]
        try:
            with subprocess.Popen(  # noqa: S603 - no shell reads it, and what the editor wrote stands behind `--`
                given, stdin=subprocess.DEVNULL if stream is None else subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env=self._environment, start_new_session=True,
            ) as process:  # fmt: skip
                return self._finished(process, arguments[0], stream)
        except FileNotFoundError as error:
            raise PublishError(
                "git is not installed, or not found", path=place(self._target), hint="Install git, then publish again"
            ) from error

    def _finished(
        self, process: subprocess.Popen[bytes], command: str, stream: Iterator[bytes] | None
    ) -> tuple[int, bytes, str]:
        try:
            if stream is not None and process.stdin is not None:
                # Where git ends early, its exit code and words say why.
                with suppress(BrokenPipeError):
                    for piece in stream:
                        process.stdin.write(piece)
                with suppress(BrokenPipeError):
                    process.stdin.close()
                process.stdin = None
            out, said = process.communicate(timeout=self._target.seconds)
        except subprocess.TimeoutExpired as error:
            _end(process)
            raise PublishError(
                f"git {command} has not ended after {self._target.seconds:g} seconds", path=place(self._target),
                hint="Publish again, or write more seconds below the target",
            ) from error  # fmt: skip
        except BaseException:
            _end(process)
            raise
        return process.returncode, out, said.decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End git and what it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if process.stdin is not None:
        # What it did not read any more is lost, and that is no fault of its own.
        with suppress(OSError):
            process.stdin.close()


def _stream(tip: Tip, site: Site, planned: Plan, message: str, moment: int) -> Iterator[bytes]:
    """The commit as `git fast-import` reads it."""
    said = message.encode()
    yield b"commit %s\n" % _OURS.encode()
    for who in ("author", "committer"):
        yield f"{who} {_WHO} {moment} +0000\n".encode()
    yield b"data %d\n%s" % (len(said), said)
    if tip.commit is not None:
        yield f"from {tip.commit}\n".encode()
    for path in planned.deleted:
        yield b"D " + _quoted(path) + b"\n"
    for path in planned.sent:
        yield _file(path, site.read(path))
    yield _file(MANIFEST, listing(site.digests))


def _file(path: str, data: bytes) -> bytes:
    return b"M %s inline %s\ndata %d\n%s\n" % (_FILE_MODE.encode(), _quoted(path), len(data), data)


def _quoted(path: str) -> bytes:
    """A path as git reads it back."""
    escaped = re.sub(rb'[\x00-\x1f"\\]', lambda match: b"\\%03o" % match[0][0], os.fsencode(path))
    return b'"%s"' % escaped
