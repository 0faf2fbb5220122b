"""A key that nobody gets to see but the server that it is meant for."""

from __future__ import annotations

from beleg.ingest.veil import CONTROL, shorter, veiled

# A part of a key this long is not shown either: some servers repeat its beginning or its end. In a translation, where
# words of six letters meet by chance, only a longer part counts.
_PART, _LONG_PART = 6, 12


class Secret:
    """A key; empty where the server wants none. Printed, it is stars."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Secret(***)"

    def __bool__(self) -> bool:
        return bool(self._value)

    def header(self) -> dict[str, str]:
        """What is sent with a request."""
        return {"Authorization": f"Bearer {self._value}"} if self._value else {}

    def is_in(self, text: str) -> bool:
        """Whether a text holds the key, or a part of it that no sentence has by chance."""
        return self._has_part(text, _LONG_PART)

    def veiled(self, text: str) -> str:
        """A server's words for a message: in one line, short, and without the key; none of them if they hold a part of it."""
        text = veiled(text, [self._value] if self._value else [])
        if self._has_part(text, _PART):
            return "(its words are left out, for they hold a part of the key)"
        return shorter(" ".join(CONTROL.sub(" ", text).split()))

    def _has_part(self, text: str, size: int) -> bool:
        # Hosts come in small letters.
        value, text = self._value.lower(), text.lower()
        size = min(size, len(value))
        return size > 0 and any(value[at : at + size] in text for at in range(len(value) - size + 1))
