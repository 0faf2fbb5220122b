"""Stories to an edition: its date and period, and everything that its pages need."""

from beleg.edit.edition import UNDATED, Merged, day, edition

__all__ = ["UNDATED", "Merged", "day", "edition"]
