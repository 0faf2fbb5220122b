"""Which statements may never meet, whatever else they share; generated from real statements and from templates."""

import random
from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from beleg.lexicons import load, tokenize
from beleg.merge.facts import additions, group
from beleg.merge.rulings import Rulings
from beleg.merge.values import same_date
from beleg.records import Quantity
from fakes import statement
from merge.test_merge import known

STORIES = ("solidstate", "headphones", "browser", "gpulaunch")
# So many other statements of the story stand beside two that meet, so that words have a rarity.
BESIDE = 24


def partition(groups):
    return {frozenset(s.id for s in found) for found in groups}


def meet(one, other, rest=(), rulings=None):
    groups = group([one, other, *rest], rulings=rulings) if rulings else group([one, other, *rest])
    return any({one.id, other.id} <= members for members in partition(groups))


@cache
def story(name):
    """A story's annotated statements, each about the story's subject."""
    _, found, _ = known(name)
    named = defaultdict(int)
    for one in found:
        for each in one.names:
            named[each] += 1
    subject = max(sorted(named), key=named.__getitem__)
    return tuple(replace(one, subject=subject) for one in found)


@cache
def pairs():
    """Statements in two languages that meet, with others of their story."""
    found = []
    for name in STORIES:
        everything = story(name)
        for members in group(everything):
            for one, other in combinations(members, 2):
                rest = tuple(s for s in everything if s not in members)[:BESIDE]
                if one.language != other.language and meet(one, other, rest):
                    found.append((one, other, rest))
    return found


def test_there_are_pairs_to_change():
    assert len(pairs()) >= 60
    assert {one.language for one, _, _ in pairs()} | {two.language for _, two, _ in pairs()} == {"de", "ru", "sr"}


REAL = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def real(draw, condition=lambda one, other: True):
    return draw(st.sampled_from([found for found in pairs() if condition(found[0], found[1])]))


@REAL
@given(
    found=real(lambda one, other: bool(other.quantities)),
    factor=st.one_of(st.floats(0.02, 0.9), st.floats(1.12, 60)),
    data=st.data(),
)
def test_another_number_is_another_fact(found, factor, data):
    one, other, rest = found
    at = data.draw(st.integers(0, len(other.quantities) - 1))
    changed = replace(other.quantities[at], value=other.quantities[at].value * factor)
    assume(changed.value_to is None)
    assert not meet(one, _with_quantity(other, at, changed), rest)


@REAL
@given(found=real(lambda one, other: bool(other.quantities)), data=st.data())
def test_another_unit_is_another_fact(found, data):
    one, other, rest = found
    at = data.draw(st.integers(0, len(other.quantities) - 1))
    own = other.quantities[at].unit
    unit = data.draw(st.sampled_from([u for u in ("km", "kg", "percent", "EUR", "USD", "count", "hours") if u != own]))
    assert not meet(one, _with_quantity(other, at, replace(other.quantities[at], unit=unit)), rest)


def _with_quantity(one, at, changed):
    return replace(one, quantities=(*one.quantities[:at], changed, *one.quantities[at + 1 :]))


@REAL
@given(found=real(lambda one, other: bool(one.dates) and bool(other.dates)), day=st.dates(), data=st.data())
def test_another_date_in_its_role_is_another_fact(found, day, data):
    one, other, rest = found
    at = data.draw(st.integers(0, len(other.dates) - 1))
    changed = day.isoformat()
    assume(not any(same_date(changed, told) for told in one.dates))
    assume(len(one.dates) == len(other.dates))
    assert not meet(one, replace(other, dates=(*other.dates[:at], changed, *other.dates[at + 1 :])), rest)


@REAL
@given(found=real(), version=st.sampled_from(("0.9", "2.14.77", "41.5")))
def test_another_version_is_another_fact(found, version):
    one, other, rest = found
    assert not meet(one, replace(other, versions=(version, *other.versions[1:])), rest)


@REAL
@given(found=real())
def test_another_polarity_is_another_fact(found):
    one, other, rest = found
    flipped = "affirmed" if other.polarity == "negated" else "negated"
    assert not meet(one, replace(other, polarity=flipped), rest)


@REAL
@given(found=real(), name=st.sampled_from(("Quarzwerk", "Bindolin Systems", "Tavrex")))
def test_another_subject_is_another_fact(found, name):
    one, other, rest = found
    own = replace(one, names=tuple(dict.fromkeys((*one.names, one.subject))))
    named = tuple(name if each == other.subject else each for each in other.names)
    told = replace(other, subject=name, names=tuple(dict.fromkeys((*named, name))))
    assert not meet(own, told, rest)


# --- templates ----------------------------------------------------------------------------------------------------------

# Product, number, month.
TEMPLATES = {
    "de": ("Latn", "Der {product} komme mit einer Ladung {number} Kilometer weit, sagte der Hersteller im {month}."),
    "ru": ("Cyrl", "На одной зарядке {product} проедет {number} километров, сообщил производитель в {month}."),
    "sr": ("Latn", "{product} sa jednim punjenjem prelazi {number} kilometara, rekao je proizvođač u {month}."),
}
MONTHS = {
    "de": ("Januar", "Februar", "März"),
    "ru": ("январе", "феврале", "марте"),
    "sr": ("januaru", "februaru", "martu"),
}


def told(language, product="Falke 3", number=640, month=0, qualifier="exact"):
    script, template = TEMPLATES[language]
    quote = template.format(product=product, number=number, month=MONTHS[language][month])
    hits = load(language, script).match(tokenize(quote))
    return statement(
        quote, article=f"{language}-{product}-{number}-{month}.md", language=language, script=script, kind="metric",
        claimant="Falke Motoren", subject=product, names=(product,), dates=(f"2026-0{month + 1}",),
        date_roles=("event",), quantities=(Quantity(value=number, unit="km", qualifier=qualifier),),
        concepts=tuple(dict.fromkeys(hit.label for hit in hits if hit.table == "concept")),
    )  # fmt: skip


LANGUAGES = st.sampled_from(("de", "ru", "sr"))


@settings(max_examples=60, deadline=None)
@given(
    languages=st.tuples(LANGUAGES, LANGUAGES).filter(lambda both: both[0] != both[1]),
    number=st.integers(50, 900),
    month=st.integers(0, 2),
    product=st.sampled_from(("Falke 3", "Bussard", "Milan GT")),
)
def test_what_is_told_alike_meets_until_one_thing_is_changed(languages, number, month, product):
    one, other = (told(language, product, number, month) for language in languages)
    assert meet(one, other)
    assert not meet(one, told(languages[1], product, number * 2, month))
    assert not meet(one, told(languages[1], product, number, (month + 1) % 3))
    assert not meet(one, told(languages[1], "Sperber", number, month))


@settings(max_examples=60, deadline=None)
@given(order=st.permutations(range(5)), number=st.sampled_from((600.0, 590.0, 625.0)))
def test_a_rounded_number_joins_one_of_two_exact_ones_and_never_both(order, number):
    found = [told("de", number=580), told("ru", number=580), told("sr", number=625), told("de", number=625)]
    rounded = told("sr", number=number, qualifier="approx")
    groups = group([(*found, rounded)[at] for at in order])
    values = [{q.value for s in members if s.id != rounded.id for q in s.quantities} for members in groups]
    assert all(len(some) <= 1 for some in values)
    assert sum(rounded.id in {s.id for s in members} for members in groups) == 1


@pytest.mark.parametrize(("number", "nearer"), [(585, 580), (615, 625)])
def test_a_rounded_number_joins_the_nearer(number, nearer):
    found = [told("de", number=580), told("de", number=625), told("ru", number=number, qualifier="approx")]
    joined = next(members for members in group(found) if found[2] in members)
    assert {q.value for s in joined for q in s.quantities} == {number, nearer}


# --- order, rulings, additions ---------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), name=st.sampled_from(STORIES))
def test_neither_order_nor_the_names_of_files_count(seed, name):
    found = list(story(name))
    rng = random.Random(seed)
    articles = sorted({s.article for s in found})
    files = dict(zip(articles, rng.sample([f"{n}.md" for n in "qwertz"], len(articles)), strict=True))
    ids = dict(zip([s.id for s in found], rng.sample(range(10**6, 10**6 + 10**5), len(found)), strict=True))
    renamed = [replace(s, article=files[s.article], id=f"s-{ids[s.id]}") for s in found]
    rng.shuffle(renamed)
    back = {f"s-{number}": one for one, number in ids.items()}
    assert {frozenset(back[s.id] for s in members) for members in group(renamed)} == partition(group(found))


@pytest.mark.parametrize("files", [("a.md", "b.md"), ("b.md", "a.md")])
@pytest.mark.parametrize("ids", [("s-1", "s-2"), ("s-2", "s-1")])
def test_where_two_fit_alike_the_names_of_files_do_not_decide(files, ids):
    """The month fits either day, and only one of them."""
    days = ("2026-01-05", "2026-01-06")
    dated = [
        replace(told("de"), article=file, id=name, dates=(day,))
        for file, name, day in zip(files, ids, days, strict=True)
    ]
    month = told("ru")
    joined = next(members for members in group([*dated, month]) if month in members)
    assert {s.dates for s in joined} == {month.dates, (days[0],)}


def _ruled(one, other, **what):
    pair = (min(one.id, other.id), max(one.id, other.id))
    return Rulings(**{kind: frozenset({pair}) for kind in what if what[kind]})


def test_an_editor_splits_what_would_meet_and_merges_what_is_forbidden():
    one, other = told("de"), told("ru")
    far = told("sr", number=99)
    assert meet(one, other)
    assert not meet(one, other, rulings=_ruled(one, other, two_facts=True))
    assert not meet(one, far)
    assert meet(one, far, rulings=_ruled(one, far, one_fact=True))


def test_a_split_outweighs_a_merge():
    one, other = told("de"), told("ru")
    assert not meet(one, other, rulings=_ruled(one, other, one_fact=True, two_facts=True))


def test_copies_of_one_sentence_are_split_where_an_editor_says_so():
    one = told("de")
    copy = replace(one, id="s-copy", article="copy.md")
    assert meet(one, copy)
    assert not meet(one, copy, rulings=_ruled(one, copy, two_facts=True))


def test_what_is_split_from_one_is_split_from_all_that_an_editor_merged_with_it():
    one, other, third = told("de"), told("ru"), told("sr")
    rulings = Rulings(
        one_fact=frozenset({tuple(sorted((one.id, third.id)))}),
        two_facts=frozenset({tuple(sorted((one.id, other.id)))}),
    )
    assert partition(group([one, other, third], rulings=rulings)) == {
        frozenset({one.id, third.id}),
        frozenset({other.id}),
    }


def supports(language, quote, *names):
    return statement(
        quote, article=f"{language}.md", language=language, script="Cyrl" if language == "ru" else "Latn", kind="support",
        claimant="Falke Software", subject="Falke", names=names, concepts=("operating-system",),
    )  # fmt: skip


MORE = supports("de", "Falke unterstützt die Systeme Windows, macOS und Linux.", "Falke", "Windows", "macOS", "Linux")
FEWER = supports("ru", "Falke поддерживает системы Windows и macOS.", "Falke", "Windows", "macOS")
SAME = supports("sr", "Falke podržava sisteme Windows, macOS i Linux.", "Falke", "Windows", "macOS", "Linux")


def test_a_list_of_more_things_adds_to_one_of_fewer_and_does_not_meet_it():
    groups = group([MORE, FEWER, SAME])
    assert partition(groups) == {frozenset({MORE.id, SAME.id}), frozenset({FEWER.id})}
    assert additions(groups) == [(0, 1)]


def test_other_things_neither_meet_nor_add():
    other = supports("ru", "Falke поддерживает системы Haiku и Solaris.", "Falke", "Haiku", "Solaris")
    groups = group([MORE, other])
    assert len(groups) == 2
    assert additions(groups) == []


CONTRARY = [
    (
        ("de", "Falke läuft unter Windows ohne Treiber."),
        ("ru", "Falke работает без драйвера везде, кроме Windows."),
        {"names": ("Falke", "Windows"), "concepts": ("driver-software",)},
    ),
    (
        ("de", "Der Rückruf der Charge ist abgesagt."),
        ("sr", "Opoziv serije je u toku."),
        {"names": ("Falke",), "concepts": ("recall", "production-batch")},
    ),
    (
        ("de", "Falke streicht 400 Stellen in Kiel."),
        ("ru", "Falke сократит дополнительные 400 рабочих мест в Киле."),
        {"names": ("Falke",), "concepts": ("job", "layoffs"), "quantities": (Quantity(value=400),)},
    ),
    (
        ("de", "Im ersten Quartal wuchs der Umsatz von Falke um zwölf Prozent."),
        ("sr", "U drugom kvartalu prihod kompanije Falke porastao je za 12 odsto."),
        {"names": ("Falke",), "concepts": ("revenue",), "quantities": (Quantity(value=12, unit="percent"),)},
    ),
    (
        ("de", "Der Preis von Falke steigt um zwölf Prozent."),
        ("sr", "Cena za Falke pada za 12 odsto."),
        {"names": ("Falke",), "concepts": ("price",), "quantities": (Quantity(value=12, unit="percent"),)},
    ),
]


@pytest.mark.parametrize(("one", "other", "fields"), CONTRARY)
def test_contrary_sentences_do_not_meet(one, other, fields):
    first, second = (
        statement(
            quote, article=f"{language}.md", language=language, script="Cyrl" if language == "ru" else "Latn",
            subject="Falke", **fields,
        )
        for language, quote in (one, other)
    )  # fmt: skip
    # The same words in both are one fact: what keeps them apart is how they are put.
    again = replace(first, id="s-again", article="again.md")
    assert meet(first, again)
    assert not meet(first, second)
