"""Machine translation of quotes, which an editor asks for: into the translation memory, never while pages are built.

A translator is a plug-in: an entry point of the group `beleg.translators` (`plugins.py` finds it). Beleg ships one,
`chat` (`chat.py`). What comes back is checked against the quote (`check.py`) and refused if it says something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from beleg.records import Language, Script


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """A quote to be translated, with what helps to understand it."""

    language: Language
    script: Script
    # Exactly as the article has it.
    quote: str
    # Names in the quote, in international spelling.
    names: tuple[str, ...] = ()
    # Who published it, and what the fact is about, as the memory tells translators.
    context: tuple[str, ...] = ()

    @property
    def tag(self) -> str:
        """Its language as a tag, with the script where the language has two: "de", "sr-Cyrl"."""
        return f"{self.language}-{self.script}" if self.language == "sr" else self.language


class Translator(Protocol):
    """What translates. A plug-in's entry point is called with an `Order` and gives one of these."""

    @property
    def name(self) -> str:
        """Who translated, as pages and the memory say it: the model, in one line."""

    @property
    def where(self) -> str:
        """Where the passages go, for the editor to know before: an address, or "this machine"."""

    def translate(self, passages: Sequence[Passage], target: str) -> Sequence[str]:
        """Each passage in another language, in the same order; an empty text where there is none.

        Args:
            passages: As many as the settings allow, never none.
            target: "de", "en", "ru" or "sr-Cyrl".

        Raises:
            AnswerError: What came back can't be used; fewer passages at a time may go better.
            LimitError: Time, tokens or money have come to an end.
            TranslateError: There is no use in going on.
        """
