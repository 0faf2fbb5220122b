"""Draws `templates/card.png`, the picture beside links to a site: four of the nine marks, what is claimed and what is shown.

    python .ci/card.py

It needs nothing but Python, and holds no word, as words belong to a language.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

WIDTH, HEIGHT = 1200, 630
# Points a pixel is sampled at, in each direction.
_FINE = 3
_PAPER = (0x15, 0x18, 0x1B)
# Colours of the dark scheme.
_VENDOR, _CUSTOMER, _PARTNER, _SHOWN = (0xE2, 0xB2, 0x66), (0xFF, 0x9C, 0xC0), (0xC9, 0xA6, 0xF2), (0x6F, 0xD0, 0x9B)
_HALF, _LINE, _STEP, _MIDDLE = 100, 9, 34, 315


def _hatched(x: float, y: float, sign: int) -> bool:
    return (x + sign * y) % _STEP < _LINE * 1.2


def _vendor(x: float, y: float) -> bool:
    inside = max(abs(x), abs(y))
    return inside <= _HALF and (inside > _HALF - _LINE or _hatched(x, y, 1))


def _customer(x: float, y: float) -> bool:
    inside = (x * x + y * y) ** 0.5
    return inside <= _HALF and (inside > _HALF - _LINE or _hatched(x, y, 1) or _hatched(x, y, -1))


def _partner(x: float, y: float) -> bool:
    return any(68 - _LINE < ((x - at) ** 2 + y * y) ** 0.5 <= 68 for at in (-34, 34))


def _shown(x: float, y: float) -> bool:
    return abs(x) + abs(y) <= _HALF * 1.15


_MARKS = ((150, _VENDOR, _vendor), (440, _CUSTOMER, _customer), (730, _PARTNER, _partner), (1030, _SHOWN, _shown))


def _pixel(x: int, y: int) -> tuple[int, ...]:
    near = next((mark for mark in _MARKS if abs(x - mark[0]) < 130), None)
    if near is None or abs(y - _MIDDLE) > 130:
        return _PAPER
    at, colour, inside = near
    fine = [(one + 0.5) / _FINE for one in range(_FINE)]
    part = sum(inside(x + dx - at, y + dy - _MIDDLE) for dx in fine for dy in fine) / _FINE**2
    return tuple(round(paper + (ink - paper) * part) for paper, ink in zip(_PAPER, colour, strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png() -> bytes:
    """The picture; the same bytes every time, with the same zlib."""
    rows = b"".join(b"\0" + bytes(part for x in range(WIDTH) for part in _pixel(x, y)) for y in range(HEIGHT))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")


if __name__ == "__main__":
    Path(__file__).parents[1].joinpath("templates", "card.png").write_bytes(png())
