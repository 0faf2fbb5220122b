"""Latin and Cyrillic: which one a text is in, and Serbian Cyrillic to Latin."""

from __future__ import annotations

_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "đ", "е": "e", "ж": "ž", "з": "z", "и": "i", "ј": "j",
    "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "ћ": "ć", "у": "u", "ф": "f", "х": "h", "ц": "c", "ч": "č", "џ": "dž", "ш": "š",
}  # fmt: skip
_TABLE = str.maketrans(_LATIN | {upper.upper(): latin.capitalize() for upper, latin in _LATIN.items()})


def to_latin(text: str) -> str:
    """Serbian Cyrillic in Serbian Latin; everything else stays."""
    return text.translate(_TABLE)
