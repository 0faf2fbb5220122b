"""Quotation marks of a quote as it is shown: in pairs, and not doubled by those around it."""

from __future__ import annotations

from typing import Final

_MARKS: Final = frozenset('„“”«»"')
_BEFORE: Final = frozenset(" \u00a0\n\t([—–-/")
_STOPS: Final = " \u00a0\n.,;:!?…"


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
