"""Names of months in English, German, Russian and Serbian: in full, declined, shortened, in either script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from beleg import lexicons
from beleg.alphabets import to_latin
from beleg.ingest.feeds.words import tables

# Words that stand where months do.
_REMEMBERED = 1_000
# One or two letters are the beginning of many words; no month is shortened so far.
_SHORTEST = 3


@lru_cache(maxsize=_REMEMBERED)
def month_of(word: str) -> int | None:
    """The number of a month by its name or Roman numeral; None if it is none."""
    months = tables()["months"]
    if word in months["roman"]:
        return int(months["roman"].index(word)) + 1
    low = word.lower()
    if len(low) < _SHORTEST:
        return None
    for number, name in enumerate(months["en"], 1):
        if name.lower().startswith(low):
            return number
    named = _named()
    if low in named:
        return named[low]
    meant = {number for name, number in named.items() if name.startswith(low) or low.startswith(name)}
    return meant.pop() if len(meant) == 1 else None


@cache
def _named() -> Mapping[str, int]:
    """Names of the months in the lexicons' languages, Serbian in both scripts."""
    found: dict[str, int] = {}
    known = [lexicons.read_tables(language)["months"] for language in lexicons.LANGUAGES]
    known.append({"forms": tables()["months"]["forms"]})
    for table in known:
        for names in table.values():
            # A list from January to December, or further forms by the month's number.
            pairs = enumerate(([name] for name in names), 1) if isinstance(names, list) else names.items()
            for number, forms in pairs:
                for form in forms:
                    bare = form.lower().rstrip(".*")
                    found.setdefault(bare, int(number))
                    found.setdefault(to_latin(bare), int(number))
    return found
