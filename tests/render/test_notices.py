"""Events and lists are worded as notices, and only where every word of the quote has a place in them."""

from __future__ import annotations

from functools import cache

import pytest

from beleg.records import Article, Edition, Fact, Origin, Quantity, Site, Statement, Story
from beleg.render.concepts import vocabulary
from beleg.render.environment import Environments
from beleg.render.events import known
from beleg.render.gist import date_relation, read
from beleg.render.wording import Wordings
from fakes import digest, statement

RU = {"language": "ru", "script": "Cyrl"}
SR = {"language": "sr", "script": "Cyrl"}
LATIN = {"language": "sr", "script": "Latn"}
LISTS = ("happens", "holds", "phases", "courses")


@cache
def environment(locale: str):
    return Environments().environment(locale)


def worded(one: Statement, locale: str = "en") -> str | None:
    fact = Fact(
        id=digest("f", one.id), story="y-1", subject="Halo 2", kind=one.kind, polarity=one.polarity, dates=one.dates,
        quantities=one.quantities, versions=one.versions, evidence=one.evidence, mentions=(one.id,), objects=one.names,
        origins=(Origin(party=one.claimant, stake=one.role, mentions=(one.id,)),), languages=(one.language,),
    )  # fmt: skip
    article = Article(
        id=one.article, text="", language=one.language, script=one.script, blocks=(), publisher="Tageblatt",
        published="2026-11-03",
    )  # fmt: skip
    story = Story(id="y-1", subject="Halo 2", vendor="Lumaud", articles=(article.id,), facts=(fact.id,), conflicts=())
    edition = Edition(
        id="undated", date=None, period=None, site=Site(), stories=(story,), articles=(article,), facts=(fact,),
        statements=(one,),
    )  # fmt: skip
    sentence = Wordings(environment(locale), locale, edition).sentence(fact)
    return None if sentence is None else sentence.striptags().replace("\u00a0", " ").replace("\u202f", " ")


def size(value: float, qualifier: str = "exact", unit: str = "GB") -> Quantity:
    return Quantity(value=value, value_to=None, unit=unit, qualifier=qualifier)


EVENTS = {
    "phase of a course": (
        statement("Серийные поставки начнутся 1 февраля.", kind="availability", modality="planned", dates=("2027-02-01",), **RU),
        {
            "de": "Lieferung: Beginn am 1. Februar 2027 (geplant; Serienfertigung).",
            "en": "Delivery: start on 1 February 2027 (planned; mass production).",
        },
    ),
    "since when": (
        statement("Seit dem 1. Oktober ist die Filiale geschlossen.", kind="availability", dates=("2026-10-01",)),
        {
            "de": "Filiale: geschlossen seit dem 1. Oktober 2026.", "ru": "Филиал: закрыто с 1 октября 2026 года.",
            "sr-Cyrl": "Филијала: затворено од 1. октобра 2026. године.",
        },
    ),
    "by when": (
        statement("К сентябрю обещают закрыть филиал.", kind="plan", modality="planned", dates=("2027-09",), **RU),
        {"en": "Branch: closure by September 2027 (planned)."},
    ),
    "one inside the other": (
        statement("In TorchAO wird FP8 unterstützt.", kind="support", names=("TorchAO", "FP8")),
        {"de": "FP8: unterstützt (TorchAO)."},
    ),
    "not yet": (
        statement("Einen Debugger gibt es noch nicht.", kind="limitation", polarity="negated"),
        {"de": "Debugger: noch nicht vorhanden.", "en": "Debugger: not yet available."},
    ),
    "only there": (
        statement("Aplikacija postoji samo za Android.", kind="support", names=("Android",), **LATIN),
        {"de": "App: vorhanden (nur Android).", "ru": "Приложение: есть (только Android)."},
    ),
    "counted places": (
        statement(
            "Zu haben ist der Kopfhörer seit dem 2. Oktober in 14 Ländern.", kind="availability", dates=("2026-10-02",),
            quantities=(size(14, unit="count"),),
        ),
        {"en": "Headphones: available since 2 October 2026 (14 countries)."},
    ),
}  # fmt: skip
REFUSED = {
    "part of a year": statement("Ende 2027 beginnt die Lieferung.", kind="availability", dates=("2027",)),
    "two parties": statement("Der Sender Halden schließt die Filiale.", kind="change", names=("Halden",)),
    "who has none": statement("Околина нема аутобус.", kind="limitation", polarity="negated", **SR),
    "past": statement("Die App lief.", kind="behaviour"),
    "condition": statement("Wenn es regnet, ist die Filiale geschlossen.", kind="availability"),
    "a rival's own": statement("Die Filiale ist geschlossen.", kind="availability", evidence="competitor_claim"),
    "also": statement("Апликација ради и недељом.", kind="availability", **SR),
    "no beginning": statement("Am 2. Februar ist die App verfügbar.", kind="availability", dates=("2026-02-02",)),
}
LISTINGS = {
    "what for": (
        statement(
            "Za instalaciju je potreban telefon sa Androidom 9 ili iOS-om 12.1.", kind="requirement", versions=("9", "12.1"),
            names=("Android", "iOS"), **LATIN,
        ),
        {
            "de": "Erforderlich (Installation): Telefon (Android 9 oder iOS 12.1).",
            "sr-Latn": "Potrebno (instalacija): telefon (Android 9 ili iOS 12.1).",
        },
    ),
    "newer, each": (
        statement(
            "Voraussetzungen: Python 3.12 oder neuer, CMake ab 3.28, mindestens 16 GByte Arbeitsspeicher",
            kind="requirement", names=("Python", "CMake"), versions=("3.12", "3.28"), quantities=(size(16, "at_least"),),
        ),
        {
            "en": "Required: Python 3.12 or newer; CMake 3.28 or newer; memory: at least 16 GB.",
            "ru": "Требуется: Python 3.12 или новее; CMake 3.28 или новее; оперативная память: не менее 16 ГБ.",
        },
    ),
    "not": (
        statement("Ein Kennwort ist nicht mehr erforderlich.", kind="change", polarity="negated"),
        {"de": "Nicht mehr erforderlich: Passwort.", "en": "No longer required: password."},
    ),
    "only": (
        statement("Нужна лишь сим-карта.", kind="requirement", **RU),
        {"de": "Erforderlich: nur SIM-Karte.", "sr-Cyrl": "Потребно: само СИМ картица."},
    ),
    "what does not": (
        statement(
            "Диалектов, по словам разработчиков, программа не понимает.", kind="limitation", polarity="negated", **RU
        ),
        {"en": "Not supported (program): dialect."},
    ),
    "what it is for": (
        statement(
            "Für torch.compile ist dynamic=False nötig.", kind="requirement", names=("torch.compile", "dynamic=False")
        ),
        {"de": "Erforderlich (torch.compile): dynamic=False."},
    ),
    "one and not the other": (
        statement(
            "LDAC поддерживается, LE Audio пока нет.", kind="support", polarity="negated", names=("LDAC", "LE Audio"), **RU
        ),
        {
            "de": "Unterstützt: LDAC. Noch nicht unterstützt: LE Audio.",
            "sr-Cyrl": "Подржано: LDAC. Још није подржано: LE Audio.",
        },
    ),
}  # fmt: skip
UNLISTED = {
    "open which is newer": statement(
        "Nötig sind Android 12 und iOS 17 oder neuer.",
        kind="requirement",
        names=("Android", "iOS"),
        versions=("12", "17"),
    ),
    "only for one": statement(
        "Treiber nur noch für Windows 11", kind="requirement", names=("Windows",), versions=("11",)
    ),
    "a condition": statement("Kennwort nötig, falls es regnet.", kind="requirement"),
    "which licence now": statement(
        "Лицензия кода: с MPL 2.0 на Apache 2.0.", kind="license", names=("MPL 2.0", "Apache 2.0"), **RU
    ),
    "a size under what was done": statement(
        "Einen Anschluss mit vier Megawatt.", kind="requirement", quantities=(size(4, unit="MW"),)
    ),
    "a tripling by a factor": statement(
        "Fabrika planira da utrostruči proizvodnju.",
        kind="plan",
        modality="planned",
        quantities=(size(3, unit="times"),),
        **LATIN,
    ),
    "no trial": statement("RISC-V ist ein Experiment von Halden.", kind="support", names=("RISC-V", "Halden")),
    "somebody demands": statement("Das Gericht verlangt ein Gutachten.", kind="requirement"),
}


SAID = {
    "who supports": (
        statement("Die App gibt es für Android und iOS.", kind="support", names=("Android", "iOS")),
        {"de": "App: vorhanden (Android, iOS)."},
    ),
    "a licence for another": (
        statement(
            "Код теперь под Apache 2.0 вместо MPL 2.0.", kind="license", names=("Apache 2.0", "MPL 2.0"), **RU
        ),
        {"de": "Lizenz des Codes: Apache 2.0 statt MPL 2.0."},
    ),
    "the old one first": (
        statement("Уместо под MPL 2.0 код је сада под Apache 2.0.", kind="license", names=("MPL 2.0", "Apache 2.0"), **SR),
        {"en": "Code licence: Apache 2.0 instead of MPL 2.0."},
    ),
    "experimental": (
        statement("Die Unterstützung für RISC-V ist experimentell.", kind="support", modality="experimental", names=("RISC-V",)),
        {"sr-Cyrl": "Експериментална подршка: RISC-V."},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_a_change_of_licence_and_a_trial_are_told_apart(name: str) -> None:
    one, expected = SAID[name]
    assert {locale: worded(one, locale) for locale in expected} == expected


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_reads_as_thing_and_what_happens_to_it(name: str) -> None:
    one, expected = EVENTS[name]
    assert {locale: worded(one, locale) for locale in expected} == expected


@pytest.mark.parametrize("name", LISTINGS)
def test_a_list_reads_under_its_head(name: str) -> None:
    one, expected = LISTINGS[name]
    assert {locale: worded(one, locale) for locale in expected} == expected


@pytest.mark.parametrize("one", [*REFUSED.values(), *UNLISTED.values()], ids=[*REFUSED, *UNLISTED])
def test_what_a_notice_could_not_repeat_is_quoted(one: Statement) -> None:
    assert worded(one) is None


def test_every_identifier_of_the_lists_is_worded() -> None:
    words = vocabulary(environment("en"))
    assert not {name for table in LISTS for name in known(table)} - words.acts
    assert not known("places") - words.terms
    assert not known("counted_places") - words.things


def test_a_day_without_a_year_is_told_as_it_is() -> None:
    one = statement(
        "Der Dienst ist seit dem 20. Oktober verfügbar.",
        kind="availability",
        dates=("--10-20",),
        date_roles=("release",),
    )
    assert date_relation(one, read(one)) == "since"
