"""Whom the text names as who speaks has a stake in it, or an unknown one: never is that independent evidence.

Every frame by which the three languages name a speaker, with names that no list knows, behind plain news and behind a
test of the newsroom's own, which draws what follows towards its own evidence.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from beleg.records import Statement
from extract.samples import statements


class Told(NamedTuple):
    """What a language's sentences are made of; `{said}` stands for a claim, `{who}` for who says it."""

    # Before the sentence: nothing of a test, and the newsroom's own test.
    before: tuple[str, str]
    # Who makes the thing, who uses it: told before them.
    vendor: str
    customer: str
    said: tuple[str, ...]
    frames: tuple[str, ...]
    names: tuple[str, ...]


TOLD = {
    "de": Told(
        ("Am Markt steht seit Mai ein neuer Backofen. ", "Wir haben den Backofen Murano vier Wochen lang getestet. In unserem Test brauchte er 1,2 Kilowattstunden. "),
        "Den Ofen baut der Hersteller {who}.",
        "Den Ofen nutzt {who}, ein Kunde des Herstellers, seit März.",
        ("der Ofen spart 30 Prozent Strom", "das Gerät hielt bei einer Messung 48 Stunden durch"),
        (
            "{said}, so {who}.", "{said} – so {who}.", "{said}, so jedenfalls {who}.", "{said}, sagt {who}.",
            "{said}, heißt es bei {who}.", "{said}, laut {who}.", "{said} (laut {who}).", "{said}, nach Angaben von {who}.",
            "{said} nach Angaben von {who}.", "{said} (Angaben: {who}).", "{said} (Quelle: {who}).",
            "{said}, wie {who} mitteilt.", "{said}, verspricht {who}.", "{said}, {who} zufolge.", "{said}, behauptet {who}.",
            "{said}, sagt man bei {who}.", "{said}, gibt {who} an.", "{who} sagt, {said}.", "Laut {who}: {said}.",
        ),
        ("Elmvik", "Brandauer GmbH", "Tosca Wärmetechnik", "Novaris"),
    ),
    "ru": Told(
        ("На рынке с мая стоит новая печь. ", "Мы четыре недели испытывали печь «Мурано». В нашем тесте она израсходовала 1,2 киловатт-часа. "),
        "Печь делает производитель «{who}».",
        "Печью с марта пользуется «{who}», клиент производителя.",
        ("печь экономит 30 процентов электричества", "прибор выдержал на испытаниях 48 часов"),
        (
            "{said}, по словам «{who}».", "{said}, как утверждает «{who}».", "{said}, утверждает «{who}».",
            "{said}, сообщили в «{who}».", "{said}, — сообщили в «{who}».", "{said}, говорят в «{who}».",
            "{said} (данные «{who}»).", "{said} (источник: «{who}»).", "{said} (по данным «{who}»).",
            "{said}, по данным «{who}».", "{said}, уверяют в «{who}».", "{said}, обещает «{who}».", "{said}, со слов «{who}».",
            "{said}, по оценке «{who}».", "{said}, если верить «{who}».", "{said}, — «{who}».", "«{who}» заявляет, что {said}.",
        ),
        ("Элмвик", "Брандауэр", "Тоска", "Новарис"),
    ),
    "sr-Latn": Told(
        ("Na pijaci od maja stoji nova peć. ", "Četiri nedelje smo testirali peć Murano. U našem testu potrošila je 1,2 kilovat-sata. "),
        "Peć pravi proizvođač {who}.",
        "Peć od marta koristi {who}, kupac tog proizvođača.",
        ("peć štedi 30 odsto struje", "uređaj je na merenju izdržao 48 sati"),
        (
            "{said}, kažu u {who}.", "{said}, kaže {who}.", "{said}, prema rečima {who}.", "{said}, navodi {who}.",
            "{said} (podaci {who}).", "{said} (izvor: {who}).", "{said} (prema podacima {who}).", "{said}, tvrde u {who}.",
            "{said}, kako tvrdi {who}.", "{said}, saopštili su iz {who}.", "{said}, obećava {who}.",
            "{said}, po navodima {who}.", "{said}, prema tvrdnjama {who}.", "{said}, ako je verovati {who}.",
            "{who} tvrdi da {said}.",
        ),
        ("Elmvik", "Brandauer", "Toska", "Novaris"),
    ),
}  # fmt: skip
FRAMES = [(language, frame) for language, told in TOLD.items() for frame in told.frames]


def spoken(language: str, frame: str, introduced: str | None) -> list[tuple[str, Statement]]:
    """What the frame's sentences come out as, each beside its article: all names, claims and what stands before them."""
    told, found = TOLD[language], []
    for who, said, before in product(told.names, told.said, told.before):
        sentence = frame.format(said=said, who=who)
        sentence = sentence[0].upper() + sentence[1:]
        text = before + (introduced.format(who=who) + "\n\n" if introduced else "\n\n") + sentence
        one = statements(text, language, publisher="Tannrieder Bote", publisher_kind="newsroom")[-1]
        assert one.quote in sentence, (sentence, one.quote)
        found.append((text, one))
    return found


def as_seen(found: list[tuple[str, Statement]]) -> list[object]:
    """Those that were taken for something that was seen."""
    return [(text, one.claimant, one.rules) for text, one in found if one.evidence == "independent_evidence"]


@pytest.mark.parametrize(("language", "frame"), FRAMES)
def test_who_is_named_with_an_unknown_stake_is_no_evidence(language: str, frame: str):
    assert not as_seen(spoken(language, frame, None))


@pytest.mark.parametrize(("language", "frame"), FRAMES)
def test_a_named_vendor_is_no_evidence(language: str, frame: str):
    assert not as_seen(spoken(language, frame, TOLD[language].vendor))


@pytest.mark.parametrize(("language", "frame"), FRAMES)
def test_a_named_customer_is_no_evidence(language: str, frame: str):
    assert not as_seen(spoken(language, frame, TOLD[language].customer))
