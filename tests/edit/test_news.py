"""What counts as new."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beleg.edit.ledger import Known, Ledger
from beleg.edit.news import told
from beleg.merge import Merged
from beleg.records import Fact, Origin, Statement, Story
from fakes import statement

SAID = "Die Laufzeit beziffert der Sprecher auf 21 Stunden."
BEFORE = statement(SAID, article="a.md", story="y-1", fact="f-1")


def fact(name: str, *mentions: Statement, party: str, **fields: object) -> Fact:
    origin = Origin(party=party, stake="vendor", mentions=tuple(one.id for one in mentions), why=())
    return Fact(
        id=name, story="y-1", subject="Flora", kind="metric", polarity="affirmed", origins=(origin,),
        mentions=tuple(one.id for one in mentions), **fields,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("quote", "news"),
    [
        # The same sentence, which without its surroundings is taken for somebody else's.
        (SAID, None),
        ("Die  Laufzeit beziffert der Sprecher auf 21 Stunden", None),
        ("Novira nennt eine Laufzeit von 21 Stunden.", "widened"),
    ],
)
def test_a_repetition_in_the_same_words_is_no_news_whatever_it_is_read_as(quote, news):
    again = statement(quote, article="b.md", story="y-1", fact="f-1")
    old, now = fact("f-1", BEFORE, party="Blatt"), fact("f-1", BEFORE, again, party="Blatt")
    now = replace(now, origins=(*now.origins, Origin(party="Novira", stake="vendor", mentions=(again.id,), why=())))
    known = Ledger(
        facts={"f-1": Known(fact=old, mentions=(BEFORE,), edition="2026-11-02")},
        stories={"y-1": Story(id="y-1", articles=("a.md",), facts=("f-1",), subject="Flora", vendor="Novira")},
    )
    merged = Merged(
        statements=(BEFORE, again), facts=(now,), stories=(Story(id="y-1", articles=("a.md", "b.md"), facts=("f-1",), subject="Flora", vendor="Novira"),)
    )  # fmt: skip
    (found,) = told(merged, known, frozenset({"b.md"})).facts
    assert found.news == news
