"""Articles that print one text."""

from dataclasses import replace

from beleg.merge.copies import Copies, Wordings
from beleg.records import Article
from fakes import CORPUS, HELD_OUT, gold_articles, statement

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


def test_an_outlet_is_who_printed_it_and_else_whose_text_it_is():
    copies = Copies([FIRST, LATER, UNDATED])
    assert [copies.outlet(name) for name in ("a.md", "b.md", "c.md")] == ["Bote", "Blatt", "Blatt"]


WORDS = "Die neue Fabrik in Kiel soll nach drei Jahren Bauzeit im Mai 2028 mit 400 Beschäftigten in Betrieb gehen."


def wordings(*quotes, language="de"):
    articles = {f"{n}.md": replace(FIRST, id=f"{n}.md", text=quote) for n, quote in enumerate(quotes)}
    said = [statement(quote, article=name, language=language) for name, quote in zip(articles, quotes, strict=True)]
    found = Wordings(reversed(said), articles)
    return [first.article if (first := found.first(s.id)) else None for s in said]


def test_nearly_the_same_words_are_a_copy_of_the_first():
    later = WORDS.replace("Die neue Fabrik", "Das neue Werk")
    assert wordings(WORDS, later, WORDS) == [None, "0.md", "0.md"]


def test_an_attribution_put_before_the_words_makes_them_no_others():
    framed = f"Wie das Unternehmen am Montag in einer Mitteilung an die Presse schrieb, gilt: {WORDS}"
    articles = {"a.md": replace(FIRST, id="a.md"), "b.md": replace(FIRST, id="b.md")}
    start = framed.index("Die neue")
    said = [statement(WORDS), statement(framed, article="b.md", content=(start, len(framed)))]
    assert Wordings(said, articles).first(said[1].id) == said[0]


def test_the_same_facts_in_other_words_are_no_copy_nor_are_a_few_words():
    other = "Ab Mai 2028 arbeiten 400 Menschen im neuen Werk, das Kiel nach drei Jahren Bauzeit bekommt."
    assert wordings(WORDS, other) == [None, None]
    assert wordings("Das Gerät kostet 100 Euro.", "Das Gerät kostet 100 Euro.") == [None, None]


def test_both_serbian_scripts_are_one_language():
    latin = "Nova fabrika u Kilu posle tri godine gradnje treba da počne sa radom u maju 2028. sa 400 zaposlenih."
    cyrillic = "Нова фабрика у Килу после три године градње треба да почне са радом у мају 2028. са 400 запослених."
    assert wordings(latin, cyrillic, language="sr") == [None, "0.md"]


def test_separately_written_articles_hold_no_copies():
    stories = sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name not in HELD_OUT)
    articles, said = gold_articles(CORPUS, *stories)
    found = Wordings(said, {article.id: article for article in articles})
    assert stories
    assert not [s.quote for s in said if found.first(s.id)]
