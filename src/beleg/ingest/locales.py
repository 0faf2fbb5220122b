"""How languages and locales are spelled: by editors, pages, environments; and the one spelling that Beleg uses."""

from __future__ import annotations

import re
from typing import NamedTuple

from beleg.records import Script

LOCALES = ("de", "sr-Cyrl", "sr-Latn", "ru", "en")
_SHAPE = re.compile(
    r"(?P<language>[a-z]{2,3})(?:[-_](?P<script>[a-z]{4}))?(?:[-_](?P<region>[a-z]{2}|\d{3}))?"
    r"(?:\.[a-z0-9-]+)?(?:@(?P<modifier>[a-z]+))?\Z",
    re.ASCII,
)
# ISO 639-2 and the old code for Serbo-Croatian, which was written in Latin.
_CODES = {"srp": "sr", "deu": "de", "ger": "de", "rus": "ru", "eng": "en", "sh": "sr"}
_SCRIPTS: dict[str, Script] = {"latn": "Latn", "cyrl": "Cyrl", "latin": "Latn", "cyrillic": "Cyrl"}
_REGIONS = {
    "de": {"de", "at", "ch", "li", "lu", "be", "it"},
    "ru": {"ru", "by", "kz", "kg", "md", "ua"},
    "sr": {"rs", "ba", "me", "xk"},
    "en": {"us", "gb", "ie", "au", "ca", "nz", "in", "za", "mt", "sg"},
}
# Montenegro writes in Latin, as CLDR has it.
_LATIN_REGIONS = {("sr", "me")}


class Tag(NamedTuple):
    """A language, and its script where the spelling says so."""

    # ISO 639-1.
    language: str
    script: Script | None

    def __str__(self) -> str:
        return f"{self.language}-{self.script}" if self.script else self.language


def parse_tag(spelling: str) -> Tag | None:
    """A language from any usual spelling (`sr_RS@latin`, `SR-LATN`, `de_DE.UTF-8`); None if it is none.

    Languages that Beleg does not publish in are parsed, too; their regions are not judged.
    """
    match = _SHAPE.match(spelling.strip().lower())
    if not match:
        return None
    code, region = match["language"], match["region"]
    language = _CODES.get(code, code)
    if language in _REGIONS and region and region not in _REGIONS[language]:
        return None
    given = match["script"] or match["modifier"]
    script = _SCRIPTS.get(given) if given else None
    if given and script is None:
        return None
    if script is None and (code == "sh" or (language, region) in _LATIN_REGIONS):
        script = "Latn"
    elif script is None and region and language == "sr":
        script = "Cyrl"
    if language != "sr":
        return Tag(language, None) if script in (None, "Cyrl" if language == "ru" else "Latn") else None
    return Tag(language, script)


def normal_locale(spelling: str) -> str | None:
    """The locale that a spelling means, one of LOCALES; None if it means none. `sr` alone is Cyrillic."""
    tag = parse_tag(spelling)
    if tag is None:
        return None
    name = f"sr-{tag.script or 'Cyrl'}" if tag.language == "sr" else tag.language
    return name if name in LOCALES else None
