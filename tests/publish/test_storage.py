"""A storage is sent what changed in an order in which every link leads somewhere, and a break is finished by the next run."""

import builtins
import os
import shutil
import socket
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from itertools import count

import pytest

from beleg.errors import PublishError
from beleg.publish.plan import caching, groups, listing, media_type
from beleg.publish.storage import PART, send
from beleg.publish.targets import StorageTarget
from beleg.render.folder import MANIFEST
from publish.sites import NEW, OLD, broken, built, failing, killed

fsspec = pytest.importorskip("fsspec")
from fsspec.implementations.local import LocalFileSystem  # noqa: E402
from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

MEMORY = StorageTarget(name="bucket", address="memory://digest/site")


class Memory:
    """A storage in memory."""

    target = MEMORY
    calls = (MemoryFileSystem, ("find", "cat_file", "pipe_file", "rm_file"))

    def put(self, files):
        self.clear()
        for path, data in files.items():
            MemoryFileSystem().pipe_file(f"/digest/site/{path}", data)

    def clear(self):
        MemoryFileSystem.store.clear()
        MemoryFileSystem.pseudo_dirs[:] = [""]

    def all(self):
        return {
            path.removeprefix("/digest/site/"): bytes(file.getbuffer()) for path, file in MemoryFileSystem.store.items()
        }


class Local:
    """A folder, as one reached by SFTP: what is written can be seen half written."""

    calls = (LocalFileSystem, ("find", "cat_file", "makedirs", "pipe_file", "mv", "rm_file"))

    def __init__(self, folder):
        self.folder = folder
        self.target = StorageTarget(name="server", address=f"file://{folder}/site")

    def put(self, files):
        self.clear()
        for path, data in files.items():
            (self.folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "site" / path).write_bytes(data)

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()

    def all(self):
        site = self.folder / "site"
        return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.fixture(params=["memory", "local"])
def place(request, tmp_path):
    made = Memory() if request.param == "memory" else Local(tmp_path / "server")
    made.clear()
    yield made
    made.clear()


@pytest.fixture
def old(tmp_path):
    return built(tmp_path / "old", OLD)


@pytest.fixture
def new(tmp_path):
    return built(tmp_path / "public", NEW)


def seen(place):
    """What a reader can ask for."""
    return {path: data for path, data in place.all().items() if path != MANIFEST and not path.endswith(PART)}


def quiet(seconds):
    """Waits for nothing."""


class Calls:
    """Counts the calls of a storage's class, and lets them break.

    Args:
        monkeypatch: Of pytest.
        place: Whose class.
        at: The number of the call that breaks, with all that follow; None for none.
        when: "before" the call does anything, "after" it has done all, or "half" through writing.
        error: What is raised; None for a refused connection.
    """

    def __init__(self, monkeypatch, place, at=None, when="before", error=None):
        self.made = []
        self._lock = threading.Lock()
        error = error or ConnectionError("connection refused")
        kind, names = place.calls
        for name in names:
            self._wrap(monkeypatch, kind, name, at, when, error)

    def _wrap(self, monkeypatch, kind, name, at, when, error):
        real = getattr(kind, name)

        def call(files, path, *arguments, **options):
            with self._lock:
                self.made.append((name, path))
                breaks = at is not None and len(self.made) > at
                first = breaks and len(self.made) == at + 1
            if first and when == "after":
                real(files, path, *arguments, **options)
            if first and when == "half" and name == "pipe_file":
                real(files, path, arguments[0][: len(arguments[0]) // 2])
            if breaks:
                raise error
            return real(files, path, *arguments, **options)

        monkeypatch.setattr(kind, name, call)


def test_only_what_changed_is_sent_and_in_order(place, old, new, monkeypatch):
    target = place.target
    assert len(send(target, old).added) == len(OLD)
    assert seen(place) == OLD
    planned = send(target, new, dry_run=True)
    assert seen(place) == OLD
    with monkeypatch.context() as patched:
        calls = Calls(patched, place).made
        assert send(target, new) == planned
    assert seen(place) == NEW
    written = [path.partition("site/")[2].removesuffix(PART) for name, path in calls if name == "pipe_file"]
    assert Counter(written) == Counter([*planned.sent, MANIFEST, MANIFEST, MANIFEST])
    assert written[0] == MANIFEST
    assert written[-3] == "index.html"
    deleted = [path.partition("site/")[2] for name, path in calls if name == "rm_file"]
    assert sorted(deleted) == ["de/y-2.html", "style.aaaaaaa1.css"]
    names = [name for name, _ in calls]
    assert names.index("rm_file") > max(number for number, (_, path) in enumerate(calls) if "/index.html" in path)
    assert send(target, new).idle


def test_the_order_of_groups(place, old, new):
    send(place.target, old)
    assert groups(send(place.target, new, dry_run=True)) == [
        ("de/W44/facts.jsonl", "style.bbbbbbb2.css"),
        ("de/W44/index.html", "de/y-3.html"),
        ("de/y-1.atom.xml", "ru/index.html"),
        ("de/W43/index.html", "de/y-1.html"),
        ("de/atom.xml", "de/editions.html", "de/index.html"),
        ("index.html",),
    ]


@pytest.mark.parametrize("when", ["before", "after", "half"])
@pytest.mark.parametrize("first", [True, False])
def test_a_break_at_any_call(place, old, new, monkeypatch, when, first):
    """Every link leads somewhere, no page is half a page, and the next run comes to the same bytes as an unbroken one."""
    if when == "half" and isinstance(place, Memory):
        pytest.skip("a storage of objects shows none that is half written")
    target = place.target
    known = {} if first else {path: data for path, data in OLD.items() if path in NEW}
    if not first:
        send(target, old)
    before = place.all()
    send(target, new)
    whole = place.all()
    assert {path: whole[path] for path in NEW} == NEW
    assert broken(seen(place), known) == []
    for at in count():
        place.put(before)
        with monkeypatch.context() as patched:
            calls = Calls(patched, place, at, when)
            told = failing(lambda: send(target, new, wait=quiet))
            assert "connection refused" in told or not told
            assert "s3cr3t" not in told
        found = seen(place)
        assert all(data in (OLD.get(path), NEW.get(path)) for path, data in found.items()), (
            f"half a page after call {at}"
        )
        assert broken(found, known) == [], f"after call {at}, {calls.made[min(at, len(calls.made) - 1)]}"
        send(target, new, wait=quiet)
        assert place.all() == whole, f"after call {at}"
        if len(calls.made) <= at:
            break
    assert at > 15


@pytest.mark.slow
def test_killed_at_any_step(tmp_path, old, new):
    """The process itself ends there, between two files or within one: links hold, and the next run finishes."""
    place = Local(tmp_path / "server")
    place.clear()
    send(place.target, old)
    before = place.all()
    send(place.target, new)
    whole = place.all()
    known = {path: data for path, data in OLD.items() if path in NEW}
    for at in count(0, 3):
        place.put(before)
        was_killed = killed(at, lambda: send(place.target, new))
        found = seen(place)
        assert all(data in (OLD.get(path), NEW.get(path)) for path, data in found.items()), (
            f"half a page after step {at}"
        )
        assert broken(found, known) == [], f"after step {at}"
        send(place.target, new)
        assert place.all() == whole, f"after step {at}"
        if not was_killed:
            break
    assert at > 50


def test_a_break_says_what_was_done(place, old, new, monkeypatch):
    send(place.target, old)
    at = 14 if isinstance(place, Memory) else 30
    with monkeypatch.context() as patched:
        Calls(patched, place, at)
        with pytest.raises(PublishError, match=r"\d+ of 14 files were sent or deleted, then: can't be written: connection refused.*the same command finishes it"):  # fmt: skip
            send(place.target, new, wait=quiet)
    planned = send(place.target, new, dry_run=True)
    assert planned.sent or planned.deleted


def test_a_broken_run_can_be_followed_by_another_site(place, old, new, tmp_path, monkeypatch):
    """What was half sent and is no longer wanted goes, though no finished manifest ever named it."""
    send(place.target, old)
    for at in count(3, 4):
        with monkeypatch.context() as patched:
            calls = Calls(patched, place, at)
            with suppress(PublishError):
                send(place.target, new, wait=quiet)
        send(place.target, old, wait=quiet)
        assert place.all() == {**OLD, MANIFEST: listing(old.digests)}
        if len(calls.made) <= at:
            break
    assert at > 15


@pytest.mark.parametrize("fails", [1, 3])
def test_what_fails_for_a_moment_is_tried_again(place, old, monkeypatch, fails):
    kind, _ = place.calls
    real, waits, tries = kind.pipe_file, [], Counter()

    def call(files, path, *arguments, **options):
        tries[path] += 1
        if tries[path] <= fails and "y-1" in path:
            raise ConnectionError("busy")
        return real(files, path, *arguments, **options)

    monkeypatch.setattr(kind, "pipe_file", call)
    send(place.target, old, wait=waits.append)
    assert seen(place) == OLD
    assert waits == [0.5, 2.0, 5.0][:fails]


def test_what_is_refused_is_not_tried_again(place, old, monkeypatch):
    calls = Calls(monkeypatch, place, 1, error=PermissionError("Access Denied")).made
    with pytest.raises(PublishError, match="Access Denied"):
        send(place.target, old, wait=lambda seconds: pytest.fail("it waits"))
    assert len(calls) == 2


def test_a_storage_that_never_answers(old, monkeypatch):
    Memory().clear()
    monkeypatch.setattr(MemoryFileSystem, "find", lambda *_, **__: time.sleep(60))
    target = StorageTarget(name="bucket", address=MEMORY.address, seconds=0.05)
    with pytest.raises(PublishError, match=r"can't be read: no answer in 0\.05 seconds"):
        send(target, old, wait=quiet)


def test_several_files_are_under_way_but_not_too_many(old, new, monkeypatch):
    Memory().clear()
    real, under_way, most = MemoryFileSystem.pipe_file, set(), []

    def call(files, path, *arguments, **options):
        under_way.add(path)
        most.append(len(under_way))
        time.sleep(0.02)
        real(files, path, *arguments, **options)
        under_way.discard(path)

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", call)
    send(StorageTarget(name="bucket", address=MEMORY.address, at_once=3), old)
    assert max(most) in (2, 3)
    most.clear()
    send(StorageTarget(name="bucket", address=MEMORY.address, at_once=1), new)
    assert max(most) == 1


def test_files_of_others(place, old, new):
    send(place.target, old)
    mine = {"mine/x.txt": b"x", "CNAME": b"y"}
    place.put(place.all() | mine)
    send(place.target, new)
    assert seen(place) == {**NEW, **mine}
    place.put({**OLD, MANIFEST: listing(old.digests), "ru/index.html": b"mine"})
    with pytest.raises(
        PublishError, match=r"1 file there, which Beleg did not send, .*: ru/index\.html; nothing was sent"
    ):
        send(place.target, new)
    assert seen(place) == {**OLD, "ru/index.html": b"mine"}


def test_a_place_of_somebody_else(place, old):
    place.put({"diary.txt": b"mine"})
    with pytest.raises(
        PublishError, match=r"holds 1 file .diary\.txt., and none of them was sent by Beleg; nothing was sent"
    ):
        send(place.target, old)
    assert place.all() == {"diary.txt": b"mine"}
    shared = StorageTarget(name="x", address=place.target.address, shared=True)
    send(shared, old)
    assert seen(place) == {**OLD, "diary.txt": b"mine"}


@pytest.mark.parametrize("data", [b"", b"{", b'{"../../x": null}', b'{"/x": null}'])
def test_a_manifest_that_is_damaged_or_leads_out(place, old, new, data):
    send(place.target, old)
    place.put(place.all() | {MANIFEST: data})
    with pytest.raises(PublishError, match="is damaged"):
        send(place.target, new)
    assert seen(place) == OLD


def test_a_file_that_is_gone_or_cut_off_there_is_sent_again(place, new):
    send(place.target, new)
    files = place.all()
    files["de/y-1.html"] = files["de/y-1.html"][:9]
    del files["same.txt"]
    place.put(files)
    planned = send(place.target, new)
    assert (planned.added, planned.changed) == (("same.txt",), ("de/y-1.html",))
    assert seen(place) == NEW


def test_empty_folders_go(tmp_path, old, new):
    place = Local(tmp_path / "server")
    place.clear()
    send(place.target, new)
    send(place.target, old)
    assert sorted(path.name for path in (tmp_path / "server" / "site").rglob("*") if path.is_dir()) == ["W43", "de"]


def test_a_changed_site_is_told_before_anything_is_sent(place, old, new, tmp_path):
    send(place.target, old)
    before = place.all()
    (tmp_path / "public" / "index.html").write_bytes(b"by hand")
    with pytest.raises(PublishError, match=r"public/index\.html: is not as it was built"):
        send(place.target, new)
    assert place.all() == before


def test_fsspec_is_not_installed(old, monkeypatch):
    real = builtins.__import__

    def without(name, *arguments, **options):
        if name.startswith("fsspec"):
            raise ImportError(f"No module named {name!r}")
        return real(name, *arguments, **options)

    for name in [name for name in sys.modules if name.startswith("fsspec")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PublishError, match=r"needs the package fsspec, which is not installed. Install it: pip install 'beleg\[storage\]'"):  # fmt: skip
        send(MEMORY, old)


def test_what_a_kind_of_storage_needs_is_not_installed(old):
    with pytest.raises(
        PublishError, match=r"needs a further package: Install fs-dropbox|needs a further package: .*ropbox"
    ):
        send(StorageTarget(name="x", address="dropbox://x/y"), old)


def test_an_address_of_no_storage(old):
    with pytest.raises(PublishError, match=r"nowhere://x: can't be reached: Protocol not known: nowhere"):
        send(StorageTarget(name="x", address="nowhere://x"), old)


def test_options_come_from_the_environment_and_are_veiled(old, monkeypatch):
    monkeypatch.setenv("WORD", "s3cr3tword")
    given = {}

    def fail(address, **options):
        given.update(options)
        raise OSError(f"login with {options['password']} at ftp://me:s3cr3tword@host failed")

    monkeypatch.setattr("fsspec.core.url_to_fs", fail)
    target = StorageTarget(
        name="x", address="ftp://host/x", options={"password": "${WORD}", "more": [{"a": "${WORD}"}]}
    )
    with pytest.raises(PublishError) as raised:
        send(target, old)
    assert (given["password"], given["more"]) == ("s3cr3tword", [{"a": "s3cr3tword"}])
    assert "login with ***" in str(raised.value)
    assert "s3cr3tword" not in str(raised.value)


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("de/index.html", "text/html; charset=utf-8", False),
        ("de/y-0f3a9c1b2d4e.html", "text/html; charset=utf-8", False),
        ("de/atom.xml", "application/atom+xml; charset=utf-8", False),
        ("de/y-0f3a9c1b2d4e.atom.xml", "application/atom+xml; charset=utf-8", False),
        ("de/y-0f3a9c1b2d4e.feed.json", "application/feed+json; charset=utf-8", False),
        ("sitemap.xml", "application/xml; charset=utf-8", False),
        ("robots.txt", "text/plain; charset=utf-8", False),
        ("style.0f3a9c1b22.css", "text/css; charset=utf-8", True),
        ("beleg.0f3a9c1b22.js", "text/javascript; charset=utf-8", True),
        ("style.css", "text/css; charset=utf-8", False),
        ("pagefind/fragment/de_1a2b3c4.pf_fragment", "application/octet-stream", True),
        ("pagefind/pagefind-entry.json", "application/json; charset=utf-8", False),
        ("pagefind/wasm.de.pagefind", "application/octet-stream", False),
        ("de/W44/facts.csv", "text/csv; charset=utf-8", False),
        ("card.png", "image/png", False),
    ],
)
def test_types_and_caching(path, kind, kept):
    assert media_type(path) == kind
    assert caching(path) == ("public, max-age=31536000, immutable" if kept else "no-cache")


# --- a server that speaks S3 ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def s3():
    """The address of a server of S3 on this machine."""
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server")
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def bucket(s3, monkeypatch):
    """A target in a new bucket, and what looks into it."""
    s3fs = pytest.importorskip("s3fs")
    for name in list(os.environ):
        if name.startswith("AWS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "me")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s3cr3tword")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    files = s3fs.S3FileSystem(endpoint_url=s3, skip_instance_cache=True, use_listings_cache=False)
    if files.exists("digest"):
        files.rm("digest", recursive=True)
    files.mkdir("digest")
    return StorageTarget(name="bucket", address="s3://digest/site", options={"endpoint_url": s3}), files


def objects(files):
    return {path.removeprefix("digest/site/"): files.cat_file(path) for path in files.find("digest")}


def test_s3_gets_types_and_caching(bucket, old, new):
    target, files = bucket
    send(target, old)
    send(target, new)
    found = objects(files)
    assert found == {**NEW, MANIFEST: listing(new.digests)}
    for path in NEW:
        head = files.call_s3("head_object", Bucket="digest", Key=f"site/{path}")
        assert (head["ContentType"], head["CacheControl"]) == (media_type(path), caching(path))
    assert send(target, new).idle


@pytest.mark.slow
def test_s3_breaking_at_any_request(bucket, old, new, monkeypatch):
    """Whatever request is the last that is answered, every link leads somewhere, and the next run finishes."""
    s3fs = pytest.importorskip("s3fs")
    target, files = bucket
    known = {path: data for path, data in OLD.items() if path in NEW}
    real = s3fs.S3FileSystem._call_s3
    whole = {**NEW, MANIFEST: listing(new.digests)}
    for at in range(0, 61, 3):
        send(target, old)
        made = []

        async def call(self, *arguments, _at=at, _made=made, **options):
            _made.append(arguments)
            if len(_made) > _at:
                raise ConnectionRefusedError("connection refused")
            return await real(self, *arguments, **options)

        with monkeypatch.context() as patched:
            patched.setattr(s3fs.S3FileSystem, "_call_s3", call)
            told = failing(lambda: send(target, new, wait=quiet))
            assert "connection refused" in told or not told
        found = {path: data for path, data in objects(files).items() if path != MANIFEST}
        assert broken(found, known) == [], f"after request {at}"
        send(target, new, wait=quiet)
        assert objects(files) == whole, f"after request {at}"
        if len(made) <= at:
            break
    assert 15 < at < 60


def test_s3_without_its_bucket(bucket, old):
    target, _ = bucket
    target = StorageTarget(name="bucket", address="s3://nowhere-at-all/site", options=target.options)
    with pytest.raises(PublishError, match="bucket does not exist"):
        send(target, old, wait=quiet)


def test_s3_that_refuses_connections(bucket, old):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"endpoint_url": f"http://127.0.0.1:{port}", "config_kwargs": {"retries": {"max_attempts": 0}}}
    with pytest.raises(PublishError, match=r"can't be read: .*onnect"):
        send(StorageTarget(name="bucket", address="s3://digest/site", options=options), old, wait=quiet)
