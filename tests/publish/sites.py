"""Small sites with links, and the ways in which sending them can break."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from posixpath import dirname, normpath

from beleg.errors import PublishError
from beleg.publish.plan import Site, built_site
from beleg.render.folder import MANIFEST, replace_site


def _page(*links: str) -> bytes:
    return "".join(f'<a href="{link}">x</a>\n' for link in links).encode()


OLD: Mapping[str, bytes] = {
    "index.html": _page("de/index.html"),
    "de/index.html": b'<link href="../style.aaaaaaa1.css">'
    + _page("editions.html", "y-1.html", "y-2.html", "atom.xml"),
    "de/editions.html": _page("W43/index.html"),
    "de/W43/index.html": _page("../y-1.html", "../y-2.html"),
    "de/y-1.html": b'<link href="../style.aaaaaaa1.css">' + _page("W43/index.html", "y-2.html"),
    "de/y-2.html": _page("W43/index.html", "y-1.html"),
    "de/atom.xml": _page("y-1.html", "y-2.html"),
    "same.txt": b"same",
    "style.aaaaaaa1.css": b"p {}",
}
# A story is new, one is gone, another is told on; a locale is new; the style is another.
NEW: Mapping[str, bytes] = {
    "index.html": _page("de/index.html", "ru/index.html"),
    "de/index.html": b'<link href="../style.bbbbbbb2.css">' + _page("editions.html", "y-1.html", "y-3.html", "atom.xml", "../ru/index.html"),
    "de/editions.html": _page("W43/index.html", "W44/index.html"),
    "de/W43/index.html": _page("../y-1.html", "../W44/index.html"),
    "de/W44/index.html": _page("../y-1.html", "../y-3.html", "facts.jsonl", "../atom.xml"),
    "de/W44/facts.jsonl": b"{}\n",
    "de/y-1.html": b'<link href="../style.bbbbbbb2.css">' + _page("W43/index.html", "W44/index.html", "y-3.html", "y-1.atom.xml"),
    "de/y-1.atom.xml": _page("y-1.html", "W44/index.html"),
    "de/y-3.html": _page("W44/index.html", "y-1.html"),
    "de/atom.xml": _page("y-1.html", "y-3.html"),
    "ru/index.html": _page("../de/index.html", "../de/y-3.html"),
    "same.txt": b"same",
    "style.bbbbbbb2.css": b"p { color: red }",
}  # fmt: skip
PAGES = (".html", ".xml")


def built(folder, files: Mapping[str, bytes] = NEW) -> Site:
    """A site as a build leaves it."""
    replace_site(folder, files.items(), lambda new: None)
    return built_site(folder)


def content(folder) -> dict[str, bytes]:
    """What a folder holds, without the manifest."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {path: data for path, data in found.items() if path != MANIFEST}


def failing(do: Callable[[], object]) -> str:
    """What is said if doing something fails; empty if it does not."""
    try:
        do()
    except PublishError as error:
        return str(error)
    return ""


def broken(files: Mapping[str, bytes], known: Mapping[str, bytes]) -> list[str]:
    """The links that lead nowhere, on all pages that a reader can come to.

    Args:
        files: What is there.
        known: The pages that a reader may have come to before; those that are still wanted are looked at, too.
    """
    todo = [
        path
        for path in files
        if path == "index.html" or (path.endswith("atom.xml") and dirname(path) in known) or path in known
    ]
    todo = [path for path in todo if path.endswith(PAGES)]
    seen, found = set(todo), []
    while todo:
        path = todo.pop()
        for link in re.findall(r'href="([^"]*)"', files[path].decode()):
            target = normpath(f"{dirname(path)}/{link}".lstrip("/"))
            if target not in files:
                found.append(f"{path}: {link}")
            elif target not in seen and target.endswith(PAGES):
                seen.add(target)
                todo.append(target)
    return sorted(found)


# --- breaking at any step of what Python asks of the system -----------------------------------------------------------

# What is told of each step; empty where none shall break.
_told: list[Callable[[str], None]] = []
_STEPS = ("open", "os.", "shutil.", "subprocess.", "ctypes.dlopen", "fcntl.")


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _told and event.startswith(_STEPS):
        _told[-1](event)


sys.addaudithook(_hook)


@contextmanager
def breaking(at: int, *, kill: bool = False, once: bool = True):
    """Let the step of that number fail for want of room, or kill this process; gives a list with the steps that were taken.

    Args:
        at: The number of the step, from 0; None for none.
        kill: Whether the process is killed.
        once: Whether only that step fails, or all that follow, too, but those that take files away.
    """
    taken: list[str] = []

    def step(event: str) -> None:
        taken.append(event)
        hit = len(taken) == at + 1 if once else len(taken) > at and event not in ("os.remove", "os.rmdir", "os.scandir", "os.listdir", "shutil.rmtree", "os.walk", "os.chmod")  # fmt: skip
        if hit and kill:
            os.kill(os.getpid(), signal.SIGKILL)
        if hit:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    _told.append(step)
    try:
        yield taken
    finally:
        _told.pop()


def killed(at: int, do: Callable[[], object]) -> bool:
    """Do something in a process of its own that is killed at a step; whether it was, and did not come to its end before."""
    process = os.fork()
    if process == 0:
        try:
            with breaking(at, kill=True):
                do()
        except BaseException:  # noqa: BLE001 - the child must never come back to the tests
            os._exit(3)
        os._exit(0)
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "it failed instead of being killed"
    return os.WIFSIGNALED(status)
