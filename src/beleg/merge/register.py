"""What merging asks of the names register."""

from __future__ import annotations

from typing import Protocol


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
