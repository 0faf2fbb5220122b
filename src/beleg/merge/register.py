"""What merging asks of the names register."""

from __future__ import annotations

from typing import Literal, Protocol

from beleg.records import Language, Script


class Names(Protocol):
    """Known names, each in its international spelling; `beleg.lexicons.register.Register` is one."""

    def party(self, name: str) -> str:
        """The party behind a name: owners and makers followed to the top; the name itself if there are none."""

    def owner(self, name: str) -> str | None:
        """Whom it belongs to or who makes it, one step up."""

    def type(self, name: str) -> str | None:
        """What it is: an organisation, a product, a person, …; None if the name is not known."""

    def rivals(self, one: str, other: str) -> bool:
        """Whether the two, or those above them, compete."""

    def customer(self, name: str, vendor: str) -> bool:
        """Whether it is known to buy from the vendor."""

    def agency(self, form: str, language: Language, script: Script) -> str | None:
        """The agency that a form stands for in an agency's tag; None if it is none's."""

    def agency_kind(self, name: str) -> Literal["news", "releases"] | None:
        """What a name sends out if it is an agency, its own news or the press releases of others; None for any other."""

    def canonical(self, form: str, language: Language, script: Script) -> str | None:
        """The international spelling of a known name, whatever its case ending; None if it is not known."""
