"""What becomes of translations when the articles' words change: nothing is lost, and nothing is shown unseen."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from beleg.ingest.carrying import Changes, bring_up_to_date, unmatched
from beleg.ingest.translations import Entry, Memory
from beleg.records import Translation
from fakes import statement

OLD = "Die Zelle lädt laut Elmvik in 9 Minuten auf 80 Prozent."
NEW = "Die Zelle lädt laut Elmvik in 12 Minuten auf 80 Prozent."
OTHER = "Vor dem Landgericht ist eine Klage anhängig."


def entry(quote=OLD, text="The cell charges in 9 minutes.", **fields):
    return Entry(**({"language": "de", "quote": quote, "text": text} | fields))


def memory(*entries, obsolete=()):
    return Memory(
        locale="en", entries={one.key: one for one in entries}, obsolete={one.key: one for one in obsolete}
    )  # fmt: skip


def now(*quotes, language="de"):
    """What the articles say now."""
    return {(language, quote): ("Zellenblatt", "Charging") for quote in quotes}


def test_what_still_stands_stays_and_is_told_anew():
    mine = memory(entry(comments=("Früher", "Old"), by="Vesna", notes=("mind the unit",)))
    assert bring_up_to_date(mine, now(OLD)) == Changes()
    assert list(mine.entries.values()) == [
        entry(comments=("Zellenblatt", "Charging"), by="Vesna", notes=("mind the unit",))
    ]


def test_a_changed_quote_takes_its_translation_along_as_fuzzy():
    mine = memory(entry(OTHER), entry(by="Vesna", flags=("no-wrap",)))
    assert bring_up_to_date(mine, now(OTHER, NEW)) == Changes(carried=1)
    carried = entry(
        NEW, by="Vesna", flags=("no-wrap",), fuzzy=True, previous=OLD, comments=("Zellenblatt", "Charging")
    )  # fmt: skip
    assert [one.quote for one in mine.entries.values()] == [OTHER, NEW]
    assert mine.entries["de", NEW] == carried
    assert not carried.translated
    assert mine.obsolete == {}
    # Once more changes nothing.
    assert bring_up_to_date(mine, now(OTHER, NEW)) == Changes()


def test_what_a_fuzzy_text_was_made_for_is_kept_through_several_changes():
    later = NEW.replace("laut", "nach Angaben von")
    mine = memory(entry())
    bring_up_to_date(mine, now(NEW))
    bring_up_to_date(mine, now(later))
    assert (mine.entries["de", later].previous, mine.entries["de", later].fuzzy) == (OLD, True)
    # Back to the first words: somebody may have changed the text meanwhile.
    bring_up_to_date(mine, now(OLD))
    assert (mine.entries["de", OLD].previous, mine.entries["de", OLD].fuzzy) == (None, True)


@pytest.mark.parametrize("quotes", [now(OTHER), now(NEW, language="sr"), {}])
def test_what_nothing_says_any_more_becomes_obsolete(quotes):
    mine = memory(entry(by="Vesna"))
    assert bring_up_to_date(mine, quotes) == Changes(obsolete=1)
    assert mine.entries == {}
    assert mine.obsolete == {("de", OLD): entry(by="Vesna")}


def test_an_entry_that_holds_nothing_goes_and_one_with_a_remark_stays():
    mine = memory(entry(text=""), entry(OTHER, text="", notes=("ask the court",)))
    assert bring_up_to_date(mine, {}) == Changes(obsolete=1)
    assert list(mine.obsolete) == [("de", OTHER)]


def test_an_obsolete_translation_is_taken_up_when_its_quote_stands_again():
    mine = memory(obsolete=[entry(by="Vesna")])
    assert bring_up_to_date(mine, now(OLD)) == Changes(revived=1)
    assert mine.entries["de", OLD].translated
    assert mine.obsolete == {}


def test_a_quote_that_has_an_entry_gets_no_second_one():
    mine = memory(entry(), entry(NEW, text=""))
    assert bring_up_to_date(mine, now(NEW)) == Changes(obsolete=1)
    assert mine.entries["de", NEW].text == ""
    assert mine.obsolete["de", OLD].text == "The cell charges in 9 minutes."


def test_each_quote_takes_one_and_the_nearest_goes_first():
    far = "Die neue Zelle lädt in knapp 9 Minuten auf 80 Prozent, sagt Elmvik."
    mine = memory(entry(far, text="far"), entry(text="near"))
    assert bring_up_to_date(mine, now(NEW)) == Changes(carried=1, obsolete=1)
    assert mine.entries["de", NEW].text == "near"
    assert mine.obsolete["de", far].text == "far"


def test_hundreds_of_changed_quotes_cost_seconds():
    quotes = [f"Satz {n} über Zellen von Werk {n % 70} mit {n * 7} Wattstunden je Kilogramm." for n in range(500)]
    mine = memory(*(entry(quote) for quote in quotes))
    begin = time.perf_counter()
    changes = bring_up_to_date(mine, now(*(f"{quote} Nach Angaben." for quote in quotes)))
    assert time.perf_counter() - begin < 20
    assert changes.carried == 500
    assert all(one.quote == f"{one.previous} Nach Angaben." for one in mine.entries.values())


def test_the_order_of_the_file_stays():
    mine = memory(entry("A. " + OLD), entry(OTHER), entry("Z. " + OLD))
    bring_up_to_date(mine, now("Z. " + OLD, OTHER, "A. " + NEW))
    assert [one.quote for one in mine.entries.values()] == ["A. " + NEW, OTHER, "Z. " + OLD]
    assert replace(mine.entries["de", OTHER], comments=()) == entry(OTHER)


def test_translations_that_fit_no_quote_are_told_of():
    """Once a file; one of another language does not fit either."""
    made = [
        Translation(locale="en", language=language, quote=quote, text="x")
        for language, quote in (("de", OLD), ("de", NEW), ("ru", NEW))
    ]
    made.append(Translation(locale="ru", language="de", quote=NEW, text="x"))
    (problem,) = unmatched(made, [statement(NEW)])
    assert (problem.path, problem.severity) == ("sources/translations/en.po", "warning")
    assert problem.message.startswith("2 of its translations are of quotes")
    assert unmatched([], []) == []


def test_what_becomes_obsolete_takes_the_place_of_nothing():
    mine = memory(entry(text="New text."), obsolete=[entry(text="Old text.")])
    bring_up_to_date(mine, now(OTHER))
    assert [one.text for one in (*mine.older, *mine.obsolete.values())] == ["Old text.", "New text."]
