"""Any storage that fsspec reaches: file by file, in an order in which every link leads somewhere at any moment.

Storages know no exchange of a whole site, so the order does it (`plan.groups`). The target's manifest is written three
times: before anything else it names what is about to be sent and deleted, without digests, so that after a break the next
run knows these files as its own and sends them again; then it has the digests; and at last it forgets what was deleted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, Final, TypeVar

from beleg.errors import PublishError
from beleg.ingest.veil import shorter
from beleg.publish.plan import Plan, Site, caching, groups, listing, manifest, media_type, plan, refuse_unknown
from beleg.publish.targets import StorageTarget, expanded, place, veil, with_values
from beleg.render.folder import MANIFEST

# Behind the name of a file that is being written, where a storage shows it half written.
PART: Final = ".beleg-part"
# Storages that show a file while it is written, and have a name take another's place at once.
_GROWING: Final = frozenset({"file", "local", "sftp", "ssh", "smb", "ftp"})
# How many files are under way at a time where a storage bears several.
_AT_ONCE: Final = 8
# Seconds before each further try; a storage that is busy or restarts is there again by then.
_WAITS: Final = (0.5, 2.0, 5.0)
# What no further try makes better.
_FINAL: Final = (PermissionError, FileNotFoundError, NotImplementedError, TypeError, ValueError, ImportError)

T = TypeVar("T")


def send(
    target: StorageTarget, site: Site, *, dry_run: bool = False, wait: Callable[[float], None] = time.sleep
) -> Plan:
    """Send a site to a storage: only what changed, so that what is there fits together at any moment.

    Args:
        target: The storage.
        site: What it shall hold.
        dry_run: Whether nothing is sent.
        wait: Waits so many seconds before a further try.

    Returns:
        What was done, or would be.

    Raises:
        PublishError: It can't be reached or written to, or holds files of somebody else where the site has its own.
    """
    storage = _Storage(target, wait)
    sizes = storage.sizes()
    there: dict[str, str | None] = {}
    if MANIFEST in sizes:
        there.update(manifest(storage.read(MANIFEST), f"{place(target)}/{MANIFEST}"))
    ours = {*there, MANIFEST}
    left = {path for path in sizes if path.endswith(PART) and path.removesuffix(PART) in ours}
    present = {path: size for path, size in sizes.items() if path not in left}
    if MANIFEST not in sizes:
        refuse_unknown(present, place(target), shared=target.shared)
    for path, digest in there.items():
        # What was cut off on its way, or changed by somebody else to another length.
        if digest is not None and present.get(path) not in (None, site.size(path)) and digest == site.digests.get(path):
            there[path] = None
    planned = plan(site, there, present, place(target))
    settled = there.keys() == site.digests.keys() and None not in there.values()
    if not dry_run and not (planned.idle and settled and not left):
        _send(storage, site, planned, there, sorted(left))
    return planned


def _send(
    storage: _Storage, site: Site, planned: Plan, there: Mapping[str, str | None], unfinished: Iterable[str]
) -> None:  # fmt: skip
    for path in planned.sent:
        # Whatever can't be read is told before anything is sent.
        site.read(path)
    done = 0
    try:
        for path in unfinished:
            # They may be what took the room.
            storage.delete(path)
        gone = dict.fromkeys([*planned.deleted, *(path for path in there if path not in site.digests)])
        doubtful = {**there, **dict.fromkeys(planned.sent), **gone}
        if planned.sent or planned.deleted:
            storage.write(MANIFEST, listing(doubtful))
        for group in groups(planned):
            for _ in storage.all(lambda path: storage.write(path, site.read(path)), group):
                done += 1
        if planned.deleted:
            storage.write(MANIFEST, listing({**site.digests, **gone}))
            for _ in storage.all(storage.delete, planned.deleted):
                done += 1
        storage.write(MANIFEST, listing(site.digests))
        storage.tidy(planned.deleted)
    except PublishError as error:
        of = len(planned.sent) + len(planned.deleted)
        raise PublishError(
            f"{done:,} of {of:,} files were sent or deleted, then: {error.message}", path=error.path,
            hint=f"{error.hint.rstrip('.')}; what is there fits together, and the same command finishes it",
        ) from error  # fmt: skip


class _Storage:
    """A target's files, each call tried several times and bounded in time.

    Raises:
        PublishError: fsspec, or what it needs for this storage, is not installed; or the address is none of its.
    """

    def __init__(self, target: StorageTarget, wait: Callable[[float], None]) -> None:
        try:
            # Only who sends to a storage has it.
            from fsspec.core import url_to_fs  # noqa: PLC0415
        except ImportError as error:
            raise PublishError(
                "sending to a storage needs the package fsspec, which is not installed", path=place(target),
                hint="Install it: pip install 'beleg[storage]'",
            ) from error  # fmt: skip
        self._target, self._wait = target, wait
        options = with_values(target.options)
        try:
            self._files, root = self._within(
                lambda: url_to_fs(expanded(target.address), skip_instance_cache=True, use_listings_cache=False, **options)
            )  # fmt: skip
        except ImportError as error:
            # "Install s3fs to access S3"
            raise PublishError(f"this storage needs a further package: {self._told(error)}", path=place(target), hint="Install it with pip beside Beleg") from error  # fmt: skip
        except PublishError:
            raise
        except Exception as error:
            raise self._failed("reached", error) from error
        self._root = root.rstrip("/")
        kinds = self._files.protocol if isinstance(self._files.protocol, tuple | list) else (self._files.protocol,)
        self._kinds = frozenset(kinds)
        self._grows = bool(self._kinds & _GROWING)
        # Of other implementations few can be used by several threads.
        several = getattr(self._files, "async_impl", False) or self._kinds & {"memory", "file", "local"}
        self._at_once = target.at_once or (_AT_ONCE if several else 1)

    def sizes(self) -> dict[str, int | None]:
        """The length of every file that is there, by its path; None where the storage does not tell."""

        def find() -> dict[str, dict[str, Any]]:
            with suppress(FileNotFoundError, NotADirectoryError):
                found: dict[str, dict[str, Any]] = self._files.find(self._root, detail=True)
                return found
            return {}

        begin = f"{self._root}/"
        return {
            path.removeprefix(begin): about.get("size")
            for path, about in sorted(self._tried("read", find).items())
            # Some storages have an empty object for a folder.
            if path.startswith(begin) and path != begin and not path.endswith("/")
        }

    def read(self, path: str) -> bytes:
        data: bytes = self._tried("read", lambda: self._files.cat_file(f"{self._root}/{path}"), path)
        return data

    def write(self, path: str, data: bytes) -> None:
        """Put a file in its place, so that nobody sees half of it."""
        name = f"{self._root}/{path}"

        def write() -> None:
            if not self._grows:
                self._files.pipe_file(name, data, **self._headers(path))
                return
            self._files.makedirs(name.rpartition("/")[0], exist_ok=True)
            try:
                self._files.pipe_file(name + PART, data)
                self._files.mv(name + PART, name)
            except BaseException:
                # On a full disk it would keep the next run from beginning; a storage that is gone keeps it.
                with suppress(Exception):
                    self._files.rm_file(name + PART)
                raise

        self._tried("written", write, path)

    def delete(self, path: str) -> None:
        """Take a file out, if it is there."""

        def delete() -> None:
            with suppress(FileNotFoundError):
                self._files.rm_file(f"{self._root}/{path}")

        self._tried("deleted", delete, path)

    def tidy(self, deleted: Iterable[str]) -> None:
        """Take out folders that have become empty, where there are folders."""
        if self._grows:
            folders = {str(one) for path in deleted for one in PurePosixPath(path).parents if str(one) != "."}
            for folder in sorted(folders, key=lambda one: (-one.count("/"), one)):
                # One that is not empty refuses, and an empty one does no harm.
                with suppress(Exception):
                    self._files.rmdir(f"{self._root}/{folder}")

    def all(self, do: Callable[[str], None], paths: Iterable[str]) -> Iterable[str]:
        """Do something with each file, several at a time; gives each that is done.

        Raises:
            PublishError: It failed for one; those that are under way are finished, the others not begun.
        """
        stopped = threading.Event()

        def one(path: str) -> str:
            if not stopped.is_set():
                do(path)
            return path

        with ThreadPoolExecutor(self._at_once) as pool:
            futures = [pool.submit(one, path) for path in paths]
            try:
                for future in as_completed(futures):
                    yield future.result()
            except BaseException:
                stopped.set()
                pool.shutdown(cancel_futures=True)
                raise

    def _headers(self, path: str) -> dict[str, Any]:
        """Type and caching of a file, in the words of the storage's own class; none where it has no words for them."""
        if self._kinds & {"s3", "s3a"}:
            return {"ContentType": media_type(path), "CacheControl": caching(path)}
        if self._kinds & {"gs", "gcs"}:
            return {"content_type": media_type(path), "fixed_key_metadata": {"cache_control": caching(path)}}
        return {}

    def _tried(self, what: str, do: Callable[[], T], path: str = "") -> T:
        for pause in (*_WAITS, None):
            try:
                return self._within(do)
            except Exception as error:
                if pause is None or isinstance(error, _FINAL):
                    raise self._failed(what, error, path) from error
                self._wait(pause)
        raise AssertionError("the last try returns or raises")

    def _within(self, do: Callable[[], T]) -> T:
        """What a call gives, in the time that a target has for it.

        Raises:
            TimeoutError: It takes longer; what still runs ends with the process.
        """
        given: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                given.append(do())
            except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(self._target.seconds)
        if failed:
            raise failed[0]
        if not given:
            raise TimeoutError(f"no answer in {self._target.seconds:g} seconds")
        return given[0]

    def _failed(self, what: str, error: Exception, path: str = "") -> PublishError:
        return PublishError(
            f"can't be {what}: {self._told(error)}", path=f"{place(self._target)}{'/' if path else ''}{path}",
            hint="See to the storage, its address and its credentials, then publish again",
        )  # fmt: skip

    def _told(self, error: Exception) -> str:
        """What an error says, without the target's secrets."""
        text = getattr(error, "strerror", None) or str(error) or type(error).__name__
        if isinstance(error, NotImplementedError):
            text = "fsspec has no way to do that with this kind of storage"
        return shorter(veil(text, self._target)).rstrip(".")
