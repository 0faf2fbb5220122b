"""A quote as it is shown: not too long, its quotation marks in pairs and not doubled by those around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_MARKS: Final = frozenset('„“”«»"')
_BEFORE: Final = frozenset(" \u00a0\n\t([—–-/")
_STOPS: Final = " \u00a0\n.,;:!?…"
# In place of words that are left out. Brackets tell that the article does not have it.
CUT: Final = "[…]"
# Behind these the words before them can stand alone; a cut looks for one in the last part of its room.
_CLAUSE: Final = (",", ";", ":", ".", "!", "?", " –", " —")
_ROOM: Final = 0.6


@dataclass(frozen=True, slots=True)
class Shortened:
    """As many of a quote's words as may be shown."""

    text: str
    # How many words are left out.
    hidden: int = 0


def shortened(quote: str, limit: int, content: tuple[int, int] | None = None) -> Shortened:
    """A quote of at most `limit` characters, besides the marks that tell what is left out.

    It is cut between words, behind a clause if there is one, and never within what it is quoted for, as long as that has
    room.

    Args:
        quote: An article's words.
        limit: Of the characters that are shown.
        content: Where in the quote stands what it is quoted for; None where nobody knows.
    """
    if len(quote) <= limit:
        return Shortened(quote)
    start, end = 0, limit
    if content and content[1] > limit:
        # As much as has room before it; where it has none itself, its first words.
        start = _word_at(quote, max(0, min(content[0], content[1] - limit)))
        end = min(len(quote), start + limit)
    end = _cut(quote, start, end, content)
    kept = quote[start:end].strip()
    text = f"{CUT} {kept}" if quote[:start].strip() else kept
    text = f"{text} {CUT}" if quote[end:].strip() else text
    return Shortened(text, len(quote[:start].split()) + len(quote[end:].split()))


def _word_at(quote: str, place: int) -> int:
    """The first place from there on at which a word begins."""
    while place and place < len(quote) and not (quote[place - 1].isspace() and not quote[place].isspace()):
        place += 1
    return place if place < len(quote) else 0


def _cut(quote: str, start: int, end: int, content: tuple[int, int] | None) -> int:
    """Where a quote ends that has no room beyond `end`."""
    if end >= len(quote):
        return len(quote)
    words = max((place for place in range(start + 1, end + 1) if quote[place].isspace()), default=end)
    least = max(start + int((end - start) * _ROOM), content[1] if content and content[1] <= end else 0)
    ends = (place for place in range(words, least, -1) if quote[place].isspace() and quote[:place].endswith(_CLAUSE))
    return next(ends, words)


def bare(quote: str) -> str:
    """A quote without double quotation marks and those that stand in their place: what showing it never changes."""
    return "".join(letter for letter in quote if letter not in _MARKS and letter not in "‚‘’")


def balanced(quote: str) -> str:
    """A quote whose quotation marks all have a partner.

    A mark whose partner the cut has lost goes where it stands at the very edge; elsewhere the partner is supplied there.
    """
    return _balanced(quote)[0]


def marked(quote: str, inner: tuple[str, str]) -> str:
    """A quote for setting inside quotation marks: none around the whole, those inside as the inner ones."""
    text, pairs = _balanced(quote)
    outer = next(((one, two) for one, two in pairs if one == 0 and not text[two + 1 :].strip(_STOPS)), None)
    marks = {place: mark for pair in pairs for place, mark in zip(pair, inner, strict=True)}
    if outer:
        marks |= dict.fromkeys(outer, "")
    return "".join(marks.get(place, letter) for place, letter in enumerate(text))


def _balanced(quote: str) -> tuple[str, list[tuple[int, int]]]:
    """The balanced text, and the places of its pairs."""
    pairs, opened, closed = _paired(quote)
    lost = {place for place in opened if not quote[:place].strip()}
    lost |= {place for place in closed if not quote[place + 1 :].strip(_STOPS)}
    opened = [place for place in opened if place not in lost]
    closed = [place for place in closed if place not in lost]
    if not (lost or opened or closed):
        return quote, pairs
    text = "".join(letter for place, letter in enumerate(quote) if place not in lost)
    text = (
        "".join("„" if quote[place] in "“”" else "«" if quote[place] == "»" else quote[place] for place in closed)
        + text
    )
    body = text.rstrip(_STOPS)
    ends = "".join({"„": "“", "«": "»", "“": "”"}.get(quote[place], quote[place]) for place in reversed(opened))
    text = f"{body}{ends}{text[len(body) :]}"
    return text, _paired(text)[0]


def _paired(text: str) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pairs of quotation marks, and the opening and closing marks without a partner."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    closed: list[int] = []
    code = ""
    for place, letter in enumerate(text):
        if letter not in _MARKS:
            continue
        before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
        if letter == '"' and ("(" in (before, code) or "=" in (before, code)):
            # Code keeps its own: .to("neuron"), mode="eager".
            code = "" if code else before
            continue
        opens = letter == "„" or ((not before or before in _BEFORE or before in "„«") and bool(after.strip()))
        if opens:
            opened.append(place)
        elif opened:
            pairs.append((opened.pop(), place))
        else:
            closed.append(place)
    return pairs, opened, closed
