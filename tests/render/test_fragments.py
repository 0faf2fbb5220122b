"""Links to the very words of an article, as browsers read them."""

from urllib.parse import unquote

import pytest

from beleg.records import Article
from beleg.render.fragments import fragment
from fakes import statement

URL = "https://paper.example/a?b=1"


def link(quote, prefix="", suffix="", url=URL, text_from="full"):
    article = Article(id="a", text="", language="de", script="Latn", blocks=(), url=url, text_from=text_from)
    return fragment(url, statement(quote, prefix=prefix, suffix=suffix), article)


@pytest.mark.parametrize(
    ("quote", "part"),
    [
        ("Der Preis sinkt.", "Der%20Preis%20sinkt."),
        # What parts the pieces of a fragment is encoded.
        ("gut-und-billig, sagt A & B", "gut%2Dund%2Dbillig%2C%20sagt%20A%20%26%20B"),
        ("50 % #1 „so“?", "50%20%25%20%231%20%E2%80%9Eso%E2%80%9C%3F"),
        # Letters stand as they are; white space is one space.
        ("Цена\u00a0 снизилась", "Цена%20снизилась"),
        # Long ones, and those over several lines, by their ends.
        ("one two three four five " + "x" * 80 + " six seven eight nine", "one%20two%20three%20four,six%20seven%20eight%20nine"),
        ("erste Zeile\nzweite Zeile", "erste%20Zeile,zweite%20Zeile"),
    ],
)  # fmt: skip
def test_the_words_are_named(quote, part):
    assert link(quote) == f"{URL}#:~:text={part}"


def test_whole_words_before_and_after_tell_it_from_the_same_words_elsewhere():
    found = link("er sinkt", prefix="nach einem Jahr, so hört man, ", suffix=" – wenn auch langsam und ni")
    assert unquote(found.partition("#:~:text=")[2]) == "so hört man,-,er sinkt,-– wenn auch"
    # The pieces are parted by plain commas, and those of the words are encoded.
    assert found.partition("text=")[2].split(",")[0] == "so%20hört%20man%2C-"


def test_words_of_another_block_and_parts_of_words_are_no_context():
    assert link("er sinkt", prefix="eine Überschrift\n", suffix="\n\nNächster Absatz") == f"{URL}#:~:text=er%20sinkt"
    assert link("er sinkt", prefix="„", suffix="“, heißt es") == f"{URL}#:~:text=er%20sinkt"
    assert link("er sinkt", prefix="Titel\nwie gesagt ") == f"{URL}#:~:text=wie%20gesagt-,er%20sinkt"


def test_a_place_in_the_address_stays():
    assert link("er sinkt", url="https://paper.example/a#teil") == "https://paper.example/a#teil:~:text=er%20sinkt"
    assert link("er sinkt", url="https://paper.example/a#:~:text=x") == "https://paper.example/a#:~:text=er%20sinkt"


@pytest.mark.parametrize("text_from", ["blurb", "title"])
def test_words_that_do_not_stand_in_the_article_lead_to_its_beginning(text_from):
    assert link("er sinkt", text_from=text_from) == URL


def test_marks_of_a_text_file_stand_on_no_page():
    assert link("der **Preis** sinkt") == URL
