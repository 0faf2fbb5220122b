"""Raised and lowered words of a page: exponents and indices stay apart from the number beside them, marks of notes go.

Without their place on the line, "10³ Tonnen" would become 103 of them, and "950 Kilometer" with a note after the number 9501.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_RAISED: Mapping[int, int | str] = str.maketrans("0123456789+-−–=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼")
_LOWERED: Mapping[int, int | str] = str.maketrans("0123456789+-−–=", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌")
# The only letter of exponents that has a raised form in common use; elsewhere it is a letter: "S<sup>ant</sup>".
_EXPONENT = re.compile(r"[\dn+−–=-]+")
_WITH_N: Mapping[int, int | str] = {**_RAISED, ord("n"): "ⁿ"}
_AS_IT_IS: Mapping[int, int | str] = {}
# Of fractions; the other is U+2044.
_BARS = "/\u2044"
# "[1]", "(a)", "2)", "*", "1, 2*"; not "(n+1)".
_NOTE = re.compile(r"[\w\s,;.\[\]()]{1,16}[\])]|[\w\s,;]*[*†‡§¶]+\)?")
# Longer words, and those of more elements, are no mark and no exponent.
_LONGEST, _ELEMENTS = 20, 8


def is_note(element: Any, *, marked: bool) -> bool:
    """Whether a raised element only points to a note.

    Args:
        element: The raised one.
        marked: Whether its class, role or identifier says so.
    """
    text = _short(element)
    if text is None:
        return False
    if marked or _NOTE.fullmatch(text.strip()) or next(element.iter("a"), None) is not None:
        return True
    around = element.getparent()
    # The link around the mark, and around nothing else.
    return (
        around is not None
        and around.tag == "a"
        and element.getprevious() is None
        and element.getnext() is None
        and not any(part and part.strip() for part in (around.text, element.tail))
    )


def signs(element: Any, before: str) -> Mapping[int, int | str]:
    """What the digits and signs of a raised or lowered element become.

    Args:
        element: A `sup` or `sub`.
        before: The text before it, of which the last character counts.
    """
    text = _short(element)
    if text is None:
        return _AS_IT_IS
    if element.tag == "sup":
        return _WITH_N if _EXPONENT.fullmatch(text.strip()) else _RAISED
    # Chemists' indices stay as they are written everywhere: CO2. A fraction's lower half does not.
    beside = before[-1:] + (element.tail or "")[:1]
    return _LOWERED if any(sign.isnumeric() or sign in _BARS for sign in beside) else _AS_IT_IS


def _short(element: Any) -> str | None:
    """An element's words, None where there are many; found out without reading all of them."""
    text = ""
    for number, part in enumerate(element.iter()):
        if number >= _ELEMENTS:
            return None
        text += (part.text or "") if isinstance(part.tag, str) else ""
        text += (part.tail or "") if part is not element else ""
        if len(text) > _LONGEST:
            return None
    return text
