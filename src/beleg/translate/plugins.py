"""The translators that are installed: entry points of the group `beleg.translators`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from beleg.errors import BelegError, TranslateError
from beleg.translate import Translator
from beleg.translate.budget import Budget

GROUP = "beleg.translators"
# Also where Beleg runs out of a checkout, of which no installed package tells.
_SHIPPED = EntryPoint(name="chat", value="beleg.translate.chat:chat", group=GROUP)


@dataclass(frozen=True, kw_only=True)
class Order:
    """What a plug-in is given to make its translator."""

    # The table [translate.NAME] of `sources/beleg.toml` as written, without what Beleg itself reads of it.
    settings: Mapping[str, Any]
    # Notes what is wrong with a setting: what, what to do, the key. With one of these noted nothing is translated.
    problem: Callable[[str, str, str | None], None]
    # Asked before every request, and told what each took.
    budget: Budget
    # Tells the editor something in one line, such as that a server asks to wait.
    tell: Callable[[str], None]
    # Whether nothing will be asked of the translator but its name and where it is.
    dry_run: bool = False


def names() -> list[str]:
    """What can stand behind `--with`."""
    return sorted({point.name for point in _points()})


def _points() -> list[EntryPoint]:
    """The entry points, each once however many folders tell of it."""
    found = {(point.name, point.value): point for point in (_SHIPPED, *entry_points(group=GROUP))}
    return [found[key] for key in sorted(found)]


def make(name: str, order: Order) -> Translator | None:
    """The translator of a plug-in; None if its settings can't be used, which it has noted.

    Raises:
        TranslateError: There is no such plug-in, or it can't be loaded.
    """
    points = [point for point in _points() if point.name == name]
    if not points:
        raise TranslateError(
            f"there is no translator {name!r}; there is {', '.join(names()) or 'none'}",
            hint="Install the package that brings it, or name one of these behind --with",
        )
    if len(points) > 1:
        packages = " and ".join(sorted(map(_brought_by, points)))
        raise TranslateError(
            f"two packages bring a translator {name!r}: {packages}",
            hint="Uninstall one of them",
        )
    try:
        translator: Translator | None = points[0].load()(order)
    except BelegError:
        raise
    except Exception as error:
        raise TranslateError(
            f"the translator {name!r} ({_brought_by(points[0])}) can't be started: {type(error).__name__}",
            hint="Tell whoever made it; beleg --debug shows more",
        ) from error
    return translator


def _brought_by(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
