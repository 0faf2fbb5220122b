"""Table rows: which cells are statements, and whose each column is."""

from __future__ import annotations

import pytest

from beleg.records import Statement
from extract.samples import statements

INTRO = "Der Hersteller Oldermann baut Leuchten. Oldermann liefert sie ab Mai."


def rows(table: str, intro: str = INTRO) -> list[Statement]:
    found = statements(f"{intro}\n\n{table}\n", "de", publisher="Radwelt")
    return [one for one in found if one.start > len(intro)]


def test_cells():
    """The label with the first value is one statement, each further cell another."""
    found = rows("Helligkeit | 90 Lux | 71 Lux\nLaufzeit | 9 Stunden | 6 Stunden")
    assert [one.quote for one in found] == ["Helligkeit | 90 Lux", "71 Lux", "Laufzeit | 9 Stunden", "6 Stunden"]
    assert {one.evidence for one in found} == {"unattributed"}


@pytest.mark.parametrize(
    ("header", "classes"),
    [
        ("Angabe | Hersteller | unser Test", ("vendor_claim", "independent_evidence")),
        ("Angabe | Oldermann | Radwelt", ("vendor_claim", "independent_evidence")),
        ("Angabe | Datenblatt | gemessen", ("vendor_claim", "independent_evidence")),
        ("Angabe | Prüflabor | Hersteller", ("independent_evidence", "vendor_claim")),
        ("Angabe | Modell A | Modell B", ("unattributed", "unattributed")),
    ],
)
def test_columns(header: str, classes: tuple[str, str]):
    """The header says whose a column is: the maker's, the newsroom's, a laboratory's, or nobody's."""
    found = rows(f"{header}\n\nHelligkeit | 90 Lux | 71 Lux\nLaufzeit | 9 Stunden | 6 Stunden")
    assert tuple(one.evidence for one in found) == classes * 2
    for one in found:
        if one.evidence == "vendor_claim":
            assert one.claimant == "Oldermann"
        if one.evidence == "independent_evidence":
            assert one.claimant == "Radwelt"


def test_a_document_in_the_header_carries_the_claim():
    found = rows("Angabe | Datenblatt | gemessen\n\nHelligkeit | 90 Lux | 71 Lux\nLaufzeit | 9 Stunden | 6 Stunden")
    assert [one.via for one in found] == ["data sheet", None] * 2


def test_a_header_of_another_width_says_nothing():
    found = rows("Angabe | Hersteller\n\nHelligkeit | 90 Lux | 71 Lux\nLaufzeit | 9 Stunden | 6 Stunden")
    assert {one.evidence for one in found if "|" in one.quote or "Lux" in one.quote} == {"unattributed"}


def test_a_markdown_table():
    """The line of dashes is no row."""
    found = rows(
        "| Angabe | Hersteller | unser Test |\n|---|---|---|\n| Helligkeit | 90 Lux | 71 Lux |\n| Laufzeit | 9 h | 6 h |"
    )
    cells = [(one.quote, one.evidence) for one in found if one.quote[0] in "HL76" and "Hersteller" not in one.quote]
    assert cells == [
        ("Helligkeit | 90 Lux", "vendor_claim"),
        ("71 Lux", "independent_evidence"),
        ("Laufzeit | 9 h", "vendor_claim"),
        ("6 h", "independent_evidence"),
    ]


@pytest.mark.xfail(
    reason="the header of a Markdown table is a row like others, and its cells become statements", strict=True
)
def test_a_header_says_nothing_itself():
    found = rows(
        "| Angabe | Hersteller | unser Test |\n|---|---|---|\n| Helligkeit | 90 Lux | 71 Lux |\n| Laufzeit | 9 h | 6 h |"
    )
    assert not [one for one in found if "Hersteller" in one.quote or "Test" in one.quote]


@pytest.mark.xfail(reason="blocks: a table of one row is a heading", strict=True)
def test_a_single_row():
    assert [one.quote for one in rows("Angabe | Hersteller | unser Test\n\nHelligkeit | 90 Lux | 71 Lux")] == [
        "Helligkeit | 90 Lux",
        "71 Lux",
    ]
