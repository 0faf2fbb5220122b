"""Articles that print one text."""

from dataclasses import replace

from beleg.merge.copies import Copies
from beleg.records import Article

AGENCY = "\n\n".join(f"Absatz {n} einer Meldung, die eine Agentur an alle ihre Kunden geschickt hat." for n in range(8))
FIRST = Article(
    id="b.md", text=AGENCY, language="de", script="Latn", blocks=(), publisher="Blatt", published="2026-10-02"
)
LATER = replace(FIRST, id="a.md", text=f"Kurz notiert\n\n{AGENCY}\n", publisher="Bote", published="2026-10-03")
UNDATED = replace(FIRST, id="c.md", publisher=None, published=None)
OWN = replace(FIRST, id="d.md", text=f"{AGENCY[:150]}\n\n" + "Dann folgt ein langer eigener Bericht der Zeitung. " * 9)
SHORT = replace(FIRST, id="e.md", text="Kurz.")


def test_the_first_to_print_a_text_stands_for_all():
    copies = Copies([LATER, UNDATED, FIRST, OWN, SHORT])
    assert [article.id for article in copies.of("c.md")] == ["b.md", "a.md", "c.md"]
    assert {copies.publisher(name) for name in ("a.md", "b.md", "c.md")} == {"Blatt"}


def test_an_agencys_text_is_the_agencys():
    wire = replace(UNDATED, publisher="Draht", publisher_kind="agency")
    assert Copies([FIRST, LATER, wire]).publisher("a.md") == "Draht"


def test_a_report_that_takes_a_paragraph_is_no_copy_nor_are_two_short_texts():
    copies = Copies([FIRST, OWN, SHORT, replace(SHORT, id="f.md")])
    assert not any(map(copies.copied, ("b.md", "d.md", "e.md", "f.md")))
