"""Voices: who stands behind a part of a text, and what each role's word is worth."""

from __future__ import annotations

from typing import NamedTuple

from beleg.records import Evidence, Role, Span, Speech

# The class of evidence that a role's word is, until the manner of speaking says otherwise.
EVIDENCE: dict[Role, Evidence] = {
    "vendor": "vendor_claim",
    "customer": "customer_claim",
    "partner": "partner_claim",
    "competitor": "competitor_claim",
    "authority": "official_statement",
    "analyst": "third_party_opinion",
    "laboratory": "independent_evidence",
    "medium": "third_party_opinion",
    "publisher": "publisher_analysis",
}
# Documents whose content is an authority's or a laboratory's own, unless the text says whose it is.
OFFICIAL_DOCUMENTS = frozenset({"decision", "ruling", "order", "advisory"})
SCIENTIFIC_DOCUMENTS = frozenset({"study", "test report", "survey"})
# What is recorded there is evidence, whichever office keeps it.
RECORDS = frozenset({"register", "court file", "survey"})
# What tells of a vendor's thing in the vendor's words, on whosever pages.
HOUSE_DOCUMENTS = frozenset(
    {"announcement", "blog", "documentation", "release notes", "press release", "overview", "post"}
)


class Voice(NamedTuple):
    """Who stands behind a part of the text, and why we think so."""

    evidence: Evidence
    claimant: str | None
    role: Role | None
    # "text: <word>", "names", "open", …
    role_from: str | None
    # Name of the rule, as `explain` prints it.
    rule: str
    confidence: float
    # The class of the cue ("claim", "find", …); None where no cue was needed.
    manner: str | None = None
    via: str | None = None
    speaker_role: str | None = None
    cue: Span | None = None
    claimant_span: Span | None = None
    speech: Speech = "none"
    # What the rules said, where the model decided otherwise; None where they agree.
    instead: str | None = None


# A plain fact in the article's own voice.
NOBODY = Voice(evidence="unattributed", claimant=None, role=None, role_from=None, rule="plain", confidence=0.62)
