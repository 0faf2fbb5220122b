"""Remarks on evidence, refused answers and advice are worded alike from each language, and only where nothing is lost."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest
from markupsafe import Markup

from beleg.records import Article, Edition, Fact, Origin, Site, Story
from beleg.render.environment import Environments
from beleg.render.formats import LOCALES
from beleg.render.wording import Wordings
from fakes import statement


class Remark(NamedTuple):
    """A remark in German, Russian and Serbian, how it is worded in English, and a quote that says something else."""

    de: str
    ru: str
    sr: str
    en: str
    other: str
    kind: str = "caveat"
    names: tuple[str, ...] = ()


REMARKS = {
    "not_seen": Remark(
        "Wir haben den Vertrag nicht gesehen.", "Договор мы не видели.", "Уговор нисмо видели.",
        "The newsroom has not seen this (contract).", "Wir haben gesehen, dass der Vertrag nicht gilt.",
    ),
    "bought_ourselves": Remark(
        "Die Geräte haben wir selbst gekauft.", "Устройства мы купили сами.", "Уређаје смо сами купили.",
        "Bought by the newsroom itself.", "Das Institut hat die Geräte selbst gekauft.",
    ),
    "lent_by": Remark(
        "Das Gerät hat uns AWS geliehen.", "Устройство нам одолжила AWS.", "Уређај нам је позајмио AWS.",
        "On loan from AWS.", "AWS hat das Gerät einem Kunden geliehen.", names=("AWS",),
    ),
    "lent_by_maker": Remark(
        "Das Gerät ist eine Leihgabe des Herstellers.", "Устройство одолжил нам производитель.",
        "Уређај нам је позајмио произвођач.", "On loan from the company.", "Das Gerät ist keine Leihgabe des Herstellers.",
    ),
    "paid_by_maker": Remark(
        "Die Studie hat der Hersteller bezahlt.", "Исследование оплатил производитель.", "Студију је платио произвођач.",
        "Paid for by the company itself.", "Die Studie hat nicht der Hersteller bezahlt.",
    ),
    "paid_by_party": Remark(
        "Bezahlt hat die Studie der Verband.", "Исследование оплатил завод.", "Студију је платила фабрика.",
        "Paid for by: the association.", "Bezahlt hat die Studie nicht der Verband.",
    ),
    "ordered_by": Remark(
        "Auftraggeber der Studie war AWS.", "Исследование заказала AWS.", "Студију је наручио AWS.",
        "Commissioned by AWS.", "Auftraggeber der Studie war nicht AWS.", names=("AWS",),
    ),
    "maker_measured": Remark(
        "Gemessen hat das der Hersteller selbst.", "Измерил это сам производитель.", "То је мерио сам произвођач.",
        "Measured by the company itself.", "Der Hersteller hat das nicht selbst gemessen.",
    ),
    "small_sample": Remark(
        "Die Stichprobe ist allerdings klein.", "Выборка, впрочем, невелика.", "Узорак је, међутим, мали.",
        "The sample is small.", "Die Stichprobe ist nicht klein.",
    ),
    "lab_only": Remark(
        "Geprüft wurde das bisher nur im Labor.", "Проверено это пока только в лаборатории.",
        "То је досад испитано само у лабораторији.", "So far tested only in the laboratory.", "Geprüft wurde das auch im Labor.",
    ),
    "not_peer_reviewed": Remark(
        "Die Studie ist noch nicht begutachtet.", "Исследование ещё не рецензировано.", "Студија још није рецензирана.",
        "Not yet peer-reviewed.", "Die Studie ist begutachtet.",
    ),
    "too_early": Remark(
        "Für ein Urteil ist es noch zu früh.", "Судить пока рано.", "Још је рано за закључак.",
        "It is still too early to judge.", "Für ein Urteil war der Test zu kurz.",
    ),
    "not_enough": Remark(
        "Für ein Urteil reicht das nicht.", "Для выводов этого недостаточно.", "То није довољно за закључак.",
        "That is not enough for a verdict.", "Für ein Urteil reicht das.",
    ),
    "difference_unexplained": Remark(
        "Den Unterschied hat niemand erklärt.", "Расхождение никто не объяснил.", "Разлику нико није објаснио.",
        "The difference has not been explained.", "Den Unterschied hat der Hersteller erklärt.",
    ),
    "accounts_differ": Remark(
        "Die Angaben widersprechen sich.", "Данные расходятся.", "Наводи противрече.",
        "The accounts do not agree.", "Die Angaben widersprechen sich nur im Sommer.",
    ),
    "not_comparable": Remark(
        "Die Werte sind nicht vergleichbar.", "Сравнивать эти данные нельзя.", "Подаци нису упоредиви.",
        "The figures cannot be compared.", "Die Werte sind vergleichbar.",
    ),
    "no_long_term": Remark(
        "Langzeitdaten gibt es noch nicht.", "Долгосрочных данных пока нет.", "Дугорочних података још нема.",
        "There is no long-term data yet.", "Langzeitdaten gibt es.",
    ),
    "no_figures": Remark(
        "Zahlen dazu gibt es nicht.", "Данных об этом нет.", "Података о томе нема.",
        "There are no figures on this.", "Zahlen dazu gibt es bald.",
    ),
    "not_significant": Remark(
        "Der Unterschied ist statistisch nicht signifikant.", "Разница статистически не значима.",
        "Разлика није статистички значајна.", "Not statistically significant.", "Der Unterschied ist statistisch signifikant.",
    ),
    "guide_values": Remark(
        "Die Werte sind Richtwerte.", "Данные ориентировочные.", "Подаци су оријентациони.",
        "The figures are approximate.", "Die Werte sind keine Richtwerte.",
    ),
    "unproven": Remark(
        "Belegen lässt sich das bisher nicht.", "Доказать это нельзя.", "То се не може доказати.",
        "This cannot yet be proved.", "Belegen lässt sich das leicht.",
    ),
    "no_promise": Remark(
        "Eine Zusage ist das nicht.", "Обязательством это не является.", "То није обећање.",
        "That is no guarantee.", "Eine Zusage ist das vielleicht nicht.",
    ),
    "depends": Remark(
        "Die Werte hängen vom Wetter ab.", "Данные зависят от погоды.", "Подаци зависе од температуре.",
        "This depends on: weather.", "Die Werte hängen nicht vom Wetter ab.",
    ),
    "vendor_only": Remark(
        "Dazu gibt es nur Angaben des Herstellers.", "Об этом есть только данные производителя.",
        "О томе постоје само подаци произвођача.", "There is only the company’s own account of this.",
        "Dazu gibt es nicht nur Angaben des Herstellers, sondern auch Messwerte der Behörde.",
    ),
    "who_is_right": Remark(
        "Wer recht hat, ist offen.", "Кто прав, неизвестно.", "Није јасно ко је у праву.",
        "It is unclear who is right.", "Wer recht hat, entscheidet das Gericht.",
    ),
    "cause_unknown": Remark(
        "Die Ursache ist noch unklar.", "Причина пока неизвестна.", "Узрок још није познат.",
        "The cause is still unknown.", "Die Ursache ist geklärt.",
    ),
    "number_unknown": Remark(
        "Wie viele Kunden betroffen sind, ist unklar.", "Сколько клиентов пострадало, неизвестно.",
        "Колико је корисника погођено, није познато.", "It is not known how much or how many (customer).",
        "Wie viele Kunden betroffen sind, steht im Bericht.",
    ),
    "undisclosed_number": Remark(
        "Wie viele Kunden es sind, verrät die Firma nicht.", "Сколько у компании клиентов, она не сообщает.",
        "Колико корисника, фирма не открива.", "Not disclosed: how much or how many (customer).",
        "Wie viele Kunden es sind, verrät die Firma.",
    ),
    "undisclosed_reason": Remark(
        "Warum, erklärte das Unternehmen nicht.", "Почему, компания не объяснила.", "Зашто, компанија није објаснила.",
        "The reason was not given.", "Warum, erklärte das Unternehmen im Sommer.",
    ),
    "no_papers": Remark(
        "Unterlagen dazu legte die Firma nicht vor.", "Документов об этом компания не предоставила.",
        "Документа о томе фирма није приложила.", "No documents on this have been produced.", "Unterlagen dazu legte die Firma vor.",
    ),
    "undisclosed": Remark(
        "Den Preis nennt die Firma nicht.", "Цену компания не называет.", "Цену фирма не открива.",
        "Not disclosed: price.", "Den Preis nennt die Firma.",
    ),
    "unpublished": Remark(
        "Die Studie ist noch nicht veröffentlicht.", "Протокол пока не опубликован.", "Студија још није објављена.",
        "Not yet published: study.", "Die Studie ist am Montag erschienen.",
    ),
    "unexplained": Remark(
        "Eine Erklärung dafür gab die Firma nicht.", "Объяснений компания не дала.", "Објашњење фирма није дала.",
        "No explanation was given.", "Eine Erklärung dafür gab die Firma.",
    ),
    "not_confirmed": Remark(
        "Bestätigt ist das bisher nicht.", "Пока это не подтверждено.", "То засад није потврђено.",
        "Not confirmed so far.", "Bestätigt ist das seit Montag.",
    ),
    "nobody_confirmed": Remark(
        "Bestätigt hat das bisher niemand.", "Никто этого пока не подтвердил.", "То засад нико није потврдио.",
        "Nobody has confirmed this yet.", "Bestätigt hat das nur die Bank.",
    ),
    "no_answer": Remark(
        "Fragen zum Preis blieben unbeantwortet.", "Вопросы о цене остались без ответа.", "Питања о цени остала су без одговора.",
        "No answer (price).", "Fragen zum Preis blieben nicht unbeantwortet, sondern wurden vertagt.", kind="other",
    ),
    "no_comment": Remark(
        "Das Unternehmen wollte sich dazu nicht äußern.", "Компания это не комментирует.", "Компанија то не коментарише.",
        "No comment.", "Das Unternehmen wollte sich dazu bald äußern.", kind="other",
    ),
    "not_reachable": Remark(
        "AWS war nicht zu erreichen.", "Связаться с AWS не удалось.", "AWS није био доступан.",
        "Could not be reached for comment (AWS).", "AWS war am Montag zu erreichen.", kind="other", names=("AWS",),
    ),
    "advice_wait": Remark(
        "Käufer sollten abwarten.", "Покупателям лучше подождать.", "Купцима саветујемо да сачекају.",
        "Advice (customers): wait.", "Käufer sollten nicht abwarten.", kind="recommendation",
    ),
    "advice_update": Remark(
        "Nutzer sollten aktualisieren.", "Советуем обновить.", "Препоручује се: ажурирати.",
        "Advice (user): update.", "Nutzer sollten nicht aktualisieren.", kind="recommendation",
    ),
    "advice_password": Remark(
        "Nutzer sollten sofort ihr Passwort ändern.", "Советуем сразу сменить пароль.", "Треба одмах променити лозинку.",
        "Advice (user): change the password at once.", "Nutzer sollten ihr Passwort nicht ändern.", kind="recommendation",
    ),
    "advice_backup": Remark(
        "Vorher sollte man eine Sicherungskopie anlegen.", "Советуем сделать резервную копию.", "Треба направити резервну копију.",
        "Advice: make a backup.", "Ein Kopie zu viel schadet nicht.", kind="recommendation",
    ),
    "advice_try": Remark(
        "Vor dem Kauf sollte man ihn ausprobieren.", "Перед покупкой стоит попробовать.", "Пре куповине треба испробати.",
        "Advice: try before buying.", "Nach dem Kauf sollte man ihn ausprobieren.", kind="recommendation",
    ),
    "advice_not_buy": Remark(
        "Unser Rat: noch nicht kaufen.", "Наш совет: пока не покупать.", "Наш савет: засад не куповати.",
        "Advice: do not buy yet.", "Unser Rat: jetzt kaufen.", kind="recommendation",
    ),
    "advice_doctor": Remark(
        "Patienten sollten ärztlichen Rat einholen.", "Советуем обратиться к врачу.", "Треба се обратити лекару.".replace("се обратити", "обратити се"),
        "Advice (patient): see a doctor.", "Wer Fieber hat, sollte ärztlichen Rat einholen.", kind="recommendation",
    ),
    "advice_terms": Remark(
        "Kunden sollten den Vertrag genau lesen.", "Советуем прочитать договор.", "Треба прочитати уговор.",
        "Advice (customer): read the contract and its terms.", "Den Vertrag sollten Kunden nicht kündigen.", kind="recommendation",
    ),
    "advice_compare": Remark(
        "Kunden sollten Preise vergleichen.", "Советуем сравнить цены.", "Треба упоредити цене.",
        "Advice (customer): compare offers and prices.", "Kunden sollten Preise nicht vergleichen.", kind="recommendation",
    ),
    "advice_receipt": Remark(
        "Kunden sollten die Rechnung aufheben.", "Советуем сохранить чек.", "Треба сачувати рачун.",
        "Advice (customer): keep the receipt.", "Kunden sollten die Rechnung zahlen.", kind="recommendation",
    ),
    "advice_care": Remark(
        "Die Zahlen sollte man mit Vorsicht lesen.", "К этим цифрам стоит относиться с осторожностью.", "Бројке треба читати са резервом.",
        "Advice: treat the figures with caution.", "Die Zahlen sollte man ohne Vorsicht lesen.", kind="recommendation",
    ),
    "advice_stop": Remark(
        "Die Behörde rät, die Geräte nicht mehr zu benutzen.", "Ведомство советует прекратить использование.",
        "Треба престати са коришћењем.", "Advice (device): stop using it.", "Die Behörde rät, die Geräte weiter zu benutzen.",
        kind="recommendation",
    ),
    "advice_not_eat": Remark(
        "Die Behörde rät, das Produkt nicht zu verzehren.", "Ведомство советует не употреблять в пищу.", "Саветује се: не конзумирати.",
        "Advice (product): do not eat it.", "Die Behörde rät, das Produkt bald zu verzehren.", kind="recommendation",
    ),
    "advice_return": Remark(
        "Kunden sollten das Gerät zurückgeben.", "Советуем вернуть в магазин.", "Треба вратити у продавницу.",
        "Advice (customer, device): return it.", "Kunden sollten das Gerät nicht zurückgeben.", kind="recommendation",
    ),
    "advice_contact": Remark(
        "Kunden sollten sich an den Hersteller wenden.", "Советуем обратиться к производителю.", "Треба обратити се произвођачу.",
        "Advice (customer): contact the manufacturer or the retailer.", "Kunden sollten sich nicht an den Hersteller wenden.",
        kind="recommendation",
    ),
    "advice_off": Remark(
        "Nutzer sollten das Gerät vom Netz trennen.", "Советуем отключить от сети.", "Треба искључити из мреже.",
        "Advice (user, device): disconnect it.", "Nutzer sollten das Gerät nicht vom Netz trennen.", kind="recommendation",
    ),
    "advice_links": Remark(
        "Nutzer sollten keine Links öffnen.", "Советуем не открывать ссылки.", "Саветује се: не отварати линкове.",
        "Advice (user): do not open links.", "Nutzer sollten die Links öffnen.", kind="recommendation",
    ),
}  # fmt: skip


@cache
def environment(locale: str):
    return Environments().environment(locale)


def made(quote: str, language: str, remark: Remark) -> Edition:
    evidence = "unattributed" if remark.kind == "other" else "publisher_analysis"
    evidence = "official_statement" if quote.startswith(("Die Behörde", "Ведомство")) else evidence
    claimant = {"official_statement": "Amt", "publisher_analysis": "Tageblatt"}.get(evidence)
    polarity = (
        "negated"
        if re.search(r"\b(nicht|kein\w*|niemand|не|нет|никто|није|нису|нисмо|нема|нико)\b", quote.lower())
        else "affirmed"
    )
    one = statement(
        quote, kind=remark.kind, evidence=evidence, claimant=claimant, subject=None, polarity=polarity,
        language=language, script="Latn" if language == "de" else "Cyrl", names=remark.names,
    )  # fmt: skip
    fact = Fact(
        id="f-1", story="y-1", subject=None, kind=one.kind, polarity=one.polarity, evidence=one.evidence,
        mentions=(one.id,), origins=(Origin(party=claimant, stake=None, mentions=(one.id,)),), languages=(language,),
        dates=(), quantities=(), versions=(),
    )  # fmt: skip
    article = Article(id=one.article, text="", language=language, script=one.script, blocks=(), publisher="Tageblatt")
    story = Story(id="y-1", subject=None, vendor="AWS", articles=(article.id,), facts=(fact.id,), conflicts=())
    return Edition(
        id="undated", date=None, period=None, site=Site(), stories=(story,), articles=(article,), facts=(fact,),
        statements=(one,),
    )  # fmt: skip


def plain(text: Markup | str) -> str:
    return Markup(text).striptags().replace("\u00a0", " ").replace("\u202f", " ")


def sentence(quote: str, language: str, remark: Remark, locale: str) -> tuple[str | None, str | None]:
    """The subtype by which a quote is worded, and the sentence."""
    one = made(quote, language, remark)
    words = Wordings(environment(locale), locale, one)
    slots, text = words._slots(one.facts[0]), words.sentence(one.facts[0])
    return slots and slots.subtype.name, None if text is None else plain(text)


@pytest.mark.parametrize("language", ["de", "ru", "sr"])
@pytest.mark.parametrize("name", sorted(REMARKS))
def test_a_remark_is_known_in_each_language(name: str, language: str) -> None:
    assert sentence(getattr(REMARKS[name], language), language, REMARKS[name], "en")[0] == name


@pytest.mark.parametrize("name", sorted(REMARKS))
def test_a_remark_says_what_it_is_about(name: str) -> None:
    assert sentence(REMARKS[name].de, "de", REMARKS[name], "en")[1] == REMARKS[name].en


@pytest.mark.parametrize("name", sorted(REMARKS))
def test_what_says_something_else_is_not_worded_so(name: str) -> None:
    assert sentence(REMARKS[name].other, "de", REMARKS[name], "en")[0] != name


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", sorted(REMARKS))
def test_a_remark_and_its_label_are_in_one_script(name: str, locale: str) -> None:
    one = made(REMARKS[name].de, "de", REMARKS[name])
    words = Wordings(environment(locale), locale, one)
    wrong = "[A-Za-zÀ-ž]" if locale in {"ru", "sr-Cyrl"} else "[Ѐ-ӿ]"
    for text in (words.sentence(one.facts[0]), words.label(one.facts[0])):
        assert text is not None
        assert not re.search(
            wrong,
            plain(text).replace("AWS", ""),
        )
