"""A place of an article is found again by its words, however the sentences are cut."""

import pytest

from beleg.merge.places import Place, nearest, shared, standing

TEXT = "Vor allem Banken warten. Der Preis liegt bei 95 Euro, sagt Elmvik. Geprüft ist das nicht. Der Preis steigt."


def cuts(*pieces, text=TEXT):
    return [Place(quote=piece, start=text.index(piece), end=text.index(piece) + len(piece)) for piece in pieces]


WHOLE = "Der Preis liegt bei 95 Euro, sagt Elmvik."


@pytest.mark.parametrize(
    ("now", "meant"),
    [
        ((WHOLE, f"Vor allem Banken warten. {WHOLE}"), 0),
        (("Der Preis liegt bei 95 Euro,", "sagt Elmvik."), 0),
        ((f"Vor allem Banken warten. {WHOLE}", "Geprüft ist das nicht."), 0),
        (("Vor allem Banken warten. Der Preis", "liegt bei 95 Euro, sagt Elmvik. Geprüft ist das nicht."), 1),
        (("Vor allem Banken warten.", "Geprüft ist das nicht."), None),
        ((), None),
    ],
)
def test_the_cut_that_has_most_of_a_place_stands_in_it(now, meant):
    (place,) = cuts(WHOLE)
    found = cuts(*now)
    assert nearest(place, found) == (found[meant] if meant is not None else None)
    assert nearest(place, found[::-1]) == (found[meant] if meant is not None else None)


def test_a_place_is_found_where_words_before_it_were_added_or_taken_out():
    (place,) = cuts(WHOLE)
    for longer in (f"Neu: {'vieles ' * 40}{TEXT}", TEXT.removeprefix("Vor allem Banken warten. ")):
        now = cuts(WHOLE, "Geprüft ist das nicht.", text=longer)
        assert nearest(place, now) == now[0]


def test_another_sentence_in_the_place_of_the_old_one_is_not_meant():
    (place,) = cuts(WHOLE)
    other = TEXT.replace(WHOLE, "Elmvik hat dazu nichts gesagt, das Werk ruht.")
    assert nearest(place, cuts("Elmvik hat dazu nichts gesagt, das Werk ruht.", text=other)) is None


def test_of_words_that_stand_twice_the_nearer_are_meant():
    text = f"{WHOLE} {'Und so weiter. ' * 9}{WHOLE}"
    places = standing(WHOLE, text)
    assert [one.start for one in places] == [0, text.rindex(WHOLE)]
    assert [nearest(one, places) for one in places] == places


def test_line_breaks_and_the_signs_of_an_expression_are_only_words():
    assert [one.quote for one in standing("bei 95\nEuro,  sagt", TEXT)] == ["bei 95 Euro, sagt"]
    assert standing("9. Euro", TEXT) == []


def test_signs_alone_are_found_by_themselves_only():
    dots, dashes, words = cuts("…", "– –", "Ja", text="… – – Ja")
    assert [nearest(dots, found) for found in ([dots, dashes, words], [dashes, words])] == [dots, None]
    assert shared(dots, words) == 0
