"""Which statements meet in one fact; whatever their order."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from beleg.merge.compare import sketch
from beleg.merge.copies import Copies
from beleg.merge.facts import group
from beleg.records import Article, Quantity
from fakes import statement


def told(article, language, quote, **fields):
    fields = {
        "kind": "metric",
        "claimant": "Elmvik",
        "names": ("S1",),
        "concepts": ("range",),
        "subject": "S1",
    } | fields
    script = "Cyrl" if language == "ru" else "Latn"
    return statement(quote, article=article, language=language, script=script, **fields)


def km(value, qualifier="exact"):
    return (Quantity(value=value, unit="km", qualifier=qualifier),)


DE = told("de.md", "de", "Der S1 komme 1.050 Kilometer weit, sagt Elmvik.", quantities=km(1050))
RU = told("ru.md", "ru", "По данным Elmvik, S1 проедет 1050 км.", quantities=km(1050))
SR = told("sr.md", "sr", "Elmvik tvrdi da S1 prelazi 1.050 kilometara.", quantities=km(1050))
# Other matters of the same story, so that words have a rarity.
OTHERS = [
    told("de.md", "de", "Das Werk entsteht in Sundsvall.", kind="plan", names=("Sundsvall AB",), concepts=("factory",)),
    told("ru.md", "ru", "Цена пока не названа.", kind="price", names=(), concepts=("price",)),
    told("sr.md", "sr", "Sud je odbio tužbu.", kind="legal", names=("Vltan",), concepts=("lawsuit", "court")),
]


def facts(*statements):
    return {frozenset(s.id for s in found) for found in group(list(statements))}


def together(*statements):
    return frozenset(s.id for s in statements) in facts(*statements, *OTHERS)


def test_three_languages_one_fact():
    assert together(DE, RU, SR)


def test_another_class_of_evidence_is_still_the_same_fact():
    assert together(DE, replace(RU, evidence="unattributed", claimant=None))


def test_an_approximate_value_joins_one_exact_group():
    near, far = km(1000, "approx"), km(900)
    other = told("x.md", "de", "Der S1 schaffte 900 Kilometer, sagt Elmvik.", quantities=far)
    found = facts(DE, replace(RU, quantities=near), other, *OTHERS)
    assert frozenset({DE.id, RU.id}) in found
    assert frozenset({other.id}) in found


def test_an_article_does_not_say_a_thing_without_a_number_twice_in_other_words():
    one = told("de.md", "de", "Der S1 komme weit, sagt Elmvik.")
    again = told("de.md", "de", "Mit dem Modul sei viel Strecke drin.", claimant="Botenwerk")
    assert not together(one, again)


def test_a_sentence_told_twice_in_one_article_is_one_fact():
    again = replace(DE, id="s-again", start=900, end=900 + len(DE.quote))
    assert together(DE, again)


@settings(max_examples=60, deadline=None)
@given(order=st.permutations([DE, RU, SR, *OTHERS]))
def test_the_order_of_statements_does_not_matter(order):
    assert [[s.id for s in found] for found in group(order)] == [
        [s.id for s in found] for found in group([DE, RU, SR, *OTHERS])
    ]


CHANGES = st.one_of(
    st.floats(min_value=1.06, max_value=50).map(lambda f: {"quantities": km(1050 * f)}),
    st.sampled_from(("m", "kg", "percent", "EUR", "count", "hours")).map(
        lambda unit: {"quantities": (Quantity(value=1050, unit=unit),)}
    ),
    st.dates().filter(lambda d: d.isoformat() != "2026-09-16").map(lambda d: {"dates": (d.isoformat(),)}),
    st.sampled_from(("1.0", "2.14", "2.14.4")).map(lambda version: {"versions": (version,)}),
    st.just({"polarity": "negated"}),
    st.just({"quantities": (*km(1050), Quantity(value=9, unit="minutes"))}),
    st.just({"quantities": ()}),
)


@settings(max_examples=200, deadline=None)
@given(change=CHANGES)
def test_nothing_merges_over_a_changed_value(change):
    base = {"dates": ("2026-09-16",), "date_roles": ("event",), "versions": ("2.14.3",)}
    one, other = replace(DE, **base), replace(RU, **base)
    assert together(one, other)
    assert not together(one, replace(other, **change))


def test_licences_with_other_names_stay_apart():
    fields = {"kind": "license", "quantities": (), "concepts": ("licence", "source-code")}
    one = replace(DE, **fields, names=("S1", "Apache 2.0"))
    assert together(one, replace(RU, **fields, names=("S1", "Apache 2.0")))
    assert not together(one, replace(RU, **fields, names=("S1", "MIT License")))


def test_a_document_date_is_no_release_date():
    """Release notes of the 19th that announce the 20th do not contradict those that give the 20th alone."""
    one = replace(DE, dates=("2026-10-20",), date_roles=("release",))
    other = replace(RU, dates=("2026-10-19", "2026-10-20"), date_roles=("document", "release"))
    assert together(one, other)
    assert not together(one, replace(other, dates=("2026-10-20", "2026-10-19")))


def test_the_only_dates_of_two_statements_are_rivals_as_event_and_as_release():
    """ "Geplant im März" and "откроется в апреле" are one day read in two roles; only one can be right."""
    march = replace(DE, dates=("2027-03",), date_roles=("event",))
    april = replace(RU, dates=("2027-04",), date_roles=("release",))
    assert not together(march, april)
    assert together(march, replace(april, dates=("2027-03",)))
    assert together(march, replace(april, dates=("2027-03-12",)))
    assert together(march, replace(april, date_roles=("document",)))
    assert not together(march, replace(april, dates=("2027-02", "2027-04"), date_roles=("document", "release")))


def test_copies_of_one_text_say_one_thing_whatever_was_read_out_of_each():
    text = "Ein Absatz, den zwei Zeitungen Wort für Wort aus einer Agentur übernommen haben."
    printed = [Article(id=n, text=text, language="de", script="Latn", blocks=()) for n in ("a.md", "b.md")]
    dated = statement("Geprüft ist es nicht.", article="a.md", dates=("2026-10-20",), date_roles=("event",))
    misread = statement("Geprüft ist es nicht.", article="b.md", dates=("2026-10-21",), date_roles=("event",))
    assert len(group([dated, misread], Copies(printed))) == 1
    assert len(group([dated, misread])) == 2


def test_the_day_of_a_document_is_not_the_day_of_its_matter():
    """The post was put out on the day on which the thing was released, or was changed on it: that is no day in common."""
    day = {"dates": ("2026-10-20",), "names": ("TorchNeuron",)}
    post = sketch(statement("Der Beitrag wurde am 20. Oktober geändert.", date_roles=("document",), **day))
    release = sketch(statement("TorchNeuron erschien am 20. Oktober.", date_roles=("release",), **day))
    event = sketch(statement("TorchNeuron kam am 20. Oktober heraus.", date_roles=("event",), **day))
    assert not post.date & release.date
    assert release.date & event.date
