"""Stories to an edition: its date and period, what is new in it, and what no longer holds of those before."""

from beleg.edit.diff import Change, changes
from beleg.edit.edition import Past, edition
from beleg.edit.identity import identified
from beleg.edit.ledger import Ledger, ledger
from beleg.edit.period import UNDATED, Period, day, latest, period_of, published_on
from beleg.edit.scope import Scope, scope, states

__all__ = [
    "UNDATED", "Change", "Ledger", "Past", "Period", "Scope", "changes", "day", "edition", "identified", "latest", "ledger", "period_of", "published_on", "scope", "states",
]  # fmt: skip
