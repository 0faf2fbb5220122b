"""What the preview answers with: files below `public/` as they are, pages with the script that reloads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from beleg.publish.plan import media_type
from beleg.render.folder import MANIFEST

# What the server itself gives stands below this: no file of a site is called so.
OWN: Final = "/-/"
_NOT_FOUND: Final = "404.html"
_HTML: Final = "text/html; charset=utf-8"
_POLICY: Final = re.compile(rb"""<meta\b[^>]*\bhttp-equiv\s*=\s*["']?content-security-policy\b[^>]*>""", re.IGNORECASE)
_CONTENT: Final = re.compile(r"""\bcontent\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
# Where the script goes: behind the policy that lets it work, before the page's own.
_PLACES: Final = (re.compile(rb"</head\s*>", re.IGNORECASE), re.compile(rb"<body\b", re.IGNORECASE))
# What the script needs: to be loaded, and to hear of new builds.
_NEEDED: Final = ("script-src", "connect-src")


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a request for a path gets."""

    status: int
    media_type: str = "text/plain; charset=utf-8"
    data: bytes = b""
    # Where to go instead; None for nowhere.
    location: str | None = None


def state_of(public: Path) -> str:
    """A digest that changes with the site: of the list of its files; empty where there is no site yet."""
    try:
        return sha256((public / MANIFEST).read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def answer(public: Path, target: str) -> Answer:
    """What a request's path gets; only what lies below `public` is ever given.

    Args:
        public: The site's folder.
        target: As in the request's first line, with or without a query.
    """
    parts = _parts(target)
    if parts is None:
        return Answer(status=400, data=b"This is no path.\n")
    if any(part.startswith(".") and part != ".well-known" for part in parts):
        return _missing(public)
    path = public.joinpath(*parts)
    directory = target.partition("?")[0].endswith("/")
    try:
        root, found = public.resolve(), path.resolve()
        if not found.is_relative_to(root):
            # A link that leads out of the site, to where a host could not follow it either.
            return _missing(public)
        if found.is_dir():
            if not directory:
                # Rebuilt from its parts: what begins with two slashes would be another host's.
                return Answer(status=301, location="".join(f"/{quote(part)}" for part in parts) + "/")
            path, directory = path / "index.html", False
            if not path.resolve().is_relative_to(root):
                return _missing(public)
        if directory:
            return _missing(public)
        data = path.read_bytes()
    except (OSError, ValueError):
        return _missing(public)
    return _file(public, path.name, data, 200)


def _parts(target: str) -> list[str] | None:
    """The names in a path, decoded; None if one of them could mean something else than a name."""
    raw = target.partition("?")[0].partition("#")[0]
    if not raw.startswith("/"):
        return None
    try:
        parts = [unquote_to_bytes(part).decode() for part in raw.split("/") if part]
    except UnicodeDecodeError:
        return None
    if any(part in (".", "..") or not part.isprintable() or any(mark in part for mark in "/\\:") for part in parts):
        return None
    return parts


def _missing(public: Path) -> Answer:
    """The site's own page for what is not there, or a plain one."""
    try:
        page = public / _NOT_FOUND
        if not page.resolve().is_relative_to(public.resolve()):
            raise FileNotFoundError(_NOT_FOUND)
        return _file(public, _NOT_FOUND, page.read_bytes(), 404)
    except OSError:
        plain = b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Not found</title>\n</head>\n<body>\n<p>There is no such page.</p>\n</body>\n</html>\n'
        return _file(public, _NOT_FOUND, plain, 404)


def _file(public: Path, name: str, data: bytes, status: int) -> Answer:
    kind = media_type(name)
    return Answer(status=status, media_type=kind, data=reloading(data, state_of(public)) if kind == _HTML else data)


def reloading(page: bytes, state: str) -> bytes:
    """A page with the script that reloads it, and a policy that lets this script do so.

    Args:
        page: As it lies on disk.
        state: Of the site that it is from.
    """
    script = f'<script src="{OWN}reload.js?site={state}" defer></script>\n'.encode()
    page = _POLICY.sub(lambda found: _loosened(found[0]), page)
    for place in _PLACES:
        if at := place.search(page):
            return page[: at.start()] + script + page[at.start() :]
    return script + page


def _loosened(tag: bytes) -> bytes:
    """The element of a policy, with what the script needs allowed."""
    text = tag.decode("utf-8", "surrogateescape")
    found = _CONTENT.search(text)
    if found is None:
        return tag
    policy = escape(loosened(unescape(found[1][1:-1])), quote=False).replace('"', "&quot;")
    return f'{text[: found.start(1)]}"{policy}"{text[found.end(1) :]}'.encode("utf-8", "surrogateescape")


def loosened(policy: str) -> str:
    """A Content-Security-Policy that also lets a page load a script of its own origin, and hear events from there."""
    directives: dict[str, list[str]] = {}
    for directive in policy.split(";"):
        if words := directive.split():
            # Of two with one name, the first holds.
            directives.setdefault(words[0].lower(), words[1:])
    names = [name for name in ("script-src-elem",) if name in directives]
    for name in (*_NEEDED, *names):
        sources = directives.get(name, directives.get("default-src"))
        if sources is not None and "'self'" not in sources and "*" not in sources:
            directives[name] = [*(one for one in sources if one != "'none'"), "'self'"]
    return "; ".join(" ".join((name, *sources)) for name, sources in directives.items())
