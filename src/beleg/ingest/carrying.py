"""Entries of the translation memory when articles change: carried to the new quote, put aside, or taken up again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from beleg.ingest.translations import FOLDER, Entry, Memory
from beleg.records import Language, Problem, Statement, Translation

Key: TypeAlias = tuple[Language, str]
# From this ratio on (difflib's, over characters) two quotes are taken for one that was changed. Between two versions of
# the extraction all quotes of our corpus that were cut anew lie above it, the least at 0.63; of quotes that have nothing
# to do with one another, 43 of 1,303 find any other so near. What is carried wrongly costs a look: it is fuzzy.
NEAR: Final = 0.6
# So many quotes that share most words are compared letter by letter.
_COMPARED: Final = 8
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """How many entries were changed, and how."""

    carried: int = 0
    obsolete: int = 0
    revived: int = 0


def unmatched(translations: Iterable[Translation], statements: Iterable[Statement]) -> list[Problem]:
    """A warning for each file that holds translations of quotes that no article has any more."""
    quotes = {(one.language, one.quote) for one in statements}
    found = Counter(one.locale for one in translations if (one.language, one.quote) not in quotes)
    return [
        Problem(
            path=f"sources/{FOLDER}/{locale}.po", severity="warning",
            message=f"{number} of its translations {'is of a quote' if number == 1 else 'are of quotes'} that no article has any more",
            hint="Run `beleg translate export`: it takes them over to changed words, or puts them aside",
        )
        for locale, number in sorted(found.items())
    ]  # fmt: skip


def bring_up_to_date(memory: Memory, quotes: Mapping[Key, tuple[str, ...]]) -> Changes:
    """Fit a memory to what the articles say now.

    An entry whose quote stands nowhere any more goes with its text, as fuzzy, to a quote that is new and nearly the same;
    else it becomes obsolete, if there is anything to keep. An obsolete one whose quote stands there again is taken up.

    Args:
        memory: Is changed.
        quotes: Every quote of the articles, in their order, with what is told about it.
    """
    revived = [key for key in memory.obsolete if key in quotes and key not in memory.entries]
    for key in revived:
        memory.entries[key] = memory.obsolete.pop(key)
    stale = [entry for key, entry in memory.entries.items() if key not in quotes]
    carried = _carried(
        [entry for entry in stale if not entry.empty], [key for key in quotes if key not in memory.entries]
    )
    gone = [entry for entry in stale if entry.key not in carried and (entry.text or entry.notes)]
    memory.older += tuple(memory.obsolete[entry.key] for entry in gone if entry.key in memory.obsolete)
    memory.obsolete |= {entry.key: entry for entry in gone}
    entries: dict[Key, Entry] = {}
    for key, entry in memory.entries.items():
        if key in quotes:
            entries[key] = replace(entry, comments=quotes[key])
        elif key in carried:
            language, quote = carried[key]
            made_for = entry.previous if entry.fuzzy and entry.previous else entry.quote
            entries[language, quote] = replace(
                entry, quote=quote, fuzzy=True, comments=quotes[language, quote],
                previous=made_for if made_for != quote else None,
            )  # fmt: skip
    memory.entries = entries
    return Changes(carried=len(carried), obsolete=len(gone), revived=len(revived))


def _carried(stale: Sequence[Entry], fresh: Sequence[Key]) -> dict[Key, Key]:
    """For each entry whose quote was changed the new one; the nearest pairs first, each quote once."""
    index = _by_word(fresh) if stale else {}
    found = [(-ratio, at, entry.key, key) for at, entry in enumerate(stale) for ratio, key in _near(entry, index)]
    pairs: dict[Key, Key] = {}
    taken: set[Key] = set()
    for _, _, old, new in sorted(found, key=lambda row: row[:2]):
        if old not in pairs and new not in taken:
            pairs[old] = new
            taken.add(new)
    return pairs


def _by_word(keys: Sequence[Key]) -> dict[tuple[Language, str], list[Key]]:
    """Quotes by language and each of their words."""
    index: dict[tuple[Language, str], list[Key]] = {}
    for language, quote in keys:
        for word in dict.fromkeys(_WORD.findall(quote)):
            index.setdefault((language, word), []).append((language, quote))
    return index


def _near(entry: Entry, index: Mapping[tuple[Language, str], Sequence[Key]]) -> Iterator[tuple[float, Key]]:
    """The quotes that an entry's may have become, each with how near it is."""
    shared: Counter[Key] = Counter()
    for word in dict.fromkeys(_WORD.findall(entry.quote)):
        shared.update(index.get((entry.language, word), ()))
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(entry.quote)
    for key, _ in shared.most_common(_COMPARED):
        matcher.set_seq1(key[1])
        if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR and (ratio := matcher.ratio()) >= NEAR:
            yield ratio, key
