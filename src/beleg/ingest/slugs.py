"""Names that are safe as a file's name and in an address, made of titles and of other names."""

from __future__ import annotations

import re
import unicodedata

from beleg.alphabets import romanize_ru, to_latin

_LONGEST_SLUG = 60
_SERBIAN = re.compile("[\u0452\u0458\u0459\u045a\u045b\u045f]")
_APART = re.compile(r"[^a-z0-9]+")
# German writes them so in addresses; Unicode alone would make them a, o, u and lose ß.
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "đ": "dj"})


def slug(name: str) -> str:
    """A file's name in a-z, 0-9 and hyphens: `Übersicht für Süd` is `uebersicht-fuer-sued`."""
    composed = unicodedata.normalize("NFC", name).lower()
    # Serbian has letters of its own; other Cyrillic names are taken for Russian.
    latin = (to_latin(composed) if _SERBIAN.search(composed) else romanize_ru(composed)).lower().translate(_GERMAN)
    plain = "".join(c for c in unicodedata.normalize("NFD", latin) if not unicodedata.combining(c))
    short = _APART.sub("-", plain).strip("-")[:_LONGEST_SLUG].rstrip("-")
    # A README would not be read.
    return "article" if short in ("", "readme") else short
