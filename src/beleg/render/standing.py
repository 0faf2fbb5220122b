"""Pages that belong to no edition: the list of all, a page for each source, the imprint, the door to the locales."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from jinja2 import Environment

from beleg.records import Article, Edition
from beleg.render import Today
from beleg.render.archive import archive
from beleg.render.contact import contact_link, imprint_of
from beleg.render.editions import Month
from beleg.render.environment import Environments
from beleg.render.folder import Same
from beleg.render.frame import placed, rendered
from beleg.render.kept import Kept
from beleg.render.names import LocalNames
from beleg.render.outlets import Outlet, Told, names_in, parts
from beleg.render.provenance import Stake, default_stake, states_named

# What a locale calls itself; the same on the pages of all.
LOCALE_NAMES: Final = {"de": "Deutsch", "sr-Cyrl": "Српски", "sr-Latn": "Srpski", "ru": "Русский", "en": "English"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Door:
    """A locale on the pages that stand above all of them, in its own language."""

    locale: str
    name: str
    tagline: str
    # That the browser asks for it, and that there is no such page.
    yours: str
    missing: str


def frame_of(environment: Environment, today: Today) -> None:
    """Give an environment what the frame of every page shows."""
    site = today.site
    environment.globals |= {
        "site": site, "locale_names": LOCALE_NAMES, "address": site.base.removesuffix("/"),
        "contact": contact_link(site.contact) if site.contact else "",
    }  # fmt: skip


class Standing:
    """Makes the pages that belong to no edition.

    Args:
        today: The site, and how its sources are doing.
        environments: Templates and messages.
        outlets: Every source over all editions.
        months: All editions.
        called: What readers of a language call a name, over all editions.
        kept: Which pages can stay; None to make every page anew.
    """

    def __init__(
        self,
        today: Today,
        environments: Environments,
        outlets: Sequence[Outlet],
        months: Sequence[Month],
        called: Mapping[str, Mapping[str, str]],
        kept: Kept | None,
    ) -> None:
        self._today = today
        self._environments = environments
        self._outlets = outlets
        self._months = months
        self._called = called
        self._kept = kept
        # How many pages stayed; and all of them, from the locale's folder, with the day of the newest edition on each.
        self.stayed = 0
        self.paths: dict[str, str | None] = {}

    def pages(self) -> Iterator[tuple[str, bytes | Same]]:
        """Path and bytes of the pages in the locales' folders."""
        site = self._today.site
        for page in archive(self._months):
            yield from self._group(page.path, (page,), "editions.html", {"archive": page})
        for outlet in self._outlets:
            yield from self._of_outlet(outlet)
        if site.imprint or site.contact:
            yield from self._group("imprint.html", (), "imprint.html", {})

    def _of_outlet(self, outlet: Outlet) -> Iterator[tuple[str, bytes | Same]]:
        states = states_named(outlet.sources, self._today)
        stake: Stake = next((s for s in self._stakes(outlet) if s), default_stake(outlet.kind))
        made = parts(outlet)
        others = tuple(path for path, _ in made)
        for path, told in made:
            head = outlet if path == outlet.page else None
            names = names_in(told, self._called)
            grounds = (told, head and (outlet.langs, outlet.facts, outlet.withdrawn, states, stake, others), names)
            yield from self._group(
                path, grounds, "source.html",
                {"outlet": outlet, "told": told, "head": head is not None, "states": states, "stake": stake, "parts": others},
                told, names,
            )  # fmt: skip

    def _stakes(self, outlet: Outlet) -> Iterator[Stake | None]:
        return (one.source.stake for one in self._today.health if one.source.name in outlet.sources)

    def _group(
        self,
        path: str,
        grounds: object,
        template: str,
        values: Mapping[str, Any],
        told: Sequence[Told] = (),
        called: Mapping[str, Mapping[str, str]] = {},
    ) -> Iterator[tuple[str, bytes | Same]]:
        """A page in every locale, or that it stays."""
        site = self._today.site
        self.paths[path] = max((one.day for one in told if one.day), default=None)
        name, key = f"page {path}", self._kept.key(site, path, grounds) if self._kept else ""
        there = self._kept.group(name, key) if self._kept else None
        if there is not None:
            self.stayed += len(there)
            yield from there
            return
        for locale in site.locales:
            environment = self._environment(locale, told, called)
            own = {"imprint": imprint_of(site, locale)} if template == "imprint.html" else {}
            text = rendered(environment, template, placed(path) | own | dict(values))
            if self._kept:
                self._kept.made(name, key, f"{locale}/{path}")
            yield f"{locale}/{path}", text.encode()

    def _environment(self, locale: str, told: Sequence[Told], called: Mapping[str, Mapping[str, str]]) -> Environment:
        environment = self._environments.environment(locale)
        frame_of(environment, self._today)
        articles = tuple(_bare(one) for one in told)
        names = LocalNames(
            Edition(
                id="", date=None, period=None, site=self._today.site, stories=(), articles=articles, facts=(), statements=(), called=called
            ),
            locale,
        )  # fmt: skip
        environment.filters |= {"called": names.shown, "named": names.marked}
        return environment

    def doors(self) -> Iterator[tuple[str, bytes]]:
        """The pages above the locales: the one that lists them, and the one for addresses that lead nowhere."""
        site = self._today.site
        doors = []
        for locale in site.locales:
            module: Any = self._environment(locale, (), {}).get_template("macros.html").module
            doors.append(
                Door(
                    locale=locale, name=LOCALE_NAMES[locale], tagline=str(module.tagline), yours=str(module.yours), missing=str(module.missing)
                )
            )  # fmt: skip
        environment = self._environment(site.locales[0], (), {})
        yield "index.html", rendered(environment, "index.html", {"doors": tuple(doors)}).encode()
        # It is shown at any depth, so its links begin at the host: where the site lies there, its address tells.
        above = urlsplit(site.base).path or "/"
        yield "404.html", rendered(environment, "404.html", {"doors": tuple(doors), "above": above}).encode()


def _bare(one: Told) -> Article:
    """An article with what tells the language of names."""
    piece = one.piece
    language, _, script = piece.lang.partition("-")
    return Article(
        id=piece.id, text="", language=language, script=script or ("Cyrl" if language == "ru" else "Latn"),  # type: ignore[arg-type]  # as the edition had them
        blocks=(), publisher=piece.publisher, taken_from=piece.taken_from,
    )  # fmt: skip
